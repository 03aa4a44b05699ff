//! How the best moves are selected and in what memory children are made never shows: the
//! same values, moves and counts, to the last one.

use plyometer::game::Game;
use plyometer::games::{GameSpec, Visit};
use plyometer::search::{Counts, Engine, Found, Limits, Searcher};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

const SELECT: [&str; 2] = ["sort", "queue"];
const CHILDREN: [&str; 3] = ["in-place", "allocate", "pool"];

/// Boards of every representation and game, with the evaluators to sort their children by.
const BOARDS: &[(&str, &[&str])] = &[
    ("mnk(4,4,3)", LINES),
    ("tris(6,4)", LINES),
    ("tris(10,4)", LINES),
    ("mnk(3,14,3)", LINES),
    ("mnk(12,13,5)", LINES),
    ("connect4", LINES),
    ("connect(9,8,4)", LINES),
    ("connect(3,40,4)", LINES),
    (
        "chain(3,4)",
        &["random(seed=3,values=3)", "owned-and-unstable"],
    ),
    (
        "chain(6,10)",
        &["random(seed=3,values=3)", "owned-and-unstable"],
    ),
];

const LINES: &[&str] = &[
    "zero",
    "random(seed=3,values=3)",
    "sequences",
    "sequences-2016",
    "line-weights",
    "runs",
    "last-move",
    "victory-map",
    "threats",
];

const ORDERS: &[&str] = &[
    r#"["eval"]"#,
    r#"["tt", "eval"]"#,
    r#"["eval", "center"]"#,
    r#"["killer", "history", "eval"]"#,
    r#"["center"]"#,
    "[]",
];

const REST: &[&str] = &[
    r#"early-termination = true, root = "full""#,
    r#"algorithm = "minimax""#,
    r#"algorithm = "pvs", deepening = true, reorder = true"#,
    r#"generate = "all", tt = { size = 1, bounds = "unmarked", depth = false }"#,
    r#"anticipate = "losses", scores = "distance", tt = { size = 1 }"#,
];

const FORWARD: &[&str] = &["best(1)", "best(3)", "best(10)", "fraction(0.2)", "off"];

/// Searches a few positions, one after the other with the same tables and pools.
struct Searches<'a> {
    engine: &'a Engine,
    seed: u64,
}

impl Visit for Searches<'_> {
    type Output = Vec<Found>;
    fn visit<G: Game>(self, start: G) -> Vec<Found> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
        let mut searcher = Searcher::new(self.engine, &start).unwrap();
        let search = |_| {
            let mut game = start.clone();
            for _ in 0..below(12) {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                if game.outcome().is_none() {
                    game.play(moves[below(moves.len())]);
                }
            }
            let small = start.rows() * start.cols() <= 42;
            let depth = if small { 2 + below(2) } else { 2 };
            let mut found = searcher.search(&game, &Limits::depth(depth as u32));
            found.time = Default::default();
            found
        };
        (0..3).map(search).collect()
    }
}

fn searches(board: &str, text: &str, seed: u64) -> Vec<Found> {
    let engine: Engine = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let game: GameSpec = board.parse().unwrap();
    game.visit(Searches {
        engine: &engine,
        seed,
    })
}

#[test]
fn counts_and_moves_are_the_same_whatever_the_memory() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(10);
    let mut pick = |from: &[&'static str]| from[random.next_u64() as usize % from.len()];
    let (mut kept_fewer, mut generated) = (false, 0);
    for round in 0..4 {
        for (board, evaluators) in BOARDS {
            for evaluator in *evaluators {
                let (order, rest, forward) = (pick(ORDERS), pick(REST), pick(FORWARD));
                let engine = |select: &str, children: &str| {
                    format!(
                        r#"{{ evaluator = "{evaluator}", order = {order}, forward = "{forward}", {rest}, select = "{select}", children = "{children}" }}"#
                    )
                };
                let expected = searches(board, &engine("sort", "in-place"), round);
                let total = |of: fn(&Counts) -> u64| -> u64 {
                    expected.iter().map(|found| of(&found.counts)).sum()
                };
                generated += total(|counts| counts.generated);
                kept_fewer |= total(|counts| counts.ordering_evals) > total(|counts| counts.nodes);
                for select in SELECT {
                    for children in CHILDREN {
                        let engine = engine(select, children);
                        let found = searches(board, &engine, round);
                        assert_eq!(found, expected, "{board}: {engine}");
                    }
                }
            }
        }
    }
    assert!(kept_fewer && generated > 100_000, "{generated} children");
}

#[test]
fn threads_have_pools_of_their_own() {
    for select in SELECT {
        for children in CHILDREN {
            let engine = |parallel: &str| {
                format!(
                    r#"{{ preset = "tris-2016/ordered", forward = "best(5)", parallel = "{parallel}", select = "{select}", children = "{children}" }}"#
                )
            };
            let alone = searches("tris(7,4)", &engine("off"), 1);
            // Every child of the root has the full window, so even the counts are the same.
            let together = searches("tris(7,4)", &engine("root(2)"), 1);
            for (alone, together) in alone.iter().zip(&together) {
                assert_eq!(together.value, alone.value);
                assert_eq!(together.best, alone.best);
                assert_eq!(together.counts.generated, alone.counts.generated);
            }
        }
    }
}
