//! What an evaluation costs: every evaluator on every kind of game, kept up to date move by move,
//! as a search does it, and begun anew at each position.
//!
//! `cargo bench --bench evaluators`; the throughput line is in positions a second.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use plyometer::eval::{EVALUATORS, Evaluator, EvaluatorSpec};
use plyometer::game::{Game, Move, Side};
use plyometer::games::{GameSpec, Visit};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The moves of a random game, as long as it goes on, but for wins.
fn random_moves<G: Game>(start: &G, plies: usize) -> Vec<Move> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut game = start.clone();
    let (mut played, mut moves) = (Vec::new(), Vec::new());
    while played.len() < plies && game.outcome().is_none() {
        moves.clear();
        game.moves(&mut moves);
        moves.retain(|&mv| !game.clone().wins(mv));
        if moves.is_empty() {
            break;
        }
        let mv = moves[random.next_u32() as usize % moves.len()];
        game.play(mv);
        played.push(mv);
    }
    played
}

/// Evaluates every position of a game, there and back.
fn evaluate<G: Game>(start: &G, moves: &[Move], evaluator: &mut dyn Evaluator<G>, anew: bool) {
    let mut game = start.clone();
    let mut undos = Vec::new();
    evaluator.start(&game);
    for &mv in moves {
        undos.push((mv, game.play(mv)));
        match anew {
            true => evaluator.start(&game),
            false => evaluator.played(&game, mv),
        }
        black_box(evaluator.value(&game, Side::First));
    }
    while let Some((mv, undo)) = undos.pop() {
        game.undo(mv, undo);
        match anew {
            true => evaluator.start(&game),
            false => evaluator.undone(&game, mv),
        }
        black_box(evaluator.value(&game, Side::First));
    }
}

struct Bench<'a> {
    criterion: &'a mut Criterion,
    board: &'a str,
}

impl Visit for Bench<'_> {
    type Output = ();
    fn visit<G: Game>(self, start: G) {
        let mut group = self
            .criterion
            .benchmark_group(format!("evaluators {}", self.board));
        group
            .sample_size(20)
            .warm_up_time(Duration::from_millis(500))
            .measurement_time(Duration::from_secs(1));
        let moves = random_moves(&start, 24);
        group.throughput(Throughput::Elements(2 * moves.len() as u64));
        for listing in EVALUATORS {
            let spec: EvaluatorSpec = listing.name.parse().expect("defaults for everything");
            let Ok(mut evaluator) = spec.build(&start) else {
                continue;
            };
            group.bench_function(format!("{}/anew", listing.name), |b| {
                b.iter(|| evaluate(&start, &moves, &mut *evaluator, true));
            });
            if evaluator.is_incremental() {
                group.bench_function(format!("{}/incremental", listing.name), |b| {
                    b.iter(|| evaluate(&start, &moves, &mut *evaluator, false));
                });
            }
        }
        group.finish();
    }
}

fn evaluators(c: &mut Criterion) {
    for board in ["connect4", "mnk(10,10,5)", "chain(6,10)"] {
        let game: GameSpec = board.parse().expect("a game");
        game.visit(Bench {
            criterion: c,
            board,
        });
    }
}

criterion_group!(benches, evaluators);
criterion_main!(benches);
