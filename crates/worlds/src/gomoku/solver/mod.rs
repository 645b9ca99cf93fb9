//! Wins by force: found, proved, and shown as a line.
//!
//! [`solve`] looks for a forced win of the side to move by one of five algorithms. Whatever it claims it proves: the
//! proof is a tree of moves that [`verify`](verify()) checks by the plain rules. That it finds none says only that there
//! is none by the threats it knows.
//!
//! | part | file |
//! |---|---|
//! | question and answer of a solve | solve.rs |
//! | victory by continuous fours (VCF) | [`vcf`] |
//! | the moves that threaten, and the replies that can matter | [`threats`] |
//! | victory by continuous threats (VCT), by iterative deepening | [`vct`] |
//! | proof-number search (df-pn) | [`pns`] |
//! | lambda search: moves that threaten wins by threats | [`lambda`] |
//! | the same with moves that another search proposes | [`guided`] |
//! | proofs as trees, lines and text | [`proof`] |
//! | the check of proofs by the rules alone | verify.rs |
//! | the trees for observers | walk.rs |
//!
//! Renju: what is claimed holds, forbidden moves taken into account; wins may be missed whose threats lean on a cell that
//! is forbidden to black, or on one that looks so and is not. Caro: wins may be missed whose fours can be answered at
//! more than one cell.

pub mod guided;
pub mod lambda;
pub mod pns;
pub mod proof;
mod solve;
#[cfg(test)]
mod tests;
pub mod threats;
pub mod vcf;
pub mod vct;
mod verify;
mod walk;

pub use proof::{Proof, Step};
pub use solve::{Algorithm, GUIDED, LAMBDA, Options, Outcome, PNS, VCF, VCT, solve};
pub use threats::{Watch, Width};
pub use vcf::VcfTable;
pub use verify::{Flaw, verify};
