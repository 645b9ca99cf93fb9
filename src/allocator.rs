//! The memory of the program, counted for the records of trials.
//!
//! Why         Threads that allocate at once wait for each other at the two numbers that [`PeakAlloc`] keeps: a report of a
//!             million records spent an eighth of its processor time there. It measures no search, and ends the counting.
//! Not here    Reading the numbers (`run`).

#![expect(unsafe_code, reason = "an allocator is unsafe to call; each call goes on to another one unchanged")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use peak_alloc::PeakAlloc;

static IS_COUNTING: AtomicBool = AtomicBool::new(true);

/// Ends the counting for good, in commands that measure no search: what is freed later would be missing in the sum.
pub fn end_counting() {
    IS_COUNTING.store(false, Ordering::Relaxed);
}

/// The allocator of the system, whose bytes are counted until [`end_counting`].
#[derive(Debug)]
pub struct Allocator;

fn is_counting() -> bool {
    IS_COUNTING.load(Ordering::Relaxed)
}

// SAFETY: every call is one of the system's allocator, which `PeakAlloc` only counts.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        unsafe { if is_counting() { PeakAlloc.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        unsafe { if is_counting() { PeakAlloc.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { if is_counting() { PeakAlloc.dealloc(at, layout) } else { System.dealloc(at, layout) } }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        unsafe { if is_counting() { PeakAlloc.realloc(at, layout, size) } else { System.realloc(at, layout, size) } }
    }
}
