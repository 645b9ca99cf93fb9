//! Algorithms with their parameters, and the axes: of one world, or of any.

use serde_json::{Map, Value, json};

use super::questions::weights;
use super::{Draft, any_of, one_or_many, reference, text};
use crate::analysis::field::PART;
use crate::catalog::{EVALUATION, Kind, Name, PARAMETERS, Parameter, WORLDS, World};
use crate::experiment::spec::requests::PARTS;
use crate::experiment::spec::variants::{ADMISSIBLE, BUDGETS};
use crate::search::about::About;

/// A whole number in a pattern.
const WHOLE: &str = "[-+]?[0-9]+";
/// A decimal number in a pattern.
const DECIMAL: &str = "[0-9]+(\\.[0-9]{0,3})?";

pub(super) fn add(schema: &mut Draft) {
    let types = schema.part("AlgorithmTable").clone();
    for world in WORLDS.iter().copied().map(Some).chain([None]) {
        for parameter in PARAMETERS.iter().filter(|parameter| world.is_none() || is_of_world(parameter)) {
            schema.define(&parameter_name(parameter, world), value(parameter, world));
        }
        schema.define(&named("AlgorithmTable", world), table(&types, world));
        schema.define(&named("Parameters", world), parameters(world));
        schema.define(&named("Sweep", world), sweep(world));
    }
    schema.define("Scope", scope());
    schema.refine("", "parameters", &reference("Parameters"));
    schema.refine("", "sweep", &reference("Sweep"));
    schema.part("AlgorithmRequest")["anyOf"] = request(None)["anyOf"].clone();
}

/// What a world at the top says of the algorithms, the parameters and the axes.
pub(super) fn of_world(world: &World) -> Map<String, Value> {
    let world = Some(world);
    let of = |name: &str| (name.to_lowercase(), reference(&named(name, world)));
    [("algorithms".to_owned(), json!({ "items": request(world) })), of("Parameters"), of("Sweep")].into_iter().collect()
}

fn named(what: &str, world: Option<&World>) -> String {
    world.map_or_else(|| what.to_owned(), |world| format!("{what}.{}", world.name.name))
}

/// The worlds that are meant: one, or all.
fn worlds<'w>(world: Option<&'w World>) -> impl Iterator<Item = &'w World> {
    WORLDS.iter().copied().filter(move |known| world.is_none_or(|world| world.name.name == known.name.name))
}

/// The algorithms, each with the names of all parameters that it takes.
fn algorithms(world: Option<&World>) -> Vec<(&'static About, Vec<&'static str>)> {
    let mut found: Vec<(&About, Vec<&str>)> = Vec::new();
    for (world, about) in worlds(world).flat_map(|world| world.abouts().map(move |about| (world, about))) {
        let names = world.parameters_of(about).map(|parameter| parameter.name.name);
        match found.iter_mut().find(|known| known.0.name == about.name) {
            Some((_, known)) => {
                let new: Vec<&str> = names.filter(|name| !known.contains(name)).collect();
                known.extend(new);
            }
            None => found.push((about, names.collect())),
        }
    }
    found
}

/// The parameters that some algorithm takes.
fn taken(world: Option<&World>) -> impl Iterator<Item = &'static Parameter> {
    let algorithms = algorithms(world);
    let is_taken = move |name: &str| algorithms.iter().any(|(_, names)| names.contains(&name));
    PARAMETERS.iter().copied().filter(move |parameter| is_taken(parameter.name.name))
}

/// An algorithm: its name, or a table.
fn request(world: Option<&World>) -> Value {
    let names: Vec<&str> = algorithms(world).iter().map(|(about, _)| about.name).collect();
    json!({ "anyOf": [
        { "description": "Its name.", "enum": names },
        { "description": "Its name with parameters.", "$ref": format!("#/$defs/{}", named("AlgorithmTable", world)) },
    ] })
}

