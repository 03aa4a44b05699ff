//! `threats`: moves by how many threats their side has on the board afterwards.

use super::{Node, Term};
use crate::game::{Game, Move};

pub struct Threats;

impl<G: Game> Term<G> for Threats {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        node.game.threats_after_each(moves, ranks);
    }
}
