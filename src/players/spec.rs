//! Players as text: `player(tris)`, `player(connectx,time=0.5)`, `random(seed=7)`, `greedy`, a
//! preset's name, or a table of toggles that may have limits of its own:
//! `{ preset = "pvs", depth = 6 }`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::SplitMix64;
use thiserror::Error;
use toml::{Table, Value};

use super::Player;
use super::conecta4::Conecta4;
use super::connectx::ConnectX;
use super::engine::EnginePlayer;
use super::greedy::Greedy;
use super::mnk::MnkPlayer;
use super::random::Random;
use super::tris::Tris;
use super::unstable::Unstable;
use crate::call::{Call, CallError, Parameter};
use crate::game::{Game, Notation};
use crate::names::suggestion;
use crate::search::spec::EngineError;
use crate::search::toggles::Algorithm;
use crate::search::{Engine, Limits};
use crate::units::parse_time;

/// What every one of the reports' players takes: seconds, plies and nodes a move. What is
/// not given is 0 here, and left to the player.
const LIMITS: [Parameter; 3] = [
    Parameter::real("time", 0.0, 0.000_001, 1e6),
    Parameter::whole("depth", 0.0, 1.0, 65_535.0),
    Parameter::whole("nodes", 0.0, 1.0, 1e15),
];
const WITH_THREADS: &[Parameter] = &[
    LIMITS[0],
    LIMITS[1],
    LIMITS[2],
    Parameter::whole("threads", 1.0, 1.0, 256.0),
];

/// One of the reports' players: its name, parameters, seconds a move if nothing else is
/// said, and what it is.
pub struct Listing {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
    pub seconds: f64,
    pub what: &'static str,
}

/// The reports' players.
pub const PLAYERS: &[Listing] = &[
    listing(
        "connectx",
        &LIMITS,
        10.0,
        "connect: centre, blocks, deepening with history and table (ConnectX)",
    ),
    listing(
        "mnk",
        &LIMITS,
        10.0,
        "mnk and tris: victory map, secures, depth 5 or 3 (MNK)",
    ),
    listing(
        "unstable",
        &LIMITS,
        4.99,
        "chain: corners, one of eight strategies, deepening (Unstable)",
    ),
    listing(
        "tris",
        WITH_THREADS,
        10.0,
        "mnk and tris: sorted children, the best k, depth by board size (Tris)",
    ),
    listing(
        "conecta4",
        &LIMITS,
        10.0,
        "connect: depth 8 with sorted children (Conecta 4)",
    ),
    listing("conecta4/minimax", &LIMITS, 10.0, "… without pruning"),
    listing(
        "conecta4/alphabeta",
        &LIMITS,
        10.0,
        "… with alpha-beta only",
    ),
    listing("conecta4/sorted", &LIMITS, 10.0, "… the same as conecta4"),
];

const fn listing(
    name: &'static str,
    parameters: &'static [Parameter],
    seconds: f64,
    what: &'static str,
) -> Listing {
    Listing {
        name,
        parameters,
        seconds,
        what,
    }
}

const SEED: &[Parameter] = &[Parameter::whole("seed", 1.0, 0.0, 9e15)];

/// Players that do not look ahead: they draw from a seed.
const SIMPLE: [(&str, &[Parameter]); 2] = [("random", SEED), ("greedy", SEED)];

/// A player by its text, for any game it fits.
///
/// ```
/// use plyometer::players::PlayerSpec;
///
/// let player: PlayerSpec = "player(connectx, time = 0.5)".parse().unwrap();
/// assert_eq!(player.to_string(), "player(connectx,time=0.5)");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub enum PlayerSpec {
    Random {
        seed: u64,
    },
    Greedy {
        seed: u64,
    },
    Report(Call),
    Engine {
        engine: Box<Engine>,
        text: String,
        limits: Limits,
        /// Whether it may use what its opponent took for a reply that it expected.
        ponders: bool,
    },
}

/// What is wrong with a player.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PlayerError {
    #[error(transparent)]
    Call(#[from] CallError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error("player({name}) plays {plays}, not this game")]
    OtherGame {
        name: &'static str,
        plays: &'static str,
    },
}

