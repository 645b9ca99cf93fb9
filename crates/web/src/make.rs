//! Things that are made from a seed: mazes as text, quizzes as pages.

use serde::Deserialize;
use serde_json::{Value, json};

use searchlab_lab::quiz::{Size, Topic, task};
use searchlab_report::quiz::page;
use searchlab_worlds::maze::format::write_ascii;
use searchlab_worlds::maze::generate::{self, Kind, generate};

/// The recipe of a maze.
#[derive(Debug, Deserialize)]
pub struct Recipe {
    /// Name of the generator.
    kind: String,
    /// Rows, walls included.
    rows: u32,
    /// Columns, walls included.
    cols: u32,
    seed: u64,
}

/// The most cells of a maze that is drawn in a page.
const MOST_CELLS: u32 = 200 * 200;

impl Recipe {
    /// The maze as ASCII art.
    pub(crate) fn make(&self) -> Result<Value, String> {
        let kind = Kind::from_name(&self.kind).ok_or_else(|| format!("there is no generator {}", self.kind))?;
        if self.rows.saturating_mul(self.cols) > MOST_CELLS {
            return Err(format!("a page draws mazes of at most {MOST_CELLS} cells"));
        }
        let recipe = generate::Recipe::new(kind, self.rows, self.cols, self.seed);
        let made = generate(&recipe).map_err(|error| error.to_string())?;
        let mut text = Vec::new();
        write_ascii(&made.grid, Some(made.start), Some(made.goal), &mut text).map_err(|error| error.to_string())?;
        Ok(json!(String::from_utf8_lossy(&text)))
    }
}

/// A quiz.
#[derive(Debug, Deserialize)]
pub struct Quiz {
    /// The topic, as the command line names it.
    topic: String,
    /// `small`, `medium` or `large`.
    size: String,
    seed: u64,
    /// The number of tasks.
    tasks: u64,
}

/// The most tasks on a page.
const MOST_TASKS: u64 = 50;

impl Quiz {
    /// The page.
    pub(crate) fn make(&self) -> Result<Value, String> {
        let topic = Topic::ALL.iter().find(|topic| topic.1 == self.topic);
        let &(topic, name, _) = topic.ok_or_else(|| format!("there is no topic {}", self.topic))?;
        let size = match self.size.as_str() {
            "small" => Size::Small,
            "large" => Size::Large,
            _ => Size::Medium,
        };
        let seeds = (0..self.tasks.min(MOST_TASKS)).map(|number| self.seed.wrapping_add(number));
        let tasks: Vec<_> = seeds.map(|seed| task(topic, seed, size)).collect();
        Ok(json!({ "html": page(&format!("Quiz: {name}, seed {}", self.seed), &tasks) }))
    }
}
