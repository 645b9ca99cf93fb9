//! Texts that do not overlap: places in a column, and lines that are not too long.

use searchlab_worlds::font;

/// Places as near to the wanted ones as a distance of `gap` between neighbours allows, within `low..=high`. The wanted
/// ones must ascend. Where the column is too short for all, it is overrun at the end.
///
/// The sum of the squares of the displacements is the least possible: isotonic regression by pooling of neighbours
/// (Ayer, Brunk, Ewing, Reid, Silverman 1955), on the places less what the gaps before them take.
pub(super) fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    // Each pool: sum and number of its members.
    let mut pools: Vec<(f64, usize)> = Vec::new();
    for (index, place) in wanted.iter().enumerate() {
        let mut pool = (place - gap * index as f64, 1);
        while let Some(&(sum, count)) = pools.last()
            && sum / count as f64 >= pool.0 / pool.1 as f64
        {
            pool = (pool.0 + sum, pool.1 + count);
            pools.pop();
        }
        pools.push(pool);
    }
    let highest = (high - gap * wanted.len().saturating_sub(1) as f64).max(low);
    let bases = pools.into_iter().flat_map(|(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    bases.enumerate().map(|(index, base)| base.clamp(low, highest) + gap * index as f64).collect()
}

/// Width of a text whose em square is `size` high.
pub(super) fn width(text: &str, size: f64, bold: bool) -> f64 {
    // The library gives whole pixels.
    const FINE: f64 = 64.0;
    let measured = font::width(text, size * FINE, bold);
    // Wider than any letter on the average: a text that cannot be measured takes too much room, not too little.
    measured.map_or(size * text.chars().count() as f64, |width| f64::from(width) / FINE)
}

/// The text in lines no wider than `room`, broken at blanks, and within words that are too long by themselves.
pub(super) fn wrapped(text: &str, size: f64, bold: bool, room: f64) -> Vec<String> {
    let fits = |line: &str| width(line, size, bold) <= room;
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for character in word.chars() {
            line.push(character);
            if !fits(&line) && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, character.to_string()));
            }
        }
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stay_where_they_are_if_they_can() {
        let cases: [(&[f64], &[f64]); 6] = [
            (&[], &[]),
            (&[5.0], &[5.0]),
            (&[0.0, 20.0, 40.0], &[0.0, 20.0, 40.0]),
            (&[50.0, 50.0], &[45.0, 55.0]),
            (&[0.0, 0.0, 100.0, 100.0], &[0.0, 10.0, 90.0, 100.0]),
            (&[50.0, 51.0, 52.0, 70.0], &[41.0, 51.0, 61.0, 71.0]),
        ];
        for (wanted, expected) in cases {
            let places = spread(wanted, 10.0, 0.0, 100.0);
            assert!(places.iter().zip(expected).all(|(a, b)| (a - b).abs() < 0.6), "{wanted:?}: {places:?}");
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 10.0 - 1e-9), "{places:?}");
        }
    }

    #[test]
    fn lines_keep_to_their_room() {
        let long = format!("a few words and {} then", "x".repeat(200));
        for text in ["", "word", "several words in a line", &long] {
            let lines = wrapped(text, 12.0, false, 100.0);
            assert!(lines.iter().all(|line| width(line, 12.0, false) <= 100.0), "{lines:?}");
            let letters = |text: &str| text.chars().filter(|letter| *letter != ' ').collect::<String>();
            assert_eq!(letters(&lines.concat()), letters(text));
        }
    }
}
