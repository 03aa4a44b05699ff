//! From axes to cells.
//!
//! Cells come in one order, whatever the order of the file: nested by game, position,
//! depth, nodes, time, engine, and then the toggles as `plyometer list toggles` has them,
//! the first of these changing slowest. Axes that are zipped stand where the first of them
//! would. What `include` adds comes after the grid.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use toml::Spanned;

use crate::experiment::boards::Boards;
use crate::experiment::cell::{Cell, CellId, fnv1a};
use crate::experiment::choices::Choices;
use crate::experiment::diagnose::{Diagnosis, Span};
use crate::experiment::engines::Engines;
use crate::experiment::nest::{Level, Nest};
use crate::experiment::positions;
use crate::experiment::rules::Rule;
use crate::experiment::spec::{AxisKey, AxisValue, Grid, Origin};
use crate::search::Limits;

/// The most combinations of values there may be.
const MOST: u128 = 20_000_000;

/// What cells are made from.
pub struct Plan<'a> {
    pub grid: &'a Grid,
    pub engines: &'a Engines,
    pub origins: &'a [Spanned<Origin>],
    /// What a quick run leaves out.
    pub quick: &'a [Rule],
    pub minimal: bool,
}

/// All cells of an experiment, in their order, each but once.
pub fn cells(diagnosis: &mut Diagnosis, plan: &Plan) -> Vec<Cell> {
    let grid = plan.grid;
    let nest = Nest::of(grid);
    let more: Vec<Nest> = grid
        .include
        .iter()
        .map(|include| Nest::with(grid, include.get_ref()))
        .collect();
    let mut walk = Walk {
        diagnosis,
        plan,
        boards: Boards::new(plan.origins),
        choices: Choices::new(plan.engines),
        cells: Vec::new(),
        chosen: Vec::new(),
        text: String::new(),
    };
    let mut parts = Vec::new();
    if grid.broken {
        walk.look_at_positions(&nest);
    } else {
        parts.push(walk.part(&nest, &grid.exclude, grid.at.clone()));
        for (nest, include) in more.iter().zip(&grid.include) {
            parts.push(walk.part(nest, &[], include.span()));
        }
    }
    // What a grid that cannot be walked over would have laid over engines is not known.
    let lays_over = |key| matches!(key, AxisKey::Toggle(_));
    if !walk.cells.is_empty() || !grid.axes.iter().any(|axis| lays_over(axis.key)) {
        walk.choices.check_unused(walk.diagnosis);
    }
    walk.finish(&parts)
}

/// The cells that one nest of axes adds.
struct Part {
    /// The number of the cell after its last one.
    end: usize,
    at: Span,
}

/// Where a walk over the grid is.
struct Point {
    board: usize,
    place: usize,
    limits: Limits,
    /// The number of the value of each axis, if it is a toggle; at the end, the number of
    /// the engine.
    choice: Vec<usize>,
}

impl Point {
    fn engine(&mut self) -> &mut usize {
        let last = self.choice.len() - 1;
        &mut self.choice[last]
    }
}

struct Walk<'a, 'd, 's> {
    diagnosis: &'d mut Diagnosis<'s>,
    plan: &'a Plan<'a>,
    boards: Boards<'a>,
    choices: Choices<'a>,
    cells: Vec<Cell>,
    /// The choice behind each cell.
    chosen: Vec<usize>,
    /// The definition of the cell at hand.
    text: String,
}

/// What stays the same while one nest of axes is walked over.
struct Round<'a> {
    nest: &'a Nest<'a>,
    /// First those that exclude, then those that a quick run leaves out.
    rules: Vec<&'a Rule>,
    excluding: usize,
    choices: HashMap<Vec<usize>, usize>,
    /// Which rules pick a choice, as far as its engine goes.
    picked: HashMap<usize, Vec<bool>>,
    /// The positions that a rule names, on a board.
    meant: HashMap<(usize, usize), Vec<Arc<str>>>,
}

impl<'a> Walk<'a, '_, '_> {
    /// Adds all cells of a nest of axes, but for those that a rule excludes.
    fn part(&mut self, nest: &'a Nest<'a>, exclude: &'a [Rule], at: Span) -> Part {
        if self.can_be_walked(nest, &at) {
            nest.check_repeats(self.diagnosis);
            let mut round = Round {
                nest,
                rules: exclude.iter().chain(self.plan.quick).collect(),
                excluding: exclude.len(),
                choices: HashMap::new(),
                picked: HashMap::new(),
                meant: HashMap::new(),
            };
            let mut point = Point {
                board: 0,
                place: 0,
                limits: Limits::default(),
                choice: vec![0; nest.axes.len() + 1],
            };
            self.level(&mut round, 0, &mut point);
        }
        Part {
            end: self.cells.len(),
            at,
        }
    }

