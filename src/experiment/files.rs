//! Files that are never half-written.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context;

/// Writes a file beside `path` and puts it in its place when it is whole.
pub fn write_beside(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}.new", std::process::id()));
    let attempt = || {
        let file = File::create(&beside)?;
        let mut out = BufWriter::new(&file);
        write(&mut out)?;
        out.flush()?;
        drop(out);
        file.sync_all()?;
        fs::rename(&beside, path)?;
        Ok(())
    };
    let written: anyhow::Result<()> = attempt();
    if written.is_err() {
        // What is left of it helps nobody.
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| {
        format!(
            "{} could not be written; make room or choose another place",
            path.display()
        )
    })
}

/// Writes a text as a file.
pub fn write_text(path: &Path, text: &str) -> anyhow::Result<()> {
    if let Some(folder) = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
    {
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be made", folder.display()))?;
    }
    write_beside(path, |out| Ok(out.write_all(text.as_bytes())?))
}
