//! The sample of each figure of a claim: its trials, their partners, and the independent units among them.

use super::super::axes::{Axes, agreeing, baseline_rows, both, pairs};
use super::super::demand::Demand;
use super::super::estimate::{Estimate, Measurement};
use super::super::field::Field;
use super::super::frame::{Frame, View};
use super::super::request::{ClaimRequest, ClaimStatistic, OneOrMany};
use super::super::select::Selector;
use super::super::tasks::{InstanceGroups, TaskValue, TaskValues, codes, ranked};
use super::statistic_of;
use searchlab_statistics::censored::Censored;

/// A claim as it is meant.
pub(super) struct Asked {
    pub(super) field: Field,
    pub(super) statistic: ClaimStatistic,
    pub(super) demand: Demand,
    every: Vec<Field>,
    cluster: Vec<Field>,
    /// The word for a unit: "instance", "opening", "instance.seed".
    pub(super) noun: String,
}

/// The trials of one figure.
pub(super) struct Case {
    /// Field and value of each part of `every`.
    pub(super) words: Vec<(String, String)>,
    /// The measurements.
    pub(super) sample: Vec<Measurement>,
    /// The number, or why there is none.
    pub(super) estimate: Result<Estimate, String>,
    /// Trials or pairs that a limit left without a number.
    pub(super) cut_off: usize,
    /// Trials or pairs that have none.
    pub(super) without: usize,
    /// Trials that have no partner.
    pub(super) alone: usize,
    /// Games that a player lost by a forfeit.
    forfeited: usize,
}

impl Case {
    /// These measurements, whatever they are of.
    pub(super) fn of_sample(sample: Vec<Measurement>, statistic: ClaimStatistic) -> Self {
        let estimate = Estimate::of(&sample, statistic);
        Self { words: Vec::new(), sample, estimate, cut_off: 0, without: 0, alone: 0, forfeited: 0 }
    }
}

impl Asked {
    /// A claim on measurements that come from no records.
    pub(super) fn on_its_own(statistic: ClaimStatistic, demand: Demand) -> Self {
        let noun = "instance".to_owned();
        Self { field: Field::Value, statistic, demand, every: Vec::new(), cluster: Vec::new(), noun }
    }

    pub(super) fn of(request: &ClaimRequest) -> Result<Self, String> {
        let field = |name: &String| Field::parse(name).ok_or_else(|| format!("there is no field {name}"));
        let statistic = statistic_of(request);
        let demand = Demand::parse(&request.is)?;
        if request.over.is_none() && matches!(statistic, ClaimStatistic::Equal | ClaimStatistic::Smaller) {
            return Err("a proportion of pairs needs `over`".to_owned());
        }
        let every = request.every.iter().flat_map(OneOrMany::as_slice).map(field).collect::<Result<_, _>>()?;
        let (cluster, noun) = match &request.cluster {
            Some(names) => {
                let fields: Result<Vec<Field>, String> = names.as_slice().iter().map(field).collect();
                (fields?, names.as_slice().join(" and "))
            }
            None if statistic == ClaimStatistic::Elo => (vec![Field::World, Field::Instance], "opening".to_owned()),
            None => (vec![Field::World, Field::Instance], "instance".to_owned()),
        };
        Ok(Self { field: field(&request.field)?, statistic, demand, every, cluster, noun })
    }

    /// The trials of each figure, in the order of the values of `every`.
    pub(super) fn cases(&self, request: &ClaimRequest, frame: &Frame, axes: &Axes) -> Vec<Case> {
        let mut cases = self.gathered(request, frame, axes);
        for case in &mut cases {
            case.estimate = match (case.sample.is_empty(), case.cut_off, case.without, case.alone) {
                (false, ..) if case.forfeited == case.sample.len() => Err("all games were forfeited".to_owned()),
                (false, ..) => Estimate::of(&case.sample, self.statistic),
                (_, 1.., _, _) => Err("a limit ended all trials".to_owned()),
                (_, _, 1.., _) => Err(format!("no trial has the field {}", self.field.name())),
                (_, _, _, 1..) => Err("no trial has a partner".to_owned()),
                _ => Err("there are no trials".to_owned()),
            };
        }
        cases
    }

