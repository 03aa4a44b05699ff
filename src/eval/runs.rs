//! `runs`: what the published counts of the Conecta 4 report were made with.
//!
//! From each stone, in each of the four directions, the run of up to four stones of its
//! colour that starts there is worth 1, 10, 100 or 1000 by its length; own stones minus
//! the opponent's. No blanks, no centre: `line-weights` is the formula in the report's text.
//!
//! A run of length n that starts at a stone makes one run of each shorter length start
//! there too, so the sum is 4·(stones) + 9·(pairs) + 90·(threes) + 900·(fours), which
//! bitboards count whole.

use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "runs",
    parameters: &[],
    what: "runs of 1, 2, 3, 4 stones are worth 1, 10, 100, 1000 (Conecta 4, its counts)",
    depends: Depends::Mirrored,
};

#[derive(Clone, Copy)]
pub struct Runs;

impl Runs {
    fn of<G: Game>(game: &G, side: Side) -> Score {
        let weight = [(1, 1), (2, 9), (3, 90), (4, 900)];
        let sum =
            weight.map(|(length, worth)| worth * game.runs(side, length).unwrap_or(0) as Score);
        sum.iter().sum()
    }
}

impl<G: Game> Evaluator<G> for Runs {
    fn value(&mut self, game: &G, side: Side) -> Score {
        Runs::of(game, side) - Runs::of(game, side.other())
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{any_line_game, stones};
    use proptest::prelude::*;

    /// The formula, stone by stone.
    fn plain(cells: &[Vec<Option<Side>>], side: Side) -> Score {
        let at = |row: isize, col: isize| {
            let row = cells.get(usize::try_from(row).ok()?)?;
            *row.get(usize::try_from(col).ok()?)?
        };
        let mut sum = 0;
        for row in 0..cells.len() as isize {
            for col in 0..cells[0].len() as isize {
                let Some(owner) = at(row, col) else { continue };
                for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let run = (0..4).take_while(|i| at(row + i * dr, col + i * dc) == Some(owner));
                    let worth = 10i64.pow(run.count() as u32 - 1);
                    sum += if owner == side { worth } else { -worth };
                }
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn bitboards_agree_with_the_formula(spec in any_line_game(), seed: u64) {
            stones(spec, seed, |cells, values| {
                prop_assert_eq!(values("runs", Side::First), plain(cells, Side::First) as f64);
                prop_assert_eq!(values("runs", Side::Second), plain(cells, Side::Second) as f64);
                Ok(())
            })?;
        }
    }
}
