//! How many times the baseline, position by position.

use super::by::{By, Key};
use super::caption;
use super::material::{Material, capitalised, drawn};
use super::pairs::{Partners, ratio};
use crate::analysis::{Measure, Record};
use crate::plot::{Estimate, EstimateSeries, Names, Ratios};

/// A cell, and the one of the baseline that it is compared with.
type Pair<'a> = (&'a Record, &'a Record);

pub fn chart(m: &Material) -> Result<Ratios, String> {
    for measure in &m.figure.y {
        m.needs(*measure)?;
    }
    let by = m.figure.series.unwrap_or(By::ENGINE);
    let (baseline, others) = sides(m, by)?;
    let partners = Partners::new(&m.records, by);
    let base = of(&m.records, by, &baseline);
    let mut pairs: Vec<Vec<Pair>> = Vec::new();
    for key in &others {
        pairs.push(partners.pairs(&of(&m.records, by, key), &base)?);
    }
    if pairs.iter().all(Vec::is_empty) {
        return Err(format!(
            "no position was searched both by `{}` and by another",
            baseline.label
        ));
    }
    let several = m.figure.y.len() > 1;
    let x = rows(m, by)?;
    let (rows, series, points) = match x {
        Some(x) => by_rows(m, x, &others, &pairs),
        None => by_measure(m, by, &others, &pairs),
    };
    let measures: Vec<&str> = m.figure.y.iter().map(|measure| measure.title).collect();
    let measures = measures.join(", ");
    let title = format!("{measures} relative to {}", baseline.label);
    Ok(Ratios {
        words: m.words(&title, &told(m, &points)),
        measure: match several {
            true => "cost".into(),
            false => measures,
        },
        baseline: baseline.label,
        rows,
        series,
    })
}

/// The baseline, and what is compared with it.
fn sides(m: &Material, by: By) -> Result<(Key, Vec<Key>), String> {
    let mut all = m.values(by);
    let at = match &m.figure.baseline {
        None => 0,
        Some(name) => all
            .iter()
            .position(|key| key.is_called(name))
            .ok_or_else(|| format!("the baseline `{name}` is not among the results"))?,
    };
    let baseline = all.remove(at);
    match all.is_empty() {
        true => Err(format!(
            "there is nothing but `{}` to compare",
            baseline.label
        )),
        false => Ok((baseline, all)),
    }
}

/// What rows are: as asked for, or what varies beside the series; none for the series
/// themselves.
fn rows(m: &Material, by: By) -> Result<Option<By>, String> {
    let several = m.figure.y.len() > 1;
    match m.figure.x {
        Some(x) if x == by => Ok(None),
        Some(x) if several => Err(format!(
            "x = \"{}\": several measures are shown by {} alone",
            x.name, by.name
        )),
        Some(x) => Ok(Some(x)),
        None if several => Ok(None),
        None => Ok(m.varying(&["depth", "game"])),
    }
}

/// Rows and series, and the cells that each point stands for.
type Estimates<'a> = (Names, Vec<EstimateSeries>, Vec<Vec<&'a Record>>);

fn by_measure<'a>(m: &Material, by: By, others: &[Key], pairs: &[Vec<Pair<'a>>]) -> Estimates<'a> {
    let names = others.iter().map(|key| key.label.as_str());
    let series = m.figure.y.iter().map(|measure| EstimateSeries {
        name: match m.figure.y.len() {
            1 => String::new(),
            _ => measure.title.into(),
        },
        values: pairs
            .iter()
            .map(|pairs| estimate(pairs, *measure))
            .collect(),
    });
    let points = pairs.iter().filter(|pairs| !pairs.is_empty());
    let points = points.map(|pairs| pairs.iter().map(|(cell, _)| *cell).collect());
    (
        Names::new(by.title().0, names),
        series.collect(),
        points.collect(),
    )
}

fn by_rows<'a>(m: &Material, x: By, others: &[Key], pairs: &[Vec<Pair<'a>>]) -> Estimates<'a> {
    let rows = m.values(x);
    let mut series = Vec::new();
    let mut points: Vec<Vec<&Record>> = Vec::new();
    for (other, pairs) in others.iter().zip(pairs) {
        let mut values = Vec::new();
        for row in &rows {
            let here = pairs.iter().filter(|(cell, _)| x.key(cell) == *row);
            let here: Vec<Pair> = here.copied().collect();
            values.push(estimate(&here, m.y()));
            if !here.is_empty() {
                points.push(here.iter().map(|(cell, _)| *cell).collect());
            }
        }
        series.push(EstimateSeries {
            name: other.label.clone(),
            values,
        });
    }
    let names = rows.iter().map(|key| key.label.as_str());
    (Names::new(axis_title(x), names), series, points)
}

fn estimate(pairs: &[Pair], measure: Measure) -> Option<Estimate> {
    ratio(pairs, measure).map(drawn)
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
        told += &format!(" {}.", capitalised(caption::exactness(points)));
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
        let nodes = found.series[0].values[0].unwrap();
        assert!((nodes.value - 0.25).abs() < 1e-12 && nodes.interval.is_none());
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
