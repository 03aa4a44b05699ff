//! One game to be played, and the identity it keeps.
//!
//! The identity is a hash of the text that [`Fixture::definition`] writes:
//!
//! ```text
//! plyometer game 1
//! game connect(rows=6,cols=7,k=4)
//! opening 44
//! round 1
//! nodes 1000
//! x shallow { algorithm = "pvs" } depth 2
//! o random random(seed=1)
//! ```
//!
//! Limits stand there only where there are any, and so do `adjudicate plies N`,
//! `adjudicate nodes N` and, against the clock, a `margin` of one's own. The identity is also what the random numbers of a game are drawn
//! from, together with the players' seeds: a game is the same whenever and wherever it is
//! played.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{MARGIN, Rules};
use crate::experiment::cell::{CellId, fnv1a};
use crate::games::GameSpec;
use crate::players::PlayerSpec;
use crate::search::Limits;

/// A player of a contest.
#[derive(Clone, PartialEq, Debug)]
pub struct Contestant {
    /// The name it has in the file.
    pub name: String,
    pub spec: PlayerSpec,
}

/// A game to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Fixture {
    pub id: CellId,
    pub game: GameSpec,
    /// The moves before the game begins, in canonical form.
    pub opening: Arc<str>,
    /// How many moves these are.
    pub ply: usize,
    /// From 1: how often this opening has been played.
    pub round: u32,
    /// X, who moves first on the empty board, and O.
    pub players: [Arc<Contestant>; 2],
    /// A move's limits for players who have none of their own.
    pub limits: Limits,
    /// The number of its pair: two games from one opening with sides swapped.
    pub pair: usize,
    /// Whether it belongs to a quick run.
    pub quick: bool,
}

impl Fixture {
    /// The fixture with its identity in the place of whatever it had.
    pub fn identified(mut self, rules: &Rules) -> Self {
        self.id = CellId(fnv1a(self.definition(rules).as_bytes()));
        self
    }

    /// The game for people: `shallow – random on connect(rows=6,cols=7,k=4) from 44`.
    pub fn name(&self) -> String {
        let [x, o] = &self.players;
        let mut name = format!("{} – {} on {}", x.name, o.name, self.game);
        if !self.opening.is_empty() {
            let _ = write!(name, " from {}", self.opening);
        }
        name
    }

    /// A move's limits for X and O; those who do not search have none.
    pub fn limits(&self) -> [Limits; 2] {
        [0, 1].map(|side| {
            let spec = &self.players[side].spec;
            match spec.moves_at_once() {
                true => Limits::default(),
                false => spec.limits(&self.limits),
            }
        })
    }

    /// Whether somebody plays against the clock.
    pub fn is_timed(&self) -> bool {
        self.limits().iter().any(|limits| limits.time.is_some())
    }

    /// Whether the same moves are played on every run.
    pub fn is_deterministic(&self) -> bool {
        let mut players = self.players.iter();
        players.all(|player| player.spec.is_deterministic(&self.limits))
    }

    /// How many threads a move may take.
    pub fn threads(&self) -> usize {
        let threads = self.players.iter().map(|player| player.spec.threads());
        threads.max().unwrap_or(1)
    }

    /// Everything that defines the game, as a text.
    pub fn definition(&self, rules: &Rules) -> String {
        let mut text = format!(
            "plyometer game 1\ngame {}\nopening {}\nround {}\n",
            self.game, self.opening, self.round
        );
        // Writing to a string cannot fail.
        let _ = write_limits(&mut text, &self.limits, '\n');
        for (side, player) in ["x", "o"].iter().zip(&self.players) {
            let _ = writeln!(text, "{side} {} {}", player.name, player.spec.definition());
        }
        if let Some(plies) = rules.adjudication.plies {
            let _ = writeln!(text, "adjudicate plies {plies}");
        }
        if let Some(nodes) = rules.adjudication.nodes {
            let _ = writeln!(text, "adjudicate nodes {nodes}");
        }
        if self.is_timed() && rules.margin != MARGIN {
            let _ = writeln!(text, "margin {}ns", rules.margin.as_nanos());
        }
        text
    }
}

/// `depth 8`, `nodes 100`, `time 500ns`, those that there are, each with `after` behind it.
pub fn write_limits(text: &mut String, limits: &Limits, after: char) -> std::fmt::Result {
    if let Some(depth) = limits.depth {
        write!(text, "depth {depth}{after}")?;
    }
    if let Some(nodes) = limits.nodes {
        write!(text, "nodes {nodes}{after}")?;
    }
    if let Some(time) = limits.time {
        write!(text, "time {}ns{after}", time.as_nanos())?;
    }
    Ok(())
}
