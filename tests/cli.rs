//! The command, run as a user runs it: what it prints, where, and its exit code.

use std::process::Output;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;

fn command(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("plyometer");
    // With this set, a panic would print its backtrace.
    command.env("RUST_BACKTRACE", "1").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the command starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// What a command prints that does what it is asked: exit code 0, a silent stderr.
#[track_caller]
fn stdout(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).to_string()
}

/// Complains on exactly one line of stderr, and prints nothing on stdout.
#[track_caller]
fn complaint(output: &Output) -> &str {
    let stderr = text(&output.stderr);
    assert!(stderr.starts_with("error: "), "{stderr}");
    assert_eq!(
        stderr.find('\n'),
        Some(stderr.len() - 1),
        "not one line: {stderr}"
    );
    for word in ["panicked", "backtrace"] {
        assert!(!stderr.contains(word), "{stderr}");
    }
    assert_eq!(text(&output.stdout), "");
    stderr
}

/// Is refused as a wrong request: exit code 2, one line that says all `parts`.
#[track_caller]
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = run(arguments);
    let stderr = complaint(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    for part in parts {
        assert!(
            stderr.contains(part),
            "{arguments:?}: no `{part}` in {stderr}"
        );
    }
}

/// One column of a CSV without quotes, by its name.
fn column(csv: &str, name: &str) -> Vec<u64> {
    let mut lines = csv.lines().map(|line| line.split(','));
    let mut header = lines.next().expect("a header");
    let index = header.position(|title| title == name).expect("the column");
    lines
        .map(|mut row| row.nth(index).expect("a field").parse().expect("a number"))
        .collect()
}

// perft

#[test]
fn perft_prints_a_row_a_ply() {
    assert_eq!(
        stdout(&["perft", "connect4", "--depth", "7"]),
        "ply,sequences\n0,1\n1,7\n2,49\n3,343\n4,2401\n5,16807\n6,117649\n7,823536\n"
    );
    assert_eq!(
        stdout(&["perft", "connect4", "--depth", "0"]),
        "ply,sequences\n0,1\n"
    );
}

