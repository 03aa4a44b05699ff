//! Players: they choose moves in a game, where an engine searches one position.
//!
//! The five reports' players are here complete, each in its own file: opening rule,
//! emergency moves, depth by board size, time limit, fallback. So are any engine, greedy
//! and random moves. To add a player: write its file, and give it a line in `spec.rs`.
//!
//! Two things all of the reports' players do, whatever the originals did: they take a win at
//! once, and they never leave the opponent one that they could prevent (`emergency.rs`).

mod conecta4;
mod connectx;
mod emergency;
mod engine;
mod greedy;
mod mnk;
mod random;
mod spec;
mod tris;
mod unstable;

use std::time::{Duration, Instant};

use crate::game::{Game, Move};
use crate::search::{Counts, Found, Limits, Searcher};

pub use spec::{PLAYERS, PlayerError, PlayerSpec};

/// Chooses moves. It belongs to one game at a time and may remember what it saw of it.
pub trait Player<G: Game>: Send {
    /// A move for the side to move. The game is not over.
    fn choose(&mut self, game: &G) -> Chosen;

    /// Adds nodes and time to the limits of the next move alone. Players without such limits
    /// have no use for it.
    fn grant(&mut self, _extra: &Limits) {}
}

/// A move, and what it took to choose it.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub mv: Move,
    /// Which of its rules decided.
    pub rule: &'static str,
    /// How deep the last finished search was; 0 without a search.
    pub depth: u32,
    /// The line both sides are expected to play, as far as it is known.
    pub line: Vec<Move>,
    pub counts: Counts,
    pub time: Duration,
    pub table: Option<TableState>,
}

/// How full a transposition table is, and how large.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TableState {
    pub fill: f64,
    pub bytes: usize,
}

impl Chosen {
    /// A move that took no search.
    fn at_once(mv: Move, rule: &'static str, begun: Instant) -> Self {
        Chosen {
            mv,
            rule,
            depth: 0,
            line: vec![mv],
            counts: Counts::default(),
            time: begun.elapsed(),
            table: None,
        }
    }

    /// A move after a search, which may have found another.
    fn after<G: Game>(
        found: Found,
        mv: Move,
        rule: &'static str,
        searcher: &Searcher<G>,
        begun: Instant,
    ) -> Self {
        let line = match found.line.first() == Some(&mv) {
            true => found.line,
            false => vec![mv],
        };
        Chosen {
            mv,
            rule,
            depth: found.depth,
            line,
            counts: found.counts,
            time: begun.elapsed(),
            table: searcher.table().map(|table| TableState {
                fill: table.fill(),
                bytes: table.bytes(),
            }),
        }
    }
}
