//! `searchlab lab`: the laboratory as one page.
//!
//! Not here: the page (the report's), the engine in it (`crates/web`, built by `dist/web`).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::Exit;
use super::output::print_text;
use super::replay::{check_page, write_page};
use crate::diagnostic::{Diagnostic, Diagnostics, quoted};
use crate::report::laboratory::{Example, Laboratory, OFFERED, page};
use crate::shipped::{experiments, files};
use crate::text::counted;
use crate::worlds::assets::Asset;

#[derive(Debug, Args)]
struct LabArgs {
    /// The page to write
    #[arg(long, short, value_name = "FILE.html")]
    out: PathBuf,
    /// The engine, as dist/web makes it [default: engine.wasm.gz beside the program]
    #[arg(long, value_name = "FILE.gz")]
    engine: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    LabArgs::augment_args(Command::new("lab"))
        .about("Write the laboratory as one page of a browser: try, watch, play, run experiments")
        .after_help("Example:\n  searchlab lab --out searchlab.html")
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let args = LabArgs::from_arg_matches(matches)?;
    check_page(&args.out)?;
    let engine = engine(args.engine.as_deref())?;
    let assets = Asset::ALL.map(Asset::bytes);
    let experiments: Vec<_> = OFFERED.iter().filter_map(|name| experiment(name)).collect();
    let text = page(&Laboratory { engine: &engine, assets: &assets, experiments: &experiments });
    write_page(&args.out, &text)?;
    let path = args.out.to_string_lossy();
    print_text(&format!("wrote {} to {path}\n", counted(text.len() as u64, "byte")))?;
    Ok(Exit::Done)
}

/// A shipped experiment with its text and the files that it names.
fn experiment(name: &'static str) -> Option<Example<'static>> {
    let (name, text) = experiments().find(|shipped| shipped.0 == name)?;
    let files = files().iter().filter(|(path, _)| text.contains(&format!("\"../{path}\"")));
    Some(Example { name, text, files: files.copied().collect() })
}

/// The first bytes of a file that gzip has compressed.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The engine: the file that is named, or the one beside the program.
fn engine(named: Option<&Path>) -> Result<Vec<u8>, Diagnostics> {
    let beside = || Some(std::env::current_exe().ok()?.with_file_name("engine.wasm.gz"));
    let Some(path) = named.map(Path::to_path_buf).or_else(beside) else {
        return Err(Diagnostic::new("nobody knows where this program lies")
            .help("name the engine: `--engine FILE.gz`")
            .into());
    };
    let shown = quoted(&path.to_string_lossy());
    let bytes = fs::read(&path).map_err(|error| {
        Diagnostic::new(format!("cannot read the engine {shown}: {error}"))
            .help("`dist/web` in the sources of searchlab builds it; name it by `--engine FILE.gz`")
    })?;
    if bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    Err(Diagnostic::new(format!("{shown} is no engine")).help("expected the file engine.wasm.gz of `dist/web`").into())
}
