//! A game by its name: `mnk(5,5,4)`, `connect4`, `chain(rows=6,cols=10)`.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::call::{Call, CallError, Parameter};
use crate::game::Game;
use crate::games::bits::Wide;
use crate::games::chain::{Chain, neighbour_pairs};
use crate::games::connect::Connect;
use crate::games::mnk::Mnk;

/// The longest side a board may have.
pub const MAX_SIDE: usize = 100;

/// A game and its board. Displayed, it is the canonical name; parsed, it takes
/// parameters by name or by position, and aliases.
///
/// ```
/// use plyometer::games::GameSpec;
///
/// let game: GameSpec = "mnk(5,5,4)".parse().unwrap();
/// assert_eq!(game.to_string(), "mnk(m=5,n=5,k=4)");
/// assert_eq!("connect4".parse::<GameSpec>().unwrap().to_string(), "connect(rows=6,cols=7,k=4)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameSpec {
    Connect { rows: usize, cols: usize, k: usize },
    Mnk { m: usize, n: usize, k: usize },
    Tris { size: usize, series: usize },
    Chain { rows: usize, cols: usize },
}

/// The games as they are listed, with their parameters and what they are.
pub const GAMES: [(&str, &[Parameter], &str); 4] = [
    (
        "connect",
        &[side("rows"), side("cols"), side("k")],
        "stones fall down columns; k in a row win",
    ),
    (
        "mnk",
        &[side("m"), side("n"), side("k")],
        "stones on m rows by n columns; k in a row win",
    ),
    ("tris", &[side("size"), side("series")], "the square mnk"),
    (
        "chain",
        &[side("rows"), side("cols")],
        "Chain Reaction for two: atoms, explosions, last one standing",
    ),
];

const fn side(name: &'static str) -> Parameter {
    Parameter::whole(name, 0.0, 1.0, MAX_SIDE as f64).required()
}

/// Short names for well-known boards.
pub const ALIASES: [(&str, GameSpec); 2] = [
    (
        "connect4",
        GameSpec::Connect {
            rows: 6,
            cols: 7,
            k: 4,
        },
    ),
    ("unstable", GameSpec::Chain { rows: 6, cols: 10 }),
];

/// What is wrong with the name of a game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    #[error(transparent)]
    Call(#[from] CallError),
    #[error("{game}: {parameter} is {k}, but no line on a {rows}×{cols} board is longer than {}", .rows.max(.cols))]
    LineTooLong {
        game: &'static str,
        parameter: &'static str,
        k: usize,
        rows: usize,
        cols: usize,
    },
    #[error(
        "chain: a {rows}×{cols} board is too small, two atoms on it might explode forever; \
         the smallest are 2×2 and 1×4"
    )]
    TooSmall { rows: usize, cols: usize },
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let games = GAMES.iter().map(|game| (game.0, game.1));
        let aliases = ALIASES.iter().map(|alias| (alias.0, &[] as &[Parameter]));
        let call = Call::parse("game", text, games.chain(aliases))?;
        if let Some((_, game)) = ALIASES.iter().find(|(alias, _)| *alias == call.name()) {
            return Ok(*game);
        }
        let number = |name| call.number(name) as usize;
        let spec = match call.name() {
            "connect" => GameSpec::Connect {
                rows: number("rows"),
                cols: number("cols"),
                k: number("k"),
            },
            "mnk" => GameSpec::Mnk {
                m: number("m"),
                n: number("n"),
                k: number("k"),
            },
            "tris" => GameSpec::Tris {
                size: number("size"),
                series: number("series"),
            },
            _ => GameSpec::Chain {
                rows: number("rows"),
                cols: number("cols"),
            },
        };
        spec.validated()
    }
}

/// Code that runs on whatever game a name turns out to be.
///
/// Rust's closures cannot be generic, so a piece of generic code that a command
/// calls by a game's name is a small struct with this one method.
pub trait Visit {
    type Output;
    fn visit<G: Game>(self, start: G) -> Self::Output;
}

impl GameSpec {
    fn validated(self) -> Result<Self, SpecError> {
        let line = |game, parameter, rows: usize, cols: usize, k| {
            if k > rows.max(cols) {
                return Err(SpecError::LineTooLong {
                    game,
                    parameter,
                    k,
                    rows,
                    cols,
                });
            }
            Ok(self)
        };
        match self {
            GameSpec::Connect { rows, cols, k } => line("connect", "k", rows, cols, k),
            GameSpec::Mnk { m, n, k } => line("mnk", "k", m, n, k),
            GameSpec::Tris { size, series } => line("tris", "series", size, size, series),
            GameSpec::Chain { rows, cols } if neighbour_pairs(rows, cols) < 3 => {
                Err(SpecError::TooSmall { rows, cols })
            }
            GameSpec::Chain { .. } => Ok(self),
        }
    }

    /// Rows and columns of the board.
    pub fn sides(&self) -> (usize, usize) {
        match *self {
            GameSpec::Connect { rows, cols, .. } | GameSpec::Chain { rows, cols } => (rows, cols),
            GameSpec::Mnk { m, n, .. } => (m, n),
            GameSpec::Tris { size, .. } => (size, size),
        }
    }

