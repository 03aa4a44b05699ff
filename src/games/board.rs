//! Stones of two colours on a grid, and lines of `k` of them.
//!
//! `connect` and `mnk` are this board with and without gravity; only how a move
//! finds its cell differs. Bits run along lanes (columns or rows) that are one bit
//! longer than the board, and that guard bit is never set:
//!
//! ```text
//!   lane 0   lane 1   lane 2          four directions, four shifts:
//!     .        .        .    guard      along a lane       1
//!     2        5+1      8+2             across lanes       stride
//!     1        4+1      7+2             diagonals          stride + 1, stride - 1
//!     0        3+1      6+2
//! ```
//!
//! so a shifted board never wraps a line from one lane into the next.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::{Cell, Outcome, Side};
use crate::games::bits::Bits;
use crate::games::zobrist;

/// Which way the lanes of bits run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lanes {
    /// One lane a column, lowest row first, as Connect-4 programs do.
    Columns,
    /// One lane a row, so that bits in ascending order are cells row by row.
    Rows,
}

/// What is the same for all positions of a board.
pub struct Geometry<B> {
    pub rows: usize,
    pub cols: usize,
    /// How many in a row win.
    pub k: usize,
    lanes: Lanes,
    /// Length of a lane with its guard bit.
    stride: u32,
    /// The shifts along which a line of `k` fits on the board, `directions` of them.
    shifts: [u32; 4],
    directions: usize,
    /// Every playable cell.
    pub full: B,
    lane_starts: B,
    /// By side and bit, the keys of a stone there and of its mirror image.
    keys: [Box<[[u64; 2]]>; 2],
}

impl<B: Bits> Geometry<B> {
    fn new(rows: usize, cols: usize, k: usize, lanes: Lanes) -> Self {
        let (lane_length, lane_count) = match lanes {
            Lanes::Columns => (rows, cols),
            Lanes::Rows => (cols, rows),
        };
        let stride = lane_length as u32 + 1;
        let bits = stride * lane_count as u32;
        assert!(bits <= B::CAPACITY, "{rows}x{cols} needs {bits} bits");
        // A direction without room for a line is left out; it could only be shifted
        // beyond the width of the board.
        let (along, across) = (lane_length >= k, lane_count >= k);
        let (mut shifts, mut directions) = ([0; 4], 0);
        for (shift, room) in [
            (1, along),
            (stride, across),
            (stride + 1, along && across),
            (stride - 1, along && across),
        ] {
            if room {
                shifts[directions] = shift;
                directions += 1;
            }
        }
        let mut geometry = Geometry {
            rows,
            cols,
            k,
            lanes,
            stride,
            shifts,
            directions,
            full: B::ZERO,
            lane_starts: B::ZERO,
            keys: [Side::First, Side::Second].map(|_| vec![[0; 2]; bits as usize].into()),
        };
        for lane in 0..lane_count as u32 {
            geometry.lane_starts.set(lane * stride);
        }
        for row in 0..rows {
            for col in 0..cols {
                let bit = geometry.bit(row, col);
                geometry.full.set(bit);
                for (side, keys) in geometry.keys.iter_mut().enumerate() {
                    let key = |col| zobrist::key(side, row, col, 1);
                    keys[bit as usize] = [key(col), key(cols - 1 - col)];
                }
            }
        }
        geometry
    }

    /// The bit of a cell.
    #[inline]
    pub fn bit(&self, row: usize, col: usize) -> u32 {
        match self.lanes {
            Lanes::Columns => col as u32 * self.stride + row as u32,
            Lanes::Rows => row as u32 * self.stride + col as u32,
        }
    }

    /// The row and column of a bit.
    #[inline]
    pub fn row_col(&self, bit: u32) -> (usize, usize) {
        let (lane, along) = ((bit / self.stride) as usize, (bit % self.stride) as usize);
        match self.lanes {
            Lanes::Columns => (along, lane),
            Lanes::Rows => (lane, along),
        }
    }

