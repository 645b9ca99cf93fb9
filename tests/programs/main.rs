//! Programs as players: whatever they do, they lose at most their game.
//!
//! Most are the example `fake_engine`, which `cargo test` builds with all examples; `cargo test --test programs` alone
//! does not.

#[cfg(unix)]
mod misbehaviour;
#[path = "../fake_engine/place.rs"]
mod place;

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use place::fake_engine;
use searchlab::diagnostic::Source;
use searchlab::play::program::WATCHES_MEMORY;
use searchlab::play::{
    Action, Ending, Fault, Forfeit, Game, Player, PlayerSpec, ProgramPlayer, RandomPlayer, SearchableGame, Watcher,
    play,
};
use searchlab::record::{Record, Status};
use searchlab::worlds::Side;
use searchlab::worlds::connect4::{self, Position as ConnectFour, Size};
use searchlab::worlds::gomoku::{Position as Gomoku, Rule, Setting};
use searchlab::worlds::othello::{Position as Othello, playout};
use tempfile::TempDir;

/// The key of programs of Othello that speak it.
const GTP: &str = ",protocol=gtp";

/// A fake with a behaviour, and the file where its processes leave their numbers.
struct Setup {
    folder: TempDir,
    cmd: String,
}

impl Setup {
    fn new(behaviour: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let cmd = format!("'{}' {behaviour} '{}'", fake_engine().display(), folder.path().join("numbers").display());
        Self { folder, cmd }
    }

    fn player<P: SearchableGame>(&self, limits: &str) -> ProgramPlayer<P> {
        program(&self.cmd, limits)
    }

    /// What the processes have left.
    fn lines(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("numbers")).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// The numbers of all processes.
    fn numbers(&self) -> Vec<u32> {
        self.lines().iter().filter_map(|line| line.parse().ok()).collect()
    }

    #[track_caller]
    fn assert_all_gone(&self) {
        place::assert_all_gone(&self.numbers());
    }
}

fn program<P: SearchableGame>(cmd: &str, limits: &str) -> ProgramPlayer<P> {
    program_until(cmd, limits, Arc::default())
}

fn program_until<P: SearchableGame>(cmd: &str, limits: &str, stop: Arc<AtomicBool>) -> ProgramPlayer<P> {
    match P::PLAYERS.parse(&Source::new("player", format!("program:cmd={cmd}{limits}"))) {
        Ok(PlayerSpec::Program(spec)) => ProgramPlayer::new(spec, stop),
        Ok(other) => panic!("{other}"),
        Err(problems) => panic!("{problems}"),
    }
}

/// Keeps what happens.
#[derive(Default)]
struct Notes {
    mishaps: Vec<(Side, Forfeit)>,
    records: Vec<Record>,
}

impl<P: SearchableGame> Watcher<P> for Notes {
    fn moved(&mut self, _: &Game<P>, _: Side, _: P::Move, record: Option<Box<Record>>) -> io::Result<()> {
        self.records.extend(record.map(|record| *record));
        Ok(())
    }

    fn passed(&mut self, _: &Game<P>, _: Side) -> io::Result<()> {
        Ok(())
    }

    fn taken_back(&mut self, _: &Game<P>, _: usize) -> io::Result<()> {
        Ok(())
    }

    fn failed(&mut self, _: &Game<P>, side: Side, mishap: &Forfeit) -> io::Result<()> {
        self.mishaps.push((side, mishap.clone()));
        Ok(())
    }
}

fn whole_game<P: SearchableGame>(start: P, players: [&mut dyn Player<P>; 2]) -> (Game<P>, Ending, Notes) {
    let (mut game, mut notes) = (Game::new(start), Notes::default());
    let ending = play(&mut game, players, &mut notes).expect("a game");
    (game, ending, notes)
}

fn gomoku() -> Gomoku {
    Gomoku::empty(Setting::default())
}

