//! From games to scores: who met whom, how it ended, and what that says about strength.

use std::collections::HashMap;

use super::{GameRow, Scoring};
use crate::game::{Outcome, Side};
use crate::stats::{Decision, Estimate, Games, Pairs, Sprt};

/// The level of all intervals.
pub const LEVEL: f64 = 0.95;

/// All games between two players, from the first one's point of view.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Meeting {
    pub games: Games,
    /// Pairs of games from one opening with sides swapped, by their total.
    pub pairs: Pairs,
}

impl Default for Meeting {
    fn default() -> Self {
        Meeting {
            games: Games::new(0, 0, 0),
            pairs: Pairs::new([0; 5]),
        }
    }
}

impl Meeting {
    /// Wins, draws and losses.
    pub fn results(&self) -> [u64; 3] {
        let [losses, draws, wins] = *self.games.counts();
        [wins, draws, losses]
    }

    pub fn played(&self) -> u64 {
        self.games.counts().iter().sum()
    }

    /// Whether most games have their partner: then pairs are counted, not games. Some may be
    /// waiting for it while a match goes on.
    pub fn is_paired(&self) -> bool {
        let pairs: u64 = self.pairs.counts().iter().sum();
        4 * pairs > self.played()
    }

    /// Points of a game on average.
    pub fn score(&self) -> Option<f64> {
        self.games.score()
    }

    /// How many points of Elo the first player is stronger.
    pub fn elo(&self) -> Option<Estimate> {
        match self.is_paired() {
            true => self.pairs.elo(LEVEL),
            false => self.games.elo(LEVEL),
        }
    }

    /// The likelihood that the first player is the stronger one.
    pub fn superiority(&self) -> f64 {
        match self.is_paired() {
            true => self.pairs.superiority(),
            false => self.games.superiority(),
        }
    }

    /// The log-likelihood ratio of a sequential test, over whole pairs, and what it decides.
    pub fn test(&self, sprt: &Sprt) -> (f64, Decision) {
        (sprt.llr(&self.pairs), sprt.decide(&self.pairs))
    }

    /// The same from the other player's point of view.
    pub fn turned(&self) -> Meeting {
        let [wins, draws, losses] = self.results();
        let mut pairs = *self.pairs.counts();
        pairs.reverse();
        Meeting {
            games: Games::new(losses, draws, wins),
            pairs: Pairs::new(pairs),
        }
    }

    /// Counts a game by the points of the first player.
    pub(super) fn add(&mut self, score: f64) {
        let [mut wins, mut draws, mut losses] = self.results();
        match score {
            1.0 => wins += 1,
            0.5 => draws += 1,
            _ => losses += 1,
        }
        self.games = Games::new(wins, draws, losses);
    }

    /// Counts a pair by the total of the first player.
    pub(super) fn add_pair(&mut self, total: f64) {
        let mut counts = *self.pairs.counts();
        counts[(2.0 * total) as usize] += 1;
        self.pairs = Pairs::new(counts);
    }
}

/// Who stands where.
#[derive(Clone, Debug)]
pub struct Standings {
    /// In the order they were given.
    pub players: Vec<String>,
    /// By the numbers of two players.
    meetings: Vec<Vec<Meeting>>,
    /// By player: points as the match counts them.
    points: Vec<f64>,
    /// By player, how many games it lost by its own fault.
    forfeits: Vec<u64>,
}

