//! The limits that the manager sets: time, memory, nodes, depth; and the rule that it asks for.

use std::time::Duration;

use super::command::Command;
use crate::catalog::MOST_THREADS;
use crate::search::game::Table;
use crate::worlds::gomoku::Rule;
use crate::worlds::gomoku::gomocup::numbers;

/// The value of `time_left` and `timeout_match` from which on there is no limit.
const UNLIMITED: i64 = i32::MAX as i64;

/// Time for a move where nothing was said of it.
const DEFAULT: Duration = Duration::from_secs(5);

/// A move gets at most this part of the time that is left for the game.
const SHARES: u32 = 25;

/// Nodes of a move that has to be made at once.
const NODES_AT_ONCE: u64 = 3_000;

/// Time of a move that has to be made at once, for machines on which the nodes take longer.
const AT_ONCE: Duration = Duration::from_millis(15);

/// The limits of one move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Allowance {
    /// From the arrival of the command on.
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// Threads that search.
    pub(super) threads: u32,
}

impl Allowance {
    /// An even share: one of `parts` parts of the time and the nodes.
    pub(super) fn share(self, parts: u32) -> Self {
        let nodes = self.nodes.map(|nodes| (nodes / u64::from(parts)).max(1));
        Self { time: self.time.map(|time| time / parts), nodes, ..self }
    }
}

/// The limits of a game as they were sent.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Limits {
    /// Milliseconds for a move; 0 is at once.
    turn: Option<i64>,
    /// Milliseconds for a game; 0 is no limit.
    game: Option<i64>,
    /// Milliseconds that are left of it, as the manager said last, less what was spent since.
    left: Option<i64>,
    /// Milliseconds spent in this game.
    spent: i64,
    /// Bytes; 0 is no limit.
    memory: Option<u64>,
    /// KiB of the transposition table.
    hash: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    threads: Option<u32>,
    rule: i64,
    /// The greatest time by which a move of this process came later than allowed: a measure of the machine's load.
    lateness: Duration,
}

impl Limits {
    /// Takes in what follows `INFO`. Keys that mean nothing here, and values that are no numbers, change nothing: the
    /// protocol knows no answer to them.
    pub(super) fn take(&mut self, text: &str) {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Some([value]) = numbers(value).as_deref().map(<[i64; 1]>::try_from).and_then(Result::ok) else { return };
        let positive = u64::try_from(value).ok().filter(|&value| value > 0);
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = Some(value.max(0)),
            "timeout_match" => self.game = positive.map(|_| value).filter(|&value| value < UNLIMITED),
            "time_left" => self.left = Some(value).filter(|&value| value < UNLIMITED),
            "max_memory" => self.memory = positive,
            "hash_size" => self.hash = positive,
            "max_node" => self.nodes = positive,
            "max_depth" => self.depth = positive.map(|depth| depth.min(u32::MAX.into()) as u32),
            "thread_num" => self.threads = positive.map(|threads| threads.min(MOST_THREADS.into()) as u32),
            "rule" => self.rule = value,
            _ => {}
        }
    }

    /// A new game begins.
    pub(super) const fn begin_game(&mut self) {
        self.spent = 0;
    }

    /// A game is over: what is left of its time says nothing of the next.
    pub(super) const fn end_game(&mut self) {
        self.left = None;
    }

    /// Counts the time that a move took.
    pub(super) fn spend(&mut self, time: Duration) {
        let time = i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        self.spent = self.spent.saturating_add(time);
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// Notes the time that a move took: where it exceeds the allowance, later moves keep more time back.
    pub(super) fn note(&mut self, allowance: Allowance, taken: Duration) {
        if let Some(time) = allowance.time.filter(|&time| time > AT_ONCE) {
            self.lateness = self.lateness.max(taken.saturating_sub(time));
        }
    }

    /// The rule of the bits: 1 exactly five, 4 renju, 8 caro, which means exactly five too.
    pub(super) const fn rule(&self) -> Rule {
        match self.rule {
            bits if bits & 4 != 0 => Rule::Renju,
            bits if bits & 8 != 0 => Rule::Caro,
            bits if bits & 1 != 0 => Rule::Standard,
            _ => Rule::Freestyle,
        }
    }

    /// True if the game goes on after a five, whose stones count no more.
    pub(super) const fn is_continuous(&self) -> bool {
        self.rule & 2 != 0
    }

    /// The limits of the next move.
    pub(super) fn allowance(&self) -> Allowance {
        let left = self.left.or_else(|| self.game.map(|game| game.saturating_sub(self.spent)));
        let left = left.map(|left| Duration::from_millis(left.max(0).unsigned_abs()));
        let turn = self.turn.map(|turn| Duration::from_millis(turn.unsigned_abs()));
        let share = left.map(|left| left / SHARES);
        let time = match (turn, share) {
            (Some(turn), Some(share)) => Some(turn.min(share)),
            (Some(time), None) | (None, Some(time)) => Some(time),
            (None, None) if self.nodes.is_some() || self.depth.is_some() => None,
            (None, None) => Some(DEFAULT),
        };
        if time.is_some_and(|time| time <= AT_ONCE) {
            let nodes = self.nodes.unwrap_or(u64::MAX).min(NODES_AT_ONCE);
            return Allowance { time: Some(AT_ONCE), nodes: Some(nodes), depth: self.depth, threads: 1 };
        }
        let time = time.map(|time| time.saturating_sub((RESERVE + self.lateness).min(time / 2)));
        Allowance { time, nodes: self.nodes, depth: self.depth, threads: self.threads.unwrap_or(1) }
    }

    /// Bits of the index of the transposition table.
    pub(super) fn table_bits(&self) -> u32 {
        let wanted = match self.turn {
            Some(..=1_000) => 20,
            Some(..=5_000) => 21,
            _ => 22,
        };
        let hash = self.hash.map(|size| size.saturating_mul(1024));
        // Half of it is left for everything else.
        let most = [hash, self.memory.map(|memory| memory / 2)].into_iter().flatten().min();
        let from = if hash.is_some() { 28 } else { wanted };
        let fits = |bits: &u32| most.is_none_or(|most| Table::bytes_of(*bits).is_some_and(|bytes| bytes <= most));
        (LEAST_BITS..=from).rev().find(fits).unwrap_or(LEAST_BITS)
    }
}

