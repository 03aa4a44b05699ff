//! The compact table: one word a position, two words a bucket, no position taken for
//! another.
//!
//! ```text
//!   | key's rest | lower + m | upper + m | work | generation |      m = the most a score can be
//! ```
//!
//! A key of `k` bits is multiplied by an odd number modulo 2^k. That is a bijection: odd
//! numbers have inverses modulo 2^k. Its highest bits choose the bucket, and the others are
//! kept in the word; together they are the whole product, and so the whole key. Nothing is
//! left to chance, and nothing but one word is read or written, so that several threads
//! may share a table without a lock.
//!
//! Both bounds of a position stand side by side. Work is the logarithm of the nodes that a
//! bound cost: the first slot of a bucket keeps the costlier position, the second the newer.
//! Forgetting everything begins a new generation; only when those run out are words cleared.
//!
//! A small table is a fast one: it stays in the caches. So a search begins with a part of the
//! table, and takes four times as much whenever positions crowd each other out.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// What the table knows of a position: its score is between the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub lower: i32,
    pub upper: i32,
}

impl Bounds {
    /// The one that tells whether the score is above alpha, if one does.
    #[inline]
    pub fn decide(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }

    /// The same for the other side.
    #[inline]
    pub fn negated(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// What became of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// In an empty slot, or over the same position.
    Kept,
    /// Over another position.
    Replaced,
}

/// Two slots.
type Bucket = [AtomicU64; 2];

/// Logarithms of work are cut off here.
const WORK_BITS: u32 = 5;

/// A search begins with 2^16 buckets: 1 MiB.
const FEW: u32 = 16;

/// How the word is laid out, from the lowest bits up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Layout {
    key_bits: u32,
    /// The fewest bits of the product that choose the bucket.
    fewest: u32,
    generation_bits: u32,
    score_bits: u32,
    most: i32,
}

impl Layout {
    /// None if a word is too narrow for it.
    fn new(key_bits: u32, fewest: u32, most: i32) -> Option<Self> {
        let score_bits = (2 * most as u32 + 1).next_power_of_two().trailing_zeros();
        let rest = key_bits.saturating_sub(fewest);
        // One generation at least, for an empty word must not be an entry.
        let generation_bits = 64u32
            .checked_sub(rest + 2 * score_bits + WORK_BITS)?
            .min(32);
        (generation_bits > 0).then_some(Layout {
            key_bits,
            fewest,
            generation_bits,
            score_bits,
            most,
        })
    }

    #[inline]
    fn generation(&self, word: u64) -> u64 {
        word & low(self.generation_bits)
    }

    #[inline]
    fn work(&self, word: u64) -> u64 {
        word >> self.generation_bits & low(WORK_BITS)
    }

    #[inline]
    fn bounds(&self, word: u64) -> Bounds {
        let word = word >> (self.generation_bits + WORK_BITS);
        Bounds {
            upper: (word & low(self.score_bits)) as i32 - self.most,
            lower: (word >> self.score_bits & low(self.score_bits)) as i32 - self.most,
        }
    }

    #[inline]
    fn rest(&self, word: u64) -> u64 {
        // In two steps: all 64 bits may be taken by what stands below.
        word >> (self.generation_bits + WORK_BITS + self.score_bits) >> self.score_bits
    }

    #[inline]
    fn word(&self, rest: u64, bounds: Bounds, work: u64, generation: u64) -> u64 {
        let scores = ((bounds.lower + self.most) as u64) << self.score_bits
            | (bounds.upper + self.most) as u64;
        let upper = rest << self.score_bits << self.score_bits | scores;
        (upper << WORK_BITS | work) << self.generation_bits | generation
    }
}

