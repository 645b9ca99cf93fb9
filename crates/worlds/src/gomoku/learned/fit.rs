//! Finds the numbers of a network from positions: the gradient of its error, and steps against it.
//!
//! Idea        The error of a position is the cross entropy between the chance to win that the network gives and the one
//!             that is known, and that between its ranks of the moves and the move that a search found. Gradients of a
//!             batch are summed in a fixed order of parts, so that threads change nothing but the time.
//! Source      Kingma, Ba, Adam: A Method for Stochastic Optimization (2015).
//! Not here    Which positions these are (training/gomoku/), the network in whole numbers (network.rs).

use super::super::Side;
use super::super::board::{CELLS, MARGIN, Point, Setting};
use super::super::patterns::line::{WALL, stone};
use super::super::patterns::lines::turn;
use super::super::patterns::{LINES, Lines, place};
use super::network::{
    BOTH, CHANNELS, HIDDEN, HIDDEN_UNIT, Layers, MOST_ROW, MOST_WEIGHT, Network, ROW_UNIT, SUM_SCALE, VALUE_UNIT,
    WEIGHT_UNIT,
};
use super::surroundings::Surroundings;

/// The answers that a network is to give for a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    /// Chance of the side to move to win, a draw as half of it.
    pub wins: f32,
    /// The move that is best.
    pub best: Point,
}

/// The board of a position as the fit needs it.
#[derive(Debug, Clone)]
pub struct Board {
    lines: Lines,
    cells: [bool; CELLS],
    points: std::sync::Arc<[Point]>,
    side: Side,
}

impl Board {
    /// Without stones, black to move.
    pub(crate) fn empty(setting: Setting) -> Self {
        let mut board = Self {
            lines: [[u64::MAX; LINES]; 4],
            cells: [false; CELLS],
            points: setting.points().collect(),
            side: Side::Black,
        };
        for point in setting.points() {
            turn(&mut board.lines, point, WALL);
        }
        board
    }

    /// Puts a stone of the side to move.
    pub(crate) fn play(&mut self, point: Point) {
        turn(&mut self.lines, point, stone(self.side));
        self.cells[point.index()] = true;
        self.side = self.side.other();
    }
}

/// The places of the numbers in one long list.
mod at {
    use super::{BOTH, HIDDEN, Surroundings};
    pub(super) fn hidden() -> usize {
        Surroundings::all().count() * super::CHANNELS
    }
    pub(super) fn hidden_bias() -> usize {
        hidden() + HIDDEN * BOTH
    }
    pub(super) fn value() -> usize {
        hidden_bias() + HIDDEN
    }
    pub(super) fn direct() -> usize {
        value() + HIDDEN
    }
    pub(super) fn value_bias() -> usize {
        direct() + BOTH
    }
    pub(super) fn policy() -> usize {
        value_bias() + 1
    }
    pub(super) fn count() -> usize {
        policy() + BOTH
    }
}

/// The errors of a network on positions, as means.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Errors {
    /// Cross entropy of the chance to win, in nats.
    pub value: f64,
    /// Cross entropy of the best move, in nats.
    pub policy: f64,
    /// Share of the positions whose best move has the highest rank.
    pub first: f64,
    /// Positions.
    pub count: usize,
}

impl Errors {
    /// Adds the sums of other positions.
    pub fn add(&mut self, other: &Self) {
        self.value += other.value;
        self.policy += other.policy;
        self.first += other.first;
        self.count += other.count;
    }

    /// Sums as means.
    pub(crate) fn mean(mut self) -> Self {
        let count = self.count.max(1) as f64;
        self.value /= count;
        self.policy /= count;
        self.first /= count;
        self
    }
}

/// Gradients, and what is needed for one position.
pub(crate) struct Gradient {
    numbers: Vec<f32>,
    /// Sums of what was looked at since the last step.
    pub errors: Errors,
    seen: Vec<Seen>,
}

