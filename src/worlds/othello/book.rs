//! `searchlab othello book`: opening books from games.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde::Serialize;

use super::PositionArgs;
use crate::catalog::othello::read_book;
use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::worlds::training::{check_out, write};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use crate::files;
use crate::play::BoardGame;
use crate::report::{Column, Mood, Row, number, words};
use crate::text::{counted, grouped};
use crate::worlds::othello::book::{Book, MOST_PLIES};
use crate::worlds::othello::format::{read_ggf, read_wthor};
use crate::worlds::othello::{Move, Position, Side, Transcript};

/// Bytes of a file of games: those of all the years of tournaments together have a tenth of that.
const MOST_BYTES: u64 = 256 << 20;

/// The ends of the names of files that are read from folders.
const ENDS: [&str; 3] = ["wtb", "ggf", "txt"];

#[derive(Debug, Args)]
struct BuildArgs {
    /// Games: WTHOR files (.wtb), GGF, or lines of moves from the start, such as `othello match` writes; or folders of
    /// such files (.wtb, .ggf, .txt)
    #[arg(value_name = "GAMES", required = true)]
    sources: Vec<PathBuf>,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies of each game that the book takes
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLIES)))]
    plies: u32,
    /// Games that a move must have to stay in the book
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
    #[command(flatten)]
    output: OutputArgs,
}

#[derive(Debug, Args)]
struct ShowArgs {
    /// The book
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    let build = BuildArgs::augment_args(Command::new("build")).about("Make an opening book from games").after_help(
        "Positions are kept once for all symmetries of the board, with the games and the points of each move. Games \
         that were not played to their end, and of which no result is known, are left out. A player takes the move with \
         the greatest lower end of the 95 % interval of its mean score (Wilson 1927), of equals that of more \
         games.\n\nExamples:\n  \
         searchlab othello book build wthor --out wthor.book --plies 20 --least 10\n  \
         searchlab othello match --player alphabeta-tt:depth=4 --player alphabeta-tt:depth=4,book=wthor.book --games 4",
    );
    let show = ShowArgs::augment_args(Command::new("show"))
        .about("Show what a book knows of a position, its choice first")
        .after_help("Example:\n  searchlab othello book show wthor.book --position f5d6");
    Command::new("book")
        .about("Opening books: make one from games, look into one")
        .after_help(
            "Examples:\n  searchlab othello book build wthor --out games.book\n  \
             searchlab othello book show games.book",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommand(build)
        .subcommand(show)
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    match matches.subcommand() {
        Some(("build", matches)) => build(&BuildArgs::from_arg_matches(matches)?),
        Some(("show", matches)) => show(&ShowArgs::from_arg_matches(matches)?),
        _ => unreachable!("clap asks for a known command"),
    }
}

/// A game with its result: discs of Black less those of White.
type Played = (Position, Vec<Move>, i32);

fn build(args: &BuildArgs) -> Result<Exit> {
    check_out(&args.out)?;
    let (mut book, mut games, mut unfinished) = (Book::default(), 0, 0);
    for file in files_of(&args.sources)? {
        for game in read(&file)? {
            match game {
                Some((start, moves, result)) => {
                    book.add(start, &moves, result, args.plies);
                    games += 1;
                }
                None => unfinished += 1,
            }
        }
    }
    book.keep(args.least);
    if book.is_empty() {
        let problem = Diagnostic::new("no move for a book");
        return Err(Diagnostics::from(problem.help("name files of finished games, or say a smaller --least")).into());
    }
    if unfinished > 0 {
        args.output.remark(&format!("{} without a result left out", counted(unfinished, "game")));
    }
    let text = book.to_text();
    write(&args.out, text.as_bytes())?;
    args.output.remark(&format!(
        "{}: {} positions and {} moves of {}, {} bytes",
        args.out.display(),
        grouped(book.len() as u64),
        grouped(book.move_count() as u64),
        counted(games, "game"),
        grouped(text.len() as u64)
    ));
    Ok(Exit::Done)
}

/// The files that are named, and those in folders that are named, in the order of their names.
fn files_of(sources: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for source in sources {
        if !source.is_dir() {
            files.push(source.clone());
            continue;
        }
        let listed = fs::read_dir(source).with_context(|| format!("cannot read {}", source.display()))?;
        let paths = listed.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
        let is_of_games = |path: &PathBuf| {
            path.extension().is_some_and(|end| ENDS.iter().any(|known| end.eq_ignore_ascii_case(known)))
        };
        let mut paths: Vec<PathBuf> = paths.into_iter().filter(is_of_games).collect();
        paths.sort();
        files.extend(paths);
    }
    Ok(files)
}

/// The games of a file; `None` for those without a result.
fn read(path: &Path) -> Result<Vec<Option<Played>>> {
    let name = path.display().to_string();
    let bytes = files::read_regular(path, MOST_BYTES).with_context(|| format!("cannot read {name}"))?;
    let wrong = |why: String| {
        let problem = Diagnostic::new(format!("{}: {why}", quoted(&name)));
        Diagnostics::from(problem.help("expected games: a WTHOR file (.wtb), GGF, or lines of moves"))
    };
    if path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wtb")) {
        let wthor = read_wthor(&bytes).map_err(|error| wrong(error.to_string()))?;
        return Ok(wthor.games.iter().map(|game| Some((Position::INITIAL, game.whole_moves(), game.result))).collect());
    }
    let text = String::from_utf8(bytes).map_err(|_| wrong("this is no text".to_owned()))?;
    let source = Source::new(name.as_str(), text);
    if source.text.trim_start().starts_with("(;") {
        let of_ggf = |result: f64| (result * 2.0).round() as i32;
        let games = read_ggf(&source)?.into_iter();
        return Ok(games.map(|game| played(&game.transcript, game.result.map(|it| of_ggf(it.score)))).collect());
    }
    let games = Position::INITIAL.read(&source)?;
    Ok(games.iter().map(|game| played(&crate::worlds::othello::play::transcript(game), None)).collect())
}

