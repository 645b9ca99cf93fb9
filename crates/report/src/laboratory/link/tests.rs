//! Experiments that a page can run, and those that it cannot.

use super::*;
use searchlab_trial::diagnostic::Source;

/// The link of a small experiment with these lines.
fn link_of(name: &str, lines: &str, trials: usize, seconds: f64) -> Option<String> {
    let text = format!("title = \"a & b\"\n{lines}");
    link(name, &Spec::read(Source::new(name, &*text)).unwrap(), trials, seconds)
}

#[test]
fn what_the_page_cannot_run_in_a_minute_has_no_link() {
    let made =
        "world = \"maze\"\nalgorithms = [\"astar\"]\n[[instances]]\ngenerate = { kind = \"rooms\", size = \"9x9\" }\n";
    let found = link_of("my.toml", made, 20_000, 29.0).unwrap();
    assert!(
        found.starts_with("../searchlab.html#m=experiment&n=my.toml&t=title%20%3D%20%22a%20%26%20b%22%0A"),
        "{found}"
    );
    assert_eq!(link_of("my.toml", made, 20_001, 29.0), None);
    assert_eq!(link_of("my.toml", made, 1, 31.0), None);
    let files = "world = \"maze\"\nalgorithms = [\"astar\"]\n[[instances]]\nfiles = \"../mazes/*.txt\"\n";
    assert_eq!(link_of("my.toml", files, 1, 1.0), None);
    assert!(link_of("maze-algorithms.toml", files, 1, 1.0).is_some());
    let program = "[[match]]\nworld = \"othello\"\nplayers = [\"random\", \"program:cmd=x,protocol=nboard\"]\n";
    assert_eq!(link_of("my.toml", program, 1, 1.0), None);
}
