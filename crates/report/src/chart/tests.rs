//! Charts as a whole: made-up records of the kind that `compare` makes, and everything that is hard to label.

mod depth;

use std::fs;
use std::path::Path;

use roxmltree::Document;

use super::*;
use crate::testing;
use depth::{Quantity, by_depth};
use searchlab_search::budget::Status;
use searchlab_search::counters::Counters;
use searchlab_trial::record::{Measured, Params, Record};

/// Nodes of full searches of Othello from the initial position: the sums of the numbers of positions at each depth,
/// which are 4, 12, 56, 244, 1396, 8200, 55092, 390216 and 3005288.
const MINIMAX: [u64; 9] = [4, 16, 72, 316, 1_712, 9_912, 65_004, 455_220, 3_460_508];

fn record(algorithm: &str, depth: u32, nodes: u64) -> Record {
    Record {
        counters: Counters { expanded: nodes / 4, evaluated: nodes - nodes / 4, ..Counters::default() },
        measured: Measured { seconds: nodes as f64 * 3e-8, ..Measured::default() },
        ..testing::record(algorithm, depth)
    }
}

/// Each algorithm with the power of minimax's nodes that it needs, about.
fn family(powers: &[(&str, f64)]) -> Vec<Record> {
    let counts = |power: f64| MINIMAX.map(|nodes| (nodes as f64).powf(power).ceil() as u64);
    let records = |&(name, power): &(&str, f64)| (1..).zip(counts(power)).map(|(d, n)| record(name, d, n)).collect();
    powers.iter().flat_map(|power| -> Vec<Record> { records(power) }).collect()
}

const CLOSE: &[(&str, f64)] = &[
    ("minimax", 1.0),
    ("alphabeta", 0.74),
    ("alphabeta-tt", 0.715),
    ("pvs", 0.70),
    ("mtdf", 0.695),
    ("sss", 0.705),
    ("dual", 0.72),
    ("mtd-bi", 0.69),
];

fn series(name: &str, points: &[(f64, f64)]) -> Series {
    let points = points.iter().map(|&(x, y)| Point::new(x, y)).collect();
    Series { name: name.to_owned(), style: Style::of(name), points }
}

fn lines(mut series: Vec<Series>) -> Chart {
    let styles = Style::of_all(series.iter().map(|series| series.name.as_str()));
    series.iter_mut().zip(styles).for_each(|(series, style)| series.style = style);
    Chart::new("Title", Axis::linear("depth", Unit::Count), Axis::log("nodes", Unit::Count), Lines::new(series))
}

