//! A step of a search in a sentence.

use super::film::{Event, Film, Moment};

/// An event of a film as a sentence, with its reason. With the state of the search after it, an expansion says why it was
/// this state's turn.
pub(crate) fn sentence(film: &Film, event: Option<&Event<'_>>, now: Option<&Moment>) -> String {
    let Some(event) = event else { return "Before the first step.".to_owned() };
    let name = event.id.map(|id| film.name(id)).unwrap_or_default();
    let sum = sum(event);
    let text = match &*event.kind {
        "source" => format!("The search begins at {name}."),
        "expand" if !film.is_path() => format!("A new node is added: {name}."),
        "expand" => format!("Expands {name}{}{}{}.", side(event), sum, among(event, now)),
        "generate" => format!("{name} {}{}.", fate(event, film.has_thresholds()), sum.replacen(',', ";", 1)),
        "scan" => {
            let from = event.p.map(|id| film.name(id)).unwrap_or_default();
            format!("Jump-point search looked at {} cells from {from}.", event.cells.len())
        }
        "iteration" => iteration(event),
        "meet" => format!("Both searches meet in {name}: a path of cost {}.", number(event.cost)),
        "goal" => format!("The goal is reached: a path of cost {}.", number(event.cost)),
        "pass" => pass(event),
        "enter" if event.proof_limit.is_some() || event.disproof_limit.is_some() => {
            let [proof, disproof] = [event.proof_limit, event.disproof_limit].map(number_or_infinite);
            format!("Searches {name}, until its proof number is {proof} or its disproof number {disproof}.")
        }
        "enter" if film.is_proof() => format!("Searches {name}."),
        "enter" => {
            let plies = event.depth.map(|depth| format!(", {depth} plies left")).unwrap_or_default();
            format!("Searches {name}{plies}, with the window {}.", window(event.alpha, event.beta))
        }
        "leaf" if film.is_proof() => {
            format!("{name} is decided at sight: {} for its side to move.", result(event.value))
        }
        "subtree" => subtree(event, &name),
        "leaf" => format!("{name} is a leaf, worth {} for its side to move.", number(event.value)),
        "cut" => cut(film, event, &name),
        "return" if film.is_proof() => proved(event, &name),
        "return" => {
            let sign = match event.bound.as_deref() {
                Some("lower") => "at least ",
                Some("upper") => "at most ",
                _ => "",
            };
            format!("{name} is worth {sign}{} for its side to move.", number(event.value))
        }
        "select" => format!("Goes down to {name}."),
        "simulate" => {
            format!("A random game of {} moves ends with {}.", event.plies.unwrap_or_default(), number(event.value))
        }
        "backup" => format!("The outcome {} is added to {} nodes.", number(event.value), event.ids.len()),
        other => other.to_owned(),
    };
    capital(&text)
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// A number without a decimal point where it is whole.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "–".to_owned(),
        Some(value) if value.abs() > 1e9 => if value < 0.0 { "−∞" } else { "∞" }.to_owned(),
        Some(value) if value.fract() == 0.0 => format!("{value:.0}"),
        Some(value) => format!("{value:.2}"),
    }
}

/// The same, where none is infinite.
fn number_or_infinite(value: Option<f64>) -> String {
    value.map_or_else(|| "∞".to_owned(), |value| number(Some(value)))
}

/// A value of a search for a proof.
fn result(value: Option<f64>) -> &'static str {
    match value {
        Some(value) if value > 0.0 => "won",
        Some(value) if value < 0.0 => "lost",
        _ => "open",
    }
}

/// The result of a node of a search for a proof, with its proof and disproof number if it has them: `won 0/∞`.
pub fn result_with(value: Option<f64>, numbers: Option<[Option<f64>; 2]>) -> String {
    let is_refuted = numbers.is_some_and(|[_, disproof]| disproof == Some(0.0));
    let word = if is_refuted { "refuted" } else { result(value) };
    let numbers = numbers.map(|numbers| numbers.map(number_or_infinite));
    let numbers = numbers.map(|[proof, disproof]| format!(" {proof}/{disproof}")).unwrap_or_default();
    format!("{word}{numbers}")
}

fn proved(event: &Event<'_>, name: &str) -> String {
    let result = match result(event.value) {
        "open" if event.disproof == Some(0.0) => "is refuted: the attacker does not win by threats".to_owned(),
        "open" => "is not decided".to_owned(),
        result => format!("is {result} for its side to move"),
    };
    let numbers = [event.proof, event.disproof];
    let numbers = numbers.iter().any(Option::is_some).then(|| numbers.map(number_or_infinite));
    let numbers = numbers.map(|[proof, disproof]| format!("; proof number {proof}, disproof number {disproof}"));
    format!("{name} {result}{}.", numbers.unwrap_or_default())
}

/// A search that is not told node by node.
fn subtree(event: &Event<'_>, name: &str) -> String {
    let words = match event.of.as_deref().unwrap_or_default() {
        "ordering" => "A shallow search orders the moves of",
        "last" => "The last plies are searched by code of their own below",
        "fours" => "A win by fours is looked for at",
        "threats" => "A win by threats is looked for at",
        "razoring" => "Razoring searches fours alone at",
        "guide" => "The engine looks for a move to prove at",
        "proof" => "A result is searched again for its line or its proof from",
        other => other,
    };
    let value = event.value.map(|value| format!("; value {}", number(Some(value)))).unwrap_or_default();
    let at = position(name);
    format!("{words} {at}: {} expanded, {} evaluated{value}.", event.counts.expanded, event.counts.evaluated)
}

