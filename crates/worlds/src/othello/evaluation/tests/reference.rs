//! The features once more, slow and plain: squares by column and row, rays walked square by square.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::othello::board::Board;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Content {
    Empty,
    Own,
    Other,
}
use Content::{Empty, Other, Own};

type Place = (i32, i32);
type Grid = [[Content; 8]; 8];

const DIRECTIONS: [Place; 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
const AXES: [Place; 4] = [(1, 0), (1, 1), (0, 1), (-1, 1)];

/// Column, row.
fn places() -> impl Iterator<Item = Place> {
    (0..8).flat_map(|row| (0..8).map(move |column| (column, row)))
}

fn grid(board: Board) -> Grid {
    let mut grid = [[Empty; 8]; 8];
    for (column, row) in places() {
        let bit = 1 << (row * 8 + column);
        if board.own & bit != 0 {
            grid[row as usize][column as usize] = Own;
        } else if board.opponent & bit != 0 {
            grid[row as usize][column as usize] = Other;
        }
    }
    grid
}

fn at(grid: &Grid, (column, row): Place) -> Option<Content> {
    let is_on = (0..8).contains(&column) && (0..8).contains(&row);
    is_on.then(|| grid[row as usize][column as usize])
}

fn step(place: Place, direction: Place) -> Place {
    (place.0 + direction.0, place.1 + direction.1)
}

fn back(direction: Place) -> Place {
    (-direction.0, -direction.1)
}

/// The number of discs that an own disc here turns in a direction.
fn turned(grid: &Grid, place: Place, direction: Place) -> i32 {
    let (mut here, mut count) = (step(place, direction), 0);
    while at(grid, here) == Some(Other) {
        here = step(here, direction);
        count += 1;
    }
    if at(grid, here) == Some(Own) { count } else { 0 }
}

fn flips(grid: &Grid, place: Place) -> i32 {
    if at(grid, place) != Some(Empty) {
        return 0;
    }
    DIRECTIONS.into_iter().map(|direction| turned(grid, place, direction)).sum()
}

fn moves(board: Board) -> i32 {
    let grid = grid(board);
    places().filter(|&place| flips(&grid, place) > 0).count() as i32
}

/// The 46 lines: 8 rows, 8 columns, 15 diagonals each way.
fn lines() -> Vec<Vec<Place>> {
    let begins = |axis: Place| {
        places().filter(move |&(c, r)| {
            let (column, row) = step((c, r), back(axis));
            !((0..8).contains(&column) && (0..8).contains(&row))
        })
    };
    let line = |begin: Place, axis: Place| {
        let on = |&(column, row): &Place| (0..8).contains(&column) && (0..8).contains(&row);
        std::iter::successors(Some(begin), |&place| Some(step(place, axis)).filter(on)).collect()
    };
    AXES.into_iter().flat_map(|axis| begins(axis).map(move |begin| line(begin, axis))).collect()
}

#[test]
fn there_are_46_lines() {
    assert_eq!(lines().len(), 46);
    assert_eq!(lines().iter().map(Vec::len).sum::<usize>(), 4 * 64);
}

/// Each run of the other side between an own disc and an empty square, on each line, as the notes define it.
fn flippable(board: Board) -> i32 {
    static LINES: LazyLock<Vec<Vec<Place>>> = LazyLock::new(lines);
    let grid = grid(board);
    let mut sum = 0;
    for line in LINES.iter() {
        sum += turnable(&line.iter().map(|&place| at(&grid, place).unwrap()).collect::<Vec<_>>());
    }
    sum
}

/// Source: the framework of the course reports. A diagonal is a word of eight squares, one a row; those beyond the left
/// and the right side are empty.
fn flippable_as_coded(board: Board) -> i32 {
    let grid = grid(board);
    let mut sum = 0;
    for leaning in [1, -1] {
        for first in -7..15 {
            let word = (0..8).map(|row| at(&grid, (first + leaning * row, row)).unwrap_or(Empty));
            sum += turnable(&word.collect::<Vec<_>>());
        }
    }
    for line in 0..8 {
        let row: Vec<Content> = (0..8).map(|column| at(&grid, (column, line)).unwrap()).collect();
        let column: Vec<Content> = (0..8).map(|row| at(&grid, (line, row)).unwrap()).collect();
        sum += turnable(&row) + turnable(&column);
    }
    sum
}

/// Discs of the other side on a line in runs between an own disc and an empty square.
fn turnable(line: &[Content]) -> i32 {
    let runs: Vec<&[Content]> = line.chunk_by(|a, b| a == b).collect();
    let between = |three: &[&[Content]]| {
        let ends = [three[0][0], three[2][0]];
        three[1][0] == Other && (ends == [Own, Empty] || ends == [Empty, Own])
    };
    runs.windows(3).filter(|three| between(three)).map(|three| three[1].len() as i32).sum()
}

fn own_on(board: Board, is_in: impl Fn(Place) -> bool) -> i32 {
    let grid = grid(board);
    places().filter(|&place| at(&grid, place) == Some(Own) && is_in(place)).count() as i32
}

fn named(board: Board, names: &str) -> i32 {
    let place = |name: &str| {
        let bytes = name.as_bytes();
        (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
    };
    let places: Vec<Place> = names.split(' ').map(place).collect();
    own_on(board, |place| places.contains(&place))
}

/// Own discs that touch an empty square, or that touch none.
fn touching(board: Board, touches: bool) -> i32 {
    let grid = grid(board);
    let is_empty = |place: Place| at(&grid, place) == Some(Empty);
    own_on(board, |place| DIRECTIONS.into_iter().any(|direction| is_empty(step(place, direction))) == touches)
}

fn flips_of_all_moves(board: Board) -> i32 {
    let grid = grid(board);
    places().map(|place| flips(&grid, place)).sum()
}

/// Source: the course report. A disc is stable if it stands on an edge or corner, or if every neighbour on the board is
/// of the colour that counts.
fn stable_as_coded(board: Board) -> i32 {
    let grid = grid(board);
    let is_own = |place: Place| at(&grid, place).is_none_or(|content| content == Own);
    own_on(board, |place| is_border(place) || DIRECTIONS.into_iter().all(|direction| is_own(step(place, direction))))
}

fn is_border((column, row): Place) -> bool {
    column == 0 || column == 7 || row == 0 || row == 7
}

fn win(board: Board) -> i32 {
    let difference = board.own.count_ones() as i32 - board.opponent.count_ones() as i32;
    i32::from(moves(board) == 0 && moves(board.passed()) == 0 && difference > 0)
}

/// Adds own discs until none more has, along each axis, a neighbour beyond the edge or in the set, or a locked axis.
/// Gives their number.
fn closed(grid: &Grid, mut safe: [[bool; 8]; 8], is_locked: impl Fn(Place, Place) -> bool) -> i32 {
    let number = |safe: &[[bool; 8]; 8]| safe.iter().flatten().map(|&is_safe| i32::from(is_safe)).sum();
    loop {
        let before: i32 = number(&safe);
        for place in places().filter(|&place| at(grid, place) == Some(Own)) {
            let holds =
                |neighbour: Place| at(grid, neighbour).is_none() || safe[neighbour.1 as usize][neighbour.0 as usize];
            let is_held =
                |axis: Place| is_locked(place, axis) || holds(step(place, axis)) || holds(step(place, back(axis)));
            if AXES.into_iter().all(is_held) {
                safe[place.1 as usize][place.0 as usize] = true;
            }
        }
        if number(&safe) == before {
            return before;
        }
    }
}

/// Every disc that is safe without locked axes hangs on a corner: nothing else is held along all four axes by the
/// edge alone.
fn anchored(board: Board) -> i32 {
    closed(&grid(board), [[false; 8]; 8], |_, _| false)
}

/// The rules that the feature states: full lines, edges played out in all ways, neighbours.
fn stable(board: Board) -> i32 {
    let grid = grid(board);
    let is_full = |place: Place, axis: Place| {
        let walk = |direction| std::iter::successors(Some(place), move |&place| Some(step(place, direction)));
        [axis, back(axis)]
            .into_iter()
            .all(|direction| walk(direction).map_while(|place| at(&grid, place)).all(|content| content != Empty))
    };
    let mut safe = [[false; 8]; 8];
    for (column, row) in places().filter(|&place| at(&grid, place) == Some(Own)) {
        safe[row as usize][column as usize] = AXES.iter().all(|&axis| is_full((column, row), axis));
    }
    for side in 0..4 {
        let place = |along: usize| [(along, 0), (along, 7), (0, along), (7, along)][side];
        let edge: [Content; 8] = std::array::from_fn(|along| grid[place(along).1][place(along).0]);
        for along in 0..8 {
            if edge[along] == Own && EDGES[&edge][along] {
                safe[place(along).1][place(along).0] = true;
            }
        }
    }
    closed(&grid, safe, is_full)
}

type Edge = [Content; 8];

/// The stable discs of each of the 6,561 edges.
static EDGES: LazyLock<HashMap<Edge, [bool; 8]>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for number in 0..3_usize.pow(8) {
        let content = |at: u32| [Empty, Own, Other][number / 3_usize.pow(at) % 3];
        stays_on_edge(std::array::from_fn(|at| content(at as u32)), &mut known);
    }
    known
});

