//! What a report says of an experiment.

use std::path::Path;

use super::contest;
use crate::analysis::data::Data;
use crate::analysis::document::{Block, Entry, Grid};
use crate::analysis::published::Published;
use crate::analysis::shown::Found;
use crate::analysis::tables::Table;
use crate::experiment::provenance::Provenance;
use crate::experiment::{Experiment, Problem, Problems};
use crate::units::thousands;

/// A chart for the report.
pub struct Chart {
    pub file: String,
    pub svg: String,
    pub title: String,
}

/// An experiment with its results.
pub struct Results<'a> {
    pub experiment: &'a Experiment,
    pub found: &'a Found,
    pub provenance: Option<&'a Provenance>,
    pub charts: &'a [Chart],
    /// What could not be drawn, and why.
    pub missing: &'a [String],
}

/// The first lines of a report.
pub fn opening(experiments: usize) -> Vec<Block> {
    vec![
        Block::Heading(1, "Game-tree search: results".into()),
        Block::Paragraph(format!(
            "{experiments} {}, run with plyometer {}. A count is exact and the same on every \
             machine; a time is the median of repeats on one core, with its interval. Every \
             number here comes from the rows named under Provenance.",
            if experiments == 1 {
                "experiment"
            } else {
                "experiments"
            },
            env!("CARGO_PKG_VERSION"),
        )),
    ]
}

/// What differs between searches and matches.
#[derive(Default)]
pub struct Parts {
    pub set_up: Vec<Block>,
    /// Before the figures.
    pub tables: Vec<Block>,
    /// After them.
    pub findings: Vec<Block>,
    /// Whether the results can be trusted.
    pub trust: Vec<Block>,
}

/// An experiment as blocks, or what is wrong with what its file declares.
pub fn blocks(results: &Results) -> Result<Vec<Block>, Problems> {
    let Results {
        experiment,
        found,
        provenance,
        charts,
        missing,
    } = results;
    let parts = match found {
        Found::Searches(data) => searches(experiment, data)?,
        Found::Games(games) => contest::parts(experiment, games),
    };
    let mut blocks = vec![
        Block::Heading(2, experiment.title.clone()),
        Block::Paragraph(experiment.question.clone()),
    ];
    if let Some(source) = &experiment.source {
        blocks.push(Block::Paragraph(format!("Source: {source}.")));
    }
    blocks.push(Block::Heading(3, "Set-up".into()));
    blocks.extend(parts.set_up);
    blocks.push(Block::Heading(3, "Results".into()));
    blocks.extend(parts.tables);
    blocks.extend(charts.iter().map(|chart| Block::Figure {
        file: chart.file.clone(),
        svg: chart.svg.clone(),
        alt: chart.title.clone(),
    }));
    if !missing.is_empty() {
        blocks.push(Block::List(missing.to_vec()));
    }
    blocks.extend(parts.findings);
    if let Some(notes) = &experiment.notes {
        blocks.push(Block::Heading(3, "Notes".into()));
        blocks.push(Block::Paragraph(
            notes.split_whitespace().collect::<Vec<_>>().join(" "),
        ));
    }
    blocks.extend(parts.trust);
    if let Some(provenance) = provenance {
        blocks.push(Block::Heading(3, "Provenance".into()));
        blocks.push(Block::Facts(sources(experiment, provenance)));
    }
    Ok(blocks)
}

/// What a report says of searches.
fn searches(experiment: &Experiment, data: &Data) -> Result<Parts, Problems> {
    let tables = Table::declared(experiment);
    let published = Published::declared(experiment);
    let (tables, published) = match (tables, published) {
        (Ok(tables), Ok(published)) => (tables, published),
        (tables, published) => {
            let problems = |p: Vec<Problem>| p;
            let mut all = tables.err().map_or(Vec::new(), problems);
            all.extend(published.err().unwrap_or_default());
            return Err(Problems(all));
        }
    };
    let mut parts = Parts {
        set_up: vec![
            Block::Facts(set_up(experiment, data)),
            Block::Table(engines(experiment)),
        ],
        ..Parts::default()
    };
    let grids = tables.iter().filter_map(|table| table.grid(data));
    parts.tables.extend(grids.map(Block::Table));
    let blocks = &mut parts.findings;
    let sentences: Vec<_> = tables
        .iter()
        .flat_map(|table| table.sentences(data))
        .collect();
    if !sentences.is_empty() {
        blocks.push(Block::Heading(3, "Findings".into()));
        blocks.push(Block::List(sentences));
    }
    if !published.is_empty() {
        blocks.push(Block::Heading(3, "Published and ours".into()));
        blocks.extend(
            published
                .iter()
                .map(|published| Block::Table(published.grid(data))),
        );
    }
    parts.trust = vec![
        Block::Heading(3, "Soundness".into()),
        Block::List(soundness(data)),
    ];
    Ok(parts)
}

