//! Colours, markers and dashes. An algorithm looks the same in every chart.
//!
//! The colours are those of Okabe and Ito (2008), which people with any colour vision tell apart, without the yellow,
//! which is hard to see on white, and with three of Tol's muted ones (2021). Nothing is told by colour alone: markers
//! and dashes differ as well.

use searchlab_trial::record::Hasher;

/// Red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The ground.
    pub(crate) const PAPER: Self = Self(255, 255, 255);
    /// Title and axis texts.
    pub const INK: Self = Self(0x1f, 0x23, 0x28);
    /// Notes and numbers along the axes.
    pub(crate) const FAINT_INK: Self = Self(0x57, 0x60, 0x6a);
    /// The axes.
    pub(crate) const AXIS: Self = Self(0x8c, 0x95, 0x9f);
    /// Lines across the panel.
    pub(crate) const GRID: Self = Self(0xe4, 0xe7, 0xeb);
    /// Letters on colours that are the same in a dark page.
    pub(crate) const BLACK: Self = Self(0, 0, 0);
    /// The same on dark colours. Not quite [`PAPER`](Self::PAPER), which a dark page replaces.
    pub(crate) const WHITE: Self = Self(0xfe, 0xfe, 0xfe);

    /// The colour as style sheets write it.
    pub(super) fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }

    /// The relative luminance of the Web Content Accessibility Guidelines 2.2, from 0 to 1.
    #[cfg(test)]
    pub(super) fn luminance(self) -> f64 {
        let linear = |byte: u8| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast of the same guidelines, from 1 to 21.
    #[cfg(test)]
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (one, other) = (self.luminance(), other.luminance());
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }
}

/// The colours that follow the scheme of a page: name, light, dark. Those of the series follow as `s0` to `s9`, those
/// of their names as `t0` to `t9`.
pub(super) fn named_colors() -> Vec<(String, Rgb, Rgb)> {
    let ground = [
        ("paper", Rgb::PAPER, Rgb(0x0d, 0x11, 0x17)),
        ("ink", Rgb::INK, Rgb(0xe6, 0xed, 0xf3)),
        ("faint", Rgb::FAINT_INK, Rgb(0x9d, 0xa7, 0xb3)),
        ("axis", Rgb::AXIS, Rgb(0x6e, 0x76, 0x81)),
        ("grid", Rgb::GRID, Rgb(0x2a, 0x30, 0x38)),
    ];
    let ground = ground.into_iter().map(|(name, light, dark)| (name.to_owned(), light, dark));
    let series = COLORS.iter().enumerate().flat_map(|(index, &(line, text))| {
        let dark = DARK_COLORS[index];
        [(format!("s{index}"), line, dark), (format!("t{index}"), text, dark)]
    });
    ground.chain(series).collect()
}

/// The form of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Marker {
    /// A disc.
    Circle,
    /// A square on its side.
    Square,
    /// A triangle on its side.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A triangle on its corner.
    Wedge,
    /// A Greek cross.
    Plus,
    /// A star with five points.
    Star,
    /// A pentagon.
    Pentagon,
}

impl Marker {
    const ALL: [Self; 8] = [
        Self::Circle,
        Self::Square,
        Self::Triangle,
        Self::Diamond,
        Self::Wedge,
        Self::Plus,
        Self::Star,
        Self::Pentagon,
    ];

