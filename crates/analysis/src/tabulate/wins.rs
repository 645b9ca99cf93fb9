//! Each algorithm against each other: wins, ties and losses over the tasks that both have.
//!
//! A number that a limit ended is only known to be that or more: it loses against a smaller one, and against another
//! nothing is decided.

use std::cmp::Ordering;

use crate::axes::{Axes, agreeing, pairs};
use crate::field::Field;
use crate::frame::Frame;
use crate::request::{OneOrMany, Selection, TableRequest};
use crate::select::Selector;
use crate::table::{Entry, Head, TableData, TableStyle};
use crate::tasks::InstanceGroups;
use searchlab_statistics::censored::Censored;

/// Counts of one algorithm against another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Wins {
    better: usize,
    equal: usize,
    worse: usize,
    undecided: usize,
}

impl Wins {
    fn add(&mut self, order: Option<Ordering>) {
        match order {
            Some(Ordering::Less) => self.better += 1,
            Some(Ordering::Equal) => self.equal += 1,
            Some(Ordering::Greater) => self.worse += 1,
            None => self.undecided += 1,
        }
    }

    /// The same as the other sees it.
    const fn mirrored(self) -> Self {
        Self { better: self.worse, worse: self.better, ..self }
    }

    fn entry(self) -> Entry {
        let Self { better, equal, worse, undecided } = self;
        match better + equal + worse + undecided {
            0 => Entry::Missing,
            _ => Entry::Text(format!("{better}/{equal}/{worse}")),
        }
    }
}

/// The field whose numbers are compared.
pub(super) fn field_of(request: &TableRequest) -> Field {
    let named = request.values.as_ref().map_or(&[][..], OneOrMany::as_slice).first();
    named.and_then(|name| Field::parse(name)).unwrap_or(Field::Nodes)
}

/// The table.
pub(super) fn table(request: &TableRequest, frame: &Frame, axes: &Axes) -> TableData {
    let field = field_of(request);
    let rows = Selector::of_filter(&request.filter).rows(frame);
    let labels = frame.keys(&Field::Algorithm);
    let of_label = |place: usize| -> Vec<usize> {
        rows.iter().copied().filter(|&row| frame.place(&Field::Algorithm, row) == Some(place)).collect()
    };
    let groups: Vec<(String, Vec<usize>)> =
        labels.iter().enumerate().map(|(place, label)| (label.to_string(), of_label(place))).collect();
    let groups: Vec<(String, InstanceGroups<'_>)> = groups
        .into_iter()
        .filter(|(_, rows)| !rows.is_empty())
        .map(|(label, rows)| (label, InstanceGroups::of(frame, &rows, axes, &[])))
        .collect();
    let mut table = vec![vec![Wins::default(); groups.len()]; groups.len()];
    for (one, (_, tasks)) in groups.iter().enumerate() {
        for (other, (label, others)) in groups.iter().enumerate().skip(one + 1) {
            let fields = agreeing(axes, &Selection::Label(label.clone()), frame);
            let (values, other_values) = (tasks.values(&field), others.values(&field));
            for (task, partner) in pairs(tasks, others, &fields) {
                let both = values.of(task as usize).number().zip(other_values.of(partner as usize).number());
                if let Some((value, other_value)) = both {
                    table[one][other].add(better(&field, value, other_value));
                }
            }
            table[other][one] = table[one][other].mirrored();
        }
    }
    let undecided: usize = table.iter().flatten().map(|wins| wins.undecided).sum::<usize>() / 2;
    let head = |text: &str, is_key| Head { group: None, text: text.to_owned(), is_key };
    let heads = std::iter::once(head("algorithm", true)).chain(groups.iter().map(|(label, _)| head(label, false)));
    let line = |(place, (label, _)): (usize, &(String, _))| {
        let entries = table[place].iter().map(|wins| wins.entry());
        std::iter::once(Entry::Text(label.clone())).chain(entries).collect()
    };
    let which = if is_more_better(&field) { "more" } else { "less" };
    let mut notes = vec![format!(
        "Wins/ties/losses of the row against the column, over the tasks that both have: {which} {} is better.",
        field.name()
    )];
    if undecided > 0 {
        notes.push(format!("Left out: {undecided} comparisons that limits leave undecided."));
    }
    TableData {
        title: request.title.clone().unwrap_or_else(|| format!("Wins, ties and losses by {}", field.name())),
        heads: heads.collect(),
        rows: groups.iter().enumerate().map(line).collect(),
        notes,
        style: TableStyle::default(),
    }
}

const fn is_more_better(field: &Field) -> bool {
    matches!(
        field,
        Field::Score
            | Field::FirstHalf
            | Field::SecondHalf
            | Field::Gain
            | Field::Kept
            | Field::NodesPerSecond
            | Field::FirstMoveRate
    )
}

/// Less if the first is better; `None` where limits leave it open.
fn better(field: &Field, one: Censored, other: Censored) -> Option<Ordering> {
    let order = one.value.total_cmp(&other.value);
    match (one.is_bound, other.is_bound) {
        (false, false) if is_more_better(field) => Some(order.reverse()),
        (false, false) => Some(order),
        (true, false) if order.is_ge() && !is_more_better(field) => Some(Ordering::Greater),
        (false, true) if order.is_le() && !is_more_better(field) => Some(Ordering::Less),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_decide_only_what_they_can() {
        let nodes = Field::Nodes;
        let (exact, bound) = (Censored::finished, Censored::at_least);
        assert_eq!(better(&nodes, exact(1.0), exact(2.0)), Some(Ordering::Less));
        assert_eq!(better(&nodes, exact(2.0), exact(2.0)), Some(Ordering::Equal));
        assert_eq!(better(&nodes, bound(2.0), exact(2.0)), Some(Ordering::Greater));
        assert_eq!(better(&nodes, exact(1.0), bound(2.0)), Some(Ordering::Less));
        assert_eq!(better(&nodes, bound(1.0), exact(2.0)), None);
        assert_eq!(better(&nodes, bound(1.0), bound(2.0)), None);
        assert_eq!(better(&Field::Score, exact(1.0), exact(0.5)), Some(Ordering::Less));
        assert_eq!(better(&Field::Score, bound(1.0), exact(0.5)), None);
    }
}
