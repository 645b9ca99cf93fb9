//! The words of the command line.

use std::path::PathBuf;
use std::time::Duration;

use searchlab::worlds::gomoku::{Rule, Setting};

pub(crate) const USAGE: &str = "\
  --cmd 'PROGRAM WORDS'      the opponent: a program that speaks the Gomocup protocol
  --against random|greedy    the opponent: chance, or the best static value (ustc-rows) one ply ahead
  --engine 'PROGRAM WORDS'   our side; the program of this build by default
  --turn 500ms               time for a move (ms or s)
  --memory 100000000         max_memory for both, in bytes
  --openings FILE            a pos file, or an offset file if its name says so
  --pairs N                  only the first N openings
  --size 15 --rule freestyle|standard|renju|caro
  --jobs N                   games at the same time
  --init 'INFO key value'    a line for the opponent after START; may be repeated
  --out FILE                 the games, one a line";

/// Who plays against the engine.
#[derive(Debug)]
pub(crate) enum Opponent {
    Program(Vec<String>),
    Random,
    Greedy,
}

#[derive(Debug)]
pub(crate) struct Args {
    pub(crate) opponent: Option<Opponent>,
    pub(crate) engine: Vec<String>,
    pub(crate) turn: Duration,
    pub(crate) memory: u64,
    pub(crate) openings: PathBuf,
    pub(crate) pairs: usize,
    pub(crate) size: u8,
    pub(crate) rule: Rule,
    pub(crate) jobs: usize,
    pub(crate) init: Vec<String>,
    pub(crate) out: Option<PathBuf>,
}

impl Args {
    pub(crate) fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let data = std::env::var_os("SEARCHLAB_DATA").map_or_else(|| PathBuf::from("../shared/data"), PathBuf::from);
        let mut args = Self {
            opponent: None,
            engine: [env!("CARGO_BIN_EXE_searchlab"), "gomoku", "engine"].map(str::to_owned).to_vec(),
            turn: Duration::from_millis(500),
            memory: 100_000_000,
            openings: data.join("gomoku/openings_balanced.pos.txt"),
            pairs: usize::MAX,
            size: 15,
            rule: Rule::Freestyle,
            jobs: 1,
            init: Vec::new(),
            out: None,
        };
        while let Some(flag) = words.next() {
            // What cargo adds.
            if flag == "--bench" || flag == "--test" {
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{flag} needs a value"))?;
            let bad = || format!("{flag} {value}: not understood");
            match flag.as_str() {
                "--cmd" => args.opponent = Some(Opponent::Program(split(&value))),
                "--against" => {
                    args.opponent = Some(match value.as_str() {
                        "random" => Opponent::Random,
                        "greedy" => Opponent::Greedy,
                        _ => return Err(bad()),
                    });
                }
                "--engine" => args.engine = split(&value),
                "--turn" => args.turn = duration(&value).ok_or_else(bad)?,
                "--memory" => args.memory = value.parse().map_err(|_| bad())?,
                "--openings" => args.openings = value.into(),
                "--pairs" => args.pairs = value.parse().map_err(|_| bad())?,
                "--size" => args.size = value.parse().ok().filter(|size| (5..=22).contains(size)).ok_or_else(bad)?,
                "--rule" => args.rule = Rule::from_name(&value).ok_or_else(bad)?,
                "--jobs" => args.jobs = value.parse().ok().filter(|&jobs| jobs > 0).ok_or_else(bad)?,
                "--init" => args.init.push(value),
                "--out" => args.out = Some(value.into()),
                _ => return Err(format!("unknown flag {flag}")),
            }
        }
        Ok(args)
    }

    pub(crate) const fn setting(&self) -> Setting {
        Setting::square(self.size, self.rule)
    }

    /// The rule as the bits of the protocol.
    pub(crate) const fn rule_bits(&self) -> u32 {
        match self.rule {
            Rule::Freestyle => 0,
            Rule::Standard => 1,
            Rule::Renju => 4,
            Rule::Caro => 8,
        }
    }

    /// What the opponent is called.
    pub(crate) fn name(&self) -> String {
        match &self.opponent {
            Some(Opponent::Program(words)) => {
                let file = words.first().map(|word| word.rsplit('/').next().unwrap_or(word));
                file.unwrap_or("?").to_owned()
            }
            Some(Opponent::Random) => "random".to_owned(),
            Some(Opponent::Greedy) => "greedy".to_owned(),
            None => String::new(),
        }
    }
}

fn split(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn duration(text: &str) -> Option<Duration> {
    let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
    let number: u64 = number.parse().ok()?;
    match unit {
        "ms" => Some(Duration::from_millis(number)),
        "s" => Some(Duration::from_secs(number)),
        _ => None,
    }
}
