//! From a share to a colour: dark blue for little, over green, to yellow for much.
//!
//! The lightness rises evenly, so equal steps look equal, also in grey and with any colour vision: viridis of van der
//! Walt and Smith (2015, CC0), at ten of its colours, straight in between.

use super::style::Rgb;

#[expect(clippy::unreadable_literal, reason = "as style sheets write colours")]
const ANCHORS: [u32; 10] =
    [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725];

/// The colour of a share from 0 to 1.
pub(super) fn color(share: f64) -> Rgb {
    let place = share.clamp(0.0, 1.0) * (ANCHORS.len() - 1) as f64;
    let below = (place as usize).min(ANCHORS.len() - 2);
    let part = place - below as f64;
    let mixed = |shift: u32| {
        let [from, to] = [ANCHORS[below], ANCHORS[below + 1]].map(|color| f64::from(color >> shift & 0xff));
        (from + (to - from) * part).round() as u8
    };
    Rgb(mixed(16), mixed(8), mixed(0))
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
        assert_eq!((color(-1.0), color(2.0)), (Rgb(0x44, 0x01, 0x54), Rgb(0xfd, 0xe7, 0x25)));
    }
}
