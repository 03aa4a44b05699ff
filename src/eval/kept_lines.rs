//! The lines of a board with what each is worth, kept up to date stone by stone.
//!
//! A line of up to [`LONGEST`] cells is a number in base three, a digit a cell: 0 where it is
//! empty, 1 or 2 by its owner. What an evaluator has once worked out for a number holds on
//! every line of that length, and is remembered. Longer lines have too many numbers, and are
//! worked out each time.

use super::lines::lines;
use crate::game::{Game, Side};

/// A memory for lines of twelve cells takes 2 MiB, of which only what is met is touched;
/// each further cell would triple it.
const LONGEST: usize = 12;

/// How an evaluator judges one line.
pub trait Rule {
    /// What a line is worth.
    type Worth: Copy;
    /// Works it out, cell by cell.
    fn worth(&mut self, stones: Stones) -> Self::Worth;
}

/// What stands on one line.
#[derive(Clone, Copy)]
pub struct Stones<'a> {
    line: &'a [usize],
    cells: &'a [Option<Side>],
}

impl Stones<'_> {
    pub fn iter(&self) -> impl Iterator<Item = Option<Side>> {
        self.line.iter().map(|&cell| self.cells[cell])
    }
}

/// The lines of a board, judged by a rule. They come in the order of [`lines`].
#[derive(Clone)]
pub struct KeptLines<R: Rule> {
    pub rule: R,
    cols: usize,
    cells: Vec<Option<Side>>,
    lines: Vec<Line<R::Worth>>,
    /// The cells of each line.
    cells_of: Vec<Vec<usize>>,
    /// By cell, the lines through it.
    through: Vec<Through>,
    /// By number, where its worth is in `known`; 0 if it is not there yet.
    places: Vec<u32>,
    /// What has been worked out; the first is nobody's.
    known: Vec<R::Worth>,
    /// What the lines were worth before the stones that [`KeptLines::put`] has put there,
    /// newest last.
    before: Vec<R::Worth>,
}

/// A line as it stands.
#[derive(Clone, Copy)]
struct Line<W> {
    /// Counted from where the numbers of its length begin; 0 for a long line.
    number: u32,
    worth: W,
}

/// The lines through a cell: one a direction, if it is long enough.
#[derive(Clone, Copy, Default)]
struct Through {
    count: usize,
    spots: [Spot; 4],
}

impl Through {
    #[inline]
    fn spots(&self) -> &[Spot] {
        &self.spots[..self.count]
    }
}

/// Where a cell is on a line.
#[derive(Clone, Copy, Default)]
struct Spot {
    line: u32,
    /// What the first side's stone there adds to the number, the second's twice as much;
    /// 0 on a long line.
    weight: u32,
}

impl Spot {
    #[inline]
    fn added_by(self, side: Side) -> u32 {
        self.weight << side.index()
    }
}

impl<R: Rule> KeptLines<R> {
    /// The lines of at least `least` cells of an empty board.
    pub fn new(rows: usize, cols: usize, least: usize, mut rule: R) -> Self {
        let cells_of = lines(rows, cols, least).concat();
        // The numbers of all lengths in a row; 0 is left out, for it is that of long lines.
        let mut begins = vec![1u32];
        for length in 0..=LONGEST.min(rows.max(cols)) {
            begins.push(begins[length] + 3u32.pow(length as u32));
        }
        let nothing = rule.worth(Stones {
            line: &[],
            cells: &[],
        });
        let mut through = vec![Through::default(); rows * cols];
        let mut lines = Vec::new();
        for (index, line) in cells_of.iter().enumerate() {
            let short = line.len() <= LONGEST;
            for (place, &cell) in line.iter().enumerate() {
                let spots = &mut through[cell];
                spots.spots[spots.count] = Spot {
                    line: index as u32,
                    weight: if short { 3u32.pow(place as u32) } else { 0 },
                };
                spots.count += 1;
            }
            lines.push(Line {
                number: if short { begins[line.len()] } else { 0 },
                worth: nothing,
            });
        }
        KeptLines {
            rule,
            cols,
            cells: vec![None; rows * cols],
            lines,
            cells_of,
            through,
            places: vec![0; begins[begins.len() - 1] as usize],
            known: vec![nothing],
            before: Vec::new(),
        }
    }

    /// Whether every line is short enough to be remembered.
    pub fn remembers_all(&self) -> bool {
        self.cells_of.iter().all(|line| line.len() <= LONGEST)
    }

    /// What each line is worth.
    pub fn worths(&self) -> impl Iterator<Item = R::Worth> {
        self.lines.iter().map(|line| line.worth)
    }

