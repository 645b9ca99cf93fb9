//! Forecasts of the values of deep searches from those of shallow ones, stage by stage, for ProbCut.
//!
//! The numbers are data, not code: the file `shipped.probcut`, as `searchlab othello calibrate --out` writes it for the
//! shipped weights.
//!
//! Not here: how they are measured (`training::calibration`), what a search does with them (`search::game::probcut`).

use std::fmt::Write;
use std::sync::OnceLock;

use super::weights::STAGES;
use searchlab_search::game::Forecast;

/// The first line of a file.
const HEAD: &str = "searchlab probcut 1";
/// Deep searches have fewer plies than this.
const DEPTHS: u32 = 32;

/// The file, as `searchlab othello calibrate` wrote it; its second line is the command.
static TEXT: &str = include_str!("shipped.probcut");

/// Forecasts by the depth of the deep search and the stage of the game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forecasts {
    /// Those of stage 0 of depth 0 first; those of a place in the order in which they are to be asked.
    places: Vec<Vec<Forecast>>,
}

impl Forecasts {
    /// Those that belong to the shipped weights, read at the first call.
    ///
    /// # Panics
    /// Never: a test reads the file.
    #[inline(always)]
    pub(crate) fn shipped() -> &'static Self {
        static FORECASTS: OnceLock<Forecasts> = OnceLock::new();
        FORECASTS.get_or_init(|| Self::from_text(TEXT).expect("a test reads this file"))
    }

    /// Those for a search of `depth` plies of a position of this stage, in the order in which they were put in.
    #[inline(always)]
    pub(crate) fn of(&self, depth: u32, stage: usize) -> &[Forecast] {
        self.places.get(depth as usize * STAGES + stage).map_or(&[], Vec::as_slice)
    }

    /// Puts one in, behind those of the same place; of no effect where there is no such depth or stage.
    pub fn push(&mut self, depth: u32, stage: usize, forecast: Forecast) {
        if depth < DEPTHS && stage < STAGES {
            let place = depth as usize * STAGES + stage;
            self.places.resize(self.places.len().max(place + 1), Vec::new());
            self.places[place].push(forecast);
        }
    }

    /// As the text of a file, with a remark: one line each, in whole numbers.
    pub fn to_text(&self, remark: &str) -> String {
        let mut text =
            format!("{HEAD}\n# {remark}\n# deep shallow stage slope offset sigma, the last three in thousandths\n");
        for (place, forecasts) in self.places.iter().enumerate() {
            for Forecast { shallow, slope, offset, sigma } in forecasts {
                let (depth, stage) = (place / STAGES, place % STAGES);
                // Writing to a string cannot fail.
                let _ = writeln!(text, "{depth} {shallow} {stage} {slope} {offset} {sigma}");
            }
        }
        text
    }

    /// From the text of a file.
    ///
    /// # Errors
    /// The number of the first line that is not as [`to_text`](Self::to_text) writes it.
    pub fn from_text(text: &str) -> Result<Self, usize> {
        let mut forecasts = Self::default();
        for (number, line) in text.lines().enumerate() {
            let is_head = number == 0;
            if is_head && line == HEAD || !is_head && line.starts_with('#') {
                continue;
            }
            let (depth, stage, forecast) = parsed(line).filter(|_| !is_head).ok_or(number + 1)?;
            forecasts.push(depth, stage, forecast);
        }
        Ok(forecasts)
    }
}

fn parsed(line: &str) -> Option<(u32, usize, Forecast)> {
    let numbers: Vec<i32> = line.split(' ').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[depth, shallow, stage, slope, offset, sigma] = numbers.as_slice() else { return None };
    let (depth, shallow, stage) =
        (u32::try_from(depth).ok()?, u32::try_from(shallow).ok()?, usize::try_from(stage).ok()?);
    let is_sound = depth < DEPTHS && shallow < depth && stage < STAGES && slope > 0 && sigma >= 0;
    is_sound.then_some((depth, stage, Forecast { shallow, slope, offset, sigma }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_file_is_as_it_is_written() {
        let shipped = Forecasts::from_text(TEXT).expect("it can be read");
        let remark = TEXT.lines().nth(1).expect("a second line").trim_start_matches("# ");
        assert_eq!(shipped.to_text(remark), TEXT);
        let about_half = shipped.of(8, STAGES / 2);
        assert!(!about_half.is_empty() && about_half.iter().all(|each| (800..1200).contains(&each.slope)));
    }

    #[test]
    fn what_is_wrong_is_refused_with_its_line() {
        let first = "3 1 5 1000 0 4000\n";
        assert!(Forecasts::from_text(&format!("{HEAD}\n# why\n{first}")).is_ok());
        assert_eq!(Forecasts::from_text(first), Err(1));
        for wrong in
            ["3 3 5 1000 0 1", "3 1 20 1000 0 1", "3 1 5 0 0 1", "3 1 5 1 0 -1", "3 1 5 1 0", "x", "", "0 0 1 1 0 1"]
        {
            assert_eq!(Forecasts::from_text(&format!("{HEAD}\n{first}{wrong}\n{first}")), Err(3), "{wrong}");
        }
        assert_eq!(Forecasts::default().of(99, 99), &[]);
    }
}
