//! Games of Othello.

use super::protocol::OthelloProtocol;
use crate::catalog::othello::{book_move, player_parameters, settle_player};
use crate::catalog::{OTHELLO, TABLE_BITS};
use crate::othello::board::squares;
use crate::othello::draw::{Picture, terminal};
use crate::othello::endgame;
use crate::othello::format::{Form, GgfEnd, GgfGame, GgfResult, Given, read_positions};
use crate::othello::{Move, Position, Side, Square, Transcript};
use crate::play::Fault;
use crate::play::spec::{DEPTHS, Level, Players, level};
use crate::play::{BoardGame, Runner, SearchableGame};
use crate::play::{BoardMaterial, Cell, Mark, TuiBoard, letters};
use crate::play::{Ending, Game};
use crate::run::Observers;
use crate::run::othello::{OthelloRunner, content};
use crate::run::othello_solve::EndgameRunner;
use searchlab_search::budget::Budget;
use searchlab_trial::diagnostic::{Diagnostics, Source};
use searchlab_trial::record::{Limits, Params, Record, Trial};

/// The keys and values that players of Othello can have.
pub const PLAYERS: Players = Players {
    parameters: player_parameters,
    settle: settle_player,
    most_effort: Some(24),
    program_keys: Some(&["depth", "protocol"]),
    ..Players::new(&OTHELLO, "alphabeta-tt", &LEVELS)
};

/// From the random player to the strongest: that of `othello engine` without words is level 9.
const LEVELS: [Level; 10] = {
    let [random, one, two, three, four, six, eight, ..] = DEPTHS;
    let discs = level("alphabeta-tt:depth=1,evaluation=discs", "takes the most discs");
    let second = level(
        "pvs:time=1s,evaluation=learned,probcut=1.0,solve=18",
        "a second a move: an evaluation learned from tournament games, selective search, the last 18 squares solved",
    );
    let five_seconds =
        level("pvs:time=5s,evaluation=learned,probcut=1.0,solve=20", "five seconds a move, the last 20 squares solved");
    [random, discs, one, two, three, four, six, eight, second, five_seconds]
};

/// The game of a list of moves.
pub fn of_transcript(transcript: &Transcript) -> Game<Position> {
    let mut game = Game::new(transcript.start());
    for &mv in transcript.moves() {
        game.push(mv);
    }
    game
}

/// The moves of a game.
pub fn transcript(game: &Game<Position>) -> Transcript {
    let mut transcript = Transcript::new(*game.start());
    for &mv in game.moves() {
        transcript.push(mv);
    }
    transcript
}

/// A game as GGF holds it, with the result that its ending gives it: a player that resigns or makes an illegal move has
/// lost all discs, and so has one that forfeits otherwise.
pub fn ggf(game: &Game<Position>, names: [&str; 2], ending: Option<Ending>) -> GgfGame {
    let lost = |side: Side, end| {
        let score = if side == Side::Black { -64.0 } else { 64.0 };
        Some(GgfResult { score, end })
    };
    let whole = GgfGame::new(names, transcript(game));
    let result = match ending {
        Some(Ending::Resigned(side)) => lost(side, Some(GgfEnd::Resigned)),
        Some(Ending::Forfeited(side, fault)) => lost(side, (fault == Fault::Late).then_some(GgfEnd::Time)),
        Some(Ending::Adjudicated(margin)) => Some(GgfResult { score: f64::from(margin), end: None }),
        Some(Ending::Finished | Ending::Left | Ending::Interrupted) | None => whole.result,
    };
    GgfGame { result, ..whole }
}

impl BoardGame for Position {
    type Move = Move;

    const PIECE: &'static str = "disc";
    const EXAMPLE: &'static str = "f5";

    fn side(&self) -> Side {
        self.side
    }

    fn is_initial(&self) -> bool {
        *self == Self::INITIAL
    }

    fn is_over(&self) -> bool {
        self.board.is_over()
    }

