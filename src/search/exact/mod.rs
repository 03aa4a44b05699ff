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
//! | `tables.rs` | a small one and a large one |
//! | `threads.rs` | several threads over one table |
//! | `rules.rs` | what is asked of a game |
//! | `connect.rs`, `follow.rs` | a game that answers, and what it can prove |
//!
//! This file has the driver: null windows that close in on the score.

mod connect;
mod follow;
mod node;
mod rules;
pub mod table;
mod tables;
mod threads;
pub mod toggles;

use std::collections::{TryReserveError, VecDeque};
use std::sync::Arc;

pub(crate) use connect::connect;
pub use rules::Proofs;
pub use toggles::Exact;

use crate::game::{Game, Move};
use crate::games::bits::Bits;
use crate::search::counts::Counts;
use crate::search::limits::{Status, Stop};
use crate::search::toggles::Parallel;
use node::{Nodes, Settled};
use rules::Rules;
use tables::Tables;

/// What a solver is built from.
#[derive(Clone, Copy, Debug)]
pub struct Setup {
    pub toggles: Exact,
    /// The size of the table in MiB, if there is one.
    pub table: Option<usize>,
    /// Take positions and their mirror images for one.
    pub mirror: bool,
    pub parallel: Parallel,
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
    /// The score of a position that goes on and cannot be won at once. Scores outside the
    /// window are not told apart.
    fn solve(&mut self, game: &G, window: (i32, i32), stop: &Stop) -> Solved;
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
    let tables = match setup.table {
        None => Tables::none(),
        Some(mebibytes) => match Tables::new(mebibytes, rules.key_bits(), most, &setup.toggles)? {
            None => return Ok(None),
            Some(tables) => tables,
        },
    };
    let mut nodes = Nodes::new(Arc::new(rules), setup.toggles, tables);
    let helpers = nodes.helpers(setup.parallel);
    Ok(Some(Box::new(Solver {
        nodes,
        helpers,
        read,
    })))
}

struct Solver<G, R: Rules> {
    nodes: Nodes<R>,
    /// Those of other threads.
    helpers: Vec<Nodes<R>>,
    read: fn(&R, &G) -> R::Position,
}

impl<G: Game, R: Rules> Solve<G> for Solver<G, R> {
    fn solve(&mut self, game: &G, window: (i32, i32), stop: &Stop) -> Solved {
        let left = (game.max_plies() - game.ply()) as u32;
        let position = (self.read)(&self.nodes.rules, game);
        let Solver { nodes, helpers, .. } = self;
        nodes.solve(helpers, &position, left, window, stop)
    }

    fn forget(&self) {
        self.nodes.tables.clear();
        for helper in &self.helpers {
            helper.tables.clear_own();
        }
    }
}

impl<R: Rules> Nodes<R> {
    fn solve(
        &mut self,
        helpers: &mut [Nodes<R>],
        position: &R::Position,
        left: u32,
        window: (i32, i32),
        stop: &Stop,
    ) -> Solved {
        self.begin(left);
        for helper in &mut *helpers {
            helper.begin(left);
        }
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
        while low < high && !self.stop.is_set() {
            let alpha = match self.toggles.outwards {
                true => outwards(low, high),
                false => halfway(low, high),
            };
            let (value, mv) = match helpers.is_empty() {
                true => self.root(position, left, alpha),
                false => self.race(helpers, position, left, alpha),
            };
            if value <= alpha {
                high = value;
            } else {
                low = value;
                best = mv.or(best);
            }
            passes += 1;
            self.make_room();
        }
        self.counts.re_searches += u64::saturating_sub(passes, 1);
        for helper in helpers {
            self.counts += &helper.counts;
        }
        Solved {
            score: low.min(high),
            best: best.map(|mv| self.rules.game_move(mv)),
            counts: self.counts.clone(),
            stopped: self.stop.why(),
        }
    }

    fn begin(&mut self, left: u32) {
        self.counts = Counts::default();
        self.root_left = left;
        self.crowded = 0;
    }

    /// Lets the table grow if so many positions have been crowded out that it is small.
    fn make_room(&mut self) {
        if let Some(table) = self.tables.far()
            && self.toggles.grow
            && self.crowded > table.in_use() as u64 / 2
        {
            table.grow();
            self.crowded = 0;
        }
    }

    /// The root: it is searched whatever the table says of it, for the answer is a move.
    fn root(&mut self, position: &R::Position, left: u32, alpha: i32) -> (i32, Option<u32>) {
        // A pass that was stopped leaves it as it was.
        self.path.clear();
        self.overtaken = None;
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
        self.turn_round(&mut children);
        // Those that another thread is at come last.
        let mut children = VecDeque::from(children);
        let mut not_put_off = children.len();
        let mut first = true;
        while let Some((rank, mv, quiet)) = children.pop_front() {
            if best.0 > alpha || self.stop.is_set() {
                break;
            }
            let place = self.place(&quiet);
            let may_wait = !first && not_put_off > 0;
            not_put_off = not_put_off.saturating_sub(1);
            if may_wait && self.is_taken(quiet.left, place) {
                children.push_back((rank, mv, quiet));
                continue;
            }
            first = false;
            let value = -self.turned_node(&quiet, place, -alpha - 1);
            best = best.max((value, Some(mv)));
        }
        best
    }
}

/// Where to cut the interval of what is possible: at zero, where most scores are near, then
/// on the side where the score is, one by one.
fn outwards(low: i32, high: i32) -> i32 {
    0.clamp(low, high - 1)
}

/// The same: in halves, but far from zero first. That a game is not won in a few moves costs
/// little to find out, and fills the table.
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

/// The score of a side that is beaten with the opponent's next stone.
fn beaten(left: u32) -> i32 {
    -((left / 2) as i32)
}
