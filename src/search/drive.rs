//! Drivers: what calls the node function, and with which depth and window.
//!
//! [`Searcher`] is what the rest of the program uses: an engine with its tables, ready to
//! search one position after another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};

use crate::game::{Game, Move, Side};
use crate::search::counts::Counts;
use crate::search::exact::{Setup, Solve};
use crate::search::limits::{Limits, Status, Stop};
use crate::search::order::Order;
use crate::search::score::{INFINITY, Score, from_real, is_decided, to_real};
use crate::search::spec::EngineError;
use crate::search::toggles::{
    Algorithm, Anticipate, Bare, Engine, Guess, Parallel, RootWindow, Settings,
};
use crate::search::tree::Tree;
use crate::search::tt::Table;
use crate::search::{mcts, parallel};

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The value for the side to move, of the last finished depth; none if no depth was.
    pub value: Option<Score>,
    /// Whether the value is a real number in disguise, or an expectation.
    pub real: bool,
    /// The best move of the last finished depth; the first move if no depth was; none if
    /// the game is over.
    pub best: Option<Move>,
    /// The line both sides are expected to play, as far as it is known.
    pub line: Vec<Move>,
    /// What each move of the root returned in the last finished depth, in the order they were
    /// tried: values where the root's children have the full window, else some are bounds.
    pub children: Vec<(Move, Score)>,
    /// How deep the last finished search was.
    pub depth: u32,
    pub status: Status,
    pub counts: Counts,
    pub time: Duration,
}

impl Found {
    /// The value as a reader wants it: the evaluator's number, or a win or loss and, where
    /// scores tell, in how many plies.
    pub fn value_text<G: Game>(&self, engine: &Engine, game: &G) -> Option<String> {
        let value = self.value?;
        let (ply, max) = (game.ply(), game.max_plies());
        Some(if is_decided(value) {
            let sign = if value > 0 { "win" } else { "loss" };
            match engine.toggles.scores.end_of(value, ply, max) {
                Some(end) => format!("{sign}({})", end - ply),
                None => sign.into(),
            }
        } else if self.real {
            to_real(value).to_string()
        } else {
            value.to_string()
        })
    }
}

/// An engine on a board, with its tables.
pub struct Searcher<G: Game> {
    pub(super) engine: Engine,
    pub(super) tree: Tree<G>,
    /// What solves exactly, where the engine may and the board allows it.
    pub(super) exact: Option<Box<dyn Solve<G>>>,
    /// The window of the root: narrower where only part of the values matters.
    pub(super) window: (Score, Score),
}

impl<G: Game> Searcher<G> {
    /// An engine for the board of `game`. Fails where the two do not fit.
    pub fn new(engine: &Engine, game: &G) -> Result<Self, EngineError> {
        engine.suits(game)?;
        let exact = match engine.exact {
            None => None,
            Some(toggles) => {
                let built = game.exact_solver(&Setup {
                    toggles,
                    table: engine.toggles.table.map(|_| engine.table.size.mebibytes()),
                    mirror: engine.toggles.table.is_some_and(|usage| usage.mirror),
                    parallel: engine.parallel,
                });
                built.map_err(|error| EngineError::new("tt", error))?
            }
        };
        // Where values are found exactly, this table is made only if a search stops earlier.
        let table = match engine.toggles.table {
            Some(_) if exact.is_none() => Some(Arc::new(new_table(engine)?)),
            _ => None,
        };
        let order = Order::new(&engine.order, game);
        let evaluator = engine.evaluator.build(game);
        let evaluator = evaluator.map_err(|unfit| EngineError::new("evaluator", unfit))?;
        Ok(Searcher {
            engine: engine.clone(),
            tree: Tree::new(game, evaluator, order, table),
            exact,
            window: (-INFINITY, INFINITY),
        })
    }

    /// The same engine for another thread, over the same table.
    pub(super) fn fork(&self) -> Self {
        let game = &self.tree.game;
        Searcher {
            engine: self.engine.clone(),
            tree: Tree::new(
                game,
                self.tree.evaluator.fresh(),
                Order::new(&self.engine.order, game),
                self.tree.table.clone(),
            ),
            exact: None,
            window: self.window,
        }
    }

    /// Forgets what former searches taught, kept tables and history included.
    pub fn forget(&mut self) {
        self.tree.forget();
        if let Some(exact) = &mut self.exact {
            exact.forget();
        }
    }

    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The transposition table, where there is one.
    pub fn table(&self) -> Option<&Table> {
        self.tree.table.as_deref()
    }

