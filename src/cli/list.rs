//! `plyometer list`: what there is to choose from.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::Failure;
use crate::games::{ALIASES, GAMES};
use crate::names::with_placeholders;

/// List what there is to choose from.
#[derive(Args)]
#[command(after_help = "Example:\n  plyometer list games")]
pub struct ListArgs {
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The games, their parameters and aliases
    Games,
}

pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match args.what {
        What::Games => {
            for (name, parameters, what) in GAMES {
                let call = format!("{name}({})", with_placeholders(parameters));
                writeln!(out, "{call:28} {what}")?;
            }
            for (alias, game) in ALIASES {
                writeln!(out, "{alias:28} {game}")?;
            }
        }
    }
    Ok(())
}
