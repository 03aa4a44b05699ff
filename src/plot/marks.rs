//! Small things that many charts draw: markers, whiskers, hatched bars.

use std::f64::consts::{PI, TAU};

use super::font;
use super::palette::{Hatch, Marker, SeriesStyle};
use super::scene::{Fill, Paint, Point, Rect, Scene, Shape, Stroke};

/// Half the size of a marker, in pixels.
pub(crate) const MARKER: f64 = 4.2;

/// A marker of a series.
pub(crate) fn marker(scene: &mut Scene, style: &SeriesStyle, at: Point, radius: f64) {
    let outline = outline(style.marker, at, radius);
    if style.hollow {
        scene.area(outline.clone(), Fill::solid(Paint::Paper));
        close(scene, outline, style.outline(1.5));
    } else if style.marker == Marker::Circle {
        scene.disc(at, radius, style.tint(1.0));
    } else {
        scene.area(outline, style.tint(1.0));
    }
}

/// A hollow diamond in ink: a value that someone else published.
pub(crate) fn published(scene: &mut Scene, at: Point) {
    let outline = outline(Marker::Diamond, at, MARKER);
    scene.area(outline.clone(), Fill::solid(Paint::Paper));
    close(scene, outline, Stroke::solid(Paint::Ink, 1.4));
}

/// A small cross: a value that is not there.
pub(crate) fn missing(scene: &mut Scene, (x, y): Point) {
    let stroke = Stroke::solid(Paint::Muted, 1.3);
    for sign in [-1.0, 1.0] {
        scene.line(
            [(x - 3.0, y - 3.0 * sign), (x + 3.0, y + 3.0 * sign)],
            stroke,
        );
    }
}

fn close(scene: &mut Scene, mut points: Vec<Point>, stroke: Stroke) {
    points.push(points[0]);
    scene.line(points, stroke);
}

/// The corners of a marker, of about the same area whatever its shape.
fn outline(marker: Marker, (x, y): Point, radius: f64) -> Vec<Point> {
    let corners = |count: usize, first: f64, reach: &dyn Fn(usize) -> f64| {
        (0..count)
            .map(|index| {
                let angle = first + TAU * index as f64 / count as f64;
                let reach = radius * reach(index);
                (x + reach * angle.cos(), y + reach * angle.sin())
            })
            .collect()
    };
    match marker {
        Marker::Circle => corners(24, 0.0, &|_| 1.0),
        Marker::Square => corners(4, PI / 4.0, &|_| 1.25),
        Marker::Diamond => corners(4, 0.0, &|_| 1.3),
        Marker::Up => corners(3, -PI / 2.0, &|_| 1.45),
        Marker::Down => corners(3, PI / 2.0, &|_| 1.45),
        Marker::Left => corners(3, PI, &|_| 1.45),
        Marker::Right => corners(3, 0.0, &|_| 1.45),
        Marker::Star => corners(10, -PI / 2.0, &|index| [1.6, 0.7][index % 2]),
    }
}

/// An interval along one axis, with short strokes at its ends.
pub(crate) fn whisker(scene: &mut Scene, from: Point, to: Point, cap: f64, stroke: Stroke) {
    let upright = from.0 == to.0;
    scene.line([from, to], stroke);
    for (x, y) in [from, to] {
        let ends = if upright {
            [(x - cap, y), (x + cap, y)]
        } else {
            [(x, y - cap), (x, y + cap)]
        };
        scene.line(ends, stroke);
    }
}

/// A bar of a series, hatched so that it can be told in grey.
pub(crate) fn bar(scene: &mut Scene, style: &SeriesStyle, rect: Rect) {
    let (fill, lines) = if style.hollow {
        (0.3, style.outline(1.0))
    } else {
        (1.0, Stroke::solid(Paint::Paper, 1.1))
    };
    scene.rect(rect, style.tint(fill));
    hatch(scene, style.hatch, rect, lines);
    if style.hollow {
        scene.outline(rect, style.outline(1.0));
    }
}

/// A place where a value is missing: empty, crossed by light lines.
pub(crate) fn empty_cell(scene: &mut Scene, rect: Rect) {
    hatch(scene, Hatch::Rising, rect, Stroke::solid(Paint::Grid, 1.0));
    scene.outline(rect, Stroke::solid(Paint::Grid, 1.0));
}

/// Hatches a rectangle with lines that end at its sides.
fn hatch(scene: &mut Scene, hatch: Hatch, rect: Rect, stroke: Stroke) {
    let directions: &[(f64, f64, f64)] = match hatch {
        Hatch::None => &[],
        Hatch::Rising => &[(1.0, 1.0, 8.0)],
        Hatch::Falling => &[(-1.0, 1.0, 8.0)],
        Hatch::Crossed => &[(1.0, 1.0, 9.0), (-1.0, 1.0, 9.0)],
        Hatch::Level => &[(0.0, 1.0, 5.0)],
        Hatch::Upright => &[(1.0, 0.0, 4.0)],
        Hatch::Squared => &[(0.0, 1.0, 6.0), (1.0, 0.0, 6.0)],
        Hatch::Dense => &[(1.0, 1.0, 4.5)],
    };
    for &(across, down, step) in directions {
        for segment in parallel_lines(rect, across, down, step) {
            scene.shapes.push(Shape::Line {
                points: segment.to_vec(),
                stroke,
            });
        }
    }
}

/// The lines `across·x + down·y = n·step` inside a rectangle. Counting from the canvas'
/// corner makes the hatching of neighbours match.
fn parallel_lines(rect: Rect, across: f64, down: f64, step: f64) -> Vec<[Point; 2]> {
    let sums = rect.corners().map(|(x, y)| across * x + down * y);
    let least = sums.iter().copied().fold(f64::INFINITY, f64::min);
    let most = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let first = (least / step).floor() as i64 + 1;
    let last = (most / step).ceil() as i64 - 1;
    (first..=last)
        .filter_map(|index| clipped(rect, across, down, index as f64 * step))
        .collect()
}

/// The part of the line `across·x + down·y = sum` inside a rectangle.
fn clipped(rect: Rect, across: f64, down: f64, sum: f64) -> Option<[Point; 2]> {
    if down == 0.0 {
        let x = sum / across;
        return Some([(x, rect.top), (x, rect.bottom)]);
    }
    let y_at = |x: f64| (sum - across * x) / down;
    let (mut left, mut right) = (rect.left, rect.right);
    if across != 0.0 {
        let at_top = (sum - down * rect.top) / across;
        let at_bottom = (sum - down * rect.bottom) / across;
        left = left.max(at_top.min(at_bottom));
        right = right.min(at_top.max(at_bottom));
    }
    (right > left).then(|| [(left, y_at(left)), (right, y_at(right))])
}

/// The first of several texts that fits in a width, if any does.
pub(crate) fn first_that_fits(ways: &[String], size: f64, room: f64) -> Option<&String> {
    ways.iter().find(|way| font::width(way, size) <= room)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hatching_stays_inside() {
        let rect = Rect::new(10.3, 20.7, 33.1, 95.9);
        for (across, down) in [(1.0, 1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 0.0)] {
            let lines = parallel_lines(rect, across, down, 5.0);
            assert!(lines.len() >= 4);
            for (x, y) in lines.into_iter().flatten() {
                assert!((rect.left - 1e-9..=rect.right + 1e-9).contains(&x));
                assert!((rect.top - 1e-9..=rect.bottom + 1e-9).contains(&y));
            }
        }
    }
}
