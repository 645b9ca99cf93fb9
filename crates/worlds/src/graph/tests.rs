//! The textbook's map, random graphs against shortest paths of Floyd and Warshall, and wrong inputs.

use super::format::read;
use super::{Graph, GraphSpace, Heuristic, ROMANIA};
use crate::long::is_long;
use searchlab_search::about::Guarantee;
use searchlab_search::budget::{Budget, Status};
use searchlab_search::counters::Counters;
use searchlab_search::path::{
    AStar, ActionSpace, Dijkstra, Greedy, OpenKind, Options, OutcomeIn, PathAlgorithm, StateSpace, TieBreak, Weight,
    WeightedAStar, ara, beam, bfs, bgs, bts, fringe, hill_climbing, idastar, idastar_cycle_check, idastar_table,
    idastar_table_as_coded, iddfs, mm, nbs, sma,
};
use searchlab_search::stream::Stream;
use searchlab_trial::diagnostic::Source;

macro_rules! each_algorithm {
    ($check:ident $arguments:tt) => {
        $check::<bfs::BreadthFirst> $arguments;
        $check::<Dijkstra> $arguments;
        $check::<Greedy> $arguments;
        $check::<AStar> $arguments;
        $check::<WeightedAStar> $arguments;
        $check::<fringe::FringeSearch> $arguments;
        $check::<nbs::Nbs> $arguments;
        $check::<mm::MeetInTheMiddle> $arguments;
        $check::<ara::AnytimeRepairing> $arguments;
        $check::<sma::MemoryBounded> $arguments;
        $check::<bgs::BudgetedGraph> $arguments;
        $check::<bts::BudgetedTree> $arguments;
        $check::<idastar::IdaStar> $arguments;
        $check::<idastar_table::IdaStarTable> $arguments;
        $check::<idastar_cycle_check::IdaStarCycleCheck> $arguments;
        $check::<idastar_table_as_coded::IdaStarTableAsCoded> $arguments;
    };
}

