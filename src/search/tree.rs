//! The node function: one position, searched. Every technique is a numbered step that
//! a toggle switches on.
//!
//! It is negamax: values are from the side to move, so maximising and minimising nodes
//! are the same code. `node` returns
//! - the value, if it lies inside (alpha, beta);
//! - an upper bound of it that is ≤ alpha, if the value is ≤ alpha;
//! - a lower bound of it that is ≥ beta, if the value is ≥ beta.

use std::sync::Arc;

use crate::eval::Evaluator;
use crate::game::{Game, Move, Outcome, Side};
use crate::search::busy::Busy;
use crate::search::children::Copies;
use crate::search::counts::Counts;
use crate::search::forward::Forward;
use crate::search::limits::Stop;
use crate::search::order::Order;
use crate::search::score::{INFINITY, Score, to_real};
use crate::search::toggles::{Anticipate, Fail, Settings, StaticBounds, TableBounds, Toggles};
use crate::search::tt::{Bound, Table};

/// A game tree under search: the position at hand and all that the search remembers.
pub struct Tree<G: Game> {
    pub(super) game: G,
    pub(super) evaluator: Box<dyn Evaluator<G>>,
    pub(super) order: Order<G>,
    pub(super) copies: Copies<G>,
    pub(super) table: Option<Arc<Table>>,
    /// Where the threads are, with ABDADA.
    pub(super) busy: Option<Arc<Busy>>,
    pub(super) counts: Counts,
    pub(super) stop: Stop,
    pub(super) root: Root,
    /// The moves of all nodes from the root to the one at hand.
    pub(super) moves: Vec<Move>,
    /// By ply, the best line found below.
    pub(super) lines: Vec<Vec<Move>>,
}

/// What is special about the root.
#[derive(Clone, Default)]
pub(super) struct Root {
    /// Plies played before it.
    pub ply: usize,
    /// Its moves in the order to try them, where the driver has one.
    pub moves: Option<Vec<Move>>,
    /// All its moves, as the last pass had them.
    pub listed: Vec<Move>,
    /// What each move tried returned, in the order they were tried.
    pub values: Vec<(Move, Score)>,
    /// The move that last raised alpha.
    pub best: Option<Move>,
}

impl<G: Game> Tree<G> {
    pub fn new(
        game: &G,
        evaluator: Box<dyn Evaluator<G>>,
        order: Order<G>,
        table: Option<Arc<Table>>,
    ) -> Self {
        Tree {
            game: game.clone(),
            evaluator,
            order,
            copies: Copies::default(),
            table,
            busy: None,
            counts: Counts::default(),
            stop: Stop::never(),
            root: Root::default(),
            moves: Vec::new(),
            lines: Vec::new(),
        }
    }

    /// Forgets what former searches taught.
    pub fn forget(&mut self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.order.forget();
    }

    /// Makes `game` the root.
    pub fn start(&mut self, game: &G) {
        self.game = game.clone();
        self.evaluator.start(game);
        self.copies.reset();
        self.counts = Counts::default();
        self.moves.clear();
        self.lines.clear();
        self.root = Root {
            ply: game.ply(),
            ..Root::default()
        };
    }

