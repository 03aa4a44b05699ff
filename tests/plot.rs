//! Figures as a user draws them: whole files, the same bytes, every problem named.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use tempfile::TempDir;

const EXPERIMENT: &str = r#"
title = "A test"
question = "Do the pieces fit?"
[grid]
game = "tris(3,3)"
depth = "1..=3"
[engines]
minimax = "minimax"
alphabeta = "alphabeta"
[positions]
list = ["", "b2"]
"#;

const FIGURES: &str = r#"
[[figure]]
kind = "lines"
[[figure]]
kind = "ratios"
name = "saved"
baseline = "minimax"
"#;

struct Lab(TempDir);

impl Lab {
    fn new(figures: &str) -> Self {
        Lab::with(EXPERIMENT, figures)
    }

    fn with(experiment: &str, figures: &str) -> Self {
        let lab = Lab(tempfile::tempdir().unwrap());
        fs::write(lab.path("test.toml"), format!("{experiment}{figures}")).unwrap();
        assert!(lab.run(&["run", "test.toml", "-q"]).status.success());
        lab
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plyometer"));
        let command = command.current_dir(self.0.path()).args(arguments);
        command.output().unwrap()
    }

    /// Exit code, stdout and stderr.
    fn plot(&self, arguments: &[&str]) -> (i32, String, String) {
        let output = self.run(&[&["plot", "test.toml"], arguments].concat());
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let code = output.status.code().unwrap();
        (code, text(&output.stdout), text(&output.stderr))
    }
}

#[test]
fn every_figure_is_a_file_and_the_same_one_each_time() {
    let lab = Lab::new(FIGURES);
    let (code, out, err) = lab.plot(&["--png"]);
    assert_eq!(code, 0, "{err}");
    let files: Vec<_> = out.lines().collect();
    let expected = [
        "data/plots/test-lines.svg",
        "data/plots/test-lines.png",
        "data/plots/test-saved.svg",
        "data/plots/test-saved.png",
    ];
    assert_eq!(files, expected);
    let read = || expected.map(|file| fs::read(lab.path(file)).unwrap());
    let first = read();
    roxmltree::Document::parse(std::str::from_utf8(&first[0]).unwrap()).unwrap();
    assert_eq!(lab.plot(&["--png"]).0, 0);
    assert!(first == read(), "the bytes differ");
    // Nothing half-written is left beside them.
    assert_eq!(fs::read_dir(lab.path("data/plots")).unwrap().count(), 4);
}

#[test]
fn what_cannot_be_drawn_is_named_and_the_rest_is_drawn() {
    let lab = Lab::new(&format!(
        "[[figure]]\nkind = \"bars\"\ny = \"time\"\n{FIGURES}"
    ));
    let (code, out, err) = lab.plot(&[]);
    assert_eq!(code, 1);
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(err.contains("figure `bars`: no cell has a time"), "{err}");
}

#[test]
fn wrong_declarations_are_said_at_once() {
    let lab = Lab::new(FIGURES);
    let wrong = "[[figure]]\nkind = \"pie\"\n[[figure]]\nkind = \"bars\"\ny = \"node\"\n";
    fs::write(lab.path("test.toml"), format!("{EXPERIMENT}{wrong}")).unwrap();
    // Nothing is run for figures that cannot be drawn.
    assert_eq!(lab.run(&["run", "test.toml", "-q"]).status.code(), Some(2));
    let (code, out, err) = lab.plot(&[]);
    assert_eq!((code, out.as_str()), (2, ""));
    let lines: Vec<_> = err.lines().collect();
    assert_eq!(lines.len(), 2, "{err}");
    assert!(
        lines[0].starts_with("error: test.toml:13:8: kind: unknown kind `pie`"),
        "{err}"
    );
    assert!(
        lines[1].starts_with("error: test.toml:16:5: y: unknown measure `node`"),
        "{err}"
    );
}

