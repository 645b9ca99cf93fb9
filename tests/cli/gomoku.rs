//! The commands of Gomoku that compare, search and solve.

use serde_json::Value;

use crate::support::Lab;

/// The one record that a command prints.
fn record(lab: &Lab, words: &str) -> Value {
    let ended = lab.run(words).expect(0);
    serde_json::from_str(ended.out.trim()).unwrap_or_else(|error| panic!("{error}: {ended}"))
}

/// An open three, its owner to move: an open four, a block, five.
const OPEN_THREE: &str = "h8a1i8o1j8a15";

#[test]
fn every_solver_proves_an_open_three() {
    let lab = Lab::new(&[]);
    for algorithm in ["vcf", "vct", "pns", "lambda", "guided"] {
        let record = record(&lab, &format!("gomoku solve --stones {OPEN_THREE} --algorithm {algorithm} --format json"));
        assert_eq!((&record["status"], &record["result"]["value"]), (&"solved".into(), &3.into()), "{algorithm}");
    }
    let ended = lab.run(&format!("gomoku solve --stones {OPEN_THREE} --proof")).expect(0);
    assert!(ended.out.contains("five"), "{ended}");
}

#[test]
fn what_cannot_be_won_by_threats_is_unsolvable() {
    let lab = Lab::new(&[]);
    let ended = lab.run("gomoku solve --stones h8 --algorithm pns --format json");
    let record: Value = serde_json::from_str(ended.out.trim()).unwrap();
    assert_eq!(record["status"], "unsolvable", "{ended}");
}

#[test]
fn algorithms_agree_by_every_evaluation() {
    let lab = Lab::new(&[]);
    for evaluation in ["pattern", "ustc-rows", "learned"] {
        let all = "minimax,alphabeta,alphabeta-tt,pvs,mtdf";
        let words =
            format!("gomoku compare --depths 1..=2 --algorithms {all} --position h8i9j10 --evaluation {evaluation}");
        let ended = lab.run(&words).expect(0);
        assert!(ended.out.contains("agree on the value of every position"), "{ended}");
    }
}

#[test]
fn the_engine_plays_what_wins() {
    let lab = Lab::new(&[]);
    let words = format!("gomoku search --algorithm engine --depth 4 --position {OPEN_THREE} --format json");
    let first = record(&lab, &words);
    assert_eq!(first["result"]["depth"], 3, "{first}");
    let again = record(&lab, &words);
    assert_eq!((&first["counters"], &first["id"]), (&again["counters"], &again["id"]));
    let without = record(&lab, &format!("{words} --without vcf,vct,table"));
    assert_eq!(without["params"]["without"], "table,vcf,vct");
}

#[test]
fn boards_and_rules_are_those_of_the_words() {
    let lab = Lab::new(&[]);
    let overline =
        "gomoku search --algorithm alphabeta --depth 1 --size 15 --rule standard --position h8i9 --format json";
    assert_eq!(record(&lab, overline)["status"], "complete");
    lab.run("gomoku search --size 4").expect(2).says(&["--size"]);
    lab.run("gomoku search --rule omok").expect(2).says(&["omok"]);
    lab.run("gomoku search --position h8h8").expect(2).says(&["h8"]);
}

/// Two threes at once are forbidden to black by renju, and so is a cell with a stone: neither is offered.
#[test]
fn moves_lists_what_is_legal() {
    let lab = Lab::new(&[("typed.txt", "moves\nh8\nquit\n")]);
    let position = "--position h7a15h6c15g8e15f8g15";
    let listed = |rule: &str| -> Vec<String> {
        let ended = lab.run_with(&format!("gomoku play --rule {rule} {position} --quiet"), "typed.txt").expect(0);
        let (_, rest) = ended.out.split_once("legal for black: ").unwrap_or_else(|| panic!("{ended}"));
        let end = rest.find("9. ").unwrap_or_else(|| panic!("{ended}"));
        rest[..end].split(',').map(|name| name.trim().to_owned()).collect()
    };
    let (renju, freestyle) = (listed("renju"), listed("freestyle"));
    assert_eq!(freestyle.len(), 225 - 8);
    let forbidden: Vec<&String> = freestyle.iter().filter(|name| !renju.contains(name)).collect();
    assert_eq!(forbidden, ["h8"]);
    assert!(!freestyle.iter().any(|name| name == "a15"));
}

/// SGF and psq are read wherever a position may be named, with the board and the rule that they bring.
#[test]
fn positions_are_read_from_files() {
    const SGF: &str = "(;GM[4]SZ[13];B[gg];W[hg];B[gh])";
    const PSQ: &str = "Piskvorky 13x13, 11:11, 0\n7,7,0\n8,7,0\n7,8,0\n-1\n";
    const MOVES: &str = "g7h7g6";
    let lab = Lab::new(&[
        ("a.sgf", SGF),
        ("b.psq", PSQ),
        ("c.txt", MOVES),
        ("two.txt", "h8\nh8i9\n"),
        ("typed.txt", "record\nquit\n"),
    ]);
    for file in ["a.sgf", "b.psq", "c.txt --size 13"] {
        let searched = record(&lab, &format!("gomoku search --depth 1 --position {file} --format json"));
        assert_eq!(searched["instance"], "g7h7g6 13x13", "{file}");
        let solved = lab.run(&format!("gomoku solve --position {file} --max-nodes 100 --format json"));
        assert!(solved.out.contains("\"g7h7g6 13x13\""), "{solved}");
        let compared =
            lab.run(&format!("gomoku compare --depths 1 --algorithms alphabeta --position {file} --format json"));
        assert_eq!(
            compared.expect(0).record().counters.nodes(),
            searched["counters"]["evaluated"].as_u64().unwrap() + 1
        );
        let played = lab.run_with(&format!("gomoku play --position {file}"), "typed.txt").expect(0);
        assert!(played.out.contains("g7h7g6"), "{played}");
    }
    // Text brings its board too.
    let words = "gomoku compare --depths 1 --algorithms alphabeta --position (;GM[4]SZ[13];B[gg])";
    assert!(lab.run(words).expect(0).out.contains("13x13"));
    lab.run("gomoku search --position none.psq").expect(2).says(&["none.psq"]);
    lab.run("gomoku search --position two.txt").expect(2).says(&["two.txt", "2"]);
    lab.run("gomoku solve --position none.sgf").expect(2).says(&["none.sgf"]);
}
