//! Monte-Carlo tree search: UCT with random playouts, and a solver that backs up
//! proven results (Winands, Björnsson and Saito, 2008).
//!
//! Here a *node* is a visit to a position of the tree, *generated* are the positions
//! added to it, and a *leaf* is a playout.

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;

use crate::game::{Game, Move, Outcome, Side};
use crate::search::counts::Counts;
use crate::search::drive::Found;
use crate::search::limits::Status;
use crate::search::score::{WIN, from_real};
use crate::search::toggles::Mcts;
use crate::search::tree::Tree;

/// A position of the tree, seen by the side that moved into it.
struct Visited {
    mv: Move,
    visits: u64,
    /// Playouts won minus lost.
    balance: i64,
    proven: Option<Proven>,
    /// Where its children begin, and how many there are; none: not expanded yet.
    children: Option<(usize, usize)>,
}

/// A result that search has proven, for the side that moved into the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proven {
    Win,
    Draw,
    Loss,
}

impl Proven {
    fn balance(self) -> i64 {
        match self {
            Proven::Win => 1,
            Proven::Draw => 0,
            Proven::Loss => -1,
        }
    }

    fn of(outcome: Outcome, side: Side) -> Self {
        match outcome {
            Outcome::Draw => Proven::Draw,
            Outcome::Win(winner) if winner == side => Proven::Win,
            Outcome::Win(_) => Proven::Loss,
        }
    }
}

/// Searches the root of `tree`.
pub(super) fn search<G: Game>(root: &G, parameters: &Mcts, tree: &mut Tree<G>) -> Found {
    let mut search = Uct {
        nodes: vec![Visited::new(Move(0))],
        random: Xoshiro256PlusPlus::seed_from_u64(parameters.seed),
        exploration: parameters.exploration,
        moves: Vec::new(),
    };
    if root.outcome().is_none() {
        // A limit of nodes or time takes the place of the number of playouts.
        let iterations = match tree.stop.is_limited() {
            true => u64::MAX,
            false => parameters.iterations,
        };
        for _ in 0..iterations {
            // Playouts are long: each is worth a look at the clock.
            tree.stop.look(tree.counts.nodes);
            tree.stop
                .grown_to(search.nodes.len() * size_of::<Visited>());
            if search.nodes[0].proven.is_some() || tree.stop.is_set() {
                break;
            }
            search.iterate(root.clone(), &mut tree.counts);
        }
    }
    search.found()
}

impl Visited {
    fn new(mv: Move) -> Self {
        Visited {
            mv,
            visits: 0,
            balance: 0,
            proven: None,
            children: None,
        }
    }
}

struct Uct {
    nodes: Vec<Visited>,
    random: Xoshiro256PlusPlus,
    exploration: f64,
    /// For playouts.
    moves: Vec<Move>,
}

impl Uct {
    /// Selection, expansion, playout, backup.
    fn iterate<G: Game>(&mut self, mut game: G, counts: &mut Counts) {
        let mut path = vec![0];
        let mut at = 0;
        counts.nodes += 1;
        loop {
            if let Some(outcome) = game.outcome() {
                counts.terminals += 1;
                self.nodes[at].proven = Some(Proven::of(outcome, game.to_move().other()));
                break;
            }
            if self.nodes[at].proven.is_some() {
                break;
            }
            let fresh = self.nodes[at].children.is_none();
            if fresh && self.nodes[at].visits == 0 && at != 0 {
                break;
            }
            if fresh {
                self.expand(&game, at, counts);
            }
            at = self.select(at);
            path.push(at);
            game.play(self.nodes[at].mv);
            counts.nodes += 1;
            counts.deepest = counts.deepest.max(path.len() as u64 - 1);
        }
        let balance = match self.nodes[at].proven {
            Some(proven) => proven.balance(),
            None => {
                counts.leaves += 1;
                self.playout(&mut game)
            }
        };
        self.back_up(&path, balance);
    }

    fn expand<G: Game>(&mut self, game: &G, at: usize, counts: &mut Counts) {
        self.moves.clear();
        game.moves(&mut self.moves);
        let first = self.nodes.len();
        self.nodes
            .extend(self.moves.iter().map(|&mv| Visited::new(mv)));
        counts.generated += self.moves.len() as u64;
        self.nodes[at].children = Some((first, self.moves.len()));
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let (first, count) = self.nodes[at].children.unwrap_or((0, 0));
        first..first + count
    }

    /// The child to go on with: UCT among those not proven, unvisited ones first.
    fn select(&self, at: usize) -> usize {
        let log = (self.nodes[at].visits.max(1) as f64).ln();
        let mut best = (f64::NEG_INFINITY, self.children(at).start);
        for child in self.children(at) {
            let node = &self.nodes[child];
            if node.proven.is_some() {
                continue;
            }
            let urgency = if node.visits == 0 {
                f64::INFINITY
            } else {
                let visits = node.visits as f64;
                node.balance as f64 / visits + self.exploration * (log / visits).sqrt()
            };
            if urgency > best.0 {
                best = (urgency, child);
            }
        }
        best.1
    }

