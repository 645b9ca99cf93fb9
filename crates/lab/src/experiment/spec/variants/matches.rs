//! The games of matches: the players and the pairs.

use super::{Domain, Maker, Variant, Variants};
use crate::experiment::spec::document::Path;
use crate::experiment::spec::{MatchRequest, PlayerRequest};
use crate::play::{PlayerSpec, Players, players_of};
use searchlab_analysis::field::Field;
use searchlab_analysis::frame::Label;
use searchlab_trial::diagnostic::{Diagnostic, Source, quoted};
use searchlab_trial::record::{Contender, GAME, Limits, game_params, with_series};
use searchlab_worlds::catalog::LEARN;

/// Games of a series at most.
const MOST_SERIES: u32 = 10_000;

impl Maker<'_> {
    /// Adds the games of all matches.
    pub(super) fn add_matches(&mut self, variants: &mut Variants) {
        if !self.experiment.matches.is_empty() && self.experiment.repeats > 1 {
            let place = self.document.place(&Path::root().key("repeats"), "");
            let problem = Diagnostic::new("games are not repeated: most would be the same again").at(place);
            self.complain(problem.help("play from more openings"));
        }
        for (place, request) in self.experiment.matches.iter().enumerate() {
            let path = Path::root().key("match").index(place);
            if self.broken.contains(&path) {
                continue;
            }
            let Some(known) = self.playable(request, &path) else { continue };
            let labels = self.players(request, &path, known, variants);
            self.check_match(request, &path, known);
            let adjudication = request.adjudicate.unwrap_or_default();
            for (one, other) in request.pairs() {
                let (Some(one), Some(other)) =
                    (labels.get(one).copied().flatten(), labels.get(other).copied().flatten())
                else {
                    continue;
                };
                for (black, white) in [(one, other), (other, one)] {
                    let players = [black, white].map(|(_, player)| &variants.players[player]);
                    variants.list.push(Variant {
                        label: black.0,
                        group: place + 1,
                        world: known.world.name.name,
                        algorithm: GAME,
                        params: with_series(game_params(players, adjudication), request.series.unwrap_or(1)),
                        depth: None,
                        limits: Limits::default(),
                        domain: Domain::default(),
                    });
                }
            }
        }
        if variants.players.iter().any(|player| player.depth != variants.players[0].depth)
            && !variants.axes.contains(&Field::Depth)
        {
            variants.axes.insert(0, Field::Depth);
        }
    }

    /// The keys and values that players can have in the world of a match.
    fn playable(&mut self, request: &MatchRequest, path: &Path) -> Option<&'static Players> {
        let world = request.world.as_ref().or(self.experiment.world.as_ref())?;
        let players = players_of(world);
        // An unknown world is reported elsewhere.
        if players.is_none() && searchlab_worlds::catalog::WORLDS.iter().any(|known| known.name.name == world) {
            let place = self.document.place(&path.key("world"), "");
            let games: Vec<&str> = crate::play::all_players().map(|players| players.world.name.name).collect();
            let problem = Diagnostic::new(format!("{world} is not played")).at(place);
            self.complain(problem.help(format!("matches are of {}", games.join(" or "))));
        }
        players
    }

    /// The players of a match, each as the places of its label and of itself; `None` for one that is wrong.
    fn players(
        &mut self,
        request: &MatchRequest,
        path: &Path,
        known: &Players,
        variants: &mut Variants,
    ) -> Vec<Option<(usize, usize)>> {
        let mut places: Vec<Option<(usize, usize)>> = Vec::new();
        for (number, player) in request.players.iter().enumerate() {
            let mut path = path.key("players").index(number);
            let words = match player.words() {
                Ok(words) => words,
                Err(expected) => {
                    let place = self.document.place(&path, format!("expected {expected}"));
                    self.complain(Diagnostic::new("this is no player").at(place));
                    places.push(None);
                    continue;
                }
            };
            if let Some(key) = ["player", "cmd"].into_iter().find(|key| self.document.has(&path.key(key))) {
                path = path.key(key);
            }
            let spec = match known.parse(&Source::new("players", words.as_str())) {
                Ok(spec) => spec,
                Err(wrong) => {
                    for problem in wrong.iter() {
                        let problem = self.document.relocated(problem, &path, &words);
                        self.complain(problem);
                    }
                    places.push(None);
                    continue;
                }
            };
            let Some(contender) = spec.contender() else {
                let place = self.document.place(&path, "");
                self.complain(Diagnostic::new(format!("{} plays in no match", quoted(&words))).at(place));
                places.push(None);
                continue;
            };
            let usual = || match &spec {
                PlayerSpec::Program(program) => program.name.clone(),
                spec => spec.to_string(),
            };
            let text = player.label().map_or_else(usual, str::to_owned);
            let place = self.entered(text, contender, &spec, known, &path, variants);
            if place.is_some() && places.contains(&place) {
                let place = self.document.place(&path, "");
                self.complain(Diagnostic::new(format!("{} is in the match twice", quoted(&words))).at(place));
            }
            places.push(place);
        }
        places
    }

    /// Enters a player under its label; the same player of another match is the same.
    fn entered(
        &mut self,
        text: String,
        contender: Contender,
        spec: &PlayerSpec,
        known: &Players,
        path: &Path,
        variants: &mut Variants,
    ) -> Option<(usize, usize)> {
        let label = Label {
            label: text,
            world: Some(known.world.name.name.to_owned()),
            algorithm: contender.algorithm.clone(),
            params: contender.params.clone(),
            budget: Some((contender.depth, contender.limits)),
        };
        let place = variants.labels.iter().position(|other| other.label == label.label && other.world == label.world);
        if place.is_some_and(|place| variants.labels[place] != label) {
            let place = self.document.place(path, "");
            let problem = Diagnostic::new(format!("two players are called {}", quoted(&label.label))).at(place);
            self.complain(problem.help(format!("give {spec} another `label`")));
            return None;
        }
        let known_as = variants.labels.iter().find(|other| {
            other.label != label.label && Label { label: label.label.clone(), ..(*other).clone() } == label
        });
        if let Some(known) = known_as {
            let place = self.document.place(path, "");
            let words = format!("the player {} is called {} already", quoted(&label.label), quoted(&known.label));
            self.complain(Diagnostic::new(words).at(place).help("a player has one name in all matches of its world"));
            return None;
        }
        let place = place.unwrap_or_else(|| {
            variants.labels.push(label);
            variants.labels.len() - 1
        });
        let player = variants.players.iter().position(|other| *other == contender).unwrap_or_else(|| {
            variants.players.push(contender);
            variants.players.len() - 1
        });
        Some((place, player))
    }

    /// A series needs a player that learns, and a player that learns a series.
    fn check_series(&mut self, request: &MatchRequest, path: &Path, known: &Players) {
        let learns = |player: &PlayerRequest| {
            let spec = player.words().ok().and_then(|words| known.parse(&Source::new("players", words.as_str())).ok());
            matches!(spec, Some(PlayerSpec::Algorithm(spec)) if spec.params.contains_key(LEARN.key()))
        };
        let (games, has_learner) = (request.series.unwrap_or(1), request.players.iter().any(learns));
        if request.series.is_some() && !(2..=MOST_SERIES).contains(&games) {
            let place = self.document.place(&path.key("series"), format!("expected 2 to {MOST_SERIES} games"));
            self.complain(Diagnostic::new(format!("a series of {games}")).at(place));
        } else if games > 1 && !has_learner {
            let place = self.document.place(&path.key("series"), "");
            let problem = Diagnostic::new("a series in which no player learns").at(place);
            self.complain(
                problem.help("give a player learn=on, as in alphabeta:depth=2,learn=on, in a world with a memory"),
            );
        } else if games == 1 && has_learner {
            let place = self.document.place(&path.key("players"), "");
            let problem = Diagnostic::new("a player that learns, and nothing to learn from").at(place);
            self.complain(problem.help("let the match have a series of games: series = 100"));
        }
        if games > 1 && request.sprt.is_some() {
            let place = self.document.place(&path.key("sprt"), "");
            self.complain(Diagnostic::new("a sequential test of series").at(place).help("leave one of them out"));
        }
    }

    /// Checks the adjudication, the series and the sequential test of a match.
    fn check_match(&mut self, request: &MatchRequest, path: &Path, known: &Players) {
        if request.players.len() < 2 {
            let place = self.document.place(&path.key("players"), "expected two players or more");
            self.complain(Diagnostic::new("nobody to play against").at(place));
        }
        if let Some(solve) = request.adjudicate.and_then(|adjudicate| adjudicate.solve)
            && (solve == 0 || known.most_effort.is_some_and(|most| solve > most))
        {
            let expected = known
                .most_effort
                .map_or_else(|| "expected 1 or more".to_owned(), |most| format!("expected 1 to {most}"));
            let place = self.document.place(&path.key("adjudicate").key("solve"), expected);
            self.complain(Diagnostic::new(format!("the solver cannot decide with {solve}")).at(place));
        }
        self.check_series(request, path, known);
        let Some(sprt) = request.sprt else { return };
        let at = path.key("sprt");
        if request.players.len() > 2 {
            let place = self.document.place(&at, "");
            self.complain(Diagnostic::new("a sequential test is for two players").at(place));
        }
        if !(sprt.elo0.is_finite() && sprt.elo1.is_finite() && sprt.elo0 < sprt.elo1) {
            let place = self.document.place(&at, "expected elo0 below elo1");
            self.complain(Diagnostic::new("no two strengths to decide between").at(place));
        }
        let is_error = |error: f64| error > 0.0 && error < 0.5;
        if !is_error(sprt.alpha) || !is_error(sprt.beta) {
            let place = self.document.place(&at, "expected alpha and beta above 0 and below 0.5");
            self.complain(Diagnostic::new("invalid errors of the test").at(place));
        }
    }
}
