//! Every sound technique, alone and in combination, finds what plain minimax finds.
//!
//! Positions are random, evaluators coarse and random, so that ties are everywhere.
//! Combinations of toggles are drawn at random, and every pair of values of two toggles
//! is covered at least once.

use std::path::Path;

use plyometer::game::{Game, Move};
use plyometer::games::connect::Connect;
use plyometer::games::{GameSpec, Visit};
use plyometer::search::plain::minimax;
use plyometer::search::{Engine, Limits, Searcher};
use plyometer::{notation, positions};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Every toggle and the values to try, the first one being "off".
const TOGGLES: &[(&str, &[&str])] = &[
    (
        "algorithm",
        &[r#""alphabeta""#, r#""minimax""#, r#""pvs""#, r#""mtd""#],
    ),
    ("guess", &[r#""previous""#, r#""+inf""#, r#""-inf""#, "1"]),
    (
        "order",
        &[
            "[]",
            r#"["natural"]"#,
            r#"["center"]"#,
            r#"["direction(up-left)"]"#,
            r#"["direction(left-down)", "tt"]"#,
            r#"["eval"]"#,
            r#"["victory-map"]"#,
            r#"["history(square-of-value)"]"#,
            r#"["history(depth-squared)", "center"]"#,
            r#"["killer"]"#,
            r#"["threats"]"#,
            r#"["tt", "killer", "history", "threats", "eval"]"#,
        ],
    ),
    ("keep-history", &["false", "true"]),
    (
        "tt",
        &[
            "false",
            r#"{ size = 1 }"#,
            r#"{ size = 1, replace = "depth", mirror = true }"#,
            r#"{ size = 1, replace = "two-tier", key = "exact" }"#,
            r#"{ size = 1, key = "exact", mirror = true, keep = true }"#,
            r#"{ size = 1, bounds = "upper", keep = true }"#,
            // So small that everything is replaced all the time.
            r#"{ entries = 5, mirror = true }"#,
            r#"{ entries = 3, replace = "depth" }"#,
        ],
    ),
    (
        "exact",
        &[
            "false",
            "true",
            "{ forced = false, reach = false, leave = 0, grow = false }",
        ],
    ),
    ("early-termination", &["false", "true"]),
    ("anticipate", &[r#""off""#, r#""wins""#, r#""losses""#]),
    ("bounds", &[r#""off""#, r#""upper""#, r#""both""#]),
    ("scores", &[r#""flat""#, r#""distance""#, r#""stones""#]),
    ("fail", &[r#""soft""#, r#""hard""#]),
    ("root", &[r#""shared""#, r#""full""#]),
    ("deepening", &["false", "true"]),
    ("reorder", &["false", "true"]),
    (
        "window",
        &[r#""full""#, r#""aspiration(0.3)""#, r#""bisect""#],
    ),
    (
        "parallel",
        &[
            r#""off""#,
            r#""root(2)""#,
            r#""lazy-smp(2)""#,
            r#""abdada(3)""#,
        ],
    ),
    (
        "evaluator",
        &[
            r#""zero""#,
            r#""random(seed=1,values=1)""#,
            r#""random(seed=2,values=3)""#,
            r#""random(seed=3,values=2,real=1)""#,
            r#""threats""#,
            r#""sequences""#,
            r#""line-weights""#,
            r#""runs""#,
            r#""last-move""#,
            r#""owned-and-unstable""#,
        ],
    ),
];

/// Boards small enough for plain minimax, in two representations.
const BOARDS: &[&str] = &[
    "mnk(3,3,3)",
    "mnk(3,4,3)",
    "tris(4,3)",
    "mnk(2,5,2)",
    "connect(4,4,3)",
    "connect(4,5,4)",
    "connect(3,9,3)",
    "connect(12,6,3)",
    "chain(2,2)",
    "chain(2,3)",
    "chain(3,3)",
    "chain(1,5)",
];

/// One value for each toggle, by index.
type Combination = Vec<usize>;

fn engine_text(combination: &[usize]) -> String {
    let toggles = TOGGLES.iter().zip(combination);
    let set: Vec<_> = toggles
        .map(|((name, values), &index)| format!("{name} = {}", values[index]))
        .collect();
    format!("{{ {} }}", set.join(", "))
}

/// The toggles of contradictory combinations, which engines refuse.
fn is_contradiction(combination: &[usize]) -> bool {
    let value = |name: &str| {
        let at = TOGGLES.iter().position(|toggle| toggle.0 == name).unwrap();
        TOGGLES[at].1[combination[at]].trim_matches('"')
    };
    let (algorithm, window, parallel) = (value("algorithm"), value("window"), value("parallel"));
    (algorithm == "minimax" && (window != "full" || value("bounds") != "off"))
        || (algorithm == "mtd" && (window != "full" || value("fail") == "hard"))
        || (parallel.starts_with("root") && (window != "full" || algorithm == "mtd"))
        || (value("exact") != "false" && (algorithm == "minimax" || parallel.starts_with("root")))
        || (["lazy", "abda"].iter().any(|by| parallel.starts_with(by)) && value("tt") == "false")
        || (value("scores") == "stones" && value("evaluator") != "zero")
}

struct Random(Xoshiro256PlusPlus);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn combination(&mut self) -> Combination {
        TOGGLES
            .iter()
            .map(|(_, values)| self.below(values.len()))
            .collect()
    }
}

/// Searches some positions of a board and compares with minimax.
struct Check<'a> {
    engine: &'a Engine,
    text: &'a str,
    board: &'a str,
    seed: u64,
}

impl Visit for Check<'_> {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(self.seed));
        // An exact key needs a small board, and most evaluators a game of lines; where they
        // do not fit, they are refused.
        let Ok(mut searcher) = Searcher::new(self.engine, &start) else {
            let unfit = self.engine.evaluator.build(&start).is_err();
            assert!(unfit || (self.text.contains("exact") && start.packed().is_none()));
            return;
        };
        // The same searcher on several positions: what it keeps must not show.
        for _ in 0..3 {
            let mut game = start.clone();
            let mut moves: Vec<Move> = Vec::new();
            for _ in 0..random.below(start.max_plies().min(9)) {
                if game.outcome().is_some() {
                    break;
                }
                moves.clear();
                game.moves(&mut moves);
                game.play(moves[random.below(moves.len())]);
            }
            let depth = random.below(5) as u32;
            let mut evaluator = self.engine.evaluator.build(&game).unwrap();
            let scores = self.engine.toggles.scores;
            let plain = minimax(&game, depth, &mut *evaluator, scores);
            let found = searcher.search(&game, &Limits::depth(depth));
            let context = || format!("{} {game:?} depth {depth}\n{}", self.board, self.text);
            assert_eq!(found.value, Some(plain.value), "{}", context());
            if game.outcome().is_some() {
                assert_eq!(found.best, None, "{}", context());
            } else if depth > 0 {
                let best = found
                    .best
                    .unwrap_or_else(|| panic!("no move: {}", context()));
                assert!(plain.best.contains(&best), "{best:?}: {}", context());
                assert_eq!(found.line.first(), Some(&best), "{}", context());
            }
            line_is_playable(&game, &found.line);
        }
    }
}

fn line_is_playable<G: Game>(game: &G, line: &[Move]) {
    let mut game = game.clone();
    for &mv in line {
        assert_eq!(game.check(mv), Ok(()));
        game.play(mv);
    }
}

fn check(combination: &[usize], seed: u64) {
    let text = engine_text(combination);
    let engine: Engine = match text.parse() {
        Ok(engine) => engine,
        Err(error) => {
            assert!(is_contradiction(combination), "{error}\n{text}");
            return;
        }
    };
    assert!(!is_contradiction(combination), "{text}");
    // Some evaluators do not go with tables, or with mirror images in them.
    if !engine.is_sound() {
        assert!(["last-move", "line-weights"].contains(&engine.evaluator.name()));
        assert!(engine.toggles.table.is_some());
        return;
    }
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(seed));
    for _ in 0..2 {
        let board = BOARDS[random.below(BOARDS.len())];
        let spec: GameSpec = board.parse().unwrap();
        let seed = random.0.next_u64();
        spec.visit(Check {
            engine: &engine,
            text: &text,
            board,
            seed,
        });
    }
}

#[test]
fn thousands_of_combinations_agree_with_minimax() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(2026));
    let mut combinations = Vec::new();
    while combinations.len() < 12_000 {
        let combination = random.combination();
        if !is_contradiction(&combination) {
            combinations.push(combination);
        }
    }
    combinations
        .par_iter()
        .enumerate()
        .for_each(|(seed, combination)| check(combination, seed as u64));
}

#[test]
fn every_pair_of_toggles_agrees_with_minimax() {
    let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(7));
    let mut combinations = Vec::new();
    for a in 0..TOGGLES.len() {
        for b in a + 1..TOGGLES.len() {
            for x in 0..TOGGLES[a].1.len() {
                for y in 0..TOGGLES[b].1.len() {
                    // The rest at random, in a way that goes with the pair, if there is one.
                    let fitting = (0..5000).find_map(|_| {
                        let mut combination = random.combination();
                        (combination[a], combination[b]) = (x, y);
                        (!is_contradiction(&combination)).then_some(combination)
                    });
                    // If there is none, the pair itself must be refused.
                    combinations.push(fitting.unwrap_or_else(|| {
                        let mut off = vec![0; TOGGLES.len()];
                        (off[a], off[b]) = (x, y);
                        assert!(is_contradiction(&off), "{}", engine_text(&off));
                        off
                    }));
                }
            }
        }
    }
    assert!(combinations.len() > 1500);
    combinations
        .par_iter()
        .enumerate()
        .for_each(|(seed, combination)| check(combination, seed as u64));
}

/// Boards for the solver of exact values, in every specialisation it has.
const EXACT_BOARDS: &[&str] = &[
    "connect4",
    "connect(4,5,4)",
    "connect(5,4,4)",
    "connect(5,5,3)",
    "connect(4,4,3)",
    "connect(3,7,4)",
    "connect(1,9,3)",
    "connect(5,6,5)",
    "connect(9,3,3)",
];

/// Solves positions near the end of the game in every way and compares with minimax to its
/// end.
struct Exactly<'a> {
    board: &'a str,
    seed: u64,
    positions: usize,
}

impl Visit for Exactly<'_> {
    type Output = usize;

    fn visit<G: Game>(self, start: G) -> usize {
        let mut random = Random(Xoshiro256PlusPlus::seed_from_u64(self.seed));
        let mut solved = 0;
        for _ in 0..self.positions {
            let mut game = start.clone();
            let mut moves = Vec::new();
            let rest = 1 + random.below(9);
            while game.outcome().is_none() && game.max_plies() - game.ply() > rest {
                moves.clear();
                game.moves(&mut moves);
                // Games that end too soon teach nothing: wins are passed over.
                moves.retain(|&mv| !game.clone().wins(mv));
                let Some(last) = moves.len().checked_sub(1) else {
                    break;
                };
                game.play(moves[random.below(last + 1)]);
            }
            if game.outcome().is_some() || game.max_plies() - game.ply() > rest {
                continue;
            }
            let [forced, etc, reach, parity, zugzwang, outwards] = [(); 6]
                .map(|()| random.below(2) == 0)
                .map(|on| on.to_string());
            let tt = ["false", "{ size = 1, mirror = true }", "{ size = 1 }"][random.below(3)];
            let threads = match tt {
                "false" => "off",
                _ => ["off", "lazy-smp(2)", "abdada(2)"][random.below(3)],
            };
            let scores = ["flat", "distance", "stones"][random.below(3)];
            let text = format!(
                "{{ scores = \"{scores}\", tt = {tt}, parallel = \"{threads}\", exact = {{ forced = {forced}, etc = {etc}, reach = {reach}, parity = {parity}, zugzwang = {zugzwang}, outwards = {outwards}, leave = {}, near = {}, split = {} }} }}",
                random.below(9),
                random.below(12),
                random.below(7),
            );
            let engine: Engine = text.parse().unwrap();
            let mut evaluator = engine.evaluator.build(&game).unwrap();
            let plain = minimax(&game, rest as u32, &mut *evaluator, engine.toggles.scores);
            let mut searcher = Searcher::new(&engine, &start).unwrap();
            let found = searcher.search(&game, &Limits::default());
            let context = || format!("{} {game:?}\n{text}", self.board);
            assert_eq!(found.value, Some(plain.value), "{}", context());
            let best = found
                .best
                .unwrap_or_else(|| panic!("no move: {}", context()));
            assert!(plain.best.contains(&best), "{best:?}: {}", context());
            assert_eq!(found.line, [best], "{}", context());
            // It is the solver for exact values that has answered: it calls no evaluator.
            assert_eq!(found.counts.heuristic_calls, 0);
            solved += 1;
        }
        solved
    }
}

#[test]
fn exact_values_agree_with_minimax() {
    let solved: usize = EXACT_BOARDS
        .par_iter()
        .enumerate()
        .map(|(seed, board)| {
            let spec: GameSpec = board.parse().unwrap();
            let solved = spec.visit(Exactly {
                board,
                seed: seed as u64,
                positions: 1000,
            });
            assert!(solved > 20, "{board}: {solved} positions");
            solved
        })
        .sum();
    assert!(solved > 2000, "{solved} positions");
}

/// Passes that are stopped because another thread has the answer leave nothing behind that
/// a later one could take for its own.
#[test]
fn several_threads_solve_what_one_does() {
    let start = Connect::<u64>::new(6, 7, 4);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/positions/begin-medium.txt");
    let entries = positions::read(&start, &file).unwrap();
    for parallel in ["lazy-smp(2)", "abdada(2)", "abdada(4)"] {
        for split in [12, 22] {
            let engine = format!(
                r#"{{ preset = "solver", scores = "stones", parallel = "{parallel}", exact = {{ split = {split} }} }}"#
            );
            let mut searcher = Searcher::new(&engine.parse().unwrap(), &start).unwrap();
            for entry in entries.iter().take(12) {
                let game = notation::position(start.clone(), &entry.moves).unwrap();
                let found = searcher.search(&game, &Limits::default());
                assert_eq!(found.value, entry.expected, "{} {engine}", entry.moves);
            }
        }
    }
}
