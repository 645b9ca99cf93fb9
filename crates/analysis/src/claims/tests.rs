//! Claims over records written down here, decided by hand.

use super::super::request::{Filter, Scalar, Selection};
use super::super::testing::{framed, game, record};
use super::*;
use searchlab_search::budget::Status;
use searchlab_trial::record::{Moves, Record};

fn claim(statistic: ClaimStatistic, is: &str) -> ClaimRequest {
    ClaimRequest {
        says: "it needs less".to_owned(),
        field: "evaluated".to_owned(),
        of: Selection::Label("new".to_owned()),
        over: Some(Selection::Label("old".to_owned())),
        statistic: Some(statistic),
        is: is.to_owned(),
        every: None,
        p: None,
        family: Family::Experiment,
        cluster: None,
        published: None,
        filter: Filter::new(),
    }
}

fn alone(statistic: ClaimStatistic, is: &str) -> ClaimRequest {
    ClaimRequest { over: None, ..claim(statistic, is) }
}

fn depths() -> Axes {
    Axes::new([Field::Depth])
}

fn made(request: &ClaimRequest, records: &[Record]) -> ClaimResult {
    let frame = framed(records, ClaimResult::fields_of(request, &depths()));
    ClaimResult::of_all(std::slice::from_ref(request), &frame, &depths()).remove(0)
}

fn trial(instance: usize, algorithm: &str, depth: u32, evaluated: u64) -> Record {
    let written = record("board", &format!("p{instance}"), algorithm);
    written.depth(depth).evaluated(evaluated).status(Status::Complete).record
}

fn limited(instance: usize, algorithm: &str, evaluated: u64) -> Record {
    Record { status: Status::LimitNodes, ..trial(instance, algorithm, 4, evaluated) }
}

/// Pairs (new, old), each an instance, all at depth 4.
fn pairs(numbers: &[(u64, u64)]) -> Vec<Record> {
    let pair = |(instance, &(new, old)): (usize, &(u64, u64))| {
        [trial(instance, "new", 4, new), trial(instance, "old", 4, old)]
    };
    numbers.iter().enumerate().flat_map(pair).collect()
}

fn value(result: &ClaimResult) -> f64 {
    result.figures[0].value.unwrap_or_else(|| panic!("{result:?}"))
}

/// The ratios are 1/2, 1/4 and 2; new 10, 20 and 80, old 20, 80 and 40. Of three pairs nothing is sure but what holds for
/// each of them.
#[test]
fn every_statistic_of_pairs() {
    let records = pairs(&[(10, 20), (20, 80), (80, 40)]);
    let cases = [
        (ClaimStatistic::Mean, 110.0 / 140.0),
        (ClaimStatistic::Sum, 110.0 / 140.0),
        (ClaimStatistic::Par10, 110.0 / 140.0),
        (ClaimStatistic::Median, 0.5),
        (ClaimStatistic::Min, 0.25),
        (ClaimStatistic::Max, 2.0),
        (ClaimStatistic::GeometricMean, 0.25f64.cbrt()),
        (ClaimStatistic::Equal, 0.0),
        (ClaimStatistic::Smaller, 2.0 / 3.0),
    ];
    for (statistic, expected) in cases {
        let result = made(&claim(statistic, "<= 3"), &records);
        assert!((value(&result) - expected).abs() < 1e-12, "{statistic:?}: {result:?}");
        assert_eq!(result.figures[0].units, 3, "{statistic:?}");
    }
    assert_eq!(made(&claim(ClaimStatistic::Max, "<= 5"), &records).verdict, Verdict::Held);
    assert_eq!(made(&claim(ClaimStatistic::Min, "> 0.25"), &records).verdict, Verdict::Refuted);
    assert!(matches!(made(&claim(ClaimStatistic::GeometricMean, "< 1"), &records).verdict, Verdict::Undecided(_)));
}

