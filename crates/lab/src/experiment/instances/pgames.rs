//! The instances of board-splitting games: boards by their recipes, and positions as text.

use super::{Instance, Loader, Task, optional};
use crate::experiment::spec::{self, GenerateRequest, Wholes};
use crate::play::BoardGame;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_worlds::pgames::{Kind, Position, Recipe};
use searchlab_worlds::run::pgames::content;

impl Loader<'_> {
    /// Every combination of kinds, plies, probabilities and seeds.
    pub(super) fn generate_pgames(&mut self, request: &GenerateRequest, seeds: &[u64], path: &spec::Path) {
        for (key, is_given) in
            [("size", request.size.is_some()), ("density", request.density.is_some()), ("side", request.side.is_some())]
        {
            if is_given {
                self.complain(format!("`{key}` is for mazes"), &path.key(key), "");
            }
        }
        let kinds = self.all(request.kind.as_slice(), &path.key("kind"), Kind::from_name);
        let plies = match request.plies.as_ref().map_or(Ok(vec![Recipe::default().plies.into()]), Wholes::numbers) {
            Ok(plies) => plies,
            Err(wrong) => return self.complain(wrong.message("plies"), &path.key("plies"), &wrong.expected()),
        };
        let chances: Vec<Option<f64>> = optional(request.chance.as_ref());
        for &kind in &kinds {
            for &plies in &plies {
                for &chance in &chances {
                    for &seed in seeds {
                        let plies = u32::try_from(plies).unwrap_or(u32::MAX);
                        // What is below 0 is too much as well.
                        let thousandths =
                            |chance: f64| if chance < 0.0 { u32::MAX } else { (chance * 1000.0).round() as u32 };
                        let recipe = Recipe { kind, plies, chance: chance.map(thousandths), seed };
                        match Position::of(recipe) {
                            Ok(position) => self.add_pgame(recipe.to_string(), position),
                            Err(problem) => return self.cite(&problem.into(), path),
                        }
                        if self.is_full() {
                            return;
                        }
                    }
                }
            }
        }
    }

    /// A position that the experiment itself spells.
    pub(super) fn pgames_position(&mut self, source: &Source) -> Result<(), Diagnostics> {
        let games = Position::of(Recipe::default())?.read(source)?;
        for game in games {
            let position = game.position();
            let name = if position.ply() == 0 { position.peculiarity() } else { game.instance() };
            self.add_pgame(name, position.clone());
        }
        Ok(())
    }

    /// The board that is searched where an experiment names none.
    pub(super) fn add_usual_pgame(&mut self) {
        let recipe = Recipe::default();
        if let Ok(position) = Position::of(recipe) {
            self.add_pgame(recipe.to_string(), position);
        }
    }

    fn add_pgame(&mut self, name: String, position: Position) {
        let content = content(&position);
        self.instances.push(Instance { name, content, group: 0, turn: 0, task: Task::PGames(position) });
    }
}
