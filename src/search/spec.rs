//! Engines as text: a preset's name, or a TOML table of toggles that may start from one.
//!
//! ```
//! use plyometer::search::Engine;
//!
//! let engine: Engine = r#"{ preset = "pvs", forward = "best(10)" }"#.parse().unwrap();
//! assert!(!engine.is_sound());
//! // The canonical form has every toggle, and gives the same engine.
//! assert_eq!(engine.to_string().parse::<Engine>().unwrap(), engine);
//! ```

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use toml::{Table, Value};

use crate::call::{Call, Parameter};
use crate::names::suggestion;
use crate::search::exact::{Exact, Proofs};
use crate::search::forward::Forward;
use crate::search::order::TermKind;
use crate::search::presets;
use crate::search::probcut::ProbCut;
use crate::search::toggles::{
    Algorithm, Anticipate, Engine, Guess, Mcts, Parallel, RootWindow, TableSize, TableUse, Toggles,
};
use crate::search::tt::Size;
use crate::search::vocabulary::{
    ALGORITHMS, ANTICIPATE, BOUNDS, CHILDREN, Choice, EXACT_KEYS, FAIL, FORWARD, GENERATE, KEY,
    KEYS, PARALLEL, REPLACE, ROOT, SCORES, SELECT, TT_BOUNDS, TT_KEYS, WINDOW,
};

/// What is wrong with an engine, and with which toggle.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{key}: {message}")]
pub struct EngineError {
    pub key: String,
    pub message: String,
}

impl EngineError {
    pub fn new(key: impl Into<String>, message: impl fmt::Display) -> Self {
        EngineError {
            key: key.into(),
            message: message.to_string(),
        }
    }
}

type Result<T> = std::result::Result<T, EngineError>;

impl FromStr for Engine {
    type Err = EngineError;

    fn from_str(text: &str) -> Result<Self> {
        let text = text.trim();
        let table = if text.starts_with('{') {
            let document = format!("engine = {text}");
            let parsed: Table = document.parse().map_err(|error: toml::de::Error| {
                EngineError::new("engine", format!("not a TOML table: {}", error.message()))
            })?;
            match parsed.get("engine") {
                Some(Value::Table(table)) if parsed.len() == 1 => table.clone(),
                _ => return Err(EngineError::new("engine", "one table, please")),
            }
        } else {
            Table::from_iter([("preset".to_string(), Value::String(text.into()))])
        };
        Engine::from_table(&table)
    }
}

impl Engine {
    /// An engine from a table of toggles.
    pub fn from_table(table: &Table) -> Result<Self> {
        Engine::unchecked(table)?.consistent()
    }

    /// The same, but the toggles may contradict each other: for asking what each of them
    /// means before they have all been laid over each other.
    pub fn unchecked(table: &Table) -> Result<Self> {
        let resolved = with_preset(table, 0)?;
        Reader(&resolved).engine()
    }

    /// All toggles of a preset, those of the presets it starts from included.
    pub fn preset(name: &str) -> Result<Table> {
        let name = Value::String(name.into());
        with_preset(&Table::from_iter([("preset".to_string(), name)]), 0)
    }
}

/// Lays the toggles of one table over those of another, one by one; those of
/// `tt` and `exact` too.
pub fn lay_over(below: &mut Table, above: &Table) {
    for (key, value) in above {
        match (below.get_mut(key), value) {
            (Some(Value::Table(table)), Value::Table(above))
                if ["tt", "exact"].contains(&key.as_str()) =>
            {
                // Two ways to say one thing: the one laid over counts.
                for (size, other) in [("size", "entries"), ("entries", "size")] {
                    if above.contains_key(size) {
                        table.remove(other);
                    }
                }
                table.extend(above.clone());
            }
            _ => {
                below.insert(key.clone(), value.clone());
            }
        }
    }
}

/// A table laid over the preset it starts from.
fn with_preset(table: &Table, depth: usize) -> Result<Table> {
    let mut resolved = match table.get("preset") {
        None => Table::new(),
        Some(Value::String(name)) => {
            let text = presets::find(name).ok_or_else(|| {
                let names: Vec<_> = presets::PRESETS.iter().map(|preset| preset.0).collect();
                let hint = suggestion(name, &names);
                EngineError::new("engine", format!("unknown preset `{name}`{hint}"))
            })?;
            let parsed: Table = format!("it = {text}").parse().map_err(|error| {
                EngineError::new(name.as_str(), format!("the preset is not TOML: {error}"))
            })?;
            match parsed.get("it") {
                Some(Value::Table(preset)) if depth < 20 => with_preset(preset, depth + 1)?,
                _ => return Err(EngineError::new(name.as_str(), "the preset never ends")),
            }
        }
        Some(other) => return Err(wrong("preset", "a preset's name", other)),
    };
    let mut own = table.clone();
    own.remove("preset");
    lay_over(&mut resolved, &own);
    Ok(resolved)
}

