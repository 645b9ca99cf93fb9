//! Killer moves and history heuristic: move ordering from the cutoffs of the running search.
//!
//! Source  Killer moves: Akl, Newborn, ACM Annual Conference (1977). History: Schaeffer, ICCA Journal 6(3) (1983).

use super::options::{Ordering, OrderingHeuristic};

/// No move has this code.
const NO_MOVE: u16 = u16::MAX;

/// Cutoffs by ply and by move. Holds nothing where the order of moves does not ask for it.
#[derive(Debug)]
pub(super) struct MoveHistory {
    /// The last two moves that cut off at each ply, the newer first.
    killers: Vec<[u16; 2]>,
    /// Weight of the cutoffs of each move, for each side.
    history: [Vec<u32>; 2],
}

/// Bits that a weight of the history has.
pub(super) const HISTORY_BITS: u32 = 20;

impl MoveHistory {
    pub(super) fn new(ordering: Ordering, codes: u16, depth: u32) -> Self {
        let plies = if ordering.has(OrderingHeuristic::Killer) { depth as usize } else { 0 };
        let codes = if ordering.has(OrderingHeuristic::History) { usize::from(codes) } else { 0 };
        Self { killers: vec![[NO_MOVE; 2]; plies], history: [vec![0; codes], vec![0; codes]] }
    }

    /// Notes a move that cut off: as the newer killer move of its ply, and with weight depth² in the history.
    #[inline(always)]
    pub(super) fn cutoff(&mut self, side: usize, code: u16, ply: u32, depth: u32) {
        if let Some(killers) = self.killers.get_mut(ply as usize)
            && killers[0] != code
        {
            *killers = [code, killers[0]];
        }
        if let Some(weight) = self.history[side & 1].get_mut(usize::from(code)) {
            *weight += depth * depth;
            if *weight >= 1 << HISTORY_BITS {
                self.age();
            }
        }
    }

    /// Halves the weights of the history, so that the latest cutoffs count most.
    #[cold]
    fn age(&mut self) {
        self.history.iter_mut().flatten().for_each(|weight| *weight /= 2);
    }

    /// The killer moves of a ply: the last two that cut off there, the newer first.
    #[inline(always)]
    pub(super) fn killers(&self, ply: u32) -> [u16; 2] {
        self.killers.get(ply as usize).copied().unwrap_or([NO_MOVE; 2])
    }

    /// The history weight of each move, by its code, below 2^[`HISTORY_BITS`]; empty where the order does not use it.
    #[inline(always)]
    pub(super) fn history(&self, side: usize) -> &[u32] {
        &self.history[side & 1]
    }
}
