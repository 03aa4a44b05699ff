//! A scene as SVG, through plotters' SVG backend.
//!
//! That backend knows whole pixels, RGB and solid lines. So it is given a canvas ten
//! times as fine, which the `viewBox` brings back to size, and, for a colour, a number
//! under which the real paint is kept; the numbers are replaced by the paints at the
//! end. This is how a line comes to be dashed and an axis to be `currentColor`.

use plotters::prelude::{DrawingBackend, FontTransform, SVGBackend, ShapeStyle};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontDesc, FontFamily, FontStyle, RGBAColor, TextStyle};

use super::error::PlotError;
use super::font::{self, Weight};
use super::palette;
use super::scene::{Anchor, Fill, Paint, Point, Scene, Shape, Stroke, Text};
use super::spec::Theme;

/// Steps a pixel is divided in.
const FINENESS: f64 = 10.0;

/// plotters takes a font size to be 1.24 of what SVG calls by that name, and puts the
/// baseline 0.76 of it below the top; see its `svg.rs`.
const SIZE_FACTOR: f64 = 1.24;
const TOP_TO_BASELINE: f64 = 0.76;

/// The whole document.
pub(crate) fn document(scene: &Scene, theme: Theme) -> Result<String, PlotError> {
    let mut drawn = String::new();
    let mut painter = Painter {
        backend: SVGBackend::with_string(&mut drawn, (steps(scene.width), steps(scene.height))),
        paints: Vec::new(),
        theme,
    };
    for shape in &scene.shapes {
        painter.draw(shape).map_err(PlotError::Picture)?;
    }
    let paints = painter.finish().map_err(PlotError::Picture)?;
    let body = drawn.split_once('>').map_or("", |(_, body)| body);
    Ok(format!("{}{}", head(scene, theme), painted(body, &paints)))
}

/// The opening tag: the backend's own would be ten times too large on a page.
fn head(scene: &Scene, theme: Theme) -> String {
    let (width, height) = (scene.width, scene.height);
    let (fine_width, fine_height) = (steps(width), steps(height));
    let name = escaped(&scene.name);
    // A page may be narrower than the chart; a viewer of files may not know the style.
    let style = match theme {
        Theme::Paper => "",
        Theme::Page => " style=\"max-width:100%;height:auto\"",
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {fine_width} {fine_height}\" role=\"img\" aria-label=\"{name}\" \
         stroke-linejoin=\"round\"{style}>"
    )
}

