//! Connect-4 and its like for the exact solver.

use super::rules::{Proofs, Rules};
use super::{Built, Setup, solver};
use crate::game::{Game, Move};
use crate::games::bits::Bits;
use crate::games::connect::Connect;

/// A solver for boards of one word and the usual lengths of lines.
pub(crate) fn connect<B: Bits>(game: &Connect<B>, setup: &Setup) -> Built<Connect<B>> {
    let (rows, cols) = (game.rows() as u32, game.cols() as u32);
    let k = game.board().geometry().k;
    // A board narrower than a line has no room for the shifts across it.
    if B::CAPACITY > 64 || cols < k as u32 {
        return Ok(None);
    }
    match (k, rows, cols) {
        (4, 6, 7) => build::<B, 4, 6, 7>(game, setup),
        (3, ..) => build::<B, 3, 0, 0>(game, setup),
        (4, ..) => build::<B, 4, 0, 0>(game, setup),
        (5, ..) => build::<B, 5, 0, 0>(game, setup),
        _ => Ok(None),
    }
}

fn build<B: Bits, const K: usize, const ROWS: u32, const COLS: u32>(
    game: &Connect<B>,
    setup: &Setup,
) -> Built<Connect<B>> {
    let (rows, cols) = (game.rows() as u32, game.cols() as u32);
    let rules = ConnectRules::<K, ROWS, COLS>::new(rows, cols, setup.mirror);
    solver(
        rules,
        setup,
        game.max_plies(),
        |rules, game: &Connect<B>| {
            let side = game.to_move();
            let [own, other] =
                [side, side.other()].map(|side| game.board().stones(side).low_word());
            rules.position(own, other)
        },
    )
}

/// A position: stones, and the cells that the side to move must watch.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The stones of the side to move.
    own: u64,
    /// Those of the other side.
    other: u64,
    /// The cells, empty or not, that would complete a line of the other side.
    losses: u64,
}

/// The rules for `K` in a row. Where `ROWS` and `COLS` are not 0, the shifts are constants.
struct ConnectRules<const K: usize, const ROWS: u32, const COLS: u32> {
    rows: u32,
    cols: u32,
    /// Every cell.
    full: u64,
    /// The lowest cell of each column.
    floor: u64,
    /// The cells an even number of rows below the top one.
    upper: u64,
    /// By cell, how near the centre and the top it is.
    centre: [i8; 64],
    /// Take a position and its mirror image for one.
    mirror: bool,
}

impl<const K: usize, const ROWS: u32, const COLS: u32> ConnectRules<K, ROWS, COLS> {
    fn new(rows: u32, cols: u32, mirror: bool) -> Self {
        assert!((ROWS == 0 || ROWS == rows) && (COLS == 0 || COLS == cols));
        let stride = rows + 1;
        let mut rules = ConnectRules {
            rows,
            cols,
            full: 0,
            floor: 0,
            upper: 0,
            centre: [0; 64],
            mirror,
        };
        for col in 0..cols {
            rules.floor |= 1 << (col * stride);
            for row in 0..rows {
                let bit = col * stride + row;
                rules.full |= 1 << bit;
                if (rows - 1 - row).is_multiple_of(2) {
                    rules.upper |= 1 << bit;
                }
                let off_centre = (2 * col as i32 - (cols as i32 - 1)).abs();
                rules.centre[bit as usize] = ((cols as i32 - off_centre) * 2 + row as i32) as i8;
            }
        }
        rules
    }

    #[inline(always)]
    fn stride(&self) -> u32 {
        if ROWS > 0 { ROWS + 1 } else { self.rows + 1 }
    }

    /// The shifts across columns along which a line fits.
    #[inline(always)]
    fn slants(&self) -> [u32; 3] {
        let stride = self.stride();
        [stride, stride + 1, stride - 1]
    }

    /// Every cell, taken or off the board too, in line with `K - 1` stones.
    #[inline(always)]
    fn completions(&self, stones: u64) -> u64 {
        // Upwards: below such a cell there are stones.
        let mut cells = (1..K as u32).fold(!0, |run, i| run & (stones << i));
        for shift in self.slants() {
            let mut ahead = [!0u64; K];
            for i in 1..K {
                ahead[i] = ahead[i - 1] & (stones >> (i as u32 * shift));
            }
            let mut behind = !0;
            for before in 0..K {
                if before > 0 {
                    behind &= stones << (before as u32 * shift);
                }
                cells |= behind & ahead[K - 1 - before];
            }
        }
        cells
    }

    /// Whether the cells hold a line.
    #[inline(always)]
    fn has_line(&self, cells: u64) -> bool {
        let along = |shift: u32| {
            let (mut run, mut length) = (cells, 1);
            while length < K {
                let step = length.min(K - length);
                run &= run >> (step as u32 * shift);
                length += step;
            }
            run
        };
        let [a, b, c] = self.slants().map(along);
        (along(1) | a | b | c) != 0
    }

