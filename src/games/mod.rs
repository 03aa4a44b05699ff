//! The games, and how they are addressed.
//!
//! | file | what it is |
//! |---|---|
//! | `bits.rs` | sets of cells, in one word, two words or many |
//! | `board.rs` | stones and lines on a grid: what `connect` and `mnk` share |
//! | `connect.rs`, `mnk.rs`, `chain.rs` | the rules, one game a file |
//! | `zobrist.rs` | the random words behind position keys |
//! | `spec.rs` | `connect(rows=6,cols=7,k=4)` as text, and the way from it to code |
//! | `laws.rs`, `naive.rs` | tests every game runs through, and plain references for them |

pub mod bits;
pub mod board;
pub mod chain;
pub mod connect;
pub mod mnk;
mod spec;
pub mod zobrist;

pub use spec::{ALIASES, GAMES, GameSpec, SpecError, Visit};

#[cfg(test)]
mod laws;
#[cfg(test)]
mod naive;
