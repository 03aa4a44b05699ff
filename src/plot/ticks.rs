//! Which values of an axis are labelled.
//!
//! Sets of ticks are tried from the densest to the sparsest, and the first whose labels
//! stand clear of each other is taken. On a logarithmic axis the sets are 1 to 9, then
//! 1-2-5, 1-3 and 1 of each decade, then every so many decades; where a range is too
//! narrow for three of these, even steps as on a linear axis. Where data stand at a few
//! places only, these are tried before all others.

use super::font;
use super::number;
use super::scale::{Domain, Mapped};
use super::spec::Scale;

/// The ticks of an axis.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Ticks {
    pub labelled: Vec<(f64, String)>,
    /// Short marks between them.
    pub minor: Vec<f64>,
}

/// Which way an axis runs: labels beside each other need more room than labels above
/// each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    Across,
    Up,
}

/// A set of ticks that might do.
struct Candidate {
    values: Vec<f64>,
    labels: Vec<String>,
    minor: Vec<f64>,
}

/// Values to be labelled, and values to be marked only.
type Marks = (Vec<f64>, Vec<f64>);

/// Beyond this, and its inverse, powers of two are numbers that nobody knows by heart.
const FARTHEST_OCTAVE: f64 = 1_048_576.0;

/// Fewer labels than this do not tell a scale.
const LEAST_LABELS: usize = 3;

/// The space between two labels of ticks, in pixels.
const GAP: f64 = 9.0;

/// The ticks of an axis, each label followed by `suffix`.
pub(crate) fn choose(axis: &Mapped, direction: Direction, suffix: &str) -> Ticks {
    let domain = &axis.domain;
    let length = (axis.at(domain.high) - axis.low_at()).abs();
    let spread = match domain.scale {
        Scale::Linear => even(domain, length, direction),
        Scale::Log => logarithmic(domain, length, direction, decades(domain, length)),
        Scale::Log2 if domain.high < FARTHEST_OCTAVE && domain.low > 1.0 / FARTHEST_OCTAVE => {
            logarithmic(domain, length, direction, octaves(domain))
        }
        Scale::Log2 => logarithmic(domain, length, direction, decades(domain, length)),
    };
    let sets: Vec<_> = at_data(domain)
        .into_iter()
        .chain(spread)
        .map(|candidate| labelled(candidate, domain, suffix))
        .collect();
    let good = |ticks: &&Ticks| {
        ticks.labelled.len() >= LEAST_LABELS && stand_clear(axis, ticks, direction)
    };
    match sets.iter().find(good) {
        Some(ticks) => ticks.clone(),
        None => most_thinned(axis, sets, direction),
    }
}

fn labelled(candidate: Candidate, domain: &Domain, suffix: &str) -> Ticks {
    let labels = candidate.labels.into_iter();
    let labels = labels.map(|label| format!("{label}{suffix}"));
    let mut labelled: Vec<_> = candidate.values.into_iter().zip(labels).collect();
    if domain.zero {
        labelled.insert(0, (0.0, format!("0{suffix}")));
    }
    Ticks {
        labelled,
        minor: candidate.minor,
    }
}

/// How much of the axis a label takes, with the space after it.
fn extent(label: &str, direction: Direction) -> f64 {
    match direction {
        Direction::Across => font::width(label, font::TICK) + GAP,
        Direction::Up => font::line_height(font::TICK),
    }
}

fn clear_of(axis: &Mapped, a: &(f64, String), b: &(f64, String), direction: Direction) -> bool {
    let distance = (axis.at(a.0) - axis.at(b.0)).abs();
    distance >= (extent(&a.1, direction) + extent(&b.1, direction)) / 2.0
}

fn stand_clear(axis: &Mapped, ticks: &Ticks, direction: Direction) -> bool {
    let pairs = ticks.labelled.windows(2);
    pairs
        .into_iter()
        .all(|pair| clear_of(axis, &pair[0], &pair[1], direction))
}

