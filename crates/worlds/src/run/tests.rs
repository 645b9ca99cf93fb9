use searchlab_trial::diagnostic::Source;
use searchlab_trial::record::{Limits, Params, Trial};

use super::{Observers, Status};
use crate::catalog::MOVES;
use crate::table::WORLDS;
use crate::world::{Given, Task, World};
use searchlab_search::budget::Budget;
use searchlab_search::walk::WalkLog;

/// A small instance of a world.
fn task(world: &dyn World) -> Task {
    let recipe = Given::default().with("kind", "rooms".to_owned()).with("size", "12x20".to_owned());
    let texts = ["1 2 3 4 5 6 7 0 8", "[[3 5] [2 9]]"];
    let spelled = |text: &str| world.position(&Source::new("a small one", text), &Given::default()).ok()?.pop();
    let named = world.usual().or_else(|_| world.generate(&recipe, 1)).ok();
    named.or_else(|| texts.into_iter().find_map(spelled)).expect("every world has a small instance").task
}

/// A wrong value gets no search of its own choice: not a word that nobody declared, and not a value of another kind.
#[test]
fn no_search_runs_with_a_value_that_is_not_declared() {
    let mut count = 0;
    for world in WORLDS {
        let (info, task, mut runner) = (world.info(), task(*world), world.runner());
        for &about in info.algorithms.iter().chain(info.solvers) {
            let params = info.resolve(about, &[]).expect("the defaults are valid");
            let mut status = |params: &Params| {
                let named = ("a small one".to_owned(), task.content());
                let trial = Trial::new(info.name.name, named, about.name, params.clone(), Limits::default());
                let budget = Budget { max_nodes: Some(100), ..Budget::default() };
                let trial = Trial { depth: info.is_game().then_some(1), ..trial };
                runner.run(&trial, &task, &budget, &mut Observers::default()).status
            };
            assert_ne!(status(&params), Status::Error, "{} {}", info.name.name, about.name);
            for name in params.keys() {
                for wrong in [serde_json::json!("wrong"), serde_json::json!(-7), serde_json::json!([true])] {
                    let mut params = params.clone();
                    params.insert(name.clone(), wrong.clone());
                    assert_eq!(status(&params), Status::Error, "{} {} {name}={wrong}", info.name.name, about.name);
                    count += 1;
                }
            }
        }
    }
    assert!(count > 1_000, "{count}");
}

/// Searches with taps are compiled apart, some of them for several worlds at once: they must count and find the same.
#[test]
fn taps_change_neither_counts_nor_results() {
    for world in WORLDS {
        let (info, task, mut runner) = (world.info(), task(*world), world.runner());
        for &about in info.algorithms.iter().chain(info.solvers) {
            for given in [&[][..], &[(MOVES.key(), "8")]] {
                let Ok(params) = info.resolve(about, given) else { continue };
                let mut record = |taps: &mut Observers| {
                    let named = ("a small one".to_owned(), task.content());
                    let trial = Trial::new(info.name.name, named, about.name, params.clone(), Limits::default());
                    let budget = Budget { max_nodes: Some(3_000), ..Budget::default() };
                    let trial = Trial { depth: info.is_game().then_some(4), ..trial };
                    let record = runner.run(&trial, &task, &budget, taps);
                    (record.status, record.counters, record.result, record.per_iteration)
                };
                let tapped = record(&mut Observers { walk: Some(WalkLog::new(1_000)), ..Observers::default() });
                assert_eq!(record(&mut Observers::default()), tapped, "{} {} {given:?}", info.name.name, about.name);
            }
        }
    }
}
