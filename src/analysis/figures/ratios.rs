//! How many times the baseline, position by position.

use super::by::{By, Key};
use super::caption;
use super::material::{Material, drawn};
use super::pairs::{Partners, ratio};
use crate::analysis::{Measure, Record};
use crate::plot::{EstimateSeries, Names, Ratios};

pub fn chart(m: &Material) -> Result<Ratios, String> {
    for measure in &m.figure.y {
        m.needs(*measure)?;
    }
    let by = m.figure.series.unwrap_or(By::ENGINE);
    let all = m.values(by);
    let baseline = match &m.figure.baseline {
        Some(name) => all
            .iter()
            .find(|key| key.is_called(name))
            .ok_or_else(|| format!("the baseline `{name}` is not among the results"))?,
        None => &all[0],
    };
    let others: Vec<&Key> = all.iter().filter(|key| *key != baseline).collect();
    if others.is_empty() {
        return Err(format!(
            "there is nothing but `{}` to compare",
            baseline.label
        ));
    }
    let partners = Partners::new(&m.records, by);
    let base: Vec<&Record> = of(&m.records, by, baseline);
    let mut pairs = Vec::new();
    for key in &others {
        pairs.push(partners.pairs(&of(&m.records, by, key), &base)?);
    }
    // Rows by what varies beside the series; the series themselves if nothing does.
    let several = m.figure.y.len() > 1;
    let x = m.figure.x.filter(|x| *x != by);
    let x = x.or_else(|| {
        m.varying(&["depth", "game"])
            .filter(|_| !several && m.figure.x.is_none())
    });
    if let (Some(x), true) = (x, several) {
        let measures = "several measures are shown by engine alone";
        return Err(format!("x = \"{}\": {measures}", x.name));
    }
    let mut counts: Vec<Vec<&Record>> = Vec::new();
    let estimate = |pairs: &[(&'_ Record, &'_ Record)], measure: Measure| {
        let (estimate, _) = ratio(pairs, measure)?;
        Some(drawn(estimate))
    };
    let (rows, series): (Names, Vec<EstimateSeries>) = match x {
        None => {
            let names = others.iter().map(|key| key.label.as_str());
            let series = m.figure.y.iter().map(|measure| EstimateSeries {
                name: if several {
                    measure.title.into()
                } else {
                    String::new()
                },
                values: pairs
                    .iter()
                    .map(|pairs| estimate(pairs, *measure))
                    .collect(),
            });
            (Names::new(by.title().0, names), series.collect())
        }
        Some(x) => {
            let keys = m.values(x);
            let names = keys.iter().map(|key| key.label.as_str());
            let series = others.iter().zip(&pairs).map(|(other, pairs)| {
                let at = |key: &Key| {
                    let here: Vec<_> = pairs
                        .iter()
                        .copied()
                        .filter(|(cell, _)| x.key(cell) == *key)
                        .collect();
                    estimate(&here, m.y())
                };
                EstimateSeries {
                    name: other.label.clone(),
                    values: keys.iter().map(at).collect(),
                }
            });
            (Names::new(axis_title(x), names), series.collect())
        }
    };
    for pairs in &pairs {
        let keys = x.map_or(vec![None], |x| m.values(x).into_iter().map(Some).collect());
        for key in keys {
            let here = pairs.iter().map(|(cell, _)| *cell);
            let here: Vec<&Record> = here
                .filter(|cell| key.is_none() || x.map(|x| x.key(cell)) == key)
                .collect();
            if !here.is_empty() {
                counts.push(here);
            }
        }
    }
    if counts.is_empty() {
        return Err(format!(
            "no position was searched both by `{}` and by another",
            baseline.label
        ));
    }
    let measures: Vec<&str> = m.figure.y.iter().map(|measure| measure.title).collect();
    let measures = measures.join(", ");
    let title = format!("{measures} relative to {}", baseline.label);
    Ok(Ratios {
        words: m.words(&title, &told(m, &counts)),
        measure: match several {
            true => "cost".into(),
            false => measures,
        },
        baseline: baseline.label.clone(),
        rows,
        series,
    })
}

fn of<'a>(records: &[&'a Record], by: By, key: &Key) -> Vec<&'a Record> {
    let own = records.iter().filter(|record| by.key(record) == *key);
    own.copied().collect()
}

