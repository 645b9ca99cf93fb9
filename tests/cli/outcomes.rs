//! How valid runs end: exit codes 0, 1 and 3, and what is said with them.

use searchlab::catalog::{MAZE as MAZES, TILES, WorldInfo};
use searchlab::search::budget::Status;
use searchlab::worlds::maze::generate::Kind;

use crate::support::{BOARD, Lab, MAP, MAZE, ODD_BOARD, SCEN, WALLED};

/// Every algorithm for mazes with every set of moves that it takes, as words for the command line.
pub(crate) fn maze_commands() -> Vec<String> {
    let with =
        |moves: &'static str| MAZES.algorithms.iter().map(move |about| format!("{} --moves {moves}", about.name));
    with("4").chain(with("8")).collect()
}

pub(crate) fn tile_commands() -> Vec<&'static str> {
    TILES.algorithms.iter().map(|about| about.name).collect()
}

#[test]
fn a_maze_with_a_path_is_solved() {
    let lab = Lab::new(&[("maze.txt", MAZE)]);
    for command in maze_commands() {
        if command.starts_with("hill-climbing") {
            // It ends in a local minimum.
            continue;
        }
        let record = lab.run(&format!("maze {command} maze.txt --format json")).expect(0).record();
        assert_eq!(record.status, Status::Solved);
        let answer = record.result.expect("an answer");
        // No corner may be cut, so the diagonals do not help.
        assert!(answer.value.to_bits() == 6f64.to_bits(), "{command}: {answer:?}");
        let steps = match command.as_str() {
            // The cells where the path turns.
            theta if theta.starts_with("theta") => vec!["1,5", "3,5"],
            eight if eight.ends_with('8') => vec!["E", "E", "E", "E", "S", "S"],
            _ => vec!["R", "R", "R", "R", "D", "D"],
        };
        assert_eq!(answer.moves, steps.into_iter().collect(), "{command}");
    }
}

#[test]
fn a_maze_without_a_path_is_a_negative_answer() {
    let lab = Lab::new(&[("walled.txt", WALLED)]);
    for command in maze_commands() {
        let ended = lab.run(&format!("maze {command} walled.txt")).expect(1);
        if command.starts_with("hill-climbing") {
            assert!(ended.out.ends_with("\nNo path was found, which does not mean that there is none.\n"), "{ended}");
            continue;
        }
        assert!(ended.out.ends_with("\nThere is no path from 1,1 to 1,3.\n"), "{ended}");
        assert_eq!(ended.err, "", "{ended}");
        let record = lab.run(&format!("maze {command} walled.txt --format json")).expect(1).record();
        assert_eq!((record.status, record.result), (Status::Unsolvable, None), "{command}");
    }
    let ended = lab.run("maze compare walled.txt").expect(1);
    assert!(ended.out.contains("\nAll optimal algorithms that ended agree: there is no path.\n"), "{ended}");
}

#[test]
fn a_board_of_odd_parity_is_a_negative_answer() {
    let lab = Lab::new(&[("odd.txt", ODD_BOARD)]);
    for algorithm in tile_commands() {
        let ended = lab.run(&format!("tiles {algorithm} odd.txt")).expect(1);
        let out = ended.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let told = "This board cannot be solved: no moves lead from it to the goal 0 1 2 3 4 5 6 7 8, the blank at the top \
                    left, nor to 1 2 3 4 5 6 7 8 0: its parity is odd";
        assert!(out.contains(told), "{ended}");
    }
}

/// A board of fifteen tiles that was meant for the other goal is told of it, and solved to it.
#[test]
fn a_board_for_the_other_goal_is_told_how_to_be_given() {
    let other = "1 2 3 4 5 6 7 8 9 10 11 12 13 0 14 15\n";
    let lab = Lab::new(&[("other.txt", other)]);
    let ended = lab.run("tiles astar other.txt").expect(1);
    let out = ended.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let goal = "It can be solved to 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0, the blank at the bottom right (--goal last)";
    assert!(out.contains(goal), "{ended}");
    let ended = lab.run("tiles astar other.txt --goal last").expect(0);
    assert!(
        ended.out.contains("goal: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0, the blank at the bottom right\n"),
        "{ended}"
    );
    let record = lab.run("tiles astar other.txt --goal last --format json").expect(0).record();
    assert_eq!((record.instance.as_str(), record.result.map(|it| it.value)), ("other.txt:goal=last", Some(2.0)));
    lab.write("both.txt", format!("0 1 2 3 4 5 6 7 8\n{other}").as_bytes());
    let ended = lab.run("tiles astar both.txt").expect(1);
    assert!(ended.out.contains("The board of line 2 cannot be solved: no moves lead"), "{ended}");
}

