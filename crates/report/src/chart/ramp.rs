//! From a share to a colour: dark blue for little, over green, to yellow for much.
//!
//! The lightness rises evenly, so equal steps look equal, also in grey and with any colour vision: viridis of van der
//! Walt and Smith (2015, CC0), at ten of its colours, straight in between.

use super::style::Rgb;

const ANCHORS: [Rgb; 10] = [
    Rgb(0x44, 0x01, 0x54),
    Rgb(0x48, 0x28, 0x78),
    Rgb(0x3e, 0x49, 0x89),
    Rgb(0x31, 0x68, 0x8e),
    Rgb(0x26, 0x82, 0x8e),
    Rgb(0x1f, 0x9e, 0x89),
    Rgb(0x35, 0xb7, 0x79),
    Rgb(0x6e, 0xce, 0x58),
    Rgb(0xb5, 0xde, 0x2b),
    Rgb(0xfd, 0xe7, 0x25),
];

/// The colour of a share from 0 to 1.
pub(super) fn color(share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (ANCHORS.len() - 1) as f64;
    let below = (place as usize).min(ANCHORS.len() - 2);
    let part = place - below as f64;
    let (Rgb(r0, g0, b0), Rgb(r1, g1, b1)) = (ANCHORS[below], ANCHORS[below + 1]);
    let mixed = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * part).round() as u8;
    Rgb(mixed(r0, r1), mixed(g0, g1), mixed(b0, b1))
}

/// Black or white, whichever can be read better on the colour of this share.
pub(super) fn ink_on(share: f64) -> Rgb {
    /// Here both have a contrast of 4.56.
    const EVEN: f64 = 0.435;
    if share >= EVEN { Rgb::BLACK } else { Rgb::WHITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lightness_rises_evenly_and_letters_can_be_read() {
        // CIE 1976 lightness.
        let lightness = |share: f64| 116.0 * color(share).luminance().cbrt() - 16.0;
        let steps: Vec<f64> =
            (0..9).map(|index| lightness(f64::from(index + 1) / 9.0) - lightness(f64::from(index) / 9.0)).collect();
        assert!(steps.iter().all(|step| (5.0..12.0).contains(step)), "{steps:?}");
        for index in 0..=100 {
            let share = f64::from(index) / 100.0;
            assert!(color(share).contrast(ink_on(share)) >= 4.5, "{share}");
        }
        assert_eq!((color(-1.0), color(2.0)), (ANCHORS[0], ANCHORS[9]));
    }
}
