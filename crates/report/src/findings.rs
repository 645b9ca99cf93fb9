//! Claims of several experiments with their verdicts, on one page of Markdown.

use std::fmt::Write;

use super::book::ReportData;
use super::sheet::{
    CLAIM_NOTES, both_p_text, count_text, course_text, interval_with_confidence, markdown_text, number_text,
    power_text, published_markdown,
};
use searchlab_analysis::claim::{ClaimResult, Figure};
use searchlab_trial::text::counted;

const HEAD: &str = "| claim | asked | verdict | case | figure | interval | n | P (corrected) | 80 % power | remark |
|---|---|---|---|---|---|---|---|---|---|
";

/// The page: the number of claims held, then each experiment with its question, the command that answers it, and each
/// claim with its verdict, its figures and their intervals, and the sequential tests of its matches.
pub fn findings(books: &[ReportData]) -> String {
    let claims = || books.iter().flat_map(|book| &book.claims);
    let count = |word: &str| claims().filter(|claim| claim.verdict.word() == word).count();
    let words = ["held", "refuted", "undecided", "not tested"].map(|word| format!("{} {word}", count(word)));
    let mut text = format!(
        "# Findings\n\n{} of {}: {}.\n\n",
        counted(claims().count() as u64, "claim"),
        counted(books.len() as u64, "experiment"),
        words.join(", ")
    );
    for note in CLAIM_NOTES {
        let _ = writeln!(text, "- {note}");
    }
    for book in books {
        let _ = write!(text, "\n## {}\n\n", markdown_text(book.title()));
        if let Some(question) = book.question() {
            let _ = write!(text, "{}\n\n", markdown_text(question));
        }
        let _ = write!(text, "    {}\n\n", book.command());
        if !book.claims.is_empty() {
            text += HEAD;
        }
        book.claims.iter().for_each(|claim| text += &lines(claim));
        for test in &book.tests {
            let _ = writeln!(text, "- {}", markdown_text(&course_text(test)));
        }
        let published = published_markdown(&book.claims);
        if !published.is_empty() {
            let _ = writeln!(text, "\n{}", published.trim_end());
        }
    }
    text
}

/// A line for each figure of a claim; the claim itself stands in the first.
fn lines(claim: &ClaimResult) -> String {
    let verdict = format!("**{}**", claim.verdict.word());
    let head = |says: &str, asked: &str, verdict: &str| format!("| {says} | {asked} | {verdict} |");
    let reason = claim.verdict.reason().map(markdown_text).unwrap_or_default();
    let how = if claim.method.is_empty() { String::new() } else { format!(" ({})", markdown_text(&claim.method)) };
    let (says, asked) = (markdown_text(&claim.says), format!("{}{how}", markdown_text(&claim.condition)));
    if claim.figures.is_empty() {
        return format!("{} | | | | | | {reason} |\n", head(&says, &asked, &verdict));
    }
    let mut text = String::new();
    for (place, figure) in claim.figures.iter().enumerate() {
        let head = if place == 0 { head(&says, &asked, &verdict) } else { head("", "", "") };
        let _ = writeln!(text, "{head} {}", cells(figure));
    }
    text
}

fn cells(figure: &Figure) -> String {
    [
        markdown_text(&figure.case_words()),
        figure.value.map(number_text).unwrap_or_default(),
        interval_with_confidence(figure),
        count_text(figure),
        both_p_text(figure),
        power_text(figure).unwrap_or_default(),
        figure.remark.as_deref().map(markdown_text).unwrap_or_default(),
    ]
    .join(" | ")
        + " |"
}
