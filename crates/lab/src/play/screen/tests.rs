//! The state machine and the pictures, without a terminal.

use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::*;
use crate::play::{Action, Ending, Fault, Game, Player, PlayerSpec, RandomPlayer};
use searchlab_trial::diagnostic::Source;
use searchlab_worlds::gomoku::{Position as Gomoku, Rule, Setting};
use searchlab_worlds::othello::Position as Othello;
use searchlab_worlds::othello::play::PLAYERS;
use searchlab_worlds::{Side, othello};

fn seats(words: [&str; 2]) -> [PlayerSpec; 2] {
    words.map(|words| PLAYERS.parse(&Source::new("player", words)).unwrap())
}

fn othello(black: &str, white: &str) -> State<Othello> {
    State::new(Game::new(Othello::INITIAL), seats([black, white]), PLAYERS, Theme::PLAIN)
}

/// The players of another world do no harm: nobody asks them here.
fn gomoku(length: u8) -> State<Gomoku> {
    let game = Game::new(Gomoku::empty(Setting::square(length, Rule::Freestyle)));
    State::new(game, seats(["human", "human"]), PLAYERS, Theme::PLAIN)
}

fn code<P: TuiBoard>(state: &mut State<P>, code: KeyCode) -> Vec<Effect> {
    state.update(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

/// Types characters; `\n` is Enter.
fn keys<P: TuiBoard>(state: &mut State<P>, keys: &str) -> Vec<Effect> {
    let press = |key: char| if key == '\n' { KeyCode::Enter } else { KeyCode::Char(key) };
    keys.chars().flat_map(|key| code(state, press(key))).collect()
}

fn click<P: TuiBoard>(state: &mut State<P>, column: u16, row: u16) -> Vec<Effect> {
    let kind = MouseEventKind::Down(MouseButton::Left);
    state.update(Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }))
}

fn tick<P: TuiBoard>(state: &mut State<P>, milliseconds: u64) -> Vec<Effect> {
    state.update(Event::Tick(state.now + Duration::from_millis(milliseconds)))
}

/// Answers the question that is asked, as a random player does.
fn answer<P: TuiBoard>(state: &mut State<P>) -> Vec<Effect> {
    let ticket = state.thinking.as_ref().unwrap().ticket;
    let action = RandomPlayer::new(3).act(&state.game).unwrap();
    state.update(Event::Thought(ticket, Ok(action)))
}

/// The rows of the screen, without blanks at their ends.
fn rows<P: TuiBoard>(state: &mut State<P>, columns: u16, height: u16) -> Vec<String> {
    state.update(Event::Resized(columns, height));
    let mut terminal = Terminal::new(TestBackend::new(columns, height)).unwrap();
    let picture = view(state);
    terminal.draw(|frame| frame.buffer_mut().clone_from(&picture)).unwrap();
    let buffer = terminal.backend().buffer();
    let row = |y| (0..columns).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
    (0..height).map(row).collect()
}

#[test]
fn a_small_terminal_shows_it_all() {
    let mut state = gomoku(15);
    keys(&mut state, "h8\ni9\nh9\ni10\n");
    tick(&mut state, 61_000);
    assert_eq!(
        rows(&mut state, 80, 24),
        [
            "    a b c d e f g h i j k l m n o  Gomoku 15x15 freestyle, move 5",
            "15  . . . . . . . . . . . . . . .",
            "14  . . . . . . . . . . . . . . .  > X  human                               1:01",
            "13  . . . . . . . . . . . . . . .    O  human                               0:00",
            "12  . . . . . . . . . . . . . . .  black to move",
            "11  . . . . . . . . . . . . . . .",
            "10  . . . . . . . .[O]. . . . . .    1 h8    i9",
            " 9  . . . . . . . X O . . . . . .    3 h9    i10",
            " 8  . . . . . . . X . . . . . . .",
            " 7  . . . . . . . . . . . . . . .",
            " 6  . . . . . . . . . . . . . . .",
            " 5  . . . . . . . . . . . . . . .",
            " 4  . . . . . . . . . . . . . . .",
            " 3  . . . . . . . . . . . . . . .",
            " 2  . . . . . . . . . . . . . . .",
            " 1  . . . . . . . . . . . . . . .",
            "",
            "",
            "",
            "                                   U undo    R redo    H hint    T marks",
            "                                   M numbers L players X swap    P pause",
            "                                   G resign  N new     S save    O load",
            "                                   ? help    Q quit",
            "i10: black to move; Enter or click plays, or type h8",
        ]
    );
}

