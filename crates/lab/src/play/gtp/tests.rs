//! Dialogues as clients lead them, and lines that no client should send.

use proptest::prelude::*;

use super::*;
use searchlab_trial::diagnostic::Source;
use searchlab_worlds::{connect4, othello};

fn engine<P: GameWorld + TuiBoard>(player: &str) -> Protocol<P> {
    let player = P::PLAYERS.parse(&Source::new("player", player)).unwrap_or_else(|problems| panic!("{problems}"));
    Protocol::new(P::initial(&P::Setting::default()), mind(player, 7))
}

/// The answer to a line, which ends with an empty line if there is one.
fn take<P: GameWorld + TuiBoard>(protocol: &mut Protocol<P>, line: &str) -> String {
    let mut said = Vec::new();
    let flow = protocol.take(line, &Arc::default(), &mut said).expect("there is room");
    assert_eq!(flow.is_break(), said.starts_with(b"=") && line.contains("quit"), "{line}");
    let said = String::from_utf8(said).expect("text");
    assert!(said.is_empty() || said.ends_with("\n\n") && !said.trim_end().contains("\n\n"), "{line}: {said:?}");
    said.trim_end().to_owned()
}

#[test]
fn commands_are_answered() {
    let mut protocol = engine::<othello::Position>("alphabeta-tt:depth=2");
    for (line, answer) in [
        ("protocol_version", "= 2"),
        ("12 name", "=12 searchlab"),
        ("  # nothing", ""),
        ("", ""),
        ("7", ""),
        ("3 known_command\tgenmove # is it?", "=3 true"),
        ("known_command fly", "= false"),
        ("4 fly", "?4 unknown command"),
        ("boardsize 8", "="),
        ("5 boardsize 9", "?5 unacceptable size"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("komi 0.5", "="),
        ("komi x", "? expected a number"),
        ("undo", "? cannot undo"),
        ("play b F5", "="),
        ("6 play black d6", "?6 illegal move: it is the turn of white"),
        ("play white a1", "? illegal move: a1 is not legal: it would turn no disc"),
        ("play w pass", "? illegal move: there are other moves"),
        ("play w z9", "? expected a move like f5"),
        ("play green f5", "? expected a color: b or w"),
        ("play w", "? expected a move"),
        ("final_score", "? the game is not over"),
        ("genmove b", "? it is the turn of white"),
        ("play W d6", "="),
        ("undo", "="),
        ("8 play W f6", "=8"),
        ("clear_board", "="),
        ("undo", "? cannot undo"),
        ("time_settings 300 10", "? expected a whole number"),
        ("time_left b 10 x", "? expected a whole number"),
        ("9 quit", "=9"),
    ] {
        assert_eq!(take(&mut protocol, line), answer, "{line}");
    }
    let commands = take(&mut protocol, "list_commands");
    for name in commands.trim_start_matches("= ").lines() {
        assert_ne!(take(&mut protocol, name), "? unknown command", "{name}");
    }
    assert_eq!(commands.lines().count(), COMMANDS.len());
    assert!(take(&mut protocol, "showboard").starts_with("=\n"));
}

/// Moves of both sides to the end, passes among them; the board follows, and so does what is taken back.
#[test]
fn whole_games_are_played() {
    fn plays<P: GameWorld + TuiBoard>(player: &str, seed: u64) -> usize {
        let mut protocol = engine::<P>(player);
        let (mut game, mut passes) = (Game::new(P::initial(&P::Setting::default())), 0);
        while !game.position().is_over() {
            let color = searchlab_worlds::play::gtp::color(game.position().side());
            let preview = take(&mut protocol, &format!("reg_genmove {color}"));
            let answer = take(&mut protocol, &format!("genmove {color}"));
            assert_eq!(preview, answer);
            let name = answer.strip_prefix("= ").expect("a move").to_lowercase();
            let mv = match game.position().forced() {
                Some(pass) => {
                    passes += 1;
                    assert_eq!(name, "pass");
                    pass
                }
                None => game.position().read_move(&name).expect("a move"),
            };
            assert!(game.push(mv), "{name}");
            if let Some(pass) = game.position().forced() {
                // It need not be told.
                passes += 1;
                assert!(game.push(pass));
            }
            if let Some(mv) = game.position().random_move(seed, game.plies()) {
                let color = searchlab_worlds::play::gtp::color(game.position().side());
                let command = format!("play {color} {}", vertex(game.position(), mv));
                for line in [command.as_str(), "undo", &command] {
                    assert_eq!(take(&mut protocol, line), "=", "{line}");
                }
                assert!(game.push(mv));
            }
        }
        assert_eq!(protocol.game.position(), game.position());
        let score = take(&mut protocol, "final_score");
        let margin = game.position().margin();
        assert_eq!(score.contains('B'), margin > 0, "{score}");
        assert_eq!(score.contains('W'), margin < 0, "{score}");
        assert_eq!(take(&mut protocol, "genmove b").chars().next(), Some('?'));
        passes
    }
    for seed in 0..3 {
        plays::<connect4::Position>("alphabeta-tt:depth=3", seed);
    }
    let passes: usize = (0..12).map(|seed| plays::<othello::Position>("random", seed)).sum();
    assert!(passes > 0, "some game has a pass");
    plays::<othello::Position>("mtdf:depth=2", 5);
}

/// A clock makes a search shorter that would take minutes, and has no say where a depth alone decides.
#[test]
fn clocks_bound_searches() {
    for (settings, most) in [("time_settings 0 1 5", 1), ("time_settings 10 0 0", 2), ("time_left b 2 10", 1)] {
        let mut protocol = engine::<othello::Position>("alphabeta-tt:time=600s");
        assert_eq!(take(&mut protocol, settings), "=");
        let begin = Instant::now();
        assert!(take(&mut protocol, "genmove b").starts_with("= "));
        assert!(begin.elapsed() < Duration::from_secs(most + 1), "{settings}: {:?}", begin.elapsed());
    }
    let mut protocol = engine::<othello::Position>("minimax:depth=3");
    take(&mut protocol, "time_settings 0 0 0");
    assert!(take(&mut protocol, "genmove b").starts_with("= "));
    take(&mut protocol, "time_settings 4 1 1");
    assert_eq!(protocol.left, [Some((Duration::from_secs(4), 0)); 2]);
    protocol.use_up(Side::Black, Duration::from_secs(9));
    assert_eq!(protocol.left[0], Some((Duration::from_secs(1), 1)));
    take(&mut protocol, "time_settings 4 1 0");
    assert_eq!(protocol.left, [None; 2]);
}

proptest! {
    #[test]
    fn no_line_is_too_much(lines in proptest::collection::vec("(play|genmove|time_left|komi|1|boardsize)? ?[ -~é\t]{0,12}", 0..20)) {
        let mut protocol = engine::<connect4::Position>("random");
        for line in lines.iter().filter(|line| !line.contains("quit")) {
            take(&mut protocol, line);
        }
    }
}
