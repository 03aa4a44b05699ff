//! The [`Game`] trait: all that a search, a perft or an experiment may ask of a game.
//!
//! Four games implement it (see [`crate::games`]). The laws they must obey are
//! generic tests in `games/laws.rs`; to add a game, choose one to copy from, write
//! its rules against this trait, and run it through them.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;

use thiserror::Error;

use crate::search::exact;

/// One of the two sides. `First` moves first and is drawn as `X`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    First,
    Second,
}

impl Side {
    /// The side whose turn it is after `ply` moves.
    #[inline]
    pub fn to_move_at(ply: usize) -> Side {
        if ply.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    /// The opponent.
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first side, 1 for the second.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// `X` or `O`.
    pub fn symbol(self) -> char {
        match self {
            Side::First => 'X',
            Side::Second => 'O',
        }
    }
}

impl Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.symbol(), f)
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    Win(Side),
    Draw,
}

impl Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Win(side) => write!(f, "{side} wins"),
            Outcome::Draw => f.write_str("draw"),
        }
    }
}

/// A move: a small number whose meaning is the game's own (a column, a cell).
///
/// It is the same type for every game, so that tables indexed by move (history,
/// killers) need not know the game; [`Game::move_index_limit`] bounds it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Move(pub u16);

impl Move {
    /// The move as an index into a table of [`Game::move_index_limit`] entries.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// 1-based column digits (`44455554221`), comma-separated above nine columns.
    Columns,
    /// Column letter and 1-based row (`a1 c3`), separated by spaces.
    Cells,
}

/// What stands on one cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Who owns it; nobody if it is empty.
    pub owner: Option<Side>,
    /// How many stones or atoms it holds (0 or 1 except in Chain Reaction).
    pub atoms: u8,
}

/// Why a move cannot be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    #[error("the column is full")]
    ColumnFull,
    #[error("the cell is taken")]
    CellTaken,
    #[error("the cell is the opponent's")]
    OpponentsCell,
    #[error("the game is already over")]
    GameOver,
}

