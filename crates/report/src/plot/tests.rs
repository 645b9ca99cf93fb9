//! Charts of made-up records: every kind, with ordinary data and with data that are hard to draw.

mod forms;

use std::fmt::Write;
use std::fs;

use super::*;
use crate::chart::style_sheet;
use crate::chart::tests::check_geometry;
use searchlab_analysis::request::{Filter, OneOrMany, Scalar, ScaleName};
use searchlab_search::budget::Status;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Answer, Limits, Measured, Params, Record, Trial};

/// The values of a made-up record.
#[derive(Debug, Clone)]
struct Made {
    algorithm: String,
    instance: String,
    params: Params,
    depth: Option<u32>,
    repeat: u32,
    nodes: u64,
    seconds: f64,
    status: Status,
}

impl Made {
    fn new(algorithm: &str, instance: &str, nodes: u64) -> Self {
        Self {
            algorithm: algorithm.to_owned(),
            instance: instance.to_owned(),
            params: Params::new(),
            depth: None,
            repeat: 0,
            nodes,
            seconds: nodes as f64 * 3e-8,
            status: Status::Complete,
        }
    }

    fn record(&self) -> Record {
        let mut trial =
            Trial::new("othello", (self.instance.clone(), 0), &self.algorithm, self.params.clone(), Limits::default());
        // The id is made of the content, which these have none of.
        trial.content = self.instance.bytes().fold(7, |sum, byte| sum * 31 % 1_000_003 + u64::from(byte));
        (trial.depth, trial.repeat) = (self.depth, self.repeat);
        Record {
            id: trial.id(),
            world: trial.world,
            instance: trial.instance,
            algorithm: trial.algorithm,
            params: trial.params,
            depth: trial.depth,
            limits: trial.limits,
            seed: 0,
            repeat: self.repeat,
            status: self.status,
            result: Some(Answer {
                value: (self.nodes % 60) as f64 - 30.0,
                exact: None,
                moves: searchlab_trial::record::Moves::default(),
                depth: None,
            }),
            counters: Counters {
                expanded: self.nodes / 4,
                evaluated: self.nodes - self.nodes / 4,
                ..Counters::default()
            },
            per_iteration: Vec::new(),
            game: None,
            referee: None,
            best: Vec::new(),
            program: None,
            measured: Measured { seconds: self.seconds, peak_bytes: self.nodes * 16, ..Measured::default() },
        }
    }
}

/// A number from 0 to 1 that only depends on its place: no record may depend on a generator.
fn noise(place: usize) -> f64 {
    let mixed = (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11) as f64 / (1u64 << 53) as f64
}

const POWERS: [(&str, f64); 4] = [("minimax", 1.0), ("alphabeta", 0.74), ("pvs", 0.70), ("mtdf", 0.685)];

/// Searches of twelve positions to depths 1 to 8, of which limits ended the last of minimax.
fn family() -> Vec<Made> {
    let mut all = Vec::new();
    for (algorithm, power) in POWERS {
        for depth in 1..=8u32 {
            for position in 0..12usize {
                let place = position * 100 + depth as usize;
                let own = 1.0 + 0.25 * (noise(place + algorithm.len() * 7919) - 0.5);
                let full = 7.5f64.powi(depth as i32) * (0.6 + 0.8 * noise(position));
                let nodes = (full.powf(power) * own).ceil().max(1.0) as u64;
                let is_limited = nodes > 2_000_000;
                all.push(Made {
                    depth: Some(depth),
                    nodes: nodes.min(2_000_000),
                    status: if is_limited { Status::LimitNodes } else { Status::Complete },
                    ..Made::new(algorithm, &format!("midgame:ply=20,seed={position}"), nodes.min(2_000_000))
                });
            }
        }
    }
    all
}

