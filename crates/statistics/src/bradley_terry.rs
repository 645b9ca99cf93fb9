//! Bradley-Terry ratings of many players from the games between them, by maximum likelihood.
//!
//! Idea        Each player has a strength θ. Of a game between i and j, win, draw and loss have probabilities in
//!             proportion to e^(x / 2), ν and e^(-x / 2) with x = θᵢ - θⱼ; ν says how often equals draw. The strengths
//!             and ν are the maximum-likelihood estimates for the results. The logarithm of the likelihood is concave,
//!             so Newton finds them; the inverse of its curvature is the covariance.
//! Source      Bradley, Terry, Biometrika 39 (1952); draws: Davidson, Journal of the American Statistical Association 65
//!             (1970); when the maximum exists: Hunter, The Annals of Statistics 32 (2004), whose MM algorithm has the same
//!             limit in more rounds.
//! Elo         400 / ln 10 · θ · 2 / (2 + ν): by this factor a difference of Elo means the same score near equality, draws
//!             or not, as it does in elo.rs. Far from equality and with many draws the two part: of the differences that
//!             explain 69 %, the one of a player with 40 wins, 58 draws and 2 losses is 122 Elo here and 139 there.
//! Prior       Each player also has half a win and half a loss against one of strength 0, so that who won all games stays
//!             finite, and equals have half a draw and half a decided game. A thousand games outweigh both.
//! Guarantees  Ratings have the mean 0. Players that no chain of games connects are in different groups, each with
//!             its own mean, and nothing is said between groups. The order of the pairings does not matter.
//! Cost        About 6 rounds, each n³ / 6 for n players.
//! Not here    Two players (elo.rs, whose interval is better where there are few games), pairs of games: games count as
//!             independent. Where openings decide games the intervals are wider than they need be.

use super::cholesky::Cholesky;
use super::deterministic_math::{exp, ln};
use super::elo::{ELO_PER_LOGIT, GameCounts};
use super::interval::Interval;
use super::normal;
use super::undefined::{Undefined, level_is_valid};

#[cfg(test)]
mod tests;

/// The games that the prior adds for each player, and once for the draws.
const PRIOR: f64 = 1.0;
/// Rounds of Newton: about six do.
const ROUNDS: u32 = 100;
/// Halvings of a step that leads down.
const HALVINGS: u32 = 40;
/// The part of a likelihood that is lost in its sum.
const ROUNDING: f64 = 1e-12;
/// Newton ends when no unknown moves further.
const SMALL: f64 = 1e-11;

/// The games between two players, who are named by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pairing {
    /// The player whose wins are counted.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// Their games.
    pub counts: GameCounts,
}

/// How strong a player is among those of its group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rating {
    /// Above the mean of the group, in Elo.
    pub elo: f64,
    /// Around it.
    pub interval: Interval,
    /// Players with equal numbers are connected by games.
    pub group: usize,
}

/// The ratings of all players.
#[derive(Debug, Clone, PartialEq)]
pub struct Ratings {
    groups: Vec<Group>,
    /// Of each player the group and the place in it. `None` without a game.
    places: Vec<Option<Place>>,
    /// Standard errors on each side of a rating.
    z: f64,
}

impl Ratings {
    /// Of players 0 to `players` - 1, with intervals of confidence at the `level`. Players may meet in several pairings.
    ///
    /// # Errors
    /// A pairing of a player with itself or with one that there is not, 2^32 results of a kind or more, or a level outside
    /// of 0 to 1.
    pub fn of(players: usize, pairings: &[Pairing], level: f64) -> Result<Self, Undefined> {
        Self::with_prior(players, pairings, level, PRIOR)
    }

    fn with_prior(players: usize, pairings: &[Pairing], level: f64, prior: f64) -> Result<Self, Undefined> {
        level_is_valid(level)?;
        if pairings.iter().any(|game| game.first == game.second || game.first.max(game.second) >= players) {
            return Err(Undefined::OutOfRange);
        }
        let most = |counts: &GameCounts| counts.wins.max(counts.draws).max(counts.losses);
        if pairings.iter().any(|game| most(&game.counts) > u64::from(u32::MAX)) {
            return Err(Undefined::TooMany);
        }
        let meetings = merged(pairings);
        let (members, places) = connected(players, &meetings);
        let groups = members.iter().enumerate().map(|(group, members)| {
            let inside = |player: usize| places[player].filter(|place| place.0 == group).map(|place| place.1);
            let meetings = meetings.iter().filter_map(|meeting| {
                Some(Meeting { first: inside(meeting.first)?, second: inside(meeting.second)?, ..*meeting })
            });
            Group::of(members.len(), &meetings.collect::<Vec<_>>(), prior)
        });
        // With this many games the prior vanishes in the rounding, or there is none.
        let groups = groups.collect::<Option<_>>().ok_or(Undefined::TooMany)?;
        Ok(Self { groups, places, z: -normal::quantile((1.0 - level) / 2.0) })
    }

