//! The page that plays a search, in a real browser: counters, keys, screens.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use searchlab::catalog::MAZE;
use searchlab::record::{Limits, Record, Trial};
use searchlab::report::replay::page;
use searchlab::run::Observers;
use searchlab::run::maze::MazeRunner;
use searchlab::search::budget::Budget;
use searchlab::worlds::maze::generate::{Kind, Recipe, generate};
use searchlab::worlds::maze::scene::MazeScene;
use searchlab::worlds::trace::{Form, Sink, Span, TraceWriter};

use crate::browser::browser;
use crate::chromium::Chromium;

#[derive(Debug, Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A search in a made maze, and its trace.
fn traced(algorithm: &str, rows: u32, cols: u32) -> (Record, Vec<u8>) {
    let maze = generate(&Recipe::new(Kind::Braid, rows, cols, 1)).unwrap();
    let scene = MazeScene::new(maze.grid.clone(), maze.start, maze.goal);
    let mut runner = MazeRunner::new(maze.grid);
    let about = MAZE.algorithm(algorithm).unwrap();
    let content = runner.content(maze.start, maze.goal);
    let params = MAZE.resolve(about, &[]).unwrap();
    let trial = Trial::new("maze", ("made".to_owned(), content), about.name, params, Limits::default());
    let buffer = Buffer::default();
    let sink = Sink::new(Box::new(buffer.clone()), Form::JsonLines, false);
    let mut observers = Observers { trace: Some(TraceWriter::new(sink, Span::default())), ..Observers::default() };
    observers.begin(&trial, || Box::new(scene));
    let record = runner.run(&trial, maze.start, maze.goal, &Budget::default(), &mut observers);
    observers.finish(Some(&record)).unwrap();
    let trace = buffer.0.lock().unwrap().clone();
    (record, trace)
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

#[test]
fn races_and_small_screens() {
    let Some(mut browser) = browser("races_and_small_screens") else { return };
    open(&mut browser, &[traced("astar", 31, 41).1, traced("bfs", 31, 41).1]);
    browser.press("End");
    assert_eq!(browser.eval("document.querySelectorAll('section canvas').length"), 2);
    browser.look(390, 844, true);
    let overflow = browser.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(overflow, 0);
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
