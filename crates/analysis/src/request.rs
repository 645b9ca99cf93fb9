//! Requests of an experiment to its records: tables, charts and claims as they stand in its file.
//!
//! The types are those of the file, so their documentation is that of the schema, which editors show.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Scalar {
    /// Yes or no.
    Truth(bool),
    /// A whole number.
    Whole(i64),
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Whole(number) => number.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// One thing, or several between brackets.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Several.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All of them.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// Conditions by field, which must all hold: a value, a list of values, a range like "4..=8", or a comparison like
/// ">= 4".
pub type Filter = BTreeMap<String, OneOrMany<Scalar>>;

/// Some of the trials: the name of an algorithm of this file, or conditions by field.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Selection {
    /// The label of an algorithm.
    Label(String),
    /// Conditions by field.
    Where(Filter),
}

/// The statistic that makes one value of many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Statistic {
    /// The arithmetic mean; a lower bound where a limit ended a trial.
    #[default]
    Mean,
    /// The value in the middle.
    Median,
    /// The geometric mean: for ratios, and for numbers that range over powers of ten.
    GeometricMean,
    /// The sum.
    Sum,
    /// PAR-2, the penalised mean: a trial that a limit ended counts twice what it had reached.
    Par2,
    /// PAR-10: such a trial counts ten times.
    Par10,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
    /// The number of trials.
    Count,
    /// The share of the trials that came to their end, from 0 to 1.
    Finished,
}

/// Kinds of tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TableKind {
    /// Numbers of trials, gathered by what the trials are.
    #[default]
    Summary,
    /// The players of games, the strongest first: Elo, score, games, and what a move cost.
    Ratings,
    /// Each algorithm against each other, over the tasks that both have: how often its number is better, equal, worse.
    /// Less is better, of scores and rates more. One field in `values`.
    Wins,
}

/// `[[table]]`: a table of the report.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableRequest {
    /// The kind of table. Default: numbers of trials.
    #[serde(default)]
    pub kind: TableKind,
    /// The title. Default: a description of the contents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The fields whose values make the rows. Default: the axes of the experiment, then the algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<OneOrMany<String>>,
    /// A field whose values stand side by side as columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// The fields that are summed up in the cells. Default: the cost of the search, and the time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<OneOrMany<String>>,
    /// How the values of many trials become one.
    #[serde(default)]
    pub statistic: Statistic,
    /// Adds columns of ratios to these trials, over pairs with the same instance and axes: the ratio of the means or of the
    /// sums, or the median or geometric mean of the ratios, as `statistic` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Selection>,
    /// Only the trials for which this holds.
    #[serde(rename = "where", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filter: Filter,
    /// Heads in words of one's own: `heads = { nodes = "Nodes searched", "depth 5" = "Five plies" }`, by the name of a field
    /// or the head that it has. Tables as CSV keep their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub heads: BTreeMap<String, String>,
    /// Significant digits of numbers, from 1 to 15; digits before the point are always shown. Default: as suits the unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub precision: Option<usize>,
    /// False leaves the intervals out, but in CSV. Default: true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<bool>,
    /// The caption of the table in LaTeX, where it then is a float.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caption: Option<String>,
    /// The label of the table in LaTeX, for `\ref`: letters, digits and `:.-_`. It needs a caption.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Columns beside each other in LaTeX, those of the keys not counted: a wider table is set in parts below each other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<usize>,
}

/// Kinds of charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChartKind {
    /// y against x, a line with a band of its interval for each series.
    Lines,
    /// A group of bars for each value of x, a bar for each series; where the scale is logarithmic, rows of points with
    /// their intervals.
    Bars,
    /// A point for each instance: y of the series against y of the baseline, with the diagonal; without a baseline y
    /// against x.
    Scatter,
    /// A cactus plot: the number of instances that each series solves within a given y each.
    Cactus,
    /// y as a multiple of that of the baseline, against x; a forest plot if x is no number.
    Ratio,
    /// A forest plot: y as a multiple of that of the baseline, a row for each value of x and each series, with its
    /// interval and its numbers.
    Forest,
    /// The empirical distribution: for each series the share of the tasks whose y is at most so much. With a fixed budget
    /// (`where = { max-nodes = 1000 }`) and y a quality, how good the answers are.
    Ecdf,
    /// Median, quartiles and outliers of y for each series.
    Box,
    /// y as a colour over two fields, x and series.
    Heatmap,
    /// The Elo of each player of games, with its interval.
    Elo,
    /// A point for each player of games: its score against x, the cost of a move. Default: nodes_per_move.
    Strength,
}

/// The scale of an axis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ScaleName {
    /// Equal steps for equal differences.
    Linear,
    /// Equal steps for equal ratios.
    Log,
}

