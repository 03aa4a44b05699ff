//! Evaluators: what a position is worth where the search has to stop.
//!
//! One evaluator a file. To add one: write its file, and give it a line in
//! [`EVALUATORS`] and in [`EvaluatorSpec::build`].

mod kept_lines;
mod last_move;
mod line_weights;
mod lines;
mod owned_and_unstable;
mod random;
mod runs;
mod sequences;
mod sequences_2016;
mod threats;
pub mod victory_map;
mod zero;

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::call::{Call, CallError, Parameter};
use crate::game::{Game, Move, Side};
use crate::search::score::Score;

/// A static value of positions.
///
/// An evaluator belongs to one search at a time, so it may keep state: one that is
/// incremental is told of every move played and undone.
pub trait Evaluator<G: Game>: Send {
    /// The value of the position for `side`, whoever is to move. Below
    /// [`WIN_FLOOR`](crate::search::score::WIN_FLOOR) in size.
    ///
    /// The search always asks for the side to move at the root, so that an evaluator
    /// that judges its own and the opponent's stones differently keeps its point of
    /// view through the whole tree.
    fn value(&mut self, game: &G, side: Side) -> Score;

    /// What [`Evaluator::value`] would be after `mv`, where that can be told without playing
    /// it. Of a move that ends the game it may say anything.
    fn value_after(&mut self, _game: &G, _mv: Move, _side: Side) -> Option<Score> {
        None
    }

    /// Whether scores are real numbers ([`crate::search::score::from_real`]).
    fn is_real(&self) -> bool {
        false
    }

    /// Whether the two sides see different values, not only different signs: then what was
    /// found for one side says nothing to the other.
    fn is_one_sided(&self) -> bool {
        false
    }

    /// Whether [`Evaluator::played`] and [`Evaluator::undone`] must be called.
    fn is_incremental(&self) -> bool {
        false
    }

    /// A search from `game` begins.
    fn start(&mut self, _game: &G) {}

    /// `mv` was played and led to `game`.
    fn played(&mut self, _game: &G, _mv: Move) {}

    /// The last move played was taken back; `game` is as it was before.
    fn undone(&mut self, _game: &G, _mv: Move) {}

    /// The same evaluator for another thread.
    fn fresh(&self) -> Box<dyn Evaluator<G>>;
}

/// An evaluator as it is listed: its name, its parameters and what it is.
pub struct Listing {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
    pub what: &'static str,
    pub depends: Depends,
}

/// What an evaluator's value depends on, and so which positions may share one in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depends {
    /// On the position; its mirror image has the same value.
    Mirrored,
    /// On the position, but the mirror image may differ, if only by rounding.
    Position,
    /// On how the position was reached: no table is sound with it.
    Path,
}

/// The evaluators there are.
pub const EVALUATORS: &[Listing] = &[
    zero::LISTING,
    random::LISTING,
    line_weights::LISTING,
    runs::LISTING,
    sequences::LISTING,
    sequences_2016::LISTING,
    last_move::LISTING,
    victory_map::LISTING,
    threats::LISTING,
    owned_and_unstable::LISTING,
];

/// An evaluator that a game has no use for.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{evaluator} needs {needs}")]
pub struct Unfit {
    evaluator: &'static str,
    needs: &'static str,
}

/// An evaluator by name, with its parameters: `zero`, `random(seed=7,values=2)`.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatorSpec(Call);

impl EvaluatorSpec {
    /// The evaluator, for a board.
    pub fn build<G: Game>(&self, game: &G) -> Result<Box<dyn Evaluator<G>>, Unfit> {
        let number = |name| self.0.number(name);
        let unfit = |needs| Unfit {
            evaluator: self.0.name(),
            needs,
        };
        Ok(match self.0.name() {
            "zero" => Box::new(zero::Zero),
            "random" => Box::new(random::Random {
                seed: number("seed") as u64,
                values: number("values") as i64,
                real: number("real") != 0.0,
            }),
            "owned-and-unstable" if game.owned_and_unstable(Side::First).is_some() => {
                Box::new(owned_and_unstable::OwnedAndUnstable)
            }
            "owned-and-unstable" => return Err(unfit("a game of chain")),
            // The rest look at lines.
            _ if game.line_length().is_none() => return Err(unfit("a game of lines")),
            "line-weights" => {
                let centre = number("centre") as Score;
                Box::new(line_weights::LineWeights::new(game, centre))
            }
            "runs" => Box::new(runs::Runs::new(game)),
            "sequences" => {
                let (own, opponent) = (number("own"), number("opponent"));
                Box::new(sequences::Sequences::new(game, own, opponent))
            }
            "last-move" => Box::new(last_move::LastMove::new(number("truncate") != 0.0)),
            "threats" => Box::new(threats::Threats::new(game)),
            "victory-map" => Box::new(victory_map::VictoryMap::new(game)),
            "sequences-2016" => Box::new(sequences_2016::Sequences2016::new(game)),
            name => unreachable!("{name} is listed, but nothing builds it"),
        })
    }

    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// What the value depends on.
    pub fn depends(&self) -> Depends {
        self.listing()
            .map_or(Depends::Path, |listing| listing.depends)
    }

