//! The bootstrap: the interval of any statistic, by drawing samples from the sample.
//!
//! B resamples of n values each are drawn with replacement, and the statistic θ* of each
//! is computed. How θ* scatters around the sample's θ̂ shows how θ̂ scatters around the
//! truth. (Efron and Tibshirani, *An Introduction to the Bootstrap*, 1993.)

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::critical;
use super::estimate::{Estimate, Interval};
use super::sample::quantile_of_sorted;

/// How to draw. The same settings and sample give the same interval on every machine:
/// the generator is xoshiro256++, and an index below n is ⌊u·n / 2⁶⁴⌋ of its next
/// output u, which favours no index by more than n / 2⁶⁴.
///
/// A statistic is any function of a sample to a number, `None` where it is undefined.
/// The sample may hold anything, such as pairs (nodes of a, nodes of b), so that paired
/// values stay together.
///
/// ```
/// use plyometer::stats::{Bootstrap, median};
///
/// let times = [12.1, 11.8, 12.6, 35.0, 11.9, 12.0, 12.3, 11.7, 12.2, 13.4];
/// let found = Bootstrap::default().bca(&times, median).unwrap();
/// assert!(found.interval.unwrap().high < 14.0);
///
/// // The ratio of two medians, over positions searched by both engines.
/// let pairs = [(50.0, 100.0), (900.0, 2000.0), (70.0, 130.0), (8.0, 17.0)];
/// let ratio = |pairs: &[(f64, f64)]| {
///     let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
///     Some(median(&a)? / median(&b)?)
/// };
/// assert!(Bootstrap::default().percentile(&pairs, ratio).is_some());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bootstrap {
    /// B, the number of resamples.
    pub resamples: usize,
    pub seed: u64,
    /// The confidence level.
    pub level: f64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap {
            resamples: 10_000,
            seed: 0,
            level: 0.95,
        }
    }
}

impl Bootstrap {
    /// The percentile interval: from the quantile (1 − level)/2 of the θ* to the quantile
    /// (1 + level)/2 (type 7).
    ///
    /// Simple, and right where θ* is centred on θ̂; too narrow for small samples.
    ///
    /// `None` where the statistic of the sample is undefined, or the level impossible. No
    /// interval for fewer than two values, no resamples, or where the statistic of a
    /// resample is undefined.
    pub fn percentile<T: Clone>(
        &self,
        sample: &[T],
        statistic: impl Fn(&[T]) -> Option<f64>,
    ) -> Option<Estimate> {
        let tail = critical::tail(self.level)?;
        let value = finite(statistic(sample))?;
        let interval = self
            .replicates(sample, &statistic)
            .and_then(|replicates| between(&replicates, tail, 1.0 - tail));
        Some(Estimate { value, interval })
    }

    /// The bias-corrected and accelerated interval (BCa): percentiles of the θ*, shifted to
    /// correct for two things.
    /// - z₀ = Φ⁻¹(share of θ* below θ̂, those equal to it counted half): the bias.
    /// - a = Σuᵢ³ / (6·(Σuᵢ²)^1.5): how the spread changes with θ, where uᵢ = θ̄ − θ₍ᵢ₎
    ///   and θ₍ᵢ₎ is the statistic without value i.
    ///
    /// The ends are the quantiles Φ(z₀ + (z₀ ± z) / (1 − a·(z₀ ± z))), with z the normal's
    /// critical value.
    ///
    /// Use it by default: it is right for skewed statistics to one order more than the
    /// percentile interval.
    ///
    /// No interval in the cases of [`Bootstrap::percentile`], and where all θ* lie on one
    /// side of θ̂ or a θ₍ᵢ₎ is undefined. Where every θ* equals θ̂ the interval has no
    /// width; where every θ₍ᵢ₎ is the same, a is 0.
    pub fn bca<T: Clone>(
        &self,
        sample: &[T],
        statistic: impl Fn(&[T]) -> Option<f64>,
    ) -> Option<Estimate> {
        let tail = critical::tail(self.level)?;
        let value = finite(statistic(sample))?;
        let interval = self.replicates(sample, &statistic).and_then(|replicates| {
            let bias = bias(&replicates, value)?;
            let acceleration = acceleration(sample, &statistic)?;
            let [low, high] = [tail, 1.0 - tail].map(|p| corrected(p, bias, acceleration));
            between(&replicates, low, high)
        });
        Some(Estimate { value, interval })
    }

