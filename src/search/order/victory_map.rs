//! `victory-map`: cells by their value in the MNK report's victory map. Games without
//! lines have none, and are left as they are.

use super::{Node, Term};
use crate::eval::victory_map::worth;
use crate::game::{Game, Move};

pub struct VictoryMap;

impl<G: Game> Term<G> for VictoryMap {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        if node.game.line_length().is_none() {
            return;
        }
        let side = node.game.to_move();
        ranks.extend(moves.iter().map(|&mv| {
            let (row, col) = node.game.landing(mv);
            worth(node.game, row, col, side)
        }));
    }
}