#[test]
fn every_statistic_of_values() {
    let records = pairs(&[(10, 1), (20, 1), (80, 1)]);
    let cases = [
        (ClaimStatistic::Mean, 110.0 / 3.0),
        (ClaimStatistic::Sum, 110.0),
        (ClaimStatistic::Par2, 110.0 / 3.0),
        (ClaimStatistic::Median, 20.0),
        (ClaimStatistic::Min, 10.0),
        (ClaimStatistic::Max, 80.0),
        (ClaimStatistic::GeometricMean, 16_000f64.cbrt()),
        (ClaimStatistic::Finished, 1.0),
    ];
    for (statistic, expected) in cases {
        let result = made(&alone(statistic, ">= 1"), &records);
        assert!((value(&result) - expected).abs() < 1e-9, "{statistic:?}: {result:?}");
        assert_eq!(result.figures[0].units, 3, "{statistic:?}");
    }
    for statistic in [ClaimStatistic::Equal, ClaimStatistic::Smaller] {
        assert!(matches!(made(&alone(statistic, ">= 1"), &records).verdict, Verdict::Undecided(_)));
    }
}

/// Four pairs of euclidean and manhattan gave 3.07 [0.61, 15.5] with P = 0.062: such a sample shows neither.
#[test]
fn a_verdict_never_contradicts_its_interval() {
    let records = pairs(&[(100, 90), (300, 100), (500, 60), (900, 250)]);
    let of = |is: &str| made(&claim(ClaimStatistic::GeometricMean, is), &records);
    for is in ["> 1", "< 1", "> 2.9", "< 2.9", "> 20", "< 20", "within 5 %", "within 900 %", "== 1", "!= 1", "!= 90"] {
        let result = of(is);
        let figure = &result.figures[0];
        let interval = figure.interval.unwrap();
        let (all, none) = super::super::demand::Demand::parse(is).unwrap().of_range(interval.low, interval.high);
        let expected = match &result.verdict {
            Verdict::Held => (true, false),
            Verdict::Refuted => (false, true),
            _ => (false, false),
        };
        assert_eq!((all, none), expected, "{is}: {result:?}");
    }
    assert!(matches!(of("> 1").verdict, Verdict::Undecided(_)), "{:?}", of("> 1"));
    let power = of("> 1").figures[0].power.unwrap();
    assert!(power.detectable > value(&of("> 1")) && power.needed > Some(4), "{power:?}");
}

/// Two one-sided tests (Schuirmann 1987): near one is not within five per cent of it unless the sample is sure of it.
#[test]
fn equivalence_is_tested_as_such() {
    let near: Vec<(u64, u64)> = (0..40).map(|i| (1000 + i * 7 % 23, 1000 + i * 5 % 19)).collect();
    let within =
        |is: &str, numbers: &[(u64, u64)]| made(&claim(ClaimStatistic::GeometricMean, is), &pairs(numbers)).verdict;
    assert_eq!(within("within 5 %", &near), Verdict::Held);
    assert!(matches!(within("within 5 %", &[(100, 101), (120, 100), (90, 101)]), Verdict::Undecided(_)));
    let far: Vec<(u64, u64)> = near.iter().map(|&(new, old)| (new * 2, old)).collect();
    assert_eq!(within("within 5 %", &far), Verdict::Refuted);
    assert!(matches!(within("== 1", &near), Verdict::Undecided(_)), "no sample shows equality");
}

/// Repeats and axes that are not compared are brought together: an instance at nine depths is one instance.
#[test]
fn an_instance_counts_once() {
    let records: Vec<Record> = (0..3)
        .flat_map(|instance| {
            (1..10).flat_map(move |depth| {
                [
                    trial(instance, "new", depth, 10 + instance as u64),
                    trial(instance, "old", depth, 20 + 3 * instance as u64),
                ]
            })
        })
        .collect();
    let result = made(&claim(ClaimStatistic::GeometricMean, "< 1"), &records);
    assert_eq!((result.figures[0].units, result.figures[0].count), (3, 27));
    let by_depth =
        ClaimRequest { cluster: Some(OneOrMany::One("depth".to_owned())), ..claim(ClaimStatistic::Mean, "< 1") };
    assert_eq!(made(&by_depth, &records).figures[0].units, 9);
}

