//! What every game must obey, checked on random games over random boards.
//!
//! To put a new game under the laws, give it a line in [`any_board`] and in
//! [`SIZES`], and its rules a plain form in `naive.rs`.

use std::collections::HashMap;
use std::thread;

use proptest::prelude::*;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use crate::game::{Game, Move, Outcome, Side};
use crate::games::bits::{Bits, Wide};
use crate::games::chain::Chain;
use crate::games::naive::Naive;
use crate::games::{GameSpec, Visit};
use crate::notation;

/// Boards of every game, in all representations and on both sides of each limit.
fn any_board() -> impl Strategy<Value = GameSpec> {
    let lines = |rows: usize, cols: usize, k: usize| (rows, cols, 1 + k % rows.max(cols));
    // Rows × columns whose guarded bits are about 64, 128 and 1024, and anything.
    let at_limits = prop::sample::select(vec![
        (7, 8),
        (8, 7),
        (8, 8),
        (6, 9),
        (1, 63),
        (63, 1),
        (64, 1),
        (1, 64),
        (10, 11),
        (11, 10),
        (11, 11),
        (1, 100),
        (100, 1),
        (31, 32),
        (32, 31),
        (32, 32),
        (40, 40),
    ]);
    let sides =
        prop_oneof![3 => (1usize..=7, 1usize..=7), 2 => at_limits, 1 => (1usize..=24, 1usize..=24)];
    (0..4, sides, 0usize..100).prop_filter_map("boards there are", move |(game, (a, b), k)| {
        let (rows, cols, k) = lines(a, b, k);
        let text = match game {
            0 => format!("connect({rows},{cols},{k})"),
            1 => format!("mnk({rows},{cols},{k})"),
            2 => format!("tris({rows},{})", k.min(rows)),
            _ => format!("chain({rows},{cols})"),
        };
        text.parse().ok()
    })
}

/// Plays a random game of at most `plies` moves, and calls `f` before each with the
/// position, its legal moves and the one that will be played.
fn random_game<G: Game>(
    start: &G,
    seed: u64,
    plies: usize,
    mut f: impl FnMut(&G, &[Move], Move),
) -> G {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut game = start.clone();
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game.outcome().is_some() {
            break;
        }
        moves.clear();
        game.moves(&mut moves);
        let mv = moves[random.next_u64() as usize % moves.len()];
        f(&game, &moves, mv);
        game.play(mv);
    }
    game
}

/// All laws but those that need the naive reference.
struct Laws {
    seed: u64,
    plies: usize,
}

impl Visit for Laws {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        let mut mirrored = start.clone();
        let mut played = Vec::new();
        let end = random_game(&start, self.seed, self.plies, |game, moves, mv| {
            legal_moves_are_distinct_and_playable(game, moves);
            unmake_restores(game, moves);
            tactics_agree_with_playing(game, moves);
            threats_of_each_move_are_those_of_one(game, moves);
            keys_are_kept_up_to_date(game);
            // The mirror image of the game so far is the game of the mirrored moves.
            assert_eq!(mirrored.key(), game.mirrored_key());
            assert_eq!(mirrored.mirrored_key(), game.key());
            assert_eq!(mirrored.packed(), game.mirrored_packed());
            assert_eq!(mirrored.mirrored_packed(), game.packed());
            let mut images: Vec<_> = moves.iter().map(|&mv| game.mirror(mv)).collect();
            let mut there = Vec::new();
            mirrored.moves(&mut there);
            images.sort();
            there.sort();
            assert_eq!(images, there, "mirrored legal moves are legal");
            assert_eq!(game.mirror(game.mirror(mv)), mv);
            mirrored.play(game.mirror(mv));
            played.push(mv);
        });
        keys_are_kept_up_to_date(&end);
        assert_eq!(mirrored.outcome(), end.outcome());
        assert!(end.ply() <= end.max_plies());
        assert_eq!(end.ply(), played.len());
        // Notation round-trips, and leads to the same position.
        let text = notation::format_moves(&start, &played);
        assert_eq!(notation::moves(&start, &text).unwrap(), played);
        assert_eq!(notation::position(start.clone(), &text).unwrap(), end);
        clones_do_not_interfere(&start, self.seed, self.plies.min(60));
    }
}

