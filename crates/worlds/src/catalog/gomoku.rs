//! Gomoku: the parameters of its trials. Size of the board and rule are no parameters: they belong to the position.

use serde_json::Value;

use super::game::{
    GAME_ALGORITHMS, PLAIN_GAME, ends_by_itself, evaluation_names, feature_names, followed_by, has_table, left_out,
    remove_if_off, settle_playouts, settle_probcut, settle_search, settle_techniques, technique_names,
};
use super::parameter::{
    CANDIDATES, EVALUATION, EXPLORATION, FIRST_PLAY, KEEP_TABLE, LEARN, MARGIN, ORDERING, Parameter, SHORTEST,
    TABLE_BITS, THREATS, WEIGHTS, WIN_DISCOUNT, settle_threads, threads,
};
use super::weights::NamedWeights;
use super::{Name, Words, WorldInfo, name, words};
use crate::gomoku::engine::{self, Technique, Techniques};
use crate::gomoku::evaluation::{FEATURES, PRESETS, SCHEME};
use crate::gomoku::learned::{LEARNED, Network, shipped};
use crate::gomoku::solver;
use crate::gomoku::{Candidates, Evaluation};
use searchlab_search::about::AlgorithmInfo;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics};
use searchlab_trial::record::Params;
use searchlab_trial::record::Trial;

/// Gomoku.
pub const GOMOKU: WorldInfo = WorldInfo {
    name: name("gomoku", "Gomoku, five in a row, on boards of 5x5 to 22x22, by four rules"),
    algorithms: &ALGORITHMS,
    solvers: &[&solver::VCF, &solver::VCT, &solver::PNS, &solver::LAMBDA, &solver::GUIDED],
    parameters: &[&EVALUATION, &WEIGHTS, &CANDIDATES.parameter, &MARGIN.parameter, &WIN_DISCOUNT.parameter],
    defaults: &[
        (EVALUATION.key(), "pattern"),
        (ORDERING.key(), "table,killer,static,history"),
        // The moves that are best by their shapes are to be tried often before the worst are tried at all.
        (EXPLORATION.key(), "1"),
        (FIRST_PLAY.key(), "0.7"),
    ],
    evaluations: &EVALUATIONS,
    features: &FEATURE_NAMES,
    techniques: &TECHNIQUES,
    scheme: Some(&SCHEME),
    deepest: DEEPEST,
    settle,
    ..PLAIN_GAME
};

/// The algorithms that only Gomoku has.
const OWN: &[&AlgorithmInfo] = &[&engine::ABOUT];

const ALGORITHMS: [&AlgorithmInfo; GAME_ALGORITHMS.len() + OWN.len()] = followed_by(OWN);

/// The mixes of features, then the learned one.
const EVALUATIONS: [Name; PRESETS.len() + 1] = evaluation_names(
    PRESETS,
    name(LEARNED, "a small network over the surroundings of each cell, learned from games (`searchlab gomoku train`)"),
);

static FILES: NamedWeights<Network> = NamedWeights::new(shipped, Network::from_bytes, "searchlab gomoku train");

const FEATURE_NAMES: [Name; FEATURES.len()] = feature_names(FEATURES);

const TECHNIQUES: [Name; Technique::ALL.len()] = technique_names(Technique::WORDS);

/// Most plies of a search.
pub(crate) const DEEPEST: u32 = 60;

/// Cells around the box of the stones, if none are given.
const USUAL_MARGIN: u8 = 2;

fn settle(about: &AlgorithmInfo, params: &mut Params) -> Result<(), Diagnostics> {
    settle_search(about, params)?;
    settle_threads(params)?;
    settle_probcut(params, false)?;
    settle_techniques(params, GOMOKU.techniques)?;
    let text = EVALUATION.text(params)?.map(str::to_owned);
    if text.as_deref() == Some(LEARNED) {
        FILES.settle(params)?;
    } else {
        params.remove(WEIGHTS.key());
    }
    let Some(text) = text else { return Ok(()) };
    let parsed = if text == LEARNED { Evaluation::learned(shipped()) } else { text.parse()? };
    params.insert(EVALUATION.key().to_owned(), Value::from(parsed.to_string()));
    settle_playouts(about, params);
    settle_discount(&parsed, params)?;
    if !GOMOKU.parameters_of(about).any(|parameter| parameter.name.name == CANDIDATES.key()) {
        return Ok(());
    }
    // An evaluation that is never asked decides nothing.
    let is_of_rows = parsed.is_of_rows() && params.contains_key(EVALUATION.key());
    let usual = if is_of_rows { "box" } else { "patterns" };
    params.entry(CANDIDATES.key().to_owned()).or_insert_with(|| Value::from(usual));
    // Without a box there is no margin of it.
    if matches!(candidates(params)?, Candidates::Box(_)) {
        params.entry(MARGIN.key().to_owned()).or_insert_with(|| Value::from(USUAL_MARGIN));
    } else {
        params.remove(MARGIN.key());
    }
    Ok(())
}

