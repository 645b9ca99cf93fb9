//! Frames as GIF and as animated PNG: after the first each holds the rectangle that has changed.

use std::error::Error;

use searchlab_lab::watch::film::Player;
use searchlab_worlds::drawing::Pixels;

use super::delay;
use super::stage::{LAYERS, Stage};

/// Frames of one size, three bytes a pixel.
pub(super) struct Frames {
    width: usize,
    height: usize,
    pictures: Vec<Vec<u8>>,
}

/// A part of a frame: left, top, width, height, and its pixels.
struct Patch {
    at: (usize, usize),
    size: (usize, usize),
    rgb: Vec<u8>,
}

/// Draws a film at these steps.
///
/// # Errors
/// The error of the font.
pub(super) fn frames(stage: &Stage, player: &mut Player, steps: &[usize]) -> Result<Frames, String> {
    let (width, height) = (stage.size.0 as usize, stage.size.1 as usize);
    let mut pictures = Vec::new();
    for &step in steps {
        player.go(step);
        let mut pixels = Pixels::new(stage.size);
        (0..LAYERS).for_each(|layer| stage.draw(layer, player, &mut pixels));
        pictures.push(pixels.finish()?.1);
    }
    Ok(Frames { width, height, pictures })
}

impl Frames {
    /// The part of a frame that differs from the one before; all of the first, and one pixel where nothing differs.
    fn patch(&self, frame: usize) -> Patch {
        let now = &self.pictures[frame];
        let row_bytes = 3 * self.width;
        let (mut left, mut right, mut top, mut bottom) = (self.width, 0, self.height, 0);
        for row in 0..self.height {
            let line = row * row_bytes..(row + 1) * row_bytes;
            let before = frame.checked_sub(1).map(|before| &self.pictures[before][line.clone()]);
            let differs = |col: &usize| {
                before.is_none_or(|before| before[3 * col..3 * col + 3] != now[line.clone()][3 * col..3 * col + 3])
            };
            if let Some(first) = (0..self.width).find(differs) {
                let last = (0..self.width).rfind(differs).unwrap_or(first);
                (left, right) = (left.min(first), right.max(last + 1));
                (top, bottom) = (top.min(row), row + 1);
            }
        }
        if right == 0 {
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        let rgb = (top..bottom)
            .flat_map(|row| &now[row * row_bytes + 3 * left..row * row_bytes + 3 * right])
            .copied()
            .collect();
        Patch { at: (left, top), size: (right - left, bottom - top), rgb }
    }
}

fn words(error: impl Error) -> String {
    error.to_string()
}

/// The frames as a GIF that repeats.
///
/// # Errors
/// The error of the encoder.
pub(super) fn gif(frames: &Frames) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = gif::Encoder::new(&mut bytes, frames.width as u16, frames.height as u16, &[]).map_err(words)?;
    encoder.set_repeat(gif::Repeat::Infinite).map_err(words)?;
    for index in 0..frames.pictures.len() {
        let Patch { at, size, rgb } = frames.patch(index);
        let mut frame = gif::Frame::from_rgb_speed(size.0 as u16, size.1 as u16, &rgb, 10);
        (frame.left, frame.top) = (at.0 as u16, at.1 as u16);
        frame.dispose = gif::DisposalMethod::Keep;
        // In hundredths of a second.
        frame.delay = (delay(index, frames.pictures.len()) / 10) as u16;
        encoder.write_frame(&frame).map_err(words)?;
    }
    drop(encoder);
    Ok(bytes)
}

/// The frames as an animated PNG that repeats.
///
/// # Errors
/// The error of the encoder.
pub(super) fn apng(frames: &Frames) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, frames.width as u32, frames.height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    encoder.set_animated(frames.pictures.len() as u32, 0).map_err(words)?;
    let mut writer = encoder.write_header().map_err(words)?;
    for index in 0..frames.pictures.len() {
        let Patch { at, size, rgb } = frames.patch(index);
        if index > 0 {
            writer.reset_frame_dimension().map_err(words)?;
            writer.reset_frame_position().map_err(words)?;
            writer.set_frame_dimension(size.0 as u32, size.1 as u32).map_err(words)?;
            writer.set_frame_position(at.0 as u32, at.1 as u32).map_err(words)?;
        }
        writer.set_frame_delay(delay(index, frames.pictures.len()) as u16, 1000).map_err(words)?;
        writer.write_image_data(&rgb).map_err(words)?;
    }
    writer.finish().map_err(words)?;
    Ok(bytes)
}