    /// The statistic of every resample, in ascending order.
    fn replicates<T: Clone>(
        &self,
        sample: &[T],
        statistic: &impl Fn(&[T]) -> Option<f64>,
    ) -> Option<Vec<f64>> {
        if sample.len() < 2 || self.resamples == 0 {
            return None;
        }
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut resample = Vec::with_capacity(sample.len());
        let mut replicates = (0..self.resamples)
            .map(|_| {
                draw(sample, &mut resample, &mut generator);
                finite(statistic(&resample))
            })
            .collect::<Option<Vec<f64>>>()?;
        replicates.sort_unstable_by(f64::total_cmp);
        Some(replicates)
    }
}

/// Fills `resample` with as many values as `sample` has, drawn with replacement. They keep
/// the order of the sample, so that drawing every value once gives the sample again and
/// its statistic to the last digit.
fn draw<T: Clone>(sample: &[T], resample: &mut Vec<T>, generator: &mut impl RngCore) {
    let mut times = vec![0; sample.len()];
    for _ in sample {
        times[below(sample.len(), generator)] += 1;
    }
    resample.clear();
    for (value, times) in sample.iter().zip(times) {
        resample.extend(std::iter::repeat_n(value, times).cloned());
    }
}

/// A uniform index below `n`.
pub(super) fn below(n: usize, generator: &mut impl RngCore) -> usize {
    ((u128::from(generator.next_u64()) * n as u128) >> 64) as usize
}

fn finite(statistic: Option<f64>) -> Option<f64> {
    statistic.filter(|value| value.is_finite())
}

pub(super) fn between(replicates: &[f64], low: f64, high: f64) -> Option<Interval> {
    Some(Interval {
        low: quantile_of_sorted(replicates, low)?,
        high: quantile_of_sorted(replicates, high)?,
    })
}

/// z₀. `None` where every replicate lies on one side of the value.
fn bias(replicates: &[f64], value: f64) -> Option<f64> {
    let less = replicates.partition_point(|&replicate| replicate < value);
    let up_to = replicates.partition_point(|&replicate| replicate <= value);
    let share = (less + up_to) as f64 / (2 * replicates.len()) as f64;
    (share > 0.0 && share < 1.0).then(|| critical::normal_quantile(share))
}

/// a, from the jackknife: the statistic with each value left out in turn.
fn acceleration<T: Clone>(sample: &[T], statistic: &impl Fn(&[T]) -> Option<f64>) -> Option<f64> {
    let leave_out = |i: usize| {
        let rest: Vec<T> = sample[..i]
            .iter()
            .chain(&sample[i + 1..])
            .cloned()
            .collect();
        finite(statistic(&rest))
    };
    let without = (0..sample.len())
        .map(leave_out)
        .collect::<Option<Vec<f64>>>()?;
    let mean = without.iter().sum::<f64>() / without.len() as f64;
    let sum_of_power = |n: i32| without.iter().map(|x| (mean - x).powi(n)).sum::<f64>();
    match sum_of_power(2) {
        0.0 => Some(0.0),
        squares => Some(sum_of_power(3) / (6.0 * squares.powf(1.5))),
    }
}

/// The share of replicates below the corrected end that stands for the share `p`.
fn corrected(p: f64, bias: f64, acceleration: f64) -> f64 {
    let z = bias + critical::normal_quantile(p);
    critical::normal_below(bias + z / (1.0 - acceleration * z))
}

#[cfg(test)]
mod tests {
    use super::super::sample::{mean, median, standard_deviation};
    use super::super::testing::{NODES, TIMES, assert_all_close};
    use super::*;

    /// Run times in tenths of a second: whole numbers, whose means are exact, so that no
    /// program can round a resample's mean to the other side of the sample's.
    const TENTHS: [f64; 10] = [
        121.0, 118.0, 126.0, 350.0, 119.0, 120.0, 123.0, 117.0, 122.0, 134.0,
    ];

    fn largest(values: &[f64]) -> Option<f64> {
        values.iter().copied().max_by(f64::total_cmp)
    }

