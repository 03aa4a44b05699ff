//! The effective branching factor: how fast a search grows with its depth.

use super::critical;
use super::estimate::Estimate;
use super::regression::line;
use super::sample::logarithms;

/// nodes ≈ scale · branching^depth, fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// b, the effective branching factor. No interval with two depths.
    pub branching: Estimate,
    /// c, the nodes extrapolated to depth 0.
    pub scale: f64,
    /// Share of the variance of ln nodes explained.
    pub r_squared: f64,
    /// Depths fitted.
    pub n: usize,
}

/// Fits nodes ≈ c·b^d: least squares of ln nodes on depth, ln nodes = ln c + d·ln b. The
/// interval of b is exp(slope ± t·error), t from Student's distribution with n − 2 degrees
/// of freedom.
///
/// Use it over a depth sweep of one engine. The counts are deterministic: the interval
/// tells how well one b describes all the depths, not how repetition would scatter it.
/// Odd and even depths of alpha-beta grow by turns, so a sweep should be long.
///
/// `None` unless both have the same length, there are at least two different depths, and
/// every count is positive.
///
/// ```
/// use plyometer::stats::growth;
///
/// let fit = growth(&[1.0, 2.0, 3.0, 4.0], &[7.0, 49.0, 343.0, 2401.0], 0.95).unwrap();
/// assert!((fit.branching.value - 7.0).abs() < 1e-9);
/// ```
pub fn growth(depths: &[f64], nodes: &[f64], level: f64) -> Option<Growth> {
    critical::tail(level)?;
    let fit = line(depths, &logarithms(nodes)?)?;
    let slope = match fit.slope_error {
        None => Estimate::point(fit.slope),
        Some(error) => {
            let margin = critical::student(level, fit.n as f64 - 2.0)? * error;
            Estimate::within(fit.slope, fit.slope - margin, fit.slope + margin)
        }
    };
    let scale = fit.intercept.exp();
    Some(Growth {
        branching: slope.map(f64::exp).if_finite()?,
        scale: scale.is_finite().then_some(scale)?,
        r_squared: fit.r_squared,
        n: fit.n,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close};
    use super::*;

    #[test]
    fn as_scipy_says() {
        let depths = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let nodes = [8.0, 57.0, 310.0, 2113.0, 9907.0, 70017.0];
        let found = growth(&depths, &nodes, 0.95).unwrap();
        let interval = found.branching.interval.unwrap();
        // r = scipy.stats.linregress(depths, numpy.log(nodes)), t = scipy.stats.t.ppf(.975, 4):
        // exp of r.slope, r.slope - t*r.stderr, r.slope + t*r.stderr, r.intercept; r.rvalue**2
        assert_all_close(
            &[
                found.branching.value,
                interval.low,
                interval.high,
                found.scale,
                found.r_squared,
            ],
            &[
                6.011463411108156,
                5.596575161694517,
                6.457108374141879,
                1.4442129031427833,
                0.9991758350374362,
            ],
        );
    }

    #[test]
    fn two_depths() {
        let found = growth(&[3.0, 5.0], &[100.0, 1900.0], 0.95).unwrap();
        assert_close(found.branching.value, 19f64.sqrt());
        assert_eq!(found.branching.interval, None);
    }

    #[test]
    fn equal_counts_do_not_grow() {
        let found = growth(&[1.0, 2.0, 3.0], &[5.0; 3], 0.95).unwrap();
        assert_eq!(found.branching, Estimate::within(1.0, 1.0, 1.0));
        assert_close(found.scale, 5.0);
    }

    #[test]
    fn no_answer() {
        assert_eq!(growth(&[], &[], 0.95), None);
        assert_eq!(growth(&[4.0], &[9.0], 0.95), None);
        assert_eq!(growth(&[4.0, 4.0], &[9.0, 9.0], 0.95), None);
        assert_eq!(growth(&[1.0, 2.0], &[0.0, 9.0], 0.95), None);
        assert_eq!(growth(&[1.0, f64::NAN], &[1.0, 9.0], 0.95), None);
        assert_eq!(growth(&[1.0, 2.0], &[1.0, 9.0], 1.0), None);
    }
}
