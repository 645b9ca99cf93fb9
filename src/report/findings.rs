//! What became of the claims of several experiments, on one page of Markdown.

use std::fmt::Write;

use super::book::Book;
use super::sheet::figure_text;
use super::sheet::{markdown_text, p_text, verdict_word};
use crate::analysis::claim::{ClaimResult, Figure, Verdict};

/// The page: each experiment with its question, the command that answers it, and each claim with its verdict, its
/// figures and their intervals.
pub fn findings(books: &[Book]) -> String {
    let mut text = String::from(
        "# Findings\n\nEach claim with its verdict, the figure that decides it, and its 95 % interval. Games decide for a \
         claim, against it, or not at all. The records are not kept here: the command below a question makes them again.\n",
    );
    for book in books {
        let _ = write!(text, "\n## {}\n\n", markdown_text(book.title()));
        if let Some(question) = book.question() {
            let _ = write!(text, "{}\n\n", markdown_text(question));
        }
        let _ = write!(text, "    {}\n\n", book.command());
        text += "| claim | asked | verdict | figure, 95 % interval | P | of |\n|---|---|---|---|---|---|\n";
        book.claims.iter().for_each(|claim| text += &lines(claim));
    }
    text
}

/// A line for each figure of a claim; the claim itself stands in the first.
fn lines(claim: &ClaimResult) -> String {
    let verdict = format!("**{}**", verdict_word(&claim.verdict));
    let head = |says: &str, asked: &str, verdict: &str| format!("| {says} | {asked} | {verdict} |");
    let mut text = String::new();
    let (says, asked) = (markdown_text(&claim.says), markdown_text(&claim.condition));
    if claim.figures.is_empty() {
        let reason =
            if let Verdict::Undecided(reason) = &claim.verdict { markdown_text(reason) } else { String::new() };
        let _ = writeln!(text, "{} {reason} | | |", head(&says, &asked, &verdict));
    }
    for (place, figure) in claim.figures.iter().enumerate() {
        let head = if place == 0 { head(&says, &asked, &verdict) } else { head("", "", "") };
        let _ = writeln!(text, "{head} {}", cells(figure));
    }
    text
}

fn cells(figure: &Figure) -> String {
    let case: Vec<String> = figure.case.iter().map(|(field, value)| format!("{field} {value}: ")).collect();
    let remark = figure.remark.as_ref().map_or_else(String::new, |remark| format!(" ({})", markdown_text(remark)));
    let p = figure.p.map(p_text).unwrap_or_default();
    format!("{}{}{remark} | {p} | {} |", markdown_text(&case.concat()), figure_text(figure), figure.count)
}
