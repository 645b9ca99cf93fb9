//! An experiment as one page: `report.html`, which needs no other file and no network, and `report.md`.
//!
//! Question and answer come first, then what must be known before any figure is believed, then charts, tables, trials,
//! and all that it takes to do it again. Without JavaScript everything can be read; with it, charts tell their values,
//! tables sort and filter, and the records can be saved. The same input gives the same bytes.
//!
//! | part | file |
//! |---|---|
//! | claims and problems | `answer.rs` |
//! | charts with their values | `figure.rs` |
//! | tables | `tables.rs` |
//! | all records in little room | `trials.rs` |
//! | Markdown | `markdown.rs` |
//! | how it looks, what it does | `style.css`, `charts.js`, `tables.js` |
//! | the table of trials: columns, two side by side, scatter plot | `records.js`, `trials.js`, `columns.js`, `compare.js`, `scatter.js` |
//!
//! Not here: the numbers themselves, which are analysis; the words for them (sheet); how charts are drawn (chart).

mod answer;
mod figure;
mod markdown;
mod tables;
mod trials;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::source::source;
use searchlab_analysis::claim::ClaimResult;
use searchlab_analysis::noise::Noise;
use searchlab_analysis::problems::Problems;
use searchlab_analysis::table::TableData;
use searchlab_lab::experiment::program::name_and_commit;
use searchlab_trial::text::{counted, printable, printable_lines};

pub use markdown::markdown;
pub use trials::Trials;
pub(crate) use trials::base64;

/// An experiment with its results.
#[derive(Debug)]
pub struct Page<'a> {
    /// The title.
    pub title: &'a str,
    /// The question of the experiment.
    pub question: Option<&'a str>,
    /// The claims with their verdicts.
    pub claims: &'a [ClaimResult],
    /// Problems that must be known before any figure.
    pub problems: &'a Problems,
    /// Notes on the instances, a sentence each.
    pub notes: &'a [String],
    /// The decisions of the sequential tests, a sentence each.
    pub tests: &'a [String],
    /// Reasons to doubt the times.
    pub noise: &'a [Noise],
    /// The tables.
    pub tables: &'a [TableData],
    /// The charts.
    pub charts: &'a [PageChart],
    /// Charts that cannot be drawn, and why.
    pub undrawn: &'a [String],
    /// Pages that play searches, by their names in the folder `replays`.
    pub replays: &'a [String],
    /// The rules of style that all charts share; empty if each has its own.
    pub chart_style: &'a str,
    /// All records.
    pub trials: &'a Trials,
    /// The origin of the records, a label and a text each: program and its commit, processor, start.
    pub manifest: Option<&'a [(String, String)]>,
    /// The methods of measurement and statistics, a paragraph each.
    pub method: &'a [String],
    /// The experiment file.
    pub toml: &'a str,
    /// Its name.
    pub toml_name: &'a str,
    /// The command that makes the records again.
    pub command: &'a str,
    /// The link that does so in the laboratory, where that can be.
    pub link: Option<&'a str>,
}

/// A chart of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageChart {
    /// The title.
    pub title: String,
    /// A description of the picture in words, for those who do not see it.
    pub alt: String,
    /// The chart as an SVG element, whose ids no other chart has. What tells a value when pointed at has a `<title>`.
    pub svg: String,
    /// The same for a narrow screen.
    pub narrow: String,
    /// Its values.
    pub csv: String,
    /// Name of its files without extension: `charts/STEM.svg`, `charts/STEM.csv`.
    pub file_stem: String,
}

/// Bytes that the page may have, not counting its charts. The records are embedded as far as they fit.
const ROOM: usize = 1_000_000;

/// The content security policy of the page: it loads nothing, and shows its own content only.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; \
                      font-src data:; base-uri 'none'; form-action 'none'";

/// The styles of a report.
fn style() -> &'static str {
    source("page/style.css")
}

/// The colours, fonts and margins of the report.
pub(crate) fn base_style() -> &'static str {
    style().split("/* Heads and words */").next().unwrap_or_default()
}

/// The head of a page that loads nothing but what the policy allows.
pub(crate) fn head(title: &str, policy: &str, styles: &Markup) -> Markup {
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta name="color-scheme" content="light dark";
            meta http-equiv="Content-Security-Policy" content=(policy);
            meta name="generator" content=(name_and_commit());
            title { (title) }
            link rel="icon" href="data:,";
            (styles)
        }
    }
}

