//! Axes of numbers as they are drawn: at the left and at the bottom of a plot.

use super::error::{self, PlotError};
use super::font::{self, Weight};
use super::scale::{Domain, Mapped, Origin};
use super::scene::{Anchor, Fill, Paint, Rect, Scene, Stroke, crisp};
use super::spec::Axis;
use super::ticks::{self, Direction, Ticks};

/// An axis of numbers, ready to be laid out.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct ValueAxis {
    pub label: String,
    pub domain: Domain,
    /// After each number, such as `×` or `%`.
    pub suffix: &'static str,
}

impl ValueAxis {
    /// An axis that shows all of some values, at least one. `which` names it in an error.
    pub fn covering(
        axis: &Axis,
        values: &[f64],
        origin: Origin,
        which: &'static str,
    ) -> Result<Self, PlotError> {
        error::titled(axis, which)?;
        if values.is_empty() {
            let nothing = "every value is missing".to_owned();
            return Err(PlotError::Empty(nothing));
        }
        Ok(Self {
            label: axis.label(),
            domain: Domain::covering(axis.scale, values, origin),
            suffix: "",
        })
    }
}

/// Space between an axis and its numbers, and between these and its title.
pub(crate) const TICK_GAP: f64 = 8.0;
pub(crate) const TITLE_GAP: f64 = 6.0;
const TICK_LENGTH: f64 = 4.0;

fn axis_stroke() -> Stroke {
    Stroke::solid(Paint::Muted, 1.0)
}

fn grid_stroke() -> Stroke {
    Stroke::solid(Paint::Grid, 1.0)
}

/// A title beside an axis, wrapped to the axis' length.
pub(crate) fn title_lines(label: &str, room: f64) -> Vec<String> {
    font::wrap(label, font::AXIS, room, Weight::Regular)
}

/// How much room a title takes away from the plot.
pub(crate) fn title_height(lines: &[String]) -> f64 {
    match lines.len() {
        0 => 0.0,
        count => count as f64 * font::line_height(font::AXIS) + TITLE_GAP,
    }
}

/// The room that numbers and title take at the left of a plot.
pub(crate) fn left_room(ticks: &Ticks, title: &[String]) -> f64 {
    let labels: Vec<_> = ticks.labelled.iter().map(|(_, label)| label).collect();
    title_height(title) + font::widest(&labels, font::TICK) + TICK_GAP
}

/// The room that numbers and title take under a plot.
pub(crate) fn bottom_room(title: &[String]) -> f64 {
    TICK_GAP + font::line_height(font::TICK) + title_height(title)
}

/// How far the numbers under a plot reach beyond its left and right end.
pub(crate) fn overhang(axis: &Mapped, ticks: &Ticks, plot: (f64, f64)) -> (f64, f64) {
    ticks
        .labelled
        .iter()
        .fold((0.0, 0.0), |(left, right), (value, label)| {
            let (at, half) = (axis.at(*value), font::width(label, font::TICK) / 2.0);
            (
                f64::max(left, plot.0 - (at - half)),
                f64::max(right, at + half - plot.1),
            )
        })
}

/// A vertical axis at the left of a plot, with lines across it; `left` is where its
/// title begins.
pub(crate) fn draw_left(
    scene: &mut Scene,
    plot: Rect,
    axis: &Mapped,
    ticks: &Ticks,
    title: &[String],
    left: f64,
) {
    if let Some(broken) = axis.break_at() {
        let band = Rect::new(plot.left, broken, plot.right, plot.bottom);
        zero_band(scene, band);
    }
    let end = plot.left - TICK_LENGTH;
    for (value, label) in &ticks.labelled {
        let y = crisp(axis.at(*value));
        scene.line([(plot.left, y), (plot.right, y)], grid_stroke());
        scene.line([(end, y), (plot.left, y)], axis_stroke());
        let at = (plot.left - TICK_GAP, y);
        scene.text_beside(label, at, font::TICK, Anchor::End, Paint::Ink);
    }
    for value in &ticks.minor {
        let y = crisp(axis.at(*value));
        scene.line([(end + 1.5, y), (plot.left, y)], axis_stroke());
    }
    left_title(scene, plot, title, left);
    let x = crisp(plot.left);
    match axis.break_at() {
        None => scene.line([(x, plot.top), (x, plot.bottom)], axis_stroke()),
        Some(y) => {
            scene.line([(x, plot.top), (x, y - 2.5)], axis_stroke());
            scene.line([(x, y + 2.5), (x, plot.bottom)], axis_stroke());
            for y in [y - 2.5, y + 2.5] {
                scene.line([(x - 4.5, y + 2.0), (x + 4.5, y - 2.0)], axis_stroke());
            }
        }
    }
}

