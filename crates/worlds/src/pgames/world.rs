//! Board-splitting games as a world.

use super::recipe::is_critical;
use super::{Kind, Position, Recipe};
use crate::catalog::Name;
use crate::play::{BoardGame, GameWorld};
use crate::world::{Given, Key, KeyKind, Way};
use searchlab_trial::diagnostic::Diagnostic;

/// The board of games and positions that name none.
const BOARD: Key = Key {
    name: "board",
    summary: "Pgames: the board of positions that name none. Default: \"p-game:plies=10,seed=1\".",
    help: "The board of positions that name none",
    kind: KeyKind::Text("[pn]-game(:.*)?"),
    default: Some("p-game:plies=10,seed=1"),
    way: None,
    check: |text| Recipe::parse(text).and_then(Position::of).map(drop),
};

/// The keys of recipes.
const RECIPE: [Key; 4] = [
    Key {
        check: |word| Kind::from_name(word).map(drop),
        ..Key::without_flag(
            "kind",
            "Kinds of boards of pgames: p-game, n-game.",
            KeyKind::Choice(|| ["p-game", "n-game"].map(|name| Name { name, summary: "" }).to_vec()),
        )
    },
    Key::without_flag(
        "plies",
        "Boards of pgames: plies from the board to a cell, 1 to 16: a number, a list, or a range. Default: 10.",
        KeyKind::Wholes,
    ),
    Key::without_flag(
        "chance",
        "Boards of pgames: the probability that a cell of a p-game is 1, or that a step of an n-game goes up: from 0 to 1 \
         with at most three decimals. Default: 0.382 and 0.5.",
        KeyKind::Proportion,
    ),
    Key {
        check: |word| is_critical(word).map(drop),
        ..Key::without_flag(
            "boards",
            "Boards of pgames: all, or critical: only those where one of the first two moves wins and the other loses. \
             Default: all.",
            KeyKind::Choice(|| ["all", "critical"].map(|name| Name { name, summary: "" }).to_vec()),
        )
    },
];

impl GameWorld for Position {
    const TITLE: &'static str = "Board splitting";
    const WAYS: &'static [(Way, &'static str)] = &[
        (Way::Files, "Pgames: moves and a board, one position a line."),
        (Way::Positions, "Pgames: moves and a board like LTR p-game:plies=10,seed=1."),
        (Way::Games, "Pgames: the board of the seed."),
        (Way::Generate, "Boards of pgames."),
    ];
    const KEYS: &'static [Key] = &[BOARD];
    const RECIPE_KEYS: &'static [Key] = &RECIPE;

    /// The board of positions that name none.
    type Setting = Recipe;

    fn setting(given: &Given) -> Recipe {
        given.get(BOARD.name).and_then(|text| Recipe::parse(text).ok()).unwrap_or_default()
    }

    fn initial(recipe: &Recipe) -> Self {
        Self::of(*recipe).expect("the default recipe makes a board")
    }

    /// Each on a board of its own: that of the seed.
    fn board_of_game(recipe: &Recipe, seed: u64) -> Self {
        Self::of(Recipe { seed, ..*recipe }).unwrap_or_else(|_| Self::initial(recipe))
    }

    fn game_name(recipe: &Recipe) -> String {
        if *recipe == Recipe::default() { String::new() } else { format!("board={recipe},") }
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
        if self.ply() == 0 { self.variant_tag() } else { self.text() }
    }
}
