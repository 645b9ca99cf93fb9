//! Calibration of ProbCut: forecasts of the values of deep searches from those of shallow ones, measured.
//!
//! Idea        From each game a position of each stage is valued and searched to all depths. For each pair of a deep and
//!             a shallow depth and each stage, the line deep = slope · shallow + offset is fitted by least squares on half
//!             of the games. On the other half the same searches say how often ProbCut would have cut, and how often
//!             wrongly: at the window that a search would have there, which is the value of the position before.
//! Source      Buro, ICCA Journal 18(2) (1995); Buro, NECI technical report 96 (1997).
//! Guarantees  The same numbers for the same games and the same seed, however many threads take part: all values are
//!             those of MiniMax. No position of one half is in the other.
//! Not here    Where the games come from (games.rs), and what a search does with the numbers (search/game/probcut.rs).

use std::collections::BTreeSet;

use super::Chance;
use super::games::{Played, any_of};
use super::values::values;
use crate::othello::board::Board;
use crate::othello::learned::Weights;
use crate::othello::learned::forecasts::Forecasts;
use crate::othello::learned::weights::{STAGES, stage_of};
use searchlab_search::game::score::is_decisive;
use searchlab_search::game::{Forecast, Replacement, Score, Table};

/// Deep and shallow depths, whose leaves have the same side to move; of two with the same deep one the cheaper first.
/// A depth of 0 is the static value.
pub(crate) const PAIRS: [(u32, u32); 17] = [
    (2, 0),
    (3, 1),
    (4, 0),
    (4, 2),
    (5, 1),
    (5, 3),
    (6, 2),
    (6, 4),
    (7, 1),
    (7, 3),
    (8, 2),
    (8, 4),
    (9, 3),
    (9, 5),
    (10, 4),
    (10, 6),
    (11, 5),
];

/// Plies of the deepest search with a line. Beyond the deepest that is measured it is the line of two plies fewer, whose
/// errors are no smaller.
const DEEPEST: u32 = 20;

/// The confidences for which errors are counted, in thousandths of a standard deviation.
pub(crate) const CONFIDENCES: [u32; 4] = [1000, 1500, 2000, 2500];

/// Bits of the table that a thread needs.
pub const TABLE_BITS: u32 = 17;

/// Fewer positions than this say nothing of a stage: the first moves, which are the same in all games.
pub const LEAST_POSITIONS: usize = 40;

/// A position with its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Searched {
    /// The number of its game.
    pub game: u32,
    /// The discs.
    pub board: Board,
    /// The static value, and those of searches of 1, 2, 3 … plies.
    pub values: Vec<Score>,
    /// For those of the half that is held out: the same of the position before it, for the side that was to move there.
    pub before: Vec<Score>,
}

impl Searched {
    fn value(&self, depth: u32) -> Option<Score> {
        self.values.get(depth as usize).copied().filter(|&value| !is_decisive(value))
    }

    /// The least value with which the side to move refutes the move that led here: the window of the search of this depth.
    fn beta(&self, depth: u32) -> Option<Score> {
        // A search would have gone two plies deeper there; with these the same side is to move at the leaves.
        self.before.get(depth as usize - 1).map(|value| -value).filter(|&value| !is_decisive(value))
    }

    fn stage(&self) -> usize {
        stage_of(self.board.empties())
    }
}

/// True if a game is kept for counting errors.
const fn is_held_out(game: u32) -> bool {
    game % 2 == 1
}

/// Searches the positions of a game that are measured, to `deepest` plies: one of each stage that has more empty squares
/// than a deep search of the least depth has plies, after the move of the game or, in every other, after any move.
pub fn search(
    game: &Played,
    number: u32,
    seed: u64,
    deepest: u32,
    weights: &'static Weights,
    table: &mut Table,
) -> Vec<Searched> {
    let mut chance = Chance::new(!seed, u64::from(number));
    let mut searched = Vec::new();
    for stage in 0..STAGES {
        let of_stage = |board: &Board| stage_of(board.empties()) == stage;
        let places: Vec<usize> =
            (1..game.positions.len()).filter(|&place| of_stage(&game.positions[place].0)).collect();
        let (drawn, is_any) = (chance.below(places.len().max(1) as u32), chance.below(2) == 1);
        let Some(&place) = places.get(drawn as usize) else { continue };
        let (before, of_game) = (game.positions[place - 1].0, game.positions[place].0);
        let any = any_of(before.moves(), &mut chance);
        let board = if is_any { before.placed(any, before.flips(any)) } else { of_game };
        // A pass between the two would leave the position before without a window.
        let is_next = is_any || of_game.own & before.opponent == of_game.own;
        let depth = deepest_of(stage).min(deepest);
        if board.moves() == 0 || !is_next || depth == 0 {
            continue;
        }
        let before = if is_held_out(number) { values(before, depth - 1, None, weights, table) } else { Vec::new() };
        searched.push(Searched { game: number, board, values: values(board, depth, None, weights, table), before });
    }
    searched
}

