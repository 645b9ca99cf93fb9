//! Games between a person and the players of the program. Nothing is kept from one request to the next: each brings the
//! whole game, as the text that the program saves and reads.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::{NODES, told};
use searchlab_lab::play::{Action, AlgorithmPlayer, Ending, Game, Player, PlayerSpec, RandomPlayer, value_words};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source};
use searchlab_trial::record::Record;
use searchlab_worlds::play::{Cell, GameCommands, SearchableGame};
use searchlab_worlds::table::{BoardGameVisitor, visit_board_game};

/// A game, and something to do with it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Asked {
    /// The world.
    world: String,
    /// The game: moves one after the other, or a file of the world. Empty for a new one.
    #[serde(default)]
    text: String,
    /// The action on the game.
    what: What,
    /// The player that is asked, as a user types it: `level:3`.
    #[serde(default)]
    player: String,
    /// The cell of the move to be made.
    #[serde(default)]
    cell: Option<[u8; 2]>,
    /// Decides between equal moves.
    #[serde(default)]
    seed: u64,
    /// Milliseconds of a move at most, of players that deepen.
    #[serde(default)]
    milliseconds: Option<u64>,
    /// Names of black and white, for the file.
    #[serde(default)]
    names: [String; 2],
    /// Name of the file, whose end stands for its form.
    #[serde(default)]
    file: String,
}

/// The things to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum What {
    /// Show it.
    Show,
    /// Make the move on a cell, and the passes that follow.
    Move,
    /// Have a player make a move.
    Think,
    /// All moves with their values, by a player.
    Hints,
    /// The contributions to the value of the position.
    Explain,
    /// The game as a file.
    Save,
}

impl Asked {
    pub(crate) fn answer(&self) -> Result<Value, String> {
        visit_board_game(&self.world, Table(self)).ok_or_else(|| format!("{} is no game", self.world))?
    }
}

/// Answers in the world of a game.
struct Table<'a>(&'a Asked);

impl BoardGameVisitor for Table<'_> {
    type Output = Result<Value, String>;

    fn visit<P: GameCommands>(self) -> Self::Output {
        let Self(asked) = self;
        let mut game = begun::<P>(asked).map_err(|problems| told(&problems))?;
        let extra = match asked.what {
            What::Show => Value::Null,
            What::Move => {
                let cell = asked.cell.map(|[column, row]| Cell { column, row });
                let mv = cell.and_then(|cell| game.position().move_at(cell)).ok_or("no such cell")?;
                if !game.push(mv) {
                    return Err(game.position().illegal_reason(mv));
                }
                Value::Null
            }
            What::Think => think(asked, &mut game)?,
            What::Hints => hints(asked, &game)?,
            What::Explain => return explained(&game),
            What::Save => return Ok(saved(asked, &game)),
        };
        while let Some(pass) = game.position().forced().filter(|_| !game.position().is_over()) {
            game.push(pass);
        }
        let mut shown = shown(&game);
        shown["extra"] = extra;
        Ok(shown)
    }
}

fn begun<P: GameCommands>(asked: &Asked) -> Result<Game<P>, Diagnostics> {
    let start = P::initial(&P::Setting::default());
    let text = asked.text.trim();
    if text.is_empty() {
        return Ok(Game::new(start));
    }
    let games = start.read(&Source::new("the game", text))?;
    games.into_iter().next_back().ok_or_else(|| Diagnostic::new("there is no game").into())
}

