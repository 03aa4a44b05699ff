//! `eval`: every child is built and evaluated, the best for the side to move first.

use super::{Node, Term};
use crate::game::{Game, Move, Outcome};
use crate::search::children::Copies;
use crate::search::score::Score;

pub struct ByEvaluator;

impl<G: Game> Term<G> for ByEvaluator {
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        node.counts.generated += moves.len() as u64;
        match node.copies.take() {
            None => in_place(node, moves, ranks),
            Some(copies) => {
                if let Some(wanted) = node.wanted {
                    copies.keep_best(wanted);
                }
                ranks.extend(moves.iter().map(|&mv| copied(node, copies, mv)));
                node.copies = Some(copies);
            }
        }
    }
    fn builds_children(&self) -> bool {
        true
    }
}

/// The values of the children after `moves` for the side that plays them, as the search
/// would score them if it stopped there.
fn in_place<G: Game>(node: &mut Node<G>, moves: &[Move], values: &mut Vec<Score>) {
    // Found out once a node, and only if it matters: few nodes have a last move.
    let mut some_end = None;
    for &mv in moves {
        let told = node.evaluator.value_after(node.game, mv, node.root_side);
        let ends = told.is_some()
            && *some_end.get_or_insert_with(|| has_last_move(node))
            && is_last(node, mv);
        values.push(match told {
            Some(value) if !ends => evaluated(node, value),
            _ => played(node, mv),
        });
    }
}

/// Whether some move ends the game.
fn has_last_move<G: Game>(node: &mut Node<G>) -> bool {
    node.lines_end
        && (node.game.ply() + 1 == node.game.max_plies() || node.game.winning_move().is_some())
}

/// Whether this move ends the game.
fn is_last<G: Game>(node: &mut Node<G>, mv: Move) -> bool {
    node.game.ply() + 1 == node.game.max_plies() || node.game.wins(mv)
}

/// A static value of a child, for the side to move at the node.
#[inline]
fn evaluated<G: Game>(node: &mut Node<G>, value: Score) -> Score {
    node.counts.heuristic_calls += 1;
    node.counts.ordering_evals += 1;
    if node.mover == node.root_side {
        value
    } else {
        -value
    }
}

/// The value of a child where the game is over, for the side that ended it.
fn ended<G: Game>(child: &G, node: &Node<G>) -> Option<Score> {
    match child.outcome()? {
        _ if !node.lines_end => None,
        Outcome::Win(_) => Some(node.scores.win_at(child.ply(), child.max_plies())),
        Outcome::Draw => Some(0),
    }
}

/// The value of one child, whose move is played and taken back.
fn played<G: Game>(node: &mut Node<G>, mv: Move) -> Score {
    let undo = node.game.play(mv);
    if node.evaluator.is_incremental() {
        node.evaluator.played(node.game, mv);
    }
    let value = match ended(node.game, node) {
        Some(value) => value,
        None => {
            let value = node.evaluator.value(node.game, node.root_side);
            evaluated(node, value)
        }
    };
    node.game.undo(mv, undo);
    if node.evaluator.is_incremental() {
        node.evaluator.undone(node.game, mv);
    }
    value
}

/// The value of one child that is a position of its own.
fn copied<G: Game>(node: &mut Node<G>, copies: &mut Copies<G>, mv: Move) -> Score {
    let told = node.evaluator.value_after(node.game, mv, node.root_side);
    let at = copies.make(node.game, mv);
    let child = copies.child(at);
    let value = match (ended(child, node), told) {
        (Some(value), _) => value,
        (None, Some(value)) => evaluated(node, value),
        (None, None) => {
            let tell = node.evaluator.is_incremental();
            if tell {
                node.evaluator.played(child, mv);
            }
            let value = node.evaluator.value(child, node.root_side);
            if tell {
                node.evaluator.undone(node.game, mv);
            }
            evaluated(node, value)
        }
    };
    copies.ranked(at, value);
    value
}
