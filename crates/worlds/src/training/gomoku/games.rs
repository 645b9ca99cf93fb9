//! Games of the program with itself.
//!
//! Idea        Some stones at random, as long as neither side is far ahead; then each move by a search of a few nodes,
//!             and now and then one of the others that look good, so that mistakes are seen. Value and move of the
//!             search are kept at each position. A game ends when a search sees its end.
//! Guarantees  The same game for a seed, a number and a teacher.

use crate::gomoku::board::{LENGTHS, MARGIN, STRIDE};
use crate::gomoku::engine::{self, Memory, Options, Technique, Techniques};
use crate::gomoku::{Candidates, Evaluation, Gomoku, Point, Position, Setting, Side, playout};
use crate::run::watched;
use crate::training::Chance;
use crate::training::store::Stored;
use searchlab_search::budget::Budget;
use searchlab_search::game::score::is_decisive;
use searchlab_search::game::{Found, Game, Outcome, Replacement, Score, Table};

/// The settings that the games depend on.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Board and rule.
    pub setting: Setting,
    /// Seed of the first stones and of the moves that are not the best.
    pub seed: u64,
    /// Nodes of a search.
    pub nodes: u64,
    /// By what the searches value.
    pub evaluation: Evaluation,
}

/// A game of the program with itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfPlayed {
    /// All stones in their order, black first.
    pub moves: Vec<Point>,
    /// The number of stones before the first search.
    pub first: usize,
    /// Of each position from there on the move that the search found best, and its value for the side to move.
    pub found: Vec<(Point, Score)>,
    /// 1 if black has won, -1 if white has, 0 for a draw.
    pub result: i8,
}

/// Fewest stones at random, and the number of choices of more.
const OPENING: u32 = 2;
const OPENINGS: u32 = 6;
/// Values of the first position are not farther from 0.
const BALANCED: Score = 250;
/// Openings that are tried for a game.
const TRIES: u32 = 30;
/// One move in this number is not the best.
const OTHER_MOVE: u32 = 12;
/// Stones after which a game is a draw.
const LONGEST: usize = 140;
/// The techniques of the teacher: without one that gains with many nodes, of which a teacher has few, and those that came after
/// the shipped weights, which these games must give again.
const TECHNIQUES: Techniques = Techniques::ALL
    .without(Technique::LateMoves)
    .without(Technique::Sight)
    .without(Technique::Bounds)
    .without(Technique::Probcut)
    .without(Technique::Deeper);
/// Deepest search, in plies.
const DEPTH: u32 = 30;
/// Bits of the table that a thread needs.
const TABLE_BITS: u32 = 14;

/// The one who plays: a search with its memory.
#[derive(Debug)]
pub struct Teacher {
    plan: Plan,
    memory: Memory,
}

impl Teacher {
    /// With the memory of a thread; `None` if there is none.
    pub fn new(plan: &Plan) -> Option<Self> {
        Some(Self { plan: *plan, memory: Memory::new(Table::new(TABLE_BITS, Replacement::TwoSlot)?) })
    }

    /// The game of a number.
    pub fn play(&mut self, number: u32) -> SelfPlayed {
        let mut chance = Chance::new(self.plan.seed, u64::from(number));
        self.memory.clear();
        let mut position = self.opening(&mut chance);
        let first = position.stones().len();
        let mut found = Vec::new();
        let result = loop {
            let mut game = self.game(&position);
            if let Some(outcome) = game.outcome() {
                break if outcome == Outcome::Drawn { 0 } else { sign(position.side().other()) };
            }
            let searched = self.search(&mut game);
            let Some(best) = searched.best else { break 0 };
            found.push((best, searched.value));
            if is_decisive(searched.value) {
                break sign(if searched.value > 0 { position.side() } else { position.side().other() });
            }
            let other = if chance.below(OTHER_MOVE) == 0 { other_move(&game, &mut chance) } else { None };
            if position.stones().len() >= LONGEST || position.play(other.unwrap_or(best)).is_err() {
                break 0;
            }
        };
        let moves = position.stones().iter().map(|&(point, _)| point).collect();
        SelfPlayed { moves, first, found, result }
    }

    /// Stones at random that leave both sides about even.
    fn opening(&mut self, chance: &mut Chance) -> Position {
        let mut tries = 0;
        loop {
            let stones = OPENING + chance.below(OPENINGS);
            let position = playout::random_position(chance.word(), stones as usize, self.plan.setting);
            tries += 1;
            let value = self.search(&mut self.game(&position)).value;
            if value.abs() <= BALANCED || tries == TRIES {
                return position;
            }
        }
    }

    fn game(&self, position: &Position) -> Gomoku {
        Gomoku::new(position, Candidates::Patterns).described(&self.plan.evaluation)
    }

    fn search(&mut self, game: &mut Gomoku) -> Found<Point> {
        let options = Options { depth: DEPTH, techniques: TECHNIQUES, threads: 1 };
        let budget = Budget { max_nodes: Some(self.plan.nodes), ..Budget::default() };
        watched(|observer| engine::search(game, &self.plan.evaluation, &options, &mut self.memory, &budget, observer)).0
    }
}

const fn sign(side: Side) -> i8 {
    match side {
        Side::Black => 1,
        Side::White => -1,
    }
}

/// One of the moves that the patterns propose.
fn other_move(game: &Gomoku, chance: &mut Chance) -> Option<Point> {
    game.draw(|count| chance.below(count))
}

/// Moves u16, first u16, result i8; then each move u16, and of each position that was searched the move u16 and the value
/// i32.
impl Stored for SelfPlayed {
    const HEAD: &'static str = "searchlab gomoku games 1\n";

    fn write(&self, bytes: &mut Vec<u8>) {
        for count in [self.moves.len(), self.first, self.found.len()] {
            bytes.extend((count as u16).to_le_bytes());
        }
        bytes.push(self.result as u8);
        for point in &self.moves {
            bytes.extend((point.index() as u16).to_le_bytes());
        }
        for (best, value) in &self.found {
            bytes.extend((best.index() as u16).to_le_bytes());
            bytes.extend(value.to_le_bytes());
        }
    }

    fn read(_game: u32, bytes: &[u8]) -> Option<(Self, &[u8])> {
        let mut rest = bytes;
        let (moves, first, found) = (number(&mut rest)?, number(&mut rest)?, number(&mut rest)?);
        let result = take::<1>(&mut rest)?[0] as i8;
        let moves: Vec<Point> = (0..moves).map(|_| point(&mut rest)).collect::<Option<_>>()?;
        let searched = |rest: &mut &[u8]| Some((point(rest)?, Score::from_le_bytes(take(rest)?)));
        let found: Vec<_> = (0..found).map(|_| searched(&mut rest)).collect::<Option<_>>()?;
        let is_whole = first <= moves.len() && found.len() <= moves.len() - first + 1;
        is_whole.then_some((Self { moves, first, found, result }, rest))
    }
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    take(bytes).map(|taken| u16::from_le_bytes(taken).into())
}

/// A cell of the largest board.
fn point(bytes: &mut &[u8]) -> Option<Point> {
    let index = number(bytes)?;
    let is_on_board = |place: usize| (MARGIN..MARGIN + LENGTHS.end()).contains(&place);
    (is_on_board(index % STRIDE) && is_on_board(index / STRIDE)).then(|| Point::from_index(index))
}
