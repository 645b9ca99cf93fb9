//! Series, and places along the horizontal axis.

use std::collections::BTreeSet;

use super::Plan;
use super::numbers::key_text;
use super::words;
use crate::chart::{Axis, Scale, Style, Unit};
use searchlab_analysis::field::{Field, KIND};
use searchlab_analysis::frame::{Frame, Key};
use searchlab_analysis::request::ScaleName;
use searchlab_analysis::tasks::InstanceGroups;
use searchlab_trial::text::printable;

/// The series of tasks.
#[derive(Debug)]
pub(super) struct SeriesSet {
    /// The name of each series.
    pub(super) names: Vec<String>,
    /// How each looks.
    pub(super) styles: Vec<Style>,
    /// The series of each of the tasks.
    pub(super) of: Vec<usize>,
}

impl SeriesSet {
    /// Of some of the tasks.
    pub(super) fn new(plan: &Plan, tasks: &InstanceGroups<'_>, some: &[usize]) -> Self {
        let (fields, frame) = (&plan.series, tasks.frame());
        // What a task does not have comes last.
        let views: Vec<_> = fields.iter().map(|field| frame.view(field)).collect();
        // One key for all, since there may be millions of tasks and a few series.
        let mut key = Vec::new();
        let turn_to = |key: &mut Vec<usize>, task: usize| {
            let row = tasks.lead(task);
            key.clear();
            key.extend(views.iter().map(|view| view.place(row).unwrap_or(usize::MAX)));
        };
        let mut distinct: BTreeSet<Vec<usize>> = BTreeSet::new();
        for &task in some {
            turn_to(&mut key, task);
            if !distinct.contains(&key) {
                distinct.insert(key.clone());
            }
        }
        let distinct: Vec<Vec<usize>> = distinct.into_iter().collect();
        let place = |&task: &usize| {
            turn_to(&mut key, task);
            distinct.binary_search(&key).unwrap_or(0)
        };
        let of = some.iter().map(place).collect();
        let names = distinct.iter().map(|key| series_name(fields, key, frame)).collect();
        let styles = styles(fields, &distinct, frame);
        Self { names, styles, of }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }
}

fn series_name(fields: &[Field], places: &[usize], frame: &Frame) -> String {
    let part = |(field, place): (&Field, &usize)| {
        let key = frame.keys(field).get(*place)?;
        Some(words::named(field, &shown(field, key)))
    };
    let parts: Vec<String> = fields.iter().zip(places).filter_map(part).collect();
    if parts.is_empty() { format!("no {}", words::short(&fields[0])) } else { printable(&parts.join(" · ")) }
}

/// An algorithm looks the same in every chart of a frame, if it is a series by itself. Other series are told apart as
/// well as they can be.
fn styles(fields: &[Field], series: &[Vec<usize>], frame: &Frame) -> Vec<Style> {
    let text = |key: &Key| key_text(Some(key));
    let place = fields.iter().position(|field| *field == Field::Algorithm);
    let algorithms = frame.keys(&Field::Algorithm);
    let all = Style::of_all(algorithms.iter().map(text).collect::<Vec<_>>().iter().map(String::as_str));
    let by_algorithm = place.map(|place| series.iter().map(|key| key[place]).collect::<Vec<_>>());
    if let Some(places) = by_algorithm {
        let mut distinct = places.clone();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() == places.len() && places.iter().all(|&place| place < all.len()) {
            return places.into_iter().map(|place| all[place]).collect();
        }
    }
    // Names that no algorithm has take the colours in turn.
    Style::of_all(series.iter().map(|_| "")).into_iter().collect()
}

/// Places along the horizontal axis.
#[derive(Debug)]
pub(super) struct Spread {
    /// The axis.
    pub(super) axis: Axis,
    /// The places, ascending: numbers, or those of categories from 0.
    pub(super) places: Vec<f64>,
    /// The text for each in a file.
    pub(super) texts: Vec<String>,
    /// The place of each task among them, if it has one.
    pub(super) of: Vec<Option<usize>>,
}

/// How places are made of values.
#[derive(Debug, Clone, Copy)]
pub(super) struct Manner {
    /// True if even numbers are categories.
    pub(super) is_categorical: bool,
    /// The width of the steps into which numbers are gathered.
    pub(super) bin: Option<f64>,
    /// The scale of numbers.
    pub(super) scale: Option<ScaleName>,
}

impl Spread {
    /// One place for all.
    pub(super) fn single(count: usize) -> Self {
        let axis = Axis::of_categories("", &[String::new()]);
        Self { axis, places: vec![0.0], texts: vec![String::new()], of: vec![Some(0); count] }
    }

