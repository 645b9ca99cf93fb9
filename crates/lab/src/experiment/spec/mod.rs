//! The experiment file: a question with everything that is needed to answer it again.
//!
//! Idea        The types of this file are the file: serde reads them, and the JSON Schema for editors is made from
//!             them. A reader of documents keeps the place of every key and value, so the shape is checked against the
//!             schema first (`shape.rs`: unknown keys, wrong types), then the meaning (`variants.rs`: algorithms,
//!             parameters, axes; `requests.rs`: tables, charts, claims). All mistakes are told in one pass.
//! Not here    Reading the files that instances name (instances.rs), the list of trials (plan.rs).

mod document;
mod matches;
mod mend;
mod requests;
mod schema;
mod shape;
mod variants;

#[cfg(test)]
mod tests;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use document::Document;
pub use document::Path;
pub(crate) use document::syntax_error;
pub use matches::{
    MOST_SPRT_GAMES, MatchFormat, MatchRequest, OpeningRequest, PlayerRequest, PlayerTable, SprtRequest,
};
pub use schema::{of_types, schema};
pub use variants::{Domain, Variant, Variants};

use super::seeds::Seeds;
use searchlab_analysis::request::{ChartRequest, ClaimRequest, Filter, OneOrMany, Scalar, TableRequest};
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::Hasher;
use searchlab_trial::text::grouped;
use searchlab_worlds::catalog::program::ProgramWord;

/// An experiment: a question with everything that is needed to answer it again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// The title of the experiment.
    pub title: String,
    /// The question that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// The world of instances that name none: see `searchlab list worlds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
    /// Seed of the order of the trials, and of everything random in them. Default: 0.
    #[serde(default)]
    pub seed: u64,
    /// The number of runs of each trial, for the spread of the times. Default: 1.
    #[serde(default = "one")]
    #[schemars(range(min = 1))]
    pub repeats: u32,
    /// The instances to search. Default: the usual one of the world, such as the initial position.
    #[serde(default)]
    pub instances: Vec<InstanceRequest>,
    /// The algorithms that search: names, or tables with a name and parameters. Needed, unless there are matches.
    #[serde(default)]
    pub algorithms: Vec<AlgorithmRequest>,
    /// Parameters for all algorithms that take them.
    #[serde(default)]
    pub parameters: IndexMap<String, ParameterValue>,
    /// The axes: depth, a budget, a parameter, an evaluation or the weight of a feature, each with its values.
    #[serde(default)]
    pub sweep: IndexMap<String, Axis>,
    /// Limits of each trial.
    #[serde(default)]
    pub limits: LimitsRequest,
    /// Games between players.
    #[serde(default, rename = "match", skip_serializing_if = "Vec::is_empty")]
    pub matches: Vec<MatchRequest>,
    /// The tables of the report. Default: one with what the searches cost; of matches the ratings, and who won against
    /// whom.
    #[serde(default, rename = "table", skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<TableRequest>,
    /// The charts of the report. Default: cost against the first axis, or bars.
    #[serde(default, rename = "chart", skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<ChartRequest>,
    /// Claims about the results.
    #[serde(default, rename = "claim", skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<ClaimRequest>,
}

const fn one() -> u32 {
    1
}

/// `[[instances]]`: one or many things to search, given in one of the ways `files`, `positions`, `games`, `endgames` or
/// `generate`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct InstanceRequest {
    /// Their world, if it is not that of the experiment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub world: Option<String>,
    /// Files, seen from the folder of this file; `*` and `**` stand for many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<OneOrMany<String>>,
    /// The number of instances to take of each file, spread evenly from its first to its last. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take: Option<u32>,
    /// At most this number of instances from the beginning of each file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// At most this number of instances from the end of each file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
    /// Positions as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<OneOrMany<String>>,
    /// Positions of random games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<GamesRequest>,
    /// Positions near the end of games that a player plays against itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub endgames: Option<EndgamesRequest>,
    /// Instances that are made by recipes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generate: Option<GenerateRequest>,
    /// The keys that only their world knows, such as the size of a board.
    #[serde(flatten)]
    #[schemars(skip)]
    pub own: IndexMap<String, OneOrMany<Scalar>>,
}

/// Positions of random games: every ply of every seed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GamesRequest {
    /// Seeds of the games: a number, a list, or a range like "1..=20".
    pub seeds: Wholes,
    /// After how many plies the positions are taken: a number, a list, a range, or "all" of which something can be
    /// searched.
    pub plies: Wholes,
}

/// Of games that a player plays against itself, the first positions with these numbers of empty squares in
/// which the side to move has a move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EndgamesRequest {
    /// Player of both sides: an algorithm with a depth or nodes, such as "alphabeta-tt:depth=4,evaluation=anchored".
    pub player: String,
    /// The number of empty squares: a number, a list, or a range like "20..=22".
    pub empties: Wholes,
    /// The number of balanced openings to play from, spread evenly from the first to the last. Default: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub openings: Option<u32>,
    /// Only quiet positions: those whose value at 2 plies and at 4, by the player's algorithm, differs by no more than
    /// this, in the units of its evaluation. The others are left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quiet: Option<u32>,
}

