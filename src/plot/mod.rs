//! Charts: from prepared numbers to SVG, and to PNG where that is asked for.
//!
//! Drawing only. What is drawn has been chosen, grouped and averaged elsewhere; a chart
//! is a plain struct of numbers and names, [`Chart::draw`] lays it out, and the
//! [`Drawing`] is written as SVG or PNG. The same chart gives the same bytes.
//!
//! | chart | for |
//! |---|---|
//! | [`Bars`] | counts by category, beside published ones |
//! | [`Lines`] | something over depth, size, ply |
//! | [`GameLines`] | something over the moves of a game |
//! | [`Ratios`] | how many times the baseline |
//! | [`Boxes`] | the spread over positions |
//! | [`Scatter`] | one measure against another |
//! | [`Shares`] | parts of a whole: which move cut off |
//! | [`SpeedUp`] | what threads bring |
//! | [`HeatMap`] | one number for each pair |
//! | [`Histogram`] | how often each size occurs |
//! | [`Points`] | estimates with their intervals: Elo, effects |
//!
//! How a chart is made: its file checks the data (`error`) and finds the range of its
//! axes (`scale`); `frame` sets title, legend and caption; `plane` or `rows` lays out
//! the axes with `ticks` that fit, measured by `font`; the chart draws its `marks` on
//! the `scene`, which `svg` and `png` hand to plotters. A new chart is a new file and
//! one line here.

mod axes;
mod bars;
mod boxes;
mod error;
mod font;
mod frame;
mod game;
mod heatmap;
mod histogram;
mod legend;
mod lines;
mod marks;
mod names;
mod number;
mod palette;
mod plane;
mod png;
mod points;
mod ratios;
mod rows;
mod scale;
mod scatter;
mod scene;
mod shares;
mod spec;
mod speedup;
mod svg;
mod ticks;

#[cfg(test)]
mod layout_tests;

pub use bars::{BarSeries, Bars};
pub use boxes::{BoxSeries, Boxes, Summary};
pub use error::PlotError;
pub use game::{GameLines, GameMove, GameSeries};
pub use heatmap::{Cell, HeatMap, Palette};
pub use histogram::{Histogram, HistogramSeries};
pub use lines::{Horizontal, LinePoint, LineSeries, Lines, Role};
pub use points::Points;
pub use ratios::Ratios;
pub use scatter::{Scatter, ScatterSeries};
pub use shares::{ShareRow, Shares};
pub use spec::{Axis, Estimate, EstimateSeries, Look, Names, Scale, Theme, Words};
pub use speedup::{SpeedSeries, SpeedUp};

/// Data that can be drawn.
pub trait Chart {
    /// Lays the chart out, or says what is wrong with its data.
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError>;
}

/// A chart laid out on its canvas.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    scene: scene::Scene,
    theme: Theme,
}

impl Drawing {
    fn new(scene: scene::Scene, look: &Look) -> Self {
        Self {
            scene,
            theme: look.theme,
        }
    }

    /// Width and height in pixels; the height may be more than was asked for.
    pub fn size(&self) -> (u32, u32) {
        (self.scene.width as u32, self.scene.height as u32)
    }

    /// The drawing as an SVG document, which can also stand inside an HTML page.
    pub fn svg(&self) -> Result<String, PlotError> {
        svg::document(&self.scene, self.theme)
    }

    /// The drawing as a PNG file on white, `scale` times its size in pixels.
    pub fn png(&self, scale: f64) -> Result<Vec<u8>, PlotError> {
        png::picture(&self.scene, scale)
    }
}
