//! The legend: what each mark means, outside the plot, so that it covers nothing.

use super::font::{self, Weight};
use super::marks;
use super::palette::{REFERENCE_DASH, SeriesStyle};
use super::scene::{Fill, Paint, Point, Rect, Scene, Stroke};

/// The mark of an entry.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Sample {
    /// A line with a marker on it.
    Line(SeriesStyle),
    /// A line that is not measured; see [`reference_stroke`].
    Reference(usize),
    Marker(SeriesStyle),
    Bar(SeriesStyle),
    Shade((u8, u8, u8)),
    /// The outline of a histogram.
    Step(SeriesStyle),
    Published,
    Missing,
    EmptyCell,
}

/// The stroke of the reference line at this place among the reference lines.
pub(crate) fn reference_stroke(index: usize) -> Stroke {
    let dashes: [&[f64]; 3] = [REFERENCE_DASH, &[2.0, 3.0], &[12.0, 3.0, 2.0, 3.0]];
    Stroke {
        paint: Paint::Muted,
        width: 1.6,
        dash: dashes[index % dashes.len()],
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Entry {
    pub sample: Sample,
    pub name: String,
}

impl Entry {
    pub fn new(sample: Sample, name: &str) -> Self {
        let name = font::clean(name);
        Self { sample, name }
    }
}

/// All that a legend says. Entries without a name are left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Legend {
    pub title: String,
    pub entries: Vec<Entry>,
}

/// A legend laid out in columns.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Placed {
    title: Vec<String>,
    /// Entries with the lines of their names.
    cells: Vec<(Sample, Vec<String>)>,
    columns: usize,
    column_width: f64,
    row_heights: Vec<f64>,
}

/// The width of a mark, with the space after it; the space between columns and rows.
const SAMPLE: f64 = 30.0;
const SAMPLE_GAP: f64 = 7.0;
const COLUMN_GAP: f64 = 20.0;
const ROW_GAP: f64 = 4.0;
/// Columns narrower than this leave no room for a name.
const LEAST_COLUMN: f64 = 70.0;
/// As bad as a wrapped line is a legend that is so many pixels higher.
const WRAP_COST: f64 = 6.0;

impl Legend {
    /// An entry for each series, in the style of its place.
    pub fn of_series<'a>(
        names: impl Iterator<Item = &'a str>,
        mark: impl Fn(SeriesStyle) -> Sample,
    ) -> Self {
        let entry = |(index, name)| Entry::new(mark(SeriesStyle::of(index)), name);
        Self {
            title: String::new(),
            entries: names.enumerate().map(entry).collect(),
        }
    }

    /// The same with one entry more, if there is something that needs it.
    pub fn and_if(mut self, needed: bool, sample: Sample, name: &str) -> Self {
        if needed {
            self.entries.push(Entry::new(sample, name));
        }
        self
    }

    /// One entry under another, names wrapped to make it no wider than `room`.
    pub fn beside(&self, room: f64) -> Option<Placed> {
        self.placed(room, 1)
    }

    /// In as many columns as make it lowest, if need be with long names wrapped.
    pub fn below(&self, room: f64) -> Option<Placed> {
        let one = self.placed(room, 1)?;
        let most = one.cells.len();
        let column_room = |columns: usize| (room + COLUMN_GAP) / columns as f64 - COLUMN_GAP;
        let wide_enough = |columns: &usize| column_room(*columns) >= LEAST_COLUMN;
        let several = (2..=most)
            .take_while(wide_enough)
            .filter_map(|columns| self.placed(column_room(columns), columns))
            .filter(|placed| !placed.breaks_words(self));
        let best = several.fold(one, |best, placed| {
            if placed.cost() < best.cost() {
                placed
            } else {
                best
            }
        });
        Some(best)
    }

    fn placed(&self, room: f64, columns: usize) -> Option<Placed> {
        let named = self.entries.iter().filter(|entry| !entry.name.is_empty());
        let text_room = room - SAMPLE - SAMPLE_GAP;
        let cells: Vec<_> = named
            .map(|entry| {
                let lines = font::wrap(&entry.name, font::LEGEND, text_room, Weight::Regular);
                (entry.sample, lines)
            })
            .collect();
        if cells.is_empty() {
            return None;
        }
        let widest = |cells: &[(Sample, Vec<String>)]| {
            let widths = cells
                .iter()
                .map(|(_, lines)| font::widest(lines, font::LEGEND));
            widths.fold(0.0, f64::max)
        };
        let row_height = |row: &[(Sample, Vec<String>)]| {
            let lines = row.iter().map(|(_, lines)| lines.len()).max().unwrap_or(1);
            lines as f64 * font::line_height(font::LEGEND) + ROW_GAP
        };
        Some(Placed {
            title: font::wrap(&self.title, font::LEGEND, room, Weight::Regular),
            columns,
            column_width: SAMPLE + SAMPLE_GAP + widest(&cells),
            row_heights: cells.chunks(columns).map(row_height).collect(),
            cells,
        })
    }
}

