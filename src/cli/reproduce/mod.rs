//! `plyometer reproduce`: from a clone to charts, and every committed count compared.

mod perft;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;

use super::Failure;
use crate::contest;
use crate::experiment::compare::compare;
use crate::experiment::files::write_text;
use crate::experiment::measure::Searchers;
use crate::experiment::progress::Progress;
use crate::experiment::provenance::{Part, Provenance};
use crate::experiment::run::{self, Options};
use crate::experiment::{Experiment, Selection};
use crate::names::suggestion;
use crate::report::made::{make, tables};
use crate::report::{Format, content};
use crate::units::thousands;

/// Run every shipped experiment, compare every count with the committed results, draw every
/// chart and write the report.
///
/// Prints a verdict an experiment and a total; exits 1 where a count differs. Results, charts
/// and the report go to `data/reproduce/`. A run that was interrupted goes on where it was.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer reproduce
  plyometer reproduce --quick
  plyometer reproduce --experiment tris-5x5
  plyometer reproduce --update      # make the committed results, charts and tables anew")]
pub struct ReproduceArgs {
    /// Only the quick part of each experiment, in under a minute
    #[arg(long)]
    quick: bool,
    /// Only this experiment; may be given several times
    #[arg(long, value_name = "NAME")]
    experiment: Vec<String>,
    /// Make this run the reference: write data/reference/ and plots/
    #[arg(long, conflicts_with = "quick")]
    update: bool,
    /// Only draw the committed charts and tables anew, from the committed results
    #[arg(long, conflicts_with_all = ["quick", "update"])]
    redraw: bool,
    /// Show no progress
    #[arg(long, short = 's')]
    quiet: bool,
}

/// Where things are, from the project's folder.
const EXPERIMENTS: &str = "experiments";
const FULL: &str = "data/reproduce";
const QUICK: &str = "data/reproduce/quick";
const REFERENCE: &str = "data/reference";
const PLOTS: &str = "plots";

/// How many counts are what they should be.
#[derive(Default)]
struct Verdict {
    identical: usize,
    counts: usize,
    published: usize,
    published_same: usize,
    /// What went wrong beside that, a line each.
    troubles: Vec<String>,
}

/// Raised by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &ReproduceArgs) -> Result<(), Failure> {
    let experiments = experiments(&args.experiment)?;
    if args.redraw {
        for experiment in &experiments {
            draw(experiment, &reference(experiment))?;
        }
        return Ok(());
    }
    // A handler that cannot be set leaves things as they were.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(130);
        }
        eprintln!("stopping after the cells at hand; the same command goes on from there");
    });
    let mut out = io::stdout().lock();
    let mut total = Verdict::default();
    if args.experiment.is_empty() {
        total.add(perft::check(args.quick, &mut out)?);
    }
    let folder = Path::new(if args.quick { QUICK } else { FULL });
    // A mark that stays until all is done tells a run that was interrupted.
    let mark = folder.join("unfinished");
    let resumed = mark.exists();
    write_text(&mark, "the run that writes here is not finished\n")?;
    let progress = Progress::new(args.quiet);
    let mut blocks = content::opening(experiments.len());
    for experiment in &experiments {
        let begun = Instant::now();
        let (verdict, part) = reproduce(experiment, args, folder, resumed, &progress)?;
        if STOP.load(Relaxed) {
            return Err(Failure::Interrupted);
        }
        let mut line = format!(
            "{:30} {:>6} of {:>6} counts identical  {:>6.1} s",
            experiment.name,
            verdict.identical,
            verdict.counts,
            begun.elapsed().as_secs_f64()
        );
        if verdict.published > 0 {
            line.push_str(&format!(
                "; {} of {} published counts match",
                verdict.published_same, verdict.published
            ));
        }
        for trouble in &verdict.troubles {
            line.push_str(&format!("\n    {trouble}"));
        }
        tell(&mut out, &format!("{line}\n"))?;
        total.add(verdict);
        blocks.extend(part);
    }
    for format in [Format::Html, Format::Md] {
        let file = folder.join(format!("report.{}", format.extension()));
        let text = format.write("Game-tree search: results", &blocks, "plots");
        write_text(&file, &text)?;
    }
    fs::remove_file(&mark).with_context(|| mark.display().to_string())?;
    let report = folder.join("report.html");
    tell(
        &mut out,
        &format!(
            "the report is {}, its charts are in {}\n",
            report.display(),
            folder.join("plots").display()
        ),
    )?;
    tell(&mut out, &format!("{}\n", total.told()))?;
    match total.is_right() {
        true => Ok(()),
        false => Err(anyhow!("{}", total.complaint()).into()),
    }
}

/// The shipped experiments, or those that were asked for.
fn experiments(names: &[String]) -> Result<Vec<Experiment>, Failure> {
    let folder = fs::read_dir(EXPERIMENTS).map_err(|error| {
        Failure::Usage(format!(
            "{EXPERIMENTS}: {error}; run this in the folder of the project"
        ))
    })?;
    let mut files: Vec<PathBuf> = folder
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    let name = |file: &PathBuf| {
        file.file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned()
    };
    let known: Vec<String> = files.iter().map(name).collect();
    for wanted in names {
        if !known.contains(wanted) {
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            let hint = suggestion(wanted, &known);
            return Err(Failure::Usage(format!(
                "unknown experiment `{wanted}`{hint}"
            )));
        }
    }
    files.retain(|file| names.is_empty() || names.contains(&name(file)));
    super::run::load(&files)
}

