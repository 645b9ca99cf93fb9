//! All records within the page, in little room.
//!
//! Idea        Records of one kind differ in their values only. A line of JSON is cut into what all lines of its shape
//!             share and the numbers and texts between; those are written column by column, which compresses to less
//!             than half of what the lines do. Putting them together again gives the very lines, byte for byte.
//! Guarantees  Bounded memory: what can no longer fit is let go while records still arrive.
//! Not here    Putting together and showing (records.js, trials.js).

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use maud::{Markup, PreEscaped, html};
use rustc_hash::FxHashMap;

use super::link_part;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Answer, Record};
use searchlab_trial::text::{counted, is_invisible_control, printable};

/// Bytes of lines beyond which they are not kept: they would not fit into the page, and the reader's browser has to
/// hold them as well.
const MOST: usize = 24_000_000;

/// The records of the page, gathered one by one.
#[derive(Debug)]
pub struct Trials {
    file: String,
    count: usize,
    labels: Vec<String>,
    whole: Option<Pack>,
    /// Without moves and iterations, where they are too much.
    lean: Option<Pack>,
}

impl Trials {
    /// No records yet, of the file of that name beside the page.
    pub fn new(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            count: 0,
            labels: Vec::new(),
            whole: Some(Pack::default()),
            lean: Some(Pack::default()),
        }
    }

    /// Adds a record; the experiment calls its algorithm by the label. They are shown in the order in which they come.
    pub fn push<'r>(&mut self, record: &Record, label: impl FnOnce() -> &'r str) {
        self.count += 1;
        if self.lean.is_none() {
            return;
        }
        let label = printable(label());
        let place = self.labels.iter().position(|known| *known == label).unwrap_or_else(|| {
            self.labels.push(label);
            self.labels.len() - 1
        });
        add(&mut self.whole, record, place);
        let result = record.result.as_ref().map(|answer| Answer { moves: answer.moves.without(), ..answer.clone() });
        add(&mut self.lean, &Record { result, per_iteration: Vec::new(), ..record.clone() }, place);
    }

    /// The file of the records beside the page.
    pub(super) fn file(&self) -> String {
        link_part(&self.file)
    }

    /// The number of records.
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    /// True if there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The records in letters that may stand anywhere, and whether moves and iterations are left out; `None` if that
    /// takes more bytes than `room`.
    fn packed(&self, room: usize) -> Option<(String, bool)> {
        let fits = |pack: &Option<Pack>| {
            let text = pack.as_ref()?.text(&self.labels);
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(text.as_bytes()).ok()?;
            Some(base64(&encoder.finish().ok()?)).filter(|text| text.len() <= room)
        };
        let whole = fits(&self.whole).map(|text| (text, false));
        whole.or_else(|| fits(&self.lean).map(|text| (text, true)))
    }
}

/// Adds a line to a pack, or lets the pack go if it becomes too large.
fn add(pack: &mut Option<Pack>, record: &Record, label: usize) {
    let Some(mut kept) = pack.take() else { return };
    let Ok(line) = serde_json::to_string(record) else { return };
    // The script of the page shows texts as they are.
    kept.push(&if line.is_ascii() { line } else { line.replace(is_invisible_control, "\u{fffd}") }, label);
    *pack = Some(kept).filter(|pack| pack.bytes <= MOST);
}

/// Lines of JSON, column by column.
#[derive(Debug, Default)]
struct Pack {
    shapes: Vec<Shape>,
    /// Their places, by their frames.
    known: FxHashMap<String, usize>,
    /// The shape and the label of each line.
    lines: Vec<(usize, usize)>,
    bytes: usize,
}

#[derive(Debug)]
struct Shape {
    /// The text that its lines share, with a [`GAP`] for each value.
    frame: String,
    /// The values between two pieces, each with a line break behind.
    columns: Vec<String>,
}

impl Pack {
    fn push(&mut self, line: &str, label: usize) {
        self.bytes += line.len();
        let (frame, values) = cut(line);
        let shape = if let Some(&shape) = self.known.get(&frame) {
            shape
        } else {
            self.known.insert(frame.clone(), self.shapes.len());
            self.shapes.push(Shape { frame, columns: vec![String::new(); values.len()] });
            self.shapes.len() - 1
        };
        for (column, value) in self.shapes[shape].columns.iter_mut().zip(values) {
            column.push_str(value);
            column.push('\n');
        }
        self.lines.push((shape, label));
    }

