//! The part of the intervals that an axis covers.
//!
//! Of few values an interval may be wider than all that is to be seen by powers of ten: an axis that reached its ends
//! would press the values into a line. It follows the ends as far as those of most intervals go, or once more the range
//! of the values; what lies beyond is cut off at the edge and has no cap there.

use super::scale::Scale;
use searchlab_statistics::deterministic_math::ln;

/// Beyond the values the axis follows this many times the middle one of the distances to the ends.
const TIMES: f64 = 3.0;

/// The ends of the intervals, drawn in to where the axis of these values ends.
pub(super) fn reached(values: &[f64], intervals: &[[f64; 2]], scale: Scale) -> Vec<f64> {
    let place = |value: f64| if scale == Scale::Log { ln(value) } else { value };
    let is_placed = |value: &f64| value.is_finite() && (scale != Scale::Log || *value > 0.0);
    let values: Vec<f64> = values.iter().copied().filter(is_placed).collect();
    let ends: Vec<f64> = intervals.iter().flatten().copied().filter(is_placed).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if low > high {
        return ends;
    }
    let (from, to) = (place(low), place(high));
    let beyond = |end: f64| (from - place(end)).max(place(end) - to).max(0.0);
    let mut distances: Vec<f64> = intervals.iter().map(|ends| widest(ends, is_placed, beyond)).collect();
    distances.sort_unstable_by(f64::total_cmp);
    let middle = distances.get(distances.len() / 2).copied().unwrap_or(0.0);
    let most = (to - from).max(TIMES * middle);
    ends.into_iter().filter(|&end| beyond(end) <= most).chain(edges(&distances, most, (low, high), scale)).collect()
}

fn widest(ends: &[f64; 2], is_placed: impl Fn(&f64) -> bool, beyond: impl Fn(f64) -> f64) -> f64 {
    ends.iter().copied().filter(|end| is_placed(end)).map(beyond).fold(0.0, f64::max)
}

/// Where the axis ends if an interval goes beyond.
fn edges(distances: &[f64], most: f64, (low, high): (f64, f64), scale: Scale) -> Vec<f64> {
    let is_cut = distances.last().is_some_and(|&farthest| farthest > most);
    match scale {
        _ if !is_cut => Vec::new(),
        // Half of the room: a hint that there is more.
        Scale::Log => vec![low * (-most / 2.0).exp(), high * (most / 2.0).exp()],
        _ => vec![low - most / 2.0, high + most / 2.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(values: &[f64]) -> (f64, f64) {
        (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max))
    }

    #[test]
    fn axes_follow_usual_intervals_and_cut_huge_ones() {
        let values = [5e3, 1e4, 2e4, 1.5e4];
        let usual = [[4e3, 6e3], [8e3, 1.2e4], [1e4, 4e4], [1e4, 2e4]];
        assert_eq!(range(&reached(&values, &usual, Scale::Log)), (4e3, 4e4));
        let huge = [[4e3, 6e3], [8e3, 1.2e4], [1.5, 3e8], [1e4, 2e4]];
        let (low, high) = range(&reached(&values, &huge, Scale::Log));
        assert!(low > 1e3 && high < 1e5, "{low} {high}");
        // All are wide: they are what there is to see.
        let wide = [[1.0, 1e8]; 4];
        assert_eq!(range(&reached(&values, &wide, Scale::Log)), (1.0, 1e8));
        // An end at or below zero has no place on a logarithmic axis.
        assert_eq!(reached(&[1.0, 2.0], &[[-3.0, 3.0]], Scale::Log), [3.0]);
        assert_eq!(reached(&[], &[[1.0, 2.0]], Scale::Linear), [1.0, 2.0]);
    }
}
