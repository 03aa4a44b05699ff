//! A position as the verbs take it that can also take it from a game that was kept.

use std::path::PathBuf;

use clap::Args;

use super::{Failure, PositionArgs};
use crate::contest::record::{self, Record};
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::notation;

/// A game and a position of it: given, or from a file of games.
#[derive(Args)]
pub struct ReplayArgs {
    /// The game: connect(rows,cols,k), mnk(m,n,k), tris(size,series), chain(rows,cols), or
    /// the alias connect4 or unstable
    #[arg(required_unless_present = "from")]
    game: Option<GameSpec>,
    /// The moves played so far: columns for connect (`44455554221`, `10,3` above nine
    /// columns), cells for the others (`b2 a1`)
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    position: String,
    /// Take the position from a game of this file: lines of `plyometer games`, or the results
    /// of a match
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position"])]
    from: Option<PathBuf>,
    /// Which game of the file
    #[arg(long, value_name = "N", conflicts_with = "game", default_value_t = 1)]
    nr: usize,
    /// After how many moves [default: all]
    #[arg(long, value_name = "N", conflicts_with = "game")]
    ply: Option<usize>,
}

/// What was asked for.
pub struct Replay {
    pub at: PositionArgs,
    /// The game it is from, if it is from one.
    pub record: Option<Record>,
    /// Whether one position of it was asked for.
    pub one: bool,
}

impl ReplayArgs {
    pub fn replay(&self) -> Result<Replay, Failure> {
        if let Some(game) = self.game {
            let position = self.position.clone();
            return Ok(Replay {
                at: PositionArgs { game, position },
                record: None,
                one: true,
            });
        }
        let Some(file) = &self.from else {
            return Err(Failure::Usage("a game is missing".into()));
        };
        let records = record::read(file)?;
        let count = records.len();
        let number = self.nr.checked_sub(1);
        let record = number.and_then(|number| records.into_iter().nth(number));
        let Some(record) = record else {
            let file = file.display();
            return Err(Failure::Usage(match count {
                0 => format!("{file}: there is no game in it"),
                n => format!("--nr {}: {file} has games 1 to {n}", self.nr),
            }));
        };
        let wanted = First(&record.moves, self.ply);
        let position = record.game.visit(wanted).map_err(Failure::Usage)?;
        Ok(Replay {
            at: PositionArgs {
                game: record.game,
                position,
            },
            one: self.ply.is_some(),
            record: Some(record),
        })
    }
}

/// The first moves of a game.
struct First<'a>(&'a str, Option<usize>);

impl Visit for First<'_> {
    type Output = Result<String, String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        let moves = notation::moves(&start, self.0).map_err(|error| error.to_string())?;
        let plies = self.1.unwrap_or(moves.len());
        match moves.get(..plies) {
            Some(first) => Ok(notation::format_moves(&start, first)),
            None => Err(format!("--ply {plies}: the game has {} moves", moves.len())),
        }
    }
}
