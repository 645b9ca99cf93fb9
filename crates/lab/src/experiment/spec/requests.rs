//! Checks that tables, charts and claims ask for fields that the records will have.

use std::collections::BTreeSet;

use super::document::{Document, Path};
use super::variants::Variants;
use super::{Experiment, GenerateRequest, InstanceRequest, MatchRequest, OpeningRequest, Wholes};
use searchlab_analysis::demand::Demand;
use searchlab_analysis::field::{COLS, Field, KIND, PART, ROWS, WEIGHT};
use searchlab_analysis::request::{
    ChartKind, ChartRequest, ClaimRequest, ClaimStatistic, Filter, OneOrMany, Scalar, Selection, TableKind,
    TableRequest,
};
use searchlab_analysis::select::Condition;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, nearest, quoted};
use searchlab_trial::record::{Limits, Params};
use searchlab_worlds::catalog::{PARAMETERS, WORLDS as INFOS};
use searchlab_worlds::table::WORLDS;
use searchlab_worlds::world::KeyKind;

/// Adds the errors in the tables, charts and claims of an experiment, but not of those that are broken already.
pub(super) fn check(
    experiment: &Experiment,
    variants: &Variants,
    document: &Document,
    broken: &[Path],
    problems: &mut Diagnostics,
) {
    let mut known = known_fields(experiment, variants);
    let mut labels: Vec<String> = variants.labels.iter().map(|label| label.label.clone()).collect();
    if !problems.is_empty() {
        // What is wrong above may be why an algorithm is missing here, and the fields that it would have had.
        known.extend(possible_fields().filter(|name| !known.contains(name)).collect::<Vec<_>>());
        labels.extend(named_labels(experiment));
    }
    let mut checker = Checker { document, known, labels, problems };
    let root = Path::root();
    for (place, table) in experiment.tables.iter().enumerate() {
        let path = root.key("table").index(place);
        if !broken.contains(&path) {
            checker.table(table, &path);
        }
    }
    for (place, chart) in experiment.charts.iter().enumerate() {
        let path = root.key("chart").index(place);
        if !broken.contains(&path) {
            checker.chart(chart, &path);
        }
    }
    for (place, claim) in experiment.claims.iter().enumerate() {
        let path = root.key("claim").index(place);
        if !broken.contains(&path) {
            checker.claim(claim, &path);
        }
    }
}

/// The parts that the names of the made instances of an experiment have, each with its values.
fn parts(experiment: &Experiment) -> Parts {
    let openings = experiment.matches.iter().flat_map(MatchRequest::openings).filter_map(OpeningRequest::instances);
    parts_of(experiment.instances.iter().chain(openings))
}

/// The parts that the names of the instances that are searched have, as fields.
pub(super) fn searched_parts(experiment: &Experiment) -> Vec<String> {
    parts_of(experiment.instances.iter()).into_iter().map(|(part, _)| format!("{PART}{part}")).collect()
}

/// All parts that names of made instances have.
pub(super) const PARTS: [&str; 16] = [
    KIND, "size", ROWS, COLS, "plies", "chance", "boards", "density", "side", "walk", "seed", "opening", "empties",
    "player", "rule", "ply",
];

