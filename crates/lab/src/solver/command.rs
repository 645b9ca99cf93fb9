//! A command that is run once for each task: it reads a file, and writes its answer into another or to its standard
//! output.

use std::fs;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use super::protocol::{Promise, Told, read_text};
use super::talk::measured;
use super::{Failure, Question, Reply, not_started};
use crate::play::program::{Manner, Process};
use crate::play::{EngineError, Fault, Forfeit, ProgramSpec};
use crate::temporary::TemporaryFolder;
use searchlab_search::clock::Instant;

/// The word of a command line that stands for the file of the instance.
const INSTANCE: &str = "{instance}";

/// That for the same as an object of the protocol.
const JSON: &str = "{json}";

/// That for the file of the answer.
const ANSWER: &str = "{answer}";

/// Bytes of an answer.
const LONGEST: u64 = 8 << 20;

/// Lines of its standard output that wait to be heard.
const QUEUE: usize = 256;

/// From one look at its memory to the next.
const LOOK: Duration = Duration::from_millis(5);

/// Runs the command on a task. Returns its last words too.
pub(super) fn ask(question: &Question<'_>) -> (Result<Reply, Failure>, Option<String>) {
    let folder = match TemporaryFolder::new() {
        Ok(folder) => folder,
        Err(error) => return (Err(not_started(question.spec, &error)), None),
    };
    let started = write(question, folder.path()).and_then(|spec| {
        let manner = Manner { farewell: "", longest: LONGEST, queue: QUEUE, is_kept: true };
        Process::start(&spec, manner)
    });
    let mut process = match started {
        Ok(process) => process,
        Err(error) => return (Err(not_started(question.spec, &error)), None),
    };
    process.close_input();
    match follow(question, &mut process, &folder.path().join("answer.txt")) {
        Ok(reply) => (Ok(reply), None),
        Err(failure) => (Err(failure), process.kill()),
    }
}

/// Writes the files, and puts their names into the command.
fn write(question: &Question<'_>, folder: &Path) -> io::Result<ProgramSpec> {
    let line = question.line();
    let told = Told::Solve(&line);
    let [text, json, answer] = ["instance.txt", "instance.json", "answer.txt"].map(|name| folder.join(name));
    fs::write(&text, question.puzzle.text())?;
    fs::write(&json, serde_json::to_string(&told).unwrap_or_default() + "\n")?;
    let named = [(INSTANCE, text), (JSON, json), (ANSWER, answer)];
    let replaced = |word: &String| {
        named.iter().fold(word.clone(), |word, (name, path)| word.replace(name, &path.to_string_lossy()))
    };
    let words = question.spec.words.iter().map(replaced).collect();
    Ok(ProgramSpec { words, ..question.spec.clone() })
}

/// Waits for the end of the command, and reads the answer.
fn follow(question: &Question<'_>, process: &mut Process, file: &Path) -> Result<Reply, Failure> {
    let (begin, wait) = (Instant::now(), question.wait());
    let mut text = String::new();
    let (mut memory, mut looked) = (process.memory(), begin);
    loop {
        if looked.elapsed() > LOOK {
            (memory, looked) = (memory.max(process.memory()), Instant::now());
        }
        match process.hear(&wait, question.spec.memory, question.stop) {
            Ok(heard) if (text.len() + heard.text.len()) as u64 > LONGEST => {
                return Err(Failure::Told(Fault::Babble.name(), format!("an answer of more than {LONGEST} bytes")));
            }
            Ok(heard) => text = text + &heard.text + "\n",
            Err(EngineError::Failed(Forfeit { fault: Fault::Crashed, .. })) => break,
            Err(error) => return Err(error.into()),
        }
    }
    let status = process.wait(&wait, question.stop)?;
    let (time, processor) = (begin.elapsed(), process.processor_time());
    if !status.success() {
        return Err(Failure::Forfeit(Forfeit::new(Fault::Crashed, status.to_string())));
    }
    let is_file = question.spec.words.iter().any(|word| word.contains(ANSWER));
    let text = if is_file { read_file(file)? } else { text };
    if text.trim().is_empty() {
        return Err(Failure::Told(Fault::Babble.name(), "it wrote no answer".to_owned()));
    }
    let info = question.task.world().info();
    let are_letters = !info.is_game() && (info.between_moves)(&question.trial.params).is_empty();
    let answer = read_text(&text, are_letters).map_err(|error| Failure::Told(Fault::Babble.name(), error))?;
    Ok(Reply { answer, name: None, promise: Promise::Nothing, measured: measured(time, processor, memory) })
}

fn read_file(path: &Path) -> Result<String, Failure> {
    let mut text = String::new();
    let read = fs::File::open(path).and_then(|file| file.take(LONGEST).read_to_string(&mut text));
    read.map_err(|error| Failure::Told(Fault::Babble.name(), format!("there is no answer to be read: {error}")))?;
    Ok(text)
}
