//! `searchlab othello train`: weights of the learned evaluation, from games.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use crate::catalog::othello::read_weights;
use crate::catalog::parse_thousandths;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::eprint_line;
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::worlds::training::{Making, as_csv, cores, write};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::files;
use crate::record::Hasher;
use crate::report::chart::{Axis, Chart, Lines, Point, Series, Style, Unit};
use crate::report::{Column, Mood, Row, number};
use crate::text::{counted, grouped};
use crate::training::held_out::{ErrorsAt, errors, is_held_out, solved};
use crate::training::labels::{TABLE_BITS, label};
use crate::training::teacher::{self, teach};
use crate::training::{Labelled, Learned, Plan, Played, learn, share_out};
use crate::worlds::othello::endgame::Table;
use crate::worlds::othello::format::read_wthor;
use crate::worlds::othello::learned::Weights;
use crate::worlds::othello::learned::weights::empties_of;

/// Bytes of a file of games: those of all the years together have a tenth of that.
const MOST_BYTES: u64 = 256 << 20;

#[derive(Debug, Args)]
struct TrainArgs {
    /// Tournament games: WTHOR files (.wtb), or folders of them
    #[arg(value_name = "FILE")]
    sources: Vec<PathBuf>,
    /// Games of the program with itself to learn from, too
    #[arg(long, value_name = "N", default_value_t = 0)]
    self_play: u32,
    /// Take only N of the tournament games, spread over all of them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// Folder for labels, weights and the curve of learning; what is there from the same command is gone on with
    #[arg(long, value_name = "DIR", required_unless_present = "errors_of")]
    out: Option<PathBuf>,
    /// Learn from searches with these weights too, far from the end: `shipped`, or a file of an earlier training
    #[arg(long, value_name = "FILE")]
    teacher: Option<String>,
    /// Learn nothing; print the errors of these weights against exact scores, on the games that are kept for the test
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "teacher"])]
    errors_of: Option<String>,
    /// Seed of the games, of the positions that are taken from them, and of the split
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Penalty on large weights: squared discs of error for a weight of one disc
    #[arg(long, value_name = "X", default_value = "10", value_parser = parse_thousandths)]
    penalty: u32,
    /// Steps of the fit of each stage
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    steps: u32,
    /// Passes of the fit of factors over the positions of the stages that have some; 0: no factors
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=1000))]
    passes: u32,
    /// Share of a position with the score of its game in the fit, beside 1 for one that was solved or searched
    #[arg(long, value_name = "X", default_value = "0.2", value_parser = parse_thousandths)]
    game_share: u32,
    /// Round weights to multiples of N 128ths of a disc: coarser ones make a smaller file
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u8).range(1..=64))]
    unit: u8,
    /// Threads; they change nothing but the time
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = TrainArgs::augment_args(Command::new("train"));
    command.about("Learn the weights of the evaluation `learned` from games").after_help(
        "Positions get exact scores from the solver near the end, and before that the theoretical score of their game \
         and, with --teacher, the values of searches; of twenty games, eighteen are learned from, one shows when to \
         stop, one tells how good the weights are. Ctrl-C stops; the same command goes on.\n\nExamples:\n  \
         searchlab othello train --self-play 20 --out weights\n  \
         searchlab othello train wthor --out learned --seed 2\n  \
         searchlab othello train wthor --errors-of shipped\n  \
         searchlab othello search --depth 8 --evaluation learned --weights weights/othello.weights",
    )
}

