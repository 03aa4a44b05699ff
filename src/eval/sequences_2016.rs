//! `sequences-2016`: what the published figures of the Tris report were made with.
//!
//! Every line of at least `series` cells is walked with four numbers: a colour, its
//! stones n, the empty cells p before its first stone, and those d since. A stone of the
//! other colour closes the sequence and opens one with n = 1, p = the d just closed and
//! d = 0; the end of the line closes too. A closed sequence of n + p + d ≥ series is worth
//! +n² to the side that evaluates, and −n⁴·(p + d)/size if it is the opponent's.
//!
//! The published counts depend on ties, and ties on rounding: values are `f64`, summed
//! sequence by sequence over the columns, the rows and the two kinds of diagonals, and the
//! four totals added in that order. So a line's terms cannot be replaced by their sum; but they
//! are remembered, and where a move changes a line, the additions begin with that line.

use super::kept_lines::{KeptLines, Rule, Stones};
use super::lines::lines;
use super::{Depends, Evaluator, Listing};
use crate::game::{Game, Move, Side};
use crate::search::score::{Score, from_real};

pub const LISTING: Listing = Listing {
    name: "sequences-2016",
    parameters: &[],
    what: "own n² minus the opponent's n⁴·empties/size over sequences (Tris, its counts)",
    depends: Depends::Position,
};

/// A number for the first and for the second side.
type Pair = [f64; 2];

/// What sequences are worth.
#[derive(Clone, Copy)]
struct Formula {
    series: usize,
    size: f64,
}

impl Formula {
    /// Calls `f` on what each sequence of a line adds to the sum.
    fn terms(&self, stones: impl Iterator<Item = Option<Side>>, mut f: impl FnMut(Pair)) {
        let (mut colour, mut n, mut p, mut d) = (None, 0usize, 0usize, 0usize);
        let mut close = |colour: Option<Side>, n: usize, p: usize, d: usize| {
            if let Some(owner) = colour
                && n + p + d >= self.series
            {
                let mut term = [-((n as f64).powi(4) * (p + d) as f64 / self.size); 2];
                term[owner.index()] = (n * n) as f64;
                f(term);
            }
        };
        for stone in stones {
            match stone {
                None if colour.is_none() => p += 1,
                None => d += 1,
                owner if colour.is_none() || owner == colour => {
                    colour = owner;
                    n += 1;
                }
                owner => {
                    close(colour, n, p, d);
                    (colour, n, p, d) = (owner, 1, d, 0);
                }
            }
        }
        close(colour, n, p, d);
    }
}

#[derive(Clone)]
pub struct Sequences2016 {
    cols: usize,
    formula: Formula,
    /// Columns, rows, falling and rising diagonals.
    groups: [Vec<Vec<usize>>; 4],
    /// On boards whose lines can all be remembered.
    kept: Option<Box<Kept>>,
}

impl Sequences2016 {
    pub fn new<G: Game>(game: &G) -> Self {
        let (rows, cols) = (game.rows(), game.cols());
        let series = game.line_length().unwrap_or(usize::MAX);
        let formula = Formula {
            series,
            size: rows.max(cols) as f64,
        };
        let groups = lines(rows, cols, series);
        let rule = Terms {
            formula,
            terms: [Vec::new(), Vec::new()],
        };
        let lines = KeptLines::new(rows, cols, series, rule);
        let kept = lines.remembers_all().then(|| Kept::new(&groups, lines));
        let mut sequences = Sequences2016 {
            cols,
            formula,
            groups,
            kept: kept.map(Box::new),
        };
        Evaluator::start(&mut sequences, game);
        sequences
    }

    /// The sum over one group, cell by cell.
    fn walk<G: Game>(&self, game: &G, side: Side, group: &[Vec<usize>]) -> f64 {
        let mut sum = 0.0;
        for line in group {
            let stones = line
                .iter()
                .map(|cell| game.cell(cell / self.cols, cell % self.cols).owner);
            self.formula.terms(stones, |term| sum += term[side.index()]);
        }
        sum
    }
}

/// For either side the terms of lines, one after the other; a line's worth is where its own
/// are.
#[derive(Clone)]
struct Terms {
    formula: Formula,
    terms: [Vec<f64>; 2],
}

