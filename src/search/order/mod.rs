//! Move ordering: a list of terms, the first one deciding, ties left to the next, and
//! in the end to the game's natural order.
//!
//! One term a file. To add one: write its file, and give it a line in the list of terms
//! below.

mod center;
mod direction;
mod eval;
mod history;
mod killer;
mod select;
mod table_move;
mod threats;
mod victory_map;

use std::fmt;
use std::str::FromStr;

use crate::eval::Evaluator;
use crate::game::{Game, Move, Side};
use crate::names::suggestion;
use crate::search::children::Copies;
use crate::search::counts::Counts;
use crate::search::score::Scores;

use direction::{Directed, Direction};
pub(super) use select::Best;
use select::{select, stable_sort};

/// The node whose moves are ordered.
pub struct Node<'a, G: Game> {
    pub game: &'a mut G,
    pub evaluator: &'a mut dyn Evaluator<G>,
    pub counts: &'a mut Counts,
    /// Where children are to be made, if not in place.
    pub copies: Option<&'a mut Copies<G>>,
    /// How many moves the term's order is needed of, if not of all.
    pub wanted: Option<usize>,
    pub scores: Scores,
    pub lines_end: bool,
    /// Whose point of view the evaluator takes.
    pub root_side: Side,
    /// Whose move it is.
    pub mover: Side,
    /// Plies below the root.
    pub ply: usize,
    /// The table's move for this position.
    pub table_move: Option<Move>,
}

/// One criterion of the order.
pub trait Term<G: Game>: Send {
    /// Appends a rank for each of `moves`, higher first. Appending nothing means that
    /// there is nothing to say at this node.
    fn rank(&mut self, node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>);

    /// Whether it builds every child to rank it.
    fn builds_children(&self) -> bool {
        false
    }

    /// `mv` of `side` was searched and came back with `value` for that side.
    fn searched(&mut self, _side: Side, _mv: Move, _value: f64) {}

    /// `mv` of `side` closed the window of a node with `depth` plies to go.
    fn cut(&mut self, _ply: usize, _side: Side, _mv: Move, _depth: u32) {}

    /// Forgets what former searches taught.
    fn forget(&mut self) {}
}

/// The list of terms: a line each, from which their names and builders follow.
macro_rules! terms {
    ($($kind:ident, $name:literal, $what:literal, $game:pat => $term:expr;)*) => {
        /// A term by name.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum TermKind {
            $(#[doc = $what] $kind,)*
        }

        /// The terms as they are written, and what they do.
        pub const TERMS: &[(&str, TermKind, &str)] = &[$(($name, TermKind::$kind, $what)),*];

        impl TermKind {
            fn build<G: Game>(self, game: &G) -> Box<dyn Term<G>> {
                match self {
                    $(TermKind::$kind => {
                        let $game = game;
                        Box::new($term)
                    })*
                }
            }
        }
    };
}

terms! {
    Natural, "natural", "as the game lists its moves", _ => Natural;
    Center, "center", "near the centre first", game => center::Center::new(game);
    RightDown, "direction(right-down)", "rows from the top left", game => Directed::new(game, Direction::RightDown);
    LeftDown, "direction(left-down)", "rows from the top right", game => Directed::new(game, Direction::LeftDown);
    RightUp, "direction(right-up)", "rows from the bottom left", game => Directed::new(game, Direction::RightUp);
    LeftUp, "direction(left-up)", "rows from the bottom right", game => Directed::new(game, Direction::LeftUp);
    DownRight, "direction(down-right)", "columns from the top left", game => Directed::new(game, Direction::DownRight);
    DownLeft, "direction(down-left)", "columns from the top right", game => Directed::new(game, Direction::DownLeft);
    UpRight, "direction(up-right)", "columns from the bottom left", game => Directed::new(game, Direction::UpRight);
    UpLeft, "direction(up-left)", "columns from the bottom right", game => Directed::new(game, Direction::UpLeft);
    Eval, "eval", "children sorted by the evaluator", _ => eval::ByEvaluator;
    VictoryMap, "victory-map", "cells by the lines through them, as in the MNK report", _ => victory_map::VictoryMap;
    HistorySquare, "history(square-of-value)", "moves by the squares of their past values, as in the ConnectX report", game => history::SquareOfValue::new(game);
    HistoryDepth, "history(depth-squared)", "moves by the squared depths of their past cutoffs", game => history::DepthSquared::new(game);
    Killer, "killer", "moves that cut at the same ply", _ => killer::Killer::default();
    TableMove, "tt", "the transposition table's move", _ => table_move::TableMove;
    Threats, "threats", "moves by the threats they make", _ => threats::Threats;
}