#[test]
fn the_largest_board_fits_beside_the_panel() {
    let mut state = gomoku(22);
    keys(&mut state, "v22\na1\n");
    let rows = rows(&mut state, 80, 24);
    assert!(rows[22].starts_with(" 1 [O]. . ."), "{rows:#?}");
    assert!(rows[1].starts_with("22  . .") && rows[1].ends_with(". . X"), "{rows:#?}");
    assert!(rows[0].contains("Gomoku 22x22 freestyle") && rows.iter().any(|row| row.contains("? help")), "{rows:#?}");
}

/// The line that won, numbers and marks, on the smallest and on the largest cells.
#[test]
fn what_is_asked_for_is_shown_by_signs_alone() {
    let mut state = gomoku(15);
    keys(&mut state, "a15\na14\nb15\nb14\nc15\nc14\nd15\nT");
    let shown = rows(&mut state, 80, 24);
    // Black threatens a five, white a four; the cursor and the last move are at d15.
    assert!(shown[1].starts_with("15  X X X[X]W "), "{shown:#?}");
    assert!(shown[2].starts_with("14  O O O h h "), "{shown:#?}");
    keys(&mut state, "Td14\ne15\n");
    assert_eq!(state.ending, Some(Ending::Finished));
    let shown = rows(&mut state, 80, 24);
    assert!(shown[1].starts_with("15 *X*X*X*X[X]. "), "{shown:#?}");
    assert!(shown.iter().any(|row| row.contains("black wins")), "{shown:#?}");
    keys(&mut state, "M");
    assert!(rows(&mut state, 80, 24)[1].starts_with("15  1 3 5 7[X]. "), "{:#?}", rows(&mut state, 80, 24));
    let large = rows(&mut state, 200, 60);
    assert!(large[2].starts_with("15   *X*   *X*   *X*   *X*   [X]    ."), "{large:#?}");
    assert!(large[3].starts_with("     1     3     5     7     9"), "{large:#?}");
}

#[test]
fn the_board_of_othello_is_the_same_board_and_shows_the_legal_moves_at_once() {
    let mut state = othello("human", "human");
    keys(&mut state, "f5\n");
    let shown = rows(&mut state, 80, 24);
    assert!(shown[0].starts_with("     a   b   c   d   e   f   g   h   Othello, move 2"), "{shown:#?}");
    assert!(shown[9].starts_with(" 5   .   .   .   X   X  [X]  .   ."), "{shown:#?}");
    assert!(shown[7].contains("O   X   1   .") && shown.iter().any(|row| row.contains("discs that a move turns")));
    let marked = |shown: &[String]| shown[7].contains("O   X   1   .");
    keys(&mut state, "T");
    assert!(!marked(&rows(&mut state, 80, 24)) && marked(&shown));
    assert!(
        shown[5].contains("white to move, 4-1 discs") || shown[4].contains("white to move, 4-1 discs"),
        "{shown:#?}"
    );
}

