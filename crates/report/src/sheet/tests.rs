//! How tables, claims and problems look.

use super::*;
use searchlab_analysis::claim::{ClaimResult, Figure, Power, Shows, Verdict};
use searchlab_analysis::problems::{Disagreement, Forfeit, Problems};
use searchlab_analysis::table::TableStyle;
use searchlab_statistics::censored::Censored;
use searchlab_trial::record::Status;

fn quantity(value: Censored, interval: Option<(f64, f64)>, measure: Measure, limited: usize, is_best: bool) -> Entry {
    let interval = interval.map(|(low, high)| Interval { low, high });
    Entry::Quantity { value, interval, measure, limited: (limited, 20), is_best }
}

fn head(group: Option<&str>, text: &str) -> Head {
    Head { group: group.map(str::to_owned), text: text.to_owned(), is_key: false }
}

/// Two algorithms at two depths.
fn table() -> TableData {
    let count = |value: f64, low: f64, high: f64, is_best| {
        quantity(Censored::finished(value), Some((low, high)), Measure::Count, 0, is_best)
    };
    let time = |seconds: f64| quantity(Censored::finished(seconds), None, Measure::Seconds, 0, false);
    let ratio = |value: f64| Entry::Ratio { value: Some(Censored::finished(value)), interval: None, pairs: 20 };
    TableData {
        title: "Nodes & time".to_owned(),
        heads: vec![
            Head { is_key: true, ..head(None, "algorithm") },
            head(Some("depth 4"), "nodes"),
            head(Some("depth 4"), "nodes ÷ pvs"),
            head(Some("depth 4"), "seconds"),
            head(Some("depth 5"), "nodes"),
            head(Some("depth 5"), "nodes ÷ pvs"),
            head(Some("depth 5"), "seconds"),
        ],
        rows: vec![
            vec![
                Entry::Text("mtd_f|*".to_owned()),
                count(1234.0, 1100.5, 1400.0, true),
                ratio(0.8254),
                time(0.0012),
                quantity(Censored::at_least(56_789.0), None, Measure::Count, 3, false),
                Entry::Ratio { value: None, interval: None, pairs: 20 },
                time(1.5),
            ],
            vec![
                Entry::Text("pvs".to_owned()),
                count(1495.0, 1300.0, 1600.0, false),
                ratio(1.0),
                time(0.002),
                count(60_000.0, 55_000.0, 65_000.0, false),
                ratio(1.0),
                Entry::Missing,
            ],
        ],
        notes: vec!["Each number is the mean of 20 trials.".to_owned(), "[low, high] is the 95 % interval.".to_owned()],
        style: TableStyle::default(),
    }
}

fn terminal(width: usize) -> String {
    sheet(&table(), Layout::Terminal { width, color: false })
}

/// Labels of players are long: in a terminal of 80 columns no line is longer, and nothing of a name is lost.
#[test]
fn long_names_are_broken_where_the_terminal_is_narrow() {
    let name = "alphabeta-tt:iterative-deepening=on,nodes=2000,ordering=table,killer,history,table-bits=14,probcut=1.5";
    let mut table = table();
    table.rows[0][0] = Entry::Text(name.to_owned());
    table.heads[2].text = format!("nodes ÷ {name}");
    for width in [60, 80, 100] {
        let shown = sheet(&table, Layout::Terminal { width, color: false });
        assert!(shown.lines().all(|line| line.chars().count() <= width), "{width}\n{shown}");
        let first: String = shown
            .lines()
            .skip_while(|line| !line.starts_with("alphabeta-tt"))
            .map(|line| line.split_whitespace().next().unwrap_or_default())
            .collect();
        assert!(first.starts_with(name), "{width}\n{shown}");
        let colored = sheet(&table, Layout::Terminal { width, color: true });
        assert!(colored.contains("\u{1b}["), "{colored}");
    }
}

