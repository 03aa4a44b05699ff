//! The boards that cells use, with their positions.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;

use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::positions::{self, Position};
use crate::experiment::spec::Origin;
use crate::games::GameSpec;

/// A board and the positions on it that have been met.
pub struct Board {
    pub game: GameSpec,
    places: Vec<Place>,
    /// Which of them `[positions]` lists, once somebody has asked; the others are values of
    /// an axis.
    listed: Option<Range<usize>>,
    known: HashMap<String, usize>,
}

struct Place {
    position: Position,
    /// What is wrong with it, and where it stands.
    fault: Option<(Span, String)>,
}

/// All boards that have been met.
pub struct Boards<'a> {
    origins: &'a [Spanned<Origin>],
    all: Vec<Board>,
    numbers: HashMap<GameSpec, usize>,
}

impl<'a> Boards<'a> {
    pub fn new(origins: &'a [Spanned<Origin>]) -> Self {
        Boards {
            origins,
            all: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    pub fn get(&self, board: usize) -> &Board {
        &self.all[board]
    }

    /// The board of a game.
    pub fn of(&mut self, game: GameSpec) -> usize {
        *self.numbers.entry(game).or_insert_with(|| {
            self.all.push(Board {
                game,
                places: Vec::new(),
                listed: None,
                known: HashMap::new(),
            });
            self.all.len() - 1
        })
    }

    /// The positions that `[positions]` lists on a board; without it, the start.
    pub fn listed(&mut self, diagnosis: &mut Diagnosis, board: usize) -> Range<usize> {
        let board = &mut self.all[board];
        if let Some(listed) = &board.listed {
            return listed.clone();
        }
        let found = match self.origins.is_empty() {
            true => vec![Position {
                moves: "".into(),
                ply: 0,
            }],
            false => positions::on_board(diagnosis, board.game, self.origins),
        };
        let begin = board.places.len();
        board.places.extend(found.into_iter().map(|position| Place {
            position,
            fault: None,
        }));
        board.listed.insert(begin..board.places.len()).clone()
    }

    /// A position of an axis on a board, right or wrong.
    pub fn place(&mut self, board: usize, text: &str, at: &Span) -> usize {
        let board = &mut self.all[board];
        if let Some(known) = board.known.get(text) {
            return *known;
        }
        let place = match positions::canonical(board.game, text) {
            Ok(position) => Place {
                position,
                fault: None,
            },
            Err(error) => Place {
                position: Position {
                    moves: text.trim().into(),
                    ply: 0,
                },
                fault: Some((at.clone(), error)),
            },
        };
        board.places.push(place);
        board.known.insert(text.into(), board.places.len() - 1);
        board.places.len() - 1
    }
}

impl Board {
    /// A position, or what is wrong with it and where it stands.
    pub fn position(&self, place: usize) -> Result<&Position, &(Span, String)> {
        let Place { position, fault } = &self.places[place];
        fault.as_ref().map_or(Ok(position), Err)
    }

    /// The moves of a position, even if they are wrong.
    pub fn moves(&self, place: usize) -> &str {
        &self.places[place].position.moves
    }
}
