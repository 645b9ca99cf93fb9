//! The evaluation along a game, drawn with characters after its end.

use crate::play::{BoardGame, Game, value_words};
use crate::record::Record;
use crate::search::game::Score;
use crate::search::game::score::is_decisive;
use crate::worlds::Side;

/// Columns of each half of the curve.
const HALF: usize = 20;

/// The value of a move for black.
struct Point {
    words: String,
    value: Score,
}

/// A line for each move that a search chose: number, side, move, its value for black, and a bar to the right where black
/// is better and to the left where white is. The records stand with the plies after their moves. `None` where there is
/// no value.
pub(super) fn curve<P: BoardGame>(game: &Game<P>, records: &[(usize, Record)]) -> Option<String> {
    let positions: Vec<&P> = game.positions().collect();
    let point = |(plies, record): &(usize, Record)| {
        let before = positions.get(plies.checked_sub(1)?)?;
        let mv = *game.moves().get(plies - 1)?;
        let value = record.result.as_ref()?.value as Score;
        let value = if before.side() == Side::Black { value } else { -value };
        let words = format!("{:>3}. {} {:<4}", before.number(), before.side().name(), before.spell(mv));
        Some(Point { words, value })
    };
    let points: Vec<Point> = records.iter().filter_map(point).collect();
    let size = |point: &Point| (!is_decisive(point.value)).then_some(point.value.unsigned_abs());
    let mut sizes: Vec<u32> = points.iter().filter_map(size).collect();
    sizes.sort_unstable();
    // The ninth decile: one value that stands out must not flatten all others.
    let full = sizes.get(sizes.len().saturating_sub(1) * 9 / 10).copied().unwrap_or(1).max(1);
    let line = |point: &Point| {
        let Point { words, value } = point;
        let length = if is_decisive(*value) {
            HALF
        } else {
            let length = (u64::from(value.unsigned_abs()) * HALF as u64 + u64::from(full) / 2) / u64::from(full);
            usize::try_from(length).unwrap_or(HALF).min(HALF)
        };
        let bar = "#".repeat(length);
        let (left, right) = if *value < 0 { (bar, String::new()) } else { (String::new(), bar) };
        format!("{words} {:>16} {left:>HALF$}|{right}\n", value_words(*value).replace("value ", ""))
    };
    let lines: String = points.iter().map(line).collect();
    let head = format!("values for black, each by the search that chose the move; a full bar is {full} or more\n");
    (!points.is_empty()).then_some(head + &lines)
}
