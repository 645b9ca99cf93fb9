//! `match`: players against each other, for every world of games.
//!
//! The flags become an experiment file with one `[[match]]`, which is run like any other.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::book::{self, BookArgs};
use super::{GameCommands, SettingArgs, after_help, world};
use crate::analysis::request::OneOrMany;
use crate::cli::Exit;
use crate::cli::args::{parse_count, parse_whole};
use crate::cli::experiment::run::HowArgs;
use crate::cli::plan::{CommandPlan, Own};
use crate::diagnostic::{Diagnostic, Diagnostics, Excerpt, Source, nearest};
use crate::experiment::spec::{
    Experiment, GamesRequest, InstanceRequest, MOST_SPRT_GAMES, MatchFormat, MatchRequest, OpeningRequest,
    PlayerRequest, SprtRequest, Wholes,
};
use crate::play::Players;
use crate::record::Adjudication;

/// The openings that come with each world.
const BALANCED: &str = "balanced";
/// Games of each pair of players where neither their number nor a sequential test is given.
const USUAL_GAMES: u32 = 100;

#[derive(Debug, Args)]
struct MatchArgs {
    /// A player: random, level:1 to level:10, a program, or an algorithm, as in mtdf:depth=8,evaluation=anchored;
    /// given twice or more
    #[arg(long = "player", value_name = "NAME[:KEY=VALUE,…]", required = true, allow_hyphen_values = true)]
    players: Vec<String>,
    /// Only the first player against each of the others
    #[arg(long)]
    gauntlet: bool,
    /// Games of each pair of players, two from each opening [default: 100; with --sprt until it decides, at most 10,000]
    #[arg(long, value_name = "N", value_parser = parse_games, allow_negative_numbers = true)]
    games: Option<u32>,
    /// Where the games begin: balanced, random:PLIES, or a file of positions [default: balanced; with --sprt, when those
    /// are used up, random openings]
    #[arg(long, value_name = "WHERE")]
    openings: Option<String>,
    /// Games that the players play one after the other from each opening with each colour; players with learn=on avoid
    /// then what lost them a game before
    #[arg(long, value_name = "N", value_parser = parse_moves, allow_negative_numbers = true)]
    series: Option<u32>,
    /// Decides random openings, what random plays, and the order of the games
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Let the solver of the world decide games, with this effort: empty squares where the world counts them, else nodes
    #[arg(long, value_name = "N", value_parser = parse_whole, allow_negative_numbers = true)]
    adjudicate: Option<u64>,
    /// A draw after N moves
    #[arg(long, value_name = "N", value_parser = parse_moves, allow_negative_numbers = true)]
    draw_after: Option<u32>,
    /// End as soon as a sequential test decides between two strengths of the first of two players
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_pair, allow_hyphen_values = true)]
    sprt: Option<[f64; 2]>,
    /// The probabilities of errors of the test: to accept the larger strength, and the smaller
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

pub(super) fn command<P: GameCommands>() -> Command {
    let text = "Each opening is played with both colours. What is finished is never played again: the same command goes\n\
                on after Ctrl-C or a crash. Where players go by depth or nodes, the same command gives the same games.\n\n";
    let command = SettingArgs::<P>::augment_args(MatchArgs::augment_args(Command::new("match")));
    book::augment(command, &P::PLAYERS)
        .about("Let players meet: crosstable, Elo with intervals, a report, and the games as files")
        .after_help(after_help::<P>(text, P::MATCHES))
}

pub(super) fn run<P: GameCommands>(matches: &ArgMatches) -> Result<Exit> {
    let mut args = MatchArgs::from_arg_matches(matches)?;
    if book::has_books(&P::PLAYERS) {
        let players = args.players.iter_mut().map(|player| ("--player", player));
        BookArgs::from_arg_matches(matches)?.give(&P::PLAYERS, players)?;
    }
    check_players(&P::PLAYERS, &args.players)?;
    check_openings(args.openings.as_deref())?;
    let most = args.how.max_trials.get() as u64;
    let setting = SettingArgs::<P>::from_arg_matches(matches)?;
    check_board::<P>(&args, &setting)?;
    let asked = experiment::<P>(&args, &setting.typed);
    let plan = CommandPlan::new(&asked, Path::new(""), most, &|words| flag_of(words, &args))?;
    let usual = || PathBuf::from("reports").join(format!("{}-match-{}", world::<P>().name.name, plan.hash()));
    plan.keep(&args.out.clone().unwrap_or_else(usual), &args.how)
}

