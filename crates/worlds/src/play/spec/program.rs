//! A program as a player, as words: `program:cmd=pbrain-figrid,dir=engines/figrid,time=500ms,memory=350MiB,name=figrid`.
//!
//! The command line is split as a shell does it: blanks part its words, quotation marks hold them together. A comma ends
//! it, unless it stands within quotation marks.
//!
//! Not here: the program itself (`play/program/`).

use std::fmt;
use std::path::Path;
use std::time::Duration;

use super::pairs::Pairs;
use super::{PROGRAM, Players, microseconds, whole};
use crate::catalog::WorldInfo;
use crate::catalog::limits::{parse_size, parse_time};
use crate::catalog::program::{parse_command, words_of};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::record::{Contender, Limits, Params};

/// Default time limit of a move: that of the shortest games of Gomocup.
pub const USUAL_TIME: Duration = Duration::from_secs(5);

/// The keys that programs of all worlds have.
const KEYS: [&str; 5] = [CMD, DIR, "time", "memory", "name"];
const CMD: &str = "cmd";
const DIR: &str = "dir";
/// The key of worlds whose programs speak one of several protocols.
const PROTOCOL: &str = "protocol";
const GTP: &str = "gtp";

/// A program as a player.
#[derive(Debug, Clone)]
pub struct ProgramSpec {
    /// The world in which it plays.
    pub world: &'static WorldInfo,
    /// Its command line, as typed.
    pub cmd: String,
    /// The words of the command line: the program, and what it is given.
    pub words: Vec<String>,
    /// The folder in which it is started, as typed; one of its own, which is empty, if nothing was said.
    pub dir: Option<String>,
    /// The name: that of the program's file, if no other was given.
    pub name: String,
    /// True if it speaks the Go Text Protocol in a world whose programs usually speak another.
    pub speaks_gtp: bool,
    /// Time limit of a move.
    pub time: Duration,
    /// Bytes that it may hold.
    pub memory: Option<u64>,
    /// Plies that it is asked to search. Whether it does is its own affair.
    pub depth: Option<u32>,
    /// Nodes that it is asked to search at most. Whether it does is its own affair.
    pub nodes: Option<u64>,
}

impl ProgramSpec {
    /// The name of all programs where algorithms have theirs: in records.
    pub const ALGORITHM: &'static str = PROGRAM;

    /// A program of a command line, with the usual limits.
    ///
    /// # Errors
    /// The error of the command line: no words, an open quotation.
    pub fn new(world: &'static WorldInfo, cmd: &str) -> Result<Self, String> {
        let (cmd, words) = (cmd.trim().to_owned(), parse_command(cmd)?);
        let name = usual_name(&words);
        Ok(Self {
            world,
            cmd,
            words,
            dir: None,
            name,
            speaks_gtp: false,
            time: USUAL_TIME,
            memory: None,
            depth: None,
            nodes: None,
        })
    }

    /// The program that stands in place of an algorithm in a trial; `None` if the trial names none.
    pub fn of_params(params: &Params, world: &'static WorldInfo) -> Option<Self> {
        let text = |key: &str| params.get(key).and_then(|value| value.as_str());
        let spec = Self::new(world, text(CMD)?).ok()?;
        Some(Self { dir: text(DIR).map(str::to_owned), ..spec })
    }

    /// The parameters that identify it in records: its command line and its folder, and the depth that it is asked for.
    pub fn params(&self) -> Params {
        let mut params = self.own_params();
        params.extend(self.depth.map(|depth| ("depth".to_owned(), depth.into())));
        params
    }

    fn own_params(&self) -> Params {
        let dir = self.dir.iter().map(|dir| (DIR.to_owned(), dir.as_str().into()));
        let protocol = self.speaks_gtp.then(|| (PROTOCOL.to_owned(), GTP.into()));
        std::iter::once((CMD.to_owned(), self.cmd.as_str().into())).chain(dir).chain(protocol).collect()
    }

