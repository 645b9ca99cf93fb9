//! Error recovery: the rest of a document when all that is misshapen is left out.

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

use super::Experiment;
use super::document::{Document, Path};
use super::shape::Fault;

/// Keys whose lists hold parts that stand for themselves, with a part that has the right shape.
const LISTS: [(&str, &str); 6] = [
    ("algorithms", "name = ''"),
    ("instances", ""),
    ("match", "players = []"),
    ("table", ""),
    ("chart", "kind = 'lines'"),
    ("claim", "says = ''\nfield = ''\nof = ''\nis = ''"),
];

/// The experiment without its misshapen parts, and the paths of the parts that do not count, since further errors in
/// them would only confuse. `None` if nothing can be made of it.
pub(super) fn mended(document: &Document, faults: &[Fault]) -> Option<(Experiment, Vec<Path>)> {
    let mut root = DeValue::Table(document.untyped()?);
    let mut broken = Vec::new();
    for Fault { path, is_superfluous } in faults {
        if *is_superfluous {
            path.remove(&mut root);
        } else if path.is_index(1) {
            let part = path.head(2)?;
            let key = path.head(1)?.to_string();
            let good = LISTS.iter().find(|list| list.0 == key).map_or("", |list| list.1);
            *part.find(&mut root)? = DeValue::Table(DeTable::parse(good).ok()?.into_inner());
            broken.push(part);
        } else if path.len() > 0 {
            path.remove(&mut root);
            broken.push(path.clone());
        }
    }
    let unplaced = |value| Spanned::new(0..0, value);
    if let DeValue::Table(table) = &mut root {
        table.entry(Spanned::new(0..0, "title".into())).or_insert_with(|| unplaced(DeValue::String("".into())));
    }
    Some((Experiment::deserialize(ValueDeserializer::from(unplaced(root))).ok()?, broken))
}
