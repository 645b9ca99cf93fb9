//! Algorithms with their parameters, and the axes: of one world, or of any.

use serde_json::{Map, Value, json};

use super::questions::weights;
use super::{Draft, any_of, one_or_many, reference, text};
use crate::experiment::spec::requests::PARTS;
use crate::experiment::spec::variants::{ADMISSIBLE, BUDGETS};
use searchlab_analysis::field::PART;
use searchlab_search::about::AlgorithmInfo;
use searchlab_worlds::catalog::{EVALUATION, Kind, Name, PARAMETERS, Parameter, WORLDS, WorldInfo, synonyms};

/// A whole number in a pattern.
const WHOLE: &str = "[-+]?[0-9]+";
/// A decimal number in a pattern.
const DECIMAL: &str = "[0-9]+(\\.[0-9]{0,3})?";

pub(super) fn add(schema: &mut Draft) {
    for parameter in PARAMETERS {
        schema.define(&parameter_name(parameter, None), value(parameter, None));
    }
    schema.define("Weight", weight());
    schema.define("WeightAxis", axis(&reference("Weight")));
    schema.define("Scope", scope());
    let table = table(schema.part("AlgorithmTable"));
    schema.define("AlgorithmTable", table);
    schema.define("Parameters", json!({ "type": "object", "properties": properties(), "additionalProperties": false }));
    schema.define("Sweep", sweep());
    schema.refine("", "parameters", &reference("Parameters"));
    schema.refine("", "sweep", &reference("Sweep"));
    schema.part("AlgorithmRequest")["anyOf"] = request(None)["anyOf"].clone();
    for world in WORLDS {
        for parameter in PARAMETERS.iter().filter(|parameter| is_of_world(parameter)) {
            schema.define(&parameter_name(parameter, Some(world)), value(parameter, Some(world)));
        }
        schema.define(&named("AlgorithmTable", Some(world)), table_of(world));
        schema.define(&named("Parameters", Some(world)), parameters_of(world));
        schema.define(&named("Sweep", Some(world)), sweep_of(world));
    }
}

/// The algorithms, parameters and axes that a world at the top allows.
pub(super) fn of_world(world: &WorldInfo) -> Map<String, Value> {
    let world = Some(world);
    let of = |name: &str| (name.to_lowercase(), reference(&named(name, world)));
    [("algorithms".to_owned(), json!({ "items": request(world) })), of("Parameters"), of("Sweep")].into_iter().collect()
}

fn named(what: &str, world: Option<&WorldInfo>) -> String {
    world.map_or_else(|| what.to_owned(), |world| format!("{what}.{}", world.name.name))
}

/// The worlds that are meant: one, or all.
fn worlds(world: Option<&WorldInfo>) -> impl Iterator<Item = &WorldInfo> {
    WORLDS.iter().copied().filter(move |known| world.is_none_or(|world| world.name.name == known.name.name))
}

/// The algorithms, each with the names of all parameters that it takes.
fn algorithms(world: Option<&WorldInfo>) -> Vec<(&'static AlgorithmInfo, Vec<&'static str>)> {
    let mut found: Vec<(&AlgorithmInfo, Vec<&str>)> = Vec::new();
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

/// The name of an algorithm and the other words for it.
fn names_of(about: &AlgorithmInfo) -> impl Iterator<Item = &'static str> + use<> {
    std::iter::once(about.name).chain(synonyms(about))
}

/// The parameters that some algorithm takes.
fn taken(world: Option<&WorldInfo>) -> impl Iterator<Item = &'static Parameter> {
    let algorithms = algorithms(world);
    let is_taken = move |name: &str| algorithms.iter().any(|(_, names)| names.contains(&name));
    PARAMETERS.iter().copied().filter(move |parameter| is_taken(parameter.name.name))
}

