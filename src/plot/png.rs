//! A scene as PNG, through plotters' bitmap backend.
//!
//! The backend draws hard pixels, so the picture is drawn several times as large and
//! scaled down. Labels are drawn from the embedded font: no font of the system is asked.

use std::sync::LazyLock;

use plotters::prelude::{BitMapBackend, DrawingBackend};
use plotters::style::{FontStyle, RGBAColor, register_font};

use super::error::PlotError;
use super::font;
use super::scene::{Fill, Paint, Point, Scene, Shape, Stroke, Text};
use super::svg::{rgb, text_style};

/// Hard pixels along the side of one of the picture's.
const FINENESS: u32 = 4;

/// The most pixels of a picture: more would take gigabytes to draw.
const MOST_PIXELS: f64 = 1e7;

static FONTS: LazyLock<bool> = LazyLock::new(|| {
    register_font(font::FAMILY, FontStyle::Normal, font::REGULAR).is_ok()
        && register_font(font::FAMILY, FontStyle::Bold, font::BOLD).is_ok()
});

/// The picture, `scale` times the size of the scene.
pub(crate) fn picture(scene: &Scene, scale: f64) -> Result<Vec<u8>, PlotError> {
    let side = |length: f64| (length * scale).round();
    let (width, height) = (side(scene.width), side(scene.height));
    if !(width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        let reason = format!("{scale} times its size is not between one and ten million pixels");
        return Err(PlotError::Picture(reason));
    }
    if !*FONTS {
        return Err(PlotError::Picture("the font cannot be read".to_owned()));
    }
    let (width, height) = (width as u32, height as u32);
    let hard = hard_pixels(scene, scale, width, height).map_err(PlotError::Picture)?;
    let soft = scaled_down(&hard, width as usize, height as usize);
    encoded(&soft, width, height).map_err(|error| PlotError::Picture(error.to_string()))
}

fn hard_pixels(scene: &Scene, scale: f64, width: u32, height: u32) -> Result<Vec<u8>, String> {
    let size = (width * FINENESS, height * FINENESS);
    // White, as every picture begins.
    let mut pixels = vec![0xFF; size.0 as usize * size.1 as usize * 3];
    let mut painter = Painter {
        backend: BitMapBackend::with_buffer(&mut pixels, size),
        steps: scale * f64::from(FINENESS),
    };
    for shape in &scene.shapes {
        painter.draw(shape)?;
    }
    drop(painter);
    Ok(pixels)
}

/// The mean of each square of hard pixels.
fn scaled_down(hard: &[u8], width: usize, height: usize) -> Vec<u8> {
    let fineness = FINENESS as usize;
    let row = width * fineness * 3;
    let mut soft = Vec::with_capacity(width * height * 3);
    for y in 0..height {
        for x in 0..width {
            for channel in 0..3 {
                let sum: u32 = (0..fineness)
                    .flat_map(|down| (0..fineness).map(move |across| (down, across)))
                    .map(|(down, across)| {
                        let first = (y * fineness + down) * row + (x * fineness + across) * 3;
                        u32::from(hard[first + channel])
                    })
                    .sum();
                let count = FINENESS * FINENESS;
                soft.push(((sum + count / 2) / count) as u8);
            }
        }
    }
    soft
}

fn encoded(pixels: &[u8], width: u32, height: u32) -> Result<Vec<u8>, png::EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(bytes)
}

struct Painter<'a> {
    backend: BitMapBackend<'a>,
    /// Hard pixels in a pixel of the scene.
    steps: f64,
}

impl Painter<'_> {
    fn hard(&self, (x, y): Point) -> (i32, i32) {
        let round = |length: f64| (length * self.steps).round() as i32;
        (round(x), round(y))
    }

    fn draw(&mut self, shape: &Shape) -> Result<(), String> {
        match shape {
            Shape::Line { points, stroke } => self.line(points, stroke),
            Shape::Area { points, fill } => self.polygon(points, color(fill)),
            Shape::Rect { rect, fill } => {
                let from = self.hard((rect.left, rect.top));
                let to = self.hard((rect.right, rect.bottom));
                // The backend's last pixel is inside; a rectangle's edge is not.
                if to.0 <= from.0 || to.1 <= from.1 {
                    return Ok(());
                }
                self.backend
                    .draw_rect(from, (to.0 - 1, to.1 - 1), &color(fill), true)
                    .map_err(|error| error.to_string())
            }
            Shape::Disc {
                center,
                radius,
                fill,
            } => self.polygon(&circle(*center, *radius), color(fill)),
            Shape::Text(text) => self.text(text),
        }
    }

    fn polygon(&mut self, points: &[Point], color: RGBAColor) -> Result<(), String> {
        let corners: Vec<_> = points.iter().map(|point| self.hard(*point)).collect();
        self.backend
            .fill_polygon(corners, &color)
            .map_err(|error| error.to_string())
    }

    /// A thick line, drawn as a rectangle for each piece and a disc at each bend: the
    /// backend's own outline of a bent line crosses itself where the line turns back.
    fn line(&mut self, points: &[Point], stroke: &Stroke) -> Result<(), String> {
        let color = opaque(stroke.paint);
        for piece in dashed(points, stroke.dash) {
            for ends in piece.windows(2) {
                self.polygon(&thick(ends[0], ends[1], stroke.width), color)?;
            }
            let bends = piece.len().saturating_sub(1);
            for bend in piece.iter().take(bends).skip(1) {
                self.polygon(&circle(*bend, stroke.width / 2.0), color)?;
            }
        }
        Ok(())
    }

    fn text(&mut self, text: &Text) -> Result<(), String> {
        // plotters passes its size to `ab_glyph` as it is, and puts the baseline half of
        // it below the top.
        let size = text.size * self.steps * font::height_per_em(text.weight);
        let (x, y) = self.hard(text.at);
        let shift = (size / 2.0).round() as i32;
        let top = match text.turned {
            true => (x - shift, y),
            false => (x, y - shift),
        };
        self.backend
            .draw_text(
                &text.content,
                &text_style(text, size, opaque(text.paint)),
                top,
            )
            .map_err(|error| error.to_string())
    }
}