#[test]
fn wide_terminals_show_all() {
    let expected = "\
Nodes & time
                          depth 4                                        depth 5
algorithm                   nodes  nodes ÷ pvs  seconds                    nodes  nodes ÷ pvs  seconds
──────────────────────────────────────────────────────────────────────────────────────────────────────
mtd_f|*    1,234 * [1,100, 1,400]        0.825   1.2 ms          ≥ 56,789 (3/20)            ·   1.50 s
pvs        1,495   [1,300, 1,600]            1   2.0 ms  60,000 [55,000, 65,000]            1        ·
*: the best of the algorithms in the same case.
Each number is the mean of 20 trials.
[low, high] is the 95 % interval.
";
    let shown = terminal(200);
    assert_eq!(shown, expected, "\n{shown}");
}

#[test]
fn narrow_terminals_lose_intervals_and_then_show_parts() {
    let shown = terminal(90);
    assert!(shown.lines().all(|line| line.chars().count() <= 90), "\n{shown}");
    assert!(!shown.contains('[') && shown.contains("depth 5"), "\n{shown}");
    for width in [26, 40, 60] {
        let shown = terminal(width);
        assert!(shown.lines().all(|line| line.chars().count() <= width), "\n{shown}");
        assert!(shown.matches("algorithm  ").count() >= 2, "\n{shown}");
        for text in ["1,234 *", "≥ 56,789 (3/20)", "1.50 s", "0.825"] {
            assert!(shown.contains(text), "{text}\n{shown}");
        }
    }
    assert!(terminal(60).contains("depth 4") && terminal(60).contains("depth 5"));
}

/// Colour says nothing that letters do not.
#[test]
fn colour_only_adds() {
    let colored = sheet(&table(), Layout::Terminal { width: 200, color: true });
    assert!(colored.contains("\u{1b}["));
    assert_eq!(anstyle_stripped(&colored), terminal(200));
}

fn anstyle_stripped(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[test]
fn markdown_is_one_table_with_everything_escaped() {
    let text = sheet(&table(), Layout::Markdown);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "### Nodes &amp; time");
    assert!(lines[2].contains("depth 4: nodes ÷ pvs"), "{text}");
    assert!(lines[4].starts_with("| mtd_f\\|\\* "), "{text}");
    assert!(lines[4].contains("**1,234** [1,100"), "{text}");
    assert!(text.contains("\n- Bold: the best"));
    let pipes = |line: &str| line.replace("\\|", "").matches('|').count();
    assert!(lines[2..6].iter().all(|line| pipes(line) == 8), "{text}");
}

#[test]
fn csv_holds_plain_numbers() {
    let mut out = Vec::new();
    values::csv(&table(), &mut out).unwrap();
    let mut reader = ::csv::Reader::from_reader(out.as_slice());
    let heads = reader.headers().unwrap().clone();
    assert_eq!(heads.len(), 1 + 2 * (6 + 5 + 6));
    let rows: Vec<::csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let value = |row: usize, head: &str| {
        let column = heads.iter().position(|known| known == head).unwrap_or_else(|| panic!("{head}"));
        rows[row][column].to_owned()
    };
    assert_eq!(value(0, "algorithm"), "mtd_f|*");
    assert_eq!((value(0, "depth 4: nodes"), value(0, "depth 4: nodes_low")), ("1234".to_owned(), "1100.5".to_owned()));
    assert_eq!(value(0, "depth 4: seconds"), "0.0012");
    assert_eq!(
        (value(0, "depth 5: nodes_at_least"), value(0, "depth 5: nodes_limited")),
        ("true".to_owned(), "3".to_owned())
    );
    assert_eq!(
        (value(0, "depth 5: nodes ÷ pvs"), value(0, "depth 5: nodes ÷ pvs_pairs")),
        (String::new(), "20".to_owned())
    );
    assert_eq!(value(1, "depth 5: seconds"), "");
}

