//! A straight line by least squares.

use super::sample::{is_usable, mean};

/// y = intercept + slope·x, fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Line {
    pub slope: f64,
    pub intercept: f64,
    /// Standard error of the slope; `None` with two points, which leave nothing over.
    pub slope_error: Option<f64>,
    /// Standard error of the intercept, likewise.
    pub intercept_error: Option<f64>,
    /// Share of the variance of y explained, 1 − SSE/S_yy; 1 where y never varies.
    pub r_squared: f64,
    /// Points fitted.
    pub n: usize,
}

/// Least squares of y on x. With S_xx = Σ(x − x̄)², S_xy = Σ(x − x̄)(y − ȳ) and
/// SSE = Σ(y − ŷ)²:
/// - slope = S_xy / S_xx, intercept = ȳ − slope·x̄
/// - slope's error = √(SSE / (n − 2) / S_xx)
/// - intercept's error = slope's error · √(S_xx/n + x̄²)
///
/// `None` unless x and y have the same length, at least two points, and x varies.
pub fn line(x: &[f64], y: &[f64]) -> Option<Line> {
    if x.len() != y.len() || !is_usable(x) || !is_usable(y) {
        return None;
    }
    let (mean_x, mean_y) = (mean(x)?, mean(y)?);
    let centred = || x.iter().zip(y).map(|(x, y)| (x - mean_x, y - mean_y));
    let s_xx: f64 = centred().map(|(x, _)| x * x).sum();
    let s_xy: f64 = centred().map(|(x, y)| x * y).sum();
    let s_yy: f64 = centred().map(|(_, y)| y * y).sum();
    if s_xx == 0.0 {
        return None;
    }
    let slope = s_xy / s_xx;
    let residuals: f64 = centred().map(|(x, y)| (y - slope * x).powi(2)).sum();

    let n = x.len() as f64;
    let slope_error = (n > 2.0).then(|| (residuals / (n - 2.0) / s_xx).sqrt());
    let line = Line {
        slope,
        intercept: mean_y - slope * mean_x,
        slope_error,
        intercept_error: slope_error.map(|error| error * (s_xx / n + mean_x * mean_x).sqrt()),
        r_squared: if s_yy == 0.0 {
            1.0
        } else {
            1.0 - residuals / s_yy
        },
        n: x.len(),
    };
    line.is_finite().then_some(line)
}

impl Line {
    /// Whether no sum went beyond what an f64 holds.
    fn is_finite(&self) -> bool {
        let errors = [self.slope_error, self.intercept_error].map(|error| error.unwrap_or(0.0));
        let all = [
            self.slope,
            self.intercept,
            self.r_squared,
            errors[0],
            errors[1],
        ];
        all.iter().all(|value| value.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close, series};
    use super::*;

    #[test]
    #[rustfmt::skip]
    fn as_scipy_says() {
        // r = scipy.stats.linregress(x, y): r.slope, r.intercept, r.rvalue**2, r.stderr,
        // r.intercept_stderr
        let far: Vec<f64> = series(50, 7, 53, 0.0).iter().map(|x| 1e6 + x).collect();
        let cases: [(&[f64], &[f64], [f64; 5]); 3] = [
            (&[1.0, 2.0, 3.0, 4.0], &[5.0, 3.1, 2.2, -1.0],
             [-1.89, 7.05, 0.9486389589695923, 0.3109662361093245, 0.8516161106977728]),
            (&[1.0, 2.0, 3.0, 4.0], &[2.0, 2.5, 2.5, 2.0],
             [0.0, 2.25, 0.0, 0.15811388300841897, 0.43301270189221935]),
            (&far, &series(50, 11, 59, 0.0),
             [-0.04552519626174927, 45555.5335433246, 0.0016125105084287311, 0.16350441964757856, 163508.64789011076]),
        ];
        for (x, y, expected) in cases {
            let found = line(x, y).unwrap();
            let errors = (found.slope_error.unwrap(), found.intercept_error.unwrap());
            assert_all_close(&[found.slope, found.intercept, found.r_squared, errors.0, errors.1], &expected);
        }
    }

    #[test]
    fn two_points_and_equal_values() {
        let two = line(&[3.0, 5.0], &[1.0, 5.0]).unwrap();
        assert_close(two.slope, 2.0);
        assert_close(two.intercept, -5.0);
        assert_eq!((two.slope_error, two.intercept_error), (None, None));
        let flat = line(&[1.0, 2.0, 3.0], &[4.0; 3]).unwrap();
        assert_eq!(
            (flat.slope, flat.slope_error, flat.r_squared),
            (0.0, Some(0.0), 1.0)
        );
    }

    #[test]
    fn no_answer() {
        assert_eq!(line(&[], &[]), None);
        assert_eq!(line(&[1.0], &[1.0]), None);
        assert_eq!(line(&[1.0, 2.0], &[1.0]), None);
        assert_eq!(line(&[2.0, 2.0, 2.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(line(&[1.0, 2.0], &[1.0, f64::NAN]), None);
        assert_eq!(
            line(&[1.0, 2.0, 3.0], &[f64::MAX, -f64::MAX, f64::MAX]),
            None
        );
    }
}
