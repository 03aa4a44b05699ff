//! The interval of a share.

use super::critical;
use super::estimate::Estimate;

/// A share of `successes` in `trials` with Wilson's interval, which with p̂ the share and z
/// the normal's critical value is
///
/// (p̂ + z²/2n ± z·√(p̂(1 − p̂)/n + z²/4n²)) / (1 + z²/n).
///
/// Use it for any share of independent trials, such as games won or positions solved. It
/// stays within 0 and 1 and makes sense for few trials and shares of 0 and 1, where
/// p̂ ± z·√(p̂(1 − p̂)/n) does not.
///
/// `None` without trials, or with more successes than trials.
///
/// ```
/// use plyometer::stats::wilson;
///
/// let solved = wilson(10, 10, 0.95).unwrap();
/// assert_eq!(solved.value, 1.0);
/// assert!((solved.interval.unwrap().low - 0.7225).abs() < 0.0001);
/// ```
pub fn wilson(successes: u64, trials: u64, level: f64) -> Option<Estimate> {
    let z = critical::normal(level)?;
    if trials == 0 || successes > trials {
        return None;
    }
    let n = trials as f64;
    let share = successes as f64 / n;
    let z_squared = z * z / n;
    let centre = share + z_squared / 2.0;
    let reach = z * (share * (1.0 - share) / n + z_squared / (4.0 * n)).sqrt();
    let [low, high] = [centre - reach, centre + reach].map(|end| end / (1.0 + z_squared));
    // At the very ends the formula gives 0 and 1, but for its rounding.
    Some(Estimate::within(
        share,
        if successes == 0 { 0.0 } else { low },
        if successes == trials { 1.0 } else { high },
    ))
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_all_close;
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn as_scipy_says() {
        // scipy.stats.binomtest(k, n).proportion_ci(level, method="wilson"), at .95 and .99
        let cases = [
            (0, 1, [0.0, 0.7934506856227626, 0.0, 0.8690224567198142]),
            (1, 1, [0.20654931437723745, 1.0, 0.13097754328018596, 1.0]),
            (0, 10, [0.0, 0.27753279986288926, 0.0, 0.39885409330490806]),
            (
                7,
                10,
                [
                    0.39677814746114526,
                    0.892208732593699,
                    0.32002467920110256,
                    0.9204336834769342,
                ],
            ),
            (10, 10, [0.7224672001371109, 1.0, 0.6011459066950919, 1.0]),
            (
                499,
                1000,
                [
                    0.468073488750724,
                    0.529934164766247,
                    0.4584136770279477,
                    0.5395995053018592,
                ],
            ),
            (
                123456,
                1000000,
                [
                    0.12281269653142284,
                    0.12410219641400437,
                    0.12261115289079928,
                    0.12430584373706009,
                ],
            ),
        ];
        for (successes, trials, expected) in cases {
            let found = [0.95, 0.99].map(|level| {
                let interval = wilson(successes, trials, level).unwrap().interval.unwrap();
                [interval.low, interval.high]
            });
            assert_all_close(found.as_flattened(), &expected);
        }
    }

    #[test]
    fn no_answer() {
        assert_eq!(wilson(0, 0, 0.95), None);
        assert_eq!(wilson(2, 1, 0.95), None);
        assert_eq!(wilson(1, 2, 1.0), None);
    }

    proptest! {
        #[test]
        fn holds_its_share(successes in 0..1000u64, failures in 1..1000u64, level in 0.01..0.999) {
            let found = wilson(successes, successes + failures, level).unwrap();
            let interval = found.interval.unwrap();
            prop_assert!(0.0 <= interval.low && interval.low <= found.value);
            prop_assert!(found.value <= interval.high && interval.high <= 1.0);
        }
    }
}
