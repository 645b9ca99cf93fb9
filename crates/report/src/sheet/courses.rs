//! Sequential tests of matches in words: who against whom, the decision, and by what.

use serde_json::{Value, json};

use searchlab_lab::experiment::sequential::Course;
use searchlab_statistics::sprt::Decision;
use searchlab_trial::text::{counted, printable};

/// "SPRT of A against B: H1 is accepted: it is stronger by 10 Elo, after 84 openings; LLR 2.97 of -2.94 to 2.94".
pub fn course_text(course: &Course) -> String {
    let Course { names: [first, second], elo: [elo0, elo1], decision, llr, bounds: [low, high], openings } = course;
    let verdict = match decision {
        Decision::H0 => format!("H0 is accepted: it is no stronger than by {elo0} Elo"),
        Decision::H1 => format!("H1 is accepted: it is stronger by {elo1} Elo"),
        Decision::GoOn => format!("not decided between {elo0} and {elo1} Elo"),
    };
    let (first, second) = (printable(first), printable(second));
    let openings = counted(*openings as u64, "opening");
    format!("SPRT of {first} against {second}: {verdict}, after {openings}; LLR {llr:.2} of {low:.2} to {high:.2}")
}

/// The same for programs.
pub fn course_json(course: &Course) -> Value {
    let Course { names, elo, decision, llr, bounds, openings } = course;
    let decision = match decision {
        Decision::H0 => "H0",
        Decision::H1 => "H1",
        Decision::GoOn => "undecided",
    };
    json!({"players": names, "elo": elo, "decision": decision, "llr": llr, "bounds": bounds, "openings": openings})
}
