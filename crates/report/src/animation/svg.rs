//! Frames as one SVG: each shape is written once, and shown in the frames that have it. What does not play animations shows
//! the last frame.

use std::collections::HashMap;
use std::fmt::Write as _;

use searchlab_lab::watch::film::Player;
use searchlab_worlds::drawing::svg::Document;
use searchlab_worlds::drawing::{Canvas, Point, Rgb, TextStyle};

use super::delay;
use super::stage::{LAYERS, Stage};

/// The shapes of a layer of one frame, each as an element.
struct Shapes {
    document: Document,
    elements: Vec<String>,
}

impl Shapes {
    fn add(&mut self, draw: impl FnOnce(&mut Document)) {
        draw(&mut self.document);
        self.elements.push(self.document.take());
    }
}

impl Canvas for Shapes {
    fn rectangle(&mut self, at: Point, size: (i32, i32), color: Rgb) {
        self.add(|document| document.rectangle(at, size, color));
    }

    fn line(&mut self, points: &[Point], width: i32, color: Rgb) {
        self.add(|document| document.line(points, width, color));
    }

    fn disc(&mut self, center: Point, radius: i32, color: Rgb) {
        self.add(|document| document.disc(center, radius, color));
    }

    fn diamond(&mut self, center: Point, radius: i32, color: Rgb) {
        self.add(|document| document.diamond(center, radius, color));
    }

    fn text(&mut self, at: Point, text: &str, style: TextStyle) {
        self.add(|document| document.text(at, text, style));
    }
}

/// The shapes of a layer in all frames: each element with the frames that have it, in the order of their appearance.
#[derive(Default)]
struct Layer {
    elements: Vec<(String, Vec<bool>)>,
    places: HashMap<String, usize>,
}

impl Layer {
    fn add(&mut self, frame: usize, frames: usize, elements: Vec<String>) {
        for element in elements {
            let place = *self.places.entry(element.clone()).or_insert_with(|| {
                self.elements.push((element, vec![false; frames]));
                self.elements.len() - 1
            });
            self.elements[place].1[frame] = true;
        }
    }

    /// Elements that come and go together are one group.
    fn groups(self) -> Vec<(Vec<bool>, String)> {
        let mut groups: Vec<(Vec<bool>, String)> = Vec::new();
        let mut places: HashMap<Vec<bool>, usize> = HashMap::new();
        for (element, shown) in self.elements {
            let place = *places.entry(shown.clone()).or_insert_with(|| {
                groups.push((shown, String::new()));
                groups.len() - 1
            });
            groups[place].1 += &element;
        }
        groups
    }
}

/// The document of a film at these steps.
pub(super) fn draw(stage: &Stage, player: &mut Player, steps: &[usize]) -> String {
    let mut layers: Vec<Layer> = (0..LAYERS).map(|_| Layer::default()).collect();
    for (frame, &step) in steps.iter().enumerate() {
        player.go(step);
        for (number, layer) in layers.iter_mut().enumerate() {
            let mut shapes = Shapes { document: Document::fragment(), elements: Vec::new() };
            stage.draw(number, player, &mut shapes);
            layer.add(frame, steps.len(), shapes.elements);
        }
    }
    let mut document = Document::new(stage.size, stage.title(), "a search, step by step");
    for (shown, elements) in layers.into_iter().flat_map(Layer::groups) {
        if shown.iter().all(|&is_shown| is_shown) {
            document.put(format_args!("{elements}"));
            continue;
        }
        let hidden = if shown.last() == Some(&true) { "" } else { " display=\"none\"" };
        document.put(format_args!("<g{hidden}>{}\n{elements}</g>\n", animate(&shown)));
    }
    document.finish()
}

/// The element that shows a group in its frames.
fn animate(shown: &[bool]) -> String {
    let whole: u32 = (0..shown.len()).map(|frame| delay(frame, shown.len())).sum();
    let (mut values, mut times) = (String::new(), String::new());
    let mut passed = 0;
    for (frame, &is_shown) in shown.iter().enumerate() {
        if frame == 0 || shown[frame - 1] != is_shown {
            let gap = if frame == 0 { "" } else { ";" };
            // Writing to a string cannot fail.
            let _ = write!(values, "{gap}{}", if is_shown { "inline" } else { "none" });
            let _ = write!(times, "{gap}{}", (f64::from(passed) / f64::from(whole) * 1e4).round() / 1e4);
        }
        passed += delay(frame, shown.len());
    }
    format!(
        "<animate attributeName=\"display\" values=\"{values}\" keyTimes=\"{times}\" dur=\"{whole}ms\" \
         calcMode=\"discrete\" repeatCount=\"indefinite\"/>"
    )
}
