//! Zobrist keys: one fixed random word for each thing that can stand on a cell.
//!
//! They are a function of what they describe, not of the order in which they are
//! drawn, so a board of another size or layout gives the same stone the same key,
//! and results never depend on the machine or the version of a random generator.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::SplitMix64;

/// The key of `atoms` stones of a side on a cell.
pub fn key(side: usize, row: usize, col: usize, atoms: usize) -> u64 {
    let what = ((side * 8 + atoms) * 128 + row) * 128 + col;
    // Two steps: the first word of neighbouring seeds is already well mixed, the
    // second takes away what little structure their difference has.
    let mut words = SplitMix64::seed_from_u64(what as u64);
    words.next_u64() ^ words.next_u64().rotate_left(32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_two_stones_share_a_key_and_every_bit_is_used() {
        let mut seen = HashSet::new();
        let mut ones = [0u32; 64];
        for side in 0..2 {
            for atoms in 1..8 {
                for row in 0..100 {
                    for col in 0..100 {
                        let key = key(side, row, col, atoms);
                        assert!(seen.insert(key));
                        for (bit, ones) in ones.iter_mut().enumerate() {
                            *ones += (key >> bit & 1) as u32;
                        }
                    }
                }
            }
        }
        let half = seen.len() as u32 / 2;
        assert!(ones.iter().all(|ones| ones.abs_diff(half) < half / 50));
    }

    #[test]
    fn keys_never_change() {
        // Committed results depend on them.
        assert_eq!(key(0, 0, 0, 1), 6_406_403_369_073_135_339);
    }
}
