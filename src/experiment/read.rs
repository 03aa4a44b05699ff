//! Reading a whole file: its keys, one after the other, and every problem on the way.

use toml::de::DeTable;
use toml::{Spanned, de};

use crate::contest::read::Sections;
use crate::contest::{self, Contest};
use crate::experiment::axes::{A_TIME, AxisReader, flattened, unknown_axis};
use crate::experiment::cell::Cell;
use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::engines::{self, Engines};
use crate::experiment::grid::{self, Plan};
use crate::experiment::node::{Node, as_text, entries, items};
use crate::experiment::positions;
use crate::experiment::rules::Rule;
use crate::experiment::spec::{Axis, AxisKey, Grid, Measure, Origin};
use crate::names::suggestion;
use crate::units::{parse_bytes, parse_time};

/// The keys of a file.
pub const TOP_KEYS: [&str; 14] = [
    "title",
    "question",
    "source",
    "notes",
    "grid",
    "engines",
    "positions",
    "measure",
    "match",
    "openings",
    "players",
    "figure",
    "published",
    "table",
];
/// Those that only an experiment with searches has, and those that only a match has.
const SEARCH_KEYS: [&str; 6] = [
    "grid",
    "engines",
    "positions",
    "measure",
    "table",
    "published",
];
const MATCH_KEYS: [&str; 2] = ["openings", "players"];
/// The keys of `[grid]` that are no axes.
pub const GRID_KEYS: [&str; 3] = ["zip", "exclude", "include"];
/// The keys of `[measure]`.
pub const MEASURE_KEYS: [&str; 6] = ["repeat", "warmup", "timeout", "memory", "minimal", "quick"];

/// What a size is like.
const A_SIZE: &str = "an amount of memory such as \"512MiB\" or \"2GiB\"";

/// What a file says.
#[derive(Default)]
pub struct Content {
    pub title: String,
    pub question: String,
    pub source: Option<String>,
    pub notes: Option<String>,
    pub measure: Measure,
    pub cells: Vec<Cell>,
    pub contest: Option<Contest>,
}

/// Reads a file's text; the problems are the diagnosis'.
pub fn read(diagnosis: &mut Diagnosis) -> Content {
    let (document, errors) = DeTable::parse_recoverable(diagnosis.source.text());
    if !errors.is_empty() {
        // What a text means that is not TOML is anybody's guess.
        for error in errors {
            let at = error.span().unwrap_or_default();
            diagnosis.add(&at, not_toml(&error));
        }
        return Content::default();
    }
    diagnosis.content(document.get_ref())
}

fn not_toml(error: &de::Error) -> String {
    format!("not TOML: {}", error.message())
}