/// `natural`: nothing to say.
struct Natural;

impl<G: Game> Term<G> for Natural {
    fn rank(&mut self, _node: &mut Node<G>, _moves: &[Move], _ranks: &mut Vec<i64>) {}
}

/// Other names for terms.
const ALIASES: &[(&str, &str)] = &[
    ("centre", "center"),
    ("pv", "tt"),
    ("history", "history(depth-squared)"),
    ("killers", "killer"),
];

impl FromStr for TermKind {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let alias = ALIASES.iter().find(|(alias, _)| *alias == text);
        let name = alias.map_or(text, |(_, name)| name);
        let term = TERMS.iter().find(|(known, ..)| *known == name);
        term.map(|(_, term, _)| *term).ok_or_else(|| {
            let names: Vec<_> = TERMS.iter().map(|(name, ..)| *name).collect();
            format!("unknown order `{text}`{}", suggestion(text, &names))
        })
    }
}

impl fmt::Display for TermKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = TERMS.iter().find(|(_, term, _)| term == self);
        f.write_str(term.map_or("", |(name, ..)| name))
    }
}

/// The terms of one search, with what they have learnt.
pub struct Order<G: Game> {
    /// Last term first: each is a stable sort, so the one applied last decides.
    terms: Vec<Box<dyn Term<G>>>,
    builds_children: bool,
    ranks: Vec<i64>,
    ranked: Vec<(i64, Move)>,
    best: Best<Move>,
}

impl<G: Game> Order<G> {
    pub fn new(kinds: &[TermKind], game: &G) -> Self {
        let terms: Vec<_> = kinds.iter().rev().map(|kind| kind.build(game)).collect();
        Order {
            builds_children: terms.iter().any(|term| term.builds_children()),
            terms,
            ranks: Vec::new(),
            ranked: Vec::new(),
            best: Best::new(0),
        }
    }

    /// Whether ordering a node builds all its children.
    #[inline]
    pub fn builds_children(&self) -> bool {
        self.builds_children
    }

    /// Sorts the moves of a node; where not all are `wanted`, only those come first that a
    /// sort would put there, and what follows them is of no use.
    pub fn sort(&mut self, node: &mut Node<G>, moves: &mut [Move], wanted: Option<usize>) {
        let last = self.terms.len().saturating_sub(1);
        for (index, term) in self.terms.iter_mut().enumerate() {
            // The terms before only break ties, which may be anywhere.
            node.wanted = wanted.filter(|_| index == last);
            self.ranks.clear();
            term.rank(node, moves, &mut self.ranks);
            match node.wanted {
                _ if self.ranks.is_empty() => (),
                None => stable_sort(moves, &self.ranks, &mut self.ranked),
                Some(wanted) => {
                    self.best.reset(wanted);
                    select(moves, &self.ranks, &mut self.best);
                }
            }
        }
    }

    #[inline]
    pub fn searched(&mut self, side: Side, mv: Move, value: f64) {
        for term in &mut self.terms {
            term.searched(side, mv, value);
        }
    }

    #[inline]
    pub fn cut(&mut self, ply: usize, side: Side, mv: Move, depth: u32) {
        for term in &mut self.terms {
            term.cut(ply, side, mv, depth);
        }
    }

    pub fn forget(&mut self) {
        for term in &mut self.terms {
            term.forget();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_term_has_one_name() {
        for (name, term, _) in TERMS {
            assert_eq!(name.parse(), Ok(*term));
            assert_eq!(term.to_string(), *name);
        }
        assert_eq!("history".parse(), Ok(TermKind::HistoryDepth));
        assert!(
            "kiler"
                .parse::<TermKind>()
                .unwrap_err()
                .contains("`killer`")
        );
    }
}
