//! What holds of the text of the page.

use std::collections::HashSet;

use searchlab::report::page::{html, markdown};

use crate::sample::{HOSTILE, Sample};

/// Elements without an end.
const VOID: [&str; 5] = ["meta", "link", "input", "br", "wbr"];

/// A begin of an element with its attributes.
#[derive(Debug)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|attribute| attribute.0 == name).map(|attribute| attribute.1.as_str())
    }
}

/// The elements of a page in which every element ends where it should.
fn elements(page: &str) -> Vec<Element> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let end = end_of_tag(rest);
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "near {:?}", &rest[..rest.len().min(80)]);
            continue;
        }
        let element = element(tag);
        let is_raw = matches!(element.name.as_str(), "script" | "style");
        if is_raw {
            let close = format!("</{}>", element.name);
            let end = rest.find(&close).expect("raw text ends");
            assert!(!rest[..end].contains("<!--"), "a comment in raw text");
            rest = &rest[end + close.len()..];
        } else if !VOID.contains(&element.name.as_str()) && !tag.ends_with('/') {
            open.push(element.name.clone());
        }
        found.push(element);
    }
    assert_eq!(open, Vec::<String>::new());
    found
}

/// The place of the `>` that is in no attribute.
fn end_of_tag(text: &str) -> usize {
    let mut is_quoted = false;
    let end = text.char_indices().find(|&(_, character)| {
        is_quoted ^= character == '"';
        character == '>' && !is_quoted
    });
    end.expect("tags end").0
}

fn element(tag: &str) -> Element {
    let (name, mut rest) = tag.split_once([' ', '\n']).unwrap_or((tag, ""));
    let is_name = |character: char| character.is_ascii_alphanumeric() || character == '-';
    assert!(!name.is_empty() && name.trim_end_matches('/').chars().all(is_name), "{tag:?} is no element");
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start();
        let end = rest.find(['=', ' ', '\n']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if name.is_empty() || name == "/" {
            break;
        }
        let (value, after) = match after.strip_prefix("=\"") {
            Some(quoted) => quoted.split_once('"').expect("a quotation mark"),
            None => ("", after),
        };
        rest = after;
        attributes.push((name.to_owned(), value.to_owned()));
    }
    Element { name: name.trim_end_matches('/').to_owned(), attributes }
}

fn samples() -> Vec<Sample> {
    vec![Sample::new(480), Sample::hostile(), Sample::bare()]
}

#[test]
fn every_element_ends_and_ids_are_unique() {
    for sample in samples() {
        let page = html(&sample.page());
        let elements = elements(&page);
        let count = |name: &str| elements.iter().filter(|element| element.name == name).count();
        for name in ["html", "head", "main", "header", "footer", "h1", "nav"] {
            assert_eq!(count(name), 1, "{name}");
        }
        let ids: Vec<&str> = elements.iter().filter_map(|element| element.attribute("id")).collect();
        let unique: HashSet<&str> = ids.iter().copied().collect();
        assert_eq!(ids.len(), unique.len(), "{ids:?}");
        for element in &elements {
            let inner = element.attribute("href").and_then(|link| link.strip_prefix('#'));
            let named = ["aria-labelledby", "aria-describedby"].iter().filter_map(|name| element.attribute(name));
            for id in inner.into_iter().chain(named) {
                assert!(unique.contains(id), "{id:?} of {element:?}");
            }
        }
        assert_eq!(elements[0].attribute("lang"), Some("en"));
    }
}

#[test]
fn nothing_is_loaded() {
    for sample in samples() {
        let page = html(&sample.page());
        for element in elements(&page) {
            for name in ["src", "srcset", "poster", "action"] {
                assert_eq!(element.attribute(name), None, "{element:?}");
            }
            assert!(element.attribute("style").is_none_or(|style| !style.contains("url(")), "{element:?}");
            if let Some(link) = element.attribute("href") {
                assert!(!link.contains("//") && !link.starts_with("javascript:"), "{link}");
            }
        }
        // The names of SVG are no addresses to load from.
        let rest = page.replace("http://www.w3.org/2000/svg", "");
        for address in ["http:", "https:", "@import", "//cdn", "file://"] {
            assert!(!rest.contains(address), "{address}");
        }
    }
}

#[test]
fn hostile_texts_stay_texts() {
    let sample = Sample::hostile();
    let page = html(&sample.page());
    assert!(!page.contains("</script><b>") && !page.contains("--></style>"));
    assert_eq!(elements(&page).iter().filter(|element| element.name == "script").count(), 2);
    // The title, and all other places.
    let escaped = "&lt;/script&gt;&lt;b&gt;&quot;'&amp;amp;--&gt;&lt;/style&gt;&lt;!-- ${x} `y` | z\\";
    assert!(page.contains(&format!("<h1>{escaped}</h1>")), "{HOSTILE}");
    assert!(page.matches(escaped).count() > 15, "{}", page.matches(escaped).count());
    let markdown = markdown(&sample.page());
    assert!(!markdown.contains("<b>") && !markdown.contains("<!--"));
}

