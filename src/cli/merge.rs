//! `plyometer merge`: shards into one file of results.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::Failure;
use crate::experiment::merge::merge;
use crate::units::thousands;

/// Join the results of all shards of a run into one file.
///
/// Checks that nothing is missing, doubled, or from another experiment or version. Outside
/// the column of times the file is the same as that of a run on one machine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer merge data/ladder.shard-*.csv
  plyometer merge a/ladder.shard-1-of-2.csv b/ladder.shard-2-of-2.csv --out data")]
pub struct MergeArgs {
    /// The results of the shards; the provenance of each stands beside it
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// The folder of the joined results [default: that of the first part]
    #[arg(long, short, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: &MergeArgs) -> Result<(), Failure> {
    let merged = merge(&args.parts, args.out.as_deref())?;
    let rows = thousands(merged.rows as u64);
    eprintln!(
        "{} parts, {rows} rows → {}",
        merged.parts,
        merged.file.display()
    );
    match merged.verdicts.wrong.len() {
        0 => Ok(()),
        n => Err(anyhow!(
            "{n} rows of sound engines have another value than plain search: {}",
            merged.verdicts.wrong[0]
        )
        .into()),
    }
}