/// Alpha and beta.
pub(crate) fn window(alpha: Option<f64>, beta: Option<f64>) -> String {
    let (alpha, beta) = (alpha.unwrap_or(f64::NEG_INFINITY), beta.unwrap_or(f64::INFINITY));
    format!("[{}, {}]", number(Some(alpha)), number(Some(beta)))
}

/// `, f = 7: g = 3 from the start, h = 4 estimated to the goal`, as far as it is known.
fn sum(event: &Event<'_>) -> String {
    match (event.f, event.h, event.g) {
        (Some(_), Some(_), _) => {
            let [f, g, h] = [event.f, event.g, event.h].map(number);
            format!(", f = {f}: g = {g} from the start, h = {h} estimated to the goal")
        }
        (_, _, Some(_)) => format!(", {} from the start", number(event.g)),
        _ => String::new(),
    }
}

fn side(event: &Event<'_>) -> &'static str {
    if event.side.as_deref() == Some("back") { " from the goal" } else { "" }
}

/// The other open states, and why none of them was expanded.
fn among(event: &Event<'_>, now: Option<&Moment>) -> String {
    let Some(open) = event.open else { return String::new() };
    if open == 0 {
        return "; it was the only open one".to_owned();
    }
    let is_by_f = event.f.is_some() && event.side.as_deref() != Some("back");
    let moment = now.filter(|_| is_by_f).and_then(|now| Some((now, now.ties()?)));
    let Some((now, ties)) = moment else { return format!("; {open} others stay open") };
    let pushed = event.id.and_then(|id| now.nodes.get(id as usize)).map_or(0, |node| node.pushed);
    let which = match &ties {
        ties if ties.iter().all(|&other| other < pushed) => "the newest",
        ties if ties.iter().all(|&other| other > pushed) => "the oldest",
        _ => "one",
    };
    let equal = if ties.is_empty() { String::new() } else { format!(", {which} of {} equal", ties.len() + 1) };
    format!("; the least f among {} open{equal}", open + 1)
}

fn fate<'a>(event: &'a Event<'_>, has_thresholds: bool) -> &'a str {
    match event.how.as_deref().unwrap_or_default() {
        "new" if has_thresholds => "is within the threshold",
        "new" => "is new and goes on the open list",
        "cheaper" => "was reached at less cost and moves forward",
        "reopened" => "was closed and is opened again",
        "known" => "is known at no more cost and is left alone",
        "above" => "is above the threshold: the search turns back",
        "cycle" => "is on the way already",
        "table" => "is known to the table at no more cost",
        "bound" => "cannot be part of a better path",
        other => other,
    }
}

fn iteration(event: &Event<'_>) -> String {
    let number_of = event.number.unwrap_or_default();
    match (event.threshold, event.depth) {
        _ if event.weight.is_some() => {
            format!("Iteration {number_of} begins: f = g + {} h.", number(event.weight))
        }
        (Some(_), _) => format!("Iteration {number_of} begins: everything up to f = {}.", number(event.threshold)),
        (None, Some(depth)) => format!("Iteration {number_of} begins, {depth} plies deep."),
        (None, None) => format!("Iteration {number_of} begins."),
    }
}

fn pass(event: &Event<'_>) -> String {
    let (alpha, beta) = event.window.unzip();
    if event.of.as_deref() == Some("pvs") {
        return format!(
            "A move was better than expected: it is searched again with the window {}.",
            window(alpha, beta)
        );
    }
    format!("A zero-window search asks whether the value is at least {}.", number(beta))
}

/// The name of a node within a sentence.
fn position(name: &str) -> String {
    name.strip_prefix("after").map_or_else(|| name.to_owned(), |moves| format!("the position after{moves}"))
}

fn cut(film: &Film, event: &Event<'_>, name: &str) -> String {
    let at = position(name);
    let why = match event.by.as_deref().unwrap_or_default() {
        "beta" => "the move is too good for the other side to allow",
        "table" => "the table knows enough",
        "etc" => "the table knows enough of a successor",
        "probcut" => "a shallow search says that the deep one is not needed",
        "mate" => "no win can be as short, and no loss as long, as the window asks",
        "static" => "the static evaluation lies far outside of the window",
        "threats" => "a search for threats has found a win",
        "bound" => "no value within the window is left",
        "answered" => "the move answers the question that was asked",
        other => other,
    };
    let mv = event.mv.as_deref().map(|mv| format!(" ({mv})")).unwrap_or_default();
    let from = event.from.map(|from| format!(", from the entry that was stored {}", film.name(from)));
    let saved = event.skipped.filter(|&skipped| skipped > 0);
    let saved = saved.map(|skipped| format!("; {skipped} more never looked at")).unwrap_or_default();
    format!("At {at} the search is cut off: {why}{mv}{}{saved}.", from.unwrap_or_default())
}
