//! The engine in the middle of games: nodes a second with all counters on, and what counting costs.

use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::game::{Replacement, Table};
use searchlab::search::observer::Observer;
use searchlab::text::grouped;
use searchlab::worlds::gomoku::engine::{Memory, Options, Technique, Techniques, search};
use searchlab::worlds::gomoku::learned::shipped;
use searchlab::worlds::gomoku::{Candidates, Evaluation, Gomoku, Position};

use super::{RUNS, alternate, midgame};

/// Plies of the searches.
const DEPTH: u32 = 8;

/// Bits of the table.
const BITS: u32 = 20;

pub(crate) fn run() {
    let (name, positions) = midgame();
    println!("the engine to depth {DEPTH} from {} {name}, 2^{BITS} entries, counters on", positions.len());
    println!("{:<14} {:>14} {:>10} {:>12} {:>9}", "engine", "nodes", "seconds", "M nodes/s", "counters");
    for (name, techniques, evaluation) in [
        ("all", Techniques::ALL, Evaluation::default()),
        ("all but vcf", Techniques::ALL.without(Technique::Vcf), Evaluation::default()),
        ("learned", Techniques::ALL, Evaluation::learned(shipped())),
    ] {
        row(name, &positions, Options { depth: DEPTH, techniques, threads: 1 }, &evaluation);
    }
}

fn row(name: &str, positions: &[Position], options: Options, evaluation: &Evaluation) {
    // One memory for both sides: two would lie differently in the caches.
    let mut memory = Memory::new(Table::new(BITS, Replacement::TwoSlot).expect("memory"));
    let (mut seconds, mut bare, mut nodes) = (0.0, 0.0, 0);
    for position in positions {
        let mut counters = Counters::default();
        let memory = std::cell::RefCell::new(&mut memory);
        let [with, without] = alternate(
            RUNS,
            [
                &mut || {
                    counters = Counters::default();
                    once(position, options, evaluation, &mut memory.borrow_mut(), &mut counters);
                },
                &mut || once(position, options, evaluation, &mut memory.borrow_mut(), &mut ()),
            ],
        );
        (seconds, bare, nodes) = (seconds + with, bare + without, nodes + counters.expanded + counters.evaluated);
    }
    println!(
        "{name:<14} {:>14} {seconds:>10.3} {:>12.2} {:>+8.1} %",
        grouped(nodes),
        nodes as f64 / seconds / 1e6,
        100.0 * (seconds / bare - 1.0)
    );
}

fn once(
    position: &Position,
    options: Options,
    evaluation: &Evaluation,
    memory: &mut Memory,
    observer: &mut impl Observer,
) {
    memory.clear();
    let mut game = Gomoku::new(position, Candidates::Patterns).described(evaluation);
    let (found, _) = search(&mut game, evaluation, &options, memory, &Budget::default(), observer);
    std::hint::black_box(found.value);
}
