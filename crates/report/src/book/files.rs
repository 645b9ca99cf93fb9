//! The files of a report: their names, and how they are written.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::page_chart;
use crate::page::PageChart;
use crate::plot::Plotted;
use crate::replay::page;
use crate::{Layout, sheet};
use searchlab_analysis::table::TableData;
use searchlab_lab::experiment::failure::{failure, replace};
use searchlab_lab::experiment::games::GameFiles;
use searchlab_trial::diagnostic::Diagnostics;
use searchlab_trial::files::{read_regular, remove_leftovers};

/// Writes a file that appears whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Diagnostics> {
    // What is there already need not be written again.
    if read_regular(path, text.len() as u64).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    Ok(replace(path, |file| file.write_all(text.as_bytes()))?)
}

/// Writes each table in every form.
pub(super) fn write_tables(directory: &Path, tables: &[TableData]) -> Result<(), Diagnostics> {
    let folder = directory.join("tables");
    make(&folder)?;
    let mut stems = Vec::new();
    for (place, table) in tables.iter().enumerate() {
        let stem = stem(place, &table.title);
        for (extension, text) in [
            ("txt", sheet::sheet(table, Layout::Terminal { width: usize::MAX, color: false })),
            ("md", sheet::sheet(table, Layout::Markdown)),
            ("csv", sheet::csv_text(table)),
            ("tex", sheet::sheet(table, Layout::Latex)),
        ] {
            write(&folder.join(format!("{stem}.{extension}")), &text)?;
        }
        stems.push(stem);
    }
    tidy(&folder, &stems)
}

/// Writes the games into the folder `games`; nothing where there are none.
pub(super) fn write_games(directory: &Path, games: &GameFiles) -> Result<(), Diagnostics> {
    let folder = directory.join("games");
    let mut files = games.files().peekable();
    if files.peek().is_some() {
        make(&folder)?;
    }
    files.try_for_each(|(name, text)| write(&folder.join(name), text))
}

/// Writes each chart as SVG, PNG and PDF with its numbers, and gives what the page needs of it.
pub(super) fn write_charts(directory: &Path, charts: &[Plotted]) -> Result<Vec<PageChart>, Diagnostics> {
    let folder = directory.join("charts");
    make(&folder)?;
    let mut shown = Vec::new();
    for (place, plotted) in charts.iter().enumerate() {
        let stem = stem(place, &plotted.title);
        for extension in ["svg", "png", "pdf"] {
            plotted.chart.save(&folder.join(format!("{stem}.{extension}")))?;
        }
        write(&folder.join(format!("{stem}.csv")), &plotted.csv)?;
        shown.push(page_chart(plotted, stem));
    }
    let stems: Vec<String> = shown.iter().map(|chart| chart.file_stem.clone()).collect();
    tidy(&folder, &stems)?;
    Ok(shown)
}

/// The folder of the pages that play searches.
const REPLAYS: &str = "replays";

/// The pages that play searches, by their names, in order.
pub(super) fn replays(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory.join(REPLAYS)).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| Path::new(name).extension().is_some_and(|it| it == "html")).collect();
    names.sort_unstable();
    names
}

/// Writes the pages that play these searches, by their titles and traces, and removes those of an earlier form.
///
/// # Errors
/// The file system refuses.
pub fn write_replays(directory: &Path, searches: &[(String, Vec<u8>)]) -> Result<(), Diagnostics> {
    let folder = directory.join(REPLAYS);
    if searches.is_empty() && !folder.exists() {
        return Ok(());
    }
    make(&folder)?;
    let mut stems = Vec::new();
    for (place, (title, trace)) in searches.iter().enumerate() {
        let stem = stem(place, title);
        write(&folder.join(format!("{stem}.html")), &page(title, &[trace.as_slice()]))?;
        stems.push(stem);
    }
    tidy(&folder, &stems)
}

fn make(folder: &Path) -> Result<(), Diagnostics> {
    Ok(fs::create_dir_all(folder).map_err(|error| failure("make the directory", folder, &error))?)
}

/// Removes what an earlier form of the report, or one that was killed, left in a folder: only files that bear names of
/// ours, and not these. That comes last, so that a report that cannot be written leaves the old one.
fn tidy(folder: &Path, stems: &[String]) -> Result<(), Diagnostics> {
    let entries = fs::read_dir(folder).map_err(|error| failure("read", folder, &error))?;
    for entry in entries.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_ours =
            name.len() > 3 && name.as_bytes()[..2].iter().all(u8::is_ascii_digit) && name.as_bytes()[2] == b'-';
        let is_current = name.rsplit_once('.').is_some_and(|(stem, _)| stems.iter().any(|known| known == stem));
        if is_ours && !is_current {
            fs::remove_file(entry.path()).map_err(|error| failure("remove", &entry.path(), &error))?;
        }
    }
    remove_leftovers(folder, None);
    Ok(())
}

/// The name of a file: its number from 1, and the first words of its title.
pub(super) fn stem(place: usize, title: &str) -> String {
    const LONGEST: usize = 40;
    let mut words = String::new();
    for letter in title.chars().flat_map(char::to_lowercase) {
        match letter {
            'a'..='z' | '0'..='9' => words.push(letter),
            _ if words.ends_with('-') || words.is_empty() => {}
            _ => words.push('-'),
        }
    }
    let cut = words.get(..LONGEST).map_or(words.as_str(), |head| head.rsplit_once('-').map_or(head, |parts| parts.0));
    format!("{:02}-{}", place + 1, cut.trim_end_matches('-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_plain() {
        assert_eq!(stem(0, "Nodes & leaves: by depth, against αβ"), "01-nodes-leaves-by-depth-against");
        assert_eq!(stem(11, "…"), "12-");
        assert!(stem(0, &"word ".repeat(30)).len() < 45);
    }
}
