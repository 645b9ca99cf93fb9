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

/// Board-splitting games have no commands of their own: an experiment plays their searches, with the board in the nodes.
#[test]
fn p_games_are_watched_by_an_experiment() {
    let lab = lab();
    let text = "title = \"P-game\"\nworld = \"pgames\"\nalgorithms = [{ name = \"alphabeta\", watch = true }]\n\
                [[instances]]\ngenerate = { kind = \"p-game\", plies = 4, seeds = 3 }\n[sweep]\ndepth = [4]\n";
    lab.write("pgame.toml", text.as_bytes());
    lab.run("run pgame.toml --out folder --quiet").expect(0);
    let pages: Vec<_> = fs::read_dir(lab.at("folder/replays")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(pages.len(), 1);
    let page = fs::read_to_string(&pages[0]).unwrap();
    assert_eq!(searches(&page), 1);
    let trace = unpacked(&page);
    assert!(trace.contains("\"shape\":\"board\",\"rows\":4"), "{}", &trace[..400]);
}

/// The first trace of a page.
fn unpacked(page: &str) -> String {
    let letters = page.split("data-trace>").nth(1).unwrap().split('<').next().unwrap();
    let bytes = base64_decoded(letters);
    std::io::read_to_string(flate2::read::GzDecoder::new(bytes.as_slice())).unwrap()
}

fn base64_decoded(letters: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for letter in letters.bytes().filter_map(|letter| ALPHABET.iter().position(|&each| each == letter)) {
        (bits, count) = (bits << 6 | letter as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

/// A race by time needs the clock of each search, which is no event and in no file.
#[test]
fn races_have_clocks() {
    let lab = lab();
    lab.run("maze compare maze.txt --algorithms astar,idastar --replay race.html --quiet").expect(0);
    let trace = unpacked(&fs::read_to_string(lab.at("race.html")).unwrap());
    let readings: Vec<serde_json::Value> = trace
        .lines()
        .filter(|line| line.contains("\"type\":\"clock\""))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(readings.len() > 1, "{trace}");
    for pair in readings.windows(2) {
        let of = |at: usize, name: &str| pair[at][name].as_f64().unwrap();
        assert!(of(0, "events") <= of(1, "events") && of(0, "seconds") <= of(1, "seconds"), "{pair:?}");
    }
    lab.run("maze astar maze.txt --trace one.jsonl --quiet").expect(0);
    assert!(!fs::read_to_string(lab.at("one.jsonl")).unwrap().contains("\"clock\""));
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
