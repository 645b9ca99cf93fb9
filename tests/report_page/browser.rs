//! What holds of the page in a real browser: reading, sorting, filtering, pointing, saving, on small screens and large.

use std::path::Path;
use std::time::Instant;

use searchlab::record::Record;
use searchlab::report::page::html;
use searchlab::report::{write_csv, write_json};
use serde_json::{Value, json};

use crate::chromium::{Chromium, program};
use crate::sample::Sample;

const DESKTOP: (u32, u32) = (1280, 900);
const PHONE: (u32, u32) = (360, 740);

/// Seconds for a step of the table with ten thousand trials, on a busy machine. It takes a tenth of that.
const QUICK: f64 = 2.0;

pub(crate) fn browser(test: &str) -> Option<Chromium> {
    let Some(program) = program().filter(|_| cfg!(unix)) else {
        eprintln!("skipped {test}: no Chromium (set CHROMIUM to its path)");
        return None;
    };
    let mut browser = Chromium::start(&program);
    browser.look(DESKTOP.0, DESKTOP.1, false);
    Some(browser)
}

/// Opens the page of a sample and waits for its trials.
fn open(browser: &mut Chromium, sample: &Sample) {
    browser.open("report.html", &html(&sample.page()));
    browser.wait_for("document.querySelector('.trials tbody tr') || !document.getElementById('records')");
}