impl FromStr for PlayerSpec {
    type Err = PlayerError;

    fn from_str(text: &str) -> Result<Self, PlayerError> {
        let text = text.trim();
        if let Some(inside) = text
            .strip_prefix("player(")
            .and_then(|t| t.strip_suffix(')'))
        {
            let (name, arguments) = inside.split_once(',').unwrap_or((inside, ""));
            let call = match arguments.trim() {
                "" => name.trim().to_string(),
                arguments => format!("{}({arguments})", name.trim()),
            };
            let known = PLAYERS.iter().map(|p| (p.name, p.parameters));
            return Ok(PlayerSpec::Report(Call::parse("player", &call, known)?));
        }
        if text == "human" {
            let message = "a person plays with `plyometer play`";
            return Err(EngineError::new("human", message).into());
        }
        let name = text.split('(').next().unwrap_or(text).trim_end();
        if SIMPLE.iter().any(|(known, _)| *known == name) {
            let call = Call::parse("player", text, SIMPLE.into_iter())?;
            let seed = call.number("seed") as u64;
            return Ok(match call.name() {
                "random" => PlayerSpec::Random { seed },
                _ => PlayerSpec::Greedy { seed },
            });
        }
        engine(text)
    }
}

/// An engine, from whose table the limits have been taken out.
fn engine(text: &str) -> Result<PlayerSpec, PlayerError> {
    let mut limits = Limits::default();
    let mut ponders = false;
    let engine = match format!("it = {text}").parse::<Table>() {
        Ok(parsed) if text.starts_with('{') && parsed.len() == 1 => {
            let Some(Value::Table(mut table)) = parsed.get("it").cloned() else {
                return Err(EngineError::new("player", "one table, please").into());
            };
            limits = take_limits(&mut table)?;
            ponders = take_ponder(&mut table, &limits)?;
            Engine::from_table(&table)?
        }
        // What is wrong with it the engine says better.
        _ => text
            .parse()
            .map_err(|error: EngineError| match error.key.as_str() {
                "engine" if !text.starts_with('{') => {
                    let simple = SIMPLE.map(|(name, _)| name);
                    let near = suggestion(text, &simple);
                    let message = match near.ends_with('?') {
                        true => format!("unknown player `{text}`{near}"),
                        false => format!("{}, player(…), greedy, random(seed=…)", error.message),
                    };
                    EngineError::new("player", message)
                }
                _ => error,
            })?,
    };
    Ok(PlayerSpec::Engine {
        engine: Box::new(engine),
        text: text.into(),
        limits,
        ponders,
    })
}

fn take_ponder(table: &mut Table, limits: &Limits) -> Result<bool, EngineError> {
    let wrong = |what| Err(EngineError::new("ponder", what));
    match table.remove("ponder") {
        None | Some(Value::Boolean(false)) => Ok(false),
        Some(Value::Boolean(true)) if limits.nodes.is_none() && limits.time.is_none() => {
            wrong("a player that ponders has a limit of nodes or time of its own")
        }
        Some(Value::Boolean(true)) => Ok(true),
        Some(_) => wrong("true or false stands there"),
    }
}

fn take_limits(table: &mut Table) -> Result<Limits, EngineError> {
    let wrong = |key, what: &str| EngineError::new(key, what);
    let mut whole = |key: &'static str, most: i64| match table.remove(key) {
        None => Ok(None),
        Some(Value::Integer(n)) if (1..=most).contains(&n) => Ok(Some(n as u64)),
        Some(_) => Err(wrong(
            key,
            &format!("a whole number from 1 to {most} stands there"),
        )),
    };
    let depth = whole("depth", 65_535)?.map(|n| n as u32);
    let nodes = whole("nodes", i64::MAX)?;
    let time = match table.remove("time") {
        None => None,
        Some(Value::String(text)) => Some(parse_time(&text).map_err(|e| wrong("time", &e))?),
        Some(_) => return Err(wrong("time", "a time is a text: \"500ms\", \"2s\"")),
    };
    Ok(Limits {
        depth,
        nodes,
        time,
        ..Limits::default()
    })
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random { seed } => write!(f, "random(seed={seed})"),
            PlayerSpec::Greedy { seed } => write!(f, "greedy(seed={seed})"),
            PlayerSpec::Engine { text, .. } => f.write_str(text),
            PlayerSpec::Report(call) => {
                write!(f, "player({}", call.name())?;
                for (name, value) in call.values() {
                    let unsaid = if name == "threads" { 1.0 } else { 0.0 };
                    if value != unsaid {
                        write!(f, ",{name}={value}")?;
                    }
                }
                f.write_str(")")
            }
        }
    }
}

