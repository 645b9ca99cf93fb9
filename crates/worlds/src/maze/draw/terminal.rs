//! The picture for a terminal.
//!
//! | | fits at two columns a cell | fits at one | does not fit |
//! |---|---|---|---|
//! | with colour | coloured squares, two columns each | half blocks, two rows a line | half blocks, scaled down |
//! | without | two characters a cell | one character a cell | a character for 2k x k cells |
//!
//! Characters are about twice as high as wide: all of these keep the proportions, except one character a cell.
//! Colours are from the 256 that terminals agree on, differ in lightness too, and never rest on red against green.

use anstyle::{Ansi256Color, Style};

use super::Picture;
use super::panels::{chosen, threshold_words};
use super::raster::{Raster, Shade, level_of};
use crate::drawing::clean_title;
use crate::drawing::terminal::Painter;
use crate::maze::Place;
use searchlab_trial::text::{counted, grouped, wrapped};

/// Draws with at most `max_cols` characters a line and, if given, `max_rows` lines, scaled down by a whole number
/// where that is needed. Lines end in `\n`; with `color` each line resets the colours at its end.
pub fn terminal(picture: &Picture<'_>, max_cols: usize, max_rows: Option<usize>, color: bool) -> String {
    let max_cols = max_cols.max(1);
    let title: String = clean_title(picture.title).chars().take(max_cols).collect();
    let legend = |ends_are_one| legend(picture, ends_are_one, color, max_cols);
    // Whether the ends fall into one square depends on the scale, which depends on the lines that are left.
    let iterations = iterations(picture, max_cols);
    let around = usize::from(!title.is_empty()) + legend(false).len().max(legend(true).len()) + iterations.len();
    let layout = Layout::fit(picture, max_cols, max_rows.map(|rows| rows.saturating_sub(around)), color);
    let raster = Raster::new(picture, layout.row_factor, layout.col_factor);
    let mut text = Painter::default();
    text.title(&title, color);
    Squares::new(&raster).draw(layout.shape, &mut text);
    if !raster.is_exact() {
        let (rows, cols) = (layout.row_factor * layout.shape.rows_per_line(), layout.col_factor);
        let scale = format!("scale: one character is {rows} x {cols} cells");
        text.put(Style::new(), &scale.chars().take(max_cols).collect::<String>());
        text.end_line();
    }
    for line in legend(raster.start == raster.goal) {
        for (index, entry) in line.iter().enumerate() {
            text.put(Style::new(), if index == 0 { "" } else { GAP });
            text.put(entry.style, entry.swatch);
            text.put(Style::new(), &format!(" {}", entry.words));
        }
        text.end_line();
    }
    for line in iterations {
        text.put(Style::new(), &line);
        text.end_line();
    }
    text.finish()
}

/// The expansions of each iteration of a deepening search, in lines: "expansions up to each threshold: 39: 14, 41: 130".
fn iterations(picture: &Picture<'_>, max_cols: usize) -> Vec<String> {
    let layers = &picture.trail.layers;
    if layers.len() < 2 {
        return Vec::new();
    }
    let shown = chosen(layers, MOST_ITERATIONS);
    let words = shown.iter().map(|layer| {
        let threshold = layer.threshold.map(|threshold| format!("{}: ", threshold_words(threshold)));
        threshold.unwrap_or_default() + &grouped(layer.expansions())
    });
    let words = words.collect::<Vec<_>>().join(", ");
    let head = match layers.len() {
        all if all == shown.len() => "expansions up to each threshold".to_owned(),
        all => format!("expansions up to {} of the {} thresholds", shown.len(), grouped(all as u64)),
    };
    wrapped(&format!("{head}: {words}"), max_cols).into_iter().map(ToOwned::to_owned).collect()
}

/// Most iterations that are told in words, the first and the last among them.
const MOST_ITERATIONS: usize = 16;

/// How a square becomes characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// Two coloured blanks.
    ColoredPair,
    /// Half of a character.
    ColoredHalf,
    /// Two characters.
    PlainPair,
    /// One character.
    Plain,
}