/// A page without a report, with the colours, fonts and margins of the report's.
pub(crate) fn plain_page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { (title) }
                style { (PreEscaped(base_style())) (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    page.into_string()
}

/// In one scope, in this order: the later ones use the earlier.
const SCRIPTS: [&str; 7] = [
    "page/charts.js",
    "page/tables.js",
    "page/records.js",
    "page/columns.js",
    "page/compare.js",
    "page/scatter.js",
    "page/trials.js",
];

/// The page as HTML.
pub fn html(page: &Page<'_>) -> String {
    let title = title(page);
    let charts = figure::figures(page.charts, page.undrawn);
    let sections = Sections::of(page);
    let styles = html! {
        style { (PreEscaped(style())) }
        @if !page.chart_style.is_empty() { style { (PreEscaped(page.chart_style)) } }
    };
    let before = html! {
        (DOCTYPE)
        html lang="en" {
            (head(&title, POLICY, &styles))
            body {
                a.skip href="#answer" { "Skip to the answer" }
                (header(page, &title))
                (sections.contents())
                main {
                    (answer::answer(page))
                    (sentences("tests", "Sequential tests", page.tests))
                    (answer::problems(page.problems))
                    (sentences("notes", "Notes", page.notes))
                    (noise(page.noise))
                    // The mark is where the charts go, and the one after it the records: neither counts, or both
                    // depend on what is left.
                    (PreEscaped(CHARTS_MARK))
                    (tables::tables(page.tables))
                    (replays(page.replays))
                    (PreEscaped(TRIALS_MARK))
                    (method(page))
                    (experiment(page))
                }
                footer { p { "Made by " (name_and_commit()) ". This file needs no other and no network." } }
                script {
                    (PreEscaped("\n(() => {\n\"use strict\";\n\n"))
                    @for script in SCRIPTS { (PreEscaped(source(script))) "\n" }
                    (PreEscaped("})();\n"))
                }
            }
        }
    };
    let before = before.into_string();
    let (top, rest) = before.split_once(CHARTS_MARK).unwrap_or((&before, ""));
    let (middle, bottom) = rest.split_once(TRIALS_MARK).unwrap_or((rest, ""));
    let trials = trials::section(page.trials, ROOM.saturating_sub(before.len()));
    [top, &charts.into_string(), middle, &trials.into_string(), bottom].concat()
}

/// Comments with these texts cannot come from outside: every `<` of the input is escaped.
const CHARTS_MARK: &str = "<!--charts-->";
const TRIALS_MARK: &str = "<!--trials-->";

fn title(page: &Page<'_>) -> String {
    match printable(page.title.trim()) {
        title if title.is_empty() => "Experiment".to_owned(),
        title => title,
    }
}

fn header(page: &Page<'_>, title: &str) -> Markup {
    html! {
        header {
            p.kicker { "Experiment report" }
            h1 { (title) }
            @if let Some(question) = page.question {
                div.question {
                    @for paragraph in paragraphs(question) { p { (printable_lines(paragraph)) } }
                }
            }
        }
    }
}

/// The parts of a text between empty lines.
fn paragraphs(text: &str) -> impl Iterator<Item = &str> {
    text.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty())
}

