//! The full screen when its terminal goes away, as it does when a window is closed or a connection breaks.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::{FdFlags, fcntl_setfd};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

use crate::support::Lab;

/// Long enough for a machine that is busy with the other tests.
const PATIENCE: Duration = Duration::from_secs(30);

#[test]
fn a_game_ends_with_its_terminal() {
    let lab = Lab::new(&[]);
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
    command.args(["gomoku", "play", "--white", "random", "--record", "games.txt"]);
    let mut child = command.stdin(stream()).stdout(stream()).stderr(stream()).spawn().expect("the program starts");
    drop((command, terminal));
    // It has taken the terminal once it draws.
    let mut control = File::from(control);
    let mut drawn = [0; 1024];
    assert!(control.read(&mut drawn).unwrap() > 0);
    thread::sleep(Duration::from_millis(300));
    drop(control);
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it goes on without its terminal");
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(fs::exists(lab.at("games.txt")).unwrap());
}
