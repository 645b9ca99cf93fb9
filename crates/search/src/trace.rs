//! A compact log of the events of a search, from which every counter can be rebuilt.
//!
//! The file begins with the line `searchlab-trace 1`. Then each event is one tag byte and its numbers as
//! little-endian base-128 integers (7 bits a byte, the high bit says that more follow). An expansion costs 3-5
//! bytes on a map of a million cells.

use std::io::{self, BufRead, Read, Write};

use super::observer::{Event, Observer, Threshold};

/// First line of a trace.
pub const HEADER: &str = "searchlab-trace 1\n";

/// Writes events as they happen. The first error is kept and ends the writing.
#[derive(Debug)]
pub struct Trace<W: Write> {
    out: W,
    error: Option<io::Error>,
}

impl<W: Write> Trace<W> {
    /// Begins a trace with its header.
    pub fn new(out: W) -> Self {
        let mut trace = Self { out, error: None };
        trace.put(HEADER.as_bytes());
        trace
    }

    /// Flushes and hands the writer back.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(mut self) -> io::Result<W> {
        match self.error {
            Some(error) => Err(error),
            None => self.out.flush().map(|()| self.out),
        }
    }

    fn put(&mut self, bytes: &[u8]) {
        if self.error.is_none() {
            self.error = self.out.write_all(bytes).err();
        }
    }

    fn event(&mut self, tag: u8, numbers: &[u64]) {
        let mut buffer = [0u8; 32];
        buffer[0] = tag;
        let mut length = 1;
        for &number in numbers {
            let mut rest = number;
            while rest >= 0x80 {
                buffer[length] = rest as u8 | 0x80;
                rest >>= 7;
                length += 1;
            }
            buffer[length] = rest as u8;
            length += 1;
        }
        self.put(&buffer[..length]);
    }
}

impl<W: Write> Observer for Trace<W> {
    const WANTS_STATES: bool = true;

    fn on(&mut self, event: Event) {
        match event {
            Event::Expanded { state, depth } => self.event(0, &[state, u64::from(depth)]),
            Event::Generated(n) => self.event(1, &[u64::from(n)]),
            Event::Evaluated(n) => self.event(2, &[u64::from(n)]),
            Event::Reopened => self.event(3, &[]),
            Event::Scanned(n) => self.event(4, &[u64::from(n)]),
            Event::Pushed(n) => self.event(5, &[u64::from(n)]),
            Event::Popped(n) => self.event(6, &[u64::from(n)]),
            Event::Updated(n) => self.event(7, &[u64::from(n)]),
            Event::Iteration { threshold } => self.event(8, &[threshold.0]),
            Event::TableProbe => self.event(9, &[]),
            Event::TableHit => self.event(10, &[]),
            Event::TableCutoff => self.event(11, &[]),
            Event::TableStore => self.event(12, &[]),
            Event::TableOverwrite => self.event(13, &[]),
            Event::TableBytes(n) => self.event(14, &[n]),
            Event::PeakOpen(n) => self.event(15, &[n]),
            Event::ExpandedMany(n) => self.event(16, &[u64::from(n)]),
            Event::Deepening { depth } => self.event(17, &[u64::from(depth)]),
            Event::Leaf { depth } => self.event(18, &[u64::from(depth)]),
            Event::ZeroWindowSearch => self.event(19, &[]),
            Event::Cutoff { first } => self.event(20, &[u64::from(first)]),
            Event::Simulation { plies } => self.event(21, &[u64::from(plies)]),
            Event::Playout { plies } => self.event(22, &[u64::from(plies)]),
            Event::Proved => self.event(23, &[]),
            Event::TreeNodes(n) => self.event(24, &[n]),
            Event::ProbCutTry => self.event(25, &[]),
            Event::ProbCut => self.event(26, &[]),
        }
    }
}

/// Replays a trace into an observer.
///
/// # Errors
/// A wrong header, an unknown tag or an event that is cut off, as [`io::ErrorKind::InvalidData`]; and what the reader
/// says.
pub fn replay(mut input: impl BufRead, observer: &mut impl Observer) -> io::Result<()> {
    let mut header = String::new();
    input.by_ref().take(HEADER.len() as u64).read_line(&mut header)?;
    if header != HEADER {
        return Err(invalid(format!("not a trace: expected the first line {:?}", HEADER.trim_end())));
    }
    while let Some(tag) = next_byte(&mut input)? {
        observer.on(event(tag, &mut input)?);
    }
    Ok(())
}

fn event(tag: u8, input: &mut impl BufRead) -> io::Result<Event> {
    Ok(match tag {
        0 => Event::Expanded { state: number(input)?, depth: small(input)? },
        1 => Event::Generated(small(input)?),
        2 => Event::Evaluated(small(input)?),
        3 => Event::Reopened,
        4 => Event::Scanned(small(input)?),
        5 => Event::Pushed(small(input)?),
        6 => Event::Popped(small(input)?),
        7 => Event::Updated(small(input)?),
        8 => Event::Iteration { threshold: Threshold(number(input)?) },
        9 => Event::TableProbe,
        10 => Event::TableHit,
        11 => Event::TableCutoff,
        12 => Event::TableStore,
        13 => Event::TableOverwrite,
        14 => Event::TableBytes(number(input)?),
        15 => Event::PeakOpen(number(input)?),
        16 => Event::ExpandedMany(small(input)?),
        17 => Event::Deepening { depth: small(input)? },
        18 => Event::Leaf { depth: small(input)? },
        19 => Event::ZeroWindowSearch,
        20 => Event::Cutoff { first: number(input)? != 0 },
        21 => Event::Simulation { plies: small(input)? },
        22 => Event::Playout { plies: small(input)? },
        23 => Event::Proved,
        24 => Event::TreeNodes(number(input)?),
        25 => Event::ProbCutTry,
        26 => Event::ProbCut,
        other => return Err(invalid(format!("unknown event tag {other}"))),
    })
}

fn next_byte(input: &mut impl BufRead) -> io::Result<Option<u8>> {
    let byte = input.fill_buf()?.first().copied();
    if byte.is_some() {
        input.consume(1);
    }
    Ok(byte)
}

fn number(input: &mut impl BufRead) -> io::Result<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let byte = next_byte(input)?.ok_or_else(|| invalid("the last event is cut off".to_owned()))?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(value);
        }
    }
    Err(invalid("a number of more than 64 bits".to_owned()))
}

fn small(input: &mut impl BufRead) -> io::Result<u32> {
    u32::try_from(number(input)?).map_err(|_| invalid("a number of more than 32 bits".to_owned()))
}

fn invalid(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}