/// The errors of a stage: a line of the table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    empties: String,
    positions: usize,
    /// Roots of the mean squared errors, in discs.
    training: f64,
    validation: f64,
    test: f64,
    /// Mean error on the test set, in discs.
    test_absolute: f64,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const COLUMNS: [Column<Line>; 6] = [
    number("empties", |line| line.empties.clone()),
    number("positions", |line| grouped(line.positions as u64)),
    number("rms training", |line| format!("{:.2}", line.training)),
    number("validation", |line| format!("{:.2}", line.validation)),
    number("test", |line| format!("{:.2}", line.test)),
    number("mean error", |line| format!("{:.2}", line.test_absolute)),
];

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = TrainArgs::from_arg_matches(matches)?;
    let [teacher, measured] =
        [&args.teacher, &args.errors_of].map(|name| name.as_deref().map(read_weights).transpose());
    let (teacher, measured) = (teacher?, measured?);
    let wanted = Wanted { sources: &args.sources, games: args.games, own: args.self_play, seed: args.seed };
    let games = wanted.games(&args.output)?;
    let stop = stop_flag();
    if let Some(weights) = measured {
        return print_errors(&args, &games, weights, &stop);
    }
    let [penalty, game_share] = [args.penalty, args.game_share].map(|thousandths| f64::from(thousandths) / 1000.0);
    let plan = Plan { seed: args.seed, penalty, steps: args.steps, passes: args.passes, game_share: game_share as f32 };
    let out = args.out.clone().unwrap_or_default();
    fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let fingerprint = fingerprint(&games, args.seed);
    let of_game = |table: &mut Table, game: u32| label(&games[game as usize], game, args.seed, table);
    let (labels, taught) = (out.join("labels.bin"), out.join("taught.bin"));
    let of = |path, plan| Making { path, plan, games: games.len() as u32, jobs: args.jobs, quiet: args.output.quiet };
    let labels = of(&labels, fingerprint).make(&stop, new_table, of_game)?;
    let mut labelled: Vec<Labelled> = labels.into_iter().flatten().collect();
    if let Some(teacher) = teacher {
        let begin = || teacher::table().ok_or_else(|| anyhow!("no memory for the table of a search"));
        let of_game = |table: &mut _, game: u32| teach(&games[game as usize], game, args.seed, teacher, table);
        // The checksum of the weights stands at the end of their file.
        let checksum = teacher.to_bytes(1).last_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes));
        let fingerprint = fingerprint ^ u64::from(checksum);
        let taught = of(&taught, fingerprint).make(&stop, begin, of_game)?;
        labelled.extend(taught.into_iter().flatten());
    }
    let learned = (!stop.load(Ordering::Relaxed)).then(|| fit(&args, &labelled, &plan, &stop)).flatten();
    let Some(learned) = learned else {
        eprint_line(&format!("interrupted; what is done is in {}, and the same command goes on", out.display()));
        return Ok(Exit::Incomplete);
    };
    let bytes = learned.weights.to_bytes(args.unit);
    let weights = out.join("othello.weights");
    write(&weights, &bytes)?;
    write(&out.join("learning.csv"), as_csv(&learned.curve)?.as_bytes())?;
    let chart = curve_as_chart(&learned);
    chart.save(&out.join("learning.svg"))?;
    chart.save(&out.join("learning.png"))?;
    print(&args, &learned)?;
    args.output.remark(&format!("{}: {} bytes", weights.display(), grouped(bytes.len() as u64)));
    Ok(Exit::Done)
}

/// Games that a command asks for.
pub(super) struct Wanted<'a> {
    /// WTHOR files, and folders of them.
    pub(super) sources: &'a [PathBuf],
    /// The number of tournament games to take, spread over all of them.
    pub(super) games: Option<u32>,
    /// Games of the program with itself.
    pub(super) own: u32,
    /// Seed of those.
    pub(super) seed: u64,
}

impl Wanted<'_> {
    /// Tournament games, then those of the program with itself.
    pub(super) fn games(&self, output: &OutputArgs) -> Result<Vec<Played>> {
        let (mut games, cut_short) = read(self.sources)?;
        if let Some(wanted) = self.games.map(|wanted| wanted as usize).filter(|&wanted| wanted < games.len()) {
            let all = games.len();
            games = (0..wanted).map(|number| games[number * all / wanted].clone()).collect();
        }
        if cut_short > 0 {
            let games = counted(cut_short as u64, "game");
            output.remark(&format!("{games} not played to the end: what is there serves"));
        }
        games.extend((0..self.own).map(|number| Played::own(self.seed, u64::from(number))));
        if games.is_empty() {
            let problem = Diagnostic::new("no games to learn from");
            return Err(Diagnostics::from(
                problem.help("name WTHOR files or folders of .wtb files, or ask for games of the program with itself"),
            )
            .into());
        }
        Ok(games)
    }
}

/// The games of files and folders, and how many of them were not played to the end.
fn read(sources: &[PathBuf]) -> Result<(Vec<Played>, usize)> {
    let mut games = Vec::new();
    let (mut files, mut cut_short) = (Vec::new(), 0);
    for source in sources {
        if source.is_dir() {
            let listed = fs::read_dir(source).with_context(|| format!("cannot read {}", source.display()))?;
            let paths = listed.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
            let is_wthor = |path: &PathBuf| path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb"));
            let mut paths: Vec<PathBuf> = paths.into_iter().filter(is_wthor).collect();
            paths.sort();
            files.extend(paths);
        } else {
            files.push(source.clone());
        }
    }
    for file in &files {
        let bytes = File::open(file)
            .and_then(|file| files::read_at_most(file, MOST_BYTES))
            .with_context(|| format!("cannot read {}", file.display()))?;
        let read = read_wthor(&bytes)
            .map_err(|error| Diagnostic::new(format!("{}: {error}", quoted(&file.display().to_string()))))
            .map_err(Diagnostics::from)?;
        cut_short += read.cut_short;
        games.extend(read.games.iter().map(Played::of_wthor));
    }
    Ok((games, cut_short))
}

/// Hash of the games and the seed, on which the labels depend.
fn fingerprint(games: &[Played], seed: u64) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write_u64(seed);
    hasher.write_u64(games.len() as u64);
    for game in games {
        let (theory, at) = game.theory.unwrap_or((i32::MAX, 0));
        hasher.write_u64(theory as u64 ^ u64::from(at) << 32);
        for (board, is_black) in &game.positions {
            hasher.write_u64(board.own ^ u64::from(*is_black));
            hasher.write_u64(board.opponent);
        }
    }
    hasher.finish()
}