/// The program loses its game by its fault; the next is played by a fresh process, to the end; nobody is left.
fn loses_one_game<P: SearchableGame>(start: &P, behaviour: &str, limits: &str, fault: Fault, words: &str) {
    let setup = Setup::new(behaviour);
    let mut player = setup.player::<P>(limits);
    let mut random = RandomPlayer::new(3);
    let (_, ending, notes) = whole_game(start.clone(), [&mut player, &mut random]);
    assert_eq!(ending, Ending::Forfeited(Side::Black, fault), "{behaviour}: {:?}", notes.mishaps);
    let [(Side::Black, mishap)] = &notes.mishaps[..] else { panic!("{behaviour}: {:?}", notes.mishaps) };
    assert!(mishap.fault == fault && mishap.detail.contains(words), "{behaviour}: {mishap}");
    assert_eq!(player.process_id(), None, "{behaviour}");
    setup.assert_all_gone();
    let (_, ending, notes) = whole_game(start.clone(), [&mut random, &mut player]);
    assert_eq!(ending, Ending::Finished, "{behaviour}: {:?}", notes.mishaps);
    assert_eq!(setup.numbers().len(), if behaviour.starts_with("parent") { 3 } else { 2 }, "{behaviour}");
    drop(player);
    setup.assert_all_gone();
    assert_eq!(setup.lines().last().map(String::as_str), Some("end"), "{behaviour}");
}

/// Off the board or on a disc, before anything else.
#[test]
fn the_first_move_may_be_the_fault() {
    fn is_illegal<P: SearchableGame>(start: P, protocol: &str, words: &str) {
        let setup = Setup::new("illegal:1");
        let mut player = setup.player::<P>(protocol);
        let (game, ending, notes) = whole_game(start, [&mut player, &mut RandomPlayer::new(1)]);
        assert_eq!((game.plies(), ending), (0, Ending::Forfeited(Side::Black, Fault::Illegal)));
        assert!(notes.mishaps[0].1.detail.contains(words), "{:?}", notes.mishaps);
    }
    is_illegal(gomoku(), "", "99,99 lies off the board of 15x15");
    for protocol in ["", GTP] {
        is_illegal(Othello::INITIAL, protocol, "d4");
    }
}

/// Remarks, suggestions, complaints: no faults. One process plays all games.
#[test]
fn good_programs_play_on() {
    for behaviour in ["good", "noisy", "suggest", "deaf"] {
        let setup = Setup::new(behaviour);
        let [mut first, mut second] = [(); 2].map(|()| setup.player::<Gomoku>(",time=20s"));
        let rules = if behaviour == "good" { &Rule::ALL[..] } else { &Rule::ALL[..1] };
        for &rule in rules {
            let start = Gomoku::empty(Setting { width: 6, height: 9, rule });
            for _ in 0..2 {
                let (_, ending, notes) = whole_game(start.clone(), [&mut first, &mut second]);
                assert_eq!(ending, Ending::Finished, "{behaviour} {rule:?} {:?}", notes.mishaps);
            }
        }
        // One for each player and board.
        assert_eq!(setup.numbers().len(), 2 * rules.len(), "{behaviour}");
        drop((first, second));
        setup.assert_all_gone();
    }
    for behaviour in ["noisy", "chatty", "deaf"] {
        plays_on_in_othello(behaviour, "");
        plays_on_in_othello(behaviour, GTP);
    }
}

fn plays_on_in_othello(behaviour: &str, protocol: &str) {
    let is_gtp = protocol == GTP;
    let setup = Setup::new(behaviour);
    let depth = if is_gtp { "" } else { ",depth=3" };
    let mut player = setup.player::<Othello>(&format!(",time=20s{depth}{protocol}"));
    for seed in 0..8 {
        // From openings too, and with passes; in GTP all moves of an opening must be found first.
        let plies = if is_gtp { seed } else { 8 + seed * 6 };
        let mut game = Game::new(playout::random_position(seed, plies as usize));
        let mut notes = Notes::default();
        let mut random = RandomPlayer::new(seed);
        let players: [&mut dyn Player<Othello>; 2] =
            if seed % 2 == 0 { [&mut player, &mut random] } else { [&mut random, &mut player] };
        assert_eq!(play(&mut game, players, &mut notes).expect("a game"), Ending::Finished, "{:?}", notes.mishaps);
        let records = &notes.records;
        assert!(!records.is_empty());
        for record in records {
            assert_eq!((record.algorithm.as_str(), record.status), ("program", Status::Complete));
            let value = record.result.as_ref().map(|answer| answer.value);
            assert!(is_gtp || value == Some(1.5) && record.params["depth"] == 3, "{record:?}");
            assert!(record.measured.seconds > 0.0 && (record.measured.peak_bytes > 0) == WATCHES_MEMORY);
        }
    }
    assert_eq!(setup.numbers().len(), 1);
    drop(player);
    setup.assert_all_gone();
}

