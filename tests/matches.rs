//! Matches as a user plays them: the same games everywhere, whatever happens.

mod lab;

use std::collections::HashMap;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use lab::{Lab, texts};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Players of every kind, on every game.
const MATCH: &str = r#"
title = "A test"
question = "Do the games come out the same?"
[match]
game = ["tris(4,3)", "connect(5,6,4)", "chain(3,4)"]
nodes = [50, 400]
rounds = 2
[openings]
random = { plies = 2, count = 3, seed = 5 }
[players]
alphabeta = { preset = "alphabeta+tt", evaluator = "zero" }
ponders = { preset = "pvs", nodes = 100, ponder = true }
mcts = { preset = "mcts", seed = 3 }
connectx = "player(connectx)"
mnk = "player(mnk)"
unstable = "player(unstable)"
greedy = "greedy"
random = "random"
"#;

impl Lab {
    /// The rows without their times.
    fn games(&self, file: &str) -> Vec<Vec<String>> {
        let mut reader = csv::Reader::from_path(self.path(file)).unwrap();
        let timed: Vec<bool> = (reader.headers().unwrap().iter())
            .map(|name| name.ends_with("_ns"))
            .collect();
        let row = |row: csv::StringRecord| {
            let fields = row.iter().zip(&timed).filter(|(_, timed)| !**timed);
            fields.map(|(field, _)| field.to_string()).collect()
        };
        reader.records().map(|r| row(r.unwrap())).collect()
    }
}

#[test]
fn the_same_games_are_played_at_any_concurrency() {
    let lab = Lab::new(MATCH);
    let mut all = Vec::new();
    for threads in ["1", "2", "7"] {
        let (_, told) = lab.succeeds(&["run", "test.toml", "--out", threads, "--threads", threads]);
        // Six players a board, 15 pairings, 3 boards, 3 openings, 2 limits, 2 sides: 540; and a
        // second round of the 12 pairings with somebody who draws random numbers: 432.
        assert!(told.contains("972 games, 972 rows written"), "{told}");
        all.push(lab.games(&format!("{threads}/test.csv")));
    }
    assert_eq!(all[0], all[1]);
    assert_eq!(all[0], all[2]);
    // There are rounds where somebody draws random numbers, and most of them differ.
    let moves = lab.column("1/test.csv", "moves");
    let fields: Vec<Vec<String>> = ["game", "opening", "x", "o", "limit_nodes"]
        .iter()
        .map(|name| lab.column("1/test.csv", name))
        .collect();
    let mut first_round = HashMap::new();
    let (mut same, mut different) = (0, 0);
    for (i, moves) in moves.iter().enumerate() {
        let key: Vec<&String> = fields.iter().map(|field| &field[i]).collect();
        let by_chance = |name: &String| ["mcts", "greedy", "random"].contains(&&**name);
        let chance = by_chance(key[2]) || by_chance(key[3]);
        if let Some(before) = first_round.insert(key.clone(), moves) {
            assert!(chance, "{key:?}");
            match before == moves {
                true => same += 1,
                false => different += 1,
            }
        }
    }
    assert!(
        different > 300 && same < different / 4,
        "{same} {different}"
    );
}

#[test]
fn a_match_killed_at_any_moment_comes_to_the_same_result() {
    let undisturbed = Lab::new(MATCH);
    undisturbed.succeeds(&["run", "test.toml", "--out", "."]);
    let expected = undisturbed.games("test.csv");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut kills = 0;
    while kills < 20 {
        let lab = Lab::new(MATCH);
        let run = ["run", "test.toml", "--out", "."];
        kills += lab.kill_until_done(&run, &mut random, 200_000);
        lab.succeeds(&run);
        assert_eq!(lab.games("test.csv"), expected);
    }
}

const SPRT: [&str; 14] = [
    "match",
    "new:{ preset = \"pvs\", evaluator = \"runs\" }",
    "old:{ evaluator = \"runs\" }",
    "--game",
    "connect4",
    "--nodes",
    "500",
    "--games",
    "1000",
    "--sprt",
    "elo0=0,elo1=30",
    "--name",
    "sprt",
    "--quiet",
];

