//! Evaluations as text, for all worlds: `classic,corner=500,frontier=-3` to weights of features, and back.
//!
//! A preset may come first; features with weights follow and override. Printed, the features stand in the order of the
//! alphabet, so that the text of an evaluation stays the same when features are added; what the preset says anyway is
//! left out.
//!
//! Not here: the features and presets of a world, and how they are measured (`evaluation/` of each game).

use std::fmt;
use std::ops::Range;

use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Excerpt, Source, nearest, quoted};
use searchlab_trial::text::grouped;

/// Something that can be measured of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// The name as users type it.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The measure is at most this, and at least less this.
    pub most: i32,
}

/// A mix of features with a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preset {
    /// The name as users type it.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The features by name with their weights; the others weigh nothing.
    pub weights: &'static [(&'static str, i32)],
}

/// The features and presets that the evaluations of a world are made of.
#[derive(Debug, Clone, Copy)]
pub struct FeatureSet {
    /// All features, in the order of the listings.
    pub features: &'static [Feature],
    /// All presets, in the order of the listings; the first is the default.
    pub presets: &'static [Preset],
    /// No sum of features times weights reaches this or its negative.
    pub limit: i32,
    /// An evaluation with a preset and a feature, to show how they are written.
    pub example: &'static str,
    /// Evaluations of another kind, which stand alone and have no features.
    pub whole: &'static [&'static str],
}

/// A weight for each feature of a scheme.
#[derive(Debug, Clone)]
pub struct LinearEvaluation {
    scheme: &'static FeatureSet,
    preset: Option<&'static Preset>,
    weights: Vec<i32>,
}

impl FeatureSet {
    /// The preset of that name.
    pub fn preset(&self, name: &str) -> Option<&'static Preset> {
        self.presets.iter().find(|preset| preset.name == name)
    }

    /// Place of the feature of that name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.features.iter().position(|feature| feature.name == name)
    }

    /// The weights of a preset, in the order of the features, of which there are `N`.
    pub(crate) fn weights_of<const N: usize>(&self, preset: &Preset) -> [i32; N] {
        let mut weights = [0; N];
        for (weight, feature) in weights.iter_mut().zip(self.features) {
            *weight = preset.weight(feature.name);
        }
        weights
    }

    /// Reads the evaluation at `span` of a text.
    ///
    /// # Errors
    /// Every unknown preset and feature with the nearest name, every missing, double or excessive weight, with its
    /// place; an evaluation without any weight.
    ///
    /// # Panics
    /// If the span does not lie between characters of the text.
    pub fn read(&'static self, source: &Source, span: Range<usize>) -> Result<LinearEvaluation, Diagnostics> {
        let mut reader = Reader {
            source,
            span: span.clone(),
            mix: LinearEvaluation { scheme: self, preset: None, weights: vec![0; self.features.len()] },
            given: vec![None; self.features.len()],
            problems: Diagnostics::new(),
        };
        let mut from = span.start;
        for (index, item) in source.text[span].split(',').enumerate() {
            let begin = from + (item.len() - item.trim_start().len());
            reader.item(index == 0, item.trim(), begin);
            from += item.len() + 1;
        }
        reader.finish()
    }

    /// True if a text is an evaluation of the world: a mix of features, or one that stands alone.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn check(&'static self, text: &str) -> Result<(), Diagnostics> {
        if self.whole.contains(&text) { Ok(()) } else { self.parse(text).map(drop) }
    }

    /// Reads a text of its own, which errors cite as `evaluation`.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn parse(&'static self, text: &str) -> Result<LinearEvaluation, Diagnostics> {
        let source = Source::new("evaluation", text);
        self.read(&source, 0..source.text.len())
    }
}

impl Preset {
    /// The weight of the feature of that name.
    fn weight(&self, feature: &str) -> i32 {
        self.weights.iter().find(|(name, _)| *name == feature).map_or(0, |&(_, weight)| weight)
    }

    /// The weights as a user may type them.
    pub fn spelled(&self) -> String {
        let weights = self.weights.iter().map(|(feature, weight)| format!("{feature}={weight}"));
        weights.collect::<Vec<_>>().join(",")
    }
}

impl LinearEvaluation {
    /// From weights in the order of the features of a scheme; `preset` is the name by which they are printed.
    pub fn new(scheme: &'static FeatureSet, preset: Option<&'static Preset>, weights: &[i32]) -> Self {
        Self { scheme, preset, weights: weights.to_vec() }
    }

