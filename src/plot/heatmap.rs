//! One number for each pair: factorial interactions, cross tables.

use super::axes;
use super::error::{self, PlotError};
use super::font::{self, Weight};
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::names::NameLabels;
use super::number;
use super::palette;
use super::scale::{Domain, Mapped, Origin};
use super::scene::{Anchor, Fill, Paint, Rect, Scene, Stroke};
use super::spec::{Axis, Look, Names, Scale, Words};
use super::ticks::{self, Direction, Ticks};
use super::{Chart, Drawing};

/// A table of shaded cells with their numbers in them.
#[derive(Clone, PartialEq, Debug)]
pub struct HeatMap {
    pub words: Words,
    pub rows: Names,
    pub columns: Names,
    /// What the cells measure, and the scale of their shades.
    pub value: Axis,
    pub palette: Palette,
    /// Row by row; `None` is hatched.
    pub cells: Vec<Vec<Option<Cell>>>,
}

/// One cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub value: f64,
    /// What stands in the cell, wrapped if need be; the value itself if nothing is given
    /// or it does not fit.
    pub label: Option<String>,
}

impl From<f64> for Cell {
    fn from(value: f64) -> Self {
        Self { value, label: None }
    }
}

/// How values become shades.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Palette {
    /// More is darker.
    Sequential,
    /// Less and more than the centre have colours of their own.
    Diverging { center: f64 },
}

/// The part of the width that row names may take; sizes of cells and of the colour bar.
const NAMES: f64 = 0.3;
const LEAST_ROW: f64 = 24.0;
const BAR: f64 = 14.0;
const BAR_GAP: f64 = 18.0;
const LEAST_BAR: f64 = 120.0;
const LONGEST_BAR: f64 = 300.0;

impl Chart for HeatMap {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let values = self.check()?;
        let table = Table {
            map: self,
            domain: self.domain(&values),
        };
        let missing = self.cells.iter().flatten().any(Option::is_none);
        let frame = Frame {
            words: &self.words,
            look,
            legend: Legend::default().and_if(missing, Sample::EmptyCell, "no value"),
            // The colour bar is at the right already.
            least_width: f64::INFINITY,
        };
        let (mut scene, block) = frame.begin(|width, height| table.needed(width, height))?;
        table.draw(&mut scene, block);
        Ok(Drawing::new(scene, look))
    }
}

impl HeatMap {
    fn check(&self) -> Result<Vec<f64>, PlotError> {
        error::not_empty(&self.rows.names, "rows")?;
        error::not_empty(&self.columns.names, "columns")?;
        error::titled(&self.value, "colour bar")?;
        error::length(self.cells.len(), self.rows.names.len(), "rows", "the cells")?;
        let mut values = Vec::new();
        for (row, cells) in self.rows.names.iter().zip(&self.cells) {
            let place = format!("row `{row}`");
            error::length(cells.len(), self.columns.names.len(), "columns", &place)?;
            for (column, cell) in self.columns.names.iter().zip(cells) {
                if let Some(cell) = cell {
                    let place = format!("{place}, column `{column}`");
                    error::drawable(cell.value, self.value.scale, &place)?;
                    values.push(cell.value);
                }
            }
        }
        if let Palette::Diverging { center } = self.palette {
            error::drawable(center, self.value.scale, "the centre of the palette")?;
        }
        match values.as_slice() {
            [] => Err(PlotError::Empty("every cell is missing".to_owned())),
            _ => Ok(values),
        }
    }

    /// The range of the shades: exactly that of the values, or as far on both sides of
    /// the centre.
    fn domain(&self, values: &[f64]) -> Domain {
        let padded = Domain::covering(self.value.scale, values, Origin::Free);
        let shown = |value: &f64| self.value.scale == Scale::Linear || *value > 0.0;
        let shown: Vec<_> = values.iter().copied().filter(shown).collect();
        let low = shown.iter().copied().fold(f64::INFINITY, f64::min);
        let high = shown.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (low, high) = match self.palette {
            Palette::Sequential => (low, high),
            Palette::Diverging { center } if self.value.scale == Scale::Linear => {
                let reach = (high - center).max(center - low);
                (center - reach, center + reach)
            }
            Palette::Diverging { center } => {
                let reach = (high / center).max(center / low);
                (center / reach, center * reach)
            }
        };
        // Values that are all the same have no range: the padded one has.
        if low < high {
            Domain {
                low,
                high,
                ..padded
            }
        } else {
            padded
        }
    }
}

