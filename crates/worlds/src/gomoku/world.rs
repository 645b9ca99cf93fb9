//! Gomoku as a world: its instances, and what its commands need.

use std::path::Path;

use super::draw::{Look, Picture, terminal, write_picture};
use super::evaluation::Evaluation;
use super::format::{Given as Read, read_position, read_positions};
use super::patterns::Patterns;
use super::play::of_position;
use super::solver::Algorithm;
use super::{Position, Rule, Setting, openings, playout};
use crate::Side;
use crate::catalog::Name;
use crate::play::{
    BoardGame, Explanation, Game, GameCommands, GameForm, GameRunner, GameWorld, PictureError, Term, position_of,
};
use crate::run::{Observers, gomoku_solve};
use crate::world::{Given, Key, KeyKind, Task, TaskRunner, Way, invalid_size, unknown_word};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::{Record, Trial};

const SIZE: Key = Key {
    name: "size",
    summary: "Gomoku: the board or boards, where a file does not say it: 15, or \"15x20\" for 15 rows and 20 columns. \
              Default: 15.",
    help: "The board: 15, or 15x20 for 15 rows and 20 columns, each from 5 to 22. What a file says itself goes before",
    kind: KeyKind::Size(5, 22, "[0-9]+(\\s*x\\s*[0-9]+)?"),
    default: Some("15"),
    way: None,
    check: |text| Setting::parse_size(text).map(drop).map_err(|expected| invalid_size(text, expected)),
};

const RULE: Key = Key {
    name: "rule",
    summary: "Gomoku: the rule or rules, freestyle, standard, renju or caro, where a file does not say it. Default: \
              freestyle.",
    help: "The rule. What a file says itself goes before",
    kind: KeyKind::Choice(rules),
    default: Some("freestyle"),
    way: None,
    check: |word| rule(word).map(drop),
};

fn rules() -> Vec<Name> {
    Rule::ALL.iter().map(|rule| Name { name: rule.name(), summary: rule.summary() }).collect()
}

fn rule(word: &str) -> Result<Rule, Diagnostic> {
    Rule::from_name(word).ok_or_else(|| unknown_word("rule", word, &rules()))
}

/// The end of the name of a position of a file: its line, and the name that it has there.
pub fn place_of(given: &Read) -> String {
    let id = given.id.as_ref().map(|id| format!(":{id}")).unwrap_or_default();
    format!(":{}{id}", given.line)
}

impl GameWorld for Position {
    const TITLE: &'static str = "Gomoku";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "Gomoku: moves, openings (pos, offset), pictures, tables of problems, SGF, psq."),
        (Way::Positions, "Gomoku: initial, or stones like h8i9j10."),
        (Way::Games, "Gomoku."),
    ];
    const KEYS: &'static [Key] = &[SIZE, RULE];
    const OPENING_PLIES: usize = 5;

    const GAME_FORMS: &'static [GameForm] =
        &[GameForm { extension: "sgf", holds_many: true }, GameForm { extension: "psq", holds_many: false }];

    type Setting = Setting;

    fn setting(given: &Given) -> Setting {
        let usual = Setting::default();
        let size = given.get(SIZE.name).and_then(|text| Setting::parse_size(text).ok());
        let (height, width) = size.unwrap_or((usual.height, usual.width));
        let rule = given.get(RULE.name).and_then(Rule::from_name).unwrap_or(usual.rule);
        Setting { width, height, rule }
    }

    fn initial(setting: &Setting) -> Self {
        Self::empty(*setting)
    }

    fn begun(setting: &Setting, source: &Source) -> Result<Game<Self>, Diagnostics> {
        read_position(source, *setting).map(|given| of_position(&given.position))
    }

    fn spelled(setting: &Setting, source: &Source) -> Result<(String, Self), Diagnostics> {
        let position = read_position(source, *setting)?.position;
        Ok((position.text(), position))
    }

    fn listed(setting: &Setting, source: &Source) -> Result<Vec<(String, Self)>, Diagnostics> {
        let given = read_positions(source, *setting)?.into_iter();
        Ok(given.map(|given| (place_of(&given), given.position)).collect())
    }

    fn random_game(setting: &Setting, seed: u64) -> Vec<Self> {
        playout::positions(seed, *setting)
    }

    fn game_name(&Setting { width, height, rule }: &Setting) -> String {
        format!("size={height}x{width},rule={},", rule.name())
    }

    fn balanced() -> Vec<(&'static str, Self)> {
        openings::balanced()
    }

    fn runner() -> Box<dyn TaskRunner> {
        Box::new(Runner::default())
    }
}