    /// Tells apart only values inside this window; those outside become bounds.
    pub fn set_window(&mut self, low: Score, high: Score) {
        self.window = (low, high);
    }

    /// Searches a position.
    pub fn search(&mut self, game: &G, limits: &Limits) -> Found {
        let begun = Instant::now();
        let stop = Stop::new(limits, begun, None);
        self.search_until(game, limits, stop, begun)
    }

    /// One search to the end of the game, not a deepening one, of at most so many nodes.
    pub fn search_to_the_end(&mut self, game: &G, nodes: u64) -> Found {
        let begun = Instant::now();
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stop = Stop::new(&limits, begun, None);
        self.search_until(game, &Limits::default(), stop, begun)
    }

    fn search_until(&mut self, game: &G, limits: &Limits, stop: Stop, begun: Instant) -> Found {
        let other_side = Side::to_move_at(self.tree.root.ply) != game.to_move();
        let stale = other_side && self.tree.evaluator.is_one_sided();
        if (stale || !self.engine.table.keep)
            && let Some(table) = &self.tree.table
        {
            table.clear();
        }
        if let Some(exact) = &self.exact
            && !self.engine.table.keep
        {
            exact.forget();
        }
        if !self.engine.keep_history {
            self.tree.order.forget();
        }
        self.run(game, limits, stop, begun)
    }

    /// Searches without forgetting anything first.
    pub(super) fn run(&mut self, game: &G, limits: &Limits, stop: Stop, begun: Instant) -> Found {
        self.tree.start(game);
        self.tree.stop = stop.on_a_board_of(game.rows() * game.cols());
        let mut found = on_a_deep_stack(game, limits.depth, || match self.engine.algorithm {
            Algorithm::Mcts(parameters) => mcts::search(game, &parameters, &mut self.tree),
            _ => self.deepen(game, limits),
        });
        found.counts = self.tree.counts.clone();
        found.status = self.tree.stop.why().unwrap_or(Status::Complete);
        found.time = begun.elapsed();
        found
    }

    /// Iterative deepening, or one search to the full depth.
    fn deepen(&mut self, game: &G, limits: &Limits) -> Found {
        let rest = (game.max_plies() - game.ply()) as u32;
        let depth = limits.depth.unwrap_or(rest).min(rest);
        let mut found = Found {
            value: None,
            real: self.tree.evaluator.is_real(),
            best: None,
            line: Vec::new(),
            children: Vec::new(),
            depth: 0,
            status: Status::Complete,
            counts: Counts::default(),
            time: Duration::ZERO,
        };
        if game.outcome().is_none() || !self.engine.toggles.lines_end {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            found.best = moves.first().copied();
        }
        if let Some(win) = self.win_at_the_root(game, depth) {
            found.value = Some(win.0);
            found.best = Some(win.1);
            found.line = vec![win.1];
            found.depth = depth.min(1);
            return found;
        }
        // A limit of nodes or time asks for the deepest search that fits.
        let deepening = self.engine.deepening || limits.nodes.is_some() || limits.time.is_some();
        let first = if deepening { depth.min(1) } else { depth };
        for depth in first..=depth {
            let leaves = self.tree.counts.leaves;
            self.tree.root.best = None;
            let value = self.iterate(game, depth, found.value);
            if self.tree.stop.is_set() {
                break;
            }
            found.value = Some(value);
            found.depth = depth;
            if found.best.is_some() {
                let best = self.tree.root.best.or_else(|| self.any_move(depth));
                found.best = best.or(found.best);
            }
            found.line = self.line(found.best);
            found.children.clone_from(&self.tree.root.values);
            // Deeper searches would find the same: the game is decided, or its whole
            // tree has been searched. A kept table may hide leaves of a former search.
            let exhausted = self.tree.counts.leaves == leaves && !self.engine.table.keep;
            if deepening && (exhausted || is_decided(value)) {
                break;
            }
            if self.engine.reorder_root {
                self.reorder_root();
            }
        }
        found
    }

    /// A best move where none raised alpha: the value is the worst that can still happen,
    /// and every move has it, but for those that lose at once where they are left out.
    fn any_move(&mut self, depth: u32) -> Option<Move> {
        let mut moves = Vec::new();
        if self.engine.toggles.anticipate == Anticipate::Losses && depth >= 2 {
            self.tree.game.safe_moves(&mut moves);
        }
        moves.first().copied()
    }

