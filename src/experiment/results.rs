//! A file of results: appended to row by row, resumed whatever happened, and put in order
//! at the end.
//!
//! A row is written with one call when its cell ends, so a run that is killed leaves whole
//! rows and at most one torn line behind, which the next run drops.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};

use super::files::write_beside;
use super::measure::is_success;
use super::row::{self, Row};
use super::schema::{SEARCHES, Schema};
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

/// Which rows a file has: by cell and repeat (0: the run that counted).
#[derive(Default)]
pub struct Rows {
    /// What a successful run of a cell counted: nodes, or plies.
    cells: HashMap<(CellId, u32), Option<u64>>,
    /// Where each row stands, in the order of the file.
    places: Vec<Place>,
    /// Whole rows that were there twice.
    pub doubled: usize,
    /// Bytes at the end that were no row.
    pub torn: u64,
}

#[derive(Clone, Copy)]
struct Place {
    cell: CellId,
    repeat: u32,
    offset: u64,
    length: u32,
}

impl Rows {
    /// Whether there is such a row.
    pub fn has(&self, cell: CellId, repeat: u32) -> bool {
        self.cells.contains_key(&(cell, repeat))
    }

    /// Whether the run that counted a cell came to nothing.
    pub fn has_failed(&self, cell: CellId) -> bool {
        self.cells.get(&(cell, 0)) == Some(&None)
    }

    /// The nodes that the run counted which succeeded.
    pub fn nodes(&self, cell: CellId) -> Option<u64> {
        self.cells.get(&(cell, 0)).copied().flatten()
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    fn note(&mut self, place: Place, nodes: Option<u64>) {
        match self.cells.insert((place.cell, place.repeat), nodes) {
            None => self.places.push(place),
            Some(_) => self.doubled += 1,
        }
    }
}

/// What stands in the way of resuming a file.
fn foreign(path: &Path, what: &str) -> anyhow::Error {
    anyhow!(
        "{}: {what}; move the file away, or choose another folder with --out",
        path.display()
    )
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

/// One line of CSV.
pub fn line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new().from_writer(Vec::with_capacity(512));
    csv.write_record(fields)?;
    csv.into_inner().map_err(|error| anyhow!("{error}"))
}

/// Finds the rows of a file. A last line without its end, and what is no row at all at the
/// end of the file (after a power cut), count as torn.
fn scan(path: &Path, schema: &'static Schema, file: &mut File) -> anyhow::Result<Rows> {
    let mut rows = Rows::default();
    file.seek(SeekFrom::Start(0))?;
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let mut bytes = Vec::with_capacity(1024);
    let header = line(schema.columns.iter())?;
    (&mut reader)
        .take(header.len() as u64)
        .read_to_end(&mut bytes)?;
    if bytes != header {
        if header.starts_with(&bytes) {
            rows.torn = bytes.len() as u64;
            return Ok(rows); // Empty, or killed while the header was written.
        }
        return Err(foreign(path, "its columns are not those of this version"));
    }
    let (cell, status) = (schema.index("cell"), schema.index("status"));
    let (repeat, witness) = (schema.find("repeat"), schema.index(schema.witness));
    let mut offset = bytes.len() as u64;
    let mut record = csv_core::Reader::new();
    let mut fields = Fields::new(schema);
    let mut number = 1;
    loop {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes)?;
        number += 1;
        if length == 0 {
            return Ok(rows);
        }
        let parsed = bytes
            .ends_with(b"\n")
            .then(|| fields.split(&mut record, &bytes))
            .flatten();
        let found = parsed.and_then(|()| {
            let text = |column| std::str::from_utf8(fields.get(column)).ok();
            let id: CellId = text(cell)?.parse().ok()?;
            let repeat = match repeat {
                None => 0,
                Some(column) => match text(column)? {
                    "" => 0,
                    number => number.parse().ok()?,
                },
            };
            let counted = is_success(text(status)?)
                .then(|| text(witness)?.parse().ok())
                .flatten();
            Some((id, repeat, counted))
        });
        let Some((id, repeat, counted)) = found else {
            // Damage at the end is dropped; damage in the middle is not ours to mend.
            let mut rest = Vec::new();
            reader.take(1 << 20).read_to_end(&mut rest)?;
            let mut lines = rest.split_inclusive(|&byte| byte == b'\n');
            let goes_on = lines.any(|line| fields.split(&mut record, line).is_some());
            if goes_on || rest.len() == 1 << 20 {
                return Err(foreign(
                    path,
                    &format!("line {number} is not a row of results"),
                ));
            }
            rows.torn = (length + rest.len()) as u64;
            return Ok(rows);
        };
        let place = Place {
            cell: id,
            repeat,
            offset,
            length: length as u32,
        };
        rows.note(place, counted);
        offset += length as u64;
    }
}

