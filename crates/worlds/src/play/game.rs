//! A game under way: its moves, how it ended, and the line that it becomes in a file.
//!
//! Not here: who plays it (player.rs), the file (file.rs).

use std::fmt::Write;

use super::board::{Cell, TuiBoard};
use super::board_game::{BoardGame, INITIAL};
use super::fault::Fault;
use crate::Side;
use searchlab_trial::record::Moves;

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// Neither side can move, or one has won on the board.
    Finished,
    /// This side gave up.
    Resigned(Side),
    /// This side forfeited by something that no player may do, such as an illegal move.
    Forfeited(Side, Fault),
    /// It was adjudicated before its end: black has won by this margin, or lost if it is below 0.
    Adjudicated(i32),
    /// A player left before the end.
    Left,
    /// Ctrl-C.
    Interrupted,
}

/// A game: where it began, the moves, and the positions along them.
#[derive(Debug, Clone, PartialEq)]
pub struct Game<P: BoardGame> {
    start: P,
    moves: Vec<P::Move>,
    /// After each of the moves.
    after: Vec<P>,
    /// Moves that were made before the players sat down.
    given: usize,
    /// Moves that were taken back, the last one first to be made again.
    undone: Vec<P::Move>,
}

impl<P: BoardGame> Game<P> {
    /// No move yet.
    pub const fn new(start: P) -> Self {
        Self { start, moves: Vec::new(), after: Vec::new(), given: 0, undone: Vec::new() }
    }

    /// The same moves as ones that were given: they cannot be taken back.
    pub fn given(mut self) -> Self {
        self.given = self.plies();
        self.undone.clear();
        self
    }

    /// The position in which it began.
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// All moves, those that were given first.
    pub fn moves(&self) -> &[P::Move] {
        &self.moves
    }

    /// The last move.
    pub(crate) fn last_move(&self) -> Option<P::Move> {
        self.moves.last().copied()
    }

    /// The position.
    pub fn position(&self) -> &P {
        self.after.last().unwrap_or(&self.start)
    }

    /// All positions in order, from the start to the end: one more than moves.
    pub fn positions(&self) -> impl Iterator<Item = &P> {
        std::iter::once(&self.start).chain(&self.after)
    }

    /// Moves so far, passes and those that were given included.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Moves that the players made, passes included.
    pub fn played(&self) -> usize {
        self.plies() - self.given
    }

    /// Moves that were taken back and can be made again.
    pub const fn undone(&self) -> usize {
        self.undone.len()
    }

    /// The number of the next move: 1 at the start of all games. Passes have no numbers.
    pub fn number(&self) -> u32 {
        self.position().number()
    }

    /// The name of the position for users: the moves from the start to it, or its board.
    pub fn instance(&self) -> String {
        if !self.start.is_initial() {
            return self.position().text();
        }
        let moves = if self.moves.is_empty() { INITIAL.to_owned() } else { self.spelled() };
        let variant_tag = self.start.variant_tag();
        if variant_tag.is_empty() { moves } else { format!("{moves} {variant_tag}") }
    }

    /// The moves without gaps: `f5d6c3`.
    pub fn spelled(&self) -> String {
        self.start.spell_all(&self.moves)
    }

    /// The moves one by one, as a record holds them.
    pub fn written(&self) -> Moves {
        self.positions().zip(&self.moves).map(|(position, &mv)| position.spell(mv)).collect()
    }

    /// Makes a move; false, and nothing is made, if it is not legal. What was taken back is forgotten, unless it begins
    /// with this move.
    pub fn push(&mut self, mv: P::Move) -> bool {
        let Some(after) = self.position().after(mv) else { return false };
        self.moves.push(mv);
        self.after.push(after);
        if self.undone.pop().is_some_and(|undone| undone != mv) {
            self.undone.clear();
        }
        true
    }

    /// Goes back to the last position before this one in which a side that `is_person` had to choose. The number of
    /// moves taken back: 0 if there is no such position.
    pub fn take_back(&mut self, is_person: impl Fn(Side) -> bool) -> usize {
        let plies = self.plies();
        let has_choice = |position: &P| position.forced().is_none() && is_person(position.side());
        let positions = self.positions().take(plies).enumerate().skip(self.given);
        let Some((target, _)) = positions.filter(|(_, position)| has_choice(position)).last() else { return 0 };
        self.undone.extend(self.moves.drain(target..).rev());
        self.after.truncate(target);
        plies - target
    }

    /// Makes moves again that were taken back, up to the next position in which a side that `is_person` has to choose.
    /// The number of moves made.
    pub fn make_again(&mut self, is_person: impl Fn(Side) -> bool) -> usize {
        let plies = self.plies();
        while let Some(&mv) = self.undone.last() {
            // What was made once is legal.
            self.push(mv);
            let position = self.position();
            if !position.is_over() && position.forced().is_none() && is_person(position.side()) {
                break;
            }
        }
        self.plies() - plies
    }

