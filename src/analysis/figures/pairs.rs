//! Cells that differ in one thing alone, and their ratios.

use std::collections::BTreeMap;

use super::by::By;
use crate::analysis::aggregate::LEVEL;
use crate::analysis::{Measure, Record};
use crate::experiment::compare;
use crate::experiment::row;
use crate::stats::{Estimate, ratio_interval};

/// A median of fewer times has no interval, so neither has a ratio of two.
const LEAST_REPEATS: usize = 6;

/// What partners have in common.
pub struct Partners {
    groupings: Vec<By>,
}

impl Partners {
    /// For cells that are compared by `by`.
    pub fn new(records: &[&Record], by: By) -> Self {
        let kept = ["game", "position", "depth", "limit_nodes", "limit_time"];
        let mut groupings: Vec<By> = kept.map(|name| By { name }).into();
        let swept = swept(records);
        let is_toggle = row::definition().contains(&by.column())
            && ![&kept[..], &["engine"]].concat().contains(&by.column());
        match by.name {
            "engine" => (),
            "family" => groupings.push(By { name: "variant" }),
            "variant" => groupings.push(By { name: "family" }),
            // A toggle that only differs between engines: those are what is compared.
            _ if is_toggle && !swept.contains(&by.column()) => (),
            _ => groupings.push(By::ENGINE),
        }
        groupings.extend(swept.into_iter().map(|name| By { name }));
        // The toggles of a table come and go with it.
        let inside = format!("{}.", by.column());
        let own = |column: &str| column == by.column() || column.starts_with(&inside);
        groupings.retain(|grouping| grouping.column() == "engine" || !own(grouping.name));
        Partners { groupings }
    }

    /// The same, whatever a column has.
    pub fn without(mut self, column: &str) -> Self {
        self.groupings.retain(|grouping| grouping.name != column);
        self
    }

    fn key(&self, record: &Record) -> Vec<String> {
        let values = self.groupings.iter().map(|by| by.key(record).raw);
        values.collect()
    }

    /// Each of some cells with its partner among others; an error where it has two.
    pub fn pairs<'a>(
        &self,
        cells: &[&'a Record],
        others: &[&'a Record],
    ) -> Result<Vec<(&'a Record, &'a Record)>, String> {
        let mut known = BTreeMap::new();
        for &other in others {
            if let Some(twin) = known.insert(self.key(other), other) {
                let engines = [twin, other].map(|r| format!("`{}`", r.text("engine")));
                let position = By { name: "position" }.key(other).label;
                return Err(format!(
                    "position `{position}` has two cells to compare with, of {}: say which \
                     with `where` or `baseline`",
                    engines.join(" and ")
                ));
            }
        }
        let partner = |cell: &&'a Record| Some((*cell, *known.get(&self.key(cell))?));
        Ok(cells.iter().filter_map(partner).collect())
    }
}

/// Toggles that vary under one name of an engine: those that the grid sweeps.
fn swept(records: &[&Record]) -> Vec<&'static str> {
    let definition = row::definition();
    let after_engine = definition.iter().position(|c| *c == "engine");
    let toggles = definition[after_engine.map_or(0, |at| at + 1)..].iter();
    let varies = |column: &&&'static str| {
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        records.iter().any(|record| {
            let value = record.text(column);
            *first.entry(record.text("engine")).or_insert(value) != value
        })
    };
    let apart = ["depth", "limit_nodes", "limit_time"];
    let toggles = toggles.filter(|column| !apart.contains(column));
    toggles.filter(varies).copied().collect()
}

/// How many times the second of each pair the first is, over all pairs: the geometric mean.
/// Of one pair of times, the interval is that of the repeats.
pub fn ratio(pairs: &[(&Record, &Record)], measure: Measure) -> Option<Estimate> {
    let both = |(a, b): &(&Record, &Record)| Some((measure.of(a)?, measure.of(b)?));
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.iter().filter_map(both).unzip();
    let mut estimate = ratio_interval(&a, &b, LEVEL)?;
    if let ([(a, b)], "time") = (pairs, measure.name)
        && a.times.len().min(b.times.len()) >= LEAST_REPEATS
    {
        estimate = compare::ratio(&b.times, &a.times)?;
    }
    Some(estimate)
}

#[cfg(test)]
mod tests {
    use super::super::testing::records;
    use super::*;

    #[test]
    fn engines_are_paired_at_the_same_toggles_of_the_grid() {
        let cells = records(&[
            &[("engine", "a"), ("position", "1"), ("tt.size", "1")],
            &[("engine", "a"), ("position", "1"), ("tt.size", "4")],
            &[("engine", "b"), ("position", "1"), ("tt.size", "1")],
            &[("engine", "b"), ("position", "1"), ("tt.size", "4")],
            &[("engine", "b"), ("position", "2"), ("tt.size", "4")],
        ]);
        let cells: Vec<&Record> = cells.iter().collect();
        let pairs = Partners::new(&cells, By::ENGINE)
            .pairs(&cells[2..], &cells[..2])
            .unwrap();
        let sizes: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (a.text("tt.size"), b.text("tt.size")))
            .collect();
        assert_eq!(sizes, [("1", "1"), ("4", "4")]);
        // By the toggle itself, an engine is compared with itself.
        let by = By { name: "tt.size" };
        let (large, small) = ([cells[1], cells[3]], [cells[0], cells[2]]);
        let pairs = Partners::new(&cells, by).pairs(&large, &small).unwrap();
        let engines: Vec<_> = pairs
            .iter()
            .map(|(a, b)| (a.text("engine"), b.text("engine")))
            .collect();
        assert_eq!(engines, [("a", "a"), ("b", "b")]);
    }

    #[test]
    fn two_partners_are_one_too_many() {
        let cells = records(&[
            &[("engine", "a"), ("parallel", "off")],
            &[("engine", "b"), ("parallel", "off")],
            &[("engine", "c"), ("parallel", "root(threads=2)")],
        ]);
        let cells: Vec<&Record> = cells.iter().collect();
        let by = By { name: "threads" };
        let error = Partners::new(&cells, by).pairs(&cells[2..], &cells[..2]);
        assert_eq!(
            error.unwrap_err(),
            "position `start` has two cells to compare with, of `a` and `b`: say which with \
             `where` or `baseline`"
        );
    }
}
