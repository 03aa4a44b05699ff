//! What the exact solver asks of a game.

use crate::game::Move;
use crate::games::bits::Bits;

/// A game as the exact solver plays it: positions are small and copied, not undone, and a
/// move is a member of a set.
///
/// The solver only ever meets positions that go on and whose side to move cannot win at
/// once.
pub trait Rules: Send + Sync + 'static {
    /// All that tells two positions apart, and what is worth keeping besides.
    type Position: Copy + Send + Sync;
    /// A set of moves.
    type Moves: Bits;

    /// A move as the game has it.
    fn game_move(&self, mv: u32) -> Move;
    /// The moves after which the opponent cannot win at once.
    fn safe(&self, position: &Self::Position) -> Self::Moves;
    /// The position after a move.
    fn child(&self, position: &Self::Position, mv: u32) -> Self::Position;
    /// How promising a move is, given the position after it: higher first.
    fn rank(&self, position: &Self::Position, mv: u32, child: &Self::Position) -> i32;
    /// A number below 2^[`Rules::key_bits`] that positions share only if they have the same
    /// score.
    fn key(&self, position: &Self::Position) -> u64;
    fn key_bits(&self) -> u32;

    // Provided: games that can prove nothing.

    /// Whether it is proved that the side to move can never win.
    #[inline]
    fn cannot_win(&self, _position: &Self::Position, _proofs: Proofs) -> bool {
        false
    }
    /// Whether it is proved that the other side can never win.
    #[inline]
    fn cannot_lose(&self, _position: &Self::Position, _proofs: Proofs) -> bool {
        false
    }
}

/// Which proofs that a side can never win are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proofs {
    /// Not even all the cells left make it a line.
    pub reach: bool,
    /// The other side can answer every move in the same column, which leaves it cells
    /// without a line.
    pub parity: bool,
}
