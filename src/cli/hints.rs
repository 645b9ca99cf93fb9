//! Hints: the nearest command or flag for a word that a command does not take.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use super::command;
use crate::diagnostic::{bounded, nearest};

/// The error with one hint: the nearest command or flag, or the command that takes the flag.
pub(super) fn with_hint(error: clap::Error, words: &[OsString]) -> clap::Error {
    let error = with_bounded_words(error);
    match error.kind() {
        ErrorKind::UnknownArgument => with_flag(error, words),
        _ => with_nearest_command(error),
    }
}

/// The same error, with words that were typed as messages show them: without control characters, and cut if they are long.
fn with_bounded_words(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidSubcommand, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(typed)) = error.get(kind) {
            let shown = bounded(typed);
            error.insert(kind, ContextValue::String(shown));
        }
    }
    error
}

/// Of the commands that an unknown word may have been meant for, keeps the nearest.
fn with_nearest_command(mut error: clap::Error) -> clap::Error {
    let near = match (error.get(ContextKind::InvalidSubcommand), error.get(ContextKind::SuggestedSubcommand)) {
        (Some(ContextValue::String(typed)), Some(ContextValue::Strings(names))) => {
            nearest(typed, names.iter().map(String::as_str)).map(str::to_owned)
        }
        _ => None,
    };
    if let Some(near) = near {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::String(near));
    }
    error
}

/// Nobody means a flag as a value: in place of how to pass it as one, what it may have been meant for.
fn with_flag(mut error: clap::Error, words: &[OsString]) -> clap::Error {
    let Some(ContextValue::String(typed)) = error.get(ContextKind::InvalidArg) else { return error };
    let name = typed.trim_start_matches('-').to_owned();
    error.remove(ContextKind::Suggested);
    if error.get(ContextKind::SuggestedArg).is_none()
        && let Some(hint) = hint(&name, words)
    {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![hint.into()]));
    }
    error
}

/// The hint for an unknown flag.
fn hint(name: &str, words: &[OsString]) -> Option<String> {
    let program = command();
    let (mut here, mut above, mut path) = (&program, &program, vec![program.get_name()]);
    for word in words.iter().skip(1).filter_map(|word| word.to_str()) {
        let Some(next) = here.find_subcommand(word) else { break };
        (above, here) = (here, next);
        path.push(here.get_name());
    }
    if let Some(value) = here.get_positionals().find(|value| value.get_id() == name) {
        let value = value.get_value_names().and_then(<[_]>::first).map_or(name, |value| value.as_str());
        return Some(format!("{value} is given without a flag: {} {value}", path.join(" ")));
    }
    let takes = |command: &&Command| flags(command).any(|flag| flag == name);
    let takers: Vec<&str> = above.get_subcommands().filter(takes).map(Command::get_name).collect();
    match takers.as_slice() {
        [] => nearest(name, flags(here)).map(|near| format!("a similar argument exists: '--{near}'")),
        [one] => Some(format!("{one} takes --{name}")),
        [one, other] => Some(format!("{one} and {other} take --{name}")),
        [first, .., last] => Some(format!("{} commands take --{name}, from {first} to {last}", takers.len())),
    }
}

/// The long flags of a command.
fn flags(command: &Command) -> impl Iterator<Item = &str> {
    command.get_arguments().filter_map(Arg::get_long)
}
