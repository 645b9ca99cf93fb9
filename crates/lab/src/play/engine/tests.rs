//! Moves of algorithms as trials: hints, books, the solver near the end, limits.

use std::sync::atomic::Ordering;

use super::*;
use crate::play::{Ending, PlayerSpec, Watcher, play};
use searchlab_trial::diagnostic::Source;
use searchlab_worlds::othello::play::{PLAYERS, of_transcript};
use searchlab_worlds::othello::{Move, Position, Side};

type Game = super::Game<Position>;

fn engine(words: &str) -> AlgorithmPlayer<Position> {
    match PLAYERS.parse(&Source::new("player", words)) {
        Ok(PlayerSpec::Algorithm(spec)) => AlgorithmPlayer::new(spec, 0, Arc::default()),
        other => panic!("{words}: {other:?}"),
    }
}

fn start() -> Game {
    Game::new(Position::INITIAL)
}

impl AlgorithmPlayer<Position> {
    /// The record of its move where that of another was made.
    fn alone(mut self, record: &Record) -> Record {
        let position = searchlab_worlds::othello::format::read_position(&Source::new("i", record.instance.clone()));
        let given = of_transcript(&position.unwrap().transcript).given();
        let Action::Move(mv, Some(alone)) = self.act(&given).unwrap() else { panic!() };
        assert!(alone.result.as_ref().unwrap().moves.first() == Some(mv.to_string().as_str()));
        *alone
    }
}

/// Keeps the records.
#[derive(Default)]
struct Records(Vec<Record>);

impl Watcher<Position> for Records {
    fn moved(&mut self, _game: &Game, _side: Side, _mv: Move, record: Option<Box<Record>>) -> io::Result<()> {
        self.0.extend(record.map(|record| *record));
        Ok(())
    }

    fn passed(&mut self, _game: &Game, _side: Side) -> io::Result<()> {
        Ok(())
    }

    fn taken_back(&mut self, _game: &Game, _count: usize) -> io::Result<()> {
        Ok(())
    }
}

/// The record of a move is that of the same search alone: nothing is carried from move to move.
#[test]
fn moves_are_trials_of_their_own() {
    let (mut game, mut records) = (start(), Records::default());
    let (mut black, mut white) = (engine("alphabeta-tt:depth=4"), RandomPlayer::new(7));
    assert_eq!(play(&mut game, [&mut black, &mut white], &mut records).unwrap(), Ending::Finished);
    assert!(records.0.len() > 20);
    for record in &records.0 {
        let alone = engine("alphabeta-tt:depth=4").alone(record);
        assert_eq!((alone.id, alone.counters, &alone.result), (record.id, record.counters, &record.result));
    }
    let (mut again, mut others) = (start(), Records::default());
    play(&mut again, [&mut engine("alphabeta-tt:depth=4"), &mut RandomPlayer::new(7)], &mut others).unwrap();
    assert_eq!(again, game);
}

/// A table that is kept changes no value, saves nodes, and is empty again in the next game.
#[test]
fn a_table_is_kept_within_a_game() {
    let of_game = |player: &mut AlgorithmPlayer<Position>| {
        let mut records = Records::default();
        player.begin(5);
        play(&mut start(), [player, &mut RandomPlayer::new(7)], &mut records).unwrap();
        records.0
    };
    let nodes = |records: &[Record]| records.iter().map(|record| record.counters.expanded).sum::<u64>();
    for name in ["alphabeta-tt", "mtdf"] {
        let words = format!("{name}:depth=5,iterative-deepening=on");
        let mut keeps = engine(&format!("{words},keep-table=on"));
        let kept = of_game(&mut keeps);
        let alone: Vec<Record> = kept.iter().map(|record| engine(&words).alone(record)).collect();
        assert_eq!(alone[0].counters, kept[0].counters);
        let value = |record: &Record| record.result.as_ref().unwrap().value as Score;
        for (one, other) in alone.iter().zip(&kept) {
            assert_eq!(value(one), value(other), "{name} {} {:?} {:?}", one.instance, one.result, other.result);
        }
        assert!(nodes(&kept) < nodes(&alone), "{} of {}", nodes(&kept), nodes(&alone));
        let again = of_game(&mut keeps);
        assert!(again.iter().zip(&kept).all(|(one, other)| one.counters == other.counters));
    }
    let plain = engine("pvs:depth=2,keep-table=off").spec().to_string();
    assert_eq!(plain, engine("pvs:depth=2").spec().to_string());
}

#[test]
fn the_best_hint_is_the_move() {
    for words in ["alphabeta-tt:depth=5", "mtdf:depth=4,evaluation=discs", "alphabeta-tt:depth=2"] {
        let mut game = start();
        while !game.position().board.is_over() {
            if game.position().board.moves() == 0 {
                game.push(Move::PASS);
                continue;
            }
            let mut player = engine(words);
            let hints = player.hints(&game).unwrap().unwrap();
            assert!(
                hints.is_sorted_by(|better, worse| better.value >= worse.value)
                    && hints.len() == game.position().moves().len()
            );
            let Action::Move(mv, Some(record)) = player.act(&game).unwrap() else { panic!() };
            let value = record.result.unwrap().value as Score;
            assert_eq!(hints[0].value, value, "{words} {}", game.instance());
            game.push(mv);
        }
    }
}

