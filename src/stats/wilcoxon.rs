//! Wilcoxon's signed-rank test: do the differences of pairs lean to one side?
//!
//! The differences are ranked by size; W⁺ is the sum of the ranks of the positive ones.
//! If the pairs do not differ, each rank is as likely to be positive as negative.

use super::critical::normal_below;
use super::ranks::{EXACT_STEPS, Ranks, tie_term};
use super::sample::is_usable;
use super::significance::{Alternative, Method, Significance, exact_p_value, p_value};

/// What to do with differences of zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Zeros {
    /// Drop them before ranking (Wilcoxon; SciPy's "wilcox").
    #[default]
    Drop,
    /// Rank them with the others, then drop their ranks (Pratt; SciPy's "pratt"): better
    /// where zeros are many, as a small difference then counts as what it is.
    Pratt,
}

/// The test and its settings; the default is SciPy's.
///
/// Use it for two engines on the same positions. Take the logarithms of counts or times
/// first, so that a factor of two weighs the same on every position.
///
/// [`Method::Auto`] is exact for up to 50 differences without ties and zeros, and for up to
/// 13 with them; else it takes the normal approximation.
///
/// ```
/// use plyometer::stats::SignedRank;
///
/// let plain: [f64; 6] = [100.0, 2000.0, 130.0, 17.0, 44.0, 900.0];
/// let ordered: [f64; 6] = [50.0, 900.0, 70.0, 8.0, 31.0, 200.0];
/// let found = SignedRank::default()
///     .test_pairs(&plain.map(f64::ln), &ordered.map(f64::ln))
///     .unwrap();
/// assert_eq!(found.p, 2.0 / 64.0);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SignedRank {
    pub zeros: Zeros,
    pub method: Method,
    /// `Greater`: the differences tend to be positive.
    pub alternative: Alternative,
    /// Whether the normal approximation moves W⁺ by ½ towards its mean.
    pub correction: bool,
}

impl Default for SignedRank {
    fn default() -> Self {
        SignedRank {
            zeros: Zeros::Drop,
            method: Method::Auto,
            alternative: Alternative::TwoSided,
            correction: false,
        }
    }
}

impl SignedRank {
    /// Tests the differences aᵢ − bᵢ. `None` unless both have the same length.
    pub fn test_pairs(&self, a: &[f64], b: &[f64]) -> Option<Significance> {
        let differences: Vec<f64> = a.iter().zip(b).map(|(a, b)| a - b).collect();
        (a.len() == b.len()).then(|| self.test(&differences))?
    }

    /// Tests the differences. The statistic is W⁺, two-sided the smaller of W⁺ and W⁻.
    ///
    /// Where every difference is zero, p is 1. `None` for an empty sample, one that is not
    /// finite, and an exact test of a thousand differences or more.
    pub fn test(&self, differences: &[f64]) -> Option<Significance> {
        if !is_usable(differences) {
            return None;
        }
        let ranked = Ranked::new(differences, self.zeros);
        let exact = match self.method {
            Method::Exact => true,
            Method::Normal => false,
            Method::Auto if ranked.ties || ranked.zeros > 0 => differences.len() <= 13,
            Method::Auto => differences.len() <= 50,
        };
        let p = match exact {
            true => self.exact(&ranked)?,
            false => self.normal(&ranked),
        };
        let statistic = match self.alternative {
            Alternative::TwoSided => ranked.plus().min(ranked.minus()),
            _ => ranked.plus(),
        };
        Some(Significance {
            statistic,
            p,
            exact,
        })
    }

    /// p from the 2ⁿ ways to sign the ranks.
    fn exact(&self, ranked: &Ranked) -> Option<f64> {
        let total = ranked.doubled_plus + ranked.doubled_minus;
        if ranked.doubled.len() as f64 * total as f64 > EXACT_STEPS {
            return None;
        }
        let weights = sums_of_signed(&ranked.doubled, total);
        Some(exact_p_value(
            self.alternative,
            &weights,
            ranked.doubled_plus,
        ))
    }

    /// p from z = (W⁺ − μ) / σ.
    fn normal(&self, ranked: &Ranked) -> f64 {
        if ranked.deviation == 0.0 {
            return 1.0;
        }
        let excess = ranked.plus() - ranked.mean;
        let towards_the_mean = match self.alternative {
            Alternative::Greater => 0.5,
            Alternative::Less => -0.5,
            Alternative::TwoSided if excess == 0.0 => 0.0,
            Alternative::TwoSided => 0.5 * excess.signum(),
        };
        let correction = if self.correction {
            towards_the_mean
        } else {
            0.0
        };
        let z = (excess - correction) / ranked.deviation;
        p_value(self.alternative, normal_below(z), normal_below(-z))
    }
}