/// The features of an evaluation that count in a position, and its value.
pub fn terms(position: &Position, evaluation: &Evaluation) -> Explanation {
    let patterns = Patterns::new(position);
    let measures = Evaluation::measure(&patterns);
    let used = evaluation.weights().zip(measures).filter(|((_, weight), measure)| *weight != 0 && *measure != 0);
    // Its measures are differences already, of the side to move.
    let rows = used.map(|((feature, weight), measure)| {
        let sides = if position.side() == Side::Black { [measure, 0] } else { [0, measure] };
        Term { contribution: measure * weight, ..Term::of(feature.name, sides, weight) }
    });
    Explanation { rows: rows.collect(), value: evaluation.value(&patterns) }
}

/// Searches and solves.
#[derive(Debug, Default)]
struct Runner(GameRunner<Position>);

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        match Algorithm::from_name(&trial.algorithm) {
            Some(solver) => gomoku_solve::run(trial, solver, position_of(task), budget, observers).record,
            None => self.0.run(trial, task, budget, observers),
        }
    }
}

impl GameCommands for Position {
    const ABOUT: [&'static str; 2] = [
        "Gomoku: play, compare algorithms, search, solve; an engine for tournaments",
        "Examples:\n  \
             searchlab gomoku compare --depths 1..=3 --position h8i9j10\n  \
             searchlab gomoku search --algorithm engine --max-time 1s --position h8i9j10\n  \
             searchlab gomoku play\n  \
             searchlab gomoku search --depth 4 --evaluation ustc-rows --candidates box --margin 1 --position h8i9\n  \
             searchlab gomoku solve --stones h8a1i8o1j8a15 --proof\n  \
             printf 'START 15\\nBEGIN\\n' | searchlab gomoku engine",
    ];
    fn explained(&self) -> Option<Explanation> {
        Some(terms(self, &Evaluation::default()))
    }

    const POSITION_ALIAS: Option<&'static str> = Some("stones");
    const HAS_MEMORY: bool = true;
    const PLAY: &'static str = "At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
         --plain, the game goes line by line: you type moves like h8, or commands; `help` lists them.\n\n\
         An algorithm takes its parameters as keys, and depth=N, nodes=N, time=500ms and memory=64MiB for each move. Its \
         table is empty before each move, so each move is the same search, with the same record, as `gomoku search` makes \
         of that position.\n\n\
         A program that speaks the Gomocup protocol plays too: program:cmd=COMMAND, with time=5s and memory=350MiB for \
         each move, depth=N and nodes=N where it knows them, dir=FOLDER to start it where its files are, and name=NAME. If it is late, dies, takes too much or makes \
         no legal move, it has lost.\n\nExamples:\n  \
         searchlab gomoku play\n  \
         searchlab gomoku play --black level:3 --white human --rule renju\n  \
         searchlab gomoku play --black level:2 --white level:3 --records moves.jsonl\n  \
         printf 'h8\\nhint\\nquit\\n' | searchlab gomoku play --white level:2";
    const POSITION: &'static str =
        "The position: initial, or stones in their order, rows from the bottom, like h8i9j10; also a picture or SGF";
    const FILES: &'static str = "All positions of a file: move lists, openings (pos, offset), pictures, tables of \
                                 problems, SGF, psq";
    const USUAL_DEPTH: u32 = 4;
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 1..=3 --position h8i9j10",
            "compare --algorithms alphabeta,alphabeta-tt,pvs,mtdf --depths 2,4 --evaluation ustc-rows --position h8i9",
            "compare --game 1 --size 9 --rule standard --depths 2 --per-position",
            "compare --game 1 --depths 1..=2 --chart nodes.svg",
        ],
        &[
            "search --algorithm engine --max-time 1s --position h8i9j10",
            "search --algorithm mtdf --depth 4 --position h8i9j10 --evaluation pattern,line-four=50",
            "search --depth 3 --position h8i9 --size 19 --rule renju --picture position.svg",
            "search --algorithm engine --depth 8 --without vcf,reductions --position h8i9j10 --format json",
        ],
    ];
    const MATCHES: &'static [&'static str] = &[
        "match --player engine:depth=2 --player alphabeta-tt:depth=2 --games 4",
        "match --player engine:nodes=500 --player engine:nodes=500,without=vcf --games 4 --jobs 2",
        "match --player random --player level:2 --games 4 --rule renju --adjudicate 1000 --draw-after 120",
    ];

    fn drawn(&self, columns: usize, color: bool) -> String {
        terminal(&Picture::new(self), Look::Unicode, columns, color)
    }

    fn write_picture(setting: &Setting, source: &Source, path: &Path, title: &str) -> Result<(), PictureError> {
        let position = read_position(source, *setting)?.position;
        Ok(write_picture(path, &Picture { title, ..Picture::of_game(&position) })?)
    }
}
