//! Board-splitting games as games of two players.
//!
//! A position as text is the moves from the board and the board: `LTR p-game:plies=10,seed=1`.

use crate::Side;
use crate::catalog::PGAMES;
use crate::pgames::{Evaluation, Half, Position, Recipe, Truth};
use crate::play::Game;
use crate::play::NoProtocol;
use crate::play::spec::{Level, Players, level};
use crate::play::{BoardGame, INITIAL, SearchableGame};
use crate::run::plain::{PlainGame, PlainRunner, compiled_here};
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use searchlab_trial::record::Hasher;

/// The keys and values that players of these games can have.
pub(crate) const PLAYERS: Players = Players::new(&PGAMES, "alphabeta-tt", &LEVELS);

/// From the random player to the end of the game. In P-games more is not better.
const LEVELS: [Level; 10] = [
    level("random", "any half"),
    level("alphabeta:depth=1", "takes the half with the most cells of its own"),
    level("alphabeta:depth=2", "looks at your answer"),
    level("alphabeta:depth=3", "three plies"),
    level("alphabeta:depth=4", "four plies"),
    level("alphabeta:depth=5", "five plies"),
    level("alphabeta:depth=6", "six plies"),
    level("alphabeta:depth=8", "eight plies"),
    level("alphabeta:depth=10", "ten plies"),
    level("alphabeta:depth=16", "sees the end"),
];

/// Most columns of a board that is drawn cell by cell in traces.
const WIDEST: u32 = 32;

impl BoardGame for Position {
    type Move = Half;

    const PIECE: &'static str = "half";
    const EXAMPLE: &'static str = "L";

    fn side(&self) -> Side {
        Self::side(self)
    }

    fn is_initial(&self) -> bool {
        self.ply() == 0
    }

    fn is_over(&self) -> bool {
        Self::is_over(self)
    }

    fn winner(&self) -> Option<Side> {
        Self::winner(self)
    }

    fn moves(&self) -> Vec<Half> {
        self.halves().to_vec()
    }

    fn after(&self, mv: Half) -> Option<Self> {
        Self::after(self, mv)
    }

    fn illegal_reason(&self, mv: Half) -> String {
        if Self::is_over(self) {
            return "the game is over".to_owned();
        }
        let side = Self::side(self);
        let [one, other] = Half::of(side);
        format!("{mv} is not legal: {} keeps {one} or {other}", side.name())
    }

    fn number(&self) -> u32 {
        self.ply() + 1
    }

    fn spell(&self, mv: Half) -> String {
        mv.to_string()
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Half, &'t str)> {
        let mut letters = text.chars();
        let half = Half::from_letter(letters.next()?)?;
        Some((half, letters.as_str()))
    }

    fn by_code(&self, code: u16) -> Option<Half> {
        Half::ALL.get(usize::from(code)).copied()
    }

    fn text(&self) -> String {
        let moves: String = self.moves_so_far().map(Half::letter).collect();
        let moves = if moves.is_empty() { INITIAL } else { &moves };
        format!("{moves} {}", self.board().recipe())
    }

    fn variant_tag(&self) -> String {
        self.board().recipe().to_string()
    }

    /// A cell that is 1 is good for whom moves last, one that is 0 for the other; what is cut off is empty. `None` for
    /// boards that no page has room for.
    fn letters(&self) -> Option<(u8, u8, String)> {
        let (width, height) = self.board().size();
        let (columns, rows) = (u8::try_from(width).ok()?, u8::try_from(height).ok()?);
        if width > WIDEST {
            return None;
        }
        let left = self.rectangle();
        let [one, zero] = if self.board().last_mover() == Side::Black { ['x', 'o'] } else { ['o', 'x'] };
        let cell = |column, row| match self.board().is_one(column, row) {
            _ if !left.holds(column, row) => '.',
            true => one,
            false => zero,
        };
        let cells = (0..height).flat_map(|row| (0..width).map(move |column| (column, row)));
        Some((columns, rows, cells.map(|(column, row)| cell(column, row)).collect()))
    }

    /// The plies of the board, its cells, and the part of it that is left.
    fn content(&self) -> u64 {
        let mut hasher = Hasher::default();
        hasher.write_u64(self.board().recipe().plies.into());
        self.board().words().for_each(|word| hasher.write_u64(word));
        hasher.write_u64(self.node().into());
        hasher.finish()
    }

    fn score(&self) -> String {
        let last = self.board().last_mover().name();
        format!("{} of {} cells are 1, for {last}", self.ones(), self.cells())
    }

    /// The board, what is cut off left blank; of a board that is too wide, the counts.
    fn picture(game: &Game<Self>, columns: usize, _color: bool) -> String {
        let position = game.position();
        let (width, height) = position.board().size();
        if width as usize > columns {
            return BoardGame::score(position) + "\n";
        }
        let left = position.rectangle();
        let cell = |column, row| match position.board().is_one(column, row) {
            _ if !left.holds(column, row) => ' ',
            true => '1',
            false => '0',
        };
        let row = |row| (0..width).map(|column| cell(column, row)).collect::<String>().trim_end().to_owned() + "\n";
        (0..height).map(row).collect()
    }

    fn read(&self, source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        let mut games = Vec::new();
        let mut problems = Diagnostics::new();
        let mut begin = 0;
        for line in source.text.split_inclusive('\n') {
            if !line.split('#').next().unwrap_or_default().trim().is_empty() {
                match read_line(line.trim_end(), self) {
                    Ok(game) => games.push(game),
                    Err(problem) => {
                        let span = begin..begin + line.trim_end().len();
                        problems.push(|| problem.at(source.excerpt(span, "")));
                    }
                }
            }
            begin += line.len();
        }
        problems.into_result(games)
    }
}