/// An algorithm: its name, or a table.
fn request(world: Option<&WorldInfo>) -> Value {
    let names: Vec<&str> = algorithms(world).iter().flat_map(|(about, _)| names_of(about)).collect();
    json!({ "anyOf": [
        { "description": "Its name.", "enum": names },
        { "description": "A program: program:cmd=COMMAND,name=LABEL.", "type": "string", "pattern": "^(program|command):.*cmd=" },
        { "description": "Its name with parameters.", "$ref": format!("#/$defs/{}", named("AlgorithmTable", world)) },
    ] })
}

/// `[[algorithms]]`: a name, and parameters of any algorithm. Only those of this one pass.
fn table(types: &Value) -> Value {
    let mut table = Draft(types.clone());
    let names: Vec<&str> = algorithms(None).iter().flat_map(|(about, _)| names_of(about)).collect();
    table.refine("", "name", &json!({ "enum": names }));
    table.refine("", "where", &one_or_many(&reference("Scope")));
    for (name, value) in properties() {
        table.0["properties"][name] = value;
    }
    table.0["additionalProperties"] = false.into();
    table.restrict("", keys_of_algorithms(None));
    table.0
}

/// The same for a world: what else must hold there.
fn table_of(world: &WorldInfo) -> Value {
    let mut properties = values_of_world(world, |parameter| reference(&parameter_name(parameter, Some(world))));
    let names: Vec<&str> = algorithms(Some(world)).iter().flat_map(|(about, _)| names_of(about)).collect();
    properties.insert("name".to_owned(), json!({ "enum": names }));
    json!({ "type": "object", "properties": properties, "allOf": keys_of_algorithms(Some(world)) })
}

/// For algorithms that take the same parameters: these and no others.
fn keys_of_algorithms(world: Option<&WorldInfo>) -> Vec<Value> {
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for (about, takes) in algorithms(world) {
        match groups.iter_mut().find(|group| group.1 == takes) {
            Some((names, _)) => names.extend(names_of(about)),
            None => groups.push((names_of(about).collect(), takes)),
        }
    }
    let condition = |(names, takes): (Vec<&str>, Vec<&'static str>)| {
        let keys: Vec<&str> = ["name", "label", "where", ADMISSIBLE].into_iter().chain(takes).collect();
        json!({
            "if": { "properties": { "name": { "enum": names } }, "required": ["name"] },
            "then": { "propertyNames": { "enum": keys } },
        })
    };
    groups.into_iter().map(condition).collect()
}

/// `[parameters]` in a world.
fn parameters_of(world: &WorldInfo) -> Value {
    let names: Vec<&str> = taken(Some(world)).map(|parameter| parameter.name.name).chain([ADMISSIBLE]).collect();
    let values = values_of_world(world, |parameter| reference(&parameter_name(parameter, Some(world))));
    json!({ "propertyNames": { "enum": names }, "properties": values })
}

