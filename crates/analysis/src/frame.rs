//! Many records, column by column: only the fields that are asked for.
//!
//! The rows stand in the order of the trials' ids, so that no sum depends on the order in which records arrived. The
//! values of a key stand in the order in which they are shown: algorithms as in the experiment, numbers by size, texts
//! by their natural order (`maze2` before `maze10`).
//!
//! Cost: 8 bytes for a measure in each record, 1 for a key of up to 255 values and 4 for others, and 9 for each record.

mod places;

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use self::places::Places;
use super::field::{Cell, Field};
use super::seat::Seat;
use searchlab_search::budget::Status;
use searchlab_trial::record::{Limits, Params, Record, TrialId};

/// The label of an algorithm of an experiment, with its name and the parameters that its entry fixes.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// The label.
    pub label: String,
    /// The world; `None` for all.
    pub world: Option<String>,
    /// Name of the algorithm.
    pub algorithm: String,
    /// The parameters that its trials have in common.
    pub params: Params,
    /// Of a player of games, which is known by all that it may spend, too.
    pub budget: Option<(Option<u32>, Limits)>,
}

impl Label {
    /// The most specific label of a record, the first of several: one entry may fix a parameter that another leaves
    /// out.
    fn of<'a>(record: &Record, labels: &'a [Self]) -> Option<&'a Self> {
        labels.iter().rev().filter(|label| label.fits(record)).max_by_key(|label| label.params.len())
    }

    fn fits(&self, record: &Record) -> bool {
        self.algorithm == record.algorithm
            && self.world.as_ref().is_none_or(|world| *world == record.world)
            && self.params.iter().all(|(name, value)| record.params.get(name) == Some(value))
            && self.budget.is_none_or(|budget| record.game.is_some() && budget == (record.depth, record.limits))
    }
}

/// A value of a key.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
}

impl Key {
    /// The number, if it is one.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(_) => None,
        }
    }

    fn natural_order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
            (Self::Text(one), Self::Text(other)) => natural_order(one, other),
        }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// Texts with numbers in them as people sort them.
pub fn natural_order(one: &str, other: &str) -> Ordering {
    let (mut one_rest, mut other_rest) = (one, other);
    loop {
        let (head, digits, rest) = split(one_rest);
        let (other_head, other_digits, other_rest_next) = split(other_rest);
        let by_head = head.cmp(other_head);
        // Of two numbers without leading zeros the longer is the larger.
        let plain = |digits: &str| digits.trim_start_matches('0').len();
        let by_number = || {
            plain(digits)
                .cmp(&plain(other_digits))
                .then_with(|| digits.trim_start_matches('0').cmp(other_digits.trim_start_matches('0')))
        };
        match by_head.then_with(by_number) {
            Ordering::Equal if rest.is_empty() || other_rest_next.is_empty() => {
                return rest.len().cmp(&other_rest_next.len()).then_with(|| one.cmp(other));
            }
            Ordering::Equal => (one_rest, other_rest) = (rest, other_rest_next),
            order => return order,
        }
    }
}

/// The text before the first digit, the digits, and the rest.
fn split(text: &str) -> (&str, &str, &str) {
    let begin = text.find(|char: char| char.is_ascii_digit()).unwrap_or(text.len());
    let (head, tail) = text.split_at(begin);
    let end = tail.find(|char: char| !char.is_ascii_digit()).unwrap_or(tail.len());
    let (digits, rest) = tail.split_at(end);
    (head, digits, rest)
}

#[derive(Debug)]
enum Column {
    Measures(Vec<f64>),
    Keys { values: Vec<Key>, places: Places, known: Known },
}

/// The places of the keys while the frame is filled.
#[derive(Debug, Default)]
struct Known {
    texts: FxHashMap<String, u32>,
    /// By their bits.
    numbers: FxHashMap<u64, u32>,
}

