//! Axes in the order in which they are nested.

use std::collections::HashSet;

use toml::Spanned;

use crate::experiment::diagnose::Diagnosis;
use crate::experiment::spec::{Axis, AxisKey, AxisValue, Grid};

/// Axes with what changes together.
pub struct Nest<'a> {
    /// In the order of their keys.
    pub axes: Vec<&'a Axis>,
    /// The slowest first.
    pub levels: Vec<Level>,
}

/// What changes together.
pub enum Level {
    /// Axes, by their number, and how many values each of them has.
    Axes { axes: Vec<usize>, steps: usize },
    /// The positions of `[positions]`, which depend on the game.
    Positions,
    /// Every engine there is.
    Engines,
}

impl<'a> Nest<'a> {
    /// The axes of a grid.
    pub fn of(grid: &'a Grid) -> Self {
        let zips: Vec<_> = grid.zips.iter().collect();
        Nest::new(grid.axes.iter().collect(), &zips)
    }

    /// The axes of a grid with others in their place. A zip that loses an axis is dissolved.
    pub fn with(grid: &'a Grid, others: &'a [Axis]) -> Self {
        let replaced = |key| others.iter().any(|axis| axis.key == key);
        let kept = grid.axes.iter().filter(|axis| !replaced(axis.key));
        let zips = grid.zips.iter();
        let zips: Vec<_> = zips
            .filter(|zip| !zip.get_ref().iter().any(|key| replaced(*key)))
            .collect();
        Nest::new(kept.chain(others).collect(), &zips)
    }

    fn new(mut axes: Vec<&'a Axis>, zips: &[&Spanned<Vec<AxisKey>>]) -> Self {
        axes.sort_by_key(|axis| axis.key);
        // A zip stands where the first of its axes would.
        let place = |key: AxisKey| {
            let zip = zips.iter().find(|zip| zip.get_ref().contains(&key));
            let first = zip.and_then(|zip| zip.get_ref().iter().min());
            first.copied().unwrap_or(key)
        };
        let mut levels: Vec<(AxisKey, Level)> = Vec::new();
        for (number, axis) in axes.iter().enumerate() {
            let place = place(axis.key);
            let count = axis.values.len();
            match levels.iter_mut().find(|level| level.0 == place) {
                Some((_, Level::Axes { axes, steps })) => {
                    axes.push(number);
                    *steps = count.min(*steps);
                }
                _ => {
                    let (axes, steps) = (vec![number], count);
                    levels.push((place, Level::Axes { axes, steps }));
                }
            }
        }
        let has = |key| axes.iter().any(|axis| axis.key == key);
        if !has(AxisKey::Position) {
            levels.push((AxisKey::Position, Level::Positions));
        }
        if !has(AxisKey::Engine) {
            levels.push((AxisKey::Engine, Level::Engines));
        }
        levels.sort_by_key(|level| level.0);
        let levels = levels.into_iter().map(|level| level.1).collect();
        Nest { axes, levels }
    }

    /// Notes values that one axis, or one zip of axes, has twice.
    pub fn check_repeats(&self, diagnosis: &mut Diagnosis) {
        for level in &self.levels {
            let Level::Axes { axes, steps } = level else {
                continue;
            };
            let axes: Vec<&Axis> = axes.iter().map(|&axis| self.axes[axis]).collect();
            let mut seen = HashSet::new();
            for step in 0..*steps {
                let values = axes.iter().map(|axis| axis.fingerprint(step));
                if !seen.insert(values.collect::<Vec<_>>()) {
                    let names: Vec<_> = axes.iter().map(|axis| axis.key.name()).collect();
                    let message = format!("{}: this value is there twice", names.join(", "));
                    diagnosis.add(&axes[0].values[step].span(), message);
                }
            }
        }
    }
}

impl Axis {
    /// A text that two values of an axis share if and only if they mean the same.
    fn fingerprint(&self, step: usize) -> String {
        match (self.key, self.values[step].get_ref()) {
            (_, AxisValue::Game(game)) => game.to_string(),
            (_, AxisValue::Position(text)) if text.trim() == "-" => String::new(),
            (_, AxisValue::Position(text)) => text.trim().into(),
            (AxisKey::Toggle(toggle), AxisValue::Toggle(value)) => toggle.fingerprint(value),
            (_, other) => format!("{other:?}"),
        }
    }
}
