//! Nodes and edges, and edges with numbers.
//!
//! Idea        A search names a step by a small number that leads from a node to at most one node, and back. So every
//!             edge has a number that no other edge at its nodes has: a proper edge colouring. In a directed graph the
//!             edges that leave a node differ, and those that enter it.
//! Guarantees  Numbers that rise at each node in the order of the edges, if there are enough; else the first that is
//!             free at both ends, which always is among 31 where no node has more than 16 edges (in a directed graph:
//!             16 out and 16 in), since the others at its ends take 30 at most.
//! Not here    Search (space.rs), text (format.rs).

use std::collections::HashMap;

use searchlab_trial::diagnostic::Diagnostic;

/// Most numbers of edges: searches hold sets of them in 32 bits, and one stands for no edge.
pub(super) const NUMBERS: usize = 31;

/// A way from a node to a node; in an undirected graph also back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edge {
    /// The node that it leaves.
    pub from: u32,
    /// The node that it enters.
    pub to: u32,
    /// At least 1.
    pub cost: u64,
}

/// A graph. Nodes are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Graph {
    /// The names of the nodes.
    pub names: Vec<String>,
    /// The edges.
    pub edges: Vec<Edge>,
    /// True if edges lead in one direction only.
    pub is_directed: bool,
    /// Coordinates, where they are known.
    pub places: HashMap<u32, [i64; 2]>,
    /// Estimates of the cost to [`goal`](Self::goal), where they are known.
    pub estimates: HashMap<u32, u64>,
    /// The node from which searches begin where nothing else is asked.
    pub start: Option<u32>,
    /// The node to which they lead.
    pub goal: Option<u32>,
}

impl Graph {
    /// The node of this name.
    pub fn node(&self, name: &str) -> Option<u32> {
        self.names.iter().position(|known| known == name).map(|node| node as u32)
    }

    /// The error of a name that no node has, with the nearest known one.
    pub(crate) fn unknown(&self, name: &str) -> Diagnostic {
        Diagnostic::unknown_name("node", name, &self.names.iter().map(String::as_str).collect::<Vec<_>>(), None)
    }

    /// The names along a path.
    pub(crate) fn names_of(&self, path: &[u32]) -> Vec<&str> {
        path.iter().map(|&node| self.names[node as usize].as_str()).collect()
    }

    /// The number of each edge, or the first edge for which there is none.
    pub(super) fn numbers(&self) -> Result<Vec<usize>, usize> {
        let rising = self.numbers_by(|taken| u32::BITS - taken.leading_zeros());
        rising.or_else(|_| self.numbers_by(u32::trailing_ones))
    }

    /// Numbers the edges in order by what is taken at the ends of each.
    fn numbers_by(&self, free: impl Fn(u32) -> u32) -> Result<Vec<usize>, usize> {
        let entries = if self.is_directed { self.names.len() } else { 0 };
        let mut taken = vec![0; self.names.len() + entries];
        let number = |(index, edge): (usize, &Edge)| {
            let ends = [edge.from as usize, entries + edge.to as usize];
            let number = free(taken[ends[0]] | taken[ends[1]]) as usize;
            for end in ends {
                taken[end] |= 1 << number.min(NUMBERS);
            }
            if number < NUMBERS { Ok(number) } else { Err(index) }
        };
        self.edges.iter().enumerate().map(number).collect()
    }
}