/// None is written down as nothing; one needs a five whose value it takes from.
fn settle_discount(evaluation: &Evaluation, params: &mut Params) -> Result<(), Diagnostics> {
    match WIN_DISCOUNT.of(params)? {
        None => return Ok(()),
        Some(0) => drop(params.remove(WIN_DISCOUNT.key())),
        Some(_) if evaluation.values_five() && params.contains_key(EVALUATION.key()) => {}
        Some(_) => {
            let problem = Diagnostic::new("`win-discount` takes from the value of a five, and here five have none");
            return Err(problem.help("take the evaluation ustc or ustc-alike, or give a weight: five=N").into());
        }
    }
    Ok(())
}

/// Parameters of players that search with this algorithm: to learn, and to keep its transposition table. None where
/// results are random, since what it found would not be found again.
pub(crate) fn player_parameters(about: &AlgorithmInfo) -> &'static [&'static Parameter] {
    match () {
        () if ends_by_itself(about) => &[],
        () if has_table(about) => &[&LEARN.parameter, &KEEP_TABLE.parameter],
        () => &[&LEARN.parameter],
    }
}

/// Removes the switches that are off.
///
/// # Errors
/// A word that is neither on nor off.
pub fn settle_player(params: &mut Params) -> Result<(), Diagnostics> {
    remove_if_off(&LEARN, params)?;
    remove_if_off(&KEEP_TABLE, params)
}

/// The rules of candidates; the box with its usual margin.
pub(super) const CANDIDATE_WORDS: Words<Candidates> = words! {
    "patterns" => Candidates::Patterns,
        "where either side makes an open two, a sleeping three or better; where one makes five, nothing else";
    "box" => Candidates::Box(USUAL_MARGIN),
        "in the smallest box around the stones, so many cells wider as `margin` says";
    "all" => Candidates::All, "everywhere";
};

/// The evaluation of a trial; the usual one of a search that asks for none.
///
/// # Errors
/// A text that is no evaluation, weights that have not been read.
pub fn evaluation(params: &Params) -> Result<Evaluation, Diagnostics> {
    let parsed = match EVALUATION.text(params)? {
        Some(LEARNED) => Evaluation::learned(FILES.of(params)?.unwrap_or_else(shipped)),
        text => text.map(str::parse).transpose()?.unwrap_or_default(),
    };
    Ok(parsed.with_discount(WIN_DISCOUNT.of(params)?.unwrap_or(0) as u16))
}

/// The weights of the learned evaluation by what a user types: those that come with the program, or a file.
///
/// # Errors
/// A file that cannot be read, or that holds no weights.
pub fn read_weights(text: &str) -> Result<&'static Network, Diagnostics> {
    FILES.read(text)
}

/// Which cells a trial considers.
///
/// # Errors
/// A value that a parameter does not have.
pub(crate) fn candidates(params: &Params) -> Result<Candidates, Diagnostics> {
    Ok(match (CANDIDATES.of(params)?, MARGIN.of(params)?) {
        (Some(Candidates::Box(_)), Some(margin)) => Candidates::Box(margin as u8),
        (candidates, _) => candidates.unwrap_or(Candidates::Patterns),
    })
}

/// The options of the engine that a trial sets.
///
/// # Errors
/// A value that a parameter does not have.
pub(crate) fn engine_options(trial: &Trial) -> Result<engine::Options, Diagnostics> {
    let left_out = left_out(&trial.params, GOMOKU.techniques)?;
    let techniques = Techniques::all_but(|name| left_out.contains(&name));
    Ok(engine::Options { depth: trial.depth.unwrap_or(DEEPEST), techniques, threads: threads(&trial.params)? })
}

