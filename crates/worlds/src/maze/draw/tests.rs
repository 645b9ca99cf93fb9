//! Pictures of small mazes, as text; files as wholes.

use std::fs;

use super::raster::{LEVELS, Raster};
use super::*;

/// A maze from a picture with `#`, blank, `S` and `G`.
fn maze(picture: &str) -> (Grid, Place, Place) {
    let lines: Vec<&str> = picture.lines().filter(|line| !line.is_empty()).collect();
    let mut grid = Grid::blocked(lines.len() as u32, lines[0].len() as u32);
    let (mut start, mut goal) = (Place { row: 0, col: 0 }, Place { row: 0, col: 0 });
    for (row, line) in (0..).zip(&lines) {
        for (col, char) in (0..).zip(line.chars()) {
            let place = Place { row, col };
            grid.set_free(place, char != '#');
            match char {
                'S' => start = place,
                'G' => goal = place,
                _ => (),
            }
        }
    }
    (grid, start, goal)
}

fn cells(grid: &Grid, places: &[(u32, u32)]) -> Vec<Cell> {
    places.iter().map(|&(row, col)| grid.cell(Place { row, col })).collect()
}

/// A search that expands each of these cells once.
fn once(order: Vec<Cell>) -> Trail {
    Trail { order, ..Trail::default() }
}

const SMALL: &str = "
#######
S   # #
# # # #
# #   G
#######
";

const SMALL_PATH: [(u32, u32); 9] = [(1, 0), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5), (3, 6)];
const SMALL_EXPANDED: [(u32, u32); 10] =
    [(1, 0), (1, 1), (2, 1), (1, 2), (1, 3), (3, 1), (2, 3), (3, 3), (3, 4), (3, 5)];

/// Draws the small maze in some way.
fn with_small<T>(draw: impl FnOnce(&Picture<'_>) -> T) -> T {
    let (grid, start, goal) = maze(SMALL);
    let (path, trail) = (cells(&grid, &SMALL_PATH), once(cells(&grid, &SMALL_EXPANDED)));
    draw(&Picture {
        grid: &grid,
        terrain: None,
        start,
        goal,
        goals: &[],
        path: &path,
        trail: &trail,
        title: "a small maze",
    })
}

#[test]
fn without_colour_at_one_character_a_cell() {
    let expected = "
a small maze
███████
S***█ █
█·█*█ █
█·█***G
███████
S start
G goal
* path 8 step
· expanded 10
▄ wall
";
    assert_eq!(format!("\n{}", with_small(|small| terminal(small, 13, None, false))), expected);
}

#[test]
fn without_colour_at_two_characters_a_cell() {
    let expected = "
a small maze
██████████████
S * * * ██  ██
██· ██* ██  ██
██· ██* * * G
██████████████
S start   G goal   * path 8 steps   · expanded 10 cells   ▄ wall
";
    assert_eq!(format!("\n{}", with_small(|small| terminal(small, 80, None, false))), expected);
}

/// The text with escape sequences as `<codes>`, `f` and `b` for the foreground and background colour, and `[]` for
/// the end of all colours.
fn readable(text: &str) -> String {
    let mut readable = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        let (codes, tail) = after.split_once('m').expect("a complete escape sequence");
        let codes = codes.trim_start_matches('[').replace("38;5;", "f").replace("48;5;", "b");
        readable += before;
        match codes.as_str() {
            "0" => readable += "[]",
            codes => readable.extend(["<", codes, ">"]),
        }
        rest = tail;
    }
    readable + rest
}

#[test]
fn with_colour_two_rows_share_a_line_where_pairs_do_not_fit() {
    let text = with_small(|small| terminal(&Picture { title: "", ..*small }, 12, None, true));
    // Wall 239, free 255, expanded 117, path 208; marks are white on magenta. Equal halves are one blank.
    let expected = "
<1><f231><b126>S[]<f239><b208>▀▀▀[]<b239> []<f239><b255>▀[]<b239> []
<b239> []<b117> []<b239> []<b208> []<f239><b208>▀[]<f255><b208>▀[]<1><f231><b126>G[]
<f239>▀▀▀▀▀▀▀[]
";
    let map: Vec<String> = readable(&text).lines().take(3).map(str::to_owned).collect();
    assert_eq!(format!("\n{}\n", map.join("\n")), expected);
}

