//! `searchlab othello train`: weights of the learned evaluation, from games.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::{Context, Result};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use crate::catalog::parse_thousandths;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::tell;
use crate::cli::progress::{Progress, stop_flag};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::files;
use crate::record::Hasher;
use crate::report::chart::{Axis, Chart, Lines, Point, Series, Style, Unit};
use crate::report::{Column, Mood, Row, number};
use crate::text::{counted, grouped};
use crate::training::labels::{TABLE_BITS, label};
use crate::training::{Learned, Plan, Played, Store, learn, share_out};
use crate::worlds::othello::endgame::Table;
use crate::worlds::othello::format::read_wthor;
use crate::worlds::othello::learned::weights::{STAGES, empties_of};

/// Weights are kept as multiples of a sixteenth of a disc: finer ones tell nothing, coarser ones cost accuracy.
const UNIT: u8 = 8;
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
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seed of the games, of the positions that are taken from them, and of the split
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Penalty on large weights: squared discs of error for a weight of one disc
    #[arg(long, value_name = "X", default_value = "10", value_parser = parse_thousandths)]
    penalty: u32,
    /// Steps of the fit of each stage
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u32).range(1..=1000))]
    steps: u32,
    /// Threads; they change nothing but the time
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn cores() -> u16 {
    thread::available_parallelism().map_or(1, |cores| cores.get().min(256) as u16)
}

pub(super) fn command() -> Command {
    let command = TrainArgs::augment_args(Command::new("train"));
    command.about("Learn the weights of the evaluation `learned` from games").after_help(
        "Positions get exact scores from the solver near the end and the theoretical score of their game before; of \
         twenty games, eighteen are learned from, one shows when to stop, one tells how good the weights are. Ctrl-C \
         stops; the same command goes on.\n\nExamples:\n  \
         searchlab othello train --self-play 20 --out weights\n  \
         searchlab othello train wthor --out learned --seed 2\n  \
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
    let wanted = Wanted { sources: &args.sources, games: args.games, own: args.self_play, seed: args.seed };
    let games = wanted.games(&args.output)?;
    let plan = Plan { seed: args.seed, penalty: f64::from(args.penalty) / 1000.0, steps: args.steps };
    fs::create_dir_all(&args.out).with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let path = args.out.join("labels.bin");
    let context = || format!("cannot write {}", path.display());
    let store = Store::open(&path, fingerprint(&games, args.seed)).with_context(context)?;
    let Some(store) = store else { return Err(of_another(&path).into()) };
    let stop = stop_flag();
    let store = label_all(&args, &games, store, &stop).with_context(context)?;
    let learned = (!stop.load(Ordering::Relaxed)).then(|| fit(&args, &store, &plan, &stop)).flatten();
    let Some(learned) = learned else {
        tell(&format!("interrupted; what is done is in {}, and the same command goes on", args.out.display()));
        return Ok(Exit::Incomplete);
    };
    let bytes = learned.weights.to_bytes(UNIT);
    let weights = args.out.join("othello.weights");
    write(&weights, &bytes)?;
    write(&args.out.join("learning.csv"), curve_as_csv(&learned)?.as_bytes())?;
    let chart = curve_as_chart(&learned);
    chart.save(&args.out.join("learning.svg"))?;
    chart.save(&args.out.join("learning.png"))?;
    print(&args, &learned)?;
    args.output.remark(&format!("{}: {} bytes", weights.display(), grouped(bytes.len() as u64)));
    Ok(Exit::Done)
}

fn of_another(path: &Path) -> Diagnostics {
    let problem =
        Diagnostic::new(format!("{} is from other games or another seed", quoted(&path.display().to_string())));
    problem.help("give another folder with --out, or remove the file").into()
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

/// Labels the games that are not yet in the store, as far as nobody stops it.
fn label_all(args: &TrainArgs, games: &[Played], store: Store, stop: &AtomicBool) -> std::io::Result<Store> {
    let todo: Vec<u32> = (0..games.len() as u32).filter(|&game| !store.has(game)).collect();
    let progress = Progress::of("games", todo.len() as u64, args.output.quiet);
    let store = Mutex::new(store);
    let begin = || Ok(Table::new(TABLE_BITS));
    share_out(usize::from(args.jobs), todo.len(), stop, begin, |table, place| {
        let game = todo[place];
        let positions = label(&games[game as usize], game, args.seed, table);
        store.lock().unwrap_or_else(PoisonError::into_inner).append(game, positions)?;
        progress.advance();
        Ok::<(), std::io::Error>(())
    })?;
    Ok(store.into_inner().unwrap_or_else(PoisonError::into_inner))
}

fn fit(args: &TrainArgs, store: &Store, plan: &Plan, stop: &AtomicBool) -> Option<Learned> {
    let progress = Progress::of("steps", STAGES as u64 * u64::from(plan.steps), args.output.quiet);
    learn(&store.labelled().copied().collect::<Vec<_>>(), plan, usize::from(args.jobs), stop, || progress.advance())
}

/// The kind of these files in errors.
const FILE: &str = "the file";

/// Checks that a file of `--out` can be written, before what takes long.
pub(super) fn check_out(path: &Path) -> Result<()> {
    Ok(files::check_place(FILE, path).map_err(Diagnostics::from)?)
}

pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    Ok(files::write_whole(FILE, path, bytes).map_err(Diagnostics::from)?)
}

fn curve_as_csv(learned: &Learned) -> Result<String> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    learned.curve.iter().try_for_each(|point| csv.serialize(point))?;
    Ok(String::from_utf8(csv.into_inner()?)?)
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
