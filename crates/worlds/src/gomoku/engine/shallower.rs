//! Shallower searches of a node, before its moves are searched: what they tell of it decides the node, or extends a move.
//!
//! Source      Buro, ICCA Journal 18(2), 1995: ProbCut. Anantharaman, Campbell, Hsu, Singular Extensions, 1990.
//! Not here    The numbers (margins.rs).

use super::margins;
use super::moves::ThreatResponse;
use super::node::{Node, NodeInfo, Search};
use super::options::Technique;
use searchlab_search::budget::Status;
use searchlab_search::game::score::{INFINITY, Score, is_decisive};
use searchlab_search::observer::{Cut, Event, Observer};

impl<O: Observer> Search<'_, O> {
    /// ProbCut: a bound above the window that a shallower search of the node finds, where its static value is not below it.
    pub(super) fn probcut(&mut self, node: Node, standing: Score) -> Result<Option<Score>, Status> {
        let is_asked = self.has(Technique::Probcut)
            && node.depth >= margins::PROBCUT_FROM
            && node.ply > 0
            && !node.is_pv()
            && node.excluded.is_none()
            && !is_decisive(node.beta)
            && standing >= node.beta;
        if !is_asked {
            return Ok(None);
        }
        self.observer.on(Event::ProbCutTry);
        let beta = node.beta + margins::PROBCUT_MARGIN;
        let value =
            self.visit(Node { depth: node.depth - margins::PROBCUT_REDUCTION, alpha: beta - 1, beta, ..node })?;
        self.lines.clear(node.ply);
        if value < beta {
            return Ok(None);
        }
        self.observer.on(Event::ProbCut);
        self.walk_cut(Cut::ProbCut, node, None);
        Ok(Some(value))
    }

    /// True if the table move is singular: much better than all others, by a search half as deep without it.
    pub(super) fn is_singular(&mut self, node: Node, known: &NodeInfo) -> Result<bool, Status> {
        let Some(table_move) = known.table_move else { return Ok(false) };
        let is_asked = self.has(Technique::Singular)
            && node.depth >= margins::SINGULAR_FROM
            && node.ply > 0
            && node.excluded.is_none()
            && !matches!(known.need, ThreatResponse::Block(_));
        if !is_asked {
            return Ok(false);
        }
        let Some(found) = self.table.probe(self.patterns.key()) else { return Ok(false) };
        if (found.depth as i32) < node.depth - 3 || found.lower == -INFINITY || is_decisive(found.lower) {
            return Ok(false);
        }
        let bound = found.lower - margins::SINGULAR_MARGIN * node.depth;
        let others = Node { depth: node.depth / 2, alpha: bound - 1, beta: bound, excluded: Some(table_move), ..node };
        let value = self.visit(others)?;
        self.lines.clear(node.ply);
        Ok(value < bound)
    }
}
