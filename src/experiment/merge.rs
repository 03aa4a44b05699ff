//! Shards into one file of results, if they really are all of one run.

use std::collections::{HashMap, HashSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::files::write_beside;
use super::measure::is_success;
use super::provenance::Provenance;
use super::results::Results;
use super::run::results_file;
use super::sheet::{self, line};
use super::soundness::Verdicts;
use super::{CellId, Experiment, Selection, Source};

/// What became of a merge.
pub struct Merged {
    pub file: PathBuf,
    pub parts: usize,
    pub rows: usize,
    pub verdicts: Verdicts,
}

/// Joins parts into one file: in `out`, or, if none is given, in the folder of the first part.
/// Fails where anything is missing, doubled, or from another experiment or version.
pub fn merge(parts: &[PathBuf], out: Option<&Path>) -> anyhow::Result<Merged> {
    let mut read = Vec::new();
    for part in parts {
        let provenance = Provenance::read(part)?.with_context(|| {
            let beside = Provenance::beside(part);
            format!(
                "{}: its provenance {} is missing",
                part.display(),
                beside.display()
            )
        })?;
        read.push((part, provenance, sheet::read(part)?));
    }
    let Some((first_file, first, _)) = read.first() else {
        bail!("nothing to merge");
    };
    let whole = first.selection.whole();
    for (part, provenance, _) in &read {
        let differs = |what: &str| {
            let (a, b) = (first_file.display(), part.display());
            anyhow::anyhow!("{a} and {b} are not of one run: {what}")
        };
        if provenance.experiment != first.experiment || provenance.text != first.text {
            return Err(differs(
                "they are of two experiments, or of two versions of one",
            ));
        }
        if provenance.selection.whole() != whole {
            return Err(differs("other cells were asked for"));
        }
        let version = |p: &Provenance| {
            let parts = p.parts.iter();
            parts
                .map(|p| (p.version.clone(), p.git_revision.clone()))
                .collect::<Vec<_>>()
        };
        let mut versions: Vec<_> = version(first)
            .into_iter()
            .chain(version(provenance))
            .collect();
        versions.dedup();
        if versions.len() > 1 {
            return Err(differs("two versions of the program have run them"));
        }
    }

    // The experiment as it was when the parts were run.
    let experiment = Experiment::parse(Source::new(&first.file, first.text.clone()))
        .with_context(|| format!("the experiment of {}", first_file.display()))?;
    let schema = experiment.schema();
    let planned = planned(&experiment, &whole)?;
    let known: HashSet<CellId> = planned.iter().map(|planned| planned.id).collect();
    let mut seen: HashMap<(CellId, u32), &Path> = HashMap::new();
    let mut failed = HashSet::new();
    let mut joined = Vec::new();
    for (part, _, sheet) in &read {
        if !std::ptr::eq(sheet.schema, schema) {
            let part = part.display();
            bail!("{part}: its columns are not those of the experiment");
        }
        for fields in &sheet.rows {
            let text = |column: &str| schema.text(fields, column);
            let id: CellId = text("cell").parse().map_err(anyhow::Error::msg)?;
            let repeat: u32 = match text("repeat") {
                "" => 0,
                repeat => repeat.parse()?,
            };
            if let Some(other) = seen.insert((id, repeat), part) {
                let (one, two) = (other.display(), part.display());
                bail!("doubled: cell {id} is in both {one} and {two}");
            }
            if !known.contains(&id) {
                let part = part.display();
                bail!("{part}: cell {id} is not one of the experiment's");
            }
            if repeat == 0 && !is_success(text("status")) {
                failed.insert(id);
            }
            joined.push(fields);
        }
    }
    // A cell that failed has no times, and neither has a game.
    let repeats = |planned: &Planned| match failed.contains(&planned.id) {
        true => 0,
        false => experiment.measure.repeat,
    };
    let is_missing = |planned: &&Planned| {
        (0..=repeats(planned)).any(|repeat| !seen.contains_key(&(planned.id, repeat)))
    };
    if let Some(planned_one) = planned.iter().find(is_missing) {
        let (n, of) = (planned.iter().filter(is_missing).count(), planned.len());
        let name = &planned_one.name;
        bail!("missing: {n} of {of} cells, or some of their repeats, {name} among them");
    }

    let folder = first_file.parent().unwrap_or(Path::new(""));
    let file = results_file(out.unwrap_or(folder), &experiment.name, &whole);
    if read.iter().any(|(part, ..)| **part == file) {
        bail!("{}: a part cannot be the result as well", file.display());
    }
    if file.exists() {
        let file = file.display();
        bail!("{file}: there are results already; choose another folder with --out");
    }
    if let Some(folder) = file
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::create_dir_all(folder)?;
    }
    write_beside(&file, |out| {
        out.write_all(&line(schema.columns.iter())?)?;
        for fields in &joined {
            out.write_all(&line(fields.iter())?)?;
        }
        Ok(())
    })?;
    let results = Results::open(&file, schema, false)?;
    let verdicts = match &experiment.contest {
        None => results.finish(&experiment.cells)?,
        Some(_) => {
            results.arrange(&experiment.ids(), &HashSet::new())?;
            Verdicts::default()
        }
    };
    let mut provenance = Provenance::new(&experiment, &whole, planned.len());
    provenance.parts = read.iter().flat_map(|(_, p, _)| p.parts.clone()).collect();
    provenance.write(&file)?;
    Ok(Merged {
        file,
        parts: parts.len(),
        rows: joined.len(),
        verdicts,
    })
}

/// What a file of results should have a row of.
struct Planned {
    id: CellId,
    name: String,
}

fn planned(experiment: &Experiment, selection: &Selection) -> anyhow::Result<Vec<Planned>> {
    let cells = selection.cells(experiment).map_err(anyhow::Error::msg)?;
    let fixtures = selection.fixtures(experiment).map_err(anyhow::Error::msg)?;
    let cells = cells.iter().map(|cell| (cell.id, cell.name()));
    let fixtures = fixtures.iter().map(|fixture| (fixture.id, fixture.name()));
    let all = cells.chain(fixtures);
    Ok(all.map(|(id, name)| Planned { id, name }).collect())
}
