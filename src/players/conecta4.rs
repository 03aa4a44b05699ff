//! `player(conecta4)`: the Conecta 4 report's player, for games of `connect`.
//!
//! A search to a fixed depth (8, if not told otherwise) with the report's printed evaluator,
//! in the three variants it compares: `conecta4/minimax`, `conecta4/alphabeta` and
//! `conecta4/sorted`, which is also plain `conecta4`.
//!
//! Not as in the original:
//! - a finished line ends the game, which the original's search played on from;
//! - it deepens to its depth, so that a time limit leaves a finished search behind.

use std::time::Instant;

use super::{Chosen, Player, emergency};
use crate::game::Game;
use crate::search::spec::EngineError;
use crate::search::{Limits, Searcher};

/// Plies it looks ahead.
const DEPTH: u32 = 8;

pub struct Conecta4<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
}

impl<G: Game> Conecta4<G> {
    pub fn new(variant: &str, game: &G, limits: Limits) -> Result<Self, EngineError> {
        let engine = format!(r#"{{ preset = "conecta4-report/{variant}", lines-end = true }}"#);
        Ok(Conecta4 {
            searcher: Searcher::new(&engine.parse()?, game)?,
            limits: Limits {
                depth: limits.depth.or(Some(DEPTH)),
                ..limits
            },
        })
    }
}

impl<G: Game> Player<G> for Conecta4<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        if let Some(mv) = emergency::win(game) {
            return Chosen::at_once(mv, "win", begun);
        }
        let found = self.searcher.search(game, &self.limits);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mv = found.best.unwrap_or(moves[0]);
        let mv = emergency::unless_it_loses(game, mv, &[]);
        Chosen::after(found, mv, "search", &self.searcher, begun)
    }
}