fn escaped(text: &str) -> String {
    font::clean(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

fn steps(length: f64) -> u32 {
    (length * FINENESS).round() as u32
}

fn fine((x, y): Point) -> (i32, i32) {
    ((x * FINENESS).round() as i32, (y * FINENESS).round() as i32)
}

/// Puts the paints in the place of their numbers. No text that a user wrote can hold
/// the pattern, since the backend escapes quotation marks.
fn painted(body: &str, paints: &[String]) -> String {
    let mut text = String::with_capacity(body.len());
    let mut pieces = body.split("=\"#");
    text.push_str(pieces.next().unwrap_or(""));
    for piece in pieces {
        let (number, rest) = piece.split_at_checked(6).unwrap_or((piece, ""));
        let paint = usize::from_str_radix(number, 16)
            .ok()
            .and_then(|number| paints.get(number));
        text.push_str("=\"");
        text.push_str(paint.map_or("none", String::as_str));
        text.push_str(rest);
    }
    text.replace(" opacity=\"1\"", "")
        .replace(" stroke=\"none\"", "")
}

struct Painter<'a> {
    backend: SVGBackend<'a>,
    /// Attributes by the number that stands for them.
    paints: Vec<String>,
    theme: Theme,
}

impl Painter<'_> {
    /// Ends the document, and gives back the paints by their numbers.
    fn finish(mut self) -> Result<Vec<String>, String> {
        let ended = self.backend.present();
        ended.map_err(|error| error.to_string())?;
        Ok(self.paints)
    }

    fn draw(&mut self, shape: &Shape) -> Result<(), String> {
        let drawn = match shape {
            Shape::Line { points, stroke } => {
                let style = self.stroke(stroke);
                self.backend
                    .draw_path(points.iter().copied().map(fine), &style)
            }
            Shape::Area { points, fill } => {
                let style = self.fill(fill);
                self.backend
                    .fill_polygon(points.iter().copied().map(fine), &style)
            }
            Shape::Rect { rect, fill } => {
                let style = self.fill(fill);
                let (from, to) = ((rect.left, rect.top), (rect.right, rect.bottom));
                self.backend.draw_rect(fine(from), fine(to), &style, true)
            }
            Shape::Disc {
                center,
                radius,
                fill,
            } => {
                let style = self.fill(fill);
                self.backend
                    .draw_circle(fine(*center), steps(*radius), &style, true)
            }
            Shape::Text(text) => return self.text(text),
        };
        drawn.map_err(|error| error.to_string())
    }

    fn text(&mut self, text: &Text) -> Result<(), String> {
        let size = text.size * FINENESS;
        let color = self.numbered(css(text.paint, self.theme), opacity(text.paint, self.theme));
        let style = text_style(text, plotters_size(size), color);
        let (x, y) = fine(text.at);
        let shift = (TOP_TO_BASELINE * size).round() as i32;
        let top = match text.turned {
            true => (x - shift, y),
            false => (x, y - shift),
        };
        self.backend
            .draw_text(&text.content, &style, top)
            .map_err(|error| error.to_string())
    }

    fn stroke(&mut self, stroke: &Stroke) -> ShapeStyle {
        let mut attributes = css(stroke.paint, self.theme);
        if !stroke.dash.is_empty() {
            let dash: Vec<_> = stroke
                .dash
                .iter()
                .map(|length| steps(*length).to_string())
                .collect();
            attributes.push_str(&format!("\" stroke-dasharray=\"{}", dash.join(" ")));
        }
        ShapeStyle {
            color: self.numbered(attributes, opacity(stroke.paint, self.theme)),
            filled: false,
            stroke_width: steps(stroke.width),
        }
    }

    fn fill(&mut self, fill: &Fill) -> ShapeStyle {
        let alpha = fill.alpha * opacity(fill.paint, self.theme);
        ShapeStyle {
            color: self.numbered(css(fill.paint, self.theme), alpha),
            filled: true,
            stroke_width: 0,
        }
    }

    /// A colour that stands for some attributes until [`painted`] puts them in.
    fn numbered(&mut self, attributes: String, alpha: f64) -> RGBAColor {
        let known = self.paints.iter().position(|paint| *paint == attributes);
        let number = known.unwrap_or_else(|| {
            self.paints.push(attributes);
            self.paints.len() - 1
        });
        let [_, red, green, blue] = (number as u32).to_be_bytes();
        RGBAColor(red, green, blue, alpha)
    }
}

/// A size that plotters' division by [`SIZE_FACTOR`] brings back to a short number.
fn plotters_size(size: f64) -> f64 {
    let near = size * SIZE_FACTOR;
    [near, near.next_up(), near.next_down()]
        .into_iter()
        .find(|candidate| candidate / SIZE_FACTOR == size)
        .unwrap_or(near)
}

/// A text as both backends take it, with its top at the position it is drawn at.
pub(crate) fn text_style(text: &Text, size: f64, color: RGBAColor) -> TextStyle<'static> {
    let weight = match text.weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    let transform = match text.turned {
        true => FontTransform::Rotate270,
        false => FontTransform::None,
    };
    let across = match text.anchor {
        Anchor::Start => HPos::Left,
        Anchor::Middle => HPos::Center,
        Anchor::End => HPos::Right,
    };
    let font = FontDesc::new(FontFamily::Name(font::FAMILY), size, weight).transform(transform);
    TextStyle {
        font,
        color: color.to_backend_color(),
        pos: Pos::new(across, VPos::Top),
    }
}

/// The colours on paper.
pub(crate) fn rgb(paint: Paint) -> (u8, u8, u8) {
    match paint {
        Paint::Ink => (0x1A, 0x1A, 0x1A),
        Paint::Muted => (0x55, 0x55, 0x55),
        Paint::Grid => (0xDD, 0xDD, 0xDD),
        Paint::Paper => (0xFF, 0xFF, 0xFF),
        Paint::Series(index) => palette::hue(index),
        Paint::Rgb(red, green, blue) => (red, green, blue),
    }
}