/// Boards that are made can be solved to their goal by every algorithm, which agree; the same by flags and in a file.
#[test]
fn boards_are_made_and_compared() {
    let lab = Lab::new(&[]);
    lab.run("tiles generate --size 3x3 --count 3 --seed 7 --goal last --out made.txt").expect(0);
    let ended = lab.run("tiles compare made.txt --goal last --algorithms bfs,astar,idastar --format json").expect(0);
    let costs: Vec<_> = ended.records().iter().map(|record| record.result.as_ref().map(|it| it.value)).collect();
    assert!(costs.len() == 9 && costs.chunks(3).all(|all| all[0].is_some() && all[1..] == [all[0]; 2]), "{ended}");
    let file = "title = \"Made\"\nworld = \"tiles\"\nalgorithms = [\"astar\"]\n[[instances]]\ngoal = \"last\"\n\
                generate = { size = \"3x3\", seeds = \"7..=9\" }\n[[instances]]\n\
                generate = { size = \"3x3\", walk = [1, 9], seeds = 4 }\n";
    lab.write("made.toml", file.as_bytes());
    lab.run("run made.toml --out made --quiet").expect(0);
    let text = std::fs::read_to_string(lab.at("made/records.jsonl")).unwrap();
    assert!(text.contains("random:size=3x3,goal=last,seed=7\""), "{text}");
    // The goal is a parameter of the trials for which it is not the usual one, by which reports can group.
    assert_eq!(text.matches("\"params\":{\"goal\":\"last\",").count(), 3, "{text}");
    assert_eq!(text.matches("\"goal\":").count(), 3, "{text}");
    assert!(text.contains("random:size=3x3,walk=9,seed=4\""), "{text}");
    for (cost, line) in costs.chunks(3).zip(text.lines()) {
        let value = serde_json::from_str::<serde_json::Value>(line).unwrap()["result"]["value"].as_f64();
        assert_eq!(value, cost[0], "{line}");
    }
}

/// Without a second algorithm the listed optimum alone checks; of an algorithm that promises no optimum the ratio is told.
#[test]
fn scenarios_are_checked_by_the_list_alone() {
    let lab = Lab::new(&[("yard.map", MAP), ("yard.map.scen", SCEN)]);
    let ended = lab.run("maze scen yard.map.scen --no-check").expect(0);
    assert!(ended.out.contains("3 instances by astar with eight moves, checked by the listed optima\n"), "{ended}");
    assert!(!ended.out.contains("cost / optimum"), "{ended}");
    let records = lab.run("maze scen yard.map.scen --no-check --format json").expect(0).records();
    assert!(records.len() == 3 && records.iter().all(|record| record.algorithm == "astar"));
    let four = lab.run("maze scen yard.map.scen --no-check --moves 4").expect(0);
    assert!(four.out.contains("with four moves, not checked\n"), "{four}");

    // The lengths of the list are 5 and 3; a list that says 4 for the first is contradicted.
    let wrong = SCEN.replace("5.00000000", "4.00000000");
    lab.write("yard.map.scen", wrong.as_bytes());
    let ended = lab.run("maze scen yard.map.scen --no-check").expect(1);
    assert!(ended.out.contains("DIFFERENT yard.map.scen:2: astar finds 5, the file lists 4"), "{ended}");
    // Greedy search promises nothing, so its costs are compared with the list: 5/4, 3/3; nothing over 0 is no ratio.
    let ended = lab.run("maze scen yard.map.scen --no-check --algorithm greedy").expect(0);
    assert!(ended.out.contains("cost / optimum 1.1250 in the mean, 1.2500 at most\n"), "{ended}");
}

/// Entries before the last ones are not read, whatever they hold, but for how precise the lengths of the file are.
#[test]
fn scenarios_that_are_not_taken_are_not_read() {
    let lab = Lab::new(&[("yard.map", MAP)]);
    lab.write("yard.map.scen", SCEN.replace("0\tyard.map\t4\t3\t0\t0\t3\t2", "no scenario at all").as_bytes());
    let ended = lab.run("maze scen yard.map.scen --last 2").expect(0);
    assert!(ended.out.contains("2 instances by astar"), "{ended}");
    let ended = lab.run("maze scen yard.map.scen --last 3").expect(2);
    assert!(ended.err.contains("--> yard.map.scen:2:"), "{ended}");
}