/// A game with the result that is known, or that the board has at its end.
fn played(transcript: &Transcript, known: Option<i32>) -> Option<Played> {
    let end = transcript.end();
    let of_black = if end.side == Side::Black { end.board.final_score() } else { -end.board.final_score() };
    let result = known.or_else(|| end.board.is_over().then_some(of_black))?;
    Some((transcript.start(), transcript.moves().to_vec(), result))
}

/// A move of a position: a line of the table.
#[derive(Debug, Clone, Serialize)]
struct Line {
    #[serde(rename = "move")]
    mv: String,
    games: u32,
    /// Mean points of the mover, from 0 to 1.
    score: f64,
    is_choice: bool,
}

impl Row for Line {
    fn mood(&self) -> Mood {
        Mood::Plain
    }
}

const COLUMNS: [Column<Line>; 4] = [
    words("move", |line| line.mv.clone()),
    number("games", |line| grouped(line.games.into())),
    number("score", |line| format!("{:.3}", line.score)),
    words("", |line| if line.is_choice { "the choice".to_owned() } else { String::new() }),
];

fn show(args: &ShowArgs) -> Result<Exit> {
    let book = read_book(&args.file)?;
    let position = args.position.instance()?.position;
    let best = book.best(position.board);
    let mut lines: Vec<Line> = Vec::new();
    for (square, played) in book.moves(position.board) {
        let score = f64::from(played.half_points) / (2.0 * f64::from(played.games));
        let is_choice = best == Some(Move::on(square));
        lines.push(Line { mv: square.to_string(), games: played.games, score, is_choice });
    }
    lines.sort_by_key(|line| (!line.is_choice, std::cmp::Reverse(line.games)));
    let (positions, moves) = (grouped(book.len() as u64), grouped(book.move_count() as u64));
    args.output.remark(&format!("{positions} positions and {moves} moves in the book"));
    args.output.print_lines(&lines, &COLUMNS)?;
    Ok(if lines.is_empty() { Exit::Negative } else { Exit::Done })
}
