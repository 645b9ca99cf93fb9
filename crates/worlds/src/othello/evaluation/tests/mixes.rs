//! The evaluations: weights, signs, text, errors, explanations.

#[cfg(target_arch = "x86_64")]
use super::{Avx2, Avx512};
use super::{
    Board, Evaluation, FEATURES, Kernel, PRESETS, Portable, Position, Preset, VALUE_LIMIT, difference, random_boards,
};
use crate::othello::board::{Move, Side, Square, squares};
use searchlab_trial::diagnostic::{Diagnostics, Source};

fn read(text: &str) -> Evaluation {
    text.parse().unwrap_or_else(|problems: Diagnostics| panic!("{text}: {problems}"))
}

/// All presets, and mixes that take every road through `judge`.
fn evaluations() -> Vec<Evaluation> {
    let mixes = [
        "piece=2,corner=-3",
        "win=7",
        "win=7,corner=1",
        "flippable=-2",
        "classic,flippable=0,frontier=-3,parity=17",
        "piece=1,mobility=2,corner=3,flippable=4,win=5,anchored=6,stable=7,xsquare=8,csquare=9,edge=10,edge-sides=11,\
         centre=12,frontier=13,interior=14,flip-mobility=15,parity=16",
    ];
    PRESETS.iter().map(Evaluation::from_preset).chain(mixes.map(read)).collect()
}

