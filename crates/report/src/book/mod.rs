//! Everything that is derived from the records of an experiment: tables, charts, and the report as a page.
//!
//! Made of the records, the experiment file and the manifest of the directory alone, so it can be made again at any
//! time, byte for byte. Half-written files cannot be: each is written beside and renamed.
//!
//! | file | contents |
//! |---|---|
//! | `report.html`, `report.md` | the report |
//! | `tables/NN-NAME.txt`, `.md`, `.csv`, `.tex` | each table |
//! | `charts/NN-NAME.svg`, `.png`, `.pdf`, `.csv` | each chart, and its numbers |
//! | `records.jsonl.gz` | the records, compressed; large ones are kept as `records.jsonl.zst` alone |
//! | `digest.txt` | a number that is equal for runs that agree in all that must be equal |

mod command;
mod files;
mod records;
mod words;

pub use files::write_replays;

use std::path::Path;

use self::records::{Digest, Read};
use super::chart::{Chart, style_sheet};
use super::laboratory;
use super::page::{Page, PageChart, Trials, html, markdown};
use super::plot::{self, Plotted, plot};
use super::sheet::course_text;
use searchlab_analysis::axes::Axes;
use searchlab_analysis::claim::{ClaimResult, Verdict};
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::noise::{Noise, Surroundings, Times};
use searchlab_analysis::problems::Problems;
use searchlab_analysis::request::{ChartKind, ChartRequest, OneOrMany, TableKind, TableRequest};
use searchlab_analysis::table::TableData;
use searchlab_lab::experiment::directory::{self, Kept};
use searchlab_lab::experiment::games::GameFiles;
use searchlab_lab::experiment::index::IndexError;
use searchlab_lab::experiment::manifest::Manifest;
use searchlab_lab::experiment::packed;
use searchlab_lab::experiment::plan::Plan;
use searchlab_lab::experiment::sequential::Course;
use searchlab_lab::experiment::spec::{Experiment, Spec};
use searchlab_trial::diagnostic::{nearest, quoted};
use searchlab_trial::record::Record;
use searchlab_trial::text::listed;

/// All that follows from the records of an experiment.
#[derive(Debug)]
pub struct ReportData {
    spec: Spec,
    manifest: Option<Manifest>,
    /// Problems that must be known before any figure.
    pub problems: Problems,
    /// Reasons to doubt the times, where there are any times to see.
    noise: Vec<Noise>,
    /// The claims with their verdicts.
    pub claims: Vec<ClaimResult>,
    /// The tables.
    pub tables: Vec<TableData>,
    charts: Vec<Plotted>,
    /// Charts that cannot be drawn, and why.
    undrawn: Vec<String>,
    /// Tables without a row, and words for heads that are not there.
    unfilled: Vec<String>,
    /// The state of the sequential tests of the matches.
    pub tests: Vec<Course>,
    /// Notes on the instances.
    notes: Vec<String>,
    command: String,
    games: GameFiles,
    trials: Trials,
    /// Seconds of all searches together.
    seconds: f64,
    digest: Digest,
    /// Checksum and length of the records, if they are those of one file.
    checksum: Option<[u32; 2]>,
}

/// The bias of a sample whose size was decided by its results.
const STOPPED: &str = "A sequential test ends a match when the score is far from even: the test allows for that, but Elo, \
                       scores and intervals of its games do not, and lie a little further out than the truth. \
                       Games that were in flight when it decided are left out.";

impl ReportData {
    /// The report on the records of a directory.
    ///
    /// # Errors
    /// A directory without an experiment or without records; records that cannot be read, or contradict each other.
    pub fn read(directory: &Path) -> Result<Self, IndexError> {
        let Kept { spec, folder, .. } = directory::open(directory)?;
        // The files that the experiment names need not be here any more.
        let plan = Plan::outline(&spec, &folder).ok();
        let manifest = Manifest::combined(&[directory])?;
        let asked = Asked::of(&spec);
        let fields = || asked.fields(&spec);
        let read = records::read(directory, (&spec, plan.as_ref()), asked.is_by_ply(), fields)?;
        let command = manifest.as_ref().map_or_else(String::new, |it| command::again(it, directory));
        let equals = plan.as_ref().and_then(Plan::equals_in_words);
        // It is as large as the records that are kept of the file.
        drop(plan);
        Ok(Self::new(spec, equals, manifest, command, &asked, read))
    }

    /// The report on records in memory, one for each trial, in the order of the plan. `command` is what makes them again.
    pub fn of_records(spec: Spec, plan: &Plan, manifest: Manifest, command: String, records: &[Record]) -> Self {
        let asked = Asked::of(&spec);
        let read = records::gather(records, (&spec, plan), asked.is_by_ply(), asked.fields(&spec));
        Self::new(spec, plan.equals_in_words(), Some(manifest), command, &asked, read)
    }