impl PlayerSpec {
    /// The player, for the board of `game`. `limits` count where it has none of its own; the
    /// reports' players have at least a time limit.
    pub fn build<G: Game>(
        &self,
        game: &G,
        limits: &Limits,
    ) -> Result<Box<dyn Player<G>>, PlayerError> {
        Ok(match self {
            PlayerSpec::Random { seed } => Box::new(Random::new(*seed)),
            PlayerSpec::Greedy { seed } => Box::new(Greedy::new(game, *seed)?),
            PlayerSpec::Engine { engine, .. } => {
                Box::new(EnginePlayer::new(engine, game, self.limits(limits))?)
            }
            PlayerSpec::Report(call) => {
                let limits = self.limits(limits);
                self.fits(call.name(), game)?;
                match call.name() {
                    "connectx" => Box::new(ConnectX::new(game, limits)?),
                    "mnk" => Box::new(MnkPlayer::new(game, limits)?),
                    "unstable" => Box::new(Unstable::new(game, limits)?),
                    "tris" => {
                        let threads = call.number("threads") as usize;
                        Box::new(Tris::new(game, limits, threads)?)
                    }
                    "conecta4" => Box::new(Conecta4::new("sorted", game, limits)?),
                    name => {
                        let variant = name.rsplit('/').next().unwrap_or(name);
                        Box::new(Conecta4::new(variant, game, limits)?)
                    }
                }
            }
        })
    }

    /// The limits a move has, its own or else those given.
    pub fn limits(&self, given: &Limits) -> Limits {
        let (own, seconds) = match self {
            PlayerSpec::Random { .. } | PlayerSpec::Greedy { .. } => return *given,
            PlayerSpec::Engine { limits, .. } => (*limits, None),
            PlayerSpec::Report(call) => {
                let number = |name| Some(call.number(name)).filter(|&n| n > 0.0);
                let own = Limits {
                    depth: number("depth").map(|n| n as u32),
                    nodes: number("nodes").map(|n| n as u64),
                    time: number("time").map(Duration::from_secs_f64),
                    ..Limits::default()
                };
                let listing = PLAYERS.iter().find(|p| p.name == call.name());
                (own, listing.map(|listing| listing.seconds))
            }
        };
        let unsaid = own.depth.is_none() && own.nodes.is_none() && own.time.is_none();
        let mut limits = if unsaid { *given } else { own };
        if let Some(seconds) = seconds
            && limits.nodes.is_none()
            && limits.time.is_none()
        {
            limits.time = Some(Duration::from_secs_f64(seconds));
        }
        limits
    }

    /// Whether the same position always gets the same move, whatever the machine.
    pub fn is_deterministic(&self, given: &Limits) -> bool {
        let timed = self.limits(given).time.is_some();
        match self {
            PlayerSpec::Random { .. } | PlayerSpec::Greedy { .. } => true,
            PlayerSpec::Engine { engine, .. } => engine.is_deterministic() && !timed,
            PlayerSpec::Report(call) => {
                !timed && (call.name() != "tris" || call.number("threads") == 1.0)
            }
        }
    }

