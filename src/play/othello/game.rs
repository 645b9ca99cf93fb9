//! A game under way: its moves, how it ended, and the line that it becomes in a file.
//!
//! Not here: who plays it (player.rs).

use std::fmt::Write;

use crate::worlds::othello::format::Form;
use crate::worlds::othello::{Move, Position, Side, Transcript};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can move.
    Finished,
    /// This side gave up.
    Resigned(Side),
    /// This side made a move that is not legal.
    Forfeited(Side),
    /// A player left before the end.
    Left,
    /// Ctrl-C.
    Interrupted,
}

/// A game.
#[derive(Debug, Clone)]
pub struct Game {
    transcript: Transcript,
    /// Moves that were made before the players sat down.
    given: usize,
}

impl Game {
    /// Goes on from the end of a list of moves, which cannot be taken back.
    pub fn new(transcript: Transcript) -> Self {
        let given = transcript.moves().len();
        Self { transcript, given }
    }

    /// All moves, those that were given first.
    pub const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// The position.
    pub fn position(&self) -> Position {
        self.transcript.end()
    }

    /// Moves so far, passes and those that were given included.
    pub fn plies(&self) -> usize {
        self.transcript.moves().len()
    }

    /// Moves that the players made, passes included.
    pub fn played(&self) -> usize {
        self.plies() - self.given
    }

    /// The number of the next disc: 1 at the start of all games. Passes have no numbers.
    pub fn number(&self) -> u32 {
        61u32.saturating_sub(self.position().board.empties())
    }

    /// What people call the position: the moves from the start to it, or its board.
    pub fn instance(&self) -> String {
        match self.transcript.start() {
            Position::INITIAL if self.plies() == 0 => Form::Initial.name().to_owned(),
            Position::INITIAL => self.transcript.to_string(),
            _ => self.position().to_string(),
        }
    }

    /// Makes a move; `None`, and nothing is made, if it is not legal.
    pub fn push(&mut self, mv: Move) -> Option<Position> {
        self.transcript.push(mv)
    }

    /// Goes back to the last position before this one in which a side that `is_person` had to choose. The number of
    /// moves taken back: 0 if there is no such position.
    pub fn take_back(&mut self, is_person: impl Fn(Side) -> bool) -> usize {
        let plies = self.plies();
        let has_choice = |position: &Position| position.board.moves() != 0 && is_person(position.side);
        let positions = self.transcript.positions().take(plies).enumerate().skip(self.given);
        let Some((target, _)) = positions.filter(|(_, position)| has_choice(position)).last() else { return 0 };
        let mut shorter = Transcript::new(self.transcript.start());
        for &mv in &self.transcript.moves()[..target] {
            shorter.push(mv);
        }
        self.transcript = shorter;
        plies - target
    }

    /// The result in words: "black wins by 12, 38-26 discs".
    pub fn result(&self, ending: Ending) -> String {
        let position = self.position();
        let [black, white] = [Side::Black, Side::White].map(|side| position.discs(side).count_ones());
        let verdict = match ending {
            Ending::Finished => {
                let score = position.board.final_score();
                let winner = if score > 0 { position.side } else { position.side.other() };
                match score.abs() {
                    0 => "a draw".to_owned(),
                    by => format!("{} wins by {by}", winner.name()),
                }
            }
            Ending::Resigned(side) => format!("{} resigns, {} wins", side.name(), side.other().name()),
            Ending::Forfeited(side) => {
                format!("{} made an illegal move, {} wins", side.name(), side.other().name())
            }
            Ending::Left => "unfinished".to_owned(),
            Ending::Interrupted => "interrupted".to_owned(),
        };
        format!("{verdict}, {black}-{white} discs")
    }

