//! The page that plays a search, in a real browser: counters, keys, screens.

use std::fmt::Write as _;

use serde_json::json;

use searchlab::catalog::MAZE;
use searchlab::record::{Limits, Record, Trial};
use searchlab::report::replay::page;
use searchlab::run::Observers;
use searchlab::run::maze::MazeRunner;
use searchlab::search::budget::Budget;
use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
use searchlab::worlds::maze::scene::MazeScene;
use searchlab::worlds::trace::{Span, TraceBuffer};

use crate::browser::{SCREENS, axe, browser, check_by_axe};
use crate::chromium::Chromium;

/// A search in a made maze, and its trace.
fn traced(algorithm: &str, rows: u32, cols: u32) -> (Record, Vec<u8>) {
    let maze = generate(&Recipe::new(Kind::Braid, rows, cols, 1)).unwrap();
    let scene = MazeScene::new(maze.grid.clone(), maze.start, maze.goal);
    let mut runner = MazeRunner::new(maze.grid);
    let about = MAZE.algorithm(algorithm).unwrap();
    let content = runner.content(maze.start, maze.goal);
    let params = MAZE.resolve(about, &[]).unwrap();
    let trial = Trial::new("maze", ("made".to_owned(), content), about.name, params, Limits::default());
    let buffer = TraceBuffer::default();
    let mut observers = Observers { trace: Some(buffer.writer(Span::default())), ..Observers::default() };
    observers.begin(&trial, || Box::new(scene));
    let record = runner.run(&trial, maze.start, maze.goal, &Budget::default(), &mut observers);
    observers.finish(Some(&record)).unwrap();
    (record, buffer.take())
}

fn open(browser: &mut Chromium, traces: &[Vec<u8>]) {
    browser.open("replay.html", &page("A search", traces));
    browser.wait_for("document.documentElement.dataset.ready");
}

/// The counter of that name in the first panel.
fn counter(browser: &mut Chromium, name: &str) -> u64 {
    let found = browser.eval(&format!(
        "[...document.querySelectorAll('section:first-child dt')].find((it) => it.textContent === {name:?})\
         ?.nextElementSibling.textContent.replaceAll(',', '')"
    ));
    found.as_str().map_or(0, |text| text.parse().unwrap())
}

#[test]
fn counters_end_at_those_of_the_record() {
    let Some(mut browser) = browser("counters_end_at_those_of_the_record") else { return };
    for algorithm in ["astar", "idastar-table", "bfs"] {
        let (record, trace) = traced(algorithm, 15, 21);
        open(&mut browser, &[trace]);
        assert_eq!(counter(&mut browser, "expanded"), 0);
        browser.press("End");
        assert_eq!(counter(&mut browser, "expanded"), record.counters.expanded, "{algorithm}");
        assert_eq!(counter(&mut browser, "generated"), record.counters.generated, "{algorithm}");
        let sentence = browser.eval("document.querySelector('.sentence').textContent");
        assert!(sentence.as_str().unwrap().contains("goal is reached"), "{sentence}");
        assert_eq!(browser.complaints(), Vec::<String>::new());
    }
}

#[test]
fn keys_alone_suffice() {
    let Some(mut browser) = browser("keys_alone_suffice") else { return };
    open(&mut browser, &[traced("idastar-table", 15, 21).1]);
    let step = |browser: &mut Chromium| browser.eval("Replay.controls.player.step").as_u64().unwrap();
    for (key, expected) in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("Home", 0)] {
        browser.press(key);
        assert_eq!(step(&mut browser), expected, "{key}");
    }
    browser.press("n");
    let mark = step(&mut browser);
    assert!(mark > 0);
    assert_eq!(browser.eval("location.hash"), format!("#step={mark}").as_str());
    browser.press("p");
    assert!(step(&mut browser) < mark);
}