    /// The player as a trial names it.
    pub(crate) fn contender(&self) -> Contender {
        let params = self.own_params();
        Contender { algorithm: PROGRAM.to_owned(), params, depth: self.depth, limits: self.limits() }
    }

    /// The program that a trial names; `None` if it names none.
    pub fn of_contender(contender: &Contender, world: &'static WorldInfo) -> Option<Self> {
        let Contender { algorithm, params, depth, limits } = contender;
        let spec = Self::of_params(params, world).filter(|_| algorithm == PROGRAM)?;
        let time = limits.microseconds.map_or(USUAL_TIME, Duration::from_micros);
        let speaks_gtp = params.get(PROTOCOL).is_some_and(|protocol| protocol == GTP);
        Some(Self { speaks_gtp, time, memory: limits.bytes, nodes: limits.nodes, depth: *depth, ..spec })
    }

    /// The limits of each move, for records.
    pub fn limits(&self) -> Limits {
        Limits { nodes: self.nodes, microseconds: Some(microseconds(self.time)), bytes: self.memory }
    }
}

/// The text that reads as the same player.
impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PROGRAM}:{CMD}={}", self.cmd)?;
        self.dir.as_ref().map_or(Ok(()), |dir| write!(f, ",{DIR}={dir}"))?;
        if self.speaks_gtp {
            write!(f, ",{PROTOCOL}={GTP}")?;
        }
        write!(f, ",time={}", humantime::format_duration(self.time))?;
        self.memory.map_or(Ok(()), |memory| write!(f, ",memory={memory}"))?;
        self.depth.map_or(Ok(()), |depth| write!(f, ",depth={depth}"))?;
        self.nodes.map_or(Ok(()), |nodes| write!(f, ",nodes={nodes}"))?;
        if self.name == usual_name(&self.words) { Ok(()) } else { write!(f, ",name={}", self.name) }
    }
}

/// Reads the keys and values behind the name, from a byte on.
pub(super) fn read(players: &Players, source: &Source, from: usize) -> Result<ProgramSpec, Diagnostics> {
    let keys: Vec<&'static str> =
        KEYS.into_iter().chain(players.program_keys.iter().copied().flatten().copied()).collect();
    let mut problems = Diagnostics::new();
    let pairs = Pairs {
        source,
        owner: PROGRAM,
        keys: &keys,
        goes_on: &|_, _| false,
        is_open: &|key, value| key == CMD && words_of(value).is_none(),
    };
    let pairs = pairs.read(from, &mut problems);
    let mut spec = None;
    let mut read = ProgramSpec {
        world: players.world,
        cmd: String::new(),
        words: Vec::new(),
        dir: None,
        name: String::new(),
        speaks_gtp: false,
        time: USUAL_TIME,
        memory: None,
        depth: None,
        nodes: None,
    };
    for pair in &pairs {
        let text = source.text[pair.value.clone()].trim();
        let checked = match pair.key {
            CMD => ProgramSpec::new(players.world, text).map(|program| spec = Some(program)),
            DIR => folder(text).map(|()| read.dir = Some(text.to_owned())),
            "time" => time(text).map(|time| read.time = time),
            "memory" => parse_size(text).map(|bytes| read.memory = Some(bytes)),
            "depth" => players.depth(text).map(|plies| read.depth = Some(plies)),
            PROTOCOL => protocol(text).map(|is_gtp| read.speaks_gtp = is_gtp),
            "nodes" => whole(text).map(|nodes| read.nodes = Some(nodes)),
            _ => name(text).map(|()| text.clone_into(&mut read.name)),
        };
        if let Err(expected) = checked {
            let place = source.excerpt(pair.value.clone(), "");
            let problem = Diagnostic::new(format!("invalid {} {} for {PROGRAM}", pair.key, quoted(text)));
            problems.push(|| problem.at(place).help(expected));
        }
    }
    if pairs.iter().all(|pair| pair.key != CMD) && problems.is_empty() {
        let place = source.excerpt(from.min(source.text.len())..source.text.len(), "");
        let problem = Diagnostic::new("a program needs the command that starts it").at(place);
        problems.push(|| problem.help(format!("write {PROGRAM}:{CMD}=COMMAND, such as {PROGRAM}:{CMD}=./engine")));
    }
    if read.speaks_gtp && read.depth.is_some() {
        let place = source.excerpt(from..source.text.len(), "");
        problems
            .push(|| Diagnostic::new("GTP has no command for a depth").at(place).help("give it in the command line"));
    }
    match spec {
        Some(ProgramSpec { cmd, words, name: usual, .. }) => {
            let name = if read.name.is_empty() { usual } else { read.name.clone() };
            problems.into_result(ProgramSpec { cmd, words, name, ..read })
        }
        None => Err(problems),
    }
}

