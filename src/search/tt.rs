//! The transposition table: what is known of positions met before.
//!
//! Buckets of two slots, three words a slot; or, as the well-known Connect-4 solvers have
//! it, single slots found by the key modulo their number. It is shared between threads without a
//! lock: a slot's first word is the key xor the other two, so a slot torn by two
//! writers matches no key, but by a chance of one in 2^64 (Hyatt and Mann, 2002).
//!
//! Forgetting everything is one addition: a slot carries the generation it was written
//! in, and one of another generation counts as empty.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::game::Move;
use crate::search::score::Score;

/// Which entry gives way when both slots of a bucket hold other positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replace {
    /// One of them, whatever it holds.
    Always,
    /// The shallower one, if it is not deeper than the new entry.
    Depth,
    /// The first slot keeps the deepest, the second the newest.
    TwoTier,
}

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    Exact,
    Lower,
    Upper,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub value: Score,
    pub depth: u32,
    pub bound: Bound,
    pub best: Option<Move>,
}

/// What became of a store.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stored {
    /// In an empty slot, or over the same position.
    Kept,
    /// Over another position.
    Replaced,
    /// Not at all.
    Refused,
}

/// Meta word: best move 16 bits (all ones: none), depth 16, bound 2, generation 16.
#[derive(Clone, Copy)]
struct Meta(u64);

impl Meta {
    fn new(entry: &Entry, generation: u16) -> Self {
        let best = entry.best.map_or(u16::MAX, |mv| mv.0) as u64;
        let depth = entry.depth.min(u16::MAX as u32) as u64;
        let bound = entry.bound as u64;
        Meta(best | depth << 16 | bound << 32 | (generation as u64) << 34)
    }
    fn best(self) -> Option<Move> {
        let best = self.0 as u16;
        (best != u16::MAX).then_some(Move(best))
    }
    fn depth(self) -> u32 {
        (self.0 >> 16) as u16 as u32
    }
    fn bound(self) -> Bound {
        match self.0 >> 32 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            _ => Bound::Upper,
        }
    }
    fn generation(self) -> u16 {
        (self.0 >> 34) as u16
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    value: AtomicU64,
    meta: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self) -> (u64, u64, Meta) {
        let (value, meta) = (self.value.load(Relaxed), self.meta.load(Relaxed));
        (self.check.load(Relaxed) ^ value ^ meta, value, Meta(meta))
    }

    #[inline]
    fn write(&self, key: u64, value: u64, meta: Meta) {
        self.check.store(key ^ value ^ meta.0, Relaxed);
        self.value.store(value, Relaxed);
        self.meta.store(meta.0, Relaxed);
    }
}

/// How large a table is, and how a position finds its place in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// At most so many MiB, in buckets of two slots.
    Mebibytes(usize),
    /// So many single slots, indexed by the key modulo their number.
    Entries(usize),
}

impl Size {
    /// The same in MiB, at least one.
    pub fn mebibytes(self) -> usize {
        match self {
            Size::Mebibytes(n) => n,
            Size::Entries(n) => ((n * size_of::<Slot>()) >> 20).max(1),
        }
    }

    fn slots(self) -> usize {
        match self {
            Size::Mebibytes(n) => ((n << 20) / size_of::<Slot>()).max(2) & !1,
            Size::Entries(n) => n.max(1),
        }
    }

    /// The bytes of a table of this size.
    pub fn bytes(self) -> usize {
        self.slots() * size_of::<Slot>()
    }
}

