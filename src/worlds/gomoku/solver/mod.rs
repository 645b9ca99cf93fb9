//! Wins by force: found, proved, and shown as a line.
//!
//! | part | file |
//! |---|---|
//! | wins by an unbroken sequence of fours | [`vcf`] |

pub mod pns;
pub mod proof;
pub mod threats;
pub mod vcf;
pub mod verify;

pub use vcf::{Fours, Hunt};