/// A list as a sentence has it, the beginning of a long one.
pub fn several(values: &[&str]) -> String {
    const MOST: usize = 8;
    match values.len() {
        0..=MOST => values.join(", "),
        n => format!("{}, … ({n} in all)", values[..MOST].join(", ")),
    }
}

/// The set-up in words.
fn set_up(experiment: &Experiment, data: &Data) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, text: String| facts.push((name.to_string(), text));
    fact("Games", several(&data.values("game")));
    let positions = data.values("position");
    fact(
        "Positions",
        match positions[..] {
            [""] => "the start".into(),
            _ => {
                let shown = positions
                    .iter()
                    .map(|p| if p.is_empty() { "the start" } else { p });
                several(&shown.collect::<Vec<_>>())
            }
        },
    );
    for (column, name) in [
        ("depth", "Depth"),
        ("limit_nodes", "Nodes"),
        ("limit_time", "Time"),
    ] {
        let values = data.values(column);
        if values != [""] && !values.is_empty() {
            let shown = values.iter().map(|v| if v.is_empty() { "none" } else { v });
            fact(name, several(&shown.collect::<Vec<_>>()));
        }
    }
    fact(
        "Cells",
        format!(
            "{} searched, {} failed",
            thousands(data.records.len() as u64),
            thousands(data.failed.len() as u64)
        ),
    );
    let repeat = experiment.measure.repeat;
    fact(
        "Times",
        match repeat {
            0 => "none taken: counts only".into(),
            n => format!("{n} repeats a cell, interleaved, on one core"),
        },
    );
    facts
}

/// The engines with the toggles that make them.
fn engines(experiment: &Experiment) -> Grid {
    let mut rows: Vec<Vec<Entry>> = Vec::new();
    for cell in &experiment.cells {
        let name = Entry::text(&cell.engine.name);
        if !rows.iter().any(|row| row[0] == name) {
            rows.push(vec![name, Entry::text(&cell.engine.changed)]);
        }
    }
    Grid {
        caption: "The engines, and the toggles in which they differ from plain alpha-beta.".into(),
        header: vec!["engine".into(), "toggles".into()],
        rows,
    }
}

fn soundness(data: &Data) -> Vec<String> {
    let mut lines = Vec::new();
    let compared = data
        .records
        .iter()
        .filter(|r| !r.text("value_agrees").is_empty());
    let compared: Vec<_> = compared.collect();
    if compared.is_empty() {
        lines.push("The experiment has no plain search to compare values with.".into());
    }
    for (sound, name) in [("true", "sound"), ("false", "unsound")] {
        let own: Vec<_> = compared
            .iter()
            .filter(|r| r.text("sound") == sound)
            .collect();
        if own.is_empty() {
            continue;
        }
        let agree = own
            .iter()
            .filter(|r| r.text("value_agrees") == "true")
            .count();
        let moves = own
            .iter()
            .filter(|r| r.text("move_agrees") == "true")
            .count();
        let number = |n: usize| thousands(n as u64);
        lines.push(format!(
            "{} of {} searches of {name} engines have the value of plain search, {} the same move.",
            number(agree),
            number(own.len()),
            number(moves)
        ));
    }
    for failed in &data.failed {
        lines.push(format!(
            "{} on {} failed: {} ({}).",
            failed.text("engine"),
            failed.text("game"),
            failed.text("status"),
            failed.text("reason")
        ));
    }
    lines
}

fn sources(experiment: &Experiment, provenance: &Provenance) -> Vec<(String, String)> {
    let file = Path::new(experiment.file.file());
    let mut facts = vec![(
        "Experiment".to_string(),
        file.file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
    )];
    for (index, part) in provenance.parts.iter().enumerate() {
        let revision = match (&part.git_revision, part.git_dirty) {
            (Some(revision), Some(true)) => format!("{} with changes", short(revision)),
            (Some(revision), _) => short(revision).to_string(),
            (None, _) => "unknown".into(),
        };
        facts.push((
            format!("Run {}", index + 1),
            format!(
                "{} to {}; {} rows; plyometer {} (revision {revision}), {}, {} for {}; {}, {} cores, {}",
                part.started,
                part.ended.as_deref().unwrap_or("killed"),
                match part.ended {
                    Some(_) => thousands(part.rows as u64),
                    None => "an unknown number of".into(),
                },
                part.version,
                part.rustc,
                part.target,
                part.target_cpu,
                part.cpu.as_deref().unwrap_or("unknown processor"),
                part.cores,
                part.os,
            ),
        ));
    }
    facts
}

fn short(revision: &str) -> &str {
    revision.get(..12).unwrap_or(revision)
}
