//! What is around a plot: title above, legend at the right or below, caption under all.

use super::error::PlotError;
use super::font::{self, Weight};
use super::legend::{Legend, Placed};
use super::scene::{Fill, Paint, Rect, Scene};
use super::spec::{Look, Theme, Words};

/// Space at the edges of the canvas, and between the parts.
const MARGIN: f64 = 14.0;
const GAP: f64 = 12.0;

/// The part of the width that a legend at the right may take.
const BESIDE: f64 = 0.3;

/// The canvas sizes on which there is room for axes at all.
const SIDES: std::ops::RangeInclusive<u32> = 360..=4000;
const LEAST_HEIGHT: u32 = 160;

/// The parts around a plot.
pub(crate) struct Frame<'a> {
    pub words: &'a Words,
    pub look: &'a Look,
    pub legend: Legend,
    /// The plot and its axes need this width: a legend that would take from it goes below.
    pub least_width: f64,
}

/// Paragraphs wrapped to the canvas.
struct Wrapped {
    title: Vec<String>,
    subtitle: Vec<String>,
    caption: Vec<String>,
}

impl Frame<'_> {
    /// Draws the parts on a new canvas, and says what is left for the plot.
    ///
    /// `needed` says how high a plot with its axes must be if it is so wide, and could
    /// be so high; the canvas grows if it is not high enough for that.
    pub fn begin(&self, needed: impl Fn(f64, f64) -> f64) -> Result<(Scene, Rect), PlotError> {
        self.check()?;
        let room = f64::from(self.look.width) - 2.0 * MARGIN;
        let wrapped = self.wrapped(room);
        let top = MARGIN + above(&wrapped);
        let bottom = MARGIN + below(&wrapped);
        let height = f64::from(self.look.height);
        let available = height - top - bottom;

        let beside = self.legend.beside(room * BESIDE).and_then(|placed| {
            let width = room - placed.width() - GAP;
            let block = needed(width, available).max(available);
            let fits = placed.height() <= block && width >= self.least_width;
            fits.then_some((placed, width, block))
        });
        let (legend, width, block, total) = match beside {
            Some((placed, width, block)) => (Some(placed), width, block, top + block + bottom),
            None => {
                let placed = self.legend.below(room);
                let under = placed.as_ref().map_or(0.0, |placed| placed.height() + GAP);
                let available = available - under;
                let block = needed(room, available).max(available);
                (placed, room, block, top + block + under + bottom)
            }
        };
        let plot = Rect::new(MARGIN, top, MARGIN + width, top + block);
        let mut scene = self.canvas(total.ceil());
        let under = self.draw_legend(&mut scene, legend, plot, width < room);
        self.draw_words(&mut scene, &wrapped, under);
        Ok((scene, plot))
    }

    fn check(&self) -> Result<(), PlotError> {
        let Look { width, height, .. } = *self.look;
        let reason = if !SIDES.contains(&width) {
            "the width must be from 360 to 4000 pixels"
        } else if !(LEAST_HEIGHT..=*SIDES.end()).contains(&height) {
            "the height must be from 160 to 4000 pixels"
        } else {
            return Ok(());
        };
        Err(PlotError::Canvas {
            width,
            height,
            reason,
        })
    }

    fn wrapped(&self, room: f64) -> Wrapped {
        let wrap = |text: &Option<String>, size| match text {
            Some(text) => font::wrap(text, size, room, Weight::Regular),
            None => Vec::new(),
        };
        Wrapped {
            title: font::wrap(&self.words.title, font::TITLE, room, Weight::Bold),
            subtitle: wrap(&self.words.subtitle, font::SUBTITLE),
            caption: wrap(&self.words.caption, font::CAPTION),
        }
    }

    fn canvas(&self, height: f64) -> Scene {
        let mut scene = Scene {
            width: f64::from(self.look.width),
            height,
            name: self.words.title.clone(),
            shapes: Vec::new(),
        };
        if self.look.theme == Theme::Paper {
            let all = Rect::new(0.0, 0.0, scene.width, height);
            scene.rect(all, Fill::solid(Paint::Paper));
        }
        scene
    }

    /// Gives back where the next part below would begin.
    fn draw_legend(
        &self,
        scene: &mut Scene,
        legend: Option<Placed>,
        plot: Rect,
        beside: bool,
    ) -> f64 {
        match legend {
            Some(legend) if beside => {
                legend.draw(scene, (plot.right + GAP, plot.top));
                plot.bottom
            }
            Some(legend) => {
                let top = plot.bottom + GAP;
                legend.draw(scene, (MARGIN, top));
                top + legend.height()
            }
            None => plot.bottom,
        }
    }

    fn draw_words(&self, scene: &mut Scene, wrapped: &Wrapped, under: f64) {
        let after_title = scene.paragraph(
            &wrapped.title,
            (MARGIN, MARGIN),
            font::TITLE,
            Weight::Bold,
            Paint::Ink,
        );
        for (lines, top, size) in [
            (&wrapped.subtitle, after_title, font::SUBTITLE),
            (&wrapped.caption, under + GAP, font::CAPTION),
        ] {
            scene.paragraph(lines, (MARGIN, top), size, Weight::Regular, Paint::Muted);
        }
    }
}

/// The height of lines of text.
fn lines_height(lines: &[String], size: f64) -> f64 {
    lines.len() as f64 * font::line_height(size)
}

fn above(wrapped: &Wrapped) -> f64 {
    let words =
        lines_height(&wrapped.title, font::TITLE) + lines_height(&wrapped.subtitle, font::SUBTITLE);
    if words > 0.0 { words + GAP } else { 0.0 }
}

fn below(wrapped: &Wrapped) -> f64 {
    match lines_height(&wrapped.caption, font::CAPTION) {
        0.0 => 0.0,
        height => height + GAP,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame<'a>(words: &'a Words, look: &'a Look) -> Frame<'a> {
        Frame {
            words,
            look,
            legend: Legend::default(),
            least_width: 0.0,
        }
    }

    #[test]
    fn the_canvas_grows_for_what_needs_it() {
        let (words, look) = (Words::titled("t"), Look::default());
        let (scene, _) = frame(&words, &look).begin(|_, _| 100.0).unwrap();
        assert_eq!((scene.width, scene.height), (720.0, 440.0));
        let (scene, plot) = frame(&words, &look).begin(|_, _| 900.0).unwrap();
        assert!(scene.height > 900.0 && plot.height() == 900.0);
    }

    #[test]
    fn a_page_has_no_background() {
        let words = Words::default();
        let look = Look {
            theme: Theme::Page,
            ..Look::default()
        };
        let (scene, _) = frame(&words, &look).begin(|_, _| 100.0).unwrap();
        assert!(scene.shapes.is_empty());
    }

    #[test]
    fn canvases_without_room_are_refused() {
        let words = Words::default();
        for (width, height) in [(100, 400), (5000, 400), (720, 10), (720, 50_000)] {
            let look = Look {
                width,
                height,
                theme: Theme::Paper,
            };
            assert!(frame(&words, &look).begin(|_, _| 1.0).is_err());
        }
    }
}
