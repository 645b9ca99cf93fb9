//! Checks that a document has the shape of its schema: every unknown key, missing key and wrong type in one pass.
//!
//! Each error is reported, and noted as a [`Fault`], so that the rest of the document can be checked for its meaning.
//!
//! Knows as much of JSON Schema as the types of experiments need: references, objects, arrays, alternatives, constants,
//! and the least and greatest of whole numbers.

use serde_json::Value as Schema;

use super::document::{Document, Entry, Node, Path, Value};
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, nearest, quoted};

/// A place where the shape is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Fault {
    /// The value; of a missing key, the table that lacks it.
    pub(super) path: Path,
    /// True if leaving the value out mends it.
    pub(super) is_superfluous: bool,
}

/// The errors in the shape of a document, and their places.
pub(super) fn check(document: &Document, schema: &Schema) -> (Diagnostics, Vec<Fault>) {
    let mut checker = Checker { document, root: schema, problems: Diagnostics::new(), faults: Vec::new() };
    checker.node(document.root(), schema, "", &Path::root());
    (checker.problems, checker.faults)
}

struct Checker<'a> {
    document: &'a Document,
    root: &'a Schema,
    problems: Diagnostics,
    faults: Vec<Fault>,
}

impl<'a> Checker<'a> {
    /// Follows references.
    fn resolved(&self, schema: &'a Schema) -> &'a Schema {
        let mut schema = schema;
        while let Some(reference) = schema.get("$ref").and_then(Schema::as_str) {
            let Some(next) = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer)) else { break };
            schema = next;
        }
        schema
    }

    /// The forms that a value may have: one, unless the schema names alternatives.
    fn forms(&self, schema: &'a Schema) -> Vec<&'a Schema> {
        let schema = self.resolved(schema);
        match schema.get("anyOf").or(schema.get("oneOf")).and_then(Schema::as_array) {
            Some(forms) => forms.iter().flat_map(|form| self.forms(form)).collect(),
            None => vec![schema],
        }
    }

    fn fault(&mut self, path: &Path, is_superfluous: bool) {
        self.faults.push(Fault { path: path.clone(), is_superfluous });
    }

    fn node(&mut self, node: &Node, schema: &'a Schema, key: &str, path: &Path) {
        let forms = self.forms(schema);
        let fitting: Vec<&Schema> = forms.iter().copied().filter(|form| fits(node, form)).collect();
        match (&node.value, fitting.as_slice()) {
            (Value::Text(text), forms) if forms.iter().any(|form| constant(form).is_some()) => {
                self.word(node, text, forms, key, path);
            }
            (_, []) => self.wrong_type(node, &forms, key, path),
            (Value::Table(entries), [form, ..]) => self.table(node, entries, form, key, path),
            (Value::List(list), forms) => self.list(list, forms, key, path),
            (Value::Whole(number), forms) => self.whole(node, *number, forms, key, path),
            _ => {}
        }
    }

    fn table(&mut self, node: &Node, entries: &[Entry], form: &'a Schema, key: &str, path: &Path) {
        let properties = form.get("properties").and_then(Schema::as_object);
        let others = form.get("additionalProperties").filter(|others| !others.is_boolean());
        for entry in entries {
            let known = properties.and_then(|properties| properties.get(&entry.key));
            if let Some(schema) = known.or(others) {
                self.node(&entry.node, schema, &entry.key, &path.key(&entry.key));
            } else {
                self.fault(&path.key(&entry.key), true);
                self.unknown_key(entry, properties, key);
            }
        }
        let required = form.get("required").and_then(Schema::as_array).into_iter().flatten();
        for wanted in required.filter_map(Schema::as_str) {
            if !entries.iter().any(|entry| entry.key == wanted) {
                self.fault(path, false);
                let place = self.document.excerpt(node.span.clone(), "");
                let where_ = if key.is_empty() { "the experiment".to_owned() } else { format!("`{key}`") };
                let meaning = properties.and_then(|properties| properties.get(wanted));
                let problem = Diagnostic::new(format!("{where_} lacks the key {wanted:?}")).at(place);
                self.problems.push(|| match meaning.and_then(description) {
                    Some(meaning) => problem.help(format!("`{wanted}`: {meaning}")),
                    None => problem,
                });
            }
        }
    }

    fn unknown_key(&mut self, entry: &Entry, properties: Option<&serde_json::Map<String, Schema>>, key: &str) {
        let known: Vec<&str> = properties.into_iter().flat_map(|known| known.keys()).map(String::as_str).collect();
        let place = self.document.excerpt(entry.span.clone(), "");
        let where_ = if key.is_empty() { String::new() } else { format!(" of `{key}`") };
        self.problems.push(|| {
            let problem = Diagnostic::new(format!("unknown key{where_} {}", quoted(&entry.key))).at(place);
            match (nearest(&entry.key, known.iter().copied()), belongs_at_the_top(&entry.key, self.root)) {
                (Some(near), _) => problem.help(format!("did you mean `{near}`?")),
                (None, Some(hint)) => problem.help(hint),
                (None, None) => problem.help(format!("known: {}", known.join(", "))),
            }
        });
    }

    fn list(&mut self, list: &[Node], forms: &[&'a Schema], key: &str, path: &Path) {
        // Of several kinds of lists the one that all elements fit; if there is none, the first.
        let takes = |items: &'a Schema| list.iter().all(|node| self.forms(items).iter().any(|form| fits(node, form)));
        let lists = || forms.iter().filter_map(|form| Some((form, form.get("items")?)));
        let Some((form, items)) = lists().find(|(_, items)| takes(items)).or_else(|| lists().next()) else { return };
        let count = |name: &str| form.get(name).and_then(Schema::as_u64);
        if let (Some(least), Some(first)) = (count("minItems"), list.first())
            && (list.len() as u64) != least
            && count("maxItems") == Some(least)
        {
            let place = self.document.excerpt(first.span.clone(), "");
            let found = list.len();
            self.fault(path, false);
            self.problems
                .push(|| Diagnostic::new(format!("`{key}` takes {least} values, and here are {found}")).at(place));
        }
        for (place, node) in list.iter().enumerate() {
            self.node(node, items, key, &path.index(place));
        }
    }

    fn whole(&mut self, node: &Node, number: Option<i128>, forms: &[&Schema], key: &str, path: &Path) {
        let is_number = |form: &&Schema| form.get("type").and_then(Schema::as_str) == Some("number");
        if forms.iter().any(is_number) {
            return;
        }
        let bound = |name: &str| forms.iter().filter_map(|form| form.get(name)?.as_i64()).map(i128::from).next();
        let bits = |form: &&Schema| match form.get("format").and_then(Schema::as_str) {
            Some("uint32") => i128::from(u32::MAX),
            _ => i128::from(i64::MAX),
        };
        let least = bound("minimum").unwrap_or(i128::from(i64::MIN));
        let most = bound("maximum").or(forms.iter().map(bits).max()).unwrap_or(i128::from(i64::MAX));
        if number.is_none_or(|number| number < least || number > most) {
            self.fault(path, false);
            let place = self.document.excerpt(node.span.clone(), format!("expected {least} to {most}"));
            self.problems.push(|| Diagnostic::new(format!("the number of `{key}` is out of range")).at(place));
        }
    }

    /// A word of which only some are allowed.
    fn word(&mut self, node: &Node, text: &str, forms: &[&Schema], key: &str, path: &Path) {
        let known: Vec<&str> = forms.iter().filter_map(|form| constant(form)).collect();
        if !known.contains(&text) {
            self.fault(path, false);
            let place = self.document.excerpt(node.span.clone(), "");
            self.problems.push(|| {
                let problem = Diagnostic::new(format!("unknown {key} {}", quoted(text))).at(place);
                let known: Vec<String> = known.iter().map(|word| format!("\"{word}\"")).collect();
                let near = nearest(text, forms.iter().filter_map(|form| constant(form)));
                let problem =
                    near.into_iter().fold(problem, |problem, near| problem.help(format!("did you mean \"{near}\"?")));
                problem.help(format!("expected one of {}", known.join(", ")))
            });
        }
    }

    fn wrong_type(&mut self, node: &Node, forms: &[&Schema], key: &str, path: &Path) {
        self.fault(path, false);
        let mut expected: Vec<&str> = forms.iter().flat_map(|form| type_words(form)).collect();
        expected.dedup();
        let mut unique: Vec<&str> = Vec::new();
        for word in expected {
            if !unique.contains(&word) {
                unique.push(word);
            }
        }
        let expected = match unique.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
            None => "nothing".to_owned(),
        };
        let place = self.document.excerpt(node.span.clone(), format!("expected {expected}"));
        let found = found_words(node);
        let what = if key.is_empty() { "the experiment".to_owned() } else { format!("`{key}`") };
        self.problems.push(|| Diagnostic::new(format!("{what} is {found}")).at(place));
    }
}

