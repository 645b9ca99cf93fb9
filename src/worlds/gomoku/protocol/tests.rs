//! Dialogues without a process, and random lines.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use super::*;
use crate::worlds::gomoku::learned::shipped;
use crate::worlds::gomoku::{Rule, renju};

fn protocol() -> Protocol {
    Protocol::new(Evaluation::learned(shipped()), Techniques::ALL, Arc::default())
}

/// Sends lines; the answers without messages.
fn send(protocol: &mut Protocol, lines: &str) -> Vec<String> {
    let mut answers = Vec::new();
    for line in lines.split('|') {
        answers.extend(protocol.take(line, Instant::now()).lines);
    }
    answers.retain(|line| !line.starts_with("MESSAGE "));
    answers
}

fn quick(lines: &str) -> (Protocol, Vec<String>) {
    let mut protocol = protocol();
    let answers = send(&mut protocol, &format!("INFO max_node 2000|{lines}"));
    (protocol, answers)
}

/// Dialogues with their answers; `*` stands for any move, and a word ending in `*` for what begins so.
#[test]
fn answers_are_those_of_the_protocol() {
    let cases: &[(&str, &[&str])] = &[
        ("START 15", &["OK"]),
        ("start 20", &["OK"]),
        (" RectStart  12,18 ", &["OK"]),
        ("START 4", &["ERROR unsupported size*"]),
        ("START 23", &["ERROR unsupported size*"]),
        ("START", &["ERROR expected START*"]),
        ("START x", &["ERROR expected START*"]),
        ("RECTSTART 12", &["ERROR expected RECTSTART*"]),
        ("ABOUT", &["name=\"searchlab\", version=\"*"]),
        ("HELLO there", &["UNKNOWN command \"HELLO there\""]),
        ("", &[]),
        ("  ", &[]),
        ("INFO timeout_turn 100", &[]),
        ("INFO", &[]),
        ("INFO what is this", &[]),
        ("BEGIN", &["ERROR there is no board*"]),
        ("TURN 7,7", &["ERROR there is no board*"]),
        ("RESTART", &["ERROR there is no board*"]),
        ("BOARD", &["ERROR there is no board*"]),
        ("DONE", &["ERROR DONE without BOARD"]),
        ("START 15|BEGIN", &["OK", "7,7"]),
        ("START 15|BEGIN|BEGIN", &["OK", "7,7", "ERROR there are stones*"]),
        ("START 15|BEGIN|RESTART|BEGIN", &["OK", "7,7", "OK", "7,7"]),
        ("START 15|TURN 7,7|TURN 7,7", &["OK", "*", "ERROR 7,7 is taken"]),
        ("START 15|TURN 15,7", &["OK", "ERROR 15,7 lies off the board of 15x15"]),
        ("RECTSTART 12,18|TURN 11,17|TURN 12,0", &["OK", "*", "ERROR 12,0 lies off the board of 12x18"]),
        ("START 15|TURN", &["OK", "ERROR \"\" is not x,y"]),
        ("START 15|TURN 7", &["OK", "ERROR \"7\" is not x,y"]),
        ("START 15|TURN -1,3", &["OK", "ERROR -1,3 lies off*"]),
        ("START 15|PLAY 3,4|PLAY 3,4", &["OK", "3,4", "ERROR 3,4 is taken"]),
        ("START 15|PLAY 3,4|TAKEBACK 3,4|TAKEBACK 3,4", &["OK", "3,4", "OK", "ERROR 3,4 has no stone"]),
        ("START 15|BOARD|DONE", &["OK", "7,7"]),
        ("START 15|BOARD|7,7,2|DONE|TURN 0,0", &["OK", "*", "*"]),
        ("START 15|board|7,7,2|INFO timeout_turn 10|8,8,1|3,3,2|done", &["OK", "*"]),
        ("START 15|BOARD|7,7,2|7,7,1|DONE", &["OK", "ERROR 7,7 is taken"]),
        ("START 15|BOARD|7,7,4|DONE", &["OK", "ERROR field 4 is not 1, 2 or 3"]),
        ("START 15|BOARD|7,7|DONE", &["OK", "ERROR \"7,7\" is not x,y,field"]),
        ("START 15|BOARD|rubbish|DONE|BEGIN", &["OK", "ERROR \"rubbish\" is not x,y,field", "7,7"]),
        ("START 15|BOARD|7,7,2|BEGIN", &["OK", "ERROR the board ended without DONE", "7,7"]),
        ("START 15|SWAP2BOARD|7,7|8,8|DONE", &["OK", "ERROR swap2 knows 0, 3 or 5 stones, not 2"]),
        ("START 15|SWAP2BOARD|7,7|7,7|8,8|DONE", &["OK", "ERROR 7,7 is taken"]),
        ("START 15|SWAP2BOARD|7|DONE", &["OK", "ERROR \"7\" is not x,y"]),
        ("END", &[]),
    ];
    for (lines, expected) in cases {
        let (_, answers) = quick(lines);
        let fits = |(answer, expected): (&String, &&str)| match expected.strip_suffix('*') {
            Some("") => cell(answer).is_some(),
            Some(begin) => answer.starts_with(begin),
            None => answer == expected,
        };
        assert!(
            answers.len() == expected.len() && answers.iter().zip(*expected).all(fits),
            "{lines}: {answers:?} instead of {expected:?}"
        );
    }
}

