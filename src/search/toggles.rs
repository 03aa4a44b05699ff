//! Everything that can be switched on or off in a search, as plain data.
//!
//! [`Toggles`] is what the node function asks at every node; [`Engine`] adds what is
//! asked once a search (algorithm, driver, table size, evaluator). Both are made from
//! text by `spec.rs`.

use crate::eval::{Depends, EvaluatorSpec};
use crate::search::exact::Exact;
use crate::search::forward::Forward;
use crate::search::order::TermKind;
use crate::search::score::Scores;
use crate::search::tt::{Replace, Size};

/// What the node function is asked to do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Toggles {
    /// Stop at a node when its window closes; without it every child is searched with
    /// the full window.
    pub prune: bool,
    /// Search all but the first child with a null window first.
    pub scout: bool,
    /// What a node without a cutoff returns.
    pub fail: Fail,
    /// Search each child of the root with the full window, with no early stop.
    pub full_window_at_root: bool,
    /// Whether moves are ordered at all; how is the searcher's to know.
    pub ordered: bool,
    /// Build all children of a node before the first is searched, as programs do that
    /// list positions instead of moves.
    pub generate_all: bool,
    pub select: Select,
    pub children: Children,
    pub table: Option<TableUse>,
    pub forward: Forward,
    /// Stop at a node when its value is the best possible one.
    pub early_termination: bool,
    pub anticipate: Anticipate,
    pub bounds: StaticBounds,
    pub scores: Scores,
    /// Whether a finished line ends the game. The Conecta 4 report's counts come from
    /// a search that plays on.
    pub lines_end: bool,
}

/// Where the node function's toggles come from: run-time data, or constants that the
/// compiler can fold. The same source serves both, so that their speed can be compared.
pub trait Settings: Sync {
    fn get(&self) -> &Toggles;
}

impl Settings for Toggles {
    #[inline]
    fn get(&self) -> &Toggles {
        self
    }
}

/// Alpha-beta, or without `PRUNE` minimax, and nothing else, as constants: so bare a search
/// is about a tenth faster that way. With more switched on, and with evaluators that do more
/// than draw a number, the difference drowns (`benches/toggles.rs`).
pub struct Bare<const PRUNE: bool>;

impl<const PRUNE: bool> Bare<PRUNE> {
    pub const TOGGLES: Toggles = Toggles {
        prune: PRUNE,
        scout: false,
        fail: Fail::Soft,
        full_window_at_root: false,
        ordered: false,
        generate_all: false,
        select: Select::Queue,
        children: Children::InPlace,
        table: None,
        forward: Forward::Off,
        early_termination: false,
        anticipate: Anticipate::Off,
        bounds: StaticBounds::Off,
        scores: Scores::Flat,
        lines_end: true,
    };
}

impl<const PRUNE: bool> Settings for Bare<PRUNE> {
    #[inline(always)]
    fn get(&self) -> &Toggles {
        &Self::TOGGLES
    }
}

/// What a node returns that found nothing better than alpha.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fail {
    /// The best it found: an upper bound.
    Soft,
    /// Alpha.
    Hard,
}

/// How the moves are found that forward pruning keeps. They are the same, in the same order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Select {
    /// All moves are sorted, and the last of them dropped.
    Sort,
    /// A bounded priority queue holds the best so far.
    Queue,
}

/// How children are made that are built before any of them is searched: to order them, or
/// because all are to be built at once. `children.rs` has the copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Children {
    /// On the position at hand, where the move is then taken back; not even that where the
    /// evaluator can tell what it leads to.
    InPlace,
    /// Each a copy of the position, newly allocated.
    Allocate,
    /// Each a copy of the position, from a pool that is free again when the search is over.
    Pool,
}

/// What is seen without searching. Exact, in every game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anticipate {
    Off,
    /// A side that can win at once does, without visiting the child.
    Wins,
    /// And moves are left out after which the opponent wins at once.
    Losses,
}

