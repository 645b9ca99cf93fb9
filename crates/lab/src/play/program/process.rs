//! A process: its start, its pipes, its end.
//!
//! It is started in an empty folder of its own, for programs litter, or in the one that the user has named. On Unix it
//! leads a group of processes, so that Ctrl-C at the terminal does not reach it, and so that the children of a wrapper
//! end with it.
//!
//! Not here: what the lines mean, and children that leave the group (`family.rs`).

use std::collections::VecDeque;
use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::family::{Mark, has_keepers, kept};
use super::memory::{forget_peaks, held, spent};
use super::{Manner, memory_grace};
use crate::play::{EngineError, Fault, Forfeit, Heard, ProgramSpec, Wait};
use crate::temporary::TemporaryFolder;
use searchlab_search::clock::Instant;
use searchlab_trial::diagnostic::quoted;
use searchlab_trial::text::{has_separator, printable};

/// From one look at the stop flag and the memory to the next.
const LOOK: Duration = Duration::from_millis(20);

/// Time of a program to end itself when it is told to, and to leave its exit status when its output has ended.
const LEAVE: Duration = Duration::from_millis(200);

/// From what a program says to the next that it is told. Some take their answer for the end of their work a moment before
/// it is: Rapfi 0.43 loses a command that comes in the microseconds between, which opponents of no thought can send.
pub const BREATH: Duration = Duration::from_millis(5);

/// Bytes of a line of its standard error.
const LONGEST_COMPLAINT: u64 = 1 << 14;

/// Lines of its standard error that are kept.
const COMPLAINTS: usize = 3;

/// Characters of a remark that are kept.
const REMARK: usize = 200;

/// True if programs have neither network nor large files, where the system allows that.
static CONFINED: AtomicBool = AtomicBool::new(false);

/// Starts all programs from now on without network and without large files, where the system allows that.
pub fn confine() {
    CONFINED.store(true, Ordering::Relaxed);
}