impl Shape {
    const fn columns(self) -> usize {
        match self {
            Self::ColoredPair | Self::PlainPair => 2,
            Self::ColoredHalf | Self::Plain => 1,
        }
    }

    const fn rows_per_line(self) -> u32 {
        match self {
            Self::ColoredHalf => 2,
            _ => 1,
        }
    }
}

struct Layout {
    shape: Shape,
    row_factor: u32,
    col_factor: u32,
}

impl Layout {
    fn fit(picture: &Picture<'_>, max_cols: usize, max_lines: Option<usize>, color: bool) -> Self {
        let (rows, cols) = (picture.grid.rows(), picture.grid.cols());
        let needs = |shape: Shape, row_factor: u32, col_factor: u32| {
            let lines = rows.div_ceil(row_factor).div_ceil(shape.rows_per_line());
            (lines as usize, cols.div_ceil(col_factor) as usize * shape.columns())
        };
        let fits = |shape, row_factor, col_factor| {
            let (lines, width) = needs(shape, row_factor, col_factor);
            // A scaled picture has one more line, which says so; one line of map is always drawn.
            let most = max_lines.map(|most| most.saturating_sub(usize::from(col_factor > 1)).max(1));
            width <= max_cols && most.is_none_or(|most| lines <= most)
        };
        let exact = if color { [Shape::ColoredPair, Shape::ColoredHalf] } else { [Shape::PlainPair, Shape::Plain] };
        if let Some(shape) = exact.into_iter().find(|&shape| fits(shape, 1, 1)) {
            return Self { shape, row_factor: 1, col_factor: 1 };
        }
        // A factor of the longer side always fits.
        let (shape, height) = if color { (Shape::ColoredHalf, 1) } else { (Shape::Plain, 2) };
        let mut factor = 2;
        while !fits(shape, factor * height, factor) {
            factor += 1;
        }
        Self { shape, row_factor: factor * height, col_factor: factor }
    }
}

/// The content of a square in a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    Wall,
    Free,
    Scanned,
    Expanded,
    /// Expanded more than once, and many times.
    Again,
    Often,
    Path,
    Start,
    Goal,
    StartAndGoal,
}

impl Look {
    const fn color(self) -> Ansi256Color {
        Ansi256Color(match self {
            Self::Wall => 239,
            Self::Free => 255,
            Self::Scanned => 189,
            Self::Expanded => 117,
            Self::Again => 68,
            Self::Often => 25,
            Self::Path => 208,
            Self::Start | Self::Goal | Self::StartAndGoal => 126,
        })
    }

    /// As background.
    fn style(self) -> Style {
        let style = Style::new().bg_color(Some(self.color().into()));
        if self.is_mark() { style.fg_color(Some(Ansi256Color(231).into())).bold() } else { style }
    }

    const fn is_mark(self) -> bool {
        matches!(self, Self::Start | Self::Goal | Self::StartAndGoal)
    }

    /// In one character.
    const fn plain(self) -> &'static str {
        match self {
            Self::Wall => "█",
            Self::Free => " ",
            Self::Scanned => "'",
            Self::Expanded => "·",
            Self::Again => "o",
            Self::Often => "@",
            Self::Path => "*",
            _ => self.letter(),
        }
    }

    /// In two.
    const fn plain_pair(self) -> &'static str {
        match self {
            Self::Wall => "██",
            Self::Free => "  ",
            Self::Scanned => "' ",
            Self::Expanded => "· ",
            Self::Again => "o ",
            Self::Often => "@ ",
            Self::Path => "* ",
            _ => self.letters(),
        }
    }

    const fn letter(self) -> &'static str {
        match self {
            Self::Start => "S",
            Self::Goal => "G",
            Self::StartAndGoal => "X",
            _ => " ",
        }
    }

    const fn letters(self) -> &'static str {
        match self {
            Self::Start => "S ",
            Self::Goal => "G ",
            Self::StartAndGoal => "X ",
            _ => "  ",
        }
    }
}

