//! The syntax of SGF: `(;A[x]B[y][z];C[](;…)(;…))`: the nodes of the main line of each game of a file.
//!
//! Idea        A tree is its own nodes, and then the trees of its variations; the main line goes into the first of
//!             each. One pass with a stack, so that no depth of nesting is too much.
//! Source      Hollosi, SGF file format FF[4] (1997-2021).
//! Not here    What properties mean (sgf.rs).

use std::ops::Range;

use crate::lines::described;
use searchlab_trial::diagnostic::{Diagnostic, Source, quoted};

/// A property of a node.
#[derive(Debug)]
pub(super) struct Property {
    /// Its name in capitals: older files add small letters, which do not count.
    pub(super) name: String,
    /// Where the name stands.
    pub(super) at: Range<usize>,
    /// The values between the brackets, one or more.
    pub(super) values: Vec<Range<usize>>,
}

/// The properties of a node.
pub(super) type Node = Vec<Property>;

/// The main line of a game, and where the game begins.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) at: usize,
    pub(super) nodes: Vec<Node>,
}

/// A tree that is not at its end.
struct Open {
    at: usize,
    is_main: bool,
    has_nodes: bool,
    has_variations: bool,
}

/// Reads all games of a text.
pub(super) fn read(source: &Source) -> Result<Vec<Tree>, Diagnostic> {
    let text = source.text.as_bytes();
    let mut games: Vec<Tree> = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match (byte, open.last_mut()) {
            (b' ' | b'\t' | b'\r' | b'\n' | b'\x0b' | b'\x0c', _) => at += 1,
            (b'(', outer) => {
                let is_main =
                    outer.is_none_or(|outer| outer.is_main && !std::mem::replace(&mut outer.has_variations, true));
                if open.is_empty() {
                    games.push(Tree { at, nodes: Vec::new() });
                }
                open.push(Open { at, is_main, has_nodes: false, has_variations: false });
                at += 1;
            }
            (b')', Some(tree)) => {
                if !tree.has_nodes {
                    return Err(Diagnostic::new("a game without a node")
                        .at(source.excerpt(at..at + 1, "expected a semicolon"))
                        .help(FORM));
                }
                open.pop();
                at += 1;
            }
            (b';', Some(tree)) => {
                tree.has_nodes = true;
                let is_main = tree.is_main && !tree.has_variations;
                let (node, end) = read_node(source, at + 1)?;
                if let Some(game) = games.last_mut().filter(|_| is_main) {
                    game.nodes.push(node);
                }
                at = end;
            }
            (_, tree) => return Err(unexpected(source, at, tree.is_some())),
        }
    }
    match open.last() {
        None if games.is_empty() => {
            Err(Diagnostic::new("no game in the file").at(source.excerpt(0..0, "expected (;")).help(FORM))
        }
        None => Ok(games),
        Some(tree) => Err(Diagnostic::new("the file ends within a game")
            .at(source.excerpt(tree.at..tree.at + 1, "the closing bracket of this one is missing"))),
    }
}

const FORM: &str = "a game is such as (;GM[4]SZ[15];B[hh];W[ig])";

fn unexpected(source: &Source, at: usize, is_within: bool) -> Diagnostic {
    let character = source.text[at..].chars().next().unwrap_or(' ');
    let expected = if is_within { "expected ; ( or )" } else { "expected the beginning of a game: (;" };
    Diagnostic::new(format!("{} is not a part of a game", described(character)))
        .at(source.excerpt(at..at + character.len_utf8(), expected))
        .help(FORM)
}

/// The properties of a node, and where they end.
fn read_node(source: &Source, mut at: usize) -> Result<(Node, usize), Diagnostic> {
    let text = source.text.as_bytes();
    let mut node = Node::new();
    loop {
        at = behind(text, at, u8::is_ascii_whitespace);
        let begin = at;
        at = behind(text, at, u8::is_ascii_alphanumeric);
        let name = begin..at;
        if name.is_empty() {
            return Ok((node, at));
        }
        let mut values = Vec::new();
        loop {
            let bracket = behind(text, at, u8::is_ascii_whitespace);
            if text.get(bracket) != Some(&b'[') {
                break;
            }
            let value = value(source, bracket)?;
            at = value.end + 1;
            values.push(value);
        }
        if values.is_empty() {
            return Err(Diagnostic::new(format!("the property {} has no value", quoted(&source.text[name.clone()])))
                .at(source.excerpt(name, "expected a bracket behind it: B[hh]")));
        }
        let capitals = source.text[name.clone()].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
        node.push(Property { name: capitals, at: name, values });
    }
}

/// The first place from `at` that is not of a kind.
fn behind(text: &[u8], at: usize, is: impl Fn(&u8) -> bool) -> usize {
    at + text[at..].iter().take_while(|byte| is(byte)).count()
}

/// The text between the bracket at a place and its end. A backslash takes the meaning from the next character.
fn value(source: &Source, bracket: usize) -> Result<Range<usize>, Diagnostic> {
    let mut is_escaped = false;
    for (length, byte) in source.text.as_bytes()[bracket + 1..].iter().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b']' => return Ok(bracket + 1..bracket + 1 + length),
            _ => {}
        }
    }
    Err(Diagnostic::new("a value without an end")
        .at(source.excerpt(bracket..bracket + 1, "the closing bracket of this one is missing")))
}