/// Where the whole rows of a file end, the header included.
fn rows_end(file: &mut File, torn: u64) -> anyhow::Result<u64> {
    Ok(file.metadata()?.len() - torn)
}

/// The fields of a line, without copying each into a text of its own.
struct Fields {
    schema: &'static Schema,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

impl Fields {
    fn new(schema: &'static Schema) -> Self {
        Fields {
            schema,
            bytes: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Splits a line that should be a row.
    fn split(&mut self, reader: &mut csv_core::Reader, line: &[u8]) -> Option<()> {
        self.bytes.resize(line.len() + 1, 0);
        let columns = self.schema.columns.len();
        self.ends.resize(columns + 1, 0);
        reader.reset();
        let (result, read, _, ends) = reader.read_record(line, &mut self.bytes, &mut self.ends);
        let whole = matches!(result, csv_core::ReadRecordResult::Record);
        (whole && read == line.len() && ends == columns).then_some(())
    }

    fn get(&self, column: usize) -> &[u8] {
        let start = if column == 0 {
            0
        } else {
            self.ends[column - 1]
        };
        &self.bytes[start..self.ends[column]]
    }
}

impl Row for Fields {
    fn text(&self, column: &str) -> &str {
        std::str::from_utf8(self.get(self.schema.index(column))).unwrap_or_default()
    }
}

/// Reads rows by their place, fastest in the order of the file.
pub struct Reader<'a> {
    file: BufReader<&'a mut File>,
    at: u64,
    record: csv_core::Reader,
    fields: Fields,
    bytes: Vec<u8>,
}

impl<'a> Reader<'a> {
    fn new(schema: &'static Schema, file: &'a mut File) -> anyhow::Result<Self> {
        file.seek(SeekFrom::Start(0))?;
        Ok(Reader {
            file: BufReader::with_capacity(1 << 16, file),
            at: 0,
            record: csv_core::Reader::new(),
            fields: Fields::new(schema),
            bytes: Vec::new(),
        })
    }

    /// The fields of a row, until the next one is read.
    fn fields(&mut self, place: &Place) -> anyhow::Result<&Fields> {
        self.file
            .seek_relative(place.offset as i64 - self.at as i64)?;
        self.bytes.resize(place.length as usize, 0);
        self.file.read_exact(&mut self.bytes)?;
        self.at = place.offset + u64::from(place.length);
        let split = self.fields.split(&mut self.record, &self.bytes);
        split.ok_or_else(|| anyhow!("a row has changed while it was read"))?;
        Ok(&self.fields)
    }

    fn row(&mut self, place: &Place) -> anyhow::Result<Vec<String>> {
        let fields = self.fields(place)?;
        let text = |column| String::from_utf8_lossy(fields.get(column)).into_owned();
        Ok((0..fields.schema.columns.len()).map(text).collect())
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

/// The rows of a file, and what their columns are.
pub struct Sheet {
    pub schema: &'static Schema,
    pub rows: Vec<Vec<String>>,
}

/// All rows of a file, for those who read results.
pub fn read(path: &Path) -> anyhow::Result<Sheet> {
    let mut file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("{}: there is no such file", path.display())
        }
        opened => opened.with_context(|| path.display().to_string())?,
    };
    let schema = schema_of(&mut file)?;
    let rows = scan(path, schema, &mut file)?;
    if rows.torn > 0 {
        bail!(
            "{}: its last line is torn; resume the run first",
            path.display()
        );
    }
    let mut reader = Reader::new(schema, &mut file)?;
    let rows = rows.places.iter().map(|place| reader.row(place));
    Ok(Sheet {
        schema,
        rows: rows.collect::<Result<_, _>>()?,
    })
}

/// The rows of a file that must be of searches.
pub fn read_searches(path: &Path) -> anyhow::Result<Vec<Vec<String>>> {
    let sheet = read(path)?;
    match std::ptr::eq(sheet.schema, &*SEARCHES) {
        true => Ok(sheet.rows),
        false => bail!("{}: these are games, not searches", path.display()),
    }
}

/// The schema whose columns a file has; that of searches if it has none's.
fn schema_of(file: &mut File) -> anyhow::Result<&'static Schema> {
    file.seek(SeekFrom::Start(0))?;
    let mut header = String::new();
    // What is not text has no columns.
    let _ = BufReader::new(&mut *file)
        .take(1 << 16)
        .read_line(&mut header);
    for schema in Schema::all() {
        if header.as_bytes() == line(schema.columns.iter())? {
            return Ok(schema);
        }
    }
    Ok(&SEARCHES)
}
