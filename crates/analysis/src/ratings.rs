//! Strength of the players of games: their results, Elo ratings by maximum likelihood, and confidence intervals.
//!
//! Ratings are those of Bradley and Terry with draws (bradley_terry.rs). The interval of a player's score is that of
//! pairs of games, one opening with both colours (elo.rs), wherever all its games come in pairs. Games of two players
//! that were all forfeited say nothing of strength, and count for no rating.

use std::collections::BTreeMap;

use super::field::{Field, Measure};
use super::frame::Frame;
use super::request::{Filter, TableRequest};
use super::select::Selector;
use super::table::{Entry, Head, INTERVALS, TableData, TableStyle};
use super::tasks::is_unfinished;
use searchlab_statistics::bradley_terry::{Pairing, Rating, Ratings};
use searchlab_statistics::censored::Censored;
use searchlab_statistics::elo::{GameCounts, Pairs, Rated, Results};
use searchlab_statistics::interval::Interval;

const LEVEL: f64 = 0.95;

/// The results of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Its label.
    pub name: String,
    /// Its world.
    pub world: String,
    /// Its games.
    pub counts: GameCounts,
    /// Points per game, with its interval.
    pub score: Rated,
    /// Its strength among the players that games connect it with; `None` if all its games say nothing of strength.
    pub rating: Option<Rating>,
    /// Likelihood of superiority: the probability that it is stronger than the next, from 0 to 1; `None` for the last.
    pub superiority: Option<f64>,
    /// Means of nodes, depth and seconds of a move; `None` for one that does not search.
    pub costs: [Option<f64>; 3],
}

/// The fields of [`Standing::costs`].
pub const COSTS: [Field; 3] = [Field::NodesPerMove, Field::DepthPerMove, Field::SecondsPerMove];

/// The fields that a frame must hold for ratings, beside those of the filter.
pub fn fields() -> Vec<Field> {
    let known = [Field::World, Field::Algorithm, Field::Opponent, Field::Side, Field::Score, Field::Instance];
    known.into_iter().chain([Field::Forfeited, Field::Repeat]).chain(COSTS).collect()
}

/// A player by its world and label.
type Name = (String, String);

/// The games of a player.
#[derive(Default)]
struct Course {
    /// Points by opponent, opening and repeat.
    points: BTreeMap<[Option<usize>; 3], Vec<f64>>,
    sums: [(f64, u64); 3],
}

impl Course {
    fn counts(&self) -> GameCounts {
        counts(self.points.values().flatten().copied())
    }

    /// By pairs, or by games if one has no partner.
    fn score(&self) -> Option<Rated> {
        pairs(self.points.values().map(Vec::as_slice))
            .map_or_else(|| self.counts().rated(LEVEL), |pairs| pairs.rated(LEVEL))
            .ok()
    }
}

/// The games with these points.
fn counts(points: impl Iterator<Item = f64>) -> GameCounts {
    let mut counts = GameCounts::default();
    points.for_each(|points| count(&mut counts, points));
    counts
}

fn count(counts: &mut GameCounts, points: f64) {
    match points {
        points if points > 0.75 => counts.wins += 1,
        points if points < 0.25 => counts.losses += 1,
        _ => counts.draws += 1,
    }
}

/// Pairs of games with the points of each, one list for a pair; `None` if one is no pair.
pub(crate) fn pairs<'a>(games: impl Iterator<Item = &'a [f64]>) -> Option<Pairs> {
    let mut pairs = Pairs::default();
    for points in games {
        let &[one, other] = points else { return None };
        pairs.0[((one + other) * 2.0).round() as usize % 5] += 1;
    }
    Some(pairs)
}

