//! Questions about searches, made from a seed: a graph, a maze or a tree, and what a search does in it.
//!
//! The answers are read off the trace of the search itself. A task that would leave a choice open (two nodes equally good
//! at once) is not asked: another is drawn in its place.
//!
//! | part | file |
//! |---|---|
//! | the order of expansion, and g, h and f, on graphs | `graphs.rs` |
//! | thresholds of IDA* in mazes | `mazes.rs` |
//! | values and cuts of alpha-beta, passes of MTD(f), on trees | `trees.rs` |
//!
//! Not here: how tasks are shown (the report's), the dialogue (the command line's).

mod graphs;
mod mazes;
#[cfg(test)]
mod tests;
mod trees;

use serde::Serialize;

use crate::watch::film::Film;
use searchlab_search::budget::Budget;
use searchlab_search::stream::Stream;
use searchlab_trial::diagnostic::Source;
use searchlab_trial::record::{Limits, Trial};
use searchlab_worlds::run::Observers;
use searchlab_worlds::table::world_of;
use searchlab_worlds::trace::{Span, TraceBuffer};
use searchlab_worlds::world::{Given, Named};

/// The topic of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Topic {
    /// The order in which a search expands the nodes of a graph.
    Order,
    /// g, h and f of what A* expands.
    Astar,
    /// The thresholds of IDA*.
    Idastar,
    /// The values of a tree, and what alpha-beta never looks at.
    Alphabeta,
    /// The passes of MTD(f).
    Mtdf,
}

impl Topic {
    /// All of them, each with a line about it.
    pub const ALL: [(Self, &'static str, &'static str); 5] = [
        (Self::Order, "order", "In which order does a search expand the nodes of a graph?"),
        (
            Self::Alphabeta,
            "alphabeta",
            "What is each node of a tree worth, and which leaves does alpha-beta never look at?",
        ),
        (Self::Astar, "astar", "What are g, h and f of each node that A* expands?"),
        (Self::Idastar, "idastar", "Which thresholds does IDA* try in a maze?"),
        (Self::Mtdf, "mtdf", "How many passes does MTD(f) make, and where does it ask?"),
    ];
}

/// How large tasks are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Size {
    /// For the first time.
    Small,
    /// For an exercise.
    #[default]
    Medium,
    /// For an examination.
    Large,
}

/// A question with its answers.
#[derive(Debug, Clone, Serialize)]
pub struct Task {
    /// Its topic.
    pub topic: Topic,
    /// The seed from which it was made.
    pub seed: u64,
    /// The rules, in sentences.
    pub question: String,
    /// The object of the search.
    pub figure: Figure,
    /// The blanks.
    pub fields: Vec<Field>,
    /// The solution, step by step.
    pub why: Vec<String>,
}

/// The object of a search.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Figure {
    /// An undirected graph.
    Graph {
        /// Name, column, row and estimate of each node.
        nodes: Vec<(String, i32, i32, u32)>,
        /// The numbers of both ends, and the cost.
        edges: Vec<(usize, usize, u32)>,
        /// True if estimates are shown.
        has_estimates: bool,
    },
    /// A maze: `#` wall, `.` free, `S` start, `G` goal.
    Maze {
        /// The cells, row by row.
        rows: Vec<String>,
    },
    /// A game tree; max moves at the root.
    Tree {
        /// The root.
        root: TreeNode,
    },
}

/// A node of a tree.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum TreeNode {
    /// A leaf with its value for max.
    Leaf(i32),
    /// A node with children.
    Inner(Vec<TreeNode>),
}

/// A blank to be filled in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Field {
    /// The label of the blank.
    pub label: String,
    /// The words of the right answer.
    pub answer: Vec<String>,
    /// True if their order matters.
    pub is_ordered: bool,
}

impl Field {
    fn new(label: impl Into<String>, answer: impl IntoIterator<Item = impl ToString>, is_ordered: bool) -> Self {
        Self { label: label.into(), answer: answer.into_iter().map(|word| word.to_string()).collect(), is_ordered }
    }

    /// The answer as people write it.
    pub fn answer_in_words(&self) -> String {
        if self.answer.is_empty() { "none".to_owned() } else { self.answer.join(" ") }
    }

    /// True if a text is the right answer, whatever stands between its words; `none` is the empty list.
    pub fn is_right(&self, text: &str) -> bool {
        let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '.');
        let mut given: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_uppercase).collect();
        if text.trim().is_empty() {
            return false;
        }
        if given == ["NONE"] || text.trim() == "-" {
            given.clear();
        }
        let mut answer: Vec<String> = self.answer.iter().map(|word| word.to_uppercase()).collect();
        if !self.is_ordered {
            given.sort_unstable();
            answer.sort_unstable();
        }
        given == answer
    }
}

/// The task of a seed.
pub fn task(topic: Topic, seed: u64, size: Size) -> Task {
    let mut random = Random(Stream::of_simulation(seed));
    // A task that leaves a choice open is drawn again; none of a thousand seeds needs more than a few hundred draws.
    loop {
        let drawn = match topic {
            Topic::Order | Topic::Astar => graphs::draw(topic, size, &mut random),
            Topic::Idastar => mazes::draw(size, &mut random),
            Topic::Alphabeta | Topic::Mtdf => trees::draw(topic, size, &mut random),
        };
        if let Some((question, figure, fields, why)) = drawn {
            return Task { topic, seed, question, figure, fields, why };
        }
    }
}

/// Question, figure, fields, solution.
type Drawn = (String, Figure, Vec<Field>, Vec<String>);

/// Small random numbers.
struct Random(Stream);

impl Random {
    /// A number below `bound`.
    fn below(&mut self, bound: u32) -> u32 {
        ((u64::from(self.0.word()) * u64::from(bound)) >> 32) as u32
    }
}

/// The search of an instance by an algorithm, as a film; `None` if it cannot be run, which then is no task.
fn searched(instance: &Named, algorithm: &str, params: &[(&str, &str)]) -> Option<Film> {
    let world = instance.task.world();
    let about = world.info().algorithm(algorithm)?;
    let params = world.info().resolve(about, params).ok()?;
    let named = (instance.name.clone(), instance.task.content());
    let trial = Trial::new(world.info().name.name, named, algorithm, params, Limits::default());
    let buffer = TraceBuffer::default();
    let mut observers = Observers { trace: Some(buffer.writer(Span::default())), ..Observers::default() };
    observers.begin(&trial, || world.scene(&instance.task));
    let record = world.runner().run(&trial, &instance.task, &Budget::default(), &mut observers);
    observers.finish(Some(&record)).ok()?;
    Film::of(&buffer.take()).ok()
}

/// The instance of a world that a text spells.
fn spelled(world: &str, text: &str) -> Option<Named> {
    let source = Source::new("quiz", text);
    world_of(world)?.position(&source, &Given::default()).ok()?.pop()
}
