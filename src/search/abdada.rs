//! ABDADA in the node function: several threads do the same search over one table, and each
//! puts off children that another one is at. By the time it comes back to them, the table
//! has their values. The first child of a node is never put off: all threads go down to
//! where there is something to share out.

use crate::game::Game;
use crate::search::toggles::Toggles;
use crate::search::tree::Tree;

/// Children that are searched less deep than this take less time than asking about them.
const SHALLOW: u32 = 3;

impl<G: Game> Tree<G> {
    /// Whether the children of a node of this depth are shared out.
    #[inline]
    pub(super) fn shares(&self, depth: u32) -> bool {
        depth > SHALLOW && self.busy.is_some()
    }

    /// Moves children that others are at from `at` to the end of the list, where the last
    /// `waiting` ones have come that way before.
    pub(super) fn put_off(&mut self, t: &Toggles, at: usize, waiting: &mut usize) {
        while at + *waiting < self.moves.len() {
            let mv = self.moves[at];
            let undo = self.play(mv);
            let number = self.busy_number(t);
            let taken = self.busy.as_ref().is_some_and(|busy| busy.has(number));
            self.undo(mv, undo);
            if !taken {
                return;
            }
            self.moves[at..].rotate_left(1);
            *waiting += 1;
        }
    }

    /// Says that this thread is at the position at hand; returns what to tell
    /// [`Tree::withdraw`], if it has to.
    pub(super) fn announce(&self, t: &Toggles) -> Option<u64> {
        let number = self.busy_number(t);
        let busy = self.busy.as_ref()?;
        busy.enter(number).then_some(number)
    }

    /// Says that this thread leaves a position.
    pub(super) fn withdraw(&self, announced: Option<u64>) {
        if let (Some(busy), Some(number)) = (&self.busy, announced) {
            busy.leave(number);
        }
    }

    /// The number by which the threads know the position at hand.
    fn busy_number(&self, t: &Toggles) -> u64 {
        t.table.map_or(0, |usage| self.table_key(usage).0) | 1 << 63
    }
}
