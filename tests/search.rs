//! Searches with known counts and values, and what a search may and may not remember.

use std::time::{Duration, Instant};

use plyometer::game::{Game, Move};
use plyometer::games::{GameSpec, Visit};
use plyometer::notation;
use plyometer::search::minimal::{minimal_nodes, uniform_leaves};
use plyometer::search::score::Scores;
use plyometer::search::{Counts, Engine, Found, Limits, Searcher, Status};

fn engine(text: &str) -> Engine {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// One search of one position.
struct Search<'a> {
    position: &'a str,
    engine: &'a Engine,
    limits: Limits,
}

impl Visit for Search<'_> {
    type Output = Found;
    fn visit<G: Game>(self, start: G) -> Found {
        let game = notation::position(start, self.position).unwrap();
        let mut searcher = Searcher::new(self.engine, &game).unwrap();
        searcher.search(&game, &self.limits)
    }
}

fn search(game: &str, position: &str, spec: &str, limits: Limits) -> Found {
    let game: GameSpec = game.parse().unwrap();
    game.visit(Search {
        position,
        engine: &engine(spec),
        limits,
    })
}

#[test]
fn tic_tac_toe_has_its_known_trees() {
    let nodes = |spec| {
        search("mnk(3,3,3)", "", spec, Limits::default())
            .counts
            .nodes
    };
    assert_eq!(nodes("minimax"), 549_946);
    assert_eq!(nodes("alphabeta"), 18_297);
}

/// The exact value by the default solver: positive if the side to move wins, and the ply
/// of the end.
fn solved(game: &str, position: &str) -> (i64, Option<usize>) {
    struct Solve<'a>(&'a str);
    impl Visit for Solve<'_> {
        type Output = (i64, Option<usize>);
        fn visit<G: Game>(self, start: G) -> Self::Output {
            let game = notation::position(start, self.0).unwrap();
            let mut searcher = Searcher::new(&engine("solver"), &game).unwrap();
            let found = searcher.search(&game, &Limits::default());
            let value = found.value.unwrap();
            let end = Scores::Distance.end_of(value, game.ply(), game.max_plies());
            (value.signum(), end)
        }
    }
    game.parse::<GameSpec>().unwrap().visit(Solve(position))
}

#[test]
fn games_have_their_known_values() {
    for (game, sign) in [
        ("connect(4,4,4)", 0),
        ("connect(4,5,4)", 0),
        ("connect(4,6,4)", -1),
        ("connect(4,7,4)", 0),
        ("connect(5,4,4)", 0),
        ("connect(5,5,4)", 0),
        ("connect(5,6,4)", 0),
        ("connect(6,4,4)", 0),
        ("connect(6,5,4)", 0),
        ("mnk(3,3,3)", 0),
        ("mnk(4,4,4)", 0),
        ("mnk(5,5,4)", 0),
        ("mnk(6,4,4)", 0),
        ("mnk(4,3,3)", 1),
        ("mnk(4,4,3)", 1),
        ("mnk(6,5,4)", 1),
        ("mnk(6,6,4)", 1),
    ] {
        assert_eq!(solved(game, "").0, sign, "{game}");
    }
    for (game, solution) in [
        ("chain(2,2)", (-1, Some(4))),
        ("chain(2,3)", (1, Some(7))),
        ("chain(3,3)", (1, Some(13))),
    ] {
        assert_eq!(solved(game, ""), solution, "{game}");
    }
}

#[test]
fn every_rung_of_the_ladder_finds_the_same_scores() {
    // Positions near the end, from seeded random games.
    struct Climb;
    impl Visit for Climb {
        type Output = Vec<u64>;
        fn visit<G: Game>(self, start: G) -> Vec<u64> {
            let games = plyometer::search::probcut::sample(&start, 60, 30, 36, 4);
            assert_eq!(games.len(), 60);
            let rungs = [
                "minimax",
                "alphabeta",
                "centre",
                "table",
                "null-window",
                "anticipate",
                "threats",
                "lower-bounds",
            ];
            let mut scores: Vec<Vec<i64>> = Vec::new();
            let mut nodes = Vec::new();
            for rung in rungs {
                // A small table is as good for these, and quicker to set up.
                let mut rung = engine(&format!("ladder/{rung}"));
                rung.table.size = plyometer::search::tt::Size::Entries(100_003);
                let mut searcher = Searcher::new(&rung, &start).unwrap();
                let mut total = 0;
                let mut values = Vec::new();
                for moves in &games {
                    let mut game = start.clone();
                    for &mv in moves {
                        game.play(mv);
                    }
                    let found = searcher.search(&game, &Limits::default());
                    total += found.counts.nodes;
                    values.push(found.value.unwrap());
                }
                scores.push(values);
                nodes.push(total);
            }
            assert!(scores.iter().all(|rung| *rung == scores[0]));
            assert!(scores[0].iter().any(|&score| score > 0));
            assert!(scores[0].iter().any(|&score| score < 0));
            nodes
        }
    }
    let nodes = "connect4".parse::<GameSpec>().unwrap().visit(Climb);
    // Each rung of a ladder of pruning and ordering visits less, but null windows pay off
    // only on harder positions.
    assert!(
        nodes[0] > nodes[1] && nodes[1] > nodes[3] && nodes[4] > nodes[7],
        "{nodes:?}"
    );
}

