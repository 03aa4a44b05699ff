//! `owned-and-unstable`: the Unstable report's evaluator.
//!
//! Own cells minus the opponent's, plus own unstable cells (one atom short of exploding)
//! minus the opponent's. The game keeps both counts up to date. The original's count of
//! unstable cells drifted (captured cells were subtracted twice); this one does not.

use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "owned-and-unstable",
    parameters: &[],
    what: "cells owned and cells about to explode, own minus the opponent's (Unstable; chain only)",
    depends: Depends::Mirrored,
};

#[derive(Clone, Copy)]
pub struct OwnedAndUnstable;

impl<G: Game> Evaluator<G> for OwnedAndUnstable {
    fn value(&mut self, game: &G, side: Side) -> Score {
        let sum = |side| {
            let counts = game.owned_and_unstable(side);
            counts.map_or(0, |[owned, unstable]| (owned + unstable) as Score)
        };
        sum(side) - sum(side.other())
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chain::Chain;
    use crate::notation::position;

    #[test]
    fn by_hand() {
        // A corner with one atom is unstable, an edge with one is not.
        let game = position(Chain::<u64>::new(3, 3), "a1 b1 a3").unwrap();
        assert_eq!(OwnedAndUnstable.value(&game, Side::First), 2 + 2 - 1);
        assert_eq!(OwnedAndUnstable.value(&game, Side::Second), -3);
    }
}
