//! Gomoku as a game for search: candidate moves, static ranks for move ordering, Zobrist keys.

use super::board::{CELLS, Point, Position, Setting};
use super::patterns::{CellShape, Patterns, Rows};
use super::{Evaluation, Side};
use searchlab_search::game::rules::draw_by_counting;
use searchlab_search::game::{Game, Outcome};

/// Which empty cells a search considers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Candidates {
    /// Where either side makes an open two, a sleeping three or better; where one makes five, nothing else.
    #[default]
    Patterns,
    /// All in the smallest box around the stones, this many cells wider on each side.
    Box(u8),
    /// All.
    All,
}

/// A position, and which moves count.
#[derive(Debug, Clone)]
pub struct Gomoku {
    patterns: Patterns,
    candidates: Candidates,
    /// Moves of the first position that are not to be searched, and how many stones it has.
    avoided: Option<(usize, Rows)>,
}

impl Gomoku {
    /// The game from a position on.
    pub fn new(position: &Position, candidates: Candidates) -> Self {
        Self { patterns: Patterns::new(position), candidates, avoided: None }
    }

    /// The same with what an evaluation has to know of each cell.
    pub fn described(mut self, evaluation: &Evaluation) -> Self {
        self.patterns.describe(evaluation.network());
        self
    }

    /// The same without some moves of the position as it is now, while any other is considered.
    pub(crate) fn avoiding(mut self, points: &[Point]) -> Self {
        let mut avoided = Rows::default();
        for &point in points {
            avoided.flip(point);
        }
        self.avoided = Some((self.patterns.stones(), avoided)).filter(|_| !points.is_empty());
        self
    }

    /// The moves of the first position that are not to be searched.
    pub(crate) fn avoided(&self) -> Vec<Point> {
        self.avoided.iter().flat_map(|(_, points)| points.points()).collect()
    }

    /// Cells without those that are avoided here.
    #[inline(always)]
    fn kept(&self, cells: Rows) -> Rows {
        match &self.avoided {
            Some((stones, points)) if *stones == self.patterns.stones() => cells.without(points),
            _ => cells,
        }
    }

    /// The stones and what can be made of them.
    #[inline(always)]
    pub const fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The same, to be moved on; who moves takes his moves back.
    #[inline(always)]
    pub(crate) const fn patterns_mut(&mut self) -> &mut Patterns {
        &mut self.patterns
    }

    /// The cells that the search considers, if there are any.
    fn considered(&self) -> Rows {
        match self.candidates {
            Candidates::Patterns => self.promising(),
            Candidates::Box(margin) => self.boxed(margin),
            Candidates::All => Rows::default(),
        }
    }

    /// Where either side makes five; else where either makes a two or more; else next to any line of stones.
    fn promising(&self) -> Rows {
        let side = self.patterns.side();
        for side in [side, side.other()] {
            if self.patterns.count(side, CellShape::Five) > 0 {
                return *self.patterns.with(side, CellShape::Five);
            }
        }
        self.patterns.promising()
    }

    /// The empty cells of the box around all stones.
    fn boxed(&self, margin: u8) -> Rows {
        let (patterns, margin) = (&self.patterns, usize::from(margin));
        let Setting { width, height, .. } = patterns.setting();
        let (mut low, mut high) = ((usize::MAX, usize::MAX), (0, 0));
        for (row, columns) in patterns.taken().rows().enumerate().filter(|(_, columns)| *columns != 0) {
            let (first, last) = (columns.trailing_zeros() as usize, 31 - columns.leading_zeros() as usize);
            low = (low.0.min(first), low.1.min(row));
            high = (high.0.max(last), row);
        }
        if low.0 == usize::MAX {
            return Rows::default();
        }
        let first = (low.0.saturating_sub(margin), low.1.saturating_sub(margin));
        let last = ((high.0 + margin).min(usize::from(width) - 1), (high.1 + margin).min(usize::from(height) - 1));
        Rows::rectangle(first, last).without(patterns.taken())
    }

    /// Hands the legal cells of a set over; tells whether there were any.
    #[inline(always)]
    fn legal(&self, cells: Rows, visit: &mut impl FnMut(Point)) -> bool {
        let mut any = false;
        for point in cells.points().filter(|&point| self.patterns.is_legal(point)) {
            visit(point);
            any = true;
        }
        any
    }
}

impl Game for Gomoku {
    type Move = Point;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = CELLS as u16 - 1;

    #[inline(always)]
    fn instructions(&self) {}

    /// Row by row. On an empty board the middle alone; where nothing is considered that is legal, all that is legal.
    #[inline(always)]
    fn moves(&self, mut visit: impl FnMut(Point)) {
        let patterns = &self.patterns;
        if patterns.winner().is_some() || patterns.is_full() {
            return;
        }
        if patterns.stones() == 0 && self.candidates != Candidates::All {
            return visit(patterns.setting().centre());
        }
        if !self.legal(self.kept(self.considered()), &mut visit) && !self.legal(self.kept(patterns.free()), &mut visit)
        {
            self.legal(patterns.free(), &mut visit);
        }
    }

    #[inline(always)]
    fn make(&mut self, point: Point) {
        self.patterns.make(point);
    }