/// The picture of a comparison holds a map for each algorithm, with its cost.
#[test]
fn a_comparison_is_drawn_side_by_side() {
    let lab = Lab::new(&[("maze.txt", MAZE), ("walled.txt", WALLED)]);
    lab.run("maze compare maze.txt --algorithms bfs,greedy,jps --picture all.svg").expect(0);
    let text = std::fs::read_to_string(lab.at("all.svg")).unwrap();
    for name in ["bfs", "greedy", "jps"] {
        assert!(text.contains(&format!(">{name}: cost ")), "{name}: {text}");
    }
    assert_eq!(text.matches("<g class=\"map\"").count(), 3, "{text}");
    lab.run("maze compare maze.txt --algorithms bfs,idastar --picture all.png").expect(0);
    assert!(std::fs::read(lab.at("all.png")).unwrap().starts_with(b"\x89PNG"));
    let ended = lab.run("maze compare maze.txt walled.txt --algorithms bfs --picture all.svg").expect(2);
    assert!(ended.err.contains("a picture shows searches of one maze, and 2 are given"), "{ended}");
}

/// Tables and lists double as they grow: that is known before it happens.
#[test]
fn the_limit_of_memory_holds_at_the_peak() {
    let lab = Lab::new(&[("hard.txt", "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0\n")]);
    let limit = 32u64 << 20;
    let opens = ["astar --open heap", "astar --open indexed", "astar --tie-break high-g", "wastar --weight 1.0"];
    for command in tile_commands().into_iter().chain(opens) {
        let words =
            format!("tiles {command} hard.txt --heuristic zero --max-memory {limit} --max-nodes 3000000 --format json");
        let is_uninformed = ["dijkstra", "bfs", "dfs", "dls", "iddfs", "bibfs", "bidijkstra"].contains(&command);
        let words = if is_uninformed { words.replace(" --heuristic zero", "") } else { words };
        if command == "hill-climbing" {
            // A plateau: it ends before any limit.
            continue;
        }
        let record = lab.run(&words).expect(3).record();
        let peak = record.measured.peak_bytes;
        assert!(peak <= limit + limit / 20, "{command}: {peak} bytes of {limit}, {:?}", record.status);
        let keeps_states = ![
            "dls",
            "iddfs",
            "rbfs",
            "sma",
            "idastar",
            "idastar-cycle-check",
            "idastar-table",
            "idastar-table-as-coded",
            "bts",
        ]
        .contains(&command);
        assert_eq!(record.status == Status::LimitMemory, keeps_states, "{command}: {:?}", record.status);
        assert!(!keeps_states || peak > limit / 4, "{command} ends long before: {peak}");
    }
}

/// The cost of an algorithm that moves diagonally is not that of the others, which is told unless it was asked for.
#[test]
fn jump_points_are_told_to_move_in_eight_directions() {
    let lab = Lab::new(&[("maze.txt", MAZE)]);
    let ended = lab.run("maze jps maze.txt").expect(0);
    assert!(ended.err.starts_with("note: jps moves in eight directions"), "{ended}");
    assert!(ended.out.contains("in eight directions"), "{ended}");
    assert_eq!(lab.run("maze jps maze.txt --quiet").expect(0).err, "");
    assert_eq!(lab.run("maze jps maze.txt --moves 8").expect(0).err, "");
    assert_eq!(lab.run("maze astar maze.txt").expect(0).err, "");
}

#[test]
fn start_may_be_the_goal() {
    let lab = Lab::new(&[("maze.txt", MAZE), ("solved.txt", "0 1 2 3 4 5 6 7 8\n")]);
    for command in maze_commands() {
        let words = format!("maze {command} maze.txt --start 1,1 --goal 1,1 --format json");
        let record = lab.run(&words).expect(0).record();
        let answer = record.result.expect("an answer");
        assert_eq!(
            (record.status, answer.value.to_bits(), answer.moves.text("").as_ref()),
            (Status::Solved, 0, ""),
            "{command}"
        );
    }
    let table = lab.run("maze astar maze.txt --start 1,1 --goal 1,1").expect(0);
    assert!(table.out.contains("\ncost           0\n"), "{table}");
    for algorithm in tile_commands() {
        let record = lab.run(&format!("tiles {algorithm} solved.txt --format json")).expect(0).record();
        assert_eq!(record.result.expect("an answer").value.to_bits(), 0, "{algorithm}");
    }
}

