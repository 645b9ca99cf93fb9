//! Claims with their figures, and what is not as it should be.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{counted, markdown_text, number_text};
use crate::analysis::claim::{ClaimResult, Figure, Verdict};
use crate::analysis::problems::{Disagreement, Mishap, Problems};
use crate::record::Status;
use crate::report::table::{Layout, Mood, laid_out, painted};
use crate::text::{grouped, printable, wrapped};

/// "held", "refuted" or "undecided".
pub const fn verdict_word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Held => "held",
        Verdict::Refuted => "refuted",
        Verdict::Undecided(_) => "undecided",
    }
}

/// The number of a figure with its interval: "0.825 [0.801, 0.850]"; empty if there is none.
pub fn figure_text(figure: &Figure) -> String {
    let Some(value) = figure.value else { return String::new() };
    let interval = figure.interval.filter(|interval| interval.low < interval.high);
    let interval = interval.map(|interval| format!(" [{}, {}]", number_text(interval.low), number_text(interval.high)));
    number_text(value) + &interval.unwrap_or_default()
}

/// P as it is printed: "0.031", "< 0.001".
pub fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// All claims for a terminal: the verdict, the sentence, what had to hold, and the figures. Empty if there are none.
pub fn claims_text(claims: &[ClaimResult], width: usize, color: bool) -> String {
    let texts: Vec<String> = claims.iter().map(|claim| claim_text(claim, width.max(40), color)).collect();
    texts.join("\n")
}

/// The room for the verdict before a claim.
const INDENT: usize = 11;

fn claim_text(claim: &ClaimResult, width: usize, color: bool) -> String {
    let style = match claim.verdict {
        _ if !color => Style::new(),
        Verdict::Held => AnsiColor::Green.on_default().bold(),
        Verdict::Refuted => AnsiColor::Red.on_default().bold(),
        Verdict::Undecided(_) => AnsiColor::Yellow.on_default().bold(),
    };
    let mut text = String::new();
    let mut head = verdict_word(&claim.verdict).to_uppercase();
    let says = [printable(&claim.says), printable(&claim.condition)];
    let reason = match &claim.verdict {
        Verdict::Undecided(reason) => Some(format!("undecided: {}", printable(reason))),
        _ => None,
    };
    for words in says.iter().chain(&reason) {
        for line in wrapped(words, width - INDENT) {
            let _ = writeln!(text, "{style}{head:<room$}{style:#} {line}", room = INDENT - 1);
            head.clear();
        }
    }
    if !claim.figures.is_empty() {
        let (lines, is_number) = figures(claim, printable);
        let table = laid_out(lines, &is_number, Layout::Terminal { width, color });
        let mood = |row: usize| match claim.figures.get(row) {
            Some(figure) if !figure.holds && figure.value.is_none() => Mood::Incomplete,
            Some(figure) if !figure.holds => Mood::Failed,
            _ => Mood::Plain,
        };
        let table = if color { painted(&table, 1, mood) } else { table };
        for line in table.lines() {
            let _ = writeln!(text, "{:INDENT$}{line}", "");
        }
    }
    text
}

/// The figures of a claim as lines of texts, the heads first, and which columns are numbers. Columns that say nothing are
/// left out.
fn figures(claim: &ClaimResult, shown: fn(&str) -> String) -> (Vec<Vec<String>>, Vec<bool>) {
    let case = claim.figures.first().map(|figure| figure.case.as_slice()).unwrap_or_default();
    let mut heads: Vec<String> = case.iter().map(|(field, _)| shown(field)).collect();
    heads.extend(["figure", "95 % interval", "of", "P", "holds", "remark"].map(str::to_owned));
    let mut lines = vec![heads];
    for figure in &claim.figures {
        let mut line: Vec<String> = figure.case.iter().map(|(_, value)| shown(value)).collect();
        let bare = Figure { interval: None, ..figure.clone() };
        line.extend([
            figure_text(&bare),
            figure_text(figure).strip_prefix(&figure_text(&bare)).unwrap_or_default().trim().to_owned(),
            grouped(figure.count as u64),
            figure.p.map(p_text).unwrap_or_default(),
            if figure.holds { "yes" } else { "no" }.to_owned(),
            figure.remark.as_deref().map(shown).unwrap_or_default(),
        ]);
        lines.push(line);
    }
    let last = lines[0].len() - 1;
    let says: Vec<bool> = (0..=last).map(|column| lines[1..].iter().any(|line| !line[column].is_empty())).collect();
    for line in &mut lines {
        let mut column = 0;
        line.retain(|_| {
            column += 1;
            says[column - 1]
        });
    }
    let is_number = (0..=last).map(|column| column + 2 <= last).zip(says).filter(|(_, says)| *says).map(|(is, _)| is);
    (lines, is_number.collect())
}

