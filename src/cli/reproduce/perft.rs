//! The committed counts of game trees, counted anew.

use std::io::Write;
use std::time::Instant;

use anyhow::Context;

use super::Verdict;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::perft::{Distinct, OutOfMemory, sequences_parallel};

/// The committed counts; part of the program, so that it can be checked anywhere.
const REFERENCE: &str = include_str!("../../../data/reference/perft.csv");

/// With `--quick`, rows with more sequences than this are left out.
const QUICK: u64 = 10_000_000;

/// One row of the reference: a ply of a game's tree.
struct Reference {
    game: GameSpec,
    ply: usize,
    sequences: u64,
    positions: Option<u64>,
}

/// Counts every row anew, and tells of each game.
pub fn check(quick: bool, out: &mut impl Write) -> anyhow::Result<Verdict> {
    let mut rows = reference()?;
    if quick {
        rows.retain(|row| row.sequences <= QUICK);
    }
    let mut verdict = Verdict::default();
    for rows in rows.chunk_by(|a, b| a.game == b.game) {
        let game = rows[0].game;
        let start = Instant::now();
        let differences = game.visit(Recount(rows))?;
        let counts = rows.iter().map(|row| 1 + row.positions.is_some() as usize);
        let counts: usize = counts.sum();
        let identical = counts - differences.len();
        let seconds = start.elapsed().as_secs_f64();
        let mut lines =
            format!("{game:30} {identical:>6} of {counts:>6} counts identical  {seconds:>6.1} s\n");
        for difference in &differences {
            lines.push_str(&format!("    {difference}\n"));
        }
        super::tell(out, &lines)?;
        verdict.identical += identical;
        verdict.counts += counts;
    }
    Ok(verdict)
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
