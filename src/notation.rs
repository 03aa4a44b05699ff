//! Moves and positions as text.
//!
//! A position is written as the moves that lead to it: column digits for `connect`
//! (`44455554221`; comma-separated above nine columns), cells for the others
//! (`a1 c3`: column letter, then row; `aa1` past column z). The start position is
//! the empty text or `-`.

use std::fmt::Write as _;

use thiserror::Error;

use crate::game::{Game, Illegal, Move, Notation};

/// What is wrong with a position, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}, `{text}`: {reason}")]
pub struct PositionError {
    /// Which move, from 1.
    pub number: usize,
    /// The move as it was written.
    pub text: String,
    pub reason: MoveError,
}

/// What is wrong with one move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    #[error("not a column; columns are numbered 1 to {0}")]
    NotAColumn(usize),
    #[error("not a cell; cells are written a1 to {0}")]
    NotACell(String),
    #[error(transparent)]
    Illegal(#[from] Illegal),
}

/// Plays the moves of `text` from `game`.
///
/// ```
/// use plyometer::game::Game;
/// use plyometer::games::mnk::Mnk;
/// use plyometer::notation::position;
///
/// let start = Mnk::<u64>::new(3, 3, 3);
/// assert_eq!(position(start.clone(), "b2 a1").unwrap().ply(), 2);
/// let error = position(start, "b2 b2").unwrap_err();
/// assert_eq!(error.to_string(), "move 2, `b2`: the cell is taken");
/// ```
pub fn position<G: Game>(mut game: G, text: &str) -> Result<G, PositionError> {
    for (index, token) in tokens(&game, text).into_iter().enumerate() {
        let fault = |reason| PositionError {
            number: index + 1,
            text: token.into(),
            reason,
        };
        let mv = parse_move(&game, token).map_err(fault)?;
        game.check(mv).map_err(|e| fault(e.into()))?;
        game.play(mv);
    }
    Ok(game)
}

/// The moves of a position that [`position`] accepts, as moves.
pub fn moves<G: Game>(start: &G, text: &str) -> Result<Vec<Move>, PositionError> {
    position(start.clone(), text)?;
    let tokens = tokens(start, text).into_iter();
    Ok(tokens
        .filter_map(|token| parse_move(start, token).ok())
        .collect())
}

fn tokens<'a, G: Game>(game: &G, text: &'a str) -> Vec<&'a str> {
    let text = text.trim();
    if text == "-" {
        return Vec::new();
    }
    let digits_run_together = game.notation() == Notation::Columns && game.cols() <= 9;
    if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else if digits_run_together && !text.contains(char::is_whitespace) {
        text.split_inclusive(|_| true).collect()
    } else {
        text.split_whitespace().collect()
    }
}

/// One move. It names a column or cell of the board; whether it is legal now is
/// [`Game::check`]'s to say.
pub fn parse_move<G: Game>(game: &G, text: &str) -> Result<Move, MoveError> {
    let (rows, cols) = (game.rows(), game.cols());
    match game.notation() {
        Notation::Columns => number(text, cols)
            .map(|col| game.move_at(0, col))
            .ok_or(MoveError::NotAColumn(cols)),
        Notation::Cells => {
            let split = text.find(|c: char| !c.is_ascii_lowercase());
            split
                .map(|at| text.split_at(at))
                .and_then(|(letters, digits)| {
                    Some((number(digits, rows)?, column_number(letters, cols)?))
                })
                .map(|(row, col)| game.move_at(row, col))
                .ok_or_else(|| MoveError::NotACell(format!("{}{rows}", column_letters(cols - 1))))
        }
    }
}

/// A 1-based number up to `limit`, as an index; only plain digits, no leading zero.
fn number(text: &str, limit: usize) -> Option<usize> {
    if text.starts_with('0') || !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let number: usize = text.parse().ok()?;
    (1..=limit).contains(&number).then(|| number - 1)
}

/// `a` is 0, `z` 25, `aa` 26.
fn column_number(letters: &str, limit: usize) -> Option<usize> {
    if letters.is_empty() || letters.len() > 2 {
        return None;
    }
    let number = letters
        .bytes()
        .fold(0, |n, letter| n * 26 + (letter - b'a') as usize + 1);
    (number <= limit).then(|| number - 1)
}