    /// The line found, from the best move on.
    fn line(&self, best: Option<Move>) -> Vec<Move> {
        let line = self.tree.lines.first().cloned().unwrap_or_default();
        match best {
            // Another pass of MTD or bisection has overwritten the line since.
            Some(best) if line.first() != Some(&best) => vec![best],
            _ => line,
        }
    }

    /// With losses anticipated, a root that is won at once costs no node.
    fn win_at_the_root(&mut self, game: &G, depth: u32) -> Option<(Score, Move)> {
        let t = &self.engine.toggles;
        if t.anticipate != Anticipate::Losses || depth == 0 || game.outcome().is_some() {
            return None;
        }
        let mv = self.tree.game.winning_move()?;
        Some((t.scores.win_at(game.ply() + 1, game.max_plies()), mv))
    }

    /// One search to a fixed depth.
    fn iterate(&mut self, game: &G, depth: u32, previous: Option<Score>) -> Score {
        if let Some(value) = self.solve_exactly(game, depth) {
            return value;
        }
        if self.tree.table.is_none() && self.engine.toggles.table.is_some() {
            // No memory for it: the search does without.
            self.tree.table = new_table(&self.engine).ok().map(Arc::new);
        }
        match self.engine.parallel {
            Parallel::Off => self.windows(game, depth, previous),
            Parallel::Root(threads) => parallel::root(self, depth, threads),
            Parallel::LazySmp(threads) | Parallel::Abdada(threads) => {
                parallel::together(self, depth, threads, |searcher| {
                    searcher.windows(game, depth, previous)
                })
            }
        }
    }

    /// The searches of one depth, with the windows the driver has for them.
    pub(super) fn windows(&mut self, game: &G, depth: u32, previous: Option<Score>) -> Score {
        let window = self.window;
        match (self.engine.algorithm, self.engine.window) {
            (Algorithm::Mtd(guess), _) => self.mtd(depth, self.first_guess(guess, previous)),
            (_, RootWindow::Aspiration(delta)) => match previous {
                Some(guess) if !is_decided(guess) => self.aspiration(depth, guess, delta),
                _ => self.pass(depth, window.0, window.1),
            },
            (_, RootWindow::Bisect) if game.outcome().is_none() => self.bisect(game, depth),
            _ => self.pass(depth, window.0, window.1),
        }
    }

    /// The node function on the root.
    fn pass(&mut self, depth: u32, alpha: Score, beta: Score) -> Score {
        self.tree.root.values.clear();
        let tree = &mut self.tree;
        match &self.engine.toggles {
            t if *t == Bare::<true>::TOGGLES => tree.node(&Bare::<true>, depth, alpha, beta),
            t if *t == Bare::<false>::TOGGLES => tree.node(&Bare::<false>, depth, alpha, beta),
            t => tree.node(t, depth, alpha, beta),
        }
    }

    fn first_guess(&self, guess: Guess, previous: Option<Score>) -> Score {
        match guess {
            Guess::Previous => previous.unwrap_or(0),
            Guess::Above => INFINITY,
            Guess::Below => -INFINITY,
            Guess::Value(value) if self.tree.evaluator.is_real() => from_real(value),
            Guess::Value(value) => value as Score,
        }
    }

    /// MTD: null windows at the last result, until the bounds meet.
    fn mtd(&mut self, depth: u32, guess: Score) -> Score {
        let (mut low, mut high) = self.window;
        let mut value = guess;
        let mut passes = 0;
        while low < high && !self.tree.stop.is_set() {
            let beta = value.clamp(low + 1, high);
            value = self.pass(depth, beta - 1, beta);
            if value < beta {
                high = value;
            } else {
                low = value;
            }
            passes += 1;
        }
        self.tree.counts.re_searches += passes - 1;
        value
    }

    /// A window around a guess, opened to the side on which the value fell.
    fn aspiration(&mut self, depth: u32, guess: Score, delta: f64) -> Score {
        let around = |delta| match self.tree.evaluator.is_real() {
            true => from_real(self.tree.plain_value(guess) + delta),
            false => guess + delta as Score,
        };
        // At least one score to either side, whatever rounding makes of the delta.
        let (mut low, mut high) = (around(-delta).min(guess - 1), around(delta).max(guess + 1));
        loop {
            let value = self.pass(depth, low, high);
            if self.tree.stop.is_set() || (low < value && value < high) {
                return value;
            }
            if value <= low {
                if low == self.window.0 {
                    return value;
                }
                low = self.window.0;
            } else {
                if high == self.window.1 {
                    return value;
                }
                high = self.window.1;
            }
            self.tree.counts.re_searches += 1;
        }
    }

