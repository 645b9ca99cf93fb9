//! `compare`, `search`, `play` and `match` for every board game: written once, over the interface of its positions.
//!
//! Not here: the commands that only one world has.

pub(super) mod book;
mod compare;
mod contest;
pub(super) mod engine;
mod play;
pub(super) mod search;

use std::ffi::OsStr;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::Result;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::args::{BudgetArgs, Chosen, OutputArgs, parameters_of, remark_on_idle_flags};
use super::command::argument;
use super::memory::refuse_large_table;
use super::plan::{Own, escaped, typed_keys};
use super::worlds::EXTRAS;
use crate::analysis::request::OneOrMany;
use crate::catalog::{self, WorldInfo, synonyms};
use crate::diagnostic::{Diagnostics, Source, read_source};
use crate::experiment::spec::InstanceRequest;
use crate::play::{Game, GameCommands, INITIAL, PictureError, SearchableGame};
use crate::record::Params;
use crate::search::about::AlgorithmInfo;
use crate::search::game::Table;
use crate::text::grouped;
use crate::worlds::table::{BoardGameVisitor, WORLDS, visit_board_game};
use crate::worlds::world::{Given, Key, KeyKind};

/// The kind of board of positions, of files and of random games.
#[derive(Debug, Clone)]
pub(super) struct SettingArgs<P> {
    given: Given,
    typed: Own,
    world: PhantomData<fn() -> P>,
}

