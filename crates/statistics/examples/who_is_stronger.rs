//! Is one player stronger than another? The same 60 % in matches of three lengths: interval, and sequential test.

use searchlab_statistics::elo::{GameCounts, Results};
use searchlab_statistics::sprt::Sprt;
use searchlab_statistics::undefined::Undefined;

fn main() -> Result<(), Undefined> {
    // Elo 0 against Elo 30; one wrong decision of twenty on either side.
    let sprt = Sprt::new(0.0, 30.0, 0.05, 0.05)?;
    println!("games  score     Elo     95 % interval      decision");
    for scale in [1, 10, 100] {
        let tally = GameCounts { wins: 9 * scale, draws: 5 * scale, losses: 5 * scale + scale / 10 };
        let games = tally.wins + tally.draws + tally.losses;
        let rated = tally.rated(0.95)?;
        let text = |elo: Option<f64>| elo.map_or("none".to_owned(), |elo| format!("{elo:+.0}"));
        println!(
            "{games:>5}  {:>4.1} %  {:>6}  {:>7} to {:<7}  {:?}",
            100.0 * rated.score,
            text(rated.elo),
            text(rated.low),
            text(rated.high),
            sprt.decision(&tally)
        );
    }
    Ok(())
}