/// The deepest search of a stage that ends before the game does, 0 if there is none that could be cut.
fn deepest_of(stage: usize) -> u32 {
    PAIRS.iter().map(|pair| pair.0).filter(|&deep| deep < least_empties(stage)).max().unwrap_or(0)
}

fn least_empties(stage: usize) -> u32 {
    (1..=60).find(|&empties| stage_of(empties) == stage).unwrap_or(0)
}

/// A table for a thread; `None` if there is no memory for it.
pub fn table() -> Option<Table> {
    Table::new(TABLE_BITS, Replacement::TwoSlot)
}

/// The cuts that ProbCut would have made at nodes that were searched in full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Trials {
    /// Nodes at which it was asked.
    pub nodes: usize,
    /// For each of `CONFIDENCES`: nodes that it would have cut.
    pub cuts: [usize; CONFIDENCES.len()],
    /// For each of them: nodes that it would have cut although the deep value was on the other side.
    pub wrong: [usize; CONFIDENCES.len()],
}

impl Trials {
    /// Both together.
    pub fn plus(&self, other: &Self) -> Self {
        let sum = |one: &[usize; CONFIDENCES.len()], two: &[usize; CONFIDENCES.len()]| {
            std::array::from_fn(|place| one[place] + two[place])
        };
        Self {
            nodes: self.nodes + other.nodes,
            cuts: sum(&self.cuts, &other.cuts),
            wrong: sum(&self.wrong, &other.wrong),
        }
    }

    fn add(&mut self, forecast: &Forecast, shallow: Score, deep: Score, beta: Score) {
        self.nodes += 1;
        for (place, &confidence) in CONFIDENCES.iter().enumerate() {
            let is_high = shallow >= forecast.at_least(beta, confidence);
            let is_low = shallow <= forecast.at_most(beta - 1, confidence);
            self.cuts[place] += usize::from(is_high || is_low);
            self.wrong[place] += usize::from(is_high && deep < beta || is_low && deep >= beta);
        }
    }
}

/// The measurement of a pair of depths at a stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measured {
    /// Plies of the deep search.
    pub deep: u32,
    /// The stage, 0 for the last plies.
    pub stage: usize,
    /// Positions that the line was fitted to.
    pub positions: usize,
    /// The line, with the plies of the shallow search.
    pub forecast: Forecast,
    /// The outcome of the line at positions of other games.
    pub trials: Trials,
}

/// Fits a line for each pair and stage of which there are enough positions, and tries it on the half that is held out.
pub fn measure(searched: &[Searched]) -> Vec<Measured> {
    let mut seen = BTreeSet::new();
    // The half that is fitted comes first, so that what both have is no trial.
    let (held_out, fitted): (Vec<&Searched>, Vec<&Searched>) = searched.iter().partition(|each| is_held_out(each.game));
    let mut unseen = |all: Vec<&Searched>| -> Vec<Searched> {
        let new = |each: &&Searched| seen.insert((each.board.own, each.board.opponent));
        all.into_iter().filter(new).cloned().collect()
    };
    let (fitted, held_out) = (unseen(fitted), unseen(held_out));
    let stages = |pair| (0..STAGES).map(move |stage| (pair, stage));
    PAIRS.into_iter().flat_map(stages).filter_map(|(pair, stage)| measured(pair, stage, &fitted, &held_out)).collect()
}

fn measured((deep, shallow): (u32, u32), stage: usize, fitted: &[Searched], held_out: &[Searched]) -> Option<Measured> {
    let of_stage = |each: &&Searched| each.stage() == stage;
    let pair = |each: &Searched| Some((each.value(shallow)?, each.value(deep)?));
    let values: Vec<(Score, Score)> = fitted.iter().filter(of_stage).filter_map(pair).collect();
    let forecast = line(&values, shallow)?;
    let mut trials = Trials::default();
    for each in held_out.iter().filter(of_stage) {
        if let (Some((shallow, deep)), Some(beta)) = (pair(each), each.beta(deep)) {
            trials.add(&forecast, shallow, deep, beta);
        }
    }
    Some(Measured { deep, stage, positions: values.len(), forecast, trials })
}

