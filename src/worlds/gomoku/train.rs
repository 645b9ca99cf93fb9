//! `searchlab gomoku train`: the network of the learned evaluation, from games of the program with itself.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use crate::catalog::gomoku::read_weights;
use crate::catalog::parse_thousandths;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::games::SettingArgs;
use crate::cli::output::eprint_line;
use crate::cli::progress::{Progress, stop_flag};
use crate::cli::worlds::training::{Making, as_csv, cores, write};
use crate::record::Hasher;
use crate::report::chart::{Axis, Chart, Lines, Point, Series, Style, Unit};
use crate::report::{Column, Mood, Row, number};
use crate::text::grouped;
use crate::training::gomoku::learning::{Epoch, positions, steps};
use crate::training::gomoku::{Learned, Method, Plan, SelfPlayed, Teacher, learn};
use crate::worlds::gomoku::{Evaluation, Position};

#[derive(Debug, Args)]
struct TrainArgs {
    /// Games of the program with itself to learn from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(20..=10_000_000))]
    self_play: u32,
    /// Nodes of the search that chooses a move, and says what a position is worth
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Play with these weights in place of the evaluation `pattern`: `shipped`, or a file of an earlier training
    #[arg(long, value_name = "FILE")]
    teacher: Option<String>,
    /// Folder for games, weights and the curve of learning; what is there from the same command is gone on with
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Seed of the games; the split into sets and the first weights are always the same
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Times that every position is learned from
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    epochs: u32,
    /// Share of the result of a game in what is learned, beside that of the value of the search
    #[arg(long, value_name = "X", default_value = "0.5", value_parser = parse_share)]
    result_share: u32,
    /// Round what describes the cells to multiples of N 128ths: coarser numbers make a smaller file
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=32))]
    unit: u8,
    #[command(flatten)]
    setting: SettingArgs<Position>,
    /// Threads; they change nothing but the time
    #[arg(long, value_name = "N", default_value_t = cores(), value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    #[command(flatten)]
    output: OutputArgs,
}

/// A share in thousandths.
fn parse_share(text: &str) -> Result<u32, String> {
    parse_thousandths(text)
        .ok()
        .filter(|&share| share <= 1000)
        .ok_or_else(|| "expected a number from 0 to 1 with at most three decimals".to_owned())
}

pub(super) fn command() -> Command {
    let command = TrainArgs::augment_args(Command::new("train"));
    command.about("Learn the network of the evaluation `learned` from games of the program with itself").after_help(
        "Each position of a game is learned with the value and the move that a search found, and with the result of the \
         game; of twenty games, eighteen are learned from, one shows which epoch was best, one tells how good the \
         network is. Ctrl-C stops; the same command goes on.\n\nExamples:\n  \
         searchlab gomoku train --self-play 100 --nodes 100 --epochs 4 --out weights\n  \
         searchlab gomoku train --self-play 40 --nodes 50 --teacher shipped --seed 2 --out second\n  \
         searchlab gomoku search --algorithm engine --depth 4 --evaluation learned --weights weights/gomoku.weights \
         --position h8i9j10",
    )
}

