//! Connect-4 and its like for the exact solver.

use super::follow::Chase;
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
    /// Those that would complete a line of the side to move.
    pub(super) wins: u64,
}

/// The rules for `K` in a row. Where `ROWS` and `COLS` are not 0, the shifts are constants.
pub(super) struct ConnectRules<const K: usize, const ROWS: u32, const COLS: u32> {
    pub(super) rows: u32,
    cols: u32,
    /// Every cell.
    pub(super) full: u64,
    /// The lowest cell of each column.
    floor: u64,
    /// The cells an even number of rows below the top one.
    pub(super) upper: u64,
    /// By cell, how near the centre and the top it is.
    centre: [i8; 64],
    /// Take a position and its mirror image for one.
    mirror: bool,
}

impl<const K: usize, const ROWS: u32, const COLS: u32> ConnectRules<K, ROWS, COLS> {
    pub(super) fn new(rows: u32, cols: u32, mirror: bool) -> Self {
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
    pub(super) fn stride(&self) -> u32 {
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
    pub(super) fn has_line(&self, cells: u64) -> bool {
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
    pub(super) fn empty(&self, position: &Position) -> u64 {
        self.full & !(position.own | position.other)
    }

    #[inline(always)]
    pub(super) fn landings(&self, position: &Position) -> u64 {
        ((position.own | position.other) + self.floor) & self.full
    }

    /// The position with these stones of the side to move and of the other side.
    pub(super) fn position(&self, own: u64, other: u64) -> Position {
        Position {
            own,
            other,
            losses: self.completions(other),
            wins: self.completions(own),
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
            wins: position.losses,
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
    fn proved(&self, position: &Position, alpha: i32, how: Proofs) -> Option<i32> {
        let empty = self.empty(position);
        let landings = self.landings(position);
        // A threat that can be carried out at once is answered, and worth nothing any more.
        let open = if how.zugzwang { empty & !landings } else { 0 };
        let chase = |runner, threats, ahead| Chase {
            runner,
            empty,
            landings,
            threats: threats & open,
            ahead,
        };
        // The other side follows, or the one to move does, after a move of its own.
        let other = chase(position.own, position.losses, false);
        if let Some(sure) = self.sure_of(&other, -alpha, how) {
            return Some(-sure);
        }
        let own = chase(position.other, position.wins, true);
        self.sure_of(&own, alpha + 1, how)
    }
}
