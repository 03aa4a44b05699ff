//! What can be proved of a connect board without a search, because one side answers every move of
//! the other in the same column.
//!
//! Call the side that answers the follower, the other one the runner. Columns have an even or
//! an odd number of empty cells. In an even one the runner gets the lower cell of each
//! answer and the follower the upper one. The odd columns the follower pairs up,
//! whichever way: a stone on the lowest empty cell of one is answered on the lowest of its
//! partner, after which both are even; of those cells the runner may get any. That takes
//! an even number of odd columns, and so an even number of empty cells when the
//! runner is to move. A runner with no line in what it may get can never win.
//!
//! Nor does the follower only hold on. Let it threaten to win on an upper cell:
//! a runner that plays below loses at once, so it gets no cell above in that column. When everything
//! else is full, it has to play there. With an odd number of empty cells, the follower
//! needs a threat on a lower cell of an odd column. There it is the runner that gets the upper cells,
//! up to the one below the threat, while the other columns are as before: without
//! that column, the number of empty cells is even.
//!
//! A follower that is to move goes ahead first: it takes the lowest cell of an odd column, or of the
//! column of its lower threat.

use super::connect::ConnectRules;
use super::rules::Proofs;

/// One side follows the other.
pub(super) struct Chase {
    /// The stones of the side that is followed.
    pub runner: u64,
    pub empty: u64,
    /// The lowest empty cell of each column.
    pub landings: u64,
    /// Empty cells, none of them a landing, on which the follower would win.
    pub threats: u64,
    /// Whether the follower is to move.
    pub ahead: bool,
}

impl Chase {
    /// Whether no threat is needed for the follower to keep up.
    #[inline(always)]
    fn in_step(&self) -> bool {
        self.empty.count_ones().is_multiple_of(2) != self.ahead
    }
}

impl<const K: usize, const ROWS: u32, const COLS: u32> ConnectRules<K, ROWS, COLS> {
    /// The score that the follower is sure of, if one is proved that is as good as needed.
    #[inline(always)]
    pub(super) fn sure_of(&self, chase: &Chase, needed: i32, how: Proofs) -> Option<i32> {
        if how.parity {
            let sure = match chase.in_step() {
                true if needed <= 0 || chase.threats != 0 => self.in_step(chase, needed),
                false if chase.threats != 0 => self.out_of_step(chase, needed),
                _ => None,
            };
            // In step, the runner gets no more cells than there are.
            if sure.is_some() || chase.in_step() {
                return sure;
            }
        }
        let drawn = needed <= 0 && how.reach && !self.has_line(chase.runner | chase.empty);
        drawn.then_some(0)
    }

    /// An even number of empty cells when the runner is to move.
    #[inline(always)]
    fn in_step(&self, chase: &Chase, needed: i32) -> Option<i32> {
        let barred = self.barred(chase);
        let sure = waiting(barred) / 2;
        if sure < needed {
            return None;
        }
        let cells = chase.runner | chase.empty & !self.upper & !barred;
        let odd = chase.landings & self.upper;
        self.is_barren(cells, odd, chase.ahead).then_some(sure)
    }

    /// An odd number: one column is left to a threat on a lower cell.
    #[inline(always)]
    fn out_of_step(&self, chase: &Chase, needed: i32) -> Option<i32> {
        let barred = self.barred(chase);
        let lower = chase.empty & !self.upper & !barred;
        let odd = chase.landings & self.upper;
        let mut threats = chase.threats & !self.upper;
        while threats != 0 {
            let cell = threats & threats.wrapping_neg();
            threats ^= cell;
            let column = self.column(cell);
            // A follower that goes ahead makes the column odd, or another one even.
            let is_odd = odd & column != 0;
            if !is_odd && !chase.ahead {
                continue;
            }
            let above = column & !(cell - 1);
            let sure = waiting(barred & !column | above) / 2;
            if sure < needed {
                continue;
            }
            let below = chase.empty & self.upper & column & (cell - 1);
            let cells = chase.runner | lower & !column | below;
            if self.is_barren(cells, odd & !column, chase.ahead && is_odd) {
                return Some(sure);
            }
        }
        None
    }

    /// The cells of the upper threats, and those above them.
    #[inline(always)]
    fn barred(&self, chase: &Chase) -> u64 {
        let threats = chase.threats & self.upper;
        if threats == 0 {
            return 0;
        }
        let rows = if ROWS > 0 { ROWS } else { self.rows };
        (1..rows).fold(threats, |cells, _| cells | (cells << 1 & self.full))
    }