/// Mazes of several kinds and sizes.
fn mazes() -> Vec<Made> {
    let kinds = ["caves", "rooms", "perfect", "random"];
    let sizes = ["20x40", "40x80", "80x160", "160x320"];
    let mut all = Vec::new();
    for (a, algorithm) in ["bfs", "astar", "idastar", "jps"].into_iter().enumerate() {
        for (k, kind) in kinds.into_iter().enumerate() {
            for (s, size) in sizes.into_iter().enumerate() {
                for seed in 0..5usize {
                    let cells = 800.0 * 4f64.powi(s as i32);
                    let share = [0.6, 0.25, 1.4, 0.04][a] * (0.7 + 0.2 * k as f64);
                    let blow = if a == 2 { 1.5f64.powi(s as i32 * 3) } else { 1.0 };
                    let nodes = cells * share * blow * (0.5 + noise(seed + 11 * s + 101 * k + 977 * a));
                    let is_limited = nodes > 300_000.0;
                    let status = if is_limited { Status::LimitNodes } else { Status::Solved };
                    let instance = format!("{kind}:size={size},seed={seed}");
                    all.push(Made { status, ..Made::new(algorithm, &instance, nodes.min(300_000.0) as u64) });
                }
            }
        }
    }
    all
}

fn request(kind: ChartKind) -> ChartRequest {
    ChartRequest::of_kind(kind)
}

#[expect(clippy::unnecessary_wraps, reason = "what a request asks for is optional")]
fn some(name: &str) -> Option<String> {
    Some(name.to_owned())
}

#[expect(clippy::unnecessary_wraps, reason = "what a request asks for is optional")]
fn baseline(label: &str) -> Option<Selection> {
    Some(Selection::Label(label.to_owned()))
}

#[expect(clippy::unnecessary_wraps, reason = "what a request asks for is optional")]
fn one(name: &str) -> Option<OneOrMany<String>> {
    Some(OneOrMany::One(name.to_owned()))
}

fn frame(request: &ChartRequest, made: &[Made], axes: &[Field]) -> Frame {
    let mut frame = Frame::new(fields_of(request, &Axes::new(axes.iter().cloned())), Vec::new());
    for made in made {
        frame.push(&made.record());
    }
    frame.finish()
}

fn drawn(request: &ChartRequest, made: &[Made], axes: &[Field]) -> Result<Plotted, String> {
    plot(request, &frame(request, made, axes), &Axes::new(axes.iter().cloned()))
}

