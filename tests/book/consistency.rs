//! Consistency of heuristics: no step lowers the estimate by more than the step costs.
//!
//! Source      Hart, Nilsson, Raphael, IEEE Trans. Systems Science and Cybernetics 4(2) (1968), the consistency
//!             assumption: with it A* reopens no state, and the estimate never exceeds the true cost.

// ANCHOR: check
use searchlab::search::path::ActionSpace;

/// True if h(goal) = 0, and h(n) <= c(n, m) + h(m) for every step from n to m.
pub fn is_consistent<S: ActionSpace>(space: &S, goal: S::State, states: impl Iterator<Item = S::State>) -> bool {
    // A cost less itself is 0, whatever its type.
    space.heuristic(goal) == space.heuristic(goal) - space.heuristic(goal)
        && states.into_iter().all(|n| {
            space.actions(n).all(|action| {
                let (m, cost) = space.apply(n, action);
                space.heuristic(n) <= cost + space.heuristic(m)
            })
        })
}
// ANCHOR_END: check

// ANCHOR: test
mod tests {
    use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
    use searchlab::worlds::maze::{Eight, GridSpace, Heuristic, MoveSet, MoveTable};

    use super::*;

    #[test]
    fn three_of_the_heuristics_are_consistent_with_eight_moves() {
        let maze = generate(&Recipe::new(Kind::Caves, 40, 60, 1)).expect("it is large enough");
        let moves = MoveTable::<Eight>::new(&maze.grid, Eight::ORDER);
        let check = |heuristic| {
            let space = GridSpace::new(&maze.grid, &moves, heuristic, maze.start, maze.goal);
            let free = maze.grid.places().map(|place| maze.grid.cell(place)).filter(|&cell| maze.grid.is_free(cell));
            is_consistent(&space, maze.grid.cell(maze.goal), free)
        };
        assert!(check(Heuristic::Octile) && check(Heuristic::Euclidean) && check(Heuristic::Chebyshev));
        // Diagonal steps lower it by 2, and cost less.
        assert!(!check(Heuristic::Manhattan));
    }
}
// ANCHOR_END: test