    /// The corners around the origin, of about the same area for all, one unit from the middle to the edge. `y`
    /// points down.
    pub(super) fn outline(self) -> Vec<(f64, f64)> {
        match self {
            Self::Circle => ring(24, &[1.0]),
            Self::Square => vec![(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
            Self::Triangle => vec![(0.0, -1.25), (1.15, 0.85), (-1.15, 0.85)],
            Self::Diamond => vec![(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
            Self::Wedge => vec![(0.0, 1.25), (1.15, -0.85), (-1.15, -0.85)],
            Self::Plus => {
                let (arm, half) = (1.2, 0.45);
                let corner = [(-half, -arm), (half, -arm), (half, -half)];
                let turned = |(x, y): (f64, f64), turns: usize| (0..turns).fold((x, y), |(x, y), _| (-y, x));
                (0..4).flat_map(|turns| corner.map(|at| turned(at, turns))).collect()
            }
            Self::Star => ring(10, &[1.45, 0.65]),
            Self::Pentagon => ring(5, &[1.15]),
        }
    }
}

/// Corners around the origin at the radii in turn, the first straight up.
fn ring(corners: usize, radii: &[f64]) -> Vec<(f64, f64)> {
    let corner = |index: usize| {
        let (sin, cos) = (std::f64::consts::TAU * index as f64 / corners as f64).sin_cos();
        let radius = radii[index % radii.len()];
        (radius * sin, -radius * cos)
    };
    (0..corners).map(corner).collect()
}

/// How a line is interrupted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Dash {
    /// Not at all.
    Solid,
    /// Long strokes.
    Dashed,
    /// Short strokes.
    Dotted,
    /// Long and short strokes in turn.
    DashDot,
}

impl Dash {
    const ALL: [Self; 4] = [Self::Solid, Self::Dashed, Self::Dotted, Self::DashDot];

    /// Lengths of strokes and gaps in turn; empty for a solid line.
    pub(super) const fn pattern(self) -> &'static [f64] {
        match self {
            Self::Solid => &[],
            Self::Dashed => &[8.0, 4.0],
            Self::Dotted => &[2.0, 3.0],
            Self::DashDot => &[9.0, 3.0, 2.0, 3.0],
        }
    }
}

/// How a series looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Style {
    color: usize,
    /// The form of its points.
    pub marker: Marker,
    /// How its line is interrupted.
    pub dash: Dash,
}

/// A colour for lines and points, and one of the same hue that is dark enough for text: its contrast to the paper is
/// at least 4.5, as the accessibility guidelines of the web ask for.
const COLORS: [(Rgb, Rgb); 10] = [
    (Rgb(0x2b, 0x2f, 0x36), Rgb(0x2b, 0x2f, 0x36)),
    (Rgb(0x00, 0x72, 0xb2), Rgb(0x00, 0x69, 0xa3)),
    (Rgb(0xd5, 0x5e, 0x00), Rgb(0xb8, 0x4f, 0x00)),
    (Rgb(0x00, 0x9e, 0x73), Rgb(0x00, 0x76, 0x56)),
    (Rgb(0x56, 0xb4, 0xe9), Rgb(0x1f, 0x77, 0xa8)),
    (Rgb(0xcc, 0x79, 0xa7), Rgb(0xa8, 0x4c, 0x80)),
    (Rgb(0xe6, 0x9f, 0x00), Rgb(0x8f, 0x62, 0x00)),
    (Rgb(0x33, 0x22, 0x88), Rgb(0x33, 0x22, 0x88)),
    (Rgb(0x88, 0x22, 0x55), Rgb(0x88, 0x22, 0x55)),
    (Rgb(0x99, 0x99, 0x33), Rgb(0x6b, 0x6b, 0x1d)),
];

/// The same hues on a dark page, for lines and text alike.
const DARK_COLORS: [Rgb; 10] = [
    Rgb(0xc9, 0xd1, 0xd9),
    Rgb(0x4a, 0x9e, 0xe0),
    Rgb(0xf2, 0x80, 0x33),
    Rgb(0x2b, 0xbf, 0x94),
    Rgb(0x8f, 0xd3, 0xf8),
    Rgb(0xe3, 0x9c, 0xc4),
    Rgb(0xed, 0xb2, 0x2a),
    Rgb(0x98, 0x8c, 0xe8),
    Rgb(0xd6, 0x64, 0x97),
    Rgb(0xbd, 0xbd, 0x55),
];

/// The look of each algorithm: colour, marker, dash. The three that `compare` of a game shows by default come in the
/// three colours that differ most.
const LOOKS: &[(&str, usize, Marker, Dash)] = &[
    ("minimax", 0, Marker::Circle, Dash::Solid),
    ("minimax-memo", 9, Marker::Pentagon, Dash::Dashed),
    ("alphabeta", 1, Marker::Square, Dash::Solid),
    ("alphabeta-tt", 4, Marker::Triangle, Dash::Solid),
    ("pvs", 3, Marker::Wedge, Dash::DashDot),
    ("mtdf", 2, Marker::Diamond, Dash::Solid),
    ("sss", 5, Marker::Plus, Dash::Dashed),
    ("dual", 6, Marker::Star, Dash::Dashed),
    ("mtd-bi", 7, Marker::Pentagon, Dash::Dotted),
    ("mtd-step", 8, Marker::Circle, Dash::Dotted),
    ("alphabeta-as-coded", 1, Marker::Wedge, Dash::Dashed),
    ("mtd-decider", 2, Marker::Star, Dash::Dotted),
    ("bfs", 9, Marker::Pentagon, Dash::Dashed),
    ("dfs", 9, Marker::Star, Dash::Solid),
    ("dls", 9, Marker::Plus, Dash::Dotted),
    ("iddfs", 2, Marker::Pentagon, Dash::Dashed),
    ("bibfs", 9, Marker::Circle, Dash::Dotted),
    ("bidijkstra", 0, Marker::Triangle, Dash::Dotted),
    ("rbfs", 5, Marker::Wedge, Dash::Solid),
    ("sma", 5, Marker::Star, Dash::Dotted),
    ("mm", 7, Marker::Triangle, Dash::Dashed),
    ("dijkstra", 0, Marker::Circle, Dash::Solid),
    ("greedy", 6, Marker::Star, Dash::Dashed),
    ("astar", 1, Marker::Square, Dash::Solid),
    ("wastar", 4, Marker::Triangle, Dash::Solid),
    ("ara", 4, Marker::Diamond, Dash::Dashed),
    ("beam", 6, Marker::Circle, Dash::Dotted),
    ("hill-climbing", 6, Marker::Plus, Dash::Solid),
    ("idastar", 2, Marker::Diamond, Dash::Solid),
    ("idastar-cycle-check", 6, Marker::Diamond, Dash::Dotted),
    ("idastar-table", 5, Marker::Plus, Dash::Dashed),
    ("idastar-table-as-coded", 7, Marker::Plus, Dash::Solid),
    ("fringe", 3, Marker::Wedge, Dash::DashDot),
    ("nbs", 7, Marker::Pentagon, Dash::Dotted),
    ("bts", 8, Marker::Circle, Dash::Dotted),
    ("bgs", 0, Marker::Square, Dash::DashDot),
    ("jps", 3, Marker::Star, Dash::Dotted),
    ("engine", 0, Marker::Diamond, Dash::Dashed),
    ("vcf", 1, Marker::Wedge, Dash::Dashed),
    ("vct", 4, Marker::Plus, Dash::DashDot),
    ("pns", 5, Marker::Circle, Dash::Solid),
    ("mcts", 8, Marker::Triangle, Dash::Solid),
];

impl Style {
    /// The look of an algorithm. A name that is not known has one as well, always the same.
    pub fn of(algorithm: &str) -> Self {
        Self::known(algorithm).unwrap_or_else(|| {
            let mut hasher = Hasher::default();
            hasher.write(algorithm.as_bytes());
            let hash = hasher.finish();
            Self::numbered((hash ^ (hash >> 32)) as usize % COLORS.len())
        })
    }

