//! Matches of the Gomoku engine against another program that speaks the Gomocup protocol, or against a player in here.
//!
//! ```text
//! cargo bench --bench gomoku_match -- --cmd /path/to/pbrain-other --turn 500ms --jobs 2 --out games.tsv
//! cargo bench --bench gomoku_match -- --against greedy
//! ```
//!
//! Every opening is played with both colours. Each side's move is checked, and each side's time as seen from here:
//! from the command that was sent to the answer that was read. Without an opponent nothing is played, and that is said.
//!
//! | part | file |
//! |---|---|
//! | the words of the command line | `args.rs` |
//! | a program as a player | `program.rs` |
//! | chance, and one ply of greed | `simple.rs` |
//! | one game | `game.rs` |
//! | scores and Elo | `tally.rs` |

mod args;
mod game;
mod program;
mod simple;
mod tally;

use std::fs::File;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use searchlab::allocator::Allocator;
use searchlab::diagnostic::Source;
use searchlab::worlds::Side;
use searchlab::worlds::gomoku::Position;
use searchlab::worlds::gomoku::format::{read_offset, read_pos};

use args::{Args, Opponent};
use game::{Game, Player, play};
use program::Program;
use simple::{Greedy, Random};
use tally::Tally;

/// As in the program.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    let args = match Args::parse(std::env::args().skip(1)) {
        Ok(args) => args,
        Err(problem) => {
            eprintln!("error: {problem}\n\n{}", args::USAGE);
            return ExitCode::from(2);
        }
    };
    if args.opponent.is_none() {
        println!("skipped: no opponent was named, --cmd PROGRAM or --against random|greedy");
        return ExitCode::SUCCESS;
    }
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// The openings of the file.
fn openings(args: &Args) -> Result<Vec<Position>, String> {
    let path = args.openings.display().to_string();
    let text = std::fs::read_to_string(&args.openings).map_err(|error| format!("{path}: {error}"))?;
    let (source, setting) = (Source::new(path, text), args.setting());
    let is_offset = source.name.contains("offset");
    let read = if is_offset { read_offset(&source, setting) } else { read_pos(&source, setting) };
    let openings = read.map_err(|problems| problems.to_string())?;
    Ok(openings.into_iter().map(|(_, position)| position).take(args.pairs).collect())
}

fn run(args: &Args) -> Result<(), String> {
    let openings = openings(args)?;
    let mut out = match &args.out {
        Some(path) => Some(File::create(path).map_err(|error| format!("{}: {error}", path.display()))?),
        None => None,
    };
    let (next, tally) = (AtomicUsize::new(0), Mutex::new(Tally::default()));
    let report = Mutex::new(&mut out);
    thread::scope(|scope| {
        for _ in 0..args.jobs {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(opening) = openings.get(number / 2) else { return };
                    let ours = Side::BOTH[number % 2];
                    let game = one_game(args, opening, ours, number as u64);
                    let line = game.line(number / 2 + 1, ours, &args.name());
                    eprintln!("{line}");
                    if let Some(out) = report.lock().expect("no thread panics").as_mut() {
                        let _ = writeln!(out, "{line}");
                    }
                    tally.lock().expect("no thread panics").add(&game, ours, args.turn);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no thread panics");
    println!("{}", tally.report(&args.name(), args.turn));
    Ok(())
}

fn one_game(args: &Args, opening: &Position, ours: Side, number: u64) -> Game {
    let mut engine = Program::new(&args.engine, args, &[]);
    let mut other: Box<dyn Player> = match args.opponent.as_ref().expect("there is one") {
        Opponent::Program(words) => Box::new(Program::new(words, args, &args.init)),
        Opponent::Random => Box::new(Random::new(number)),
        Opponent::Greedy => Box::new(Greedy::default()),
    };
    match ours {
        Side::Black => play(opening, [&mut engine, other.as_mut()], ours, args.turn),
        Side::White => play(opening, [other.as_mut(), &mut engine], ours, args.turn),
    }
}
