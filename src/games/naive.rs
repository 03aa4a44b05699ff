//! The rules once more, as plainly as they can be written: arrays of cells, every
//! line looked at, one explosion at a time. Only tests use them.

use crate::game::{Outcome, Side};
use crate::games::GameSpec;

/// A board of cells, each with an owner and a number of atoms (stones count as one).
#[derive(Clone)]
pub struct Naive {
    spec: GameSpec,
    rows: usize,
    cols: usize,
    pub cells: Vec<Vec<(Option<Side>, usize)>>,
    pub ply: usize,
    pub outcome: Option<Outcome>,
}

impl Naive {
    pub fn new(spec: GameSpec) -> Self {
        let (rows, cols) = match spec {
            GameSpec::Connect { rows, cols, .. } | GameSpec::Chain { rows, cols } => (rows, cols),
            GameSpec::Mnk { m, n, .. } => (m, n),
            GameSpec::Tris { size, .. } => (size, size),
        };
        Naive {
            spec,
            rows,
            cols,
            cells: vec![vec![(None, 0); cols]; rows],
            ply: 0,
            outcome: None,
        }
    }

    pub fn to_move(&self) -> Side {
        Side::to_move_at(self.ply)
    }

    /// The cells on which the side to move may play, row by row; for `connect`, column
    /// by column.
    pub fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        if let GameSpec::Connect { .. } = self.spec {
            for col in 0..self.cols {
                let free = (0..self.rows).find(|&row| self.cells[row][col].0.is_none());
                moves.extend(free.map(|row| (row, col)));
            }
            return moves;
        }
        for row in 0..self.rows {
            for col in 0..self.cols {
                let owner = self.cells[row][col].0;
                let chain = matches!(self.spec, GameSpec::Chain { .. });
                if owner.is_none() || chain && owner == Some(self.to_move()) {
                    moves.push((row, col));
                }
            }
        }
        moves
    }

    pub fn play(&mut self, (row, col): (usize, usize)) {
        let mover = self.to_move();
        self.cells[row][col] = (Some(mover), self.cells[row][col].1 + 1);
        self.ply += 1;
        match self.spec {
            GameSpec::Connect { k, .. } | GameSpec::Mnk { k, .. } => self.look_for_a_line(k),
            GameSpec::Tris { series, .. } => self.look_for_a_line(series),
            GameSpec::Chain { .. } => self.explode(mover),
        }
    }

    fn look_for_a_line(&mut self, k: usize) {
        let owner = |row: isize, col: isize| {
            let (row, col) = (usize::try_from(row).ok()?, usize::try_from(col).ok()?);
            self.cells.get(row)?.get(col)?.0
        };
        for row in 0..self.rows as isize {
            for col in 0..self.cols as isize {
                let Some(side) = owner(row, col) else {
                    continue;
                };
                for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    if (0..k as isize).all(|i| owner(row + i * dr, col + i * dc) == Some(side)) {
                        self.outcome = Some(Outcome::Win(side));
                        return;
                    }
                }
            }
        }
        if self.ply == self.rows * self.cols {
            self.outcome = Some(Outcome::Draw);
        }
    }

    pub fn neighbours(&self, row: usize, col: usize) -> Vec<(usize, usize)> {
        let mut near = Vec::new();
        if row > 0 {
            near.push((row - 1, col));
        }
        if row + 1 < self.rows {
            near.push((row + 1, col));
        }
        if col > 0 {
            near.push((row, col - 1));
        }
        if col + 1 < self.cols {
            near.push((row, col + 1));
        }
        near
    }

    /// One explosion at a time, always the last critical cell of the board: an order
    /// as far from waves as can be.
    fn explode(&mut self, mover: Side) {
        loop {
            let mut all = (0..self.rows).flat_map(|row| (0..self.cols).map(move |col| (row, col)));
            let critical =
                all.rfind(|&(row, col)| self.cells[row][col].1 >= self.neighbours(row, col).len());
            let Some((row, col)) = critical else {
                return;
            };
            let near = self.neighbours(row, col);
            let left = self.cells[row][col].1 - near.len();
            self.cells[row][col] = ((left > 0).then_some(mover), left);
            for (row, col) in near {
                self.cells[row][col] = (Some(mover), self.cells[row][col].1 + 1);
            }
            // The first move of each side never wins.
            if self.ply > 2 && self.count(mover.other(), |_, _, _| true) == 0 {
                self.outcome = Some(Outcome::Win(mover));
                return;
            }
        }
    }

    /// How many cells of a side satisfy a condition on (row, column, atoms).
    fn count(&self, side: Side, condition: impl Fn(usize, usize, usize) -> bool) -> usize {
        let mut count = 0;
        for (row, cells) in self.cells.iter().enumerate() {
            for (col, &(owner, atoms)) in cells.iter().enumerate() {
                count += (owner == Some(side) && condition(row, col, atoms)) as usize;
            }
        }
        count
    }

    pub fn owned(&self, side: Side) -> usize {
        self.count(side, |_, _, _| true)
    }

    pub fn unstable(&self, side: Side) -> usize {
        self.count(side, |row, col, atoms| {
            atoms + 1 == self.neighbours(row, col).len()
        })
    }
}
