//! Two files of results against each other: counts exactly, times with an interval.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::bail;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::schema::Schema;
use super::sheet::{self, Sheet};
use crate::stats::{
    Estimate, Interval, MannWhitney, geometric_mean_interval, holm, median, quantile,
};

/// What is significant.
const ALPHA: f64 = 0.05;
/// Draws of the bootstrap.
const RESAMPLES: usize = 2000;

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

impl Comparison {
    /// Whether the second file is slower over all cells: where there are too few repeats to
    /// tell of any one cell, all together may.
    pub fn is_slower_overall(&self) -> bool {
        let interval = self.ratio.and_then(|ratio| ratio.interval);
        interval.is_some_and(|interval| interval.low > 1.0)
    }
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
fn by_cell(path: &Path) -> anyhow::Result<(&'static Schema, BTreeMap<String, Of>)> {
    let mut cells: BTreeMap<String, Of> = BTreeMap::new();
    let Sheet { schema, rows } = sheet::read(path)?;
    for fields in rows {
        let text = |column| schema.text(&fields, column);
        let of = cells.entry(text("cell").to_string()).or_default();
        if let Ok(time) = text("time_ns").parse() {
            of.times.push(time);
        }
        if text("repeat").is_empty() {
            of.counted = Some(fields);
        }
    }
    Ok((schema, cells))
}

/// A cell for people.
fn name(schema: &Schema, fields: &[String]) -> String {
    let text = |column: &str| schema.text(fields, column);
    if schema.find("x").is_some() {
        let opening = match text("opening") {
            "" => "the start",
            opening => opening,
        };
        let (x, o) = (text("x"), text("o"));
        let mut name = format!("{x} – {o} on {}, {opening}", text("game"));
        for (what, column) in [
            (" to depth ", "depth"),
            (", nodes ", "limit_nodes"),
            (", time ", "limit_time"),
            (", round ", "round"),
        ] {
            if !text(column).is_empty() {
                name.push_str(&format!("{what}{}", text(column)));
            }
        }
        return name;
    }
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
    let (schema, a) = by_cell(first)?;
    let (other, b) = by_cell(second)?;
    if !std::ptr::eq(schema, other) {
        let (first, second) = (first.display(), second.display());
        bail!("{first} and {second}: one has games, the other searches");
    }
    let name = |fields: &[String]| name(schema, fields);
    let only = |these: &BTreeMap<String, Of>, those: &BTreeMap<String, Of>| {
        let missing = these.iter().filter(|(cell, _)| !those.contains_key(*cell));
        let named = missing.filter_map(|(_, of)| of.counted.as_deref().map(&name));
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
            let varies = |fields: &[String]| schema.text(fields, "deterministic") == "false";
            if varies(x) || varies(y) {
                comparison.varying += 1;
            } else {
                comparison.cells += 1;
                for column in &schema.counted {
                    let (x_value, y_value) = (schema.text(x, column), schema.text(y, column));
                    comparison.counts += !(x_value.is_empty() && y_value.is_empty()) as usize;
                    if x_value != y_value {
                        let described = format!("{}: {column} {x_value} → {y_value}", name(x));
                        comparison.different.push(described);
                    }
                }
            }
        }
        let label = one.counted.as_deref().or(two.counted.as_deref()).map(&name);
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

/// The ratio of two medians, with a bootstrap interval: each sample is drawn again within
/// itself.
pub fn ratio(a: &[f64], b: &[f64]) -> Option<Estimate> {
    let of = |a: &[f64], b: &[f64]| Some(median(b)? / median(a)?).filter(|r| r.is_finite());
    let value = of(a, b)?;
    let mut random = Xoshiro256PlusPlus::seed_from_u64(0);
    let mut drawn = |sample: &[f64]| -> Vec<f64> {
        let any = |_| sample[(random.next_u64() % sample.len() as u64) as usize];
        (0..sample.len()).map(any).collect()
    };
    let ratios: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| of(&drawn(a), &drawn(b)))
        .collect();
    let ends = (
        quantile(&ratios, ALPHA / 2.0),
        quantile(&ratios, 1.0 - ALPHA / 2.0),
    );
    let interval = match ends {
        (Some(low), Some(high)) if a.len() > 1 && b.len() > 1 => Some(Interval { low, high }),
        _ => None,
    };
    Some(Estimate { value, interval })
}
