//! The counters: one meaning each, in code, records, TOML and documentation.
//!
//! Counters are deterministic: the same trial gives the same numbers on every machine and in every build profile.
//! Not here: times and memory, which are measured and live in the record beside the counters.

#[cfg(feature = "serde")]
mod iteration;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use super::observer::{Event, Observer};

macro_rules! counters {
    ($($(#[doc = $doc:literal])+ $(#[serde($serde:meta)])? $name:ident,)+) => {
        /// The counts of a search.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        #[cfg_attr(feature = "serde", derive(Serialize, Deserialize), serde(default))]
        pub struct Counters {
            $($(#[doc = $doc])+ $(#[cfg_attr(feature = "serde", serde($serde))])? pub $name: u64,)+
        }

        impl Counters {
            /// Name and meaning of every counter, in the order of the record.
            pub const MEANINGS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($name), concat!($($doc),+).trim_ascii()),)+];

            /// Nothing was counted.
            pub const ZERO: Self = Self { $($name: 0,)+ };

            /// True for each counter that records leave out where it is 0, in the order of the record.
            pub const OPTIONAL: [bool; Self::MEANINGS.len()] = [$(!concat!($(stringify!($serde))?).is_empty(),)+];

            /// Where the counter of that name stands.
            #[cfg(feature = "serde")]
            fn named(name: &str) -> Option<fn(&mut Self) -> &mut u64> {
                match name {
                    $(stringify!($name) => Some(|counters| &mut counters.$name),)+
                    _ => None,
                }
            }

            fn added(&self, other: &Self) -> Self {
                Self { $($name: self.$name + other.$name,)+ }
            }

            /// Name and value of every counter, in the order of the record.
            pub fn entries(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name),)+]
            }

            /// The values alone, in the same order.
            pub const fn numbers(&self) -> [u64; Self::MEANINGS.len()] {
                [$(self.$name,)+]
            }
        }
    };
}

counters! {
    /// states whose successors were generated (game tree: interior nodes whose moves were searched)
    expanded,
    /// successor states produced, duplicates included
    generated,
    /// leaves given a static or terminal value (game trees); heuristic calls (path search)
    evaluated,
    /// closed states put back on the open list because a cheaper way was found (0 under a consistent heuristic)
    reopened,
    /// cells looked at by jump-point scanning, or along lines of sight
    scanned,
    /// deepening iterations; for IDA* the thresholds are listed too. In spaces that change: searches
    iterations,
    /// zero-window calls of an MTD driver, re-searches of PVS
    passes,
    /// beta cutoffs
    cutoffs,
    /// beta cutoffs on the first move searched (their ratio to cutoffs is ordering quality)
    first_move_cutoffs,
    /// transposition-table look-ups
    tt_probes,
    /// look-ups that found the state
    tt_hits,
    /// look-ups whose answer ended the visit
    tt_cutoffs,
    /// states written to the transposition table
    tt_stores,
    /// stores that displaced another state
    tt_overwrites,
    /// entries put on the open list
    open_pushes,
    /// entries taken from the open list, outdated ones included
    open_pops,
    /// entries of the open list given a smaller key in place (decrease-key)
    open_updates,
    /// most entries on the open list at one time
    peak_open,
    /// deepest ply reached (depth-first searches)
    peak_depth,
    /// bytes held by node tables, open lists and transposition tables
    table_bytes,
    /// simulations of Monte-Carlo tree search: each a way down the tree and one leaf
    #[serde(skip_serializing_if = "is_zero")]
    simulated,
    /// plies within the tree of all simulations (their ratio to `simulated` is the mean depth of the tree)
    #[serde(skip_serializing_if = "is_zero")]
    tree_plies,
    /// random games played from leaves of simulations (playouts)
    #[serde(skip_serializing_if = "is_zero")]
    played_out,
    /// moves of playouts, which are no nodes
    #[serde(skip_serializing_if = "is_zero")]
    playout_moves,
    /// nodes of the tree whose outcome was proved
    #[serde(skip_serializing_if = "is_zero")]
    proved,
    /// nodes of the tree at the end of a search
    #[serde(skip_serializing_if = "is_zero")]
    tree_nodes,
    /// times that ProbCut asked a shallow search whether a deep one is needed
    #[serde(skip_serializing_if = "is_zero")]
    probcut_tries,
    /// deep searches that ProbCut left out
    #[serde(skip_serializing_if = "is_zero")]
    probcut_cuts,
}