/// The looks of all squares.
struct Squares {
    rows: usize,
    cols: usize,
    looks: Vec<Look>,
    /// The digit of the cost of each square that costs more than 1 (`+` above 9), else `None`; empty without terrain.
    costs: Vec<Option<char>>,
}

impl Squares {
    fn new(raster: &Raster) -> Self {
        let often = Shade::expanded(level_of(OFTEN, raster.most));
        let look = |shade: Shade| match shade.level() {
            Some(_) if raster.most >= OFTEN && shade >= often => Look::Often,
            Some(level) if raster.most > 1 && level > 0 => Look::Again,
            Some(_) => Look::Expanded,
            None if shade == Shade::SCANNED => Look::Scanned,
            None if shade == Shade::WALL => Look::Wall,
            None => Look::Free,
        };
        let looks = (0..raster.rows).flat_map(|row| raster.row(row).iter().map(|&shade| look(shade))).collect();
        let digit = |&cost: &u16| (cost > 1).then(|| char::from_digit(cost.into(), 10).unwrap_or('+'));
        let costs = (0..raster.rows).flat_map(|row| raster.costs(row).iter().map(digit)).collect();
        let mut squares = Self { rows: raster.rows as usize, cols: raster.cols as usize, looks, costs };
        for pair in raster.path.windows(2) {
            line(pair[0], pair[1]).for_each(|place| squares.set(place, Look::Path));
        }
        raster.goals.iter().for_each(|&goal| squares.set(goal, Look::Goal));
        squares.set(raster.goal, Look::Goal);
        squares.set(raster.start, if raster.start == raster.goal { Look::StartAndGoal } else { Look::Start });
        squares
    }

    fn set(&mut self, place: Place, look: Look) {
        self.looks[place.row as usize * self.cols + place.col as usize] = look;
    }

    fn row(&self, row: usize) -> &[Look] {
        &self.looks[row * self.cols..][..self.cols]
    }

