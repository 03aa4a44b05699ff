//! Bitboards: one small trait, three widths.
//!
//! A rule of a game is written once, over [`Bits`]; which width carries it is
//! decided by the size of the board ([`crate::games::GameSpec::visit`]).

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A fixed-size set of small integers with the shifts and logic of a machine word.
///
/// Shifting by a board's stride moves every stone at once, which is what makes
/// whole-board questions ("where would this side win?") cheap on the two word
/// types. [`Wide`] answers them too, but asking about single cells is cheaper there.
pub trait Bits:
    Copy
    + Eq
    + Hash
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const CAPACITY: u32;
    /// Whether whole-board operations cost about as much as looking at one cell.
    const IS_WORD: bool;
    /// The empty set.
    const ZERO: Self;

    /// The set that holds `index` alone.
    fn bit(index: u32) -> Self;
    /// Whether `index` is in the set.
    fn get(&self, index: u32) -> bool;
    /// Adds `index`.
    fn set(&mut self, index: u32);
    /// Removes `index`.
    fn clear(&mut self, index: u32);
    /// Whether the set is empty.
    fn is_zero(&self) -> bool;
    /// How many members there are.
    fn count(&self) -> u32;
    /// Whether there is exactly one member.
    #[inline]
    fn is_one(&self) -> bool {
        self.count() == 1
    }
    /// How many consecutive members there are from `index` upwards.
    fn ones_from(&self, index: u32) -> u32;
    /// The smallest member.
    fn first(&self) -> Option<u32>;
    /// Calls `f` on each member, smallest first.
    fn for_each(&self, f: impl FnMut(u32));
    /// The low 64 bits.
    fn low_word(&self) -> u64;
    /// The sum of both as binary numbers, without the last carry.
    fn plus(self, other: Self) -> Self;

    /// `self` without the members of `other`.
    #[inline]
    fn without(self, other: Self) -> Self {
        self & !other
    }
}

macro_rules! word_bits {
    ($word:ty) => {
        impl Bits for $word {
            const CAPACITY: u32 = <$word>::BITS;
            const IS_WORD: bool = true;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }
            #[inline]
            fn get(&self, index: u32) -> bool {
                self >> index & 1 != 0
            }
            #[inline]
            fn set(&mut self, index: u32) {
                *self |= 1 << index;
            }
            #[inline]
            fn clear(&mut self, index: u32) {
                *self &= !(1 << index);
            }
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }
            #[inline]
            fn count(&self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn is_one(&self) -> bool {
                *self != 0 && self & (self - 1) == 0
            }
            #[inline]
            fn ones_from(&self, index: u32) -> u32 {
                (self >> index).trailing_ones()
            }
            #[inline]
            fn first(&self) -> Option<u32> {
                (*self != 0).then(|| self.trailing_zeros())
            }
            #[inline]
            fn for_each(&self, mut f: impl FnMut(u32)) {
                let mut rest = *self;
                while rest != 0 {
                    f(rest.trailing_zeros());
                    rest &= rest - 1;
                }
            }
            #[inline]
            fn low_word(&self) -> u64 {
                *self as u64
            }
            #[inline]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    };
}

word_bits!(u64);
word_bits!(u128);

/// A bitboard of `W` 64-bit words, lowest first, for boards no machine word holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Wide<const W: usize>([u64; W]);

impl<const W: usize> Wide<W> {
    #[inline]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const W: usize> Bits for Wide<W> {
    const CAPACITY: u32 = 64 * W as u32;
    const IS_WORD: bool = false;
    const ZERO: Self = Wide([0; W]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut set = Self::ZERO;
        set.set(index);
        set
    }
    #[inline]
    fn get(&self, index: u32) -> bool {
        self.0[index as usize / 64] >> (index % 64) & 1 != 0
    }
    #[inline]
    fn set(&mut self, index: u32) {
        self.0[index as usize / 64] |= 1 << (index % 64);
    }
    #[inline]
    fn clear(&mut self, index: u32) {
        self.0[index as usize / 64] &= !(1 << (index % 64));
    }
    #[inline]
    fn is_zero(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }
    #[inline]
    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
    fn ones_from(&self, index: u32) -> u32 {
        let (mut word, shift) = (index as usize / 64, index % 64);
        let mut run = (self.0[word] >> shift).trailing_ones();
        if run == 64 - shift {
            // The run reaches the word's end: it may go on in the next ones.
            loop {
                word += 1;
                let more = self.0.get(word).map_or(0, |word| word.trailing_ones());
                run += more;
                if more < 64 {
                    break;
                }
            }
        }
        run
    }
    fn first(&self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word as u32 + self.0[word].trailing_zeros())
    }
    #[inline]
    fn for_each(&self, mut f: impl FnMut(u32)) {
        for (i, &word) in self.0.iter().enumerate() {
            word.for_each(|bit| f(64 * i as u32 + bit));
        }
    }
    #[inline]
    fn low_word(&self) -> u64 {
        self.0[0]
    }
    fn plus(self, other: Self) -> Self {
        let mut carry = false;
        Wide(std::array::from_fn(|i| {
            let (sum, over) = self.0[i].overflowing_add(other.0[i]);
            let (sum, over_again) = sum.overflowing_add(carry as u64);
            carry = over || over_again;
            sum
        }))
    }
}

