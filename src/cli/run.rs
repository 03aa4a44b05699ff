//! `plyometer run`: the searches of an experiment.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::anyhow;
use clap::Args;

use super::Failure;
use crate::analysis::published::Published;
use crate::analysis::shown;
use crate::analysis::tables::Table;
use crate::contest::{self, Fixture};
use crate::experiment::measure::Searchers;
use crate::experiment::progress::Progress;
use crate::experiment::run::{self, Options, Summary};
use crate::experiment::{Cell, Experiment, LoadError, Selection, Shard};
use crate::units::exact_time;

/// Run experiments: count on all cores, then time on one, a row a search.
///
/// An experiment is a TOML file: a question, and the games, positions, depths and engines
/// whose searches answer it. `experiments/README.md` documents every key. Whatever is wrong
/// with the files is said at once, a line each.
///
/// The rows of `NAME.toml` go to `NAME.csv` in the folder of the results, and where they come
/// from to `NAME.json` beside it; `data/README.md` documents every column. What the file has
/// already is not run again: a run that was interrupted or killed goes on where it was.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer run experiments/connect4-ladder.toml
  plyometer run experiments/*.toml --quick --out /tmp/results
  plyometer run experiments/tris-5x5.toml --list
  plyometer run experiments/tris-5x5.toml --only 'engine=table' --only 'position=^$'
  plyometer run experiments/connect4-ladder.toml --shard 1/2   # and 2/2 elsewhere; then merge")]
pub struct RunArgs {
    /// The experiments
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The folder of the results
    #[arg(long, short, value_name = "DIR", default_value = "data")]
    out: PathBuf,
    #[command(flatten)]
    select: SelectArgs,
    /// Run only one of several parts of about equal work, such as 1/4
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Run cells again that timed out, ran out of memory or panicked
    #[arg(long)]
    retry: bool,
    /// Threads that count [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print the cells as CSV and do nothing else
    #[arg(long)]
    list: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// Which cells.
#[derive(Args)]
pub struct SelectArgs {
    /// Only the cells of a quick run
    #[arg(long)]
    quick: bool,
    /// Only cells whose column matches a regular expression; all of them, if given several times
    #[arg(long, short = 'f', value_name = "COLUMN=REGEX")]
    only: Vec<String>,
}

/// Raised by Ctrl-C: cells at hand are finished, no other is begun.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &RunArgs) -> Result<(), Failure> {
    let experiments = load(&args.files)?;
    for (index, experiment) in experiments.iter().enumerate() {
        if experiments[..index]
            .iter()
            .any(|other| other.name == experiment.name)
        {
            let name = &experiment.name;
            let message = format!("two files are called {name}.toml: their rows would mix");
            return Err(Failure::Usage(message));
        }
    }
    let selection = Selection {
        quick: args.select.quick,
        only: args.select.only.clone(),
        shard: args.shard,
    };
    let mut selected = Vec::new();
    for experiment in &experiments {
        let wrong = |error| Failure::Usage(format!("--only {error}"));
        let cells = selection.cells(experiment).map_err(wrong)?;
        let fixtures = selection.fixtures(experiment).map_err(wrong)?;
        selected.push((experiment, cells, fixtures));
    }
    if args.list {
        return list(&selected);
    }
    if selected
        .iter()
        .all(|(_, c, f)| c.is_empty() && f.is_empty())
    {
        return Err(Failure::Usage(
            "no cell is left: the filters leave none".into(),
        ));
    }
    // A handler that cannot be set leaves things as they were.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            // Rows are whole whenever it ends.
            std::process::exit(130);
        }
        eprintln!("stopping: the cells at hand are finished first (Ctrl-C again: at once)");
    });
    // A cell that panics is a row with what it said.
    std::panic::set_hook(Box::new(|_| ()));
    let progress = Progress::new(args.quiet);
    let mut wrong = Vec::new();
    for (experiment, cells, fixtures) in selected {
        let options = Options {
            out: &args.out,
            selection: &selection,
            retry: args.retry,
            threads: args.threads.map_or_else(cores, usize::from),
            stop: &STOP,
            progress: &progress,
        };
        let (line, failed, stopped) = match &experiment.contest {
            Some(contest) => {
                let summary = contest::run::run(experiment, contest, &fixtures, &options)?;
                (
                    told_games(experiment, &summary),
                    summary.failed,
                    summary.stopped,
                )
            }
            None => {
                let summary = run::run(experiment, &cells, &options, &Searchers)?;
                let line = told(experiment, &summary);
                wrong.extend(summary.verdicts.wrong);
                (line, summary.failed, summary.stopped)
            }
        };
        progress.say(&line);
        for failed in failed.iter().take(5) {
            progress.say(&format!("  {failed}"));
        }
        if stopped {
            let command: Vec<_> = std::env::args().map(quoted).collect();
            eprintln!("stopped; to go on: {}", command.join(" "));
            return Err(Failure::Interrupted);
        }
    }
    match wrong.len() {
        0 => Ok(()),
        n => {
            for wrong in wrong.iter().take(20) {
                eprintln!("unsound: {wrong}");
            }
            Err(anyhow!("{n} rows of sound engines have another value than plain search").into())
        }
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// An argument as a shell would want it.
pub fn quoted(argument: String) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,".contains(c);
    match !argument.is_empty() && argument.chars().all(plain) {
        true => argument,
        false => format!("'{}'", argument.replace('\'', r"'\''")),
    }
}

/// A run in a line.
fn told(experiment: &Experiment, summary: &Summary) -> String {
    let Summary {
        file,
        cells,
        written,
        found,
        failed,
        failing,
        verdicts,
        ..
    } = summary;
    let mut parts = vec![format!(
        "{cells} cells, {written} rows written, {found} found"
    )];
    let failing = (*failing).max(failed.len());
    if failing > 0 {
        parts.push(format!("{failing} failed (run them again with --retry)"));
    }
    if verdicts.compared > 0 {
        parts.push(format!(
            "{} of {} agree with plain search",
            verdicts.agree, verdicts.compared
        ));
    }
    format!(
        "{}: {} → {}",
        experiment.name,
        parts.join(", "),
        file.display()
    )
}

/// A match in a line.
fn told_games(experiment: &Experiment, summary: &contest::run::Summary) -> String {
    let mut parts = vec![format!(
        "{} games, {} rows written, {} found",
        summary.games, summary.written, summary.found
    )];
    let forfeits = summary.rows.iter().filter(|row| row.ended.is_forfeit());
    match forfeits.count() {
        0 => (),
        n => parts.push(format!("{n} forfeits")),
    }
    if !summary.failed.is_empty() {
        let failed = summary.failed.len();
        parts.push(format!(
            "{failed} could not be played (run them again with --retry)"
        ));
    }
    if summary.decision.is_some() {
        let played = summary.rows.len();
        parts.push(format!("decided by the sequential test after {played}"));
    }
    format!(
        "{}: {} → {}",
        experiment.name,
        parts.join(", "),
        summary.file.display()
    )
}

/// Reads every file before anything is done, so that all problems are said at once.
pub fn load(files: &[PathBuf]) -> Result<Vec<Experiment>, Failure> {
    let (mut experiments, mut wrong) = (Vec::new(), Vec::new());
    for file in files {
        match Experiment::load(file) {
            Ok(experiment) => {
                // What it shows is checked before anything is run for it.
                let problems = [
                    shown::figures(&experiment).err().map(|problems| problems.0),
                    Table::declared(&experiment).err(),
                    Published::declared(&experiment).err(),
                ];
                let problems = problems.iter().flatten().flatten();
                wrong.extend(problems.map(ToString::to_string));
                experiments.push(experiment);
            }
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

type Selected<'a> = (&'a Experiment, Vec<&'a Cell>, Vec<&'a Fixture>);

fn list(selected: &[Selected]) -> Result<(), Failure> {
    let mut out = csv::Writer::from_writer(io::BufWriter::new(io::stdout().lock()));
    out.write_record(COLUMNS)?;
    for (experiment, cells, fixtures) in selected {
        for cell in cells {
            out.write_record(columns(experiment, cell))?;
        }
        for fixture in fixtures {
            out.write_record(game_columns(experiment, fixture))?;
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

/// A game of a match in the same columns: its players are its engine.
fn game_columns(experiment: &Experiment, fixture: &Fixture) -> [String; COLUMNS.len()] {
    fn shown<T: ToString>(limit: Option<T>) -> String {
        limit.map_or(String::new(), |limit| limit.to_string())
    }
    let [x, o] = &fixture.players;
    [
        fixture.id.to_string(),
        experiment.name.clone(),
        fixture.game.to_string(),
        fixture.opening.to_string(),
        fixture.ply.to_string(),
        format!("{} – {}", x.name, o.name),
        shown(fixture.limits.depth),
        shown(fixture.limits.nodes),
        shown(fixture.limits.time.map(exact_time)),
        format!("{} – {}", x.spec.definition(), o.spec.definition()),
    ]
}
