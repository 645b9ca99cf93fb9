//! Games between players that act from a script.

use std::collections::VecDeque;

use super::*;
use searchlab_worlds::othello::play::of_transcript;
use searchlab_worlds::othello::{Move, Position, playout};

type Game = super::Game<Position>;
type Action = super::Action<Position>;

/// Does what is written down.
struct Puppet(VecDeque<Action>);

impl Player<Position> for Puppet {
    fn act(&mut self, _game: &Game) -> io::Result<Action> {
        self.0.pop_front().ok_or_else(|| io::Error::other("out of ideas"))
    }

    fn is_person(&self) -> bool {
        true
    }
}

#[derive(Default)]
struct Notes(Vec<String>);

impl Watcher<Position> for Notes {
    fn moved(&mut self, _game: &Game, side: Side, mv: Move, _record: Option<Box<Record>>) -> io::Result<()> {
        self.0.push(format!("{} {mv}", side.name()));
        Ok(())
    }

    fn passed(&mut self, _game: &Game, side: Side) -> io::Result<()> {
        self.0.push(format!("{} passed", side.name()));
        Ok(())
    }

    fn taken_back(&mut self, game: &Game, count: usize) -> io::Result<()> {
        self.0.push(format!("{count} back to {}", game.plies()));
        Ok(())
    }

    fn failed(&mut self, _game: &Game, side: Side, mishap: &Forfeit) -> io::Result<()> {
        self.0.push(format!("{} {mishap}", side.name()));
        Ok(())
    }
}

fn action(word: &str) -> Action {
    match word {
        "undo" => Action::TakeBack,
        "resign" => Action::Resign,
        "leave" => Action::Leave,
        "stop" => Action::Interrupt,
        "hang" => Action::Fail(Forfeit::new(Fault::Late, "no answer")),
        mv => Action::Move(mv.parse().unwrap(), None),
    }
}

/// The notes, and how it ended.
fn run(black: &str, white: &str) -> (Vec<String>, io::Result<Ending>) {
    let [mut black, mut white] = [black, white].map(|words| Puppet(words.split(' ').map(action).collect()));
    let (mut game, mut notes) = (Game::new(Position::INITIAL), Notes::default());
    let ending = play(&mut game, [&mut black, &mut white], &mut notes);
    (notes.0, ending)
}

#[test]
fn every_action_has_its_effect() {
    let (notes, ending) = run("f5 undo c3 resign", "d6 d6 e3");
    // Both are persons: the last turn of one was white's.
    let expected = ["black f5", "white d6", "1 back to 1", "white d6", "black c3", "white e3"];
    assert_eq!(notes[..5], expected[..5]);
    assert!(matches!(ending, Ok(Ending::Forfeited(Side::White, Fault::Illegal) | Ending::Resigned(Side::Black))));
    for (black, white, expected) in [
        ("f5", "resign", Ending::Resigned(Side::White)),
        ("leave", "d6", Ending::Left),
        ("stop", "d6", Ending::Interrupted),
        ("a1", "d6", Ending::Forfeited(Side::Black, Fault::Illegal)),
        ("hang", "d6", Ending::Forfeited(Side::Black, Fault::Late)),
        ("f5", "f5", Ending::Forfeited(Side::White, Fault::Illegal)),
        ("f5", "pa", Ending::Forfeited(Side::White, Fault::Illegal)),
        ("undo resign", "d6", Ending::Resigned(Side::Black)),
    ] {
        assert_eq!(run(black, white).1.unwrap(), expected, "{black}, {white}");
    }
    assert_eq!(run("f5", "d3").0, ["black f5", "white made an illegal move: d3 is not legal: it would turn no disc"]);
    assert_eq!(run("f5", "hang").0, ["black f5", "white ran out of time: no answer"]);
    assert_eq!(run("f5", "undo resign").0, ["black f5", "1 back to 0"]);
    assert_eq!(run("f5", "d6").1.unwrap_err().to_string(), "out of ideas");
}

/// Seed 12 passes twice: the players are not asked.
#[test]
fn passes_are_made_for_the_players() {
    let whole = playout::game(12);
    let mut parts: [VecDeque<Action>; 2] = Default::default();
    for (position, &mv) in whole.positions().zip(whole.moves()) {
        if mv != Move::PASS {
            parts[usize::from(position.side == Side::White)].push_back(Action::Move(mv, None));
        }
    }
    let [mut black, mut white] = parts.map(Puppet);
    let (mut game, mut notes) = (Game::new(Position::INITIAL), Notes::default());
    assert_eq!(play(&mut game, [&mut black, &mut white], &mut notes).unwrap(), Ending::Finished);
    assert_eq!(game, of_transcript(&whole));
    assert_eq!(notes.0.iter().filter(|note| note.ends_with("passed")).count(), 2);
}