/// The players of the games of a frame, the strongest first; world by world.
pub fn standings(frame: &Frame, filter: &Filter) -> Vec<Standing> {
    let rows = Selector::of_filter(filter).rows(frame);
    let mut courses: BTreeMap<Name, Course> = BTreeMap::new();
    let text = |field: &Field, row: usize| text_of(frame, field, row);
    let mut games: Vec<(Name, Name, f64)> = Vec::new();
    let forfeited = forfeited(frame, filter);
    for row in rows.into_iter().filter(|&row| !is_unfinished(frame.status(row))) {
        let (Some(opponent), Some(points)) = (frame.place(&Field::Opponent, row), frame.number(&Field::Score, row))
        else {
            continue;
        };
        let world = text(&Field::World, row);
        let name = (world.clone(), text(&Field::Algorithm, row));
        let other = (world, text(&Field::Opponent, row));
        if text(&Field::Side, row) == searchlab_trial::record::SEATS[0]
            && !forfeited.contains_key(&pairing(&name, &other))
        {
            games.push((name.clone(), other, points));
        }
        let course = courses.entry(name).or_default();
        let opening = frame.place(&Field::Instance, row);
        course.points.entry([Some(opponent), opening, frame.place(&Field::Repeat, row)]).or_default().push(points);
        for (field, (sum, count)) in COSTS.iter().zip(&mut course.sums) {
            if let Some(number) = frame.number(field, row) {
                *sum += number;
                *count += 1;
            }
        }
    }
    rated(&courses, &games)
}

fn text_of(frame: &Frame, field: &Field, row: usize) -> String {
    frame.place(field, row).map_or_else(String::new, |place| frame.keys(field)[place].to_string())
}

/// Two players, in an order of their own.
fn pairing(one: &Name, other: &Name) -> [Name; 2] {
    let mut pairing = [one.clone(), other.clone()];
    pairing.sort();
    pairing
}

/// The pairs of players of which all games were forfeited, and how many these were.
fn forfeited(frame: &Frame, filter: &Filter) -> BTreeMap<[Name; 2], u64> {
    let mut pairings: BTreeMap<[Name; 2], (u64, bool)> = BTreeMap::new();
    for row in Selector::of_filter(filter).rows(frame) {
        let Some(forfeit) = frame.number(&Field::Forfeited, row).filter(|_| !is_unfinished(frame.status(row))) else {
            continue;
        };
        let name = |field: &Field| (text_of(frame, &Field::World, row), text_of(frame, field, row));
        let known = pairings.entry(pairing(&name(&Field::Algorithm), &name(&Field::Opponent))).or_insert((0, true));
        known.0 += u64::from(text_of(frame, &Field::Side, row) == searchlab_trial::record::SEATS[0]);
        known.1 &= forfeit > 0.0;
    }
    pairings.into_iter().filter(|(_, known)| known.1).map(|(pairing, known)| (pairing, known.0)).collect()
}

fn rated(courses: &BTreeMap<Name, Course>, games: &[(Name, Name, f64)]) -> Vec<Standing> {
    let names: Vec<&Name> = courses.keys().collect();
    let place = |name: &Name| names.binary_search(&name).ok();
    let mut counts_of: BTreeMap<(usize, usize), GameCounts> = BTreeMap::new();
    for (black, white, points) in games {
        if let (Some(first), Some(second)) = (place(black), place(white)) {
            count(counts_of.entry((first, second)).or_default(), *points);
        }
    }
    let pairings: Vec<Pairing> =
        counts_of.into_iter().map(|((first, second), counts)| Pairing { first, second, counts }).collect();
    let Ok(ratings) = Ratings::of(names.len(), &pairings, LEVEL) else { return Vec::new() };
    let mut order: Vec<(usize, Option<Rating>)> =
        (0..names.len()).map(|player| (player, ratings.rating(player))).collect();
    // Those without a rating stand behind the others of their world.
    let group = |rating: &Option<Rating>| rating.map_or(usize::MAX, |rating| rating.group);
    let elo = |rating: &Option<Rating>| rating.map_or(0.0, |rating| rating.elo);
    order.sort_by(|(one, first), (other, second)| {
        let worlds = names[*one].0.cmp(&names[*other].0);
        worlds.then(group(first).cmp(&group(second))).then(elo(second).total_cmp(&elo(first)))
    });
    let standing = |(rank, &(player, rating)): (usize, &(usize, Option<Rating>))| {
        let course = &courses[names[player]];
        let next = order.get(rank + 1);
        let sums = course.sums;
        let mean = |(sum, count): (f64, u64)| (count > 0 && sum > 0.0).then(|| sum / count as f64);
        Some(Standing {
            name: names[player].1.clone(),
            world: names[player].0.clone(),
            counts: course.counts(),
            score: course.score()?,
            rating,
            superiority: next.and_then(|next| ratings.superiority(player, next.0)),
            costs: sums.map(mean),
        })
    };
    order.iter().enumerate().filter_map(standing).collect()
}

