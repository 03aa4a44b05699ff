//! `connect(rows,cols,k)`: stones fall to the bottom of a column; `k` in a row win.

use std::hash::Hash;

use crate::game::{Cell, Game, Illegal, Move, Notation, Outcome, Side};
use crate::games::bits::{Bits, reverse_lanes};
use crate::games::board::{Board, Lanes};
use crate::search::exact::{self, Built, Setup};

/// Connect-4 and its generalisation to any board and any `k`. A move is a column.
///
/// ```
/// use plyometer::game::Game;
/// use plyometer::games::connect::Connect;
/// use plyometer::notation;
///
/// let game = notation::position(Connect::<u64>::new(6, 7, 4), "44455554221").unwrap();
/// assert_eq!(game.ply(), 11);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Connect<B: Bits> {
    board: Board<B>,
}

impl<B: Bits> Connect<B> {
    /// An empty board. Panics if it does not fit `B`.
    pub fn new(rows: usize, cols: usize, k: usize) -> Self {
        Connect {
            board: Board::new(rows, cols, k, Lanes::Columns),
        }
    }

    /// The stones and lines under the rule of gravity.
    pub fn board(&self) -> &Board<B> {
        &self.board
    }

    #[inline]
    fn bottom(&self, mv: Move) -> u32 {
        mv.0 as u32 * self.board.geometry().stride()
    }

    /// How many stones lie in a column.
    #[inline]
    fn height(&self, mv: Move) -> u32 {
        self.board.occupied_from(self.bottom(mv))
    }

    /// The cells on which the next stones would land.
    #[inline]
    fn landings(&self) -> B {
        let geometry = self.board.geometry();
        self.board.occupied().plus(geometry.lane_starts()) & geometry.full
    }

    /// The column of a bit.
    #[inline]
    fn column(&self, bit: u32) -> Move {
        Move((bit / self.board.geometry().stride()) as u16)
    }

    #[inline]
    fn is_full(&self, mv: Move) -> bool {
        let top = self.bottom(mv) + self.board.geometry().rows as u32 - 1;
        !self.board.is_empty(top)
    }
}

impl<B: Bits> Game for Connect<B> {
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
        let columns = (0..self.cols() as u16).map(Move);
        out.extend(columns.filter(|&mv| !self.is_full(mv)));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            Err(Illegal::GameOver)
        } else if self.is_full(mv) {
            Err(Illegal::ColumnFull)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self::Undo {
        self.board.place(self.bottom(mv) + self.height(mv))
    }
    #[inline]
    fn undo(&mut self, mv: Move, undo: Self::Undo) {
        self.board
            .remove(self.bottom(mv) + self.height(mv) - 1, undo);
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
    /// The stones of the side to move plus all stones, as numbers. In a column of h
    /// stones that sum is from 2^h − 1 to 2^(h+1) − 2, so it tells the height as well,
    /// and the guard bit gives even a full column room for it.
    #[inline]
    fn packed(&self) -> Option<u64> {
        (B::CAPACITY == 64).then(|| {
            let own = self.board.stones(self.to_move());
            own.plus(self.board.occupied()).low_word()
        })
    }
    #[inline]
    fn mirrored_packed(&self) -> Option<u64> {
        let stride = self.board.geometry().stride();
        self.packed()
            .map(|word| reverse_lanes(word, self.cols() as u32, stride))
    }

    fn notation(&self) -> Notation {
        Notation::Columns
    }
    fn move_at(&self, _row: usize, col: usize) -> Move {
        Move(col as u16)
    }
    fn landing(&self, mv: Move) -> (usize, usize) {
        (self.height(mv) as usize, mv.index())
    }
    fn mirror(&self, mv: Move) -> Move {
        Move(self.cols() as u16 - 1 - mv.0)
    }
    fn line_length(&self) -> Option<usize> {
        Some(self.board.geometry().k)
    }
    fn cell(&self, row: usize, col: usize) -> Cell {
        self.board.cell(row, col)
    }

    #[inline]
    fn move_count(&self) -> usize {
        if B::IS_WORD {
            let tops = self.board.geometry().lane_starts() << (self.rows() as u32 - 1);
            tops.without(self.board.occupied()).count() as usize
        } else {
            (0..self.cols() as u16)
                .filter(|&col| !self.is_full(Move(col)))
                .count()
        }
    }
    #[inline]
    fn wins(&mut self, mv: Move) -> bool {
        self.board.wins_on(self.bottom(mv) + self.height(mv))
    }
    #[inline]
    fn winning_move(&mut self) -> Option<Move> {
        let wins = self.board.wins_of(self.to_move(), self.landings());
        wins.first().map(|bit| self.column(bit))
    }
    /// The forced reply if there is one, and never a stone under a cell on which the
    /// opponent would win.
    #[inline]
    fn safe_moves(&mut self, out: &mut Vec<Move>) {
        let landings = self.landings();
        let above = (landings << 1) & self.board.geometry().full;
        let lost = self.board.wins_of(self.to_move().other(), landings | above);
        let forced = landings & lost;
        let candidates = match forced.count() {
            0 => landings,
            1 => forced,
            _ => return,
        };
        candidates
            .without(lost >> 1)
            .for_each(|bit| out.push(self.column(bit)));
    }
    fn placed(&self, mv: Move) -> (usize, usize) {
        (self.height(mv) as usize - 1, mv.index())
    }
    #[inline]
    fn threats_after(&mut self, mv: Move) -> u32 {
        self.board.threats_with(self.bottom(mv) + self.height(mv))
    }
    fn threats_after_each(&mut self, moves: &[Move], out: &mut Vec<i64>) {
        let bits = moves.iter().map(|&mv| self.bottom(mv) + self.height(mv));
        out.extend(self.board.threats_with_each(bits).map(i64::from));
    }
    fn exact_solver(&self, setup: &Setup) -> Built<Self> {
        exact::connect(self, setup)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::position;

    #[test]
    fn stones_pile_up_and_columns_fill() {
        let mut game = Connect::<u64>::new(2, 3, 3);
        let undo = game.play(Move(1));
        assert_eq!(game.landing(Move(1)), (1, 1));
        game.play(Move(1));
        assert_eq!(game.check(Move(1)), Err(Illegal::ColumnFull));
        assert_eq!(game.move_count(), 2);
        assert_eq!(undo, None);
    }

    #[test]
    fn all_four_directions_win() {
        for (moves, winner) in [
            ("1212121", Side::First),
            ("1122334", Side::First),
            ("12233434474", Side::First),
            ("76655454414", Side::First),
            ("71616161", Side::Second),
        ] {
            let game = position(Connect::<u64>::new(6, 7, 4), moves).unwrap();
            assert_eq!(game.outcome(), Some(Outcome::Win(winner)), "{moves}");
        }
    }

    #[test]
    fn a_game_played_on_past_its_end_keeps_its_first_winner() {
        let mut game = position(Connect::<u64>::new(6, 7, 4), "1212121").unwrap();
        game.play(Move(1));
        assert_eq!(game.outcome(), Some(Outcome::Win(Side::First)));
    }
}
