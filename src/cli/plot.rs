//! `plyometer plot`: the figures of experiments.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::{Failure, run};
use crate::analysis::shown::{self, Figure, Found};
use crate::experiment::Experiment;
use crate::experiment::files::write_beside;
use crate::plot::{Chart, Look};

/// Draw the figures that experiments declare, from their results.
///
/// Each `[[figure]]` of `NAME.toml` becomes `NAME-FIGURE.svg`; `experiments/FIGURES.md`
/// documents every key. The same results give the same bytes. A figure whose results are
/// missing is named, and the others are drawn.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer plot experiments/connect4-ladder.toml
  plyometer plot experiments/*.toml --data /tmp/results --out /tmp/plots --png")]
pub struct PlotArgs {
    /// The experiments
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of the results [default: data, and data/reference for what is not there]
    #[arg(long, short, value_name = "DIR")]
    data: Option<PathBuf>,
    /// The folder of the pictures
    #[arg(long, short, value_name = "DIR", default_value = "data/plots")]
    out: PathBuf,
    /// Write a PNG beside every SVG
    #[arg(long)]
    png: bool,
}

/// Pixels of a PNG for one of the drawing: 216 an inch at the size of a paper.
const PNG_SCALE: f64 = 2.0;

pub fn run(args: &PlotArgs) -> Result<(), Failure> {
    let experiments = run::load(&args.files)?;
    let mut declared: Vec<(&Experiment, Vec<Figure>)> = Vec::new();
    let mut wrong = Vec::new();
    for experiment in &experiments {
        match shown::figures(experiment) {
            Ok(figures) => declared.push((experiment, figures)),
            Err(problems) => wrong.extend(problems.0.iter().map(ToString::to_string)),
        }
    }
    if !wrong.is_empty() {
        return Err(Failure::Several(wrong));
    }
    fs::create_dir_all(&args.out)
        .with_context(|| format!("{}: {ELSEWHERE}", args.out.display()))?;
    let mut failed = Vec::new();
    let mut out = io::stdout().lock();
    for (experiment, figures) in declared {
        if figures.is_empty() {
            eprintln!("{}: no [[figure]] in it", experiment.file.file());
            continue;
        }
        let found = match results(args.data.as_deref(), experiment) {
            Ok(found) => found,
            Err(error) => {
                failed.push(format!("{error:#}"));
                continue;
            }
        };
        for figure in figures {
            let made = figure.chart(experiment, &found);
            let chart = match made {
                Ok(chart) => chart,
                Err(error) => {
                    failed.push(format!("{}: {error}", experiment.name));
                    continue;
                }
            };
            let stem = args.out.join(figure.file_stem(experiment));
            match draw(chart.as_ref(), &stem, args.png)? {
                Ok(files) => {
                    for file in files {
                        writeln!(out, "{}", file.display())?;
                    }
                }
                Err(error) => {
                    let name = figure.name();
                    failed.push(format!("{}: figure `{name}`: {error}", experiment.name));
                }
            }
        }
    }
    match failed.len() {
        0 => Ok(()),
        1 => Err(anyhow!("{}", failed[0]).into()),
        n => {
            for failed in &failed {
                let line = failed.replace(char::is_control, " ");
                eprintln!("not drawn: {line}");
            }
            Err(anyhow!("{n} figures were not drawn").into())
        }
    }
}

/// What to do when nothing can be written.
const ELSEWHERE: &str = "cannot be written to; choose another folder with --out, or make room";

/// The results of an experiment, from the first folder that has them.
fn results(folder: Option<&Path>, experiment: &Experiment) -> anyhow::Result<Found> {
    let name = format!("{}.csv", experiment.name);
    let folders: Vec<&Path> = match folder {
        Some(folder) => vec![folder],
        None => vec![Path::new("data"), Path::new("data/reference")],
    };
    let files: Vec<PathBuf> = folders.iter().map(|folder| folder.join(&name)).collect();
    match files.iter().find(|file| file.exists()) {
        Some(file) => Found::read(experiment, file),
        None => Err(anyhow!(
            "{}: no such file; make it with `plyometer run {}`",
            files[0].display(),
            experiment.file.file()
        )),
    }
}

/// Writes the pictures of a chart. The outer error is that of the files, the inner that of
/// the chart's data.
fn draw(chart: &dyn Chart, stem: &Path, png: bool) -> anyhow::Result<anyhow::Result<Vec<PathBuf>>> {
    let drawn = || -> anyhow::Result<Vec<(&str, Vec<u8>)>> {
        let drawing = chart.draw(&Look::default())?;
        let mut pictures = vec![("svg", drawing.svg()?.into_bytes())];
        if png {
            pictures.push(("png", drawing.png(PNG_SCALE)?));
        }
        Ok(pictures)
    };
    let pictures = match drawn() {
        Ok(pictures) => pictures,
        Err(error) => return Ok(Err(error)),
    };
    let mut files = Vec::new();
    for (ending, bytes) in pictures {
        // Not `with_extension`: a name may have a dot in it.
        let file = PathBuf::from(format!("{}.{ending}", stem.display()));
        write_beside(&file, |out| Ok(out.write_all(&bytes)?)).context(ELSEWHERE)?;
        files.push(file);
    }
    Ok(Ok(files))
}
