//! Claims with their figures, and problems.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::{counted, markdown_text, number_text};
use crate::table::{Layout, Mood, laid_out, painted};
use searchlab_analysis::claim::{ClaimResult, Figure, Shows, Verdict};
use searchlab_analysis::problems::{Disagreement, Forfeit, Problems};
use searchlab_trial::record::Status;
use searchlab_trial::text::{grouped, printable, wrapped};

/// The number of a figure with its interval: "0.825 [0.801, 0.850]"; empty if there is none.
pub(crate) fn figure_text(figure: &Figure) -> String {
    let value = figure.value.map(number_text).unwrap_or_default();
    let interval = interval_text(figure).unwrap_or_default();
    format!("{value} {interval}").trim().to_owned()
}

/// "[0.801, 0.850]", "≤ 0.850" or "≥ 0.801" of a figure.
pub(crate) fn interval_text(figure: &Figure) -> Option<String> {
    let interval = figure.interval?;
    Some(match (interval.low.is_finite(), interval.high.is_finite()) {
        (true, true) if interval.low < interval.high => {
            format!("[{}, {}]", number_text(interval.low), number_text(interval.high))
        }
        (true, true) | (false, false) => return None,
        (false, true) => format!("≤ {}", number_text(interval.high)),
        (true, false) => format!("≥ {}", number_text(interval.low)),
    })
}

/// The confidence of an interval in per cent: "90", "99.1".
pub(crate) fn confidence_text(figure: &Figure) -> Option<String> {
    let percent = figure.confidence * 100.0;
    figure.interval.map(|_| match format!("{percent:.1}") {
        text if text == "100.0" => "> 99.9".to_owned(),
        text => text.trim_end_matches(".0").to_owned(),
    })
}

/// "[0.801, 0.850], 90 %"; empty if there is none.
pub(crate) fn interval_with_confidence(figure: &Figure) -> String {
    let both = interval_text(figure).zip(confidence_text(figure));
    both.map_or_else(String::new, |(interval, confidence)| format!("{interval}, {confidence} %"))
}

/// "0.012 (0.036)": by itself and corrected; empty if nothing was tested.
pub(crate) fn both_p_text(figure: &Figure) -> String {
    let both = figure.p.zip(figure.corrected);
    both.map_or_else(String::new, |(p, corrected)| format!("{} ({})", p_text(p), p_text(corrected)))
}

/// "0.93; n = 140 for what was found": what the sample could have told from the threshold, and what the number that was found takes.
pub(crate) fn power_text(figure: &Figure) -> Option<String> {
    let power = figure.power?;
    let needed = power.needed.filter(|_| figure.shows == Shows::Neither);
    let needed = needed.map_or_else(String::new, |needed| format!("; n = {} for what was found", grouped(needed)));
    Some(format!("{}{needed}", number_text(power.detectable)))
}

/// "19 (121 pairs)": independent units, and how many measurements they gave where those are more.
pub(crate) fn count_text(figure: &Figure) -> String {
    match (figure.units, figure.count) {
        (units, count) if units == count || units == 0 => grouped(count as u64),
        (units, count) => format!("{} ({})", grouped(units as u64), grouped(count as u64)),
    }
}

/// Notes on the columns of figures, a sentence each.
pub(crate) const CLAIM_NOTES: [&str; 4] = [
    "n: independent units, usually instances or openings; between brackets how many trials or pairs they gave.",
    "The interval is the one that decides: its confidence is what the correction over the claims leaves.",
    "P: how often a sample would speak so much for the claim if it did not hold (of a refuted one, against it if it did), by itself and corrected (Holm).",
    "80 % power: the number nearest to the threshold that this sample would have told from it in 8 of 10 cases.",
];

