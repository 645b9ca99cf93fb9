//! temporary
use searchlab::search::budget::Budget;
use searchlab::search::counters::Counters;
use searchlab::search::path::*;
use searchlab::worlds::maze::*;
use std::time::Instant;

fn load(dir: &str, name: &str) -> (Grid, Vec<(Place, Place, f64)>) {
    let text = std::fs::read_to_string(format!("{dir}/{name}.map")).unwrap();
    let mut lines = text.lines();
    lines.next();
    let h: u32 = lines.next().unwrap()[7..].trim().parse().unwrap();
    let w: u32 = lines.next().unwrap()[6..].trim().parse().unwrap();
    lines.next();
    let mut g = Grid::blocked(h, w);
    for (r, l) in lines.enumerate() {
        for (c, b) in l.bytes().enumerate() {
            if matches!(b, b'.' | b'G' | b'S') {
                g.set_free(Place { row: r as u32, col: c as u32 }, true)
            }
        }
    }
    let scen = std::fs::read_to_string(format!("{dir}/{name}.map.scen")).unwrap();
    let v = scen
        .lines()
        .skip(1)
        .filter(|l| !l.trim().is_empty())
        .map(|l| {
            let f: Vec<&str> = l.split_whitespace().collect();
            let n = |i: usize| f[i].parse::<u32>().unwrap();
            (Place { row: n(5), col: n(4) }, Place { row: n(7), col: n(6) }, f[8].parse().unwrap())
        })
        .collect::<Vec<_>>();
    let k = v.len().saturating_sub(200);
    (g, v[k..].to_vec())
}

fn run<M: MoveSet, O: searchlab::search::observer::Observer>(
    g: &Grid,
    s: &[(Place, Place, f64)],
    h: Heuristic,
    o: &Options,
    obs: &mut O,
) -> (f64, f64) {
    let t = MoveTable::<M>::new(g, M::ORDER);
    let mut nodes = GridSpace::new(g, &t, h, s[0].0, s[0].1).new_nodes();
    let budget = Budget::default();
    let mut best = f64::MAX;
    let mut sum = 0.0;
    for _ in 0..5 {
        sum = 0.0;
        let begin = cpu_time::ThreadTime::now();
        for &(a, b, _) in s {
            let space = GridSpace::new(g, &t, h, a, b);
            let out = astar::search(&space, o, &mut nodes, &budget, obs);
            sum += out.cost.unwrap().to_f64();
        }
        best = best.min(begin.elapsed().as_secs_f64());
    }
    (best / s.len() as f64 * 1e6, sum)
}

fn peer<M: MoveSet>(g: &Grid, s: &[(Place, Place, f64)], h: Heuristic) -> f64 {
    let t = MoveTable::<M>::new(g, M::ORDER);
    let begin = cpu_time::ThreadTime::now();
    for &(a, b, _) in s {
        let space = GridSpace::new(g, &t, h, a, b);
        let r = pathfinding::directed::astar::astar(
            &space.start(),
            |&c| {
                space.actions(c).map(move |x| {
                    let (n, c) = space.apply(c, x);
                    (n, C(c))
                })
            },
            |&c| C(space.heuristic(c)),
            |&c| space.is_goal(c),
        );
        assert!(r.is_some());
    }
    begin.elapsed().as_secs_f64() / s.len() as f64 * 1e6
}
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct C<T>(T);
impl<T: Cost> std::ops::Add for C<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        C(self.0 + o.0)
    }
}
impl<T: Cost> std::ops::AddAssign for C<T> {
    fn add_assign(&mut self, o: Self) {
        self.0 = self.0 + o.0
    }
}
impl<T: Cost> num_traits::Zero for C<T> {
    fn zero() -> Self {
        C(T::ZERO)
    }
    fn is_zero(&self) -> bool {
        self.0 == T::ZERO
    }
}

fn main() {
    let only = std::env::args().nth(1).filter(|a| !a.starts_with('-'));
    if only.as_deref().is_some_and(|o| o == "e" || o == "f") {
        let (g, s) = load("/work/shared/data/mazes/movingai", "maze512-8-0");
        for _ in 0..4 {
            if only.as_deref() == Some("f") {
                println!(
                    "{:?}",
                    run::<Four, _>(
                        &g,
                        &s[..100],
                        Heuristic::Manhattan,
                        &Options { tie_break: TieBreak::Lifo, ..Options::default() },
                        &mut Counters::default()
                    )
                );
                continue;
            };
            println!(
                "{:?}",
                run::<Eight, _>(
                    &g,
                    &s[..100],
                    Heuristic::Octile,
                    &Options { tie_break: TieBreak::Lifo, ..Options::default() },
                    &mut Counters::default()
                )
            );
        }
        return;
    }
    for name in ["brc202d", "maze512-8-0"] {
        let (g, s) = load("/work/shared/data/mazes/movingai", name);
        if only.is_none() {
            println!(
                "{name} peer4 {:.0} peer8 {:.0}",
                peer::<Four>(&g, &s, Heuristic::Manhattan),
                peer::<Eight>(&g, &s, Heuristic::Octile)
            );
        }
        for tie in [TieBreak::Lifo] {
            for open in [OpenKind::Bucket] {
                let o = Options { tie_break: tie, open, ..Options::default() };
                let mut c = Counters::default();
                let (t4, s4) = run::<Four, _>(&g, &s, Heuristic::Manhattan, &o, &mut c);
                let (t4n, _) = run::<Four, _>(&g, &s, Heuristic::Manhattan, &o, &mut ());
                let mut c8 = Counters::default();
                let (t8, s8) = run::<Eight, _>(&g, &s, Heuristic::Octile, &o, &mut c8);
                println!(
                    "{name} {tie:?} {open:?}: four {t4:.0} us (none {t4n:.0}) sum {s4} exp {} | eight {t8:.0} us sum {s8:.1} exp {} peak {}",
                    c.expanded / 600,
                    c8.expanded / 600,
                    c8.peak_open
                );
            }
        }
    }
}
