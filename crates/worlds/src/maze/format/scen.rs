//! Scenario files of the Moving AI benchmarks: many starts and goals on one map, with the length of a shortest path.
//!
//! Idea        `version 1` (or `1.0`), then on each line: bucket, map, width, height, start x, start y, goal x,
//!             goal y, optimal length, separated by any white space. x is the column and y the row, from the top left.
//! Source      Sturtevant, Benchmarks for grid-based pathfinding, IEEE TCIAIG 4(2):144-148, 2012.
//! Here        Blank lines are ignored. The listed lengths are rounded, in a way that the whole file shows: see
//!             [`Optimum`].
//! Not here    Running them.

use std::io::{self, BufWriter, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::rows::excerpt;
use super::{Line, lines, movingai};
use crate::maze::grid::{Grid, Place};
use crate::world::Take;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::embedded;
use searchlab_trial::text::counted;

/// A start, a goal and what is known about them.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Number of its line in the file, from 1.
    pub line: usize,
    /// Difficulty: the optimal length divided by 4.
    pub bucket: u32,
    /// The map as the file names it.
    pub map: String,
    /// Columns of the map.
    pub cols: u32,
    /// Rows of the map.
    pub rows: u32,
    /// Where the path begins.
    pub start: Place,
    /// Where it ends.
    pub goal: Place,
    /// The length of a shortest path, with eight moves and without cutting corners.
    pub optimum: Optimum,
}

/// The length of a path as a file gives it.
///
/// Some files round to two or eight decimals, some to six significant digits without zeros at the end. So the
/// precision is the file's, not the line's: from the most decimals and the most digits that any of its lengths has.
/// In a file of whole numbers they are exact.
#[derive(Debug, Clone, PartialEq)]
pub struct Optimum {
    value: f64,
    text: String,
    /// Half a unit of the last place that the file gives for a length of this size.
    rounding: f64,
}

impl Optimum {
    /// The lengths were summed up in floating point, some with a rounded √2: in the shared benchmark files this is
    /// at most 1.3e-8 of the length.
    const SUMMATION: f64 = 1e-7;

    /// A length rounded to `decimals` decimals, at most 15.
    pub fn new(value: f64, decimals: usize) -> Self {
        let decimals = decimals.min(15);
        Self {
            value,
            text: format!("{value:.decimals$}"),
            rounding: Precision { decimals, digits: usize::MAX }.half(0),
        }
    }

    /// The length.
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The length as it is written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// True if a path of this cost has this length, as far as the file's precision tells.
    pub fn agrees(&self, cost: f64) -> bool {
        (cost - self.value).abs() <= self.rounding + self.value * Self::SUMMATION
    }

    /// A length that is not negative, in plain decimal notation. Its rounding is set later.
    fn parse(text: &str) -> Option<Self> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let value = text.parse().ok().filter(|_| is_plain)?;
        Some(Self { value, text: text.to_owned(), rounding: 0.0 })
    }

    /// Digits before the point, without zeros in front, and digits after it.
    fn digits(&self) -> (usize, usize) {
        let (whole, fraction) = self.text.split_once('.').unwrap_or((&self.text, ""));
        (whole.trim_start_matches('0').len(), fraction.len())
    }
}

/// How the lengths of a file are rounded.
#[derive(Debug, Clone, Copy)]
struct Precision {
    /// Decimals of small lengths.
    decimals: usize,
    /// Significant digits of great ones.
    digits: usize,
}

impl Precision {
    /// Powers of ten up to which floating point is exact.
    const POWERS: [f64; 23] = {
        let mut powers = [1.0; 23];
        let mut power = 1;
        while power < powers.len() {
            powers[power] = powers[power - 1] * 10.0;
            power += 1;
        }
        powers
    };

    fn of(lengths: impl Iterator<Item = Optimum>) -> Self {
        let start = Self { decimals: 0, digits: 0 };
        lengths.map(|length| length.digits()).fold(start, |most, (whole, fraction)| Self {
            decimals: most.decimals.max(fraction),
            digits: most.digits.max(whole + fraction),
        })
    }