/// Fours are completed and blocked, of both colours.
#[test]
fn the_move_is_that_of_the_engine() {
    let four = "5,5,F|6,5,F|7,5,F|8,5,F|5,6,G|6,8,G|7,8,G|4,5,G";
    for (own, other) in [("1", "2"), ("2", "1")] {
        let lines = four.replace('F', own).replace('G', other);
        let (_, answers) = quick(&format!("START 15|BOARD|{lines}|DONE"));
        assert_eq!(answers, ["OK", "9,5"]);
    }
    // Exactly five: six in a row are no win, so the four at the left is none.
    let six = "5,5,1|6,5,1|7,5,1|9,5,1|10,5,1|0,0,2|2,3,2|0,9,2|14,14,2|13,0,2";
    let (_, answers) = quick(&format!("INFO max_node 20000|INFO rule 1|START 15|BOARD|{six}|DONE"));
    assert_ne!(answers[1], "8,5");
    let (_, answers) = quick(&format!("START 15|BOARD|{six}|DONE"));
    assert_eq!(answers[1], "8,5");
}

#[test]
fn the_rule_is_taken_when_a_game_begins() {
    let rule = |protocol: &Protocol| protocol.stones.as_ref().unwrap().setting.rule;
    let (mut protocol, _) = quick("START 15|INFO rule 4");
    assert_eq!(rule(&protocol), Rule::Renju);
    send(&mut protocol, "BEGIN|INFO rule 1");
    assert_eq!(rule(&protocol), Rule::Renju);
    send(&mut protocol, "RESTART");
    assert_eq!(rule(&protocol), Rule::Standard);
    send(&mut protocol, "TURN 3,3|INFO rule 8|BOARD|3,3,2|DONE");
    assert_eq!(rule(&protocol), Rule::Caro);
}

#[test]
fn finished_games_get_an_error() {
    let five = "1,1,2|2,1,2|3,1,2|4,1,2|5,1,2|0,0,1|7,7,1|9,3,1|2,12,1";
    let (_, answers) = quick(&format!("START 15|BOARD|{five}|DONE"));
    assert_eq!(answers[1], "ERROR the game is over: there is a five");
    let full: Vec<String> =
        (0..25).map(|cell| format!("{},{},{}", cell % 5, cell / 5, 1 + (cell % 5 / 2 + cell / 5) % 2)).collect();
    let (_, answers) = quick(&format!("START 5|BOARD|{}|DONE", full.join("|")));
    assert_eq!(answers[1], "ERROR the game is over: the board is full");
    // With one cell left, that is the move.
    let (_, answers) = quick(&format!("START 5|BOARD|{}|DONE", full[1..].join("|")));
    assert_eq!(answers[1], "0,0");
}

