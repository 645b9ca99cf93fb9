//! Programs of users where an algorithm is named: their parameters, and how they are written in one word,
//! `program:cmd=python3 my_astar.py,name=mine`.
//!
//! Not here: the protocol and the process of a program (crate `searchlab-lab`).

use super::name;
use super::parameter::{Kind, Parameter};
use crate::play::spec::Pairs;
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};

/// The command that starts a program.
pub const CMD: Parameter =
    Parameter { name: name("cmd", "the command that starts the program"), kind: Kind::Command, default: "" };

/// The folder in which a program runs.
pub const DIR: Parameter = Parameter {
    name: name("dir", "the folder in which the program runs, if it is not to be an empty one of its own"),
    kind: Kind::File,
    default: "",
};

/// A program that speaks the protocol of solvers.
pub const PROGRAM: AlgorithmInfo = AlgorithmInfo {
    name: searchlab_trial::record::PROGRAM,
    summary: "a program of your own, asked by lines of JSON on its standard input",
    idea: "Gives a program the instance in plain form and its limits, and checks what it answers: each move, the cost, and \
           against a search of our own that what it calls optimal is. Wall-clock time, processor time and memory are \
           those of the program and all its children, which are ended at the limits.",
    source: "the protocol of solvers, version 1: see the book",
    guarantee: Guarantee::OfProgram,
    cost: "that of the program",
    parameters: &["cmd", "dir"],
    defaults: &[],
};

/// A program that reads a file and writes one.
pub const COMMAND: AlgorithmInfo = AlgorithmInfo {
    name: "command",
    summary: "a command that is run once for each instance: it reads the file {instance} and writes {answer}",
    idea: "Writes the instance into a file, runs the command, and reads its answer: from the file that stands for \
           {answer}, or from its standard output. The rest is as with `program`.",
    source: "the protocol of solvers, version 1: see the book",
    ..PROGRAM
};

/// The algorithms that stand for programs.
pub const PROGRAMS: [&AlgorithmInfo; 2] = [&PROGRAM, &COMMAND];

/// True if this is the name of one of them.
pub fn is_program(name: &str) -> bool {
    PROGRAMS.iter().any(|about| about.name == name)
}

/// The words of a command line; `None` if a quotation has no end.
pub(crate) fn words_of(cmd: &str) -> Option<Vec<String>> {
    // There a backslash parts the names of a path, and is not lost as in a shell.
    if cfg!(windows) { shlex::split(&cmd.replace('\\', "\\\\")) } else { shlex::split(cmd) }
}

/// A command line, checked.
///
/// # Errors
/// A description of the expected form.
pub fn parse_command(cmd: &str) -> Result<Vec<String>, String> {
    match words_of(cmd) {
        None => Err("a quotation in it has no end".to_owned()),
        Some(words) if words.first().is_none_or(String::is_empty) => {
            Err("expected a program, and what it is given".to_owned())
        }
        Some(words) => Ok(words),
    }
}

/// A program as one word: `program:cmd=…,dir=…,name=…`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProgramWord {
    /// `program` or `command`.
    pub algorithm: &'static str,
    /// Its name in tables and charts, if one was given.
    pub label: Option<String>,
    /// Its parameters.
    pub parameters: Vec<(&'static str, String)>,
}

/// The key of the label.
const NAME: &str = "name";

impl ProgramWord {
    /// The program that a word stands for; `None` if the word names another algorithm, with or without parameters.
    ///
    /// # Errors
    /// Keys that a program does not have, with the nearest, or that are given twice; no command.
    pub fn read(source: &Source) -> Option<Result<Self, Diagnostics>> {
        let (algorithm, _) = source.text.split_once(':')?;
        let about = PROGRAMS.into_iter().find(|about| about.name == algorithm.trim())?;
        Some(Self::of(about.name, source, algorithm.len() + 1))
    }

    /// Reads what stands from a byte on. A comma ends a value, unless it stands within quotation marks of the command.
    fn of(algorithm: &'static str, source: &Source, from: usize) -> Result<Self, Diagnostics> {
        let mut problems = Diagnostics::new();
        let pairs = Pairs {
            source,
            owner: algorithm,
            keys: &[CMD.key(), DIR.key(), NAME],
            goes_on: &|_, _| false,
            is_open: &|key, value| key == CMD.key() && words_of(value).is_none(),
        };
        let mut read = Self { algorithm, label: None, parameters: Vec::new() };
        for pair in pairs.read(from, &mut problems) {
            let value = source.text[pair.value].trim().to_owned();
            match pair.key {
                NAME => read.label = Some(value),
                key => read.parameters.push((key, value)),
            }
        }
        if problems.is_empty() && read.parameters.iter().all(|(key, _)| *key != CMD.key()) {
            problems.push(|| no_command(algorithm));
        }
        problems.into_result(read)
    }
}

/// The error of a program without a command.
pub(super) fn no_command(algorithm: &str) -> Diagnostic {
    let cmd = CMD.key();
    let problem = Diagnostic::new(format!("{} needs the command that starts it", quoted(algorithm)));
    problem.help(format!("write {algorithm}:{cmd}=COMMAND, or {cmd} as a parameter: {cmd} = \"python3 my_astar.py\""))
}

/// The names of algorithms in a list that was parted at commas, with those commas put back that belong to a program.
pub fn rejoined(names: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    for name in names {
        let is_key = name.split_once('=').is_some_and(|(key, _)| !key.contains(':'));
        match joined.last_mut() {
            Some(last) if is_program_word(last) && (is_key || words_of(last).is_none()) => {
                last.push(',');
                last.push_str(name);
            }
            _ => joined.push(name.clone()),
        }
    }
    joined
}

fn is_program_word(word: &str) -> bool {
    word.split_once(':').is_some_and(|(name, _)| is_program(name.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> ProgramWord {
        ProgramWord::read(&Source::new("", text)).expect("a program").unwrap_or_else(|problems| panic!("{problems}"))
    }

    #[test]
    fn programs_are_one_word() {
        let mine = word("program:cmd=python3 my_astar.py -x,name=mine");
        assert_eq!((mine.algorithm, mine.label.as_deref()), ("program", Some("mine")));
        assert_eq!(mine.parameters, [("cmd", "python3 my_astar.py -x".to_owned())]);
        let quoted = word("command:cmd=sh -c 'a,b=1' {instance},dir=a b");
        assert_eq!(quoted.parameters, [("cmd", "sh -c 'a,b=1' {instance}".to_owned()), ("dir", "a b".to_owned())]);
        for other in ["astar", "mtdf:depth=3"] {
            assert!(ProgramWord::read(&Source::new("", other)).is_none());
        }
    }

    #[test]
    fn wrong_words_are_told() {
        for (text, part) in [
            ("program:", "needs the command"),
            ("program:name=x", "needs the command"),
            ("program:cmd=x,nmae=y", "did you mean \"name\"?"),
            ("program:cmd=x,cmd=y", "cmd is given twice"),
        ] {
            let shown = ProgramWord::read(&Source::new("", text)).expect("a program").expect_err(text).to_string();
            assert!(shown.contains(part), "{shown}");
        }
    }

    #[test]
    fn lists_keep_programs_whole() {
        let split = |text: &str| text.split(',').map(str::to_owned).collect::<Vec<_>>();
        let list = split("astar,program:cmd=python3 x.py 'a,b',name=mine,idastar,command:cmd=y,bfs");
        let whole = ["astar", "program:cmd=python3 x.py 'a,b',name=mine", "idastar", "command:cmd=y", "bfs"];
        assert_eq!(rejoined(&list), whole);
    }
}