/// The definitions of the course reports, feature by feature.
#[test]
fn presets_weigh_as_the_reports_say() {
    let classic = [("piece", 1), ("mobility", 8), ("corner", 300), ("flippable", 1), ("win", 5000)];
    let and = |more: &[(&'static str, i32)]| [&classic[..], more].concat();
    let cases = [
        ("classic", and(&[])),
        ("classic-as-coded", [&classic[..3], &classic[4..], &[("flippable-as-coded", 1)]].concat()),
        ("anchored", and(&[("anchored", 150), ("xsquare", -50), ("edge", 20), ("centre", 20)])),
        ("sided", and(&[("xsquare", -15), ("edge-sides", 10)])),
        ("sided-as-coded", [&[("piece", 11)][..], &classic[1..], &[("xsquare", -15)]].concat()),
        ("weighted", vec![("piece", 1), ("mobility", 2), ("corner", 100), ("stable", 1), ("edge", 8)]),
        (
            "weighted-as-coded",
            vec![("piece", 1), ("mobility", 2), ("corner", 100), ("stable-as-coded", 1), ("edge", 8)],
        ),
        ("discs", vec![("piece", 1)]),
        ("mobility", vec![("mobility", 1)]),
    ];
    assert_eq!(PRESETS.len(), cases.len());
    for (name, weights) in cases {
        let evaluation = read(name);
        assert_eq!(evaluation.to_string(), name);
        let mut found: Vec<_> = evaluation.weights().filter(|used| used.1 != 0).map(|(f, w)| (f.name, w)).collect();
        let mut expected = weights;
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{name}");
        assert_eq!(evaluation.has_own_terminal(), expected.contains(&("win", 5000)), "{name}");
    }
    assert_eq!(Evaluation::classic(), read("classic"));
    let is_known = |preset: &Preset| preset.weights.iter().all(|w| FEATURES.iter().any(|f| f.name == w.0));
    assert!(PRESETS.iter().all(is_known));
}

#[test]
fn values_are_sums_and_change_their_sign_with_the_side() {
    let evaluations = evaluations();
    for board in random_boards(20_000, 8) {
        let differences: Vec<i32> = (0..FEATURES.len()).map(|index| difference(index, Portable, board)).collect();
        for evaluation in &evaluations {
            let judged = evaluation.judge(Portable, board);
            let sum: i32 =
                evaluation.weights().zip(&differences).map(|((_, weight), difference)| weight * difference).sum();
            assert_eq!((judged.value, judged.is_over), (sum, board.is_over()), "{evaluation} of {board:x?}");
            let passed = evaluation.judge(Portable, board.passed());
            assert_eq!((passed.value, passed.is_over), (-judged.value, judged.is_over), "{evaluation} of {board:x?}");
            #[cfg(target_arch = "x86_64")]
            {
                assert!(Avx2::detect().is_none_or(|kernel| evaluation.judge(kernel, board) == judged));
                assert!(Avx512::detect().is_none_or(|kernel| evaluation.judge(kernel, board) == judged));
            }
        }
    }
}

#[test]
fn texts_and_their_canonical_form() {
    let cases = [
        ("classic", "classic"),
        (" classic , corner = 500 ", "classic,corner=500"),
        ("classic,frontier=-3,corner=500", "classic,corner=500,frontier=-3"),
        ("frontier=-3,corner=+500", "corner=500,frontier=-3"),
        ("classic,corner=300", "classic"),
        ("classic,win=0", "classic,win=0"),
        ("mobility", "mobility"),
        ("mobility=1", "mobility=1"),
        ("mobility,mobility=2", "mobility,mobility=2"),
        ("discs,edge=0", "discs"),
        ("anchored,anchored=1", "anchored,anchored=1"),
        ("piece=1,corner=0", "piece=1"),
    ];
    for (text, canonical) in cases {
        let evaluation = read(text);
        assert_eq!(evaluation.to_string(), canonical, "{text}");
        assert_eq!(read(canonical), evaluation, "{text}");
    }
    for evaluation in evaluations() {
        assert_eq!(read(&evaluation.to_string()), evaluation, "{evaluation}");
    }
}

#[test]
fn wrong_texts_are_answered_with_place_and_remedy() {
    // text, message, place, help
    let cases = [
        ("clasic", "unknown evaluation \"clasic\"", "1:1", "did you mean \"classic\"?"),
        ("zzz", "unknown evaluation \"zzz\"", "1:1", "known: \"classic\", \"anchored\""),
        ("fronteer", "unknown feature \"fronteer\"", "1:1", "did you mean \"frontier\"?"),
        ("classic,cornr=5", "unknown feature \"cornr\"", "1:9", "did you mean \"corner\"?"),
        ("classic, edgesides=5", "unknown feature \"edgesides\"", "1:10", "did you mean \"edge-sides\"?"),
        ("classic,zzz=5", "unknown feature \"zzz\"", "1:9", "known: \"piece\""),
        ("classic,=5", "unknown feature \"\"", "1:9", "known: \"piece\""),
        ("classic,zzz", "unknown feature \"zzz\"", "1:9", "known: \"piece\""),
        ("corner", "the feature \"corner\" without a weight", "1:1", "write corner=N"),
        ("classic,mobility", "the feature \"mobility\" without a weight", "1:9", "write mobility=N"),
        ("corner=1,classic", "the evaluation \"classic\" behind another part", "1:10", "it comes first"),
        ("classic,discs", "the evaluation \"discs\" behind another part", "1:9", "it comes first"),
        ("classic=3", "a weight for the evaluation \"classic\"", "1:1", "only features have weights"),
        ("", "an evaluation with an empty part", "1:1", "expected a preset"),
        ("classic,,corner=1", "an evaluation with an empty part", "1:9", "expected a preset"),
        ("classic,", "an evaluation with an empty part", "1:9", "expected a preset"),
        ("corner=", "invalid weight \"\" of corner", "1:8", "expected a whole number from -499,999 to 499,999"),
        ("corner=1.5", "invalid weight \"1.5\" of corner", "1:8", "expected a whole number"),
        ("corner==1", "invalid weight \"=1\" of corner", "1:8", "expected a whole number"),
        ("ä=1", "unknown feature \"ä\"", "1:1", "known: \"piece\""),
        ("corner=ä", "invalid weight \"ä\" of corner", "1:8", "expected a whole number"),
        ("corner=500000", "invalid weight \"500000\" of corner", "1:8", "no value may reach ±2,000,000"),
        ("corner=-99999999999", "invalid weight \"-99999999999\" of corner", "1:8", "no value may reach ±2,000,000"),
        ("corner=1,corner=2", "two weights for the feature \"corner\"", "1:10", "first here"),
        ("corner=0", "an evaluation in which no feature has a weight", "1:1", "other than 0"),
        ("discs,piece=0", "an evaluation in which no feature has a weight", "1:1", "other than 0"),
        ("corner=400000,win=400000", "could reach ±2,000,000", "1:1", "no value may reach ±2,000,000"),
    ];
    for (text, message, place, help) in cases {
        let problems = text.parse::<Evaluation>().expect_err(text);
        let shown = problems.to_string();
        assert_eq!(problems.len(), 1, "{text}: {shown}");
        for part in [message, &format!("evaluation:{place}"), help] {
            assert!(shown.contains(part), "{text}: {part:?} is not in\n{shown}");
        }
    }
}

#[test]
fn all_problems_are_told_at_once_and_in_the_place_of_the_text() {
    let text = "title = 1\nevaluation = \"clasic,cornr=5,edge=x\"\n";
    let source = Source::new("family.toml", text);
    let begin = text.find("clasic").unwrap();
    let end = text.rfind('"').unwrap();
    let problems = Evaluation::parse(&source, begin..end).expect_err("wrong in three places");
    assert_eq!(problems.len(), 3, "{problems}");
    for place in ["family.toml:2:15", "family.toml:2:22", "family.toml:2:35"] {
        assert!(problems.to_string().contains(place), "{problems}");
    }
}

#[test]
fn largest_weights_stay_below_the_limit() {
    let evaluation = read("corner=499999");
    let corners = Board { own: super::super::CORNERS, opponent: 0 };
    assert_eq!(evaluation.judge(Portable, corners).value, VALUE_LIMIT - 4);
}

#[test]
fn explanations_add_up() {
    let evaluation = read("classic,frontier=-3");
    let after = |square: &str| {
        let bytes = square.as_bytes();
        Move::on(Square::at(bytes[0] - b'a', bytes[1] - b'1').unwrap())
    };
    let mut position = Position::INITIAL;
    for square in ["f5", "d6", "c3", "d3", "c4"] {
        position = position.after(after(square)).unwrap();
        let explanation = evaluation.explain(Portable, position);
        let sign = if position.side == Side::Black { 1 } else { -1 };
        assert_eq!(explanation.for_black, sign * explanation.judged.value);
        assert_eq!(explanation.rows.len(), FEATURES.len());
        for row in &explanation.rows {
            assert_eq!(row.difference, row.black - row.white);
            assert_eq!(row.contribution, row.difference * row.weight);
        }
    }
    // After f5 Black has e4, d5, e5 and f5, and could go to c3, c4 and d3; White has d4, and can go to d6, f4 and f6.
    let explanation = evaluation.explain(Portable, Position::INITIAL.after(after("f5")).unwrap());
    let row = |name| *explanation.rows.iter().find(|row| row.feature.name == name).unwrap();
    assert_eq!((row("piece").black, row("piece").white), (4, 1));
    assert_eq!((row("mobility").black, row("mobility").white), (3, 3));
    assert_eq!((row("frontier").black, row("frontier").weight, row("frontier").contribution), (4, -3, -9));
}

/// Source: data/othello/reference_values.tsv, the minimax rows, measured on the course's Java framework.
#[test]
fn minimax_gives_the_values_of_the_framework() {
    let values = [(2, -10), (3, 29), (4, -11), (5, 21), (6, -10), (7, 22)];
    for (depth, value) in values {
        assert_eq!(minimax(Board::INITIAL, depth), value, "depth {depth}");
    }
    let data =
        std::env::var_os("SEARCHLAB_DATA").map_or_else(|| "../../../shared/data".into(), std::path::PathBuf::from);
    let path = data.join("othello/reference_values.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("SKIPPED: {} is absent", path.display());
        return;
    };
    let rows = text.lines().filter_map(|line| line.strip_prefix("minimax\t")).map(|row| row.split('\t'));
    let listed: Vec<(u32, i32)> = rows
        .map(|mut row| (row.next().unwrap().parse().unwrap(), row.next().unwrap().parse().unwrap()))
        .filter(|row| row.0 <= 7)
        .collect();
    assert_eq!(listed, values);
}

/// The value for the side to move.
fn minimax(board: Board, depth: u32) -> i32 {
    let judged = Evaluation::classic().judge(Portable, board);
    if depth == 0 || judged.is_over {
        return judged.value;
    }
    if board.moves() == 0 {
        return -minimax(board.passed(), depth - 1);
    }
    let value = |square: Square| -minimax(board.placed(square, Portable.flips(board, square)), depth - 1);
    squares(board.moves()).map(value).max().unwrap()
}
