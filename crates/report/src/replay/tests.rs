use std::fmt::Write as _;
use std::process::Command;

use super::*;

#[test]
fn the_page_loads_nothing_and_escapes_its_title() {
    let page = page("a <b> & \"c\"", &[b"{\"x\":\"</script>\"}\n".to_vec()]);
    assert!(page.contains("<title>a &lt;b&gt; &amp; &quot;c&quot;</title>"), "{}", &page[..400]);
    assert!(!page.contains("{\"x\""), "traces are packed");
    let namespace = "http://www.w3.org/2000/svg";
    let rest = page.replace(namespace, "");
    for loading in ["http:", "https:", "src=", "href=", "@import", "url(", "fetch("] {
        assert!(!rest.contains(loading), "{loading}");
    }
}

/// A hundred thousand events on a map.
#[test]
fn long_searches_are_small_pages() {
    let mut trace = String::from(
        "{\"trace\":\"searchlab\",\"version\":1,\"kind\":\"path\",\"world\":\"maze\",\"algorithm\":\"astar\",\"params\":{}}\n",
    );
    for id in 0..50_000u32 {
        let (row, col, g) = (id / 224, id % 224, id % 997);
        let (h, p) = ((id * 7) % 431, id.saturating_sub(id % 3 + 1));
        let f = g + h;
        let _ = writeln!(
            trace,
            "{{\"type\":\"generate\",\"id\":{id},\"at\":[{row},{col}],\"p\":{p},\"g\":{g},\"h\":{h},\"f\":{f},\"how\":\"new\"}}"
        );
        let _ =
            writeln!(trace, "{{\"type\":\"expand\",\"id\":{p},\"g\":{g},\"h\":{h},\"f\":{f},\"open\":{}}}", id % 613);
    }
    let bytes = page("long", &[trace.into_bytes()]).len();
    assert!(bytes < 2_000_000, "{bytes} bytes");
}

/// The scripts are tested by the JavaScript engine of the machine, where there is one.
#[test]
fn scripts_pass_their_own_tests() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/replay");
    let Ok(ended) = Command::new("node").args(["--test", "trace.test.js"]).current_dir(folder).output() else {
        eprintln!("skipped: there is no node here");
        return;
    };
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stdout));
}
