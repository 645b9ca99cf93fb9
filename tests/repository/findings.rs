//! The page of findings lists every claim of the experiments on the reports' claims, with the verdict of its report.

use std::fs;
use std::path::Path;

/// The experiments of the page, in its order.
const NAMES: [&str; 7] = [
    "pruning-is-free",
    "evaluations",
    "deeper-is-weaker",
    "mtdf-against-alphabeta",
    "idastar-needs-memory",
    "gomoku-depth-and-scores",
    "pathology",
];

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Letters and digits only: what Markdown escapes is left out.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric() || *letter == ' ').collect()
}

/// The first verdict of a text.
fn verdict(text: &str) -> Option<&'static str> {
    let found = ["held", "refuted", "undecided"].map(|word| text.find(word).map(|at| (at, word)));
    found.into_iter().flatten().min().map(|found| found.1)
}

#[test]
fn every_claim_stands_there_with_its_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = plain(&read(&root.join("experiments/FINDINGS.md")));
    let mut place = 0;
    for name in NAMES {
        let experiment: toml::Table = read(&root.join(format!("experiments/{name}.toml"))).parse().expect("TOML");
        let report = plain(&read(&root.join(format!("reports/shipped/{name}/report.md"))));
        assert!(page.contains(&plain(&format!("searchlab run experiments/{name}.toml"))), "{name}");
        let claims = experiment["claim"].as_array().expect("claims");
        assert!(!claims.is_empty(), "{name}");
        for claim in claims {
            let says = plain(claim["says"].as_str().expect("a sentence"));
            let at =
                page[place..].find(&says).unwrap_or_else(|| panic!("{name}: the page lacks, or has elsewhere: {says}"));
            place += at + says.len();
            let in_report = report.find(&says).expect("the report has the claim") + says.len();
            assert_eq!(verdict(&page[place..]), verdict(&report[in_report..]), "{name}: {says}");
        }
    }
}
