//! Checks against known counts and values, and against a minimax over lists of cells that shares nothing with the world.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::play::Runner as _;
use crate::run::Observers;
use searchlab_search::counters::Counters;
use searchlab_search::game::{GameAlgorithm as _, Options, Table, Task, alphabeta};
use searchlab_trial::record::{Limits, Record, Trial};

fn size(columns: usize, rows: usize, k: usize) -> Size {
    Size::new(columns, rows, k).expect("a possible size")
}

/// All sizes with at most this many cells.
fn sizes(cells: usize) -> impl Iterator<Item = Size> {
    let boards = (1..=10).flat_map(|columns| (1..=10).map(move |rows| (columns, rows)));
    let boards = boards.filter(move |(columns, rows)| columns * rows <= cells);
    boards.flat_map(|(columns, rows)| (1..=columns.max(rows)).map(move |k| size(columns, rows, k)))
}

fn run(algorithm: &str, given: &[(&str, &str)], position: Position) -> Record {
    let about = MNK.algorithm(algorithm).unwrap();
    let params = MNK.resolve(about, given).unwrap();
    let instance = ("x".to_owned(), BoardGame::content(&position));
    let trial = Trial::new("mnk", instance, about.name, params, Limits::default());
    let trial = Trial { depth: Some(MNK.deepest), ..trial };
    PlainRunner::default().run(&trial, &position, &Budget::default(), &mut Observers::default())
}

/// 1 if the side to move wins, 0 for a draw, -1 if it loses, by a search with a table to the end of the game.
fn value(position: Position) -> i32 {
    sign(&run("pvs", &[("ordering", "table,killer,history,static")], position))
}

fn sign(record: &Record) -> i32 {
    (record.result.as_ref().expect("an answer").value as i32).signum()
}

/// The whole tree of tic-tac-toe: 549,946 nodes with the root (expanded and evaluated), of which 255,168 are complete
/// games. A depth beyond the nine plies finds nothing more.
#[test]
fn the_whole_tree_of_tic_tac_toe() {
    let record = run("minimax", &[], Position::new(Size::default()));
    let counters = record.counters;
    assert_eq!((counters.expanded + counters.evaluated, counters.evaluated), (549_946, 255_168));
    assert_eq!((counters.generated, counters.peak_depth), (549_945, 9));
    assert_eq!(sign(&record), 0);
}

/// Wins count the same however late they come: 18,297 nodes in row order.
#[test]
fn plain_alpha_beta_visits_the_known_number_of_nodes() {
    struct Signs;
    impl Evaluator<Position> for Signs {
        fn evaluate(&self, _: &Position) -> Score {
            0
        }

        fn finished(&self, position: &Position, _: u32) -> Score {
            if position.outcome() == Some(Outcome::Lost) { -1 } else { 0 }
        }
    }
    let (mut game, mut counters) = (Position::new(Size::default()), Counters::default());
    let found = alphabeta::AlphaBeta::search(Task {
        game: &mut game,
        evaluator: &Signs,
        options: &Options::to_depth(9),
        table: &mut Table::none(),
        budget: &Budget::default(),
        observer: &mut counters,
    });
    assert_eq!((found.value, counters.expanded + counters.evaluated), (0, 18_297));
}

#[test]
fn tic_tac_toe_has_5478_positions_with_keys_of_their_own() {
    let (mut seen, mut keys, mut open) = (HashSet::new(), HashSet::new(), vec![Position::new(Size::default())]);
    while let Some(position) = open.pop() {
        if seen.insert(position) {
            keys.insert(position.key());
            open.extend(BoardGame::moves(&position).into_iter().filter_map(|cell| position.after(cell)));
        }
    }
    assert_eq!((seen.len(), keys.len()), (5478, 5478));
    let empty: HashSet<u64> = sizes(100).map(|size| Position::new(size).key()).collect();
    assert_eq!(empty.len(), sizes(100).count());
}

/// Rows of k cells on a board, cell by cell.
fn windows(size: Size) -> Vec<Vec<usize>> {
    let (columns, rows, k) = (i32::from(size.columns), i32::from(size.rows), i32::from(size.k));
    let mut windows = Vec::new();
    for (column, row) in (0..columns).flat_map(|column| (0..rows).map(move |row| (column, row))) {
        for (across, down) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            let cells: Vec<_> = (0..k).map(|step| (column + step * across, row + step * down)).collect();
            if cells.iter().all(|&(column, row)| (0..columns).contains(&column) && (0..rows).contains(&row)) {
                windows.push(cells.iter().map(|(column, row)| (row * columns + column) as usize).collect());
            }
        }
    }
    windows
}

