//! The reports' players: legal games to the end, no missed wins, and better than chance.

use std::time::{Duration, Instant};

use plyometer::game::{Game, Outcome, Side};
use plyometer::games::{GameSpec, Visit};
use plyometer::notation::{format_move, format_moves};
use plyometer::players::PlayerSpec;
use plyometer::search::Limits;
use rayon::prelude::*;

/// How a game went.
struct Played {
    outcome: Option<Outcome>,
    moves: String,
    /// The longest that the player under test took for a move.
    longest: Duration,
}

/// Plays a game of at most `plies`, in which `tested` is checked move by move: its moves are
/// legal, it takes a win, and leaves no win of the opponent open that it could prevent.
fn play(game: &str, players: [&str; 2], tested: Side, plies: usize) -> Played {
    struct Playing<'a>([&'a str; 2], Side, usize);
    impl Visit for Playing<'_> {
        type Output = Played;
        fn visit<G: Game>(self, start: G) -> Played {
            let Playing(texts, tested, plies) = self;
            let mut players = texts.map(|text| {
                let spec: PlayerSpec = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
                spec.build(&start, &Limits::default()).unwrap()
            });
            let mut game = start.clone();
            let mut moves = Vec::new();
            let mut longest = Duration::ZERO;
            while game.outcome().is_none() && moves.len() < plies {
                let side = game.to_move();
                let begun = Instant::now();
                let chosen = players[side.index()].choose(&game);
                let time = begun.elapsed();
                let told = || {
                    let played = format_moves(&start, &moves);
                    let mv = format_move(&game, chosen.mv);
                    format!(
                        "{} plays {mv} ({}) after {played}",
                        texts[side.index()],
                        chosen.rule
                    )
                };
                game.check(chosen.mv)
                    .unwrap_or_else(|e| panic!("{}: {e}", told()));
                if side == tested {
                    longest = longest.max(time);
                    assert!(chosen.time <= time);
                    let mut board = game.clone();
                    let can_win = board.winning_move().is_some();
                    let wins = board.wins(chosen.mv);
                    assert!(wins || !can_win, "misses a win: {}", told());
                    board.play(chosen.mv);
                    let loses = board.outcome().is_none() && board.winning_move().is_some();
                    if loses {
                        let mut safe = Vec::new();
                        game.clone().safe_moves(&mut safe);
                        assert!(safe.is_empty(), "loses at once: {}", told());
                    }
                }
                game.play(chosen.mv);
                moves.push(chosen.mv);
            }
            Played {
                outcome: game.outcome(),
                moves: format_moves(&start, &moves),
                longest,
            }
        }
    }
    let game: GameSpec = game.parse().unwrap();
    game.visit(Playing(players, tested, plies))
}

/// How many of 100 games against random moves a player wins, half of them as second.
fn wins_of_100(game: &str, player: &str) -> usize {
    let won = (0..100).into_par_iter().filter(|seed| {
        let random = format!("random(seed={seed})");
        let (players, side) = match seed % 2 {
            0 => ([player, &random], Side::First),
            _ => ([random.as_str(), player], Side::Second),
        };
        let played = play(game, players, side, usize::MAX);
        assert!(played.outcome.is_some());
        played.outcome == Some(Outcome::Win(side))
    });
    won.count()
}

#[test]
fn each_beats_random_moves_on_its_home_board() {
    for (game, player) in [
        ("connect4", "player(connectx,nodes=2000)"),
        ("mnk(7,7,4)", "player(mnk,nodes=1000)"),
        ("unstable", "player(unstable,nodes=2000)"),
        ("tris(10,4)", "player(tris,depth=4)"),
        ("connect(8,8,4)", "player(conecta4,depth=4,nodes=20000)"),
        (
            "connect(8,8,4)",
            "player(conecta4/alphabeta,depth=4,nodes=20000)",
        ),
        (
            "connect(8,8,4)",
            "player(conecta4/minimax,depth=3,nodes=20000)",
        ),
    ] {
        let wins = wins_of_100(game, player);
        assert!(wins >= 95, "{player} wins {wins} of 100 on {game}");
    }
}

/// Boards of all shapes, the smallest and the largest among them, with the players for them.
#[test]
fn every_player_plays_legal_games_on_every_kind_of_board() {
    let connect = ["player(connectx,nodes=200)", "player(conecta4,nodes=200)"];
    let cells = ["player(mnk,nodes=100)", "player(tris,depth=2)"];
    let chain = ["player(unstable,nodes=200)"];
    let mut games: Vec<(String, &str)> = Vec::new();
    for (boards, players) in [
        (
            &[
                "connect(1,1,1)",
                "connect(1,2,2)",
                "connect(1,4,2)",
                "connect(4,1,3)",
                "connect(2,2,2)",
                "connect(3,3,3)",
                "connect(4,5,4)",
                "connect(7,7,5)",
                "connect(9,8,4)",
                "connect(12,20,6)",
                "connect(50,50,15)",
                "connect(100,100,30)",
            ][..],
            &connect[..],
        ),
        (
            &[
                "mnk(1,1,1)",
                "mnk(1,2,2)",
                "mnk(2,2,2)",
                "mnk(1,5,3)",
                "tris(3,3)",
                "mnk(4,3,3)",
                "mnk(5,5,5)",
                "mnk(7,6,4)",
                "tris(10,4)",
                "mnk(16,12,5)",
                "mnk(50,50,10)",
                "tris(100,4)",
                "mnk(100,100,10)",
            ],
            &cells,
        ),
        (
            &[
                "chain(2,2)",
                "chain(1,4)",
                "chain(2,3)",
                "chain(3,3)",
                "chain(6,10)",
                "chain(9,9)",
            ],
            &chain,
        ),
    ] {
        for board in boards {
            games.extend(players.iter().map(|player| (board.to_string(), *player)));
        }
    }
    games.into_par_iter().for_each(|(game, player)| {
        for (seed, side) in [
            (1, Side::First),
            (2, Side::Second),
            (3, Side::First),
            (4, Side::Second),
        ] {
            let random = format!("random(seed={seed})");
            let players = match side {
                Side::First => [player, &random],
                Side::Second => [random.as_str(), player],
            };
            let played = play(&game, players, side, usize::MAX);
            assert!(played.outcome.is_some(), "{player} on {game}");
        }
    });
}

