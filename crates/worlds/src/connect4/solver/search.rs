//! The search of the solver: alpha-beta with zero windows to the end of the game.
//!
//! Idea        Negamax on positions in which the side to move cannot win at once and has a move that does not lose at
//!             once; both ends are seen one ply above, from the winning spots. All children are valued by the follow-up
//!             rule, and then by the table, before the first is searched.
//! Source      Pons, Solving Connect 4, blog.gamesolver.org, parts 4 to 12; Tromp, John's Connect Four Playground;
//!             Schaeffer, Plaat, Canadian Conference on AI (1996), for enhanced cutoffs.
//! Guarantees  The score, or a bound of it on the right side of the window (fail-soft).
//! Not here    The windows (root.rs), the tree for observers (walk.rs), winning spots and the follow-up rule (bits.rs), the table (table.rs).

use super::bits::Board;
use super::book::Book;
use super::counts::Counts;
use super::table::{Bounds, Table};
use searchlab_search::budget::{Meter, Status};
use searchlab_search::observer::{Cut, Event, Observer, Walk};

/// Most columns of a board.
const MOST_MOVES: usize = 8;
/// Fewest empty cells of positions that the table keeps.
const TABLE_FROM: i32 = 8;
/// Fewest empty cells of positions whose children are looked up before the first is searched.
const LOOK_AHEAD_FROM: i32 = 10;

/// A position with what the search knows of it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    /// The discs of the side to move.
    pub(super) own: u64,
    /// The discs of both.
    pub(super) all: u64,
    /// The winning spots of the side to move, and of the other.
    pub(super) own_spots: u64,
    pub(super) their_spots: u64,
    /// The moves that do not lose at once; at least one.
    pub(super) moves: u64,
    /// Number of empty cells.
    pub(super) empty: i32,
}

/// A child and its place in the order.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Child {
    pub(super) node: Node,
    key: u64,
    rank: i32,
}

/// The state of a solve.
pub(super) struct Search<'a, const ROWS: u32, O> {
    pub(super) board: Board<ROWS>,
    pub(super) table: &'a mut Table,
    pub(super) meter: Meter<'a>,
    pub(super) observer: &'a mut O,
    pub(super) counts: Counts,
    /// The counts that were reported to the observer.
    pub(super) reported: Counts,
    /// The nodes that were paid for.
    pub(super) paid: u64,
    /// Nodes at which the limits are looked at.
    pub(super) next_look: u64,
    /// Number of empty cells at the root.
    pub(super) root_empty: i32,
    /// Value of a cell in the order of moves: the more rows of four hold it, the better.
    pub(super) cell_values: [i8; 64],
    /// Fewest empty cells of positions for which the table takes a position and its mirror image for one.
    pub(super) mirror_from: i32,
    /// The opening book, if there is one for the board.
    pub(super) book: Option<&'a Book>,
    /// Fewest empty cells of positions that the book knows.
    pub(super) book_from: i32,
}

