//! The axes that an experiment sweeps, and the trials that differ in nothing else.
//!
//! Two trials are a pair if they agree in world, instance, algorithm and all axes, but for the fields that the baseline
//! itself fixes. A baseline that is chosen by the label of an algorithm fixes the algorithm and all that its entry
//! fixes. So `over = "pvs"` pairs each trial with that of `pvs` on the same instance at the same depth, and
//! `over = { table-bits = 10 }` with that of the same algorithm with the small table.
//!
//! An axis that one of the two has not, as an algorithm without a table has no size of it, keeps them apart only if
//! there is a trial that agrees in it too. A limit that is not there is a value: unlimited.
//!
//! Not here: repeats, which are one task before they are paired (tasks.rs).

use super::field::{Field, Limit};
use super::frame::Frame;
use super::request::{Filter, OneOrMany, Scalar, Selection};
use super::select::Selector;
use super::tasks::{InstanceGroups, codes};

/// The axes of an experiment: the fields that differ between its trials, besides world, instance, algorithm and repeat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Axes {
    fields: Vec<Field>,
}

impl Axes {
    /// The axes in the order in which tables are to show them. Fields that are always told apart, and those that are no
    /// keys, are left out.
    pub fn new(fields: impl IntoIterator<Item = Field>) -> Self {
        let mut axes: Vec<Field> = Vec::new();
        for field in fields {
            let is_always =
                matches!(field, Field::World | Field::Instance | Field::Algorithm | Field::Repeat | Field::Status);
            if field.is_key() && !is_always && !axes.contains(&field) {
                axes.push(field);
            }
        }
        Self { fields: axes }
    }

    /// The axes, in order.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The fields in which trials of one task agree, and the two of a pair: a frame must hold them.
    pub fn identity(&self) -> Vec<Field> {
        [Field::World, Field::Instance, Field::Algorithm].into_iter().chain(self.fields.iter().cloned()).collect()
    }
}

/// The trials that others are compared with, as rows of a frame: conditions on what the baseline itself fixes hold for
/// the others only.
pub fn baseline_rows(baseline: &Selection, filter: &Filter, frame: &Frame) -> Vec<usize> {
    let own: Vec<Field> = Selector::of(baseline).fields().cloned().collect();
    let others = filter.iter().filter(|(name, _)| Field::parse(name).is_none_or(|field| !own.contains(&field)));
    let others: Filter = others.map(|(name, values)| (name.clone(), values.clone())).collect();
    both(&Selector::of_filter(&others).rows(frame), &Selector::of(baseline).rows(frame))
}

/// The intersection of two ascending lists.
pub(super) fn both(one: &[usize], other: &[usize]) -> Vec<usize> {
    one.iter().copied().filter(|row| other.binary_search(row).is_ok()).collect()
}

/// The fields that a baseline fixes.
fn fixed_by(baseline: &Selection, frame: &Frame) -> Vec<Field> {
    let mut fixed: Vec<Field> = Selector::of(baseline).fields().cloned().collect();
    let labels: Vec<&str> = match baseline {
        Selection::Label(label) => vec![label],
        Selection::Where(filter) => {
            let values = filter.get(&Field::Algorithm.name()).map_or(&[][..], OneOrMany::as_slice);
            let texts =
                values.iter().filter_map(|value| if let Scalar::Text(text) = value { Some(text) } else { None });
            texts.map(String::as_str).collect()
        }
    };
    for label in frame.labels().iter().filter(|label| labels.contains(&label.label.as_str())) {
        fixed.extend(label.params.keys().map(|name| Field::Parameter(name.clone())));
        // A player is what it may spend, too.
        if label.budget.is_some() {
            fixed.extend([Limit::Nodes, Limit::Time, Limit::Memory].map(Field::Limit));
            fixed.push(Field::Depth);
        }
    }
    // Weights of features follow from the evaluation.
    fixed
}

/// The fields in which the two of a pair must agree.
pub fn agreeing(axes: &Axes, baseline: &Selection, frame: &Frame) -> Vec<Field> {
    let fixed = fixed_by(baseline, frame);
    let is_fixed = |field: &Field| match field {
        Field::Weight(_) => {
            fixed.contains(field)
                || fixed.iter().any(|fixed| matches!(fixed, Field::Parameter(name) if is_evaluation(name)))
        }
        _ => fixed.contains(field),
    };
    axes.identity().into_iter().filter(|field| !is_fixed(field)).collect()
}

