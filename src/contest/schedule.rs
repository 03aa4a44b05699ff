//! Who meets whom: the fixtures of a contest, in their order.
//!
//! Nested by round, opening, board, limits and pairing, the first of these changing slowest,
//! so that a match that is stopped early has played everything about equally often. The two
//! games of a pair stand beside each other.
//!
//! A pair that could only come out as one before it is left out, for it would count as
//! evidence twice: a second round of players who draw no random numbers, or other limits for
//! players who have their own.

use std::collections::HashSet;
use std::sync::Arc;

use super::fixture::write_limits;
use super::{Contestant, Fixture, Rules};
use crate::experiment::cell::CellId;
use crate::experiment::positions::Position;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::players::PlayerSpec;
use crate::search::Limits;

/// Which players meet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Schedule {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// These, by their numbers, meet all others.
    Gauntlet(Vec<usize>),
}

impl Schedule {
    /// The pairings of so many players, each but once.
    pub fn pairings(&self, players: usize) -> Vec<[usize; 2]> {
        match self {
            Schedule::RoundRobin => (0..players)
                .flat_map(|a| (a + 1..players).map(move |b| [a, b]))
                .collect(),
            Schedule::Gauntlet(challengers) => challengers
                .iter()
                .flat_map(|&a| (0..players).map(move |b| [a, b]))
                .filter(|[_, b]| !challengers.contains(b))
                .collect(),
        }
    }
}

/// A board with its openings, and the numbers of the players who know its game.
pub struct Board {
    pub game: GameSpec,
    pub openings: Vec<Position>,
    pub players: Vec<usize>,
}

/// What fixtures are made from.
pub struct Plan<'a> {
    pub players: &'a [Arc<Contestant>],
    pub boards: &'a [Board],
    pub limits: &'a [Limits],
    pub schedule: &'a Schedule,
    pub rounds: u32,
    pub rules: Rules,
    /// How many openings a quick run plays, if not all.
    pub quick: Option<usize>,
}

impl Plan<'_> {
    /// How many fixtures there are at most.
    pub fn count(&self) -> u128 {
        let pairings = self.schedule.pairings(self.players.len());
        let on = |board: &Board| {
            let meet =
                |[a, b]: &&[usize; 2]| board.players.contains(a) && board.players.contains(b);
            let pairings = pairings.iter().filter(meet).count();
            2 * pairings as u128 * board.openings.len() as u128
        };
        let openings: u128 = self.boards.iter().map(on).sum();
        openings * self.limits.len() as u128 * u128::from(self.rounds)
    }

    /// All fixtures.
    pub fn fixtures(&self) -> Vec<Fixture> {
        let pairings = self.schedule.pairings(self.players.len());
        let most = self.boards.iter().map(|board| board.openings.len()).max();
        let mut fixtures = Vec::new();
        let mut seen = HashSet::new();
        let mut pair = 0;
        for round in 1..=self.rounds {
            for opening in 0..most.unwrap_or(0) {
                let there = self.boards.iter().filter(|b| opening < b.openings.len());
                for (board, limits) in there.flat_map(|b| self.limits.iter().map(move |l| (b, l))) {
                    let position = &board.openings[opening];
                    for &[a, b] in &pairings {
                        if !board.players.contains(&a) || !board.players.contains(&b) {
                            continue;
                        }
                        let players = [a, b].map(|number| &self.players[number].spec);
                        let chance = players.iter().any(|spec| spec.plays_by_chance(limits));
                        let same = (
                            if chance { round } else { 1 },
                            board.game,
                            position.moves.clone(),
                            [a, b],
                            players.map(|spec| limits_text(&spec.limits(limits))),
                        );
                        if !seen.insert(same) {
                            continue;
                        }
                        for [x, o] in [[a, b], [b, a]] {
                            let fixture = Fixture {
                                id: CellId(0),
                                game: board.game,
                                opening: position.moves.clone(),
                                ply: position.ply,
                                round,
                                players: [x, o].map(|number| self.players[number].clone()),
                                limits: *limits,
                                pair,
                                quick: self.quick.is_none_or(|quick| opening < quick),
                            };
                            fixtures.push(fixture.identified(&self.rules));
                        }
                        pair += 1;
                    }
                }
            }
        }
        fixtures
    }
}

