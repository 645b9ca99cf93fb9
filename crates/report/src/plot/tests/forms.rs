//! As what numbers are drawn: bars, rows of points, forest plots; on which scale.

use super::*;

#[test]
fn bars_stand_on_linear_axes_only() {
    let made = |nodes: [u64; 2]| [Made::new("pvs", "initial", nodes[0]), Made::new("mtdf", "initial", nodes[1])];
    let of = |made: &[Made]| drawn(&request(ChartKind::Bars), made, &[]).expect("a chart");
    let (near, far) = (of(&made([100, 300])), of(&made([100, 300_000])));
    assert!(near.alt.starts_with("Bar chart"), "{}", near.alt);
    assert!(far.alt.starts_with("Dot plot"), "{}", far.alt);
    let svg = far.chart.to_svg().expect("a picture");
    assert!(svg.contains("(logarithmic)") && svg.contains("300,000"), "{svg}");
    let asked = ChartRequest { y_scale: Some(ScaleName::Log), ..request(ChartKind::Bars) };
    assert!(drawn(&asked, &made([100, 300]), &[]).expect("a chart").alt.starts_with("Dot plot"));
}

#[test]
fn intervals_below_zero_keep_no_scale_from_being_logarithmic() {
    // Two trials of each: the interval of their mean reaches far below zero.
    let made: Vec<Made> = [("pvs", 100), ("pvs", 900), ("mtdf", 100_000), ("mtdf", 900_000)]
        .iter()
        .enumerate()
        .map(|(place, &(algorithm, nodes))| Made::new(algorithm, &format!("i{place}"), nodes))
        .collect();
    for kind in [ChartKind::Heatmap, ChartKind::Lines] {
        let asked = ChartRequest { x: some("world"), ..request(kind) };
        let plotted = drawn(&asked, &made, &[]).expect("a chart");
        assert!(plotted.chart.to_svg().expect("a picture").contains("(logarithmic)"), "{kind:?}: {}", plotted.csv);
    }
}

#[test]
fn a_forest_plot_shows_the_numbers_of_the_ratios() {
    let made: Vec<Made> = [("alphabeta", [1000, 2000, 4000]), ("mtdf", [500, 900, 1500]), ("pvs", [1100, 1900, 4100])]
        .iter()
        .flat_map(|(name, all)| {
            all.iter()
                .enumerate()
                .map(|(place, &nodes)| Made::new(name, &format!("i{place}"), nodes))
                .collect::<Vec<_>>()
        })
        .collect();
    let asked = ChartRequest { baseline: baseline("alphabeta"), ..request(ChartKind::Forest) };
    let plotted = drawn(&asked, &made, &[]).expect("a chart");
    let csv = rows(&plotted.csv);
    let of = |name: &str| csv.iter().find(|row| row[0] == name).expect(name);
    let ratio: f64 = of("mtdf")[2].parse().expect("a number");
    assert!((ratio - (0.5f64 * 0.45 * 0.375).cbrt()).abs() < 1e-12, "{ratio}");
    assert_eq!(of("mtdf")[6], "3");
    let svg = plotted.chart.to_svg().expect("a picture");
    for text in ["ratio", "95 %", "pairs", "mtdf", "pvs", "0.439"] {
        assert!(svg.contains(&format!("\n{text}\n")), "{text}: {svg}");
    }
    assert!(plotted.alt.starts_with("Forest plot"), "{}", plotted.alt);
    // Lines from name to name mean nothing.
    let asked = ChartRequest { x: some("instance"), ..ChartRequest { kind: ChartKind::Ratio, ..asked } };
    assert!(drawn(&asked, &made, &[]).expect("a chart").alt.starts_with("Forest plot"));
}

/// Each further ply costs three times as much: the fit is drawn, and its factor stands at the name.
#[test]
fn lines_over_depth_tell_their_branching_factor() {
    let tree = |instance: &str, depth: u32| Made {
        depth: Some(depth),
        ..Made::new("alphabeta", instance, 7 * 3u64.pow(depth))
    };
    let made: Vec<Made> = (1..=6).flat_map(|depth| [tree("a", depth), tree("b", depth)]).collect();
    let asked = ChartRequest { branching: Some(true), ..request(ChartKind::Lines) };
    let plotted = drawn(&asked, &made, &[Field::Depth]).expect("a chart");
    let svg = plotted.chart.to_svg().expect("a drawing");
    assert!(svg.contains("alphabeta, b = 3.00"), "{svg}");
    assert!(plotted.chart.notes().iter().any(|note| note.contains("b with its 95 % interval: alphabeta 3")));
    assert!(plotted.csv.contains("\nalphabeta,1,21,"), "{}", plotted.csv);
    // Where a limit ended all but one depth there is no fit.
    let limited = made.into_iter().map(|made| Made { status: Status::LimitNodes, ..made }).collect::<Vec<_>>();
    let plotted = drawn(&asked, &limited, &[Field::Depth]).expect("a chart");
    assert!(!plotted.chart.to_svg().expect("a drawing").contains("b ="));
}

/// A journal's column: millimetres outside, names of eight points inside, titles of one's own.
#[test]
fn charts_have_their_size_on_paper() {
    let titles = ("Depth in plies", "Nodes searched");
    let asked = ChartRequest {
        width: Some(84.0),
        height: Some(70.0),
        font_size: Some(8.0),
        x_title: some(titles.0),
        y_title: some(titles.1),
        ..request(ChartKind::Lines)
    };
    let svg = drawn(&asked, &family(), &[Field::Depth]).expect("a chart").chart.to_svg().expect("a drawing");
    assert!(svg.contains("<svg width=\"84.00mm\" height=\"70.") || svg.contains("height=\"69."), "{}", &svg[..200]);
    assert!(svg.contains(titles.0) && svg.contains(titles.1));
    let inner: f64 =
        svg.split("viewBox=\"0 0 ").nth(1).and_then(|it| it.split(' ').next()?.parse().ok()).expect("a box");
    // Names have 13 units, ten of the view box each.
    let points = 130.0 / inner * 84.0 / 25.4 * 72.0;
    assert!((points - 8.0).abs() < 0.05, "{points}");
}

/// Of four tasks one has half of them within 20.
#[test]
fn distributions_are_shares() {
    let made: Vec<Made> = [10, 20, 30, 40].iter().map(|&nodes| Made::new("pvs", &format!("i{nodes}"), nodes)).collect();
    let plotted = drawn(&request(ChartKind::Ecdf), &made, &[]).expect("a chart");
    let shares: Vec<&str> =
        plotted.csv.lines().skip(1).map(|line| line.split(',').nth(2).unwrap_or_default()).collect();
    assert_eq!(shares, ["0.25", "0.5", "0.75", "1"]);
}

/// A PDF has its fonts within, only the letters that it shows, and equal charts are equal files.
#[test]
fn documents_carry_their_fonts() {
    let folder = tempfile::tempdir().expect("a folder");
    let chart = drawn(&request(ChartKind::Lines), &family(), &[Field::Depth]).expect("a chart").chart;
    let written = |name: &str| {
        let path = folder.path().join(name);
        chart.save(&path).expect("a document");
        fs::read(path).expect("a document")
    };
    let document = written("one.pdf");
    assert_eq!(document, written("two.pdf"));
    let text = String::from_utf8_lossy(&document);
    assert!(text.starts_with("%PDF-1.") && text.trim_end().ends_with("%%EOF"));
    assert_eq!(text.matches("/FontFile2 ").count(), 2, "regular and bold");
    assert!(document.len() < 60_000, "{} bytes", document.len());
}