/// A generous second on top of the limit: other tests have the cores as well. What the
/// players really take beyond their limits is a few milliseconds.
#[test]
fn no_player_forgets_the_time_on_the_largest_boards() {
    for (game, player) in [
        ("connect(100,100,30)", "player(connectx,time=0.05)"),
        ("connect(100,100,30)", "player(conecta4,time=0.05)"),
        ("tris(100,5)", "player(mnk,time=0.05)"),
        ("mnk(15,15,5)", "player(mnk,time=0.05)"),
        ("tris(100,5)", "player(tris,time=0.05)"),
        ("chain(100,100)", "player(unstable,time=0.05)"),
    ] {
        let played = play(game, [player, "random(seed=1)"], Side::First, 16);
        let most = Duration::from_millis(1050);
        assert!(
            played.longest < most,
            "{player} took {:?} on {game}",
            played.longest
        );
    }
}

#[test]
fn node_limited_games_are_the_same_every_time() {
    for (game, players) in [
        (
            "connect4",
            [
                "player(connectx,nodes=3000)",
                "player(conecta4,depth=4,nodes=100000)",
            ],
        ),
        (
            "mnk(6,6,4)",
            ["player(mnk,nodes=2000)", "player(tris,depth=4)"],
        ),
        (
            "unstable",
            ["player(unstable,nodes=1000)", "random(seed=5)"],
        ),
        (
            "mnk(4,4,4)",
            [
                r#"{ preset = "mcts", nodes = 500 }"#,
                r#"{ preset = "pvs", depth = 3 }"#,
            ],
        ),
    ] {
        let [one, two] = [(), ()].map(|()| play(game, players, Side::First, 60).moves);
        assert_eq!(one, two, "{game}");
    }
}

#[test]
fn a_player_says_what_it_plays_and_what_is_wrong_with_its_text() {
    let refused = |text: &str, game: &str| {
        struct Build(PlayerSpec);
        impl Visit for Build {
            type Output = Option<String>;
            fn visit<G: Game>(self, start: G) -> Option<String> {
                let built = self.0.build(&start, &Limits::default());
                built.err().map(|error| error.to_string())
            }
        }
        match text.parse::<PlayerSpec>() {
            Err(error) => error.to_string(),
            Ok(spec) => {
                let game: GameSpec = game.parse().unwrap();
                game.visit(Build(spec))
                    .unwrap_or_else(|| panic!("{text} was built"))
            }
        }
    };
    for (text, game, part) in [
        (
            "player(tris)",
            "connect4",
            "player(tris) plays mnk and tris",
        ),
        ("player(connectx)", "tris(3,3)", "plays connect"),
        ("player(unstable)", "tris(3,3)", "plays chain"),
        ("player(trsi)", "tris(3,3)", "did you mean `tris`?"),
        ("player(tris,tiem=1)", "tris(3,3)", "did you mean `time`?"),
        ("player(tris,time=-1)", "tris(3,3)", "time is `-1`"),
        ("player(tris,depth=0)", "tris(3,3)", "depth is `0`"),
        ("random(sed=1)", "tris(3,3)", "did you mean `seed`?"),
        (
            "pws",
            "tris(3,3)",
            "unknown preset `pws`: did you mean `pvs`?",
        ),
        (
            "{ preset = \"pvs\", depth = 0 }",
            "tris(3,3)",
            "depth: a whole number from 1",
        ),
        (
            "{ preset = \"pvs\", time = 3 }",
            "tris(3,3)",
            "time: a time is a text",
        ),
        (
            "{ preset = \"pvs\", time = \"3\" }",
            "tris(3,3)",
            "500ms, 2s",
        ),
        ("{ preset = }", "tris(3,3)", "TOML"),
        (
            "{ evaluator = \"owned-and-unstable\" }",
            "tris(3,3)",
            "a game of chain",
        ),
    ] {
        let error = refused(text, game);
        assert!(error.contains(part), "{text}: {error}");
    }
    for (text, canonical) in [
        ("player( mnk , depth = 3 )", "player(mnk,depth=3)"),
        ("player(tris,threads=2)", "player(tris,threads=2)"),
        ("random", "random(seed=1)"),
        ("pvs", "pvs"),
    ] {
        let spec: PlayerSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(spec));
    }
}
