//! Reading `[match]`, `[openings]` and `[players]`, with every problem on the way.

use std::sync::Arc;
use std::time::Duration;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::schedule::{Board, Plan, Schedule, plays};
use super::{Adjudication, Contest, Contestant, Rules, Scoring, SprtSpec};
use crate::experiment::axes::{A_TIME, AxisReader, MAX_NODES};
use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::engines::Engines;
use crate::experiment::node::{Node, entries, items};
use crate::experiment::positions::{self, Position};
use crate::experiment::spec::{AxisKey, AxisValue, Origin};
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::names::suggestion;
use crate::notation;
use crate::players::PlayerSpec;
use crate::search::Limits;
use crate::units::parse_time;

/// The keys of `[match]`.
pub const KEYS: [&str; 12] = [
    "game",
    "depth",
    "nodes",
    "time",
    "schedule",
    "challenger",
    "rounds",
    "scoring",
    "margin",
    "adjudicate",
    "sprt",
    "quick",
];
pub const ADJUDICATE_KEYS: [&str; 2] = ["plies", "nodes"];
pub const SPRT_KEYS: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];
const SCHEDULES: [&str; 2] = ["round-robin", "gauntlet"];

/// The most games of a match.
const MOST: u128 = 1_000_000;
/// More plies than any game lasts.
const MAX_PLIES: u64 = 1_000_000;

/// The sections of a file that make a match.
pub struct Sections<'a, 'i> {
    pub contest: (Span, &'a DeTable<'i>),
    pub openings: Option<(Span, &'a DeTable<'i>)>,
    pub players: Option<(Span, &'a DeTable<'i>)>,
}

/// A match, as far as it can be read; the problems are the diagnosis'.
pub fn read(diagnosis: &mut Diagnosis, sections: &Sections) -> Option<Contest> {
    let (at, table) = &sections.contest;
    diagnosis.known(table, &KEYS);
    let players = match &sections.players {
        Some((at, table)) => diagnosis.contestants(at, table),
        None => {
            diagnosis.add(&(0..0), "[players] is missing");
            Vec::new()
        }
    };
    let games = diagnosis.axis(table, AxisKey::Game);
    if games.is_none() {
        diagnosis.add(at, "match: `game` is missing");
    }
    let games = games.unwrap_or_default();
    let limits = diagnosis.limits(table);
    diagnosis.need_limits(&players, &limits);
    let schedule = diagnosis.schedule(table, at, &players);
    let scoring = diagnosis.scoring(table);
    let rules = diagnosis.rules_of_play(table);
    let sprt = diagnosis.sprt(table, players.len());
    let mut number = |key, most| match table.get(key) {
        None => Some(None),
        Some(node) => diagnosis.whole(key, node, 1, most).map(Some),
    };
    let (rounds, quick) = (number("rounds", 1_000_000), number("quick", 1_000_000));
    let origins = match &sections.openings {
        Some((_, table)) => positions::read(diagnosis, table),
        None => Vec::new(),
    };
    let broken_off = rules.and_then(|rules| rules.adjudication.plies);
    let boards = diagnosis.boards(&games, &origins, &players, broken_off);
    let contestants: Vec<_> = players.iter().map(|(_, player)| player.clone()).collect();
    if !diagnosis.is_clean() {
        return None;
    }
    let (rules, schedule) = (rules?, schedule?);
    let plan = Plan {
        players: &contestants,
        boards: &boards,
        limits: &limits,
        schedule: &schedule,
        rounds: rounds?.unwrap_or(1) as u32,
        rules,
        quick: quick?.map(|quick| quick as usize),
    };
    match plan.count() {
        0 => {
            diagnosis.add(at, "match: nobody meets anybody");
            return None;
        }
        count if count > MOST => {
            diagnosis.add(at, format!("match: {count} games; there may be {MOST}"));
            return None;
        }
        _ => {}
    }
    Some(Contest {
        fixtures: plan.fixtures(),
        players: contestants,
        schedule,
        scoring: scoring?,
        rules,
        sprt: sprt?,
    })
}