fn opaque(paint: Paint) -> RGBAColor {
    color(&Fill::solid(paint))
}

fn color(fill: &Fill) -> RGBAColor {
    let (red, green, blue) = rgb(fill.paint);
    RGBAColor(red, green, blue, fill.alpha)
}

fn circle((x, y): Point, radius: f64) -> Vec<Point> {
    let corner = |index: u32| {
        let angle = std::f64::consts::TAU * f64::from(index) / 32.0;
        (x + radius * angle.cos(), y + radius * angle.sin())
    };
    (0..32).map(corner).collect()
}

/// A straight line as the rectangle it covers.
fn thick(from: Point, to: Point, width: f64) -> Vec<Point> {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let length = across.hypot(down);
    if length == 0.0 {
        return Vec::new();
    }
    let half = width / 2.0 / length;
    let (aside_x, aside_y) = (-down * half, across * half);
    vec![
        (from.0 + aside_x, from.1 + aside_y),
        (to.0 + aside_x, to.1 + aside_y),
        (to.0 - aside_x, to.1 - aside_y),
        (from.0 - aside_x, from.1 - aside_y),
    ]
}

/// The drawn pieces of a dashed line; the whole line if it is solid.
fn dashed(points: &[Point], dash: &[f64]) -> Vec<Vec<Point>> {
    if dash.is_empty() {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let mut piece: Vec<Point> = points.first().copied().into_iter().collect();
    let (mut index, mut left) = (0, dash[0]);
    for ends in points.windows(2) {
        let (from, to) = (ends[0], ends[1]);
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let part = done / length;
            let turn = (
                from.0 + (to.0 - from.0) * part,
                from.1 + (to.1 - from.1) * part,
            );
            if index % 2 == 0 {
                piece.push(turn);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![turn];
            }
            index += 1;
            left = dash[index % dash.len()];
        }
        left -= length - done;
        if index % 2 == 0 {
            piece.push(to);
        }
    }
    if index % 2 == 0 && piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::scene::{Anchor, Rect};

    #[test]
    fn dashes_add_up_to_their_share_of_the_line() {
        let points = [(0.0, 0.0), (30.0, 0.0), (30.0, 30.0)];
        let pieces = dashed(&points, &[4.0, 2.0]);
        let length = |piece: &Vec<Point>| -> f64 {
            let steps = piece.windows(2);
            steps
                .map(|ends| (ends[1].0 - ends[0].0).hypot(ends[1].1 - ends[0].1))
                .sum()
        };
        let drawn: f64 = pieces.iter().map(length).sum();
        assert!((drawn - 40.0).abs() < 1e-9, "{drawn}");
        assert_eq!(dashed(&points, &[]), [points.to_vec()]);
    }

    fn decoded(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        (info.width, info.height, pixels)
    }

    #[test]
    fn text_is_drawn_where_it_is_measured() {
        let mut scene = Scene {
            width: 120.0,
            height: 60.0,
            name: String::new(),
            shapes: Vec::new(),
        };
        scene.text("MNβ−HW", (60.0, 40.0), 16.0, Anchor::Middle, Paint::Ink);
        let measured = scene.texts().next().unwrap().area();
        let (width, height, pixels) = decoded(&picture(&scene, 1.0).unwrap());
        assert_eq!((width, height), (120, 60));
        let dark = |index: &usize| pixels[index * 3] < 0x80;
        let places = (0..120 * 60)
            .filter(dark)
            .map(|index| (index % 120, index / 120));
        let seen = places.fold(Rect::new(999.0, 999.0, 0.0, 0.0), |seen, (x, y)| {
            let (x, y) = (x as f64, y as f64);
            Rect::new(
                seen.left.min(x),
                seen.top.min(y),
                seen.right.max(x + 1.0),
                seen.bottom.max(y + 1.0),
            )
        });
        for (seen, measured) in [(seen.left, measured.left), (seen.right, measured.right)] {
            assert!((seen - measured).abs() < 3.0, "{seen} for {measured}");
        }
        assert!(seen.top >= measured.top - 1.0 && seen.bottom <= measured.bottom + 1.0);
    }

    #[test]
    fn a_picture_without_a_size_is_refused() {
        let scene = Scene {
            width: 100.0,
            height: 100.0,
            name: String::new(),
            shapes: Vec::new(),
        };
        for scale in [0.0, -1.0, f64::NAN, f64::INFINITY, 100.0] {
            assert!(picture(&scene, scale).is_err(), "{scale}");
        }
    }
}
