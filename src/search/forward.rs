//! Forward pruning: moves that are not searched although they might be best.
//!
//! Unsound by nature; a run says how often it changed the value. ProbCut, which needs
//! a search of its own, is in `probcut.rs`.

use crate::search::probcut::ProbCut;

#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Forward {
    Off,
    /// Only the first `k` moves of the order.
    Best(usize),
    /// Only the first part of the order, and at least one move.
    Fraction(f64),
    ProbCut(ProbCut),
}

impl Forward {
    /// How many of `moves` moves to search.
    #[inline]
    pub fn kept(&self, moves: usize) -> usize {
        match *self {
            Forward::Off | Forward::ProbCut(_) => moves,
            Forward::Best(k) => moves.min(k),
            Forward::Fraction(p) => ((moves as f64 * p).ceil() as usize).clamp(1, moves.max(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_one_move_is_kept() {
        assert_eq!(Forward::Best(10).kept(25), 10);
        assert_eq!(Forward::Best(10).kept(3), 3);
        assert_eq!(Forward::Fraction(0.3).kept(10), 3);
        assert_eq!(Forward::Fraction(0.01).kept(10), 1);
        assert_eq!(Forward::Fraction(1.0).kept(10), 10);
        assert_eq!(Forward::Off.kept(10), 10);
    }
}
