use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

use super::*;
use crate::catalog::GOMOKU;
use crate::gomoku::format::parse;
use crate::gomoku::symmetry::Symmetry;
use crate::gomoku::{Candidates, Point, Rule, Setting, Side, legal_points, playout};
use crate::run::Observers;
use crate::run::gomoku::{GomokuRunner, content};
use searchlab_search::budget::Budget;
use searchlab_search::counters::Counters;
use searchlab_search::game::Score;
use searchlab_search::game::score::WIN;
use searchlab_trial::record::Limits;

/// A folder with a name for a memory.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("positions.memory");
    (folder, path)
}

fn open(path: &Path) -> PositionMemory {
    PositionMemory::open(path, USUAL_LIMIT).unwrap()
}

/// Bytes of a file that is full after fewer results than one of [`LEAST_LIMIT`]: each of them waits for the disk.
const SMALL: u64 = 1 << 20;

fn small_memory(path: &Path) -> PositionMemory {
    file::make(path).unwrap();
    PositionMemory::of(Log::open(path, SMALL).unwrap())
}

fn refused(path: &Path) -> String {
    PositionMemory::open(path, USUAL_LIMIT).expect_err("refused").to_string()
}

fn trial(algorithm: &str, given: &[(&str, &str)], position: &Position, depth: Option<u32>, limits: Limits) -> Trial {
    let params = GOMOKU.resolve(GOMOKU.algorithm(algorithm).unwrap(), given).unwrap();
    Trial { depth, ..Trial::new("gomoku", ("p".to_owned(), content(position)), algorithm, params, limits) }
}

fn run(memory: &Arc<PositionMemory>, trial: &Trial, position: &Position) -> Record {
    let mut runner = GomokuRunner::default();
    runner.remember_in(Arc::clone(memory));
    let budget = Budget { max_nodes: trial.limits.nodes, ..Budget::default() };
    runner.run(trial, position, &budget, &mut Observers::default())
}

fn small(rule: Rule) -> Setting {
    Setting::square(9, rule)
}

fn pictures(position: &Position) -> impl Iterator<Item = Position> + '_ {
    Symmetry::all(position.setting()).map(|symmetry| {
        let mut other = Position::empty(position.setting());
        for &(point, side) in position.stones() {
            other.put(symmetry.apply(point, position.setting()), side).unwrap();
        }
        other
    })
}

#[test]
fn what_is_known_is_not_searched_again_however_it_is_turned() {
    let (_folder, path) = folder();
    let memory = Arc::new(open(&path));
    for (algorithm, setting) in [
        ("engine", small(Rule::Freestyle)),
        ("alphabeta-tt", small(Rule::Caro)),
        ("pvs", Setting { width: 9, height: 7, rule: Rule::Renju }),
    ] {
        let position = playout::random_position(3, 9, setting);
        let given = [("table-bits", "10")];
        let first = trial(algorithm, &given, &position, Some(3), Limits::default());
        let searched = run(&memory, &first, &position);
        assert_eq!(searched.params.get(PARAMETER).and_then(|value| value.as_str()), Some("on"));
        assert_ne!(searched.id, first.id(), "another trial than without a memory");
        assert!(searched.counters.expanded > 0);
        for other in pictures(&position) {
            let trial = trial(algorithm, &given, &other, Some(3), Limits::default());
            let recalled = run(&memory, &trial, &other);
            assert_eq!((recalled.status, recalled.counters), (searched.status, Counters::default()));
            let [found, known] = [&searched, &recalled].map(|record| record.result.as_ref().unwrap());
            assert_eq!((found.value, found.depth), (known.value, known.depth));
            // Turned back, the move is as good as a search of the other picture finds.
            let best = parse(known.moves.first().unwrap(), setting).unwrap();
            assert!(legal_points(&other).contains(&best));
            let alone = GomokuRunner::default().run(&trial, &other, &Budget::default(), &mut Observers::default());
            if algorithm != "engine" {
                assert_eq!(alone.result.unwrap().value.to_bits(), known.value.to_bits());
            }
        }
        let again = run(&memory, &first, &position);
        assert_eq!(again.result, searched.result, "the way back of the same picture is the same");
    }
    assert_eq!(memory.traffic().1, 3);
}

