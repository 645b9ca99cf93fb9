//! Guesses of the time that an experiment takes.

use std::path::Path;

use super::*;
use searchlab_trial::diagnostic::Source;

/// Depths with their nodes, a deeper one, and its nodes.
type Case = (&'static [(u32, f64)], u32, f64);

#[test]
fn deeper_searches_grow_as_the_last_plies_did() {
    let climb = |steps: &[(u32, f64)]| Climb { steps: steps.to_vec(), rate: Some(1e-6) };
    let cases: [Case; 5] = [
        (&[(4, 100.0)], 6, 900.0),
        (&[(2, 10.0), (4, 90.0)], 6, 810.0),
        // Factors of 2 and 8 in turn.
        (&[(1, 10.0), (2, 20.0), (3, 160.0)], 4, 320.0),
        (&[(1, 10.0), (2, 20.0), (3, 160.0)], 5, 2560.0),
        (&[(1, 10.0), (2, 20.0), (3, 160.0)], 3, 160.0),
    ];
    for (steps, depth, nodes) in cases {
        let found = climb(steps).nodes(depth).unwrap();
        assert!((found - nodes).abs() < 1e-6 * nodes, "{steps:?} {depth}: {found}");
    }
    let trial = Trial { depth: Some(60), limits: Limits { nodes: Some(2_000_000), ..Limits::default() }, ..trial() };
    assert_eq!(climb(&[(1, 10.0), (2, 100.0)]).beyond(&trial).map(|guess| guess.seconds), Some(2.0));
    assert_eq!(Climb::default().beyond(&trial), None);
}

fn trial() -> Trial {
    Trial::new("othello", ("initial".to_owned(), 1), "pvs", searchlab_trial::record::Params::new(), Limits::default())
}

/// Depths that no try reaches are bounded by the limit on nodes, and not by the patience of the reader.
#[test]
fn a_limit_on_nodes_bounds_the_guess() {
    let text = "title = \"t\"\nworld = \"othello\"\nalgorithms = [\"minimax\"]\n[limits]\nmax-nodes = 100000\n\
                [sweep]\ndepth = [3, 40]\n";
    let (_, plan) = Plan::read(Source::new("x.toml", text), Path::new("."), 9).unwrap();
    let estimate = Estimate::of(&plan, 0, &Arc::new(AtomicBool::new(false)));
    assert!(estimate.total.seconds < 20.0 && !estimate.total.is_bound, "{estimate:?}");
}
