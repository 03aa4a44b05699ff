//! The Mann–Whitney U test: is a value of one sample as often above as below one of another?
//!
//! U is the number of pairs (a, b) with a > b, an equal pair counting half. With R the sum
//! of the ranks of a's values among all, U = R − n_a(n_a + 1)/2.

use super::critical::normal_below;
use super::ranks::{EXACT_STEPS, Ranks, tie_term};
use super::sample::is_usable;
use super::significance::{Alternative, Method, Significance, exact_p_value, p_value};

/// The test and its settings; the default is SciPy's.
///
/// Use it for two samples that are not paired, such as the times of two builds: it assumes
/// no distribution and an outlier is only the last rank. U / (n_a·n_b) estimates the
/// probability that a value of a is above one of b.
///
/// [`Method::Auto`] is exact where a sample has 8 values or fewer and none are tied, unless
/// that would take more than a second (8 against thousands); else it takes the normal
/// approximation.
///
/// ```
/// use plyometer::stats::MannWhitney;
///
/// let found = MannWhitney::default().test(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).unwrap();
/// assert_eq!((found.statistic, found.p), (0.0, 0.1));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct MannWhitney {
    pub method: Method,
    /// `Greater`: values of the first sample tend to be above those of the second.
    pub alternative: Alternative,
    /// Whether the normal approximation moves U by ½ towards its mean.
    pub correction: bool,
}

impl Default for MannWhitney {
    fn default() -> Self {
        MannWhitney {
            method: Method::Auto,
            alternative: Alternative::TwoSided,
            correction: true,
        }
    }
}

impl MannWhitney {
    /// Tests a against b. The statistic is U of a. Where all values are equal, p is 1.
    ///
    /// `None` where a sample is empty or not finite, and where an exact test is asked for
    /// that would take more than about a second (beyond some 110 values against 110).
    pub fn test(&self, a: &[f64], b: &[f64]) -> Option<Significance> {
        if !is_usable(a) || !is_usable(b) {
            return None;
        }
        let ranks = Ranks::of(&[a, b].concat());
        let (ranks_a, ranks_b) = ranks.doubled.split_at(a.len());
        let (doubled_a, doubled_b) = (doubled_u(ranks_a), doubled_u(ranks_b));

        let exact = match self.method {
            Method::Exact => true,
            Method::Normal => false,
            Method::Auto => {
                let few = a.len().min(b.len()) <= 8;
                few && !ranks.has_ties() && exact_steps(a.len(), b.len()) <= EXACT_STEPS
            }
        };
        let p = if !exact {
            self.normal(doubled_a, doubled_b, a.len(), b.len(), &ranks.groups)
        } else if exact_steps(a.len(), b.len()) > EXACT_STEPS {
            return None;
        } else {
            self.exact(&ranks.doubled, a.len(), b.len(), doubled_a)
        };
        Some(Significance {
            statistic: doubled_a as f64 / 2.0,
            p,
            exact,
        })
    }

    /// p from all ways to choose which of the ranks are a's.
    fn exact(&self, doubled: &[usize], n_a: usize, n_b: usize, doubled_a: usize) -> f64 {
        // Count over the smaller sample. If that is b, U of b runs against U of a.
        let mut weights = sums_of_chosen(doubled, n_a.min(n_b));
        let least = doubled_least(n_a.min(n_b));
        let mut by_u = weights.split_off(least);
        by_u.truncate(2 * n_a * n_b + 1);
        if n_b < n_a {
            by_u.reverse();
        }
        exact_p_value(self.alternative, &by_u, doubled_a)
    }

    /// p from z = (U − μ − ½) / σ with μ = n_a·n_b/2 and
    /// σ² = n_a·n_b/12 · (N + 1 − Σ(t³ − t) / (N(N − 1))), N values in all.
    fn normal(
        &self,
        doubled_a: usize,
        doubled_b: usize,
        n_a: usize,
        n_b: usize,
        groups: &[usize],
    ) -> f64 {
        let (n_a, n_b) = (n_a as f64, n_b as f64);
        let n = n_a + n_b;
        let ties = tie_term(groups) / (n * (n - 1.0));
        let deviation = (n_a * n_b / 12.0 * (n + 1.0 - ties).max(0.0)).sqrt();
        if deviation == 0.0 {
            return 1.0;
        }
        let correction = if self.correction { 0.5 } else { 0.0 };
        let at_least = |doubled_u: usize| {
            let excess = doubled_u as f64 / 2.0 - n_a * n_b / 2.0 - correction;
            normal_below(-excess / deviation)
        };
        p_value(self.alternative, at_least(doubled_b), at_least(doubled_a))
    }
}

/// 2U of the values with these doubled ranks.
fn doubled_u(doubled_ranks: &[usize]) -> usize {
    doubled_ranks.iter().sum::<usize>() - doubled_least(doubled_ranks.len())
}

