//! The test of one figure of a claim: its confidence interval, its outcome, and its power.

use super::super::claim::{Figure, Power, Shows};
use super::super::demand::Demand;
use super::super::estimate::Estimate;
use super::super::request::ClaimStatistic;
use super::super::select::Comparison;
use super::super::summary::LEVEL;
use super::cases::{Asked, Case};
use super::family::{Levels, Way};
use searchlab_statistics::deterministic_math::{exp, ln};
use searchlab_statistics::interval::Interval;
use searchlab_statistics::normal;
use searchlab_trial::text::counted;

/// Of fewer than this part of the openings different games are not enough to compare players by.
const DIFFERENT_GAMES: f64 = 0.25;
/// The probability with which an effect that is called detectable is detected.
const POWER: f64 = 0.8;

/// The ground on which a figure is decided.
enum Decision<'c> {
    /// There is no number, for this reason.
    Unknown(&'c str),
    /// There is nothing to compare, for this reason.
    Vacuous(String),
    /// By looking at each trial.
    All(&'c Estimate),
    /// By the interval.
    Tested(&'c Estimate),
}

impl Asked {
    fn decision<'c>(&self, case: &'c Case) -> Decision<'c> {
        let estimate = match &case.estimate {
            Ok(estimate) => estimate,
            Err(reason) => return Decision::Unknown(reason),
        };
        if self.is_of_all() {
            return Decision::All(estimate);
        }
        let (units, alike) = (estimate.units, estimate.alike);
        let is_elo = self.statistic == ClaimStatistic::Elo;
        let different = (units - alike) as f64;
        match (is_elo, alike) {
            (_, 0) => Decision::Tested(estimate),
            (true, _) if different < DIFFERENT_GAMES * units as f64 => Decision::Vacuous(format!(
                "with either colour the same game, in {alike} of {}: the players do not differ in play",
                counted(units as u64, &self.noun)
            )),
            (false, alike)
                if alike == units && self.statistic != ClaimStatistic::Equal && !self.is_equality(estimate) =>
            {
                Decision::Vacuous(format!("no pair differs, in {}", counted(units as u64, &self.noun)))
            }
            _ => Decision::Tested(estimate),
        }
    }

    /// True if it is claimed of each trial and not of an average.
    #[allow(clippy::float_cmp, reason = "equal means equal here")]
    fn is_of_all(&self) -> bool {
        let is_proportion = self.statistic.is_proportion();
        match (self.statistic, self.demand) {
            (ClaimStatistic::Min | ClaimStatistic::Max, _) => true,
            (_, Demand::Compares(Comparison::Equal | Comparison::Unequal, number)) if is_proportion => {
                number == 1.0 || number == 0.0
            }
            (_, Demand::Compares(Comparison::AtLeast | Comparison::Less, number)) if is_proportion => number >= 1.0,
            (_, Demand::Compares(Comparison::AtMost | Comparison::Greater, number)) if is_proportion => number <= 0.0,
            _ => false,
        }
    }

    /// True if equality is claimed of numbers that are all equal.
    fn is_equality(&self, estimate: &Estimate) -> bool {
        matches!(self.demand, Demand::Compares(Comparison::Equal, _))
            && self.demand.of_range(estimate.low, estimate.high).0
    }

    pub(super) fn is_about_all(&self, case: &Case) -> bool {
        matches!(self.decision(case), Decision::All(_))
    }

    pub(super) fn method(&self, case: &Case) -> Option<&'static str> {
        match self.decision(case) {
            Decision::Tested(estimate) => estimate.method(),
            _ => None,
        }
    }

    /// P for the claim and against it; `None` if it is not tested.
    pub(super) fn ps(&self, case: &Case) -> Option<[f64; 2]> {
        let Decision::Tested(estimate) = self.decision(case) else { return None };
        let (above, below) = (|number| estimate.p_above(number), |number| estimate.p_below(number));
        let two_sided = |number| estimate.p_different(number);
        Some(match self.demand {
            Demand::Compares(Comparison::Less | Comparison::AtMost, number) => [below(number), above(number)],
            Demand::Compares(Comparison::Greater | Comparison::AtLeast, number) => [above(number), below(number)],
            // No sample shows that two numbers are equal.
            Demand::Compares(Comparison::Equal, number) => [1.0, two_sided(number)],
            Demand::Compares(Comparison::Unequal, number) => [two_sided(number), 1.0],
            // Two one-sided tests (Schuirmann 1987).
            Demand::Within(least, most) => {
                [f64::max(above(least), below(most)), (2.0 * f64::min(below(least), above(most))).min(1.0)]
            }
        })
    }

    /// Why a figure decides nothing.
    pub(super) fn reason(&self, case: &Case) -> String {
        match self.decision(case) {
            Decision::Unknown(reason) => reason.to_owned(),
            Decision::Vacuous(reason) => reason,
            Decision::All(_) => "limits ended trials that decide it".to_owned(),
            Decision::Tested(_) if self.demand.direction().is_none() && matches!(self.demand, Demand::Compares(..)) => {
                "no sample shows that two numbers are equal: claim that they lie `within` a margin".to_owned()
            }
            Decision::Tested(estimate) if !estimate.is_exact() => {
                "limits ended trials that decide it, or the sample is too small".to_owned()
            }
            Decision::Tested(_) => "the interval holds numbers of both sides".to_owned(),
        }
    }

    /// The figure; `place` is its number among those that are tested.
    pub(super) fn figure(&self, case: &Case, levels: &Levels, place: usize) -> Figure {
        let decision = self.decision(case);
        let mut figure = Figure {
            case: case.words.clone(),
            value: case.estimate.as_ref().ok().and_then(Estimate::value),
            interval: None,
            confidence: 0.0,
            units: case.estimate.as_ref().map_or(0, |estimate| estimate.units),
            count: case.sample.len(),
            p: None,
            corrected: None,
            shows: Shows::Neither,
            power: None,
            remark: None,
        };
        match &decision {
            Decision::Unknown(_) => {}
            Decision::Vacuous(_) => figure.shows = Shows::Nothing,
            Decision::All(estimate) => self.look_at_all(&mut figure, estimate),
            Decision::Tested(estimate) => self.test(&mut figure, estimate, levels, place),
        }
        let mut remarks: Vec<String> = case.estimate.as_ref().ok().and_then(Estimate::remark).into_iter().collect();
        match decision {
            Decision::Unknown(reason) => remarks.push(reason.to_owned()),
            Decision::Vacuous(reason) => remarks.push(reason),
            Decision::Tested(estimate) if estimate.alike > 0 => {
                let alike = counted(estimate.alike as u64, &self.noun);
                remarks.push(format!("in {alike} of {} nothing differs", estimate.units));
            }
            Decision::All(_) | Decision::Tested(_) => {}
        }
        remarks.extend(self.left_out(case));
        figure.remark = Some(remarks.join("; ")).filter(|remark| !remark.is_empty());
        figure
    }

    /// A statement about each of the trials: the interval is what it says of others like them.
    fn look_at_all(&self, figure: &mut Figure, estimate: &Estimate) {
        figure.shows = match self.demand.of_range(estimate.low, estimate.high) {
            (true, _) => Shows::Claim,
            (_, true) => Shows::Opposite,
            _ => Shows::Neither,
        };
        (figure.interval, figure.confidence) = (estimate.interval(LEVEL), LEVEL);
    }

    fn test(&self, figure: &mut Figure, estimate: &Estimate, levels: &Levels, place: usize) {
        let (own, other) = (levels.critical(place, Way::For), levels.critical(place, Way::Against));
        let between = |low: f64, high: f64| Interval { low: estimate.lower(low), high: estimate.upper(high) };
        let shown = |interval: Interval| self.demand.of_range(interval.low, interval.high);
        let (alphas, shows) = match self.demand {
            Demand::Compares(Comparison::Less | Comparison::AtMost, _) => ((other, own), shown(between(other, own))),
            Demand::Compares(Comparison::Greater | Comparison::AtLeast, _) => {
                ((own, other), shown(between(own, other)))
            }
            Demand::Compares(Comparison::Equal, _) => {
                let (_, opposite) = shown(between(other / 2.0, other / 2.0));
                ((other / 2.0, other / 2.0), (self.is_equality(estimate) && estimate.alike == estimate.units, opposite))
            }
            Demand::Compares(Comparison::Unequal, _) => {
                let (claim, _) = shown(between(own / 2.0, own / 2.0));
                ((own / 2.0, own / 2.0), (claim, false))
            }
            Demand::Within(..) => match shown(between(own, own)) {
                (true, _) => ((own, own), (true, false)),
                _ => ((other / 2.0, other / 2.0), (false, shown(between(other / 2.0, other / 2.0)).1)),
            },
        };
        figure.shows = match shows {
            (true, _) => Shows::Claim,
            (_, true) => Shows::Opposite,
            _ => Shows::Neither,
        };
        let interval = between(alphas.0, alphas.1);
        figure.interval = Some(interval).filter(|it| it.low.is_finite() || it.high.is_finite());
        figure.confidence = 1.0 - alphas.0 - alphas.1;
        let way = if figure.shows == Shows::Opposite { Way::Against } else { Way::For };
        let [p, corrected] = levels.p(place, way);
        (figure.p, figure.corrected) = (Some(p), Some(corrected));
        figure.power = self.power(estimate, own, other);
    }

    /// The smallest detectable effect and the sample size for the effect found, by the normal approximation.
    fn power(&self, estimate: &Estimate, own: f64, other: f64) -> Option<Power> {
        let (threshold, wants_more) = match (self.demand, estimate.value()) {
            (Demand::Within(least, most), Some(value)) => {
                // The nearer margin is the harder one.
                if (value - least).abs() < (most - value).abs() { (least, true) } else { (most, false) }
            }
            (Demand::Compares(_, number), value) => {
                (number, self.demand.direction().map_or_else(|| value.is_some_and(|it| it > number), |it| it.1))
            }
            (Demand::Within(..), None) => return None,
        };
        let value = estimate.value()?;
        let is_seen_above = value > threshold;
        let alpha = if is_seen_above == wants_more { own } else { other };
        let is_log = estimate.is_ratio && threshold > 0.0 && value > 0.0;
        let scaled = |number: f64| if is_log { ln(number) } else { number };
        let one = 1.0 - normal::probability(1.0);
        let (low, high) = (estimate.lower(one), estimate.upper(one));
        let bound = if is_seen_above { estimate.lower(alpha) } else { estimate.upper(alpha) };
        if !(low.is_finite() && high.is_finite() && bound.is_finite()) || is_log && (low <= 0.0 || bound <= 0.0) {
            return None;
        }
        let error = (scaled(high) - scaled(low)) / 2.0;
        let reach = (scaled(value) - scaled(bound)).abs() + normal::quantile(POWER) * error;
        let side = if wants_more { 1.0 } else { -1.0 };
        let detectable = if is_log { exp(ln(threshold) + side * reach) } else { threshold + side * reach };
        let effect = (scaled(value) - scaled(threshold)).abs();
        let factor = reach / effect;
        let needed = (estimate.units as f64 * factor * factor).ceil();
        let is_possible = !self.statistic.is_proportion() || (0.0..=1.0).contains(&detectable);
        is_possible.then_some(Power { detectable, needed: (needed < 1e9).then_some(needed.max(2.0) as u64) })
    }

    fn left_out(&self, case: &Case) -> Vec<String> {
        let is_paired = case.sample.iter().any(|it| it.baseline.is_some());
        let noun = if is_paired { "pair" } else { "trial" };
        let mut remarks = Vec::new();
        if case.sample.is_empty() {
            return remarks;
        }
        if case.cut_off > 0 {
            remarks.push(format!("{} left out that a limit ended", counted(case.cut_off as u64, noun)));
        }
        if case.without > 0 {
            remarks.push(format!("{} without {}", counted(case.without as u64, noun), self.field.name()));
        }
        if case.alone > 0 {
            remarks.push(format!("{} without a partner", counted(case.alone as u64, "trial")));
        }
        remarks
    }
}