    /// How many bits the lanes take, guards included.
    pub fn bits(&self) -> u32 {
        self.keys[0].len() as u32
    }

    /// Length of a lane with its guard bit.
    #[inline]
    pub fn stride(&self) -> u32 {
        self.stride
    }

    /// The first bit of each lane.
    #[inline]
    pub fn lane_starts(&self) -> B {
        self.lane_starts
    }

    /// The shifts along which a line of `k` fits.
    #[inline]
    pub fn shifts(&self) -> &[u32] {
        &self.shifts[..self.directions]
    }

    /// Whether `stones` hold a line of `k` anywhere: whole-board shifts.
    #[inline]
    pub fn has_line(&self, stones: B) -> bool {
        self.shifts().iter().any(|&shift| {
            // `run` holds the first stones of runs of `length`; it doubles each step.
            let (mut run, mut length) = (stones, 1);
            while length < self.k {
                let step = length.min(self.k - length);
                run = run & (run >> (step as u32 * shift));
                length += step;
            }
            !run.is_zero()
        })
    }

    /// Whether a stone on `bit` has `k` in line with those of `stones`: a walk from it.
    pub fn line_through(&self, stones: &B, bit: u32) -> bool {
        self.shifts().iter().any(|&shift| {
            let up = (1..self.k as u32)
                .take_while(|i| bit + i * shift < B::CAPACITY && stones.get(bit + i * shift))
                .count();
            let down = (1..self.k as u32)
                .take_while(|i| bit >= i * shift && stones.get(bit - i * shift))
                .count();
            1 + up + down >= self.k
        })
    }

    /// Whether `stones` with one more on `bit` have a line through it, given that they
    /// have none without: whichever way is cheaper for the width.
    #[inline]
    pub fn completes(&self, stones: &B, bit: u32) -> bool {
        if B::IS_WORD {
            self.has_line(*stones | B::bit(bit))
        } else {
            self.line_through(stones, bit)
        }
    }

    /// All cells of `open` where one more of `stones` makes a line of `k`.
    #[inline]
    pub fn completions(&self, stones: B, open: B) -> B {
        // The usual lengths are constants, so that their loops are unrolled.
        match self.k {
            3 if B::IS_WORD => self.shifted_completions::<3>(stones) & open,
            4 if B::IS_WORD => self.shifted_completions::<4>(stones) & open,
            5 if B::IS_WORD => self.shifted_completions::<5>(stones) & open,
            _ => {
                let mut cells = B::ZERO;
                open.for_each(|bit| {
                    if self.line_through(&stones, bit) {
                        cells.set(bit);
                    }
                });
                cells
            }
        }
    }

    /// Every cell, taken or off the board too, in line with `K - 1` stones.
    #[inline]
    fn shifted_completions<const K: usize>(&self, stones: B) -> B {
        let mut cells = B::ZERO;
        for &shift in self.shifts() {
            // A cell completes a line if `before` stones precede it without a gap and
            // `K - 1 - before` follow it. `ahead[i]`: the next i cells all hold stones.
            let mut ahead = [!B::ZERO; K];
            for i in 1..K {
                ahead[i] = ahead[i - 1] & (stones >> (i as u32 * shift));
            }
            let mut behind = !B::ZERO;
            for before in 0..K {
                if before > 0 {
                    behind = behind & (stones << (before as u32 * shift));
                }
                cells = cells | (behind & ahead[K - 1 - before]);
            }
        }
        cells
    }
}

/// Short: a position's debug text holds its geometry.
impl<B> fmt::Debug for Geometry<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} k={}", self.rows, self.cols, self.k)
    }
}

/// A position: who has stones where.
#[derive(Clone, Debug)]
pub struct Board<B> {
    geometry: Arc<Geometry<B>>,
    stones: [B; 2],
    keys: [u64; 2],
    ply: u32,
    /// Who completed a line first.
    winner: Option<Side>,
}

