//! `killer`: the last two moves that closed a window at the same ply first.

use super::{Node, Term};
use crate::game::{Game, Move, Side};

#[derive(Default)]
pub struct Killer {
    /// By ply, newest first.
    moves: Vec<[Option<Move>; 2]>,
}

impl<G: Game> Term<G> for Killer {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        let Some(&[newest, older]) = self.moves.get(node.ply) else {
            return;
        };
        ranks.extend(moves.iter().map(|&mv| {
            if Some(mv) == newest {
                2
            } else {
                (Some(mv) == older) as i64
            }
        }));
    }
    fn cut(&mut self, ply: usize, _side: Side, mv: Move, _depth: u32) {
        if self.moves.len() <= ply {
            self.moves.resize(ply + 1, [None; 2]);
        }
        let [newest, older] = &mut self.moves[ply];
        if *newest != Some(mv) {
            *older = newest.replace(mv);
        }
    }
    fn forget(&mut self) {
        self.moves.clear();
    }
}
