//! Games of Gomoku.
//!
//! Not here: the forbidden moves of renju, which the world tells.

use std::sync::Arc;

use super::game::Game;
use super::playable::{Arena, Playable, Runner};
use super::screen::{Cell, Felt, Mark, Shown};
use super::spec::{Level, Players, level};
use crate::catalog::GOMOKU;
use crate::catalog::gomoku::DEEPEST;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use crate::record::{Params, Record, Trial};
use crate::run::Taps;
use crate::run::gomoku::{GomokuRunner, content};
use crate::run::gomoku_memory::PositionMemory;
use crate::search::budget::Budget;
use crate::text::counted;
use crate::worlds::Side;
use crate::worlds::gomoku::draw::{Look, Picture, terminal};
use crate::worlds::gomoku::evaluation::FEATURES;
use crate::worlds::gomoku::format::{name, parse};
use crate::worlds::gomoku::patterns::{CellShape, Patterns};
use crate::worlds::gomoku::{Point, Position, Setting};

/// What players of Gomoku may be told.
pub const PLAYERS: Players = Players {
    world: &GOMOKU,
    deepest: DEEPEST,
    is_feature: |word| FEATURES.iter().any(|feature| feature.name == word),
    usual: "engine:time=1s",
    levels: &LEVELS,
};

/// From chance to the engine with as much time as one likes to wait for.
const LEVELS: [Level; 10] = [
    level("random", "any legal move"),
    level("alphabeta-tt:depth=1,evaluation=ustc", "looks at its own move"),
    level("alphabeta-tt:depth=2,evaluation=ustc", "looks at your answer"),
    level("alphabeta-tt:depth=2", "the same, by patterns"),
    level("alphabeta-tt:depth=4", "four plies, by patterns"),
    level("engine:depth=2", "two plies and sequences of fours"),
    level("engine:depth=4", "four plies"),
    level("engine:depth=8", "eight plies"),
    level("engine:time=1s", "a second a move"),
    level("engine:time=5s", "five seconds a move"),
];

impl Playable for Position {
    type Move = Point;

    const PIECE: &'static str = "stone";
    const EXAMPLE: &'static str = "h8";

    fn side(&self) -> Side {
        Self::side(self)
    }

    fn is_initial(&self) -> bool {
        self.stones().is_empty() && self.setting() == Setting::default()
    }

    fn is_over(&self) -> bool {
        self.is_full() || self.winner().is_some()
    }

    fn winner(&self) -> Option<Side> {
        self.five().map(|(side, _)| side)
    }

    fn moves(&self) -> Vec<Point> {
        if self.is_over() { Vec::new() } else { self.empty_points().collect() }
    }

    fn after(&self, mv: Point) -> Option<Self> {
        if self.is_over() {
            return None;
        }
        let mut after = self.clone();
        after.play(mv).ok().map(|()| after)
    }

    fn refusal(&self, mv: Point) -> String {
        let name = self.spell(mv);
        match self.has(mv) {
            _ if self.is_over() => "the game is over".to_owned(),
            false => format!("{name} lies off the board"),
            true => format!("{name} is not legal: there is a stone"),
        }
    }

    fn number(&self) -> u32 {
        self.stones().len() as u32 + 1
    }

    fn spell(&self, mv: Point) -> String {
        name(mv, self.setting())
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Point, &'t str)> {
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        let (word, rest) = text.split_at_checked(1 + digits)?;
        Some((parse(word, self.setting()).ok()?, rest))
    }

    fn by_code(&self, code: u16) -> Option<Point> {
        self.setting().points().find(|point| point.index() == usize::from(code))
    }

    fn text(&self) -> String {
        self.stones().iter().map(|&(point, _)| self.spell(point)).collect()
    }

    fn content(&self) -> u64 {
        content(self)
    }

    fn score(&self) -> String {
        counted(self.stones().len() as u64, Self::PIECE)
    }

    fn picture(game: &Game<Self>, columns: usize, color: bool) -> String {
        terminal(&Picture::new(game.position()), Look::Unicode, columns, color)
    }

    fn read(source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        let mut games = Vec::new();
        for line in source.text.lines() {
            let words = line.split('#').next().unwrap_or_default().trim();
            if words.is_empty() {
                continue;
            }
            let mut game = Game::new(Self::empty(Setting::default()));
            let mut rest = if words == super::INITIAL { "" } else { words };
            while !rest.is_empty() {
                match game.position().read_first(rest) {
                    Some((mv, behind)) if game.push(mv) => rest = behind.trim_start(),
                    _ => return Err(Diagnostic::new(format!("{} is no move here", quoted(rest))).into()),
                }
            }
            games.push(game);
        }
        Ok(games)
    }
}

impl Shown for Position {
    const FELT: Felt = Felt::Wood;
    const MARKS: &'static str = "threats";

    fn title(&self) -> String {
        let Setting { width, height, rule } = self.setting();
        format!("Gomoku {width}x{height} {}", rule.name())
    }