fn axis_title(x: By) -> String {
    match x.title() {
        (title, Some(unit)) => format!("{title} ({unit})"),
        (title, None) => title.into(),
    }
}

fn told(m: &Material, points: &[Vec<&Record>]) -> String {
    let single = points.iter().all(|cells| cells.len() == 1);
    let timed = m.figure.y.iter().any(|measure| !measure.is_count);
    let counted = m.figure.y.iter().any(|measure| measure.is_count);
    let repeats = caption::repeats(points.iter().flatten().copied());
    let mut told = match single {
        true => "Each ratio is of one pair of searches (n = 1).".to_string(),
        false => format!(
            "Geometric mean of the ratios over {}, each of a pair; error bars: 95 % t interval \
             of the logarithms.",
            caption::over(points)
        ),
    };
    if single && counted {
        told += &format!(
            " {}.",
            super::material::capitalised(caption::exactness(points))
        );
    }
    if timed {
        told += &format!(" Times are medians of {repeats}");
        let enough = points
            .iter()
            .flatten()
            .all(|record| record.times.len() >= 6);
        told += match (single, enough) {
            (true, true) => "; error bars: 95 % bootstrap interval of their ratio.",
            (true, false) => ", too few for an interval.",
            (false, _) => ".",
        };
    }
    told
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, error, experiment, figure};
    use super::*;
    use crate::analysis::Data;
    use crate::plot::Estimate;

    fn ratios(figures: &str, data: &Data) -> Ratios {
        let experiment = experiment(TWO, figures);
        let figure = figure(&experiment);
        chart(&Material::new(&figure, &experiment, data).unwrap()).unwrap()
    }

    #[test]
    fn pairs_are_compared_position_by_position() {
        let data = data(&[
            ("slow", "", 1, 100, &[]),
            ("fast", "", 1, 50, &[]),
            ("slow", "b2", 1, 1000, &[]),
            ("fast", "b2", 1, 125, &[]),
            ("slow", "", 2, 300, &[]),
            ("fast", "", 2, 100, &[]),
            // Without a partner.
            ("fast", "a1", 2, 1, &[]),
        ]);
        let found = ratios("[[figure]]\nkind = \"ratios\"\nbaseline = \"slow\"", &data);
        assert_eq!(found.rows, Names::new("depth (plies)", ["1", "2"]));
        assert_eq!((found.baseline.as_str(), found.series.len()), ("slow", 1));
        // The geometric mean of 1/2 and 1/8.
        let first = found.series[0].values[0].unwrap();
        assert!((first.value - 0.25).abs() < 1e-12);
        assert!(first.interval.is_some());
        let second = found.series[0].values[1].unwrap();
        assert!((second.value - 1.0 / 3.0).abs() < 1e-12);
        assert_eq!(second.interval, None);
        let caption = found.words.caption.unwrap();
        assert!(caption.contains("n = 1 to 2 positions"), "{caption}");
    }

    #[test]
    fn several_measures_stand_beside_each_other() {
        let times = [1.0; 6];
        let halves = [0.5; 6];
        let data = data(&[("slow", "", 1, 100, &times), ("fast", "", 1, 25, &halves)]);
        let found = ratios(
            "[[figure]]\nkind = \"ratios\"\ny = [\"nodes\", \"time\"]",
            &data,
        );
        assert_eq!(found.rows, Names::new("engine", ["fast"]));
        let names: Vec<_> = found.series.iter().map(|s| s.name.as_str()).collect();
        assert_eq!(names, ["nodes visited", "time"]);
        assert_eq!(
            found.series[0].values[0].map(|e| (e.value, e.interval)),
            Some((0.25, None))
        );
        assert_eq!(
            found.series[1].values[0],
            Some(Estimate::within(0.5, 0.5, 0.5))
        );
    }

    #[test]
    fn a_baseline_that_was_not_run() {
        let data = data(&[("fast", "", 1, 50, &[])]);
        let figure = "[[figure]]\nkind = \"ratios\"\nbaseline = \"slow\"";
        assert_eq!(
            error(figure, &data),
            "figure `ratios`: the baseline `slow` is not among the results"
        );
    }
}
