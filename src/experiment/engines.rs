//! The engines of a file: presets, tables of toggles, ladders (`extends`) and factorials.

use std::collections::HashMap;

use toml::de::DeTable;
use toml::{Spanned, Table};

use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::factorial::Factorial;
use crate::experiment::node::{Key, Node, as_text, entries};
use crate::experiment::toggle::Toggle;
use crate::names::suggestion;
use crate::search::Engine;
use crate::search::spec::{EngineError, lay_over};
use crate::search::vocabulary::KEYS;

/// The keys of an engine that are no toggles.
pub const OWN_KEYS: [&str; 3] = ["preset", "extends", "factorial"];

/// An engine before what the grid lays over it.
#[derive(Clone, Debug)]
pub struct Variant {
    /// `family`, or `family:variant` for one of a factorial.
    pub name: String,
    pub family: String,
    /// All its toggles; none where something is wrong with it.
    pub toggles: Option<Table>,
    at: Span,
    places: HashMap<String, Span>,
}

impl Variant {
    /// Where an error of this engine is best shown: at the toggle, if the file sets it here.
    pub fn place(&self, error: &EngineError) -> &Span {
        let outer = error.key.split('.').next().unwrap_or_default();
        let place = self.places.get(&error.key).or(self.places.get(outer));
        place.unwrap_or(&self.at)
    }
}

/// The engines of a file, in its order, factorials spread out.
#[derive(Clone, Debug, Default)]
pub struct Engines {
    pub all: Vec<Variant>,
}

impl Engines {
    /// The engines that a name means: one, or a whole family.
    pub fn named(&self, name: &str) -> Vec<usize> {
        let numbered = self.all.iter().enumerate();
        let meant = numbered.filter(|(_, engine)| engine.name == name || engine.family == name);
        meant.map(|(number, _)| number).collect()
    }

