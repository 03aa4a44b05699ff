//! `last-move(truncate)`: the ConnectX report's evaluator. It looks only at the stone just
//! played, along four directions.
//!
//! In each direction n counts the stone and its own stones next to it without a gap. Going
//! on to at most k − 1 cells either way, up to the opponent's first stone or the edge, empty
//! cells and further own stones are the margin, the latter also *not connected*. If n + margin
//! reaches k, the direction is worth n + notconnected / margin. The value is the best
//! direction plus half the second best, without its fraction unless `truncate` is 0.
//!
//! It is a value of the last move, not of the position: a transposition reached by another
//! move has another value, so a table changes what it says.
//!
//! Not as in the original: a direction without room is passed over and does not end the
//! loop over directions; the second best is the former best when a better one is found.

use super::{Depends, Evaluator, Listing};
use crate::call::Parameter;
use crate::game::{Game, Move, Side};
use crate::search::score::{Score, from_real};

pub const LISTING: Listing = Listing {
    name: "last-move",
    parameters: &[Parameter::whole("truncate", 1.0, 0.0, 1.0)],
    what: "the stone just played: best + ½ second best of its directions (ConnectX)",
    depends: Depends::Path,
};

/// A finished line, above anything a direction can be worth.
const WON: f64 = 1e6;

#[derive(Clone)]
pub struct LastMove {
    truncate: bool,
    /// The cells of the moves played since the search began.
    played: Vec<(usize, usize)>,
}

impl LastMove {
    pub fn new(truncate: bool) -> Self {
        LastMove {
            truncate,
            played: Vec::new(),
        }
    }

    /// The value of the stone on a cell, for its owner.
    fn stone<G: Game>(&self, game: &G, row: usize, col: usize) -> f64 {
        let (Some(k), Some(owner)) = (game.line_length(), game.cell(row, col).owner) else {
            return 0.0;
        };
        let (mut best, mut second) = (0.0f64, 0.0f64);
        for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let mut line = Direction::default();
            line.walk(game, row, col, dr, dc, owner, k);
            // Where stones fall, there is nothing but stones below.
            line.walk(game, row, col, -dr, -dc, owner, k);
            let n = 1 + line.connected;
            if n >= k {
                return WON;
            }
            if n + line.margin < k {
                continue;
            }
            let value = n as f64 + line.unconnected as f64 / line.margin as f64;
            if value > best {
                (best, second) = (value, best);
            } else {
                second = second.max(value);
            }
        }
        let value = best + second * 0.5;
        if self.truncate { value.trunc() } else { value }
    }
}

#[derive(Default)]
struct Direction {
    connected: usize,
    unconnected: usize,
    margin: usize,
}

impl Direction {
    #[allow(clippy::too_many_arguments)]
    fn walk<G: Game>(
        &mut self,
        game: &G,
        row: usize,
        col: usize,
        dr: isize,
        dc: isize,
        owner: Side,
        k: usize,
    ) {
        let (mut row, mut col) = (row, col);
        let mut gap = false;
        for _ in 1..k {
            let next = (row.checked_add_signed(dr), col.checked_add_signed(dc));
            let (Some(r), Some(c)) = next else { return };
            if r >= game.rows() || c >= game.cols() {
                return;
            }
            (row, col) = (r, c);
            match game.cell(row, col).owner {
                None => {
                    gap = true;
                    self.margin += 1;
                }
                Some(stone) if stone != owner => return,
                Some(_) if gap => {
                    self.unconnected += 1;
                    self.margin += 1;
                }
                Some(_) => self.connected += 1,
            }
        }
    }
}

