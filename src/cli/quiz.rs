//! `searchlab quiz TOPIC`: questions about searches, asked here or on a page.
//!
//! Not here: the tasks and their answers (the laboratory's), the page (the report's).

use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::PathBuf;

use anyhow::Result;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

use super::Exit;
use super::args::{parse_count, parse_whole};
use super::output::{print_text, terminal_width};
use super::replay::{check_page, write_page};
use crate::quiz::{Figure, Size, Task, Topic, TreeNode, task};
use crate::report::quiz::page;
use crate::text::{counted, wrapped};

/// Tasks where nobody says how many: in the terminal, and on a sheet.
const USUAL_TASKS: [usize; 2] = [3, 10];

/// How large tasks are.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum SizeWord {
    /// For the first time
    Small,
    /// For an exercise
    #[default]
    Medium,
    /// For an examination
    Large,
}

impl SizeWord {
    const fn size(self) -> Size {
        match self {
            Self::Small => Size::Small,
            Self::Medium => Size::Medium,
            Self::Large => Size::Large,
        }
    }
}

#[derive(Debug, Args)]
struct QuizArgs {
    /// How large the tasks are
    #[arg(long, value_enum, default_value_t, value_name = "SIZE")]
    size: SizeWord,
    /// Number of tasks [default: 3; 10 on a sheet]
    #[arg(long, value_name = "N", value_parser = parse_count, allow_negative_numbers = true)]
    tasks: Option<std::num::NonZeroUsize>,
    /// The seed of the first task; the next have the next seeds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_whole, allow_negative_numbers = true)]
    seed: u64,
    /// Write a page that asks and checks; printed it is a sheet, with a sheet of solutions behind it
    #[arg(long, value_name = "FILE.html")]
    sheet: Option<PathBuf>,
    /// Print the tasks with their solutions, as one JSON object a line
    #[arg(long, conflicts_with = "sheet")]
    json: bool,
}

