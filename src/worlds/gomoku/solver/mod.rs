//! Wins by force: found, proved, and shown as a line.
//!
//! | part | file |
//! |---|---|
//! | wins by an unbroken sequence of fours | [`vcf`] |

pub mod vcf;

pub use vcf::{Fours, Hunt};