/// Bits of the smallest transposition table.
pub(super) const LEAST_BITS: u32 = 10;

/// The reserve that is kept back from the time of a move, for the transmission of the answer and the other work of the
/// machine.
const RESERVE: Duration = Duration::from_millis(30);

/// True for lines that may stand within a board.
pub(super) const fn may_interrupt(command: Command) -> bool {
    matches!(command, Command::Info | Command::About | Command::End)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(lines: &[&str]) -> Limits {
        let mut limits = Limits::default();
        for line in lines {
            limits.take(line);
        }
        limits
    }

    fn milliseconds(lines: &[&str]) -> Option<u128> {
        limits(lines).allowance().time.map(|time| time.as_millis())
    }

    #[test]
    fn a_move_gets_its_share() {
        assert_eq!(milliseconds(&[]), Some(4_970));
        assert_eq!(milliseconds(&["timeout_turn 500"]), Some(470));
        assert_eq!(milliseconds(&["TIMEOUT_TURN 200"]), Some(170));
        assert_eq!(milliseconds(&["timeout_turn 40"]), Some(20));
        assert_eq!(milliseconds(&["timeout_turn 30000", "time_left 2147483647"]), Some(29_970));
        assert_eq!(milliseconds(&["timeout_turn 30000", "timeout_match 0"]), Some(29_970));
        assert_eq!(milliseconds(&["timeout_turn 30000", "timeout_match 180000"]), Some(7_170));
        assert_eq!(milliseconds(&["timeout_turn 30000", "timeout_match 180000", "time_left 100000"]), Some(3_970));
        assert_eq!(milliseconds(&["max_node 1000"]), None);
        assert_eq!(milliseconds(&["max_depth 4", "timeout_turn 1000"]), Some(970));
        for hurry in ["timeout_turn 0", "timeout_turn -5", "time_left 0", "time_left -300", "time_left 200"] {
            let allowance = limits(&[hurry, "max_depth 9"]).allowance();
            let hurried = Allowance { time: Some(AT_ONCE), nodes: Some(NODES_AT_ONCE), depth: Some(9), threads: 1 };
            assert_eq!(allowance, hurried, "{hurry}");
        }
        assert_eq!(["thread_num 2", "thread_num 0"].map(|line| limits(&[line]).allowance().threads), [2, 1]);
    }

    #[test]
    fn never_more_than_is_left() {
        for turn in [1, 10, 20, 33, 60, 100, 500, 10_000] {
            for left in [1, 10, 60, 400, 1_000, 5_000, 100_000] {
                let time = milliseconds(&[&format!("timeout_turn {turn}"), &format!("time_left {left}")]).unwrap();
                let least = AT_ONCE.as_millis();
                assert!(time <= least || time < turn && time < left, "{turn} {left}: {time}");
            }
        }
    }

    #[test]
    fn time_runs_where_the_manager_does_not_tell() {
        let mut limits = limits(&["timeout_match 100000"]);
        let first = limits.allowance();
        limits.spend(Duration::from_secs(50));
        assert!(limits.allowance().time < first.time);
        limits.begin_game();
        assert_eq!(limits.allowance(), first);
    }

    #[test]
    fn who_was_late_keeps_more_back() {
        let mut limits = limits(&["timeout_turn 500"]);
        for (taken, next) in [(440, 470), (480, 460), (440, 460), (9_000, 250)] {
            limits.note(limits.allowance(), Duration::from_millis(taken));
            assert_eq!(limits.allowance().time, Some(Duration::from_millis(next)), "{taken}");
        }
    }

    #[test]
    fn tables_keep_to_the_memory() {
        assert_eq!(limits(&[]).table_bits(), 22);
        assert_eq!(limits(&["timeout_turn 500"]).table_bits(), 20);
        assert_eq!(limits(&["max_memory 0"]).table_bits(), 22);
        assert_eq!(limits(&["max_memory 83886080"]).table_bits(), 21);
        assert_eq!(limits(&["max_memory 1"]).table_bits(), LEAST_BITS);
        assert_eq!(limits(&["hash_size 131072"]).table_bits(), 23);
        assert_eq!(limits(&["hash_size 131072", "max_memory 1048576"]).table_bits(), 15);
        assert_eq!(limits(&["hash_size 99999999999999999999"]).table_bits(), 22);
    }

    #[test]
    fn rules_are_bits() {
        for (bits, rule) in [
            (0, Rule::Freestyle),
            (1, Rule::Standard),
            (2, Rule::Freestyle),
            (4, Rule::Renju),
            (8, Rule::Caro),
            (9, Rule::Caro),
            (-1, Rule::Renju),
        ] {
            assert_eq!(limits(&[&format!("rule {bits}")]).rule(), rule, "{bits}");
        }
        assert!(limits(&["rule 3"]).is_continuous() && !limits(&["rule 1"]).is_continuous());
        // Nothing of this says anything of the rule.
        for odd in ["", "rule", "rule x", "rule 1 2", "folder /x", "evaluate 3,4", "game_type 1", "thread_num 8"] {
            assert_eq!(limits(&["rule 1", odd]).rule(), Rule::Standard, "{odd}");
        }
    }
}