impl Rule for Terms {
    type Worth = (u32, u32);
    fn worth(&mut self, stones: Stones) -> (u32, u32) {
        let begin = self.terms[0].len() as u32;
        self.formula.terms(stones.iter(), |term| {
            self.terms[0].push(term[0]);
            self.terms[1].push(term[1]);
        });
        (begin, self.terms[0].len() as u32)
    }
}

impl Terms {
    #[inline]
    fn of(&self, side: Side, (begin, end): (u32, u32)) -> &[f64] {
        &self.terms[side.index()][begin as usize..end as usize]
    }
}

/// The lines of the position at hand, and the sums over them.
#[derive(Clone)]
struct Kept {
    lines: KeptLines<Terms>,
    /// Whose sums the rest is; nobody's after a move, until they are asked for.
    summed: Option<Side>,
    /// The terms of all lines.
    terms: Vec<f64>,
    /// What each line finds around it.
    around: Vec<Around>,
    /// By group, its sum, and where its terms end.
    sums: [f64; 4],
    ends: [usize; 4],
}

/// A line's place in the sum of its group.
#[derive(Clone)]
struct Around {
    group: usize,
    /// The sum of the terms before it.
    before: f64,
    /// Where the terms behind it begin.
    behind: usize,
}

impl Kept {
    fn new(groups: &[Vec<Vec<usize>>; 4], lines: KeptLines<Terms>) -> Self {
        let around = groups.iter().enumerate().flat_map(|(group, lines)| {
            lines.iter().map(move |_| Around {
                group,
                before: 0.0,
                behind: 0,
            })
        });
        Kept {
            lines,
            summed: None,
            terms: Vec::new(),
            around: around.collect(),
            sums: [0.0; 4],
            ends: [0; 4],
        }
    }

    fn sum(&mut self, side: Side) {
        if self.summed.replace(side) == Some(side) {
            return;
        }
        self.sums = [0.0; 4];
        self.terms.clear();
        for (around, worth) in self.around.iter_mut().zip(self.lines.worths()) {
            let sum = &mut self.sums[around.group];
            let terms = self.lines.rule.of(side, worth);
            around.before = *sum;
            *sum = add(*sum, terms);
            self.terms.extend_from_slice(terms);
            around.behind = self.terms.len();
            self.ends[around.group] = self.terms.len();
        }
    }

    fn value(&mut self, side: Side) -> Score {
        self.sum(side);
        from_real(add(0.0, &self.sums))
    }

    fn value_after<G: Game>(&mut self, game: &G, mv: Move, side: Side) -> Score {
        self.sum(side);
        // The sum over the groups so far, and how many these are.
        let (total, groups) = self.lines.fold_with(
            game.landing(mv),
            game.to_move(),
            (0.0, 0),
            |rule, (total, groups), line, _, then| {
                let around = &self.around[line];
                let behind = &self.terms[around.behind..self.ends[around.group]];
                let sum = add(add(around.before, rule.of(side, *then)), behind);
                // Groups without a line through the cell stay as they are.
                let total = add(total, &self.sums[groups..around.group]);
                (total + sum, around.group + 1)
            },
        );
        from_real(add(total, &self.sums[groups..]))
    }
}

/// Adds term by term.
#[inline]
fn add(sum: f64, terms: &[f64]) -> f64 {
    terms.iter().fold(sum, |sum, term| sum + term)
}