#[test]
fn latex_needs_booktabs_only() {
    let text = latex(&table());
    let expected = "\
% Nodes & time
% \\usepackage{booktabs}
\\begin{tabular}{lrrrrrr}
\\toprule
 & \\multicolumn{3}{c}{depth 4} & \\multicolumn{3}{c}{depth 5} \\\\
\\cmidrule(lr){2-4}\\cmidrule(lr){5-7}
algorithm & nodes & nodes $\\div$ pvs & seconds & nodes & nodes $\\div$ pvs & seconds \\\\
\\midrule
mtd\\_f$|${*} & \\textbf{1,234} {[}1,100, 1,400{]} & 0.825 & 1.2 ms & $\\geq$ 56,789 (3/20) &  & 1.50 s \\\\
";
    assert!(text.starts_with(expected), "{text}");
    assert!(text.ends_with("\\footnotesize Bold: the best of the algorithms in the same case. Each number is the mean of 20 trials. {[}low, high{]} is the 95 \\% interval.\\par}\n"), "{text}");
}

#[test]
fn latex_escapes_what_it_must() {
    let cases =
        [("a\\b{c}", "a\\textbackslash{}b\\{c\\}"), ("5 µs", "5 $\\mu$s"), ("日", "\\texttt{U+65E5}"), ("ä<", "ä$<$")];
    for (text, escaped) in cases {
        assert_eq!(super::latex::escaped(text), escaped);
    }
}

#[test]
fn entries_sort_by_base_units() {
    let table = table();
    assert_eq!(entry_number(&table.rows[0][3]), Some(0.0012));
    assert_eq!(entry_number(&table.rows[0][4]), Some(56_789.0));
    assert_eq!(entry_number(&table.rows[0][5]), None);
    assert_eq!(entry_number(&Entry::Number(4.0)), Some(4.0));
    assert!(entry_is_best(&table.rows[0][1]) && !entry_is_best(&table.rows[1][1]));
}