/// Recipes: every combination of the lists.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct GenerateRequest {
    /// Seeds: a number, a list, or a range like "1..=5". Default: 1.
    #[serde(default = "first_seed")]
    pub seeds: Wholes,
    /// The keys of the recipes of the world.
    #[serde(flatten)]
    #[schemars(skip)]
    pub own: IndexMap<String, OneOrMany<Scalar>>,
}

fn first_seed() -> Wholes {
    Wholes::One(1)
}

/// Whole numbers: one, a list, or a range like "1..=20".
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Wholes {
    /// One number.
    One(u64),
    /// A list.
    Many(Vec<u64>),
    /// A range with both ends: "1..=20".
    Range(String),
}

/// An algorithm: its name, or a table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum AlgorithmRequest {
    /// Its name.
    Name(String),
    /// Its name with parameters.
    Full(AlgorithmTable),
}

/// `[[algorithms]]`: an algorithm with parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub struct AlgorithmTable {
    /// Its name: see `searchlab list algorithms`.
    pub name: String,
    /// Its name in tables, charts and claims. Default: its name in the catalog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Only where this holds for the axes, and for the instance or a part of its name, such as
    /// where = { depth = "<= 6" } or where = { depth = 8, "instance.seed" = 1 }. Of a list of such tables one must hold.
    #[serde(rename = "where", default, skip_serializing_if = "Option::is_none")]
    pub filter: Option<OneOrMany<Filter>>,
    /// True for a page that plays its search of the first instance, linked from the report.
    #[serde(default, skip_serializing_if = "is_false")]
    pub watch: bool,
    /// Its parameters: see `searchlab explain NAME`.
    #[serde(flatten)]
    pub parameters: IndexMap<String, ParameterValue>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
const fn is_false(truth: &bool) -> bool {
    !*truth
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum ParameterValue {
    /// A word or a number.
    Scalar(Scalar),
    /// An evaluation: `base`, a named one, and weights by feature.
    Weights(IndexMap<String, Scalar>),
}

/// Values of an axis: one, a list, a range like "1..=8", or a table of axes whose names begin alike.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Axis {
    /// One value, a range, or a list.
    Values(OneOrMany<Scalar>),
    /// `evaluation = { corner = [0, 500] }` is the axis `evaluation.corner`.
    Nested(IndexMap<String, OneOrMany<Scalar>>),
}

/// `[limits]`: the limits of each trial.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LimitsRequest {
    /// Plies of a search of a game tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes: of a game tree expanded and evaluated, of a search for a path generated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_nodes: Option<u64>,
    /// Time: "500ms", "10s", "2min".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_time: Option<String>,
    /// Memory of tables and lists: "64MiB", "1GiB", or a number of bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_memory: Option<Scalar>,
}

impl AlgorithmRequest {
    /// The name of the algorithm.
    pub fn name(&self) -> &str {
        match self {
            Self::Name(name) => name,
            Self::Full(table) => &table.name,
        }
    }

    /// True if its search of the first instance is to be played on a page.
    pub const fn is_watched(&self) -> bool {
        matches!(self, Self::Full(AlgorithmTable { watch: true, .. }))
    }

    /// The conditions on axes and instances, of which one must hold; none if it runs everywhere.
    pub(crate) fn filters(&self) -> &[Filter] {
        match self {
            Self::Full(table) => table.filter.as_ref().map_or(&[], OneOrMany::as_slice),
            Self::Name(_) => &[],
        }
    }

    /// Its name in tables, charts and claims.
    pub fn label(&self) -> &str {
        match self {
            Self::Full(AlgorithmTable { label: Some(label), .. }) => label,
            _ => self.name(),
        }
    }
}

/// An experiment that was read and checked, with what belongs to it.
#[derive(Debug)]
pub struct Spec {
    /// The experiment.
    pub experiment: Experiment,
    /// Its algorithms with their parameters at every point of the axes.
    pub variants: Variants,
    /// The text, to the byte.
    pub text: String,
    document: Document,
    broken: Vec<Path>,
}

impl Spec {
    /// Reads the text of an experiment.
    ///
    /// # Errors
    /// All mistakes, each with its place, what was expected, and the nearest name.
    pub fn read(source: Source) -> Result<Self, Diagnostics> {
        let (spec, problems) = Self::examine(source);
        match spec {
            Some(spec) => problems.into_result(spec),
            None => Err(problems),
        }
    }

    /// The readable part of the text of an experiment, and all errors: so that the files and positions that it names
    /// can be checked too before the errors are reported.
    pub(super) fn examine(source: Source) -> (Option<Self>, Diagnostics) {
        let (document, mut problems) = Document::parse(source);
        let (misshapen, faults) = shape::check(&document, &of_types());
        let is_toml = problems.is_empty();
        problems.append(misshapen);
        let understood = if problems.is_empty() {
            document
                .deserialize()
                .map(|experiment| (experiment, Vec::new()))
                .map_err(|wrong| problems.append(wrong))
                .ok()
        } else {
            mend::mended(&document, &faults).filter(|_| is_toml)
        };
        let Some((mut experiment, mut broken)) = understood else { return (None, problems) };
        write_out_programs(&mut experiment, &document, &mut broken, &mut problems);
        let variants = Variants::of(&experiment, &document, &broken, &mut problems);
        requests::check(&experiment, &variants, &document, &broken, &mut problems);
        let text = document.text().to_owned();
        (Some(Self { experiment, variants, text, document, broken }), problems)
    }

