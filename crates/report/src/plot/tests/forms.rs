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
