//! `tt`: the move the transposition table remembers as best here. With iterative
//! deepening it is the principal variation of the iteration before.

use super::{Node, Term};
use crate::game::{Game, Move};

pub struct TableMove;

impl<G: Game> Term<G> for TableMove {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        if let Some(best) = node.table_move {
            ranks.extend(moves.iter().map(|&mv| (mv == best) as i64));
        }
    }
}
