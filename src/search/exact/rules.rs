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

    /// A bound that tells whether the score is above alpha, if one is proved without a search: a
    /// lower one above alpha, or an upper one that is not.
    #[inline]
    fn proved(&self, _position: &Self::Position, _alpha: i32, _proofs: Proofs) -> Option<i32> {
        None
    }
}

/// Which proofs are tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proofs {
    /// A side without a line in all the cells left can never win.
    pub reach: bool,
    /// Nor can one whose moves can all be answered in the same column, which leaves it cells
    /// without a line.
    pub parity: bool,
    /// With parity: and it loses, if the other side threatens to win on a cell below which it
    /// will have to play in the end.
    pub zugzwang: bool,
}
