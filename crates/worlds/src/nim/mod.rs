//! Nim: heaps of counters, of which each side in turn takes any number from one heap. Who takes the last counter wins, or
//! in misère play loses.
//!
//! Source      Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901).
//! On a board  A heap is a column of counters, which belong to neither side and are drawn as those of black. A move stands
//!             where the lowest counter lay that it takes.

#[cfg(test)]
mod tests;

use crate::Side;
use crate::catalog::{EVALUATION, ORDERING, WorldInfo, name};
use crate::play::spec::DEPTHS;
use crate::play::{
    self, BoardGame, BoardMaterial, Cell, GameCommands, GameWorld, INITIAL, Mark, NoProtocol, Players, SearchableGame,
    TuiBoard, letter, letters, read_each, read_letter_and_number,
};
use crate::run::plain::{PlainGame, PlainRunner, compiled_here};
use crate::weights::{Feature, FeatureSet, Preset, linear_evaluation};
use crate::world::{Given, Key, KeyKind, Way};
use searchlab_search::budget::Budget;
use searchlab_search::game::{Evaluator, Game, Outcome, Score, splitmix64};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::text::counted;

/// Most heaps.
const HEAPS: usize = 8;

/// Most counters of a heap.
const MOST: u8 = 31;

const MISERE: &str = "misere";

/// Heaps, the side to move and the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    heaps: [u8; HEAPS],
    count: u8,
    /// The tallest heap at the beginning.
    tallest: u8,
    /// Moves since then.
    played: u8,
    side: Side,
    is_misere: bool,
}

/// 3 4 5 in normal play.
impl Default for Position {
    fn default() -> Self {
        Self { heaps: [3, 4, 5, 0, 0, 0, 0, 0], count: 3, tallest: 5, played: 0, side: Side::Black, is_misere: false }
    }
}

/// Takes counters from a heap, which are numbered from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Take {
    heap: u8,
    counters: u8,
}

impl Position {
    /// Reads heaps such as `3 4 5`, then `misere` and `white` where they apply.
    ///
    /// # Errors
    /// The first word that is neither a heap nor one of these words; too many heaps, or none.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let mut position = Self { heaps: [0; HEAPS], count: 0, tallest: 1, ..Self::default() };
        for word in text.split_whitespace() {
            match (word, word.parse::<u8>()) {
                (MISERE, _) => position.is_misere = true,
                ("white", _) => position.side = Side::White,
                (_, Ok(counters @ 0..=MOST)) if usize::from(position.count) < HEAPS => {
                    position.heaps[usize::from(position.count)] = counters;
                    position.count += 1;
                    position.tallest = position.tallest.max(counters);
                }
                _ => return Err(Self::invalid(format!("invalid heap {}", quoted(word)))),
            }
        }
        if position.count > 0 { Ok(position) } else { Err(Self::invalid(format!("no heaps in {}", quoted(text)))) }
    }

    fn invalid(message: String) -> Diagnostic {
        let help = format!(
            "expected 1 to {HEAPS} heaps of 0 to {MOST} counters, such as 3 4 5, then `{MISERE}` if the last one loses, \
             and `white` if white is to move"
        );
        Diagnostic::new(message).help(help)
    }

    fn heap(&self, heap: u8) -> u8 {
        self.heaps.get(usize::from(heap)).copied().unwrap_or_default()
    }

    fn counters(&self) -> u32 {
        self.heaps.into_iter().map(u32::from).sum()
    }

    fn takes(&self) -> impl Iterator<Item = Take> + use<> {
        let heaps = self.heaps;
        (0..).zip(heaps).flat_map(|(heap, most)| (1..=most).map(move |counters| Take { heap, counters }))
    }

    /// True if the side to move wins with best play: if the nim-sum of the heaps is not 0, but in misère play without a
    /// heap of two or more, if their number is even (Bouton 1901).
    pub(crate) fn is_won_by_mover(&self) -> bool {
        let sum = self.heaps.into_iter().fold(0, |sum, counters| sum ^ counters);
        let is_reversed = self.is_misere && self.heaps.into_iter().all(|counters| counters < 2);
        (sum != 0) != is_reversed
    }
}

impl Game for Position {
    type Move = Take;
    type Undo = ();
    type TargetFeatures = ();

    const MOVE_CODES: u16 = HEAPS as u16 * (MOST as u16 + 1);

    fn instructions(&self) {}

    fn moves(&self, visit: impl FnMut(Take)) {
        self.takes().for_each(visit);
    }

    fn make(&mut self, take: Take) {
        self.heaps[usize::from(take.heap)] -= take.counters;
        self.played += 1;
        self.side = self.side.other();
    }