#[test]
fn nothing_is_compared_with_itself() {
    let records = pairs(&[(10, 20), (20, 80), (30, 50)]);
    let all = Selection::Where(Filter::from([(
        "algorithm".to_owned(),
        OneOrMany::Many(["new", "old"].map(|name| Scalar::Text(name.to_owned())).to_vec()),
    )]));
    let result = made(&ClaimRequest { of: all, ..claim(ClaimStatistic::GeometricMean, "< 1") }, &records);
    assert_eq!(result.figures[0].count, 3, "those of old have no partner but themselves: {result:?}");
}

#[test]
fn where_nothing_differs_nothing_is_tested() {
    let result = made(&claim(ClaimStatistic::GeometricMean, "< 1"), &pairs(&[(3, 3), (4, 4), (5, 5), (6, 6), (7, 7)]));
    assert_eq!(result.verdict, Verdict::NotTested("no pair differs, in 5 instances".to_owned()));
    assert_eq!((result.figures[0].interval, result.figures[0].p), (None, None));
}

/// Holm over the claims of an experiment; `family = "claim"` leaves a claim out of it.
#[test]
fn p_is_corrected_over_the_experiment() {
    let records = pairs(&[(1, 2), (2, 5), (3, 7), (4, 9), (5, 13), (6, 14)]);
    let requests = [
        claim(ClaimStatistic::GeometricMean, "< 0.6"),
        claim(ClaimStatistic::GeometricMean, "< 1"),
        ClaimRequest { family: Family::Claim, ..claim(ClaimStatistic::GeometricMean, "< 0.6") },
        claim(ClaimStatistic::Max, "< 1"),
    ];
    let frame = framed(&records, ClaimResult::fields_of(&requests[0], &depths()));
    let results = ClaimResult::of_all(&requests, &frame, &depths());
    let p = |place: usize| (results[place].figures[0].p.unwrap(), results[place].figures[0].corrected.unwrap());
    assert!((p(1).1 - 2.0 * p(1).0).abs() < 1e-15, "the smaller of two counts twice");
    assert!((p(0).1 - p(0).0).abs() < 1e-15, "the greater once");
    assert!((p(2).0 - p(2).1).abs() < 1e-15 && results[3].figures[0].p.is_none());
    assert!(results[1].method.contains("corrected over 2 claims"), "{}", results[1].method);
}

#[test]
fn conditions_read_as_sentences() {
    let request = ClaimRequest {
        p: Some(0.05),
        every: Some(OneOrMany::One("depth".to_owned())),
        ..claim(ClaimStatistic::GeometricMean, "< 1")
    };
    let expected = "geometric mean of evaluated, new ÷ old, < 1, for every depth";
    assert_eq!(made(&request, &[]).condition, expected);
}

/// A claim that a figure without a number keeps undecided rejects nothing, and leaves the others no higher level.
#[test]
fn a_claim_without_a_number_makes_no_room_in_the_family() {
    let mut records = pairs(&[(10, 20), (11, 25), (9, 21), (12, 26), (10, 23), (11, 21)]);
    records.push(trial(0, "new", 5, 1));
    let depth = OneOrMany::One("depth".to_owned());
    let requests = [
        ClaimRequest { every: Some(depth), ..claim(ClaimStatistic::GeometricMean, "< 1") },
        ClaimRequest { filter: at_depth(4), ..claim(ClaimStatistic::GeometricMean, "< 0.52") },
    ];
    let frame = framed(&records, ClaimResult::fields_of(&requests[0], &depths()));
    let results = ClaimResult::of_all(&requests, &frame, &depths());
    assert!(matches!(results[0].verdict, Verdict::Undecided(_)), "{results:?}");
    let other = &results[1].figures[0];
    assert!((other.corrected.unwrap() - 2.0 * other.p.unwrap()).abs() < 1e-15, "{other:?}");
}

fn at_depth(depth: i64) -> Filter {
    Filter::from([("depth".to_owned(), OneOrMany::One(Scalar::Whole(depth)))])
}

