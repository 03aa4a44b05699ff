//! Scores: integers with exact negation, wins above everything an evaluator can say.
//!
//! A score is always from the side to move. A real-valued evaluator is mapped to
//! integers by the ordered bit pattern of its `f64`, which keeps order, ties and sign,
//! so that one search serves both and null windows (s, s + 1) make sense for both.
//!
//! ```text
//!   -WIN … -WIN_FLOOR    lost          |score| above every finite f64's pattern
//!   -WIN_FLOOR … WIN_FLOOR             what an evaluator says; 0 is a draw
//!   WIN_FLOOR … WIN      won
//! ```

/// A value from the side to move.
pub type Score = i64;

/// Beyond every score; its negation is exact.
pub const INFINITY: Score = i64::MAX;
/// The best score there is.
pub const WIN: Score = i64::MAX - 1;
/// Scores at or above this are wins, at or below its negation losses. Above the pattern
/// of the infinite `f64`, with room for the longest game below [`WIN`].
pub const WIN_FLOOR: Score = WIN - (1 << 20);

/// How a finished game is scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scores {
    /// A win is a win.
    Flat,
    /// A quicker win is better, a slower loss too.
    Distance,
    /// As the Connect-4 community counts: 1 for a win with one's last stone, one more
    /// for each stone left over. For exact solving, where no evaluator is called.
    Stones,
}

impl Scores {
    /// The score of a side that wins with the move that makes it `ply` plies, in a game
    /// of at most `max_plies`.
    ///
    /// Distances are counted from the start of the game, not from the root of the
    /// search, so a position's score is the same wherever it is met.
    #[inline]
    pub fn win_at(self, ply: usize, max_plies: usize) -> Score {
        match self {
            Scores::Flat => WIN,
            Scores::Distance => WIN - ply as Score,
            Scores::Stones => (max_plies as Score + 2 - ply as Score) / 2,
        }
    }

    /// A number of stones, as [`Scores::Stones`] counts them for the side to move at `ply`, as
    /// a score.
    pub fn of_stones(self, stones: i32, ply: usize, max_plies: usize) -> Score {
        let stones = Score::from(stones);
        let end = Scores::Stones.end_of(stones, ply, max_plies);
        match (self, end) {
            (Scores::Stones, _) | (_, None) => stones,
            (_, Some(end)) => stones.signum() * self.win_at(end, max_plies),
        }
    }

    /// The number of stones beyond which scores need not be told apart, where those beyond
    /// `limit` need not be.
    pub fn stones_at(self, limit: Score) -> i32 {
        const ALL: Score = 1 << 20;
        let stones = match self {
            Scores::Flat => limit.signum(),
            Scores::Distance if is_decided(limit) => limit.signum() * ALL,
            Scores::Distance => limit.signum(),
            Scores::Stones => limit.clamp(-ALL, ALL),
        };
        stones as i32
    }

    /// The ply at which a game with this score ends, if the score tells, for the side to
    /// move at `ply`.
    pub fn end_of(self, score: Score, ply: usize, max_plies: usize) -> Option<usize> {
        match self {
            Scores::Flat => None,
            Scores::Distance => is_decided(score).then(|| (WIN - score.abs()) as usize),
            Scores::Stones if score == 0 => None,
            Scores::Stones => {
                // Two plies share a score; the winner's turn tells which.
                let latest = (max_plies as Score + 2 - 2 * score.abs()) as usize;
                let wins = (score > 0) as usize;
                Some(latest - ((latest - ply) % 2 != wins) as usize)
            }
        }
    }
}

/// Whether a score of [`Scores::Flat`] or [`Scores::Distance`] is a win or a loss.
#[inline]
pub fn is_decided(score: Score) -> bool {
    score.abs() >= WIN_FLOOR
}

/// An `f64` as a score: order, ties and sign are kept, and −x maps to the negation.
///
/// ```
/// use plyometer::search::score::{from_real, to_real};
///
/// assert!(from_real(-2.5) < from_real(1e-9));
/// assert_eq!(from_real(-0.1), -from_real(0.1));
/// assert_eq!(from_real(-0.0), 0);
/// assert_eq!(to_real(from_real(-2.5)), -2.5);
/// ```
#[inline]
pub fn from_real(x: f64) -> Score {
    debug_assert!(!x.is_nan());
    let magnitude = x.abs().to_bits() as Score;
    if x.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

/// The `f64` a score stands for.
#[inline]
pub fn to_real(score: Score) -> f64 {
    let magnitude = f64::from_bits(score.unsigned_abs());
    if score < 0 { -magnitude } else { magnitude }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn wins_are_above_every_real() {
        assert!(from_real(f64::INFINITY) < WIN_FLOOR);
        assert!(Scores::Distance.win_at(20_000, 20_000) > WIN_FLOOR);
        assert_eq!(-(-INFINITY), INFINITY);
    }

    #[test]
    fn stones_are_counted_as_the_community_does() {
        // (N + 1 - m) / 2 for a win with the next stone, m stones on 42 cells.
        for m in 0..42 {
            assert_eq!(
                Scores::Stones.win_at(m + 1, 42),
                (42 + 1 - m as i64) / 2,
                "{m}"
            );
        }
    }

    proptest! {
        #[test]
        fn reals_keep_order_ties_and_sign(a in any::<f64>(), b in any::<f64>()) {
            prop_assume!(!a.is_nan() && !b.is_nan());
            prop_assert_eq!(a.partial_cmp(&b), Some(from_real(a).cmp(&from_real(b))));
            prop_assert_eq!(from_real(-a), -from_real(a));
            prop_assert_eq!(to_real(from_real(a)), a);
        }

        #[test]
        fn the_end_of_the_game_can_be_read_off_a_score(
            ply in 0usize..200, more in 1usize..200, unused in 0usize..200,
        ) {
            let end = ply + more;
            let max = end + unused;
            for scores in [Scores::Distance, Scores::Stones] {
                let sign = if (end - ply) % 2 == 1 { 1 } else { -1 };
                let score = sign * scores.win_at(end, max);
                prop_assert_eq!(scores.end_of(score, ply, max), Some(end));
            }
        }
    }
}