/// Charts of all kinds, with the names that must be found in them.
fn samples() -> Vec<(&'static str, Chart, Vec<String>)> {
    let names = |all: &[(&str, f64)]| all.iter().map(|one| one.0.to_owned()).collect::<Vec<_>>();
    let trio = &[CLOSE[0], CLOSE[1], CLOSE[4]];
    let mut limited = family(CLOSE);
    limited.retain(|record| record.algorithm != "minimax" || record.depth < Some(8));
    for record in &mut limited {
        if record.algorithm == "minimax" && record.depth == Some(7)
            || record.algorithm == "sss" && record.depth == Some(9)
        {
            record.status = Status::LimitNodes;
            record.counters.evaluated /= 2;
        }
    }
    let mut tables = family(&[("mtdf", 0.7), ("mtdf", 0.72), ("mtdf", 0.78), ("pvs", 0.71)]);
    for (index, record) in tables.iter_mut().enumerate() {
        record.params =
            Params::from([("evaluation".into(), "classic".into()), ("table".into(), (index / 9 * 4 + 8).into())]);
    }
    let many: Vec<_> = (0..12).map(|index| format!("algorithm-{index}")).collect();
    let crowd: Vec<_> = (0..40).map(|index| format!("variant {index}")).collect();
    let curve = |index: usize| -> Vec<(f64, f64)> {
        (1..=10).map(|x| (f64::from(x), (1.8 + index as f64 / 30.0).powi(x))).collect()
    };
    let long = ["a name that goes on ".repeat(3).trim().to_owned(), "x".repeat(300)];
    let title = "Nodes against depth, Othello, initial position, evaluation classic";
    let error_bars = Point { interval: Some([2e3, 9e3]), ..Point::new(3.0, 5e3) };
    let bars =
        Series { points: vec![Point::new(1.0, 100.0), Point::new(2.0, 900.0), error_bars], ..series("pvs", &[]) };
    vec![
        ("trio", by_depth(&family(trio), Quantity::Nodes, title), names(trio)),
        ("close", by_depth(&family(CLOSE), Quantity::Nodes, title), names(CLOSE)),
        ("limited", by_depth(&limited, Quantity::Nodes, title), names(CLOSE)),
        ("seconds", by_depth(&family(CLOSE), Quantity::Seconds, "Time against depth"), names(CLOSE)),
        (
            "tables",
            by_depth(&tables, Quantity::Evaluated, "MTD(f) with tables of 2⁸, 2¹² and 2¹⁶ entries"),
            ["mtdf · table 8", "mtdf · table 12", "mtdf · table 16", "pvs"].map(str::to_owned).to_vec(),
        ),
        ("one", lines(vec![series("mtdf", &[(4.0, 316.0)])]), vec!["mtdf".to_owned()]),
        ("none", lines(vec![]), vec![]),
        (
            "zeros",
            lines(vec![
                series("astar", &[(1.0, 0.0), (2.0, 10.0), (3.0, 1e12)]),
                series("fringe", &[(1.0, 5.0), (2.0, 0.0), (3.0, 0.0)]),
            ]),
            vec!["astar".to_owned(), "fringe".to_owned()],
        ),
        ("bars", lines(vec![bars]), vec!["pvs".to_owned()]),
        ("twelve", lines((0..12).map(|i| series(&many[i], &curve(i))).collect()), many),
        ("crowd", lines((0..40).map(|i| series(&crowd[i], &curve(i))).collect()), crowd),
        (
            "long",
            lines(vec![series(&long[0], &curve(1)), series(&long[1], &curve(9))]).note("note ".repeat(80)),
            vec![],
        ),
        (
            "hostile",
            Chart::new(
                &"<b>&\"'\u{0}\u{1b}[31m ".repeat(30),
                Axis::log("x", Unit::Seconds),
                Axis::linear("y".repeat(500).as_str(), Unit::Number).with_zero(),
                Lines::new(vec![series("a<b>\u{ffff}\n&", &[(1e-9, -5.0), (1.0, f64::NAN), (f64::INFINITY, 7.0)])]),
            ),
            vec![],
        ),
    ]
}

/// The texts of a document: left, top, right, bottom, text.
pub(crate) fn texts(document: &Document<'_>) -> Vec<([f64; 4], String)> {
    let of = |node: roxmltree::Node<'_, '_>| {
        let number = |name: &str| node.attribute(name).and_then(|text| text.parse::<f64>().ok()).expect(name);
        let text = node.text().unwrap_or("").trim().to_owned();
        let size = number("font-size");
        let wide = labels::width(&text, size, node.attribute("font-weight").is_some());
        let (x, y) = (number("x"), number("y"));
        let before = match node.attribute("text-anchor") {
            Some("middle") => wide / 2.0,
            Some("end") => wide,
            _ => 0.0,
        };
        // `dy` puts the base line 0.76 em below y; letters reach from there to 0.76 above and 0.24 below.
        let top = if node.has_attribute("dy") { 0.0 } else { -0.76 * size };
        let area = if node.has_attribute("transform") {
            // Turned from the bottom to the top: along is up, below is to the right.
            [x + top, y + before - wide, x + top + size, y + before]
        } else {
            [x - before, y + top, x - before + wide, y + top + size]
        };
        (area, text)
    };
    document.descendants().filter(|node| node.has_tag_name("text")).map(of).collect()
}

