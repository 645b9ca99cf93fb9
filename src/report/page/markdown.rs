//! The report as Markdown: question, answer, problems, tables, links to the charts, the command.

use std::fmt::Write;

use super::answer::{case_names, has_problems, missing_text, more, shown, summary, verdict};
use super::entry::{interval, number, p_value, words};
use super::{Page, PageChart, link_part, paragraphs, title};
use crate::analysis::claim::{ClaimResult, Figure, Verdict};
use crate::analysis::field::Measure;
use crate::analysis::problems::Problems;
use crate::analysis::table::{Entry, TableData};
use crate::text::{counted, grouped, printable};

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
    let (_, sign, word) = verdict(&claim.verdict);
    let _ = write!(text, "\n### {sign} {word}: {}\n\n{}\n", escaped(&claim.says), escaped(&claim.condition));
    if let Verdict::Undecided(reason) = &claim.verdict {
        let _ = write!(text, "\nUndecided: {}.\n", escaped(reason));
    }
    let names = case_names(&claim.figures);
    let heads = names.iter().copied().chain(["figure", "95 % interval", "P", "n", "holds", "remark"]);
    let rows: Vec<Vec<String>> = claim.figures.iter().map(figure_row).collect();
    if !rows.is_empty() {
        let is_number: Vec<bool> =
            (0..names.len() + 6).map(|at| (names.len()..names.len() + 4).contains(&at)).collect();
        text.push('\n');
        write_rows(text, &heads.map(str::to_owned).collect::<Vec<_>>(), &rows, &is_number);
    }
}

fn figure_row(figure: &Figure) -> Vec<String> {
    let mut row: Vec<String> = figure.case.iter().map(|part| printable(&part.1)).collect();
    row.extend([
        figure.value.map_or_else(|| "–".to_owned(), |value| number(value, Measure::Plain)),
        figure.interval.map(|range| interval(range, Measure::Plain)).unwrap_or_default(),
        figure.p.map(p_value).unwrap_or_default(),
        grouped(figure.count as u64),
        if figure.holds { "yes" } else { "no" }.to_owned(),
        figure.remark.clone().unwrap_or_default(),
    ]);
    row
}

fn write_problems(text: &mut String, problems: &Problems) {
    text.push_str("\n## What to know first\n\n");
    if let Some((missing, of)) = problems.missing.filter(|missing| missing.0 > 0) {
        let _ = writeln!(text, "- {}", missing_text(missing, of));
    }
    for disagreement in shown(problems) {
        let value = |(label, value): &(String, f64)| format!("{} {}", printable(label), number(*value, Measure::Plain));
        let values: Vec<String> = disagreement.values.iter().map(value).collect();
        let task = printable(&disagreement.task);
        let _ = writeln!(text, "- Disagreement: {}", escaped(&format!("{task}: {}", values.join(", "))));
    }
    if let Some(more) = more(problems) {
        let _ = writeln!(text, "- {more}");
    }
    for (label, status, count, of) in &problems.unfinished {
        let (label, count, of) = (printable(label), grouped(*count as u64), counted(*of as u64, "trial"));
        let line = format!("{label}: {count} of {of}, {}: {}", status.name(), status.meaning());
        let _ = writeln!(text, "- {}", escaped(&line));
    }
}

fn write_chart(text: &mut String, chart: &PageChart) {
    let (title, alt, stem) = (printable(&chart.title), printable(&chart.alt), link_part(&chart.file_stem));
    let (title, alt) = (escaped(&title), escaped(&alt));
    let _ = write!(text, "\n### {title}\n\n![{alt}](charts/{stem}.svg)\n\n[Values](charts/{stem}.csv)\n");
}

fn write_table(text: &mut String, table: &TableData) {
    let _ = write!(text, "\n### {}\n\n", escaped(&printable(&table.title)));
    let head = |head: &crate::analysis::table::Head| match &head.group {
        Some(group) => format!("{} {}", printable(group), printable(&head.text)),
        None => printable(&head.text),
    };
    let heads: Vec<String> = table.heads.iter().map(head).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
    let is_number = |place: usize| table.rows.iter().all(|row| !matches!(row.get(place), Some(Entry::Text(_))));
    let is_number: Vec<bool> = (0..heads.len()).map(is_number).collect();
    write_rows(text, &heads, &rows, &is_number);
    for note in &table.notes {
        let _ = write!(text, "\n{}\n", escaped(&printable(note)));
    }
}

fn cell(entry: &Entry) -> String {
    let words = words(entry);
    let interval = words.interval.map(|interval| format!(" [{interval}]")).unwrap_or_default();
    let remark = words.remark.map(|remark| format!(" ({remark})")).unwrap_or_default();
    // The mark of the best is put around what is escaped already.
    let mark = if words.is_best { BEST } else { "" };
    format!("{mark}{}{mark}{interval}{remark}", words.value)
}

/// Stands for `**` until all else is escaped: control characters are written out in all that is shown.
const BEST: &str = "\u{1}";

fn write_rows(text: &mut String, heads: &[String], rows: &[Vec<String>], is_number: &[bool]) {
    let mut line = |cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    };
    let shown = |cell: &String| escaped(cell).replace(BEST, "**");
    line(&mut heads.iter().map(shown));
    line(&mut is_number.iter().map(|&is_number| if is_number { "---:" } else { "---" }.to_owned()));
    for row in rows {
        line(&mut row.iter().map(shown));
    }
}

/// The text with what Markdown or HTML would take for a sign of theirs written out, on one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' => escaped.push(' '),
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' | '$' | '!' => {
                escaped.push('\\');
                escaped.push(character);
            }
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