#[test]
fn every_line_resets_its_colours_and_keeps_to_the_width() {
    for max_cols in [1, 2, 5, 7, 13, 14, 80] {
        for color in [false, true] {
            let text = with_small(|small| terminal(small, max_cols, None, color));
            for line in readable(&text).lines() {
                let mut plain = String::new();
                let mut depth = 0;
                for char in line.chars() {
                    match char {
                        '<' | '[' => depth += 1,
                        '>' | ']' => depth -= 1,
                        char if depth == 0 => plain.push(char),
                        _ => (),
                    }
                }
                assert!(plain.chars().count() <= max_cols.max(2), "{max_cols} {color}: {line}");
                assert_eq!(line.matches('<').count() > 0, line.contains("[]"), "{line}");
                assert!(line.rfind('<') <= line.rfind("[]"), "{line}");
            }
        }
    }
}

#[test]
fn a_large_map_is_scaled_down_and_says_so() {
    let mut grid = Grid::blocked(500, 700);
    for place in grid.places().filter(|place| place.col < 350) {
        grid.set_free(place, true);
    }
    let path = cells(&grid, &[(0, 0), (0, 1)]);
    let goal = Place { row: 499, col: 349 };
    let picture = Picture {
        grid: &grid,
        terrain: None,
        start: Place { row: 0, col: 0 },
        goal,
        goals: &[],
        path: &path,
        trail: &once(path.clone()),
        title: "half",
    };
    for color in [false, true] {
        for max_rows in [None, Some(24), Some(10), Some(1)] {
            let text = terminal(&picture, 80, max_rows, color);
            // Title, scale, legend and one line of map are always there.
            assert!(max_rows.is_none_or(|most| text.lines().count() <= most.max(4)), "{text}");
            assert!(text.contains("scale: one character is "), "{text}");
        }
    }
    let text = terminal(&picture, 80, None, false);
    assert!(text.contains("one character is 18 x 9 cells"), "{text}");
    assert_eq!(text.lines().nth(2), Some(format!("{}{}", " ".repeat(39), "█".repeat(39)).as_str()));
}

#[test]
fn a_maze_of_one_cell_and_a_maze_without_a_path() {
    let mut grid = Grid::blocked(1, 1);
    let place = Place { row: 0, col: 0 };
    grid.set_free(place, true);
    let one = Picture {
        grid: &grid,
        terrain: None,
        start: place,
        goal: place,
        goals: &[],
        path: &[],
        trail: &Trail::default(),
        title: "",
    };
    assert_eq!(terminal(&one, 80, None, false), "X\nX start and goal   ▄ wall\n");
    assert!(terminal(&one, 1, Some(0), true).contains('X'));
    roxmltree::Document::parse(&svg(&one)).expect("XML");

    let (grid, start, goal) = maze("S#G");
    let trail = once(cells(&grid, &[(0, 0)]));
    let none =
        Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "no way" };
    assert_eq!(terminal(&none, 80, None, false), "no way\nS ██G\nS start   G goal   · expanded 1 cell   ▄ wall\n");
    let text = svg(&none);
    assert!(!text.contains("<polyline"), "no path, no line");
}

/// Area of each colour in the map of an SVG, in squares.
fn areas(text: &str) -> Vec<(String, u32)> {
    let document = roxmltree::Document::parse(text).expect("XML");
    let map = document.descendants().find(|node| node.attribute("class") == Some("map")).expect("a map");
    let length = |strokes: &str| {
        strokes
            .split('h')
            .skip(1)
            .map(|run| run.split('m').next().and_then(|length| length.parse::<u32>().ok()).expect("a length"))
            .sum()
    };
    map.children()
        .filter(roxmltree::Node::is_element)
        .map(|path| (path.attribute("stroke").expect("colour").to_owned(), length(path.attribute("d").expect("runs"))))
        .collect()
}