/// Looks that are asked for hold for what people read, and not for CSV.
#[test]
fn tables_look_as_they_are_asked_to() {
    let heads = [("nodes", "Nodes"), ("depth 4", "Four plies"), ("nodes ÷ pvs", "β & co"), ("expanded", "?")];
    let style = TableStyle {
        heads: heads.map(|(head, words)| (head.to_owned(), words.to_owned())).into(),
        precision: Some(2),
        hides_intervals: true,
        ..TableStyle::default()
    };
    let styled = TableData { style, ..table() };
    assert_eq!(styled.unknown_heads().collect::<Vec<_>>(), ["expanded"]);
    let text = sheet(&styled, Layout::Terminal { width: 120, color: false });
    for part in ["Four plies", "depth 5", "Nodes", "β & co", "0.83", "1.2 ms"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(!text.contains("[1,100.5") && !text.contains("interval"), "{text}");
    assert!(sheet(&styled, Layout::Markdown).contains("| Four plies: Nodes"));
    let paper = sheet(&styled, Layout::Latex);
    assert!(paper.contains(r"$\beta$ \& co"), "{paper}");
    assert_eq!(csv_text(&styled), csv_text(&table()));
}

/// A wide table of a paper: a float in parts, each with its keys.
#[test]
fn latex_sets_wide_tables_in_parts() {
    let style = TableStyle {
        caption: Some("Nodes & time".to_owned()),
        label: Some("tab:nodes".to_owned()),
        split: Some(3),
        ..TableStyle::default()
    };
    let text = latex(&TableData { style, ..table() });
    let (begin, end) = (text.find(r"\begin{table}").unwrap(), text.find(r"\end{table}").unwrap());
    assert!(
        text[begin..end].contains("\\caption{Nodes \\& time}\n\\label{tab:nodes}\n\\begin{tabular}{lrrr}\n"),
        "{text}"
    );
    assert_eq!(text.matches(r"\begin{tabular}{lrrr}").count(), 2, "{text}");
    assert_eq!(text.matches("algorithm & ").count(), 2, "{text}");
    assert_eq!(text.matches(r"\multicolumn{3}{c}{depth ").count(), 2, "{text}");
    assert!(text[..end].ends_with("\\par}\n"), "{text}");
}

fn claims() -> Vec<ClaimResult> {
    let figure = |depth: &str, value: Option<f64>, shows| Figure {
        case: vec![("depth".to_owned(), depth.to_owned())],
        value,
        interval: value.map(|value| Interval { low: value - 0.1, high: value + 0.1 }),
        confidence: 0.9,
        units: 20,
        count: 40,
        p: value.map(|value| value / 1000.0),
        corrected: value.map(|value| value / 500.0),
        shows,
        power: value.map(|_| Power { detectable: 0.95, needed: Some(7) }),
        remark: value.is_none().then(|| "no trial has a partner".to_owned()),
    };
    let undecided = Verdict::Undecided("depth 5: no trial has a partner".to_owned());
    vec![
        ClaimResult {
            says: "It is less".to_owned(),
            condition: "geometric mean of nodes, a ÷ b, < 1, for every depth".to_owned(),
            method: "level 0.05".to_owned(),
            published: None,
            verdict: undecided,
            figures: vec![figure("4", Some(0.825), Shows::Claim), figure("5", None, Shows::Neither)],
        },
        ClaimResult {
            says: "It ends".to_owned(),
            condition: "c".to_owned(),
            method: String::new(),
            published: None,
            verdict: Verdict::Refuted,
            figures: vec![],
        },
    ]
}

#[test]
fn claims_say_their_verdict_in_words() {
    let expected = "\
UNDECIDED  It is less
           geometric mean of nodes, a ÷ b, < 1, for every depth
           undecided: depth 5: no trial has a partner
           level 0.05
           depth  figure  interval                 n  P (corrected)     80 % power  holds  remark
               4  0.8250  [0.7250, 0.9250], 90 %  20 (40)  < 0.001 (0.002)  0.9500  yes  ·
               5       ·  ·  20 (40)  ·  ·  open  no trial has a partner

REFUTED    It ends
           c
";
    let shown = claims_text(&claims(), 130, false);
    let squeezed = |text: &str| -> Vec<String> {
        let words = text.lines().filter(|line| !line.contains('─'));
        words.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(squeezed(&shown), squeezed(expected), "\n{shown}");
    let markdown = claims_markdown(&claims());
    assert!(
        markdown.starts_with("### It is less: **undecided**\n\nAsked: geometric mean of nodes, a ÷ b, &lt; 1"),
        "{markdown}"
    );
    assert!(markdown.contains("| 0.8250 |"), "{markdown}");
    assert_eq!(anstyle_stripped(&claims_text(&claims(), 130, true)), shown);
}

#[test]
fn problems_come_as_sentences() {
    let problems = Problems {
        unfinished: vec![("mtdf".to_owned(), Status::LimitNodes, 3, 40)],
        disagreements: vec![Disagreement {
            task: "maze, a, moves 4".to_owned(),
            values: vec![("astar".to_owned(), 7.0), ("bfs".to_owned(), f64::INFINITY)],
        }],
        mishaps: vec![Forfeit { game: "a – b, f5".to_owned(), words: "white crashed".to_owned() }],
        missing: Some((2, 80)),
    };
    let expected = "\
DISAGREE on maze, a, moves 4: astar 7, bfs no solution
2 of 80 trials have no record
mtdf: 3 of 40 trials ended early (limit:nodes)
a – b, f5: white crashed
";
    assert_eq!(problems_text(&problems, 80, false), expected);
    assert_eq!(problems_markdown(&problems).lines().count(), 4);
    let well = problems_text(&Problems::default(), 80, false);
    assert!(well.starts_with("No trial was ended by a limit") && well.lines().count() == 2, "{well}");
}
