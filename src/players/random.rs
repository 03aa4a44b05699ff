//! `random(seed)`: any legal move, each as likely as the others.

use std::time::Instant;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Chosen, Player};
use crate::game::Game;

pub struct Random(Xoshiro256PlusPlus);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl<G: Game> Player<G> for Random {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let index = self.0.next_u64() % moves.len() as u64;
        Chosen::at_once(moves[index as usize], "random", begun)
    }
}
