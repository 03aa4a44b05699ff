//! The runner: counts on all cores, then times alone on one.
//!
//! Counts first: every cell once, on as many threads as there are cores. Then the timed
//! repeats: on one thread and nothing beside it, round after round over all cells, so that a
//! machine that slows down slows all of them down alike. A row is written when its search
//! ends.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::measure::{Benches, Measured, Workshop};
use super::progress::Progress;
use super::provenance::{Part, Provenance, now};
use super::results::Results;
use super::row::Columns;
use super::schema::SEARCHES;
use super::selection::Selection;
use super::soundness::Verdicts;
use super::{Cell, Experiment};

/// How to run an experiment.
pub struct Options<'a> {
    /// The folder of the results.
    pub out: &'a Path,
    pub selection: &'a Selection,
    /// Run failed cells again.
    pub retry: bool,
    /// Threads that count.
    pub threads: usize,
    /// Raised by whoever wants to stop: cells at hand are finished, no other begun.
    pub stop: &'a AtomicBool,
    pub progress: &'a Progress,
}

/// What a run did.
#[derive(Debug, Default)]
pub struct Summary {
    pub file: PathBuf,
    /// Cells that were asked for.
    pub cells: usize,
    /// Rows written, and rows that were there already.
    pub written: usize,
    pub found: usize,
    /// Cells that failed in this run, described.
    pub failed: Vec<String>,
    /// How many cells have come to nothing, in this run or before.
    pub failing: usize,
    /// Stopped before all was done.
    pub stopped: bool,
    pub verdicts: Verdicts,
}

/// The file that a run's rows go to.
pub fn results_file(out: &Path, name: &str, selection: &Selection) -> PathBuf {
    match selection.shard {
        None => out.join(format!("{name}.csv")),
        Some(shard) => out.join(format!("{name}.shard-{}-of-{}.csv", shard.index, shard.of)),
    }
}