#[test]
fn perft_counts_positions_when_asked() {
    let csv = stdout(&["perft", "mnk(3,3,3)", "--depth", "9", "--distinct"]);
    assert!(csv.starts_with("ply,sequences,positions\n0,1,1\n"), "{csv}");
    assert_eq!(column(&csv, "ply"), (0..=9).collect::<Vec<_>>());
    assert_eq!(
        column(&csv, "sequences"),
        [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    );
    assert_eq!(column(&csv, "positions").iter().sum::<u64>(), 5478);
}

#[test]
fn perft_goes_on_with_zeros_after_the_last_game_ends() {
    let csv = stdout(&["perft", "chain(2,2)", "--depth", "6"]);
    assert_eq!(column(&csv, "sequences"), [1, 4, 12, 36, 56, 56, 0]);
}

#[test]
fn perft_starts_at_a_position() {
    for (game, position, sequences) in [
        // The middle column is full.
        ("connect4", "444444", [1, 6, 36]),
        ("connect(6,12,4)", "12,1,12", [1, 12, 144]),
        ("mnk(3,3,3)", "b2 a1", [1, 7, 42]),
        ("mnk(3,3,3)", "-", [1, 9, 72]),
        ("tris(3,3)", "a1 a2 b1 b2 c1", [1, 0, 0]),
        ("unstable", "a1 j6", [1, 59, 3422]),
    ] {
        let csv = stdout(&["perft", game, "--position", position, "--depth", "2"]);
        assert_eq!(column(&csv, "sequences"), sequences, "{game} {position}");
    }
}

// show

/// `show` prints exactly these lines (blanks at the end of a line do not matter).
#[track_caller]
fn shows(game: &str, position: &str, expected: &[&str]) {
    let shown = stdout(&["show", game, "--position", position]);
    let shown: Vec<_> = shown.lines().map(str::trim_end).collect();
    assert_eq!(shown, expected, "{game} {position}");
}

#[test]
fn show_draws_connect_with_row_1_at_the_bottom() {
    shows(
        "connect4",
        "44455554221",
        &[
            "connect(rows=6,cols=7,k=4)",
            "",
            "6 _ _ _ _ _ _ _",
            "5 _ _ _ _ _ _ _",
            "4 _ _ _ O X _ _",
            "3 _ _ _ X O _ _",
            "2 _ O _ O X _ _",
            "1 X X _ X O _ _",
            "  1 2 3 4 5 6 7",
            "",
            "ply 11, O to move",
            "moves (7): 1 2 3 4 5 6 7",
        ],
    );
}

#[test]
fn show_leaves_room_for_columns_of_two_digits() {
    shows(
        "connect(2,12,3)",
        "12,1,12",
        &[
            "connect(rows=2,cols=12,k=3)",
            "",
            "2  _  _  _  _  _  _  _  _  _  _  _  X",
            "1  O  _  _  _  _  _  _  _  _  _  _  X",
            "   1  2  3  4  5  6  7  8  9 10 11 12",
            "",
            "ply 3, O to move",
            "moves (11): 1 2 3 4 5 6 7 8 9 10 11",
        ],
    );
}

#[test]
fn show_draws_mnk_and_tris_with_row_1_at_the_top() {
    let board = ["", "1 O _ _", "2 _ X _", "3 _ _ _", "  a b c", ""];
    let state = ["ply 2, X to move", "moves (7): b1 c1 a2 c2 a3 b3 c3"];
    for (game, canonical) in [
        ("mnk(3,3,3)", "mnk(m=3,n=3,k=3)"),
        ("tris(3,3)", "tris(size=3,series=3)"),
    ] {
        shows(game, "b2 a1", &[&[canonical], &board[..], &state].concat());
    }
}

#[test]
fn show_counts_the_atoms_of_chain() {
    shows(
        "chain(2,3)",
        "b1 a2 b1",
        &[
            "chain(rows=2,cols=3)",
            "",
            "1  _ X2  _",
            "2 O1  _  _",
            "   a  b  c",
            "",
            "ply 3, O to move",
            "moves (5): a1 c1 a2 b2 c2",
        ],
    );
}

#[test]
fn show_says_how_a_finished_game_ended() {
    for (game, position, state) in [
        ("connect4", "1212121", "ply 7, over: X wins"),
        ("connect4", "71212121", "ply 8, over: O wins"),
        ("mnk(3,3,3)", "a1 a2 b1 b2 c1", "ply 5, over: X wins"),
        (
            "tris(3,3)",
            "a1 b1 c1 b2 a2 c2 b3 a3 c3",
            "ply 9, over: draw",
        ),
        ("chain(2,2)", "a1 b2 a1 b2", "ply 4, over: O wins"),
    ] {
        let shown = stdout(&["show", game, "--position", position]);
        let last: Vec<_> = shown.lines().rev().take(2).map(str::trim_end).collect();
        assert_eq!(last, ["moves (0)", state], "{game} {position}");
    }
}

#[test]
fn show_prints_the_canonical_name() {
    for (game, canonical) in [
        ("connect4", "connect(rows=6,cols=7,k=4)"),
        ("connect(k=4,cols=7,rows=6)", "connect(rows=6,cols=7,k=4)"),
        ("mnk(6,5,4)", "mnk(m=6,n=5,k=4)"),
        ("tris(10,4)", "tris(size=10,series=4)"),
        ("unstable", "chain(rows=6,cols=10)"),
        ("chain(100,100)", "chain(rows=100,cols=100)"),
    ] {
        let shown = stdout(&["show", game]);
        assert_eq!(shown.lines().next(), Some(canonical), "{game}");
        assert!(shown.contains("\nply 0, X to move\n"), "{game}: {shown}");
    }
}

// search

/// The rows of a CSV, each as name → field.
fn rows(text: &str) -> Vec<std::collections::HashMap<String, String>> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    let rows = reader.records().map(|row| {
        let row = row.expect("a row");
        let fields = header.iter().zip(row.iter());
        fields
            .map(|(name, field)| (name.into(), field.into()))
            .collect()
    });
    rows.collect()
}