/// A two-player, zero-sum game of perfect information, and at the same time a
/// position of it: playing a move changes it in place, undoing restores it.
///
/// The position knows its outcome, so that asking for it is free. `Eq` and `Hash`
/// compare positions of one and the same board; they do not compare rules.
///
/// ```
/// use plyometer::game::{Game, Outcome, Side};
/// use plyometer::games::mnk::Mnk;
///
/// let mut game = Mnk::<u64>::new(3, 3, 3);
/// let mut moves = Vec::new();
/// game.moves(&mut moves);
/// assert_eq!(moves.len(), 9);
///
/// let before = game.clone();
/// let undo = game.play(moves[4]);
/// assert_eq!(game.to_move(), Side::Second);
/// assert_eq!(game.outcome(), None);
/// game.undo(moves[4], undo);
/// assert_eq!(game, before);
/// ```
pub trait Game: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// What [`Game::play`] must remember so that [`Game::undo`] can restore the position.
    type Undo: Copy + Send;

    /// Rows of the board.
    fn rows(&self) -> usize;
    /// Columns of the board.
    fn cols(&self) -> usize;
    /// How many moves have been played.
    fn ply(&self) -> usize;
    /// The most moves any game on this board can last.
    fn max_plies(&self) -> usize;
    /// How the game ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends the moves of the side to move, in the game's natural order: columns
    /// left to right, cells row by row from the top left.
    ///
    /// Whether the game is over is not looked at: callers ask [`Game::outcome`]
    /// first, and a search that plays on past a finished line does not.
    fn moves(&self, out: &mut Vec<Move>);
    /// Whether `mv` (some move of this board) can be played now, and if not, why.
    fn check(&self, mv: Move) -> Result<(), Illegal>;
    /// Plays a move that [`Game::moves`] listed.
    fn play(&mut self, mv: Move) -> Self::Undo;
    /// Takes back the last move, given what playing it returned.
    fn undo(&mut self, mv: Move, undo: Self::Undo);

    /// The position's Zobrist key, kept up to date by `play` and `undo`.
    ///
    /// Of the side to move it knows as much as the number of stones or atoms on
    /// the board tells, which in these games is everything.
    fn key(&self) -> u64;
    /// The key of the left-right mirror image.
    fn mirrored_key(&self) -> u64;
    /// [`Game::key`] and [`Game::mirrored_key`], computed from the board alone.
    fn recomputed_keys(&self) -> [u64; 2];
    /// The position in one word, if it fits without loss: no two positions of this
    /// board share it.
    fn packed(&self) -> Option<u64>;
    /// [`Game::packed`] of the left-right mirror image.
    fn mirrored_packed(&self) -> Option<u64>;

    /// How moves are written.
    fn notation(&self) -> Notation;
    /// The move that plays on this cell (in this column, where rows do not matter).
    fn move_at(&self, row: usize, col: usize) -> Move;
    /// The row and column on which `mv` would land now.
    fn landing(&self, mv: Move) -> (usize, usize);
    /// The same move on the left-right mirror image of the board.
    fn mirror(&self, mv: Move) -> Move;
    /// How many stones in line win; `None` where lines mean nothing.
    fn line_length(&self) -> Option<usize>;
    /// What stands on a cell. Row 0 is the first row in the notation: the bottom
    /// one where there is gravity, the top one elsewhere.
    fn cell(&self, row: usize, col: usize) -> Cell;

    // Provided.

    /// Whose turn it is.
    #[inline]
    fn to_move(&self) -> Side {
        Side::to_move_at(self.ply())
    }

    /// Moves are numbered below this.
    fn move_index_limit(&self) -> usize {
        self.move_at(self.rows() - 1, self.cols() - 1).index() + 1
    }

    /// How many moves [`Game::moves`] would list; games that can count without
    /// listing do so here.
    fn move_count(&self) -> usize {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.len()
    }

    /// Whether playing `mv` wins the game at once for the side to move.
    fn wins(&mut self, mv: Move) -> bool {
        let mover = self.to_move();
        let undo = self.play(mv);
        let won = self.outcome() == Some(Outcome::Win(mover));
        self.undo(mv, undo);
        won
    }

    // What a search can know without searching. The defaults play moves to find out;
    // games on bitboards answer with a few shifts.

    /// A move that wins at once for the side to move, the first in natural order.
    fn winning_move(&mut self) -> Option<Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.into_iter().find(|&mv| self.wins(mv))
    }

    /// Appends the moves after which the opponent cannot win at once, in natural
    /// order. Asked only where the side to move cannot win at once itself.
    fn safe_moves(&mut self, out: &mut Vec<Move>) {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.retain(|&mv| {
            let undo = self.play(mv);
            let safe = self.winning_move().is_none();
            self.undo(mv, undo);
            safe
        });
        out.extend(moves);
    }

    /// The row and column of the stone that playing `mv` has just put on the board.
    fn placed(&self, mv: Move) -> (usize, usize) {
        self.landing(mv)
    }

    // What evaluators ask of some games and not of others.

    /// How many cells a side owns, and how many of them are one atom short of
    /// exploding; `None` where nothing explodes.
    fn owned_and_unstable(&self, _side: Side) -> Option<[usize; 2]> {
        None
    }

    /// How many threats the side to move would have on the board after `mv`: cells that
    /// would complete a line, or, in Chain Reaction, cells about to explode.
    fn threats_after(&mut self, mv: Move) -> u32;

    /// The same for each of several moves.
    fn threats_after_each(&mut self, moves: &[Move], out: &mut Vec<i64>) {
        out.extend(moves.iter().map(|&mv| self.threats_after(mv) as i64));
    }

    /// A solver for exact values on this board, where there is a special one.
    fn exact_solver(&self, _setup: &exact::Setup) -> exact::Built<Self> {
        Ok(None)
    }
}
