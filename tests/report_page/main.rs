//! The page of an experiment: well-formed, safe, repeatable, small, and usable in a real browser.

mod sample;
mod structure;

use sample::Sample;
use searchlab::report::page::{html, markdown};

/// Writes the pages to be looked at: `cargo test --test report_page pages -- --ignored`.
#[test]
#[ignore = "writes files to look at"]
fn pages_to_look_at() {
    let folder = std::env::temp_dir().join("searchlab-pages");
    std::fs::create_dir_all(&folder).unwrap();
    for (name, sample) in [
        ("sample", Sample::new(480)),
        ("large", Sample::new(10_000)),
        ("hostile", Sample::hostile()),
        ("bare", Sample::bare()),
    ] {
        std::fs::write(folder.join(format!("{name}.html")), html(&sample.page())).unwrap();
        std::fs::write(folder.join(format!("{name}.md")), markdown(&sample.page())).unwrap();
    }
    eprintln!("written to {}", folder.display());
}
