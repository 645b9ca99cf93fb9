//! A solver for the tests of programs in place of algorithms. It knows one maze, `S.` above `.G`, and does at its first task
//! what no program should.
//!
//! `fake_solver BEHAVIOUR FILE`: it appends its number to the file, and is good if another has stood there before it.
//! `fake_solver sleeper FILE` is a child.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::process::{CommandExt, parent_id};
use std::process::{Command, Stdio, abort, exit, id};
use std::thread::sleep;
use std::time::Duration;

/// Longer than any test waits.
const EVER: Duration = Duration::from_mins(1);

/// Longer than tests let an answer take.
const LATE: Duration = Duration::from_secs(2);

const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"fake","worlds":["maze"],"promises":"optimal"}"#;

fn main() {
    let mut words = env::args().skip(1);
    let behaviour = words.next().expect("a behaviour");
    let file = words.next().expect("a file");
    let was_there = fs::metadata(&file).is_ok_and(|data| data.len() > 0);
    let mut list = OpenOptions::new().append(true).create(true).open(&file).expect("a file");
    writeln!(list, "{}", id()).expect("room on the disk");
    if behaviour == "sleeper" {
        sleep(EVER);
        return;
    }
    let is_good = was_there && !behaviour.starts_with("always-");
    let behaviour = if is_good { "good" } else { behaviour.trim_start_matches("always-") };
    at_start(behaviour);
    for line in io::stdin().lines() {
        let line = line.expect("text");
        if line.contains(r#""type":"hello""#) {
            say(greeting(behaviour));
        } else if line.contains(r#""type":"quit""#) {
            if behaviour == "stays" {
                sleep(EVER);
            }
            return;
        } else {
            answer(behaviour, &file, &line);
        }
    }
    if behaviour == "stays" {
        sleep(EVER);
    }
}

fn say(line: &str) {
    println!("{line}");
}

fn at_start(behaviour: &str) {
    match behaviour {
        "exits" => exit(3),
        "chatters" => say("Loading the heuristic ..."),
        _ => {}
    }
}

fn greeting(behaviour: &str) -> &str {
    match behaviour {
        "future" => r#"{"type":"hello","protocol":9,"name":"fake"}"#,
        "nameless" => r#"{"type":"hello","protocol":1}"#,
        "tiles-only" => r#"{"type":"hello","protocol":1,"name":"fake","worlds":["tiles"]}"#,
        _ => HELLO,
    }
}

/// The fields of an answer for this behaviour, if that is all that is wrong with it.
fn wrong_fields(behaviour: &str) -> Option<&'static str> {
    Some(match behaviour {
        "wall" => r#""moves":["R","R"]"#,
        "unknown-move" => r#""moves":["R","north"]"#,
        "short" => r#""moves":["R"]"#,
        "miscounts" => r#""moves":["R","D"],"cost":3"#,
        "detour" => r#""moves":["R","L","R","D"],"cost":4"#,
        "despairs" => r#""status":"unsolvable""#,
        "empty" => r#""counters":{}"#,
        "misspells" => r#""mvoes":["R","D"]"#,
        "odd-status" => r#""status":"done","moves":["R","D"]"#,
        "endless-cost" => r#""moves":["R","D"],"cost":1e999"#,
        "negative-counter" => r#""moves":["R","D"],"counters":{"expanded":-1}"#,
        _ => return None,
    })
}

fn answer(behaviour: &str, file: &str, line: &str) {
    let number = line.split_once("\"id\":").expect("an id").1;
    let number = number.split(',').next().expect("a number");
    let good = format!(r#"{{"type":"answer","id":{number},"moves":["R","D"],"cost":2,"counters":{{"expanded":3}}}}"#);
    if let Some(fields) = wrong_fields(behaviour) {
        return say(&format!(r#"{{"type":"answer","id":{number},{fields}}}"#));
    }
    match behaviour {
        "crashes" => {
            eprintln!("out of ideas");
            exit(3);
        }
        "aborts" => abort(),
        "hangs" => sleep(EVER),
        "late" => {
            sleep(LATE);
            say(&good);
        }
        "spins" => loop {
            std::hint::spin_loop();
        },
        "prints" => say("debug: 3 nodes"),
        "floods" => loop {
            let _ = io::stdout().write_all(&[b'x'; 1 << 14]);
        },
        "remarks" => loop {
            say(r#"{"type":"log","message":"still thinking"}"#);
        },
        "complains" => loop {
            eprintln!("warning: {}", "x".repeat(1000));
        },
        "other-id" => say(&good.replace(&format!("\"id\":{number}"), "\"id\":99")),
        "no-id" => say(&good.replace(&format!("\"id\":{number},"), "")),
        "declines" => say(&format!(r#"{{"type":"error","id":{number},"message":"no idea"}}"#)),
        "greets-twice" => say(HELLO),
        "binary" => io::stdout().write_all(b"\xff\xfe\x00\n").expect("a pipe"),
        "eats" => {
            let room = vec![1u8; 512 << 20];
            sleep(EVER);
            eprintln!("{}", room.len());
        }
        #[cfg(unix)]
        "closes" => {
            // The pipe ends, and the program does not.
            let _ = rustix::stdio::dup2_stdout(fs::File::open("/dev/null").expect("nothing"));
            sleep(EVER);
        }
        "child" => have_child(file, false, false),
        "session" => have_child(file, true, false),
        "orphan" => have_child(file, true, true),
        #[cfg(unix)]
        "kills-parent" => {
            have_child(file, true, false);
            let _ = Command::new("kill").args(["-9", &parent_id().to_string()]).status();
            sleep(EVER);
        }
        "litters" => {
            fs::write("litter.txt", "x").expect("a folder of its own");
            say(&good);
        }
        _ => say(&good),
    }
    if matches!(behaviour, "child" | "session" | "orphan") {
        say(&good);
    }
}

/// Starts a child that outlives its parent: in a session of its own, and with nothing of its parent's environment.
#[expect(clippy::zombie_processes, reason = "this is what is tested")]
fn have_child(file: &str, is_apart: bool, is_cleared: bool) {
    let own = env::current_exe().expect("a program");
    let mut child = if is_apart { Command::new("setsid") } else { Command::new(&own) };
    if is_apart {
        // Forked once more, so that its parent ends at once.
        child.arg("--fork").arg(&own);
    }
    child.args(["sleeper", file]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    #[cfg(unix)]
    child.process_group(0);
    if is_cleared {
        child.env_clear().env("PATH", "/usr/bin:/bin");
    }
    child.spawn().expect("a child");
    sleep(Duration::from_millis(100));
}
