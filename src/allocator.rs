//! The memory of the program, counted for the records of trials.
//!
//! Why         Threads that allocate at once wait for each other at the two numbers that [`PeakAlloc`] keeps: a report of a
//!             million records spent an eighth of its processor time there. It measures no search, and ends the counting.
//!             A search that probes a large table at random misses the translation lookaside buffer (TLB) at nearly every
//!             probe: with the huge pages of Linux (2 MiB, not 4 KiB) it holds 512 times as much of the table.
//! Not here    Reading the numbers (`run`).

#![expect(unsafe_code, reason = "an allocator is unsafe to call, and so is advice on memory")]

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

/// Asks for transparent huge pages where new memory may hold one. To be called before anything is written there.
#[cfg(target_os = "linux")]
fn advise_huge_pages(at: *mut u8, size: usize) {
    /// Bytes of a huge page of most processors.
    const HUGE: usize = 2 << 20;
    if size < HUGE || at.is_null() {
        return;
    }
    // A huge page begins at a multiple of its size.
    let skipped = at.align_offset(HUGE);
    // SAFETY: the range lies in memory that was just allocated, and its contents stay as they are. If the advice is not
    // taken, pages are as they always were.
    let _ = unsafe { rustix::mm::madvise(at.add(skipped).cast(), size - skipped, rustix::mm::Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
const fn advise_huge_pages(_: *mut u8, _: usize) {}

// SAFETY: memory comes from the system's allocator and goes back there; `PeakAlloc` only counts it.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let at = unsafe { if is_counting() { PeakAlloc.alloc(layout) } else { System.alloc(layout) } };
        advise_huge_pages(at, layout.size());
        at
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { if is_counting() { PeakAlloc.dealloc(at, layout) } else { System.dealloc(at, layout) } }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !is_counting() {
            return unsafe { System.realloc(at, layout, size) };
        }
        // As `PeakAlloc` does it, but by `alloc`, which asks for huge pages.
        // SAFETY: the caller answers for the size; the old bytes are freed once they are copied.
        unsafe {
            let to = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
            if !to.is_null() {
                to.copy_from_nonoverlapping(at, layout.size().min(size));
                self.dealloc(at, layout);
            }
            to
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_memory_is_zeroed_keeps_its_bytes_and_is_counted() {
        let [small, large] = [5 << 20, 9 << 20].map(|size| Layout::from_size_align(size, 64).unwrap());
        let before = PeakAlloc.current_usage();
        // SAFETY: what is read and written was allocated with these sizes, and is freed once.
        unsafe {
            let at = Allocator.alloc_zeroed(small);
            assert!(std::slice::from_raw_parts(at, small.size()).iter().all(|&byte| byte == 0));
            at.write_bytes(7, small.size());
            let at = Allocator.realloc(at, small, large.size());
            assert!(std::slice::from_raw_parts(at, small.size()).iter().all(|&byte| byte == 7));
            assert_eq!(PeakAlloc.current_usage() - before, large.size());
            Allocator.dealloc(at, large);
        }
        assert_eq!(PeakAlloc.current_usage(), before);
    }
}
