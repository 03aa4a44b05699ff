//! Lines over depth, board size, ply: one a series, with bands where values are
//! uncertain and dashed lines for what was not measured.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::frame::Frame;
use super::legend::{Entry, Legend, Sample, reference_stroke};
use super::marks;
use super::palette::{DOTS, SeriesStyle};
use super::plane::{Across, Plane, PlaneSpec};
use super::scale::Origin;
use super::scene::{Point, Scene, Stroke};
use super::spec::{Axis, Estimate, Look, Names, Scale, Words};
use super::{Chart, Drawing};

/// Lines over an axis of numbers or names.
#[derive(Clone, PartialEq, Debug)]
pub struct Lines {
    pub words: Words,
    pub x: Horizontal,
    pub y: Axis,
    pub series: Vec<LineSeries>,
}

/// What runs across.
#[derive(Clone, PartialEq, Debug)]
pub enum Horizontal {
    Numbers(Axis),
    /// A point's `x` is the place of a name, counted from 0.
    Names(Names),
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct LineSeries {
    pub name: String,
    pub role: Role,
    /// In the order in which they are joined.
    pub points: Vec<LinePoint>,
}

/// What a line stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Role {
    #[default]
    Measured,
    /// Something to compare with, such as the minimal tree: dashed, without markers.
    Reference,
}

/// A point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LinePoint {
    pub x: f64,
    /// With its interval, which is drawn as a band; `None` interrupts the line.
    pub y: Option<Estimate>,
}

impl LinePoint {
    /// A point whose value is known exactly.
    pub fn exact(x: f64, y: f64) -> Self {
        let y = Some(Estimate::exact(y));
        Self { x, y }
    }
}

/// About what the vertical axis takes, and the least room for a name.
const AXIS_ROOM: f64 = 90.0;
const LEAST_SLOT: f64 = 15.0;
/// Markers nearer to each other than this hide the line.
const MARKER_STEP: f64 = 10.0;

impl Chart for Lines {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let (xs, ys) = self.check()?;
        let y = ValueAxis::covering(&self.y, &ys, Origin::Free, "vertical axis")?;
        let x;
        let across = match &self.x {
            Horizontal::Numbers(axis) => {
                x = ValueAxis::covering(axis, &xs, Origin::Places, "horizontal axis")?;
                Across::Values(&x)
            }
            Horizontal::Names(names) => Across::Names {
                title: &names.title,
                names: &names.names,
                slots: names.names.len(),
            },
        };
        let spec = PlaneSpec {
            across,
            up: &y,
            headroom: 0.0,
        };
        let frame = Frame {
            words: &self.words,
            look,
            legend: self.legend(),
            least_width: self.slots() as f64 * LEAST_SLOT + AXIS_ROOM,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let plane = spec.draw(&mut scene, block);
        self.draw_series(&mut scene, &plane);
        Ok(Drawing::new(scene, look))
    }
}

impl Lines {
    fn slots(&self) -> usize {
        match &self.x {
            Horizontal::Numbers(_) => 0,
            Horizontal::Names(names) => names.names.len(),
        }
    }

    /// Every number to be shown, across and upwards.
    fn check(&self) -> Result<(Vec<f64>, Vec<f64>), PlotError> {
        error::not_empty(&self.series, "series")?;
        if let Horizontal::Names(names) = &self.x {
            error::not_empty(&names.names, "names across")?;
        }
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for series in &self.series {
            let place = error::series_place(&series.name);
            for point in &series.points {
                let place = format!("{place}, x = {}", point.x);
                self.check_x(point.x, &place)?;
                if let Some(y) = &point.y {
                    error::estimate(y, self.y.scale, &place)?;
                    ys.extend(y.numbers());
                    xs.push(point.x);
                }
            }
        }
        Ok((xs, ys))
    }

    fn check_x(&self, x: f64, place: &str) -> Result<(), PlotError> {
        match &self.x {
            Horizontal::Numbers(axis) => error::drawable(x, axis.scale, place),
            Horizontal::Names(names) => {
                error::finite(x, place)?;
                let count = names.names.len();
                if x.fract() == 0.0 && (0.0..count as f64).contains(&x) {
                    return Ok(());
                }
                Err(PlotError::Impossible {
                    place: place.to_owned(),
                    reason: format!("there are {count} names, numbered from 0"),
                })
            }
        }
    }