fn draw_in_every_size<P: TuiBoard>(state: &mut State<P>) {
    for colors in [Colors::None, Colors::Sixteen, Colors::Many] {
        for is_unicode in [false, true] {
            state.theme = Theme { colors, is_unicode };
            for sheet in
                [None, Some(Sheet::Help(5)), Some(Sheet::Players(9, Side::Black)), Some(Sheet::Confirm(Command::Quit))]
            {
                state.sheet = sheet;
                for (columns, height) in
                    [(0, 0), (1, 1), (2, 9), (5, 3), (9, 30), (20, 6), (30, 12), (43, 13), (80, 24), (200, 60)]
                {
                    state.update(Event::Resized(columns, height));
                    assert_eq!(view(state).area.as_size(), (columns, height).into());
                    click(state, columns / 2, height / 2);
                    keys(state, "j");
                    state.sheet = sheet;
                }
            }
        }
    }
}

/// Every size, from nothing on, with everything that can lie over the board; in all dresses.
#[test]
fn no_size_is_too_small() {
    let mut boards = (othello("human", "human"), gomoku(22));
    keys(&mut boards.0, "f5\nM");
    keys(&mut boards.1, "k11\na1\nTM");
    draw_in_every_size(&mut boards.0);
    draw_in_every_size(&mut boards.1);
}

#[test]
fn a_move_is_made_in_four_ways() {
    let mut state = othello("human", "human");
    // Typed; by the cursor from f5; by the mouse.
    keys(&mut state, "f5\n");
    assert_eq!(state.game.spelled(), "f5");
    code(&mut state, KeyCode::Down);
    keys(&mut state, "\n");
    assert_eq!(state.game.spelled(), "f5f6");
    code(&mut state, KeyCode::Left);
    keys(&mut state, " ");
    assert_eq!(state.game.spelled(), "f5f6e6");
    // F4 in cells of four columns and two rows, behind the margin.
    click(&mut state, 3 + 5 * 4 + 2, 1 + 3 * 2);
    assert_eq!(state.game.spelled(), "f5f6e6f4");
    // A column that asks for a hint first.
    let mut state = gomoku(15);
    keys(&mut state, "h10\nj9\nl1\nk15\n");
    assert_eq!(state.game.spelled(), "h10j9l1k15");
}

#[test]
fn what_cannot_be_played_is_told() {
    let mut state = othello("human", "random");
    for (typed, told) in [
        ("a1\n", "a1 is not legal: it would turn no disc"),
        ("d4\n", "the square is taken"),
        ("f9\n", "is no move, like f5, and no command"),
        ("udno\n", "did you mean undo?"),
        ("save\n", "save needs the name of a file"),
        (":help me\n", "help takes nothing behind it"),
        ("black mtdg:depth=3\n", "unknown player"),
        (":level 99\n", "invalid level"),
        ("U", "there is no turn to go back to"),
        ("R", "nothing was taken back"),
        (":\n", ""),
    ] {
        keys(&mut state, typed);
        assert!(state.message.contains(told), "{typed}: {}", state.message);
        assert_eq!(state.game.plies(), 0);
    }
    assert!(keys(&mut state, "f5\n").contains(&Effect::Think));
    keys(&mut state, "d6\n");
    assert!(state.message.contains("the turn of white"), "{}", state.message);
}

#[test]
fn algorithms_are_asked_and_answers_to_old_questions_are_not_heard() {
    let mut state = othello("human", "alphabeta-tt:depth=2");
    assert_eq!(keys(&mut state, "f5\n"), [Effect::Think]);
    let old = state.thinking.as_ref().unwrap().ticket;
    // The person's move is taken back while the algorithm thinks.
    assert_eq!(keys(&mut state, "U"), [Effect::Stop]);
    assert_eq!((state.game.plies(), state.thinking.is_none()), (0, true));
    let late = Action::Move("d6".parse().unwrap(), None);
    state.update(Event::Thought(old, Ok(late.clone())));
    assert_eq!(state.game.plies(), 0);
    assert_eq!(keys(&mut state, "R"), [Effect::Think]);
    answer(&mut state);
    assert_eq!(state.game.plies(), 2);
    assert_eq!((state.game.position().side, state.thinking.is_none()), (Side::Black, true));
    // Both moves go back, and forth again.
    keys(&mut state, "U");
    assert_eq!((state.game.plies(), state.records.len(), state.undone.len()), (0, 0, 2));
    assert!(keys(&mut state, "R").is_empty());
    assert_eq!((state.game.plies(), state.records.len(), state.undone.len()), (2, 2, 0));
    // An answer against the rules loses.
    keys(&mut state, "Xf5\n");
    assert!(state.thinking.is_some());
    let ticket = state.thinking.as_ref().unwrap().ticket;
    state.update(Event::Thought(ticket, Ok(Action::Move("a1".parse().unwrap(), None))));
    assert_eq!(state.ending, Some(Ending::Forfeited(Side::Black, Fault::Illegal)));
}

