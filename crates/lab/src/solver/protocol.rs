//! The protocol of solvers, version 1: one JSON object a line. The book defines it (`docs/src/reference/protocol.md`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use searchlab_search::budget::Status;
use searchlab_trial::diagnostic::{bounded, quoted};
use searchlab_trial::record::Limits;

/// The version of the protocol.
pub(super) const VERSION: u32 = 1;

/// A line to a program.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Told<'a> {
    /// The greeting.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// That of searchlab.
        searchlab: &'a str,
    },
    /// A task.
    Solve(&'a TaskLine<'a>),
}

/// A task as a program is told it.
#[derive(Debug, Serialize)]
pub(super) struct TaskLine<'a> {
    /// Its number, which the answer repeats.
    pub(super) id: u64,
    /// The world.
    pub(super) world: &'a str,
    /// The name of the instance.
    pub(super) instance: &'a str,
    /// The instance in plain form.
    #[serde(flatten)]
    pub(super) plain: Map<String, Value>,
    /// Plies, in games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) depth: Option<u32>,
    /// Parameters of the world, such as the evaluation of a game.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub(super) parameters: Map<String, Value>,
    /// The limits.
    pub(super) limits: ToldLimits,
    /// For everything random.
    pub(super) seed: u64,
}

/// The limits of a task.
#[derive(Debug, Clone, Copy, Serialize)]
pub(super) struct ToldLimits {
    /// Wall-clock seconds.
    pub(super) seconds: f64,
    /// Nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// Bytes of memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
}

impl ToldLimits {
    pub(super) fn new(limits: Limits, seconds: f64) -> Self {
        Self { seconds, nodes: limits.nodes, bytes: limits.bytes }
    }
}

/// A line from a program.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Said {
    /// Its greeting.
    Hello(Hello),
    /// The end of its search.
    Answer(AnswerLine),
    /// It does not solve the task.
    Error {
        /// Why.
        message: String,
    },
    /// A remark, which changes nothing.
    Log {
        /// Its text.
        message: String,
    },
}

/// The greeting of a program.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hello {
    /// The version of the protocol that it speaks.
    pub(super) protocol: u32,
    /// Its name.
    pub(super) name: String,
    /// The worlds that it knows; all if it names none.
    #[serde(default)]
    pub(super) worlds: Vec<String>,
    /// The promise that its answers are held to.
    #[serde(default)]
    pub(super) promises: Promise,
}

/// The promise of a program for each of its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Promise {
    /// Legal moves.
    #[default]
    Nothing,
    /// The least cost.
    Optimal,
    /// The value that MiniMax gives for the depth, and a move of that value.
    Minimax,
}

/// The answer of a program.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AnswerLine {
    /// The number of the task.
    #[serde(default)]
    pub(super) id: Option<u64>,
    /// How the search ended, in a word of records.
    #[serde(default)]
    pub(super) status: Option<String>,
    /// The path, or the line of play, of which the first is the chosen move.
    #[serde(default)]
    pub(super) moves: Vec<Box<str>>,
    /// The cost of the path.
    #[serde(default)]
    pub(super) cost: Option<f64>,
    /// The value for the side to move.
    #[serde(default)]
    pub(super) value: Option<f64>,
    /// True if no path costs less; without it the promise of the greeting holds.
    #[serde(default)]
    pub(super) optimal: Option<bool>,
    /// Counters of its own.
    #[serde(default)]
    pub(super) counters: BTreeMap<String, u64>,
}

impl AnswerLine {
    /// The status: of an answer without one, solved if it has moves or a value.
    ///
    /// # Errors
    /// A word that is none.
    pub(super) fn ended(&self, solved: Status) -> Result<Status, String> {
        let has_answer = !self.moves.is_empty() || self.cost.is_some() || self.value.is_some();
        match self.status.as_deref() {
            None if has_answer => Ok(solved),
            None => Err("an answer without `status`, `moves` and `value`".to_owned()),
            Some("solved" | "complete") => Ok(solved),
            Some(word) => {
                let known = [Status::Unsolvable, Status::LimitNodes, Status::LimitTime, Status::LimitMemory];
                let found = known.into_iter().find(|status| status.name() == word);
                let words: Vec<&str> = known.iter().map(|status| status.name()).collect();
                found.ok_or_else(|| format!("the status {}; expected solved, {}", quoted(word), words.join(", ")))
            }
        }
    }
}

