//! Game trees that experiments name or spell.

use std::sync::Arc;

use super::{Instance, Loader, Task};
use crate::experiment::spec;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_worlds::run::tree::content;
use searchlab_worlds::tree::{Position, read};

impl Loader<'_> {
    /// The root of a tree, where max moves.
    pub(super) fn tree(&mut self, name: &str, source: &Source) -> Result<(), Diagnostics> {
        let position = Position::root(Arc::new(read(source)?), true);
        let content = content(&position);
        self.instances.push(Instance { name: name.to_owned(), content, group: 0, turn: 0, task: Task::Tree(position) });
        Ok(())
    }

    /// Adds the error for a request that names no tree, since there is no default tree.
    pub(super) fn ask_for_trees(&mut self) {
        let path = spec::Path::root().key("world");
        self.complain("no tree is named".to_owned(), &path, "its instances are `files` or `positions`");
    }
}