#[test]
fn a_sequential_test_stops_at_the_same_game_whatever_happens() {
    let text = |lab: &Lab, concurrency: &str| {
        let mut arguments = SPRT.to_vec();
        arguments.extend(["--concurrency", concurrency]);
        let (out, _) = lab.succeeds(&arguments);
        // All but the last line, which has the time it took.
        out.lines()
            .rev()
            .skip(1)
            .map(String::from)
            .collect::<Vec<_>>()
    };
    let lab = Lab::new("");
    let one = text(&lab, "1");
    assert!(
        one.iter().any(|line| line.contains("Elo 30 is accepted")),
        "{one:?}"
    );
    let games = lab.games("data/matches/sprt.csv");
    assert!((20..1000).contains(&games.len()), "{}", games.len());
    for concurrency in ["2", "8"] {
        let other = Lab::new("");
        assert_eq!(text(&other, concurrency), one);
        assert_eq!(other.games("data/matches/sprt.csv"), games);
    }
    let killed = Lab::new("");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(8);
    while killed.kill_until_done(&SPRT, &mut random, 100_000) == 0 {
        fs::remove_dir_all(killed.path("data")).unwrap();
    }
    assert_eq!(text(&killed, "3"), one);
    assert_eq!(killed.games("data/matches/sprt.csv"), games);
}

#[test]
fn shards_of_a_match_joined_are_the_whole() {
    let lab = Lab::new(MATCH);
    lab.succeeds(&["run", "test.toml", "--out", "whole"]);
    for shard in ["1/3", "2/3", "3/3"] {
        lab.succeeds(&["run", "test.toml", "--out", "parts", "--shard", shard]);
    }
    let parts = ["1", "2", "3"].map(|n| format!("parts/test.shard-{n}-of-3.csv"));
    let merge = ["merge", &parts[0], &parts[1], &parts[2], "--out", "merged"];
    lab.succeeds(&merge);
    assert_eq!(lab.games("merged/test.csv"), lab.games("whole/test.csv"));
    let (out, _) = lab.succeeds(&["cmp", "whole/test.csv", "merged/test.csv"]);
    assert!(
        out.contains("identical") || out.contains("0 differ"),
        "{out}"
    );
    lab.fails(
        1,
        &["merge", &parts[0], &parts[1], "--out", "again"],
        &["missing"],
    );
    // A game that came out otherwise is found.
    let text = fs::read_to_string(lab.path("whole/test.csv")).unwrap();
    let wrong = text.replacen(",x,rules,", ",o,rules,", 1);
    assert_ne!(text, wrong);
    fs::write(lab.path("wrong.csv"), wrong).unwrap();
    let output = lab.run(&["cmp", "whole/test.csv", "wrong.csv"]);
    let (out, err) = texts(&output);
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!((out + &err).contains("result x → o"));
}

#[test]
fn ctrl_c_keeps_the_games_that_ended() {
    let lab = Lab::new("");
    let arguments = [
        "match",
        "greedy",
        "slow:{ preset = \"pvs\" }",
        "--game",
        "connect4",
        "--nodes",
        "20000",
        "--games",
        "1000",
        "--name",
        "long",
    ];
    let mut run = lab.command(&arguments);
    let run = run
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    thread::sleep(Duration::from_millis(1500));
    let id = run.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = run.wait_with_output().unwrap();
    let (out, err) = texts(&output);
    assert_eq!(output.status.code(), Some(130), "{out}{err}");
    assert!(err.contains("to go on: "), "{err}");
    // What there is is told, and every game of it ended.
    assert!(out.contains("points"), "{out}");
    let results = lab.column("data/matches/long.csv", "result");
    assert!(
        results
            .iter()
            .all(|result| ["x", "o", "draw"].contains(&&**result))
    );
}

#[test]
fn games_against_the_clock_never_crowd_the_cores() {
    let lab = Lab::new("");
    let (_, err) = lab.succeeds(&[
        "match",
        "pvs",
        "alphabeta",
        "--game",
        "tris(3,3)",
        "--time",
        "2ms",
        "--games",
        "6",
        "--concurrency",
        "64",
        "--margin",
        "1s",
    ]);
    let cores = thread::available_parallelism().unwrap();
    let said = format!("{cores} of the games against the clock at once");
    assert!(err.contains(&said) || cores.get() >= 64, "{err}");
}