#[test]
fn the_order_is_question_answer_problems_figures() {
    let page = html(&Sample::new(48).page());
    let parts =
        ["class=\"question\"", "id=\"answer\"", "id=\"problems\"", "id=\"charts\"", "id=\"tables\"", "id=\"trials\""];
    let places: Vec<usize> = parts.iter().map(|part| page.find(part).unwrap_or_else(|| panic!("{part}"))).collect();
    assert!(places.is_sorted(), "{places:?}");
    let bare = html(&Sample::bare().page());
    assert!(parts[2..5].iter().all(|part| !bare.contains(part)));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let both = [Sample::new(480), Sample::new(480)].map(|sample| (html(&sample.page()), markdown(&sample.page())));
    assert!(both[0] == both[1]);
}

/// At most 1 MB plus charts for ten thousand trials.
#[test]
fn ten_thousand_trials_take_a_megabyte() {
    let sample = Sample::new(10_000);
    let page = html(&sample.page());
    let charts: usize = sample.page().charts.iter().map(|chart| chart.svg.len()).sum();
    let bytes = page.len() - charts;
    let lines: usize = sample.records.iter().map(|record| serde_json::to_string(record).unwrap().len() + 1).sum();
    eprintln!("10,000 trials: {bytes} bytes without charts, for {lines} bytes of records");
    assert!(bytes <= 1_000_000, "{bytes}");
    assert!(page.contains("id=\"records\""));
}

#[test]
fn too_many_trials_are_named_but_not_embedded() {
    let sample = Sample::new(60_000);
    let page = html(&sample.page());
    assert!(page.len() < 200_000, "{}", page.len());
    assert!(!page.contains("id=\"records\"") && page.contains("60,000 trials") && page.contains("records.jsonl"));
}

#[test]
fn moves_are_left_out_first() {
    let page = html(&Sample::wordy().page());
    assert!(page.contains("id=\"records\"") && page.contains("Moves and iterations are left out here"));
    assert!(page.len() < 1_000_000, "{}", page.len());
}

#[test]
fn markdown_says_the_same() {
    let text = markdown(&Sample::new(48).page());
    for part in [
        "# The minimax family on midgame positions\n",
        "1 of 3 claims held, 1 is refuted, 1 is undecided.",
        "### MTD(f) visits fewer leaves than PVS at every depth from 4: **held**\n\nAsked: ",
        "| 0.9530 | [0.9244, 0.9911], 96.7 % | 20 |",
        "- 3 of 480 trials have no record\n",
        "\n## Noise in the times\n\n- Each time was measured once,",
        "\n## Where the records come from\n\n- ",
        "All records stand in [records.jsonl](records.jsonl). Made by searchlab ",
        "![Nodes against depth on a logarithmic scale.",
        "](charts/nodes.svg)",
        "```sh\nsearchlab run experiments/minimax-family.toml --out reports/minimax-family --jobs 2\n```\n",
    ] {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

/// Of the ratio that the accessibility guidelines of the web ask for.
const CONTRAST: f64 = 4.5;

/// The colours of a block of the style sheet.
fn colors(block: &str) -> Vec<(&str, [u8; 3])> {
    let pairs = block.lines().filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": #"));
    let byte = |text: &str, at: usize| u8::from_str_radix(&text[at..at + 2], 16).unwrap();
    pairs.map(|(name, text)| (name, [0, 2, 4].map(|at| byte(text, at)))).collect()
}

/// The contrast of two colours after the Web Content Accessibility Guidelines 2.2.
fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let linear = |byte: u8| {
        let part = f64::from(byte) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let light = |[r, g, b]: [u8; 3]| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[test]
fn texts_stand_out_from_their_ground() {
    let style = include_str!("../../crates/report/src/page/style.css");
    let blocks: Vec<&str> =
        style.split(":root {").skip(1).take(2).map(|rest| rest.split('}').next().unwrap()).collect();
    for block in blocks {
        let colors = colors(block);
        let color = |name: &str| colors.iter().find(|color| color.0 == name).unwrap_or_else(|| panic!("{name}")).1;
        let mut pairs = vec![("held", "held-ground"), ("refuted", "refuted-ground"), ("undecided", "undecided-ground")];
        pairs.extend([
            ("ink", "undecided-ground"),
            ("accent", "undecided-ground"),
            ("paper", "ink"),
            ("paper", "accent"),
        ]);
        for text in ["ink", "soft", "accent", "undecided", "refuted"] {
            pairs.extend([(text, "paper"), (text, "page"), (text, "hover")]);
        }
        for (text, ground) in pairs {
            let contrast = contrast(color(text), color(ground));
            assert!(contrast >= CONTRAST, "{text} on {ground}: {contrast:.2}");
        }
    }
}
