//! How much faster a search is on several threads, beside the best that could be hoped.

use super::error::{self, PlotError};
use super::lines::{Horizontal, LinePoint, LineSeries, Lines, Role, identity};
use super::spec::{Axis, Estimate, Look, Scale, Words};
use super::{Chart, Drawing};

/// Speed-up over the number of threads, with the ideal as a dashed line.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeedUp {
    pub words: Words,
    /// Of both axes; [`Scale::Log2`] suits threads doubled from run to run.
    pub scale: Scale,
    pub series: Vec<SpeedSeries>,
}

/// The speed-ups of one engine.
#[derive(Clone, PartialEq, Debug)]
pub struct SpeedSeries {
    pub name: String,
    /// Threads, and how many times as fast as one thread.
    pub points: Vec<(u32, Estimate)>,
}

impl Chart for SpeedUp {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let points = || self.series.iter().flat_map(|series| &series.points);
        if points().next().is_none() {
            let nothing = "there is no speed-up".to_owned();
            return Err(PlotError::Empty(nothing));
        }
        for series in &self.series {
            let place = error::series_place(&series.name);
            if series.points.iter().any(|(threads, _)| *threads == 0) {
                let reason = "no search runs on 0 threads".to_owned();
                return Err(PlotError::Impossible { place, reason });
            }
        }
        let threads = points().map(|(threads, _)| f64::from(*threads));
        let mut series = vec![identity("ideal", threads, self.scale)];
        series.extend(self.series.iter().map(line));
        let lines = Lines {
            words: self.words.clone(),
            x: Horizontal::Numbers(Axis::on(self.scale, "threads")),
            y: Axis::on(self.scale, "speed-up").unit("times one thread"),
            series,
        };
        lines.draw(look)
    }
}

fn line(series: &SpeedSeries) -> LineSeries {
    let point = |(threads, speed): &(u32, Estimate)| LinePoint {
        x: f64::from(*threads),
        y: Some(*speed),
    };
    LineSeries {
        name: series.name.clone(),
        role: Role::Measured,
        points: series.points.iter().map(point).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(points: Vec<(u32, Estimate)>) -> SpeedUp {
        SpeedUp {
            words: Words::titled("t"),
            scale: Scale::Log2,
            series: vec![SpeedSeries {
                name: "lazy".to_owned(),
                points,
            }],
        }
    }

    #[test]
    fn the_ideal_is_drawn_and_named() {
        let points = [1, 2, 4].map(|threads| (threads, Estimate::exact(f64::from(threads))));
        let drawing = chart(points.to_vec()).draw(&Look::default()).unwrap();
        assert!(drawing.scene.texts().any(|text| text.content == "ideal"));
    }

    #[test]
    fn impossible_data_are_refused() {
        let look = Look::default();
        assert!(chart(Vec::new()).draw(&look).is_err());
        let none = chart(vec![(0, Estimate::exact(1.0))]).draw(&look);
        assert!(none.unwrap_err().to_string().contains("0 threads"));
        assert!(
            chart(vec![(1, Estimate::exact(f64::NAN))])
                .draw(&look)
                .is_err()
        );
    }
}
