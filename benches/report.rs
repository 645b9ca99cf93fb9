//! A report of many records: seconds of each part, and the most memory.
//!
//! `cargo bench --bench report` makes a directory of 1 000 positions × 10 depths × 5 algorithms × 20 repeats, which is a
//! million records without iterations, and reports on it with two tables, three charts and two claims. A number after
//! `--` is another number of positions. The directory lies among the temporary files and is removed at the end; it takes
//! about a kilobyte for each record.
//!
//! Not here: searches. The records are made up, with numbers that grow with depth as those of searches do.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use peak_alloc::PeakAlloc;
use searchlab::record::{Answer, Hasher, Limits, Measured, Params, Record, Status, Trial};
use searchlab::report::book::ReportData;
use searchlab::search::counters::Counters;
use searchlab::text::grouped;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Positions, if no other number is given.
const POSITIONS: u64 = 1_000;
const DEPTHS: u32 = 10;
const REPEATS: u32 = 20;

const EXPERIMENT: &str = r#"
title = "A report of many records"
world = "othello"
algorithms = ["minimax", "alphabeta", "alphabeta-tt", "pvs", "mtdf"]
repeats = 20

[[instances]]
games = { seeds = "1..=1000", plies = 20 }

[sweep]
depth = "1..=10"

[[table]]
rows = ["depth", "algorithm"]
values = ["nodes", "evaluated", "first_move_rate", "seconds"]
statistic = "geometric-mean"
baseline = "alphabeta"

[[table]]
rows = "depth"
columns = "algorithm"
values = "branching"

[[chart]]
kind = "lines"
x = "depth"
y = "nodes"
statistic = "geometric-mean"

[[chart]]
kind = "box"
y = "nodes"
where = { depth = 8 }

[[chart]]
kind = "cactus"
y = "seconds"

[[claim]]
says = "MTD(f) evaluates fewer leaves than PVS"
field = "evaluated"
of = "mtdf"
over = "pvs"
is = "< 1"
every = "depth"
p = 0.05

[[claim]]
says = "Alpha-beta takes less time than minimax"
field = "seconds"
of = "alphabeta"
over = "minimax"
is = "< 1"
p = 0.05
"#;