type Sample = (&'static str, ChartRequest, Vec<Made>, Vec<Field>);

const ALL_KINDS: [ChartKind; 9] = [
    ChartKind::Lines,
    ChartKind::Bars,
    ChartKind::Scatter,
    ChartKind::Cactus,
    ChartKind::Ecdf,
    ChartKind::Ratio,
    ChartKind::Forest,
    ChartKind::Box,
    ChartKind::Heatmap,
];

/// Ordinary data.
fn ordinary() -> Vec<Sample> {
    use ChartKind::{Bars, Box, Cactus, Ecdf, Forest, Heatmap, Lines, Ratio, Scatter};
    let depth = || vec![Field::Depth];
    let kinds = || vec![Field::Part("kind".to_owned()), Field::Part("size".to_owned())];
    let only = |field: &str, value: Scalar| Filter::from([(field.to_owned(), OneOrMany::One(value))]);
    vec![
        ("lines", request(Lines), family(), depth()),
        (
            "lines-linear",
            ChartRequest { y: some("seconds"), y_scale: Some(ScaleName::Linear), ..request(Lines) },
            family(),
            depth(),
        ),
        (
            "lines-shares",
            ChartRequest { statistic: Some(Statistic::Finished), y: some("value"), ..request(Lines) },
            family(),
            depth(),
        ),
        ("lines-sizes", ChartRequest { x: some("instance.size"), ..request(Lines) }, mazes(), kinds()),
        (
            "bars",
            ChartRequest {
                x: some("instance.kind"),
                filter: only("instance.size", Scalar::Text("40x80".to_owned())),
                ..request(Bars)
            },
            mazes(),
            kinds(),
        ),
        ("bars-sizes", ChartRequest { x: some("instance.size"), ..request(Bars) }, mazes(), kinds()),
        (
            "bars-linear",
            ChartRequest { y: some("value"), filter: only("depth", Scalar::Text("4..=7".to_owned())), ..request(Bars) },
            family(),
            depth(),
        ),
        ("scatter", ChartRequest { baseline: baseline("alphabeta"), ..request(Scatter) }, family(), depth()),
        ("scatter-free", ChartRequest { x: some("seconds"), y: some("value"), ..request(Scatter) }, family(), depth()),
        ("cactus", request(Cactus), mazes(), kinds()),
        ("ecdf", ChartRequest { x_title: some("states generated"), ..request(Ecdf) }, mazes(), kinds()),
        ("lines-growth", ChartRequest { branching: Some(true), ..request(Lines) }, family(), depth()),
        (
            "lines-paper",
            ChartRequest { width: Some(84.0), height: Some(70.0), font_size: Some(8.0), ..request(Lines) },
            family(),
            depth(),
        ),
        ("ratio", ChartRequest { baseline: baseline("alphabeta"), ..request(Ratio) }, family(), depth()),
        ("ratio-limited", ChartRequest { baseline: baseline("minimax"), ..request(Ratio) }, family(), depth()),
        ("forest", ChartRequest { baseline: baseline("alphabeta"), ..request(Forest) }, family(), depth()),
        ("forest-depths", ChartRequest { x: some("depth"), ..asked_forest() }, family(), depth()),
        ("box", ChartRequest { filter: only("depth", Scalar::Whole(6)), ..request(Box) }, family(), depth()),
        ("box-groups", ChartRequest { x: some("instance.size"), ..request(Box) }, mazes(), kinds()),
        ("heatmap", request(Heatmap), family(), depth()),
        (
            "heatmap-mazes",
            ChartRequest { x: some("instance.size"), series: one("instance.kind"), ..request(Heatmap) },
            mazes(),
            kinds(),
        ),
    ]
}

fn asked_forest() -> ChartRequest {
    ChartRequest { baseline: baseline("minimax"), ..request(ChartKind::Forest) }
}

/// Data that are hard to draw, for each kind: one trial, zeros, many series, many categories, long names.
fn extremes() -> Vec<(String, ChartRequest, Vec<Made>, Vec<Field>)> {
    let hostile = "a <b>&\"' very long name of an algorithm that somebody made up \u{7}on purpose ".repeat(3);
    let single = vec![Made::new("mtdf", "initial", 17), Made::new("pvs", "initial", 34)];
    let zeros = (0..12)
        .map(|place| Made {
            seconds: 0.0,
            ..Made::new(["mtdf", "pvs"][place % 2], &format!("maze{}", place / 2), [0, 5, 4000, 0, 70][place % 5])
        })
        .collect::<Vec<_>>();
    let crowd: Vec<Made> = (0..40 * 12)
        .map(|place| {
            let instance = format!("../shared/data/mazes/some folder/maze-number-{}.txt", place / 12);
            Made::new(&format!("variant-{}", place % 12), &instance, (noise(place) * 1e5) as u64 + 1)
        })
        .collect();
    let long: Vec<Made> = (0..12)
        .map(|place| {
            let instance = format!("{}{}", "x".repeat(if place % 3 == 0 { 300 } else { 12 }), place / 2);
            let name = if place % 2 == 0 { hostile.trim().to_owned() } else { "mtdf".to_owned() };
            Made::new(&name, &instance, place as u64 * 1000)
        })
        .collect();
    let limited: Vec<Made> = single.iter().map(|made| Made { status: Status::LimitTime, ..made.clone() }).collect();
    let first = |made: &[Made]| {
        Selection::Where(Filter::from([(
            "algorithm".to_owned(),
            OneOrMany::One(Scalar::Text(made[0].algorithm.clone())),
        )]))
    };
    let mut all = Vec::new();
    for kind in ALL_KINDS {
        for (name, made) in
            [("single", &single), ("zeros", &zeros), ("crowd", &crowd), ("long", &long), ("limited", &limited)]
        {
            let base = matches!(kind, ChartKind::Scatter | ChartKind::Ratio | ChartKind::Forest).then(|| first(made));
            let title = (name == "long").then(|| "A title that says much, and then more ".repeat(8));
            let asked = ChartRequest { baseline: base, title, ..request(kind) };
            all.push((format!("{kind:?}-{name}").to_lowercase(), asked, made.clone(), Vec::new()));
        }
    }
    all
}

fn samples() -> Vec<(String, ChartRequest, Vec<Made>, Vec<Field>)> {
    let ordinary = ordinary().into_iter().map(|(name, asked, made, axes)| (name.to_owned(), asked, made, axes));
    ordinary.chain(extremes()).collect()
}

#[test]
fn nothing_leaves_the_picture_and_no_labels_meet() {
    for (name, asked, made, axes) in samples() {
        match drawn(&asked, &made, &axes) {
            Ok(plotted) => {
                check_geometry(&name, &plotted.chart.to_svg().expect("a picture"));
                let inline = plotted.chart.to_svg_inline("c1");
                check_geometry(&name, &inline);
                check_geometry(&format!("{name}, narrow"), &plotted.chart.to_svg_narrow("c2"));
                assert!(plotted.alt.ends_with('.') && !plotted.alt.contains("  "), "{name}: {}", plotted.alt);
                // Of trials that did not end, curves of steps have none.
                let may_be_empty = ["cactus-limited", "ecdf-limited"].contains(&name.as_str());
                assert!(plotted.csv.lines().count() > usize::from(!may_be_empty), "{name}");
            }
            // Of two limits nothing is known.
            Err(error) => {
                assert!(["ratio-limited", "forest-limited"].contains(&name.as_str()), "{name}: {error}");
                assert!(error.contains("no trial of"), "{error}");
            }
        }
    }
}

#[test]
fn equal_records_give_equal_bytes_in_any_order() {
    for (name, asked, made, axes) in ordinary() {
        let bytes = |made: &[Made]| {
            let plotted = drawn(&asked, made, &axes).expect(name);
            (plotted.chart.to_svg_inline("c"), plotted.chart.to_svg().expect(name), plotted.csv, plotted.alt)
        };
        let mut backwards = made.clone();
        backwards.reverse();
        assert!(bytes(&made) == bytes(&backwards), "{name}");
    }
}

fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
}

