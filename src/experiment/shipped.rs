//! The experiments that come with searchlab, and the template of a new one.

/// Name and text of each.
pub const SHIPPED: &[(&str, &str)] = &[("quickstart", include_str!("../../experiments/quickstart.toml"))];

/// The schema, as it is checked in beside the experiments.
pub const SCHEMA: &str = "schema.json";

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