/// Fibonacci hashing: spreads exact keys, whose bits are far from random.
#[inline]
fn spread(key: u64) -> u64 {
    key.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A table of fixed size.
pub struct Table {
    slots: Box<[Slot]>,
    /// One slot a position instead of two.
    single: bool,
    replace: Replace,
    generation: AtomicU64,
}

impl Table {
    /// An empty table, every page of it touched, so that no search pays for that.
    pub fn new(size: Size, replace: Replace) -> Result<Self, TryReserveError> {
        let count = size.slots();
        let (slots, generation) = match spare::take(count) {
            Some(spare) => spare,
            None => {
                let mut slots = Vec::new();
                if slots.try_reserve_exact(count).is_err() {
                    // What is kept for later may be what is wanting now.
                    spare::give_up();
                    slots.try_reserve_exact(count)?;
                }
                slots.resize_with(count, Slot::default);
                (slots.into(), 0)
            }
        };
        let table = Table {
            slots,
            single: matches!(size, Size::Entries(_)),
            replace,
            generation: AtomicU64::new(generation),
        };
        table.clear();
        Ok(table)
    }

    /// Forgets everything. Not while another thread searches.
    pub fn clear(&self) {
        if self.generation.fetch_add(1, Relaxed) >= u16::MAX as u64 {
            // Generations begin anew: no slot may keep one of the former round.
            self.generation.store(1, Relaxed);
            for slot in &self.slots {
                slot.write(0, 0, Meta(0));
            }
        }
    }

    #[inline]
    fn generation(&self) -> u16 {
        self.generation.load(Relaxed) as u16
    }

    /// The slots in which a position may be.
    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        if self.single {
            let index = key % self.slots.len() as u64;
            return &self.slots[index as usize..][..1];
        }
        let index = (spread(key) as u128 * (self.slots.len() / 2) as u128) >> 64;
        &self.slots[2 * index as usize..][..2]
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let (found, value, meta) = slot.read();
            (found == key && meta.generation() == self.generation()).then(|| Entry {
                value: value as Score,
                depth: meta.depth(),
                bound: meta.bound(),
                best: meta.best(),
            })
        })
    }

    /// Remembers an entry, as the replacement rule has it.
    pub fn store(&self, key: u64, entry: &Entry) -> Stored {
        let generation = self.generation();
        let meta = Meta::new(entry, generation);
        let bucket = self.bucket(key);
        let write = |i: usize| bucket[i].write(key, entry.value as u64, meta);
        // The same position, or else an empty slot.
        let mut free = None;
        for (i, slot) in bucket.iter().enumerate() {
            let (held, _, meta) = slot.read();
            let live = meta.generation() == generation;
            if live && held == key {
                write(i);
                return Stored::Kept;
            }
            if !live && free.is_none() {
                free = Some(i);
            }
        }
        if let Some(i) = free {
            write(i);
            return Stored::Kept;
        }
        let last = bucket.len() - 1;
        let depth = |i: usize| bucket[i].read().2.depth();
        match self.replace {
            // By a bit of the hash that the index has not used.
            Replace::Always => write((spread(key) >> 8) as usize & last),
            Replace::Depth => {
                let shallower = if depth(last) < depth(0) { last } else { 0 };
                if depth(shallower) > entry.depth {
                    return Stored::Refused;
                }
                write(shallower);
            }
            Replace::TwoTier if entry.depth >= depth(0) => {
                let (key, value, meta) = bucket[0].read();
                bucket[last].write(key, value, meta);
                write(0);
            }
            Replace::TwoTier => write(last),
        }
        Stored::Replaced
    }

    /// How full it is, from a sample of up to two thousand slots.
    pub fn fill(&self) -> f64 {
        let sample = &self.slots[..self.slots.len().min(2000)];
        let generation = self.generation();
        let live = sample
            .iter()
            .filter(|slot| Meta(slot.meta.load(Relaxed)).generation() == generation);
        live.count() as f64 / sample.len() as f64
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        size_of_val::<[Slot]>(&self.slots)
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        let slots = std::mem::take(&mut self.slots);
        spare::keep(slots, self.generation.load(Relaxed));
    }
}

/// The memory of the last tables of a thread. To touch every page of a table takes longer than
/// many a game, and a match makes two tables a game. A table that is made of what another one
/// left begins a new generation, and so is as empty as a new one.
mod spare {
    use super::Slot;
    use std::cell::RefCell;

    /// Slots, and the last generation in them.
    type Spare = (Box<[Slot]>, u64);

    /// How many are kept, and of how many bytes together.
    const MOST: usize = 4;
    const MOST_BYTES: usize = 256 << 20;

    thread_local! {
        static SPARE: RefCell<Vec<Spare>> = const { RefCell::new(Vec::new()) };
    }

    pub fn take(count: usize) -> Option<Spare> {
        SPARE.with_borrow_mut(|spare| {
            let found = spare.iter().position(|(slots, _)| slots.len() == count)?;
            Some(spare.remove(found))
        })
    }

    pub fn give_up() {
        SPARE.with_borrow_mut(Vec::clear);
    }

