//! Alpha-beta in game trees of nested lists, for searchlab: one JSON object a line comes in, one goes out.
//! Build it by `rustc -O alphabeta.rs`.
use std::io::stdin;

const INFINITE: i64 = 1 << 40;

enum Node { Leaf(i64), Children(Vec<Node>) }

#[derive(Default)]
struct Counters { expanded: u64, evaluated: u64, cutoffs: u64 }

/// The value for the side to move (`side` is 1 where max moves, else -1), and the best line below the node.
fn search(node: &Node, mut alpha: i64, beta: i64, side: i64, depth: i64, counters: &mut Counters) -> (i64, Vec<String>) {
    let children = match node {
        Node::Children(children) if depth > 0 => children,
        _ => {
            counters.evaluated += 1;
            return (if let Node::Leaf(value) = node { side * value } else { 0 }, Vec::new());
        }
    };
    counters.expanded += 1;
    let (mut best, mut line) = (-INFINITE, Vec::new());
    for (number, child) in children.iter().enumerate() {
        let (below, rest) = search(child, -beta, -alpha, -side, depth - 1, counters);
        if -below > best {
            best = -below;
            line = std::iter::once(letter(number)).chain(rest).collect();
        }
        alpha = alpha.max(best);
        if alpha >= beta {
            counters.cutoffs += 1;
            return (best, line);
        }
    }
    (best, line)
}

/// The name of a child: a, b, c …, and from the 27th on its number in parentheses.
fn letter(number: usize) -> String {
    if number < 26 { char::from(b'a' + number as u8).to_string() } else { format!("({})", number + 1) }
}

/// Reads `[[3,12],[2]]`, and returns what follows it too.
fn read(text: &str) -> (Node, &str) {
    let Some(mut rest) = text.strip_prefix('[') else {
        let end = text.find([',', ']', '}']).unwrap_or(text.len());
        return (Node::Leaf(text[..end].parse().expect("a number")), &text[end..]);
    };
    let mut children = Vec::new();
    while !rest.starts_with(']') {
        let (child, after) = read(rest.trim_start_matches(','));
        children.push(child);
        rest = after;
    }
    (Node::Children(children), &rest[1..])
}

fn number(line: &str, key: &str) -> Option<i64> {
    let begin = line.split_once(&format!("\"{key}\":"))?.1;
    begin.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}

fn main() {
    for line in stdin().lines().map_while(Result::ok).take_while(|line| !line.contains("\"type\":\"quit\"")) {
        let Some((_, tree)) = line.split_once("\"tree\":") else {
            println!(r#"{{"type":"hello","protocol":1,"name":"alpha-beta in Rust","worlds":["tree"],"promises":"minimax"}}"#);
            continue;
        };
        let side = if line.contains("\"to_move\":\"max\"") { 1 } else { -1 };
        let (mut counters, depth) = (Counters::default(), number(&line, "depth").unwrap_or(INFINITE));
        let (value, moves) = search(&read(tree).0, -INFINITE, INFINITE, side, depth, &mut counters);
        let (id, Counters { expanded, evaluated, cutoffs }) = (number(&line, "id").unwrap_or(0), counters);
        let counters = format!(r#"{{"expanded":{expanded},"evaluated":{evaluated},"cutoffs":{cutoffs}}}"#);
        println!(r#"{{"type":"answer","id":{id},"value":{value},"moves":{moves:?},"counters":{counters}}}"#);
    }
}
