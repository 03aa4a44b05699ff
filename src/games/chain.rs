//! `chain(rows,cols)`: Chain Reaction for two, the game the Unstable report plays.
//!
//! A move adds an atom to an empty cell or to one's own. A cell that holds as many
//! atoms as it has orthogonal neighbours explodes: one atom goes to each neighbour,
//! and those cells change owner. A side whose opponent has no atoms left has won,
//! but nobody wins with the first move of either side.
//!
//! Atoms are counted in bit planes, and all critical cells explode at once, in waves.
//! Chip firing is abelian, so the stable board and who is left on it do not depend on
//! the order of explosions. With more than 2E − V atoms (E pairs of neighbours, V
//! cells) a cascade never ends; then every cell explodes sooner or later, so the
//! opponent loses its last atom, and looking for that after each wave ends the loop.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::game::{Cell, Game, Illegal, Move, Notation, Outcome, Side};
use crate::games::bits::{Bits, reverse_within_lanes};
use crate::games::zobrist;

/// The most atoms a cell can hold in the middle of a cascade: 3 at rest and one from
/// each of four neighbours.
const MOST_ATOMS: usize = 7;

/// What is the same for all positions of a board. No guard bits: the shifts along a
/// row are masked instead, which lets 6×10 and 8×8 fit a u64.
struct Rules<B> {
    rows: usize,
    cols: usize,
    full: B,
    /// Cells with a neighbour to the west, to the east, to the north, to the south.
    has_west: B,
    has_east: B,
    has_north: B,
    has_south: B,
    /// From a cell to its neighbour in the next row; 0 where there is only one row,
    /// which may be as long as the word and so no valid shift.
    row_shift: u32,
    /// Cells by critical mass: `mass[n - 1]` have n neighbours.
    mass: [B; 4],
    /// By side, atoms - 1 and cell, the keys of that cell and of its mirror image.
    keys: Box<[[u64; 2]]>,
}

impl<B: Bits> Rules<B> {
    fn new(rows: usize, cols: usize) -> Self {
        let cells = rows * cols;
        assert!(cells as u32 <= B::CAPACITY, "{rows}x{cols} does not fit");
        let pairs = neighbour_pairs(rows, cols);
        assert!(pairs >= 3, "{rows}x{cols}: two atoms might never rest");
        let mut rules = Rules {
            rows,
            cols,
            full: B::ZERO,
            has_west: B::ZERO,
            has_east: B::ZERO,
            has_north: B::ZERO,
            has_south: B::ZERO,
            row_shift: if rows > 1 { cols as u32 } else { 0 },
            mass: [B::ZERO; 4],
            keys: vec![[0; 2]; 2 * MOST_ATOMS * cells].into(),
        };
        for row in 0..rows {
            for col in 0..cols {
                let bit = (row * cols + col) as u32;
                rules.full.set(bit);
                let (west, east) = (col > 0, col + 1 < cols);
                let (north, south) = (row > 0, row + 1 < rows);
                for (there, cells) in [
                    (west, &mut rules.has_west),
                    (east, &mut rules.has_east),
                    (north, &mut rules.has_north),
                    (south, &mut rules.has_south),
                ] {
                    if there {
                        cells.set(bit);
                    }
                }
                let neighbours = [west, east, north, south].iter().filter(|&&n| n).count();
                rules.mass[neighbours - 1].set(bit);
                for side in 0..2 {
                    for atoms in 1..=MOST_ATOMS {
                        let key = |col| zobrist::key(side, row, col, atoms);
                        let at = rules.key_index(side, atoms, bit);
                        rules.keys[at] = [key(col), key(cols - 1 - col)];
                    }
                }
            }
        }
        rules
    }

    #[inline]
    fn key_index(&self, side: usize, atoms: usize, bit: u32) -> usize {
        (side * MOST_ATOMS + atoms - 1) * self.rows * self.cols + bit as usize
    }

    /// How many neighbours a cell has.
    #[inline]
    fn mass_of(&self, bit: u32) -> usize {
        // Cells in the middle are the most common.
        (1..=4)
            .rev()
            .find(|&n| self.mass[n - 1].get(bit))
            .unwrap_or(0)
    }
}

