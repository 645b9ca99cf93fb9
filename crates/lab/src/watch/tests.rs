//! Films and the screen, without a terminal.

use std::io::Cursor;
use std::time::Duration;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::film::{Bound, Film, Player, Status};
use super::why::sentence;
use super::*;
use crate::theme::Theme;
use searchlab_worlds::trace::Reader;

/// A corridor of three cells, searched by A*.
const PATH: &str = r######"{"trace":"searchlab","version":1,"kind":"path","world":"maze","instance":"m.txt","algorithm":"astar","params":{},"scene":{"shape":"grid","rows":3,"cols":5,"cells":["#####","#...#","#####"],"start":[1,1],"goal":[1,3]}}
{"type":"source","id":0,"at":[1,1],"h":2}
{"type":"expand","id":0,"g":0,"h":2,"f":2,"open":0}
{"type":"generate","id":1,"at":[1,2],"p":0,"g":1,"h":1,"f":2,"how":"new"}
{"type":"expand","id":1,"p":0,"g":1,"h":1,"f":2,"open":0}
{"type":"generate","id":0,"p":1,"g":2,"h":2,"f":4,"how":"known"}
{"type":"generate","id":2,"at":[1,3],"p":1,"g":2,"h":0,"f":2,"how":"new"}
{"type":"goal","id":2,"cost":2}
{"type":"end","status":"solved","cost":2,"path":[0,1,2],"counters":{"expanded":2,"generated":3,"reopened":0},"events":7}
"######;

/// Two moves; the second is cut off.
const TREE: &str = r#"{"trace":"searchlab","version":1,"kind":"tree","world":"tree","instance":"t.txt","algorithm":"alphabeta","params":{},"scene":{"shape":"none"}}
{"type":"iteration","number":1,"depth":2}
{"type":"enter","id":0,"ply":0,"depth":2}
{"type":"enter","id":1,"p":0,"move":"a","ply":1,"depth":1}
{"type":"leaf","id":1,"value":-3}
{"type":"return","id":1,"value":-3,"bound":"exact"}
{"type":"enter","id":2,"p":0,"move":"b","ply":1,"depth":1,"beta":-3}
{"type":"cut","id":2,"by":"beta","move":"a","skipped":2}
{"type":"return","id":2,"value":-2,"bound":"lower"}
{"type":"return","id":0,"value":3,"bound":"exact"}
{"type":"end","status":"complete","value":3,"pv":["a"],"counters":{"expanded":2,"evaluated":1},"events":9}
"#;

fn film(text: &'static str) -> Film {
    Film::read(Reader::new("test", Box::new(Cursor::new(text))).unwrap()).unwrap()
}

fn show(films: Vec<Film>) -> Show {
    Show::new(films, Theme::PLAIN)
}

fn press(show: &mut Show, code: KeyCode) {
    show.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
}

fn rows(show: &mut Show, columns: u16, height: u16) -> Vec<String> {
    show.update(Event::Resized(columns, height));
    let buffer = view(show);
    let row = |y: u16| (0..columns).map(|x| buffer[(x, y)].symbol().to_owned()).collect::<String>();
    (0..height).map(row).map(|row| row.trim_end().to_owned()).collect()
}

#[test]
fn every_step_back_leads_to_the_state_that_was() {
    for text in [PATH, TREE] {
        let mut forth = Player::new(film(text));
        let states: Vec<String> = (0..=forth.film().len())
            .map(|step| {
                forth.go(step);
                format!("{:?}", forth.now())
            })
            .collect();
        for step in (0..states.len()).rev().chain([3, 1, 5]) {
            forth.go(step);
            assert_eq!(format!("{:?}", forth.now()), states[step]);
        }
    }
}

#[test]
fn states_and_counters_follow_from_the_events() {
    let mut player = Player::new(film(PATH));
    player.go(3);
    assert_eq!(player.now().nodes[1].status, Status::Open);
    assert_eq!(player.film().counters(3), [("expanded".to_owned(), 1), ("generated".to_owned(), 1)]);
    player.go(99);
    assert_eq!((player.now().goal, player.shown_path()), (Some(2), vec![0, 1, 2]));
    assert_eq!(player.film().counters(7), [("expanded".to_owned(), 2), ("generated".to_owned(), 3)]);
    let mut player = Player::new(film(TREE));
    player.go(8);
    let node = player.now().nodes[2];
    assert_eq!((node.value, node.bound, node.cut), (Some(-2.0), Bound::Lower, Some(2)));
    assert_eq!(player.now().nodes[1].bound, Bound::Exact);
}

