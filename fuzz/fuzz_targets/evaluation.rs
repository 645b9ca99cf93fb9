//! Evaluations of Othello as text, alone and as a part of a longer text.

#![no_main]

mod shared;

use libfuzzer_sys::fuzz_target;
use searchlab::diagnostic::Source;
use searchlab::worlds::othello::Evaluation;

fuzz_target!(|text: &str| {
    match text.parse::<Evaluation>() {
        Ok(evaluation) => {
            let canonical = evaluation.to_string();
            let again: Evaluation = canonical.parse().expect("an evaluation as it is printed");
            assert_eq!(again.to_string(), canonical);
            assert!(again.weights().map(|(_, weight)| weight).eq(evaluation.weights().map(|(_, weight)| weight)));
        }
        Err(problems) => shared::show(&problems),
    }
    // Between quotation marks, as in a file.
    let inside = Source::new("file", format!("evaluation = \"{text}\"\n"));
    let begin = "evaluation = \"".len();
    let parsed = Evaluation::parse(&inside, begin..begin + text.len());
    // A text of its own loses its byte-order mark.
    assert!(text.starts_with('\u{feff}') || parsed.is_ok() == text.parse::<Evaluation>().is_ok());
    if let Err(problems) = parsed {
        shared::show(&problems);
    }
});