    fn unmake(&mut self, take: Take, (): ()) {
        self.heaps[usize::from(take.heap)] += take.counters;
        self.played -= 1;
        self.side = self.side.other();
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = if self.is_misere { Outcome::Won } else { Outcome::Lost };
        (self.heaps == [0; HEAPS]).then_some(end)
    }

    fn key(&self) -> u64 {
        let rest = self.side.index() as u64 | u64::from(self.is_misere) << 1;
        splitmix64(u64::from_le_bytes(self.heaps) ^ splitmix64(rest))
    }

    fn side(&self) -> usize {
        self.side.index()
    }

    fn code(take: Take) -> u16 {
        u16::from(take.heap) * (u16::from(MOST) + 1) + u16::from(take.counters)
    }
}

impl BoardGame for Position {
    type Move = Take;

    const PIECE: &'static str = "counter";
    const EXAMPLE: &'static str = "b2";

    fn side(&self) -> Side {
        self.side
    }

    /// Never: games begin with any heaps.
    fn is_initial(&self) -> bool {
        false
    }

    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    fn winner(&self) -> Option<Side> {
        self.outcome().map(|end| if end == Outcome::Won { self.side } else { self.side.other() })
    }

    fn moves(&self) -> Vec<Take> {
        self.takes().collect()
    }

    fn after(&self, take: Take) -> Option<Self> {
        let mut after = *self;
        self.takes().any(|legal| legal == take).then(|| {
            after.make(take);
            after
        })
    }

    fn illegal_reason(&self, take: Take) -> String {
        let heap = letter(take.heap);
        match self.heap(take.heap) {
            _ if BoardGame::is_over(self) => "the game is over".to_owned(),
            left if take.heap < self.count => format!("heap {heap} has {}", counted(left.into(), Self::PIECE)),
            _ => format!("there is no heap {heap}"),
        }
    }

    fn number(&self) -> u32 {
        u32::from(self.played) + 1
    }

    /// The letter of the heap, and the number of counters that are taken.
    fn spell(&self, take: Take) -> String {
        format!("{}{}", letter(take.heap), take.counters)
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Take, &'t str)> {
        let ([heap, counters], rest) = read_letter_and_number(text, [HEAPS as u8, MOST])?;
        Some((Take { heap, counters }, rest))
    }

    fn by_code(&self, code: u16) -> Option<Take> {
        let span = u16::from(MOST) + 1;
        self.takes().find(|take| (u16::from(take.heap), u16::from(take.counters)) == (code / span, code % span))
    }

    fn text(&self) -> String {
        let heaps = self.heaps.iter().take(self.count.into()).map(u8::to_string);
        let rule = self.is_misere.then(|| MISERE.to_owned());
        let side = (self.side == Side::White).then(|| Side::White.name().to_owned());
        heaps.chain(rule).chain(side).collect::<Vec<_>>().join(" ")
    }

    fn letters(&self) -> Option<(u8, u8, String)> {
        Some(letters(self))
    }

    fn score(&self) -> String {
        counted(self.counters().into(), Self::PIECE)
    }

    fn picture(game: &play::Game<Self>, columns: usize, color: bool) -> String {
        game.position().drawn(columns, color)
    }

    fn read(&self, source: &Source) -> Result<Vec<play::Game<Self>>, Diagnostics> {
        read_each(source, |line, _| {
            let position = if line.text == INITIAL { Ok(*self) } else { Self::parse(&line.text) };
            let place = || line.excerpt(0..line.text.len(), "");
            position.map(play::Game::new).map_err(|problem| problem.at(place()).into())
        })
    }
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Green;

    fn title(&self) -> String {
        if self.is_misere { "Nim, misère" } else { "Nim" }.to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (self.count, self.tallest)
    }

    /// From the bottom.
    fn row_number(&self, row: u8) -> u8 {
        self.tallest - row
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        (self.heap(cell.column) >= self.row_number(cell.row)).then_some(Side::Black)
    }

    fn cell_of(&self, take: Take) -> Option<Cell> {
        let left = self.heap(take.heap).checked_sub(take.counters)?;
        Some(Cell { column: take.heap, row: self.tallest - 1 - left })
    }

    fn move_at(&self, cell: Cell) -> Option<Take> {
        let counters = (self.heap(cell.column) + 1).checked_sub(self.row_number(cell.row))?;
        (counters > 0).then_some(Take { heap: cell.column, counters })
    }

    /// None: each counter is a legal move.
    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }
}

const FEATURES: &[Feature] = &[
    Feature { name: "odd-heaps", summary: "1 if the number of heaps that are left is odd, else -1", most: 1 },
    Feature { name: "nim-sum", summary: "1 if the side to move wins by Bouton's rule, else -1", most: 1 },
];

const PRESETS: &[Preset] = &[
    Preset {
        name: "parity",
        summary: "the parity of the heaps: a guess, right for one heap",
        weights: &[("odd-heaps", 1)],
    },
    Preset {
        name: "bouton",
        summary: "who wins (Bouton 1901): the search has nothing to add",
        weights: &[("nim-sum", 1)],
    },
];