/// A program that runs. It is ended when it is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    mark: Mark,
    /// `None` once it has been told to end.
    input: Option<ChildStdin>,
    lines: Receiver<Heard>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// The thread that hears them.
    ear: Option<JoinHandle<()>>,
    /// The last remark, which was no answer.
    remark: Option<String>,
    /// The time of the last line that was heard.
    spoke: Option<Instant>,
    manner: Manner,
    /// True if the child is the keeper of the program.
    is_kept: bool,
    /// Processor time of it and its children, once it has ended: the system forgets it then.
    spent: Option<Duration>,
    folder: TemporaryFolder,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// It cannot be started: the command and what the system says.
    pub fn start(spec: &ProgramSpec, manner: Manner) -> io::Result<Self> {
        let told = |error: &io::Error| {
            io::Error::new(error.kind(), format!("cannot start the program {}: {error}", quoted(&spec.cmd)))
        };
        let folder = TemporaryFolder::new().map_err(|error| told(&error))?;
        let command = command(spec, folder.path()).map_err(|error| told(&error))?;
        let is_confined = CONFINED.load(Ordering::Relaxed);
        let is_kept = (manner.is_kept || is_confined) && has_keepers();
        let mut command = if is_kept { kept(&command, is_confined) } else { command };
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut mark = Mark::new(&mut command);
        let mut child = command.spawn().map_err(|error| told(&error))?;
        mark.hold(&child);
        let (input, output, errors) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (sender, lines) = sync_channel(manner.queue);
        if let Some(output) = output {
            thread::spawn(move || listen(output, manner.longest, &sender));
        }
        let complaints = Arc::default();
        let said = Arc::clone(&complaints);
        let ear = errors.map(|errors| thread::spawn(move || keep(errors, &said)));
        Ok(Self {
            child,
            mark,
            input,
            lines,
            complaints,
            ear,
            remark: None,
            spoke: None,
            manner,
            is_kept,
            spent: None,
            folder,
        })
    }

    /// Its number, as the system counts.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The folder that is its own, until it ends.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The most bytes that it and its children have held; `None` where the system does not tell.
    pub(crate) fn memory(&self) -> Option<u64> {
        held(self.id())
    }

    /// Processor time of it and its children since its start; zero where the system does not tell.
    pub(crate) fn processor_time(&self) -> Duration {
        self.spent.unwrap_or_else(|| spent(self.id(), self.is_kept))
    }

    /// Lets the count of its memory begin anew, where the system allows it.
    pub(crate) fn forget_memory(&self) {
        forget_peaks(self.id());
    }

    /// Ends what it can read.
    pub(crate) fn close_input(&mut self) {
        self.input = None;
    }

    /// Writes a text whose lines are ended.
    ///
    /// # Errors
    /// It has ended.
    pub fn send(&mut self, text: &str) -> Result<(), EngineError> {
        let written = self.input.as_mut().map(|input| input.write_all(text.as_bytes()).and_then(|()| input.flush()));
        if matches!(written, Some(Ok(()))) { Ok(()) } else { Err(self.crash()) }
    }

    /// Remembers a remark.
    pub fn note(&mut self, remark: &str) {
        self.remark = Some(cut(remark));
    }

    /// The next line that is not empty.
    ///
    /// # Errors
    /// There was none in time, it has ended, it holds more bytes than it may, `stop` is set.
    pub fn hear(&mut self, wait: &Wait, memory: Option<u64>, stop: &AtomicBool) -> Result<Heard, EngineError> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            let left = wait.end.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(heard) if heard.at > wait.end => return Err(wait.over()),
                Ok(heard) => {
                    self.spoke = Some(heard.at);
                    return Ok(heard);
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) => {
                    self.check_memory(memory)?;
                    if left.is_zero() {
                        return Err(wait.over());
                    }
                }
            }
        }
    }

    /// Lets it come to rest after its last line, see [`BREATH`].
    pub(crate) fn rest(&self) {
        let left = self.spoke.and_then(|spoke| BREATH.checked_sub(spoke.elapsed()));
        thread::sleep(left.unwrap_or_default());
    }

    /// Forgets what it has said that nobody has asked for.
    pub fn forget(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Checks that it keeps to its memory.
    ///
    /// # Errors
    /// It does not.
    pub(crate) fn check_memory(&self, memory: Option<u64>) -> Result<(), EngineError> {
        let Some(most) = memory else { return Ok(()) };
        let more = memory_grace(most);
        match self.memory().filter(|&bytes| bytes > most.saturating_add(more)) {
            None => Ok(()),
            Some(bytes) => {
                let [bytes, most, more] = [bytes, most, more].map(|bytes| bytes as f64 / f64::from(1u32 << 20));
                let words = format!("it held {bytes:.1} MiB and may hold {most:.1} and {more:.1} more");
                Err(EngineError::Failed(Forfeit::new(Fault::Memory, words)))
            }
        }
    }

    /// Its exit status, if it has ended.
    fn ended(&mut self) -> Option<ExitStatus> {
        let spent = self.processor_time();
        let status = self.child.try_wait().ok().flatten();
        self.spent = status.map(|_| spent);
        status
    }

    /// Waits for its end.
    ///
    /// # Errors
    /// It does not end in time; `stop` is set.
    pub(crate) fn wait(&mut self, wait: &Wait, stop: &AtomicBool) -> Result<ExitStatus, EngineError> {
        loop {
            match self.ended() {
                Some(status) => return Ok(status),
                _ if stop.load(Ordering::Relaxed) => return Err(EngineError::Stopped),
                _ if Instant::now() > wait.end => return Err(wait.over()),
                _ => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// The error of a program whose output or input has ended: how it did.
    pub(crate) fn crash(&mut self) -> EngineError {
        let begin = Instant::now();
        let status = loop {
            match self.ended() {
                Some(status) => break status.to_string(),
                _ if begin.elapsed() > LEAVE => break "it listens no more, or speaks no more".to_owned(),
                _ => thread::sleep(Duration::from_millis(2)),
            }
        };
        EngineError::Failed(Forfeit::new(Fault::Crashed, status))
    }

    /// Ends it at once. Returns its last lines beside its answers: those on standard error, else the last remark.
    pub(crate) fn kill(mut self) -> Option<String> {
        self.input = None;
        self.end();
        // With the process its standard error has ended, unless somebody else has the pipe.
        let begin = Instant::now();
        while self.ear.as_ref().is_some_and(|ear| !ear.is_finished()) && begin.elapsed() < LEAVE {
            thread::sleep(Duration::from_millis(1));
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let said: Vec<&str> = complaints.iter().map(String::as_str).collect();
        if said.is_empty() { self.remark.take() } else { Some(said.join(" / ")) }
    }

    /// Kills it with all its children, and waits until it is gone.
    fn end(&mut self) {
        self.mark.end();
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // Nobody may be left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Some(mut input) = self.input.take() {
            // Who has ended hears nothing.
            let _ = writeln!(input, "{}", self.manner.farewell).and_then(|()| input.flush());
            drop(input);
            let begin = Instant::now();
            while let Some(left) = LEAVE.checked_sub(begin.elapsed()) {
                if matches!(self.lines.recv_timeout(left), Err(RecvTimeoutError::Disconnected)) {
                    break;
                }
            }
        }
        self.end();
    }
}

/// The command that starts a program, with pipes at all ends: in the folder that it was given, else in its own.
fn command(spec: &ProgramSpec, own: &Path) -> io::Result<Command> {
    let here = env::current_dir()?;
    let folder = spec.dir.as_ref().map(|dir| here.join(dir));
    if let (Some(folder), Some(dir)) = (&folder, &spec.dir)
        && !folder.is_dir()
    {
        return Err(io::Error::new(io::ErrorKind::NotFound, format!("there is no folder {}", quoted(dir))));
    }
    let mut words = spec.words.iter();
    let program = words.next().map(|word| program(word, &here, folder.as_deref()));
    let mut command = Command::new(program.unwrap_or_default());
    command.args(words.map(|word| settled(word, &here, folder.as_deref())));
    command.current_dir(folder.as_deref().unwrap_or(own));
    Ok(command)
}

/// The file of a program: looked for in its folder first, then from here. A name alone that is in neither place is
/// looked for in the path of the system.
fn program(word: &str, here: &Path, folder: Option<&Path>) -> OsString {
    if let Some(file) = folder.map(|folder| folder.join(word)).filter(|file| file.is_file()) {
        return file.into_os_string();
    }
    if has_separator(word) { here.join(word).into_os_string() } else { word.into() }
}

/// A word as it means the same from another folder: of a path that exists, all of it. What is no path but the name of a
/// file without a dot is left alone, and what the folder has itself.
fn settled(word: &str, here: &Path, folder: Option<&Path>) -> OsString {
    let path = here.join(word);
    let is_path = (has_separator(word) || word.contains('.')) && path.exists();
    let is_there = folder.is_some_and(|folder| folder.join(word).exists());
    if is_path && !is_there { path.into_os_string() } else { word.into() }
}

/// Hears line after line, to the end.
fn listen(output: impl Read, longest: u64, lines: &SyncSender<Heard>) {
    each_line(output, longest, |text| lines.send(Heard { text, at: Instant::now() }).is_ok());
}

/// Keeps the last lines.
fn keep(errors: impl Read, complaints: &Mutex<VecDeque<String>>) {
    each_line(errors, LONGEST_COMPLAINT, |line| {
        let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == COMPLAINTS {
            kept.pop_front();
        }
        kept.push_back(cut(&line));
        true
    });
}

/// Takes lines that are not empty, until there are no more or they are not wanted.
fn each_line(input: impl Read, longest: u64, mut take: impl FnMut(String) -> bool) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(longest).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        if !line.is_empty() && !take(line) {
            return;
        }
    }
}

fn cut(text: &str) -> String {
    printable(&text.chars().take(REMARK).collect::<String>())
}
