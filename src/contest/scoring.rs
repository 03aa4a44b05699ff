//! Points for a game: the usual ones, and those of the two courses that held tournaments.

use crate::game::{Outcome, Side};
use crate::names::suggestion;

/// How games are turned into points. Elo knows nothing of it: there a draw is half a win.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scoring {
    /// 1 for a win, a half for a draw.
    #[default]
    Usual,
    /// 3 for a win, 1 for a draw: the ConnectX course.
    ConnectX,
    /// 3 for a win as the second player, 2 as the first, 1 for a draw: the MNK course.
    Mnk,
}

impl Scoring {
    pub const NAMES: [(&'static str, Scoring); 3] = [
        ("usual", Scoring::Usual),
        ("connectx", Scoring::ConnectX),
        ("mnk", Scoring::Mnk),
    ];

    pub fn named(name: &str) -> Result<Scoring, String> {
        let found = Scoring::NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, scoring)| *scoring).ok_or_else(|| {
            let names = Scoring::NAMES.map(|(name, _)| name);
            format!("unknown scoring `{name}`{}", suggestion(name, &names))
        })
    }

    pub fn name(self) -> &'static str {
        let found = Scoring::NAMES.iter().find(|(_, known)| *known == self);
        found.map_or("", |(name, _)| name)
    }

    /// The points that a side has from a game.
    pub fn points(self, side: Side, result: Outcome) -> f64 {
        let won = match result {
            Outcome::Draw => return if self == Scoring::Usual { 0.5 } else { 1.0 },
            Outcome::Win(winner) => winner == side,
        };
        match (won, self, side) {
            (false, ..) => 0.0,
            (true, Scoring::Usual, _) => 1.0,
            (true, Scoring::ConnectX, _) | (true, Scoring::Mnk, Side::Second) => 3.0,
            (true, Scoring::Mnk, Side::First) => 2.0,
        }
    }

    /// What the points mean, in a few words.
    pub fn what(self) -> &'static str {
        match self {
            Scoring::Usual => "1 for a win, ½ for a draw",
            Scoring::ConnectX => "3 for a win, 1 for a draw",
            Scoring::Mnk => "3 for a win as second, 2 as first, 1 for a draw",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_those_of_the_courses() {
        let (first, second) = (Side::First, Side::Second);
        let all = |scoring: Scoring| {
            [
                scoring.points(first, Outcome::Win(first)),
                scoring.points(second, Outcome::Win(second)),
                scoring.points(first, Outcome::Draw),
                scoring.points(second, Outcome::Draw),
                scoring.points(first, Outcome::Win(second)),
                scoring.points(second, Outcome::Win(first)),
            ]
        };
        assert_eq!(all(Scoring::Usual), [1.0, 1.0, 0.5, 0.5, 0.0, 0.0]);
        assert_eq!(all(Scoring::ConnectX), [3.0, 3.0, 1.0, 1.0, 0.0, 0.0]);
        assert_eq!(all(Scoring::Mnk), [2.0, 3.0, 1.0, 1.0, 0.0, 0.0]);
        for (name, scoring) in Scoring::NAMES {
            assert_eq!(Scoring::named(name), Ok(scoring));
            assert_eq!(scoring.name(), name);
        }
        assert_eq!(
            Scoring::named("conectx").unwrap_err(),
            "unknown scoring `conectx`: did you mean `connectx`?"
        );
    }
}
