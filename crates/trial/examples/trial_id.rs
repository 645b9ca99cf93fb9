//! The id of a trial depends on what decides its result and on nothing else; an error names its place and the remedy.

use searchlab_trial::diagnostic::{Diagnostic, Source};
use searchlab_trial::record::{Hasher, Limits, Params, Trial};

fn main() {
    let cells = "S.#\n..G\n";
    let mut content = Hasher::default();
    content.write(cells.as_bytes());
    let content = content.finish();
    let params = Params::from([("heuristic".to_owned(), "manhattan".into())]);
    let instance = |name: &str| (name.to_owned(), content);
    let trial = Trial::new("maze", instance("small.txt"), "astar", params.clone(), Limits::default());
    let moved = Trial::new("maze", instance("elsewhere/small.txt"), "astar", params.clone(), Limits::default());
    let limited =
        Trial::new("maze", instance("small.txt"), "astar", params, Limits { nodes: Some(100), ..Limits::default() });
    println!("{}", trial.canonical());
    println!("id               {}", trial.id());
    println!("file renamed     {}", moved.id());
    println!("limit of nodes   {}\n", limited.id());

    let source = Source::new("experiment.toml", "algorithms = ['astra']\n");
    let place = source.excerpt(15..20, "not an algorithm of mazes");
    println!(
        "{}",
        Diagnostic::unknown_name("algorithm", "astra", &["astar", "bfs", "idastar"], Some(place)).render(false)
    );
}