impl Gradient {
    /// Of nothing.
    pub(crate) fn new() -> Self {
        Self { numbers: vec![0.0; at::count()], errors: Errors::default(), seen: Vec::new() }
    }
}

#[cfg(test)]
impl Gradient {
    pub(super) fn numbers(&self) -> &[f32] {
        &self.numbers
    }
}

impl Default for Gradient {
    fn default() -> Self {
        Self::new()
    }
}

/// An empty cell with stones around it.
#[derive(Clone, Copy)]
struct Seen {
    point: Point,
    /// The numbers of its surroundings, as the side to move sees them and as the other does.
    rows: [[u16; 4]; 2],
    /// Its description.
    cell: [f32; BOTH],
    /// Its rank.
    rank: f32,
}

/// Parts of a batch whose gradients are summed on their own.
pub(crate) const PARTS: usize = 8;

/// The numbers while they are being found.
pub(crate) struct Fit {
    numbers: Vec<f32>,
    means: Vec<f32>,
    squares: Vec<f32>,
    steps: i32,
}

/// Share of the error of the move beside that of the value.
pub(super) const POLICY_SHARE: f32 = 0.3;

impl Fit {
    /// Begins with small numbers at random; `word` gives random bits.
    pub(crate) fn new(mut word: impl FnMut() -> u64) -> Self {
        let count = at::count();
        let mut uniform = |most: f32| (word() >> 40) as f32 / (1u64 << 23) as f32 * most - most;
        let mut numbers = vec![0.0; count];
        // What has no stone is described by nothing.
        numbers[CHANNELS..at::hidden()].iter_mut().for_each(|number| *number = uniform(0.2));
        numbers[at::hidden()..at::hidden_bias()].iter_mut().for_each(|number| *number = uniform(0.2));
        numbers[at::value()..at::direct()].iter_mut().for_each(|number| *number = uniform(0.2));
        numbers[at::policy()..count].iter_mut().for_each(|number| *number = uniform(0.2));
        Self { numbers, means: vec![0.0; count], squares: vec![0.0; count], steps: 0 }
    }

    /// Adds the gradient of the error of a position.
    pub(crate) fn learn(&self, board: &Board, target: Target, gradient: &mut Gradient) {
        self.look(board, target, gradient, true);
    }

    /// Adds the error of a position alone.
    pub(crate) fn test(&self, board: &Board, target: Target, gradient: &mut Gradient) {
        self.look(board, target, gradient, false);
    }

    fn look(&self, board: &Board, target: Target, gradient: &mut Gradient, is_learning: bool) {
        let Gradient { numbers, errors, seen } = gradient;
        let mut sums = self.describe(board, seen);
        for sum in &mut sums {
            *sum *= SUM_SCALE;
        }
        let (hidden, logit) = self.value(&sums);
        let chance = 1.0 / (1.0 + (-logit).exp());
        let likely = |chance: f32| f64::from(chance.max(1e-6).ln());
        errors.value -= f64::from(target.wins) * likely(chance) + f64::from(1.0 - target.wins) * likely(1.0 - chance);
        errors.count += 1;
        let policy = &self.numbers[at::policy()..];
        for cell in seen.iter_mut() {
            cell.rank = dot(&cell.cell, policy);
        }
        let highest = seen.iter().map(|cell| cell.rank).fold(f32::NEG_INFINITY, f32::max);
        let total: f32 = seen.iter().map(|cell| (cell.rank - highest).exp()).sum();
        if let Some(best) = seen.iter().find(|cell| cell.point == target.best) {
            errors.policy -= likely((best.rank - highest).exp() / total);
            errors.first += f64::from(u8::from(best.rank >= highest));
        }
        if !is_learning {
            return;
        }
        let of_logit = chance - target.wins;
        let of_sums = self.value_gradient(numbers, &sums, &hidden, of_logit);
        let has_best = seen.iter().any(|cell| cell.point == target.best);
        for cell in seen.iter() {
            let expected = if cell.point == target.best { 1.0 } else { 0.0 };
            let of_rank = if has_best { POLICY_SHARE * ((cell.rank - highest).exp() / total - expected) } else { 0.0 };
            let mut of_cell = [0.0; BOTH];
            for channel in 0..BOTH {
                numbers[at::policy() + channel] += of_rank * cell.cell[channel];
                let change = of_sums[channel] + of_rank * policy[channel];
                of_cell[channel] = if cell.cell[channel] > 0.0 { change } else { 0.0 };
            }
            for (rows, of_side) in cell.rows.iter().zip(of_cell.chunks_exact(CHANNELS)) {
                for &row in rows.iter().filter(|&&row| row != 0) {
                    let begin = usize::from(row) * CHANNELS;
                    for (number, change) in numbers[begin..begin + CHANNELS].iter_mut().zip(of_side) {
                        *number += change;
                    }
                }
            }
        }
    }

