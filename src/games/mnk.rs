//! `mnk(m,n,k)`: stones go anywhere on `m` rows by `n` columns; `k` in a row win.
//! `tris(size,series)` is the square case.

use std::hash::Hash;

use crate::game::{Cell, Game, Illegal, Move, Notation, Outcome, Side};
use crate::games::bits::{Bits, reverse_within_lanes};
use crate::games::board::{Board, Lanes};

/// Tic-tac-toe and its generalisation to any board and any `k`. A move is the bit of
/// a cell; bits in ascending order are cells row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mnk<B: Bits> {
    board: Board<B>,
}

impl<B: Bits> Mnk<B> {
    /// An empty board. Panics if it does not fit `B`.
    pub fn new(rows: usize, cols: usize, k: usize) -> Self {
        Mnk {
            board: Board::new(rows, cols, k, Lanes::Rows),
        }
    }

    /// The stones and lines.
    pub fn board(&self) -> &Board<B> {
        &self.board
    }
}

impl<B: Bits> Game for Mnk<B> {
    type Undo = Option<Side>;

    fn rows(&self) -> usize {
        self.board.geometry().rows
    }
    fn cols(&self) -> usize {
        self.board.geometry().cols
    }
    #[inline]
    fn ply(&self) -> usize {
        self.board.ply()
    }
    #[inline]
    fn max_plies(&self) -> usize {
        self.board.cells()
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.board.outcome()
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        let empty = self.board.empty();
        empty.for_each(|bit| out.push(Move(bit as u16)));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            Err(Illegal::GameOver)
        } else if !self.board.is_empty(mv.0 as u32) {
            Err(Illegal::CellTaken)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self::Undo {
        self.board.place(mv.0 as u32)
    }
    #[inline]
    fn undo(&mut self, mv: Move, undo: Self::Undo) {
        self.board.remove(mv.0 as u32, undo);
    }

    #[inline]
    fn key(&self) -> u64 {
        self.board.keys()[0]
    }
    #[inline]
    fn mirrored_key(&self) -> u64 {
        self.board.keys()[1]
    }
    fn recomputed_keys(&self) -> [u64; 2] {
        self.board.recomputed_keys()
    }
    /// Both sides' stones, one after the other.
    #[inline]
    fn packed(&self) -> Option<u64> {
        let bits = self.board.geometry().bits();
        (2 * bits <= 64).then(|| {
            let [first, second] = [Side::First, Side::Second].map(|side| self.board.stones(side));
            first.low_word() | second.low_word() << bits
        })
    }

    #[inline]
    fn mirrored_packed(&self) -> Option<u64> {
        // Both sides' boards are made of the same lanes.
        let (rows, cols) = (self.rows() as u32, self.cols() as u32);
        self.packed()
            .map(|word| reverse_within_lanes(word, 2 * rows, cols + 1, cols))
    }

    fn notation(&self) -> Notation {
        Notation::Cells
    }
    fn move_at(&self, row: usize, col: usize) -> Move {
        Move(self.board.geometry().bit(row, col) as u16)
    }
    fn landing(&self, mv: Move) -> (usize, usize) {
        self.board.geometry().row_col(mv.0 as u32)
    }
    fn mirror(&self, mv: Move) -> Move {
        let (row, col) = self.landing(mv);
        self.move_at(row, self.cols() - 1 - col)
    }
    fn line_length(&self) -> Option<usize> {
        Some(self.board.geometry().k)
    }
    fn cell(&self, row: usize, col: usize) -> Cell {
        self.board.cell(row, col)
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.board.cells() - self.ply()
    }
    #[inline]
    fn wins(&mut self, mv: Move) -> bool {
        self.board.wins_on(mv.0 as u32)
    }
    #[inline]
    fn winning_move(&mut self) -> Option<Move> {
        let wins = self.board.wins_of(self.to_move(), self.board.empty());
        wins.first().map(|bit| Move(bit as u16))
    }
    /// All moves, the forced reply, or, against two threats, none.
    #[inline]
    fn safe_moves(&mut self, out: &mut Vec<Move>) {
        let empty = self.board.empty();
        let lost = self.board.wins_of(self.to_move().other(), empty);
        let candidates = match lost.count() {
            0 => empty,
            1 => lost,
            _ => return,
        };
        candidates.for_each(|bit| out.push(Move(bit as u16)));
    }
    #[inline]
    fn threats_after(&mut self, mv: Move) -> u32 {
        self.board.threats_with(mv.0 as u32)
    }
    fn threats_after_each(&mut self, moves: &[Move], out: &mut Vec<i64>) {
        let bits = moves.iter().map(|&mv| mv.0 as u32);
        out.extend(self.board.threats_with_each(bits).map(i64::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position;

    #[test]
    fn moves_run_row_by_row() {
        let game = Mnk::<u64>::new(2, 3, 3);
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let cells: Vec<_> = moves.iter().map(|&mv| game.landing(mv)).collect();
        assert_eq!(cells, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
    }

    #[test]
    fn both_diagonals_rows_and_columns_win() {
        for (moves, winner) in [
            ("a1 b1 a2 b2 a3", Side::First),
            ("a1 a2 b1 b2 c1", Side::First),
            ("a1 b1 b2 c1 c3", Side::First),
            ("a1 c1 b1 b2 c3 a3", Side::Second),
        ] {
            let game = position(Mnk::<u64>::new(3, 3, 3), moves).unwrap();
            assert_eq!(game.outcome(), Some(Outcome::Win(winner)), "{moves}");
        }
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let game = position(Mnk::<u64>::new(1, 2, 2), "a1 b1").unwrap();
        assert_eq!(game.outcome(), Some(Outcome::Draw));
    }
}