#[test]
fn results_that_are_not_there() {
    let lab = Lab::new(FIGURES);
    fs::remove_file(lab.path("data/test.csv")).unwrap();
    let (code, _, err) = lab.plot(&[]);
    assert_eq!(code, 1);
    assert!(
        err.contains("make it with `plyometer run test.toml`"),
        "{err}"
    );
    // Results that were committed do as well.
    assert!(
        lab.run(&["run", "test.toml", "-q", "--out", "data/reference"])
            .status
            .success()
    );
    assert_eq!(lab.plot(&[]).0, 0);
}

#[test]
fn a_folder_that_cannot_be_written_to_is_one_line() {
    let lab = Lab::new(FIGURES);
    fs::write(lab.path("taken"), "a file").unwrap();
    let (code, _, err) = lab.plot(&["--out", "taken"]);
    assert_eq!((code, err.lines().count()), (1, 1), "{err}");
    assert!(err.contains("choose another folder with --out"), "{err}");
}

const MATCH: &str = r#"
title = "A tiny match"
question = "Does looking ahead help?"
[match]
game = ["tris(3,3)", "connect4"]
depth = [1, 3]
[openings]
random = { plies = 1, count = 3, seed = 1 }
[players]
engine = { preset = "alphabeta", evaluator = "runs" }
greedy = "greedy"
random = "random(seed=1)"
"#;

const KINDS: [&str; 6] = [
    "crosstable",
    "elo",
    "strength",
    "lengths",
    "plies",
    "predictions",
];

#[test]
fn a_match_has_figures_of_every_kind_and_a_report() {
    let figures = KINDS.map(|kind| format!("[[figure]]\nkind = \"{kind}\"\n"));
    let lab = Lab::with(MATCH, &figures.concat());
    let (code, out, err) = lab.plot(&["--png"]);
    assert_eq!(code, 0, "{err}");
    assert_eq!(out.lines().count(), 2 * KINDS.len());
    let read =
        || KINDS.map(|kind| fs::read(lab.path(&format!("data/plots/test-{kind}.svg"))).unwrap());
    let first = read();
    assert_eq!(lab.plot(&[]).0, 0);
    assert!(first == read(), "the bytes differ");

    let output = lab.run(&["report", "test.toml"]);
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success());
    for part in [
        "## A tiny match",
        "**Boards**: tris(3,3), connect(6,7,4)",
        "**Openings**: 6 of 1 plies on 2 boards",
        "**Limits of a move**: depth 1, depth 3",
        "**Games**: 72 of 72 played, 0 forfeited",
        "| random | random(seed=1) |",
        "| rank | player | games | won-drawn-lost | score % | points | rating |",
        "Standings on tris(3,3) alone, by points",
        "Cross table",
        "replies expected",
        "![A tiny match](data/plots/test-elo.svg)",
        " stands first, with ",
        "X, who moves first on the empty board, won",
        "### Forfeits and failures",
        "No game was forfeited.",
        "### Provenance",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    for format in ["html", "tex", "csv"] {
        let output = lab.run(&["report", "test.toml", "--format", format]);
        assert!(output.status.success(), "{format}");
    }
}

#[test]
fn matches_and_searches_are_not_mixed_up() {
    let figure = |kind: &str| format!("[[figure]]\nkind = \"{kind}\"\n");
    let lab = Lab::with(MATCH, &figure("elo"));
    for (text, place) in [
        (
            format!("{MATCH}{}", figure("bars")),
            "test.toml:14:8: kind: `bars` is drawn from searches",
        ),
        (
            format!("{EXPERIMENT}{}", figure("elo")),
            "test.toml:13:8: kind: `elo` is drawn from the games",
        ),
        (
            format!("{MATCH}[[table]]\nrows = \"engine\"\n"),
            "table: a match has no use for it",
        ),
    ] {
        fs::write(lab.path("test.toml"), text).unwrap();
        let (code, _, err) = lab.plot(&[]);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(place), "{err}");
    }
    // Searches now, and games in the results.
    fs::write(
        lab.path("test.toml"),
        format!("{EXPERIMENT}{}", figure("bars")),
    )
    .unwrap();
    let (code, _, err) = lab.plot(&[]);
    assert_eq!(code, 1);
    assert!(err.contains("these are games, not searches"), "{err}");
}
