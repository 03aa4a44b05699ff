//! How many times the baseline: half as many nodes is as far to the left as twice as
//! many is to the right.

use super::axes::ValueAxis;
use super::error::PlotError;
use super::points::{self, Estimates};
use super::scale::Domain;
use super::spec::{EstimateSeries, Look, Names, Scale, Words};
use super::{Chart, Drawing};

/// Ratios to a baseline, on a logarithmic axis with 1× in its middle.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratios {
    pub words: Words,
    /// What is compared, such as "nodes".
    pub measure: String,
    /// What it is compared with, such as "minimax".
    pub baseline: String,
    pub rows: Names,
    pub series: Vec<EstimateSeries>,
}

/// Up to this ratio the axis is labelled in powers of two, beyond it of ten.
const MOST_DOUBLINGS: f64 = 1024.0;

impl Chart for Ratios {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let values = points::check(&self.rows, &self.series, Scale::Log)?;
        if values.is_empty() {
            let nothing = "every value is missing".to_owned();
            return Err(PlotError::Empty(nothing));
        }
        if self.measure.trim().is_empty() {
            return Err(PlotError::Untitled("horizontal axis"));
        }
        let x = ValueAxis {
            label: format!("{} relative to {} (log scale)", self.measure, self.baseline),
            domain: centred(&values),
            suffix: "×",
        };
        let estimates = Estimates {
            words: &self.words,
            rows: &self.rows,
            series: &self.series,
            x: &x,
            line_at: Some(1.0),
        };
        estimates.draw(look)
    }
}

/// A range with 1 in its middle that shows all values.
fn centred(values: &[f64]) -> Domain {
    let positive = values.iter().copied().filter(|&value| value > 0.0);
    let farthest = positive
        .map(|value| value.max(1.0 / value))
        .fold(1.0, f64::max);
    // Ratios of almost 1 get an axis of their own size; all equal to 1, a small one.
    let high = if farthest == 1.0 {
        2.0
    } else {
        farthest.powf(1.08)
    };
    Domain {
        scale: if high <= MOST_DOUBLINGS {
            Scale::Log2
        } else {
            Scale::Log
        },
        low: 1.0 / high,
        high,
        zero: values.contains(&0.0),
        whole: false,
        places: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::scale::Mapped;
    use crate::plot::spec::Estimate;

    #[test]
    fn one_is_in_the_middle() {
        for values in [&[0.01, 0.5][..], &[1.0], &[0.99, 1.02], &[1e-5, 3.0]] {
            let axis = Mapped::new(&centred(values), 0.0, 100.0);
            assert!((axis.at(1.0) - 50.0).abs() < 1e-9);
            for &value in values {
                assert!((0.0..100.0).contains(&axis.at(value)), "{value}");
            }
            let (half, twice) = (axis.at(0.5), axis.at(2.0));
            assert!((half + twice - 100.0).abs() < 1e-9);
        }
    }

    #[test]
    fn the_axis_says_what_is_compared() {
        let chart = Ratios {
            words: Words::titled("t"),
            measure: "nodes".to_owned(),
            baseline: "minimax".to_owned(),
            rows: Names::new("", ["pvs"]),
            series: vec![EstimateSeries {
                name: String::new(),
                values: vec![Some(Estimate::within(0.25, 0.2, 0.3))],
            }],
        };
        let drawing = chart.draw(&Look::default()).unwrap();
        let texts: Vec<_> = drawing
            .scene
            .texts()
            .map(|text| text.content.as_str())
            .collect();
        assert!(
            texts.contains(&"1×") && texts.contains(&"0.25×"),
            "{texts:?}"
        );
        assert!(
            texts
                .iter()
                .any(|text| text.contains("relative to minimax"))
        );
    }
}
