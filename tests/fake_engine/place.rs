//! Where `cargo test` puts the programs that the tests talk to, and whether their processes run.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// The player; it must have been built.
pub(crate) fn fake_engine() -> PathBuf {
    fake("fake_engine")
}

/// The example of this name; it must have been built.
pub(crate) fn fake(name: &str) -> PathBuf {
    let tests = env::current_exe().expect("a test is a program");
    let profile = tests.ancestors().nth(2).expect("target/PROFILE/deps");
    let path = profile.join("examples").join(format!("{name}{}", env::consts::EXE_SUFFIX));
    assert!(path.exists(), "run `cargo build --examples` first: {} is missing", path.display());
    path
}

/// Waits until no process of these numbers runs any more: what is killed is reaped by the system in its own time.
#[track_caller]
pub(crate) fn assert_all_gone(numbers: &[u32]) {
    for &number in numbers {
        let begin = Instant::now();
        while !is_gone(number) {
            assert!(begin.elapsed() < Duration::from_secs(5), "process {number} is left");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Whether a process runs no more.
fn is_gone(number: u32) -> bool {
    if cfg!(target_os = "linux") {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
        return stat.is_empty() || stat.contains(") Z ");
    }
    #[cfg(unix)]
    if let Some(process) = rustix::process::Pid::from_raw(number.cast_signed()) {
        return rustix::process::test_kill_process(process).is_err();
    }
    true
}
