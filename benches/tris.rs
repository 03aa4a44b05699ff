//! How long the Tris report's programs take, on one core unless threads are asked for.
//!
//! `cargo bench --bench tris`. Two groups: each of the first six moves of a game that the
//! final program plays against itself (10×10, series 4, depth 6, the ten best children), and
//! the report's six-root test (10×10, depth 4, ten children) with the moves selected and the
//! children made in each of the ways it compares.

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use plyometer::game::Game;
use plyometer::games::mnk::Mnk;
use plyometer::notation;
use plyometer::search::{Engine, Limits, Searcher};

/// Alpha-beta with early termination, children sorted by the heuristic, the best ten of them,
/// and the table.
const FINAL: &str = r#"{ evaluator = "sequences", early-termination = true, order = ["eval"], forward = "best(10)", tt = true }"#;

fn board() -> Mnk<u128> {
    Mnk::new(10, 10, 4)
}

fn searcher(engine: &str) -> Searcher<Mnk<u128>> {
    let engine: Engine = engine.parse().expect("an engine");
    Searcher::new(&engine, &board()).expect("an engine for this board")
}

fn first_moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("tris 10x10, series 4, depth 6, best 10");
    let limits = Limits::depth(6);
    let mut game = board();
    for number in 1..=6 {
        // A new searcher each time, made before the clock starts: nothing is remembered.
        group.bench_function(BenchmarkId::new("move", number), |b| {
            b.iter_batched_ref(
                || searcher(FINAL),
                |searcher| black_box(searcher.search(&game, &limits)),
                BatchSize::PerIteration,
            );
        });
        let best = searcher(FINAL).search(&game, &limits).best;
        game.play(best.expect("the game goes on"));
    }
    group.finish();
}

fn six_roots(c: &mut Criterion) {
    let mut group = c.benchmark_group("tris 10x10, series 4, depth 4, best 10, six roots");
    group.sample_size(30);
    let roots = ["", "a1", "j1", "a10", "j10", "f6"]
        .map(|moves| notation::position(board(), moves).expect("a position"));
    for parallel in ["off", "root(2)"] {
        for select in ["sort", "queue"] {
            for children in ["allocate", "pool", "in-place"] {
                let mut searcher = searcher(&format!(
                    r#"{{ preset = "tris-2016/best-k+table", forward = "best(10)", select = "{select}", children = "{children}", parallel = "{parallel}" }}"#
                ));
                let name = format!("{select}, {children}, parallel {parallel}");
                group.bench_function(name, |b| {
                    b.iter(|| {
                        let generated = |root| searcher.search(root, &Limits::depth(4)).counts;
                        roots
                            .iter()
                            .map(generated)
                            .map(|c| c.generated)
                            .sum::<u64>()
                    });
                });
            }
        }
    }
    group.finish();
}

criterion_group!(benches, first_moves, six_roots);
criterion_main!(benches);
