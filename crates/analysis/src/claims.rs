//! Claims: whether the records bear out what an experiment says.
//!
//! A claim is held if its interval, or the test at its level, shows it; it is refuted if they show the opposite; else it
//! is undecided, and each figure says what the sample could have shown. Interval and test are one thing
//! (statistics/confidence.rs), and the level of both is the one that the correction leaves (family.rs), so that what is
//! printed never contradicts the verdict.
//!
//! Some claims are about all trials and not about an average: "equal in every pair", "at least this in each". One
//! counterexample refutes them, and none holds them for these trials; how often others like these would be counterexamples,
//! the interval says.
//!
//! A claim with `every` is held if each figure shows it, and refuted if one shows the opposite. Where there is nothing to
//! compare, since no pair differs or most of the games are the same, nothing is tested.

mod cases;
mod family;
mod figure;
#[cfg(test)]
mod tests;

use self::cases::{Asked, Case};
use self::family::{Levels, levels};
use super::axes::Axes;
use super::claim::{ClaimResult, Figure, Shows, Verdict};
use super::demand::Demand;
use super::estimate::Measurement;
use super::field::Field;
use super::frame::Frame;
use super::request::{ClaimRequest, ClaimStatistic, Family, OneOrMany};
use super::select::{Selector, described};
use searchlab_trial::text::counted;

impl ClaimResult {
    /// The fields that a frame must hold for a claim.
    pub fn fields_of(request: &ClaimRequest, axes: &Axes) -> Vec<Field> {
        let named = request.every.iter().chain(&request.cluster).flat_map(OneOrMany::as_slice).chain([&request.field]);
        let mut fields: Vec<Field> = named.filter_map(|name| Field::parse(name)).collect();
        fields.extend(Selector::of_filter(&request.filter).fields().cloned());
        for selection in [&request.of].into_iter().chain(&request.over) {
            fields.extend(Selector::of(selection).fields().cloned());
        }
        fields.extend(axes.identity());
        if statistic_of(request) == ClaimStatistic::Elo {
            fields.extend([Field::Line, Field::Forfeited]);
        }
        fields.sort();
        fields.dedup();
        fields
    }

    /// The verdicts of these records on the claims of an experiment.
    pub fn of_all(requests: &[ClaimRequest], frame: &Frame, axes: &Axes) -> Vec<Self> {
        let tested: Vec<Tested<'_>> = requests.iter().map(|request| Tested::of(request, frame, axes)).collect();
        let levels = levels(&tested);
        let tested_claims = tested.iter().filter(|it| it.is_of_family() && it.is_tested()).count();
        tested.iter().zip(levels).map(|(it, levels)| it.result(&levels, tested_claims)).collect()
    }
}

impl Figure {
    /// The figure of a claim on this sample alone, at this level.
    pub(super) fn of_sample(sample: Vec<Measurement>, statistic: ClaimStatistic, demand: Demand, level: f64) -> Self {
        let asked = Asked::on_its_own(statistic, demand);
        let case = Case::of_sample(sample, statistic);
        let levels = Levels::alone(asked.ps(&case), level);
        asked.figure(&case, &levels, 0)
    }
}

/// A claim with the cases of its figures.
struct Tested<'r> {
    request: &'r ClaimRequest,
    asked: Result<Asked, String>,
    cases: Vec<Case>,
    /// P for the claim and against it, of each case that is tested.
    ps: Vec<Option<[f64; 2]>>,
}

impl<'r> Tested<'r> {
    fn of(request: &'r ClaimRequest, frame: &Frame, axes: &Axes) -> Self {
        let asked = Asked::of(request);
        let cases = asked.as_ref().map(|asked| asked.cases(request, frame, axes)).unwrap_or_default();
        let ps = asked.as_ref().map(|asked| cases.iter().map(|case| asked.ps(case)).collect()).unwrap_or_default();
        Self { request, asked, cases, ps }
    }

    /// P of each figure that is tested.
    fn tested_ps(&self) -> Vec<[f64; 2]> {
        self.ps.iter().copied().flatten().collect()
    }

    fn is_tested(&self) -> bool {
        self.ps.iter().any(Option::is_some)
    }

    fn level(&self) -> f64 {
        self.request.p.unwrap_or(LEVEL)
    }

    fn is_of_family(&self) -> bool {
        self.request.family == Family::Experiment
    }