#[test]
fn marks_are_found_in_both_directions() {
    let film = film(TREE);
    assert_eq!([0, 1, 7, 9].map(|step| film.mark_after(step)), [1, 7, 9, 9]);
    assert_eq!([9, 7, 1, 0].map(|step| film.mark_before(step)), [7, 1, 0, 0]);
}

#[test]
fn each_step_is_a_sentence() {
    let words = |film: &Film, step| sentence(film, film.event(step).as_ref(), None);
    let path = film(PATH);
    assert_eq!(words(&path, 0), "Before the first step.");
    assert_eq!(
        words(&path, 4),
        "Expands (1, 2), f = 2: g = 1 from the start, h = 1 estimated to the goal; it was the only open one."
    );
    assert!(words(&path, 5).starts_with("(1, 1) is known at no more cost"), "{}", words(&path, 5));
    let tree = film(TREE);
    assert_eq!(words(&tree, 6), "Searches after b, 1 plies left, with the window [−∞, -3].");
    assert_eq!(
        words(&tree, 7),
        "At the position after b the search is cut off: the move is too good for the other side to allow (a); 2 more never \
         looked at."
    );
    assert_eq!(words(&tree, 8), "After b is worth at least -2 for its side to move.");
}

/// The same trace as in the tests of the page (`trace.test.js`), with the same words.
#[test]
fn ties_are_told() {
    const TIED: &str = r#"{"trace":"searchlab","version":1,"kind":"path","algorithm":"astar","scene":{}}
{"type":"source","id":0,"at":[0,0],"h":3}
{"type":"expand","id":0,"g":0,"h":3,"f":3,"open":0}
{"type":"generate","id":1,"at":[0,1],"p":0,"g":1,"h":3,"f":4,"how":"new"}
{"type":"generate","id":2,"at":[0,2],"p":0,"g":1,"h":3,"f":4,"how":"new"}
{"type":"generate","id":3,"at":[0,3],"p":0,"g":1,"h":5,"f":6,"how":"new"}
{"type":"expand","id":2,"p":0,"g":1,"h":3,"f":4,"open":2}
{"type":"generate","id":1,"p":2,"g":2,"h":3,"f":5,"how":"known"}
{"type":"expand","id":1,"p":0,"g":1,"h":3,"f":4,"open":1}
{"type":"generate","id":0,"p":1,"g":2,"h":3,"f":5,"how":"known"}
"#;
    let mut player = Player::new(film(TIED));
    let mut words = |step| {
        player.go(step);
        sentence(player.film(), player.film().event(step).as_ref(), Some(player.now()))
    };
    assert!(words(2).ends_with("it was the only open one."));
    assert!(words(6).ends_with("the least f among 3 open, the newest of 2 equal."));
    assert!(words(8).ends_with("the least f among 2 open."));
    // The source has no parent, though a way leads back to it.
    player.go(9);
    assert_eq!(player.now().path(1), [0, 1]);
}

#[test]
fn keys_and_the_mouse_play() {
    let mut show = show(vec![film(PATH)]);
    press(&mut show, KeyCode::Right);
    press(&mut show, KeyCode::Right);
    assert_eq!(show.step, 2);
    press(&mut show, KeyCode::End);
    assert_eq!(show.step, 7);
    press(&mut show, KeyCode::Char(' '));
    assert_eq!((show.step, show.is_playing()), (0, true), "at the end it begins again");
    show.update(Event::Tick(Duration::from_millis(400)));
    assert_eq!(show.step, 3, "eight steps a second");
    show.update(Event::Tick(Duration::from_secs(9)));
    assert_eq!((show.step, show.is_playing()), (7, false));
    let bar = super::view::bar(&show);
    let kind = MouseEventKind::Down(MouseButton::Left);
    show.update(Event::Mouse(MouseEvent { kind, column: 0, row: bar.y, modifiers: KeyModifiers::NONE }));
    assert_eq!(show.step, 0);
    press(&mut show, KeyCode::Char('q'));
    assert!(show.is_over());
}

#[test]
fn a_maze_is_shown_in_letters() {
    let mut show = show(vec![film(PATH)]);
    show.go(4);
    let screen = rows(&mut show, 80, 24);
    assert_eq!(screen[0], "astar on m.txt");
    let maze = ["##########", "##S @ G ##", "##########"];
    assert!(screen[2..5].iter().zip(maze).all(|(row, cells)| row.starts_with(cells)), "{screen:#?}");
    assert!(screen[22].ends_with("4 of 7"), "{screen:#?}");
    let marked = screen.iter().filter_map(|row| row.split_once("> ")).map(|(_, line)| line).collect::<Vec<_>>();
    assert_eq!(marked, ["take the state with the least f from the open list, and close it"], "{screen:#?}");
    // The pointer on a cell shows its costs.
    show.update(Event::Mouse(MouseEvent {
        kind: MouseEventKind::Moved,
        column: 4,
        row: 3,
        modifiers: KeyModifiers::NONE,
    }));
    let screen = rows(&mut show, 80, 24);
    assert!(screen.iter().any(|row| row == "row 1, column 2: g 1, h 1, f 2, expanded 1 times"), "{screen:#?}");
}

