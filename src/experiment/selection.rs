//! Which cells of an experiment to run: a quick part, those that match a filter, a shard.

use std::str::FromStr;

use regex_lite::Regex;
use serde::{Deserialize, Serialize};

use super::row::{self, Columns};
use super::{Cell, Experiment};
use crate::contest::{self, Fixture};
use crate::games::GameSpec;
use crate::names::suggestion;
use crate::search::toggles::Algorithm;

/// What was asked for.
#[derive(Clone, Default, Serialize, Deserialize, PartialEq, Debug)]
pub struct Selection {
    /// Only the cells of a quick run.
    pub quick: bool,
    /// Only cells whose columns match all of these, `column=regular expression` each.
    pub only: Vec<String>,
    pub shard: Option<Shard>,
}

/// One of several parts of about equal work, numbered from 1.
#[derive(Clone, Copy, Serialize, Deserialize, PartialEq, Eq, Debug)]
pub struct Shard {
    pub index: usize,
    pub of: usize,
}

impl FromStr for Shard {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
            (1 <= index && index <= of).then_some(Shard { index, of })
        });
        parsed.ok_or_else(|| "a shard is its number and how many there are: 1/4 … 4/4".into())
    }
}

impl Selection {
    /// The cells of the experiment that are asked for, in its order, or what is wrong with a
    /// filter. A match has none.
    pub fn cells<'a>(&self, experiment: &'a Experiment) -> Result<Vec<&'a Cell>, String> {
        if experiment.contest.is_some() {
            return Ok(Vec::new());
        }
        let mut columns = Columns::new(&experiment.name);
        let mut cells: Vec<_> = experiment.cells.iter().collect();
        cells.retain(|cell| !self.quick || cell.quick);
        self.filter(&mut cells, &row::definition(), |cell| columns.of(cell))?;
        Ok(self.dealt(cells, work))
    }

    /// The same for the games of a match.
    pub fn fixtures<'a>(&self, experiment: &'a Experiment) -> Result<Vec<&'a Fixture>, String> {
        let Some(contest) = &experiment.contest else {
            return Ok(Vec::new());
        };
        let adjudication = &contest.rules.adjudication;
        let mut fixtures: Vec<_> = contest.fixtures.iter().collect();
        fixtures.retain(|fixture| !self.quick || fixture.quick);
        self.filter(&mut fixtures, &contest::row::DEFINITION, |fixture| {
            contest::row::definition(&experiment.name, fixture, adjudication)
        })?;
        // Games are about as long as each other.
        Ok(self.dealt(fixtures, |_| 0.0))
    }

    /// Keeps what matches all filters.
    fn filter<T>(
        &self,
        items: &mut Vec<&T>,
        columns: &[&'static str],
        mut values: impl FnMut(&T) -> Vec<String>,
    ) -> Result<(), String> {
        let filters = self.only.iter().map(|text| Filter::parse(text, columns));
        let filters: Vec<_> = filters.collect::<Result<_, _>>()?;
        if !filters.is_empty() {
            items.retain(|item| {
                let values = values(item);
                filters.iter().all(|filter| filter.matches(&values))
            });
        }
        Ok(())
    }

    fn dealt<'a, T>(&self, items: Vec<&'a T>, work: fn(&T) -> f64) -> Vec<&'a T> {
        match self.shard {
            Some(shard) => shard.of(items, work),
            None => items,
        }
    }

    /// The same without the shard: what all shards together are.
    pub fn whole(&self) -> Self {
        Selection {
            shard: None,
            ..self.clone()
        }
    }
}

/// A column and what it must match.
struct Filter {
    column: usize,
    matches: Regex,
}

impl Filter {
    fn parse(text: &str, known: &[&'static str]) -> Result<Self, String> {
        let (column, pattern) = text.split_once('=').ok_or_else(|| {
            format!("`{text}`: a filter is a column and a regular expression: engine=tt")
        })?;
        let position = known.iter().position(|name| *name == column.trim());
        let column = position.ok_or_else(|| {
            format!(
                "unknown column `{column}`{}",
                suggestion(column.trim(), known)
            )
        })?;
        let matches = Regex::new(pattern).map_err(|error| {
            let error = error.to_string().replace('\n', " ");
            format!("`{pattern}` is not a regular expression: {error}")
        })?;
        Ok(Filter { column, matches })
    }

    fn matches(&self, values: &[String]) -> bool {
        self.matches.is_match(&values[self.column])
    }
}

impl Shard {
    /// Deals the cells out, those that probably take longest first, so that every shard
    /// has its share of them.
    fn of<T>(self, cells: Vec<&T>, work: fn(&T) -> f64) -> Vec<&T> {
        let mut by_cost: Vec<usize> = (0..cells.len()).collect();
        by_cost.sort_by(|&a, &b| work(cells[b]).total_cmp(&work(cells[a])).then(a.cmp(&b)));
        let mut own: Vec<_> = by_cost
            .into_iter()
            .skip(self.index - 1)
            .step_by(self.of)
            .collect();
        own.sort_unstable();
        own.into_iter().map(|index| cells[index]).collect()
    }
}

/// A guess at the logarithm of a cell's work: moves to the power of depth, half the depth
/// where something is pruned. It only has to tell long cells from short ones.
fn work(cell: &Cell) -> f64 {
    let (moves, cells) = match cell.game {
        GameSpec::Connect { rows, cols, .. } => (cols, rows * cols),
        GameSpec::Mnk { m, n, .. } => (m * n, m * n),
        GameSpec::Tris { size, .. } => (size * size, size * size),
        GameSpec::Chain { rows, cols } => (rows * cols, rows * cols),
    };
    let rest = cells.saturating_sub(cell.ply) as f64;
    let depth = cell
        .limits
        .depth
        .map_or(rest, |depth| rest.min(depth.into()));
    let moves = (moves as f64).min(rest).max(1.0);
    let share = match cell.engine.engine.algorithm {
        Algorithm::Minimax => 1.0,
        _ => 0.5,
    };
    let full = share * depth * moves.ln();
    match (cell.limits.nodes, cell.limits.time) {
        (Some(nodes), _) => full.min((nodes as f64).ln()),
        // About a million nodes a second.
        (None, Some(time)) => full.min((1e6 * time.as_secs_f64()).ln()),
        _ => full,
    }
}
