//! The JSON Schema of experiment files: what is wrong is red in an editor already, and what is right is not.

use std::fs;
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