/// All claims as Markdown, a heading each.
pub fn claims_markdown(claims: &[ClaimResult]) -> String {
    let mut text = String::new();
    for claim in claims {
        let word = verdict_word(&claim.verdict);
        let _ = writeln!(text, "### {}: **{word}**\n", markdown_text(&claim.says));
        let _ = writeln!(text, "Asked: {}.", markdown_text(&claim.condition));
        if let Verdict::Undecided(reason) = &claim.verdict {
            let _ = writeln!(text, "Undecided: {}.", markdown_text(reason));
        }
        text.push('\n');
        if !claim.figures.is_empty() {
            let (lines, is_number) = figures(claim, markdown_text);
            text += &laid_out(lines, &is_number, Layout::Markdown);
            text.push('\n');
        }
    }
    text
}

/// "mtdf: 3 of 40 trials ended by limit:nodes".
pub fn unfinished_text((label, status, count, of): &(String, Status, usize, usize)) -> String {
    let ended = if *status == Status::Error { "could not be run" } else { "ended early" };
    format!("{}: {count} of {} {ended} ({})", printable(label), counted(*of, "trial"), status.name())
}

/// "maze, a.txt, moves 4: astar 7, bfs 8"; no solution is a value of its own.
pub fn disagreement_text(disagreement: &Disagreement) -> String {
    let value = |value: f64| if value.is_infinite() { "no solution".to_owned() } else { value.to_string() };
    let values: Vec<String> =
        disagreement.values.iter().map(|(label, number)| format!("{} {}", printable(label), value(*number))).collect();
    format!("{}: {}", printable(&disagreement.task), values.join(", "))
}

/// Disagreements that are shown: the first ones tell what is wrong.
const SHOWN: usize = 50;

/// The first disagreements.
pub fn shown_disagreements(problems: &Problems) -> &[Disagreement] {
    &problems.disagreements[..problems.disagreements.len().min(SHOWN)]
}

/// "figrid – engine, h8i9: black ran out of time", of the first games; and how many more there are.
pub fn shown_mishaps(problems: &Problems) -> Vec<String> {
    let text = |mishap: &Mishap| format!("{}: {}", printable(&mishap.game), printable(&mishap.words));
    let mut shown: Vec<String> = problems.mishaps.iter().take(SHOWN).map(text).collect();
    let rest = problems.mishaps.len() - shown.len();
    if rest > 0 {
        shown.push(format!("{} more lost by a fault of a player", counted(rest, "game")));
    }
    shown
}

/// What stands in place of the other disagreements, if there are more.
pub fn more_text(problems: &Problems) -> Option<String> {
    let rest = problems.disagreements.len().saturating_sub(SHOWN) as u64;
    (rest > 0).then(|| format!("and {} more", grouped(rest)))
}

/// "3 of 480 trials have no record".
pub fn missing_text(missing: usize, of: usize) -> String {
    let have = if missing == 1 { "has" } else { "have" };
    format!("{} of {} {have} no record", grouped(missing as u64), counted(of, "trial"))
}

/// The sentences, worst first: whether it is an error, and the words.
fn sentences(problems: &Problems) -> Vec<(bool, String)> {
    let disagreements =
        shown_disagreements(problems).iter().map(|it| (true, format!("DISAGREE on {}", disagreement_text(it))));
    let more = more_text(problems).map(|more| (true, format!("{more} that disagree")));
    let missing = problems.missing.filter(|missing| missing.0 > 0);
    let missing = missing.map(|(count, of)| (true, missing_text(count, of)));
    let unfinished = problems.unfinished.iter().map(|it| (it.1 == Status::Error, unfinished_text(it)));
    let mishaps = shown_mishaps(problems).into_iter().map(|words| (false, words));
    disagreements.chain(more).chain(missing).chain(unfinished).chain(mishaps).collect()
}

const ALL_IS_WELL: &str = "No trial was ended by a limit or an error, and no two answers contradict each other.";

/// What is not as it should be, for a terminal, a line each; one line if all is well.
pub fn problems_text(problems: &Problems, width: usize, color: bool) -> String {
    let mut text = String::new();
    let sentences = sentences(problems);
    if sentences.is_empty() {
        for line in wrapped(ALL_IS_WELL, width.max(20)) {
            let _ = writeln!(text, "{line}");
        }
    }
    for (is_error, words) in sentences {
        let style = match (color, is_error) {
            (false, _) => Style::new(),
            (true, true) => AnsiColor::Red.on_default(),
            (true, false) => AnsiColor::Yellow.on_default(),
        };
        for line in wrapped(&words, width.max(20)) {
            let _ = writeln!(text, "{style}{line}{style:#}");
        }
    }
    text
}

/// The same as Markdown: a list, or a sentence if all is well.
pub fn problems_markdown(problems: &Problems) -> String {
    let sentences = sentences(problems);
    if sentences.is_empty() {
        return format!("{ALL_IS_WELL}\n");
    }
    sentences.iter().flat_map(|(_, words)| ["- ".to_owned(), markdown_text(words), "\n".to_owned()]).collect()
}
