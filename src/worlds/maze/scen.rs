//! `searchlab maze scen FILE.scen`: every instance, checked against the listed optimum and by a second algorithm.

use std::collections::HashMap;
use std::fmt::Write;
use std::num::NonZeroUsize;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{SearchArgs, with_parameters};
use crate::analysis::request::{OneOrMany, Scalar};
use crate::catalog::{self, MAZE};
use crate::cli::Exit;
use crate::cli::args::{Chosen, OutputArgs, algorithm, parse_count, remark_on_idle_flags, resolve};
use crate::cli::experiment::run::HowArgs;
use crate::cli::output::{eprint_line, print_text};
use crate::cli::paths::COLUMNS;
use crate::cli::plan::{CommandPlan, KeepArgs, Searches, check_chart, escaped};
use crate::diagnostic::{DASH, Diagnostic, Diagnostics, read_source};
use crate::experiment::spec::InstanceRequest;
use crate::record::{Answer, Params, Record};
use crate::report::{Column, Format};
use crate::search::about::AlgorithmInfo;
use crate::text::{counted, grouped, printable};
use crate::worlds::maze::format::{Optimum, check_header};
use crate::worlds::maze::world::Passage;

/// Differences that are printed one by one.
const SHOWN: usize = 10;

#[derive(Debug, Args)]
struct ScenArgs {
    /// The scenario file; its map is looked for beside it
    #[arg(value_name = "FILE.scen")]
    file: String,
    /// The map, if it is elsewhere
    #[arg(long, value_name = "FILE.map")]
    map: Option<String>,
    /// The algorithm to run
    #[arg(long, value_name = "NAME", default_value = "astar")]
    algorithm: String,
    /// The algorithm to check it with [default: jps with eight moves, else bfs; astar for those two]
    #[arg(long, value_name = "NAME")]
    check: Option<String>,
    /// Run no second algorithm: with eight moves the listed optimum alone checks the costs
    #[arg(long, conflicts_with = "check")]
    no_check: bool,
    /// Only the last instances of the file, which are the hardest
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    last: Option<NonZeroUsize>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    keep: KeepArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = ScenArgs::augment_args(Command::new("scen"))
        .about("Run every instance of a Moving AI scenario file and check each result")
        .after_help(
            "With eight moves each cost must be the listed one, to the precision of the file; with four moves and with \
             eight it must be that of a second algorithm. Exit code 1 if any differs. Of algorithms that promise no least \
             cost the ratio to the listed optimum is printed.\n\nExamples:\n  \
             searchlab maze scen maps/arena2.map.scen\n  \
             searchlab maze scen maps/brc202d.map.scen --algorithm jps --last 200\n  \
             searchlab maze scen maps/brc202d.map.scen --algorithm wastar --last 100 --no-check\n  \
             searchlab maze scen maps/brc202d.map.scen --moves 4 --format csv",
        );
    with_parameters(command, [&catalog::WEIGHT.parameter, &catalog::TIE_BREAK.parameter, &catalog::OPEN.parameter])
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = ScenArgs::from_arg_matches(matches)?;
    let pair = Pair::new(&args, matches)?;
    // Whatever its name is: a maze is no file of scenarios.
    if args.file != DASH {
        check_header(&read_source(&args.file)?)?;
    }
    let plan = pair.plan(&args)?;
    let both = std::iter::once(pair.algorithm).chain(pair.check.iter().map(|check| check.0));
    let both: Vec<Chosen<'_>> = both.map(Chosen::from).collect();
    remark_on_idle_flags(&MAZE, &both, matches, &args.output)?;
    check_chart(&args.keep)?;
    if let Some(out) = &args.keep.out {
        return plan.keep(out, &HowArgs::usual(&args.output));
    }
    plan.remark(&args.output);
    let records = plan.run(&args.search.budget, &args.output, &mut ()).all();
    let listed: HashMap<&str, Option<&Optimum>> =
        plan.instances().iter().map(|it| (it.name.as_str(), Passage::of(&it.task).listed.as_ref())).collect();
    let listed = |record: &Record| listed.get(record.instance.as_str()).copied().flatten();
    let results: Vec<Checked> =
        records.chunks(1 + usize::from(pair.check.is_some())).map(|both| pair.judge(both, listed(&both[0]))).collect();
    let ratios = results.iter().filter_map(|it| Some(it.record.result.as_ref()?.value / listed(&it.record)?.value()));
    let summary = Summary::new(&results, ratios.filter(|ratio| ratio.is_finite()).collect(), &pair);
    let charted = plan.draw(&args.keep, &records);
    print(&args, &pair, &results, &summary)?;
    charted?;
    Ok(summary.exit)
}

