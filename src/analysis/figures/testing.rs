//! Rows and experiments made by hand.

use std::path::Path;

use super::{Figure, FigureError, read};
use crate::analysis::{Data, Record};
use crate::experiment::row;
use crate::experiment::schema::SEARCHES;
use crate::experiment::{Experiment, Source};

/// A row: these columns, all others empty.
pub fn row(fields: &[(&str, &str)]) -> Vec<String> {
    let mut row = vec![String::new(); SEARCHES.columns.len()];
    row[row::index("status")] = "complete".into();
    row[row::index("deterministic")] = "true".into();
    for (column, value) in fields {
        row[row::index(column)] = value.to_string();
    }
    row
}

pub fn record(fields: &[(&str, &str)]) -> Record {
    let mut data = Data::from_rows(vec![row(fields)]);
    data.records.remove(0)
}

pub fn records(rows: &[&[(&str, &str)]]) -> Vec<Record> {
    rows.iter().map(|fields| record(fields)).collect()
}

/// An experiment of these engines with these figures. Its depth is 1 to 4.
pub fn experiment(engines: &str, figures: &str) -> Experiment {
    let text = format!(
        "title = \"A test\"\nquestion = \"Does it work?\"\n[grid]\ngame = \"tris(3,3)\"\n\
         depth = \"1..=4\"\n[engines]\n{engines}\n{figures}"
    );
    Experiment::parse(Source::new(Path::new("test.toml"), text)).unwrap()
}

/// Two engines, as most tests need them.
pub const TWO: &str = "slow = \"minimax\"\nfast = \"alphabeta\"";

/// The only figure of an experiment.
pub fn figure(experiment: &Experiment) -> Figure {
    let mut figures = read(experiment).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(figures.len(), 1);
    figures.remove(0)
}

/// A table of rows: engine, position, depth, nodes, then times in milliseconds.
pub fn data(cells: &[(&str, &str, u32, u64, &[f64])]) -> Data {
    let mut rows = Vec::new();
    for (engine, position, depth, nodes, times) in cells {
        let cell = format!("{engine}/{position}/{depth}");
        let (depth, nodes) = (depth.to_string(), nodes.to_string());
        let fields = |repeat: &str, time: &str| {
            row(&[
                ("cell", &cell),
                ("game", "tris(size=3,series=3)"),
                ("rows", "3"),
                ("cols", "3"),
                ("engine", engine),
                ("position", position),
                ("depth", &depth),
                ("nodes", &nodes),
                ("repeat", repeat),
                ("time_ns", time),
            ])
        };
        rows.push(fields("", ""));
        for (repeat, time) in times.iter().enumerate() {
            rows.push(fields(&(repeat + 1).to_string(), &(time * 1e6).to_string()));
        }
    }
    Data::from_rows(rows)
}

/// What is wrong with the data of a figure.
pub fn error(figures: &str, data: &Data) -> String {
    let experiment = experiment(TWO, figures);
    let made: Result<_, FigureError> = figure(&experiment).chart(&experiment, data);
    made.err().expect("it should not be drawn").to_string()
}
