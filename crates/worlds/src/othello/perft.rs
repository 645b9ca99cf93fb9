//! Perft: the number of ways to play a number of plies, the proof and the yardstick of move generation.
//!
//! Idea        Order does not matter for a sum, so boards need not be visited depth first. Each ply has a queue of moves
//!             still to be made; whenever one holds eight, they are made at once, a board in each lane, and their
//!             replies go to the next queue. The lowest queue with eight moves goes first, so queues stay short.
//! Guarantees  The number of leaves under the chosen convention.
//! Cost        Time in proportion to the moves made; 24 KiB a ply.
//! Counts      Leaves.
//! Not here    Legal moves and flips (kernel/).

use super::board::{Board, Move, Position};
use super::kernel::batch::Queue;
use super::kernel::{Kernel, Visitor, choose};

/// The convention for plies and leaves. Programs differ, and their figures with them, from depth 9 on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// A pass costs a ply, and a game that is finished before the last ply is one leaf. The convention of most tables.
    #[default]
    Standard,
    /// A pass costs nothing: the ply is that of the move after it. A finished game is one leaf.
    FreePass,
    /// A pass costs a ply. A game that is finished before the last ply is not counted.
    Unfinished,
    /// A pass costs nothing, and a game that is finished before the last ply is not counted: every leaf is reached by
    /// exactly as many discs as the depth says.
    FreePassUnfinished,
}

impl Convention {
    /// All four, the default first.
    pub const ALL: [Self; 4] = [Self::Standard, Self::FreePass, Self::Unfinished, Self::FreePassUnfinished];

    /// The name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::FreePass => "free-pass",
            Self::Unfinished => "unfinished",
            Self::FreePassUnfinished => "free-pass-unfinished",
        }
    }

    /// The convention in one line.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Standard => "a pass costs a ply, a finished game is one leaf",
            Self::FreePass => "a pass costs no ply, a finished game is one leaf",
            Self::Unfinished => "a pass costs a ply, games finished before the last ply are not counted",
            Self::FreePassUnfinished => "a pass costs no ply, games finished before the last ply are not counted",
        }
    }

    /// The convention of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|convention| convention.name() == name)
    }

    const fn has_free_passes(self) -> bool {
        matches!(self, Self::FreePass | Self::FreePassUnfinished)
    }

    const fn counts_finished(self) -> bool {
        matches!(self, Self::Standard | Self::FreePass)
    }
}

/// The number of leaves `depth` plies below a position, by the fastest kernel of this machine.
///
/// With `bulk` the moves of the last ply are counted but not made; without, every move is made. The number is the same.
pub fn perft(position: Position, depth: u32, convention: Convention, bulk: bool) -> u64 {
    choose(Count { board: position.board, depth, convention, bulk })
}

/// Plies that are counted in one go by [`perft_in_parts`]: some hundredths of a second.
const PART: u32 = 9;

/// [`perft`] for long counts: the tree is cut into parts of at most nine plies, and after each of them `goes_on` is
/// called with the leaves so far. `None` once it says no.
pub fn perft_in_parts(
    position: Position,
    depth: u32,
    convention: Convention,
    bulk: bool,
    goes_on: &mut impl FnMut(u64) -> bool,
) -> Option<u64> {
    let mut parts = Parts { convention, bulk, most: PART, leaves: 0, goes_on };
    parts.add(position, depth)?;
    Some(parts.leaves)
}

/// A count that may be stopped.
struct Parts<'a, F> {
    convention: Convention,
    bulk: bool,
    /// Plies of a part.
    most: u32,
    leaves: u64,
    goes_on: &'a mut F,
}

impl<F: FnMut(u64) -> bool> Parts<'_, F> {
    fn add(&mut self, position: Position, depth: u32) -> Option<()> {
        let moves = position.moves();
        if depth <= self.most || moves.is_empty() {
            self.leaves += perft(position, depth, self.convention, self.bulk);
            return (self.goes_on)(self.leaves).then_some(());
        }
        let is_free = moves == [Move::PASS] && self.convention.has_free_passes();
        let rest = if is_free { depth } else { depth - 1 };
        moves.into_iter().filter_map(|mv| position.after(mv)).try_for_each(|after| self.add(after, rest))
    }
}

/// [`perft`] as something to be done with a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Count {
    /// The discs at the root.
    pub board: Board,
    /// Plies.
    pub depth: u32,
    /// The convention for plies and leaves.
    pub convention: Convention,
    /// True to count the moves of the last ply without making them.
    pub bulk: bool,
}

impl Visitor for Count {
    type Output = u64;

