//! The node function of the exact solver, a numbered step for each technique.
//!
//! It tells whether a position's score is above alpha, and by how much at least or at most:
//! a value > alpha is a lower bound of the score, one ≤ alpha an upper bound. Scores count
//! stones: a side that wins with its next one, with `left` plies to go, has (left + 1) / 2.

use std::sync::Arc;

use super::rules::Rules;
use super::table::{Bounds, Place, Stored};
use super::tables::Tables;
use super::toggles::Exact;
use crate::games::bits::Bits;
use crate::search::busy::Busy;
use crate::search::counts::Counts;
use crate::search::limits::Stop;

/// Below every score.
const NONE: i32 = i32::MIN / 2;

/// A position in which the side to move has a choice, or with `forced` off at least a move.
pub(super) struct Quiet<R: Rules> {
    pub position: R::Position,
    /// The moves that do not lose at once.
    pub moves: R::Moves,
    /// Plies to the end of the longest game.
    pub left: u32,
    /// Whether the side to move is another one than before the forced moves.
    pub turned: bool,
}

/// What becomes of a position when the forced moves are played.
pub(super) enum Settled<R: Rules> {
    Quiet(Quiet<R>),
    /// The score of the position before the forced moves.
    Over(i32),
}

struct Child<R: Rules> {
    quiet: Quiet<R>,
    place: Place,
    rank: i32,
}

/// A child that need not be searched any more.
const REFUTED: i32 = i32::MIN;
/// Beyond every rank: twice this much is taken from that of a child that another thread is at.
const DEFERRED: i32 = 1 << 24;

/// A node whose children are shared out among threads.
pub(super) struct Step {
    pub left: u32,
    pub place: Place,
    pub alpha: i32,
}

/// A game tree under exact search, by one thread.
pub(super) struct Nodes<R: Rules> {
    pub rules: Arc<R>,
    pub toggles: Exact,
    pub tables: Tables,
    pub counts: Counts,
    pub stop: Stop,
    /// Which of several threads this is: they order equal moves differently.
    pub thread: u32,
    /// Where the threads are, with ABDADA.
    pub busy: Option<Arc<Busy>>,
    /// Plies to go at the root.
    pub root_left: u32,
    /// Positions crowded out of the large table since it last grew.
    pub crowded: u64,
    /// With ABDADA, the nodes above the one at hand, and the one that another thread has
    /// finished, with its value.
    pub path: Vec<Step>,
    pub overtaken: Option<(usize, i32)>,
    /// The children, not yet searched, of all nodes from the root to the one at hand.
    children: Vec<Child<R>>,
}

impl<R: Rules> Nodes<R> {
    pub fn new(rules: Arc<R>, toggles: Exact, tables: Tables) -> Self {
        Nodes {
            rules,
            toggles,
            tables,
            counts: Counts::default(),
            stop: Stop::never(),
            thread: 0,
            busy: None,
            root_left: 0,
            crowded: 0,
            path: Vec::new(),
            overtaken: None,
            children: Vec::new(),
        }
    }

    /// Plays the moves that are forced, for as long as there is only one that does not lose
    /// at once. None of these positions is a node.
    #[inline(always)]
    pub fn settle(&self, mut position: R::Position, mut left: u32) -> Settled<R> {
        let mut turned = false;
        loop {
            let moves = self.rules.safe(&position);
            if moves.is_zero() {
                // The opponent wins with its next stone.
                let loss = -((left / 2) as i32);
                return Settled::Over(if turned { -loss } else { loss });
            }
            if left <= 2 {
                // Nobody can win with the last two moves.
                return Settled::Over(0);
            }
            if !self.toggles.forced || !moves.is_one() {
                return Settled::Quiet(Quiet {
                    position,
                    moves,
                    left,
                    turned,
                });
            }
            position = self.rules.child(&position, moves.first().unwrap_or(0));
            left -= 1;
            turned = !turned;
        }
    }

    /// Where the table has a position, if it is looked up at all.
    #[inline(always)]
    pub fn place(&self, quiet: &Quiet<R>) -> Place {
        match self.tables.of(quiet.left) {
            Some(table) => table.place(self.rules.key(&quiet.position)),
            None => Place::default(),
        }
    }

    /// The value of a settled position for the side to move before the forced moves.
    #[inline]
    pub fn turned_node(&mut self, quiet: &Quiet<R>, place: Place, alpha: i32) -> i32 {
        let announced = self.announce(quiet.left, place);
        let value = match quiet.turned {
            false => self.node(quiet, place, alpha),
            true => -self.node(quiet, place, -alpha - 1),
        };
        if announced {
            self.withdraw(place);
        }
        value
    }