#[test]
fn a_hint_marks_a_cell_and_a_move_breaks_it_off() {
    let mut state = othello("human", "human");
    assert_eq!(keys(&mut state, "H"), [Effect::Think]);
    let thinking = state.thinking.clone().unwrap();
    assert_eq!((thinking.question, thinking.spec.to_string()), (Question::Hint, "alphabeta-tt:depth=6".to_owned()));
    state.update(Event::Pulse(Pulse { nodes: 5, depth: 2, value: 7, line: vec![19, 18, 64], ..Pulse::default() }));
    // d3, c3; a pass is not legal then.
    assert_eq!((state.figures.line.join(" "), state.figures.depth), ("d3 c3".to_owned(), 2));
    answer(&mut state);
    let hinted = state.hint.unwrap();
    assert!(state.message.starts_with("hint: "), "{}", state.message);
    let shown = rows(&mut state, 80, 24);
    assert!(shown[1 + 2 * usize::from(hinted.row)].contains('?'), "{shown:#?}");
    assert_eq!(keys(&mut state, "H"), [Effect::Think]);
    assert_eq!(keys(&mut state, "f5\n"), [Effect::Stop]);
    assert_eq!((state.hint, state.game.plies()), (None, 1));
}

/// Each key does what its button says; `h`, which begins moves and words too, as well as `H`.
#[test]
fn a_small_h_asks_for_a_hint_unless_it_begins_a_move_or_a_word() {
    let mut state = othello("human", "human");
    let cursor = state.cursor;
    assert_eq!(keys(&mut state, "h"), [Effect::Think]);
    assert_eq!((state.thinking.as_ref().unwrap().question, state.cursor), (Question::Hint, cursor));
    // Enter after it plays nothing at the cursor.
    assert!(keys(&mut state, "\n").is_empty());
    answer(&mut state);
    assert!(state.hint.is_some() && state.game.plies() == 0, "{}", state.message);
    assert_eq!(keys(&mut state, "h"), [Effect::Think]);
    assert_eq!(keys(&mut state, "5"), [Effect::Stop]);
    assert_eq!((state.entry.as_deref(), state.hint), (Some("h5"), None));
    code(&mut state, KeyCode::Esc);
    keys(&mut state, "help\n");
    assert_eq!(state.sheet, Some(Sheet::Help(0)));
}

#[test]
fn algorithms_play_each_other_to_the_end_with_a_pause_and_a_step() {
    let mut state = othello("random", "random");
    assert_eq!(tick(&mut state, 1), [Effect::Think]);
    answer(&mut state);
    // After a move they wait.
    assert!(state.thinking.is_none() && tick(&mut state, 100).is_empty());
    assert_eq!(tick(&mut state, 200), [Effect::Think]);
    assert_eq!(keys(&mut state, "P"), [Effect::Stop]);
    assert!(tick(&mut state, 5000).is_empty());
    assert_eq!(keys(&mut state, "."), [Effect::Think]);
    answer(&mut state);
    assert!(tick(&mut state, 5000).is_empty());
    assert_eq!(state.game.plies(), 2);
    keys(&mut state, "U");
    assert_eq!(state.game.plies(), 1);
    keys(&mut state, "P++++++");
    let mut effects = Vec::new();
    for _ in 0..200 {
        effects.extend(tick(&mut state, 1));
        if state.thinking.is_some() {
            effects.extend(answer(&mut state));
        }
    }
    assert_eq!(state.ending, Some(Ending::Finished));
    assert_eq!(effects.iter().filter(|effect| matches!(effect, Effect::Keep(_))).count(), 1);
    assert!(state.game.position().board.is_over() && state.records.len() == state.game.plies());
}

