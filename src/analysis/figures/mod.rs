//! The figures of an experiment: what its `[[figure]]` sections ask for, made from its
//! results.
//!
//! [`read`] reads the sections, or says everything that is wrong with them;
//! [`Figure::chart`] turns results into a chart of [`crate::plot`]. Every key is documented
//! in `experiments/FIGURES.md`.
//!
//! | file | what |
//! |---|---|
//! | `kind.rs`, `declare.rs` | the kinds of figures and their keys; reading a section |
//! | `by.rs` | what cells are grouped by |
//! | `material.rs` | the cells of a figure, grouped and summed up; scales and words |
//! | `caption.rs` | n, aggregate and interval in words |
//! | `pairs.rs`, `factors.rs`, `published.rs` | cells that differ in one thing; the techniques of a factorial; values to compare with |
//! | the others | one kind of figure each |

mod bars;
mod boxes;
mod by;
mod caption;
mod declare;
mod effects;
mod factors;
mod game;
mod growth;
mod heatmap;
mod histogram;
mod interactions;
mod kind;
mod lines;
mod material;
mod pairs;
mod published;
mod ratios;
mod scatter;
mod shares;
mod speedup;
#[cfg(test)]
mod testing;

use thiserror::Error;

use super::declared::Where;
use super::{Aggregate, Data, Measure};
use crate::experiment::Experiment;
use crate::plot::{Chart, Scale};

pub use by::{By, COMPUTED, short};
pub use declare::{name, read};
pub use kind::{COMMON, KINDS, Kind};
use material::Material;
pub use material::{capitalised, drawn, wide, words};
use published::Published;

/// A figure as an experiment file declares it.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Unique in its experiment, and good as part of a file's name.
    pub name: String,
    pub kind: Kind,
    pub title: Option<String>,
    pub caption: Option<String>,
    /// What runs across, where that is no measure.
    pub x: Option<By>,
    /// What runs across, where that is a measure.
    pub x_measure: Option<Measure>,
    /// What is measured; never empty.
    pub y: Vec<Measure>,
    pub series: Option<By>,
    /// A value of the series.
    pub baseline: Option<String>,
    pub scale: Option<Scale>,
    pub aggregate: Option<Aggregate>,
    /// Which cells.
    pub rule: Where,
    pub published: Published,
    pub minimal: bool,
}

/// Why a figure cannot be made from these results.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("figure `{figure}`: {reason}")]
pub struct FigureError {
    pub figure: String,
    pub reason: String,
}

impl Figure {
    /// The name of its file, without an ending.
    pub fn file_stem(&self, experiment: &Experiment) -> String {
        format!("{}-{}", experiment.name, self.name)
    }

    /// The chart, or what is missing from the results.
    pub fn chart(
        &self,
        experiment: &Experiment,
        data: &Data,
    ) -> Result<Box<dyn Chart>, FigureError> {
        let wrong = |reason| FigureError {
            figure: self.name.clone(),
            reason,
        };
        fn boxed<C: Chart + 'static>(chart: C) -> Box<dyn Chart> {
            Box::new(chart)
        }
        let m = Material::new(self, experiment, data).map_err(wrong)?;
        let chart = match self.kind {
            Kind::Bars => bars::chart(&m).map(boxed),
            Kind::Lines => lines::chart(&m).map(boxed),
            Kind::Game => game::chart(&m).map(boxed),
            Kind::Ratios => ratios::chart(&m).map(boxed),
            Kind::Boxes => boxes::chart(&m).map(boxed),
            Kind::Scatter => scatter::chart(&m).map(boxed),
            Kind::Shares => shares::chart(&m).map(boxed),
            Kind::SpeedUp => speedup::chart(&m).map(boxed),
            Kind::HeatMap => heatmap::chart(&m).map(boxed),
            Kind::Effects => effects::chart(&m).map(boxed),
            Kind::Interactions => interactions::chart(&m).map(boxed),
            Kind::Growth => growth::chart(&m).map(boxed),
            Kind::Histogram => histogram::chart(&m).map(boxed),
        };
        chart.map_err(wrong)
    }
}