/// A bound of the value can be enough for "more", and never for "less"; one of the baseline the other way round.
#[test]
fn bounds_support_one_side_only() {
    let verdict = |records: &[Record], is: &str| made(&claim(ClaimStatistic::GeometricMean, is), records).verdict;
    let many = |new: fn(usize) -> Record, old: fn(usize) -> Record| -> Vec<Record> {
        (0..8).flat_map(|instance| [new(instance), old(instance)]).collect()
    };
    let above = many(|i| limited(i, "new", 80 + i as u64), |i| trial(i, "old", 4, 20));
    assert_eq!(verdict(&above, "> 2"), Verdict::Held);
    assert_eq!(verdict(&above, "< 2"), Verdict::Refuted);
    for open in ["< 8", "> 8", "== 8"] {
        assert!(matches!(verdict(&above, open), Verdict::Undecided(_)), "{open}");
    }
    let figure = &made(&claim(ClaimStatistic::GeometricMean, "> 2"), &above).figures[0];
    assert!(figure.value.is_some_and(|value| value > 4.0) && figure.interval.is_some_and(|it| it.high.is_infinite()));
    assert!(figure.remark.as_ref().is_some_and(|remark| remark.starts_with("at least")));
    let below = many(|i| trial(i, "new", 4, 20), |i| limited(i, "old", 80 + i as u64));
    assert_eq!(verdict(&below, "< 0.5"), Verdict::Held);
    assert_eq!(verdict(&below, "> 0.5"), Verdict::Refuted);
    assert!(matches!(verdict(&below, "> 0.1"), Verdict::Undecided(_)));
    let both = many(|i| limited(i, "new", 20), |i| limited(i, "old", 80));
    assert!(matches!(verdict(&both, "< 100"), Verdict::Undecided(_)));
}

/// Of ratios of which some are at least 2 the median is known, and what the greatest is not.
#[test]
fn medians_exist_in_spite_of_bounds() {
    let mut records = pairs(&[(10, 20), (10, 20), (20, 80), (20, 81), (20, 82), (20, 83), (20, 84)]);
    records.extend([limited(7, "new", 80), trial(7, "old", 4, 40)]);
    let of = |statistic, is: &str| made(&claim(statistic, is), &records);
    assert_eq!(of(ClaimStatistic::Median, "< 0.6").verdict, Verdict::Held);
    assert_eq!(of(ClaimStatistic::Min, "<= 0.25").verdict, Verdict::Held);
    assert!(matches!(of(ClaimStatistic::Max, "< 3").verdict, Verdict::Undecided(_)));
    assert_eq!(of(ClaimStatistic::Max, ">= 2").verdict, Verdict::Held);
    assert!((value(&of(ClaimStatistic::Smaller, "> 0.6")) - 7.0 / 8.0).abs() < 1e-12);
    assert!(matches!(of(ClaimStatistic::Mean, "< 1").verdict, Verdict::Undecided(_)));
    assert_eq!(made(&alone(ClaimStatistic::Finished, "== 1"), &records).verdict, Verdict::Refuted);
    // 10 and 10 and 100 and the limit ten times.
    let par = made(&alone(ClaimStatistic::Par10, "> 1"), &records);
    assert!((value(&par) - (20.0 + 100.0 + 800.0) / 8.0).abs() < 1e-12);
}

#[test]
fn proportions_of_pairs_count_what_is_sure() {
    // Equal; open, as 5 may become 7; never equal, as 9 is more than 7.
    let mut records = pairs(&[(3, 3)]);
    records.extend([limited(1, "new", 5), trial(1, "old", 4, 7), limited(2, "new", 9), trial(2, "old", 4, 7)]);
    let result = made(&claim(ClaimStatistic::Equal, "> 0.5"), &records);
    assert!(matches!(result.verdict, Verdict::Undecided(_)));
    assert!(result.figures[0].remark.as_ref().is_some_and(|remark| remark.contains("between 0.3333 and 0.6667")));
    assert_eq!(made(&claim(ClaimStatistic::Equal, "== 1"), &records).verdict, Verdict::Refuted, "one counterexample");
}

