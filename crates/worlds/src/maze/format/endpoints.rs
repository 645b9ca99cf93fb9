//! Where a search begins and ends in a maze.

use super::Maze;
use crate::maze::goals::{GoalKind, Goals};
use crate::maze::grid::{Grid, Place};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::text::counted;

const REMEDY: &str = "give `--start R,C --goal R,C` (row and column, both from 0), or mark them with S and G";

/// The start and the goal of a maze. What the caller gives wins over the marks in the file. Where neither says it and
/// the border has exactly two free cells, these are start and goal in reading order; if one of the two is already
/// the start or the goal, the other is the other.
///
/// # Errors
/// No start, no goal, either of them outside or in a wall.
pub fn endpoints(maze: &Maze, start: Option<Place>, goal: Option<Place>) -> Result<(Place, Place), Diagnostics> {
    let (start, goal) = (start.or(maze.start), goal.or(maze.goal));
    let mut problems = Diagnostics::new();
    for (name, place) in [("start", start), ("goal", goal)] {
        if let Some(problem) = place.and_then(|place| misplaced(&maze.grid, name, place)) {
            problems.push(|| problem);
        }
    }
    let pair = match (start, goal) {
        (Some(start), Some(goal)) => return problems.into_result((start, goal)),
        (start, goal) => by_openings(&maze.grid, start, goal),
    };
    match pair {
        Ok(pair) => problems.into_result(pair),
        Err(missing) => {
            problems.push(|| missing);
            Err(problems)
        }
    }
}

/// The start and the goals of a maze in which several are marked, or the one goal that is.
///
/// # Errors
/// No start, no goal, too many goals for a path through all of them, any of them outside or in a wall.
pub fn start_and_goals(maze: &Maze, start: Option<Place>, kind: GoalKind) -> Result<(Place, Vec<Place>), Diagnostics> {
    let goals: Vec<Place> = if maze.goals.is_empty() { maze.goal.into_iter().collect() } else { maze.goals.clone() };
    let Some(start) = start.or(maze.start) else {
        return Err(Diagnostic::new("no start").help("give `--start R,C`, or mark it with S (P in layouts)").into());
    };
    if let Some(problem) = misplaced(&maze.grid, "start", start) {
        return Err(problem.into());
    }
    if goals.is_empty() {
        let help = "mark each with G in ASCII art or CSV, with . in a layout of the Pacman projects";
        return Err(Diagnostic::new("no goals").help(help).into());
    }
    if kind == GoalKind::All && goals.len() > Goals::MOST {
        let message = format!("{} goals are more than a path through all can have", goals.len());
        let help = format!("expected at most {}; `--goals nearest` finds the nearest of any number", Goals::MOST);
        return Err(Diagnostic::new(message).help(help).into());
    }
    Ok((start, goals))
}

fn by_openings(grid: &Grid, start: Option<Place>, goal: Option<Place>) -> Result<(Place, Place), Diagnostic> {
    let count = border(grid).filter(|&place| grid.is_free_at(place)).count();
    let mut openings = border(grid).filter(|&place| grid.is_free_at(place));
    let two = if count == 2 { openings.next().zip(openings.next()) } else { None };
    match (start, goal, two) {
        (None, None, Some(both)) => return Ok(both),
        (Some(start), None, Some((one, other))) if start == one => return Ok((start, other)),
        (Some(start), None, Some((one, other))) if start == other => return Ok((start, one)),
        (None, Some(goal), Some((one, other))) if goal == one => return Ok((other, goal)),
        (None, Some(goal), Some((one, other))) if goal == other => return Ok((one, goal)),
        _ => {}
    }
    let message = match (start, goal) {
        (None, None) => "no start and no goal".to_owned(),
        (Some(start), _) => format!("no goal for the start {start}"),
        (None, Some(goal)) => format!("no start for the goal {goal}"),
    };
    let count = counted(count as u64, "opening");
    let border = format!("the border has {count}; start and goal are taken from exactly two");
    Err(Diagnostic::new(message).help(REMEDY).help(border))
}

/// The cells of the border in reading order, each once.
fn border(grid: &Grid) -> impl Iterator<Item = Place> + use<> {
    let (rows, cols) = (grid.rows(), grid.cols());
    (0..rows).flat_map(move |row| {
        let is_edge = row == 0 || row + 1 == rows;
        let step = if is_edge || cols <= 2 { 1 } else { cols as usize - 1 };
        (0..cols).step_by(step).map(move |col| Place { row, col })
    })
}

fn misplaced(grid: &Grid, name: &str, place: Place) -> Option<Diagnostic> {
    if !grid.contains(place) {
        let (rows, cols) = (grid.rows(), grid.cols());
        let size = format!("it has {} and {}", counted(rows.into(), "row"), counted(cols.into(), "column"));
        let range = format!("rows go from 0 to {}, columns from 0 to {}", rows - 1, cols - 1);
        return Some(Diagnostic::new(format!("the {name} {place} is outside of the maze")).help(size).help(range));
    }
    if grid.is_free_at(place) {
        return None;
    }
    let diagnostic = Diagnostic::new(format!("the {name} {place} is in a wall"));
    let distance = |free: &Place| free.row.abs_diff(place.row) + free.col.abs_diff(place.col);
    let nearest = grid.places().filter(|&free| grid.is_free_at(free)).min_by_key(distance);
    Some(match nearest {
        Some(free) => diagnostic.help(format!("the nearest free cell is {free}")),
        None => diagnostic.help("the maze has no free cell"),
    })
}
