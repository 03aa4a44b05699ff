//! `player(mnk)`: the MNK report's player, for games of `mnk` and `tris`.
//!
//! 1. The only move, if there is but one.
//! 2. As first move of the game the cell at row 2, column 2 (from 0: `c3`), if the board is at
//!    least k + 2 by k + 1, either way round.
//! 3. The victory map of all empty cells, and a queue of them, best first.
//! 4. At its top, an immediate win, the opponent's, a secure cell, the opponent's.
//! 5. On boards up to 15×15, alpha-beta with the full window for each move, 5 plies deep up
//!    to 9×9, else 3. The move with the best value plus a tenth of its cell's in the map.
//! 6. On larger boards, the top of the queue.
//!
//! Not as in the original:
//! - the search deepens to its depth, so that the time limit leaves a finished one behind;
//! - a quicker win is worth more, or it might be put off until the board is full.

use std::cmp::Reverse;
use std::time::Instant;

use super::{Chosen, Player, emergency};
use crate::eval::victory_map::{Prospect, worth};
use crate::game::{Game, Move};
use crate::search::score::Score;
use crate::search::spec::EngineError;
use crate::search::{Limits, Searcher};

const ENGINE: &str = r#"{ algorithm = "alphabeta", evaluator = "victory-map", order = ["victory-map"], root = "full", scores = "distance" }"#;

pub struct MnkPlayer<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
}

impl<G: Game> MnkPlayer<G> {
    pub fn new(game: &G, limits: Limits) -> Result<Self, EngineError> {
        let (rows, cols) = (game.rows(), game.cols());
        let depth = if rows <= 9 && cols <= 9 { 5 } else { 3 };
        Ok(MnkPlayer {
            searcher: Searcher::new(&ENGINE.parse()?, game)?,
            limits: Limits {
                depth: limits.depth.or(Some(depth)),
                ..limits
            },
        })
    }

    fn opening(game: &G) -> Option<Move> {
        let k = game.line_length()?;
        let (rows, cols) = (game.rows(), game.cols());
        let room = rows.max(cols) >= k + 2 && rows.min(cols) > k;
        (game.ply() == 0 && room && rows > 2 && cols > 2).then(|| game.move_at(2, 2))
    }

    /// The empty cells, best first in the victory map.
    fn queue(game: &G) -> Vec<Move> {
        let side = game.to_move();
        let mut moves = Vec::new();
        game.moves(&mut moves);
        moves.sort_by_cached_key(|&mv| {
            let (row, col) = game.landing(mv);
            Reverse(worth(game, row, col, side))
        });
        moves
    }

    /// Why the top of the queue needs no search, if it does not.
    fn emergency(game: &G, top: Move) -> Option<&'static str> {
        let (row, col) = game.landing(top);
        let [own, other] =
            [game.to_move(), game.to_move().other()].map(|side| Prospect::of(game, row, col, side));
        match () {
            _ if own.wins => Some("win"),
            _ if other.wins => Some("block"),
            _ if own.secure => Some("secure"),
            _ if other.secure => Some("block a secure"),
            _ => None,
        }
    }
}

impl<G: Game> Player<G> for MnkPlayer<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        if game.move_count() == 1 {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            return Chosen::at_once(moves[0], "only move", begun);
        }
        if let Some(mv) = Self::opening(game) {
            return Chosen::at_once(mv, "opening", begun);
        }
        let queue = Self::queue(game);
        if let Some(rule) = Self::emergency(game, queue[0]) {
            return Chosen::at_once(queue[0], rule, begun);
        }
        if game.rows() > 15 || game.cols() > 15 {
            return Chosen::at_once(queue[0], "top of the queue", begun);
        }
        let limits = self.limits.less(begun.elapsed());
        let found = self.searcher.search(game, &limits);
        let side = game.to_move();
        let weighed = |&(mv, value): &(Move, Score)| {
            let (row, col) = game.landing(mv);
            let map = [side, side.other()]
                .map(|side| Prospect::of(game, row, col, side).promise())
                .iter()
                .sum::<Score>();
            // Wider, because the value of a win has no room above it.
            (10 * i128::from(value) + i128::from(map), Reverse(mv))
        };
        let best = found.children.iter().max_by_key(|child| weighed(child));
        let (mv, rule) = match best {
            Some(&(mv, _)) => (mv, "search"),
            None => (queue[0], "top of the queue"),
        };
        let mv = emergency::unless_it_loses(game, mv, &queue);
        Chosen::after(found, mv, rule, &self.searcher, begun)
    }
}