/// A table of the solver, for a thread.
#[expect(clippy::unnecessary_wraps, reason = "as the tables of searches, for which there may be no memory")]
fn new_table() -> Result<Table> {
    Ok(Table::new(TABLE_BITS))
}

fn fit(args: &TrainArgs, labelled: &[Labelled], plan: &Plan, stop: &AtomicBool) -> Option<Learned> {
    let progress = Progress::of("steps", plan.work(), args.output.quiet);
    learn(labelled, plan, usize::from(args.jobs), stop, || progress.advance())
}

/// The games that errors are counted on are at most this number, spread over all that are kept for it.
const MEASURED_GAMES: usize = 400;

/// A line of the table of errors.
#[derive(Debug, Serialize)]
#[serde(transparent)]
struct ErrorLine(ErrorsAt);

const ERROR_COLUMNS: [Column<ErrorLine>; 6] = [
    number("empties", |line| line.0.empties.to_string()),
    number("moves", |line| line.0.kind.to_owned()),
    number("positions", |line| grouped(line.0.positions as u64)),
    number("rms error", |line| format!("{:.2}", line.0.root_mean_square)),
    number("mean error", |line| format!("{:.2}", line.0.bias)),
    number("slope", |line| format!("{:.2}", line.0.slope)),
];

impl Row for ErrorLine {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

/// Solves the positions of games that are kept for the test, and prints the errors of weights on them.
fn print_errors(args: &TrainArgs, games: &[Played], weights: &Weights, stop: &AtomicBool) -> Result<Exit> {
    let held_out: Vec<u32> = (0..games.len() as u32).filter(|&game| is_held_out(game, args.seed)).collect();
    let count = held_out.len().min(MEASURED_GAMES);
    if count == 0 {
        let problem = Diagnostic::new("none of these games is kept for the test");
        return Err(Diagnostics::from(problem.help("one of twenty is: give more")).into());
    }
    let progress = Progress::of("games", count as u64, args.output.quiet);
    let all = Mutex::new(BTreeMap::new());
    share_out(usize::from(args.jobs), count, stop, new_table, |table, place| {
        let game = held_out[place * held_out.len() / count];
        let solved = solved(&games[game as usize], game, args.seed, table);
        all.lock().unwrap_or_else(PoisonError::into_inner).insert(game, solved);
        progress.advance();
        Ok::<(), anyhow::Error>(())
    })?;
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    if all.len() < count {
        eprint_line("interrupted: nothing is measured yet");
        return Ok(Exit::Incomplete);
    }
    let errors = errors(&all.into_values().flatten().collect::<Vec<_>>(), weights);
    args.output.print_lines(&errors.into_iter().map(ErrorLine).collect::<Vec<_>>(), &ERROR_COLUMNS)?;
    Ok(Exit::Done)
}

/// Stages that are drawn: as many as a chart has room for.
const DRAWN: [usize; 4] = [1, 4, 7, 12];

fn curve_as_chart(learned: &Learned) -> Chart {
    let names: Vec<[String; 2]> = DRAWN
        .iter()
        .map(|&stage| ["training", "validation"].map(|set| format!("{} empty, {set}", empties_of(stage))))
        .collect();
    let styles = Style::of_all(names.iter().flatten().map(String::as_str));
    let series = DRAWN.iter().zip(&names).enumerate().flat_map(|(place, (&stage, names))| {
        let points = learned.curve.iter().filter(move |point| point.stage == stage);
        let training = points.clone().map(|point| Point::new(f64::from(point.step), point.training)).collect();
        let validation = points.map(|point| Point::new(f64::from(point.step), point.validation)).collect();
        [(0, training), (1, validation)].map(|(set, points): (usize, Vec<Point>)| Series {
            name: names[set].clone(),
            style: styles[2 * place + set],
            points,
        })
    });
    Chart::new(
        "Errors while learning",
        Axis::linear("steps", Unit::Count),
        Axis::linear("root of the mean squared error, in discs", Unit::Number),
        Lines::new(series.collect()),
    )
    .described("The errors on the positions that are learned from, and on those of other games, step by step.")
}

fn print(args: &TrainArgs, learned: &Learned) -> Result<()> {
    let lines: Vec<Line> = learned
        .stages
        .iter()
        .map(|stage| Line {
            empties: empties_of(stage.stage),
            positions: stage.positions[0],
            training: stage.errors[0].root_mean_square,
            validation: stage.errors[1].root_mean_square,
            test: stage.errors[2].root_mean_square,
            test_absolute: stage.errors[2].mean_absolute,
        })
        .collect();
    args.output.print_lines(&lines, &COLUMNS)
}
