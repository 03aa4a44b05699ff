//! Estimates with their intervals: Elo, effects, anything that has a sign.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::font;
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::number;
use super::palette::SeriesStyle;
use super::rows::{Rows, RowsSpec};
use super::scale::Origin;
use super::scene::{Anchor, Paint, Scene, Stroke, crisp};
use super::spec::{Axis, Estimate, EstimateSeries, Look, Names, Scale, Words};
use super::{Chart, Drawing};

/// A point with an interval for each row and series.
#[derive(Clone, PartialEq, Debug)]
pub struct Points {
    pub words: Words,
    pub rows: Names,
    pub x: Axis,
    pub series: Vec<EstimateSeries>,
    /// A line down the plot, such as that of no effect.
    pub line_at: Option<f64>,
}

impl Chart for Points {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let mut values = check(&self.rows, &self.series, self.x.scale)?;
        if values.is_empty() {
            let nothing = "every value is missing".to_owned();
            return Err(PlotError::Empty(nothing));
        }
        if let Some(at) = self.line_at {
            error::drawable(at, self.x.scale, "the line down the plot")?;
            values.push(at);
        }
        let x = ValueAxis::covering(&self.x, &values, Origin::Free, "horizontal axis")?;
        let estimates = Estimates {
            words: &self.words,
            rows: &self.rows,
            series: &self.series,
            x: &x,
            line_at: self.line_at,
        };
        estimates.draw(look)
    }
}

/// Every number of the estimates, if all can be shown.
pub(crate) fn check(
    rows: &Names,
    series: &[EstimateSeries],
    scale: Scale,
) -> Result<Vec<f64>, PlotError> {
    error::not_empty(&rows.names, "rows")?;
    error::not_empty(series, "series")?;
    let mut values = Vec::new();
    for one in series {
        let place = error::series_place(&one.name);
        error::length(one.values.len(), rows.names.len(), "rows", &place)?;
        for (row, estimate) in rows.names.iter().zip(&one.values) {
            if let Some(estimate) = estimate {
                error::estimate(estimate, scale, &format!("{place}, `{row}`"))?;
                values.extend(estimate.numbers());
            }
        }
    }
    Ok(values)
}

/// The least height of a row, by the number of series in it.
fn least_row(series: usize) -> f64 {
    (series as f64 * 11.0 + 6.0).max(22.0)
}

/// Estimates with their axis, as [`Points`] and [`super::Ratios`] draw them.
pub(crate) struct Estimates<'a> {
    pub words: &'a Words,
    pub rows: &'a Names,
    pub series: &'a [EstimateSeries],
    pub x: &'a ValueAxis,
    pub line_at: Option<f64>,
}

impl Estimates<'_> {
    pub fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let notes = self.notes();
        let notes_width = match notes.is_empty() {
            true => 0.0,
            false => font::widest(&notes, font::TICK) + 10.0,
        };
        let spec = RowsSpec {
            rows: self.rows,
            across: self.x,
            least_row: least_row(self.series.len()),
            notes: notes_width,
        };
        let frame = Frame {
            words: self.words,
            look,
            legend: self.legend(),
            least_width: 380.0,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let rows = spec.draw(&mut scene, block);
        if let Some(at) = self.line_at {
            let x = crisp(rows.x.at(at));
            let ends = [(x, rows.plot.top), (x, rows.plot.bottom)];
            scene.line(ends, Stroke::solid(Paint::Muted, 1.6));
        }
        for (index, series) in self.series.iter().enumerate() {
            self.draw_series(&mut scene, &rows, index, series);
        }
        for (index, note) in notes.iter().enumerate() {
            let (y, _) = rows.lane(index, 0, 1);
            let at = (rows.plot.right + 10.0, y);
            scene.text_beside(note, at, font::TICK, Anchor::Start, Paint::Muted);
        }
        Ok(Drawing::new(scene, look))
    }

    fn legend(&self) -> Legend {
        let names = self.series.iter().map(|one| one.name.as_str());
        let mut values = self.series.iter().flat_map(|one| &one.values);
        // One series says so beside the row.
        let missing = self.series.len() > 1 && values.any(Option::is_none);
        Legend::of_series(names, Sample::Marker).and_if(missing, Sample::Missing, "no value")
    }

    /// The numbers beside the rows, where there is one for each.
    fn notes(&self) -> Vec<String> {
        let [series] = self.series else {
            return Vec::new();
        };
        let note = |estimate: &Option<Estimate>| match estimate {
            Some(estimate) => format!("{}{}", number::value(estimate.value), self.x.suffix),
            None => "no value".to_owned(),
        };
        series.values.iter().map(note).collect()
    }

    fn draw_series(&self, scene: &mut Scene, rows: &Rows, index: usize, series: &EstimateSeries) {
        let style = SeriesStyle::of(index);
        for (row, estimate) in series.values.iter().enumerate() {
            let (y, lane) = rows.lane(row, index, self.series.len());
            let Some(estimate) = estimate else {
                // One series says so beside the row.
                if self.series.len() > 1 {
                    marks::missing(scene, (rows.x.low_at() + 8.0, y));
                }
                continue;
            };
            if let Some((low, high)) = estimate.interval {
                let (from, to) = ((rows.x.at(low), y), (rows.x.at(high), y));
                let cap = (lane / 2.0 - 1.0).clamp(2.0, 5.0);
                marks::whisker(scene, from, to, cap, style.outline(1.6));
            }
            let radius = (lane / 2.0 - 1.0).clamp(3.0, marks::MARKER + 0.6);
            marks::marker(scene, &style, (rows.x.at(estimate.value), y), radius);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(values: Vec<Option<Estimate>>) -> Points {
        let names = (0..values.len()).map(|index| format!("row {index}"));
        Points {
            words: Words::titled("t"),
            rows: Names::new("", names),
            x: Axis::linear("Elo"),
            series: vec![EstimateSeries {
                name: String::new(),
                values,
            }],
            line_at: Some(0.0),
        }
    }

    #[test]
    fn one_series_has_its_numbers_at_the_right() {
        let drawing = chart(vec![Some(Estimate::within(-35.0, -50.0, -20.0)), None])
            .draw(&Look::default())
            .unwrap();
        let texts: Vec<_> = drawing
            .scene
            .texts()
            .map(|text| text.content.as_str())
            .collect();
        assert!(
            texts.contains(&"−35") && texts.contains(&"no value"),
            "{texts:?}"
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        let look = Look::default();
        assert!(chart(Vec::new()).draw(&look).is_err());
        let upside_down = chart(vec![Some(Estimate::within(1.0, 3.0, 2.0))]).draw(&look);
        assert!(upside_down.unwrap_err().to_string().contains("upside down"));
        let error = chart(vec![None]).draw(&look).unwrap_err();
        assert!(error.to_string().contains("every value is missing"));
    }
}
