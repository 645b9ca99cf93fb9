//! `searchlab othello calibrate`: the parameters of ProbCut, and the frequency of its errors.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::train::Wanted;
use crate::catalog::othello::read_weights;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::eprint_line;
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::worlds::training::{check_out, cores, write};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::report::{Column, Mood, Row, number};
use crate::text::grouped;
use crate::training::calibration::{self, Measured, Searched, Trials, forecasts, measure};
use crate::training::{Played, share_out};
use crate::worlds::othello::learned::Weights;
use crate::worlds::othello::learned::weights::empties_of;

#[derive(Debug, Args)]
struct CalibrateArgs {
    /// Tournament games: WTHOR files (.wtb), or folders of them; without any, games of the program with itself
    #[arg(value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// N games, half of them to fit and half to count errors; of files: spread over all of theirs
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Plies of the deepest searches; each more takes about three times as long
    #[arg(long, value_name = "D", default_value_t = 8, value_parser = clap::value_parser!(u32).range(3..=11))]
    depth: u32,
    /// Seed of the games, and of the positions that are taken from them
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Weights of the learned evaluation: shipped, or a file that `othello train` wrote
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    weights: String,
    /// Write the numbers here, as the program has them built in for its shipped weights
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Threads; they change nothing but the time
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = CalibrateArgs::augment_args(Command::new("calibrate"));
    command.about("Measure what shallow searches tell of deep ones, for ProbCut, and how often that is wrong").after_help(
        "For each pair of depths and each stage of the game: the line deep = slope x shallow + offset and the spread \
         sigma of its errors, in discs, from half of the games; and, for nodes of the other half, how many ProbCut \
         would have cut with a confidence of 1, 1.5, 2 and 2.5 standard deviations, and how many of all nodes wrongly: \
         the full search found the value on the other side of the window. The search with `--probcut` uses the numbers \
         that are built in.\n\nExamples:\n  \
         searchlab othello calibrate --games 200 --depth 3\n  \
         searchlab othello calibrate --games 200 --depth 4 --out othello.probcut",
    )
}

/// A pair of depths at a stage, or at all of them: a line of the table. Shares are of all nodes.
#[derive(Debug, Clone, Serialize)]
struct Line {
    deep: u32,
    shallow: u32,
    /// Of the stage; `all` for the sum over all stages.
    empties: String,
    positions: usize,
    slope: Option<f64>,
    /// In discs, like sigma.
    offset: Option<f64>,
    sigma: Option<f64>,
    nodes: usize,
    cut_1_0: f64,
    wrong_1_0: f64,
    cut_1_5: f64,
    wrong_1_5: f64,
    cut_2_0: f64,
    wrong_2_0: f64,
    cut_2_5: f64,
    wrong_2_5: f64,
}

/// Units of values are eighths of a disc, and those of lines thousandths of these.
const DISC: f64 = 8000.0;

impl Line {
    fn new(deep: u32, shallow: u32, empties: String, positions: usize, trials: &Trials) -> Self {
        let share = |count: usize| count as f64 / trials.nodes.max(1) as f64;
        let ([cut_1_0, cut_1_5, cut_2_0, cut_2_5], [wrong_1_0, wrong_1_5, wrong_2_0, wrong_2_5]) =
            (trials.cuts.map(share), trials.wrong.map(share));
        let (slope, offset, sigma, nodes) = (None, None, None, trials.nodes);
        Self {
            deep,
            shallow,
            empties,
            positions,
            slope,
            offset,
            sigma,
            nodes,
            cut_1_0,
            wrong_1_0,
            cut_1_5,
            wrong_1_5,
            cut_2_0,
            wrong_2_0,
            cut_2_5,
            wrong_2_5,
        }
    }

    fn of_stage(measured: &Measured) -> Self {
        let Measured { deep, stage, positions, forecast, trials } = measured;
        let plain = Self::new(*deep, forecast.shallow, empties_of(*stage), *positions, trials);
        Self {
            slope: Some(f64::from(forecast.slope) / 1000.0),
            offset: Some(f64::from(forecast.offset) / DISC),
            sigma: Some(f64::from(forecast.sigma) / DISC),
            ..plain
        }
    }

