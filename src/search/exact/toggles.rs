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
    /// Ask first whether the score is above 0, and go on from there one score at a time, instead
    /// of halving what is possible.
    pub outwards: bool,
    /// Positions with fewer plies to go than this are neither looked up nor remembered.
    pub leave: u32,
    /// Those with fewer plies to go than this have a small table of their own.
    pub near: u32,
    /// Begin with a small part of the table, which the caches hold.
    pub grow: bool,
    /// With ABDADA, children with fewer plies to go than this are never put off.
    pub split: u32,
}