fn graph(text: &str) -> Graph {
    read(&Source::new("graph", text)).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn space(graph: &Graph, heuristic: Heuristic) -> GraphSpace {
    let (start, goal) = (graph.start.expect("a start"), graph.goal.expect("a goal"));
    GraphSpace::new(graph, start, goal, heuristic).unwrap_or_else(|error| panic!("{error}"))
}

fn search<A: PathAlgorithm>(space: &GraphSpace, options: &Options) -> (OutcomeIn<GraphSpace>, Counters) {
    let (budget, mut counters) = (Budget { max_nodes: Some(100_000), ..Budget::default() }, Counters::default());
    (A::search(space, options, &mut space.new_nodes(), &budget, &mut counters), counters)
}

const HEURISTICS: [Heuristic; 3] = [Heuristic::Estimates, Heuristic::StraightLine, Heuristic::Zero];

const OPTIMUM: (u64, &str) = (418, "Arad, Sibiu, Rimnicu Vilcea, Pitesti, Bucharest");

/// Russell and Norvig, chapter 3: the optimum is 418; the fewest roads, which greedy search takes too, cost 450.
#[test]
fn romania_has_the_paths_of_the_textbook() {
    fn check<A: PathAlgorithm>(romania: &Graph, heuristic: Heuristic) {
        let (found, _) = search::<A>(&space(romania, heuristic), &Options::default());
        let path = romania.names_of(&found.path).join(", ");
        assert_eq!(found.status, Status::Solved, "{}", A::ABOUT.name);
        match A::ABOUT.name {
            "bfs" => assert_eq!((found.cost, path.as_str()), (Some(450), "Arad, Sibiu, Fagaras, Bucharest")),
            "greedy" => {
                let is_informed = heuristic != Heuristic::Zero;
                assert!(!is_informed || (found.cost, path.as_str()) == (Some(450), "Arad, Sibiu, Fagaras, Bucharest"));
            }
            name => assert_eq!((found.cost, path.as_str()), (Some(OPTIMUM.0), OPTIMUM.1), "{name} {heuristic:?}"),
        }
    }
    let romania = graph(ROMANIA);
    assert_eq!((romania.names.len(), romania.edges.len()), (20, 23));
    for heuristic in HEURISTICS {
        each_algorithm!(check(&romania, heuristic));
    }
}

/// The same chapter, figure 3.18: A* expands Arad, Sibiu, Rimnicu Vilcea, Fagaras and Pitesti; greedy search, figure
/// 3.17, Arad, Sibiu and Fagaras.
#[test]
fn romania_is_searched_as_in_the_textbook() {
    let space = space(&graph(ROMANIA), Heuristic::Estimates);
    assert_eq!(search::<AStar>(&space, &Options::default()).1.expanded, 5);
    assert_eq!(search::<Greedy>(&space, &Options::default()).1.expanded, 3);
}

/// Straight to the least estimate, as greedy search goes: over Fagaras for 450. SMA* needs room for the five towns of the
/// best path, and with four finds the one that fits.
#[test]
fn romania_by_hill_climbing_beams_and_little_memory() {
    fn cost<A: PathAlgorithm>(options: &Options) -> Option<u64> {
        search::<A>(&space(&graph(ROMANIA), Heuristic::Estimates), options).0.cost
    }
    let usual = Options::default();
    assert_eq!(cost::<hill_climbing::HillClimbing>(&usual), Some(450));
    assert_eq!(cost::<beam::Beam>(&Options { width: 1, ..usual }), Some(450));
    for (memory_states, expected) in [(3, None), (4, Some(450)), (5, Some(418)), (20, Some(418))] {
        assert_eq!(cost::<sma::MemoryBounded>(&Options { memory_states, ..usual }), expected, "{memory_states}");
    }
    for (depth_limit, has_path) in [(2, false), (3, true)] {
        assert_eq!(cost::<iddfs::DepthLimited>(&Options { depth_limit, ..usual }).is_some(), has_path);
    }
}

#[test]
fn successors_come_in_the_order_of_the_file() {
    let romania = graph(ROMANIA);
    let space = space(&romania, Heuristic::Zero);
    let names = |name| {
        let mut names = Vec::new();
        space.successors(romania.node(name).expect("a town"), |node, _, _| names.push(node));
        romania.names_of(&names).join(", ")
    };
    assert_eq!(names("Sibiu"), "Arad, Oradea, Fagaras, Rimnicu Vilcea");
    assert_eq!(names("Bucharest"), "Fagaras, Pitesti, Giurgiu, Urziceni");
}

/// The costs of all ways (Floyd, Warshall).
fn distances(graph: &Graph) -> Vec<Vec<Option<u64>>> {
    let nodes = graph.names.len();
    let mut least = vec![vec![None; nodes]; nodes];
    least.iter_mut().enumerate().for_each(|(node, row)| row[node] = Some(0));
    let improve = |known: &mut Option<u64>, cost: u64| *known = Some(known.map_or(cost, |least| least.min(cost)));
    for edge in &graph.edges {
        let (from, to) = (edge.from as usize, edge.to as usize);
        improve(&mut least[from][to], edge.cost);
        if !graph.is_directed {
            improve(&mut least[to][from], edge.cost);
        }
    }
    for via in 0..nodes {
        for from in 0..nodes {
            for to in 0..nodes {
                if let (Some(begin), Some(end)) = (least[from][via], least[via][to]) {
                    improve(&mut least[from][to], begin + end);
                }
            }
        }
    }
    least
}

/// A text with edges between random nodes, parallel ones and loops included, random coordinates, and estimates up to the
/// true cost. The costs are near the lengths in every other graph, and large in some.
fn random_graph(seed: u64) -> Graph {
    let mut stream = Stream::new(seed);
    let nodes = 1 + stream.below(if is_long() { 14 } else { 9 });
    let places: Vec<[i64; 2]> = (0..nodes).map(|_| [(); 2].map(|()| i64::from(stream.below(9)) - 4)).collect();
    let mut text = String::from(["undirected\n", "directed\n"][stream.below(2) as usize]);
    let largest = [1, 5, 30, 1_000_000_000][stream.below(4) as usize];
    for _ in 0..=stream.below(3 * nodes) {
        let [from, to] = [(); 2].map(|()| stream.below(nodes));
        let [a, b] = [from, to].map(|node| places[node as usize]);
        let length = ((a[0] - b[0]).pow(2) + (a[1] - b[1]).pow(2)).isqrt() as u32;
        let cost = if seed.is_multiple_of(2) { length + 1 + stream.below(2) } else { 1 + stream.below(largest) };
        text.extend(["edge n", &from.to_string(), " n", &to.to_string(), " ", &cost.to_string(), "\n"]);
    }
    let mut graph = graph(&text);
    let count = graph.names.len() as u32;
    graph.places = (0..count)
        .map(|node| {
            let name = graph.names[node as usize][1..].parse::<usize>().expect("a number");
            (node, places[name])
        })
        .collect();
    let [start, goal] = [(); 2].map(|()| stream.below(count));
    (graph.start, graph.goal) = (Some(start), Some(goal));
    let distances = distances(&graph);
    for node in 0..count {
        let most = distances[node as usize][goal as usize].map_or(50, |cost| cost as u32);
        graph.estimates.insert(node, u64::from(stream.below(most + 1)));
    }
    graph
}

#[test]
fn every_algorithm_agrees_with_all_shortest_paths() {
    fn check<A: PathAlgorithm>(graph: &Graph, space: &GraphSpace, optimum: Option<u64>) {
        for tie_break in [TieBreak::Lifo, TieBreak::HighG] {
            for open in [OpenKind::Bucket, OpenKind::Heap, OpenKind::Indexed] {
                let weight = Weight::from_thousandths(1500).expect("a weight");
                let table_bits = (open == OpenKind::Heap).then_some(4);
                let options = Options { tie_break, open, weight, table_bits, ..Options::default() };
                let (name, (found, _)) = (A::ABOUT.name, search::<A>(space, &options));
                if found.status == Status::LimitNodes {
                    assert!(name.starts_with("idastar") || ["bts", "sma"].contains(&name), "{name}");
                    continue;
                }
                let Some(optimum) = optimum else {
                    assert_eq!(found.status, Status::Unsolvable, "{name}");
                    continue;
                };
                let cost = found.cost.unwrap_or_else(|| panic!("{name}: {:?}", found.status));
                match A::ABOUT.guarantee {
                    Guarantee::Optimal | Guarantee::FitsMemory => {
                        assert_eq!(cost, optimum, "{name} {options:?} {graph:?}");
                    }
                    Guarantee::Bounded => assert!(optimum <= cost && 2 * cost <= 3 * optimum, "{name}"),
                    _ => assert!(optimum <= cost, "{name}"),
                }
                assert_eq!(found.path.first(), graph.start.as_ref());
                assert_eq!(found.path.last(), graph.goal.as_ref());
                let mut sum = 0;
                for pair in found.path.windows(2) {
                    let leads = |from, to| {
                        (from, to) == (pair[0], pair[1]) || !graph.is_directed && (to, from) == (pair[0], pair[1])
                    };
                    let edges = graph.edges.iter().filter(|edge| leads(edge.from, edge.to));
                    sum += edges.map(|edge| edge.cost).min().expect("an edge");
                }
                assert!(sum <= cost && (sum == cost || graph.has_parallel_edges()), "{name}");
            }
        }
    }
    for seed in 0..if is_long() { 600 } else { 60 } {
        let graph = random_graph(seed);
        let (start, goal) = (graph.start.expect("a start") as usize, graph.goal.expect("a goal") as usize);
        let optimum = distances(&graph)[start][goal];
        for heuristic in HEURISTICS {
            let space = space(&graph, heuristic);
            each_algorithm!(check(&graph, &space, optimum));
        }
    }
}

/// Edges between the same nodes in one direction: of these a path does not tell which it takes.
impl Graph {
    fn has_parallel_edges(&self) -> bool {
        let ends = |edge: &super::Edge| {
            let (from, to) = (edge.from, edge.to);
            if self.is_directed { (from, to) } else { (from.min(to), from.max(to)) }
        };
        let mut all: Vec<_> = self.edges.iter().map(ends).collect();
        all.sort_unstable();
        all.windows(2).any(|pair| pair[0] == pair[1])
    }
}

#[test]
fn straight_lines_never_overestimate_and_are_consistent() {
    for seed in 0..500 {
        let graph = random_graph(seed);
        let distances = distances(&graph);
        let forward = space(&graph, Heuristic::StraightLine);
        for (space, is_back) in [(forward.reversed(), true), (forward, false)] {
            let goal = if is_back { graph.start } else { graph.goal }.expect("an end");
            assert_eq!(space.heuristic(goal), 0);
            for node in 0..graph.names.len() as u32 {
                let (from, to) = if is_back { (goal, node) } else { (node, goal) };
                let h = space.heuristic(node);
                assert!(distances[from as usize][to as usize].is_none_or(|cost| h <= cost));
                space.successors(node, |next, _, cost| assert!(h <= cost + space.heuristic(next)));
            }
        }
    }
    // Two towns one unit apart, of which the road is the cheapest for its length: the estimate is exact.
    let exact = graph("edge a b 7\nedge b c 30\nat a 0 0\nat b 0 1\nat c 0 4\nstart c\ngoal a");
    assert_eq!(space(&exact, Heuristic::StraightLine).heuristic(2), 28);
    let huge = graph("edge a b 1000000000\nat a -1000000000 -1000000000\nat b 1000000000 1000000000\nstart a\ngoal b");
    assert_eq!(space(&huge, Heuristic::StraightLine).heuristic(0), 1_000_000_000);
}

#[test]
fn steps_are_undone() {
    for seed in 0..200 {
        let space = space(&random_graph(seed), Heuristic::Zero);
        let graph = random_graph(seed);
        for node in 0..graph.names.len() as u32 {
            for action in space.actions(node) {
                let (next, cost) = space.apply(node, action);
                assert_eq!(space.previous(next, action), node);
                assert!(cost >= space.least_step());
                let undo = space.inverse(action);
                if graph.is_directed {
                    assert!(!space.actions(next).contains(undo));
                } else {
                    assert_eq!(space.apply(next, undo), (node, cost));
                }
            }
        }
        let count =
            |space: &GraphSpace| (0..graph.names.len() as u32).map(|node| space.actions(node).len()).sum::<u32>();
        assert_eq!(count(&space), count(&space.reversed()));
        let loops = graph.edges.iter().filter(|edge| edge.from == edge.to).count();
        let arcs = if graph.is_directed { graph.edges.len() } else { 2 * graph.edges.len() - loops };
        assert_eq!(count(&space) as usize, arcs);
    }
}

#[test]
fn all_graphs_with_few_edges_at_each_node_can_be_numbered() {
    // All pairs of 17 nodes: 16 edges at each. Of 32 nodes too, as 31 numbers are just enough for them in this order.
    for nodes in [17, 32] {
        let pairs = (0..nodes).flat_map(|to| (0..to).map(move |from| format!("edge n{from} n{to} 1\n")));
        assert_eq!(graph(&pairs.collect::<String>()).edges.len(), nodes * (nodes - 1) / 2);
    }
    let star = |nodes: u32| (0..nodes).map(|node| format!("edge middle n{node} 1")).collect::<Vec<_>>().join("\n");
    graph(&star(31));
    let shown = read(&Source::new("graph", star(32))).unwrap_err().to_string();
    assert!(shown.contains("graph:32:") && shown.contains("16 always can be"), "{shown}");
    graph(&format!("directed\n{}", star(31)));
}

#[test]
fn statements_in_any_order_and_form() {
    let plain = graph("undirected\nedge a \"b c\" 3\nat a 1 -2\nat \"b c\" 3 4\nestimate a 3\nstart a\ngoal \"b c\"");
    let shuffled = graph(
        "# all\ngoal \"b c\"\r\n\tat  \"b c\" 3 4 # there\nstart \"a\"\nestimate a 3\n\nat a 1 -2\nedge a\"b c\"3",
    );
    assert_eq!(plain, shuffled);
    assert_eq!(plain.names, ["a", "b c"]);
}

#[test]
fn what_is_wrong_is_named_at_its_place() {
    for (text, parts) in [
        ("", &["a graph without edges"][..]),
        ("# nothing", &["a graph without edges"]),
        ("edge a b 1\negde b c 2", &["unknown statement \"egde\"", "graph:2:1", "did you mean \"edge\""]),
        ("edge a b", &["expected `edge NODE NODE COST`", "graph:1:1"]),
        ("edge Rimnicu Vilcea Sibiu 80", &["expected `edge NODE NODE COST`", "quotation marks"]),
        ("edge \"a b 3", &["expected `edge NODE NODE COST`", "quotation marks"]),
        ("edge a b 1.5", &["from 1 to 1000000000, not \"1.5\"", "graph:1:10"]),
        (
            "edge a b 0\nedge a b -1\nedge a b 1000000001",
            &["not \"0\"", "not \"-1\"", "not \"1000000001\"", "graph:3:10"],
        ),
        (
            "edge Arad Sibiu 140\nstart Arat",
            &["unknown node \"Arat\"", "graph:2:7", "did you mean \"Arad\"", "edges make the nodes"],
        ),
        ("edge a b 1\ngoal c\nestimate d 4\nat e 1 2", &["\"c\"", "\"d\"", "\"e\"", "graph:4:4"]),
        ("edge a b 1\nat a x 2", &["expected a whole number from -1000000000", "graph:2:6"]),
        ("edge a b 1\nestimate a -1", &["from 0 to 1000000000, not \"-1\""]),
        ("edge a b 1\nstart a\nstart b", &["given twice", "graph:3:1"]),
        ("edge a b 1\nat a 1 1\nat a 1 1", &["given twice", "graph:3:1"]),
        ("directed\nundirected\nedge a b 1", &["given twice", "graph:2:1"]),
        ("\"", &["unknown statement \"\""]),
        ("edge ä \"\u{9b}\" ö", &["graph:1:12"]),
    ] {
        let shown = read(&Source::new("graph", text)).unwrap_err().to_string();
        assert!(parts.iter().all(|part| shown.contains(part)), "{text}\n{shown}");
    }
    let many = "x\nedge a b 0\n".repeat(20_000) + &"at c 1 1\n".repeat(20_000);
    assert_eq!(read(&Source::new("graph", many)).unwrap_err().len(), 60_001);
}

#[test]
fn heuristics_need_what_they_are_made_of() {
    let bare = graph("edge a b 1\nestimate a 1\nat a 0 0\ngoal b");
    for (heuristic, goal, part) in
        [(Heuristic::StraightLine, 1, "coordinates of all nodes"), (Heuristic::Estimates, 0, "no estimates")]
    {
        let shown = GraphSpace::new(&bare, 0, goal, heuristic).unwrap_err().to_string();
        assert!(shown.contains(part), "{shown}");
    }
    assert!(GraphSpace::new(&bare, 0, 1, Heuristic::Estimates).is_ok());
}
