//! `plyometer search`: search a position with one or more engines, a row each.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::{EngineArg, Failure, PositionArgs};
use crate::game::{Game, Move};
use crate::games::Visit;
use crate::notation::{format_move, format_moves};
use crate::search::minimal::minimal_nodes;
use crate::search::toggles::Algorithm;
use crate::search::{Engine, Found, Limits, Searcher, Status, limits};
use crate::units::{parse_time, thousands};

/// Search a position with one or more engines and count what each of them does.
///
/// Without a limit the depth is 6. A limit of nodes or time makes an engine deepen until it
/// is reached; the row says how deep the last finished search was. Ctrl-C ends a search
/// likewise.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer search connect4 --depth 8 --engine minimax --engine alphabeta --engine alphabeta+tt
  plyometer search 'mnk(4,4,4)' --position 'b2 c3' --nodes 100000 --engine pvs --format csv
  plyometer search unstable --time 2s --engine '{ preset = \"pvs\", forward = \"best(10)\" }'

`plyometer list engines` shows the presets, `plyometer list toggles` what an engine may have.")]
pub struct SearchArgs {
    #[command(flatten)]
    at: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// A preset's name or a TOML table of toggles; may be given several times
    #[arg(long, short, value_name = "SPEC", default_value = "alphabeta")]
    engine: Vec<EngineArg>,
    /// How to print the rows; a table on a terminal and CSV elsewhere, if not given
    #[arg(long, short, value_enum)]
    format: Option<Format>,
    /// Count the nodes of the minimal tree too (a full-width search: slow)
    #[arg(long)]
    minimal: bool,
}

/// How far to search.
#[derive(Args, Clone)]
pub struct LimitArgs {
    /// Plies to search
    #[arg(long, short, value_name = "N", value_parser = depth, allow_hyphen_values = true)]
    depth: Option<u32>,
    /// Nodes to visit at most
    #[arg(long, short, value_name = "N", value_parser = nodes, allow_hyphen_values = true)]
    nodes: Option<u64>,
    /// Time to take at most: 500ms, 2s, 1m
    #[arg(long, short, value_name = "T", value_parser = parse_time, allow_hyphen_values = true)]
    time: Option<Duration>,
}

impl LimitArgs {
    /// The limits that were given, if any was.
    pub fn given(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.time,
            ..Limits::default()
        };
        (limits != Limits::default()).then_some(limits)
    }

    pub fn limits(&self) -> Limits {
        self.given().unwrap_or(Limits::depth(6))
    }
}

fn depth(text: &str) -> Result<u32, String> {
    let wrong = |_| format!("a depth is a whole number from 0 to {}", u16::MAX);
    text.parse::<u16>().map(u32::from).map_err(wrong)
}

fn nodes(text: &str) -> Result<u64, String> {
    let number = text.replace('_', "").parse().ok().filter(|&n| n > 0);
    number.ok_or_else(|| "a number of nodes is a whole number from 1".into())
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Format {
    /// Columns for reading
    Table,
    /// Comma-separated values, one header line
    Csv,
    /// One array of objects
    Json,
}

pub fn run(args: &SearchArgs) -> Result<(), Failure> {
    super::stop_on_ctrl_c();
    args.at.game.visit(Run(args))
}

/// One row: what was asked, what was found, what it took. An absent value is empty.
#[derive(Serialize)]
pub struct Row {
    game: String,
    position: String,
    engine: String,
    depth: Option<u32>,
    reached: u32,
    status: &'static str,
    value: String,
    best: String,
    pv: String,
    nodes: u64,
    generated: u64,
    leaves: u64,
    terminals: u64,
    heuristic_calls: u64,
    ordering_evals: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    cut_index: String,
    early_terminations: u64,
    tt_probes: u64,
    tt_hits: u64,
    tt_cutoffs: u64,
    tt_stores: u64,
    tt_replacements: u64,
    re_searches: u64,
    probcuts: u64,
    deepest: u64,
    minimal_nodes: Option<u64>,
    sound: bool,
    deterministic: bool,
    time_ns: u64,
    toggles: String,
}

struct Run<'a>(&'a SearchArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let args = self.0;
        let game = args.at.position(start.clone())?;
        // Every engine is looked at before the first one runs.
        let mut searchers = Vec::new();
        for EngineArg { text, engine } in &args.engine {
            let searcher = Searcher::new(engine, &game)
                .map_err(|error| Failure::Usage(format!("engine `{text}`: {error}")))?;
            searchers.push((text, searcher));
        }
        let moves = args.at.moves(&start)?;
        let limits = args.limits.limits();
        let mut rows = Vec::new();
        for (name, mut searcher) in searchers {
            let found = searcher.search(&game, &limits);
            let interrupted = found.status == Status::Interrupted;
            rows.push(row(
                args,
                &game,
                &moves,
                name,
                searcher.engine(),
                &limits,
                found,
            ));
            if interrupted {
                break;
            }
        }
        let terminal = io::stdout().is_terminal();
        let format = args
            .format
            .unwrap_or(if terminal { Format::Table } else { Format::Csv });
        print(&rows, format)?;
        if limits::is_interrupted() {
            return Err(Failure::Interrupted);
        }
        Ok(())
    }
}

