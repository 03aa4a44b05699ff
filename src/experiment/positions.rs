//! Where positions come from: reading `[positions]`, and the positions it means on a board.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::DeTable;

use crate::experiment::axes::MAX_NODES;
use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::generate;
use crate::experiment::node::{Node, as_text, as_whole, entries, items};
use crate::experiment::ranges::WholeRange;
use crate::experiment::spec::{Origin, Played, RandomPlay, Trace};
use crate::game::{Game, Move, Notation, Side};
use crate::games::{GameSpec, Visit};
use crate::names::suggestion;
use crate::players::PlayerSpec;
use crate::search::Limits;
use crate::{notation, positions, reports};

/// The keys of `[positions]`, in the order in which what they name is put together.
pub const KEYS: [&str; 6] = ["list", "set", "file", "random", "every", "trace"];
pub const RANDOM_KEYS: [&str; 4] = ["plies", "count", "seed", "distance"];
pub const EVERY_KEYS: [&str; 1] = ["plies"];
pub const TRACE_KEYS: [&str; 6] = ["moves", "x", "o", "plies", "nodes", "side"];

/// The keys of a trace that players play.
const PLAYED_KEYS: [&str; 4] = ["x", "o", "plies", "nodes"];
/// How many nodes a move takes players who have no limits.
const NODES_A_MOVE: u64 = 100_000;

/// The sets of positions that have a name.
pub const SETS: [&str; 1] = ["six-roots"];

/// The most positions that may be asked for at once.
const MOST: u64 = 100_000;
/// More plies than any game lasts.
const MAX_PLIES: u64 = 1_000_000;

/// A position of a board, in canonical form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Position {
    pub moves: Arc<str>,
    pub ply: usize,
}

/// Reads `[positions]`.
pub fn read(diagnosis: &mut Diagnosis, table: &DeTable) -> Vec<Spanned<Origin>> {
    diagnosis.known(table, &KEYS);
    let mut found = Vec::new();
    for key in KEYS {
        let Some(node) = table.get(key) else {
            continue;
        };
        if items(node).is_empty() {
            diagnosis.add(&node.span(), format!("{key}: an empty list"));
        }
        let mut add = |at, origin| found.push(Spanned::new(at, origin));
        match key {
            "list" => {
                let texts = items(node).iter().filter_map(|node| {
                    let text = diagnosis.text("list", node)?;
                    Some(Spanned::new(node.span(), text))
                });
                add(node.span(), Origin::List(texts.collect()));
            }
            _ => {
                for node in items(node) {
                    if let Some(origin) = diagnosis.origin(key, node) {
                        add(node.span(), origin);
                    }
                }
            }
        }
    }
    found
}

