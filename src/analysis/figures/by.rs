//! What cells are grouped by: a column of the results, or what follows from one.

use crate::analysis::Record;
use crate::experiment::row;
use crate::experiment::schema::SEARCHES;
use crate::names::suggestion;
use crate::units::parse_time;

/// A way to group cells, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct By {
    pub name: &'static str,
}

/// Groupings that are no columns, with what they say.
pub const COMPUTED: [(&str, &str); 6] = [
    ("board", "rows × columns"),
    ("cells", "cells of the board"),
    ("threads", "threads of `parallel`, 1 where it is off"),
    ("parallelism", "`parallel` without its threads"),
    ("family", "the engine's name up to the colon"),
    ("variant", "the engine's name after the colon"),
];

/// One value of a grouping.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// As the results have it.
    pub raw: String,
    /// As a chart shows it.
    pub label: String,
    pub number: Option<f64>,
}

impl Key {
    /// Whether somebody who writes `name` means this.
    pub fn is_called(&self, name: &str) -> bool {
        let number = || Some(name.parse::<f64>().ok()? == self.number?);
        self.raw == name || self.label == name || number() == Some(true)
    }
}

impl By {
    pub const ENGINE: By = By { name: "engine" };

    pub fn named(name: &str) -> Result<By, String> {
        let computed = COMPUTED.iter().map(|(name, _)| *name);
        let names: Vec<&'static str> = SEARCHES.columns.iter().copied().chain(computed).collect();
        match names.iter().find(|known| **known == name) {
            Some(name) => Ok(By { name }),
            None => Err(format!(
                "unknown column `{name}`{}",
                suggestion(name, &names)
            )),
        }
    }

    /// The column it is made from.
    pub fn column(self) -> &'static str {
        match self.name {
            "board" | "cells" => "game",
            "threads" | "parallelism" => "parallel",
            "family" | "variant" => "engine",
            column => column,
        }
    }

    /// Whether its values are numbers by which they are compared, but names to the eye.
    pub fn is_named(self) -> bool {
        self.name == "board"
    }

    /// What stands beside an axis, and the unit.
    pub fn title(self) -> (&'static str, Option<&'static str>) {
        match self.name {
            "depth" => ("depth", Some("plies")),
            "reached" => ("depth reached", Some("plies")),
            "board" => ("board", None),
            "cells" => ("board size", Some("cells")),
            "ply" => ("stones on the board", Some("plies")),
            "k" => ("length of a line", Some("stones")),
            "limit_nodes" => ("limit", Some("nodes")),
            "limit_time" => ("limit", Some("ms")),
            "tt" => ("table", None),
            "tt.size" => ("table size", Some("MiB")),
            "tt.entries" => ("table size", Some("entries")),
            "forward" => ("moves searched", Some("best k")),
            name => (name, None),
        }
    }

    /// A record's value.
    pub fn key(self, record: &Record) -> Key {
        let raw = match self.name {
            "board" => format!("{}×{}", record.text("rows"), record.text("cols")),
            "cells" => shown(area(record)),
            "threads" => shown(threads(record.text("parallel"))),
            "parallelism" => name_of_call(record.text("parallel")).into(),
            "family" => record.text("engine").split(':').next().unwrap_or("").into(),
            "variant" => {
                let parts = record.text("engine").split_once(':');
                parts.map_or(String::new(), |(_, variant)| variant.into())
            }
            column => record.text(column).into(),
        };
        let number = match self.name {
            "board" => area(record),
            "limit_time" => parse_time(&raw)
                .ok()
                .map(|time| time.as_secs_f64() * 1000.0),
            "forward" => argument(&raw, "best"),
            "position" | "game" | "engine" | "family" | "variant" | "best" | "pv" => None,
            _ => raw.parse().ok().filter(|number: &f64| number.is_finite()),
        };
        Key {
            label: label(self, &raw),
            number,
            raw,
        }
    }

    /// The values of some records, each once: numbers ascending, anything else in the order
    /// of `plan`, the cells of the experiment.
    pub fn values(self, plan: &[Record], records: &[&Record]) -> Vec<Key> {
        let mut present: Vec<Key> = Vec::new();
        for record in records {
            let key = self.key(record);
            if !present.contains(&key) {
                present.push(key);
            }
        }
        let mut planned: Vec<String> = Vec::new();
        if self.is_definition() {
            for record in plan {
                let raw = self.key(record).raw;
                if !planned.contains(&raw) {
                    planned.push(raw);
                }
            }
        }
        let place = |key: &Key| planned.iter().position(|raw| *raw == key.raw);
        present.sort_by_key(|key| place(key).unwrap_or(usize::MAX));
        present.sort_by(|a, b| match (a.number, b.number) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            (a, b) => b.is_none().cmp(&a.is_none()),
        });
        present
    }

    /// Whether an experiment says its values before anything is run.
    pub fn is_definition(self) -> bool {
        row::definition().contains(&self.column())
    }

    /// Whether there is more than one value.
    pub fn varies(self, records: &[&Record]) -> bool {
        let mut keys = records.iter().map(|record| self.key(record));
        let first = keys.next();
        keys.any(|key| Some(key) != first)
    }
}

