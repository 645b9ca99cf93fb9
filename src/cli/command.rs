//! The whole command line as one value, made from the catalog: help, manual page and completions come from it.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, Args, Command};

use super::{check, experiment, explain, games, lab, list, paths, quiz, shell, simulate, traces, worlds};
use crate::catalog::program::{COMMAND, PROGRAM, PROGRAMS};
use crate::catalog::{Kind, Parameter, TILES, WorldInfo, synonyms};
use crate::search::about::AlgorithmInfo;

const FIRST_EXAMPLES: &str = "\
Examples:
  searchlab run quickstart                             a file to tables, charts, a report
  searchlab new my-question                            the template of an experiment
";

const OVERVIEW: &str =
    "  searchlab quiz alphabeta                             a question, and whether the answer is right
  searchlab explain idastar                            what it is, and where it comes from

Exit codes:
    0  done
    1  a valid run with a negative answer
    2  bad usage or input
    3  incomplete: a limit or Ctrl-C
    4  results that contradict each other
  130  interrupted twice";

/// The command `searchlab`.
pub fn command() -> Command {
    let [mazes, puzzles, trees] = worlds::commands();
    Command::new("searchlab")
        .about("A laboratory for AI search: mazes, puzzles, graphs, board games; count every node, compare algorithms")
        .after_help([FIRST_EXAMPLES, worlds::EXAMPLES, OVERVIEW].concat())
        .arg_required_else_help(true)
        .max_term_width(110)
        .args(version_flags())
        .subcommands(experiment::commands())
        .subcommand(mazes)
        .subcommand(puzzles)
        .subcommands(games::commands())
        .subcommand(trees)
        .subcommand(traces::command())
        .subcommand(traces::watch_command())
        .subcommand(quiz::command())
        .subcommand(check::command())
        .subcommand(lab::command())
        .subcommands(paths::commands())
        .subcommand(list::command())
        .subcommand(explain::command())
        .subcommand(
            Command::new("signature")
                .about("Run a small fixed set of trials; print their counters and one hash over them")
                .after_help("Any change of search behaviour changes the hash. Example:\n  searchlab signature"),
        )
        .subcommand(simulate::command())
        .subcommand(
            Command::new("doctor")
                .about("Print what a bug report needs: version, target, processor, memory, terminal")
                .after_help("Example:\n  searchlab doctor"),
        )
        .subcommand(shell::completions_command())
        .subcommand(
            Command::new("man")
                .about("Print the manual page in roff")
                .after_help("Example:\n  searchlab man | man -l -"),
        )
}

/// Flags of the program itself: `--version` alone, or with `--verbose`.
fn version_flags() -> [Arg; 2] {
    let flag = |name: &'static str| Arg::new(name).long(name).action(ArgAction::SetTrue);
    [
        flag("version").short('V').help("Print version"),
        flag("verbose").requires("version").help("With --version: commit, compiler, target and profile too"),
    ]
}

/// One subcommand for each algorithm of a world, with the parameters that it takes.
pub(super) fn algorithm_commands<A: Args>(world: &'static WorldInfo, example: &'static str) -> Vec<Command> {
    world
        .algorithms
        .iter()
        .chain(&PROGRAMS)
        .map(|about| {
            // The arguments would replace the description by that of the last group among them.
            let command = A::augment_args(Command::new(about.name))
                .visible_aliases(synonyms(about))
                .about(about.summary)
                .long_about(long_about(about))
                .after_help(
                    format!("Example:\n  searchlab {} {}{} {example}", world.name.name, about.name, own_words(about))
                        .trim_end()
                        .to_owned(),
                );
            with_parameters(command, world, about)
        })
        .collect()
}

/// Flags that an example of the algorithm needs.
fn own_words(about: &AlgorithmInfo) -> &'static str {
    match about.name {
        name if name == PROGRAM.name => " --cmd \"python3 my_astar.py\"",
        name if name == COMMAND.name => " --cmd \"./my_solver {instance}\"",
        _ => "",
    }
}

fn long_about(about: &AlgorithmInfo) -> String {
    format!(
        "{}.\n\n{}\n\nSource: {}\nFinds: {}.\nCost: {}.",
        about.summary,
        about.idea,
        about.source,
        about.guarantee.words(),
        about.cost
    )
}

fn with_parameters(command: Command, world: &'static WorldInfo, about: &AlgorithmInfo) -> Command {
    world.parameters_of(about).fold(command, |command, parameter| command.arg(argument(world, parameter, Some(about))))
}

/// The flag for a parameter, of one algorithm or of all.
pub(super) fn argument(world: &'static WorldInfo, parameter: &'static Parameter, about: Option<&AlgorithmInfo>) -> Arg {
    let arg = Arg::new(parameter.name.name)
        .long(parameter.name.name)
        .help(help_of(world, parameter, about))
        .help_heading("Parameters");
    match parameter.kind {
        Kind::Choice(names) => arg.value_parser(possible(names)).value_name("NAME"),
        Kind::Heuristic => arg.value_parser(possible(world.heuristics)).value_name("NAME"),
        Kind::Whole(..) | Kind::TableBits(..) | Kind::Signed(..) => arg.value_name("N").allow_negative_numbers(true),
        Kind::Decimal(..) | Kind::DecimalOrOff(..) => arg.value_name("W").allow_negative_numbers(true),
        Kind::Order => arg.value_name("MOVES"),
        Kind::List(_) | Kind::Techniques => arg.value_name("NAME,…"),
        Kind::File => arg.value_name("FILE"),
        Kind::Command => arg.value_name("COMMAND").allow_hyphen_values(true),
        Kind::Evaluation => arg.value_name("NAME,FEATURE=WEIGHT,…").allow_hyphen_values(true),
    }
}

fn help_of(world: &WorldInfo, parameter: &Parameter, about: Option<&AlgorithmInfo>) -> String {
    let default =
        about.map_or_else(|| world.usual(parameter), |about| world.default_of(parameter, about)).unwrap_or_default();
    let default = match (default, parameter.name.name) {
        ("", "heuristic") if world.name.name == TILES.name.name => "manhattan",
        ("", "heuristic") => "manhattan; octile with eight moves",
        ("", "moves") if about.is_some() => "4",
        ("", "moves") => "4; 8 for scen",
        ("", "candidates") => "patterns; box with an evaluation of rows only",
        ("", "margin") => "2",
        ("", _) => "",
        (default, _) => default,
    };
    let summary = parameter.name.summary;
    if default.is_empty() { summary.to_owned() } else { format!("{summary} [default: {default}]") }
}

fn possible(names: &'static [crate::catalog::Name]) -> PossibleValuesParser {
    PossibleValuesParser::new(names.iter().map(|name| PossibleValue::new(name.name).help(name.summary)))
}
