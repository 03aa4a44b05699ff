//! `player(unstable)`: the Unstable report's player, for Chain Reaction.
//!
//! 1. Initial moves: its first two atoms go into free corners, as far from the opponent's
//!    as can be.
//! 2. Where the opponent's atoms then are decides which of eight strategies it follows for the
//!    rest of the game: from which corner, and along rows or columns, moves are tried.
//! 3. Iterative deepening negamax with `owned-and-unstable`; the root's moves are re-ordered
//!    after each depth, and the quickest win counts most.
//!
//! The report says that the opponent's first moves decide, not how. Here the strategy begins in
//! the corner farthest from the opponent's atoms, and goes first along the side on which
//! they are farther away.
//!
//! Not as in the original: a move after which the opponent wins at once is not played if there
//! is another, also where time was too short for a search of two plies.

use std::time::Instant;

use super::{Chosen, Player, emergency::explosive};
use crate::game::{Game, Move, Side};
use crate::search::spec::EngineError;
use crate::search::{Limits, Searcher};

pub struct Unstable<G: Game> {
    /// The search along the chosen strategy, and from which ply on it was chosen.
    chosen: Option<(usize, Searcher<G>)>,
    limits: Limits,
}

impl<G: Game> Unstable<G> {
    pub fn new(game: &G, limits: Limits) -> Result<Self, EngineError> {
        // Any strategy, so that a game it does not fit is refused here.
        searcher(game, "right-down")?;
        Ok(Unstable {
            chosen: None,
            limits,
        })
    }

    /// The search along the strategy of this game; a game that has gone back is another.
    fn searcher(&mut self, game: &G) -> Option<&mut Searcher<G>> {
        let ply = game.ply();
        if self.chosen.as_ref().is_none_or(|(since, _)| ply < *since) {
            let built = searcher(game, strategy(game)).ok()?;
            self.chosen = Some((ply, built));
        }
        self.chosen.as_mut().map(|(_, searcher)| searcher)
    }
}

fn searcher<G: Game>(game: &G, strategy: &str) -> Result<Searcher<G>, EngineError> {
    let engine = format!(
        r#"{{ algorithm = "alphabeta", evaluator = "owned-and-unstable", order = ["direction({strategy})"], deepening = true, reorder = true, scores = "distance" }}"#
    );
    Searcher::new(&engine.parse()?, game)
}

/// The middle of a side's atoms, as row and column times their number, and the number.
fn middle<G: Game>(game: &G, side: Side) -> (usize, usize, usize) {
    let mut sum = (0, 0, 0);
    for row in 0..game.rows() {
        for col in 0..game.cols() {
            if game.cell(row, col).owner == Some(side) {
                sum = (sum.0 + row, sum.1 + col, sum.2 + 1);
            }
        }
    }
    sum
}

/// How far the last row and column are from a side's atoms, minus how far the first ones are,
/// both times the number of atoms.
fn lean<G: Game>(game: &G, side: Side) -> (isize, isize) {
    let (rows, cols, count) = middle(game, side);
    let lean = |sum: usize, sides: usize| (sides - 1) as isize * count as isize - 2 * sum as isize;
    (lean(rows, game.rows()), lean(cols, game.cols()))
}

/// Which of the eight directions to try moves in.
fn strategy<G: Game>(game: &G) -> &'static str {
    let (down, right) = lean(game, game.to_move().other());
    // How far they are, as a part of the side of the board.
    let (height, width) = (game.rows() as isize - 1, game.cols() as isize - 1);
    let along_rows = right.abs() * height >= down.abs() * width;
    // The far side is where moves begin, and they go towards the opponent.
    match (down > 0, right > 0, along_rows) {
        (false, false, true) => "right-down",
        (false, false, false) => "down-right",
        (false, true, true) => "left-down",
        (false, true, false) => "down-left",
        (true, false, true) => "right-up",
        (true, false, false) => "up-right",
        (true, true, true) => "left-up",
        (true, true, false) => "up-left",
    }
}

/// A free corner as far from the opponent as can be, for the first two atoms.
fn initial_move<G: Game>(game: &G) -> Option<Move> {
    if game.ply() >= 4 {
        return None;
    }
    let (down, right) = lean(game, game.to_move().other());
    let (last_row, last_col) = (game.rows() - 1, game.cols() - 1);
    let corners = [(0, 0), (0, last_col), (last_row, 0), (last_row, last_col)];
    let free = corners
        .into_iter()
        .filter(|&(row, col)| game.cell(row, col).owner.is_none());
    let away = |(row, col): (usize, usize)| {
        (if row > 0 { down } else { -down }) + (if col > 0 { right } else { -right })
    };
    // The first of equals.
    let best = free.rev().max_by_key(|&corner| away(corner));
    best.map(|(row, col)| game.move_at(row, col))
}

impl<G: Game> Player<G> for Unstable<G> {
    fn choose(&mut self, game: &G) -> Chosen {
        let begun = Instant::now();
        // On a large board, to look for wins may take longer than to search: a quarter of the
        // time at most for one's own, and as much is left for the opponent's.
        let after = |share: u32| Some(begun + share * (self.limits.time? / 4));
        let deadline = after(4);
        if let Some(mv) = explosive::win(game, after(1)) {
            return Chosen::at_once(mv, "win", begun);
        }
        let mut moves = Vec::new();
        game.moves(&mut moves);
        if let Some(mv) = initial_move(game) {
            let mv = explosive::unless_it_loses(game, mv, &moves, deadline);
            return Chosen::at_once(mv, "initial move", begun);
        }
        let limits = self.limits.less(2 * begun.elapsed());
        let Some(searcher) = self.searcher(game) else {
            return Chosen::at_once(moves[0], "first move", begun);
        };
        let found = searcher.search(game, &limits);
        let (mv, rule) = match found.best {
            Some(best) if found.depth > 0 => (best, "search"),
            _ => (moves[0], "first move"),
        };
        let mv = match found.depth {
            0 | 1 => explosive::unless_it_loses(game, mv, &moves, deadline),
            _ => mv,
        };
        Chosen::after(found, mv, rule, searcher, begun)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::chain::Chain;
    use crate::notation::{format_move, position};

    fn at(moves: &str) -> Chain<u64> {
        position(Chain::<u64>::new(6, 10), moves).unwrap()
    }

    #[test]
    fn initial_moves_go_to_the_corner_farthest_from_the_opponent() {
        for (moves, corner) in [
            ("", "a1"),
            ("a1", "j6"),
            ("j1", "a6"),
            // The farthest one is its own already.
            ("a1 j6", "a6"),
            ("a1 b1", "j6"),
        ] {
            let game = at(moves);
            let found = initial_move(&game).map(|mv| format_move(&game, mv));
            assert_eq!(found.as_deref(), Some(corner), "{moves}");
        }
        assert_eq!(initial_move(&at("a1 j6 j1 a6")), None);
    }

    #[test]
    fn all_eight_strategies_can_be_chosen() {
        // X to move; the opponent's atoms stand in a corner, a little along a side.
        let mut seen = Vec::new();
        for (one, two) in [
            ("j6", "j5"),
            ("j6", "i6"),
            ("a6", "a5"),
            ("a6", "b6"),
            ("j1", "j2"),
            ("j1", "i1"),
            ("a1", "a2"),
            ("a1", "b1"),
        ] {
            let chosen = strategy(&at(&format!("e3 {one} f4 {two}")));
            assert!(!seen.contains(&chosen), "{chosen} twice");
            seen.push(chosen);
        }
    }
}
