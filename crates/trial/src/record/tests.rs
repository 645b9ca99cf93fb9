//! Ids and records, which no version may change.

use super::*;
use searchlab_search::counters::IterationLimit;

fn trial() -> Trial {
    Trial {
        world: "maze".to_owned(),
        instance: "a.txt".to_owned(),
        content: 7,
        algorithm: "astar".to_owned(),
        params: Params::from([("heuristic".to_owned(), Value::from("manhattan"))]),
        depth: None,
        limits: Limits::default(),
        seed: 0,
        repeat: 0,
    }
}

/// The reference vectors of the authors of FNV.
#[test]
fn hash_is_fnv_1a() {
    for (text, hash) in [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
        let mut hasher = Hasher::default();
        hasher.write(text.as_bytes());
        assert_eq!(hasher.finish(), hash, "{text:?}");
    }
    // A number is hashed as its eight bytes.
    for number in [0, 1, 255, 256, 1 << 56, u64::MAX] {
        let (mut one, mut other) = (Hasher::default(), Hasher::default());
        one.write_u64(number);
        other.write(&u64::to_le_bytes(number));
        assert_eq!(one.finish(), other.finish(), "{number}");
    }
}

/// If this fails, every stored record has lost its trial.
#[test]
fn id_is_for_ever() {
    assert_eq!(
        trial().canonical(),
        "searchlab trial 1\nworld maze\ncontent 0000000000000007\nalgorithm astar\nparam heuristic=\"manhattan\"\n\
         depth -\nnodes -\nmicroseconds -\nbytes -\nseed 0\nrepeat 0\n"
    );
}

#[test]
fn id_depends_on_content_and_not_on_the_name() {
    let renamed = Trial { instance: "b.txt".to_owned(), ..trial() };
    assert_eq!(trial().id(), renamed.id());
    let Trial { world, content, algorithm, params, depth, limits, seed, repeat, .. } = trial();
    let search = search_text(&algorithm, &params, depth, limits, seed);
    assert_eq!(trial().id(), TaskIds::new(&world, content).id(&search, repeat));
    for other in [
        Trial { content: 8, ..trial() },
        Trial { seed: 1, ..trial() },
        Trial { repeat: 1, ..trial() },
        Trial { depth: Some(1), ..trial() },
        Trial { limits: Limits { nodes: Some(1), ..Limits::default() }, ..trial() },
        Trial { params: Params::new(), ..trial() },
    ] {
        assert_ne!(trial().id(), other.id(), "{other:?}");
    }
}

#[test]
fn record_survives_json() {
    let record = Record {
        id: trial().id(),
        world: "maze".to_owned(),
        instance: "a.txt".to_owned(),
        algorithm: "astar".to_owned(),
        params: trial().params,
        depth: None,
        limits: Limits { nodes: Some(7), ..Limits::default() },
        seed: 0,
        repeat: 0,
        status: Status::LimitNodes,
        result: Some(Answer {
            value: 3.0 + 2f64.sqrt(),
            exact: Some([3, 1]),
            moves: ["N", "E"].into_iter().collect(),
            depth: None,
        }),
        counters: Counters { expanded: 5, ..Counters::default() },
        per_iteration: vec![Iteration {
            limit: IterationLimit::Threshold(4.0),
            cost: None,
            value: None,
            best: None,
            counters: Counters::default(),
        }],
        game: None,
        referee: None,
        best: Vec::new(),
        program: None,
        measured: Measured::default(),
    };
    let text = serde_json::to_string(&record).expect("plain values");
    assert_eq!(serde_json::from_str::<Record>(&text).expect("our own text"), record);
}