/// The fixed bench: any change of what a search does shows here.
#[test]
fn the_signature_of_the_searches_is_the_committed_one() {
    const COMMITTED: &str = include_str!("signature.csv");
    let mut computed = String::from(
        "game,position,engine,depth,value,nodes,generated,leaves,terminals,heuristic_calls,ordering_evals,cutoffs,first_move_cutoffs,tt_hits,tt_cutoffs,tt_stores,re_searches\n",
    );
    let mut reader = csv::Reader::from_reader(COMMITTED.as_bytes());
    for row in reader.records() {
        let row = row.unwrap();
        let (game, position, spec) = (&row[0], &row[1], &row[2]);
        let depth = row[3].parse().unwrap();
        let found = search(game, position, spec, Limits::depth(depth));
        let Counts {
            nodes,
            generated,
            leaves,
            terminals,
            heuristic_calls,
            ordering_evals,
            cutoffs,
            tt_hits,
            tt_cutoffs,
            tt_stores,
            re_searches,
            ..
        } = found.counts;
        let first = found.counts.first_move_cutoffs();
        let value = found.value.unwrap();
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([game, position, spec]).unwrap();
        let texts = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        computed.push_str(&format!(
            "{},{depth},{value},{nodes},{generated},{leaves},{terminals},{heuristic_calls},{ordering_evals},{cutoffs},{first},{tt_hits},{tt_cutoffs},{tt_stores},{re_searches}\n",
            texts.trim_end()
        ));
    }
    assert!(computed.lines().count() > 20);
    assert!(
        computed == COMMITTED,
        "behaviour changed: searches do not visit what they did. If that is meant, \
         tests/signature.csv becomes:\n{computed}"
    );
}

#[test]
fn sequential_counts_do_not_depend_on_what_else_runs() {
    let run = || {
        let found = search("connect4", "44", "pvs", Limits::depth(9));
        (found.counts, found.value, found.line)
    };
    let alone = run();
    let together: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(together.iter().all(|found| *found == alone));
}

