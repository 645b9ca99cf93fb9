//! Every mark is checked by searches that are written here, as plainly as a textbook has them.

use super::*;

/// Alpha-beta with an open window, for max at the root; the leaves that it looks at are added to `seen`.
fn plain_alphabeta(node: &TreeNode, is_max: bool, mut alpha: i32, mut beta: i32, seen: &mut Vec<i32>) -> i32 {
    let TreeNode::Inner(children) = node else {
        let TreeNode::Leaf(value) = node else { unreachable!() };
        seen.push(*value);
        return *value;
    };
    let mut best = if is_max { i32::MIN } else { i32::MAX };
    for child in children {
        let value = plain_alphabeta(child, !is_max, alpha, beta, seen);
        if is_max {
            best = best.max(value);
            alpha = alpha.max(best);
        } else {
            best = best.min(value);
            beta = beta.min(best);
        }
        if alpha >= beta {
            break;
        }
    }
    best
}

fn minimax(node: &TreeNode, is_max: bool) -> i32 {
    match node {
        TreeNode::Leaf(value) => *value,
        TreeNode::Inner(children) => {
            let values = children.iter().map(|child| minimax(child, !is_max));
            if is_max { values.max().unwrap() } else { values.min().unwrap() }
        }
    }
}

fn root(task: &Task) -> &TreeNode {
    let Figure::Tree { root } = &task.figure else { panic!("a tree") };
    root
}

fn at<'a>(node: &'a TreeNode, name: &str) -> &'a TreeNode {
    name.bytes().fold(node, |node, letter| match node {
        TreeNode::Inner(children) => &children[usize::from(letter - b'a')],
        TreeNode::Leaf(_) => panic!("{name}"),
    })
}

fn leaves(node: &TreeNode) -> Vec<i32> {
    match node {
        TreeNode::Leaf(value) => vec![*value],
        TreeNode::Inner(children) => children.iter().flat_map(leaves).collect(),
    }
}

const SIZES: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

#[test]
fn a_thousand_trees_are_marked_as_plain_alpha_beta_marks_them() {
    for seed in 0..1_000 {
        let task = task(Topic::Alphabeta, seed, SIZES[seed as usize % 3]);
        let root = root(&task);
        let mut seen = Vec::new();
        let value = plain_alphabeta(root, true, i32::MIN, i32::MAX, &mut seen);
        assert_eq!(value, minimax(root, true));
        let (cuts, values) = task.fields.split_last().unwrap();
        let mut skipped: Vec<i32> = leaves(root);
        skipped.retain(|leaf| !seen.contains(leaf));
        let words: Vec<String> = skipped.iter().rev().map(ToString::to_string).collect();
        assert!(!skipped.is_empty() && cuts.is_right(&words.join(", ")), "seed {seed}: {cuts:?}, plainly {words:?}");
        for field in values {
            let name = field.label.strip_prefix("minimax value of ").unwrap();
            let name = if name == "the root" { "" } else { name };
            let value = minimax(at(root, name), name.len() % 2 == 0);
            assert!(field.is_right(&value.to_string()), "seed {seed}: {field:?}, plainly {value}");
        }
        assert!(!task.why.is_empty());
    }
}

/// Fail-soft alpha-beta with the window (β − 1, β), for max at the root.
fn zero_window(node: &TreeNode, is_max: bool, beta: i32) -> i32 {
    plain_alphabeta(node, is_max, beta - 1, beta, &mut Vec::new())
}

#[test]
fn passes_are_those_of_the_plain_driver() {
    for seed in 0..300 {
        let task = task(Topic::Mtdf, seed, SIZES[seed as usize % 3]);
        let words: Vec<&str> = task.question.split_whitespace().collect();
        let place = words.iter().position(|&word| word == "guess").unwrap();
        let mut value: i32 = words[place + 1].parse().unwrap();
        let (mut lower, mut upper) = (i32::MIN, i32::MAX);
        let mut betas = Vec::new();
        while lower < upper {
            let beta = if value == lower { value + 1 } else { value };
            betas.push(beta.to_string());
            value = zero_window(root(&task), true, beta);
            if value < beta { upper = value } else { lower = value }
        }
        assert!(task.fields[0].is_right(&betas.join(" ")), "seed {seed}: {:?}, plainly {betas:?}", task.fields[0]);
        assert!(task.fields[1].is_right(&betas.len().to_string()));
        assert!(task.fields[2].is_right(&minimax(root(&task), true).to_string()), "seed {seed}");
    }
}

