//! Mazes in all formats: no input makes the reader panic, and what it read is read again as the same from each format
//! that it is written in.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::maze::format::{
    Format, Maze, Reading, ascii, course, endpoints, movingai, read_maze, read_maze_with, write_ascii, write_course,
    write_map,
};

fuzz_target!(|text: &str| {
    // The ending helps to tell the format.
    for name in ["maze.txt", "maze.map", "maze.lay", "maze.csv"] {
        let source = Source::new(name, text);
        match read_maze(&source) {
            Ok(maze) => check(&maze),
            Err(problems) => shared::show(&problems),
        }
        if let Err(problems) = read_maze_with(&source, &Reading { has_several_goals: true, ..Reading::default() }) {
            shared::show(&problems);
        }
    }
});

fn check(maze: &Maze) {
    let ends = endpoints(maze, None, None);
    match &ends {
        Ok((start, goal)) => assert!(maze.grid.is_free_at(*start) && maze.grid.is_free_at(*goal)),
        Err(problems) => shared::show(problems),
    }
    // Those that are written too.
    for format in [Format::Course, Format::Ascii, Format::MovingAi] {
        let mut bytes = Vec::new();
        let written = match format {
            Format::Course => write_course(&maze.grid, &mut bytes),
            Format::Ascii => write_ascii(&maze.grid, maze.start, maze.goal, &mut bytes),
            _ => write_map(&maze.grid, &mut bytes),
        };
        written.expect("the marks of a maze that was read are in two free cells");
        let source = Source::new("again", String::from_utf8(bytes).expect("mazes are written in ASCII"));
        let again = match format {
            Format::Course => course::read(&source),
            Format::Ascii => ascii::read(&source, false),
            _ => movingai::read(&source, None),
        };
        let again = again.unwrap_or_else(|problems| panic!("{format:?}: {problems}"));
        assert!(again.grid == maze.grid && again.remarks.is_empty(), "{format:?}");
        if format == Format::Ascii {
            assert_eq!((again.start, again.goal), (maze.start, maze.goal));
        }
    }
}
