//! `sequences(own,opponent)`: the Tris report's evaluator, as its text has it.
//!
//! A sequence is an interval of a line between two stones of the other side, or the edge;
//! it counts if it is at least `series` cells long. With n stones in it, it is worth
//! nᵒʷⁿ · length to the side that evaluates, and −nᵒᵖᵖᵒⁿᵉⁿᵗ · length if it is the opponent's. The
//! exponents are 2 and 3.6: with a larger one for the opponent it defends before it attacks.
//!
//! A stone changes only the lines through it, so their values are kept, and those of lines
//! met before are remembered. They are rounded to a millionth and summed as integers: the
//! sum does not depend on the order of moves.

use super::kept_lines::{KeptLines, Rule, Stones};
use super::{Depends, Evaluator, Listing};
use crate::call::Parameter;
use crate::game::{Game, Move, Side};
use crate::search::score::{Score, from_real};

pub const LISTING: Listing = Listing {
    name: "sequences",
    parameters: &[
        Parameter::real("own", 2.0, 0.0, 10.0),
        Parameter::real("opponent", 3.6, 0.0, 10.0),
    ],
    what: "own n²·length minus the opponent's n^3.6·length over intervals (Tris)",
    depends: Depends::Mirrored,
};

/// Values are kept in these parts of one.
const UNIT: f64 = 1e6;

#[derive(Clone)]
pub struct Sequences {
    lines: KeptLines<Intervals>,
    totals: [i64; 2],
}

#[derive(Clone)]
struct Intervals {
    series: usize,
    /// n stones to the power of each exponent, in units.
    powers: [Vec<f64>; 2],
}

impl Rule for Intervals {
    /// For the first and for the second side, in units.
    type Worth = [i64; 2];

    fn worth(&mut self, stones: Stones) -> [i64; 2] {
        let mut value = [0.0; 2];
        for owner in [Side::First, Side::Second] {
            let (mut n, mut length) = (0, 0);
            let mut close = |n: usize, length: usize| {
                if n > 0 && length >= self.series {
                    value[owner.index()] += self.powers[0][n] * length as f64;
                    value[owner.other().index()] -= self.powers[1][n] * length as f64;
                }
            };
            for stone in stones.iter() {
                match stone {
                    Some(side) if side != owner => {
                        close(n, length);
                        (n, length) = (0, 0);
                    }
                    stone => {
                        n += stone.is_some() as usize;
                        length += 1;
                    }
                }
            }
            close(n, length);
        }
        value.map(|value| value.round() as i64)
    }
}

impl Sequences {
    pub fn new<G: Game>(game: &G, own: f64, opponent: f64) -> Self {
        let (rows, cols) = (game.rows(), game.cols());
        let series = game.line_length().unwrap_or(usize::MAX);
        let power = |exponent| {
            (0..=rows.max(cols))
                .map(|n| (n as f64).powf(exponent) * UNIT)
                .collect()
        };
        let powers = [power(own), power(opponent)];
        let mut sequences = Sequences {
            lines: KeptLines::new(rows, cols, series, Intervals { series, powers }),
            totals: [0; 2],
        };
        Evaluator::start(&mut sequences, game);
        sequences
    }
}

/// Takes the change of one line over into the totals.
fn change(totals: &mut [i64; 2], before: [i64; 2], now: [i64; 2]) {
    totals[0] += now[0] - before[0];
    totals[1] += now[1] - before[1];
}

