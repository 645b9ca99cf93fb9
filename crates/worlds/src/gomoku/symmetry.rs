//! The ways to turn and mirror a board, and the one form that all of them share.
//!
//! Idea        Of all pictures of a position that its board allows, eight on a square and four on other boards, the
//!             smallest stands for all. The symmetry that made it leads moves there and back.
//! Guarantees  Two positions have the same form if, and only if, one is the other turned or mirrored.

use super::board::{Point, Position, Setting};

/// A way to lay a board on itself: perhaps columns and rows change their places, then either may be turned round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symmetry {
    is_transposed: bool,
    turns_columns: bool,
    turns_rows: bool,
}

impl Symmetry {
    /// The one that changes nothing.
    pub(crate) const IDENTITY: Self = Self { is_transposed: false, turns_columns: false, turns_rows: false };

    /// All that a board allows, the one that changes nothing first.
    pub(crate) fn all(setting: Setting) -> impl Iterator<Item = Self> {
        let of = |number: u8| Self {
            is_transposed: number & 4 != 0,
            turns_columns: number & 1 != 0,
            turns_rows: number & 2 != 0,
        };
        (0..if setting.width == setting.height { 8 } else { 4 }).map(of)
    }

    /// Where a cell goes.
    pub(crate) fn apply(self, point: Point, setting: Setting) -> Point {
        let (mut column, mut row) = (point.column(), point.row());
        if self.is_transposed {
            (column, row) = (row, column);
        }
        if self.turns_columns {
            column = usize::from(setting.width) - 1 - column;
        }
        if self.turns_rows {
            row = usize::from(setting.height) - 1 - row;
        }
        Point::new(column, row)
    }

    /// The way back.
    pub(crate) const fn inverse(self) -> Self {
        if self.is_transposed {
            Self { turns_columns: self.turns_rows, turns_rows: self.turns_columns, ..self }
        } else {
            self
        }
    }
}

/// The stones of a position in the form that all its pictures share, two bits a cell row by row, and the symmetry that
/// leads there. The side to move, the size and the rule are not in it.
pub(crate) fn smallest(position: &Position) -> (Vec<u8>, Symmetry) {
    let setting = position.setting();
    let form = |symmetry: Symmetry| {
        let mut cells = vec![0; setting.cells().div_ceil(4)];
        for &(point, side) in position.stones() {
            let place = symmetry.apply(point, setting);
            let number = place.row() * usize::from(setting.width) + place.column();
            // The first cell in the highest bits, so that forms compare as their cells do.
            cells[number / 4] |= (side.index() as u8 + 1) << (6 - 2 * (number % 4));
        }
        (cells, symmetry)
    };
    // The first of equals, so that a position that is symmetric itself has one way there.
    let identity = form(Symmetry::IDENTITY);
    Symmetry::all(setting).map(form).fold(identity, |best, form| if form.0 < best.0 { form } else { best })
}

#[cfg(test)]
mod tests {
    use super::super::board::Rule;
    use super::super::playout;
    use super::*;

    fn settings() -> [Setting; 4] {
        [(15, 15), (6, 6), (9, 7), (5, 22)].map(|(width, height)| Setting { width, height, rule: Rule::Freestyle })
    }

    fn moved(position: &Position, symmetry: Symmetry) -> Position {
        let mut all = Position::empty(position.setting());
        for &(point, side) in position.stones() {
            all.put(symmetry.apply(point, position.setting()), side).unwrap();
        }
        all
    }

    #[test]
    fn every_symmetry_is_another_and_has_its_way_back() {
        for setting in settings() {
            let images: Vec<Vec<Point>> = Symmetry::all(setting)
                .map(|symmetry| {
                    let image: Vec<Point> = setting.points().map(|point| symmetry.apply(point, setting)).collect();
                    for (point, &there) in setting.points().zip(&image) {
                        assert_eq!(symmetry.inverse().apply(there, setting), point);
                    }
                    image
                })
                .collect();
            for (number, image) in images.iter().enumerate() {
                assert!(!images[..number].contains(image));
                let mut sorted = image.clone();
                sorted.sort();
                assert!(sorted.into_iter().eq(setting.points()));
            }
            assert_eq!(images.len(), if setting.width == setting.height { 8 } else { 4 });
        }
    }

    #[test]
    fn all_pictures_of_a_position_have_one_form_and_no_other_position_has_it() {
        for setting in settings() {
            for seed in 0..20 {
                let position = playout::random_position(seed, 3 + seed as usize, setting);
                let (form, there) = smallest(&position);
                assert_eq!(smallest(&moved(&position, there)).0, form);
                for symmetry in Symmetry::all(setting) {
                    assert_eq!(smallest(&moved(&position, symmetry)).0, form);
                }
                let mut other = position.clone();
                let last = other.take_back().unwrap();
                assert_ne!(smallest(&other).0, form);
                other.put(last, other.side().other()).unwrap();
                assert_ne!(smallest(&other).0, form);
            }
        }
    }
}
