//! A table as LaTeX: a `tabular` with the rules of booktabs, which is the only package that it needs; with a caption a
//! float. A table with more columns than are asked for is set in parts, each of which begins with the keys.

use std::fmt::Write;

use super::{entry_interval, entry_is_best, entry_text, has_best, is_numeric, notes, parts};
use searchlab_analysis::table::{Entry, Head, TableData};
use searchlab_trial::text::printable;

/// The table, its title as a comment, and its notes in small letters below it.
pub(crate) fn latex(table: &TableData) -> String {
    let columns = 0..table.heads.len();
    let keys = table.heads.iter().filter(|head| head.is_key).count();
    let parts = match table.style.split {
        Some(most) => parts(table, |columns| columns.len() <= keys + most),
        None => vec![columns.clone().collect()],
    };
    let parts: Vec<String> = parts.iter().map(|columns| part(table, columns)).collect();
    let mut text = format!("% {}\n% \\usepackage{{booktabs}}\n", printable(&table.title));
    if let Some(caption) = &table.style.caption {
        let _ = writeln!(text, "\\begin{{table}}\n\\centering\n\\caption{{{}}}", escaped(caption));
        if let Some(label) = &table.style.label {
            let _ = writeln!(text, "\\label{{{label}}}");
        }
    }
    text += &parts.join("\n\\par\\medskip\n");
    let best = columns.clone().any(|column| has_best(table, column));
    let best = best.then(|| "Bold: the best of the algorithms in the same case.".to_owned());
    let notes: Vec<String> = best.into_iter().chain(notes(table, true)).map(|note| escaped(&note)).collect();
    if !notes.is_empty() {
        let _ = writeln!(text, "\\par\\smallskip{{\\footnotesize {}\\par}}", notes.join(" "));
    }
    if table.style.caption.is_some() {
        text += "\\end{table}\n";
    }
    text
}

/// Some columns of a table.
fn part(table: &TableData, columns: &[usize]) -> String {
    let is_number: Vec<bool> = columns.iter().map(|&column| is_numeric(table, column)).collect();
    let heads: Vec<&Head> = columns.iter().map(|&column| &table.heads[column]).collect();
    let words: Vec<String> = heads.iter().map(|head| escaped(&head.text)).collect();
    let cell = |row: &[Entry], column: usize| cell(&row[column], table.style.precision);
    let rows = table.rows.iter().map(|row| columns.iter().map(|&column| cell(row, column)).collect());
    tabular(&is_number, &groups(&heads), &words, rows)
}

/// Lines of texts as a table; the first line holds the heads.
pub(crate) fn latex_lines(lines: &[Vec<String>], is_number: &[bool]) -> String {
    let escaped = |line: &Vec<String>| line.iter().map(|text| escaped(text)).collect::<Vec<_>>();
    let Some((heads, rows)) = lines.split_first() else { return String::new() };
    format!("% \\usepackage{{booktabs}}\n{}", tabular(is_number, "", &escaped(heads), rows.iter().map(escaped)))
}

/// Texts as LaTeX between the rules of a table.
fn tabular(is_number: &[bool], groups: &str, heads: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let sides: String = is_number.iter().map(|is_number| if *is_number { 'r' } else { 'l' }).collect();
    let mut text = format!("\\begin{{tabular}}{{{sides}}}\n\\toprule\n{groups}");
    let _ = writeln!(text, "{} \\\\\n\\midrule", heads.join(" & "));
    for cells in rows {
        let _ = writeln!(text, "{} \\\\", cells.join(" & "));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

/// The line with the names of groups, and the rules below them.
fn groups(heads: &[&Head]) -> String {
    if heads.iter().all(|head| head.group.is_none()) {
        return String::new();
    }
    let mut cells = Vec::new();
    let mut rules = String::new();
    let mut column = 1;
    for group in heads.chunk_by(|one, other| one.group == other.group) {
        let end = column + group.len() - 1;
        match &group[0].group {
            Some(name) => {
                cells.push(format!("\\multicolumn{{{}}}{{c}}{{{}}}", group.len(), escaped(name)));
                let _ = write!(rules, "\\cmidrule(lr){{{column}-{end}}}");
            }
            None => cells.extend(group.iter().map(|_| String::new())),
        }
        column = end + 1;
    }
    format!("{} \\\\\n{rules}\n", cells.join(" & "))
}

fn cell(entry: &Entry, precision: Option<usize>) -> String {
    let text = escaped(&entry_text(entry, precision));
    let text = if entry_is_best(entry) { format!("\\textbf{{{text}}}") } else { text };
    let interval = entry_interval(entry, precision);
    interval.map_or_else(|| text.clone(), |interval| format!("{text} {}", escaped(&interval)))
}

/// The text so that LaTeX sets it as it is, in the fonts that it always has.
pub(super) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in printable(text).chars() {
        match character {
            '\\' => shown.push_str("\\textbackslash{}"),
            '{' | '}' | '$' | '&' | '#' | '%' | '_' => shown.extend(['\\', character]),
            '~' => shown.push_str("\\textasciitilde{}"),
            '^' => shown.push_str("\\textasciicircum{}"),
            // What stands in another place of the old fonts.
            '<' | '>' | '|' => shown.extend(['$', character, '$']),
            '"' => shown.push_str("''"),
            // After the end of a line these would belong to its command.
            '[' | ']' | '*' => shown.extend(['{', character, '}']),
            '≥' => shown.push_str("$\\geq$"),
            '≤' => shown.push_str("$\\leq$"),
            '÷' => shown.push_str("$\\div$"),
            '×' => shown.push_str("$\\times$"),
            '·' => shown.push_str("$\\cdot$"),
            '±' => shown.push_str("$\\pm$"),
            'µ' => shown.push_str("$\\mu$"),
            '√' => shown.push_str("$\\surd$"),
            '∞' => shown.push_str("$\\infty$"),
            '≈' => shown.push_str("$\\approx$"),
            letter if greek(letter).is_some() => shown.extend(["$\\", greek(letter).unwrap_or_default(), "$"]),
            '–' => shown.push_str("--"),
            '…' => shown.push_str("\\ldots{}"),
            ' '..='~' | 'À'..='ſ' => shown.push(character),
            other => {
                let _ = write!(shown, "\\texttt{{U+{:04X}}}", u32::from(other));
            }
        }
    }
    shown
}

/// The command of LaTeX for a Greek letter that has one.
fn greek(letter: char) -> Option<&'static str> {
    const NAMES: [(char, &str); 29] = [
        ('α', "alpha"),
        ('β', "beta"),
        ('γ', "gamma"),
        ('δ', "delta"),
        ('ε', "varepsilon"),
        ('ζ', "zeta"),
        ('η', "eta"),
        ('θ', "theta"),
        ('ι', "iota"),
        ('κ', "kappa"),
        ('λ', "lambda"),
        ('μ', "mu"),
        ('ν', "nu"),
        ('ξ', "xi"),
        ('π', "pi"),
        ('ρ', "rho"),
        ('σ', "sigma"),
        ('τ', "tau"),
        ('φ', "varphi"),
        ('χ', "chi"),
        ('ψ', "psi"),
        ('ω', "omega"),
        ('Γ', "Gamma"),
        ('Δ', "Delta"),
        ('Θ', "Theta"),
        ('Λ', "Lambda"),
        ('Σ', "Sigma"),
        ('Φ', "Phi"),
        ('Ω', "Omega"),
    ];
    NAMES.iter().find(|known| known.0 == letter).map(|known| known.1)
}