/// True for a count of 0, which records leave out for counters of a single family of searches: nothing is lost, as an
/// absent counter is 0.
#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature is serde's")]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Observer for Counters {
    #[inline(always)]
    fn on(&mut self, event: Event) {
        match event {
            Event::Expanded { depth, .. } => {
                self.expanded += 1;
                self.peak_depth = self.peak_depth.max(u64::from(depth));
            }
            Event::ExpandedMany(n) => self.expanded += u64::from(n),
            Event::Generated(n) => self.generated += u64::from(n),
            Event::Evaluated(n) => self.evaluated += u64::from(n),
            Event::Reopened => self.reopened += 1,
            Event::Scanned(n) => self.scanned += u64::from(n),
            Event::Pushed(n) => {
                self.open_pushes += u64::from(n);
                self.peak_open = self.peak_open.max(self.open_pushes - self.open_pops);
            }
            Event::Popped(n) => self.open_pops += u64::from(n),
            Event::PeakOpen(n) => self.peak_open = self.peak_open.max(n),
            Event::Updated(n) => self.open_updates += u64::from(n),
            Event::Iteration { .. } | Event::Deepening { .. } | Event::Weighted { .. } | Event::Repair { .. } => {
                self.iterations += 1;
            }
            Event::Leaf { depth } => {
                self.evaluated += 1;
                self.peak_depth = self.peak_depth.max(u64::from(depth));
            }
            Event::Incumbent { .. } => {}
            Event::ZeroWindowSearch => self.passes += 1,
            Event::Cutoff { first } => {
                self.cutoffs += 1;
                self.first_move_cutoffs += u64::from(first);
            }
            Event::TableProbe => self.tt_probes += 1,
            Event::TableHit => self.tt_hits += 1,
            Event::TableCutoff => self.tt_cutoffs += 1,
            Event::TableStore => self.tt_stores += 1,
            Event::TableOverwrite => self.tt_overwrites += 1,
            Event::TableBytes(n) => self.table_bytes = self.table_bytes.max(n),
            Event::Simulation { plies } => {
                self.simulated += 1;
                self.tree_plies += u64::from(plies);
            }
            Event::Playout { plies } => {
                self.played_out += 1;
                self.playout_moves += u64::from(plies);
            }
            Event::Proved => self.proved += 1,
            Event::TreeNodes(n) => self.tree_nodes = self.tree_nodes.max(n),
            Event::ProbCutTry => self.probcut_tries += 1,
            Event::ProbCut => self.probcut_cuts += 1,
        }
    }
}

impl Counters {
    /// Nodes of a game tree.
    pub const fn nodes(&self) -> u64 {
        self.expanded + self.evaluated
    }

    /// Both together: the sums, and the greater of each maximum.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            peak_open: self.peak_open.max(other.peak_open),
            peak_depth: self.peak_depth.max(other.peak_depth),
            table_bytes: self.table_bytes.max(other.table_bytes),
            tree_nodes: self.tree_nodes.max(other.tree_nodes),
            ..self.added(other)
        }
    }

    /// The counts between `earlier` and now: differences of the sums, and the maxima as they stand.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        Self {
            expanded: self.expanded - earlier.expanded,
            generated: self.generated - earlier.generated,
            evaluated: self.evaluated - earlier.evaluated,
            reopened: self.reopened - earlier.reopened,
            scanned: self.scanned - earlier.scanned,
            iterations: self.iterations - earlier.iterations,
            passes: self.passes - earlier.passes,
            cutoffs: self.cutoffs - earlier.cutoffs,
            first_move_cutoffs: self.first_move_cutoffs - earlier.first_move_cutoffs,
            tt_probes: self.tt_probes - earlier.tt_probes,
            tt_hits: self.tt_hits - earlier.tt_hits,
            tt_cutoffs: self.tt_cutoffs - earlier.tt_cutoffs,
            tt_stores: self.tt_stores - earlier.tt_stores,
            tt_overwrites: self.tt_overwrites - earlier.tt_overwrites,
            open_pushes: self.open_pushes - earlier.open_pushes,
            open_pops: self.open_pops - earlier.open_pops,
            open_updates: self.open_updates - earlier.open_updates,
            peak_open: self.peak_open,
            peak_depth: self.peak_depth,
            table_bytes: self.table_bytes,
            simulated: self.simulated - earlier.simulated,
            tree_plies: self.tree_plies - earlier.tree_plies,
            played_out: self.played_out - earlier.played_out,
            playout_moves: self.playout_moves - earlier.playout_moves,
            proved: self.proved - earlier.proved,
            tree_nodes: self.tree_nodes,
            probcut_tries: self.probcut_tries - earlier.probcut_tries,
            probcut_cuts: self.probcut_cuts - earlier.probcut_cuts,
        }
    }
}

