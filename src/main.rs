//! The command `searchlab`: parse, dispatch, exit code. Everything else is in the library.

use std::process::ExitCode;

use searchlab::allocator::Allocator;
use searchlab::cli;

/// Knows the most memory that was ever in use, for the records.
#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    if let Some(code) = cli::serve() {
        return ExitCode::from(code);
    }
    let matches = cli::parse();
    ExitCode::from(cli::conclude(cli::run(&matches)))
}
