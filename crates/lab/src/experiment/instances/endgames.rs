//! Positions near the end of games of Othello that a player plays against itself.
//!
//! Idea        From the balanced openings, so that few games are decided early; by one algorithm on both sides, that goes
//!             by depth or nodes, so that the positions are the same on every machine.
//!             Quiet positions are those whose value at 2 plies and at 4, by the player's algorithm, is nearly the
//!             same: in the others an exchange is under way, and the value swings from iteration to iteration.
//! Not here    Random games (`games` of the instances), whose endings are mostly lopsided.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::{Loader, spread};
use crate::experiment::spec::{self, EndgamesRequest};
use crate::play::contest::MatchRunner;
use crate::play::{PlayerSpec, othello::PLAYERS};
use searchlab_trial::diagnostic::{Source, quoted};
use searchlab_trial::record::{Adjudication, Contender, GAME, Limits, Trial, game_params};
use searchlab_worlds::catalog::OTHELLO;
use searchlab_worlds::othello::format::read_moves;
use searchlab_worlds::othello::openings::balanced;
use searchlab_worlds::othello::{Move, Position};
use searchlab_worlds::run::othello::{OthelloRunner, content};
use searchlab_worlds::run::{Observers, budget};

impl Loader<'_> {
    /// Adds the first position of each game with each of the wanted numbers of empty squares in which there is a move.
    pub(super) fn endgames(&mut self, request: &EndgamesRequest, path: &spec::Path) {
        let empties = match request.empties.numbers() {
            Ok(empties) => empties,
            Err(wrong) => return self.complain(wrong.message("empties"), &path.key("empties"), &wrong.expected()),
        };
        let Some((name, player)) = self.endgame_player(&request.player, &path.key("player")) else { return };
        let openings = balanced();
        if request.openings.is_some_and(|count| count == 0 || count as usize > openings.len()) {
            let expected = format!("expected 1 to {}", openings.len());
            return self.complain("invalid number of openings".to_owned(), &path.key("openings"), &expected);
        }
        let mut contest = MatchRunner::default();
        for place in spread(openings.len(), request.openings) {
            let start = openings[place].1;
            let positions = played(&mut contest, start, &player);
            for &wanted in &empties {
                let has_so_many = |position: &&Position| {
                    u64::from(position.board.empties()) == wanted && !matches!(position.moves()[..], [] | [Move::PASS])
                };
                if let Some(position) = positions.iter().find(has_so_many) {
                    let number = place + 1;
                    let mut instance = format!("endgame:opening={number},empties={wanted},player={name}");
                    if let Some(margin) = request.quiet {
                        if swing(*position, &player).is_none_or(|swing| swing > f64::from(margin)) {
                            continue;
                        }
                        let _ = write!(instance, ",quiet={margin}");
                    }
                    self.add_position(instance, *position);
                } else {
                    let most = start.board.empties();
                    let message =
                        format!("the game from opening {} leaves no move with {wanted} empty squares", place + 1);
                    return self.complain(message, &path.key("empties"), &format!("expected 1 to {most}"));
                }
                if self.is_full() {
                    return;
                }
            }
        }
    }

    /// The player of both sides: as a part of names, and as a trial names it.
    fn endgame_player(&mut self, text: &str, path: &spec::Path) -> Option<(String, Contender)> {
        let spec = match PLAYERS.parse(&Source::new("player", text)) {
            Ok(spec) => spec,
            Err(wrong) => {
                for problem in wrong.iter() {
                    let problem = self.spec.document().relocated(problem, path, text);
                    self.problems.push(|| problem);
                }
                return None;
            }
        };
        if let PlayerSpec::Algorithm(algorithm) = &spec
            && algorithm.limits.microseconds.is_none()
            && let Some(contender) = spec.contender()
        {
            // Signs that names of instances use are not for their parts.
            return Some((spec.to_string().replace([':', ','], " "), contender));
        }
        let expected = "expected an algorithm with a depth or nodes, such as \"alphabeta-tt:depth=4\"";
        self.complain(format!("{} does not play the same games everywhere", quoted(text)), path, expected);
        None
    }
}

/// The difference between the values at 2 plies and at 4, by the player's algorithm.
fn swing(position: Position, player: &Contender) -> Option<f64> {
    let value = |depth: u32| {
        let trial = Trial {
            world: OTHELLO.name.name.to_owned(),
            instance: String::new(),
            content: content(position),
            algorithm: player.algorithm.clone(),
            params: player.params.clone(),
            depth: Some(depth),
            limits: Limits::default(),
            seed: 0,
            repeat: 0,
        };
        let budget = budget(&trial.limits, &Arc::new(AtomicBool::new(false)), &Arc::new(AtomicU64::new(0)));
        OthelloRunner::default()
            .run(&trial, position, &budget, &mut Observers::default())
            .result
            .map(|answer| answer.value)
    };
    Some((value(4)? - value(2)?).abs())
}

/// All positions of the game that a player plays against itself.
fn played(contest: &mut MatchRunner<Position>, start: Position, player: &Contender) -> Vec<Position> {
    let trial = Trial {
        world: OTHELLO.name.name.to_owned(),
        instance: String::new(),
        content: content(start),
        algorithm: GAME.to_owned(),
        params: game_params([player, player], Adjudication::default()),
        depth: None,
        limits: Limits::default(),
        seed: 0,
        repeat: 0,
    };
    let budget = budget(&trial.limits, &Arc::new(AtomicBool::new(false)), &Arc::new(AtomicU64::new(0)));
    let record = contest.run(&trial, &start, &budget);
    let moves = record.result.map(|answer| answer.moves).unwrap_or_default();
    let transcript = read_moves(&Source::new("moves", moves), start);
    transcript.map(|transcript| transcript.positions().collect()).unwrap_or_default()
}