    /// Null windows that halve what is possible, near zero first: whether a position is
    /// won, drawn or lost costs less to find out than by how much.
    fn bisect(&mut self, game: &G, depth: u32) -> Score {
        let scores = self.engine.toggles.scores;
        let win_at = |plies| scores.win_at(game.ply() + plies, game.max_plies());
        let (mut low, mut high) = (-win_at(2), win_at(1));
        (low, high) = (low.max(self.window.0), high.min(self.window.1));
        let mut passes = 0;
        while low < high && !self.tree.stop.is_set() {
            // In wider integers: the interval may be as wide as all scores.
            let half = (i128::from(high) - i128::from(low)) / 2;
            let mut middle = low + half as Score;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let value = self.pass(depth, middle, middle + 1);
            if value <= middle {
                high = value;
            } else {
                low = value;
            }
            passes += 1;
        }
        self.tree.counts.re_searches += u64::saturating_sub(passes, 1);
        low.min(high)
    }

    /// The root's moves for the next iteration, by what they returned in this one.
    fn reorder_root(&mut self) {
        let root = &mut self.tree.root;
        let mut tried = std::mem::take(&mut root.values);
        tried.sort_by_key(|&(mv, value)| (std::cmp::Reverse(value), Some(mv) != root.best));
        let mut moves: Vec<_> = tried.into_iter().map(|(mv, _)| mv).collect();
        // A cutoff at the root has left some untried; they keep their order behind.
        let mut untried = vec![true; self.tree.game.move_index_limit()];
        for mv in &moves {
            untried[mv.index()] = false;
        }
        let listed = root.listed.iter().copied();
        moves.extend(listed.filter(|mv| untried[mv.index()]));
        if !moves.is_empty() {
            root.moves = Some(moves);
        }
    }

    /// What the searches of the same position on other threads add.
    pub(super) fn absorb(&mut self, counts: &Counts) {
        self.tree.counts += counts;
    }
}

/// The transposition table of the first node function.
fn new_table(engine: &Engine) -> Result<Table, EngineError> {
    let table = Table::new(engine.table.size, engine.table.replace);
    table.map_err(|error| EngineError::new("tt", error))
}

/// Runs a search on a stack deep enough for the longest game from here.
///
/// On a large board that is more than a thread usually has.
fn on_a_deep_stack<G: Game, R: Send>(
    game: &G,
    depth: Option<u32>,
    search: impl FnOnce() -> R + Send,
) -> R {
    let needed = stack_needed(game, depth);
    if needed < 1 << 20 {
        return search();
    }
    thread::scope(|scope| {
        let builder = thread::Builder::new().stack_size(needed);
        match builder.spawn_scoped(scope, search) {
            Ok(handle) => match handle.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            },
            Err(error) => panic!("no thread for a search of {needed} bytes of stack: {error}"),
        }
    })
}

/// Bytes of stack that a search to `depth`, or to the end of the game, may need.
///
/// A frame of the node function holds what undoing a move needs, and on wide boards a
/// dozen or so boards on the way to a value.
pub(super) fn stack_needed<G: Game>(game: &G, depth: Option<u32>) -> usize {
    let frame = 2048 + 4 * size_of::<G::Undo>() + 16 * size_of::<G>();
    let rest = game.max_plies() - game.ply();
    rest.min(depth.map_or(rest, |depth| depth as usize)) * frame + (256 << 10)
}

/// Raises a flag when it goes out of scope, so that helpers stop whatever happens.
pub(super) struct Raise(pub Arc<AtomicBool>);

impl Drop for Raise {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// Searches with toggles from any source; the bench that compares them needs it.
pub fn fixed_depth<G: Game, S: Settings>(
    tree: &mut Tree<G>,
    settings: &S,
    game: &G,
    depth: u32,
) -> (Score, Counts) {
    tree.start(game);
    let value = tree.node(settings, depth, -INFINITY, INFINITY);
    (value, tree.counts.clone())
}