pub(super) fn command() -> Command {
    let topic = |&(_, name, about): &(Topic, &'static str, &'static str)| {
        QuizArgs::augment_args(Command::new(name)).about(about).after_help(format!(
            "Answers are words or numbers with anything between them; `none` is an empty list.\n\nExamples:\n  \
             searchlab quiz {name}\n  searchlab quiz {name} --size small --seed 7\n  \
             searchlab quiz {name} --sheet {name}.html"
        ))
    };
    Command::new("quiz")
        .about("Ask what a search does, and check the answer: here, on a page, on paper")
        .after_help(
            "Examples:\n  searchlab quiz alphabeta\n  searchlab quiz astar --size small\n  \
             searchlab quiz order --tasks 10 --seed 100 --sheet sheet.html",
        )
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(Topic::ALL.iter().map(topic))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit> {
    let Some((name, matches)) = matches.subcommand() else { unreachable!("clap asks for a known topic") };
    let args = QuizArgs::from_arg_matches(matches)?;
    let Some(&(topic, ..)) = Topic::ALL.iter().find(|topic| topic.1 == name) else {
        unreachable!("clap asks for a known topic")
    };
    let usual = USUAL_TASKS[usize::from(args.sheet.is_some())];
    let count = args.tasks.map_or(usual, std::num::NonZeroUsize::get) as u64;
    let tasks = (0..count).map(|index| task(topic, args.seed.wrapping_add(index), args.size.size()));
    if args.json {
        for task in tasks {
            print_text(&format!("{}\n", serde_json::to_string(&task)?))?;
        }
        return Ok(Exit::Done);
    }
    if let Some(path) = &args.sheet {
        check_page(path)?;
        let page = page(&format!("Quiz: {name}, seed {}", args.seed), &tasks.collect::<Vec<_>>());
        write_page(path, &page)?;
        return Ok(Exit::Done);
    }
    ask(tasks, count)
}

/// Asks one task after the other. The end of the input ends the quiz.
fn ask(tasks: impl Iterator<Item = Task>, count: u64) -> Result<Exit> {
    let mut marks = Marks::default();
    let mut lines = io::stdin().lock().lines();
    for (index, task) in tasks.enumerate() {
        print_text(&format!("Task {} of {count} (seed {})\n\n", index + 1, task.seed))?;
        print_text(&(folded(&task.question) + "\n" + &drawn(&task.figure) + "\n"))?;
        let mut is_right = true;
        for field in &task.fields {
            print_text(&format!("{}? ", field.label))?;
            let Some(line) = lines.next().transpose()? else {
                print_text("\n")?;
                return marks.conclude(true);
            };
            // What is piped in is not seen otherwise.
            if !io::stdin().is_terminal() {
                print_text(&format!("{}\n", line.trim()))?;
            }
            let hit = field.is_right(&line);
            marks.count(hit);
            is_right &= hit;
            print_text(&if hit { "  right\n".to_owned() } else { format!("  no: {}\n", field.answer_in_words()) })?;
        }
        if !is_right {
            print_text("\nWhy:\n")?;
            task.why.iter().try_for_each(|line| print_text(&folded(&format!("  {line}"))))?;
        }
        print_text("\n")?;
    }
    marks.conclude(false)
}

/// The answers so far.
#[derive(Default)]
struct Marks {
    right: u64,
    all: u64,
}

impl Marks {
    fn count(&mut self, is_right: bool) {
        self.right += u64::from(is_right);
        self.all += 1;
    }

    fn conclude(&self, is_cut: bool) -> Result<Exit> {
        print_text(&format!("{} of {} right\n", self.right, counted(self.all, "answer")))?;
        Ok(match is_cut {
            true => Exit::Incomplete,
            false if self.right == self.all => Exit::Done,
            false => Exit::Negative,
        })
    }
}

fn folded(text: &str) -> String {
    wrapped(text, terminal_width()).into_iter().map(|line| line.to_owned() + "\n").collect()
}

/// The figure in letters.
fn drawn(figure: &Figure) -> String {
    let lines: Vec<String> = match figure {
        Figure::Maze { rows } => rows.iter().map(|row| row.replace('.', " ")).collect(),
        Figure::Graph { nodes, edges, has_estimates } => {
            let line = |(index, node): (usize, &(String, i32, i32, u32))| {
                let links = edges.iter().filter_map(|&(from, to, cost)| match index {
                    _ if index == from => Some(format!("{} {cost}", nodes[to].0)),
                    _ if index == to => Some(format!("{} {cost}", nodes[from].0)),
                    _ => None,
                });
                let estimate = if *has_estimates { format!("  h = {:<3}", node.3) } else { String::new() };
                format!("{}{estimate}  to {}", node.0, links.collect::<Vec<_>>().join(", "))
            };
            nodes.iter().enumerate().map(line).collect()
        }
        Figure::Tree { root } => {
            let mut lines = Vec::new();
            outline(root, "", &mut lines);
            lines
        }
    };
    lines.iter().fold(String::new(), |text, line| text + "  " + line + "\n")
}

/// A tree as an outline, the leaves of a node in one line.
fn outline(node: &TreeNode, name: &str, lines: &mut Vec<String>) {
    let TreeNode::Inner(children) = node else { return };
    let side = if name.len().is_multiple_of(2) { "max" } else { "min" };
    let label = if name.is_empty() { "root" } else { name };
    let leaf = |child: &TreeNode| if let TreeNode::Leaf(value) = child { Some(value.to_string()) } else { None };
    let leaves: Vec<String> = children.iter().filter_map(leaf).collect();
    let colon = if leaves.is_empty() { String::new() } else { format!(": {}", leaves.join("  ")) };
    lines.push(format!("{}{label} ({side}){colon}", "  ".repeat(name.len())));
    for (letter, child) in ('a'..='z').zip(children) {
        outline(child, &format!("{name}{letter}"), lines);
    }
}
