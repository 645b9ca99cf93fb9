//! Packs the scripts and styles of the pages, which are a third as long then: path and text by turns, each with a 0 behind it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The folders of the pages, in `src`.
const PAGES: [&str; 4] = ["laboratory", "page", "quiz", "replay"];

fn main() {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for page in PAGES {
        println!("cargo::rerun-if-changed=src/{page}");
        for path in parts(&Path::new("src").join(page)) {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            let name = path.file_name().unwrap_or_default().display();
            write!(packed, "{page}/{name}\0{text}\0").expect("memory takes everything");
        }
    }
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("pages.gz");
    fs::write(out, packed.finish().expect("memory takes everything")).expect("cargo's folder can be written");
}

/// The scripts and styles of a folder, tests of scripts excepted, in the order of their names, so that a build can be
/// repeated to the byte.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("cargo's folder can be read").path());
    let is_part = |path: &PathBuf| {
        let name = path.to_string_lossy();
        (name.ends_with(".js") || name.ends_with(".css")) && !name.ends_with(".test.js")
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_part).collect();
    paths.sort();
    paths
}
