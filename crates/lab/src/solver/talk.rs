//! A program that is asked line by line, from its greeting to its end.

use std::time::Duration;

use super::protocol::{AnswerLine, Hello, Said, Told, VERSION, read};
use super::{Failure, Question, Reply, not_started};
use crate::experiment::program;
use crate::play::program::{Manner, Process};
use crate::play::{Fault, READY, Wait};
use searchlab_search::clock::Instant;
use searchlab_trial::record::Measured;
use searchlab_trial::text::listed;

/// The line that ends a program.
const FAREWELL: &str = r#"{"type":"quit"}"#;

/// Bytes of a line: a path of a million moves.
const LONGEST: u64 = 8 << 20;

/// Lines that wait to be heard.
const QUEUE: usize = 4;

/// Lines that are no answer: remarks.
const MOST_REMARKS: u32 = 100_000;

/// A program that has greeted.
#[derive(Debug)]
pub(super) struct Solver {
    process: Process,
    hello: Hello,
}

fn babble(words: String) -> Failure {
    Failure::Told(Fault::Babble.name(), words)
}

impl Solver {
    /// Starts the program of a task and greets it. An error comes with its last words.
    pub(super) fn start(question: &Question<'_>) -> Result<Self, (Failure, Option<String>)> {
        let manner = Manner { farewell: FAREWELL, longest: LONGEST, queue: QUEUE, is_kept: true };
        let process =
            Process::start(question.spec, manner).map_err(|error| (not_started(question.spec, &error), None))?;
        let mut solver = Self { process, hello: Hello::default() };
        match solver.greet(question) {
            Ok(()) => Ok(solver),
            Err(failure) => Err((failure, solver.kill())),
        }
    }

    fn greet(&mut self, question: &Question<'_>) -> Result<(), Failure> {
        self.send(&Told::Hello { protocol: VERSION, searchlab: program::VERSION })?;
        match self.hear(question, &Wait::lasting(READY, "no greeting"))?.0 {
            Said::Hello(hello) if hello.protocol == VERSION => {
                self.hello = hello;
                Ok(())
            }
            Said::Hello(hello) => Err(babble(format!("it speaks version {} of the protocol", hello.protocol))),
            _ => Err(babble("its first line is no `hello`".to_owned())),
        }
    }

    fn send(&mut self, told: &Told<'_>) -> Result<(), Failure> {
        let line = serde_json::to_string(told).unwrap_or_default();
        Ok(self.process.send(&format!("{line}\n"))?)
    }

    /// The next line that is no remark, and when it came.
    fn hear(&mut self, question: &Question<'_>, wait: &Wait) -> Result<(Said, Instant), Failure> {
        for _ in 0..MOST_REMARKS {
            let heard = self.process.hear(wait, question.spec.memory, question.stop)?;
            match read(&heard.text).map_err(babble)? {
                Said::Log { message } => self.process.note(&message),
                said => return Ok((said, heard.at)),
            }
        }
        Err(babble(format!("more than {MOST_REMARKS} remarks")))
    }

    /// Gives it a task, and waits for the answer.
    pub(super) fn ask(&mut self, question: &Question<'_>) -> Result<Reply, Failure> {
        let world = question.trial.world.as_str();
        if !self.hello.worlds.is_empty() && !self.hello.worlds.iter().any(|known| known == world) {
            let known: Vec<&str> = self.hello.worlds.iter().map(String::as_str).collect();
            return Err(Failure::Told(
                "declined",
                format!("it solves tasks of {}, and not of {world}", listed(&known)),
            ));
        }
        let line = question.line();
        self.process.forget_memory();
        let begin_processor = self.process.processor_time();
        let begin = Instant::now();
        self.send(&Told::Solve(&line))?;
        let (said, at) = self.hear(question, &question.wait())?;
        let time = at.saturating_duration_since(begin);
        let processor = self.process.processor_time().saturating_sub(begin_processor);
        let measured = measured(time, processor, self.process.memory());
        self.process.check_memory(question.spec.memory)?;
        match said {
            Said::Answer(answer) => self.reply(answer, question, measured),
            Said::Error { message } => Err(Failure::Told("declined", message)),
            Said::Hello(_) | Said::Log { .. } => Err(babble("a greeting in place of an answer".to_owned())),
        }
    }

    fn reply(&self, answer: AnswerLine, question: &Question<'_>, measured: Measured) -> Result<Reply, Failure> {
        match answer.id {
            Some(id) if id == question.id => {
                let name = Some(self.hello.name.clone()).filter(|name| !name.trim().is_empty());
                Ok(Reply { answer, name, promise: self.hello.promises, measured })
            }
            Some(id) => Err(babble(format!("an answer to task {id}, where it was asked for {}", question.id))),
            None => Err(babble(format!("an answer without the id {}", question.id))),
        }
    }

    /// Ends it at once. Returns its last words.
    pub(super) fn kill(self) -> Option<String> {
        self.process.kill()
    }
}

/// Time and memory that a program spent.
pub(super) fn measured(time: Duration, processor: Duration, memory: Option<u64>) -> Measured {
    Measured {
        seconds: time.as_secs_f64(),
        cpu_seconds: processor.as_secs_f64(),
        peak_bytes: memory.unwrap_or_default(),
        seconds_per_move: None,
    }
}
