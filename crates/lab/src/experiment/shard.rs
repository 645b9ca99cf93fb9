//! Parts of a run, for many machines: trials by the remainder of their ids.

use std::fmt;
use std::str::FromStr;

use searchlab_trial::diagnostic::{Diagnostic, quoted};
use searchlab_trial::record::TrialId;

/// One of `count` equal parts of a run: the trials whose id leaves the remainder `index`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// Part `index`, from 0, of `count`; `None` if there is no such part.
    pub const fn new(index: u32, count: u32) -> Option<Self> {
        if index < count { Some(Self { index, count }) } else { None }
    }

    /// Its number, from 0.
    pub const fn index(self) -> u32 {
        self.index
    }

    /// The number of all parts.
    pub const fn count(self) -> u32 {
        self.count
    }

    /// True if the trial belongs to it.
    pub(crate) const fn owns(self, id: TrialId) -> bool {
        id.0 % self.count as u64 == self.index as u64
    }

    /// The part of file names.
    pub(super) fn file_part(self) -> String {
        format!("{}-of-{}", self.index, self.count)
    }

    /// The shard whose file has this name: `records.I-of-N.jsonl` with the stem `records` and the ending `jsonl`.
    pub(super) fn of_file(name: &str, stem: &str, ending: &str) -> Option<Self> {
        let part = name.strip_prefix(stem)?.strip_prefix('.')?.strip_suffix(ending)?.strip_suffix('.')?;
        let (index, count) = part.split_once("-of-")?;
        let shard = Self::new(index.parse().ok()?, count.parse().ok()?)?;
        (shard.file_part() == part).then_some(shard)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// Several parts of the same run, which one process runs one after the other: it makes the plan once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shards(Vec<Shard>);

impl Shards {
    /// The parts: one or more, in the order in which they are run.
    pub fn list(&self) -> &[Shard] {
        &self.0
    }
}

impl fmt::Display for Shards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(|shard| shard.index.to_string()).collect();
        write!(f, "{}/{}", numbers.join(","), self.0.first().map_or(0, |shard| shard.count))
    }
}

impl FromStr for Shards {
    type Err = Diagnostic;

    /// Reads "I/N", with I from 0 to N - 1, or several of them as "I,J,K/N".
    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let number = |text: &str| text.parse::<u32>().ok();
        let numbers = |list: &str| list.split(',').map(number).collect::<Option<Vec<u32>>>();
        let parts = text.split_once('/').and_then(|(list, count)| numbers(list).zip(number(count)));
        let Some((numbers, count)) = parts else {
            return Err(Diagnostic::new(format!("{} is no shard", quoted(text))).help(
                "a shard is written I/N: its number from 0, and how many there are, such as 0/5; or several, 0,3/5",
            ));
        };
        let mut shards = Vec::new();
        for index in numbers {
            let shard = Shard::new(index, count).ok_or_else(|| {
                let help = match count {
                    0 => "there must be at least one".to_owned(),
                    _ => format!("the shards of {count} are 0/{count} to {}/{count}", count - 1),
                };
                Diagnostic::new(format!("there is no shard {index}/{count}")).help(help)
            })?;
            if !shards.contains(&shard) {
                shards.push(shard);
            }
        }
        Ok(Self(shards))
    }
}

/// The shard of this text.
#[cfg(test)]
pub(super) fn shard_of(text: &str) -> Shard {
    text.parse::<Shards>().unwrap().list()[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_trials() {
        let all = "0,1,2,3,4/5".parse::<Shards>().unwrap();
        for id in [0, 1, 4, 5, u64::MAX] {
            let owners: Vec<_> = all.list().iter().filter(|shard| shard.owns(TrialId(id))).collect();
            assert_eq!(owners.iter().map(ToString::to_string).collect::<Vec<_>>(), [format!("{}/5", id % 5)]);
        }
        for name in ["records.jsonl", "records.05-of-6.jsonl", "records.6-of-6.jsonl", "records.0-of-1.jsonl.partial"] {
            assert_eq!(Shard::of_file(name, "records", "jsonl"), None, "{name}");
        }
    }

    #[test]
    fn shards_are_read_as_they_are_written() {
        for (text, written) in [("0/1", "0/1"), ("3,0,3/5", "3,0/5")] {
            assert_eq!(text.parse::<Shards>().unwrap().to_string(), written);
        }
        for (text, message) in [
            ("5/5", "the shards of 5 are 0/5 to 4/5"),
            ("0,7/5", "there is no shard 7/5"),
            ("0/0", "there must be at least one"),
            ("x", "a shard is written I/N"),
            ("-1/2", "a shard is written I/N"),
            ("0,/2", "a shard is written I/N"),
            ("1/99999999999", "a shard is written I/N"),
        ] {
            let shown = text.parse::<Shards>().unwrap_err().to_string();
            assert!(shown.contains(message), "{text}: {shown}");
        }
    }
}
