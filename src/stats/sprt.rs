//! The sequential probability ratio test: play until the results decide.
//!
//! Two hypotheses are weighed after every game: the first player is elo0 stronger, or
//! elo1. The match stops when the log-likelihood ratio leaves its bounds (Wald, 1945).
//!
//! How often games are drawn is not known, so it is estimated along the way: the
//! *generalized* SPRT, as Michel Van den Bergh derived it and fishtest uses it
//! (`LLR_logistic`). Each hypothesis is represented by the distribution of results that has
//! its expected score and makes the results at hand most likely.

use super::elo::{Tally, score_of_elo};

/// A result that has not occurred counts as this many, as in fishtest: it keeps the
/// likelihood of one-sided results finite.
const PRIOR: f64 = 1e-3;

/// Halvings that bring an interval of any width down to neighbouring floats.
const HALVINGS: usize = 200;

/// The test and its settings.
///
/// ```
/// use plyometer::stats::{Decision, Games, Sprt};
///
/// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap();
/// assert_eq!(sprt.decide(&Games::new(180, 300, 120)), Decision::Continue);
/// assert_eq!(sprt.decide(&Games::new(1800, 3000, 1200)), Decision::AcceptElo1);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What the results so far say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decision {
    /// The difference is elo0 or less.
    AcceptElo0,
    /// The difference is elo1 or more.
    AcceptElo1,
    /// Play on.
    Continue,
}

impl Sprt {
    /// A test of elo0 (no improvement, say 0) against elo1 (one worth having, say 5) that
    /// accepts elo1 wrongly with probability `alpha`, and elo0 wrongly with `beta`.
    ///
    /// `None` unless elo0 < elo1, their expected scores differ and lie strictly between 0
    /// and 1, alpha and beta are positive, and alpha + beta < 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Option<Self> {
        let (score0, score1) = (score_of_elo(elo0), score_of_elo(elo1));
        let ordered = 0.0 < score0 && score0 < score1 && score1 < 1.0;
        let errors = alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0;
        (ordered && errors).then_some(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// Wald's bounds of the log-likelihood ratio: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio of elo1 to elo0: Σ nᵢ·ln(pᵢ(elo1) / pᵢ(elo0)).
    ///
    /// With p̂ᵢ = nᵢ/n the shares found, the most likely distribution of expected score s is
    /// pᵢ = p̂ᵢ / (1 + θ(sᵢ − s)), where θ solves Σ p̂ᵢ(sᵢ − s) / (1 + θ(sᵢ − s)) = 0.
    /// A result that has not occurred counts as 0.001. Without results it is 0. It is
    /// always finite.
    pub fn llr<const N: usize>(&self, tally: &Tally<N>) -> f64 {
        if tally.total() == 0.0 {
            return 0.0;
        }
        let results: Vec<(f64, f64)> = tally
            .scored()
            .map(|(score, count)| (score, if count == 0.0 { PRIOR } else { count }))
            .collect();
        let [at0, at1] = [self.elo0, self.elo1].map(|elo| {
            let expected = score_of_elo(elo);
            (expected, tilt(&results, expected))
        });
        // ln(1 + θ(sᵢ − s)), which is ln p̂ᵢ − ln pᵢ. As no pᵢ is above 1, it is no less than
        // ln p̂ᵢ, even where θ is so near its limit that 1 + θ(sᵢ − s) rounds to 0.
        let total: f64 = results.iter().map(|&(_, count)| count).sum();
        let log = |(expected, theta): (f64, f64), (score, count): (f64, f64)| {
            let log = (theta * (score - expected)).ln_1p();
            log.max((count / total).ln())
        };
        let terms = results
            .iter()
            .map(|&result| result.1 * (log(at0, result) - log(at1, result)));
        terms.sum()
    }

    /// Whether the results decide, and how.
    pub fn decide<const N: usize>(&self, tally: &Tally<N>) -> Decision {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr <= lower => Decision::AcceptElo0,
            llr if llr >= upper => Decision::AcceptElo1,
            _ => Decision::Continue,
        }
    }
}

/// θ: the root of Σ nᵢdᵢ / (1 + θdᵢ) with dᵢ = sᵢ − s. All denominators are positive
/// between −1/(1 − s) and 1/s, where the sum falls from +∞ to −∞: halving finds its root.
fn tilt(results: &[(f64, f64)], expected: f64) -> f64 {
    let sum = |theta: f64| -> f64 {
        let term = |&(score, count): &(f64, f64)| {
            let from = score - expected;
            count * from / (1.0 + theta * from)
        };
        results.iter().map(term).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - expected), 1.0 / expected);
    for _ in 0..HALVINGS {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            break;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    low + (high - low) / 2.0
}

#[cfg(test)]
mod tests {
    use super::super::elo::{Games, Pairs};
    use super::super::testing::{assert_all_close, assert_close};
    use super::*;
    use proptest::prelude::*;

    /// The ratios of 5 to 0, 1 to −3 and 200 to 0, from the definition with mpmath at 30
    /// digits: the likelihood maximised under each hypothesis, and their ratio.
    #[track_caller]
    fn check<const N: usize>(tally: Tally<N>, expected: [f64; 3]) {
        let found = [(0.0, 5.0), (-3.0, 1.0), (0.0, 200.0)]
            .map(|(elo0, elo1)| Sprt::new(elo0, elo1, 0.05, 0.05).unwrap().llr(&tally));
        assert_all_close(&found, &expected);
    }

