//! Exact solving: a second node function, for searches to the end of the game.
//!
//! The first one, `tree.rs`, can do everything and asks at every node what it should do. This
//! one can do one thing: tell whether a score is above a number. So it needs no depth, no
//! evaluator and no line, its moves are sets of bits and its positions small enough to be
//! copied. It finds the same values, as the tests of soundness show.
//!
//! | file | what |
//! |---|---|
//! | `node.rs` | the node function, a numbered step for each technique |
//! | `toggles.rs` | what can be switched on and off |
//! | `table.rs` | the compact transposition table: one word a position |
//! | `rules.rs` | what is asked of a game |
//! | `connect.rs` | a game that answers |
//!
//! This file has the driver: null windows that close in on the score.

mod connect;
mod node;
mod rules;
pub mod table;
pub mod toggles;

use std::collections::TryReserveError;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

pub(crate) use connect::connect;
pub use rules::Proofs;
pub use toggles::Exact;

use crate::game::{Game, Move};
use crate::games::bits::Bits;
use crate::search::counts::Counts;
use crate::search::limits::{Status, Stop};
use node::{Nodes, Settled};
use rules::Rules;
use table::Compact;

/// What a solver is built from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub toggles: Exact,
    /// The size of the table in MiB, if there is one.
    pub table: Option<usize>,
    /// Take positions and their mirror images for one.
    pub mirror: bool,
}

/// What a solver found.
#[derive(Clone, Debug)]
pub struct Solved {
    /// In stones, for the side to move; beyond the window it is a bound.
    pub score: i32,
    pub best: Option<Move>,
    pub counts: Counts,
    /// Why it ended too early, if it did.
    pub stopped: Option<Status>,
}

/// An exact solver for the positions of one board.
pub trait Solve<G: Game>: Send {
    /// The score of a position that goes on and cannot be won at once, on so many threads.
    /// Scores outside the window are not told apart.
    fn solve(&mut self, game: &G, window: (i32, i32), stop: &Stop, threads: usize) -> Solved;
    /// Forgets what former searches taught.
    fn forget(&self);
}

/// A solver, if there is one for the board, and if there is memory for its table.
pub type Built<G> = Result<Option<Box<dyn Solve<G>>>, TryReserveError>;

/// A solver by these rules, which finds them a position with `read`; none if an entry of its
/// table would need more than a word.
fn solver<G: Game, R: Rules>(
    rules: R,
    setup: &Setup,
    most_plies: usize,
    read: fn(&R, &G) -> R::Position,
) -> Built<G> {
    let most = (most_plies as i32 + 1) / 2;
    let table = match setup.table {
        None => None,
        Some(mebibytes) => {
            match Compact::new(mebibytes, rules.key_bits(), most, setup.toggles.grow)? {
                None => return Ok(None),
                table => table,
            }
        }
    };
    let nodes = Nodes::new(Arc::new(rules), setup.toggles, table.map(Arc::new));
    Ok(Some(Box::new(Solver { nodes, read })))
}

struct Solver<G, R: Rules> {
    nodes: Nodes<R>,
    read: fn(&R, &G) -> R::Position,
}

impl<G: Game, R: Rules> Solve<G> for Solver<G, R> {
    fn solve(&mut self, game: &G, window: (i32, i32), stop: &Stop, threads: usize) -> Solved {
        let left = (game.max_plies() - game.ply()) as u32;
        let position = (self.read)(&self.nodes.rules, game);
        self.nodes.solve(&position, left, window, stop, threads)
    }

    fn forget(&self) {
        if let Some(table) = &self.nodes.table {
            table.clear();
        }
    }
}

impl<R: Rules> Nodes<R> {
    fn solve(
        &mut self,
        position: &R::Position,
        left: u32,
        window: (i32, i32),
        stop: &Stop,
        threads: usize,
    ) -> Solved {
        let mut helpers: Vec<_> = (1..threads).map(|i| self.helper(i as u32)).collect();
        self.counts = Counts::default();
        self.root_left = left;
        self.stop = match helpers.is_empty() {
            true => stop.clone(),
            // The threads use up a budget of nodes together.
            false => stop.shared(&Arc::default(), 0),
        };
        let safe = self.rules.safe(position);
        let (lowest, highest) = match safe.is_zero() {
            true => (beaten(left), beaten(left)),
            false => (beaten(left) + 1, (left as i32 - 1) / 2),
        };
        let (mut low, mut high) = (lowest.max(window.0), highest.min(window.1));
        // Where no pass finds a move, the score is the lowest, and all safe moves have it.
        let mut best = safe.first();
        let mut passes = 0;
        let mut crowded = 0;
        while low < high && !self.stop.is_set() {
            let middle = halfway(low, high);
            let (value, mv) = match helpers.is_empty() {
                true => self.root(position, left, middle),
                false => self.race(&mut helpers, position, left, middle),
            };
            if value <= middle {
                high = value;
            } else {
                low = value;
                best = mv.or(best);
            }
            passes += 1;
            crowded = self.make_room(crowded);
        }
        self.counts.re_searches += u64::saturating_sub(passes, 1);
        for helper in &helpers {
            self.counts += &helper.counts;
        }
        Solved {
            score: low.min(high),
            best: best.map(|mv| self.rules.game_move(mv)),
            counts: self.counts.clone(),
            stopped: self.stop.why(),
        }
    }
}