    /// Without knowing which cells there are, what is wrong with positions can be said.
    fn look_at_positions(&mut self, nest: &Nest) {
        let axes = nest.axes.iter();
        let listed = !axes.clone().any(|axis| axis.key == AxisKey::Position);
        for value in axes.filter(|_| listed).flat_map(|axis| &axis.values) {
            if let AxisValue::Game(game) = value.get_ref() {
                let board = self.boards.of(*game);
                self.boards.listed(self.diagnosis, board);
            }
        }
    }

    /// Whether there are games, and not too many combinations.
    fn can_be_walked(&mut self, nest: &Nest, at: &Span) -> bool {
        let mut games = 0;
        let mut positions = 1;
        let listed = nest
            .levels
            .iter()
            .any(|level| matches!(level, Level::Positions));
        for value in nest.axes.iter().flat_map(|axis| &axis.values) {
            if let AxisValue::Game(game) = value.get_ref() {
                games += 1;
                let board = self.boards.of(*game);
                if listed {
                    positions = positions.max(self.boards.listed(self.diagnosis, board).len());
                }
            }
        }
        let combinations = nest.levels.iter().fold(1u128, |product, level| {
            product.saturating_mul(match level {
                Level::Axes { steps, .. } => *steps as u128,
                Level::Positions => positions as u128,
                Level::Engines => self.plan.engines.all.len() as u128,
            })
        });
        if combinations > MOST {
            let message = format!("{combinations} combinations of values, more than {MOST}");
            self.diagnosis.add(at, message);
        }
        games > 0 && combinations <= MOST
    }

    fn level(&mut self, round: &mut Round<'a>, depth: usize, point: &mut Point) {
        let nest = round.nest;
        match nest.levels.get(depth) {
            None => self.cell(round, point),
            Some(Level::Positions) => {
                for place in self.boards.listed(self.diagnosis, point.board) {
                    point.place = place;
                    self.level(round, depth + 1, point);
                }
            }
            Some(Level::Engines) => {
                for number in 0..self.plan.engines.all.len() {
                    *point.engine() = number;
                    self.level(round, depth + 1, point);
                }
            }
            Some(Level::Axes { axes, steps }) => {
                for step in 0..*steps {
                    for &axis in axes {
                        self.step(nest, axis, step, point);
                    }
                    self.level(round, depth + 1, point);
                }
            }
        }
    }

    /// Moves one axis of the point.
    fn step(&mut self, nest: &Nest, axis: usize, step: usize, point: &mut Point) {
        let value = &nest.axes[axis].values[step];
        match value.get_ref() {
            AxisValue::Game(game) => point.board = self.boards.of(*game),
            AxisValue::Position(text) => {
                point.place = self.boards.place(point.board, text, &value.span());
            }
            AxisValue::Depth(depth) => point.limits.depth = Some(*depth),
            AxisValue::Nodes(nodes) => point.limits.nodes = Some(*nodes),
            AxisValue::Time(time) => point.limits.time = Some(*time),
            AxisValue::Engine(number) => *point.engine() = *number,
            AxisValue::Toggle(_) => point.choice[axis] = step,
        }
    }

    /// The cell at a point, unless a rule excludes it or something is wrong with it.
    fn cell(&mut self, round: &mut Round<'a>, point: &Point) {
        let choice = self.choice(round, point);
        if self.choices.get(choice).engine.is_none() {
            return;
        }
        let (excluding, all) = (round.excluding, round.rules.len());
        if (0..excluding).any(|rule| self.picks(round, rule, choice, point)) {
            return;
        }
        let left_out = (excluding..all).any(|rule| self.picks(round, rule, choice, point));
        let board = self.boards.get(point.board);
        let position = match board.position(point.place) {
            Ok(position) => position.clone(),
            Err((at, fault)) => return self.diagnosis.add(at, fault),
        };
        let Some(engine) = self.choices.on(self.diagnosis, choice, board.game) else {
            return;
        };
        let mut cell = Cell {
            id: CellId(0),
            game: board.game,
            position: position.moves,
            ply: position.ply,
            engine,
            limits: point.limits,
            minimal: self.plan.minimal,
            quick: !left_out,
        };
        self.text.clear();
        cell.write_definition(&mut self.text);
        cell.id = CellId(fnv1a(self.text.as_bytes()));
        self.cells.push(cell);
        self.chosen.push(choice);
    }

    /// The engine of a point with the toggles of the point laid over it.
    fn choice(&mut self, round: &mut Round<'a>, point: &Point) -> usize {
        if let Some(known) = round.choices.get(&point.choice) {
            return *known;
        }
        let axes = round.nest.axes.iter().zip(&point.choice);
        let over = axes.filter_map(|(axis, &step)| {
            let value = axis.values.get(step)?;
            match (axis.key, value.get_ref()) {
                (AxisKey::Toggle(toggle), AxisValue::Toggle(set)) => {
                    Some((toggle, set, value.span()))
                }
                _ => None,
            }
        });
        let number = point.choice[point.choice.len() - 1];
        let choice = self.choices.add(self.diagnosis, number, over.collect());
        if let Some(engine) = &self.choices.get(choice).engine {
            let rules = round.rules.iter();
            let picked = rules.map(|rule| rule.picks_engine(number, engine));
            round.picked.insert(choice, picked.collect());
        }
        round.choices.insert(point.choice.clone(), choice);
        choice
    }