#[test]
fn a_match_can_be_written_down_and_run() {
    let lab = Lab::new("");
    let arguments = [
        "match",
        "greedy",
        "random",
        "--game",
        "tris(4,3)",
        "--game",
        "chain(3,3)",
        "--games",
        "10",
        "--scoring",
        "mnk",
    ];
    let mut print = arguments.to_vec();
    print.push("--toml");
    let (text, _) = lab.succeeds(&print);
    fs::write(lab.path("own.toml"), &text).unwrap();
    lab.succeeds(&["run", "own.toml", "--out", "."]);
    let mut play = arguments.to_vec();
    play.extend(["--name", "direct", "--record", "games.txt"]);
    let (out, _) = lab.succeeds(&play);
    assert!(
        out.contains("3 for a win as second, 2 as first, 1 for a draw"),
        "{out}"
    );
    assert_eq!(
        lab.column("own.csv", "moves"),
        lab.column("data/matches/direct.csv", "moves")
    );
    // The records are those games.
    let (lines, _) = lab.succeeds(&["games", "data/matches/direct.csv"]);
    assert_eq!(lines, fs::read_to_string(lab.path("games.txt")).unwrap());
    assert_eq!(lines.lines().count(), 20);
    let (again, _) = lab.succeeds(&["games", "games.txt"]);
    assert_eq!(again, lines);
    let (chain, _) = lab.succeeds(&["games", "games.txt", "--matching", "^chain", "--number"]);
    assert_eq!(chain.lines().count(), 10);

    // And can be replayed.
    let moves = lab.column("own.csv", "moves");
    let (shown, _) = lab.succeeds(&["show", "--from", "games.txt", "--nr", "2"]);
    assert_eq!(
        shown.matches(" plays ").count(),
        moves[1].split(' ').count()
    );
    assert!(shown.contains("over: "), "{shown}");
    let (one, _) = lab.succeeds(&["show", "--from", "games.txt", "--nr", "2", "--ply", "2"]);
    assert!(one.contains("X to move") && !one.contains("plays"), "{one}");
    let play = [
        "play",
        "--from",
        "games.txt",
        "--ply",
        "2",
        "--x",
        "greedy",
        "--o",
        "random",
    ];
    let (played, _) = lab.succeeds(&play);
    let first_two = moves[0].split(' ').take(2).collect::<Vec<_>>().join(" ");
    assert!(played.contains(&format!("moves: {first_two} ")), "{played}");
    lab.fails(
        2,
        &["show", "--from", "games.txt", "--nr", "21"],
        &["games 1 to 20"],
    );
    lab.fails(
        2,
        &["show", "--from", "games.txt", "--ply", "99"],
        &["--ply 99"],
    );
    fs::write(lab.path("bad.txt"), "# a remark\nconnect4 | 49\n").unwrap();
    lab.fails(
        1,
        &["show", "--from", "bad.txt"],
        &["bad.txt:2: move 2, `9`"],
    );
}

#[test]
fn another_match_does_not_take_the_place_of_one() {
    let lab = Lab::new("");
    let first = [
        "match",
        "greedy",
        "random",
        "--game",
        "tris(3,3)",
        "--games",
        "2",
        "--name",
        "m",
    ];
    lab.succeeds(&first);
    let (out, _) = lab.succeeds(&first);
    assert!(out.contains("2 games (2 found)"), "{out}");
    // More games, or other points, are the same match.
    let mut more = first.to_vec();
    more[6] = "6";
    more.extend(["--scoring", "mnk"]);
    let (out, _) = lab.succeeds(&more);
    assert!(
        out.contains("6 games (2 found)") && out.contains("3 for a win"),
        "{out}"
    );
    let mut second = first;
    second[4] = "tris(4,3)";
    lab.fails(2, &second, &["another match", "--again"]);
    let (report, _) = lab.succeeds(&["report", "data/matches/m.toml", "--data", "data/matches"]);
    assert!(report.contains("greedy against random"), "{report}");
    let mut again = second.to_vec();
    again.push("--again");
    lab.succeeds(&again);
}