impl TableData {
    /// The table of ratings.
    pub(super) fn of_ratings(request: &TableRequest, frame: &Frame) -> Self {
        let standings = standings(frame, &request.filter);
        let has_worlds = standings.iter().any(|standing| standing.world != standings[0].world);
        let head = |text: &str, is_key| Head { group: None, text: text.to_owned(), is_key };
        let mut heads = Vec::new();
        if has_worlds {
            heads.push(head("world", true));
        }
        heads.push(head("player", true));
        heads.extend(
            ["Elo", "low", "high", "score", "games", "won", "drawn", "lost", "better than next"]
                .map(|text| head(text, false)),
        );
        heads.extend(COSTS.iter().map(|field| head(&field.name(), false)));
        let rows: Vec<Vec<Entry>> = standings.iter().map(|standing| standing.row(has_worlds)).collect();
        let mut notes = vec![
            "Elo is above the mean of the players that games connect, after Bradley and Terry with draws.".to_owned(),
            "Low and high are the ends of its 95 % interval.".to_owned(),
            format!(
                "{INTERVALS} is the 95 % interval of the score, from pairs of games: an opening with both colours."
            ),
            "Better than next: how sure it is that a player is stronger than the next below it, from 0 to 1."
                .to_owned(),
        ];
        for ([(_, one), (_, other)], count) in forfeited(frame, &request.filter) {
            let games = if count == 1 { "The only game".to_owned() } else { format!("All {count} games") };
            let were = if count == 1 { "was forfeited: it counts" } else { "were forfeited: they count" };
            notes.push(format!("{games} between {one} and {other} {were} for no Elo."));
        }
        let title = request.title.clone().unwrap_or_else(|| "Ratings".to_owned());
        let notes = if rows.is_empty() { vec!["There are no games.".to_owned()] } else { notes };
        Self { title, heads, rows, notes, style: TableStyle::default() }
    }
}

