//! `searchlab doctor`.

use std::fmt::Write;
use std::io::IsTerminal;
use std::thread::available_parallelism;

use anyhow::Result;

use super::Exit;
use super::output::{print_text, terminal_width};
use crate::experiment::{machine, program};

pub(super) fn run() -> Result<Exit> {
    let variable = |name: &str| std::env::var(name).unwrap_or_else(|_| "not set".to_owned());
    let cores = available_parallelism().map_or_else(|error| error.to_string(), |cores| cores.to_string());
    let rows = [
        ("searchlab", format!("{} ({})", program::VERSION, program::Program::this().words())),
        ("compiler", program::Build::this().toolchain.unwrap_or("unknown").to_owned()),
        ("build", if cfg!(debug_assertions) { "debug: slow, and checked for overflow" } else { "release" }.to_owned()),
        ("target", format!("{} {} ({}-bit)", std::env::consts::ARCH, std::env::consts::OS, usize::BITS)),
        ("processor", from_proc("/proc/cpuinfo", "model name")),
        ("cores", cores),
        ("load", machine::load().map_or_else(unknown, |load| format!("{load:.2} in the last minute"))),
        ("memory", from_proc("/proc/meminfo", "MemTotal")),
        ("free memory", from_proc("/proc/meminfo", "MemAvailable")),
        ("huge pages", huge_pages()),
        ("instructions", instructions()),
        ("terminal", format!("{}, {} columns", variable("TERM"), terminal_width())),
        ("stdout", kind_of(std::io::stdout().is_terminal())),
        ("stderr", kind_of(std::io::stderr().is_terminal())),
        ("NO_COLOR", variable("NO_COLOR")),
        ("LANG", variable("LANG")),
        ("test data", variable("SEARCHLAB_DATA")),
    ];
    let mut lines = String::new();
    for (head, words) in rows {
        writeln!(lines, "{head:<13} {words}")?;
    }
    print_text(&lines)?;
    Ok(Exit::Done)
}

fn kind_of(is_terminal: bool) -> String {
    if is_terminal { "a terminal" } else { "a file or pipe" }.to_owned()
}

/// A field of a file that Linux provides.
fn from_proc(file: &str, field: &str) -> String {
    machine::from_proc(file, field).unwrap_or_else(unknown)
}

/// The setting of Linux for transparent huge pages: `always`, `madvise` (for programs that ask, as this one does), `never`.
fn huge_pages() -> String {
    let text = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let chosen = text.split_whitespace().find_map(|word| word.strip_prefix('[')?.strip_suffix(']'));
    chosen.map_or_else(unknown, str::to_owned)
}

fn unknown() -> String {
    "unknown on this system".to_owned()
}

/// The instruction sets that fast paths may choose at run time.
fn instructions() -> String {
    #[cfg(target_arch = "x86_64")]
    {
        let found = [
            ("popcnt", std::arch::is_x86_feature_detected!("popcnt")),
            ("bmi2", std::arch::is_x86_feature_detected!("bmi2")),
            ("avx2", std::arch::is_x86_feature_detected!("avx2")),
            ("avx512f", std::arch::is_x86_feature_detected!("avx512f")),
        ];
        let names: Vec<&str> = found.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| *name).collect();
        names.join(" ")
    }
    #[cfg(not(target_arch = "x86_64"))]
    {
        "portable".to_owned()
    }
}
