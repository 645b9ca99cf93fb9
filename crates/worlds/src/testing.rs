//! Checks that the tests of several games make.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::drawing::{DrawError, check_svg};
use searchlab_search::game::Game;

/// Every `step`th of the legal moves, which are these, is drawn by its number; without moves none is drawn.
pub(crate) fn draws_by_number<G: Game>(game: &G, moves: &[G::Move], step: usize)
where
    G::Move: PartialEq + std::fmt::Debug,
{
    for (number, &mv) in (0..).zip(moves).step_by(step) {
        let below = |count| {
            assert_eq!(count as usize, moves.len());
            number
        };
        assert_eq!(game.draw(below), Some(mv));
    }
    assert_eq!(moves.is_empty(), game.draw(|_| 0).is_none());
}

/// A picture becomes a whole file with this text, and no file with another ending.
pub(crate) fn writes_whole_svg(svg: &str, write: impl Fn(&Path) -> Result<(), DrawError>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("start.SVG");
    check_svg(&path).expect("a name that will do");
    write(&path).expect("a picture");
    assert_eq!(fs::read_to_string(&path).expect("a file"), svg);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing half-written remains");
    let error = write(Path::new("start.png")).expect_err("no PNG").to_string();
    assert!(error.ends_with("end the name in .svg"), "{error}");
    assert!(check_svg(&folder.path().join("none/start.svg")).is_err());
}

/// Each line of a list of openings is one of these, which all differ.
pub(crate) fn are_all_and_differ(openings: impl IntoIterator<Item = String>, lines: &str) {
    let openings: Vec<String> = openings.into_iter().collect();
    assert_eq!(openings.len(), lines.lines().count());
    assert_eq!(openings.iter().collect::<BTreeSet<_>>().len(), openings.len());
}