    fn result(&self, levels: &Levels, family: usize) -> ClaimResult {
        let result = |verdict, figures, method| ClaimResult {
            says: self.request.says.clone(),
            condition: condition(self.request),
            method,
            published: self.request.published.clone(),
            verdict,
            figures,
        };
        let undecided = |reason: String| result(Verdict::Undecided(reason), Vec::new(), String::new());
        let asked = match &self.asked {
            Ok(asked) => asked,
            Err(reason) => return undecided(reason.clone()),
        };
        if self.cases.is_empty() {
            return undecided(format!("there are no trials of {}", described(&self.request.of)));
        }
        let mut place = 0;
        let mut figures = Vec::new();
        for (case, ps) in self.cases.iter().zip(&self.ps) {
            figures.push(asked.figure(case, levels, place));
            place += usize::from(ps.is_some());
        }
        let shows = |wanted: Shows| figures.iter().position(|figure| figure.shows == wanted);
        // That there is nothing to go by says more than that it is not enough.
        let without = self.cases.iter().position(|case| case.estimate.is_err());
        let reason = |place: usize| match figures[place].case_words() {
            words if words.is_empty() => asked.reason(&self.cases[place]),
            words => format!("{words}: {}", asked.reason(&self.cases[place])),
        };
        let verdict = match (
            shows(Shows::Opposite),
            without.or(shows(Shows::Neither)),
            shows(Shows::Claim),
            shows(Shows::Nothing),
        ) {
            (Some(_), ..) => Verdict::Refuted,
            (None, Some(open), ..) => Verdict::Undecided(reason(open)),
            (None, None, Some(_), _) => Verdict::Held,
            (None, None, None, nothing) => Verdict::NotTested(reason(nothing.unwrap_or_default())),
        };
        let method = self.method(asked, family);
        result(verdict, figures, method)
    }

    /// The level, the correction, and how the bounds are made.
    fn method(&self, asked: &Asked, family: usize) -> String {
        let methods: Vec<&str> = self.cases.iter().filter_map(|case| asked.method(case)).collect();
        if !self.is_tested() {
            let all = self.cases.iter().any(|case| asked.is_about_all(case));
            return if all {
                "decided by looking at each; one counterexample refutes it".to_owned()
            } else {
                String::new()
            };
        }
        let over = match (self.is_of_family(), family, self.cases.len()) {
            (true, 1, _) | (false, _, 1) => ", not corrected: it is tested alone".to_owned(),
            (true, claims, _) => format!(", corrected over {} (Holm)", counted(claims as u64, "claim")),
            (false, _, figures) => {
                format!(", corrected over {} of this claim (Holm)", counted(figures as u64, "figure"))
            }
        };
        let how = methods.first().map(|method| format!("; bounds {method}")).unwrap_or_default();
        format!("level {}{over}{how}", self.level())
    }
}

/// The probability of a wrong verdict, if a claim does not say another.
const LEVEL: f64 = 0.05;

/// The statistic and the condition in words.
fn condition(request: &ClaimRequest) -> String {
    let field = &request.field;
    let of = described(&request.of);
    let over = request.over.as_ref().map(described);
    let both = over.as_ref().map_or_else(|| of.clone(), |over| format!("{of} ÷ {over}"));
    let over = over.unwrap_or_default();
    let what = match statistic_of(request) {
        ClaimStatistic::Mean => format!("mean of {field}, {both}"),
        ClaimStatistic::Median => format!("median of {field}, {both}"),
        ClaimStatistic::GeometricMean => format!("geometric mean of {field}, {both}"),
        ClaimStatistic::Sum => format!("sum of {field}, {both}"),
        ClaimStatistic::Par2 => format!("PAR-2 of {field}, {both}"),
        ClaimStatistic::Par10 => format!("PAR-10 of {field}, {both}"),
        ClaimStatistic::Min => format!("least {field}, {both}"),
        ClaimStatistic::Max => format!("greatest {field}, {both}"),
        ClaimStatistic::Equal => format!("proportion of pairs with equal {field}, {of} and {over}"),
        ClaimStatistic::Smaller => format!("proportion of pairs with smaller {field}, {of} than {over}"),
        ClaimStatistic::Finished => format!("proportion of trials that came to their end, {both}"),
        ClaimStatistic::Elo => format!("Elo of {both} above the opponents"),
        ClaimStatistic::Branching => format!("growth of {field} with each ply, {both}"),
    };
    let every = request.every.as_ref().map(|every| format!(", for every {}", every.as_slice().join(" and ")));
    let cluster =
        request.cluster.as_ref().map(|cluster| format!(", brought together by {}", cluster.as_slice().join(" and ")));
    format!("{what}, {}{}{}", request.is.trim(), every.unwrap_or_default(), cluster.unwrap_or_default())
}

fn statistic_of(request: &ClaimRequest) -> ClaimStatistic {
    let default = if request.over.is_some() { ClaimStatistic::GeometricMean } else { ClaimStatistic::Mean };
    request.statistic.unwrap_or(default)
}