fn row<G: Game>(
    args: &SearchArgs,
    game: &G,
    moves: &[Move],
    name: &str,
    engine: &Engine,
    limits: &Limits,
    found: Found,
) -> Row {
    let value = found.value_text(engine, game);
    let tree_search = !matches!(engine.algorithm, Algorithm::Mcts(_)) && engine.toggles.lines_end;
    let minimal = (args.minimal && tree_search && found.value.is_some())
        .then(|| engine.evaluator.build(game).ok())
        .flatten()
        .map(|mut evaluator| {
            minimal_nodes(game, found.depth, &mut *evaluator, engine.toggles.scores)
        });
    let counts = &found.counts;
    // The histogram as far as it is not empty.
    let used = counts
        .cut_index
        .iter()
        .rposition(|&n| n > 0)
        .map_or(0, |i| i + 1);
    let cut_index: Vec<_> = counts.cut_index[..used]
        .iter()
        .map(u64::to_string)
        .collect();
    let start_text = format_moves(game, moves);
    Row {
        game: args.at.game.to_string(),
        position: start_text,
        engine: name.into(),
        depth: limits.depth,
        reached: found.depth,
        status: found.status.name(),
        value: value.unwrap_or_default(),
        best: found.best.map_or(String::new(), |mv| format_move(game, mv)),
        pv: format_moves(game, &found.line),
        nodes: counts.nodes,
        generated: counts.generated,
        leaves: counts.leaves,
        terminals: counts.terminals,
        heuristic_calls: counts.heuristic_calls,
        ordering_evals: counts.ordering_evals,
        cutoffs: counts.cutoffs,
        first_move_cutoffs: counts.first_move_cutoffs(),
        cut_index: cut_index.join(" "),
        early_terminations: counts.early_terminations,
        tt_probes: counts.tt_probes,
        tt_hits: counts.tt_hits,
        tt_cutoffs: counts.tt_cutoffs,
        tt_stores: counts.tt_stores,
        tt_replacements: counts.tt_replacements,
        re_searches: counts.re_searches,
        probcuts: counts.probcuts,
        deepest: counts.deepest,
        minimal_nodes: minimal,
        sound: engine.is_sound(),
        deterministic: engine.is_deterministic()
            && limits.time.is_none()
            && found.status != Status::Interrupted,
        time_ns: found.time.as_nanos() as u64,
        toggles: engine.to_string(),
    }
}

fn print(rows: &[Row], format: Format) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match format {
        Format::Csv => {
            let mut csv = csv::Writer::from_writer(out);
            for row in rows {
                csv.serialize(row)?;
            }
            csv.flush()?;
        }
        Format::Json => {
            serde_json::to_writer_pretty(&mut out, rows)?;
            writeln!(out)?;
        }
        Format::Table => out.write_all(table(rows).as_bytes())?,
    }
    Ok(())
}

/// The columns that say most, lined up.
fn table(rows: &[Row]) -> String {
    let header = [
        "engine",
        "depth",
        "value",
        "best",
        "nodes",
        "leaves",
        "heuristic",
        "cutoffs",
        "first",
        "tt hits",
        "re-search",
        "time",
        "",
    ];
    let mut lines = vec![header.map(String::from)];
    for row in rows {
        let share = match row.cutoffs {
            0 => String::new(),
            n => format!("{:.0} %", 100.0 * row.first_move_cutoffs as f64 / n as f64),
        };
        let mut remarks = Vec::new();
        if row.status != "complete" {
            remarks.push(format!("stopped: {}", row.status));
        }
        if let Some(minimal) = row.minimal_nodes {
            remarks.push(format!("minimal tree {}", thousands(minimal)));
        }
        if !row.sound {
            remarks.push("unsound".into());
        }
        if !row.deterministic {
            remarks.push("counts vary".into());
        }
        lines.push([
            row.engine.clone(),
            row.reached.to_string(),
            row.value.clone(),
            row.best.clone(),
            thousands(row.nodes),
            thousands(row.leaves),
            thousands(row.heuristic_calls),
            thousands(row.cutoffs),
            share,
            thousands(row.tt_hits),
            thousands(row.re_searches),
            format!("{:.1} ms", row.time_ns as f64 / 1e6),
            remarks.join(", "),
        ]);
    }
    let widths: Vec<usize> = (0..header.len())
        .map(|column| {
            lines
                .iter()
                .map(|line| line[column].chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    if let Some(row) = rows.first() {
        let at = if row.position.is_empty() {
            "the start"
        } else {
            &row.position
        };
        text = format!("{}, {at}\n", row.game);
    }
    for line in &lines {
        let mut cells = Vec::new();
        for (column, cell) in line.iter().enumerate() {
            // Names and remarks to the left, numbers to the right.
            let pad = " ".repeat(widths[column] - cell.chars().count());
            cells.push(match column {
                0 => format!("{cell}{pad}"),
                12 => cell.clone(),
                _ => format!("{pad}{cell}"),
            });
        }
        text.push_str(cells.join("  ").trim_end());
        text.push('\n');
    }
    text
}
