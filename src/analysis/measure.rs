//! What can be measured of a record: the columns that hold numbers, and what follows from
//! them.

use super::data::Record;
use crate::names::suggestion;
use crate::stats::median;

/// Something measured, by its name.
#[derive(Clone, Copy, Debug)]
pub struct Measure {
    pub name: &'static str,
    /// As it stands beside an axis and over a column.
    pub title: &'static str,
    pub unit: Option<&'static str>,
    /// What a sentence says: an engine *visits* fewer *nodes*.
    pub verb: &'static str,
    of: fn(&Record) -> Option<f64>,
    /// Whether it is counted, and so the same on every machine.
    pub is_count: bool,
}

macro_rules! count {
    ($name:literal, $title:literal, $verb:literal) => {
        Measure {
            name: $name,
            title: $title,
            unit: None,
            verb: $verb,
            of: |record| record.number($name),
            is_count: true,
        }
    };
}

/// What there is to measure.
pub const MEASURES: &[Measure] = &[
    count!("nodes", "nodes visited", "visits"),
    count!("generated", "positions generated", "generates"),
    count!("leaves", "leaves evaluated", "evaluates"),
    count!("terminals", "finished games met", "meets"),
    count!("heuristic_calls", "heuristic calls", "makes"),
    count!("ordering_evals", "heuristic calls for ordering", "makes"),
    count!("cutoffs", "cutoffs", "makes"),
    count!("first_move_cutoffs", "cutoffs on the first move", "makes"),
    count!("tt_probes", "table look-ups", "makes"),
    count!("tt_hits", "table hits", "has"),
    count!("tt_cutoffs", "table cutoffs", "makes"),
    count!("re_searches", "re-searches", "makes"),
    count!("minimal_nodes", "nodes of the minimal tree", "needs"),
    count!("reached", "depth reached", "reaches"),
    Measure {
        name: "time",
        title: "time",
        unit: Some("ms"),
        verb: "takes",
        of: |record| median(&record.times).map(|ns| ns / 1e6),
        is_count: false,
    },
    Measure {
        name: "nodes_per_second",
        title: "nodes a second",
        unit: None,
        verb: "searches",
        of: |record| Some(record.number("nodes")? / median(&record.times)? * 1e9),
        is_count: false,
    },
    Measure {
        name: "nodes_per_minimal",
        title: "nodes / minimal tree",
        unit: None,
        verb: "visits",
        of: |record| Some(record.number("nodes")? / record.number("minimal_nodes")?),
        is_count: true,
    },
    Measure {
        name: "first_move_share",
        title: "cutoffs on the first move",
        unit: Some("%"),
        verb: "makes",
        of: |record| {
            let cutoffs = record.number("cutoffs").filter(|&n| n > 0.0)?;
            Some(100.0 * record.number("first_move_cutoffs")? / cutoffs)
        },
        is_count: true,
    },
    Measure {
        name: "disagrees",
        title: "values that differ from plain search",
        unit: Some("%"),
        verb: "errs in",
        of: |record| match record.text("value_agrees") {
            "true" => Some(0.0),
            "false" => Some(100.0),
            _ => None,
        },
        is_count: true,
    },
];

impl Measure {
    /// A measure by its name, or what is wrong with the name.
    pub fn named(name: &str) -> Result<Measure, String> {
        let found = MEASURES.iter().find(|measure| measure.name == name);
        found.copied().ok_or_else(|| {
            let names: Vec<_> = MEASURES.iter().map(|measure| measure.name).collect();
            format!("unknown measure `{name}`{}", suggestion(name, &names))
        })
    }

    /// Its value of a record.
    pub fn of(&self, record: &Record) -> Option<f64> {
        (self.of)(record).filter(|value| value.is_finite())
    }

    /// `time (ms)`
    pub fn label(&self) -> String {
        match self.unit {
            Some(unit) => format!("{} ({unit})", self.title),
            None => self.title.into(),
        }
    }
}
