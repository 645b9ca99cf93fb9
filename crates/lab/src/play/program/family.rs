//! The children of a program, and how all of them are ended.
//!
//! Idea        Each program is started with a mark in its environment, which its children inherit, also those that leave
//!             its group of processes or outlive their parents. Whoever carries the mark, and whoever descends from one
//!             that does, belongs to the program. A copy of searchlab, the watchdog, holds the other end of a pipe, and
//!             ends all of them once the pipe breaks: that of a searchlab that was killed ends too.
//! Limits      Linux only: elsewhere nobody tells of processes. A child that clears its environment is found as long as
//!             its parents live.
//!
//! Not here: the program itself (`process.rs`).

use std::process::Command;

/// The variable of the environment that holds the mark.
const VARIABLE: &str = "SEARCHLAB_PROGRAM";

/// The word by which the program knows that it is to be the watchdog of the mark that follows.
#[cfg(target_os = "linux")]
const WATCHDOG: &str = "--watchdog-of-programs";

/// The mark of a program and its children. Those of one searchlab begin alike.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    /// Marks what a command will start, and has a watchdog for it.
    pub(super) fn new(command: &mut Command) -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = Self(format!("{}{}.", own_mark(), COUNT.fetch_add(1, Ordering::Relaxed)));
        command.env(VARIABLE, &mark.0);
        #[cfg(target_os = "linux")]
        watchdog::start();
        mark
    }

    /// Kills all that carry the mark, and their children.
    pub(super) fn end(&self) {
        #[cfg(target_os = "linux")]
        table::end(&self.0);
    }
}

/// The prefix of the marks of this searchlab.
fn own_mark() -> &'static str {
    use std::sync::OnceLock;
    use std::time::SystemTime;
    static OWN: OnceLock<String> = OnceLock::new();
    OWN.get_or_init(|| {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        format!("{}.{}.", std::process::id(), now.as_nanos())
    })
}

/// If this process was started as a watchdog: watches, ends the programs that are left, and tells so by true. Else it
/// may start a watchdog from now on, which will call this first of all.
pub fn is_watchdog() -> bool {
    #[cfg(target_os = "linux")]
    return watchdog::run();
    #[cfg(not(target_os = "linux"))]
    false
}

#[cfg(target_os = "linux")]
pub(super) use table::descendants;

#[cfg(target_os = "linux")]
mod watchdog {
    use std::env;
    use std::io::{self, Read};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::{WATCHDOG, own_mark, table};

    /// True if this program becomes a watchdog when it is asked to: others that use the library do not.
    static IS_ABLE: AtomicBool = AtomicBool::new(false);

    /// The watchdog, which ends when its standard input does: with this process.
    static CHILD: OnceLock<Option<Child>> = OnceLock::new();

    pub(super) fn start() {
        if !IS_ABLE.load(Ordering::Relaxed) {
            return;
        }
        CHILD.get_or_init(|| {
            let mut command = Command::new("/proc/self/exe");
            command.arg0("searchlab").args([WATCHDOG, own_mark()]).current_dir("/").process_group(0);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            // Without it programs still end with their games.
            command.spawn().ok()
        });
    }

    pub(super) fn run() -> bool {
        let mut words = env::args().skip(1);
        if words.next().as_deref() != Some(WATCHDOG) {
            IS_ABLE.store(true, Ordering::Relaxed);
            return false;
        }
        let mark = words.next().unwrap_or_default();
        // Nothing is ever written there: it ends.
        let _ = io::stdin().lock().read_to_end(&mut Vec::new());
        if !mark.is_empty() {
            table::end(&mark);
        }
        true
    }
}

/// The processes of the system.
#[cfg(target_os = "linux")]
mod table {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    use super::VARIABLE;

    /// Processes that are looked at: a wrapper's program is its child, and few have more.
    const FAMILY: usize = 4096;

    /// Looks at the table until nobody is left: what is killed may have had another child meanwhile.
    const LOOKS: usize = 200;

    /// Kills all whose mark begins so, and their descendants.
    pub(super) fn end(mark: &str) {
        for _ in 0..LOOKS {
            let mut found = marked(mark);
            let below: Vec<u32> = found.iter().flat_map(|&id| descendants(id)).collect();
            found.extend(below);
            found.retain(|&id| id != std::process::id() && is_alive(id));
            if found.is_empty() {
                return;
            }
            for process in found.iter().filter_map(|id| Pid::from_raw(id.cast_signed())) {
                // It may have ended by itself.
                let _ = kill_process(process, Signal::KILL);
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    fn marked(mark: &str) -> Vec<u32> {
        let wanted = format!("{VARIABLE}={mark}").into_bytes();
        let is_marked = |id: &u32| {
            // That of another user is not to be read.
            let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|variable| variable.starts_with(&wanted))
        };
        let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
        let ids = entries.flatten().filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        ids.filter(is_marked).collect()
    }

    /// True if it runs; a process that nobody has asked for its end is still in the table.
    fn is_alive(id: u32) -> bool {
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
    }

    /// The children of a process, and theirs.
    pub(in super::super) fn descendants(id: u32) -> Vec<u32> {
        let mut family = children(id);
        let mut next = 0;
        while next < family.len() && family.len() < FAMILY {
            for child in children(family[next]) {
                if !family.contains(&child) {
                    family.push(child);
                }
            }
            next += 1;
        }
        family
    }

    fn children(id: u32) -> Vec<u32> {
        let Ok(threads) = fs::read_dir(format!("/proc/{id}/task")) else { return Vec::new() };
        let lists = threads.flatten().filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists.flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>()).collect()
    }
}
