//! Messages as users see them: places, quotations, lengths, nearest names.

use super::*;

#[test]
fn renders_the_sample_of_the_style_guide() {
    let text = "a\nb\nc\nd\ne\nf\nalgorithms = [\"mtd\", \"pvs\"]\n";
    let source = Source::new("experiments/family.toml", text);
    let at = text.find("mtd").unwrap();
    let place = source.excerpt(at..at + 3, "not an algorithm of the world \"board\"");
    let shown = Diagnostic::unknown_name("algorithm", "mtd", &["pvs", "mtdf", "sss"], Some(place)).to_string();
    let expected = "\
error: unknown algorithm \"mtd\"
 --> experiments/family.toml:7:16
  |
7 | algorithms = [\"mtd\", \"pvs\"]
  |                ^^^ not an algorithm of the world \"board\"
  |
  = did you mean \"mtdf\"?";
    assert_eq!(shown, expected);
}

#[test]
fn colour_is_asked_for() {
    let diagnostic = Diagnostic::new("no").at(Source::new("f", "abc").excerpt(1..2, "here"));
    assert!(!diagnostic.render(false).contains('\x1b'));
    assert!(diagnostic.render(true).contains('\x1b'));
}

/// Found by fuzzing.
#[test]
fn no_part_of_the_input_speaks_to_the_terminal() {
    let source = Source::new("f\u{9b}", "a\u{9b}1m\u{7f}\u{1b}[2Jb\u{85}c");
    let at = source.text.find('b').unwrap();
    let place = source.excerpt(at..at + 3, "not \u{9b}\u{7f}");
    let shown = Diagnostic::new("no \u{90}\u{1b}").at(place).help("but \u{9d}").to_string();
    assert!(!shown.contains(|each: char| each.is_control() && each != '\n'), "{shown:?}");
    assert!(shown.contains("b\u{fffd}c\n") && shown.contains("   ^^ not \\u{9b}"), "{shown}");
}

#[test]
fn no_message_repeats_its_input_at_any_length() {
    let short = "ä".repeat(700);
    assert_eq!(bounded(&short), short);
    let long = format!("unknown word {}\u{1b}, expected a colour", "ä".repeat(1_000_000));
    let shown = bounded(&long);
    assert_eq!(shown.chars().count(), 701, "{shown}");
    assert!(shown.starts_with("unknown word ä") && shown.ends_with("ä\\u{1b}, expected a colour"), "{shown}");
    let source = Source::new("f", "abc");
    let rendered = Diagnostic::new(long.as_str()).at(source.excerpt(1..2, long.as_str())).help(long).to_string();
    assert!(rendered.lines().all(|line| line.chars().count() < 1000), "{rendered}");
}

#[test]
fn clips_long_lines_around_the_caret() {
    let source = Source::new("long", format!("{}äx{}\n", "0".repeat(5_000), "1".repeat(1_000_000)));
    let at = source.text.find('x').unwrap();
    let shown = Diagnostic::new("bad").at(source.excerpt(at..at + 1, "this")).to_string();
    assert!(shown.contains("--> long:1:5002\n"), "{shown}");
    assert!(shown.contains("00äx11"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() < 130), "{shown}");
    let columns: Vec<_> = shown.lines().filter_map(|line| line.find(['x', '^'])).collect();
    // The ellipsis and the ä before the x take more bytes than columns.
    assert_eq!(columns[0] - columns[1], '…'.len_utf8() - 1 + 'ä'.len_utf8() - 1, "{shown}");
}

#[test]
fn places_at_the_edges_of_a_text() {
    // text, span, line, column
    let cases: [(&str, Range<usize>, usize, usize); 7] = [
        ("", 0..0, 1, 1),
        ("ab", 2..2, 1, 3),
        ("ab\r\ncd\r\n", 4..6, 2, 1),
        ("ab\r\ncd\r\n", 3..9, 1, 3),
        ("ab\n", 3..3, 2, 1),
        ("äö\nü", 2..4, 1, 2),
        ("\u{feff}x", 0..1, 1, 1),
    ];
    for (text, span, line, column) in cases {
        let excerpt = Source::new("f", text).excerpt(span.clone(), "");
        assert_eq!((excerpt.line(), excerpt.column()), (line, column), "{text:?} {span:?}");
        assert!(Diagnostic::new("m").at(excerpt).to_string().contains(&format!("f:{line}:{column}")));
    }
}

#[test]
fn counts_what_it_does_not_keep() {
    let mut all = Diagnostics::new();
    for number in 0..1_234 {
        all.push(|| {
            assert!(number < Diagnostics::KEPT);
            Diagnostic::new(format!("problem {number}"))
        });
    }
    assert_eq!(all.len(), 1_234);
    assert!(all.to_string().contains("problem 19\n"));
    assert!(all.to_string().ends_with("error: 1,214 more like these"), "{all}");
}

#[test]
fn nearest_names() {
    let names = ["astar", "wastar", "idastar", "idastar-table", "mtdf", "mtd-bi", "pvs"];
    let cases = [
        ("astra", Some("astar")),
        ("ASTAR", Some("astar")),
        ("idastar_table", Some("idastar-table")),
        ("mtd", Some("mtdf")),
        ("pvz", Some("pvs")),
        ("dijkstra", None),
        ("x", None),
        ("", None),
    ];
    for (name, expected) in cases {
        assert_eq!(nearest(name, names), expected, "{name}");
    }
    assert_eq!(nearest(&"a".repeat(1_000_000), names), None);
}

#[test]
fn quotations_are_short_and_harmless() {
    let long = "a".repeat(100);
    let cases = [("", "\"\""), ("a\x1b[1m\nb", "\"a\\u{1b}[1m\\nb\""), (&long, &format!("\"{}…\"", &long[..60]))];
    for (text, expected) in cases {
        assert_eq!(quoted(text), expected);
    }
}