    /// Describes the cells with stones around them; the sum of their descriptions.
    fn describe(&self, board: &Board, seen: &mut Vec<Seen>) -> [f32; BOTH] {
        let all = Surroundings::all();
        let mut sums = [0.0; BOTH];
        seen.clear();
        for &point in board.points.iter().filter(|point| !board.cells[point.index()]) {
            let mut rows = [[0u16; 4]; 2];
            for (direction, words) in board.lines.iter().enumerate() {
                let (line, place) = place(point, direction);
                let black = all.at(words[line], place);
                let both = [black as u16, all.exchanged(black) as u16];
                let own = board.side.index();
                (rows[0][direction], rows[1][direction]) = (both[own], both[1 - own]);
            }
            if rows[0] == [0; 4] {
                continue;
            }
            let mut cell = [0.0; BOTH];
            for (rows, side) in rows.iter().zip(cell.chunks_exact_mut(CHANNELS)) {
                for &row in rows {
                    let begin = usize::from(row) * CHANNELS;
                    for (sum, number) in side.iter_mut().zip(&self.numbers[begin..begin + CHANNELS]) {
                        *sum += number;
                    }
                }
            }
            for channel in 0..BOTH {
                cell[channel] = cell[channel].max(0.0);
                sums[channel] += cell[channel];
            }
            seen.push(Seen { point, rows, cell, rank: 0.0 });
        }
        sums
    }

    /// The hidden units and the value, as a logit.
    fn value(&self, sums: &[f32; BOTH]) -> ([f32; HIDDEN], f32) {
        let mut hidden = [0.0; HIDDEN];
        for (unit, hidden) in hidden.iter_mut().enumerate() {
            let weights = &self.numbers[at::hidden() + unit * BOTH..];
            *hidden = (dot(sums, weights) + self.numbers[at::hidden_bias() + unit]).max(0.0);
        }
        let direct = dot(sums, &self.numbers[at::direct()..]);
        (hidden, dot(&hidden, &self.numbers[at::value()..]) + direct + self.numbers[at::value_bias()])
    }

    /// Adds the gradient of the layers; that of the sums over all cells.
    fn value_gradient(
        &self,
        numbers: &mut [f32],
        sums: &[f32; BOTH],
        hidden: &[f32; HIDDEN],
        of_logit: f32,
    ) -> [f32; BOTH] {
        let mut of_sums = [0.0; BOTH];
        numbers[at::value_bias()] += of_logit;
        for channel in 0..BOTH {
            numbers[at::direct() + channel] += of_logit * sums[channel];
            of_sums[channel] = of_logit * self.numbers[at::direct() + channel];
        }
        for unit in (0..HIDDEN).filter(|&unit| hidden[unit] > 0.0) {
            numbers[at::value() + unit] += of_logit * hidden[unit];
            let of_hidden = of_logit * self.numbers[at::value() + unit];
            numbers[at::hidden_bias() + unit] += of_hidden;
            let begin = at::hidden() + unit * BOTH;
            for channel in 0..BOTH {
                numbers[begin + channel] += of_hidden * sums[channel];
                of_sums[channel] += of_hidden * self.numbers[begin + channel];
            }
        }
        of_sums.map(|change| change * SUM_SCALE)
    }

