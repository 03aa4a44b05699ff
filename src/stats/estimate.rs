//! An estimate, and how far to trust it.

/// A confidence interval. Its ends may be infinite where its maker says so.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// A number computed from a sample, with its confidence interval where there is one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub value: f64,
    pub interval: Option<Interval>,
}

impl Estimate {
    /// An estimate whose uncertainty is unknown.
    pub fn point(value: f64) -> Self {
        Estimate {
            value,
            interval: None,
        }
    }

    /// `value` with the interval from `low` to `high`.
    pub fn within(value: f64, low: f64, high: f64) -> Self {
        Estimate {
            value,
            interval: Some(Interval { low, high }),
        }
    }

    /// The estimate of an increasing function of the quantity, such as `exp` of a mean
    /// of logarithms: an interval keeps its level under such a change of scale.
    pub fn map(self, increasing: impl Fn(f64) -> f64) -> Self {
        Estimate {
            value: increasing(self.value),
            interval: self.interval.map(|interval| Interval {
                low: increasing(interval.low),
                high: increasing(interval.high),
            }),
        }
    }

    /// `None` where the value is beyond what an f64 holds; without its interval where an
    /// end of that is.
    pub(super) fn if_finite(self) -> Option<Self> {
        let is_finite = |interval: &Interval| interval.low.is_finite() && interval.high.is_finite();
        self.value.is_finite().then_some(Estimate {
            value: self.value,
            interval: self.interval.filter(is_finite),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_of_scale_moves_all_three() {
        let squared = Estimate::within(2.0, 1.0, 3.0).map(|x| x * x);
        assert_eq!(squared, Estimate::within(4.0, 1.0, 9.0));
        assert_eq!(Estimate::point(2.0).map(f64::exp).interval, None);
    }

    #[test]
    fn what_is_not_finite_is_left_out() {
        let unbounded = Estimate::within(0.0, f64::NEG_INFINITY, 1.0);
        assert_eq!(unbounded.if_finite(), Some(Estimate::point(0.0)));
        assert_eq!(Estimate::point(f64::NAN).if_finite(), None);
        let bounded = Estimate::within(0.0, -1.0, 1.0);
        assert_eq!(bounded.if_finite(), Some(bounded));
    }
}