    #[test]
    #[rustfmt::skip]
    fn single_games() {
        check(Games::new(180, 300, 120), [1.6048315885710205, 1.4204413450903692, -112.62903350633856]);
        check(Games::new(31, 0, 30), [0.008074689143298576, 0.013534501208622289, -9.018067805119399]);
        check(Games::new(2, 0, 1), [0.01408511059447738, 0.011616234858765416, 0.10371487116532345]);
        check(Games::new(400, 5, 3), [5.741910058325976, 4.640863572920968, 167.16315925706482]);
        check(Games::new(10400, 30000, 10000), [1.3283039271890342, 15.500960209621557, -16214.929478537855]);
    }

    #[test]
    #[rustfmt::skip]
    fn pairs_of_games() {
        check(Pairs::new([12, 110, 250, 130, 18]), [1.0219578932424442, 1.1637413172732178, -265.92605545014777]);
        check(Pairs::new([0, 3, 20, 7, 1]), [0.39642163424461535, 0.34650959576651397, -13.338287145791751]);
        check(Pairs::new([900, 9000, 20000, 9500, 1000]), [5.285560249940429, 33.218794803505055, -22673.716573727957]);
        check(Pairs::new([0, 0, 1, 1, 0]), [0.02852893732250284, 0.023058319607302608, -0.3692625896257885]);
    }

    #[test]
    #[rustfmt::skip]
    fn one_sided_results() {
        check(Games::new(10, 0, 0), [0.1428758670613143, 0.11546068269010501, 4.183458127339667]);
        check(Games::new(0, 0, 10), [-0.1449472638062595, -0.11479782200441183, -7.329467053054036]);
        check(Games::new(0, 10, 0), [-0.1396819972336099, 0.05681476903356549, -7.321023009590392]);
        check(Pairs::new([0, 0, 0, 0, 10]), [0.14290443254415805, 0.11548376718322442, 4.18429416102651]);
        check(Pairs::new([0, 0, 10, 0, 0]), [-0.1394276388154, 0.056811619397069586, -7.3222010197330425]);
        check(Games::new(1000000, 0, 0), [14287.607707725063, 11546.061870714646, 418377.28783706203]);
    }

    #[test]
    fn walds_bounds() {
        // log(β/(1 − α)), log((1 − β)/α) with mpmath, α = 0.05, β = 0.1
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.05, 0.1).unwrap().bounds();
        assert_close(lower, -2.251291798606495);
        assert_close(upper, 2.8903717578961645);
    }

    #[test]
    fn decisions() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.llr(&Games::new(0, 0, 0)), 0.0);
        assert_eq!(sprt.decide(&Pairs::new([0; 5])), Decision::Continue);
        assert_eq!(sprt.decide(&Games::new(100, 0, 0)), Decision::Continue);
        assert_eq!(sprt.decide(&Games::new(1000, 0, 0)), Decision::AcceptElo1);
        assert_eq!(sprt.decide(&Games::new(0, 0, 1000)), Decision::AcceptElo0);
        assert_eq!(
            sprt.decide(&Pairs::new([0, 0, 1000, 0, 0])),
            Decision::AcceptElo0
        );
    }

    #[test]
    fn impossible_tests() {
        let impossible = [
            (5.0, 0.0, 0.05, 0.05),
            (0.0, 0.0, 0.05, 0.05),
            (0.0, 1e6, 0.05, 0.05),
            (-1e6, 0.0, 0.05, 0.05),
            (f64::NAN, 5.0, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.05, f64::NAN),
            (0.0, 5.0, 0.5, 0.5),
        ];
        for (elo0, elo1, alpha, beta) in impossible {
            assert_eq!(Sprt::new(elo0, elo1, alpha, beta), None);
        }
    }

    #[test]
    fn as_many_games_as_can_be_counted() {
        for (elo0, elo1) in [(0.0, 5.0), (-800.0, 900.0), (-5000.0, 5000.0)] {
            let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            let all = u64::MAX;
            for [wins, draws, losses] in [[all, 0, 0], [0, all, 0], [0, 0, all], [all, 1, all]] {
                let games = Games::new(wins, draws, losses);
                assert!(sprt.llr(&games).is_finite(), "{sprt:?} {games:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn always_finite(counts: [u64; 5], elo0 in -2000.0..2000.0, more in 0.1..1000.0) {
            let sprt = Sprt::new(elo0, elo0 + more, 0.05, 0.05).unwrap();
            prop_assert!(sprt.llr(&Pairs::new(counts)).is_finite());
            let [losses, draws, wins, ..] = counts;
            prop_assert!(sprt.llr(&Games::new(wins, draws, losses)).is_finite());
        }

        /// Seen from the other side the hypotheses change places.
        #[test]
        fn opposite(counts: [u8; 5], elo0 in -100.0..100.0, more in 1.0..100.0) {
            let mine = counts.map(u64::from);
            let mut theirs = mine;
            theirs.reverse();
            let here = Sprt::new(elo0, elo0 + more, 0.05, 0.05).unwrap().llr(&Pairs::new(mine));
            let there = Sprt::new(-elo0 - more, -elo0, 0.05, 0.05).unwrap().llr(&Pairs::new(theirs));
            prop_assert!((here + there).abs() < 1e-6 * here.abs().max(1.0));
        }
    }
}