/// Runs what an experiment's file of results does not have yet.
pub fn run(
    experiment: &Experiment,
    cells: &[&Cell],
    options: &Options,
    workshop: &dyn Workshop,
) -> anyhow::Result<Summary> {
    let file = results_file(options.out, &experiment.name, options.selection);
    let results = Results::open(&file, &SEARCHES, options.retry)?;
    let mut provenance = match Provenance::read(&file)? {
        Some(provenance) if !results.rows.is_empty() => Provenance {
            parts: provenance.parts,
            ..Provenance::new(experiment, options.selection, cells.len())
        },
        _ => Provenance::new(experiment, options.selection, cells.len()),
    };
    if results.rows.torn > 0 {
        options
            .progress
            .say(&format!("{}: dropped a torn last line", file.display()));
    }
    let mut run = Run {
        found: results.rows.len(),
        columns: Columns::new(&experiment.name),
        results,
        failed: Vec::new(),
        written: 0,
        error: None,
    };
    let measure = experiment.measure;
    let counting: Vec<_> = cells
        .iter()
        .filter(|c| !run.results.rows.has(c.id, 0))
        .collect();
    let timing = measure.repeat as usize * cells.len();
    let missing = |run: &Run, cell: &Cell| {
        (1..=measure.repeat)
            .filter(|&r| !run.results.rows.has(cell.id, r) && !run.results.rows.has_failed(cell.id))
            .count()
    };
    let to_time: usize = cells.iter().map(|cell| missing(&run, cell)).sum();
    if !counting.is_empty() || to_time > 0 {
        provenance.parts.push(Part::begin(experiment));
        provenance.write(&file)?;
    }
    options.progress.begin(
        &experiment.name,
        cells.len() + timing,
        cells.len() - counting.len() + timing - to_time,
    );

    // Counts.
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(&mut run);
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    thread::scope(|scope| {
        for worker in 0..options.threads.min(counting.len()) {
            let (next, counting, lock) = (&next, &counting, &lock);
            scope.spawn(move || {
                let mut benches = Benches::new(workshop, measure);
                while !options.stop.load(Relaxed)
                    && let Some(cell) = counting.get(next.fetch_add(1, Relaxed))
                {
                    options.progress.at(worker, Some(&|| cell.name()));
                    let measured = benches.search(cell, cell.minimal);
                    let mut run = lock();
                    run.write(cell, None, measured);
                    options.progress.step();
                    options.progress.at(worker, None);
                    if run.error.is_some() {
                        break;
                    }
                }
            });
        }
    });

    // Times. A cell that could not be counted is not timed.
    let mut benches = Benches::new(workshop, measure);
    let timed: Vec<_> = cells
        .iter()
        .filter(|cell| run.results.rows.nodes(cell.id).is_some() && missing(&run, cell) > 0)
        .collect();
    let rounds = (0..measure.warmup)
        .map(|_| None)
        .chain((1..=measure.repeat).map(Some));
    'rounds: for repeat in rounds {
        for cell in &timed {
            if options.stop.load(Relaxed) || run.error.is_some() {
                break 'rounds;
            }
            if repeat.is_some_and(|repeat| run.results.rows.has(cell.id, repeat)) {
                continue;
            }
            options.progress.at(0, Some(&|| cell.name()));
            let mut measured = benches.search(cell, false);
            options.progress.at(0, None);
            let Some(repeat) = repeat else { continue };
            let counted = run.results.rows.nodes(cell.id);
            if let Some(found) = &measured.found
                && cell.is_deterministic()
                && counted != Some(found.counts.nodes)
            {
                let reason = format!(
                    "{} nodes when timed, {} when counted",
                    found.counts.nodes,
                    counted.unwrap_or(0)
                );
                measured = Measured::failed("failed", reason);
            }
            run.write(cell, Some(repeat), measured);
            options.progress.step();
        }
    }
    options.progress.end();

    if let Some(error) = run.error {
        return Err(error);
    }
    let failing = cells
        .iter()
        .filter(|cell| run.results.rows.has_failed(cell.id))
        .count();
    let stopped = options.stop.load(Relaxed);
    let verdicts = match stopped {
        // Rows are as they came; the run that goes on puts them in order.
        true => Verdicts::default(),
        false => run.results.finish(&experiment.cells)?,
    };
    if let Some(part) = provenance.parts.last_mut()
        && run.written > 0
    {
        part.ended = Some(now());
        part.rows = run.written;
        part.stopped = stopped;
        provenance.write(&file)?;
    }
    Ok(Summary {
        file,
        cells: cells.len(),
        written: run.written,
        found: run.found,
        failed: run.failed,
        failing,
        stopped,
        verdicts,
    })
}

/// What the threads of a run share.
struct Run {
    results: Results,
    columns: Columns,
    found: usize,
    written: usize,
    failed: Vec<String>,
    /// The file could not be written: nothing else is worth doing.
    error: Option<anyhow::Error>,
}

