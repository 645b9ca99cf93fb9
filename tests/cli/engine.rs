//! An engine that speaks a protocol, as its client sees it: what goes in, and what comes out line by line.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::PROGRAM;

/// Longer than any answer takes, on a machine that runs other tests too.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The program, and what it says.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Lines that begin so are passed over.
    remark: &'static str,
}

impl Engine {
    /// The program with these words, whose remarks begin so.
    pub(crate) fn new(words: &[&str], remark: &'static str) -> Self {
        Self::of(Command::new(PROGRAM).args(words), remark)
    }

    pub(crate) fn of(command: &mut Command, remark: &'static str) -> Self {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("its output"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { child, input, lines, remark }
    }

    pub(crate) fn send(&mut self, text: impl AsRef<[u8]>) {
        let input = self.input.as_mut().expect("it is open");
        input.write_all(text.as_ref()).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Nothing more will be sent.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The next line that is no remark.
    #[track_caller]
    pub(crate) fn hear(&self) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE).expect("an answer");
            if !line.starts_with(self.remark) {
                return line;
            }
        }
    }

    /// All lines up to the first that begins so, which is the last of them.
    #[track_caller]
    pub(crate) fn hear_until(&self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {beginning:?} after {heard:?}"));
            let is_last = line.starts_with(beginning);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    #[track_caller]
    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.send(format!("{line}\r\n"));
        self.hear()
    }

    /// Waits for the end; everything that was said until then, on both streams.
    #[track_caller]
    pub(crate) fn end_within(mut self, time: Duration) -> (ExitStatus, Vec<String>) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                break status;
            }
            if begin.elapsed() > time {
                let _ = self.child.kill();
                panic!("it goes on after {time:?}");
            }
            thread::sleep(Duration::from_millis(5));
        };
        let mut said: Vec<String> = self.lines.iter().collect();
        let errors = self.child.stderr.take().expect("its errors");
        said.extend(BufReader::new(errors).lines().map_while(Result::ok).map(|line| format!("stderr: {line}")));
        (status, said)
    }
}

/// Nobody listens any more: the program with these words ends without a word, whatever it is sent.
#[track_caller]
pub(crate) fn ends_unheard(words: &[&str], lines: &str) {
    let mut command = Command::new(PROGRAM);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("its input");
    // It may have ended before all is written.
    let _ = input.write_all(lines.as_bytes());
    let begin = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        assert!(begin.elapsed() < PATIENCE, "it goes on");
        thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("its streams");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}
