//! Any engine as a player: the best move of its search.

use std::time::Instant;

use super::{Chosen, Player};
use crate::game::Game;
use crate::search::spec::EngineError;
use crate::search::{Engine, Limits, Searcher};

pub struct EnginePlayer<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
    /// More for the next move.
    extra: Limits,
}

impl<G: Game> EnginePlayer<G> {
    pub fn new(engine: &Engine, game: &G, limits: Limits) -> Result<Self, EngineError> {
        Ok(EnginePlayer {
            searcher: Searcher::new(engine, game)?,
            limits,
            extra: Limits::default(),
        })
    }
}

impl<G: Game> Player<G> for EnginePlayer<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        let extra = std::mem::take(&mut self.extra);
        let limits = Limits {
            nodes: self
                .limits
                .nodes
                .map(|own| own.saturating_add(extra.nodes.unwrap_or(0))),
            time: self
                .limits
                .time
                .map(|own| own + extra.time.unwrap_or_default()),
            ..self.limits
        };
        let found = self.searcher.search(game, &limits);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mv = found.best.unwrap_or(moves[0]);
        Chosen::after(found, mv, "search", &self.searcher, begun)
    }
    fn grant(&mut self, extra: &Limits) {
        self.extra = *extra;
    }
}
