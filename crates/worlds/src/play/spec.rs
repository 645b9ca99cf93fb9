//! Players as words: `human`, `random`, `level:5`, an algorithm of the catalog or a program with its parameters and
//! limits.
//!
//! `NAME`, or `NAME:key=value,…`. The keys of an algorithm are its parameters in the world, and `depth`, `nodes`, `time`
//! and `memory` for each move. A value may hold commas where its parameter is a list or an evaluation:
//! `mtdf:evaluation=classic,corner=500,depth=8`.
//!
//! | part | file |
//! |---|---|
//! | keys and values, with their places | `pairs.rs` |
//! | programs | `program.rs` |

mod pairs;
mod program;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use program::{ProgramSpec, USUAL_TIME};

pub(crate) use pairs::Pairs;

use serde_json::Value;

use crate::catalog::game::{deepens, ends_by_itself, table_of};
use crate::catalog::limits::{parse_size, parse_time};
use crate::catalog::{ITERATIVE_DEEPENING, Kind, Parameter, WorldInfo, parameter};
use crate::run::gomoku_memory::PositionMemory;
use searchlab_search::about::AlgorithmInfo;
use searchlab_search::game::Table;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, nearest, quoted};
use searchlab_trial::record::{Contender, Limits, Params};

/// A player.
#[derive(Debug, Clone)]
pub enum PlayerSpec {
    /// A person.
    Human,
    /// A random player, every legal move with the same probability.
    Random,
    /// A search.
    Algorithm(AlgorithmSpec),
    /// A program of its own.
    Program(ProgramSpec),
}

/// An algorithm as a player.
#[derive(Debug, Clone)]
pub struct AlgorithmSpec {
    /// The world in which it plays.
    pub world: &'static WorldInfo,
    /// The algorithm.
    pub about: &'static AlgorithmInfo,
    /// Its parameters, checked and completed.
    pub params: Params,
    /// Plies of each search; none if a limit alone ends it, or if it ends by itself.
    pub depth: Option<u32>,
    /// Limits of each search.
    pub limits: Limits,
    /// The memory of its searches, in worlds that have one.
    pub positions: Option<Arc<PositionMemory>>,
}

/// Plies where neither a depth nor a limit is given.
pub(crate) const USUAL_DEPTH: u32 = 6;

/// The players that are no algorithms.
const HUMAN: &str = "human";
const RANDOM: &str = searchlab_trial::record::RANDOM;
const LEVEL: &str = "level";
const PROGRAM: &str = searchlab_trial::record::PROGRAM;

/// The keys for the depth and the limits of a move.
const SPENDING: [&str; 4] = ["depth", "nodes", "time", "memory"];

/// The players of a world, and their keys.
#[derive(Debug, Clone, Copy)]
pub struct Players {
    /// The world.
    pub world: &'static WorldInfo,
    /// The default player, which also gives hints.
    pub usual: &'static str,
    /// Players by strength, the weakest first; `level:1` is the first.
    pub levels: &'static [Level],
    /// Parameters that players with this algorithm have and searches do not, such as an opening book.
    pub parameters: fn(&AlgorithmInfo) -> &'static [&'static Parameter],
    /// Normalizes parameters that depend on each other, and refuses invalid ones.
    pub settle: fn(&mut Params) -> Result<(), Diagnostics>,
    /// The most effort of the solver that decides games, where more would take longer than any game.
    pub most_effort: Option<u64>,
    /// The keys of programs beside their command, time, memory and name; `None` in a world that no program plays.
    pub program_keys: Option<&'static [&'static str]>,
}

/// A named strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// The player of this strength, as a user would type it.
    pub player: &'static str,
    /// A description in a few words.
    pub summary: &'static str,
}

/// A line of a table of levels.
pub(crate) const fn level(player: &'static str, summary: &'static str) -> Level {
    Level { player, summary }
}

/// Levels from the random player over searches of a few plies to these three.
pub(crate) const fn levels_up_to([high, higher, highest]: [Level; 3]) -> [Level; 10] {
    [
        level("random", "any legal move"),
        level("alphabeta-tt:depth=1", "looks at its own move"),
        level("alphabeta-tt:depth=2", "looks at your answer"),
        level("alphabeta-tt:depth=3", "three plies"),
        level("alphabeta-tt:depth=4", "four plies"),
        level("alphabeta-tt:depth=6", "six plies"),
        level("alphabeta-tt:depth=8", "eight plies"),
        high,
        higher,
        highest,
    ]
}

