//! Checks that the conditions on instances, under which algorithms run, hold for some instance.
//!
//! Not here    The meaning of the conditions, and the check that there is such a part (spec/variants/domain.rs).

use super::instances::Instance;
use super::spec::{Path, Spec, Variant};
use searchlab_analysis::field::{Cell, Field};
use searchlab_analysis::frame::natural_order;
use searchlab_analysis::request::{Filter, OneOrMany, Scalar};
use searchlab_analysis::select::Condition;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, nearest, quoted};

/// Adds an error for every condition, and all that must hold together, under which no instance is left.
pub(super) fn check(spec: &Spec, variants: &[Variant], instances: &[Instance], problems: &mut Diagnostics) {
    for (label, request) in spec.experiment.algorithms.iter().enumerate() {
        if request.filters().is_empty() {
            continue;
        }
        let path = Path::root().key("algorithms").index(label);
        let is_of = |instance: &&Instance| variants.iter().any(|it| it.label == label && it.fits(instance));
        let names: Vec<&str> = instances.iter().filter(is_of).map(|instance| instance.name.as_str()).collect();
        // An algorithm without variants has an error that is reported already.
        if spec.is_broken(&path) || names.is_empty() {
            continue;
        }
        for (filter, path) in request.placed_filters(&path) {
            let before = problems.len();
            let conditions = conditions(filter);
            // Invalid conditions, and parts that do not exist, are reported already.
            let is_told = |(_, field, scalars): &(&str, Field, &OneOrMany<Scalar>)| {
                scalars.as_slice().iter().any(|scalar| Condition::parse(scalar).is_err())
                    || instances.iter().all(|instance| field.of_instance(&instance.name) == Cell::None)
            };
            if conditions.iter().any(is_told) {
                continue;
            }
            for (name, field, scalars) in &conditions {
                for (scalar, path) in path.key(name).of_each(scalars) {
                    let Ok(condition) = Condition::parse(scalar) else { continue };
                    if !names.iter().any(|instance| condition.holds_for_cell(field.of_instance(instance))) {
                        let place = spec.document().place(&path, "");
                        problems.push(|| unmet(name, field, scalar, &names).at(place));
                    }
                }
            }
            let holds = |instance: &&str| conditions.iter().all(|(_, field, scalars)| meets(field, scalars, instance));
            if problems.len() == before && !names.iter().any(holds) {
                let place = spec.document().place(&path, "");
                let words = format!("no instance is left for {}", request.label());
                problems
                    .push(|| Diagnostic::new(words).at(place).help("all conditions of one table must hold together"));
            }
        }
    }
}

/// The conditions on instances, without those on axes.
fn conditions(filter: &Filter) -> Vec<(&str, Field, &OneOrMany<Scalar>)> {
    let of_instance = |(name, scalars)| {
        let name: &String = name;
        let field = Field::parse(name).filter(|field| matches!(field, Field::Instance | Field::Part(_)));
        field.map(|field| (name.as_str(), field, scalars))
    };
    filter.iter().filter_map(of_instance).collect()
}

fn meets(field: &Field, scalars: &OneOrMany<Scalar>, instance: &str) -> bool {
    let holds = |scalar| Condition::parse(scalar).is_ok_and(|it| it.holds_for_cell(field.of_instance(instance)));
    scalars.as_slice().iter().any(holds)
}

/// No instance has this.
fn unmet(name: &str, field: &Field, scalar: &Scalar, instances: &[&str]) -> Diagnostic {
    let mut values: Vec<String> = instances.iter().filter_map(|instance| shown(field.of_instance(instance))).collect();
    values.sort_by(|one, other| natural_order(one, other));
    values.dedup();
    let words = match scalar {
        Scalar::Text(text) if text.starts_with(['<', '>', '=', '!']) => format!("no instance has {name} {text}"),
        Scalar::Text(text) => format!("no instance has {name} = {}", quoted(text)),
        other => format!("no instance has {name} = {other}"),
    };
    let near = match scalar {
        Scalar::Text(text) => nearest(text, values.iter().map(String::as_str)),
        _ => None,
    };
    Diagnostic::new(words)
        .help(near.map_or_else(|| ends(name, &values), |near| format!("did you mean {}?", quoted(near))))
}

/// The first and the last of the values that there are.
fn ends(name: &str, values: &[String]) -> String {
    match values {
        [] => format!("they have no {name}"),
        [one] => format!("{name} is {one}"),
        [first, .., last] => format!("{name} goes from {first} to {last}"),
    }
}

fn shown(cell: Cell<'_>) -> Option<String> {
    match cell {
        Cell::None => None,
        Cell::Number(number) => Some(number.to_string()),
        Cell::Text(text) => Some(text.to_owned()),
    }
}