/// Best-first search with a list of open nodes; `None` if two are equally good.
fn plain_order(task: &Task) -> Option<Vec<(String, [u32; 3])>> {
    let Figure::Graph { nodes, edges, .. } = &task.figure else { panic!("a graph") };
    let rule =
        ["breadth-first", "Dijkstra", "greedy", "A*"].iter().position(|rule| task.question.contains(rule)).unwrap();
    let goal = nodes.len() - 1;
    let mut best = vec![u32::MAX; nodes.len()];
    let (mut open, mut closed, mut order) = (vec![0], vec![false; nodes.len()], Vec::new());
    best[0] = 0;
    while !open.is_empty() {
        let key = |node: usize| [0, best[node], nodes[node].3, best[node] + nodes[node].3][rule];
        let least = open.iter().map(|&node| key(node)).min()?;
        if rule > 0 && open.iter().filter(|&&node| key(node) == least).count() > 1 {
            return None;
        }
        let place = open.iter().position(|&node| key(node) == least)?;
        let node = open.remove(place);
        if node == goal {
            break;
        }
        closed[node] = true;
        order.push((nodes[node].0.clone(), [best[node], nodes[node].3, best[node] + nodes[node].3]));
        let mut neighbours: Vec<(usize, u32)> = edges
            .iter()
            .filter_map(
                |&(from, to, cost)| if from == node { Some((to, cost)) } else { (to == node).then_some((from, cost)) },
            )
            .collect();
        neighbours.sort_unstable();
        for (next, cost) in neighbours {
            let g = best[node] + cost;
            // The first way counts where costs do not, the cheapest elsewhere.
            let is_better = if matches!(rule, 0 | 2) { best[next] == u32::MAX } else { g < best[next] };
            if is_better && !closed[next] {
                best[next] = g;
                if rule == 0 && next == goal {
                    return Some(order);
                }
                open.retain(|&each| each != next);
                open.push(next);
            }
        }
    }
    Some(order)
}

#[test]
fn orders_and_sums_are_those_of_the_plain_search() {
    for seed in 0..300 {
        for topic in [Topic::Order, Topic::Astar] {
            let task = task(topic, seed, SIZES[seed as usize % 3]);
            let order = plain_order(&task).expect("no tie");
            let names: Vec<&str> = order.iter().map(|(name, _)| name.as_str()).collect();
            let field = &task.fields[0];
            assert!(
                field.is_right(&names.join(" ")),
                "{topic:?} {seed}: {field:?}, plainly {names:?}\n{}",
                task.question
            );
            let mut by_name: Vec<_> = order.iter().collect();
            by_name.sort_unstable();
            for (field, (name, sums)) in task.fields[1..].iter().zip(by_name) {
                let words = format!("g={} h={} f={}", sums[0], sums[1], sums[2]).replace(['g', 'h', 'f', '='], " ");
                assert!(
                    field.label.ends_with(name.as_str()) && field.is_right(&words),
                    "{seed}: {field:?}, plainly {words}"
                );
            }
        }
    }
}

/// The thresholds by a walk along all ways that do not turn straight back.
fn plain_thresholds(rows: &[String]) -> Vec<i64> {
    let find = |letter: char| {
        let row = rows.iter().position(|row| row.contains(letter)).unwrap();
        (row as i64, rows[row].find(letter).unwrap() as i64)
    };
    let (start, goal) = (find('S'), find('G'));
    let h = |at: (i64, i64)| (at.0 - goal.0).abs() + (at.1 - goal.1).abs();
    let free = |at: (i64, i64)| {
        usize::try_from(at.0)
            .ok()
            .and_then(|row| rows.get(row)?.as_bytes().get(usize::try_from(at.1).ok()?).copied())
            .is_some_and(|cell| cell != b'#')
    };
    let mut thresholds = vec![h(start)];
    loop {
        let limit = thresholds[thresholds.len() - 1];
        let (mut stack, mut next, mut found) = (vec![(start, (-1, -1), 0)], i64::MAX, false);
        while let Some((at, from, g)) = stack.pop() {
            if g + h(at) > limit {
                next = next.min(g + h(at));
                continue;
            }
            found |= at == goal;
            let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(down, right)| (at.0 + down, at.1 + right));
            stack.extend(steps.into_iter().filter(|&to| free(to) && to != from).map(|to| (to, at, g + 1)));
        }
        if found {
            return thresholds;
        }
        thresholds.push(next);
    }
}

#[test]
fn thresholds_are_those_of_the_plain_walk() {
    for seed in 0..100 {
        let task = task(Topic::Idastar, seed, SIZES[seed as usize % 3]);
        let Figure::Maze { rows } = &task.figure else { panic!("a maze") };
        let thresholds = plain_thresholds(rows);
        let words: Vec<String> = thresholds.iter().map(ToString::to_string).collect();
        assert!(task.fields[0].is_right(&words.join(" ")), "{seed}: {:?}, plainly {words:?}", task.fields[0]);
        assert!(task.fields[2].is_right(&words[words.len() - 1]));
    }
}

#[test]
fn answers_are_taken_as_people_write_them() {
    let list = Field::new("order", ["A", "B", "C"], true);
    for right in ["A B C", "a, b, c", "A→B→C", "a-b-c"] {
        assert!(list.is_right(right), "{right}");
    }
    assert!(!list.is_right("A C B") && !list.is_right("") && !list.is_right("A B"));
    let set = Field::new("leaves", [3, 12], false);
    assert!(set.is_right("12 3") && set.is_right("3,12") && !set.is_right("3"));
    let none = Field::new("leaves", Vec::<i32>::new(), false);
    assert!(none.is_right("none") && none.is_right("-") && !none.is_right("") && !none.is_right("3"));
}

#[test]
fn the_same_seed_gives_the_same_task() {
    for (topic, ..) in Topic::ALL {
        let json = |seed| serde_json::to_string(&task(topic, seed, Size::Medium)).unwrap();
        assert_eq!(json(7), json(7));
        assert_ne!(json(7), json(8));
    }
}