#[test]
fn an_svg_holds_every_cell_once_in_its_colour() {
    let text = with_small(svg);
    let areas = areas(&text);
    // 35 cells: 22 walls, 3 free ones that were not expanded, 10 expanded ones, each in a colour of its own.
    assert_eq!(areas[0], (palette::WALL.to_string(), 22));
    assert_eq!(areas[1], (palette::FREE.to_string(), 3));
    assert_eq!(areas[2], (palette::heat(0).to_string(), 1));
    assert_eq!(areas.len(), 12);
    assert_eq!(areas.iter().map(|(_, area)| area).sum::<u32>(), 35);
    assert!(text.contains("<title>a small maze</title>"));
    assert!(text.contains("5 × 7 cells · 10 cells expanded · path of 8 steps"));
}

#[test]
fn a_title_cannot_break_the_document() {
    let title = "a<b> & \"c\" \u{1b}[31m \u{0} \u{ffff} ]]>";
    let text = with_small(|small| svg(&Picture { title, ..*small }));
    let document = roxmltree::Document::parse(&text).expect("XML");
    assert!(document.descendants().any(|node| node.text().is_some_and(|text| text.contains("a<b> & \"c\""))));
    assert!(!with_small(|small| terminal(&Picture { title, ..*small }, 80, None, false)).contains('\u{1b}'));
}

/// Three cells, which two iterations expand 20 times, twice and once.
fn deepening(grid: &Grid) -> Trail {
    let order = cells(grid, &[(0, 0), (0, 1), (0, 2)]);
    let layer = |threshold, visits: &[u32]| Layer {
        threshold: Some(threshold),
        visits: order.iter().copied().zip(visits.iter().copied()).collect(),
    };
    let layers = vec![layer(2.0, &[4, 1]), layer(3.5, &[16, 1, 1])];
    Trail { path: Vec::new(), order, layers, scans: None }
}

#[test]
fn cells_that_are_expanded_again_are_coloured_by_how_often() {
    let (grid, start, goal) = maze("S  G");
    let trail = deepening(&grid);
    let picture = Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "" };
    let raster = Raster::new(&picture, 1, 1);
    let levels: Vec<_> = raster.row(0).iter().map(|shade| shade.level()).collect();
    assert_eq!((raster.most, levels[0], levels[2], levels[3]), (20, Some(LEVELS - 1), Some(0), None));
    assert!(levels[1] > levels[2] && levels[1] < levels[0], "{levels:?}");
    let text = svg(&picture);
    for words in ["23 expansions of 3 cells", "expansions of a cell (logarithmic)", ">20<", "each threshold"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in ["threshold 2: 5 expansions", "threshold 3.5: 18 expansions"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert_eq!(text.matches("class=\"map\"").count(), 3, "all, and a panel for each threshold");
    let plain = terminal(&picture, 120, None, false);
    assert!(plain.starts_with("S o · G\n"), "{plain}");
    assert!(plain.contains("· 23 expansions of 3 cells: once   o 2 to 9 times   @ 10 to 20 times"), "{plain}");
    assert!(plain.ends_with("\nexpansions up to each threshold: 2: 5, 3.5: 18\n"), "{plain}");
}

#[test]
fn many_thresholds_stay_within_the_page() {
    let grid = Grid::blocked(300, 40);
    let (start, goal) = (Place { row: 0, col: 0 }, Place { row: 299, col: 39 });
    let layer = |index: u32| Layer { threshold: Some(index.into()), visits: vec![(grid.cell(start), 2)] };
    let layers = (0..100).map(layer).collect();
    let trail = Trail { path: Vec::new(), order: vec![grid.cell(start)], layers, scans: None };
    let text =
        svg(&Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "" });
    assert!(text.contains(" of the 100 thresholds"), "{text}");
    let plain = terminal(
        &Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "" },
        80,
        None,
        false,
    );
    assert!(plain.contains("\nexpansions up to 16 of the 100 thresholds: 0: 2, 6: 2,"), "{plain}");
    assert!(plain.ends_with(" 99: 2\n"), "{plain}");
    for end in ["threshold 0: 2 expansions", "threshold 99: 2 expansions"] {
        assert!(text.contains(end), "{end}");
    }
    let document = roxmltree::Document::parse(&text).expect("XML");
    let height: u32 = document.root_element().attribute("height").expect("a height").parse().expect("a number");
    assert!(height <= 4096, "{height}");
}

