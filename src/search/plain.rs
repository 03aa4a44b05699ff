//! The oracle: minimax as plainly as it can be written. Tests hold every sound
//! technique against it.

use crate::eval::Evaluator;
use crate::game::{Game, Move, Outcome, Side};
use crate::search::score::{Score, Scores};

/// The value of every root move and of the root, by full-width search to `depth`.
#[derive(Debug)]
pub struct Plain {
    pub value: Score,
    /// Every move that has the value.
    pub best: Vec<Move>,
    /// Positions visited, the root included.
    pub nodes: u64,
}

pub fn minimax<G: Game>(
    game: &G,
    depth: u32,
    evaluator: &mut dyn Evaluator<G>,
    scores: Scores,
) -> Plain {
    evaluator.start(game);
    let mut nodes = 1;
    let mut plain = Plain {
        value: visit(
            &mut game.clone(),
            depth,
            evaluator,
            scores,
            game.to_move(),
            &mut 0,
        ),
        best: Vec::new(),
        nodes: 0,
    };
    if depth > 0 && game.outcome().is_none() {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        for mv in moves {
            let mut child = game.clone();
            child.play(mv);
            evaluator.played(&child, mv);
            let value = -visit(
                &mut child,
                depth - 1,
                evaluator,
                scores,
                game.to_move(),
                &mut nodes,
            );
            evaluator.undone(game, mv);
            if value == plain.value {
                plain.best.push(mv);
            }
        }
    }
    plain.nodes = nodes;
    plain
}

fn visit<G: Game>(
    game: &mut G,
    depth: u32,
    evaluator: &mut dyn Evaluator<G>,
    scores: Scores,
    root: Side,
    nodes: &mut u64,
) -> Score {
    *nodes += 1;
    let sign = |side| if game.to_move() == side { 1 } else { -1 };
    match game.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(winner)) => {
            return sign(winner) * scores.win_at(game.ply(), game.max_plies());
        }
        None if depth == 0 => {
            let sign = sign(root);
            return sign * evaluator.value(game, root);
        }
        None => (),
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let mut best = Score::MIN;
    for mv in moves {
        let undo = game.play(mv);
        evaluator.played(game, mv);
        best = best.max(-visit(game, depth - 1, evaluator, scores, root, nodes));
        game.undo(mv, undo);
        evaluator.undone(game, mv);
    }
    best
}
