//! The children of a program, and how all of them are ended.
//!
//! Idea        Each program is started with a mark in its environment, which its children inherit, also those that leave
//!             its group of processes or outlive their parents. Whoever carries the mark, and whoever descends from one
//!             that does, belongs to the program. A copy of searchlab, the watchdog, holds the other end of a pipe, and
//!             ends all of them once the pipe breaks: that of a searchlab that was killed ends too.
//!             A program that solves tasks is started by a keeper, another copy of searchlab, to which the system gives
//!             the children of parents that have ended: so those are found too that have cleared their environment.
//!             On Windows each program has a job object, to which its children belong too, and which ends all of them
//!             when its last handle is closed: by searchlab, or by the system when that is gone.
//! Limits      Linux and Windows: elsewhere nobody tells of processes. On Linux a child of a player that clears its
//!             environment is found as long as its parents live; on Windows a child is missed that a program starts
//!             within its first instants, before it is given its job.
//!
//! Not here: the program itself (`process.rs`).

use std::process::{Child, Command};

/// The variable of the environment that holds the mark.
const VARIABLE: &str = "SEARCHLAB_PROGRAM";

/// The word by which the program knows that it is to be the watchdog of the mark that follows.
#[cfg(target_os = "linux")]
const WATCHDOG: &str = "--watchdog-of-programs";

/// The word by which the program knows that it is to be the keeper of the command that follows its restrictions.
#[cfg(target_os = "linux")]
const KEEPER: &str = "--keeper-of-program";

/// True if programs can have keepers.
pub(super) fn has_keepers() -> bool {
    #[cfg(target_os = "linux")]
    return watchdog::is_able();
    #[cfg(not(target_os = "linux"))]
    false
}

/// The command that starts the keeper of a command, in the folder of that one.
#[cfg(target_os = "linux")]
pub(super) use keeper::command as kept;

/// There are no keepers.
#[cfg(not(target_os = "linux"))]
pub(super) fn kept(command: &Command, _is_confined: bool) -> Command {
    Command::new(command.get_program())
}

/// True if the system lets the network be taken from a program.
pub fn can_take_network() -> bool {
    #[cfg(target_os = "linux")]
    return keeper::probe();
    #[cfg(not(target_os = "linux"))]
    false
}

/// The mark of a program and its children. Those of one searchlab begin alike.
#[derive(Debug)]
pub(super) struct Mark {
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "children inherit it, and nobody looks for it"))]
    text: String,
    /// The job object of the program, until that is ended.
    #[cfg(windows)]
    job: Option<win32job::Job>,
}

