//! Tells the crate what builds it and from which sources: the manifests of experiments say so, and a program cannot
//! find it out later.
//!
//! The commit is that of the repository whose top folder this is, or the one that `cargo package` wrote down; a
//! source tree without either builds as well, and its commit is unknown.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The files that decide how the program behaves. A change of reports or documents does not make it another program.
const SOURCES: [&str; 5] = ["src", "crates", "build.rs", "Cargo.toml", "Cargo.lock"];

/// The list of the files that come inside the program.
const SHIPPED: &str = "src/shipped.txt";

/// Where `cargo package` writes the commit.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo::rerun-if-env-changed=RUSTC");
    pack();
    link_small();
    for path in SOURCES.into_iter().filter(|path| Path::new(path).exists()) {
        println!("cargo::rerun-if-changed={path}");
    }
    let rustc = env::var("RUSTC").unwrap_or_default();
    set("SEARCHLAB_TOOLCHAIN", printed(&rustc, &["--version"]));
    set("SEARCHLAB_TARGET", env::var("TARGET").ok());
    let profile = env::var("PROFILE").ok().zip(env::var("OPT_LEVEL").ok());
    set("SEARCHLAB_PROFILE", profile.map(|(name, level)| format!("{name}, optimization level {level}")));
    if Path::new(".git").exists() {
        commit_of_repository();
    } else if let Ok(text) = fs::read_to_string(PACKAGED) {
        commit_of_package(&text);
    }
}

/// Packs the files that come inside the program, path and text by turns, each with a 0 behind it.
fn pack() {
    let out = Path::new(&env::var_os("OUT_DIR").expect("cargo sets it")).join("shipped.gz");
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    for path in fs::read_to_string(SHIPPED).expect("the list of files is there").lines() {
        println!("cargo::rerun-if-changed={path}");
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}, which {SHIPPED} names: {error}"));
        write!(packed, "{path}\0{text}\0").expect("memory takes everything");
    }
    fs::write(out, packed.finish().expect("memory takes everything")).expect("cargo's folder can be written");
}

/// Lets the linker of a release leave out what it does not need, where it can. A program that aborts at a panic and has no
/// symbols needs no tables to unwind a stack; one that lies at a fixed address none to move it; and functions that are the
/// same code are kept once.
fn link_small() {
    let is = |variable: &str, value: &str| env::var(variable).is_ok_and(|found| found == value);
    // With debug information somebody wants to unwind.
    if !is("PROFILE", "release") || !is("DEBUG", "false") || !is("CARGO_CFG_TARGET_OS", "linux") {
        return;
    }
    let script = format!("{}/dist/no-unwind.ld", env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let mut arguments = vec!["-Wl,--icf=all", "-Wl,--no-eh-frame-hdr", &script];
    if is("CARGO_CFG_TARGET_ENV", "gnu") {
        arguments.push("-no-pie");
    }
    for argument in arguments.into_iter().filter(|argument| links_with(argument)) {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
}

/// True if the linker of this build takes the argument.
fn links_with(argument: &str) -> bool {
    let [rustc, target, out] = ["RUSTC", "TARGET", "OUT_DIR"].map(|name| env::var(name).expect("cargo sets it"));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    let linker = env::var("RUSTC_LINKER").ok().map(|linker| format!("-Clinker={linker}"));
    let mut child = Command::new(rustc);
    child.args(flags.split('\x1f').filter(|flag| !flag.is_empty())).args(linker);
    child.args(["--target", &target, "-o", &format!("{out}/linked"), &format!("-Clink-arg={argument}"), "-"]);
    let child = child.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    child.is_ok_and(|mut child| {
        let written = child.stdin.take().is_some_and(|mut source| source.write_all(b"fn main() {}").is_ok());
        child.wait().is_ok_and(|status| written && status.success())
    })
}

/// The commit that is checked out, and whether the sources differ from it.
fn commit_of_repository() {
    // A machine without `git` builds the program all the same.
    let commit = printed("git", &["rev-parse", "HEAD"]);
    if commit.is_none() {
        println!("cargo::warning=the commit of searchlab is unknown to this build");
    }
    set("SEARCHLAB_COMMIT", commit);
    // Branches may be packed into one file; the log of HEAD grows with every commit and checkout.
    if let Some(log) = printed("git", &["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
    let status = [["status", "--porcelain", "--"].as_slice(), &SOURCES].concat();
    set("SEARCHLAB_MODIFIED", printed("git", &status).map(|changes| (!changes.is_empty()).to_string()));
}

/// The commit that a package was made of: `{"git": {"sha1": "…", "dirty": true}, …}`.
fn commit_of_package(text: &str) {
    println!("cargo::rerun-if-changed={PACKAGED}");
    let commit = text.split_once("\"sha1\"").and_then(|(_, rest)| rest.split('"').nth(1));
    set("SEARCHLAB_COMMIT", commit.map(str::to_owned));
    set("SEARCHLAB_MODIFIED", Some(text.contains("\"dirty\": true").to_string()));
}

fn set(variable: &str, value: Option<String>) {
    if let Some(value) = value {
        println!("cargo::rustc-env={variable}={value}");
    }
}

/// The output of a command without the blanks around it; `None` if it cannot be run or fails.
fn printed(program: &str, words: &[&str]) -> Option<String> {
    let mut command = Command::new(program);
    // No lock on the index: others may work in the repository.
    command.args(words).env("GIT_OPTIONAL_LOCKS", "0").stdin(Stdio::null()).stderr(Stdio::null());
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
