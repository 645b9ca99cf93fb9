//! Board-splitting games as a world.

use super::recipe::is_critical;
use super::{Kind, Position, Recipe};
use crate::catalog::Name;
use crate::play::{Board, BoardGame, GameWorld};
use crate::world::{Given, Key, KeyKind, Way, World};
use searchlab_trial::diagnostic::Diagnostic;

/// The keys of recipes.
const RECIPE: [Key; 4] = [
    Key {
        name: "kind",
        summary: "Kinds of boards of pgames: p-game, n-game.",
        help: "",
        kind: KeyKind::Choice(|| ["p-game", "n-game"].map(|name| Name { name, summary: "" }).to_vec()),
        default: None,
        way: None,
        check: |word| Kind::from_name(word).map(drop),
    },
    Key {
        name: "plies",
        summary: "Boards of pgames: plies from the board to a cell, 1 to 16: a number, a list, or a range. Default: 10.",
        help: "",
        kind: KeyKind::Wholes,
        default: None,
        way: None,
        check: |_| Ok(()),
    },
    Key {
        name: "chance",
        summary: "Boards of pgames: the probability that a cell of a p-game is 1, or that a step of an n-game goes up: \
                  from 0 to 1 with at most three decimals. Default: 0.382 and 0.5.",
        help: "",
        kind: KeyKind::Proportion,
        default: None,
        way: None,
        check: |_| Ok(()),
    },
    Key {
        name: "boards",
        summary: "Boards of pgames: all, or critical: only those where one of the first two moves wins and the other \
                  loses. Default: all.",
        help: "",
        kind: KeyKind::Choice(|| ["all", "critical"].map(|name| Name { name, summary: "" }).to_vec()),
        default: None,
        way: None,
        check: |word| is_critical(word).map(drop),
    },
];

impl GameWorld for Position {
    const WORLD: &'static dyn World = &Board::<Self>::NEW;
    const TITLE: &'static str = "Board splitting";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Positions, "Pgames: moves and a board like LTR p-game:plies=10,seed=1."),
        (Way::Generate, "Boards of pgames."),
    ];
    const RECIPE_KEYS: &'static [Key] = &RECIPE;

    /// The board of positions that name none.
    type Setting = Recipe;

    fn initial(recipe: &Recipe) -> Self {
        Self::of(*recipe).expect("the default recipe makes a board")
    }

    /// None: a board of its own is made by each recipe.
    fn random_game(_: &Recipe, _: u64) -> Vec<Self> {
        Vec::new()
    }

    fn generated(given: &Given, seed: u64) -> Result<(String, Self), Diagnostic> {
        let Some(word) = given.get("kind") else {
            return Err(Diagnostic::new("boards that are made have a `kind`").help("known: p-game, n-game"));
        };
        let kind = Kind::from_name(word)?;
        let plies = given
            .parsed::<u64>("plies")
            .map_or(Recipe::default().plies, |plies| u32::try_from(plies).unwrap_or(u32::MAX));
        // What is below 0 is too much as well.
        let thousandths = |chance: f64| if chance < 0.0 { u32::MAX } else { (chance * 1000.0).round() as u32 };
        let chance = given.parsed("chance").map(thousandths);
        let is_critical = given.get("boards").is_some_and(|word| word == "critical");
        let recipe = Recipe { kind, plies, chance, is_critical, seed };
        Ok((recipe.to_string(), Self::of(recipe)?))
    }

    fn instance_name(&self, _: &str) -> String {
        if self.ply() == 0 { self.peculiarity() } else { self.text() }
    }
}
