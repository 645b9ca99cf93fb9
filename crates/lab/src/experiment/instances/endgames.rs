//! Positions near the end of games that a player plays against itself.
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
use crate::play::PlayerSpec;
use crate::play::contest::MatchRunner;
use searchlab_trial::diagnostic::{Source, quoted};
use searchlab_trial::record::{Adjudication, Contender, GAME, Limits, Trial, game_params};
use searchlab_worlds::play::{GameWorld, Players, Runner, task_of};
use searchlab_worlds::run::{Observers, budget};
use searchlab_worlds::table::{GameWorldVisitor, players_of, visit_game_world};
use searchlab_worlds::world::{Named, World};

impl Loader<'_> {
    /// Adds the first position of each game with each of the wanted numbers of empty squares in which there is a move.
    pub(super) fn endgames(&mut self, request: &EndgamesRequest, world: &'static dyn World, path: &spec::Path) {
        let name = world.info().name.name;
        let empties = match request.empties.numbers() {
            Ok(empties) => empties,
            Err(wrong) => return self.complain(wrong.message("empties"), &path.key("empties"), &wrong.expected()),
        };
        let Some(players) = players_of(name) else { return };
        let Some((label, player)) = self.endgame_player(players, &request.player, &path.key("player")) else { return };
        visit_game_world(name, Endgames { loader: self, request, empties: &empties, label, player, path });
    }

    /// The player of both sides: as a part of names, and as a trial names it.
    fn endgame_player(&mut self, players: &Players, text: &str, path: &spec::Path) -> Option<(String, Contender)> {
        let spec = match players.parse(&Source::new("player", text)) {
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

/// Plays the games and adds their positions.
struct Endgames<'a, 'l> {
    loader: &'a mut Loader<'l>,
    request: &'a EndgamesRequest,
    empties: &'a [u64],
    label: String,
    player: Contender,
    path: &'a spec::Path,
}

impl GameWorldVisitor for Endgames<'_, '_> {
    type Output = ();

    fn visit<P: GameWorld>(self) {
        let Self { loader, request, empties, label, player, path } = self;
        let openings = P::balanced();
        if request.openings.is_some_and(|count| count == 0 || count as usize > openings.len()) {
            let expected = format!("expected 1 to {}", openings.len());
            return loader.complain("invalid number of openings".to_owned(), &path.key("openings"), &expected);
        }
        let mut games = MatchRunner::default();
        for place in spread(openings.len(), request.openings) {
            let start = &openings[place].1;
            let positions = played(&mut games, start, &player);
            for &wanted in empties {
                let has_so_many = |position: &&P| {
                    position.empties().map(u64::from) == Some(wanted)
                        && position.forced().is_none()
                        && !position.moves().is_empty()
                };
                if let Some(position) = positions.iter().find(has_so_many) {
                    let number = place + 1;
                    let mut name = format!("endgame:opening={number},empties={wanted},player={label}");
                    if let Some(margin) = request.quiet {
                        if swing(position, &player).is_none_or(|swing| swing > f64::from(margin)) {
                            continue;
                        }
                        let _ = write!(name, ",quiet={margin}");
                    }
                    loader.add(Named { name, task: task_of(position.clone()) });
                } else {
                    let most = start.empties().unwrap_or_default();
                    let message =
                        format!("the game from opening {} leaves no move with {wanted} empty squares", place + 1);
                    return loader.complain(message, &path.key("empties"), &format!("expected 1 to {most}"));
                }
                if loader.is_full() {
                    return;
                }
            }
        }
    }
}

/// A trial from a position by one player, or between it and itself.
fn trial<P: GameWorld>(position: &P, algorithm: &str) -> Trial {
    let instance = (String::new(), position.content());
    Trial::new(
        P::PLAYERS.world.name.name,
        instance,
        algorithm,
        searchlab_trial::record::Params::new(),
        Limits::default(),
    )
}

/// The difference between the values at 2 plies and at 4, by the player's algorithm.
fn swing<P: GameWorld>(position: &P, player: &Contender) -> Option<f64> {
    let value = |depth: u32| {
        let trial = Trial { params: player.params.clone(), depth: Some(depth), ..trial(position, &player.algorithm) };
        let budget = budget(&trial.limits, &Arc::new(AtomicBool::new(false)), &Arc::new(AtomicU64::new(0)));
        let record = P::Runner::default().run(&trial, position, &budget, &mut Observers::default());
        record.result.map(|answer| answer.value)
    };
    Some((value(4)? - value(2)?).abs())
}

/// All positions of the game that a player plays against itself.
fn played<P: GameWorld>(games: &mut MatchRunner<P>, start: &P, player: &Contender) -> Vec<P> {
    let params = game_params([player, player], Adjudication::default());
    let trial = Trial { params, ..trial(start, GAME) };
    let budget = budget(&trial.limits, &Arc::new(AtomicBool::new(false)), &Arc::new(AtomicU64::new(0)));
    let record = games.run(&trial, start, &budget);
    let mut positions = vec![start.clone()];
    for mv in record.result.map(|answer| start.line_of(&answer.moves)).unwrap_or_default() {
        match positions.last().and_then(|last| last.after(mv)) {
            Some(next) => positions.push(next),
            None => break,
        }
    }
    positions
}
