//! Games of Gomoku.

use std::sync::Arc;

use super::gomocup::Gomocup;
use crate::Side;
use crate::catalog::GOMOKU;
use crate::catalog::gomoku::{candidates, player_parameters, settle_player};
use crate::gomoku::draw::{Look, Picture, terminal};
use crate::gomoku::format::{
    Kind, name, parse, read_position, read_positions, write_moves, write_picture, write_psq, write_sgf,
};
use crate::gomoku::patterns::{CellShape, Patterns};
use crate::gomoku::renju::{forbidden, legal_points};
use crate::gomoku::solver::guided::Unguided;
use crate::gomoku::solver::{Algorithm, Options, solve};
use crate::gomoku::{Point, Position, Rule, Setting};
use crate::play::spec::{Level, Players, level};
use crate::play::{BoardGame, INITIAL, Runner, SearchableGame};
use crate::play::{BoardMaterial, Cell, Mark, TuiBoard, letters};
use crate::play::{Ending, Game};
use crate::run::gomoku::{GomokuRunner, content};
use crate::run::gomoku_memory::PositionMemory;
use crate::run::{Observers, watched};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::{Params, Record, Trial};
use searchlab_trial::text::counted;

/// The keys and values that players of Gomoku can have.
pub const PLAYERS: Players = Players {
    parameters: player_parameters,
    settle: settle_player,
    program_keys: Some(&["depth", "nodes"]),
    ..Players::new(&GOMOKU, "engine:time=1s,evaluation=learned", &LEVELS)
};

/// From the random player to the engine with as much time as one likes to wait for.
const LEVELS: [Level; 10] = [
    level("random", "any legal move"),
    level("alphabeta-tt:depth=1,evaluation=ustc-rows", "looks at its own move"),
    level("alphabeta-tt:depth=2,evaluation=ustc-rows", "looks at your answer"),
    level("alphabeta-tt:depth=2", "the same, by patterns"),
    level("alphabeta-tt:depth=4", "four plies, by patterns"),
    level("engine:depth=2", "two plies and sequences of fours"),
    level("engine:depth=4", "four plies"),
    level("engine:depth=8", "eight plies"),
    level("engine:time=1s,evaluation=learned", "a second a move, with an evaluation learned from games"),
    level("engine:time=5s,evaluation=learned", "five seconds a move"),
];

impl BoardGame for Position {
    type Move = Point;

    const PIECE: &'static str = "stone";
    const EXAMPLE: &'static str = "h8";

    fn side(&self) -> Side {
        Self::side(self)
    }

    fn is_initial(&self) -> bool {
        self.stones().is_empty() && Self::side(self) == Side::Black
    }

    /// Won, full, or nothing left but what renju forbids.
    fn is_over(&self) -> bool {
        self.winner().is_some() || !self.empty_points().any(|point| forbidden(self, point).is_none())
    }

    fn winner(&self) -> Option<Side> {
        self.five().map(|(side, _)| side)
    }

    fn moves(&self) -> Vec<Point> {
        if self.winner().is_some() { Vec::new() } else { legal_points(self) }
    }

    fn after(&self, mv: Point) -> Option<Self> {
        if self.winner().is_some() || forbidden(self, mv).is_some() {
            return None;
        }
        let mut after = self.clone();
        after.play(mv).ok().map(|()| after)
    }