/// The algorithms that run on every instance: the one that is tested, and the one that checks it, if there is one.
struct Pair {
    algorithm: &'static AlgorithmInfo,
    params: Params,
    check: Option<(&'static AlgorithmInfo, Params)>,
}

impl Pair {
    fn new(args: &ScenArgs, matches: &ArgMatches) -> Result<Self> {
        let about = algorithm(&MAZE, &args.algorithm)?;
        let params = params_of(about, matches, &args.search)?;
        if args.no_check {
            return Ok(Self { algorithm: about, params, check: None });
        }
        let check = match (&args.check, about.name) {
            (Some(name), _) => name.as_str(),
            (None, "jps" | "bfs") => "astar",
            (None, _) if catalog::is_eight(&params) => "jps",
            (None, _) => "bfs",
        };
        let check = algorithm(&MAZE, check)?;
        if check.name == about.name {
            let problem = Diagnostic::new(format!("{} cannot check itself", about.name));
            return Err(Diagnostics::from(problem.help("name another algorithm with `--check`")).into());
        }
        let check_params = params_of(check, matches, &args.search)?;
        Ok(Self { algorithm: about, params, check: Some((check, check_params)) })
    }

    /// Both algorithms on the instances of the file.
    fn plan(&self, args: &ScenArgs) -> Result<CommandPlan> {
        let map = args.map.iter().map(|map| ("map".to_owned(), OneOrMany::One(Scalar::Text(map.clone()))));
        let last = args.last.map(|last| u32::try_from(last.get()).unwrap_or(u32::MAX));
        let files = Some(OneOrMany::One(escaped(&args.file)));
        let instances = InstanceRequest { files, last, own: map.collect(), ..InstanceRequest::default() };
        let tested = (self.algorithm, self.params.clone());
        let both = std::iter::once(tested).chain(self.check.clone());
        let algorithms = both.map(|(about, params)| (about.into(), params)).collect();
        CommandPlan::of(&Searches::new(&MAZE, instances, algorithms, &args.search.budget))
    }

    /// The check of the costs, in words.
    fn checked_by(&self) -> String {
        let second = self.check.as_ref().map(|(check, _)| check.name);
        let listed = catalog::is_eight(&self.params).then_some("the listed optima");
        let both: Vec<&str> = second.into_iter().chain(listed).collect();
        if both.is_empty() { "not checked".to_owned() } else { format!("checked by {}", both.join(" and ")) }
    }

