//! Tables of the page. Each cell says by what it is sorted where that is not its text.

use maud::{Markup, html};

use super::entry::{sort_number, words};
use crate::analysis::table::{Entry, Head, TableData};
use crate::text::printable;

pub(super) fn sheets(tables: &[TableData]) -> Markup {
    html! {
        @if !tables.is_empty() {
            section #tables aria-labelledby="tables-head" {
                h2 #tables-head { @if tables.len() == 1 { "Table" } @else { "Tables" } }
                @for (table, number) in tables.iter().zip(1..) { (sheet(table, number)) }
            }
        }
    }
}

fn sheet(table: &TableData, number: usize) -> Markup {
    let id = format!("table-{number}");
    let columns: Vec<bool> = (0..table.heads.len()).map(|place| is_number(table, place)).collect();
    html! {
        div.sheet {
            div.scroll tabindex="0" role="group" aria-labelledby=(id) {
                table.data {
                    caption #(id) { (printable(&table.title)) }
                    (heads(&table.heads, &columns))
                    tbody {
                        @for row in &table.rows {
                            tr { @for (head, entry) in table.heads.iter().zip(row) { (cell(head, entry)) } }
                        }
                    }
                }
            }
            @if table.rows.is_empty() { p.note { "No trial fits this table." } }
            @for note in &table.notes { p.note { (printable(note)) } }
        }
    }
}

/// Whether a column is set to the right.
fn is_number(table: &TableData, place: usize) -> bool {
    let mut entries = table.rows.iter().filter_map(|row| row.get(place));
    entries.clone().next().is_some() && entries.all(|entry| !matches!(entry, Entry::Text(_)))
}

/// One line of heads, or two where columns stand in groups.
fn heads(heads: &[Head], is_number: &[bool]) -> Markup {
    let groups: Vec<&[Head]> = heads.chunk_by(|one, other| one.group.is_some() && one.group == other.group).collect();
    let has_groups = heads.iter().any(|head| head.group.is_some());
    html! {
        thead {
            @if has_groups {
                tr.groups {
                    @for group in &groups {
                        @match &group[0].group {
                            Some(text) => th scope="colgroup" colspan=(group.len()) { (printable(text)) },
                            // A head without a group stands in the line below; an empty cell is no head.
                            None => td {},
                        }
                    }
                }
            }
            tr.heads {
                @for (head, is_number) in heads.iter().zip(is_number) {
                    th.number[*is_number] scope="col" { (printable(&head.text)) }
                }
            }
        }
    }
}

fn cell(head: &Head, entry: &Entry) -> Markup {
    let words = words(entry);
    let sorted = sort_number(entry).map(|number| number.to_string());
    let content = html! {
        @if words.is_best { strong.best { (words.value) } } @else { (words.value) }
        @if let Some(interval) = &words.interval { " " small.interval { "[" (interval) "]" } }
        @if let Some(remark) = &words.remark { " " small.limited { (remark) } }
    };
    html! {
        @if head.is_key {
            th.number[words.is_number] scope="row" data-sort=[sorted] { (content) }
        } @else {
            td.number[words.is_number] data-sort=[sorted] data-missing[*entry == Entry::Missing] { (content) }
        }
    }
}
