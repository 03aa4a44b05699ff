//! The strength of players, from the games between them.
//!
//! Elo's logistic scale: a player d points stronger is expected to score
//! s = 1 / (1 + 10^(−d/400)) of each game, a draw counting half.

use super::critical;
use super::estimate::Estimate;

/// Results counted by score, from the worst to the best; scores are evenly spaced from
/// 0 to 1. See [`Games`] and [`Pairs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally<const N: usize> {
    counts: [u64; N],
}

/// Single games: losses, draws and wins of the first player (trinomial).
pub type Games = Tally<3>;

/// Pairs of games from one opening with sides changed, by their total: 0, ½, 1, 1½ or 2
/// points (pentanomial).
///
/// An opening that favours one side is won once and lost once: such games depend on each
/// other, and counting pairs takes that into account. The error is smaller for it.
pub type Pairs = Tally<5>;

impl Games {
    pub fn new(wins: u64, draws: u64, losses: u64) -> Self {
        Tally {
            counts: [losses, draws, wins],
        }
    }
}

impl Pairs {
    /// LL, LD, DD or WL, WD, WW: the number of pairs with 0, ½, 1, 1½ and 2 points.
    pub fn new(counts: [u64; 5]) -> Self {
        Tally { counts }
    }
}

impl<const N: usize> Tally<N> {
    /// The counts, from the worst result to the best.
    pub fn counts(&self) -> &[u64; N] {
        &self.counts
    }

    /// Games or pairs played.
    pub fn total(&self) -> f64 {
        self.counts.iter().map(|&count| count as f64).sum()
    }

    /// The mean score s = Σ nᵢsᵢ / n, from 0 to 1. `None` before the first result.
    pub fn score(&self) -> Option<f64> {
        (self.total() > 0.0).then(|| self.moment(|score| score) / self.total())
    }

    /// The variance of one result, Σ nᵢ(sᵢ − s)² / n. `None` before the first result.
    pub fn variance(&self) -> Option<f64> {
        let mean = self.score()?;
        Some(self.moment(|score| (score - mean).powi(2)) / self.total())
    }

    /// The difference in Elo, with the interval that s ± z·√(variance / n) becomes on the
    /// scale of Elo, z the normal's critical value. This is how fishtest and cutechess
    /// report it, but for the interval being given by its ends.
    ///
    /// - No results: `None`.
    /// - Every point won or lost: ±∞, without interval.
    /// - All results the same otherwise (all drawn): the value, without interval, as
    ///   nothing tells how results vary.
    /// - Few results: an end beyond a score of 0 or 1 is ∓∞.
    ///
    /// ```
    /// use plyometer::stats::Games;
    ///
    /// let found = Games::new(180, 300, 120).elo(0.95).unwrap();
    /// assert!((found.value - 34.86).abs() < 0.01);
    /// assert!((found.interval.unwrap().low - 15.29).abs() < 0.01);
    /// ```
    pub fn elo(&self, level: f64) -> Option<Estimate> {
        let z = critical::normal(level)?;
        let score = self.score()?;
        let error = (self.variance()? / self.total()).sqrt();
        let score = match error {
            0.0 => Estimate::point(score),
            _ => Estimate::within(score, score - z * error, score + z * error),
        };
        Some(score.map(elo_of_score))
    }

    /// Likelihood of superiority: the probability that the first player is the stronger
    /// one, Φ(Σ nᵢ(sᵢ − ½) / √(Σ nᵢ(sᵢ − ½)²)).
    ///
    /// For single games that is Φ((W − L) / √(W + L)): draws do not matter. Pairs get the
    /// same formula, with the spread taken around ½, so that one-sided results need no
    /// special case. Without results, or where all are even, it is ½.
    pub fn superiority(&self) -> f64 {
        let spread = self.moment(|score| (score - 0.5).powi(2));
        match spread {
            0.0 => 0.5,
            _ => critical::normal_below(self.moment(|score| score - 0.5) / spread.sqrt()),
        }
    }

    /// Σ nᵢ·f(sᵢ).
    fn moment(&self, f: impl Fn(f64) -> f64) -> f64 {
        let terms = self.scored().map(|(score, count)| count * f(score));
        terms.sum()
    }

    /// Each score with its count.
    pub(super) fn scored(&self) -> impl Iterator<Item = (f64, f64)> {
        let score = |index: usize| index as f64 / (N - 1) as f64;
        let counts = self.counts.iter().enumerate();
        counts.map(move |(index, &count)| (score(index), count as f64))
    }
}