fn wrong(key: &str, expected: &str, found: &Value) -> EngineError {
    EngineError::new(key, format!("{found} is not {expected}"))
}

/// Reads toggles out of a table.
struct Reader<'a>(&'a Table);

impl Reader<'_> {
    fn known(&self, known: &[&str], prefix: &str) -> Result<()> {
        match self.0.keys().find(|key| !known.contains(&key.as_str())) {
            None => Ok(()),
            Some(key) => Err(EngineError::new(
                format!("{prefix}{key}"),
                format!("unknown toggle{}", suggestion(key, known)),
            )),
        }
    }

    fn flag(&self, key: &str, default: bool) -> Result<bool> {
        match self.0.get(key) {
            None => Ok(default),
            Some(Value::Boolean(flag)) => Ok(*flag),
            Some(other) => Err(wrong(key, "true or false", other)),
        }
    }

    fn number(&self, key: &str, default: f64, least: f64, most: f64) -> Result<f64> {
        let number = match self.0.get(key) {
            None => return Ok(default),
            Some(Value::Integer(number)) => *number as f64,
            Some(Value::Float(number)) => *number,
            Some(other) => return Err(wrong(key, "a number", other)),
        };
        match (least..=most).contains(&number) {
            true => Ok(number),
            false => Err(EngineError::new(
                key,
                format!("{number} is not between {least} and {most}"),
            )),
        }
    }

    fn whole(&self, key: &str, default: u64, least: u64, most: u64) -> Result<u64> {
        match self.0.get(key) {
            None => Ok(default),
            Some(&Value::Integer(n)) if (least as i64..=most as i64).contains(&n) => Ok(n as u64),
            Some(other) => {
                let expected = format!("a whole number from {least} to {most}");
                Err(wrong(key, &expected, other))
            }
        }
    }

    fn text(&self, key: &str, default: &str) -> Result<String> {
        match self.0.get(key) {
            None => Ok(default.into()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(Value::Boolean(false)) => Ok("off".into()),
            Some(other) => Err(wrong(key, "a text", other)),
        }
    }

    fn choice<T: Copy>(&self, key: &str, choice: Choice<T>, default: &str) -> Result<T> {
        let text = self.text(key, default)?;
        let found = choice.iter().find(|(name, _)| *name == text);
        found.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<_> = choice.iter().map(|(name, _)| *name).collect();
            EngineError::new(
                key,
                format!("unknown `{text}`{}", suggestion(&text, &names)),
            )
        })
    }

    fn call(
        &self,
        key: &'static str,
        known: &'static [(&'static str, &'static [Parameter])],
    ) -> Result<Call> {
        let text = self.text(key, known[0].0)?;
        Call::parse(key, &text, known.iter().copied()).map_err(|error| EngineError::new(key, error))
    }

    fn engine(&self) -> Result<Engine> {
        let keys: Vec<_> = KEYS.iter().map(|key| key.0).collect();
        self.known(&keys, "")?;
        let algorithm = self.algorithm()?;
        let order = self.order()?;
        let (usage, size) = self.table()?;
        let anticipate = match self.0.get("anticipate") {
            Some(Value::Boolean(true)) => Anticipate::Losses,
            _ => self.choice("anticipate", ANTICIPATE, "off")?,
        };
        let evaluator = self.text("evaluator", "zero")?.parse();
        Ok(Engine {
            algorithm,
            toggles: Toggles {
                prune: algorithm != Algorithm::Minimax,
                scout: algorithm == Algorithm::Pvs,
                fail: self.choice("fail", FAIL, "soft")?,
                full_window_at_root: self.choice("root", ROOT, "shared")?,
                ordered: order.iter().any(|term| *term != TermKind::Natural),
                generate_all: self.choice("generate", GENERATE, "one")?,
                select: self.choice("select", SELECT, "queue")?,
                children: self.choice("children", CHILDREN, "in-place")?,
                table: usage,
                forward: self.forward()?,
                early_termination: self.flag("early-termination", false)?,
                anticipate,
                bounds: self.choice("bounds", BOUNDS, "off")?,
                scores: self.choice("scores", SCORES, "flat")?,
                lines_end: self.flag("lines-end", true)?,
            },
            order,
            keep_history: self.flag("keep-history", false)?,
            table: size,
            exact: self.exact()?,
            deepening: self.flag("deepening", false)?,
            reorder_root: self.flag("reorder", false)?,
            window: self.window()?,
            parallel: self.parallel()?,
            evaluator: evaluator.map_err(|error| EngineError::new("evaluator", error))?,
        })
    }

    fn algorithm(&self) -> Result<Algorithm> {
        self.choice("algorithm", ALGORITHMS, "alphabeta")?;
        let guess = match self.0.get("guess") {
            None => Guess::Previous,
            Some(Value::Integer(number)) => Guess::Value(*number as f64),
            Some(Value::Float(number)) if number.is_finite() => Guess::Value(*number),
            Some(Value::String(text)) if text == "previous" => Guess::Previous,
            Some(Value::String(text)) if text == "+inf" => Guess::Above,
            Some(Value::String(text)) if text == "-inf" => Guess::Below,
            Some(other) => return Err(wrong("guess", "previous, +inf, -inf or a number", other)),
        };
        let mcts = Mcts {
            iterations: self.whole("iterations", 10_000, 1, 1 << 40)?,
            exploration: self.number("exploration", 1.4, 0.0, 1e6)?,
            seed: self.whole("seed", 1, 0, 1 << 53)?,
        };
        Ok(match self.text("algorithm", "alphabeta")?.as_str() {
            "minimax" => Algorithm::Minimax,
            "pvs" => Algorithm::Pvs,
            "mtd" => Algorithm::Mtd(guess),
            "mcts" => Algorithm::Mcts(mcts),
            _ => Algorithm::AlphaBeta,
        })
    }

    fn order(&self) -> Result<Vec<TermKind>> {
        let texts = match self.0.get("order") {
            None => Vec::new(),
            Some(Value::String(text)) => vec![text.as_str()],
            Some(Value::Array(items)) => {
                let texts = items.iter().map(|item| {
                    item.as_str()
                        .ok_or_else(|| wrong("order", "an order's name", item))
                });
                texts.collect::<Result<_>>()?
            }
            Some(other) => return Err(wrong("order", "a list of orders", other)),
        };
        let terms = texts.into_iter().map(|text| {
            text.parse()
                .map_err(|message: String| EngineError::new("order", message))
        });
        terms.collect()
    }

    fn table(&self) -> Result<(Option<TableUse>, TableSize)> {
        let empty = Table::new();
        let table = match self.0.get("tt") {
            None | Some(Value::Boolean(false)) => None,
            Some(Value::String(text)) if text == "off" => None,
            Some(Value::Boolean(true)) => Some(&empty),
            Some(Value::Table(table)) => Some(table),
            Some(other) => {
                return Err(wrong(
                    "tt",
                    "false, true or a table like { size = 64 }",
                    other,
                ));
            }
        };
        let reader = Reader(table.unwrap_or(&empty));
        reader.known(TT_KEYS, "tt.")?;
        if reader.0.contains_key("size") && reader.0.contains_key("entries") {
            return Err(EngineError::new("tt", "either size or entries, not both"));
        }
        let inside =
            |error: EngineError| EngineError::new(format!("tt.{}", error.key), error.message);
        let read = || {
            let usage = TableUse {
                key: reader.choice("key", KEY, "zobrist")?,
                mirror: reader.flag("mirror", false)?,
                bounds: reader.choice("bounds", TT_BOUNDS, "both")?,
                depth: reader.flag("depth", true)?,
            };
            let size = TableSize {
                size: match reader.whole("entries", 0, 1, 1 << 32)? {
                    0 => Size::Mebibytes(reader.whole("size", 16, 1, 1 << 20)? as usize),
                    n => Size::Entries(n as usize),
                },
                replace: reader.choice("replace", REPLACE, "always")?,
                keep: reader.flag("keep", false)?,
            };
            Ok((table.map(|_| usage), size))
        };
        read().map_err(inside)
    }

    fn exact(&self) -> Result<Option<Exact>> {
        let empty = Table::new();
        let table = match self.0.get("exact") {
            None | Some(Value::Boolean(false)) => return Ok(None),
            Some(Value::Boolean(true)) => &empty,
            Some(Value::Table(table)) => table,
            Some(other) => return Err(wrong("exact", "false, true or a table of toggles", other)),
        };
        let reader = Reader(table);
        reader.known(EXACT_KEYS, "exact.")?;
        let read = || {
            Ok(Exact {
                forced: reader.flag("forced", true)?,
                etc: reader.flag("etc", true)?,
                proofs: Proofs {
                    reach: reader.flag("reach", true)?,
                    parity: reader.flag("parity", true)?,
                    zugzwang: reader.flag("zugzwang", true)?,
                },
                outwards: reader.flag("outwards", true)?,
                leave: reader.whole("leave", 10, 0, 10_000)? as u32,
                near: reader.whole("near", 20, 0, 10_000)? as u32,
                grow: reader.flag("grow", true)?,
                split: reader.whole("split", 22, 0, 10_000)? as u32,
            })
        };
        read().map(Some).map_err(|error: EngineError| {
            EngineError::new(format!("exact.{}", error.key), error.message)
        })
    }

    fn forward(&self) -> Result<Forward> {
        let call = self.call("forward", FORWARD)?;
        let number = |name| call.number(name);
        Ok(match call.name() {
            "best" => Forward::Best(number("k") as usize),
            "fraction" => Forward::Fraction(number("p")),
            "probcut" => {
                let (depth, shallow) = (number("depth") as u32, number("shallow") as u32);
                if shallow >= depth {
                    return Err(EngineError::new(
                        "forward",
                        "probcut: shallow must be below depth",
                    ));
                }
                let [p, a, b, sigma] = ["p", "a", "b", "sigma"].map(number);
                Forward::ProbCut(ProbCut::new(depth, shallow, p, a, b, sigma))
            }
            _ => Forward::Off,
        })
    }

    fn window(&self) -> Result<RootWindow> {
        let call = self.call("window", WINDOW)?;
        Ok(match call.name() {
            "aspiration" => RootWindow::Aspiration(call.number("delta")),
            "bisect" => RootWindow::Bisect,
            _ => RootWindow::Full,
        })
    }

    fn parallel(&self) -> Result<Parallel> {
        let call = self.call("parallel", PARALLEL)?;
        let threads = || call.number("threads") as usize;
        Ok(match call.name() {
            "root" => Parallel::Root(threads()),
            "lazy-smp" => Parallel::LazySmp(threads()),
            "abdada" => Parallel::Abdada(threads()),
            _ => Parallel::Off,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toggles::TableBounds;

    fn error(text: &str) -> String {
        text.parse::<Engine>().expect_err(text).to_string()
    }

    #[test]
    fn every_preset_is_an_engine_and_its_canonical_form_the_same() {
        for (name, ..) in presets::PRESETS {
            let engine: Engine = name.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(engine.to_string().parse(), Ok(engine), "{name}");
        }
    }

    #[test]
    fn toggles_are_laid_over_a_preset_one_by_one() {
        let engine: Engine = r#"{ preset = "ladder/table", tt = { mirror = true } }"#
            .parse()
            .unwrap();
        let table = engine.toggles.table.unwrap();
        assert!(table.mirror);
        assert_eq!(table.bounds, TableBounds::Upper);
        let off: Engine = r#"{ preset = "ladder/table", tt = false }"#.parse().unwrap();
        assert_eq!(off.toggles.table, None);
    }

    #[test]
    fn errors_name_the_toggle_and_what_would_be_right() {
        for (text, parts) in [
            (
                "alphabet",
                &["unknown preset `alphabet`", "`alphabeta`"][..],
            ),
            (
                r#"{ algoritm = "pvs" }"#,
                &["algoritm", "unknown toggle", "`algorithm`"],
            ),
            (
                r#"{ algorithm = "pws" }"#,
                &["algorithm", "unknown `pws`", "`pvs`"],
            ),
            (r#"{ tt = { sise = 3 } }"#, &["tt.sise", "`size`"]),
            (r#"{ tt = { size = 0 } }"#, &["tt.size", "from 1 to"]),
            (r#"{ tt = 3 }"#, &["tt", "{ size = 64 }"]),
            (r#"{ order = ["centr"] }"#, &["order", "`center`"]),
            (r#"{ order = 3 }"#, &["order", "a list of orders"]),
            (r#"{ forward = "best" }"#, &["forward", "k is missing"]),
            (
                r#"{ forward = "probcut(depth=2,shallow=2,sigma=1)" }"#,
                &["shallow must be below"],
            ),
            (
                r#"{ select = "que" }"#,
                &["select", "there are queue, sort"],
            ),
            (r#"{ children = "pol" }"#, &["children", "`pool`"]),
            (r#"{ deepening = 1 }"#, &["deepening", "true or false"]),
            (r#"{ evaluator = "zer" }"#, &["evaluator", "`zero`"]),
            (r#"{ algorithm = "mtd", fail = "hard" }"#, &["fail", "soft"]),
            (r#"{ parallel = "lazy-smp" }"#, &["parallel", "tt = true"]),
            ("{ algorithm = }", &["TOML"]),
            ("{ }\nx = 3", &["one table"]),
        ] {
            let error = error(text);
            for part in parts {
                assert!(error.contains(part), "{text}: {error}");
            }
        }
    }
}
