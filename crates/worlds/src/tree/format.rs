//! Trees as text: `(3 12 8) (2 4 6) (14 5 2)`.
//!
//! A list in parentheses is a node, a whole number is a leaf. Several lists are the children of the root; a single one
//! is the root itself. Blanks, line ends and commas separate; `#` begins a comment that goes to the end of its line.
//!
//! The reader keeps a stack of its own, so that no depth of a file can overflow that of the program.

use std::ops::Range;

use super::position::Tree;
use super::{MOST_CHILDREN, MOST_NODES, MOST_PLIES};
use searchlab_search::game::Score;
use searchlab_search::game::score::STATIC_LIMIT;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::text::grouped;

const SHAPE: &str = "a tree is written as nested lists of whole numbers: (3 12 8) (2 4 6) (14 5 2)";

/// Reads the tree of a text.
///
/// # Errors
/// Everything that is wrong with it, with its place: parentheses without their other half, empty lists, words in place
/// of numbers, numbers that are too large; a text without a list; a tree that is too deep, too wide or too large.
pub fn read(source: &Source) -> Result<Tree, Diagnostics> {
    let mut reader =
        Reader { source, tree: Tree::default(), open: Vec::new(), top: Vec::new(), problems: Diagnostics::new() };
    for token in tokens(&source.text) {
        if let Err(problem) = reader.token(token) {
            reader.problems.push(|| problem);
            // What is too large only grows.
            return reader.problems.into_result(Tree::default());
        }
    }
    reader.finish()
}

/// Where each parenthesis and each word stands.
fn tokens(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < bytes.len() && (bytes[at].is_ascii_whitespace() || matches!(bytes[at], b',' | b'#')) {
            at += if bytes[at] == b'#' { bytes[at..].iter().take_while(|&&byte| byte != b'\n').count() } else { 1 };
        }
        let begin = at;
        let is_of_word = |byte: u8| !byte.is_ascii_whitespace() && !matches!(byte, b',' | b'#' | b'(' | b')');
        at += match bytes.get(at)? {
            b'(' | b')' => 1,
            _ => bytes[at..].iter().take_while(|&&byte| is_of_word(byte)).count(),
        };
        Some(begin..at)
    })
}

/// A list that is not closed yet.
struct Open {
    at: usize,
    children: Vec<u32>,
}

/// A message about a place. To find the place costs a pass over the text, so it is made only of what is shown.
fn wrong(source: &Source, message: impl Into<String>, span: Range<usize>, label: &str) -> Diagnostic {
    Diagnostic::new(message).at(source.excerpt(span, label))
}

struct Reader<'a> {
    source: &'a Source,
    tree: Tree,
    open: Vec<Open>,
    /// Numbers and lists outside of all lists.
    top: Vec<(u32, Range<usize>)>,
    problems: Diagnostics,
}

impl Reader<'_> {
    fn wrong(&self, message: impl Into<String>, span: Range<usize>, label: &str) -> Diagnostic {
        wrong(self.source, message, span, label)
    }

    /// Takes a parenthesis or a word.
    ///
    /// # Errors
    /// That the tree is too large to go on.
    fn token(&mut self, span: Range<usize>) -> Result<(), Diagnostic> {
        match &self.source.text[span.clone()] {
            "(" => return self.begin_list(span),
            ")" => {
                if let Some(list) = self.open.pop() {
                    return self.end_list(&list, span);
                }
                let message = "a closing parenthesis without an opening one";
                self.problems.push(|| wrong(self.source, message, span, "closes nothing"));
            }
            word => {
                let value = self.number(word, &span);
                let leaf = self.tree.add_leaf(value);
                return self.add(leaf, span);
            }
        }
        Ok(())
    }

    fn begin_list(&mut self, span: Range<usize>) -> Result<(), Diagnostic> {
        if self.open.len() as u32 == MOST_PLIES {
            let problem = self.wrong(format!("more than {MOST_PLIES} lists within each other"), span, "one too many");
            return Err(problem.help(format!("a tree may have {MOST_PLIES} plies")));
        }
        self.open.push(Open { at: span.start, children: Vec::new() });
        Ok(())
    }

    fn end_list(&mut self, list: &Open, end: Range<usize>) -> Result<(), Diagnostic> {
        let span = list.at..end.end;
        if list.children.is_empty() {
            self.problems.push(|| {
                wrong(self.source, "an empty list", span.clone(), "expected numbers or lists")
                    .help("a node without children is a leaf, which is a number")
            });
        }
        let node = self.tree.add_node(&list.children);
        self.add(node, span)
    }

    /// Puts a node into the list that is open.
    fn add(&mut self, node: u32, span: Range<usize>) -> Result<(), Diagnostic> {
        let siblings = if let Some(list) = self.open.last_mut() {
            list.children.push(node);
            list.children.len()
        } else {
            self.top.push((node, span.clone()));
            self.top.len()
        };
        if siblings > MOST_CHILDREN {
            let problem = self.wrong(format!("a node with more than {MOST_CHILDREN} children"), span, "one too many");
            return Err(problem.help(format!("a node may have {MOST_CHILDREN} children")));
        }
        if self.tree.len() > MOST_NODES {
            let most = grouped(MOST_NODES as u64);
            let problem = self.wrong(format!("more than {most} nodes"), span, "one too many");
            return Err(problem.help(format!("a tree may have {most} nodes, leaves included")));
        }
        Ok(())
    }

    fn number(&mut self, word: &str, span: &Range<usize>) -> Score {
        let parsed = word.parse::<i64>();
        if let Ok(value) = parsed
            && value.unsigned_abs() <= u64::from(STATIC_LIMIT.unsigned_abs())
        {
            return value as Score;
        }
        self.problems.push(|| no_number(self.source, word, span.clone()));
        0
    }

    fn finish(mut self) -> Result<Tree, Diagnostics> {
        for list in std::mem::take(&mut self.open) {
            self.problems.push(|| {
                wrong(self.source, "a list that is not closed", list.at..list.at + 1, "this parenthesis stays open")
                    .help("close it with `)`")
            });
        }
        let is_broken = !self.problems.is_empty();
        match self.top.as_slice() {
            _ if is_broken => {}
            [] => {
                let end = self.source.text.len();
                let problem = self.wrong("there is no tree", end..end, "expected a list");
                self.problems.push(|| problem.help(SHAPE));
            }
            [(node, span)] if self.tree.is_leaf(*node) => {
                let problem = self.wrong("a single number is no tree", span.clone(), "expected a list");
                self.problems.push(|| problem.help(SHAPE));
            }
            [_] => {}
            several => {
                let children: Vec<u32> = several.iter().map(|(node, _)| *node).collect();
                self.tree.add_node(&children);
                if self.tree.plies() > MOST_PLIES {
                    let problem = self.wrong(
                        format!("more than {MOST_PLIES} plies"),
                        several[0].1.clone(),
                        "with the root above",
                    );
                    self.problems.push(|| problem.help("several lists are the children of the root: one ply more"));
                }
            }
        }
        self.problems.into_result(self.tree)
    }
}

