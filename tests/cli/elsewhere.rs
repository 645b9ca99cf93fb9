//! Records in the hands of other tools: the lines that the book shows for DuckDB, polars, pandas, R, BenchExec and
//! iohinspector give what the report says.
//!
//! The tools are those of the Python interpreter that `SEARCHLAB_PYTHON` names, else `python3`, and of `Rscript`. What is
//! absent is skipped, by name.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use crate::support::Lab;
use crate::transcripts::root;

/// The folder with the records of the quickstart and all that the page exports.
fn lab() -> Lab {
    let lab = Lab::new(&[]);
    lab.run("run quickstart --quiet").expect(0);
    lab.run("export reports/quickstart --out trials.csv").expect(0);
    lab.run("export reports/quickstart --to benchexec --out benchexec").expect(0);
    lab.run("export reports/quickstart --to ioh --out curves").expect(0);
    lab
}

fn python() -> String {
    std::env::var("SEARCHLAB_PYTHON").unwrap_or_else(|_| "python3".to_owned())
}

/// True if the interpreter has a module; else a line says that the test is skipped.
fn has_module(name: &str) -> bool {
    let found = Command::new(python()).args(["-c", &format!("import {name}")]).output();
    let has = found.is_ok_and(|found| found.status.success());
    if !has {
        eprintln!("skipped: {} has no module {name}; SEARCHLAB_PYTHON may name another interpreter", python());
    }
    has
}

/// The blocks of code of the page in a language that begin with these words.
fn block(language: &str, begin: &str) -> String {
    let page = fs::read_to_string(root().join("docs/src/guide/elsewhere.md")).expect("the page");
    let fence = format!("```{language}\n");
    let blocks = page.split(&fence).skip(1).filter_map(|rest| rest.split_once("```"));
    let mut found = blocks.map(|(code, _)| code).filter(|code| code.starts_with(begin));
    found.next().unwrap_or_else(|| panic!("no block in {language} begins with {begin:?}")).to_owned()
}

/// Runs a program in the folder; its standard output.
fn output(lab: &Lab, program: &str, words: &[&str]) -> String {
    let ended = Command::new(program).args(words).current_dir(lab.path()).output().expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ended.status.success(), "{program} {words:?}: {}{}", text(&ended.stdout), text(&ended.stderr));
    text(&ended.stdout)
}

/// The geometric means of nodes at depth 5, by algorithm, from the tables of the report.
fn means_of_the_report(lab: &Lab) -> BTreeMap<String, f64> {
    let tables = fs::read_dir(lab.at("reports/quickstart/tables")).expect("tables").map(|entry| entry.unwrap().path());
    let path = tables.filter(|path| path.extension().is_some_and(|it| it == "csv")).min().expect("a table");
    let mut csv = csv::Reader::from_path(path).expect("a table");
    let heads = csv.headers().expect("heads").clone();
    let row = csv.records().map(|row| row.expect("a row")).find(|row| &row[0] == "5").expect("depth 5");
    let cells = heads.iter().zip(&row).filter_map(|(head, cell)| {
        let label = head.strip_suffix(": geometric mean nodes")?;
        Some((label.to_owned(), cell.parse().expect("a number")))
    });
    cells.collect()
}

/// Lines "algorithm,number" must be the means of the report.
fn expect_means(lab: &Lab, tool: &str, printed: &str) {
    let report = means_of_the_report(lab);
    assert_eq!(report.len(), 5, "{report:?}");
    let pair = |line: &str| {
        let (label, number) = line.split_once(',')?;
        Some((label.to_owned(), number.trim().parse::<f64>().ok()?))
    };
    let told: BTreeMap<String, f64> = printed.lines().filter_map(pair).collect();
    assert_eq!(told.len(), 5, "{tool} printed {printed}");
    for (label, mean) in &report {
        let other = told.get(label).unwrap_or_else(|| panic!("{tool} knows no {label}: {printed}"));
        assert!((other / mean - 1.0).abs() < 1e-9, "{tool}: {label} {other}, the report {mean}");
    }
}

#[test]
fn the_lines_of_the_book_give_the_means_of_the_report() {
    let lab = lab();
    if has_module("duckdb") {
        let query = block("sql", "select");
        let script = format!(
            "import duckdb\nfor name, mean in duckdb.sql({query:?}).fetchall():\n    print(name, mean, sep=',')"
        );
        expect_means(&lab, "DuckDB", &output(&lab, &python(), &["-c", &script]));
    }
    for tool in ["polars", "pandas"] {
        if has_module(tool) {
            let script = block("python", &format!("# {tool}\n"));
            expect_means(&lab, tool, &output(&lab, &python(), &["-c", &script]));
        }
    }
    if has_module("pandas") {
        let script = block("python", "# pandas, from the flat table\n");
        expect_means(&lab, "pandas", &output(&lab, &python(), &["-c", &script]));
    }
    let has_r = Command::new("Rscript").args(["-e", "library(jsonlite)"]).output().is_ok_and(|it| it.status.success());
    if has_r {
        let script = block("r", "library(jsonlite)");
        expect_means(&lab, "R", &output(&lab, "Rscript", &["-e", &script]));
    } else {
        eprintln!("skipped: there is no Rscript with jsonlite");
    }
    if has_module("iohinspector") {
        let script = block("python", "# iohinspector\n");
        let printed = output(&lab, &python(), &["-W", "error", "-c", &script]);
        // Ten instances, and of each the first node and the iterations or depths.
        for label in means_of_the_report(&lab).keys() {
            assert!(printed.contains(&format!("{label},60\n")), "{printed}");
        }
    }
}