static SCHEME: FeatureSet =
    FeatureSet { features: FEATURES, presets: PRESETS, limit: 2_000_000, example: "parity,nim-sum=2", whole: &[] };

linear_evaluation!(SCHEME);

impl Evaluator<Position> for Evaluation {
    fn evaluate(&self, position: &Position) -> Score {
        let heaps = position.heaps.into_iter().filter(|&counters| counters > 0).count();
        let sign = |is_good: bool| if is_good { 1 } else { -1 };
        self.weights[0] * sign(heaps % 2 == 1) + self.weights[1] * sign(position.is_won_by_mover())
    }
}

/// Nim.
pub(crate) const NIM: WorldInfo = WorldInfo {
    name: name("nim", "Nim, up to 8 heaps of 31 counters, in normal and misère play"),
    defaults: &[(EVALUATION.key(), "parity"), (ORDERING.key(), "table,killer,history")],
    deepest: 60,
    usual_moves: 8.0,
    ..LINEAR_GAME
};

impl PlainGame for Position {
    type Evaluation = Evaluation;

    compiled_here!();
}

impl SearchableGame for Position {
    type Runner = PlainRunner<Self>;
    type EngineProtocol = NoProtocol;

    const PLAYERS: Players = Players::new(&NIM, "alphabeta-tt:depth=12", &DEPTHS);

    const REFEREE: Option<u64> = Some(0);

    const JUDGES_MINIMAX: bool = true;

    /// The winner by Bouton's theorem, which needs no search.
    fn solved(&self, _: u64, _: &Budget) -> Option<i32> {
        Some(if self.is_won_by_mover() == (self.side == Side::Black) { 1 } else { -1 })
    }
}

const BEGIN: Key = Key {
    name: "heaps",
    summary: "Nim: the heaps in which games begin, then \"misere\" if the last counter loses. Default: \"3 4 5\".",
    help: "The heaps in which games begin, then `misere` if the last counter loses",
    kind: KeyKind::Text("[0-9]+(\\s+[0-9]+)*(\\s+misere)?"),
    default: Some("3 4 5"),
    way: None,
    check: |text| Position::parse(text).map(drop),
};

impl GameWorld for Position {
    const TITLE: &'static str = "Nim";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "Nim: heaps, one position a line."),
        (Way::Positions, "Nim: initial, or heaps like 1 3 5 7 misere."),
        (Way::Games, "Nim."),
    ];
    const KEYS: &'static [Key] = &[BEGIN];
    const OPENING_PLIES: usize = 1;

    /// The position in which games begin.
    type Setting = Self;

    fn setting(given: &Given) -> Self {
        given.get(BEGIN.name).and_then(|text| Self::parse(text).ok()).unwrap_or_default()
    }

    fn initial(begin: &Self) -> Self {
        *begin
    }

    fn game_name(begin: &Self) -> String {
        if *begin == Self::default() { String::new() } else { format!("heaps={},", begin.text()) }
    }
}

impl GameCommands for Position {
    const ABOUT: [&'static str; 2] = [
        "Nim: compare algorithms, search, play, match",
        "Examples:\n  \
         searchlab nim compare --depths 1..=12\n  \
         searchlab nim search --depth 16 --position '1 3 5 7 misere'\n  \
         searchlab nim play --heaps '1 3 5 7' --white level:3\n  \
         searchlab nim match --player random --player alphabeta-tt:depth=2,evaluation=bouton --openings random:1 --games 20",
    ];
    const PLAY: &'static str = "\
        At a terminal the heaps fill the screen, with keys and the mouse, which takes a counter and all above it; ? shows \
        what they do. Through a pipe, or with --plain, the game goes line by line: b2 takes two counters from the second \
        heap; `help` lists the commands.\n\nExamples:\n  \
        searchlab nim play\n  \
        printf 'a2\\nquit\\n' | searchlab nim play --white level:4";
    const POSITION: &'static str = "The position: initial, or heaps like 1 3 5 7, then `misere` if the last counter loses, and `white` if white is to move";
    const FILES: &'static str = "All positions of a file, one a line: heaps like 1 3 5 7";
    const USUAL_DEPTH: u32 = 12;
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 4,8,12 --algorithms alphabeta,mtdf",
            "compare --depths 2 --evaluation bouton --position '1 3 5 7'",
        ],
        &["search --depth 12", "search --algorithm pvs --depth 16 --position '1 3 5 7 misere' --picture position.svg"],
    ];
    const MATCHES: &'static [&'static str] =
        &["match --player random --player alphabeta-tt:depth=2,evaluation=bouton --openings random:1 --games 20"];
}
