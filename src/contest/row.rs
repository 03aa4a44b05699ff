//! The columns of a game, documented in `data/README.md`: how a game that was played becomes
//! a row, and a row a [`GameRow`].

use std::time::Duration;

use super::arbiter::{Ended, Played};
use super::{Adjudication, Fixture};
use crate::experiment::schema::GAMES;
use crate::game::{Outcome, Side};
use crate::units::exact_time;

/// What a game is, before it is played.
pub const DEFINITION: [&str; 17] = [
    "cell",
    "experiment",
    "game",
    "rows",
    "cols",
    "k",
    "opening",
    "ply",
    "round",
    "x",
    "o",
    "x_plays",
    "o_plays",
    "depth",
    "limit_nodes",
    "limit_time",
    "adjudicate",
];

/// How it went.
pub const FOUND: [&str; 26] = [
    "status",
    "reason",
    "result",
    "ended",
    "plies",
    "moves",
    "x_moves",
    "x_depth",
    "x_nodes",
    "x_heuristic_calls",
    "x_time_ns",
    "x_predicted",
    "x_hits",
    "o_moves",
    "o_depth",
    "o_nodes",
    "o_heuristic_calls",
    "o_time_ns",
    "o_predicted",
    "o_hits",
    "depths",
    "nodes",
    "heuristic_calls",
    "times_ns",
    "predicted",
    "deterministic",
];

/// The columns that must be the same on every machine.
pub fn counted() -> impl Iterator<Item = &'static str> {
    let apart = ["reason", "deterministic"];
    let timed = |column: &str| column.ends_with("_ns");
    let counted = FOUND.into_iter();
    counted.filter(move |column| !apart.contains(column) && !timed(column))
}

/// The values of [`DEFINITION`] for a fixture.
pub fn definition(experiment: &str, fixture: &Fixture, adjudication: &Adjudication) -> Vec<String> {
    fn shown<T: ToString>(value: Option<T>) -> String {
        value.map_or(String::new(), |value| value.to_string())
    }
    let (rows, cols) = fixture.game.sides();
    let [x, o] = &fixture.players;
    let said = [
        adjudication.plies.map(|plies| format!("plies {plies}")),
        adjudication.nodes.map(|nodes| format!("nodes {nodes}")),
    ];
    let said: Vec<_> = said.into_iter().flatten().collect();
    vec![
        fixture.id.to_string(),
        experiment.to_string(),
        fixture.game.to_string(),
        rows.to_string(),
        cols.to_string(),
        shown(fixture.game.line_length()),
        fixture.opening.to_string(),
        fixture.ply.to_string(),
        fixture.round.to_string(),
        x.name.clone(),
        o.name.clone(),
        x.spec.definition(),
        o.spec.definition(),
        shown(fixture.limits.depth),
        shown(fixture.limits.nodes),
        shown(fixture.limits.time.map(exact_time)),
        said.join(" "),
    ]
}

/// A whole row: of a game that was played, or of one that could not be, and why.
pub fn row(
    experiment: &str,
    fixture: &Fixture,
    adjudication: &Adjudication,
    played: &Result<Played, String>,
) -> Vec<String> {
    let mut row = definition(experiment, fixture, adjudication);
    match played {
        Ok(played) => row.extend(found(fixture, played)),
        Err(reason) => {
            row.extend(["memory".to_string(), reason.clone()]);
            row.resize(GAMES.columns.len(), String::new());
        }
    }
    for field in &mut row {
        if field.contains(char::is_control) {
            *field = field.replace(char::is_control, " ");
        }
    }
    row
}

fn found(fixture: &Fixture, played: &Played) -> Vec<String> {
    let mut found = vec![
        "complete".to_string(),
        played.detail.clone(),
        match played.result {
            Outcome::Win(Side::First) => "x",
            Outcome::Win(Side::Second) => "o",
            Outcome::Draw => "draw",
        }
        .into(),
        played.ended.name().into(),
        (fixture.ply + played.made.len()).to_string(),
        played.moves.clone(),
    ];
    for side in [Side::First, Side::Second] {
        let first = (fixture.ply % 2 != side.index()) as usize;
        let own: Vec<_> = played.made.iter().skip(first).step_by(2).collect();
        let sum = |of: fn(&super::arbiter::Made) -> u64| -> u64 { own.iter().map(|m| of(m)).sum() };
        let depths = sum(|made| made.depth.into());
        let time: Duration = own.iter().map(|made| made.time).sum();
        let (predicted, hits) = played.predictions(first);
        found.extend([
            own.len().to_string(),
            match own.len() {
                0 => String::new(),
                n => format!("{:.2}", depths as f64 / n as f64),
            },
            sum(|made| made.nodes).to_string(),
            sum(|made| made.heuristic_calls).to_string(),
            time.as_nanos().to_string(),
            predicted.to_string(),
            hits.to_string(),
        ]);
    }
    let list = |of: fn(&super::arbiter::Made) -> String| {
        let items: Vec<_> = played.made.iter().map(of).collect();
        items.join(" ")
    };
    found.extend([
        list(|made| made.depth.to_string()),
        list(|made| made.nodes.to_string()),
        list(|made| made.heuristic_calls.to_string()),
        list(|made| made.time.as_nanos().to_string()),
        list(|made| made.expected.clone().unwrap_or_else(|| "-".into())),
        fixture.is_deterministic().to_string(),
    ]);
    found
}