    /// Of a player. `None` if there is none of this number, or it has no game.
    pub fn rating(&self, player: usize) -> Option<Rating> {
        let (group, place) = (*self.places.get(player)?)?;
        let found = &self.groups[group];
        let share = 1.0 / found.strengths.len() as f64;
        let mut weights = vec![-share; found.strengths.len()];
        weights[place] += 1.0;
        let (elo, interval) = found.contrast(&weights, self.z);
        Some(Rating { elo, interval, group })
    }

    /// The Elo difference of the first player to the second, and its confidence interval. `None` for a player without a
    /// game, and for players that no chain of games connects.
    pub fn difference(&self, first: usize, second: usize) -> Option<(f64, Interval)> {
        let (group, weights) = self.weights(first, second)?;
        Some(group.contrast(&weights, self.z))
    }

    /// The likelihood of superiority: how sure it is that the first is stronger than the second, from 0 to 1. `None` as
    /// for the difference.
    pub fn superiority(&self, first: usize, second: usize) -> Option<f64> {
        let (group, weights) = self.weights(first, second)?;
        if first == second {
            return Some(0.5);
        }
        let lead: f64 = weights.iter().zip(&group.strengths).map(|(weight, strength)| weight * strength).sum();
        let mut padded = weights;
        padded.push(0.0);
        Some(normal::probability(lead / group.curvature.inverse_form(&padded).sqrt()))
    }

    fn weights(&self, first: usize, second: usize) -> Option<(&Group, Vec<f64>)> {
        let (group, place) = (*self.places.get(first)?)?;
        let (other_group, other) = (*self.places.get(second)?)?;
        if group != other_group {
            return None;
        }
        let mut weights = vec![0.0; self.groups[group].strengths.len()];
        weights[place] += 1.0;
        weights[other] -= 1.0;
        Some((&self.groups[group], weights))
    }
}

/// All games between two players, the first with the lower number.
#[derive(Debug, Clone, Copy)]
struct Meeting {
    first: usize,
    second: usize,
    wins: f64,
    draws: f64,
    losses: f64,
}

/// One meeting for each two players that met, ordered, whatever the order of the pairings.
fn merged(pairings: &[Pairing]) -> Vec<Meeting> {
    let mut meetings: Vec<Meeting> = pairings
        .iter()
        .map(|&Pairing { first, second, counts }| {
            let [wins, draws, losses] = [counts.wins, counts.draws, counts.losses].map(|count| count as f64);
            if first < second {
                Meeting { first, second, wins, draws, losses }
            } else {
                Meeting { first: second, second: first, wins: losses, draws, losses: wins }
            }
        })
        .filter(|meeting| meeting.wins + meeting.draws + meeting.losses > 0.0)
        .collect();
    meetings.sort_by_key(|meeting| (meeting.first, meeting.second));
    // Sums of whole numbers: exact, in whatever order.
    meetings.dedup_by(|next, kept| {
        let is_same = (next.first, next.second) == (kept.first, kept.second);
        if is_same {
            kept.wins += next.wins;
            kept.draws += next.draws;
            kept.losses += next.losses;
        }
        is_same
    });
    meetings
}

/// The group of a player and the place in it.
type Place = (usize, usize);

