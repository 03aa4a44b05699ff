//! Rules that pick cells: `{ engine = "minimax", depth = "7.." }` is every cell that
//! matches each of its keys.

use std::time::Duration;

use toml::Spanned;
use toml::de::DeTable;

use crate::experiment::axes::{AxisReader, Item, flattened, unknown_axis};
use crate::experiment::diagnose::Span;
use crate::experiment::node::{Node, items};
use crate::experiment::ranges::WholeRange;
use crate::experiment::spec::{AxisKey, AxisValue};
use crate::experiment::toggle::Toggle;
use crate::games::GameSpec;
use crate::search::{Engine, Limits};

/// What a cell must be for a rule to pick it. A key without values here picks any.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    pub at: Span,
    pub games: Option<Vec<GameSpec>>,
    /// As they are written: what they mean depends on the game.
    pub positions: Option<Vec<String>>,
    depth: Option<Vec<WholeRange>>,
    nodes: Option<Vec<WholeRange>>,
    time: Option<Vec<Duration>>,
    engines: Option<Vec<usize>>,
    toggles: Vec<(Toggle, Vec<Pattern>)>,
    /// The keys it asks about, with their places.
    pub keys: Vec<Spanned<AxisKey>>,
}

/// What a toggle must be.
#[derive(Clone, Debug)]
enum Pattern {
    /// In canonical form.
    Text(String),
    Range(WholeRange),
}

impl Rule {
    pub fn picks_game(&self, game: &GameSpec) -> bool {
        self.games.as_ref().is_none_or(|games| games.contains(game))
    }

    pub fn picks_limits(&self, limits: &Limits) -> bool {
        fn inside(ranges: &Option<Vec<WholeRange>>, number: Option<u64>) -> bool {
            let Some(ranges) = ranges else {
                return true;
            };
            number.is_some_and(|number| ranges.iter().any(|range| range.contains(number)))
        }
        inside(&self.depth, limits.depth.map(u64::from))
            && inside(&self.nodes, limits.nodes)
            && self
                .time
                .as_ref()
                .is_none_or(|times| limits.time.is_some_and(|time| times.contains(&time)))
    }

    /// Whether it picks the engine of this number, with what has been laid over it.
    pub fn picks_engine(&self, number: usize, engine: &Engine) -> bool {
        let named = self.engines.as_ref();
        named.is_none_or(|engines| engines.contains(&number))
            && self.toggles.iter().all(|(toggle, patterns)| {
                let value = toggle.of(engine);
                value.is_some_and(|value| patterns.iter().any(|pattern| pattern.fits(&value)))
            })
    }
}

impl Pattern {
    fn fits(&self, value: &str) -> bool {
        match self {
            Pattern::Text(text) => text == value,
            Pattern::Range(range) => value.parse().is_ok_and(|number| range.contains(number)),
        }
    }
}

impl AxisReader<'_, '_, '_> {
    /// A rule, or a list of them.
    pub fn rules(&mut self, key: &str, node: &Node) -> Vec<Rule> {
        let like = " like { engine = \"minimax\", depth = \"7..\" }";
        let tables = items(node).iter();
        let rules = tables.filter_map(|node| {
            let table = self.diagnosis.table(key, node, like)?;
            Some(self.rule(key, node.span(), table))
        });
        rules.collect()
    }

    fn rule(&mut self, key: &str, at: Span, table: &DeTable) -> Rule {
        let mut rule = Rule {
            at: at.clone(),
            ..Rule::default()
        };
        for (name, key, node) in flattened(table) {
            let Some(axis) = AxisKey::named(&name) else {
                unknown_axis(self.diagnosis, &name, &key.span(), &[]);
                continue;
            };
            rule.keys.push(Spanned::new(key.span(), axis));
            // As in an axis: an order of several terms is a list inside the list.
            let found: Vec<_> = items(node)
                .iter()
                .filter_map(|node| self.item(axis, node))
                .flatten()
                .collect();
            rule.add(axis, found);
        }
        if table.is_empty() {
            let message = format!("{key}: a rule without keys would pick every cell");
            self.diagnosis.add(&at, message);
        }
        rule
    }
}

impl Rule {
    fn add(&mut self, key: AxisKey, found: Vec<Item>) {
        let ranges = |found: Vec<Item>| {
            let ranges = found.into_iter().filter_map(|item| match item {
                Item::Range(range) => Some(range),
                Item::Value(AxisValue::Depth(depth)) => Some(WholeRange::one(depth.into())),
                Item::Value(AxisValue::Nodes(nodes)) => Some(WholeRange::one(nodes)),
                Item::Value(_) => None,
            });
            Some(ranges.collect())
        };
        /// The values of one kind.
        macro_rules! values {
            ($kind:ident) => {
                Some(
                    found
                        .into_iter()
                        .filter_map(|item| match item {
                            Item::Value(AxisValue::$kind(value)) => Some(value),
                            _ => None,
                        })
                        .collect(),
                )
            };
        }
        match key {
            AxisKey::Game => self.games = values!(Game),
            AxisKey::Position => self.positions = values!(Position),
            AxisKey::Depth => self.depth = ranges(found),
            AxisKey::Nodes => self.nodes = ranges(found),
            AxisKey::Time => self.time = values!(Time),
            AxisKey::Engine => self.engines = values!(Engine),
            AxisKey::Toggle(toggle) => {
                let patterns = found.into_iter().filter_map(|item| match item {
                    Item::Range(range) => Some(Pattern::Range(range)),
                    Item::Value(AxisValue::Toggle(value)) => {
                        toggle.canonical(&value).ok().map(Pattern::Text)
                    }
                    Item::Value(_) => None,
                });
                self.toggles.push((toggle, patterns.collect()));
            }
        }
    }
}