impl<G: Game> Evaluator<G> for Sequences {
    fn value(&mut self, _game: &G, side: Side) -> Score {
        from_real(self.totals[side.index()] as f64 / UNIT)
    }
    fn value_after(&mut self, game: &G, mv: Move, side: Side) -> Option<Score> {
        let (total, index) = (self.totals[side.index()], side.index());
        let total = self.lines.fold_with(
            game.landing(mv),
            game.to_move(),
            total,
            |_, total, _, now, then| total + then[index] - now[index],
        );
        Some(from_real(total as f64 / UNIT))
    }
    fn is_real(&self) -> bool {
        true
    }
    fn is_one_sided(&self) -> bool {
        true
    }
    fn is_incremental(&self) -> bool {
        true
    }
    fn start(&mut self, game: &G) {
        self.lines.start(game);
        self.totals = [0; 2];
        for worth in self.lines.worths() {
            change(&mut self.totals, [0; 2], worth);
        }
    }
    fn played(&mut self, game: &G, mv: Move) {
        let mover = game.to_move().other();
        self.lines.put(game.placed(mv), mover, |before, now| {
            change(&mut self.totals, before, now)
        });
    }
    fn undone(&mut self, game: &G, mv: Move) {
        let mover = game.to_move();
        self.lines
            .take_back(game.landing(mv), mover, |before, now| {
                change(&mut self.totals, before, now)
            });
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{any_line_game, cell_at, stones};
    use crate::games::mnk::Mnk;
    use crate::notation::position;
    use crate::search::score::to_real;
    use proptest::prelude::*;

    fn value(size: usize, series: usize, moves: &str, side: Side) -> f64 {
        let game = position(Mnk::<u64>::new(size, size, series), moves).unwrap();
        to_real(Sequences::new(&game, 2.0, 3.6).value(&game, side))
    }

    #[test]
    fn the_reports_boards_rank_as_it_says() {
        // X X _ / O _ _ / _ _ _: to stop X is worth more than to go elsewhere.
        let (stops, elsewhere) = ("a1 a2 b1 c1", "a1 a2 b1 b3");
        let program = Side::Second;
        assert!(value(3, 3, stops, program) > value(3, 3, elsewhere, program));
        // 5×5, series 3, X on c3 and d3, O on d2 or next to it: the best O can do is b3, next
        // to X's two, which leaves them the shortest interval.
        let with = |reply: &str| value(5, 3, &format!("c3 d2 d3 {reply}"), program);
        let g = with("b3");
        for row in 1..=5 {
            for col in ["a", "b", "c", "d", "e"] {
                let cell = format!("{col}{row}");
                if !["c3", "d2", "d3", "b3", "e3"].contains(&cell.as_str()) {
                    assert!(with(&cell) < g, "{cell}: {} against {g}", with(&cell));
                }
            }
        }
    }

    #[test]
    fn by_hand() {
        // A stone in the middle of 3×3: four intervals of three cells with one stone.
        assert_eq!(value(3, 3, "b2", Side::First), 12.0);
        assert_eq!(value(3, 3, "b2", Side::Second), -12.0);
        // X a1 b1, O b2: X has row 1 (4·3) and column a (1·3); O row 2 and a rising
        // diagonal (3 each), column b and the falling diagonal are nobody's.
        assert_eq!(value(3, 3, "a1 b2 b1", Side::First), 12.0 + 3.0 - 6.0);
        let two = (2f64.powf(3.6) * 3.0 * 1e6).round() / 1e6;
        assert!((value(3, 3, "a1 b2 b1", Side::Second) - (6.0 - two - 3.0)).abs() < 1e-9);
    }

    /// The formula, interval by interval.
    fn plain(cells: &[Vec<Option<Side>>], k: usize, side: Side) -> f64 {
        let mut sum = 0.0;
        let (rows, cols) = (cells.len() as isize, cells[0].len() as isize);
        for owner in [Side::First, Side::Second] {
            let open =
                |row, col| cell_at(cells, row, col).is_some_and(|s| s != Some(owner.other()));
            for row in 0..rows {
                for col in 0..cols {
                    for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                        // An interval begins where the cell before is closed.
                        if !open(row, col) || open(row - dr, col - dc) {
                            continue;
                        }
                        let interval = (0..).take_while(|i| open(row + i * dr, col + i * dc));
                        let length = interval.count();
                        let n = (0..length as isize)
                            .filter(|i| {
                                cell_at(cells, row + i * dr, col + i * dc) == Some(Some(owner))
                            })
                            .count();
                        if length >= k && n > 0 {
                            let n = n as f64;
                            sum += match owner == side {
                                true => n.powi(2) * length as f64,
                                false => -n.powf(3.6) * length as f64,
                            };
                        }
                    }
                }
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn kept_values_agree_with_the_formula(spec in any_line_game(), seed: u64) {
            let k = spec.line_length().unwrap();
            prop_assume!(k > 1); // A lone cell is four lines here, and one kind there.
            stones(spec, seed, |cells, values| {
                for side in [Side::First, Side::Second] {
                    let (kept, plain) = (values("sequences", side), plain(cells, k, side));
                    prop_assert!((kept - plain).abs() < 1e-3, "{} against {}", kept, plain);
                }
                Ok(())
            })?;
        }
    }
}