    fn size(&self) -> (u8, u8) {
        (self.setting().width, self.setting().height)
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        self.move_at(cell).and_then(|point| self.at(point))
    }

    fn cell_of(mv: Point) -> Option<Cell> {
        Some(Cell { column: mv.column() as u8, row: mv.row() as u8 })
    }

    fn move_at(&self, cell: Cell) -> Option<Point> {
        self.setting().point(cell.column.into(), cell.row.into())
    }

    fn winning_line(&self) -> Vec<Cell> {
        let line = self.five().map(|(_, line)| line).unwrap_or_default();
        line.into_iter().filter_map(Self::cell_of).collect()
    }

    /// What a stone of either side would make on a cell: the best that it makes, and for the side to move where both
    /// make as much.
    fn marks(&self) -> Vec<Mark> {
        if self.is_over() {
            return Vec::new();
        }
        let patterns = Patterns::new(self);
        let to_move = Self::side(self);
        let mark = |point: Point| {
            let best = |side: Side| Threat::of(patterns.shape(side, point)).map(|kind| (kind, side));
            let [own, others] = [to_move, to_move.other()].map(best);
            let (kind, side) = match (own, others) {
                (Some(own), Some(others)) if others.0 < own.0 => others,
                (own, others) => own.or(others)?,
            };
            let sign = kind.sign();
            let sign = if side == Side::Black { sign } else { sign.to_ascii_lowercase() };
            Some(Mark { cell: Self::cell_of(point)?, sign, side })
        };
        self.empty_points().filter_map(mark).collect()
    }

    fn legend(&self) -> String {
        "threats: W a five, F an open four, H a four, T an open three; small letters are white's".to_owned()
    }
}

/// What a stone threatens, the strongest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Threat {
    Five,
    OpenFour,
    Four,
    OpenThree,
}

impl Threat {
    const fn of(shape: CellShape) -> Option<Self> {
        match shape {
            CellShape::Five => Some(Self::Five),
            CellShape::OpenFour => Some(Self::OpenFour),
            CellShape::Four | CellShape::FourTwo | CellShape::FourThree => Some(Self::Four),
            CellShape::OpenThree | CellShape::OpenThreeTwo | CellShape::DoubleThree => Some(Self::OpenThree),
            _ => None,
        }
    }

    const fn sign(self) -> char {
        match self {
            Self::Five => 'W',
            Self::OpenFour => 'F',
            Self::Four => 'H',
            Self::OpenThree => 'T',
        }
    }
}

impl Arena for Position {
    type Runner = GomokuRunner;

    const PLAYERS: Players = PLAYERS;
}

impl Runner for GomokuRunner {
    type Position = Position;

    fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget) {
        Self::prepare(self, algorithm, params, budget);
    }

    fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Taps) -> Record {
        Self::run(self, trial, position, budget, taps)
    }

    fn remember_in(&mut self, positions: Arc<PositionMemory>) {
        Self::remember_in(self, positions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Ending, RandomPlayer, Watcher, play};

    struct Nobody;

    impl Watcher<Position> for Nobody {
        fn moved(
            &mut self,
            _game: &Game<Position>,
            _side: Side,
            _mv: Point,
            _record: Option<Box<crate::record::Record>>,
        ) -> std::io::Result<()> {
            Ok(())
        }

        fn passed(&mut self, _game: &Game<Position>, _side: Side) -> std::io::Result<()> {
            unreachable!("nobody passes in Gomoku")
        }

        fn taken_back(&mut self, _game: &Game<Position>, _count: usize) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn chance_plays_to_the_end_and_the_line_is_read_back() {
        for seed in 0..5 {
            let mut game = Game::new(Position::empty(Setting::default()));
            let [mut black, mut white] = [RandomPlayer::new(seed), RandomPlayer::new(seed + 100)];
            let ending = play(&mut game, [&mut black, &mut white], &mut Nobody).unwrap();
            assert_eq!(ending, Ending::Finished);
            assert!(game.position().is_over() && game.position().moves().is_empty());
            let line = game.line(["random", "random"], Some(ending));
            assert!(line.contains(" wins") || line.contains("a draw"), "{line}");
            assert_eq!(Position::read(&Source::new("line", line)).unwrap(), [game]);
        }
    }

    #[test]
    fn moves_are_read_and_spelled_alike() {
        let position = Position::empty(Setting::default());
        for point in position.moves() {
            let name = position.spell(point);
            assert_eq!(position.read_move(&name), Some(point), "{name}");
            assert_eq!(position.by_code(point.index() as u16), Some(point));
        }
        let bad = ["", "h", "8", "p1", "a16", "a0", "h88", "h8i9", "é1", "h-1", "hé"];
        assert!(bad.iter().all(|text| position.read_move(text).is_none()));
        assert_eq!(position.read_first("h10i9"), Some((Point::new(7, 5), "i9")));
        assert!(Position::read(&Source::new("line", "h8h8")).is_err());
    }
}