impl<const W: usize> BitAnd for Wide<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }
}

impl<const W: usize> BitOr for Wide<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }
}

impl<const W: usize> BitXor for Wide<W> {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }
}

impl<const W: usize> Not for Wide<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const W: usize> Shl<u32> for Wide<W> {
    type Output = Self;
    #[inline]
    fn shl(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        Wide(std::array::from_fn(|i| {
            let high = word(i.checked_sub(words)) << bits;
            // A shift by 64 would overflow, so the carry of a whole-word shift is left out.
            match bits {
                0 => high,
                _ => high | word(i.checked_sub(words + 1)) >> (64 - bits),
            }
        }))
    }
}

impl<const W: usize> Shr<u32> for Wide<W> {
    type Output = Self;
    #[inline]
    fn shr(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            let low = word(i + words) >> bits;
            match bits {
                0 => low,
                _ => low | word(i + words + 1) << (64 - bits),
            }
        }))
    }
}

/// A word of `count` lanes of `length` bits each, with the lanes in reverse order.
#[inline]
pub fn reverse_lanes(word: u64, count: u32, length: u32) -> u64 {
    let lane = u64::MAX >> (64 - length);
    (0..count).fold(0, |reversed, i| {
        let bits = word >> (i * length) & lane;
        reversed | bits << ((count - 1 - i) * length)
    })
}

/// A word of `count` lanes of `length` bits each, with the lowest `used` bits of each
/// lane in reverse order.
#[inline]
pub fn reverse_within_lanes(word: u64, count: u32, length: u32, used: u32) -> u64 {
    let lane = u64::MAX >> (64 - used);
    (0..count).fold(0, |reversed, i| {
        let bits = word >> (i * length) & lane;
        reversed | (bits.reverse_bits() >> (64 - used)) << (i * length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Every operation against a set of integers, the plainest thing that has them all.
    fn agrees_with_a_set<B: Bits>(a: &[u32], b: &[u32], by: u32) {
        let cap = B::CAPACITY;
        let set = |xs: &[u32]| xs.iter().map(|x| x % cap).collect::<BTreeSet<_>>();
        let bits = |xs: &BTreeSet<u32>| {
            let mut bits = B::ZERO;
            xs.iter().for_each(|&x| bits.set(x));
            bits
        };
        let members = |bits: B| {
            let mut out = Vec::new();
            bits.for_each(|x| out.push(x));
            assert_eq!(bits.count() as usize, out.len());
            assert_eq!(bits.is_zero(), out.is_empty());
            assert!(out.is_sorted(), "members come smallest first");
            out.into_iter().collect::<BTreeSet<_>>()
        };
        let (sa, sb) = (set(a), set(b));
        let (ba, bb) = (bits(&sa), bits(&sb));
        let by = by % cap;
        assert_eq!(members(ba), sa);
        assert_eq!(members(ba & bb), &sa & &sb);
        assert_eq!(members(ba | bb), &sa | &sb);
        assert_eq!(members(ba ^ bb), &sa ^ &sb);
        assert_eq!(members(ba.without(bb)), &sa - &sb);
        assert_eq!(members(!ba), &(0..cap).collect() - &sa);
        let moved = |f: &dyn Fn(u32) -> Option<u32>| sa.iter().filter_map(|&x| f(x)).collect();
        let up: BTreeSet<u32> = moved(&|x| Some(x + by).filter(|&x| x < cap));
        let down: BTreeSet<u32> = moved(&|x| x.checked_sub(by));
        assert_eq!(members(ba << by), up);
        assert_eq!(members(ba >> by), down);
        let run = (by..cap).take_while(|x| sa.contains(x)).count();
        assert_eq!(ba.ones_from(by) as usize, run);
        for x in [0, by, cap - 1] {
            assert_eq!(ba.get(x), sa.contains(&x));
            let mut cleared = ba;
            cleared.clear(x);
            assert!(!cleared.get(x));
            assert_eq!(cleared | (ba & B::bit(x)), ba);
        }
        let low = sa.iter().filter(|&&x| x < 64).fold(0, |w, x| w | 1u64 << x);
        assert_eq!(ba.low_word(), low);
    }

    proptest! {
        #[test]
        fn words_and_wide_boards_are_sets(
            a in prop::collection::vec(0u32..20_000, 0..200),
            b in prop::collection::vec(0u32..20_000, 0..200),
            by in 0u32..20_000,
        ) {
            agrees_with_a_set::<u64>(&a, &b, by);
            agrees_with_a_set::<u128>(&a, &b, by);
            agrees_with_a_set::<Wide<4>>(&a, &b, by);
            agrees_with_a_set::<Wide<160>>(&a, &b, by);
        }
    }

    #[test]
    fn runs_cross_word_borders() {
        let full = !Wide::<4>::ZERO;
        assert_eq!(full.ones_from(0), 256);
        assert_eq!(full.ones_from(64), 192);
        assert_eq!((full << 60).ones_from(60), 196);
    }
}