fn is_evaluation(name: &str) -> bool {
    name == searchlab_worlds::catalog::EVALUATION.key()
}

/// All pairs of tasks that agree in these fields: a place in `of` and one in `over`, ascending. A task that agrees
/// with several is paired with each.
pub fn pairs(of: &InstanceGroups<'_>, over: &InstanceGroups<'_>, fields: &[Field]) -> Vec<(u32, u32)> {
    let all = |tasks: &InstanceGroups<'_>| (0..tasks.len() as u32).collect::<Vec<_>>();
    let (of_all, over_all) = (all(of), all(over));
    let mut found = matching((of, &of_all), (over, &over_all), fields);
    let mut is_paired = vec![false; of.len()];
    for &(task, _) in &found {
        is_paired[task as usize] = true;
    }
    // Without the axes that one of the two has not.
    let alone: Vec<u32> = of_all.into_iter().filter(|&task| !is_paired[task as usize]).collect();
    let (of_gaps, over_gaps) = (by_gaps(of, &alone, fields), by_gaps(over, &over_all, fields));
    for (of_gap, of_tasks) in &of_gaps {
        for (over_gap, over_tasks) in over_gaps.iter().filter(|(over_gap, _)| over_gap != of_gap) {
            let shared = fields.iter().enumerate().filter(|(place, _)| !of_gap[*place] && !over_gap[*place]);
            let shared: Vec<Field> = shared.map(|(_, field)| field.clone()).collect();
            found.extend(matching((of, of_tasks), (over, over_tasks), &shared));
        }
    }
    found.sort_unstable();
    found
}