/// Moves and board, in any order; behind a `#` the board and the moves that followed. What is not said of the board is
/// as in the position `like`.
fn read_line(line: &str, like: &Position) -> Result<Game<Position>, Diagnostic> {
    let (given, remark) = line.split_once('#').unwrap_or((line, ""));
    let is_board = |word: &&str| word.contains('-') || word.contains(':');
    let remark = remark.split(';').next().unwrap_or_default();
    let named = given.split_whitespace().find(is_board);
    let in_remark = || remark.split_whitespace().find(|word| word.contains(":plies="));
    let recipe = match named.or_else(in_remark) {
        Some(name) => Recipe::parse(name)?,
        None => *like.board().recipe(),
    };
    let board = if recipe == *like.board().recipe() { like.start_of_game() } else { Position::of(recipe)? };
    let mut game = Game::new(board);
    for word in given.split_whitespace().filter(|word| !is_board(word) && *word != INITIAL) {
        let mut rest = word;
        while !rest.is_empty() {
            let Some((mv, behind)) = game.position().read_first(rest) else {
                let problem = Diagnostic::new(format!("unknown move in {}", quoted(word)));
                return Err(
                    problem.help("expected letters L R T B, or `initial`, and a board like p-game:plies=10,seed=1")
                );
            };
            if !game.push(mv) {
                return Err(Diagnostic::new(game.position().illegal_reason(mv)));
            }
            rest = behind;
        }
    }
    Ok(game.continued(line))
}

impl SearchableGame for Position {
    type Runner = PlainRunner<Self>;
    type EngineProtocol = NoProtocol;

    const PLAYERS: Players = PLAYERS;

    /// Exact, once no more plies are left than the effort.
    fn solved(&self, effort: u64, _budget: &Budget) -> Option<i32> {
        if u64::from(self.board().recipe().plies - self.ply()) > effort {
            return None;
        }
        let winner = Truth::of(self.board()).winner(self);
        Some(if winner == Side::Black { 1 } else { -1 })
    }
}

impl PlainGame for Position {
    type Evaluation = Evaluation;

    compiled_here!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Ending, Runner as _};
    use crate::run::Observers;
    use searchlab_trial::record::Trial;

    fn start() -> Position {
        Position::of(Recipe::parse("p-game:plies=4,seed=3").unwrap()).unwrap()
    }

    fn played(moves: &str) -> Game<Position> {
        let mut game = Game::new(start());
        assert!(moves.chars().all(|letter| game.push(Half::from_letter(letter).unwrap())));
        game
    }

    #[test]
    fn games_are_read_back_from_their_lines() {
        let like = Position::of(Recipe::default()).unwrap();
        for moves in ["", "L", "RTLB"] {
            let game = played(moves);
            let line = game.line(["a", "b"], Some(Ending::Finished));
            assert!(line.contains("p-game:plies=4,seed=3; black a"), "{line}");
            assert_eq!(like.read(&Source::new("line", line)).unwrap(), [game]);
        }
        let mut from_within = Game::new(played("RT").position().clone());
        assert!(from_within.push(Half::Left));
        let line = from_within.line(["a", "b"], None);
        let read = like.read(&Source::new("line", line)).unwrap();
        assert_eq!(read[0].position(), from_within.position());
        assert_eq!(from_within.instance(), "RTL p-game:plies=4,seed=3");
        assert_eq!(like.read(&Source::new("line", "initial\n# nothing\n")).unwrap(), [Game::new(like)]);
    }

    #[test]
    fn nonsense_is_told_with_its_place() {
        for (text, message) in [
            ("LX", "unknown move in \"LX\""),
            ("LL", "L is not legal: white keeps T or B"),
            ("L\nLTLTL p-game:plies=4", "the game is over"),
            ("p-gane:plies=4", "unknown kind of board"),
            ("p-game:plies=40", "no board for 40 plies"),
        ] {
            let problems = start().read(&Source::new("games.txt", text)).unwrap_err().to_string();
            assert!(problems.contains(message) && problems.contains("games.txt:"), "{problems}");
        }
    }

    #[test]
    fn pictures_show_what_is_left() {
        let picture = |moves| Position::picture(&played(moves), 80, false);
        assert_eq!(picture("").len(), 20);
        assert!(picture("LB").starts_with("\n\n") && picture("LB").len() == 8, "{:?}", picture("LB"));
        assert!(Position::picture(&played(""), 3, false).contains("of 16 cells are 1, for white"));
    }

    /// A whole game, each side to the end, is won by who wins on the board.
    #[test]
    fn searches_to_the_end_play_right() {
        use crate::pgames::Truth;
        let about = PGAMES.algorithm("alphabeta").unwrap();
        let params = PGAMES.resolve(about, &[]).unwrap();
        let mut runner = PlainRunner::default();
        let mut game = Game::new(start());
        let winner = Truth::of(start().board()).winner(&start());
        while !game.position().is_over() {
            let instance = (game.instance(), BoardGame::content(game.position()));
            let trial = Trial {
                depth: Some(4),
                ..Trial::new(
                    PGAMES.name.name,
                    instance,
                    about.name,
                    params.clone(),
                    searchlab_trial::record::Limits::default(),
                )
            };
            let record = runner.run(&trial, game.position(), &Budget::default(), &mut Observers::default());
            let best = record.result.as_ref().and_then(|answer| answer.moves.first()).unwrap().to_owned();
            assert!(game.push(game.position().read_move(&best).unwrap()));
        }
        assert_eq!(game.position().winner(), Some(winner));
    }
}
