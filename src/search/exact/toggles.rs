//! What can be switched on and off in the exact solver.

use super::rules::Proofs;

/// The toggles of the exact solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exact {
    /// Play moves that are forced without searching them.
    pub forced: bool,
    /// Enhanced transposition cutoffs: look all children up before searching any.
    pub etc: bool,
    /// What is proved of a position without searching it.
    pub proofs: Proofs,
    /// Positions with fewer plies to go than this are neither looked up nor remembered.
    pub leave: u32,
    /// Begin with a small part of the table, which the caches hold.
    pub grow: bool,
}
