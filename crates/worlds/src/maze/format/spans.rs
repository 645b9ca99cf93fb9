//! Rows whose cells are pieces of a line of any length: common to the formats in which a cell is not one byte.
//!
//! Two passes, as in `rows.rs`, so that nothing is held per cell but the grid.

use std::ops::Range;

use super::rows::{Block, Cells, Class, Marks, excerpt, too_many_cells};
use crate::maze::grid::{Grid, Place};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::text::counted;

/// A cell: where it stands in its line, and its meaning.
pub(super) type Piece = (Range<usize>, Class);

/// Reads the rows of a block that has at least one line; the first decides the width. `None` if there were problems.
pub(super) fn read<'a, I: Iterator<Item = Piece>>(
    block: &Block<'a>,
    expected: &str,
    pieces: impl Fn(&'a str) -> I,
    problems: &mut Diagnostics,
) -> Option<Cells> {
    let cols = block.lines().next().map_or(0, |line| pieces(line.text).count());
    let mut marks = Marks::default();
    let mut rows = 0;
    for line in block.lines() {
        rows += 1;
        let mut count = 0;
        let mut surplus = None;
        for (span, class) in pieces(line.text) {
            count += 1;
            if count == cols + 1 {
                surplus = Some(span.start..line.text.len());
            }
            if class == Class::Unknown {
                let cell = quoted(&line.text[span.clone()]);
                let place = || excerpt(&block.source.name, &line, span.clone(), format!("expected {expected}"));
                problems.push(|| Diagnostic::new(format!("unknown cell {cell} in a maze")).at(place()));
            }
            marks.note(block.source, &line, span, class, problems);
        }
        if count != cols {
            let span = surplus.unwrap_or(line.text.len()..line.text.len());
            let label = format!("expected {}, as in line {}", counted(cols as u64, "cell"), block.first);
            let message = format!("ragged rows: this one has {}", counted(count as u64, "cell"));
            problems.push(|| Diagnostic::new(message).at(excerpt(&block.source.name, &line, span, label)));
        }
    }
    if !problems.is_empty() {
        return None;
    }
    if cols == 0 || u64::from(rows) * cols as u64 > Grid::MAX_CELLS {
        problems.push(|| too_many_cells(block, u64::from(rows), cols as u64));
        return None;
    }
    let mut cells = Cells { grid: Grid::blocked(rows, cols as u32), ..Cells::none() };
    for (row, line) in (0..rows).zip(block.lines()) {
        for (col, (_, class)) in (0..).zip(pieces(line.text)) {
            cells.set(Place { row, col }, class);
        }
    }
    Some(cells)
}