impl<B: Bits> Board<B> {
    pub fn new(rows: usize, cols: usize, k: usize, lanes: Lanes) -> Self {
        Board {
            geometry: Arc::new(Geometry::new(rows, cols, k, lanes)),
            stones: [B::ZERO; 2],
            keys: [0; 2],
            ply: 0,
            winner: None,
        }
    }

    #[inline]
    pub fn geometry(&self) -> &Geometry<B> {
        &self.geometry
    }

    /// The stones of one side.
    #[inline]
    pub fn stones(&self, side: Side) -> B {
        self.stones[side.index()]
    }

    /// All stones.
    #[inline]
    pub fn occupied(&self) -> B {
        self.stones[0] | self.stones[1]
    }

    #[inline]
    pub fn is_empty(&self, bit: u32) -> bool {
        !self.stones[0].get(bit) && !self.stones[1].get(bit)
    }

    /// How many consecutive stones there are from `bit` along its lane.
    #[inline]
    pub fn occupied_from(&self, bit: u32) -> u32 {
        if B::IS_WORD {
            return self.occupied().ones_from(bit);
        }
        // Two colours alternate: follow them without building the wide union.
        let mut length = 0;
        loop {
            let run: u32 = self.stones.iter().map(|s| s.ones_from(bit + length)).sum();
            if run == 0 {
                return length;
            }
            length += run;
        }
    }

    #[inline]
    pub fn ply(&self) -> usize {
        self.ply as usize
    }

    #[inline]
    pub fn cells(&self) -> usize {
        self.geometry.rows * self.geometry.cols
    }

    #[inline]
    pub fn keys(&self) -> [u64; 2] {
        self.keys
    }

    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(side) => Some(Outcome::Win(side)),
            None if self.ply() == self.cells() => Some(Outcome::Draw),
            None => None,
        }
    }

    /// Puts a stone of the side to move on an empty cell; returns what `remove` needs.
    #[inline]
    pub fn place(&mut self, bit: u32) -> Option<Side> {
        let before = self.winner;
        let side = Side::to_move_at(self.ply());
        let stones = &mut self.stones[side.index()];
        if before.is_none() && self.geometry.completes(stones, bit) {
            self.winner = Some(side);
        }
        stones.set(bit);
        self.toggle_keys(side, bit);
        self.ply += 1;
        before
    }

    /// Takes the last stone back.
    #[inline]
    pub fn remove(&mut self, bit: u32, winner_before: Option<Side>) {
        self.ply -= 1;
        let side = Side::to_move_at(self.ply());
        self.stones[side.index()].clear(bit);
        self.toggle_keys(side, bit);
        self.winner = winner_before;
    }

    /// Whether the side to move would complete a line on this empty cell.
    #[inline]
    pub fn wins_on(&self, bit: u32) -> bool {
        let side = Side::to_move_at(self.ply());
        self.winner.is_none() && self.geometry.completes(&self.stones[side.index()], bit)
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> B {
        self.geometry.full.without(self.occupied())
    }

    /// The cells of `open` where `side` would complete a line.
    #[inline]
    pub fn wins_of(&self, side: Side, open: B) -> B {
        self.geometry.completions(self.stones[side.index()], open)
    }

    /// How many cells would complete a line of the side to move, once it has a stone
    /// on `bit`.
    #[inline]
    pub fn threats_with(&self, bit: u32) -> u32 {
        let stone = B::bit(bit);
        let own = self.stones[Side::to_move_at(self.ply()).index()] | stone;
        let open = self.empty().without(stone);
        self.geometry.completions(own, open).count()
    }

    /// [`Board::threats_with`] for each of several empty cells. On a wide board, where all
    /// cells are looked at one by one, that is done once; a stone changes only those in line
    /// with it.
    pub fn threats_with_each(&self, bits: impl Iterator<Item = u32>) -> impl Iterator<Item = u32> {
        let geometry = &self.geometry;
        let mut own = self.stones[Side::to_move_at(self.ply()).index()];
        let empty = self.empty();
        let before = match B::IS_WORD {
            true => B::ZERO,
            false => geometry.completions(own, empty),
        };
        let count = before.count();
        bits.map(move |bit| {
            if B::IS_WORD {
                return self.threats_with(bit);
            }
            own.set(bit);
            let reach = (1..geometry.k as u32)
                .flat_map(|i| geometry.shifts().iter().map(move |shift| i * shift));
            let in_line = reach.flat_map(|by| [bit.checked_add(by), bit.checked_sub(by)]);
            let is_new = |cell: u32| {
                cell < B::CAPACITY
                    && empty.get(cell)
                    && !before.get(cell)
                    && geometry.line_through(&own, cell)
            };
            let new = in_line.flatten().filter(|&cell| is_new(cell)).count();
            own.clear(bit);
            count - before.get(bit) as u32 + new as u32
        })
    }

    #[inline]
    fn toggle_keys(&mut self, side: Side, bit: u32) {
        let [key, mirrored] = self.geometry.keys[side.index()][bit as usize];
        self.keys[0] ^= key;
        self.keys[1] ^= mirrored;
    }

    /// The keys of the position, computed from the stones alone.
    pub fn recomputed_keys(&self) -> [u64; 2] {
        let mut keys = [0; 2];
        for (stones, table) in self.stones.iter().zip(&self.geometry.keys) {
            stones.for_each(|bit| {
                keys[0] ^= table[bit as usize][0];
                keys[1] ^= table[bit as usize][1];
            });
        }
        keys
    }

    pub fn cell(&self, row: usize, col: usize) -> Cell {
        let bit = self.geometry.bit(row, col);
        let owner = [Side::First, Side::Second]
            .into_iter()
            .find(|side| self.stones[side.index()].get(bit));
        Cell {
            owner,
            atoms: owner.is_some() as u8,
        }
    }
}

