//! Matches and games made by hand.

use std::path::Path;
use std::time::Duration;

use super::{Figure, Games, read};
use crate::contest::row::MoveRow;
use crate::contest::standings::testing::game;
use crate::experiment::{Experiment, Source};
use crate::game::Side;

/// A match of three players, a, b and c, with these lines under `[match]` and these figures.
pub fn experiment(match_keys: &str, figures: &str) -> Experiment {
    let text = format!(
        "title = \"A test\"\nquestion = \"Who wins?\"\n[match]\ngame = \"connect4\"\n\
         {match_keys}\n[players]\na = \"random(seed=1)\"\nb = \"greedy\"\n\
         c = {{ preset = \"alphabeta\", depth = 2 }}\n{figures}"
    );
    Experiment::parse(Source::new(Path::new("test.toml"), text))
        .unwrap_or_else(|problems| panic!("{problems}"))
}

/// The only figure of a match.
pub fn figure(experiment: &Experiment) -> Figure {
    let contest = experiment.contest.as_ref().unwrap();
    let mut figures = read(experiment, contest).unwrap_or_else(|problems| panic!("{problems}"));
    assert_eq!(figures.len(), 1);
    figures.remove(0)
}

/// X, O and the result; two games in turn from one opening.
pub fn games(results: &[(&str, &str, &str)]) -> Games {
    let games = results.iter().enumerate();
    Games {
        played: games
            .map(|(n, (x, o, result))| game(x, o, &(n / 2 + 1).to_string(), result))
            .collect(),
        failed: Vec::new(),
    }
}

/// A move at a ply, so deep and with so many nodes.
pub fn made(ply: usize, depth: u32, nodes: u64) -> MoveRow {
    MoveRow {
        side: Side::to_move_at(ply),
        ply,
        depth,
        nodes,
        heuristic_calls: nodes,
        time: Duration::from_micros(nodes),
        hit: None,
    }
}
