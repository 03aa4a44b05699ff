//! One group of records against another: how many times as much, and how sure that is.

use std::collections::HashMap;

use super::aggregate::{Aggregate, LEVEL};
use super::data::Record;
use super::measure::Measure;
use crate::stats::{self, Estimate, SignedRank};

/// A group against the baseline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Against {
    /// The group's measure over the baseline's.
    pub ratio: Estimate,
    /// Pairs that were compared.
    pub n: usize,
    /// Of the two being alike (Wilcoxon signed-rank on the logarithms of the ratios); none
    /// where there are too few pairs.
    pub p: Option<f64>,
}

/// Pairs that tell anything at all in a signed-rank test at 5 %.
const ENOUGH: usize = 6;

/// Compares records that differ in nothing but the column `by`.
pub fn against(
    group: &[&Record],
    baseline: &[&Record],
    by: &str,
    measure: Measure,
    aggregate: Aggregate,
) -> Option<Against> {
    let key = |record: &Record| -> Vec<String> {
        let key = record.partner_key(&[by]);
        key.into_iter().map(String::from).collect()
    };
    let partners: HashMap<_, _> = baseline
        .iter()
        .map(|record| (key(record), *record))
        .collect();
    let pairs: Vec<(f64, f64)> = group
        .iter()
        .filter_map(|record| {
            let partner = partners.get(&key(record))?;
            Some((measure.of(record)?, measure.of(partner)?))
        })
        .collect();
    let (own, other): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let n = pairs.len();
    let ratio = match aggregate {
        Aggregate::GeometricMean | Aggregate::Median
            if own.iter().chain(&other).all(|v| *v > 0.0) =>
        {
            stats::ratio_interval(&own, &other, LEVEL)?
        }
        _ => {
            let (own, other): (f64, f64) = (own.iter().sum(), other.iter().sum());
            let value = Some(own / other).filter(|ratio| ratio.is_finite() && n > 0)?;
            Estimate {
                value,
                interval: None,
            }
        }
    };
    let logs: Vec<f64> = pairs.iter().map(|(a, b)| (a / b).ln()).collect();
    let test = SignedRank::default().test(&logs).filter(|_| n >= ENOUGH);
    Some(Against {
        ratio,
        n,
        p: test.map(|test| test.p),
    })
}