fn css(paint: Paint, theme: Theme) -> String {
    let (red, green, blue) = rgb(paint);
    let color = format!("#{red:02x}{green:02x}{blue:02x}");
    match (theme, paint) {
        (Theme::Paper, _) | (Theme::Page, Paint::Rgb(..)) => color,
        (Theme::Page, Paint::Ink | Paint::Muted) => "currentColor".to_owned(),
        (Theme::Page, Paint::Grid) => "var(--plot-grid, currentColor)".to_owned(),
        (Theme::Page, Paint::Paper) => "var(--plot-paper, Canvas)".to_owned(),
        (Theme::Page, Paint::Series(index)) => {
            format!("var(--plot-series-{}, {color})", index + 1)
        }
    }
}

/// On a page, what stands back is the page's own colour made thin.
fn opacity(paint: Paint, theme: Theme) -> f64 {
    match (theme, paint) {
        (Theme::Page, Paint::Muted) => 0.75,
        (Theme::Page, Paint::Grid) => 0.2,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        Scene {
            width: 100.0,
            height: 50.0,
            name: "a < b & \"c\"".to_owned(),
            shapes: Vec::new(),
        }
    }

    fn parsed(svg: &str) -> roxmltree::Document<'_> {
        roxmltree::Document::parse(svg).unwrap_or_else(|error| panic!("{error}\n{svg}"))
    }

    #[test]
    fn what_users_write_is_escaped() {
        let mut scene = scene();
        let nasty = "<script>\"&'\u{b1}=\"#000000\"</script>";
        scene.text(nasty, (5.0, 20.0), 12.0, Anchor::Start, Paint::Ink);
        let svg = document(&scene, Theme::Paper).unwrap();
        let tree = parsed(&svg);
        let text = tree.descendants().find(|node| node.has_tag_name("text"));
        assert_eq!(text.unwrap().text().unwrap().trim(), nasty);
        assert_eq!(
            tree.root_element().attribute("aria-label"),
            Some("a < b & \"c\"")
        );
        assert!(!svg.contains("<script>"));
    }

    #[test]
    fn paints_and_dashes_take_the_place_of_their_numbers() {
        let mut scene = scene();
        let dashed = Stroke {
            paint: Paint::Series(0),
            width: 1.5,
            dash: &[4.0, 2.5],
        };
        scene.line([(0.0, 0.0), (10.25, 5.0)], dashed);
        scene.line([(0.0, 0.0), (1.0, 1.0)], Stroke::solid(Paint::Ink, 1.0));
        let svg = document(&scene, Theme::Paper).unwrap();
        let tree = parsed(&svg);
        let lines: Vec<_> = tree
            .descendants()
            .filter(|node| node.has_tag_name("polyline"))
            .collect();
        assert_eq!(lines[0].attribute("stroke"), Some("#0072b2"));
        assert_eq!(lines[0].attribute("stroke-dasharray"), Some("40 25"));
        assert_eq!(lines[0].attribute("stroke-width"), Some("15"));
        assert_eq!(lines[1].attribute("stroke"), Some("#1a1a1a"));
        assert_eq!(lines[1].attribute("stroke-dasharray"), None);
    }

    #[test]
    fn on_a_page_the_page_decides() {
        let mut scene = scene();
        scene.text("x", (5.0, 20.0), 12.0, Anchor::Start, Paint::Ink);
        scene.disc((5.0, 5.0), 2.0, Fill::solid(Paint::Paper));
        let svg = document(&scene, Theme::Page).unwrap();
        assert!(svg.contains("fill=\"currentColor\""));
        assert!(svg.contains("fill=\"var(--plot-paper, Canvas)\""));
        assert!(!svg.contains("#ffffff"));
    }

    #[test]
    fn font_sizes_are_short_numbers() {
        use font::{AXIS, CAPTION, LEGEND, SMALL, SUBTITLE, TICK, TITLE};
        for size in [AXIS, CAPTION, LEGEND, SMALL, SUBTITLE, TICK, TITLE] {
            let size = size * FINENESS;
            assert_eq!(plotters_size(size) / SIZE_FACTOR, size);
        }
    }
}
