//! Claims: whether the records bear out what an experiment says.
//!
//! A claim holds if every figure does: the number stands as `is` says and, where a level is asked for, P of the test,
//! corrected by Holm for the number of figures, is below it. One figure that does not hold refutes the claim. If none
//! does so but a figure cannot be told (no trials, no pairs, limits that hide the answer), the claim is undecided.
//!
//! Games with a level of significance decide for a claim, or against it, or not at all: there a number that does not hold
//! refutes only if the opposite is significant.
//!
//! A limit leaves a range of what the number may be (estimate.rs): "at least 3" holds for "> 2", fails for "< 2", and
//! says nothing on "> 4". Of values, rates and shares, of which a limit leaves nothing, such trials are left out, and a
//! remark counts them.

mod estimate;
mod significance;
#[cfg(test)]
mod tests;

use self::estimate::{Estimate, Ply, Sample};
use super::axes::{Axes, agreeing, baseline_rows, both, pairs};
use super::claim::{ClaimResult, Figure, Verdict};
use super::field::Field;
use super::frame::{Frame, View};
use super::request::{ClaimRequest, ClaimStatistic, OneOrMany};
use super::select::{Comparison, Selector, described};
use super::tasks::{Reading, Readings, Tasks, codes, ranked};
use crate::statistics::censored::Censored;
use crate::statistics::holm::holm;
use crate::text::counted;

impl ClaimResult {
    /// The fields that a frame must hold for a claim.
    pub fn fields_of(request: &ClaimRequest, axes: &Axes) -> Vec<Field> {
        let named = request.every.iter().flat_map(OneOrMany::as_slice).chain([&request.field]);
        let mut fields: Vec<Field> = named.filter_map(|name| Field::parse(name)).collect();
        fields.extend(Selector::of_filter(&request.filter).fields().cloned());
        for selection in [&request.of].into_iter().chain(&request.over) {
            fields.extend(Selector::of(selection).fields().cloned());
        }
        fields.extend(axes.identity());
        fields.sort();
        fields.dedup();
        fields
    }

    /// What these records say of a claim.
    pub fn of(request: &ClaimRequest, frame: &Frame, axes: &Axes) -> Self {
        let undecided = |reason: String| Self {
            says: request.says.clone(),
            condition: condition(request),
            verdict: Verdict::Undecided(reason),
            figures: Vec::new(),
        };
        let asked = match Asked::of(request) {
            Ok(asked) => asked,
            Err(reason) => return undecided(reason),
        };
        let cases = asked.cases(request, frame, axes);
        if cases.is_empty() {
            return undecided(format!("there are no trials of {}", described(&request.of)));
        }
        let judged = asked.judged(&cases);
        let reason = judged.iter().find_map(|(figure, outcome)| match outcome {
            Outcome::Unknown(reason) => Some(match case_words(&figure.case) {
                case if case.is_empty() => reason.clone(),
                case => format!("{case}: {reason}"),
            }),
            Outcome::Holds | Outcome::Fails(_) => None,
        });
        let is_refuted = judged.iter().any(|(_, outcome)| matches!(outcome, Outcome::Fails(_)));
        Self {
            says: request.says.clone(),
            condition: condition(request),
            verdict: match reason {
                _ if is_refuted => Verdict::Refuted,
                Some(reason) => Verdict::Undecided(reason),
                None => Verdict::Held,
            },
            figures: judged.into_iter().map(|(figure, _)| figure).collect(),
        }
    }
}

/// "depth 6, world othello".
fn case_words(case: &[(String, String)]) -> String {
    case.iter().map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>().join(", ")
}

/// What is computed and what must hold.
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
        ClaimStatistic::Min => format!("least {field}, {both}"),
        ClaimStatistic::Max => format!("greatest {field}, {both}"),
        ClaimStatistic::Equal => format!("share of pairs with equal {field}, {of} and {over}"),
        ClaimStatistic::Smaller => format!("share of pairs with smaller {field}, {of} than {over}"),
        ClaimStatistic::Finished => format!("share of trials that came to their end, {both}"),
        ClaimStatistic::Elo => format!("Elo of {both} above the opponents"),
        ClaimStatistic::Branching => format!("growth of {field} with each ply, {both}"),
    };
    let level = request.p.map(|level| format!(", P < {level}")).unwrap_or_default();
    let every = request.every.as_ref().map(|every| format!(", for every {}", every.as_slice().join(" and ")));
    format!("{what}, {}{level}{}", request.is.trim(), every.unwrap_or_default())
}

