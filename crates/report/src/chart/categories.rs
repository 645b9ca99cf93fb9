//! Names along an axis: in one line, wrapped, or turned upright, so that none is cut off and none meets another.

use super::labels::width;

/// From one line of a label to the next.
pub(super) const CATEGORY_LINE: f64 = 15.0;
/// Most lines of a label that lies flat.
const MOST_LINES: usize = 3;
/// Longest line of a label below an axis; what is longer loses its middle.
const LONGEST: f64 = 230.0;
/// Least room between two labels that lie flat.
const GAP: f64 = 8.0;
/// A line may end after these signs.
const BREAKS: [char; 9] = [' ', '/', ':', ',', ';', '_', '=', '·', '-'];

/// The labels of an axis of categories.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CategoryLabels {
    /// The lines of each label; none for those that have no room.
    pub(super) lines: Vec<Vec<String>>,
    /// True for labels from the bottom to the top.
    pub(super) is_turned: bool,
    /// How far they reach from the axis.
    pub(super) depth: f64,
}

impl CategoryLabels {
    /// Below a horizontal axis on which neighbours are `step` apart.
    pub(super) fn below(names: &[String], size: f64, step: f64) -> Self {
        let flat: Option<Vec<_>> = names.iter().map(|name| broken(name, size, (step - GAP).min(LONGEST))).collect();
        if let Some(lines) = flat
            && lines.iter().all(|lines| lines.len() <= MOST_LINES)
        {
            let most = lines.iter().map(Vec::len).max().unwrap_or(0);
            return Self { lines, is_turned: false, depth: CATEGORY_LINE * most as f64 };
        }
        let lines = stacked(names, size, step, LONGEST);
        let depth = widest(&lines, size);
        Self { lines, is_turned: true, depth }
    }

    /// To the left of a vertical axis on which neighbours are `step` apart, none wider than `longest`.
    pub(super) fn beside(names: &[String], size: f64, step: f64, longest: f64) -> Self {
        let lines = stacked(names, size, step, longest);
        let depth = widest(&lines, size);
        Self { lines, is_turned: false, depth }
    }
}

/// Labels with their lines one beside the other, as many as there is room for between neighbours.
fn stacked(names: &[String], size: f64, step: f64, longest: f64) -> Vec<Vec<String>> {
    let room = (step / CATEGORY_LINE) as usize;
    let every = if step < CATEGORY_LINE { (CATEGORY_LINE / step.max(1e-3)).ceil() as usize } else { 1 };
    let label = |(index, name): (usize, &String)| {
        if !index.is_multiple_of(every) {
            return Vec::new();
        }
        match broken(name, size, longest) {
            Some(lines) if lines.len() <= room.max(1) => lines,
            _ => vec![shortened(name, size, longest)],
        }
    };
    names.iter().enumerate().map(label).collect()
}

fn widest(lines: &[Vec<String>], size: f64) -> f64 {
    lines.iter().flatten().map(|line| width(line, size, false)).fold(0.0, f64::max)
}

/// The text in lines no wider than `room`, broken after blanks and signs; none if a part is too wide by itself.
pub(super) fn broken(text: &str, size: f64, room: f64) -> Option<Vec<String>> {
    let mut lines: Vec<String> = Vec::new();
    for part in text.split_inclusive(BREAKS) {
        let longer = lines.last().map(|line| format!("{line}{part}"));
        match longer.filter(|longer| width(longer.trim_end(), size, false) <= room) {
            Some(longer) => *lines.last_mut()? = longer,
            None if width(part.trim_end(), size, false) > room => return None,
            None => lines.push(part.to_owned()),
        }
    }
    Some(lines.iter().map(|line| line.trim_end().to_owned()).collect())
}

/// The text, or its begin and end if it is too long.
pub(super) fn shortened(text: &str, size: f64, room: f64) -> String {
    if width(text, size, false) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let kept = |count: usize| {
        let (begin, end) = (count.div_ceil(2), count / 2);
        letters[..begin].iter().chain(['…'].iter()).chain(&letters[letters.len() - end..]).collect::<String>()
    };
    // No letter is so narrow that more of them fit.
    let most = letters.len().min(room as usize);
    let count = (0..most).rev().find(|&count| width(&kept(count), size, false) <= room);
    kept(count.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(all: &[&str]) -> Vec<String> {
        all.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn labels_lie_flat_wrap_or_stand() {
        let sizes = names(&["20x40", "40x80", "80x160"]);
        let flat = CategoryLabels::below(&sizes, 12.0, 200.0);
        assert_eq!((flat.is_turned, flat.depth), (false, CATEGORY_LINE));
        let mazes = names(&["caves:size=20x40,seed=1", "caves:size=20x40,seed=2"]);
        let wrapped = CategoryLabels::below(&mazes, 12.0, 110.0);
        assert!(!wrapped.is_turned);
        assert_eq!(wrapped.lines[0].concat(), mazes[0]);
        assert_eq!(wrapped.lines[0].len(), 2);
        let turned = CategoryLabels::below(&mazes, 12.0, 20.0);
        assert!(turned.is_turned && turned.depth > 100.0);
        let crowd = CategoryLabels::below(&vec![mazes[0].clone(); 90], 12.0, 9.0);
        assert_eq!(crowd.lines.iter().filter(|lines| !lines.is_empty()).count(), 45);
    }

    #[test]
    fn long_labels_keep_both_ends() {
        let long = format!("begin{}end", "x".repeat(300));
        let labels = CategoryLabels::beside(std::slice::from_ref(&long), 12.0, 20.0, LONGEST);
        assert!(labels.depth <= LONGEST);
        let line = &labels.lines[0][0];
        assert!(line.starts_with("begin") && line.ends_with("end") && line.contains('…'), "{line}");
        assert!(CategoryLabels::below(&[], 12.0, 20.0).lines.is_empty());
    }
}
