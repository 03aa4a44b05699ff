//! `history`: moves that did well anywhere in the tree first.

use super::{Node, Term};
use crate::game::{Game, Move, Side};

/// The ConnectX report's: every searched move adds the square of its value, whichever
/// side played it. Values are cut off at a million, where the original's overflowed.
pub struct SquareOfValue {
    rating: Vec<f64>,
}

impl SquareOfValue {
    pub fn new<G: Game>(game: &G) -> Self {
        SquareOfValue {
            rating: vec![0.0; game.move_index_limit()],
        }
    }
}

impl<G: Game> Term<G> for SquareOfValue {
    fn rank(&mut self, _node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        // Not negative, so the bit pattern is in order.
        ranks.extend(
            moves
                .iter()
                .map(|mv| self.rating[mv.index()].to_bits() as i64),
        );
    }
    fn searched(&mut self, _side: Side, mv: Move, value: f64) {
        self.rating[mv.index()] += value.clamp(-1e6, 1e6).powi(2);
    }
    fn forget(&mut self) {
        self.rating.fill(0.0);
    }
}

/// Schaeffer's: a move that closes a window adds the square of the depth below it.
pub struct DepthSquared {
    moves: usize,
    /// By side and move.
    rating: Vec<i64>,
}

impl DepthSquared {
    pub fn new<G: Game>(game: &G) -> Self {
        let moves = game.move_index_limit();
        DepthSquared {
            moves,
            rating: vec![0; 2 * moves],
        }
    }
}

impl<G: Game> Term<G> for DepthSquared {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        let side = node.game.to_move().index() * self.moves;
        ranks.extend(moves.iter().map(|mv| self.rating[side + mv.index()]));
    }
    fn cut(&mut self, _ply: usize, side: Side, mv: Move, depth: u32) {
        let rating = &mut self.rating[side.index() * self.moves + mv.index()];
        *rating = rating.saturating_add(i64::from(depth).pow(2));
    }
    fn forget(&mut self) {
        self.rating.fill(0);
    }
}