/// A game that was played, as its row tells.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    pub cell: String,
    pub game: String,
    pub opening: String,
    /// Moves of the opening.
    pub ply: usize,
    pub round: u32,
    /// The names of X and O.
    pub players: [String; 2],
    pub depth: String,
    pub limit_nodes: String,
    pub limit_time: String,
    pub result: Outcome,
    pub ended: Ended,
    pub reason: String,
    /// Moves of the whole game.
    pub plies: usize,
    /// From the empty board.
    pub moves: String,
    /// What each move of the players took, in the order of the game.
    pub made: Vec<MoveRow>,
    pub deterministic: bool,
}

/// What one move took.
#[derive(Clone, PartialEq, Debug)]
pub struct MoveRow {
    pub side: Side,
    /// Moves before it, those of the opening included.
    pub ply: usize,
    pub depth: u32,
    pub nodes: u64,
    pub heuristic_calls: u64,
    pub time: Duration,
    /// Whether the reply that the player expected was played; none where it expected none or
    /// the game ended.
    pub hit: Option<bool>,
}

impl GameRow {
    /// None if the game was not played, or if the row is not one of a game.
    pub fn read(fields: &[String]) -> Option<Self> {
        let text = |column: &str| GAMES.text(fields, column);
        let owned = |column: &str| text(column).to_string();
        let result = match text("result") {
            "x" => Outcome::Win(Side::First),
            "o" => Outcome::Win(Side::Second),
            "draw" => Outcome::Draw,
            _ => return None,
        };
        Some(GameRow {
            cell: owned("cell"),
            game: owned("game"),
            opening: owned("opening"),
            ply: text("ply").parse().ok()?,
            round: text("round").parse().ok()?,
            players: [owned("x"), owned("o")],
            depth: owned("depth"),
            limit_nodes: owned("limit_nodes"),
            limit_time: owned("limit_time"),
            result,
            ended: Ended::named(text("ended"))?,
            reason: owned("reason"),
            plies: text("plies").parse().ok()?,
            moves: owned("moves"),
            made: moves(fields)?,
            deterministic: text("deterministic") == "true",
        })
    }

    /// The points of X, of 1: a draw is a half.
    pub fn score(&self) -> f64 {
        match self.result {
            Outcome::Win(Side::First) => 1.0,
            Outcome::Win(Side::Second) => 0.0,
            Outcome::Draw => 0.5,
        }
    }

    /// What the two games of a pair share.
    pub fn pair_key(&self) -> PairKey<'_> {
        let [x, o] = &self.players;
        (
            &self.game,
            &self.opening,
            self.round,
            [&self.depth, &self.limit_nodes, &self.limit_time],
            if x <= o { [x, o] } else { [o, x] },
        )
    }
}

/// Game, opening, round, limits and players of a pair of games.
pub type PairKey<'a> = (&'a str, &'a str, u32, [&'a str; 3], [&'a str; 2]);

fn moves(fields: &[String]) -> Option<Vec<MoveRow>> {
    let list =
        |column: &str| -> Vec<&str> { GAMES.text(fields, column).split_whitespace().collect() };
    let ply: usize = GAMES.text(fields, "ply").parse().ok()?;
    let (depths, nodes) = (list("depths"), list("nodes"));
    let (calls, times, predicted) = (list("heuristic_calls"), list("times_ns"), list("predicted"));
    let all = [&nodes, &calls, &times, &predicted];
    if all.iter().any(|list| list.len() != depths.len()) {
        return None;
    }
    // Moves as they stand in the row: digits that run together, or words.
    let text = GAMES.text(fields, "moves");
    let wide = GAMES
        .text(fields, "cols")
        .parse()
        .is_ok_and(|cols: usize| cols > 9);
    let played: Vec<&str> = match wide || text.contains([' ', ',']) || !text.starts_with(digit) {
        true => text
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .collect(),
        false => text.split_inclusive(|_| true).collect(),
    };
    let mut made = Vec::new();
    for i in 0..depths.len() {
        let reply = played.get(ply + i + 1);
        let expected = Some(predicted[i]).filter(|expected| *expected != "-");
        made.push(MoveRow {
            side: Side::to_move_at(ply + i),
            ply: ply + i,
            depth: depths[i].parse().ok()?,
            nodes: nodes[i].parse().ok()?,
            heuristic_calls: calls[i].parse().ok()?,
            time: Duration::from_nanos(times[i].parse().ok()?),
            hit: expected
                .zip(reply)
                .map(|(expected, reply)| expected == *reply),
        });
    }
    Some(made)
}

fn digit(c: char) -> bool {
    c.is_ascii_digit()
}
