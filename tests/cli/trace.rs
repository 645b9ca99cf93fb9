//! A trace tells everything that was counted.

use std::fs::{self, File};
use std::io::BufReader;

use searchlab::record::Record;
use searchlab::search::counters::IterationCounters;
use searchlab::search::trace::{HEADER, replay};
use searchlab::text::{counted, grouped};
use searchlab::worlds::maze::generate::Kind;

use crate::outcomes::{maze_commands, tile_commands};
use crate::support::{Ended, Lab, ODD_BOARD};

/// The counters of the record, peaks and table sizes included, are those that the trace gives when it is replayed.
#[test]
fn counters_can_be_rebuilt_from_the_trace() {
    let lab = Lab::new(&[]);
    lab.generate("rooms.txt", Kind::Rooms, 32, 60);
    lab.generate("caves.txt", Kind::Caves, 40, 60);
    lab.generate("field.txt", Kind::Field, 20, 20);
    for command in maze_commands() {
        // Solved, limited, and with nothing to do.
        for file in ["rooms.txt", "caves.txt --max-nodes 100", "field.txt --goal 0,0"] {
            let words = format!("maze {command} {file} --max-time 1h --trace events.trace --format json");
            let words = if file.contains("--max-nodes") { words } else { format!("{words} --max-nodes 300000") };
            let ended = lab.run(&words);
            let record = ended.record();
            assert_rebuilt(&lab, &ended);
            // Whoever listens changes nothing.
            let unobserved = lab.run(&words.replace("--trace events.trace", "")).record();
            assert_eq!((unobserved.id, unobserved.counters), (record.id, record.counters), "{ended}");
            let pictured = lab.run(&words.replace("--trace events.trace", "--picture picture.svg")).record();
            assert_eq!(pictured.counters, record.counters, "{ended}");
            assert_eq!(pictured.result, record.result, "{ended}");
            assert_pictured(&lab, &pictured);
        }
    }
}

/// The numbers of a picture are those of the counters.
#[track_caller]
fn assert_pictured(lab: &Lab, record: &Record) {
    let picture = fs::read_to_string(lab.at("picture.svg")).unwrap();
    let expanded = record.counters.expanded;
    let words = [counted(expanded, "expansion") + " of ", counted(expanded, "cell") + " expanded"];
    let algorithm = &record.algorithm;
    assert!(expanded == 0 || words.iter().any(|words| picture.contains(words)), "{algorithm}: {words:?} in {picture}");
    let scanned = format!("scanned {} (", grouped(record.counters.scanned));
    assert!(algorithm != "jps" || picture.contains(&scanned), "{scanned:?} in {picture}");
}

#[test]
fn counters_of_tiles_can_be_rebuilt_too() {
    let lab = Lab::new(&[("boards.txt", "8 6 7 2 5 4 3 0 1\n1 4 2 3 0 5 6 7 8\n"), ("odd.txt", ODD_BOARD)]);
    for algorithm in tile_commands() {
        for file in ["boards.txt --first 1", "boards.txt --first 1 --max-nodes 100", "odd.txt"] {
            let words = format!("tiles {algorithm} {file} --format json");
            let limit = if file.contains("--max-nodes") { "" } else { "--max-nodes 300000" };
            let ended = lab.run(&format!("{words} {limit} --trace events.trace"));
            assert_rebuilt(&lab, &ended);
            assert_eq!(lab.run(&format!("{words} {limit}")).record().counters, ended.record().counters, "{ended}");
        }
    }
}

/// The trace tells what the record does.
#[track_caller]
fn assert_rebuilt(lab: &Lab, ended: &Ended) {
    let record = ended.record();
    let mut rebuilt = IterationCounters::default();
    let file = BufReader::new(File::open(lab.at("events.trace")).unwrap());
    replay(file, &mut rebuilt).unwrap_or_else(|error| panic!("{error}: {ended}"));
    assert_eq!(*rebuilt.total(), record.counters, "{ended}");
    assert_eq!(rebuilt.iterations(), record.per_iteration, "{ended}");
}

#[test]
fn a_trace_begins_with_its_version() {
    let lab = Lab::new(&[]);
    lab.generate("field.txt", Kind::Field, 4, 4);
    lab.run("maze astar field.txt --trace events.trace").expect(0);
    assert!(fs::read(lab.at("events.trace")).unwrap().starts_with(HEADER.as_bytes()));
}
