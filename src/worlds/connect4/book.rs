//! `searchlab connect4 book`: opening books of exact scores.

use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use crate::cli::Exit;
use crate::cli::args::OutputArgs;
use crate::cli::games::SettingArgs;
use crate::cli::memory::refuse_table;
use crate::cli::progress::{Progress, stop_flag};
use crate::diagnostic::Diagnostics;
use crate::files::{check_place, write_whole};
use crate::search::budget::Budget;
use crate::text::{counted, grouped};
use crate::worlds::connect4::Position;
use crate::worlds::connect4::solver::book::{Book, MOST_PLIES};

/// The kind of these files in errors.
const BOOK: &str = "the book";

#[derive(Debug, Args)]
struct BookArgs {
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Plies from the empty board up to which the book knows every position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=i64::from(MOST_PLIES)))]
    plies: u32,
    /// Most entries of the table that all searches share: 2^N, of 8 bytes
    #[arg(long, value_name = "N", default_value_t = 26, value_parser = clap::value_parser!(u32).range(4..=32))]
    table_bits: u32,
    #[command(flatten)]
    setting: SettingArgs<Position>,
    #[command(flatten)]
    output: OutputArgs,
}

pub(super) fn command() -> Command {
    BookArgs::augment_args(Command::new("book"))
        .about("Make an opening book: the exact scores of all positions up to a ply")
        .after_help(
            "Every position of the last ply is solved, one after the other with one table, and those before follow from \
             them. A solver or an engine with the book ends where it knows the position. A book of 4 plies of 7x6 \
             has 568 positions to be solved, of some 20 million nodes each, and each ply more takes about twice as long; \
             the program has a small book of its own, `shipped`.\n\n\
             Examples:\n  \
             searchlab connect4 book --size 5x4 --plies 6 --out small.book\n  \
             searchlab connect4 solve initial --book shipped",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = BookArgs::from_arg_matches(matches)?;
    check_place(BOOK, &args.out).map_err(Diagnostics::from)?;
    refuse_table(args.table_bits, 8 << args.table_bits)?;
    let budget = Budget { stop: Some(stop_flag()), ..Budget::default() };
    let (size, mut progress) = (args.setting.setting(), None);
    let built = Book::build(size, args.plies, args.table_bits, &budget, &mut |done, all| {
        let progress = progress.get_or_insert_with(|| Progress::of("positions", all as u64, args.output.quiet));
        if done > 0 {
            progress.advance();
        }
    });
    drop(progress);
    let Ok(book) = built else { return Ok(Exit::Incomplete) };
    let text = book.to_text();
    write_whole(BOOK, &args.out, text.as_bytes()).map_err(Diagnostics::from)?;
    let (positions, plies) =
        (grouped(book.len() as u64), counted(u64::from(args.plies), "ply").replace("plys", "plies"));
    args.output.remark(&format!(
        "{}: {positions} positions up to {plies}, {} bytes",
        args.out.display(),
        grouped(text.len() as u64)
    ));
    Ok(Exit::Done)
}