    fn new(
        spec: Spec,
        equals: Option<String>,
        manifest: Option<Manifest>,
        command: String,
        asked: &Asked,
        read: Read,
    ) -> Self {
        let Read { frame, moves, games, tests, forfeits, trials, digest, times, seconds, checksum } = read;
        let axes = &asked.axes;
        let noise = if Times::are_shown(&asked.fields(&spec)) {
            surroundings(&spec, manifest.as_ref()).chain(times.noise()).collect()
        } else {
            Vec::new()
        };
        let frames = |chart: &ChartRequest| moves.as_ref().filter(|_| is_by_ply(chart)).unwrap_or(&frame);
        let ((claims, tables), (problems, (charts, undrawn))) = both(
            || {
                let claims = ClaimResult::of_all(&spec.experiment.claims, &frame, axes);
                (claims, asked.tables.iter().map(|table| TableData::of(table, &frame, axes)).collect::<Vec<_>>())
            },
            || (Problems::of(&frame), drawn(&spec.experiment, &asked.charts, frames, axes)),
        );
        // A test that decides leaves games out.
        let is_whole = spec.experiment.matches.iter().all(|request| request.sprt.is_none());
        let missing = manifest.as_ref().filter(|_| is_whole).map(|manifest| {
            let planned = manifest.session.trials as usize;
            (planned.saturating_sub(trials.len()), planned)
        });
        let problems = Problems { mishaps: forfeits, missing, ..problems };
        let unfilled = asked.tables.iter().zip(&tables).filter_map(unfilled);
        let unfilled = unfilled.chain(tables.iter().flat_map(unknown_heads)).collect();
        let notes = equals.into_iter().chain((!is_whole).then(|| STOPPED.to_owned())).collect();
        Self {
            spec,
            manifest,
            problems,
            noise,
            claims,
            tables,
            charts,
            undrawn,
            unfilled,
            tests,
            notes,
            command,
            games,
            trials,
            seconds,
            digest,
            checksum,
        }
    }

    /// Charts that cannot be drawn, tables without a row, heads that are not there, and why.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.undrawn.iter().chain(&self.unfilled).map(String::as_str)
    }

    /// The title of the experiment.
    pub fn title(&self) -> &str {
        &self.spec.experiment.title
    }

    /// True for an experiment of games alone.
    pub fn is_match(&self) -> bool {
        is_match(&self.spec.experiment)
    }

    /// The question that it answers.
    pub(crate) fn question(&self) -> Option<&str> {
        self.spec.experiment.question.as_deref()
    }

    /// The command that makes such records again; empty where that is not known.
    pub(crate) fn command(&self) -> &str {
        &self.command
    }

    /// The number of claims that are not held.
    pub fn claims_that_fail(&self) -> usize {
        self.claims.iter().filter(|claim| claim.verdict != Verdict::Held).count()
    }

    /// The text of `digest.txt`.
    pub fn digest(&self) -> String {
        self.digest.text()
    }

    /// The charts as documents: title, description in words, SVG. What cannot be drawn is left out.
    pub fn pictures(&self) -> impl Iterator<Item = (&str, &str, String)> {
        let picture = |plotted: &'_ Plotted| plotted.chart.to_svg().ok();
        self.charts.iter().filter_map(move |plotted| Some((&*plotted.title, &*plotted.alt, picture(plotted)?)))
    }

    /// The page, without replays and without a file beside it.
    pub fn html(&self) -> String {
        let charts: Vec<PageChart> = self
            .charts
            .iter()
            .enumerate()
            .map(|(place, plotted)| page_chart(plotted, files::stem(place, &plotted.title)))
            .collect();
        self.with_page(&charts, &[], html)
    }

    fn with_page<T>(&self, charts: &[PageChart], replays: &[String], show: impl FnOnce(&Page<'_>) -> T) -> T {
        let pairs = self.manifest.as_ref().map(words::manifest);
        let method = words::method(&self.spec.experiment, self.manifest.as_ref());
        let name = self.manifest.as_ref().map_or("experiment.toml", |it| words::file_name(&it.session.experiment));
        let tests: Vec<String> = self.tests.iter().map(course_text).collect();
        show(&Page {
            title: self.title(),
            question: self.question(),
            claims: &self.claims,
            problems: &self.problems,
            notes: &self.notes,
            tests: &tests,
            noise: &self.noise,
            tables: &self.tables,
            charts,
            undrawn: &self.undrawn,
            replays,
            chart_style: &style_sheet(),
            trials: &self.trials,
            manifest: pairs.as_deref(),
            method: &method,
            toml: &self.spec.text,
            toml_name: name,
            command: self.command(),
            link: self.link(name).as_deref(),
        })
    }

    /// The link that runs the whole experiment in the laboratory, of which perhaps only a part was run.
    fn link(&self, name: &str) -> Option<String> {
        let run = self.trials.len();
        let planned = self.manifest.as_ref().map_or(run, |manifest| run.max(manifest.session.trials as usize));
        let seconds = self.seconds / run.max(1) as f64 * planned as f64;
        laboratory::link(name, &self.spec, planned, seconds)
    }

    /// Writes all files into the directory.
    ///
    /// # Errors
    /// The file system refuses; a chart that cannot be drawn.
    pub fn write(&self, directory: &Path, command: &str) -> Result<(), IndexError> {
        packed::pack(directory, self.checksum, command)?;
        files::write_games(directory, &self.games)?;
        files::write_tables(directory, &self.tables)?;
        let charts = files::write_charts(directory, &self.charts)?;
        let replays = files::replays(directory);
        let [page, text] = self.with_page(&charts, &replays, |page| [html(page), markdown(page)]);
        files::write(&directory.join("report.html"), &page)?;
        files::write(&directory.join("report.md"), &text)?;
        Ok(files::write(&directory.join("digest.txt"), &self.digest())?)
    }
}

