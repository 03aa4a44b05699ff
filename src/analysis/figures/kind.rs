//! The kinds of figures, and the keys that each has a use for.

use crate::analysis::contest;
use crate::names::suggestion;

/// A kind of figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Bars,
    Lines,
    Game,
    Ratios,
    Boxes,
    Scatter,
    Shares,
    SpeedUp,
    HeatMap,
    Effects,
    Interactions,
    Growth,
    Histogram,
}

/// Their names, and the keys they take beside those that all take.
pub const KINDS: &[(&str, Kind, &[&str])] = &[
    (
        "bars",
        Kind::Bars,
        &["x", "y", "series", "scale", "aggregate", "published"],
    ),
    (
        "lines",
        Kind::Lines,
        &[
            "x",
            "y",
            "series",
            "scale",
            "aggregate",
            "published",
            "minimal",
        ],
    ),
    (
        "game",
        Kind::Game,
        &["y", "series", "scale", "published", "minimal"],
    ),
    ("ratios", Kind::Ratios, &["x", "y", "series", "baseline"]),
    ("boxes", Kind::Boxes, &["x", "y", "series", "scale"]),
    ("scatter", Kind::Scatter, &["x", "y", "series", "scale"]),
    ("shares", Kind::Shares, &["x"]),
    ("speedup", Kind::SpeedUp, &["series", "baseline", "scale"]),
    (
        "heatmap",
        Kind::HeatMap,
        &["x", "y", "series", "scale", "aggregate"],
    ),
    ("effects", Kind::Effects, &["y"]),
    ("interactions", Kind::Interactions, &["y"]),
    ("growth", Kind::Growth, &["x", "y", "series", "minimal"]),
    ("histogram", Kind::Histogram, &["x", "series", "scale"]),
];

/// The keys of every figure.
pub const COMMON: [&str; 5] = ["kind", "name", "title", "caption", "where"];

impl Kind {
    pub fn named(name: &str) -> Result<Kind, String> {
        let found = KINDS.iter().find(|(known, ..)| *known == name);
        found.map(|(_, kind, _)| *kind).ok_or_else(|| {
            if contest::is_kind(name) {
                return format!("`{name}` is drawn from the games of a match, not from searches");
            }
            let names: Vec<_> = KINDS.iter().map(|(name, ..)| *name).collect();
            format!("unknown kind `{name}`{}", suggestion(name, &names))
        })
    }

    fn entry(self) -> (&'static str, &'static [&'static str]) {
        let mut entries = KINDS.iter().filter(|(_, kind, _)| *kind == self);
        entries
            .next()
            .map_or(("", &[]), |(name, _, keys)| (name, keys))
    }

    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// The keys of this kind alone.
    pub fn keys(self) -> &'static [&'static str] {
        self.entry().1
    }

    /// Whether a measure runs across.
    pub fn measures_x(self) -> bool {
        matches!(self, Kind::Scatter | Kind::Histogram)
    }

    /// Whether several measures may be shown beside each other.
    pub fn takes_several(self) -> bool {
        self == Kind::Ratios
    }
}
