//! Small mazes: the thresholds of IDA*.

use super::{Drawn, Field, Figure, Random, Size, searched};
use crate::watch::why::{number, sentence};
use searchlab_worlds::table::world_of;
use searchlab_worlds::world::Given;

pub(super) fn draw(size: Size, random: &mut Random) -> Option<Drawn> {
    let (size, iterations) = match size {
        Size::Small => ("7x9", 2..=3),
        Size::Medium => ("9x11", 3..=5),
        Size::Large => ("11x15", 4..=7),
    };
    let recipe = Given::default().with("kind", "backtracker".to_owned()).with("size", size.to_owned());
    let instance = world_of("maze")?.generate(&recipe, random.below(u32::MAX).into()).ok()?;
    let film = searched(&instance, "idastar", &[])?;
    let steps = || (1..=film.len()).filter_map(|step| film.event(step));
    let thresholds: Vec<String> =
        steps().filter(|event| event.kind == "iteration").map(|event| number(event.threshold)).collect();
    let cost = steps().find(|event| event.kind == "goal").map(|event| number(event.cost))?;
    if !iterations.contains(&thresholds.len()) {
        return None;
    }
    let mut rows: Vec<Vec<char>> = film.rows().iter().map(|row| row.chars().collect()).collect();
    for (name, letter) in [("start", 'S'), ("goal", 'G')] {
        let (row, col) = film.end(name)?;
        *rows.get_mut(row)?.get_mut(col)? = letter;
    }
    let question = "IDA* goes from S to G in four directions, each step of cost 1, with the Manhattan distance as h, and never \
                    straight back. Its first threshold is h of S; the next is always the least f that was above the last.";
    let fields = vec![
        Field::new("thresholds, in order", &thresholds, true),
        Field::new("iterations", [thresholds.len()], true),
        Field::new("cost of the path", [cost], true),
    ];
    let why = steps()
        .filter(|event| matches!(&*event.kind, "iteration" | "goal"))
        .map(|event| sentence(&film, Some(&event), None));
    let rows = rows.into_iter().map(|row| row.into_iter().collect()).collect();
    Some((question.to_owned(), Figure::Maze { rows }, fields, why.collect()))
}