/// The differences as the test sees them.
struct Ranked {
    /// Twice the ranks of the differences that are not zero.
    doubled: Vec<usize>,
    doubled_plus: usize,
    doubled_minus: usize,
    zeros: usize,
    ties: bool,
    /// μ and σ of W⁺ if there is no difference.
    mean: f64,
    deviation: f64,
}

impl Ranked {
    fn new(differences: &[f64], zeros: Zeros) -> Self {
        let count_of_zeros = differences.iter().filter(|&&d| d == 0.0).count();
        let kept: Vec<f64> = match zeros {
            Zeros::Drop => differences.iter().copied().filter(|&d| d != 0.0).collect(),
            Zeros::Pratt => differences.to_vec(),
        };
        let sizes: Vec<f64> = kept.iter().map(|d| d.abs()).collect();
        let ranks = Ranks::of(&sizes);

        let sum_of = |sign: fn(f64) -> bool| -> usize {
            let signed = kept.iter().zip(&ranks.doubled).filter(|&(&d, _)| sign(d));
            signed.map(|(_, &rank)| rank).sum()
        };
        let nonzero = kept.iter().zip(&ranks.doubled).filter(|&(&d, _)| d != 0.0);

        // Zeros that were ranked are the lowest ranks and the first group; their share is
        // taken from the moments of the rest (Cureton, 1967).
        let ranked_zeros = if zeros == Zeros::Pratt {
            count_of_zeros
        } else {
            0
        };
        let groups = &ranks.groups[usize::from(ranked_zeros > 0)..];
        let (mean, squares) = moments(kept.len());
        let (mean_of_zeros, squares_of_zeros) = moments(ranked_zeros);
        let variance = squares - squares_of_zeros - tie_term(groups) / 48.0;
        Ranked {
            doubled: nonzero.map(|(_, &rank)| rank).collect(),
            doubled_plus: sum_of(|d| d > 0.0),
            doubled_minus: sum_of(|d| d < 0.0),
            zeros: count_of_zeros,
            ties: ranks.has_ties(),
            mean: mean - mean_of_zeros,
            deviation: variance.max(0.0).sqrt(),
        }
    }

    fn plus(&self) -> f64 {
        self.doubled_plus as f64 / 2.0
    }

    fn minus(&self) -> f64 {
        self.doubled_minus as f64 / 2.0
    }
}

/// n(n+1)/4 and n(n+1)(2n+1)/24: mean and variance of W⁺ for n ranks without ties.
fn moments(n: usize) -> (f64, f64) {
    let n = n as f64;
    let pairs = n * (n + 1.0);
    (pairs / 4.0, pairs * (2.0 * n + 1.0) / 24.0)
}

