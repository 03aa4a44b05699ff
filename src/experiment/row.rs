//! The columns of a file of results, documented in `data/README.md`.
//!
//! A row is a cell and a repeat: without a number the run that counted, with one a timed
//! run. Rows hold no line breaks, so that a line is a row.

use std::collections::HashMap;
use std::sync::Arc;

use super::measure::Measured;
use super::schema::SEARCHES;
use super::toggle::Toggle;
use super::{Cell, NamedEngine};
use crate::search::counts::CUT_INDICES;
use crate::units::exact_time;

/// What a cell is, before and after the toggles of its engine.
const BEFORE: [&str; 9] = [
    "cell",
    "experiment",
    "game",
    "rows",
    "cols",
    "k",
    "position",
    "ply",
    "engine",
];
const AFTER: [&str; 3] = ["depth", "limit_nodes", "limit_time"];

/// What was found, and what it took.
pub const FOUND: [&str; 31] = [
    "repeat",
    "status",
    "reason",
    "reached",
    "value",
    "best",
    "pv",
    "nodes",
    "generated",
    "leaves",
    "terminals",
    "heuristic_calls",
    "ordering_evals",
    "cutoffs",
    "first_move_cutoffs",
    "cut_index",
    "early_terminations",
    "tt_probes",
    "tt_hits",
    "tt_cutoffs",
    "tt_stores",
    "tt_replacements",
    "re_searches",
    "probcuts",
    "deepest",
    "minimal_nodes",
    "sound",
    "deterministic",
    VALUE_AGREES,
    MOVE_AGREES,
    "time_ns",
];

/// Whether value and move are those of plain minimax or alpha-beta on the same cell.
pub const VALUE_AGREES: &str = "value_agrees";
pub const MOVE_AGREES: &str = "move_agrees";

/// The columns that define a cell.
pub fn definition() -> Vec<&'static str> {
    let toggles = Toggle::all().map(Toggle::name);
    BEFORE.into_iter().chain(toggles).chain(AFTER).collect()
}

/// The number of a column that exists.
pub fn index(column: &str) -> usize {
    SEARCHES.index(column)
}

/// A row whose columns can be read.
pub trait Row {
    /// A column's text. Panics if there is no such column.
    fn text(&self, column: &str) -> &str;
}

impl Row for Vec<String> {
    fn text(&self, column: &str) -> &str {
        &self[index(column)]
    }
}

/// The columns that are counted: those that must be the same on every machine.
pub fn counted() -> impl Iterator<Item = &'static str> {
    let apart = [
        "repeat",
        "reason",
        "sound",
        "deterministic",
        VALUE_AGREES,
        MOVE_AGREES,
        "time_ns",
    ];
    FOUND
        .into_iter()
        .filter(move |column| !apart.contains(column))
}

/// The values of the columns that define a cell. An engine's toggles are written only once.
pub struct Columns {
    experiment: String,
    /// By the address of an engine, which an experiment's cells share.
    toggles: HashMap<usize, Vec<String>>,
}

impl Columns {
    pub fn new(experiment: &str) -> Self {
        Columns {
            experiment: experiment.into(),
            toggles: HashMap::new(),
        }
    }

    /// The values of [`definition`] for a cell.
    pub fn of(&mut self, cell: &Cell) -> Vec<String> {
        fn shown<T: ToString>(value: Option<T>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let (rows, cols) = cell.game.sides();
        let mut values = vec![
            cell.id.to_string(),
            self.experiment.clone(),
            cell.game.to_string(),
            rows.to_string(),
            cols.to_string(),
            shown(cell.game.line_length()),
            cell.position.to_string(),
            cell.ply.to_string(),
            cell.engine.name.clone(),
        ];
        let toggles = self.toggles.entry(Arc::as_ptr(&cell.engine) as usize);
        let toggles = toggles.or_insert_with(|| toggles_of(&cell.engine));
        values.extend(toggles.iter().cloned());
        values.push(shown(cell.limits.depth));
        values.push(shown(cell.limits.nodes));
        values.push(shown(cell.limits.time.map(exact_time)));
        values
    }

    /// A whole row.
    pub fn row(&mut self, cell: &Cell, repeat: Option<u32>, measured: &Measured) -> Vec<String> {
        let mut row = self.of(cell);
        row.extend(found(cell, repeat, measured));
        for field in &mut row {
            if field.contains(char::is_control) {
                *field = field.replace(char::is_control, " ");
            }
        }
        row
    }
}

/// An engine's toggles, texts without their quotation marks.
fn toggles_of(engine: &NamedEngine) -> Vec<String> {
    let value = |toggle: Toggle| toggle.of(&engine.engine).unwrap_or_default();
    let plain = |value: String| match value.strip_prefix('"').and_then(|v| v.strip_suffix('"')) {
        Some(text) if !text.contains('"') => text.to_string(),
        _ => value,
    };
    Toggle::all().map(|toggle| plain(value(toggle))).collect()
}

fn found(cell: &Cell, repeat: Option<u32>, measured: &Measured) -> [String; FOUND.len()] {
    let Measured {
        status,
        reason,
        found,
    } = measured;
    let text = |text: &str| text.to_string();
    let number = |number: u64| match found {
        Some(_) => number.to_string(),
        None => String::new(),
    };
    let counts = found.as_ref().map(|found| found.counts.clone());
    let c = counts.unwrap_or_default();
    let used = c.cut_index.iter().rposition(|&n| n > 0);
    let used = used.map_or(0, |last| (last + 1).min(CUT_INDICES));
    let cut_index: Vec<_> = c.cut_index[..used].iter().map(u64::to_string).collect();
    let engine = &cell.engine.engine;
    let of =
        |field: fn(&super::measure::Found) -> String| found.as_ref().map_or(String::new(), field);
    // A time is taken only when nothing else runs.
    let time = match (repeat, found) {
        (Some(_), Some(found)) => found.time.as_nanos().to_string(),
        _ => String::new(),
    };
    let timed = cell.limits.time.is_some();
    [
        repeat.map_or(String::new(), |repeat| repeat.to_string()),
        text(status),
        reason.clone(),
        of(|found| found.reached.to_string()),
        of(|found| found.value.clone()),
        of(|found| found.best.clone()),
        of(|found| found.line.clone()),
        number(c.nodes),
        number(c.generated),
        number(c.leaves),
        number(c.terminals),
        number(c.heuristic_calls),
        number(c.ordering_evals),
        number(c.cutoffs),
        number(c.first_move_cutoffs()),
        cut_index.join(" "),
        number(c.early_terminations),
        number(c.tt_probes),
        number(c.tt_hits),
        number(c.tt_cutoffs),
        number(c.tt_stores),
        number(c.tt_replacements),
        number(c.re_searches),
        number(c.probcuts),
        number(c.deepest),
        of(|found| found.minimal_nodes.map_or(String::new(), |n| n.to_string())),
        engine.is_sound().to_string(),
        (engine.is_deterministic() && !timed).to_string(),
        String::new(),
        String::new(),
        time,
    ]
}
