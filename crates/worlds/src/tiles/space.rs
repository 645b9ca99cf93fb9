//! Two boards as a state space: the way from one to the other.

use std::hash::{Hash, Hasher};

use super::board::{Board, Size, Word, shift};
use super::heuristic::{Goal, Heuristic};
use searchlab_search::path::space::successors_by_actions;
use searchlab_search::path::{Action, ActionSpace, Actions, HashedNodes, StateSpace};

/// Where the blank goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Direction {
    Up,
    Left,
    Right,
    Down,
}

impl Direction {
    /// All, in the default order (Korf's).
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// U, L, R or D.
    pub(crate) const fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Left => 'L',
            Self::Right => 'R',
            Self::Down => 'D',
        }
    }

    const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

    /// Where the blank gets from a place of a board with this many rows, if it stays on the board.
    pub(super) fn next(self, place: usize, side: usize) -> Option<usize> {
        let (row, col) = (place / side, place % side);
        match self {
            Self::Up => (row > 0).then(|| place - side),
            Self::Left => (col > 0).then(|| place - 1),
            Self::Right => (col + 1 < side).then_some(place + 1),
            Self::Down => (row + 1 < side).then_some(place + side),
        }
    }
}

/// A board on the way, with what would be dear to find out anew. Equal if the boards are.
#[derive(Debug, Clone, Copy)]
pub struct State<W> {
    word: W,
    /// Where the field of the blank begins in the lowest bits, the estimate of the moves that are left in the others.
    /// Together, so that a move changes both by one addition, and a state is two words that stay in registers.
    rest: u32,
}

/// Bits of the place of the blank in a state.
const BLANK: u32 = 8;

impl<W: Word> State<W> {
    /// The board.
    pub const fn board<P: Size<Word = W>>(self) -> Board<P> {
        Board(self.word)
    }

    /// The place of the blank.
    const fn place(self) -> u8 {
        self.blank() / W::FIELD as u8
    }

    /// Where the field of the blank begins.
    #[inline(always)]
    const fn blank(self) -> u8 {
        self.rest as u8
    }
}

impl<W: Word> PartialEq for State<W> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<W: Word> Eq for State<W> {}

impl<W: Word> Hash for State<W> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.word.hash(hasher);
    }
}

/// Entries of the table of distances: (blank + action) and tile, see [`TileSpace::entry`].
const ENTRIES: usize = 1 << 12;
/// Fields begin below this bit.
const FIELDS: usize = 1 << 7;

/// The way from one board to another. An action is a move of the blank. One type for all boards that fit into a word.
#[derive(Debug, Clone)]
pub struct TileSpace<W> {
    order: [Direction; 4],
    /// How far the field of the blank moves with each action, in bits.
    offsets: [i8; 4],
    inverse: [Action; 4],
    /// The actions of a blank whose field begins at this bit.
    masks: [u8; FIELDS],
    /// The changes of the distance of a tile and of the place of the blank, as [`State`] holds them.
    changes: Box<[i16; ENTRIES]>,
    goal: Goal,
    counts_conflicts: bool,
    from: W,
    to: W,
}

impl<W: Word> TileSpace<W> {
    /// From `from` to `to`, trying the moves of the blank in the given order.
    ///
    /// Does not check whether there is a way: [`Board::is_solvable_to`] answers that at once, which no search does.
    ///
    /// # Panics
    /// If `order` names a direction twice.
    pub fn new<P: Size<Word = W>>(from: Board<P>, to: Board<P>, heuristic: Heuristic, order: [Direction; 4]) -> Self {
        Self::with_side(P::SIDE, from.0, to.0, heuristic, order)
    }

    fn with_side(side: u8, from: W, to: W, heuristic: Heuristic, order: [Direction; 4]) -> Self {
        let index_of = |direction| order.iter().position(|&other| other == direction);
        let goal = Goal::new(side, to, heuristic);
        let mut masks = [0; FIELDS];
        let mut changes = Box::new([0; ENTRIES]);
        for place in 0..side * side {
            let blank = shift::<W>(place) as u8;
            for (action, direction) in order.iter().enumerate() {
                let Some(tile_from) = direction.next(place.into(), side.into()) else { continue };
                let tile_from = tile_from as u8;
                masks[usize::from(blank)] |= 1 << action;
                let offset = shift::<W>(tile_from) as i16 - i16::from(blank);
                for tile in 1..side * side {
                    let distance = |place| i16::from(goal.distance(tile, place));
                    let change = distance(place) - distance(tile_from);
                    changes[Self::entry(blank, Action(action as u8), tile)] = (change << BLANK) + offset;
                }
            }
        }
        let (side, field) = (side as i8, W::FIELD as i8);
        let offset = |direction| match direction {
            Direction::Up => -side * field,
            Direction::Left => -field,
            Direction::Right => field,
            Direction::Down => side * field,
        };
        let inverse = |direction: Direction| {
            let index = index_of(direction.opposite()).expect("an order names every direction once");
            Action(index as u8)
        };
        let (offsets, inverse) = (order.map(offset), order.map(inverse));
        let counts_conflicts = heuristic == Heuristic::LinearConflict;
        Self { order, offsets, inverse, masks, changes, goal, counts_conflicts, from, to }
    }

