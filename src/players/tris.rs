//! `player(tris)`: the Tris report's player, for games of `tris` and `mnk`.
//!
//! Alpha-beta with early termination, children sorted by the `sequences` evaluator, only the
//! best k of them searched, and a table of explored positions that is cleared before every
//! move. Depth and k follow the size of the board; the report gives depth 6 and k = 10 for
//! 10×10, the others are ours. Among moves of equal value it plays the one that the evaluator
//! likes best: children are tried in that order, and only a better one takes over.
//!
//! `threads` searches the children of the root in parallel, as the report's program does.
//! How it generates and stores successors are toggles of every engine: `select` and
//! `children`.
//!
//! Not as in the original: its table marks values as what they are; and there is a time limit,
//! after which it plays the move that the evaluator likes best.

use std::time::Instant;

use super::{Chosen, Player, emergency};
use crate::game::Game;
use crate::search::spec::EngineError;
use crate::search::{Limits, Searcher, Status};

/// Depth and best k by the longer side of the board.
fn strength(side: usize) -> (u32, usize) {
    match side {
        0..=3 => (9, 9),
        4 => (8, 16),
        5..=6 => (6, 20),
        7..=8 => (6, 15),
        9..=10 => (6, 10),
        11..=20 => (4, 10),
        21..=40 => (3, 10),
        _ => (2, 10),
    }
}

pub struct Tris<G: Game> {
    searcher: Searcher<G>,
    depth: u32,
    limits: Limits,
}

impl<G: Game> Tris<G> {
    pub fn new(game: &G, limits: Limits, threads: usize) -> Result<Self, EngineError> {
        let (depth, k) = strength(game.rows().max(game.cols()));
        let parallel = match threads {
            0 | 1 => "off".into(),
            _ => format!("root({threads})"),
        };
        let engine = format!(
            r#"{{ algorithm = "alphabeta", evaluator = "sequences", early-termination = true, order = ["eval"], forward = "best({k})", tt = {{ size = 16 }}, parallel = "{parallel}" }}"#
        );
        Ok(Tris {
            searcher: Searcher::new(&engine.parse()?, game)?,
            depth: limits.depth.unwrap_or(depth),
            limits,
        })
    }
}

impl<G: Game> Player<G> for Tris<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        if let Some(mv) = emergency::win(game) {
            return Chosen::at_once(mv, "win", begun);
        }
        // The time limit gives a search up; it does not make one out of many depths.
        let limits = Limits {
            depth: Some(self.depth),
            time: None,
            timeout: self.limits.time,
            ..self.limits
        };
        let mut found = self.searcher.search(game, &limits);
        let mut rule = "search";
        if found.status == Status::Timeout || found.depth == 0 {
            let counts = found.counts;
            found = self.searcher.search(game, &Limits::depth(1));
            found.counts += &counts;
            rule = "best heuristic";
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mv = found.best.unwrap_or(moves[0]);
        let mv = emergency::unless_it_loses(game, mv, &moves);
        Chosen::after(found, mv, rule, &self.searcher, begun)
    }
}
