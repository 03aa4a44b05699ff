//! What the runner costs beside the searches: many trivial cells, and a large file of results
//! that is resumed.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use plyometer::experiment::measure::Searchers;
use plyometer::experiment::progress::Progress;
use plyometer::experiment::run::{Options, run};
use plyometer::experiment::{Experiment, Selection, Source};

/// Five engines on so many positions, one ply deep, each timed so many times.
fn experiment(positions: usize, repeat: usize) -> Experiment {
    let text = format!(
        r#"
title = "Trivial cells"
question = "What does the runner cost?"
[grid]
game = "mnk(7,7,4)"
depth = 1
[engines]
minimax = "minimax"
alphabeta = "alphabeta"
center = "alphabeta+center"
killer = "alphabeta+killer"
history = "alphabeta+history"
[positions]
random = {{ plies = 6, count = {positions}, seed = 1 }}
[measure]
repeat = {repeat}
warmup = 0
"#
    );
    Experiment::parse(Source::new(Path::new("trivial.toml"), text)).expect("an experiment")
}

/// Runs what the folder does not have yet.
fn run_into(experiment: &Experiment, folder: &Path) {
    let selection = Selection::default();
    let cells = selection.cells(experiment).expect("cells");
    let options = Options {
        out: folder,
        selection: &selection,
        retry: false,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        stop: &AtomicBool::new(false),
        progress: &Progress::new(true),
    };
    run(experiment, &cells, &options, &Searchers).expect("a run");
}

fn runner(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("runner");
    group.sample_size(10);
    let cells = experiment(2000, 0);
    group.throughput(Throughput::Elements(cells.cells.len() as u64));
    group.bench_function("10,000 trivial cells", |bencher| {
        bencher.iter_batched(
            || tempfile::tempdir().expect("a folder"),
            |folder| run_into(&cells, folder.path()),
            BatchSize::PerIteration,
        );
    });
    let rows = experiment(2000, 9);
    let folder = tempfile::tempdir().expect("a folder");
    run_into(&rows, folder.path());
    group.throughput(Throughput::Elements(10 * rows.cells.len() as u64));
    group.bench_function("resume 100,000 rows", |bencher| {
        bencher.iter(|| run_into(&rows, folder.path()));
    });
    group.finish();
}

criterion_group!(benches, runner);
criterion_main!(benches);