/// Reads a line.
///
/// # Errors
/// The mistake.
pub(super) fn read(line: &str) -> Result<Said, String> {
    let wrong =
        |error: serde_json::Error| bounded(&format!("the line {} is not of the protocol: {error}", quoted(line)));
    serde_json::from_str(line).map_err(wrong)
}

/// An answer as plain text: an object as above, the word `unsolvable`, or moves with blanks, commas or nothing between.
///
/// # Errors
/// The mistake.
pub(super) fn read_text(text: &str, are_letters: bool) -> Result<AnswerLine, String> {
    let text = text.trim();
    if text.starts_with('{') {
        // With or without its type.
        let wrong = |error: serde_json::Error| bounded(&error.to_string());
        let mut fields: Map<String, Value> = serde_json::from_str(text).map_err(wrong)?;
        fields.remove("type");
        return serde_json::from_value(fields.into()).map_err(wrong);
    }
    if text == Status::Unsolvable.name() {
        return Ok(AnswerLine { status: Some(text.to_owned()), ..AnswerLine::default() });
    }
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let moves = if are_letters {
        text.chars().filter(|&letter| !is_gap(letter)).map(|letter| letter.to_string().into()).collect()
    } else {
        text.split(is_gap).filter(|word| !word.is_empty()).map(Into::into).collect()
    };
    Ok(AnswerLine { status: Some(Status::Solved.name().to_owned()), moves, ..AnswerLine::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let Ok(Said::Answer(answer)) = read(r#"{"type":"answer","id":1,"moves":["R","D"],"cost":2}"#) else { panic!() };
        assert_eq!((answer.ended(Status::Solved), answer.cost), (Ok(Status::Solved), Some(2.0)));
        for (line, part) in [
            ("hello", "is not of the protocol"),
            (r#"{"type":"anser"}"#, "unknown variant `anser`"),
            (r#"{"type":"answer","mvoes":[]}"#, "unknown field `mvoes`"),
            ("[]", "is not of the protocol"),
        ] {
            let told = read(line).expect_err(line);
            assert!(told.contains(part), "{told}");
        }
        assert!(AnswerLine::default().ended(Status::Solved).is_err());
    }

    /// Found by fuzzing.
    #[test]
    fn no_error_repeats_a_line_at_any_length() {
        let long = "\u{1}x\u{fffd}".repeat(10_000);
        let in_json = |text: &str| serde_json::to_string(text).unwrap();
        let lines = [
            long.clone(),
            in_json(&"\u{7f}".repeat(200)),
            format!("{{\"type\":{}}}", in_json(&long)),
            format!("{{\"type\":\"answer\",{}:1}}", in_json(&long)),
            format!("{{\"type\":\"answer\",\"cost\":{}}}", in_json(&long)),
        ];
        for told in lines.iter().map(|line| read(line).unwrap_err()) {
            assert!(told.chars().count() < 1000 && !told.chars().any(char::is_control), "{told}");
        }
        for told in lines[1..].iter().filter_map(|line| read_text(line, true).err()) {
            assert!(told.chars().count() < 1000 && !told.chars().any(char::is_control), "{told}");
        }
        let status = AnswerLine { status: Some(long), ..AnswerLine::default() }.ended(Status::Solved).unwrap_err();
        assert!(status.chars().count() < 1000, "{status}");
    }

    #[test]
    fn plain_answers_are_read() {
        let moves = |text, letters| read_text(text, letters).map(|answer| answer.moves.join("|"));
        assert_eq!(moves("RRD\nU\n", true), Ok("R|R|D|U".to_owned()));
        assert_eq!(moves("N, NE E", false), Ok("N|NE|E".to_owned()));
        assert_eq!(moves(r#"{"type":"answer","moves":["R"]}"#, true), Ok("R".to_owned()));
        assert_eq!(read_text("unsolvable\n", true).unwrap().ended(Status::Solved), Ok(Status::Unsolvable));
        assert!(read_text("{", true).is_err());
    }
}