/// A word that is no number that a leaf may have.
fn no_number(source: &Source, word: &str, span: Range<usize>) -> Diagnostic {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        let most = grouped(STATIC_LIMIT as u64);
        return wrong(source, format!("the number {} is too large", quoted(word)), span, "")
            .help(format!("expected a whole number from -{most} to {most}"));
    }
    let problem = wrong(source, format!("{} is not a number", quoted(word)), span, "expected a whole number or a list");
    let has_brackets = word.contains(['[', ']', '{', '}']);
    problem.help(if has_brackets { "lists are written in parentheses, like (3 12 8)" } else { SHAPE })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Result<Tree, Diagnostics> {
        read(&Source::new("tree.txt", text))
    }

    #[test]
    fn one_tree_in_many_forms() {
        let plain = tree("(3 12 8) (2 4 6) (14 5 2)").unwrap();
        assert_eq!((plain.len(), plain.plies()), (13, 2));
        for text in [
            "((3 12 8)(2 4 6)(14 5 2))",
            "(3,12,8), (2,4,6),\r\n(14 5 2 # the last\n) # end",
            "\t( 3 12 +8)(2 4 6)(14\n5 2)",
        ] {
            assert_eq!(tree(text).unwrap(), plain, "{text}");
        }
        assert_ne!(tree("(3 12 8) (2 4 6) (14 5 -2)").unwrap(), plain);
        assert_eq!(tree("5 (3 (1 2))").unwrap().plies(), 3, "leaves may stand at any depth");
        assert_eq!(tree("(3 12)").unwrap().plies(), 1, "a single list is the root");
    }

    #[test]
    fn all_that_is_wrong_is_told_at_its_place() {
        for (text, places) in [
            ("(3 12 8) (2 four 6)", &["\"four\" is not a number", "tree.txt:1:13"][..]),
            ("(3 12 8\n(2 4", &["not closed", "tree.txt:1:1", "tree.txt:2:1"]),
            ("(3 12 8))", &["closing parenthesis without", "tree.txt:1:9"]),
            ("(3 ()) ( )", &["an empty list", "tree.txt:1:4", "tree.txt:1:8"]),
            (
                "(3 2000001 -99999999999999999999)",
                &["\"2000001\" is too large", "\"-99999999999999999999\" is too large"],
            ),
            ("", &["there is no tree", "tree.txt:1:1"]),
            ("# only this\n", &["there is no tree"]),
            ("7", &["a single number is no tree"]),
            ("(3.5 2)", &["\"3.5\" is not a number"]),
            ("(3 - 2)", &["\"-\" is not a number"]),
            ("[3 2]", &["\"[3\" is not a number"]),
        ] {
            let shown = tree(text).unwrap_err().to_string();
            assert!(places.iter().all(|place| shown.contains(place)), "{text}:\n{shown}");
        }
    }

    #[test]
    fn trees_without_end_are_refused() {
        let deep = |plies: usize| format!("{}1{}", "(".repeat(plies), ")".repeat(plies));
        assert_eq!(tree(&deep(60)).unwrap().plies(), 60);
        for (text, message) in [
            (deep(61), "more than 60 lists within each other"),
            ("(".repeat(1_000_000), "more than 60 lists within each other"),
            (format!("{} 1", deep(60)), "more than 60 plies"),
            ("x ) ".repeat(300_000), "\"x\" is not a number"),
            (format!("({})", "1 ".repeat(1001)), "more than 1000 children"),
            (format!("({})", "(1 2) ".repeat(500)).repeat(1000), "more than 1,048,576 nodes"),
        ] {
            let shown = tree(&text).unwrap_err().to_string();
            assert!(shown.contains(message), "{shown}");
        }
    }
}
