//! Mazes whose cells cost different amounts, and mazes with several goals, as users meet them.

use searchlab::catalog::{FROM_BOTH_ENDS, PATH_ALGORITHMS};
use searchlab::worlds::maze::format::write_ascii;
use searchlab::worlds::maze::generate::{Kind, Recipe, generate};

use crate::support::Lab;

/// The straight way has fewest steps and costs 19, the way around 5.
const TERRAIN: &str = "S99G\n....\n";

/// Dots on both sides of the start: the near one on the left comes first.
const DOTS: &str = "%%%%%%%%\n%. P  .%\n%%%%%%%%\n";

/// The events of every algorithm keep the rules of traces over terrain, and towards several goals.
#[test]
fn every_algorithm_keeps_the_rules_of_traces() {
    let lab = Lab::new(&[("terrain.txt", TERRAIN), ("dots.lay", DOTS)]);
    for about in PATH_ALGORITHMS {
        let name = about.name;
        let is_from_start = !FROM_BOTH_ENDS.contains(&name);
        for file in
            ["terrain.txt", "dots.lay", "dots.lay --goals nearest"].into_iter().take(1 + 2 * usize::from(is_from_start))
        {
            let ran = lab.run(&format!("maze {name} {file} --trace t.jsonl --format json --quiet"));
            assert!(ran.code.is_some_and(|code| code < 2), "{ran}");
            lab.run("trace verify t.jsonl").expect(0);
        }
    }
}

/// Counting steps is no claim of least cost here, so `bfs` and `dijkstra` do not disagree, in commands and experiments.
#[test]
fn fewest_steps_promise_nothing_over_terrain() {
    let lab = Lab::new(&[
        ("terrain.txt", TERRAIN),
        (
            "e.toml",
            "title = \"t\"\nworld = \"maze\"\nalgorithms = [\"bfs\", \"astar\", \"bidijkstra\"]\n\
                    [[instances]]\nfiles = \"terrain.txt\"\n",
        ),
    ]);
    let ran = lab.run("maze compare terrain.txt --algorithms bfs,bibfs,astar,nbs").expect(0);
    assert!(ran.out.contains("the least cost is 5."), "{ran}");
    assert!(ran.out.contains("8 free at costs of 1 to 9"), "{ran}");
    let ran = lab.run("run e.toml --out kept").expect(0);
    assert!(!format!("{ran}").contains("disagree"), "{ran}");
    let record = lab.run("maze astar terrain.txt --moves 8 --format json").expect(0).out;
    assert!(record.contains(r#""terrain":"digits""#) && record.contains(r#""exact":[1,2]"#), "{record}");
}

#[test]
fn what_supposes_equal_costs_or_one_goal_is_refused() {
    let lab = Lab::new(&[("terrain.txt", TERRAIN), ("dots.lay", DOTS)]);
    for (command, words) in [
        ("maze jps terrain.txt", "jps supposes that all cells cost the same, and this maze has terrain"),
        ("maze jps dots.lay", "jps searches towards one goal, and this maze has several"),
        ("maze bidijkstra dots.lay --goals nearest", "bidijkstra searches towards one goal"),
        ("maze astar terrain.txt --terrain S=2", "only Moving AI maps have letters of terrain"),
        ("maze astar dots.lay --goals all --goal 1,1", "a goal and goals"),
        ("maze astar terrain.txt --terrain S", "invalid cost \"S\""),
    ] {
        let ran = lab.run(command).expect(2);
        assert!(ran.err.contains(words), "{ran}");
    }
    // Where nothing is named, they are left out.
    for command in ["maze compare terrain.txt --moves 8", "maze compare dots.lay"] {
        let ran = lab.run(command).expect(0);
        assert!(!ran.out.contains("jps"), "{ran}");
    }
}

#[test]
fn several_goals_are_reached_in_the_best_order() {
    let lab = Lab::new(&[("dots.lay", DOTS), ("art.txt", "G.S..G\n")]);
    for (command, moves, words) in [
        ("maze astar dots.lay", "LLRRRRR", "through all of 2 goals"),
        ("maze astar dots.lay --goals nearest", "LL", "to the nearest of 2 goals"),
        ("maze dijkstra art.txt --goals all", "LLRRRRR", ""),
        ("maze bfs dots.lay --goal 1,6", "RRR", ""),
    ] {
        let ran = lab.run(&format!("{command} --picture p.svg")).expect(0);
        assert!(ran.out.contains(&format!("moves          {moves}\n")), "{ran}");
        let algorithm = command.split(' ').nth(1).unwrap_or_default();
        let compared = command.replacen(algorithm, "compare", 1);
        let ran = lab.run(&format!("{compared} --algorithms {algorithm}")).expect(0);
        assert!(ran.out.contains(words), "{ran}");
    }
    lab.run("maze astar dots.lay --trace t.jsonl --quiet").expect(0);
    let trace = std::fs::read_to_string(lab.at("t.jsonl")).unwrap();
    assert!(trace.contains(r#""goals":[[1,1],[1,6]]"#), "{trace}");
}

/// After each change all find the same cost, and the record has a line for each search.
#[test]
fn paths_are_searched_again_after_each_change() {
    let lab = Lab::new(&[("terrain.txt", TERRAIN)]);
    let made = generate(&Recipe::new(Kind::Obstacles, 30, 40, 3)).expect("a maze");
    let mut text = Vec::new();
    write_ascii(&made.grid, Some(made.start), Some(made.goal), &mut text).expect("memory takes it");
    std::fs::write(lab.at("m.txt"), text).unwrap();
    for moves in ["4", "8"] {
        let ran = lab.run(&format!("maze compare m.txt --changes 12 --moves {moves} --format json")).expect(0);
        let records: Vec<serde_json::Value> =
            ran.out.lines().map(|line| serde_json::from_str(line).expect("a record")).collect();
        let costs = |record: &serde_json::Value| -> Vec<Option<i64>> {
            let all = record["per_iteration"].as_array().expect("a line for each search");
            all.iter().map(|each| each["cost"].as_f64().map(|cost| (cost * 1e6).round() as i64)).collect()
        };
        assert_eq!(records.len(), 4, "{ran}");
        for record in &records {
            assert_eq!(costs(record), costs(&records[0]), "{ran}");
            assert_eq!(record["per_iteration"][12]["change"], 12, "{ran}");
            assert_eq!(record["params"]["moves"].to_string(), moves);
        }
    }
    for (command, words) in [
        ("maze idastar m.txt --changes 3", "idastar does not search again after each change"),
        ("maze lpa terrain.txt --changes 3", "changes of a maze with terrain"),
        ("maze lpa terrain.txt", "lpa supposes that all cells cost the same"),
        ("maze lpa m.txt --changes 0", "invalid number of changes"),
        ("maze compare m.txt --changes 2 --algorithms lpa,astar --replay r.html", "this one changes 2 times"),
        ("maze lpa m.txt --changes 2 --trace t.jsonl", "this one changes 2 times"),
    ] {
        let ran = lab.run(command).expect(2);
        assert!(ran.err.contains(words), "{ran}");
    }
    let card = lab.run("maze dstar-lite m.txt --changes 2").expect(0);
    assert!(card.out.contains("change") && card.out.contains("iterations"), "{card}");
}
