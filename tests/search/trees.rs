//! Trees from text: known counts, and all exact algorithms against MiniMax.

use std::sync::Arc;

use searchlab::catalog::TREE;
use searchlab::diagnostic::Source;
use searchlab::record::{Limits, Record, Trial};
use searchlab::run::Observers;
use searchlab::run::tree::{TreeRunner, content};
use searchlab::search::about::Guarantee;
use searchlab::search::budget::Budget;
use searchlab::search::walk::{End, Part, Visit, WalkLog};
use searchlab::worlds::tree::{Position, read};

use super::path_agreement::random::Random;

const AIMA: &str = "(3 12 8) (2 4 6) (14 5 2)";

fn position(text: &str, is_max_first: bool) -> Position {
    let tree = read(&Source::new("a tree", text)).unwrap_or_else(|problems| panic!("{problems}"));
    Position::root(Arc::new(tree), is_max_first)
}

fn search(name: &str, given: &[(&str, &str)], position: &Position) -> (Record, WalkLog) {
    let about = TREE.algorithm(name).expect("an algorithm");
    let params = TREE.resolve(about, given).unwrap_or_else(|problems| panic!("{problems}"));
    let trial = Trial::new("tree", ("a tree".to_owned(), content(position)), name, params, Limits::default());
    let mut taps = Observers { walk: Some(WalkLog::new(1_000_000)), ..Observers::default() };
    let record = TreeRunner::default().run(&trial, position, &Budget::default(), &mut taps);
    (record, taps.walk.expect("the walk"))
}

fn value(record: &Record) -> i32 {
    record.result.as_ref().expect("an answer").value as i32
}

fn visits(log: &WalkLog) -> impl Iterator<Item = &Visit> {
    log.parts().iter().filter_map(|part| if let Part::Visit(visit) = part { Some(visit) } else { None })
}

/// Russell, Norvig, Artificial Intelligence: A Modern Approach: the value is 3, and alpha-beta does not look at the
/// second and third leaf below the second move.
#[test]
fn the_tree_of_the_textbook() {
    let root = position(AIMA, true);
    let (record, _) = search("minimax", &[], &root);
    assert_eq!((value(&record), record.counters.evaluated, record.counters.expanded), (3, 9, 4));
    let (record, log) = search("alphabeta", &[], &root);
    assert_eq!((value(&record), record.counters.evaluated), (3, 7));
    let leaves: Vec<i32> =
        visits(&log).filter(|visit| visit.end == End::Leaf).map(|visit| visit.value.expect("a value")).collect();
    assert_eq!(leaves, [3, 12, 8, 2, 14, 5, 2]);
    let cuts: Vec<(Vec<u16>, u32)> = visits(&log)
        .filter(|visit| matches!(visit.end, End::Cutoff(_)))
        .map(|visit| (visit.path.clone(), visit.searched))
        .collect();
    assert_eq!(cuts, [(vec![1], 1), (vec![2], 3)]);
}

/// With min at the root the same tree is worth 6, which is -6 to the side to move.
#[test]
fn min_may_move_first() {
    let root = position(AIMA, false);
    for about in TREE.algorithms.iter().filter(|about| about.guarantee == Guarantee::MinimaxValue) {
        assert_eq!(value(&search(about.name, &[], &root).0), -6, "{}", about.name);
    }
}

/// A random tree of up to `plies` more plies; leaves may stand at any depth.
fn random_tree(random: &mut Random, plies: u32, values: u32) -> String {
    if plies == 0 || random.below(6) == 0 {
        return (random.below(values) as i32 - values as i32 / 2).to_string();
    }
    let children = 1 + random.below(4);
    let children: Vec<String> = (0..children).map(|_| random_tree(random, plies - 1, values)).collect();
    format!("({})", children.join(" "))
}

#[test]
fn all_exact_algorithms_agree_and_walk_as_they_count() {
    for seed in 0..300 {
        let random = &mut Random::new(seed);
        let values = random.choose(&[2, 10, 1000]);
        let (one, two) = (random_tree(random, 4, values), random_tree(random, 5, values));
        let root = position(&format!("({one}) ({two})"), seed % 2 == 0);
        let expected = value(&search("minimax", &[], &root).0);
        for about in TREE.algorithms.iter().filter(|about| about.guarantee == Guarantee::MinimaxValue) {
            for deepening in ["off", "on"] {
                // A small table is soon emptied, and has to replace what it holds.
                let mut given = vec![("iterative-deepening", deepening), ("table-bits", "8")];
                given.retain(|(key, _)| about.parameters.contains(key));
                let (record, log) = search(about.name, &given, &root);
                let name = about.name;
                assert_eq!(value(&record), expected, "seed {seed} {name} {deepening}");
                // The walk is of the search that was counted.
                let ended = |wanted: fn(End) -> bool| visits(&log).filter(|visit| wanted(visit.end)).count() as u64;
                let counters = record.counters;
                assert_eq!(ended(|end| end == End::Leaf), counters.evaluated, "seed {seed} {name}");
                assert_eq!(ended(|end| matches!(end, End::Cutoff(_))), counters.cutoffs, "seed {seed} {name}");
                assert_eq!(ended(|end| end == End::Table), counters.tt_cutoffs, "seed {seed} {name}");
                let searched: u64 = visits(&log).map(|visit| u64::from(visit.searched)).sum();
                assert!(searched >= counters.generated, "seed {seed} {name}");
            }
        }
    }
}

/// A uniform tree in which the best child always comes first, as the side to move at the top sees it.
fn best_first(branching: u32, plies: u32, is_max: bool, value: i32) -> String {
    if plies == 0 {
        return value.to_string();
    }
    let worse = if is_max { -1 } else { 1 };
    let children = (0..branching as i32).map(|child| best_first(branching, plies - 1, !is_max, value + worse * child));
    format!("({})", children.collect::<Vec<_>>().join(" "))
}

/// Knuth, Moore 1975: with perfect order b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves.
#[test]
fn perfect_order_needs_the_fewest_leaves() {
    for (branching, plies) in [(2, 5), (3, 4), (4, 3), (5, 2), (2, 8)] {
        let root = position(&best_first(branching, plies, true, 0), true);
        let (record, _) = search("alphabeta", &[], &root);
        let leaves = branching.pow(plies.div_ceil(2)) + branching.pow(plies / 2) - 1;
        assert_eq!((value(&record), record.counters.evaluated), (0, u64::from(leaves)), "{branching}^{plies}");
    }
}

/// Equal subtrees stand at different places: no table takes one for the other.
#[test]
fn a_table_never_merges_places() {
    let root = position("((1 2) (3 4)) ((1 2) (3 4)) ((1 2) (3 4))", true);
    let (record, _) = search("minimax-memo", &[], &root);
    assert_eq!((record.counters.evaluated, record.counters.tt_hits), (12, 0));
}

/// The tree of the papers on MTD(f), begun at its value: two passes.
#[test]
fn mtdf_with_the_right_guess_needs_two_passes() {
    let root = position(include_str!("../../experiments/trees/mtdf.txt"), true);
    let (record, log) = search("mtdf", &[("guess", "35")], &root);
    assert_eq!((value(&record), record.counters.passes), (35, 2));
    let roots: Vec<(i32, i32)> =
        visits(&log).filter(|visit| visit.path.is_empty()).map(|visit| (visit.alpha, visit.beta)).collect();
    assert_eq!(roots, [(34, 35), (35, 36)]);
}
