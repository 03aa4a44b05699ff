//! `plyometer games`: the games of a match, one line each.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use regex_lite::Regex;

use super::Failure;
use crate::contest::record;

/// Print the games of a match, one line each, to keep, to search and to replay.
///
/// The file is the result of a match (`data/matches/NAME.csv`) or a file of such lines. A line
/// has the game, the moves, the result, the players and a remark. `plyometer show --from` and
/// `plyometer play --from` replay them by their numbers.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer games data/matches/greedy-vs-random-1a2b3c4d.csv > games.txt
  plyometer games data/reference/home-boards.csv --matching 'chain.*unstable' --number
  plyometer show --from games.txt --nr 3
  plyometer play --from games.txt --nr 3 --ply 12 --o 'player(conecta4)'")]
pub struct GamesArgs {
    /// The games
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only games whose line matches a regular expression
    #[arg(long, short, value_name = "REGEX")]
    matching: Option<String>,
    /// Print the number of each game as well
    #[arg(long)]
    number: bool,
}

pub fn run(args: &GamesArgs) -> Result<(), Failure> {
    let pattern = match &args.matching {
        None => None,
        Some(text) => Some(Regex::new(text).map_err(|error| {
            let error = error.to_string().replace('\n', " ");
            Failure::Usage(format!("--matching `{text}`: {error}"))
        })?),
    };
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (index, record) in record::read(&args.file)?.iter().enumerate() {
        let line = record.line();
        if pattern
            .as_ref()
            .is_some_and(|pattern| !pattern.is_match(&line))
        {
            continue;
        }
        if args.number {
            write!(out, "{}: ", index + 1)?;
        }
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(())
}