    /// Everything that makes the player, as one text: two players with the same one play
    /// alike.
    pub fn definition(&self) -> String {
        match self {
            PlayerSpec::Engine {
                engine,
                limits,
                ponders,
                ..
            } => {
                let mut text = engine.changed();
                if let Some(depth) = limits.depth {
                    text.push_str(&format!(" depth {depth}"));
                }
                if let Some(nodes) = limits.nodes {
                    text.push_str(&format!(" nodes {nodes}"));
                }
                if let Some(time) = limits.time {
                    text.push_str(&format!(" time {}ns", time.as_nanos()));
                }
                if *ponders {
                    text.push_str(" ponder");
                }
                text
            }
            other => other.to_string(),
        }
    }

    /// The same player with another seed, drawn from its own and `number`, where it has one.
    pub fn seeded(&self, number: u64) -> PlayerSpec {
        let draw = |seed: u64| {
            let mut random = SplitMix64::seed_from_u64(seed);
            let own = random.next_u64();
            SplitMix64::seed_from_u64(own ^ number).next_u64()
        };
        match self {
            PlayerSpec::Random { seed } => PlayerSpec::Random { seed: draw(*seed) },
            PlayerSpec::Greedy { seed } => PlayerSpec::Greedy { seed: draw(*seed) },
            PlayerSpec::Engine {
                engine,
                text,
                limits,
                ponders,
            } if self.is_mcts() => {
                let mut engine = engine.clone();
                if let Algorithm::Mcts(mcts) = &mut engine.algorithm {
                    mcts.seed = draw(mcts.seed);
                }
                PlayerSpec::Engine {
                    engine,
                    text: text.clone(),
                    limits: *limits,
                    ponders: *ponders,
                }
            }
            other => other.clone(),
        }
    }

    /// Whether two games of it may differ from each other although nothing else does.
    pub fn plays_by_chance(&self, given: &Limits) -> bool {
        self.seed().is_some() || !self.is_deterministic(given)
    }

    /// The seed it draws random numbers from, if it does.
    pub fn seed(&self) -> Option<u64> {
        match self {
            PlayerSpec::Random { seed } | PlayerSpec::Greedy { seed } => Some(*seed),
            PlayerSpec::Engine { engine, .. } => match engine.algorithm {
                Algorithm::Mcts(mcts) => Some(mcts.seed),
                _ => None,
            },
            PlayerSpec::Report(_) => None,
        }
    }

    /// Whether it is a Monte-Carlo tree search, which ends by itself.
    pub fn is_mcts(&self) -> bool {
        let PlayerSpec::Engine { engine, .. } = self else {
            return false;
        };
        matches!(engine.algorithm, Algorithm::Mcts(_))
    }

    /// Whether limits mean nothing to it, for it does not search.
    pub fn moves_at_once(&self) -> bool {
        matches!(self, PlayerSpec::Random { .. } | PlayerSpec::Greedy { .. })
    }

    /// Whether it may use what its opponent took for a reply that it expected.
    pub fn ponders(&self) -> bool {
        matches!(self, PlayerSpec::Engine { ponders: true, .. })
    }

    /// How many threads a move takes.
    pub fn threads(&self) -> usize {
        match self {
            PlayerSpec::Engine { engine, .. } => engine.parallel.threads(),
            PlayerSpec::Report(call) if call.name() == "tris" => call.number("threads") as usize,
            _ => 1,
        }
    }

    /// Whether it plays on the board of `game` at all.
    pub fn plays<G: Game>(&self, game: &G) -> Result<(), PlayerError> {
        match self {
            PlayerSpec::Report(call) => self.fits(call.name(), game),
            PlayerSpec::Engine { engine, .. } => Ok(engine.fits(game)?),
            _ => Ok(()),
        }
    }

    fn fits<G: Game>(&self, name: &'static str, game: &G) -> Result<(), PlayerError> {
        let lines = game.line_length().is_some();
        let (fits, plays) = match name {
            "unstable" => (!lines, "chain"),
            "mnk" | "tris" => (lines && game.notation() == Notation::Cells, "mnk and tris"),
            _ => (game.notation() == Notation::Columns, "connect"),
        };
        match fits {
            true => Ok(()),
            false => Err(PlayerError::OtherGame { name, plays }),
        }
    }
}
