//! Standard input, closed pipes, colours.

use std::io::pipe;
use std::process::Stdio;

use searchlab::worlds::maze::generate::Kind;

use crate::support::{BOARD, Ended, Lab, MAP, MAZE, SCEN, WALLED};

const FILES: &[(&str, &str)] =
    &[("maze.txt", MAZE), ("walled.txt", WALLED), ("yard.map", MAP), ("yard.map.scen", SCEN), ("board.txt", BOARD)];

#[test]
fn a_dash_reads_standard_input() {
    let lab = Lab::new(FILES);
    for (words, input) in [
        ("maze astar -", "maze.txt"),
        ("maze compare - --algorithms bfs", "maze.txt"),
        ("tiles idastar -", "board.txt"),
        ("maze scen - --map yard.map --last 1", "yard.map.scen"),
    ] {
        let piped = lab.run_with(&format!("{words} --format json"), input).expect(0).record();
        assert!(piped.instance.starts_with("<stdin>"), "{words}: {}", piped.instance);
        let named = lab.run(&format!("{} --format json", words.replacen('-', input, 1))).expect(0).record();
        assert_eq!((piped.id, piped.result), (named.id, named.result), "{words}");
    }
    lab.write("bad.txt", b"1 1 1\n1 0\n");
    lab.run_with("maze astar -", "bad.txt").expect(2).says(&["ragged rows", "--> <stdin>:2:4"]);
    lab.run("maze astar -").expect(2).says(&["the file is empty", "--> <stdin>:1:1"]);
}

/// Whoever reads the output may stop reading: no failure and no complaint, even if both streams are closed.
#[test]
fn a_closed_pipe_is_no_error() {
    let lab = Lab::new(FILES);
    lab.generate("rooms.txt", Kind::Rooms, 60, 60);
    let cases = [
        ("--help", 0),
        ("--version", 0),
        ("list", 0),
        ("explain astar", 0),
        ("man", 0),
        ("completions bash", 0),
        ("doctor", 0),
        ("signature", 0),
        ("maze generate field --size 1000x1000", 0),
        ("maze astar rooms.txt", 0),
        ("maze astar rooms.txt --format json", 0),
        ("maze compare rooms.txt --algorithms astar,bfs --format csv", 0),
        ("maze compare rooms.txt --algorithms astar,bfs", 0),
        ("maze scen yard.map.scen --format md", 0),
        ("tiles idastar board.txt", 0),
        ("maze astar nothing.txt", 2),
        ("maze astr maze.txt", 2),
    ];
    for (words, code) in cases {
        for is_deaf in [false, true] {
            let (reader, writer) = pipe().unwrap();
            drop(reader);
            let mut command = lab.program();
            command.args(words.split_whitespace()).stderr(if is_deaf {
                writer.try_clone().unwrap().into()
            } else {
                Stdio::piped()
            });
            let output = command.stdout(writer).spawn().unwrap().wait_with_output().unwrap();
            let ended = Ended::new(words, &output).expect(code);
            assert!(code != 0 || ended.err.is_empty() || ended.err.starts_with("note: "), "{ended}");
        }
    }
}

#[cfg(unix)]
#[test]
fn the_head_of_a_long_answer() {
    let lab = Lab::new(FILES);
    let mut command =
        lab.shell("searchlab maze generate field --size 2000x2000 | head -1 | cut -c -9; searchlab list | head -1");
    let ended = Ended::new("| head -1", &command.output().unwrap()).expect(0);
    assert_eq!(ended.out, "S........\nworlds:\n", "{ended}");
}

#[test]
fn colours() {
    let lab = Lab::new(FILES);
    let commands = ["maze astar maze.txt", "maze compare maze.txt", "maze astar walled.txt", "tiles astar board.txt"];
    for words in commands {
        for (flags, no_color, is_colored) in [
            ("", "", false),
            ("--color auto", "", false),
            ("--color never", "", false),
            ("--color always", "", true),
            // What is typed is stronger than what is set.
            ("--color always", "1", true),
        ] {
            let mut command = lab.program();
            command.args(words.split_whitespace()).args(flags.split_whitespace()).env("NO_COLOR", no_color);
            let ended = Ended::new(words, &command.output().unwrap());
            assert_eq!(ended.out.contains('\x1b'), is_colored, "{flags}: {ended}");
            for form in ["json", "csv", "md"] {
                let ended = lab.run(&format!("{words} {flags} --format {form}"));
                assert!(!ended.out.contains('\x1b'), "programs read no colours: {ended}");
            }
        }
    }
}

/// On a terminal there are colours, unless `NO_COLOR` is set to anything. `script` of util-linux makes the terminal.
#[cfg(target_os = "linux")]
#[test]
fn colours_of_a_terminal() {
    let lab = Lab::new(FILES);
    let script = |line: &str| {
        let mut command = lab.shell(&format!("script -qec '{line}' /dev/null"));
        command.env("TERM", "xterm-256color");
        command
    };
    if !script("true").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: no `script` that makes a terminal");
        return;
    }
    for (words, code) in [("maze compare maze.txt", 0), ("maze astar walled.txt", 1), ("maze astar none.txt", 2)] {
        for (flags, no_color, is_colored) in
            [("", None, true), ("", Some(""), true), ("", Some("1"), false), ("--color never", None, code == 2)]
        {
            let mut command = script(&format!("searchlab {words} {flags}"));
            if let Some(value) = no_color {
                command.env("NO_COLOR", value);
            }
            let ended = Ended::new(words, &command.output().unwrap()).expect(code);
            assert_eq!(ended.out.contains('\x1b'), is_colored, "{flags} {no_color:?}: {ended}");
        }
    }
}

/// Progress shows after a second, on a terminal only, and tells a rate that can be true.
#[cfg(target_os = "linux")]
#[test]
fn progress_on_a_terminal() {
    let lab = Lab::new(&[]);
    lab.generate("field.txt", Kind::Field, 60, 60);
    let line = "searchlab maze idastar field.txt --heuristic zero --draw never --format json --max-time 1800ms";
    let shown = |flags: &str| {
        let output = lab.shell(&format!("script -qec '{line} {flags}' /dev/null")).env("TERM", "xterm").output();
        output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let told = shown("");
    if !told.contains("limit:time") {
        eprintln!("skipped: no `script` that makes a terminal");
        return;
    }
    let number = |text: &str| -> f64 { text.trim().replace(',', "").parse().unwrap_or_else(|_| panic!("{text:?}")) };
    let mut count = 0;
    for part in told.split(" nodes, ").collect::<Vec<_>>().windows(2) {
        let nodes = number(part[0].rsplit([' ', '\u{1b}']).next().unwrap_or_default());
        let rate = number(part[1].split("/s").next().unwrap_or_default());
        assert!(rate <= nodes && rate >= nodes / 10.0, "{nodes} nodes, but {rate} a second: {told}");
        count += 1;
    }
    assert!(count > 0, "{told}");
    assert!(!shown("--quiet").contains(" nodes, "));
}

#[test]
fn quiet_is_quiet() {
    let lab = Lab::new(FILES);
    lab.write("trailing.txt", b"1 1 1\n0 0 0\n1 1 1\n\nend of the maze\n");
    let told = lab.run("maze astar trailing.txt").expect(0);
    assert!(told.err.starts_with("note: trailing.txt: "), "{told}");
    let quiet = lab.run("maze astar trailing.txt --quiet").expect(0);
    assert_eq!(quiet.err, "", "{quiet}");
}
