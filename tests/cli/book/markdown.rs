//! Markdown that is made: pages of headings, sentences and tables.

use std::fmt::Write;

/// A page that grows from its top to its bottom.
#[derive(Debug)]
pub(super) struct Page {
    text: String,
}

impl Page {
    /// A page with a title and what it is about.
    pub(super) fn new(title: &str, about: &str) -> Self {
        let warning =
            format!("<!-- Made by a test from the program itself. To make it again:\n{}\n-->", super::REMEDY.command);
        Self { text: format!("{warning}\n\n# {title}\n\n{about}\n") }
    }

    /// A heading of level 2 or below.
    pub(super) fn heading(&mut self, level: usize, words: &str) {
        let _ = write!(self.text, "\n{} {words}\n", "#".repeat(level));
    }

    /// A paragraph; nothing if there are no words.
    pub(super) fn says(&mut self, words: &str) {
        if !words.is_empty() {
            let _ = write!(self.text, "\n{words}\n");
        }
    }

    /// A list of things, each with its name.
    pub(super) fn list<'a>(&mut self, items: impl IntoIterator<Item = (&'a str, String)>) {
        self.text.push('\n');
        for (name, words) in items {
            let _ = writeln!(self.text, "- {name}: {words}");
        }
    }

    /// A table; nothing if it has no rows.
    pub(super) fn table<const N: usize>(&mut self, head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) {
        let mut rows = rows.into_iter().peekable();
        if rows.peek().is_none() {
            return;
        }
        let _ = write!(self.text, "\n| {} |\n|{}\n", head.join(" | "), "---|".repeat(N));
        for row in rows {
            let _ = writeln!(self.text, "| {} |", row.map(|cell| cell.replace('|', "\\|")).join(" | "));
        }
    }

    /// The text of the page.
    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Words of the program as Markdown shows them unchanged; what stands between backticks stays code.
pub(super) fn plain(words: &str) -> String {
    let mut is_code = false;
    words.replace('\n', " ").chars().fold(String::new(), |mut out, character| {
        is_code ^= character == '`';
        if !is_code && matches!(character, '*' | '_' | '<' | '[' | ']') {
            out.push('\\');
        }
        out.push(character);
        out
    })
}

/// A name as users type it.
pub(super) fn code(name: &str) -> String {
    format!("`{name}`")
}

/// Names as users type them, with commas between.
pub(super) fn codes<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(code).collect::<Vec<_>>().join(", ")
}

/// A sentence: a capital at the beginning, a stop at the end.
pub(super) fn sentence(words: &str) -> String {
    let mut letters = words.trim().chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let rest = letters.as_str();
    let stop = if rest.ends_with(['.', '?', '!']) { "" } else { "." };
    plain(&format!("{first}{rest}{stop}"))
}