/// Narrowing the window to what can still happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StaticBounds {
    Off,
    /// Beta, to the quickest win there can be.
    Upper,
    /// And alpha, to the quickest loss there can be.
    Both,
}

/// How the node function uses the transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableUse {
    pub key: KeyKind,
    /// Take a position and its mirror image for one.
    pub mirror: bool,
    pub bounds: TableBounds,
    /// Use a value only at the depth it was found at. Off, as in one of the reports: unsound.
    pub depth: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KeyKind {
    /// 64 random bits a stone.
    Zobrist,
    /// The whole position in one word: no two share it.
    Exact,
}

/// Which values the table holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableBounds {
    /// Exact values, lower and upper bounds, each marked as what it is.
    Both,
    /// Upper bounds only: nothing is stored after a cutoff.
    Upper,
    /// Values with no mark of what they are, as in the Tris report: unsound.
    Unmarked,
}

/// The algorithm around the node function, or instead of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Algorithm {
    Minimax,
    AlphaBeta,
    Pvs,
    /// A sequence of null-window searches from a first guess.
    Mtd(Guess),
    Mcts(Mcts),
}

/// Where MTD begins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Guess {
    /// The value of the iteration before (0 at first): MTD(f).
    Previous,
    /// +∞: SSS*.
    Above,
    /// −∞: DUAL*.
    Below,
    /// A value of the evaluator.
    Value(f64),
}

/// Parameters of Monte-Carlo tree search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mcts {
    /// Playouts, where neither nodes nor time are limited.
    pub iterations: u64,
    /// The weight of exploration in UCT.
    pub exploration: f64,
    pub seed: u64,
}

/// The window of the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RootWindow {
    Full,
    /// Around the value of the iteration before, wider on a miss.
    Aspiration(f64),
    /// Null windows that halve the interval of possible values.
    Bisect,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    Off,
    /// The children of the root on as many threads.
    Root(usize),
    /// The same search on as many threads, over one table.
    LazySmp(usize),
    /// The same, but a thread puts off the children that another is at (ABDADA).
    Abdada(usize),
}

impl Parallel {
    /// How many threads a search takes.
    pub fn threads(self) -> usize {
        match self {
            Parallel::Off => 1,
            Parallel::Root(threads) | Parallel::LazySmp(threads) | Parallel::Abdada(threads) => {
                threads
            }
        }
    }
}

/// The transposition table itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSize {
    pub size: Size,
    pub replace: Replace,
    /// Keep it between searches.
    pub keep: bool,
}

/// A whole engine: every toggle, resolved.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    pub algorithm: Algorithm,
    pub toggles: Toggles,
    pub order: Vec<TermKind>,
    /// Keep history and killers between searches.
    pub keep_history: bool,
    pub table: TableSize,
    /// Searches to the end of the game by the second node function, on boards that have it.
    pub exact: Option<Exact>,
    /// Search depth 1, 2, … up to the limit.
    pub deepening: bool,
    /// Between iterations, sort the root's moves by what they returned.
    pub reorder_root: bool,
    pub window: RootWindow,
    pub parallel: Parallel,
    pub evaluator: EvaluatorSpec,
}

impl Engine {
    /// Whether the value is always that of plain minimax to the same depth.
    pub fn is_sound(&self) -> bool {
        let depends = self.evaluator.depends();
        let table_is_sound = self.toggles.table.is_none_or(|table| {
            let shared = if table.mirror {
                Depends::Mirrored
            } else {
                Depends::Position
            };
            table.bounds != TableBounds::Unmarked && table.depth && depends <= shared
        });
        !matches!(self.algorithm, Algorithm::Mcts(_))
            && self.toggles.forward == Forward::Off
            && table_is_sound
    }

    /// Bytes of its transposition table.
    pub fn table_bytes(&self) -> usize {
        self.toggles.table.map_or(0, |_| self.table.size.bytes())
    }

    /// Whether the counts are the same on every run.
    pub fn is_deterministic(&self) -> bool {
        self.parallel == Parallel::Off
    }
}