#[test]
fn search_gives_a_row_an_engine() {
    let csv = stdout(&[
        "search",
        "mnk(3,3,3)",
        "--depth",
        "9",
        "--engine",
        "minimax",
        "--engine",
        "alphabeta",
        "--engine",
        r#"{ preset = "alphabeta", tt = true }"#,
        "--format",
        "csv",
    ]);
    let rows = rows(&csv);
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[0]["nodes"], "549946");
    assert_eq!(rows[1]["nodes"], "18297");
    assert!(rows[2]["nodes"].parse::<u64>().unwrap() < 18_297);
    for row in &rows {
        assert_eq!(row["game"], "mnk(m=3,n=3,k=3)");
        assert_eq!(
            (&*row["value"], &*row["reached"], &*row["status"]),
            ("0", "9", "complete")
        );
        assert_eq!((&*row["sound"], &*row["minimal_nodes"]), ("true", ""));
    }
    assert_eq!(rows[1]["engine"], "alphabeta");
}

#[test]
fn search_counts_the_same_each_time() {
    let arguments = [
        "search",
        "connect4",
        "--position",
        "44",
        "--nodes",
        "5000",
        "--engine",
        "pvs",
    ];
    let once = rows(&stdout(&arguments));
    let again = rows(&stdout(&arguments));
    for (name, field) in &once[0] {
        if name != "time_ns" {
            assert_eq!(field, &again[0][name], "{name}");
        }
    }
    assert_eq!((&*once[0]["nodes"], &*once[0]["status"]), ("5000", "nodes"));
}

#[test]
fn search_prints_json_and_tables() {
    let json = stdout(&[
        "search",
        "connect4",
        "--depth",
        "3",
        "--format",
        "json",
        "--minimal",
    ]);
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json[0]["depth"], 3);
    assert!(json[0]["minimal_nodes"].as_u64().unwrap() <= json[0]["nodes"].as_u64().unwrap());
    let table = stdout(&[
        "search", "connect4", "--depth", "4", "--format", "table", "-e", "mcts",
    ]);
    assert!(
        table.starts_with("connect(rows=6,cols=7,k=4), the start\nengine "),
        "{table}"
    );
    assert!(table.contains("unsound"), "{table}");
}

