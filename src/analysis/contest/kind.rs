//! The kinds of figures of a match, and the keys that each has a use for.

use crate::analysis::figures;
use crate::contest::GameRow;
use crate::contest::row::MoveRow;
use crate::names::suggestion;
use crate::plot::Scale;
use crate::search::Limits;
use crate::units::parse_time;

/// A kind of figure, with what its keys say.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Kind {
    CrossTable,
    Elo,
    Strength { x: Budget, y: Worth },
    Lengths(Split),
    Plies(Plies),
    Predictions,
}

/// Their names, and the keys they take beside those that all take.
pub const KINDS: &[(&str, &[&str])] = &[
    ("crosstable", &[]),
    ("elo", &[]),
    ("strength", &["x", "y"]),
    ("lengths", &["series"]),
    ("plies", &["y", "aggregate", "scale"]),
    ("predictions", &[]),
];

/// Whether a match has figures of this kind.
pub fn is_kind(name: &str) -> bool {
    KINDS.iter().any(|(known, _)| *known == name)
}

/// The name and the keys of a kind, or what is wrong with the name.
pub fn kind(name: &str) -> Result<(&'static str, &'static [&'static str]), String> {
    let found = KINDS.iter().find(|(known, _)| *known == name);
    found.copied().ok_or_else(|| {
        if figures::KINDS.iter().any(|(known, ..)| *known == name) {
            let names = names().join(", ");
            return format!("`{name}` is drawn from searches; a match has {names}");
        }
        format!("unknown kind `{name}`{}", suggestion(name, &names()))
    })
}

/// All names.
pub fn names() -> Vec<&'static str> {
    KINDS.iter().map(|(name, _)| *name).collect()
}

/// One of several things by its name, or what is wrong with the name.
pub fn named<T: Copy>(what: &str, name: &str, all: &[(&'static str, T)]) -> Result<T, String> {
    let found = all.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|(name, _)| *name).collect();
        format!("unknown {what} `{name}`{}", suggestion(name, &names))
    })
}

/// What a move may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    Nodes,
    Time,
    Depth,
}

impl Budget {
    pub const ALL: [(&'static str, Budget); 3] = [
        ("nodes", Budget::Nodes),
        ("time", Budget::Time),
        ("depth", Budget::Depth),
    ];

    pub fn name(self) -> &'static str {
        let mut named = Budget::ALL.iter().filter(|(_, budget)| *budget == self);
        named.next().map_or("", |(name, _)| name)
    }

    /// What stands beside an axis, and the unit.
    pub fn title(self) -> (&'static str, &'static str) {
        match self {
            Budget::Nodes => ("limit of a move", "nodes"),
            Budget::Time => ("limit of a move", "ms"),
            Budget::Depth => ("limit of a move", "plies"),
        }
    }

    /// That of some limits, if they have it.
    pub fn of_limits(self, limits: &Limits) -> Option<f64> {
        match self {
            Budget::Nodes => limits.nodes.map(|nodes| nodes as f64),
            Budget::Time => limits.time.map(|time| time.as_secs_f64() * 1000.0),
            Budget::Depth => limits.depth.map(f64::from),
        }
    }

    /// That of a game.
    pub fn of(self, game: &GameRow) -> Option<f64> {
        match self {
            Budget::Nodes => game.limit_nodes.parse().ok(),
            Budget::Time => {
                let time = parse_time(&game.limit_time).ok()?;
                Some(time.as_secs_f64() * 1000.0)
            }
            Budget::Depth => game.depth.parse().ok(),
        }
    }
}

/// How strength is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    Score,
    Elo,
}

impl Worth {
    pub const ALL: [(&'static str, Worth); 2] = [("score", Worth::Score), ("elo", Worth::Elo)];
}

/// What games are told apart by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    Result,
    Game,
    Player,
}

impl Split {
    pub const ALL: [(&'static str, Split); 3] = [
        ("result", Split::Result),
        ("game", Split::Game),
        ("player", Split::Player),
    ];
}

/// What is shown by ply.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plies {
    pub y: Effort,
    pub middle: Middle,
    pub scale: Option<Scale>,
}

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    Depth,
    Nodes,
    HeuristicCalls,
    Time,
}

impl Effort {
    pub const ALL: [(&'static str, Effort); 4] = [
        ("depth", Effort::Depth),
        ("nodes", Effort::Nodes),
        ("heuristic_calls", Effort::HeuristicCalls),
        ("time", Effort::Time),
    ];

    /// What stands beside an axis, and the unit.
    pub fn title(self) -> (&'static str, Option<&'static str>) {
        match self {
            Effort::Depth => ("depth reached", Some("plies")),
            Effort::Nodes => ("nodes visited", None),
            Effort::HeuristicCalls => ("heuristic calls", None),
            Effort::Time => ("time", Some("ms")),
        }
    }

    pub fn of(self, made: &MoveRow) -> f64 {
        match self {
            Effort::Depth => f64::from(made.depth),
            Effort::Nodes => made.nodes as f64,
            Effort::HeuristicCalls => made.heuristic_calls as f64,
            Effort::Time => made.time.as_secs_f64() * 1000.0,
        }
    }

    /// Depths vary little; the others have long tails.
    pub fn usual_middle(self) -> Middle {
        match self {
            Effort::Depth => Middle::Mean,
            _ => Middle::Median,
        }
    }
}

/// How several moves become one point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Middle {
    Mean,
    Median,
}

impl Middle {
    pub const ALL: [(&'static str, Middle); 2] =
        [("mean", Middle::Mean), ("median", Middle::Median)];
}