impl Standing {
    fn row(&self, has_worlds: bool) -> Vec<Entry> {
        let GameCounts { wins, draws, losses } = self.counts;
        let games = (wins + draws + losses) as usize;
        let quantity = |value: f64, interval: Option<Interval>, measure| Entry::Quantity {
            value: Censored::finished(value),
            interval,
            measure,
            limited: (0, games),
            is_best: false,
        };
        let whole = |number: u64| quantity(number as f64, None, Measure::Count);
        let mut row = Vec::new();
        if has_worlds {
            row.push(Entry::Text(self.world.clone()));
        }
        let tenths = |elo: f64| (elo * 10.0).round() / 10.0;
        let numbers = self.rating.map(|Rating { elo, interval: Interval { low, high }, .. }| [elo, low, high]);
        let rating =
            |number: usize| numbers.map_or(Entry::Missing, |of| quantity(tenths(of[number]), None, Measure::Plain));
        row.push(Entry::Text(self.name.clone()));
        row.extend([0, 1, 2].map(rating));
        row.push(quantity(self.score.score, Some(self.score.scores), Measure::Plain));
        row.extend([games as u64, wins, draws, losses].map(whole));
        row.push(self.superiority.map_or(Entry::Missing, |sure| quantity(sure, None, Measure::Plain)));
        let costs = COSTS.iter().zip(self.costs);
        row.extend(
            costs.map(|(field, cost)| cost.map_or(Entry::Missing, |cost| quantity(cost, None, field.measure()))),
        );
        row
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{framed, game};
    use super::*;

    /// Each opening with both colours; points of the first player with either.
    fn meeting(players: [&str; 2], points: &[[f64; 2]]) -> Vec<searchlab_trial::record::Record> {
        let [one, other] = players;
        let both = |(opening, &[first, second]): (usize, &[f64; 2])| {
            let opening = format!("opening {opening}");
            [game(&opening, [one, other], first), game(&opening, [other, one], 1.0 - second)]
        };
        points.iter().enumerate().flat_map(both).collect()
    }

    fn of(records: &[searchlab_trial::record::Record]) -> Vec<Standing> {
        standings(&framed(records, fields()), &Filter::new())
    }

    #[test]
    fn players_stand_in_the_order_of_their_strength() {
        let mut records = meeting(["a", "b"], &[[1.0, 1.0], [1.0, 0.0], [1.0, 0.5]]);
        records.extend(meeting(["b", "c"], &[[1.0, 1.0], [1.0, 0.5]]));
        let standings = of(&records);
        let names: Vec<&str> = standings.iter().map(|standing| standing.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        assert_eq!(standings[0].counts, GameCounts { wins: 4, draws: 1, losses: 1 });
        assert_eq!(standings[1].counts, GameCounts { wins: 4, draws: 2, losses: 4 });
        assert!((standings[0].score.score - 0.75).abs() < 1e-12);
        assert!(standings[0].superiority.is_some_and(|sure| sure > 0.5) && standings[2].superiority.is_none());
        // Two searches of 3 and 5 nodes in each game.
        assert_eq!(standings[0].costs[0], Some(4.0));
    }

    /// A result that the opening decides is no evidence on the players: pairs see that, and games by themselves do not.
    #[test]
    fn pairs_are_surer_than_their_games() {
        let decided = vec![[1.0, 0.0]; 30];
        let score = of(&meeting(["a", "b"], &decided))[0].score;
        let games = GameCounts { wins: 30, draws: 0, losses: 30 }.rated(LEVEL).expect("games");
        assert!(score.scores.high - score.scores.low < games.scores.high - games.scores.low);
    }

    /// A fault of a program says nothing of strength: where all games of two players ended so, there is no Elo of them.
    #[test]
    fn forfeits_alone_give_no_elo() {
        let forfeit = |mut record: searchlab_trial::record::Record| {
            if let Some(game) = &mut record.game {
                game.ending = searchlab_trial::record::FORFEITED.to_owned();
            }
            record
        };
        let lost = meeting(["a", "broken"], &[[1.0, 1.0], [1.0, 1.0]]).into_iter().map(forfeit);
        let mut records: Vec<_> = lost.collect();
        let alone = of(&records);
        assert!(
            alone.len() == 2 && alone.iter().all(|it| it.rating.is_none() && it.superiority.is_none()),
            "{alone:?}"
        );
        assert_eq!(alone[0].counts, GameCounts { wins: 4, draws: 0, losses: 0 });
        let table = TableData::of_ratings(&TableRequest::default(), &framed(&records, fields()));
        let note = "All 4 games between a and broken were forfeited: they count for no Elo.";
        assert!(table.notes.iter().any(|known| known == note), "{:?}", table.notes);
        assert!(table.rows.iter().all(|row| row[1..4].iter().all(|entry| matches!(entry, Entry::Missing))));
        // What others play is rated as if these games were not there.
        let others = meeting(["a", "b"], &[[1.0, 1.0], [1.0, 0.0]]);
        records.extend(others.clone());
        let ratings =
            |records: &[_]| of(records).iter().filter_map(|it| it.rating).map(|it| it.elo).collect::<Vec<_>>();
        assert_eq!(ratings(&records), ratings(&others));
        assert!(of(&records).last().is_some_and(|it| it.name == "broken" && it.rating.is_none()));
        // One game that was played tells something.
        records.extend(meeting(["a", "broken"], &[[1.0, 1.0]]));
        assert!(of(&records).iter().all(|it| it.rating.is_some()));
    }

    /// A game without its partner is counted all the same.
    #[test]
    fn a_single_game_is_no_pair() {
        let mut records = meeting(["a", "b"], &[[1.0, 1.0], [1.0, 0.0]]);
        records.pop();
        let standings = of(&records);
        assert_eq!(standings[0].counts, GameCounts { wins: 3, draws: 0, losses: 0 });
        assert_eq!(pairs([&[1.0, 0.5][..], &[1.0]].into_iter()), None);
        assert_eq!(pairs([&[1.0, 0.5][..], &[0.0, 0.0]].into_iter()), Some(Pairs([1, 0, 0, 1, 0])));
    }
}