/// A process that cannot begin another game is replaced, and one that has died between the games.
#[test]
fn games_begin_with_a_clear_board() {
    let setup = Setup::new("stubborn");
    let mut player = setup.player::<Othello>(&format!(",time=20s{GTP}"));
    for _ in 0..3 {
        assert_eq!(whole_game(Othello::INITIAL, [&mut player, &mut RandomPlayer::new(5)]).1, Ending::Finished);
    }
    assert_eq!(setup.numbers().len(), 2);
    let setup = Setup::new("stubborn");
    let mut player = setup.player::<Gomoku>(",time=20s");
    for _ in 0..3 {
        assert_eq!(whole_game(gomoku(), [&mut player, &mut RandomPlayer::new(5)]).1, Ending::Finished);
    }
    // The second is good: it begins the third game too.
    assert_eq!(setup.numbers().len(), 2);
    #[cfg(unix)]
    if let Some(process) = player.process_id().and_then(|id| rustix::process::Pid::from_raw(id.cast_signed())) {
        rustix::process::kill_process(process, rustix::process::Signal::KILL).expect("it runs");
        assert_eq!(whole_game(gomoku(), [&mut player, &mut RandomPlayer::new(5)]).1, Ending::Finished);
        assert_eq!(setup.numbers().len(), 3);
    }
}

/// Moves are taken back under a program that knows them.
#[test]
fn programs_follow_what_is_taken_back() {
    fn moved<P: SearchableGame>(player: &mut ProgramPlayer<P>, game: &mut Game<P>) {
        match player.act(game).expect("an answer") {
            Action::Move(mv, _) => assert!(game.push(mv)),
            other => panic!("{other:?}"),
        }
    }
    fn goes_back<P: SearchableGame>(start: P, protocol: &str) {
        let setup = Setup::new("good");
        let mut player = setup.player::<P>(&format!(",time=20s{protocol}"));
        let mut game = Game::new(start);
        let random = |game: &mut Game<P>, seed| {
            let mv = game.position().random_move(seed, game.plies()).expect("a move");
            assert!(game.push(mv));
        };
        for _ in 0..4 {
            moved(&mut player, &mut game);
            random(&mut game, 1);
        }
        assert_eq!(game.take_back(|side| side == Side::White), 1);
        assert_eq!(game.take_back(|side| side == Side::White), 2);
        random(&mut game, 2);
        moved(&mut player, &mut game);
        assert_eq!((game.plies(), setup.numbers().len()), (7, 1));
    }
    goes_back(gomoku(), "");
    goes_back(Othello::INITIAL, "");
    goes_back(Othello::INITIAL, GTP);
}

#[test]
fn a_program_that_cannot_play_is_an_error() {
    let mut missing = program::<Gomoku>("./no/such/engine -x", "");
    let error = play(&mut Game::new(gomoku()), [&mut missing, &mut RandomPlayer::new(1)], &mut Notes::default());
    let error = error.expect_err("there is none");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert!(error.to_string().starts_with("cannot start the program \"./no/such/engine -x\": "), "{error}");
    let setup = Setup::new("refuse");
    let mut refusing = setup.player::<Gomoku>("");
    let error = play(&mut Game::new(gomoku()), [&mut refusing, &mut RandomPlayer::new(1)], &mut Notes::default());
    let error = error.expect_err("it refuses").to_string();
    assert!(error.ends_with("refuses the board: \"ERROR no such board\""), "{error}");
    let setup = Setup::new("refuse");
    let mut refusing = setup.player::<Othello>(GTP);
    let error = refusing.act(&Game::new(Othello::INITIAL)).expect_err("it refuses").to_string();
    assert!(error.ends_with("refuses the board: \"boardsize 8: unacceptable size\""), "{error}");
}