/// Searches another position in between: the counts of the same search must be the same,
/// unless it is told to keep what it learns.
struct Twice(&'static str);

impl Visit for Twice {
    type Output = (Counts, Counts);
    fn visit<G: Game>(self, start: G) -> Self::Output {
        let mut searcher = Searcher::new(&engine(self.0), &start).unwrap();
        let limits = Limits::depth(6);
        let first = searcher.search(&start, &limits).counts;
        let mut moves: Vec<Move> = Vec::new();
        start.moves(&mut moves);
        let mut other = start.clone();
        other.play(moves[0]);
        searcher.search(&other, &limits);
        (first, searcher.search(&start, &limits).counts)
    }
}

#[test]
fn nothing_is_left_over_from_a_former_search_unless_asked_for() {
    let evaluator = r#"evaluator = "random(seed=5,values=9)""#;
    let forgetful = format!(
        r#"{{ {evaluator}, tt = true, order = ["tt", "killer", "history", "history(square-of-value)"] }}"#
    );
    let keeps_table = format!(r#"{{ {evaluator}, tt = {{ keep = true }}, order = ["tt"] }}"#);
    let keeps_history =
        format!(r#"{{ {evaluator}, order = ["killer", "history"], keep-history = true }}"#);
    let twice = |text: String| {
        let text: &'static str = text.leak();
        "connect(5,5,4)"
            .parse::<GameSpec>()
            .unwrap()
            .visit(Twice(text))
    };
    let (first, again) = twice(forgetful);
    assert_eq!(first, again);
    let (first, again) = twice(keeps_table);
    assert!(again.nodes < first.nodes, "a kept table saves work");
    let (first, again) = twice(keeps_history);
    assert_ne!(first, again, "kept history shows");
}

#[test]
fn a_limit_returns_the_best_move_of_the_last_finished_depth() {
    let spec = r#"{ preset = "pvs", evaluator = "random(values=9)" }"#;
    let limited = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let found = search("connect4", "", spec, limited);
    assert_eq!(found.status, Status::Nodes);
    assert_eq!(found.counts.nodes, 20_000);
    assert!(found.depth > 3, "{}", found.depth);
    let exact = search("connect4", "", spec, Limits::depth(found.depth));
    assert_eq!((found.value, found.best), (exact.value, exact.best));
    // The same again: a limit of nodes is deterministic.
    assert_eq!(search("connect4", "", spec, limited).counts, found.counts);
    // Not even one ply: a legal move, and no value.
    let nothing = search(
        "connect4",
        "",
        spec,
        Limits {
            nodes: Some(2),
            ..limited
        },
    );
    assert_eq!((nothing.value, nothing.depth), (None, 0));
    assert!(nothing.best.is_some());
}

#[test]
fn a_limit_of_time_is_kept() {
    for spec in ["pvs", "mcts", "lazy-smp", "abdada", "parallel-root"] {
        let limits = Limits {
            time: Some(Duration::from_millis(60)),
            ..Limits::default()
        };
        let begun = Instant::now();
        let found = search("mnk(10,10,5)", "", spec, limits);
        assert!(begun.elapsed() < Duration::from_secs(2), "{spec}");
        assert!(found.best.is_some());
        assert_eq!(found.status, Status::Time, "{spec}");
    }
}

#[test]
fn a_search_deeper_than_a_stack_is_given_a_deeper_one() {
    struct Deep;
    impl Visit for Deep {
        type Output = (u64, usize);
        fn visit<G: Game>(self, start: G) -> Self::Output {
            let spec = r#"{ algorithm = "pvs", tt = true, order = ["tt", "history"] }"#;
            let mut searcher = Searcher::new(&engine(spec), &start).unwrap();
            let found = searcher.search_to_the_end(&start, 12_000);
            (found.counts.deepest, start.max_plies())
        }
    }
    // Nobody wins for a long time, so the first line goes nearly to the full board.
    for game in ["connect(100,100,100)", "chain(100,100)", "mnk(100,100,100)"] {
        let (deepest, plies) = game.parse::<GameSpec>().unwrap().visit(Deep);
        assert!(deepest > 2000, "{game}: {deepest} of {plies}");
    }
}

#[test]
fn anticipation_sees_what_a_search_would() {
    // Two threats at once: lost in two plies, without a single child.
    let spec = r#"{ anticipate = "losses", scores = "distance" }"#;
    let found = search("mnk(3,3,3)", "a1 b2 c3 a3 c1", spec, Limits::depth(4));
    assert_eq!(found.counts.nodes, 1);
    // A win at once costs no node at all, and is the move.
    let found = search("connect4", "121212", spec, Limits::depth(4));
    assert_eq!((found.counts.nodes, found.best), (0, Some(Move(0))));
}

#[test]
fn a_table_without_marks_is_declared_unsound_and_can_be_wrong() {
    let spec = r#"{ tt = { bounds = "unmarked" }, evaluator = "random(seed=3,values=4)" }"#;
    assert!(!engine(spec).is_sound());
    assert!(!engine(r#"{ tt = { depth = false } }"#).is_sound());
    assert!(!engine(r#"{ forward = "best(3)" }"#).is_sound());
    let wrong = (1..=7).any(|column| {
        let position = column.to_string();
        let unmarked = search("connect4", &position, spec, Limits::depth(7));
        let sound = spec.replace("unmarked", "both");
        let sound = search("connect4", &position, &sound, Limits::depth(7));
        unmarked.value != sound.value
    });
    assert!(wrong, "bounds taken for values show somewhere");
}

#[test]
fn forward_pruning_searches_less_and_probcut_cuts() {
    let nodes = |forward: &str| {
        let spec = format!(r#"{{ order = ["eval"], evaluator = "random(values=50)", {forward} }}"#);
        let counts = search("mnk(5,5,4)", "c3", &spec, Limits::depth(4)).counts;
        (counts.nodes, counts.probcuts)
    };
    let (full, none) = nodes("");
    assert_eq!(none, 0);
    let (ten, _) = nodes(r#"forward = "best(10)""#);
    let (third, _) = nodes(r#"forward = "fraction(0.3)""#);
    assert!(third < ten && ten < full);
    let (_, probcuts) = nodes(r#"forward = "probcut(depth=3,shallow=1,p=0.8,sigma=5)""#);
    assert!(probcuts > 0);
}

#[test]
fn best_k_generates_all_and_searches_k() {
    let spec = r#"{ algorithm = "minimax", order = ["eval"], forward = "best(3)" }"#;
    let counts = search("mnk(4,4,4)", "", spec, Limits::depth(2)).counts;
    // The root and its three children build all their children: 16 and 3 × 15.
    assert_eq!(counts.generated, 16 + 3 * 15);
    assert_eq!(counts.nodes, 1 + 3 + 9);
    assert_eq!(counts.leaves, 9);
    assert_eq!(counts.ordering_evals, 61);
    assert_eq!(counts.heuristic_calls, 61 + 9);
}

#[test]
fn lines_may_be_played_on_past() {
    // X has four in a row already after the first move of either column.
    let spec = r#"{ algorithm = "minimax", lines-end = false }"#;
    let counts = search("connect(8,8,4)", "121212", spec, Limits::depth(3)).counts;
    assert_eq!((counts.leaves, counts.terminals), (8 * 8 * 8, 0));
}

#[test]
fn the_minimal_tree_is_a_lower_bound_of_alphabeta_and_reached_by_perfect_order() {
    struct Minimal(u32);
    impl Visit for Minimal {
        type Output = u64;
        fn visit<G: Game>(self, start: G) -> u64 {
            let mut evaluator = engine(r#"{ evaluator = "random(values=1000)" }"#)
                .evaluator
                .build(&start)
                .unwrap();
            minimal_nodes(&start, self.0, &mut *evaluator, Scores::Flat)
        }
    }
    let game: GameSpec = "connect4".parse().unwrap();
    for depth in 1..6 {
        let minimal = game.visit(Minimal(depth));
        let spec = r#"{ evaluator = "random(values=1000)" }"#;
        let alphabeta = search("connect4", "", spec, Limits::depth(depth))
            .counts
            .nodes;
        // Knuth and Moore's count of all nodes, not only leaves, for b = 7: with every
        // best move first, nobody does better.
        let knuth: u64 = (0..=depth).map(|depth| uniform_leaves(7, depth)).sum();
        assert!(minimal >= knuth, "depth {depth}: {minimal} < {knuth}");
        assert!(minimal <= alphabeta, "depth {depth}");
        assert!(
            minimal < 2 * knuth,
            "depth {depth}: {minimal} against {knuth}"
        );
    }
}

#[test]
fn cutoffs_are_counted_by_the_index_of_the_move_that_cut() {
    let counts = search("mnk(3,3,3)", "", "alphabeta", Limits::default()).counts;
    assert_eq!(counts.cut_index.iter().sum::<u64>(), counts.cutoffs);
    assert_eq!(counts.first_move_cutoffs(), counts.cut_index[0]);
    assert!(
        counts.cut_index[8..].iter().all(|&n| n == 0),
        "no node has more than nine moves"
    );
}

#[test]
fn where_every_move_is_equally_bad_one_that_lasts_is_chosen() {
    // X threatens a column: only a2 does not lose at once.
    struct Best(&'static str);
    impl Visit for Best {
        type Output = String;
        fn visit<G: Game>(self, start: G) -> String {
            let game = notation::position(start, "a1 b1 a3").unwrap();
            let mut searcher = Searcher::new(&engine(self.0), &game).unwrap();
            let best = searcher.search(&game, &Limits::default()).best.unwrap();
            notation::format_move(&game, best)
        }
    }
    let game: GameSpec = "mnk(3,3,3)".parse().unwrap();
    for spec in ["solver", "ladder/lower-bounds", "ladder/anticipate"] {
        assert_eq!(game.visit(Best(spec)), "a2", "{spec}");
    }
}

#[test]
fn threads_share_a_limit_of_nodes() {
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    for spec in ["parallel-root", "lazy-smp", "abdada"] {
        let found = search("connect4", "", spec, limits);
        assert_eq!(found.status, Status::Nodes, "{spec}");
        assert!(
            found.counts.nodes < 21_000,
            "{spec}: {}",
            found.counts.nodes
        );
    }
}

#[test]
fn no_move_is_left_where_pruning_kept_only_losing_ones() {
    let spec = r#"{ forward = "best(1)", reorder = true, deepening = true, anticipate = "losses", scores = "distance" }"#;
    let found = search("connect4", "76767", spec, Limits::depth(4));
    assert_eq!(found.best, Some(Move(6)));
}