/// The last resort, on a short axis with long labels: from the set that keeps most of
/// its labels, each label that would touch the one before it is left out.
fn most_thinned(axis: &Mapped, sets: Vec<Ticks>, direction: Direction) -> Ticks {
    let thinned = sets
        .into_iter()
        .map(|ticks| thinned(axis, ticks, direction));
    thinned.fold(Ticks::default(), |most, ticks| {
        if ticks.labelled.len() > most.labelled.len() {
            ticks
        } else {
            most
        }
    })
}

fn thinned(axis: &Mapped, ticks: Ticks, direction: Direction) -> Ticks {
    let mut kept: Vec<(f64, String)> = Vec::new();
    for tick in ticks.labelled {
        match kept.last() {
            Some(last) if !clear_of(axis, last, &tick, direction) => {}
            _ => kept.push(tick),
        }
    }
    Ticks {
        labelled: kept,
        minor: ticks.minor,
    }
}

/// A tick at each place where data stand, if there are few.
fn at_data(domain: &Domain) -> Option<Candidate> {
    let values: Vec<_> = domain
        .places
        .iter()
        .copied()
        .filter(|place| (domain.low..=domain.high).contains(place))
        .collect();
    (values.len() > 1).then(|| Candidate {
        labels: number::log_labels(&values),
        values,
        minor: Vec::new(),
    })
}

/// How many labels an axis of this length bears without looking crowded.
fn most_labels(length: f64, direction: Direction, scale: Scale) -> usize {
    let (each, most) = match (direction, scale) {
        (Direction::Across, _) => (48.0, 12.0),
        (Direction::Up, Scale::Linear) => (32.0, 9.0),
        (Direction::Up, Scale::Log | Scale::Log2) => (22.0, 9.0),
    };
    (length / each).clamp(3.0, most) as usize
}

/// Steps of 1, 2 and 5 times the powers of ten.
fn even(domain: &Domain, length: f64, direction: Direction) -> Vec<Candidate> {
    let span = domain.high - domain.low;
    let most = most_labels(length, direction, Scale::Linear);
    let first = (span / (4.0 * most as f64)).log10().floor() as i32;
    let leading = [1.0, 2.0, 5.0];
    let steps = (first..first + 6).flat_map(|power| leading.map(|step| step * ten_to(power)));
    let mut sets: Vec<_> = steps
        .filter(|&step| !domain.whole || step >= 1.0)
        .map(|step| (step, multiples(domain, step)))
        .filter(|(_, values)| (1..=2 * most).contains(&values.len()))
        .collect();
    // The densest that is not crowded; else somewhat more rather than less than three.
    sets.sort_by_key(|(_, values)| match values.len() {
        count if count < 3 => (2, most - count.min(most)),
        count if count <= most => (0, most - count),
        count => (1, count),
    });
    let candidate = |(step, values): (f64, Vec<f64>)| Candidate {
        labels: number::even_labels(&values, step),
        values,
        minor: Vec::new(),
    };
    sets.into_iter().map(candidate).collect()
}

/// `10^power`, as close as there is.
fn ten_to(power: i32) -> f64 {
    format!("1e{power}")
        .parse()
        .unwrap_or_else(|_| 10f64.powi(power))
}

/// The multiples of a step that lie in a range.
fn multiples(domain: &Domain, step: f64) -> Vec<f64> {
    // Ends that differ from a multiple by rounding alone are meant.
    let first = (domain.low / step - 1e-9).ceil();
    let last = (domain.high / step + 1e-9).floor();
    let count = (last - first + 1.0).clamp(0.0, 1000.0) as usize;
    (0..count)
        .map(|index| first + index as f64)
        // Dividing by the reciprocal gives 0.3 where 3 × 0.1 does not.
        .map(|factor| match step {
            step if step < 1.0 => factor / (1.0 / step).round(),
            step => factor * step,
        })
        .filter(|value| domain.scale == Scale::Linear || *value > 0.0)
        .collect()
}

