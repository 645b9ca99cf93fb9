//! Coloured text for a terminal.

use anstyle::Style;

/// Text with as few changes of colour as possible.
#[derive(Default)]
pub(crate) struct Painter {
    text: String,
    style: Style,
}

impl Painter {
    /// The text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    /// Adds a line with the title, bold if there are colours; none if there is no title.
    pub(crate) fn title(&mut self, title: &str, color: bool) {
        if !title.is_empty() {
            self.put(if color { Style::new().bold() } else { Style::new() }, title);
            self.end_line();
        }
    }

    /// Adds words in a style.
    pub(crate) fn put(&mut self, style: Style, words: &str) {
        if style != self.style {
            self.reset();
            self.text += &style.render().to_string();
            self.style = style;
        }
        self.text += words;
    }

    fn reset(&mut self) {
        if self.style != Style::new() {
            self.text += &self.style.render_reset().to_string();
            self.style = Style::new();
        }
    }

    /// Ends the line and all colours on it; blanks at its end are dropped.
    pub(crate) fn end_line(&mut self) {
        self.reset();
        self.text.truncate(self.text.trim_end_matches(' ').len());
        self.text.push('\n');
    }
}