/// The pairs of tasks that agree in all of the fields.
fn matching(
    of: (&InstanceGroups<'_>, &[u32]),
    over: (&InstanceGroups<'_>, &[u32]),
    fields: &[Field],
) -> Vec<(u32, u32)> {
    let leads =
        |(tasks, places): (&InstanceGroups<'_>, &[u32])| places.iter().map(|&task| tasks.lead(task as usize)).collect();
    let (of_rows, over_rows): (Vec<usize>, Vec<usize>) = (leads(of), leads(over));
    let rows: Vec<usize> = of_rows.iter().chain(&over_rows).copied().collect();
    let codes = codes(of.0.frame(), &rows, fields);
    let (of_codes, over_codes) = codes.split_at(of_rows.len());
    let mut index: Vec<(u64, u32)> = over_codes.iter().copied().zip(over.1.iter().copied()).collect();
    index.sort_unstable();
    let partners = |code: u64| {
        let from = index.partition_point(|entry| entry.0 < code);
        index[from..].iter().take_while(move |entry| entry.0 == code).map(|entry| entry.1)
    };
    of_codes.iter().zip(of.1).flat_map(|(&code, &task)| partners(code).map(move |other| (task, other))).collect()
}

/// The tasks by which of the fields they have not, but for limits.
fn by_gaps(tasks: &InstanceGroups<'_>, places: &[u32], fields: &[Field]) -> Vec<(Vec<bool>, Vec<u32>)> {
    let mut groups: Vec<(Vec<bool>, Vec<u32>)> = Vec::new();
    let views: Vec<_> =
        fields.iter().map(|field| (tasks.frame().view(field), matches!(field, Field::Limit(_)))).collect();
    for &task in places {
        let row = tasks.lead(task as usize);
        let is_gap = |place: usize| !views[place].1 && views[place].0.place(row).is_none();
        // There are few different groups.
        let fits = |group: &(Vec<bool>, Vec<u32>)| group.0.iter().enumerate().all(|(place, gap)| is_gap(place) == *gap);
        match groups.iter_mut().find(|group| fits(group)) {
            Some(group) => group.1.push(task),
            None => groups.push(((0..views.len()).map(is_gap).collect(), vec![task])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::super::frame::Label;
    use super::super::testing::{labelled, record};
    use super::*;
    use searchlab_trial::record::{Limits, Params, Record};

    fn axes() -> Axes {
        Axes::new([Field::Depth, Field::Parameter("table-bits".to_owned()), Field::Instance, Field::Depth])
    }

    /// Instances of the pairs of each trial with the baseline.
    fn paired(
        records: &[Record],
        labels: Vec<Label>,
        of: &Selection,
        over: &Selection,
        axes: &Axes,
    ) -> Vec<(u64, u64)> {
        let frame = labelled(records, axes.identity(), labels);
        let of = InstanceGroups::of(&frame, &Selector::of(of).rows(&frame), axes, &[]);
        let rows = baseline_rows(over, &Filter::new(), &frame);
        let baseline = InstanceGroups::of(&frame, &rows, axes, &[]);
        // Records are numbered from 1, and rows stand in that order.
        let id = |tasks: &InstanceGroups<'_>, task: u32| tasks.lead(task as usize) as u64 + 1;
        let found = pairs(&of, &baseline, &agreeing(axes, over, &frame));
        found.into_iter().map(|(task, other)| (id(&of, task), id(&baseline, other))).collect()
    }

    fn label(label: &str) -> Selection {
        Selection::Label(label.to_owned())
    }

    fn bits(bits: i64) -> Selection {
        Selection::Where(Filter::from([("table-bits".to_owned(), OneOrMany::One(Scalar::Whole(bits)))]))
    }

    fn trial(algorithm: &str, depth: u32, bits: Option<u32>) -> Record {
        let written = record("board", "a", algorithm).depth(depth);
        bits.map_or(written.clone(), |bits| written.param("table-bits", bits)).record
    }

    #[test]
    fn fields_that_are_always_told_apart_are_no_axes() {
        assert_eq!(axes().fields(), [Field::Depth, Field::Parameter("table-bits".to_owned())]);
    }

    #[test]
    fn pairs_agree_in_all_axes() {
        let records = [
            trial("pvs", 4, Some(10)),
            trial("pvs", 5, Some(10)),
            trial("mtdf", 4, Some(10)),
            trial("mtdf", 4, Some(20)),
        ];
        assert_eq!(paired(&records, vec![], &label("mtdf"), &label("pvs"), &axes()), [(3, 1)]);
    }

    /// The baseline fixes the bits and no more: depth and algorithm stay the same.
    #[test]
    fn a_baseline_frees_what_it_fixes() {
        let records = [
            trial("pvs", 4, Some(10)),
            trial("pvs", 4, Some(20)),
            trial("mtdf", 4, Some(10)),
            trial("pvs", 5, Some(10)),
        ];
        let all = Selection::Where(Filter::new());
        let mut found = paired(&records, vec![], &all, &bits(10), &axes());
        found.sort_unstable();
        assert_eq!(found, [(1, 1), (2, 1), (3, 3), (4, 4)]);
    }

    /// Without a table there is no size of it, and so one trial for all sizes; but where there is the same size, that.
    #[test]
    fn an_axis_that_one_has_not_keeps_nothing_apart() {
        let records = [
            trial("alphabeta", 4, None),
            trial("pvs", 4, Some(10)),
            trial("pvs", 4, Some(20)),
            trial("pvs", 5, Some(20)),
        ];
        assert_eq!(paired(&records, vec![], &label("pvs"), &label("alphabeta"), &axes()), [(2, 1), (3, 1)]);
        assert_eq!(paired(&records, vec![], &label("alphabeta"), &label("pvs"), &axes()), [(1, 2), (1, 3)]);
        assert_eq!(paired(&records, vec![], &label("alphabeta"), &label("alphabeta"), &axes()), [(1, 1)]);
    }

    #[test]
    fn no_limit_is_a_value() {
        let limits = Axes::new([Field::Limit(super::super::field::Limit::Nodes)]);
        let limited = Record { limits: Limits { nodes: Some(7), ..Limits::default() }, ..trial("pvs", 4, None) };
        let records = [limited, trial("mtdf", 4, None)];
        assert_eq!(paired(&records, vec![], &label("pvs"), &label("mtdf"), &limits), []);
    }

    /// The entry of the baseline fixes the bits, so its label frees them.
    #[test]
    fn a_label_frees_what_its_entry_fixes() {
        let named = Label {
            label: "reference".to_owned(),
            world: None,
            algorithm: "pvs".to_owned(),
            params: Params::from([("table-bits".to_owned(), 24.into())]),
            budget: None,
        };
        let records = [trial("pvs", 4, Some(24)), trial("mtdf", 4, Some(10)), trial("mtdf", 5, Some(10))];
        assert_eq!(paired(&records, vec![named], &label("mtdf"), &label("reference"), &axes()), [(2, 1)]);
    }
}