    #[inline(always)]
    fn unmake(&mut self, _point: Point, (): ()) {
        self.patterns.unmake();
    }

    /// A five wins; a full board, or one where the side to move may not move, is a draw.
    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        let patterns = &self.patterns;
        match patterns.winner() {
            Some(winner) if winner == patterns.side() => Some(Outcome::Won),
            Some(_) => Some(Outcome::Lost),
            None => (patterns.is_full() || patterns.is_stuck()).then_some(Outcome::Drawn),
        }
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.patterns.key()
    }

    #[inline(always)]
    fn key_after(&mut self, point: Point) -> u64 {
        self.patterns.key_after(point)
    }

    #[inline(always)]
    fn side(&self) -> usize {
        self.patterns.side().index()
    }

    #[inline(always)]
    fn code(point: Point) -> u16 {
        point.index() as u16
    }

    /// Static rank for move ordering: the shape that the stone makes for its side, and the one it takes from the other.
    #[inline(always)]
    fn static_rank(&self, point: Point) -> u8 {
        let side = self.patterns.side();
        let rank = |side: Side| RANKS[self.patterns.shape(side, point) as usize];
        let (own, theirs) = (rank(side), rank(side.other()));
        own.max(theirs.saturating_sub(1)).saturating_mul(8) + own.min(theirs).min(7)
    }

    /// Where no cell can be forbidden, the set is asked and not each cell.
    #[inline(always)]
    fn draw(&self, below: impl FnOnce(u32) -> u32) -> Option<Point> {
        let patterns = &self.patterns;
        let is_plain = patterns.stones() > 0
            && patterns.winner().is_none()
            && (patterns.side() == Side::White || patterns.count(Side::Black, CellShape::Suspect) == 0);
        if !is_plain {
            return draw_by_counting(self, below);
        }
        let considered = self.considered();
        let cells = if considered.is_empty() { patterns.free() } else { considered };
        let count = cells.count();
        if count == 0 { None } else { cells.nth(below(count)) }
    }

    /// Replies are not counted: nearly all cells stay.
    #[inline(always)]
    fn replies(&mut self, point: Point) -> (u32, u64) {
        (0, self.key_after(point))
    }
}

/// How early a move is to be searched that makes a shape, by the shape.
const RANKS: [u8; CellShape::COUNT] = [0, 1, 3, 6, 9, 11, 14, 12, 16, 20, 24, 30, 2];

#[cfg(test)]
mod tests {
    use super::super::board::Rule;
    use super::*;
    use crate::testing::draws_by_number;

    fn moves(game: &Gomoku) -> Vec<Point> {
        let mut all = Vec::new();
        game.moves(|point| all.push(point));
        all
    }

    fn position(stones: &[(usize, usize)]) -> Position {
        let mut position = Position::empty(Setting::square(15, Rule::Freestyle));
        for &(column, row) in stones {
            position.play(Point::new(column, row)).unwrap();
        }
        position
    }

    #[test]
    fn the_rule_of_candidates_decides_what_is_searched() {
        let empty = position(&[]);
        let one = position(&[(7, 7)]);
        for (candidates, at_first, then) in
            [(Candidates::All, 225, 224), (Candidates::Box(1), 1, 8), (Candidates::Box(2), 1, 24)]
        {
            assert_eq!(moves(&Gomoku::new(&empty, candidates)).len(), at_first);
            assert_eq!(moves(&Gomoku::new(&one, candidates)).len(), then);
        }
        let near = moves(&Gomoku::new(&one, Candidates::Patterns));
        assert!(near.contains(&Point::new(8, 8)) && !near.contains(&Point::new(0, 0)), "{near:?}");
        assert_eq!(moves(&Gomoku::new(&position(&[(0, 0), (14, 14)]), Candidates::Box(0))).len(), 223);
    }

    #[test]
    fn every_move_is_drawn_by_its_number() {
        for (seed, rule) in (0..8).zip([Rule::Freestyle, Rule::Renju].into_iter().cycle()) {
            let setting = Setting::square(15, rule);
            let positions = super::super::playout::positions(seed, setting).into_iter();
            for position in positions.chain([super::super::playout::game(seed, setting)]) {
                for candidates in [Candidates::Patterns, Candidates::Box(1), Candidates::All] {
                    let game = Gomoku::new(&position, candidates);
                    let moves = moves(&game);
                    draws_by_number(&game, &moves, 5);
                }
            }
        }
    }

    #[test]
    fn fives_are_taken_and_blocked() {
        // Four black stones in a row, white to move and then black.
        let mut stones = vec![(3, 7), (3, 0), (4, 7), (5, 0), (5, 7), (7, 0), (6, 7)];
        let ends = vec![Point::new(2, 7), Point::new(7, 7)];
        assert_eq!(moves(&Gomoku::new(&position(&stones), Candidates::Patterns)), ends);
        stones.push((9, 0));
        let mut game = Gomoku::new(&position(&stones), Candidates::Patterns);
        assert_eq!((moves(&game), game.outcome()), (ends.clone(), None));
        game.make(ends[0]);
        assert_eq!((moves(&game), game.outcome()), (vec![], Some(Outcome::Lost)));
        game.unmake(ends[0], ());
        assert_eq!(game.outcome(), None);
    }
}
