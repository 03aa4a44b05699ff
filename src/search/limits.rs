//! When a search must stop: a depth, a number of nodes, a time, or Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How far a search may go. None of them: to the end of the game.
///
/// A limit of nodes or time is a budget: the search deepens until it is used up. A timeout
/// is none: a search that needs longer is given up, and what it would have counted without
/// the timeout is not changed by it.
#[derive(Clone, Copy, Default, PartialEq, Debug)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub timeout: Option<Duration>,
    /// Bytes that a search may take which grows as it goes on.
    pub memory: Option<usize>,
}

impl Limits {
    pub fn depth(depth: u32) -> Self {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }

    /// What is left of them after some of the time has been used.
    pub fn less(self, used: Duration) -> Self {
        Limits {
            time: self.time.map(|time| time.saturating_sub(used)),
            ..self
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
    /// The timeout came first.
    Timeout,
    /// The limit of memory came first.
    Memory,
    /// Somebody asked it to stop.
    Interrupted,
}

impl Status {
    pub fn name(self) -> &'static str {
        match self {
            Status::Complete => "complete",
            Status::Nodes => "nodes",
            Status::Time => "time",
            Status::Timeout => "timeout",
            Status::Memory => "memory",
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
    timeout: Option<Instant>,
    memory: usize,
    /// Set by other threads of the same search.
    flag: Option<Arc<AtomicBool>>,
    /// Nodes visited by all threads of the same search, where there are several, and how
    /// many of this thread's own have been added to them.
    together: Option<Arc<AtomicU64>>,
    reported: u64,
    /// Nodes to let pass before the next look, and when the last one was: on a large board
    /// a node may take milliseconds.
    every: u64,
    most: u64,
    looked: Instant,
    why: Option<Status>,
}

/// The most nodes between two looks at the clock: some tens of microseconds, usually.
const EVERY: u64 = 1024;
/// The same on a board of more than [`LARGE`] cells.
const EVERY_ON_A_LARGE_BOARD: u64 = 8;
const LARGE: usize = 400;
/// The longest time between two looks at the clock, as far as it can be foreseen.
const OFTEN: Duration = Duration::from_millis(2);

impl Stop {
    /// A search without limits, that cannot be interrupted either.
    pub fn never() -> Self {
        Stop {
            look_at: u64::MAX,
            nodes: u64::MAX,
            deadline: None,
            timeout: None,
            memory: usize::MAX,
            flag: None,
            together: None,
            reported: 0,
            every: 1,
            most: EVERY,
            looked: Instant::now(),
            why: None,
        }
    }

    pub fn new(limits: &Limits, begun: Instant, flag: Option<Arc<AtomicBool>>) -> Self {
        Stop {
            look_at: 0,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            deadline: limits.time.and_then(|time| begun.checked_add(time)),
            timeout: limits.timeout.and_then(|time| begun.checked_add(time)),
            memory: limits.memory.unwrap_or(usize::MAX),
            flag,
            together: None,
            reported: 0,
            every: 1,
            most: EVERY,
            looked: begun,
            why: None,
        }
    }

    /// The same limits for several threads that count from 0 each, with a flag that any of
    /// them can raise. `nodes` have been visited already.
    pub fn shared(&self, flag: &Arc<AtomicBool>, nodes: u64) -> Self {
        let together = self.together.clone();
        Stop {
            look_at: 0,
            flag: Some(flag.clone()),
            together: Some(together.unwrap_or_else(|| Arc::new(AtomicU64::new(nodes)))),
            reported: 0,
            ..self.clone()
        }
    }

    /// The same limits for a thread that no flag stops, and that has counted so many nodes.
    pub fn without_flag(&self, nodes: u64) -> Self {
        Stop {
            flag: None,
            reported: nodes,
            ..self.clone()
        }
    }

    /// The same limits for a thread that has counted so many nodes.
    pub fn counted(&self, nodes: u64) -> Self {
        Stop {
            reported: nodes,
            ..self.clone()
        }
    }

    /// The same limits for a search that counts from 0, after so many nodes.
    pub fn after(&self, nodes: u64) -> Self {
        let rest = match self.nodes {
            u64::MAX => u64::MAX,
            limit => limit.saturating_sub(nodes),
        };
        Stop {
            look_at: 0,
            nodes: rest,
            ..self.clone()
        }
    }

    /// Adds what this thread has not yet told the others of its nodes.
    pub fn settle(&mut self, nodes: u64) -> u64 {
        let Some(together) = &self.together else {
            return nodes;
        };
        let own = nodes - self.reported;
        self.reported = nodes;
        together.fetch_add(own, Relaxed) + own
    }

    /// Whether nodes or time are limited.
    pub fn is_limited(&self) -> bool {
        self.nodes < u64::MAX || self.deadline.is_some()
    }

    /// Stops the search.
    pub fn set(&mut self, why: Status) {
        self.why = Some(why);
    }

    /// Looks at the clock more often on a board of so many cells, if that is a large one: a
    /// node takes long there, and the next one may take a hundred times as long.
    pub fn on_a_board_of(mut self, cells: usize) -> Self {
        if cells > LARGE {
            self.most = EVERY_ON_A_LARGE_BOARD;
        }
        self
    }

    /// Stops the search if it has grown to more bytes than it may have.
    pub fn grown_to(&mut self, bytes: usize) {
        if bytes > self.memory {
            self.set(Status::Memory);
        }
    }

    /// Whether to stop before node number `nodes` (from 0).
    #[inline]
    pub fn at(&mut self, nodes: u64) -> bool {
        if nodes >= self.look_at {
            self.look(nodes);
        }
        self.why.is_some()
    }

    /// Looks at all limits now.
    #[cold]
    pub fn look(&mut self, nodes: u64) {
        let used = self.settle(nodes);
        let left = self.nodes.saturating_sub(used);
        let now = Instant::now();
        self.every = match now.duration_since(self.looked) > OFTEN {
            true => (self.every / 2).max(1),
            false => (self.every * 2).min(self.most),
        };
        self.looked = now;
        // Several threads that use up a budget together look more often near its end.
        let most = match self.together {
            Some(_) => (left / 8).max(1),
            None => left,
        };
        self.look_at = nodes + most.min(self.every);
        let flagged = self.flag.as_ref().is_some_and(|flag| flag.load(Relaxed));
        let why = if left == 0 {
            Some(Status::Nodes)
        } else if is_interrupted() || flagged {
            Some(Status::Interrupted)
        } else if self.deadline.is_some_and(|end| now >= end) {
            Some(Status::Time)
        } else if self.timeout.is_some_and(|end| now >= end) {
            Some(Status::Timeout)
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
