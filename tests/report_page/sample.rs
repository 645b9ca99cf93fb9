//! A made-up experiment with all that a page can show.

use std::fmt::Write;

use searchlab::analysis::claim::{ClaimResult, Figure, Power, Shows, Verdict};
use searchlab::analysis::field::Measure;
use searchlab::analysis::noise::Noise;
use searchlab::analysis::problems::{Disagreement, Problems};
use searchlab::analysis::table::{Entry, Head, TableData, TableStyle};
use searchlab::record::{Answer, Limits, Measured, Moves, Params, Record, Status, Trial};
use searchlab::report::chart::{Axis, Chart, Lines, Point, Series, Style, Unit};
use searchlab::report::page::{Page, PageChart, Trials};
use searchlab::search::counters::{Counters, Iteration, IterationLimit};
use searchlab::statistics::censored::Censored;
use searchlab::statistics::interval::Interval;

/// A name that breaks out of everything that does not hold it.
pub(crate) const HOSTILE: &str = "</script><b>\"'&amp;--></style><!-- ${x} `y` | z\\";

const ALGORITHMS: [&str; 4] = ["minimax", "alphabeta", "pvs", "mtdf"];

/// What a page borrows.
pub(crate) struct Sample {
    claims: Vec<ClaimResult>,
    problems: Problems,
    tables: Vec<TableData>,
    charts: Vec<PageChart>,
    trials: Trials,
    manifest: Vec<(String, String)>,
    method: Vec<String>,
    pub(crate) records: Vec<Record>,
    title: String,
}

impl Sample {
    /// With so many trials.
    pub(crate) fn new(trials: usize) -> Self {
        let records: Vec<Record> = (0..trials).map(|number| record(number, trials)).collect();
        Self {
            claims: claims(),
            problems: problems(),
            tables: vec![sizes(), spread()],
            charts: vec![chart("nodes", "Nodes against depth", 1.0), chart("seconds", "Leaves against depth", 0.8)],
            trials: gathered(&records),
            manifest: manifest(),
            method: method(),
            records,
            title: "The minimax family on midgame positions".to_owned(),
        }
    }

    /// With a hostile text wherever one can stand.
    pub(crate) fn hostile() -> Self {
        let text = || HOSTILE.to_owned();
        let mut sample = Self::new(30);
        for record in &mut sample.records {
            record.instance = text();
            record.params.insert(text(), HOSTILE.into());
            if let Some(answer) = &mut record.result {
                answer.moves = [text()].into_iter().collect();
            }
        }
        sample.trials = gathered(&sample.records);
        sample.claims[0].says = text();
        sample.claims[0].condition = text();
        sample.claims[0].figures[0].case[0] = (text(), text());
        sample.claims[0].figures[0].remark = Some(text());
        sample.claims[2].verdict = Verdict::Undecided(text());
        sample.problems.unfinished[0].0 = text();
        sample.problems.disagreements[0] = Disagreement { task: text(), values: vec![(text(), 1.0)] };
        let table = &mut sample.tables[0];
        table.title = text();
        table.notes.push(text());
        table.heads[0].text = text();
        table.heads[2].group = Some(text());
        table.rows[0][0] = Entry::Text(text());
        sample.charts[0].title = text();
        sample.charts[0].alt = text();
        sample.charts[0].csv = format!("name,value\n\"{}\",1\n", HOSTILE.replace('"', "\"\""));
        sample.charts[0].file_stem = text();
        sample.manifest[0] = (text(), text());
        sample.method[0] = text();
        sample.title = text();
        sample
    }

    /// With moves that take more room than the page has.
    pub(crate) fn wordy() -> Self {
        let mut sample = Self::new(2000);
        for (place, record) in sample.records.iter_mut().enumerate() {
            let mut moves = String::new();
            for step in 0..200 {
                let _ = write!(moves, "{:x}", noise(place * 200 + step));
            }
            record.result = record.result.take().map(|answer| Answer { moves: Moves::Text(moves), ..answer });
        }
        sample.trials = gathered(&sample.records);
        sample
    }

    /// Without anything that may be missing.
    pub(crate) fn bare() -> Self {
        let mut sample = Self::new(0);
        sample.claims.clear();
        sample.problems = Problems { missing: Some((0, 10)), ..Problems::default() };
        sample.tables.clear();
        sample.charts.clear();
        sample.method.clear();
        sample
    }

