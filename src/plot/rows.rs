//! A plot with a row for each name and values across: long names lie level at the left,
//! and many rows make the chart taller, not denser.

use super::axes::{self, ValueAxis};
use super::font;
use super::scale::Mapped;
use super::scene::{Paint, Rect, Scene, Stroke, crisp};
use super::spec::Names;
use super::ticks::{Direction, Ticks};

/// The part of the width that names may take.
const NAMES: f64 = 0.34;

/// The least height of all rows together.
const LEAST_PLOT: f64 = 80.0;

/// Space above and below the lines of a name.
const ROW_GAP: f64 = 7.0;

/// A plot to be laid out.
pub(crate) struct RowsSpec<'a> {
    pub rows: &'a Names,
    pub across: &'a ValueAxis,
    /// The least height of a row, in pixels.
    pub least_row: f64,
    /// Pixels at the right for notes beside the rows.
    pub notes: f64,
}

/// A plot that is laid out, its axes drawn.
pub(crate) struct Rows {
    pub plot: Rect,
    pub x: Mapped,
    /// Where each row begins, and where the last one ends.
    edges: Vec<f64>,
}

impl Rows {
    /// The middle of the lane of a series in a row, and the height of the lane, which is
    /// the same in all rows.
    pub fn lane(&self, row: usize, series: usize, count: usize) -> (f64, f64) {
        let heights = self.edges.windows(2).map(|ends| ends[1] - ends[0]);
        let used = heights.fold(f64::INFINITY, f64::min) * 0.82;
        let lane = used / count as f64;
        let first = self.middle(row) - used / 2.0;
        (first + lane * (series as f64 + 0.5), lane)
    }

    /// The middle of a row.
    pub fn middle(&self, row: usize) -> f64 {
        (self.edges[row] + self.edges[row + 1]) / 2.0
    }
}

struct Margins {
    left: f64,
    right: f64,
    bottom: f64,
    names: Vec<Vec<String>>,
    title: Vec<String>,
    across_title: Vec<String>,
}

impl RowsSpec<'_> {
    /// How high the plot with its axis must be if it is so wide.
    pub fn needed(&self, width: f64, height: f64) -> f64 {
        let margins = self.margins(width, height);
        let rows: f64 = self.row_heights(&margins).iter().sum();
        rows.max(LEAST_PLOT) + margins.bottom
    }

    /// The least height of each row: a name of several lines needs more.
    fn row_heights(&self, margins: &Margins) -> Vec<f64> {
        let height = |lines: &Vec<String>| {
            let name = lines.len() as f64 * font::line_height(font::TICK) + ROW_GAP;
            name.max(self.least_row)
        };
        margins.names.iter().map(height).collect()
    }

    fn margins(&self, width: f64, height: f64) -> Margins {
        let names = axes::wrapped_names(&self.rows.names, width * NAMES);
        let mut margins = Margins {
            left: axes::names_room(&names),
            right: self.notes + 4.0,
            bottom: axes::bottom_room(&[]),
            names,
            title: Vec::new(),
            across_title: Vec::new(),
        };
        let names_left = margins.left;
        for _ in 0..4 {
            let plot = (margins.left, width - margins.right);
            let (mapped, ticks) = self.across_ticks(plot);
            let (left, right) = axes::overhang(&mapped, &ticks, plot);
            margins.across_title = axes::title_lines(&self.across.label, plot.1 - plot.0);
            margins.bottom = axes::bottom_room(&margins.across_title);
            let plot_height = (height - margins.bottom).max(LEAST_PLOT);
            margins.title = axes::title_lines(&self.rows.title, plot_height);
            let titled = names_left + axes::title_height(&margins.title);
            margins.left = margins.left.max(left).max(titled);
            margins.right = margins.right.max(right);
        }
        margins
    }

    fn across_ticks(&self, (left, right): (f64, f64)) -> (Mapped, Ticks) {
        let mapped = Mapped::new(&self.across.domain, left, right);
        let ticks = axes::ticks_of(self.across, &mapped, Direction::Across);
        (mapped, ticks)
    }

    /// Draws the axes in a block, and says where values stand.
    pub fn draw(&self, scene: &mut Scene, block: Rect) -> Rows {
        let margins = self.margins(block.width(), block.height());
        let plot = Rect::new(
            block.left + margins.left,
            block.top,
            block.right - margins.right,
            block.bottom - margins.bottom,
        );
        let (x, ticks) = self.across_ticks((plot.left, plot.right));
        axes::draw_bottom(scene, plot, &x, &ticks, &margins.across_title);
        axes::left_title(scene, plot, &margins.title, block.left);
        let rows = Rows {
            edges: edges(plot, &self.row_heights(&margins)),
            plot,
            x,
        };
        axes::draw_left_names(scene, plot, &margins.names, |row| rows.middle(row));
        for edge in &rows.edges[1..margins.names.len()] {
            let ends = [(plot.left, crisp(*edge)), (plot.right, crisp(*edge))];
            scene.line(ends, Stroke::solid(Paint::Grid, 1.0));
        }
        scene.outline(
            Rect::new(
                crisp(plot.left),
                crisp(plot.top),
                crisp(plot.right),
                crisp(plot.bottom),
            ),
            Stroke::solid(Paint::Grid, 1.0),
        );
        rows
    }
}

/// Divides a plot into rows of the same height, but for those that need more.
fn edges(plot: Rect, least: &[f64]) -> Vec<f64> {
    let mut highest_first = least.to_vec();
    highest_first.sort_by(|a, b| b.total_cmp(a));
    let (mut room, mut count) = (plot.height(), least.len());
    for height in highest_first {
        if count > 1 && height > room / count as f64 {
            room -= height;
            count -= 1;
        }
    }
    let usual = room / count as f64;
    let mut edges = vec![plot.top];
    edges.extend(least.iter().scan(plot.top, |bottom, height| {
        *bottom += height.max(usual);
        Some(*bottom)
    }));
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_share_what_is_left_and_fill_the_plot() {
        let plot = Rect::new(0.0, 10.0, 100.0, 110.0);
        assert_eq!(edges(plot, &[20.0, 50.0, 20.0]), [10.0, 35.0, 85.0, 110.0]);
        assert_eq!(edges(plot, &[20.0, 20.0]), [10.0, 60.0, 110.0]);
        assert_eq!(edges(plot, &[30.0, 40.0, 30.0]), [10.0, 40.0, 80.0, 110.0]);
    }
}
