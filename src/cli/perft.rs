//! `plyometer perft`: count the game tree, ply by ply.

use std::io;

use clap::Args;

use super::{Failure, PositionArgs};
use crate::game::Game;
use crate::games::Visit;
use crate::perft::{Distinct, sequences_parallel};

/// Count move sequences (and distinct positions) ply by ply, as CSV.
///
/// A sequence is a list of legal moves; a finished game has no continuation. Each row is
/// written as soon as it is known. Plies are counted from the position given. All cores are
/// used.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer perft connect4 --depth 9
  plyometer perft 'mnk(3,3,3)' --depth 9 --distinct
  plyometer perft 'chain(6,10)' --position 'a1 j6' --depth 3")]
pub struct PerftArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// How many plies to go
    #[arg(long, short, value_name = "N", value_parser = depth, allow_hyphen_values = true)]
    depth: u16,
    /// Count distinct positions too (holds all those of two plies in memory)
    #[arg(long)]
    distinct: bool,
}

fn depth(text: &str) -> Result<u16, String> {
    let wrong = |_| format!("a depth is a whole number from 0 to {}", u16::MAX);
    text.parse().map_err(wrong)
}

pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    args.at.game.visit(Run(args))
}

struct Run<'a>(&'a PerftArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let PerftArgs {
            at,
            depth,
            distinct,
        } = self.0;
        let game = at.position(start)?;
        let mut out = csv::Writer::from_writer(io::stdout().lock());
        let mut positions = distinct.then(|| Distinct::new(&game));
        let header = ["ply", "sequences", "positions"];
        out.write_record(&header[..2 + *distinct as usize])?;
        let mut sequences = 1;
        for ply in 0..=*depth {
            // Once every game has ended, there is nothing left to count.
            if sequences > 0 {
                sequences = sequences_parallel(&game, ply as usize);
            }
            let mut row = vec![ply.to_string(), sequences.to_string()];
            if let Some(positions) = &mut positions {
                if ply > 0 {
                    positions.advance()?;
                }
                row.push(positions.count().to_string());
            }
            out.write_record(row)?;
            out.flush()?;
        }
        Ok(())
    }
}