    /// The looks of several series in one chart, by the names of their algorithms: each keeps its colour, and those
    /// that would look the same get other markers and dashes. Names that are not known share the colours that are left,
    /// and so does a known one whose colour another algorithm of the chart has, as long as there are any.
    pub fn of_all<'a>(algorithms: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let names: Vec<&str> = algorithms.into_iter().collect();
        let known: Vec<_> = names.iter().map(|name| Self::known(name)).collect();
        let mut uses = [0u32; COLORS.len()];
        known.iter().flatten().for_each(|style| uses[style.color] += 1);
        let mut styles: Vec<Self> = Vec::new();
        for (place, style) in known.iter().enumerate() {
            let is_taken = |style: &Self| {
                let others = names[..place].iter().zip(&styles).filter(|(name, _)| **name != names[place]);
                others.into_iter().any(|(_, other)| other.color == style.color) && uses.contains(&0)
            };
            let first = style.filter(|style| !is_taken(style)).unwrap_or_else(|| {
                let rarest = (0..COLORS.len()).min_by_key(|&color| uses[color]).unwrap_or(0);
                uses[rarest] += 1;
                Self::numbered(rarest)
            });
            let variants = Marker::ALL.len() * Dash::ALL.len();
            let free = (0..variants).map(|turn| first.variant(turn)).find(|style| !styles.contains(style));
            styles.push(free.unwrap_or(first));
        }
        styles
    }