    fn visit<K: Kernel>(self, kernel: K) -> u64 {
        let depth = self.depth.min(LONGEST) as usize;
        if depth == 0 {
            return 1;
        }
        let queues = (0..depth).map(|_| Queue::default()).collect();
        let mut counter = Counter { kernel, convention: self.convention, bulk: self.bulk, queues, leaves: 0 };
        counter.offer(self.board, kernel.moves(self.board), depth);
        counter.settle(depth, 1);
        counter.leaves
    }
}

/// No game is longer: a move for each square, and a pass for each move.
const LONGEST: u32 = 128;

/// A count under way. The moves in `queues[r]` lead to boards with `r` plies to go.
struct Counter<K> {
    kernel: K,
    convention: Convention,
    bulk: bool,
    queues: Vec<Queue>,
    leaves: u64,
}

impl<K: Kernel> Counter<K> {
    /// Makes moves until each of the lowest `queues` holds less than `least`.
    fn settle(&mut self, queues: usize, least: usize) {
        let kernel = self.kernel;
        kernel.call(
            #[inline(always)]
            || {
                for rest in (0..queues).rev() {
                    while self.queues[rest].len() >= least {
                        self.make_eight(rest);
                        if rest > 0 {
                            self.settle(rest, 8);
                        }
                    }
                    self.queues[rest].close_up();
                }
            },
        );
    }

    /// Makes eight moves that lead to boards with `rest` plies to go.
    #[inline(always)]
    fn make_eight(&mut self, rest: usize) {
        let (count, [own, opponent, discs]) = self.queues[rest].pop();
        let flips = self.kernel.flips_on_eight(&own, &opponent, &discs);
        let (mut next_own, mut next_opponent) = ([0; 8], [0; 8]);
        for lane in 0..8 {
            next_own[lane] = opponent[lane] ^ flips[lane];
            next_opponent[lane] = own[lane] ^ flips[lane] ^ discs[lane];
        }
        if rest == 0 {
            // Nobody looks at these boards, but they are to be made.
            std::hint::black_box((&next_own, &next_opponent));
            self.leaves += count as u64;
            return;
        }
        let moves = self.kernel.moves_of_eight(&next_own, &next_opponent);
        if self.bulk && rest == 1 {
            self.leaves += moves.iter().map(|moves| u64::from(moves.count_ones())).sum::<u64>();
        } else {
            self.kernel.queue_moves(&mut self.queues[rest - 1], &next_own, &next_opponent, &moves);
        }
        if moves.contains(&0) {
            for lane in (0..count).filter(|&lane| moves[lane] == 0) {
                self.pass(Board { own: next_own[lane], opponent: next_opponent[lane] }, rest);
            }
        }
    }

    /// Queues or counts the moves of a board with `rest` plies to go, at least one.
    fn offer(&mut self, board: Board, moves: u64, rest: usize) {
        if moves == 0 {
            self.pass(board, rest);
        } else if self.bulk && rest == 1 {
            self.leaves += u64::from(moves.count_ones());
        } else {
            self.queues[rest - 1].push(board, moves);
        }
    }

