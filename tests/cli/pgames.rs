//! Board splitting in experiments: boards by recipe, searches, matches, and what is wrong with a recipe.

use crate::experiments::deterministic;
use crate::support::Lab;

const SEARCHES: &str = r#"
title = "Depth and truth"
world = "pgames"
algorithms = ["minimax", "alphabeta", "mtdf"]

[[instances]]
generate = { kind = ["p-game", "n-game"], plies = [5, 6], seeds = "1..=3" }

[[instances]]
positions = ["LT p-game:plies=6,seed=1", "p-game:chance=0.5"]

[sweep]
depth = [1, 4, 6]

[[table]]
rows = ["instance.kind", "instance.plies", "algorithm"]
columns = "depth"
values = "value"

[[claim]]
says = "MTD(f) finds the value of minimax"
field = "value"
of = "mtdf"
over = "minimax"
statistic = "equal"
is = "== 1"
"#;

#[test]
fn searches_agree() {
    let lab = Lab::new(&[("x.toml", SEARCHES)]);
    lab.run("run x.toml --out one --require-claims --quiet").expect(0);
    let records = deterministic(&lab.at("one/records.jsonl"));
    assert_eq!(records.len(), (2 * 2 * 3 + 2) * 3 * 3);
    for name in ["p-game:plies=5,seed=1", "n-game:plies=6,seed=3", "LT p-game:plies=6,seed=1", "chance=0.5,seed=1"] {
        assert!(records.iter().any(|record| record.contains(name)), "{name}");
    }
    // Six plies see the end of all but the board of ten.
    let decided = |record: &&String| record.contains("\"value\":39999") || record.contains("\"value\":-39999");
    assert!(records.iter().filter(decided).count() >= 13 * 3);
}

#[test]
fn depths_play_each_other() {
    let experiment = r#"
title = "Depth against depth"
world = "pgames"
[[match]]
players = ["alphabeta:depth=1", "alphabeta:depth=2"]
openings = { generate = { kind = "p-game", plies = 8, seeds = "1..=20" } }
"#;
    let lab = Lab::new(&[("x.toml", experiment)]);
    lab.run("run x.toml --out one --quiet").expect(0);
    lab.run("run x.toml --out two --jobs 2 --quiet").expect(0);
    let records = deterministic(&lab.at("one/records.jsonl"));
    assert_eq!(records.len(), 40);
    assert_eq!(deterministic(&lab.at("two/records.jsonl")), records);
}

#[test]
fn what_is_wrong_with_a_recipe_is_told() {
    for (world, instances, message) in [
        ("pgames", r#"{ kind = "p-gane" }"#, "did you mean \"p-game\"?"),
        ("pgames", r#"{ kind = "p-game", plies = 17 }"#, "no board for 17 plies"),
        ("pgames", r#"{ kind = "p-game", chance = 1.5 }"#, "invalid chance 1.5"),
        ("pgames", r#"{ kind = "p-game", boards = "critcal" }"#, "did you mean \"critical\"?"),
        ("pgames", r#"{ kind = "p-game", size = "8x8" }"#, "`size` is for maze"),
        ("maze", r#"{ kind = "caves", size = "9x9", plies = 3 }"#, "`plies` is for pgames"),
        ("maze", r#"{ kind = "caves" }"#, "mazes that are made have a `size`"),
    ] {
        let algorithm = if world == "maze" { "astar" } else { "minimax" };
        let text = format!(
            "title = \"x\"\nworld = \"{world}\"\nalgorithms = [\"{algorithm}\"]\n[[instances]]\ngenerate = {instances}\n"
        );
        let ended = Lab::new(&[("x.toml", &text)]).run("run x.toml").expect(2);
        assert!(ended.err.contains(message) && ended.err.contains("x.toml:5"), "{ended}");
    }
}
