//! Many small pieces of work, shared by threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{panic, thread};

/// Does the pieces of work below `count`, each once, the lowest first; none is begun after `stop` is set. Each thread has
/// what `begin` makes.
///
/// # Errors
/// The first that a thread ends with, the others having done what they could.
pub fn share_out<T, E: Send>(
    threads: usize,
    count: usize,
    stop: &AtomicBool,
    begin: impl Fn() -> Result<T, E> + Sync,
    work: impl Fn(&mut T, usize) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut own = begin()?;
        while !stop.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            work(&mut own, piece)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().unwrap_or_else(|cause| panic::resume_unwind(cause)))
    })
}
