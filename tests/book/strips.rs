//! Strips: every value of a group as a stroke of its own, and the median as a longer one.
//!
//! Not here: means and intervals (bars), quartiles (boxes).

use searchlab::report::chart::{Canvas, Dash, Key, Marks, Panel, Rgb, Sample, Spot, Stroke, Style};

// ANCHOR: marks
/// A strip for each group. The groups are the categories of the horizontal axis.
#[derive(Debug, Clone)]
pub struct Strips {
    /// The name of each group, and its values.
    pub groups: Vec<(String, Vec<f64>)>,
}

/// Part of the room of a group that its strokes are wide, and that of the median.
const WIDTH: f64 = 0.3;
const MEDIAN_WIDTH: f64 = 0.5;

impl Marks for Strips {
    fn x_values(&self) -> Vec<f64> {
        (0..self.groups.len()).map(|place| place as f64).collect()
    }

    fn y_values(&self) -> Vec<f64> {
        self.groups.iter().flat_map(|(_, values)| values).copied().collect()
    }

    fn keys(&self) -> Vec<Key> {
        let key =
            |(name, _): &(String, Vec<f64>)| Key { name: name.clone(), style: Style::of(name), sample: Sample::Line };
        self.groups.iter().map(key).collect()
    }

    fn draw(&self, panel: &Panel, canvas: &mut dyn Canvas) {
        let room = panel.category_size().0;
        for (place, (name, values)) in self.groups.iter().enumerate() {
            let mut line = |value: f64, part: f64, stroke: Stroke| {
                // Values that are no numbers have no place.
                let (x, y) = panel.place(place as f64, value)?;
                let half = room * part / 2.0;
                canvas.stroke(&[(x - half, y), (x + half, y)], stroke);
                canvas.tip(Spot::At((x, y)), &format!("{name}: {}", panel.y_axis.unit.exact(value)));
                Some(())
            };
            for &value in values {
                line(value, WIDTH, Stroke::solid(Style::of(name).color(), 1.5));
            }
            if let Some(median) = median(values) {
                line(median, MEDIAN_WIDTH, Stroke { color: Rgb::INK, width: 2.5, dash: Dash::Solid });
            }
        }
    }
}

/// The value in the middle; the lower of two.
fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len().saturating_sub(1) / 2).copied()
}
// ANCHOR_END: marks

// ANCHOR: test
mod tests {
    use searchlab::catalog::OTHELLO;
    use searchlab::record::{Limits, Params, Trial};
    use searchlab::report::chart::{Axis, Chart, Unit};
    use searchlab::run::Observers;
    use searchlab::run::othello::{OthelloRunner, content};
    use searchlab::search::budget::Budget;
    use searchlab::worlds::othello::playout::random_position;

    use super::*;

    /// Nodes to depth 4 of 12 positions of games that chance plays.
    fn nodes(algorithm: &str) -> Vec<f64> {
        let about = OTHELLO.algorithm(algorithm).expect("it is in the catalog");
        let params: Params = OTHELLO.resolve(about, &[]).expect("the defaults go together");
        let mut runner = OthelloRunner::default();
        let mut run = |seed| {
            let position = random_position(seed, 20);
            let instance = (format!("seed {seed}"), content(position));
            let trial = Trial::new("othello", instance, algorithm, params.clone(), Limits::default());
            let trial = Trial { depth: Some(4), ..trial };
            let counters = runner.run(&trial, position, &Budget::default(), &mut Observers::default()).counters;
            (counters.expanded + counters.evaluated) as f64
        };
        (1..=12).map(&mut run).collect()
    }

    #[test]
    fn every_value_is_drawn() {
        let names = ["minimax", "alphabeta", "alphabeta-tt", "mtdf"].map(str::to_owned);
        let groups: Vec<_> = names.iter().map(|name| (name.clone(), nodes(name))).collect();
        let axes = (Axis::of_categories("", &names), Axis::log("nodes", Unit::Count));
        let chart = Chart::new("Nodes of 12 positions at depth 4", axes.0, axes.1, Strips { groups });
        let svg = chart.to_svg().expect("it can be drawn");

        // 12 values and a median for each of 4 groups: each tells its number when it is pointed at.
        let tips = svg.matches("<title>").count() - 1;
        assert_eq!(tips, 4 * (12 + 1));
        crate::build::settle_picture("strips.svg", &svg);
    }
}
// ANCHOR_END: test