    /// The result in words: "black wins by 12, 38-26 discs".
    pub fn result(&self, ending: Ending) -> String {
        let verdict = match ending {
            Ending::Finished => self.position().verdict(),
            Ending::Resigned(side) => format!("{} resigns, {} wins", side.name(), side.other().name()),
            Ending::Forfeited(side, fault) => {
                format!("{} {}, {} wins", side.name(), fault.words(), side.other().name())
            }
            Ending::Adjudicated(0) => "a draw by adjudication".to_owned(),
            Ending::Adjudicated(margin) => {
                let side = if margin > 0 { Side::Black } else { Side::White };
                format!("{} wins by adjudication", side.name())
            }
            Ending::Left => "unfinished".to_owned(),
            Ending::Interrupted => "interrupted".to_owned(),
        };
        match self.position().tally() {
            tally if tally.is_empty() => verdict,
            tally => format!("{verdict}, {tally}"),
        }
    }

    /// The game as one line of a file of positions: the moves from the start, or the board where it did not begin there,
    /// and behind a `#` what else there is to say, who played and the result.
    pub fn line(&self, [black, white]: [&str; 2], ending: Option<Ending>) -> String {
        let moves = self.spelled();
        let mut line = match self.start.is_initial() {
            true if moves.is_empty() => format!("{INITIAL} # "),
            true => format!("{moves} # "),
            // Readers take moves from the start only.
            false => format!("{} # {THEN}{moves}; ", self.start.text()),
        };
        let variant_tag = self.start.variant_tag();
        // Writing to a string does not fail.
        if self.start.is_initial() && !variant_tag.is_empty() {
            let _ = write!(line, "{variant_tag}; ");
        }
        let _ = write!(line, "black {black}, white {white}: {}", self.result(ending.unwrap_or(Ending::Left)));
        line
    }

    /// With the moves that stand behind the board in such a line.
    pub(crate) fn continued(mut self, line: &str) -> Self {
        let remark = line.split_once('#').map_or("", |(_, remark)| remark.trim_start());
        let moves = remark.strip_prefix(THEN).and_then(|rest| rest.split(';').next());
        let mut rest = moves.unwrap_or_default();
        while let Some((mv, behind)) = self.position().read_first(rest) {
            if !self.push(mv) {
                break;
            }
            rest = behind;
        }
        self
    }
}

impl<P: TuiBoard> Game<P> {
    /// The cell of the piece that was put last; `None` after a pass, and where there is no move yet.
    pub fn last_cell(&self) -> Option<Cell> {
        let before = self.positions().nth(self.plies().checked_sub(1)?)?;
        before.cell_of(self.last_move()?)
    }
}

/// The word before the moves of a game that did not begin at the start.
const THEN: &str = "then ";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::format::{read_moves, read_positions};
    use crate::othello::play::of_transcript;
    use crate::othello::{Move, Position, playout};
    use searchlab_trial::diagnostic::Source;

    type Game = super::Game<Position>;

    fn game(moves: &str) -> Game {
        of_transcript(&read_moves(&Source::new("moves", moves), Position::INITIAL).unwrap()).given()
    }

    fn after(given: &str, played: &str) -> Game {
        let mut game = game(given);
        let whole = read_moves(&Source::new("moves", given.to_owned() + played), Position::INITIAL).unwrap();
        for &mv in &whole.moves()[game.plies()..] {
            assert!(game.push(mv));
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
            assert_eq!(game.spelled(), moves[..moves.len() - 2 * expected]);
        }
    }

    /// Seed 12: a game with passes, which nobody chose.
    #[test]
    fn forced_passes_are_no_turns() {
        let whole = playout::game(12);
        let pass = whole.moves().iter().position(|&mv| mv == Move::PASS).unwrap();
        let who = whole.positions().nth(pass).unwrap().side;
        let mut game = Game::new(Position::INITIAL);
        for &mv in &whole.moves()[..pass + 2] {
            assert!(game.push(mv));
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
            assert_eq!(read_positions(&Source::new("line", line)).unwrap()[0].position(), *game.position());
        }
        let start = playout::random_position(3, 20);
        let mut from_board = Game::new(start);
        assert!(from_board.push(start.moves()[0]));
        let line = from_board.line(names, Some(Ending::Resigned(Side::White)));
        assert!(line.contains("# then ") && line.contains(": white resigns, black wins, "), "{line}");
        assert_eq!(read_positions(&Source::new("line", line.as_str())).unwrap()[0].position(), start);
        assert_eq!(start.read(&Source::new("line", line)).unwrap(), [from_board]);
    }

    #[test]
    fn results_in_words() {
        let finished = of_transcript(&playout::game(0));
        let [black, white] = [Side::Black, Side::White].map(|side| finished.position().discs(side).count_ones());
        let winner = if black > white { "black" } else { "white" };
        let shown = finished.result(Ending::Finished);
        assert!(shown.starts_with(winner) && shown.ends_with(&format!(", {black}-{white} discs")), "{shown}");
        assert_eq!(
            game("f5").result(Ending::Forfeited(Side::White, Fault::Illegal)),
            "white made an illegal move, black wins, 4-1 discs"
        );
        assert_eq!(
            game("f5").result(Ending::Forfeited(Side::Black, Fault::Late)),
            "black ran out of time, white wins, 4-1 discs"
        );
        assert_eq!((game("").number(), game("f5").number()), (1, 2));
        assert_eq!((game("").instance(), game("f5").instance()), ("initial".to_owned(), "f5".to_owned()));
    }
}
