//! Names of fields, and what is read from the names of instances and from moves.

use super::*;

#[test]
fn names_read_as_their_fields() {
    for name in Field::fixed_names().chain(["instance.size", "evaluation.corner", "table-bits"]) {
        let field = Field::parse(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!(field.name(), name);
        assert!(!field.meaning().is_empty(), "{name}");
    }
    for name in ["", "nods", "evaluation.cornr", "tables-bits"] {
        assert_eq!(Field::parse(name), None, "{name}");
    }
}

#[test]
fn parts_of_made_instances() {
    let name = "caves:size=20x40,density=0.3,seed=7";
    assert_eq!(part_of(name, "kind"), Some("caves"));
    assert_eq!(part_of(name, "size"), Some("20x40"));
    assert_eq!((part_of(name, "rows"), part_of(name, "cols")), (Some("20"), Some("40")));
    assert_eq!(part_of(name, "ply"), None);
    assert_eq!(part_of("C:maze.txt", "kind"), None);
}