    /// The preset that it was made from.
    pub const fn preset(&self) -> Option<&'static Preset> {
        self.preset
    }

    /// The weights in the order of the features, of which there are `N`.
    pub(crate) fn weights<const N: usize>(&self) -> [i32; N] {
        let mut weights = [0; N];
        for (weight, &own) in weights.iter_mut().zip(&self.weights) {
            *weight = own;
        }
        weights
    }

    /// The weight of the feature of that name.
    pub fn weight(&self, feature: &str) -> Option<i32> {
        self.scheme.place(feature).map(|place| self.weights[place])
    }
}

/// The evaluation of a game that is a weight for each feature of its scheme, the first preset by default, and
/// `LINEAR_GAME`, the entry in the catalog of a game with this evaluation, but for its name and its numbers.
macro_rules! linear_evaluation {
    ($scheme:expr) => {
        /// A weight for each feature.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Evaluation {
            preset: Option<&'static Preset>,
            weights: [i32; FEATURES.len()],
        }

        impl Evaluation {
            const fn new(preset: Option<&'static Preset>, weights: [i32; FEATURES.len()]) -> Self {
                Self { preset, weights }
            }
        }

        impl Default for Evaluation {
            fn default() -> Self {
                Self::new(Some(&PRESETS[0]), $scheme.weights_of(&PRESETS[0]))
            }
        }

        crate::weights::evaluation_as_text!(Evaluation, $scheme);

        pub(crate) const LINEAR_GAME: crate::catalog::WorldInfo = crate::catalog::WorldInfo {
            evaluations: &const { crate::catalog::game::preset_names::<{ PRESETS.len() }>(PRESETS) },
            features: &const { crate::catalog::game::feature_names::<{ FEATURES.len() }>(FEATURES) },
            scheme: Some(&$scheme),
            settle: crate::catalog::game::settle_plain::<Evaluation>,
            ..crate::catalog::game::PLAIN_GAME
        };
    };
}

pub(crate) use linear_evaluation;

/// Reads and prints the evaluation of a world, which is made from a preset and weights by `new`, by its scheme.
macro_rules! evaluation_as_text {
    ($evaluation:ty, $scheme:expr) => {
        impl $evaluation {
            /// Reads the evaluation at `span` of a text.
            ///
            /// # Errors
            /// As [`FeatureSet::read`](crate::weights::FeatureSet::read).
            ///
            /// # Panics
            /// If the span does not lie between characters of the text.
            pub fn parse(
                source: &searchlab_trial::diagnostic::Source,
                span: std::ops::Range<usize>,
            ) -> Result<Self, searchlab_trial::diagnostic::Diagnostics> {
                $scheme.read(source, span).map(|mix| Self::new(mix.preset(), mix.weights()))
            }
        }

        /// Reads a text of its own, which errors cite as `evaluation`.
        impl std::str::FromStr for $evaluation {
            type Err = searchlab_trial::diagnostic::Diagnostics;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $scheme.parse(text).map(|mix| Self::new(mix.preset(), mix.weights()))
            }
        }

        /// The canonical text, which reads as the same evaluation.
        impl std::fmt::Display for $evaluation {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::weights::LinearEvaluation::new(&$scheme, self.preset, &self.weights).fmt(f)
            }
        }
    };
}

pub(crate) use evaluation_as_text;

/// The canonical text, which reads as the same mix.
impl fmt::Display for LinearEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let base = |name: &str| self.preset.map_or(0, |preset| preset.weight(name));
        let changed =
            self.scheme.features.iter().zip(&self.weights).filter(|(each, weight)| **weight != base(each.name));
        let mut items: Vec<String> = changed.map(|(feature, weight)| format!("{}={weight}", feature.name)).collect();
        items.sort_unstable();
        let preset = self.preset.map(|preset| preset.name.to_owned());
        f.write_str(&preset.into_iter().chain(items).collect::<Vec<_>>().join(","))
    }
}

/// The mix as far as it is read.
struct Reader<'a> {
    source: &'a Source,
    span: Range<usize>,
    mix: LinearEvaluation,
    /// Where each feature was given.
    given: Vec<Option<Range<usize>>>,
    problems: Diagnostics,
}

