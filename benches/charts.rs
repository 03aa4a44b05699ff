//! What a figure costs, from the stored results of an experiment: reading them, preparing the
//! chart, and drawing it as SVG and as PNG.
//!
//! `cargo bench --bench charts`

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use plyometer::analysis::{Data, figures};
use plyometer::experiment::Experiment;
use plyometer::plot::Look;

fn charts(c: &mut Criterion) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (name, kind) in [
        ("drivers", "scatter"),
        ("factorial", "effects"),
        ("board-size", "lines"),
    ] {
        let file = root.join(format!("experiments/{name}.toml"));
        let experiment = Experiment::load(&file).expect("an experiment");
        let results = root.join(format!("data/reference/{name}.csv"));
        let read = || Data::read(&results).expect("results").of(&experiment);
        let declared = figures::read(&experiment).expect("figures");
        let figure = declared
            .iter()
            .find(|figure| figure.kind.name() == kind)
            .expect("a figure of this kind");
        let data = read();
        let chart = figure.chart(&experiment, &data).expect("a chart");
        let drawing = chart.draw(&Look::default()).expect("a drawing");

        let mut group = c.benchmark_group(format!("chart {name} {kind}"));
        group
            .sample_size(10)
            .measurement_time(Duration::from_secs(1));
        group.bench_function("read", |b| b.iter(|| black_box(read())));
        group.bench_function("prepare", |b| {
            b.iter(|| black_box(figure.chart(&experiment, &data).is_ok()));
        });
        group.bench_function("draw", |b| {
            b.iter(|| black_box(chart.draw(&Look::default()).is_ok()));
        });
        group.bench_function("svg", |b| b.iter(|| black_box(drawing.svg().is_ok())));
        group.bench_function("png", |b| b.iter(|| black_box(drawing.png(2.0).is_ok())));
        group.finish();
    }
}

criterion_group!(benches, charts);
criterion_main!(benches);
