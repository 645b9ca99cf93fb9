//! A game tree as the scene of a trace.

use serde_json::{Value, json};

use super::Branch;
use crate::trace::Scene;

/// A tree whose nodes are known by their moves alone.
#[derive(Debug, Clone, Copy)]
pub struct TreeScene;

impl Scene for TreeScene {
    fn is_game(&self) -> bool {
        true
    }

    fn shape(&self) -> Value {
        json!({ "shape": "none" })
    }

    fn make(&mut self, code: u16) -> String {
        Branch(code).to_string()
    }
}