fn statistic_of(request: &ClaimRequest) -> ClaimStatistic {
    let usual = if request.over.is_some() { ClaimStatistic::GeometricMean } else { ClaimStatistic::Mean };
    request.statistic.unwrap_or(usual)
}

/// Whether what is asked of a figure holds.
enum Outcome {
    Holds,
    /// It does not, perhaps for a reason that the number does not show.
    Fails(Option<String>),
    /// It cannot be told, for this reason.
    Unknown(String),
}

/// A claim as it is meant.
struct Asked {
    field: Field,
    statistic: ClaimStatistic,
    comparison: Comparison,
    threshold: f64,
    every: Vec<Field>,
    level: Option<f64>,
}

/// The trials of one figure.
#[derive(Default)]
struct Case {
    /// Field and value of each part of `every`.
    words: Vec<(String, String)>,
    /// The numbers, and of a growth the series and the depth of each.
    sample: Sample,
    /// Trials or pairs that a limit left without a number.
    cut_off: usize,
    /// Trials or pairs that have none.
    without: usize,
    /// Trials that have no partner.
    alone: usize,
}

impl Asked {
    fn of(request: &ClaimRequest) -> Result<Self, String> {
        let field = |name: &String| Field::parse(name).ok_or_else(|| format!("there is no field {name}"));
        let statistic = statistic_of(request);
        let (comparison, threshold) = Comparison::parse(&request.is)?;
        if request.over.is_none() && matches!(statistic, ClaimStatistic::Equal | ClaimStatistic::Smaller) {
            return Err("a share of pairs needs `over`".to_owned());
        }
        if request.over.is_none() && request.p.is_some() && statistic != ClaimStatistic::Elo {
            return Err("a level of significance needs `over`".to_owned());
        }
        let every = request.every.iter().flat_map(OneOrMany::as_slice).map(field).collect::<Result<_, _>>()?;
        Ok(Self { field: field(&request.field)?, statistic, comparison, threshold, every, level: request.p })
    }

    /// The trials of each figure, in the order of the values of `every`.
    fn cases(&self, request: &ClaimRequest, frame: &Frame, axes: &Axes) -> Vec<Case> {
        let filtered = Selector::of_filter(&request.filter).rows(frame);
        let of = self.tasks(frame, &both(&filtered, &Selector::of(&request.of).rows(frame)), axes);
        let (mut places, case_of) = ranked(&of, &self.every);
        let Some(baseline) = &request.over else {
            let mut cases: Vec<Case> = places.iter().map(|places| self.case(frame, places)).collect();
            self.fill(&mut cases, &case_of, &of, axes);
            return cases;
        };
        let over = self.tasks(frame, &baseline_rows(baseline, &request.filter, frame), axes);
        let mut fields = agreeing(axes, baseline, frame);
        let own = places.clone();
        // A case that only the baseline has is one without pairs, if it is a case at all.
        if self.every.iter().all(|field| fields.contains(field)) {
            let others = ranked(&over, &self.every).0;
            places.extend(others.into_iter().filter(|places| places.iter().all(Option::is_some)));
            places.sort_unstable();
            places.dedup();
        }
        let merged: Vec<usize> = own.iter().map(|own| places.binary_search(own).unwrap_or_default()).collect();
        let case_of: Vec<usize> = case_of.into_iter().map(|case| merged[case]).collect();
        let mut cases: Vec<Case> = places.iter().map(|places| self.case(frame, places)).collect();
        if self.statistic == ClaimStatistic::Finished || self.every.contains(&Field::Repeat) {
            fields.push(Field::Repeat);
        }
        self.fill_pairs(&mut cases, &case_of, (&of, &over), &pairs(&of, &over, &fields), axes);
        cases
    }

