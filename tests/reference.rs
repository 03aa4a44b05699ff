//! The committed results: of the experiments as they stand, with charts and tables drawn from
//! them. `plyometer reproduce --update` makes them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use plyometer::analysis::Data;
use plyometer::analysis::contest::Games;
use plyometer::experiment::Experiment;
use plyometer::report::made::{make, tables};

/// The shipped experiments and their committed results.
fn shipped() -> Vec<(Experiment, PathBuf)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files: Vec<_> = fs::read_dir(root.join("experiments"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|file| file.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    assert!(files.len() >= 15, "{files:?}");
    let with_results = files.into_iter().map(|file| {
        let experiment = Experiment::load(&file).unwrap_or_else(|error| panic!("{error}"));
        let results = root.join(format!("data/reference/{}.csv", experiment.name));
        (experiment, results)
    });
    with_results.collect()
}

#[test]
fn every_experiment_has_its_results_and_no_others() {
    for (experiment, results) in shipped() {
        if experiment.contest.is_some() {
            has_its_games(&experiment, &results);
            continue;
        }
        let data = Data::read(&results).unwrap_or_else(|error| panic!("{error}"));
        let failed: Vec<_> = data
            .failed
            .iter()
            .map(|record| record.text("cell"))
            .collect();
        assert_eq!(failed, [""; 0], "{}: cells that failed", experiment.name);
        let there: BTreeSet<_> = data
            .records
            .iter()
            .map(|r| r.text("cell").to_string())
            .collect();
        let asked: BTreeSet<_> = experiment
            .cells
            .iter()
            .map(|cell| cell.id.to_string())
            .collect();
        assert_eq!(there, asked, "{} has changed since", experiment.name);
        let repeats = experiment.measure.repeat as usize;
        let timed = |record: &&plyometer::analysis::Record| record.times.len() != repeats;
        assert_eq!(
            data.records.iter().filter(timed).count(),
            0,
            "{}",
            experiment.name
        );
    }
}

/// All games of a match, or those up to the one that decided its sequential test.
fn has_its_games(experiment: &Experiment, results: &Path) {
    let games = Games::read(results).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(games.failed, [], "{}: games not played", experiment.name);
    let there: BTreeSet<_> = games.played.into_iter().map(|game| game.cell).collect();
    let asked: BTreeSet<_> = experiment.ids().iter().map(ToString::to_string).collect();
    let decides = (experiment.contest.as_ref()).is_some_and(|contest| contest.sprt.is_some());
    let right = there == asked || decides && !there.is_empty() && there.is_subset(&asked);
    assert!(right, "{} has changed since", experiment.name);
}

#[test]
fn no_committed_chart_or_table_is_stale() {
    let plots = Path::new(env!("CARGO_MANIFEST_DIR")).join("plots");
    let mut expected = BTreeSet::new();
    for (experiment, results) in shipped() {
        let made = make(&experiment, &results).unwrap();
        assert_eq!(made.missing, [""; 0]);
        let table = (
            format!("{}.md", experiment.name),
            tables(&experiment, &results).unwrap(),
        );
        for (file, text) in made.charts.into_iter().chain([table]) {
            let committed = fs::read_to_string(plots.join(&file)).unwrap_or_default();
            assert!(
                committed == text,
                "plots/{file} is stale: run plyometer reproduce --update"
            );
            expected.insert(file);
        }
    }
    let there: BTreeSet<_> = fs::read_dir(&plots)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(there, expected, "plots/ has files that nothing draws");
}

#[test]
fn every_published_count_comes_out() {
    let mut same = 0;
    for (experiment, results) in shipped() {
        for beside in make(&experiment, &results).unwrap().published {
            assert!(beside.is_same(), "{}: {beside:?}", experiment.name);
            same += 1;
        }
    }
    assert_eq!(same, 12 + 15);
}
