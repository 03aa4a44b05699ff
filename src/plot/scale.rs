//! From values to pixels: the range an axis covers, and where on it a value stands.
//!
//! Zero has no place on a logarithmic axis, yet a count of zero is a result. An axis
//! whose data hold a zero is broken: a band before its beginning is zero's own.
//!
//! ```text
//!    |
//!  10-
//!    |
//!   1-
//!    /
//!    /      the break
//!   0-      the band
//! ```

use super::spec::Scale;

/// The range an axis covers, in values.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Domain {
    pub scale: Scale,
    pub low: f64,
    pub high: f64,
    /// A logarithmic axis with a band for zero.
    pub zero: bool,
    /// All data are whole numbers, so that a tick between two of them means nothing.
    pub whole: bool,
    /// The places at which data stand, if they are few and worth a tick each.
    pub places: Vec<f64>,
}

/// More places than this are a continuum.
const MOST_PLACES: usize = 12;

/// Where an axis begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Below the data, or at zero if that is near.
    Free,
    /// At zero, as it must where lengths are compared.
    Zero,
    /// Below the data, which stand at places of their own, such as depths.
    Places,
}

impl Domain {
    /// The range that shows all of some values, of which there must be one.
    pub fn covering(scale: Scale, values: &[f64], origin: Origin) -> Self {
        let whole = values.iter().all(|value| value.fract() == 0.0);
        let (low, high, zero) = match scale {
            Scale::Linear => {
                let (low, high) = linear_range(values, origin, whole);
                (low, high, false)
            }
            Scale::Log | Scale::Log2 => {
                let (low, high) = log_range(values, origin);
                (low, high, values.contains(&0.0))
            }
        };
        Self {
            scale,
            low,
            high,
            zero,
            whole,
            places: match origin {
                Origin::Places => few_places(values),
                Origin::Free | Origin::Zero => Vec::new(),
            },
        }
    }

    /// The part of the way from the low end to the high one.
    fn part(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Log | Scale::Log2 => {
                (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
            }
        }
    }
}

fn few_places(values: &[f64]) -> Vec<f64> {
    let mut places = values.to_vec();
    places.sort_by(f64::total_cmp);
    places.dedup();
    if places.len() > MOST_PLACES {
        places.clear();
    }
    places
}

fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |seen, value| match seen {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

fn linear_range(values: &[f64], origin: Origin, whole: bool) -> (f64, f64) {
    let (mut low, mut high) = extremes(values.iter().copied()).unwrap_or((0.0, 1.0));
    // Zero belongs to the picture where it is not far outside.
    let near = low.min(high.abs()) <= 0.4 * high.max(low.abs());
    let include = match origin {
        Origin::Zero => true,
        Origin::Free => near && (low > 0.0 || high < 0.0),
        Origin::Places => false,
    };
    if include {
        low = low.min(0.0);
        high = high.max(0.0);
    }
    let size = low.abs().max(high.abs());
    if high - low <= size * 1e-9 {
        let around = if whole && size < 1e6 { 1.0 } else { size * 0.1 };
        let around = if around == 0.0 { 1.0 } else { around };
        (low, high) = match origin {
            Origin::Zero => (low, high + around),
            Origin::Free | Origin::Places => (low - around, high + around),
        };
    }
    let margin = (high - low) * 0.05;
    let low = if low == 0.0 { low } else { low - margin };
    let high = if high == 0.0 { high } else { high + margin };
    (low, high)
}

fn log_range(values: &[f64], origin: Origin) -> (f64, f64) {
    let positive = values.iter().copied().filter(|&value| value > 0.0);
    let (low, high) = extremes(positive).unwrap_or((1.0, 10.0));
    if low == high {
        return (low / 3.0, high * 3.0);
    }
    let margin = ((high / low).ln() * 0.05).exp();
    match origin {
        Origin::Free | Origin::Places => (low / margin, high * margin),
        // The shortest bar must have a length, and the floor under it a round number.
        Origin::Zero => (round_below(low / margin.max(1.3)), high * margin),
    }
}

/// The next 1, 2 or 5 times a power of ten at or below.
fn round_below(value: f64) -> f64 {
    let decade = 10f64.powf(value.log10().floor());
    let leading = [5.0, 2.0, 1.0, 0.5]
        .into_iter()
        .find(|leading| leading * decade <= value);
    leading.unwrap_or(0.5) * decade
}

/// An axis on the canvas.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Mapped {
    pub domain: Domain,
    /// Where the low and the high end of the range are, in pixels.
    low_at: f64,
    high_at: f64,
    /// Where the band of zero is.
    zero_at: Option<f64>,
}

