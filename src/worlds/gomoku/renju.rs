//! Placeholder until the branch with the rules of renju is merged.
use super::board::{CELLS, Point};
/// x
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Forbidden {
    /// x
    ThreeThree,
}
/// x
pub fn forbidden_on(_cells: &mut [u8; CELLS], _point: Point) -> Option<Forbidden> {
    None
}
