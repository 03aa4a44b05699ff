//! `sequences-2016`: what the published figures of the Tris report were made with.
//!
//! Every line of at least `series` cells is walked with four numbers: a colour, its
//! stones n, the empty cells p before its first stone, and those d since. A stone of the
//! other colour closes the sequence and opens one with n = 1, p = the d just closed and
//! d = 0; the end of the line closes too. A closed sequence of n + p + d ≥ series is worth
//! +n² to the side that evaluates, and −n⁴·(p + d)/size if it is the opponent's.
//!
//! The published counts depend on ties, and ties on rounding: values are `f64`, summed
//! sequence by sequence over the columns, the rows and the two kinds of diagonals, and the
//! four totals added in that order.

use super::lines::lines;
use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Side};
use crate::search::score::{Score, from_real};

pub const LISTING: Listing = Listing {
    name: "sequences-2016",
    parameters: &[],
    what: "own n² minus the opponent's n⁴·empties/size over sequences (Tris, its counts)",
    depends: Depends::Position,
};

#[derive(Clone)]
pub struct Sequences2016 {
    cols: usize,
    series: usize,
    size: f64,
    /// Columns, rows, falling and rising diagonals.
    groups: [Vec<Vec<usize>>; 4],
}

impl Sequences2016 {
    pub fn new<G: Game>(game: &G) -> Self {
        let (rows, cols) = (game.rows(), game.cols());
        let series = game.line_length().unwrap_or(usize::MAX);
        Sequences2016 {
            cols,
            series,
            size: rows.max(cols) as f64,
            groups: lines(rows, cols, series),
        }
    }

    fn sum<G: Game>(&self, game: &G, side: Side, lines: &[Vec<usize>]) -> f64 {
        let mut sum = 0.0;
        for line in lines {
            let (mut colour, mut n, mut p, mut d) = (None, 0usize, 0usize, 0usize);
            let mut close = |colour: Option<Side>, n: usize, p: usize, d: usize| {
                if n + p + d >= self.series {
                    match colour {
                        Some(owner) if owner == side => sum += (n * n) as f64,
                        Some(_) => sum -= (n as f64).powi(4) * (p + d) as f64 / self.size,
                        None => (),
                    }
                }
            };
            for &cell in line {
                match game.cell(cell / self.cols, cell % self.cols).owner {
                    None if colour.is_none() => p += 1,
                    None => d += 1,
                    owner if colour.is_none() || owner == colour => {
                        colour = owner;
                        n += 1;
                    }
                    owner => {
                        close(colour, n, p, d);
                        (colour, n, p, d) = (owner, 1, d, 0);
                    }
                }
            }
            close(colour, n, p, d);
        }
        sum
    }
}

impl<G: Game> Evaluator<G> for Sequences2016 {
    fn value(&mut self, game: &G, side: Side) -> Score {
        let [columns, rows, falling, rising] = &self.groups;
        let total = self.sum(game, side, columns)
            + self.sum(game, side, rows)
            + self.sum(game, side, falling)
            + self.sum(game, side, rising);
        from_real(total)
    }
    fn is_real(&self) -> bool {
        true
    }
    fn is_one_sided(&self) -> bool {
        true
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mnk::Mnk;
    use crate::notation::position;
    use crate::search::score::to_real;

    fn value(size: usize, series: usize, moves: &str, side: Side) -> f64 {
        let game = position(Mnk::<u64>::new(size, size, series), moves).unwrap();
        to_real(Sequences2016::new(&game).value(&game, side))
    }

    #[test]
    fn by_hand() {
        // A stone in the middle of 3×3 is on four lines, each of 1 stone and 2 blanks.
        assert_eq!(value(3, 3, "b2", Side::First), 4.0);
        // For the other side each line is −1·2/3.
        let third = -2.0 / 3.0;
        let rows = [third, third, third, third];
        assert_eq!(value(3, 3, "b2", Side::Second), rows.iter().sum::<f64>());
        // X a1, O b2: X has column a and row 1 (1 each); O has column b and row 2 and the
        // rising diagonal; the falling diagonal is nobody's: O's n + p + d is 2.
        let (columns, rows) = (1.0 + third, 1.0 + third);
        assert_eq!(
            value(3, 3, "a1 b2", Side::First),
            columns + rows + 0.0 + third
        );
    }
}
