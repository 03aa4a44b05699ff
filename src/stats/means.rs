//! Intervals of means, from Student's t distribution.

use super::critical;
use super::estimate::Estimate;
use super::sample::{logarithms, mean, standard_deviation};

/// The mean with its interval x̄ ± t·s/√n, t taken from Student's distribution with
/// n − 1 degrees of freedom.
///
/// Use it for a sample that is not far from symmetric, or a large one. One value has no
/// interval, nor has a sample whose interval is beyond what an f64 holds; equal values have
/// one of no width.
///
/// ```
/// use plyometer::stats::mean_interval;
///
/// let mean = mean_interval(&[3.0, 5.0, 4.0], 0.95).unwrap();
/// assert_eq!(mean.value, 4.0);
/// assert!((mean.interval.unwrap().high - 6.484).abs() < 0.001);
/// assert_eq!(mean_interval(&[3.0], 0.95).unwrap().interval, None);
/// ```
pub fn mean_interval(values: &[f64], level: f64) -> Option<Estimate> {
    critical::tail(level)?;
    let value = mean(values)?;
    let n = values.len() as f64;
    let Some(deviation) = standard_deviation(values) else {
        return Some(Estimate::point(value));
    };
    let margin = critical::student(level, n - 1.0)? * deviation / n.sqrt();
    Estimate::within(value, value - margin, value + margin).if_finite()
}

/// The geometric mean with its interval: [`mean_interval`] of the logarithms, taken back
/// by exp. `None` unless every value is positive.
pub fn geometric_mean_interval(values: &[f64], level: f64) -> Option<Estimate> {
    exp_of_mean(&logarithms(values)?, level)
}

/// The geometric mean of the ratios aᵢ / bᵢ with its interval, as for
/// [`geometric_mean_interval`]: how many times more nodes a takes than b over a set of
/// positions. The interval holds 1 where the data do not tell them apart.
///
/// `None` unless both have the same length and every value is positive.
///
/// ```
/// use plyometer::stats::ratio_interval;
///
/// let (ordered, plain) = ([50.0, 900.0, 70.0], [100.0, 2000.0, 130.0]);
/// let saved = ratio_interval(&ordered, &plain, 0.95).unwrap();
/// assert!((saved.value - 0.495).abs() < 0.001);
/// assert!(saved.interval.unwrap().high < 1.0);
/// ```
pub fn ratio_interval(a: &[f64], b: &[f64], level: f64) -> Option<Estimate> {
    if a.len() != b.len() {
        return None;
    }
    let (a, b) = (logarithms(a)?, logarithms(b)?);
    let logs: Vec<f64> = a.iter().zip(&b).map(|(a, b)| a - b).collect();
    exp_of_mean(&logs, level)
}

/// The mean of logarithms with its interval, taken back to the scale of the values: a
/// geometric mean.
pub(super) fn exp_of_mean(logs: &[f64], level: f64) -> Option<Estimate> {
    mean_interval(logs, level)?.map(f64::exp).if_finite()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{NODES, TIMES, assert_all_close, assert_close, big, offset};
    use super::*;

    #[track_caller]
    fn check(found: Option<Estimate>, low: f64, high: f64) {
        let interval = found.unwrap().interval.unwrap();
        assert_all_close(&[interval.low, interval.high], &[low, high]);
    }

    #[test]
    fn of_the_mean() {
        // scipy.stats.t.interval(level, n - 1, numpy.mean(x), scipy.stats.sem(x))
        check(
            mean_interval(&TIMES, 0.95),
            9.33542919477399,
            19.66457080522601,
        );
        check(
            mean_interval(&TIMES, 0.99),
            7.080530638670852,
            21.91946936132915,
        );
        check(
            mean_interval(&NODES, 0.95),
            -4844.160281830855,
            12320.826948497523,
        );
        check(
            mean_interval(&[3.0, 5.0], 0.95),
            -8.706204736174694,
            16.706204736174694,
        );
        check(
            mean_interval(&[3.0, 5.0], 0.99),
            -59.656741162871526,
            67.65674116287153,
        );
        check(
            mean_interval(&big(), 0.95),
            4928.081111039924,
            5088.273288960077,
        );
        check(
            mean_interval(&big(), 0.99),
            4902.898385628241,
            5113.456014371759,
        );
        check(
            mean_interval(&offset(), 0.95),
            1000000006.0293446,
            1000000006.4816554,
        );
    }

    #[test]
    fn of_the_geometric_mean() {
        // numpy.exp(scipy.stats.t.interval(.95, n - 1, mean, sem)) of numpy.log(x)
        check(
            geometric_mean_interval(&TIMES, 0.95),
            10.675589386334938,
            17.24590915703087,
        );
        check(
            geometric_mean_interval(&NODES, 0.95),
            7.663042125975003,
            7774.708352124164,
        );
    }

    #[test]
    fn of_ratios() {
        let a = [1043.0, 20411.0, 733.0, 88.0, 5120.0];
        let b = [2210.0, 98012.0, 741.0, 301.0, 30111.0];
        let found = ratio_interval(&a, &b, 0.95);
        // The same with x = a / b; scipy.stats.gmean(a / b)
        assert_close(found.unwrap().value, 0.34422686237774275);
        check(found, 0.14336476055672845, 0.8265080785702489);
        // Turned around, it is the reciprocal.
        check(
            ratio_interval(&b, &a, 0.95),
            1.0 / 0.8265080785702489,
            1.0 / 0.14336476055672845,
        );
    }

    #[test]
    fn too_little_to_tell() {
        assert_eq!(mean_interval(&[3.0], 0.95), Some(Estimate::point(3.0)));
        assert_eq!(
            mean_interval(&[3.0; 5], 0.95),
            Some(Estimate::within(3.0, 3.0, 3.0))
        );
        assert_eq!(ratio_interval(&[4.0], &[2.0], 0.9).unwrap().interval, None);
        // Finite means whose intervals are not.
        let wide = mean_interval(&[f64::MAX, -f64::MAX], 0.95);
        assert_eq!(wide, Some(Estimate::point(0.0)));
        let wide = geometric_mean_interval(&[1e-300, 1e300], 0.95).unwrap();
        assert_eq!(wide.interval, None);
        assert_close(wide.value, 1.0);
    }

    #[test]
    fn no_answer() {
        assert_eq!(mean_interval(&[], 0.95), None);
        assert_eq!(mean_interval(&[1.0], 1.0), None);
        assert_eq!(mean_interval(&[1.0, f64::NAN], 0.95), None);
        assert_eq!(geometric_mean_interval(&[1.0, 0.0], 0.95), None);
        assert_eq!(ratio_interval(&[1.0], &[1.0, 2.0], 0.95), None);
        assert_eq!(ratio_interval(&[1.0], &[0.0], 0.95), None);
        assert_eq!(ratio_interval(&[], &[], 0.95), None);
    }
}
