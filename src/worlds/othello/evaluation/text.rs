//! `classic,corner=500,frontier=-3` to an evaluation, and back.
//!
//! A preset may come first; features with weights follow and override. Printed, the features stand in the order of the
//! alphabet, so that the text of an evaluation stays the same when features are added; what the preset says anyway is
//! left out.

use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use super::features::{self, FEATURES};
use super::presets::{self, PRESETS, Preset};
use super::{Evaluation, VALUE_LIMIT, Weights, weights_of};
use crate::diagnostic::{Diagnostic, Diagnostics, Excerpt, Source, nearest, quoted};
use crate::text::grouped;

impl Evaluation {
    /// Reads the evaluation at `span` of a text.
    ///
    /// # Errors
    /// Every unknown preset and feature with the nearest name, every missing, double or excessive weight, with its
    /// place; an evaluation without any weight.
    ///
    /// # Panics
    /// If the span does not lie between characters of the text.
    pub fn parse(source: &Source, span: Range<usize>) -> Result<Self, Diagnostics> {
        let mut reader = Reader::new(source, span.clone());
        let mut from = span.start;
        for (index, item) in source.text[span].split(',').enumerate() {
            let begin = from + (item.len() - item.trim_start().len());
            reader.item(index == 0, item.trim(), begin);
            from += item.len() + 1;
        }
        reader.finish()
    }
}

/// Reads a text of its own, which errors cite as `evaluation`.
impl FromStr for Evaluation {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        let source = Source::new("evaluation", text);
        Self::parse(&source, 0..source.text.len())
    }
}

/// The canonical text, which reads as the same evaluation.
impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = self.preset.map_or([0; FEATURES.len()], weights_of);
        let changed = self.weights().zip(base).filter(|((_, weight), base)| weight != base);
        let mut items: Vec<String> =
            changed.map(|((feature, weight), _)| format!("{}={weight}", feature.name)).collect();
        items.sort_unstable();
        let preset = self.preset.map(|preset| preset.name.to_owned());
        f.write_str(&preset.into_iter().chain(items).collect::<Vec<_>>().join(","))
    }
}

/// The evaluation as far as it is read.
struct Reader<'a> {
    source: &'a Source,
    span: Range<usize>,
    preset: Option<&'static Preset>,
    weights: Weights,
    /// Where each feature was given.
    given: [Option<Range<usize>>; FEATURES.len()],
    problems: Diagnostics,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source, span: Range<usize>) -> Self {
        let given = [const { None }; FEATURES.len()];
        Self { source, span, preset: None, weights: [0; FEATURES.len()], given, problems: Diagnostics::new() }
    }

    fn item(&mut self, is_first: bool, item: &str, begin: usize) {
        let span = begin..begin + item.len();
        match item.split_once('=') {
            Some((name, weight)) => self.override_weight(name.trim_end(), weight.trim_start(), span),
            None if is_first && let Some(preset) = presets::preset(item) => {
                self.preset = Some(preset);
                self.weights = weights_of(preset);
            }
            None => {
                let problem = without_weight(is_first, item, self.source.excerpt(span, ""));
                self.problems.push(|| problem);
            }
        }
    }

    fn override_weight(&mut self, name: &str, text: &str, span: Range<usize>) {
        let Some(place) = features::place(name) else {
            let excerpt = self.source.excerpt(span.start..span.start + name.len(), "");
            self.problems.push(|| unknown_feature(name, excerpt));
            return;
        };
        if let Some(before) = self.given[place].replace(span.clone()) {
            let (again, first) = (self.source.excerpt(span.clone(), ""), self.source.excerpt(before, "first here"));
            let problem = Diagnostic::new(format!("two weights for the feature {}", quoted(name)));
            self.problems.push(|| problem.at(again).at(first));
        }
        let most = (VALUE_LIMIT - 1) / FEATURES[place].most;
        if let Some(weight) = text.parse::<i32>().ok().filter(|weight| weight.unsigned_abs() <= most.unsigned_abs()) {
            self.weights[place] = weight;
        } else {
            let excerpt = self.source.excerpt(span.end - text.len()..span.end, "");
            let problem = Diagnostic::new(format!("invalid weight {} of {name}", quoted(text))).at(excerpt);
            let [most, limit] = [most, VALUE_LIMIT].map(|number| grouped(u64::from(number.unsigned_abs())));
            let help = format!("expected a whole number from -{most} to {most}: no value may reach ±{limit}");
            self.problems.push(|| problem.help(help));
        }
    }

    fn finish(mut self) -> Result<Evaluation, Diagnostics> {
        if self.problems.is_empty()
            && let Some(problem) = self.wrong_sum()
        {
            self.problems.push(|| problem);
        }
        self.problems.into_result(Evaluation::new(self.preset, self.weights))
    }

    /// What is wrong with the weights together.
    fn wrong_sum(&self) -> Option<Diagnostic> {
        let most: u64 = FEATURES
            .iter()
            .zip(self.weights)
            .map(|(feature, weight)| u64::from(weight.unsigned_abs()) * u64::from(feature.most.unsigned_abs()))
            .sum();
        let place = || self.source.excerpt(self.span.clone(), "");
        if most == 0 {
            let problem = Diagnostic::new("an evaluation in which no feature has a weight");
            return Some(problem.at(place()).help("give at least one feature a weight other than 0"));
        }
        let limit = u64::from(VALUE_LIMIT.unsigned_abs());
        (most >= limit).then(|| {
            let problem = Diagnostic::new(format!("weights so large that a value could reach ±{}", grouped(most)));
            let help = format!("no value may reach ±{}: divide the weights by a common factor", grouped(limit));
            problem.at(place()).help(help)
        })
    }
}

/// An item that is neither a preset in front nor a feature with its weight.
fn without_weight(is_first: bool, item: &str, place: Excerpt) -> Diagnostic {
    const FORM: &str = "expected a preset, features with weights, or both, such as classic,corner=500";
    if item.is_empty() {
        return Diagnostic::new("an evaluation with an empty part").at(place).help(FORM);
    }
    if features::place(item).is_some() {
        let problem = Diagnostic::new(format!("the feature {} without a weight", quoted(item))).at(place);
        return problem.help(format!("write {item}=N"));
    }
    if presets::preset(item).is_some() {
        let problem = Diagnostic::new(format!("the evaluation {} behind another part", quoted(item))).at(place);
        return problem.help("one named evaluation can be given, and it comes first");
    }
    let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let is_meant = nearest(item, names.iter().copied()).is_some();
    if is_first && (is_meant || nearest(item, feature_names()).is_none()) {
        return Diagnostic::unknown_name("evaluation", item, &names, Some(place));
    }
    unknown_feature(item, place)
}

fn unknown_feature(name: &str, place: Excerpt) -> Diagnostic {
    if presets::preset(name).is_some() {
        let problem = Diagnostic::new(format!("a weight for the evaluation {}", quoted(name))).at(place);
        return problem.help("only features have weights; a named evaluation comes first and alone");
    }
    let names: Vec<&str> = feature_names().collect();
    Diagnostic::unknown_name("feature", name, &names, Some(place))
}

fn feature_names() -> impl Iterator<Item = &'static str> {
    FEATURES.iter().map(|feature| feature.name)
}