/// The name of the program's file.
fn usual_name(words: &[String]) -> String {
    let path = words.first().map(String::as_str).unwrap_or_default();
    let name = Path::new(path).file_name().map_or_else(|| path.into(), |name| name.to_string_lossy());
    name.strip_suffix(".exe").unwrap_or(&name).to_owned()
}

/// True for the Go Text Protocol, false for that of NBoard.
fn protocol(text: &str) -> Result<bool, String> {
    match text {
        GTP => Ok(true),
        "nboard" => Ok(false),
        _ => Err(format!("expected nboard or {GTP}")),
    }
}

fn time(text: &str) -> Result<Duration, String> {
    let time = parse_time(text)?;
    // Protocols count milliseconds, and 0 of them mean something else.
    if time < Duration::from_millis(1) { Err("expected 1ms or more".to_owned()) } else { Ok(time) }
}

/// Checks the name of a folder. Its existence is not checked, as it may be there only where the program is started.
fn folder(text: &str) -> Result<(), String> {
    let is_name = !text.is_empty() && !text.chars().any(char::is_control);
    if is_name { Ok(()) } else { Err("expected a folder; its name may hold blanks and no comma".to_owned()) }
}

fn name(text: &str) -> Result<(), String> {
    let is_name = !text.is_empty() && !text.chars().any(char::is_control);
    if is_name { Ok(()) } else { Err("expected a name; it may hold blanks and no comma".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::play as gomoku;
    use crate::othello::play as othello;
    use crate::play::PlayerSpec;

    fn parse(players: Players, text: &str) -> Result<ProgramSpec, Diagnostics> {
        match players.parse(&Source::new("--black", text))? {
            PlayerSpec::Program(spec) => Ok(spec),
            other => panic!("{text}: {other}"),
        }
    }

    /// As typed, and in its one form, which reads as itself.
    #[test]
    fn programs_in_their_one_form() {
        for (typed, expected, words, name) in [
            ("program:cmd=edax", "program:cmd=edax,time=5s", &["edax"][..], "edax"),
            (
                "program: time=500ms, cmd = ./bin/edax -nboard , depth=6",
                "program:cmd=./bin/edax -nboard,time=500ms,depth=6",
                &["./bin/edax", "-nboard"],
                "edax",
            ),
            (
                "program:cmd='my engine' '--x=1,2' \"a b\",memory=1MiB,name=mine too",
                "program:cmd='my engine' '--x=1,2' \"a b\",time=5s,memory=1048576,name=mine too",
                &["my engine", "--x=1,2", "a b"],
                "mine too",
            ),
            (
                "program:name=e.exe,cmd=e.exe 'a,time=3s,b'",
                "program:cmd=e.exe 'a,time=3s,b',time=5s,name=e.exe",
                &["e.exe", "a,time=3s,b"],
                "e.exe",
            ),
            ("program:cmd=e.exe", "program:cmd=e.exe,time=5s", &["e.exe"], "e"),
            (
                "program:cmd=edax -gtp,time=1s,protocol = gtp",
                "program:cmd=edax -gtp,protocol=gtp,time=1s",
                &["edax", "-gtp"],
                "edax",
            ),
            ("program:protocol=nboard,cmd=edax", "program:cmd=edax,time=5s", &["edax"], "edax"),
            (
                "program:cmd=./ntest x,time=1s,dir = my engines/ntest ",
                "program:cmd=./ntest x,dir=my engines/ntest,time=1s",
                &["./ntest", "x"],
                "ntest",
            ),
        ] {
            for text in [typed, expected] {
                let spec = parse(othello::PLAYERS, text).unwrap_or_else(|problems| panic!("{problems}"));
                assert_eq!((spec.to_string().as_str(), &*spec.name), (expected, name));
                assert_eq!(spec.words, words);
            }
        }
    }

    #[test]
    fn programs_have_an_identity() {
        let placed = parse(gomoku::PLAYERS, "program:cmd=pbrain,dir=a b").unwrap();
        assert_eq!((placed.params()["dir"].as_str(), placed.dir.as_deref()), (Some("a b"), Some("a b")));
        let named = ProgramSpec::of_contender(&placed.contender(), placed.world).unwrap();
        assert_eq!(named.to_string(), placed.to_string());
        let gtp = parse(othello::PLAYERS, "program:cmd=edax -gtp,protocol=gtp").unwrap();
        assert!(ProgramSpec::of_contender(&gtp.contender(), gtp.world).unwrap().speaks_gtp);
        let text = "program:cmd=pbrain -q,time=250ms,memory=350MiB,nodes=1000,depth=9,name=x";
        let spec = parse(gomoku::PLAYERS, text).unwrap();
        let params = Params::from([("cmd".to_owned(), "pbrain -q".into()), ("depth".to_owned(), 9.into())]);
        let limits = Limits { nodes: Some(1000), microseconds: Some(250_000), bytes: Some(350 << 20) };
        assert_eq!((spec.params(), spec.limits()), (params, limits));
        let plain = ProgramSpec::new(spec.world, "pbrain -q").unwrap();
        assert_eq!((plain.name.as_str(), plain.params().len()), ("pbrain", 1));
        assert!(ProgramSpec::new(spec.world, " ").is_err());
    }

    #[test]
    fn every_problem_has_its_place_and_its_remedy() {
        let cases: [(&str, &[&str]); 17] = [
            ("program", &["a program needs the command", "--black:1:8", "program:cmd=./engine"]),
            ("program:time=1s", &["a program needs the command", "--black:1:9"]),
            ("program:cmd=", &["invalid cmd \"\" for program", "expected a program"]),
            ("program:cmd=''", &["invalid cmd", "expected a program"]),
            ("program:cmd=e 'a,time=1s", &["invalid cmd \"e 'a,time=1s\"", "--black:1:13", "has no end"]),
            ("program:cmnd=e", &["unknown parameter of program \"cmnd\"", "did you mean \"cmd\"?"]),
            ("program:time=1s,cmd", &["cmd of program without a value"]),
            ("program:cmd=e,time=0s", &["invalid time \"0s\"", "1ms or more"]),
            ("program:cmd=e,time=5", &["invalid time \"5\"", "500ms, 10s or 2min"]),
            ("program:cmd=e,depth=0,memory=x", &["invalid depth \"0\"", "from 1 to 60", "invalid memory \"x\""]),
            ("program:cmd=e,protocol=uci", &["invalid protocol \"uci\"", "expected nboard or gtp"]),
            ("program:cmd=e,protocol=gtp,depth=3", &["GTP has no command for a depth"]),
            ("program:cmd=e,dir=", &["invalid dir \"\" for program", "expected a folder"]),
            ("program:cmd=e,dri=x", &["unknown parameter of program \"dri\"", "did you mean \"dir\"?"]),
            ("program:cmd=e,cmd=f", &["cmd is given twice"]),
            ("program:cmd=e -x,tme=1s", &["unknown parameter of program \"tme\"", "--black:1:18", "\"time\"?"]),
            ("program:cmd=e,nodes=5", &["unknown parameter of program \"nodes\"", "\"name\", \"depth\""]),
        ];
        for (text, parts) in cases {
            let shown = parse(othello::PLAYERS, text).expect_err(text).to_string();
            for part in parts {
                assert!(shown.contains(part), "{part:?} is not in\n{shown}");
            }
        }
    }
}
