//! No change of search behaviour lands unnoticed: the counters of a fixed set of trials are those that are committed.

use std::fmt::Write;

/// What `searchlab signature` printed when search behaviour was last changed on purpose.
const COMMITTED: &str = include_str!("../signature.txt");

/// Differing lines that are shown.
const SHOWN: usize = 6;

#[test]
fn search_behaves_as_committed() {
    let now = searchlab::cli::signature().expect("the fixed instances can be made");
    if let Some(message) = difference(COMMITTED, &now) {
        panic!("{message}");
    }
}

/// The first lines that differ, and what to do about it; `None` if none does.
fn difference(committed: &str, now: &str) -> Option<String> {
    // A checkout may have given the file other line ends.
    let (old, new): (Vec<&str>, Vec<&str>) = (committed.lines().collect(), now.lines().collect());
    if old == new {
        return None;
    }
    let line = |lines: &[&str], index: usize| lines.get(index).map_or("(no line)", |line| line).to_owned();
    let differing = (0..old.len().max(new.len())).filter(|&index| old.get(index) != new.get(index));
    let mut message = String::from("the signature differs from tests/signature.txt:\n");
    for index in differing.clone().take(SHOWN) {
        let _ = writeln!(message, "line {}\n- {}\n+ {}", index + 1, line(&old, index), line(&new, index));
    }
    let _ = writeln!(message, "{} of {} lines differ.", differing.count(), old.len().max(new.len()));
    message += "If search behaviour was meant to change, commit the new signature:\n  \
                cargo run --release -- signature > tests/signature.txt";
    Some(message)
}

#[test]
fn differences_are_shown_with_the_remedy() {
    assert_eq!(difference("a\r\nb\r\n", "a\nb\n"), None);
    let shown = difference("a\nb\nc\n", "a\nx\n").expect("a difference");
    for part in ["line 2\n- b\n+ x\n", "line 3\n- c\n+ (no line)\n", "2 of 3 lines differ", "signature > tests/sig"] {
        assert!(shown.contains(part), "{part:?} is not in {shown}");
    }
}
