//! Bytes of lists and tables that double as they grow.
//!
//! While one grows, the old and the new stand side by side, so that a search that keeps to its memory has to know of it
//! before.

/// Bytes of the head of a list within a list: what it takes on machines of 64 bits, so that the same search holds the
/// same bytes on every machine.
pub(super) const HEAD: usize = 24;

/// Bytes of a list of this length and capacity, at most, until `more` entries have come.
pub(super) fn needed<T>(length: usize, capacity: usize, more: usize) -> u64 {
    let grown = length.saturating_add(more);
    let entries = if grown <= capacity { capacity } else { capacity + grown.max(2 * capacity) };
    (entries * size_of::<T>()) as u64
}

#[cfg(test)]
mod tests {
    use super::needed;

    /// As long as it fits there is one list, then two.
    #[test]
    fn a_list_that_grows_stands_there_twice() {
        assert_eq!(needed::<u32>(10, 16, 6), 64);
        assert_eq!(needed::<u32>(10, 16, 7), 64 + 128);
        assert_eq!(needed::<u32>(0, 0, 100), 400);
        assert_eq!(needed::<u32>(16, 16, 100), 64 + 464);
    }
}
