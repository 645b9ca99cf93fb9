//! Othello as a world: its instances, and what its commands need.

use std::path::Path;

use super::draw::{Picture, terminal, write_picture};
use super::evaluation::Evaluation;
use super::format::{Form, Given as Read, read_position, read_positions};
use super::kernel::Portable;
use super::play::of_transcript;
use super::{Position, endgame, openings, playout};
use crate::play::{Explanation, Game, GameCommands, GameForm, GameRunner, GameWorld, PictureError, Term, position_of};
use crate::run::Observers;
use crate::run::othello_solve::EndgameRunner;
use crate::world::{Task, TaskRunner, Way};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::{Record, Trial};

/// The name of a position that stands in no file.
pub fn name_of(given: &Read) -> String {
    match given.form {
        Form::Initial => Form::Initial.name().to_owned(),
        Form::Moves => given.transcript.to_string(),
        Form::Ggf if !given.transcript.moves().is_empty() && given.transcript.start() == Position::INITIAL => {
            given.transcript.to_string()
        }
        Form::Board | Form::Obf | Form::Ggf => given.position().to_string(),
    }
}

impl GameWorld for Position {
    const TITLE: &'static str = "Othello";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "Othello: boards, OBF or moves, one a line."),
        (Way::Positions, "Othello: initial, 64 characters of - X O with the side, or moves like f5d6c3."),
        (Way::Games, "Othello."),
        (Way::Endgames, "Othello."),
    ];

    const GAME_FORMS: &'static [GameForm] = &[GameForm { extension: "ggf", holds_many: true }];

    type Setting = ();

    fn initial((): &()) -> Self {
        Self::INITIAL
    }

    fn begun((): &(), source: &Source) -> Result<Game<Self>, Diagnostics> {
        read_position(source).map(|given| of_transcript(&given.transcript))
    }

    fn spelled((): &(), source: &Source) -> Result<(String, Self), Diagnostics> {
        read_position(source).map(|given| (name_of(&given), given.position()))
    }

    fn listed((): &(), source: &Source) -> Result<Vec<(String, Self)>, Diagnostics> {
        let given = read_positions(source)?.into_iter();
        Ok(given.map(|given| (format!(":{}", given.line), given.position())).collect())
    }

    fn random_game((): &(), seed: u64) -> Vec<Self> {
        let game = playout::game(seed);
        // The end has no move to be searched.
        game.positions().take(game.moves().len()).collect()
    }

    fn balanced() -> Vec<(&'static str, Self)> {
        openings::balanced()
    }

    fn empties(&self) -> Option<u32> {
        Some(self.board.empties())
    }

    fn runner() -> Box<dyn TaskRunner> {
        Box::new(Runner::default())
    }
}

/// Searches and solves.
#[derive(Debug, Default)]
struct Runner {
    searches: GameRunner<Position>,
    endgame: EndgameRunner,
}

impl TaskRunner for Runner {
    fn run(&mut self, trial: &Trial, task: &Task, budget: &Budget, observers: &mut Observers) -> Record {
        if trial.algorithm == endgame::ABOUT.name {
            return self.endgame.run(trial, *position_of(task), budget, observers).record;
        }
        self.searches.run(trial, task, budget, observers)
    }
}

impl GameCommands for Position {
    fn explained(&self) -> Option<Explanation> {
        let explanation = Evaluation::classic().explain(Portable, *self);
        let rows = explanation.rows.iter().filter(|row| row.weight != 0);
        let rows = rows.map(|row| Term::of(row.feature.name, [row.black, row.white], row.weight)).collect();
        Some(Explanation { rows, value: explanation.judged.value })
    }

    const ABOUT: [&'static str; 2] = [
        "Othello: compare the MiniMax family, search, solve, play, match, learn, books, engine",
        "Examples:\n  \
             searchlab othello compare --depths 1..=7\n  \
             searchlab othello search --algorithm pvs --depth 10 --position f5d6c3d3c4\n  \
             searchlab othello play --white mtdf:depth=5\n  \
             searchlab othello match --player alphabeta:depth=2 --player alphabeta:depth=3 --games 20\n  \
             searchlab othello explain-position --position f5d6c3d3c4 --evaluation anchored\n  \
             searchlab othello perft 8\n  \
             searchlab othello solve endgame.obf\n  \
             searchlab othello train --self-play 20 --out weights\n  \
             searchlab othello book build wthor --out games.book\n  \
             searchlab othello calibrate --games 200 --depth 3\n  \
             printf 'nboard 2\\nset depth 6\\ngo\\n' | searchlab othello engine",
    ];
    const PLAY: &'static str = "An algorithm takes its parameters as keys, and depth=N, nodes=N, time=500ms and memory=64MiB for each move; \
         without depth, nodes and time it searches to depth 6. Its table is empty before each move, so each move is the \
         same search, with the same record, as `othello search` makes of that position.\n\n\
         A program that speaks NBoard's protocol, or GTP with protocol=gtp, plays too: program:cmd=COMMAND, with time=5s and memory=350MiB for each \
         move, depth=N, dir=FOLDER to start it where its files are, and name=NAME. If it is late, dies, takes too much or makes no legal move, it has lost.\n\n\
         At a terminal the board fills the screen, with keys and the mouse; ? shows what they do. Through a pipe, or with \
         --plain, the game goes line by line: you type moves like f5, or commands; `help` lists them. With --format json, csv or md the records of all moves \
         of algorithms go to standard output and the game to standard error.\n\nExamples:\n  \
         searchlab othello play\n  \
         searchlab othello play --black alphabeta-tt:time=20ms --white human\n  \
         searchlab othello play --black mtdf:depth=4,evaluation=anchored --white random --seed 7\n  \
         printf 'f5\\nhint\\nquit\\n' | searchlab othello play --white pvs:depth=5";
    const POSITION: &'static str =
        "The position: initial, 64 characters of - X O with the side to move, or moves from the start like f5d6c3";
    const FILES: &'static str = "All positions of a file: boards, OBF or move lists, one a line, or games in GGF";
    const EXAMPLES: [&'static [&'static str]; 2] = [
        &[
            "compare --depths 1..=7",
            "compare --algorithms alphabeta,alphabeta-tt,pvs,mtdf,sss,dual --depths 2,4,6,8 --max-time 10s",
            "compare --game 1 --depths 4 --per-position --repeat 3",
            "compare --depths 1..=8 --chart nodes.svg",
        ],
        &[
            "search --depth 10",
            "search --algorithm mtdf --depth 8 --position f5d6c3d3c4 --evaluation classic,corner=500",
            "search --depth 6 --position f5d6c3d3c4 --picture position.svg",
            "search --algorithm pvs --aspiration 20 --max-time 2s --format json",
        ],
    ];
    const MATCHES: &'static [&'static str] = &[
        "match --player alphabeta:depth=2 --player alphabeta:depth=3 --games 20",
        "match --player random --player level:2 --player level:3 --openings random:8 --games 10 --jobs 2",
        "match --player alphabeta-tt:nodes=2000,iterative-deepening=on,table-bits=14 --player alphabeta:depth=2 --sprt 0,100",
    ];

    fn drawn(&self, columns: usize, color: bool) -> String {
        terminal(&Picture::new(*self), columns, color)
    }

    fn write_picture((): &(), source: &Source, path: &Path, title: &str) -> Result<(), PictureError> {
        let transcript = read_position(source)?.transcript;
        Ok(write_picture(path, &Picture { title, ..Picture::of_game(&transcript) })?)
    }
}