    /// Continues from a board without a move and with `rest` plies to go, at least one.
    #[cold]
    fn pass(&mut self, board: Board, rest: usize) {
        let passed = board.passed();
        let replies = self.kernel.moves(passed);
        if replies == 0 {
            self.leaves += u64::from(self.convention.counts_finished());
        } else if self.convention.has_free_passes() {
            self.offer(passed, replies, rest);
        } else if rest == 1 {
            self.leaves += 1;
        } else {
            self.offer(passed, replies, rest - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board::Side;
    use super::super::kernel::{available, choose_named};
    use super::*;

    /// The published figures of depths 1 to 12 (any table of Othello perft, and the crate `othello` 0.1.2), with a pass
    /// as a ply and finished games as leaves.
    const STANDARD: [u64; 12] =
        [4, 12, 56, 244, 1396, 8200, 55_092, 390_216, 3_005_288, 24_571_284, 212_258_800, 1_939_886_636];

    /// The figures that differ from those: depths 9, 10, 11. No table has the last line. It is the line of free passes less
    /// the games that finish at ply 9 (228 of them) and 10 (356 more), and the plain way below counts it.
    const OTHERS: [(Convention, [u64; 3]); 3] = [
        (Convention::FreePass, [3_005_320, 24_571_420, 212_260_880]),
        (Convention::Unfinished, [3_005_288, 24_571_056, 212_258_216]),
        (Convention::FreePassUnfinished, [3_005_320, 24_571_192, 212_260_296]),
    ];

    fn expected(convention: Convention, depth: u32) -> u64 {
        let other = OTHERS.iter().find(|other| other.0 == convention).filter(|_| depth >= 9);
        other.map_or_else(|| STANDARD[depth as usize - 1], |other| other.1[depth as usize - 9])
    }

    /// Leaves, and how many of them are games that were finished before the last ply: move after move, by the rules.
    fn plain(position: Position, depth: u32, free_passes: bool) -> (u64, u64) {
        if depth == 0 {
            return (1, 0);
        }
        let moves = position.moves();
        if moves.is_empty() {
            return (1, 1);
        }
        moves.into_iter().fold((0, 0), |sum, mv| {
            let cost = u32::from(mv != Move::PASS || !free_passes);
            let below = plain(position.after(mv).expect("legal"), depth - cost, free_passes);
            (sum.0 + below.0, sum.1 + below.1)
        })
    }

    fn check(depth: u32, convention: Convention, kernels: &[&str]) {
        for name in kernels {
            for bulk in [true, false] {
                let count = Count { board: Board::INITIAL, depth, convention, bulk };
                let leaves = choose_named(name, count).expect("it is there");
                assert_eq!(leaves, expected(convention, depth), "{name}, bulk {bulk}, {} {depth}", convention.name());
            }
        }
    }

    #[test]
    fn figures_to_depth_9_by_every_kernel() {
        for convention in Convention::ALL {
            (1..=9).for_each(|depth| check(depth, convention, &available()));
        }
    }

    #[test]
    #[cfg_attr(debug_assertions, ignore = "for release builds: some thousand million leaves")]
    fn figures_of_depths_10_and_11() {
        for convention in Convention::ALL {
            check(10, convention, &available());
            check(11, convention, &available()[..1]);
        }
        check(11, Convention::Standard, &available());
    }

    #[test]
    #[ignore = "some seconds in a release build, a minute and more in a debug build"]
    fn figure_of_depth_12() {
        check(12, Convention::Standard, &available()[..1]);
    }

    /// The conventions on trees with many passes and finished games: the last plies of a game, which the plain way can
    /// count to the end. The finished games are those that the two other conventions leave out.
    #[test]
    fn conventions_agree_with_the_plain_way_near_the_end() {
        let mut position = Position::INITIAL;
        let mut seen = 0;
        while let Some(&mv) = { position.moves() }.iter().max_by_key(|mv| (u32::from(mv.number()) * 29 + 7) % 64) {
            position = position.after(mv).expect("legal");
            if position.board.empties() > 8 {
                continue;
            }
            for depth in 0..=12 {
                for (free_passes, with, without) in [
                    (false, Convention::Standard, Convention::Unfinished),
                    (true, Convention::FreePass, Convention::FreePassUnfinished),
                ] {
                    let (leaves, finished) = plain(position, depth, free_passes);
                    seen += finished;
                    for bulk in [true, false] {
                        assert_eq!(perft(position, depth, with, bulk), leaves);
                        assert_eq!(perft(position, depth, without, bulk), leaves - finished);
                    }
                }
            }
        }
        assert!(seen > 1000, "{seen} finished games");
    }

    /// Where the figures of the fourth convention come from: the plain way, and the finished games taken from those of
    /// the second.
    #[test]
    #[cfg_attr(debug_assertions, ignore = "for release builds: some seconds")]
    fn figures_of_the_fourth_convention_by_the_plain_way() {
        for depth in 9..=11 {
            let (leaves, finished) = plain(Position::INITIAL, depth, true);
            assert_eq!(leaves, expected(Convention::FreePass, depth));
            assert_eq!(leaves - finished, expected(Convention::FreePassUnfinished, depth));
        }
    }

    /// At the start, and near an end with passes, under all conventions.
    #[test]
    fn parts_make_up_the_whole() {
        let late = super::super::playout::random_position(12, 52);
        for (position, depth) in [(Position::INITIAL, 7), (late, 9), (late, 12), (late, 60)] {
            for convention in Convention::ALL {
                let mut calls = 0;
                let mut goes_on = |_| {
                    calls += 1;
                    true
                };
                let mut parts = Parts { convention, bulk: true, most: 3, leaves: 0, goes_on: &mut goes_on };
                assert_eq!(parts.add(position, depth), Some(()));
                assert_eq!(parts.leaves, perft(position, depth, convention, true), "{} {depth}", convention.name());
                assert!(calls > 1, "{calls}");
            }
        }
        let mut calls = 0;
        let stopped = perft_in_parts(Position::INITIAL, 20, Convention::Standard, true, &mut |_| {
            calls += 1;
            calls < 3
        });
        assert_eq!((stopped, calls), (None, 3));
    }

    #[test]
    fn edges_of_the_range() {
        for convention in Convention::ALL {
            assert_eq!(Convention::from_name(convention.name()), Some(convention));
            assert_eq!(perft(Position::INITIAL, 0, convention, true), 1);
            let finished = Position { board: Board { own: 1, opponent: 0 }, side: Side::White };
            let leaves = u64::from(convention.counts_finished());
            assert_eq!(perft(finished, u32::MAX, convention, false), leaves);
            assert_eq!(perft(finished, 1, convention, true), leaves);
        }
    }
}
