//! Games of Gomoku.
//!
//! Not here: the forbidden moves of renju, which the world tells.

use std::fmt::Write;

use super::game::Game;
use super::playable::Playable;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, quoted};
use crate::record::Hasher;
use crate::text::counted;
use crate::worlds::Side;
use crate::worlds::gomoku::{Point, Position, Setting};

/// The column letter, from `a`.
fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

impl Playable for Position {
    type Move = Point;

    const PIECE: &'static str = "stone";
    const EXAMPLE: &'static str = "h8";

    fn side(&self) -> Side {
        Self::side(self)
    }

    fn is_initial(&self) -> bool {
        self.stones().is_empty() && self.setting() == Setting::default()
    }

    fn is_over(&self) -> bool {
        self.is_full() || self.winner().is_some()
    }

    fn winner(&self) -> Option<Side> {
        self.five().map(|(side, _)| side)
    }

    fn moves(&self) -> Vec<Point> {
        if self.is_over() { Vec::new() } else { self.empty_points().collect() }
    }

    fn after(&self, mv: Point) -> Option<Self> {
        if self.is_over() {
            return None;
        }
        let mut after = self.clone();
        after.play(mv).ok().map(|()| after)
    }

    fn refusal(&self, mv: Point) -> String {
        let name = self.spell(mv);
        match self.has(mv) {
            _ if self.is_over() => "the game is over".to_owned(),
            false => format!("{name} lies off the board"),
            true => format!("{name} is not legal: there is a stone"),
        }
    }

    fn number(&self) -> u32 {
        self.stones().len() as u32 + 1
    }

    fn spell(&self, mv: Point) -> String {
        format!("{}{}", letter(mv.column()), mv.row() + 1)
    }

    fn read_first<'t>(&self, text: &'t str) -> Option<(Point, &'t str)> {
        let (column, behind) = text.split_at_checked(1)?;
        let column = column.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')?.into();
        let digits = behind.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let (row, rest) = behind.split_at(digits);
        let point = self.setting().point(column, row.parse::<isize>().ok()? - 1)?;
        Some((point, rest))
    }

    fn by_code(&self, code: u16) -> Option<Point> {
        self.setting().points().find(|point| point.index() == usize::from(code))
    }

    fn text(&self) -> String {
        self.stones().iter().map(|&(point, _)| self.spell(point)).collect()
    }

    fn content(&self) -> u64 {
        let mut hasher = Hasher::default();
        let setting = self.setting();
        hasher.write(&[setting.width, setting.height]);
        hasher.write(setting.rule.name().as_bytes());
        for point in setting.points() {
            hasher.write(&[self.at(point).map_or(0, |side| side.index() as u8 + 1)]);
        }
        hasher.write(Self::side(self).name().as_bytes());
        hasher.finish()
    }

    fn score(&self) -> String {
        counted(self.stones().len() as u64, Self::PIECE)
    }

    fn picture(game: &Game<Self>, _columns: usize, _color: bool) -> String {
        let position = game.position();
        let setting = position.setting();
        let mut text = String::from("  ");
        for column in 0..setting.width.into() {
            text.extend([' ', letter(column)]);
        }
        for row in 0..setting.height.into() {
            // Writing to a string does not fail.
            let _ = write!(text, "\n{:>2}", row + 1);
            for point in (0..setting.width.into()).map(|column| Point::new(column, row)) {
                let sign = match position.at(point) {
                    Some(Side::Black) => 'X',
                    Some(Side::White) => 'O',
                    None => '.',
                };
                text.extend([if game.last_move() == Some(point) { '*' } else { ' ' }, sign]);
            }
        }
        text + "\n"
    }

    fn read(source: &Source) -> Result<Vec<Game<Self>>, Diagnostics> {
        let mut games = Vec::new();
        for line in source.text.lines() {
            let words = line.split('#').next().unwrap_or_default().trim();
            if words.is_empty() {
                continue;
            }
            let mut game = Game::new(Self::empty(Setting::default()));
            let mut rest = if words == super::INITIAL { "" } else { words };
            while !rest.is_empty() {
                match game.position().read_first(rest) {
                    Some((mv, behind)) if game.push(mv) => rest = behind.trim_start(),
                    _ => return Err(Diagnostic::new(format!("{} is no move here", quoted(rest))).into()),
                }
            }
            games.push(game);
        }
        Ok(games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Ending, RandomPlayer, Watcher, play};

    struct Nobody;

    impl Watcher<Position> for Nobody {
        fn moved(
            &mut self,
            _game: &Game<Position>,
            _side: Side,
            _mv: Point,
            _record: Option<Box<crate::record::Record>>,
        ) -> std::io::Result<()> {
            Ok(())
        }

        fn passed(&mut self, _game: &Game<Position>, _side: Side) -> std::io::Result<()> {
            unreachable!("nobody passes in Gomoku")
        }

        fn taken_back(&mut self, _game: &Game<Position>, _count: usize) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn chance_plays_to_the_end_and_the_line_is_read_back() {
        for seed in 0..5 {
            let mut game = Game::new(Position::empty(Setting::default()));
            let [mut black, mut white] = [RandomPlayer::new(seed), RandomPlayer::new(seed + 100)];
            let ending = play(&mut game, [&mut black, &mut white], &mut Nobody).unwrap();
            assert_eq!(ending, Ending::Finished);
            assert!(game.position().is_over() && game.position().moves().is_empty());
            let line = game.line(["random", "random"], Some(ending));
            assert!(line.contains(" wins") || line.contains("a draw"), "{line}");
            assert_eq!(Position::read(&Source::new("line", line)).unwrap(), [game]);
        }
    }

    #[test]
    fn moves_are_read_and_spelled_alike() {
        let position = Position::empty(Setting::default());
        for point in position.moves() {
            let name = position.spell(point);
            assert_eq!(position.read_move(&name), Some(point), "{name}");
            assert_eq!(position.by_code(point.index() as u16), Some(point));
        }
        let bad = ["", "h", "8", "p1", "a16", "a0", "h88", "h8i9", "é1", "h-1", "hé"];
        assert!(bad.iter().all(|text| position.read_move(text).is_none()));
        assert_eq!(position.read_first("h10i9"), Some((Point::new(7, 9), "i9")));
        assert!(Position::read(&Source::new("line", "h8h8")).is_err());
    }
}