    fn tasks<'f>(&self, frame: &'f Frame, rows: &[usize], axes: &Axes) -> Tasks<'f> {
        match self.statistic {
            ClaimStatistic::Finished | ClaimStatistic::Elo => Tasks::trials(frame, rows, axes),
            _ => Tasks::of(frame, rows, axes, &self.every),
        }
    }

    /// The case with these values of `every`, without trials.
    fn case(&self, frame: &Frame, places: &[Option<usize>]) -> Case {
        let word = |(field, place): (&Field, &Option<usize>)| {
            let value = place.map_or_else(|| "none".to_owned(), |place| frame.keys(field)[place].to_string());
            (field.name(), value)
        };
        Case { words: self.every.iter().zip(places).map(word).collect(), ..Case::default() }
    }

    fn fill(&self, cases: &mut [Case], case_of: &[usize], of: &Tasks<'_>, axes: &Axes) {
        let given = Given::of(self, of, axes);
        for (task, &case) in case_of.iter().enumerate() {
            let case = &mut cases[case];
            match given.reading(task) {
                Reading::Number(number) => case.sample.push(number, given.ply(task)),
                Reading::CutOff => case.cut_off += 1,
                Reading::None => case.without += 1,
            }
        }
    }

    fn fill_pairs(
        &self,
        cases: &mut [Case],
        case_of: &[usize],
        (of, over): (&Tasks<'_>, &Tasks<'_>),
        pairs: &[(u32, u32)],
        axes: &Axes,
    ) {
        let (values, baselines) = (Given::of(self, of, axes), Given::of(self, over, axes));
        let mut is_paired = vec![false; of.len()];
        for &(task, other) in pairs {
            let (task, other) = (task as usize, other as usize);
            is_paired[task] = true;
            let case = &mut cases[case_of[task]];
            match (values.reading(task), baselines.reading(other)) {
                (Reading::Number(value), Reading::Number(baseline)) => {
                    case.sample.push_pair((value, baseline), values.ply(task), baselines.ply(other));
                }
                (Reading::None, _) | (_, Reading::None) => case.without += 1,
                (Reading::CutOff, _) | (_, Reading::CutOff) => case.cut_off += 1,
            }
        }
        for (task, _) in is_paired.iter().enumerate().filter(|(_, is_paired)| !**is_paired) {
            cases[case_of[task]].alone += 1;
        }
    }

    /// Each figure, and whether it holds.
    fn judged(&self, cases: &[Case]) -> Vec<(Figure, Outcome)> {
        let estimates: Vec<Result<Estimate, String>> = cases.iter().map(|case| self.estimate(case)).collect();
        let tests: Vec<Option<Result<f64, String>>> = cases
            .iter()
            .map(|case| {
                self.level.map(|_| significance::p(&case.sample, self.statistic, self.comparison, self.threshold))
            })
            .collect();
        // A figure without a test counts as one that shows nothing.
        let ps: Vec<f64> = tests.iter().map(|test| test.as_ref().and_then(|p| p.clone().ok()).unwrap_or(1.0)).collect();
        let adjusted = holm(&ps).unwrap_or_else(|_| vec![1.0; ps.len()]);
        let figures = cases.iter().zip(estimates).zip(tests.into_iter().zip(adjusted));
        figures
            .map(|((case, estimate), (test, p))| self.figure(case, &estimate, test.map(|test| test.map(|_| p))))
            .collect()
    }

    fn estimate(&self, case: &Case) -> Result<Estimate, String> {
        if case.sample.is_empty() {
            return Err(match (case.cut_off, case.without, case.alone) {
                (1.., _, _) => "a limit ended all trials".to_owned(),
                (_, 1.., _) => format!("no trial has the field {}", self.field.name()),
                (_, _, 1..) => "no trial has a partner".to_owned(),
                _ => "there are no trials".to_owned(),
            });
        }
        estimate::of(&case.sample, self.statistic)
    }

    fn figure(
        &self,
        case: &Case,
        estimate: &Result<Estimate, String>,
        test: Option<Result<f64, String>>,
    ) -> (Figure, Outcome) {
        let p = test.as_ref().and_then(|test| test.clone().ok());
        let outcome = match estimate {
            Err(reason) => Outcome::Unknown(reason.clone()),
            Ok(_) if self.statistic == ClaimStatistic::Elo && self.level.is_some() => self.sure(p),
            Ok(estimate) => match self.compared(estimate) {
                Outcome::Holds => self.significant(test),
                other => other,
            },
        };
        let mut remarks: Vec<String> = Vec::new();
        remarks.extend(estimate.as_ref().ok().and_then(Estimate::remark));
        match &outcome {
            Outcome::Unknown(reason) | Outcome::Fails(Some(reason)) => remarks.push(reason.clone()),
            Outcome::Holds | Outcome::Fails(None) => {}
        }
        remarks.extend(self.left_out(case));
        let figure = Figure {
            case: case.words.clone(),
            value: estimate.as_ref().ok().and_then(Estimate::value),
            interval: estimate.as_ref().ok().and_then(|estimate| estimate.interval),
            count: case.sample.len(),
            p,
            holds: matches!(outcome, Outcome::Holds),
            remark: Some(remarks.join("; ")).filter(|remark| !remark.is_empty()),
        };
        (figure, outcome)
    }

    /// Whether all that the number may be stands as it must, or none of it.
    #[allow(clippy::float_cmp, reason = "equal means equal here")]
    fn compared(&self, estimate: &Estimate) -> Outcome {
        let Estimate { low, high, .. } = *estimate;
        let (holds, fails) = match self.comparison {
            Comparison::Less => (high < self.threshold, low >= self.threshold),
            Comparison::AtMost => (high <= self.threshold, low > self.threshold),
            Comparison::Greater => (low > self.threshold, high <= self.threshold),
            Comparison::AtLeast => (low >= self.threshold, high < self.threshold),
            Comparison::Unequal => {
                (low > self.threshold || high < self.threshold, low == self.threshold && high == self.threshold)
            }
            Comparison::Equal => {
                (low == self.threshold && high == self.threshold, low > self.threshold || high < self.threshold)
            }
        };
        match (holds, fails) {
            (true, _) => Outcome::Holds,
            (_, true) => Outcome::Fails(None),
            _ => Outcome::Unknown("limits ended trials that decide it".to_owned()),
        }
    }

    fn significant(&self, test: Option<Result<f64, String>>) -> Outcome {
        match (self.level, test) {
            (Some(level), Some(Ok(p))) if p >= level => Outcome::Fails(Some(format!("P is not below {level}"))),
            (_, Some(Err(reason))) => Outcome::Unknown(reason),
            _ => Outcome::Holds,
        }
    }

    /// Whether games show that it holds, that it does not, or neither: chance decides too many of them for less to be
    /// said.
    fn sure(&self, p: Option<f64>) -> Outcome {
        let level = self.level.unwrap_or(1.0);
        let is_directed = !matches!(self.comparison, Comparison::Equal | Comparison::Unequal);
        match p {
            Some(p) if p < level => Outcome::Holds,
            Some(p) if is_directed && 1.0 - p < level => Outcome::Fails(None),
            _ => Outcome::Unknown(format!("the games do not show it, nor the opposite, on the level {level}")),
        }
    }

    fn left_out(&self, case: &Case) -> Vec<String> {
        let noun = if case.sample.is_paired() { "pair" } else { "trial" };
        let mut remarks = Vec::new();
        if case.cut_off > 0 && !case.sample.is_empty() {
            remarks.push(format!("{} left out that a limit ended", counted(case.cut_off as u64, noun)));
        }
        if case.without > 0 && !case.sample.is_empty() {
            remarks.push(format!("{} without {}", counted(case.without as u64, noun), self.field.name()));
        }
        if case.alone > 0 && !case.sample.is_empty() {
            remarks.push(format!("{} without a partner", counted(case.alone as u64, "trial")));
        }
        remarks
    }
}

