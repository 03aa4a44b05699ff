//! The minimal tree: what alpha-beta visits when it tries the best move first everywhere.
//!
//! On a uniform tree it is Knuth and Moore's b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves. A real
//! game's branching varies, so it is counted: a full-width search finds the best move of
//! every position, and an alpha-beta search that tries it first counts its nodes.

use std::collections::HashMap;

use crate::eval::Evaluator;
use crate::game::{Game, Move, Outcome, Side};
use crate::search::score::{INFINITY, Score, Scores};

/// Leaves of the minimal tree of a uniform tree.
///
/// ```
/// use plyometer::search::minimal::uniform_leaves;
///
/// assert_eq!(uniform_leaves(7, 4), 49 + 49 - 1);
/// assert_eq!(uniform_leaves(3, 3), 9 + 3 - 1);
/// ```
pub fn uniform_leaves(branching: u64, depth: u32) -> u64 {
    branching.pow(depth.div_ceil(2)) + branching.pow(depth / 2) - 1
}

/// The nodes of an alpha-beta search to `depth` that tries the best move first
/// everywhere.
pub fn minimal_nodes<G: Game>(
    game: &G,
    depth: u32,
    evaluator: &mut dyn Evaluator<G>,
    scores: Scores,
) -> u64 {
    let mut perfect = Perfect {
        game: game.clone(),
        evaluator,
        scores,
        root: game.to_move(),
        known: HashMap::new(),
        nodes: 0,
    };
    perfect.evaluator.start(game);
    perfect.full_width(depth);
    perfect.alphabeta(depth, -INFINITY, INFINITY);
    perfect.nodes
}

struct Perfect<'a, G: Game> {
    game: G,
    evaluator: &'a mut dyn Evaluator<G>,
    scores: Scores,
    root: Side,
    /// The value and best move of each position; its depth follows from its plies.
    known: HashMap<u64, (Score, Option<Move>)>,
    nodes: u64,
}

impl<G: Game> Perfect<'_, G> {
    fn play(&mut self, mv: Move) -> G::Undo {
        let undo = self.game.play(mv);
        if self.evaluator.is_incremental() {
            self.evaluator.played(&self.game, mv);
        }
        undo
    }

    fn undo(&mut self, mv: Move, undo: G::Undo) {
        self.game.undo(mv, undo);
        if self.evaluator.is_incremental() {
            self.evaluator.undone(&self.game, mv);
        }
    }

    fn ended(&mut self, depth: u32) -> Option<Score> {
        let mover = self.game.to_move();
        match self.game.outcome() {
            Some(Outcome::Draw) => Some(0),
            Some(Outcome::Win(winner)) => {
                let score = self.scores.win_at(self.game.ply(), self.game.max_plies());
                Some(if winner == mover { score } else { -score })
            }
            None if depth == 0 => {
                let value = self.evaluator.value(&self.game, self.root);
                Some(if mover == self.root { value } else { -value })
            }
            None => None,
        }
    }

    fn full_width(&mut self, depth: u32) -> Score {
        if let Some(&(value, _)) = self.known.get(&self.game.key()) {
            return value;
        }
        if let Some(value) = self.ended(depth) {
            return value;
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let mut best = (-INFINITY, None);
        for mv in moves {
            let undo = self.play(mv);
            let value = -self.full_width(depth - 1);
            self.undo(mv, undo);
            if value > best.0 {
                best = (value, Some(mv));
            }
        }
        self.known.insert(self.game.key(), best);
        best.0
    }

    fn alphabeta(&mut self, depth: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        if let Some(value) = self.ended(depth) {
            return value;
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let best_move = self.known.get(&self.game.key()).and_then(|known| known.1);
        moves.sort_by_key(|&mv| Some(mv) != best_move);
        let mut best = -INFINITY;
        for mv in moves {
            let undo = self.play(mv);
            best = best.max(-self.alphabeta(depth - 1, -beta, -alpha));
            self.undo(mv, undo);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