    /// All names that mean something.
    pub fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for engine in &self.all {
            for name in [&engine.family, &engine.name] {
                if !names.contains(&name.as_str()) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// One entry of `[engines]`.
struct Definition {
    name: String,
    at: Span,
    /// The toggles of its preset, if it starts from one.
    preset: Table,
    extends: Option<Spanned<String>>,
    own: Table,
    places: HashMap<String, Span>,
    factorial: Option<Factorial>,
    broken: bool,
}

/// Reads `[engines]`.
pub fn read(diagnosis: &mut Diagnosis, table: &DeTable) -> Engines {
    let mut shared = None;
    let mut definitions = Vec::new();
    for (key, node) in entries(table) {
        match key.get_ref().as_ref() {
            "factorial" => shared = diagnosis.factorial(node),
            _ => definitions.push(diagnosis.definition(key, node)),
        }
    }
    let tables = resolve(diagnosis, &definitions);
    let mut engines = Engines::default();
    for (definition, table) in definitions.into_iter().zip(tables) {
        let factorial = definition.factorial.as_ref().or(shared.as_ref());
        let variants = match (&table, factorial) {
            (Some(table), Some(factorial)) => factorial.spread(diagnosis, &definition.name, table),
            _ => None,
        };
        // Whatever is wrong, the name is known.
        let variants = variants.unwrap_or_else(|| vec![(String::new(), table)]);
        engines
            .all
            .extend(variants.into_iter().map(|(variant, toggles)| {
                let mut places = definition.places.clone();
                for (toggle, at) in factorial.iter().flat_map(|factorial| factorial.places()) {
                    places.insert(toggle.name().into(), at);
                }
                Variant {
                    name: match variant.as_str() {
                        "" => definition.name.clone(),
                        variant => format!("{}:{variant}", definition.name),
                    },
                    family: definition.name.clone(),
                    toggles,
                    at: definition.at.clone(),
                    places,
                }
            }));
    }
    engines
}

impl Diagnosis<'_> {
    fn definition(&mut self, key: &Key, node: &Node) -> Definition {
        let name = key.get_ref().to_string();
        let mut definition = Definition {
            at: key.span(),
            preset: Table::new(),
            extends: None,
            own: Table::new(),
            places: HashMap::new(),
            factorial: None,
            broken: false,
            name,
        };
        let name = &definition.name;
        if name.trim() != name || name.is_empty() || name.contains([':', '\n', '\r', '\t']) {
            let message = "the name of an engine has no colon in it, and no blank around it";
            self.add(&key.span(), message);
        }
        let broken = match (as_text(node), node.get_ref().as_table()) {
            (Some(name), _) => self.preset(name, node, &mut definition.preset),
            (_, Some(table)) => self.toggles(table, &mut definition),
            _ => {
                let expected = "a preset's name or a table of toggles";
                self.wrong(&definition.name, node, expected);
                None
            }
        };
        definition.broken |= broken.is_none();
        definition
    }

    fn preset(&mut self, name: &str, node: &Node, table: &mut Table) -> Option<()> {
        let preset = Engine::preset(name);
        *table = preset
            .map_err(|error| self.add(&node.span(), error.message))
            .ok()?;
        Some(())
    }

    /// The entries of an engine's table; none if any of them is wrong.
    fn toggles(&mut self, table: &DeTable, definition: &mut Definition) -> Option<()> {
        let mut whole = Some(());
        for (key, node) in entries(table) {
            let name = key.get_ref().as_ref();
            let right = match name {
                "preset" => self
                    .text(name, node)
                    .and_then(|name| self.preset(&name, node, &mut definition.preset)),
                "extends" => self.text(name, node).map(|name| {
                    definition.extends = Some(Spanned::new(node.span(), name));
                }),
                "factorial" => {
                    definition.factorial = self.factorial(node);
                    definition.factorial.as_ref().map(|_| ())
                }
                "tt" => match node.get_ref().as_table() {
                    None => self.toggle(name, key, node, definition),
                    Some(inside) => self.table_toggles(key, node, inside, definition),
                },
                _ => self.toggle(name, key, node, definition),
            };
            whole = whole.and(right);
        }
        if let (Some(extends), true) = (&definition.extends, table.contains_key("preset")) {
            let message = "an engine either extends another or starts from a preset, not both";
            self.add(&extends.span(), message);
            whole = None;
        }
        whole
    }

    /// Each toggle of `tt` apart, so that each error has its place.
    fn table_toggles(
        &mut self,
        key: &Key,
        node: &Node,
        inside: &DeTable,
        definition: &mut Definition,
    ) -> Option<()> {
        let mut whole = Some(());
        for (key, node) in entries(inside) {
            let name = format!("tt.{}", key.get_ref());
            let right = self.toggle(&name, key, node, definition);
            whole = whole.and(right);
        }
        whole?;
        // And all together: two of them may contradict each other.
        self.toggle("tt", key, node, definition)
    }

    fn toggle(
        &mut self,
        name: &str,
        key: &Key,
        node: &Node,
        definition: &mut Definition,
    ) -> Option<()> {
        let Some(toggle) = Toggle::named(name) else {
            let mut known: Vec<_> = match name.starts_with("tt.") {
                true => Toggle::all().filter_map(Toggle::inside_tt).collect(),
                false => KEYS.iter().map(|key| key.0).collect(),
            };
            if !name.starts_with("tt.") {
                known.extend(OWN_KEYS.iter().filter(|key| **key != "preset"));
            }
            self.unknown(key, "toggle", &known);
            return None;
        };
        let value = self.plain(node)?;
        toggle
            .canonical(&value)
            .map_err(|error| self.add(&node.span(), error))
            .ok()?;
        toggle.set(&mut definition.own, &value);
        definition.places.insert(name.into(), node.span());
        Some(())
    }
}

/// The toggles of each engine, with those of the engines it extends below them. None
/// where something is wrong.
fn resolve(diagnosis: &mut Diagnosis, definitions: &[Definition]) -> Vec<Option<Table>> {
    let names: Vec<&str> = definitions.iter().map(|d| d.name.as_str()).collect();
    let parents: Vec<Option<Option<usize>>> = definitions
        .iter()
        .map(|definition| {
            let Some(extends) = &definition.extends else {
                return Some(None);
            };
            let parent = names.iter().position(|name| name == extends.get_ref());
            if parent.is_none() {
                let name = extends.get_ref();
                let hint = match Engine::preset(name) {
                    Ok(_) => format!(": it is a preset, write preset = \"{name}\""),
                    Err(_) => suggestion(name, &names),
                };
                let message = format!("extends: unknown engine `{name}`{hint}");
                diagnosis.add(&extends.span(), message);
            }
            parent.map(Some)
        })
        .collect();
    let resolved = (0..definitions.len()).map(|number| {
        let mut chain = vec![number];
        while let Some(parent) = parents[chain[chain.len() - 1]]? {
            if let Some(begin) = chain.iter().position(|&link| link == parent) {
                complain_of_cycle(diagnosis, definitions, &chain[begin..]);
                return None;
            }
            chain.push(parent);
        }
        let mut table = Table::new();
        for &link in chain.iter().rev() {
            let definition = &definitions[link];
            if definition.broken {
                return None;
            }
            lay_over(&mut table, &definition.preset);
            lay_over(&mut table, &definition.own);
        }
        Some(table)
    });
    resolved.collect()
}

/// One problem for a cycle, wherever it was entered: at its first engine in the file.
fn complain_of_cycle(diagnosis: &mut Diagnosis, definitions: &[Definition], cycle: &[usize]) {
    let first = cycle.iter().enumerate().min_by_key(|(_, link)| **link);
    let (begin, &link) = first.unwrap_or((0, &cycle[0]));
    let (after, before) = cycle.split_at(begin);
    let names: Vec<_> = before
        .iter()
        .chain(after)
        .chain([&link])
        .map(|&link| format!("`{}`", definitions[link].name))
        .collect();
    let at = definitions[link].extends.as_ref().map(Spanned::span);
    let message = format!("extends: a circle: {}", names.join(" extends "));
    diagnosis.add(&at.unwrap_or_default(), message);
}
