//! A search of a space of one's own: the fewest knight moves from a corner of the chess board to the opposite one.

use searchlab_search::budget::Budget;
use searchlab_search::counters::Counters;
use searchlab_search::path::{AStar, Options, StateSpace, Task, best_first, closures::ClosureSpace};

const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn main() {
    let space = ClosureSpace::new(
        (0_i8, 0_i8),
        |(x, y), next| {
            for (dx, dy) in JUMPS {
                if (0..8).contains(&(x + dx)) && (0..8).contains(&(y + dy)) {
                    next((x + dx, y + dy), 1);
                }
            }
        },
        |square| square == (7, 7),
        // A jump goes three steps.
        |(x, y)| (14 - x - y).unsigned_abs().div_ceil(3).into(),
    );
    let mut counters = Counters::default();
    let found = best_first::search::<AStar, _, _>(Task::new(
        &space,
        &Options::default(),
        &mut space.new_nodes(),
        &Budget::default(),
        &mut counters,
    ));
    println!("{} moves: {:?}", found.cost.unwrap_or_default(), found.path);
    println!("{} states expanded, {} generated", counters.expanded, counters.generated);
}