    /// The game as one line of a file of positions: the moves from the start, or the board where it did not begin there,
    /// and behind a `#` who played and the result.
    pub fn line(&self, [black, white]: [&str; 2], ending: Option<Ending>) -> String {
        let moves = self.transcript.to_string();
        let mut line = match self.transcript.start() {
            Position::INITIAL if moves.is_empty() => "initial # ".to_owned(),
            Position::INITIAL => format!("{moves} # "),
            // Readers take moves from the start only.
            start => format!("{start} # then {moves}; "),
        };
        // Writing to a string does not fail.
        let _ = write!(line, "black {black}, white {white}: {}", self.result(ending.unwrap_or(Ending::Left)));
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::worlds::othello::format::{read_moves, read_positions};
    use crate::worlds::othello::playout;

    fn game(moves: &str) -> Game {
        Game::new(read_moves(&Source::new("moves", moves), Position::INITIAL).unwrap())
    }

    fn after(given: &str, played: &str) -> Game {
        let mut game = game(given);
        let whole = read_moves(&Source::new("moves", given.to_owned() + played), Position::INITIAL).unwrap();
        for &mv in &whole.moves()[game.plies()..] {
            game.push(mv).unwrap();
        }
        game
    }

    #[test]
    fn back_to_the_last_turn_of_a_person() {
        // given, played, whether black and white are persons, taken back
        let cases = [
            ("", "", [true, true], 0),
            ("", "f5", [true, false], 1),
            ("", "f5d6", [true, false], 2),
            ("", "f5d6c3", [true, false], 1),
            ("", "f5d6", [true, true], 1),
            ("", "f5d6", [false, false], 0),
            ("", "f5", [false, true], 0),
            ("", "f5d6c3", [false, true], 2),
            ("f5d6", "c3", [false, true], 0),
            ("f5d6", "c3d3", [true, false], 2),
        ];
        for (given, played, is_person, expected) in cases {
            let mut game = after(given, played);
            let taken = game.take_back(|side| is_person[usize::from(side == Side::White)]);
            assert_eq!(taken, expected, "{given} {played}");
            let moves = given.to_owned() + played;
            assert_eq!(game.transcript().to_string(), moves[..moves.len() - 2 * expected]);
        }
    }

    /// Seed 12: a game with passes, which nobody chose.
    #[test]
    fn forced_passes_are_no_turns() {
        let whole = playout::game(12);
        let pass = whole.moves().iter().position(|&mv| mv == Move::PASS).unwrap();
        let who = whole.positions().nth(pass).unwrap().side;
        let mut game = Game::new(Transcript::new(Position::INITIAL));
        for &mv in &whole.moves()[..pass + 2] {
            game.push(mv).unwrap();
        }
        // Its own move, that of the other side, the pass, and what the other side did then.
        assert_eq!(game.take_back(|side| side == who), 4);
    }

    #[test]
    fn lines_are_read_back_as_positions() {
        let names = ["human", "mtdf:depth=3"];
        for (moves, start) in
            [("", "initial # black"), ("f5d6", "f5d6 # black human, white mtdf:depth=3: unfinished, 3-3")]
        {
            let game = game(moves);
            let line = game.line(names, None);
            assert!(line.starts_with(start), "{line}");
            assert_eq!(read_positions(&Source::new("line", line)).unwrap()[0].position(), game.position());
        }
        let start = playout::random_position(3, 20);
        let mut from_board = Game::new(Transcript::new(start));
        from_board.push(start.moves()[0]).unwrap();
        let line = from_board.line(names, Some(Ending::Resigned(Side::White)));
        assert!(line.contains("# then ") && line.contains(": white resigns, black wins, "), "{line}");
        assert_eq!(read_positions(&Source::new("line", line)).unwrap()[0].position(), start);
    }

    #[test]
    fn results_in_words() {
        let finished = Game::new(playout::game(0));
        let [black, white] = [Side::Black, Side::White].map(|side| finished.position().discs(side).count_ones());
        let winner = if black > white { "black" } else { "white" };
        let shown = finished.result(Ending::Finished);
        assert!(shown.starts_with(winner) && shown.ends_with(&format!(", {black}-{white} discs")), "{shown}");
        assert_eq!(
            game("f5").result(Ending::Forfeited(Side::White)),
            "white made an illegal move, black wins, 4-1 discs"
        );
        assert_eq!((game("").number(), game("f5").number()), (1, 2));
        assert_eq!((game("").instance(), game("f5").instance()), ("initial".to_owned(), "f5".to_owned()));
    }
}