/// Where a limit leaves no value, the pair is left out and counted.
#[test]
fn values_of_ended_trials_are_left_out() {
    let answer = |instance: usize, algorithm: &str, value: f64, status: Status| {
        record("board", &format!("p{instance}"), algorithm).value(value).depth(4).status(status).record
    };
    let records = [
        answer(0, "new", 3.0, Status::Complete),
        answer(0, "old", 3.0, Status::Complete),
        answer(1, "new", 9.0, Status::LimitTime),
        answer(1, "old", 4.0, Status::Complete),
        answer(2, "new", 9.0, Status::Complete),
    ];
    let request = ClaimRequest { field: "value".to_owned(), ..claim(ClaimStatistic::Equal, "== 1") };
    let result = made(&request, &records);
    assert_eq!((&result.verdict, result.figures[0].count), (&Verdict::Held, 1));
    let remark = result.figures[0].remark.as_deref();
    assert_eq!(remark, Some("1 pair left out that a limit ended; 1 trial without a partner"));
}

/// Half of the baseline is what "< 0.5" is tested against.
#[test]
fn the_test_is_against_the_number_of_the_claim() {
    let records = pairs(&[(1, 2), (2, 4), (3, 6), (4, 8), (5, 10)]);
    // All ratios are equal: as improbable as five tosses.
    assert_eq!(made(&claim(ClaimStatistic::GeometricMean, "< 1"), &records).figures[0].p, Some(1.0 / 32.0));
    assert_eq!(made(&claim(ClaimStatistic::GeometricMean, "< 0.5"), &records).figures[0].p, Some(1.0));
    // 5 of 5 smaller, against 9 of 10: 0.9^5 (Clopper, Pearson 1934).
    let p = made(&claim(ClaimStatistic::Smaller, ">= 0.9"), &records).figures[0].p.unwrap();
    assert!((p - 0.9f64.powi(5)).abs() < 1e-12);
}

#[test]
fn growth_is_fitted_over_depth_within_instances() {
    let grown = |algorithm: &'static str, factor: u64| {
        (1..5)
            .flat_map(move |depth| [3, 5].map(|size| trial(size as usize, algorithm, depth, size * factor.pow(depth))))
    };
    let records: Vec<Record> = grown("new", 2).chain(grown("old", 6)).collect();
    let result = made(&claim(ClaimStatistic::Branching, "< 0.5"), &records);
    assert!((value(&result) - 1.0 / 3.0).abs() < 1e-12);
    assert_eq!((result.figures[0].units, result.figures[0].count), (2, 8));
    let result = made(&alone(ClaimStatistic::Branching, "< 2.1"), &records);
    assert!((value(&result) - 2.0).abs() < 1e-12, "{result:?}");
    let more: Vec<Record> = (0..6)
        .flat_map(|seed| (1..5).map(move |depth| trial(seed, "new", depth, 3 + 2u64.pow(depth) * (seed as u64 + 10))))
        .collect();
    assert_eq!(made(&alone(ClaimStatistic::Branching, "< 2.1"), &more).verdict, Verdict::Held);
    // The deepest was ended: it grows at least so.
    let mut ended = records.clone();
    let deepest = ended.iter_mut().find(|record| record.depth == Some(4) && record.algorithm == "new").unwrap();
    deepest.status = Status::LimitNodes;
    deepest.counters.evaluated += 100;
    assert!(matches!(made(&alone(ClaimStatistic::Branching, "< 3"), &ended).verdict, Verdict::Undecided(_)));
    assert!(made(&alone(ClaimStatistic::Branching, "> 2"), &ended).figures[0].value.is_some_and(|value| value > 2.0));
    let one_depth: Vec<Record> = records.into_iter().filter(|record| record.depth == Some(2)).collect();
    let undecided = made(&alone(ClaimStatistic::Branching, "> 1"), &one_depth).verdict;
    assert_eq!(undecided, Verdict::Undecided("all values stand at one depth".to_owned()));
}

