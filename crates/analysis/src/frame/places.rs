//! The places of the values of a key, one for each row: a byte each as long as there are few values.

use super::permuted;

/// For each row the place of its value, or none.
#[derive(Debug)]
pub(super) enum Places {
    Few(Vec<u8>),
    Many(Vec<u32>),
}

impl Default for Places {
    fn default() -> Self {
        Self::Few(Vec::new())
    }
}

impl Places {
    #[inline]
    pub(super) fn get(&self, row: usize) -> Option<usize> {
        match self {
            Self::Few(places) => Some(places[row]).filter(|&place| place != u8::MAX).map(usize::from),
            Self::Many(places) => Some(places[row]).filter(|&place| place != u32::MAX).map(|place| place as usize),
        }
    }

    /// The place in the last row.
    pub(super) fn last(&self) -> Option<usize> {
        let rows = match self {
            Self::Few(places) => places.len(),
            Self::Many(places) => places.len(),
        };
        self.get(rows.checked_sub(1)?)
    }

    /// Adds a row.
    pub(super) fn push(&mut self, place: Option<u32>) {
        match (&mut *self, place) {
            (Self::Few(places), None) => places.push(u8::MAX),
            (Self::Few(places), Some(place)) if place < u32::from(u8::MAX) => places.push(place as u8),
            (Self::Few(places), Some(place)) => {
                let wide = |&place: &u8| if place == u8::MAX { u32::MAX } else { u32::from(place) };
                *self = Self::Many(places.iter().map(wide).chain([place]).collect());
            }
            (Self::Many(places), place) => places.push(place.unwrap_or(u32::MAX)),
        }
    }

    /// Brings the rows into an order, and puts the rank of each place in its stead.
    pub(super) fn settle(&mut self, order: &[u32], ranks: &[u32]) {
        match self {
            Self::Few(places) => {
                *places = permuted(places, order);
                places.iter_mut().filter(|place| **place != u8::MAX).for_each(|it| *it = ranks[usize::from(*it)] as u8);
            }
            Self::Many(places) => {
                *places = permuted(places, order);
                places.iter_mut().filter(|place| **place != u32::MAX).for_each(|it| *it = ranks[*it as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_and_many_say_the_same() {
        for count in [3_u32, 255, 256, 1000] {
            let row = |row: u32| (row % 7 != 3).then_some(row * 31 % count);
            let mut places = Places::default();
            for next in 0..2 * count {
                assert_eq!(places.last(), next.checked_sub(1).and_then(row).map(|place| place as usize));
                places.push(row(next));
            }
            // Rows and places backwards.
            let (order, ranks): (Vec<u32>, Vec<u32>) = ((0..2 * count).rev().collect(), (0..count).rev().collect());
            places.settle(&order, &ranks);
            for (at, &from) in order.iter().enumerate() {
                assert_eq!(places.get(at), row(from).map(|place| (count - 1 - place) as usize));
            }
        }
    }
}
