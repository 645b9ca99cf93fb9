//! Charts of the players of games: their Elo, and their score against the cost of a move.

use super::numbers::{Numbers, Row};
use super::{Drawn, Plan, words};
use crate::chart::{Axis, Bars, Bound, Chart, Lines, Point, Series, Style, Unit};
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Frame;
use searchlab_analysis::ratings::{COSTS, Standing, standings};
use searchlab_analysis::request::{ChartRequest, Filter};
use searchlab_statistics::interval::Interval;
use searchlab_trial::text::printable;

fn players(frame: &Frame, filter: &Filter) -> Result<Vec<Standing>, String> {
    let standings = standings(frame, filter);
    if standings.is_empty() { Err("there is no game for this chart".to_owned()) } else { Ok(standings) }
}

/// The names of the players, with the world where there are several.
fn names(standings: &[Standing]) -> Vec<String> {
    let has_worlds = standings.iter().any(|standing| standing.world != standings[0].world);
    let name = |standing: &Standing| {
        let world = if has_worlds { format!(" ({})", standing.world) } else { String::new() };
        printable(&(standing.name.clone() + &world))
    };
    standings.iter().map(name).collect()
}

fn row(name: &str, x: String, y: f64, Interval { low, high }: Interval, standing: &Standing) -> Row {
    let count = standing.counts.wins + standing.counts.draws + standing.counts.losses;
    let (x, y) = (x, y.to_string());
    Row { series: name.to_owned(), x, y, ends: Some([low, high]), bound: Bound::Exact, count: count as usize }
}

/// A bar for each player, from the mean of all up or down.
pub(super) fn elo(frame: &Frame, filter: &Filter) -> Result<Drawn, String> {
    let all = players(frame, filter)?;
    let (standings, forfeiters): (Vec<_>, Vec<_>) = all.into_iter().partition(|standing| standing.rating.is_some());
    if standings.is_empty() {
        return Err("all games were forfeited, which gives no Elo".to_owned());
    }
    let names = names(&standings);
    let mut numbers = Numbers::new(&[]);
    let mut points = Vec::new();
    for (place, (standing, name)) in standings.iter().zip(&names).enumerate() {
        let Some(rating) = standing.rating else { continue };
        numbers.push(row("", name.clone(), rating.elo, rating.interval, standing), []);
        let interval = Some([rating.interval.low, rating.interval.high]);
        points.push(Point { x: place as f64, y: rating.elo, bound: Bound::Exact, interval });
    }
    let series = Series { name: String::new(), style: Style::of("Elo"), points };
    let y = Axis::linear("Elo", Unit::Number).with_zero();
    let chart = Chart::new("", Axis::of_categories("player", &names), y, Bars::new(vec![series], names.len()));
    let (first, last) = (&names[0], &names[names.len() - 1]);
    let alt = format!("Elo of {} players, from {first} down to {last}.", names.len());
    let mut notes = vec!["0 is the mean of the players that games connect; error bars are 95 % intervals.".to_owned()];
    if !forfeiters.is_empty() {
        let names: Vec<String> = self::names(&forfeiters);
        notes.push(format!("Left out: {}, whose games were all forfeited.", names.join(", ")));
    }
    Ok(Drawn { chart, notes, numbers, alt })
}

/// A point for each player.
pub(super) fn strength(plan: &Plan, request: &ChartRequest, frame: &Frame) -> Result<Drawn, String> {
    let cost = plan.x.clone().unwrap_or(Field::NodesPerMove);
    let place = COSTS.iter().position(|field| *field == cost);
    let place = place.ok_or_else(|| {
        let known: Vec<String> = COSTS.iter().map(Field::name).collect();
        format!("{} is no cost of a move, such as {}", cost.name(), known.join(", "))
    })?;
    let standings = players(frame, &plan.filter)?;
    let names = names(&standings);
    let (mut numbers, mut series, mut costs) = (Numbers::new(&[]), Vec::new(), Vec::new());
    let styles = Style::of_all(names.iter().map(String::as_str));
    for ((standing, name), style) in standings.iter().zip(&names).zip(styles) {
        let Some(x) = standing.costs[place] else { continue };
        let score = &standing.score;
        numbers.push(row(name, x.to_string(), score.score, score.scores, standing), []);
        let interval = Some([score.scores.low, score.scores.high]);
        let points = vec![Point { x, y: score.score, bound: Bound::Exact, interval }];
        series.push(Series { name: name.clone(), style, points });
        costs.push(x);
    }
    if costs.is_empty() {
        return Err(format!("no player has a number for {}", cost.name()));
    }
    let x = words::axis(&cost, &words::short(&cost), request.x_scale, &costs);
    let alt = format!("Score of {} players against {}.", costs.len(), words::short(&cost));
    let marks = Lines::new(series).with_bands();
    let chart = Chart::new("", x, Axis::linear("score", Unit::Number).with_zero(), marks);
    let left_out = standings.len() - costs.len();
    let notes = (left_out > 0).then(|| format!("Left out: {left_out} that search nothing."));
    Ok(Drawn { chart, notes: notes.into_iter().collect(), numbers, alt })
}