/// Where to cut the interval of what is possible: in halves, but far from zero first. That a
/// game is not won in a few moves costs little to find out, and fills the table.
fn halfway(low: i32, high: i32) -> i32 {
    let middle = low + (high - low) / 2;
    if middle <= 0 && low / 2 < middle {
        low / 2
    } else if middle >= 0 && high / 2 > middle {
        high / 2
    } else {
        middle
    }
}

impl<R: Rules> Nodes<R> {
    /// Lets the table grow if more positions than it has buckets have been crowded out since
    /// there were `before`; returns how many there have been when it last did.
    fn make_room(&mut self, before: u64) -> u64 {
        let crowded = self.counts.tt_replacements;
        match &self.table {
            Some(table) if self.toggles.grow && crowded - before > table.in_use() as u64 / 2 => {
                table.grow();
                crowded
            }
            _ => before,
        }
    }

    fn helper(&self, thread: u32) -> Nodes<R> {
        let mut helper = Nodes::new(self.rules.clone(), self.toggles, self.table.clone());
        helper.thread = thread;
        helper
    }

    /// The root: it is searched whatever the table says of it, for the answer is a move.
    fn root(&mut self, position: &R::Position, left: u32, alpha: i32) -> (i32, Option<u32>) {
        self.counts.nodes += 1;
        let mut children = Vec::new();
        let mut rest = self.rules.safe(position);
        let mut best = (beaten(left), None);
        while let Some(mv) = rest.first() {
            rest.clear(mv);
            let child = self.rules.child(position, mv);
            self.counts.generated += 1;
            match self.settle(child, left - 1) {
                Settled::Over(value) => best = best.max((-value, Some(mv))),
                Settled::Quiet(quiet) => {
                    children.push((self.rules.rank(position, mv, &child), mv, quiet));
                }
            }
        }
        children.sort_by_key(|&(rank, ..)| std::cmp::Reverse(rank));
        let by = self.thread as usize % children.len().max(1);
        children.rotate_left(by);
        for (_, mv, quiet) in &children {
            if best.0 > alpha || self.stop.is_set() {
                break;
            }
            let place = self.place(quiet);
            let value = -self.turned_node(quiet, place, -alpha - 1);
            best = best.max((value, Some(*mv)));
        }
        best
    }

    /// The root on several threads, over one table: the first to have an answer stops the
    /// others.
    fn race(
        &mut self,
        helpers: &mut [Nodes<R>],
        position: &R::Position,
        left: u32,
        alpha: i32,
    ) -> (i32, Option<u32>) {
        let done = Arc::new(AtomicBool::new(false));
        let limits = self.stop.clone();
        let stop = limits.shared(&done, self.counts.nodes);
        let run = |nodes: &mut Nodes<R>| {
            nodes.stop = stop.counted(nodes.counts.nodes);
            let found = nodes.root(position, left, alpha);
            nodes.stop.settle(nodes.counts.nodes);
            let finished = !nodes.stop.is_set();
            done.fetch_or(finished, Relaxed);
            finished.then_some(found)
        };
        let found = thread::scope(|scope| {
            let run = &run;
            let others: Vec<_> = helpers
                .iter_mut()
                .filter_map(|helper| {
                    helper.root_left = left;
                    let builder = thread::Builder::new();
                    // A helper that cannot be had is done without.
                    builder.spawn_scoped(scope, move || run(helper)).ok()
                })
                .collect();
            let own = run(self);
            let others = others.into_iter().map(|other| match other.join() {
                Ok(found) => found,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            // All must be joined, whoever was first.
            let found: Vec<_> = others.collect();
            own.or_else(|| found.into_iter().flatten().next())
        });
        let why = self.stop.why();
        self.stop = limits;
        match (found, why) {
            (Some(found), _) => found,
            (None, why) => {
                self.stop.set(why.unwrap_or(Status::Interrupted));
                (alpha, None)
            }
        }
    }
}

/// The score of a side that is beaten with the opponent's next stone.
fn beaten(left: u32) -> i32 {
    -((left / 2) as i32)
}
