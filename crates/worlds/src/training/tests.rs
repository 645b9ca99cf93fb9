//! Learning from few games: the same whatever the threads, better than nothing, resumed where it was; what a teacher says.

use std::sync::atomic::AtomicBool;

use super::labels::{Source, TABLE_BITS, label};
use super::teacher::{self, teach};
use super::{Labelled, Plan, Played, Store, learn};
use crate::othello::endgame::Table;
use crate::othello::endgame::tests::negamax;
use crate::othello::learned::{Weights, shipped};

fn labelled(games: u32) -> Vec<Labelled> {
    let mut table = Table::new(TABLE_BITS);
    (0..games).flat_map(|game| label(&Played::own(7, u64::from(game)), game, 7, &mut table)).collect()
}

#[test]
fn labels_are_exact_and_the_same_every_time() {
    let first = labelled(6);
    assert_eq!(first, labelled(6));
    let small: Vec<&Labelled> = first.iter().filter(|each| each.board.empties() <= 7).collect();
    assert!(small.len() > 30);
    for each in small {
        assert_eq!(i32::from(each.score), negamax(each.board), "{each:?}");
    }
}

#[test]
fn a_teacher_gives_the_values_of_its_searches() {
    let mut table = teacher::table().expect("small");
    let mut taught = |teacher: &'static Weights| -> Vec<Labelled> {
        (0..4).flat_map(|game| teach(&Played::own(7, u64::from(game)), game, 7, teacher, &mut table)).collect()
    };
    let first = taught(shipped());
    assert!(first.len() > 60 && first == taught(shipped()));
    assert!(first.iter().all(|each| (15..=50).contains(&each.board.empties()) && each.source == Source::Searched));
    assert!(first.iter().any(|each| each.score > 20) && first.iter().any(|each| each.score < -20));
    // To this one all positions are worth the same.
    assert!(taught(Box::leak(Box::new(Weights::zero()))).iter().all(|each| each.score == 0));
}

#[test]
fn threads_change_nothing_and_errors_fall() {
    let labelled = labelled(40);
    let (plan, stop) = (Plan { steps: 8, ..Plan::default() }, AtomicBool::new(false));
    let one = learn(&labelled, &plan, 1, &stop, || {}).expect("nobody stops it");
    let three = learn(&labelled, &plan, 3, &stop, || {}).expect("nobody stops it");
    assert_eq!(one.weights.to_bytes(8), three.weights.to_bytes(8));
    assert_eq!((&one.curve, &one.stages), (&three.curve, &three.stages));
    let stage = |step: usize| one.curve.iter().filter(|point| point.stage == 1).nth(step).expect("a step").training;
    assert!(stage(7) < stage(0), "{} after {}", stage(7), stage(0));
    stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(learn(&labelled, &plan, 2, &stop, || {}).is_none());
}

#[test]
fn a_store_keeps_whole_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("labels.bin");
    let positions = labelled(3);
    let of = |game: u32| positions.iter().filter(|each| each.game == game).copied().collect::<Vec<_>>();
    let mut store = Store::<Vec<Labelled>>::open(&path, 5).expect("it can be made").expect("it is new");
    (0..3).for_each(|game| store.append(game, of(game)).expect("it can be written"));
    drop(store);
    let whole = std::fs::read(&path).expect("it is there");
    let ends: Vec<usize> =
        (0..3).map(|game| 35 + (0..=game).map(|game| 6 + 18 * of(game).len()).sum::<usize>()).collect();
    assert_eq!(ends[2], whole.len());
    for length in (0..whole.len()).step_by(13) {
        std::fs::write(&path, &whole[..length]).expect("it can be written");
        let store = Store::<Vec<Labelled>>::open(&path, 5).expect("it can be read").expect("it is ours");
        let games = ends.iter().filter(|&&end| end <= length).count() as u32;
        assert!((0..3).all(|game| store.has(game) == (game < games)), "{length} bytes");
        let kept: Vec<Labelled> = store.into_games().into_values().flatten().collect();
        assert_eq!(kept, (0..games).flat_map(of).collect::<Vec<_>>());
    }
    std::fs::write(&path, &whole).expect("it can be written");
    assert!(Store::<Vec<Labelled>>::open(&path, 6).expect("it can be read").is_none(), "another plan");
    std::fs::write(&path, "something else").expect("it can be written");
    assert!(Store::<Vec<Labelled>>::open(&path, 5).expect("it can be read").is_none(), "another file");
}