    /// By the values of a field of some of the tasks.
    ///
    /// # Errors
    /// Steps that have no width.
    pub(super) fn new(
        field: &Field,
        tasks: &InstanceGroups<'_>,
        some: &[usize],
        manner: Manner,
    ) -> Result<Self, String> {
        if let Some(bin) = manner.bin
            && !(bin.is_finite() && bin > 0.0)
        {
            return Err(format!("steps of {bin} along {} have no width", field.name()));
        }
        let (frame, values) = (tasks.frame(), tasks.values(field));
        let view = frame.view(field);
        let found: Vec<Option<usize>> = some.iter().map(|&task| view.place(tasks.lead(task))).collect();
        let is_text = |place: &usize| matches!(frame.keys(field).get(*place), Some(Key::Text(_)));
        if found.iter().flatten().any(is_text) {
            return Ok(Self::of_keys(field, frame, &found));
        }
        let number = |&task: &usize| values.of(task).number().filter(|number| !number.is_bound).map(|it| it.value);
        let numbers: Vec<Option<f64>> = some.iter().map(number).collect();
        Ok(Self::of_numbers(field, &numbers, manner))
    }

    /// Texts, as categories in their order.
    fn of_keys(field: &Field, frame: &Frame, found: &[Option<usize>]) -> Self {
        let mut used: Vec<usize> = found.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        let keys = frame.keys(field);
        let texts: Vec<String> = used.iter().map(|&place| key_text(keys.get(place))).collect();
        let (shown, folder) = without_folder(used.iter().map(|&place| shown(field, &keys[place])).collect());
        let title = words::short(field);
        let title = if folder.is_empty() { title } else { format!("{title} in {folder}") };
        let of = found.iter().map(|place| used.binary_search(&(*place)?).ok()).collect();
        let places = (0..used.len()).map(|place| place as f64).collect();
        Self { axis: Axis::of_categories(&title, &shown), places, texts, of }
    }

    fn of_numbers(field: &Field, numbers: &[Option<f64>], manner: Manner) -> Self {
        let step = |number: f64| manner.bin.map_or(number, |bin| (number / bin).floor() * bin);
        // Zero has no sign.
        let begins: Vec<Option<f64>> = numbers.iter().map(|number| number.map(|number| step(number) + 0.0)).collect();
        let mut distinct: Vec<f64> = begins.iter().flatten().copied().collect();
        distinct.sort_unstable_by(f64::total_cmp);
        distinct.dedup();
        let find = |begin: f64| distinct.binary_search_by(|known| known.total_cmp(&begin)).ok();
        let of = begins.iter().map(|begin| begin.and_then(find)).collect();
        let unit = words::unit(field, &distinct);
        let title = words::short(field);
        let title = manner.bin.map_or_else(|| title.clone(), |bin| format!("{title}, in steps of {}", unit.exact(bin)));
        if manner.is_categorical {
            let labels = labels(&distinct, manner.bin, unit);
            let places = (0..distinct.len()).map(|place| place as f64).collect();
            let texts = distinct.iter().map(ToString::to_string).collect();
            return Self { axis: Axis::of_categories(&title, &labels), places, texts, of };
        }
        let middle = manner.bin.map_or(0.0, |bin| bin / 2.0);
        let places: Vec<f64> = distinct.iter().map(|begin| begin + middle).collect();
        let texts = places.iter().map(ToString::to_string).collect();
        let scale = if manner.scale == Some(ScaleName::Log) { Scale::Log } else { Scale::Linear };
        let axis = Axis { scale, ..Axis::linear(&title, words::unit(field, &distinct)) };
        Self { axis, places, texts, of }
    }
}

impl Spread {
    pub(super) fn len(&self) -> usize {
        self.places.len()
    }
}

/// Paths without the folder that they all share, and that folder.
fn without_folder(paths: Vec<String>) -> (Vec<String>, String) {
    let common = |one: &str, other: &str| one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let [first, rest @ ..] = &paths[..] else { return (paths, String::new()) };
    let shared = rest.iter().map(|path| common(first, path)).min().unwrap_or(0);
    // Counted in bytes: a slash is one by itself.
    let end = first.as_bytes()[..shared].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let folder = first[..end].to_owned();
    (paths.iter().map(|path| path[end..].to_owned()).collect(), folder)
}

/// Numbers as names: short if they can be told apart so.
fn labels(numbers: &[f64], bin: Option<f64>, unit: Unit) -> Vec<String> {
    if let Some(bin) = bin {
        return numbers.iter().map(|begin| format!("{} to {}", unit.label(*begin), unit.label(begin + bin))).collect();
    }
    let mut short: Vec<String> = numbers.iter().map(|&number| unit.label(number)).collect();
    short.dedup();
    if short.len() == numbers.len() { short } else { numbers.iter().map(|&number| unit.exact(number)).collect() }
}

/// A key as people read it.
pub(super) fn shown(field: &Field, key: &Key) -> String {
    match key {
        Key::Text(text) => printable(text),
        Key::Number(number) => words::unit(field, &[*number]).exact(*number),
    }
}

/// True if a value of the field needs no name of the field beside it.
pub(super) fn speaks(field: &Field) -> bool {
    match field {
        Field::Algorithm | Field::Instance | Field::World | Field::Status => true,
        Field::Part(part) => part == KIND,
        _ => false,
    }
}