impl Reader<'_> {
    fn item(&mut self, is_first: bool, item: &str, begin: usize) {
        let span = begin..begin + item.len();
        match item.split_once('=') {
            Some((name, weight)) => self.override_weight(name.trim_end(), weight.trim_start(), span),
            None if is_first && let Some(preset) = self.mix.scheme.preset(item) => {
                self.mix.preset = Some(preset);
                for (weight, feature) in self.mix.weights.iter_mut().zip(self.mix.scheme.features) {
                    *weight = preset.weight(feature.name);
                }
            }
            None => {
                let problem = self.mix.scheme.without_weight(is_first, item, self.source.excerpt(span, ""));
                self.problems.push(|| problem);
            }
        }
    }

    fn override_weight(&mut self, name: &str, text: &str, span: Range<usize>) {
        let scheme = self.mix.scheme;
        let Some(place) = scheme.place(name) else {
            let excerpt = self.source.excerpt(span.start..span.start + name.len(), "");
            self.problems.push(|| scheme.unknown_feature(name, excerpt));
            return;
        };
        if let Some(before) = self.given[place].replace(span.clone()) {
            let (again, first) = (self.source.excerpt(span.clone(), ""), self.source.excerpt(before, "first here"));
            let problem = Diagnostic::new(format!("two weights for the feature {}", quoted(name)));
            self.problems.push(|| problem.at(again).at(first));
        }
        let most = (scheme.limit - 1) / scheme.features[place].most;
        if let Some(weight) = text.parse::<i32>().ok().filter(|weight| weight.unsigned_abs() <= most.unsigned_abs()) {
            self.mix.weights[place] = weight;
        } else {
            let excerpt = self.source.excerpt(span.end - text.len()..span.end, "");
            let problem = Diagnostic::new(format!("invalid weight {} of {name}", quoted(text))).at(excerpt);
            let [most, limit] = [most, scheme.limit].map(|number| grouped(u64::from(number.unsigned_abs())));
            let help = format!("expected a whole number from -{most} to {most}: no value may reach ±{limit}");
            self.problems.push(|| problem.help(help));
        }
    }

    fn finish(mut self) -> Result<LinearEvaluation, Diagnostics> {
        if self.problems.is_empty()
            && let Some(problem) = self.wrong_sum()
        {
            self.problems.push(|| problem);
        }
        self.problems.into_result(self.mix)
    }

    /// The error of the weights together.
    fn wrong_sum(&self) -> Option<Diagnostic> {
        let scheme = self.mix.scheme;
        let most: u64 = scheme
            .features
            .iter()
            .zip(&self.mix.weights)
            .map(|(feature, weight)| u64::from(weight.unsigned_abs()) * u64::from(feature.most.unsigned_abs()))
            .sum();
        let place = || self.source.excerpt(self.span.clone(), "");
        if most == 0 {
            let problem = Diagnostic::new("an evaluation in which no feature has a weight");
            return Some(problem.at(place()).help("give at least one feature a weight other than 0"));
        }
        let limit = u64::from(scheme.limit.unsigned_abs());
        (most >= limit).then(|| {
            let problem = Diagnostic::new(format!("weights so large that a value could reach ±{}", grouped(most)));
            let help = format!("no value may reach ±{}: divide the weights by a common factor", grouped(limit));
            problem.at(place()).help(help)
        })
    }
}

impl FeatureSet {
    /// The error of an item that is neither a preset in front nor a feature with its weight.
    fn without_weight(&self, is_first: bool, item: &str, place: Excerpt) -> Diagnostic {
        if item.is_empty() {
            let form = format!("expected a preset, features with weights, or both, such as {}", self.example);
            return Diagnostic::new("an evaluation with an empty part").at(place).help(form);
        }
        if self.place(item).is_some() {
            let problem = Diagnostic::new(format!("the feature {} without a weight", quoted(item))).at(place);
            return problem.help(format!("write {item}=N"));
        }
        if self.preset(item).is_some() {
            let problem = Diagnostic::new(format!("the evaluation {} behind another part", quoted(item))).at(place);
            return problem.help("one named evaluation can be given, and it comes first");
        }
        if self.whole.contains(&item) {
            let problem = Diagnostic::new(format!("the evaluation {} among other parts", quoted(item))).at(place);
            return problem.help("it is no mix of features and stands alone");
        }
        let names: Vec<&str> =
            self.presets.iter().map(|preset| preset.name).chain(self.whole.iter().copied()).collect();
        let is_meant = nearest(item, names.iter().copied()).is_some();
        if is_first && (is_meant || nearest(item, self.features.iter().map(|feature| feature.name)).is_none()) {
            return Diagnostic::unknown_name("evaluation", item, &names, Some(place));
        }
        self.unknown_feature(item, place)
    }

    fn unknown_feature(&self, name: &str, place: Excerpt) -> Diagnostic {
        if self.preset(name).is_some() {
            let problem = Diagnostic::new(format!("a weight for the evaluation {}", quoted(name))).at(place);
            return problem.help("only features have weights; a named evaluation comes first and alone");
        }
        let names: Vec<&str> = self.features.iter().map(|feature| feature.name).collect();
        Diagnostic::unknown_name("feature", name, &names, Some(place))
    }
}
