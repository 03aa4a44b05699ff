//! How often each size occurs, such as the lengths of games.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::palette::SeriesStyle;
use super::plane::{Across, Plane, PlaneSpec};
use super::scale::{Domain, Origin};
use super::scene::{Fill, Paint, Point, Rect, Scene, Stroke};
use super::spec::{Axis, Look, Scale, Words};
use super::{Chart, Drawing};

/// Counts in bins; one series is drawn as bars, more as outlines over each other.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    pub words: Words,
    pub x: Axis,
    /// What is counted; a linear axis.
    pub y: Axis,
    /// Where bins begin and end, one more than there are bins, each above the one before.
    pub edges: Vec<f64>,
    pub series: Vec<HistogramSeries>,
}

/// The counts of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct HistogramSeries {
    pub name: String,
    /// One for each bin.
    pub counts: Vec<f64>,
}

impl HistogramSeries {
    /// Counts values in bins. A bin holds its lower edge; the last one both.
    pub fn count(name: impl Into<String>, values: &[f64], edges: &[f64]) -> Self {
        let bins = edges.len().saturating_sub(1);
        let mut counts = vec![0.0; bins];
        for value in values {
            let after = edges.partition_point(|edge| edge <= value);
            let last = edges.last().is_some_and(|last| last == value);
            let bin = if last {
                after.saturating_sub(2)
            } else {
                after.wrapping_sub(1)
            };
            if let Some(count) = counts.get_mut(bin) {
                *count += 1.0;
            }
        }
        Self {
            name: name.into(),
            counts,
        }
    }
}

impl Histogram {
    /// Edges of at most `most` bins for whole numbers, each number in the middle of a bin
    /// or, where one bin holds several, as many in each.
    pub fn whole_edges(values: &[f64], most: usize) -> Vec<f64> {
        let low = values.iter().copied().fold(f64::INFINITY, f64::min).floor();
        let high = values
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max)
            .floor();
        if !(low.is_finite() && high.is_finite()) {
            return Vec::new();
        }
        let each = ((high - low + 1.0) / most.max(1) as f64).ceil().max(1.0);
        let bins = ((high - low + 1.0) / each).ceil() as usize;
        (0..=bins)
            .map(|bin| low - 0.5 + each * bin as f64)
            .collect()
    }

    fn check(&self) -> Result<Vec<f64>, PlotError> {
        error::not_empty(&self.series, "series")?;
        for &edge in &self.edges {
            error::drawable(edge, self.x.scale, "the edges of the bins")?;
        }
        let ascending = self.edges.is_sorted_by(|below, above| below < above);
        if self.edges.len() < 2 || !ascending {
            let place = "the edges of the bins".to_owned();
            let reason = "two or more are needed, each above the one before".to_owned();
            return Err(PlotError::Impossible { place, reason });
        }
        let mut counts = Vec::new();
        for series in &self.series {
            let place = error::series_place(&series.name);
            error::length(series.counts.len(), self.edges.len() - 1, "bins", &place)?;
            for &value in &series.counts {
                error::finite(value, &place)?;
                if value < 0.0 {
                    let why = "a count cannot be less than nothing";
                    return Err(PlotError::Negative { place, value, why });
                }
                counts.push(value);
            }
        }
        match counts.iter().sum::<f64>() {
            0.0 => Err(PlotError::Empty("every bin is empty".to_owned())),
            _ => Ok(counts),
        }
    }

    fn legend(&self) -> Legend {
        let names = self.series.iter().map(|series| series.name.as_str());
        match self.series.len() {
            1 => Legend::of_series(names, Sample::Bar),
            _ => Legend::of_series(names, Sample::Step),
        }
    }

    /// Bins of whole numbers have ticks at whole numbers only.
    fn counts_whole_numbers(&self) -> bool {
        let fract = self.edges[0].rem_euclid(1.0);
        (fract == 0.5 || fract == 0.0)
            && self.edges.iter().all(|edge| edge.rem_euclid(1.0) == fract)
    }
}

impl Chart for Histogram {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let counts = self.check()?;
        let y_axis = Axis {
            scale: Scale::Linear,
            ..self.y.clone()
        };
        let y = ValueAxis::covering(&y_axis, &counts, Origin::Zero, "vertical axis")?;
        let mut x = ValueAxis::covering(&self.x, &self.edges, Origin::Free, "horizontal axis")?;
        let exact = Domain::covering(self.x.scale, &self.edges, Origin::Free);
        x.domain = Domain {
            whole: self.counts_whole_numbers(),
            ..self.near_edges(exact)
        };
        let spec = PlaneSpec {
            across: Across::Values(&x),
            up: &y,
            headroom: 0.0,
        };
        let frame = Frame {
            words: &self.words,
            look,
            legend: self.legend(),
            least_width: 330.0,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let plane = spec.draw(&mut scene, block);
        if let [series] = self.series.as_slice() {
            self.draw_bars(&mut scene, &plane, series);
        } else {
            self.draw_outlines(&mut scene, &plane);
        }
        Ok(Drawing::new(scene, look))
    }
}