/// P as it is printed: "0.031", "< 0.001".
pub(crate) fn p_text(p: f64) -> String {
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
        Verdict::Undecided(_) | Verdict::NotTested(_) => AnsiColor::Yellow.on_default().bold(),
    };
    let mut text = String::new();
    let mut head = claim.verdict.word().to_uppercase();
    let says = [printable(&claim.says), printable(&claim.condition)];
    let reason = claim.verdict.reason().map(|reason| format!("{}: {}", claim.verdict.word(), printable(reason)));
    let method = Some(printable(&claim.method)).filter(|method| !method.is_empty());
    for words in says.iter().chain(&reason).chain(&method) {
        for line in wrapped(words, width - INDENT) {
            let _ = writeln!(text, "{style}{head:<room$}{style:#} {line}", room = INDENT - 1);
            head.clear();
        }
    }
    if !claim.figures.is_empty() {
        let room = width.saturating_sub(INDENT);
        let laid = |without: usize| {
            let (lines, is_number) = figures(claim, printable, &DISPENSABLE[..without]);
            laid_out(lines, &is_number, Layout::Terminal { width, color })
        };
        let fits = |table: &String| table.lines().all(|line| line.chars().count() <= room);
        let (without, table) = (0..=DISPENSABLE.len())
            .map(|without| (without, laid(without)))
            .find(|(without, table)| *without == DISPENSABLE.len() || fits(table))
            .unwrap_or_default();
        let mood = |row: usize| match claim.figures.get(row) {
            Some(figure) if figure.shows == Shows::Opposite => Mood::Failed,
            Some(figure) if figure.shows != Shows::Claim => Mood::Incomplete,
            _ => Mood::Plain,
        };
        let table = if color { painted(&table, 1, mood) } else { table };
        for line in table.lines() {
            let _ = writeln!(text, "{:INDENT$}{line}", "");
        }
        if without > 0 {
            for line in remarks(claim).iter().flat_map(|remark| wrapped(remark, room)) {
                let _ = writeln!(text, "{:INDENT$}{line}", "");
            }
        }
    }
    text
}

/// The columns that a narrow terminal can do without, the first first. Remarks then stand below.
const DISPENSABLE: [&str; 3] = ["remark", "80 % power", "P (corrected)"];

/// "depth 5: no trial has a partner", for each figure with a remark.
fn remarks(claim: &ClaimResult) -> Vec<String> {
    let remark = |figure: &Figure| {
        let (case, remark) = (figure.case_words(), figure.remark.as_ref()?);
        Some(printable(&if case.is_empty() { remark.clone() } else { format!("{case}: {remark}") }))
    };
    claim.figures.iter().filter_map(remark).collect()
}

/// The figures of a claim as lines of texts, the heads first, and which columns are numbers. Columns that say nothing are
/// left out, and those that are named.
fn figures(claim: &ClaimResult, shown: fn(&str) -> String, without: &[&str]) -> (Vec<Vec<String>>, Vec<bool>) {
    let case = claim.figures.first().map(|figure| figure.case.as_slice()).unwrap_or_default();
    let mut heads: Vec<String> = case.iter().map(|(field, _)| shown(field)).collect();
    heads.extend(["figure", "interval", "n", "P (corrected)", "80 % power", "holds", "remark"].map(str::to_owned));
    let mut lines = vec![heads];
    for figure in &claim.figures {
        let mut line: Vec<String> = figure.case.iter().map(|(_, value)| shown(value)).collect();
        line.extend([
            figure.value.map(number_text).unwrap_or_default(),
            interval_with_confidence(figure),
            count_text(figure),
            both_p_text(figure),
            power_text(figure).unwrap_or_default(),
            figure.shows.word().to_owned(),
            figure.remark.as_deref().map(shown).unwrap_or_default(),
        ]);
        lines.push(line);
    }
    let last = lines[0].len() - 1;
    let says_something = |column: usize| lines[1..].iter().any(|line| !line[column].is_empty());
    let is_wanted = |column: usize| !without.contains(&lines[0][column].as_str());
    let says: Vec<bool> = (0..=last).map(|column| is_wanted(column) && says_something(column)).collect();
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
pub(crate) fn claims_markdown(claims: &[ClaimResult]) -> String {
    let mut text = String::new();
    for claim in claims {
        let word = claim.verdict.word();
        let _ = writeln!(text, "### {}: **{word}**\n", markdown_text(&claim.says));
        let _ = writeln!(text, "Asked: {}.", markdown_text(&claim.condition));
        if let Some(reason) = claim.verdict.reason() {
            let _ = writeln!(text, "Why it is {word}: {}.", markdown_text(reason));
        }
        if !claim.method.is_empty() {
            let _ = writeln!(text, "How: {}.", markdown_text(&claim.method));
        }
        text.push('\n');
        if !claim.figures.is_empty() {
            let (lines, is_number) = figures(claim, markdown_text, &[]);
            text += &laid_out(lines, &is_number, Layout::Markdown);
            text.push('\n');
        }
    }
    text += &published_markdown(claims);
    if !claims.is_empty() {
        for note in CLAIM_NOTES {
            let _ = writeln!(text, "- {note}");
        }
    }
    text
}

/// The heads of [`published_rows`].
pub(crate) const PUBLISHED_HEADS: [&str; 4] = ["claim", "published", "found here", "verdict"];

/// The findings of publications beside those of this experiment, a row for each claim that names one.
pub(crate) fn published_rows(claims: &[ClaimResult]) -> Vec<[String; 4]> {
    let found = |figure: &Figure| format!("{} {}", figure.case_words(), figure_text(figure)).trim().to_owned();
    let row = |claim: &ClaimResult| {
        let published = claim.published.clone()?;
        let found: Vec<String> = claim.figures.iter().map(found).collect();
        Some([claim.says.clone(), published, found.join("; "), claim.verdict.word().to_owned()])
    };
    claims.iter().filter_map(row).collect()
}

/// The same as a Markdown table with a heading; empty where no claim names a publication.
pub(crate) fn published_markdown(claims: &[ClaimResult]) -> String {
    let rows = published_rows(claims);
    if rows.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "### What was published, and what is found here\n\n| {} |\n|---|---|---|---|\n",
        PUBLISHED_HEADS.join(" | ")
    );
    for row in rows {
        let _ = writeln!(text, "| {} |", row.map(|cell| markdown_text(&cell)).join(" | "));
    }
    text.push('\n');
    text
}

