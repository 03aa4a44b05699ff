//! From ranks to an order: all moves sorted, or only the best of them through a queue.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::game::Move;

/// Sorts moves by rank, higher first, equals as they were.
pub(super) fn stable_sort(moves: &mut [Move], ranks: &[i64], ranked: &mut Vec<(i64, Move)>) {
    ranked.clear();
    ranked.extend(ranks.iter().copied().zip(moves.iter().copied()));
    // Few moves are the rule, and for those insertion is the fastest; above, the
    // library's sort, which allocates.
    if ranked.len() <= 20 {
        for i in 1..ranked.len() {
            let mut at = i;
            while at > 0 && ranked[at - 1].0 < ranked[at].0 {
                ranked.swap(at - 1, at);
                at -= 1;
            }
        }
    } else {
        ranked.sort_by_key(|&(rank, _)| Reverse(rank));
    }
    for (mv, (_, sorted)) in moves.iter_mut().zip(ranked.iter()) {
        *mv = *sorted;
    }
}

/// Puts the moves that `best` keeps in front, as a stable sort would; the rest is left as
/// it comes.
pub(super) fn select(moves: &mut [Move], ranks: &[i64], best: &mut Best<Move>) {
    for (&mv, &rank) in moves.iter().zip(ranks) {
        best.offer(rank, mv);
    }
    best.drain_into(moves);
}

/// A priority queue that keeps the best of what it is offered, the worst of them at hand.
/// Of equals, those offered earlier are better.
pub struct Best<T> {
    limit: usize,
    offered: usize,
    /// A maximum on top, so ranks are reversed. No two have the same number, so what is
    /// queued is never compared.
    queue: BinaryHeap<(Reverse<i64>, usize, T)>,
}

impl<T: Ord + Copy> Best<T> {
    /// An empty queue for the best `limit`.
    pub fn new(limit: usize) -> Self {
        Best {
            limit,
            offered: 0,
            queue: BinaryHeap::new(),
        }
    }

    /// Empties the queue, and makes it one for the best `limit`.
    pub fn reset(&mut self, limit: usize) {
        self.limit = limit;
        self.offered = 0;
        self.queue.clear();
    }

    /// Queues an item if it is good enough. Returns the one that is not kept for it: none
    /// while there is room, the item itself, or the worst one so far.
    #[inline]
    pub fn offer(&mut self, rank: i64, item: T) -> Option<T> {
        let entry = (Reverse(rank), self.offered, item);
        self.offered += 1;
        if self.queue.len() < self.limit {
            self.queue.push(entry);
            return None;
        }
        match self.queue.peek_mut() {
            // One that ranks the same was there first.
            Some(mut worst) if worst.0 > entry.0 => Some(std::mem::replace(&mut *worst, entry).2),
            _ => Some(item),
        }
    }

    /// Empties the queue into the front of `out`, best first.
    fn drain_into(&mut self, out: &mut [T]) {
        for at in (0..self.queue.len()).rev() {
            if let Some((.., item)) = self.queue.pop() {
                out[at] = item;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sorted(ranks: &[i64]) -> Vec<Move> {
        let mut moves: Vec<_> = (0..ranks.len() as u16).map(Move).collect();
        moves.sort_by_key(|mv| Reverse(ranks[mv.index()]));
        moves
    }

    #[test]
    fn sorting_is_stable_above_and_below_the_switch() {
        for n in [0u16, 1, 5, 20, 21, 100] {
            let mut moves: Vec<_> = (0..n).map(Move).collect();
            let ranks: Vec<_> = moves.iter().map(|mv| (mv.0 % 3) as i64).collect();
            stable_sort(&mut moves, &ranks, &mut Vec::new());
            assert_eq!(moves, sorted(&ranks));
        }
    }

    proptest! {
        /// Ranks from a small range, so that ties are everywhere.
        #[test]
        fn the_queue_keeps_what_a_sort_puts_in_front(
            ranks in prop::collection::vec(-3i64..3, 0..120),
            limit in 1usize..130,
        ) {
            let mut moves: Vec<_> = (0..ranks.len() as u16).map(Move).collect();
            let mut best = Best::new(1);
            best.offer(7, Move(999)); // From another node.
            best.reset(limit);
            select(&mut moves, &ranks, &mut best);
            let kept = limit.min(ranks.len());
            prop_assert_eq!(&moves[..kept], &sorted(&ranks)[..kept]);
        }

        #[test]
        fn every_item_is_kept_or_given_back_once(
            ranks in prop::collection::vec(-3i64..3, 0..50),
            limit in 1usize..60,
        ) {
            let mut best = Best::new(limit);
            let mut back: Vec<_> = ranks
                .iter()
                .enumerate()
                .filter_map(|(item, &rank)| best.offer(rank, item))
                .collect();
            let mut kept = vec![0; limit.min(ranks.len())];
            best.drain_into(&mut kept);
            back.extend(kept);
            back.sort();
            prop_assert_eq!(back, (0..ranks.len()).collect::<Vec<_>>());
        }
    }
}