impl<B: Bits> PartialEq for Board<B> {
    fn eq(&self, other: &Self) -> bool {
        // The stones say all but who was first to complete a line, which differs only
        // between games that were played on past their end.
        self.stones == other.stones && self.winner == other.winner
    }
}

impl<B: Bits> Eq for Board<B> {}

impl<B: Bits> Hash for Board<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.keys[0].hash(state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bits::Wide;
    use proptest::prelude::*;

    /// The whole-board and the walking way of finding lines, on the same stones.
    fn ways_agree<B: Bits>(rows: usize, cols: usize, k: usize, cells: &[(usize, usize)]) {
        for lanes in [Lanes::Columns, Lanes::Rows] {
            let geometry = Geometry::<B>::new(rows, cols, k, lanes);
            let mut stones = B::ZERO;
            for &(row, col) in cells {
                let bit = geometry.bit(row % rows, col % cols);
                assert_eq!(geometry.row_col(bit), (row % rows, col % cols));
                if !stones.get(bit) && !geometry.has_line(stones) {
                    let with = stones | B::bit(bit);
                    assert_eq!(geometry.line_through(&stones, bit), geometry.has_line(with));
                    stones = with;
                }
            }
            if geometry.has_line(stones) {
                continue;
            }
            let open = geometry.full.without(stones);
            let mut expected = B::ZERO;
            open.for_each(|bit| {
                if geometry.line_through(&stones, bit) {
                    expected.set(bit);
                }
            });
            assert_eq!(geometry.completions(stones, open), expected);
        }
    }

    proptest! {
        #[test]
        fn whole_board_and_walking_line_checks_agree(
            rows in 1usize..=9,
            cols in 1usize..=7,
            k in 1usize..=9,
            cells in prop::collection::vec((0usize..9, 0usize..9), 0..40),
        ) {
            let k = k.min(rows.max(cols));
            ways_agree::<u128>(rows, cols, k, &cells);
            ways_agree::<Wide<4>>(rows, cols, k, &cells);
            if rows < 8 && cols < 8 {
                ways_agree::<u64>(rows, cols, k, &cells);
            }
        }
    }
}