    /// Its name, with those parameters alone that do not have their default.
    pub fn brief(&self) -> String {
        let parameters = self.listing().map_or(&[][..], |listing| listing.parameters);
        self.0.brief(parameters)
    }

    fn listing(&self) -> Option<&'static Listing> {
        let name = self.name();
        EVALUATORS.iter().find(|listing| listing.name == name)
    }
}

impl Default for EvaluatorSpec {
    fn default() -> Self {
        EvaluatorSpec(Call::plain(zero::LISTING.name))
    }
}

impl FromStr for EvaluatorSpec {
    type Err = CallError;
    fn from_str(text: &str) -> Result<Self, CallError> {
        let known = EVALUATORS.iter().map(|e| (e.name, e.parameters));
        Call::parse("evaluator", text, known).map(EvaluatorSpec)
    }
}

impl fmt::Display for EvaluatorSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameSpec, Visit};
    use crate::search::score::to_real;
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;
    use rand_core::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A board of lines of any representation: up to twelve cells either way, or a long
    /// and narrow one, on which stones meet.
    pub fn any_line_game() -> impl Strategy<Value = GameSpec> {
        let small = (1usize..13, 1usize..13);
        let long = (1usize..6, 1usize..=100);
        let size = prop_oneof![small, long.clone(), long.prop_map(|(a, b)| (b, a))];
        (0usize..2, size, 0usize..13).prop_map(|(game, (rows, cols), k)| {
            let k = 1 + k % rows.max(cols);
            let name = ["connect", "mnk"][game];
            format!("{name}({rows},{cols},{k})").parse().unwrap()
        })
    }

    /// The stone on a cell, if the cell is on the board.
    pub fn cell_at(cells: &[Vec<Option<Side>>], row: isize, col: isize) -> Option<Option<Side>> {
        let row = cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    type Cells<'a> = &'a [Vec<Option<Side>>];
    type Values<'a> = &'a dyn Fn(&str, Side) -> f64;

    /// Random stones on a board, and what an evaluator says of them that was told of every
    /// move, some of them taken back. One that starts with them must say the same, and what it
    /// says of a move beforehand must be what it says when the move has been played.
    pub fn stones(
        spec: GameSpec,
        seed: u64,
        check: impl Fn(Cells, Values) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        struct Stones<F>(u64, F);
        impl<F: Fn(Cells, Values) -> Result<(), TestCaseError>> Visit for Stones<F> {
            type Output = Result<(), TestCaseError>;
            fn visit<G: Game>(self, start: G) -> Self::Output {
                let mut random = Xoshiro256PlusPlus::seed_from_u64(self.0);
                let mut below = |n: usize| (random.next_u64() % n as u64) as usize;
                // Forwards and back: true is a move, false takes the last one back.
                let steps: Vec<_> = (0..below(60))
                    .map(|_| (below(4) > 0, below(1 << 20)))
                    .collect();
                let play = |mut evaluator: Option<&mut dyn Evaluator<G>>| {
                    let mut game = start.clone();
                    let mut played: Vec<(Move, G::Undo)> = Vec::new();
                    for &(forwards, pick) in &steps {
                        if forwards && game.outcome().is_none() {
                            let mut moves = Vec::new();
                            game.moves(&mut moves);
                            let mv = moves[pick % moves.len()];
                            played.push((mv, game.play(mv)));
                            if let Some(evaluator) = &mut evaluator {
                                evaluator.played(&game, mv);
                            }
                        } else if let Some((mv, undo)) = played.pop() {
                            game.undo(mv, undo);
                            if let Some(evaluator) = &mut evaluator {
                                evaluator.undone(&game, mv);
                            }
                        }
                    }
                    game
                };
                let game = play(None);
                let cells: Vec<Vec<_>> = (0..game.rows())
                    .map(|row| {
                        (0..game.cols())
                            .map(|col| game.cell(row, col).owner)
                            .collect()
                    })
                    .collect();
                let values = |name: &str, side| {
                    let spec: EvaluatorSpec = name.parse().unwrap();
                    let mut told = spec.build(&start).unwrap();
                    told.start(&start);
                    let game = play(Some(&mut *told));
                    let value = told.value(&game, side);
                    let mut fresh = spec.build(&start).unwrap();
                    fresh.start(&game);
                    assert_eq!(
                        value,
                        fresh.value(&game, side),
                        "told of moves, or started there"
                    );
                    told_beforehand(&mut *told, &game, side);
                    assert_eq!(value, told.value(&game, side), "as if nothing had been");
                    if told.is_real() {
                        to_real(value)
                    } else {
                        value as f64
                    }
                };
                (self.1)(&cells, &values)
            }
        }
        spec.visit(Stones(seed, check))
    }

    /// Plays every move that does not end the game, and compares.
    fn told_beforehand<G: Game>(evaluator: &mut dyn Evaluator<G>, game: &G, side: Side) {
        let mut moves = Vec::new();
        if game.outcome().is_none() {
            game.moves(&mut moves);
        }
        for mv in moves {
            let mut child = game.clone();
            child.play(mv);
            if child.outcome().is_some() {
                continue;
            }
            if let Some(value) = evaluator.value_after(game, mv, side) {
                evaluator.played(&child, mv);
                assert_eq!(value, evaluator.value(&child, side), "told of {mv:?}");
                evaluator.undone(game, mv);
            }
        }
    }
}
