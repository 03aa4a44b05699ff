//! `eval`: every child is built and evaluated, the best for the side to move first.

use super::{Node, Term, child_value};
use crate::game::{Game, Move};

pub struct ByEvaluator;

impl<G: Game> Term<G> for ByEvaluator {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        ranks.extend(moves.iter().map(|&mv| child_value(node, mv)));
    }
    fn builds_children(&self) -> bool {
        true
    }
}