/// The tables and charts of an experiment: those that it asks for, or the usual ones.
struct Asked {
    axes: Axes,
    tables: Vec<TableRequest>,
    charts: Vec<ChartRequest>,
}

impl Asked {
    fn of(spec: &Spec) -> Self {
        let axes = Axes::new(spec.variants.axes.iter().cloned());
        Self { tables: tables_of(&spec.experiment), charts: charts_of(&spec.experiment, &axes), axes }
    }

    /// The fields that a frame must hold for them.
    fn fields(&self, spec: &Spec) -> Vec<Field> {
        fields(spec, &self.tables, &self.charts, &self.axes)
    }

    /// True if one of the charts is of moves, and not of whole games.
    fn is_by_ply(&self) -> bool {
        self.charts.iter().any(is_by_ply)
    }
}

/// Two answers at one time, where there are threads.
fn both<A: Send, B>(one: impl FnOnce() -> A + Send, other: impl FnOnce() -> B) -> (A, B) {
    if cfg!(target_family = "wasm") {
        return (one(), other());
    }
    std::thread::scope(|scope| {
        let one = scope.spawn(one);
        let other = other();
        let one = one.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (one, other)
    })
}

/// The charts, and of those that cannot be drawn the reasons.
fn drawn<'f>(
    experiment: &Experiment,
    charts: &[ChartRequest],
    frame: impl Fn(&ChartRequest) -> &'f Frame,
    axes: &Axes,
) -> (Vec<Plotted>, Vec<String>) {
    let (mut drawn, mut undrawn) = (Vec::new(), Vec::new());
    for chart in charts {
        match plot(chart, frame(chart), axes) {
            Ok(plotted) => drawn.push(plotted),
            // A chart that nobody asked for need not be there.
            Err(_) if experiment.charts.is_empty() && is_match(experiment) => {}
            Err(reason) => undrawn.push(format!("chart {}: {reason}", quoted(&plot::title_of(chart, axes)))),
        }
    }
    (drawn, undrawn)
}

/// True for a chart of moves, and not of whole games.
fn is_by_ply(chart: &ChartRequest) -> bool {
    chart.x.as_deref().and_then(Field::parse) == Some(Field::Ply)
}

/// Noise from other programs that ran during the sessions.
fn surroundings(spec: &Spec, manifest: Option<&Manifest>) -> impl Iterator<Item = Noise> {
    let threads = spec.variants.threads() as usize;
    let sessions = manifest.into_iter().flat_map(|manifest| manifest.earlier.iter().chain([&manifest.session]));
    sessions.flat_map(move |session| {
        let threads = session.jobs.saturating_mul(threads);
        let (begin, end) = (session.load.map(|load| load.begin), session.load.and_then(|load| load.end));
        session.cores.map(|cores| Surroundings { begin, end, cores, threads }.noise()).into_iter().flatten()
    })
}

/// True for an experiment of games alone.
fn is_match(experiment: &Experiment) -> bool {
    experiment.algorithms.is_empty() && !experiment.matches.is_empty()
}

/// The tables that an experiment asks for, or the usual ones.
fn tables_of(experiment: &Experiment) -> Vec<TableRequest> {
    if !experiment.tables.is_empty() {
        return experiment.tables.clone();
    }
    if !is_match(experiment) {
        return vec![TableRequest::default()];
    }
    let one = |field: Field| Some(OneOrMany::One(field.name()));
    let crosstable = TableRequest {
        title: Some("Score of each player against each".to_owned()),
        rows: one(Field::Algorithm),
        columns: Some(Field::Opponent.name()),
        values: one(Field::Score),
        ..TableRequest::default()
    };
    vec![TableRequest { kind: TableKind::Ratings, ..TableRequest::default() }, crosstable]
}