#[test]
fn nothing_serves_that_a_search_would_outdo() {
    let (_folder, path) = folder();
    let memory = Arc::new(open(&path));
    let position = playout::random_position(8, 6, small(Rule::Freestyle));
    let is_known = |algorithm: &str, given: &[(&str, &str)], depth: Option<u32>, nodes: Option<u64>| {
        let limits = Limits { nodes, ..Limits::default() };
        let bits = (algorithm != "alphabeta").then_some(("table-bits", "10"));
        let given: Vec<_> = given.iter().copied().chain(bits).collect();
        let record = run(&memory, &trial(algorithm, &given, &position, depth, limits), &position);
        record.counters == Counters::default()
    };
    assert!(!is_known("engine", &[], Some(4), None));
    // As deep or less deep: known. Deeper, other parameters, another algorithm: not.
    assert!(is_known("engine", &[], Some(4), None));
    assert!(is_known("engine", &[], Some(2), None));
    assert!(!is_known("engine", &[("without", "vcf")], Some(2), None));
    assert!(!is_known("engine", &[], Some(5), None));
    assert!(is_known("engine", &[], Some(5), None));
    // With as much to spend, or less: known. With more: not.
    assert!(!is_known("engine", &[], None, Some(4_000)));
    assert!(is_known("engine", &[], None, Some(4_000)));
    assert!(is_known("engine", &[], None, Some(3_000)));
    assert!(!is_known("engine", &[], None, Some(40_000)));
    // An exact algorithm is asked for the value at one depth.
    assert!(!is_known("alphabeta", &[], Some(3), None));
    assert!(!is_known("alphabeta", &[], Some(2), None));
    assert!(is_known("alphabeta", &[], Some(2), None));
    assert!(is_known("alphabeta", &[], Some(3), None));
    assert!(!is_known("pvs", &[], Some(3), None));
    assert!(!is_known("alphabeta", &[("evaluation", "pattern,line-four=50")], Some(3), None));
}

#[test]
fn rule_size_and_side_are_part_of_the_name() {
    let mut keys = std::collections::BTreeSet::new();
    for rule in Rule::ALL {
        for (width, height) in [(9, 7), (7, 9), (9, 9), (10, 10)] {
            for side in Side::BOTH {
                let mut position = Position::empty(Setting { width, height, rule });
                position.put(position.setting().centre(), Side::Black).unwrap();
                position.set_side(side);
                let trial = trial("engine", &[], &position, Some(3), Limits::default());
                assert!(keys.insert(Place::of(&trial, &position).key));
            }
        }
    }
}

/// A record as a search would give it, without the search.
fn record(trial: &Trial, position: &Position, depth: u32) -> Record {
    let best = legal_points(position)[0];
    let moves = std::iter::once(crate::gomoku::format::name(best, position.setting())).collect();
    let answer = Answer { value: 7.0, exact: None, moves, depth: Some(depth) };
    Record::of(trial, Status::Complete, Some(answer), searchlab_trial::record::Measured::default())
}

/// Found by fuzzing: the least number has no absolute value.
#[test]
fn values_that_no_game_has_are_no_entry() {
    let position = quiet(&[(4, 4)]);
    let trial = trial("engine", &[], &position, Some(3), Limits::default());
    let entry = Entry::of(&record(&trial, &position, 3), &Place::of(&trial, &position)).unwrap();
    let with_value = |value: Score| {
        let mut bytes = entry.encode();
        bytes[3..7].copy_from_slice(&value.to_le_bytes());
        Entry::decode(&bytes, None)
    };
    for value in [WIN + 1, -WIN - 1, Score::MAX, Score::MIN] {
        assert_eq!(with_value(value), None, "{value}");
    }
    assert_eq!(with_value(7), Some(entry.clone()));
    assert!(with_value(WIN).is_some() && with_value(-WIN).is_some());
}

