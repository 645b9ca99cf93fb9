//! A position, an algorithm and a budget in; a verdict with its proof out.

use super::super::board::{Point, Position};
use super::super::patterns::Patterns;
use super::guided::{Guide, Unguided};
use super::lambda::Lambda;
use super::pns::ProofSearch;
use super::proof::{ANY_PLIES, Proof, Prover, fours_within, prove};
use super::threats::{ALL_FOURS, Threats, Watch, Width};
use super::vct::Deepening;
use searchlab_search::about::{AlgorithmInfo, Guarantee};
use searchlab_search::budget::{Budget, Meter, Status};
use searchlab_search::observer::{Event, Observer};

/// How wins are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Victory by continuous fours alone.
    Vcf,
    /// Victory by continuous threats, by iterative deepening.
    Vct,
    /// Proof-number search over threats.
    Pns,
    /// Lambda search: moves that threaten wins by threats.
    Lambda,
    /// Lambda search with the proposals of a guide.
    Guided,
}

impl Algorithm {
    /// All of them, in the order of the documentation.
    pub const ALL: [Self; 5] = [Self::Vcf, Self::Vct, Self::Pns, Self::Lambda, Self::Guided];

    /// Its name, idea and parameters.
    pub const fn about(self) -> &'static AlgorithmInfo {
        match self {
            Self::Vcf => &VCF,
            Self::Vct => &VCT,
            Self::Pns => &PNS,
            Self::Lambda => &LAMBDA,
            Self::Guided => &GUIDED,
        }
    }

    /// The algorithm of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.about().name == name)
    }
}

/// Victory by continuous fours.
pub const VCF: AlgorithmInfo = AlgorithmInfo {
    name: "vcf",
    summary: "wins by an unbroken sequence of fours",
    idea: "Every move of the attacker makes a four, so every reply is forced. Each four is tried, those that make more \
           besides first; positions that were refuted are remembered.",
    source: "Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993)",
    guarantee: Guarantee::ProvedWin,
    cost: "time grows exponentially with the fours that can be made, which are few; memory is the table's",
    parameters: &["shortest", "table-bits"],
    defaults: &[("table-bits", "20")],
};

/// Victory by continuous threats.
pub const VCT: AlgorithmInfo = AlgorithmInfo {
    name: "vct",
    summary: "wins by fours and threes, looked for deeper and deeper",
    idea: "Attacks by fours and by moves that threaten a win by fours, answers all replies that can matter, and deepens by \
           one threat at a time: first with fours and open threes alone, then with every threat of a win by fours.",
    source: "Allis, van den Herik, Huntjens, Go-Moku and Threat-Space Search (1993); Thomsen, Lambda-Search in Game Trees \
             (2000)",
    guarantee: Guarantee::ProvedWin,
    cost: "time grows exponentially with the length of the win; memory is the table's, 16 bytes an entry",
    parameters: &["shortest", "threats", "table-bits"],
    defaults: &[("table-bits", "20")],
};

/// Proof-number search.
pub const PNS: AlgorithmInfo = AlgorithmInfo {
    name: "pns",
    summary: "wins by fours and threes, by depth-first proof-number search",
    idea: "The tree of vct, searched where the fewest further leaves would prove or disprove a win. Finds long wins with few \
           choices sooner than deepening does.",
    source: "Allis, van der Meulen, van den Herik, Proof-Number Search, Artificial Intelligence 66 (1994); Nagai, Df-pn \
             Algorithm for Searching AND/OR Trees and Its Applications (2002)",
    guarantee: Guarantee::ProvedWin,
    cost: "time grows with the size of the smallest proof; memory is the table's, 16 bytes an entry",
    parameters: &["shortest", "threats", "table-bits"],
    defaults: &[("table-bits", "20")],
};