/// What tasks give for a claim.
struct Given<'t> {
    tasks: &'t Tasks<'t>,
    readings: Readings<'t>,
    /// Whether it is asked which trials came to their end.
    is_share: bool,
    depths: View<'t>,
    /// Of a growth: equal for tasks that differ in the depth only. Of games: equal for those that differ in the colour
    /// only. Else empty.
    series: Vec<u64>,
}

impl<'t> Given<'t> {
    fn of(asked: &Asked, tasks: &'t Tasks<'t>, axes: &Axes) -> Self {
        let series = || {
            let apart = if asked.statistic == ClaimStatistic::Elo { Field::Side } else { Field::Depth };
            let mut fields: Vec<Field> = axes.identity().into_iter().filter(|field| *field != apart).collect();
            fields.extend((asked.statistic == ClaimStatistic::Elo).then_some(Field::Repeat));
            let leads: Vec<usize> = (0..tasks.len()).map(|task| tasks.lead(task)).collect();
            codes(tasks.frame(), &leads, &fields)
        };
        Self {
            tasks,
            readings: tasks.readings(&asked.field),
            is_share: asked.statistic == ClaimStatistic::Finished,
            depths: tasks.frame().view(&Field::Depth),
            series: match asked.statistic {
                ClaimStatistic::Branching | ClaimStatistic::Elo => series(),
                _ => Vec::new(),
            },
        }
    }

    fn reading(&self, task: usize) -> Reading {
        if self.is_share {
            let share = f64::from(u8::from(self.tasks.is_finished(task)));
            return Reading::Number(Censored::finished(share));
        }
        self.readings.of(task)
    }

    /// Series and depth of a task.
    fn ply(&self, task: usize) -> Ply {
        let depth = self.depths.number(self.tasks.lead(task)).map(|depth| depth as u32);
        (self.series.get(task).copied().unwrap_or_default(), depth)
    }
}
