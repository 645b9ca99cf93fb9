//! Selective search: which nodes their static evaluation decides, and which late moves, those that move ordering puts
//! behind others, are passed over.
//!
//! Source      Heinz, Scalable Search in Computer Chess, 2000: futility pruning, razoring.
//! Not here    The numbers (margins.rs), late move reductions (node.rs).

use super::margins;
use super::moves::ThreatResponse;
use super::node::{Node, NodeInfo, Search};
use super::options::Technique;
use searchlab_search::budget::Status;
use searchlab_search::game::score::{Score, is_decisive};
use searchlab_search::observer::{Event, Observer, Subtree};

impl<O: Observer> Search<'_, O> {
    /// Static pruning near the leaves: the value of a node whose static evaluation stands far outside of the window.
    pub(super) fn decide_by_standing(&mut self, node: Node, standing: Score) -> Result<Option<Score>, Status> {
        if node.is_pv() || node.excluded.is_some() || is_decisive(node.beta) {
            return Ok(None);
        }
        let depth = node.depth;
        // Reverse futility pruning. Without late moves passed over, as the teacher of a network plays, all values count alike.
        let is_learned = self.has(Technique::LateMoves) && self.evaluation.network().is_some();
        if self.has(Technique::Futility)
            && let Some(margin) = margins::reverse_futility(depth, is_learned)
            && standing - margin >= node.beta
        {
            self.observer.on(Event::Leaf { depth: node.ply });
            return Ok(Some(standing));
        }
        // Razoring
        if self.has(Technique::Razoring)
            && depth <= margins::RAZORING_UP_TO
            && standing + margins::razoring(depth) <= node.alpha
        {
            let decides = |value: Score| value <= node.alpha || is_decisive(value);
            let value = self.subtree_with(
                Subtree::Razoring,
                |search| search.leaf(node),
                |value| value.as_ref().ok().copied().filter(|&value| decides(value)),
            )?;
            if decides(value) {
                self.observer.on(Event::Leaf { depth: node.ply });
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// A bound that the table knows stands for the static evaluation where that lies beyond it: it comes from a search.
    pub(super) fn correct_by_bounds(&self, known: &mut NodeInfo) {
        let [lower, upper] = known.bounds;
        if !self.has(Technique::Bounds) {
            return;
        }
        if lower > known.standing && !is_decisive(lower) {
            known.standing = lower;
        }
        if upper < known.standing && !is_decisive(upper) {
            known.standing = upper;
        }
    }

    /// True if the static evaluation of a node is above that of the side's last turn.
    pub(super) fn is_improving(&self, node: Node) -> bool {
        let ply = node.ply as usize;
        ply >= 2 && self.standings[ply] > self.standings[ply - 2]
    }

    /// Late move pruning (move count) and futility pruning: true if the quiet move of this number, counted among the
    /// quiet ones, need not be searched.
    pub(super) fn is_not_worth(&self, node: Node, known: &NodeInfo, quiet: usize) -> bool {
        if known.need != ThreatResponse::Free {
            return false;
        }
        let by_count = self.has(Technique::MoveCount)
            && node.depth <= margins::COUNT_UP_TO
            && quiet > margins::most_quiet(node.depth) << u32::from(node.is_pv());
        let by_value = self.has(Technique::Futility)
            && !node.is_pv()
            && node.depth <= margins::FUTILITY_UP_TO
            && known.standing + margins::futility(node.depth) <= node.alpha;
        by_count || by_value
    }

    /// True for nodes where late moves may be passed over: those without a threat, and those against an open four.
    pub(super) fn may_be_late(&self, known: &NodeInfo) -> bool {
        match known.need {
            ThreatResponse::Free => true,
            ThreatResponse::Defend => self.has(Technique::Sight),
            ThreatResponse::Block(_) => false,
        }
    }

    /// Late move pruning of moves of any kind: true if the rest need not be searched.
    pub(super) fn is_too_late(&self, node: Node, known: &NodeInfo, searched: usize) -> bool {
        let most = margins::most_moves(node.depth);
        self.has(Technique::LateMoves) && searched >= if known.is_improving || node.is_pv() { most } else { most / 2 }
    }
}