#[test]
fn the_file_keeps_its_bound_and_the_deepest_results() {
    let (_folder, path) = folder();
    let memory = small_memory(&path);
    let position_of = |seed| playout::random_position(seed, 20, Setting::default());
    let depth_of = |seed: u64| 1 + (seed % 10) as u32;
    let mut most = 0;
    let count = 7_000;
    for seed in 0..count {
        let position = position_of(seed);
        let trial = trial("engine", &[], &position, Some(depth_of(seed)), Limits::default());
        memory.remember(&trial, &position, &record(&trial, &position, depth_of(seed)));
        most = most.max(fs::metadata(&path).unwrap().len());
    }
    assert_eq!(memory.trouble(), None);
    assert!(most <= SMALL, "{most} bytes");
    let stats = memory.stats().unwrap();
    assert!(stats.entries < count && stats.entries > 1_000, "{stats:?}");
    let at_depth = |depth| stats.depths.iter().filter(|((_, of), _)| *of == depth).map(|(_, count)| count).sum::<u64>();
    assert!(at_depth(10) > at_depth(5) && at_depth(5) >= at_depth(2), "{stats:?}");
    drop(memory);
    // A smaller limit than that of the file before.
    let smaller = path.with_extension("smaller");
    fs::copy(&path, &smaller).unwrap();
    let memory = PositionMemory::of(Log::open(&smaller, SMALL / 4).unwrap());
    let (position, deepest) = (position_of(count), 11);
    let trial = trial("engine", &[], &position, Some(deepest), Limits::default());
    memory.remember(&trial, &position, &record(&trial, &position, deepest));
    assert!(fs::metadata(&smaller).unwrap().len() <= SMALL / 4 && memory.recall(&trial, &position).is_some());
    let mut memory = open(&path);
    assert_eq!(memory.stats().unwrap(), Stats { file_bytes: fs::metadata(&path).unwrap().len(), ..stats.clone() });
    assert_eq!(memory.clear().unwrap(), stats.entries);
    let empty = memory.stats().unwrap();
    assert_eq!((empty.entries, empty.bytes), (0, 0));
    assert!(empty.file_bytes <= stats.file_bytes);
}