/// `[[algorithms]]`: each algorithm has parameters of its own.
fn table(types: &Value, world: Option<&World>) -> Value {
    let mut table = Draft(types.clone());
    let algorithms = algorithms(world);
    let names: Vec<&str> = algorithms.iter().map(|(about, _)| about.name).collect();
    table.refine("", "name", &json!({ "enum": names }));
    table.refine("", "where", &one_or_many(&reference("Scope")));
    for (name, value) in properties(world) {
        table.0["properties"][name] = value;
    }
    table.0["additionalProperties"] = false.into();
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (about, takes) in algorithms {
        match groups.iter_mut().find(|group| group.1 == takes) {
            Some((names, _)) => names.push(about.name),
            None => groups.push((vec![about.name], takes)),
        }
    }
    let keys = |takes: Vec<&'static str>| ["name", "label", "where", ADMISSIBLE].into_iter().chain(takes).collect();
    table.restrict(
        "",
        groups.into_iter().map(|(names, takes)| {
            let keys: Vec<&str> = keys(takes);
            json!({
                "if": { "properties": { "name": { "enum": names } }, "required": ["name"] },
                "then": { "propertyNames": { "enum": keys } },
            })
        }),
    );
    table.0
}

/// `[parameters]`.
fn parameters(world: Option<&World>) -> Value {
    json!({ "type": "object", "properties": properties(world), "additionalProperties": false })
}

/// The parameters as keys.
fn properties(world: Option<&World>) -> Map<String, Value> {
    let property = |parameter: &Parameter| (parameter.name.name.to_owned(), described(parameter, world));
    let words = "accepts a heuristic that can exceed the true cost: false";
    let admissible = (ADMISSIBLE.to_owned(), json!({ "description": words, "type": "boolean" }));
    taken(world).map(property).chain([admissible]).collect()
}

fn described(parameter: &Parameter, world: Option<&World>) -> Value {
    let mut value = reference(&parameter_name(parameter, world));
    value["description"] = parameter.name.summary.into();
    value
}

/// `[sweep]`.
fn sweep(world: Option<&World>) -> Value {
    let range = text(&format!("{WHOLE}\\s*\\.\\.=\\s*{WHOLE}"));
    let axis = |value: &Value| one_or_many(&json!({ "anyOf": [value, range] }));
    let of_parameter = |parameter: &'static Parameter| {
        let values = axis(&reference(&parameter_name(parameter, world)));
        let values = if parameter.name.name == EVALUATION.name.name {
            let weights: Map<String, Value> = features(world).map(|name| (name.to_owned(), axis(&weight()))).collect();
            json!({ "anyOf": [values, { "type": "object", "properties": weights, "additionalProperties": false }] })
        } else {
            values
        };
        let mut property = values;
        property["description"] = parameter.name.summary.into();
        (parameter.name.name.to_owned(), property)
    };
    let has_depth = worlds(world).any(World::is_game);
    let budgets = BUDGETS.into_iter().filter(|&name| name != "depth" || has_depth);
    let budgets = budgets.map(|name| (name.to_owned(), axis(&budget(name, world))));
    let weights = weights().filter(|name| features(world).any(|feature| name.ends_with(&format!(".{feature}"))));
    let weights = weights.map(|name| (name, axis(&weight())));
    let properties: Map<String, Value> = budgets.chain(taken(world).map(of_parameter)).chain(weights).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// What a trial may spend, by the name of the limit.
pub(super) fn budget(name: &str, world: Option<&World>) -> Value {
    match name {
        "depth" => {
            let deepest = worlds(world).map(|world| world.deepest).max().unwrap_or(1);
            json!({ "type": "integer", "minimum": 1, "maximum": deepest })
        }
        "max-nodes" => json!({ "type": "integer", "minimum": 1 }),
        "max-time" => text("[0-9].*[a-z]"),
        _ => json!({ "anyOf": [{ "type": "integer", "minimum": 0 }, text("[0-9]+\\s*([kKmMgG]?[iI]?[bB]?)")] }),
    }
}