/// Many records, column by column.
#[derive(Debug)]
pub struct Frame {
    columns: BTreeMap<Field, Column>,
    labels: Vec<Label>,
    /// While the frame is filled.
    ids: Vec<TrialId>,
    statuses: Vec<Status>,
}

impl Frame {
    /// An empty frame with a column for each of these fields. The algorithm, the instance, the repeat and the depth are
    /// always there.
    pub fn new(fields: impl IntoIterator<Item = Field>, labels: Vec<Label>) -> Self {
        let always = [Field::Algorithm, Field::Instance, Field::Repeat, Field::Depth, Field::World];
        let columns = fields.into_iter().chain(always).map(|field| {
            let column = if field.is_key() {
                Column::Keys { values: Vec::new(), places: Places::default(), known: Known::default() }
            } else {
                Column::Measures(Vec::new())
            };
            (field, column)
        });
        Self { columns: columns.collect(), labels, ids: Vec::new(), statuses: Vec::new() }
    }

    /// The label that the experiment gives the algorithm of a record: its name, if there is none.
    pub fn label_of<'r>(&'r self, record: &'r Record) -> &'r str {
        Label::of(record, &self.labels).map_or(&record.algorithm, |label| &label.label)
    }

    /// The labels of the players of a game, black first; `None` of a record that is no game.
    pub fn players_of(&self, record: &Record) -> Option<[String; 2]> {
        let names: Vec<String> = Seat::of(record).iter().map(|seat| self.label_of(&seat.record).to_owned()).collect();
        names.try_into().ok()
    }

    /// Adds a record: a row, or of a game two rows, one for each player, black first.
    pub fn push(&mut self, record: &Record) {
        if record.game.is_none() {
            return self.push_row(record, None);
        }
        for seat in Seat::of(record) {
            self.push_seat(&seat);
        }
    }

    /// Adds each move of a game as a row; nothing of other records.
    pub fn push_moves(&mut self, record: &Record) {
        Seat::of(record).into_iter().flat_map(Seat::moves).for_each(|seat| self.push_seat(&seat));
    }

    fn push_seat(&mut self, seat: &Seat) {
        let opponent = self.label_of(&seat.opponent).to_owned();
        self.push_row(&seat.record, Some((&opponent, seat.side)));
    }

    fn push_row(&mut self, record: &Record, seat: Option<(&str, &str)>) {
        self.ids.push(record.id);
        self.statuses.push(record.status);
        let label = Label::of(record, &self.labels).map(|label| label.label.as_str());
        for (field, column) in &mut self.columns {
            let cell = match (field, label, seat) {
                (Field::Algorithm, Some(label), _) => Cell::Text(label),
                (Field::Opponent, _, Some((opponent, _))) => Cell::Text(opponent),
                (Field::Side, _, Some((_, side))) => Cell::Text(side),
                _ => field.of(record),
            };
            column.push(cell);
        }
    }

    /// Sorts rows and keys. To be called once, after the last record.
    pub fn finish(mut self) -> Self {
        let mut order: Vec<u32> = (0..self.ids.len() as u32).collect();
        // Stable, since the two players of a game have one id.
        order.sort_by_key(|&row| self.ids[row as usize]);
        self.ids = Vec::new();
        self.statuses = permuted(&self.statuses, &order);
        let labels = &self.labels;
        for (field, column) in &mut self.columns {
            let rank = |key: &Key| match (field, key) {
                (Field::Algorithm | Field::Opponent, Key::Text(text)) => {
                    labels.iter().position(|label| label.label == *text)
                }
                _ => None,
            };
            column.settle(&order, |one, other| {
                let ranks = (rank(one).unwrap_or(usize::MAX), rank(other).unwrap_or(usize::MAX));
                ranks.0.cmp(&ranks.1).then_with(|| one.natural_order(other))
            });
        }
        self
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.statuses.len()
    }

    /// True if there is a column for the field.
    pub fn has(&self, field: &Field) -> bool {
        self.columns.contains_key(field)
    }

