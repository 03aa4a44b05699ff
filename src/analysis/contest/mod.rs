//! What a match shows: its figures, its tables, its findings.
//!
//! | file | what |
//! |---|---|
//! | `data.rs` | the games of a file of results |
//! | `kind.rs`, `declare.rs` | the kinds of figures and their keys; reading a section |
//! | `material.rs` | the games of a figure, its players and its words |
//! | `crosstable.rs`, `elo.rs`, `strength.rs`, `lengths.rs`, `plies.rs`, `predictions.rs` | one kind of figure each |
//! | `tables.rs`, `findings.rs` | standings, cross table and predictions; sentences |
//!
//! Every key of a figure is documented in `experiments/FIGURES.md`.

mod crosstable;
mod data;
mod declare;
mod elo;
pub mod findings;
mod kind;
mod lengths;
mod material;
mod plies;
mod predictions;
mod strength;
pub mod tables;
#[cfg(test)]
pub mod testing;

pub use data::{Failed, Games};
pub use declare::read;
pub use kind::{KINDS, Kind, is_kind};
use material::Material;

use super::declared::Where;
use super::figures::FigureError;
use crate::experiment::Experiment;
use crate::plot::Chart;

/// A figure of a match, as its file declares it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Unique in its experiment, and good as part of a file's name.
    pub name: String,
    pub kind: Kind,
    pub title: Option<String>,
    pub caption: Option<String>,
    /// Which games.
    pub rule: Where,
}

impl Figure {
    /// The chart, or what is missing from the results.
    pub fn chart(
        &self,
        experiment: &Experiment,
        games: &Games,
    ) -> Result<Box<dyn Chart>, FigureError> {
        let wrong = |reason| FigureError {
            figure: self.name.clone(),
            reason,
        };
        fn boxed<C: Chart + 'static>(chart: C) -> Box<dyn Chart> {
            Box::new(chart)
        }
        let m = Material::new(self, experiment, games).map_err(wrong)?;
        let chart = match self.kind {
            Kind::CrossTable => crosstable::chart(&m).map(boxed),
            Kind::Elo => elo::chart(&m).map(boxed),
            Kind::Strength { x, y } => strength::chart(&m, x, y).map(boxed),
            Kind::Lengths(split) => lengths::chart(&m, split).map(boxed),
            Kind::Plies(plies) => plies::chart(&m, &plies).map(boxed),
            Kind::Predictions => predictions::chart(&m).map(boxed),
        };
        chart.map_err(wrong)
    }
}