    fn winner(&self) -> Option<Side> {
        match self.board.final_score() {
            1.. => Some(self.side),
            0 => None,
            ..0 => Some(self.side.other()),
        }
    }

    fn moves(&self) -> Vec<Move> {
        Self::moves(*self)
    }

    fn forced(&self) -> Option<Move> {
        (self.board.moves() == 0 && !self.board.is_over()).then_some(Move::PASS)
    }

    fn after(&self, mv: Move) -> Option<Self> {
        Self::after(*self, mv)
    }

    fn illegal_reason(&self, mv: Move) -> String {
        match mv.square() {
            None => format!("{} can move and may not pass", self.side.name()),
            Some(square) if self.disc(square).is_some() => format!("{mv} is not legal: the square is taken"),
            Some(_) => format!("{mv} is not legal: it would turn no disc"),
        }
    }

    fn number(&self) -> u32 {
        61u32.saturating_sub(self.board.empties())
    }

    fn spell(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Move, &'t str)> {
        if let Ok(mv) = text.parse() {
            return Some((mv, ""));
        }
        let (word, rest) = text.split_at_checked(2)?;
        word.parse().ok().map(|mv| (mv, rest))
    }

    fn by_code(&self, code: u16) -> Option<Move> {
        u8::try_from(code).ok().and_then(Move::from_number)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn letters(&self) -> Option<(u8, u8, String)> {
        Some(letters(self))
    }

    fn content(&self) -> u64 {
        content(*self)
    }

    fn verdict(&self) -> String {
        let by = self.board.final_score().abs();
        self.winner().map_or_else(|| "a draw".to_owned(), |side| format!("{} wins by {by}", side.name()))
    }

    fn margin(&self) -> i32 {
        let margin = self.board.final_score();
        if self.side == Side::Black { margin } else { -margin }
    }

    fn tally(&self) -> String {
        let [black, white] = Side::BOTH.map(|side| self.discs(side).count_ones());
        format!("{black}-{white} discs")
    }

    fn score(&self) -> String {
        let [black, white] = Side::BOTH.map(|side| self.discs(side).count_ones());
        let empty = searchlab_trial::text::counted(self.board.empties().into(), "square");
        format!("black {black}, white {white}, {empty} empty")
    }

    fn picture(game: &Game<Self>, columns: usize, color: bool) -> String {
        terminal(&Picture { last: game.last_move(), ..Picture::new(*game.position()) }, columns, color)
    }

    /// GGF by the end of the name.
    fn write(game: &Game<Self>, path: &str, names: [&str; 2], ending: Option<Ending>) -> String {
        if path.to_lowercase().ends_with(".ggf") {
            format!("{}\n", ggf(game, names, ending))
        } else {
            game.line(names, ending) + "\n"
        }
    }

    fn read(&self, source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        let games = read_positions(source)?;
        let lines: Vec<&str> = source.text.lines().collect();
        let game = |given: &Given| match given.form {
            Form::Ggf => of_transcript(&given.transcript),
            _ => of_transcript(&given.transcript).continued(lines.get(given.line - 1).unwrap_or(&"")),
        };
        Ok(games.iter().map(game).collect())
    }

    fn choices(&self) -> Option<String> {
        let names: Vec<String> = Self::moves(*self).iter().map(Move::to_string).collect();
        Some(format!("legal for {}: {}", self.side.name(), names.join(", ")))
    }
}

impl TuiBoard for Position {
    const FELT: BoardMaterial = BoardMaterial::Green;
    const MARKS: &'static str = "legal moves";
    const SHOWS_MARKS: bool = true;

    fn title(&self) -> String {
        "Othello".to_owned()
    }

    fn size(&self) -> (u8, u8) {
        (8, 8)
    }

    fn piece(&self, cell: Cell) -> Option<Side> {
        Square::at(cell.column, cell.row).and_then(|square| self.disc(square))
    }