    fn gathered(&self, request: &ClaimRequest, frame: &Frame, axes: &Axes) -> Vec<Case> {
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

    fn tasks<'f>(&self, frame: &'f Frame, rows: &[usize], axes: &Axes) -> InstanceGroups<'f> {
        match self.statistic {
            ClaimStatistic::Finished | ClaimStatistic::Elo => InstanceGroups::trials(frame, rows, axes),
            _ => InstanceGroups::of(frame, rows, axes, &self.every),
        }
    }

    /// The case with these values of `every`, without trials.
    fn case(&self, frame: &Frame, places: &[Option<usize>]) -> Case {
        let word = |(field, place): (&Field, &Option<usize>)| {
            let value = place.map_or_else(|| "none".to_owned(), |place| frame.keys(field)[place].to_string());
            (field.name(), value)
        };
        Case {
            words: self.every.iter().zip(places).map(word).collect(),
            sample: Vec::new(),
            estimate: Err(String::new()),
            cut_off: 0,
            without: 0,
            alone: 0,
            forfeited: 0,
        }
    }

    fn fill(&self, cases: &mut [Case], case_of: &[usize], of: &InstanceGroups<'_>, axes: &Axes) {
        let given = Given::of(self, of, axes);
        for (task, &case) in case_of.iter().enumerate() {
            let case = &mut cases[case];
            match given.value(task) {
                TaskValue::Number(number) => {
                    case.forfeited += usize::from(given.is_forfeited(task));
                    case.sample.push(given.measurement(task, number));
                }
                TaskValue::CutOff => case.cut_off += 1,
                TaskValue::None => case.without += 1,
            }
        }
    }

    fn fill_pairs(
        &self,
        cases: &mut [Case],
        case_of: &[usize],
        (of, over): (&InstanceGroups<'_>, &InstanceGroups<'_>),
        pairs: &[(u32, u32)],
        axes: &Axes,
    ) {
        let (values, baselines) = (Given::of(self, of, axes), Given::of(self, over, axes));
        let mut is_paired = vec![false; of.len()];
        // Trials of which one is the other differ in nothing.
        let is_itself = |&(task, other): &(u32, u32)| of.lead(task as usize) == over.lead(other as usize);
        for &(task, other) in pairs.iter().filter(|pair| !is_itself(pair)) {
            let (task, other) = (task as usize, other as usize);
            is_paired[task] = true;
            let case = &mut cases[case_of[task]];
            match (values.value(task), baselines.value(other)) {
                (TaskValue::Number(value), TaskValue::Number(baseline)) => {
                    let own = values.measurement(task, value);
                    let plies = [own.plies[0], baselines.measurement(other, baseline).plies[0]];
                    case.sample.push(Measurement { baseline: Some(baseline), plies, ..own });
                }
                (TaskValue::None, _) | (_, TaskValue::None) => case.without += 1,
                (TaskValue::CutOff, _) | (_, TaskValue::CutOff) => case.cut_off += 1,
            }
        }
        for (task, _) in is_paired.iter().enumerate().filter(|(_, is_paired)| !**is_paired) {
            cases[case_of[task]].alone += 1;
        }
    }
}

/// The values of tasks for a claim.
struct Given<'t> {
    tasks: &'t InstanceGroups<'t>,
    values: TaskValues<'t>,
    /// True for the proportion of trials that came to their end.
    is_proportion: bool,
    depths: View<'t>,
    lines: View<'t>,
    forfeits: View<'t>,
    /// Equal for what is not independent.
    units: Vec<u64>,
    /// Of a growth: equal for tasks that differ in the depth only. Else empty.
    series: Vec<u64>,
}

impl<'t> Given<'t> {
    fn of(asked: &Asked, tasks: &'t InstanceGroups<'t>, axes: &Axes) -> Self {
        let leads: Vec<usize> = (0..tasks.len()).map(|task| tasks.lead(task)).collect();
        let series = || {
            let fields: Vec<Field> = axes.identity().into_iter().filter(|field| *field != Field::Depth).collect();
            codes(tasks.frame(), &leads, &fields)
        };
        Self {
            tasks,
            values: tasks.values(&asked.field),
            is_proportion: asked.statistic == ClaimStatistic::Finished,
            depths: tasks.frame().view(&Field::Depth),
            lines: tasks.frame().view(&Field::Line),
            forfeits: tasks.frame().view(&Field::Forfeited),
            units: codes(tasks.frame(), &leads, &asked.cluster),
            series: if asked.statistic == ClaimStatistic::Branching { series() } else { Vec::new() },
        }
    }

    fn value(&self, task: usize) -> TaskValue {
        if self.is_proportion {
            let proportion = f64::from(u8::from(self.tasks.is_finished(task)));
            return TaskValue::Number(Censored::finished(proportion));
        }
        self.values.of(task)
    }

    fn is_forfeited(&self, task: usize) -> bool {
        self.forfeits.number(self.tasks.lead(task)).is_some_and(|forfeited| forfeited > 0.0)
    }

    fn measurement(&self, task: usize, value: Censored) -> Measurement {
        let row = self.tasks.lead(task);
        let depth = self.depths.number(row).map(|depth| depth as u32);
        Measurement {
            plies: [(self.series.get(task).copied().unwrap_or_default(), depth), (0, None)],
            game: self.lines.number(row).map(f64::to_bits),
            ..Measurement::of(self.units[task], value)
        }
    }
}
