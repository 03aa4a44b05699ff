//! `random(seed,values,real)`: a number drawn from the position's key, the same each
//! time. Few values make many ties, which is where a search goes wrong first.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::SplitMix64;

use super::{Depends, Evaluator, Listing};
use crate::call::Parameter;
use crate::game::{Game, Side};
use crate::search::score::{Score, from_real};

pub const LISTING: Listing = Listing {
    name: "random",
    parameters: &[
        Parameter::whole("seed", 1.0, 0.0, 9.0e15),
        Parameter::whole("values", 5.0, 0.0, 1.0e9),
        Parameter::whole("real", 0.0, 0.0, 1.0),
    ],
    what: "a hash of the position, from -values to values; real=1: in tenths",
    depends: Depends::Mirrored,
};

#[derive(Clone, Copy)]
pub struct Random {
    pub seed: u64,
    pub values: i64,
    pub real: bool,
}

impl<G: Game> Evaluator<G> for Random {
    fn value(&mut self, game: &G, side: Side) -> Score {
        // A position and its mirror image are worth the same.
        let key = game.key().min(game.mirrored_key());
        let word = SplitMix64::seed_from_u64(key ^ self.seed.rotate_left(17)).next_u64();
        let number = (word % (2 * self.values as u64 + 1)) as i64 - self.values;
        let number = if side == Side::First { number } else { -number };
        if self.real {
            from_real(number as f64 * 0.1)
        } else {
            number
        }
    }
    fn is_real(&self) -> bool {
        self.real
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(*self)
    }
}
