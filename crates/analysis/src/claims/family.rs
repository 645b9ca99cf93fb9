//! The family-wise error rate: the level that the correction of Holm leaves to each figure.
//!
//! Idea        Holm rejects the r smallest of m P, the k-th if it is at most α / (m - k + 1). So the P of one test counts
//!             as significant if and only if it is at most α / (m - r), r counted among the others: at that level its bound
//!             says the same as the corrected P.
//!             A claim with several figures is held if each of them shows it. To be wrong, the one that does not hold would
//!             have to show it: the claim stands in the family with its largest P (Berger, Technometrics 24, 1982). It is
//!             refuted if any of its figures shows the opposite: with its smallest P, times the number of figures.
//!             For and against are two families, as a claim cannot be wrong in both ways.
//! Source      Holm, Scandinavian Journal of Statistics 6 (1979).

use super::Tested;
use searchlab_statistics::holm::{critical_level, holm_of};

/// P of the figures of one claim, and of those that they are corrected with.
pub(super) struct Levels {
    /// P of each figure that is tested, for and against.
    ps: Vec<[f64; 2]>,
    /// P of the other claims of the family; `None` if the claim is its own family.
    others: Option<[Vec<f64>; 2]>,
    level: f64,
}

/// For each claim.
pub(super) fn levels(claims: &[Tested<'_>]) -> Vec<Levels> {
    let of_claim = |claim: &Tested<'_>| {
        let ps = claim.tested_ps();
        let most = ps.iter().map(|p| p[0]).fold(0.0, f64::max);
        let least = ps.iter().map(|p| p[1]).fold(1.0, f64::min);
        // A figure without a number shows nothing, so the claim cannot be held.
        let most = if claim.cases.iter().any(|case| case.estimate.is_err()) { 1.0 } else { most };
        (claim.is_of_family() && claim.is_tested()).then(|| [most, (least * ps.len() as f64).min(1.0)])
    };
    let all: Vec<Option<[f64; 2]>> = claims.iter().map(of_claim).collect();
    claims
        .iter()
        .enumerate()
        .map(|(own, claim)| {
            let others = [0, 1].map(|side| {
                let others = all.iter().enumerate().filter(|(place, _)| *place != own);
                others.filter_map(|(_, ps)| ps.as_ref().map(|ps| ps[side])).collect()
            });
            Levels { ps: claim.tested_ps(), others: claim.is_of_family().then_some(others), level: claim.level() }
        })
        .collect()
}

/// The two ways in which a verdict can be wrong.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Way {
    For,
    Against,
}

impl Levels {
    /// Of one figure that is its own family.
    pub(super) fn alone(ps: Option<[f64; 2]>, level: f64) -> Self {
        Self { ps: ps.into_iter().collect(), others: None, level }
    }

    /// The P that compete with that of a figure, and how many times its own counts.
    fn rivals(&self, place: usize, way: Way) -> (Vec<f64>, f64) {
        let side = usize::from(way == Way::Against);
        if let Some(others) = &self.others {
            let times = if way == Way::Against { self.ps.len() as f64 } else { 1.0 };
            return (others[side].clone(), times);
        }
        let others = self.ps.iter().enumerate().filter(|(other, _)| *other != place);
        (others.map(|(_, ps)| ps[side]).collect(), 1.0)
    }

    /// The level at which a figure is tested.
    pub(super) fn critical(&self, place: usize, way: Way) -> f64 {
        let (rivals, times) = self.rivals(place, way);
        critical_level(&rivals, self.level) / times
    }

    /// Its P and the corrected one.
    pub(super) fn p(&self, place: usize, way: Way) -> [f64; 2] {
        let (rivals, times) = self.rivals(place, way);
        let p = self.ps[place][usize::from(way == Way::Against)];
        [p, holm_of((p * times).min(1.0), &rivals)]
    }
}
