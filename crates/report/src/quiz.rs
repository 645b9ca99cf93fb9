//! Quizzes as a page: tasks with blanks to fill in, checked in the page; on paper a sheet, and a sheet of solutions behind it.
//!
//! One file with everything in it, which loads nothing. Not here: the tasks ([`searchlab_lab::quiz`]).

use maud::{Markup, PreEscaped, html};

use crate::page::plain_page;
use crate::source::source;
use searchlab_lab::quiz::{Figure, Task, TreeNode};
use searchlab_worlds::drawing::svg::{Anchor, Document};
use searchlab_worlds::drawing::{Canvas, INK, PAPER, Point, Rgb, TextStyle};

const LINE: Rgb = Rgb(0x9a, 0xa1, 0xab);
const WALL: Rgb = Rgb(0x3a, 0x41, 0x4a);
const TEXT: TextStyle = TextStyle { size: 14, bold: false, color: INK };

/// The page of these tasks.
pub fn page(title: &str, tasks: &[Task]) -> String {
    let body = html! {
        header { h1 { (title) } p.on-paper { "Name:" } }
        main {
            @for (index, task) in tasks.iter().enumerate() { (sheet(index + 1, task)) }
            p.score aria-live="polite" {}
        }
        section.solutions {
            h2 { "Solutions" }
            @for (index, task) in tasks.iter().enumerate() { (solution(index + 1, task)) }
        }
        script { (PreEscaped(source("quiz/quiz.js"))) }
    };
    plain_page(title, source("quiz/quiz.css"), &body)
}

fn sheet(number: usize, task: &Task) -> Markup {
    let fields = serde_json::to_string(&task.fields).unwrap_or_default();
    html! {
        article data-fields=(fields) {
            h2 { "Task " (number) }
            p { (task.question) }
            figure tabindex="0" { (PreEscaped(picture(&task.figure, number))) }
            form autocomplete="off" {
                @for field in &task.fields {
                    label { span { (field.label) } input type="text" spellcheck="false"; output {} }
                }
                button type="submit" { "check" }
                button type="button" { "show the solution" }
            }
            div.why hidden { (why(task)) }
        }
    }
}

fn why(task: &Task) -> Markup {
    html! { ol { @for line in &task.why { li { (line) } } } }
}

fn solution(number: usize, task: &Task) -> Markup {
    html! {
        h3 { "Task " (number) }
        dl { @for field in &task.fields { dt { (field.label) } dd { (field.answer_in_words()) } } }
        (why(task))
    }
}

/// The figure as SVG.
pub fn picture(figure: &Figure, number: usize) -> String {
    match figure {
        Figure::Tree { root } => tree(root, number),
        Figure::Maze { rows } => maze(rows, number),
        Figure::Graph { nodes, edges, has_estimates } => graph(nodes, edges, *has_estimates, number),
    }
}

fn maze(rows: &[String], number: usize) -> String {
    const SIDE: i32 = 28;
    let size = (rows.iter().map(|row| row.chars().count()).max().unwrap_or(1) as i32 * SIDE, rows.len() as i32 * SIDE);
    let mut document = Document::new((size.0 + 2, size.1 + 2), &format!("the maze of task {number}"), &rows.join("\n"));
    document.rectangle((0, 0), (size.0 + 2, size.1 + 2), WALL);
    for (row, line) in rows.iter().enumerate() {
        for (col, cell) in line.chars().enumerate().filter(|&(_, cell)| cell != '#') {
            let at = (col as i32 * SIDE + 1, row as i32 * SIDE + 1);
            document.rectangle((at.0 + 1, at.1 + 1), (SIDE - 1, SIDE - 1), PAPER);
            if cell != '.' {
                let style = TextStyle { bold: true, size: 16, ..TEXT };
                document.words((at.0 + SIDE / 2, at.1 + SIDE / 2), Anchor::Middle, &cell.to_string(), style);
            }
        }
    }
    document.finish()
}