    /// The chance of the side to move to win, as the logarithm of its odds.
    #[cfg(test)]
    pub(super) fn logit(&self, board: &Board) -> f32 {
        let sums = self.describe(board, &mut Vec::new()).map(|sum| sum * SUM_SCALE);
        self.value(&sums).1
    }

    /// Changes one number.
    #[cfg(test)]
    pub(super) fn shift(&mut self, place: usize, step: f32) {
        self.numbers[place] += step;
    }

    /// A step against the gradients of the parts of a batch, which begin anew; the sums of their errors.
    pub(crate) fn step(&mut self, parts: &mut [Gradient], rate: f32) -> Errors {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        let mut errors = Errors::default();
        for part in parts.iter() {
            errors.add(&part.errors);
        }
        self.steps += 1;
        let share = 1.0 / errors.count.max(1) as f32;
        let (unbiased, squares) = (1.0 - MEAN.powi(self.steps), 1.0 - SQUARE.powi(self.steps));
        let (rows, layers) = (at::hidden(), at::count());
        for place in CHANNELS..layers {
            let gradient = share * parts.iter().map(|part| part.numbers[place]).sum::<f32>();
            let (mean, square) = (&mut self.means[place], &mut self.squares[place]);
            *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
            *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
            let step = rate * (*mean / unbiased) / ((*square / squares).sqrt() + 1e-8);
            let most = if place < rows { f32::from(MOST_ROW) / ROW_UNIT } else { f32::from(MOST_WEIGHT) / WEIGHT_UNIT };
            self.numbers[place] = (self.numbers[place] - step).clamp(-most, most);
        }
        for part in parts {
            part.numbers.fill(0.0);
            part.errors = Errors::default();
        }
        errors
    }

    /// The network in whole numbers.
    pub(crate) fn network(&self) -> Network {
        let row = |number: usize| {
            std::array::from_fn(|channel| rounded(self.numbers[number * CHANNELS + channel] * ROW_UNIT, MOST_ROW))
        };
        let rows: Vec<[i16; CHANNELS]> = (0..Surroundings::all().count()).map(row).collect();
        let weight = |place: usize| rounded(self.numbers[place] * WEIGHT_UNIT, MOST_WEIGHT);
        let layers = Layers {
            hidden: std::array::from_fn(|unit| {
                std::array::from_fn(|channel| weight(at::hidden() + unit * BOTH + channel))
            }),
            hidden_bias: std::array::from_fn(|unit| (self.numbers[at::hidden_bias() + unit] * HIDDEN_UNIT) as i32),
            value: std::array::from_fn(|unit| weight(at::value() + unit)),
            direct: std::array::from_fn(|channel| weight(at::direct() + channel)),
            value_bias: (self.numbers[at::value_bias()] * VALUE_UNIT) as i32,
            policy: std::array::from_fn(|channel| weight(at::policy() + channel)),
        };
        Network::new(&rows, layers)
    }
}

fn rounded(number: f32, most: i16) -> i16 {
    number.round().clamp(-f32::from(most), f32::from(most)) as i16
}

/// Summed in eight lanes, in a fixed order.
fn dot(numbers: &[f32], weights: &[f32]) -> f32 {
    let mut lanes = [0.0; 8];
    for (numbers, weights) in numbers.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for (lane, (number, weight)) in lanes.iter_mut().zip(numbers.iter().zip(weights)) {
            *lane += number * weight;
        }
    }
    lanes.iter().sum()
}

const _: () = assert!(MARGIN > super::surroundings::REACH);
