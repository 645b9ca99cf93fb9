//! `searchlab diff`: two runs of an experiment side by side.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use rustc_hash::FxHashMap;
use serde_json::json;

use super::conflict;
use crate::analysis::estimate::{Estimate, Measurement};
use crate::analysis::request::ClaimStatistic;
use crate::analysis::summary::LEVEL;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::output::print_text;
use crate::experiment::diff::Diff;
use crate::record::TrialId;
use crate::report::Format;
use crate::statistics::censored::Censored;
use crate::text::{counted, grouped, printable};

/// Differences that are shown one by one.
const SHOWN: usize = 20;

#[derive(Debug, Args)]
struct DiffArgs {
    /// The directory of a run
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The directory of another
    #[arg(value_name = "B")]
    right: PathBuf,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    DiffArgs::augment_args(Command::new("diff"))
        .about("Compare two runs trial by trial: what must be equal, and how the times differ")
        .after_help(
            "Everything but times and memory must be equal: exit code 1 if it is not.\n\nExample:\n  \
             searchlab diff reports/quickstart reports/quickstart",
        )
}

/// The ratio of the times, right over left, each instance once.
struct Times {
    pairs: usize,
    left_out: usize,
    ratio: Option<Estimate>,
}

impl Times {
    /// Trials that a limit ended took as long as they were allowed to, and say nothing.
    fn of(diff: &Diff) -> Self {
        let mut instances: FxHashMap<&str, u64> = FxHashMap::default();
        let mut pairs = Vec::new();
        for pair in diff.pairs.iter().filter(|pair| !pair.statuses.iter().any(|status| status.is_incomplete())) {
            let [left, right] = pair.measured.each_ref().map(|measured| measured.seconds);
            let next = instances.len() as u64;
            let instance = *instances.entry(&pair.instance).or_insert(next);
            if left > 0.0 && right > 0.0 {
                pairs.push(Measurement::pair(instance, Censored::finished(right), Censored::finished(left)));
            }
        }
        Self {
            pairs: pairs.len(),
            left_out: diff.pairs.len() - pairs.len(),
            ratio: Estimate::of(&pairs, ClaimStatistic::GeometricMean).ok(),
        }
    }

    fn p(&self) -> Option<f64> {
        let ratio = self.ratio.as_ref().filter(|ratio| ratio.units > 1)?;
        Some(ratio.p_different(1.0))
    }

    fn words(&self) -> String {
        let Some((ratio, value)) = self.ratio.as_ref().and_then(|ratio| Some((ratio, ratio.value()?))) else {
            return "no times to compare\n".to_owned();
        };
        let interval = ratio
            .interval(LEVEL)
            .map_or(String::new(), |it| format!(", 95 % interval {:.3} to {:.3}", it.low, it.high));
        let p = self.p().map_or(String::new(), |p| format!(", P = {p:.2e} of no difference"));
        let left_out = match self.left_out {
            0 => String::new(),
            number => format!("; {} ended at a limit or took no time", grouped(number as u64)),
        };
        let (units, pairs) = (counted(ratio.units as u64, "instance"), counted(self.pairs as u64, "trial"));
        format!("seconds of B over A: {value:.3} (geometric mean over {units}, {pairs}){interval}{p}{left_out}\n")
    }
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = DiffArgs::from_arg_matches(matches)?;
    let diff = match Diff::of(&args.left, &args.right) {
        Ok(diff) => diff,
        Err(error) => return conflict(error),
    };
    let times = Times::of(&diff);
    match args.output.format {
        Format::Json => print_text(&format!("{}\n", as_json(&diff, &times)))?,
        _ => print_text(&as_text(&diff, &times))?,
    }
    Ok(if diff.is_equal() { Exit::Done } else { Exit::Negative })
}

fn as_json(diff: &Diff, times: &Times) -> serde_json::Value {
    let ids = |ids: &[TrialId]| ids.iter().map(TrialId::to_string).collect::<Vec<_>>();
    let changed = |(id, differences): &(TrialId, Vec<crate::experiment::diff::Difference>)| {
        let fields = differences.iter().map(|it| json!({"field": it.field, "left": it.left, "right": it.right}));
        json!({"id": id, "fields": fields.collect::<Vec<_>>()})
    };
    json!({
        "pairs": diff.pairs.len(),
        "only_left": ids(&diff.only_left),
        "only_right": ids(&diff.only_right),
        "renamed": diff.renamed,
        "changed": diff.changed.iter().map(changed).collect::<Vec<_>>(),
        "seconds": {
            "pairs": times.pairs,
            "instances": times.ratio.as_ref().map(|ratio| ratio.units),
            "ratio": times.ratio.as_ref().and_then(Estimate::value),
            "interval": times.ratio.as_ref().and_then(|it| it.interval(LEVEL)).map(|it| [it.low, it.high]),
            "p": times.p(),
        },
    })
}

fn as_text(diff: &Diff, times: &Times) -> String {
    let mut text = format!("{} in both\n", counted(diff.pairs.len() as u64, "trial"));
    for (name, ids) in [("A", &diff.only_left), ("B", &diff.only_right)] {
        if let Some(first) = ids.first() {
            let _ = writeln!(text, "{} only in {name}, the first {first}", counted(ids.len() as u64, "trial"));
        }
    }
    for [left, right] in diff.renamed.iter().take(SHOWN) {
        let _ = writeln!(text, "one instance has two names: {} in A, {} in B", printable(left), printable(right));
    }
    if diff.renamed.len() > SHOWN {
        let _ = writeln!(text, "and {} more have", grouped((diff.renamed.len() - SHOWN) as u64));
    }
    if diff.changed.is_empty() {
        text.push_str("all that must be equal is equal\n");
    } else {
        let _ = writeln!(text, "{} DIFFER in what must be equal:", counted(diff.changed.len() as u64, "trial"));
    }
    for (id, differences) in diff.changed.iter().take(SHOWN) {
        for it in differences.iter().take(4) {
            let [left, right] = [&it.left, &it.right].map(|value| printable(value));
            let _ = writeln!(text, "  {id} {}: {left} in A, {right} in B", it.field);
        }
    }
    if diff.changed.len() > SHOWN {
        let _ = writeln!(text, "  and {} more", grouped((diff.changed.len() - SHOWN) as u64));
    }
    text.push_str(&times.words());
    text
}