#[test]
fn what_is_not_there_decides_nothing() {
    let undecided = |request: &ClaimRequest, records: &[Record]| match made(request, records).verdict {
        Verdict::Undecided(reason) => reason,
        other => panic!("{other:?}"),
    };
    let request = claim(ClaimStatistic::GeometricMean, "< 1");
    assert_eq!(undecided(&request, &[]), "there are no trials of new");
    let lonely = [trial(0, "new", 4, 1), trial(1, "old", 4, 2)];
    assert_eq!(undecided(&request, &lonely), "no trial has a partner");
    let every = ClaimRequest { every: Some(OneOrMany::One("depth".to_owned())), ..request.clone() };
    let halves = [trial(0, "new", 4, 1), trial(0, "old", 4, 2), trial(0, "old", 5, 2)];
    assert_eq!(undecided(&every, &halves), "depth 5: there are no trials");
    let zero = pairs(&[(0, 5)]);
    assert!(undecided(&request, &zero).contains("is not above 0"), "{}", undecided(&request, &zero));
    let wrong = ClaimRequest { is: "small".to_owned(), ..request.clone() };
    assert!(undecided(&wrong, &zero).starts_with("expected a sign"), "{}", undecided(&wrong, &zero));
    let unknown = ClaimRequest { field: "leafs".to_owned(), ..request };
    assert_eq!(undecided(&unknown, &zero), "there is no field leafs");
}

/// One depth that fails refutes a claim for every depth, whatever else is not known.
#[test]
fn one_figure_refutes() {
    let mut records = pairs(&[(5, 1), (6, 1), (7, 1), (5, 1), (6, 1), (7, 1)]);
    records.push(trial(0, "new", 5, 1));
    let every =
        ClaimRequest { every: Some(OneOrMany::One("depth".to_owned())), ..claim(ClaimStatistic::GeometricMean, "< 1") };
    assert_eq!(made(&every, &records).verdict, Verdict::Refuted);
    let only = Filter::from([("depth".to_owned(), OneOrMany::One(Scalar::Text(">= 5".to_owned())))]);
    assert!(matches!(made(&ClaimRequest { filter: only, ..every }, &records).verdict, Verdict::Undecided(_)));
}

/// Games show a difference, or its opposite, or neither.
#[test]
fn games_decide_only_what_they_show() {
    let elo = |points: [f64; 2], count: usize, same: bool| {
        let request = ClaimRequest {
            field: "score".to_owned(),
            of: Selection::Where(Filter::from([(
                "algorithm".to_owned(),
                OneOrMany::One(Scalar::Text("new".to_owned())),
            )])),
            ..alone(ClaimStatistic::Elo, "> 0")
        };
        let both = |opening: usize| {
            let opening = format!("opening {opening}");
            // Every fourth opening the other way, so that there is some chance in it.
            let [first, second] = if opening.ends_with(['3', '7']) { points.map(|it| 1.0 - it) } else { points };
            let (one, other) = (game(&opening, ["new", "old"], first), game(&opening, ["old", "new"], 1.0 - second));
            [with_moves(one, "f5d6"), with_moves(other, if same { "f5d6" } else { "f5f6" })]
        };
        let records: Vec<Record> = (0..count).flat_map(both).collect();
        let axes = Axes::new([Field::Opponent, Field::Side]);
        let frame = framed(&records, ClaimResult::fields_of(&request, &axes));
        ClaimResult::of_all(&[request], &frame, &axes).remove(0)
    };
    let held = elo([1.0, 1.0], 20, false);
    assert_eq!(held.verdict, Verdict::Held, "{held:?}");
    assert_eq!((held.figures[0].units, held.figures[0].count), (20, 40));
    assert!(held.figures[0].interval.is_some_and(|interval| interval.low > 0.0), "{held:?}");
    assert_eq!(elo([0.0, 0.0], 20, false).verdict, Verdict::Refuted);
    assert!(matches!(elo([1.0, 0.0], 20, false).verdict, Verdict::Undecided(_)));
    assert!(matches!(elo([1.0, 1.0], 2, false).verdict, Verdict::Undecided(_)));
    // The same game with either colour says nothing of the players.
    let same = elo([1.0, 0.0], 20, true);
    assert!(matches!(&same.verdict, Verdict::NotTested(reason) if reason.contains("in 20 of 20 openings")), "{same:?}");
    assert_eq!(same.figures[0].interval, None);
}

fn with_moves(mut record: Record, moves: &str) -> Record {
    if let Some(answer) = &mut record.result {
        answer.moves = Moves::Text(moves.to_owned());
    }
    record
}