/// Which discs keep their colour however both sides play on this edge.
fn stays_on_edge(edge: Edge, known: &mut HashMap<Edge, [bool; 8]>) -> [bool; 8] {
    if let Some(&stays) = known.get(&edge) {
        return stays;
    }
    let mut stays = edge.map(|content| content != Empty);
    for at in 0..8 {
        if edge[at] != Empty {
            continue;
        }
        for colour in [Own, Other] {
            let after = played_on_edge(edge, at, colour);
            let later = stays_on_edge(after, known);
            for square in 0..8 {
                stays[square] &= later[square] && after[square] == edge[square];
            }
        }
    }
    known.insert(edge, stays);
    stays
}

fn played_on_edge(edge: Edge, at: usize, colour: Content) -> Edge {
    let mut after = edge;
    after[at] = colour;
    let rays: [Vec<usize>; 2] = [(at + 1..8).collect(), (0..at).rev().collect()];
    for ray in rays {
        let run: Vec<usize> =
            ray.iter().copied().take_while(|&square| edge[square] != Empty && edge[square] != colour).collect();
        if ray.get(run.len()).is_some_and(|&end| edge[end] == colour) {
            for square in run {
                after[square] = colour;
            }
        }
    }
    after
}

/// Odd regions of touching empty squares with a legal move in them.
fn parity(board: Board) -> i32 {
    let grid = grid(board);
    let mut seen = [[false; 8]; 8];
    let mut count = 0;
    for start in places() {
        if at(&grid, start) != Some(Empty) || seen[start.1 as usize][start.0 as usize] {
            continue;
        }
        seen[start.1 as usize][start.0 as usize] = true;
        let mut region = vec![start];
        let mut next = 0;
        while next < region.len() {
            for direction in DIRECTIONS {
                let neighbour = step(region[next], direction);
                if at(&grid, neighbour) == Some(Empty) && !seen[neighbour.1 as usize][neighbour.0 as usize] {
                    seen[neighbour.1 as usize][neighbour.0 as usize] = true;
                    region.push(neighbour);
                }
            }
            next += 1;
        }
        let can_enter = region.iter().any(|&place| flips(&grid, place) > 0);
        count += i32::from(region.len() % 2 == 1 && can_enter);
    }
    count
}