    /// The value of the position at hand, searched `depth` plies deep.
    ///
    /// Steps 1 to 3, which are all that most nodes ever see, apart from the rest: they
    /// are inlined into the loop over children, and need no frame of their own.
    #[inline(always)]
    pub fn node<S: Settings>(
        &mut self,
        settings: &S,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Score {
        let ply = self.game.ply() - self.root.ply;

        // Step 1. Count the node; stop if a limit is reached.
        if self.stop.at(self.counts.nodes) {
            return 0;
        }
        self.counts.nodes += 1;
        self.counts.deepest = self.counts.deepest.max(ply as u64);
        self.begin_line(ply);

        // Step 2. Is the game over?
        if let Some(value) = self.terminal(settings.get()) {
            return value;
        }

        // Step 3. Has the depth run out?
        if depth == 0 {
            self.counts.leaves += 1;
            return self.evaluate();
        }
        self.expand(settings, depth, alpha, beta)
    }

    /// Steps 4 to 10: a node with moves to search.
    #[inline(never)]
    fn expand<S: Settings>(
        &mut self,
        settings: &S,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
    ) -> Score {
        let t = settings.get();
        let (game_ply, max_plies) = (self.game.ply(), self.game.max_plies());
        let ply = game_ply - self.root.ply;
        let win_at = |ply| t.scores.win_at(ply, max_plies);

        // Step 4. Anticipation. A side that can win at once does. Where losses are
        // anticipated too, no node but the root can be won at once, for its parent has
        // left such moves out, and the driver has looked at the root.
        let first = self.moves.len();
        let sees_replies = t.anticipate == Anticipate::Losses && depth >= 2;
        if t.anticipate == Anticipate::Wins
            && let Some(mv) = self.game.winning_move()
        {
            self.end_line(ply, mv);
            return win_at(game_ply + 1);
        }
        if sees_replies {
            self.game.safe_moves(&mut self.moves);
            if self.moves.len() == first {
                return -win_at(game_ply + 2);
            }
            if max_plies - game_ply <= 2 {
                // Nobody can win with the last two moves.
                let mv = self.moves[first];
                self.moves.truncate(first);
                self.end_line(ply, mv);
                return 0;
            }
        }

        // Step 5. Static bounds: no value can be better than the quickest win or worse
        // than the quickest loss that is still possible.
        let quickest_win = || match t.anticipate {
            Anticipate::Off => win_at(game_ply + 1),
            _ => win_at(game_ply + 3),
        };
        if t.bounds != StaticBounds::Off {
            let loss = match t.bounds {
                StaticBounds::Both => -win_at(game_ply + if sees_replies { 4 } else { 2 }),
                _ => -INFINITY,
            };
            let win = quickest_win();
            if alpha.max(loss) >= beta.min(win) {
                self.moves.truncate(first);
                return if loss >= beta { loss } else { win };
            }
            (alpha, beta) = (alpha.max(loss), beta.min(win));
        }

        // Step 6. The transposition table. The root is searched whatever it says: the
        // answer there is a move.
        let mut key = (0, false);
        let mut table_move = None;
        if let Some(usage) = t.table {
            key = self.table_key(usage);
            if let Some(entry) = self.probe(key) {
                table_move = entry.best;
                // Every ply adds a stone, so within a search a position is always met
                // at the same depth; another depth is another search's, with other values.
                if ply > 0 && (entry.depth == depth || !usage.depth) {
                    let decided = match (usage.bounds, entry.bound) {
                        (TableBounds::Unmarked, _) | (_, Bound::Exact) => true,
                        (_, Bound::Lower) => {
                            alpha = alpha.max(entry.value);
                            alpha >= beta
                        }
                        (_, Bound::Upper) => {
                            beta = beta.min(entry.value);
                            alpha >= beta
                        }
                    };
                    if decided {
                        self.counts.tt_cutoffs += 1;
                        self.moves.truncate(first);
                        return entry.value;
                    }
                }
            }
        }

        // Step 7. ProbCut: a shallow search that says the window will be missed is
        // believed.
        if let Forward::ProbCut(rule) = &t.forward
            && ply > 0
            && let Some(value) = self.probcut(settings, rule, depth, alpha, beta)
        {
            self.moves.truncate(first);
            return value;
        }

        // Step 8. The moves, in order; forward pruning drops the last of them.
        let built = self.list_moves(t, first, sees_replies, ply, table_move);

        if ply == 0 {
            self.root.listed = self.moves[first..].to_vec();
        }

        // Step 9. Search the children.
        let full_window = !t.prune || (ply == 0 && t.full_window_at_root);
        let searched_from = alpha;
        let side = self.game.to_move();
        let noted = t.ordered || ply == 0;
        let lazily = !built as u64;
        // What a value must reach for the node to be left: beta, or the best possible.
        let enough = match (full_window, t.early_termination) {
            (false, false) => beta,
            (false, true) => beta.min(quickest_win()),
            (true, true) if ply > 0 || !t.full_window_at_root => quickest_win(),
            (true, _) => INFINITY,
        };
        let mut best = -INFINITY;
        let mut best_move = None;
        let mut cut = false;
        let shares = self.shares(depth);
        let mut waiting = 0;
        for index in 0..self.moves.len() - first {
            if shares && index > 0 {
                self.put_off(t, first + index, &mut waiting);
            }
            let mv = self.moves[first + index];
            let undo = self.play(mv);
            let announced = if shares { self.announce(t) } else { None };
            self.counts.generated += lazily;
            let value = if t.scout && !full_window {
                self.scout(settings, depth - 1, alpha, beta, index)
            } else {
                let (a, b) = match full_window {
                    true => (-INFINITY, INFINITY),
                    false => (alpha, beta),
                };
                -self.node(settings, depth - 1, -b, -a)
            };
            self.undo(mv, undo);
            if shares {
                self.withdraw(announced);
            }
            if self.stop.is_set() {
                self.moves.truncate(first);
                return 0;
            }
            if noted {
                self.note(ply, side, mv, value);
            }
            if value > best {
                best = value;
                best_move = Some(mv);
                if value > alpha || full_window {
                    alpha = alpha.max(value);
                    self.raise_line(ply, mv);
                }
                if best >= enough {
                    cut = t.prune && best >= beta;
                    if cut {
                        self.counts.cutoff(index);
                        if t.ordered {
                            self.order.cut(ply, side, mv, depth);
                        }
                    } else {
                        self.counts.early_terminations += 1;
                    }
                    break;
                }
            }
        }
        self.moves.truncate(first);

        // Step 10. The value, remembered in the table.
        let value = match t.fail {
            Fail::Hard if !cut => best.max(alpha),
            _ => best,
        };
        if let Some(usage) = t.table {
            let bound = match usage.bounds {
                TableBounds::Upper if cut => return value,
                TableBounds::Upper => Bound::Upper,
                _ if full_window => Bound::Exact,
                _ if cut => Bound::Lower,
                _ if value <= searched_from => Bound::Upper,
                _ => Bound::Exact,
            };
            self.store(key, depth, value, bound, best_move);
        }
        value
    }

    /// What the root and the ordering learn from a child.
    fn note(&mut self, ply: usize, side: Side, mv: Move, value: Score) {
        if ply == 0 {
            self.root.values.push((mv, value));
        }
        let plain = self.plain_value(value);
        self.order.searched(side, mv, plain);
    }

    /// The value of a position that needs no moves: the game is over, or the board full.
    #[inline]
    fn terminal(&mut self, t: &Toggles) -> Option<Score> {
        if !t.lines_end {
            if self.game.ply() < self.game.max_plies() {
                return None;
            }
            self.counts.terminals += 1;
            return Some(self.evaluate());
        }
        let outcome = self.game.outcome()?;
        self.counts.terminals += 1;
        Some(match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) => {
                let score = t.scores.win_at(self.game.ply(), self.game.max_plies());
                match winner == self.game.to_move() {
                    true => score,
                    false => -score,
                }
            }
        })
    }

    /// PVS: a null window first, the whole one if that says the move is better. The first
    /// child, and any in a window that is null already, has the whole one at once.
    #[inline(never)]
    fn scout<S: Settings>(
        &mut self,
        settings: &S,
        depth: u32,
        alpha: Score,
        beta: Score,
        index: usize,
    ) -> Score {
        if index > 0 && alpha + 1 < beta {
            let value = -self.node(settings, depth, -(alpha + 1), -alpha);
            if value <= alpha || value >= beta || self.stop.is_set() {
                return value;
            }
            self.counts.re_searches += 1;
        }
        -self.node(settings, depth, -beta, -alpha)
    }

    /// The static value for the side to move.
    #[inline]
    pub(super) fn evaluate(&mut self) -> Score {
        self.counts.heuristic_calls += 1;
        let root_side = Side::to_move_at(self.root.ply);
        let value = self.evaluator.value(&self.game, root_side);
        if self.game.to_move() == root_side {
            value
        } else {
            -value
        }
    }

    /// A score as the number the evaluator meant.
    #[inline]
    pub(super) fn plain_value(&self, score: Score) -> f64 {
        if self.evaluator.is_real() && !crate::search::score::is_decided(score) {
            to_real(score)
        } else {
            score as f64
        }
    }

    #[inline]
    pub(super) fn play(&mut self, mv: Move) -> G::Undo {
        let undo = self.game.play(mv);
        if self.evaluator.is_incremental() {
            self.evaluator.played(&self.game, mv);
        }
        undo
    }

    #[inline]
    pub(super) fn undo(&mut self, mv: Move, undo: G::Undo) {
        self.game.undo(mv, undo);
        if self.evaluator.is_incremental() {
            self.evaluator.undone(&self.game, mv);
        }
    }
}
