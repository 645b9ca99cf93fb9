//! Random games that end before the requested position: the positions left out, and the remark about them.

use super::Loader;
use crate::experiment::spec;
use searchlab_trial::text::counted;

/// Games that are named in a remark.
const NAMED: usize = 10;

/// The positions of a request that its games do not have.
pub(super) struct Ended {
    /// Number of instances before those of the request.
    before: usize,
    missing: Vec<Missing>,
}

struct Missing {
    seed: u64,
    ply: u64,
    /// Positions to be searched that the game has.
    count: usize,
}

impl Ended {
    /// For a request that comes after `before` instances.
    pub(super) const fn after(before: usize) -> Self {
        Self { before, missing: Vec::new() }
    }

    /// Adds the game of this seed, which has `count` positions to be searched and none at this ply.
    pub(super) fn push(&mut self, seed: u64, ply: u64, count: usize) {
        self.missing.push(Missing { seed, ply, count });
    }
}

impl Loader<'_> {
    /// Adds a remark on the positions that are left out of a request; an error if nothing is left of it.
    pub(super) fn leave_out(&mut self, ended: &Ended, path: &spec::Path) {
        let Some(Missing { seed, ply, count }) = ended.missing.first() else { return };
        if self.instances.len() == ended.before {
            let message = format!("the game of seed {seed} has no position to search after {ply} plies");
            let expected = format!("expected 0 to {}", count.saturating_sub(1));
            return self.complain(message, &path.key("plies"), &expected);
        }
        let named = ended.missing.iter().take(NAMED);
        let named: Vec<String> = named.map(|Missing { seed, ply, .. }| format!("seed={seed},ply={ply}")).collect();
        let more = match ended.missing.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let positions = counted(ended.missing.len() as u64, "position");
        self.remarks.push(format!(
            "{path}: {positions} left out, since the random games end before: {}{more}",
            named.join(" ")
        ));
    }
}