impl Diagnosis<'_> {
    fn origin(&mut self, key: &str, node: &Node) -> Option<Origin> {
        match key {
            "set" => {
                let name = self.text(key, node)?;
                if !SETS.contains(&name.as_str()) {
                    let hint = suggestion(&name, &SETS);
                    let message = format!("unknown set of positions `{name}`{hint}");
                    self.add(&node.span(), message);
                    return None;
                }
                Some(Origin::Set(name))
            }
            "file" => {
                let file = self.text(key, node)?;
                Some(Origin::File(self.source.folder().join(file)))
            }
            "random" => {
                let table = self.table(key, node, " like { plies = 8, count = 20, seed = 1 }")?;
                self.random(table, &node.span())
            }
            "every" => {
                let table = self.table(key, node, " like { plies = 2 }")?;
                self.known(table, &EVERY_KEYS);
                let plies = self.required(table, "every", "plies", &node.span())?;
                let plies = self.plies("plies", plies)?;
                Some(Origin::Every { plies })
            }
            _ => {
                let table = self.table(key, node, " like { moves = \"44\" }")?;
                self.trace(table, &node.span()).map(Origin::Trace)
            }
        }
    }

    fn required<'a, 'i>(
        &mut self,
        table: &'a DeTable<'i>,
        what: &str,
        key: &str,
        at: &Span,
    ) -> Option<&'a Node<'i>> {
        let found = table.get(key);
        if found.is_none() {
            self.add(at, format!("{what}: `{key}` is missing"));
        }
        found
    }

    /// A number of plies, or a range of them.
    fn plies(&mut self, key: &str, node: &Node) -> Option<WholeRange> {
        let number = as_whole(node).map(WholeRange::one);
        let range = number.or_else(|| as_text(node).and_then(|text| text.parse().ok()));
        let inside = |range: &WholeRange| range.last.unwrap_or(range.first) <= MAX_PLIES;
        let range = range.filter(inside);
        if range.is_none() {
            self.wrong(key, node, "a whole number or a range like \"3..=10\"");
        }
        range
    }

    fn random(&mut self, table: &DeTable, at: &Span) -> Option<Origin> {
        self.known(table, &RANDOM_KEYS);
        let plies = self.required(table, "random", "plies", at);
        let count = self.required(table, "random", "count", at);
        let seed = self.required(table, "random", "seed", at);
        let plies = plies.and_then(|node| self.plies("plies", node));
        let count = count.and_then(|node| self.whole("count", node, 1, MOST));
        let seed = seed.and_then(|node| self.whole("seed", node, 0, i64::MAX as u64));
        let distance = match table.get("distance") {
            None => None,
            Some(node) => Some(self.plies("distance", node)?),
        };
        Some(Origin::Random(RandomPlay {
            plies: plies?,
            count: count? as usize,
            seed: seed?,
            distance,
        }))
    }

    fn trace(&mut self, table: &DeTable, at: &Span) -> Option<Trace> {
        self.known(table, &TRACE_KEYS);
        let side = match table.get("side").map(|node| (as_text(node), node)) {
            None | Some((Some("both"), _)) => Some(None),
            Some((Some("x"), _)) => Some(Some(Side::First)),
            Some((Some("o"), _)) => Some(Some(Side::Second)),
            Some((_, node)) => {
                self.wrong("side", node, "\"x\", \"o\" or \"both\"");
                None
            }
        };
        let game = match table.get("moves") {
            Some(moves) => {
                for (key, _) in entries(table) {
                    if PLAYED_KEYS.contains(&key.get_ref().as_ref()) {
                        let message = "trace: either the moves of a game or two players, not both";
                        self.add(&key.span(), message);
                    }
                }
                self.text("moves", moves).map(Played::Moves)
            }
            None => self.players(table, at),
        };
        Some(Trace {
            game: game?,
            side: side?,
        })
    }

    /// A game that two players play.
    fn players(&mut self, table: &DeTable, at: &Span) -> Option<Played> {
        if !PLAYED_KEYS.iter().any(|key| table.contains_key(*key)) {
            self.add(at, "trace: `moves` are missing, or the players `x` and `o`");
            return None;
        }
        let number = |diagnosis: &mut Self, key, usual, most| match table.get(key) {
            None => Some(usual),
            Some(node) => diagnosis.whole(key, node, 1, most),
        };
        let plies = number(self, "plies", MAX_PLIES, MAX_PLIES);
        let nodes = number(self, "nodes", NODES_A_MOVE, MAX_NODES);
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        let [x, o] = ["x", "o"].map(|side| {
            let node = self.required(table, "trace", side, at)?;
            self.player(side, node, &limits)
        });
        Some(Played::Players {
            players: Box::new([x?, o?]),
            plies: plies? as usize,
            nodes: nodes?,
        })
    }

    /// A player whose moves are the same everywhere.
    fn player(&mut self, side: &str, node: &Node, limits: &Limits) -> Option<PlayerSpec> {
        let text = match node.get_ref().as_table() {
            Some(_) => self.plain(node)?.to_string(),
            None => self.text(side, node)?,
        };
        let player: PlayerSpec = text
            .parse()
            .map_err(|error| self.add(&node.span(), format!("{side}: {error}")))
            .ok()?;
        if !player.is_deterministic(limits) {
            let message = format!(
                "{side}: {player} may play otherwise on another machine; \
                 give it a limit of nodes, and one thread"
            );
            self.add(&node.span(), message);
            return None;
        }
        Some(player)
    }
}

