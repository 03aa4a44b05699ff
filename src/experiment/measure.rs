//! One search of a cell: what it found and counted, or why it could not.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use super::{Cell, Measure};
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::notation::{self, format_move, format_moves};
use crate::search::minimal::minimal_nodes;
use crate::search::toggles::Algorithm;
use crate::search::{Counts, Engine, Limits, Searcher, Status};

/// What became of a cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// A search's status, or `panic` or `failed`.
    pub status: &'static str,
    /// Why, where it did not do what it was asked.
    pub reason: String,
    pub found: Option<Found>,
}

/// What a search found, as rows have it.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    pub reached: u32,
    pub value: String,
    pub best: String,
    pub line: String,
    pub counts: Counts,
    pub minimal_nodes: Option<u64>,
    pub time: Duration,
}

impl Measured {
    /// A cell that was not searched to its end.
    pub fn failed(status: &'static str, reason: impl Into<String>) -> Self {
        Measured {
            status,
            reason: reason.into(),
            found: None,
        }
    }

    /// Whether the search did what it was asked, if only within its limits.
    pub fn is_success(&self) -> bool {
        is_success(self.status)
    }
}

/// Whether a row with this status needs no second try.
pub fn is_success(status: &str) -> bool {
    ["complete", "nodes", "time"].contains(&status)
}

/// A board and an engine on it, ready to search one cell after another.
pub trait Bench: Send {
    fn search(&mut self, cell: &Cell, limits: &Limits, minimal: bool) -> Measured;
}

/// Makes benches. The runner's tests have one of their own, whose benches misbehave.
pub trait Workshop: Sync {
    fn bench(&self, game: &GameSpec, engine: &Engine) -> Result<Box<dyn Bench>, String>;
}

/// The workshop of the program.
pub struct Searchers;

impl Workshop for Searchers {
    fn bench(&self, game: &GameSpec, engine: &Engine) -> Result<Box<dyn Bench>, String> {
        struct Build<'a>(&'a Engine);
        impl Visit for Build<'_> {
            type Output = Result<Box<dyn Bench>, String>;
            fn visit<G: Game>(self, start: G) -> Self::Output {
                let searcher = Searcher::new(self.0, &start).map_err(|error| error.to_string())?;
                Ok(Box::new(OnBoard { start, searcher }))
            }
        }
        game.visit(Build(engine))
    }
}

struct OnBoard<G: Game> {
    start: G,
    searcher: Searcher<G>,
}

impl<G: Game> Bench for OnBoard<G> {
    fn search(&mut self, cell: &Cell, limits: &Limits, minimal: bool) -> Measured {
        let game = match notation::position(self.start.clone(), &cell.position) {
            Ok(game) => game,
            Err(error) => return Measured::failed("failed", error.to_string()),
        };
        // A cell's counts do not depend on the cells before it.
        self.searcher.forget();
        let found = self.searcher.search(&game, limits);
        let engine = self.searcher.engine();
        let reason = match found.status {
            Status::Timeout => "gave up after the cell's timeout",
            Status::Memory => "needed more than the cell's memory",
            Status::Interrupted => "interrupted",
            _ => "",
        };
        if !is_success(found.status.name()) {
            return Measured::failed(found.status.name(), reason);
        }
        let tree_search =
            !matches!(engine.algorithm, Algorithm::Mcts(_)) && engine.toggles.lines_end;
        let minimal_nodes = (minimal && tree_search && found.value.is_some())
            .then(|| engine.evaluator.build(&game).ok())
            .flatten()
            .map(|mut e| minimal_nodes(&game, found.depth, &mut *e, engine.toggles.scores));
        Measured {
            status: found.status.name(),
            reason: String::new(),
            found: Some(Found {
                reached: found.depth,
                value: found.value_text(engine, &game).unwrap_or_default(),
                best: found
                    .best
                    .map_or(String::new(), |mv| format_move(&game, mv)),
                line: format_moves(&game, &found.line),
                counts: found.counts,
                minimal_nodes,
                time: found.time,
            }),
        }
    }
}

/// Benches that one thread keeps, because to make one takes longer than many a search.
pub struct Benches<'a> {
    workshop: &'a dyn Workshop,
    measure: Measure,
    kept: HashMap<Key, Box<dyn Bench>>,
    bytes: usize,
}

/// A game, and the address of an engine, which an experiment's cells share.
type Key = (GameSpec, usize);

/// A thread keeps benches with tables of at most so many bytes.
const KEPT_BYTES: usize = 256 << 20;
/// And at most so many benches.
const KEPT: usize = 64;

impl<'a> Benches<'a> {
    pub fn new(workshop: &'a dyn Workshop, measure: Measure) -> Self {
        Benches {
            workshop,
            measure,
            kept: HashMap::new(),
            bytes: 0,
        }
    }

    /// Searches a cell, whatever happens.
    pub fn search(&mut self, cell: &Cell, minimal: bool) -> Measured {
        let key = (cell.game, Arc::as_ptr(&cell.engine) as usize);
        let searched =
            panic::catch_unwind(AssertUnwindSafe(|| self.try_search(key, cell, minimal)));
        searched.unwrap_or_else(|payload| {
            // What it was doing is lost, and so is its bench.
            if self.kept.remove(&key).is_some() {
                self.bytes -= cell.engine.engine.table_bytes();
            }
            Measured::failed("panic", said(&*payload))
        })
    }

    fn try_search(&mut self, key: Key, cell: &Cell, minimal: bool) -> Measured {
        let memory = self.measure.memory;
        let needed = cell.engine.engine.table_bytes();
        if memory.is_some_and(|memory| needed > memory) {
            return Measured::failed("memory", "its table is larger than the cell's memory");
        }
        if !self.kept.contains_key(&key)
            && (self.bytes + needed > KEPT_BYTES || self.kept.len() >= KEPT)
        {
            self.kept.clear();
            self.bytes = 0;
        }
        let bench = match self.kept.entry(key) {
            Entry::Occupied(kept) => kept.into_mut(),
            Entry::Vacant(free) => match self.workshop.bench(&cell.game, &cell.engine.engine) {
                Ok(bench) => {
                    self.bytes += needed;
                    free.insert(bench)
                }
                Err(reason) => return Measured::failed("memory", reason),
            },
        };
        let limits = Limits {
            timeout: self.measure.timeout,
            memory,
            ..cell.limits
        };
        bench.search(cell, &limits, minimal)
    }
}

/// What somebody said who panicked.
pub fn said(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|text| text.to_string());
    let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no message".into())
}