    pub(crate) fn page(&self) -> Page<'_> {
        Page {
            title: &self.title,
            question: Some(
                "How many leaves does MTD(f) visit, compared with PVS and plain alpha-beta, when all of them search \
                 the same positions to the same depth with the same ordering?\n\nPlaat and others (1996) report 5 to \
                 15 % fewer than PVS.",
            ),
            claims: &self.claims,
            problems: &self.problems,
            notes: &[],
            tests: &[],
            noise: &[Noise::Once],
            tables: &self.tables,
            charts: &self.charts,
            undrawn: &[],
            replays: &[],
            chart_style: "",
            trials: &self.trials,
            manifest: Some(&self.manifest),
            method: &self.method,
            toml: TOML,
            toml_name: "minimax-family.toml",
            command: "searchlab run experiments/minimax-family.toml --out reports/minimax-family --jobs 2",
            link: Some("../searchlab.html#m=experiment&n=minimax-family.toml&t=title%20%3D%20%22x%22&r=1"),
        }
    }
}

const TOML: &str = r#"title = "The minimax family on midgame positions"
question = """
How many leaves does MTD(f) visit, compared with PVS and plain alpha-beta?
"""
world = "othello"
instances = ["playout:seed=1..20,ply=20"]
algorithms = ["minimax", "alphabeta", "pvs", "mtdf"]

[axes]
depth = [1, 2, 3, 4, 5, 6]

[[claim]]
says = "MTD(f) visits fewer leaves than PVS at every depth from 4"
statistic = "geometric-mean"
value = "evaluated"
over = "pvs"
every = "depth"
below = 1
p = 0.05
"#;

fn gathered(records: &[Record]) -> Trials {
    let mut trials = Trials::new("records.jsonl");
    for record in records {
        trials.push(record, || &record.algorithm);
    }
    trials
}

