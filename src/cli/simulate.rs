//! `searchlab simulate`: the coverage of confidence intervals and the errors of verdicts, as a page of Markdown.

use std::fmt::Write;
use std::num::NonZeroU32;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::output::print_text;
use crate::analysis::simulation::{SIZES, SUBJECTS, Subject, Verdicts, misses, verdicts};

#[derive(Debug, Args)]
struct SimulateArgs {
    /// Samples for each interval
    #[arg(long, value_name = "N", default_value = "10000")]
    samples: NonZeroU32,
    /// Claims for each verdict
    #[arg(long, value_name = "N", default_value = "2000")]
    claims: NonZeroU32,
    /// Seed of the samples
    #[arg(long, value_name = "N", default_value = "0")]
    seed: u64,
}

pub(super) fn command() -> Command {
    SimulateArgs::augment_args(Command::new("simulate"))
        .about("Measure how often intervals miss and verdicts are false, on samples of known truth")
        .after_help(
            "The page is the same for the same numbers.\n\nExample:\n  searchlab simulate --samples 40 --claims 40",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = SimulateArgs::from_arg_matches(matches)?;
    let mut text = format!(
        "# What intervals and verdicts promise, and what they keep\n\n\
         Made by `searchlab simulate --samples {} --claims {} --seed {}`. Lognormal: σ = 1/2, skewness 1.75. With outliers: \
         5 % of the values lie ten times as far. For geometric means and growth these are the distributions of the \
         logarithms.\n\n\
         ## Intervals of 95 %\n\n\
         How many per cent of {} samples of n units have an interval that holds the true number; between brackets how many \
         lie wholly above it, and wholly below. An interval that promises 95 % and keeps it has 95.0 (2.5, 2.5); more is on \
         the safe side.\n\n",
        args.samples, args.claims, args.seed, args.samples
    );
    text += &table(|subject, spread, count| {
        let missed = misses(subject, spread, count, args.samples.get(), args.seed);
        format!("{:.1} ({:.1}, {:.1})", 100.0 - missed.below - missed.above, missed.below, missed.above)
    });
    let mut all = Verdicts::default();
    let _ = write!(
        text,
        "\n## Verdicts at the level 0.05\n\n\
         Each of {} claims asks whether the number is less, at most, more, at least, or within a margin; half of them with the \
         true number at the threshold, where false verdicts are the most frequent. False verdicts in per cent: held of those \
         that are not true / refuted of those that are. At most 5.0 is promised.\n\n",
        args.claims
    );
    text += &table(|subject, spread, count| {
        let found = verdicts(subject, spread, count, args.claims.get(), args.seed);
        all.claims += found.claims;
        all.contradictions += found.contradictions;
        all.decided += found.decided;
        let [held, refuted] = found.rates();
        format!("{held:.1} / {refuted:.1}")
    });
    let _ = writeln!(
        text,
        "\nOf {} claims {} were decided rightly; {} have an interval that contradicts the verdict.",
        all.claims, all.decided, all.contradictions
    );
    print_text(&text)?;
    Ok(Exit::Done)
}

/// A row for each subject and distribution, a column for each size.
fn table(mut cell: impl FnMut(&Subject, crate::analysis::simulation::Spread, usize) -> String) -> String {
    let mut text = String::from("| number | distribution |");
    for size in SIZES {
        let _ = write!(text, " n = {size} |");
    }
    text += "\n|---|---|";
    text += &"---|".repeat(SIZES.len());
    text.push('\n');
    for subject in &SUBJECTS {
        for (spread, name) in subject.spreads() {
            let _ = write!(text, "| {} | {name} |", subject.name);
            for size in SIZES {
                let _ = write!(text, " {} |", cell(subject, *spread, size));
            }
            text.push('\n');
        }
    }
    text
}