/// Levels of games without players of their own: the last is a search of as much as one likes to wait for.
pub(crate) const DEPTHS: [Level; 10] = levels_up_to([
    level("alphabeta-tt:depth=10", "ten plies"),
    level("pvs:depth=14", "fourteen plies"),
    level("pvs:time=2s", "two seconds a move"),
]);

impl Players {
    /// The players of a world without parameters of its own, programs and solver.
    pub const fn new(world: &'static WorldInfo, usual: &'static str, levels: &'static [Level]) -> Self {
        Self { world, usual, levels, parameters: |_| &[], settle: |_| Ok(()), most_effort: None, program_keys: None }
    }

    /// True for words that name a feature, which evaluations may weigh.
    fn is_feature(&self, word: &str) -> bool {
        self.world.features.iter().any(|feature| feature.name == word)
    }

    /// Reads a player.
    ///
    /// # Errors
    /// An unknown name or key with the nearest, a key without a value or given twice, a value that is none, a limit
    /// without a depth for an algorithm that does not deepen, each with its place.
    pub fn parse(&self, source: &Source) -> Result<PlayerSpec, Diagnostics> {
        let text = &source.text;
        let (name, rest) = text.split_once(':').map_or((text.as_str(), None), |(name, rest)| (name, Some(rest)));
        let begin = name.len() - name.trim_start().len();
        let name = name.trim();
        let span = begin..begin + name.len();
        let is_simple = name == HUMAN || name == RANDOM;
        if is_simple && rest.is_some_and(|rest| !rest.trim().is_empty()) {
            let place = source.excerpt(span.end..text.len(), "");
            return Err(Diagnostic::new(format!("{name} takes no parameters")).at(place).into());
        }
        match name {
            HUMAN => return Ok(PlayerSpec::Human),
            RANDOM => return Ok(PlayerSpec::Random),
            LEVEL => return self.level(source, rest),
            PROGRAM if self.program_keys.is_some() => {
                let from = rest.map_or(text.len(), |rest| text.len() - rest.len());
                return program::read(self, source, from).map(PlayerSpec::Program);
            }
            _ => {}
        }
        let Some(about) = self.world.algorithm(name) else {
            let algorithms = self.world.algorithms.iter().map(|about| about.name);
            let known = [HUMAN, RANDOM].into_iter().chain(algorithms).chain([LEVEL]);
            let known: Vec<&str> = known.chain(self.program_keys.map(|_| PROGRAM)).collect();
            return Err(Diagnostic::unknown_name("player", name, &known, Some(source.excerpt(span, ""))).into());
        };
        let reader = Reader { players: self, source, about, problems: Diagnostics::new() };
        reader.algorithm(rest.map_or(text.len(), |rest| text.len() - rest.len()))
    }

    /// The player of a level.
    fn level(&self, source: &Source, rest: Option<&str>) -> Result<PlayerSpec, Diagnostics> {
        let number = rest.and_then(|rest| rest.trim().parse::<usize>().ok());
        if let Some(level) = number.and_then(|number| self.levels.get(number.checked_sub(1)?)) {
            return self.parse(&Source::new(source.name.as_str(), level.player));
        }
        let begin = source.text.len() - rest.map_or(0, str::len);
        let place = source.excerpt(begin..source.text.len(), "");
        let problem = Diagnostic::new(format!("invalid level {}", quoted(rest.unwrap_or_default().trim())));
        Err(problem.at(place).help(format!("expected level:1 to level:{}", self.levels.len())).into())
    }

    fn depth(&self, text: &str) -> Result<u32, String> {
        let deepest = self.world.deepest;
        let depth = text.parse().ok().filter(|depth| (1..=deepest).contains(depth));
        depth.ok_or_else(|| format!("expected a whole number from 1 to {deepest}"))
    }

    /// The default player.
    pub fn usual(&self) -> Option<AlgorithmSpec> {
        match self.parse(&Source::new("", self.usual)) {
            Ok(PlayerSpec::Algorithm(spec)) => Some(spec),
            _ => None,
        }
    }
}

/// The parameters of an algorithm as far as they are read.
struct Reader<'a> {
    players: &'a Players,
    source: &'a Source,
    about: &'static AlgorithmInfo,
    problems: Diagnostics,
}

