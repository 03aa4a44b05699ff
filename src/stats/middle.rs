//! The interval of a median, from the order of the values alone.

use statrs::distribution::{Binomial, DiscreteCDF};

use super::critical;
use super::estimate::Estimate;
use super::sample::{quantile_of_sorted, sorted};

/// The median with an interval whose ends are two of the values.
///
/// Each value falls below the true median with probability ½, so the number that do is
/// binomial. With k the smallest number for which P(B(n, ½) ≤ k) ≥ (1 − level)/2, the
/// k-th smallest and the k-th largest value enclose the median with at least the
/// probability `level`, whatever the distribution.
///
/// Use it for times: it assumes nothing but independent runs and is not moved by an
/// outlier. No pair of values is wide enough where runs are few: below 6 at level 0.95
/// and below 8 at 0.99 there is no interval.
///
/// ```
/// use plyometer::stats::median_interval;
///
/// let times = [12.1, 11.8, 12.6, 35.0, 11.9, 12.0, 12.3, 11.7, 12.2, 13.4];
/// let interval = median_interval(&times, 0.95).unwrap().interval.unwrap();
/// assert_eq!((interval.low, interval.high), (11.8, 13.4));
/// ```
pub fn median_interval(values: &[f64], level: f64) -> Option<Estimate> {
    let tail = critical::tail(level)?;
    let sorted = sorted(values)?;
    let median = quantile_of_sorted(&sorted, 0.5)?;
    Some(match low_rank(sorted.len(), tail)? {
        0 => Estimate::point(median),
        k => Estimate::within(median, sorted[k - 1], sorted[sorted.len() - k]),
    })
}

/// The rank, from 1, of the value at the lower end; 0 where there is none.
fn low_rank(n: usize, tail: f64) -> Option<usize> {
    let below = Binomial::new(0.5, n as u64).ok()?;
    usize::try_from(below.inverse_cdf(tail)).ok()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{NODES, TIMES, big};
    use super::*;

    #[track_caller]
    fn check(values: &[f64], level: f64, low: f64, high: f64) {
        let found = median_interval(values, level).unwrap().interval.unwrap();
        assert_eq!((found.low, found.high), (low, high));
    }

    #[test]
    fn as_scipy_says() {
        // scipy.stats.quantile_test(x, q=0, p=.5).confidence_interval(level)
        check(&TIMES, 0.95, 11.8, 13.4);
        check(&TIMES, 0.99, 11.7, 35.0);
        check(&NODES, 0.95, 1.0, 20411.0);
        check(&big(), 0.95, 4868.5, 5147.5);
        check(&big(), 0.99, 4827.5, 5193.5);
        // SciPy: nan, nan
        assert_eq!(median_interval(&NODES, 0.99), Some(Estimate::point(443.5)));
    }

    #[test]
    fn ranks_for_every_small_n() {
        // scipy.stats.binom(n, .5).ppf(.025) for n = 1..60
        let expected = [
            0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 8, 9, 9,
            10, 10, 10, 11, 11, 12, 12, 13, 13, 13, 14, 14, 15, 15, 16, 16, 16, 17, 17, 18, 18, 19,
            19, 19, 20, 20, 21, 21, 22, 22, 22,
        ];
        let found: Vec<usize> = (1..=60).map(|n| low_rank(n, 0.025).unwrap()).collect();
        assert_eq!(found, expected);
        // The same for n = 100, 1000, 10 000, 100 000
        let found = [100, 1000, 10_000, 100_000].map(|n| low_rank(n, 0.025).unwrap());
        assert_eq!(found, [40, 469, 4902, 49690]);
    }

    #[test]
    fn equal_values_and_no_answer() {
        check(&[2.5; 9], 0.95, 2.5, 2.5);
        assert_eq!(median_interval(&[2.5], 0.95), Some(Estimate::point(2.5)));
        assert_eq!(median_interval(&[], 0.95), None);
        assert_eq!(median_interval(&[f64::NAN; 8], 0.95), None);
        assert_eq!(median_interval(&TIMES, 0.0), None);
    }
}