/// The reference of a feature.
pub(super) fn of(name: &str) -> fn(Board) -> i32 {
    match name {
        "piece" => |board| own_on(board, |_| true),
        "mobility" => moves,
        "corner" => |board| named(board, "a1 h1 a8 h8"),
        "flippable" => flippable,
        "win" => win,
        "anchored" => anchored,
        "stable" => stable,
        "xsquare" => |board| named(board, "b2 g2 b7 g7"),
        "csquare" => |board| named(board, "b1 g1 a2 h2 a7 h7 b8 g8"),
        "edge" => |board| own_on(board, is_border),
        "edge-sides" => |board| {
            let side = |is_in: fn(Place) -> bool| own_on(board, is_in);
            side(|place| place.0 == 0)
                + side(|place| place.0 == 7)
                + side(|place| place.1 == 0)
                + side(|place| place.1 == 7)
        },
        "centre" => |board| named(board, "d4 e4 d5 e5"),
        "frontier" => |board| touching(board, true),
        "interior" => |board| touching(board, false),
        "flip-mobility" => flips_of_all_moves,
        "parity" => parity,
        "stable-as-coded" => stable_as_coded,
        "flippable-as-coded" => flippable_as_coded,
        _ => panic!("the feature {name} has no reference"),
    }
}

/// The board in its eight positions.
pub(super) fn turned_and_mirrored(board: Board) -> [Board; 8] {
    std::array::from_fn(|which| {
        let moved = |set: u64| {
            places().filter(|(column, row)| set >> (row * 8 + column) & 1 == 1).fold(0, |all, (column, row)| {
                let (column, row) = if which & 1 == 0 { (column, row) } else { (row, column) };
                let column = if which & 2 == 0 { column } else { 7 - column };
                let row = if which & 4 == 0 { row } else { 7 - row };
                all | 1 << (row * 8 + column)
            })
        };
        Board { own: moved(board.own), opponent: moved(board.opponent) }
    })
}
