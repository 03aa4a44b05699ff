//! `zero`: every unfinished position is worth nothing. With it a search sees only
//! finished games.

use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "zero",
    parameters: &[],
    what: "every unfinished position is worth 0",
    depends: Depends::Mirrored,
};

#[derive(Clone, Copy)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    fn value(&mut self, _game: &G, _side: Side) -> Score {
        0
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(*self)
    }
}