/// Cells of a finished line are walls; in a continuous game a five makes such.
#[test]
fn dead_cells_are_walls() {
    let four = "5,5,1|6,5,1|7,5,1|8,5,1|4,5,3|9,5,3|0,0,2|14,14,2|0,14,2|14,0,2";
    let (protocol, answers) = quick(&format!("START 15|BOARD|{four}|DONE"));
    assert!(!["4,5", "9,5"].contains(&answers[1].as_str()));
    let position = protocol.stones.as_ref().unwrap().position(false);
    assert_eq!(position.dead().len(), 2);
    let five = "1,1,2|2,1,2|3,1,2|4,1,2|5,1,2|0,0,1|7,7,1|9,3,1|2,12,1";
    let (protocol, answers) = quick(&format!("INFO rule 2|START 15|BOARD|{five}|DONE"));
    assert!(cell(&answers[1]).is_some());
    assert_eq!(protocol.stones.as_ref().unwrap().position(true).dead().len(), 5);
    // Nothing but walls: where six cells are left, five of them in a row.
    let walls: Vec<String> = (5..25).map(|cell| format!("{},{},3", cell % 5, cell / 5)).collect();
    let (_, answers) = quick(&format!("START 5|BOARD|{}|0,0,1|1,0,1|2,0,1|3,0,1|DONE", walls.join("|")));
    assert_eq!(answers[1], "4,0");
}

#[test]
fn sides_are_chosen_by_a_search() {
    let (protocol, answers) = quick("START 15|SWAP2BOARD|DONE");
    let cells: Vec<_> = answers[1].split(' ').map(|text| cell(text).unwrap()).collect();
    assert_eq!((cells.len(), protocol.stones.unwrap().position(false).stones().len()), (3, 3));
    for size in [5, 6, 9, 22] {
        let (_, answers) = quick(&format!("START {size}|SWAP2BOARD|DONE"));
        assert_eq!(answers[1].split(' ').count(), 3, "{size}");
    }
    // Black's two stones side by side with white far away; and the other way round.
    let (protocol, answers) = quick("START 15|SWAP2BOARD|7,7|0,0|8,8|14,0|7,8|DONE");
    assert_eq!(answers[1], "SWAP");
    // The engine has black now, and thinks when white has moved.
    let position = protocol.stones.unwrap().position(false);
    assert_eq!((position.stones().len(), position.side()), (5, Side::Black));
    let (mut protocol, answers) = quick("START 15|SWAP2BOARD|0,0|7,7|14,14|8,8|0,14|DONE");
    assert!(cell(&answers[1]).is_some(), "{answers:?}");
    assert!(cell(&send(&mut protocol, "TURN 3,12")[0]).is_some());
    // Three stones: SWAP, one move or two.
    for stones in ["7,7|8,8|9,9", "0,0|7,7|14,14", "11,13|8,12|7,10"] {
        let (_, answers) = quick(&format!("START 15|SWAP2BOARD|{stones}|DONE"));
        let is_move = |text: &str| cell(text).is_some();
        assert!(answers[1] == "SWAP" || answers[1].split(' ').all(is_move), "{answers:?}");
    }
}

#[test]
fn a_stopped_search_has_no_answer() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut protocol = Protocol::new(Evaluation::learned(shipped()), Techniques::ALL, Arc::clone(&stop));
    send(&mut protocol, "START 15|TURN 7,7");
    stop.store(true, Ordering::Relaxed);
    let answers = protocol.take("TURN 0,0", Instant::now());
    assert_eq!(answers, Answers::end());
}

/// The clock counts from the arrival, not from when the line is taken up.
#[test]
fn time_is_kept() {
    let mut protocol = protocol();
    send(&mut protocol, "START 15|INFO timeout_turn 300|BOARD|7,7,2|8,8,1|6,8,2|9,7,1|8,6,2");
    protocol.prepare();
    let (begin, waited) = (Instant::now(), Duration::from_millis(150));
    let answers = protocol.take("DONE", begin.checked_sub(waited).unwrap());
    let spent = begin.elapsed() + waited;
    // The machine may be busy with other tests.
    assert!(answers.lines.len() == 2 && spent < Duration::from_millis(600), "{spent:?}");
}

