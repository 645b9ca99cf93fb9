//! What became of the claims, and what must be known before any figure is believed.

use maud::{Markup, html};

use super::Page;
use crate::analysis::claim::{ClaimResult, Figure, Verdict};
use crate::analysis::problems::Problems;
use crate::report::sheet::{
    disagreement_text, missing_text, more_text, number_text, p_text, shown_disagreements, shown_mishaps,
    unfinished_text, verdict_word,
};
use crate::statistics::interval::Interval;
use crate::text::{grouped, printable};

/// The sign of a verdict, so that it is not told by colour alone.
const fn sign(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Held => "✓",
        Verdict::Refuted => "✗",
        Verdict::Undecided(_) => "?",
    }
}

/// "2 of 3 claims held, 1 is refuted."
pub(super) fn summary(claims: &[ClaimResult]) -> String {
    let count = |word: &str| claims.iter().filter(|claim| verdict_word(&claim.verdict) == word).count();
    let (held, refuted, undecided) = (count("held"), count("refuted"), count("undecided"));
    match (claims, held) {
        ([], _) => "The experiment makes no claim. Its charts and tables are the answer.".to_owned(),
        ([claim], _) if held == 1 => format!("The claim {}.", verdict_word(&claim.verdict)),
        ([claim], _) => format!("The claim is {}.", verdict_word(&claim.verdict)),
        (all, held) if all.len() == held => format!("All {held} claims held."),
        (all, held) => {
            let part = |number: usize, word: &str| match number {
                0 => String::new(),
                1 => format!(", 1 is {word}"),
                _ => format!(", {number} are {word}"),
            };
            let (refuted, undecided) = (part(refuted, "refuted"), part(undecided, "undecided"));
            format!("{held} of {} claims held{refuted}{undecided}.", all.len())
        }
    }
}

pub(super) fn answer(page: &Page<'_>) -> Markup {
    html! {
        section #answer tabindex="-1" aria-labelledby="answer-head" {
            h2 #answer-head { "Answer" }
            p.lead { (summary(page.claims)) }
            @if !page.problems.is_empty() {
                p.warning { "Not all went well: see " a href="#problems" { "what to know first" } "." }
            }
            @for claim in page.claims { (self::claim(claim)) }
        }
    }
}

fn claim(claim: &ClaimResult) -> Markup {
    let word = verdict_word(&claim.verdict);
    html! {
        article.claim.(word) {
            h3 {
                span.badge { span aria-hidden="true" { (sign(&claim.verdict)) } " " (word) }
                " " span.says { (printable(&claim.says)) }
            }
            p.condition { (printable(&claim.condition)) }
            @if let Verdict::Undecided(reason) = &claim.verdict { p { "Undecided: " (reason) "." } }
            @match claim.figures.as_slice() {
                [] => {}
                [figure] if figure.case.is_empty() => p.figure { (sentence(figure)) },
                figures => (figures_table(claim, figures)),
            }
        }
    }
}

/// A figure without a case.
fn sentence(figure: &Figure) -> Markup {
    html! {
        @match figure.value {
            Some(value) => strong { (number_text(value)) },
            None => "no number",
        }
        @if let Some(range) = figure.interval { ", 95 % interval " (interval(range)) }
        @if let Some(p) = figure.p {
            ", " i { "P" } @if p < 0.001 { " " } @else { " = " } (p_text(p))
        }
        ", n = " (grouped(figure.count as u64))
        @if let Some(remark) = &figure.remark { "; " (remark) }
    }
}

/// "[0.87, 0.93]".
fn interval(interval: Interval) -> String {
    format!("[{}, {}]", number_text(interval.low), number_text(interval.high))
}

/// The heads of the parts of the cases.
fn case_names(figures: &[Figure]) -> Vec<&str> {
    let first = figures.first().map(|figure| figure.case.iter().map(|part| part.0.as_str()).collect());
    first.unwrap_or_default()
}

fn figures_table(claim: &ClaimResult, figures: &[Figure]) -> Markup {
    let has = |part: fn(&Figure) -> bool| figures.iter().any(part);
    let (has_interval, has_p, has_remark) =
        (has(|it| it.interval.is_some()), has(|it| it.p.is_some()), has(|it| it.remark.is_some()));
    let name = format!("Figures of the claim: {}", printable(&claim.says));
    html! {
        div.scroll tabindex="0" role="group" aria-label=(name) {
            table.figures {
                caption.unseen { (name) }
                thead {
                    tr {
                        @for name in case_names(figures) { th scope="col" { (name) } }
                        th.number scope="col" { "figure" }
                        @if has_interval { th.number scope="col" { "95 % interval" } }
                        @if has_p { th.number scope="col" { i { "P" } } }
                        th.number scope="col" { "n" }
                        th scope="col" { "holds" }
                        @if has_remark { th scope="col" { "remark" } }
                    }
                }
                tbody {
                    @for figure in figures {
                        tr {
                            @for (_, value) in &figure.case { th scope="row" { (printable(value)) } }
                            td.number {
                                @match figure.value {
                                    Some(value) => strong { (number_text(value)) },
                                    None => "–",
                                }
                            }
                            @if has_interval { td.number { (figure.interval.map(interval).unwrap_or_default()) } }
                            @if has_p { td.number { (figure.p.map(p_text).unwrap_or_default()) } }
                            td.number { (grouped(figure.count as u64)) }
                            td { @if figure.holds { "✓ yes" } @else { strong.no { "✗ no" } } }
                            @if has_remark { td.remark { (printable(figure.remark.as_deref().unwrap_or_default())) } }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn problems(problems: &Problems) -> Markup {
    html! {
        @if !problems.is_empty() {
            section #problems aria-labelledby="problems-head" {
                h2 #problems-head { "What to know first" }
                @if !problems.disagreements.is_empty() {
                    h3 { "Disagreements" }
                    p { "Algorithms that must agree gave different values." }
                    ul {
                        @for disagreement in shown_disagreements(problems) { li { (disagreement_text(disagreement)) } }
                        @if let Some(more) = more_text(problems) { li { (more) } }
                    }
                }
                @if let Some((missing, of)) = problems.missing.filter(|missing| missing.0 > 0) {
                    h3 { "Missing trials" }
                    p { (missing_text(missing, of)) "." }
                }
                @if !problems.unfinished.is_empty() {
                    h3 { "Limits and errors" }
                    p { "What a trial would have cost is known only from below where a limit ended it." }
                    ul {
                        @for unfinished in &problems.unfinished {
                            li { (unfinished_text(unfinished)) ": " (unfinished.1.meaning()) }
                        }
                    }
                }
                @if !problems.mishaps.is_empty() {
                    h3 { "Games lost by a fault" }
                    ul { @for mishap in shown_mishaps(problems) { li { (mishap) } } }
                }
            }
        }
    }
}