#[test]
fn repeats_are_one_value_and_limits_are_bounds() {
    let made = |algorithm: &str, repeat: u32, nodes: u64, seconds: f64| Made {
        repeat,
        seconds,
        ..Made::new(algorithm, "initial", nodes)
    };
    let limited = Made { status: Status::LimitTime, ..made("pvs", 0, 50, 8.0) };
    let failed = Made { status: Status::Error, ..made("minimax", 0, 0, 0.0) };
    // The second repeat came first, and the third took long.
    let all = [made("mtdf", 1, 11, 2.0), made("mtdf", 0, 10, 1.0), made("mtdf", 2, 12, 90.0), limited, failed];
    let csv = |y: &str| {
        let asked = ChartRequest { y: some(y), ..request(ChartKind::Lines) };
        drawn(&asked, &all, &[]).map(|plotted| plotted.csv)
    };
    let nodes = csv("nodes").expect("a chart");
    assert_eq!(
        rows(&nodes),
        [
            vec!["series", "x", "y", "low", "high", "bound", "count"],
            vec!["mtdf", "initial", "10", "", "", "", "1"],
            vec!["pvs", "initial", "50", "", "", "at least", "1"],
        ]
    );
    let seconds = csv("seconds").expect("a chart");
    assert_eq!(rows(&seconds)[1][2], "2");
    assert_eq!(rows(&seconds)[2][2..6], ["8", "", "", "at least"]);
    // What a limit ended has no value, and what failed has nothing.
    let value = csv("value").expect("a chart");
    assert_eq!(rows(&value).len(), 2);
    assert_eq!(
        csv("first_move_rate").expect_err("no cutoffs"),
        "no trial of 2 has a number for first_move_rate and for instance"
    );
}

