//! The results of an experiment, a record a cell.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use crate::experiment::Experiment;
use crate::experiment::row;
use crate::experiment::sheet;

/// The cells of a file of results that were searched to their end, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub records: Vec<Record>,
    /// Cells that failed.
    pub failed: Vec<Record>,
}

/// One cell: its row of counts, and the times of its repeats.
#[derive(Clone, Debug)]
pub struct Record {
    fields: Vec<String>,
    /// In nanoseconds.
    pub times: Vec<f64>,
}

impl Data {
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        Ok(Data::from_rows(sheet::read_searches(file)?))
    }

    /// Only the cells that an experiment has: its file of results may hold others, from
    /// before it was changed.
    pub fn of(mut self, experiment: &Experiment) -> Self {
        let cells: HashSet<String> = experiment.cells.iter().map(|c| c.id.to_string()).collect();
        self.records
            .retain(|record| cells.contains(record.text("cell")));
        self.failed
            .retain(|record| cells.contains(record.text("cell")));
        self
    }

    /// Rows with all columns, in any order.
    pub fn from_rows(rows: Vec<Vec<String>>) -> Self {
        let mut data = Data::default();
        let mut times: HashMap<String, Vec<f64>> = HashMap::new();
        let mut counted = Vec::new();
        for fields in rows {
            if fields[row::index("repeat")].is_empty() {
                counted.push(fields);
            } else if let Ok(time) = fields[row::index("time_ns")].parse() {
                let cell = fields[row::index("cell")].clone();
                times.entry(cell).or_default().push(time);
            }
        }
        for fields in counted {
            let times = times
                .remove(&fields[row::index("cell")])
                .unwrap_or_default();
            let record = Record { fields, times };
            match crate::experiment::measure::is_success(record.text("status")) {
                true => data.records.push(record),
                false => data.failed.push(record),
            }
        }
        data
    }

    /// The values of a column, each once, in the order of the file.
    pub fn values(&self, column: &str) -> Vec<&str> {
        let mut values: Vec<&str> = Vec::new();
        for record in &self.records {
            let value = record.text(column);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The records for which something holds.
    pub fn filter(&self, keep: impl Fn(&Record) -> bool) -> Data {
        Data {
            records: self.records.iter().filter(|r| keep(r)).cloned().collect(),
            failed: self.failed.clone(),
        }
    }
}

impl Record {
    /// A column's text. Panics if there is no such column.
    pub fn text(&self, column: &str) -> &str {
        &self.fields[row::index(column)]
    }

    /// A column's number, if it has one.
    pub fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok()
    }

    /// Cutoffs by the index of the move that cut.
    pub fn cut_index(&self) -> Vec<f64> {
        let parts = self.text("cut_index").split_whitespace();
        parts.filter_map(|n| n.parse().ok()).collect()
    }

    /// What two records share that differ in nothing but one column: they are pairs.
    pub fn partner_key(&self, without: &[&str]) -> Vec<&str> {
        let columns = [
            "game",
            "position",
            "depth",
            "limit_nodes",
            "limit_time",
            "engine",
        ];
        let columns = columns.iter().filter(|column| !without.contains(column));
        columns.map(|column| self.text(column)).collect()
    }
}