#[test]
fn adjudicated_games_say_so() {
    let lab = Lab::new("");
    lab.succeeds(&[
        "match",
        "greedy",
        "random",
        "--game",
        "mnk(3,3,3)",
        "--games",
        "12",
        "--name",
        "a",
        "--adjudicate-nodes",
        "100000",
    ]);
    let ended = lab.column("data/matches/a.csv", "ended");
    assert!(
        ended.iter().all(|ended| ended == "adjudicated"),
        "{ended:?}"
    );
    // The end is known as soon as somebody has moved.
    assert_eq!(lab.column("data/matches/a.csv", "plies"), ["2"; 12]);
    lab.succeeds(&[
        "match",
        "greedy",
        "random",
        "--game",
        "connect4",
        "--games",
        "4",
        "--name",
        "b",
        "--adjudicate-plies",
        "5",
    ]);
    assert_eq!(lab.column("data/matches/b.csv", "plies"), ["5"; 4]);
    assert_eq!(
        lab.column("data/matches/b.csv", "ended"),
        ["adjudicated"; 4]
    );
}

#[test]
fn wrong_use_is_said_in_a_line() {
    let lab = Lab::new("");
    let base = ["match", "greedy", "random", "--game", "connect4"];
    let with = |more: &[&'static str]| [&base[..], more].concat();
    for (arguments, parts) in [
        (
            vec!["match", "greedy", "--game", "connect4"],
            &["PLAYER"][..],
        ),
        (vec!["match", "greedy", "random"], &["--game"]),
        (
            vec!["match", "gredy", "random", "--game", "connect4"],
            &["gredy"],
        ),
        (
            vec!["match", "greedy", "greedy", "--game", "connect4"],
            &["NAME:PLAYER"],
        ),
        (
            vec!["match", "pvs", "random", "--game", "connect4"],
            &["pvs: nothing limits", "--nodes"],
        ),
        (
            vec!["match", "player(mnk)", "random", "--game", "connect4"],
            &["player(mnk) plays mnk and tris, not this game"],
        ),
        (with(&["--games", "0"]), &["--games"]),
        (with(&["--sprt", "elo0=5"]), &["elo0=0,elo1=10"]),
        (
            with(&["--sprt", "elo0=5,elo1=0"]),
            &["elo0 must be below elo1"],
        ),
        (with(&["--scoring", "chess"]), &["unknown scoring `chess`"]),
        (with(&["--opening", "49"]), &["move 2, `9`"]),
        (with(&["--opening", "1212121"]), &["the game is over"]),
        (with(&["--plies", "99"]), &["--plies", "42"]),
        (with(&["--name", "a/b"]), &["--name `a/b`"]),
        (with(&["--openings", "no-such-file"]), &["no-such-file"]),
    ] {
        lab.fails(2, &arguments, parts);
    }
    assert!(!lab.path("data").exists());
}

#[test]
fn mistakes_in_a_file_are_said_at_their_places() {
    let lab = Lab::new(
        r#"
title = "t"
question = "q"
[match]
game = ["connect4", "tris(3,3)"]
schedule = "gauntlet"
scoring = "chess"
sprt = { elo0 = 0 }
adjudicate = { moves = 3 }
round = 2
[openings]
list = ["44", "99"]
[grid]
game = "connect4"
[players]
a = "gredy"
b = { preset = "pvs" }
c = "random"
d = 3
"#,
    );
    lab.fails(
        2,
        &["run", "test.toml"],
        &[
            "test.toml:4:1: match: a gauntlet needs a `challenger`",
            "test.toml:7:11: unknown scoring `chess`",
            "test.toml:8:8: sprt: elo1: a number stands there",
            "test.toml:9:16: unknown key `moves`",
            "test.toml:10:1: unknown key `round`: did you mean `rounds`?",
            "test.toml:12:15: position `99` on connect(rows=6,cols=7,k=4)",
            "test.toml:13:2: grid: a match has no use for it",
            "test.toml:16:5: a: player: unknown player `gredy`: did you mean `greedy`?",
            "test.toml:17:1: b: nothing limits its moves",
            "test.toml:19:5: d: 3 is not a player",
        ],
    );
}
