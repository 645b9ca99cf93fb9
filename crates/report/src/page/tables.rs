//! Tables of the page. A cell says by what it is sorted where that is not its text.

use maud::{Markup, html};

use crate::sheet::{BEST_NOTE, entry_interval, entry_is_best, entry_number, entry_text, is_numeric};
use searchlab_analysis::table::{Entry, Head, TableData};
use searchlab_trial::text::printable;

pub(super) fn tables(tables: &[TableData]) -> Markup {
    html! {
        @if !tables.is_empty() {
            section #tables aria-labelledby="tables-head" {
                h2 #tables-head { @if tables.len() == 1 { "Table" } @else { "Tables" } }
                @for (table, number) in tables.iter().zip(1..) { (self::table(table, number)) }
            }
        }
    }
}

fn table(table: &TableData, number: usize) -> Markup {
    let table = &*table.presented();
    let id = format!("table-{number}");
    let title = printable(&table.title);
    let is_numeric: Vec<bool> = (0..table.heads.len()).map(|column| is_numeric(table, column)).collect();
    let has_best = table.rows.iter().flatten().any(entry_is_best);
    html! {
        div class={ "sheet " (breadth(table.heads.len()).unwrap_or_default()) } {
            div.top { h3 #(id) { (title) } }
            @if !table.rows.is_empty() {
                div.scroll tabindex="0" role="group" aria-labelledby=(id) {
                    table.data {
                        caption.unseen { (title) }
                        (heads(&table.heads, &is_numeric))
                        tbody {
                            @for row in &table.rows {
                                tr { @for (head, entry) in table.heads.iter().zip(row) { (cell(head, entry, table.style.precision)) } }
                            }
                        }
                    }
                }
            }
            @if has_best { p.note { (BEST_NOTE) } }
            @for note in &table.notes { p.note { (printable(note)) } }
        }
    }
}

/// One line of heads, or two where columns stand in groups.
fn heads(heads: &[Head], is_numeric: &[bool]) -> Markup {
    if let Some((begin, text)) = shared_head(heads) {
        return shared_heads(heads, is_numeric, begin, text);
    }
    let groups = heads.chunk_by(|one, other| one.group.is_some() && one.group == other.group);
    let has_groups = heads.iter().any(|head| head.group.is_some());
    html! {
        thead {
            @if has_groups {
                tr {
                    @for group in groups {
                        @match &group[0].group {
                            Some(text) => th.group scope="colgroup" colspan=(group.len()) { (breakable(text)) },
                            // The head of a column without a group stands in the line below.
                            None => td {},
                        }
                    }
                }
            }
            tr.heads {
                @for (head, is_numeric) in heads.iter().zip(is_numeric) {
                    th.number[*is_numeric] scope="col" { (breakable(&head.text)) }
                }
            }
        }
    }
}

/// Where the groups begin, and the head that all of them share, if each is one column and they are the last ones.
fn shared_head(heads: &[Head]) -> Option<(usize, &str)> {
    let begin = heads.iter().position(|head| head.group.is_some())?;
    let grouped = &heads[begin..];
    let text = grouped[0].text.as_str();
    let is_shared = grouped.len() > 1 && grouped.iter().all(|head| head.group.is_some() && head.text == text);
    let are_single = grouped.windows(2).all(|pair| pair[0].group != pair[1].group);
    (is_shared && are_single).then_some((begin, text))
}

/// The shared head once, above the names of the groups.
fn shared_heads(heads: &[Head], is_numeric: &[bool], begin: usize, text: &str) -> Markup {
    html! {
        thead {
            tr {
                @for _ in 0..begin { td {} }
                th.group scope="colgroup" colspan=(heads.len() - begin) { (breakable(text)) }
            }
            tr.heads {
                @for (head, is_numeric) in heads.iter().zip(is_numeric) {
                    th.number[*is_numeric] scope="col" { (breakable(head.group.as_ref().unwrap_or(&head.text))) }
                }
            }
        }
    }
}

/// The class of a table by its columns: many need a page in landscape when printed, very many also small print.
const fn breadth(columns: usize) -> Option<&'static str> {
    match columns {
        0..=8 => None,
        9..=13 => Some("wide"),
        _ => Some("wide widest"),
    }
}

/// A text that may be broken after the signs between its parts.
fn breakable(text: &str) -> Markup {
    let text = printable(text);
    let parts: Vec<&str> = text.split_inclusive([',', '/', '_', ':', '=', '.']).collect();
    html! { @for (index, part) in parts.iter().enumerate() { @if index > 0 { wbr; } (part) } }
}

fn cell(head: &Head, entry: &Entry, precision: Option<usize>) -> Markup {
    let is_number = !matches!(entry, Entry::Text(_));
    let sorted = entry_number(entry).map(|number| number.to_string());
    let text = entry_text(entry, precision);
    let content = html! {
        @if text.is_empty() { "–" }
        @else if entry_is_best(entry) { strong { (text) } }
        @else if is_number { (text) }
        @else { (breakable(&text)) }
        @if let Some(interval) = entry_interval(entry, precision) { " " small { (interval) } }
    };
    html! {
        @if head.is_key {
            th.number[is_number] scope="row" data-sort=[sorted] { (content) }
        } @else {
            td.number[is_number] data-sort=[sorted] data-missing[text.is_empty()] { (content) }
        }
    }
}
