//! Evaluators: what a position is worth where the search has to stop.
//!
//! One evaluator a file. To add one: write its file, and give it a line in
//! [`EVALUATORS`] and in [`EvaluatorSpec::build`].

mod random;
pub mod victory_map;
mod zero;

use std::fmt;
use std::str::FromStr;

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

    /// Whether scores are real numbers ([`crate::search::score::from_real`]).
    fn is_real(&self) -> bool {
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
}

/// The evaluators there are.
pub const EVALUATORS: &[Listing] = &[zero::LISTING, random::LISTING];

/// An evaluator by name, with its parameters: `zero`, `random(seed=7,values=2)`.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatorSpec(Call);

impl EvaluatorSpec {
    /// The evaluator, for a board.
    pub fn build<G: Game>(&self, _game: &G) -> Box<dyn Evaluator<G>> {
        let number = |name| self.0.number(name);
        match self.0.name() {
            "random" => Box::new(random::Random {
                seed: number("seed") as u64,
                values: number("values") as i64,
                real: number("real") != 0.0,
            }),
            _ => Box::new(zero::Zero),
        }
    }

    pub fn name(&self) -> &str {
        self.0.name()
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
