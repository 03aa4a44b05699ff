//! How often each size of a measure occurs.

use super::by::By;
use super::material::Material;
use crate::analysis::Measure;
use crate::plot::{Axis, Histogram, HistogramSeries, Scale};

/// The most bins.
const BINS: usize = 24;

pub fn chart(m: &Material) -> Result<Histogram, String> {
    let measure = match m.figure.x_measure {
        Some(measure) => measure,
        None => Measure::named("nodes")?,
    };
    m.needs(measure)?;
    let by = m.figure.series.unwrap_or(By::ENGINE);
    let mut samples: Vec<(String, Vec<f64>)> = Vec::new();
    for key in m.values(by) {
        let own = m.records.iter().filter(|record| by.key(record) == key);
        let values: Vec<f64> = own.filter_map(|r| measure.of(r)).collect();
        if !values.is_empty() {
            samples.push((key.label, values));
        }
    }
    let all: Vec<f64> = samples.iter().flat_map(|(_, v)| v.clone()).collect();
    let scale = m.scale(measure, all.iter().copied());
    // A zero has no place in bins of a logarithmic axis.
    let has_zero = all.contains(&0.0);
    let scale = if has_zero { Scale::Linear } else { scale };
    let edges = edges(&all, scale);
    let largest = samples.iter().map(|(_, v)| v.len()).max().unwrap_or(0);
    let series = samples
        .iter()
        .map(|(name, values)| HistogramSeries::count(name.clone(), values, &edges));
    let computed = format!(
        "n = {} searches, at most {largest} a series; a bin holds its lower edge.",
        all.len()
    );
    Ok(Histogram {
        words: m.words(&format!("how often: {}", measure.title), &computed),
        x: m.axis(measure, scale),
        y: Axis::linear("searches"),
        series: series.collect(),
        edges,
    })
}

/// Bins as wide as each other on the scale.
fn edges(values: &[f64], scale: Scale) -> Vec<f64> {
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(0.0, f64::max);
    let whole = values.iter().all(|value| value.fract() == 0.0);
    if scale == Scale::Linear && whole {
        return Histogram::whole_edges(values, BINS);
    }
    if low == high {
        return vec![low * 0.9, high.max(1e-9) * 1.1];
    }
    // As many bins as the square root of the number of values says, within reason.
    let bins = ((values.len() as f64).sqrt().ceil() as usize).clamp(4, BINS);
    let at = |part: f64| match scale {
        Scale::Linear => low + (high - low) * part,
        _ => low * (high / low).powf(part),
    };
    let mut edges: Vec<f64> = (0..=bins).map(|n| at(n as f64 / bins as f64)).collect();
    // Rounding must not push the largest value out.
    edges[0] = low;
    edges[bins] = high;
    edges
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, experiment, figure};
    use super::*;

    #[test]
    fn whole_numbers_have_bins_of_their_own() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"histogram\"");
        let data = data(&[
            ("slow", "", 1, 3, &[]),
            ("slow", "b2", 1, 3, &[]),
            ("slow", "a1", 1, 5, &[]),
            ("fast", "", 1, 4, &[]),
        ]);
        let figure = figure(&experiment);
        let found = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(found.edges, [2.5, 3.5, 4.5, 5.5]);
        assert_eq!(found.series[0].counts, [2.0, 0.0, 1.0]);
        assert_eq!(found.series[1].counts, [0.0, 1.0, 0.0]);
    }

    #[test]
    fn every_value_has_a_bin() {
        let values = [1.0, 7.3, 1e6, 33.0, 512.0];
        let edges = edges(&values, Scale::Log);
        let counts = HistogramSeries::count("x", &values, &edges).counts;
        assert_eq!(counts.iter().sum::<f64>(), 5.0);
        assert!(super::edges(&[0.5, 0.5], Scale::Linear).is_sorted_by(|a, b| a < b));
    }
}
