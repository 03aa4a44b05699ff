//! The spread of a measure over positions: a box for the middle half, whiskers, and
//! every single point.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::palette::SeriesStyle;
use super::rows::{Rows, RowsSpec};
use super::scale::Origin;
use super::scene::{Fill, Paint, Rect, Scene, Stroke};
use super::spec::{Axis, Look, Names, Words};
use super::{Chart, Drawing};

/// A box with its points for each row and series.
#[derive(Clone, PartialEq, Debug)]
pub struct Boxes {
    pub words: Words,
    pub rows: Names,
    pub x: Axis,
    pub series: Vec<BoxSeries>,
}

/// The values of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct BoxSeries {
    pub name: String,
    /// The values of each row; a row may have none.
    pub samples: Vec<Vec<f64>>,
}

/// What a box shows of some values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Summary {
    /// The lowest value not more than 1.5 times the box's length below the box.
    pub low_whisker: f64,
    pub first_quartile: f64,
    pub median: f64,
    pub third_quartile: f64,
    /// The highest value not more than 1.5 times the box's length above the box.
    pub high_whisker: f64,
}

impl Summary {
    /// The summary of at least one value. Quartiles are interpolated between neighbours,
    /// as R and NumPy do; whiskers end at values that were measured, not at the fences.
    /// It is one of the values themselves, whatever the scale they are drawn on.
    pub fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let first_quartile = quantile(&sorted, 0.25)?;
        let third_quartile = quantile(&sorted, 0.75)?;
        let reach = 1.5 * (third_quartile - first_quartile);
        let within =
            |value: &&f64| (first_quartile - reach..=third_quartile + reach).contains(*value);
        let mut inside = sorted.iter().filter(within);
        let low = *inside.next()?;
        let high = inside.next_back().copied().unwrap_or(low);
        Some(Self {
            // With few values the nearest one may lie inside the box.
            low_whisker: low.min(first_quartile),
            first_quartile,
            median: quantile(&sorted, 0.5)?,
            third_quartile,
            high_whisker: high.max(third_quartile),
        })
    }
}

fn quantile(sorted: &[f64], part: f64) -> Option<f64> {
    let place = part * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    Some(below + (above - below) * place.fract())
}

impl Chart for Boxes {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let values = self.check()?;
        let x = ValueAxis::covering(&self.x, &values, Origin::Free, "horizontal axis")?;
        let spec = RowsSpec {
            rows: &self.rows,
            across: &x,
            least_row: (self.series.len() as f64 * 15.0 + 6.0).max(26.0),
            notes: 0.0,
        };
        let frame = Frame {
            words: &self.words,
            look,
            legend: self.legend(),
            least_width: 380.0,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let rows = spec.draw(&mut scene, block);
        for (index, series) in self.series.iter().enumerate() {
            let style = SeriesStyle::of(index);
            for (row, values) in series.samples.iter().enumerate() {
                let lane = rows.lane(row, index, self.series.len());
                draw_box(&mut scene, &rows, &style, lane, values);
            }
        }
        Ok(Drawing::new(scene, look))
    }
}

impl Boxes {
    /// Every number to be shown.
    fn check(&self) -> Result<Vec<f64>, PlotError> {
        error::not_empty(&self.rows.names, "rows")?;
        error::not_empty(&self.series, "series")?;
        let mut all = Vec::new();
        for series in &self.series {
            let place = error::series_place(&series.name);
            error::length(series.samples.len(), self.rows.names.len(), "rows", &place)?;
            for (row, values) in self.rows.names.iter().zip(&series.samples) {
                for &value in values {
                    error::drawable(value, self.x.scale, &format!("{place}, `{row}`"))?;
                }
                all.extend(values);
                // Between zero and a value a quartile may lie where no value does.
                if let Some(summary) = Summary::of(values) {
                    all.extend([summary.first_quartile, summary.third_quartile]);
                }
            }
        }
        Ok(all)
    }

    fn legend(&self) -> Legend {
        let names = self.series.iter().map(|series| series.name.as_str());
        let mut samples = self.series.iter().flat_map(|series| &series.samples);
        let missing = samples.any(Vec::is_empty);
        Legend::of_series(names, Sample::Marker).and_if(missing, Sample::Missing, "no value")
    }
}