impl Standings {
    /// Counts the games between the players; others are left out.
    pub fn new<'a>(
        players: &[String],
        games: impl IntoIterator<Item = &'a GameRow>,
        scoring: Scoring,
    ) -> Self {
        let n = players.len();
        let mut standings = Standings {
            players: players.to_vec(),
            meetings: vec![vec![Meeting::default(); n]; n],
            points: vec![0.0; n],
            forfeits: vec![0; n],
        };
        // The first game of each pair waits for the second.
        let mut waiting = HashMap::new();
        for game in games {
            let number = |side: usize| players.iter().position(|name| *name == game.players[side]);
            let (Some(x), Some(o)) = (number(0), number(1)) else {
                continue;
            };
            standings.meetings[x][o].add(game.score());
            standings.meetings[o][x].add(1.0 - game.score());
            for (side, player) in [(Side::First, x), (Side::Second, o)] {
                standings.points[player] += scoring.points(side, game.result);
                let lost = game.result == Outcome::Win(side.other());
                standings.forfeits[player] += (lost && game.ended.is_forfeit()) as u64;
            }
            match waiting.remove(&game.pair_key()) {
                // Both games with the same sides are no pair.
                Some((first, score)) if first != x => {
                    standings.meetings[x][o].add_pair(game.score() + 1.0 - score);
                    standings.meetings[o][x].add_pair(score + 1.0 - game.score());
                }
                _ => {
                    waiting.insert(game.pair_key(), (x, game.score()));
                }
            }
        }
        standings
    }

    /// All games between two players.
    pub fn meeting(&self, a: usize, b: usize) -> &Meeting {
        &self.meetings[a][b]
    }

    /// The games of a player against everybody.
    pub fn total(&self, player: usize) -> Meeting {
        let mut total = Meeting::default();
        for meeting in &self.meetings[player] {
            let (mut games, mut pairs) = (total.results(), *total.pairs.counts());
            for (sum, count) in games.iter_mut().zip(meeting.results()) {
                *sum += count;
            }
            for (sum, count) in pairs.iter_mut().zip(meeting.pairs.counts()) {
                *sum += count;
            }
            let [wins, draws, losses] = games;
            total = Meeting {
                games: Games::new(wins, draws, losses),
                pairs: Pairs::new(pairs),
            };
        }
        total
    }

    pub fn points(&self, player: usize) -> f64 {
        self.points[player]
    }

    pub fn forfeits(&self, player: usize) -> u64 {
        self.forfeits[player]
    }

    /// The players' numbers, most points first, then best score a game.
    pub fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        let score = |player: usize| self.total(player).score().unwrap_or(0.0);
        order.sort_by(|&a, &b| {
            let points = self.points[b].total_cmp(&self.points[a]);
            points.then(score(b).total_cmp(&score(a))).then(a.cmp(&b))
        });
        order
    }
}

#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::contest::arbiter::Ended;

    /// A game with nothing but players, opening and result (`x`, `o` or `draw`).
    pub fn game(x: &str, o: &str, opening: &str, result: &str) -> GameRow {
        GameRow {
            cell: String::new(),
            game: "connect(rows=6,cols=7,k=4)".into(),
            opening: opening.into(),
            ply: opening.len(),
            round: 1,
            players: [x.into(), o.into()],
            depth: String::new(),
            limit_nodes: String::new(),
            limit_time: String::new(),
            result: match result {
                "x" => Outcome::Win(Side::First),
                "o" => Outcome::Win(Side::Second),
                _ => Outcome::Draw,
            },
            ended: Ended::Rules,
            reason: String::new(),
            plies: opening.len(),
            moves: opening.into(),
            made: Vec::new(),
            deterministic: true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::testing::game;
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn pairs_are_two_games_with_sides_swapped() {
        let games = [
            game("a", "b", "1", "x"),
            game("a", "b", "2", "draw"),
            game("b", "a", "1", "o"),
            game("b", "a", "2", "x"),
            game("a", "b", "3", "x"),
        ];
        let standings = Standings::new(&names(&["a", "b"]), &games, Scoring::Mnk);
        let meeting = standings.meeting(0, 1);
        assert_eq!(meeting.results(), [3, 1, 1]);
        // Opening 1 won twice, opening 2 half a point, opening 3 has no partner yet.
        assert_eq!(*meeting.pairs.counts(), [0, 1, 0, 0, 1]);
        assert!(meeting.is_paired());
        assert_eq!(*standings.meeting(1, 0), meeting.turned());
        // a: won as first twice, as second once, drew once.
        assert_eq!(standings.points(0), 2.0 + 2.0 + 3.0 + 1.0);
        assert_eq!(standings.points(1), 1.0 + 2.0);
        assert_eq!(standings.ranking(), [0, 1]);

        let paired = Standings::new(&names(&["a", "b"]), &games[..4], Scoring::Usual);
        let meeting = paired.meeting(0, 1);
        assert!(meeting.is_paired());
        assert_eq!(meeting.elo(), meeting.pairs.elo(LEVEL));
    }

    #[test]
    fn other_limits_and_boards_make_other_pairs() {
        let mut other = game("b", "a", "1", "o");
        other.limit_nodes = "100".into();
        let games = [game("a", "b", "1", "x"), other];
        let standings = Standings::new(&names(&["a", "b"]), &games, Scoring::Usual);
        assert_eq!(*standings.meeting(0, 1).pairs.counts(), [0; 5]);
        assert_eq!(standings.total(0).results(), [2, 0, 0]);
        // All won: no interval, and no trouble.
        let elo = standings.meeting(0, 1).elo().unwrap();
        assert_eq!((elo.value, elo.interval), (f64::INFINITY, None));
    }

    #[test]
    fn who_was_not_asked_for_is_left_out() {
        let games = [game("a", "c", "1", "x"), game("a", "b", "1", "o")];
        let standings = Standings::new(&names(&["a", "b"]), &games, Scoring::Usual);
        assert_eq!(standings.total(0).results(), [0, 0, 1]);
        assert_eq!(standings.points(1), 1.0);
    }
}