/// The Elo difference at which a score is expected: −400·log₁₀(1/s − 1). A score of 0 or
/// below gives −∞, of 1 or above +∞.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// The score expected at an Elo difference: 1 / (1 + 10^(−d/400)).
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close};
    use super::*;
    use proptest::prelude::*;

    const INF: f64 = f64::INFINITY;

    /// Mean, variance, Elo, its ends at 0.95 and the likelihood of superiority, computed
    /// from the formulas above with mpmath at 30 digits.
    #[track_caller]
    fn check<const N: usize>(tally: Tally<N>, expected: [f64; 6]) {
        let elo = tally.elo(0.95).unwrap();
        let interval = elo.interval.unwrap();
        let found = [
            tally.score().unwrap(),
            tally.variance().unwrap(),
            elo.value,
            interval.low,
            interval.high,
            tally.superiority(),
        ];
        assert_all_close(&found, &expected);
    }

    #[test]
    #[rustfmt::skip]
    fn single_games() {
        check(Games::new(180, 300, 120), [0.55, 0.1225, 34.86007028756006, 15.293339986852303, 54.649942567227, 0.9997339972474304]);
        check(Games::new(31, 0, 30), [0.5081967213114754, 0.249932813759742, 5.696175645844097, -83.02589956185652, 95.18406367118591, 0.5509401063731295]);
        check(Games::new(400, 5, 3), [0.9865196078431373, 0.01023494569396386, 745.7612780838574, 648.9851229025105, 973.7896958720365, 1.0]);
        check(Games::new(10400, 30000, 10000), [0.503968253968254, 0.10117472915091963, 2.75748317916018, 0.827800849489712, 4.687335646135044, 0.9974493001769975]);
        // So few that the upper end is beyond a score of 1.
        check(Games::new(2, 0, 1), [0.6666666666666666, 0.2222222222222222, 120.41199826559247, -325.317674711053, INF, 0.7181485691746134]);
    }

    #[test]
    #[rustfmt::skip]
    fn pairs_of_games() {
        check(Pairs::new([12, 110, 250, 130, 18]), [0.5153846153846153, 0.043032544378698225, 10.693701298897892, -1.699057914676176, 23.113734440090376, 0.9541548592252854]);
        check(Pairs::new([0, 3, 20, 7, 1]), [0.5483870967741935, 0.025884495317377732, 33.72835428001436, -5.7319486183010575, 74.07958216771706, 0.9455952849797271]);
        check(Pairs::new([900, 9000, 20000, 9500, 1000]), [0.5043316831683168, 0.04035871176845407, 3.010037062295581, 1.648747773565949, 4.371418772934956, 0.9999926418084567]);
        check(Pairs::new([0, 0, 1, 1, 0]), [0.625, 0.015625, 88.73949984654254, -33.62375943246746, 238.91718599556364, 0.8413447460685429]);
    }

    #[test]
    fn one_sided_results() {
        assert_eq!(Games::new(0, 0, 0).elo(0.95), None);
        assert_eq!(Games::new(0, 0, 0).score(), None);
        assert_eq!(Games::new(0, 0, 0).superiority(), 0.5);
        assert_eq!(Games::new(9, 0, 0).elo(0.95), Some(Estimate::point(INF)));
        assert_eq!(Games::new(0, 0, 9).elo(0.95), Some(Estimate::point(-INF)));
        assert_eq!(Games::new(0, 9, 0).elo(0.95), Some(Estimate::point(0.0)));
        assert_eq!(Games::new(0, 9, 0).superiority(), 0.5);
        assert_eq!(
            Pairs::new([0, 0, 0, 0, 4]).elo(0.95),
            Some(Estimate::point(INF))
        );
        assert_eq!(Pairs::new([0, 0, 7, 0, 0]).superiority(), 0.5);
        // scipy.stats.norm.cdf(3): nine wins
        assert_close(Games::new(9, 0, 0).superiority(), 0.9986501019683699);
        assert_eq!(Games::new(1, 1, 1).elo(0.0), None);
        assert!(Games::new(u64::MAX, u64::MAX, u64::MAX).elo(0.95).is_some());
    }

    #[test]
    fn scores_and_elo() {
        assert_eq!(elo_of_score(0.5), 0.0);
        assert_eq!(elo_of_score(-0.1), -INF);
        assert_eq!(elo_of_score(1.0), INF);
        assert_eq!(score_of_elo(INF), 1.0);
        assert_eq!(score_of_elo(-INF), 0.0);
        assert_close(score_of_elo(400.0), 10.0 / 11.0);
        for elo in [-700.0, -3.5, 0.25, 120.0] {
            assert_close(elo_of_score(score_of_elo(elo)), elo);
        }
    }

    proptest! {
        #[test]
        fn the_other_player_sees_the_opposite(counts: [u16; 5]) {
            let mut counts = counts.map(u64::from);
            let mine = Pairs::new(counts);
            counts.reverse();
            let theirs = Pairs::new(counts);
            prop_assert!((mine.superiority() + theirs.superiority() - 1.0).abs() < 1e-9);
            if let (Some(mine), Some(theirs)) = (mine.elo(0.95), theirs.elo(0.95)) {
                prop_assert!(!mine.value.is_nan());
                prop_assert!(mine.value == -theirs.value || (mine.value + theirs.value).abs() < 1e-6);
            }
        }
    }
}
