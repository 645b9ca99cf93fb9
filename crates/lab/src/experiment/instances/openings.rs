//! The openings of matches, as instances.

use super::Loader;
use crate::experiment::spec::{self, MOST_SPRT_GAMES, MatchRequest, OpeningRequest};
use searchlab_trial::diagnostic::Diagnostic;
use searchlab_trial::text::counted;
use searchlab_worlds::table::{players_of, world_of};
use searchlab_worlds::world::{Given, Named, World};

/// The name of the list of a world.
const BALANCED: &str = "balanced";
impl Loader<'_> {
    /// Adds the openings of all matches.
    pub(super) fn openings(&mut self) {
        let experiment = &self.spec.experiment;
        for (place, request) in experiment.matches.iter().enumerate() {
            let path = spec::Path::root().key("match").index(place);
            let world = request.world.as_ref().or(experiment.world.as_ref()).map_or("", String::as_str);
            // Errors of these are reported already.
            let played = players_of(world).and_then(|_| world_of(world));
            let Some(world) = played.filter(|_| !self.spec.is_broken(&path)) else { continue };
            let begin = self.instances.len();
            self.of_match(request, world, &path);
            self.limit(request, begin, &path);
            for instance in &mut self.instances[begin..] {
                instance.group = place + 1;
            }
        }
    }

    fn of_match(&mut self, request: &MatchRequest, world: &'static dyn World, path: &spec::Path) {
        let path = path.key("openings");
        if request.openings().is_empty() {
            self.balanced(world, &path);
            if request.sprt.is_some() {
                self.random(request, world);
            }
            return;
        }
        for (place, opening) in request.openings().iter().enumerate() {
            let nested = path.index(place);
            let path = if self.spec.document().has(&nested) { nested } else { path.clone() };
            match opening {
                OpeningRequest::Name(name) if name == BALANCED => self.balanced(world, &path),
                OpeningRequest::Name(name) => {
                    let at = self.spec.document().place(&path, "");
                    let problem = Diagnostic::unknown_name("list of openings", name, &[BALANCED], Some(at));
                    self.problems.push(|| problem);
                }
                OpeningRequest::Instances(instances) if instances.world.is_some() => {
                    self.complain("openings are of the world of their match".to_owned(), &path.key("world"), "");
                }
                OpeningRequest::Instances(instances) => self.request(instances, world, &path),
            }
        }
    }

    /// The list of a world.
    fn balanced(&mut self, world: &'static dyn World, path: &spec::Path) {
        let balanced = world.balanced();
        if balanced.is_empty() {
            let message = format!("{} has no list of balanced openings", world.info().name.name);
            self.complain(message, path, "say where games begin");
        }
        self.add_all(balanced);
    }

    /// Random openings behind the balanced ones, so that a sequential test can go on until it decides.
    fn random(&mut self, request: &MatchRequest, world: &'static dyn World) {
        let first = self.instances.len();
        let balanced = world.balanced().len();
        if balanced == 0 {
            return;
        }
        let needed = request.games.unwrap_or(MOST_SPRT_GAMES).div_ceil(2) as usize;
        let seeds = (1..).map(|number| self.spec.experiment.seed.wrapping_add(number));
        for seed in seeds.take(needed.saturating_sub(balanced)).collect::<Vec<u64>>() {
            let (game, ply) = (world.random_game(seed, &Given::defaults(world.keys())), world.opening_plies());
            if let Some(task) = game.tasks.get(ply) {
                self.add(Named { name: format!("{},ply={ply}", game.name), task: task.clone() });
            }
        }
        for instance in &mut self.instances[first..] {
            instance.turn = 1;
        }
    }

    /// Leaves as many openings of a match as its games need.
    fn limit(&mut self, request: &MatchRequest, begin: usize, path: &spec::Path) {
        let Some(games) = request.games else { return };
        let (needed, there) = (games.div_ceil(2) as usize, self.instances.len() - begin);
        if games == 0 {
            self.complain("a match without games".to_owned(), &path.key("games"), "expected 2 or more");
        } else if needed > there && self.problems.is_empty() {
            let openings = counted(there as u64, "opening");
            let message = format!("{openings}, each with both colours, give {} games", 2 * there);
            self.complain(message, &path.key("games"), "expected no more, or more openings");
        } else if !games.is_multiple_of(2) {
            self.complain(
                "each opening is played with both colours".to_owned(),
                &path.key("games"),
                "expected an even number",
            );
        }
        self.instances.truncate(begin + needed);
    }
}