/// Lambda search.
pub const LAMBDA: AlgorithmInfo = AlgorithmInfo {
    name: "lambda",
    summary: "wins by quiet moves, too: those that threaten a win by fours and threes (lambda search)",
    idea: "Where pns finds no win, tries moves after which pns would win if the defender passed, and all replies to them. \
           Those that survive must lose to another such move. Begins with one quiet move and little effort, and goes on \
           with more of both.",
    source: "Thomsen, Lambda-Search in Game Trees - with Application to Go, ICGA Journal 23(4) (2000)",
    guarantee: Guarantee::ProvedWin,
    cost: "a search for threats for each reply to each quiet move; memory is the table's, 16 bytes an entry",
    parameters: &["shortest", "threats", "table-bits"],
    defaults: &[("table-bits", "20")],
};

/// Guided lambda search.
pub const GUIDED: AlgorithmInfo = AlgorithmInfo {
    name: "guided",
    summary: "wins by moves that the engine proposes, proved by lambda search against every reply",
    idea: "Where pns finds no win, asks the engine for a move that it holds for won. Each reply must lose: to threats, to a \
           move that won after other replies, or to another proposal. Goes on with lambda, then with more effort for all \
           three.",
    source: "Allis, Searching for Solutions in Games and Artificial Intelligence, thesis (1994); Thomsen, Lambda-Search in \
             Game Trees - with Application to Go, ICGA Journal 23(4) (2000)",
    guarantee: Guarantee::ProvedWin,
    cost: "a search of the engine for each reply that threats do not answer; memory is that of two tables, 16 bytes an entry",
    parameters: &["shortest", "threats", "table-bits"],
    defaults: &[("table-bits", "20")],
};

/// The options of a solve.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Options {
    /// True to go on until no shorter win by the same threats is left.
    pub is_shortest: bool,
    /// Which moves count as threats; not for [`Algorithm::Vcf`].
    pub width: Width,
    /// The table has 2^`bits` entries.
    pub bits: u32,
}

impl Default for Options {
    fn default() -> Self {
        Self { is_shortest: false, width: Width::VcfTable, bits: 20 }
    }
}

impl Options {
    /// Bits of each of the two memories of refuted fours.
    const fn fours_bits(self) -> u32 {
        if self.bits > 8 { self.bits - 4 } else { 4 }
    }

    /// Bytes of all tables, those of a guide not among them.
    pub const fn bytes(self) -> u64 {
        (16 << self.bits) + 2 * (8 << self.fours_bits())
    }
}

/// The result of a solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// [`Status::Solved`]: the side to move wins. [`Status::Unsolvable`]: not by the threats that were asked for, as far
    /// as they were looked at; the position may be won otherwise. Else the limit; a win that was found before it, and
    /// was only to be made shorter, is there all the same.
    pub status: Status,
    /// Plies to the five at most.
    pub plies: Option<u32>,
    /// The moves of both sides up to the five.
    pub line: Vec<Point>,
    /// The proof.
    pub proof: Option<Proof>,
}

/// Positions that the first look for a win by fours alone may try.
const FIRST_FUEL: u32 = 100_000;

/// Looks for a forced win of the side to move. Only [`Algorithm::Guided`] asks the guide.
pub fn solve<O: Observer>(
    position: &Position,
    algorithm: Algorithm,
    options: &Options,
    budget: &Budget,
    guide: impl Guide,
    observer: &mut O,
) -> Outcome {
    let mut meter = Meter::new(budget);
    let mut outcome = Outcome { status: Status::Unsolvable, plies: None, line: Vec::new(), proof: None };
    let bytes = options.bytes() + if algorithm == Algorithm::Guided { guide.bytes() } else { 0 };
    observer.on(Event::TableBytes(bytes));
    if let Err(limit) = meter.check(bytes) {
        outcome.status = limit;
        return outcome;
    }
    if position.five().is_some() {
        return outcome;
    }
    let mut patterns = Patterns::new(position);
    patterns.undescribe();
    let mut watch = Watch { meter: &mut meter, observer, patterns: &mut patterns };
    let mut proof = None;
    let end = find(&mut watch, algorithm, *options, guide, &mut proof);
    outcome.status = match end {
        Err(limit) => limit,
        Ok(()) if proof.is_some() => Status::Solved,
        Ok(()) => Status::Unsolvable,
    };
    if let Some(proof) = proof {
        (outcome.plies, outcome.line) = (Some(proof.plies()), proof.line(&mut patterns));
        outcome.proof = Some(proof);
    }
    outcome
}

