//! `threats`: what the ConnectX report proposes for a whole-board evaluator: all contiguous
//! groups of both sides in a union-find, with special regard to those one or two stones
//! short of a line.
//!
//! In each direction the stones of a side that touch form a group. A group of n stones
//! whose next cell at either end is free has that many open ends, and is worth nothing
//! without any; else
//!
//! | stones | one open end | two |
//! |---|---|---|
//! | k − 1 | 1000 | 10000 |
//! | k − 2 | 50 | 500 |
//! | fewer | n² | 2n² |
//!
//! The value is the sum over a side's groups minus the opponent's. The report's open
//! question was how to delete: unions are by size and without path compression, so the
//! last one can be taken back.

use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Move, Side};
use crate::search::score::Score;

pub const LISTING: Listing = Listing {
    name: "threats",
    parameters: &[],
    what: "contiguous groups by length and open ends, own minus the opponent's (ConnectX's proposal)",
    depends: Depends::Mirrored,
};

/// The four directions; a group's other end is against them.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What a group is worth to its owner.
fn worth(stones: usize, open: usize, k: usize) -> Score {
    let n = stones as Score;
    match (open, k.saturating_sub(stones)) {
        (0, _) | (_, 0) => 0,
        (1, 1) => 1000,
        (_, 1) => 10_000,
        (1, 2) => 50,
        (_, 2) => 500,
        (open, _) => open as Score * n * n,
    }
}

/// A stone in one direction's union-find. Valid at a root: size and ends of its group.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    size: u32,
    /// The first and last cell along the direction.
    first: u32,
    last: u32,
}

#[derive(Clone)]
pub struct Threats {
    rows: usize,
    cols: usize,
    k: usize,
    cells: Vec<Option<Side>>,
    /// By direction and cell.
    links: Vec<Link>,
    /// For the first side.
    total: Score,
    /// What to restore when the last stone is taken back: links, newest last, and per stone
    /// how many of them and the total before.
    changed: Vec<(u32, Link)>,
    stones: Vec<(usize, Score)>,
}

impl Threats {
    pub fn new<G: Game>(game: &G) -> Self {
        let cells = game.rows() * game.cols();
        let alone = |cell: u32| Link {
            parent: cell,
            size: 1,
            first: cell,
            last: cell,
        };
        let links = (0..4).flat_map(|_| (0..cells as u32).map(alone)).collect();
        let mut threats = Threats {
            rows: game.rows(),
            cols: game.cols(),
            k: game.line_length().unwrap_or(usize::MAX),
            cells: vec![None; cells],
            links,
            total: 0,
            changed: Vec::new(),
            stones: Vec::new(),
        };
        Evaluator::start(&mut threats, game);
        threats
    }

    /// The cell `steps` further along a direction.
    fn next(&self, cell: usize, direction: usize, steps: isize) -> Option<usize> {
        let (dr, dc) = DIRECTIONS[direction];
        let row = (cell / self.cols).checked_add_signed(steps * dr)?;
        let col = (cell % self.cols).checked_add_signed(steps * dc)?;
        (row < self.rows && col < self.cols).then(|| row * self.cols + col)
    }

    fn index(&self, direction: usize, cell: usize) -> usize {
        direction * self.cells.len() + cell
    }

    fn root(&self, direction: usize, cell: usize) -> usize {
        let mut at = cell;
        loop {
            let parent = self.links[self.index(direction, at)].parent as usize;
            if parent == at {
                return at;
            }
            at = parent;
        }
    }

    /// What the group of a stone is worth, to the first side.
    fn group(&self, direction: usize, cell: usize) -> Score {
        let Some(owner) = self.cells[cell] else {
            return 0;
        };
        let root = self.root(direction, cell);
        let link = self.links[self.index(direction, root)];
        let ends = [(link.first as usize, -1), (link.last as usize, 1)];
        let open = ends.into_iter().filter(|&(end, way)| {
            let beyond = self.next(end, direction, way);
            beyond.is_some_and(|cell| self.cells[cell].is_none())
        });
        let worth = worth(link.size as usize, open.count(), self.k);
        if owner == Side::First { worth } else { -worth }
    }

    fn change(&mut self, index: usize, link: Link) {
        self.changed.push((index as u32, self.links[index]));
        self.links[index] = link;
    }

    /// Joins the groups of two stones, the first one's before the second one's.
    fn union(&mut self, direction: usize, before: usize, after: usize) {
        let (a, b) = (self.root(direction, before), self.root(direction, after));
        let (at_a, at_b) = (self.index(direction, a), self.index(direction, b));
        let (front, back) = (self.links[at_a], self.links[at_b]);
        let joined = Link {
            parent: 0,
            size: front.size + back.size,
            first: front.first,
            last: back.last,
        };
        // The smaller one hangs below the larger, so that paths stay short.
        let (above, at_above, at_below, below) = match front.size >= back.size {
            true => (a, at_a, at_b, back),
            false => (b, at_b, at_a, front),
        };
        let parent = above as u32;
        self.change(at_above, Link { parent, ..joined });
        self.change(at_below, Link { parent, ..below });
    }

