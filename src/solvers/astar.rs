//! A* in mazes with four moves, for searchlab: one JSON object a line comes in, one goes out.
//! Build it by `rustc -O astar.rs`.
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io::stdin;

const STEPS: [(char, isize, isize); 4] = [('U', -1, 0), ('D', 1, 0), ('L', 0, -1), ('R', 0, 1)];

/// The parts of the list behind a key, without quotation marks.
fn list<'l>(line: &'l str, key: &str) -> Vec<&'l str> {
    let begin = line.split_once(&format!("\"{key}\":[")).expect("the key is there").1;
    begin.split(']').next().unwrap().split(',').map(|part| part.trim_matches('"')).collect()
}

fn number(line: &str, key: &str) -> u64 {
    let begin = line.split_once(&format!("\"{key}\":")).expect("the key is there").1;
    begin.chars().take_while(char::is_ascii_digit).collect::<String>().parse().expect("a number")
}

fn solve(line: &str) -> String {
    let maze: Vec<&[u8]> = list(line, "maze").into_iter().map(str::as_bytes).collect();
    let (height, width) = (maze.len(), maze[0].len());
    let cell = |key| {
        let pair: Vec<usize> = list(line, key).into_iter().map(|word| word.parse().unwrap()).collect();
        pair[0] * width + pair[1]
    };
    let (start, goal) = (cell("start"), cell("goal"));
    let estimate = |cell: usize| (cell / width).abs_diff(goal / width) + (cell % width).abs_diff(goal % width);
    let mut cost = vec![usize::MAX; height * width];
    let mut parent = vec![(0, ' '); height * width];
    let mut closed = vec![false; height * width];
    let (mut expanded, mut generated) = (0, 0);
    cost[start] = 0;
    // Of equal f the state that is farther from the start comes first.
    let mut open = BinaryHeap::from([(Reverse(estimate(start)), 0, start)]);
    while let Some((_, _, here)) = open.pop() {
        if std::mem::replace(&mut closed[here], true) {
            continue;
        }
        if here == goal {
            break;
        }
        expanded += 1;
        for (name, down, right) in STEPS {
            let row = (here / width).checked_add_signed(down).filter(|&row| row < height);
            let col = (here % width).checked_add_signed(right).filter(|&col| col < width);
            let (Some(row), Some(col)) = (row, col) else { continue };
            if maze[row][col] == b'#' {
                continue;
            }
            generated += 1;
            let (there, new_cost) = (row * width + col, cost[here] + 1);
            if new_cost < cost[there] {
                cost[there] = new_cost;
                parent[there] = (here, name);
                open.push((Reverse(new_cost + estimate(there)), new_cost, there));
            }
        }
    }
    let counters = format!("\"counters\":{{\"expanded\":{expanded},\"generated\":{generated}}}");
    if !closed[goal] {
        return format!("\"status\":\"unsolvable\",{counters}");
    }
    let walk = std::iter::successors(Some(goal), |&cell| (cell != start).then(|| parent[cell].0));
    let mut moves: Vec<String> = walk.filter(|&cell| cell != start).map(|cell| format!("\"{}\"", parent[cell].1)).collect();
    moves.reverse();
    format!("\"status\":\"solved\",\"cost\":{},\"moves\":[{}],{counters}", cost[goal], moves.join(","))
}

fn main() {
    for line in stdin().lines().map_while(Result::ok).take_while(|line| !line.contains("\"type\":\"quit\"")) {
        if line.contains("\"type\":\"hello\"") {
            println!(r#"{{"type":"hello","protocol":1,"name":"A* in Rust","worlds":["maze"],"promises":"optimal"}}"#);
        } else if number(&line, "moves") != 4 {
            println!(r#"{{"type":"error","id":{},"message":"four moves only"}}"#, number(&line, "id"));
        } else {
            println!(r#"{{"type":"answer","id":{},{}}}"#, number(&line, "id"), solve(&line));
        }
    }
}
