//! A plot with values upwards, and values or names across.
//!
//! The room for an axis depends on its labels, which depend on how long the axis is,
//! which depends on the room for the other axis. The layout is found by going round
//! until nothing grows any more.

use super::axes::{self, ValueAxis};
use super::names::NameLabels;
use super::scale::Mapped;
use super::scene::{Rect, Scene};
use super::ticks::{Direction, Ticks};

/// What runs across.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Across<'a> {
    Values(&'a ValueAxis),
    Names {
        title: &'a str,
        names: &'a [String],
        /// At least as many as there are names; the others stay empty.
        slots: usize,
    },
}

/// A plot to be laid out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct PlaneSpec<'a> {
    pub across: Across<'a>,
    pub up: &'a ValueAxis,
    /// Pixels at the top that no value reaches, for labels over bars.
    pub headroom: f64,
}

/// The least height of a plot without its axes, also as a part of what is under it.
const LEAST_PLOT: f64 = 200.0;
const LEAST_PART: f64 = 0.9;
/// While the canvas has not grown yet, a plot is measured as if it were so high.
const LEAST_MEASURED: f64 = 70.0;

/// Where values stand across.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AcrossMap {
    Values(Mapped),
    Names { left: f64, slot: f64 },
}

impl AcrossMap {
    /// The pixel of a value, or of the middle of the slot with this number.
    pub fn at(&self, value: f64) -> f64 {
        match self {
            AcrossMap::Values(mapped) => mapped.at(value),
            AcrossMap::Names { left, slot } => left + slot * (value + 0.5),
        }
    }

    /// Whether a value stands in the band of zero.
    pub fn is_apart(&self, value: f64) -> bool {
        match self {
            AcrossMap::Values(mapped) => mapped.is_apart(value),
            AcrossMap::Names { .. } => false,
        }
    }
}

/// A plot that is laid out, its axes drawn.
pub(crate) struct Plane {
    pub plot: Rect,
    pub x: AcrossMap,
    pub y: Mapped,
}

/// Room around a plot, and what stands there.
#[derive(Clone, Default)]
struct Margins {
    left: f64,
    right: f64,
    bottom: f64,
    up: Ticks,
    up_title: Vec<String>,
    across: Ticks,
    across_title: Vec<String>,
    names: Option<NameLabels>,
}

impl PlaneSpec<'_> {
    /// How high the plot with its axes must be if it is so wide.
    pub fn needed(&self, width: f64, height: f64) -> f64 {
        let bottom = self.margins(width, height).bottom;
        LEAST_PLOT.max(bottom * LEAST_PART) + bottom
    }

    /// What the axis below needs, if the block is so wide and the plot alone so high.
    pub fn bottom(&self, width: f64, plot_height: f64) -> f64 {
        self.margins_by(width, |_| plot_height).bottom
    }

    fn margins(&self, width: f64, height: f64) -> Margins {
        self.margins_by(width, |bottom| (height - bottom).max(LEAST_MEASURED))
    }

    /// Margins of a block so wide, in which the plot's height follows from what is below.
    fn margins_by(&self, width: f64, plot_height: impl Fn(f64) -> f64) -> Margins {
        let mut margins = Margins {
            right: 4.0,
            ..Margins::default()
        };
        for _ in 0..8 {
            let (left, right, bottom) = (margins.left, margins.right, margins.bottom);
            let plot = Rect::new(left, 0.0, width - right, plot_height(bottom));
            self.measure_up(&mut margins, plot);
            self.measure_across(&mut margins, plot);
            margins.left = margins.left.max(left);
            margins.right = margins.right.max(right);
            margins.bottom = margins.bottom.max(bottom);
            if (margins.left, margins.right, margins.bottom) == (left, right, bottom) {
                break;
            }
        }
        margins
    }

    fn measure_up(&self, margins: &mut Margins, plot: Rect) {
        let mapped = self.mapped_up(plot);
        margins.up = axes::ticks_of(self.up, &mapped, Direction::Up);
        margins.up_title = axes::title_lines(&self.up.label, plot.height());
        margins.left = axes::left_room(&margins.up, &margins.up_title);
    }

    fn measure_across(&self, margins: &mut Margins, plot: Rect) {
        match self.across {
            Across::Values(axis) => {
                let mapped = Mapped::new(&axis.domain, plot.left, plot.right);
                margins.across = axes::ticks_of(axis, &mapped, Direction::Across);
                margins.across_title = axes::title_lines(&axis.label, plot.width());
                margins.bottom = axes::bottom_room(&margins.across_title);
                let ends = (plot.left, plot.right);
                let (left, right) = axes::overhang(&mapped, &margins.across, ends);
                margins.left = margins.left.max(left);
                margins.right = right.max(4.0);
            }
            Across::Names {
                title,
                names,
                slots,
            } => {
                let labels = NameLabels::fit(names, plot.width() / slots as f64);
                margins.across_title = axes::title_lines(title, plot.width());
                margins.bottom =
                    axes::TICK_GAP + labels.height() + axes::title_height(&margins.across_title);
                margins.names = Some(labels);
            }
        }
    }

    fn mapped_up(&self, plot: Rect) -> Mapped {
        Mapped::new(&self.up.domain, plot.bottom, plot.top + self.headroom)
    }

    /// Draws the axes in a block, and says where values stand.
    pub fn draw(&self, scene: &mut Scene, block: Rect) -> Plane {
        let margins = self.margins(block.width(), block.height());
        let plot = Rect::new(
            block.left + margins.left,
            block.top,
            block.right - margins.right,
            block.bottom - margins.bottom,
        );
        let y = self.mapped_up(plot);
        // The ticks anew: the last round may have changed the plot a little.
        let up = axes::ticks_of(self.up, &y, Direction::Up);
        axes::draw_left(scene, plot, &y, &up, &margins.up_title, block.left);
        let x = match self.across {
            Across::Values(axis) => {
                let mapped = Mapped::new(&axis.domain, plot.left, plot.right);
                let ticks = axes::ticks_of(axis, &mapped, Direction::Across);
                axes::draw_bottom(scene, plot, &mapped, &ticks, &margins.across_title);
                AcrossMap::Values(mapped)
            }
            Across::Names { slots, .. } => self.draw_names(scene, plot, &margins, slots),
        };
        Plane { plot, x, y }
    }

    fn draw_names(
        &self,
        scene: &mut Scene,
        plot: Rect,
        margins: &Margins,
        slots: usize,
    ) -> AcrossMap {
        let map = AcrossMap::Names {
            left: plot.left,
            slot: plot.width() / slots as f64,
        };
        let Some(labels) = &margins.names else {
            return map;
        };
        let center = |index: usize| map.at(index as f64);
        let top = plot.bottom + axes::TICK_GAP;
        labels.draw(scene, center, top);
        let Across::Names { names, .. } = self.across else {
            return map;
        };
        for index in (0..names.len()).filter(|&index| labels.shows(index)) {
            axes::draw_bottom_tick(scene, plot, center(index));
        }
        let under = top + labels.height();
        axes::bottom_title(scene, plot, &margins.across_title, under);
        axes::draw_baseline(scene, plot);
        map
    }
}
