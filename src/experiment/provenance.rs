//! Where results come from: the JSON file beside them.
//!
//! A run that is resumed, perhaps by another version on another machine, adds a part; none
//! is forgotten.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::Experiment;
use super::files::write_text;
use super::selection::Selection;

/// The provenance of one file of results.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub struct Provenance {
    pub experiment: String,
    pub title: String,
    /// The experiment's file, and all of its text.
    pub file: PathBuf,
    pub text: String,
    /// Which of its cells were asked for.
    pub selection: Selection,
    /// How many these are.
    pub cells: usize,
    pub parts: Vec<Part>,
}

/// One run, from its start to its end, an interruption or a crash.
#[derive(Clone, Serialize, Deserialize, PartialEq, Debug)]
pub struct Part {
    pub version: String,
    pub git_revision: Option<String>,
    pub git_dirty: Option<bool>,
    pub rustc: String,
    pub target: String,
    pub target_cpu: String,
    pub profile: String,
    pub cpu: Option<String>,
    pub cores: usize,
    pub os: String,
    /// The seeds of engines that draw random numbers; those of positions are in the text.
    pub seeds: Vec<u64>,
    pub command: Vec<String>,
    /// In UTC.
    pub started: String,
    /// Empty if it was killed.
    pub ended: Option<String>,
    /// Rows written.
    pub rows: usize,
    /// Ended by Ctrl-C before all was done.
    #[serde(default)]
    pub stopped: bool,
}

impl Part {
    /// This program on this machine, from now on.
    pub fn begin(experiment: &Experiment) -> Self {
        let known = |text: &str| (!text.is_empty()).then(|| text.to_string());
        let mut seeds: Vec<u64> = experiment.seeds();
        seeds.sort_unstable();
        seeds.dedup();
        Part {
            version: env!("CARGO_PKG_VERSION").into(),
            git_revision: known(env!("PLYOMETER_GIT_REVISION")),
            git_dirty: env!("PLYOMETER_GIT_DIRTY").parse().ok(),
            rustc: env!("PLYOMETER_RUSTC").into(),
            target: env!("PLYOMETER_TARGET").into(),
            target_cpu: env!("PLYOMETER_TARGET_CPU").into(),
            profile: env!("PLYOMETER_PROFILE").into(),
            cpu: cpu_model(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            os: operating_system(),
            seeds,
            command: std::env::args().collect(),
            started: now(),
            ended: None,
            rows: 0,
            stopped: false,
        }
    }

    /// Whether it was run by the program that asks, not by another version of it.
    pub fn is_of_this_program(&self) -> bool {
        self.version == env!("CARGO_PKG_VERSION")
            && self.git_revision.as_deref().unwrap_or("") == env!("PLYOMETER_GIT_REVISION")
            && self.git_dirty == Some(false)
            && self.profile == env!("PLYOMETER_PROFILE")
    }
}

impl Provenance {
    /// The JSON file beside a file of results.
    pub fn beside(results: &Path) -> PathBuf {
        results.with_extension("json")
    }

    pub fn new(experiment: &Experiment, selection: &Selection, cells: usize) -> Self {
        Provenance {
            experiment: experiment.name.clone(),
            title: experiment.title.clone(),
            file: experiment.file.file().into(),
            text: experiment.file.text().into(),
            selection: selection.clone(),
            cells,
            parts: Vec::new(),
        }
    }

    /// Reads the file beside `results`; none if there is none.
    pub fn read(results: &Path) -> anyhow::Result<Option<Self>> {
        let file = Provenance::beside(results);
        if !file.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let read = serde_json::from_str(&text);
        let read = read.with_context(|| format!("{}: not a provenance", file.display()))?;
        Ok(Some(read))
    }

    /// Writes the file beside `results`.
    pub fn write(&self, results: &Path) -> anyhow::Result<()> {
        let file = Provenance::beside(results);
        let mut text = serde_json::to_string_pretty(self)?;
        text.push('\n');
        write_text(&file, &text)
    }
}

/// The time, in UTC, to the second: `2024-02-29T12:00:00Z`.
pub fn now() -> String {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    utc(elapsed.map_or(0, |elapsed| elapsed.as_secs()))
}

/// Seconds since 1970 as date and time. The calendar repeats every 400 years, which are
/// 146,097 days; years that begin in March end with the leap day.
fn utc(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = 400 * era + year + (month <= 2) as u64;
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// The processor's name, where the system tells.
fn cpu_model() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_string())
}

fn operating_system() -> String {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{} {}", std::env::consts::OS, kernel.trim())
        .trim()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_right() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400, "2000-02-29T00:00:00Z"),
            (1_709_208_000, "2024-02-29T12:00:00Z"),
            (1_735_689_599, "2024-12-31T23:59:59Z"),
            (4_107_542_400, "2100-03-01T00:00:00Z"),
        ] {
            assert_eq!(utc(seconds), text);
        }
    }
}
