//! Experiments: a question in a file, and the searches that answer it.
//!
//! [`Experiment::load`] reads a file and lists its cells, or says everything that is wrong
//! with it, each with line and column. The format is documented in `experiments/README.md`.
//!
//! | file | what |
//! |---|---|
//! | `cell.rs` | a cell, and the identity it keeps |
//! | `spec.rs` | the file as plain data: axes, zips, where positions come from, measuring |
//! | `read.rs`, `node.rs`, `diagnose.rs` | from TOML to that data; values and their types; problems and their places |
//! | `axes.rs`, `ranges.rs`, `rules.rs` | the values of axes, `1..=8`, and rules that pick cells |
//! | `engines.rs`, `factorial.rs`, `toggle.rs` | engines that extend each other, all combinations of toggles, a toggle alone |
//! | `positions.rs`, `generate.rs`, `symmetry.rs` | positions: listed, played at random, all of them, move by move |
//! | `run.rs`, `measure.rs`, `progress.rs` | the runner: counts on all cores, times on one; one search of a cell; how far it is |
//! | `schema.rs`, `row.rs`, `results.rs`, `sheet.rs`, `files.rs`, `provenance.rs` | columns, the file of results, files that are never half-written, where results come from |
//! | `merge.rs`, `compare.rs` | shards into one file; two files against each other |
//! | `selection.rs`, `soundness.rs` | filters and shards; whether rows agree with plain search |
//! | `grid.rs`, `nest.rs`, `boards.rs`, `choices.rs` | from axes to cells: their order, the boards and engines they share |

pub(crate) mod axes;
mod boards;
pub mod cell;
mod choices;
pub mod compare;
pub mod diagnose;
pub(crate) mod engines;
mod factorial;
pub mod files;
pub(crate) mod generate;
mod grid;
pub mod measure;
pub mod merge;
mod nest;
pub(crate) mod node;
pub(crate) mod positions;
pub mod progress;
pub mod provenance;
pub(crate) mod ranges;
mod read;
pub mod results;
pub mod row;
mod rules;
pub mod run;
pub mod schema;
pub mod selection;
pub mod sheet;
pub mod soundness;
pub(crate) mod spec;
mod symmetry;
#[cfg(test)]
mod tests;
mod toggle;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

pub use cell::{Cell, CellId, NamedEngine};
pub use diagnose::{Problem, Problems, Source};
pub use selection::{Selection, Shard};
pub use spec::Measure;

use crate::contest::Contest;
use crate::search::toggles::Algorithm;
use diagnose::Diagnosis;
use schema::{GAMES, SEARCHES, Schema};

/// An experiment: its texts, how it is measured, and its cells.
///
/// ```
/// use std::path::Path;
/// use plyometer::experiment::{Experiment, Source};
///
/// let text = r#"
/// title = "Tic-tac-toe"
/// question = "What does alpha-beta save?"
/// [grid]
/// game = "tris(3,3)"
/// depth = "1..=9"
/// [engines]
/// minimax = "minimax"
/// alphabeta = { extends = "minimax", algorithm = "alphabeta" }
/// "#;
/// let experiment = Experiment::parse(Source::new(Path::new("tic.toml"), text)).unwrap();
/// assert_eq!(experiment.cells.len(), 18);
///
/// let wrong = Experiment::parse(Source::new(Path::new("tic.toml"), text.replace("depth", "dept")));
/// assert_eq!(
///     wrong.unwrap_err().to_string(),
///     "tic.toml:6:1: unknown axis `dept`: did you mean `depth`?"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The file's name without folder and ending.
    pub name: String,
    /// The file itself: what its `[[figure]]` and `[[table]]` say is in there.
    pub file: Source,
    pub title: String,
    pub question: String,
    /// Where the question comes from.
    pub source: Option<String>,
    pub notes: Option<String>,
    pub measure: Measure,
    /// In a fixed order: see `grid.rs`. A match has none.
    pub cells: Vec<Cell>,
    /// Where it is a match.
    pub contest: Option<Contest>,
}

/// Why an experiment could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    #[error("{}: {source}", .file.display())]
    Unreadable { file: PathBuf, source: io::Error },
    #[error(transparent)]
    Wrong(#[from] Problems),
}

impl Experiment {
    /// Reads a file.
    pub fn load(file: &Path) -> Result<Self, LoadError> {
        let bytes = fs::read(file).map_err(|source| LoadError::Unreadable {
            file: file.into(),
            source,
        })?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let right = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(error.as_bytes());
            let problem = Source::new(file, text).problem(&(right..right), "not UTF-8");
            Problems(vec![problem])
        })?;
        Ok(Experiment::parse(Source::new(file, text))?)
    }

    /// Reads a file's text.
    pub fn parse(file: Source) -> Result<Self, Problems> {
        let mut diagnosis = Diagnosis::new(&file);
        let content = read::read(&mut diagnosis);
        diagnosis.finish()?;
        let name = Path::new(file.file()).file_stem().unwrap_or_default();
        Ok(Experiment {
            name: name.to_string_lossy().into_owned(),
            title: content.title,
            question: content.question,
            source: content.source,
            notes: content.notes,
            measure: content.measure,
            cells: content.cells,
            contest: content.contest,
            file,
        })
    }

    /// The columns of its results.
    pub fn schema(&self) -> &'static Schema {
        match self.contest {
            Some(_) => &GAMES,
            None => &SEARCHES,
        }
    }

    /// The identities of what its results have a row of, in their order.
    pub fn ids(&self) -> Vec<CellId> {
        let cells = self.cells.iter().map(|cell| cell.id);
        let fixtures = self.contest.iter().flat_map(|contest| &contest.fixtures);
        cells.chain(fixtures.map(|fixture| fixture.id)).collect()
    }

    /// The seeds of its engines and players that draw random numbers.
    fn seeds(&self) -> Vec<u64> {
        let players = self.contest.iter().flat_map(|contest| &contest.players);
        let players = players.filter_map(|player| player.spec.seed());
        let engines = self.cells.iter().map(|cell| cell.engine.engine.algorithm);
        let seeds = engines.filter_map(|algorithm| match algorithm {
            Algorithm::Mcts(mcts) => Some(mcts.seed),
            _ => None,
        });
        seeds.chain(players).collect()
    }

    /// The tables `[[figure]]` or `[[table]]`, as they stand in the file. Whoever reads them
    /// can say what is wrong and where with [`Source::problem`].
    pub fn sections(&self, key: &str) -> Vec<Spanned<DeTable<'_>>> {
        let (mut document, _) = DeTable::parse_recoverable(self.file.text());
        let Some(DeValue::Array(list)) = document.get_mut().remove(key).map(Spanned::into_inner)
        else {
            return Vec::new();
        };
        let tables = list.iter().filter_map(|item| match item.get_ref() {
            DeValue::Table(table) => Some(Spanned::new(item.span(), table.clone())),
            _ => None,
        });
        tables.collect()
    }
}