/// Minimax with a memory, for the side whose stones are `own`.
fn naive(cells: &mut [u8], [own, other]: [u8; 2], windows: &[Vec<usize>], memory: &mut HashMap<Vec<u8>, i32>) -> i32 {
    if windows.iter().any(|window| window.iter().all(|&cell| cells[cell] == other)) {
        return -1;
    }
    if let Some(&value) = memory.get(cells) {
        return value;
    }
    let mut best = None;
    for cell in 0..cells.len() {
        if cells[cell] == b'.' && best != Some(1) {
            cells[cell] = own;
            best = best.max(Some(-naive(cells, [other, own], windows, memory)));
            cells[cell] = b'.';
        }
    }
    memory.insert(cells.to_vec(), best.unwrap_or(0));
    best.unwrap_or(0)
}

#[test]
fn small_boards_have_the_value_of_a_plain_minimax() {
    for size in sizes(12).filter(|size| size.cells() < 12 || crate::long::is_long() || size.k == 3) {
        let mut cells = vec![b'.'; size.cells() as usize];
        let expected = naive(&mut cells, *b"XO", &windows(size), &mut HashMap::new());
        assert_eq!(value(Position::new(size)), expected, "{size}");
    }
}

/// Uiterwijk and van den Herik 2000, table of small m,n,k games; one stone in a row wins at once.
#[test]
fn known_values() {
    for (columns, rows, k, expected) in
        [(3, 3, 3, 0), (4, 3, 3, 1), (3, 4, 3, 1), (4, 4, 4, 0), (1, 1, 1, 1), (1, 9, 1, 1), (2, 2, 2, 1), (1, 2, 2, 0)]
    {
        assert_eq!(value(Position::new(size(columns, rows, k))), expected, "{columns},{rows},{k}");
    }
}

/// The positions of random games, with their ends.
fn positions() -> impl Iterator<Item = Position> {
    [(3, 3, 3), (1, 1, 1), (2, 5, 2), (7, 4, 3), (8, 8, 8), (10, 10, 5), (10, 1, 4), (9, 9, 1)].into_iter().flat_map(
        |(columns, rows, k)| {
            (0..20).flat_map(move |seed| {
                let mut game = Position::random_game(&size(columns, rows, k), seed);
                let last = *game.last().expect("the empty board");
                game.push(last.random_move(seed, 0).and_then(|cell| last.after(cell)).expect("a move"));
                game
            })
        },
    )
}

#[test]
fn boards_agree_with_lists_of_cells() {
    let mut wins = 0;
    for position in positions() {
        let Size { columns, rows, .. } = position.size;
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| Cell { column, row }));
        let board: Vec<Option<Side>> = cells.clone().map(|cell| position.piece(cell)).collect();
        let (own, other) = (position.side_to_move(), position.side_to_move().other());
        let held = |window: &[usize], side| window.iter().filter(|&&cell| board[cell] == Some(side)).count();
        let k = usize::from(position.size.k);
        let windows = windows(position.size);
        let is_won = windows.iter().any(|window| held(window, other) == k);
        assert_eq!(BoardGame::winner(&position), is_won.then_some(other), "{position:?}");
        assert_eq!(position.winning_line().is_empty(), !is_won);
        wins += usize::from(is_won);
        let free: Vec<Cell> = cells.filter(|&cell| position.piece(cell).is_none() && !is_won).collect();
        assert_eq!(BoardGame::moves(&position), free);
        assert_eq!(position.outcome().is_some(), free.is_empty());
        let mut features = [0; 3];
        for window in &windows {
            for (side, against, sign) in [(own, other, 1), (other, own, -1)] {
                if held(window, against) == 0 {
                    let stones = held(window, side);
                    features[0] += sign;
                    features[1] += sign * stones as Score;
                    features[2] += sign * Score::from(stones + 1 == k);
                }
            }
        }
        for (feature, expected) in FEATURES.iter().zip(features) {
            let evaluation: Evaluation = format!("{}=1", feature.name).parse().unwrap();
            assert_eq!(evaluation.evaluate(&position), expected, "{} {position:?}", feature.name);
        }
    }
    assert!(wins > 50, "{wins}");
    for size in sizes(100) {
        let count = windows(size).len() as i32;
        assert!(count <= FEATURES[0].most && count * i32::from(size.k) <= FEATURES[1].most, "{size}");
    }
}

