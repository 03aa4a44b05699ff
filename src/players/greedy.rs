//! `greedy(seed)`: the move after which the position looks best, and no look ahead.
//!
//! It takes a win at once. Otherwise it takes the move with the highest static value, by
//! `sequences` where there are lines and by `owned-and-unstable` in chain; of several, any.

use std::time::Instant;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Chosen, Player, PlayerError, emergency};
use crate::eval::{Evaluator, EvaluatorSpec};
use crate::game::{Game, Move};
use crate::search::spec::EngineError;

pub struct Greedy<G: Game> {
    evaluator: Box<dyn Evaluator<G>>,
    random: Xoshiro256PlusPlus,
}

impl<G: Game> Greedy<G> {
    pub fn new(game: &G, seed: u64) -> Result<Self, PlayerError> {
        let name = match game.line_length() {
            Some(_) => "sequences",
            None => "owned-and-unstable",
        };
        let spec: EvaluatorSpec = name.parse()?;
        let evaluator = spec.build(game);
        let evaluator = evaluator.map_err(|e| EngineError::new("greedy", e.to_string()))?;
        Ok(Greedy {
            evaluator,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        })
    }
}

impl<G: Game> Player<G> for Greedy<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        if let Some(mv) = emergency::win(game) {
            return Chosen::at_once(mv, "win", begun);
        }
        let side = game.to_move();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let tried = moves.len() as u64;
        let mut best: Vec<Move> = Vec::new();
        let mut highest = i64::MIN;
        self.evaluator.start(game);
        for mv in moves {
            let known = self.evaluator.value_after(game, mv, side);
            let value = known.unwrap_or_else(|| {
                let mut after = game.clone();
                after.play(mv);
                let mut evaluator = self.evaluator.fresh();
                evaluator.start(&after);
                evaluator.value(&after, side)
            });
            if value > highest {
                (highest, best) = (value, Vec::new());
            }
            if value == highest {
                best.push(mv);
            }
        }
        let any = self.random.next_u64() % best.len() as u64;
        let mut chosen = Chosen::at_once(best[any as usize], "greedy", begun);
        chosen.depth = 1;
        chosen.counts.nodes = tried;
        chosen.counts.leaves = tried;
        chosen.counts.heuristic_calls = tried;
        chosen
    }
}
