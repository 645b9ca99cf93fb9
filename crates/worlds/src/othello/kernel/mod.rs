//! Legal moves and flips on bitboards: the inner loop of everything that plays Othello.
//!
//! A [`Kernel`] is one way to compute them. [`Portable`] runs everywhere; the others need instructions that not every
//! processor has, and a value of their type is the proof that they are there. [`choose`] hands the fastest to a
//! [`Visitor`].
//!
//! A function can only be inlined into one that is compiled for the same instructions, and a generic search is compiled
//! for those of every processor. [`Kernel::call`] bridges that: what runs inside is compiled for the kernel, with
//! [`moves`](Kernel::moves), [`flips`](Kernel::flips) and bit counts as plain instructions. A recursive search wraps each
//! level:
//!
//! ```
//! use searchlab_worlds::othello::Board;
//! use searchlab_worlds::othello::board::squares;
//! use searchlab_worlds::othello::kernel::{Kernel, Visitor, choose};
//!
//! /// Counts the ways to play `depth` moves. (Passes left out.)
//! fn count<K: Kernel>(kernel: K, board: Board, depth: u32) -> u64 {
//!     if depth == 0 {
//!         return 1;
//!     }
//!     kernel.call(
//!         #[inline(always)]
//!         || {
//!             let after = |square| board.placed(square, kernel.flips(board, square));
//!             squares(kernel.moves(board)).map(|square| count(kernel, after(square), depth - 1)).sum()
//!         },
//!     )
//! }
//!
//! struct Count(u32);
//!
//! impl Visitor for Count {
//!     type Output = u64;
//!
//!     fn visit<K: Kernel>(self, kernel: K) -> u64 {
//!         count(kernel, Board::INITIAL, self.0)
//!     }
//! }
//!
//! assert_eq!(choose(Count(5)), 1396);
//! ```
//!
//! Whoever has many boards at once and need not go deep first is served faster by [`batch`].

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub mod batch;
mod lines;
#[cfg(target_arch = "x86_64")]
mod lines_avx2;
#[cfg(target_arch = "x86_64")]
mod lines_avx512;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lines_simd128;
mod portable;
mod rays;
#[cfg(test)]
mod tests;

#[cfg(target_arch = "x86_64")]
pub use avx2::Avx2;
#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use lines::LineCounts;
pub(super) use lines::moves_and_flippable;
pub use portable::Portable;

use super::board::{Board, Square};
use batch::{Lanes, Queue};

/// A way to compute legal moves and flips. All ways give the same.
pub trait Kernel: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Its name, for reports on speed.
    const NAME: &'static str;

    /// The squares on which the side to move may place a disc.
    fn moves(self, board: Board) -> u64;

    /// The discs that a disc of the side to move on the empty `square` would turn.
    fn flips(self, board: Board, square: Square) -> u64;

    /// The counts of the quick part of an evaluation, for both sides at once.
    #[inline(always)]
    fn line_counts(self, board: Board) -> LineCounts {
        lines::line_counts(board)
    }

    /// [`moves`](Self::moves) of eight boards. To be used inside of [`call`](Self::call).
    #[inline(always)]
    fn moves_of_eight(self, own: &Lanes, opponent: &Lanes) -> Lanes {
        batch::moves(own, opponent)
    }

    /// [`flips`](Self::flips) on eight boards, each by a disc on the square that its lane of `discs` holds as a set; of an
    /// empty set, none. To be used inside of [`call`](Self::call).
    #[inline(always)]
    fn flips_on_eight(self, own: &Lanes, opponent: &Lanes, discs: &Lanes) -> Lanes {
        batch::flips(own, opponent, discs)
    }

    /// Puts all the `moves` of eight boards into a queue. To be used inside of [`call`](Self::call).
    ///
    /// # Panics
    ///
    /// If there is no place.
    #[inline(always)]
    fn queue_moves(self, queue: &mut Queue, own: &Lanes, opponent: &Lanes, moves: &Lanes) {
        for lane in 0..8 {
            queue.push(Board { own: own[lane], opponent: opponent[lane] }, moves[lane]);
        }
    }

    /// Runs `f` in a function that is compiled for the instructions of this kernel, so that the other methods are inlined
    /// there. The closure needs `#[inline(always)]`, and so does what it calls if that is to be compiled so, too.
    #[inline(always)]
    fn call<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// A task for a kernel, whichever it is.
pub trait Visitor {
    /// The result.
    type Output;

    /// Does it.
    fn visit<K: Kernel>(self, kernel: K) -> Self::Output;
}

/// Visits the fastest kernel of this machine; in builds that check themselves the faster of two, because every search is
/// compiled once for each.
pub fn choose<V: Visitor>(visitor: V) -> V::Output {
    #[cfg(all(target_arch = "x86_64", not(debug_assertions)))]
    if let Some(kernel) = Avx512::detect() {
        return visitor.visit(kernel);
    }
    choose_of_two(visitor)
}

/// Visits the faster of [`Avx2`] and [`Portable`]: for searches that gain nothing by [`Avx512`], so that they need not be
/// compiled for it.
pub fn choose_of_two<V: Visitor>(visitor: V) -> V::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(kernel) = Avx2::detect() {
        return visitor.visit(kernel);
    }
    visitor.visit(Portable)
}

/// Visits the kernel of this [`NAME`](Kernel::NAME); `None` if this machine has none of that name.
pub fn choose_named<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    match name {
        #[cfg(target_arch = "x86_64")]
        Avx512::NAME => Avx512::detect().map(|kernel| visitor.visit(kernel)),
        #[cfg(target_arch = "x86_64")]
        Avx2::NAME => Avx2::detect().map(|kernel| visitor.visit(kernel)),
        Portable::NAME => Some(visitor.visit(Portable)),
        _ => None,
    }
}

/// The names of the kernels that this machine has, the fastest first.
pub fn available() -> Vec<&'static str> {
    struct Name;

    impl Visitor for Name {
        type Output = &'static str;

        fn visit<K: Kernel>(self, _: K) -> &'static str {
            K::NAME
        }
    }

    ["avx512", "avx2", Portable::NAME].into_iter().filter_map(|name| choose_named(name, Name)).collect()
}
