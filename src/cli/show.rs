//! `plyometer show`: a position for people.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use clap::Args;

use super::replay::ReplayArgs;
use super::{Failure, PositionArgs};
use crate::game::{Cell, Game, Notation, Side};
use crate::games::Visit;
use crate::notation;

/// Show a position: the board, who is to move, the outcome, the legal moves.
///
/// X moves first. In chain a cell shows its owner and, once any has more than one, its
/// atoms. Row 1 is the bottom row in connect, where stones fall, and the top row elsewhere.
/// A game of a file is shown move by move, unless a ply of it is asked for.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer show connect4 --position 44455554221
  plyometer show 'tris(5,3)' --position 'c3 d2 d3'
  plyometer show unstable --position 'a1 j6 a1'
  plyometer show --from games.txt --nr 3            # move by move
  plyometer show --from games.txt --nr 3 --ply 12")]
pub struct ShowArgs {
    #[command(flatten)]
    what: ReplayArgs,
}

pub fn run(args: &ShowArgs) -> Result<(), Failure> {
    let replay = args.what.replay()?;
    let mut text = match &replay.record {
        Some(record) => format!("{}\n\n", record.title()),
        None => String::new(),
    };
    if !replay.one {
        text.push_str(&replay.at.game.visit(MoveByMove(&replay.at))?);
    }
    text.push_str(&replay.at.game.visit(Describe(&replay.at))?);
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}

/// The boards before the last one, each with the move that led to it.
struct MoveByMove<'a>(&'a PositionArgs);

impl Visit for MoveByMove<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let moves = self.0.moves(&start)?;
        let (mut game, mut text) = (start, String::new());
        for (ply, mv) in moves.into_iter().enumerate() {
            let _ = writeln!(text, "{}", board(&game));
            let (side, name) = (game.to_move(), notation::format_move(&game, mv));
            let _ = writeln!(text, "{}. {side} plays {name}\n", ply + 1);
            game.play(mv);
        }
        Ok(text)
    }
}

struct Describe<'a>(&'a PositionArgs);

impl Visit for Describe<'_> {
    type Output = Result<String, Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let at = self.0;
        let game = at.position(start)?;
        let state = match game.outcome() {
            Some(outcome) => format!("over: {outcome}\nmoves (0)"),
            None => {
                let mut moves = Vec::new();
                game.moves(&mut moves);
                let names: Vec<_> = moves
                    .iter()
                    .map(|&mv| notation::format_move(&game, mv))
                    .collect();
                let (count, names) = (names.len(), names.join(" "));
                format!("{} to move\nmoves ({count}): {names}", game.to_move())
            }
        };
        let board = board(&game);
        Ok(format!(
            "{}\n\n{board}\nply {}, {state}\n",
            at.game,
            game.ply()
        ))
    }
}

/// The board as text, with the names of rows and columns at its edges.
pub fn board<G: Game>(game: &G) -> String {
    let (rows, cols) = (game.rows(), game.cols());
    let by_number = game.notation() == Notation::Columns;
    let column = |col: usize| match by_number {
        true => (col + 1).to_string(),
        false => notation::column_letters(col),
    };
    let counted = (0..rows).any(|row| (0..cols).any(|col| game.cell(row, col).atoms > 1));
    let stone = |cell: Cell| match cell.owner.map(Side::symbol) {
        None => "_".to_string(),
        Some(symbol) if counted => format!("{symbol}{}", cell.atoms),
        Some(symbol) => symbol.to_string(),
    };
    let width = column(cols - 1).len().max(1 + counted as usize);
    let margin = rows.to_string().len();
    let mut text = String::new();
    // Stones fall towards row 1, so it is drawn last there.
    for line in 0..rows {
        let row = if by_number { rows - 1 - line } else { line };
        let _ = write!(text, "{:>margin$}", row + 1);
        for col in 0..cols {
            let _ = write!(text, " {:>width$}", stone(game.cell(row, col)));
        }
        text.push('\n');
    }
    let _ = write!(text, "{:margin$}", "");
    for col in 0..cols {
        let _ = write!(text, " {:>width$}", column(col));
    }
    text.push('\n');
    text
}
