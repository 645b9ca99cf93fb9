//! One solve by many threads: young brothers wait (YBW).
//!
//! Idea        When the first move of a node has been searched and was not enough, the node is likely to need all its
//!             moves, in any order: idle threads take them, from the highest such node. One that is enough ends the work
//!             at its brothers. Whose helpers are still busy when its own moves are done helps below that node. All share
//!             one table. Only nodes with zero windows are shared: where the window is open, a brother's score narrows it
//!             for the next, and brothers side by side take 15 % more nodes in all (measured with two threads on the
//!             positions 40 to 44 of the FFO suite).
//! Source      Feldmann, Mysliwietz, Monien, Vornberger, ICCA Journal 12(2) (1989); helping below: Feldmann, thesis,
//!             Paderborn (1993).
//! Guarantees  The score of one thread, a move that reaches it, a line of perfect play. Which nodes are visited, and
//!             which of several best moves is found, depends on who is faster.
//! Cost        Nodes that one thread would not have visited: those of searches that are given up (`lost`), and those of
//!             positions that two threads search at the same time (`repeated`).
//! Not here    The shared nodes (split.rs); the table, which needs no locks (table.rs).

use std::ops::Range;
use std::time::Duration;

use super::solver::{Solver, Stop};
use super::split::{Found, Job, Place, Shared, Team};
use super::tally::{Figures, Mark};
use crate::othello::kernel::Kernel;
use searchlab_search::observer::Observer;
use searchlab_trial::clock::ThreadClock;

/// Fewest empty squares at which moves are shared: below, a move takes not much longer than to hand it over.
pub(crate) const SHARE_FROM: usize = 12;

/// The counts and the time of a helper.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Helped {
    pub(super) figures: Figures,
    /// Its processor time.
    pub(super) time: Duration,
}

impl<K: Kernel, O: Observer> Solver<'_, K, O> {
    /// True if the moves of a node that are left should be offered to other threads.
    #[inline(always)]
    pub(super) const fn is_shared(&self, empties: usize, left: usize) -> bool {
        empties >= self.share_from && left > 1
    }

    /// Searches the moves of a node that are left, together with whoever is idle. If the search was stopped, what they
    /// gave is incomplete.
    #[inline(never)]
    pub(super) fn share(
        &mut self,
        empties: usize,
        left: Range<usize>,
        alpha: i32,
        found: Found,
        before: &mut Mark,
    ) -> Found {
        let Some(team) = self.team else { return found };
        let (first, above) = (left.start, self.under);
        for at in left.clone() {
            self.pick(empties, at, left.end);
        }
        let moves = self.lists[empties][first..left.end].iter().copied();
        self.under = team.open((self.number, empties), above, moves, alpha, found);
        while let Some(job) = team.take(self.under, false) {
            self.search_brother(team, &job, false);
            if self.stopped.is_some() {
                break;
            }
        }
        team.close(self.under);
        self.wait_for_helpers(team);
        let Shared { found, helped, nodes } = team.shared(self.under);
        self.figures.splits += u64::from(helped > 0);
        // The helpers' nodes belong to the node, too.
        before.nodes = before.nodes.saturating_sub(nodes);
        self.return_to(team, above);
        found
    }

    /// Searches a move of a shared node. The counts of what it interrupts within become part of its own.
    fn search_brother(&mut self, team: &Team, job: &Job, is_helper: bool) {
        let (before, Figures { lost, lost_nodes, .. }) = (self.tally.nodes(), self.figures);
        self.tally.generated += 1;
        let score = -self.nws_child(&job.candidate, job.empties, -job.alpha - 1);
        let nodes = self.tally.nodes() - before;
        match self.stopped {
            None => {
                if team.record(job, score, if is_helper { nodes } else { 0 }) {
                    self.tally.cutoff(false);
                }
            }
            Some(Stop::Cut) if !team.is_stopped() => {
                self.figures.lost = lost + 1;
                self.figures.lost_nodes = lost_nodes + nodes;
            }
            Some(_) => {}
        }
    }

    /// Searches a move of another thread's node.
    fn help(&mut self, team: &Team, job: &Job) {
        let above = self.under;
        self.under = job.place;
        self.selectivity = team.selectivity();
        self.figures.shared += 1;
        self.search_brother(team, job, true);
        team.leave(job.place);
        self.return_to(team, above);
    }

    /// Until the moves that others took are done; helps below meanwhile.
    fn wait_for_helpers(&mut self, team: &Team) {
        let place = self.under;
        while team.is_busy(place) && !team.is_broken() {
            let may_help = self.stopped.is_none();
            if may_help && let Some(job) = team.steal(self.number, place) {
                self.help(team, &job);
            } else {
                team.idle(|| !team.is_busy(place) || may_help && team.is_worth_a_try(self.number, place));
                self.settle();
            }
        }
    }

    /// Helps wherever there is something to do until the solve has ended.
    fn work(mut self, team: &Team) -> Helped {
        let begin = ThreadClock::start();
        while !team.has_ended() {
            if let Some(job) = team.steal(self.number, Place::NONE) {
                self.help(team, &job);
            } else {
                self.settle();
                team.idle(|| team.has_ended() || team.is_worth_a_try(self.number, Place::NONE));
            }
        }
        self.settle();
        Helped { figures: self.figures, time: begin.elapsed() }
    }

    /// Goes on at the node above, if nothing has made that needless.
    fn return_to(&mut self, team: &Team, above: Place) {
        self.under = above;
        if !matches!(self.stopped, Some(Stop::Limit(_))) {
            self.stopped = team.is_cut(above).then_some(Stop::Cut);
        }
    }
}

/// Sends the helpers home when the first thread is done, whichever way.
struct Ending<'a>(&'a Team);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_off();
        }
        self.0.end();
    }
}

/// Tells the others that a helper is lost, so that nobody waits for it.
struct Alarm<'a>(&'a Team);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.break_off();
        }
    }
}

/// Runs `search` with helpers at its side; what it gives and what they bring home. Of threads that the system refuses the
/// search does without.
pub(super) fn lead<K: Kernel, O: Observer, R>(
    solver: &mut Solver<'_, K, O>,
    team: &Team,
    search: impl FnOnce(&mut Solver<'_, K, O>) -> R,
) -> (R, Helped) {
    let (kernel, table, share_from) = (solver.kernel, solver.table, solver.share_from);
    let means = (solver.techniques, solver.weights);
    std::thread::scope(|scope| {
        let hire = |number| {
            let work = move || {
                let _alarm = Alarm(team);
                let membership = Some((team, number, share_from));
                Solver::<K, O>::new(kernel, means, table, membership).work(team)
            };
            std::thread::Builder::new().name(format!("helper {number}")).spawn_scoped(scope, work).ok()
        };
        let helpers: Vec<_> = (1..team.threads()).map_while(hire).collect();
        let ending = Ending(team);
        let found = search(solver);
        drop(ending);
        let mut all = Helped::default();
        for helper in helpers {
            match helper.join() {
                Ok(one) => {
                    all.figures = all.figures.plus(&one.figures);
                    all.time += one.time;
                }
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (found, all)
    })
}