/// Whole games of all rules against a random player, on boards of several forms.
#[test]
fn games_are_played_to_their_end() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (bits, start) in [(0, "START 15"), (1, "RECTSTART 12,18"), (4, "START 15"), (8, "START 20"), (0, "START 5")] {
        let mut protocol = protocol();
        send(&mut protocol, &format!("INFO max_node 300|INFO rule {bits}"));
        assert_eq!(send(&mut protocol, start), ["OK"]);
        for game in 0..2 {
            let mut line = if game == 0 { "BEGIN".to_owned() } else { String::new() };
            assert!(game == 0 || send(&mut protocol, "RESTART") == ["OK"]);
            loop {
                if !line.is_empty() {
                    step(&mut protocol, &line);
                }
                let position = protocol.stones.as_ref().unwrap().position(false);
                let legal: Vec<Point> = position.empty_points().collect();
                if position.five().is_some() || legal.len() < 2 {
                    break;
                }
                let point = legal[random.next_u32() as usize % legal.len()];
                line = format!("TURN {},{}", point.column(), point.row());
                // The random move may end the game.
                let mut after = protocol.stones.clone().unwrap();
                after.put(cell(&spelled(point)).unwrap(), Owner::Opponent).unwrap();
                if after.position(false).five().is_some() {
                    break;
                }
            }
        }
    }
}

/// Sends a line that asks for a move, and checks the move.
fn step(protocol: &mut Protocol, line: &str) {
    let mut before = protocol.stones.clone().unwrap();
    if let Some((Command::Turn, there)) = Command::of(line) {
        before.put(cell(there).unwrap(), Owner::Opponent).unwrap();
    }
    let answers = send(protocol, line);
    let there = cell(&answers[0]).unwrap_or_else(|| panic!("{line}: {answers:?}"));
    let position = before.position(false);
    let point = before.point(there).unwrap();
    assert_eq!(position.at(point), None);
    assert_eq!(renju::forbidden(&position, point).filter(|_| before.setting.rule == Rule::Renju), None);
    before.put(there, Owner::Own).unwrap();
    assert_eq!(protocol.stones, Some(before));
}

/// Random lines never make it panic, and every move that it makes is one of the board.
#[test]
fn rubbish_is_survived() {
    const WORDS: &[&str] = &[
        "START 15",
        "START 5",
        "START 7",
        "RECTSTART 5,9",
        "RESTART",
        "BEGIN",
        "TURN ",
        "TURN ",
        "TURN ",
        "TURN ",
        "BOARD",
        "DONE",
        "SWAP2BOARD",
        "TAKEBACK ",
        "PLAY ",
        "INFO rule ",
        "INFO timeout_turn 1",
        "INFO time_left -7",
        "INFO max_memory ",
        "INFO hash_size 1",
        "ABOUT",
        "\u{0}\u{1}é,ü",
        "",
        "",
        "",
    ];
    for seed in 0..40 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut below = |count: usize| random.next_u32() as usize % count;
        let mut protocol = protocol();
        send(&mut protocol, "INFO max_node 60|START 7");
        for _ in 0..150 {
            let mut line = WORDS[below(WORDS.len())].to_owned();
            if line.is_empty() || line.ends_with(' ') {
                let numbers: Vec<String> = (0..=below(4)).map(|_| (below(9) as i64 - 1).to_string()).collect();
                line += &numbers[..].join([",", ",", ",", " ,", ";"][below(5)]);
            }
            let answers = protocol.take(&line, Instant::now());
            for answer in &answers.lines {
                assert!(!answer.contains(['\n', '\r']), "{line}: {answer}");
                let good = ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=", "SWAP"];
                if good.iter().any(|begin| answer.starts_with(begin)) {
                    continue;
                }
                let stones = protocol.stones.as_ref().unwrap();
                for text in answer.split(' ') {
                    let point = stones.point(cell(text).unwrap_or_else(|| panic!("{line}: {answer}"))).unwrap();
                    assert!(stones.position(false).at(point).is_some(), "{line}: {answer}");
                }
            }
        }
    }
}