/// The parameters of a world whose values depend on it.
fn values_of_world(world: &WorldInfo, value: impl Fn(&'static Parameter) -> Value) -> Map<String, Value> {
    let own = taken(Some(world)).filter(|parameter| is_of_world(parameter));
    own.map(|parameter| (parameter.name.name.to_owned(), value(parameter))).collect()
}

/// The parameters as keys.
fn properties() -> Map<String, Value> {
    let property = |parameter: &&Parameter| {
        let mut value = reference(&parameter_name(parameter, None));
        value["description"] = parameter.name.summary.into();
        (parameter.name.name.to_owned(), value)
    };
    let words = "accepts a heuristic that can exceed the true cost: false";
    let admissible = (ADMISSIBLE.to_owned(), json!({ "description": words, "type": "boolean" }));
    PARAMETERS.iter().map(property).chain([admissible]).collect()
}

/// Values of an axis: one, a list, or a range.
fn axis(value: &Value) -> Value {
    one_or_many(&json!({ "anyOf": [value, text(&format!("{WHOLE}\\s*\\.\\.=\\s*{WHOLE}"))] }))
}

/// `[sweep]`.
fn sweep() -> Value {
    let of_parameter = |parameter: &&Parameter| {
        let mut property = axis_of(parameter, None);
        property["description"] = parameter.name.summary.into();
        (parameter.name.name.to_owned(), property)
    };
    let budgets = BUDGETS.into_iter().map(|name| (name.to_owned(), axis(&budget(name))));
    let weights = weights().map(|name| (name, reference("WeightAxis")));
    let properties: Map<String, Value> = budgets.chain(PARAMETERS.iter().map(of_parameter)).chain(weights).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// `[sweep]` in a world.
fn sweep_of(world: &WorldInfo) -> Value {
    let of_world = |name: &String| features(Some(world)).any(|feature| name.ends_with(&format!(".{feature}")));
    let budgets = BUDGETS.into_iter().filter(|&name| name != "depth" || world.is_game()).map(str::to_owned);
    let names = taken(Some(world)).map(|parameter| parameter.name.name.to_owned());
    let names: Vec<String> = budgets.chain(names).chain(weights().filter(of_world)).collect();
    let values = values_of_world(world, |parameter| axis_of(parameter, Some(world)));
    json!({ "propertyNames": { "enum": names }, "properties": values })
}

/// The axis of a parameter; an evaluation may be a table of weights, each an axis.
fn axis_of(parameter: &Parameter, world: Option<&WorldInfo>) -> Value {
    let values = axis(&reference(&parameter_name(parameter, world)));
    if parameter.name.name != EVALUATION.key() {
        return values;
    }
    let weights: Map<String, Value> = features(world).map(|name| (name.to_owned(), reference("WeightAxis"))).collect();
    json!({ "anyOf": [values, { "type": "object", "properties": weights, "additionalProperties": false }] })
}

/// Budgets of a trial, by the name of the limit.
pub(super) fn budget(name: &str) -> Value {
    match name {
        "depth" => {
            let deepest = WORLDS.iter().map(|world| world.deepest).max().unwrap_or(1);
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

/// True if its values depend on the world.
const fn is_of_world(parameter: &Parameter) -> bool {
    matches!(parameter.kind, Kind::Heuristic | Kind::Techniques | Kind::Evaluation)
}

fn parameter_name(parameter: &Parameter, world: Option<&WorldInfo>) -> String {
    named(&format!("Parameter.{}", parameter.name.name), world.filter(|_| is_of_world(parameter)))
}

/// The values of a parameter.
fn value(parameter: &Parameter, world: Option<&WorldInfo>) -> Value {
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
        Kind::TableBits(least, most) => {
            let bits = json!({ "type": "integer", "minimum": least, "maximum": most });
            json!({ "anyOf": [{ "enum": [0] }, bits, text("[0-9]+")] })
        }
        Kind::Signed(least, most) => or_text(json!({ "type": "integer", "minimum": least, "maximum": most }), WHOLE),
        Kind::Decimal(least, most) => or_text(decimal(least, most), DECIMAL),
        Kind::DecimalOrOff(least, most) => {
            json!({ "anyOf": [{ "enum": ["off"] }, decimal(least, most), text(DECIMAL)] })
        }
        Kind::Order | Kind::File | Kind::Command => json!({ "type": "string" }),
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
fn evaluation(world: Option<&WorldInfo>) -> Value {
    let names = words(world, |world| world.evaluations);
    let (any, feature) = (any_of(names.iter().copied()), any_of(features(world)));
    let item = format!("({feature})\\s*=\\s*{WHOLE}");
    let mut weights: Map<String, Value> = features(world).map(|name| (name.to_owned(), reference("Weight"))).collect();
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

fn features(world: Option<&WorldInfo>) -> impl Iterator<Item = &'static str> {
    words(world, |world| world.features).into_iter()
}

/// The words of the worlds that are meant, each once.
fn words(world: Option<&WorldInfo>, of: fn(&WorldInfo) -> &'static [Name]) -> Vec<&'static str> {
    let mut words: Vec<&str> = Vec::new();
    for word in worlds(world).flat_map(of) {
        if !words.contains(&word.name) {
            words.push(word.name);
        }
    }
    words
}
