//! The page of findings lists every claim of every shipped experiment, with the verdict of its report.

use std::fs;
use std::path::Path;

use searchlab::shipped::experiments;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Letters and digits only: what Markdown escapes is left out.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| letter.is_alphanumeric() || *letter == ' ').collect()
}

/// The first verdict of a text.
fn verdict(text: &str) -> Option<&'static str> {
    let found = ["held", "refuted", "undecided", "not tested"].map(|word| text.find(word).map(|at| (at, word)));
    found.into_iter().flatten().min().map(|found| found.1)
}

#[test]
fn every_claim_stands_there_with_its_verdict() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = plain(&read(&root.join("experiments/FINDINGS.md")));
    let (mut place, mut count) = (0, 0);
    for (name, text) in experiments() {
        let experiment: toml::Table = text.parse().expect("TOML");
        let report = plain(&read(&root.join(format!("reports/shipped/{name}/report.md"))));
        let claims =
            experiment.get("claim").map(|claims| claims.as_array().expect("claims").clone()).unwrap_or_default();
        assert!(page.contains(&plain(&format!("searchlab run experiments/{name}.toml"))), "{name}");
        for claim in claims {
            let says = plain(claim["says"].as_str().expect("a sentence"));
            let at =
                page[place..].find(&says).unwrap_or_else(|| panic!("{name}: the page lacks, or has elsewhere: {says}"));
            place += at + says.len();
            count += 1;
            let in_report = report.find(&says).expect("the report has the claim") + says.len();
            assert_eq!(verdict(&page[place..]), verdict(&report[in_report..]), "{name}: {says}");
        }
    }
    assert!(
        count > 100 && page.contains(&plain(&format!("{count} claims of {} experiments", experiments().count()))),
        "{count}"
    );
}

/// The page of the book on the course reports says the verdicts that the findings have.
#[test]
fn the_course_page_has_the_verdicts_of_the_findings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let findings = read(&root.join("experiments/FINDINGS.md"));
    let page = read(&root.join("docs/src/tutorial/8-the-course-reports.md"));
    let is_shipped = |name: &str| experiments().any(|shipped| shipped.0 == name);
    let cells = |line: &str| line.split(" | ").map(|cell| cell.trim_matches(['|', ' ']).to_owned()).collect::<Vec<_>>();
    let claims = page.lines().map(cells).filter(|cells| cells.len() == 3 && is_shipped(&cells[1]));
    let mut count = 0;
    for claim in claims {
        let [says, experiment, verdict] = &claim[..] else { unreachable!("there are three cells") };
        let of_experiment = findings.split_once(&format!("experiments/{experiment}.toml")).expect("it is listed").1;
        let begin = format!("| {says} |");
        let line = of_experiment.lines().find(|line| line.starts_with(&begin));
        let line = line.unwrap_or_else(|| panic!("{experiment} has no such claim: {says}"));
        assert!(line.contains(&format!("**{verdict}**")), "{says}: {verdict} on the page\n{line}");
        count += 1;
    }
    assert!(count > 20, "{count} claims");
}
