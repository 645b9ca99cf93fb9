//! Widths of texts by the advance widths of the font alone, for the build that has no font files.
//!
//! Idea        A table of all characters, made once from both files. Without the kerning of pairs a text is up to a few
//!             hundredths wider than it is set.

use std::collections::BTreeMap;
use std::sync::OnceLock;

/// A character in hexadecimal with its widths in both faces, in 2048ths of the em square. The first line is for all that
/// are not in it, or not in one face.
const TABLE: &str = include_str!("../../assets/fonts/advances.txt");

/// Units of the em square.
const UNITS: f64 = 2048.0;

struct Advances {
    missing: [u16; 2],
    known: BTreeMap<char, [u16; 2]>,
}

fn advances() -> &'static Advances {
    static ADVANCES: OnceLock<Advances> = OnceLock::new();
    ADVANCES.get_or_init(|| {
        let mut read = Advances { missing: [0; 2], known: BTreeMap::new() };
        for line in TABLE.lines() {
            let mut words = line.split(' ');
            let character = words.next().and_then(|word| u32::from_str_radix(word, 16).ok()).and_then(char::from_u32);
            let widths = [words.next(), words.next()].map(|word| word.and_then(|word| word.parse().ok()).unwrap_or(0));
            match character {
                Some(character) => _ = read.known.insert(character, widths),
                None => read.missing = widths,
            }
        }
        read
    })
}

/// Width of a text in pixels, its em square `pixels` high.
#[expect(clippy::unnecessary_wraps, reason = "the twin that reads the font can fail")]
pub fn width(text: &str, pixels: f64, bold: bool) -> Option<i32> {
    let Advances { missing, known } = advances();
    let face = usize::from(bold);
    let advance = |character: char| match known.get(&character).map_or(0, |widths| widths[face]) {
        0 => missing[face],
        advance => advance,
    };
    let units: u64 = text.chars().map(|character| u64::from(advance(character))).sum();
    Some((units as f64 * pixels / UNITS) as i32)
}

#[cfg(test)]
mod tests {
    use super::{advances, width};
    use crate::font;

    #[test]
    fn the_table_is_that_of_the_font() {
        let known = || advances().known.keys().copied().chain(['\u{4e00}']);
        assert!(known().count() > 300);
        for (character, bold) in known().flat_map(|character| [(character, false), (character, true)]) {
            let text = character.to_string();
            let own = width(&text, 2048.0, bold).unwrap();
            let exact = font::width(&text, 2048.0, bold).unwrap();
            // The font is set by the height of its line, which is rounded.
            assert!(own.abs_diff(exact) <= 1, "{character} {bold}: {own} {exact}");
        }
        let text = "expanded, AVATAR 1,234 × 5 … Te Yo";
        let [own, exact] = [width(text, 64.0, false), font::width(text, 64.0, false)].map(|width| width.unwrap());
        assert!(own >= exact && f64::from(own) < 1.05 * f64::from(exact), "{own} {exact}");
    }
}