fn legal_moves_are_distinct_and_playable<G: Game>(game: &G, moves: &[Move]) {
    assert!(!moves.is_empty(), "an unfinished game has moves");
    assert_eq!(moves.len(), game.move_count());
    let mut distinct = moves.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), moves.len());
    for row in 0..game.rows() {
        for col in 0..game.cols() {
            let mv = game.move_at(row, col);
            assert!(mv.index() < game.move_index_limit());
            assert_eq!(game.check(mv).is_ok(), distinct.binary_search(&mv).is_ok());
            let text = notation::format_move(game, mv);
            assert_eq!(notation::parse_move(game, &text), Ok(mv));
        }
    }
}

fn unmake_restores<G: Game>(game: &G, moves: &[Move]) {
    let mut copy = game.clone();
    // A handful of moves is enough on the largest boards.
    for &mv in moves.iter().step_by(1 + moves.len() / 50) {
        let wins = copy.wins(mv);
        let undo = copy.play(mv);
        assert_eq!(wins, copy.outcome() == Some(Outcome::Win(game.to_move())));
        assert_eq!(copy.to_move(), game.to_move().other());
        assert_ne!(&copy, game);
        copy.undo(mv, undo);
        // Every field, not only those that `Eq` compares.
        assert_eq!(format!("{copy:?}"), format!("{game:?}"));
    }
}

/// What a game says of wins and threats without playing is what playing shows.
fn tactics_agree_with_playing<G: Game>(game: &G, moves: &[Move]) {
    if moves.len() > 64 {
        return; // A square of the number of moves is played below.
    }
    let mut copy = game.clone();
    let wins: Vec<_> = moves.iter().filter(|&&mv| copy.wins(mv)).collect();
    assert_eq!(copy.winning_move().as_ref(), wins.first().copied());
    if !wins.is_empty() {
        return;
    }
    let mut safe = Vec::new();
    copy.safe_moves(&mut safe);
    let mut expected = Vec::new();
    for &mv in moves {
        let undo = copy.play(mv);
        let mut replies = Vec::new();
        copy.moves(&mut replies);
        let over = copy.outcome().is_some();
        if over || !replies.iter().any(|&reply| copy.wins(reply)) {
            expected.push(mv);
        }
        copy.undo(mv, undo);
    }
    assert_eq!(safe, expected, "{game:?}");
}

/// On a board of lines, a threat is an empty cell that would complete one.
#[test]
fn threats_are_the_cells_that_would_complete_a_line() {
    let start = crate::games::mnk::Mnk::<u64>::new(4, 4, 3);
    let mut game = notation::position(start, "b2 a1").unwrap();
    for (mv, threats) in [("c2", 2), ("c3", 1), ("d4", 1), ("d1", 0), ("b3", 2)] {
        let mv = notation::parse_move(&game, mv).unwrap();
        assert_eq!(game.threats_after(mv), threats, "{mv:?}");
    }
}

/// However many moves are asked about at once.
fn threats_of_each_move_are_those_of_one<G: Game>(game: &G, moves: &[Move]) {
    let mut copy = game.clone();
    // Some are enough: one by one takes long on a large board.
    let some = moves.iter().step_by(1 + moves.len() / 8);
    let moves: Vec<_> = some.copied().collect();
    let one_by_one: Vec<_> = moves
        .iter()
        .map(|&mv| copy.threats_after(mv) as i64)
        .collect();
    let mut together = Vec::new();
    copy.threats_after_each(&moves, &mut together);
    assert_eq!(together, one_by_one, "{game:?}");
}

fn keys_are_kept_up_to_date<G: Game>(game: &G) {
    assert_eq!([game.key(), game.mirrored_key()], game.recomputed_keys());
}