impl Histogram {
    /// The range of the bins and little more: no zero far from any bin.
    fn near_edges(&self, domain: Domain) -> Domain {
        let (first, last) = (self.edges[0], self.edges[self.edges.len() - 1]);
        if domain.scale != Scale::Linear {
            return domain;
        }
        let margin = (last - first) * 0.02;
        Domain {
            low: first - margin,
            high: last + margin,
            ..domain
        }
    }

    fn draw_bars(&self, scene: &mut Scene, plane: &Plane, series: &HistogramSeries) {
        let style = SeriesStyle::of(0);
        for (ends, &count) in self.edges.windows(2).zip(&series.counts) {
            if count > 0.0 {
                let (left, right) = (plane.x.at(ends[0]), plane.x.at(ends[1]));
                let rect = Rect::new(left, plane.y.at(count), right, plane.y.at(0.0));
                marks::bar(scene, &style, rect);
                let edge = Stroke::solid(Paint::Paper, 0.8);
                scene.outline(rect, edge);
            }
        }
    }

    fn draw_outlines(&self, scene: &mut Scene, plane: &Plane) {
        let outlines: Vec<_> = self
            .series
            .iter()
            .map(|one| self.outline(plane, one))
            .collect();
        for (index, outline) in outlines.iter().enumerate() {
            let paint = SeriesStyle::of(index).paint;
            scene.area(outline.clone(), Fill { paint, alpha: 0.14 });
        }
        for (index, outline) in outlines.into_iter().enumerate() {
            scene.line(outline, SeriesStyle::of(index).stroke(1.8));
        }
    }

    fn outline(&self, plane: &Plane, series: &HistogramSeries) -> Vec<Point> {
        let floor = plane.y.at(0.0);
        let mut points = vec![(plane.x.at(self.edges[0]), floor)];
        for (ends, &count) in self.edges.windows(2).zip(&series.counts) {
            let y = plane.y.at(count);
            points.push((plane.x.at(ends[0]), y));
            points.push((plane.x.at(ends[1]), y));
        }
        points.push((plane.x.at(self.edges[self.edges.len() - 1]), floor));
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_counted_once() {
        let edges = [0.0, 1.0, 2.0, 3.0];
        let values = [0.0, 0.5, 1.0, 2.0, 3.0, 3.1, -0.1];
        let series = HistogramSeries::count("s", &values, &edges);
        assert_eq!(series.counts, [2.0, 1.0, 2.0]);
    }

    #[test]
    fn whole_numbers_stand_in_the_middle_of_their_bins() {
        let values = [7.0, 9.0, 9.0, 12.0];
        let edges = Histogram::whole_edges(&values, 30);
        assert_eq!(edges, [6.5, 7.5, 8.5, 9.5, 10.5, 11.5, 12.5]);
        let wide = Histogram::whole_edges(&values, 3);
        assert_eq!(wide, [6.5, 8.5, 10.5, 12.5]);
        for edges in [edges, wide] {
            let counts = HistogramSeries::count("s", &values, &edges).counts;
            assert_eq!(counts.iter().sum::<f64>(), 4.0);
        }
        assert!(Histogram::whole_edges(&[], 5).is_empty());
    }

    #[test]
    fn what_is_wrong_is_said() {
        let chart = |edges: &[f64], counts: &[f64]| Histogram {
            words: Words::titled("t"),
            x: Axis::linear("plies"),
            y: Axis::linear("games"),
            edges: edges.to_vec(),
            series: vec![HistogramSeries {
                name: "s".to_owned(),
                counts: counts.to_vec(),
            }],
        };
        let fails = |edges: &[f64], counts: &[f64]| {
            let drawn = chart(edges, counts).draw(&Look::default());
            drawn.unwrap_err().to_string()
        };
        assert!(fails(&[1.0], &[]).contains("edges"));
        assert!(fails(&[1.0, 1.0], &[2.0]).contains("each above"));
        assert!(fails(&[0.0, 1.0], &[1.0, 2.0]).contains("2 values for 1 bins"));
        assert!(fails(&[0.0, 1.0], &[-1.0]).contains("less than nothing"));
        assert!(fails(&[0.0, 1.0], &[0.0]).contains("every bin is empty"));
        assert!(fails(&[0.0, f64::NAN], &[1.0]).contains("NaN"));
    }
}