/// The contours of f are lines between cells, drawn where they are wanted.
#[test]
fn contours_are_drawn() {
    let Some(mut browser) = browser("contours_are_drawn") else { return };
    open(&mut browser, &[traced("astar", 15, 21).1]);
    browser.press("End");
    let picture = "document.querySelector('canvas').toDataURL().length";
    let before = browser.eval(picture).as_u64().unwrap();
    browser.click("document.querySelector('input[type=checkbox]')");
    assert!(browser.eval(picture).as_u64().unwrap() != before);
}

#[test]
fn races_and_small_screens() {
    let Some(mut browser) = browser("races_and_small_screens") else { return };
    open(&mut browser, &[traced("astar", 31, 41).1, traced("bfs", 31, 41).1]);
    browser.press("End");
    assert_eq!(browser.eval("document.querySelectorAll('section canvas').length"), 2);
    // By generated states and by time each ends where it ends, too.
    for (pace, length) in [("generated", "> 100"), ("time", "=== 1000")] {
        browser.eval(&format!(
            "(() => {{ const select = document.querySelector('nav select'); select.value = '{pace}'; \
             select.dispatchEvent(new Event('change')); }})()"
        ));
        assert_eq!(browser.eval(&format!("Replay.controls.player.length {length}")), true, "{pace}");
        assert_eq!(browser.eval("Replay.controls.player.panels.every((panel) => panel.state.step === 0)"), true);
        browser.press("End");
        let ended = "Replay.controls.player.panels.every((panel) => panel.state.step === panel.trace.length)";
        assert_eq!(browser.eval(ended), true, "{pace}");
    }
    browser.look(390, 844, true);
    let overflow = browser.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(overflow, 0);
}

/// Alpha-beta on a tree of two moves with a cutoff.
const TREE: &str = r#"{"trace":"searchlab","version":1,"kind":"tree","world":"tree","instance":"t","algorithm":"alphabeta","params":{},"scene":{"shape":"none"}}
{"type":"enter","id":0,"ply":0,"depth":2}
{"type":"enter","id":1,"p":0,"move":"a","ply":1,"depth":1}
{"type":"leaf","id":1,"value":-3}
{"type":"return","id":1,"value":-3,"bound":"exact"}
{"type":"cut","id":0,"by":"beta","move":"a","skipped":1}
{"type":"return","id":0,"value":3,"bound":"lower"}
{"type":"end","status":"complete","value":3,"pv":["a"],"counters":{"expanded":1,"evaluated":1},"events":6}
"#;

/// MTD(f) on a board of two cells, in two passes.
const PASSES: &str = r#"{"trace":"searchlab","version":1,"kind":"tree","world":"mnk","instance":"t","algorithm":"mtdf","params":{},"scene":{"shape":"board","rows":1,"cols":2,"sides":["black","white"],"board":"..","to_move":"x"}}
{"type":"pass","id":0,"of":"mtd","window":[0,1]}
{"type":"enter","id":0,"ply":0,"depth":1,"alpha":0,"beta":1,"board":"..","to_move":"x"}
{"type":"enter","id":1,"p":0,"move":"a1","ply":1,"depth":0,"alpha":-1,"beta":0,"board":"x.","to_move":"o"}
{"type":"leaf","id":1,"value":-1}
{"type":"return","id":1,"value":-1,"bound":"upper"}
{"type":"cut","id":0,"by":"beta","move":"a1","skipped":1}
{"type":"return","id":0,"value":1,"bound":"lower"}
{"type":"pass","id":0,"of":"mtd","window":[1,2]}
{"type":"enter","id":0,"ply":0,"depth":1,"alpha":1,"beta":2}
{"type":"enter","id":2,"p":0,"move":"b1","ply":1,"depth":0,"alpha":-2,"beta":-1,"board":".x","to_move":"o"}
{"type":"leaf","id":2,"value":-1}
{"type":"return","id":2,"value":-1,"bound":"lower"}
{"type":"return","id":0,"value":1,"bound":"upper"}
{"type":"end","status":"complete","value":1,"pv":["a1"],"counters":{"passes":2,"evaluated":2},"events":13}
"#;