/// Seed 12 has passes: they are made for the persons.
#[test]
fn passes_are_made() {
    let whole = othello::playout::game(12);
    let mut state = othello("human", "human");
    for mv in whole.moves().iter().filter(|&&mv| mv != othello::Move::PASS) {
        keys(&mut state, &format!("{mv}\n"));
    }
    assert_eq!((state.game.spelled(), state.ending), (whole.to_string(), Some(Ending::Finished)));
}

#[test]
fn what_ends_a_game_is_confirmed() {
    let mut state = othello("human", "human");
    // Nothing to lose.
    assert_eq!(keys(&mut state, "Q"), [Effect::Quit(Ending::Left)]);
    keys(&mut state, "f5\nQ");
    assert_eq!(state.sheet, Some(Sheet::Confirm(Command::Quit)));
    assert!(keys(&mut state, "n").is_empty() && state.sheet.is_none());
    assert_eq!(keys(&mut state, "Gy"), [Effect::Keep(Ending::Resigned(Side::White))]);
    keys(&mut state, "d6\n");
    assert!(state.message.contains("the game is over"), "{}", state.message);
    // Given up by mistake.
    keys(&mut state, "U");
    assert_eq!((state.ending, state.game.plies()), (None, 1));
    assert_eq!(keys(&mut state, "Ny"), [Effect::Keep(Ending::Left)]);
    assert_eq!(state.game.plies(), 0);
    keys(&mut state, "f5\n");
    let control_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    let expected = [Effect::Keep(Ending::Interrupted), Effect::Quit(Ending::Interrupted)];
    assert_eq!(state.update(Event::Key(control_c)), expected);
}

#[test]
fn players_are_chosen_by_keys_mouse_and_words() {
    let mut state = othello("human", "human");
    keys(&mut state, "Ljj\n");
    assert_eq!(state.names(), ["human", "alphabeta-tt:depth=1,evaluation=discs"]);
    assert!(state.is_chosen("level:2", Side::White) && state.is_chosen("human", Side::Black));
    keys(&mut state, "hj\n");
    assert_eq!(state.names()[0], "alphabeta-tt:depth=1");
    code(&mut state, KeyCode::Esc);
    state.ready = Duration::MAX;
    keys(&mut state, "white pvs:nodes=500\nblack human\n:level 1\n");
    assert_eq!(state.names(), ["human", "random"]);
    // A click on the line of level:5 in black's column.
    keys(&mut state, "L");
    let shown = rows(&mut state, 80, 24);
    let line = shown.iter().position(|row| row.contains("level:5 ")).unwrap();
    let column = shown[line].find("level:5 ").unwrap() - 15;
    click(&mut state, column as u16, line as u16);
    assert_eq!(state.names()[0], "alphabeta-tt:depth=3");
    keys(&mut state, "q");
    assert_eq!(state.sheet, None);
    keys(&mut state, "X");
    assert_eq!(state.names()[0], "random");
}

