//! Factorial designs: one engine that stands for all combinations of some of its toggles.

use toml::{Spanned, Table, Value};

use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::node::{Node, as_text, entries, items};
use crate::experiment::toggle::Toggle;
use crate::search::Engine;

/// The most engines that one may stand for.
const MOST: usize = 4096;

/// Toggles and the values that are combined.
#[derive(Clone, Debug)]
pub struct Factorial {
    factors: Vec<Factor>,
}

#[derive(Clone, Debug)]
struct Factor {
    toggle: Toggle,
    at: Span,
    /// None: off, and on as the engine has it.
    levels: Option<Vec<Value>>,
}

/// One value of a factor in one engine: what it adds to the engine's name, and its value,
/// or none for the default.
type Level = (String, Option<Value>);

impl Diagnosis<'_> {
    /// Reads `factorial = ["tt", "order"]` or `factorial = { tt = [false, true] }`.
    pub fn factorial(&mut self, node: &Node) -> Option<Factorial> {
        let mut whole = Some(());
        let mut factors: Vec<Factor> = Vec::new();
        let mut add = |diagnosis: &mut Self, name: &str, at: Span, levels: Option<&Node>| {
            let Some(toggle) = Toggle::named(name) else {
                let names: Vec<_> = Toggle::all().map(Toggle::name).collect();
                diagnosis.unknown(&Spanned::new(at, name.into()), "toggle", &names);
                return None;
            };
            if factors.iter().any(|factor| factor.toggle == toggle) {
                diagnosis.add(&at, format!("factorial: `{name}` is there twice"));
                return None;
            }
            let levels = match levels {
                None => None,
                Some(node) => Some(diagnosis.levels(toggle, node)?),
            };
            factors.push(Factor { toggle, at, levels });
            Some(())
        };
        match (node.get_ref().as_array(), node.get_ref().as_table()) {
            (Some(names), _) => {
                for node in names.iter() {
                    let right = match as_text(node) {
                        Some(name) => add(self, name, node.span(), None),
                        None => {
                            self.wrong("factorial", node, "a toggle's name");
                            None
                        }
                    };
                    whole = whole.and(right);
                }
            }
            (_, Some(table)) => {
                for (key, node) in entries(table) {
                    let right = add(self, key.get_ref(), key.span(), Some(node));
                    whole = whole.and(right);
                }
            }
            _ => {
                let expected = "a list of toggles or a table of their values";
                self.wrong("factorial", node, expected);
                return None;
            }
        }
        let tt = factors.iter().find(|factor| factor.toggle.name() == "tt");
        let inside = factors
            .iter()
            .find(|factor| factor.toggle.inside_tt().is_some());
        if let (Some(_), Some(inside)) = (tt, inside) {
            let name = inside.toggle;
            let message = format!("factorial: {name} switches tt on; name one of the two");
            self.add(&inside.at, message);
            whole = None;
        }
        let combinations = factors.iter().fold(1usize, |product, factor| {
            product.saturating_mul(factor.levels.as_ref().map_or(2, Vec::len))
        });
        if combinations > MOST {
            let message = format!("factorial: {combinations} combinations, more than {MOST}");
            self.add(&node.span(), message);
            whole = None;
        }
        whole.map(|()| Factorial { factors })
    }

    fn levels(&mut self, toggle: Toggle, node: &Node) -> Option<Vec<Value>> {
        let (mut levels, mut seen) = (Vec::new(), Vec::new());
        let mut whole = Some(());
        for node in items(node) {
            let right = self.plain(node).and_then(|value| {
                let right = toggle.canonical(&value);
                right.map_err(|error| self.add(&node.span(), error)).ok()?;
                let fingerprint = toggle.fingerprint(&value);
                if seen.contains(&fingerprint) {
                    let message = format!("factorial: {toggle} has this value twice");
                    self.add(&node.span(), message);
                    return None;
                }
                seen.push(fingerprint);
                levels.push(value);
                Some(())
            });
            whole = whole.and(right);
        }
        whole?;
        if levels.is_empty() {
            self.add(&node.span(), format!("factorial: {toggle}: an empty list"));
            return None;
        }
        Some(levels)
    }
}

impl Factorial {
    /// The toggles, with where they stand.
    pub fn places(&self) -> impl Iterator<Item = (Toggle, Span)> + '_ {
        let factors = self.factors.iter();
        factors.map(|factor| (factor.toggle, factor.at.clone()))
    }

    /// All combinations over an engine's toggles, each with the name of its variant, in
    /// Yates' order: the first factor changes fastest. None where something is wrong.
    pub fn spread(
        &self,
        diagnosis: &mut Diagnosis,
        name: &str,
        table: &Table,
    ) -> Option<Vec<(String, Option<Table>)>> {
        if self.factors.is_empty() {
            return None;
        }
        let mut levels = Vec::new();
        for factor in &self.factors {
            match factor.of(name, table) {
                Ok(found) => levels.push(found),
                Err(message) => diagnosis.add(&factor.at, message),
            }
        }
        if levels.len() < self.factors.len() {
            return None;
        }
        let count = levels.iter().map(Vec::len).product();
        let combinations = (0..count).map(|mut number: usize| {
            let mut table = table.clone();
            let mut names = Vec::new();
            for (factor, levels) in self.factors.iter().zip(&levels) {
                let (name, value) = &levels[number % levels.len()];
                number /= levels.len();
                match value {
                    Some(value) => factor.toggle.set(&mut table, value),
                    None => factor.toggle.clear(&mut table),
                }
                if !name.is_empty() {
                    names.push(name.as_str());
                }
            }
            let switches = self.factors.iter().all(|factor| factor.levels.is_none());
            let name = match (names.is_empty(), switches) {
                (true, _) => "none".into(),
                (_, true) => names.join("+"),
                (_, false) => names.join(","),
            };
            (name, Some(table))
        });
        Some(combinations.collect())
    }
}

impl Factor {
    /// The levels of this factor over an engine.
    fn of(&self, name: &str, table: &Table) -> Result<Vec<Level>, String> {
        let toggle = self.toggle;
        if let Some(levels) = &self.levels {
            let named = |value: &Value| format!("{toggle}={}", bare(value));
            return Ok(levels
                .iter()
                .map(|value| (named(value), Some(value.clone())))
                .collect());
        }
        let mut without = table.clone();
        toggle.clear(&mut without);
        let meaning = |table| {
            Engine::unchecked(table)
                .ok()
                .and_then(|engine| toggle.of(&engine))
        };
        let own = match toggle.inside_tt() {
            Some(key) => table.get("tt").and_then(|tt| tt.get(key)),
            None => table.get(toggle.name()),
        };
        let own = own.filter(|_| meaning(table) != meaning(&without));
        let on = own.cloned().or_else(|| toggle.natural()).ok_or_else(|| {
            format!(
                "factorial: engine `{name}` has no `{toggle}` to switch on and off; set it, \
                 or give the values: factorial = {{ {toggle} = […] }}"
            )
        })?;
        Ok(vec![(String::new(), None), (toggle.to_string(), Some(on))])
    }
}

/// A value as part of a name.
fn bare(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other
            .to_string()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" "),
    }
}