/// Short: a position's debug text holds its rules.
impl<B> fmt::Debug for Rules<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// Pairs of orthogonally neighbouring cells.
pub fn neighbour_pairs(rows: usize, cols: usize) -> usize {
    rows * (cols - 1) + cols * (rows - 1)
}

/// The atoms on the board, as bit planes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Atoms<B> {
    /// The cells of the second side; the other occupied ones are the first's.
    second: B,
    /// The binary digits of each cell's number of atoms, lowest first. At rest no cell
    /// has more than three; the third digit serves the cascade and the won board.
    count: [B; 3],
}

impl<B: Bits> Atoms<B> {
    #[inline]
    fn occupied(&self) -> B {
        self.count[0] | self.count[1] | self.count[2]
    }

    #[inline]
    fn owned(&self, side: Side) -> B {
        match side {
            Side::First => self.occupied().without(self.second),
            Side::Second => self.second,
        }
    }

    #[inline]
    fn at(&self, bit: u32) -> usize {
        (0..3).map(|i| (self.count[i].get(bit) as usize) << i).sum()
    }

    #[inline]
    fn set_at(&mut self, bit: u32, atoms: usize) {
        for (i, plane) in self.count.iter_mut().enumerate() {
            if atoms >> i & 1 != 0 {
                plane.set(bit);
            } else {
                plane.clear(bit);
            }
        }
    }

    /// The cells that must explode.
    #[inline]
    fn critical(&self, rules: &Rules<B>) -> B {
        let [c0, c1, c2] = self.count;
        let [m1, m2, m3, m4] = rules.mass;
        (m4 & c2) | (m3 & (c2 | (c1 & c0))) | (m2 & (c2 | c1)) | (m1 & (c2 | c1 | c0))
    }

    /// The cells one atom short of exploding.
    #[inline]
    fn unstable(&self, rules: &Rules<B>) -> B {
        let [c0, c1, c2] = self.count;
        let [_, m2, m3, m4] = rules.mass;
        ((m4 & c1 & c0) | (m3 & c1.without(c0)) | (m2 & c0.without(c1))).without(c2)
    }

    /// Explodes all of `critical` once, for `mover`.
    #[inline]
    fn explode(&mut self, critical: B, mover: Side, rules: &Rules<B>) {
        // Take each exploding cell's mass from it: a subtraction, digit by digit.
        let [c0, c1, c2] = self.count;
        let [m1, m2, m3, m4] = rules.mass.map(|mass| mass & critical);
        let (s0, s1, s2) = (m1 | m3, m2 | m3, m4);
        let borrow0 = s0.without(c0);
        let borrow1 = (s1 | borrow0).without(c1) | (s1 & borrow0);
        self.count = [c0 ^ s0, c1 ^ s1 ^ borrow0, c2 ^ s2 ^ borrow1];
        // And give one atom to each neighbour: four additions of one digit.
        let mut reached = B::ZERO;
        for incoming in [
            (critical & rules.has_east) << 1,
            (critical & rules.has_west) >> 1,
            (critical & rules.has_south) << rules.row_shift,
            (critical & rules.has_north) >> rules.row_shift,
        ] {
            let [c0, c1, c2] = self.count;
            let carry = c0 & incoming;
            self.count = [c0 ^ incoming, c1 ^ carry, c2 ^ (c1 & carry)];
            reached = reached | incoming;
        }
        self.second = match mover {
            Side::First => self.second.without(reached),
            Side::Second => self.second | reached,
        } & self.occupied();
    }
}

/// Chain Reaction on any board. A move is a cell, numbered row by row.
#[derive(Clone, Debug)]
pub struct Chain<B> {
    rules: Arc<Rules<B>>,
    state: State<B>,
}

/// All that a move changes, and so what undoing one restores.
#[derive(Clone, Copy, Debug)]
pub struct State<B> {
    atoms: Atoms<B>,
    keys: [u64; 2],
    ply: u32,
    owned: [u16; 2],
    unstable: [u16; 2],
    winner: Option<Side>,
}

impl<B: Bits> Chain<B> {
    /// An empty board. Panics if it does not fit `B` or is too small to play on
    /// (fewer than three pairs of neighbours).
    pub fn new(rows: usize, cols: usize) -> Self {
        Chain {
            rules: Arc::new(Rules::new(rows, cols)),
            state: State {
                atoms: Atoms {
                    second: B::ZERO,
                    count: [B::ZERO; 3],
                },
                keys: [0; 2],
                ply: 0,
                owned: [0; 2],
                unstable: [0; 2],
                winner: None,
            },
        }
    }

