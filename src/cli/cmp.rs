//! `plyometer cmp`: two files of results against each other.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::Failure;
use crate::experiment::compare::{Times, compare};
use crate::stats::Estimate;
use crate::units::thousands;

/// Compare two files of results: counts exactly, times with an interval.
///
/// Exits 1 when a count differs, or when the files have no cell in common; with --gate
/// also when a cell is significantly slower in the second file (Mann-Whitney test, p < 0.05
/// after Holm's correction over all cells), or all cells together are (the interval of the
/// geometric mean of their ratios lies above 1).
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer cmp before.csv after.csv
  plyometer cmp before.csv after.csv --gate && echo no slower")]
pub struct CmpArgs {
    /// The results to compare with
    first: PathBuf,
    /// The results to compare
    second: PathBuf,
    /// Fail when a time is significantly slower
    #[arg(long)]
    gate: bool,
}

/// Differences are listed up to this many.
const SHOWN: usize = 20;

pub fn run(args: &CmpArgs) -> Result<(), Failure> {
    let comparison = compare(&args.first, &args.second)?;
    let mut out = io::stdout().lock();
    for (which, only) in [
        (&args.first, &comparison.only_first),
        (&args.second, &comparison.only_second),
    ] {
        if let Some(first) = only.first() {
            let n = thousands(only.len() as u64);
            writeln!(out, "{n} cells only in {}: {first}, …", which.display())?;
        }
    }
    for different in comparison.different.iter().take(SHOWN) {
        writeln!(out, "{different}")?;
    }
    let (counts, different) = (comparison.counts, comparison.different.len());
    let number = |n: usize| thousands(n as u64);
    writeln!(
        out,
        "{} of {} counts identical in {} cells",
        number(counts - different.min(counts)),
        number(counts),
        number(comparison.cells)
    )?;
    if comparison.varying > 0 {
        let n = number(comparison.varying);
        writeln!(
            out,
            "{n} cells whose counts vary from run to run were not compared"
        )?;
    }
    let slower: Vec<_> = comparison.times.iter().filter(|t| t.is_slower()).collect();
    let faster = comparison.times.iter().filter(|t| t.is_faster()).count();
    if let Some(ratio) = comparison.ratio {
        writeln!(
            out,
            "times: {} as long over {} cells (geometric mean of ratios of medians); {} significantly slower, {faster} faster",
            shown(&ratio),
            number(comparison.times.len()),
            slower.len()
        )?;
    }
    let mut worst: Vec<&Times> = slower.clone();
    worst.sort_by(|a, b| b.ratio.value.total_cmp(&a.ratio.value));
    for times in worst.iter().take(SHOWN) {
        let p = times.p.unwrap_or(1.0);
        writeln!(
            out,
            "slower: {} {} (p = {p:.2e})",
            times.cell,
            shown(&times.ratio)
        )?;
    }
    if different > 0 {
        return Err(anyhow!("{different} counts differ").into());
    }
    if comparison.cells + comparison.varying + comparison.times.len() == 0 {
        return Err(anyhow!("the files have no cell in common").into());
    }
    if args.gate && !slower.is_empty() {
        return Err(anyhow!("{} cells are significantly slower", slower.len()).into());
    }
    if args.gate && comparison.is_slower_overall() {
        return Err(anyhow!("all cells together are significantly slower").into());
    }
    Ok(())
}

/// `1.03× (0.98–1.09)`
fn shown(ratio: &Estimate) -> String {
    match &ratio.interval {
        Some(interval) => format!(
            "{:.3}× ({:.3}–{:.3})",
            ratio.value, interval.low, interval.high
        ),
        None => format!("{:.3}×", ratio.value),
    }
}
