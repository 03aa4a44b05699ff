//! Experiments as a user runs them: nothing lost, nothing counted twice.

mod lab;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use lab::{Lab, texts};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const EXPERIMENT: &str = r#"
title = "A test"
question = "Do the pieces fit?"
[grid]
game = ["tris(4,3)", "connect(4,5,4)", "chain(3,3)"]
depth = "1..=4"
[engines]
minimax = "minimax"
alphabeta = { extends = "minimax", algorithm = "alphabeta" }
table = { extends = "alphabeta", tt = { size = 1 }, order = ["tt"] }
best = { preset = "alphabeta+center", forward = "best(2)" }
[positions]
random = { plies = 3, count = 10, seed = 7 }
[measure]
repeat = 2
"#;

/// The results of a run that nothing disturbed.
fn undisturbed() -> (Lab, String) {
    let lab = Lab::new(EXPERIMENT);
    let (_, told) = lab.succeeds(&["run", "test.toml", "--out", "."]);
    assert!(
        told.contains("480 cells, 1440 rows written, 0 found"),
        "{told}"
    );
    let counts = lab.counts("test.csv");
    (lab, counts)
}

#[test]
fn a_run_writes_every_cell_once_and_a_second_one_nothing() {
    let (lab, counts) = undisturbed();
    assert_eq!(counts.lines().count(), 1 + 480 * 3);
    let (_, told) = lab.succeeds(&["run", "test.toml", "--out", "."]);
    assert!(told.contains("0 rows written, 1440 found"), "{told}");
    assert_eq!(lab.counts("test.csv"), counts);
    // Counts before times, and a time in every repeat, nowhere else.
    assert_eq!(lab.column("test.csv", "repeat")[..4], ["", "1", "2", ""]);
    let times = lab.column("test.csv", "time_ns");
    for (repeat, time) in lab.column("test.csv", "repeat").iter().zip(&times) {
        assert_eq!(repeat.is_empty(), time.is_empty());
    }
    // Everything is compared with minimax but minimax; only forward pruning may differ.
    let agrees = lab.column("test.csv", "value_agrees");
    for (engine, agrees) in lab.column("test.csv", "engine").iter().zip(&agrees) {
        match engine.as_str() {
            "minimax" => assert_eq!(agrees, ""),
            "best" => assert_ne!(agrees, ""),
            _ => assert_eq!(agrees, "true", "{engine}"),
        }
    }
    let provenance = fs::read_to_string(lab.path("test.json")).unwrap();
    for key in [
        "git_revision",
        "rustc",
        "target_cpu",
        "cpu",
        "command",
        "started",
        "ended",
    ] {
        assert!(provenance.contains(&format!("\"{key}\"")), "{key}");
    }
    assert_eq!(provenance.matches("\"started\"").count(), 1);
    let left: Vec<_> = fs::read_dir(lab.path("")).unwrap().collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_run_killed_at_any_moment_loses_nothing_and_doubles_nothing() {
    let (_, expected) = undisturbed();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut kills = 0;
    while kills < 50 {
        let lab = Lab::new(EXPERIMENT);
        let run = ["run", "test.toml", "--out", "."];
        kills += lab.kill_until_done(&run, &mut random, 30_000);
        lab.succeeds(&run);
        assert_eq!(lab.counts("test.csv"), expected);
    }
}

#[test]
fn torn_and_ruined_ends_are_dropped_and_run_again() {
    let (lab, expected) = undisturbed();
    let whole = fs::read(lab.path("test.csv")).unwrap();
    for keep in [0, 5, 700, whole.len() / 2, whole.len() - 1] {
        for tail in [&b""[..], b"\0\0\0\0", b"nonsense\n", b"\"unclosed"] {
            let mut bytes = whole[..keep].to_vec();
            if keep > 700 {
                bytes.extend_from_slice(tail);
            }
            fs::write(lab.path("test.csv"), bytes).unwrap();
            lab.succeeds(&["run", "test.toml", "--out", "."]);
            assert_eq!(lab.counts("test.csv"), expected, "{keep} {tail:?}");
        }
    }
}

#[test]
fn a_file_of_another_kind_is_left_alone() {
    let lab = Lab::new(EXPERIMENT);
    fs::write(lab.path("test.csv"), "a,b\n1,2\n").unwrap();
    lab.fails(
        1,
        &["run", "test.toml", "--out", "."],
        &["its columns are not", "--out"],
    );
    assert_eq!(
        fs::read_to_string(lab.path("test.csv")).unwrap(),
        "a,b\n1,2\n"
    );
}

#[test]
fn ctrl_c_finishes_the_row_at_hand_and_says_how_to_go_on() {
    let long = EXPERIMENT
        .replace("1..=4", "1..=6")
        .replace("repeat = 2", "repeat = 50");
    let lab = Lab::new(&long);
    let mut run = lab.command(&["run", "test.toml", "--out", "."]);
    let run = run.stderr(Stdio::piped()).spawn().unwrap();
    let begun = Instant::now();
    while !lab.path("test.csv").exists() && begun.elapsed() < Duration::from_secs(20) {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(Duration::from_millis(150));
    let id = run.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    let output = run.wait_with_output().unwrap();
    let (_, err) = texts(&output);
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(
        err.contains("to go on: ") && err.contains("run test.toml --out ."),
        "{err}"
    );
    assert!(
        fs::read_to_string(lab.path("test.csv"))
            .unwrap()
            .ends_with('\n')
    );
}

#[test]
fn a_cell_that_takes_too_long_or_too_much_is_a_row_and_can_be_tried_again() {
    let experiment = r#"
title = "Too much"
question = "What becomes of the others?"
[grid]
game = "connect4"
depth = [2, 30]
[engines]
minimax = "minimax"
table = "alphabeta+tt"
tree = { preset = "mcts", iterations = 1000000 }
[measure]
timeout = "100ms"
memory = "8MiB"
"#;
    let lab = Lab::new(experiment);
    let (_, told) = lab.succeeds(&["run", "test.toml", "--out", "."]);
    assert!(told.contains("--retry"), "{told}");
    let status = lab.column("test.csv", "status");
    // By depth: minimax, a table of 16 MiB, a tree that grows for a tenth of a second.
    assert_eq!(status[..2], ["complete", "memory"]);
    assert_eq!(status[3..5], ["timeout", "memory"]);
    assert!(
        ["timeout", "memory"].contains(&status[2].as_str()),
        "{status:?}"
    );
    assert_eq!(lab.column("test.csv", "nodes")[3], "");
    let (_, told) = lab.succeeds(&["run", "test.toml", "--out", "."]);
    assert!(told.contains("0 rows written"), "{told}");
    // With more memory, only what failed is run.
    fs::write(lab.path("test.toml"), experiment.replace("8MiB", "64MiB")).unwrap();
    let (_, told) = lab.succeeds(&["run", "test.toml", "--out", ".", "--retry"]);
    assert!(told.contains("5 rows written, 1 found"), "{told}");
    assert_eq!(lab.column("test.csv", "status")[1], "complete");
}

#[test]
fn shards_joined_are_the_whole() {
    let (whole, expected) = undisturbed();
    let lab = Lab::new(EXPERIMENT);
    for shard in ["1/3", "2/3", "3/3"] {
        lab.succeeds(&["run", "test.toml", "--out", ".", "--shard", shard]);
    }
    let part = |i| format!("test.shard-{i}-of-3.csv");
    let [one, two, three] = [1, 2, 3].map(part);
    let sizes = [&one, &two, &three].map(|part| lab.counts(part).lines().count());
    assert_eq!(sizes, [481; 3]);
    lab.fails(1, &["merge", &one, &two], &["missing: 160 of 480 cells"]);
    lab.fails(1, &["merge", &one, &two, &two, &three], &["doubled: cell"]);
    lab.succeeds(&["merge", &one, &two, &three]);
    assert_eq!(lab.counts("test.csv"), expected);
    lab.succeeds(&["merge", &one, &two, &three, "--out", "elsewhere"]);
    assert_eq!(lab.counts("elsewhere/test.csv"), expected);
    lab.fails(1, &["merge", "nothing.csv"], &["nothing.json is missing"]);
    // A part of another version of the experiment.
    let other = Lab::new(&EXPERIMENT.replace("seed = 7", "seed = 8"));
    other.succeeds(&["run", "test.toml", "--out", ".", "--shard", "2/3"]);
    let foreign = other.path(&two).display().to_string();
    lab.fails(1, &["merge", &one, &foreign, &three], &["two experiments"]);
    // The file of the whole can be compared with that of the shards.
    let local = whole.path("test.csv").display().to_string();
    let (told, _) = lab.succeeds(&["cmp", &local, "test.csv"]);
    assert!(told.contains("counts identical in 480 cells"), "{told}");
}

#[test]
fn cmp_finds_a_count_that_differs() {
    let (lab, _) = undisturbed();
    let text = fs::read_to_string(lab.path("test.csv")).unwrap();
    let (told, _) = lab.succeeds(&["cmp", "test.csv", "test.csv", "--gate"]);
    assert!(told.contains("times: 1.000×"), "{told}");
    assert!(told.contains("0 significantly slower"), "{told}");
    let line = text.lines().nth(1).unwrap();
    let changed = text.replacen(",17,", ",18,", 1);
    assert_ne!(changed, text, "{line}");
    fs::write(lab.path("changed.csv"), &changed).unwrap();
    let output = lab.run(&["cmp", "test.csv", "changed.csv"]);
    assert_eq!(output.status.code(), Some(1));
    lab.fails(
        1,
        &["cmp", "test.csv", "none.csv"],
        &["none.csv: there is no such file"],
    );
    let header = text.lines().next().unwrap().to_string() + "\n";
    fs::write(lab.path("empty.csv"), header).unwrap();
    lab.fails(1, &["cmp", "test.csv", "empty.csv"], &["no cell in common"]);
}

#[test]
fn cmp_gates_on_significantly_slower_times() {
    let lab = Lab::new(&EXPERIMENT.replace("repeat = 2", "repeat = 12"));
    lab.succeeds(&[
        "run",
        "test.toml",
        "--out",
        ".",
        "--only",
        "engine=minimax",
        "--only",
        "depth=4",
    ]);
    let text = fs::read_to_string(lab.path("test.csv")).unwrap();
    let slow: Vec<_> = text
        .lines()
        .map(|line| match line.rsplit_once(',') {
            Some((rest, time)) if time.parse::<u64>().is_ok() => format!("{rest},{time}0000"),
            _ => line.to_string(),
        })
        .collect();
    fs::write(lab.path("slow.csv"), slow.join("\n") + "\n").unwrap();
    lab.succeeds(&["cmp", "test.csv", "slow.csv"]);
    lab.fails(
        1,
        &["cmp", "test.csv", "slow.csv", "--gate"],
        &["significantly slower"],
    );
    lab.succeeds(&["cmp", "slow.csv", "test.csv", "--gate"]);
}

#[test]
fn filters_choose_cells_by_any_column() {
    let lab = Lab::new(EXPERIMENT);
    let cells = |filters: &[&str]| {
        let mut arguments = vec!["run", "test.toml", "--list"];
        for filter in filters {
            arguments.extend(["--only", filter]);
        }
        lab.succeeds(&arguments).0.lines().count() - 1
    };
    assert_eq!(cells(&[]), 480);
    assert_eq!(cells(&["engine=^alpha"]), 120);
    assert_eq!(cells(&["tt=true", "depth=[34]", "game=chain"]), 20);
    lab.fails(
        2,
        &["run", "test.toml", "--only", "engin=x"],
        &["did you mean `engine`?"],
    );
    lab.fails(
        2,
        &["run", "test.toml", "--only", "engine=("],
        &["not a regular expression"],
    );
    lab.fails(
        2,
        &["run", "test.toml", "--only", "engine"],
        &["a filter is a column"],
    );
    lab.fails(
        2,
        &["run", "test.toml", "--only", "engine=nobody"],
        &["no cell is left"],
    );
    lab.fails(2, &["run", "test.toml", "--shard", "0/3"], &["1/4"]);
    lab.fails(2, &["run", "nothing.toml"], &["nothing.toml"]);
}

#[test]
fn two_runs_do_not_write_to_one_file() {
    let (lab, expected) = undisturbed();
    let file = fs::File::open(lab.path("test.csv")).unwrap();
    file.lock().unwrap();
    lab.fails(
        1,
        &["run", "test.toml", "--out", "."],
        &["another run is writing"],
    );
    drop(file);
    assert_eq!(lab.counts("test.csv"), expected);
}

#[test]
fn a_full_or_forbidden_disk_is_said_in_one_line() {
    let lab = Lab::new(EXPERIMENT);
    fs::write(lab.path("file"), "").unwrap();
    lab.fails(1, &["run", "test.toml", "--out", "file"], &["file"]);
    if Path::new("/dev/full").exists() {
        // A results file that cannot grow.
        std::os::unix::fs::symlink("/dev/full", lab.path("test.csv")).unwrap();
        let output = lab.run(&["run", "test.toml", "--out", "."]);
        assert_eq!(output.status.code(), Some(1));
    }
}
