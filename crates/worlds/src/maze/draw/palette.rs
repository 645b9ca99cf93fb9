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
#[expect(clippy::unreadable_literal, reason = "as style sheets write colours")]
const ANCHORS: [u32; 9] = [0x414487, 0x355f8d, 0x2a788e, 0x21918c, 0x22a884, 0x44bf70, 0x7ad151, 0xbddf26, 0xdde318];

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
    let ends = [ANCHORS[index], ANCHORS[(index + 1).min(ANCHORS.len() - 1)]];
    let mix = |shift: u32| {
        let [from, to] = ends.map(|color| color >> shift & 0xff);
        ((from * (steps - rest) + to * rest + steps / 2) / steps) as u8
    };
    Rgb(mix(16), mix(8), mix(0))
}