impl Diagnosis<'_> {
    fn content(&mut self, document: &DeTable) -> Content {
        self.known(document, &TOP_KEYS);
        let section = |diagnosis: &mut Self, key| {
            let node = document.get(key)?;
            let table = diagnosis.table(key, node, &format!(": write [{key}]"))?;
            Some((node.span(), table))
        };
        let mut content = Content {
            title: self.required_text(document, "title"),
            question: self.required_text(document, "question"),
            source: self.optional_text(document, "source"),
            notes: self.optional_text(document, "notes"),
            ..Content::default()
        };
        for key in ["figure", "table", "published"] {
            self.sections(document, key);
        }
        let (other, what) = match document.contains_key("match") {
            true => (&SEARCH_KEYS[..], "a match has"),
            false => (&MATCH_KEYS[..], "without [match] there is"),
        };
        for key in other {
            if let Some((key, _)) = document.get_key_value(*key) {
                let message = format!("{}: {what} no use for it", key.get_ref());
                self.add(&key.span(), message);
            }
        }
        if document.contains_key("match") {
            let sections = Sections {
                contest: match section(self, "match") {
                    Some(found) => found,
                    None => return content,
                },
                openings: section(self, "openings"),
                players: section(self, "players"),
            };
            content.contest = contest::read::read(self, &sections);
            return content;
        }
        let engines = match section(self, "engines") {
            Some((at, table)) => {
                let engines = engines::read(self, table);
                if !table.keys().any(|key| key.get_ref() != "factorial") {
                    self.add(&at, "engines: there are none");
                }
                engines
            }
            None => {
                self.missing(document, "engines", "[engines] is missing");
                Engines::default()
            }
        };
        let origins = section(self, "positions");
        let listed = origins.as_ref().map(|(at, _)| at.clone());
        let origins = origins.map(|(_, table)| positions::read(self, table));
        let grid = match section(self, "grid") {
            Some((at, table)) => Some(self.grid(at, table, &engines, listed)),
            None => {
                self.missing(
                    document,
                    "grid",
                    "[grid] is missing (or [match], for games)",
                );
                None
            }
        };
        let mut quick = Vec::new();
        if let Some((_, table)) = section(self, "measure") {
            (content.measure, quick) = self.measure(table, &engines, grid.as_ref());
        }
        let origins = origins.unwrap_or_default();
        content.cells = self.cells(grid, &engines, &origins, &quick, content.measure.minimal);
        content
    }

    fn cells(
        &mut self,
        grid: Option<Grid>,
        engines: &Engines,
        origins: &[Spanned<Origin>],
        quick: &[Rule],
        minimal: bool,
    ) -> Vec<Cell> {
        let grid = grid.unwrap_or_else(|| Grid {
            broken: true,
            ..Grid::default()
        });
        let plan = Plan {
            grid: &grid,
            engines,
            origins,
            quick,
            minimal,
        };
        grid::cells(self, &plan)
    }

    /// Notes that a part of the file is missing, unless it is there and wrong.
    fn missing(&mut self, document: &DeTable, key: &str, message: &str) {
        if !document.contains_key(key) {
            self.add(&(0..0), message);
        }
    }

    fn required_text(&mut self, document: &DeTable, key: &str) -> String {
        self.missing(document, key, &format!("`{key}` is missing"));
        let Some(text) = self.optional_text(document, key) else {
            return String::new();
        };
        if text.trim().is_empty() {
            let at = document.get(key).map_or(0..0, Spanned::span);
            self.add(&at, format!("{key}: an empty text says nothing"));
        }
        text
    }

    fn optional_text(&mut self, document: &DeTable, key: &str) -> Option<String> {
        document.get(key).and_then(|node| self.text(key, node))
    }

    /// Checks that a key is a list of tables; what is in them is for others to read.
    fn sections(&mut self, document: &DeTable, key: &str) {
        let Some(node) = document.get(key) else {
            return;
        };
        let list = node.get_ref().as_array();
        let tables = list.is_some_and(|list| list.iter().all(|item| item.get_ref().is_table()));
        if !tables {
            self.wrong(key, node, format!("a list of tables: write [[{key}]]"));
        }
    }

    fn grid(
        &mut self,
        at: Span,
        table: &DeTable,
        engines: &Engines,
        positions: Option<Span>,
    ) -> Grid {
        let mut grid = Grid {
            at,
            ..Grid::default()
        };
        let mut shape = Vec::new();
        for (name, key, node) in flattened(table) {
            let mut reader = AxisReader {
                diagnosis: self,
                engines,
            };
            match AxisKey::named(&name) {
                _ if GRID_KEYS.contains(&name.as_str()) => shape.push((name, node)),
                Some(axis) if grid.axes.iter().any(|known| known.key == axis) => {
                    self.add(&key.span(), format!("{name}: this axis is there twice"));
                }
                Some(axis) => grid.axes.push(reader.axis(axis, key.span(), node)),
                None => unknown_axis(self, &name, &key.span(), &GRID_KEYS),
            }
        }
        if !grid.axes.iter().any(|axis| axis.key == AxisKey::Game) {
            self.add(&grid.at, "grid: `game` is missing");
        }
        let position = grid.axes.iter().find(|axis| axis.key == AxisKey::Position);
        if let (Some(axis), Some(_)) = (position, positions) {
            let message = "position: either an axis of the grid or [positions], not both";
            self.add(&axis.at, message);
        }
        for (name, node) in shape {
            match name.as_str() {
                "zip" => self.zips(&mut grid, node),
                "include" => grid.include = self.includes(node, engines),
                _ => grid.exclude = self.rules("exclude", node, engines, &grid.axes),
            }
        }
        grid
    }

    /// Rules, each key of which some cell must have.
    fn rules(&mut self, key: &str, node: &Node, engines: &Engines, axes: &[Axis]) -> Vec<Rule> {
        let mut reader = AxisReader {
            diagnosis: self,
            engines,
        };
        let rules = reader.rules(key, node);
        for asked in rules.iter().flat_map(|rule| &rule.keys) {
            let limit = [AxisKey::Depth, AxisKey::Nodes, AxisKey::Time];
            let axis = *asked.get_ref();
            if limit.contains(&axis) && !axes.iter().any(|known| known.key == axis) {
                let message = format!("{key}: the grid has no axis `{}`", axis.name());
                self.add(&asked.span(), message);
            }
        }
        rules
    }

    fn includes(&mut self, node: &Node, engines: &Engines) -> Vec<Spanned<Vec<Axis>>> {
        let mut includes = Vec::new();
        for node in items(node) {
            let Some(table) = self.table("include", node, " like { depth = 10 }") else {
                continue;
            };
            let mut axes: Vec<Axis> = Vec::new();
            for (name, key, node) in flattened(table) {
                let Some(axis) = AxisKey::named(&name) else {
                    unknown_axis(self, &name, &key.span(), &[]);
                    continue;
                };
                let mut reader = AxisReader {
                    diagnosis: self,
                    engines,
                };
                axes.push(reader.axis(axis, key.span(), node));
            }
            includes.push(Spanned::new(node.span(), axes));
        }
        includes
    }

    /// Groups of axes that advance together; one group need not be a list in a list.
    fn zips(&mut self, grid: &mut Grid, node: &Node) {
        let one_group = items(node).iter().all(|item| item.get_ref().is_str());
        let groups = if one_group {
            std::slice::from_ref(node)
        } else {
            items(node)
        };
        for group in groups {
            match self.zip(grid, group) {
                Some(keys) => grid.zips.push(Spanned::new(group.span(), keys)),
                None => grid.broken = true,
            }
        }
    }

    fn zip(&mut self, grid: &Grid, group: &Node) -> Option<Vec<AxisKey>> {
        let names: Vec<_> = grid.axes.iter().map(|axis| axis.key.name()).collect();
        let (mut axes, mut whole) = (Vec::<&Axis>::new(), Some(()));
        for node in items(group) {
            let name = as_text(node);
            let axis = grid.axes.iter().find(|axis| name == Some(axis.key.name()));
            let zipped = |key| {
                let mut before = grid.zips.iter().flat_map(|zip| zip.get_ref());
                before.any(|known| *known == key) || axes.iter().any(|axis| axis.key == key)
            };
            let problem = match (name, axis) {
                (None, _) => Some("zip: a group is a list of axes".to_string()),
                (Some(name), None) => {
                    let hint = suggestion(name, &names);
                    Some(format!("zip: the grid has no axis `{name}`{hint}"))
                }
                (Some(name), Some(axis)) if zipped(axis.key) => {
                    Some(format!("zip: `{name}` is there twice"))
                }
                _ => None,
            };
            match (problem, axis) {
                (None, Some(axis)) => axes.push(axis),
                (problem, _) => {
                    self.add(&node.span(), problem.unwrap_or_default());
                    whole = None;
                }
            }
        }
        whole?;
        if axes.len() < 2 {
            self.add(&group.span(), "zip: a group has two axes or more");
            return None;
        }
        if axes.iter().any(|axis| axis.broken) {
            return None;
        }
        let lengths: Vec<_> = axes.iter().map(|axis| axis.values.len()).collect();
        if lengths.iter().any(|length| *length != lengths[0]) {
            let has = axes.iter().zip(&lengths);
            let has = has.map(|(axis, length)| format!("{} has {length}", axis.key.name()));
            let has = has.collect::<Vec<_>>().join(", ");
            let message = format!("zip: the axes have not as many values as each other: {has}");
            self.add(&group.span(), message);
            return None;
        }
        Some(axes.iter().map(|axis| axis.key).collect())
    }

    fn measure(
        &mut self,
        table: &DeTable,
        engines: &Engines,
        grid: Option<&Grid>,
    ) -> (Measure, Vec<Rule>) {
        self.known(table, &MEASURE_KEYS);
        let (mut measure, mut quick) = (Measure::default(), Vec::new());
        for (key, node) in entries(table) {
            let key = key.get_ref().as_ref();
            match key {
                "repeat" | "warmup" => {
                    let Some(number) = self.whole(key, node, 0, 1_000_000) else {
                        continue;
                    };
                    match key {
                        "repeat" => measure.repeat = number as u32,
                        _ => measure.warmup = number as u32,
                    }
                }
                "timeout" => measure.timeout = self.with_unit(key, node, parse_time, A_TIME),
                "memory" => measure.memory = self.with_unit(key, node, parse_bytes, A_SIZE),
                "minimal" => measure.minimal = self.flag(key, node).unwrap_or_default(),
                "quick" => {
                    let axes = grid.map_or(&[][..], |grid| &grid.axes);
                    quick = self.rules(key, node, engines, axes);
                }
                _ => {}
            }
        }
        (measure, quick)
    }

    /// A number with its unit.
    fn with_unit<T>(
        &mut self,
        key: &str,
        node: &Node,
        read: fn(&str) -> Result<T, String>,
        form: &str,
    ) -> Option<T> {
        let value = as_text(node).and_then(|text| read(text).ok());
        if value.is_none() {
            self.wrong(key, node, form);
        }
        value
    }
}