/// Fails on texts that leave the picture or meet, and on shapes that leave it.
pub(crate) fn check_geometry(name: &str, svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{name}: {error}"));
    let view: Vec<f64> =
        document.root_element().attribute("viewBox").expect(name).split(' ').map(|n| n.parse().unwrap()).collect();
    let texts = texts(&document);
    for (index, (area, text)) in texts.iter().enumerate() {
        assert!(
            area[0] >= 0.0 && area[1] >= 0.0 && area[2] <= view[2] && area[3] <= view[3],
            "{name}: {text:?} at {area:?} leaves {view:?}"
        );
        for (other, words) in &texts[index + 1..] {
            let is_apart = area[2] <= other[0] || other[2] <= area[0] || area[3] <= other[1] || other[3] <= area[1];
            assert!(is_apart, "{name}: {text:?} at {area:?} and {words:?} at {other:?}");
        }
    }
    let is_inside = |x: f64, y: f64| (0.0..=view[2]).contains(&x) && (0.0..=view[3]).contains(&y);
    for node in document.descendants() {
        let number = |name: &str| node.attribute(name).map(|text| text.parse::<f64>().expect(name));
        let points: Vec<f64> = match node.tag_name().name() {
            "circle" => [number("cx"), number("cy")].into_iter().flatten().collect(),
            "rect" => {
                let [x, y, width, height] = ["x", "y", "width", "height"].map(|side| number(side).expect(name));
                vec![x, y, x + width, y + height]
            }
            "polygon" | "polyline" | "path" => {
                let text = node.attribute("points").or(node.attribute("d")).expect(name);
                let numbers = text.split(|sign: char| !(sign.is_ascii_digit() || matches!(sign, '.' | '-')));
                numbers.filter(|part| !part.is_empty()).map(|part| part.parse().expect(text)).collect()
            }
            _ => continue,
        };
        assert!(points.chunks(2).all(|at| is_inside(at[0], at[1])), "{name}: {node:?} leaves {view:?}");
    }
}

#[test]
fn every_text_is_inside_and_apart_from_the_others() {
    for (name, chart, names) in samples() {
        let svg = chart.to_svg().expect(name);
        let document = Document::parse(&svg).expect(name);
        check_geometry(name, &svg);
        check_geometry(name, &chart.to_svg_inline("chart"));
        check_geometry(&format!("{name}, narrow"), &chart.to_svg_narrow("chart"));
        let texts = texts(&document);
        for wanted in names {
            let count = texts.iter().filter(|(_, text)| *text == wanted).count();
            assert_eq!(count, 1, "{name}: {wanted}");
        }
    }
}

#[test]
fn long_names_are_there_in_full() {
    let (_, chart, _) = samples().into_iter().find(|sample| sample.0 == "long").expect("a sample");
    let svg = chart.to_svg().expect("a chart");
    let texts: String = texts(&Document::parse(&svg).expect("XML")).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts.matches('x').count(), 300);
    assert_eq!(texts.matches("note").count(), 80);
}

#[test]
fn one_huge_interval_does_not_press_the_values_into_a_line() {
    let point = |x: u32, interval| Point { interval: Some(interval), ..Point::new(x.into(), 1e4 + f64::from(x)) };
    let mut points: Vec<Point> = (0..9).map(|x| point(x, [8e3, 1.3e4])).collect();
    let usual = lines(vec![Series { points: points.clone(), ..series("mtdf", &[]) }]).to_svg().expect("a chart");
    points[4].interval = Some([0.1, 1e9]);
    let cut = lines(vec![Series { points, ..series("mtdf", &[]) }]).to_svg().expect("a chart");
    let note = "reach beyond it";
    assert!(cut.contains(note) && !usual.contains(note));
    assert!(!cut.contains("\n1 G\n") && cut.contains("(0.1 to 1,000,000,000)"), "{cut}");
    check_geometry("cut", &cut);
}

