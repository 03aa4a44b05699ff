//! A file of results: appended to row by row, resumed whatever happened, and put in order
//! at the end.
//!
//! A row is written with one call when its cell ends, so a run that is killed leaves whole
//! rows and at most one torn line behind, which the next run drops.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::files::write_beside;
use super::measure::is_success;
use super::row::{self, Row};
use super::schema::Schema;
use super::sheet::{Place, Reader, Rows, line, rows_end, scan};
use super::soundness::{Soundness, Verdicts};
use super::{Cell, CellId};

/// Rows are on the disk, not only with the system, after at most this long.
const SYNC: Duration = Duration::from_secs(1);

/// A file of results, open for more.
pub struct Results {
    path: PathBuf,
    file: File,
    schema: &'static Schema,
    synced: Instant,
    /// The rows there are.
    pub rows: Rows,
}

impl Results {
    /// Opens or creates a file. With `retry`, rows of cells that failed are left out.
    pub fn open(path: &Path, schema: &'static Schema, retry: bool) -> anyhow::Result<Self> {
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("{}: cannot be made", folder.display()))?;
        }
        let named = || path.display().to_string();
        let mut options = OpenOptions::new();
        let options = options.read(true).append(true).create(true);
        let mut file = options.open(path).with_context(named)?;
        if let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            bail!("{}: another run is writing to it", path.display());
        }
        let mut rows = scan(path, schema, &mut file)?;
        if rows.torn > 0 || rows.is_empty() {
            // Whole rows end where the torn part begins.
            let end = rows
                .places
                .last()
                .map(|last| last.offset + u64::from(last.length));
            let whole = end.unwrap_or(0).max(rows_end(&mut file, rows.torn)?);
            file.set_len(whole).with_context(named)?;
            if whole == 0 {
                let header = line(schema.columns.iter())?;
                file.write_all(&header).with_context(named)?;
            }
        }
        if rows.doubled > 0 || (retry && has_failures(schema, &mut file, &rows)?) {
            drop(file);
            rewrite(path, schema, |fields| {
                !retry || is_success(schema.text(fields, "status"))
            })?;
            return Results::open(path, schema, false);
        }
        file.seek(SeekFrom::End(0))?;
        rows.doubled = 0;
        Ok(Results {
            path: path.into(),
            file,
            schema,
            synced: Instant::now(),
            rows,
        })
    }

    /// Appends a row and hands it to the system.
    pub fn append(
        &mut self,
        cell: CellId,
        repeat: Option<u32>,
        nodes: Option<u64>,
        fields: &[String],
    ) -> anyhow::Result<()> {
        let line = line(fields.iter())?;
        let offset = self.file.stream_position()?;
        let named = || format!("{}: a row could not be written", self.path.display());
        if let Err(error) = self.file.write_all(&line) {
            // A full disk, say: what there is of the row goes again.
            let _ = self.file.set_len(offset);
            return Err(error).with_context(named);
        }
        let place = Place {
            cell,
            repeat: repeat.unwrap_or(0),
            offset,
            length: line.len() as u32,
        };
        self.rows.note(place, nodes);
        if self.synced.elapsed() > SYNC {
            self.file.sync_data().with_context(named)?;
            self.synced = Instant::now();
        }
        Ok(())
    }

    /// Puts the rows in the order of `cells`, counts before times, and says in each whether it
    /// agrees with plain search. Rows of cells that the experiment no longer has stay at the
    /// end. A file that is in order already is left alone.
    pub fn finish(mut self, cells: &[Cell]) -> anyhow::Result<Verdicts> {
        self.file.sync_data()?;
        let order: HashMap<CellId, usize> = cells
            .iter()
            .enumerate()
            .map(|(i, cell)| (cell.id, i))
            .collect();
        // Compared is with what there is, which may be a part of the experiment.
        let there: Vec<&Cell> = (cells.iter())
            .filter(|cell| self.rows.nodes(cell.id).is_some())
            .collect();
        let mut soundness = Soundness::new(&there);
        let mut places = std::mem::take(&mut self.rows.places);
        let key = |place: &Place| {
            (
                order.get(&place.cell).copied().unwrap_or(usize::MAX),
                place.repeat,
            )
        };
        let sorted = places.is_sorted_by_key(key);
        places.sort_by_key(key);
        // First what the others are compared with, then all of them; written only if need be.
        let mut reader = Reader::new(self.schema, &mut self.file)?;
        for place in &places {
            if soundness.is_reference(place.cell, place.repeat) {
                soundness.learn(place.cell, reader.fields(place)?);
            }
        }
        let mut verdicts = Verdicts::default();
        let mut changed = !sorted;
        for place in &places {
            let fields = reader.fields(place)?;
            let judgement = soundness.judge(place.cell, fields);
            verdicts.note(fields, &judgement);
            changed |= judgement != [row::VALUE_AGREES, row::MOVE_AGREES].map(|c| fields.text(c));
        }
        let schema = self.schema;
        if changed {
            write_beside(&self.path, |out| {
                out.write_all(&line(schema.columns.iter())?)?;
                for place in &places {
                    let mut fields = reader.row(place)?;
                    let [value, mv] = soundness.judge(place.cell, &fields);
                    fields[row::index(row::VALUE_AGREES)] = value.into();
                    fields[row::index(row::MOVE_AGREES)] = mv.into();
                    out.write_all(&line(fields.iter())?)?;
                }
                Ok(())
            })?;
        }
        Ok(verdicts)
    }
}