    fn illegal_reason(&self, mv: Point) -> String {
        let name = self.spell(mv);
        match forbidden(self, mv) {
            _ if self.is_over() => "the game is over".to_owned(),
            Some(forbidden) => format!("{name} is forbidden to black: {}", forbidden.name()),
            None if self.has(mv) => format!("{name} is not legal: there is a stone"),
            None => format!("{name} lies off the board"),
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
        let stones = match write_moves(self) {
            Some(moves) if moves.is_empty() => INITIAL.to_owned(),
            Some(moves) => moves,
            None => {
                let picture = write_picture(self);
                let rows = picture.lines().take(self.setting().height.into()).map(|row| row.replace(' ', ""));
                format!("{} {}", rows.collect::<Vec<_>>().join("/"), Self::side(self).name())
            }
        };
        let variant_tag = BoardGame::variant_tag(self);
        if variant_tag.is_empty() { stones } else { format!("{stones} {variant_tag}") }
    }

    fn variant_tag(&self) -> String {
        self.setting().variant_tag()
    }

    fn letters(&self) -> Option<(u8, u8, String)> {
        Some(letters(self))
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

    /// SGF and psq by the end of the name.
    fn write(game: &Game<Self>, path: &str, names: [&str; 2], ending: Option<Ending>) -> String {
        let has_end = |end: &str| path.to_lowercase().ends_with(end);
        let other = match () {
            () if has_end(".sgf") => Some(write_sgf(game.position(), names)),
            () if has_end(".psq") => write_psq(game.position(), names),
            () => None,
        };
        other.unwrap_or_else(|| game.line(names, ending) + "\n")
    }

    /// A list of moves may say its board and rule behind the `#`, as lines of games do.
    fn read(&self, source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        let like = self.setting();
        if !source.text.contains('#') || Kind::of(source) != Kind::Moves && !source.text.contains('/') {
            let given = read_positions(source, like)?;
            return Ok(given.iter().map(|given| of_position(&given.position)).collect());
        }
        let mut games = Vec::new();
        let mut problems = Diagnostics::new();
        for (number, line) in (1..).zip(source.text.lines()) {
            let (stones, remark) = line.split_once('#').unwrap_or((line, ""));
            if stones.trim().is_empty() {
                continue;
            }
            // A board stands in one line: its rows behind each other, the side to move, and its variant tag.
            let is_board = stones.contains('/');
            let setting = said(if is_board { stones } else { remark }, like);
            let mut words = stones.split_whitespace();
            let text = match (words.next(), words.next()) {
                (Some(rows), Some(side)) if is_board => format!("{}\n{side} to move", rows.replace('/', "\n")),
                _ => stones.to_owned(),
            };
            match read_position(&Source::new(format!("{}:{number}", source.name), text), setting) {
                Ok(given) => games.push(of_position(&given.position).continued(line)),
                Err(more) => problems.append(more),
            }
        }
        problems.into_result(games)
    }
}

/// The setting that words say, up to a semicolon; what they do not say is as in another.
fn said(words: &str, like: Setting) -> Setting {
    let words = words.split(';').next().unwrap_or_default();
    words.split_whitespace().fold(like, |setting, word| match (Setting::parse_size(word), Rule::from_name(word)) {
        (Ok((height, width)), _) => Setting { width, height, ..setting },
        (_, Some(rule)) => Setting { rule, ..setting },
        _ => setting,
    })
}

/// The game that led to a position: from the empty board, if its stones were put by turns.
pub(crate) fn of_position(position: &Position) -> Game<Position> {
    let mut game = Game::new(Position::empty(position.setting()));
    let made = position.stones().iter().all(|&(point, side)| game.position().side() == side && game.push(point));
    if made && game.position().side() == position.side() { game } else { Game::new(position.clone()) }
}

const fn cell(point: Point) -> Cell {
    Cell { column: point.column() as u8, row: point.row() as u8 }
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Wood;
    const MARKS: &'static str = "threats";
    const SHOWS_MARKS: bool = false;

    fn title(&self) -> String {
        let Setting { width, height, rule } = self.setting();
        format!("Gomoku {width}x{height} {}", rule.name())
    }

    fn size(&self) -> (u8, u8) {
        (self.setting().width, self.setting().height)
    }

    /// From the bottom.
    fn row_number(&self, row: u8) -> u8 {
        self.setting().height - row
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        self.move_at(cell).and_then(|point| self.at(point))
    }

    fn cell_of(&self, mv: Point) -> Option<Cell> {
        Some(cell(mv))
    }

    fn move_at(&self, cell: Cell) -> Option<Point> {
        self.setting().point(cell.column.into(), cell.row.into())
    }

    fn winning_line(&self) -> Vec<Cell> {
        let line = self.five().map(|(_, line)| line).unwrap_or_default();
        line.into_iter().map(cell).collect()
    }

    /// The threats that a stone of either side would make on a cell: the best one, and that of the side to move where
    /// both are equal.
    fn marks(&self) -> Vec<Mark> {
        if self.is_over() {
            return Vec::new();
        }
        let patterns = Patterns::new(self);
        let to_move = Self::side(self);
        let mark = |point: Point| {
            if forbidden(self, point).is_some() {
                return Some(Mark { cell: cell(point), sign: '!', side: Side::Black });
            }
            let best = |side: Side| Threat::of(patterns.shape(side, point)).map(|kind| (kind, side));
            let [own, others] = [to_move, to_move.other()].map(best);
            let (kind, side) = match (own, others) {
                (Some(own), Some(others)) if others.0 < own.0 => others,
                (own, others) => own.or(others)?,
            };
            let sign = kind.sign();
            let sign = if side == Side::Black { sign } else { sign.to_ascii_lowercase() };
            Some(Mark { cell: cell(point), sign, side })
        };
        self.empty_points().filter_map(mark).collect()
    }

    fn legend(&self) -> String {
        let threats = "W a five, F an open four, H a four, T an open three; small letters are white's";
        if self.setting().rule == Rule::Renju { format!("{threats}; ! forbidden") } else { threats.to_owned() }
    }
}

/// The threats that a stone makes, the strongest first.
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

impl SearchableGame for Position {
    type Runner = GomokuRunner;
    type EngineProtocol = Gomocup;

    const PLAYERS: Players = PLAYERS;

    /// Won, once the search for victory by continuous threats (VCT) proves it with as many nodes as the effort.
    fn solved(&self, effort: u64, budget: &Budget) -> Option<i32> {
        let budget = Budget { max_nodes: Some(effort), max_time: None, ..budget.clone() };
        let (algorithm, options) = (Algorithm::Vct, &Options::default());
        let outcome = watched(|observer| solve(self, algorithm, options, &budget, Unguided, observer));
        let side = Self::side(self);
        outcome.plies.map(|_| if side == Side::Black { 1 } else { -1 })
    }

    fn learn(positions: &PositionMemory, params: &Params, moves: &[(&Self, &Self)]) {
        if let Ok(candidates) = candidates(params) {
            positions.learn(moves, candidates);
        }
    }
}

impl Runner for GomokuRunner {
    type Position = Position;

    fn prepare(&mut self, algorithm: &str, params: &Params, budget: &Budget) {
        Self::prepare(self, algorithm, params, budget);
    }

    fn keep_table(&mut self) {
        Self::keep_table(self);
    }

    fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Observers) -> Record {
        Self::run(self, trial, position, budget, taps)
    }

    fn remember_in(&mut self, positions: Arc<PositionMemory>) {
        Self::remember_in(self, positions);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Ending;

    /// Games of all rules and on boards of several sizes, in all forms of files.
    #[test]
    fn chance_plays_to_the_end_and_files_are_read_back() {
        let sizes = [(15, 15), (9, 9), (7, 12)];
        for (seed, rule) in (0..).zip(Rule::ALL) {
            for (width, height) in sizes {
                let mut game = Game::new(Position::empty(Setting { width, height, rule }));
                while let Some(mv) = game.position().random_move(seed, game.plies()) {
                    assert!(game.push(mv));
                }
                let ending = Ending::Finished;
                assert!(game.position().is_over() && game.position().moves().is_empty());
                let line = game.line(["random", "random"], Some(ending));
                assert!(line.contains(" wins") || line.contains("a draw"), "{line}");
                let like = Position::empty(Setting::default());
                assert_eq!(like.read(&Source::new("line", line.as_str())).unwrap(), [game.clone()], "{line}");
                let sgf = Position::write(&game, "a.SGF", ["", ""], Some(ending));
                assert_eq!(like.read(&Source::new("a.sgf", sgf)).unwrap(), [game.clone()]);
                let psq = Position::write(&game, "a.psq", ["", ""], Some(ending));
                assert_eq!(game.start().read(&Source::new("a.psq", psq)).unwrap(), [game]);
            }
        }
    }

    #[test]
    fn games_from_boards_are_read_back() {
        let mut start = Position::empty(Setting::square(9, Rule::Caro));
        for (column, side) in [(3, Side::White), (5, Side::Black)] {
            start.put(Point::new(column, 4), side).unwrap();
        }
        start.set_side(Side::Black);
        let mut game = of_position(&start);
        assert!(!game.start().is_initial());
        assert!(game.push(Point::new(0, 0)) && game.push(Point::new(8, 8)));
        let line = game.line(["human", "random"], None);
        let again = Position::empty(Setting::default()).read(&Source::new("line", line.as_str())).unwrap();
        assert_eq!(again[0].position().content(), game.position().content(), "{line}");
    }

    /// Two threes at once: black may not, and is told so.
    #[test]
    fn what_renju_forbids_is_no_move() {
        let mut position = Position::empty(Setting::square(15, Rule::Renju));
        for (word, side) in [("h7", Side::Black), ("h6", Side::Black), ("g8", Side::Black), ("f8", Side::Black)] {
            position.put(position.read_move(word).unwrap(), side).unwrap();
        }
        position.set_side(Side::Black);
        let crossing = position.read_move("h8").unwrap();
        assert_eq!(position.after(crossing), None);
        assert!(!position.moves().contains(&crossing) && !position.is_over());
        assert!(
            position.illegal_reason(crossing).starts_with("h8 is forbidden to black: "),
            "{}",
            position.illegal_reason(crossing)
        );
        assert!(position.marks().contains(&Mark { cell: Cell { column: 7, row: 7 }, sign: '!', side: Side::Black }));
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
        assert!(position.read(&Source::new("line", "h8h8")).is_err());
        assert!(position.read(&Source::new("line", "h8h8 # 9x9")).is_err());
    }
}