impl Placed {
    /// The height, and something for each name that is harder to read for being wrapped.
    fn cost(&self) -> f64 {
        let wraps = self.cells.iter().map(|(_, lines)| lines.len() - 1);
        self.height() + WRAP_COST * wraps.sum::<usize>() as f64
    }

    /// Whether a name had to be broken within a word.
    fn breaks_words(&self, legend: &Legend) -> bool {
        let room = self.column_width - SAMPLE - SAMPLE_GAP;
        let wide = |entry: &Entry| font::widest_part(&entry.name, font::LEGEND) > room + 1e-9;
        legend.entries.iter().any(wide)
    }

    pub fn width(&self) -> f64 {
        let columns = self.columns as f64;
        let entries = columns * self.column_width + (columns - 1.0) * COLUMN_GAP;
        entries.max(font::widest(&self.title, font::LEGEND))
    }

    pub fn height(&self) -> f64 {
        let title = self.title.len() as f64 * font::line_height(font::LEGEND);
        title + self.row_heights.iter().sum::<f64>()
    }

    pub fn draw(&self, scene: &mut Scene, (left, top): Point) {
        let mut top = scene.paragraph(
            &self.title,
            (left, top),
            font::LEGEND,
            Weight::Regular,
            Paint::Muted,
        );
        for (row, height) in self.cells.chunks(self.columns).zip(&self.row_heights) {
            for (index, (mark, lines)) in row.iter().enumerate() {
                let left = left + index as f64 * (self.column_width + COLUMN_GAP);
                let middle = top + font::line_height(font::LEGEND) / 2.0 + 1.0;
                let box_ = Rect::new(left, middle - 6.0, left + SAMPLE, middle + 6.0);
                sample(scene, *mark, box_);
                let text_at = (left + SAMPLE + SAMPLE_GAP, top);
                scene.paragraph(lines, text_at, font::LEGEND, Weight::Regular, Paint::Ink);
            }
            top += height;
        }
    }
}

fn sample(scene: &mut Scene, sample: Sample, area: Rect) {
    let (x, y) = area.center();
    let ends = [(area.left, y), (area.right, y)];
    let swatch = Rect::new(x - 10.0, area.top, x + 10.0, area.bottom);
    match sample {
        Sample::Line(style) => {
            scene.line(ends, style.stroke(2.0));
            marks::marker(scene, &style, (x, y), marks::MARKER);
        }
        Sample::Reference(index) => scene.line(ends, reference_stroke(index)),
        Sample::Marker(style) => marks::marker(scene, &style, (x, y), marks::MARKER),
        Sample::Bar(style) => marks::bar(scene, &style, swatch),
        Sample::Shade((red, green, blue)) => {
            scene.rect(swatch, Fill::solid(Paint::Rgb(red, green, blue)));
            scene.outline(swatch, Stroke::solid(Paint::Muted, 0.6));
        }
        Sample::Step(style) => {
            scene.rect(swatch, style.tint(0.25));
            scene.outline(swatch, style.stroke(1.6));
        }
        Sample::Published => marks::published(scene, (x, y)),
        Sample::Missing => marks::missing(scene, (x, y)),
        Sample::EmptyCell => marks::empty_cell(scene, swatch),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legend(names: &[&str]) -> Legend {
        Legend::of_series(names.iter().copied(), Sample::Line)
    }

    #[test]
    fn it_never_is_wider_than_its_room() {
        let long = "alpha-beta with a transposition table, killer moves and history";
        let names = ["minimax", long, "pvs", "a", "b"];
        for room in [120.0, 300.0, 692.0] {
            for placed in [legend(&names).beside(room), legend(&names).below(room)] {
                assert!(placed.unwrap().width() <= room);
            }
        }
    }

    #[test]
    fn rows_are_filled_evenly() {
        let placed = legend(&["a"; 5]).below(4.0 * 90.0).unwrap();
        assert_eq!((placed.columns, placed.row_heights.len()), (3, 2));
    }

    #[test]
    fn one_long_name_does_not_make_one_column() {
        let long = "alpha-beta with a transposition table, killer moves and history";
        let mut names = vec!["pvs"; 11];
        names.push(long);
        let placed = legend(&names).below(692.0).unwrap();
        assert!(placed.columns >= 3);
        assert!(!placed.breaks_words(&legend(&names)));
    }

    #[test]
    fn nameless_series_need_none() {
        assert_eq!(legend(&["", " "]).beside(100.0), None);
        assert_eq!(legend(&[]).below(100.0), None);
    }
}
