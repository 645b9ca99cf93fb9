//! The goal of a puzzle: one of the two in use, or any board that is given.
//!
//! Not here: parity, which tells the boards from which a goal can be reached (board.rs); files (format.rs).

use super::format::{Instance, Puzzle, read};
use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::text::printable;

/// The word for 0 1 2 …, the goal where none is named.
const FIRST: &str = "first";
/// The word for 1 2 3 … 0.
const LAST: &str = "last";

/// The goals that a text can name, for messages.
const EXPECTED: &str = "expected first (0 1 2 …), last (1 2 3 … 0), or the tiles of a board such as 1,2,3,8,0,4,7,6,5";

/// A board and the goal that the blank's moves are to lead to, of the same size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    /// The start, with what its file lists.
    pub instance: Instance,
    /// The goal.
    pub goal: Puzzle,
}

impl Problem {
    /// The board with the goal of that name; the usual one where none is given.
    ///
    /// # Errors
    /// The goal is no board, or one of another size.
    pub fn new(instance: Instance, goal: Option<&str>) -> Result<Self, Diagnostic> {
        let goal = match goal.map(parse).transpose()? {
            None | Some(Goal::First) => instance.puzzle.goal(),
            Some(Goal::Last) => instance.puzzle.goal_with_blank_last(),
            Some(Goal::Board(goal)) => goal,
        };
        if goal.tiles().len() == instance.puzzle.tiles().len() {
            return Ok(Self { instance, goal });
        }
        let (wanted, board) = (goal.name(), instance.puzzle.name());
        let message = format!("the goal {goal} is one of the {wanted}, the board one of the {board}");
        Err(Diagnostic::new(message).help("a goal has as many tiles as its board"))
    }

    /// True if the goal is the one where none is named.
    pub fn is_usual(&self) -> bool {
        self.goal == self.instance.puzzle.goal()
    }

    /// True if moves can lead to the goal.
    pub fn is_solvable(&self) -> bool {
        self.instance.puzzle.is_solvable_to(self.goal)
    }

    /// A goal that is not the usual one as names of instances have it: `last`, or its tiles.
    pub fn goal_name(&self) -> Option<String> {
        if self.is_usual() {
            return None;
        }
        let is_last = self.goal == self.instance.puzzle.goal_with_blank_last();
        Some(if is_last { LAST.to_owned() } else { self.goal.to_string() })
    }

    /// The goal in words: its tiles, and where the blank is in the two that have names.
    pub fn goal_in_words(&self) -> String {
        in_words(self.goal)
    }

    /// The reason why it cannot be solved, and the goals that moves can lead to. For a board that cannot be.
    pub fn dead_end(&self) -> String {
        let puzzle = self.instance.puzzle;
        let goal = format!("no moves lead from it to the goal {}", in_words(self.goal));
        let named = [puzzle.goal(), puzzle.goal_with_blank_last()];
        if let Some(&other) = named.iter().find(|&&other| puzzle.is_solvable_to(other)) {
            let word = if other == named[0] { FIRST } else { LAST };
            return format!("{goal}. It can be solved to {} (--goal {word})", in_words(other));
        }
        let others = named.iter().filter(|&&other| other != self.goal).map(|other| format!(", nor to {other}"));
        let exchanged = puzzle.exchanged_goal();
        let typed = exchanged.to_string().replace(' ', ",");
        format!(
            "{goal}{}: its parity is odd, as that of half of all boards. It can be solved to {exchanged}, where two tiles \
             are exchanged (--goal {typed})",
            others.collect::<String>()
        )
    }
}

/// `0 1 2 3 4 5 6 7 8, the blank at the top left`.
fn in_words(goal: Puzzle) -> String {
    if goal == goal.goal() {
        format!("{goal}, the blank at the top left")
    } else if goal == goal.goal_with_blank_last() {
        format!("{goal}, the blank at the bottom right")
    } else {
        goal.to_string()
    }
}

/// A goal as it is named.
enum Goal {
    First,
    Last,
    Board(Puzzle),
}