/// Runs an experiment, compares it, draws its charts and makes its part of the report.
fn reproduce(
    experiment: &Experiment,
    args: &ReproduceArgs,
    folder: &Path,
    resumed: bool,
    progress: &Progress,
) -> anyhow::Result<(Verdict, Vec<crate::analysis::document::Block>)> {
    let selection = Selection {
        quick: args.quick,
        ..Selection::default()
    };
    let results = run::results_file(folder, &experiment.name, &selection);
    if !resumed || !is_ours(experiment, &results) {
        forget(&results)?;
    }
    let options = Options {
        out: folder,
        selection: &selection,
        retry: true,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &STOP,
        progress,
    };
    let mut verdict = Verdict::default();
    let stopped = match &experiment.contest {
        Some(contest) => {
            let fixtures = selection.fixtures(experiment).map_err(anyhow::Error::msg)?;
            let summary = contest::run::run(experiment, contest, &fixtures, &options)?;
            verdict.troubles.extend(summary.failed);
            summary.stopped
        }
        None => {
            let cells = selection.cells(experiment).map_err(anyhow::Error::msg)?;
            let summary = run::run(experiment, &cells, &options, &Searchers)?;
            verdict.troubles.extend(summary.failed);
            verdict.troubles.extend(summary.verdicts.wrong);
            summary.stopped
        }
    };
    if stopped {
        return Ok((Verdict::default(), Vec::new()));
    }
    let reference = reference(experiment);
    if args.update && verdict.troubles.is_empty() {
        commit(experiment, &results, &reference)?;
    }
    if reference.exists() {
        let comparison = compare(&reference, &results)?;
        verdict.counts = comparison.counts;
        verdict.identical = comparison.counts - comparison.different.len();
        verdict
            .troubles
            .extend(comparison.different.into_iter().take(5));
        if !comparison.only_second.is_empty() {
            let n = thousands(comparison.only_second.len() as u64);
            verdict.troubles.push(format!(
                "{n} cells are not in the reference: it is out of date"
            ));
        }
        if !args.quick && !comparison.only_first.is_empty() {
            let n = thousands(comparison.only_first.len() as u64);
            verdict
                .troubles
                .push(format!("{n} cells of the reference were not run"));
        }
    } else {
        verdict.troubles.push(format!(
            "{} is missing: nothing to compare with",
            reference.display()
        ));
    }
    let made = make(experiment, &results)?;
    for (file, svg) in &made.charts {
        write_text(&folder.join("plots").join(file), svg)?;
    }
    for missing in &made.missing {
        // In a quick run, cells or times of a figure may be missing.
        if !args.quick {
            verdict.troubles.push(missing.clone());
        }
    }
    verdict.published = match args.quick {
        true => made.published.len(),
        false => made.declared,
    };
    verdict.published_same = made
        .published
        .iter()
        .filter(|beside| beside.is_same())
        .count();
    Ok((verdict, made.blocks))
}

/// Whether results are of this very program and experiment, so that they need not be counted
/// anew.
fn is_ours(experiment: &Experiment, results: &Path) -> bool {
    let provenance = Provenance::read(results).ok().flatten();
    provenance.is_some_and(|provenance| {
        let mut parts = provenance.parts.iter();
        provenance.text == experiment.file.text() && parts.all(Part::is_of_this_program)
    })
}

/// Takes away what an earlier run has left.
fn forget(results: &Path) -> anyhow::Result<()> {
    for file in [results.to_path_buf(), Provenance::beside(results)] {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| file.display().to_string());
            }
            _ => (),
        }
    }
    Ok(())
}

/// Makes the results the reference, with charts and tables drawn from them.
fn commit(experiment: &Experiment, results: &Path, reference: &Path) -> anyhow::Result<()> {
    for (from, to) in [
        (results.to_path_buf(), reference.to_path_buf()),
        (Provenance::beside(results), Provenance::beside(reference)),
    ] {
        let text = fs::read_to_string(&from).with_context(|| from.display().to_string())?;
        write_text(&to, &text)?;
    }
    draw(experiment, reference)
}

/// The committed results of an experiment.
fn reference(experiment: &Experiment) -> PathBuf {
    Path::new(REFERENCE).join(format!("{}.csv", experiment.name))
}

/// The committed charts and tables of an experiment.
fn draw(experiment: &Experiment, reference: &Path) -> anyhow::Result<()> {
    for (file, svg) in make(experiment, reference)?.charts {
        write_text(&Path::new(PLOTS).join(file), &svg)?;
    }
    let file = Path::new(PLOTS).join(format!("{}.md", experiment.name));
    write_text(&file, &tables(experiment, reference)?)
}

/// Tells a reader who may have seen enough: the exit code is the verdict all the same.
fn tell(out: &mut impl Write, text: &str) -> io::Result<()> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

impl Verdict {
    fn add(&mut self, other: Verdict) {
        self.identical += other.identical;
        self.counts += other.counts;
        self.published += other.published;
        self.published_same += other.published_same;
        self.troubles.extend(other.troubles);
    }

    fn is_right(&self) -> bool {
        self.identical == self.counts
            && self.published_same == self.published
            && self.troubles.is_empty()
            && self.counts > 0
    }

    fn told(&self) -> String {
        let number = |n: usize| thousands(n as u64);
        let mut text = format!(
            "{} of {} counts identical",
            number(self.identical),
            number(self.counts)
        );
        if self.published > 0 {
            text.push_str(&format!(
                "; {} of {} published counts match",
                number(self.published_same),
                number(self.published)
            ));
        }
        text
    }

    fn complaint(&self) -> String {
        let differ = self.counts - self.identical + self.published - self.published_same;
        match (differ, self.troubles.len()) {
            (_, 0) if self.counts == 0 => "nothing was compared".into(),
            (0, n) => format!("{n} troubles, the first: {}", self.troubles[0]),
            (1, _) => "1 count differs from the reference".into(),
            (n, _) => format!("{n} counts differ from the reference"),
        }
    }
}