/// How good the network became: the line of the table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    positions: usize,
    epochs: u32,
    /// Cross entropy of the chance to win, in nats.
    training: f64,
    validation: f64,
    test: f64,
    /// The same of the best move.
    moves: f64,
    /// Share of the positions whose best move has the highest rank.
    first: f64,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const COLUMNS: [Column<Line>; 7] = [
    number("positions", |line| grouped(line.positions as u64)),
    number("epochs", |line| line.epochs.to_string()),
    number("value, training", |line| format!("{:.4}", line.training)),
    number("validation", |line| format!("{:.4}", line.validation)),
    number("test", |line| format!("{:.4}", line.test)),
    number("move, test", |line| format!("{:.4}", line.moves)),
    number("best first", |line| format!("{:.3}", line.first)),
];

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = TrainArgs::from_arg_matches(matches)?;
    let teacher = args.teacher.as_deref().map(read_weights).transpose()?;
    let evaluation = teacher.map_or_else(Evaluation::default, Evaluation::learned);
    let plan = Plan { setting: args.setting.setting(), seed: args.seed, nodes: args.nodes, evaluation };
    let out = &args.out;
    fs::create_dir_all(out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let stop = stop_flag();
    let path = out.join("games.bin");
    let fingerprint = fingerprint(&plan);
    let (games, quiet) = (args.self_play, args.output.quiet);
    let making = Making { path: &path, plan: fingerprint, games, jobs: args.jobs, quiet };
    let begin = || Teacher::new(&plan).ok_or_else(|| anyhow!("no memory for the table of a search"));
    let games = making.make(&stop, begin, Teacher::play)?;
    let learned = if stop.load(Ordering::Relaxed) { None } else { fit(&args, &plan, &games, &stop) };
    let Some(learned) = learned else {
        eprint_line(&format!("interrupted; what is done is in {}, and the same command goes on", out.display()));
        return Ok(Exit::Incomplete);
    };
    let bytes = learned.network.to_bytes(args.unit);
    let weights = out.join("gomoku.weights");
    write(&weights, &bytes)?;
    write(&out.join("learning.csv"), as_csv(&learned.curve)?.as_bytes())?;
    let chart = curve_as_chart(&learned.curve);
    chart.save(&out.join("learning.svg"))?;
    chart.save(&out.join("learning.png"))?;
    print(&args, &learned)?;
    args.output.remark(&format!("{}: {} bytes", weights.display(), grouped(bytes.len() as u64)));
    Ok(Exit::Done)
}

/// Hash of what the games depend on.
fn fingerprint(plan: &Plan) -> u64 {
    let mut hasher = Hasher::default();
    hasher.write(&[plan.setting.width, plan.setting.height]);
    hasher.write(plan.setting.rule.name().as_bytes());
    hasher.write_u64(plan.seed);
    hasher.write_u64(plan.nodes);
    if let Some(network) = plan.evaluation.network() {
        hasher.write(&network.to_bytes(1));
    }
    hasher.finish()
}

fn fit(args: &TrainArgs, plan: &Plan, games: &[SelfPlayed], stop: &std::sync::atomic::AtomicBool) -> Option<Learned> {
    let result_share = args.result_share as f32 / 1000.0;
    let method = Method { epochs: args.epochs, result_share, ..Method::default() };
    let progress = Progress::of("steps", steps(positions(games, &method), &method), args.output.quiet);
    learn(games, plan.setting, &method, usize::from(args.jobs), stop, || progress.advance())
}

fn curve_as_chart(curve: &[Epoch]) -> Chart {
    let names = ["training", "validation"];
    let of: [fn(&Epoch) -> f64; 2] = [|epoch| epoch.value_training, |epoch| epoch.value_validation];
    let styles = Style::of_all(names);
    let series = names.iter().zip(of).zip(styles).map(|((name, of), style)| Series {
        name: (*name).to_owned(),
        style,
        points: curve.iter().map(|epoch| Point::new(f64::from(epoch.epoch), of(epoch))).collect(),
    });
    Chart::new(
        "Errors while learning",
        Axis::linear("epochs", Unit::Count),
        Axis::linear("cross entropy of the chance to win, in nats", Unit::Number),
        Lines::new(series.collect()),
    )
    .described("The errors on the positions that are learned from, and on those of other games, epoch by epoch.")
}

fn print(args: &TrainArgs, learned: &Learned) -> Result<()> {
    let best = learned.curve.iter().min_by(|a, b| a.value_validation.total_cmp(&b.value_validation));
    let line = best.map(|best| Line {
        positions: learned.positions[0],
        epochs: best.epoch,
        training: best.value_training,
        validation: best.value_validation,
        test: learned.test.value,
        moves: learned.test.policy,
        first: learned.test.first,
    });
    args.output.print_lines(line.as_slice(), &COLUMNS)
}