impl<G: Game> Evaluator<G> for Sequences2016 {
    fn value(&mut self, game: &G, side: Side) -> Score {
        match &mut self.kept {
            Some(kept) => kept.value(side),
            None => {
                let groups = self.groups.each_ref();
                from_real(add(0.0, &groups.map(|group| self.walk(game, side, group))))
            }
        }
    }
    fn value_after(&mut self, game: &G, mv: Move, side: Side) -> Option<Score> {
        let kept = self.kept.as_mut()?;
        Some(kept.value_after(game, mv, side))
    }
    fn is_real(&self) -> bool {
        true
    }
    fn is_one_sided(&self) -> bool {
        true
    }
    fn is_incremental(&self) -> bool {
        self.kept.is_some()
    }
    fn start(&mut self, game: &G) {
        if let Some(kept) = &mut self.kept {
            kept.lines.start(game);
            kept.summed = None;
        }
    }
    fn played(&mut self, game: &G, mv: Move) {
        if let Some(kept) = &mut self.kept {
            let mover = game.to_move().other();
            kept.lines.put(game.placed(mv), mover, |_, _| ());
            kept.summed = None;
        }
    }
    fn undone(&mut self, game: &G, mv: Move) {
        if let Some(kept) = &mut self.kept {
            let mover = game.to_move();
            kept.lines.take_back(game.landing(mv), mover, |_, _| ());
            kept.summed = None;
        }
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
    use crate::search::score::to_real;
    use proptest::prelude::*;

    fn value(size: usize, series: usize, moves: &str, side: Side) -> f64 {
        let game = position(Mnk::<u64>::new(size, size, series), moves).unwrap();
        to_real(Sequences2016::new(&game).value(&game, side))
    }

    #[test]
    fn by_hand() {
        // A stone in the middle of 3×3 is on four lines, each of 1 stone and 2 blanks.
        assert_eq!(value(3, 3, "b2", Side::First), 4.0);
        // For the other side each line is −1·2/3.
        let third = -2.0 / 3.0;
        let rows = [third, third, third, third];
        assert_eq!(value(3, 3, "b2", Side::Second), rows.iter().sum::<f64>());
        // X a1, O b2: X has column a and row 1 (1 each); O has column b and row 2 and the
        // rising diagonal; the falling diagonal is nobody's: O's n + p + d is 2.
        let (columns, rows) = (1.0 + third, 1.0 + third);
        assert_eq!(
            value(3, 3, "a1 b2", Side::First),
            columns + rows + 0.0 + third
        );
    }

    /// The published program's four walks, cell by cell and sum by sum.
    fn plain(cells: &[Vec<Option<Side>>], series: usize, side: Side) -> f64 {
        let (rows, cols) = (cells.len(), cells[0].len());
        let (last_row, size) = (rows as isize - 1, rows.max(cols));
        let walk = |starts: Vec<(isize, isize)>, dr: isize, dc: isize| {
            let mut sum = 0.0;
            for (row, col) in starts {
                let line: Vec<_> = (0..)
                    .map_while(|i| cell_at(cells, row + i * dr, col + i * dc))
                    .collect();
                if line.len() < series {
                    continue;
                }
                let (mut colour, mut n, mut p, mut d) = (None, 0, 0, 0);
                for at in 0..=line.len() {
                    let stone = line.get(at).copied();
                    if stone == Some(None) {
                        *(if colour.is_none() { &mut p } else { &mut d }) += 1;
                    } else if stone.is_some() && (colour.is_none() || stone == Some(colour)) {
                        colour = line[at];
                        n += 1;
                    } else {
                        if n + p + d >= series && colour == Some(side) {
                            sum += (n * n) as f64;
                        } else if n + p + d >= series && colour.is_some() {
                            sum -= (n * n * n * n) as f64 * (p + d) as f64 / size as f64;
                        }
                        (colour, n, p, d) = (stone.flatten(), 1, d, 0);
                    }
                }
            }
            sum
        };
        let down = |col: isize| (0..=last_row).map(move |row| (row, col));
        let along = |row: isize| (1..cols as isize).map(move |col| (row, col));
        let columns = walk([(0, 0)].into_iter().chain(along(0)).collect(), 1, 0);
        let in_rows = walk(down(0).collect(), 0, 1);
        let falling = walk(down(0).chain(along(0)).collect(), 1, 1);
        let rising = walk(down(0).rev().chain(along(last_row)).collect(), -1, 1);
        columns + in_rows + falling + rising
    }

    proptest! {
        #[test]
        fn kept_terms_add_up_to_the_last_bit(spec in any_line_game(), seed: u64) {
            let series = spec.line_length().unwrap();
            stones(spec, seed, |cells, values| {
                for side in [Side::First, Side::Second] {
                    let plain = plain(cells, series, side);
                    prop_assert_eq!(values("sequences-2016", side), plain);
                }
                Ok(())
            })?;
        }
    }
}
