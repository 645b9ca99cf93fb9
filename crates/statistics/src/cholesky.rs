//! Systems of equations with a symmetric, positive definite matrix, for dozens of unknowns.
//!
//! Idea        A = L Lᵀ with L lower triangular; then two systems that are solved from one end.
//! Source      Cholesky (1910), published by Benoit, Bulletin géodésique 2 (1924).
//! Cost        n³ / 6 multiplications, and n² for each right side.

/// A lower triangular matrix, by rows.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cholesky {
    rows: Vec<Vec<f64>>,
}

impl Cholesky {
    /// Of the matrix with these rows, of which only the lower triangle is read. `None` if it is not positive definite.
    pub(super) fn of(matrix: &[Vec<f64>]) -> Option<Self> {
        let mut rows: Vec<Vec<f64>> = Vec::with_capacity(matrix.len());
        for (index, row) in matrix.iter().enumerate() {
            let mut factors: Vec<f64> = Vec::with_capacity(index + 1);
            for (above, value) in rows.iter().zip(row) {
                factors.push((value - product(&factors, above)) / above[above.len() - 1]);
            }
            let square = row[index] - product(&factors, &factors);
            // Also if it is not a number.
            if !(square > 0.0 && square.is_finite()) {
                return None;
            }
            factors.push(square.sqrt());
            rows.push(factors);
        }
        Some(Self { rows })
    }

    /// The x with A x = `right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = self.halfway(right);
        for index in (0..x.len()).rev() {
            let below = (index + 1..x.len()).map(|row| self.rows[row][index] * x[row]).sum::<f64>();
            x[index] = (x[index] - below) / self.rows[index][index];
        }
        x
    }

    /// vᵀ A⁻¹ v.
    pub(super) fn inverse_form(&self, v: &[f64]) -> f64 {
        let half = self.halfway(v);
        product(&half, &half)
    }

    /// The x with L x = `right`.
    fn halfway(&self, right: &[f64]) -> Vec<f64> {
        let mut x = Vec::with_capacity(right.len());
        for (row, value) in self.rows.iter().zip(right) {
            let known = product(row, &x);
            x.push((value - known) / row[row.len() - 1]);
        }
        x
    }
}

/// Of the places that both have.
fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The example of every textbook: L has the rows 2; 6 1; -8 5 3.
    #[test]
    fn a_matrix_with_a_whole_factor() {
        let matrix = [vec![4.0, 12.0, -16.0], vec![12.0, 37.0, -43.0], vec![-16.0, -43.0, 98.0]];
        let factor = Cholesky::of(&matrix).unwrap();
        assert_eq!(factor.rows, [vec![2.0], vec![6.0, 1.0], vec![-8.0, 5.0, 3.0]]);
        assert_eq!(factor.solve(&[0.0, 6.0, 39.0]), [1.0, 1.0, 1.0]);
    }

    #[test]
    fn what_is_not_positive_definite_has_none() {
        let matrices = [vec![vec![0.0]], vec![vec![f64::NAN]], vec![vec![1.0, 2.0], vec![2.0, 1.0]]];
        assert!(matrices.iter().all(|matrix| Cholesky::of(matrix).is_none()));
    }

    proptest! {
        #[test]
        fn solves_what_it_is_given(values in prop::collection::vec(-3.0..3.0f64, 30)) {
            // B Bᵀ + 1 is positive definite for every B.
            let rows: Vec<&[f64]> = values[..25].chunks(5).collect();
            let entry = |i: usize, j: usize| product(rows[i], rows[j]) + f64::from(u8::from(i == j));
            let matrix: Vec<Vec<f64>> = (0..5).map(|i| (0..5).map(|j| entry(i, j)).collect()).collect();
            let (factor, right) = (Cholesky::of(&matrix).unwrap(), &values[25..]);
            let x = factor.solve(right);
            for (row, value) in matrix.iter().zip(right) {
                prop_assert!((product(row, &x) - value).abs() < 1e-8);
            }
            prop_assert!((factor.inverse_form(right) - product(right, &x)).abs() < 1e-8);
        }
    }
}