    /// Half a unit of the last place of a length with `whole` digits before the point.
    fn half(self, whole: usize) -> f64 {
        if self.decimals == 0 {
            return 0.0;
        }
        let place = self.decimals.min(self.digits.saturating_sub(whole));
        0.5 / Self::POWERS[place.min(Self::POWERS.len() - 1)]
    }
}

const FIELDS: [&str; 9] =
    ["bucket", "map", "width", "height", "start x", "start y", "goal x", "goal y", "optimal length"];

/// Reads a scenario file.
///
/// # Errors
/// A missing or unknown version, lines with too few or too many fields, fields that are no numbers, a start or goal
/// outside of the map's size, no scenario at all.
pub fn read_scen(source: &Source) -> Result<Vec<Scenario>, Diagnostics> {
    read_part(source, Take::All)
}

/// Reads a part of the scenarios of a file. Of the others nothing is asked but how precisely they give their lengths.
///
/// # Errors
/// As [`read_scen`], for the part.
pub fn read_part(source: &Source, take: Take) -> Result<Vec<Scenario>, Diagnostics> {
    let mut problems = Diagnostics::new();
    let entries = entries(source, &mut problems)?;
    let mut scenarios: Vec<Scenario> =
        take.of(&entries).filter_map(|line| read_line(source, line, &mut problems)).collect();
    if entries.is_empty() && problems.is_empty() {
        let end = source.text.trim_end().len();
        problems.push(|| Diagnostic::new("no scenarios").at(source.excerpt(end..end, "expected lines after this one")));
    }
    let lengths = entries.iter().filter_map(|line| Optimum::parse(line.text.split_ascii_whitespace().last()?));
    let precision = Precision::of(lengths);
    for scenario in &mut scenarios {
        scenario.optimum.rounding = precision.half(scenario.optimum.digits().0);
    }
    problems.into_result(scenarios)
}

/// Checks that a text begins as scenario files do.
///
/// # Errors
/// It is empty or a map.
pub fn check_header(source: &Source) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::new();
    entries(source, &mut problems)?;
    problems.into_result(())
}

/// The lines of the scenarios, whatever they hold.
fn entries<'a>(source: &'a Source, problems: &mut Diagnostics) -> Result<Vec<Line<'a>>, Diagnostics> {
    let mut all = lines(source, 0..source.text.len(), 1).filter(|line| !line.text.trim().is_empty()).peekable();
    let Some(&first) = all.peek() else {
        let diagnostic = Diagnostic::new("the file is empty").at(source.excerpt(0..0, "expected `version 1`"));
        return Err(diagnostic.into());
    };
    let header: Vec<_> = first.text.split_ascii_whitespace().collect();
    if header.first().is_some_and(|word| movingai::is_header(word.as_bytes())) {
        let place = excerpt(&source.name, &first, 0..first.text.trim_end().len(), "so begin maps");
        let problem = Diagnostic::new("a map instead of a scenario file").at(place);
        return Err(problem.help("`searchlab maze astar FILE.map` searches in a map").into());
    }
    let is_known = matches!(header[..], ["version", "1" | "1.0"]);
    if !is_known {
        let begin = first.text.len() - first.text.trim_start().len();
        let span = begin..first.text.trim_end().len();
        problems.push(|| {
            let place = excerpt(&source.name, &first, span, "expected `version 1` or `version 1.0`".to_owned());
            Diagnostic::new("not a scenario file of a known version").at(place)
        });
    }
    if is_known || header.len() != FIELDS.len() {
        all.next();
    }
    Ok(all.collect())
}

