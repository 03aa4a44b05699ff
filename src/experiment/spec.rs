//! An experiment as it is written: plain data, each part with its place in the file.

use std::path::PathBuf;
use std::time::Duration;

use toml::{Spanned, Value};

use crate::experiment::diagnose::Span;
use crate::experiment::ranges::WholeRange;
use crate::experiment::rules::Rule;
use crate::experiment::toggle::Toggle;
use crate::game::Side;
use crate::games::GameSpec;
use crate::players::PlayerSpec;

/// What can be swept. Their order is the order in which cells are nested: the first one
/// changes slowest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AxisKey {
    Game,
    Position,
    Depth,
    Nodes,
    Time,
    Engine,
    Toggle(Toggle),
}

impl AxisKey {
    const OWN: [(AxisKey, &'static str); 6] = [
        (AxisKey::Game, "game"),
        (AxisKey::Position, "position"),
        (AxisKey::Depth, "depth"),
        (AxisKey::Nodes, "nodes"),
        (AxisKey::Time, "time"),
        (AxisKey::Engine, "engine"),
    ];

    pub fn named(name: &str) -> Option<AxisKey> {
        let own = AxisKey::OWN.iter().find(|(_, known)| *known == name);
        let own = own.map(|(key, _)| *key);
        own.or_else(|| Toggle::named(name).map(AxisKey::Toggle))
    }

    pub fn name(self) -> &'static str {
        let own = AxisKey::OWN.iter().find(|(key, _)| *key == self);
        match (self, own) {
            (AxisKey::Toggle(toggle), _) => toggle.name(),
            (_, own) => own.map_or("", |(_, name)| name),
        }
    }

    /// The names of all axes there may be.
    pub fn names() -> impl Iterator<Item = &'static str> {
        AxisKey::own_names().chain(Toggle::all().map(Toggle::name))
    }

    /// The names of those that are no toggles.
    pub fn own_names() -> impl Iterator<Item = &'static str> {
        AxisKey::OWN.iter().map(|(_, name)| *name)
    }
}

/// One value of an axis.
#[derive(Clone, PartialEq, Debug)]
pub enum AxisValue {
    Game(GameSpec),
    /// As it is written: what it means depends on the game.
    Position(String),
    Depth(u32),
    Nodes(u64),
    Time(Duration),
    /// The number of an engine.
    Engine(usize),
    Toggle(Value),
}

/// A list of values, one of which every cell has.
#[derive(Clone, Debug)]
pub struct Axis {
    pub key: AxisKey,
    pub at: Span,
    pub values: Vec<Spanned<AxisValue>>,
    /// Whether something was wrong with it, so that values may be missing.
    pub broken: bool,
}

/// The axes and how they are combined.
#[derive(Clone, Debug, Default)]
pub struct Grid {
    pub at: Span,
    pub axes: Vec<Axis>,
    /// Groups of axes that advance together.
    pub zips: Vec<Spanned<Vec<AxisKey>>>,
    pub exclude: Vec<Rule>,
    /// More cells: the grid with these axes in the place of its own.
    pub include: Vec<Spanned<Vec<Axis>>>,
    /// Whether something was wrong with the zips, so that cells cannot be combined.
    pub broken: bool,
}

/// Where positions come from, in this order.
#[derive(Clone, Debug)]
pub enum Origin {
    List(Vec<Spanned<String>>),
    Set(String),
    File(PathBuf),
    Random(RandomPlay),
    Every { plies: WholeRange },
    Trace(Trace),
}

impl Origin {
    /// Whether finding these positions takes searches.
    pub fn searches(&self) -> bool {
        match self {
            Origin::Random(play) => play.distance.is_some(),
            Origin::Trace(trace) => matches!(trace.game, Played::Players { .. }),
            _ => false,
        }
    }
}

/// Positions that random play leads to.
#[derive(Clone, Debug)]
pub struct RandomPlay {
    pub plies: WholeRange,
    pub count: usize,
    pub seed: u64,
    /// How many plies there may be to the end of the game if both sides play perfectly.
    pub distance: Option<WholeRange>,
}

/// The positions of one game.
#[derive(Clone, Debug)]
pub struct Trace {
    pub game: Played,
    /// Those with this side to move; both sides if none.
    pub side: Option<Side>,
}

/// A game's moves: given, or found by letting two players play.
#[derive(Clone, Debug)]
pub enum Played {
    Moves(String),
    Players {
        /// X and O.
        players: Box<[PlayerSpec; 2]>,
        /// Where the game is broken off, if it lasts so long.
        plies: usize,
        /// How many nodes a move may take a player who has no limits.
        nodes: u64,
    },
}

/// How cells are measured.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measure {
    /// Timed repeats of every cell; 0: nothing is timed.
    pub repeat: u32,
    /// Repeats before those, which do not count.
    pub warmup: u32,
    /// The most time one search of a cell may take.
    pub timeout: Option<Duration>,
    /// The most bytes a cell may take.
    pub memory: Option<usize>,
    /// Whether the minimal tree is counted too.
    pub minimal: bool,
}

impl Default for Measure {
    fn default() -> Self {
        Measure {
            repeat: 0,
            warmup: 1,
            timeout: None,
            memory: None,
            minimal: false,
        }
    }
}