/// The flag that a line of the experiment was made of, which holds these words: keys, or parts of the name of a section.
fn flag_of(words: &[&str], args: &MatchArgs) -> Option<(&'static str, String)> {
    let pair = |[one, other]: [f64; 2]| format!("{one},{other}");
    let number = |number: u64| number.to_string();
    let flags: [(&[&str], &'static str, Option<String>); 9] = [
        (&["openings", "files", "seeds", "plies"], "--openings", args.openings.clone()),
        (&["players"], "--player", Some(args.players.join(" "))),
        (&["sprt", "elo0", "elo1"], "--sprt", args.sprt.map(pair)),
        (&["alpha", "beta"], "--errors", Some(pair(args.errors))),
        (&["adjudicate", "solve"], "--adjudicate", args.adjudicate.map(number)),
        (&["draw-after"], "--draw-after", args.draw_after.map(u64::from).map(number)),
        (&["games"], "--games", args.games.map(u64::from).map(number)),
        (&["series"], "--series", args.series.map(u64::from).map(number)),
        (&["seed"], "--seed", Some(number(args.seed))),
    ];
    let is_meant = |(known, ..): &(&[&str], &str, Option<String>)| known.iter().any(|word| words.contains(word));
    flags.into_iter().find(is_meant).map(|(_, flag, typed)| (flag, typed.unwrap_or_default()))
}

/// The errors in any of the players, each reported by itself.
fn check_players(known: &Players, players: &[String]) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::new();
    for player in players {
        if let Err(wrong) = known.parse(&Source::new("--player", player.as_str())) {
            problems.append(wrong);
        }
    }
    problems.into_result(())
}

/// A word that is neither a file nor a way to make openings, but nearly one.
fn check_openings(openings: Option<&str>) -> Result<(), Diagnostics> {
    const WAYS: [&str; 2] = [BALANCED, "random:8"];
    let Some(text) = openings.filter(|&text| !WAYS.contains(&text) && !Path::new(text).exists()) else { return Ok(()) };
    if random_plies(text).is_some() || nearest(text, WAYS).is_none() {
        return Ok(());
    }
    let place = Excerpt::new("--openings", 1, text, 0..text.len(), "no file, and no way to make openings");
    Err(Diagnostic::unknown_name("openings", text, &WAYS, Some(place)).into())
}

/// A board that has no room for the openings that come with the world.
fn check_board<P: GameCommands>(args: &MatchArgs, setting: &SettingArgs<P>) -> Result<(), Diagnostics> {
    let is_asked = args.openings.as_deref().is_none_or(|text| text == BALANCED);
    let fits = |moves: &str| P::spelled(&setting.setting(), &Source::new(BALANCED, moves)).is_ok();
    if !is_asked || setting.typed.is_empty() || P::balanced().iter().all(|(moves, _)| fits(moves)) {
        return Ok(());
    }
    let problem = Diagnostic::new("the balanced openings do not fit on this board");
    Err(problem.help("say --openings random:PLIES, or a file of positions").into())
}

/// The number of random plies of `random:PLIES`.
fn random_plies(text: &str) -> Option<u64> {
    text.strip_prefix("random:").and_then(|plies| plies.parse().ok())
}

/// The openings that a flag names, on the kind of board that others choose.
fn opening<P: GameCommands>(text: &str, args: &MatchArgs, own: &Own) -> OpeningRequest {
    let balanced = P::balanced();
    if text == BALANCED && (own.is_empty() || balanced.is_empty()) {
        return OpeningRequest::Name(text.to_owned());
    }
    let instances = match random_plies(text) {
        // The same stones by another rule.
        None if text == BALANCED => {
            let positions = balanced.into_iter().map(|(moves, _)| moves.to_owned()).collect();
            InstanceRequest { positions: Some(OneOrMany::Many(positions)), ..InstanceRequest::default() }
        }
        Some(plies) => {
            let games = games(args).unwrap_or(MOST_SPRT_GAMES);
            let seeds = format!("{}..={}", args.seed.saturating_add(1), args.seed.saturating_add(u64::from(games / 2)));
            let games = GamesRequest { seeds: Wholes::Range(seeds), plies: Wholes::One(plies) };
            InstanceRequest { games: Some(games), ..InstanceRequest::default() }
        }
        None => InstanceRequest { files: Some(OneOrMany::One(text.to_owned())), ..InstanceRequest::default() },
    };
    OpeningRequest::Instances(Box::new(InstanceRequest { own: own.clone(), ..instances }))
}

/// Games of each pair of players; none where a sequential test ends the match.
fn games(args: &MatchArgs) -> Option<u32> {
    args.games.or((args.sprt.is_none()).then_some(USUAL_GAMES))
}

/// The match as an experiment.
fn experiment<P: GameCommands>(args: &MatchArgs, own: &Own) -> Experiment {
    let is_sequential = args.sprt.is_some();
    let random = format!("random:{}", P::OPENING_PLIES);
    let openings = match args.openings.as_deref() {
        Some(text) => Some(OneOrMany::One(opening::<P>(text, args, own))),
        None if !is_sequential => Some(OneOrMany::One(opening::<P>(BALANCED, args, own))),
        None if own.is_empty() => None,
        None => Some(OneOrMany::Many([BALANCED, &random].map(|text| opening::<P>(text, args, own)).into())),
    };
    let adjudicate = Adjudication { solve: args.adjudicate, draw_after: args.draw_after };
    let sprt = args.sprt.map(|[elo0, elo1]| {
        let [alpha, beta] = args.errors;
        SprtRequest { elo0, elo1, alpha, beta }
    });
    let request = MatchRequest {
        players: args.players.iter().cloned().map(PlayerRequest::Words).collect(),
        format: if args.gauntlet { MatchFormat::Gauntlet } else { MatchFormat::RoundRobin },
        openings,
        games: games(args),
        adjudicate: Some(adjudicate).filter(|adjudicate| !adjudicate.is_empty()),
        sprt,
        series: args.series,
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
