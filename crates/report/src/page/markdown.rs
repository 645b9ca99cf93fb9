//! The report as Markdown: question, answer, problems, tables, links to the charts, the manifest, the command.
//!
//! Not here: tables, claims and problems as Markdown (sheet).

use std::fmt::Write;

use super::answer::summary;
use super::{NOISE_HEAD, Page, PageChart, link_part, paragraphs, title};
use crate::Layout;
use crate::sheet::{claims_markdown, markdown_text, problems_markdown, sheet};
use searchlab_lab::experiment::program::name_and_commit;
use searchlab_trial::text::{printable, printable_lines};

/// The page as Markdown.
pub fn markdown(page: &Page<'_>) -> String {
    let mut text = format!("# {}\n", markdown_text(&title(page)));
    for paragraph in page.question.into_iter().flat_map(paragraphs) {
        let _ = write!(text, "\n{}\n", line(paragraph));
    }
    let _ = write!(text, "\n## Answer\n\n{}\n", summary(page));
    if !page.claims.is_empty() {
        let _ = write!(text, "\n{}", claims_markdown(page.claims).trim_end());
        text.push('\n');
    }
    write_sentences(&mut text, "Sequential tests", page.tests);
    if !page.problems.is_empty() {
        let _ = write!(text, "\n## What to know first\n\n{}", problems_markdown(page.problems));
    }
    write_sentences(&mut text, "Notes", page.notes);
    if !page.noise.is_empty() {
        let _ = write!(text, "\n## {NOISE_HEAD}\n\n");
        for noise in page.noise {
            let _ = writeln!(text, "- {}", noise.words());
        }
    }
    if !page.charts.is_empty() || !page.undrawn.is_empty() {
        text.push_str("\n## Charts\n");
        page.charts.iter().for_each(|chart| write_chart(&mut text, chart));
        for reason in page.undrawn {
            let _ = write!(text, "\nNot drawn: {}.\n", markdown_text(reason));
        }
    }
    if !page.tables.is_empty() {
        text.push_str("\n## Tables\n");
        page.tables.iter().for_each(|table| {
            let _ = write!(text, "\n{}", sheet(table, Layout::Markdown));
        });
    }
    if !page.replays.is_empty() {
        text.push_str("\n## Replays\n\n");
        for name in page.replays {
            let _ = writeln!(text, "- [{}](replays/{name})", name.trim_end_matches(".html"));
        }
    }
    if let Some(manifest) = page.manifest {
        text.push_str("\n## Where the records come from\n\n");
        for (label, words) in manifest {
            let _ = writeln!(text, "- {}: {}", markdown_text(label), markdown_text(words));
        }
    }
    let _ = write!(text, "\n## Do it again\n\n{}", fenced(&printable_lines(page.command)));
    let _ = write!(text, "\nAll records stand in [{0}]({0}). Made by {1}.\n", page.trials.file(), name_and_commit());
    text
}

/// A section that is a list; nothing where that is empty.
fn write_sentences(text: &mut String, head: &str, sentences: &[String]) {
    if !sentences.is_empty() {
        let _ = write!(text, "\n## {head}\n\n");
    }
    for sentence in sentences {
        let _ = writeln!(text, "- {}", markdown_text(&printable(sentence)));
    }
}

fn write_chart(text: &mut String, chart: &PageChart) {
    let (title, alt, stem) = (markdown_text(&chart.title), markdown_text(&chart.alt), link_part(&chart.file_stem));
    let _ = write!(text, "\n### {title}\n\n![{alt}](charts/{stem}.svg)\n\n[Values](charts/{stem}.csv)\n");
}

/// A paragraph on one line, whose first character makes no heading, quotation or list of it.
fn line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = markdown_text(&words.join(" "));
    let is_sign = text.starts_with(['#', '-', '+', '=']);
    if is_sign { format!("\\{text}") } else { text }
}

/// A block of code, between fences that are longer than any in it.
fn fenced(code: &str) -> String {
    let longest = code.split(|character| character != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}sh\n{}\n{fence}\n", code.trim_end())
}
