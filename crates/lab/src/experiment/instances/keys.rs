//! The keys of instances that only their world knows, and of its recipes: values to combinations of values.

use std::iter::once;

use indexmap::IndexMap;

use super::Loader;
use crate::experiment::spec::{self, GenerateRequest, InstanceRequest, Wholes};
use searchlab_analysis::request::{OneOrMany, Scalar};
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::text::listed;
use searchlab_worlds::table::WORLDS;
use searchlab_worlds::world::{Given, Key, KeyKind, Way, World};

/// Keys with their values, in the order of the file.
type Values = IndexMap<String, OneOrMany<Scalar>>;

impl Loader<'_> {
    /// Every combination of the values of the keys that the world has beside the ways to name instances.
    pub(super) fn settings(
        &mut self,
        request: &InstanceRequest,
        world: &'static dyn World,
        way: Way,
        path: &spec::Path,
    ) -> Vec<Given> {
        for name in request.own.keys() {
            let key = world.keys().iter().find(|key| key.name == name);
            if key.is_none_or(|key| key.way.is_some_and(|only| only != way)) {
                let whose = match key.and_then(|key| key.way) {
                    Some(way) => format!("instances from `{}`", way.key()),
                    None => listed(&owners(name, |world| world.keys())),
                };
                self.complain(format!("`{name}` is for {whose}"), &path.key(name), "");
            }
        }
        self.combinations(&request.own, world.keys(), path)
    }

    /// Every combination of the values of a recipe.
    pub(super) fn recipes(
        &mut self,
        request: &GenerateRequest,
        world: &'static dyn World,
        path: &spec::Path,
    ) -> Vec<Given> {
        for name in request.own.keys().filter(|name| world.recipe_keys().iter().all(|key| key.name != **name)) {
            self.complain(
                format!("`{name}` is for {}", listed(&owners(name, |world| world.recipe_keys()))),
                &path.key(name),
                "",
            );
        }
        self.combinations(&request.own, world.recipe_keys(), path)
    }

    /// The values of the first key vary slowest.
    fn combinations(&mut self, given: &Values, keys: &'static [Key], path: &spec::Path) -> Vec<Given> {
        let mut all = vec![Given::defaults(keys)];
        for key in keys {
            let Some(values) = given.get(key.name) else { continue };
            let texts = self.texts(key, values, &path.key(key.name));
            // Errors of these are reported, and the rest is to be read all the same.
            if !texts.is_empty() || key.default.is_none() {
                let with = |one: &Given| texts.iter().map(|text| one.clone().with(key.name, text.clone())).collect();
                all = all.iter().flat_map(|one| -> Vec<Given> { with(one) }).collect();
            }
        }
        all
    }

    /// The valid values of a key; the others become errors.
    fn texts(&mut self, key: &Key, values: &OneOrMany<Scalar>, path: &spec::Path) -> Vec<String> {
        let texts: Vec<String> = match (key.kind, values) {
            (KeyKind::Pair, values) => {
                once(values.as_slice().iter().map(ToString::to_string).collect::<Vec<_>>().join(",")).collect()
            }
            (KeyKind::Wholes, values) => match wholes(values).numbers() {
                Ok(numbers) => return numbers.iter().map(ToString::to_string).collect(),
                Err(wrong) => {
                    self.complain(wrong.message(key.name), path, &wrong.expected());
                    return Vec::new();
                }
            },
            (_, values) => values.as_slice().iter().map(ToString::to_string).collect(),
        };
        if texts.is_empty() {
            self.complain("an empty list".to_owned(), path, "expected at least one");
        }
        let is_valid = |(place, text): &(usize, String)| match (key.check)(text) {
            Ok(()) => true,
            Err(problem) => {
                self.wrong_value(problem, path, *place);
                false
            }
        };
        texts.into_iter().enumerate().filter(is_valid).map(|(_, text)| text).collect()
    }

    fn wrong_value(&mut self, problem: Diagnostic, path: &spec::Path, place: usize) {
        let nested = self.spec.document().has(&path.index(place));
        let at = if nested { path.index(place) } else { path.clone() };
        let excerpt = self.spec.document().place(&at, "");
        self.problems.push(|| problem.at(excerpt));
    }
}

/// The worlds that know a key, among their keys of a kind.
fn owners(key: &str, keys_of: fn(&dyn World) -> &'static [Key]) -> Vec<&'static str> {
    let has = |world: &&&dyn World| keys_of(**world).iter().any(|known| known.name == key);
    WORLDS.iter().filter(has).map(|world| world.info().name.name).collect()
}

fn wholes(values: &OneOrMany<Scalar>) -> Wholes {
    let number = |value: &Scalar| match value {
        Scalar::Whole(number) => u64::try_from(*number).ok(),
        _ => None,
    };
    match values {
        OneOrMany::One(Scalar::Text(text)) => Wholes::Range(text.clone()),
        values => match values.as_slice().iter().map(number).collect::<Option<Vec<u64>>>() {
            Some(numbers) => Wholes::Many(numbers),
            None => Wholes::Range(String::new()),
        },
    }
}
