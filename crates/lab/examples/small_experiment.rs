//! An experiment from its text to its records: spec, plan, run, store, and the records read back.

use std::error::Error;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use searchlab_lab::experiment::plan::Plan;
use searchlab_lab::experiment::reader::Reader;
use searchlab_lab::experiment::run::{Conditions, Course, run, unfinished};
use searchlab_lab::experiment::sequential::Sequential;
use searchlab_lab::experiment::spec::Spec;
use searchlab_lab::experiment::store::Store;
use searchlab_trial::diagnostic::Source;

const EXPERIMENT: &str = "
title = 'How much does a heuristic save?'
world = 'maze'
algorithms = ['dijkstra', 'astar']
[[instances]]
generate = { kind = 'rooms', size = '31x31', seeds = '1..=3' }
";

fn main() -> Result<(), Box<dyn Error>> {
    let spec = Spec::read(Source::new("experiment.toml", EXPERIMENT))?;
    let plan = Plan::new(&spec, Path::new(""), u64::MAX)?;
    let directory = tempfile::tempdir()?;
    let mut store = Store::open(directory.path(), None, None, "example")?;
    let todo = unfinished(&plan, &store, None);
    println!("{} trials, {} to run", plan.ids().len(), todo.len());
    let conditions = Conditions { jobs: NonZeroUsize::MIN, shard: None, stop: Arc::new(AtomicBool::new(false)) };
    run(&plan, &todo, &mut store, &mut Sequential::default(), &conditions, &Course::default())?;
    println!("{} left", unfinished(&plan, &store, None).len());
    drop(store);
    for record in Reader::open(&directory.path().join("records.jsonl"))? {
        let (record, _) = record?;
        println!("{:<10} {:<30} {:>5} expanded", record.algorithm, record.instance, record.counters.expanded);
    }
    Ok(())
}
