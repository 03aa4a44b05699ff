//! Many records as one number, with its interval where there is one.
//!
//! A count of one position is exact and has no interval; over several positions it varies
//! with them. A time varies always: over positions, or, of one position, over its repeats.

use super::data::Record;
use super::measure::Measure;
use crate::names::suggestion;
use crate::stats::{self, Estimate};

/// The confidence level of every interval.
pub const LEVEL: f64 = 0.95;

/// How several values become one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    /// For counts that span orders of magnitude.
    GeometricMean,
    Mean,
    Median,
    /// As reports do that give a total.
    Sum,
}

/// Their names.
pub const AGGREGATES: &[(&str, Aggregate)] = &[
    ("geometric-mean", Aggregate::GeometricMean),
    ("mean", Aggregate::Mean),
    ("median", Aggregate::Median),
    ("sum", Aggregate::Sum),
];

impl Aggregate {
    pub fn named(name: &str) -> Result<Self, String> {
        let found = AGGREGATES.iter().find(|(known, _)| *known == name);
        found.map(|(_, aggregate)| *aggregate).ok_or_else(|| {
            let names: Vec<_> = AGGREGATES.iter().map(|(name, _)| *name).collect();
            format!("unknown aggregate `{name}`{}", suggestion(name, &names))
        })
    }

    /// As a caption says it.
    pub fn title(self) -> &'static str {
        match self {
            Aggregate::GeometricMean => "geometric mean",
            Aggregate::Mean => "mean",
            Aggregate::Median => "median",
            Aggregate::Sum => "sum",
        }
    }
}

/// A number that stands for several records.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    pub estimate: Estimate,
    /// Records it stands for.
    pub n: usize,
}

/// What a measure of some records comes to; none if none of them has it.
pub fn summarise<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    measure: Measure,
    aggregate: Aggregate,
) -> Option<Summary> {
    let records: Vec<&Record> = records.into_iter().collect();
    let values: Vec<f64> = records.iter().filter_map(|r| measure.of(r)).collect();
    let n = values.len();
    if let ([record], false) = (&records[..], measure.is_count) {
        // One position: the interval is that of its repeats.
        let value = measure.of(record)?;
        let middle = stats::median_interval(&record.times, LEVEL);
        let scale = |ns: f64| value * ns / stats::median(&record.times).unwrap_or(ns);
        let interval = middle
            .and_then(|m| m.interval)
            .filter(|_| measure.name == "time");
        let interval = interval.map(|i| stats::Interval {
            low: scale(i.low),
            high: scale(i.high),
        });
        return Some(Summary {
            estimate: Estimate { value, interval },
            n,
        });
    }
    let exact = |value: f64| Estimate {
        value,
        interval: None,
    };
    let estimate = match aggregate {
        Aggregate::Sum if n > 0 => Some(exact(values.iter().sum())),
        Aggregate::Sum => None,
        Aggregate::Mean => stats::mean_interval(&values, LEVEL),
        Aggregate::Median => stats::median_interval(&values, LEVEL),
        // A zero has no logarithm: then the mean says more than nothing.
        Aggregate::GeometricMean if values.iter().any(|&v| v <= 0.0) => {
            stats::mean_interval(&values, LEVEL)
        }
        Aggregate::GeometricMean => stats::geometric_mean_interval(&values, LEVEL),
    };
    estimate.map(|estimate| Summary { estimate, n })
}
