//! `plyometer report`: what experiments found, for readers.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use super::Failure;
use crate::experiment::Experiment;
use crate::report::made::make;
use crate::report::{Format, content};

/// Write the report of experiments: question, set-up, tables, figures, findings, published
/// numbers beside ours, soundness and provenance.
///
/// The results are those of `plyometer run`; where an experiment has none, the committed
/// reference results are taken. HTML is one page with everything in it. Markdown and LaTeX
/// refer to the charts that `plyometer plot` writes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer report experiments/tris-5x5.toml
  plyometer report experiments/*.toml --format html --out report.html
  plyometer report experiments/tris-5x5.toml --format tex --out tris.tex --plots data/plots")]
pub struct ReportArgs {
    /// The experiments
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of the results
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// How to write it
    #[arg(long, short, value_enum, default_value = "md")]
    format: Format,
    /// The file to write; stdout, if not given
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Where Markdown and LaTeX look for the charts
    #[arg(long, value_name = "DIR", default_value = "data/plots")]
    plots: String,
}

pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    let experiments = super::run::load(&args.files)?;
    let mut blocks = content::opening(experiments.len());
    for experiment in &experiments {
        let made = make(experiment, &results(experiment, &args.data)?)?;
        for missing in &made.missing {
            eprintln!("{missing}");
        }
        blocks.extend(made.blocks);
    }
    let text = args
        .format
        .write("Game-tree search: results", &blocks, &args.plots);
    match &args.out {
        None => io::stdout().lock().write_all(text.as_bytes())?,
        Some(file) => crate::experiment::files::write_text(file, &text)?,
    }
    Ok(())
}

/// An experiment's results: one's own, or else the committed ones.
pub fn results(experiment: &Experiment, data: &Path) -> anyhow::Result<PathBuf> {
    let name = format!("{}.csv", experiment.name);
    let places = [data.join(&name), data.join("reference").join(&name)];
    places
        .iter()
        .find(|place| place.exists())
        .cloned()
        .ok_or_else(|| {
            let file = experiment.file.file();
            anyhow!(
                "{}: there are no results; run them with plyometer run {file}",
                places[0].display()
            )
        })
}
