//! What became of the claims, and what must be known before any figure is believed.

use maud::{Markup, html};

use super::Page;
use super::entry::{interval, number, p_value};
use crate::analysis::claim::{ClaimResult, Figure, Verdict};
use crate::analysis::field::Measure;
use crate::analysis::problems::{Disagreement, Problems};
use crate::text::{counted, grouped, printable};

/// Disagreements that are shown: the first ones tell what is wrong.
const SHOWN: usize = 50;

/// How a verdict looks: class, sign, word.
pub(super) const fn verdict(verdict: &Verdict) -> (&'static str, &'static str, &'static str) {
    match verdict {
        Verdict::Held => ("held", "✓", "held"),
        Verdict::Refuted => ("refuted", "✗", "refuted"),
        Verdict::Undecided(_) => ("undecided", "?", "undecided"),
    }
}

/// "2 of 3 claims held, 1 was refuted."
pub(super) fn summary(claims: &[ClaimResult]) -> String {
    let count = |of: fn(&Verdict) -> bool| claims.iter().filter(|claim| of(&claim.verdict)).count();
    let (held, refuted) = (count(|it| *it == Verdict::Held), count(|it| *it == Verdict::Refuted));
    let undecided = claims.len() - held - refuted;
    let be = |number: usize| if number == 1 { "is" } else { "are" };
    match (claims.len(), held) {
        (0, _) => "The experiment makes no claim. Its charts and tables are the answer.".to_owned(),
        (1, 1) => "The claim held.".to_owned(),
        (1, 0) if refuted == 1 => "The claim was refuted.".to_owned(),
        (1, _) => "The claim is undecided.".to_owned(),
        (all, held) if all == held => format!("All {all} claims held."),
        (all, held) => {
            let mut text = format!("{held} of {all} claims held");
            if refuted > 0 {
                text += &format!(", {refuted} {} refuted", be(refuted));
            }
            if undecided > 0 {
                text += &format!(", {undecided} {} undecided", be(undecided));
            }
            text + "."
        }
    }
}

pub(super) fn answer(page: &Page<'_>) -> Markup {
    html! {
        section #answer tabindex="-1" aria-labelledby="answer-head" {
            h2 #answer-head { "Answer" }
            p.lead { (summary(page.claims)) }
            @if has_problems(page.problems) {
                p.warning { "Not all went well: see " a href="#problems" { "what to know first" } "." }
            }
            @for claim in page.claims { (self::claim(claim)) }
        }
    }
}

fn claim(claim: &ClaimResult) -> Markup {
    let (class, sign, word) = verdict(&claim.verdict);
    html! {
        article.claim.(class) {
            h3 {
                span.badge { span aria-hidden="true" { (sign) } " " (word) }
                " " span.says { (claim.says) }
            }
            p.condition { (claim.condition) }
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
            Some(value) => strong { (number(value, Measure::Plain)) },
            None => "no number",
        }
        @if let Some(range) = figure.interval { ", 95 % interval " (interval(range, Measure::Plain)) }
        @if let Some(p) = figure.p { ", " i { "P" } " " (p_value(p)) }
        ", n = " (grouped(figure.count as u64))
        @if let Some(remark) = &figure.remark { "; " (remark) }
    }
}

/// The heads of the parts of the cases.
pub(super) fn case_names(figures: &[Figure]) -> Vec<&str> {
    let first = figures.first().map(|figure| figure.case.iter().map(|part| part.0.as_str()).collect());
    first.unwrap_or_default()
}

fn figures_table(claim: &ClaimResult, figures: &[Figure]) -> Markup {
    let has = |part: fn(&Figure) -> bool| figures.iter().any(part);
    let (has_interval, has_p, has_remark) =
        (has(|it| it.interval.is_some()), has(|it| it.p.is_some()), has(|it| it.remark.is_some()));
    html! {
        div.scroll tabindex="0" role="group" aria-label={ "Figures of the claim: " (claim.says) } {
            table.figures {
                caption.unseen { "Figures of the claim: " (claim.says) }
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
                                    Some(value) => strong { (number(value, Measure::Plain)) },
                                    None => "–",
                                }
                            }
                            @if has_interval {
                                td.number {
                                    (figure.interval.map(|range| interval(range, Measure::Plain)).unwrap_or_default())
                                }
                            }
                            @if has_p { td.number { (figure.p.map(p_value).unwrap_or_default()) } }
                            td.number { (grouped(figure.count as u64)) }
                            td { @if figure.holds { "✓ yes" } @else { strong.no { "✗ no" } } }
                            @if has_remark { td { (figure.remark.as_deref().unwrap_or_default()) } }
                        }
                    }
                }
            }
        }
    }
}

/// Whether there is anything that must be known first.
pub(super) fn has_problems(problems: &Problems) -> bool {
    let is_missing = problems.missing.is_some_and(|(missing, _)| missing > 0);
    is_missing || !problems.unfinished.is_empty() || !problems.disagreements.is_empty()
}

pub(super) fn problems(problems: &Problems) -> Markup {
    html! {
        @if has_problems(problems) {
            section #problems aria-labelledby="problems-head" {
                h2 #problems-head { "What to know first" }
                @if let Some((missing, of)) = problems.missing.filter(|missing| missing.0 > 0) {
                    h3 { "Missing" }
                    p { (missing_text(missing, of)) }
                }
                @if !problems.disagreements.is_empty() {
                    h3 { "Disagreements" }
                    p { "Algorithms that must agree found different values." }
                    ul {
                        @for disagreement in shown(problems) {
                            li { (disagreement_markup(disagreement)) }
                        }
                        @if let Some(more) = more(problems) { li { (more) } }
                    }
                }
                @if !problems.unfinished.is_empty() {
                    h3 { "Ended before their end" }
                    p { "What these trials cost is known only from below." }
                    ul {
                        @for (label, status, count, of) in &problems.unfinished {
                            li {
                                strong { (printable(label)) } ": "
                                (grouped(*count as u64)) " of " (counted(*of as u64, "trial")) ", "
                                code { (status.name()) } ": " (status.meaning())
                            }
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn missing_text(missing: usize, of: usize) -> String {
    let has = if missing == 1 { "has" } else { "have" };
    format!("{} of {} of the plan {has} no record.", grouped(missing as u64), counted(of as u64, "trial"))
}

fn disagreement_markup(disagreement: &Disagreement) -> Markup {
    html! {
        (printable(&disagreement.task)) ": "
        @for (place, (label, value)) in disagreement.values.iter().enumerate() {
            @if place > 0 { ", " }
            (printable(label)) " " strong { (number(*value, Measure::Plain)) }
        }
    }
}

/// What stands in place of disagreements that are not shown.
pub(super) fn more(problems: &Problems) -> Option<String> {
    let rest = problems.disagreements.len().saturating_sub(SHOWN) as u64;
    (rest > 0).then(|| format!("and {} more", grouped(rest)))
}

/// The disagreements that are shown.
pub(super) fn shown(problems: &Problems) -> &[Disagreement] {
    &problems.disagreements[..problems.disagreements.len().min(SHOWN)]
}
