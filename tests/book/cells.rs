//! Mazes as lists of free cells: the size in the first line, then a cell in each line, as ROW,COLUMN.

// ANCHOR: read
use searchlab::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab::worlds::maze::format::{Format, Maze};
use searchlab::worlds::maze::{Grid, Place};

/// Reads lists of free cells: the size, then a place in each line.
pub fn read(source: &Source) -> Result<Maze, Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut places = Vec::new();
    let mut begin = 0;
    for line in source.text.split_inclusive('\n') {
        let text = line.trim_end();
        let pair = text.split_once(',').and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
        match pair {
            Some((row, col)) => places.push((Place { row, col }, begin..begin + text.len())),
            None => problems.push(|| {
                let place = source.excerpt(begin..begin + text.len(), "expected ROW,COLUMN");
                Diagnostic::new(format!("invalid place {text:?}")).at(place)
            }),
        }
        begin += line.len();
    }
    let Some((size, _)) = places.first().cloned() else {
        problems.push(|| Diagnostic::new("no size").help("the first line is ROWS,COLUMNS"));
        return Err(problems);
    };
    let cells = u64::from(size.row) * u64::from(size.col);
    if !(1..=Grid::MAX_CELLS).contains(&cells) {
        problems.push(|| Diagnostic::new(format!("{cells} cells")).help("a maze has from 1 to 150 million"));
        return Err(problems);
    }
    let mut grid = Grid::blocked(size.row, size.col);
    for (place, span) in places.drain(1..) {
        if grid.contains(place) {
            grid.set_free(place, true);
        } else {
            problems.push(|| Diagnostic::new(format!("{place} is outside")).at(source.excerpt(span, "too large")));
        }
    }
    // The format of the maze would be its own variant.
    let (start, goal, goals, terrain) = (None, None, Vec::new(), None);
    problems.into_result(Maze { grid, terrain, start, goal, goals, format: Format::Course, remarks: Vec::new() })
}
// ANCHOR_END: read

// ANCHOR: test
mod tests {
    use super::*;

    #[test]
    fn free_cells_are_read() {
        let maze = read(&Source::new("cells", "2,3\n0,0\n0,1\n1,1\n")).expect("a maze");
        assert_eq!((maze.grid.rows(), maze.grid.cols(), maze.grid.free_cells()), (2, 3, 3));
    }

    #[test]
    fn all_errors_are_reported_with_their_places() {
        let problems = read(&Source::new("cells", "2,3\n0;0\n9,1\n")).expect_err("two problems");
        assert_eq!(problems.len(), 2);
        assert!(problems.render(false).contains("cells:2:1"));
    }
}
// ANCHOR_END: test
