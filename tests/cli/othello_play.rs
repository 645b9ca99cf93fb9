//! `othello play`: games between persons, algorithms and chance, through a pipe.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use searchlab::diagnostic::Source;
use searchlab::record::Record;
use searchlab::search::budget::Status;
use searchlab::worlds::othello::format::{read_moves, read_position, read_positions};
use searchlab::worlds::othello::{Position, playout};

use crate::support::{Ended, Lab};

/// A game with these words and these lines typed.
#[track_caller]
fn play(lab: &Lab, words: &str, typed: impl AsRef<[u8]>) -> Ended {
    lab.write("typed.txt", typed.as_ref());
    lab.run_with(&format!("othello play {words}"), "typed.txt")
}

/// Fails unless standard output contains all parts, in this order.
#[track_caller]
fn tells(ended: &Ended, parts: &[&str]) {
    let mut rest = ended.out.as_str();
    for part in parts {
        let Some(at) = rest.find(part) else { panic!("{part:?} is not on stdout, or not in order: {ended}") };
        rest = &rest[at + part.len()..];
    }
}

/// The moves that were printed at the end.
#[track_caller]
fn moves(ended: &Ended) -> String {
    let line = ended.out.lines().chain(ended.err.lines()).find_map(|line| line.strip_prefix("game: "));
    line.unwrap_or_else(|| panic!("no game in {ended}")).to_owned()
}

/// `--book` is `book=` of every algorithm that names none, of levels too.
#[test]
fn one_book_serves_all_players_that_name_none() {
    let lab = Lab::new(&[]);
    let game = |words: &str| play(&lab, &format!("{words} --seed 3"), "").expect(0);
    let by_flag = game("--black level:3 --white alphabeta-tt:depth=2,book=shipped,book-plies=4 --book shipped");
    let by_key =
        game("--black alphabeta-tt:depth=1,book=shipped --white alphabeta-tt:depth=2,book=shipped,book-plies=4");
    let head = |ended: &Ended| ended.out.lines().take(2).collect::<String>();
    assert_eq!((head(&by_flag).matches("book=shipped").count(), head(&by_flag)), (2, head(&by_key)), "{by_flag}");
    assert_eq!(moves(&by_flag), moves(&by_key));
    play(&lab, "--black random --white human --book shipped", "")
        .expect(2)
        .says(&["--book, and no player that takes it"]);
    play(&lab, "--black level:3 --white random --book none.book", "").expect(2).says(&["none.book"]);
    lab.run("gomoku play --book shipped").expect(2).says(&["--book"]);
    let players = "--player alphabeta-tt:depth=1 --player alphabeta-tt:depth=2";
    lab.run(&format!("othello match {players} --book shipped --games 2 --out one --quiet")).expect(0);
    let records = fs::read_to_string(lab.at("one/records.jsonl")).unwrap();
    assert!(records.lines().all(|record| record.matches("\"book\":\"shipped\"").count() == 2), "{records}");
}

#[test]
fn a_person_plays_through_a_pipe() {
    let lab = Lab::new(&[]);
    let ended = play(&lab, "", "f5\nquit\n").expect(0);
    tells(
        &ended,
        &[
            "black human · white alphabeta-tt:depth=6 · initial · seed 0\n",
            "3 - - - . - - - -\n",
            "1. black> f5\n",
            "2. white plays f6: value -22, depth 6, ",
            " nodes, ",
            "[O]",
            "3. black> quit\n",
            "result: unfinished, 3-3 discs\n",
            "game: f5f6\n",
        ],
    );
    assert!(ended.err.is_empty(), "{ended}");
}

#[test]
fn the_end_of_input_is_an_end() {
    let lab = Lab::new(&[]);
    for (typed, game) in [("", "no move yet"), ("f5\n", "f5f6"), ("f5", "f5f6"), ("\n\n  \n", "no move yet")] {
        let ended = play(&lab, "--record games.txt", typed).expect(0);
        assert_eq!(moves(&ended), game, "{ended}");
        tells(&ended, &["result: unfinished"]);
    }
    let ended = Ended::new("play", &lab.program().args(["othello", "play"]).output().unwrap()).expect(0);
    tells(&ended, &["1. black> \n", "result: unfinished, 2-2 discs"]);
}