    /// Whether a rule picks the cell at a point.
    fn picks(&self, round: &mut Round, number: usize, choice: usize, point: &Point) -> bool {
        let rule = round.rules[number];
        let board = self.boards.get(point.board);
        let engine = round.picked.get(&choice);
        if !engine.is_some_and(|picked| picked[number])
            || !rule.picks_limits(&point.limits)
            || !rule.picks_game(&board.game)
        {
            return false;
        }
        let Some(texts) = &rule.positions else {
            return true;
        };
        let meant = round.meant.entry((number, point.board));
        let meant = meant.or_insert_with(|| {
            let meant = texts.iter().map(|text| {
                let position = positions::canonical(board.game, text);
                position.map_or_else(|_| text.trim().into(), |position| position.moves)
            });
            meant.collect()
        });
        let moves = board.moves(point.place);
        meant.iter().any(|known| **known == *moves)
    }

    /// The cells, each but once.
    fn finish(mut self, parts: &[Part]) -> Vec<Cell> {
        if !self.diagnosis.is_clean() {
            return Vec::new();
        }
        let in_grid = parts.first().map_or(0, |part| part.end);
        let again = self.repeated(in_grid);
        if self.diagnosis.is_clean() {
            let mut begin = 0;
            for part in parts {
                if (begin..part.end).all(|number| again.contains(&number)) {
                    let message = "no cells: the rules leave none, or none that is new";
                    self.diagnosis.add(&part.at, message);
                }
                begin = part.end;
            }
            if !self.cells.iter().any(|cell| cell.quick)
                && let Some(rule) = self.plan.quick.first()
            {
                self.diagnosis
                    .add(&rule.at, "quick: the rules leave no cells");
            }
        }
        let mut numbers = 0..;
        self.cells
            .retain(|_| numbers.next().is_none_or(|number| !again.contains(&number)));
        self.cells
    }

    /// The numbers of the cells that are there already. Those of an `include` are simply
    /// left out, others are a mistake; and so are two cells that share an identity only.
    fn repeated(&mut self, in_grid: usize) -> HashSet<usize> {
        let mut again = HashSet::new();
        for Twin { number, same } in twins(&self.cells) {
            again.insert(number);
            let (id, name) = (self.cells[number].id, &self.cells[number].engine.name);
            let over = self.choices.get(self.chosen[number]).over.last();
            let with = over.map_or(String::new(), |(toggle, value, _)| {
                format!(" with {toggle} = {value}")
            });
            let message = match same {
                true if number >= in_grid => continue,
                true => {
                    format!("engine `{name}`{with} gives a cell that is there already; exclude it")
                }
                false => {
                    format!("two cells have the identity {id}: give engine `{name}` another name")
                }
            };
            let at = over.map_or(&self.plan.grid.at, |(_, _, at)| at);
            self.diagnosis.add(at, message);
        }
        again
    }
}

/// A cell that has the identity of an earlier one.
#[derive(PartialEq, Debug)]
struct Twin {
    number: usize,
    /// Whether it is the same cell in fact.
    same: bool,
}

fn twins(cells: &[Cell]) -> Vec<Twin> {
    let mut order: Vec<(CellId, usize)> = cells.iter().map(|cell| cell.id).zip(0..).collect();
    order.sort_unstable();
    let mut twins = Vec::new();
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let first = &cells[group[0].1];
        twins.extend(group[1..].iter().map(|&(_, number)| Twin {
            number,
            same: cells[number].definition() == first.definition(),
        }));
    }
    twins
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Experiment, Source};
    use std::path::Path;

    #[test]
    fn cells_that_share_an_identity_are_found() {
        let text = "title = \"t\"\nquestion = \"q\"\n[grid]\ngame = \"tris(3,3)\"\ndepth = \"1..=4\"\n\
                    [engines]\na = \"minimax\"\n";
        let experiment = Experiment::parse(Source::new(Path::new("x.toml"), text)).unwrap();
        let mut cells = experiment.cells;
        assert_eq!(twins(&cells), []);
        // No two texts with one hash are known, so one is forged.
        cells[2].id = cells[0].id;
        cells.push(cells[1].clone());
        let mut found = twins(&cells);
        found.sort_by_key(|twin| twin.number);
        let twin = |number, same| Twin { number, same };
        assert_eq!(found, [twin(2, false), twin(4, true)]);
    }
}
