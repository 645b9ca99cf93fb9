//! Numbers from numbers. Knows no record.
//!
//! | part | file |
//! |---|---|
//! | how bushy a tree is, and how small it could be | [`tree`] |
//! | mean and spread of a sample | [`sample`] |

pub mod sample;
pub mod tree;
