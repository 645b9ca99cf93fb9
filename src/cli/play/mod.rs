//! A game, persons and algorithms on either side: for every world that can be played.
//!
//! At a terminal it is played at the full screen, which is a matter of the play layer; line by line it is played here.
//!
//! | part | file |
//! |---|---|
//! | input and output line by line | `console.rs` |
//! | a person as a player, and the commands | `person.rs` |
//! | the report of the game, and the records | `game_logger.rs` |
//! | the evaluation along the game | `curve.rs` |

mod console;
mod curve;
mod game_logger;
mod person;

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use self::console::{Console, Voice};
use self::game_logger::GameLogger;
use self::person::Person;
use super::Exit;
use super::args::{OutputArgs, parse_whole};
use super::memory::refuse_large_table;
use super::progress::{Progress, stop_flag};
use crate::diagnostic::{Diagnostics, Source};
use crate::play::program::WATCHES_MEMORY;
use crate::play::screen::{self, Setup, TuiBoard};
use crate::play::{
    Action, AlgorithmPlayer, AlgorithmSpec, Autosave, Ending, Fault, Game, Player, PlayerSpec, Players, PositionMemory,
    ProgramPlayer, RandomPlayer, SearchableGame, file, learn, play,
};
use crate::report::Format;
use crate::worlds::Side;

/// The players, and the files for the game: the same for all worlds.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// Player of black: human, random, level:1 to level:10, an algorithm, as in mtdf:depth=8,evaluation=anchored, or a
    /// program, as in program:cmd=./engine,time=500ms
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "human", allow_hyphen_values = true)]
    pub(super) black: String,
    /// Player of white
    #[arg(long, value_name = "NAME[:KEY=VALUE,…]", default_value = "alphabeta-tt", allow_hyphen_values = true)]
    pub(super) white: String,
    /// Decides what random plays, and between equal moves with ties=seeded
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Append the game to a file when it ends: its moves in one line, with the players and the result
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    record: Option<PathBuf>,
    /// Append the records of the algorithms' moves to a file when the game ends: one JSON object a line
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    records: Option<PathBuf>,
    /// Keep the game in a file after every move until it ends, and go on with the one that is there: after Ctrl-C, a
    /// closed window or `quit`. The players are those of the command line
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    resume: Option<PathBuf>,
    /// Draw the values of the moves that searches chose, when the game ends
    #[arg(long, help_heading = "Output")]
    curve: bool,
    /// Line by line also at a terminal, for screen readers and scripts
    #[arg(long, help_heading = "Output")]
    plain: bool,
    /// The memory of the searches of both sides.
    #[arg(skip)]
    pub(super) positions: Option<Arc<PositionMemory>>,
    #[command(flatten)]
    output: OutputArgs,
}

/// Plays a game on from its position: at the full screen of a terminal, else line by line.
pub(super) fn run<P: SearchableGame + TuiBoard>(args: &PlayArgs, game: Game<P>) -> Result<Exit> {
    let specs = players(&P::PLAYERS, args)?;
    let autosave = args.resume.clone().map(Autosave::new);
    let kept = autosave.as_ref().map(|autosave| autosave.game(game.start())).transpose()?.flatten();
    let game = kept.unwrap_or(game);
    for path in [&args.record, &args.records].into_iter().flatten() {
        // Before anybody plays for hours.
        append(path, "")?;
    }
    let is_unwatched =
        |spec: &PlayerSpec| matches!(spec, PlayerSpec::Program(program) if program.memory.is_some() && !WATCHES_MEMORY);
    if specs.iter().any(is_unwatched) {
        args.output.remark("programs are told their memory, but this system does not say whether they keep to it");
    }
    let stop = stop_flag();
    let is_at_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if is_at_terminal && !args.plain && args.output.format == Format::Table {
        on_screen(args, game, specs, autosave, stop)
    } else {
        in_lines(args, game, &specs, autosave, &stop)
    }
}

/// Plays at the full screen. What is left of it in the terminal is the result and the moves of the last game.
fn on_screen<P: SearchableGame + TuiBoard>(
    args: &PlayArgs,
    game: Game<P>,
    seats: [PlayerSpec; 2],
    autosave: Option<Autosave<P>>,
    stop: Arc<AtomicBool>,
) -> Result<Exit> {
    let (games, records) = (args.record.clone(), args.records.clone());
    let color = args.output.has_color();
    let outcome = screen::run(Setup {
        game,
        seats,
        admit: refuse_large,
        seed: args.seed,
        games,
        records,
        autosave,
        color,
        stop,
    })?;
    let voice = Voice::new(&args.output, true);
    let mut logger = GameLogger::new(voice, args, outcome.names, None);
    logger.records = outcome.records;
    logger.conclude(&outcome.game, outcome.ending, true)?;
    Ok(exit(outcome.ending))
}