/// Parts of names, each with its values.
type Parts = Vec<(&'static str, BTreeSet<String>)>;

/// The values of a key of instances as texts.
fn texts_of(kind: KeyKind, values: &OneOrMany<Scalar>) -> Vec<String> {
    match (kind, values) {
        (KeyKind::Wholes, OneOrMany::One(Scalar::Text(range))) => {
            let numbers = Wholes::Range(range.clone()).numbers().unwrap_or_default();
            numbers.iter().map(ToString::to_string).collect()
        }
        (_, values) => values.as_slice().iter().map(ToString::to_string).collect(),
    }
}

fn parts_of<'e>(instances: impl Iterator<Item = &'e InstanceRequest>) -> Parts {
    let mut parts = Parts::new();
    let mut add = |part: &'static str, texts: Vec<String>| {
        debug_assert!(PARTS.contains(&part), "{part} is not in the schema");
        if !parts.iter().any(|known| known.0 == part) {
            parts.push((part, BTreeSet::new()));
        }
        if let Some(known) = parts.iter_mut().find(|known| known.0 == part) {
            known.1.extend(texts);
        }
    };
    // Those that never become axes: seeds and openings stand for randomness, and rows and columns are parts of the
    // size.
    let only_named = || Vec::new();
    for instance in instances {
        if let Some(GenerateRequest { own, .. }) = &instance.generate {
            let known = WORLDS.iter().flat_map(|world| world.recipe_keys());
            for (key, values) in known.filter_map(|key| Some((key, own.get(key.name)?))) {
                add(key.name, texts_of(key.kind, values));
                if key.name == "size" {
                    add(ROWS, only_named());
                    add(COLS, only_named());
                }
            }
            add("seed", only_named());
        }
        if let Some(endgames) = &instance.endgames {
            add(KIND, vec!["endgame".to_owned()]);
            add("opening", only_named());
            add("empties", endgames.empties.numbers().unwrap_or_default().iter().map(ToString::to_string).collect());
            add("player", vec![endgames.player.clone()]);
        }
        if let Some(games) = &instance.games {
            add(KIND, vec!["game".to_owned()]);
            let known = WORLDS.iter().flat_map(|world| world.keys()).filter(|key| PARTS.contains(&key.name));
            for (key, values) in known.filter_map(|key| Some((key, instance.own.get(key.name)?))) {
                let whole = |size: String| if size.contains('x') { size } else { format!("{size}x{size}") };
                let texts = texts_of(key.kind, values).into_iter();
                add(key.name, if key.name == "size" { texts.map(whole).collect() } else { texts.collect() });
            }
            add("seed", only_named());
            add("ply", games.plies.numbers().unwrap_or_default().iter().map(ToString::to_string).collect());
        }
    }
    parts
}

/// The parts that have several values.
pub(super) fn varying_parts(experiment: &Experiment) -> Vec<String> {
    let varying = parts(experiment).into_iter().filter(|(_, values)| values.len() > 1);
    varying.map(|(part, _)| part.to_owned()).collect()
}

/// The names of the fields that records of the experiment can have.
fn known_fields(experiment: &Experiment, variants: &Variants) -> Vec<String> {
    let mut names: Vec<String> = Field::fixed_names().map(str::to_owned).collect();
    let searches = variants.list.iter().map(|variant| (variant.depth, variant.limits, &variant.params));
    let players = variants.players.iter().map(|player| (player.depth, player.limits, &player.params));
    let all: Vec<(Option<u32>, Limits, &Params)> = searches.chain(players).collect();
    let has = |name: &str| match name {
        "depth" => all.iter().any(|(depth, ..)| depth.is_some()),
        "max-nodes" => all.iter().any(|(_, limits, _)| limits.nodes.is_some()),
        "max-time" => all.iter().any(|(_, limits, _)| limits.microseconds.is_some()),
        "max-memory" => all.iter().any(|(_, limits, _)| limits.bytes.is_some()),
        "guess_error" => all.iter().any(|(.., params)| params.contains_key("guess")),
        name => Field::parse(name).is_none_or(|field| !field.is_of_games() || !variants.players.is_empty()),
    };
    names.retain(|name| has(name));
    for name in all.iter().flat_map(|(.., params)| params.keys()) {
        if Field::parse(name).is_some() && !names.contains(name) {
            names.push(name.clone());
        }
    }
    names.extend(parts(experiment).into_iter().map(|(part, _)| format!("{PART}{part}")));
    if all.iter().any(|(.., params)| params.contains_key("evaluation")) {
        let features = INFOS.iter().flat_map(|world| world.features);
        names.extend(features.map(|feature| format!("evaluation.{}", feature.name)));
    }
    names
}

/// The names of all fields that records of any experiment can have, but for parts of instances.
pub(super) fn possible_fields() -> impl Iterator<Item = String> {
    let parameters = PARAMETERS.iter().map(|parameter| parameter.name.name);
    let features = INFOS.iter().flat_map(|world| world.features).map(|feature| format!("{WEIGHT}{}", feature.name));
    let names = Field::fixed_names().chain(parameters).filter(|name| Field::parse(name).is_some());
    names.map(str::to_owned).chain(features)
}