impl<const ROWS: u32, O: Observer> Search<'_, ROWS, O> {
    /// The key of a position in the table.
    #[inline(always)]
    pub(super) fn key(&self, own: u64, all: u64, empty: i32) -> u64 {
        let key = self.board.key(own, all);
        if empty < self.mirror_from { key } else { key.min(self.board.mirrored(key)) }
    }

    /// Counts a node.
    #[inline(always)]
    fn enter(&mut self, node: &Node, key: u64) -> Result<(), Status> {
        self.counts.expanded += 1;
        if O::WANTS_STATES {
            self.observer.on(Event::Expanded { state: key, depth: (self.root_empty - node.empty) as u32 });
        }
        if self.counts.expanded < self.next_look { Ok(()) } else { self.look() }
    }

    /// A score above `alpha` that the side to move reaches, or an upper bound that is not above `alpha`.
    pub(super) fn search(&mut self, node: &Node, key: u64, alpha: i32) -> Result<i32, Status> {
        self.walk_in(node, alpha);
        let score = self.visit(node, key, alpha)?;
        self.walk_out(score);
        Ok(score)
    }

    #[inline(always)]
    fn visit(&mut self, node: &Node, key: u64, alpha: i32) -> Result<i32, Status> {
        self.enter(node, key)?;
        if node.empty >= self.book_from
            && let Some(score) = self.in_book(node)
        {
            return Ok(score);
        }
        let begun = self.counts.expanded;
        let mut bounds = Bounds { lower: -((node.empty - 2) / 2), upper: (node.empty - 1) / 2 };
        let (is_kept, mut is_known) = (node.empty >= TABLE_FROM, false);
        if is_kept {
            self.counts.probes += 1;
            if let Some(known) = self.table.probe(key) {
                self.counts.hits += 1;
                (bounds, is_known) = (known, true);
            }
        }
        if bounds.upper <= alpha || bounds.lower > alpha {
            self.counts.table_cutoffs += u64::from(is_known);
            self.walk_cut(if is_known { Cut::Table } else { Cut::Bound }, None, None, is_known.then_some(key));
            return Ok(if bounds.lower > alpha { bounds.lower } else { bounds.upper });
        }
        let mut children = [Child::default(); MOST_MOVES];
        let score = match self.expand(node, alpha, &mut children) {
            Ok(score) => return Ok(score),
            Err(count) => self.search_children(node.all, &mut children[..count], alpha)?,
        };
        if is_kept {
            if O::WANTS_WALK {
                self.observer.walk(Walk::Store { key });
            }
            if score > alpha {
                bounds.lower = score;
            } else {
                bounds.upper = score;
            }
            self.counts.stores += 1;
            let displaced = self.table.store(key, bounds, self.counts.expanded - begun);
            self.counts.overwrites += u64::from(displaced);
        }
        Ok(score)
    }

    #[cold]
    #[inline(never)]
    fn in_book(&self, node: &Node) -> Option<i32> {
        self.book?.score(self.board.least_key(node.own, node.all))
    }

    /// The score, if the children show it without a search; else their number, in the order of search.
    #[inline(always)]
    fn expand(&mut self, node: &Node, alpha: i32, children: &mut [Child; MOST_MOVES]) -> Result<i32, usize> {
        let (theirs, mut moves, mut count) = (node.own ^ node.all, node.moves, 0);
        let empty = node.empty - 1;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let all = node.all | cell;
            let spots = self.board.spots(node.own | cell, all);
            let safe = Board::<ROWS>::safe(self.board.playable(all), spots);
            self.counts.generated += 1;
            if safe == 0 {
                self.walk_cut(Cut::Bound, Some(Self::code(cell)), None, None);
                return Ok(empty / 2);
            }
            let child =
                Node { own: theirs, all, own_spots: node.their_spots & !cell, their_spots: spots, moves: safe, empty };
            let key = self.key(theirs, all, empty);
            if empty >= TABLE_FROM {
                self.table.prefetch(key);
            }
            let rank = self.rank(&child, cell);
            let mut place = count;
            while place > 0 && children[place - 1].rank < rank {
                children[place] = children[place - 1];
                place -= 1;
            }
            children[place] = Child { node: child, key, rank };
            count += 1;
        }
        // No move wins at the second next stone, and the last two cells are filled without a win.
        let upper = (empty - 2) / 2;
        if upper <= alpha || empty <= 2 {
            self.walk_cut(Cut::Bound, None, None, None);
            return Ok(upper);
        }
        for child in &children[..count] {
            let bound = self.board.follow_up(child.node.own, child.node.all, child.node.their_spots, -1 - alpha);
            if bound < -alpha {
                self.walk_cut(Cut::Bound, Some(Self::code(child.node.all ^ node.all)), None, None);
                return Ok(-bound);
            }
        }
        Err(count)
    }

    /// The place of a child in the order, highest first: many winning spots, few of the other side, few replies, and a
    /// cell in many rows of four. The weights are measured.
    #[inline(always)]
    fn rank(&self, child: &Node, cell: u64) -> i32 {
        let count = |cells: u64| cells.count_ones() as i32;
        let value = i32::from(self.cell_values[cell.trailing_zeros() as usize]);
        32 * count(child.their_spots) - 8 * count(child.own_spots) - 4 * count(child.moves) + value
    }

    /// Searches children in their order, after a look at the table for all. `all` are the discs above them.
    #[inline(always)]
    fn search_children(&mut self, all: u64, children: &mut [Child], alpha: i32) -> Result<i32, Status> {
        let mut best = i32::MIN;
        let has_known = children[0].node.empty >= LOOK_AHEAD_FROM;
        if has_known {
            for child in children.iter_mut() {
                self.counts.probes += 1;
                let Some(known) = self.table.probe(child.key) else { continue };
                self.counts.hits += 1;
                if known.upper < -alpha {
                    self.counts.table_cutoffs += 1;
                    self.walk_cut(Cut::Enhanced, Some(Self::code(child.node.all ^ all)), None, Some(child.key));
                    return Ok(-known.upper);
                }
                if known.lower >= -alpha {
                    best = best.max(-known.lower);
                    child.node.moves = 0;
                    self.walk_known(child.node.all ^ all, &child.node, child.key, (-1 - alpha, known.lower));
                }
            }
        }
        for (place, child) in children.iter().enumerate().filter(|(_, child)| child.node.moves != 0) {
            let cell = child.node.all ^ all;
            best = best.max(-self.below(Self::code(cell), |search| search.search(&child.node, child.key, -1 - alpha))?);
            if best > alpha {
                self.walk_cut(Cut::Answered, Some(Self::code(cell)), Some(&children[place + 1..]), None);
                break;
            }
        }
        Ok(best)
    }
}