#[test]
fn ratios_pair_the_same_task() {
    let table = |algorithm: &str, depth: u32, bits: Option<u64>, nodes: u64| Made {
        depth: Some(depth),
        params: bits.map(|bits| ("table-bits".to_owned(), bits.into())).into_iter().collect(),
        ..Made::new(algorithm, "initial", nodes)
    };
    let all = [
        table("minimax", 4, None, 1000),
        table("minimax", 5, None, 8000),
        table("mtdf", 4, Some(8), 500),
        table("mtdf", 4, Some(16), 250),
        table("mtdf", 5, Some(8), 2000),
        table("mtdf", 6, Some(8), 9000),
    ];
    let axes = [Field::Depth, Field::Parameter("table-bits".to_owned())];
    // Minimax has no table: its trials stand for every size.
    let series = OneOrMany::Many(vec!["algorithm".to_owned(), "table-bits".to_owned()]);
    let asked = ChartRequest { series: Some(series), baseline: baseline("minimax"), ..request(ChartKind::Ratio) };
    let plotted = drawn(&asked, &all, &axes).expect("a chart");
    let rows = rows(&plotted.csv);
    let names: Vec<String> = rows[1..].iter().map(|row| row[..2].join(" at ")).collect();
    assert_eq!(names, ["mtdf · table-bits 8 at 4", "mtdf · table-bits 8 at 5", "mtdf · table-bits 16 at 4"]);
    for (row, ratio) in rows[1..].iter().zip([0.5, 0.25, 0.25]) {
        assert!((row[2].parse::<f64>().expect("a number") - ratio).abs() < 1e-12, "{row:?}");
    }
    assert!(plotted.chart.notes().iter().any(|note| note.contains("1 trial without a partner")));
    // The baseline must be one trial for each task.
    let asked = ChartRequest { baseline: baseline("mtdf"), ..request(ChartKind::Ratio) };
    let error = drawn(&asked, &all, &[Field::Depth]).map(|plotted| plotted.csv);
    assert!(error.is_ok(), "repeats of one task: {error:?}");
    let asked = ChartRequest { baseline: baseline("bfs"), ..request(ChartKind::Ratio) };
    assert_eq!(drawn(&asked, &all, &axes).expect_err("no bfs"), "no trial is of the baseline bfs");
}

#[test]
fn steps_and_wrong_fields() {
    let made: Vec<Made> = (0..20).map(|depth| Made { depth: Some(depth), ..Made::new("pvs", "a", 5) }).collect();
    let asked = ChartRequest { bin: Some(10.0), ..request(ChartKind::Bars) };
    let plotted = drawn(&asked, &made, &[Field::Depth]).expect("a chart");
    let counts: Vec<String> = rows(&plotted.csv)[1..].iter().map(|row| format!("{} {}", row[1], row[6])).collect();
    assert_eq!(counts, ["0 10", "10 10"]);
    for bin in [0.0, -1.0, f64::NAN] {
        let asked = ChartRequest { bin: Some(bin), ..request(ChartKind::Lines) };
        assert!(drawn(&asked, &made, &[Field::Depth]).is_err(), "{bin}");
    }
    for (field, asked) in [
        ("nods", ChartRequest { y: some("nods"), ..request(ChartKind::Lines) }),
        ("seconds", ChartRequest { series: one("seconds"), ..request(ChartKind::Lines) }),
        ("baseline", request(ChartKind::Ratio)),
    ] {
        let error = drawn(&asked, &made, &[Field::Depth]).expect_err(field);
        assert!(error.contains(field), "{error}");
    }
}