/// Plays line by line.
fn in_lines<P: SearchableGame>(
    args: &PlayArgs,
    mut game: Game<P>,
    specs: &[PlayerSpec; 2],
    autosave: Option<Autosave<P>>,
    stop: &Arc<AtomicBool>,
) -> Result<Exit> {
    let is_spoken = !(args.output.quiet && args.output.format != Format::Table);
    let voice = Voice::new(&args.output, is_spoken);
    let names = [0, 1].map(|side: usize| specs[side].to_string());
    let console = Console::new(voice.clone(), Arc::clone(stop));
    let console = Rc::new(RefCell::new(console));
    let mut players = [0, 1].map(|side: usize| -> Box<dyn Player<P>> {
        match &specs[side] {
            PlayerSpec::Human => {
                let helper = match &specs[1 - side] {
                    PlayerSpec::Algorithm(spec) => Some(spec.clone()),
                    _ => None,
                };
                let helper = helper.or_else(|| P::PLAYERS.usual()).map(|spec| Engine::new(spec, args, stop));
                Box::new(Person::new(Rc::clone(&console), names.clone(), helper))
            }
            PlayerSpec::Random => Box::new(RandomPlayer::new(args.seed)),
            PlayerSpec::Program(spec) => Box::new(ProgramPlayer::new(spec.clone(), Arc::clone(stop))),
            PlayerSpec::Algorithm(spec) => {
                let mut engine = Engine::new(spec.clone(), args, stop);
                engine.player.warm_up();
                Box::new(engine)
            }
        }
    });
    let has_person = players.iter().any(|player| player.is_person());
    let mut logger = GameLogger::new(voice, args, names.clone(), autosave);
    logger.introduce(&game, args.seed)?;
    let [black, white] = &mut players;
    let played = play(&mut game, [black.as_mut(), white.as_mut()], &mut logger);
    let ending = played.as_ref().copied().unwrap_or(Ending::Left);
    for (side, spec) in Side::BOTH.into_iter().zip(specs) {
        if let PlayerSpec::Algorithm(spec) = spec {
            learn(spec, side, &game, ending);
        }
    }
    // What was played is told and kept, whatever ended it.
    let told = logger.conclude(&game, ending, has_person);
    let kept = match &args.record {
        Some(path) if game.played() > 0 => {
            append(path, &format!("{}\n", game.line([&names[0], &names[1]], Some(ending))))
        }
        _ => Ok(()),
    };
    let recorded = match &args.records {
        Some(path) => append(path, &file::lines_of(logger.records())?),
        None => Ok(()),
    };
    played?;
    told?;
    kept?;
    recorded?;
    Ok(exit(ending))
}

/// How the command ends.
const fn exit(ending: Ending) -> Exit {
    match ending {
        // Two that do not agree on the rules.
        Ending::Forfeited(_, Fault::Illegal) => Exit::Conflict,
        Ending::Finished | Ending::Adjudicated(_) | Ending::Resigned(_) | Ending::Forfeited(..) | Ending::Left => {
            Exit::Done
        }
        Ending::Interrupted => Exit::Incomplete,
    }
}

/// Refuses a player whose transposition table this machine cannot hold.
fn refuse_large(spec: &PlayerSpec) -> Result<(), Diagnostics> {
    match spec {
        PlayerSpec::Algorithm(AlgorithmSpec { params, .. }) => refuse_large_table(params),
        PlayerSpec::Human | PlayerSpec::Random | PlayerSpec::Program(_) => Ok(()),
    }
}

/// The players of black and white, or all errors of both at once.
fn players(known: &Players, args: &PlayArgs) -> Result<[PlayerSpec; 2], Diagnostics> {
    let mut problems = Diagnostics::new();
    let mut specs = Vec::new();
    for (flag, text) in [("--black", &args.black), ("--white", &args.white)] {
        let spec = known.parse(&Source::new(flag, text.as_str()));
        let checked = spec.and_then(|spec| refuse_large(&spec).map(|()| spec));
        match checked {
            Ok(mut spec) => {
                if let PlayerSpec::Algorithm(spec) = &mut spec {
                    spec.positions.clone_from(&args.positions);
                }
                specs.push(spec);
            }
            Err(more) => problems.append(more),
        }
    }
    let mut specs = specs.into_iter();
    match (specs.next(), specs.next()) {
        (Some(black), Some(white)) => problems.into_result([black, white]),
        _ => Err(problems),
    }
}

/// An algorithm that shows its progress.
struct Engine<P: SearchableGame> {
    player: AlgorithmPlayer<P>,
    quiet: bool,
}

impl<P: SearchableGame> Engine<P> {
    fn new(spec: AlgorithmSpec, args: &PlayArgs, stop: &Arc<AtomicBool>) -> Self {
        Self { player: AlgorithmPlayer::new(spec, args.seed, Arc::clone(stop)), quiet: args.output.quiet }
    }

    /// Does something with the player while its nodes are shown.
    fn shown<T>(&mut self, work: impl FnOnce(&mut AlgorithmPlayer<P>) -> T) -> T {
        let progress = Progress::new(1, self.player.spec().limits.nodes, self.quiet);
        self.player.progress = Some(Arc::clone(&progress.nodes));
        work(&mut self.player)
    }
}

impl<P: SearchableGame> Player<P> for Engine<P> {
    fn act(&mut self, game: &Game<P>) -> io::Result<Action<P>> {
        self.shown(|player| player.act(game))
    }
}

/// Appends to the file of games.
fn append(path: &Path, text: &str) -> Result<()> {
    let told = || anyhow!("cannot write the game to \"{}\"", path.display());
    file::append(path, text).with_context(|| told().to_string())
}