#[test]
fn scanned_cells_stand_beside_the_expanded_ones() {
    let (grid, start, goal) = maze("S  G");
    let scans = Scans { looks: 12, cells: cells(&grid, &[(0, 0), (0, 1), (0, 2)]) };
    let trail = Trail { scans: Some(scans), ..once(cells(&grid, &[(0, 0)])) };
    let picture = Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "" };
    let text = svg(&picture);
    for words in ["1 cell expanded", "scanned 12 (3 free cells)", "scanned only", "not looked at"] {
        assert!(text.contains(words), "{words}: {text}");
    }
    assert!(areas(&text).contains(&(palette::SCANNED.to_string(), 2)), "{text}");
    let plain = terminal(&picture, 120, None, false);
    assert!(plain.starts_with("S ' ' G\n"), "{plain}");
    assert!(plain.contains("' scanned 12"), "{plain}");
}

#[test]
fn files_are_whole_and_equal_from_run_to_run() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["small.svg", "small.PNG"] {
        let path = folder.path().join(name);
        let write = || {
            with_small(|small| write_picture(&path, small)).expect("a picture");
            fs::read(&path).expect("a file")
        };
        let bytes = write();
        assert_eq!(bytes, write());
        assert!(bytes.starts_with(if name.ends_with("svg") { b"<svg " } else { b"\x89PNG\r" }));
    }
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2, "nothing half-written remains");
}

#[test]
fn names_that_give_no_picture_are_refused_with_the_remedy() {
    for name in ["maze", "maze.jpg", "", "svg", "maze.svg.gz"] {
        let path = Path::new(name);
        let error = with_small(|small| write_picture(path, small)).expect_err(name).to_string();
        assert!(error.ends_with("end the name in .svg or .png"), "{error}");
        assert!(check_picture(path).is_err());
    }
    let path = Path::new("no-such-folder/maze.png");
    for result in [with_small(|small| write_picture(path, small)), check_picture(path)] {
        let error = result.expect_err("no folder").to_string();
        assert!(error.contains("\"no-such-folder/maze.png\""), "{error}");
    }
}

#[test]
fn a_large_png_keeps_to_its_size() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("large.png");
    for (rows, cols) in [(30, 9000), (9000, 30), (1900, 1900)] {
        let grid = Grid::blocked(rows, cols);
        let (start, goal) = (Place { row: 0, col: 0 }, Place { row: rows - 1, col: cols - 1 });
        let trail = once(vec![grid.cell(start)]);
        let picture =
            Picture { grid: &grid, terrain: None, start, goal, goals: &[], path: &[], trail: &trail, title: "large" };
        write_picture(&path, &picture).expect("a picture");
        let bytes = fs::read(&path).expect("a file");
        // PNG: width and height are big-endian words at bytes 16 and 20.
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        assert!(number(16) <= 4096 && number(20) <= 4096, "{} x {}", number(16), number(20));
    }
}

/// The cost of a cell is a digit beside what the search did there, and a band in pictures.
#[test]
fn terrain_is_drawn() {
    let mut grid = Grid::blocked(1, 4);
    grid.places().for_each(|place| grid.set_free(place, true));
    let cell = |col| grid.cell(Place { row: 0, col });
    let mut costs = vec![1; grid.cell_bound()];
    (costs[cell(1) as usize], costs[cell(2) as usize]) = (5, 12);
    let terrain = Terrain::new(&grid, costs, Terrain::DIGITS.to_owned()).unwrap().unwrap();
    let trail = Trail { order: vec![cell(0), cell(1)], ..Trail::default() };
    let (start, goal) = (Place { row: 0, col: 0 }, Place { row: 0, col: 3 });
    let picture =
        Picture { grid: &grid, terrain: Some(&terrain), start, goal, goals: &[], path: &[], trail: &trail, title: "" };
    let all = [goal, Place { row: 0, col: 2 }];
    assert!(terminal(&Picture { goals: &all, ..picture }, 80, None, false).starts_with("S \u{b7}5G+G"));
    let plain = terminal(&picture, 80, None, false);
    assert!(plain.starts_with("S \u{b7}5 +G") && plain.contains("2-9+ cost"), "{plain}");
    let text = svg(&picture);
    assert!(text.contains("cost (band)") && text.contains("#a06a3c"), "{text}");
    assert!(!svg(&Picture { terrain: None, ..picture }).contains("#a06a3c"));
}