/// Sets of ticks for a logarithmic axis from the densest to the sparsest, those of less
/// than three labels only where even steps would do no better.
fn logarithmic(
    domain: &Domain,
    length: f64,
    direction: Direction,
    sets: Vec<Marks>,
) -> Vec<Candidate> {
    let most = most_labels(length, direction, domain.scale);
    let (enough, few): (Vec<_>, Vec<_>) = sets
        .into_iter()
        .filter(|(values, _)| (2..=most).contains(&values.len()))
        .partition(|(values, _)| values.len() >= 3);
    let even = Domain {
        whole: false,
        ..domain.clone()
    };
    let even = self::even(&even, length, direction);
    let candidates = |sets: Vec<Marks>| {
        sets.into_iter().map(|(values, minor)| Candidate {
            labels: number::log_labels(&values),
            values,
            minor,
        })
    };
    // Over more than a decade even steps crowd at the high end.
    if domain.high > 12.0 * domain.low {
        let sets = candidates(enough).chain(candidates(few));
        sets.chain(even).collect()
    } else {
        let sets = candidates(enough).chain(even);
        sets.chain(candidates(few)).collect()
    }
}

/// Values `leading × base^exponent` in a range, for exponents that `stride` divides.
fn geometric(domain: &Domain, base: f64, leading: &[f64], stride: i32) -> Vec<f64> {
    let first = (domain.low.ln() / base.ln()).floor() as i32 - 1;
    let last = (domain.high.ln() / base.ln()).ceil() as i32;
    let power = |exponent: i32| match base {
        10.0 => ten_to(exponent),
        base => base.powi(exponent),
    };
    (first..=last)
        .filter(|exponent| exponent.rem_euclid(stride) == 0)
        .flat_map(|exponent| leading.iter().map(move |leading| leading * power(exponent)))
        .filter(|value| (domain.low..=domain.high).contains(value))
        .collect()
}

fn decades(domain: &Domain, length: f64) -> Vec<Marks> {
    let ones = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
    let leadings: [&[f64]; 4] = [&ones, &[1.0, 2.0, 5.0], &[1.0, 3.0], &[1.0]];
    let span = domain.high.log10() - domain.low.log10();
    // Marks between decades only where they stand apart.
    let fine = if length / span > 25.0 {
        geometric(domain, 10.0, &ones, 1)
    } else if length / span > 3.0 {
        geometric(domain, 10.0, &[1.0], 1)
    } else {
        Vec::new()
    };
    // Four decades are labels enough.
    let whole = geometric(domain, 10.0, &[1.0], 1).len();
    let dense = leadings
        .into_iter()
        .filter(|leading| leading.len() == 1 || whole < 4)
        .map(|leading| (geometric(domain, 10.0, leading, 1), fine.clone()));
    let sparse = [2, 3, 4, 5, 6, 8, 10, 20, 50, 100]
        .map(|stride| (geometric(domain, 10.0, &[1.0], stride), fine.clone()));
    dense.chain(sparse).collect()
}