/// The sections that there are, for the list of contents.
struct Sections(Vec<(&'static str, String)>);

impl Sections {
    fn of(page: &Page<'_>) -> Self {
        let some = |number: usize, noun: &str| match number {
            1 => noun.to_owned(),
            _ => format!("{noun}s"),
        };
        let mut sections = vec![("answer", "Answer".to_owned())];
        if !page.tests.is_empty() {
            sections.push(("tests", some(page.tests.len(), "Sequential test")));
        }
        if !page.problems.is_empty() {
            sections.push(("problems", "Problems".to_owned()));
        }
        if !page.notes.is_empty() {
            sections.push(("notes", some(page.notes.len(), "Note")));
        }
        if !page.noise.is_empty() {
            sections.push(("times", NOISE_HEAD.to_owned()));
        }
        if !page.charts.is_empty() || !page.undrawn.is_empty() {
            sections.push(("charts", some(page.charts.len() + page.undrawn.len(), "Chart")));
        }
        if !page.tables.is_empty() {
            sections.push(("tables", some(page.tables.len(), "Table")));
        }
        if !page.replays.is_empty() {
            sections.push(("replays", some(page.replays.len(), "Replay")));
        }
        sections.push(("trials", some(page.trials.len(), "Trial")));
        if !page.method.is_empty() || page.manifest.is_some() {
            sections.push(("method", "Method".to_owned()));
        }
        sections.push(("experiment", "Do it again".to_owned()));
        Self(sections)
    }

    fn contents(&self) -> Markup {
        html! {
            nav aria-label="Contents" {
                ul {
                    @for (id, text) in &self.0 { li { a href={ "#" (id) } { (text) } } }
                }
            }
        }
    }
}

/// A section that is a list; nothing where that is empty.
fn sentences(id: &str, head: &str, sentences: &[String]) -> Markup {
    html! {
        @if !sentences.is_empty() {
            section id=(id) aria-labelledby={ (id) "-head" } {
                h2 id={ (id) "-head" } { (head) }
                ul { @for sentence in sentences { li { (printable(sentence)) } } }
            }
        }
    }
}

/// Links to the pages that play searches.
fn replays(names: &[String]) -> Markup {
    html! {
        @if !names.is_empty() {
            section #replays aria-labelledby="replays-head" {
                h2 #replays-head { "Replays" }
                p { "The searches of the first instance, step by step, each on a page of its own." }
                ul { @for name in names { li { a href={ "replays/" (name) } { (name.trim_end_matches(".html")) } } } }
            }
        }
    }
}

/// The head of the section of noise in times.
const NOISE_HEAD: &str = "Noise in the times";

fn noise(noise: &[Noise]) -> Markup {
    html! {
        @if !noise.is_empty() {
            section #times aria-labelledby="times-head" {
                h2 #times-head { (NOISE_HEAD) }
                ul { @for noise in noise { li { (with_code(&noise.words())) } } }
            }
        }
    }
}

/// Words of which those between backticks are typed.
fn with_code(words: &str) -> Markup {
    html! {
        @for (place, part) in words.split('`').enumerate() {
            @if place % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

fn method(page: &Page<'_>) -> Markup {
    html! {
        @if !page.method.is_empty() || page.manifest.is_some() {
            section #method aria-labelledby="method-head" {
                h2 #method-head { "Method" }
                @for text in page.method {
                    @for paragraph in paragraphs(text) { p { (printable_lines(paragraph)) } }
                }
                @if let Some(manifest) = page.manifest {
                    h3 { "Where the records come from" }
                    dl.manifest {
                        @for (label, text) in manifest { div { dt { (label) } dd { (printable(text)) } } }
                    }
                }
            }
        }
    }
}

fn experiment(page: &Page<'_>) -> Markup {
    let lines = page.toml.lines().count() as u64;
    html! {
        section #experiment aria-labelledby="experiment-head" {
            h2 #experiment-head { "Do it again" }
            p { "This command runs the experiment again:" }
            pre.command tabindex="0" role="group" aria-label="Command" { code { (printable_lines(page.command)) } }
            @if let Some(link) = page.link {
                p {
                    a #run-here href=(link) { "Run this here" }
                    ", in the browser: the page " code { "searchlab.html" } " beside this folder does it. "
                    code { "searchlab lab --out searchlab.html" } " writes it there."
                }
            }
            h3 { "The experiment: " code { (printable(page.toml_name)) } }
            p.note { (counted(lines, "line")) ", as they were when the report was made." }
            // The first line break of a pre is dropped by readers of HTML.
            pre.toml tabindex="0" role="group" aria-label="Experiment file" { code { (printable_lines(page.toml)) } }
        }
    }
}

/// A part of a link: what is no plain character of a file's name is written as its bytes.
pub(crate) fn link_part(text: &str) -> String {
    let mut link = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            link.push(byte as char);
        } else {
            link.push('%');
            for digit in [byte >> 4, byte & 15] {
                link.extend(char::from_digit(u32::from(digit), 16).map(|digit| digit.to_ascii_uppercase()));
            }
        }
    }
    link
}