    /// Each series with the mark it is known by. Measured lines and references are
    /// counted apart, so that a reference does not change the colours of the others.
    fn marked(&self) -> Vec<(Sample, &LineSeries)> {
        let (mut measured, mut references) = (0, 0);
        let mark = |series: &LineSeries| match series.role {
            Role::Measured => {
                measured += 1;
                Sample::Line(SeriesStyle::of(measured - 1))
            }
            Role::Reference => {
                references += 1;
                Sample::Reference(references - 1)
            }
        };
        let marks: Vec<_> = self.series.iter().map(mark).collect();
        marks.into_iter().zip(&self.series).collect()
    }

    fn legend(&self) -> Legend {
        let marked = self.marked().into_iter();
        Legend {
            title: String::new(),
            entries: marked
                .map(|(sample, series)| Entry::new(sample, &series.name))
                .collect(),
        }
    }

    /// Bands behind lines behind markers, and references behind what was measured.
    fn draw_series(&self, scene: &mut Scene, plane: &Plane) {
        let marked = self.marked();
        for (sample, series) in &marked {
            if let Sample::Line(style) = sample {
                draw_bands(scene, plane, style, &series.points);
            }
        }
        for (sample, series) in &marked {
            if let Sample::Reference(index) = sample {
                draw_line(scene, plane, reference_stroke(*index), &series.points);
            }
        }
        for (sample, series) in &marked {
            if let Sample::Line(style) = sample {
                draw_line(scene, plane, style.stroke(2.0), &series.points);
            }
        }
        for (index, (sample, series)) in marked.iter().enumerate() {
            if let Sample::Line(style) = sample {
                draw_markers(scene, plane, style, &series.points, index);
            }
        }
    }
}

/// The points of a line up to each gap.
fn runs(points: &[LinePoint]) -> Vec<Vec<(f64, Estimate)>> {
    points
        .split(|point| point.y.is_none())
        .map(|run| {
            let known = run.iter().filter_map(|point| Some((point.x, point.y?)));
            known.collect::<Vec<_>>()
        })
        .filter(|run| !run.is_empty())
        .collect()
}

/// Lines between points on the scale; a step to or from zero's band is only dotted,
/// since its slope means nothing.
fn draw_line(scene: &mut Scene, plane: &Plane, stroke: Stroke, points: &[LinePoint]) {
    for run in runs(points) {
        let apart = |(x, y): &(f64, Estimate)| plane.x.is_apart(*x) || plane.y.is_apart(y.value);
        let at = |(x, y): &(f64, Estimate)| (plane.x.at(*x), plane.y.at(y.value));
        for piece in run.chunk_by(|a, b| apart(a) == apart(b)) {
            if piece.len() > 1 {
                scene.line(piece.iter().map(at).collect::<Vec<_>>(), stroke);
            }
        }
        for pair in run
            .windows(2)
            .filter(|pair| apart(&pair[0]) != apart(&pair[1]))
        {
            let dotted = Stroke {
                width: 1.2,
                dash: DOTS,
                ..stroke
            };
            scene.line([at(&pair[0]), at(&pair[1])], dotted);
        }
    }
}

/// Intervals as a band, or as a whisker where a point stands alone.
fn draw_bands(scene: &mut Scene, plane: &Plane, style: &SeriesStyle, points: &[LinePoint]) {
    for run in runs(points) {
        for piece in run.chunk_by(|a, b| a.1.interval.is_some() == b.1.interval.is_some()) {
            let ends: Vec<_> = piece
                .iter()
                .filter_map(|(x, y)| Some((plane.x.at(*x), y.interval?)))
                .collect();
            let low = |&(x, (low, _)): &(f64, (f64, f64))| (x, plane.y.at(low));
            let high = |&(x, (_, high)): &(f64, (f64, f64))| (x, plane.y.at(high));
            match ends.as_slice() {
                [] => {}
                [one] => marks::whisker(scene, low(one), high(one), 4.0, style.outline(1.3)),
                ends => {
                    let up = ends.iter().map(high);
                    let outline: Vec<Point> = up.chain(ends.iter().rev().map(low)).collect();
                    scene.area(outline, style.tint(0.18));
                }
            }
        }
    }
}

