//! What running and recording a trial costs beyond the search itself.
//!
//!     cargo bench --bench experiment
//!
//! Many trials of a few microseconds each run one after the other, as `searchlab run` does; the time of the searches, as
//! their records say it, is taken off. The disk must not be measured: the records go to memory where the system has a
//! file system there, and the line says where they went. The last line is the exception: trials a second with the records
//! in the current folder, syncs included.

use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use searchlab::allocator::Allocator;
use searchlab::diagnostic::Source;
use searchlab::experiment::plan::Plan;
use searchlab::experiment::reader::Reader;
use searchlab::experiment::run::{Conditions, Course, run, unfinished};
use searchlab::experiment::sequential::Sequential;
use searchlab::experiment::spec::Spec;
use searchlab::experiment::store::Store;

/// As in the program.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

const EXPERIMENTS: [(&str, &str); 3] = [
    (
        "othello, one position",
        "title = 't'\nworld = 'othello'\nalgorithms = ['minimax', 'mtdf']\nrepeats = 20000\nparameters = { table-bits = 8 }\n\
         [limits]\ndepth = 1\n",
    ),
    (
        "mazes, 100 of 21x21",
        "title = 't'\nworld = 'maze'\nalgorithms = ['astar', 'bfs']\nrepeats = 200\n[[instances]]\n\
         generate = { kind = 'rooms', size = '21x21', seeds = '1..=100' }\n",
    ),
    (
        "tiles, one board",
        "title = 't'\nworld = 'tiles'\nalgorithms = ['astar', 'idastar']\nrepeats = 20000\n[[instances]]\n\
         positions = '1 4 2 3 0 5 6 7 8'\n",
    ),
];

fn main() {
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    println!("records go to {}; microseconds a trial, the least of 3 runs\n", place.display());
    println!("{:<24} {:>8} {:>10} {:>10}", "trials", "count", "search", "overhead");
    for (name, text) in EXPERIMENTS {
        let runs = (0..3).map(|_| measure(&place, text));
        let (count, search, overhead) = runs.min_by(|one, other| one.2.total_cmp(&other.2)).expect("three runs");
        println!("{name:<24} {count:>8} {search:>10.2} {overhead:>10.2}");
    }
    let (count, search, overhead) = measure(Path::new("."), EXPERIMENTS[0].1);
    println!("\non the disk of this folder: {:.0} of {count} trials a second", 1e6 / (search + overhead));
}

/// Trials, and microseconds a trial in the search and beyond it.
fn measure(place: &Path, text: &str) -> (usize, f64, f64) {
    let directory = place.join(format!("searchlab-bench-{}", std::process::id()));
    let spec = Spec::read(Source::new("bench", text)).expect("a right experiment");
    let plan = Plan::new(&spec, Path::new(""), u64::MAX).expect("a plan");
    let mut store = Store::open(&directory, None, None, "bench").expect("a place for records");
    let todo = unfinished(&plan, &store, None);
    let conditions = Conditions { jobs: NonZeroUsize::MIN, shard: None, stop: Arc::new(AtomicBool::new(false)) };
    let begin = Instant::now();
    run(&plan, &todo, &mut store, &mut Sequential::default(), &conditions, &Course::default())
        .expect("room for records");
    let seconds = begin.elapsed().as_secs_f64();
    drop(store);
    let records = Reader::open(&directory.join("records.jsonl")).expect("records");
    let search: f64 = records.map(|next| next.expect("a record").0.measured.seconds).sum();
    fs::remove_dir_all(&directory).expect("what was made");
    let each = 1e6 / todo.len() as f64;
    (todo.len(), search * each, (seconds - search) * each)
}
