//! Random choices, the same for a seed on every machine and in every version.

pub(super) use searchlab_search::stream::Stream;

/// A random number below `count` for a player at a ply, drawn evenly by a second stream of the seed; `None` if `count`
/// is 0. The same for the same seed, ply and count, whatever was played before.
pub fn random_choice(seed: u64, ply: usize, count: usize) -> Option<usize> {
    let count = u32::try_from(count).ok().filter(|&count| count > 0)?;
    let mut stream = Stream::second(seed);
    for _ in 0..ply {
        stream.word();
    }
    Some(stream.below(count) as usize)
}
