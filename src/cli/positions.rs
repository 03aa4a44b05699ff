//! `plyometer positions`: random positions of a kind, with their exact scores.

use std::io::{self, Write};

use clap::Args;

use super::Failure;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::notation::format_moves;
use crate::search::limits;
use crate::sets::{Kind, Positions};

/// Make a set of random positions of a kind, with their exact scores.
///
/// A kind says how many of the longest game's moves have been played (begin, middle, end) and
/// how many are left when both sides play perfectly (easy, medium, hard), each in thirds:
/// end-easy, middle-easy, middle-medium, begin-easy, begin-medium, begin-hard. The file is
/// what `solve --positions` takes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer positions connect4 end-easy --count 100
  plyometer positions connect4 begin-hard --count 20 --least 8 --seed 7")]
pub struct PositionsArgs {
    /// The game
    game: GameSpec,
    /// The kind of positions
    kind: Kind,
    /// How many
    #[arg(long, short, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The random numbers to play by
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Moves played at least
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    least: usize,
}

pub fn run(args: &PositionsArgs) -> Result<(), Failure> {
    super::stop_on_ctrl_c();
    args.game.visit(Run(args))
}

struct Run<'a>(&'a PositionsArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let PositionsArgs {
            game,
            kind,
            count,
            seed,
            least,
        } = self.0;
        let positions = Positions::new(&start, *kind, *least, *seed)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "# {game}, {kind}: moves and the exact score in stones for the side to move\n\
             # made by: plyometer positions '{game}' {kind} --count {count} --seed {seed} --least {least}"
        )?;
        let mut made = 0;
        for (moves, score) in positions.take(*count) {
            writeln!(out, "{} {score}", format_moves(&start, &moves))?;
            out.flush()?;
            made += 1;
        }
        if limits::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        if made < *count {
            let problem = format!("no position of {game} is {kind} after {least} moves");
            return Err(Failure::Usage(problem));
        }
        Ok(())
    }
}
