//! One simulation: down the tree, one node more, playouts from there, and back.
//!
//! Not here    How often that is done, and what comes of it (mod.rs, choice.rs).

use super::bound::Bound;
use super::options::{Playout, Uct};
use super::proof::Proof;
use super::tree::{Place, ROOT, Tree};
use crate::budget::{Meter, Status};
use crate::game::rules::{Evaluator, Game, TargetFeatures};
use crate::game::score::Outcome;
use crate::observer::{self, Event, Observer};
use crate::stream::Stream;

/// Moves of playouts between two looks at the clock and the stop flag: the meter counts nodes, and a node with its
/// playouts can take long.
const LOOK: u32 = 4096;

/// A search that is running.
pub(super) struct Walk<'a, G: Game, E, O> {
    pub(super) game: &'a mut G,
    pub(super) evaluator: &'a E,
    pub(super) uct: &'a Uct,
    /// Most plies of the tree.
    pub(super) depth: u32,
    pub(super) observer: &'a mut O,
    pub(super) meter: Meter<'a>,
    pub(super) tree: Tree<G::Move>,
    pub(super) stream: Stream,
    /// Plies of the deepest simulation, without its playouts.
    pub(super) deepest: u32,
    /// True once a node found no room in the tree.
    pub(super) is_full: bool,
    /// From the root to the node of the simulation.
    pub(super) path: Vec<Step<G>>,
    /// Moves of the playout.
    pub(super) played: Vec<(G::Move, G::Undo)>,
    /// Moves of a new node, with their order.
    pub(super) moves: Vec<(u32, G::Move)>,
    /// Moves of playouts since the last look.
    pub(super) unseen: u32,
}

/// A move within the tree.
pub(super) struct Step<G: Game> {
    place: Place,
    mv: G::Move,
    undo: G::Undo,
    /// True if a proved draw was chosen, and this node is only searched in its stead.
    is_for_draw: bool,
}