fn find<O: Observer>(
    watch: &mut Watch<'_, '_, O>,
    algorithm: Algorithm,
    options: Options,
    guide: impl Guide,
    proof: &mut Option<Proof>,
) -> Result<(), Status> {
    let mut fours = OnlyFours(Threats::new(options.bits, Width::Threes));
    fours.0.win_fuel = if algorithm == Algorithm::Vcf { u32::MAX } else { FIRST_FUEL };
    let found = if algorithm == Algorithm::Vcf {
        fours.0.win_told(watch, ALL_FOURS)?
    } else {
        fours.0.win(watch, ALL_FOURS)?
    };
    if found.is_some() {
        *proof = prove(&mut fours, watch, ANY_PLIES)?;
    }
    drop(fours);
    if proof.is_none() {
        match algorithm {
            Algorithm::Vcf => {}
            Algorithm::Vct => {
                *proof = by_deepening(watch, Options { width: Width::Threes, ..options }, ANY_PLIES, false)?;
                if proof.is_none() && options.width > Width::Threes {
                    *proof = by_deepening(watch, options, ANY_PLIES, false)?;
                }
            }
            Algorithm::Pns => {
                let mut search = ProofSearch::new(options.bits, Threats::new(options.fours_bits(), options.width));
                if search.decide(watch)? {
                    *proof = prove(&mut search, watch, ANY_PLIES)?;
                }
            }
            Algorithm::Lambda => *proof = by_lambda(watch, options, Unguided)?,
            Algorithm::Guided => *proof = by_lambda(watch, options, guide)?,
        }
    }
    let Some(plies) = proof.as_ref().map(Proof::plies).filter(|&plies| options.is_shortest && plies > 1) else {
        return Ok(());
    };
    let shorter = if algorithm == Algorithm::Vcf {
        fewest_fours(watch, options, plies)?
    } else {
        by_deepening(watch, options, plies - 2, true)?
    };
    if shorter.is_some() {
        *proof = shorter;
    }
    Ok(())
}

fn by_lambda<O: Observer>(
    watch: &mut Watch<'_, '_, O>,
    options: Options,
    guide: impl Guide,
) -> Result<Option<Proof>, Status> {
    let mut search = Lambda::new(options.bits, Threats::new(options.fours_bits(), options.width), guide);
    if search.decide(watch)? { prove(&mut search, watch, ANY_PLIES) } else { Ok(None) }
}

fn by_deepening<O: Observer>(
    watch: &mut Watch<'_, '_, O>,
    options: Options,
    most: u32,
    is_shortest: bool,
) -> Result<Option<Proof>, Status> {
    let mut threats = Threats::new(options.fours_bits(), options.width);
    if is_shortest {
        // Few fours fit into few plies, and none may be missed.
        (threats.win_fuel, threats.threat_fuel) = (u32::MAX, u32::MAX);
    }
    let mut search = Deepening::new(options.bits, threats, is_shortest);
    let Some(plies) = search.decide(watch, most)? else { return Ok(None) };
    prove(&mut search, watch, if is_shortest { plies } else { ANY_PLIES })
}

/// The shortest win by fours alone, of fewer plies than one that is known.
fn fewest_fours<O: Observer>(
    watch: &mut Watch<'_, '_, O>,
    options: Options,
    known: u32,
) -> Result<Option<Proof>, Status> {
    let mut fours = OnlyFours(Threats::new(options.bits, Width::Threes));
    fours.0.win_fuel = u32::MAX;
    for plies in (1..known).step_by(2) {
        watch.observer.on(Event::Deepening { depth: plies });
        if fours.0.win_told(watch, fours_within(plies))?.is_some_and(|found| found <= plies) {
            return prove(&mut fours, watch, plies);
        }
    }
    Ok(None)
}

/// Knows no moves but fours.
struct OnlyFours(Threats);

impl Prover for OnlyFours {
    fn threats(&mut self) -> &mut Threats {
        &mut self.0
    }

    fn attack<O: Observer>(&mut self, _watch: &mut Watch<'_, '_, O>, _left: u32) -> Result<Option<Point>, Status> {
        Ok(None)
    }

    fn forget(&mut self) {}
}
