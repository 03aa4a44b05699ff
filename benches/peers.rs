//! The same positions through published crates: exact solving by `connect-four-ai`, without
//! its opening book, and search to a fixed depth by `minimax`, with the same evaluator. Each
//! position goes through both in turn, so that whatever else the machine does hits both alike;
//! every answer is checked.
//!
//! `cargo bench --bench peers`, or with names of sets, `fixed` or `empty` behind `--`.

use std::cell::RefCell;
use std::path::Path;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use minimax::strategies::iterative::{IterativeOptions, IterativeSearch};
use minimax::{Evaluation, Strategy, Winner};
use plyometer::eval::{Evaluator, EvaluatorSpec};
use plyometer::game::{Game, Move, Outcome};
use plyometer::games::connect::Connect;
use plyometer::notation;
use plyometer::positions;
use plyometer::search::{Engine, Limits, Searcher};
use plyometer::sets::KINDS;

type Board = Connect<u64>;

const EVALUATOR: &str = "runs";

fn main() {
    let asked: Vec<_> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let wanted = |name: &str| asked.is_empty() || asked.iter().any(|asked| asked == name);
    let sets: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    if sets.iter().any(|name| wanted(name)) {
        let mut theirs = warmed_up();
        for name in sets.into_iter().filter(|name| wanted(name)) {
            solve(name, &mut theirs);
        }
    }
    if wanted("fixed") {
        for depth in [10, 12, 14] {
            fixed_depth(depth);
        }
    }
    if wanted("empty") {
        empty_board();
    }
}

/// Time on the processor, not on the clock: what neighbours take is not counted.
fn timed<R>(f: impl FnOnce() -> R) -> (R, Duration) {
    let begun = ThreadTime::now();
    let result = f();
    (result, begun.elapsed())
}

/// Their solver, with every page of its table touched, as ours is.
fn warmed_up() -> connect_four_ai::Solver {
    let mut theirs = connect_four_ai::Solver::empty();
    let position = connect_four_ai::Position::from_moves("44444326").expect("a position");
    theirs.solve(&position);
    theirs
}

/// Exact scores of a set of positions.
fn solve(set: &str, theirs: &mut connect_four_ai::Solver) {
    let start = Board::new(6, 7, 4);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("data/positions/{set}.txt"));
    let entries = positions::read(&start, &file).expect("a set of positions");
    let engine: Engine = r#"{ preset = "solver", scores = "stones" }"#
        .parse()
        .expect("an engine");
    let mut ours = Searcher::new(&engine, &start).expect("a board it solves");
    let (mut our_time, mut their_time) = (Duration::ZERO, Duration::ZERO);
    let (mut our_nodes, mut their_nodes) = (0, 0);
    for entry in &entries {
        let game = notation::position(start.clone(), &entry.moves).expect("a position");
        let (found, time) = timed(|| ours.search(&game, &Limits::default()));
        our_time += time;
        our_nodes += found.counts.nodes;
        let position = connect_four_ai::Position::from_moves(&entry.moves).expect("a position");
        theirs.reset();
        let (score, time) = timed(|| theirs.solve(&position));
        their_time += time;
        their_nodes += theirs.explored_positions as u64;
        assert_eq!(found.value, entry.expected, "{}", entry.moves);
        assert_eq!(found.value, Some(score.into()), "{}", entry.moves);
    }
    let mean = |time: Duration| time.as_secs_f64() * 1e6 / entries.len() as f64;
    println!(
        "solve {set}, {} positions: {:.1} µs ({} nodes), connect-four-ai {:.1} µs ({}), ratio {:.3}",
        entries.len(),
        mean(our_time),
        our_nodes / entries.len() as u64,
        mean(their_time),
        their_nodes / entries.len() as u64,
        our_time.as_secs_f64() / their_time.as_secs_f64()
    );
}

/// The empty board, by this project alone: the other needs minutes.
fn empty_board() {
    let start = Board::new(6, 7, 4);
    for engine in [
        "solver",
        r#"{ preset = "solver", parallel = "lazy-smp(2)" }"#,
        r#"{ preset = "solver", parallel = "abdada(2)" }"#,
    ] {
        let engine: Engine = engine.parse().expect("an engine");
        let mut searcher = Searcher::new(&engine, &start).expect("a board it solves");
        // Several threads: here only the clock will do.
        let begun = Instant::now();
        let found = searcher.search(&start, &Limits::default());
        let time = begun.elapsed();
        assert_eq!(found.best, Some(Move(3)));
        println!(
            "solve empty board, {:?}: {:.1} s, {} nodes",
            engine.parallel,
            time.as_secs_f64(),
            found.counts.nodes
        );
    }
}

/// This project's rules and evaluator under the other's interface.
struct Theirs(RefCell<Box<dyn Evaluator<Board>>>);

impl minimax::Game for Theirs {
    type S = Board;
    type M = Move;

    fn generate_moves(state: &Board, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            state.moves(moves);
        }
        winner
    }
    fn apply(state: &mut Board, mv: Move) -> Option<Board> {
        state.play(mv);
        None
    }
    /// The game goes on before the last move of every line searched.
    fn undo(state: &mut Board, mv: Move) {
        state.undo(mv, None);
    }
    fn get_winner(state: &Board) -> Option<Winner> {
        state.outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }
    fn zobrist_hash(state: &Board) -> u64 {
        state.key()
    }
}

impl minimax::Evaluator for Theirs {
    type G = Theirs;
    fn evaluate(&self, state: &Board) -> Evaluation {
        let mut evaluator = self.0.borrow_mut();
        // It keeps its lines from move to move, of which theirs does not tell it: it has to look
        // at the whole board, which is a part of their time.
        evaluator.start(state);
        let value = evaluator.value(state, state.to_move());
        Evaluation::try_from(value).expect("runs are worth little")
    }
}

/// The empty board to a fixed depth.
fn fixed_depth(depth: u8) {
    let start = Board::new(6, 7, 4);
    let engine = format!(r#"{{ preset = "fast", evaluator = "{EVALUATOR}" }}"#);
    let engine: Engine = engine.parse().expect("an engine");
    let mut ours = Searcher::new(&engine, &start).expect("any board");
    let evaluator: EvaluatorSpec = EVALUATOR.parse().expect("an evaluator");
    let limits = Limits::depth(depth.into());
    let mut ratios = Vec::new();
    let (mut best_ours, mut best_theirs) = (Duration::MAX, Duration::MAX);
    for _ in 0..7 {
        let (found, our_time) = timed(|| ours.search(&start, &limits));
        // A table of theirs has no way to be forgotten, so each search has its own.
        let options = IterativeOptions::new().with_table_byte_size(64 << 20);
        let theirs = Theirs(RefCell::new(evaluator.build(&start).expect("any board")));
        let mut theirs = IterativeSearch::new(theirs, options);
        theirs.set_max_depth(depth);
        let (_, their_time) = timed(|| theirs.choose_move(&start));
        let value = theirs.root_value();
        assert_eq!(found.value, Some(value.into()), "depth {depth}");
        ratios.push(our_time.as_secs_f64() / their_time.as_secs_f64());
        best_ours = best_ours.min(our_time);
        best_theirs = best_theirs.min(their_time);
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "fixed depth {depth}: {:.1} ms, minimax {:.1} ms, ratio {:.3} (median of {})",
        best_ours.as_secs_f64() * 1e3,
        best_theirs.as_secs_f64() * 1e3,
        ratios[ratios.len() / 2],
        ratios.len()
    );
}