/// Conditions for an algorithm to run: axes, instances and parts of their names.
fn scope() -> Value {
    let parts = PARTS.iter().map(|part| format!("{PART}{part}"));
    let names = BUDGETS.into_iter().map(str::to_owned).chain(["instance".to_owned()]).chain(parts);
    let names = names.chain(PARAMETERS.iter().map(|parameter| parameter.name.name.to_owned())).chain(weights());
    let properties: Map<String, Value> = names.map(|name| (name, reference("Condition"))).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// Whether its values depend on the world.
const fn is_of_world(parameter: &Parameter) -> bool {
    matches!(parameter.kind, Kind::Heuristic | Kind::Techniques | Kind::Evaluation)
}

fn parameter_name(parameter: &Parameter, world: Option<&World>) -> String {
    named(&format!("Parameter.{}", parameter.name.name), world.filter(|_| is_of_world(parameter)))
}

/// The values of a parameter.
fn value(parameter: &Parameter, world: Option<&World>) -> Value {
    let or_text = |value: Value, pattern: &str| json!({ "anyOf": [value, text(pattern)] });
    let thousandths = |number: u32| f64::from(number) / 1000.0;
    let decimal =
        |least, most| json!({ "type": "number", "minimum": thousandths(least), "maximum": thousandths(most) });
    match parameter.kind {
        Kind::Choice(words) => {
            let numbers = words.iter().filter_map(|word| word.name.parse::<u32>().ok()).map(Value::from);
            json!({ "enum": words.iter().map(|word| Value::from(word.name)).chain(numbers).collect::<Vec<_>>() })
        }
        Kind::Heuristic => json!({ "enum": words(world, |world| world.heuristics) }),
        Kind::Whole(least, most) => or_text(json!({ "type": "integer", "minimum": least, "maximum": most }), "[0-9]+"),
        Kind::Signed(least, most) => or_text(json!({ "type": "integer", "minimum": least, "maximum": most }), WHOLE),
        Kind::Decimal(least, most) => or_text(decimal(least, most), DECIMAL),
        Kind::DecimalOrOff(least, most) => {
            json!({ "anyOf": [{ "enum": ["off"] }, decimal(least, most), text(DECIMAL)] })
        }
        Kind::Order | Kind::File => json!({ "type": "string" }),
        Kind::List(words) => list(&words.iter().map(|word| word.name).collect::<Vec<_>>()),
        Kind::Techniques => {
            json!({ "anyOf": [{ "enum": ["none"] }, list(&words(world, |world| world.techniques))] })
        }
        Kind::Evaluation => evaluation(world),
    }
}

/// Some of these words with commas between.
fn list(words: &[&str]) -> Value {
    let any = any_of(words.iter().copied());
    json!({ "anyOf": [{ "enum": words }, text(&format!("({any})(\\s*,\\s*({any}))*"))] })
}

/// A named evaluation, weights of features, or both; as a text, or as a table.
fn evaluation(world: Option<&World>) -> Value {
    let names = words(world, |world| world.evaluations);
    let (any, feature) = (any_of(names.iter().copied()), any_of(features(world)));
    let item = format!("({feature})\\s*=\\s*{WHOLE}");
    let mut weights: Map<String, Value> = features(world).map(|name| (name.to_owned(), weight())).collect();
    weights.insert("base".to_owned(), json!({ "enum": names }));
    json!({ "anyOf": [
        { "enum": names },
        text(&format!("({any}|{item})(\\s*,\\s*{item})*")),
        { "type": "object", "properties": weights, "additionalProperties": false },
    ] })
}

fn weight() -> Value {
    json!({ "anyOf": [{ "type": "integer" }, text(WHOLE)] })
}

fn features<'w>(world: Option<&'w World>) -> impl Iterator<Item = &'static str> + 'w {
    words(world, |world| world.features).into_iter()
}

/// The words of the worlds that are meant, each once.
fn words(world: Option<&World>, of: fn(&World) -> &'static [Name]) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    for word in worlds(world).flat_map(of) {
        if !words.contains(&word.name) {
            words.push(word.name);
        }
    }
    words
}