#[test]
fn text_moves_and_codes_are_read_back() {
    for position in positions() {
        let read = position.read(&Source::new("text", position.text())).unwrap_or_else(|problems| panic!("{problems}"));
        assert_eq!(read.iter().map(play::Game::position).collect::<Vec<_>>(), [&position]);
        for cell in BoardGame::moves(&position) {
            assert_eq!(position.read_move(&position.spell(cell)), Some(cell));
            assert_eq!(position.by_code(Position::code(cell)), Some(cell));
            let (mut after, key) = (position, position.key());
            let before = after.make(cell);
            assert_eq!(position.after(cell), Some(after));
            after.unmake(cell, before);
            assert_eq!((after, after.key()), (position, key));
        }
    }
    let mut game = play::Game::new(Position::new(size(4, 3, 3)));
    for text in ["b2", "a1"] {
        assert!(game.push(game.position().read_move(text).unwrap()));
    }
    let line = game.line(["a", "b"], None);
    assert_eq!(Position::new(Size::default()).read(&Source::new("line", line)).unwrap(), [game]);
}

#[test]
fn wrong_text_is_named_at_its_place() {
    for (text, parts) in [
        ("b2b2", &["move 2, \"b2\", is not legal", "text:1:3", "b2 is taken"][..]),
        ("b2 z9", &["move 2, \"z\", is not legal", "text:1:4", "a move like b2"]),
        ("d1", &["there is no d1"]),
        ("a0", &["move 1, \"a\", is not legal"]),
        ("a1a2b1b2c1a3", &["the game is over"]),
        ("X../...", &["not a board of a possible size", "X../.../... 3,3,3"]),
        ("X..?/.../...", &["'?' in a position"]),
        ("XX./.../...", &["no game leads", "2 X and 0 O"]),
        ("O../.../...", &["no game leads"]),
        ("XXX/OOO/...", &["no game leads", "after 3 in a row"]),
        ("é", &["move 1"]),
    ] {
        let shown = Position::new(Size::default()).read(&Source::new("text", text)).expect_err(text).to_string();
        assert!(parts.iter().all(|part| shown.contains(part)), "{text}\n{shown}");
    }
    for text in ["", "3", "3,3", "3,3,3,3", "0,3,3", "3,3,0", "3,3,4", "11,3,3", "a,3,3", "3,x,3", "-3,3,3"] {
        assert_eq!(Size::parse(text), Err(Size::ALLOWED), "{text}");
    }
    assert_eq!(Size::parse(" 4, 3 ,3"), Ok(size(4, 3, 3)));
}

/// The judge knows what a search to the end finds, in random positions of boards of all shapes, and the result of the
/// move that it would play is that of the position.
#[test]
fn late_positions_are_judged() {
    for (size, plies) in
        [(size(3, 3, 3), 0), (size(4, 4, 3), 5), (size(4, 4, 4), 6), (size(5, 4, 4), 9), (size(7, 2, 2), 3)]
    {
        for seed in 0..20 {
            let game = Position::random_game(&size, seed);
            let Some(&position) = game.get(plies).or(game.last()) else { continue };
            let judged = position
                .solved(14, &Budget::default())
                .map(|winner| if position.side_to_move() == Side::Black { winner } else { -winner });
            assert_eq!(judged, Some(value(position)), "{} {seed}", position.text());
            let after = |cell| truth::result(&BoardGame::after(&position, cell).expect("legal"), &Budget::default());
            let best = position.cells().filter_map(after).map(|result| -i32::from(result)).max();
            assert_eq!(best, judged, "{} {seed}", position.text());
        }
    }
    assert_eq!(Position::new(size(5, 5, 4)).solved(12, &Budget::default()), None);
    let stopped = Budget { stop: Some(std::sync::Arc::new(true.into())), ..Budget::default() };
    assert_eq!(Position::new(size(3, 3, 3)).solved(9, &stopped), None);
}
