//! Two boards as a state space: the way from one to the other.

use std::hash::{Hash, Hasher};

use super::board::{Board, Size, Word};
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
    pub const fn letter(self) -> char {
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

    /// The same for a board of a type.
    fn from<P: Size>(self, place: u8) -> Option<u8> {
        self.next(place.into(), P::SIDE.into()).map(|place| place as u8)
    }
}

/// A board on the way, with what would be dear to find out anew. Equal if the boards are.
#[derive(Debug, Clone, Copy)]
pub struct State<P: Size> {
    word: P::Word,
    /// Where the field of the blank begins in the lowest bits, the estimate of the moves that are left in the others.
    /// Together, so that a move changes both by one addition, and a state is two words that stay in registers.
    rest: u32,
}

/// Bits of the place of the blank in a state.
const BLANK: u32 = 8;

impl<P: Size> State<P> {
    /// The board.
    pub const fn board(self) -> Board<P> {
        Board(self.word)
    }

    /// The place of the blank.
    const fn place(self) -> u8 {
        self.blank() / P::Word::FIELD as u8
    }

    /// Where the field of the blank begins.
    #[inline(always)]
    const fn blank(self) -> u8 {
        self.rest as u8
    }
}

impl<P: Size> PartialEq for State<P> {
    #[inline(always)]
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl<P: Size> Eq for State<P> {}

impl<P: Size> Hash for State<P> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.word.hash(hasher);
    }
}

/// Entries of the table of distances: (blank + action) and tile, see [`TileSpace::entry`].
const ENTRIES: usize = 1 << 12;
/// Fields begin below this bit.
const FIELDS: usize = 1 << 7;

/// The way from one board to another. An action is a move of the blank.
#[derive(Debug, Clone)]
pub struct TileSpace<P: Size> {
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
    from: Board<P>,
    to: Board<P>,
}

impl<P: Size> TileSpace<P> {
    /// From `from` to `to`, trying the moves of the blank in the given order.
    ///
    /// Does not check whether there is a way: [`Board::is_solvable_to`] answers that at once, which no search does.
    ///
    /// # Panics
    /// If `order` names a direction twice.
    pub fn new(from: Board<P>, to: Board<P>, heuristic: Heuristic, order: [Direction; 4]) -> Self {
        let index_of = |direction| order.iter().position(|&other| other == direction);
        let side = P::SIDE as i8;
        let field = P::Word::FIELD as i8;
        let goal = Goal::new(to, heuristic);
        let mut masks = [0; FIELDS];
        let mut changes = Box::new([0; ENTRIES]);
        for place in 0..P::PLACES {
            let blank = Board::<P>::shift(place) as u8;
            for (action, direction) in order.iter().enumerate() {
                let Some(tile_from) = direction.from::<P>(place) else { continue };
                masks[usize::from(blank)] |= 1 << action;
                let offset = Board::<P>::shift(tile_from) as i16 - i16::from(blank);
                for tile in 1..P::PLACES {
                    let distance = |place| i16::from(goal.distance::<P>(tile, place));
                    let change = distance(place) - distance(tile_from);
                    changes[Self::entry(blank, Action(action as u8), tile)] = (change << BLANK) + offset;
                }
            }
        }
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

    /// The heuristic.
    pub const fn heuristic_kind(&self) -> Heuristic {
        self.goal.heuristic()
    }

    /// The state of a board.
    pub fn state(&self, board: Board<P>) -> State<P> {
        let h = u32::from(self.goal.estimate(board));
        State { word: board.0, rest: h << BLANK | Board::<P>::shift(board.blank()) }
    }

    /// The direction of an action.
    pub fn direction(&self, action: Action) -> Direction {
        self.order[usize::from(action.0 & 3)]
    }

    /// Where the table holds the change of distance of `tile` when the blank, whose field begins at `blank`, takes
    /// its place by `action`. Fields are at least four bits wide, so blank + action is unique.
    #[inline(always)]
    fn entry(blank: u8, action: Action, tile: u8) -> usize {
        (usize::from(blank + action.0) << P::Word::FIELD | usize::from(tile)) & (ENTRIES - 1)
    }
}

/// The moves of the blank along a path of states.
pub fn directions<P: Size>(path: &[State<P>]) -> impl Iterator<Item = Direction> {
    path.windows(2).filter_map(|pair| {
        let (from, to) = (pair[0].place(), pair[1].place());
        Direction::ALL.into_iter().find(|direction| direction.from::<P>(from) == Some(to))
    })
}

impl<P: Size> StateSpace for TileSpace<P> {
    type State = State<P>;
    type Cost = u32;
    type Link = Action;
    type Nodes = HashedNodes<State<P>, u32, Action>;

    fn new_nodes(&self) -> Self::Nodes {
        HashedNodes::default()
    }

    fn start(&self) -> State<P> {
        self.state(self.from)
    }

    #[inline(always)]
    fn is_goal(&self, state: State<P>) -> bool {
        state.word == self.to.0
    }

    #[inline(always)]
    fn heuristic(&self, state: State<P>) -> u32 {
        state.rest >> BLANK
    }

    #[inline(always)]
    fn successors(&self, state: State<P>, visit: impl FnMut(State<P>, Action, u32)) -> u32 {
        successors_by_actions(self, state, visit)
    }

    #[inline(always)]
    fn previous(&self, state: State<P>, link: Action) -> State<P> {
        self.apply(state, self.inverse(link)).0
    }

    /// The board itself for the 8- and 15-puzzle. The 24-puzzle has more states than there are keys: a hash.
    #[inline(always)]
    fn key(&self, state: State<P>) -> u64 {
        state.word.key()
    }

    fn code(&self, state: State<P>) -> u128 {
        state.word.code()
    }
}

impl<P: Size> ActionSpace for TileSpace<P> {
    #[inline(always)]
    fn actions(&self, state: State<P>) -> Actions {
        Actions(u32::from(self.masks[usize::from(state.blank()) & (FIELDS - 1)]))
    }

    #[inline(always)]
    fn apply(&self, state: State<P>, action: Action) -> (State<P>, u32) {
        let from = state.blank().wrapping_add_signed(self.offsets[usize::from(action.0 & 3)]);
        let (word, tile) = state.word.slide(u32::from(from), u32::from(state.blank()));
        let change = i32::from(self.changes[Self::entry(state.blank(), action, tile)]);
        let mut next = State { word, rest: state.rest.wrapping_add_signed(change) };
        if self.counts_conflicts {
            let places = (next.place(), state.place());
            let change = self.goal.conflict_change::<P>(state.word, word, tile, places);
            next.rest = next.rest.wrapping_add_signed(i32::from(change) << BLANK);
        }
        (next, 1)
    }

    #[inline(always)]
    fn inverse(&self, action: Action) -> Action {
        self.inverse[usize::from(action.0 & 3)]
    }

    fn reversed(&self) -> Self {
        Self::new(self.to, self.from, self.goal.heuristic(), self.order)
    }

    fn least_step(&self) -> u32 {
        1
    }
}
