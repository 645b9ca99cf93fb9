//! Reading an iteration of a record.
//!
//! By hand: the form that serde derives for members of several types in one object keeps each member until all are read,
//! which took a quarter of the time of a report.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::{Counters, Iteration, IterationLimit};

/// A member of an iteration.
enum Member {
    Threshold,
    Depth,
    Weight,
    Change,
    Cost,
    Value,
    Best,
    Counter(fn(&mut Counters) -> &mut u64),
    Unknown,
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_identifier(MemberVisitor)
    }
}

struct MemberVisitor;

impl Visitor<'_> for MemberVisitor {
    type Value = Member;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a member")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Member, E> {
        Ok(match name {
            "threshold" => Member::Threshold,
            "depth" => Member::Depth,
            "weight" => Member::Weight,
            "change" => Member::Change,
            "cost" => Member::Cost,
            "value" => Member::Value,
            "best" => Member::Best,
            name => Counters::named(name).map_or(Member::Unknown, Member::Counter),
        })
    }
}

impl<'de> Deserialize<'de> for Iteration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(IterationVisitor)
    }
}

struct IterationVisitor;

impl<'de> Visitor<'de> for IterationVisitor {
    type Value = Iteration;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an iteration")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Iteration, A::Error> {
        let (mut limit, mut counters) = (None, Counters::default());
        let (mut cost, mut value, mut best) = (None, None, None);
        while let Some(member) = map.next_key()? {
            match member {
                Member::Threshold => limit = Some(IterationLimit::Threshold(map.next_value()?)),
                Member::Depth => limit = Some(IterationLimit::Depth(map.next_value()?)),
                Member::Weight => limit = Some(IterationLimit::Weight(map.next_value()?)),
                Member::Change => limit = Some(IterationLimit::Change(map.next_value()?)),
                Member::Cost => cost = map.next_value()?,
                Member::Value => value = map.next_value()?,
                Member::Best => best = map.next_value()?,
                Member::Counter(counter) => *counter(&mut counters) = map.next_value()?,
                Member::Unknown => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let limit = limit.ok_or_else(|| A::Error::custom("an iteration without threshold, depth, weight or change"))?;
        Ok(Iteration { limit, cost, value, best, counters })
    }
}