/// The line of least squares through pairs of a shallow and a deep value. The sums are whole numbers, so they are the
/// same on every machine.
fn line(values: &[(Score, Score)], shallow: u32) -> Option<Forecast> {
    let sum = |term: fn(i64, i64) -> i64| -> i64 { values.iter().map(|&(x, y)| term(x.into(), y.into())).sum() };
    let (x, y) = (sum(|x, _| x), sum(|_, y| y));
    let (xx, xy, yy) = (sum(|x, _| x * x), sum(|x, y| x * y), sum(|_, y| y * y));
    let n = values.len() as i64;
    // n² times variances and covariance.
    let spread = |products: i64, one: i64, two: i64| (n * products - one * two) as f64;
    let (of_x, of_both, of_y) = (spread(xx, x, x), spread(xy, x, y), spread(yy, y, y));
    if values.len() < LEAST_POSITIONS || of_x <= 0.0 || of_both <= 0.0 {
        return None;
    }
    let slope = of_both / of_x;
    let offset = (y as f64 - slope * x as f64) / n as f64;
    let sigma = ((of_y - slope * of_both).max(0.0) / (n as f64 * (n - 2) as f64)).sqrt();
    let [slope, offset, sigma] = [slope, offset, sigma].map(|number| (number * 1000.0).round() as i32);
    (slope > 0).then_some(Forecast { shallow, slope, offset, sigma })
}

/// All lines together, as a search takes them.
pub fn forecasts(measured: &[Measured]) -> Forecasts {
    let mut forecasts = Forecasts::default();
    for each in measured {
        forecasts.push(each.deep, each.stage, each.forecast);
    }
    let deepest = measured.iter().map(|each| each.deep).max().unwrap_or(DEEPEST);
    for deep in deepest + 1..=DEEPEST {
        // As those that are measured, they end before the game does.
        for stage in (0..STAGES).filter(|&stage| deep < least_empties(stage)) {
            for forecast in forecasts.of(deep - 2, stage).to_vec() {
                forecasts.push(deep, stage, Forecast { shallow: forecast.shallow + 2, ..forecast });
            }
        }
    }
    forecasts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::learned::shipped;

    fn searched(games: std::ops::Range<u32>) -> Vec<Searched> {
        let mut table = table().expect("small");
        games.flat_map(|game| search(&Played::own(3, u64::from(game)), game, 3, 3, shipped(), &mut table)).collect()
    }

    #[test]
    fn the_line_is_that_of_least_squares() {
        // y = 2x + 3, with 1 more and 1 less in turn.
        let values: Vec<(i32, i32)> =
            (0..100).map(|x| (x / 2, x / 2 * 2 + 3 + if x % 2 == 0 { 1 } else { -1 })).collect();
        let found = line(&values, 1).expect("enough points");
        assert_eq!((found.slope, found.offset), (2000, 3000));
        // The root of 100 / 98.
        assert_eq!(found.sigma, 1010);
        assert_eq!(line(&values[..10], 1), None, "too few");
        assert_eq!(line(&[(5, 5); 100], 1), None, "no slope");
    }

    #[test]
    fn a_seed_gives_the_same_numbers() {
        let all = searched(0..120);
        assert_eq!(all[..], [searched(0..50), searched(50..120)].concat()[..], "whoever searches which games");
        let measured = measure(&all);
        assert!(measured.iter().all(|each| [(2, 0), (3, 1)].contains(&(each.deep, each.forecast.shallow))));
        assert!(measured.len() >= 10, "{} stages", measured.len());
        for each in &measured {
            assert!((500..1500).contains(&each.forecast.slope) && each.forecast.sigma > 0, "{each:?}");
            assert!(each.trials.nodes > 0 && each.trials.cuts.is_sorted_by(|one, two| one >= two), "{each:?}");
            assert!(each.trials.wrong.iter().zip(&each.trials.cuts).all(|(wrong, cuts)| wrong <= cuts), "{each:?}");
        }
        let text = forecasts(&measured).to_text("a test");
        assert_eq!(Forecasts::from_text(&text), Ok(forecasts(&measured)));
    }
}