/// Without an estimate, every search is long enough to meet each of its limits.
#[test]
fn limits_are_named() {
    let lab = Lab::new(&[("board.txt", "8 6 7 2 5 4 3 0 1\n")]);
    lab.generate("rocks.txt", Kind::Obstacles, 300, 300);
    let flags = |world: &WorldInfo, algorithm: &str| {
        let about = world.algorithm(algorithm).unwrap();
        let takes = world.parameters_of(about).any(|parameter| parameter.name.name == "heuristic");
        if takes { " --heuristic zero" } else { "" }
    };
    let mazes = maze_commands().into_iter().map(|command| {
        let flags = flags(&MAZES, command.split_whitespace().next().unwrap());
        format!("maze {command} rocks.txt{flags}")
    });
    let tiles = tile_commands().into_iter().map(|name| format!("tiles {name} board.txt{}", flags(&TILES, name)));
    for command in mazes.chain(tiles) {
        for (limit, status) in [("--max-nodes 100", "limit:nodes"), ("--max-time 1ns", "limit:time")] {
            if command.contains(" hill-climbing ") && limit.starts_with("--max-nodes") {
                // On a plateau it ends at once.
                continue;
            }
            let record = lab.run(&format!("{command} {limit} --format json")).expect(3).record();
            assert_eq!((record.status.name(), &record.result), (status, &None), "{command} {limit}");
            assert!(record.counters.generated < 10_000, "{command} {limit} generated {}", record.counters.generated);
        }
        // IDA* without a table and the tree search hold next to nothing.
        if ![" idastar ", " idastar-cycle-check ", " bts "].iter().any(|name| command.contains(name)) {
            let record = lab.run(&format!("{command} --max-memory 1k --format json")).expect(3).record();
            assert_eq!((record.status.name(), record.result), ("limit:memory", None), "{command}");
        }
    }
    let table = lab.run("maze astar rocks.txt --max-nodes 100").expect(3);
    assert!(table.out.contains("\nstatus         limit:nodes\n"), "{table}");
}

#[test]
fn comparisons_tell_who_was_stopped() {
    let lab = Lab::new(&[("maze.txt", MAZE)]);
    lab.generate("field.txt", Kind::Field, 40, 40);
    let some =
        lab.run("maze compare field.txt --heuristic zero --algorithms astar,idastar --max-nodes 20000").expect(0);
    assert!(some.out.contains("agree: the least cost is 78.\nStopped at a limit (20,000 nodes): idastar.\n"), "{some}");
    let all = lab.run("maze compare field.txt --algorithms dijkstra,idastar --heuristic zero --max-nodes 10").expect(3);
    assert!(all.out.contains("No optimal algorithm came to an end."), "{all}");
    // The worst end of several mazes counts.
    lab.write("walled.txt", WALLED.as_bytes());
    lab.run("maze compare maze.txt walled.txt").expect(1);
}