#[inline]
fn low(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// Where a position is looked for, and what tells it from others there.
#[derive(Clone, Copy, Default, Debug)]
pub struct Place {
    bucket: usize,
    rest: u64,
}

impl Place {
    /// A number, never 0, that two places hardly ever share.
    #[inline]
    pub(super) fn number(self) -> u64 {
        self.rest << 20 ^ self.bucket as u64 | 1 << 63
    }
}

/// A table of fixed size.
pub struct Compact {
    buckets: Box<[Bucket]>,
    layout: Layout,
    generation: AtomicU64,
    /// Bits of the product that choose the bucket, for the part that is in use.
    index_bits: AtomicU32,
}

impl Compact {
    /// An empty table of at most so many MiB, every page of it touched, for keys of
    /// `key_bits` and scores of at most `most`, all of it in use at once unless it `grows`.
    /// None if such entries need more than a word.
    pub fn new(
        mebibytes: usize,
        key_bits: u32,
        most: i32,
        grows: bool,
    ) -> Result<Option<Self>, TryReserveError> {
        let index_bits = ((mebibytes << 20) / size_of::<Bucket>()).ilog2();
        // A board with few positions needs no more buckets than it has keys.
        let index_bits = index_bits.min(key_bits).min(32);
        let fewest = match grows {
            true => FEW.min(index_bits)..=index_bits,
            false => index_bits..=index_bits,
        };
        // The fewest with room in a word for the rest of the key.
        let mut layouts = fewest.filter_map(|bits| Layout::new(key_bits, bits, most));
        let Some(layout) = layouts.next() else {
            return Ok(None);
        };
        Compact::empty(1 << index_bits, layout).map(Some)
    }

    fn empty(count: usize, layout: Layout) -> Result<Self, TryReserveError> {
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count)?;
        buckets.resize_with(count, Bucket::default);
        Ok(Compact {
            buckets: buckets.into(),
            layout,
            generation: AtomicU64::new(1),
            index_bits: AtomicU32::new(layout.fewest),
        })
    }

    /// An empty one like this, if there is memory for it.
    pub fn another(&self) -> Option<Self> {
        Compact::empty(self.buckets.len(), self.layout).ok()
    }

    /// Forgets everything. Not while another thread searches.
    pub fn clear(&self) {
        self.index_bits.store(self.layout.fewest, Relaxed);
        self.next_generation();
    }

    /// How many buckets are in use.
    pub fn in_use(&self) -> usize {
        1 << self.index_bits.load(Relaxed)
    }

    /// Takes four times as many buckets, if there are so many, with what is known. Not while
    /// another thread searches; places found before are void.
    pub fn grow(&self) {
        let bits = self.index_bits.load(Relaxed);
        let more = (self.buckets.len().ilog2() - bits).min(2);
        if more == 0 {
            return;
        }
        let layout = &self.layout;
        let generation = self.generation.load(Relaxed);
        let kept: Vec<[u64; 2]> = self.buckets[..1 << bits]
            .iter()
            .map(|bucket| [0, 1].map(|i| bucket[i].load(Relaxed)))
            .collect();
        self.next_generation();
        self.index_bits.store(bits + more, Relaxed);
        let rest_bits = layout.key_bits - bits;
        for (index, slots) in kept.iter().enumerate() {
            for &word in slots.iter().rev() {
                if layout.generation(word) != generation {
                    continue;
                }
                // The highest bits of the rest now belong to the index.
                let rest = layout.rest(word);
                let place = Place {
                    bucket: index << more | (rest >> (rest_bits - more)) as usize,
                    rest: rest & low(rest_bits - more),
                };
                self.store(place, layout.bounds(word), 1 << layout.work(word));
            }
        }
    }

    fn next_generation(&self) {
        let last = low(self.layout.generation_bits);
        if self.generation.fetch_add(1, Relaxed) >= last {
            self.generation.store(1, Relaxed);
            for slot in self.buckets.iter().flatten() {
                slot.store(0, Relaxed);
            }
        }
    }

    /// Where the position with this key is looked for.
    #[inline]
    pub fn place(&self, key: u64) -> Place {
        let key_bits = self.layout.key_bits;
        let index_bits = self.index_bits.load(Relaxed);
        // 2^64 divided by the golden ratio, which is odd.
        let product = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) << (64 - key_bits);
        Place {
            bucket: (product >> 32 >> (32 - index_bits)) as usize,
            rest: (product << index_bits) >> (64 - key_bits) >> index_bits,
        }
    }

    /// What is known of the position there.
    #[inline]
    pub fn probe(&self, place: Place) -> Option<Bounds> {
        let generation = self.generation.load(Relaxed);
        let layout = &self.layout;
        self.buckets[place.bucket].iter().find_map(|slot| {
            let word = slot.load(Relaxed);
            let found = layout.rest(word) == place.rest && layout.generation(word) == generation;
            found.then(|| layout.bounds(word))
        })
    }

    /// Remembers the bounds of a position, found out at the cost of so many nodes.
    #[inline]
    pub fn store(&self, place: Place, bounds: Bounds, nodes: u64) -> Stored {
        let layout = &self.layout;
        let generation = self.generation.load(Relaxed);
        let work = u64::from((nodes | 1).ilog2()).min(low(WORK_BITS));
        let new = layout.word(place.rest, bounds, work, generation);
        let [first, second] = &self.buckets[place.bucket];
        let held = first.load(Relaxed);
        let live = layout.generation(held) == generation;
        if !live || layout.rest(held) == place.rest {
            first.store(new, Relaxed);
            return Stored::Kept;
        }
        let other = second.load(Relaxed);
        let replaced = layout.generation(other) == generation && layout.rest(other) != place.rest;
        if work >= layout.work(held) {
            first.store(new, Relaxed);
            second.store(held, Relaxed);
        } else {
            second.store(new, Relaxed);
        }
        match replaced {
            true => Stored::Replaced,
            false => Stored::Kept,
        }
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val::<[Bucket]>(&self.buckets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{HashMap, HashSet};

    fn table(key_bits: u32, most: i32) -> Compact {
        let table = Compact::new(1, key_bits, most, false);
        table.expect("memory").expect("a word is enough")
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found_again(
            key: u64, key_bits in 1u32..=56, most in 1i32..=64, lower: u32, more: u32, nodes: u64,
        ) {
            let key = key >> (64 - key_bits);
            let lower = (lower % (2 * most as u32 + 1)) as i32 - most;
            let upper = lower + (more % (most - lower + 1) as u32) as i32;
            let table = table(key_bits, most);
            let place = table.place(key);
            prop_assert_eq!(table.probe(place), None);
            table.store(place, Bounds { lower, upper }, nodes);
            prop_assert_eq!(table.probe(place), Some(Bounds { lower, upper }));
            table.clear();
            prop_assert_eq!(table.probe(place), None);
        }

        /// A found entry is the last one stored for its key, however many there are.
        #[test]
        fn a_found_entry_is_the_last_one_stored(
            stores in prop::collection::vec((0u64..1 << 20, 0i32..9, 0u64..9), 1..300),
        ) {
            // Sixteen buckets, of which two are in use at first.
            let table = Compact {
                buckets: (0..16).map(|_| Bucket::default()).collect(),
                layout: Layout::new(20, 1, 9).unwrap(),
                generation: AtomicU64::new(1),
                index_bits: AtomicU32::new(1),
            };
            let mut last = HashMap::new();
            for (key, upper, nodes) in stores {
                let bounds = Bounds { lower: -3, upper };
                table.store(table.place(key), bounds, nodes);
                last.insert(key, bounds);
                prop_assert_eq!(table.probe(table.place(key)), Some(bounds));
                if nodes == 0 {
                    table.grow();
                    prop_assert_eq!(table.probe(table.place(key)), Some(bounds));
                }
            }
            for (key, bounds) in last {
                if let Some(found) = table.probe(table.place(key)) {
                    prop_assert_eq!(found, bounds);
                }
            }
        }
    }

    #[test]
    fn no_two_keys_share_a_place() {
        for (key_bits, index_bits) in [(16, 1), (16, 7), (16, 16), (13, 12)] {
            let table = Compact {
                buckets: (0..1 << index_bits).map(|_| Bucket::default()).collect(),
                layout: Layout::new(key_bits, index_bits, 3).unwrap(),
                generation: AtomicU64::new(1),
                index_bits: AtomicU32::new(index_bits),
            };
            let places: HashSet<_> = (0..1u64 << key_bits)
                .map(|key| table.place(key))
                .map(|place| (place.bucket, place.rest))
                .collect();
            assert_eq!(places.len(), 1 << key_bits);
            assert!(places.iter().all(|place| place.0 < 1 << index_bits));
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_even_after_generations_run_out() {
        let table = Compact {
            buckets: (0..2).map(|_| Bucket::default()).collect(),
            layout: Layout::new(45, 1, 21).unwrap(),
            generation: AtomicU64::new(1),
            index_bits: AtomicU32::new(1),
        };
        assert!(table.layout.generation_bits < 4);
        let place = table.place(12_345);
        table.store(place, Bounds { lower: 0, upper: 1 }, 1);
        for _ in 0..100 {
            table.clear();
            assert_eq!(table.probe(place), None);
        }
    }

    #[test]
    fn an_entry_that_needs_more_than_a_word_is_refused() {
        assert!(Compact::new(1, 64, 50, true).unwrap().is_none());
        assert!(Compact::new(64, 64, 32, true).unwrap().is_some());
        assert!(table(49, 21).bytes() <= 1 << 20);
    }
}
