//! Pages that play searches.

use std::fs;

use crate::support::{BOARD, Lab, MAZE};

fn lab() -> Lab {
    Lab::new(&[("maze.txt", MAZE), ("board.txt", BOARD), ("tree.txt", "(3 12 8) (2 4 6) (14 5 2)\n")])
}

fn searches(page: &str) -> usize {
    page.matches("<script type=\"application/gzip\" data-trace>").count()
}

#[test]
fn every_search_can_be_played() {
    let lab = lab();
    for (words, count) in [
        ("maze idastar maze.txt", 1),
        ("tiles astar board.txt", 1),
        ("graph astar", 1),
        ("tree search tree.txt", 1),
        ("othello search --algorithm mtdf --depth 3", 1),
        ("gomoku search --algorithm pvs --depth 2", 1),
        ("connect4 search --algorithm alphabeta --depth 4", 1),
        ("maze compare maze.txt --algorithms bfs,astar,idastar", 3),
        ("graph compare --algorithms astar,greedy", 2),
        ("connect4 compare --depths 3 --algorithms minimax,alphabeta,mtdf", 3),
    ] {
        let plain = lab.run(&format!("{words} --format json")).expect(0).records();
        let played = lab.run(&format!("{words} --format json --replay page.html")).expect(0).records();
        let counters = |records: &[searchlab::record::Record]| records.iter().map(|it| it.counters).collect::<Vec<_>>();
        assert_eq!(counters(&plain), counters(&played), "{words}");
        let page = fs::read_to_string(lab.at("page.html")).unwrap();
        assert_eq!(searches(&page), count, "{words}");
        fs::remove_file(lab.at("page.html")).unwrap();
    }
}

#[test]
fn what_cannot_be_played_is_refused_first() {
    let lab = lab();
    lab.run("maze compare maze.txt --replay page.html").expect(2).says(&["6 searches side by side", "--algorithms"]);
    lab.run("maze astar maze.txt --replay page.txt").expect(2).says(&["is no page", "FILE.html"]);
    lab.run("maze astar maze.txt --replay page.html --trace a.jsonl").expect(2);
    lab.run("maze compare maze.txt --algorithms bfs --replay page.html --out folder").expect(2);
    assert!(!lab.at("page.html").exists());
}

#[test]
fn every_search_can_be_drawn_as_a_loop() {
    let lab = lab();
    for words in [
        "maze idastar maze.txt",
        "maze jps maze.txt",
        "tiles astar board.txt",
        "graph astar",
        "tree search tree.txt",
        "othello search --algorithm mtdf --depth 3",
        "connect4 search --algorithm mcts --max-nodes 200",
    ] {
        for kind in ["gif", "svg", "png"] {
            let file = format!("loop.{kind}");
            lab.run(&format!("{words} --animation {file} --frames 12 --quiet"));
            let bytes = fs::read(lab.at(&file)).unwrap();
            let head: &[u8] = match kind {
                "gif" => b"GIF89a",
                "svg" => b"<svg ",
                _ => b"\x89PNG",
            };
            assert!(bytes.starts_with(head), "{words} {file}");
            if kind == "svg" {
                let text = String::from_utf8(bytes).unwrap();
                let document = roxmltree::Document::parse(&text).unwrap();
                assert!(document.descendants().any(|node| node.tag_name().name() == "animate"), "{words}");
            }
            fs::remove_file(lab.at(&file)).unwrap();
        }
    }
}

#[test]
fn what_cannot_be_watched_is_refused_first() {
    let lab = lab();
    lab.run("maze astar maze.txt --watch").expect(2).says(&["--watch", "terminal", "--replay"]);
    lab.run("maze astar maze.txt --animation loop.mp4").expect(2).says(&["loop.mp4", ".gif, .svg or .png"]);
    lab.run("maze compare maze.txt --algorithms bfs,astar --animation a.gif").expect(2).says(&["one search"]);
    for flags in ["--replay a.html", "--trace a.jsonl", "--trace a.jsonl --trace-format posthoc", "--trace-limit 3"] {
        let words = format!("tiles astar board.txt --out folder {flags}");
        lab.run(&words).expect(2).says(&["--out", "no traces"]);
        assert!(!lab.at("folder").exists() && !lab.at("a.jsonl").exists(), "{words}");
    }
    lab.run("maze astar maze.txt --frames 3").expect(2);
    lab.run("maze astar maze.txt --trace-limit 3").expect(2).says(&["--trace FILE"]);
    lab.run("watch nothing.jsonl").expect(2).says(&["nothing.jsonl"]);
    lab.run("maze astar maze.txt --trace a.jsonl --quiet").expect(0);
    lab.run("watch a.jsonl").expect(2).says(&["terminal"]);
    assert!(!lab.at("folder").exists() && !lab.at("a.gif").exists());
}

#[test]
fn an_experiment_links_the_searches_that_are_watched() {
    let lab = lab();
    let text = "title = \"Watched\"\nworld = \"maze\"\nalgorithms = [\"bfs\", { name = \"astar\", watch = true }]\n\
                [[instances]]\nfiles = [\"maze.txt\"]\n";
    lab.write("watched.toml", text.as_bytes());
    lab.run("run watched.toml --out folder --quiet").expect(0);
    let page = fs::read_to_string(lab.at("folder/replays/01-astar-on-maze-txt.html")).unwrap();
    assert_eq!(searches(&page), 1);
    for report in ["folder/report.html", "folder/report.md"] {
        let report = fs::read_to_string(lab.at(report)).unwrap();
        assert!(report.contains("replays/01-astar-on-maze-txt.html"), "{report}");
    }
    let records = fs::read_to_string(lab.at("folder/records.jsonl")).unwrap();
    assert_eq!(records.lines().count(), 2, "a search that is watched is no trial more");
    // Nobody watches any more.
    lab.write("watched.toml", text.replace(", watch = true", "").as_bytes());
    lab.run("run watched.toml --out folder --quiet").expect(0);
    assert!(!fs::read_to_string(lab.at("folder/report.md")).unwrap().contains("replays/"));
    lab.write("watched.toml", text.replace("true", "1").as_bytes());
    lab.run("run watched.toml --out folder --quiet").expect(2).says(&["watch"]);
}