    #[inline(always)]
    fn empty(&self, position: &Position) -> u64 {
        self.full & !(position.own | position.other)
    }

    #[inline(always)]
    fn landings(&self, position: &Position) -> u64 {
        ((position.own | position.other) + self.floor) & self.full
    }

    /// The position with these stones of the side to move and of the other side.
    fn position(&self, own: u64, other: u64) -> Position {
        Position {
            own,
            other,
            losses: self.completions(other),
        }
    }

    /// The mirror image.
    #[inline(always)]
    fn mirrored(&self, word: u64) -> u64 {
        let stride = self.stride();
        let lane = (1u64 << stride) - 1;
        if COLS > 0 {
            // Pairs of columns change places.
            let middle = lane << (COLS / 2 * stride) & (0u64.wrapping_sub((COLS % 2) as u64));
            return (0..COLS / 2).fold(word & middle, |reversed, i| {
                let apart = (COLS - 1 - 2 * i) * stride;
                let left = lane << (i * stride);
                reversed | (word & left) << apart | (word >> apart & left)
            });
        }
        (0..self.cols).fold(0, |reversed, i| {
            let bits = word >> (i * stride) & lane;
            reversed | bits << ((self.cols - 1 - i) * stride)
        })
    }

    /// The cells that `stones` may get, of those that are empty, where the other side, who is
    /// not to move, answers in the same column whenever it can.
    ///
    /// It can whenever a column has an even number of empty cells before the move. The
    /// columns with an odd number it pairs up, whichever way: a stone on the lowest empty
    /// cell of one is answered on the lowest of its partner, after which both are even. They
    /// can be paired where the number of all empty cells is even. So the side to move gets
    /// the lower cell of each answer in a column, and may get the lowest of an odd column.
    #[inline(always)]
    fn claimable(&self, empty: u64, landings: u64) -> u64 {
        empty & (!self.upper | landings)
    }
}

impl<const K: usize, const ROWS: u32, const COLS: u32> Rules for ConnectRules<K, ROWS, COLS> {
    type Position = Position;
    type Moves = u64;

    fn game_move(&self, mv: u32) -> Move {
        Move((mv / self.stride()) as u16)
    }

    /// The forced reply if there is one, and never a stone under a cell on which the
    /// opponent would win.
    #[inline(always)]
    fn safe(&self, position: &Position) -> u64 {
        let landings = self.landings(position);
        let losses = position.losses & self.full;
        let forced = landings & losses;
        let candidates = match forced {
            0 => landings,
            _ if forced & (forced - 1) == 0 => forced,
            _ => 0,
        };
        candidates & !(losses >> 1)
    }

    #[inline(always)]
    fn child(&self, position: &Position, mv: u32) -> Position {
        let own = position.own | 1 << mv;
        Position {
            own: position.other,
            other: own,
            losses: self.completions(own),
        }
    }

    #[inline(always)]
    fn rank(&self, _position: &Position, mv: u32, child: &Position) -> i32 {
        let threats = (child.losses & self.empty(child)).count_ones() as i32;
        threats << 8 | self.centre[mv as usize] as i32
    }

    /// The stones of the side to move plus all stones, as numbers, of the position or its
    /// mirror image, whichever is less.
    #[inline(always)]
    fn key(&self, position: &Position) -> u64 {
        let key = 2 * position.own + position.other;
        match self.mirror {
            true => key.min(self.mirrored(key)),
            false => key,
        }
    }

    fn key_bits(&self) -> u32 {
        self.cols * self.stride()
    }

    #[inline(always)]
    fn cannot_win(&self, position: &Position, how: Proofs) -> bool {
        let empty = self.empty(position);
        if how.parity && empty.count_ones().is_multiple_of(2) {
            let claimable = self.claimable(empty, self.landings(position));
            return !self.has_line(position.own | claimable);
        }
        how.reach && !self.has_line(position.own | empty)
    }

    #[inline(always)]
    fn cannot_lose(&self, position: &Position, how: Proofs) -> bool {
        let empty = self.empty(position);
        if how.parity && !empty.count_ones().is_multiple_of(2) {
            // With a stone on an odd column the side to move becomes the one that answers.
            let landings = self.landings(position);
            let mut odd = landings & self.upper;
            while odd != 0 {
                let mv = odd & odd.wrapping_neg();
                odd ^= mv;
                let claimable = self.claimable(empty & !mv, landings & !mv);
                if !self.has_line(position.other | claimable) {
                    return true;
                }
            }
            return false;
        }
        how.reach && !self.has_line(position.other | empty)
    }
}
