//! `player(connectx)`: the ConnectX report's player, for games of `connect`.
//!
//! 1. Its first stone goes into the middle column.
//! 2. It blocks a column where the opponent would win at once.
//! 3. Else iterative deepening: alpha-beta with the `last-move` evaluator, history by the
//!    square of values and a transposition table, both kept from move to move.
//! 4. If time ran out before the first depth was done, a random safe column.
//!
//! After 1 and 2 it searches all the same, for what that leaves in the table.
//!
//! Not as in the original:
//! - a win at once comes before everything, a block before the opening;
//! - a column is not played if the opponent wins on top of it;
//! - the table marks its values as what they are: the original marked every value a bound.

use std::time::Instant;

use super::{Chosen, Player, emergency, random::Random};
use crate::game::{Game, Move};
use crate::search::spec::EngineError;
use crate::search::{Limits, Searcher};

const ENGINE: &str = r#"{ algorithm = "alphabeta", evaluator = "last-move", deepening = true,
    order = ["history(square-of-value)"], keep-history = true, tt = { size = 64, keep = true } }"#;

pub struct ConnectX<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
    /// For the safe column that nothing speaks for.
    random: Random,
}

impl<G: Game> ConnectX<G> {
    pub fn new(game: &G, limits: Limits) -> Result<Self, EngineError> {
        let engine = ENGINE.replace('\n', " ").parse()?;
        Ok(ConnectX {
            searcher: Searcher::new(&engine, game)?,
            limits,
            random: Random::new(1),
        })
    }

    /// The middle column for the first stone, if it has room.
    fn opening(&self, game: &G) -> Option<Move> {
        let middle = game.move_at(0, game.cols() / 2);
        (game.ply() < 2 && game.check(middle).is_ok()).then_some(middle)
    }
}

impl<G: Game> Player<G> for ConnectX<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        if let Some(mv) = emergency::win(game) {
            return Chosen::at_once(mv, "win", begun);
        }
        let block = emergency::forced(game).map(|mv| (mv, "block"));
        let decided = block.or_else(|| self.opening(game).map(|mv| (mv, "centre")));
        let found = self.searcher.search(game, &self.limits);
        let (mv, rule) = match (decided, found.best) {
            (Some(decided), _) => decided,
            (None, Some(best)) if found.depth > 0 => (best, "search"),
            _ => (self.random.choose(game).mv, "safe column"),
        };
        let mv = emergency::unless_it_loses(game, mv, &[]);
        Chosen::after(found, mv, rule, &self.searcher, begun)
    }
}
