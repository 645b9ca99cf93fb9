//! Games under way that are kept and taken up again.

use super::*;
use searchlab_worlds::othello::{Position, playout};

#[test]
fn a_game_is_kept_until_it_ends() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["game.txt", "game.ggf"] {
        let path = folder.path().join(name);
        let mut autosave = Autosave::new(path.clone());
        let mut game = Game::new(Position::INITIAL);
        assert_eq!(autosave.game(&Position::INITIAL).unwrap(), None);
        autosave.keep(&game, ["a", "b"]).unwrap();
        assert!(!path.exists(), "there is nothing to keep");
        for &mv in playout::game(12).moves() {
            game.push(mv);
            autosave.keep(&game, ["a", "b"]).unwrap();
            let again = Autosave::new(path.clone()).game(&Position::INITIAL).unwrap();
            assert_eq!(again, Some(game.clone()).filter(|game| !game.position().is_over()), "{name}");
        }
        assert!(!autosave.conclude(Ending::Interrupted).unwrap() && path.exists());
        assert!(autosave.conclude(Ending::Finished).unwrap() && !path.exists());
        assert!(autosave.conclude(Ending::Finished).unwrap(), "it may have been removed before");
    }
}

#[test]
fn a_file_of_other_things_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    for (text, problem) in [("f5d6\nf5f6\n", "holds 2 games"), ("nonsense\n", "nonsense"), ("", "")] {
        fs::write(&path, text).unwrap();
        let shown = Autosave::new(path.clone()).game(&Position::INITIAL).unwrap_err().to_string();
        assert!(shown.contains(problem), "{shown}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}
