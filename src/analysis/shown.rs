//! What an experiment found and what it shows of it, whether it searches or plays.

use std::path::Path;

use super::contest::{self, Games};
use super::figures::{self, FigureError};
use super::{Data, contest::Figure as MatchFigure, figures::Figure as SearchFigure};
use crate::experiment::{Experiment, Problems};
use crate::plot::Chart;

/// The results of an experiment.
pub enum Found {
    Searches(Data),
    Games(Games),
}

impl Found {
    /// Those of the experiment as it stands; its file may hold others, from before it was
    /// changed.
    pub fn read(experiment: &Experiment, file: &Path) -> anyhow::Result<Self> {
        Ok(match &experiment.contest {
            Some(contest) => Found::Games(Games::read(file)?.of(contest)),
            None => Found::Searches(Data::read(file)?.of(experiment)),
        })
    }
}

/// A figure as an experiment declares it.
pub enum Figure {
    Search(SearchFigure),
    Match(MatchFigure),
}

/// The figures of an experiment, or everything that is wrong with them.
pub fn figures(experiment: &Experiment) -> Result<Vec<Figure>, Problems> {
    Ok(match &experiment.contest {
        Some(contest) => {
            let figures = contest::read(experiment, contest)?.into_iter();
            figures.map(Figure::Match).collect()
        }
        None => {
            let figures = figures::read(experiment)?.into_iter();
            figures.map(Figure::Search).collect()
        }
    })
}

impl Figure {
    pub fn name(&self) -> &str {
        match self {
            Figure::Search(figure) => &figure.name,
            Figure::Match(figure) => &figure.name,
        }
    }

    pub fn title(&self) -> Option<&str> {
        match self {
            Figure::Search(figure) => figure.title.as_deref(),
            Figure::Match(figure) => figure.title.as_deref(),
        }
    }

    /// The name of its file, without an ending.
    pub fn file_stem(&self, experiment: &Experiment) -> String {
        format!("{}-{}", experiment.name, self.name())
    }

    /// The chart, or what is missing from the results.
    pub fn chart(
        &self,
        experiment: &Experiment,
        found: &Found,
    ) -> Result<Box<dyn Chart>, FigureError> {
        match (self, found) {
            (Figure::Search(figure), Found::Searches(data)) => figure.chart(experiment, data),
            (Figure::Match(figure), Found::Games(games)) => figure.chart(experiment, games),
            _ => Err(FigureError {
                figure: self.name().into(),
                reason: "the results are of another kind than the experiment".into(),
            }),
        }
    }
}
