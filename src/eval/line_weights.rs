//! `line-weights(centre)`: the Conecta 4 report's evaluator, as its text has it.
//!
//! From each stone, in each of the four directions (up, right, and both diagonals up), the
//! next four cells that begin with it: if they are on the board and hold no stone of the
//! opponent, they are worth 1, 10, 100 or 1000 by how many of them are the stone's colour.
//! Own stones minus the opponent's, plus `centre` for each own stone in the middle column
//! or columns, minus as much for each of the opponent's. The report leaves the weight of
//! the centre open; here it is 3.
//!
//! A stone changes only the windows of four cells through it, so their contents are kept.

use super::{Depends, Evaluator, Listing};
use crate::call::Parameter;
use crate::game::{Game, Move, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "line-weights",
    parameters: &[Parameter::whole("centre", 3.0, 0.0, 1e6)],
    what: "open windows of 4 with 1, 2, 3, 4 stones are worth 1, 10, 100, 1000, and the centre (Conecta 4)",
    depends: Depends::Position,
};

const WEIGHT: [Score; 5] = [0, 1, 10, 100, 1000];

/// Four cells in a row, and who has how many of them.
#[derive(Clone, Copy, Default)]
struct Window {
    stones: [u8; 2],
    /// Who has the first cell.
    first: Option<Side>,
}

impl Window {
    fn value(&self) -> Score {
        match self.first {
            Some(side) if self.stones[side.other().index()] == 0 => {
                let weight = WEIGHT[self.stones[side.index()] as usize];
                if side == Side::First { weight } else { -weight }
            }
            _ => 0,
        }
    }
}

#[derive(Clone)]
pub struct LineWeights {
    centre: Score,
    cols: usize,
    windows: Vec<Window>,
    /// By cell, the windows it is in, and whether it is their first cell.
    through: Vec<Vec<(usize, bool)>>,
    /// For the first side.
    total: Score,
}

impl LineWeights {
    pub fn new<G: Game>(game: &G, centre: Score) -> Self {
        let (rows, cols) = (game.rows(), game.cols());
        let mut through = vec![Vec::new(); rows * cols];
        let mut count = 0;
        for row in 0..rows as isize {
            for col in 0..cols as isize {
                for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (end_row, end_col) = (row + 3 * dr, col + 3 * dc);
                    if end_row >= rows as isize || !(0..cols as isize).contains(&end_col) {
                        continue;
                    }
                    for i in 0..4 {
                        let (row, col) = (row + i * dr, col + i * dc);
                        through[row as usize * cols + col as usize].push((count, i == 0));
                    }
                    count += 1;
                }
            }
        }
        let mut weights = LineWeights {
            centre,
            cols,
            windows: vec![Window::default(); count],
            through,
            total: 0,
        };
        Evaluator::start(&mut weights, game);
        weights
    }

    /// Puts a stone on a cell, or takes it off.
    fn change(&mut self, cell: usize, side: Side, put: bool) {
        for &(window, first) in &self.through[cell] {
            let window = &mut self.windows[window];
            self.total -= window.value();
            let stones = &mut window.stones[side.index()];
            if put {
                *stones += 1;
            } else {
                *stones -= 1;
            }
            if first {
                window.first = put.then_some(side);
            }
            self.total += window.value();
        }
        let col = cell % self.cols;
        if col == self.cols / 2 || col == (self.cols - 1) / 2 {
            let own = (side == Side::First) == put;
            self.total += if own { self.centre } else { -self.centre };
        }
    }
}

impl<G: Game> Evaluator<G> for LineWeights {
    fn value(&mut self, _game: &G, side: Side) -> Score {
        match side {
            Side::First => self.total,
            Side::Second => -self.total,
        }
    }
    fn is_incremental(&self) -> bool {
        true
    }
    fn start(&mut self, game: &G) {
        self.windows.fill(Window::default());
        self.total = 0;
        for cell in 0..self.through.len() {
            if let Some(side) = game.cell(cell / self.cols, cell % self.cols).owner {
                self.change(cell, side, true);
            }
        }
    }
    fn played(&mut self, game: &G, mv: Move) {
        let (row, col) = game.placed(mv);
        self.change(row * self.cols + col, game.to_move().other(), true);
    }
    fn undone(&mut self, game: &G, mv: Move) {
        let (row, col) = game.landing(mv);
        self.change(row * self.cols + col, game.to_move(), false);
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{any_line_game, cell_at, stones};
    use crate::games::connect::Connect;
    use crate::notation::position;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let value = |moves: &str, centre| {
            let game = position(Connect::<u64>::new(6, 7, 4), moves).unwrap();
            LineWeights::new(&game, centre).value(&game, Side::First)
        };
        // A stone in the bottom left corner: up, right and one diagonal.
        assert_eq!(value("1", 3), 3);
        // In the middle all four, and the centre.
        assert_eq!(value("4", 3), 4 + 3);
        // X on columns 1 and 2, O on 7 twice. X: right from 1 has two stones (10), the
        // rest of their directions one each (up, diagonal; up, right, diagonal; the other
        // diagonal leaves the board). O: up has 10 and, for the upper stone, room for 1;
        // to the left up 1 each.
        assert_eq!(value("1727", 0), (10 + 2 + 3) - (10 + 1 + 1 + 1));
    }

    /// The report's pseudocode.
    fn plain(cells: &[Vec<Option<Side>>], side: Side) -> Score {
        let cols = cells[0].len() as isize;
        let mut sum = 0;
        for row in 0..cells.len() as isize {
            for col in 0..cols {
                let Some(Some(owner)) = cell_at(cells, row, col) else {
                    continue;
                };
                let mut worth = 0;
                for (dr, dc) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                    let (mut count, mut blanks) = (0, 0);
                    for i in 0..4 {
                        match cell_at(cells, row + i * dr, col + i * dc) {
                            Some(Some(stone)) if stone == owner => count += 1,
                            Some(None) => blanks += 1,
                            _ => break,
                        }
                    }
                    if count + blanks >= 4 {
                        worth += [0, 1, 10, 100, 1000][count];
                    }
                }
                if col == cols / 2 || col == (cols - 1) / 2 {
                    worth += 3;
                }
                sum += if owner == side { worth } else { -worth };
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn kept_windows_agree_with_the_pseudocode(spec in any_line_game(), seed: u64) {
            stones(spec, seed, |cells, values| {
                for side in [Side::First, Side::Second] {
                    prop_assert_eq!(values("line-weights", side), plain(cells, side) as f64);
                }
                Ok(())
            })?;
        }
    }
}
