//! Charts with their values: the picture, the numbers as a table where they are few, and both to save.

use maud::{Markup, PreEscaped, html};

use super::{PageChart, link_part};
use crate::text::printable;

/// Values of a chart that are shown as a table. More are in its file.
const SHOWN: usize = 60;

pub(super) fn figures(charts: &[PageChart]) -> Markup {
    html! {
        @if !charts.is_empty() {
            section #charts aria-labelledby="charts-head" {
                h2 #charts-head { @if charts.len() == 1 { "Chart" } @else { "Charts" } }
                @for (chart, number) in charts.iter().zip(1..) { (figure(chart, number)) }
            }
        }
    }
}

fn figure(chart: &PageChart, number: usize) -> Markup {
    let stem = link_part(&chart.file_stem);
    let data = format!("data:text/csv;charset=utf-8,{}", link_part(&chart.csv));
    let svg = with_own_ids(svg_element(&chart.svg), &format!("chart-{number}-"));
    html! {
        figure.chart {
            figcaption { h3 #{ "chart-" (number) } { (printable(&chart.title)) } }
            div.plot role="group" tabindex="0" aria-labelledby={ "chart-" (number) }
                aria-describedby={ "chart-" (number) "-alt" } {
                (PreEscaped(svg))
            }
            p.alt #{ "chart-" (number) "-alt" } { (printable(&chart.alt)) }
            div.tools {
                @if let Some(values) = values(&chart.csv) { (values_table(&values, &chart.title)) }
                p.links {
                    "Save: "
                    a href=(data) download={ (chart.file_stem) ".csv" } { "CSV" span.unseen { " of " (chart.title) } }
                    " · "
                    a.svg href={ "charts/" (stem) ".svg" } download={ (chart.file_stem) ".svg" } {
                        "SVG" span.unseen { " of " (chart.title) }
                    }
                }
            }
        }
    }
}

/// What stands before the element itself has no place within a page.
fn svg_element(svg: &str) -> &str {
    svg.find("<svg").map_or("", |begin| svg[begin..].trim_end())
}

/// The picture with a prefix before each of its ids, so that those of two charts differ.
fn with_own_ids(svg: &str, prefix: &str) -> String {
    const PLACES: [&str; 7] =
        [" id=\"", "url(#", " href=\"#", " xlink:href=\"#", " aria-labelledby=\"", " aria-describedby=\"", "url(\"#"];
    let mut own = String::with_capacity(svg.len());
    let mut rest = svg;
    loop {
        // Texts hold no quotation mark that is not written as an entity, so these stand in tags only.
        let next = PLACES.iter().filter_map(|place| Some((rest.find(place)?, place.len()))).min();
        let Some((at, length)) = next else { break };
        own.push_str(&rest[..at + length]);
        own.push_str(prefix);
        rest = &rest[at + length..];
    }
    own + rest
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
                table.values {
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