    /// The cells of the column of a cell.
    #[inline(always)]
    fn column(&self, cell: u64) -> u64 {
        let stride = self.stride();
        let lane = (1u64 << stride) - 1;
        lane << (cell.trailing_zeros() / stride * stride) & self.full
    }

    /// Whether there is no line in `cells` and those of the `odd` columns; or, if one of these
    /// is taken by a follower that goes ahead, in all but one of them.
    #[inline(always)]
    fn is_barren(&self, cells: u64, odd: u64, take_one: bool) -> bool {
        if !take_one {
            return !self.has_line(cells | odd);
        }
        if self.has_line(cells) {
            return false;
        }
        let mut rest = odd;
        while rest != 0 {
            let taken = rest & rest.wrapping_neg();
            rest ^= taken;
            if !self.has_line(cells | odd & !taken) {
                return true;
            }
        }
        false
    }
}

/// How many cells are still empty when the runner has nothing left but to play below one of
/// these, which reach to the top of their columns: these, and the ones right below.
#[inline(always)]
fn waiting(barred: u64) -> i32 {
    (barred.count_ones() + (barred & !(barred << 1)).count_ones()) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::exact::connect::Position;
    use crate::search::exact::rules::Rules;
    use rand_core::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use std::collections::HashMap;

    type Scores = HashMap<u64, i32>;

    /// The score by plain negamax, for any position.
    fn score<const K: usize>(
        rules: &ConnectRules<K, 0, 0>,
        position: &Position,
        scores: &mut Scores,
    ) -> i32 {
        let left = rules.empty(position).count_ones() as i32;
        if left == 0 {
            return 0;
        }
        let mut landings = rules.landings(position);
        if position.wins & landings != 0 {
            return (left + 1) / 2;
        }
        let key = rules.key(position);
        if let Some(&known) = scores.get(&key) {
            return known;
        }
        let mut best = i32::MIN;
        while landings != 0 {
            let mv = landings.trailing_zeros();
            landings &= landings - 1;
            best = best.max(-score(rules, &rules.child(position, mv), scores));
        }
        scores.insert(key, best);
        best
    }

    /// Random positions with few plies to go; how many bounds of each kind were proved.
    fn check<const K: usize>(rows: u32, cols: u32, seed: u64) -> [usize; 3] {
        let rules = ConnectRules::<K, 0, 0>::new(rows, cols, true);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut proved = [0; 3];
        let mut scores = Scores::new();
        for _ in 0..3000 {
            let rest = 3 + random.next_u32() % 11;
            let mut position = rules.position(0, 0);
            while rules.empty(&position).count_ones() > rest {
                let landings = rules.landings(&position) & !position.wins;
                if landings == 0 {
                    break;
                }
                let cells: Vec<u32> = (0..64).filter(|i| landings >> i & 1 == 1).collect();
                let mv = cells[random.next_u32() as usize % cells.len()];
                position = rules.child(&position, mv);
            }
            if rules.landings(&position) & position.wins != 0 {
                continue;
            }
            let truth = score(&rules, &position, &mut scores);
            for how in 0..8 {
                let how = Proofs {
                    reach: how & 1 > 0,
                    parity: how & 2 > 0,
                    zugzwang: how & 4 > 0,
                };
                for alpha in -8..8 {
                    let Some(bound) = rules.proved(&position, alpha, how) else {
                        continue;
                    };
                    let (is_lower, holds) = match bound > alpha {
                        true => (true, truth >= bound),
                        false => (false, truth <= bound),
                    };
                    assert!(
                        holds,
                        "{rows}x{cols}, {K}: {position:?} is {truth}, not {bound}, {how:?}"
                    );
                    let kind = if bound == 0 { 0 } else { 1 + is_lower as usize };
                    proved[kind] += 1;
                }
            }
        }
        proved
    }

    #[test]
    fn what_is_proved_is_true() {
        let boards = [
            check::<4>(6, 4, 1),
            check::<4>(5, 5, 2),
            check::<4>(6, 7, 3),
            check::<4>(4, 6, 4),
            check::<3>(4, 4, 5),
            check::<3>(5, 3, 6),
            check::<3>(6, 3, 7),
            check::<5>(6, 6, 8),
        ];
        for kind in 0..3 {
            let proved: usize = boards.iter().map(|proved| proved[kind]).sum();
            assert!(proved > 1000, "kind {kind}: {proved}");
        }
    }
}
