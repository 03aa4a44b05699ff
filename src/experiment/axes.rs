//! Reading axes: scalars, lists and ranges of what can be swept.

use toml::de::DeTable;
use toml::{Spanned, Value};

use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::engines::Engines;
use crate::experiment::node::{Key, Node, as_text, as_whole, entries, items};
use crate::experiment::ranges::WholeRange;
use crate::experiment::spec::{Axis, AxisKey, AxisValue};
use crate::experiment::toggle::Toggle;
use crate::games::{ALIASES, GAMES, GameSpec};
use crate::names::suggestion;
use crate::reports::{self, BOARD_LISTS};
use crate::units::parse_time;

/// The deepest search that can be asked for.
pub const MAX_DEPTH: u64 = u16::MAX as u64;
/// The most nodes that can be asked for.
pub const MAX_NODES: u64 = i64::MAX as u64;

/// What a time is like.
pub const A_TIME: &str = "a time such as \"500ms\", \"2s\" or \"1m\"";

/// What one item of a list says: a value, or numbers from and to.
pub enum Item {
    Value(AxisValue),
    Range(WholeRange),
}

/// A key of a grid or a rule with its value; `tt = { size = 1 }` is `tt.size = 1`.
pub fn flattened<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(String, &'a Key<'i>, &'a Node<'i>)> {
    let mut flat = Vec::new();
    for (key, node) in entries(table) {
        match (key.get_ref().as_ref(), node.get_ref().as_table()) {
            ("tt", Some(inside)) if !inside.is_empty() => {
                for (key, node) in entries(inside) {
                    flat.push((format!("tt.{}", key.get_ref()), key, node));
                }
            }
            (name, _) => flat.push((name.to_string(), key, node)),
        }
    }
    flat
}

/// Reads what stands behind the key of an axis or a rule.
pub struct AxisReader<'d, 's, 'e> {
    pub diagnosis: &'d mut Diagnosis<'s>,
    pub engines: &'e Engines,
}

