//! The domain of an algorithm: the points of the axes at which it runs, and the instances.
//!
//! The conditions of a `where` on the axes are decided with the file. Those on instances wait until these are there:
//! `domains.rs` of the experiment then checks that they can hold at all.

use super::{Maker, Sweep};
use crate::experiment::spec::AlgorithmRequest;
use crate::experiment::spec::document::Path;
use crate::experiment::spec::requests::searched_parts;
use searchlab_analysis::field::{Field, PART};
use searchlab_analysis::frame::Key;
use searchlab_analysis::request::{Filter, OneOrMany, Scalar};
use searchlab_analysis::select::Condition;
use searchlab_trial::diagnostic::{Diagnostic, quoted};

/// The instances that an algorithm is tried on.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Domain {
    /// Conditions of which one must hold; all instances if there are none.
    any: Vec<Fields>,
}

/// For each field, conditions of which one must hold.
type Fields = Vec<(Field, Vec<Condition>)>;

impl Domain {
    /// True if the instance of that name belongs to it.
    pub(crate) fn has(&self, instance: &str) -> bool {
        let holds = |(field, any): &(Field, Vec<Condition>)| {
            any.iter().any(|condition| condition.holds_for_cell(field.of_instance(instance)))
        };
        self.any.is_empty() || self.any.iter().any(|fields| fields.iter().all(holds))
    }
}

/// The conditions of the `where` of an algorithm, taken apart.
pub(super) struct Scope {
    /// One of them must hold; none if it runs everywhere.
    alternatives: Vec<Alternative>,
}

#[derive(Default)]
struct Alternative {
    axes: Vec<(String, Vec<Condition>)>,
    instance: Fields,
}

impl Scope {
    /// The instances for a point of the axes; `None` if the point is left out.
    pub(super) fn domain(&self, chosen: &[(&Sweep, &Scalar)]) -> Option<Domain> {
        let holds = |alternative: &&Alternative| {
            alternative.axes.iter().all(|(name, any)| {
                chosen.iter().find(|(axis, _)| axis.name == *name).is_none_or(|(_, value)| holds_for(any, value))
            })
        };
        let any: Vec<Fields> = self.alternatives.iter().filter(holds).map(|it| it.instance.clone()).collect();
        match any.is_empty() {
            true if self.alternatives.is_empty() => Some(Domain::default()),
            true => None,
            // Where one alternative has no condition on instances, all of them belong.
            false if any.iter().any(Vec::is_empty) => Some(Domain::default()),
            false => Some(Domain { any }),
        }
    }
}

fn holds_for(any: &[Condition], value: &Scalar) -> bool {
    let key = match value {
        Scalar::Truth(truth) => Key::Text(truth.to_string()),
        Scalar::Whole(number) => Key::Number(*number as f64),
        Scalar::Number(number) => Key::Number(*number),
        Scalar::Text(text) => Key::Text(text.clone()),
    };
    any.iter().any(|condition| condition.holds_for(&key))
}

impl AlgorithmRequest {
    /// Each of its conditions, of which one must hold, with its place under that of the algorithm.
    pub(crate) fn placed_filters<'a>(&'a self, path: &Path) -> impl Iterator<Item = (&'a Filter, Path)> {
        let path = path.key("where");
        let is_list = matches!(self, Self::Full(table) if matches!(table.filter, Some(OneOrMany::Many(_))));
        let placed = move |(place, filter)| (filter, if is_list { path.index(place) } else { path.clone() });
        self.filters().iter().enumerate().map(placed)
    }
}

impl Maker<'_> {
    /// Where an algorithm with these axes runs.
    pub(super) fn scope(&mut self, request: &AlgorithmRequest, path: &Path, axes: &[&Sweep]) -> Scope {
        let mut scope = Scope { alternatives: Vec::new() };
        let is_given = matches!(request, AlgorithmRequest::Full(table) if table.filter.is_some());
        if is_given && request.filters().is_empty() {
            let place = self.document.place(&path.key("where"), "expected at least one table");
            self.complain(Diagnostic::new("an empty list of conditions").at(place));
        }
        for (filter, path) in request.placed_filters(path) {
            let Some(alternative) = self.alternative(filter, &path, axes) else { continue };
            let can_hold = |(name, any): &(String, Vec<Condition>)| {
                axes.iter().any(|axis| axis.name == *name && axis.values.iter().any(|value| holds_for(any, value)))
            };
            if !alternative.axes.iter().all(can_hold) {
                let place = self.document.place(&path, "");
                let words = format!("no value of the axes is left for {}", request.label());
                self.complain(Diagnostic::new(words).at(place));
            }
            scope.alternatives.push(alternative);
        }
        scope
    }

    /// Conditions that must hold together; `None` of those with a mistake, which is told.
    fn alternative(&mut self, filter: &Filter, path: &Path, axes: &[&Sweep]) -> Option<Alternative> {
        let parts = searched_parts(self.experiment);
        let mut alternative = Alternative::default();
        let mut is_right = true;
        for (name, scalars) in filter {
            let field = Field::parse(name).filter(|field| *field == Field::Instance || parts.contains(name));
            let is_axis = axes.iter().any(|axis| axis.name == *name);
            if field.is_none() && !is_axis {
                // An axis that is left out may have been meant.
                if self.broken_sweeps.is_empty() || Field::parse(name).is_none() {
                    self.unknown_condition(name, path, axes, &parts);
                }
                is_right = false;
                continue;
            }
            let mut any = Vec::new();
            for (scalar, path) in path.key(name).of_each(scalars) {
                match Condition::parse(scalar) {
                    Ok(condition) => any.push(condition),
                    Err(expected) => {
                        let place = self.document.place(&path, expected);
                        let words = format!("{} is no condition", quoted(&scalar.to_string()));
                        self.complain(Diagnostic::new(words).at(place));
                        is_right = false;
                    }
                }
            }
            match field {
                Some(field) if !is_axis => alternative.instance.push((field, any)),
                _ => alternative.axes.push((name.clone(), any)),
            }
        }
        is_right.then_some(alternative)
    }

    fn unknown_condition(&mut self, name: &str, path: &Path, axes: &[&Sweep], parts: &[String]) {
        let axes: Vec<&str> = axes.iter().map(|axis| axis.name.as_str()).collect();
        let known: Vec<&str> =
            axes.iter().copied().chain(["instance"]).chain(parts.iter().map(String::as_str)).collect();
        let place = self.document.key_place(path, name, "");
        let problem = if name.starts_with(PART) {
            Diagnostic::unknown_name("part of the instances", name, &known, Some(place))
        } else {
            Diagnostic::unknown_name("axis of this algorithm", name, &known, Some(place))
        };
        self.complain(problem);
    }
}
