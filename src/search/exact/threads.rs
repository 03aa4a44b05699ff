//! The exact solver on several threads, over one table: all search the same null window, and
//! the first to have an answer stops the others.
//!
//! They order moves of equal promise differently; with lazy SMP that is all. With ABDADA, a
//! thread also puts off children that another one is at, all but the first of a node: by the
//! time it comes back to them, the table has their values.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use super::node::{Nodes, Step};
use super::rules::Rules;
use super::table::Place;
use crate::search::limits::Status;
use crate::search::toggles::Parallel;

impl<R: Rules> Nodes<R> {
    /// What the other threads need.
    pub fn helpers(&mut self, parallel: Parallel) -> Vec<Nodes<R>> {
        let threads = match parallel {
            Parallel::Off | Parallel::Root(_) => 1,
            Parallel::LazySmp(threads) => threads,
            Parallel::Abdada(threads) => {
                self.busy = Some(Arc::default());
                threads
            }
        };
        let helper = |thread| {
            let tables = self.tables.fork();
            let mut helper = Nodes::new(self.rules.clone(), self.toggles, tables);
            helper.busy = self.busy.clone();
            helper.thread = thread as u32;
            helper
        };
        (1..threads).map(helper).collect()
    }

    /// The root on several threads.
    pub fn race(
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

    /// Lazy SMP: each thread begins with another of the root's children.
    pub fn turn_round<T>(&self, children: &mut [T]) {
        if self.busy.is_none() && !children.is_empty() {
            children.rotate_left(self.thread as usize % children.len());
        }
    }

    /// What a thread that helps another adds to the order of moves, so that they do not
    /// search the same children at the same time.
    #[inline(always)]
    pub fn disorder(&self, mv: u32) -> i32 {
        match self.thread {
            0 => 0,
            thread => (mv.wrapping_mul(thread.wrapping_mul(2) + 1) & 3) as i32,
        }
    }

    /// ABDADA: whether another thread is at a child with so many plies to go.
    #[inline(always)]
    pub fn is_taken(&self, left: u32, place: Place) -> bool {
        match &self.busy {
            Some(busy) if left >= self.toggles.split => busy.has(place.number()),
            _ => false,
        }
    }

    /// ABDADA: says that this thread is at a position; whether it has to say when it leaves.
    #[inline(always)]
    pub fn announce(&self, left: u32, place: Place) -> bool {
        match &self.busy {
            Some(busy) if left >= self.toggles.split => busy.enter(place.number()),
            _ => false,
        }
    }

    /// ABDADA: says that this thread leaves a position.
    #[inline(always)]
    pub fn withdraw(&self, place: Place) {
        if let Some(busy) = &self.busy {
            busy.leave(place.number());
        }
    }

    /// ABDADA: begins with the children of a node; whether they are shared out.
    #[inline(always)]
    pub fn join(&mut self, left: u32, place: Place, alpha: i32) -> bool {
        let shared = self.busy.is_some() && left >= self.toggles.split;
        if shared {
            self.path.push(Step { left, place, alpha });
        }
        shared
    }

    /// ABDADA: whether another thread has finished the node at hand, or one above it, in the
    /// meantime; if so, the node is left with this value. It looks into the table only if
    /// it is to `look`.
    pub fn overtaken(&mut self, look: bool) -> Option<i32> {
        if self.overtaken.is_none() && look {
            self.overtaken = self.finished_by_others();
        }
        let (at, value) = self.overtaken?;
        self.path.pop();
        if at == self.path.len() {
            self.overtaken = None;
        }
        Some(value)
    }

    /// The first node on the path of which the table now has what is asked.
    fn finished_by_others(&self) -> Option<(usize, i32)> {
        let steps = self.path.iter().enumerate();
        let mut finished = steps.filter_map(|(at, step)| {
            let bounds = self.tables.of(step.left)?.probe(step.place)?;
            Some((at, bounds.decide(step.alpha)?))
        });
        finished.next()
    }
}
