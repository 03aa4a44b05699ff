//! What others published, beside what comes out here: `[[published]]`.

use super::aggregate::{Aggregate, summarise};
use super::data::{Data, Record};
use super::declared::{Section, Where};
use super::document::{Entry, Grid};
use super::measure::Measure;
use crate::experiment::schema::SEARCHES;
use crate::experiment::{Experiment, Problem};

/// Numbers that somebody published.
#[derive(Clone, Debug)]
pub struct Published {
    pub what: String,
    pub measure: Measure,
    pub aggregate: Aggregate,
    /// The columns that the names of the values belong to, outermost first.
    pub by: Vec<String>,
    /// Names in that order, and the number.
    pub values: Vec<(Vec<String>, f64)>,
    /// Whether ours must be the same: counts, not times.
    pub exact: bool,
    pub only: Where,
}

/// One published number beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Beside {
    pub names: Vec<String>,
    pub published: f64,
    pub ours: Option<f64>,
}

impl Beside {
    pub fn is_same(&self) -> bool {
        self.ours == Some(self.published)
    }
}

const KEYS: &[&str] = &[
    "what",
    "measure",
    "aggregate",
    "by",
    "values",
    "exact",
    "where",
];

impl Published {
    /// What an experiment has of it, or everything that is wrong with the sections.
    pub fn declared(experiment: &Experiment) -> Result<Vec<Published>, Vec<Problem>> {
        let (mut all, mut problems) = (Vec::new(), Vec::new());
        for mut section in Section::all(experiment, "published") {
            section.known(KEYS);
            let measure = section.parsed("measure", Measure::named);
            if measure.is_none() && section.problems.is_empty() {
                section.wrong("measure", "is missing: what was counted, such as \"nodes\"");
            }
            let by = section.texts("by").unwrap_or(vec!["engine".into()]);
            for column in &by {
                if !SEARCHES.columns.contains(&column.as_str()) {
                    let hint = crate::names::suggestion(column, &SEARCHES.columns);
                    section.wrong("by", format!("unknown column `{column}`{hint}"));
                }
            }
            let values = section.numbers("values");
            if values.is_empty() {
                section.wrong("values", "is missing: numbers by name");
            }
            if values.iter().any(|(names, _)| names.len() != by.len()) {
                let message = format!("names must be {} deep, as `by` has columns", by.len());
                section.wrong("values", message);
            }
            let exact = section.flag("exact");
            let published = Published {
                what: section.text("what").unwrap_or_default(),
                measure: measure.unwrap_or(super::measure::MEASURES[0]),
                aggregate: section
                    .parsed("aggregate", Aggregate::named)
                    .unwrap_or(Aggregate::Sum),
                by,
                values,
                exact,
                only: section.rule("where", &SEARCHES.columns),
            };
            problems.append(&mut section.problems);
            all.push(published);
        }
        match problems.is_empty() {
            true => Ok(all),
            false => Err(problems),
        }
    }

    /// Each number beside ours.
    pub fn beside(&self, data: &Data) -> Vec<Beside> {
        let of = |names: &[String]| {
            let is_one = |record: &&Record| {
                let mut columns = self.by.iter().zip(names);
                self.only.matches(record) && columns.all(|(by, name)| record.text(by) == name)
            };
            let records = data.records.iter().filter(is_one);
            summarise(records, self.measure, self.aggregate).map(|s| s.estimate.value)
        };
        let values = self.values.iter();
        values
            .map(|(names, published)| Beside {
                names: names.clone(),
                published: *published,
                ours: of(names),
            })
            .collect()
    }

    /// The numbers side by side.
    pub fn grid(&self, data: &Data) -> Grid {
        let mut header = self.by.clone();
        header.extend([format!("published {}", self.measure.label()), "ours".into()]);
        header.push(
            if self.exact {
                "same"
            } else {
                "ours / published"
            }
            .into(),
        );
        let line = |beside: Beside| {
            let mut line: Vec<Entry> = beside.names.iter().map(Entry::text).collect();
            line.push(Entry::number(beside.published));
            line.push(beside.ours.map_or(Entry::Missing, Entry::number));
            line.push(match (self.exact, beside.ours) {
                (_, None) => Entry::Missing,
                (true, _) => Entry::text(if beside.is_same() { "yes" } else { "NO" }),
                (false, Some(ours)) => Entry::number(ours / beside.published),
            });
            line
        };
        Grid {
            caption: self.what.clone(),
            header,
            rows: self.beside(data).into_iter().map(line).collect(),
        }
    }
}