impl Diagnosis<'_> {
    /// The players, each with the place of its name.
    fn contestants(&mut self, at: &Span, table: &DeTable) -> Vec<(Span, Arc<Contestant>)> {
        let mut players = Vec::new();
        for (key, node) in entries(table) {
            let name = key.get_ref().to_string();
            if name.trim().is_empty() || name.contains(char::is_control) {
                self.add(&key.span(), "players: a name is a word or a few");
            }
            let Some(spec) = self.player_spec(&name, node) else {
                continue;
            };
            players.push((key.span(), Arc::new(Contestant { name, spec })));
        }
        if table.len() < 2 {
            self.add(at, "players: there must be two or more");
        }
        players
    }

    /// A player: a text, or a table of toggles.
    pub fn player_spec(&mut self, key: &str, node: &Node) -> Option<PlayerSpec> {
        let text = match node.get_ref() {
            DeValue::Table(_) => self.plain(node)?.to_string(),
            DeValue::String(text) => text.to_string(),
            _ => {
                self.wrong(key, node, "a player: a text, or a table of toggles");
                return None;
            }
        };
        let spec = text.parse::<PlayerSpec>();
        spec.map_err(|error| self.add(&node.span(), format!("{key}: {error}")))
            .ok()
    }

    fn axis(&mut self, table: &DeTable, key: AxisKey) -> Option<Vec<Spanned<AxisValue>>> {
        let (name, node) = table.get_key_value(key.name())?;
        let engines = Engines::default();
        let mut reader = AxisReader {
            diagnosis: self,
            engines: &engines,
        };
        Some(reader.axis(key, name.span(), node).values)
    }

    /// All combinations of depth, nodes and time.
    fn limits(&mut self, table: &DeTable) -> Vec<Limits> {
        let mut all = vec![Limits::default()];
        for key in [AxisKey::Depth, AxisKey::Nodes, AxisKey::Time] {
            let Some(values) = self.axis(table, key) else {
                continue;
            };
            for value in &values {
                if *value.get_ref() == AxisValue::Depth(0) {
                    let message = "depth: a player looks at least one ply ahead";
                    self.add(&value.span(), message);
                }
            }
            let with = |limits: Limits, value: &AxisValue| match *value {
                AxisValue::Depth(depth) => Limits {
                    depth: Some(depth),
                    ..limits
                },
                AxisValue::Nodes(nodes) => Limits {
                    nodes: Some(nodes),
                    ..limits
                },
                AxisValue::Time(time) => Limits {
                    time: Some(time),
                    ..limits
                },
                _ => limits,
            };
            let spread = |limits: Limits| values.iter().map(move |v| with(limits, v.get_ref()));
            all = all.into_iter().flat_map(spread).collect();
        }
        all
    }

    /// Complains of players who would think to the end of the game.
    fn need_limits(&mut self, players: &[(Span, Arc<Contestant>)], given: &[Limits]) {
        for (at, player) in players {
            if !matches!(player.spec, PlayerSpec::Engine { .. }) || player.spec.is_mcts() {
                continue;
            }
            let endless = |given: &Limits| {
                let limits = player.spec.limits(given);
                limits.depth.is_none() && limits.nodes.is_none() && limits.time.is_none()
            };
            if given.iter().any(endless) {
                let name = &player.name;
                let message = format!(
                    "{name}: nothing limits its moves; give it depth, nodes or time, here or \
                     under [match]"
                );
                self.add(at, message);
            }
        }
    }

    fn schedule(
        &mut self,
        table: &DeTable,
        at: &Span,
        players: &[(Span, Arc<Contestant>)],
    ) -> Option<Schedule> {
        let challengers = table.get("challenger");
        let name = match table.get("schedule") {
            Some(node) => {
                let name = self.text("schedule", node)?;
                if !SCHEDULES.contains(&name.as_str()) {
                    let hint = suggestion(&name, &SCHEDULES);
                    self.add(&node.span(), format!("unknown schedule `{name}`{hint}"));
                    return None;
                }
                name
            }
            None if challengers.is_some() => "gauntlet".into(),
            None => "round-robin".into(),
        };
        match (name.as_str(), challengers) {
            ("round-robin", None) => Some(Schedule::RoundRobin),
            ("round-robin", Some(node)) => {
                let message = "challenger: only a gauntlet has one";
                self.add(&node.span(), message);
                None
            }
            (_, None) => {
                self.add(at, "match: a gauntlet needs a `challenger`");
                None
            }
            (_, Some(node)) => {
                let names: Vec<_> = players.iter().map(|(_, p)| p.name.as_str()).collect();
                let mut numbers = Vec::new();
                for node in items(node) {
                    let name = self.text("challenger", node)?;
                    match names.iter().position(|known| *known == name) {
                        Some(number) if !numbers.contains(&number) => numbers.push(number),
                        Some(_) => {
                            self.add(&node.span(), format!("challenger: `{name}` is there twice"));
                        }
                        None => {
                            let hint = suggestion(&name, &names);
                            self.add(&node.span(), format!("unknown player `{name}`{hint}"));
                        }
                    }
                }
                Some(Schedule::Gauntlet(numbers))
            }
        }
    }

    fn scoring(&mut self, table: &DeTable) -> Option<Scoring> {
        let Some(node) = table.get("scoring") else {
            return Some(Scoring::default());
        };
        let name = self.text("scoring", node)?;
        let scoring = Scoring::named(&name);
        scoring.map_err(|error| self.add(&node.span(), error)).ok()
    }

    fn rules_of_play(&mut self, table: &DeTable) -> Option<Rules> {
        let mut rules = Rules::default();
        if let Some(node) = table.get("margin") {
            rules.margin = self.margin(node)?;
        }
        let Some(node) = table.get("adjudicate") else {
            return Some(rules);
        };
        let inside = self.table("adjudicate", node, " like { plies = 60 }")?;
        self.known(inside, &ADJUDICATE_KEYS);
        let mut number = |key, most| match inside.get(key) {
            None => Some(None),
            Some(node) => self.whole(key, node, 1, most).map(Some),
        };
        let (plies, nodes) = (number("plies", MAX_PLIES), number("nodes", MAX_NODES));
        rules.adjudication = Adjudication {
            plies: plies?.map(|plies| plies as usize),
            nodes: nodes?,
        };
        Some(rules)
    }

    fn margin(&mut self, node: &Node) -> Option<Duration> {
        let text = node.get_ref().as_str();
        let margin = text.and_then(|text| parse_margin(text).ok());
        if margin.is_none() {
            self.wrong("margin", node, A_TIME);
        }
        margin
    }

    fn sprt(&mut self, table: &DeTable, players: usize) -> Option<Option<SprtSpec>> {
        let Some(node) = table.get("sprt") else {
            return Some(None);
        };
        let inside = self.table("sprt", node, " like { elo0 = 0, elo1 = 10 }")?;
        self.known(inside, &SPRT_KEYS);
        let mut number = |key: &str, usual: Option<f64>| {
            let value = match inside.get(key) {
                None => usual,
                Some(node) => match node.get_ref() {
                    DeValue::Integer(n) => n.as_str().parse().ok(),
                    DeValue::Float(n) => n.as_str().parse().ok(),
                    _ => None,
                },
            };
            if value.is_none() {
                let at = inside.get(key).map_or(node.span(), Spanned::span);
                self.add(&at, format!("sprt: {key}: a number stands there"));
            }
            value
        };
        let (elo0, elo1) = (number("elo0", None), number("elo1", None));
        let (alpha, beta) = (number("alpha", Some(0.05)), number("beta", Some(0.05)));
        let spec = SprtSpec::new(elo0?, elo1?, alpha?, beta?);
        if spec.is_none() {
            let message = "sprt: elo0 must be below elo1, both far from a score of 0 or 1, alpha and beta \
                           positive and below 1 together";
            self.add(&node.span(), message);
        }
        if players != 2 {
            let message = format!("sprt: it decides between two players, here are {players}");
            self.add(&node.span(), message);
        }
        spec.map(Some)
    }

    /// The boards with their openings and players.
    fn boards(
        &mut self,
        games: &[Spanned<AxisValue>],
        origins: &[Spanned<Origin>],
        players: &[(Span, Arc<Contestant>)],
        broken_off: Option<usize>,
    ) -> Vec<Board> {
        let mut boards: Vec<Board> = Vec::new();
        let mut reasons: Vec<Option<String>> = vec![None; players.len()];
        for value in games {
            let AxisValue::Game(game) = *value.get_ref() else {
                continue;
            };
            if boards.iter().any(|board| board.game == game) {
                self.add(&value.span(), format!("game: {game} is there twice"));
                continue;
            }
            let openings = match origins.is_empty() {
                true => vec![Position {
                    moves: "".into(),
                    ply: 0,
                }],
                false => positions::on_board(self, game, origins),
            };
            for opening in openings
                .iter()
                .filter(|opening| is_over(game, &opening.moves))
            {
                let message = format!("openings: after {} the game is over", opening.moves);
                self.add(&value.span(), message);
            }
            if let Some(plies) = broken_off
                && let Some(long) = openings.iter().find(|opening| opening.ply >= plies)
            {
                let message = format!(
                    "adjudicate: after {} the game is broken off before anybody has moved",
                    long.moves
                );
                self.add(&value.span(), message);
            }
            let mut able = Vec::new();
            for (number, (_, player)) in players.iter().enumerate() {
                match plays(&player.spec, game) {
                    Ok(()) => able.push(number),
                    Err(reason) => reasons[number] = Some(reason),
                }
            }
            boards.push(Board {
                game,
                openings,
                players: able,
            });
        }
        for (number, (at, player)) in players.iter().enumerate() {
            let plays_somewhere = boards.iter().any(|board| board.players.contains(&number));
            if let (false, Some(reason)) = (plays_somewhere, &reasons[number]) {
                self.add(at, format!("{}: {reason}", player.name));
            }
        }
        boards
    }
}

/// A time that may be none at all: `50ms`, `0ms`.
pub fn parse_margin(text: &str) -> Result<Duration, String> {
    match text.trim().strip_prefix('0') {
        Some("" | "ns" | "us" | "µs" | "ms" | "s" | "m") => Ok(Duration::ZERO),
        _ => parse_time(text),
    }
}

fn is_over(game: GameSpec, moves: &str) -> bool {
    struct Over<'a>(&'a str);
    impl Visit for Over<'_> {
        type Output = bool;
        fn visit<G: Game>(self, start: G) -> bool {
            let position = notation::position(start, self.0);
            position.is_ok_and(|position| position.outcome().is_some())
        }
    }
    game.visit(Over(moves))
}