    /// How many stones in line win; `None` where lines mean nothing.
    pub fn line_length(&self) -> Option<usize> {
        match *self {
            GameSpec::Connect { k, .. } | GameSpec::Mnk { k, .. } => Some(k),
            GameSpec::Tris { series, .. } => Some(series),
            GameSpec::Chain { .. } => None,
        }
    }

    /// Runs `visitor` on the game's start position, in the narrowest representation
    /// that holds the board.
    pub fn visit<V: Visit>(&self, visitor: V) -> V::Output {
        /// `$game::<B>::new` for the first `B` with room for `$bits`.
        macro_rules! narrowest {
            ($game:ident, $bits:expr, $($parameter:expr),+) => {
                match $bits {
                    0..=64 => visitor.visit($game::<u64>::new($($parameter),+)),
                    65..=128 => visitor.visit($game::<u128>::new($($parameter),+)),
                    129..=1024 => visitor.visit($game::<Wide<16>>::new($($parameter),+)),
                    _ => visitor.visit($game::<Wide<160>>::new($($parameter),+)),
                }
            };
        }
        // Lines need a guard bit a lane, Chain Reaction does not.
        match *self {
            GameSpec::Connect { rows, cols, k } => {
                narrowest!(Connect, cols * (rows + 1), rows, cols, k)
            }
            GameSpec::Mnk { m, n, k } => narrowest!(Mnk, m * (n + 1), m, n, k),
            GameSpec::Tris { size, series } => {
                narrowest!(Mnk, size * (size + 1), size, size, series)
            }
            GameSpec::Chain { rows, cols } => narrowest!(Chain, rows * cols, rows, cols),
        }
    }
}

impl Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            GameSpec::Connect { rows, cols, k } => {
                format!("connect(rows={rows},cols={cols},k={k})")
            }
            GameSpec::Mnk { m, n, k } => format!("mnk(m={m},n={n},k={k})"),
            GameSpec::Tris { size, series } => format!("tris(size={size},series={series})"),
            GameSpec::Chain { rows, cols } => format!("chain(rows={rows},cols={cols})"),
        };
        // Padded, so that it lines up in a column.
        f.pad(&name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> String {
        match text.parse::<GameSpec>() {
            Ok(game) => game.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn names_positions_and_aliases_give_one_canonical_form() {
        for (text, canonical) in [
            ("connect4", "connect(rows=6,cols=7,k=4)"),
            ("connect(6,7,4)", "connect(rows=6,cols=7,k=4)"),
            ("connect(k=4, cols=7, rows=6)", "connect(rows=6,cols=7,k=4)"),
            ("mnk(5,5,4)", "mnk(m=5,n=5,k=4)"),
            (" mnk ( 5 , 6 , k = 4 ) ", "mnk(m=5,n=6,k=4)"),
            ("tris(10,4)", "tris(size=10,series=4)"),
            ("unstable", "chain(rows=6,cols=10)"),
            ("chain(100,100)", "chain(rows=100,cols=100)"),
            ("chain(1,4)", "chain(rows=1,cols=4)"),
        ] {
            assert_eq!(parsed(text), canonical, "{text}");
            assert_eq!(parsed(canonical), canonical);
        }
    }

    #[test]
    fn errors_name_what_is_wrong_and_what_would_be_right() {
        for (text, parts) in [
            (
                "conect4",
                &["unknown game `conect4`", "did you mean `connect4`"][..],
            ),
            (
                "foo(3)",
                &["unknown game `foo`", "connect", "mnk", "tris", "chain"],
            ),
            ("", &["unknown game ``", "connect"]),
            (
                "connect(rows=0,cols=7,k=4)",
                &["rows is `0`", "from 1 to 100"],
            ),
            ("connect(101,7,4)", &["rows is `101`", "from 1 to 100"]),
            ("connect(six,7,4)", &["rows is `six`"]),
            (
                "connect(99999999999999999999,7,4)",
                &["rows is", "from 1 to 100"],
            ),
            (
                "connect",
                &["rows is missing", "connect(rows=…,cols=…,k=…)"],
            ),
            ("connect(6,7)", &["k is missing"]),
            (
                "connect(6,7,4,4)",
                &["takes 3 parameters (rows, cols, k), not 4"],
            ),
            ("connect(6,7,rows=4)", &["rows is given twice"]),
            (
                "connect(6,7,kk=4)",
                &["no parameter `kk`", "did you mean `k`"],
            ),
            ("mnk(3,3,9)", &["k is 9", "3×3", "longer than 3"]),
            ("tris(3,4)", &["series is 4"]),
            ("chain(1,1)", &["1×1", "too small", "2×2"]),
            ("chain(1,3)", &["too small"]),
            ("mnk(3,3,3", &["parentheses"]),
            ("mnk(3,3,3))", &["parentheses"]),
            ("mnk3)", &["parentheses"]),
            ("connect4(6)", &["takes no parameters"]),
        ] {
            let error = parsed(text);
            assert!(!error.contains('\n'));
            for part in parts {
                assert!(error.contains(part), "{text}: {error}: no {part}");
            }
        }
    }
}