fn read_line(source: &Source, line: &Line<'_>, problems: &mut Diagnostics) -> Option<Scenario> {
    let spans = fields(line.text);
    if spans.len() != FIELDS.len() {
        problems.push(|| wrong_number_of_fields(source, line, &spans));
        return None;
    }
    let mut number = |field: usize| {
        let text = &line.text[spans[field].clone()];
        let value = text.parse::<u32>().ok();
        if value.is_none() {
            problems.push(|| not_a_number(source, line, &spans, field, "expected a whole number"));
        }
        value
    };
    let numbers = [0, 2, 3, 4, 5, 6, 7].map(&mut number);
    let optimum = Optimum::parse(&line.text[spans[8].clone()]);
    if optimum.is_none() {
        problems.push(|| not_a_number(source, line, &spans, 8, "expected a length such as 12.071"));
    }
    let [Some(bucket), Some(cols), Some(rows), Some(start_x), Some(start_y), Some(goal_x), Some(goal_y)] = numbers
    else {
        return None;
    };
    let start = Place { row: start_y, col: start_x };
    let goal = Place { row: goal_y, col: goal_x };
    for (name, place, first) in [("start", start, 4), ("goal", goal, 6)] {
        if place.row >= rows || place.col >= cols {
            problems.push(|| {
                let label = format!("beyond the width {cols} and the height {rows} of the map");
                let span = spans[first].start..spans[first + 1].end;
                let message = format!("the {name} {place} (row, column) is outside of the map");
                Diagnostic::new(message).at(excerpt(&source.name, line, span, label))
            });
        }
    }
    let map = line.text[spans[1].clone()].to_owned();
    Some(Scenario { line: line.number, bucket, map, cols, rows, start, goal, optimum: optimum? })
}

/// Where the fields of a line are in it.
fn fields(text: &str) -> Vec<Range<usize>> {
    let mut spans = Vec::with_capacity(FIELDS.len());
    let mut begin = None;
    for (at, byte) in text.bytes().chain([b' ']).enumerate() {
        match (begin, byte.is_ascii_whitespace()) {
            (None, false) => begin = Some(at),
            (Some(from), true) => {
                spans.push(from..at);
                begin = None;
            }
            _ => {}
        }
    }
    spans
}

fn wrong_number_of_fields(source: &Source, line: &Line<'_>, spans: &[Range<usize>]) -> Diagnostic {
    let (span, label) = match (spans.get(FIELDS.len()), FIELDS.get(spans.len())) {
        (Some(surplus), _) => (surplus.start..line.text.trim_end().len(), "more than the nine fields".to_owned()),
        (None, missing) => {
            let end = line.text.trim_end().len();
            (end..end, format!("expected the {} here", missing.unwrap_or(&"end")))
        }
    };
    Diagnostic::new(format!("a scenario of {} instead of 9", counted(spans.len() as u64, "field")))
        .at(excerpt(&source.name, line, span, label))
        .help(format!("the fields are {}, with blanks or tabs between", FIELDS.join(", ")))
}

fn not_a_number(source: &Source, line: &Line<'_>, spans: &[Range<usize>], field: usize, label: &str) -> Diagnostic {
    let span = spans[field].clone();
    let message = format!("the {} {} is not a number", FIELDS[field], quoted(&line.text[span.clone()]));
    Diagnostic::new(message).at(excerpt(&source.name, line, span, label.to_owned()))
}

