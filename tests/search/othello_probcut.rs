//! ProbCut in Othello: nothing where it is off, fewer nodes for nearly the same values where it is on, refused where
//! nobody knows what a shallow search tells.

use searchlab::catalog::{GOMOKU, OTHELLO, PGAMES};
use searchlab::record::{Limits, Record, Trial};
use searchlab::run::Observers;
use searchlab::run::othello::{OthelloRunner, content};
use searchlab::search::budget::Budget;
use searchlab::search::game::score::is_decisive;
use searchlab::worlds::othello::playout::random_position;

/// Plies of the searches.
const DEPTH: u32 = 8;

fn search(runner: &mut OthelloRunner, seed: u64, given: &[(&str, &str)]) -> Record {
    let position = random_position(seed, 6 + seed as usize % 34);
    let about = OTHELLO.algorithm("pvs").expect("an algorithm");
    let mut all = vec![("evaluation", "learned"), ("table-bits", "14")];
    all.extend(given);
    let params = OTHELLO.resolve(about, &all).expect("parameters that it takes");
    let named = (String::new(), content(position));
    let trial = Trial { depth: Some(DEPTH), ..Trial::new("othello", named, "pvs", params, Limits::default()) };
    runner.run(&trial, position, &Budget::default(), &mut Observers::default())
}

fn value(record: &Record) -> i32 {
    record.result.as_ref().expect("a search that ended").value as i32
}

#[test]
fn off_is_as_if_it_were_not_there() {
    let mut runner = OthelloRunner::default();
    for seed in 0..10 {
        let (plain, off) = (search(&mut runner, seed, &[]), search(&mut runner, seed, &[("probcut", "off")]));
        assert_eq!((&plain.id, &plain.params, plain.counters), (&off.id, &off.params, off.counters));
        assert!(!off.params.contains_key("probcut"));
        assert_eq!((off.counters.probcut_tries, off.counters.probcut_cuts), (0, 0));
        let on = search(&mut runner, seed, &[("probcut", "1.50")]);
        assert_eq!(on.params["probcut"], 1.5);
        assert_ne!(on.id, off.id);
    }
}

/// Values are in eighths of a disc.
#[test]
fn on_it_saves_nodes_and_costs_little() {
    let mut runner = OthelloRunner::default();
    // Measured in these positions: 0.35 and 0.73 of the nodes; 4 of 200 values further off than 4 discs, and none of 40.
    for (confidence, seeds, nodes_at_most, far_at_most) in [("1.5", 200, 0.45, 0.03), ("2.5", 40, 0.85, 0.025)] {
        let (mut full, mut selective, mut tries, mut cuts) = (0, 0, 0, 0);
        let (mut far, mut same_kind) = (0u32, 0u32);
        for seed in 0..seeds {
            let (plain, on) = (search(&mut runner, seed, &[]), search(&mut runner, seed, &[("probcut", confidence)]));
            full += plain.counters.nodes();
            selective += on.counters.nodes();
            (tries, cuts) = (tries + on.counters.probcut_tries, cuts + on.counters.probcut_cuts);
            let (plain, on) = (value(&plain), value(&on));
            if is_decisive(plain) == is_decisive(on) && !is_decisive(plain) {
                same_kind += 1;
                far += u32::from((plain - on).abs() > 4 * 8);
            }
        }
        println!("{confidence}: {selective} of {full} nodes, {cuts} of {tries}; {far} of {same_kind} far");
        assert!(cuts > 0 && cuts < tries);
        assert!((selective as f64) < nodes_at_most * full as f64, "{confidence}: {selective} of {full} nodes");
        assert!(u64::from(same_kind) >= seeds - seeds / 20, "{same_kind} values of the same kind");
        assert!(f64::from(far) <= far_at_most * f64::from(same_kind), "{confidence}: {far} of {same_kind} values");
    }
}

#[test]
fn windows_that_contradict_each_other_end() {
    let mut runner = OthelloRunner::default();
    for seed in 0..40 {
        let given = [("probcut", "0.5"), ("aspiration", "1"), ("ties", "seeded"), ("enhanced-cutoffs", "on")];
        let record = search(&mut runner, seed, &given);
        assert!(record.result.is_some_and(|result| !result.moves.is_empty()), "seed {seed}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = |world: &searchlab::catalog::WorldInfo, given: &[(&str, &str)]| {
        let about = world.algorithm("pvs").expect("an algorithm");
        world.resolve(about, given).expect_err("refused").to_string()
    };
    for wrong in ["on", "0", "-1", "1,5", "0.4", "11", "1.0001", ""] {
        let said = refused(&OTHELLO, &[("evaluation", "learned"), ("probcut", wrong)]);
        assert!(said.contains("invalid probcut") && said.contains("off or a number from 0.5 to 10"), "{said}");
    }
    for (world, evaluation) in [(&OTHELLO, "classic"), (&GOMOKU, "pattern"), (&PGAMES, "share")] {
        let said = refused(world, &[("evaluation", evaluation), ("probcut", "1.5")]);
        assert!(said.contains("evaluation learned"), "{said}");
        let about = world.algorithm("pvs").expect("an algorithm");
        assert!(world.resolve(about, &[("evaluation", evaluation), ("probcut", "off")]).is_ok());
    }
    let about = OTHELLO.algorithm("alphabeta").expect("an algorithm");
    assert!(OTHELLO.resolve(about, &[("probcut", "1.5")]).is_err());
}