fn graph(
    nodes: &[(String, i32, i32, u32)],
    edges: &[(usize, usize, u32)],
    has_estimates: bool,
    number: usize,
) -> String {
    const STEP: i32 = 96;
    let at = |node: usize| (nodes[node].1 * STEP + 36, nodes[node].2 * STEP + 36);
    let most = |of: fn(Point) -> i32| (0..nodes.len()).map(|node| of(at(node))).max().unwrap_or_default();
    let size = (most(|at| at.0) + 64, most(|at| at.1) + 44);
    let words = edges.iter().map(|&(from, to, cost)| format!("{} to {}: {cost}", nodes[from].0, nodes[to].0));
    let words = words.collect::<Vec<_>>().join(", ");
    let mut document = Document::new(size, &format!("the graph of task {number}"), &words);
    document.rectangle((0, 0), size, PAPER);
    for &(from, to, _) in edges {
        document.line(&[at(from), at(to)], 2, LINE);
    }
    for &(from, to, cost) in edges {
        // Off the middle, where edges that cross would hide each other's costs.
        let (from, to) = (at(from), at(to));
        let middle = (from.0 + (to.0 - from.0) * 2 / 5, from.1 + (to.1 - from.1) * 2 / 5);
        document.disc(middle, 11, PAPER);
        document.words(middle, Anchor::Middle, &cost.to_string(), TEXT);
    }
    for (node, (name, _, _, estimate)) in nodes.iter().enumerate() {
        document.disc(at(node), 17, INK);
        document.disc(at(node), 15, PAPER);
        document.words(at(node), Anchor::Middle, name, TextStyle { bold: true, ..TEXT });
        if has_estimates {
            let style = TextStyle { size: 12, ..TEXT };
            document.text((at(node).0 + 14, at(node).1 + 22), &format!("h = {estimate}"), style);
        }
    }
    document.finish()
}

fn tree(root: &TreeNode, number: usize) -> String {
    let mut placed = Vec::new();
    let mut leaves = 0;
    let depth = place(root, "", 0, &mut leaves, &mut placed).1;
    let size = (leaves * LEAF + 20, depth * DOWN + 60);
    let mut document = Document::new(size, &format!("the tree of task {number}"), "a game tree; max moves at the root");
    document.rectangle((0, 0), size, PAPER);
    for (_, at, _, below) in &placed {
        for &child in below {
            document.line(&[*at, child], 2, LINE);
        }
    }
    for (name, at, value, _) in &placed {
        if let Some(value) = value {
            document.rectangle((at.0 - 15, at.1 - 13), (30, 26), INK);
            document.rectangle((at.0 - 14, at.1 - 12), (28, 24), PAPER);
            document.words(*at, Anchor::Middle, &value.to_string(), TEXT);
        } else {
            document.disc(*at, 18, INK);
            document.disc(*at, 16, PAPER);
            let words = if name.is_empty() { "root" } else { name };
            document.words(*at, Anchor::Middle, words, TextStyle { size: 12, ..TEXT });
        }
    }
    document.finish()
}

/// Pixels from leaf to leaf, and from ply to ply.
const LEAF: i32 = 36;
const DOWN: i32 = 70;

/// Name, place, value of a leaf, places of the children.
type Placed = (String, Point, Option<i32>, Vec<Point>);

/// Places a node above the middle of its children; its place, and the plies down to the deepest leaf.
fn place(node: &TreeNode, name: &str, ply: i32, leaves: &mut i32, placed: &mut Vec<Placed>) -> (Point, i32) {
    let y = ply * DOWN + 28;
    match node {
        TreeNode::Leaf(value) => {
            *leaves += 1;
            let at = (*leaves * LEAF - LEAF / 2 + 10, y);
            placed.push((name.to_owned(), at, Some(*value), Vec::new()));
            (at, ply)
        }
        TreeNode::Inner(children) => {
            let mut below = Vec::new();
            let mut deepest = ply;
            for (letter, child) in ('a'..='z').zip(children) {
                let (at, depth) = place(child, &format!("{name}{letter}"), ply + 1, leaves, placed);
                below.push(at);
                deepest = deepest.max(depth);
            }
            let ends = [below.first(), below.last()].map(|at| at.map_or(0, |at| at.0));
            let at = (i32::midpoint(ends[0], ends[1]), y);
            placed.push((name.to_owned(), at, None, below));
            (at, deepest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use searchlab_lab::quiz::{Size, Topic, task};

    #[test]
    fn pages_hold_every_task_and_load_nothing() {
        let tasks: Vec<Task> = Topic::ALL.iter().map(|&(topic, ..)| task(topic, 3, Size::Large)).collect();
        let page = page("a <quiz>", &tasks);
        assert_eq!(page.matches("<article").count(), 5);
        assert!(page.contains("<title>a &lt;quiz&gt;</title>"));
        for task in &tasks {
            let svg = picture(&task.figure, 1);
            let document = roxmltree::Document::parse(&svg).unwrap();
            let leaves = svg.matches("<rect").count();
            match &task.figure {
                Figure::Graph { nodes, .. } => assert_eq!(svg.matches("h = ").count() % nodes.len(), 0),
                Figure::Maze { rows } => {
                    let free = rows.iter().map(|row| row.chars().filter(|&cell| cell != '#').count()).sum::<usize>();
                    assert_eq!(leaves, 1 + free);
                }
                Figure::Tree { .. } => assert_eq!(leaves % 2, 1, "two for each leaf, and the paper"),
            }
            assert!(document.root_element().has_children());
        }
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        for loading in ["http:", "https:", "src=", "href=", "@import", "url(", "fetch("] {
            assert!(!rest.contains(loading), "{loading}");
        }
    }
}
