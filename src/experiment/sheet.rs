//! The rows of a file of results: where they stand, and what stands in them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

use anyhow::{Context, anyhow, bail};

use super::CellId;
use super::measure::is_success;
use super::row::Row;
use super::schema::{SEARCHES, Schema};

/// Which rows a file has: by cell and repeat (0: the run that counted).
#[derive(Default)]
pub struct Rows {
    /// What a successful run of a cell counted: nodes, or plies.
    cells: HashMap<(CellId, u32), Option<u64>>,
    /// Where each row stands, in the order of the file.
    pub(super) places: Vec<Place>,
    /// Whole rows that were there twice.
    pub doubled: usize,
    /// Bytes at the end that were no row.
    pub torn: u64,
}

#[derive(Clone, Copy)]
pub(super) struct Place {
    pub cell: CellId,
    pub repeat: u32,
    pub offset: u64,
    pub length: u32,
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

    pub(super) fn note(&mut self, place: Place, nodes: Option<u64>) {
        match self.cells.insert((place.cell, place.repeat), nodes) {
            None => self.places.push(place),
            Some(_) => self.doubled += 1,
        }
    }
}

/// What stands in the way of resuming a file.
pub(super) fn foreign(path: &Path, what: &str) -> anyhow::Error {
    anyhow!(
        "{}: {what}; move the file away, or choose another folder with --out",
        path.display()
    )
}

/// One line of CSV.
pub fn line(fields: impl Iterator<Item = impl AsRef<[u8]>>) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::WriterBuilder::new().from_writer(Vec::with_capacity(512));
    csv.write_record(fields)?;
    csv.into_inner().map_err(|error| anyhow!("{error}"))
}

/// Finds the rows of a file. A last line without its end, and what is no row at all at the
/// end of the file (after a power cut), count as torn.
pub(super) fn scan(path: &Path, schema: &'static Schema, file: &mut File) -> anyhow::Result<Rows> {
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
pub(super) fn rows_end(file: &mut File, torn: u64) -> anyhow::Result<u64> {
    Ok(file.metadata()?.len() - torn)
}

/// The fields of a line, without copying each into a text of its own.
pub(super) struct Fields {
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
pub(super) struct Reader<'a> {
    file: BufReader<&'a mut File>,
    at: u64,
    record: csv_core::Reader,
    fields: Fields,
    bytes: Vec<u8>,
}

impl<'a> Reader<'a> {
    pub fn new(schema: &'static Schema, file: &'a mut File) -> anyhow::Result<Self> {
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
    pub fn fields(&mut self, place: &Place) -> anyhow::Result<&Fields> {
        self.file
            .seek_relative(place.offset as i64 - self.at as i64)?;
        self.bytes.resize(place.length as usize, 0);
        self.file.read_exact(&mut self.bytes)?;
        self.at = place.offset + u64::from(place.length);
        let split = self.fields.split(&mut self.record, &self.bytes);
        split.ok_or_else(|| anyhow!("a row has changed while it was read"))?;
        Ok(&self.fields)
    }

    pub fn row(&mut self, place: &Place) -> anyhow::Result<Vec<String>> {
        let fields = self.fields(place)?;
        let text = |column| String::from_utf8_lossy(fields.get(column)).into_owned();
        Ok((0..fields.schema.columns.len()).map(text).collect())
    }
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
