//! The search laboratory.
//!
//! | file | what |
//! |---|---|
//! | `tree.rs`, `line.rs` | the node function, a numbered step for each technique; the principal variation |
//! | `toggles.rs` | every toggle, as data |
//! | `spec.rs`, `vocabulary.rs`, `canonical.rs`, `changed.rs`, `presets.rs` | engines as text: `{ preset = "pvs", forward = "best(10)" }` |
//! | `drive.rs` | fixed depth, deepening, aspiration, MTD, bisection |
//! | `order/`, `arrange.rs`, `children.rs` | move ordering, one term a file; the moves of a node; children as copies |
//! | `tt.rs`, `lookup.rs` | the transposition table, and how a node uses it |
//! | `exact/`, `solve.rs` | the second node function, for exact values; its compact table |
//! | `forward.rs`, `probcut.rs` | forward pruning |
//! | `parallel.rs`, `abdada.rs`, `busy.rs`, `mcts.rs` | root splitting, lazy SMP and ABDADA; Monte-Carlo tree search |
//! | `score.rs`, `counts.rs`, `limits.rs` | scores, counts, when to stop |
//! | `plain.rs`, `minimal.rs` | minimax as an oracle; the minimal tree |

mod abdada;
mod arrange;
mod busy;
mod canonical;
mod changed;
mod children;
pub mod counts;
pub mod drive;
pub mod exact;
pub mod forward;
pub mod limits;
mod line;
mod lookup;
pub mod mcts;
pub mod minimal;
pub mod order;
mod parallel;
pub mod plain;
pub mod presets;
pub mod probcut;
pub mod score;
mod solve;
pub mod spec;
pub mod toggles;
pub mod tree;
pub mod tt;
pub mod vocabulary;

pub use counts::Counts;
pub use drive::{Found, Searcher};
pub use limits::{Limits, Status};
pub use toggles::Engine;