/// How far a deepening iteration may go.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize), serde(rename_all = "snake_case"))]
pub enum IterationLimit {
    /// Up to this cost, in the units of the world's cost.
    Threshold(#[cfg_attr(feature = "serde", serde(serialize_with = "shortest_number"))] f64),
    /// Up to this depth, in plies.
    Depth(u32),
    /// With this weight of the heuristic.
    Weight(#[cfg_attr(feature = "serde", serde(serialize_with = "shortest_number"))] f64),
    /// After this change of the space; 0 before the first.
    Change(u32),
}

impl IterationLimit {
    /// As a number, whichever it is.
    pub fn number(self) -> f64 {
        match self {
            Self::Threshold(number) | Self::Weight(number) => number,
            Self::Depth(number) | Self::Change(number) => f64::from(number),
        }
    }
}

/// One deepening iteration, with the counters of that iteration alone.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize))]
pub struct Iteration {
    /// How far the iteration may go.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub limit: IterationLimit,
    /// The cost of the best solution at the end of the iteration, for searches that improve one.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cost: Option<f64>,
    /// The value of a game at the end of the iteration.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub value: Option<i32>,
    /// The best move of a game at the end of the iteration.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub best: Option<String>,
    /// The counters of this iteration.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub counters: Counters,
}

/// Counters, and the share of each deepening iteration.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct IterationCounters {
    total: Counters,
    at_begin: Counters,
    current: Option<IterationLimit>,
    cost: Option<f64>,
    finished: Vec<Iteration>,
}

impl IterationCounters {
    /// The sums over all iterations.
    pub fn total(&self) -> &Counters {
        &self.total
    }

    /// All iterations, the unfinished last one included.
    pub fn iterations(&self) -> Vec<Iteration> {
        let mut all = self.finished.clone();
        all.extend(self.open_iteration());
        all
    }

    fn next(&mut self, limit: IterationLimit) {
        self.finished.extend(self.open_iteration());
        self.at_begin = self.total;
        self.current = Some(limit);
        self.cost = None;
    }

    fn open_iteration(&self) -> Option<Iteration> {
        self.current.map(|limit| Iteration {
            limit,
            cost: self.cost,
            value: None,
            best: None,
            counters: self.total.since(&self.at_begin),
        })
    }
}

impl Observer for IterationCounters {
    #[inline(always)]
    fn on(&mut self, event: Event) {
        match event {
            Event::Iteration { threshold } => self.next(IterationLimit::Threshold(threshold.into())),
            Event::Deepening { depth } => self.next(IterationLimit::Depth(depth)),
            Event::Weighted { weight } => self.next(IterationLimit::Weight(weight.into())),
            Event::Repair { change } => self.next(IterationLimit::Change(change)),
            Event::Incumbent { cost } => self.cost = Some(cost.into()),
            _ => {}
        }
        self.total.on(event);
    }
}

/// Serialises whole numbers without a decimal point.
///
/// # Errors
/// Those of the serializer.
#[cfg(feature = "serde")]
pub fn shortest_number<S: serde::Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if value.fract() == 0.0 && value.abs() < EXACT {
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}
