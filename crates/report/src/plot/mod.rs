//! Charts as experiments ask for them: a request and a frame of records become a chart, its numbers as CSV, and a
//! sentence for those who do not see it.
//!
//! | part | file |
//! |---|---|
//! | the tasks of a chart, their values, pairs with its baseline | `pairs.rs` |
//! | series and places along the horizontal axis | `groups.rs` |
//! | many values as one: lines, bars, ratios, heat maps | `summaries.rs` |
//! | the same as rows of points: dot plots and forest plots | `rows.rs` |
//! | the effective branching factor of lines over depth | `growth.rs` |
//! | the players of games: Elo, and strength against cost | `ratings.rs` |
//! | all values: clouds, cactus plots, boxes | `samples.rs` |
//! | names, notes, scales | `words.rs` |
//! | the numbers as CSV | `numbers.rs` |
//!
//! Not here: how it is drawn (chart), how many numbers become one (analysis, statistics).

mod groups;
mod growth;
mod numbers;
mod pairs;
mod ratings;
mod rows;
mod samples;
mod summaries;
#[cfg(test)]
mod tests;
mod words;

use super::chart::{Chart, Paper};
use searchlab_analysis::axes::Axes;
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::request::{ChartKind, ChartRequest, Filter, OneOrMany, Selection, Statistic};
use searchlab_analysis::select::{Selector, described};

/// A chart with what goes with it.
#[derive(Debug)]
pub(crate) struct Plotted {
    /// The picture.
    pub chart: Chart,
    /// The numbers that are drawn, a row for each point, with a head.
    pub csv: String,
    /// The title.
    pub title: String,
    /// A description of the picture, in a sentence.
    pub alt: String,
}

/// A request in fields, with its defaults filled in.
#[derive(Debug)]
struct Plan {
    kind: ChartKind,
    /// None for the kinds that need none.
    x: Option<Field>,
    y: Field,
    series: Vec<Field>,
    statistic: Statistic,
    filter: Filter,
    /// With its name.
    baseline: Option<(Selection, String)>,
    axes: Axes,
}

/// The chart that is asked for, of these records, for an experiment with these axes.
///
/// # Errors
/// In a sentence: a field that does not exist or has no numbers, a baseline that is missing, no records.
pub(crate) fn plot(request: &ChartRequest, frame: &Frame, axes: &Axes) -> Result<Plotted, String> {
    let plan = Plan::of(request, axes)?;
    if let Some(field) = plan.fields().into_iter().find(|field| !frame.has(field)) {
        return Err(format!("the records were read without {}", field.name()));
    }
    if !plan.filter.is_empty() && Selector::of_filter(&plan.filter).rows(frame).is_empty() {
        return Err("no trial fits `where`".to_owned());
    }
    let drawn = match plan.kind {
        ChartKind::Lines | ChartKind::Bars | ChartKind::Ratio | ChartKind::Forest | ChartKind::Heatmap => {
            summaries::draw(&plan, request, frame)?
        }
        ChartKind::Elo => ratings::elo(frame, &plan.filter)?,
        ChartKind::Strength => ratings::strength(&plan, request, frame)?,
        ChartKind::Scatter | ChartKind::Cactus | ChartKind::Ecdf | ChartKind::Box => {
            samples::draw(&plan, request, frame)?
        }
    };
    let title = title_of(request, axes);
    let chart = drawn.notes.into_iter().fold(drawn.chart.titled(&title), Chart::note).described(&drawn.alt);
    let chart = chart.with_axis_titles(request.x_title.as_deref(), request.y_title.as_deref());
    let chart = match request.width {
        Some(width) => chart.on_paper(Paper { width, height: request.height, font_size: request.font_size }),
        None => chart,
    };
    Ok(Plotted { chart, csv: drawn.numbers.into_csv(), title, alt: drawn.alt })
}

/// The title of a chart: its own, or else one that describes it.
pub(crate) fn title_of(request: &ChartRequest, axes: &Axes) -> String {
    let usual = || Plan::of(request, axes).map(|plan| words::title(&plan)).unwrap_or_default();
    request.title.clone().unwrap_or_else(usual)
}

/// The fields that a frame must have for the chart. Names that are no fields are left out: [`plot`] gives an error for
/// them.
pub(crate) fn fields_of(request: &ChartRequest, axes: &Axes) -> Vec<Field> {
    Plan::of(request, axes).map_or_else(|_| Vec::new(), |plan| plan.fields())
}

/// A drawn chart without its title and notes, these, and the numbers.
struct Drawn {
    chart: Chart,
    notes: Vec<String>,
    numbers: numbers::Numbers,
    alt: String,
}

impl Plan {
    fn of(request: &ChartRequest, axes: &Axes) -> Result<Self, String> {
        let field = |name: &String| Field::parse(name).ok_or_else(|| format!("{name:?} is no field of a record"));
        let kind = request.kind;
        let series = request.series.as_ref().map_or(&[][..], OneOrMany::as_slice);
        let series = series.iter().map(field).collect::<Result<Vec<_>, _>>()?;
        let series = if series.is_empty() { vec![Field::Algorithm] } else { series };
        if let Some(measure) = series.iter().find(|field| !field.is_key()) {
            return Err(format!("{} is measured or counted, so it makes no series", measure.name()));
        }
        let is_ratio = matches!(kind, ChartKind::Ratio | ChartKind::Forest);
        let statistic = if is_ratio { Some(Statistic::GeometricMean) } else { request.statistic };
        let baseline = request.baseline.as_ref().map(|selection| (selection.clone(), name_of(selection)));
        let x = match (&request.x, kind) {
            (Some(name), _) => Some(field(name)?),
            (None, ChartKind::Cactus | ChartKind::Ecdf | ChartKind::Box | ChartKind::Elo | ChartKind::Forest) => None,
            (None, ChartKind::Strength) => Some(Field::NodesPerMove),
            (None, ChartKind::Scatter) if baseline.is_some() => None,
            // The axis that is no series by itself.
            (None, _) => {
                Some(axes.fields().iter().find(|axis| !series.contains(axis)).cloned().unwrap_or(Field::Instance))
            }
        };
        Ok(Self {
            kind,
            x,
            y: match kind {
                ChartKind::Elo | ChartKind::Strength => Field::Score,
                _ => request.y.as_ref().map_or(Ok(Field::Nodes), field)?,
            },
            series,
            statistic: statistic.unwrap_or_default(),
            filter: request.filter.clone(),
            baseline,
            axes: axes.clone(),
        })
    }

    fn fields(&self) -> Vec<Field> {
        let always = [Field::World, Field::Instance, Field::Algorithm, Field::Repeat, self.y.clone()];
        let baseline = self.baseline.iter().map(|(selection, _)| Selector::of(selection));
        let selectors: Vec<Selector> = baseline.chain([Selector::of_filter(&self.filter)]).collect();
        let asked = self.x.iter().chain(&self.series).chain(self.axes.fields());
        let asked = asked.chain(selectors.iter().flat_map(Selector::fields));
        let mut fields: Vec<Field> = always.into_iter().chain(asked.cloned()).collect();
        if matches!(self.kind, ChartKind::Elo | ChartKind::Strength) {
            fields.extend(searchlab_analysis::ratings::fields());
        }
        fields.sort();
        fields.dedup();
        fields
    }
}

/// The name of a baseline in titles: of an algorithm its name alone.
fn name_of(selection: &Selection) -> String {
    let text = described(selection);
    let label = match selection {
        Selection::Where(filter) if filter.len() == 1 => text.strip_prefix("algorithm = "),
        _ => None,
    };
    label.unwrap_or(&text).to_owned()
}
