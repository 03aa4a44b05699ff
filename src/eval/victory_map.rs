//! The MNK report's victory map: what a stone on an empty cell would be worth to
//! either side.
//!
//! Along each of the four directions through the cell, a side has
//! - a *run*: the stone and its own stones next to it without a gap;
//! - *lines*: the windows of k cells through it that hold no stone of the opponent,
//!   each a possible victory.
//!
//! A run of k wins. A run of k − 1 with both ends free is *secure*: the opponent can
//! close only one. A run of k − 2 with both ends free and room for k is *almost
//! secure*, and two of those are as good as a secure one.

use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Side};
use crate::search::score::Score;

/// What a stone of one side on an empty cell would bring.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Prospect {
    pub wins: bool,
    pub secure: bool,
    pub almost_secure: bool,
    /// Over the four directions, stones next to the cell without a gap.
    pub neighbours: usize,
    /// Possible victories through the cell.
    pub lines: usize,
}

impl Prospect {
    /// Looks along the four directions. `game` must be one of lines.
    pub fn of<G: Game>(game: &G, row: usize, col: usize, side: Side) -> Self {
        let k = game.line_length().unwrap_or(usize::MAX);
        let mut prospect = Prospect::default();
        let mut almost = 0;
        for (dr, dc) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            let ahead = Ray::from(game, row, col, dr, dc, side, k);
            let behind = Ray::from(game, row, col, -dr, -dc, side, k);
            let run = 1 + ahead.run + behind.run;
            let room = 1 + ahead.room + behind.room;
            let free_ends = ahead.room > ahead.run && behind.room > behind.run;
            prospect.wins |= run >= k;
            prospect.secure |= run + 1 == k && free_ends;
            almost += (run + 2 == k && free_ends && room >= k) as usize;
            prospect.neighbours += run - 1;
            prospect.lines += (room + 1).saturating_sub(k);
        }
        prospect.secure |= almost >= 2;
        prospect.almost_secure = almost == 1;
        prospect
    }

    /// What it is worth to the evaluator.
    pub fn promise(&self) -> Score {
        let step = |is: bool, value: Score| if is { value } else { 0 };
        step(self.wins, 100_000)
            + step(self.secure, 10_000)
            + step(self.almost_secure, 1000)
            + (10 * self.neighbours + self.lines) as Score
    }
}

/// One half of a direction: up to k − 1 cells from the one looked at.
struct Ray {
    /// Own stones before anything else.
    run: usize,
    /// Cells before the opponent's first stone or the edge.
    room: usize,
}

impl Ray {
    fn from<G: Game>(
        game: &G,
        row: usize,
        col: usize,
        dr: isize,
        dc: isize,
        side: Side,
        k: usize,
    ) -> Self {
        let mut ray = Ray { run: 0, room: 0 };
        let (mut row, mut col) = (row, col);
        for _ in 1..k {
            let next = (row.checked_add_signed(dr), col.checked_add_signed(dc));
            let (Some(r), Some(c)) = next else { break };
            if r >= game.rows() || c >= game.cols() {
                break;
            }
            (row, col) = (r, c);
            match game.cell(row, col).owner {
                Some(owner) if owner != side => break,
                Some(_) if ray.run == ray.room => ray.run += 1,
                _ => (),
            }
            ray.room += 1;
        }
        ray
    }
}

/// The map's value of a cell for `side`: its own and the opponent's prospects there,
/// immediate wins above secures, own ones above the opponent's, then stones next to the
/// cell and possible victories of both.
pub fn worth<G: Game>(game: &G, row: usize, col: usize, side: Side) -> i64 {
    let own = Prospect::of(game, row, col, side);
    let other = Prospect::of(game, row, col, side.other());
    let step = |is: bool, value: i64| if is { value } else { 0 };
    // Neighbours and lines of one cell stay below 100,000 on any board.
    let both = |p: Prospect| (100 * p.neighbours.min(400) + p.lines.min(400)) as i64;
    step(own.wins, 80_000_000)
        + step(other.wins, 40_000_000)
        + step(own.secure, 20_000_000)
        + step(other.secure, 10_000_000)
        + step(own.almost_secure, 400_000)
        + step(other.almost_secure, 200_000)
        + both(own)
        + both(other)
}

