//! One measure against another, such as nodes against time.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::palette::SeriesStyle;
use super::plane::{Across, PlaneSpec};
use super::scale::Origin;
use super::spec::{Axis, Look, Words};
use super::{Chart, Drawing};

/// Points by series.
#[derive(Clone, PartialEq, Debug)]
pub struct Scatter {
    pub words: Words,
    pub x: Axis,
    pub y: Axis,
    pub series: Vec<ScatterSeries>,
}

/// The points of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct ScatterSeries {
    pub name: String,
    pub points: Vec<(f64, f64)>,
}

impl Chart for Scatter {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let (xs, ys) = self.check()?;
        let x = ValueAxis::covering(&self.x, &xs, Origin::Free, "horizontal axis")?;
        let y = ValueAxis::covering(&self.y, &ys, Origin::Free, "vertical axis")?;
        let spec = PlaneSpec {
            across: Across::Values(&x),
            up: &y,
            headroom: 0.0,
        };
        let frame = Frame {
            words: &self.words,
            look,
            legend: Legend::of_series(
                self.series.iter().map(|series| series.name.as_str()),
                Sample::Marker,
            ),
            least_width: 330.0,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let plane = spec.draw(&mut scene, block);
        let radius = match xs.len() {
            0..=150 => 4.0,
            151..=600 => 3.0,
            _ => 2.2,
        };
        for (index, series) in self.series.iter().enumerate() {
            let style = SeriesStyle::of(index);
            for &(x, y) in &series.points {
                let at = (plane.x.at(x), plane.y.at(y));
                marks::marker(&mut scene, &style, at, radius);
            }
        }
        Ok(Drawing::new(scene, look))
    }
}

impl Scatter {
    fn check(&self) -> Result<(Vec<f64>, Vec<f64>), PlotError> {
        error::not_empty(&self.series, "series")?;
        let (mut xs, mut ys) = (Vec::new(), Vec::new());
        for series in &self.series {
            let place = error::series_place(&series.name);
            for (index, &(x, y)) in series.points.iter().enumerate() {
                let place = format!("{place}, point {}", index + 1);
                error::drawable(x, self.x.scale, &place)?;
                error::drawable(y, self.y.scale, &place)?;
                xs.push(x);
                ys.push(y);
            }
        }
        error::not_empty(&xs, "points")?;
        Ok((xs, ys))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_said() {
        let chart = |points: &[(f64, f64)]| Scatter {
            words: Words::titled("t"),
            x: Axis::log("nodes"),
            y: Axis::log("time").unit("ms"),
            series: vec![ScatterSeries {
                name: "pvs".to_owned(),
                points: points.to_vec(),
            }],
        };
        let look = Look::default();
        let error = |points: &[(f64, f64)]| chart(points).draw(&look).unwrap_err().to_string();
        assert!(error(&[]).contains("no points"));
        assert!(error(&[(1.0, 1.0), (1.0, f64::NAN)]).contains("`pvs`, point 2"));
        assert!(error(&[(-1.0, 1.0)]).contains("negative"));
        assert!(chart(&[(1.0, 0.0), (0.0, 2.0)]).draw(&look).is_ok());
    }
}