/// The board and what can be done on it.
fn shown<P: GameCommands>(game: &Game<P>) -> Value {
    let position = game.position();
    let (columns, rows) = position.size();
    let cells: String = searchlab_worlds::play::letters(position).2;
    let place = |cell: Cell| [cell.column, cell.row];
    let moves: Vec<[u8; 2]> = if position.is_over() {
        Vec::new()
    } else {
        position.moves().into_iter().filter_map(|mv| position.cell_of(mv)).map(place).collect()
    };
    json!({
        "title": position.title(),
        "columns": columns,
        "rows": rows,
        "cells": cells,
        "columnNames": (0..columns).map(|column| position.column_name(column)).collect::<Vec<_>>(),
        "rowNames": (0..rows).map(|row| position.row_number(row)).collect::<Vec<_>>(),
        "moves": moves,
        "side": position.side().name(),
        "over": position.is_over(),
        "result": if position.is_over() { game.result(Ending::Finished) } else { String::new() },
        "score": position.score(),
        "last": game.last_cell().map(place),
        "winning": position.winning_line().into_iter().map(place).collect::<Vec<_>>(),
        "plies": game.plies(),
        "played": game.written(),
        "text": game.line(["", ""], None),
        "instance": game.instance(),
    })
}

/// Makes the move of a player; the record of its search, and its value in words.
fn think<P: GameCommands>(asked: &Asked, game: &mut Game<P>) -> Result<Value, String> {
    let action = match spec::<P>(asked)? {
        PlayerSpec::Random => RandomPlayer::new(asked.seed).act(game),
        PlayerSpec::Algorithm(spec) => engine::<P>(asked, spec).act(game),
        PlayerSpec::Human | PlayerSpec::Program(_) => return Err("only algorithms play in a page".to_owned()),
    };
    let Action::Move(mv, record) = action.map_err(|error| error.to_string())? else {
        return Err("the player has no move".to_owned());
    };
    let spelled = game.position().spell(mv);
    game.push(mv);
    Ok(json!({ "move": spelled, "record": record, "words": record.as_deref().and_then(words) }))
}

fn words(record: &Record) -> Option<String> {
    record.result.as_ref().map(|answer| value_words(answer.value as i32))
}

/// The legal moves with their values, the best first.
fn hints<P: GameCommands>(asked: &Asked, game: &Game<P>) -> Result<Value, String> {
    let PlayerSpec::Algorithm(spec) = spec::<P>(asked)? else {
        return Err("only algorithms give hints".to_owned());
    };
    let hints = engine::<P>(asked, spec).hints(game).map_err(|error| error.to_string())?;
    let position = game.position();
    let entry = |hint: &searchlab_lab::play::Hint<P::Move>| {
        json!({
            "move": position.spell(hint.mv),
            "cell": position.cell_of(hint.mv).map(|cell| [cell.column, cell.row]),
            "value": value_words(hint.value),
            "depth": hint.depth,
        })
    };
    Ok(hints.unwrap_or_default().iter().map(entry).collect())
}

fn spec<P: SearchableGame>(asked: &Asked) -> Result<PlayerSpec, String> {
    let text = if asked.player.is_empty() { P::PLAYERS.usual } else { &asked.player };
    P::PLAYERS.parse(&Source::new("player", text)).map_err(|problems| told(&problems))
}

fn engine<P: SearchableGame>(asked: &Asked, spec: searchlab_worlds::play::AlgorithmSpec) -> AlgorithmPlayer<P> {
    let mut player = AlgorithmPlayer::new(spec, asked.seed, Arc::<AtomicBool>::default());
    player.most_time = asked.milliseconds.map(Duration::from_millis);
    player.progress = Some(Arc::clone(&NODES));
    player
}

/// The game as the text of a file.
fn saved<P: GameCommands>(asked: &Asked, game: &Game<P>) -> Value {
    let [black, white] = &asked.names;
    let forms: Vec<&str> = P::GAME_FORMS.iter().map(|form| form.extension).collect();
    let ending = game.position().is_over().then_some(Ending::Finished);
    json!({ "text": P::write(game, &asked.file, [black, white], ending), "forms": forms })
}

/// The features of the position with their weights, and their sum for the side to move.
fn explained<P: GameCommands>(game: &Game<P>) -> Result<Value, String> {
    let position = game.position();
    let explanation = position.explained().ok_or_else(|| {
        let world = P::PLAYERS.world.name.name;
        format!("the evaluation of {world} has no features")
    })?;
    Ok(json!({ "rows": explanation.rows, "value": explanation.value, "side": position.side().name() }))
}