impl Results {
    /// Puts the rows in the order of `cells`, strangers last, and leaves out those of cells
    /// in `without`. A file that is in order already is left alone.
    pub fn arrange(mut self, cells: &[CellId], without: &HashSet<CellId>) -> anyhow::Result<()> {
        self.file.sync_data()?;
        let order: HashMap<CellId, usize> = cells.iter().zip(0..).map(|(id, i)| (*id, i)).collect();
        let mut places = std::mem::take(&mut self.rows.places);
        let before = places.len();
        places.retain(|place| !without.contains(&place.cell));
        let key = |place: &Place| {
            (
                order.get(&place.cell).copied().unwrap_or(usize::MAX),
                place.repeat,
            )
        };
        if places.len() == before && places.is_sorted_by_key(key) {
            return Ok(());
        }
        places.sort_by_key(key);
        let schema = self.schema;
        let mut reader = Reader::new(schema, &mut self.file)?;
        write_beside(&self.path, |out| {
            out.write_all(&line(schema.columns.iter())?)?;
            for place in &places {
                out.write_all(&line(reader.row(place)?.iter())?)?;
            }
            Ok(())
        })
    }

    /// The rows as they stand in the file, each with its cell.
    pub fn all(&mut self) -> anyhow::Result<Vec<(CellId, Vec<String>)>> {
        let mut reader = Reader::new(self.schema, &mut self.file)?;
        let places = self.rows.places.iter();
        let rows = places.map(|place| Ok((place.cell, reader.row(place)?)));
        let rows = rows.collect::<anyhow::Result<_>>()?;
        self.file.seek(SeekFrom::End(0))?;
        Ok(rows)
    }
}

fn has_failures(schema: &'static Schema, file: &mut File, rows: &Rows) -> anyhow::Result<bool> {
    let mut reader = Reader::new(schema, file)?;
    for place in &rows.places {
        if !is_success(reader.fields(place)?.text("status")) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Writes a file anew with the rows that are worth keeping, each once.
fn rewrite(
    path: &Path,
    schema: &'static Schema,
    keep: impl Fn(&[String]) -> bool,
) -> anyhow::Result<()> {
    let mut file = File::open(path)?;
    let rows = scan(path, schema, &mut file)?;
    let mut reader = Reader::new(schema, &mut file)?;
    write_beside(path, |out| {
        out.write_all(&line(schema.columns.iter())?)?;
        for place in &rows.places {
            let fields = reader.row(place)?;
            if keep(&fields) {
                out.write_all(&line(fields.iter())?)?;
            }
        }
        Ok(())
    })
}