#[test]
fn a_stop_is_heard_while_a_program_thinks() {
    let setup = Setup::new("hang:1");
    let stop = Arc::new(AtomicBool::new(false));
    let mut player = program_until::<Othello>(&setup.cmd, ",time=1min", Arc::clone(&stop));
    let watch = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        stop.store(true, Ordering::Relaxed);
        Instant::now()
    });
    let action = player.act(&Game::new(Othello::INITIAL)).expect("an answer");
    let heard = Instant::now();
    assert!(matches!(action, Action::Interrupt), "{action:?}");
    // 50 ms, and the machine may be busy.
    assert!(heard.duration_since(watch.join().expect("no panic")) < Duration::from_millis(500));
    assert_eq!(player.process_id(), None);
    setup.assert_all_gone();
}

/// The children of a wrapper end with it, both when they hang and when they will not hear the end.
#[cfg(unix)]
#[test]
fn children_of_wrappers_end_with_them() {
    for (behaviour, fault) in [("hang:2", Some(Fault::Late)), ("deaf", None)] {
        let mut setup = Setup::new(behaviour);
        setup.cmd = format!("sh -c '\"$0\" \"$@\"; exit 0' {}", setup.cmd);
        let mut player = setup.player::<Gomoku>(if fault.is_some() { ",time=500ms" } else { ",time=20s" });
        let (_, ending, _) = whole_game(gomoku(), [&mut RandomPlayer::new(2), &mut player]);
        assert_eq!(ending, fault.map_or(Ending::Finished, |fault| Ending::Forfeited(Side::White, fault)));
        assert_eq!(setup.numbers().len(), 1);
        let begin = Instant::now();
        drop(player);
        assert!(begin.elapsed() < Duration::from_secs(2));
        setup.assert_all_gone();
    }
}

/// Children that have left the group and the session of their program end with it, whether it ends well or is killed.
#[cfg(target_os = "linux")]
#[test]
fn children_that_left_end_with_their_program() {
    for limits in [",time=20s", ",time=20s,memory=1KiB"] {
        let setup = Setup::new("parent");
        let mut player = setup.player::<Gomoku>(limits);
        let (_, ending, notes) = whole_game(gomoku(), [&mut player, &mut RandomPlayer::new(2)]);
        let is_killed = limits.ends_with("KiB");
        assert_eq!(matches!(ending, Ending::Forfeited(..)), is_killed, "{:?}", notes.mishaps);
        assert_eq!(setup.numbers().len(), 2, "{limits}");
        drop(player);
        setup.assert_all_gone();
    }
}

/// A program is started where it is told to be, and found there; its folder must be one.
#[test]
fn programs_start_in_the_folder_that_they_are_given() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().join("its folder");
    fs::create_dir(&dir).expect("a folder");
    let name = format!("own{}", env::consts::EXE_SUFFIX);
    fs::copy(fake_engine(), dir.join(&name)).expect("room");
    for cmd in [format!("'{}'", fake_engine().display()), format!("./{name}"), name] {
        let start = |dir: &Path| {
            let mut player =
                program::<Othello>(&format!("{cmd} good numbers"), &format!(",dir={},time=20s", dir.display()));
            play(&mut Game::new(Othello::INITIAL), [&mut player, &mut RandomPlayer::new(1)], &mut Notes::default())
        };
        assert_eq!(start(&dir).expect("a game"), Ending::Finished, "{cmd}");
        assert!(fs::read_to_string(dir.join("numbers")).is_ok_and(|text| text.ends_with("end\n")), "{cmd}");
        fs::remove_file(dir.join("numbers")).expect("it is there");
        let missing = start(&dir.join("absent")).expect_err("there is no such folder").to_string();
        assert!(missing.contains("cannot start the program") && missing.contains("there is no folder"), "{missing}");
    }
}