/// Random games on several threads at once, each from a clone, end as they do alone.
fn clones_do_not_interfere<G: Game>(start: &G, seed: u64, plies: usize) {
    let alone: Vec<_> = (0..3)
        .map(|i| random_game(start, seed ^ i, plies, |_, _, _| ()))
        .collect();
    let together: Vec<_> = thread::scope(|scope| {
        let one = |i| scope.spawn(move || random_game(start, seed ^ i, plies, |_, _, _| ()));
        let threads: Vec<_> = (0..3).map(one).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert_eq!(alone, together);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn every_game_obeys_the_laws(spec in any_board(), seed: u64) {
        let large = spec.to_string().len() > 24;
        spec.visit(Laws { seed, plies: if large { 120 } else { 400 } });
    }
}

/// Every position of a whole game tree: different ones have different keys and
/// different packed words, equal ones the same.
struct KeysTellPositionsApart(usize);

impl Visit for KeysTellPositionsApart {
    type Output = usize;

    fn visit<G: Game>(self, start: G) -> usize {
        let mut by_key: HashMap<u64, G> = HashMap::new();
        let mut by_word: HashMap<u64, G> = HashMap::new();
        let mut level = vec![start];
        for depth in 0..=self.0 {
            let mut next = Vec::new();
            for game in level {
                if let Some(word) = game.packed() {
                    let known = by_word.entry(word).or_insert_with(|| game.clone());
                    assert_eq!(*known, game, "packed words are exact");
                }
                let before = by_key.len();
                let known = by_key.entry(game.key()).or_insert_with(|| game.clone());
                assert_eq!(*known, game, "different positions, one key");
                if by_key.len() > before && game.outcome().is_none() && depth < self.0 {
                    let mut moves = Vec::new();
                    game.moves(&mut moves);
                    next.extend(moves.into_iter().map(|mv| {
                        let mut child = game.clone();
                        child.play(mv);
                        child
                    }));
                }
            }
            level = next;
        }
        assert!(by_word.is_empty() || by_word.len() == by_key.len());
        by_key.len()
    }
}

#[test]
fn keys_differ_between_different_positions() {
    for (game, depth, positions) in [
        ("mnk(3,3,3)", 9, 5478),
        ("connect(4,4,4)", 16, 161_029),
        ("connect(3,3,3)", 9, 694),
        ("mnk(10,11,3)", 2, 1 + 110 + 110 * 109),
        ("connect(40,40,4)", 2, 1 + 40 + 40 * 40),
        ("chain(40,40)", 1, 1601),
    ] {
        let game: GameSpec = game.parse().unwrap();
        assert_eq!(
            game.visit(KeysTellPositionsApart(depth)),
            positions,
            "{game}"
        );
    }
    let chain: GameSpec = "chain(2,3)".parse().unwrap();
    assert!(chain.visit(KeysTellPositionsApart(9)) > 1000);
}

/// Random games against the plain rules, ply by ply.
struct AgreesWithNaive {
    spec: GameSpec,
    games: u64,
}

impl Visit for AgreesWithNaive {
    type Output = ();

    fn visit<G: Game>(self, start: G) {
        (0..self.games).into_par_iter().for_each(|seed| {
            let mut naive = Naive::new(self.spec);
            let mut check = |game: &G, moves: &[Move], mv: Option<Move>| {
                assert_eq!(game.outcome(), naive.outcome);
                assert_eq!(game.ply(), naive.ply);
                if game.outcome().is_none() {
                    let landings = moves.iter().map(|&mv| game.landing(mv));
                    assert!(landings.eq(naive.moves()), "moves in natural order");
                }
                // Where a won cascade stops is a matter of order; everything else is not.
                let chain = matches!(self.spec, GameSpec::Chain { .. });
                if game.outcome().is_none() || !chain {
                    for (row, cells) in naive.cells.iter().enumerate() {
                        for (col, &(owner, atoms)) in cells.iter().enumerate() {
                            let cell = game.cell(row, col);
                            assert_eq!((cell.owner, cell.atoms as usize), (owner, atoms));
                        }
                    }
                }
                if let Some(mv) = mv {
                    naive.play(game.landing(mv));
                }
            };
            let plies = start.max_plies();
            let end = random_game(&start, seed, plies, |game, moves, mv| {
                check(game, moves, Some(mv))
            });
            check(&end, &[], None);
            assert!(end.outcome().is_some());
        });
    }
}

/// Thirty boards, in all representations; the last of each game are wide.
const SIZES: [&str; 30] = [
    "connect(1,1,1)",
    "connect(3,3,3)",
    "connect(4,4,4)",
    "connect(4,5,3)",
    "connect(6,7,4)",
    "connect(7,8,4)",
    "connect(8,7,5)",
    "connect(8,8,4)",
    "connect(10,11,5)",
    "connect(12,12,4)",
    "mnk(1,1,1)",
    "mnk(1,9,3)",
    "mnk(3,3,3)",
    "mnk(4,3,3)",
    "mnk(5,5,4)",
    "mnk(7,8,5)",
    "mnk(8,8,4)",
    "mnk(2,12,12)",
    "mnk(11,10,5)",
    "mnk(11,12,4)",
    "tris(6,4)",
    "tris(12,3)",
    "chain(1,4)",
    "chain(2,2)",
    "chain(2,3)",
    "chain(3,3)",
    "chain(1,9)",
    "chain(5,4)",
    "chain(6,10)",
    "chain(8,9)",
];

#[test]
fn ten_thousand_random_games_on_each_of_thirty_boards_agree_with_the_plain_rules() {
    for board in SIZES {
        let spec: GameSpec = board.parse().unwrap();
        spec.visit(AgreesWithNaive {
            spec,
            games: 10_000,
        });
    }
}

#[test]
fn the_largest_boards_agree_with_the_plain_rules() {
    for board in [
        // One row as long as the word that holds it.
        "chain(1,64)",
        "connect(100,100,30)",
        "mnk(100,100,6)",
        "mnk(33,32,5)",
        "chain(11,12)",
    ] {
        let spec: GameSpec = board.parse().unwrap();
        // Every ply looks at every line of the naive board: a few games are enough.
        let games = if board.contains("100") { 1 } else { 100 };
        spec.visit(AgreesWithNaive { spec, games });
    }
}

/// Chain Reaction in a representation of one's choice, against the plain rules and
/// counters.
fn counters_agree<B: Bits>(rows: usize, cols: usize, seed: u64) {
    let start = Chain::<B>::new(rows, cols);
    let mut naive = Naive::new(GameSpec::Chain { rows, cols });
    random_game(&start, seed, start.max_plies(), |game, _, mv| {
        for side in [Side::First, Side::Second] {
            assert_eq!(game.owned(side), naive.owned(side));
            assert_eq!(game.unstable(side), naive.unstable(side));
        }
        naive.play(game.landing(mv));
    });
}

proptest! {
    #[test]
    fn owned_and_unstable_cells_are_kept_up_to_date(
        rows in 1usize..=8, cols in 4usize..=8, seed: u64,
    ) {
        counters_agree::<u64>(rows, cols, seed);
        counters_agree::<u128>(rows, cols, seed);
        counters_agree::<Wide<16>>(rows, cols, seed);
    }
}

/// The longest cascade there is: every cell one atom short, then one atom more. A
/// recursive explosion would need a frame a cell.
#[test]
fn a_cascade_over_the_largest_board_ends() {
    let mut game = Chain::<Wide<160>>::new(100, 100);
    let fill = Naive::new(GameSpec::Chain {
        rows: 100,
        cols: 100,
    });
    // The second side answers every move in the last cell, until it is one short too.
    let mut targets = Vec::new();
    for row in 0..100 {
        for col in 0..100 {
            for _ in 1..fill.neighbours(row, col).len() {
                targets.push(game.move_at(row, col));
            }
        }
    }
    let (half_a, half_b) = targets.split_at(targets.len() / 2);
    let (mut a, mut b) = (half_a.to_vec(), half_b.to_vec());
    while !a.is_empty() || !b.is_empty() {
        let own = if game.to_move() == Side::First {
            &mut a
        } else {
            &mut b
        };
        match own.pop() {
            Some(mv) if game.check(mv).is_ok() => drop(game.play(mv)),
            _ => break,
        }
    }
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        assert!(game.ply() < game.max_plies());
        moves.clear();
        game.moves(&mut moves);
        game.play(moves[moves.len() / 2]);
    }
    assert!(
        game.ply() > 19_000,
        "the board was nearly full: {}",
        game.ply()
    );
}
