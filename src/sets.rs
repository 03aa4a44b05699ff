//! Sets of positions by kind: how far the game is, and how far its end.
//!
//! The kinds are those of the Connect-4 community, in thirds of the longest game: a position
//! is of the beginning, the middle or the end by the moves played, and easy, medium or hard
//! by the moves that are left when both sides play perfectly. On 7×6: fewer than 14, 14 to
//! 28, more than 28.

use std::fmt;
use std::str::FromStr;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{Game, Move};
use crate::names::suggestion;
use crate::search::score::{Score, Scores};
use crate::search::spec::EngineError;
use crate::search::{Engine, Limits, Searcher};

/// A third of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Third {
    First,
    Second,
    Last,
}

impl Third {
    fn of(plies: usize, max_plies: usize) -> Third {
        if 3 * plies < max_plies {
            Third::First
        } else if 3 * plies <= 2 * max_plies {
            Third::Second
        } else {
            Third::Last
        }
    }
}

/// A kind of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    played: Third,
    left: Third,
}

/// The kinds there are, the easiest first.
pub const KINDS: [(&str, Kind); 6] = [
    (
        "end-easy",
        Kind {
            played: Third::Last,
            left: Third::First,
        },
    ),
    (
        "middle-easy",
        Kind {
            played: Third::Second,
            left: Third::First,
        },
    ),
    (
        "middle-medium",
        Kind {
            played: Third::Second,
            left: Third::Second,
        },
    ),
    (
        "begin-easy",
        Kind {
            played: Third::First,
            left: Third::First,
        },
    ),
    (
        "begin-medium",
        Kind {
            played: Third::First,
            left: Third::Second,
        },
    ),
    (
        "begin-hard",
        Kind {
            played: Third::First,
            left: Third::Last,
        },
    ),
];

impl FromStr for Kind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let found = KINDS.iter().find(|(name, _)| *name == text);
        found.map(|(_, kind)| *kind).ok_or_else(|| {
            let hint = suggestion(text, &KINDS.map(|(name, _)| name));
            format!("unknown kind of positions `{text}`{hint}")
        })
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = KINDS.iter().find(|(_, kind)| kind == self);
        f.write_str(found.map_or("", |(name, _)| name))
    }
}

/// Random positions of a kind, each with its exact score, in stones. Endless, if there are any.
pub struct Positions<G: Game> {
    start: G,
    kind: Kind,
    /// Moves played at least.
    least: usize,
    random: Xoshiro256PlusPlus,
    solver: Searcher<G>,
}

impl<G: Game> Positions<G> {
    /// Positions of a board, of at least so many moves, by the preset `solver`.
    pub fn new(start: &G, kind: Kind, least: usize, seed: u64) -> Result<Self, EngineError> {
        let engine: Engine = r#"{ preset = "solver", scores = "stones" }"#.parse()?;
        Ok(Positions {
            start: start.clone(),
            kind,
            least,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
            solver: Searcher::new(&engine, start)?,
        })
    }

    fn below(&mut self, n: usize) -> usize {
        (self.random.next_u64() % n as u64) as usize
    }

    /// A random game of so many moves; none if it is over before.
    fn play(&mut self, plies: usize) -> Option<(G, Vec<Move>)> {
        let mut game = self.start.clone();
        let (mut played, mut moves) = (Vec::new(), Vec::new());
        for _ in 0..plies {
            moves.clear();
            game.moves(&mut moves);
            let mv = moves[self.below(moves.len())];
            game.play(mv);
            played.push(mv);
            if game.outcome().is_some() {
                return None;
            }
        }
        Some((game, played))
    }

    /// The next position and its score.
    fn find(&mut self) -> Option<(Vec<Move>, Score)> {
        let max = self.start.max_plies();
        let lengths = (self.least..max).filter(|&n| Third::of(n, max) == self.kind.played);
        let lengths: Vec<_> = lengths.collect();
        loop {
            let plies = match lengths.len() {
                0 => return None,
                n => lengths[self.below(n)],
            };
            let Some((game, moves)) = self.play(plies) else {
                continue;
            };
            let score = self.solver.search(&game, &Limits::default()).value?;
            let end = Scores::Stones.end_of(score, plies, max).unwrap_or(max);
            if Third::of(end - plies, max) == self.kind.left {
                return Some((moves, score));
            }
        }
    }
}

impl<G: Game> Iterator for Positions<G> {
    type Item = (Vec<Move>, Score);
    /// None only where the search was interrupted, or no position has so many moves.
    fn next(&mut self) -> Option<Self::Item> {
        self.find()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect::Connect;

    #[test]
    fn positions_are_of_their_kind_and_the_same_for_a_seed() {
        let start = Connect::<u64>::new(6, 7, 4);
        for (name, kind) in &KINDS[..3] {
            assert_eq!(name.parse(), Ok(*kind));
            assert_eq!(kind.to_string(), *name);
            let set = |seed| -> Vec<_> {
                let positions = Positions::new(&start, *kind, 20, seed).unwrap();
                positions.take(5).collect()
            };
            let found = set(1);
            assert_eq!(found, set(1));
            assert_ne!(found, set(2));
            for (moves, _) in found {
                let stones = if *name == "end-easy" {
                    29..=42
                } else {
                    20..=28
                };
                assert!(stones.contains(&moves.len()), "{name} {moves:?}");
            }
        }
        assert!("end-hard".parse::<Kind>().is_err());
    }
}
