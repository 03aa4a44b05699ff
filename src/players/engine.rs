//! Any engine as a player: the best move of its search.

use std::time::Instant;

use super::{Chosen, Player};
use crate::game::Game;
use crate::search::spec::EngineError;
use crate::search::{Engine, Limits, Searcher};

pub struct EnginePlayer<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
}

impl<G: Game> EnginePlayer<G> {
    pub fn new(engine: &Engine, game: &G, limits: Limits) -> Result<Self, EngineError> {
        Ok(EnginePlayer {
            searcher: Searcher::new(engine, game)?,
            limits,
        })
    }
}

impl<G: Game> Player<G> for EnginePlayer<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        let found = self.searcher.search(game, &self.limits);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mv = found.best.unwrap_or(moves[0]);
        Chosen::after(found, mv, "search", &self.searcher, begun)
    }
}
