//! Programs that play, as they are heard in the three protocols of engines: whatever their lines are, there is a move or
//! an error that can be shown.

#![no_main]

use std::collections::VecDeque;
use std::path::Path;
use std::time::{Duration, Instant};

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::play::{
    BoardGame, Connection, EngineError, EngineProtocol, Fault, Game, Heard, Forfeit, PlayerSpec, ProgramSpec,
    SearchableGame, Wait,
};
use searchlab::worlds::gomoku::gomocup::Gomocup;
use searchlab::worlds::gomoku::{Position as Gomoku, Setting};
use searchlab::worlds::othello::Position as Othello;
use searchlab::worlds::othello::protocol::OthelloProtocol;

/// A program that has said all its lines before it was asked, and ends then.
struct Script {
    spec: ProgramSpec,
    lines: VecDeque<String>,
}

impl Connection for Script {
    fn spec(&self) -> &ProgramSpec {
        &self.spec
    }

    fn folder(&self) -> &Path {
        Path::new("/nowhere")
    }

    fn send(&mut self, text: &str) -> Result<(), EngineError> {
        assert!(text.is_empty() || text.ends_with('\n'));
        Ok(())
    }

    fn note(&mut self, _: &Heard) {}

    fn forget(&mut self) {}

    fn hear(&mut self, _: &Wait) -> Result<Heard, EngineError> {
        let end = || EngineError::Failed(Forfeit::new(Fault::Crashed, "it has ended"));
        Ok(Heard { text: self.lines.pop_front().ok_or_else(end)?, at: Instant::now() })
    }

    fn move_wait(&self) -> (Instant, Wait) {
        (Instant::now(), Wait::lasting(Duration::from_secs(1), "no answer"))
    }
}

fn spec<P: SearchableGame>(words: &str) -> ProgramSpec {
    match P::PLAYERS.parse(&Source::new("player", words)) {
        Ok(PlayerSpec::Program(spec)) => spec,
        _ => unreachable!("{words} is a program"),
    }
}

fuzz_target!(|text: &str| {
    let othello = Game::new(Othello::INITIAL);
    talk::<_, OthelloProtocol>(spec::<Othello>("program:cmd=x,depth=3"), othello.clone(), text);
    talk::<_, OthelloProtocol>(spec::<Othello>("program:cmd=x,protocol=gtp,time=2s"), othello, text);
    let gomoku = Game::new(Gomoku::empty(Setting::default()));
    talk::<_, Gomocup>(spec::<Gomoku>("program:cmd=x,time=2s"), gomoku, text);
});

fn talk<P: BoardGame, E: EngineProtocol<P>>(spec: ProgramSpec, mut game: Game<P>, text: &str) {
    let lines = text.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect();
    let (mut script, mut protocol) = (Script { spec, lines }, E::default());
    let mut known = None;
    let mut result = protocol.greet(&mut script, &game);
    while result.is_ok() && !game.position().is_over() {
        result = protocol.ask(&mut script, &game, known).map(|choice| {
            assert!(choice.value.is_none_or(f64::is_finite));
            if game.push(choice.mv) {
                known = Some(game.plies());
            } else {
                known = None;
                script.lines.pop_front();
            }
        });
    }
    let words = match result {
        Err(EngineError::Failed(mishap)) => mishap.detail,
        // Whoever shows it quotes it.
        Err(EngineError::Refused(words)) => searchlab::diagnostic::quoted(&words),
        _ => return,
    };
    assert!(words.chars().count() < 2000 && !words.chars().any(char::is_control), "{words:?}");
}