/// The players of each group, and where each player is. `None` without a game.
fn connected(players: usize, meetings: &[Meeting]) -> (Vec<Vec<usize>>, Vec<Option<Place>>) {
    let mut neighbours = vec![Vec::new(); players];
    for meeting in meetings {
        neighbours[meeting.first].push(meeting.second);
        neighbours[meeting.second].push(meeting.first);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut places = vec![None; players];
    for start in 0..players {
        if places[start].is_some() || neighbours[start].is_empty() {
            continue;
        }
        let mut members = vec![start];
        places[start] = Some((groups.len(), 0));
        let mut next = 0;
        while let Some(&player) = members.get(next) {
            next += 1;
            for &other in &neighbours[player] {
                if places[other].is_none() {
                    places[other] = Some((groups.len(), members.len()));
                    members.push(other);
                }
            }
        }
        groups.push(members);
    }
    (groups, places)
}

/// Players that are connected by games.
#[derive(Debug, Clone, PartialEq)]
struct Group {
    strengths: Vec<f64>,
    /// ν.
    draws: f64,
    /// The negative second derivatives by the strengths and ln ν, in factors.
    curvature: Cholesky,
}

impl Group {
    fn of(players: usize, meetings: &[Meeting], prior: f64) -> Option<Self> {
        // As if all were equal.
        let drawn: f64 = meetings.iter().map(|meeting| meeting.draws).sum();
        let decided: f64 = meetings.iter().map(|meeting| meeting.wins + meeting.losses).sum();
        let mut unknowns = vec![0.0; players + 1];
        unknowns[players] = ln(2.0 * (drawn + prior / 2.0) / (decided + prior / 2.0));
        let mut here = Likelihood::at(&unknowns, meetings, prior);
        for _ in 0..ROUNDS {
            let mut step = Cholesky::of(&here.curvature)?.solve(&here.slope);
            if step.iter().all(|change| change.abs() < SMALL) {
                break;
            }
            let mut next = Likelihood::at(&sum(&unknowns, &step), meetings, prior);
            // What a value near the maximum lacks by rounding does not count.
            let least = here.value - ROUNDING * here.value.abs();
            for _ in 0..HALVINGS {
                if next.value >= least {
                    break;
                }
                for change in &mut step {
                    *change /= 2.0;
                }
                next = Likelihood::at(&sum(&unknowns, &step), meetings, prior);
            }
            unknowns = sum(&unknowns, &step);
            here = next;
        }
        let curvature = Cholesky::of(&here.curvature)?;
        let draws = exp(unknowns[players]);
        unknowns.truncate(players);
        Some(Self { strengths: unknowns, draws, curvature })
    }

    /// Σ weight · strength in Elo, and its interval: the factor from strength to Elo hangs on ν, which is known only so
    /// well, too. The weights have the sum 0.
    fn contrast(&self, weights: &[f64], z: f64) -> (f64, Interval) {
        let factor = ELO_PER_LOGIT * 2.0 / (2.0 + self.draws);
        let elo = factor * weights.iter().zip(&self.strengths).map(|(weight, strength)| weight * strength).sum::<f64>();
        let mut slope: Vec<f64> = weights.iter().map(|weight| weight * factor).collect();
        // The factor falls by the part ν / (2 + ν) of itself per unit of ln ν.
        slope.push(-elo * self.draws / (2.0 + self.draws));
        let half = z * self.curvature.inverse_form(&slope).sqrt();
        (elo, Interval { low: elo - half, high: elo + half })
    }
}

fn sum(one: &[f64], other: &[f64]) -> Vec<f64> {
    one.iter().zip(other).map(|(a, b)| a + b).collect()
}

/// The logarithm of the likelihood, prior included, with its derivatives by the strengths and, last, ln ν.
struct Likelihood {
    value: f64,
    slope: Vec<f64>,
    /// The negative second derivatives, the lower triangle.
    curvature: Vec<Vec<f64>>,
}

impl Likelihood {
    fn at(unknowns: &[f64], meetings: &[Meeting], prior: f64) -> Self {
        let size = unknowns.len();
        let mut likelihood = Self { value: 0.0, slope: vec![0.0; size], curvature: vec![vec![0.0; size]; size] };
        for meeting in meetings {
            likelihood.add_meeting(meeting, unknowns);
        }
        for (player, &strength) in unknowns[..size - 1].iter().enumerate() {
            likelihood.add_prior_of_strength(player, strength, prior);
        }
        likelihood.add_prior_of_draws(unknowns[size - 1], prior);
        likelihood
    }

    fn add_meeting(&mut self, meeting: &Meeting, unknowns: &[f64]) {
        let &Meeting { first, second, wins, draws, losses } = meeting;
        let last = unknowns.len() - 1;
        let (half, log_nu) = ((unknowns[first] - unknowns[second]) / 2.0, unknowns[last]);
        let [win, loss, draw] = [exp(half), exp(-half), exp(log_nu)];
        let total = win + loss + draw;
        let [win, loss, draw] = [win, loss, draw].map(|weight| weight / total);
        let games = wins + draws + losses;
        self.value += (wins - losses) * half + draws * log_nu - games * ln(total);
        let lead = win - loss;
        let slope = ((wins - losses) - games * lead) / 2.0;
        self.slope[first] += slope;
        self.slope[second] -= slope;
        self.slope[last] += draws - games * draw;
        // (win + loss) - lead², without the cancellation.
        let by_strength = games * ((win + loss) * draw + 4.0 * win * loss) / 4.0;
        let by_both = -games * lead * draw / 2.0;
        self.curvature[first][first] += by_strength;
        self.curvature[second][second] += by_strength;
        self.curvature[first.max(second)][first.min(second)] -= by_strength;
        self.curvature[last][first] += by_both;
        self.curvature[last][second] -= by_both;
        self.curvature[last][last] += games * draw * (win + loss);
    }

    /// Half a win and half a loss of `prior` games against strength 0, none drawn.
    fn add_prior_of_strength(&mut self, player: usize, strength: f64, prior: f64) {
        let [win, loss] = [exp(strength / 2.0), exp(-strength / 2.0)];
        let total = win + loss;
        self.value -= prior * ln(total);
        self.slope[player] -= prior * (win - loss) / total / 2.0;
        self.curvature[player][player] += prior * (win / total) * (loss / total);
    }

    /// Half of `prior` games between equals is drawn, half is not.
    fn add_prior_of_draws(&mut self, log_nu: f64, prior: f64) {
        let last = self.slope.len() - 1;
        let nu = exp(log_nu);
        let draw = nu / (2.0 + nu);
        self.value += prior * (log_nu / 2.0 - ln(2.0 + nu));
        self.slope[last] += prior * (0.5 - draw);
        self.curvature[last][last] += prior * draw * (1.0 - draw);
    }
}