#[test]
fn search_says_how_a_decided_game_ends() {
    let value = |position, spec| {
        let csv = stdout(&[
            "search",
            "connect4",
            "--position",
            position,
            "--depth",
            "4",
            "-e",
            spec,
        ]);
        rows(&csv)[0]["value"].clone()
    };
    assert_eq!(value("121212", "alphabeta"), "win");
    assert_eq!(value("121212", r#"{ scores = "distance" }"#), "win(1)");
    assert_eq!(value("1212121", r#"{ scores = "distance" }"#), "loss(0)");
}

#[test]
fn a_wrong_search_is_refused() {
    for (arguments, parts) in [
        (
            &["connect4", "--engine", "alphabet"][..],
            &["unknown preset `alphabet`", "`alphabeta`"][..],
        ),
        (
            &["connect4", "--engine", "{ tt = { sise = 1 } }"],
            &["tt.sise", "`size`"],
        ),
        (&["connect4", "--engine", "{ order = "], &["TOML"]),
        (
            &["unstable", "--engine", r#"{ tt = { key = "exact" } }"#],
            &["tt", "zobrist"],
        ),
        (
            &["unstable", "--engine", "{ lines-end = false }"],
            &["lines-end"],
        ),
        (
            &["connect4", "--engine", "{ tt = { size = 1000000 } }"],
            &["tt", "memory"],
        ),
        (&["connect4", "--depth", "-1"], &["--depth", "whole number"]),
        (&["connect4", "--time", "5"], &["--time", "500ms"]),
        (&["connect4", "--nodes", "0"], &["--nodes", "from 1"]),
        (&["connect4", "--format", "xml"], &["xml", "csv"]),
    ] {
        refused(&[&["search"], arguments].concat(), parts);
    }
}

// solve

#[test]
fn solve_prints_the_communitys_scores() {
    for (game, position, expected) in [
        ("mnk(3,3,3)", "", "0,draw,9"),
        ("connect(4,6,4)", "", "-1,loss,24"),
        ("chain(2,2)", "", "-1,loss,4"),
        ("connect4", "121212", "18,win,1"),
        (
            "connect4",
            "2252576253462244111563365343671351441",
            "-1,loss,4",
        ),
    ] {
        let output = run(&["solve", game, "--position", position]);
        assert_eq!(output.status.code(), Some(0));
        let row = &rows(text(&output.stdout))[0];
        let solved = [&*row["score"], &*row["outcome"], &*row["plies"]].join(",");
        assert_eq!(solved, expected, "{game} {position}");
        assert!(text(&output.stderr).starts_with("1 position, 0 wrong"));
    }
    let output = run(&["solve", "mnk(4,3,3)", "--weak"]);
    let row = &rows(text(&output.stdout))[0];
    assert_eq!(
        (&*row["score"], &*row["outcome"], &*row["plies"]),
        ("1", "win", "")
    );
}

#[test]
fn solve_checks_the_scores_of_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("set.txt");
    std::fs::write(&file, "# two positions\n121212 7\n\n1212 # no score\n").expect("written");
    let path = file.to_str().expect("UTF-8");
    let solve = ["solve", "connect(5,4,4)", "--positions", path];
    let right = run(&solve);
    assert_eq!(right.status.code(), Some(0), "{}", text(&right.stderr));
    assert!(text(&right.stderr).starts_with("2 positions, 0 wrong"));
    assert_eq!(column(text(&right.stdout), "nodes").len(), 2);
    std::fs::write(&file, "121212 6\n121212 7\n").expect("written");
    let wrong = run(&solve);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(
        text(&wrong.stderr).contains("1 wrong"),
        "{}",
        text(&wrong.stderr)
    );
    let weak = run(&[&solve[..], &["--weak"]].concat());
    assert_eq!(weak.status.code(), Some(0), "only signs count");
}

#[test]
fn a_wrong_solve_is_refused() {
    refused(
        &["solve", "connect4", "--positions", "nowhere.txt"],
        &["nowhere.txt"],
    );
    refused(
        &["solve", "connect4", "--engine", "mcts"],
        &["mcts", "exact"],
    );
    refused(
        &[
            "solve",
            "connect4",
            "--engine",
            r#"{ forward = "best(2)" }"#,
        ],
        &["unsound"],
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("set.txt");
    std::fs::write(&file, "44 1\n4444444 1\n").expect("written");
    let path = file.to_str().expect("UTF-8");
    refused(
        &["solve", "connect4", "--positions", path],
        &["set.txt:2", "move 7", "the column is full"],
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_what_it_has() {
    use std::process::Stdio;
    let mut child = std::process::Command::new(command(&[]).get_program())
        .args(["search", "mnk(9,9,5)", "--depth", "40", "--format", "csv"])
        .args(["--engine", r#"{ preset = "pvs", evaluator = "random" }"#])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = child.id().to_string();
    let kill = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(kill.expect("kill runs").success());
    let begun = std::time::Instant::now();
    let status = child.wait().expect("it ends");
    assert!(begun.elapsed() < std::time::Duration::from_secs(5));
    assert_eq!(status.code(), Some(130));
    let output = child.wait_with_output().expect("its output");
    let row = &rows(text(&output.stdout))[0];
    assert_eq!(row["status"], "interrupted");
    assert!(row["reached"].parse::<u32>().unwrap() >= 1);
    assert_ne!(row["best"], "");
}

// probcut

#[test]
fn probcut_fits_what_an_engine_can_use() {
    let engine = r#"{ evaluator = "random(values=100)" }"#;
    let csv = stdout(&[
        "probcut",
        "connect4",
        "--engine",
        engine,
        "--depth",
        "3",
        "--shallow",
        "1",
        "--count",
        "200",
        "--seed",
        "2",
    ]);
    let row = &rows(&csv)[0];
    let forward = format!(
        r#"{{ evaluator = "random(values=100)", forward = "{}" }}"#,
        row["forward"]
    );
    let searched = stdout(&["search", "connect4", "--depth", "5", "--engine", &forward]);
    assert_eq!(rows(&searched)[0]["sound"], "false");
    refused(
        &[
            "probcut",
            "connect4",
            "--engine",
            engine,
            "--depth",
            "2",
            "--shallow",
            "2",
        ],
        &["--shallow"],
    );
}

// The other verbs

#[test]
fn list_names_engines_toggles_orders_and_evaluators() {
    for (what, names) in [
        (
            "engines",
            &[
                "minimax",
                "alphabeta+tt",
                "pvs",
                "mtdf",
                "ladder/lower-bounds",
            ][..],
        ),
        ("toggles", &["algorithm", "anticipate", "evaluator"]),
        (
            "orders",
            &[
                "center",
                "direction(up-left)",
                "history(depth-squared)",
                "victory-map",
            ],
        ),
        ("evaluators", &["zero", "random(seed=1,values=5,real=0)"]),
    ] {
        let listed = stdout(&["list", what]);
        for name in names {
            assert!(
                listed.lines().any(|line| line.starts_with(name)),
                "{what}: {name}"
            );
        }
    }
}

#[test]
fn list_games_names_every_game_and_alias() {
    let listed = stdout(&["list", "games"]);
    let names: Vec<_> = listed
        .lines()
        .filter_map(|line| line.split([' ', '(']).next())
        .collect();
    assert_eq!(
        names,
        ["connect", "mnk", "tris", "chain", "connect4", "unstable"]
    );
    assert!(listed.contains("connect(rows=6,cols=7,k=4)"), "{listed}");
    assert!(listed.contains("chain(rows=6,cols=10)"), "{listed}");
}

#[test]
fn reproduce_finds_every_quick_count_identical() {
    let report = stdout(&["reproduce", "--quick", "--quiet"]);
    let words: Vec<_> = report.lines().last().expect("a total").split(' ').collect();
    assert_eq!(words[1..2], ["of"], "{report}");
    assert_eq!(words[3..5], ["counts", "identical;"], "{report}");
    assert_eq!(words[0], words[2], "{report}");
    assert_ne!(words[0], "0", "nothing was compared");
    // Those that the quick cells are enough for.
    assert_eq!(words[5..8], ["18", "of", "18"], "{report}");
}

#[test]
fn help_and_version_are_results() {
    let help = stdout(&["--help"]);
    for verb in ["perft", "show", "list", "reproduce"] {
        assert!(help.contains(verb), "{help}");
        assert!(stdout(&[verb, "--help"]).contains("plyometer"));
    }
    assert!(stdout(&["--version"]).starts_with("plyometer "));
}

// Wrong requests: exit code 2

#[test]
fn a_wrong_game_is_refused() {
    for (game, parts) in [
        (
            "connect(rows=0,cols=7,k=4)",
            &["connect", "rows is `0`", "from 1 to 100"][..],
        ),
        ("connect(101,7,4)", &["rows is `101`", "from 1 to 100"]),
        ("connect(6,7)", &["k is missing"]),
        ("mnk(3,3,9)", &["mnk", "k is 9", "3×3"]),
        ("mnk(3,3,3", &["parentheses"]),
        ("chain(1,1)", &["chain", "1×1", "too small"]),
        (
            "foo(3)",
            &["unknown game `foo`", "connect", "mnk", "tris", "chain"],
        ),
        (
            "conect4",
            &["unknown game `conect4`", "did you mean `connect4`?"],
        ),
        ("", &["unknown game"]),
    ] {
        refused(&["perft", game, "--depth", "3"], parts);
        refused(&["show", game], parts);
    }
}

#[test]
fn a_wrong_position_is_refused_with_its_move_and_the_reason() {
    for (game, position, parts) in [
        ("connect4", "4444444", ["move 7, `4`", "the column is full"]),
        (
            "connect4",
            "48",
            ["move 2, `8`", "columns are numbered 1 to 7"],
        ),
        (
            "connect4",
            "12121212",
            ["move 8, `2`", "the game is already over"],
        ),
        ("mnk(3,3,3)", "b2 b2", ["move 2, `b2`", "the cell is taken"]),
        (
            "mnk(3,3,3)",
            "b2 d1",
            ["move 2, `d1`", "cells are written a1 to c3"],
        ),
        (
            "tris(3,3)",
            "a1 a2 b1 b2 c1 c2",
            ["move 6, `c2`", "the game is already over"],
        ),
        (
            "chain(2,2)",
            "a1 a1",
            ["move 2, `a1`", "the cell is the opponent's"],
        ),
        (
            "chain(2,2)",
            "a1 b2 a1 b2 a1",
            ["move 5, `a1`", "the game is already over"],
        ),
    ] {
        refused(
            &["perft", game, "--depth", "3", "--position", position],
            &parts,
        );
        refused(&["show", game, "--position", position], &parts);
    }
}

#[test]
fn line_breaks_in_a_request_do_not_break_the_message() {
    refused(
        &["show", "connect4", "--position", "4\n9"],
        &["move 2, `9`"],
    );
    refused(&["show", "foo\nbar"], &["unknown game"]);
    refused(&["show", "connect4", "--a\nb"], &["--a"]);
}

#[test]
fn a_wrong_depth_is_refused() {
    for depth in ["-1", "abc", "", "1.5", "99999999999999999999"] {
        refused(&["perft", "connect4", "--depth", depth], &["--depth"]);
    }
    refused(&["perft", "connect4", "--depth"], &["--depth"]);
    refused(&["perft", "connect4"], &["--depth"]);
}

#[test]
fn a_wrong_command_line_is_refused() {
    refused(&[], &["verb", "--help"]);
    refused(
        &["perf", "connect4", "--depth", "3"],
        &["'perf'", "'perft'"],
    );
    refused(
        &["perft", "connect4", "--dept", "3"],
        &["'--dept'", "'--depth'"],
    );
    refused(&["show", "connect4", "--frobnicate"], &["--frobnicate"]);
    refused(&["show"], &["GAME"]);
    refused(&["show", "connect4", "44"], &["44"]);
    refused(&["list"], &["--help"]);
    refused(&["list", "gmaes"], &["gmaes", "games"]);
}

// Failed work: exit code 1, unless nobody wants its result any more

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    use std::fs::File;
    use std::process::Stdio;

    for arguments in [
        &["perft", "connect4", "--depth", "3"][..],
        &["show", "connect4"],
    ] {
        let full = File::create("/dev/full").expect("/dev/full can be written to");
        let output = std::process::Command::new(command(&[]).get_program())
            .args(arguments)
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .expect("the command starts");
        complaint(&output);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    use std::process::Stdio;

    let mut child = std::process::Command::new(command(&[]).get_program())
        .args(["perft", "mnk(3,3,3)", "--depth", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

// play

/// What `play` prints when `input` is typed.
#[track_caller]
fn played(arguments: &[&str], input: &str) -> String {
    let output = command(arguments)
        .write_stdin(input)
        .output()
        .expect("it starts");
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).to_string()
}

#[test]
fn play_lets_two_people_play_to_the_end() {
    let shown = played(
        &["play", "tris(3,3)", "--o", "human"],
        "a1\nB2\n1 2\nb3\nc1\n",
    );
    assert!(
        shown.contains("X wins after 5 plies\nmoves: a1 b2 b1 b3 c1\n"),
        "{shown}"
    );
    assert!(shown.contains("1 X X X\n2 _ O _\n3 _ O _\n"), "{shown}");
}

#[test]
fn play_asks_again_and_understands_its_commands() {
    let input = "z9\na1\na1\n\nmoves\nhelp\nundo\nundo\nb2\nhint\nquit\n";
    let shown = played(
        &["play", "tris(3,3)", "--o", "human", "--depth", "2"],
        input,
    );
    for part in [
        "`z9`: not a cell; cells are written a1 to c3",
        "`a1`: the cell is taken",
        "type a cell from a1 to c3",
        "b1 c1 a2 b2 c2 a3 b3 c3",
        "there is no move of yours to take back",
        "player(tris) would play",
        "not finished: O to move at ply 1\nmoves: b2\n",
    ] {
        assert!(shown.contains(part), "no `{part}` in {shown}");
    }
}

#[test]
fn play_undoes_the_reply_of_a_program_too() {
    let arguments = [
        "play",
        "connect4",
        "--o",
        "player(conecta4,depth=2)",
        "--position",
        "44",
    ];
    let shown = played(&arguments, "3\nundo\nundo\n5\nquit\n");
    assert!(shown.contains("there is no move of yours"), "{shown}");
    assert!(shown.contains("moves: 445"), "{shown}");
}

#[test]
fn play_ends_cleanly_when_the_input_does() {
    let shown = played(&["play", "unstable", "--o", "human"], "a1\nb\u{fffd}");
    assert!(
        shown.ends_with("not finished: O to move at ply 1\nmoves: a1\n"),
        "{shown}"
    );
    let shown = played(&["play", "connect4"], "");
    assert!(
        shown.ends_with("not finished: X to move at ply 0\nmoves: -\n"),
        "{shown}"
    );
}

#[test]
fn play_shows_what_a_move_took() {
    let arguments = [
        "play",
        "tris(4,4)",
        "--x",
        "player(tris,depth=3)",
        "--o",
        "pvs",
        "--nodes",
        "500",
    ];
    let shown = played(&arguments, "");
    let moves = shown.lines().filter(|line| line.contains(" plays "));
    let mut count = 0;
    for line in moves {
        for part in ["depth ", " nodes", " heuristic calls"] {
            assert!(line.contains(part), "no `{part}` in {line}");
        }
        count += 1;
    }
    assert!(count >= 7, "{shown}");
    assert!(shown.contains("% of 16 MiB"), "{shown}");
    assert!(shown.contains("after "), "{shown}");
}

#[test]
fn play_refuses_players_that_do_not_fit() {
    refused(
        &["play", "connect4", "--x", "player(tris)"],
        &["--x `player(tris)`", "plays mnk and tris"],
    );
    refused(
        &["play", "connect4", "--o", "hunam"],
        &["--o", "unknown preset `hunam`"],
    );
    refused(&["play", "connect4", "--position", "48"], &["not a column"]);
}

// run

/// A folder with an experiment in it.
fn experiment(text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tiny.toml");
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a name").to_string();
    (folder, file)
}

const TINY: &str = "title = \"t\"\nquestion = \"q\"\n[grid]\ngame = \"tris(3,3)\"\ndepth = \"1..=2\"\ntime = \"0.5s\"\n\
                    [engines]\nall = { preset = \"alphabeta\", factorial = [\"tt\"] }\n\
                    [measure]\nquick = { depth = 2 }\n";

#[test]
fn run_lists_the_cells_of_experiments() {
    let (_folder, file) = experiment(TINY);
    let listed = stdout(&["run", &file, "--list"]);
    let mut lines: Vec<_> = listed.lines().collect();
    assert_eq!(
        lines.remove(0),
        "cell,experiment,game,position,ply,engine,depth,nodes,time,toggles"
    );
    let ids: Vec<_> = lines.iter().map(|line| &line[..16]).collect();
    assert!(
        ids.iter()
            .all(|id| id.chars().all(|c| c.is_ascii_hexdigit()))
    );
    let rest: Vec<_> = lines.iter().map(|line| &line[16..]).collect();
    assert_eq!(
        rest,
        [
            ",tiny,\"tris(size=3,series=3)\",,0,all:none,1,,500ms,{}",
            ",tiny,\"tris(size=3,series=3)\",,0,all:tt,1,,500ms,{ tt = true }",
            ",tiny,\"tris(size=3,series=3)\",,0,all:none,2,,500ms,{}",
            ",tiny,\"tris(size=3,series=3)\",,0,all:tt,2,,500ms,{ tt = true }",
        ]
    );
    let quick = stdout(&["run", &file, "--list", "--quick"]);
    assert_eq!(
        quick.lines().collect::<Vec<_>>(),
        listed.lines().take(3).collect::<Vec<_>>()
    );
}

#[test]
fn run_says_everything_that_is_wrong_with_all_files() {
    let (_one, first) = experiment(
        &TINY
            .replace("depth = \"", "dept = \"")
            .replace("0.5s", "soon"),
    );
    let (_two, second) = experiment("title = 3");
    let output = run(&["run", &first, &second, "no/such.toml", "--list"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stdout), "");
    let lines: Vec<_> = text(&output.stderr).lines().collect();
    let expected = [
        format!("error: {first}:5:1: unknown axis `dept`: did you mean `depth`?"),
        format!("error: {first}:6:8: time: \"soon\" is not a time such as"),
        format!("error: {first}:10:11: quick: the grid has no axis `depth`"),
        format!("error: {second}:1:1: [engines] is missing"),
        format!("error: {second}:1:1: [grid] is missing"),
        format!("error: {second}:1:1: `question` is missing"),
        format!("error: {second}:1:9: title: 3 is not a text"),
        "error: no/such.toml: ".into(),
    ];
    assert_eq!(lines.len(), expected.len(), "{lines:?}");
    for (line, begin) in lines.iter().zip(expected) {
        assert!(line.starts_with(&begin), "{line}: {begin}");
    }
    refused(&["run"], &["FILE"]);
}