fn area(record: &Record) -> Option<f64> {
    Some(record.number("rows")? * record.number("cols")?)
}

fn shown(number: Option<f64>) -> String {
    number.map_or(String::new(), |number| number.to_string())
}

/// `root(threads=2)` has 2, `off` has 1.
fn threads(parallel: &str) -> Option<f64> {
    match parallel {
        "off" => Some(1.0),
        call => argument(call, name_of_call(call)),
    }
}

fn name_of_call(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

/// The only argument of a call, if it is a number: 20 of `best(k=20)`.
fn argument(call: &str, name: &str) -> Option<f64> {
    let inside = call
        .strip_prefix(name)?
        .strip_prefix('(')?
        .strip_suffix(')')?;
    inside.rsplit('=').next()?.parse().ok()
}

/// `tris(5,3)` for `tris(size=5,series=3)`; words for what would be nothing.
fn label(by: By, raw: &str) -> String {
    match (by.name, raw) {
        ("position", "") => "start".into(),
        (_, "") => "none".into(),
        ("game" | "forward" | "parallel" | "evaluator", call) => short(call),
        (_, text) => text.into(),
    }
}

/// A call without the names of its parameters.
pub fn short(call: &str) -> String {
    match call.split_once('(') {
        Some((name, inside)) => {
            let values = inside
                .split(',')
                .map(|part| part.rsplit('=').next().unwrap_or(part));
            format!("{name}({}", values.collect::<Vec<_>>().join(","))
        }
        None => call.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{record, records};
    use super::*;

    #[test]
    fn labels_are_short_and_never_empty() {
        let record = record(&[
            ("game", "tris(size=5,series=3)"),
            ("rows", "5"),
            ("cols", "5"),
            ("forward", "best(k=20)"),
            ("parallel", "lazy-smp(threads=4)"),
            ("engine", "ladder:tt+order"),
            ("limit_time", "1500ms"),
        ]);
        let label = |name| By::named(name).unwrap().key(&record).label;
        let number = |name| By::named(name).unwrap().key(&record).number;
        assert_eq!(label("game"), "tris(5,3)");
        assert_eq!(label("position"), "start");
        assert_eq!(label("tt.size"), "none");
        assert_eq!(
            (label("board"), number("board")),
            ("5×5".into(), Some(25.0))
        );
        assert_eq!(number("cells"), Some(25.0));
        assert_eq!(number("forward"), Some(20.0));
        assert_eq!(number("threads"), Some(4.0));
        assert_eq!(label("parallelism"), "lazy-smp");
        assert_eq!(label("family"), "ladder");
        assert_eq!(label("variant"), "tt+order");
        assert_eq!(number("limit_time"), Some(1500.0));
    }

    #[test]
    fn numbers_ascend_and_names_keep_the_order_of_the_file() {
        let plan = records(&[
            &[("engine", "z"), ("depth", "2")],
            &[("engine", "a"), ("depth", "10")],
        ]);
        let found: Vec<&Record> = plan.iter().rev().collect();
        let raw = |by: By| by.values(&plan, &found).into_iter().map(|key| key.raw);
        assert_eq!(raw(By::ENGINE).collect::<Vec<_>>(), ["z", "a"]);
        assert_eq!(raw(By { name: "depth" }).collect::<Vec<_>>(), ["2", "10"]);
    }

    #[test]
    fn a_wrong_name_has_a_hint() {
        assert_eq!(
            By::named("bord").unwrap_err(),
            "unknown column `bord`: did you mean `board`?"
        );
    }
}