/// The labels of the algorithms and players that an experiment names, right or wrong.
fn named_labels(experiment: &Experiment) -> impl Iterator<Item = String> {
    let algorithms = experiment.algorithms.iter().map(|request| request.label().to_owned());
    let players = experiment.matches.iter().flat_map(|request| &request.players);
    let players = players.filter_map(|player| player.label().map(str::to_owned).or_else(|| player.words().ok()));
    algorithms.chain(players)
}

struct Checker<'a> {
    document: &'a Document,
    known: Vec<String>,
    labels: Vec<String>,
    problems: &'a mut Diagnostics,
}

/// The kind of field that a request needs.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    Key,
    Measure,
    Any,
}

impl Checker<'_> {
    fn field(&mut self, name: &str, path: &Path, wanted: Wanted) {
        let place = || self.document.place(path, "");
        let parsed = Field::parse(name).filter(|_| self.known.iter().any(|known| known == name));
        let problem = match parsed {
            None => {
                let fits = |known: &&String| match (Field::parse(known), wanted) {
                    (Some(field), Wanted::Key) => field.is_key(),
                    (Some(field), Wanted::Measure) => !field.is_key(),
                    _ => true,
                };
                let known: Vec<&str> = self.known.iter().filter(fits).map(String::as_str).collect();
                let problem = Diagnostic::unknown_name("field", name, &known, Some(place()));
                match wanted {
                    _ if Field::parse(name).is_some() => {
                        problem.help("there is such a field, but no record of this experiment has it")
                    }
                    _ if nearest(name, known.iter().copied()).is_some() => problem,
                    Wanted::Measure => problem
                        .help("expected what a trial gives, such as nodes, expanded, evaluated, value or seconds"),
                    _ => problem.help("expected what says what a trial is, such as algorithm, depth or instance"),
                }
            }
            Some(field) if wanted == Wanted::Key && !field.is_key() => {
                let problem = Diagnostic::new(format!("{name} is measured or counted: nothing can be grouped by it"));
                problem.at(place()).help("expected what says what a trial is, such as algorithm, depth or instance")
            }
            Some(field) if wanted == Wanted::Measure && field.is_key() => {
                let problem = Diagnostic::new(format!("{name} says what a trial is, and is no result"));
                problem.at(place()).help("expected what a trial gives, such as nodes, expanded, value or seconds")
            }
            Some(_) => return,
        };
        self.problems.push(|| problem);
    }

    fn fields(&mut self, names: Option<&OneOrMany<String>>, path: &Path, wanted: Wanted) {
        match names {
            None => {}
            Some(OneOrMany::One(name)) => self.field(name, path, wanted),
            Some(OneOrMany::Many(names)) => {
                if names.is_empty() {
                    let place = self.document.place(path, "expected at least one field");
                    self.problems.push(|| Diagnostic::new("an empty list of fields").at(place));
                }
                for (place, name) in names.iter().enumerate() {
                    self.field(name, &path.index(place), wanted);
                }
            }
        }
    }

    fn filter(&mut self, filter: &Filter, path: &Path) {
        for (name, scalars) in filter {
            let here = path.key(name);
            if self.known.contains(name) {
                self.conditions(name, scalars, &here);
            } else {
                let known: Vec<&str> = self.known.iter().map(String::as_str).collect();
                let place = self.document.key_place(path, name, "");
                let problem = Diagnostic::unknown_name("field", name, &known, Some(place));
                self.problems.push(|| problem);
            }
        }
    }

    fn conditions(&mut self, name: &str, scalars: &OneOrMany<searchlab_analysis::request::Scalar>, path: &Path) {
        for (place, scalar) in scalars.as_slice().iter().enumerate() {
            let path = match scalars {
                OneOrMany::One(_) => path.clone(),
                OneOrMany::Many(_) => path.index(place),
            };
            match Condition::parse(scalar) {
                Err(expected) => {
                    let place = self.document.place(&path, expected);
                    let text = quoted(&scalar.to_string());
                    self.problems.push(|| Diagnostic::new(format!("{text} is no condition")).at(place));
                }
                Ok(_) if name == "algorithm" || name == "opponent" => self.label(&scalar.to_string(), &path),
                Ok(_) => {}
            }
        }
    }

    fn label(&mut self, label: &str, path: &Path) {
        if !self.labels.iter().any(|known| known == label) {
            let known: Vec<&str> = self.labels.iter().map(String::as_str).collect();
            let place = self.document.place(path, "");
            let problem = Diagnostic::unknown_name("algorithm of this experiment", label, &known, Some(place));
            self.problems.push(|| problem);
        }
    }

    fn selection(&mut self, selection: Option<&Selection>, path: &Path) {
        match selection {
            None => {}
            Some(Selection::Label(label)) => self.label(label, path),
            Some(Selection::Where(filter)) => self.filter(filter, path),
        }
    }

    fn table(&mut self, table: &TableRequest, path: &Path) {
        if table.kind == TableKind::Ratings && !self.known.iter().any(|known| known == "score") {
            let place = self.document.place(&path.key("kind"), "");
            self.problems.push(|| Diagnostic::new("ratings are of players, and there is no [[match]]").at(place));
        }
        self.fields(table.rows.as_ref(), &path.key("rows"), Wanted::Key);
        if let Some(columns) = &table.columns {
            self.field(columns, &path.key("columns"), Wanted::Key);
        }
        self.fields(table.values.as_ref(), &path.key("values"), Wanted::Measure);
        self.selection(table.baseline.as_ref(), &path.key("baseline"));
        self.filter(&table.filter, &path.key("where"));
        self.looks(table, path);
    }

    /// The looks of a table.
    fn looks(&mut self, table: &TableRequest, path: &Path) {
        let mut refuse = |key: &str, message: &str, expected: &str| {
            let place = self.document.place(&path.key(key), expected);
            self.problems.push(|| Diagnostic::new(message).at(place));
        };
        if table.kind == TableKind::Wins && table.values.as_ref().is_some_and(|values| values.as_slice().len() > 1) {
            refuse("values", "wins are counted by one field", "expected one name");
        }
        if table.precision.is_some_and(|digits| !(1..=15).contains(&digits)) {
            refuse("precision", "invalid number of significant digits", "expected a number from 1 to 15");
        }
        if table.split == Some(0) {
            refuse("split", "a part of a table has a column", "expected a number from 1");
        }
        let is_plain =
            |label: &str| label.chars().all(|letter| letter.is_ascii_alphanumeric() || ":.-_".contains(letter));
        if table.label.as_deref().is_some_and(|label| label.is_empty() || !is_plain(label)) {
            refuse("label", "invalid label", "expected letters, digits and : . - _");
        } else if table.label.is_some() && table.caption.is_none() {
            refuse("label", "a label needs a caption to refer to", "say `caption` too");
        }
    }

    /// The size of a chart on paper.
    fn paper(&mut self, chart: &ChartRequest, path: &Path) {
        let sizes = [
            ("width", chart.width, 30.0, 1000.0),
            ("height", chart.height, 30.0, 1000.0),
            ("font-size", chart.font_size, 4.0, 40.0),
        ];
        for (key, size, least, most) in sizes {
            if size.is_some_and(|size| !(least..=most).contains(&size)) {
                let place = self.document.place(&path.key(key), format!("expected a number from {least} to {most}"));
                self.problems.push(|| Diagnostic::new(format!("invalid {key} of a chart")).at(place));
            } else if size.is_some() && chart.width.is_none() {
                let place = self.document.place(&path.key(key), "say `width` too");
                self.problems
                    .push(|| Diagnostic::new(format!("{key} needs the width of the chart in millimetres")).at(place));
            }
        }
    }

    fn chart(&mut self, chart: &ChartRequest, path: &Path) {
        let x = if chart.kind == ChartKind::Scatter && chart.baseline.is_none() { Wanted::Any } else { Wanted::Key };
        // Values that are gathered into steps may be of any kind.
        let x = if chart.bin.is_some() || chart.kind == ChartKind::Strength { Wanted::Any } else { x };
        if let Some(name) = &chart.x {
            self.field(name, &path.key("x"), x);
        }
        if let Some(name) = &chart.y {
            self.field(name, &path.key("y"), Wanted::Measure);
        }
        self.fields(chart.series.as_ref(), &path.key("series"), Wanted::Key);
        self.selection(chart.baseline.as_ref(), &path.key("baseline"));
        self.filter(&chart.filter, &path.key("where"));
        let is_of_games = matches!(chart.kind, ChartKind::Elo | ChartKind::Strength);
        if is_of_games && !self.known.iter().any(|known| known == "score") {
            let place = self.document.place(&path.key("kind"), "");
            self.problems.push(|| Diagnostic::new("such a chart is of players, and there is no [[match]]").at(place));
        }
        if matches!(chart.kind, ChartKind::Ratio | ChartKind::Forest) && chart.baseline.is_none() {
            let place = self.document.place(&path.key("kind"), "");
            self.problems.push(|| {
                let problem = Diagnostic::new("a chart of ratios needs a baseline").at(place);
                problem.help("say `baseline = \"alphabeta\"`: what the others are divided by")
            });
        }
        self.paper(chart, path);
        if chart.branching == Some(true) {
            let is_over_depth = chart.x.as_deref().is_none_or(|x| x == "depth");
            if chart.kind != ChartKind::Lines || !is_over_depth || !self.known.iter().any(|known| known == "depth") {
                let place = self.document.place(&path.key("branching"), "expected kind = \"lines\" and x = \"depth\"");
                self.problems.push(|| Diagnostic::new("a branching factor is fitted to lines over depth").at(place));
            }
        }
        if let Some(bin) = chart.bin
            && !(bin.is_finite() && bin > 0.0)
        {
            let place = self.document.place(&path.key("bin"), "expected a number above 0");
            self.problems.push(|| Diagnostic::new("invalid width of the steps").at(place));
        }
    }

    fn claim(&mut self, claim: &ClaimRequest, path: &Path) {
        self.field(&claim.field, &path.key("field"), Wanted::Measure);
        self.selection(Some(&claim.of), &path.key("of"));
        self.selection(claim.over.as_ref(), &path.key("over"));
        self.fields(claim.every.as_ref(), &path.key("every"), Wanted::Key);
        self.filter(&claim.filter, &path.key("where"));
        self.fields(claim.cluster.as_ref(), &path.key("cluster"), Wanted::Key);
        if let Err(expected) = Demand::parse(&claim.is) {
            let place = self.document.place(&path.key("is"), "");
            let text = quoted(&claim.is);
            self.problems.push(|| Diagnostic::new(format!("{text} is no comparison")).at(place).help(expected));
        }
        if let Some(p) = claim.p
            && !(p > 0.0 && p < 1.0)
        {
            let place = self.document.place(&path.key("p"), "expected a number between 0 and 1, such as 0.05");
            self.problems.push(|| Diagnostic::new("invalid level of significance").at(place));
        }
        let needs_pairs = matches!(claim.statistic, Some(ClaimStatistic::Equal | ClaimStatistic::Smaller));
        let is_elo = claim.statistic == Some(ClaimStatistic::Elo);
        if is_elo && (claim.field != "score" || claim.over.is_some()) {
            let key = if claim.over.is_some() { "over" } else { "field" };
            let place = self.document.place(&path.key(key), "");
            self.problems.push(|| {
                let problem = Diagnostic::new("Elo are of the scores of games, without `over`").at(place);
                problem.help("say `field = \"score\"` and name the opponents in `of`")
            });
        } else if claim.over.is_none() && needs_pairs {
            let place = self.document.place(&path.key("statistic"), "this is about pairs");
            self.problems.push(|| {
                let problem = Diagnostic::new("the claim lacks the key \"over\"").at(place);
                problem.help("`over`: the trials that those of `of` are compared with")
            });
        }
    }
}