    /// How many cells a side owns.
    #[inline]
    pub fn owned(&self, side: Side) -> usize {
        self.state.owned[side.index()] as usize
    }

    /// How many of a side's cells are one atom short of exploding.
    #[inline]
    pub fn unstable(&self, side: Side) -> usize {
        self.state.unstable[side.index()] as usize
    }

    #[inline]
    fn playable(&self) -> B {
        let opponent = self.to_move().other();
        self.rules.full.without(self.state.atoms.owned(opponent))
    }

    /// Puts in or takes out what stands on a cell from the keys.
    #[inline]
    fn toggle_keys(&mut self, side: Side, atoms: usize, bit: u32) {
        if atoms > 0 {
            let index = self.rules.key_index(side.index(), atoms, bit);
            let [key, mirrored] = self.rules.keys[index];
            self.state.keys[0] ^= key;
            self.state.keys[1] ^= mirrored;
        }
    }

    /// Explodes until the board is at rest or won, then brings the rest of the state
    /// up to date with the cells that changed.
    fn cascade(&mut self, bit: u32, mover: Side) {
        let before = self.state.atoms;
        let mut atoms = before;
        if mover == Side::Second {
            atoms.second.set(bit);
        }
        atoms.set_at(bit, atoms.at(bit) + 1);
        let may_win = self.state.ply >= 2;
        loop {
            let critical = atoms.critical(&self.rules);
            if critical.is_zero() {
                break;
            }
            atoms.explode(critical, mover, &self.rules);
            if may_win && atoms.owned(mover.other()).is_zero() {
                self.state.winner = Some(mover);
                break;
            }
        }
        let changed = (0..3).fold(before.second ^ atoms.second, |changed, i| {
            changed | (before.count[i] ^ atoms.count[i])
        });
        let owner = |atoms: &Atoms<B>, bit| match atoms.second.get(bit) {
            true => Side::Second,
            false => Side::First,
        };
        changed.for_each(|bit| {
            self.toggle_keys(owner(&before, bit), before.at(bit), bit);
            self.toggle_keys(owner(&atoms, bit), atoms.at(bit), bit);
        });
        self.state.atoms = atoms;
        let unstable = atoms.unstable(&self.rules);
        for side in [Side::First, Side::Second] {
            let owned = atoms.owned(side);
            self.state.owned[side.index()] = owned.count() as u16;
            self.state.unstable[side.index()] = (owned & unstable).count() as u16;
        }
    }
}

impl<B: Bits> Game for Chain<B> {
    type Undo = State<B>;