    pub fn node(&mut self, quiet: &Quiet<R>, place: Place, alpha: i32) -> i32 {
        let Quiet {
            position,
            moves,
            left,
            ..
        } = *quiet;

        // Step 1. Count the node; stop if a limit is reached.
        if self.stop.at(self.counts.nodes) {
            return 0;
        }
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max((self.root_left - left) as u64);

        // Step 2. Static bounds: nobody wins with the next stone.
        let highest = (left as i32 - 1) / 2;
        let lowest = -((left as i32 - 2) / 2);
        if highest <= alpha {
            return highest;
        }
        if lowest > alpha {
            return lowest;
        }

        // Step 3. Proofs that a side can never win.
        if let Some(value) = self.rules.proved(&position, alpha, self.toggles.proofs) {
            return value;
        }

        // Step 4. The table.
        let looked_up = self.tables.of(left).is_some();
        let mut known = Bounds {
            lower: lowest,
            upper: highest,
        };
        if looked_up && let Some(bounds) = self.probe(left, place) {
            self.counts.tt_hits += 1;
            if let Some(value) = bounds.decide(alpha) {
                self.counts.tt_cutoffs += 1;
                return value;
            }
            known = bounds;
        }

        // Step 5. The children, settled. One that has lost decides the node.
        let first = self.children.len();
        let mut best = NONE;
        let mut rest = moves;
        while let Some(mv) = rest.first() {
            rest.clear(mv);
            let child = self.rules.child(&position, mv);
            self.counts.generated += 1;
            match self.settle(child, left - 1) {
                Settled::Over(value) => best = best.max(-value),
                Settled::Quiet(quiet) => {
                    let rank = self.rules.rank(&position, mv, &child) ^ self.disorder(mv);
                    let place = self.place(&quiet);
                    self.children.push(Child { quiet, place, rank });
                    continue;
                }
            }
            if best > alpha {
                self.children.truncate(first);
                return best;
            }
        }
        // None has, so nobody wins with the next stone but one either.
        let highest = (left as i32 - 3) / 2;
        if highest <= alpha {
            self.children.truncate(first);
            return highest.max(best);
        }

        // Step 6. Enhanced transposition cutoffs: what the table knows of the children.
        if self.toggles.etc {
            for i in first..self.children.len() {
                let Child { quiet, place, .. } = &self.children[i];
                let (left, turned, place) = (quiet.left, quiet.turned, *place);
                let Some(bounds) = self.probe(left, place) else {
                    continue;
                };
                let bounds = if turned { bounds } else { bounds.negated() };
                if bounds.lower > alpha {
                    self.counts.tt_cutoffs += 1;
                    self.children.truncate(first);
                    return bounds.lower;
                }
                if bounds.upper <= alpha {
                    best = best.max(bounds.upper);
                    self.children[i].rank = REFUTED;
                }
            }
        }

        // Step 7. Search the children, the most promising of the rest first. With ABDADA, those
        // that another thread is at come last; meanwhile it may find what this node needs.
        let before = self.counts.nodes;
        let shared = self.join(left, place, alpha);
        let mut index = 0;
        while let Some(mut child) = self.next_child(first) {
            if index > 0 && child.rank > -DEFERRED && self.is_taken(child.quiet.left, child.place) {
                child.rank -= 2 * DEFERRED;
                self.children.push(child);
                continue;
            }
            let value = -self.turned_node(&child.quiet, child.place, -alpha - 1);
            if self.stop.is_set() {
                self.children.truncate(first);
                return 0;
            }
            if shared && let Some(value) = self.overtaken(value <= alpha) {
                self.children.truncate(first);
                return value;
            }
            best = best.max(value);
            if value > alpha {
                self.counts.cutoff(index);
                break;
            }
            index += 1;
        }
        self.children.truncate(first);
        if shared {
            self.path.pop();
        }

        // Step 8. The bound, remembered in the table.
        if looked_up {
            match best > alpha {
                true => known.lower = best,
                false => known.upper = best,
            }
            self.store(left, place, known, self.counts.nodes - before + 1);
        }
        best
    }

    /// Takes the most promising child out of those from `first` on.
    #[inline(always)]
    fn next_child(&mut self, first: usize) -> Option<Child<R>> {
        let rest = &self.children[first..];
        let mut at = 0;
        for (i, child) in rest.iter().enumerate().skip(1) {
            if child.rank > rest[at].rank {
                at = i;
            }
        }
        let found = rest.get(at).is_some_and(|child| child.rank != REFUTED);
        found.then(|| self.children.swap_remove(first + at))
    }

    #[inline(always)]
    pub fn probe(&mut self, left: u32, place: Place) -> Option<Bounds> {
        let table = self.tables.of(left)?;
        self.counts.tt_probes += 1;
        table.probe(place)
    }

    #[inline(always)]
    fn store(&mut self, left: u32, place: Place, bounds: Bounds, nodes: u64) {
        let Some(table) = self.tables.of(left) else {
            return;
        };
        let stored = table.store(place, bounds, nodes);
        self.counts.tt_stores += 1;
        self.counts.tt_replacements += (stored == Stored::Replaced) as u64;
        self.crowded += (stored == Stored::Replaced && self.tables.are_shared(left)) as u64;
    }
}
