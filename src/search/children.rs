//! Children as positions of their own, in the memory the Tris report's programs had them in.
//!
//! The search plays moves on one position and takes them back, so it needs no copies. The
//! report's first program made a new position for each child; its last ones kept only the
//! best through a priority queue, and took positions from a pool. The children that are
//! built before any is searched, for ordering or because all are to be built at once, can
//! be made in the same ways here, to measure what that costs.

use crate::game::{Game, Move};
use crate::search::order::Best;

/// A pool of this many bytes begins anew in the midst of a search, so that memory stays
/// bounded: the children that were made first are long done with.
const POOL_BYTES: usize = 1 << 28;

/// The copies of one node's children, and the pool they may come from.
pub struct Copies<G> {
    pooled: bool,
    /// Those of the node at hand.
    held: Vec<Box<G>>,
    /// Which of them are the best so far, if only so many are wanted.
    best: Best<usize>,
    choosing: bool,
    /// One that is not, to be written over.
    spare: Option<usize>,
    /// The pool: what this search has used, and what is still free.
    used: Vec<Box<G>>,
    free: Vec<Box<G>>,
}

impl<G: Game> Default for Copies<G> {
    fn default() -> Self {
        Copies {
            pooled: false,
            held: Vec::new(),
            best: Best::new(0),
            choosing: false,
            spare: None,
            used: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<G: Game> Copies<G> {
    /// A search begins: the whole pool is free.
    pub fn reset(&mut self) {
        self.free.append(&mut self.used);
    }

    /// The children of a node are about to be made, from the pool or not.
    pub fn begin(&mut self, pooled: bool) {
        self.pooled = pooled;
        self.choosing = false;
        self.spare = None;
    }

    /// Only the best `wanted` of them are to be kept.
    pub fn keep_best(&mut self, wanted: usize) {
        self.choosing = true;
        self.best.reset(wanted);
    }

    /// Makes the position after `mv`; it is held under the number returned.
    pub fn make(&mut self, game: &G, mv: Move) -> usize {
        let at = self.spare.take().unwrap_or(self.held.len());
        match (self.held.get_mut(at), self.pooled) {
            (Some(spare), _) => G::clone_from(spare, game),
            (None, true) => match self.free.pop() {
                Some(mut copy) => {
                    G::clone_from(&mut copy, game);
                    self.held.push(copy);
                }
                None => self.held.push(Box::new(game.clone())),
            },
            (None, false) => self.held.push(Box::new(game.clone())),
        }
        self.held[at].play(mv);
        at
    }

    /// A child that was made.
    pub fn child(&self, at: usize) -> &G {
        &self.held[at]
    }

    /// A child has its rank: where only the best are wanted, the worst one too many goes.
    pub fn ranked(&mut self, at: usize, rank: i64) {
        if self.choosing {
            self.spare = self.best.offer(rank, at);
        }
    }

    /// The node has its moves in order: its children are done with.
    pub fn end(&mut self) {
        if !self.pooled {
            self.held.clear();
            return;
        }
        self.used.append(&mut self.held);
        if self.used.len() * size_of::<G>() > POOL_BYTES {
            self.reset();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mnk::Mnk;

    /// Makes the children of a node, ranked by `rank`, and returns those that are held.
    fn held(
        copies: &mut Copies<Mnk<u64>>,
        pooled: bool,
        wanted: Option<usize>,
    ) -> Vec<*const Mnk<u64>> {
        let game = Mnk::<u64>::new(3, 3, 3);
        copies.begin(pooled);
        if let Some(wanted) = wanted {
            copies.keep_best(wanted);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for (rank, &mv) in [4, 1, 3, 9, 3, 2, 8, 0, 3].iter().zip(&moves) {
            let at = copies.make(&game, mv);
            assert_eq!(
                copies.child(at).check(mv),
                Err(crate::game::Illegal::CellTaken)
            );
            assert_eq!(copies.child(at).ply(), 1);
            copies.ranked(at, *rank);
        }
        let held = copies.held.iter().map(|copy| &raw const **copy).collect();
        copies.end();
        held
    }

    #[test]
    fn a_queue_holds_one_more_than_are_wanted_and_the_best_are_among_them() {
        let mut copies = Copies::default();
        assert_eq!(held(&mut copies, false, None).len(), 9);
        let game = Mnk::<u64>::new(3, 3, 3);
        copies.begin(false);
        copies.keep_best(2);
        for (rank, col) in [(5, 0), (1, 1), (7, 2)] {
            let at = copies.make(&game, game.move_at(0, col));
            copies.ranked(at, rank);
        }
        let at = copies.make(&game, game.move_at(1, 0));
        copies.ranked(at, 6);
        // 5 and 1 had to go; what 5 was written on is the spare.
        let mut left: Vec<_> = copies.held.iter().map(|copy| copy.key()).collect();
        assert_eq!(copies.spare, Some(0));
        assert_eq!(left.len(), 3);
        left.remove(0);
        let key = |row, col| {
            let mut child = game.clone();
            child.play(game.move_at(row, col));
            child.key()
        };
        left.sort();
        let mut best = vec![key(0, 2), key(1, 0)];
        best.sort();
        assert_eq!(left, best);
    }

    #[test]
    fn a_pool_is_filled_once_and_used_again_by_the_next_search() {
        let mut copies = Copies::default();
        let mut first = held(&mut copies, true, None);
        let other_node = held(&mut copies, true, Some(2));
        assert_eq!(other_node.len(), 3);
        assert!(other_node.iter().all(|copy| !first.contains(copy)));
        first.extend(other_node);
        copies.reset();
        let again = held(&mut copies, true, None);
        assert_eq!(again.len(), 9);
        assert!(again.iter().all(|copy| first.contains(copy)));
        assert_eq!(copies.free.len() + copies.used.len(), 12);
    }
}
