//! Whether a search found what plain search finds.
//!
//! Where an experiment has plain minimax, or else plain alpha-beta, for the same game,
//! position, depth, evaluator and scores, every other row is compared with it. A sound engine
//! whose value differs is a defect of the program. Monte-Carlo tree search agrees where it has
//! proven the value.

use std::collections::HashMap;

use super::row::Row;
use super::{Cell, CellId};
use crate::search::Engine;
use crate::search::toggles::{Algorithm, Anticipate, Parallel, RootWindow, StaticBounds};

/// What each cell is compared with.
pub struct Soundness {
    /// By cell, the cell it is compared with.
    reference: HashMap<CellId, CellId>,
    /// What those found: value and best move.
    known: HashMap<CellId, [String; 2]>,
}

impl Soundness {
    pub fn new(cells: &[&Cell]) -> Self {
        // By what must be the same, the plainest engine there is.
        let mut plainest: HashMap<_, (u8, CellId)> = HashMap::new();
        let keys: Vec<_> = cells.iter().map(|cell| comparable(cell)).collect();
        for (cell, key) in cells.iter().zip(&keys) {
            if let (Some(rank), Some(key)) = (plainness(&cell.engine.engine), key) {
                let known = plainest.entry(key.clone()).or_insert((rank, cell.id));
                if rank < known.0 {
                    *known = (rank, cell.id);
                }
            }
        }
        let reference = cells.iter().zip(&keys).filter_map(|(cell, key)| {
            let (_, reference) = plainest.get(key.as_ref()?)?;
            Some((cell.id, *reference))
        });
        Soundness {
            reference: reference.collect(),
            known: HashMap::new(),
        }
    }

    /// Whether other rows are compared with this one.
    pub fn is_reference(&self, cell: CellId, repeat: u32) -> bool {
        repeat == 0 && self.reference.get(&cell) == Some(&cell)
    }

    /// Takes note of what a reference found.
    pub fn learn(&mut self, cell: CellId, row: &impl Row) {
        if row.text("status") == "complete" {
            let found = [row.text("value"), row.text("best")];
            self.known.insert(cell, found.map(String::from));
        }
    }

    /// Whether value and move of a row agree; empty where there is nothing to compare.
    pub fn judge(&self, cell: CellId, row: &impl Row) -> [&'static str; 2] {
        let reference = self.reference.get(&cell).filter(|known| **known != cell);
        let known = reference.and_then(|reference| self.known.get(reference));
        let said = |agrees: bool| if agrees { "true" } else { "false" };
        match known {
            Some([value, best]) if row.text("status") == "complete" => [
                said(row.text("value") == value),
                said(row.text("best") == best),
            ],
            _ => ["", ""],
        }
    }
}

/// What two cells must share so that their values can be compared.
fn comparable(cell: &Cell) -> Option<(String, String, Option<u32>, String)> {
    let engine = &cell.engine.engine;
    let searches_all = cell.limits.nodes.is_none() && cell.limits.time.is_none();
    let worth = format!(
        "{} {:?} {}",
        engine.evaluator, engine.toggles.scores, engine.toggles.lines_end
    );
    searches_all.then(|| {
        (
            cell.game.to_string(),
            cell.position.to_string(),
            cell.limits.depth,
            worth,
        )
    })
}

/// How plain an engine is, 0 most; none if it is not plain search.
fn plainness(engine: &Engine) -> Option<u8> {
    let t = &engine.toggles;
    let plain = t.table.is_none()
        && engine.is_sound()
        && t.anticipate == Anticipate::Off
        && t.bounds == StaticBounds::Off
        && engine.window == RootWindow::Full
        && engine.parallel == Parallel::Off
        && !engine.deepening;
    match engine.algorithm {
        Algorithm::Minimax if plain => Some(0),
        Algorithm::AlphaBeta if plain => Some(1 + t.ordered as u8),
        _ => None,
    }
}

/// How many rows agree, and which sound ones do not.
#[derive(Default, Debug)]
pub struct Verdicts {
    pub compared: usize,
    pub agree: usize,
    /// Rows of engines that may differ, and do.
    pub unsound: usize,
    /// Sound engines with another value, described.
    pub wrong: Vec<String>,
}

impl Verdicts {
    pub fn note(&mut self, row: &impl Row, judgement: &[&str; 2]) {
        let agrees = match judgement[0] {
            "" => return,
            verdict => verdict == "true",
        };
        self.compared += 1;
        if agrees {
            self.agree += 1;
        } else if row.text("sound") == "false" {
            self.unsound += 1;
        } else {
            self.wrong.push(format!(
                "{} on {} `{}` to depth {}: {} is not the value of plain search (cell {})",
                row.text("engine"),
                row.text("game"),
                row.text("position"),
                row.text("depth"),
                row.text("value"),
                row.text("cell"),
            ));
        }
    }
}
