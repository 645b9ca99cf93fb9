//! The principal variation: the moves of best play for both sides.
//!
//! One line for each ply, in memory that is made once: when a move turns out best at a ply, its line is that move
//! and the line of the ply below.

/// The principal variations of the nodes on the path (triangular PV table).
#[derive(Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// For searches to `depth`.
    pub fn new(depth: u32) -> Self {
        let depth = depth as usize;
        Self { lines: (0..=depth).map(|ply| Vec::with_capacity(depth - ply)).collect() }
    }

    /// The best line from the root.
    pub fn root(&self) -> &[M] {
        self.lines.first().map_or(&[], Vec::as_slice)
    }

    /// Clears the line of this ply: nothing follows.
    #[inline(always)]
    pub fn clear(&mut self, ply: u32) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// Sets the line of this ply to `mv` and the line of the ply below; `depth` plies remain.
    #[inline(always)]
    pub fn set(&mut self, ply: u32, depth: u32, mv: M) {
        let Some((line, rest)) = self.lines.get_mut(ply as usize..).and_then(<[_]>::split_first_mut) else { return };
        line.clear();
        line.push(mv);
        // The line below a leaf's parent is that of the leaf, which has none and clears none.
        if depth > 1
            && let Some(child) = rest.first()
        {
            line.extend_from_slice(child);
        }
    }
}
