//! What no player may miss: a win at once, and the opponent's.

use std::time::Instant;

use crate::game::{Game, Move};

/// A move that wins at once.
pub fn win<G: Game>(game: &G) -> Option<Move> {
    game.clone().winning_move()
}

/// The moves after which the opponent cannot win at once. In games of lines a few shifts
/// tell; elsewhere each move would have to be played out, and the answer is none.
fn safe_moves<G: Game>(game: &G) -> Option<Vec<Move>> {
    game.line_length()?;
    let mut safe = Vec::new();
    game.clone().safe_moves(&mut safe);
    Some(safe)
}

/// The only move that keeps the opponent from winning at once, where there is one and
/// others would not.
pub fn forced<G: Game>(game: &G) -> Option<Move> {
    match safe_moves(game)?[..] {
        [only] if game.move_count() > 1 => Some(only),
        _ => None,
    }
}

/// `mv`, or, if the opponent could win at once after it, the first of `others` after which
/// it cannot, or else any such move.
pub fn unless_it_loses<G: Game>(game: &G, mv: Move, others: &[Move]) -> Move {
    match safe_moves(game) {
        Some(safe) if !safe.contains(&mv) => {
            let first = others.iter().find(|other| safe.contains(other));
            first.or(safe.first()).copied().unwrap_or(mv)
        }
        _ => mv,
    }
}

/// The same two questions in Chain Reaction, where on a large board the answers take so long
/// that somebody must look at the clock.
pub mod explosive {
    use super::*;

    /// A move that wins at once, as far as there is time to look for it.
    pub fn win<G: Game>(game: &G, deadline: Option<Instant>) -> Option<Move> {
        let mut board = game.clone();
        let mut ready = ready(game).into_iter().take_while(|_| in_time(deadline));
        ready.find(|&mv| board.wins(mv))
    }

    /// `mv`, or, if the opponent could win at once after it, the first of `others` after
    /// which it cannot.
    pub fn unless_it_loses<G: Game>(
        game: &G,
        mv: Move,
        others: &[Move],
        deadline: Option<Instant>,
    ) -> Move {
        let mut board = game.clone();
        let mut is_safe = |mv: Move| {
            let undo = board.play(mv);
            let safe = board.outcome().is_some() || win(&board, deadline).is_none();
            board.undo(mv, undo);
            safe
        };
        if is_safe(mv) {
            return mv;
        }
        let mut others = others.iter().copied().take_while(|_| in_time(deadline));
        others.find(|&other| is_safe(other)).unwrap_or(mv)
    }

    fn in_time(deadline: Option<Instant>) -> bool {
        deadline.is_none_or(|deadline| Instant::now() < deadline)
    }

    /// The moves after which something explodes: nothing else can win.
    fn ready<G: Game>(game: &G) -> Vec<Move> {
        let (rows, cols) = (game.rows(), game.cols());
        let mut moves = Vec::new();
        for row in 0..rows {
            for col in 0..cols {
                let neighbours = (row > 0) as u8
                    + (row + 1 < rows) as u8
                    + (col > 0) as u8
                    + (col + 1 < cols) as u8;
                let cell = game.cell(row, col);
                let own = cell.owner != Some(game.to_move().other());
                if own && cell.atoms + 1 >= neighbours {
                    moves.push(game.move_at(row, col));
                }
            }
        }
        moves
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::games::chain::Chain;
        use rand_core::{RngCore, SeedableRng};
        use rand_xoshiro::Xoshiro256PlusPlus;

        #[test]
        fn without_a_deadline_no_win_is_missed() {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
            let mut won = 0;
            for (rows, cols) in [(1, 5), (2, 3), (3, 3), (4, 5)].repeat(50) {
                let mut game = Chain::<u64>::new(rows, cols);
                while game.outcome().is_none() {
                    let found = win(&game, None);
                    assert_eq!(found, game.clone().winning_move());
                    won += found.is_some() as usize;
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    game.play(moves[random.next_u64() as usize % moves.len()]);
                }
            }
            assert!(won > 100);
        }
    }
}