    pub fn keep(slots: Box<[Slot]>, generation: u64) {
        // At the end of a thread there is nothing to keep it in.
        let _ = SPARE.try_with(|spare| {
            let Ok(mut spare) = spare.try_borrow_mut() else {
                return;
            };
            spare.push((slots, generation));
            let bytes =
                |spare: &[Spare]| spare.iter().map(|(s, _)| size_of_val(&**s)).sum::<usize>();
            while spare.len() > MOST || bytes(&spare) > MOST_BYTES {
                spare.remove(0);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn entry(value: Score, depth: u32) -> Entry {
        Entry {
            value,
            depth,
            bound: Bound::Lower,
            best: Some(Move(3)),
        }
    }

    /// Everything collides.
    fn one_bucket(replace: Replace) -> Table {
        Table {
            slots: Box::new([Slot::default(), Slot::default()]),
            single: false,
            replace,
            generation: AtomicU64::new(1),
        }
    }

    #[test]
    fn a_table_made_of_another_is_empty() {
        let entry = Entry {
            value: 7,
            depth: 3,
            bound: Bound::Exact,
            best: None,
        };
        let size = Size::Entries(1009);
        let mut memory = Vec::new();
        // More often than there are generations.
        for round in 0..70_000 {
            let table = Table::new(size, Replace::Always).unwrap();
            memory.push(table.slots.as_ptr());
            assert_eq!(table.probe(round % 5), None);
            assert_eq!(table.fill(), 0.0);
            assert_eq!(table.store(round % 5, &entry), Stored::Kept);
            assert!(table.probe(round % 5).is_some());
        }
        memory.dedup();
        assert_eq!(memory.len(), 1);
    }

    #[test]
    fn single_slots_are_found_by_the_remainder() {
        let table = Table::new(Size::Entries(7), Replace::Always).unwrap();
        table.store(3, &entry(1, 1));
        assert_eq!(table.store(11, &entry(2, 1)), Stored::Kept);
        assert_eq!(table.store(10, &entry(3, 1)), Stored::Replaced);
        let held = [3, 10, 11].map(|key| table.probe(key).map(|entry| entry.value));
        assert_eq!(held, [None, Some(3), Some(2)]);
        assert_eq!(table.fill(), 2.0 / 7.0);
    }

    proptest! {
        #[test]
        fn what_is_stored_is_found_again(
            key: u64,
            value: i64,
            depth in 0u32..=65_535,
            best in prop::option::of(0u16..60_000),
            bound in prop::sample::select(vec![Bound::Exact, Bound::Lower, Bound::Upper]),
        ) {
            let table = Table::new(Size::Mebibytes(1), Replace::Always).unwrap();
            let entry = Entry { value, depth, bound, best: best.map(Move) };
            prop_assert_eq!(table.probe(key), None);
            prop_assert_eq!(table.store(key, &entry), Stored::Kept);
            prop_assert_eq!(table.probe(key), Some(entry));
        }

        /// Whatever the rule, a found entry is the last one stored for its key.
        #[test]
        fn a_found_entry_is_the_last_one_stored(
            stores in prop::collection::vec((0u64..50, any::<i64>(), 0u32..9), 1..300),
            replace in prop::sample::select(vec![Replace::Always, Replace::Depth, Replace::TwoTier]),
        ) {
            let table = one_bucket(replace);
            let mut last = HashMap::new();
            for (key, value, depth) in stores {
                let entry = entry(value, depth);
                if table.store(key, &entry) != Stored::Refused {
                    last.insert(key, entry);
                    prop_assert_eq!(table.probe(key), Some(entry));
                }
                for (key, entry) in &last {
                    if let Some(found) = table.probe(*key) {
                        prop_assert_eq!(found, *entry);
                    }
                }
            }
        }
    }

    #[test]
    fn the_rules_differ_in_what_they_give_up() {
        for (replace, outcome, survivors) in [
            (Replace::Depth, Stored::Refused, [true, true, false]),
            (Replace::TwoTier, Stored::Replaced, [true, false, true]),
            (Replace::Always, Stored::Replaced, [false, true, true]),
        ] {
            let table = one_bucket(replace);
            table.store(1, &entry(10, 8));
            table.store(2, &entry(20, 7));
            assert_eq!(table.store(3, &entry(30, 2)), outcome);
            let held = [1, 2, 3].map(|key| table.probe(key).is_some());
            assert_eq!(held, survivors, "{replace:?}");
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing_even_after_generations_wrap() {
        let table = Table::new(Size::Mebibytes(1), Replace::Always).unwrap();
        table.store(7, &entry(1, 1));
        for _ in 0..3 * 65_536 {
            table.clear();
            assert_eq!(table.probe(7), None);
        }
        assert_eq!(table.fill(), 0.0);
    }

    #[test]
    fn a_table_takes_no_more_memory_than_it_was_given() {
        let table = Table::new(Size::Mebibytes(3), Replace::Always).unwrap();
        assert!(table.bytes() <= 3 << 20);
        assert!(table.bytes() > (3 << 20) - 100);
    }
}