    /// True if an error in the value at a path was reported already.
    pub(super) fn is_broken(&self, path: &Path) -> bool {
        self.broken.contains(path)
    }

    /// The hash of the experiment's text, as the manifest holds it.
    pub fn hash(&self) -> String {
        let mut hasher = Hasher::default();
        hasher.write(self.text.as_bytes());
        format!("{:016x}", hasher.finish())
    }

    /// The document, to cite places of.
    pub(super) const fn document(&self) -> &Document {
        &self.document
    }

    /// The seeds that the experiment names: its own, and those of games and mazes, in rising order.
    pub fn seeds(&self) -> Seeds {
        let of = |request: &InstanceRequest| {
            let games = request.games.as_ref().map(|games| games.seeds.numbers().unwrap_or_default());
            let made = request.generate.as_ref().map(|made| made.seeds.numbers().unwrap_or_default());
            games.into_iter().chain(made).flatten().collect::<Vec<_>>()
        };
        let openings = self.experiment.matches.iter().flat_map(MatchRequest::openings);
        let openings = openings.filter_map(OpeningRequest::instances);
        let mut seeds: Vec<u64> = self.experiment.instances.iter().chain(openings).flat_map(of).collect();
        seeds.push(self.experiment.seed);
        seeds.sort_unstable();
        seeds.dedup();
        seeds.into_iter().collect()
    }
}

/// Gives programs that are named in one word, `program:cmd=…`, the form of tables.
fn write_out_programs(
    experiment: &mut Experiment,
    document: &Document,
    broken: &mut Vec<Path>,
    problems: &mut Diagnostics,
) {
    let base = Path::root().key("algorithms");
    for (place, request) in experiment.algorithms.iter_mut().enumerate() {
        let AlgorithmRequest::Name(word) = &request else { continue };
        match ProgramWord::read(&Source::new("algorithms", word.as_str())) {
            None => {}
            Some(Ok(ProgramWord { algorithm, label, parameters })) => {
                let text = |(name, text): (&str, String)| (name.to_owned(), ParameterValue::Scalar(Scalar::Text(text)));
                let parameters = parameters.into_iter().map(text).collect();
                let name = algorithm.to_owned();
                *request =
                    AlgorithmRequest::Full(AlgorithmTable { name, label, filter: None, watch: false, parameters });
            }
            Some(Err(wrong)) => {
                let path = base.index(place);
                for problem in wrong.iter() {
                    problems.push(|| document.relocated(problem, &path, word));
                }
                broken.push(path);
            }
        }
    }
}

impl GamesRequest {
    /// True if every position of the games is wanted.
    pub(crate) fn has_all_plies(&self) -> bool {
        matches!(&self.plies, Wholes::Range(text) if text.trim() == "all")
    }
}

impl Wholes {
    /// The most numbers; more are an error.
    const MOST: u64 = 1_000_000;

    /// The numbers.
    ///
    /// # Errors
    /// A text that is no range, an empty range or list, a range of too many numbers.
    pub(crate) fn numbers(&self) -> Result<Vec<u64>, NoNumbers> {
        let numbers = match self {
            Self::One(one) => vec![*one],
            Self::Many(many) => many.clone(),
            Self::Range(text) => {
                let ends = text.split_once("..=");
                let number = |text: &str| text.trim().parse::<u64>().ok();
                let ends = ends.and_then(|(low, high)| number(low).zip(number(high)));
                let (low, high) = ends.ok_or(NoNumbers::NoRange)?;
                if low <= high && high - low >= Self::MOST {
                    return Err(NoNumbers::TooMany((high - low).saturating_add(1), Self::MOST));
                }
                (low..=high).collect()
            }
        };
        if numbers.is_empty() { Err(NoNumbers::Empty) } else { Ok(numbers) }
    }
}

/// The reason why a key holds no whole numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoNumbers {
    /// A text that is no range.
    NoRange,
    /// A list or a range without any.
    Empty,
    /// Too many: the count, and the greatest allowed count.
    TooMany(u64, u64),
}

impl NoNumbers {
    /// The message for a key.
    pub(crate) fn message(self, key: &str) -> String {
        match self {
            Self::NoRange => format!("`{key}` is no range of whole numbers"),
            Self::Empty => format!("`{key}` names no numbers"),
            Self::TooMany(count, _) => format!("`{key}` names {} numbers, too many", grouped(count)),
        }
    }

    /// The expected form.
    pub(crate) fn expected(self) -> String {
        match self {
            Self::NoRange => "expected whole numbers: 7, [1, 2, 3], or a range like \"1..=20\"".to_owned(),
            Self::Empty => "expected at least one number; a range goes from the smaller to the larger".to_owned(),
            Self::TooMany(_, most) => format!("expected at most {}", grouped(most)),
        }
    }
}
