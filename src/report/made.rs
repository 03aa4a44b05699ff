//! An experiment's charts and its part of the report, made from a file of results.

use std::path::Path;

use super::content::{self, Chart, Results};
use crate::analysis::contest::tables::Counted;
use crate::analysis::data::Data;
use crate::analysis::document::{Block, Grid};
use crate::analysis::published::{Beside, Published};
use crate::analysis::shown::{self, Found};
use crate::analysis::tables::Table;
use crate::experiment::provenance::Provenance;
use crate::experiment::row::{self, Columns};
use crate::experiment::{Experiment, Problems};
use crate::plot::{Look, Theme};

/// What was made of an experiment.
pub struct Made {
    pub blocks: Vec<Block>,
    /// File names and the charts for print.
    pub charts: Vec<(String, String)>,
    /// What could not be drawn, and why.
    pub missing: Vec<String>,
    /// Published numbers that must be the same, and can be checked with these results.
    pub published: Vec<Beside>,
    /// How many there are to be checked.
    pub declared: usize,
}

/// Makes everything that a report has of an experiment.
pub fn make(experiment: &Experiment, results: &Path) -> anyhow::Result<Made> {
    let found = Found::read(experiment, results)?;
    let provenance = Provenance::read(results)?;
    let (mut charts, mut pages, mut missing) = (Vec::new(), Vec::new(), Vec::new());
    for figure in shown::figures(experiment)? {
        let file = format!("{}.svg", figure.file_stem(experiment));
        let title = figure.title().unwrap_or(&experiment.title).to_string();
        let drawn = figure
            .chart(experiment, &found)
            .map_err(anyhow::Error::from)
            .and_then(|chart| {
                let page = Look {
                    theme: Theme::Page,
                    ..Look::default()
                };
                let print = chart.draw(&Look::default())?.svg()?;
                Ok((print, chart.draw(&page)?.svg()?))
            });
        match drawn {
            Ok((print, svg)) => {
                charts.push((file.clone(), print));
                pages.push(Chart { file, svg, title });
            }
            Err(error) => missing.push(format!("{}: {error}", experiment.name)),
        }
    }
    let blocks = content::blocks(&Results {
        experiment,
        found: &found,
        provenance: provenance.as_ref(),
        charts: &pages,
        missing: &missing,
    })?;
    let mut published = Published::declared(experiment).map_err(Problems)?;
    published.retain(|published| published.exact);
    let checkable = |published: &Published| match &found {
        Found::Searches(data) => checkable(published, experiment, data),
        Found::Games(_) => Vec::new(),
    };
    Ok(Made {
        blocks,
        charts,
        missing,
        declared: published.iter().map(|p| p.values.len()).sum(),
        published: published.iter().flat_map(checkable).collect(),
    })
}

/// The numbers for which all cells are there: a part of a sum is no sum.
fn checkable(published: &Published, experiment: &Experiment, data: &Data) -> Vec<Beside> {
    let definition = row::definition();
    let place = |column: &str| definition.iter().position(|known| *known == column);
    let mut columns = Columns::new(&experiment.name);
    let cells: Vec<_> = experiment
        .cells
        .iter()
        .map(|cell| columns.of(cell))
        .collect();
    let beside = published.beside(data).into_iter();
    beside
        .filter(|beside| {
            let names = || published.by.iter().zip(&beside.names);
            let asked = cells.iter().filter(|cell| {
                names().all(|(by, name)| place(by).is_some_and(|at| cell[at] == *name))
            });
            let there = data
                .records
                .iter()
                .filter(|record| names().all(|(by, name)| record.text(by) == *name));
            asked.count() == there.count()
        })
        .collect()
}

/// The tables of an experiment as Markdown, for those who browse the results.
pub fn tables(experiment: &Experiment, results: &Path) -> anyhow::Result<String> {
    let grids: Vec<Grid> = match (Found::read(experiment, results)?, &experiment.contest) {
        (Found::Searches(data), _) => {
            let tables = Table::declared(experiment).map_err(Problems)?;
            let published = Published::declared(experiment).map_err(Problems)?;
            let tables = tables.iter().filter_map(|table| table.grid(&data));
            let published = published.iter().map(|published| published.grid(&data));
            tables.chain(published).collect()
        }
        (Found::Games(games), Some(contest)) => {
            Counted::new(contest, games.played.iter().collect()).grids()
        }
        (Found::Games(_), None) => Vec::new(),
    };
    let mut text = format!("# {}\n\n{}\n\n", experiment.title, experiment.question);
    for grid in &grids {
        text.push_str(&super::markdown::table(grid));
        text.push('\n');
    }
    Ok(text)
}