    /// Checks the costs that must be equal: those of algorithms that promise the least one, and the listed optimum. The
    /// record of the check is missing where the run was interrupted.
    fn judge(&self, both: &[Record], listed: Option<&Optimum>) -> Checked {
        let (record, second) = (&both[0], both.get(1));
        let is_second_limited = second.map_or(self.check.is_some(), |second| second.status.is_incomplete());
        let is_limited = is_second_limited || record.status.is_incomplete();
        let second = second.and_then(|second| second.result.as_ref());
        let is_listed =
            |cost: f64| !catalog::is_eight(&self.params) || listed.is_some_and(|optimum| optimum.agrees(cost));
        let is_second = second.is_some_and(|other| same_cost(record, other));
        let is_judge = self.check.as_ref().is_some_and(|(check, params)| MAZE.promises_least_cost(check, params));
        let is_right = is_second || !is_judge;
        let mismatch = match &record.result {
            _ if is_limited || !MAZE.promises_least_cost(self.algorithm, &self.params) => None,
            Some(answer) if is_right && is_listed(answer.value) => None,
            _ => Some(Mismatch {
                listed: listed.map_or_else(String::new, |optimum| optimum.text().to_owned()),
                second: second.map(|answer| answer.value),
            }),
        };
        Checked { record: record.clone(), is_limited, mismatch }
    }
}

/// The parameters, with eight moves if nothing else was said.
fn params_of(about: &AlgorithmInfo, matches: &ArgMatches, search: &SearchArgs) -> Result<Params, Diagnostics> {
    search.admit(resolve(&MAZE, about, matches, Some("8"))?)
}

fn same_cost(record: &Record, other: &Answer) -> bool {
    record.result.as_ref().is_some_and(|answer| match (answer.exact, other.exact) {
        (Some(mine), Some(theirs)) => mine == theirs,
        _ => answer.value.to_bits() == other.value.to_bits(),
    })
}

/// One instance, with the mismatch of its costs if there is one.
struct Checked {
    record: Record,
    is_limited: bool,
    mismatch: Option<Mismatch>,
}

struct Mismatch {
    listed: String,
    second: Option<f64>,
}

/// All instances in numbers.
struct Summary {
    solved: usize,
    limited: usize,
    different: usize,
    cost: f64,
    expanded: u64,
    generated: u64,
    seconds: f64,
    cpu_seconds: f64,
    /// The mean and the greatest ratio of a cost to the listed optimum, of an algorithm that does not promise it.
    ratio: Option<[f64; 2]>,
    exit: Exit,
}

impl Summary {
    /// `ratios` are those of the costs to the listed optima.
    fn new(results: &[Checked], ratios: Vec<f64>, plan: &Pair) -> Self {
        let count = |wanted: fn(&Checked) -> bool| results.iter().filter(|checked| wanted(checked)).count();
        let different = count(|checked| checked.mismatch.is_some());
        let limited = count(|checked| checked.is_limited);
        let records = || results.iter().map(|checked| &checked.record);
        // Summed exactly where costs are exact: the sum of many roots is the root's sum.
        let exact = records().filter_map(|record| record.result.as_ref()?.exact);
        let [straight, diagonal] = exact.fold([0, 0], |[a, b], [x, y]| [a + x, b + y]);
        let cost = if catalog::is_eight(&plan.params) {
            straight as f64 + diagonal as f64 * std::f64::consts::SQRT_2
        } else {
            records().filter_map(|record| record.result.as_ref()).map(|answer| answer.value).sum()
        };
        let is_inexact = catalog::is_eight(&plan.params) && !MAZE.promises_least_cost(plan.algorithm, &plan.params);
        let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
        let ratio = ratios.into_iter().reduce(f64::max).filter(|_| is_inexact).map(|greatest| [mean, greatest]);
        let exit = match (different, limited) {
            (1.., _) => Exit::Negative,
            (_, 1..) => Exit::Incomplete,
            _ => Exit::Done,
        };
        Self {
            solved: count(|checked| checked.record.result.is_some()),
            limited,
            different,
            cost,
            expanded: records().map(|record| record.counters.expanded).sum(),
            generated: records().map(|record| record.counters.generated).sum(),
            seconds: records().map(|record| record.measured.seconds).sum(),
            cpu_seconds: records().map(|record| record.measured.cpu_seconds).sum(),
            ratio,
            exit,
        }
    }
}

fn print(args: &ScenArgs, plan: &Pair, results: &[Checked], summary: &Summary) -> Result<()> {
    if args.output.format != Format::Table {
        let records: Vec<Record> = results.iter().map(|checked| checked.record.clone()).collect();
        args.output.print(&records, &[&[Column::INSTANCE], &COLUMNS[..]].concat())?;
        mismatches(summary, results, plan).lines().for_each(eprint_line);
        return Ok(());
    }
    let moves = if catalog::is_eight(&plan.params) { "eight" } else { "four" };
    let per_instance = summary.seconds / results.len().max(1) as f64 * 1e6;
    let mut text = format!(
        "{}: {} by {} with {moves} moves, {}\n\n",
        printable(&args.file),
        counted(results.len() as u64, "instance"),
        plan.algorithm.name,
        plan.checked_by(),
    );
    for (head, words) in [
        ("solved", grouped(summary.solved as u64)),
        ("different", grouped(summary.different as u64)),
        ("limited", grouped(summary.limited as u64)),
        ("sum of costs", format!("{:.1}", summary.cost)),
        ("expanded", grouped(summary.expanded)),
        ("generated", grouped(summary.generated)),
        ("time", format!("{:.3} s, {per_instance:.1} µs an instance", summary.seconds)),
        ("CPU time", format!("{:.3} s", summary.cpu_seconds)),
    ] {
        writeln!(text, "{head:<14} {words}")?;
    }
    if let Some([mean, greatest]) = summary.ratio {
        writeln!(text, "{:<14} {mean:.4} in the mean, {greatest:.4} at most", "cost / optimum")?;
    }
    text.push_str(&mismatches(summary, results, plan));
    print_text(&text)
}

/// The first of the instances that differ, a line each.
fn mismatches(summary: &Summary, results: &[Checked], plan: &Pair) -> String {
    let mut text: String =
        results.iter().map(|checked| mismatch(checked, plan)).filter(|line| !line.is_empty()).take(SHOWN).collect();
    if summary.different > SHOWN {
        let _ = writeln!(text, "… and {} more", summary.different - SHOWN);
    }
    text
}

fn mismatch(checked: &Checked, plan: &Pair) -> String {
    let Some(mismatch) = &checked.mismatch else { return String::new() };
    let cost = |value: Option<f64>| value.map_or_else(|| "no path".to_owned(), |value| value.to_string());
    let second = plan.check.as_ref().map(|(check, _)| format!("{} finds {}, ", check.name, cost(mismatch.second)));
    format!(
        "DIFFERENT {}: {} finds {}, {}the file lists {}\n",
        printable(&checked.record.instance),
        plan.algorithm.name,
        cost(checked.record.result.as_ref().map(|answer| answer.value)),
        second.unwrap_or_default(),
        mismatch.listed
    )
}