/// Checks that the scenarios belong to a map: its name, if given, its size, and that every start and goal is free.
///
/// `scenarios` must have been read from `source`. A file for another map is one problem, not one for each line.
///
/// # Errors
/// The scenarios are for a map of another name or size, or start or end in a wall.
pub fn check_scen(source: &Source, scenarios: &[Scenario], map: Option<&Path>, grid: &Grid) -> Result<(), Diagnostics> {
    let mut problems = Diagnostics::new();
    let wanted = map.and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let is_other_name = |scenario: &Scenario| wanted.as_deref().is_some_and(|name| name != file_name(&scenario.map));
    let is_other_size = |scenario: &Scenario| (scenario.rows, scenario.cols) != (grid.rows(), grid.cols());
    let locate = |scenario: &Scenario, fields: Range<usize>, label: String| locate(source, scenario, fields, label);

    if let Some(other) = scenarios.iter().find(|scenario| is_other_name(scenario)) {
        let name = quoted(wanted.as_deref().unwrap_or_default());
        let lines = scenarios.iter().filter(|scenario| is_other_name(scenario)).count();
        problems.push(|| {
            Diagnostic::new(format!("the scenarios are for another map than {name}"))
                .at(locate(other, 1..2, format!("expected a path that ends in {name}")))
                .help(format!("so {} of {}", lines, counted(scenarios.len() as u64, "scenario")))
        });
    }
    if let Some(other) = scenarios.iter().find(|scenario| is_other_size(scenario)) {
        let lines = scenarios.iter().filter(|scenario| is_other_size(scenario)).count();
        problems.push(|| {
            let label = format!("the map has width {} and height {}", grid.cols(), grid.rows());
            Diagnostic::new("the scenarios are for a map of another size").at(locate(other, 2..4, label)).help(format!(
                "so {} of {}",
                lines,
                counted(scenarios.len() as u64, "scenario")
            ))
        });
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    for scenario in scenarios {
        for (name, place, first) in [("start", scenario.start, 4), ("goal", scenario.goal, 6)] {
            if !grid.is_free_at(place) {
                problems.push(|| {
                    Diagnostic::new(format!("the {name} {place} (row, column) is in a wall")).at(locate(
                        scenario,
                        first..first + 2,
                        "expected a free cell".to_owned(),
                    ))
                });
            }
        }
    }
    problems.into_result(())
}

/// The place of some fields of a scenario in its file.
fn locate(
    source: &Source,
    scenario: &Scenario,
    range: Range<usize>,
    label: String,
) -> searchlab_trial::diagnostic::Excerpt {
    let mut all = lines(source, 0..source.text.len(), 1);
    let line = all.nth(scenario.line.saturating_sub(1)).unwrap_or(Line { number: scenario.line, begin: 0, text: "" });
    let spans = fields(line.text);
    let span = match spans.get(range) {
        Some([first, .., last]) => first.start..last.end,
        Some([only]) => only.clone(),
        _ => 0..0,
    };
    excerpt(&source.name, &line, span, label)
}

/// The last part of a path with separators of either kind.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// Where the map of a scenario is: beside its file, under that file's name without `.scen`, or else under the name
/// that the scenario gives.
///
/// # Errors
/// Neither is there.
pub fn map_path(scen: &Path, scenario: &Scenario) -> Result<PathBuf, Diagnostics> {
    let beside = if scen.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("scen")) {
        Some(scen.with_extension(""))
    } else {
        None
    };
    let tried: Vec<_> = beside.into_iter().chain([scen.with_file_name(file_name(&scenario.map))]).collect();
    if let Some(found) = tried.iter().find(|path| path.is_file() || embedded::text(&path.to_string_lossy()).is_some()) {
        return Ok(found.clone());
    }
    let mut names: Vec<_> = tried.iter().map(|path| quoted(&path.to_string_lossy())).collect();
    names.dedup();
    let diagnostic =
        Diagnostic::new(format!("there is no map for the scenarios of {}", quoted(&scen.to_string_lossy())))
            .help(format!("tried {}", names.join(" and ")))
            .help("put the map beside the scenario file");
    Err(diagnostic.into())
}

/// Writes a scenario file.
///
/// # Errors
/// The error of `out`, and `InvalidInput` if the name of a map is empty or holds white space, which separates the
/// fields.
pub fn write_scen(scenarios: &[Scenario], out: &mut impl Write) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, out);
    writeln!(out, "version 1")?;
    for scenario in scenarios {
        let Scenario { bucket, map, cols, rows, start, goal, optimum, .. } = scenario;
        if map.is_empty() || map.contains(|character: char| character.is_ascii_whitespace()) {
            let message = format!("the map name {} cannot stand in a scenario file", quoted(map));
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
        write!(out, "{bucket}\t{map}\t{cols}\t{rows}\t{}\t{}\t{}\t{}", start.col, start.row, goal.col, goal.row)?;
        writeln!(out, "\t{}", optimum.text())?;
    }
    out.flush()
}
