//! The JSON Schemas: of experiment files, where what is wrong is red in an editor already, and what is right is not; of
//! records.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use searchlab::experiment::spec::schema;
use serde_json::Value;

use crate::support::Lab;

/// Wrong files that no schema can refuse: no TOML at all, names of the file itself, other files, and what only several
/// parts together make wrong.
const BEYOND_A_SCHEMA: &[&str] = &[
    "algorithm-twice",
    "axis-empty-range",
    "axis-fixed-too",
    "axis-too-many",
    "axis-value-twice",
    "chart-field-of-no-record",
    "chart-paper",
    "chart-part-of-no-record",
    "claim-of-unknown",
    "claim-where-algorithm-unknown",
    "density-of-prim",
    "file-is-a-folder",
    "file-is-no-maze",
    "file-missing",
    "inadmissible",
    "kind-missing",
    "more-instances-than-allowed",
    "more-trials-than-allowed",
    "no-depth",
    "pattern-broken",
    "pattern-without-files",
    "plies-beyond-the-game",
    "position-is-none",
    "same-trials-under-two-labels",
    "seeds-empty-range",
    "seeds-too-many",
    "series-with-sprt",
    "size-too-large",
    "size-too-small",
    "start-in-a-wall",
    "table-baseline-unknown",
    "table-looks",
    "table-wins",
    "where-leaves-nothing",
    "where-no-instance",
    "where-under-two-labels",
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&schema()).expect("a schema")
}

/// The file as an editor hands it to the schema; `None` if it is no TOML.
fn read(path: &Path) -> Option<Value> {
    toml::from_str(&fs::read_to_string(path).ok()?).ok()
}

fn experiments(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

#[test]
fn the_schema_refuses_what_a_schema_can_refuse() {
    let validator = validator();
    let (mut refused, mut wrong) = (0, Vec::new());
    for path in experiments(&folder("tests/bad_input/toml")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let is_refused = read(&path).is_none_or(|document| !validator.is_valid(&document));
        refused += usize::from(is_refused);
        if is_refused == BEYOND_A_SCHEMA.contains(&name.as_str()) {
            wrong.push(format!("{name} is {}", if is_refused { "refused" } else { "accepted" }));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(refused >= 90, "only {refused}");
}

#[test]
fn the_schema_accepts_what_is_right() {
    let lab = Lab::new(&[]);
    lab.run("new my-question").expect(0);
    let validator = validator();
    let shipped = experiments(&folder("experiments"));
    for path in shipped.into_iter().chain([lab.at("experiments/my-question.toml")]) {
        let document = read(&path).expect("TOML");
        let errors: Vec<String> =
            validator.iter_errors(&document).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}: {}", path.display(), errors.join("\n"));
    }
}

/// Records of every kind that there is, by themselves and from the shipped reports.
#[test]
fn records_are_as_their_schema_says() {
    let lab = Lab::new(&[]);
    let printed: Value = serde_json::from_str(&lab.run("schema records").expect(0).out).expect("JSON");
    let validator = jsonschema::draft202012::new(&printed).expect("a schema");
    let commands = [
        "maze ara course-18x25 --format json",
        "maze idastar course-18x25 --max-nodes 100 --format json",
        "othello search --depth 3 --format json",
        "othello search --algorithm mcts --simulations 50 --format json",
    ];
    let mut lines: Vec<String> = commands
        .iter()
        .flat_map(|command| lab.run(command).out.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    assert!(lines.len() >= commands.len(), "{lines:?}");
    for name in ["idastar-needs-memory", "opening-book", "mcts-converges"] {
        let path = folder("reports/shipped").join(name).join("records.jsonl.gz");
        let mut text = String::new();
        if let Ok(file) = fs::File::open(&path) {
            flate2::read::MultiGzDecoder::new(file).read_to_string(&mut text).expect("records");
        }
        lines.extend(text.lines().take(50).map(str::to_owned));
    }
    for line in &lines {
        let record: Value = serde_json::from_str(line).expect("JSON");
        let errors: Vec<String> =
            validator.iter_errors(&record).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{line}\n{}", errors.join("\n"));
    }
    for (part, wrong) in
        [("\"seed\"", "\"sead\""), ("\"status\":\"", "\"status\":\"un"), ("\"expanded\":", "\"expanded\":-")]
    {
        let record: Value = serde_json::from_str(&lines[0].replacen(part, wrong, 1)).expect("JSON");
        assert!(!validator.is_valid(&record), "{wrong}");
    }
}