    fn rows(&self) -> usize {
        self.rules.rows
    }
    fn cols(&self) -> usize {
        self.rules.cols
    }
    #[inline]
    fn ply(&self) -> usize {
        self.state.ply as usize
    }
    /// Every move adds an atom, and 2E − V is the most that can be at rest.
    fn max_plies(&self) -> usize {
        let (rows, cols) = (self.rows(), self.cols());
        2 * neighbour_pairs(rows, cols) - rows * cols + 1
    }
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.state.winner.map(Outcome::Win)
    }

    #[inline]
    fn moves(&self, out: &mut Vec<Move>) {
        self.playable().for_each(|bit| out.push(Move(bit as u16)));
    }

    fn check(&self, mv: Move) -> Result<(), Illegal> {
        if self.outcome().is_some() {
            Err(Illegal::GameOver)
        } else if !self.playable().get(mv.0 as u32) {
            Err(Illegal::OpponentsCell)
        } else {
            Ok(())
        }
    }

    #[inline]
    fn play(&mut self, mv: Move) -> Self::Undo {
        let undo = self.state;
        let (bit, mover) = (mv.0 as u32, self.to_move());
        let atoms = self.state.atoms.at(bit) + 1;
        let mass = self.rules.mass_of(bit);
        if atoms >= mass {
            self.cascade(bit, mover);
        } else {
            // Nothing explodes: only this cell changes.
            self.toggle_keys(mover, atoms - 1, bit);
            self.toggle_keys(mover, atoms, bit);
            self.state.atoms.set_at(bit, atoms);
            if atoms == 1 {
                self.state.owned[mover.index()] += 1;
                if mover == Side::Second {
                    self.state.atoms.second.set(bit);
                }
            }
            if atoms + 1 == mass {
                self.state.unstable[mover.index()] += 1;
            }
        }
        self.state.ply += 1;
        undo
    }
    #[inline]
    fn undo(&mut self, _mv: Move, undo: Self::Undo) {
        self.state = undo;
    }

    #[inline]
    fn key(&self) -> u64 {
        self.state.keys[0]
    }
    #[inline]
    fn mirrored_key(&self) -> u64 {
        self.state.keys[1]
    }
    fn recomputed_keys(&self) -> [u64; 2] {
        let mut fresh = self.clone();
        fresh.state.keys = [0; 2];
        for side in [Side::First, Side::Second] {
            self.state.atoms.owned(side).for_each(|bit| {
                fresh.toggle_keys(side, self.state.atoms.at(bit), bit);
            });
        }
        fresh.state.keys
    }
    /// The four planes, one after the other.
    #[inline]
    fn packed(&self) -> Option<u64> {
        let cells = self.rules.rows * self.rules.cols;
        let Atoms { second, count } = self.state.atoms;
        (4 * cells <= 64).then(|| {
            let planes = [second, count[0], count[1], count[2]];
            planes
                .iter()
                .rfold(0, |word, plane| word << cells | plane.low_word())
        })
    }

    #[inline]
    fn mirrored_packed(&self) -> Option<u64> {
        // Four planes of the same rows.
        let (rows, cols) = (self.rules.rows as u32, self.rules.cols as u32);
        self.packed()
            .map(|word| reverse_within_lanes(word, 4 * rows, cols, cols))
    }

    fn notation(&self) -> Notation {
        Notation::Cells
    }
    fn move_at(&self, row: usize, col: usize) -> Move {
        Move((row * self.rules.cols + col) as u16)
    }
    fn landing(&self, mv: Move) -> (usize, usize) {
        (mv.index() / self.rules.cols, mv.index() % self.rules.cols)
    }
    fn mirror(&self, mv: Move) -> Move {
        let (row, col) = self.landing(mv);
        self.move_at(row, self.cols() - 1 - col)
    }
    fn line_length(&self) -> Option<usize> {
        None
    }
    fn cell(&self, row: usize, col: usize) -> Cell {
        let bit = self.move_at(row, col).0 as u32;
        let atoms = self.state.atoms.at(bit) as u8;
        let owner = match self.state.atoms.second.get(bit) {
            true => Side::Second,
            false => Side::First,
        };
        Cell {
            owner: (atoms > 0).then_some(owner),
            atoms,
        }
    }

    #[inline]
    fn move_count(&self) -> usize {
        self.rules.rows * self.rules.cols - self.owned(self.to_move().other())
    }
    #[inline]
    fn owned_and_unstable(&self, side: Side) -> Option<[usize; 2]> {
        Some([self.owned(side), self.unstable(side)])
    }
    /// Only a cell about to explode can win.
    fn winning_move(&mut self) -> Option<Move> {
        let (own, other) = (self.to_move(), self.to_move().other());
        let atoms = self.state.atoms;
        // In a single row an end explodes even when it is empty.
        let ends = self.rules.mass[0].without(atoms.owned(other));
        let ready = (atoms.owned(own) & atoms.unstable(&self.rules)) | ends;
        let mut found = None;
        ready.for_each(|bit| {
            let mv = Move(bit as u16);
            if found.is_none() && self.wins(mv) {
                found = Some(mv);
            }
        });
        found
    }
    fn threats_after(&mut self, mv: Move) -> u32 {
        let mover = self.to_move();
        let undo = self.play(mv);
        let threats = self.unstable(mover) as u32;
        self.undo(mv, undo);
        threats
    }
}

impl<B: Bits> PartialEq for Chain<B> {
    fn eq(&self, other: &Self) -> bool {
        self.state.atoms == other.state.atoms
    }
}

impl<B: Bits> Eq for Chain<B> {}

impl<B: Bits> Hash for Chain<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.state.keys[0].hash(state);
    }
}
