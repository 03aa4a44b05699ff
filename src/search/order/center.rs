//! `center`: moves near the middle of the board first. Where stones fall, only the
//! column counts.

use super::{Node, Term};
use crate::game::{Game, Move, Notation};

pub struct Center {
    /// By move.
    nearness: Vec<i64>,
}

impl Center {
    pub fn new<G: Game>(game: &G) -> Self {
        let mut nearness = vec![0; game.move_index_limit()];
        // Twice the distance from the middle is whole on even boards too.
        let off = |at: usize, length: usize| 2 * at as i64 - (length as i64 - 1);
        for row in 0..game.rows() {
            for col in 0..game.cols() {
                let across = off(col, game.cols()).pow(2);
                let along = match game.notation() {
                    Notation::Columns => 0,
                    Notation::Cells => off(row, game.rows()).pow(2),
                };
                nearness[game.move_at(row, col).index()] = -(across + along);
            }
        }
        Center { nearness }
    }
}

impl<G: Game> Term<G> for Center {
    fn rank(&mut self, _node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        ranks.extend(moves.iter().map(|mv| self.nearness[mv.index()]));
    }
}
