//! `othello perft` and `othello explain-position`.

use serde_json::Value;

use crate::support::{Ended, Lab};

fn lines(ended: &Ended) -> Vec<Value> {
    ended
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {ended}")))
        .collect()
}

/// Perft, by the tables that everybody uses: depths 1 to 8.
const LEAVES: [u64; 8] = [4, 12, 56, 244, 1396, 8200, 55_092, 390_216];

#[test]
fn perft_counts_every_depth() {
    let lab = Lab::new(&[]);
    for flag in ["", " --no-bulk"] {
        let ended = lab.run(&format!("othello perft 8 --format json{flag}")).expect(0);
        let leaves: Vec<u64> = lines(&ended).iter().map(|line| line["leaves"].as_u64().unwrap()).collect();
        assert_eq!(leaves, LEAVES);
        for (line, depth) in lines(&ended).iter().zip(1..) {
            assert_eq!((&line["depth"], &line["convention"]), (&Value::from(depth), &Value::from("standard")));
            assert_eq!((&line["bulk"], &line["instance"]), (&Value::from(flag.is_empty()), &Value::from("initial")));
            assert!(line["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
        }
    }
    let table = lab.run("othello perft 8").expect(0);
    assert!(table.out.starts_with("initial · convention standard: a pass costs a ply, a finished"), "{table}");
    assert!(table.out.contains("\n    8                   390,216 "), "{table}");
    let csv = lab.run("othello perft 3 --format csv --position f5").expect(0);
    assert!(
        csv.out.starts_with("instance,convention,bulk,depth,leaves,seconds,leaves_per_second\nf5,standard,true,1,3,")
    );
    let md = lab.run("othello perft 3 --format md").expect(0);
    assert!(md.out.starts_with("| depth | leaves |") && md.out.lines().count() == 5, "{md}");
}

/// From depth 9 on the conventions differ; the notes on Othello list the figures.
#[test]
fn perft_knows_the_conventions() {
    let lab = Lab::new(&[]);
    for (name, depth_9) in [
        ("standard", 3_005_288),
        ("free-pass", 3_005_320),
        ("unfinished", 3_005_288),
        ("free-pass-unfinished", 3_005_320),
    ] {
        let ended = lab.run(&format!("othello perft 9 --convention {name} --format json")).expect(0);
        let last = lines(&ended).pop().unwrap();
        assert_eq!((&last["leaves"], &last["convention"]), (&Value::from(depth_9), &Value::from(name)));
    }
    let table = lab.run("othello perft 1 --convention unfinished").expect(0);
    assert!(table.out.contains("convention unfinished: a pass costs a ply, games finished"), "{table}");
}

#[test]
fn perft_refuses_what_it_cannot_count() {
    let lab = Lab::new(&[]);
    let cases: [(&str, &[&str]); 7] = [
        ("perft 0", &["invalid value '0'", "from 1 to 60"]),
        ("perft 61", &["invalid value '61'", "from 1 to 60"]),
        ("perft -1", &["invalid value '-1'", "from 1 to 60"]),
        ("perft ten", &["invalid value 'ten'", "from 1 to 60"]),
        ("perft", &["required", "<DEPTH>"]),
        ("perft 3 --convention free-pas", &["invalid value 'free-pas'", "unfinished", "similar value", "'free-pass'"]),
        ("perft 3 --position f5f5", &["move 2, f5, is not legal", "--> --position:1:3"]),
    ];
    for (words, parts) in cases {
        let ended = lab.run(&format!("othello {words}")).expect(2);
        assert!(ended.out.is_empty(), "{ended}");
        ended.says(parts);
    }
}

#[test]
fn the_sum_of_the_features_is_the_value() {
    let lab = Lab::new(&[]);
    for (position, side) in [("initial", "black"), ("f5", "white"), ("f5d6c3d3c4", "white"), ("f5d6c3d3", "black")] {
        for evaluation in ["classic", "anchored", "weighted", "classic,corner=500,frontier=-3"] {
            let words =
                format!("othello explain-position --position {position} --evaluation {evaluation} --format json");
            let ended = lab.run(&words).expect(0);
            let value = lines(&ended).remove(0);
            let number = |value: &Value, field: &str| value[field].as_i64().unwrap();
            let features = value["features"].as_array().unwrap();
            let mut sum = 0;
            for feature in features {
                let difference = number(feature, "black") - number(feature, "white");
                assert_eq!(difference, number(feature, "difference"));
                assert_eq!(difference * number(feature, "weight"), number(feature, "contribution"));
                assert_ne!(number(feature, "weight"), 0);
                sum += number(feature, "contribution");
            }
            assert_eq!(sum, number(&value, "for_black"));
            let sign = if side == "black" { 1 } else { -1 };
            assert_eq!(sign * sum, number(&value, "for_side_to_move"));
            assert_eq!((&value["side"], &value["evaluation"]), (&Value::from(side), &Value::from(evaluation)));
            let all = lines(&lab.run(&format!("{words} --all")).expect(0)).remove(0);
            assert!(all["features"].as_array().unwrap().len() > features.len());
        }
    }
}

#[test]
fn the_sum_of_the_patterns_is_what_a_search_sees() {
    let lab = Lab::new(&[]);
    for (position, sign) in [("initial", 1.0), ("f5", -1.0), ("f5d6c3d3c4", -1.0), ("f5d6c3d3", 1.0)] {
        let words = format!("othello explain-position --position {position} --evaluation learned --format json");
        for (words, number) in [(words.clone(), 14), (format!("{words} --all"), 48)] {
            let value = lines(&lab.run(&words).expect(0)).remove(0);
            let patterns = value["patterns"].as_array().unwrap();
            assert_eq!(patterns.len(), number);
            let sum: f64 = patterns.iter().map(|pattern| pattern["contribution"].as_f64().unwrap()).sum();
            assert_eq!(Some(sum), value["for_black"].as_f64());
            assert_eq!(Some((8.0 * sign * sum).floor()), value["for_side_to_move"].as_f64());
        }
    }
    let kinds = lab.run("othello explain-position --position f5d6c3d3c4 --evaluation learned").expect(0);
    for part in
        ["\nedge+2X             4 ", "\nmobility            1 ", "\nsum for black       ·", "for white, who is to move"]
    {
        assert!(kinds.out.replace("value\nfor", "value for").contains(part), "{part:?} is not in {kinds}");
    }
    let all =
        lab.run("othello explain-position --position f5d6c3d3c4 --evaluation learned --all --format csv").expect(0);
    for part in [
        "pattern,squares,content,contribution\n",
        "\nline 3,a3 b3 c3 d3 e3 f3 g3 h3,'--XO----,",
        "\"black 9, white 6\"",
    ] {
        assert!(all.out.contains(part), "{part:?} is not in {all}");
    }
    let over = searchlab::worlds::othello::playout::game(0);
    let ended = lab.run(&format!("othello explain-position --position {over} --evaluation learned")).expect(0);
    assert!(ended.out.contains("The game is over"), "{ended}");
    lab.run("othello explain-position --weights other").expect(0).says(&["--weights changes nothing here"]);
    lab.run("othello explain-position --evaluation learned --weights other")
        .expect(2)
        .says(&["cannot use the weights \"other\""]);
}

#[test]
fn the_table_says_whose_view_it_is() {
    let lab = Lab::new(&[]);
    let plain = lab.run("othello explain-position --position f5d6c3d3c4").expect(0);
    for part in [
        "3 - . X O - . - -\n",
        "white to move\n\nf5d6c3d3c4 · evaluation classic\n\n",
        "\nfeature        black  white  difference  weight  contribution\n",
        "\nmobility           9      6          +3       8           +24\n",
        "\nsum for black      ·      ·           ·       ·           +28\n",
        "\nA search sees -28: the value for white, who is to move.\n",
    ] {
        assert!(plain.out.contains(part), "{part:?} is not in {plain}");
    }
    assert!(!plain.out.contains("frontier"), "{plain}");
    let all = lab.run("othello explain-position --position f5d6c3d3c4 --all --color always").expect(0);
    // What has no weight is dimmed.
    assert!(all.out.lines().any(|line| line.starts_with("\x1b[2mfrontier")), "{all}");
    assert!(all.out.lines().any(|line| line.starts_with("mobility")), "{all}");
    // A finished game: discs alone give it no value, classic does.
    let over = searchlab::worlds::othello::playout::game(0);
    let shown = |evaluation: &str| {
        let words = format!("othello explain-position --position {over} --evaluation {evaluation}");
        lab.run(&words).expect(0).out.replace('\n', " ")
    };
    assert!(shown("discs").contains("but a search sees a win, a draw or a loss."));
    assert!(shown("classic").contains("The game is over. A search sees "));
    let md = lab.run("othello explain-position --format md").expect(0);
    assert!(md.out.starts_with("| feature") && md.out.contains("| sum for black |"), "{md}");
    let csv = lab.run("othello explain-position --format csv").expect(0);
    assert!(csv.out.starts_with("feature,black,white,difference,weight,contribution\npiece,2,2,0,1,0\n"), "{csv}");
}

#[test]
fn bad_evaluations_are_refused_with_their_place() {
    let lab = Lab::new(&[]);
    let cases: [(&str, &[&str]); 5] = [
        (
            "--evaluation classc",
            &["unknown evaluation \"classc\"", "--> --evaluation:1:1", "did you mean \"classic\"?"],
        ),
        (
            "--evaluation classic,cornr=5",
            &["unknown feature \"cornr\"", "--> --evaluation:1:9", "did you mean \"corner\"?"],
        ),
        ("--evaluation classic,corner", &["the feature \"corner\" without a weight", "write corner=N"]),
        ("--evaluation corner=x", &["invalid weight \"x\" of corner", "--> --evaluation:1:8"]),
        ("--position f9", &["move 1 cannot be read: \"f9\"", "--> --position:1:1"]),
    ];
    for (words, parts) in cases {
        let ended = lab.run(&format!("othello explain-position {words}")).expect(2);
        assert!(ended.out.is_empty(), "{ended}");
        ended.says(parts);
    }
}
