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
    for algorithm in ["vcf", "vct", "pns", "lambda"] {
        let record = record(&lab, &format!("gomoku solve --stones {OPEN_THREE} --algorithm {algorithm} --format json"));
        assert_eq!((&record["status"], &record["result"]["value"]), (&"solved".into(), &3.into()), "{algorithm}");
    }
    let ended = lab.run(&format!("gomoku solve --stones {OPEN_THREE} --proof")).expect(0);
    assert!(ended.out.contains("five"), "{ended}");
}

#[test]
fn what_cannot_be_won_by_threats_is_unsolvable() {
    let lab = Lab::new(&[]);
    let ended = lab.run("gomoku solve --stones h8 --format json");
    let record: Value = serde_json::from_str(ended.out.trim()).unwrap();
    assert_eq!(record["status"], "unsolvable", "{ended}");
}

#[test]
fn algorithms_agree_by_both_evaluations() {
    let lab = Lab::new(&[]);
    for evaluation in ["pattern", "ustc-rows"] {
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