/// `[[chart]]`: a chart of the report, as SVG, PNG and CSV.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ChartRequest {
    /// The kind of chart.
    pub kind: ChartKind,
    /// The title. Default: a description of the contents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The field along the horizontal axis. Default: the first axis of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x: Option<String>,
    /// The field along the vertical axis. Default: the cost of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y: Option<String>,
    /// The fields whose values make the series. Default: the algorithm.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub series: Option<OneOrMany<String>>,
    /// How the values of many trials become one. Default: the mean; for ratios always the geometric mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistic: Option<Statistic>,
    /// The trials that the others are compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub baseline: Option<Selection>,
    /// The scale of the horizontal axis. Default: linear; log for scatter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_scale: Option<ScaleName>,
    /// The scale of the vertical axis. Default: log for counts and times, where they differ by more than a factor 20.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_scale: Option<ScaleName>,
    /// Gathers the values of x into steps of this width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bin: Option<f64>,
    /// The name of the horizontal axis. Default: the field.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub x_title: Option<String>,
    /// The name of the vertical axis. Default: the field, with its statistic.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub y_title: Option<String>,
    /// Of lines over depth: fits to each line the effective branching factor b, by which every further ply multiplies y,
    /// draws the fit dashed, and writes b at the name of the line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branching: Option<bool>,
    /// Width of the picture on paper in millimetres, from 30 to 1000: the size of the SVG.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<f64>,
    /// Height of the picture on paper in millimetres, from 30 to 1000. Default: as suits the width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub height: Option<f64>,
    /// Size of the names of axes and series in points, from 4 to 40, where `width` is given. Default: 8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub font_size: Option<f64>,
    /// Only the trials for which this holds.
    #[serde(rename = "where", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filter: Filter,
}

impl ChartRequest {
    /// A chart of this kind that leaves everything else to the defaults.
    pub fn of_kind(kind: ChartKind) -> Self {
        Self {
            kind,
            title: None,
            x: None,
            y: None,
            series: None,
            statistic: None,
            baseline: None,
            x_scale: None,
            y_scale: None,
            bin: None,
            x_title: None,
            y_title: None,
            branching: None,
            width: None,
            height: None,
            font_size: None,
            filter: Filter::new(),
        }
    }
}

/// The statistic of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ClaimStatistic {
    /// The arithmetic mean; with `over`, the mean of the ratios' numerator over that of the denominator.
    Mean,
    /// The median; with `over`, of the ratios.
    Median,
    /// The geometric mean; with `over`, of the ratios.
    GeometricMean,
    /// The sum; with `over`, the ratio of the sums.
    Sum,
    /// PAR-2, the penalised mean: a trial that a limit ended counts twice what it had reached; with `over`, the ratio of
    /// the two.
    Par2,
    /// PAR-10: such a trial counts ten times.
    Par10,
    /// The smallest value; with `over`, the smallest ratio.
    Min,
    /// The largest value; with `over`, the largest ratio.
    Max,
    /// The share of the pairs in which both values are equal, from 0 to 1; needs `over`.
    Equal,
    /// The share of the pairs in which the value is smaller, from 0 to 1; needs `over`.
    Smaller,
    /// The share of the trials that came to their end, from 0 to 1; with `over`, the ratio of the shares.
    Finished,
    /// The effective branching factor, fitted to the growth with `depth`; with `over`, the ratio of the two.
    Branching,
    /// Of the field score: by how much stronger than their opponents the players are, in Elo.
    Elo,
}

impl ClaimStatistic {
    /// True for proportions of trials or pairs, which lie between 0 and 1.
    pub(crate) const fn is_proportion(self) -> bool {
        matches!(self, Self::Equal | Self::Smaller | Self::Finished)
    }
}

/// The family of claims over which P is corrected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// All claims of the experiment.
    #[default]
    Experiment,
    /// The figures of this claim alone.
    Claim,
}

/// `[[claim]]`: a statement over the results that the run checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ClaimRequest {
    /// The claim in a sentence.
    pub says: String,
    /// The field that it is about.
    pub field: String,
    /// The trials that it is about.
    pub of: Selection,
    /// The trials that they are compared with, pair by pair: the same instance, axes and repeat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over: Option<Selection>,
    /// The statistic. Default: the geometric mean of the ratios with `over`, the mean without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub statistic: Option<ClaimStatistic>,
    /// The condition on the statistic: "< 1", "<= 0.5", "> 2", ">= 0.9", "== 1"; or a margin, for an equivalence test:
    /// "within 5 %" (of 1, as a factor), "within 20 of 0".
    pub is: String,
    /// It must hold for every value of these fields by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<OneOrMany<String>>,
    /// The level: with what probability at most the claim may be called held, or refuted, by accident. Default: 0.05.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// Over which claims P is corrected (Holm 1979): "experiment", all of this file, or "claim", this one alone.
    #[serde(default, skip_serializing_if = "is_experiment")]
    pub family: Family,
    /// The fields that define an independent unit: trials that agree in these fields are brought together and count
    /// once. Default: the instance, of games the opening. Say "instance.seed" where several instances come from one
    /// game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<OneOrMany<String>>,
    /// The finding of a publication, in words: the report sets it beside the finding of this experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<String>,
    /// Only the trials for which this holds.
    #[serde(rename = "where", default, skip_serializing_if = "BTreeMap::is_empty")]
    pub filter: Filter,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
const fn is_experiment(family: &Family) -> bool {
    matches!(family, Family::Experiment)
}