#[test]
fn what_is_no_sound_memory_is_refused_and_left_alone() {
    let (folder, path) = folder();
    let other = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    drop(open(&path));
    let sound = fs::read(&path).unwrap();
    for bytes in [&b""[..], b"s", b"hello", b"redb", &sound[..31], &[0; 10_000]] {
        let path = other("foreign", bytes);
        assert!(refused(&path).contains("is no memory of Gomoku positions"), "{bytes:?}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // A memory of a later version, and one of the first.
    let later = [&sound[..24], &(VERSION + 1).to_le_bytes()].concat();
    let old = b"redb\x1a\x0a\xa9\x0d\x0a and pages";
    for (bytes, version, remedy) in
        [(&later[..], "3", "name another file"), (old, "1", "remove it, or name another file")]
    {
        let path = other("other", bytes);
        let said = refused(&path);
        assert!(said.contains(&format!("version {version}, and this program knows version 2")), "{said}");
        assert!(said.contains(remedy), "{said}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    assert!(refused(folder.path()).contains("is a directory"));
    assert!(refused(&folder.path().join("no/such/memory")).contains("its folder does not exist"));
    let absent = PositionMemory::existing(&folder.path().join("absent"), USUAL_LIMIT).unwrap_err();
    assert!(absent.to_string().contains("there is no file"));
    assert!(!folder.path().join("absent").exists());
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

/// A file with one entry for each of these, and the sizes that it had before the first and after each.
fn filled(path: &Path, count: u64) -> (Vec<(Trial, Position)>, Vec<usize>) {
    let memory = open(path);
    let mut sizes = vec![fs::read(path).unwrap().len()];
    let trials = (0..count).map(|seed| {
        let position = playout::random_position(seed, 12, Setting::default());
        let trial = trial("engine", &[], &position, Some(5), Limits::default());
        memory.remember(&trial, &position, &record(&trial, &position, 5));
        sizes.push(fs::read(path).unwrap().len());
        (trial, position)
    });
    (trials.collect(), sizes)
}

#[test]
fn a_torn_tail_is_absent_and_the_next_result_takes_its_place() {
    let (_folder, path) = folder();
    let (trials, sizes) = filled(&path, 4);
    let sound = fs::read(&path).unwrap();
    assert!(sizes[1] - sizes[0] > sizes[2] - sizes[1], "the first result brings its identity with it");
    for length in sizes[0]..=sound.len() {
        // Cut off, or of the right length and never written.
        for tail in [0, sound.len() - length] {
            let torn = [&sound[..length], &vec![0xA5; tail]].concat();
            fs::write(&path, &torn).unwrap();
            let memory = open(&path);
            let known = sizes.iter().filter(|&&size| size <= length).count() - 1;
            let recalled = |memory: &PositionMemory| {
                let found = trials.iter().map(|(trial, position)| memory.recall(trial, position).is_some());
                found.collect::<Vec<_>>()
            };
            assert_eq!(recalled(&memory), [0, 1, 2, 3].map(|number| number < known), "{length} of {}", sound.len());
            assert_eq!(fs::read(&path).unwrap(), torn, "opening changes nothing");
            if length % 50 > 0 {
                continue;
            }
            let (trial, position) = &trials[3];
            memory.remember(trial, position, &record(trial, position, 5));
            drop(memory);
            let memory = open(&path);
            assert_eq!(recalled(&memory), [0, 1, 2, 3].map(|number| number < known || number == 3));
            assert_eq!(memory.stats().unwrap().depths.keys().next().unwrap().0.split(' ').next(), Some("engine"));
        }
    }
}

/// Wherever bytes of a file are changed, it is an error, or the tail behind them is absent.
#[test]
fn a_damaged_memory_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    let (trials, sizes) = filled(&path, 20);
    let sound = fs::read(&path).unwrap();
    let last = sizes[19];
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut below = |most: usize| (random.next_u64() % most as u64) as usize;
    for number in 0..1_500 {
        let mut damaged = sound.clone();
        let from = below(sound.len());
        let until = (from + [1, 200, 2_000][number % 3]).min(sound.len());
        damaged[from..until].iter_mut().for_each(|byte| *byte ^= 1 + below(255) as u8);
        fs::write(&path, &damaged).unwrap();
        match PositionMemory::existing(&path, USUAL_LIMIT) {
            Err(problems) => {
                let said = problems.to_string();
                let place = format!("is damaged: the checksum of record {} is wrong", (from.max(32) - 32) / 256 + 1);
                let expected = match from {
                    ..24 => "is no memory",
                    24..32 => "of version",
                    _ => &place,
                };
                assert!(said.contains(expected) && from < last, "damage {number} at {from}: {said}");
            }
            Ok(memory) => {
                let known = sizes.iter().filter(|&&size| size <= from).count() - 1;
                assert!(until > last, "damage {number} from {from} to {until} was not noticed");
                for (place, (trial, position)) in trials.iter().enumerate() {
                    assert_eq!(memory.recall(trial, position).is_some(), place < known, "damage {number}");
                }
            }
        }
        assert_eq!(fs::read(&path).unwrap(), damaged, "damage {number}: only looked at, and yet changed");
    }
}

/// Outdated records do not pile up; the new file is as locked as the old one was.
#[test]
fn a_file_of_outdated_records_is_written_anew() {
    let (folder, path) = folder();
    let (trials, sizes) = filled(&path, 3);
    let memory = open(&path);
    let mut most = 0;
    for number in 0..2_500 {
        let (trial, position) = &trials[number % 3];
        memory.remember(trial, position, &record(trial, position, 5));
        most = most.max(memory.stats().unwrap().file_bytes);
    }
    assert_eq!((memory.trouble(), memory.traffic()), (None, (0, 2_500)));
    assert!(most < 300_000, "{most} bytes");
    assert!(refused(&path).contains("is in use by another program"));
    drop(memory);
    let memory = open(&path);
    assert!(trials.iter().all(|(trial, position)| memory.recall(trial, position).is_some()));
    assert_eq!(memory.stats().unwrap().entries, 3);
    drop(memory);
    open(&path).clear().unwrap();
    assert_eq!(fs::read(&path).unwrap().len(), sizes[0]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

/// Results of searches that each have parameters of their own: their identities are forgotten with them.
#[test]
fn identities_do_not_fill_the_file() {
    let (_folder, path) = folder();
    let memory = small_memory(&path);
    let position = playout::random_position(1, 20, Setting::default());
    for seed in 0..3_000 {
        let trial = trial("alphabeta-tt", &[("ties", "seeded")], &position, Some(3), Limits::default());
        let trial = Trial { seed, ..trial };
        memory.remember(&trial, &position, &record(&trial, &position, 3));
    }
    let stats = memory.stats().unwrap();
    assert!(stats.file_bytes <= SMALL && stats.entries > 1_000 && stats.entries < 3_000, "{stats:?}");
    assert!(stats.depths.keys().all(|(identity, _)| identity.starts_with("alphabeta-tt ")));
    assert!(stats.depths.keys().any(|(identity, _)| identity.contains(" seed=2999 ")));
}

#[test]
fn a_memory_belongs_to_one_program_at_a_time() {
    let (_folder, path) = folder();
    let memory = open(&path);
    assert!(refused(&path).contains("is in use by another program"));
    drop(memory);
    drop(open(&path));
}

/// A position with the move to a cell, before and after.
fn moved(before: &Position, (column, row): (usize, usize)) -> (Position, Position) {
    let mut after = before.clone();
    after.play(Point::new(column, row)).unwrap();
    (before.clone(), after)
}

fn learn(memory: &PositionMemory, moves: &[(Position, Position)]) {
    let moves: Vec<(&Position, &Position)> = moves.iter().map(|(before, after)| (before, after)).collect();
    memory.learn(&moves, Candidates::Box(1));
}

/// Positions of a game without threats: what loses it, only the game tells.
fn quiet(cells: &[(usize, usize)]) -> Position {
    let mut position = Position::empty(small(Rule::Freestyle));
    for &(column, row) in cells {
        position.play(Point::new(column, row)).unwrap();
    }
    position
}

#[test]
fn a_lost_game_marks_its_last_move_and_then_the_one_before() {
    let (_folder, path) = folder();
    let memory = open(&path);
    let early = quiet(&[(4, 4), (0, 0)]);
    let first = moved(&early, (3, 3));
    let late = quiet(&[(4, 4), (0, 0), (3, 3), (8, 0)]);
    assert!(memory.avoided(&late, Candidates::Box(1)).is_empty(), "a new memory");
    for (number, cell) in [(4, 3), (3, 4), (5, 5)].into_iter().enumerate() {
        assert!(memory.avoided(&early, Candidates::Box(1)).is_empty(), "the earlier move is not lost yet");
        learn(&memory, &[first.clone(), moved(&late, cell)]);
        let avoided = memory.avoided(&late, Candidates::Box(1));
        assert!(avoided.contains(&Point::new(cell.0, cell.1)) && avoided.len() > number, "{avoided:?}");
        assert!(avoided.iter().all(|&point| !late.stones().iter().any(|stone| stone.0 == point)));
    }
    // Three have lost: the position is given up.
    assert_eq!(memory.avoided(&early, Candidates::Box(1)), [Point::new(3, 3)]);
    // So are all pictures of it, and no other position.
    for picture in pictures(&early) {
        assert_eq!(memory.avoided(&picture, Candidates::Box(1)).len(), 1);
    }
    assert!(memory.avoided(&quiet(&[(4, 4), (0, 1)]), Candidates::Box(1)).is_empty());
    drop(memory);
    let mut memory = open(&path);
    assert_eq!(memory.trouble(), None);
    assert_eq!(memory.stats().unwrap().lost, 4);
    assert_eq!(memory.clear().unwrap(), 4);
    assert!(memory.avoided(&early, Candidates::Box(1)).is_empty());
}

/// The game is taken back as far as the win of the other side can be proved.
#[test]
fn what_was_lost_already_is_not_blamed_on_the_last_move() {
    let memory = PositionMemory::in_series();
    // White lets black's open three stand, and then cannot stop the open four.
    let three = quiet(&[(3, 4), (0, 0), (4, 4), (8, 8), (5, 4)]);
    let four = quiet(&[(3, 4), (0, 0), (4, 4), (8, 8), (5, 4), (0, 8), (2, 4)]);
    learn(&memory, &[moved(&three, (0, 8)), moved(&four, (1, 4))]);
    assert!(memory.avoided(&three, Candidates::All).contains(&Point::new(0, 8)));
}

/// A search finds another move where its own lost a game, and what it finds then is not kept as what it found.
#[test]
fn searches_do_without_what_lost() {
    for (algorithm, given) in [
        ("alphabeta", &[("evaluation", "ustc-rows")][..]),
        ("minimax", &[("evaluation", "ustc-rows")]),
        ("mtdf", &[]),
        ("pvs", &[]),
        ("engine", &[]),
    ] {
        let memory = Arc::new(PositionMemory::in_series());
        let position = quiet(&[(4, 4), (0, 0), (3, 3), (8, 0)]);
        let trial = trial(algorithm, given, &position, Some(2), Limits::default());
        let mut tried = Vec::new();
        for _ in 0..3 {
            let record = run(&memory, &trial, &position);
            let moves = record.result.unwrap().moves;
            let point = parse(moves.first().unwrap(), position.setting()).unwrap();
            assert!(!tried.contains(&point), "{algorithm} {moves:?}");
            tried.push(point);
            learn(&memory, &[moved(&position, (point.column(), point.row()))]);
        }
        let own = PositionMemory::in_series();
        let plain = run(&Arc::new(own), &trial, &position).result;
        assert_eq!(
            memory.recall(&trial_with_memory(&trial), &position).map(|known| known.answer),
            plain,
            "{algorithm}"
        );
    }
}

fn trial_with_memory(trial: &Trial) -> Trial {
    let mut trial = trial.clone();
    trial.params.insert(PARAMETER.to_owned(), "on".into());
    trial
}
