//! Verdicts on the claims, and the problems that must be known before any figure is believed.

use maud::{Markup, html};

use super::Page;
use crate::sheet::{
    CLAIM_NOTES, PUBLISHED_HEADS, both_p_text, count_text, disagreement_text, interval_with_confidence, missing_text,
    more_text, number_text, p_text, power_text, published_rows, shown_disagreements, shown_forfeits, unfinished_text,
};
use searchlab_analysis::claim::{ClaimResult, Figure, Shows, Verdict};
use searchlab_analysis::problems::Problems;
use searchlab_trial::text::printable;

/// The sign of a verdict, so that it is not told by colour alone.
const fn sign(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Held => "✓",
        Verdict::Refuted => "✗",
        Verdict::Undecided(_) => "?",
        Verdict::NotTested(_) => "–",
    }
}

/// "2 of 3 claims held, 1 is refuted."
pub(super) fn summary(page: &Page<'_>) -> String {
    let claims = page.claims;
    let count = |word: &str| claims.iter().filter(|claim| claim.verdict.word() == word).count();
    let held = count("held");
    match (claims, held) {
        ([], _) if !page.tests.is_empty() => "The sequential tests are the answer.".to_owned(),
        ([], _) => "The experiment makes no claim. Its charts and tables are the answer.".to_owned(),
        ([claim], 1) => format!("The claim {}.", claim.verdict.word()),
        ([claim], _) => format!("The claim is {}.", claim.verdict.word()),
        (all, held) if all.len() == held => format!("All {held} claims held."),
        (all, held) => {
            let part = |word: &str| match count(word) {
                0 => String::new(),
                1 => format!(", 1 is {word}"),
                number => format!(", {number} are {word}"),
            };
            let rest: String = ["refuted", "undecided", "not tested"].map(part).concat();
            format!("{held} of {} claims held{rest}.", all.len())
        }
    }
}

pub(super) fn answer(page: &Page<'_>) -> Markup {
    html! {
        section #answer tabindex="-1" aria-labelledby="answer-head" {
            h2 #answer-head { "Answer" }
            p.lead { (summary(page)) }
            @if !page.problems.is_empty() {
                p.warning { "Not all went well: see " a href="#problems" { "what to know first" } "." }
            }
            @for claim in page.claims { (self::claim(claim)) }
            (published(page.claims))
            @if !page.claims.is_empty() {
                details.notes {
                    summary { "How to read the figures" }
                    ul { @for note in CLAIM_NOTES { li { (note) } } }
                }
            }
        }
    }
}

/// The findings of publications beside those of this experiment.
fn published(claims: &[ClaimResult]) -> Markup {
    let rows = published_rows(claims);
    html! {
        @if !rows.is_empty() {
            h3 #published { "What was published, and what is found here" }
            div.scroll tabindex="0" role="group" aria-labelledby="published" {
                table.figures {
                    thead { tr { @for head in PUBLISHED_HEADS { th scope="col" { (head) } } } }
                    tbody {
                        @for row in rows {
                            tr { @for cell in row { td.remark { (printable(&cell)) } } }
                        }
                    }
                }
            }
        }
    }
}

fn claim(claim: &ClaimResult) -> Markup {
    let word = claim.verdict.word();
    html! {
        article.claim.(word.replace(' ', "-")) {
            h3 {
                span.badge { span aria-hidden="true" { (sign(&claim.verdict)) } " " (word) }
                " " span.says { (printable(&claim.says)) }
            }
            p.condition { (printable(&claim.condition)) }
            @if let Some(reason) = claim.verdict.reason() { p { (word) ": " (printable(reason)) "." } }
            @match claim.figures.as_slice() {
                [] => {}
                [figure] if figure.case.is_empty() => p.figure { (sentence(figure)) },
                figures => (figures_table(claim, figures)),
            }
            @if !claim.method.is_empty() { p.condition { (claim.method) "." } }
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
        @if figure.interval.is_some() { ", interval " (interval_with_confidence(figure)) }
        @if let Some(p) = figure.p {
            ", " i { "P" } @if p < 0.001 { " " } @else { " = " } (p_text(p))
        }
        @if let Some(p) = figure.corrected {
            " (corrected " (p_text(p)) ")"
        }
        ", n = " (count_text(figure))
        @if let Some(power) = power_text(figure) { "; detectable with 80 % power: " (power) }
        @if let Some(remark) = &figure.remark { "; " (remark) }
    }
}

/// The heads of the parts of the cases.
fn case_names(figures: &[Figure]) -> Vec<&str> {
    let first = figures.first().map(|figure| figure.case.iter().map(|part| part.0.as_str()).collect());
    first.unwrap_or_default()
}

fn figures_table(claim: &ClaimResult, figures: &[Figure]) -> Markup {
    let has = |part: fn(&Figure) -> bool| figures.iter().any(part);
    let (has_interval, has_p) = (has(|it| it.interval.is_some()), has(|it| it.p.is_some()));
    let (has_power, has_remark) = (has(|it| it.power.is_some()), has(|it| it.remark.is_some()));
    let name = format!("Figures of the claim: {}", printable(&claim.says));
    html! {
        div.scroll tabindex="0" role="group" aria-label=(name) {
            table.figures {
                caption.unseen { (name) }
                thead {
                    tr {
                        @for name in case_names(figures) { th scope="col" { (name) } }
                        th.number scope="col" { "figure" }
                        @if has_interval { th.number scope="col" { "interval" } }
                        th.number scope="col" { "n" }
                        @if has_p { th.number scope="col" { i { "P" } " (corrected)" } }
                        @if has_power { th.number scope="col" { "80 % power" } }
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
                            @if has_interval { td.number { (interval_with_confidence(figure)) } }
                            td.number { (count_text(figure)) }
                            @if has_p { td.number { (both_p_text(figure)) } }
                            @if has_power { td.number { (power_text(figure).unwrap_or_default()) } }
                            td {
                                @match figure.shows {
                                    Shows::Claim => "✓ yes",
                                    Shows::Opposite => strong.no { "✗ no" },
                                    Shows::Neither | Shows::Nothing => { "? " (figure.shows.word()) },
                                }
                            }
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
                    ul { @for forfeit in shown_forfeits(problems) { li { (forfeit) } } }
                }
            }
        }
    }
}