    /// All stages of a pair together.
    fn of_pair(stages: &[Measured]) -> Self {
        let trials = stages.iter().fold(Trials::default(), |sum, stage| sum.plus(&stage.trials));
        let positions = stages.iter().map(|stage| stage.positions).sum();
        Self::new(stages[0].deep, stages[0].forecast.shallow, "all".to_owned(), positions, &trials)
    }
}

impl Row for Line {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

fn decimals(number: Option<f64>) -> String {
    number.map(|number| format!("{number:.2}")).unwrap_or_default()
}

fn shares(cut: f64, wrong: f64) -> String {
    format!("{:.0} / {:.1}", 100.0 * cut, 100.0 * wrong)
}

const COLUMNS: [Column<Line>; 12] = [
    number("deep", |line| line.deep.to_string()),
    number("shallow", |line| line.shallow.to_string()),
    number("empties", |line| line.empties.clone()),
    number("positions", |line| grouped(line.positions as u64)),
    number("slope", |line| decimals(line.slope)),
    number("offset", |line| decimals(line.offset)),
    number("sigma", |line| decimals(line.sigma)),
    number("nodes", |line| grouped(line.nodes as u64)),
    number("cut / wrong % at 1", |line| shares(line.cut_1_0, line.wrong_1_0)),
    number("at 1.5", |line| shares(line.cut_1_5, line.wrong_1_5)),
    number("at 2", |line| shares(line.cut_2_0, line.wrong_2_0)),
    number("at 2.5", |line| shares(line.cut_2_5, line.wrong_2_5)),
];

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = CalibrateArgs::from_arg_matches(matches)?;
    args.out.as_deref().map_or(Ok(()), check_out)?;
    let weights = read_weights(&args.weights)?;
    let own = if args.sources.is_empty() { args.games } else { 0 };
    let wanted = Wanted { sources: &args.sources, games: Some(args.games), own, seed: args.seed };
    let games = wanted.games(&args.output)?;
    let Some(searched) = search_all(&args, &games, weights, &stop_flag())? else {
        eprint_line("interrupted: nothing is measured yet");
        return Ok(Exit::Incomplete);
    };
    let measured = measure(&searched);
    if measured.is_empty() {
        let least = calibration::LEAST_POSITIONS;
        let problem =
            Diagnostic::new(format!("too few games: of no stage there are {least} positions to fit a line to"));
        return Err(Diagnostics::from(problem.help("half of the games count: give more with --games")).into());
    }
    if let Some(path) = &args.out {
        let of = if args.sources.is_empty() { "" } else { " FILE…" };
        let (games, depth, seed) = (args.games, args.depth, args.seed);
        let command = format!("searchlab othello calibrate{of} --games {games} --depth {depth} --seed {seed}");
        write(path, forecasts(&measured).to_text(&command).as_bytes())?;
    }
    print(&args, &measured)?;
    Ok(Exit::Done)
}

/// Searches the positions of all games, in their order whoever searches them; `None` if somebody stops it.
fn search_all(
    args: &CalibrateArgs,
    games: &[Played],
    weights: &'static Weights,
    stop: &AtomicBool,
) -> Result<Option<Vec<Searched>>> {
    let progress = Progress::of("games", games.len() as u64, args.output.quiet);
    let done = Mutex::new(Vec::new());
    let begin = || calibration::table().ok_or_else(|| anyhow!("no memory for the table of a search"));
    share_out(usize::from(args.jobs), games.len(), stop, begin, |table, number| {
        let searched = calibration::search(&games[number], number as u32, args.seed, args.depth, weights, table);
        done.lock().unwrap_or_else(PoisonError::into_inner).push((number, searched));
        progress.advance();
        Ok(())
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|game| game.0);
    let is_whole = done.len() == games.len();
    Ok(is_whole.then(|| done.into_iter().flat_map(|game| game.1).collect()))
}

fn print(args: &CalibrateArgs, measured: &[Measured]) -> Result<()> {
    let pairs = measured.chunk_by(|one, two| (one.deep, one.forecast.shallow) == (two.deep, two.forecast.shallow));
    let with_sum = |pair: &[Measured]| {
        let stages = pair.iter().map(Line::of_stage);
        stages.chain([Line::of_pair(pair)]).collect::<Vec<_>>()
    };
    let lines: Vec<Line> = pairs.flat_map(with_sum).collect();
    args.output.print_lines(&lines, &COLUMNS)
}
