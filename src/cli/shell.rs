//! `searchlab completions` and `searchlab man`, both made from the command line itself.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Arg, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::Exit;
use super::command::command;

pub(super) fn completions_command() -> Command {
    Command::new("completions")
        .about("Print the completions for a shell")
        .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(value_parser!(Shell)).help("The shell"))
        .after_help("Example:\n  searchlab completions bash > ~/.local/share/bash-completion/completions/searchlab")
}

pub(super) fn completions(matches: &ArgMatches) -> Result<Exit> {
    let shell = matches.get_one::<Shell>("shell").copied().unwrap_or(Shell::Bash);
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command(), "searchlab", &mut text);
    print(&text)
}

/// The page of the command and, behind it, those of its subcommands.
pub(super) fn man() -> Result<Exit> {
    let mut text = Vec::new();
    pages(command(), "", &mut text)?;
    print(&text)
}

fn pages(command: Command, parents: &str, out: &mut Vec<u8>) -> Result<()> {
    let name = format!("{parents}{}", command.get_name());
    let subcommands: Vec<Command> = command.get_subcommands().cloned().collect();
    // The builder keeps names for ever; there are a few dozen of them.
    let title: &'static str = Box::leak(name.clone().into_boxed_str());
    clap_mangen::Man::new(command.name(title)).render(out)?;
    for subcommand in subcommands {
        pages(subcommand, &format!("{name}-"), out)?;
    }
    Ok(())
}

fn print(text: &[u8]) -> Result<Exit> {
    let mut out = io::stdout().lock();
    out.write_all(text)?;
    out.flush()?;
    Ok(Exit::Done)
}