/// The probability of each sum, 0 to `total`, when every rank counts with probability ½.
fn sums_of_signed(ranks: &[usize], total: usize) -> Vec<f64> {
    let mut probability = vec![0.0; total + 1];
    probability[0] = 1.0;
    let mut reached = 0;
    for &rank in ranks {
        reached += rank;
        for sum in (0..=reached).rev() {
            let with = if sum >= rank {
                probability[sum - rank]
            } else {
                0.0
            };
            probability[sum] = (probability[sum] + with) / 2.0;
        }
    }
    probability
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close, series};
    use super::*;
    use proptest::prelude::*;

    /// For each alternative (two-sided, less, greater), of
    /// scipy.stats.wilcoxon(d, zero_method=…, alternative=…): the statistic and the p value,
    /// then the p values with method="asymptotic", and with correction=True too.
    #[track_caller]
    fn check(differences: &[f64], zeros: Zeros, expected: [[f64; 4]; 3]) {
        let alternatives = [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
        ];
        for (alternative, expected) in alternatives.into_iter().zip(expected) {
            let auto = SignedRank {
                zeros,
                alternative,
                ..Default::default()
            };
            let normal = SignedRank {
                method: Method::Normal,
                ..auto
            };
            let corrected = SignedRank {
                correction: true,
                ..normal
            };
            let [auto, normal, corrected] =
                [auto, normal, corrected].map(|test| test.test(differences).unwrap());
            let found = [auto.statistic, auto.p, normal.p, corrected.p];
            assert_all_close(&found, &expected);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn few_without_ties() {
        check(&[6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0], Zeros::Drop, [
            [24.0, 0.041259765625, 0.04088813291185591, 0.043772323763041174],
            [96.0, 0.982330322265625, 0.979555933544072, 0.9809166843332187],
            [96.0, 0.0206298828125, 0.020444066455927955, 0.021886161881520587],
        ]);
        check(&[3.0], Zeros::Drop, [
            [0.0, 1.0, 0.31731050786291415, 1.0],
            [1.0, 1.0, 0.8413447460685429, 0.9772498680518208],
            [1.0, 0.5, 0.15865525393145707, 0.5],
        ]);
        check(&[-1.0, -2.0], Zeros::Pratt, [
            [0.0, 0.5, 0.17971249487899976, 0.37109336952269756],
            [0.0, 0.25, 0.08985624743949988, 0.18554668476134878],
            [0.0, 1.0, 0.9101437525605001, 0.9631808649398487],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn few_with_ties() {
        check(&[1.0, 1.0, -2.0, 2.0, 3.0, -3.0, 4.0, 5.0], Zeros::Drop, [
            [9.0, 0.2421875, 0.2059032107320684, 0.23222840692823477],
            [27.0, 0.89453125, 0.8970483946339658, 0.9090919176976465],
            [27.0, 0.12109375, 0.1029516053660342, 0.11611420346411738],
        ]);
        check(&[2.0; 9], Zeros::Drop, [
            [0.0, 0.00390625, 0.0026997960632601866, 0.0033534364549463185],
            [45.0, 1.0, 0.9986501019683699, 0.9989176995186068],
            [45.0, 0.001953125, 0.0013498980316300933, 0.0016767182274731592],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn few_with_zeros() {
        check(&[0.0, 0.0, 3.0, -1.0, 4.0, 6.0, -2.0, 8.0, 9.0, 7.0], Zeros::Drop, [
            [3.0, 0.0390625, 0.03569190011680441, 0.04231527490571396],
            [33.0, 0.98828125, 0.9821540499415978, 0.9850130132067221],
            [33.0, 0.01953125, 0.017845950058402206, 0.02115763745285698],
        ]);
        check(&[0.0, 0.0, 3.0, -1.0, 4.0, 6.0, -2.0, 8.0, 9.0, 7.0], Zeros::Pratt, [
            [7.0, 0.0546875, 0.051252582857369465, 0.05768818502540781],
            [45.0, 0.98046875, 0.9743737085713152, 0.9772853592309814],
            [45.0, 0.02734375, 0.025626291428684733, 0.028844092512703905],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn ties_and_zeros_where_auto_turns_to_the_normal() {
        check(&series(13, 5, 7, 2.0), Zeros::Drop, [
            [11.0, 0.0595703125, 0.04864533193842794, 0.053995075871377286],
            [55.0, 0.98291015625, 0.975677334030786, 0.9781260477750241],
            [55.0, 0.02978515625, 0.02432266596921397, 0.026997537935688643],
        ]);
        check(&series(13, 5, 7, 2.0), Zeros::Pratt, [
            [17.0, 0.0693359375, 0.05716215091687627, 0.06192318360762157],
            [71.0, 0.97802734375, 0.9714189245415619, 0.9736451929480708],
            [71.0, 0.03466796875, 0.028581075458438136, 0.030961591803810785],
        ]);
        check(&series(14, 5, 7, 2.0), Zeros::Drop, [
            [18.0, 0.09661420844785218, 0.09661420844785218, 0.10481728083972311],
            [60.0, 0.951692895776074, 0.951692895776074, 0.955533548977082],
            [60.0, 0.04830710422392609, 0.04830710422392609, 0.052408640419861555],
        ]);
        check(&series(14, 5, 7, 2.0), Zeros::Pratt, [
            [26.0, 0.11366555305196807, 0.11366555305196807, 0.12107159221669797],
            [76.0, 0.9431672234740159, 0.9431672234740159, 0.9466894830716616],
            [76.0, 0.056832776525984036, 0.056832776525984036, 0.060535796108348985],
        ]);
        check(&series(20, 7, 11, 3.0), Zeros::Pratt, [
            [34.0, 0.009271339158171436, 0.009271339158171436, 0.009789856736641274],
            [173.0, 0.9953643304209143, 0.9953643304209143, 0.9956112652858558],
            [173.0, 0.004635669579085718, 0.004635669579085718, 0.004894928368320637],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn many() {
        check(&series(50, 29, 101, 40.3), Zeros::Drop, [
            [497.0, 0.1781010477908609, 0.175008298276776, 0.17654844046701923],
            [778.0, 0.912506192319956, 0.912495850861612, 0.913260897313138],
            [778.0, 0.08905052389543044, 0.087504149138388, 0.08827422023350961],
        ]);
        check(&series(51, 29, 101, 40.3), Zeros::Drop, [
            [505.0, 0.13860450428488436, 0.13860450428488436, 0.13985773072192037],
            [821.0, 0.9306977478575578, 0.9306977478575578, 0.9313200267659535],
            [821.0, 0.06930225214244218, 0.06930225214244218, 0.06992886536096019],
        ]);
        check(&series(500, 37, 211, 90.0), Zeros::Drop, [
            [45475.5, 2.193137196225824e-07, 2.193137196225824e-07, 2.194968279857537e-07],
            [78775.5, 0.9999998903431402, 0.9999998903431402, 0.9999998904346206],
            [78775.5, 1.096568598112912e-07, 1.096568598112912e-07, 1.0974841399287685e-07],
        ]);
        check(&series(500, 37, 211, 90.0), Zeros::Pratt, [
            [45901.5, 2.2984935557021856e-07, 2.2984935557021856e-07, 2.3003980872299668e-07],
            [79345.5, 0.9999998850753222, 0.9999998850753222, 0.9999998851704727],
            [79345.5, 1.1492467778510928e-07, 1.1492467778510928e-07, 1.1501990436149834e-07],
        ]);
        check(&series(3000, 7919, 10007, 4800.25), Zeros::Drop, [
            [2071305.0, 0.00015551882489721227, 0.00015551882489721227, 0.00015552541064069037],
            [2430195.0, 0.9999222405875514, 0.9999222405875514, 0.9999222438802919],
            [2430195.0, 7.775941244860614e-05, 7.775941244860614e-05, 7.776270532034518e-05],
        ]);
    }

    #[test]
    fn exact_where_auto_is_not() {
        let p = |differences: &[f64], zeros| {
            let exact = SignedRank {
                zeros,
                method: Method::Exact,
                ..Default::default()
            };
            exact.test(differences).unwrap().p
        };
        // scipy.stats.wilcoxon(d, method="exact")
        assert_close(
            p(&series(51, 29, 101, 40.3), Zeros::Drop),
            0.14083605897156293,
        );
        // scipy.stats.wilcoxon(d, method=PermutationMethod(n_resamples=2**20 + 1)), which
        // tries every way to sign the differences
        assert_close(p(&series(14, 5, 7, 2.0), Zeros::Drop), 0.1044921875);
        assert_close(p(&series(14, 5, 7, 2.0), Zeros::Pratt), 0.12255859375);
        assert_close(p(&series(20, 7, 11, 3.0), Zeros::Drop), 0.00513458251953125);
        assert_close(p(&series(20, 7, 11, 3.0), Zeros::Pratt), 0.007415771484375);
    }

    #[test]
    fn no_difference_at_all() {
        for zeros in [Zeros::Drop, Zeros::Pratt] {
            for n in [1, 5, 20, 100] {
                for method in [Method::Auto, Method::Exact, Method::Normal] {
                    let test = SignedRank {
                        zeros,
                        method,
                        correction: true,
                        ..Default::default()
                    };
                    let found = test.test(&vec![0.0; n]).unwrap();
                    assert_eq!((found.statistic, found.p), (0.0, 1.0));
                }
            }
        }
    }

    #[test]
    fn no_answer() {
        let test = SignedRank::default();
        assert_eq!(test.test(&[]), None);
        assert_eq!(test.test(&[1.0, f64::NAN]), None);
        assert_eq!(test.test_pairs(&[1.0], &[1.0, 2.0]), None);
        assert_eq!(test.test_pairs(&[f64::MAX], &[-f64::MAX]), None);
        let exact = SignedRank {
            method: Method::Exact,
            ..test
        };
        assert_eq!(exact.test(&series(1000, 7919, 10007, 5000.25)), None);
    }

    proptest! {
        #[test]
        fn turned_around_the_sides_change_places(d in prop::collection::vec(-6..6i32, 1..30), pratt: bool, correction: bool) {
            let d: Vec<f64> = d.into_iter().map(f64::from).collect();
            let turned: Vec<f64> = d.iter().map(|d| -d).collect();
            let zeros = if pratt { Zeros::Pratt } else { Zeros::Drop };
            for method in [Method::Auto, Method::Exact, Method::Normal] {
                let p = |alternative, d: &[f64]| {
                    SignedRank { zeros, method, alternative, correction }.test(d).unwrap().p
                };
                let (less, greater) = (p(Alternative::Less, &d), p(Alternative::Greater, &turned));
                prop_assert!((less - greater).abs() < 1e-12);
                prop_assert!((0.0..=1.0).contains(&p(Alternative::TwoSided, &d)));
            }
        }
    }
}
