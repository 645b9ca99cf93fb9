//! Types shared by the parts of searchlab: trials and their records, and messages that name their place.

pub mod clock;
pub mod diagnostic;
pub mod embedded;
pub mod files;
pub mod record;
pub mod text;