impl<P: GameCommands> Args for SettingArgs<P> {
    fn augment_args(command: Command) -> Command {
        // The flags before these may stand under a heading of their own.
        let command = command.next_help_heading(None::<&str>);
        command.args(P::KEYS.iter().filter(|key| !key.help.is_empty()).map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<P: GameCommands> FromArgMatches for SettingArgs<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { given: given(P::KEYS, matches), typed: typed_keys(P::KEYS, matches), world: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<P: GameCommands> SettingArgs<P> {
    /// Size, rule and what else there is.
    pub(super) fn setting(&self) -> P::Setting {
        P::setting(&self.given)
    }
}

/// The position that the flags name.
#[derive(Debug, Clone)]
pub(super) struct PositionArgs<P> {
    position: String,
    setting: SettingArgs<P>,
}

impl<P: GameCommands> Args for PositionArgs<P> {
    fn augment_args(command: Command) -> Command {
        let position = Arg::new("position")
            .long("position")
            .value_name("TEXT")
            .default_value(INITIAL)
            .allow_hyphen_values(true)
            .help(format!("{}; or a file of one", P::POSITION));
        let position = P::POSITION_ALIAS.into_iter().fold(position, Arg::alias);
        SettingArgs::<P>::augment_args(command.next_help_heading(None::<&str>).arg(position))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<P: GameCommands> FromArgMatches for PositionArgs<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let position = matches.get_one::<String>("position").cloned().unwrap_or_default();
        Ok(Self { position, setting: SettingArgs::from_arg_matches(matches)? })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// The flag for a key of the positions of a world.
pub(super) fn flag(key: &'static Key) -> Arg {
    let arg = Arg::new(key.name).long(key.name).help(key.help).allow_hyphen_values(true);
    let arg = match key.default {
        Some(default) => arg.default_value(default),
        None => arg,
    };
    let check = |text: &str| (key.check)(text).map(|()| text.to_owned()).map_err(|problem| problem.helps().join("; "));
    match key.kind {
        KeyKind::Choice(words) => {
            let words = words().into_iter().map(|word| PossibleValue::new(word.name).help(word.summary));
            arg.value_name("NAME").value_parser(PossibleValuesParser::new(words))
        }
        _ => arg.value_name(key.name.to_uppercase()).value_parser(check),
    }
}

/// The values of the flags of a world.
pub(super) fn given(keys: &'static [Key], matches: &ArgMatches) -> Given {
    keys.iter().fold(Given::defaults(keys), |given, key| match matches.try_get_one::<String>(key.name) {
        Ok(Some(value)) => given.with(key.name, value.clone()),
        _ => given,
    })
}

impl<P: GameCommands> PositionArgs<P> {
    /// The kind of board.
    pub(super) fn setting(&self) -> P::Setting {
        self.setting.setting()
    }

    fn source(&self) -> Result<Source, Diagnostics> {
        position_source::<P>("--position", &self.position)
    }

    /// The position with its name.
    pub(super) fn instance(&self) -> Result<Instance<P>, Diagnostics> {
        P::spelled(&self.setting(), &self.source()?).map(|(name, position)| Instance { name, position })
    }

    /// The game up to the position.
    pub(super) fn game(&self) -> Result<Game<P>, Diagnostics> {
        P::begun(&self.setting(), &self.source()?)
    }

    /// The position as experiments name it. A file, whose board may be another than that of the flags, is named as such.
    /// On the usual board that is its name; the name of another board is added to what was typed.
    pub(super) fn request(&self) -> Result<InstanceRequest, Diagnostics> {
        let Instance { name, position } = self.instance()?;
        if is_file::<P>(self.position.trim()) {
            let files = Some(OneOrMany::One(escaped(self.position.trim())));
            return Ok(InstanceRequest { files, own: self.setting.typed.clone(), ..InstanceRequest::default() });
        }
        let is_usual = self.setting.typed.is_empty() && position.variant_tag().is_empty();
        let positions = Some(OneOrMany::One(if is_usual { name } else { self.position.trim().to_owned() }));
        Ok(InstanceRequest { positions, own: self.setting.typed.clone(), ..InstanceRequest::default() })
    }

    /// Draws the position into a file.
    fn draw(&self, path: &Path, title: &str) -> Result<()> {
        match P::write_picture(&self.setting(), &self.source()?, path, title) {
            Ok(()) => Ok(()),
            Err(PictureError::Position(problems)) => Err(problems.into()),
            Err(PictureError::File(error)) => Err(error.into()),
        }
    }
}

/// The text of a position, or that of the file which it names.
///
/// # Errors
/// A file that cannot be read.
pub(super) fn position_source<P: GameCommands>(flag: &str, text: &str) -> Result<Source, Diagnostics> {
    let text = text.trim();
    if is_file::<P>(text) { read_source(text) } else { Ok(Source::new(flag, text)) }
}

/// True for the name of a file: of one that is there, or with the end of the name of a game's file.
fn is_file<P: GameCommands>(text: &str) -> bool {
    let path = Path::new(text);
    let is_game = |end: &OsStr| P::GAME_FORMS.iter().any(|form| end.eq_ignore_ascii_case(form.extension));
    path.extension().is_some_and(|end| is_game(end) || path.is_file())
}

/// A position and its name for users.
#[derive(Debug, Clone)]
pub(super) struct Instance<P> {
    pub(super) name: String,
    pub(super) position: P,
}

/// A command that only one world has.
pub(super) struct Extra {
    /// The world.
    pub(super) world: &'static str,
    /// The name of the command.
    pub(super) name: &'static str,
    /// Its flags and help.
    pub(super) command: fn() -> Command,
    /// Runs it.
    pub(super) run: fn(&ArgMatches) -> Result<Exit>,
}

/// The commands that only this world has.
fn extras(world: &WorldInfo) -> impl Iterator<Item = &'static Extra> {
    EXTRAS.iter().copied().flatten().filter(|extra| extra.world == world.name.name)
}

/// The commands of all board games.
pub(super) fn commands() -> impl Iterator<Item = Command> {
    WORLDS.iter().filter_map(|world| visit_board_game(world.info().name.name, Commands))
}

struct Commands;

impl BoardGameVisitor for Commands {
    type Output = Command;

    fn visit<P: GameCommands>(self) -> Command {
        let name = world::<P>().name.name;
        let [about, examples] = P::ABOUT;
        Command::new(name)
            .about(about)
            .after_help(examples)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand(compare::command::<P>())
            .subcommand(search::command::<P>())
            .subcommand(play::command::<P>())
            .subcommand(contest::command::<P>())
            .subcommands(extras(world::<P>()).map(|extra| (extra.command)()))
    }
}

/// Runs a command of a board game; `None` if there is no such game.
pub(super) fn run(name: &str, matches: &ArgMatches) -> Option<Result<Exit>> {
    visit_board_game(name, Run(matches))
}

struct Run<'a>(&'a ArgMatches);

impl BoardGameVisitor for Run<'_> {
    type Output = Result<Exit>;

    fn visit<P: GameCommands>(self) -> Result<Exit> {
        let Some((name, matches)) = self.0.subcommand() else { unreachable!("clap asks for a known command") };
        match name {
            "compare" => compare::run::<P>(matches),
            "search" => search::run::<P>(matches),
            "play" => play::run::<P>(matches),
            "match" => contest::run::<P>(matches),
            _ => {
                let Some(extra) = extras(world::<P>()).find(|extra| extra.name == name) else {
                    unreachable!("clap asks for a known command")
                };
                (extra.run)(matches)
            }
        }
    }
}

const fn world<P: SearchableGame>() -> &'static WorldInfo {
    P::PLAYERS.world
}

/// The position of this name in words.
fn called(name: &str) -> String {
    if name == INITIAL { "initial position".to_owned() } else { format!("position {name}") }
}

/// The end of the help: a text and examples.
fn after_help<P: GameCommands>(text: &str, examples: &[&str]) -> String {
    let name = world::<P>().name.name;
    let examples = examples.iter().map(|example| format!("\n  searchlab {name} {example}"));
    format!("{text}Examples:{}", examples.collect::<String>())
}

/// The names of the algorithms, with their summaries.
pub(super) fn algorithms(world: &'static WorldInfo) -> AlgorithmParser {
    let value =
        |about: &&'static AlgorithmInfo| PossibleValue::new(about.name).help(about.summary).aliases(synonyms(about));
    AlgorithmParser(PossibleValuesParser::new(world.algorithms.iter().map(value)))
}

/// Takes the names of algorithms, and what may be a part of a program in one word, which is read later.
#[derive(Debug, Clone)]
pub(super) struct AlgorithmParser(PossibleValuesParser);

impl TypedValueParser for AlgorithmParser {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        match value.to_str().filter(|text| !is_name(text)) {
            Some(text) => Ok(text.to_owned()),
            None => self.0.parse_ref(command, arg, value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// With a flag for every parameter of any algorithm.
pub(super) fn with_parameters(world: &'static WorldInfo, command: Command) -> Command {
    parameters_of(world).into_iter().fold(command, |command, parameter| command.arg(argument(world, parameter, None)))
}

/// The parameters of an algorithm as typed, checked and completed; a table that this machine cannot hold is refused.
pub(super) fn parameters(world: &WorldInfo, chosen: &Chosen<'_>, matches: &ArgMatches) -> Result<Params, Diagnostics> {
    let params = chosen.resolve(world, matches, None)?;
    refuse_large_table(&params).map(|()| params)
}

/// Remarks on flags that none of the algorithms takes, or needs as things stand, and on a table that the limits forbid.
///
/// # Errors
/// Those of [`remark_on_idle_flags`].
pub(super) fn remark_on_parameters(
    world: &WorldInfo,
    all: &[Chosen<'static>],
    matches: &ArgMatches,
    budget: &BudgetArgs,
    output: &OutputArgs,
) -> Result<(), Diagnostics> {
    remark_on_idle_flags(world, all, matches, output)?;
    let resolved: Vec<(&AlgorithmInfo, Params)> =
        all.iter().filter_map(|chosen| Some((chosen.about, parameters(world, chosen, matches).ok()?))).collect();
    for parameter in parameters_of(world).into_iter().filter(|parameter| matches.contains_id(parameter.name.name)) {
        let name = parameter.name.name;
        let is_taken = all.iter().any(|chosen| world.parameters_of(chosen.about).any(|own| own.name.name == name));
        if is_taken && !resolved.iter().any(|(_, params)| params.contains_key(name)) {
            output.remark(&format!("--{name} changes nothing here, beside the other parameters"));
        }
    }
    let Some(limit) = budget.max_memory else { return Ok(()) };
    for (about, params) in resolved {
        let table = catalog::game::table_of(&params).ok().flatten();
        let Some((bits, bytes)) = table.and_then(|(bits, _)| Some((bits, Table::bytes_of(bits)?))) else { continue };
        if bytes > limit {
            let (name, bytes) = (about.name, grouped(bytes));
            output.remark(&format!(
                "the table of {name} with --table-bits {bits} needs {bytes} bytes, more than allowed"
            ));
        }
    }
    Ok(())
}
