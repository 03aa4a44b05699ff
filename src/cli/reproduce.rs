//! `plyometer reproduce`: compute every committed count anew and compare.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;

use super::Failure;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::perft::{Distinct, OutOfMemory, sequences_parallel};

/// The committed counts; part of the program, so that it can be checked anywhere.
const REFERENCE: &str = include_str!("../../data/reference/perft.csv");

/// With `--quick`, rows with more sequences than this are left out.
const QUICK: u64 = 10_000_000;

/// Compute every committed reference count anew and compare it, count by count.
///
/// Prints a verdict a game and a total; exits 1 where a count differs.
#[derive(Args)]
#[command(after_help = "Examples:\n  plyometer reproduce\n  plyometer reproduce --quick")]
pub struct ReproduceArgs {
    /// Leave out the largest counts
    #[arg(long)]
    quick: bool,
}

/// One row of the reference: a ply of a game's tree.
struct Reference {
    game: GameSpec,
    ply: usize,
    sequences: u64,
    positions: Option<u64>,
}

pub fn run(args: &ReproduceArgs) -> Result<(), Failure> {
    let mut rows = reference()?;
    if args.quick {
        rows.retain(|row| row.sequences <= QUICK);
    }
    let mut out = io::stdout().lock();
    let (mut right, mut total) = (0, 0);
    let mut readable = true;
    for rows in rows.chunk_by(|a, b| a.game == b.game) {
        let game = rows[0].game;
        let start = Instant::now();
        let differences = game.visit(Recount(rows))?;
        let counts = rows.iter().map(|row| 1 + row.positions.is_some() as usize);
        let counts: usize = counts.sum();
        let identical = counts - differences.len();
        let seconds = start.elapsed().as_secs_f64();
        let mut lines =
            format!("{game:30} {identical:>4} of {counts:>4} counts identical  {seconds:>6.1} s\n");
        for difference in &differences {
            lines.push_str(&format!("    {difference}\n"));
        }
        // A reader who has seen enough does not make a difference go away: the exit
        // code is the verdict on all of it.
        readable = readable && !is_closed(out.write_all(lines.as_bytes()))?;
        right += identical;
        total += counts;
    }
    if readable {
        is_closed(writeln!(out, "{right} of {total} counts identical"))?;
    }
    match total - right {
        0 if total > 0 => Ok(()),
        0 => Err(anyhow!("the reference is empty: nothing was compared").into()),
        1 => Err(anyhow!("1 count differs from the reference").into()),
        n => Err(anyhow!("{n} counts differ from the reference").into()),
    }
}

/// Whether a write failed only because nobody reads any more.
fn is_closed(written: io::Result<()>) -> io::Result<bool> {
    match written {
        Ok(()) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(true),
        Err(error) => Err(error),
    }
}

fn reference() -> anyhow::Result<Vec<Reference>> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(REFERENCE.as_bytes());
    let rows = reader.deserialize::<(String, usize, u64, Option<u64>)>();
    rows.map(|row| {
        let (game, ply, sequences, positions) = row.context("data/reference/perft.csv")?;
        Ok(Reference {
            game: game.parse()?,
            ply,
            sequences,
            positions,
        })
    })
    .collect()
}

/// Counts the rows of one game anew; the output says what differs.
struct Recount<'a>(&'a [Reference]);

impl Visit for Recount<'_> {
    type Output = Result<Vec<String>, OutOfMemory>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let mut differences = Vec::new();
        let mut distinct = Distinct::new(&start);
        let mut reached = 0;
        for row in self.0 {
            let mut compare = |what, expected: u64, found: u64| {
                if expected != found {
                    differences.push(format!(
                        "ply {}: {found} {what}, the reference has {expected}",
                        row.ply
                    ));
                }
            };
            let sequences = sequences_parallel(&start, row.ply);
            compare("sequences", row.sequences, sequences);
            if let Some(positions) = row.positions {
                while reached < row.ply {
                    distinct.advance()?;
                    reached += 1;
                }
                compare("positions", positions, distinct.count());
            }
        }
        Ok(differences)
    }
}