    /// Draws a row. The last blank of a square is the digit of its cost where it costs more than 1.
    fn put_each(&self, row: usize, text: &mut Painter, look: impl Fn(Look) -> (Style, &'static str)) {
        for (col, &shown) in self.row(row).iter().enumerate() {
            let (style, letters) = look(shown);
            match (self.costs.get(row * self.cols + col).copied().flatten(), letters.strip_suffix(' ')) {
                (Some(digit), Some(rest)) => {
                    let ink = style.get_bg_color().map(|_| Ansi256Color(235).into());
                    text.put(style.fg_color(ink), &format!("{rest}{digit}"));
                }
                _ => text.put(style, letters),
            }
        }
    }

    fn draw(&self, shape: Shape, text: &mut Painter) {
        for row in (0..self.rows).step_by(shape.rows_per_line() as usize) {
            let line = self.row(row);
            match shape {
                Shape::ColoredPair => self.put_each(row, text, |look| (look.style(), look.letters())),
                Shape::PlainPair => self.put_each(row, text, |look| (Style::new(), look.plain_pair())),
                Shape::Plain => self.put_each(row, text, |look| (Style::new(), look.plain())),
                Shape::ColoredHalf => {
                    let below = (row + 1 < self.rows).then(|| self.row(row + 1));
                    for (col, &upper) in line.iter().enumerate() {
                        put_halves(text, upper, below.map(|below| below[col]));
                    }
                }
            }
            text.end_line();
        }
    }
}

/// The squares of a straight line between two squares, both included: those nearest to it, one for each step of the
/// longer side.
fn line(from: Place, to: Place) -> impl Iterator<Item = Place> {
    let steps = i64::from(from.row.abs_diff(to.row).max(from.col.abs_diff(to.col))).max(1);
    let between = move |from: u32, to: u32, step: i64| {
        let moved = 2 * (i64::from(to) - i64::from(from)) * step + steps;
        (i64::from(from) + moved.div_euclid(2 * steps)) as u32
    };
    (0..=steps).map(move |step| Place { row: between(from.row, to.row, step), col: between(from.col, to.col, step) })
}

/// One character with a square above another. A mark takes all of it: a letter cannot be halved.
fn put_halves(text: &mut Painter, upper: Look, lower: Option<Look>) {
    let both = match (upper, lower) {
        (Look::Start, Some(Look::Goal)) | (Look::Goal, Some(Look::Start)) => Some(Look::StartAndGoal),
        (upper, _) if upper.is_mark() => Some(upper),
        (_, Some(lower)) if lower.is_mark() || lower == upper => Some(lower),
        _ => None,
    };
    if let Some(look) = both {
        return text.put(look.style(), look.letter());
    }
    let ink = Style::new().fg_color(Some(upper.color().into()));
    text.put(ink.bg_color(lower.map(|lower| lower.color().into())), "▀");
}

/// One line that explains the squares; more where that does not fit.
fn legend(picture: &Picture<'_>, ends_are_one: bool, color: bool, max_cols: usize) -> Vec<Vec<Entry>> {
    let mut entries = if ends_are_one {
        vec![Entry::new(Look::StartAndGoal, "start and goal", color)]
    } else {
        vec![Entry::new(Look::Start, "start", color), Entry::new(Look::Goal, "goal", color)]
    };
    if let Some(steps) = picture.path.len().checked_sub(1).filter(|&steps| steps > 0) {
        entries.push(Entry::new(Look::Path, &format!("path {}", counted(steps as u64, "step")), color));
    }
    let (cells, expansions) = (picture.trail.cells(), picture.trail.expansions());
    if picture.trail.has_repeats() {
        let words = format!("{} of {}: once", counted(expansions, "expansion"), counted(cells, "cell"));
        entries.push(Entry::new(Look::Expanded, &words, color));
        let most = picture.trail.totals(picture.grid.cell_bound()).into_iter().max().unwrap_or(0);
        let times =
            |from: u32, to: u32| if from < to { format!("{from} to {}", grouped(to.into())) } else { to.to_string() };
        entries.push(Entry::new(Look::Again, &format!("{} times", times(2, most.min(OFTEN - 1))), color));
        if most >= OFTEN {
            entries.push(Entry::new(Look::Often, &format!("{} times", times(OFTEN, most)), color));
        }
    } else if cells > 0 {
        entries.push(Entry::new(Look::Expanded, &format!("expanded {}", counted(cells, "cell")), color));
    }
    if let Some(scans) = &picture.trail.scans {
        entries.push(Entry::new(Look::Scanned, &format!("scanned {}", grouped(scans.looks)), color));
    }
    entries.push(Entry::new(Look::Wall, "wall", color));
    if picture.terrain.is_some() {
        entries.push(Entry { style: Style::new(), swatch: "2-9+", words: "cost".to_owned() });
    }
    let mut lines: Vec<Vec<Entry>> = Vec::new();
    let mut left = 0;
    for mut entry in entries {
        entry.words = entry.words.chars().take(max_cols.saturating_sub(entry.swatch_width() + 1)).collect();
        let width = entry.width();
        match lines.last_mut() {
            Some(line) if left >= width + GAP.len() => {
                left -= width + GAP.len();
                line.push(entry);
            }
            _ => {
                left = max_cols.saturating_sub(width);
                lines.push(vec![entry]);
            }
        }
    }
    lines
}

/// Expansions from which on a cell counts as expanded often.
const OFTEN: u32 = 10;

/// Between entries.
const GAP: &str = "   ";

/// A square and what it means.
struct Entry {
    style: Style,
    swatch: &'static str,
    words: String,
}

impl Entry {
    fn new(look: Look, words: &str, color: bool) -> Self {
        let (style, swatch) = match (color, look.is_mark()) {
            (true, true) => (look.style(), look.letter()),
            // The lower half of a line, so that it does not grow together with the map above.
            (true, false) => (Style::new().fg_color(Some(look.color().into())), "▄▄"),
            (false, _) if look == Look::Wall => (Style::new(), "▄"),
            (false, _) => (Style::new(), look.plain()),
        };
        Self { style, swatch, words: words.to_owned() }
    }

    fn swatch_width(&self) -> usize {
        self.swatch.chars().count()
    }

    fn width(&self) -> usize {
        self.swatch_width() + 1 + self.words.chars().count()
    }
}
