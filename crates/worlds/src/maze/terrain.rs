//! Terrain: the cost of entering each cell of a maze, where cells differ.
//!
//! A straight step costs as much as the cell that it enters, a diagonal one √2 times as much. The costs come from the
//! digits of a maze, or from a table for the letters of a Moving AI map ([`CostTable`]).
//!
//! Not here: the space that is searched (weighed.rs), the readers (format/).

use std::fmt;

use super::grid::{Cell, Grid, Place};
use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::text::grouped;

/// The costs of the cells of a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terrain {
    /// By cell; 1 for walls.
    costs: Vec<u16>,
    least: u16,
    dearest: u16,
    /// The source of the costs: `digits`, or the table.
    source: String,
}

impl Terrain {
    /// The largest cost of a cell.
    pub(crate) const DEAREST: u16 = 1000;
    /// The source of costs that the maze itself has.
    pub const DIGITS: &str = "digits";

    /// The costs of a grid by cell. `None` if every free cell costs 1.
    ///
    /// # Errors
    /// A sum over all cells that a search could not hold.
    pub fn new(grid: &Grid, costs: Vec<u16>, source: String) -> Result<Option<Self>, Diagnostic> {
        let free = || grid.places().map(|place| grid.cell(place)).filter(|&cell| grid.is_free(cell));
        let of = |cell: Cell| costs.get(cell as usize).copied().unwrap_or(1);
        let (least, dearest) = (free().map(of).min().unwrap_or(1), free().map(of).max().unwrap_or(1));
        if dearest <= 1 {
            return Ok(None);
        }
        if grid.cells() * u64::from(dearest) > Grid::MAX_CELLS {
            let most = grouped(Grid::MAX_CELLS / grid.cells());
            let message = format!("the cost {dearest} is too large for a maze of {} cells", grouped(grid.cells()));
            return Err(Diagnostic::new(message).help(format!("expected costs of at most {most}")));
        }
        Ok(Some(Self { costs, least, dearest, source }))
    }

    /// The cost of entering a cell.
    #[inline(always)]
    pub fn cost(&self, cell: Cell) -> u16 {
        self.costs[cell as usize]
    }

    /// The costs by cell.
    pub(super) fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// The costs row by row; 0 for walls.
    pub fn rows(&self, grid: &Grid) -> Vec<Vec<u16>> {
        let cost = |place: Place| if grid.is_free_at(place) { self.cost(grid.cell(place)) } else { 0 };
        (0..grid.rows()).map(|row| (0..grid.cols()).map(|col| cost(Place { row, col })).collect()).collect()
    }

    /// The least cost of a free cell.
    pub const fn least(&self) -> u16 {
        self.least
    }

    /// The largest cost of a free cell.
    pub const fn dearest(&self) -> u16 {
        self.dearest
    }

    /// The source of the costs: `digits`, or the table as text.
    pub fn source(&self) -> &str {
        &self.source
    }
}

/// Costs of the letters of Moving AI maps: `S=4,W=8`. A letter of the table is passable at its cost; the others are as
/// ever, but swamp (`S`), which has no cost of its own.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CostTable(Vec<(u8, u16)>);

/// The form of a table.
const EXPECTED: &str = "expected letters with whole costs from 1 to 1000, such as \"S=4,W=8\"";

impl CostTable {
    /// Reads a table.
    ///
    /// # Errors
    /// An entry that is none, a letter named twice.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let mut entries: Vec<(u8, u16)> = Vec::new();
        for entry in text.split(',') {
            let wrong = || {
                Diagnostic::new(format!("invalid cost {} in the terrain {}", quoted(entry), quoted(text)))
                    .help(EXPECTED)
            };
            let (letter, cost) = entry.split_once('=').ok_or_else(wrong)?;
            let &[letter] = letter.trim().as_bytes() else { return Err(wrong()) };
            let cost = cost.trim().parse().ok().filter(|cost| (1..=Terrain::DEAREST).contains(cost));
            let (true, Some(cost)) = (letter.is_ascii_uppercase() || matches!(letter, b'.' | b'@'), cost) else {
                return Err(wrong());
            };
            if entries.iter().any(|known| known.0 == letter) {
                let message = format!("a second cost of {} in the terrain {}", letter as char, quoted(text));
                return Err(Diagnostic::new(message).help(EXPECTED));
            }
            entries.push((letter, cost));
        }
        entries.sort_unstable();
        Ok(Self(entries))
    }

    /// The letters and their costs.
    pub(crate) fn entries(&self) -> &[(u8, u16)] {
        &self.0
    }
}

impl fmt::Display for CostTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (letter, cost)) in self.0.iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            write!(f, "{comma}{}={cost}", *letter as char)?;
        }
        Ok(())
    }
}