fn limits_text(limits: &Limits) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_limits(&mut text, limits, ' ');
    text
}

/// Whether a player knows a game, and if not, why.
pub fn plays(spec: &PlayerSpec, game: GameSpec) -> Result<(), String> {
    struct Plays<'a>(&'a PlayerSpec);
    impl Visit for Plays<'_> {
        type Output = Result<(), String>;
        fn visit<G: Game>(self, start: G) -> Self::Output {
            self.0.plays(&start).map_err(|error| error.to_string())
        }
    }
    game.visit(Plays(spec))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_once() {
        let pairings = Schedule::RoundRobin.pairings(4);
        assert_eq!(pairings.len(), 6);
        assert!(pairings.iter().all(|[a, b]| a < b));
        assert!(Schedule::RoundRobin.pairings(1).is_empty());
    }

    #[test]
    fn challengers_do_not_meet_each_other() {
        let gauntlet = Schedule::Gauntlet(vec![2, 0]);
        assert_eq!(gauntlet.pairings(4), [[2, 1], [2, 3], [0, 1], [0, 3]]);
    }

    #[test]
    fn what_can_only_come_out_the_same_is_played_once() {
        let player = |name: &str, text: &str| {
            Arc::new(Contestant {
                name: name.into(),
                spec: text.parse().unwrap(),
            })
        };
        let own = |depth| format!("{{ depth = {depth} }}");
        let players = [
            player("a", &own(1)),
            player("b", &own(2)),
            player("c", "alphabeta"),
            player("d", "greedy"),
        ];
        let boards = [Board {
            game: "connect4".parse().unwrap(),
            openings: vec![Position {
                moves: "".into(),
                ply: 0,
            }],
            players: vec![0, 1, 2, 3],
        }];
        let plan = Plan {
            players: &players,
            boards: &boards,
            limits: &[Limits::depth(3), Limits::depth(4)],
            schedule: &Schedule::RoundRobin,
            rounds: 5,
            rules: Rules::default(),
            quick: None,
        };
        let fixtures = plan.fixtures();
        let games = |a: &str, b: &str| {
            let both = |f: &&Fixture| f.players[0].name == a && f.players[1].name == b;
            fixtures.iter().filter(both).count()
        };
        // Own limits and no chance: once. The match's limits: once each. Chance: every round;
        // greedy has no use for limits, but is told of them.
        assert_eq!([games("a", "b"), games("b", "a")], [1, 1]);
        assert_eq!(games("a", "c"), 2);
        assert_eq!(games("c", "d"), 10);
    }

    #[test]
    fn pairs_swap_sides_and_openings_come_before_players() {
        let player = |name: &str| {
            Arc::new(Contestant {
                name: name.into(),
                spec: PlayerSpec::Random { seed: 1 },
            })
        };
        let players = ["a", "b", "c"].map(player);
        let position = |moves: &str| Position {
            moves: moves.into(),
            ply: moves.len(),
        };
        let boards = [Board {
            game: "connect4".parse().unwrap(),
            openings: vec![position("1"), position("2")],
            players: vec![0, 1, 2],
        }];
        let plan = Plan {
            players: &players,
            boards: &boards,
            limits: &[Limits::default(), Limits::depth(2)],
            schedule: &Schedule::RoundRobin,
            rounds: 2,
            rules: Rules::default(),
            quick: Some(1),
        };
        let fixtures = plan.fixtures();
        assert_eq!(fixtures.len() as u128, plan.count());
        assert_eq!(fixtures.len(), 2 * 2 * 2 * 3 * 2);
        for pair in fixtures.chunks(2) {
            assert_eq!(pair[0].pair, pair[1].pair);
            assert_eq!(pair[0].opening, pair[1].opening);
            assert_eq!(pair[0].players[0].name, pair[1].players[1].name);
            assert_eq!(pair[0].players[1].name, pair[1].players[0].name);
        }
        assert!(fixtures[..12].iter().all(|f| &*f.opening == "1" && f.quick));
        assert!(
            fixtures[12..24]
                .iter()
                .all(|f| &*f.opening == "2" && !f.quick)
        );
        let mut ids: Vec<_> = fixtures.iter().map(|fixture| fixture.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), fixtures.len());
    }
}
