//! Game trees with leaves that are all different: values and cuts of alpha-beta, passes of MTD(f).

use super::{Drawn, Field, Figure, Random, Size, Topic, TreeNode, searched, spelled};
use crate::watch::film::Film;
use crate::watch::why::{number, sentence};

pub(super) fn draw(topic: Topic, size: Size, random: &mut Random) -> Option<Drawn> {
    let (plies, most) = match size {
        Size::Small => (2, 3),
        Size::Medium => (3, 3),
        Size::Large => (4, 3),
    };
    // All leaves differ, so that no two moves are equally good.
    let mut values: Vec<i32> = (1..=99).collect();
    let root = tree(plies, most, &mut values, random);
    let instance = spelled("tree", &text(&root))?;
    let drawn =
        if topic == Topic::Mtdf { passes(&instance, &root, random)? } else { values_and_cuts(&instance, &root)? };
    let (question, fields, why) = drawn;
    Some((question, Figure::Tree { root }, fields, why))
}

fn tree(plies: u32, most: u32, values: &mut Vec<i32>, random: &mut Random) -> TreeNode {
    if plies == 0 {
        let place = random.below(values.len() as u32) as usize;
        return TreeNode::Leaf(values.swap_remove(place));
    }
    let count = if plies == 1 { most } else { 2 + random.below(most - 1) };
    TreeNode::Inner((0..count).map(|_| tree(plies - 1, most, values, random)).collect())
}

/// The tree in the format of its world.
fn text(node: &TreeNode) -> String {
    match node {
        TreeNode::Leaf(value) => value.to_string(),
        TreeNode::Inner(children) => format!("({})", children.iter().map(text).collect::<Vec<_>>().join(" ")),
    }
}

/// The name and the value for max of each node with children, the root first.
fn values(node: &TreeNode, name: &str, is_max: bool, all: &mut Vec<(String, i32)>) -> i32 {
    let TreeNode::Inner(children) = node else {
        let TreeNode::Leaf(value) = node else { unreachable!("a node is one or the other") };
        return *value;
    };
    let place = all.len();
    all.push((name.to_owned(), 0));
    let mut of = Vec::new();
    for (letter, child) in ('a'..='z').zip(children) {
        of.push(values(child, &format!("{name}{letter}"), !is_max, all));
    }
    let value = if is_max { of.into_iter().max() } else { of.into_iter().min() };
    all[place].1 = value.unwrap_or_default();
    all[place].1
}

/// The leaves from left to right.
fn leaves(node: &TreeNode) -> Vec<i32> {
    match node {
        TreeNode::Leaf(value) => vec![*value],
        TreeNode::Inner(children) => children.iter().flat_map(leaves).collect(),
    }
}

type Asked = (String, Vec<Field>, Vec<String>);

fn values_and_cuts(instance: &searchlab_worlds::world::Named, root: &TreeNode) -> Option<Asked> {
    let film = searched(instance, "alphabeta", &[])?;
    let seen: Vec<i32> = looked_at(&film);
    let skipped: Vec<i32> = leaves(root).into_iter().filter(|leaf| !seen.contains(leaf)).collect();
    if skipped.is_empty() {
        return None;
    }
    let mut all = Vec::new();
    values(root, "", true, &mut all);
    let label = |name: &str| {
        if name.is_empty() { "minimax value of the root".to_owned() } else { format!("minimax value of {name}") }
    };
    let mut fields: Vec<Field> = all.iter().map(|(name, value)| Field::new(label(name), [value], true)).collect();
    fields.push(Field::new("leaves that alpha-beta never looks at, by their numbers", skipped, false));
    let question = "Max moves at the root, and min and max in turn below. Alpha-beta searches from left to right with an open \
                    window at the root. The children of a node are called a, b, c; ba is the first child of b.";
    let cuts = (1..=film.len()).filter_map(|step| film.event(step).filter(|event| event.kind == "cut"));
    let why = cuts.map(|event| sentence(&film, Some(&event), None));
    Some((question.to_owned(), fields, why.collect()))
}

/// The values for max of the leaves that a search has looked at.
fn looked_at(film: &Film) -> Vec<i32> {
    let leaf = |step: usize| {
        let event = film.event(step).filter(|event| event.kind == "leaf")?;
        let mut ply = 0;
        let mut node = event.id;
        while let Some(parent) = node.and_then(|node| film.known(node)?.parent) {
            ply += 1;
            node = Some(parent);
        }
        // Values are those of the side to move.
        let value = event.value? as i32;
        Some(if ply % 2 == 0 { value } else { -value })
    };
    (1..=film.len()).filter_map(leaf).collect()
}

fn passes(instance: &searchlab_worlds::world::Named, root: &TreeNode, random: &mut Random) -> Option<Asked> {
    let leaves = leaves(root);
    let guess = leaves[random.below(leaves.len() as u32) as usize];
    let film = searched(instance, "mtdf", &[("guess", &guess.to_string())])?;
    let steps = || (1..=film.len()).filter_map(|step| film.event(step));
    let betas: Vec<String> = steps().filter_map(|event| event.window.map(|(_, beta)| number(Some(beta)))).collect();
    if !(2..=6).contains(&betas.len()) {
        return None;
    }
    let mut all = Vec::new();
    let value = values(root, "", true, &mut all);
    let question = format!(
        "Max moves at the root. MTD(f) begins with the guess {guess} and searches by fail-soft alpha-beta, from left to right, \
         with zero windows [β − 1, β]: β is the last answer, or one more if that is the lower bound so far. It ends when both \
         bounds meet."
    );
    let fields = vec![
        Field::new("β of each pass, in order", &betas, true),
        Field::new("passes", [betas.len()], true),
        Field::new("value of the root", [value], true),
    ];
    let answers = steps().filter(|event| event.kind == "pass" || event.kind == "return" && event.id == Some(0));
    let why = answers.map(|event| sentence(&film, Some(&event), None));
    Some((question, fields, why.collect()))
}
