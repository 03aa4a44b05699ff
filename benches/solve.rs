//! Exact solving by set of positions and by technique, search to a fixed depth by technique,
//! and the operations of both tables.
//!
//! `cargo bench --bench solve`, or with a part of a name behind `--`.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use plyometer::game::Move;
use plyometer::games::connect::Connect;
use plyometer::search::exact::table::{Bounds, Compact};
use plyometer::search::tt::{Bound, Entry, Replace, Size, Table};
use plyometer::search::{Engine, Limits, Searcher};
use plyometer::{notation, positions};

type Board = Connect<u64>;

/// The first positions of a set.
fn set(name: &str, count: usize) -> Vec<Board> {
    let start = Board::new(6, 7, 4);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/positions/{name}.txt"));
    let entries = positions::read(&start, &file).expect("a set of positions");
    let games = entries.iter().take(count);
    let games = games.map(|entry| notation::position(start.clone(), &entry.moves));
    games.collect::<Result<_, _>>().expect("positions")
}

fn searcher(engine: &str) -> Searcher<Board> {
    let engine: Engine = engine.parse().expect("an engine");
    Searcher::new(&engine, &Board::new(6, 7, 4)).expect("any board")
}

/// All positions of a set, one after the other.
fn solving_by_set(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve set");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    for (name, count) in [
        ("end-easy", 100),
        ("middle-easy", 100),
        ("begin-easy", 20),
        ("middle-medium", 10),
    ] {
        let games = set(name, count);
        let mut searcher = searcher("solver");
        group.bench_function(BenchmarkId::new(name, count), |b| {
            b.iter(|| {
                for game in &games {
                    black_box(searcher.search(game, &Limits::default()));
                }
            });
        });
    }
    group.finish();
}

/// What each toggle of the exact solver buys.
fn solving_by_technique(c: &mut Criterion) {
    let mut group = c.benchmark_group("solve technique");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    let games = set("middle-medium", 5);
    for (name, toggles) in [
        ("everything", "exact = true"),
        ("without forced", "exact = { forced = false }"),
        ("without etc", "exact = { etc = false }"),
        ("without reach", "exact = { reach = false }"),
        ("without parity", "exact = { parity = false }"),
        ("without zugzwang", "exact = { zugzwang = false }"),
        ("windows by halves", "exact = { outwards = false }"),
        ("table everywhere", "exact = { leave = 0 }"),
        ("one table", "exact = { near = 0 }"),
        ("whole table at once", "exact = { grow = false }"),
        ("without mirror", "tt = { mirror = false }"),
        ("two threads", "parallel = \"abdada(2)\""),
    ] {
        let mut searcher = searcher(&format!(r#"{{ preset = "solver", {toggles} }}"#));
        group.bench_function(name, |b| {
            b.iter(|| {
                for game in &games {
                    black_box(searcher.search(game, &Limits::default()));
                }
            });
        });
    }
    group.finish();
}

fn fixed_depth_by_technique(c: &mut Criterion) {
    let mut group = c.benchmark_group("fixed depth 8");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(2));
    let start = Board::new(6, 7, 4);
    for preset in [
        "alphabeta",
        "alphabeta+tt",
        "alphabeta+deepening",
        "pvs",
        "mtdf",
        "fast",
    ] {
        let engine = format!(r#"{{ preset = "{preset}", evaluator = "runs" }}"#);
        let mut searcher = searcher(&engine);
        group.bench_function(preset, |b| {
            b.iter(|| black_box(searcher.search(&start, &Limits::depth(8))));
        });
    }
    group.finish();
}

fn table_operations(c: &mut Criterion) {
    let mut group = c.benchmark_group("table");
    group.measurement_time(Duration::from_secs(2));
    // Ten thousand operations at a time.
    let keys: Vec<u64> = (1..10_000u64)
        .map(|i| i.wrapping_mul(0xD134_2543_DE82_EF95) >> 15)
        .collect();
    let general = Table::new(Size::Mebibytes(16), Replace::TwoTier).expect("memory");
    let compact = Compact::new(16, 49, 21, false)
        .expect("memory")
        .expect("a word is enough");
    let entry = Entry {
        value: 1,
        depth: 3,
        bound: Bound::Lower,
        best: Some(Move(3)),
    };
    let bounds = Bounds { lower: 1, upper: 4 };
    group.bench_function("general/store", |b| {
        b.iter(|| {
            for &key in &keys {
                general.store(key, &entry);
            }
        });
    });
    group.bench_function("general/probe", |b| {
        b.iter(|| {
            let found = |key: &&u64| general.probe(**key).is_some();
            black_box(keys.iter().filter(found).count())
        });
    });
    group.bench_function("compact/store", |b| {
        b.iter(|| {
            for &key in &keys {
                compact.store(compact.place(key), bounds, 7);
            }
        });
    });
    group.bench_function("compact/probe", |b| {
        b.iter(|| {
            let found = |key: &&u64| compact.probe(compact.place(**key)).is_some();
            black_box(keys.iter().filter(found).count())
        });
    });
    group.bench_function("general/clear", |b| {
        b.iter_batched(|| (), |()| general.clear(), BatchSize::SmallInput);
    });
    group.bench_function("compact/clear", |b| {
        b.iter_batched(|| (), |()| compact.clear(), BatchSize::SmallInput);
    });
    group.finish();
}

criterion_group!(
    benches,
    solving_by_set,
    solving_by_technique,
    fixed_depth_by_technique,
    table_operations
);
criterion_main!(benches);
