//! Written texts are read back equal; damaged ones are refused with a place.

use proptest::prelude::*;

use super::*;
use crate::gomoku::legal_points;
use crate::gomoku::playout::{game, random_position};

/// Boards of several forms under all rules, with random games on them.
fn settings() -> impl Strategy<Value = Setting> {
    (5..=22u8, 5..=22u8, 0..4usize, any::<bool>()).prop_map(|(width, height, rule, is_usual)| {
        let rule = Rule::ALL[rule];
        if is_usual { Setting::square(15, rule) } else { Setting { width, height, rule } }
    })
}

/// Reads a text in every form; whatever is wrong has a place.
fn read_in_all_forms(text: &str, setting: Setting) -> Result<(), TestCaseError> {
    let text = source(text);
    let mut found = vec![
        read_position(&text, setting).err(),
        read_positions(&text, setting).err(),
        read_moves(&text, setting).err(),
        read_picture(&text, setting.rule).err(),
    ];
    found.extend(Kind::ALL.map(|kind| read_positions_as(&text, kind, setting).err()));
    for problems in found.into_iter().flatten() {
        prop_assert!(problems.iter().all(|problem| !problem.excerpts().is_empty()), "{}", problems);
    }
    Ok(())
}

/// The position in each form that can hold it, with the name of the form.
fn in_all_forms(position: &Position) -> Vec<(Kind, String)> {
    let problem = Problem { line: 2, id: "x".to_owned(), position: position.clone(), at_most: Some(5) };
    vec![
        (Kind::Moves, write_moves(position).unwrap()),
        (Kind::Pos, write_pos(position).unwrap()),
        (Kind::Offset, write_offset(position).unwrap()),
        (Kind::Picture, write_picture(position)),
        (Kind::Problems, write_problems([&problem])),
        (Kind::Sgf, write_sgf(position, ["one", "two"])),
        (Kind::Psq, write_psq(position, ["one", "two"]).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn positions_are_read_back_equal(setting in settings(), seed: u64, plies in 1..120usize) {
        let original = random_position(seed, plies, setting);
        for (kind, text) in in_all_forms(&original) {
            let read = read_positions_as(&source(&text), kind, setting);
            let read = read.map_err(|problems| TestCaseError::fail(format!("{kind:?} {problems}")))?;
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(board(&read[0].position), board(&original), "{:?}", kind);
            if kind != Kind::Picture {
                prop_assert_eq!(&read[0].position, &original, "{:?}", kind);
            }
        }
    }

    #[test]
    fn games_are_read_back_equal(setting in settings(), seed: u64) {
        let original = game(seed, setting);
        for (kind, text) in in_all_forms(&original) {
            let is_over = original.five().is_some();
            let read = read_positions_as(&source(&text), kind, setting);
            // A problem is no game that is over; pictures do not tell in which order renju's stones were put.
            if !is_over || kind != Kind::Problems {
                let read = read.map_err(|problems| TestCaseError::fail(format!("{kind:?} {problems}")))?;
                prop_assert_eq!(board(&read[0].position), board(&original), "{:?}", kind);
            }
        }
    }

    /// A picture does not tell the order of its stones; the one that is found is a game.
    #[test]
    fn pictures_become_games(setting in settings(), seed: u64, plies in 1..200usize, is_to_end: bool) {
        let original = if is_to_end { game(seed, setting) } else { random_position(seed, plies, setting) };
        let read = read_picture(&source(&write_picture(&original)), setting.rule);
        let read = read.map_err(|problems| TestCaseError::fail(problems.to_string()))?;
        prop_assert_eq!(board(&read), board(&original));
        let moves = write_moves(&read).expect("by turns");
        // Whether an order breaks none of renju's rules on its way is not asked.
        if setting.rule != Rule::Renju {
            prop_assert_eq!(read_moves(&source(&moves), setting), Ok(read));
        }
    }

    /// Any text is read or refused with a place; none ends the program.
    #[test]
    fn no_text_is_too_strange(text in "[-.XOxo;()\\[\\]\\\\abhBWSZGMé0-9:;# ,\n\r\t\u{0}]{0,140}") {
        read_in_all_forms(&text, setting())?;
    }

    /// Texts with some bytes changed, cut or doubled.
    #[test]
    fn damaged_texts_are_read_or_refused(
        seed: u64,
        plies in 1..60usize,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4u8), 1..6),
    ) {
        for (kind, text) in in_all_forms(&random_position(seed, plies, setting())) {
            let mut bytes = text.into_bytes();
            for (place, byte, way) in &changes {
                let at = place.index(bytes.len().max(1)).min(bytes.len());
                match way {
                    0 if !bytes.is_empty() => { bytes.remove(at); }
                    1 => bytes.insert(at, *byte),
                    2 => bytes.extend_from_within(at..),
                    _ if !bytes.is_empty() => bytes[at] = *byte,
                    _ => {}
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            let _ = read_positions_as(&source(&text), kind, setting());
            read_in_all_forms(&text, setting())?;
        }
    }

    /// All cells of a board but those with a stone are legal unless renju is played.
    #[test]
    fn legal_cells_are_empty(setting in settings(), seed: u64, plies in 1..80usize) {
        let position = random_position(seed, plies, setting);
        let legal = legal_points(&position);
        prop_assert!(legal.iter().all(|&point| position.at(point).is_none()));
        if setting.rule != Rule::Renju {
            prop_assert_eq!(legal.len(), position.empty_points().count());
        }
    }
}
