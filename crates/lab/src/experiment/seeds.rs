//! The seeds of an experiment, as its manifest keeps them: those that follow each other as a range, since there may be
//! hundreds of thousands, in the manifest of each of a thousand shards.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Seeds in rising order, as ranges from the first to the last. JSON has a number for a single one and a text as in
/// experiment files, `"1..=40"`, for others; lists of numbers alone, of older manifests, are read as well.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seeds(Vec<(u64, u64)>);

impl FromIterator<u64> for Seeds {
    fn from_iter<I: IntoIterator<Item = u64>>(seeds: I) -> Self {
        let mut ranges = Self::default();
        seeds.into_iter().for_each(|seed| ranges.push((seed, seed)));
        ranges
    }
}

impl Seeds {
    fn push(&mut self, (low, high): (u64, u64)) {
        match self.0.last_mut() {
            Some(last) if last.1.checked_add(1) == Some(low) => last.1 = high,
            _ => self.0.push((low, high)),
        }
    }
}

impl fmt::Display for Seeds {
    /// In words: "0 to 2, 7".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |&(low, high): &(u64, u64)| {
            if low == high { low.to_string() } else { format!("{low} to {high}") }
        };
        f.write_str(&self.0.iter().map(words).collect::<Vec<_>>().join(", "))
    }
}

/// An item of the list in JSON.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Item {
    One(u64),
    Range(String),
}

impl Serialize for Seeds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let item = |&(low, high): &(u64, u64)| {
            if low == high { Item::One(low) } else { Item::Range(format!("{low}..={high}")) }
        };
        serializer.collect_seq(self.0.iter().map(item))
    }
}

impl<'de> Deserialize<'de> for Seeds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut seeds = Self::default();
        for item in Vec::<Item>::deserialize(deserializer)? {
            seeds.push(match item {
                Item::One(seed) => (seed, seed),
                Item::Range(text) => {
                    range(&text).ok_or_else(|| serde::de::Error::custom("expected a range of seeds"))?
                }
            });
        }
        Ok(seeds)
    }
}

fn range(text: &str) -> Option<(u64, u64)> {
    let (low, high) = text.split_once("..=")?;
    let (low, high) = (low.parse().ok()?, high.parse().ok()?);
    (low <= high).then_some((low, high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_kept_and_told_in_ranges() {
        let seeds: Seeds = [0, 1, 2, 7, 9, 10, u64::MAX].into_iter().collect();
        assert_eq!(seeds.to_string(), "0 to 2, 7, 9 to 10, 18446744073709551615");
        let json = r#"["0..=2",7,"9..=10",18446744073709551615]"#;
        assert_eq!(serde_json::to_string(&seeds).unwrap(), json);
        for text in [json, "[0,1,2,7,9,10,18446744073709551615]"] {
            assert_eq!(serde_json::from_str::<Seeds>(text).unwrap(), seeds, "{text}");
        }
        for text in [r#"["2..=1"]"#, r#"["1..2"]"#, "[-1]", r#"[["1"]]"#] {
            assert!(serde_json::from_str::<Seeds>(text).is_err(), "{text}");
        }
    }
}
