//! Braid mazes: perfect mazes some of whose dead ends are opened.
//!
//! Idea        Make a perfect maze, visit its dead ends in reading order, and draw at random which of them lose
//!             another wall: towards a neighbour that is a dead end too, where there is one. Each wall that goes
//!             makes one more loop. The cells at the openings are no dead ends.
//! Source      Pullen, Think Labyrinth (1999), who names them; Buck, Mazes for Programmers (2015), chapter 9.
//! Guarantees  All cells are connected. At density 1 no dead end is left, at density 0 the maze is the perfect one.
//! Cost        That of the perfect maze (Wilson's), and one pass.

use super::lattice::{Lattice, Node};
use super::{AlgorithmInfo, Generated, Order, Setting, Shape, wilson};
use crate::stream::Stream;

pub(super) const ABOUT: AlgorithmInfo = AlgorithmInfo {
    name: "braid",
    summary: "maze with loops: a perfect maze (wilson) some of whose dead ends are opened",
    source: "W. D. Pullen, Think Labyrinth, 1999; J. Buck, Mazes for Programmers, 2015, chapter 9",
    shape: Shape::TwoOpenings,
    density: Some(Setting::share("the share of dead ends that are opened", 500)),
    side: None,
    least: 3,
};

pub(super) fn generate(order: &Order) -> Generated {
    let mut stream = order.stream();
    let mut lattice = wilson::carve(order, &mut stream);
    let ends = [0, lattice.len() - 1];
    for node in 0..lattice.len() {
        if !ends.contains(&node) && is_dead_end(&lattice, node) && stream.chance(order.density) {
            open_dead_end(&mut lattice, node, &mut stream);
        }
    }
    lattice.with_openings()
}

fn is_dead_end(lattice: &Lattice, node: Node) -> bool {
    let is_exit =
        |&direction: &usize| lattice.neighbour(node, direction).is_some() && lattice.is_open_towards(node, direction);
    (0..4).filter(is_exit).count() == 1
}

/// Takes away one more wall.
fn open_dead_end(lattice: &mut Lattice, node: Node, stream: &mut Stream) {
    let walls = |dead_ends_only: bool| {
        let is_wall = |&direction: &usize| {
            lattice.neighbour(node, direction).is_some_and(|next| {
                !lattice.is_open_towards(node, direction) && (!dead_ends_only || is_dead_end(lattice, next))
            })
        };
        (0..4).filter(is_wall).collect::<Vec<_>>()
    };
    let best = Some(walls(true)).filter(|walls| !walls.is_empty()).unwrap_or_else(|| walls(false));
    if !best.is_empty() {
        let direction = best[stream.below(best.len() as u32) as usize];
        lattice.open_towards(node, direction);
    }
}
