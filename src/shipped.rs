//! The experiments that come with searchlab, and the template of a new one.

macro_rules! shipped {
    ($($name:literal,)+) => {
        /// Name and text of each.
        pub const SHIPPED: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../experiments/", $name, ".toml"))),)+];
    };
}

shipped! {
    "quickstart",
    "minimax-family",
    "mtdf-paper",
    "mtdf-paper-memory",
    "table-size",
    "first-guess",
    "maze-algorithms",
    "idastar-blowup",
    "tie-breaking",
    "fringe-or-astar",
    "gomoku-ablation",
    "gomoku-techniques",
    "endgame-ablation",
    "pruning-is-free",
    "evaluations",
    "learned-evaluation",
    "opening-book",
    "deeper-is-weaker",
    "mtdf-against-alphabeta",
    "idastar-needs-memory",
    "gomoku-depth-and-scores",
    "gomoku-winning-quickly",
    "gomoku-learning",
    "pathology",
    "mcts-converges",
    "course-mazes",
    "course-othello",
    "course-gomoku",
}

/// The template of an experiment with this title: ten lines that work, and comments on what more there is.
pub fn template(title: &str) -> String {
    let title = title.replace(['\\', '"'], "'");
    let quoted = toml::Value::String(title).to_string();
    TEMPLATE.replace("\"TITLE\"", &quoted)
}

const TEMPLATE: &str = include_str!("template.toml");

/// Title and question of an experiment, as far as its text can be read.
pub fn title_and_question(text: &str) -> (String, String) {
    let table: toml::Table = text.parse().unwrap_or_default();
    let word = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    (word("title"), word("question"))
}