    fn put(&mut self, cell: usize, side: Side) {
        self.stones.push((self.changed.len(), self.total));
        for direction in 0..4 {
            let near = [-1, 1].map(|way| self.next(cell, direction, way));
            // The groups next to the cell lose an open end, or are joined.
            for cell in near.into_iter().flatten() {
                self.total -= self.group(direction, cell);
            }
            self.cells[cell] = Some(side);
            let [before, after] = near;
            if let Some(before) = before.filter(|&cell| self.cells[cell] == Some(side)) {
                self.union(direction, before, cell);
            }
            if let Some(after) = after.filter(|&cell| self.cells[cell] == Some(side)) {
                self.union(direction, cell, after);
            }
            self.total += self.group(direction, cell);
            for cell in near.into_iter().flatten() {
                if self.cells[cell] != Some(side) {
                    self.total += self.group(direction, cell);
                }
            }
            self.cells[cell] = None;
        }
        self.cells[cell] = Some(side);
    }

    fn take_back(&mut self, cell: usize) {
        let Some((changes, total)) = self.stones.pop() else {
            return;
        };
        while self.changed.len() > changes {
            if let Some((index, link)) = self.changed.pop() {
                self.links[index as usize] = link;
            }
        }
        self.total = total;
        self.cells[cell] = None;
    }
}

impl<G: Game> Evaluator<G> for Threats {
    fn value(&mut self, _game: &G, side: Side) -> Score {
        match side {
            Side::First => self.total,
            Side::Second => -self.total,
        }
    }
    fn is_incremental(&self) -> bool {
        true
    }
    fn start(&mut self, game: &G) {
        while let Some(cell) = self.cells.iter().position(Option::is_some) {
            // Any order will do: all of them go.
            self.take_back(cell);
        }
        for cell in 0..self.cells.len() {
            if let Some(side) = game.cell(cell / self.cols, cell % self.cols).owner {
                self.put(cell, side);
            }
        }
    }
    fn played(&mut self, game: &G, mv: Move) {
        let (row, col) = game.placed(mv);
        self.put(row * self.cols + col, game.to_move().other());
    }
    fn undone(&mut self, game: &G, mv: Move) {
        let (row, col) = game.landing(mv);
        self.take_back(row * self.cols + col);
    }
    fn fresh(&self) -> Box<dyn Evaluator<G>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::tests::{any_line_game, cell_at, stones};
    use crate::games::mnk::Mnk;
    use crate::notation::position;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let value = |moves: &str| {
            let game = position(Mnk::<u64>::new(5, 5, 4), moves).unwrap();
            Threats::new(&game).value(&game, Side::First)
        };
        // A lone stone in the middle: four directions, two open ends each.
        assert_eq!(value("c3"), 4 * 2);
        // In the corner: three directions with one open end, and none on the fourth.
        assert_eq!(value("a1"), 3);
        // Three in a row with both ends free, and O in two corners: the row is worth 10,000;
        // each of X's stones has three more directions, all open at both ends but where
        // the edge or nothing is in the way.
        assert_eq!(value("b3 a1 c3 e5 d3"), 10_000 + 9 * 2 - 2 * 3);
    }

    /// Every maximal run, looked for afresh.
    fn plain(cells: &[Vec<Option<Side>>], k: usize, side: Side) -> Score {
        let mut sum = 0;
        for row in 0..cells.len() as isize {
            for col in 0..cells[0].len() as isize {
                let Some(Some(owner)) = cell_at(cells, row, col) else {
                    continue;
                };
                for (dr, dc) in DIRECTIONS {
                    let at = |i: isize| cell_at(cells, row + i * dr, col + i * dc);
                    if at(-1) == Some(Some(owner)) {
                        continue;
                    }
                    let n = (0..).take_while(|&i| at(i) == Some(Some(owner))).count();
                    let open = [at(-1), at(n as isize)]
                        .iter()
                        .filter(|end| **end == Some(None))
                        .count();
                    let worth = worth(n, open, k);
                    sum += if owner == side { worth } else { -worth };
                }
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn kept_groups_agree_with_looking_afresh(spec in any_line_game(), seed: u64) {
            let k = spec.line_length().unwrap();
            stones(spec, seed, |cells, values| {
                for side in [Side::First, Side::Second] {
                    prop_assert_eq!(values("threats", side), plain(cells, k, side) as f64);
                }
                Ok(())
            })?;
        }
    }
}
