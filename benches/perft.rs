//! How fast the game trees are counted, on one core.
//!
//! `cargo bench --bench perft`; the throughput line is in sequences a second.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use plyometer::game::Game;
use plyometer::games::{GameSpec, Visit};
use plyometer::perft::sequences;

struct Count(usize);

impl Visit for Count {
    type Output = u64;
    fn visit<G: Game>(self, start: G) -> u64 {
        sequences(&start, self.0)
    }
}

fn perft(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for (name, depth) in [("connect4", 9), ("mnk(5,5,4)", 6), ("chain(6,10)", 4)] {
        let game: GameSpec = name.parse().expect("a game");
        group.throughput(Throughput::Elements(game.visit(Count(depth))));
        group.bench_function(BenchmarkId::new(name, depth), |b| {
            b.iter(|| black_box(game).visit(Count(depth)));
        });
    }
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