/// The options of a solver that a trial sets.
///
/// # Errors
/// A value that a parameter does not have.
pub fn solver_options(params: &Params) -> Result<solver::Options, Diagnostics> {
    let usual = solver::Options::default();
    Ok(solver::Options {
        is_shortest: SHORTEST.of(params)?.unwrap_or(usual.is_shortest),
        width: THREATS.of(params)?.unwrap_or(usual.width),
        bits: TABLE_BITS.of(params)?.unwrap_or(usual.bits),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::evaluation::Preset;

    fn settled(given: &[(&str, &str)]) -> Result<Params, Diagnostics> {
        GOMOKU.resolve(GOMOKU.algorithm("alphabeta").unwrap(), given)
    }

    #[test]
    fn the_evaluation_decides_what_is_considered_unless_that_is_said() {
        let chosen = |given: &[(&str, &str)]| candidates(&settled(given).unwrap()).unwrap();
        assert_eq!(chosen(&[]), Candidates::Patterns);
        assert_eq!(chosen(&[("evaluation", "pattern,row-four=3")]), Candidates::Patterns);
        assert_eq!(chosen(&[("evaluation", "row-four=3,tempo=1")]), Candidates::Box(2));
        assert_eq!(chosen(&[("evaluation", "ustc-rows")]), Candidates::Box(2));
        assert_eq!(chosen(&[("evaluation", "ustc-rows"), ("margin", "3")]), Candidates::Box(3));
        assert_eq!(chosen(&[("evaluation", "ustc-rows"), ("candidates", "patterns")]), Candidates::Patterns);
        assert_eq!(chosen(&[("candidates", "box"), ("margin", "0")]), Candidates::Box(0));
        assert_eq!(chosen(&[("candidates", "all")]), Candidates::All);
        let without_box = settled(&[("candidates", "all"), ("margin", "1")]).unwrap();
        assert_eq!(without_box, settled(&[("candidates", "all")]).unwrap());
    }

    #[test]
    fn a_discount_of_wins_needs_a_five_with_a_value_and_none_is_not_written_down() {
        let with = |evaluation, discount| settled(&[("evaluation", evaluation), ("win-discount", discount)]);
        for none in ["off", "0", "0.000"] {
            assert_eq!(with("ustc-report", none).unwrap(), settled(&[("evaluation", "ustc-report")]).unwrap());
        }
        assert_eq!(with("ustc", "0.05").unwrap()["win-discount"], 0.05);
        let worth = |params: &Params| {
            let four = ["h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"].concat();
            let source = searchlab_trial::diagnostic::Source::new("five", four);
            let given = crate::gomoku::format::read_position(&source, crate::gomoku::Setting::default()).unwrap();
            let game = crate::gomoku::Gomoku::new(&given.position, Candidates::All);
            searchlab_search::game::Evaluator::finished(&evaluation(params).unwrap(), &game, 3)
        };
        assert_eq!(worth(&with("ustc", "0.05").unwrap()), -850_000);
        assert_eq!(worth(&with("ustc-alike", "0.125").unwrap()), -625_000);
        assert_eq!(worth(&with("ustc-report", "off").unwrap()), -1_000_000);
        for (evaluation, discount, expected) in [
            ("ustc-rows", "0.05", "here five have none"),
            ("pattern", "0.05", "take the evaluation ustc or"),
            ("ustc-report", "1.5", "expected off or"),
        ] {
            let wrong = with(evaluation, discount).unwrap_err().to_string();
            assert!(wrong.contains(expected), "{wrong}");
        }
    }

    #[test]
    fn evaluations_are_read_as_they_are_printed() {
        for (typed, printed) in [
            ("pattern", "pattern"),
            ("ustc-rows", "ustc-rows"),
            (" pattern , line-four = 50", "pattern,line-four=50"),
            ("pattern,line-four=-7,cell-two=-20", "pattern"),
            ("tempo=1,row-four=3", "row-four=3,tempo=1"),
        ] {
            let evaluation: Evaluation = typed.parse().unwrap_or_else(|problems: Diagnostics| panic!("{problems}"));
            assert_eq!(evaluation.to_string(), printed);
        }
        let of = |evaluation: &Evaluation| evaluation.preset().map(|preset: &Preset| preset.name);
        assert_eq!(of(&"ustc-rows,tempo=3".parse().unwrap()), Some("ustc-rows"));
        for (typed, expected) in [
            ("patern", "did you mean \"pattern\"?"),
            ("line-for=3", "did you mean \"line-four\"?"),
            ("row-four=1000000", "expected a whole number from -999,999 to 999,999"),
            ("line-four", "write line-four=N"),
            ("tempo=0", "no feature has a weight"),
            ("pattern,,", "such as pattern,line-four=50"),
        ] {
            let wrong = typed.parse::<Evaluation>().unwrap_err().to_string();
            assert!(wrong.contains(expected), "{typed}: {wrong}");
        }
    }
}
