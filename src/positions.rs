//! Position files: one position a line, an optional expected value after it, `#`
//! comments, blank lines.
//!
//! ```text
//! # Connect-4, score for the side to move
//! 2252576253462244111563365343671351441 -1
//! -                                      1   # the empty board
//! ```
//!
//! In games whose positions are lists of cells, a last word that is a whole number is
//! the expected value: `a1 c3 b2 -1`.

use std::fs;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::game::{Game, Notation};
use crate::notation::{self, PositionError};

/// One line of a position file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Where it stands, from 1.
    pub line: usize,
    /// The moves, written as [`notation::format_moves`] writes them.
    pub moves: String,
    /// The value the file says the position has.
    pub expected: Option<i64>,
}

/// What is wrong with a position file.
#[derive(Debug, Error)]
pub enum FileError {
    #[error("{}: {source}", .file.display())]
    Unreadable {
        file: PathBuf,
        source: std::io::Error,
    },
    #[error("{}:{line}: {reason}", .file.display())]
    Line {
        file: PathBuf,
        line: usize,
        reason: LineError,
    },
}

/// What is wrong with one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineError {
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("`{0}` is not an expected value: a whole number stands there")]
    Expected(String),
    #[error("`{0}` is more than a position and its expected value")]
    Trailing(String),
}

/// Reads and checks a whole file against the game it is for.
pub fn read<G: Game>(start: &G, file: &Path) -> Result<Vec<Entry>, FileError> {
    let text = fs::read_to_string(file).map_err(|source| FileError::Unreadable {
        file: file.into(),
        source,
    })?;
    parse(start, &text).map_err(|(line, reason)| FileError::Line {
        file: file.into(),
        line,
        reason,
    })
}

/// The entries of a file's text, or the first bad line and what is wrong with it.
pub fn parse<G: Game>(start: &G, text: &str) -> Result<Vec<Entry>, (usize, LineError)> {
    let mut entries = Vec::new();
    // Some editors put a mark at the beginning that nobody sees.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        let content = line.split('#').next().unwrap_or("").trim();
        if !content.is_empty() {
            let number = index + 1;
            entries.push(entry(start, number, content).map_err(|reason| (number, reason))?);
        }
    }
    Ok(entries)
}

fn entry<G: Game>(start: &G, line: usize, content: &str) -> Result<Entry, LineError> {
    let (position, expected) = match start.notation() {
        Notation::Columns => {
            let mut words = content.split_whitespace();
            let (position, expected) = (words.next().unwrap_or(""), words.next());
            if let Some(word) = words.next() {
                return Err(LineError::Trailing(word.into()));
            }
            (position, expected)
        }
        Notation::Cells => {
            let last = content.rsplit(char::is_whitespace).next().unwrap_or("");
            // A cell begins with a letter, the start position is a lone dash.
            let is_value = last != "-" && !last.starts_with(|c: char| c.is_ascii_alphabetic());
            match is_value {
                true => (&content[..content.len() - last.len()], Some(last)),
                false => (content, None),
            }
        }
    };
    let moves = notation::moves(start, position)?;
    let expected = expected
        .map(|word| word.parse().map_err(|_| LineError::Expected(word.into())))
        .transpose()?;
    Ok(Entry {
        line,
        moves: notation::format_moves(start, &moves),
        expected,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect::Connect;
    use crate::games::mnk::Mnk;

    #[test]
    fn comments_blank_lines_and_values_are_understood() {
        let connect4 = Connect::<u64>::new(6, 7, 4);
        let text = "# a comment\n\n44 -3 # and another\r\n  7,1\n- 1\n";
        let entries = parse(&connect4, text).unwrap();
        let shown: Vec<_> = entries
            .iter()
            .map(|e| (e.line, e.moves.as_str(), e.expected))
            .collect();
        assert_eq!(
            shown,
            [(3, "44", Some(-3)), (4, "71", None), (5, "", Some(1))]
        );

        let tris = Mnk::<u64>::new(3, 3, 3);
        let entries = parse(&tris, "a1  c3 -1\nb2\n- 0\n-\n+1").unwrap();
        let shown: Vec<_> = entries
            .iter()
            .map(|e| (e.moves.as_str(), e.expected))
            .collect();
        let expected = [
            ("a1 c3", Some(-1)),
            ("b2", None),
            ("", Some(0)),
            ("", None),
            ("", Some(1)),
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn errors_have_their_line_and_move() {
        let connect4 = Connect::<u64>::new(6, 7, 4);
        let tris = Mnk::<u64>::new(3, 3, 3);
        let show = |(line, reason): (usize, LineError)| format!("{line}: {reason}");
        let error = |text| show(parse(&connect4, text).unwrap_err());
        assert_eq!(
            error("44\n\n4444444 1"),
            "3: move 7, `4`: the column is full"
        );
        assert_eq!(
            error("44 x"),
            "1: `x` is not an expected value: a whole number stands there"
        );
        assert_eq!(
            error("44 1 2"),
            "1: `2` is more than a position and its expected value"
        );
        let error = |text| show(parse(&tris, text).unwrap_err());
        assert_eq!(error("a1 a1 0"), "1: move 2, `a1`: the cell is taken");
        assert_eq!(
            error("#\na1 1x"),
            "2: `1x` is not an expected value: a whole number stands there"
        );
    }

    #[test]
    fn a_missing_file_is_named() {
        let connect4 = Connect::<u64>::new(6, 7, 4);
        let error = read(&connect4, Path::new("no/such/file")).unwrap_err();
        assert!(error.to_string().starts_with("no/such/file: "));
    }
}