fn parse(text: &str) -> Result<Goal, Diagnostic> {
    match text.trim() {
        FIRST => return Ok(Goal::First),
        LAST => return Ok(Goal::Last),
        _ => {}
    }
    let invalid = || Diagnostic::new(format!("invalid goal {}", quoted(text)));
    let is_word = text.chars().any(char::is_alphabetic);
    let boards = read(&text.replace([',', '\n'], " ")).map_err(|errors| match errors.first() {
        Some(error) if !is_word => invalid().help(printable(&error.message)).help(EXPECTED),
        _ => invalid().help(EXPECTED),
    })?;
    match boards[..] {
        [Instance { puzzle, .. }] => Ok(Goal::Board(puzzle)),
        _ => Err(invalid().help("more than one board").help(EXPECTED)),
    }
}

/// Checks that a text names a goal.
///
/// # Errors
/// It is neither a word nor a board.
pub fn check(text: &str) -> Result<(), Diagnostic> {
    parse(text).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(board: &str, goal: Option<&str>) -> Problem {
        Problem::new(read(board).unwrap()[0], goal).unwrap()
    }

    #[test]
    fn goals_have_names() {
        let board = "1 2 3 4 5 6 7 8 0";
        let goals = |goal| {
            let problem = problem(board, goal);
            (problem.goal.to_string(), problem.goal_name())
        };
        assert_eq!(goals(None), ("0 1 2 3 4 5 6 7 8".to_owned(), None));
        assert_eq!(goals(Some("first")), goals(None));
        assert_eq!(goals(Some("0,1,2,3,4,5,6,7,8")), goals(None));
        assert_eq!(goals(Some("last")), (board.to_owned(), Some("last".to_owned())));
        assert_eq!(goals(Some(board)), goals(Some("last")));
        let nilsson = ("1 2 3 8 0 4 7 6 5".to_owned(), Some("1 2 3 8 0 4 7 6 5".to_owned()));
        assert_eq!(goals(Some("1,2,3, 8,0,4, 7,6,5")), nilsson);
    }

    #[test]
    fn wrong_goals_are_refused() {
        let message = |goal: &str| {
            let instance = read("1 2 3 4 5 6 7 8 0").unwrap()[0];
            let problem = Problem::new(instance, Some(goal)).unwrap_err();
            format!("{}; {}", problem.message(), problem.helps()[0])
        };
        assert_eq!(message("middle"), format!("invalid goal \"middle\"; {EXPECTED}"));
        assert_eq!(message("1,2,3"), "invalid goal \"1,2,3\"; a board of 3 numbers");
        assert_eq!(message("0 1 2 3 4 5 6 7 7"), "invalid goal \"0 1 2 3 4 5 6 7 7\"; tile 7 stands twice");
        let fifteen = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0";
        let other = format!("the goal {fifteen} is one of the 15-puzzle, the board one of the 8-puzzle");
        assert!(message(fifteen).starts_with(&other));
    }

    /// The goal that a dead end names can be reached, whatever board and goal.
    #[test]
    fn a_dead_end_names_a_goal_that_can_be_reached() {
        let cases = [
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", "last", "first"),
            ("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0", "first", "last"),
            ("1 2 3 4 5 6 8 7 0", "last", "0,1,2,3,4,5,6,8,7"),
            ("1 2 3 4 5 6 7 8 0", "1,2,3,8,0,4,7,6,5", "first"),
        ];
        for (board, goal, other) in cases {
            let wrong = problem(board, Some(goal));
            let is_odd = !wrong.is_solvable();
            if is_odd {
                let told = wrong.dead_end();
                let (_, named) = told.rsplit_once("--goal ").expect("a goal");
                let named = named.trim_end_matches(')');
                assert_eq!(named, other, "{told}");
                assert!(problem(board, Some(named)).is_solvable(), "{told}");
            } else {
                assert!(goal.contains("8,0,4"), "{board} to {goal}");
            }
        }
    }
}
