//! One sample in one number.
//!
//! All answer `None` for an empty sample, one that holds NaN or ±∞, and where the
//! result is beyond what an f64 holds.

use statrs::statistics::Statistics;

/// A sample that can be worked with: at least one value, all of them finite.
pub(super) fn is_usable(values: &[f64]) -> bool {
    !values.is_empty() && values.iter().all(|value| value.is_finite())
}

/// The values in ascending order, if the sample is usable.
pub(super) fn sorted(values: &[f64]) -> Option<Vec<f64>> {
    is_usable(values).then(|| {
        let mut sorted = values.to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        sorted
    })
}

/// The logarithms, if the sample is usable and every value positive.
pub(super) fn logarithms(values: &[f64]) -> Option<Vec<f64>> {
    (is_usable(values) && values.iter().all(|&value| value > 0.0))
        .then(|| values.iter().map(|value| value.ln()).collect())
}

/// The arithmetic mean, Σx / n.
///
/// Summed in the order given, so that the mean of whole numbers (node counts) is exact
/// to the last digit. Use it where totals matter; the cost of a typical run is better
/// told by [`median`] or [`geometric_mean`].
pub fn mean(values: &[f64]) -> Option<f64> {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    // An empty, a NaN or an infinite sample shows in the quotient.
    mean.is_finite().then_some(mean)
}

/// The sample standard deviation, √(Σ(x − x̄)² / (n − 1)). `None` for a single value.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    let deviation = values.std_dev();
    deviation.is_finite().then_some(deviation)
}

/// The middle value, or the mean of the two middle ones: what to report for times, as
/// one slow run does not move it.
///
/// ```
/// use plyometer::stats::median;
///
/// assert_eq!(median(&[12.0, 11.0, 35.0]), Some(12.0));
/// assert_eq!(median(&[]), None);
/// ```
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The value below which a share `p` of the sample lies: Hyndman and Fan's type 7, the
/// default of NumPy and R. With the sorted values numbered from 0 it is the value at
/// h = (n − 1)·p, linear between neighbours. `None` unless 0 ≤ p ≤ 1.
pub fn quantile(values: &[f64], p: f64) -> Option<f64> {
    quantile_of_sorted(&sorted(values)?, p)
}

/// [`quantile`] of values that are already usable and in ascending order.
pub(super) fn quantile_of_sorted(sorted: &[f64], p: f64) -> Option<f64> {
    if sorted.is_empty() || !(0.0..=1.0).contains(&p) {
        return None;
    }
    let h = (sorted.len() - 1) as f64 * p;
    let (below, above) = (sorted[h.floor() as usize], sorted[h.ceil() as usize]);
    if below == above {
        return Some(below);
    }
    let quantile = below + (above - below) * h.fract();
    quantile.is_finite().then_some(quantile)
}

/// The geometric mean, exp(Σ ln x / n). `None` unless every value is positive.
///
/// Use it for counts over positions of very different size: each position weighs the
/// same, and the geometric mean of ratios is the ratio of geometric means.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    mean(&logarithms(values)?).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{NODES, TIMES, assert_all_close, assert_close, big, offset};
    use super::*;
    use proptest::prelude::*;

    /// numpy.mean(x), numpy.std(x, ddof=1), numpy.median(x), scipy.stats.gmean(x), and
    /// numpy.quantile(x, [.1, .25, .9, .975], method="linear").
    #[track_caller]
    fn check(values: &[f64], expected: [f64; 4], quantiles: [f64; 4]) {
        let found = [mean, standard_deviation, median, geometric_mean].map(|f| f(values).unwrap());
        assert_all_close(&found, &expected);
        let found = [0.1, 0.25, 0.9, 0.975].map(|p| quantile(values, p).unwrap());
        assert_all_close(&found, &quantiles);
    }

    #[test]
    fn as_numpy_and_scipy_say() {
        check(
            &TIMES,
            [
                14.5,
                7.219572163377982,
                12.149999999999999,
                13.568723033303291,
            ],
            [
                11.790000000000001,
                11.925,
                15.559999999999993,
                30.140000000000008,
            ],
        );
        check(
            &NODES,
            [
                3738.3333333333335,
                8178.199109013344,
                443.5,
                244.08588164721277,
            ],
            [44.5, 104.5, 10727.0, 17990.0],
        );
        check(
            &offset(),
            [
                1000000006.2555,
                3.64445236394071,
                1000000006.25,
                1000000006.2555003,
            ],
            [1000000001.25, 1000000003.125, 1000000011.25, 1000000012.25],
        );
        check(
            &big(),
            [5008.1772, 2888.970167295894, 5010.0, 3693.9372171353916],
            [1007.4000000000001, 2506.0, 9012.6, 9762.525],
        );
    }

    #[test]
    fn one_value_and_equal_values() {
        assert_eq!(mean(&[3.0]), Some(3.0));
        assert_eq!(quantile(&[3.0], 0.9), Some(3.0));
        assert_eq!(standard_deviation(&[3.0]), None);
        assert_eq!(standard_deviation(&[0.1; 7]), Some(0.0));
        assert_close(geometric_mean(&[0.1; 7]).unwrap(), 0.1);
    }

    #[test]
    fn no_answer() {
        for bad in [&[][..], &[1.0, f64::NAN], &[f64::INFINITY, 1.0]] {
            for f in [mean, standard_deviation, median, geometric_mean] {
                assert_eq!(f(bad), None, "{bad:?}");
            }
        }
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, -1.0]), None);
        assert_eq!(quantile(&[1.0], 1.5), None);
        assert_eq!(quantile(&[1.0], f64::NAN), None);
        assert_eq!(mean(&[f64::MAX, f64::MAX]), None);
    }

    proptest! {
        #[test]
        fn a_quantile_lies_within_the_sample(values in prop::collection::vec(-1e9..1e9, 1..40), p in 0.0..=1.0) {
            let sorted = sorted(&values).unwrap();
            let found = quantile(&values, p).unwrap();
            prop_assert!(sorted[0] <= found && found <= sorted[sorted.len() - 1]);
        }

        #[test]
        fn no_input_panics(values in prop::collection::vec(any::<f64>(), 0..12), p: f64) {
            for found in [mean(&values), standard_deviation(&values), median(&values), quantile(&values, p), geometric_mean(&values)].into_iter().flatten() {
                prop_assert!(found.is_finite());
            }
        }
    }
}