/// n(n + 1): twice the least rank sum of n values, at which U is 0.
fn doubled_least(n: usize) -> usize {
    n * (n + 1)
}

/// The steps of [`sums_of_chosen`]: for each value, every number chosen and every sum.
fn exact_steps(n_a: usize, n_b: usize) -> f64 {
    let (few, all) = (n_a.min(n_b) as f64, (n_a + n_b) as f64);
    all * few * largest_sum(few, all)
}

/// Twice the sum of the `few` highest of `all` ranks.
fn largest_sum(few: f64, all: f64) -> f64 {
    few * (2.0 * all - few + 1.0)
}

/// In how many ways `few` of the doubled ranks have each sum.
fn sums_of_chosen(doubled: &[usize], few: usize) -> Vec<f64> {
    let length = few * (2 * doubled.len() - few + 1) + 1;
    // ways[chosen][sum], over the ranks seen so far.
    let mut ways = vec![vec![0.0; length]; few + 1];
    ways[0][0] = 1.0;
    for &rank in doubled {
        // Downwards, so that no rank is chosen twice.
        for chosen in (1..=few).rev() {
            let (fewer, more) = ways.split_at_mut(chosen);
            let without = &fewer[chosen - 1][..length - rank.min(length)];
            for (with, without) in more[0][rank.min(length)..].iter_mut().zip(without) {
                *with += without;
            }
        }
    }
    ways.swap_remove(few)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close, series};
    use super::*;
    use proptest::prelude::*;

    const ALTERNATIVES: [Alternative; 3] = [
        Alternative::TwoSided,
        Alternative::Less,
        Alternative::Greater,
    ];

    /// For each alternative, of scipy.stats.mannwhitneyu(a, b, alternative=…): the statistic
    /// and the p value, then the p values with method="asymptotic", without and with
    /// use_continuity.
    #[track_caller]
    fn check(a: &[f64], b: &[f64], expected: [[f64; 4]; 3]) {
        for (alternative, expected) in ALTERNATIVES.into_iter().zip(expected) {
            let auto = MannWhitney {
                alternative,
                ..Default::default()
            };
            let corrected = MannWhitney {
                method: Method::Normal,
                ..auto
            };
            let normal = MannWhitney {
                correction: false,
                ..corrected
            };
            let [auto, normal, corrected] =
                [auto, normal, corrected].map(|test| test.test(a, b).unwrap());
            let found = [auto.statistic, auto.p, normal.p, corrected.p];
            assert_all_close(&found, &expected);
        }
    }

    #[test]
    #[rustfmt::skip]
    fn few() {
        check(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0], [
            [17.0, 0.1111111111111111, 0.0864107329737, 0.11134688653314041],
            [17.0, 0.9682539682539683, 0.95679463351315, 0.9669037101389033],
            [17.0, 0.05555555555555555, 0.04320536648685, 0.055673443266570206],
        ]);
        check(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0], [
            [0.0, 0.1, 0.049534613435626706, 0.08085559837005224],
            [0.0, 0.05, 0.024767306717813353, 0.04042779918502612],
            [0.0, 1.0, 0.9752326932821866, 0.9854518341293739],
        ]);
        check(&[1.0, 2.0, 3.0, 7.0, 8.5], &[4.0, 5.0, 6.0, 9.0, 10.0, 11.0], [
            [6.0, 0.12554112554112554, 0.10034824646229075, 0.12069080052744556],
            [6.0, 0.06277056277056277, 0.050174123231145375, 0.06034540026372278],
            [6.0, 0.9588744588744589, 0.9498258767688547, 0.9585812874205969],
        ]);
        check(&[1.0], &[2.0], [
            [0.0, 1.0, 0.31731050786291415, 1.0],
            [0.0, 0.5, 0.15865525393145707, 0.5],
            [0.0, 1.0, 0.8413447460685429, 0.9772498680518208],
        ]);
        check(&[5.5], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0], [
            [5.0, 0.9230769230769231, 0.7892680261342813, 0.8936946693232326],
            [5.0, 0.46153846153846156, 0.39463401306714063, 0.4468473346616163],
            [5.0, 0.6153846153846154, 0.6053659869328594, 0.6557501294516829],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn ties() {
        check(&[1.0, 2.0, 2.0, 3.0, 5.0], &[2.0, 3.0, 4.0, 4.0, 6.0, 7.0], [
            [6.5, 0.13862587987892763, 0.11560643738731947, 0.13862587987892763],
            [6.5, 0.06931293993946382, 0.05780321869365974, 0.06931293993946382],
            [6.5, 0.9521476244125593, 0.9421967813063402, 0.9521476244125593],
        ]);
        // SciPy has nan for the second p value, 0/0: here 1, as for the third.
        check(&[2.0; 4], &[2.0; 5], [
            [10.0, 1.0, 1.0, 1.0],
            [10.0, 1.0, 1.0, 1.0],
            [10.0, 1.0, 1.0, 1.0],
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn many() {
        check(&series(8, 31, 997, 0.0), &series(300, 53, 1009, 0.5), [
            [310.0, 9.062866937368479e-05, 0.00034345611478023774, 0.0003461093200897409],
            [310.0, 4.5314334686842395e-05, 0.00017172805739011887, 0.00017305466004487044],
            [310.0, 0.9999557787259483, 0.9998282719426099, 0.9998295890271794],
        ]);
        check(&series(9, 31, 97, 0.0), &series(9, 31, 97, 20.5), [
            [54.0, 0.25099827044292256, 0.2332302227821852, 0.25099827044292256],
            [54.0, 0.8918134959711812, 0.8833848886089074, 0.8918134959711812],
            [54.0, 0.12549913522146128, 0.1166151113910926, 0.12549913522146128],
        ]);
        check(&series(400, 37, 211, 0.0), &series(350, 41, 199, -20.0), [
            [61219.5, 0.0030146719540652643, 0.0030130164581277795, 0.0030146719540652643],
            [61219.5, 0.0015073359770326322, 0.0015065082290638898, 0.0015073359770326322],
            [61219.5, 0.9984943191042359, 0.9984934917709362, 0.9984943191042359],
        ]);
    }

    #[test]
    fn exact_with_and_without_ties() {
        // scipy.stats.mannwhitneyu(a, b, alternative=…, method=PermutationMethod(n_resamples=10**6)),
        // which tries every choice
        let check = |a: &[f64], b: &[f64], expected: [f64; 3]| {
            let found = ALTERNATIVES.map(|alternative| {
                let exact = MannWhitney {
                    method: Method::Exact,
                    alternative,
                    correction: true,
                };
                exact.test(a, b).unwrap().p
            });
            assert_all_close(&found, &expected);
        };
        check(
            &[19.0, 22.0, 16.0, 29.0, 24.0],
            &[20.0, 11.0, 17.0, 12.0],
            [0.1111111111111111, 0.9682539682539683, 0.05555555555555555],
        );
        check(
            &[1.0, 2.0, 3.0, 7.0, 8.5],
            &[4.0, 5.0, 6.0, 9.0, 10.0, 11.0],
            [0.12554112554112554, 0.06277056277056277, 0.9588744588744589],
        );
        check(
            &[1.0, 2.0, 2.0, 3.0, 5.0],
            &[2.0, 3.0, 4.0, 4.0, 6.0, 7.0],
            [0.12554112554112554, 0.06277056277056277, 0.9502164502164502],
        );
        check(&[2.0; 4], &[2.0; 5], [1.0, 1.0, 1.0]);
        // scipy.stats.mannwhitneyu(a, b, method="exact")
        let exact = MannWhitney {
            method: Method::Exact,
            ..Default::default()
        };
        let found = exact
            .test(&series(9, 31, 97, 0.0), &series(9, 31, 97, 20.5))
            .unwrap();
        assert_close(found.p, 0.258083093377211);
    }

    #[test]
    fn no_answer() {
        let test = MannWhitney::default();
        assert_eq!(test.test(&[], &[1.0]), None);
        assert_eq!(test.test(&[1.0], &[]), None);
        assert_eq!(test.test(&[1.0], &[f64::NAN]), None);
        let exact = MannWhitney {
            method: Method::Exact,
            ..test
        };
        assert_eq!(
            exact.test(&series(200, 3, 601, 0.0), &series(200, 3, 601, 0.5)),
            None
        );
        // Eight against so many that even Auto takes the normal.
        let many = series(5000, 7919, 10007, 0.5);
        assert!(!test.test(&series(8, 31, 997, 0.0), &many).unwrap().exact);
    }

    proptest! {
        #[test]
        fn exchanged_the_sides_change_places(
            a in prop::collection::vec(-6..6i32, 1..9),
            b in prop::collection::vec(-6..6i32, 1..9),
            correction: bool,
        ) {
            let [a, b] = [a, b].map(|x| x.into_iter().map(f64::from).collect::<Vec<f64>>());
            for method in [Method::Auto, Method::Exact, Method::Normal] {
                let p = |alternative, a: &[f64], b: &[f64]| {
                    MannWhitney { method, alternative, correction }.test(a, b).unwrap().p
                };
                let (less, greater) = (p(Alternative::Less, &a, &b), p(Alternative::Greater, &b, &a));
                prop_assert!((less - greater).abs() < 1e-12);
                prop_assert!((0.0..=1.0).contains(&p(Alternative::TwoSided, &a, &b)));
            }
        }
    }
}