/// Our own engines on both sides, each asked as any other program.
#[test]
fn our_engines_are_programs() {
    let searchlab = Path::new(env!("CARGO_BIN_EXE_searchlab")).display();
    let cmd = format!("'{searchlab}' gomoku engine");
    let [mut black, mut white] = [",nodes=200", ",nodes=400"].map(|more| program::<Gomoku>(&cmd, more));
    let start = Gomoku::empty(Setting::square(9, Rule::Renju));
    let (game, ending, notes) = whole_game(start, [&mut black, &mut white]);
    assert_eq!((ending, notes.records.len()), (Ending::Finished, game.plies()), "{:?}", notes.mishaps);
    let [mut black, mut white] = [1, 3].map(|depth| {
        program::<Othello>(
            &format!("'{searchlab}' othello engine --player alphabeta-tt:depth=3"),
            &format!(",depth={depth}"),
        )
    });
    for _ in 0..2 {
        let (_, ending, notes) = whole_game(Othello::INITIAL, [&mut black, &mut white]);
        assert_eq!(ending, Ending::Finished, "{:?}", notes.mishaps);
        assert!(notes.records.iter().all(|record| record.result.is_some()));
    }
}

/// The protocol decides nothing: the same engine plays the same games in both, from the first board and from openings.
#[test]
fn games_in_gtp_are_those_of_nboard() {
    let searchlab = Path::new(env!("CARGO_BIN_EXE_searchlab")).display();
    for words in ["mtdf:depth=4 --solve 8", "pvs:nodes=800", "'alphabeta:depth=2,ties=seeded' --seed 3"] {
        let cmd = |protocol| format!("'{searchlab}' othello engine --protocol {protocol} --player {words}");
        let mut nboard = [(); 2].map(|()| program::<Othello>(&cmd("nboard"), ",time=20s"));
        let mut gtp = [(); 2].map(|()| program::<Othello>(&cmd("gtp"), ",time=20s,protocol=gtp"));
        for (seed, plies) in [(1, 0), (2, 8), (3, 9), (12, 12)] {
            let start = playout::random_position(seed, plies);
            let played = |players: [&mut dyn Player<Othello>; 2]| {
                let (game, ending, notes) = whole_game(start, players);
                assert_eq!(ending, Ending::Finished, "{words}: {:?}", notes.mishaps);
                game
            };
            let [black, white] = &mut nboard;
            let expected = played([black, white]);
            let [first, second] = &mut gtp;
            assert_eq!(played([first, second]), expected, "{words}");
            assert_eq!(played([first, white]), expected, "{words}");
        }
    }
}

/// Programs of Connect Four speak GTP, on boards of any size.
#[test]
fn our_engine_plays_connect_four() {
    let searchlab = Path::new(env!("CARGO_BIN_EXE_searchlab")).display();
    for (columns, rows) in [(7, 6), (5, 4)] {
        let cmd = format!("'{searchlab}' connect4 engine --size {columns}x{rows} --player alphabeta-tt:depth=4");
        let mut player = program::<ConnectFour>(&cmd, ",time=20s");
        for seed in 0..4 {
            let start = connect4::playout::random_position(Size::new(columns, rows).expect("a size"), seed, 4);
            let mut random = RandomPlayer::new(seed);
            let (_, ending, notes) = whole_game(start, [&mut player, &mut random]);
            assert_eq!(ending, Ending::Finished, "{:?}", notes.mishaps);
        }
    }
}

/// On the command line: a whole game, a game that is lost, a program that is none.
#[test]
fn programs_sit_down_at_the_board() {
    let searchlab = env!("CARGO_BIN_EXE_searchlab");
    let run = |cmd: &str, more: &str| {
        let player = format!("program:cmd={cmd}{more}");
        let words = ["othello", "play", "--plain", "--black", &player, "--white", "random"];
        let output = Command::new(searchlab).args(words).stdin(Stdio::null()).output().expect("it runs");
        let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        (output.status.code(), out, err)
    };
    let (code, out, _) = run(&format!("'{searchlab}' othello engine --player level:4"), ",time=20s,name=mine");
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("level:4,time=20s,name=mine") && out.contains("\nresult: black wins by"), "{out}");
    let (code, out, _) = run(&Setup::new("crash:2").cmd, "");
    assert_eq!(code, Some(0), "{out}");
    assert!(out.contains("black crashed: exit status:") && out.contains("result: black crashed, white wins,"), "{out}");
    let (code, out, err) = run("./no/such/engine", "");
    assert!(code == Some(2) && err.starts_with("error: cannot start the program \"./no/such/engine\""), "{out}{err}");
}