    /// Takes over the stones of a position.
    pub fn start<G: Game>(&mut self, game: &G) {
        for cell in 0..self.cells.len() {
            let place = (cell / self.cols, cell % self.cols);
            let (before, now) = (self.cells[cell], game.cell(place.0, place.1).owner);
            if before != now {
                if let Some(side) = before {
                    self.change(cell, |number, spot| number - spot.added_by(side));
                }
                if let Some(side) = now {
                    self.change(cell, |number, spot| number + spot.added_by(side));
                }
                self.cells[cell] = now;
            }
        }
        self.before.clear();
        for line in 0..self.lines.len() {
            self.lines[line].worth = self.worth(line, self.lines[line].number);
        }
    }

    fn change(&mut self, cell: usize, to: impl Fn(u32, Spot) -> u32) {
        for spot in self.through[cell].spots() {
            let number = &mut self.lines[spot.line as usize].number;
            *number = to(*number, *spot);
        }
    }

    /// Folds over the lines through an empty cell: `f` is given the rule, what has come of the
    /// lines before, which line it is, what that is worth now, and what it would be with a
    /// stone of `side` on the cell.
    #[inline]
    pub fn fold_with<T: Copy>(
        &mut self,
        (row, col): (usize, usize),
        side: Side,
        start: T,
        f: impl Fn(&R, T, usize, &R::Worth, &R::Worth) -> T,
    ) -> T {
        let cell = row * self.cols + col;
        // As a rule everything is known, and nothing is changed on the way.
        match self.fold_known(cell, side, start, &f) {
            Some(folded) => folded,
            None => self.fold_unknown(cell, side, start, &f),
        }
    }

    #[inline]
    fn fold_known<T>(
        &self,
        cell: usize,
        side: Side,
        start: T,
        f: impl Fn(&R, T, usize, &R::Worth, &R::Worth) -> T,
    ) -> Option<T> {
        self.through[cell]
            .spots()
            .iter()
            .try_fold(start, |so_far, spot| {
                let line = &self.lines[spot.line as usize];
                match self.places[(line.number + spot.added_by(side)) as usize] {
                    0 => None,
                    place => {
                        let with = &self.known[place as usize];
                        Some(f(&self.rule, so_far, spot.line as usize, &line.worth, with))
                    }
                }
            })
    }

    #[cold]
    fn fold_unknown<T>(
        &mut self,
        cell: usize,
        side: Side,
        start: T,
        f: impl Fn(&R, T, usize, &R::Worth, &R::Worth) -> T,
    ) -> T {
        self.cells[cell] = Some(side);
        let through = self.through[cell];
        let folded = through.spots().iter().fold(start, |so_far, spot| {
            let line = spot.line as usize;
            let with = self.worth(line, self.lines[line].number + spot.added_by(side));
            f(&self.rule, so_far, line, &self.lines[line].worth, &with)
        });
        self.cells[cell] = None;
        folded
    }

    /// Puts a stone on an empty cell, and calls `f` on each line through it: what it was
    /// worth, and what it is worth now.
    pub fn put(
        &mut self,
        (row, col): (usize, usize),
        side: Side,
        mut f: impl FnMut(R::Worth, R::Worth),
    ) {
        let cell = row * self.cols + col;
        self.cells[cell] = Some(side);
        let through = self.through[cell];
        for spot in through.spots() {
            let line = spot.line as usize;
            let number = self.lines[line].number + spot.added_by(side);
            let worth = self.worth(line, number);
            let before = std::mem::replace(&mut self.lines[line], Line { number, worth });
            self.before.push(before.worth);
            f(before.worth, worth);
        }
    }

    /// Takes the last stone off again, and calls `f` as [`KeptLines::put`] does.
    pub fn take_back(
        &mut self,
        (row, col): (usize, usize),
        side: Side,
        mut f: impl FnMut(R::Worth, R::Worth),
    ) {
        let cell = row * self.cols + col;
        self.cells[cell] = None;
        for spot in self.through[cell].spots().iter().rev() {
            let Some(worth) = self.before.pop() else {
                unreachable!("a stone is taken back that was never put");
            };
            let line = &mut self.lines[spot.line as usize];
            let number = line.number - spot.added_by(side);
            let before = std::mem::replace(line, Line { number, worth });
            f(before.worth, worth);
        }
    }

    /// What a line is worth as it stands, and has this number.
    fn worth(&mut self, line: usize, number: u32) -> R::Worth {
        if let place @ 1.. = self.places[number as usize] {
            return self.known[place as usize];
        }
        let worth = self.rule.worth(Stones {
            line: &self.cells_of[line],
            cells: &self.cells,
        });
        if number > 0 {
            self.places[number as usize] = self.known.len() as u32;
            self.known.push(worth);
        }
        worth
    }
}