/// The algorithms, the power of the whole tree that each searches, and their parameters.
const ALGORITHMS: [(&str, f64, &str); 5] = [
    ("minimax", 1.0, r#"{"evaluation":"classic"}"#),
    ("alphabeta", 0.74, r#"{"evaluation":"classic","iterative-deepening":"off","ordering":"natural","ties":"first"}"#),
    (
        "alphabeta-tt",
        0.71,
        r#"{"enhanced-cutoffs":"off","evaluation":"classic","iterative-deepening":"on","ordering":"table,fewest-replies,killer,history","replacement":"two-slot","table-bits":20,"ties":"first"}"#,
    ),
    (
        "pvs",
        0.70,
        r#"{"enhanced-cutoffs":"off","evaluation":"classic","iterative-deepening":"on","ordering":"table,fewest-replies,killer,history","replacement":"two-slot","table-bits":20,"ties":"first"}"#,
    ),
    (
        "mtdf",
        0.685,
        r#"{"enhanced-cutoffs":"off","evaluation":"classic","guess":0,"iterative-deepening":"on","ordering":"table,fewest-replies,killer,history","replacement":"two-slot","table-bits":20,"ties":"first"}"#,
    ),
];

fn main() {
    let positions = std::env::args().skip(1).find_map(|arg| arg.parse().ok()).unwrap_or(POSITIONS);
    let directory = std::env::temp_dir().join(format!("searchlab-report-{}", std::process::id()));
    fs::create_dir(&directory).expect("a new directory among the temporary files");
    let bytes = make(&directory, positions);
    let count = positions * u64::from(DEPTHS * REPEATS) * ALGORITHMS.len() as u64;
    println!("{} records, {} MB", grouped(count), grouped(bytes / 1_000_000));
    MEMORY.reset_peak_usage();
    let mut begin = Instant::now();
    let mut lap = |part: &str| {
        println!("{part:<8} {:>6.2} s   {:>5.0} MB at most", begin.elapsed().as_secs_f64(), MEMORY.peak_usage_as_mb());
        begin = Instant::now();
    };
    let book = ReportData::read(&directory).unwrap_or_else(|error| panic!("{error}"));
    lap("read");
    book.write(&directory, "benches/report").unwrap_or_else(|error| panic!("{error}"));
    lap("write");
    for claim in &book.claims {
        println!("{:?}: {}", claim.verdict, claim.says);
    }
    fs::remove_dir_all(&directory).expect("the directory that was made");
}

/// Makes the directory of the experiment, repeat by repeat as a run does; how many bytes the records take.
fn make(directory: &Path, positions: u64) -> u64 {
    fs::write(directory.join("experiment.toml"), EXPERIMENT).expect("room for an experiment");
    let path = directory.join("records.jsonl");
    let mut out = BufWriter::with_capacity(1 << 20, File::create(&path).expect("room for records"));
    let params = ALGORITHMS.map(|algorithm| serde_json::from_str::<Params>(algorithm.2).expect("names and values"));
    for repeat in 0..REPEATS {
        for position in 1..=positions {
            for depth in 1..=DEPTHS {
                for (place, params) in params.iter().enumerate() {
                    let record = record(position, depth, place, params, repeat);
                    serde_json::to_writer(&mut out, &record).expect("room for records");
                    out.write_all(b"\n").expect("room for records");
                }
            }
        }
    }
    out.flush().expect("room for records");
    fs::metadata(&path).expect("the file that was written").len()
}

/// A number from 0 to 1 that depends on these alone.
fn noise(parts: [u64; 4]) -> f64 {
    let mut hasher = Hasher::default();
    for part in parts {
        hasher.write_u64(part);
    }
    (hasher.finish() >> 11) as f64 / (1u64 << 53) as f64
}

fn record(position: u64, depth: u32, algorithm: usize, params: &Params, repeat: u32) -> Record {
    let (name, power, _) = ALGORITHMS[algorithm];
    let tree = 6.5f64.powi(depth as i32) * (0.6 + 0.8 * noise([position, 0, 0, 0]));
    let own = 1.0 + 0.25 * noise([position, u64::from(depth), algorithm as u64, 1]);
    let nodes = (tree.powf(power) * own).max(4.0) as u64;
    let seconds = nodes as f64
        * 2.5e-8
        * (1.0 + 0.1 * noise([position, u64::from(depth), algorithm as u64, u64::from(repeat) + 2]));
    let seconds = (seconds * 1e9).round() / 1e9;
    let instance = format!("game:seed={position},ply=20");
    let params = params.clone();
    let trial = Trial {
        depth: Some(depth),
        repeat,
        ..Trial::new("othello", (instance, position), name, params, Limits::default())
    };
    let cutoffs = if algorithm == 0 { 0 } else { nodes / 3 };
    let has_table = trial.params.contains_key("table-bits");
    Record {
        id: trial.id(),
        world: trial.world,
        instance: trial.instance,
        algorithm: trial.algorithm,
        params: trial.params,
        depth: trial.depth,
        limits: trial.limits,
        seed: 0,
        repeat,
        status: Status::Complete,
        result: Some(Answer {
            value: (noise([position, u64::from(depth), 0, 1]) * 120.0).round() - 60.0,
            exact: None,
            moves: ["c5", "c4", "d3", "e6"].into_iter().cycle().take(depth as usize).collect(),
            depth: Some(depth),
        }),
        counters: Counters {
            expanded: nodes / 4,
            generated: nodes,
            evaluated: nodes - nodes / 4,
            iterations: u64::from(depth),
            passes: if name == "mtdf" { 2 * u64::from(depth) } else { 0 },
            cutoffs,
            first_move_cutoffs: cutoffs * 9 / 10,
            tt_probes: if has_table { nodes / 4 } else { 0 },
            tt_hits: if has_table { nodes / 20 } else { 0 },
            tt_stores: if has_table { nodes / 4 } else { 0 },
            peak_depth: u64::from(depth),
            table_bytes: if has_table { 16 << 20 } else { 0 },
            ..Counters::default()
        },
        per_iteration: Vec::new(),
        game: None,
        referee: None,
        best: Vec::new(),
        program: None,
        measured: Measured { seconds, cpu_seconds: seconds, peak_bytes: 16_859_797, ..Measured::default() },
    }
}
