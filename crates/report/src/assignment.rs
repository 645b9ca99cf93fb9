//! Grades of assignments: for the terminal, as a page, as CSV, and as JUnit XML.
//!
//! Not here: how points are given ([`searchlab_lab::assignment`]).

use std::fmt::Write;

use maud::{Markup, html};

use crate::page::plain_page;
use searchlab_lab::assignment::{Case, Grade, TestGrade};
use searchlab_trial::text::{csv_cell, printable, wrapped};

/// Failures of a test that are told; more are counted.
const SHOWN: usize = 5;

const STYLE: &str = "table { border-collapse: collapse } th, td { padding: .2em .8em; text-align: right; \
                     border-bottom: 1px solid var(--line, #8886) } th:first-child, td:first-child { text-align: left } \
                     td { white-space: nowrap } main, header { max-width: 70rem; overflow-x: auto } li { margin: .3em 0 } \
                     .lost { font-weight: 600 }";

/// A number of points, without decimals where it has none.
fn points(points: f64) -> String {
    if points.fract() == 0.0 { format!("{points:.0}") } else { format!("{points:.2}") }
}

/// The failures of a test that a student is told, each with the name of its instance.
fn told(test: &TestGrade) -> impl Iterator<Item = (&str, &str)> {
    let of = |case: &'_ Case| case.failure.is_some() && !test.is_hidden;
    test.cases.iter().filter(move |case| of(case)).filter_map(|case| Some((&*case.name, case.failure.as_deref()?)))
}

/// The name of a test.
fn name(test: &TestGrade) -> String {
    let hidden = if test.is_hidden { " (hidden instances)" } else { "" };
    format!("{}{hidden}", printable(&test.says))
}

/// The report for a student.
pub fn text(title: &str, grade: &Grade, width: usize) -> String {
    const INDENT: usize = 12;
    let mut text = format!("{}: {}\n\n", printable(title), printable(&grade.submission));
    for test in &grade.tests {
        let (earned, count) = (points(test.points()), test.cases.len());
        let _ = writeln!(text, "{earned:>5} of {:<3}{}: {} of {count}", test.of, name(test), test.passed());
        for (instance, failure) in told(test).take(SHOWN) {
            let words = format!("{}: {}", printable(instance), printable(failure));
            for line in wrapped(&words, width.saturating_sub(INDENT).max(20)) {
                let _ = writeln!(text, "{:INDENT$}{line}", "");
            }
        }
        let more = told(test).count().saturating_sub(SHOWN);
        if more > 0 {
            let _ = writeln!(text, "{:INDENT$}and {more} more", "");
        }
    }
    let (earned, of) = grade.points();
    let _ = writeln!(text, "\n{:>5} of {of} points", points(earned));
    text
}

/// The table of a teacher as CSV: a line for each submission, a column for each test.
///
/// # Errors
/// A name that CSV cannot hold.
pub fn csv(grades: &[Grade]) -> Result<String, ::csv::Error> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let tests = grades.first().map_or(&[][..], |grade| &grade.tests);
    let heads = ["submission".to_owned(), "points".to_owned()].into_iter();
    writer.write_record(heads.chain(tests.iter().map(|test| csv_cell(&test.says))))?;
    for grade in grades {
        let cells = [csv_cell(&grade.submission), points(grade.points().0)].into_iter();
        writer.write_record(cells.chain(grade.tests.iter().map(|test| points(test.points()))))?;
    }
    let bytes = writer.into_inner().map_err(|error| ::csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The page of a teacher: the table, then the report of each submission. `replays` are links by the place of the submission.
pub fn page(title: &str, about: &str, grades: &[Grade], replays: &[Option<String>]) -> String {
    let tests = grades.first().map_or(&[][..], |grade| &grade.tests);
    let body = html! {
        header { h1 { (title) } p { (about) } }
        main {
            table {
                thead { tr { th { "submission" } @for test in tests { th { (name(test)) } } th { "points" } } }
                tbody { @for grade in grades { (row(grade)) } }
            }
            @for (place, grade) in grades.iter().enumerate() {
                h2 id=(anchor(grade)) { (grade.submission) }
                ul { @for test in &grade.tests { (item(test)) } }
                @if let Some(link) = replays.get(place).and_then(Option::as_ref) {
                    p { a href=(link) { "The right search of the first instance that failed, step by step" } }
                }
            }
        }
    };
    plain_page(title, STYLE, &body)
}

fn anchor(grade: &Grade) -> String {
    grade.submission.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect()
}

fn row(grade: &Grade) -> Markup {
    let (earned, of) = grade.points();
    html! {
        tr {
            td { a href=(format!("#{}", anchor(grade))) { (grade.submission) } }
            @for test in &grade.tests { td { (points(test.points())) " of " (test.of) } }
            td { (points(earned)) " of " (of) }
        }
    }
}

fn item(test: &TestGrade) -> Markup {
    let (passed, count) = (test.passed(), test.cases.len());
    let class = if passed < count { "lost" } else { "" };
    html! {
        li {
            span class=(class) { (points(test.points())) " of " (test.of) } ": " (name(test)) ", " (passed) " of " (count)
            @if told(test).next().is_some() {
                ul { @for (instance, failure) in told(test) { li { (instance) ": " (failure) } } }
            }
        }
    }
}

/// All results as JUnit XML: a suite for each submission, a case for each instance of each test.
pub fn junit(title: &str, grades: &[Grade]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let cases = || grades.iter().flat_map(|grade| &grade.tests).flat_map(|test| &test.cases);
    let failures = cases().filter(|case| case.failure.is_some()).count();
    let _ = writeln!(
        text,
        "<testsuites name=\"{}\" tests=\"{}\" failures=\"{failures}\">",
        escaped(title),
        cases().count()
    );
    for grade in grades {
        let cases = || grade.tests.iter().flat_map(|test| &test.cases);
        let failures = cases().filter(|case| case.failure.is_some()).count();
        let suite = escaped(&grade.submission);
        let _ = writeln!(text, "  <testsuite name=\"{suite}\" tests=\"{}\" failures=\"{failures}\">", cases().count());
        for test in &grade.tests {
            for (number, case) in (1..).zip(&test.cases) {
                let name = if test.is_hidden { format!("hidden {number}") } else { escaped(&case.name) };
                let (class, seconds) = (escaped(&test.says), case.seconds);
                let _ = write!(text, "    <testcase classname=\"{class}\" name=\"{name}\" time=\"{seconds:.6}\"");
                let _ = match &case.failure {
                    None => writeln!(text, "/>"),
                    Some(_) if test.is_hidden => writeln!(text, "><failure message=\"failed\"/></testcase>"),
                    Some(failure) => writeln!(text, "><failure message=\"{}\"/></testcase>", escaped(failure)),
                };
            }
        }
        text += "  </testsuite>\n";
    }
    text + "</testsuites>\n"
}

/// A text within quotation marks of XML, which has no other control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in printable(text).chars() {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            letter if letter.is_control() => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}
