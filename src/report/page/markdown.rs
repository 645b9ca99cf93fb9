//! The report as Markdown: question, answer, problems, tables, links to the charts, the command.

use std::fmt::Write;

use super::answer::{case_names, has_problems, interval, missing_text, more, shown, sign, summary};
use super::tables::BEST_NOTE;
use super::words::{
    disagreement_text, entry_interval, entry_is_best, entry_text, is_numeric, number_text, p_text, unfinished_text,
    verdict_word,
};
use super::{Page, PageChart, link_part, paragraphs, title};
use crate::analysis::claim::{ClaimResult, Figure, Verdict};
use crate::analysis::problems::Problems;
use crate::analysis::table::{Entry, Head, TableData};
use crate::text::{grouped, printable};

/// The page as Markdown.
pub fn markdown(page: &Page<'_>) -> String {
    let mut text = format!("# {}\n", escaped(&title(page)));
    for paragraph in page.question.into_iter().flat_map(paragraphs) {
        let _ = write!(text, "\n{}\n", escaped(paragraph));
    }
    let _ = write!(text, "\n## Answer\n\n{}\n", summary(page.claims));
    page.claims.iter().for_each(|claim| write_claim(&mut text, claim));
    if has_problems(page.problems) {
        write_problems(&mut text, page.problems);
    }
    if !page.charts.is_empty() {
        text.push_str("\n## Charts\n");
        page.charts.iter().for_each(|chart| write_chart(&mut text, chart));
    }
    if !page.tables.is_empty() {
        text.push_str("\n## Tables\n");
        page.tables.iter().for_each(|table| write_table(&mut text, table));
    }
    let _ = write!(text, "\n## Do it again\n\n{}", fenced(page.command));
    text
}

fn write_claim(text: &mut String, claim: &ClaimResult) {
    let (sign, word) = (sign(&claim.verdict), verdict_word(&claim.verdict));
    let _ = write!(text, "\n### {sign} {word}: {}\n\n{}\n", escaped(&claim.says), escaped(&claim.condition));
    if let Verdict::Undecided(reason) = &claim.verdict {
        let _ = write!(text, "\nUndecided: {}.\n", escaped(reason));
    }
    if claim.figures.is_empty() {
        return;
    }
    let names = case_names(&claim.figures);
    let heads = names.iter().copied().chain(["figure", "95 % interval", "P", "n", "holds", "remark"]);
    let heads: Vec<String> = heads.map(escaped).collect();
    let is_number: Vec<bool> = (0..heads.len()).map(|at| (names.len()..names.len() + 4).contains(&at)).collect();
    text.push('\n');
    write_rows(text, &heads, claim.figures.iter().map(figure_row), &is_number);
}

fn figure_row(figure: &Figure) -> Vec<String> {
    let case = figure.case.iter().map(|part| printable(&part.1));
    let figures = [
        figure.value.map_or_else(|| "–".to_owned(), number_text),
        figure.interval.map(interval).unwrap_or_default(),
        figure.p.map(p_text).unwrap_or_default(),
        grouped(figure.count as u64),
        if figure.holds { "yes" } else { "no" }.to_owned(),
        figure.remark.clone().unwrap_or_default(),
    ];
    case.chain(figures).map(|cell| escaped(&cell)).collect()
}

fn write_problems(text: &mut String, problems: &Problems) {
    text.push_str("\n## What to know first\n\n");
    for disagreement in shown(problems) {
        let _ = writeln!(text, "- Disagreement: {}", escaped(&disagreement_text(disagreement)));
    }
    if let Some(more) = more(problems) {
        let _ = writeln!(text, "- {more}");
    }
    if let Some((missing, of)) = problems.missing.filter(|missing| missing.0 > 0) {
        let _ = writeln!(text, "- {}", missing_text(missing, of));
    }
    for unfinished in &problems.unfinished {
        let _ = writeln!(text, "- {}", escaped(&unfinished_text(unfinished)));
    }
}

fn write_chart(text: &mut String, chart: &PageChart) {
    let (title, alt, stem) = (printable(&chart.title), printable(&chart.alt), link_part(&chart.file_stem));
    let (title, alt) = (escaped(&title), escaped(&alt));
    let _ = write!(text, "\n### {title}\n\n![{alt}](charts/{stem}.svg)\n\n[Values](charts/{stem}.csv)\n");
}

fn write_table(text: &mut String, table: &TableData) {
    let _ = write!(text, "\n### {}\n\n", escaped(&printable(&table.title)));
    let head = |head: &Head| match &head.group {
        Some(group) => format!("{}: {}", printable(group), printable(&head.text)),
        None => printable(&head.text),
    };
    let heads: Vec<String> = table.heads.iter().map(|it| escaped(&head(it))).collect();
    let is_number: Vec<bool> = (0..heads.len()).map(|column| is_numeric(table, column)).collect();
    if !table.rows.is_empty() {
        write_rows(text, &heads, table.rows.iter().map(|row| row.iter().map(cell).collect()), &is_number);
        text.push('\n');
    }
    let has_best = table.rows.iter().flatten().any(entry_is_best);
    for note in has_best.then_some(BEST_NOTE).into_iter().chain(table.notes.iter().map(String::as_str)) {
        let _ = writeln!(text, "- {}", escaped(&printable(note)));
    }
}

fn cell(entry: &Entry) -> String {
    let mark = if entry_is_best(entry) { "**" } else { "" };
    let interval = entry_interval(entry).map(|interval| format!(" {}", escaped(&interval))).unwrap_or_default();
    match escaped(&entry_text(entry)) {
        text if text.is_empty() => "–".to_owned(),
        text => format!("{mark}{text}{mark}{interval}"),
    }
}

/// A table of cells that are escaped already.
fn write_rows(text: &mut String, heads: &[String], rows: impl Iterator<Item = Vec<String>>, is_number: &[bool]) {
    let rule = |&is_number: &bool| if is_number { "---:" } else { "---" };
    let rule: Vec<&str> = is_number.iter().map(rule).collect();
    let _ = writeln!(text, "| {} |\n| {} |", heads.join(" | "), rule.join(" | "));
    for row in rows {
        let _ = writeln!(text, "| {} |", row.join(" | "));
    }
}

/// The text with what Markdown or HTML would take for a sign of theirs written out, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let is_sign = match character {
            '\\' | '`' | '*' | '_' | '|' | '~' | '$' => true,
            // At the beginning of a line they make a heading, a quotation, a list.
            '#' | '>' | '-' | '+' | '=' => escaped.is_empty(),
            // Only before these it ends the name of a link.
            ']' => matches!(rest.peek(), Some('(' | '[' | ':')),
            _ => false,
        };
        match character {
            '\n' | '\r' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            _ if is_sign => escaped.extend(['\\', character]),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A block of code, between fences that are longer than any in it.
fn fenced(code: &str) -> String {
    let longest = code.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{}\n{fence}\n", code.trim_end())
}
