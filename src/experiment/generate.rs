//! Positions that are made: by random play, all of them to some depth, or move by move
//! through one game.

use std::collections::HashSet;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::experiment::positions::{Position, position};
use crate::experiment::ranges::WholeRange;
use crate::experiment::spec::{Played, RandomPlay, Trace};
use crate::experiment::symmetry;
use crate::game::{Game, Move};
use crate::notation;
use crate::players::PlayerSpec;
use crate::search::{Engine, Limits, Searcher, Status};

/// How many random games are played for each position that is asked for, before giving up.
const TRIES: usize = 200;
/// The most nodes that finding the distance to the end of one position may take.
const NODES: u64 = 1_000_000;
/// The most positions that `every` may stand for.
const MOST: usize = 100_000;
/// The most cells that may be looked at to find them: a second or so.
const MOST_WORK: usize = 1_000_000_000;

/// A list of moves with the position it leads to.
type Line<G> = (Vec<Move>, G);

/// Distinct unfinished positions after random legal moves, drawn from a seed: as many as are
/// asked for.
pub fn random<G: Game>(start: &G, play: &RandomPlay) -> Result<Vec<Position>, String> {
    let (found, count) = (at_most(start, play)?, play.count);
    match found.len() == count {
        true => Ok(found),
        false => Err(format!(
            "random: {} such positions found, not {count}; ask for fewer",
            found.len()
        )),
    }
}

/// The same, or fewer where there are no more of them.
pub fn at_most<G: Game>(start: &G, play: &RandomPlay) -> Result<Vec<Position>, String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(play.seed);
    let mut below = |n: u64| random.next_u64() % n.max(1);
    let mut distances = match &play.distance {
        Some(wanted) => Some((wanted, Distance::new(start)?)),
        None => None,
    };
    let lengths = possible(start, &play.plies)?;
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    for _ in 0..TRIES.saturating_mul(play.count) {
        let plies = lengths[below(lengths.len() as u64) as usize];
        let Some((moves, game)) = play_at_random(start, plies, &mut below) else {
            continue;
        };
        if !seen.insert(game.clone()) {
            continue;
        }
        if let Some((wanted, distance)) = &mut distances
            && !wanted.contains(distance.of(&game, &moves)? as u64)
        {
            continue;
        }
        found.push(position(start, &moves));
        if found.len() == play.count {
            break;
        }
    }
    Ok(found)
}

/// The numbers of plies of a range that a game of this board can have before it ends.
fn possible<G: Game>(start: &G, plies: &WholeRange) -> Result<Vec<usize>, String> {
    let longest = start.max_plies();
    let possible: Vec<_> = (0..longest)
        .filter(|&ply| plies.contains(ply as u64))
        .collect();
    match possible.is_empty() {
        true => Err(format!("no game lasts longer than {longest} plies")),
        false => Ok(possible),
    }
}

/// One random game of so many plies; none if it ended by then.
fn play_at_random<G: Game>(
    start: &G,
    plies: usize,
    below: &mut impl FnMut(u64) -> u64,
) -> Option<Line<G>> {
    let (mut game, mut played, mut moves) = (start.clone(), Vec::new(), Vec::new());
    while played.len() < plies && game.outcome().is_none() {
        moves.clear();
        game.moves(&mut moves);
        let mv = moves[below(moves.len() as u64) as usize];
        game.play(mv);
        played.push(mv);
    }
    (game.outcome().is_none()).then_some((played, game))
}

/// Finds out how many plies a game lasts if both sides play perfectly.
struct Distance<G: Game> {
    searcher: Searcher<G>,
    ply: usize,
}

impl<G: Game> Distance<G> {
    fn new(start: &G) -> Result<Self, String> {
        // A small table that is kept: what is known of one position serves the next.
        let engine = r#"{ preset = "solver", tt = { size = 8, keep = true } }"#;
        let engine: Engine = engine.parse().map_err(|error| format!("{error}"))?;
        let searcher = Searcher::new(&engine, start).map_err(|error| error.to_string())?;
        Ok(Distance {
            searcher,
            ply: start.ply(),
        })
    }

    fn of(&mut self, game: &G, moves: &[Move]) -> Result<usize, String> {
        let found = self.searcher.search_to_the_end(game, NODES);
        let value = found.value.filter(|_| found.status == Status::Complete);
        let Some(value) = value else {
            let line = notation::format_moves(game, moves);
            return Err(format!(
                "distance: the end of `{line}` is not found within {NODES} nodes; \
                 take a smaller board or more plies"
            ));
        };
        let (ply, longest) = (self.ply + moves.len(), game.max_plies());
        let scores = self.searcher.engine().toggles.scores;
        // A draw lasts as long as a game can.
        Ok(scores.end_of(value, ply, longest).unwrap_or(longest) - ply)
    }
}

/// Every unfinished position after so many plies, one of each class of symmetric ones.
pub fn every<G: Game>(start: &G, plies: &WholeRange) -> Result<Vec<Position>, String> {
    let wanted = possible(start, plies)?;
    let last = wanted[wanted.len() - 1];
    let too_many = || format!("every: more than {MOST} positions, or too many to look at");
    let (mut found, mut work) = (Vec::new(), 0usize);
    let mut level: Vec<Line<G>> = vec![(Vec::new(), start.clone())];
    for ply in 0.. {
        if plies.contains(ply) {
            found.extend(level.iter().map(|(moves, _)| position(start, moves)));
        }
        if found.len() > MOST {
            return Err(too_many());
        }
        if ply as usize == last {
            break;
        }
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for (played, game) in &level {
            let mut moves = Vec::new();
            game.moves(&mut moves);
            work = work.saturating_add(moves.len() * start.rows() * start.cols());
            if work > MOST_WORK || next.len() > MOST {
                return Err(too_many());
            }
            for mv in moves {
                let mut child = game.clone();
                child.play(mv);
                if child.outcome().is_none() && seen.insert(symmetry::class(&child)) {
                    next.push(([&played[..], &[mv]].concat(), child));
                }
            }
        }
        level = next;
    }
    match found.is_empty() {
        true => Err("every: all games are over by then".into()),
        false => Ok(found),
    }
}

/// The positions of one game in which its moves were chosen.
pub fn trace<G: Game>(start: &G, trace: &Trace) -> Result<Vec<Position>, String> {
    let moves = match &trace.game {
        Played::Moves(text) => notation::moves(start, text).map_err(|e| format!("trace: {e}"))?,
        Played::Players {
            players,
            plies,
            nodes,
        } => played(start, players, *plies, *nodes)?,
    };
    let mut found = Vec::new();
    let mut game = start.clone();
    for (ply, &mv) in moves.iter().enumerate() {
        if trace.side.is_none_or(|side| side == game.to_move()) {
            found.push(position(start, &moves[..ply]));
        }
        game.play(mv);
    }
    match found.is_empty() {
        true => Err("trace: a game without moves".into()),
        false => Ok(found),
    }
}

/// The moves of a game between two players.
fn played<G: Game>(
    start: &G,
    players: &[PlayerSpec; 2],
    plies: usize,
    nodes: u64,
) -> Result<Vec<Move>, String> {
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let build = |player: &PlayerSpec| {
        let built = player.build(start, &limits);
        built.map_err(|error| format!("trace: {player}: {error}"))
    };
    let mut players = [build(&players[0])?, build(&players[1])?];
    let (mut game, mut moves) = (start.clone(), Vec::new());
    while game.outcome().is_none() && moves.len() < plies {
        let mv = players[game.to_move().index()].choose(&game).mv;
        game.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}