pub const LISTING: Listing = Listing {
    name: "victory-map",
    parameters: &[],
    what: "what the empty cells promise, own minus the opponent's (MNK)",
    depends: Depends::Mirrored,
};

/// The map as an evaluator: over all empty cells on which a stone could be played now or
/// later, what a side's own stone there would bring, minus what the opponent's would.
#[derive(Clone, Copy)]
pub struct VictoryMap;

impl<G: Game> Evaluator<G> for VictoryMap {
    fn value(&mut self, game: &G, side: Side) -> Score {
        let mut sum = 0;
        for row in 0..game.rows() {
            for col in 0..game.cols() {
                if game.cell(row, col).owner.is_none() {
                    sum += Prospect::of(game, row, col, side).promise();
                    sum -= Prospect::of(game, row, col, side.other()).promise();
                }
            }
        }
        sum
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::mnk::Mnk;
    use crate::notation::{parse_move, position};

    fn prospect(size: usize, k: usize, moves: &str, cell: &str, side: Side) -> Prospect {
        let game = position(Mnk::<u128>::new(size, size, k), moves).unwrap();
        let (row, col) = game.landing(parse_move(&game, cell).unwrap());
        Prospect::of(&game, row, col, side)
    }

    #[test]
    fn a_run_that_can_be_extended_at_both_ends_is_secure() {
        // k = 4: X on c3, O far away; d3 makes two in a row with free ends.
        let two = prospect(7, 4, "c3 g7", "d3", Side::First);
        assert!(two.almost_secure && !two.secure && !two.wins);
        assert_eq!(two.neighbours, 1);
        // X on c3 and d3: e3 makes three.
        let three = prospect(7, 4, "c3 g7 d3 g6", "e3", Side::First);
        assert!(three.secure && !three.wins);
        // Closed at one end it is not.
        let closed = prospect(7, 4, "c3 b3 d3 g6", "e3", Side::First);
        assert!(!closed.secure);
        // The third stone wins with k = 3.
        assert!(prospect(7, 3, "c3 g7 d3 g6", "e3", Side::First).wins);
    }

    #[test]
    fn two_almost_secures_make_a_secure() {
        // X on c4 and d5: d4 makes two in a row twice.
        let two = prospect(7, 4, "c4 g7 d5 g6", "d4", Side::First);
        assert!(two.secure);
    }

    #[test]
    fn lines_are_the_windows_without_an_opponent() {
        // The middle of an empty 3×3 board is on four lines, a corner on three.
        assert_eq!(prospect(3, 3, "", "b2", Side::First).lines, 4);
        assert_eq!(prospect(3, 3, "", "a1", Side::First).lines, 3);
        assert_eq!(prospect(3, 3, "b2", "a1", Side::Second).lines, 2);
    }

    #[test]
    fn as_an_evaluator_it_sums_over_the_empty_cells() {
        // 1×3, k = 2: X on b1. X wins on a1 and c1 (1 neighbour, 1 line each); O has no
        // line through either.
        let game = position(Mnk::<u64>::new(1, 3, 2), "b1").unwrap();
        let one = 100_000 + 10 + 1;
        assert_eq!(VictoryMap.value(&game, Side::First), 2 * one);
        assert_eq!(VictoryMap.value(&game, Side::Second), -2 * one);
    }

    #[test]
    fn a_win_is_worth_more_than_a_block_and_a_block_more_than_a_secure() {
        let game = position(Mnk::<u64>::new(5, 5, 3), "a1 a5 b1 b5").unwrap();
        let at = |cell| {
            let (row, col) = game.landing(parse_move(&game, cell).unwrap());
            worth(&game, row, col, Side::First)
        };
        assert!(at("c1") > at("c5"));
        assert!(at("c5") > at("c3"));
        assert!(at("c3") > at("e4"));
    }
}
