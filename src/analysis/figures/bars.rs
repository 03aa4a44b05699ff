//! Bars by category and series, beside published values.

use super::by::By;
use super::caption::BAR;
use super::material::Material;
use super::published::Agreement;
use crate::plot::{BarSeries, Bars, Estimate, Names};

/// Values are written over this many bars at most.
const WRITTEN: usize = 24;

pub fn chart(m: &Material) -> Result<Bars, String> {
    let measure = m.y();
    m.needs(measure)?;
    let x = m.figure.x.unwrap_or(By::ENGINE);
    let groups = m.group(x, m.series_beside(x));
    let single = groups.across.len() == 1;
    let mut series = Vec::new();
    for (index, places) in groups.cells.iter().enumerate() {
        let bars: Vec<Option<Estimate>> = places
            .iter()
            .map(|cells| m.estimate(cells, measure))
            .collect();
        let key = groups.series[index].as_ref();
        let published = &m.figure.published;
        let references = match published.is_empty() {
            true => Vec::new(),
            false => groups
                .across
                .iter()
                .map(|across| published.of(across, key, single))
                .collect(),
        };
        series.push(BarSeries {
            name: groups.series_name(index),
            bars,
            references,
        });
    }
    let values = series
        .iter()
        .flat_map(|s| s.bars.iter().flatten().map(|bar| bar.value));
    let scale = m.scale(measure, values.collect::<Vec<_>>());
    let (title, _) = x.title();
    let mut agreement = Agreement::default();
    for series in &series {
        for (published, bar) in series.references.iter().zip(&series.bars) {
            agreement.add(*published, bar.map(|bar| bar.value));
        }
    }
    let computed = m.told(groups.points(), measure, BAR) + &agreement.told();
    Ok(Bars {
        words: m.words(&format!("{} by {title}", measure.title), &computed),
        categories: Names::new(title, groups.across.iter().map(|key| key.label.as_str())),
        y: m.axis(measure, scale),
        show_values: groups.across.len() * series.len() <= WRITTEN,
        series,
        reference_name: "published".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, error, experiment, figure};
    use super::*;
    use crate::plot::Scale;

    #[test]
    fn totals_stand_beside_what_was_published() {
        let experiment = experiment(
            TWO,
            "[[figure]]\nkind = \"bars\"\naggregate = \"sum\"\npublished = { slow = 30, fast = 4 }",
        );
        let data = data(&[
            ("slow", "", 1, 10, &[]),
            ("slow", "b2", 1, 20, &[]),
            ("fast", "", 1, 1, &[]),
            ("fast", "b2", 1, 4, &[]),
        ]);
        let figure = figure(&experiment);
        let bars = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(bars.categories.names, ["slow", "fast"]);
        let [series] = &bars.series[..] else {
            panic!("{:?}", bars.series)
        };
        let exact = |value| Some(Estimate::exact(value));
        assert_eq!(series.bars, [exact(30.0), exact(5.0)]);
        assert_eq!(series.references, [Some(30.0), Some(4.0)]);
        assert_eq!(bars.y.scale, Scale::Linear);
        assert_eq!(
            bars.words.caption.as_deref(),
            Some(
                "Sum over n = 2 positions; counts are exact. 1 of 2 published values are the same."
            )
        );
        assert_eq!(bars.words.title, "Nodes visited by engine");
    }

    #[test]
    fn series_and_categories_are_published_by_both_names() {
        let experiment = experiment(
            TWO,
            "[[figure]]\nkind = \"bars\"\nx = \"depth\"\n\
             published = { slow = { \"1\" = 10 }, \"2\" = { fast = 9 } }",
        );
        let data = data(&[
            ("fast", "", 1, 1, &[]),
            ("slow", "", 1, 10, &[]),
            ("slow", "", 2, 5000, &[]),
        ]);
        let figure = figure(&experiment);
        let bars = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(bars.categories.names, ["1", "2"]);
        assert_eq!(bars.series[0].name, "slow");
        assert_eq!(bars.series[0].references, [Some(10.0), None]);
        assert_eq!(bars.series[1].references, [None, Some(9.0)]);
        // What was not run is missing, not zero.
        assert_eq!(bars.series[1].bars, [Some(Estimate::exact(1.0)), None]);
        assert_eq!(bars.y.scale, Scale::Log);
    }

    #[test]
    fn a_missing_measure_is_named() {
        let data = data(&[("fast", "", 1, 1, &[])]);
        let error = error("[[figure]]\nkind = \"bars\"\ny = \"time\"", &data);
        assert!(
            error.starts_with("figure `bars`: no cell has a time: "),
            "{error}"
        );
    }
}