    fn cell_of(&self, mv: Move) -> Option<Cell> {
        mv.square().map(|square| Cell { column: square.column(), row: square.row() })
    }

    fn move_at(&self, cell: Cell) -> Option<Move> {
        Square::at(cell.column, cell.row).map(Move::on)
    }

    /// The number of discs that each legal move turns.
    fn marks(&self) -> Vec<Mark> {
        let marks = squares(self.board.moves()).map(|square| {
            let flips = self.board.flips(square).count_ones();
            let sign = char::from_digit(flips, 10).unwrap_or('+');
            Mark { cell: Cell { column: square.column(), row: square.row() }, sign, side: self.side }
        });
        marks.collect()
    }

    fn legend(&self) -> String {
        "marks: discs that a move turns, + ten or more".to_owned()
    }
}

impl SearchableGame for Position {
    type Runner = OthelloRunner;
    type EngineProtocol = OthelloProtocol;

    const PLAYERS: Players = PLAYERS;

    fn book_move(&self, params: &Params) -> Option<Move> {
        book_move(params, *self)
    }

    /// Empty squares that the solver needs no time for.
    const REFEREE: Option<u64> = Some(12);

    /// Exact, once no more squares are empty than the effort.
    fn solved(&self, effort: u64, budget: &Budget) -> Option<i32> {
        if u64::from(self.board.empties()) > effort {
            return None;
        }
        let about = &endgame::ABOUT;
        // A large table takes longer to be made than few empty squares to be solved.
        let given: &[(&str, &str)] = if self.board.empties() <= 14 { &[(TABLE_BITS.key(), "14")] } else { &[] };
        let params = OTHELLO.resolve(about, given).ok()?;
        let trial = Trial::new(OTHELLO.name.name, (String::new(), 0), about.name, params, Limits::default());
        let record = EndgameRunner::default().run(&trial, *self, budget, &mut Observers::default()).record;
        let margin = record.result?.value as i32;
        Some(if self.side == Side::Black { margin } else { -margin })
    }
}

impl Runner for OthelloRunner {
    type Position = Position;

    fn prepare(&mut self, _: &str, params: &Params, budget: &Budget) {
        Self::prepare(self, params, budget);
    }

    fn keep_table(&mut self) {
        Self::keep_table(self);
    }

    fn run(&mut self, trial: &Trial, position: &Position, budget: &Budget, taps: &mut Observers) -> Record {
        Self::run(self, trial, *position, budget, taps)
    }

    fn solve_for(
        &mut self,
        trial: &Trial,
        position: &Position,
        budget: &Budget,
        taps: &mut Observers,
    ) -> Option<Record> {
        Self::solve_for(self, trial, *position, budget, taps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::playout;

    /// Games in GGF are read back, those from a board and those of players with any name.
    #[test]
    fn games_are_kept_in_ggf() {
        let mut from_board = Game::new(playout::random_position(3, 20));
        from_board.push(from_board.position().moves()[0]);
        let whole = of_transcript(&playout::game(12));
        let names = ["mtdf:depth=3", "# then f5;"];
        for (game, ending, result) in [
            (&whole, Some(Ending::Finished), "RE["),
            (&whole, Some(Ending::Resigned(Side::Black)), "RE[-64.000:r]"),
            (&from_board, Some(Ending::Forfeited(Side::White, Fault::Illegal)), "RE[+64.000]"),
            (&from_board, Some(Ending::Forfeited(Side::White, Fault::Late)), "RE[+64.000:t]"),
            (&from_board, None, "RE[?]"),
        ] {
            let text = Position::write(game, "a.GGF", names, ending);
            assert!(text.contains(result) && text.contains("PB[mtdf:depth=3]PW[# then f5;]"), "{text}");
            assert_eq!(Position::INITIAL.read(&Source::new("a.ggf", text)).unwrap(), std::slice::from_ref(game));
        }
        assert!(Position::write(&whole, "games.txt", names, None).contains(" # "));
    }
}
