//! Which table a position belongs in.
//!
//! Most positions have few plies to go, and what is known of them is soon of no use. They
//! have a small table of their own, which stays in a core's own cache, and leave the large
//! one to positions that took long. Each thread has its own small one: a word that another core
//! has just written takes longer to get than many a position to search.

use std::collections::TryReserveError;
use std::sync::Arc;

use super::table::Compact;
use super::toggles::Exact;

/// The most that a small table takes, in MiB.
const NEAR_MEBIBYTES: usize = 4;

/// The tables of one thread.
pub(super) struct Tables {
    far: Option<Arc<Compact>>,
    near: Option<Compact>,
    /// Positions with fewer plies to go are in no table.
    leave: u32,
    /// Those with fewer plies to go are in the small one.
    near_below: u32,
}

impl Tables {
    /// Tables with words for such keys and scores; none if that takes more than a word.
    pub fn new(
        mebibytes: usize,
        key_bits: u32,
        most: i32,
        toggles: &Exact,
    ) -> Result<Option<Self>, TryReserveError> {
        let Some(far) = Compact::new(mebibytes, key_bits, most, toggles.grow)? else {
            return Ok(None);
        };
        let near = match toggles.near > toggles.leave {
            true => Compact::new(mebibytes.min(NEAR_MEBIBYTES), key_bits, most, false)?,
            false => None,
        };
        Ok(Some(Tables {
            // Without a small table, all positions are in the large one.
            near_below: near.as_ref().map_or(0, |_| toggles.near),
            far: Some(Arc::new(far)),
            near,
            leave: toggles.leave,
        }))
    }

    /// No tables.
    pub fn none() -> Self {
        Tables {
            far: None,
            near: None,
            leave: u32::MAX,
            near_below: 0,
        }
    }

    /// The tables of another thread: the large one is the same. Without memory for a
    /// small one, everything is in the large one.
    pub fn fork(&self) -> Self {
        let near = self.near.as_ref().and_then(Compact::another);
        Tables {
            near_below: near.as_ref().map_or(0, |_| self.near_below),
            far: self.far.clone(),
            near,
            leave: self.leave,
        }
    }

    /// The table of a position with so many plies to go, if it is looked up at all.
    #[inline(always)]
    pub fn of(&self, left: u32) -> Option<&Compact> {
        if left < self.leave {
            None
        } else if left < self.near_below {
            self.near.as_ref()
        } else {
            self.far.as_deref()
        }
    }

    /// The large table.
    pub fn far(&self) -> Option<&Compact> {
        self.far.as_deref()
    }

    /// Whether a position with so many plies to go is in a table that all threads share.
    #[inline(always)]
    pub fn are_shared(&self, left: u32) -> bool {
        left >= self.leave && left >= self.near_below
    }

    /// Forgets everything. Not while another thread searches.
    pub fn clear(&self) {
        if let Some(far) = &self.far {
            far.clear();
        }
        self.clear_own();
    }

    /// Forgets what other threads do not share.
    pub fn clear_own(&self) {
        if let Some(near) = &self.near {
            near.clear();
        }
    }
}