#[test]
fn inadmissible_estimates_are_marked() {
    let lab = Lab::new(&[("maze.txt", MAZE), ("yard.map", MAP), ("yard.map.scen", SCEN)]);
    let flags = "--moves 8 --heuristic manhattan --allow-inadmissible";
    let marked = lab.run(&format!("maze astar maze.txt {flags} --format json")).expect(0);
    assert!(marked.out.contains(r#""params":{"admissible":false,"heuristic":"manhattan","moves":8,"#), "{marked}");
    for command in ["maze astar maze.txt --moves 8 --allow-inadmissible", "maze bfs maze.txt --allow-inadmissible"] {
        let plain = lab.run(&format!("{command} --format json")).expect(0);
        assert!(!plain.out.contains("admissible"), "{plain}");
    }
    // Costs that nobody promised contradict nothing.
    lab.generate("caves.txt", Kind::Caves, 40, 80);
    let compared = lab.run(&format!("maze compare caves.txt {flags}")).expect(0);
    assert!(compared.out.contains("All optimal algorithms that ended agree"), "{compared}");
    let scen = lab.run(&format!("maze scen yard.map.scen {flags}")).expect(0);
    assert!(scen.out.contains("\ndifferent      0\n"), "{scen}");
}

#[test]
fn scenarios_are_checked() {
    let wrong = SCEN.replace("3.00000000", "2.00000000");
    let lab = Lab::new(&[("yard.map", MAP), ("yard.map.scen", SCEN), ("wrong.scen", &wrong)]);
    for flags in ["", "--algorithm jps", "--moves 4", "--moves 4 --algorithm bfs", "--check dijkstra", "--last 2"] {
        let ended = lab.run(&format!("maze scen yard.map.scen {flags}")).expect(0);
        assert!(ended.out.contains("\ndifferent      0\n"), "{ended}");
    }
    let ended = lab.run("maze scen wrong.scen").expect(1);
    assert!(ended.out.contains("\ndifferent      1\n"), "{ended}");
    let line = "DIFFERENT wrong.scen:3: astar finds 3, jps finds 3, the file lists 2.00000000\n";
    assert!(ended.out.ends_with(line), "{ended}");
    // In the forms for programs, what differs is told beside the records.
    let json = lab.run("maze scen wrong.scen --format json").expect(1);
    assert_eq!((json.records().len(), json.err.as_str()), (3, line), "{json}");
    lab.run("maze scen wrong.scen --moves 4").expect(0);
    lab.run("maze scen wrong.scen --last 1").expect(0);
    lab.run("maze scen wrong.scen --algorithm greedy").expect(0);
    let limited = lab.run("maze scen yard.map.scen --max-nodes 4").expect(3);
    assert!(limited.out.contains("\nlimited        2\n"), "{limited}");
}

#[test]
fn listed_lengths_are_checked() {
    let line = |length: u32| format!("1\t1 4 2 3 0 5 6 7 8\t2\t{length}\t-\n");
    let lab = Lab::new(&[("right.txt", &line(2)), ("wrong.txt", &line(4)), ("board.txt", BOARD)]);
    lab.run("tiles idastar right.txt").expect(0);
    lab.run("tiles idastar wrong.txt").expect(1).says(&["DIFFERENT wrong.txt: length 2, the file lists 4"]);
    lab.run("tiles greedy wrong.txt").expect(0);
}

/// The same trial has the same id wherever its file lies, and other limits make another trial.
#[test]
fn ids_are_those_of_the_trial() {
    let lab = Lab::new(&[("maze.txt", MAZE), ("copy.txt", MAZE)]);
    let id = |words: &str| lab.run(&format!("maze {words} --format json")).record().id;
    assert_eq!(id("astar maze.txt"), id("astar copy.txt"));
    assert_eq!(
        id("astar maze.txt"),
        id("astar maze.txt --heuristic manhattan --order udlr --tie-break lifo --moves 4")
    );
    assert_ne!(id("astar maze.txt"), id("astar maze.txt --max-nodes 1000"));
    assert_ne!(id("astar maze.txt"), id("astar maze.txt --goal 2,1"));
    assert_eq!(id("astar maze.txt --max-time 2ms"), id("astar maze.txt --max-time 2000us"));
    assert_ne!(id("astar maze.txt --max-time 0s"), id("astar maze.txt --max-time 5us"));
}

#[test]
fn generated_mazes_can_be_read() {
    let lab = Lab::new(&[]);
    for kind in Kind::ALL {
        for (form, has_ends) in [("course", true), ("ascii", true), ("map", false)] {
            if form == "course" && !kind.is_perfect() {
                continue;
            }
            let made = lab.run(&format!("maze generate {kind} --size 21x33 --seed 5 --format {form}")).expect(0);
            let note = made.err.trim_end();
            assert!(note.starts_with(&format!("note: {kind} 21x33, seed 5, start ")), "{made}");
            lab.write("made.txt", made.out.as_bytes());
            let (start, goal) = note.split_once(", start ").and_then(|(_, ends)| ends.split_once(", goal ")).unwrap();
            // Marks and openings say the same as the remark.
            let ends = if has_ends { String::new() } else { format!("--start {start} --goal {goal}") };
            let given = lab.run(&format!("maze astar made.txt --start {start} --goal {goal} --format json")).expect(0);
            let found = lab.run(&format!("maze astar made.txt {ends} --format json")).expect(0);
            assert_eq!(given.record().id, found.record().id, "{kind} {form}");
        }
        let out = lab.run(&format!("maze generate {kind} --size 21x33 --seed 5 --out file.map --quiet")).expect(0);
        assert_eq!((out.out.as_str(), out.err.as_str()), ("", ""), "{out}");
        assert!(std::fs::read_to_string(lab.at("file.map")).unwrap().starts_with("type octile\n"));
    }
}
