//! The laboratory as a page in a real browser: every mode, by mouse and keys, with the numbers of the program. It needs the
//! engine that `dist/web` builds, `target/web/engine.wasm.gz`, or what `SEARCHLAB_ENGINE` names.

use std::path::{Path, PathBuf};

use searchlab::diagnostic::Source;
use searchlab::experiment::plan::Plan;
use searchlab::experiment::trial_runner::TrialRunner;
use searchlab::record::{Answer, Moves};
use searchlab::report::book::ReportData;
use searchlab::report::laboratory::{Example, Laboratory, page};
use searchlab::run::{Observers, budget};
use searchlab::worlds::assets::Asset;
use serde_json::{Value, json};

use crate::browser::{SCREENS, axe, browser, check_by_axe};
use crate::chromium::Chromium;

const QUICKSTART: &str = include_str!("../../experiments/quickstart.toml");

fn engine(test: &str) -> Option<Vec<u8>> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/web/engine.wasm.gz");
    let path: PathBuf = std::env::var_os("SEARCHLAB_ENGINE").map_or(built, Into::into);
    let bytes = std::fs::read(&path).ok();
    if bytes.is_none() {
        eprintln!("skipped {test}: no engine (build it by dist/web)");
    }
    bytes
}

/// A browser with the page open at an address.
fn laboratory(test: &str, address: &str) -> Option<Chromium> {
    let (engine, mut browser) = (engine(test)?, browser(test)?);
    let experiments = [Example { name: "quickstart", text: QUICKSTART, files: vec![] }];
    let assets = Asset::ALL.map(Asset::bytes);
    let page = page(&Laboratory { engine: &engine, assets: &assets, experiments: &experiments });
    assert!(page.len() <= 4_000_000, "{} bytes", page.len());
    browser.open("searchlab.html", &page);
    browser.wait_for("window.laboratory");
    visit(&mut browser, address);
    Some(browser)
}

/// Goes to an address of the page.
fn visit(browser: &mut Chromium, address: &str) {
    browser.eval("window.laboratory = null");
    browser.eval(&format!("location.hash = {}; dispatchEvent(new Event('hashchange'))", json!(address)));
    browser.wait_for("window.laboratory");
}