#[test]
fn charts_of_one_page_share_no_id_and_follow_its_colours() {
    let (_, asked, made, axes) = ordinary().swap_remove(0);
    let plotted = drawn(&asked, &made, &axes).expect("a chart");
    let page = format!("<p>{}{}</p>", plotted.chart.to_svg_inline("a"), plotted.chart.to_svg_inline("b"));
    let document = roxmltree::Document::parse(&page).expect("XML");
    let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
    let distinct: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
    assert!(ids.len() == 6 && distinct.len() == 6, "{ids:?}");
    let sheet = style_sheet();
    for node in document.descendants().filter(|node| node.has_attribute("class")) {
        for class in node.attribute("class").unwrap_or_default().split(' ') {
            assert!(sheet.contains(&format!(".{class}")), "{class}");
        }
        assert!(!node.has_attribute("fill") && !node.has_attribute("stroke"), "{node:?}");
    }
    let tips = document.descendants().filter(|node| node.attribute("class") == Some("tip"));
    // 4 algorithms at 8 depths, in both charts.
    assert_eq!(tips.filter(|tip| tip.first_element_child().is_some_and(|it| it.has_tag_name("title"))).count(), 64);
}

#[test]
fn a_cloud_of_many_points_stays_small() {
    let made: Vec<Made> = (0..100_000)
        .map(|place| {
            let nodes = (1.0 + noise(place) * 1e6) as u64;
            Made {
                seconds: noise(place + 1_000_000),
                ..Made::new(["pvs", "mtdf"][place % 2], &format!("i{place}"), nodes)
            }
        })
        .collect();
    let asked = ChartRequest { x: some("seconds"), ..request(ChartKind::Scatter) };
    let plotted = drawn(&asked, &made, &[]).expect("a chart");
    assert_eq!(plotted.csv.lines().count(), 100_001);
    let svg = plotted.chart.to_svg().expect("a picture");
    let inline = plotted.chart.to_svg_inline("c");
    assert!(svg.len() < 2_000_000 && inline.len() < 1_000_000, "{} {}", svg.len(), inline.len());
}

/// For the eye: all samples as files in the directory for temporary files, and as pages.
#[test]
#[ignore = "writes pictures to look at"]
fn gallery() {
    let folder = std::env::temp_dir().join("searchlab-plots");
    fs::create_dir_all(&folder).expect("a directory");
    let mut page = String::new();
    let body = "margin:0;background:#fff}@media screen and (prefers-color-scheme:dark){body{background:#0d1117}}";
    for (index, (name, asked, made, axes)) in samples().into_iter().enumerate() {
        let plotted = match drawn(&asked, &made, &axes) {
            Ok(plotted) => plotted,
            Err(error) => {
                eprintln!("{name}: {error}");
                continue;
            }
        };
        for extension in ["svg", "png", "pdf"] {
            plotted.chart.save(&folder.join(&name).with_extension(extension)).expect("a file");
        }
        fs::write(folder.join(&name).with_extension("csv"), &plotted.csv).expect("a file");
        let svg = plotted.chart.to_svg_inline(&format!("c{index}"));
        let html = format!("<!doctype html><meta charset=utf-8><style>{}body{{{body}</style>{svg}", style_sheet());
        fs::write(folder.join(&name).with_extension("html"), html).expect("a file");
        let _ = writeln!(page, "{name}: {} bytes\n  {}\n  {:?}", svg.len(), plotted.alt, plotted.chart.notes());
    }
    fs::write(folder.join("index.txt"), page).expect("a file");
    eprintln!("{}", folder.display());
}