impl AxisReader<'_, '_, '_> {
    /// A whole axis.
    pub fn axis(&mut self, key: AxisKey, at: Span, node: &Node) -> Axis {
        let mut axis = Axis {
            key,
            at,
            values: Vec::new(),
            broken: false,
        };
        for node in items(node) {
            match self.item(key, node) {
                None => axis.broken = true,
                Some(items) => {
                    for item in items {
                        axis.broken |= self.spread(key, item, node, &mut axis.values).is_none();
                    }
                }
            }
        }
        if axis.values.is_empty() && !axis.broken {
            axis.broken = true;
            self.diagnosis
                .add(&node.span(), format!("{}: an empty list", key.name()));
        }
        axis
    }

    /// An item as the values of an axis that it stands for.
    fn spread(
        &mut self,
        key: AxisKey,
        item: Item,
        node: &Node,
        values: &mut Vec<Spanned<AxisValue>>,
    ) -> Option<()> {
        let at = node.span();
        match item {
            Item::Value(value) => values.push(Spanned::new(at, value)),
            Item::Range(range) => {
                let numbers = range
                    .numbers()
                    .map_err(|error| self.diagnosis.add(&at, format!("{}: {error}", key.name())))
                    .ok()?;
                let value = |number: u64| match key {
                    AxisKey::Depth => AxisValue::Depth(number as u32),
                    AxisKey::Nodes => AxisValue::Nodes(number),
                    _ => AxisValue::Toggle(Value::Integer(number as i64)),
                };
                values.extend(numbers.map(|number| Spanned::new(at.clone(), value(number))));
            }
        }
        Some(())
    }

    /// One item of an axis or a rule: usually one value, several for a name that stands
    /// for a list.
    pub fn item(&mut self, key: AxisKey, node: &Node) -> Option<Vec<Item>> {
        match key {
            AxisKey::Game => self.games(node),
            AxisKey::Engine => self.engines(node),
            AxisKey::Position => {
                let text = self.diagnosis.text("position", node)?;
                Some(vec![Item::Value(AxisValue::Position(text))])
            }
            AxisKey::Depth => {
                let value = |number| AxisValue::Depth(number as u32);
                self.numbers(key, node, 0, MAX_DEPTH, value)
            }
            AxisKey::Nodes => self.numbers(key, node, 1, MAX_NODES, AxisValue::Nodes),
            AxisKey::Time => match as_text(node).map(parse_time) {
                Some(Ok(time)) => Some(vec![Item::Value(AxisValue::Time(time))]),
                _ => {
                    self.diagnosis.wrong("time", node, A_TIME);
                    None
                }
            },
            AxisKey::Toggle(toggle) => self.toggle(toggle, node),
        }
    }

    fn numbers(
        &mut self,
        key: AxisKey,
        node: &Node,
        least: u64,
        most: u64,
        value: impl Fn(u64) -> AxisValue,
    ) -> Option<Vec<Item>> {
        let inside = |number: &u64| (least..=most).contains(number);
        if let Some(number) = as_whole(node).filter(inside) {
            return Some(vec![Item::Value(value(number))]);
        }
        if let Some(text) = as_text(node).filter(|text| WholeRange::is_meant(text)) {
            return self.range(key, text, &node.span(), least, most);
        }
        let name = key.name();
        let to = match most {
            MAX_NODES => String::new(),
            most => format!(" to {most}"),
        };
        let expected = format!("a whole number from {least}{to} or a range like \"1..=8\"");
        self.diagnosis.wrong(name, node, expected);
        None
    }

    fn range(
        &mut self,
        key: AxisKey,
        text: &str,
        at: &Span,
        least: u64,
        most: u64,
    ) -> Option<Vec<Item>> {
        let range = text.parse::<WholeRange>().and_then(|range| {
            let inside = |number| (least..=most).contains(&number);
            match inside(range.first) && range.last.is_none_or(inside) {
                true => Ok(range),
                false => Err(format!("`{text}` is not inside {least}..={most}")),
            }
        });
        let name = key.name();
        match range {
            Ok(range) => Some(vec![Item::Range(range)]),
            Err(error) => {
                self.diagnosis.add(at, format!("{name}: {error}"));
                None
            }
        }
    }

    fn games(&mut self, node: &Node) -> Option<Vec<Item>> {
        let text = self.diagnosis.text("game", node)?;
        let games = match reports::boards(&text) {
            Some(boards) => boards.iter().map(|board| board.parse()).collect(),
            None => text.parse().map(|game: GameSpec| vec![game]),
        };
        match games {
            Ok(games) => {
                let items = games
                    .into_iter()
                    .map(|game| Item::Value(AxisValue::Game(game)));
                Some(items.collect())
            }
            Err(error) => {
                // A name alone may have been meant for a list of boards.
                let (names, name) = (game_names(), text.split('(').next().unwrap_or("").trim());
                let message = match names.contains(&name) {
                    true => error.to_string(),
                    false => format!("unknown game `{name}`{}", suggestion(name, &names)),
                };
                self.diagnosis.add(&node.span(), message);
                None
            }
        }
    }

    fn engines(&mut self, node: &Node) -> Option<Vec<Item>> {
        let name = self.diagnosis.text("engine", node)?;
        let meant = self.engines.named(&name);
        if meant.is_empty() {
            let hint = suggestion(&name, &self.engines.names());
            let message = format!("unknown engine `{name}`{hint}");
            self.diagnosis.add(&node.span(), message);
            return None;
        }
        let items = meant.into_iter().map(|n| Item::Value(AxisValue::Engine(n)));
        Some(items.collect())
    }

    fn toggle(&mut self, toggle: Toggle, node: &Node) -> Option<Vec<Item>> {
        if let Some(text) = as_text(node).filter(|text| WholeRange::is_meant(text)) {
            let item = self.range(AxisKey::Toggle(toggle), text, &node.span(), 0, MAX_NODES)?;
            // Whether the toggle takes numbers, and these.
            if let [Item::Range(range)] = item[..] {
                for number in [Some(range.first), range.last].into_iter().flatten() {
                    self.check(toggle, &Value::Integer(number as i64), &node.span())?;
                }
            }
            return Some(item);
        }
        let value = self.diagnosis.plain(node)?;
        self.check(toggle, &value, &node.span())?;
        Some(vec![Item::Value(AxisValue::Toggle(value))])
    }

    fn check(&mut self, toggle: Toggle, value: &Value, at: &Span) -> Option<()> {
        let canonical = toggle.canonical(value);
        canonical
            .map(|_| ())
            .map_err(|error| self.diagnosis.add(at, error))
            .ok()
    }
}

/// What a game may be called, lists of boards included.
fn game_names() -> Vec<&'static str> {
    let games = GAMES.iter().map(|game| game.0);
    let aliases = ALIASES.iter().map(|alias| alias.0);
    let lists = BOARD_LISTS.iter().map(|list| list.0);
    games.chain(aliases).chain(lists).collect()
}

/// Notes a key that is no axis, nor one of `others`. There are too many toggles to list.
pub fn unknown_axis(diagnosis: &mut Diagnosis, name: &str, at: &Span, others: &[&'static str]) {
    let names: Vec<_> = AxisKey::names().chain(others.iter().copied()).collect();
    let mut hint = suggestion(name, &names);
    if !hint.contains("did you mean") {
        let own: Vec<_> = AxisKey::own_names().chain(others.iter().copied()).collect();
        hint = format!("{}, and the toggles of engines", suggestion(name, &own));
    }
    diagnosis.add(at, format!("unknown axis `{name}`{hint}"));
}