/// "mtdf: 3 of 40 trials ended by limit:nodes".
pub(crate) fn unfinished_text((label, status, count, of): &(String, Status, usize, usize)) -> String {
    let ended = if *status == Status::Error { "could not be run" } else { "ended early" };
    format!("{}: {count} of {} {ended} ({})", printable(label), counted(*of, "trial"), status.name())
}

/// "maze, a.txt, moves 4: astar 7, bfs 8"; no solution is a value of its own.
pub(crate) fn disagreement_text(disagreement: &Disagreement) -> String {
    let value = |value: f64| if value.is_infinite() { "no solution".to_owned() } else { value.to_string() };
    let values: Vec<String> =
        disagreement.values.iter().map(|(label, number)| format!("{} {}", printable(label), value(*number))).collect();
    format!("{}: {}", printable(&disagreement.task), values.join(", "))
}

/// Disagreements that are shown: the first ones tell what is wrong.
const SHOWN: usize = 50;

/// The first disagreements.
pub(crate) fn shown_disagreements(problems: &Problems) -> &[Disagreement] {
    &problems.disagreements[..problems.disagreements.len().min(SHOWN)]
}

/// "figrid – engine, h8i9: black ran out of time", of the first games; and the number of the others.
pub(crate) fn shown_forfeits(problems: &Problems) -> Vec<String> {
    let text = |forfeit: &Forfeit| format!("{}: {}", printable(&forfeit.game), printable(&forfeit.words));
    let mut shown: Vec<String> = problems.mishaps.iter().take(SHOWN).map(text).collect();
    let rest = problems.mishaps.len() - shown.len();
    if rest > 0 {
        shown.push(format!("{} more lost by a fault of a player", counted(rest, "game")));
    }
    shown
}

/// The words in place of the other disagreements, if there are more.
pub(crate) fn more_text(problems: &Problems) -> Option<String> {
    let rest = problems.disagreements.len().saturating_sub(SHOWN) as u64;
    (rest > 0).then(|| format!("and {} more", grouped(rest)))
}

/// "3 of 480 trials have no record".
pub(crate) fn missing_text(missing: usize, of: usize) -> String {
    let have = if missing == 1 { "has" } else { "have" };
    format!("{} of {} {have} no record", grouped(missing as u64), counted(of, "trial"))
}

/// The sentences, worst first: true for an error, and the words.
fn sentences(problems: &Problems) -> Vec<(bool, String)> {
    let disagreements =
        shown_disagreements(problems).iter().map(|it| (true, format!("DISAGREE on {}", disagreement_text(it))));
    let more = more_text(problems).map(|more| (true, format!("{more} that disagree")));
    let missing = problems.missing.filter(|missing| missing.0 > 0);
    let missing = missing.map(|(count, of)| (true, missing_text(count, of)));
    let unfinished = problems.unfinished.iter().map(|it| (it.1 == Status::Error, unfinished_text(it)));
    let forfeits = shown_forfeits(problems).into_iter().map(|words| (false, words));
    disagreements.chain(more).chain(missing).chain(unfinished).chain(forfeits).collect()
}

const ALL_IS_WELL: &str = "No trial was ended by a limit or an error, and no two answers contradict each other.";

/// The problems, for a terminal, a line each; one line if there is none.
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

/// The same as Markdown: a list, or a sentence if there is no problem.
pub(crate) fn problems_markdown(problems: &Problems) -> String {
    let sentences = sentences(problems);
    if sentences.is_empty() {
        return format!("{ALL_IS_WELL}\n");
    }
    sentences.iter().flat_map(|(_, words)| ["- ".to_owned(), markdown_text(words), "\n".to_owned()]).collect()
}