impl Mark {
    /// Marks what a command will start, and has a watchdog for it.
    pub(super) fn new(command: &mut Command) -> Self {
        use std::sync::atomic::{AtomicU64, Ordering};
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let text = format!("{}{}.", own_mark(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(VARIABLE, &text);
        #[cfg(target_os = "linux")]
        watchdog::start();
        Self {
            text,
            #[cfg(windows)]
            job: None,
        }
    }

    /// Takes hold of the program, as soon as it is started.
    #[cfg_attr(not(windows), expect(clippy::unused_self, clippy::needless_pass_by_ref_mut, reason = "for Windows"))]
    pub(super) fn hold(&mut self, child: &Child) {
        #[cfg(windows)]
        {
            use std::os::windows::io::AsRawHandle;
            use win32job::{ExtendedLimitInfo, Job};
            let job = Job::create_with_limit_info(ExtendedLimitInfo::new().limit_kill_on_job_close());
            // Without it the program alone is ended.
            self.job = job.ok().filter(|job| job.assign_process(child.as_raw_handle() as isize).is_ok());
        }
        #[cfg(not(windows))]
        let _ = child;
    }

    /// Kills all that carry the mark, and their children.
    #[cfg_attr(not(windows), expect(clippy::needless_pass_by_ref_mut, reason = "for Windows"))]
    pub(super) fn end(&mut self) {
        #[cfg(target_os = "linux")]
        table::end(&self.text);
        #[cfg(windows)]
        drop(self.job.take());
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

/// If this process was started as a watchdog or a keeper: does that work, and gives its exit code. Else it may start
/// watchdogs and keepers from now on, which will call this first of all.
pub fn serve() -> Option<u8> {
    #[cfg(target_os = "linux")]
    return keeper::run().or_else(|| watchdog::run().then_some(0));
    #[cfg(not(target_os = "linux"))]
    None
}

#[cfg(target_os = "linux")]
pub(super) use table::{descendants, is_keeper};

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

    pub(super) fn is_able() -> bool {
        IS_ABLE.load(Ordering::Relaxed)
    }

    /// This program once more, told by its first word what it is to do.
    pub(super) fn again(word: &str) -> Command {
        let mut command = Command::new("/proc/self/exe");
        command.arg0("searchlab").arg(word);
        command
    }

    /// The watchdog, which ends when its standard input does: with this process.
    static CHILD: OnceLock<Option<Child>> = OnceLock::new();

    pub(super) fn start() {
        if !is_able() {
            return;
        }
        CHILD.get_or_init(|| {
            let mut command = again(WATCHDOG);
            command.arg(own_mark()).current_dir("/").process_group(0);
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

/// A copy of searchlab between it and a program.
#[cfg(target_os = "linux")]
mod keeper {
    use std::env;
    use std::fs::File;
    use std::os::unix::process::ExitStatusExt;
    use std::process::Command;

    use rustix::process::{Resource, Rlimit, Signal, getpid, kill_process, set_child_subreaper, setrlimit};
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    use super::{KEEPER, table, watchdog};

    /// The exit code where the command cannot be started, as that of shells.
    const NOT_FOUND: u8 = 127;

    /// Bytes of a file that a confined program may write.
    const LARGEST_FILE: u64 = 64 << 20;

    /// Files that a confined program may have open.
    const OPEN_FILES: u64 = 256;

    const CONFINED: &str = "confined";

    const PROBE: &str = "probe";

    pub(super) fn probe() -> bool {
        watchdog::is_able() && watchdog::again(KEEPER).arg(PROBE).status().is_ok_and(|status| status.success())
    }

    pub(in super::super) fn command(command: &Command, is_confined: bool) -> Command {
        let mut kept = watchdog::again(KEEPER);
        kept.arg(if is_confined { CONFINED } else { "" });
        kept.arg(command.get_program()).args(command.get_args());
        if let Some(folder) = command.get_current_dir() {
            kept.current_dir(folder);
        }
        kept
    }

    pub(super) fn run() -> Option<u8> {
        let mut words = env::args_os().skip(1);
        words.next().filter(|word| word == KEEPER)?;
        let manner = words.next()?;
        if manner == PROBE {
            return Some(u8::from(!take_network()));
        }
        let is_confined = manner == CONFINED;
        let mut command = Command::new(words.next()?);
        command.args(words);
        // Without it those are missed that have left their parents and their mark.
        let _ = set_child_subreaper(Some(getpid()));
        if is_confined {
            confine();
        }
        let code = match command.spawn() {
            Ok(mut child) => {
                leave_pipes();
                let status = child.wait();
                table::end_below(std::process::id());
                if let Some(signal) =
                    status.as_ref().ok().and_then(ExitStatusExt::signal).and_then(Signal::from_named_raw)
                {
                    // Ends as the program did.
                    let _ = kill_process(getpid(), signal);
                }
                status.ok().and_then(|status| u8::try_from(status.code()?).ok()).unwrap_or(1)
            }
            Err(error) => {
                eprintln!("cannot start {}: {error}", command.get_program().display());
                NOT_FOUND
            }
        };
        Some(code)
    }

    /// Leaves the ends of the pipes to the program, so that they end with it.
    fn leave_pipes() {
        if let Ok(nothing) = File::options().read(true).write(true).open("/dev/null") {
            let _ = rustix::stdio::dup2_stdin(&nothing);
            let _ = rustix::stdio::dup2_stdout(&nothing);
            let _ = rustix::stdio::dup2_stderr(&nothing);
        }
    }

    /// Takes away the network where the system allows it, large files, and dumps of memory.
    fn confine() {
        let most = |number| Rlimit { current: Some(number), maximum: Some(number) };
        let _ = setrlimit(Resource::Fsize, most(LARGEST_FILE));
        let _ = setrlimit(Resource::Core, most(0));
        let _ = setrlimit(Resource::Nofile, most(OPEN_FILES));
        take_network();
    }

    /// Gives this process a network of its own, in which there is nothing. False where the system does not allow it.
    #[expect(unsafe_code, reason = "the call is unsafe with flags that split threads, which these do not")]
    fn take_network() -> bool {
        // SAFETY: the process has one thread, and the flags concern neither memory nor open files.
        let unshare = |flags| unsafe { unshare_unsafe(flags) };
        unshare(UnshareFlags::NEWNET).or_else(|_| unshare(UnshareFlags::NEWUSER | UnshareFlags::NEWNET)).is_ok()
    }
}

/// The processes of the system.
#[cfg(target_os = "linux")]
mod table {
    use std::fs;
    use std::thread;
    use std::time::Duration;

    use rustix::process::{Pid, Signal, kill_process};

    use super::{KEEPER, VARIABLE};

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
            // As long as a keeper lives, nobody below it is lost.
            if !found.iter().all(|&id| is_keeper(id)) {
                found.retain(|&id| !is_keeper(id));
            }
            kill(&found);
        }
    }

    /// Kills all below a process.
    pub(super) fn end_below(id: u32) {
        for _ in 0..LOOKS {
            let mut found = descendants(id);
            found.retain(|&id| is_alive(id));
            if found.is_empty() {
                return;
            }
            kill(&found);
        }
    }

    fn kill(ids: &[u32]) {
        for process in ids.iter().filter_map(|id| Pid::from_raw(id.cast_signed())) {
            // It may have ended by itself.
            let _ = kill_process(process, Signal::KILL);
        }
        thread::sleep(Duration::from_millis(1));
    }

    /// True for a copy of searchlab that keeps a program.
    pub(in super::super) fn is_keeper(id: u32) -> bool {
        let words = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
        words.split(|&byte| byte == 0).nth(1) == Some(KEEPER.as_bytes())
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