/// A book gives the moves that it knows, without a search; the records of the searches after it are those of the
/// same player without a book.
#[test]
fn a_book_gives_moves_and_changes_no_search() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.book");
    let mut book = searchlab_worlds::othello::book::Book::default();
    let line: Vec<Move> = ["d3", "c3", "c4", "c5"].map(|mv| mv.parse().unwrap()).to_vec();
    book.add(Position::INITIAL, &line, 0, 4);
    std::fs::write(&path, book.to_text()).unwrap();
    let words = format!("alphabeta-tt:depth=3,book={}", path.display());
    let (mut with, mut without) = (engine(&format!("{words},book-plies=3")), engine("alphabeta-tt:depth=3"));
    let mut game = start();
    for (number, &mv) in line.iter().enumerate() {
        let (first, second) = (with.act(&game).unwrap(), without.act(&game).unwrap());
        match (first, second) {
            (Action::Move(own, None), _) => assert!(number < 3 && (number == 0 || own == mv), "{number}: {own}"),
            (Action::Move(own, Some(one)), Action::Move(other, Some(two))) => {
                assert_eq!((number, own, one.id, one.counters), (3, other, two.id, two.counters));
            }
            other => panic!("{other:?}"),
        }
        game.push(mv);
    }
    let named = with.spec().to_string();
    assert!(named.contains("book=crc32-") && named.ends_with("book-plies=3"), "{named}");
    assert_eq!(engine(&named).spec().to_string(), named, "the name that a record has reads as the same player");
    assert_eq!(engine(&words).spec().params["book-plies"], 20);
}

/// From the 10 empty squares of `solve=10` on the record of a move is that of the solver, and the searches before are
/// those of the same player without it.
#[test]
fn the_solver_takes_over_near_the_end() {
    let whole = searchlab_worlds::othello::playout::game(3);
    let (mut with, mut without) = (engine("pvs:depth=2,solve=10"), engine("pvs:depth=2"));
    let mut game = start();
    for &mv in whole.moves() {
        if mv != Move::PASS {
            let (Action::Move(first, Some(one)), Action::Move(second, Some(two))) =
                (with.act(&game).unwrap(), without.act(&game).unwrap())
            else {
                panic!("both search")
            };
            if game.position().board.empties() > 10 {
                assert_eq!((first, one.id, one.counters), (second, two.id, two.counters));
            } else {
                let score = game.position().solved(60, &Budget::default()).unwrap();
                let own = if game.position().side() == Side::Black { score } else { -score };
                assert_eq!((one.status, one.result.as_ref().unwrap().value as Score), (Status::Solved, own));
                let after = game.position().after(first).unwrap();
                assert_eq!(after.solved(60, &Budget::default()), Some(score), "the move keeps the score");
                let hints = with.hints(&game).unwrap().unwrap();
                assert_eq!(hints[0].value, own, "{}", game.instance());
            }
        }
        game.push(mv);
    }
    assert_eq!(with.spec().to_string(), "pvs:depth=2,solve=10");
    assert_eq!(engine("pvs:depth=2,solve=0").spec().to_string(), "pvs:depth=2");
}

/// A solver that does not end with half of the nodes leaves the other half to the search, and its nodes count.
#[test]
fn a_solver_without_an_end_costs_half() {
    let game = of_transcript(&searchlab_worlds::othello::playout::game(3));
    let mut early = start();
    for &mv in game.moves().iter().take(30) {
        early.push(mv);
    }
    let Action::Move(_, Some(record)) = engine("pvs:nodes=20000,solve=40").act(&early).unwrap() else { panic!() };
    let Action::Move(_, Some(half)) = engine("pvs:nodes=10000").act(&early).unwrap() else { panic!() };
    assert_eq!((record.id, &record.result), (half.id, &half.result));
    let solver = record.counters.nodes() - half.counters.nodes();
    assert!((9_000..11_000).contains(&solver), "{solver}");
}

#[test]
fn time_is_kept_and_a_stop_is_heard() {
    let mut player = engine("alphabeta-tt:time=50ms");
    let begin = Instant::now();
    assert!(matches!(player.act(&start()).unwrap(), Action::Move(_, Some(record)) if record.result.is_some()));
    // The machine may be slow, but not so slow.
    assert!(begin.elapsed() < Duration::from_millis(500), "{:?}", begin.elapsed());
    player.stop.store(true, Ordering::Relaxed);
    assert!(matches!(player.act(&start()).unwrap(), Action::Interrupt));
    assert_eq!(player.hints(&start()).unwrap(), None);
}