impl<G: Game> Evaluator<G> for LastMove {
    fn value(&mut self, game: &G, side: Side) -> Score {
        let Some(&(row, col)) = self.played.last() else {
            return 0; // No move has been played yet.
        };
        let value = self.stone(game, row, col);
        let own = game.cell(row, col).owner == Some(side);
        from_real(if own { value } else { -value })
    }
    fn is_real(&self) -> bool {
        true
    }
    fn is_incremental(&self) -> bool {
        true
    }
    fn start(&mut self, _game: &G) {
        self.played.clear();
    }
    fn played(&mut self, game: &G, mv: Move) {
        self.played.push(game.placed(mv));
    }
    fn undone(&mut self, _game: &G, _mv: Move) {
        self.played.pop();
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{any_line_game, cell_at};
    use crate::games::Visit;
    use crate::games::connect::Connect;
    use crate::notation::position;
    use crate::search::score::to_real;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;
    use rand_core::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// The value of the last move of a list, for the side that played it.
    fn value(moves: &str, truncate: bool) -> f64 {
        let (before, last) = moves.split_at(moves.len() - 1);
        let mut game = position(Connect::<u64>::new(6, 7, 4), before).unwrap();
        let mut evaluator = LastMove::new(truncate);
        let mover = game.to_move();
        let mv = crate::notation::parse_move(&game, last).unwrap();
        game.play(mv);
        evaluator.played(&game, mv);
        to_real(evaluator.value(&game, mover))
    }

    #[test]
    fn by_hand() {
        // A lone stone: every direction is worth 1, so 1 + ½.
        assert_eq!(value("4", false), 1.5);
        assert_eq!(value("4", true), 1.0);
        // Two in a row, room for more: 2 + ½.
        assert_eq!(value("4151", false), 2.5);
        // X on 1 and 4 with a gap, O on 7: one not connected in a margin of five cells.
        assert_eq!(value("174", false), 1.0 + 1.0 / 5.0 + 0.5);
        // Two upwards and two on a diagonal: 2 + ½·2. Four are won.
        assert_eq!(value("41525", false), 2.0 + 1.0);
        assert_eq!(value("1727374", false), WON);
    }

    #[test]
    fn a_direction_without_room_is_passed_over() {
        // O in the bottom right corner next to X: no room along the row, nor on the diagonal
        // that leaves the board; upwards and on the other diagonal it is 1.
        assert_eq!(value("67", false), 1.5);
    }

    /// The definition, on the line of cells through the stone.
    fn plain(cells: &[Vec<Option<Side>>], k: usize, (row, col): (usize, usize)) -> f64 {
        let owner = cells[row][col].unwrap();
        let mut worths = vec![0.0, 0.0];
        for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            let half = |way: isize| -> Vec<_> {
                let (row, col) = (row as isize, col as isize);
                let cells = (1..k as isize)
                    .map_while(|i| cell_at(cells, row + way * i * dr, col + way * i * dc));
                cells
                    .take_while(|stone| *stone != Some(owner.other()))
                    .collect()
            };
            let (mut n, mut own, mut room) = (1, 0, 1);
            for half in [half(1), half(-1)] {
                n += half.iter().take_while(|stone| stone.is_some()).count();
                own += half.iter().flatten().count();
                room += half.len();
            }
            if n >= k {
                return WON;
            }
            if room >= k {
                let (margin, unconnected) = (room - n, own + 1 - n);
                worths.push(n as f64 + unconnected as f64 / margin as f64);
            }
        }
        worths.sort_by(|a, b| b.total_cmp(a));
        worths[0] + worths[1] * 0.5
    }

    /// Every move of a random game, some of them taken back.
    struct Played(u64, bool);

    impl Visit for Played {
        type Output = Result<(), TestCaseError>;
        fn visit<G: Game>(self, mut game: G) -> Self::Output {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0);
            let mut evaluator = LastMove::new(self.1);
            let mut stack: Vec<(Move, G::Undo, (usize, usize))> = Vec::new();
            for _ in 0..60 {
                if game.outcome().is_none() && !random.next_u64().is_multiple_of(4) {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    let mv = moves[random.next_u64() as usize % moves.len()];
                    let place = game.landing(mv);
                    stack.push((mv, game.play(mv), place));
                    evaluator.played(&game, mv);
                } else if let Some((mv, undo, _)) = stack.pop() {
                    game.undo(mv, undo);
                    evaluator.undone(&game, mv);
                }
                let cells: Vec<Vec<_>> = (0..game.rows())
                    .map(|row| {
                        (0..game.cols())
                            .map(|col| game.cell(row, col).owner)
                            .collect()
                    })
                    .collect();
                let mover = game.to_move().other();
                let expected = stack.last().map_or(0.0, |&(.., place)| {
                    let value = plain(&cells, game.line_length().unwrap(), place);
                    if self.1 { value.trunc() } else { value }
                });
                prop_assert_eq!(to_real(evaluator.value(&game, mover)), expected);
                prop_assert_eq!(to_real(evaluator.value(&game, mover.other())), -expected);
            }
            Ok(())
        }
    }

    proptest! {
        #[test]
        fn walks_agree_with_the_definition(spec in any_line_game(), seed: u64, truncate: bool) {
            spec.visit(Played(seed, truncate))?;
        }
    }
}