    /// A line of JSON with the shapes and labels, a line with the shape of each record, one with its label, and then
    /// the columns of each shape, a value in each line. No value has a line break: JSON writes it as `\n`.
    fn text(&self, labels: &[String]) -> String {
        let shapes: Vec<Vec<&str>> = self.shapes.iter().map(|shape| shape.frame.split(GAP).collect()).collect();
        let mut text = serde_json::json!({ "shapes": shapes, "labels": labels }).to_string();
        let numbers = |of: fn(&(usize, usize)) -> usize| -> Vec<String> {
            self.lines.iter().map(|line| of(line).to_string()).collect()
        };
        for line in [numbers(|line| line.0), numbers(|line| line.1)] {
            text.push('\n');
            text.push_str(&line.join(" "));
        }
        text.push('\n');
        self.shapes.iter().flat_map(|shape| &shape.columns).for_each(|column| text.push_str(column));
        text
    }
}

/// Stands for a value: JSON writes such a letter of a text in another way.
const GAP: char = '\0';

/// A line of JSON with a [`GAP`] for each number, text and list of texts, and these. Keys are left where they are.
fn cut(line: &str) -> (String, Vec<&str>) {
    let bytes = line.as_bytes();
    let (mut frame, mut values) = (String::with_capacity(line.len()), Vec::new());
    let (mut piece, mut at) = (0, 0);
    while at < bytes.len() {
        let end = match bytes[at] {
            b'"' => end_of_text(bytes, at),
            // A list of texts is one value: its length is no part of the shape.
            b'[' if bytes.get(at + 1) == Some(&b'"') => end_of_texts(bytes, at),
            b'-' | b'0'..=b'9' => {
                let rest = &bytes[at..];
                at + rest.iter().position(|byte| !b"+-.eE0123456789".contains(byte)).unwrap_or(rest.len())
            }
            _ => {
                at += 1;
                continue;
            }
        };
        if bytes.get(end) != Some(&b':') {
            frame.push_str(&line[piece..at]);
            frame.push(GAP);
            values.push(&line[at..end]);
            piece = end;
        }
        at = end;
    }
    frame.push_str(&line[piece..]);
    (frame, values)
}

/// The place behind the text that begins at `begin`.
fn end_of_text(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin + 1;
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    bytes.len().min(at + 1)
}

/// The place behind the list of texts that begins at `begin`.
fn end_of_texts(bytes: &[u8], begin: usize) -> usize {
    let mut at = begin;
    while matches!(bytes.get(at), Some(b'[' | b',')) && bytes.get(at + 1) == Some(&b'"') {
        at = end_of_text(bytes, at + 1);
    }
    bytes.len().min(at + 1)
}

/// Three bytes as four letters (RFC 4648).
pub(crate) fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |place: usize| u32::from(chunk.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize] as char;
            text.push(if place <= chunk.len() as u32 { letter } else { '=' });
        }
    }
    text
}

/// The section of the trials, in which the records may take `room` bytes.
pub(super) fn section(trials: &Trials, room: usize) -> Markup {
    let packed = if trials.is_empty() { None } else { trials.packed(room) };
    let file = html! { a href=(trials.file()) { code { (printable(&trials.file)) } } };
    let counters: Vec<&str> = Counters::MEANINGS.iter().map(|counter| counter.0).collect();
    html! {
        section #trials aria-labelledby="trials-head" {
            h2 #trials-head { "Trials" }
            p { (counted(trials.count as u64, "trial")) ". All records stand in " (file) " beside this page." }
            @match &packed {
                _ if trials.is_empty() => {}
                None => p.note { "They are too many to be shown here." },
                Some((records, is_lean)) => {
                    noscript { p.note { "With JavaScript they are shown here as a table." } }
                    @if *is_lean {
                        p.note { "Moves and iterations are left out here, as they would take too much room." }
                    }
                    div #trials-table {}
                    script #records type="text/plain" data-counters=(counters.join(" ")) data-file=(trials.file) {
                        (PreEscaped(records))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        // The test vectors of RFC 4648, section 10.
        for (text, letters) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(text.as_bytes()), letters);
        }
    }

    #[test]
    fn lines_are_cut_at_values_and_put_together_again() {
        let cases: [(&str, &[&str]); 5] = [
            (r#"{"a":1,"b":"x"}"#, &["1", r#""x""#]),
            (r#"{"a\":":"\\\"","c":[-1e-7,null,true,{}]}"#, &[r#""\\\"""#, "-1e-7"]),
            (r#""x":1"#, &["1"]),
            ("7", &["7"]),
            ("{}", &[]),
        ];
        for (line, expected) in cases {
            let (frame, values) = cut(line);
            assert_eq!(values, expected, "{line}");
            assert_eq!(frame.matches(GAP).count(), values.len());
            let again: String =
                frame.split(GAP).zip(values.into_iter().chain([""])).flat_map(|(a, b)| [a, b]).collect();
            assert_eq!(again, line);
        }
    }
}