/// Markers at the points, or at some of them where they would hide the line.
fn draw_markers(
    scene: &mut Scene,
    plane: &Plane,
    style: &SeriesStyle,
    points: &[LinePoint],
    offset: usize,
) {
    let room = (plane.plot.width() / MARKER_STEP).max(1.0) as usize;
    let every = points.len().div_ceil(room).max(1);
    let shown = |index: usize| {
        let alone = |index: Option<usize>| {
            let neighbour = index.and_then(|index| points.get(index));
            neighbour.is_none_or(|point| point.y.is_none())
        };
        // Lines of the same values show each other's markers in turn.
        index % every == offset % every || (alone(index.checked_sub(1)) && alone(Some(index + 1)))
    };
    for (index, point) in points.iter().enumerate() {
        if let Some(y) = point.y
            && shown(index)
        {
            let at = (plane.x.at(point.x), plane.y.at(y.value));
            marks::marker(scene, style, at, marks::MARKER);
        }
    }
}

/// A line `y = x` over the range of some values, straight on axes of the same scale.
pub(crate) fn identity(name: &str, values: impl Iterator<Item = f64>, scale: Scale) -> LineSeries {
    let values: Vec<_> = values.collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let low = if scale == Scale::Linear {
        low.min(1.0)
    } else {
        low
    };
    LineSeries {
        name: name.to_owned(),
        role: Role::Reference,
        points: [low, high]
            .map(|value| LinePoint::exact(value, value))
            .to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::scene::Shape;

    fn lines(scale: Scale, ys: &[Option<f64>]) -> Lines {
        let points = ys.iter().enumerate().map(|(index, y)| LinePoint {
            x: index as f64 + 1.0,
            y: y.map(Estimate::exact),
        });
        Lines {
            words: Words::titled("t"),
            x: Horizontal::Numbers(Axis::linear("depth")),
            y: Axis::on(scale, "nodes"),
            series: vec![LineSeries {
                name: "s".to_owned(),
                role: Role::Measured,
                points: points.collect(),
            }],
        }
    }

    fn drawn(lines: &Lines) -> Vec<(usize, Stroke)> {
        let drawing = lines.draw(&Look::default()).unwrap();
        let series = |shape: &Shape| match shape {
            Shape::Line { points, stroke } if stroke.paint == SeriesStyle::of(0).paint => {
                Some((points.len(), *stroke))
            }
            _ => None,
        };
        // The last is the sample in the legend, which is drawn first.
        drawing
            .scene
            .shapes
            .iter()
            .filter_map(series)
            .skip(1)
            .collect()
    }

    #[test]
    fn a_gap_interrupts_the_line() {
        let values = [Some(1.0), Some(2.0), None, Some(4.0), Some(5.0), Some(6.0)];
        let pieces: Vec<_> = drawn(&lines(Scale::Linear, &values))
            .into_iter()
            .map(|(count, _)| count)
            .collect();
        assert_eq!(pieces, [2, 3]);
    }

    #[test]
    fn the_way_to_zero_is_dotted_on_a_logarithmic_axis() {
        let values = [Some(0.0), Some(10.0), Some(100.0)];
        let pieces = drawn(&lines(Scale::Log, &values));
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0].1.dash, SeriesStyle::of(0).dash);
        assert_eq!(pieces[1].1.dash, DOTS);
        assert_eq!(drawn(&lines(Scale::Linear, &values)).len(), 1);
    }

    #[test]
    fn a_name_that_is_not_there_is_refused() {
        let mut chart = lines(Scale::Linear, &[Some(1.0), Some(2.0)]);
        chart.x = Horizontal::Names(Names::new("move", ["a1", "b2"]));
        let error = chart.draw(&Look::default()).unwrap_err();
        assert!(error.to_string().contains("there are 2 names"), "{error}");
    }

    #[test]
    fn nothing_to_draw_is_refused() {
        let look = Look::default();
        assert!(lines(Scale::Log, &[]).draw(&look).is_err());
        assert!(lines(Scale::Log, &[None, None]).draw(&look).is_err());
        assert!(
            lines(Scale::Log, &[Some(f64::INFINITY)])
                .draw(&look)
                .is_err()
        );
    }
}
