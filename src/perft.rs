//! Counting the game tree: how many move sequences there are, and how many positions.
//!
//! The counts test the rules of a game down to the last move, and their speed is the
//! ceiling of any search's.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use thiserror::Error;

use crate::game::{Game, Move};

/// How many sequences of `depth` legal moves there are from `game`; a finished game
/// has no continuation. One thread.
///
/// The last ply is counted, not played.
pub fn sequences<G: Game>(game: &G, depth: usize) -> u64 {
    count(&mut game.clone(), depth, &mut Vec::new())
}

fn count<G: Game>(game: &mut G, depth: usize, stack: &mut Vec<Move>) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return game.move_count() as u64;
    }
    // All plies share one stack of moves, so nothing is allocated on the way.
    let first = stack.len();
    game.moves(stack);
    let mut total = 0;
    for index in first..stack.len() {
        let mv = stack[index];
        let undo = game.play(mv);
        total += count(game, depth - 1, stack);
        game.undo(mv, undo);
    }
    stack.truncate(first);
    total
}

/// [`sequences`] on all cores.
pub fn sequences_parallel<G: Game>(game: &G, depth: usize) -> u64 {
    // Enough subtrees that an unlucky split leaves no core idle for long.
    // The cap is for memory: a ply more of a 100×100 board would be 10⁸ positions.
    let wanted = (64 * rayon::current_num_threads()).min(4096);
    let mut frontier = vec![game.clone()];
    let mut rest = depth;
    while rest > 2 && frontier.len() < wanted {
        frontier = frontier.iter().flat_map(children).collect();
        if frontier.is_empty() {
            return 0;
        }
        rest -= 1;
    }
    frontier.par_iter().map(|game| sequences(game, rest)).sum()
}

fn children<G: Game>(game: &G) -> Vec<G> {
    let mut moves = Vec::new();
    if game.outcome().is_none() {
        game.moves(&mut moves);
    }
    let child = |mv| {
        let mut child = game.clone();
        child.play(mv);
        child
    };
    moves.into_iter().map(child).collect()
}

/// The distinct positions ply by ply, each compared whole, not by its hash alone.
pub struct Distinct<G> {
    /// The positions of the current ply, split by key so that cores can share the work.
    shards: Vec<HashSet<G>>,
}

/// The positions of a ply do not fit in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the distinct positions of this ply do not fit in memory")]
pub struct OutOfMemory;

impl<G: Game> Distinct<G> {
    pub fn new(game: &G) -> Self {
        Distinct {
            shards: vec![HashSet::from([game.clone()])],
        }
    }

    /// How many positions the current ply has.
    pub fn count(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// Goes on to the next ply.
    pub fn advance(&mut self) -> Result<(), OutOfMemory> {
        const SHARDS: usize = 64;
        let next: Vec<_> = (0..SHARDS).map(|_| Mutex::new(HashSet::new())).collect();
        self.shards.par_iter().try_for_each(|shard| {
            for child in shard.iter().flat_map(children) {
                let into = &next[child.key() as usize % SHARDS];
                let mut into = into.lock().unwrap_or_else(PoisonError::into_inner);
                into.try_reserve(1).map_err(|_| OutOfMemory)?;
                into.insert(child);
            }
            Ok(())
        })?;
        let next = next.into_iter().map(Mutex::into_inner);
        self.shards = next
            .map(|shard| shard.unwrap_or_else(PoisonError::into_inner))
            .collect();
        Ok(())
    }
}