/// Sizes of text in a cell, and the space beside it.
const SIZES: [f64; 2] = [font::TICK, font::SMALL];
const CELL_GAP: f64 = 4.0;

/// A label wrapped to fit in a cell, and its size, unless a word would have to be broken.
fn fitted(label: &str, cell: Rect) -> Option<(Vec<String>, f64)> {
    let room = cell.width() - CELL_GAP;
    SIZES.into_iter().find_map(|size| {
        let lines = font::wrap(label, size, room, Weight::Regular);
        let height = lines.len() as f64 * font::line_height(size);
        let fits = font::widest_part(label, size) <= room && height <= cell.height();
        fits.then_some((lines, size))
    })
}

/// A table with the range of its shades.
struct Table<'a> {
    map: &'a HeatMap,
    domain: Domain,
}

#[derive(Default)]
struct Margins {
    left: f64,
    bottom: f64,
    names: Vec<Vec<String>>,
    rows_title: Vec<String>,
    columns: NameLabels,
    columns_title: Vec<String>,
    bar_title: Vec<String>,
    right: f64,
}

impl Table<'_> {
    fn needed(&self, width: f64, height: f64) -> f64 {
        let margins = self.margins(width, height);
        let most = margins.names.iter().map(Vec::len).max().unwrap_or(1);
        let row = (most as f64 * font::line_height(font::TICK) + 6.0).max(LEAST_ROW);
        let rows = row * self.map.rows.names.len() as f64;
        rows.max(self.least_plot()) + margins.bottom
    }

    /// High enough for the colour bar, and for titles of two lines at the sides: more
    /// would leave no width for the cells.
    fn least_plot(&self) -> f64 {
        let titles = [self.map.rows.title.clone(), self.map.value.label()];
        let title = font::widest(&titles, font::AXIS) / 2.0;
        LEAST_BAR.max(title * 1.1)
    }

    /// What stands below decides the height, which decides how the titles at the sides
    /// are wrapped, which decides what stands below: round until nothing grows.
    fn margins(&self, width: f64, height: f64) -> Margins {
        let mut margins = Margins {
            names: axes::wrapped_names(&self.map.rows.names, width * NAMES),
            ..Margins::default()
        };
        for _ in 0..8 {
            let before = (margins.left, margins.right, margins.bottom);
            self.measure_sides(&mut margins, (height - before.2).max(self.least_plot()));
            margins.left = margins.left.max(before.0);
            margins.right = margins.right.max(before.1);
            self.measure_below(&mut margins, width);
            margins.bottom = margins.bottom.max(before.2);
            if (margins.left, margins.right, margins.bottom) == before {
                break;
            }
        }
        margins
    }

    fn measure_sides(&self, margins: &mut Margins, plot: f64) {
        let names_width = axes::names_room(&margins.names);
        margins.rows_title = axes::title_lines(&self.map.rows.title, plot);
        margins.left = names_width + axes::title_height(&margins.rows_title);
        let bar = plot.min(LONGEST_BAR);
        margins.bar_title = axes::title_lines(&self.map.value.label(), bar);
        margins.right = self.bar_room(bar) + axes::title_height(&margins.bar_title);
    }

    fn measure_below(&self, margins: &mut Margins, width: f64) {
        let cells = (width - margins.left - margins.right).max(20.0);
        let slot = cells / self.map.columns.names.len() as f64;
        let columns = NameLabels::fit(&self.map.columns.names, slot);
        margins.columns_title = axes::title_lines(&self.map.columns.title, cells);
        let title = axes::title_height(&margins.columns_title);
        margins.bottom = axes::TICK_GAP + columns.height() + title;
        margins.columns = columns;
    }

    /// The room that a colour bar of this length and its numbers take.
    fn bar_room(&self, length: f64) -> f64 {
        let (_, ticks) = self.bar_ticks(0.5, length - 0.5);
        let labels: Vec<_> = ticks.labelled.iter().map(|(_, label)| label).collect();
        BAR_GAP + BAR + axes::TICK_GAP + font::widest(&labels, font::TICK)
    }

    fn bar_ticks(&self, top: f64, bottom: f64) -> (Mapped, Ticks) {
        let mapped = Mapped::new(&self.domain, bottom, top);
        let ticks = ticks::choose(&mapped, Direction::Up, "");
        (mapped, ticks)
    }

    fn shade(&self, value: f64) -> (u8, u8, u8) {
        // An axis from 0 to 1 gives the part of the way; zero's band is not of it.
        let ungapped = Domain {
            zero: false,
            ..self.domain.clone()
        };
        let part = match self.domain.zero && value == 0.0 {
            true => 0.0,
            false => Mapped::new(&ungapped, 0.0, 1.0).at(value),
        };
        match self.map.palette {
            Palette::Sequential => palette::sequential(part),
            Palette::Diverging { .. } => palette::diverging(part),
        }
    }

    fn draw(&self, scene: &mut Scene, block: Rect) {
        let margins = self.margins(block.width(), block.height());
        let plot = Rect::new(
            block.left + margins.left,
            block.top,
            block.right - margins.right,
            block.bottom - margins.bottom,
        );
        self.draw_names(scene, plot, &margins, block.left);
        for (row, cells) in self.map.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                self.draw_cell(scene, self.place(plot, row, column), cell.as_ref());
            }
        }
        self.draw_bar(scene, plot, &margins, block.right);
    }

    fn place(&self, plot: Rect, row: usize, column: usize) -> Rect {
        let width = plot.width() / self.map.columns.names.len() as f64;
        let height = plot.height() / self.map.rows.names.len() as f64;
        let (left, top) = (
            plot.left + width * column as f64,
            plot.top + height * row as f64,
        );
        Rect::new(
            left + 0.5,
            top + 0.5,
            left + width - 0.5,
            top + height - 0.5,
        )
    }

    fn draw_names(&self, scene: &mut Scene, plot: Rect, margins: &Margins, left: f64) {
        axes::left_title(scene, plot, &margins.rows_title, left);
        let middle = |row| self.place(plot, row, 0).center().1;
        axes::draw_left_names(scene, plot, &margins.names, middle);
        let top = plot.bottom + axes::TICK_GAP;
        let center = |column| self.place(plot, 0, column).center().0;
        margins.columns.draw(scene, center, top);
        let under = top + margins.columns.height();
        axes::bottom_title(scene, plot, &margins.columns_title, under);
    }

    fn draw_cell(&self, scene: &mut Scene, rect: Rect, cell: Option<&Cell>) {
        let Some(cell) = cell else {
            marks::empty_cell(scene, rect);
            return;
        };
        let shade = self.shade(cell.value);
        scene.rect(rect, Fill::solid(Paint::Rgb(shade.0, shade.1, shade.2)));
        let label = cell.label.as_ref().and_then(|label| fitted(label, rect));
        let number = || {
            let ways = number::ways(cell.value);
            SIZES.into_iter().find_map(|size| {
                let text = marks::first_that_fits(&ways, size, rect.width() - CELL_GAP)?;
                Some((vec![text.clone()], size))
            })
        };
        let Some((lines, size)) = label.or_else(number) else {
            return;
        };
        let height = font::line_height(size);
        let (x, middle) = rect.center();
        for (index, line) in lines.iter().enumerate() {
            let from_middle = index as f64 - (lines.len() as f64 - 1.0) / 2.0;
            let at = (x, middle + height * from_middle);
            scene.text_beside(line, at, size, Anchor::Middle, palette::text_on(shade));
        }
    }

    /// The shades and their values, from the least at the bottom.
    fn draw_bar(&self, scene: &mut Scene, plot: Rect, margins: &Margins, right: f64) {
        let left = plot.right + BAR_GAP;
        let height = plot.height().min(LONGEST_BAR);
        let bar = Rect::new(left, plot.top, left + BAR, plot.top + height);
        let (mapped, ticks) = self.bar_ticks(bar.top + 0.5, bar.bottom - 0.5);
        let from = mapped.low_at();
        let steps = 48;
        for step in 0..steps {
            let at = |step: i32| from + (bar.top - from) * f64::from(step) / f64::from(steps);
            let part = (f64::from(step) + 0.5) / f64::from(steps);
            let (red, green, blue) = match self.map.palette {
                Palette::Sequential => palette::sequential(part),
                Palette::Diverging { .. } => palette::diverging(part),
            };
            // Up to the top each time: strips side by side would show their seams.
            let strip = Rect::new(bar.left, bar.top, bar.right, at(step));
            scene.rect(strip, Fill::solid(Paint::Rgb(red, green, blue)));
        }
        let shades = Rect::new(bar.left, bar.top, bar.right, from);
        scene.outline(shades, Stroke::solid(Paint::Muted, 0.8));
        for (value, label) in &ticks.labelled {
            let y = mapped.at(*value);
            let stroke = Stroke::solid(Paint::Muted, 1.0);
            scene.line([(bar.right, y), (bar.right + 4.0, y)], stroke);
            let at = (bar.right + axes::TICK_GAP, y);
            scene.text_beside(label, at, font::TICK, Anchor::Start, Paint::Ink);
        }
        if let Some(broken) = mapped.break_at() {
            let (red, green, blue) = self.shade(0.0);
            let zero = Rect::new(bar.left, broken, bar.right, bar.bottom);
            scene.rect(zero, Fill::solid(Paint::Rgb(red, green, blue)));
            scene.outline(zero, Stroke::solid(Paint::Muted, 0.8));
        }
        let title_left = right - axes::title_height(&margins.bar_title) + axes::TITLE_GAP;
        axes::left_title(scene, bar, &margins.bar_title, title_left);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(cells: &[&[Option<f64>]], palette: Palette, scale: Scale) -> HeatMap {
        let cell = |value: &Option<f64>| value.map(Cell::from);
        HeatMap {
            words: Words::titled("t"),
            rows: Names::new("", (0..cells.len()).map(|row| format!("r{row}"))),
            columns: Names::new("", ["a", "b"]),
            value: Axis::on(scale, "nodes"),
            palette,
            cells: cells
                .iter()
                .map(|row| row.iter().map(cell).collect())
                .collect(),
        }
    }

    #[test]
    fn the_centre_of_a_diverging_palette_is_neutral() {
        for (scale, center) in [(Scale::Linear, 5.0), (Scale::Log, 1.0)] {
            let cells: [&[Option<f64>]; 1] = [&[Some(0.25), Some(9.0)]];
            let map = map(&cells, Palette::Diverging { center }, scale);
            let values = map.check().unwrap();
            let table = Table {
                domain: map.domain(&values),
                map: &map,
            };
            assert_eq!(table.shade(center), palette::diverging(0.5));
        }
    }

    #[test]
    fn missing_cells_are_explained() {
        let chart = map(&[&[Some(1.0), None]], Palette::Sequential, Scale::Linear);
        let drawing = chart.draw(&Look::default()).unwrap();
        assert!(drawing.scene.texts().any(|text| text.content == "no value"));
    }

    #[test]
    fn a_label_is_wrapped_or_gives_way_to_the_number() {
        let texts = |label: &str| -> Vec<String> {
            let mut chart = map(&[&[Some(7.5), None]], Palette::Sequential, Scale::Linear);
            chart.columns = Names::new("", (0..8).map(|column| column.to_string()));
            chart.cells[0].resize(8, None);
            chart.cells[0][0] = Some(Cell {
                value: 7.5,
                label: Some(label.to_owned()),
            });
            let drawing = chart.draw(&Look::default()).unwrap();
            drawing
                .scene
                .texts()
                .map(|text| text.content.clone())
                .collect()
        };
        let wrapped = texts("wins 7 draws 1");
        assert!(wrapped.contains(&"wins 7".to_owned()), "{wrapped:?}");
        assert!(wrapped.contains(&"draws 1".to_owned()), "{wrapped:?}");
        assert!(texts("unbreakablelabel").contains(&"7.5".to_owned()));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let fails = |cells: &[&[Option<f64>]]| {
            let chart = map(cells, Palette::Sequential, Scale::Log);
            chart.draw(&Look::default()).unwrap_err().to_string()
        };
        assert!(fails(&[]).contains("no rows"));
        assert!(fails(&[&[None, None]]).contains("every cell is missing"));
        assert!(fails(&[&[Some(1.0)]]).contains("1 values for 2 columns"));
        assert!(fails(&[&[Some(1.0), Some(f64::NAN)]]).contains("row `r0`, column `b`"));
        assert!(fails(&[&[Some(1.0), Some(-2.0)]]).contains("negative"));
    }
}
