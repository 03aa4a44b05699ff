//! What can be wrong with the data of a chart, and the checks that find it.
//!
//! A chart never draws what it cannot show: it says which value of which series is at
//! fault, so that the experiment behind it can be mended.

use thiserror::Error;

use super::spec::{Axis, Estimate, Scale};

/// Why a chart was not drawn.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum PlotError {
    #[error("there is nothing to draw: {0}")]
    Empty(String),
    #[error("{place}: {value} cannot be drawn: a finite number is needed")]
    NotFinite { place: String, value: String },
    #[error("{place}: {value} is beyond what an axis can show (10⁻¹⁰⁰ to 10¹⁰⁰)")]
    Extreme { place: String, value: String },
    #[error("{place}: {value} is negative: {why}")]
    Negative {
        place: String,
        value: f64,
        why: &'static str,
    },
    #[error("{place}: there are {found} values for {expected} {of}")]
    Length {
        place: String,
        found: usize,
        expected: usize,
        of: &'static str,
    },
    #[error("{place}: an interval from {low} to {high} is upside down")]
    Interval { place: String, low: f64, high: f64 },
    #[error("{place}: {reason}")]
    Impossible { place: String, reason: String },
    #[error("the {0} has no title: say what is measured, and in what unit")]
    Untitled(&'static str),
    #[error("a canvas of {width} by {height} cannot be drawn: {reason}")]
    Canvas {
        width: u32,
        height: u32,
        reason: &'static str,
    },
    #[error("the picture could not be written: {0}")]
    Picture(String),
}

/// Refuses NaN, infinities and numbers so large or small that ratios of them overflow.
pub(crate) fn finite(value: f64, place: &str) -> Result<(), PlotError> {
    let place = || place.to_owned();
    if !value.is_finite() {
        let value = value.to_string();
        return Err(PlotError::NotFinite {
            place: place(),
            value,
        });
    }
    let size = value.abs();
    if size > 1e100 || (size > 0.0 && size < 1e-100) {
        let value = format!("{value:e}");
        return Err(PlotError::Extreme {
            place: place(),
            value,
        });
    }
    Ok(())
}

/// A value that an axis of this scale can show: a logarithmic axis has a place for zero
/// (see [`super::scale`]), but none for what is below.
pub(crate) fn drawable(value: f64, scale: Scale, place: &str) -> Result<(), PlotError> {
    finite(value, place)?;
    if scale != Scale::Linear && value < 0.0 {
        return Err(PlotError::Negative {
            place: place.to_owned(),
            value,
            why: "a logarithmic axis begins above zero",
        });
    }
    Ok(())
}

/// An estimate whose value and interval an axis of this scale can show.
pub(crate) fn estimate(estimate: &Estimate, scale: Scale, place: &str) -> Result<(), PlotError> {
    drawable(estimate.value, scale, place)?;
    match estimate.interval {
        Some(interval) => self::interval(interval, scale, place),
        None => Ok(()),
    }
}

/// An interval that an axis of this scale can show.
pub(crate) fn interval(
    (low, high): (f64, f64),
    scale: Scale,
    place: &str,
) -> Result<(), PlotError> {
    drawable(low, scale, place)?;
    drawable(high, scale, place)?;
    if low > high {
        let place = place.to_owned();
        return Err(PlotError::Interval { place, low, high });
    }
    Ok(())
}

/// One value for each of the things they belong to.
pub(crate) fn length(
    found: usize,
    expected: usize,
    of: &'static str,
    place: &str,
) -> Result<(), PlotError> {
    if found == expected {
        return Ok(());
    }
    Err(PlotError::Length {
        place: place.to_owned(),
        found,
        expected,
        of,
    })
}

/// At least one of what the chart is made of.
pub(crate) fn not_empty<T>(items: &[T], what: &str) -> Result<(), PlotError> {
    match items {
        [] => Err(PlotError::Empty(format!("it has no {what}"))),
        _ => Ok(()),
    }
}

/// A value axis says what it measures.
pub(crate) fn titled(axis: &Axis, which: &'static str) -> Result<(), PlotError> {
    match axis.title.trim() {
        "" => Err(PlotError::Untitled(which)),
        _ => Ok(()),
    }
}

/// The name of a series in a message.
pub(crate) fn series_place(name: &str) -> String {
    format!("series `{name}`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_drawn_is_named() {
        let error = finite(f64::NAN, "series `pvs`, depth 3").unwrap_err();
        assert_eq!(
            error.to_string(),
            "series `pvs`, depth 3: NaN cannot be drawn: a finite number is needed"
        );
        assert!(finite(f64::INFINITY, "x").is_err());
        assert!(finite(1e101, "x").is_err());
        assert!(finite(-1e-101, "x").is_err());
        assert!(finite(0.0, "x").is_ok());
        assert!(finite(-5.0, "x").is_ok());
    }

    #[test]
    fn a_logarithmic_axis_takes_zero_and_refuses_less() {
        assert!(drawable(0.0, Scale::Log, "x").is_ok());
        assert!(drawable(-1.0, Scale::Log, "x").is_err());
        assert!(drawable(-1.0, Scale::Log2, "x").is_err());
        assert!(drawable(-1.0, Scale::Linear, "x").is_ok());
    }

    #[test]
    fn an_interval_has_its_low_end_first() {
        assert!(interval((1.0, 1.0), Scale::Linear, "x").is_ok());
        let error = interval((2.0, 1.0), Scale::Linear, "x").unwrap_err();
        assert!(error.to_string().contains("upside down"));
    }
}