/// How long the band of zero is, along an axis: as much as its label and the break need.
pub(crate) const ZERO_BAND: f64 = 30.0;

impl Mapped {
    /// An axis whose beginning is at `from` and whose end is at `to`.
    pub fn new(domain: &Domain, from: f64, to: f64) -> Self {
        let forward = (to - from).signum();
        let (low_at, zero_at) = if domain.zero {
            let zero_at = from + forward * ZERO_BAND * 0.35;
            (from + forward * ZERO_BAND, Some(zero_at))
        } else {
            (from, None)
        };
        Self {
            domain: domain.clone(),
            low_at,
            high_at: to,
            zero_at,
        }
    }

    /// Where a value stands. On a logarithmic axis zero stands in its band.
    pub fn at(&self, value: f64) -> f64 {
        match self.zero_at {
            Some(zero_at) if value <= 0.0 => zero_at,
            _ => self.low_at + (self.high_at - self.low_at) * self.domain.part(value),
        }
    }

    /// Where the low end of the range is; the break, if any, is before it.
    pub fn low_at(&self) -> f64 {
        self.low_at
    }

    /// Where the break between zero's band and the range is.
    pub fn break_at(&self) -> Option<f64> {
        self.zero_at
            .map(|zero_at| zero_at + (self.low_at - zero_at) * 0.6)
    }

    /// Whether a value stands in zero's own band rather than on the scale.
    pub fn is_apart(&self, value: f64) -> bool {
        self.zero_at.is_some() && value == 0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zero_on_a_logarithmic_axis_is_never_at_its_floor() {
        let domain = Domain::covering(Scale::Log, &[0.0, 5.0, 500.0], Origin::Free);
        assert!(domain.zero);
        let axis = Mapped::new(&domain, 400.0, 50.0);
        let broken = axis.break_at().unwrap();
        // On the canvas, y grows downwards: zero is below the break, all else above.
        assert!(axis.at(0.0) > broken);
        assert!(broken > axis.low_at());
        assert!(axis.low_at() > axis.at(5.0));
        assert!(axis.at(5.0) > axis.at(500.0));
        assert!(axis.at(500.0) > 50.0);
        assert!(axis.is_apart(0.0) && !axis.is_apart(5.0));
    }

    #[test]
    fn without_a_zero_there_is_no_band() {
        let domain = Domain::covering(Scale::Log, &[5.0, 500.0], Origin::Free);
        let axis = Mapped::new(&domain, 0.0, 100.0);
        assert_eq!(axis.break_at(), None);
        assert!(axis.at(5.0) > 0.0 && axis.at(500.0) < 100.0);
    }

    #[test]
    fn only_zeros_still_make_an_axis() {
        let domain = Domain::covering(Scale::Log, &[0.0, 0.0], Origin::Zero);
        assert!(domain.zero && domain.low > 0.0 && domain.high > domain.low);
    }

    #[test]
    fn lengths_begin_at_zero() {
        let domain = Domain::covering(Scale::Linear, &[90.0, 100.0], Origin::Zero);
        assert_eq!(domain.low, 0.0);
        let free = Domain::covering(Scale::Linear, &[90.0, 100.0], Origin::Free);
        assert!(free.low > 80.0);
    }

    #[test]
    fn the_floor_under_bars_is_below_the_smallest() {
        let domain = Domain::covering(Scale::Log, &[1234.0, 98_765.0], Origin::Zero);
        assert_eq!(domain.low, 500.0);
    }

    #[test]
    fn one_value_has_room_around_it() {
        for scale in [Scale::Linear, Scale::Log, Scale::Log2] {
            for value in [1.0, 7.5, 1e-9, 1e12] {
                let domain = Domain::covering(scale, &[value], Origin::Free);
                assert!(
                    domain.low < value && value < domain.high,
                    "{scale:?} {value}"
                );
            }
        }
    }
}