/// Where a key belongs that is one of the experiment itself: after the first section TOML takes it for one of that.
pub(super) fn belongs_at_the_top(key: &str, schema: &Schema) -> Option<String> {
    schema.get("properties")?.get(key)?;
    Some(format!("`{key}` is a key of the whole experiment: it belongs at the top, before the first [section]"))
}

fn constant(form: &Schema) -> Option<&str> {
    form.get("const").and_then(Schema::as_str)
}

fn description(schema: &Schema) -> Option<String> {
    let text = schema.get("description")?.as_str()?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The types that a form allows.
fn types(form: &Schema) -> Vec<&str> {
    match form.get("type") {
        Some(Schema::String(one)) => vec![one],
        Some(Schema::Array(many)) => many.iter().filter_map(Schema::as_str).collect(),
        _ => Vec::new(),
    }
}

fn fits(node: &Node, form: &Schema) -> bool {
    let wanted: &[&str] = match node.value {
        Value::Text(_) => &["string"],
        Value::Whole(_) => &["integer", "number"],
        Value::Decimal => &["number"],
        Value::Truth => &["boolean"],
        Value::Time => &[],
        Value::List(_) => &["array"],
        Value::Table(_) => &["object"],
    };
    let form_types = types(form);
    // A list of lists is no list of words.
    let fits_inside = match (&node.value, form.get("items")) {
        (Value::List(list), Some(items)) if list.iter().all(|node| matches!(node.value, Value::List(_))) => {
            list.is_empty() || types(items).is_empty() || types(items).contains(&"array")
        }
        _ => true,
    };
    wanted.iter().any(|wanted| form_types.contains(wanted)) && fits_inside
}

fn type_words(form: &Schema) -> Vec<&'static str> {
    let words = types(form).into_iter().filter_map(|name| {
        Some(match name {
            "string" => "a text in quotes",
            "integer" => "a whole number",
            "number" => "a number",
            "boolean" => "true or false",
            "array" => "a list in brackets",
            "object" => "a table",
            _ => return None,
        })
    });
    words.collect()
}

const fn found_words(node: &Node) -> &'static str {
    match node.value {
        Value::Text(_) => "a text here",
        Value::Whole(_) => "a whole number here",
        Value::Decimal => "a number here",
        Value::Truth => "true or false here",
        Value::Time => "a date or a time here",
        Value::List(_) => "a list here",
        Value::Table(_) => "a table here",
    }
}
