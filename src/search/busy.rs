//! Which positions are being searched at the moment, by any thread: what ABDADA asks before
//! it begins with a child.
//!
//! A small table of its own (T. Kerrigan's simplification of J.-C. Weill's ABDADA): a few slots
//! a position, written without a lock. It may forget a position or take two for one. Then
//! two threads search the same child, or one that nobody is at comes later than it
//! would have; the values are the same.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Positions that are held at once by one row of the table.
const SLOTS: usize = 4;
/// As many rows: many more than positions that threads can be at.
const ROWS: usize = 1 << 10;

/// The positions that threads are at. A position is a number other than 0.
pub(crate) struct Busy {
    rows: Box<[[AtomicU64; SLOTS]]>,
}

impl Default for Busy {
    fn default() -> Self {
        let rows = (0..ROWS).map(|_| Default::default());
        Busy {
            rows: rows.collect(),
        }
    }
}

impl Busy {
    #[inline]
    fn row(&self, position: u64) -> &[AtomicU64; SLOTS] {
        let spread = position.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &self.rows[(spread >> 32) as usize % ROWS]
    }

    /// Whether a thread is at this position.
    #[inline]
    pub fn has(&self, position: u64) -> bool {
        let row = self.row(position);
        row.iter().any(|slot| slot.load(Relaxed) == position)
    }

    /// A thread begins with this position. Whether it is the only one there; if it is, it
    /// has to say when it leaves.
    #[inline]
    pub fn enter(&self, position: u64) -> bool {
        if self.has(position) {
            return false;
        }
        let row = self.row(position);
        let free = row.iter().find(|slot| slot.load(Relaxed) == 0);
        free.unwrap_or(&row[0]).store(position, Relaxed);
        true
    }

    /// The thread that was the first at this position leaves it.
    #[inline]
    pub fn leave(&self, position: u64) {
        for slot in self.row(position) {
            if slot.load(Relaxed) == position {
                slot.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_at_a_position_is_the_one_that_leaves_it() {
        let busy = Busy::default();
        assert!(!busy.has(7));
        assert!(busy.enter(7));
        assert!(busy.has(7) && !busy.has(8));
        assert!(!busy.enter(7), "another thread is there");
        assert!(busy.enter(8));
        busy.leave(7);
        assert!(!busy.has(7) && busy.has(8));
    }

    #[test]
    fn a_full_row_forgets_a_position_and_takes_the_new_one() {
        let busy = Busy::default();
        let row = busy.row(1) as *const _;
        let same_row = (1..).filter(|&position| std::ptr::eq(busy.row(position), row));
        let positions: Vec<u64> = same_row.take(SLOTS + 1).collect();
        for &position in &positions {
            assert!(busy.enter(position) && busy.has(position));
        }
        for &position in &positions {
            busy.leave(position);
        }
        assert!(!positions.iter().any(|&position| busy.has(position)));
    }
}
