//! From games to ratings: see [`crate::stats::ratings()`].

use std::collections::HashMap;

use super::GameRow;
use super::standings::LEVEL;
use crate::stats::{self, Bootstrap, Encounter, Ratings};

/// Draws for the intervals. What is drawn depends on nothing but the games and their order.
pub const RESAMPLES: usize = 1000;

/// The ratings of players by the games between them; others are left out. A pair of games is
/// one encounter, a game without a partner is one as well.
pub fn ratings<'a>(
    players: &[String],
    games: impl IntoIterator<Item = &'a GameRow>,
) -> Option<Ratings> {
    let mut encounters: Vec<Encounter> = Vec::new();
    // Where the first game of each pair is.
    let mut waiting: HashMap<_, usize> = HashMap::new();
    for game in games {
        let number = |side: usize| players.iter().position(|name| *name == game.players[side]);
        let (Some(x), Some(o)) = (number(0), number(1)) else {
            continue;
        };
        match waiting.remove(&game.pair_key()) {
            Some(first) if encounters[first].players == [o, x] => {
                encounters[first].games += 1;
                encounters[first].points += 1.0 - game.score();
            }
            // Both games with the same sides are no pair.
            _ => {
                waiting.insert(game.pair_key(), encounters.len());
                encounters.push(Encounter {
                    players: [x, o],
                    games: 1,
                    points: game.score(),
                });
            }
        }
    }
    let bootstrap = Bootstrap {
        resamples: RESAMPLES,
        seed: 0,
        level: LEVEL,
    };
    stats::ratings(players.len(), &encounters, &bootstrap)
}

#[cfg(test)]
mod tests {
    use super::super::standings::testing::game;
    use super::*;

    #[test]
    fn pairs_are_kept_together() {
        let players = ["a", "b"].map(String::from);
        // Whoever moves first wins: pairs are all even, and nothing varies.
        let mut games = Vec::new();
        for opening in ["1", "2", "3"] {
            games.push(game("a", "b", opening, "x"));
            games.push(game("b", "a", opening, "x"));
        }
        let found = ratings(&players, &games).unwrap();
        let a = found.elo[0].unwrap();
        assert!(a.value.abs() < 1e-9);
        assert_eq!(a.interval, None);
        // The same as single games vary.
        let single = games.iter().filter(|g| g.players[0] == "a").cloned();
        let mut single: Vec<_> = single.collect();
        single.push(game("a", "b", "4", "o"));
        let found = ratings(&players, &single).unwrap();
        assert!(found.elo[0].unwrap().interval.is_some());
        assert!(ratings(&players, &[game("a", "c", "", "x")]).unwrap().elo == [None, None]);
    }
}
