//! A folder of its own for each test, and the program run in it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use searchlab::record::Record;
use searchlab::worlds::maze::format::write_ascii;
use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
use searchlab::worlds::othello::playout;
use tempfile::TempDir;

/// The program under test.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_searchlab");

/// A small maze with a dead end and one shortest path, of 6 steps.
pub(crate) const MAZE: &str = "\
#######
#S....#
#.###.#
#..#.G#
#######
";

/// A maze without a way from S to G.
pub(crate) const WALLED: &str = "#####\n#S#G#\n#####\n";

/// A map of Moving AI and a scenario file for it.
pub(crate) const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n....\n.@@.\n....\n";
pub(crate) const SCEN: &str = "\
version 1
0\tyard.map\t4\t3\t0\t0\t3\t2\t5.00000000
0\tyard.map\t4\t3\t0\t0\t3\t0\t3.00000000
0\tyard.map\t4\t3\t1\t0\t1\t0\t0.00000000
";

/// A board that needs 2 moves, and one that cannot be solved.
pub(crate) const BOARD: &str = "1 4 2 3 0 5 6 7 8\n";
pub(crate) const ODD_BOARD: &str = "0 2 1\n3 4 5\n6 7 8\n";

/// A board with so many empty squares, from a game played by chance.
pub(crate) fn endgame(empties: u32) -> String {
    let game = playout::game(1);
    let position = game.positions().find(|position| position.board.empties() == empties);
    position.expect("the game goes so far").to_string()
}

/// A folder that is gone after the test.
pub(crate) struct Lab {
    folder: TempDir,
}

/// How the program ended, and what it said.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The command, for messages.
    pub(crate) command: String,
    /// The exit code; `None` if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Lab {
    /// A folder with these files.
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let lab = Self { folder: tempfile::tempdir().expect("a folder for the test") };
        for (name, text) in files {
            lab.write(name, text.as_bytes());
        }
        lab
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn at(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.at(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }

    /// Writes a generated maze as ASCII art.
    pub(crate) fn generate(&self, name: &str, kind: Kind, rows: u32, cols: u32) {
        let maze = generate(&Recipe::new(kind, rows, cols, 1)).expect("a maze");
        let mut file = File::create(self.at(name)).expect("a file");
        write_ascii(&maze.grid, Some(maze.start), Some(maze.goal), &mut file).expect("room on the disk");
    }

    /// The program in this folder, away from the user's terminal and settings.
    pub(crate) fn program(&self) -> Command {
        self.settle(Command::new(PROGRAM))
    }

    /// A command line in this folder, with the program on the path.
    pub(crate) fn shell(&self, line: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        let folder = Path::new(PROGRAM).parent().expect("it is in a folder");
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(folder.to_owned()).chain(std::env::split_paths(&path));
        command.env("PATH", std::env::join_paths(path).expect("a path")).env("HOME", self.path());
        self.settle(command)
    }

    fn settle(&self, mut command: Command) -> Command {
        command.current_dir(self.path()).stdin(Stdio::null());
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
            command.env_remove(name);
        }
        command
    }

    /// Runs the program with words that are separated by blanks.
    pub(crate) fn run(&self, words: &str) -> Ended {
        let mut command = self.program();
        command.args(words.split_whitespace());
        Ended::new(words, &command.output().expect("the program starts"))
    }

    /// The same with words that may hold blanks.
    pub(crate) fn with(&self, words: &[&str]) -> Ended {
        let mut command = self.program();
        command.args(words);
        Ended::new(&words.join(" "), &command.output().expect("the program starts"))
    }

    /// The same with a file on standard input.
    pub(crate) fn run_with(&self, words: &str, input: &str) -> Ended {
        let mut command = self.program();
        command.args(words.split_whitespace()).stdin(File::open(self.at(input)).expect("the input"));
        Ended::new(words, &command.output().expect("the program starts"))
    }
}

impl Ended {
    /// From what the system gave. Nothing that a user does may make the program panic.
    #[track_caller]
    pub(crate) fn new(command: &str, output: &Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("output is text");
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        let ended = Self { command: command.to_owned(), code: output.status.code(), out, err };
        for word in ["panicked", "RUST_BACKTRACE", "overflow"] {
            assert!(!ended.err.contains(word), "{ended}");
        }
        ended
    }

    /// Fails unless the exit code is this.
    #[track_caller]
    pub(crate) fn expect(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{self}");
        self
    }

    /// Fails unless standard error contains all parts, in this order.
    #[track_caller]
    pub(crate) fn says(&self, parts: &[&str]) {
        let mut rest = self.err.as_str();
        for part in parts {
            let Some(at) = rest.find(part) else { panic!("{part:?} is not on stderr, or not in order: {self}") };
            rest = &rest[at + part.len()..];
        }
    }

    /// The records on standard output, one a line.
    #[track_caller]
    pub(crate) fn records(&self) -> Vec<Record> {
        let parse = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line}\n{self}"));
        self.out.lines().map(parse).collect()
    }

    /// The one record on standard output.
    #[track_caller]
    pub(crate) fn record(&self) -> Record {
        let mut records = self.records();
        assert_eq!(records.len(), 1, "{self}");
        records.remove(0)
    }
}

impl std::fmt::Display for Ended {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`searchlab {}` ended with {:?}", self.command, self.code)?;
        write!(f, "\n--- stdout\n{}\n--- stderr\n{}\n---", self.out, self.err)
    }
}