    fn known(algorithm: &str) -> Option<Self> {
        let look = LOOKS.iter().find(|look| look.0 == algorithm);
        look.map(|&(_, color, marker, dash)| Self { color, marker, dash })
    }

    fn numbered(color: usize) -> Self {
        Self { color, marker: Marker::ALL[color % Marker::ALL.len()], dash: Dash::ALL[color % Dash::ALL.len()] }
    }

    /// Markers and dashes go on together, so that neighbours differ in both; where they have met all partners that
    /// they can so, the dash takes an extra step.
    fn variant(self, turn: usize) -> Self {
        let marker = Marker::ALL.iter().position(|&marker| marker == self.marker).unwrap_or(0) + turn;
        let dash = Dash::ALL.iter().position(|&dash| dash == self.dash).unwrap_or(0) + turn + turn / Marker::ALL.len();
        Self {
            marker: Marker::ALL[marker % Marker::ALL.len()],
            dash: Dash::ALL[dash % Dash::ALL.len()],
            color: self.color,
        }
    }

    /// The colour of its line and its points.
    pub fn color(self) -> Rgb {
        COLORS[self.color].0
    }

    /// The colour of its name.
    pub(crate) fn text_color(self) -> Rgb {
        COLORS[self.color].1
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_can_be_read() {
        for (line, text) in COLORS {
            let contrast = |color: Rgb| color.contrast(Rgb::PAPER);
            assert!(contrast(text) >= 4.5, "{text:?}: {:.2}", contrast(text));
            assert!(contrast(line) >= 2.0, "{line:?}: {:.2}", contrast(line));
        }
        let colors = named_colors();
        let dark_paper = colors[0].2;
        for (name, light, dark) in &colors {
            let is_text = name.starts_with(['t', 'f', 'i']);
            let is_seen = |contrast: f64| contrast >= if is_text { 4.5 } else { 3.0 };
            assert!(!is_text || is_seen(light.contrast(Rgb::PAPER)), "{name}");
            let is_line = is_text || name.starts_with('s');
            assert!(!is_line || is_seen(dark.contrast(dark_paper)), "{name}: {:.2}", dark.contrast(dark_paper));
        }
    }

    #[test]
    fn algorithms_of_one_world_look_different() {
        let names: Vec<_> = LOOKS.iter().map(|look| look.0).collect();
        for family in [&names[..10], &names[10..22]] {
            let styles: HashSet<_> = family.iter().map(|name| Style::of(name)).collect();
            assert_eq!(styles.len(), family.len());
        }
    }

    #[test]
    fn variants_keep_the_colour_and_differ() {
        let styles = Style::of_all(std::iter::repeat_n("mtdf", 32));
        assert!(styles.iter().all(|style| style.color == styles[0].color));
        assert_eq!(styles.iter().collect::<HashSet<_>>().len(), 32);
    }

    #[test]
    fn new_names_take_the_colours_that_are_left() {
        let names: Vec<_> = (0..7).map(|index| format!("variant {index}")).collect();
        let all = ["minimax", "alphabeta", "mtdf"].into_iter().chain(names.iter().map(String::as_str));
        let styles = Style::of_all(all);
        assert_eq!(styles.iter().map(|style| style.color).collect::<HashSet<_>>().len(), 10);
        assert_eq!(styles[2], Style::of("mtdf"));
    }
}
