//! The full screen when its terminal goes away, as it does when a window is closed or a connection breaks.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::{Lab, MAZE};

/// Long enough for a machine that is busy with the other tests.
const PATIENCE: Duration = Duration::from_secs(30);

/// A terminal of 80 columns and 24 rows, and a program in it.
fn at_a_terminal(lab: &Lab, words: &[&str]) -> (File, Child) {
    let control = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("there are terminals");
    // The program must not hold it too.
    fcntl_setfd(&control, FdFlags::CLOEXEC).unwrap();
    grantpt(&control).unwrap();
    unlockpt(&control).unwrap();
    tcsetwinsize(&control, Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 }).unwrap();
    let name = ptsname(&control, Vec::new()).unwrap();
    let terminal = File::options().read(true).write(true).open(OsStr::from_bytes(name.to_bytes())).unwrap();
    let stream = || Stdio::from(terminal.try_clone().unwrap());
    let mut command = lab.program();
    command.args(words);
    let child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().expect("the program starts");
    (File::from(control), child)
}

/// Waits for the end of the program; its exit code.
fn end_of(mut child: Child) -> Option<i32> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it goes on");
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_game_ends_with_its_terminal() {
    let lab = Lab::new(&[]);
    let (mut control, child) = at_a_terminal(&lab, &["gomoku", "play", "--white", "random", "--record", "games.txt"]);
    // It has taken the terminal once it draws.
    let mut drawn = [0; 1024];
    assert!(control.read(&mut drawn).unwrap() > 0);
    thread::sleep(Duration::from_millis(300));
    drop(control);
    end_of(child);
    assert!(fs::exists(lab.at("games.txt")).unwrap());
}

/// What was played is in the file of the game before the terminal goes away.
#[test]
fn a_game_is_kept_when_its_terminal_goes_away() {
    let lab = Lab::new(&[]);
    let words = ["gomoku", "play", "--white", "human", "--resume", "game.txt"];
    for moves in ["h8", "h8i9"] {
        let (mut control, child) = at_a_terminal(&lab, &words);
        let mut drawn = [0; 1024];
        assert!(control.read(&mut drawn).unwrap() > 0);
        thread::sleep(Duration::from_millis(300));
        control.write_all(format!("{}\r", &moves[moves.len() - 2..]).as_bytes()).unwrap();
        let begin = Instant::now();
        while !fs::read_to_string(lab.at("game.txt")).is_ok_and(|text| text.starts_with(&format!("{moves} #"))) {
            assert!(begin.elapsed() < PATIENCE, "{moves} is not kept");
            thread::sleep(Duration::from_millis(20));
        }
        drop(control);
        end_of(child);
        assert!(fs::read_to_string(lab.at("game.txt")).unwrap().starts_with(&format!("{moves} #")));
    }
}

/// A search is played in the terminal and left by a key; its record comes after.
#[test]
fn a_search_is_watched_and_left() {
    let lab = Lab::new(&[("maze.txt", MAZE)]);
    let (mut control, child) =
        at_a_terminal(&lab, &["maze", "astar", "maze.txt", "--watch", "--quiet", "--draw", "never"]);
    let mut reader = control.try_clone().unwrap();
    let seen = thread::spawn(move || {
        let mut all = Vec::new();
        let mut part = [0; 4096];
        while let Ok(count) = reader.read(&mut part) {
            all.extend_from_slice(&part[..count]);
            if count == 0 || String::from_utf8_lossy(&all).contains("generated") && all.ends_with(b"\n") {
                break;
            }
        }
        String::from_utf8_lossy(&all).into_owned()
    });
    thread::sleep(Duration::from_millis(500));
    control.write_all(b"\x1b[F").unwrap();
    thread::sleep(Duration::from_millis(500));
    control.write_all(b"q").unwrap();
    assert_eq!(end_of(child), Some(0));
    drop(control);
    let seen = seen.join().unwrap();
    for words in ["astar on maze.txt", "Before", "The goal is reached: a", "generated 12", "solved"] {
        assert!(seen.contains(words), "{words}\n{seen}");
    }
}

/// Nothing is drawn again and again while the board waits for a person: what is sent is the clock, once a second.
#[test]
#[cfg(target_os = "linux")]
fn an_idle_board_is_drawn_once_a_second() {
    let lab = Lab::new(&[]);
    let (mut control, child) = at_a_terminal(&lab, &["gomoku", "play", "--black", "human", "--white", "human"]);
    let mut reader = control.try_clone().unwrap();
    let pictures = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&pictures);
    let drain = thread::spawn(move || {
        let mut part = [0; 4096];
        while let Ok(bytes @ 1..) = reader.read(&mut part) {
            // Each picture ends with the cursor hidden or at its place.
            count.fetch_add(part[..bytes].windows(6).filter(|six| *six == b"\x1b[?25l").count(), Ordering::SeqCst);
        }
    });
    thread::sleep(Duration::from_secs(2));
    let before = pictures.load(Ordering::SeqCst);
    thread::sleep(Duration::from_secs(3));
    let drawn = pictures.load(Ordering::SeqCst) - before;
    control.write_all(b"Q").unwrap();
    end_of(child);
    drop(control);
    let _ = drain.join();
    assert!((1..=5).contains(&drawn), "{drawn} pictures in 3 seconds");
}