fn octaves(domain: &Domain) -> Vec<Marks> {
    let every = geometric(domain, 2.0, &[1.0], 1);
    [1, 2, 3, 4, 5, 6, 8, 10]
        .map(|stride| (geometric(domain, 2.0, &[1.0], stride), every.clone()))
        .into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::scale::Origin;
    use proptest::prelude::*;

    fn axis(scale: Scale, low: f64, high: f64, length: f64) -> Mapped {
        let domain = Domain {
            scale,
            low,
            high,
            zero: false,
            whole: false,
            places: Vec::new(),
        };
        Mapped::new(&domain, 0.0, length)
    }

    fn labels(scale: Scale, low: f64, high: f64, direction: Direction) -> Vec<String> {
        let ticks = choose(&axis(scale, low, high, 320.0), direction, "");
        ticks.labelled.into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn less_than_a_decade_still_has_labels() {
        let ticks = labels(Scale::Log, 1.2e3, 8e3, Direction::Up);
        assert!(ticks.len() >= 3, "{ticks:?}");
        assert!(ticks.contains(&"2,000".to_owned()), "{ticks:?}");
        let narrow = labels(Scale::Log, 9_700.0, 10_300.0, Direction::Up);
        assert!(narrow.len() >= 3, "{narrow:?}");
    }

    #[test]
    fn twelve_decades_do_not_crowd() {
        for direction in [Direction::Up, Direction::Across] {
            let ticks = labels(Scale::Log, 1.0, 1e12, direction);
            assert!((3..=9).contains(&ticks.len()), "{ticks:?}");
            assert_eq!(ticks[0], "10⁰");
        }
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(
            labels(Scale::Linear, 0.0, 1.04, Direction::Up),
            ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]
        );
        assert_eq!(
            labels(Scale::Log2, 0.2, 20.0, Direction::Up),
            ["0.25", "0.5", "1", "2", "4", "8", "16"]
        );
    }

    #[test]
    fn tenths_are_exact() {
        let domain = axis(Scale::Linear, 0.0, 1.0, 320.0).domain;
        assert_eq!(multiples(&domain, 0.1)[3], 0.3);
        assert_eq!(multiples(&domain, 0.2)[3], 0.6);
    }

    #[test]
    fn whole_numbers_have_no_ticks_between() {
        let domain = Domain::covering(Scale::Linear, &[1.0, 2.0, 3.0], Origin::Free);
        let ticks = choose(&Mapped::new(&domain, 0.0, 600.0), Direction::Across, "");
        assert!(ticks.labelled.iter().all(|(value, _)| value.fract() == 0.0));
    }

    #[test]
    fn a_few_places_are_labelled_themselves() {
        let domain = Domain::covering(Scale::Linear, &[5.0, 12.0, 20.0], Origin::Places);
        let ticks = choose(&Mapped::new(&domain, 0.0, 600.0), Direction::Across, "");
        let values: Vec<_> = ticks.labelled.iter().map(|(value, _)| *value).collect();
        assert_eq!(values, [5.0, 12.0, 20.0]);
        // Too close together to be labelled, they are not.
        let ticks = choose(&Mapped::new(&domain, 0.0, 30.0), Direction::Across, "");
        assert!(ticks.labelled.len() < 3);
    }

    #[test]
    fn zero_is_labelled_beside_a_logarithmic_range() {
        let domain = Domain::covering(Scale::Log, &[0.0, 1e5], Origin::Free);
        let ticks = choose(&Mapped::new(&domain, 300.0, 0.0), Direction::Up, "×");
        assert_eq!(ticks.labelled[0], (0.0, "0×".to_owned()));
    }

    fn any_range() -> impl Strategy<Value = (f64, f64)> {
        (-110.0..70.0f64, prop_oneof![0.0005..0.5f64, 0.5..40.0f64])
            .prop_map(|(from, span)| (10f64.powf(from), 10f64.powf(from + span)))
    }

    proptest! {
        #[test]
        fn labels_stand_clear_and_are_three_or_more(
            (low, high) in any_range(),
            length in 150.0..900.0f64,
            scale in prop_oneof![Just(Scale::Linear), Just(Scale::Log), Just(Scale::Log2)],
        ) {
            for direction in [Direction::Up, Direction::Across] {
                let axis = axis(scale, low, high, length);
                let ticks = choose(&axis, direction, "");
                prop_assert!(stand_clear(&axis, &ticks, direction));
                let least = match direction {
                    Direction::Up => 3,
                    Direction::Across if length >= 300.0 => 2,
                    Direction::Across => 1,
                };
                prop_assert!(ticks.labelled.len() >= least, "{ticks:?} from {low} to {high}");
                let mut texts: Vec<_> = ticks.labelled.iter().map(|tick| &tick.1).collect();
                texts.dedup();
                prop_assert_eq!(texts.len(), ticks.labelled.len(), "equal labels");
                for (value, _) in &ticks.labelled {
                    let at = axis.at(*value);
                    prop_assert!((-0.5..=length + 0.5).contains(&at));
                }
            }
        }
    }
}