    /// The labels of the algorithms of the experiment.
    pub(crate) fn labels(&self) -> &[Label] {
        &self.labels
    }

    /// How the trial in a row ended.
    pub fn status(&self, row: usize) -> Status {
        self.statuses[row]
    }

    /// All values of a key, in the order in which they are shown; none for a measure.
    pub fn keys(&self, field: &Field) -> &[Key] {
        match self.columns.get(field) {
            Some(Column::Keys { values, .. }) => values,
            _ => &[],
        }
    }

    /// The place of a row's value among [`keys`](Self::keys).
    pub fn place(&self, field: &Field, row: usize) -> Option<usize> {
        self.view(field).place(row)
    }

    /// The number in a row: of a measure, or of a key that is a number.
    pub fn number(&self, field: &Field, row: usize) -> Option<f64> {
        self.view(field).number(row)
    }

    /// The column of a field, for a look at many rows.
    pub fn view(&self, field: &Field) -> View<'_> {
        View { column: self.columns.get(field) }
    }
}

/// The values of one field.
#[derive(Debug, Clone, Copy)]
pub struct View<'f> {
    column: Option<&'f Column>,
}

impl View<'_> {
    /// As [`Frame::place`].
    #[inline]
    pub fn place(&self, row: usize) -> Option<usize> {
        match self.column? {
            Column::Keys { places, .. } => places.get(row),
            Column::Measures(_) => None,
        }
    }

    /// As [`Frame::number`].
    #[inline]
    pub fn number(&self, row: usize) -> Option<f64> {
        match self.column? {
            Column::Measures(numbers) => Some(numbers[row]).filter(|number| !number.is_nan()),
            Column::Keys { values, places, .. } => values[places.get(row)?].number(),
        }
    }
}

impl Column {
    fn push(&mut self, cell: Cell<'_>) {
        match self {
            Self::Measures(numbers) => numbers.push(match cell {
                Cell::Number(number) => number,
                Cell::None | Cell::Text(_) => f64::NAN,
            }),
            Self::Keys { values, places, known } => {
                let next = values.len() as u32;
                let place = match cell {
                    Cell::None => None,
                    Cell::Text(text) => {
                        // The usual case is that of the record before.
                        let last = places.last().and_then(|place| Some((place, values.get(place)?)));
                        Some(match last {
                            Some((place, Key::Text(last))) if last == text => place as u32,
                            _ => known.texts.get(text).copied().unwrap_or_else(|| {
                                values.push(Key::Text(text.to_owned()));
                                known.texts.insert(text.to_owned(), next);
                                next
                            }),
                        })
                    }
                    Cell::Number(number) => Some(*known.numbers.entry(number.to_bits()).or_insert_with(|| {
                        values.push(Key::Number(number));
                        next
                    })),
                };
                places.push(place);
            }
        }
    }

    fn settle(&mut self, order: &[u32], compare: impl Fn(&Key, &Key) -> Ordering) {
        match self {
            Self::Measures(numbers) => *numbers = permuted(numbers, order),
            Self::Keys { values, places, known } => {
                *known = Known::default();
                let mut sorted: Vec<u32> = (0..values.len() as u32).collect();
                sorted.sort_by(|&one, &other| compare(&values[one as usize], &values[other as usize]));
                let mut ranks = vec![0; values.len()];
                for (rank, &place) in sorted.iter().enumerate() {
                    ranks[place as usize] = rank as u32;
                }
                *values = permuted(values, &sorted);
                places.settle(order, &ranks);
            }
        }
    }
}

fn permuted<T: Clone>(values: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|&place| values[place as usize].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts_count_as_numbers() {
        let mut names = ["maze10", "maze2", "maze", "a2b10", "a2b9", "maze02"];
        names.sort_by(|one, other| natural_order(one, other));
        assert_eq!(names, ["a2b9", "a2b10", "maze", "maze02", "maze2", "maze10"]);
    }
}
