//! Reading the sections of an experiment file that say what to show: each key with its type,
//! each mistake with its place.

use std::collections::BTreeMap;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::data::Record;
use crate::experiment::schema::SEARCHES;
use crate::experiment::{Experiment, Problem};
use crate::names::suggestion;

/// One `[[section]]` of a file, and what was found wrong with it so far.
pub struct Section<'a> {
    experiment: &'a Experiment,
    table: Spanned<DeTable<'a>>,
    pub problems: Vec<Problem>,
}

/// A rule on records: columns and the values they may have.
#[derive(Clone, Default, Debug, PartialEq)]
pub struct Where(pub BTreeMap<String, Vec<String>>);

impl Where {
    pub fn matches(&self, record: &Record) -> bool {
        self.0
            .iter()
            .all(|(column, values)| values.iter().any(|v| v == record.text(column)))
    }
}

impl<'a> Section<'a> {
    /// The sections of a name.
    pub fn all(experiment: &'a Experiment, name: &str) -> Vec<Section<'a>> {
        let sections = experiment.sections(name).into_iter();
        let of = |table| Section {
            experiment,
            table,
            problems: Vec::new(),
        };
        sections.map(of).collect()
    }

    /// Complains of keys that are none.
    pub fn known(&mut self, known: &[&str]) {
        let mut wrong = Vec::new();
        for key in self.table.get_ref().keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                wrong.push((
                    key.span(),
                    format!("unknown key `{name}`{}", suggestion(name, known)),
                ));
            }
        }
        for (at, message) in wrong {
            self.complain(&at, message);
        }
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.table.get_ref().contains_key(key)
    }

    fn complain(&mut self, at: &std::ops::Range<usize>, message: impl std::fmt::Display) {
        self.problems
            .push(self.experiment.file.problem(at, message));
    }

    /// Complains of a key's value, or of the whole section if the key is not there.
    pub fn wrong(&mut self, key: &str, message: impl std::fmt::Display) {
        let at = self
            .table
            .get_ref()
            .get(key)
            .map_or(self.table.span(), Spanned::span);
        self.complain(&at, format!("{key}: {message}"));
    }

    /// A text, if the key is there.
    pub fn text(&mut self, key: &str) -> Option<String> {
        match self.table.get_ref().get(key).map(Spanned::get_ref) {
            None => None,
            Some(DeValue::String(text)) => Some(text.to_string()),
            Some(_) => {
                self.wrong(key, "a text stands there");
                None
            }
        }
    }

    /// A text that something is made of, such as a measure.
    pub fn parsed<T>(&mut self, key: &str, parse: impl Fn(&str) -> Result<T, String>) -> Option<T> {
        let text = self.text(key)?;
        match parse(&text) {
            Ok(value) => Some(value),
            Err(message) => {
                self.wrong(key, message);
                None
            }
        }
    }

    /// A list of texts, or one alone.
    pub fn texts(&mut self, key: &str) -> Option<Vec<String>> {
        let value = self.table.get_ref().get(key)?.get_ref();
        let texts = match value {
            DeValue::String(text) => Some(vec![text.to_string()]),
            DeValue::Array(items) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => Some(text.to_string()),
                    _ => None,
                })
                .collect(),
            _ => None,
        };
        if texts.is_none() {
            self.wrong(key, "a text or a list of texts stands there");
        }
        texts
    }

    pub fn flag(&mut self, key: &str) -> bool {
        match self.table.get_ref().get(key).map(Spanned::get_ref) {
            None => false,
            Some(DeValue::Boolean(flag)) => *flag,
            Some(_) => {
                self.wrong(key, "true or false stands there");
                false
            }
        }
    }

    /// The name of a column of the results.
    pub fn column(&mut self, key: &str) -> Option<String> {
        self.parsed(key, |name| match SEARCHES.columns.contains(&name) {
            true => Ok(name.to_string()),
            false => Err(format!(
                "unknown column `{name}`{}",
                suggestion(name, &SEARCHES.columns)
            )),
        })
    }

    /// Some of the columns and the values they may have: `where = { engine = ["a", "b"], depth = 4 }`.
    pub fn rule(&mut self, key: &str, columns: &[&str]) -> Where {
        let mut rule = Where::default();
        let mut wrong = Vec::new();
        match self.table.get_ref().get(key).map(Spanned::get_ref) {
            None => (),
            Some(DeValue::Table(table)) => {
                for (column, value) in table.iter() {
                    let name: &str = column.get_ref();
                    if !columns.contains(&name) {
                        let hint = suggestion(name, columns);
                        wrong.push((column.span(), format!("unknown column `{name}`{hint}")));
                    }
                    match scalars(value.get_ref()) {
                        Some(values) => {
                            rule.0.insert(name.to_string(), values);
                        }
                        None => wrong.push((
                            value.span(),
                            "a value or a list of values stands there".into(),
                        )),
                    }
                }
            }
            Some(_) => self.wrong(key, "a table such as { depth = 4 } stands there"),
        }
        for (at, message) in wrong {
            self.complain(&at, message);
        }
        rule
    }

    /// Numbers by name, one level deep or two: `{ base = 1, table = { "1" = 2 } }`; the names
    /// of both levels are one list.
    pub fn numbers(&mut self, key: &str) -> Vec<(Vec<String>, f64)> {
        let mut found = Vec::new();
        let mut wrong = Vec::new();
        if let Some(value) = self.table.get_ref().get(key) {
            collect(value, &mut Vec::new(), &mut found, &mut wrong);
        }
        for at in wrong {
            self.complain(&at, "a number, or a table of numbers, stands there");
        }
        found
    }
}

fn collect(
    value: &Spanned<DeValue>,
    path: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, f64)>,
    wrong: &mut Vec<std::ops::Range<usize>>,
) {
    match value.get_ref() {
        DeValue::Table(table) => {
            for (key, value) in table.iter() {
                path.push(key.get_ref().to_string());
                collect(value, path, found, wrong);
                path.pop();
            }
        }
        other => match scalars(other).and_then(|s| s.first()?.parse().ok()) {
            Some(number) => found.push((path.clone(), number)),
            None => wrong.push(value.span()),
        },
    }
}

/// A value or a list of values as texts, in the form that columns have.
fn scalars(value: &DeValue) -> Option<Vec<String>> {
    match value {
        DeValue::String(text) => Some(vec![text.to_string()]),
        DeValue::Integer(number) => Some(vec![number.as_str().replace('_', "")]),
        DeValue::Float(number) => Some(vec![number.as_str().replace('_', "")]),
        DeValue::Boolean(flag) => Some(vec![flag.to_string()]),
        DeValue::Array(items) => {
            let lists: Option<Vec<_>> = items.iter().map(|i| scalars(i.get_ref())).collect();
            lists.map(|lists| lists.concat())
        }
        _ => None,
    }
}
