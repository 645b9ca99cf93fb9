//! Charts with their values: the picture, the numbers as a table where they are few, and both to save.

use maud::{Markup, PreEscaped, html};

use super::{PageChart, link_part};
use searchlab_trial::text::printable;

/// Values of a chart that are shown as a table. More are in its file.
const SHOWN: usize = 60;

pub(super) fn figures(charts: &[PageChart], undrawn: &[String]) -> Markup {
    html! {
        @if !charts.is_empty() || !undrawn.is_empty() {
            section #charts aria-labelledby="charts-head" {
                h2 #charts-head { @if charts.len() + undrawn.len() == 1 { "Chart" } @else { "Charts" } }
                @for (chart, number) in charts.iter().zip(1..) { (figure(chart, number)) }
                @for reason in undrawn { p.note { "Not drawn: " (printable(reason)) "." } }
            }
        }
    }
}

fn figure(chart: &PageChart, number: usize) -> Markup {
    let (id, stem) = (format!("figure-{number}"), link_part(&chart.file_stem));
    let (title, data) = (printable(&chart.title), format!("data:text/csv;charset=utf-8,{}", link_part(&chart.csv)));
    html! {
        figure.graph {
            // The picture shows it as well.
            figcaption.unseen { h3 #(id) { (title) } }
            // One of both is shown, by the width of the window.
            @for (class, svg) in [("plot", &chart.svg), ("plot narrow", &chart.narrow)] {
                div class=(class) role="group" tabindex="0" aria-labelledby=(id) aria-describedby={ (id) "-alt" } {
                    (PreEscaped(svg_element(svg)))
                }
            }
            p.alt #{ (id) "-alt" } { (printable(&chart.alt)) }
            div.tools {
                @if let Some(values) = values(&chart.csv) { (values_table(&values, &title)) }
                p.links {
                    "Save "
                    a href=(data) download={ (chart.file_stem) ".csv" } { "CSV" span.unseen { " of " (title) } }
                    " · "
                    // With scripts it is made of the picture itself, without them it is the file beside the page.
                    a.svg href={ "charts/" (stem) ".svg" } download={ (chart.file_stem) ".svg" } {
                        "SVG" span.unseen { " of " (title) }
                    }
                }
            }
        }
    }
}

/// The SVG element alone: a text before it has no place within a page.
fn svg_element(svg: &str) -> &str {
    svg.find("<svg").map_or("", |begin| svg[begin..].trim_end())
}

/// Head and lines of the values, if they are few.
fn values(csv: &str) -> Option<Vec<csv::StringRecord>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let lines: Vec<_> = reader.records().take(SHOWN + 2).collect::<Result<_, _>>().ok()?;
    (2..=SHOWN + 1).contains(&lines.len()).then_some(lines)
}

fn values_table(values: &[csv::StringRecord], title: &str) -> Markup {
    html! {
        details {
            summary { "Values" span.unseen { " of " (title) } }
            div.scroll tabindex="0" role="group" aria-label={ "Values of " (title) } {
                table {
                    caption.unseen { "Values of " (title) }
                    thead { tr { @for head in &values[0] { th scope="col" { (printable(head)) } } } }
                    tbody {
                        @for line in &values[1..] {
                            tr { @for value in line { td.number[value.parse::<f64>().is_ok()] { (printable(value)) } } }
                        }
                    }
                }
            }
        }
    }
}