impl<G: Game, E: Evaluator<G>, O: Observer> Walk<'_, G, E, O> {
    /// One simulation. After it the position is that of the root again.
    ///
    /// # Errors
    /// The limit that ended it. The tree has then learnt nothing from it.
    pub(super) fn simulate(&mut self) -> Result<(), Status> {
        let instructions = self.game.instructions();
        let done = instructions.call(
            #[inline(always)]
            || self.inside(),
        );
        while let Some(Step { mv, undo, .. }) = self.path.pop() {
            self.game.unmake(mv, undo);
        }
        done
    }

    #[inline(always)]
    fn inside(&mut self) -> Result<(), Status> {
        let place = self.descend()?;
        let plies = self.path.len() as u32;
        let (total, news) = self.value(place, plies)?;
        self.deepest = self.deepest.max(plies);
        self.observer.on(Event::Simulation { plies });
        self.report_way(total);
        self.back_up(total, news);
        Ok(())
    }

    /// Reports the way of the simulation and its points to an observer of the walk.
    #[inline(always)]
    fn report_way(&mut self, value: i64) {
        if O::WANTS_WALK {
            let Self { path, observer: to, .. } = self;
            for step in path.iter() {
                to.walk(observer::Walk::Move { code: G::code(step.mv) });
            }
            to.walk(observer::Walk::Simulated { value });
            for _ in path.iter() {
                to.walk(observer::Walk::Back);
            }
        }
    }

    /// Goes down to a node that is new, or proved, or must not have children.
    #[inline(always)]
    fn descend(&mut self) -> Result<Place, Status> {
        let mut place = ROOT;
        loop {
            let node = self.tree.node(place);
            let is_new = node.visits == 0 && place != ROOT;
            if is_new || node.proof.is_some() || !(node.is_expanded() || self.expand(place)?) {
                return Ok(place);
            }
            let is_for_draw;
            (place, is_for_draw) = self.choose(place);
            let mv = self.tree.node(place).mv;
            let undo = self.game.make(mv);
            self.path.push(Step { place, mv, undo, is_for_draw });
        }
    }

    /// Gives a node its children; `false` if it must not have any, or has none.
    #[inline(always)]
    fn expand(&mut self, place: Place) -> Result<bool, Status> {
        let ply = self.path.len() as u32;
        if self.is_full || ply >= self.depth {
            return Ok(false);
        }
        let Self { game, moves, .. } = self;
        moves.clear();
        // Better ones first as a rule, equals in natural order: of moves that were never tried the first is tried first.
        game.moves(|mv| moves.push(((255 - u32::from(game.static_rank(mv))) << 16 | moves.len() as u32, mv)));
        moves.sort_unstable_by_key(|&(order, _)| order);
        if moves.is_empty() {
            return Ok(false);
        }
        let count = moves.len() as u32;
        self.is_full = !self.tree.expand(place, self.moves.iter().map(|&(_, mv)| mv));
        if self.is_full {
            return Ok(false);
        }
        let state = if self.observer.wants_states() { self.game.key() } else { 0 };
        self.observer.on(Event::Expanded { state, depth: ply });
        self.observer.on(Event::Generated(count));
        self.meter.spend(1, || self.tree.bytes())?;
        Ok(true)
    }

    /// The child that a simulation goes to.
    ///
    /// A draw that is proved is chosen like any other move, and all nodes above learn of it; but to play it out once more
    /// tells nothing, so the simulation goes on with the next best, of which something is to be learnt.
    #[inline(always)]
    fn choose(&mut self, place: Place) -> (Place, bool) {
        let best = self.select(place, |proof| !proof.is_won());
        let node = self.tree.node_mut(best);
        if !node.proof.is_drawn() {
            return (best, false);
        }
        node.visits += 1;
        (self.select(place, |proof| !proof.is_some()), true)
    }

    /// The child with the greatest bound, the first of equals.
    #[inline(always)]
    fn select(&self, place: Place, counts: impl Fn(Proof) -> bool) -> Place {
        let Uct { exploration, first_play, playouts, .. } = *self.uct;
        let bound = Bound::new(self.tree.node(place).visits, exploration, first_play);
        let points = 2.0 * f64::from(playouts);
        let (mut best, mut greatest) = (self.tree.node(place).children().start, f64::NEG_INFINITY);
        for (child, node) in self.tree.children(place).filter(|(_, node)| counts(node.proof)) {
            let bound = bound.of(node.visits, |visits| {
                // What is proved is known better than by what was counted before.
                if node.proof.is_drawn() { 0.5 } else { 0.5 - node.total as f64 / (visits * points) }
            });
            if bound > greatest {
                (best, greatest) = (child, bound);
            }
        }
        best
    }

    /// The points of a node for the side to move, and whether something of it is proved now that was not before.
    #[inline(always)]
    fn value(&mut self, place: Place, ply: u32) -> Result<(i64, bool), Status> {
        self.meter.spend(1, || self.tree.bytes())?;
        self.observer.on(Event::Leaf { depth: ply });
        let playouts = self.uct.playouts;
        let node = self.tree.node(place);
        if node.proof.is_some() {
            return Ok((node.proof.sign() * i64::from(playouts), false));
        }
        if node.visits == 0
            && let Some(outcome) = self.game.outcome()
        {
            let proof = Proof::of(outcome);
            self.prove(place, proof);
            return Ok((proof.sign() * i64::from(playouts), true));
        }
        let mut total = 0;
        for _ in 0..playouts {
            total += self.playout()?;
        }
        Ok((total, false))
    }

    /// Plays random moves to the end of the game, or as far as a playout goes: 1 if the side to move has won, -1 if it
    /// has lost.
    #[inline(always)]
    fn playout(&mut self) -> Result<i64, Status> {
        let most = self.uct.playout_plies.unwrap_or(u32::MAX);
        let mut plies = 0;
        while plies < most
            && let Some(mv) = self.draw()
        {
            let undo = self.game.make(mv);
            self.played.push((mv, undo));
            plies += 1;
        }
        let sign = match self.game.outcome() {
            Some(Outcome::Won) => 1,
            Some(Outcome::Drawn) => 0,
            Some(Outcome::Lost) => -1,
            None => i64::from(self.evaluator.evaluate(self.game).signum()),
        };
        while let Some((mv, undo)) = self.played.pop() {
            self.game.unmake(mv, undo);
        }
        self.observer.on(Event::Playout { plies });
        self.unseen += plies;
        if self.unseen >= LOOK {
            self.unseen = 0;
            self.meter.check(self.tree.bytes())?;
        }
        Ok(if plies.is_multiple_of(2) { sign } else { -sign })
    }

    /// A move of a playout.
    #[inline(always)]
    fn draw(&mut self) -> Option<G::Move> {
        let Self { game, stream, .. } = self;
        let first = game.draw(|count| stream.below(count))?;
        if self.uct.playout == Playout::Uniform {
            return Some(first);
        }
        let second = game.draw(|count| stream.below(count))?;
        Some(if game.static_rank(second) > game.static_rank(first) { second } else { first })
    }

    /// Backs up the result of the simulation to all nodes of the path, and proves those that can be proved now
    /// (Winands, Björnsson, Saito 2008). Takes the moves back.
    #[inline(always)]
    fn back_up(&mut self, mut total: i64, mut news: bool) {
        let mut below: Option<Proof> = None;
        loop {
            let place = self.path.last().map_or(ROOT, |step| step.place);
            if let Some(proof) = below.and_then(|child| self.follows(place, child)) {
                self.prove(place, proof);
                total = proof.sign() * i64::from(self.uct.playouts);
                news = true;
            }
            let node = self.tree.node_mut(place);
            node.visits += 1;
            node.total += total;
            below = Some(node.proof).filter(|_| news);
            let Some(Step { mv, undo, is_for_draw, .. }) = self.path.pop() else { return };
            self.game.unmake(mv, undo);
            (news, total) = (false, if is_for_draw { 0 } else { -total });
        }
    }

    /// The proof of a node that follows from the proof of one of its children.
    #[inline(always)]
    fn follows(&self, place: Place, child: Proof) -> Option<Proof> {
        if child.is_lost() {
            return Some(child.before());
        }
        let mut best = Proof::NONE;
        for (_, node) in self.tree.children(place) {
            if !node.proof.is_some() {
                return None;
            }
            best = best.max(node.proof.before());
        }
        Some(best)
    }

    #[inline(always)]
    fn prove(&mut self, place: Place, proof: Proof) {
        self.tree.node_mut(place).proof = proof;
        self.observer.on(Event::Proved);
    }
}