/// Rows of the first table, cell by cell.
fn rows(browser: &mut Chromium) -> Value {
    browser.wait_for("document.querySelector('.results tbody')");
    browser.eval("[...document.querySelectorAll('.results tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
}

/// Checks the values and counters of a table against those of the same experiment by the program; the answers.
fn as_the_program_finds(browser: &mut Chromium, files: &[(&str, &str)], shown: &Value) -> Vec<Answer> {
    let heads = browser.eval("[...document.querySelectorAll('.results thead th')].map((cell) => cell.textContent)");
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    let experiment = browser.eval("window.laboratory.setup.experiment.text");
    let source = Source::new("try.toml", experiment.as_str().unwrap());
    let (_, plan) = Plan::read(source, folder.path(), 100).unwrap();
    assert_eq!(shown.as_array().unwrap().len(), plan.trials.len());
    let check = |(planned, row): (_, &Value)| {
        let trial = plan.trial(planned);
        let limits = budget(&trial.limits, &std::sync::Arc::default(), &std::sync::Arc::default());
        let record = TrialRunner::default().run(&trial, plan.instance(planned), &limits, &mut Observers::default());
        assert_eq!(row[0], json!(record.algorithm));
        let answer = record.result.unwrap();
        assert_eq!(row[2].as_str().unwrap().replace(',', ""), answer.value.to_string());
        for (name, value) in record.counters.entries() {
            if let Some(place) = heads.as_array().unwrap().iter().position(|head| head == name) {
                assert_eq!(row[place].as_str().unwrap().replace(',', ""), value.to_string(), "{name}");
            }
        }
        answer
    };
    plan.trials.iter().zip(shown.as_array().unwrap()).map(check).collect()
}

/// A maze is drawn by the mouse and by keys, and solved as the program solves it.
#[test]
fn a_drawn_maze_is_solved_with_the_counters_of_the_program() {
    let test = "a_drawn_maze_is_solved_with_the_counters_of_the_program";
    let Some(mut browser) = laboratory(test, "m=try&w=maze&a=astar;dijkstra;idastar") else { return };
    let cell = |r: u32, c: u32| format!("document.querySelectorAll('.maze [role=row]')[{r}].children[{c}]");
    let text = "window.laboratory.setup.editor.text";
    let before = browser.eval(text);
    browser.click(&cell(2, 2));
    browser.click(&cell(5, 9));
    browser.press("ArrowRight");
    browser.press("Enter");
    let after = browser.eval(text);
    let changed = before.as_str().unwrap().chars().zip(after.as_str().unwrap().chars()).filter(|(a, b)| a != b).count();
    assert_eq!(changed, 3, "{after}");
    browser.click("document.getElementById('run')");
    let shown = rows(&mut browser);
    let path = browser.eval("document.querySelectorAll('.maze .path').length");
    for answer in as_the_program_finds(&mut browser, &[("maze.txt", after.as_str().unwrap())], &shown) {
        let Moves::List(moves) = &answer.moves else { panic!("{:?}", answer.moves) };
        assert_eq!(path, json!(moves.len()), "every path has the least length");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Boards are set up piece by piece and searched as the program searches them; what is no position is explained.
#[test]
fn a_board_is_set_up_with_the_counters_of_the_program() {
    let test = "a_board_is_set_up_with_the_counters_of_the_program";
    let Some(mut browser) = laboratory(test, "m=try&w=othello&a=alphabeta;mtdf&d=4") else { return };
    let cell = |c: u32, r: u32| format!("document.querySelectorAll('.board [role=row]')[{r}].children[{c}]");
    let choose = |browser: &mut Chromium, id: &str, value: &str| {
        browser.eval(&format!(
            "(() => {{ const it = document.getElementById('{id}'); it.value = '{value}'; it.dispatchEvent(new Event('change')); }})()"
        ));
    };
    let run = |browser: &mut Chromium, pieces: u32| {
        browser.wait_for(&format!("document.querySelectorAll('.board .piece').length === {pieces}"));
        browser.click("document.getElementById('run')");
        browser.wait_for("document.querySelectorAll('.status')[1].textContent === 'Done.'");
        let shown = rows(browser);
        as_the_program_finds(browser, &[], &shown);
        assert_eq!(
            browser.eval("document.querySelectorAll('.results dl dt + dd.moves').length"),
            json!(shown.as_array().unwrap().len())
        );
        browser.eval("window.laboratory.setup.text")
    };
    browser.wait_for("document.querySelector('.board .legal')");
    choose(&mut browser, "tool", "white");
    browser.click(&cell(0, 0));
    browser.press("ArrowRight");
    browser.press("Enter");
    choose(&mut browser, "tool", "empty");
    browser.click(&cell(1, 0));
    choose(&mut browser, "turn", "white");
    let text = run(&mut browser, 12);
    assert!(text.as_str().unwrap().starts_with("O.......") && text.as_str().unwrap().ends_with(" O"), "{text}");
    visit(&mut browser, "m=try&w=connect4&a=alphabeta&d=4&i=44");
    browser.wait_for("document.querySelectorAll('.board .piece').length === 2");
    choose(&mut browser, "tool", "black");
    browser.click(&cell(0, 0));
    browser.wait_for("document.querySelector('pre.error')");
    choose(&mut browser, "tool", "empty");
    browser.click(&cell(0, 0));
    choose(&mut browser, "tool", "black");
    browser.click(&cell(0, 5));
    browser.wait_for("!document.querySelector('pre.error') && document.querySelector('.board .legal')");
    choose(&mut browser, "tool", "move");
    browser.click(&cell(6, 5));
    run(&mut browser, 4);
    visit(&mut browser, "m=try&w=gomoku&a=pvs&d=2");
    browser.wait_for("document.querySelectorAll('.board .piece').length === 3");
    choose(&mut browser, "tool", "white");
    browser.click(&cell(1, 1));
    run(&mut browser, 4);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Every setting stands in the address: a link shows what it showed.
#[test]
fn a_link_is_an_experiment() {
    let Some(mut browser) = laboratory("a_link_is_an_experiment", "m=try&w=tiles&a=astar;idastar&r=1") else { return };
    let shown = rows(&mut browser);
    let counters = |rows: &Value| -> Vec<Value> {
        rows.as_array().unwrap().iter().map(|row| json!(row.as_array().unwrap().split_last().unwrap().1)).collect()
    };
    browser.eval("(() => { const it = document.getElementById('instance'); it.value = '1 2 5 3 4 0 6 7 8'; it.dispatchEvent(new Event('change')); })()");
    browser.click("document.getElementById('run')");
    browser.wait_for("document.querySelector('.status').textContent === 'Done.'");
    let other = rows(&mut browser);
    assert_ne!(counters(&shown), counters(&other));
    let address = browser.eval("location.hash.slice(1)");
    visit(&mut browser, "m=learn");
    visit(&mut browser, address.as_str().unwrap());
    assert_eq!(counters(&rows(&mut browser)), counters(&other));
}

/// What the chapters of the book offer to try opens set up, and runs where the address says so.
#[test]
fn links_of_the_book_open_without_an_error() {
    let Some(mut browser) = laboratory("links_of_the_book_open_without_an_error", "m=learn") else { return };
    let chapters = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src");
    let texts = ["guide", "tutorial"].into_iter().flat_map(|folder| std::fs::read_dir(chapters.join(folder)).unwrap());
    let texts: Vec<String> = texts.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect();
    let links = texts.iter().flat_map(|text| text.split("(../lab/searchlab.html#").skip(1));
    let addresses: Vec<&str> = links.map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(addresses.len() >= 16, "{addresses:?}");
    for address in addresses {
        visit(&mut browser, address);
        if address.contains("&r=1") {
            browser.wait_for("document.querySelector('.results tbody, #digest, pre.error')");
        }
        assert_eq!(browser.eval("document.querySelector('pre.error')?.textContent"), Value::Null, "{address}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// The signature and an experiment are those of the program, and the program takes what the page saves.
#[test]
fn an_experiment_has_the_digest_of_the_program() {
    let Some(mut browser) = laboratory("an_experiment_has_the_digest_of_the_program", "m=experiment") else { return };
    browser.click("document.getElementById('run')");
    browser.wait_for("document.getElementById('digest')");
    let digest = include_str!("../../reports/shipped/quickstart/digest.txt");
    assert_eq!(browser.eval("window.laboratory.report.digest"), json!(digest));
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("records.jsonl", "window.laboratory.report.records"),
        ("manifest.json", "JSON.stringify(window.laboratory.report.manifest)"),
        ("experiment.toml", "window.laboratory.report.experiment"),
    ] {
        std::fs::write(folder.path().join(name), browser.eval(value).as_str().unwrap()).unwrap();
    }
    let report = ReportData::read(folder.path()).unwrap_or_else(|error| panic!("{error:?}"));
    assert_eq!(report.digest(), digest);
    assert_eq!(report.claims_that_fail(), 0);
    browser.click("document.getElementById('save-records')");
    assert_eq!(browser.downloaded("records.jsonl").lines().count(), 250);
    // The report's own link runs it once more.
    let page = report.html();
    let (_, link) = page.split_once("id=\"run-here\" href=\"../searchlab.html#").expect("a link");
    visit(&mut browser, &link[..link.find('"').unwrap()].replace("&amp;", "&"));
    browser.wait_for("document.getElementById('digest')");
    assert_eq!(browser.eval("window.laboratory.report.digest"), json!(digest));
    assert_eq!(browser.eval("window.laboratory.report.experiment"), json!(QUICKSTART));
    browser.wait_for("document.querySelector('iframe').contentDocument.querySelector('#charts svg')");
    let signature = browser.eval("window.searchlab({ do: 'signature' })");
    assert!(signature == json!(include_str!("../signature.txt")), "the signature differs");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A wall is drawn, and the search is made and played anew.
#[test]
fn what_is_watched_is_searched_anew() {
    let Some(mut browser) = laboratory("what_is_watched_is_searched_anew", "m=watch&w=maze&a=astar") else { return };
    let expanded = "window.laboratory.records?.[0].counters.expanded";
    browser.wait_for(&format!(
        "{expanded} > 0 && document.querySelector('iframe').contentDocument.querySelector('nav button')"
    ));
    let before = browser.eval(expanded);
    browser.click("document.querySelectorAll('.maze [role=row]')[1].children[5]");
    browser.wait_for(&format!("{expanded} !== {before}"));
    browser.wait_for("document.querySelector('iframe').contentDocument.querySelector('nav button')");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// A game against a level, with hints and the evaluation; the file is read again.
#[test]
fn a_game_is_played_against_a_level() {
    let Some(mut browser) = laboratory("a_game_is_played_against_a_level", "m=play&w=othello&v=3") else { return };
    let plies = "(window.laboratory.game?.plies ?? -1)";
    browser.wait_for(&format!("{plies} === 0"));
    for ply in 1..=3 {
        browser.wait_for(
            "document.querySelector('.board .legal') && !window.laboratory.isBusy && window.laboratory.isMine",
        );
        browser.click("document.querySelector('.board .legal')");
        browser.wait_for(&format!("{plies} >= {} && window.laboratory.isMine && !window.laboratory.isBusy", 2 * ply));
    }
    let pieces = browser.eval("document.querySelectorAll('.board .piece').length");
    assert_eq!(pieces, json!(10));
    browser.click("document.getElementById('hint')");
    browser.wait_for("document.querySelector('.board .hint')");
    browser.click("document.getElementById('explain')");
    browser.wait_for("document.querySelector('.results .answer')");
    browser.click("document.getElementById('save')");
    let file = browser.downloaded("game.ggf");
    assert!(file.contains("GM[Othello]"), "{file}");
    let played = browser.eval("window.laboratory.game.played");
    browser.eval(&format!("window.laboratory.load({})", json!(file)));
    browser.wait_for(&format!("JSON.stringify(window.laboratory.game.played) === {}", json!(played.to_string())));
    browser.click("document.getElementById('back')");
    browser.wait_for(&format!("{plies} >= 0"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// Each mode on each screen, in both languages: nothing overflows, and axe finds nothing.
#[test]
fn every_mode_is_for_everybody() {
    let test = "every_mode_is_for_everybody";
    let Some(mut browser) = laboratory(test, "m=try&r=1") else { return };
    let axe = axe(test);
    for address in [
        "m=try&w=maze&r=1",
        "m=try&w=othello&r=1",
        "m=watch&w=tree",
        "m=play&w=gomoku",
        "m=experiment&x=quickstart",
        "m=learn",
        "m=play&l=zh-Hans",
    ] {
        for ((width, height), is_dark) in SCREENS {
            browser.look(width, height, is_dark);
            visit(&mut browser, address);
            let overflow = browser.eval("document.documentElement.scrollWidth - document.documentElement.clientWidth");
            assert_eq!(overflow, 0, "{address} at {width}");
            if let Some(axe) = &axe {
                check_by_axe(&mut browser, axe, &format!("{address}, {width}, dark {is_dark}"));
            }
        }
    }
    assert_eq!(browser.eval("document.documentElement.lang"), json!("zh-Hans"));
}