/// The positions on a board that a file names, each but once, or the problems there are.
pub fn on_board(
    diagnosis: &mut Diagnosis,
    game: GameSpec,
    origins: &[Spanned<Origin>],
) -> Vec<Position> {
    let found = OnBoard {
        diagnosis,
        game,
        origins,
    };
    game.visit(found)
}

/// A position as text on a board, or what is wrong with it.
pub fn canonical(game: GameSpec, text: &str) -> Result<Position, String> {
    struct Canonical<'a>(&'a str);
    impl Visit for Canonical<'_> {
        type Output = Result<Position, notation::PositionError>;
        fn visit<G: Game>(self, start: G) -> Self::Output {
            Ok(position(&start, &notation::moves(&start, self.0)?))
        }
    }
    let position = game.visit(Canonical(text));
    position.map_err(|error| format!("position `{}` on {game}: {error}", text.trim()))
}

/// The position that moves lead to.
pub fn position<G: Game>(start: &G, moves: &[Move]) -> Position {
    Position {
        moves: notation::format_moves(start, moves).into(),
        ply: moves.len(),
    }
}

struct OnBoard<'a, 'd, 's> {
    diagnosis: &'d mut Diagnosis<'s>,
    game: GameSpec,
    origins: &'a [Spanned<Origin>],
}

impl Visit for OnBoard<'_, '_, '_> {
    type Output = Vec<Position>;

    fn visit<G: Game>(self, start: G) -> Vec<Position> {
        let mut found = Vec::new();
        for origin in self.origins {
            let (at, game) = (origin.span(), self.game);
            if let Origin::List(texts) = origin.get_ref() {
                list(self.diagnosis, game, texts, &mut found);
                continue;
            }
            let positions = match origin.get_ref() {
                Origin::List(_) => continue,
                Origin::Set(name) => set(&start, name),
                Origin::File(file) => from_file(&start, file),
                Origin::Every { plies } => generate::every(&start, plies),
                // Searches take time, which a file with errors is not worth.
                origin if origin.searches() && !self.diagnosis.is_clean() => continue,
                Origin::Trace(trace) => generate::trace(&start, trace),
                Origin::Random(play) => generate::random(&start, play),
            };
            match positions {
                Ok(positions) => found.extend(positions),
                Err(error) => self.diagnosis.add(&at, format!("on {game}: {error}")),
            }
        }
        let mut seen = HashSet::new();
        found.retain(|position: &Position| seen.insert(position.moves.clone()));
        found
    }
}

fn list(
    diagnosis: &mut Diagnosis,
    game: GameSpec,
    texts: &[Spanned<String>],
    found: &mut Vec<Position>,
) {
    let mut seen = HashSet::new();
    for text in texts {
        match canonical(game, text.get_ref()) {
            Ok(position) if seen.insert(position.moves.clone()) => found.push(position),
            Ok(_) => diagnosis.add(&text.span(), "list: this position is there twice"),
            Err(error) => diagnosis.add(&text.span(), error),
        }
    }
}

fn set<G: Game>(start: &G, name: &str) -> Result<Vec<Position>, String> {
    let texts = match (name, start.notation()) {
        ("six-roots", Notation::Cells) => reports::six_roots(start.rows(), start.cols()),
        _ => return Err(format!("set: {name} are cells, but stones fall down here")),
    };
    let moves = texts.iter().map(|text| notation::moves(start, text));
    let positions = moves.map(|moves| moves.map(|moves| position(start, &moves)));
    let positions = positions.collect::<Result<_, _>>();
    positions.map_err(|error| format!("set: {error}"))
}

fn from_file<G: Game>(start: &G, file: &Path) -> Result<Vec<Position>, String> {
    let entries = positions::read(start, file).map_err(|error| error.to_string())?;
    let moves = entries
        .iter()
        .map(|entry| notation::moves(start, &entry.moves));
    let moves = moves.map(|moves| moves.map(|moves| position(start, &moves)));
    moves
        .collect::<Result<_, _>>()
        .map_err(|error| error.to_string())
}