#[test]
fn every_command_answers() {
    let lab = Lab::new(&[]);
    let typed = "help\nmoves\nhint\nscore\nboard\nrecord\nf5\nrecord\nundo\nrecord\nF5\nresign\n";
    let ended = play(&lab, "--white mtdf:depth=4", typed).expect(0);
    tells(
        &ended,
        &[
            "  f5         plays on a square\n",
            "  undo       takes back to your last turn\n",
            "legal for black: d3, c4, f5, e6\n",
            "values for black, by mtdf:depth=4:\n",
            ", depth 4\n",
            "  and 1 that are no better\n",
            "black 2, white 2, 60 squares empty\n",
            "black to move\n",
            "no move yet\n",
            "2. white plays ",
            "> record\nf5",
            "2 moves taken back\n",
            "no move yet\n",
            "result: black resigns, white wins, 3-3 discs\n",
            "game: f5",
        ],
    );
}

#[test]
fn a_wrong_line_gets_one_message_and_another_chance() {
    const LEGAL: &str = "; legal for black: d3, c4, f5, e6";
    let lab = Lab::new(&[]);
    for (typed, expected) in [
        ("d4", format!("the square is taken{LEGAL}")),
        ("a1", format!("a1 is not legal: it would turn no disc{LEGAL}")),
        ("pa", format!("black can move and may not pass{LEGAL}")),
        ("z9", format!("\"z9\" is no move and no command{LEGAL}, or `help`")),
        ("f55", format!("\"f55\" is no move and no command{LEGAL}, or `help`")),
        ("f5d6", format!("\"f5d6\" is more than one move: type one at a time{LEGAL}")),
        ("f5, d6", format!("\"f5, d6\" is more than one move: type one at a time{LEGAL}")),
        ("udno", "unknown command \"udno\": did you mean undo?".to_owned()),
        ("hnt", "unknown command \"hnt\": did you mean hint?".to_owned()),
        ("sav game.txt", "unknown command \"sav\": did you mean save?".to_owned()),
        ("save", "save needs the name of a file".to_owned()),
        ("Quit now", "quit takes nothing behind it, not \"now\"".to_owned()),
        ("undo", "there is no turn of yours to go back to".to_owned()),
        ("\x1b[31mred", "is no move and no command".to_owned()),
    ] {
        let ended = play(&lab, "", format!("{typed}\nquit\n")).expect(0);
        // Lines are broken where the terminal ends.
        let flat = ended.out.replace('\n', " ");
        assert_eq!(flat.matches(&expected).count(), 1, "{expected:?}: {ended}");
        assert!(ended.out.contains("1. black> quit\n") && !ended.out.contains('\x1b'), "{ended}");
    }
    let noise: Vec<u8> = (0..20_000u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    play(&lab, "--white random", noise).expect(0);
}

#[test]
fn two_persons_share_the_input() {
    let lab = Lab::new(&[]);
    let ended = play(&lab, "--white human", "f5\nd6\nundo\nf6\nresign\n").expect(0);
    assert_eq!(moves(&ended), "f5f6");
    tells(
        &ended,
        &["1. black> f5", "2. white> d6", "3. black> undo", "1 move taken back", "2. white> f6", "black resigns"],
    );
}

/// The last plies of a game with forced passes, played by two persons: nobody is asked there.
#[test]
fn forced_passes_are_told_and_made() {
    let lab = Lab::new(&[]);
    let whole = playout::game(12).to_string();
    let before = whole.find("pa").unwrap() - 2;
    let rest = whole[before..].replace("pa", "");
    let typed: Vec<&str> = (0..rest.len()).step_by(2).map(|at| &rest[at..at + 2]).collect();
    let ended =
        play(&lab, &format!("--black human --white human --position {}", &whole[..before]), typed.join("\n")).expect(0);
    tells(&ended, &[" has no move and passes; ", "game over: ", "\nresult: ", " wins by "]);
    assert_eq!(ended.out.matches("has no move and passes").count(), 2, "{ended}");
    assert_eq!(moves(&ended), whole);
}

#[test]
fn algorithms_and_chance_play_whole_games_alike_every_time() {
    let lab = Lab::new(&[]);
    let mut games = Vec::new();
    for words in [
        "--black random --white random --seed 5",
        "--black random --white random --seed 6",
        "--black mtdf:depth=3,evaluation=anchored --white random --seed 5",
        "--black alphabeta-tt:nodes=2000 --white minimax:depth=2,evaluation=classic,corner=500,ties=seeded",
    ] {
        let words = format!("othello play {words}");
        let ended = lab.run(&words).expect(0);
        let game = read_moves(&Source::new("game", moves(&ended)), Position::INITIAL).unwrap();
        assert!(game.end().board.is_over(), "{ended}");
        assert_eq!(moves(&lab.run(&words)), moves(&ended));
        tells(&ended, &["1. black plays ", "game over: ", "result: "]);
        assert!(!ended.out.contains('>'), "{ended}");
        games.push(moves(&ended));
    }
    games.dedup();
    assert_eq!(games.len(), 4);
}

/// The record of a move is the record of `othello search` on that position.
#[test]
fn records_are_those_of_the_searches() {
    let lab = Lab::new(&[]);
    let ended = lab.run("othello play --black mtdf:depth=3 --white random --seed 3 --format json").expect(0);
    let records = ended.records();
    assert!(records.len() > 20 && ended.err.contains("result: "), "{ended}");
    let game = read_moves(&Source::new("game", moves(&ended)), Position::INITIAL).unwrap();
    assert!(game.end().board.is_over());
    for record in records.iter().step_by(9) {
        assert!(game.to_string().starts_with(record.instance.trim_start_matches("initial")));
        let words =
            format!("othello search --algorithm mtdf --depth 3 --seed 3 --position {} --format json", record.instance);
        let measured = record.measured.clone();
        assert_eq!(Record { measured, ..lab.run(&words).expect(0).record() }, *record);
    }
    let csv = lab.run("othello play --black mtdf:depth=2 --white random --format csv").expect(0);
    assert!(csv.out.starts_with("id,world,instance,") && csv.out.lines().count() > 20, "{csv}");
    let md = lab.run("othello play --black mtdf:depth=2 --white random --format md --quiet").expect(0);
    assert!(md.out.starts_with("| instance") && md.err.is_empty(), "{md}");
    // A person is asked beside the records.
    let ended = play(&lab, "--white mtdf:depth=3 --format json", "f5\nquit\n").expect(0);
    assert_eq!(ended.record().instance, "f5");
    ended.says(&["1. black> f5", "3. black> quit", "result: unfinished", "game: f5"]);
}

/// The record of a solved move is that of `othello solve`, whoever plays the other side.
#[test]
fn the_solver_plays_the_end_for_players_that_name_it() {
    let lab = Lab::new(&[]);
    let words = "--black pvs:depth=2,solve=10 --white pvs:depth=2 --format json --position";
    let position = playout::game(1).positions().find(|position| position.board.empties() == 12).expect("it is there");
    lab.write("start.txt", position.to_string().as_bytes());
    let ended = lab.run(&format!("othello play {words} start.txt")).expect(0);
    let records = ended.records();
    let solved: Vec<&Record> = records.iter().filter(|record| record.algorithm == "endgame").collect();
    assert!(solved.len() >= 3 && records.len() > 2 * solved.len() - 2, "{ended}");
    for record in solved {
        assert_eq!(record.status, Status::Solved);
        lab.write("one.obf", record.instance.as_bytes());
        let alone = lab.run("othello solve --position one.obf --table-bits 18 --format json").expect(0).record();
        assert_eq!((alone.id, alone.counters, &alone.result), (record.id, record.counters, &record.result));
    }
    lab.run("othello play --black pvs:solve=61").expect(2).says(&["invalid solve \"61\"", "from 0 to 60"]);
    lab.run("gomoku play --black engine:solve=10").expect(2).says(&["solve"]);
}

#[test]
fn time_is_kept() {
    let lab = Lab::new(&[]);
    let words = "othello play --black alphabeta-tt:time=10ms --white mtdf:time=10ms,evaluation=anchored --format json";
    for record in lab.run(words).expect(0).records() {
        assert!(matches!(record.status, Status::LimitTime | Status::Complete), "{record:?}");
        // Much more than the limit, since other tests run beside this one; far less than a search to the end.
        assert!(record.measured.seconds < 0.3, "{record:?}");
        assert_eq!(record.depth, None);
    }
}

#[test]
fn games_go_into_files() {
    let lab = Lab::new(&[("notes.txt", "Dear diary,\n"), ("empty.txt", "")]);
    let words = "--white human --record games.txt";
    play(&lab, words, "f5\nd6\nsave one.txt\nc3\nsave one.txt\nsave notes.txt\nsave none/x\nsave empty.txt\nquit\n")
        .expect(0);
    play(&lab, words, "d3\nresign\n").expect(0);
    play(&lab, words, "quit\n").expect(0);
    assert_eq!(
        fs::read_to_string(lab.at("games.txt")).unwrap(),
        "\
f5d6c3 # black human, white human: unfinished, 5-2 discs
d3 # black human, white human: white resigns, black wins, 4-1 discs
"
    );
    let saved = fs::read_to_string(lab.at("one.txt")).unwrap();
    assert_eq!(saved, "f5d6c3 # black human, white human: unfinished, 5-2 discs\n");
    assert_eq!(fs::read_to_string(lab.at("empty.txt")).unwrap(), saved);
    assert_eq!(fs::read_to_string(lab.at("notes.txt")).unwrap(), "Dear diary,\n");
    let source = Source::new("games", fs::read_to_string(lab.at("games.txt")).unwrap());
    assert_eq!(read_positions(&source).unwrap().len(), 2);
    lab.run("othello compare --positions games.txt --depths 2").expect(0);
}

/// A game that is left is kept in its file and goes on from there, moves that were made before can be taken back, and the
/// file is gone when the game has ended.
#[test]
fn an_unfinished_game_goes_on() {
    let lab = Lab::new(&[("two.txt", "f5d6\nf5f6\n")]);
    let words = "--white pvs:depth=2 --resume game.txt";
    let before = moves(&play(&lab, words, "f5\nquit\n").expect(0));
    assert!(before.starts_with("f5") && before.len() == 4, "{before}");
    let kept = fs::read_to_string(lab.at("game.txt")).unwrap();
    assert!(kept.starts_with(&format!("{before} # ")) && kept.ends_with(": unfinished, 3-3 discs\n"), "{kept}");
    let ended = play(&lab, words, "record\nundo\nrecord\nquit\n").expect(0);
    tells(&ended, &["3. black> record\n", &before, "2 moves taken back\n", "no move yet\n", "result: unfinished"]);
    let ended = play(&lab, words, "resign\n").expect(0);
    tells(&ended, &["black resigns"]);
    assert!(!lab.at("game.txt").exists());
    lab.run("othello play --black random --white random --resume game.txt").expect(0);
    assert!(!lab.at("game.txt").exists());
    lab.run("othello play --resume two.txt").expect(2).says(&["two.txt", "holds 2 games"]);
    assert_eq!(fs::read_to_string(lab.at("two.txt")).unwrap(), "f5d6\nf5f6\n");
}

/// The curve has a line for each move that was searched, with the value from the side of black.
#[test]
fn a_curve_shows_the_values_of_a_game() {
    let lab = Lab::new(&[]);
    let ended = lab.run("othello play --black pvs:depth=2 --white random --seed 3 --curve").expect(0);
    let lines = ended.out.lines().skip_while(|line| !line.starts_with("values for black")).skip(1);
    let lines: Vec<&str> = lines.take_while(|line| line.contains('|')).collect();
    assert_eq!(lines.len(), ended.out.matches(" black plays ").count(), "{ended}");
    assert!(lines.iter().all(|line| line.contains(". black ")), "{ended}");
    for line in &lines {
        let (left, right) = line.split_once('|').unwrap();
        let is_below = left.contains(" -") || left.contains(" loses");
        assert!(is_below || !left.contains('#'), "{line}");
        assert!(right.bytes().all(|sign| sign == b'#') && right.len() <= 20, "{line}");
    }
    assert!(lines.iter().any(|line| line.contains("####################")), "the greatest fills its half: {ended}");
}

#[test]
fn games_begin_anywhere() {
    let lab = Lab::new(&[]);
    let ended = play(&lab, "--position f5d6c3", "undo\nquit\n");
    // The engine has moved, and there was no turn before: what was given is not taken back.
    assert!(moves(&ended.expect(0)).starts_with("f5d6c3"));
    let board = read_position(&Source::new("x", "f5d6c3")).unwrap().position().to_string();
    lab.write("typed.txt", b"f4\nquit\n");
    let mut command = lab.program();
    command.args(["othello", "play", "--white", "human", "--black", "random", "--record", "games.txt", "--position"]);
    command.arg(&board).stdin(fs::File::open(lab.at("typed.txt")).unwrap());
    let ended = Ended::new("play from a board", &command.output().unwrap()).expect(0);
    assert!(ended.out.contains(&format!(" from {board}\n")), "{ended}");
    let kept = fs::read_to_string(lab.at("games.txt")).unwrap();
    assert!(kept.starts_with(&format!("{board} # then f4")), "{kept}");
    // Nothing is left to be played.
    let over = lab.run(&format!("othello play --position {}", playout::game(0))).expect(0);
    tells(&over, &["game over: ", "result: ", "game: "]);
}

#[test]
fn bad_players_and_places_are_refused() {
    let lab = Lab::new(&[]);
    let cases: [(&str, &[&str]); 14] = [
        ("--black humn", &["unknown player \"humn\"", "--> --black:1:1", "did you mean \"human\"?"]),
        ("--white mtdg:depth=3", &["unknown player \"mtdg\"", "--> --white:1:1", "did you mean \"mtdf\"?"]),
        ("--white zzz", &["unknown player \"zzz\"", "known: \"human\", \"random\", \"minimax\""]),
        ("--white mtdf:dpth=3", &["unknown parameter of mtdf \"dpth\"", "--> --white:1:6", "did you mean \"depth\"?"]),
        ("--white mtdf:depth=0", &["invalid depth \"0\" for mtdf", "--> --white:1:12", "from 1 to 60"]),
        ("--white mtdf:depth=61", &["invalid depth \"61\"", "from 1 to 60"]),
        ("--white mtdf:depth=six", &["invalid depth \"six\"", "from 1 to 60"]),
        ("--white mtdf:time=soon", &["invalid time \"soon\"", "500ms, 10s or 2min"]),
        ("--white mtdf:evaluation=clasic", &["unknown evaluation \"clasic\"", "did you mean \"classic\"?"]),
        ("--white mtdf:evaluation=corner=5,edgy=1", &["unknown feature \"edgy\"", "did you mean \"edge\"?"]),
        ("--white minimax:time=1s", &["minimax does not deepen", "say depth=N too"]),
        ("--black a --white b", &["unknown player \"a\"", "unknown player \"b\""]),
        ("--position f5f5", &["move 2, f5, is not legal", "--> --position:1:3"]),
        ("--record none/games.txt", &["cannot write the game to \"none/games.txt\""]),
    ];
    for (words, parts) in cases {
        let ended = lab.run(&format!("othello play {words}")).expect(2);
        assert!(ended.out.is_empty(), "{ended}");
        ended.says(parts);
    }
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let lab = Lab::new(&[]);
    let mut command = lab.program();
    command.args(["othello", "play"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let mut typed = child.stdin.take().unwrap();
    // The program may have ended before it reads.
    let _ = typed.write_all(b"f5\nquit\n");
    drop(typed);
    let ended = Ended::new("play", &child.wait_with_output().unwrap()).expect(0);
    assert!(ended.err.is_empty(), "{ended}");
}
