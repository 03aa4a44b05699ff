//! Searches on several threads. Their values are those of one thread; their counts
//! depend on who comes first, and rows say so.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rayon::prelude::*;

use crate::game::{Game, Move};
use crate::search::drive::{Raise, Searcher, stack_needed};
use crate::search::score::{INFINITY, Score};
use crate::search::toggles::Parallel;

/// Root splitting: each child of the root is a task. The first one that cannot be
/// beaten stops the others.
pub(super) fn root<G: Game>(searcher: &mut Searcher<G>, depth: u32, threads: usize) -> Score {
    let toggles = searcher.engine().toggles;
    let game = searcher.tree.game.clone();
    let over = toggles.lines_end && game.outcome().is_some();
    let (moves, built) = match (over, depth) {
        (false, 1..) => searcher.tree.root_moves(&toggles, depth),
        _ => (Vec::new(), false),
    };
    if moves.is_empty() {
        return searcher.windows(&game, depth, None);
    }
    searcher.tree.counts.nodes += 1;
    let unbeatable = toggles.scores.win_at(game.ply() + 1, game.max_plies());
    let best_so_far = AtomicI64::new(-INFINITY);
    let done = Arc::new(AtomicBool::new(false));
    let stop = searcher.tree.stop.shared(&done, searcher.tree.counts.nodes);
    let idle = Mutex::new((0..threads).map(|_| searcher.fork()).collect::<Vec<_>>());
    let lock = || idle.lock().unwrap_or_else(PoisonError::into_inner);

    let search_child = |&mv: &Move| {
        let mut worker = lock()
            .pop()
            .unwrap_or_else(|| unreachable!("as many workers as threads"));
        let tree = &mut worker.tree;
        tree.start(&game);
        tree.stop = stop.clone();
        tree.counts.generated += !built as u64;
        let shared = toggles.prune && !toggles.full_window_at_root;
        let alpha = if shared {
            best_so_far.load(Relaxed)
        } else {
            -INFINITY
        };
        let undo = tree.play(mv);
        let value = -tree.node(&toggles, depth - 1, -INFINITY, -alpha);
        tree.undo(mv, undo);
        let mut line = vec![mv];
        line.extend(tree.lines.get(1).into_iter().flatten());
        let counts = tree.counts.clone();
        tree.stop.settle(counts.nodes);
        let why = tree.stop.why();
        lock().push(worker);
        // A value not above alpha is only a bound.
        let value = (why.is_none() && value > alpha).then_some(value);
        if let Some(value) = value {
            best_so_far.fetch_max(value, Relaxed);
            if value >= unbeatable {
                done.store(true, Relaxed);
            }
        }
        (value, line, counts, why)
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(stack_needed(&game, Some(depth)) + (1 << 20))
        .build();
    let results: Vec<_> = match &pool {
        // From a thread of its own: if this one is a worker of another pool, waiting
        // here would make it take up that pool's jobs, one on top of the other.
        Ok(pool) => thread::scope(|scope| {
            let all = || pool.install(|| moves.par_iter().map(search_child).collect());
            match scope.spawn(all).join() {
                Ok(results) => results,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }),
        // No threads to be had: the same work on this one.
        Err(_) => moves.iter().map(search_child).collect(),
    };

    let mut best: Option<(Score, Vec<Move>)> = None;
    let mut stopped = None;
    searcher.tree.root.values.clear();
    searcher.tree.root.listed = moves.clone();
    for (&mv, (value, line, counts, why)) in moves.iter().zip(results) {
        searcher.absorb(&counts);
        searcher
            .tree
            .root
            .values
            .push((mv, value.unwrap_or(-INFINITY)));
        stopped = stopped.or(why);
        if let Some(value) = value
            && best.as_ref().is_none_or(|(best, _)| value > *best)
        {
            best = Some((value, line));
        }
    }
    if !done.load(Relaxed)
        && let Some(why) = stopped
    {
        searcher.tree.stop.set(why);
        return 0;
    }
    let (value, line) = best.unwrap_or((-INFINITY, Vec::new()));
    searcher.tree.root.best = line.first().copied();
    searcher.tree.lines = vec![line];
    value
}

/// Lazy SMP and ABDADA: every thread does the same search over one table; what one has found,
/// the others need not search. With lazy SMP each begins with another root move, with ABDADA
/// each puts off what another is at.
pub(super) fn together<G: Game>(
    searcher: &mut Searcher<G>,
    depth: u32,
    threads: usize,
    search: impl Fn(&mut Searcher<G>) -> Score + Sync,
) -> Score {
    let game = searcher.tree.game.clone();
    let done = Arc::new(AtomicBool::new(false));
    let stop = searcher.tree.stop.shared(&done, searcher.tree.counts.nodes);
    let abdada = matches!(searcher.engine().parallel, Parallel::Abdada(_));
    searcher.tree.busy = abdada.then(Arc::default);
    let mut helpers: Vec<_> = (1..threads)
        .map(|i| {
            let mut helper = searcher.fork();
            helper.tree.start(&game);
            helper.tree.stop = stop.clone();
            helper.tree.busy = searcher.tree.busy.clone();
            let mut order = match &searcher.tree.root.moves {
                Some(moves) => moves.clone(),
                None => helper.tree.root_moves(&searcher.engine().toggles, depth).0,
            };
            if !order.is_empty() {
                let by = if abdada { 0 } else { i % order.len() };
                order.rotate_left(by);
                helper.tree.root.moves = Some(order);
            }
            helper
        })
        .collect();
    // The threads share the budget of nodes; only the others are stopped by the flag.
    searcher.tree.stop = stop.without_flag(searcher.tree.counts.nodes);
    let value = thread::scope(|scope| {
        let raise = Raise(done.clone());
        let search = &search;
        for helper in &mut helpers {
            let builder =
                thread::Builder::new().stack_size(stack_needed(&game, Some(depth)) + (1 << 20));
            // A helper that cannot be had is done without.
            let _ = builder.spawn_scoped(scope, move || search(helper));
        }
        let value = search(searcher);
        drop(raise);
        value
    });
    searcher.tree.busy = None;
    searcher.tree.stop.settle(searcher.tree.counts.nodes);
    for helper in &mut helpers {
        helper.tree.stop.settle(helper.tree.counts.nodes);
        searcher.absorb(&helper.tree.counts);
    }
    value
}
