//! A game by its name: `mnk(5,5,4)`, `connect4`, `chain(rows=6,cols=10)`.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::game::Game;
use crate::games::bits::Wide;
use crate::games::chain::{Chain, neighbour_pairs};
use crate::games::connect::Connect;
use crate::games::mnk::Mnk;
use crate::names;

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
pub const GAMES: [(&str, &[&str], &str); 4] = [
    (
        "connect",
        &["rows", "cols", "k"],
        "stones fall down columns; k in a row win",
    ),
    (
        "mnk",
        &["m", "n", "k"],
        "stones on m rows by n columns; k in a row win",
    ),
    ("tris", &["size", "series"], "the square mnk"),
    (
        "chain",
        &["rows", "cols"],
        "Chain Reaction for two: atoms, explosions, last one standing",
    ),
];

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
    #[error("unknown game `{name}`{}", names::suggestion(.name, &all_names()))]
    UnknownGame { name: String },
    #[error("{alias} takes no parameters: it stands for {game}")]
    AliasWithParameters { alias: String, game: GameSpec },
    #[error("`{0}`: the parameters of a game stand in one pair of parentheses, as in mnk(3,3,3)")]
    Parentheses(String),
    #[error("{game} has no parameter `{name}`{}", names::suggestion(.name, .known))]
    UnknownParameter {
        game: &'static str,
        name: String,
        known: Vec<&'static str>,
    },
    #[error("{game}: {parameter} is given twice")]
    Twice {
        game: &'static str,
        parameter: &'static str,
    },
    #[error("{game} takes {} parameters ({}), not {given}", .known.len(), .known.join(", "))]
    TooMany {
        game: &'static str,
        known: Vec<&'static str>,
        given: usize,
    },
    #[error("{game}: {parameter} is missing; write {game}({})", names::with_placeholders(.known))]
    Missing {
        game: &'static str,
        parameter: &'static str,
        known: Vec<&'static str>,
    },
    #[error("{game}: {parameter} is `{value}`, but must be a whole number from 1 to {MAX_SIDE}")]
    OutOfRange {
        game: &'static str,
        parameter: &'static str,
        value: String,
    },
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

fn all_names() -> Vec<&'static str> {
    let games = GAMES.iter().map(|game| game.0);
    games.chain(ALIASES.iter().map(|alias| alias.0)).collect()
}

impl FromStr for GameSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            None if text.contains(')') => return Err(SpecError::Parentheses(text.into())),
            None => (text, None),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inner) if !inner.contains(['(', ')']) => (name.trim(), Some(inner)),
                _ => return Err(SpecError::Parentheses(text.into())),
            },
        };
        if let Some((alias, game)) = ALIASES.iter().find(|(alias, _)| *alias == name) {
            return match arguments {
                None => Ok(*game),
                Some(_) => Err(SpecError::AliasWithParameters {
                    alias: alias.to_string(),
                    game: *game,
                }),
            };
        }
        let Some(&(game, known, _)) = GAMES.iter().find(|game| game.0 == name) else {
            return Err(SpecError::UnknownGame { name: name.into() });
        };
        let values = parameters(game, known, arguments.unwrap_or(""))?;
        let spec = match game {
            "connect" => GameSpec::Connect {
                rows: values[0],
                cols: values[1],
                k: values[2],
            },
            "mnk" => GameSpec::Mnk {
                m: values[0],
                n: values[1],
                k: values[2],
            },
            "tris" => GameSpec::Tris {
                size: values[0],
                series: values[1],
            },
            _ => GameSpec::Chain {
                rows: values[0],
                cols: values[1],
            },
        };
        spec.validated()
    }
}

/// The values of a game's parameters, in their order, from `3,3,k=3`.
fn parameters(
    game: &'static str,
    known: &'static [&'static str],
    arguments: &str,
) -> Result<Vec<usize>, SpecError> {
    let mut values = vec![None; known.len()];
    let arguments: Vec<&str> = match arguments.trim() {
        "" => Vec::new(),
        text => text.split(',').map(str::trim).collect(),
    };
    if arguments.len() > known.len() {
        return Err(SpecError::TooMany {
            game,
            known: known.to_vec(),
            given: arguments.len(),
        });
    }
    for (position, argument) in arguments.into_iter().enumerate() {
        let (index, value) = match argument.split_once('=') {
            None => (position, argument),
            Some((name, value)) => {
                let name = name.trim();
                let index = known.iter().position(|k| *k == name).ok_or_else(|| {
                    SpecError::UnknownParameter {
                        game,
                        name: name.into(),
                        known: known.to_vec(),
                    }
                })?;
                (index, value.trim())
            }
        };
        let parameter = known[index];
        let number = value.parse().ok().filter(|n| (1..=MAX_SIDE).contains(n));
        let number = number.ok_or_else(|| SpecError::OutOfRange {
            game,
            parameter,
            value: value.into(),
        })?;
        if values[index].replace(number).is_some() {
            return Err(SpecError::Twice { game, parameter });
        }
    }
    let missing = |index: usize| SpecError::Missing {
        game,
        parameter: known[index],
        known: known.to_vec(),
    };
    let values = values.into_iter().enumerate();
    values.map(|(i, v)| v.ok_or_else(|| missing(i))).collect()
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