    /// scipy.stats.bootstrap(x, statistic, n_resamples, confidence_level, method), made to
    /// use the resamples of an independent xoshiro256++ (seeded by SplitMix64) in Python, each
    /// in the order of the sample.
    /// Settings in turn: seed 1, 1000 resamples, level 0.95; seed 7, 10 000, 0.9. Each
    /// with the percentile interval, then BCa.
    #[track_caller]
    fn check(sample: &[f64], statistic: fn(&[f64]) -> Option<f64>, expected: [f64; 8]) {
        let settings = [(1, 1000, 0.95), (7, 10_000, 0.9)];
        let found = settings.map(|(seed, resamples, level)| {
            let bootstrap = Bootstrap {
                resamples,
                seed,
                level,
            };
            let percentile = bootstrap.percentile(sample, statistic);
            let bca = bootstrap.bca(sample, statistic);
            [percentile, bca].map(|estimate| {
                let interval = estimate.unwrap().interval.unwrap();
                [interval.low, interval.high]
            })
        });
        assert_all_close(found.as_flattened().as_flattened(), &expected);
    }

    #[test]
    #[rustfmt::skip]
    fn as_scipy_says_of_the_same_resamples() {
        check(&TENTHS, mean, [
            120.0, 191.7, 121.3892376370803, 213.81652405595474,
            120.6, 190.0, 121.70000000000002, 213.71902969019357,
        ]);
        check(&TENTHS, median, [
            119.0, 128.5, 119.0, 128.5,
            119.0, 126.0, 119.0, 126.0,
        ]);
        check(&TENTHS, largest, [
            123.0, 350.0, 134.0, 350.0,
            126.0, 350.0, 134.0, 350.0,
        ]);
        check(&NODES, mean, [
            177.5, 10501.666666666666, 280.1666666666667, 13743.154303379652,
            217.5, 10328.0, 336.0, 10623.666666666666,
        ]);
        check(&NODES, median, [
            44.5, 10727.0, 44.5, 10686.929237593704,
            88.0, 10572.0, 77.5, 10249.5,
        ]);
        check(&NODES, standard_deviation, [
            271.8961198693354, 10991.538909543104, 352.82703526439394, 11147.813998342695,
            289.579292537755, 10775.489676421515, 386.35721812850863, 11107.291888664851,
        ]);
        check(&NODES, largest, [
            733.0, 20411.0, 1043.0, 20411.0,
            733.0, 20411.0, 1043.0, 20411.0,
        ]);
    }

    #[test]
    fn the_seed_decides() {
        let with_seed = |seed| {
            Bootstrap {
                seed,
                ..Default::default()
            }
            .bca(&TIMES, mean)
        };
        assert_eq!(with_seed(3), with_seed(3));
        assert_ne!(with_seed(3), with_seed(4));
    }

    #[test]
    fn equal_values() {
        let bootstrap = Bootstrap::default();
        let point = Some(Estimate::within(2.5, 2.5, 2.5));
        assert_eq!(bootstrap.percentile(&[2.5; 8], mean), point);
        assert_eq!(bootstrap.bca(&[2.5; 8], mean), point);
    }

    #[test]
    fn too_little_to_tell() {
        let bootstrap = Bootstrap::default();
        assert_eq!(bootstrap.bca(&[2.5], mean), Some(Estimate::point(2.5)));
        assert_eq!(
            bootstrap.percentile(&[2.5], mean),
            Some(Estimate::point(2.5))
        );
        let none = Bootstrap {
            resamples: 0,
            ..bootstrap
        };
        assert_eq!(none.bca(&[2.0, 3.0], mean), Some(Estimate::point(2.5)));
        // With a value left out, the standard deviation of two is undefined.
        let two = bootstrap.bca(&[2.0, 3.0], standard_deviation).unwrap();
        assert_eq!(two.interval, None);
        // No resample of many values has them all: it falls short of the sample.
        let many: Vec<f64> = (0..40).map(f64::from).collect();
        let distinct = |x: &[f64]| Some(x.chunk_by(|a, b| a == b).count() as f64);
        assert_eq!(bootstrap.bca(&many, distinct), Some(Estimate::point(40.0)));
        assert!(
            bootstrap
                .percentile(&many, distinct)
                .unwrap()
                .interval
                .is_some()
        );
    }

    #[test]
    fn no_answer() {
        let bootstrap = Bootstrap::default();
        assert_eq!(bootstrap.bca(&[], mean), None);
        assert_eq!(bootstrap.bca(&[1.0, f64::NAN], mean), None);
        assert_eq!(bootstrap.bca(&[1.0, 2.0], |_| Some(f64::NAN)), None);
        let impossible = Bootstrap {
            level: 1.0,
            ..bootstrap
        };
        assert_eq!(impossible.percentile(&TIMES, mean), None);
    }
}
