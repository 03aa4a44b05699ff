//! The sign test: which side do the differences of pairs fall on, whatever their size?

use statrs::distribution::{Binomial, DiscreteCDF};

use super::sample::is_usable;
use super::significance::{Alternative, Significance, p_value};

/// The exact sign test. Of the n differences that are not zero, the number of positive
/// ones (the statistic) is binomial B(n, ½) if there is no difference.
///
/// Use it where only better or worse is known, or sizes cannot be compared; else
/// Wilcoxon's test sees more. Where every difference is zero, p is 1. `None` for an empty
/// sample or one that is not finite.
///
/// ```
/// use plyometer::stats::{Alternative, sign_test};
///
/// let found = sign_test(&[1.0, 9.0, 0.0, 4.0, 2.0], Alternative::Greater).unwrap();
/// assert_eq!(found.statistic, 4.0);
/// assert!((found.p - 1.0 / 16.0).abs() < 1e-12);
/// ```
pub fn sign_test(differences: &[f64], alternative: Alternative) -> Option<Significance> {
    if !is_usable(differences) {
        return None;
    }
    let positive = differences.iter().filter(|&&d| d > 0.0).count() as u64;
    let negative = differences.iter().filter(|&&d| d < 0.0).count() as u64;
    Some(Significance {
        statistic: positive as f64,
        p: p_of_counts(positive, negative, alternative)?,
        exact: true,
    })
}

/// At least as many positives is as likely as at most as many negatives: both tails come
/// from the left one, which keeps its digits.
fn p_of_counts(positive: u64, negative: u64, alternative: Alternative) -> Option<f64> {
    let below = Binomial::new(0.5, positive + negative).ok()?;
    Some(p_value(
        alternative,
        below.cdf(positive),
        below.cdf(negative),
    ))
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    #[test]
    fn as_scipy_says() {
        // scipy.stats.binomtest(positive, n, .5, alternative).pvalue: two-sided, less, greater
        let cases = [
            (0, 1, [1.0, 0.5, 1.0]),
            (2, 10, [0.109375, 0.0546875, 0.9892578125]),
            (5, 10, [1.0, 0.623046875, 0.623046875]),
            (
                400,
                1000,
                [
                    2.728464156065947e-10,
                    1.3642320780329735e-10,
                    0.9999999999099158,
                ],
            ),
            (
                49000,
                100000,
                [
                    2.5887160383468943e-10,
                    1.2943580191734472e-10,
                    0.9999999998757588,
                ],
            ),
            (0, 60, [1.734723475976807e-18, 8.673617379884035e-19, 1.0]),
        ];
        for (positive, n, expected) in cases {
            let alternatives = [
                Alternative::TwoSided,
                Alternative::Less,
                Alternative::Greater,
            ];
            for (alternative, expected) in alternatives.into_iter().zip(expected) {
                let found = p_of_counts(positive, n - positive, alternative).unwrap();
                assert_close(found, expected);
            }
        }
    }

    #[test]
    fn zeros_do_not_count() {
        let found = sign_test(&[0.0, 3.0, -1.0, -0.0, 2.0], Alternative::TwoSided).unwrap();
        assert_eq!(found.statistic, 2.0);
        assert_close(found.p, 1.0);
        assert_eq!(sign_test(&[0.0; 4], Alternative::Less).unwrap().p, 1.0);
    }

    #[test]
    fn no_answer() {
        assert_eq!(sign_test(&[], Alternative::TwoSided), None);
        assert_eq!(sign_test(&[1.0, f64::NAN], Alternative::TwoSided), None);
    }
}
