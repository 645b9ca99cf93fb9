//! Traces: every event of a search in a file, one JSON object a line, for programs that show or check a search.
//!
//! The format is documented in the book (reference/trace.md).
//!
//! | part | file |
//! |---|---|
//! | the stage of a search: the maze, the tiles, the graph, the board | [`scene`] |
//! | from the events of a search to lines | [`writer`], `steps.rs` (paths), `plays.rs` (games) |
//! | where lines go: the file, its form and compression | [`sink`] |
//! | the time of a search | `clock.rs` |
//! | the form of Posthoc | `posthoc.rs` |
//! | from lines to events | [`read`] |
//! | events in words | [`show`] |
//! | the rules that every trace keeps | [`verify`] |

mod clock;
mod plays;
mod posthoc;
pub mod read;
pub mod scene;
pub mod show;
pub mod sink;
mod steps;
pub mod verify;
pub mod writer;

pub use read::Reader;
pub(crate) use scene::BoardScene;
pub use scene::{NoScene, Scene};
pub use sink::{Form, Sink, TraceBuffer};
pub use writer::{Span, TraceWriter};

use serde_json::{Map, Value};

/// The version of the format.
pub(crate) const VERSION: u32 = 1;

/// A line of a trace.
pub type Line = Map<String, Value>;

/// A line of this type.
fn line(kind: &str) -> Line {
    let mut line = Line::new();
    line.insert("type".to_owned(), kind.into());
    line
}

/// Adds a member.
fn put(line: &mut Line, name: &str, value: impl Into<Value>) {
    line.insert(name.to_owned(), value.into());
}

/// A number without a decimal point where it is whole; null where there is no such number.
fn number(value: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT { Value::from(value as i64) } else { Value::from(value) }
}
