//! Trials of paths at any angle in mazes.

use super::{Observers, Solution, TrialSearch, record_of};
use crate::catalog;
use crate::maze::{Cell, Place, SightSpace};
use searchlab_search::budget::Budget;
use searchlab_search::observer::Observer;
use searchlab_search::path::{Options, StateSpace, Task, theta};
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::record::{Answer, Record, Trial};

/// Runs a trial of Theta*.
pub(super) fn any_angle(
    space: SightSpace<'_>,
    trial: &Trial,
    budget: &Budget,
    taps: &mut Observers,
) -> Result<Record, Diagnostics> {
    let (mut path, options) = (Vec::new(), catalog::options(&trial.params)?);
    let record = record_of(trial, SightSearch { space, options, path: &mut path }, budget, taps);
    if let Some(expansions) = &mut taps.expansions {
        expansions.add_path(path);
    }
    Ok(record)
}

struct SightSearch<'a> {
    space: SightSpace<'a>,
    options: Options,
    path: &'a mut Vec<Cell>,
}

impl TrialSearch for SightSearch<'_> {
    fn search<O: Observer>(self, budget: &Budget, observer: &mut O) -> Solution {
        let Self { space, options, path } = self;
        let outcome = Task::new(&space, &options, &mut space.new_nodes(), budget, observer).reported(theta::search);
        *path = outcome.path;
        let places: Vec<Place> = path.iter().map(|&cell| space.grid().place(cell)).collect();
        let value = places.windows(2).map(|pair| length(pair[0], pair[1])).sum();
        let moves = places.iter().skip(1).map(ToString::to_string).collect();
        let answer = outcome.cost.map(|_| Answer { value, exact: None, moves, depth: None });
        Solution::new(outcome.status, answer)
    }
}

/// The length of the line between two cells.
fn length(from: Place, to: Place) -> f64 {
    let (rows, cols) = (u64::from(from.row.abs_diff(to.row)), u64::from(from.col.abs_diff(to.col)));
    ((rows * rows + cols * cols) as f64).sqrt()
}
