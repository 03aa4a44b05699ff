//! `plyometer solve`: exact values by searching to the end of the game.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;

use super::{EngineArg, Failure, PositionArgs};
use crate::game::{Game, Outcome};
use crate::games::Visit;
use crate::notation::{self, format_move};
use crate::positions::{self, Entry};
use crate::search::score::{Score, Scores};
use crate::search::toggles::Algorithm;
use crate::search::{Limits, Searcher, Status, limits};
use crate::units::thousands;

/// Find the exact value of a position, or of every position of a file.
///
/// The score is positive where the side to move wins: 1 with its last possible stone, one more
/// for each stone it could still have played after winning. `plies` is how many moves are left
/// when the winner hurries and the loser delays. Where a file has an expected score, a different
/// one is counted as wrong, and the exit code is 1.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer solve 'mnk(4,4,4)'
  plyometer solve connect4 --position 4444432267
  plyometer solve connect4 --positions set.txt --engine ladder/table
  plyometer solve 'chain(3,3)' --weak")]
pub struct SolveArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// A file of positions, one a line, each with an optional expected score
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    positions: Option<PathBuf>,
    /// A preset's name or a TOML table of toggles
    #[arg(long, short, value_name = "SPEC", default_value = "solver")]
    engine: EngineArg,
    /// Only who wins, not how soon: scores are -1, 0 or 1
    #[arg(long)]
    weak: bool,
}

#[derive(Serialize)]
struct Row {
    position: String,
    expected: Option<i64>,
    score: Option<i64>,
    outcome: &'static str,
    plies: Option<usize>,
    best: String,
    nodes: u64,
    time_ns: u64,
}

pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    super::stop_on_ctrl_c();
    args.at.game.visit(Run(args))
}

struct Run<'a>(&'a SolveArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let args = self.0;
        let usage = |error: &dyn std::fmt::Display| Failure::Usage(error.to_string());
        let entries = match &args.positions {
            Some(file) => positions::read(&start, file).map_err(|error| usage(&error))?,
            None => vec![Entry {
                line: 1,
                moves: notation::format_moves(&start, &args.at.moves(&start)?),
                expected: None,
            }],
        };
        let mut engine = args.engine.engine.clone();
        if matches!(engine.algorithm, Algorithm::Mcts(_)) || !engine.is_sound() {
            let problem = "does not find exact values; take away what is unsound in it";
            return Err(Failure::Usage(format!(
                "engine `{}` {problem}",
                args.engine.text
            )));
        }
        if !engine.toggles.lines_end {
            let problem = "plays on after the game is over";
            return Err(Failure::Usage(format!(
                "engine `{}` {problem}",
                args.engine.text
            )));
        }
        if engine.toggles.scores == Scores::Flat && !args.weak {
            engine.toggles.scores = Scores::Distance;
        }
        let mut searcher = Searcher::new(&engine, &start)
            .map_err(|error| Failure::Usage(format!("engine `{}`: {error}", args.engine.text)))?;
        if args.weak {
            searcher.set_window(-1, 1);
        }
        let mut out = csv::Writer::from_writer(io::stdout().lock());
        let (mut wrong, mut nodes, mut time) = (0, 0, 0);
        let mut solved = 0u64;
        for entry in &entries {
            let game = notation::position(start.clone(), &entry.moves).map_err(|e| usage(&e))?;
            let row = solve(&mut searcher, &game, entry, args.weak);
            if row.score.is_some() {
                solved += 1;
                nodes += row.nodes;
                time += row.time_ns;
            }
            if let (Some(expected), Some(score)) = (row.expected, row.score) {
                let expected = if args.weak {
                    expected.signum()
                } else {
                    expected
                };
                wrong += (expected != score) as usize;
            }
            let interrupted = limits::is_interrupted();
            out.serialize(row)?;
            out.flush()?;
            if interrupted {
                break;
            }
        }
        let per = |total: u64| total as f64 / solved.max(1) as f64;
        let _ = writeln!(
            io::stderr(),
            "{solved} position{}, {wrong} wrong, {} nodes, mean {:.1} nodes, mean {:.1} µs, {:.0} thousand nodes a second",
            if solved == 1 { "" } else { "s" },
            thousands(nodes),
            per(nodes),
            per(time) / 1e3,
            nodes as f64 / (time.max(1) as f64 / 1e6),
        );
        if limits::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        match wrong {
            0 => Ok(()),
            1 => Err(anyhow!("1 score is not the expected one").into()),
            n => Err(anyhow!("{n} scores are not the expected ones").into()),
        }
    }
}

fn solve<G: Game>(searcher: &mut Searcher<G>, game: &G, entry: &Entry, weak: bool) -> Row {
    let mut row = Row {
        position: entry.moves.clone(),
        expected: entry.expected,
        score: None,
        outcome: "",
        plies: None,
        best: String::new(),
        nodes: 0,
        time_ns: 0,
    };
    let (ply, max) = (game.ply(), game.max_plies());
    let scores = searcher.engine().toggles.scores;
    let found = searcher.search(game, &Limits::default());
    row.nodes = found.counts.nodes;
    row.time_ns = found.time.as_nanos() as u64;
    let Some(value) = found.value.filter(|_| found.status == Status::Complete) else {
        return row;
    };
    row.outcome = match value {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    };
    row.best = found.best.map_or(String::new(), |mv| format_move(game, mv));
    if weak {
        row.score = Some(value.signum());
        return row;
    }
    // A game that is over has a score too: the one its winner had before the last move.
    let end = match game.outcome() {
        Some(Outcome::Win(_)) => Some(ply),
        Some(Outcome::Draw) => None,
        None => scores.end_of(value, ply, max),
    };
    row.score =
        Some(end.map_or(0, |end| value.signum() * Scores::Stones.win_at(end, max)) as Score);
    // A draw lasts until the board is full.
    row.plies = Some(end.unwrap_or(max) - ply);
    row
}