    /// The state of a board.
    pub fn state<P: Size<Word = W>>(&self, board: Board<P>) -> State<W> {
        self.state_of(board.0)
    }

    fn state_of(&self, word: W) -> State<W> {
        let h = u32::from(self.goal.estimate(word));
        let places = 0..self.goal.side().pow(2);
        let blank = places.map(shift::<W>).find(|&shift| word.tile(shift) == 0).unwrap_or_default();
        State { word, rest: h << BLANK | blank }
    }

    /// Where the table holds the change of distance of `tile` when the blank, whose field begins at `blank`, takes
    /// its place by `action`. Fields are at least four bits wide, so blank + action is unique.
    #[inline(always)]
    fn entry(blank: u8, action: Action, tile: u8) -> usize {
        (usize::from(blank + action.0) << W::FIELD | usize::from(tile)) & (ENTRIES - 1)
    }
}

/// The moves of the blank along a path of states.
pub fn directions<W: Word>(path: &[State<W>]) -> impl Iterator<Item = Direction> {
    path.windows(2).map(|pair| match i16::from(pair[1].place()) - i16::from(pair[0].place()) {
        1 => Direction::Right,
        -1 => Direction::Left,
        2.. => Direction::Down,
        _ => Direction::Up,
    })
}

impl<W: Word> StateSpace for TileSpace<W> {
    type State = State<W>;
    type Cost = u32;
    type Link = Action;
    type Nodes = HashedNodes<State<W>, u32, Action>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> State<W> {
        self.state_of(self.from)
    }

    #[inline(always)]
    fn is_goal(&self, state: State<W>) -> bool {
        state.word == self.to
    }

    #[inline(always)]
    fn heuristic(&self, state: State<W>) -> u32 {
        state.rest >> BLANK
    }

    #[inline(always)]
    fn successors(&self, state: State<W>, visit: impl FnMut(State<W>, Action, u32)) -> u32 {
        successors_by_actions(self, state, visit)
    }

    #[inline(always)]
    fn previous(&self, state: State<W>, link: Action) -> State<W> {
        self.apply(state, self.inverse(link)).0
    }

    /// The board itself for the 8- and 15-puzzle. The 24-puzzle has more states than there are keys: a hash.
    #[inline(always)]
    fn key(&self, state: State<W>) -> u64 {
        state.word.key()
    }

    fn code(&self, state: State<W>) -> u128 {
        state.word.code()
    }
}

impl<W: Word> ActionSpace for TileSpace<W> {
    #[inline(always)]
    fn actions(&self, state: State<W>) -> Actions {
        Actions(u32::from(self.masks[usize::from(state.blank()) & (FIELDS - 1)]))
    }

    #[inline(always)]
    fn apply(&self, state: State<W>, action: Action) -> (State<W>, u32) {
        let from = state.blank().wrapping_add_signed(self.offsets[usize::from(action.0 & 3)]);
        let (word, tile) = state.word.slide(u32::from(from), u32::from(state.blank()));
        let change = i32::from(self.changes[Self::entry(state.blank(), action, tile)]);
        let mut next = State { word, rest: state.rest.wrapping_add_signed(change) };
        if self.counts_conflicts {
            let places = (next.place(), state.place());
            let change = self.goal.conflict_change(state.word, word, tile, places);
            next.rest = next.rest.wrapping_add_signed(i32::from(change) << BLANK);
        }
        (next, 1)
    }

    #[inline(always)]
    fn inverse(&self, action: Action) -> Action {
        self.inverse[usize::from(action.0 & 3)]
    }

    fn reversed(&self) -> Self {
        Self::with_side(self.goal.side(), self.to, self.from, self.goal.heuristic(), self.order)
    }

    fn least_step(&self) -> u32 {
        1
    }
}