/// A title read upwards at the left of a plot.
pub(crate) fn left_title(scene: &mut Scene, plot: Rect, lines: &[String], left: f64) {
    let height = font::line_height(font::AXIS);
    for (index, line) in lines.iter().enumerate() {
        let x = left + height * (index as f64 + 0.5);
        let at = (x, plot.center().1);
        scene.text_upwards(line, at, font::AXIS, Anchor::Middle, Paint::Ink);
    }
}

/// A title under a plot, its first line below `top`.
pub(crate) fn bottom_title(scene: &mut Scene, plot: Rect, lines: &[String], top: f64) {
    let height = font::line_height(font::AXIS);
    for (index, line) in lines.iter().enumerate() {
        let y = top + TITLE_GAP + height * (index as f64 + 0.5);
        let at = (plot.center().0, y);
        scene.text_beside(line, at, font::AXIS, Anchor::Middle, Paint::Ink);
    }
}

/// A horizontal axis under a plot, with lines up through it.
pub(crate) fn draw_bottom(
    scene: &mut Scene,
    plot: Rect,
    axis: &Mapped,
    ticks: &Ticks,
    title: &[String],
) {
    if let Some(broken) = axis.break_at() {
        zero_band(scene, Rect::new(plot.left, plot.top, broken, plot.bottom));
    }
    let end = plot.bottom + TICK_LENGTH;
    let baseline = plot.bottom + TICK_GAP + font::TICK * 0.85;
    for (value, label) in &ticks.labelled {
        let x = crisp(axis.at(*value));
        scene.line([(x, plot.top), (x, plot.bottom)], grid_stroke());
        scene.line([(x, plot.bottom), (x, end)], axis_stroke());
        let at = (x, baseline);
        scene.text(label, at, font::TICK, Anchor::Middle, Paint::Ink);
    }
    for value in &ticks.minor {
        let x = crisp(axis.at(*value));
        scene.line([(x, plot.bottom), (x, end - 1.5)], axis_stroke());
    }
    let under = plot.bottom + TICK_GAP + font::line_height(font::TICK);
    bottom_title(scene, plot, title, under);
    let y = crisp(plot.bottom);
    match axis.break_at() {
        None => scene.line([(plot.left, y), (plot.right, y)], axis_stroke()),
        Some(x) => {
            scene.line([(plot.left, y), (x - 2.5, y)], axis_stroke());
            scene.line([(x + 2.5, y), (plot.right, y)], axis_stroke());
            for x in [x - 2.5, x + 2.5] {
                scene.line([(x - 2.0, y + 4.5), (x + 2.0, y - 4.5)], axis_stroke());
            }
        }
    }
}

/// Names at the left of a plot, wrapped to some room.
pub(crate) fn wrapped_names(names: &[String], room: f64) -> Vec<Vec<String>> {
    let wrap = |name: &String| font::wrap(name, font::TICK, room, Weight::Regular);
    names.iter().map(wrap).collect()
}

/// The room that names take at the left of a plot.
pub(crate) fn names_room(names: &[Vec<String>]) -> f64 {
    let widths = names.iter().map(|lines| font::widest(lines, font::TICK));
    widths.fold(0.0, f64::max) + TICK_GAP
}

/// Names at the left of a plot, each around the height that `middle` gives.
pub(crate) fn draw_left_names(
    scene: &mut Scene,
    plot: Rect,
    names: &[Vec<String>],
    middle: impl Fn(usize) -> f64,
) {
    let height = font::line_height(font::TICK);
    for (index, lines) in names.iter().enumerate() {
        let first = middle(index) - height * (lines.len() as f64 - 1.0) / 2.0;
        for (row, line) in lines.iter().enumerate() {
            let at = (plot.left - TICK_GAP, first + height * row as f64);
            scene.text_beside(line, at, font::TICK, Anchor::End, Paint::Ink);
        }
    }
}

/// The baseline under names.
pub(crate) fn draw_baseline(scene: &mut Scene, plot: Rect) {
    let y = crisp(plot.bottom);
    scene.line([(plot.left, y), (plot.right, y)], axis_stroke());
}

/// A short stroke under a plot, at a name.
pub(crate) fn draw_bottom_tick(scene: &mut Scene, plot: Rect, x: f64) {
    let x = crisp(x);
    let ends = [(x, plot.bottom), (x, plot.bottom + TICK_LENGTH)];
    scene.line(ends, axis_stroke());
}

/// The light band in which zeros stand beside a logarithmic axis.
fn zero_band(scene: &mut Scene, band: Rect) {
    let fill = Fill {
        paint: Paint::Grid,
        alpha: 0.4,
    };
    scene.rect(band, fill);
}

/// The ticks of an axis that is laid out already.
pub(crate) fn ticks_of(axis: &ValueAxis, mapped: &Mapped, direction: Direction) -> Ticks {
    ticks::choose(mapped, direction, axis.suffix)
}
