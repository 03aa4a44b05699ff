//! `runs`: what the published counts of the Conecta 4 report were made with.
//!
//! From each stone, in each of the four directions, the run of up to four stones of its
//! colour that starts there is worth 1, 10, 100 or 1000 by its length; own stones minus
//! the opponent's. No blanks, no centre: `line-weights` is the formula in the report's text.
//!
//! A stone changes only the lines through it, so their values are kept, and those of lines
//! met before are remembered.

use super::kept_lines::{KeptLines, Rule, Stones};
use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Move, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "runs",
    parameters: &[],
    what: "runs of 1, 2, 3, 4 stones are worth 1, 10, 100, 1000 (Conecta 4, its counts)",
    depends: Depends::Mirrored,
};

#[derive(Clone)]
pub struct Runs {
    lines: KeptLines<Line>,
    /// For the first side.
    total: Score,
}

#[derive(Clone)]
struct Line;

impl Rule for Line {
    /// For the first side.
    type Worth = Score;

    fn worth(&mut self, stones: Stones) -> Score {
        let (mut colour, mut run, mut sum) = (None, 0, 0);
        for stone in stones.iter() {
            run = if stone == colour { run + 1 } else { 1 };
            colour = stone;
            // From n stones in a row, runs of n, … 2, 1 start. Counted from the other end,
            // they are 1, 2, … n.
            let worth = 10i64.pow(run.min(4) - 1);
            match stone {
                Some(Side::First) => sum += worth,
                Some(Side::Second) => sum -= worth,
                None => (),
            }
        }
        sum
    }
}

impl Runs {
    pub fn new<G: Game>(game: &G) -> Self {
        let mut runs = Runs {
            lines: KeptLines::new(game.rows(), game.cols(), 1, Line),
            total: 0,
        };
        Evaluator::start(&mut runs, game);
        runs
    }
}

/// A value for the first side as one for `side`.
fn seen_by(side: Side, value: Score) -> Score {
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

impl<G: Game> Evaluator<G> for Runs {
    fn value(&mut self, _game: &G, side: Side) -> Score {
        seen_by(side, self.total)
    }
    fn value_after(&mut self, game: &G, mv: Move, side: Side) -> Option<Score> {
        let total = self.lines.fold_with(
            game.landing(mv),
            game.to_move(),
            self.total,
            |_, total, _, now, then| total + then - now,
        );
        Some(seen_by(side, total))
    }
    fn is_incremental(&self) -> bool {
        true
    }
    fn start(&mut self, game: &G) {
        self.lines.start(game);
        self.total = self.lines.worths().sum();
    }
    fn played(&mut self, game: &G, mv: Move) {
        let (place, mover) = (game.placed(mv), game.to_move().other());
        self.lines
            .put(place, mover, |before, now| self.total += now - before);
    }
    fn undone(&mut self, game: &G, mv: Move) {
        let (place, mover) = (game.landing(mv), game.to_move());
        self.lines
            .take_back(place, mover, |before, now| self.total += now - before);
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
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
        fn kept_lines_agree_with_the_formula(spec in any_line_game(), seed: u64) {
            stones(spec, seed, |cells, values| {
                prop_assert_eq!(values("runs", Side::First), plain(cells, Side::First) as f64);
                prop_assert_eq!(values("runs", Side::Second), plain(cells, Side::Second) as f64);
                Ok(())
            })?;
        }
    }
}
