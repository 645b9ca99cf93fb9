//! The effective branching factor of a game tree, and its minimal tree, the part that any search must see.

/// Rounds of halving: more than the bits of an `f64`.
const ROUNDS: u32 = 100;

/// The effective branching factor: the `b` of a uniform tree of `depth` plies with `nodes` nodes, the root included
/// (Nilsson 1971). `None` for a depth of 0 or fewer nodes than plies.
pub fn effective_branching(nodes: f64, depth: u32) -> Option<f64> {
    if depth == 0 || nodes < f64::from(depth) + 1.0 {
        return None;
    }
    let size = |branching: f64| (0..depth).fold(1.0, |sum, _| sum * branching + 1.0);
    let (mut low, mut high) = (1.0, nodes);
    for _ in 0..ROUNDS {
        let middle = f64::midpoint(low, high);
        // No number lies between.
        if middle <= low || middle >= high {
            break;
        }
        if size(middle) < nodes {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(f64::midpoint(low, high))
}

/// The minimal tree: leaves that every search without memory must value in a uniform tree with `leaves` leaves at
/// `depth`, and that alpha-beta values if the best move always comes first: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 with b the `depth`th
/// root of the leaves (Knuth, Moore 1975). A tree that is not uniform has it only about so.
pub fn minimal_leaves(leaves: f64, depth: u32) -> f64 {
    if depth == 0 {
        return 1.0;
    }
    let branching = leaves.powf(1.0 / f64::from(depth));
    let power = |plies: u32| (0..plies).fold(1.0, |product, _| product * branching);
    power(depth.div_ceil(2)) + power(depth / 2) - 1.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uniform_tree_has_its_own_branching_factor() {
        for (branching, depth) in [(1.0, 5), (2.0, 10), (3.0, 4), (35.0, 6)] {
            let nodes: f64 = (0..=depth).map(|ply| f64::powi(branching, ply)).sum();
            let found = effective_branching(nodes, depth as u32).unwrap();
            assert!((found - branching).abs() < 1e-9, "{found} for {branching}");
        }
        assert_eq!(effective_branching(1.0, 0), None);
        assert_eq!(effective_branching(3.0, 5), None);
    }

    #[test]
    fn the_minimal_tree_is_that_of_knuth_and_moore() {
        for (branching, depth, minimal) in [(2.0, 3, 5.0), (3.0, 4, 17.0), (5.0, 1, 5.0), (4.0, 0, 1.0)] {
            let leaves = f64::powi(branching, depth);
            assert!((minimal_leaves(leaves, depth as u32) - minimal).abs() < 1e-9);
        }
    }
}
