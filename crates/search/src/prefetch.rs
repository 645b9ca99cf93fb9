//! Asking the processor for a line of memory before it is needed.
//!
//! A table larger than the caches costs the time of dozens of nodes at each look-up. The buckets of all moves are asked
//! for while the moves are still being listed or ranked, so that the look-ups find them there.

#![allow(unsafe_code, reason = "the instruction has no safe form; it reads nothing and cannot fault")]

/// Begins to load what stands at `place` into the caches. On processors without such an instruction, nothing.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: SSE is part of every x86-64 processor, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}
