//! Claims over records written down here, decided by hand.

use super::super::request::{Filter, Scalar, Selection};
use super::super::testing::{framed, game, record};
use super::*;
use crate::record::Record;
use crate::search::budget::Status;

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
    ClaimResult::of(request, &framed(records, ClaimResult::fields_of(request, &depths())), &depths())
}

fn trial(instance: usize, algorithm: &str, depth: u32, evaluated: u64) -> Record {
    let written = record("othello", &format!("p{instance}"), algorithm);
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

/// The ratios are 1/2, 1/4 and 2; new 10, 20 and 80, old 20, 80 and 40.
#[test]
fn every_statistic_of_pairs() {
    let records = pairs(&[(10, 20), (20, 80), (80, 40)]);
    let cases = [
        (ClaimStatistic::Mean, 110.0 / 140.0),
        (ClaimStatistic::Sum, 110.0 / 140.0),
        (ClaimStatistic::Median, 0.5),
        (ClaimStatistic::Min, 0.25),
        (ClaimStatistic::Max, 2.0),
        (ClaimStatistic::GeometricMean, 0.25f64.cbrt()),
        (ClaimStatistic::Equal, 0.0),
        (ClaimStatistic::Smaller, 2.0 / 3.0),
        (ClaimStatistic::Finished, 1.0),
    ];
    for (statistic, expected) in cases {
        let result = made(&claim(statistic, "<= 5"), &records);
        assert!((value(&result) - expected).abs() < 1e-12, "{statistic:?}: {result:?}");
        assert_eq!((&result.verdict, result.figures[0].count), (&Verdict::Held, 3), "{statistic:?}");
        assert_eq!(made(&claim(statistic, "> 5"), &records).verdict, Verdict::Refuted, "{statistic:?}");
    }
}

#[test]
fn every_statistic_of_values() {
    let records = pairs(&[(10, 1), (20, 1), (80, 1)]);
    let cases = [
        (ClaimStatistic::Mean, 110.0 / 3.0),
        (ClaimStatistic::Sum, 110.0),
        (ClaimStatistic::Median, 20.0),
        (ClaimStatistic::Min, 10.0),
        (ClaimStatistic::Max, 80.0),
        (ClaimStatistic::GeometricMean, 16_000f64.cbrt()),
        (ClaimStatistic::Finished, 1.0),
    ];
    for (statistic, expected) in cases {
        let result = made(&alone(statistic, ">= 1"), &records);
        assert!((value(&result) - expected).abs() < 1e-9, "{statistic:?}: {result:?}");
        assert_eq!((&result.verdict, result.figures[0].count), (&Verdict::Held, 3), "{statistic:?}");
    }
    for statistic in [ClaimStatistic::Equal, ClaimStatistic::Smaller] {
        assert!(matches!(made(&alone(statistic, ">= 1"), &records).verdict, Verdict::Undecided(_)));
    }
}

#[test]
fn conditions_read_as_sentences() {
    let request = ClaimRequest {
        p: Some(0.05),
        every: Some(OneOrMany::One("depth".to_owned())),
        ..claim(ClaimStatistic::GeometricMean, "< 1")
    };
    let expected = "geometric mean of evaluated, new ÷ old, < 1, P < 0.05, for every depth";
    assert_eq!(made(&request, &[]).condition, expected);
}

/// A bound of the value can be enough for "more", and never for "less"; one of the baseline the other way round.
#[test]
fn bounds_support_one_side_only() {
    let verdict = |records: &[Record], is: &str| made(&claim(ClaimStatistic::GeometricMean, is), records).verdict;
    let above = [limited(0, "new", 80), trial(0, "old", 4, 20)];
    assert_eq!(verdict(&above, "> 2"), Verdict::Held);
    assert_eq!(verdict(&above, "< 2"), Verdict::Refuted);
    assert!(matches!(verdict(&above, "< 8"), Verdict::Undecided(_)));
    assert!(matches!(verdict(&above, "> 8"), Verdict::Undecided(_)));
    assert!(matches!(verdict(&above, "== 4"), Verdict::Undecided(_)));
    let result = made(&claim(ClaimStatistic::GeometricMean, "> 2"), &above);
    assert_eq!((result.figures[0].value, result.figures[0].interval), (Some(4.0), None));
    assert!(result.figures[0].remark.as_ref().is_some_and(|remark| remark.starts_with("at least")));
    let below = [trial(0, "new", 4, 20), limited(0, "old", 80)];
    assert_eq!(verdict(&below, "< 0.5"), Verdict::Held);
    assert_eq!(verdict(&below, "> 0.5"), Verdict::Refuted);
    assert!(matches!(verdict(&below, "> 0.1"), Verdict::Undecided(_)));
    let both = [limited(0, "new", 20), limited(0, "old", 80)];
    assert!(matches!(verdict(&both, "< 100"), Verdict::Undecided(_)));
}

/// Of three ratios 1/2, 1/4 and at least 2 the median is known, the greatest is not.
#[test]
fn medians_exist_in_spite_of_bounds() {
    let mut records = pairs(&[(10, 20), (20, 80)]);
    records.extend([limited(2, "new", 80), trial(2, "old", 4, 40)]);
    let of = |statistic, is: &str| made(&claim(statistic, is), &records);
    assert_eq!(of(ClaimStatistic::Median, "== 0.5").verdict, Verdict::Held);
    assert_eq!(of(ClaimStatistic::Min, "== 0.25").verdict, Verdict::Held);
    assert!(matches!(of(ClaimStatistic::Max, "< 3").verdict, Verdict::Undecided(_)));
    assert_eq!(of(ClaimStatistic::Max, ">= 2").verdict, Verdict::Held);
    // The third is larger for sure, and the sum at least 110 / 140.
    assert!((value(&of(ClaimStatistic::Smaller, "> 0.6")) - 2.0 / 3.0).abs() < 1e-12);
    assert_eq!(of(ClaimStatistic::Sum, "> 0.7").verdict, Verdict::Held);
    assert!(matches!(of(ClaimStatistic::Mean, "< 1").verdict, Verdict::Undecided(_)));
    assert_eq!(of(ClaimStatistic::Finished, "== 1").verdict, Verdict::Refuted);
}

#[test]
fn shares_of_pairs_count_what_is_sure() {
    // Equal; open, as 5 may become 7; never equal, as 9 is more than 7.
    let mut records = pairs(&[(3, 3)]);
    records.extend([limited(1, "new", 5), trial(1, "old", 4, 7), limited(2, "new", 9), trial(2, "old", 4, 7)]);
    let result = made(&claim(ClaimStatistic::Equal, "> 0.5"), &records);
    assert!(matches!(result.verdict, Verdict::Undecided(_)));
    assert!(result.figures[0].remark.as_ref().is_some_and(|remark| remark.contains("between 0.3333 and 0.6667")));
    assert_eq!(made(&claim(ClaimStatistic::Equal, "< 0.7"), &records).verdict, Verdict::Held);
    assert_eq!(made(&claim(ClaimStatistic::Smaller, "<= 0.34"), &records).verdict, Verdict::Held);
}

/// Where a limit leaves no value, the pair is left out and counted.
#[test]
fn values_of_ended_trials_are_left_out() {
    let answer = |instance: usize, algorithm: &str, value: f64, status: Status| {
        record("othello", &format!("p{instance}"), algorithm).value(value).depth(4).status(status).record
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

/// Six pairs, all smaller: P = 1/64 one-sided (Wilcoxon 1945); with Holm over two depths the smaller P counts twice.
#[test]
fn significance_is_one_sided_and_corrected_by_holm() {
    let mut records = pairs(&[(1, 2), (2, 5), (3, 7), (4, 11), (5, 13), (6, 17)]);
    let tested = ClaimRequest { p: Some(0.05), ..claim(ClaimStatistic::GeometricMean, "< 1") };
    let result = made(&tested, &records);
    assert_eq!((result.figures[0].p, &result.verdict), (Some(1.0 / 64.0), &Verdict::Held));
    let strict = ClaimRequest { p: Some(0.01), ..tested.clone() };
    let result = made(&strict, &records);
    assert_eq!((&result.verdict, result.figures[0].holds), (&Verdict::Refuted, false));
    assert_eq!(result.figures[0].remark.as_deref(), Some("P is not below 0.01"));
    // In the other direction P is 1.
    let other = ClaimRequest { is: "> 0.1".to_owned(), p: Some(0.05), ..tested.clone() };
    assert_eq!(made(&other, &records).figures[0].p, Some(1.0 / 64.0), "each is more than a tenth");
    let other = ClaimRequest { is: "> 1".to_owned(), ..tested.clone() };
    assert_eq!(made(&other, &records).figures[0].p, Some(1.0));
    // At depth 5 five pairs: 1/32. Holm: 2/64 and max(2/64, 1/32).
    records.extend((0..5).flat_map(|instance| [trial(instance, "new", 5, 1), trial(instance, "old", 5, 3)]));
    let every = ClaimRequest { every: Some(OneOrMany::One("depth".to_owned())), ..tested };
    let result = made(&every, &records);
    let ps: Vec<Option<f64>> = result.figures.iter().map(|figure| figure.p).collect();
    assert_eq!((ps, result.verdict), (vec![Some(1.0 / 32.0), Some(1.0 / 32.0)], Verdict::Held));
    assert_eq!(result.figures[1].case, [("depth".to_owned(), "5".to_owned())]);
}

/// Half of the baseline is what "< 0.5" is tested against.
#[test]
fn the_test_is_against_the_number_of_the_claim() {
    let records = pairs(&[(1, 2), (2, 4), (3, 6), (4, 8), (5, 10)]);
    let tested = |is: &str| ClaimRequest { p: Some(0.05), ..claim(ClaimStatistic::GeometricMean, is) };
    assert_eq!(made(&tested("< 1"), &records).figures[0].p, Some(1.0 / 32.0));
    assert_eq!(made(&tested("<= 0.5"), &records).figures[0].p, Some(1.0));
    let smaller = ClaimRequest { p: Some(0.05), ..claim(ClaimStatistic::Smaller, ">= 0.9") };
    assert_eq!(made(&smaller, &records).figures[0].p, Some(1.0 / 32.0));
    let equal = ClaimRequest { p: Some(0.05), ..claim(ClaimStatistic::Equal, "== 0") };
    assert!(matches!(made(&equal, &records).verdict, Verdict::Undecided(_)));
}

/// With a bound among the pairs the sign test decides: 6 of 6, 1/64.
#[test]
fn limits_leave_the_sign_test() {
    let mut records = pairs(&[(1, 2), (2, 5), (3, 7), (4, 11), (5, 13)]);
    records.extend([trial(5, "new", 4, 6), limited(5, "old", 17)]);
    let tested = ClaimRequest { p: Some(0.05), ..claim(ClaimStatistic::GeometricMean, "< 1") };
    let result = made(&tested, &records);
    assert_eq!((result.figures[0].p, &result.verdict), (Some(1.0 / 64.0), &Verdict::Held));
    let other = ClaimRequest { is: "> 0.01".to_owned(), ..tested };
    assert!(matches!(made(&other, &records).verdict, Verdict::Undecided(_)));
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
    assert_eq!((&result.verdict, result.figures[0].count), (&Verdict::Held, 8));
    let result = made(&alone(ClaimStatistic::Branching, "< 2.1"), &records);
    assert!((value(&result) - 2.0).abs() < 1e-12 && result.verdict == Verdict::Held);
    assert!(result.figures[0].interval.is_some());
    // The deepest was ended: it grows at least so.
    let mut ended = records.clone();
    let deepest = ended.iter_mut().find(|record| record.depth == Some(4) && record.algorithm == "new").unwrap();
    deepest.status = Status::LimitNodes;
    deepest.counters.evaluated += 100;
    assert!(matches!(made(&alone(ClaimStatistic::Branching, "< 3"), &ended).verdict, Verdict::Undecided(_)));
    assert_eq!(made(&alone(ClaimStatistic::Branching, "> 2"), &ended).verdict, Verdict::Held);
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
    assert!(undecided(&wrong, &zero).starts_with("expected a sign"));
    let unknown = ClaimRequest { field: "leafs".to_owned(), ..request };
    assert_eq!(undecided(&unknown, &zero), "there is no field leafs");
}

/// One depth that fails refutes a claim for every depth, whatever else is not known.
#[test]
fn one_figure_refutes() {
    let mut records = pairs(&[(5, 1)]);
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
    let elo = |points: [f64; 2], count: usize| {
        let request = ClaimRequest {
            field: "score".to_owned(),
            of: Selection::Where(Filter::from([(
                "algorithm".to_owned(),
                OneOrMany::One(Scalar::Text("new".to_owned())),
            )])),
            p: Some(0.05),
            ..alone(ClaimStatistic::Elo, "> 0")
        };
        let both = |opening: usize| {
            let opening = format!("opening {opening}");
            // Every fourth opening the other way, so that there is some chance in it.
            let [first, second] = if opening.ends_with(['3', '7']) { points.map(|it| 1.0 - it) } else { points };
            [game(&opening, ["new", "old"], first), game(&opening, ["old", "new"], 1.0 - second)]
        };
        let records: Vec<Record> = (0..count).flat_map(both).collect();
        let axes = Axes::new([Field::Opponent, Field::Side]);
        ClaimResult::of(&request, &framed(&records, ClaimResult::fields_of(&request, &axes)), &axes)
    };
    let held = elo([1.0, 1.0], 20);
    assert_eq!(held.verdict, Verdict::Held, "{held:?}");
    assert!(held.figures[0].interval.is_some_and(|interval| interval.low > 0.0), "{held:?}");
    assert_eq!(elo([0.0, 0.0], 20).verdict, Verdict::Refuted);
    assert!(matches!(elo([1.0, 0.0], 20).verdict, Verdict::Undecided(_)));
    assert!(matches!(elo([1.0, 1.0], 2).verdict, Verdict::Undecided(_) | Verdict::Held));
}
