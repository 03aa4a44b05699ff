//! The moves of a node, in the order in which to search them.

use crate::game::{Game, Move, Side};
use crate::search::forward::Forward;
use crate::search::order::Node;
use crate::search::toggles::{Anticipate, Children, Select, Toggles};
use crate::search::tree::Tree;

impl<G: Game> Tree<G> {
    /// Puts the moves of the node at hand on the stack from `first`, in the order in
    /// which to search them. Says whether all children have been built on the way.
    #[inline]
    pub(super) fn list_moves(
        &mut self,
        t: &Toggles,
        first: usize,
        listed: bool,
        ply: usize,
        table_move: Option<Move>,
    ) -> bool {
        if ply == 0 && self.root.moves.is_some() {
            self.take_root_moves(first, listed);
            return false;
        }
        if !listed {
            self.game.moves(&mut self.moves);
        }
        let arranged = t.ordered || t.generate_all || !matches!(t.forward, Forward::Off);
        arranged && self.arrange(t, first, ply, table_move)
    }

    /// The driver's order of the root's moves; of those, where losing moves have been left
    /// out, only the others.
    #[cold]
    fn take_root_moves(&mut self, first: usize, listed: bool) {
        let safe = self.moves.split_off(first);
        let moves = self.root.moves.iter().flatten();
        self.moves
            .extend(moves.filter(|mv| !listed || safe.contains(mv)));
        if self.moves.len() == first {
            // Forward pruning had kept none of them.
            self.moves.extend(safe);
        }
    }

    /// Orders the moves from `first` on, and drops those that forward pruning leaves out.
    /// Says whether all children have been built on the way.
    #[inline(never)]
    fn arrange(&mut self, t: &Toggles, first: usize, ply: usize, table_move: Option<Move>) -> bool {
        let moves = self.moves.len() - first;
        let kept = t.forward.kept(moves);
        let copied = t.children != Children::InPlace;
        if copied {
            self.copies.begin(t.children == Children::Pool);
        }
        let mut built = false;
        if t.ordered {
            let mover = self.game.to_move();
            let mut node = Node {
                game: &mut self.game,
                evaluator: &mut *self.evaluator,
                counts: &mut self.counts,
                copies: copied.then_some(&mut self.copies),
                wanted: None,
                scores: t.scores,
                lines_end: t.lines_end,
                root_side: Side::to_move_at(self.root.ply),
                mover,
                ply,
                table_move,
            };
            let wanted = (t.select == Select::Queue && kept < moves).then_some(kept);
            self.order.sort(&mut node, &mut self.moves[first..], wanted);
            built = self.order.builds_children();
        }
        if t.generate_all && !built {
            self.build_all(first, copied);
            built = true;
        }
        if copied {
            self.copies.end();
        }
        self.moves.truncate(first + kept);
        built
    }

    /// Builds the children of the moves from `first` on, for the sake of building them.
    fn build_all(&mut self, first: usize, copied: bool) {
        for &mv in &self.moves[first..] {
            if copied {
                self.copies.make(&self.game, mv);
            } else {
                let undo = self.game.play(mv);
                self.game.undo(mv, undo);
            }
            self.counts.generated += 1;
        }
    }

    /// The root's moves as the node function would order them at `depth`, and whether all
    /// children have been built on the way.
    pub(super) fn root_moves(&mut self, t: &Toggles, depth: u32) -> (Vec<Move>, bool) {
        let sees_replies = t.anticipate == Anticipate::Losses && depth >= 2;
        self.moves.clear();
        if sees_replies {
            self.game.safe_moves(&mut self.moves);
            if self.moves.is_empty() {
                return (Vec::new(), false);
            }
        }
        let table_move = t.table.and_then(|usage| {
            let key = self.table_key(usage);
            self.entry(key).and_then(|entry| entry.best)
        });
        let built = self.list_moves(t, 0, sees_replies, 0, table_move);
        (std::mem::take(&mut self.moves), built)
    }
}