#[test]
fn a_tree_is_shown_by_its_line() {
    let mut show = show(vec![film(TREE)]);
    show.go(8);
    let screen = rows(&mut show, 80, 24).join("\n");
    let marked = ">     return the greatest v";
    for words in ["root", "ply 1", "a =-3 [−∞, ∞]", ">b ≥-2 [−∞, -3]", "2 never looked at", marked] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

/// Proof numbers, searches within by their counts, and the reasons of solvers.
#[test]
fn a_search_for_a_proof_is_told() {
    const PROOF: &str = r#"{"trace":"searchlab","version":1,"kind":"proof","world":"gomoku","instance":"t","algorithm":"pns","params":{},"scene":{"shape":"none"}}
{"type":"enter","id":0,"ply":0,"depth":0,"proof_limit":null,"disproof_limit":null}
{"type":"subtree","id":0,"of":"fours","counts":{"expanded":3,"evaluated":4}}
{"type":"enter","id":1,"p":0,"move":"h8","ply":1,"depth":0,"proof_limit":2,"disproof_limit":5}
{"type":"return","id":1,"value":-1,"bound":"exact","proof":0,"disproof":null}
{"type":"cut","id":0,"by":"answered","move":"h8"}
{"type":"return","id":0,"value":1,"bound":"exact","proof":0,"disproof":null}
{"type":"end","status":"solved","value":5,"pv":["h8"],"counters":{"expanded":5,"evaluated":4},"events":6}
"#;
    let film = film(PROOF);
    assert_eq!(film.counters(2), [("expanded".to_owned(), 3), ("evaluated".to_owned(), 4)]);
    let words = |step| sentence(&film, film.event(step).as_ref(), None);
    assert_eq!(words(2), "A win by fours is looked for at the root: 3 expanded, 4 evaluated.");
    assert_eq!(words(3), "Searches after h8, until its proof number is 2 or its disproof number 5.");
    assert_eq!(words(4), "After h8 is lost for its side to move; proof number 0, disproof number ∞.");
    assert!(words(5).contains("answers the question that was asked (h8)"), "{}", words(5));
    let mut show = show(vec![film]);
    show.go(6);
    let screen = rows(&mut show, 80, 24).join("\n");
    for words in ["h8 lost 0/∞ ×1", "won 0/∞", ">     store and return the numbers"] {
        assert!(screen.contains(words), "{words}\n{screen}");
    }
}

#[test]
fn searches_go_side_by_side_and_no_size_is_too_small() {
    let mut show = show(vec![film(PATH), film(PATH)]);
    press(&mut show, KeyCode::Right);
    press(&mut show, KeyCode::Right);
    let screen = rows(&mut show, 80, 24);
    assert_eq!(screen[0].matches("astar on m.txt").count(), 2);
    for (columns, height) in [(0, 0), (1, 1), (5, 3), (20, 6), (300, 100)] {
        for text in [PATH, TREE] {
            let mut show = Show::new(vec![film(text)], Theme::PLAIN);
            show.go(6);
            rows(&mut show, columns, height);
        }
        rows(&mut show, columns, height);
    }
}

/// Whatever a file says, nothing breaks.
#[test]
fn broken_traces_are_shown_as_far_as_they_go() {
    let lines: Vec<&str> = PATH.lines().chain(TREE.lines().skip(1)).collect();
    for (place, line) in lines.iter().enumerate() {
        for (word, other) in
            [("\"id\":", "\"id\":7"), ("\"p\":", "\"p\":9"), ("\"at\":[", "\"at\":[9"), ("[", "[88"), ("2", "-2")]
        {
            for first in [0, 1] {
                let mut text = if first == 0 { lines[0].to_owned() } else { TREE.lines().next().unwrap().to_owned() };
                for (other_place, each) in lines.iter().enumerate().skip(1) {
                    let changed = if other_place == place { line.replace(word, other) } else { (*each).to_owned() };
                    text.push('\n');
                    text += &changed;
                }
                let Ok(reader) = Reader::new("test", Box::new(Cursor::new(text))) else { continue };
                let Ok(film) = Film::read(reader) else { continue };
                let mut show = show(vec![film]);
                for step in 0..=show.length {
                    show.go(step);
                    rows(&mut show, 60, 20);
                }
            }
        }
    }
}
