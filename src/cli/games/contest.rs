//! `match`: players against each other, for every world of games.
//!
//! The flags become an experiment file with one `[[match]]`, which is run like any other.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::{Commanded, after_help, world};
use crate::analysis::request::OneOrMany;
use crate::cli::Exit;
use crate::cli::args::{parse_count, parse_whole};
use crate::cli::experiment::run::{HowArgs, Job};
use crate::diagnostic::{Diagnostics, Source};
use crate::experiment::directory::seen_from;
use crate::experiment::plan::Plan;
use crate::experiment::spec::{
    Experiment, GamesRequest, InstanceRequest, MatchFormat, MatchRequest, OpeningRequest, PlayerRequest, Spec,
    SprtRequest, Wholes,
};
use crate::play::Players;
use crate::record::Adjudication;

#[derive(Debug, Args)]
struct MatchArgs {
    /// A player: random, level:1 to level:10, a program, or an algorithm, as in mtdf:depth=8,evaluation=anchored;
    /// given twice or more
    #[arg(long = "player", value_name = "NAME[:KEY=VALUE,…]", required = true, allow_hyphen_values = true)]
    players: Vec<String>,
    /// Only the first player against each of the others
    #[arg(long)]
    gauntlet: bool,
    /// Games of each pair of players, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = parse_games, allow_negative_numbers = true)]
    games: u32,
    /// Where the games begin: balanced, random:PLIES, or a file of positions
    #[arg(long, value_name = "WHERE", default_value = "balanced")]
    openings: String,
    /// Decides random openings, what random plays, and the order of the games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Let the solver of the world decide: squares that are empty in Othello, nodes in Gomoku
    #[arg(long, value_name = "N", value_parser = parse_whole, allow_negative_numbers = true)]
    adjudicate: Option<u64>,
    /// A draw after so many moves
    #[arg(long, value_name = "N", value_parser = parse_moves, allow_negative_numbers = true)]
    draw_after: Option<u32>,
    /// End as soon as a sequential test decides between two strengths of the first of two players
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_pair, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// How often the test may err: to accept the larger strength, and the smaller
    #[arg(long, value_name = "ALPHA,BETA", default_value = "0.05,0.05", value_parser = parse_pair)]
    errors: [f64; 2],
    /// Where records, games and report go [default: reports/ and a name made of the match]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    how: HowArgs,
}

fn parse_games(text: &str) -> Result<u32, String> {
    let games = text.parse::<u32>().ok().filter(|&games| games > 0 && games.is_multiple_of(2));
    games.ok_or_else(|| "expected an even number, since each opening is played with both colours".to_owned())
}

fn parse_moves(text: &str) -> Result<u32, String> {
    parse_count(text).and_then(|moves| u32::try_from(moves.get()).map_err(|_| "expected fewer moves".to_owned()))
}

fn parse_pair(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
    let pair = text.split_once(',').and_then(|(one, other)| Some([number(one)?, number(other)?]));
    pair.ok_or_else(|| "expected two numbers with a comma between, such as 0,10".to_owned())
}

pub(in crate::cli) fn command<P: Commanded>() -> Command {
    let text = "Each opening is played with both colours. What is finished is never played again: the same command goes\n\
                on after Ctrl-C or a crash. Where players go by depth or nodes, the same command gives the same games.\n\n";
    MatchArgs::augment_args(Command::new("match"))
        .about("Let players meet: crosstable, Elo with intervals, a report, and the games as files")
        .after_help(after_help::<P>(text, P::MATCHES))
}

pub(in crate::cli) fn run<P: Commanded>(matches: &ArgMatches) -> Result<Exit> {
    let args = MatchArgs::from_arg_matches(matches)?;
    check_players(&P::PLAYERS, &args.players)?;
    let experiment = experiment::<P>(&args);
    let text = toml::to_string(&experiment).map_err(|error| anyhow!("the match cannot be written down: {error}"))?;
    let spec = Spec::read(Source::new("match", text))?;
    let plan = Plan::new(&spec, Path::new("."), args.how.max_trials.get() as u64)?;
    let usual = || PathBuf::from("reports").join(format!("{}-match-{}", world::<P>().name.name, spec.hash()));
    let directory = args.out.clone().unwrap_or_else(usual);
    let job = Job { spec: &spec, plan: &plan, directory: &directory, how: &args.how, require_claims: false };
    // Files of openings are seen from here.
    job.run(|| seen_from(&directory, Path::new("match.toml")))
}

/// What is wrong with any of the players, each told by itself.
fn check_players(known: &Players, players: &[String]) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::new();
    for player in players {
        if let Err(wrong) = known.parse(&Source::new("--player", player.as_str())) {
            problems.append(wrong);
        }
    }
    problems.into_result(())
}

/// The match as an experiment.
fn experiment<P: Commanded>(args: &MatchArgs) -> Experiment {
    let openings = match args.openings.strip_prefix("random:").and_then(|plies| plies.parse::<u64>().ok()) {
        _ if args.openings == "balanced" => OpeningRequest::Name(args.openings.clone()),
        Some(plies) => OpeningRequest::Instances(Box::new(InstanceRequest {
            games: Some(GamesRequest {
                seeds: Wholes::Range(format!("{}..={}", args.seed + 1, args.seed + u64::from(args.games / 2))),
                plies: Wholes::One(plies),
            }),
            ..InstanceRequest::default()
        })),
        None => OpeningRequest::Instances(Box::new(InstanceRequest {
            files: Some(OneOrMany::One(args.openings.clone())),
            ..InstanceRequest::default()
        })),
    };
    let adjudicate = Adjudication { solve: args.adjudicate, draw_after: args.draw_after };
    let sprt = args.sprt.map(|[elo0, elo1]| {
        let [alpha, beta] = args.errors;
        SprtRequest { elo0, elo1, alpha, beta }
    });
    let request = MatchRequest {
        players: args.players.iter().cloned().map(PlayerRequest::Words).collect(),
        format: if args.gauntlet { MatchFormat::Gauntlet } else { MatchFormat::RoundRobin },
        openings: Some(OneOrMany::One(openings)),
        games: Some(args.games),
        adjudicate: Some(adjudicate).filter(|adjudicate| !adjudicate.is_empty()),
        sprt,
        ..MatchRequest::default()
    };
    Experiment {
        title: format!("A match of {}", P::TITLE),
        world: Some(world::<P>().name.name.to_owned()),
        seed: args.seed,
        repeats: 1,
        matches: vec![request],
        ..Experiment::default()
    }
}
