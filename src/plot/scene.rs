//! A chart as a list of shapes, in pixels, before it is SVG or PNG.
//!
//! plotters' backends draw whole pixels, one RGB colour at a time. Charts draw here
//! instead, in fractions of a pixel and in roles of colours, and [`super::svg`] and
//! [`super::png`] hand the shapes to plotters. What is laid out can be asked where it
//! stands, which is how the tests know that no two labels touch.

use super::font::{self, Weight};

pub(crate) type Point = (f64, f64);

/// An upright rectangle; y grows downwards.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rect {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Rect {
    pub fn new(left: f64, top: f64, right: f64, bottom: f64) -> Self {
        Self {
            left,
            top,
            right,
            bottom,
        }
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub fn center(&self) -> Point {
        (
            (self.left + self.right) / 2.0,
            (self.top + self.bottom) / 2.0,
        )
    }

    /// The corners in turn.
    pub fn corners(&self) -> [Point; 4] {
        [
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        ]
    }
}

/// A colour, or the part it plays where the page decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paint {
    /// Text and axes.
    Ink,
    /// Text that may stand back.
    Muted,
    /// Lines behind the data.
    Grid,
    /// The background.
    Paper,
    /// The colour of a series, by its place in the palette.
    Series(usize),
    /// A colour that is the same everywhere.
    Rgb(u8, u8, u8),
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Stroke {
    pub paint: Paint,
    pub width: f64,
    /// Lengths drawn and left out in turn, in pixels; none for a solid line.
    pub dash: &'static [f64],
}

impl Stroke {
    pub fn solid(paint: Paint, width: f64) -> Self {
        Self {
            paint,
            width,
            dash: &[],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Fill {
    pub paint: Paint,
    /// From 0, not to be seen, to 1.
    pub alpha: f64,
}

impl Fill {
    pub fn solid(paint: Paint) -> Self {
        Self { paint, alpha: 1.0 }
    }
}

/// Which point of a text its position is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    pub content: String,
    /// The anchor, on the baseline.
    pub at: Point,
    pub size: f64,
    pub anchor: Anchor,
    pub weight: Weight,
    pub paint: Paint,
    /// Turned to be read from below upwards.
    pub turned: bool,
}

/// How far letters reach above and below the baseline, as parts of the font size.
#[cfg(test)]
const REACH: (f64, f64) = (0.78, 0.24);

#[cfg(test)]
impl Text {
    /// What the text covers.
    pub fn area(&self) -> Rect {
        let width = font::width_in(&self.content, self.size, self.weight);
        let before = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let (x, y) = self.at;
        let (above, below) = (self.size * REACH.0, self.size * REACH.1);
        if self.turned {
            Rect::new(x - above, y + before - width, x + below, y + before)
        } else {
            Rect::new(x - before, y - above, x - before + width, y + below)
        }
    }
}

/// What is drawn.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    Line {
        points: Vec<Point>,
        stroke: Stroke,
    },
    Area {
        points: Vec<Point>,
        fill: Fill,
    },
    Rect {
        rect: Rect,
        fill: Fill,
    },
    Disc {
        center: Point,
        radius: f64,
        fill: Fill,
    },
    Text(Text),
}

/// A canvas with shapes on it, the later over the earlier.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Scene {
    pub width: f64,
    pub height: f64,
    /// What someone who cannot see the picture is told it is.
    pub name: String,
    pub shapes: Vec<Shape>,
}

impl Scene {
    pub fn line(&mut self, points: impl Into<Vec<Point>>, stroke: Stroke) {
        let points = points.into();
        self.shapes.push(Shape::Line { points, stroke });
    }

    pub fn area(&mut self, points: impl Into<Vec<Point>>, fill: Fill) {
        let points = points.into();
        self.shapes.push(Shape::Area { points, fill });
    }

    pub fn rect(&mut self, rect: Rect, fill: Fill) {
        self.shapes.push(Shape::Rect { rect, fill });
    }

    /// The outline of a rectangle.
    pub fn outline(&mut self, rect: Rect, stroke: Stroke) {
        let mut points = rect.corners().to_vec();
        points.push(points[0]);
        self.line(points, stroke);
    }

    pub fn disc(&mut self, center: Point, radius: f64, fill: Fill) {
        self.shapes.push(Shape::Disc {
            center,
            radius,
            fill,
        });
    }

    /// A line of text whose baseline is at `at`.
    pub fn text(&mut self, content: &str, at: Point, size: f64, anchor: Anchor, paint: Paint) {
        self.push_text(Text {
            content: content.to_owned(),
            at,
            size,
            anchor,
            weight: Weight::Regular,
            paint,
            turned: false,
        });
    }

    /// The same, with the middle of the letters at the height of `at`.
    pub fn text_beside(
        &mut self,
        content: &str,
        (x, y): Point,
        size: f64,
        anchor: Anchor,
        paint: Paint,
    ) {
        let at = (x, y + size * font::MIDDLE);
        self.text(content, at, size, anchor, paint);
    }

    /// Text turned to be read upwards, the middle of its letters at the `x` of `at`.
    pub fn text_upwards(
        &mut self,
        content: &str,
        (x, y): Point,
        size: f64,
        anchor: Anchor,
        paint: Paint,
    ) {
        self.push_text(Text {
            content: content.to_owned(),
            at: (x + size * font::MIDDLE, y),
            size,
            anchor,
            weight: Weight::Regular,
            paint,
            turned: true,
        });
    }

    pub fn push_text(&mut self, text: Text) {
        if !text.content.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }

    /// Lines of text under each other; gives back where the next would begin.
    pub fn paragraph(
        &mut self,
        lines: &[String],
        (x, top): Point,
        size: f64,
        weight: Weight,
        paint: Paint,
    ) -> f64 {
        let height = font::line_height(size);
        for (index, line) in lines.iter().enumerate() {
            self.push_text(Text {
                content: line.clone(),
                at: (x, top + height * index as f64 + size * 0.95),
                size,
                anchor: Anchor::Start,
                weight,
                paint,
                turned: false,
            });
        }
        top + height * lines.len() as f64
    }

    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &Text> {
        self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        })
    }
}

/// The middle of a pixel, where a thin upright or level line is sharp.
pub(crate) fn crisp(position: f64) -> f64 {
    position.floor() + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(anchor: Anchor, turned: bool) -> Text {
        Text {
            content: "abc".to_owned(),
            at: (100.0, 50.0),
            size: 10.0,
            anchor,
            weight: Weight::Regular,
            paint: Paint::Ink,
            turned,
        }
    }

    #[test]
    fn text_covers_what_its_anchor_says() {
        let width = font::width("abc", 10.0);
        assert_eq!(text(Anchor::Start, false).area().left, 100.0);
        assert_eq!(text(Anchor::End, false).area().right, 100.0);
        let middle = text(Anchor::Middle, false).area();
        assert_eq!(middle.width(), width);
        assert_eq!(middle.center().0, 100.0);
        assert!(middle.top < 50.0 && middle.bottom > 50.0);
    }

    #[test]
    fn turned_text_runs_upwards_from_its_start() {
        let width = font::width("abc", 10.0);
        let start = text(Anchor::Start, true).area();
        assert_eq!((start.bottom, start.top), (50.0, 50.0 - width));
        assert_eq!(text(Anchor::End, true).area().top, 50.0);
        assert!(start.left < 100.0 && start.right > 100.0);
    }
}
