//! A search as a moving picture for slides: a loop of frames as GIF, as animated SVG or as animated PNG.
//!
//! | part | file |
//! |---|---|
//! | the stage: mazes, tiles, graphs and game trees, drawn of simple shapes | `animation/stage.rs`, `tree.rs` |
//! | frames as SVG: each shape is shown while it is there | `animation/svg.rs` |
//! | frames as GIF and PNG: each holds what has changed | `animation/bitmap.rs` |
//!
//! Not here: the state of the search ([`searchlab_lab::watch::film`]), pages that play it (replay.rs).

mod bitmap;
mod stage;
mod svg;
#[cfg(test)]
mod tests;
mod tree;

use std::path::Path;

use searchlab_lab::watch::film::{Film, Player};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, quoted};
use searchlab_trial::files::{check_place, write_whole};
use stage::Stage;

/// The kinds of file, by their endings.
const KINDS: [&str; 3] = ["gif", "svg", "png"];

/// The kind of these files in errors.
const ANIMATION: &str = "the animation";

/// How long a frame stays, and the last one, in milliseconds.
const FRAME: u32 = 120;
const LAST: u32 = 2_000;

/// Checks that an animation can be written to a path.
///
/// # Errors
/// No kind of file has this ending; a place that cannot be written.
pub fn check(path: &Path) -> Result<(), Diagnostics> {
    kind(path)?;
    Ok(check_place(ANIMATION, path)?)
}

fn kind(path: &Path) -> Result<&'static str, Diagnostics> {
    let extension = path.extension().unwrap_or_default();
    KINDS.into_iter().find(|kind| extension.eq_ignore_ascii_case(kind)).ok_or_else(|| {
        let problem = format!("cannot tell the kind of animation from {}", quoted(&path.to_string_lossy()));
        Diagnostic::new(problem).help("end the name in .gif, .svg or .png").into()
    })
}

/// Writes a loop of at most `most` frames of a film. The file appears whole or not at all.
///
/// # Errors
/// Another ending; a file that cannot be written; a font or an encoder that fails.
pub fn write(path: &Path, film: Film, most: usize) -> Result<(), Diagnostics> {
    let kind = kind(path)?;
    let failed = |reason: String| {
        Diagnostics::from(Diagnostic::new(format!("cannot draw {}: {reason}", quoted(&path.to_string_lossy()))))
    };
    let bytes = bytes(kind, film, most).map_err(failed)?;
    Ok(write_whole(ANIMATION, path, &bytes)?)
}

fn bytes(kind: &str, film: Film, most: usize) -> Result<Vec<u8>, String> {
    let steps = steps(film.len(), most);
    let stage = Stage::new(&film);
    let mut player = Player::new(film);
    match kind {
        "svg" => Ok(svg::draw(&stage, &mut player, &steps).into_bytes()),
        "gif" => bitmap::gif(&bitmap::frames(&stage, &mut player, &steps)?),
        _ => bitmap::apng(&bitmap::frames(&stage, &mut player, &steps)?),
    }
}

/// The steps of the frames, at equal intervals, the first and the last among them.
fn steps(length: usize, most: usize) -> Vec<usize> {
    let frames = most.max(2).min(length + 1);
    let last = (frames - 1).max(1);
    (0..frames).map(|frame| (frame * length).div_ceil(last)).collect()
}

/// Milliseconds for which a frame stays.
const fn delay(frame: usize, frames: usize) -> u32 {
    if frame + 1 == frames { LAST } else { FRAME }
}
