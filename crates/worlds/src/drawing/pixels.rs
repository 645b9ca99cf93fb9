//! A canvas of pixels, the same on every run. Text comes from the embedded font.

use super::{Canvas, PAPER, Point, Rgb, TextStyle};
#[cfg(not(target_family = "wasm"))]
use crate::font;

/// Three bytes a pixel, row by row.
#[derive(Debug)]
pub struct Pixels {
    width: i32,
    height: i32,
    rgb: Vec<u8>,
    font_error: Option<String>,
}

impl Pixels {
    /// White paper of this width and height.
    pub fn new((width, height): (i32, i32)) -> Self {
        Self { width, height, rgb: vec![PAPER.0; width as usize * height as usize * 3], font_error: None }
    }

    /// Width and height, and the pixels.
    ///
    /// # Errors
    /// The error of the font, if text could not be drawn.
    pub fn finish(self) -> Result<((u32, u32), Vec<u8>), String> {
        match self.font_error {
            Some(reason) => Err(reason),
            None => Ok(((self.width as u32, self.height as u32), self.rgb)),
        }
    }

    /// Covers a pixel by a share of 0 to 255. Outside nothing happens.
    fn blend(&mut self, (x, y): Point, color: Rgb, share: u32) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            let at = (y as usize * self.width as usize + x as usize) * 3;
            for (byte, new) in self.rgb[at..at + 3].iter_mut().zip([color.0, color.1, color.2]) {
                *byte = ((u32::from(*byte) * (255 - share) + u32::from(new) * share + 127) / 255) as u8;
            }
        }
    }

    /// Fills what `inside` says of points in sixteenths of a pixel, relative to the centre of the pixel `center`.
    fn fill_smooth(&mut self, (x, y): Point, reach: i32, color: Rgb, inside: impl Fn(i32, i32) -> bool) {
        const SAMPLES: [i32; 4] = [-6, -2, 2, 6];
        for down in -reach..=reach {
            for right in -reach..=reach {
                let points = SAMPLES.iter().flat_map(|&v| SAMPLES.map(|u| (16 * right + u, 16 * down + v)));
                let hits = points.filter(|&(u, v)| inside(u, v)).count() as u32;
                self.blend((x + right, y + down), color, hits * 255 / 16);
            }
        }
    }
}

impl Canvas for Pixels {
    fn rectangle(&mut self, (x, y): Point, (width, height): (i32, i32), color: Rgb) {
        let (left, right) = (x.clamp(0, self.width), (x + width).clamp(0, self.width));
        for row in y.clamp(0, self.height)..(y + height).clamp(0, self.height) {
            let begin = row as usize * self.width as usize;
            let line = &mut self.rgb[3 * (begin + left as usize)..3 * (begin + right as usize)];
            for pixel in line.chunks_exact_mut(3) {
                pixel.copy_from_slice(&[color.0, color.1, color.2]);
            }
        }
    }

    fn line(&mut self, points: &[Point], width: i32, color: Rgb) {
        for pair in points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let steps = (x1 - x0).abs().max((y1 - y0).abs()).max(1);
            for step in 0..=steps {
                let at = (x0 + (x1 - x0) * step / steps - width / 2, y0 + (y1 - y0) * step / steps - width / 2);
                self.rectangle(at, (width, width), color);
            }
        }
    }

    fn disc(&mut self, center: Point, radius: i32, color: Rgb) {
        let bound = (16 * radius).pow(2);
        self.fill_smooth(center, radius, color, |u, v| u * u + v * v <= bound);
    }

    fn diamond(&mut self, center: Point, radius: i32, color: Rgb) {
        self.fill_smooth(center, radius, color, |u, v| u.abs() + v.abs() <= 16 * radius);
    }

    /// In a page the browser has the font.
    #[cfg(target_family = "wasm")]
    fn text(&mut self, _at: Point, _text: &str, _style: TextStyle) {
        self.font_error = Some("a page draws no letters as pixels".to_owned());
    }

    #[cfg(not(target_family = "wasm"))]
    fn text(&mut self, (x, y): Point, text: &str, style: TextStyle) {
        let font = font::sized(f64::from(style.size), style.bold);
        // The font puts the base line half a line height below the point; capitals are 0.73 of the size high.
        let base = y + style.size * 36 / 100;
        let top = base - (font.get_size() / 2.0) as i32;
        let drawn = font.draw(text, (x, top), |x, y, share| {
            self.blend((x, y), style.color, (share.clamp(0.0, 1.0) * 255.0) as u32);
            Ok::<(), ()>(())
        });
        if let Err(error) = drawn {
            self.font_error = Some(format!("font: {error}"));
        }
    }
}