fn texts(browser: &mut Chromium, selector: &str) -> Vec<String> {
    let list = browser.eval(&format!("[...document.querySelectorAll({selector:?})].map((it) => it.textContent)"));
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

#[test]
fn tables_sort_and_filter() {
    let Some(mut browser) = browser("tables_sort_and_filter") else { return };
    open(&mut browser, &Sample::new(480));
    let table = "document.querySelectorAll('table.data')[0]";
    let head = |column: usize| format!("{table}.querySelectorAll('.heads button')[{column}]");
    let first = "table.data tbody tr:first-child > *:nth-child(3)";
    let state = |column: usize| format!("{}.closest('th').getAttribute('aria-sort')", head(column));
    assert_eq!(texts(&mut browser, first)[0], "7.500 [6.750, 8.400]");
    browser.click(&head(2));
    assert_eq!(browser.eval(&state(2)), json!("ascending"));
    assert_eq!(texts(&mut browser, first)[0], "4.500 [4.050, 5.040]");
    // By keyboard.
    browser.press("Enter");
    assert_eq!(browser.eval(&state(2)), json!("descending"));
    assert_eq!(texts(&mut browser, first)[0], "≥ 177,979 (4/20)");
    browser.press("Enter");
    assert_eq!(browser.eval(&state(2)), Value::Null);
    assert_eq!(texts(&mut browser, first)[0], "7.500 [6.750, 8.400]");
    // What is missing stays at the end, whichever way is up.
    let ends = "table.data tbody tr:is(:first-child, :last-child) > *:nth-child(5)";
    browser.click(&head(4));
    assert_eq!(texts(&mut browser, ends)[..2], ["4.0 MiB [3.6, 4.5]", "–"]);
    browser.press("Enter");
    assert_eq!(texts(&mut browser, ends)[..2], ["4.1 MiB [3.7, 4.6]", "–"]);

    browser.click("document.querySelector('.sheet .bar input')");
    browser.write("MTDF 1,6");
    let rows = browser.eval(&format!("[...{table}.tBodies[0].rows].filter((row) => !row.hidden).length"));
    assert_eq!(rows, json!(1));
    assert_eq!(texts(&mut browser, ".bar .count")[0], "1 of 24 rows");
    // Columns in groups sort by the column below the group.
    let spread = "document.querySelectorAll('table.data')[1]";
    browser.click(&format!("{spread}.querySelectorAll('.heads button')[8]"));
    browser.press("Enter");
    assert_eq!(browser.eval(&format!("{spread}.tBodies[0].rows[0].cells[0].textContent")), json!("6"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn charts_tell_values_to_pointer_and_keyboard() {
    let Some(mut browser) = browser("charts_tell_values_to_pointer_and_keyboard") else { return };
    let sample = Sample::new(48);
    open(&mut browser, &sample);
    let tip = "(document.querySelector('.bubble').hidden ? null : document.querySelector('.bubble').textContent)";
    assert_eq!(browser.eval(tip), Value::Null);
    let value = "document.querySelectorAll('.plot')[0].querySelectorAll('[data-tip]')[3]";
    let told = browser.eval(&format!("{value}.dataset.tip"));
    browser.hover(value);
    assert_eq!(browser.eval(tip), told);
    assert!(told.as_str().unwrap().contains("depth 4: "), "{told}");
    let is_inside = "(() => { const at = document.querySelector('.bubble').getBoundingClientRect();
         return at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight })()";
    assert_eq!(browser.eval(is_inside), json!(true));
    browser.hover("document.querySelector('h1')");
    assert_eq!(browser.eval(tip), Value::Null);

    // A chart is one stop of the tab key; the arrows step through its values.
    browser.eval("document.querySelector('nav li:last-child a').focus()");
    let focused = "document.activeElement.className";
    for _ in 0..20 {
        browser.press("Tab");
        if browser.eval(focused) == json!("plot") {
            break;
        }
    }
    let all =
        browser.eval("[...document.querySelector('.plot').querySelectorAll('[data-tip]')].map((it) => it.dataset.tip)");
    browser.press("Home");
    assert_eq!(browser.eval(tip), all[0]);
    browser.press("ArrowRight");
    assert_eq!(browser.eval(tip), all[1]);
    assert_eq!(browser.eval("document.querySelector('[aria-live]').textContent"), all[1]);
    browser.press("End");
    assert_eq!(browser.eval(tip), all[all.as_array().unwrap().len() - 1]);
    browser.press("Escape");
    assert_eq!(browser.eval(tip), Value::Null);
    browser.press("ArrowLeft");
    browser.press("Tab");
    assert_eq!(browser.eval(tip), Value::Null);

    browser.click("document.querySelector('.links a[download$=csv]')");
    assert_eq!(browser.downloaded("nodes.csv"), sample.page().charts[0].csv);
    browser.click("document.querySelector('.links a.svg')");
    let saved = browser.downloaded("nodes.svg");
    let (saved, drawn) = (
        roxmltree::Document::parse(&saved).unwrap(),
        roxmltree::Document::parse(&sample.page().charts[0].svg).unwrap(),
    );
    let titles = |svg: &roxmltree::Document<'_>| -> Vec<String> {
        let titles = svg.descendants().filter(|node| node.tag_name().name() == "title");
        titles.filter_map(|node| node.text().map(str::to_owned)).collect()
    };
    assert_eq!(titles(&saved), titles(&drawn));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

fn written(records: &[Record], write: impl Fn(&[Record], &mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(records, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn records_are_saved_as_they_were() {
    let Some(mut browser) = browser("records_are_saved_as_they_were") else { return };
    for mut sample in [Sample::new(480), Sample::hostile()] {
        open(&mut browser, &sample);
        std::fs::remove_dir_all(&browser.downloads).unwrap();
        std::fs::create_dir(&browser.downloads).unwrap();
        browser.click("document.querySelector('#trials a[download$=jsonl]')");
        let lines = browser.downloaded("records.jsonl");
        assert!(lines == written(&sample.records, write_json));
        browser.click("document.querySelector('#trials a[download$=csv]')");
        let values = browser.downloaded("records.csv");
        assert_eq!(values, written(&sample.records, write_csv));
        assert_eq!(browser.complaints(), Vec::<String>::new());
        sample.records.clear();
    }
}

#[test]
fn ten_thousand_trials_are_quick() {
    let Some(mut browser) = browser("ten_thousand_trials_are_quick") else { return };
    let sample = Sample::new(10_000);
    let page = html(&sample.page());
    let clock = Instant::now();
    browser.open("report.html", &page);
    let loaded = clock.elapsed().as_secs_f64();
    browser.wait_for("document.querySelector('.trials tbody tr')");
    let shown = clock.elapsed().as_secs_f64();
    // What the page itself takes, without the way to the browser and back.
    let mut timed = |action: &str| {
        let script = format!(
            "(() => {{ const begin = performance.now(); {action}; document.body.offsetHeight; return performance.now() - begin }})()"
        );
        browser.eval(&script).as_f64().unwrap() / 1e3
    };
    let heads = "document.querySelectorAll('.trials thead button')";
    let sort_text = timed(&format!("{heads}[1].click()"));
    let sort_number = timed(&format!("{heads}[7].click()"));
    let filter = timed(
        "const box = document.querySelector('#trials input'); box.value = 'mtdf seed=7, limit'; \
         box.dispatchEvent(new Event('input'))",
    );
    let next = timed("[...document.querySelectorAll('#trials .button')].at(-1).click()");
    let count = texts(&mut browser, "#trials .count")[0].clone();
    let expected = |record: &&Record| {
        record.algorithm == "mtdf" && record.instance.contains("seed=7,") && record.status.name().contains("limit")
    };
    let found = sample.records.iter().filter(expected).count();
    assert!(count.ends_with(&format!("{found} trials")), "{count}, and it should be {found}");
    eprintln!(
        "10,000 trials: loaded {loaded:.2} s, trials shown {shown:.2} s, sort by text {sort_text:.3} s, by number \
         {sort_number:.3} s, filter {filter:.3} s, next page {next:.3} s"
    );
    for step in [sort_text, sort_number, filter, next] {
        assert!(step < QUICK, "{step} s");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn trials_page_and_open() {
    let Some(mut browser) = browser("trials_page_and_open") else { return };
    let sample = Sample::new(480);
    open(&mut browser, &sample);
    assert_eq!(texts(&mut browser, "#trials .count"), ["1 to 25 of 480 trials"]);
    let button = |text: &str| {
        format!("[...document.querySelectorAll('#trials .button')].find((it) => it.textContent === {text:?})")
    };
    assert_eq!(browser.eval(&format!("{}.disabled", button("Previous"))), json!(true));
    browser.click(&button("Next"));
    assert_eq!(texts(&mut browser, "#trials .count"), ["26 to 50 of 480 trials"]);
    browser.click("document.querySelector('.trials tbody button')");
    let whole = texts(&mut browser, ".trials pre");
    let whole: Value = serde_json::from_str(&whole[0]).unwrap();
    assert_eq!(whole, serde_json::to_value(&sample.records[25]).unwrap());
    browser.press("Enter");
    assert_eq!(texts(&mut browser, ".trials pre"), Vec::<String>::new());
    browser.click("document.querySelector('#trials input')");
    browser.write("nothing has this name");
    assert_eq!(texts(&mut browser, "#trials .count"), ["0 trials"]);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn columns_are_chosen_and_filtered() {
    let Some(mut browser) = browser("columns_are_chosen_and_filtered") else { return };
    let sample = Sample::new(480);
    open(&mut browser, &sample);
    let heads = ".trials thead tr:first-child th:not([hidden])";
    let before = texts(&mut browser, heads).len();
    let boxes = "[...document.querySelectorAll('#trials .boxes label')]";
    browser.eval("document.querySelector('#trials .boxes').closest('details').open = true");
    browser.eval(&format!("{boxes}.find((it) => it.textContent === 'peak memory').firstChild.click()"));
    browser.eval(&format!("{boxes}.find((it) => it.textContent === 'instance').firstChild.click()"));
    let shown = texts(&mut browser, heads);
    assert_eq!(shown.len(), before, "{shown:?}");
    assert!(shown.contains(&"peak memory".to_owned()) && !shown.contains(&"instance".to_owned()), "{shown:?}");
    let cells = browser.eval("document.querySelector('.trials tbody tr').cells.length");
    assert_eq!(cells, json!(shown.len()));

    browser.eval("document.querySelector('#trials .more > label input').click()");
    let mut filter = |head: &str, typed: &str| {
        let script = format!(
            "(() => {{ const heads = [...document.querySelectorAll('.trials thead tr:first-child th')];
             const place = heads.findIndex((it) => it.textContent === {head:?}) - 1;
             const input = document.querySelectorAll('.filters input')[place];
             input.value = {typed:?}; input.dispatchEvent(new Event('input'));
             return input.getAttribute('aria-invalid') + ' ' + document.querySelector('#trials .count').textContent }})()"
        );
        browser.eval(&script).as_str().unwrap().to_owned()
    };
    let count = |holds: &dyn Fn(&Record) -> bool| sample.records.iter().filter(|record| holds(record)).count();
    let depths = count(&|record| record.depth.is_some_and(|depth| (3..=5).contains(&depth)));
    assert!(filter("depth", "3..5").ends_with(&format!(" of {depths} trials")));
    let both = count(&|it| it.depth.is_some_and(|depth| (3..=5).contains(&depth)) && it.algorithm == "mtdf");
    assert!(filter("algorithm", "MTDF").ends_with(&format!(" of {both} trials")));
    // What is not understood changes nothing.
    assert!(
        filter("depth", "three").starts_with("true ")
            && filter("depth", "three").ends_with(&format!(" of {both} trials"))
    );
    let above = count(&|it| it.depth.is_some_and(|depth| depth > 4) && it.algorithm == "mtdf");
    assert!(filter("depth", "> 4").ends_with(&format!(" of {above} trials")));
    browser.eval("document.querySelector('#trials .more > label input').click()");
    assert!(texts(&mut browser, "#trials .count")[0].ends_with(" of 480 trials"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn trials_are_compared_and_scattered() {
    let Some(mut browser) = browser("trials_are_compared_and_scattered") else { return };
    let sample = Sample::new(480);
    open(&mut browser, &sample);
    browser.eval("document.querySelectorAll('.trials tbody input')[0].click()");
    assert!(texts(&mut browser, ".comparison")[0].contains("choose another"));
    browser.eval("document.querySelectorAll('.trials tbody input')[3].click()");
    let row = |name: &str| {
        format!(
            "[...document.querySelectorAll('.comparison tbody tr')].find((it) => it.cells[0].textContent === {name:?})"
        )
    };
    let cells = browser.eval(&format!("[...{}.cells].map((it) => it.textContent)", row("id")));
    let id = |place: usize| sample.records[place].id.to_string();
    assert_eq!(cells, json!(["id", id(0), id(3), "differs"]));
    let world = browser.eval(&format!("{}.className", row("world")));
    assert_eq!(world, json!(""));

    browser.eval("document.querySelectorAll('#trials .more details')[1].open = true");
    browser.wait_for("document.querySelector('.cloud svg')");
    let points = "document.querySelectorAll('.cloud svg[role] path[data-tip]')";
    assert_eq!(browser.eval(&format!("{points}.length")), json!(480));
    // The cloud follows the filter, and a point joins the comparison.
    browser.eval("const box = document.querySelector('#trials input'); box.value = 'mtdf'; box.dispatchEvent(new Event('input'))");
    let mtdf = sample.records.iter().filter(|record| record.algorithm == "mtdf").count();
    assert_eq!(browser.eval(&format!("{points}.length")), json!(mtdf));
    browser.eval(&format!("{points}[0].dispatchEvent(new Event('click'))"));
    let heads = texts(&mut browser, ".comparison thead th");
    assert_eq!(heads[2], "mtdf", "{heads:?}");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn nothing_leaves_the_screen() {
    let Some(mut browser) = browser("nothing_leaves_the_screen") else { return };
    for sample in [Sample::new(480), Sample::hostile(), Sample::bare()] {
        for (width, height) in [PHONE, (320, 568), (768, 1024), DESKTOP] {
            browser.look(width, height, false);
            open(&mut browser, &sample);
            browser.eval("document.querySelectorAll('details').forEach((it) => { it.open = true })");
            browser.eval("document.querySelector('.trials tbody button')?.click()");
            browser.eval("[...document.querySelectorAll('#trials .more > label input, .trials tbody input')].slice(0, 3).forEach((it) => it.click())");
            let wide =
                "[...document.querySelectorAll('body *')].filter((it) => !it.closest('.scroll, .plot, pre, .unseen')
                && it.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5)
                .map((it) => it.outerHTML.slice(0, 120))";
            assert_eq!(browser.eval(wide), json!([]), "at {width}");
            let scrolled = browser.eval("document.documentElement.scrollWidth");
            assert_eq!(scrolled, json!(width), "at {width}");
        }
    }
}

#[test]
fn all_but_the_trials_can_be_read_without_scripts() {
    let Some(mut browser) = browser("all_but_the_trials_can_be_read_without_scripts") else { return };
    browser.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    browser.open("report.html", &html(&Sample::new(48).page()));
    // Scripts of the test run nevertheless.
    let text = browser.eval("document.body.innerText");
    let text = text.as_str().unwrap();
    for part in [
        "How many leaves does MTD(f) visit",
        "MTD(f) visits fewer leaves than PVS at every depth from 4",
        "Leaves, time and memory by depth",
        "With JavaScript they are shown here as a table.",
        "records.jsonl",
        "AMD EPYC 7B13",
        "[[claim]]",
        "searchlab run experiments/minimax-family.toml",
    ] {
        assert!(text.contains(part), "{part}");
    }
    assert_eq!(browser.eval("document.querySelectorAll('thead button, .bar, .bubble').length"), json!(0));
}

#[test]
fn the_page_is_printed() {
    let Some(mut browser) = browser("the_page_is_printed") else { return };
    browser.look(DESKTOP.0, DESKTOP.1, true);
    open(&mut browser, &Sample::new(480));
    let params = json!({ "media": "print", "features": [{ "name": "prefers-color-scheme", "value": "dark" }] });
    browser.call("Emulation.setEmulatedMedia", params);
    let look = browser.eval(
        "(() => { const style = (it) => getComputedStyle(document.querySelector(it));
         return [style('body').backgroundColor, style('.bar').display, style('nav').display, style('.plot').overflowX] })()",
    );
    assert_eq!(look, json!(["rgb(255, 255, 255)", "none", "none", "visible"]));
    let pdf = browser.print();
    assert!(pdf.starts_with(b"%PDF") && pdf.len() > 20_000, "{} bytes", pdf.len());
}

/// The script of axe-core, which is not part of this repository: `SEARCHLAB_AXE` names it, or `npm install axe-core` put it
/// where it is found.
pub(crate) fn axe(test: &str) -> Option<String> {
    let installed = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules/axe-core/axe.min.js");
    let path = std::env::var_os("SEARCHLAB_AXE").map_or(installed, Into::into);
    let axe = std::fs::read_to_string(&path).ok();
    if axe.is_none() {
        eprintln!("skipped {test}: no axe-core (set SEARCHLAB_AXE to its axe.min.js)");
    }
    axe
}

/// Checks the page that is open.
pub(crate) fn check_by_axe(browser: &mut Chromium, axe: &str, place: &str) {
    browser.eval(axe);
    let found = browser.eval(
        "axe.run(document, { resultTypes: ['violations', 'incomplete'] }).then((found) => ({
           passes: found.passes.length,
           unsure: found.incomplete.map((it) => `${it.id}: ${it.nodes.length}`),
           violations: found.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
         }))",
    );
    eprintln!("axe, {place}: {} rules passed, unsure of {}", found["passes"], found["unsure"]);
    assert_eq!(found["violations"], json!([]), "{place}");
}

/// Screens on which pages are checked: width, height, and true for dark colours.
pub(crate) const SCREENS: [((u32, u32), bool); 4] = [(DESKTOP, false), (DESKTOP, true), (PHONE, false), (PHONE, true)];

#[test]
fn axe_finds_no_violation() {
    let Some(axe) = axe("axe_finds_no_violation") else { return };
    let Some(mut browser) = browser("axe_finds_no_violation") else { return };
    let pages = [("sample", Sample::new(480)), ("hostile", Sample::hostile()), ("bare", Sample::bare())];
    for (name, sample) in pages {
        for ((width, height), is_dark) in SCREENS {
            browser.look(width, height, is_dark);
            open(&mut browser, &sample);
            browser.eval("document.querySelectorAll('details').forEach((it) => { it.open = true })");
            browser.eval("document.querySelector('.trials tbody button')?.click()");
            browser.eval("document.querySelector('.heads button')?.click()");
            browser.eval("[...document.querySelectorAll('#trials .more > label input, .trials tbody input')].slice(0, 3).forEach((it) => it.click())");
            check_by_axe(&mut browser, &axe, &format!("{name} at {width}, {}", if is_dark { "dark" } else { "light" }));
        }
    }
}

/// Pictures to look at, where `SEARCHLAB_PICTURES` says.
#[test]
#[ignore = "writes files to look at"]
fn pictures_to_look_at() {
    let (Some(folder), Some(mut browser)) = (std::env::var_os("SEARCHLAB_PICTURES"), browser("pictures")) else {
        return;
    };
    let folder = Path::new(&folder);
    for (name, sample) in [("sample", Sample::new(480)), ("hostile", Sample::hostile()), ("bare", Sample::bare())] {
        std::fs::write(folder.join(format!("{name}.html")), html(&sample.page())).unwrap();
        for ((width, height), is_dark) in [(DESKTOP, false), (DESKTOP, true), (PHONE, false), (PHONE, true)] {
            browser.look(width, height, is_dark);
            open(&mut browser, &sample);
            let scheme = if is_dark { "dark" } else { "light" };
            browser.picture(&folder.join(format!("{name}-{width}-{scheme}.png")));
        }
        browser.look(DESKTOP.0, DESKTOP.1, false);
        std::fs::write(folder.join(format!("{name}.pdf")), browser.print()).unwrap();
        browser.look(794, 1123, false);
        browser.call("Emulation.setEmulatedMedia", json!({ "media": "print" }));
        browser.picture(&folder.join(format!("{name}-print.png")));
        browser.call("Emulation.setEmulatedMedia", json!({ "media": "" }));
    }
}