    /// A random game to its end: +1 if the side that moved into the position wins.
    fn playout<G: Game>(&mut self, game: &mut G) -> i64 {
        let side = game.to_move().other();
        loop {
            if let Some(outcome) = game.outcome() {
                return Proven::of(outcome, side).balance();
            }
            self.moves.clear();
            game.moves(&mut self.moves);
            let index = self.random.next_u64() % self.moves.len() as u64;
            game.play(self.moves[index as usize]);
        }
    }

    fn back_up(&mut self, path: &[usize], mut balance: i64) {
        for (depth, &at) in path.iter().enumerate().rev() {
            if depth + 1 < path.len() {
                self.prove(at);
                if let Some(proven) = self.nodes[at].proven {
                    balance = proven.balance();
                }
            }
            let node = &mut self.nodes[at];
            node.visits += 1;
            node.balance += balance;
            balance = -balance;
        }
    }

    /// A position is lost for the side that moved into it if one reply is proven to
    /// win, and decided by the best reply once all are proven.
    fn prove(&mut self, at: usize) {
        if self.nodes[at].proven.is_some() {
            return;
        }
        let replies = || self.children(at).map(|child| self.nodes[child].proven);
        let best = if replies().any(|reply| reply == Some(Proven::Win)) {
            Some(Proven::Win)
        } else if replies().any(|reply| reply.is_none()) {
            None
        } else if replies().any(|reply| reply == Some(Proven::Draw)) {
            Some(Proven::Draw)
        } else {
            Some(Proven::Loss)
        };
        self.nodes[at].proven = best.map(|reply| match reply {
            Proven::Win => Proven::Loss,
            Proven::Draw => Proven::Draw,
            Proven::Loss => Proven::Win,
        });
    }

    fn found(&self) -> Found {
        let proven = self.nodes[0].proven;
        // A proven win, else what was visited most of what is not a proven loss.
        let rank = |child: usize| {
            let node = &self.nodes[child];
            let class = match node.proven {
                Some(Proven::Win) => 3,
                Some(Proven::Draw) if proven == Some(Proven::Draw) => 2,
                Some(Proven::Loss) => 0,
                _ => 1,
            };
            (class, node.visits, std::cmp::Reverse(child))
        };
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(child) = self.children(at).max_by_key(|&child| rank(child)) {
            if at != 0 && self.nodes[child].visits == 0 {
                break;
            }
            line.push(self.nodes[child].mv);
            at = child;
        }
        let root = &self.nodes[0];
        // The root is seen by the side that moved into it: the opponent.
        let value = match proven {
            Some(Proven::Win) => Some(-WIN),
            Some(Proven::Loss) => Some(WIN),
            Some(Proven::Draw) => Some(0),
            None if root.visits > 0 => Some(from_real(-root.balance as f64 / root.visits as f64)),
            None => None,
        };
        Found {
            value,
            real: true,
            best: line.first().copied(),
            line,
            children: Vec::new(),
            depth: 0,
            status: Status::Complete,
            counts: Counts::default(),
            time: Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::EvaluatorSpec;
    use crate::games::mnk::Mnk;
    use crate::notation::{format_move, position};
    use crate::search::order::Order;

    fn run(position_text: &str, iterations: u64, seed: u64) -> (Found, Counts, String) {
        let game = position(Mnk::<u64>::new(3, 3, 3), position_text).unwrap();
        let evaluator = EvaluatorSpec::default().build(&game).unwrap();
        let mut tree = Tree::new(&game, evaluator, Order::new(&[], &game), None);
        let parameters = Mcts {
            iterations,
            exploration: 1.4,
            seed,
        };
        let found = search(&game, &parameters, &mut tree);
        let best = found
            .best
            .map_or(String::new(), |mv| format_move(&game, mv));
        (found, tree.counts, best)
    }

    #[test]
    fn a_win_in_one_is_proven_and_taken() {
        let (found, _, best) = run("a1 a3 b1 b3", 1000, 1);
        assert_eq!((found.value, best.as_str()), (Some(WIN), "c1"));
    }

    #[test]
    fn a_lost_position_is_proven_lost() {
        // X threatens two lines at once.
        let (found, ..) = run("a1 b2 c3 a3 c1", 20_000, 1);
        assert_eq!(found.value, Some(-WIN));
    }

    #[test]
    fn tic_tac_toe_is_proven_a_draw() {
        let (found, ..) = run("", 200_000, 7);
        assert_eq!(found.value, Some(0));
    }

    #[test]
    fn the_same_seed_gives_the_same_search() {
        let (a, b) = (run("b2", 500, 3), run("b2", 500, 3));
        assert_eq!((a.0, a.1), (b.0, b.1));
        assert_ne!(run("b2", 500, 4).1, run("b2", 500, 3).1);
    }
}
