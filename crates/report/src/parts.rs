//! Tables that are too wide for the terminal, in parts below each other.

use super::table::{Column, Layout, Row, set, table, telling};

/// A table of `keys` and all groups of columns where that fits, and else several, each of which begins with `keys`: one
/// for each group, or more where a group alone is too wide. Markdown and LaTeX are never divided.
pub fn parts<R: Row>(rows: &[R], keys: &[Column<R>], groups: &[&[Column<R>]], layout: Layout) -> String {
    let all = [keys, &groups.concat()].concat();
    let fits = |columns: &[Column<R>]| match layout {
        Layout::Markdown | Layout::Latex => true,
        Layout::Terminal { width, .. } => {
            set(rows, &telling(rows, columns), layout).lines().all(|line| line.chars().count() <= width)
        }
    };
    if fits(&all) {
        return table(rows, &all, layout);
    }
    let mut tables = Vec::new();
    for group in groups {
        let mut columns = keys.to_vec();
        for column in telling(rows, group) {
            columns.push(column);
            // A part has at least one column of its own, however wide.
            if columns.len() > keys.len() + 1 && !fits(&columns) {
                columns.pop();
                tables.push(table(rows, &columns, layout));
                columns.truncate(keys.len());
                columns.push(column);
            }
        }
        if columns.len() > keys.len() {
            tables.push(table(rows, &columns, layout));
        }
    }
    tables.join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::table::{Mood, number, words};
    use super::*;

    impl Row for u32 {
        fn mood(&self) -> Mood {
            Mood::Plain
        }
    }

    fn divided(width: usize) -> Vec<String> {
        let keys = [words("key", |row: &u32| row.to_string())];
        let first = [number("long-name-1", |row: &u32| row.to_string()), number("empty", |_| String::new())];
        let second = [number("long-name-2", |_| "2".to_owned()), number("long-name-3", |_| "3".to_owned())];
        let text = parts(&[7, 8], &keys, &[&first, &second], Layout::Terminal { width, color: false });
        let heads = text.lines().filter(|line| line.contains("key"));
        heads.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn what_fits_is_one_table() {
        assert_eq!(divided(42), ["key long-name-1 long-name-2 long-name-3"]);
    }

    #[test]
    fn groups_stay_together_where_they_fit() {
        assert_eq!(divided(41), ["key long-name-1", "key long-name-2 long-name-3"]);
        assert_eq!(divided(20), ["key long-name-1", "key long-name-2", "key long-name-3"]);
        assert_eq!(divided(1), divided(20));
    }
}