#[test]
fn files_are_named_and_games_go_on() {
    let mut state = othello("human", "human");
    keys(&mut state, "f5\n");
    assert_eq!(keys(&mut state, "Sa game.txt\n"), [Effect::Save("a game.txt".to_owned())]);
    assert_eq!(keys(&mut state, ":records r.jsonl\n"), [Effect::SaveRecords("r.jsonl".to_owned())]);
    assert_eq!(keys(&mut state, "Oa.txt\n"), [Effect::Load("a.txt".to_owned())]);
    let other = searchlab_worlds::othello::play::of_transcript(&othello::playout::game(5));
    assert_eq!(state.update(Event::Loaded(Ok(other))), [Effect::Keep(Ending::Left), Effect::Keep(Ending::Finished)]);
    assert_eq!(state.ending, Some(Ending::Finished));
    // A game that was read can be taken back.
    keys(&mut state, "U");
    assert_eq!(state.ending, None);
    state.update(Event::Loaded(Err("\"a.txt\" holds no game".to_owned())));
    assert!(state.message.contains("holds no game"));
}

#[test]
fn buttons_are_clicked() {
    let mut state = gomoku(15);
    let shown = rows(&mut state, 80, 24);
    let row = shown.iter().position(|row| row.contains("? help")).unwrap();
    let column = shown[row].find("? help").unwrap() as u16;
    click(&mut state, column + 2, row as u16);
    assert_eq!(state.sheet, Some(Sheet::Help(0)));
    click(&mut state, 1, 1);
    assert_eq!(state.sheet, None);
    // The pointer moves the cursor.
    let moved = MouseEvent { kind: MouseEventKind::Moved, column: 4, row: 1, modifiers: KeyModifiers::NONE };
    state.update(Event::Mouse(moved));
    assert_eq!(state.cursor, Cell { column: 0, row: 0 });
}

#[test]
fn a_help_that_is_cut_can_be_scrolled() {
    let mut state = othello("human", "human");
    state.update(Event::Resized(80, 12));
    keys(&mut state, "?");
    let first = rows(&mut state, 80, 12);
    for _ in 0..100 {
        keys(&mut state, "j");
    }
    let last = rows(&mut state, 80, 12);
    assert!(
        first.iter().any(|row| row.contains("Arrows move the cursor"))
            && last.iter().any(|row| row.contains("? a hint.")),
        "{last:#?}"
    );
    keys(&mut state, "kkx");
    assert_eq!(state.sheet, None);
}

#[test]
fn the_dress_follows_the_terminal() {
    let theme = |wants_color: bool, variables: &[(&str, &str)]| {
        let variable = |name: &str| variables.iter().find(|known| known.0 == name).map(|known| known.1.to_owned());
        Theme::of_terminal(wants_color, variable)
    };
    let many = Theme { colors: Colors::Many, is_unicode: true };
    assert_eq!(theme(true, &[("TERM", "xterm-256color"), ("LANG", "de_DE.UTF-8")]), many);
    assert_eq!(theme(true, &[("TERM", "linux"), ("LANG", "C")]), Theme { colors: Colors::Sixteen, is_unicode: false });
    assert_eq!(theme(true, &[("TERM", "dumb"), ("LC_ALL", "C"), ("LANG", "C.UTF-8")]), Theme::PLAIN);
    assert_eq!(theme(false, &[("COLORTERM", "truecolor")]), Theme::PLAIN);
}

/// A board changes by itself only while an algorithm thinks or is about to.
#[test]
fn a_board_is_idle_while_it_waits_for_a_person() {
    let mut state = othello("human", "alphabeta-tt:depth=2");
    tick(&mut state, 1);
    assert!(!state.is_busy());
    keys(&mut state, "f5\n");
    assert!(state.is_busy() && state.thinking.is_some());
    answer(&mut state);
    assert!(!state.is_busy());
    keys(&mut state, "h");
    assert!(state.is_busy(), "a hint is a search");
    let mut state = othello("random", "random");
    tick(&mut state, 1);
    answer(&mut state);
    assert!(state.is_busy() && state.thinking.is_none(), "the pause between two moves ends by itself");
    keys(&mut state, "P");
    assert!(!state.is_busy());
}