/// The passes of MTD(f) are layers, each with its own nodes and its answer; nodes of the drawing hold boards.
#[test]
fn passes_are_layers() {
    let Some(mut browser) = browser("passes_are_layers") else { return };
    open(&mut browser, &[PASSES.as_bytes().to_vec()]);
    browser.press("End");
    assert_eq!(browser.eval("document.querySelectorAll('.whole image').length"), 3);
    browser.click("document.querySelector('.layers summary')");
    browser.wait_for("document.querySelectorAll('.layers figure').length === 2");
    let words =
        browser.eval("[...document.querySelectorAll('.layers figcaption')].map((it) => it.textContent).join(' | ')");
    let expected = "asks whether the value is at least 1: at least 1 (2 nodes) | asks whether the value is at least 2: at most 1 (2 nodes)";
    assert_eq!(words, expected);
    assert_eq!(browser.eval("document.querySelectorAll('.layers figure:first-child rect').length"), 2);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn axe_finds_no_violation() {
    let Some(axe) = axe("axe_finds_no_violation") else { return };
    let Some(mut browser) = browser("axe_finds_no_violation") else { return };
    let pages = [
        ("maze", vec![traced("idastar-table", 15, 21).1]),
        ("race", vec![traced("astar", 15, 21).1, traced("jps", 15, 21).1]),
        ("tree", vec![TREE.as_bytes().to_vec()]),
        ("passes", vec![PASSES.as_bytes().to_vec()]),
    ];
    for (name, traces) in pages {
        for ((width, height), is_dark) in SCREENS {
            browser.look(width, height, is_dark);
            open(&mut browser, &traces);
            browser.eval("for (const box of document.querySelectorAll('details')) box.open = true");
            browser.eval("Replay.controls.go(Math.ceil(Replay.controls.player.length / 2))");
            let colours = if is_dark { "dark" } else { "light" };
            check_by_axe(&mut browser, &axe, &format!("replay of {name} at {width}, {colours}"));
        }
    }
}

/// A trace on a free map of a million cells: expansions by diagonals.
fn million_cells(events: usize) -> Vec<u8> {
    const SIDE: usize = 1000;
    let cells = vec![".".repeat(SIDE); SIDE];
    let scene =
        json!({ "shape": "grid", "rows": SIDE, "cols": SIDE, "cells": cells, "start": [0, 0], "goal": [999, 999] });
    let header = json!({ "trace": "searchlab", "version": 1, "kind": "path", "algorithm": "astar", "params": {}, "scene": scene });
    let mut text = format!("{header}\n{{\"type\":\"source\",\"id\":0,\"at\":[0,0],\"h\":1998}}\n");
    let id = |row: usize, col: usize| {
        let diagonal = row + col;
        diagonal * (diagonal + 1) / 2 + row
    };
    let mut written = 1;
    'all: for diagonal in 0..SIDE {
        for row in 0..=diagonal {
            let col = diagonal - row;
            let (g, h, own) = (diagonal, 1998 - diagonal, id(row, col));
            let parent = if row > 0 { Some(id(row - 1, col)) } else { col.checked_sub(1).map(|col| id(row, col)) };
            let p = parent.map(|parent| format!(",\"p\":{parent}")).unwrap_or_default();
            let _ = writeln!(text, "{{\"type\":\"expand\",\"id\":{own}{p},\"g\":{g},\"h\":{h},\"f\":1998,\"open\":9}}");
            written += 1;
            let next = [(row + 1, col), (row, col + 1)];
            for &(row, col) in &next[..if row == 0 { 2 } else { 1 }] {
                let (child, g, h) = (id(row, col), g + 1, h - 1);
                let _ = writeln!(
                    text,
                    "{{\"type\":\"generate\",\"id\":{child},\"at\":[{row},{col}],\"p\":{own},\"g\":{g},\"h\":{h},\"f\":1998,\"how\":\"new\"}}"
                );
                written += 1;
            }
            if written >= events {
                break 'all;
            }
        }
    }
    let _ = writeln!(text, "{{\"type\":\"end\",\"status\":\"solved\",\"counters\":{{}},\"events\":{written}}}");
    text.into_bytes()
}

