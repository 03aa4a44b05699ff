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
        let interval = middle.and_then(|middle| {
            let interval = middle.interval?;
            let (low, high) = (interval.low / middle.value, interval.high / middle.value);
            Some(match measure.name {
                "time" => stats::Interval {
                    low: value * low,
                    high: value * high,
                },
                // The slowest repeat has the fewest a second.
                _ => stats::Interval {
                    low: value / high,
                    high: value / low,
                },
            })
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
        // One value is itself: no logarithm may change its last digit.
        _ if n == 1 => Some(exact(values[0])),
        Aggregate::Sum if measure.name == "time" => totals(&records),
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

/// The median of the totals of each repeat, in milliseconds: a total varies over repeats.
/// Where repeats differ in number, the sum of the medians, without an interval.
fn totals(records: &[&Record]) -> Option<Estimate> {
    let repeats = records.first()?.times.len();
    if records.iter().any(|record| record.times.len() != repeats) {
        let medians: Option<Vec<f64>> = records.iter().map(|r| stats::median(&r.times)).collect();
        return Some(Estimate::point(medians?.iter().sum::<f64>() / 1e6));
    }
    let total = |repeat: usize| records.iter().map(|r| r.times[repeat]).sum::<f64>() / 1e6;
    let totals: Vec<f64> = (0..repeats).map(total).collect();
    stats::median_interval(&totals, LEVEL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::Data;
    use crate::experiment::row;

    /// A record with these nodes and times in milliseconds.
    fn record(nodes: u64, times: &[f64]) -> Record {
        let row = |repeat: String, time: String| {
            let mut row = vec![String::new(); crate::experiment::schema::SEARCHES.columns.len()];
            row[row::index("status")] = "complete".into();
            row[row::index("nodes")] = nodes.to_string();
            row[row::index("repeat")] = repeat;
            row[row::index("time_ns")] = time;
            row
        };
        let timed = times.iter().enumerate();
        let timed = timed.map(|(n, ms)| row((n + 1).to_string(), (ms * 1e6).to_string()));
        let rows = std::iter::once(row(String::new(), String::new())).chain(timed);
        Data::from_rows(rows.collect()).records.remove(0)
    }

    fn summary(records: &[Record], measure: &str, aggregate: Aggregate) -> Summary {
        let measure = Measure::named(measure).unwrap();
        summarise(records, measure, aggregate).unwrap()
    }

    #[test]
    fn a_total_of_times_varies_over_repeats() {
        let (a, b) = ([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [10.0; 6]);
        let found = summary(&[record(1, &a), record(1, &b)], "time", Aggregate::Sum);
        assert_eq!(found.estimate, Estimate::within(13.5, 11.0, 16.0));
        assert_eq!(found.n, 2);
        let few = summary(&[record(1, &a[..2]), record(1, &b)], "time", Aggregate::Sum);
        assert_eq!(few.estimate, Estimate::point(11.5));
    }

    #[test]
    fn a_rate_varies_as_its_time_does() {
        let times = [1.0, 2.0, 2.0, 2.0, 2.0, 4.0];
        let found = summary(&[record(8, &times)], "nodes_per_second", Aggregate::Mean);
        assert_eq!(found.estimate, Estimate::within(4000.0, 2000.0, 8000.0));
    }

    #[test]
    fn a_count_of_one_position_is_exact() {
        let found = summary(&[record(100, &[1.0; 9])], "nodes", Aggregate::GeometricMean);
        assert_eq!(found.estimate, Estimate::point(100.0));
    }
}
