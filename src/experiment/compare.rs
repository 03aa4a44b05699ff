//! Two files of results against each other: counts exactly, times with an interval.

use std::collections::BTreeMap;
use std::path::Path;

use super::results;
use super::row;
use crate::stats::{Bootstrap, Estimate, MannWhitney, geometric_mean_interval, holm, median};

/// What is significant.
const ALPHA: f64 = 0.05;

/// How two files differ.
#[derive(Debug)]
pub struct Comparison {
    /// Cells that both files counted, and how many counts these are.
    pub cells: usize,
    pub counts: usize,
    /// Counts that differ, described.
    pub different: Vec<String>,
    /// Cells whose counts may vary, which are not compared.
    pub varying: usize,
    /// Cells of one file only, described.
    pub only_first: Vec<String>,
    pub only_second: Vec<String>,
    pub times: Vec<Times>,
    /// The geometric mean over all cells of the second file's median times over the first's.
    pub ratio: Option<Estimate>,
}

/// The times of a cell in both files.
#[derive(Debug)]
pub struct Times {
    pub cell: String,
    /// The second file's median over the first's.
    pub ratio: Estimate,
    /// Of the two samples being from one distribution, corrected for the number of cells;
    /// none where there are too few times to tell.
    pub p: Option<f64>,
}

impl Times {
    pub fn is_slower(&self) -> bool {
        self.ratio.value > 1.0 && self.p.is_some_and(|p| p < ALPHA)
    }

    pub fn is_faster(&self) -> bool {
        self.ratio.value < 1.0 && self.p.is_some_and(|p| p < ALPHA)
    }
}

/// What a file has of one cell.
#[derive(Default)]
struct Of {
    /// The row that counted.
    counted: Option<Vec<String>>,
    times: Vec<f64>,
}

/// A file by cell, in a fixed order.
fn by_cell(path: &Path) -> anyhow::Result<BTreeMap<String, Of>> {
    let mut cells: BTreeMap<String, Of> = BTreeMap::new();
    for fields in results::read(path)? {
        let of = cells.entry(fields[row::index("cell")].clone()).or_default();
        if let Ok(time) = fields[row::index("time_ns")].parse() {
            of.times.push(time);
        }
        if fields[row::index("repeat")].is_empty() {
            of.counted = Some(fields);
        }
    }
    Ok(cells)
}

/// A cell for people.
fn name(fields: &[String]) -> String {
    let text = |column: &str| fields[row::index(column)].as_str();
    let position = match text("position") {
        "" => "the start",
        position => position,
    };
    let depth = match text("depth") {
        "" => String::new(),
        depth => format!(" to depth {depth}"),
    };
    format!("{} on {}, {position}{depth}", text("engine"), text("game"))
}

/// Compares two files.
pub fn compare(first: &Path, second: &Path) -> anyhow::Result<Comparison> {
    let (a, b) = (by_cell(first)?, by_cell(second)?);
    let only = |these: &BTreeMap<String, Of>, those: &BTreeMap<String, Of>| {
        let missing = these.iter().filter(|(cell, _)| !those.contains_key(*cell));
        let named = missing.filter_map(|(_, of)| of.counted.as_deref().map(name));
        named.collect::<Vec<_>>()
    };
    let mut comparison = Comparison {
        cells: 0,
        counts: 0,
        different: Vec::new(),
        varying: 0,
        only_first: only(&a, &b),
        only_second: only(&b, &a),
        times: Vec::new(),
        ratio: None,
    };
    let mut p_values = Vec::new();
    for (cell, one) in &a {
        let Some(two) = b.get(cell) else { continue };
        if let (Some(x), Some(y)) = (&one.counted, &two.counted) {
            let varies = |fields: &[String]| fields[row::index("deterministic")] == "false";
            if varies(x) || varies(y) {
                comparison.varying += 1;
            } else {
                comparison.cells += 1;
                for column in row::counted() {
                    let (x_value, y_value) = (&x[row::index(column)], &y[row::index(column)]);
                    comparison.counts += !(x_value.is_empty() && y_value.is_empty()) as usize;
                    if x_value != y_value {
                        let described = format!("{}: {column} {x_value} → {y_value}", name(x));
                        comparison.different.push(described);
                    }
                }
            }
        }
        let label = one.counted.as_deref().or(two.counted.as_deref()).map(name);
        if let (Some(cell), Some(ratio)) = (label, ratio(&one.times, &two.times)) {
            let test = MannWhitney::default().test(&one.times, &two.times);
            let enough = one.times.len() >= 3 && two.times.len() >= 3;
            p_values.push(test.filter(|_| enough).map_or(1.0, |test| test.p));
            comparison.times.push(Times {
                cell,
                ratio,
                p: enough.then_some(1.0),
            });
        }
    }
    if let Some(corrected) = holm(&p_values) {
        for (times, p) in comparison.times.iter_mut().zip(corrected) {
            times.p = times.p.map(|_| p);
        }
    }
    let ratios: Vec<_> = comparison
        .times
        .iter()
        .map(|times| times.ratio.value)
        .collect();
    comparison.ratio = geometric_mean_interval(&ratios, 0.95);
    Ok(comparison)
}

/// The ratio of the median of `b` to that of `a`, with a bootstrap interval.
pub fn ratio(a: &[f64], b: &[f64]) -> Option<Estimate> {
    let of = |a: &[f64], b: &[f64]| Some(median(b)? / median(a)?).filter(|r| r.is_finite());
    let value = of(a, b)?;
    // Both samples are drawn again together: an index is a place in one or the other.
    let bootstrap = Bootstrap {
        resamples: 2000,
        ..Bootstrap::default()
    };
    let places: Vec<(bool, f64)> = (a.iter().map(|&x| (false, x)))
        .chain(b.iter().map(|&x| (true, x)))
        .collect();
    let drawn = bootstrap.percentile(&places, |drawn: &[(bool, f64)]| {
        let side = |second: bool| -> Vec<f64> {
            let own = drawn.iter().filter(|(is_second, _)| *is_second == second);
            own.map(|(_, x)| *x).collect()
        };
        of(&side(false), &side(true)).or(Some(value))
    });
    let interval = drawn.and_then(|estimate| estimate.interval);
    Some(Estimate { value, interval })
}
