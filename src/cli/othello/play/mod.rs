//! `searchlab othello play`: a game in line mode, persons and algorithms on either side.
//!
//! | part | file |
//! |---|---|
//! | what is typed and what is said | `console.rs` |
//! | a person as a player, and the commands | `person.rs` |
//! | what is told of the game, and the records | `teller.rs` |

mod console;
mod person;
mod teller;

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow};
use clap::{ArgMatches, Args, Command, FromArgMatches};

use self::console::{Console, Voice};
use self::person::Person;
use self::teller::Teller;
use super::{PositionArgs, refuse_large_table};
use crate::cli::Exit;
use crate::cli::args::{OutputArgs, parse_whole};
use crate::cli::progress::{Progress, stop_flag};
use crate::diagnostic::{Diagnostics, Source};
use crate::play::othello::{Action, AlgorithmPlayer, Ending, Game, PLAYERS, Player, RandomPlayer, play};
use crate::play::{AlgorithmSpec, PlayerSpec};
use crate::report::Format;

#[derive(Debug, Args)]
struct PlayArgs {
    /// Who plays black: human, random, or an algorithm, as in mtdf:depth=8,evaluation=anchored
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "human", allow_hyphen_values = true)]
    black: String,
    /// Who plays white
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "alphabeta-tt", allow_hyphen_values = true)]
    white: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Decides what random plays, and between equal moves with ties=seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Append the game to a file when it ends: its moves in one line, with the players and the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    record: Option<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let command = PlayArgs::augment_args(Command::new("play"));
    command.about("Play a game, line by line: you, chance or any algorithm on either side").after_help(
        "An algorithm takes its parameters as keys, and depth=N, nodes=N, time=500ms and memory=64MiB for each move; \
         without depth, nodes and time it searches to depth 6. Its table is empty before each move, so each move is the \
         same search, with the same record, as `othello search` makes of that position.\n\n\
         You type moves like f5, or commands; `help` lists them. With --format json, csv or md the records of all moves \
         of algorithms go to standard output and the game to standard error.\n\nExamples:\n  \
         searchlab othello play\n  \
         searchlab othello play --black alphabeta-tt:time=20ms --white human\n  \
         searchlab othello play --black mtdf:depth=4,evaluation=anchored --white random --seed 7\n  \
         printf 'f5\\nhint\\nquit\\n' | searchlab othello play --white pvs:depth=5",
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = PlayArgs::from_arg_matches(matches)?;
    let specs = players(&args)?;
    let mut game = Game::new(args.position.transcript()?);
    if let Some(path) = &args.record {
        // Before anybody plays for hours.
        append(path, "")?;
    }
    let stop = stop_flag();
    let is_spoken = !(args.output.quiet && args.output.format != Format::Table);
    let voice = Voice::new(&args.output, is_spoken);
    let names = [0, 1].map(|side: usize| specs[side].to_string());
    let console = Console::new(voice.clone(), Arc::clone(&stop));
    let console = Rc::new(RefCell::new(console));
    let mut players = [0, 1].map(|side: usize| -> Box<dyn Player> {
        match &specs[side] {
            PlayerSpec::Human => {
                let helper = match &specs[1 - side] {
                    PlayerSpec::Algorithm(spec) => Some(spec.clone()),
                    _ => None,
                };
                let helper = helper.or_else(usual).map(|spec| Engine::new(spec, &args, &stop));
                Box::new(Person::new(Rc::clone(&console), names.clone(), helper))
            }
            PlayerSpec::Random => Box::new(RandomPlayer::new(args.seed)),
            PlayerSpec::Algorithm(spec) => {
                let mut engine = Engine::new(spec.clone(), &args, &stop);
                engine.player.warm_up();
                Box::new(engine)
            }
        }
    });
    let has_person = players.iter().any(|player| player.is_person());
    let mut teller = Teller::new(voice, &args.output, names.clone());
    teller.introduce(&game, args.seed)?;
    let [black, white] = &mut players;
    let played = play(&mut game, [black.as_mut(), white.as_mut()], &mut teller);
    let ending = played.as_ref().copied().unwrap_or(Ending::Left);
    // What was played is told and kept, whatever ended it.
    let told = teller.conclude(&game, ending, has_person);
    let kept = match &args.record {
        Some(path) if game.played() > 0 => {
            append(path, &format!("{}\n", game.line([&names[0], &names[1]], Some(ending))))
        }
        _ => Ok(()),
    };
    played?;
    told?;
    kept?;
    Ok(match ending {
        Ending::Finished | Ending::Resigned(_) | Ending::Left => Exit::Done,
        Ending::Interrupted => Exit::Incomplete,
        Ending::Forfeited(_) => Exit::Conflict,
    })
}

/// Who plays black and white. All problems of both at once.
fn players(args: &PlayArgs) -> Result<[PlayerSpec; 2], Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut specs = Vec::new();
    for (flag, text) in [("--black", &args.black), ("--white", &args.white)] {
        let spec = PLAYERS.parse(&Source::new(flag, text.as_str()));
        let checked = spec.and_then(|spec| match &spec {
            PlayerSpec::Algorithm(AlgorithmSpec { params, .. }) => refuse_large_table(params).map(|()| spec),
            _ => Ok(spec),
        });
        match checked {
            Ok(spec) => specs.push(spec),
            Err(more) => problems.append(more),
        }
    }
    let mut specs = specs.into_iter();
    match (specs.next(), specs.next()) {
        (Some(black), Some(white)) => problems.into_result([black, white]),
        _ => Err(problems),
    }
}

/// Who gives hints where no algorithm plays.
fn usual() -> Option<AlgorithmSpec> {
    match PLAYERS.parse(&Source::new("", "alphabeta-tt")) {
        Ok(PlayerSpec::Algorithm(spec)) => Some(spec),
        _ => None,
    }
}

/// An algorithm that shows its progress.
struct Engine {
    player: AlgorithmPlayer,
    quiet: bool,
}

impl Engine {
    fn new(spec: AlgorithmSpec, args: &PlayArgs, stop: &Arc<AtomicBool>) -> Self {
        Self { player: AlgorithmPlayer::new(spec, args.seed, Arc::clone(stop)), quiet: args.output.quiet }
    }

    /// Does something with the player while its nodes are shown.
    fn shown<T>(&mut self, work: impl FnOnce(&mut AlgorithmPlayer) -> T) -> T {
        let progress = Progress::new(1, self.player.spec().limits.nodes, self.quiet);
        self.player.progress = Some(Arc::clone(&progress.nodes));
        work(&mut self.player)
    }
}

impl Player for Engine {
    fn act(&mut self, game: &Game) -> io::Result<Action> {
        self.shown(|player| player.act(game))
    }
}

/// Appends to a file in one piece.
fn append(path: &Path, text: &str) -> Result<()> {
    let written = OpenOptions::new().append(true).create(true).open(path);
    let written = written.and_then(|mut file| file.write_all(text.as_bytes()));
    let told = || anyhow!("cannot write the game to \"{}\"", path.display());
    written.with_context(|| told().to_string())
}