impl Reader<'_> {
    fn algorithm(mut self, from: usize) -> Result<PlayerSpec, Diagnostics> {
        let keys = self.keys();
        let pairs = Pairs {
            source: self.source,
            owner: self.about.name,
            keys: &keys,
            goes_on: &|before, part| self.goes_on(before, part, &keys),
            is_open: &|_, _| false,
        };
        let mut problems = Diagnostics::new();
        let pairs = pairs.read(from, &mut problems);
        self.problems.append(problems);
        let (mut depth, mut limits) = (None, Limits::default());
        let mut given: Vec<(&str, &str)> = Vec::new();
        let mut own = Params::new();
        for pair in &pairs {
            let text = self.source.text[pair.value.clone()].trim();
            let checked = match pair.key {
                "depth" => self.players.depth(text).map(|plies| depth = Some(plies)),
                "nodes" => whole(text).map(|nodes| limits.nodes = Some(nodes)),
                "time" => parse_time(text).map(|time| limits.microseconds = Some(microseconds(time))),
                "memory" => parse_size(text).map(|bytes| limits.bytes = Some(bytes)),
                key if self.own(key).is_some() => {
                    let value = self.own(key).map(|parameter| parameter.parse(text, self.players.world));
                    value.unwrap_or(Ok(Value::Null)).map(|value| drop(own.insert(key.to_owned(), value)))
                }
                key => {
                    given.push((key, text));
                    let parameter =
                        parameter(key).map(|parameter| parameter.parse_for(self.about, text, self.players.world));
                    parameter.map_or(Ok(()), |value| value.map(drop))
                }
            };
            if let Err(expected) = checked {
                let place = self.source.excerpt(pair.value.clone(), "");
                let problem = Diagnostic::new(format!("invalid {} {} for {}", pair.key, quoted(text), self.about.name));
                self.problems.push(|| problem.at(place).help(expected));
            }
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let mut params = self.players.world.resolve(self.about, &given)?;
        (self.players.settle)(&mut own)?;
        params.extend(own);
        let is_unlimited = limits.nodes.is_none() && limits.microseconds.is_none();
        let depth = depth.or((is_unlimited && !ends_by_itself(self.about)).then_some(USUAL_DEPTH));
        let (world, about) = (self.players.world, self.about);
        let spec = AlgorithmSpec { world, about, params, depth, limits, positions: None };
        let place = || self.source.excerpt(0..self.source.text.len(), "");
        match spec.obstacle() {
            Some(obstacle) => Err(obstacle.at(place()).into()),
            None => Ok(PlayerSpec::Algorithm(spec)),
        }
    }

    /// The keys that the algorithm takes.
    fn keys(&self) -> Vec<&'static str> {
        let parameters = self.players.world.parameters_of(self.about).map(|parameter| parameter.name.name);
        let own = (self.players.parameters)(self.about).iter().map(|parameter| parameter.name.name);
        SPENDING.into_iter().chain(parameters).chain(own).collect()
    }

    /// The parameter of that name which players alone have.
    fn own(&self, key: &str) -> Option<&'static Parameter> {
        (self.players.parameters)(self.about).iter().copied().find(|parameter| parameter.name.name == key)
    }

    /// True if a part without a key of its own belongs to the value before it.
    fn goes_on(&self, before: &str, part: &str, keys: &[&str]) -> bool {
        let word = part.split_once('=').map_or(part, |(word, _)| word.trim());
        match parameter(before).map(|parameter| parameter.kind) {
            Some(Kind::Evaluation) if self.players.is_feature(word) || word == part => {
                self.players.is_feature(word) || nearest(word, keys.iter().copied()).is_none()
            }
            // Neither a feature nor a parameter: what it is nearer to decides which of them is said to be unknown.
            Some(Kind::Evaluation) => {
                let features = self.players.world.features.iter().map(|feature| feature.name);
                nearest(word, keys.iter().copied()).is_none() && nearest(word, features).is_some()
            }
            Some(Kind::List(_) | Kind::Techniques) => word == part && !keys.contains(&word),
            _ => false,
        }
    }
}

impl AlgorithmSpec {
    /// The player that a trial names; `None` if the world has no such algorithm.
    pub fn of_contender(contender: &Contender, world: &'static WorldInfo) -> Option<Self> {
        let Contender { algorithm, params, depth, limits } = contender.clone();
        let about = world.algorithm(&algorithm)?;
        Some(Self { world, about, params, depth, limits, positions: None })
    }

    /// The player as a trial names it.
    pub(crate) fn contender(&self) -> Contender {
        let Self { about, params, depth, limits, .. } = self;
        Contender { algorithm: about.name.to_owned(), params: params.clone(), depth: *depth, limits: *limits }
    }

