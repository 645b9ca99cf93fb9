//! Help, manual page, completions, `list` and `explain` know every name of the catalog.

use clap::{Command, ValueEnum};
use clap_complete::Shell;

use searchlab::catalog::{PARAMETERS, WORLDS, WorldInfo};
use searchlab::worlds::maze::generate::Kind;

use crate::support::Lab;

fn algorithms() -> Vec<&'static str> {
    WORLDS.iter().flat_map(|world| world.algorithms).map(|about| about.name).collect()
}

/// The worlds that have a command for each algorithm. Elsewhere algorithms are values of a flag.
fn with_commands() -> impl Iterator<Item = &'static &'static WorldInfo> {
    WORLDS.iter().filter(|world| !world.is_game())
}

#[test]
fn whatever_is_listed_is_explained() {
    let lab = Lab::new(&[]);
    let listed = lab.run("list").expect(0);
    let rows: Vec<&str> = listed.out.lines().filter(|line| line.starts_with("  ")).collect();
    assert!(rows.len() > 60, "{listed}");
    for row in rows {
        // Rows of heuristics begin with the world; columns are two blanks apart.
        let (names, summary) = row.trim_start().split_once("  ").unwrap_or_else(|| panic!("no summary: {row}"));
        for name in names.split_whitespace() {
            let ended = lab.run(&format!("explain {name}")).expect(0);
            assert!(ended.out.contains(&format!("{name}: a")), "{ended}");
            let is_last = names.ends_with(name);
            assert!(!is_last || ended.out.contains(summary.trim()), "{summary:?} is not in {ended}");
        }
    }
    for name in algorithms().into_iter().chain(PARAMETERS.iter().map(|parameter| parameter.name.name)) {
        assert!(listed.out.contains(&format!("\n  {name} ")), "{name} is not in {listed}");
    }
}

#[test]
fn topics_are_the_sections_of_the_list() {
    let lab = Lab::new(&[]);
    let topics = [
        "worlds",
        "algorithms",
        "heuristics",
        "evaluations",
        "features",
        "parameters",
        "generators",
        "samples",
        "counters",
        "fields",
        "experiments",
        "mazes",
        "trees",
        "assignments",
    ];
    let sections: Vec<String> = topics.iter().map(|topic| lab.run(&format!("list {topic}")).expect(0).out).collect();
    assert_eq!(sections.join("\n"), lab.run("list").expect(0).out);
}

#[test]
fn statuses_are_explained() {
    let lab = Lab::new(&[]);
    for status in searchlab::search::budget::Status::ALL {
        let ended = lab.run(&format!("explain {}", status.name())).expect(0);
        assert!(ended.out.contains(status.meaning()), "{ended}");
    }
}

#[test]
fn completions_name_every_algorithm() {
    let lab = Lab::new(&[]);
    let shells = Shell::value_variants();
    assert!(shells.len() >= 5);
    for shell in shells {
        let ended = lab.run(&format!("completions {shell}")).expect(0);
        // The others complete commands and flags, but no values of arguments.
        let has_values = matches!(shell, Shell::Bash | Shell::Zsh);
        let kinds = Kind::ALL.iter().map(|kind| kind.name());
        let of_games = WORLDS.iter().filter(|world| world.is_game()).flat_map(|world| world.algorithms);
        let values = kinds.chain(of_games.map(|about| about.name)).filter(|_| has_values);
        let commands = with_commands().flat_map(|world| world.algorithms).map(|about| about.name);
        for name in commands.chain(values) {
            assert!(ended.out.contains(name), "{name} is not among the completions for {shell}");
        }
    }
}

#[test]
fn the_manual_names_every_algorithm_and_flag() {
    let ended = Lab::new(&[]).run("man").expect(0);
    // Hyphens are escaped in roff.
    let page = ended.out.replace("\\-", "-");
    for name in algorithms() {
        assert!(page.contains(&format!("searchlab-maze-{name}")) || page.contains(name), "{name} is not in the manual");
    }
    for world in with_commands() {
        for about in world.algorithms {
            let title = format!("searchlab-{}-{}", world.name.name, about.name);
            assert!(page.contains(&title), "{title} is not in the manual");
        }
    }
    for parameter in PARAMETERS {
        assert!(page.contains(&format!("--{}", parameter.name.name)), "{} is not in the manual", parameter.name.name);
    }
}

/// The short help of every command is its own, not that of a group of its arguments.
#[test]
fn commands_are_described() {
    fn check(command: &Command, path: &str) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(!about.is_empty(), "{path} has no description");
        assert!(!about.contains("flags of"), "{path}: {about}");
        // Only where each algorithm is a command: `gomoku engine` speaks a protocol.
        for world in WORLDS.iter().filter(|world| world.evaluations.is_empty()) {
            for algorithm in world.algorithms {
                if path == format!("searchlab {} {}", world.name.name, algorithm.name) {
                    assert_eq!(about, algorithm.summary, "{path}");
                }
            }
        }
        let mut abouts: Vec<String> =
            command.get_subcommands().map(|command| command.get_about().unwrap_or_default().to_string()).collect();
        let count = abouts.len();
        abouts.sort();
        abouts.dedup();
        assert_eq!(abouts.len(), count, "two commands under {path} have the same description");
        for argument in command.get_arguments() {
            assert!(argument.get_help().is_some(), "{path}: {} has no help", argument.get_id());
        }
        command.get_subcommands().for_each(|command| check(command, &format!("{path} {}", command.get_name())));
    }
    let command = searchlab::cli::command();
    check(&command, "searchlab");
    command.debug_assert();
}

/// Help goes to standard output, is told where it was asked for, and fits into eighty columns.
#[test]
fn help_is_an_answer() {
    let lab = Lab::new(&[]);
    let algorithms = with_commands()
        .flat_map(|world| world.algorithms.iter().map(|about| format!("{} {}", world.name.name, about.name)));
    let others = [
        "",
        "maze",
        "maze compare",
        "maze scen",
        "maze generate",
        "tiles",
        "othello",
        "othello compare",
        "othello search",
        "gomoku",
        "gomoku compare",
        "gomoku search",
        "list",
        "explain",
        "signature",
    ];
    for words in algorithms.chain(others.map(str::to_owned)) {
        for flag in ["-h", "--help"] {
            let ended = lab.run(&format!("{words} {flag}")).expect(0);
            assert!(ended.out.contains("Usage: searchlab") && ended.err.is_empty(), "{ended}");
        }
    }
    let version = lab.run("--version").expect(0);
    assert_eq!(version.out, format!("searchlab {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(lab.run("-V").expect(0).out, version.out);
    let doctor = lab.run("doctor").expect(0);
    for head in ["searchlab ", "compiler ", "build ", "target ", "processor ", "cores ", "load ", "memory "] {
        assert!(doctor.out.lines().any(|line| line.starts_with(head)), "{head} is not in {doctor}");
    }
    for words in ["--version --verbose", "--verbose -V"] {
        let verbose = lab.run(words).expect(0);
        let rest = verbose.out.strip_prefix(&version.out).expect("the version comes first");
        let heads: Vec<&str> = rest.lines().filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(heads, ["commit", "modified", "toolchain", "target", "profile"], "{verbose}");
        let commit = rest.lines().next().and_then(|line| line.split_whitespace().nth(1)).expect("a commit or unknown");
        assert!(doctor.out.contains(&format!("(commit {commit}")), "{doctor}");
    }
    lab.run("--verbose").expect(2).says(&["--version"]);
}