/// Numbers that look as if they were drawn: the same for the same place.
fn noise(place: usize) -> u64 {
    let mut bits = (place as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn record(number: usize, of: usize) -> Record {
    let depth = number % 6 + 1;
    let algorithm = ALGORITHMS[number / 6 % 4];
    let instance = number / 24;
    let nodes = (7.5 - (number / 6 % 4) as f64).powi(depth as i32) as u64 + noise(number) % (1 << (2 * depth));
    let is_limited = number % 97 == 5;
    let params = Params::from([("evaluation".to_owned(), "classic".into()), ("table-bits".to_owned(), 18.into())]);
    let name = (format!("playout:seed={},ply=20", instance + 1), noise(instance));
    let trial = Trial {
        depth: Some(depth as u32),
        seed: if of > 1000 { u64::MAX - instance as u64 } else { 0 },
        ..Trial::new("othello", name, algorithm, params, Limits { nodes: Some(50_000), ..Limits::default() })
    };
    let counters = Counters {
        expanded: nodes / 4,
        generated: nodes,
        evaluated: nodes - nodes / 4,
        cutoffs: nodes / 9,
        first_move_cutoffs: nodes / 11,
        tt_probes: nodes / 5,
        tt_hits: nodes / 23,
        peak_depth: depth as u64,
        table_bytes: 4_194_304,
        ..Counters::default()
    };
    Record {
        id: trial.id(),
        world: trial.world,
        instance: trial.instance,
        algorithm: trial.algorithm,
        params: trial.params,
        depth: trial.depth,
        limits: trial.limits,
        seed: trial.seed,
        repeat: 0,
        status: if is_limited { Status::LimitNodes } else { Status::Complete },
        result: (!is_limited).then(|| Answer {
            value: noise(instance) as f64 % 64.0 - 32.5,
            exact: number.is_multiple_of(5).then_some([7, number as u64]),
            moves: Moves::Text("d3 c5 e6, \"f5\"".to_owned()),
            depth: None,
        }),
        counters,
        per_iteration: (1..=number as u32 % 3)
            .map(|depth| Iteration {
                limit: IterationLimit::Depth(depth),
                cost: None,
                value: Some(3),
                best: Some("d3".to_owned()),
                counters,
            })
            .collect(),
        game: None,
        referee: None,
        best: Vec::new(),
        program: None,
        measured: Measured {
            seconds: nodes as f64 * 3.1e-8 + noise(number) as f64 * 1e-26,
            cpu_seconds: nodes as f64 * 3e-8,
            peak_bytes: 4_200_000 + noise(number) % 5000,
            ..Measured::default()
        },
    }
}

fn claims() -> Vec<ClaimResult> {
    let figure = |depth: usize, value: f64, p: f64| Figure {
        case: vec![("depth".to_owned(), depth.to_string())],
        value: Some(value),
        interval: Some(Interval { low: value * 0.97, high: value * 1.04 }),
        confidence: 0.967,
        units: 20,
        count: 20,
        p: Some(p),
        corrected: Some(p * 3.0),
        shows: Shows::Claim,
        power: Some(Power { detectable: 0.96, needed: Some(12) }),
        remark: (depth == 6).then(|| "1 pair that a limit ended is left out".to_owned()),
    };
    let single = Figure { case: vec![], remark: None, ..figure(5, 1.83, 0.0002) };
    vec![
        ClaimResult {
            says: "MTD(f) visits fewer leaves than PVS at every depth from 4".to_owned(),
            condition: "geometric mean of evaluated, mtdf ÷ pvs, at every depth ≥ 4: < 1".to_owned(),
            method: "level 0.05, corrected over 3 claims (Holm)".to_owned(),
            published: None,
            verdict: Verdict::Held,
            figures: vec![figure(4, 0.953, 0.021), figure(5, 0.924, 0.0031), figure(6, 0.887, 0.00004)],
        },
        ClaimResult {
            says: "Alpha-beta needs no more than twice the leaves of PVS".to_owned(),
            condition: "geometric mean of evaluated, alphabeta ÷ pvs, < 1.5".to_owned(),
            method: "level 0.05, corrected over 3 claims (Holm)".to_owned(),
            published: None,
            verdict: Verdict::Refuted,
            figures: vec![Figure { shows: Shows::Opposite, ..single }],
        },
        ClaimResult {
            says: "Minimax needs at least fifty times the leaves of PVS at depth 6".to_owned(),
            condition: "geometric mean of evaluated, minimax ÷ pvs, depth 6: > 50".to_owned(),
            method: "level 0.05, corrected over 3 claims (Holm)".to_owned(),
            published: None,
            verdict: Verdict::Undecided("all pairs of minimax and pvs were ended by a limit".to_owned()),
            figures: vec![],
        },
    ]
}

fn problems() -> Problems {
    Problems {
        unfinished: vec![
            ("minimax".to_owned(), Status::LimitNodes, 4, 120),
            ("alphabeta".to_owned(), Status::LimitTime, 1, 120),
        ],
        disagreements: vec![Disagreement {
            task: "othello playout:seed=7,ply=20, depth 5, evaluation classic".to_owned(),
            values: vec![("alphabeta".to_owned(), 12.0), ("mtdf".to_owned(), 14.0)],
        }],
        mishaps: Vec::new(),
        missing: Some((3, 480)),
    }
}

fn head(group: Option<&str>, text: &str, is_key: bool) -> Head {
    Head { group: group.map(str::to_owned), text: text.to_owned(), is_key }
}

/// Rows for algorithms and depths.
fn sizes() -> TableData {
    let heads = vec![
        head(None, "depth", true),
        head(None, "algorithm", true),
        head(None, "evaluated", false),
        head(None, "time", false),
        head(None, "memory", false),
        head(None, "÷ pvs", false),
    ];
    let rows = (1..=6).flat_map(|depth| {
        ALGORITHMS.iter().enumerate().map(move |(place, algorithm)| {
            let leaves = (7.5 - place as f64).powi(depth);
            let is_bound = place == 0 && depth == 6;
            let quantity = |value: f64, measure| Entry::Quantity {
                value: Censored { value, is_bound },
                interval: (!is_bound).then_some(Interval { low: value * 0.9, high: value * 1.12 }),
                measure,
                limited: (if is_bound { 4 } else { 0 }, 20),
                is_best: place == 3,
            };
            let ratio = leaves / 5.5f64.powi(depth);
            vec![
                Entry::Number(f64::from(depth)),
                Entry::Text((*algorithm).to_owned()),
                quantity(leaves, Measure::Count),
                quantity(leaves * 3e-8, Measure::Seconds),
                if place == 0 { Entry::Missing } else { quantity(4.2e6 + leaves, Measure::Bytes) },
                Entry::Ratio {
                    value: Some(Censored { value: ratio, is_bound }),
                    interval: (!is_bound).then_some(Interval { low: ratio * 0.97, high: ratio * 1.03 }),
                    pairs: 20,
                },
            ]
        })
    });
    TableData {
        style: TableStyle::default(),
        title: "Leaves, time and memory by depth".to_owned(),
        heads,
        rows: rows.collect(),
        notes: vec![
            "Means over 20 positions with 95 % intervals by bootstrap; the best of a depth is bold.".to_owned(),
        ],
    }
}

/// Columns in groups.
fn spread() -> TableData {
    let mut heads = vec![head(None, "depth", true)];
    for algorithm in ALGORITHMS {
        heads.extend(["median", "max"].map(|text| head(Some(algorithm), text, false)));
    }
    let rows = (1..=6).map(|depth| {
        let mut row = vec![Entry::Number(f64::from(depth))];
        for place in 0..ALGORITHMS.len() {
            row.extend([1.0, 1.7].map(|factor| Entry::Quantity {
                value: Censored::finished(factor * (7.5 - place as f64).powi(depth)),
                interval: None,
                measure: Measure::Count,
                limited: (0, 20),
                is_best: false,
            }));
        }
        row
    });
    TableData {
        style: TableStyle::default(),
        title: "Expanded nodes, algorithms side by side".to_owned(),
        heads,
        rows: rows.collect(),
        notes: vec![],
    }
}

fn chart(stem: &str, title: &str, factor: f64) -> PageChart {
    let mut csv = "algorithm,depth,nodes\n".to_owned();
    let series = ALGORITHMS.iter().enumerate().map(|(place, name)| {
        let points = (1..=6).map(|depth| {
            let nodes = factor * (7.5 - place as f64).powi(depth);
            let _ = writeln!(csv, "{name},{depth},{nodes:.1}");
            Point::new(f64::from(depth), nodes)
        });
        Series { name: (*name).to_owned(), style: Style::of(name), points: points.collect() }
    });
    let series = series.collect();
    let (x, y) = (Axis::linear("depth", Unit::Count), Axis::log("nodes", Unit::Count));
    let chart = Chart::new(title, x, y, Lines::new(series));
    PageChart {
        title: title.to_owned(),
        alt: "Nodes against depth on a logarithmic scale. All algorithms grow as straight lines; mtdf stays lowest, \
              pvs follows it closely, minimax is the steepest."
            .to_owned(),
        svg: chart.to_svg().expect("a plain chart"),
        narrow: chart.to_svg_narrow(&format!("narrow-{stem}")),
        csv,
        file_stem: stem.to_owned(),
    }
}

fn manifest() -> Vec<(String, String)> {
    [
        ("Version", "searchlab 0.1.0"),
        ("Revision", "c85186d0f7a0e2f51f4f41ff35f1d6c9a5f2e7b3, clean"),
        ("Compiler", "rustc 1.95.0, x86_64-unknown-linux-gnu, release"),
        ("Processor", "AMD EPYC 7B13, 2 threads"),
        ("Memory", "23.5 GiB"),
        ("System", "Debian GNU/Linux 12"),
        ("Command", "searchlab run experiments/minimax-family.toml --jobs 2"),
        ("Specification", "5f2c9a31b04de877"),
        ("Begin", "2026-03-01T10:00:00Z"),
        ("End", "2026-03-01T10:02:31Z"),
    ]
    .map(|(label, text)| (label.to_owned(), text.to_owned()))
    .to_vec()
}

fn method() -> Vec<String> {
    [
        "Every algorithm searched each of 20 positions to depths 1 to 6. The positions are those after 20 plies of \
         games played by chance, from seeds 1 to 20. Trials were interleaved: all algorithms of a repeat before the \
         next repeat.",
        "Intervals cover the true value in 95 of 100 cases and come from 10,000 bootstrap resamples with a fixed seed. \
         P is that of the signed-rank test of Wilcoxon over pairs, corrected after Holm.",
    ]
    .map(str::to_owned)
    .to_vec()
}
