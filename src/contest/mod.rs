//! Matches: games between players, and what they say about who is stronger.
//!
//! Rust keeps the word `match` to itself, so in the code a match is a [`Contest`]: who plays,
//! on which boards, from which openings, within which limits. A game of it that is to be
//! played is a [`Fixture`]; games come in pairs, from one opening with sides swapped.
//!
//! | file | what |
//! |---|---|
//! | `fixture.rs` | one game to be played, and the identity it keeps |
//! | `schedule.rs` | who meets whom: all fixtures of a contest, in their order |
//! | `read.rs` | the sections `[match]`, `[openings]` and `[players]` of an experiment |
//! | `arbiter.rs` | plays a fixture: moves, clocks, forfeits, adjudication |
//! | `row.rs` | the columns of a game |
//! | `run.rs` | the runner: many games at once, stopped early by a sequential test |
//! | `scoring.rs` | points for a game: the usual ones, and those of two courses |
//! | `standings.rs` | from games to scores, Elo and cross tables |
//! | `rating.rs` | from games to the ratings of all players |
//! | `told.rs` | results in words, and as tables for a terminal |
//! | `prediction.rs` | how often the reply that was expected is played |
//! | `record.rs` | games as lines of text, to keep and to replay |

pub mod arbiter;
pub mod fixture;
pub mod prediction;
pub mod rating;
pub mod read;
pub mod record;
pub mod row;
pub mod run;
pub mod schedule;
pub mod scoring;
pub mod standings;
pub mod told;

use std::sync::Arc;
use std::time::Duration;

pub use fixture::{Contestant, Fixture};
pub use row::GameRow;
pub use schedule::Schedule;
pub use scoring::Scoring;

use crate::stats::Sprt;

/// A match: who plays, and every game of it.
#[derive(Clone, Debug)]
pub struct Contest {
    /// In the order of the file.
    pub players: Vec<Arc<Contestant>>,
    pub schedule: Schedule,
    /// In the order in which they are begun.
    pub fixtures: Vec<Fixture>,
    pub scoring: Scoring,
    pub rules: Rules,
    /// Stops the match when it has decided; there are two players then.
    pub sprt: Option<SprtSpec>,
}

/// What the arbiter goes by.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// How much longer than its limit a move may take.
    pub margin: Duration,
    pub adjudication: Adjudication,
}

/// When a game is broken off. Off by default.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Adjudication {
    /// A game that has lasted so many plies is a draw.
    pub plies: Option<usize>,
    /// A game is over when the solver, with so many nodes, knows how it ends.
    pub nodes: Option<u64>,
}

/// How much longer than its limit a move may take, if nothing is said.
pub const MARGIN: Duration = Duration::from_millis(100);

impl Default for Rules {
    fn default() -> Self {
        Rules {
            margin: MARGIN,
            adjudication: Adjudication::default(),
        }
    }
}

/// A sequential test, with the numbers it was made from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SprtSpec {
    pub elo0: f64,
    pub elo1: f64,
    pub alpha: f64,
    pub beta: f64,
    pub test: Sprt,
}

impl SprtSpec {
    /// None where [`Sprt::new`] has none.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let test = Sprt::new(elo0, elo1, alpha, beta)?;
        Some(SprtSpec {
            elo0,
            elo1,
            alpha,
            beta,
            test,
        })
    }
}
