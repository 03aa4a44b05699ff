//! When a search must stop: a depth, a number of nodes, a time, or Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How far a search may go. None of them: to the end of the game.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
}

impl Limits {
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It searched as deep as it was asked to.
    Complete,
    /// The limit of nodes came first.
    Nodes,
    /// The limit of time came first.
    Time,
    /// Somebody asked it to stop.
    Interrupted,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Complete => "complete",
            Status::Nodes => "nodes",
            Status::Time => "time",
            Status::Interrupted => "interrupted",
        }
    }
}

/// Set by Ctrl-C, for every search of the process.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes every search stop soon, with what it has.
pub fn interrupt() {
    INTERRUPTED.store(true, Relaxed);
}

/// Whether [`interrupt`] has been called.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Relaxed)
}

/// Asked at every node; looks at the clock only now and then.
#[derive(Clone)]
pub struct Stop {
    /// The next number of nodes at which to look.
    look_at: u64,
    nodes: u64,
    deadline: Option<Instant>,
    /// Set by other threads of the same search.
    flag: Option<Arc<AtomicBool>>,
    why: Option<Status>,
}

/// Nodes between two looks at the clock: some tens of microseconds.
const EVERY: u64 = 1024;

impl Stop {
    /// A search without limits, that cannot be interrupted either.
    pub fn never() -> Self {
        Stop {
            look_at: u64::MAX,
            nodes: u64::MAX,
            deadline: None,
            flag: None,
            why: None,
        }
    }

    pub fn new(limits: &Limits, begun: Instant, flag: Option<Arc<AtomicBool>>) -> Self {
        Stop {
            look_at: 0,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
            flag,
            why: None,
        }
    }

    /// The same limits, and a flag that other threads can raise.
    pub fn with_flag(&self, flag: &Arc<AtomicBool>) -> Self {
        Stop {
            look_at: 0,
            flag: Some(flag.clone()),
            ..self.clone()
        }
    }

    /// Stops the search.
    pub fn set(&mut self, why: Status) {
        self.why = Some(why);
    }

    /// Whether to stop before node number `nodes` (from 0).
    #[inline]
    pub fn at(&mut self, nodes: u64) -> bool {
        if nodes >= self.look_at {
            self.look(nodes);
        }
        self.why.is_some()
    }

    #[cold]
    fn look(&mut self, nodes: u64) {
        self.look_at = (nodes + EVERY).min(self.nodes);
        let flagged = self.flag.as_ref().is_some_and(|flag| flag.load(Relaxed));
        let why = if nodes >= self.nodes {
            Some(Status::Nodes)
        } else if is_interrupted() || flagged {
            Some(Status::Interrupted)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Some(Status::Time)
        } else {
            None
        };
        self.why = self.why.or(why);
    }

    /// Whether the search has been stopped.
    #[inline]
    pub fn is_set(&self) -> bool {
        self.why.is_some()
    }

    /// Why it has been stopped.
    pub fn why(&self) -> Option<Status> {
        self.why
    }
}