#[test]
fn many_lines_have_small_panels_of_their_own() {
    let crowd = |count: usize| -> Chart {
        let names: Vec<String> = (0..count).map(|index| format!("variant {index}")).collect();
        lines(names.iter().map(|name| series(name, &[(1.0, 10.0), (2.0, 100.0)])).collect())
    };
    let axes = |chart: &Chart| chart.to_svg().expect("a chart").matches("\n10\n").count();
    assert_eq!((axes(&crowd(8)), axes(&crowd(9))), (1, 9));
}

#[test]
fn limits_are_open_and_said() {
    let (_, chart, _) = samples().into_iter().find(|sample| sample.0 == "limited").expect("a sample");
    assert_eq!(
        chart.notes(),
        ["Open markers: ended by a limit, the true value is higher (minimax at depth 7; sss at depth 9)."]
    );
    let svg = chart.to_svg().expect("a chart");
    assert!(svg.contains("<title>minimax, depth 7: at least "), "{svg}");
}

#[test]
fn several_records_give_their_mean() {
    let records = [record("pvs", 3, 100), record("pvs", 3, 301), record("pvs", 4, 1000), record("pvs", 4, 1000)];
    let chart = by_depth(&records, Quantity::Nodes, "");
    assert_eq!(chart.notes(), ["Each point is the mean of 2 trials."]);
    let svg = chart.to_svg().expect("a chart");
    assert!(svg.contains("<title>pvs, depth 3: 200.5</title>"), "{svg}");
    assert!(svg.contains("<title>pvs, depth 4: 1,000</title>"), "{svg}");
}

#[test]
fn files_are_whole_and_equal_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let (_, chart, _) = samples().swap_remove(1);
    for name in ["chart.svg", "chart.PNG"] {
        let path = folder.path().join(name);
        check(&path).expect("a name for a chart");
        let write = || {
            chart.save(&path).expect("a chart");
            fs::read(&path).expect("a file")
        };
        let bytes = write();
        assert!(bytes == write(), "{name}");
        if name.ends_with("svg") {
            assert_eq!(bytes, chart.to_svg().expect("a chart").into_bytes());
        } else {
            let svg = chart.to_svg().expect("a chart");
            let document = Document::parse(&svg).expect("XML");
            // PNG: width and height are big-endian words at bytes 16 and 20.
            for (name, at) in [("width", 16), ("height", 20)] {
                let size: u32 = document.root_element().attribute(name).expect(name).parse().expect("a number");
                assert_eq!(u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes")), 2 * size);
            }
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing half-written remains");
}

#[test]
fn names_that_give_no_chart_are_refused_with_the_remedy() {
    let chart = lines(vec![]);
    for name in ["chart", "chart.jpg", "", "svg", "chart.svg.gz", ".svg"] {
        for result in [chart.save(Path::new(name)), check(Path::new(name))] {
            let error = result.expect_err(name).to_string();
            assert!(error.contains(&format!("from {name:?}")), "{error}");
            assert!(error.ends_with("end the name in .svg, .png or .pdf"), "{error}");
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let directory = folder.path().join("directory.svg");
    fs::create_dir(&directory).expect("a directory");
    for path in [Path::new("no-such-folder/chart.png"), &directory] {
        for result in [chart.save(path), check(path)] {
            let error = result.expect_err("no place").to_string();
            assert!(error.starts_with("error: cannot write the chart"), "{error}");
            assert!(error.contains("a folder that exists"), "{error}");
        }
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1);
}

/// For the eye: all samples as files in the directory for temporary files.
#[test]
#[ignore = "writes pictures to look at"]
fn gallery() {
    let folder = std::env::temp_dir().join("searchlab-charts");
    fs::create_dir_all(&folder).expect("a directory");
    for (name, chart, _) in samples() {
        for extension in ["svg", "png"] {
            chart.save(&folder.join(name).with_extension(extension)).expect(name);
        }
    }
    eprintln!("{}", folder.display());
}