/// A hundred thousand events on a map of a million cells: the size of the page, the time to the first picture, and frames
/// of playing at the highest speed. The times are printed; the bounds are those of a machine with much else to do.
#[test]
fn a_million_cells_are_drawn() {
    let Some(mut browser) = browser("a_million_cells_are_drawn") else { return };
    let trace = million_cells(100_000);
    let bytes = page("large", std::slice::from_ref(&trace)).len();
    assert!(bytes < 2_000_000, "{bytes} bytes");
    open(&mut browser, &[trace]);
    let ready = browser.eval("document.documentElement.dataset.ready = performance.now()").as_f64().unwrap();
    let script = "(async () => {
        const { controls } = Replay;
        const times = [];
        controls.go(Math.floor(controls.player.length / 2));
        for (let frame = 0; frame < 30; frame += 1) {
            const begin = performance.now();
            controls.player.go(controls.player.step + 100);
            times.push(performance.now() - begin);
        }
        controls.speed = Replay.Controls.PACES.length - 1;
        controls.toggle();
        const gaps = [];
        let last = performance.now();
        await new Promise((done) => {
            const frame = (now) => {
                gaps.push(now - last);
                last = now;
                if (gaps.length < 60) requestAnimationFrame(frame); else done();
            };
            requestAnimationFrame(frame);
        });
        controls.pause();
        const median = (all) => all.sort((one, other) => one - other)[Math.floor(all.length / 2)];
        return [median(times), median(gaps)];
    })()";
    let found = browser.eval(script);
    let (frame, gap) = (found[0].as_f64().unwrap(), found[1].as_f64().unwrap());
    eprintln!(
        "a million cells: page of {bytes} bytes, ready after {ready:.0} ms, {frame:.1} ms of drawing a frame, {:.0} frames a second",
        1000.0 / gap
    );
    assert!(ready < 30_000.0 && frame < 500.0, "{found}");
}

/// Print shows the last state, whatever was shown before.
#[test]
fn print_shows_the_last_state() {
    let Some(mut browser) = browser("print_shows_the_last_state") else { return };
    open(&mut browser, &[traced("astar", 15, 21).1]);
    browser.eval("Replay.controls.go(3)");
    assert!(browser.print().starts_with(b"%PDF"));
    assert_eq!(browser.eval("Replay.controls.player.step === Replay.controls.player.length"), true);
    browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    assert_eq!(browser.eval("getComputedStyle(document.querySelector('nav')).display"), "none");
    let shown = browser.eval("document.querySelector('.sentence').textContent");
    assert!(shown.as_str().unwrap().contains("goal is reached"), "{shown}");
}

/// Times on this machine, printed: a map of ninety thousand cells, a hundred steps a frame.
#[test]
#[ignore = "prints times"]
fn large_maps_are_drawn() {
    let Some(mut browser) = browser("large_maps_are_drawn") else { return };
    let (_, trace) = traced("astar", 301, 301);
    let events = String::from_utf8_lossy(&trace).lines().count();
    let bytes = page("large", std::slice::from_ref(&trace)).len();
    let clock = std::time::Instant::now();
    open(&mut browser, &[trace]);
    let ready = clock.elapsed().as_secs_f64();
    let frame = browser.eval(
        "(() => { const player = Replay.controls.player; const begin = performance.now(); \
         for (let frame = 0; frame < 60; frame += 1) player.go(player.step + 100); \
         return (performance.now() - begin) / 60; })()",
    );
    eprintln!("{events} events, page of {bytes} bytes, ready in {ready:.2} s, {frame} ms a frame");
    assert!(browser.eval("Replay.controls.player.length").as_u64().unwrap() > 1000);
}