/// How far from the middle of the lane a point stands, from −½ to ½: multiples of the
/// golden ratio fill the lane evenly, and the same in every run.
fn jitter(index: usize) -> f64 {
    (index as f64 * 0.618_033_988_749_895).fract() - 0.5
}

fn draw_box(
    scene: &mut Scene,
    rows: &Rows,
    style: &SeriesStyle,
    (y, lane): (f64, f64),
    values: &[f64],
) {
    let Some(summary) = Summary::of(values) else {
        marks::missing(scene, (rows.x.low_at() + 8.0, y));
        return;
    };
    let half = (lane * 0.38).min(17.0);
    let at = |value: f64| rows.x.at(value);
    let middle = Rect::new(
        at(summary.first_quartile),
        y - half,
        at(summary.third_quartile),
        y + half,
    );
    scene.rect(middle, style.tint(0.16));
    let cap = half * 0.5;
    let ends = [
        (summary.low_whisker, middle.left),
        (summary.high_whisker, middle.right),
    ];
    for (value, edge) in ends {
        scene.line([(at(value), y), (edge, y)], style.outline(1.3));
        let (top, bottom) = ((at(value), y - cap), (at(value), y + cap));
        scene.line([top, bottom], style.outline(1.3));
    }
    scene.outline(middle, style.outline(1.3));
    draw_strip(scene, rows, style, (y, half), values);
    let median = at(summary.median);
    let ends = [(median, y - half), (median, y + half)];
    scene.line(ends, Stroke::solid(Paint::Paper, 5.0));
    scene.line(ends, Stroke::solid(Paint::Ink, 2.4));
}

fn draw_strip(
    scene: &mut Scene,
    rows: &Rows,
    style: &SeriesStyle,
    (y, half): (f64, f64),
    values: &[f64],
) {
    let radius = if values.len() > 100 { 1.5 } else { 2.1 };
    for (index, &value) in values.iter().enumerate() {
        let at = (rows.x.at(value), y + jitter(index) * half * 1.5);
        let fill = Fill {
            paint: style.paint,
            alpha: 0.6,
        };
        scene.disc(at, radius, fill);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// NumPy: percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 100], [25, 50, 75]) is 3.25, 5.5, 7.75.
    #[test]
    fn whiskers_end_at_values_not_at_fences() {
        let values = [100.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0];
        let summary = Summary::of(&values).unwrap();
        assert_eq!(summary.first_quartile, 3.25);
        assert_eq!(summary.median, 5.5);
        assert_eq!(summary.third_quartile, 7.75);
        // The upper fence is at 14.5; no value is there.
        assert_eq!(summary.high_whisker, 9.0);
        assert_eq!(summary.low_whisker, 1.0);
    }

    #[test]
    fn few_values_have_a_box_too() {
        assert_eq!(Summary::of(&[]), None);
        let one = Summary::of(&[5.0]).unwrap();
        assert_eq!(
            (one.low_whisker, one.median, one.high_whisker),
            (5.0, 5.0, 5.0)
        );
        let two = Summary::of(&[1.0, 3.0]).unwrap();
        assert_eq!((two.first_quartile, two.third_quartile), (1.5, 2.5));
    }

    /// A whisker never turns back into the box: here every value at the high end is out.
    #[test]
    fn whiskers_point_outwards() {
        let values = [0.0, 0.0, 0.0, 1000.0];
        let summary = Summary::of(&values).unwrap();
        assert!(summary.high_whisker >= summary.third_quartile);
        assert!(summary.low_whisker <= summary.first_quartile);
    }

    #[test]
    fn jitter_is_the_same_every_time_and_stays_in_the_lane() {
        assert!((0..1000).all(|index| (-0.5..=0.5).contains(&jitter(index))));
        assert_eq!(jitter(7), jitter(7));
    }

    #[test]
    fn values_that_cannot_be_drawn_are_named() {
        let chart = Boxes {
            words: Words::titled("t"),
            rows: Names::new("", ["pvs"]),
            x: Axis::log("nodes"),
            series: vec![BoxSeries {
                name: "depth 4".to_owned(),
                samples: vec![vec![1.0, f64::NEG_INFINITY]],
            }],
        };
        let error = chart.draw(&Look::default()).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("series `depth 4`, `pvs`: -inf")
        );
    }
}