/// The charts of games: how strong the players are, and what it costs them.
fn charts_of_match(axes: &Axes) -> Vec<ChartRequest> {
    let lines = |x: Field, y: Field| ChartRequest {
        x: Some(x.name()),
        y: Some(y.name()),
        ..ChartRequest::of_kind(ChartKind::Lines)
    };
    let mut charts = vec![ChartRequest::of_kind(ChartKind::Elo), ChartRequest::of_kind(ChartKind::Strength)];
    if axes.fields().contains(&Field::Depth) {
        charts.push(ChartRequest {
            series: Some(OneOrMany::One(Field::World.name())),
            ..lines(Field::Depth, Field::Score)
        });
    }
    charts.extend([lines(Field::Ply, Field::DepthPerMove), lines(Field::Ply, Field::SecondsPerMove)]);
    charts
}

/// The charts that an experiment asks for, or the usual one: lines where there is an axis of numbers.
fn charts_of(experiment: &Experiment, axes: &Axes) -> Vec<ChartRequest> {
    if !experiment.charts.is_empty() {
        return experiment.charts.clone();
    }
    if is_match(experiment) {
        return charts_of_match(axes);
    }
    let has_numbers =
        axes.fields().iter().any(|field| matches!(field, Field::Depth | Field::Limit(_) | Field::Weight(_)));
    vec![ChartRequest::of_kind(if has_numbers { ChartKind::Lines } else { ChartKind::Bars })]
}

/// The fields that a frame must hold for all that is asked.
fn fields(spec: &Spec, tables: &[TableRequest], charts: &[ChartRequest], axes: &Axes) -> Vec<Field> {
    let mut fields = Problems::fields();
    fields.extend(axes.identity());
    fields.extend(tables.iter().flat_map(|table| TableData::fields_of(table, axes)));
    fields.extend(charts.iter().flat_map(|chart| plot::fields_of(chart, axes)));
    fields.extend(spec.experiment.claims.iter().flat_map(|claim| ClaimResult::fields_of(claim, axes)));
    fields.sort();
    fields.dedup();
    fields
}

/// Where algorithms that must agree do not, each as a sentence, in records of an experiment.
pub fn disagreements(spec: &Spec, records: &[Record]) -> Vec<String> {
    let problems = Problems::of(&framed(Problems::fields(), spec, records));
    let shown = super::sheet::shown_disagreements(&problems).iter();
    shown.map(|disagreement| format!("DISAGREE on {}", super::sheet::disagreement_text(disagreement))).collect()
}

fn framed(fields: Vec<Field>, spec: &Spec, records: &[Record]) -> Frame {
    let mut frame = Frame::new(fields, spec.variants.labels.clone());
    for record in records {
        frame.push(record);
    }
    frame.finish()
}

/// The first chart that the report on these records would show.
///
/// # Errors
/// In a sentence: the experiment has no chart, or it cannot be drawn of these records.
pub fn first_chart(spec: &Spec, records: &[Record]) -> Result<Chart, String> {
    let axes = Axes::new(spec.variants.axes.iter().cloned());
    let request = charts_of(&spec.experiment, &axes).into_iter().next().ok_or("the experiment has no chart")?;
    let frame = framed(plot::fields_of(&request, &axes), spec, records);
    plot(&request, &frame, &axes).map(|plotted| plotted.chart)
}

/// The reason why a table has no row, if none of the trials that it asks for is there.
fn unfilled((asked, table): (&TableRequest, &TableData)) -> Option<String> {
    let is_unfilled = table.rows.is_empty() && !asked.filter.is_empty();
    is_unfilled.then(|| format!("table {}: no trial fits `where`", quoted(&table.title)))
}

/// The heads that are given words and are not there.
fn unknown_heads(table: &TableData) -> impl Iterator<Item = String> {
    let known: Vec<&str> =
        table.heads.iter().flat_map(|head| head.group.iter().chain([&head.text])).map(String::as_str).collect();
    table.unknown_heads().map(move |key| {
        let help = nearest(key, known.iter().copied())
            .map_or_else(|| format!("there are {}", listed(&known)), |near| format!("did you mean {}?", quoted(near)));
        format!("table {}: no column has the head {}: {help}", quoted(&table.title), quoted(key))
    })
}

/// A chart as the page shows it.
fn page_chart(plotted: &Plotted, stem: String) -> PageChart {
    PageChart {
        title: plotted.title.clone(),
        alt: plotted.alt.clone(),
        svg: plotted.chart.to_svg_inline(&format!("chart-{stem}")),
        narrow: plotted.chart.to_svg_narrow(&format!("narrow-{stem}")),
        csv: plotted.csv.clone(),
        file_stem: stem,
    }
}
