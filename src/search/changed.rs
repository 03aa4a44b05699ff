//! What an engine changes: the toggles that an engine which sets nothing has otherwise.
//!
//! This is the form that lasts. A toggle, or a parameter with a default, that a later
//! version adds does not show in it unless an engine uses it, so that whatever is named
//! by this text (a cell of an experiment) keeps its name.

use std::sync::LazyLock;

use toml::{Table, Value};

use crate::call::{Call, Parameter};
use crate::search::canonical::in_braces;
use crate::search::toggles::Engine;
use crate::search::vocabulary::{ALGORITHMS, FORWARD, PARALLEL, WINDOW};

type Toggles = Vec<(&'static str, String)>;

/// The toggles of an engine of each algorithm that sets nothing else.
static PLAIN: LazyLock<Vec<(String, Toggles)>> = LazyLock::new(|| {
    let plain = ALGORITHMS.iter().filter_map(|(name, ())| {
        let toggles = engine([("algorithm", Value::from(*name))])?.toggles();
        Some((toggles[0].1.clone(), toggles))
    });
    plain.collect()
});

/// The toggles of a table that sets nothing.
static PLAIN_TABLE: LazyLock<Toggles> = LazyLock::new(|| {
    let toggles = engine([("tt", Value::from(true))]).and_then(|engine| engine.table_toggles());
    toggles.map_or(Vec::new(), Vec::from)
});

fn engine<const N: usize>(toggles: [(&str, Value); N]) -> Option<Engine> {
    let toggles = toggles.map(|(key, value)| (key.to_string(), value));
    Engine::from_table(&Table::from_iter(toggles)).ok()
}

impl Engine {
    /// The toggles that differ from those of the engine `{}`, as one TOML table that
    /// means this engine again.
    ///
    /// ```
    /// use plyometer::search::Engine;
    ///
    /// let engine: Engine = "{ preset = \"mtdf\", forward = \"best(5)\" }".parse().unwrap();
    /// assert_eq!(
    ///     engine.changed(),
    ///     "{ algorithm = \"mtd\", order = [\"tt\", \"history(depth-squared)\", \"center\"], tt = true, \
    ///      forward = \"best(k=5)\", deepening = true, reorder = true }"
    /// );
    /// assert_eq!(engine.changed().parse::<Engine>().unwrap(), engine);
    /// ```
    pub fn changed(&self) -> String {
        let toggles = self.toggles();
        let plain = PLAIN.iter().find(|plain| plain.0 == toggles[0].1);
        let plain = plain.map_or(&[][..], |plain| &plain.1);
        let changed = toggles.into_iter().filter(|toggle| match toggle.0 {
            "algorithm" => toggle.1 != "\"alphabeta\"",
            _ => !plain.contains(toggle),
        });
        let changed: Toggles = changed
            .map(|(key, value)| match key {
                "tt" => (key, self.changed_table()),
                "evaluator" => (key, quoted(self.evaluator.brief())),
                "forward" => (key, brief(key, &value, FORWARD)),
                "window" => (key, brief(key, &value, WINDOW)),
                "parallel" => (key, brief(key, &value, PARALLEL)),
                _ => (key, value),
            })
            .collect();
        in_braces(&changed)
    }

    fn changed_table(&self) -> String {
        let Some(toggles) = self.table_toggles() else {
            return "false".into();
        };
        let changed = toggles
            .into_iter()
            .filter(|toggle| !PLAIN_TABLE.contains(toggle));
        match changed.collect::<Vec<_>>() {
            changed if changed.is_empty() => "true".into(),
            changed => in_braces(&changed),
        }
    }
}

fn quoted(text: String) -> String {
    format!("\"{text}\"")
}

/// A call as it stands among the toggles, without the parameters that have their default.
fn brief(
    kind: &'static str,
    text: &str,
    known: &'static [(&'static str, &'static [Parameter])],
) -> String {
    let call = Call::parse(kind, text.trim_matches('"'), known.iter().copied());
    let call = call.ok().and_then(|call| {
        let parameters = known.iter().find(|known| known.0 == call.name())?.1;
        Some(quoted(call.brief(parameters)))
    });
    call.unwrap_or_else(|| text.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::presets;

    fn changed(text: &str) -> String {
        let engine: Engine = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
        let changed = engine.changed();
        assert_eq!(changed.parse(), Ok(engine), "{text}");
        changed
    }

    #[test]
    fn every_preset_can_be_made_from_what_it_changes() {
        for (name, ..) in presets::PRESETS {
            changed(name);
        }
    }

    #[test]
    fn what_is_as_usual_is_left_out() {
        for (text, expected) in [
            ("{}", "{}"),
            (
                "{ algorithm = \"alphabeta\", tt = false, forward = \"off\" }",
                "{}",
            ),
            ("{ tt = { size = 16, mirror = false } }", "{ tt = true }"),
            (
                "{ tt = { entries = 16, keep = true } }",
                "{ tt = { entries = 16, keep = true } }",
            ),
            (
                "{ algorithm = \"mcts\", seed = 1 }",
                "{ algorithm = \"mcts\" }",
            ),
            (
                "{ algorithm = \"mcts\", seed = 2 }",
                "{ algorithm = \"mcts\", seed = 2 }",
            ),
            // The seed of an algorithm that draws nothing changes nothing.
            ("{ seed = 2 }", "{}"),
            (
                "{ forward = \"probcut(sigma=3,p=0.9)\" }",
                "{ forward = \"probcut(p=0.9,sigma=3)\" }",
            ),
            (
                "{ evaluator = \"random(seed=3,values=2)\", window = \"aspiration(5)\" }",
                "{ window = \"aspiration(delta=5)\", evaluator = \"random(seed=3,values=2)\" }",
            ),
            (
                "{ parallel = \"root(2)\", evaluator = \"random\" }",
                "{ parallel = \"root\", evaluator = \"random\" }",
            ),
        ] {
            assert_eq!(changed(text), expected);
        }
    }
}