/// A program without the feature says how to come to a Parquet file all the same, by a line that DuckDB takes.
#[cfg(not(feature = "parquet"))]
#[test]
fn duckdb_makes_parquet_of_the_flat_table() {
    let lab = lab();
    let ended = lab.run("export reports/quickstart --to parquet --out trials.parquet").expect(2);
    ended.says(&["without the feature `parquet`", "--features parquet", "read_csv('trials.csv')"]);
    let query = block("sql", "copy");
    assert!(ended.err.contains(query.trim().trim_end_matches(';')), "{query}{ended}");
    if has_module("duckdb") {
        output(&lab, &python(), &["-c", &format!("import duckdb\nduckdb.sql({query:?})")]);
        parquet_gives_the_means(&lab);
    }
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_holds_the_flat_table() {
    let lab = lab();
    lab.run("export reports/quickstart --to parquet").expect(2).says(&["say where"]);
    lab.run("export reports/quickstart --to parquet --out trials.parquet").expect(0);
    parquet_gives_the_means(&lab);
    if has_module("polars") && has_module("pandas") {
        // The same cells as the CSV, with types: what is a number there is one here.
        let script = "\
import json, math, polars as pl, pandas as pd
parquet = pl.read_parquet('trials.parquet')
csv = pd.read_csv('trials.csv', dtype=str, keep_default_na=False)
assert list(csv.columns) == parquet.columns, parquet.columns
assert parquet.schema['nodes'] == pl.Int64 and parquet.schema['value'] == pl.Float64, parquet.schema
assert parquet.schema['label'] == pl.String, parquet.schema
for name in parquet.columns:
    for cell, text in zip(parquet[name].to_list(), csv[name], strict=True):
        same = text == '' if cell is None else text == cell if isinstance(cell, str) else float(text) == cell
        assert same, (name, cell, text)
print(parquet.height)
";
        assert_eq!(output(&lab, &python(), &["-c", script]), "250\n");
    }
}

fn parquet_gives_the_means(lab: &Lab) {
    if has_module("duckdb") {
        let query = "select label, exp(avg(ln(nodes))) from 'trials.parquet' where depth = 5 group by label";
        let script = format!(
            "import duckdb\nfor name, mean in duckdb.sql({query:?}).fetchall():\n    print(name, mean, sep=',')"
        );
        expect_means(lab, "DuckDB", &output(lab, &python(), &["-c", &script]));
    }
    if has_module("polars") {
        let script = block("python", "# polars, from Parquet\n");
        expect_means(lab, "polars", &output(lab, &python(), &["-c", &script]));
    }
}

/// An exact solver is asked for more and more nodes: all its trials on a position make one curve, from no answer to the
/// right move.
#[test]
fn endgame_solvers_have_curves_over_their_limit() {
    let experiment = r#"
title = "The endgame at any time"
world = "othello"
algorithms = ["endgame"]
[[instances]]
endgames = { player = "alphabeta-tt:depth=2", empties = 12, openings = 3 }
[sweep]
max-nodes = [10, 100, 1000, 10000000]
"#;
    let lab = Lab::new(&[("anytime.toml", experiment)]);
    lab.run("run anytime.toml --out anytime --quiet").expect(0);
    let ended = lab.run("export anytime --to ioh --out curves").expect(0);
    assert_eq!(ended.out, "curves/endgame/IOHprofiler_f1_othello.json\n");
    let data = fs::read_to_string(lab.at("curves/endgame/data_f1_othello/IOHprofiler_f1_DIM1.dat")).expect("curves");
    let curves: Vec<Vec<(u64, f64)>> = data
        .split("evaluations raw_y\n")
        .skip(1)
        .map(|curve| {
            let point =
                |line: &str| line.split_once(' ').map(|(nodes, y)| (nodes.parse().unwrap(), y.parse().unwrap()));
            curve.lines().map(|line| point(line).expect("two columns")).collect()
        })
        .collect();
    assert_eq!(curves.len(), 3, "{data}");
    for curve in &curves {
        assert!(curve.len() >= 3 && curve.is_sorted_by(|one, next| one.0 < next.0 && one.1 <= next.1), "{curve:?}");
        assert!(curve[0] == (1, 0.0) && curve[1].1 == 0.0 && curve.last().unwrap().1 > 0.999, "{curve:?}");
    }
    if has_module("iohinspector") {
        let script = block("python", "# iohinspector\n");
        let printed = output(&lab, &python(), &["-W", "error", "-c", &script]);
        let points: usize = curves.iter().map(Vec::len).sum();
        assert!(printed.contains(&format!("endgame,{points}\n")), "{printed}");
    }
}

#[test]
fn benchexec_reads_statuses_times_and_our_own_columns() {
    let lab = lab();
    let document = fs::read_to_string(lab.at("benchexec/mtdf.xml")).expect("a result file");
    let document = roxmltree::Document::parse(&document).expect("XML");
    assert_eq!(document.descendants().filter(|node| node.has_tag_name("run")).count(), 50);
    if !has_module("benchexec") {
        return;
    }
    let files: Vec<String> = ["alphabeta", "mtdf"].map(|label| format!("benchexec/{label}.xml")).to_vec();
    let generator = "from benchexec.tablegenerator import main; main()";
    let mut words = vec!["-c", generator, "-q", "-o", "tables", "-n", "compared", "--no-diff"];
    words.extend(files.iter().map(String::as_str));
    output(&lab, &python(), &words);
    let table = fs::read_to_string(lab.at("tables/compared.table.csv")).expect("the table");
    let line = table.lines().find(|line| line.starts_with("game:seed=1,ply=20 depth=5")).expect("a run");
    let heads: Vec<&str> = table.lines().nth(2).expect("heads").split('\t').collect();
    for (head, count) in [
        ("status", 2),
        ("cputime (s)", 2),
        ("walltime (s)", 2),
        ("memory (MB)", 2),
        ("nodes", 2),
        ("value", 2),
        ("passes", 1),
    ] {
        assert_eq!(heads.iter().filter(|known| **known == head).count(), count, "{head}: {heads:?}");
    }
    let cells: Vec<&str> = line.split('\t').collect();
    let of = |head: &str| {
        let places = heads.iter().enumerate().filter(|(_, known)| **known == head).map(|(place, _)| cells[place]);
        places.collect::<Vec<_>>()
    };
    assert_eq!(of("status"), ["complete", "complete"]);
    let values = of("value");
    assert_eq!(values[0], values[1], "both find the minimax value");
    let mut trials = csv::Reader::from_path(lab.at("trials.csv")).expect("the flat table");
    let names = trials.headers().expect("heads").clone();
    let cell =
        |row: &csv::StringRecord, name: &str| row[names.iter().position(|it| it == name).expect("a column")].to_owned();
    let nodes: Vec<String> = trials
        .records()
        .map(|row| row.expect("a row"))
        .filter(|row| cell(row, "instance") == "game:seed=1,ply=20" && cell(row, "depth") == "5")
        .filter(|row| ["alphabeta", "mtdf"].contains(&cell(row, "label").as_str()))
        .map(|row| cell(&row, "nodes"))
        .collect();
    assert_eq!(of("nodes"), nodes);
}

/// The tables of a report in LaTeX, as an experiment asks for them, set by a TeX.
#[test]
fn latex_sets_the_tables_of_a_report() {
    let experiment = r#"
title = "Tables for a paper"
world = "othello"
algorithms = ["alphabeta", "mtdf", "pvs"]
[[instances]]
games = { seeds = "1..=3", plies = 20 }
[sweep]
depth = "1..=3"
[[table]]
title = "Nodes & time, 100 % of them"
rows = "algorithm"
columns = "depth"
values = ["nodes", "seconds"]
heads = { nodes = "Nodes (α–β)", seconds = "Time_{CPU}", "depth 3" = "Three plies" }
precision = 3
caption = "Nodes & time, #1 of $2"
label = "tab:nodes"
split = 2
[[table]]
kind = "wins"
values = "nodes"
caption = "Each against each"
[[table]]
rows = "algorithm"
columns = "depth"
values = "nodes"
intervals = false
baseline = "alphabeta"
"#;
    let lab = Lab::new(&[("paper.toml", experiment)]);
    let ended = lab.run("run paper.toml --out paper --quiet").expect(0);
    assert!(ended.out.contains("Nodes (α–β)") && ended.out.contains("Three plies"), "{ended}");
    let tables = lab.at("paper/tables");
    let mut paths: Vec<_> = fs::read_dir(tables).expect("tables").map(|entry| entry.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "tex"));
    paths.sort();
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).expect("a table")).collect();
    assert_eq!(texts.len(), 3);
    assert_eq!(texts[0].matches("\\begin{tabular}{lrr}").count(), 3, "{}", texts[0]);
    assert!(texts[0].contains("\\label{tab:nodes}") && texts[1].contains("\\begin{tabular}{llll}"), "{texts:?}");
    assert!(!texts[2].contains("{[}") && !texts[2].contains("interval"), "{}", texts[2]);
    if Command::new("pdflatex").arg("--version").output().is_err() {
        eprintln!("skipped: there is no pdflatex");
        return;
    }
    let document = format!(
        "\\documentclass{{article}}\n\\usepackage{{booktabs}}\n\\begin{{document}}\nTable~\\ref{{tab:nodes}}.\n\n{}\\end{{document}}\n",
        texts.join("\n\n")
    );
    lab.write("paper.tex", document.as_bytes());
    output(&lab, "pdflatex", &["-interaction=nonstopmode", "-halt-on-error", "paper.tex"]);
    assert!(lab.at("paper.pdf").exists());
}