impl Run {
    fn write(&mut self, cell: &Cell, repeat: Option<u32>, measured: Measured) {
        let fields = self.columns.row(cell, repeat, &measured);
        let found = measured.found.as_ref().filter(|_| measured.is_success());
        let nodes = found.map(|found| found.counts.nodes);
        match self.results.append(cell.id, repeat, nodes, &fields) {
            Ok(()) => self.written += 1,
            Err(error) => self.error = Some(error),
        }
        if !measured.is_success() {
            self.failed.push(format!(
                "{}: {} ({})",
                cell.name(),
                measured.status,
                measured.reason
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::measure::{Bench, Found, is_success};
    use crate::experiment::row;
    use crate::experiment::sheet;
    use crate::experiment::{Measure, Source};
    use crate::games::GameSpec;
    use crate::search::{Counts, Engine, Limits};
    use std::time::Duration;

    /// Benches that do as the position's first move says: some panic, some count otherwise
    /// each time.
    struct Misbehaving;

    struct Bad(u64);

    impl Workshop for Misbehaving {
        fn bench(&self, _: &GameSpec, engine: &Engine) -> Result<Box<dyn Bench>, String> {
            match engine.deepening {
                true => Err("no memory for it".into()),
                false => Ok(Box::new(Bad(0))),
            }
        }
    }

    impl Bench for Bad {
        fn search(&mut self, cell: &Cell, _: &Limits, _: bool) -> Measured {
            self.0 += 1;
            let nodes = match &*cell.position {
                "1" => panic!("line one\nline two"),
                "2" => self.0,
                _ => 7,
            };
            Measured {
                status: "complete",
                reason: String::new(),
                found: Some(Found {
                    reached: 1,
                    value: if cell.engine.name == "liar" { "1" } else { "0" }.into(),
                    best: "4".into(),
                    line: "4".into(),
                    counts: Counts {
                        nodes,
                        ..Counts::default()
                    },
                    minimal_nodes: None,
                    time: Duration::from_nanos(5),
                }),
            }
        }
    }

    fn experiment() -> Experiment {
        let text = r#"
            title = "t"
            question = "q"
            [grid]
            game = "connect4"
            depth = 2
            position = ["", "1", "2"]
            [engines]
            minimax = "minimax"
            liar = { algorithm = "alphabeta" }
            pruned = { algorithm = "alphabeta", forward = "best(2)" }
            greedy = { algorithm = "alphabeta", deepening = true }
            [measure]
            repeat = 2
            warmup = 0
        "#;
        Experiment::parse(Source::new(Path::new("bad.toml"), text)).unwrap()
    }

    #[test]
    fn what_goes_wrong_is_a_row_and_the_others_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let experiment = experiment();
        assert_eq!(
            experiment.measure,
            Measure {
                repeat: 2,
                warmup: 0,
                ..Measure::default()
            }
        );
        let selection = Selection::default();
        let cells = selection.cells(&experiment).unwrap();
        let stop = AtomicBool::new(false);
        let progress = Progress::new(true);
        let options = Options {
            out: folder.path(),
            selection: &selection,
            retry: false,
            threads: 2,
            stop: &stop,
            progress: &progress,
        };
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        let summary = run(&experiment, &cells, &options, &Misbehaving).unwrap();
        std::panic::set_hook(hook);
        let rows = sheet::read_searches(&summary.file).unwrap();
        let field = |row: &Vec<String>, column: &str| row[row::index(column)].clone();
        for row in &rows {
            let (engine, position) = (field(row, "engine"), field(row, "position"));
            let (status, reason) = (field(row, "status"), field(row, "reason"));
            match (engine.as_str(), position.as_str()) {
                ("greedy", _) => assert_eq!(
                    (status.as_str(), reason.as_str()),
                    ("memory", "no memory for it")
                ),
                (_, "1") => assert_eq!(
                    (status.as_str(), reason.as_str()),
                    ("panic", "line one line two")
                ),
                (_, "2") if !field(row, "repeat").is_empty() => {
                    // Timed, it counted otherwise than when it was counted.
                    assert!(
                        status == "failed" && reason.contains("nodes when timed"),
                        "{reason}"
                    );
                }
                _ => assert!(is_success(&status)),
            }
            assert_eq!(field(row, "nodes").is_empty(), !is_success(&status));
        }
        // A cell that failed is not timed.
        assert_eq!(
            rows.iter()
                .filter(|row| field(row, "position") == "1")
                .count(),
            4
        );
        // A sound engine with another value is a defect, an unsound one is not.
        let wrong = &summary.verdicts.wrong;
        assert!(
            !wrong.is_empty() && wrong.iter().all(|w| w.starts_with("liar on")),
            "{wrong:?}"
        );
        assert!(summary.failed.iter().any(|failed| failed.contains("panic")));
    }
}
