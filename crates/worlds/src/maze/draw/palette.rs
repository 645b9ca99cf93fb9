//! Colours. Expansions, their order or their number, are shown by viridis (Smith and van der Walt 2015), which is
//! perceptually uniform and readable with any colour vision; its darkest part is left to the walls, its lightest to the
//! free cells.

use super::raster::{LEVELS, Shade};
pub(super) use crate::drawing::{FAINT_INK, INK, PAPER, Rgb};

pub(super) const WALL: Rgb = Rgb(0x16, 0x17, 0x1d);
pub(super) const FREE: Rgb = Rgb(0xf1, 0xf1, 0xee);
/// Cells that were looked at only.
pub(super) const SCANNED: Rgb = Rgb(0xb9, 0xcd, 0xe6);
/// Bands that show the cost of cells.
pub(super) const TERRAIN: Rgb = Rgb(0xa0, 0x6a, 0x3c);
/// The path and the marks at its ends.
pub(super) const PATH: Rgb = Rgb(0xe6, 0x1e, 0x5a);
/// The seam on both sides of the path.
pub(super) const SEAM: Rgb = Rgb(255, 255, 255);

/// Viridis at 0.2, 0.3, …, 0.9 and 0.95.
const ANCHORS: [Rgb; 9] = [
    Rgb(0x41, 0x44, 0x87),
    Rgb(0x35, 0x5f, 0x8d),
    Rgb(0x2a, 0x78, 0x8e),
    Rgb(0x21, 0x91, 0x8c),
    Rgb(0x22, 0xa8, 0x84),
    Rgb(0x44, 0xbf, 0x70),
    Rgb(0x7a, 0xd1, 0x51),
    Rgb(0xbd, 0xdf, 0x26),
    Rgb(0xdd, 0xe3, 0x18),
];

/// The colour of a square.
pub(super) fn color(shade: Shade) -> Rgb {
    match shade.level() {
        Some(level) => heat(level),
        None if shade == Shade::WALL => WALL,
        None if shade == Shade::SCANNED => SCANNED,
        None => FREE,
    }
}

/// The colour of a level: straight lines between the anchors, in integers.
pub(super) fn heat(level: u8) -> Rgb {
    let steps = u32::from(LEVELS - 1);
    let position = u32::from(level.min(LEVELS - 1)) * (ANCHORS.len() as u32 - 1);
    let (index, rest) = ((position / steps) as usize, position % steps);
    let (from, to) = (ANCHORS[index], ANCHORS[(index + 1).min(ANCHORS.len() - 1)]);
    let mix = |a: u8, b: u8| ((u32::from(a) * (steps - rest) + u32::from(b) * rest + steps / 2) / steps) as u8;
    Rgb(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}