/// The name of a column: `a` for 0, `aa` for 26.
pub fn column_letters(col: usize) -> String {
    let letter = |n: usize| (b'a' + n as u8) as char;
    match col {
        0..26 => letter(col).to_string(),
        _ => [letter(col / 26 - 1), letter(col % 26)].iter().collect(),
    }
}

/// One move as text.
pub fn format_move<G: Game>(game: &G, mv: Move) -> String {
    let (row, col) = game.landing(mv);
    match game.notation() {
        Notation::Columns => (col + 1).to_string(),
        Notation::Cells => format!("{}{}", column_letters(col), row + 1),
    }
}

/// A list of moves as text, the way [`position`] reads it.
pub fn format_moves<G: Game>(game: &G, moves: &[Move]) -> String {
    let separator = match game.notation() {
        Notation::Cells => " ",
        Notation::Columns if game.cols() > 9 => ",",
        Notation::Columns => "",
    };
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let separator = if index == 0 { "" } else { separator };
        let _ = write!(text, "{separator}{}", format_move(game, mv));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::bits::Wide;
    use crate::games::chain::Chain;
    use crate::games::connect::Connect;
    use crate::games::mnk::Mnk;

    fn error<G: Game>(game: G, text: &str) -> String {
        position(game, text).unwrap_err().to_string()
    }

    #[test]
    fn errors_say_which_move_and_why() {
        let connect4 = Connect::<u64>::new(6, 7, 4);
        let wide = Connect::<u128>::new(6, 12, 4);
        let tris = Mnk::<u64>::new(3, 3, 3);
        let chain = Chain::<u64>::new(2, 2);
        assert_eq!(
            error(connect4.clone(), "4444444"),
            "move 7, `4`: the column is full"
        );
        assert_eq!(
            error(connect4.clone(), "48"),
            "move 2, `8`: not a column; columns are numbered 1 to 7"
        );
        assert!(error(connect4.clone(), "4x").starts_with("move 2, `x`: not a column"));
        assert!(error(connect4.clone(), "4é").starts_with("move 2, `é`: not a column"));
        assert!(error(connect4.clone(), "40").starts_with("move 2, `0`: not a column"));
        assert_eq!(
            error(connect4.clone(), "12121212"),
            "move 8, `2`: the game is already over"
        );
        assert!(error(connect4, "4,,4").starts_with("move 2, ``: not a column"));
        assert_eq!(
            error(wide, "12,13"),
            "move 2, `13`: not a column; columns are numbered 1 to 12"
        );
        assert_eq!(
            error(tris.clone(), "a1 a1"),
            "move 2, `a1`: the cell is taken"
        );
        for text in [
            "d1", "a4", "a0", "a01", "1a", "a", "1", "A1", "aaaaaa1", "a1x", "ü1", "a+1",
        ] {
            let expected = format!("move 1, `{text}`: not a cell; cells are written a1 to c3");
            assert_eq!(error(tris.clone(), text), expected);
        }
        assert_eq!(
            error(chain, "a1 a1"),
            "move 2, `a1`: the cell is the opponent's"
        );
    }

    #[test]
    fn columns_past_z_have_two_letters() {
        let game = Mnk::<Wide<160>>::new(100, 100, 5);
        for (text, row, col) in [
            ("a1", 0, 0),
            ("z9", 8, 25),
            ("aa1", 0, 26),
            ("cv100", 99, 99),
        ] {
            let mv = parse_move(&game, text).unwrap();
            assert_eq!(game.landing(mv), (row, col));
            assert_eq!(format_move(&game, mv), text);
        }
        assert!(parse_move(&game, "cw1").is_err());
    }

    #[test]
    fn the_start_position_is_nothing_or_a_dash() {
        let game = Connect::<u64>::new(6, 7, 4);
        assert_eq!(position(game.clone(), "").unwrap(), game);
        assert_eq!(position(game.clone(), " - ").unwrap(), game);
    }

    #[test]
    fn moves_are_the_position_move_by_move() {
        let game = Connect::<u64>::new(6, 7, 4);
        assert_eq!(moves(&game, "4,7").unwrap(), [Move(3), Move(6)]);
        assert_eq!(format_moves(&game, &[Move(3), Move(6)]), "47");
    }
}
