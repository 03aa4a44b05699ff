//! A toggle by its name, such as `forward` or `tt.size`, apart from any engine.

use std::fmt;
use std::sync::LazyLock;

use toml::{Table, Value};

use crate::search::Engine;
use crate::search::spec::{EngineError, lay_over};
use crate::search::vocabulary::{KEYS, TT_KEYS};

/// The toggles in their order: those of the vocabulary, after `tt` its own.
static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut names = Vec::new();
    for (key, ..) in KEYS.iter().filter(|key| key.0 != "preset") {
        names.push(key.to_string());
        if *key == "tt" {
            names.extend(TT_KEYS.iter().map(|key| format!("tt.{key}")));
        }
    }
    names
});

/// One toggle. They are ordered as `plyometer list toggles` has them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Toggle(usize);

impl Toggle {
    /// The toggles there are.
    pub fn all() -> impl Iterator<Item = Toggle> {
        (0..NAMES.len()).map(Toggle)
    }

    pub fn named(name: &str) -> Option<Toggle> {
        NAMES.iter().position(|known| known == name).map(Toggle)
    }

    pub fn name(self) -> &'static str {
        &NAMES[self.0]
    }

    /// The key inside `tt`, if it is one of those.
    pub fn inside_tt(self) -> Option<&'static str> {
        self.name().strip_prefix("tt.")
    }

    /// A table with this toggle alone.
    pub fn alone(self, value: &Value) -> Table {
        let one = |key: &str, value| Table::from_iter([(key.to_string(), value)]);
        match self.inside_tt() {
            Some(key) => one("tt", Value::Table(one(key, value.clone()))),
            None => one(self.name(), value.clone()),
        }
    }

    /// Lays this toggle over a table of toggles. One of `tt` switches the table on.
    pub fn set(self, table: &mut Table, value: &Value) {
        lay_over(table, &self.alone(value));
    }

    /// Takes the toggle out of a table, so that it has its default.
    pub fn clear(self, table: &mut Table) {
        match (self.inside_tt(), table.get_mut("tt")) {
            (Some(key), Some(Value::Table(tt))) => {
                tt.remove(key);
            }
            _ => {
                table.remove(self.name());
            }
        }
    }

    /// The toggle's value in an engine, in canonical form; none where it means nothing,
    /// such as the seed of an engine that draws no numbers. `tt` is `true` or `false`.
    pub fn of(self, engine: &Engine) -> Option<String> {
        let find = |toggles: &[(&str, String)], name: &str| {
            let found = toggles.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| value.clone())
        };
        match (self.name(), self.inside_tt()) {
            ("tt", _) => Some(engine.toggles.table.is_some().to_string()),
            (_, Some(key)) => find(&engine.table_toggles()?, key),
            (name, None) => find(&engine.toggles(), name),
        }
    }

    /// A value of the toggle in the form that [`Toggle::of`] has it in, or what is wrong
    /// with it.
    pub fn canonical(self, value: &Value) -> Result<String, EngineError> {
        let mut table = self.alone(value);
        let algorithm = match self.name() {
            "guess" => Some("mtd"),
            "iterations" | "exploration" | "seed" => Some("mcts"),
            _ => None,
        };
        if let Some(algorithm) = algorithm {
            table.insert("algorithm".into(), algorithm.into());
        }
        let engine = Engine::unchecked(&table)?;
        Ok(self.of(&engine).unwrap_or_default())
    }

    /// A text that two values share if and only if they mean the same. Unlike the canonical
    /// form, it tells one transposition table from another.
    pub fn fingerprint(self, value: &Value) -> String {
        // Numbers, of which there may be many, are what they are.
        match value {
            Value::Integer(number) => return number.to_string(),
            Value::Float(number) => return number.to_string(),
            _ => {}
        }
        let canonical = self.canonical(value).unwrap_or_default();
        let changed = Engine::unchecked(&self.alone(value)).map(|engine| engine.changed());
        format!("{canonical} {}", changed.unwrap_or_default())
    }

    /// What switching it on means where an engine does not say; none where it might mean
    /// several things.
    pub fn natural(self) -> Option<Value> {
        Some(match self.name() {
            "tt" | "tt.mirror" | "tt.keep" => true.into(),
            "deepening" | "reorder" | "early-termination" | "keep-history" => true.into(),
            "anticipate" => "losses".into(),
            "bounds" => "both".into(),
            "scores" => "distance".into(),
            "lines-end" => false.into(),
            "fail" => "hard".into(),
            "root" => "full".into(),
            "generate" => "all".into(),
            _ => return None,
        })
    }
}

impl fmt::Display for Toggle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toggle(name: &str) -> Toggle {
        Toggle::named(name).unwrap()
    }

    #[test]
    fn values_are_compared_in_canonical_form() {
        for (name, value, canonical) in [
            ("forward", Value::from("best(5)"), "\"best(k=5)\""),
            ("forward", false.into(), "\"off\""),
            ("tt", false.into(), "false"),
            ("tt", true.into(), "true"),
            ("tt.size", 64.into(), "64"),
            ("seed", 7.into(), "7"),
            ("guess", 1.into(), "1.0"),
            ("anticipate", true.into(), "\"losses\""),
            ("order", "center".into(), "[\"center\"]"),
        ] {
            assert_eq!(toggle(name).canonical(&value).unwrap(), canonical, "{name}");
        }
        let error = toggle("tt.size").canonical(&0.into()).unwrap_err();
        assert!(error.to_string().starts_with("tt.size: "), "{error}");
    }

    #[test]
    fn every_natural_value_is_not_the_default() {
        let plain = Engine::unchecked(&Table::new()).unwrap();
        for toggle in Toggle::all() {
            let Some(on) = toggle.natural() else {
                continue;
            };
            let canonical = toggle.canonical(&on).unwrap();
            assert_ne!(Some(canonical), toggle.of(&plain), "{toggle}");
        }
    }

    #[test]
    fn a_toggle_is_set_and_cleared() {
        let mut table = Table::new();
        toggle("tt.mirror").set(&mut table, &true.into());
        toggle("tt.size").set(&mut table, &2.into());
        toggle("fail").set(&mut table, &"hard".into());
        toggle("tt.mirror").clear(&mut table);
        toggle("fail").clear(&mut table);
        assert_eq!(table, "tt = { size = 2 }".parse::<Table>().unwrap());
        toggle("tt").clear(&mut table);
        toggle("tt.keep").clear(&mut table);
        assert!(table.is_empty());
    }
}
