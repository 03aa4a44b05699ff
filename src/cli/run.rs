//! `plyometer run`: the searches of an experiment.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::Failure;
use crate::experiment::{Cell, Experiment, LoadError};
use crate::units::exact_time;

/// List the searches that experiments ask for.
///
/// An experiment is a TOML file: a question, and the games, positions, depths and engines
/// whose searches answer it. `experiments/README.md` documents every key. Whatever is wrong
/// with the files is said at once, a line each.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer run experiments/ladder.toml --list
  plyometer run experiments/*.toml --list --quick")]
pub struct RunArgs {
    /// The experiments
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Print the cells as CSV and do nothing else
    #[arg(long)]
    list: bool,
    /// Only the cells of a quick run
    #[arg(long)]
    quick: bool,
}

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let mut experiments = load(&args.files)?;
    if args.quick {
        for experiment in &mut experiments {
            experiment.cells.retain(|cell| cell.quick);
        }
    }
    if !args.list {
        let message = "cells can be listed, but not yet run; add --list";
        return Err(Failure::Usage(message.into()));
    }
    list(&experiments)
}

/// Reads every file before anything is done, so that all problems are said at once.
fn load(files: &[PathBuf]) -> Result<Vec<Experiment>, Failure> {
    let (mut experiments, mut wrong) = (Vec::new(), Vec::new());
    for file in files {
        match Experiment::load(file) {
            Ok(experiment) => experiments.push(experiment),
            Err(LoadError::Wrong(problems)) => {
                wrong.extend(problems.0.iter().map(ToString::to_string));
            }
            Err(error) => wrong.push(error.to_string()),
        }
    }
    match wrong.is_empty() {
        true => Ok(experiments),
        false => Err(Failure::Several(wrong)),
    }
}

/// The columns of the list.
const COLUMNS: [&str; 10] = [
    "cell",
    "experiment",
    "game",
    "position",
    "ply",
    "engine",
    "depth",
    "nodes",
    "time",
    "toggles",
];

fn list(experiments: &[Experiment]) -> Result<(), Failure> {
    let mut out = csv::Writer::from_writer(io::BufWriter::new(io::stdout().lock()));
    out.write_record(COLUMNS)?;
    for experiment in experiments {
        for cell in &experiment.cells {
            out.write_record(columns(experiment, cell))?;
        }
    }
    out.flush()?;
    Ok(())
}

fn columns(experiment: &Experiment, cell: &Cell) -> [String; COLUMNS.len()] {
    fn shown<T: ToString>(limit: Option<T>) -> String {
        limit.map_or(String::new(), |limit| limit.to_string())
    }
    [
        cell.id.to_string(),
        experiment.name.clone(),
        cell.game.to_string(),
        cell.position.to_string(),
        cell.ply.to_string(),
        cell.engine.name.clone(),
        shown(cell.limits.depth),
        shown(cell.limits.nodes),
        shown(cell.limits.time.map(exact_time)),
        cell.engine.changed.clone(),
    ]
}