    /// The reason why it cannot play, if there is one.
    fn obstacle(&self) -> Option<Diagnostic> {
        if self.depth.is_none() && !deepens(self.about, &self.params) {
            let name = self.about.name;
            let problem = Diagnostic::new(format!("{name} does not deepen, so a limit alone gives it no depth"));
            let can_deepen = self.about.parameters.contains(&ITERATIVE_DEEPENING.key());
            let or = if can_deepen { ", or iterative-deepening=on" } else { ", or take an algorithm that deepens" };
            return Some(problem.help(format!("say depth=N too{or}")));
        }
        let (bits, _) = table_of(&self.params).ok()??;
        let needed = Table::bytes_of(bits)?;
        let allowed = self.limits.bytes.filter(|&allowed| needed > allowed)?;
        let problem = Diagnostic::new(format!("a table of 2^{bits} entries needs {needed} bytes, more than {allowed}"));
        Some(problem.help("say memory=SIZE with more, or table-bits=N with less"))
    }
}

/// The text that reads as the same player: parameters with their default value are left out, but the depth is not.
impl fmt::Display for AlgorithmSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { nodes, microseconds, bytes } = self.limits;
        let time = microseconds.map(|time| humantime::format_duration(Duration::from_micros(time)));
        let mut parts: Vec<String> = [
            self.depth.map(|depth| format!("depth={depth}")),
            nodes.map(|nodes| format!("nodes={nodes}")),
            time.map(|time| format!("time={time}")),
            bytes.map(|bytes| format!("memory={bytes}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let defaults = self.world.resolve(self.about, &[]).unwrap_or_default();
        let changed = self.params.iter().filter(|(name, value)| defaults.get(*name) != Some(*value));
        let words = |(name, value): (&String, &Value)| match value.as_str() {
            Some(text) => format!("{name}={text}"),
            None => format!("{name}={value}"),
        };
        parts.extend(changed.map(words));
        write!(f, "{}", self.about.name)?;
        if parts.is_empty() { Ok(()) } else { write!(f, ":{}", parts.join(",")) }
    }
}

impl PlayerSpec {
    /// The player as a trial names it; `None` for a person.
    pub fn contender(&self) -> Option<Contender> {
        match self {
            Self::Human => None,
            Self::Random => Some(Contender {
                algorithm: RANDOM.to_owned(),
                params: Params::new(),
                depth: None,
                limits: Limits::default(),
            }),
            Self::Algorithm(spec) => Some(spec.contender()),
            Self::Program(spec) => Some(spec.contender()),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str(HUMAN),
            Self::Random => f.write_str(RANDOM),
            Self::Algorithm(spec) => spec.fmt(f),
            Self::Program(spec) => spec.fmt(f),
        }
    }
}

fn whole(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| "expected a whole number from 1 on".to_owned())
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::EVALUATION;
    use crate::othello::play::PLAYERS;

    fn parse(text: &str) -> Result<PlayerSpec, Diagnostics> {
        PLAYERS.parse(&Source::new("--black", text))
    }

    /// As typed, and in its one form, which reads as itself.
    #[test]
    fn players_in_their_one_form() {
        for (typed, expected) in [
            ("human", "human"),
            (" random ", "random"),
            ("human:", "human"),
            ("mtdf", "mtdf:depth=6"),
            ("mtdf:", "mtdf:depth=6"),
            ("minimax : depth = 3", "minimax:depth=3"),
            ("alphabeta-tt:time=500ms", "alphabeta-tt:time=500ms"),
            ("pvs:nodes=1000,depth=60,aspiration=20", "pvs:depth=60,nodes=1000,aspiration=20"),
            ("mtdf:depth=8,evaluation=anchored", "mtdf:depth=8,evaluation=anchored"),
            ("mtdf:evaluation=classic,corner=500,depth=8", "mtdf:depth=8,evaluation=classic,corner=500"),
            ("mtdf:evaluation=corner=5,edge=2", "mtdf:depth=6,evaluation=corner=5,edge=2"),
            ("mtdf:ordering=table,static,ties=seeded", "mtdf:depth=6,ordering=table,static,ties=seeded"),
            ("mtdf:evaluation=classic,ordering=natural", "mtdf:depth=6,ordering=natural"),
            ("mtdf:memory=1GiB,time=2min,table-bits=10", "mtdf:time=2m,memory=1073741824,table-bits=10"),
            ("alphabeta:time=1s,iterative-deepening=on", "alphabeta:time=1s,iterative-deepening=on"),
            ("mcts", "mcts"),
            ("mcts:nodes=500,playout=ranked,depth=3", "mcts:depth=3,nodes=500,playout=ranked"),
            ("mcts:evaluation=discs,simulations=9", "mcts:simulations=9"),
            ("mcts:playout-plies=4,evaluation=discs", "mcts:evaluation=discs,playout-plies=4"),
        ] {
            for text in [typed, expected] {
                let spec = parse(text).unwrap_or_else(|problems| panic!("{text}: {problems}"));
                assert_eq!(spec.to_string(), expected);
            }
        }
        let Ok(PlayerSpec::Algorithm(spec)) = parse("mtdf:evaluation=anchored") else { panic!() };
        assert_eq!(spec.params[EVALUATION.key()], "anchored");
    }

    /// Every level is a player that can play, and no two are the same; the weakest is chance.
    #[test]
    fn levels_are_players() {
        for players in [PLAYERS, crate::gomoku::play::PLAYERS] {
            let parse = |words: &str| players.parse(&Source::new("player", words));
            let mut names = Vec::new();
            for (number, level) in (1..).zip(players.levels) {
                let named = parse(&format!("level:{number}")).unwrap_or_else(|problems| panic!("{problems}"));
                assert_eq!(named.to_string(), parse(level.player).unwrap().to_string());
                names.push(named.to_string());
            }
            names.sort();
            names.dedup();
            assert_eq!(names.len(), 10);
            assert!(matches!(parse("level:1"), Ok(PlayerSpec::Random)));
            assert!(players.usual().is_some());
        }
        for text in ["level", "level:", "level:0", "level:11", "level:x"] {
            let shown = parse(text).expect_err(text).to_string();
            assert!(shown.contains("invalid level") && shown.contains("level:1 to level:10"), "{shown}");
        }
    }

    #[test]
    fn every_problem_has_its_place_and_its_remedy() {
        let cases: [(&str, &[&str]); 23] = [
            ("", &["unknown player \"\"", "--black:1:1", "\"human\", \"random\", \"minimax\""]),
            ("humn", &["unknown player \"humn\"", "did you mean \"human\"?"]),
            ("alphabeta_tt:depth=3", &["unknown player", "did you mean \"alphabeta-tt\"?"]),
            ("human:depth=3", &["human takes no parameters", "--black:1:6"]),
            ("random:seed=3", &["random takes no parameters"]),
            ("mtdf:depth=0", &["invalid depth \"0\" for mtdf", "--black:1:12", "from 1 to 60"]),
            ("mtdf:depth=61", &["invalid depth \"61\"", "from 1 to 60"]),
            ("mtdf:depth=x,time=5", &["invalid depth \"x\"", "invalid time \"5\"", "500ms, 10s or 2min"]),
            ("mtdf:nodes=0", &["invalid nodes \"0\"", "from 1 on"]),
            ("mtdf:dpth=8", &["unknown parameter of mtdf \"dpth\"", "--black:1:6", "did you mean \"depth\"?"]),
            ("mtdf:evaluation=anchored,dpth=8", &["unknown parameter of mtdf \"dpth\"", "--black:1:26"]),
            ("minimax:table-bits=8", &["unknown parameter of minimax \"table-bits\""]),
            ("mtdf:depth", &["depth of mtdf without a value", "write depth=VALUE"]),
            ("mtdf:depth=3,,time=1s", &["a part of mtdf that is empty", "--black:1:14"]),
            ("mtdf:depth=3,depth=4", &["depth is given twice", "--black:1:14"]),
            ("mtdf:depth=3,corner=5", &["unknown parameter of mtdf \"corner\""]),
            ("mtdf:evaluation=clasic", &["unknown evaluation \"clasic\"", "did you mean \"classic\"?"]),
            ("mtdf:evaluation=classic,cornr=5", &["unknown feature \"cornr\"", "did you mean \"corner\"?"]),
            ("pvs:evaluation=learned,solver=12", &["unknown parameter of pvs \"solver\"", "--black:1:24"]),
            ("pvs:evaluation=learned,probcutt=1", &["unknown parameter of pvs", "did you mean \"probcut\"?"]),
            ("pvs:evaluation=learned,corner=5", &["the evaluation \"learned\" among other parts", "stands alone"]),
            ("minimax:time=1s", &["minimax does not deepen", "say depth=N too"]),
            ("mtdf:memory=1MiB", &["a table of 2^20 entries needs 16777216 bytes, more than 1048576", "table-bits=N"]),
        ];
        for (text, parts) in cases {
            let shown = parse(text).expect_err(text).to_string();
            for part in parts {
                assert!(shown.contains(part), "{part:?} is not in\n{shown}");
            }
        }
    }
}
