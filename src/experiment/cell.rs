//! A cell: one search of an experiment, and the identity it keeps.
//!
//! The identity is a hash of the text that [`Cell::definition`] writes, which has a line
//! for everything that defines the cell and nothing else:
//!
//! ```text
//! plyometer cell 1
//! game connect(rows=6,cols=7,k=4)
//! position 44
//! depth 8
//! nodes 100000
//! time 500000000ns
//! engine ordered
//! toggles { algorithm = "pvs", order = ["center"] }
//! minimal
//! ```
//!
//! Limits stand there only where there are any, `minimal` only where the minimal tree is
//! asked for, toggles only where they differ from the engine `{}`
//! ([`Engine::changed`](crate::search::Engine::changed)): so what a later version adds
//! leaves the identities of the cells that do not use it alone. Every line ends with a
//! line feed. The hash is [`fnv1a`], printed as 16 hexadecimal digits.

use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::Arc;

use crate::games::GameSpec;
use crate::search::{Engine, Limits};

/// The identity of a cell, the same in every experiment, run and version unless what it
/// stands for changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CellId(pub u64);

impl fmt::Display for CellId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for CellId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let digits = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
        let id = u64::from_str_radix(text, 16).ok();
        id.filter(|_| text.len() == 16 && text.chars().all(digits))
            .map(CellId)
            .ok_or_else(|| format!("`{text}` is not a cell: 16 hexadecimal digits"))
    }
}

/// An engine as an experiment has it.
#[derive(Clone, PartialEq, Debug)]
pub struct NamedEngine {
    /// Its name in the file; `family:variant` for one of a factorial.
    pub name: String,
    /// The name it has in `[engines]`.
    pub family: String,
    pub engine: Engine,
    /// The toggles in which it differs from the engine `{}`.
    pub changed: String,
}

/// One search of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub id: CellId,
    pub game: GameSpec,
    /// The moves, in canonical form.
    pub position: Arc<str>,
    /// How many moves these are.
    pub ply: usize,
    pub engine: Arc<NamedEngine>,
    /// Depth, nodes and time; none of them: to the end of the game. What keeps a cell from
    /// taking forever ([`Measure`](super::Measure)) is no part of it.
    pub limits: Limits,
    /// Whether the minimal tree is counted too.
    pub minimal: bool,
    /// Whether it belongs to a quick run.
    pub quick: bool,
}

impl Cell {
    /// The cell for people: `alphabeta on connect(rows=6,cols=7,k=4) 44 to depth 8`.
    pub fn name(&self) -> String {
        let mut name = format!("{} on {}", self.engine.name, self.game);
        if !self.position.is_empty() {
            let _ = write!(name, " {}", self.position);
        }
        if let Some(depth) = self.limits.depth {
            let _ = write!(name, " to depth {depth}");
        }
        name
    }

    /// Whether its counts are the same on every run.
    pub fn is_deterministic(&self) -> bool {
        self.engine.engine.is_deterministic() && self.limits.time.is_none()
    }

    /// Everything that defines the cell, as a text.
    pub fn definition(&self) -> String {
        let mut text = String::new();
        self.write_definition(&mut text);
        text
    }

    /// Appends the text that the identity is a hash of.
    pub fn write_definition(&self, out: &mut String) {
        let Limits {
            depth, nodes, time, ..
        } = self.limits;
        // Writing to a string cannot fail.
        let _ = writeln!(out, "plyometer cell 1\ngame {}", self.game);
        let _ = writeln!(out, "position {}", self.position);
        if let Some(depth) = depth {
            let _ = writeln!(out, "depth {depth}");
        }
        if let Some(nodes) = nodes {
            let _ = writeln!(out, "nodes {nodes}");
        }
        if let Some(time) = time {
            let _ = writeln!(out, "time {}ns", time.as_nanos());
        }
        let NamedEngine { name, changed, .. } = &*self.engine;
        let _ = writeln!(out, "engine {name}\ntoggles {changed}");
        if self.minimal {
            out.push_str("minimal\n");
        }
    }
}

/// The 64-bit FNV-1a hash (Fowler, Noll and Vo): for each byte, exclusive or, then times
/// 2⁴⁰ + 2⁸ + b3₁₆. Simple enough to be written down anywhere, and never to change.
///
/// ```
/// use plyometer::experiment::cell::fnv1a;
///
/// assert_eq!(fnv1a(b""), 0xcbf29ce484222325);
/// assert_eq!(fnv1a(b"foobar"), 0x85944171f73967e8);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn cell(game: &str, position: &str, engine: (&str, &str), limits: Limits) -> Cell {
        let (name, spec) = engine;
        let engine: Engine = spec.parse().unwrap();
        let engine = NamedEngine {
            name: name.into(),
            family: name.into(),
            changed: engine.changed(),
            engine,
        };
        let mut cell = Cell {
            id: CellId(0),
            game: game.parse().unwrap(),
            position: position.into(),
            ply: 0,
            engine: Arc::new(engine),
            limits,
            minimal: false,
            quick: true,
        };
        cell.id = CellId(fnv1a(cell.definition().as_bytes()));
        cell
    }

    /// These values are in people's files. If this test fails, the program is wrong, not
    /// the test.
    #[test]
    fn identities_never_drift() {
        let all = Limits {
            depth: Some(8),
            nodes: Some(100_000),
            time: Some(Duration::from_millis(500)),
            ..Limits::default()
        };
        let ordered = ("ordered", r#"{ algorithm = "pvs", order = ["center"] }"#);
        let mut full = cell("connect4", "44", ordered, all);
        full.minimal = true;
        assert_eq!(
            full.definition(),
            "plyometer cell 1\ngame connect(rows=6,cols=7,k=4)\nposition 44\ndepth 8\n\
             nodes 100000\ntime 500000000ns\nengine ordered\n\
             toggles { algorithm = \"pvs\", order = [\"center\"] }\nminimal\n"
        );
        let plain = cell("tris(3,3)", "", ("{}", "{}"), Limits::default());
        assert_eq!(
            plain.definition(),
            "plyometer cell 1\ngame tris(size=3,series=3)\nposition \nengine {}\ntoggles {}\n"
        );
        for (game, preset, id) in [
            ("connect4", "minimax", "edb0d4965e0b233e"),
            ("connect4", "pvs", "d06d94b1a1b48ec7"),
            ("connect4", "ladder/lower-bounds", "f60a8c2ff446d335"),
            ("connect4", "mcts", "8a0e6876064e0dd0"),
            ("tris(5,3)", "tris-2016/best-k", "9dbef9c2eb8a0f12"),
        ] {
            let cell = cell(game, "", (preset, preset), Limits::depth(4));
            assert_eq!(cell.id.to_string(), id, "{preset}");
        }
        let id = CellId(fnv1a(full.definition().as_bytes()));
        assert_eq!(id.to_string(), "c7fd69a045de447c");
        assert_eq!(plain.id.to_string(), "a878b7ea95fe4b3e");
    }

    #[test]
    fn an_identity_can_be_read_again() {
        let id = CellId(0x0123_4567_89ab_cdef);
        assert_eq!(id.to_string(), "0123456789abcdef");
        assert_eq!("0123456789abcdef".parse(), Ok(id));
        for wrong in [
            "",
            "123",
            "0123456789ABCDEF",
            "+123456789abcdef",
            "0123456789abcdefg",
        ] {
            assert!(wrong.parse::<CellId>().is_err(), "{wrong}");
        }
    }
}
