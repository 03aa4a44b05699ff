//! How many times as fast a search is on several threads.

use super::by::By;
use super::caption;
use super::material::{Material, drawn};
use super::pairs::{Partners, ratio};
use crate::analysis::{Measure, Record};
use crate::plot::{Estimate, Scale, SpeedSeries, SpeedUp};

const THREADS: By = By { name: "threads" };
const PARALLEL: By = By { name: "parallel" };

/// More threads than this are usually doubled from run to run.
const EVEN: f64 = 4.0;

pub fn chart(m: &Material) -> Result<SpeedUp, String> {
    let time = Measure::named("time")?;
    m.needs(time)?;
    let (partners, base) = baseline(m)?;
    let by = m.figure.series.unwrap_or_else(|| series(m));
    let mut lines = Vec::new();
    let mut points: Vec<Vec<&Record>> = Vec::new();
    for key in m.values(by) {
        let own: Vec<&Record> = m
            .records
            .iter()
            .copied()
            .filter(|r| by.key(r) == key)
            .collect();
        let mut line = vec![(1, Estimate::exact(1.0))];
        for threads in THREADS.values(&m.plan, &own) {
            let Some(count) = threads.number.filter(|&n| n > 1.0) else {
                continue;
            };
            let here: Vec<&Record> = own
                .iter()
                .copied()
                .filter(|r| THREADS.key(r) == threads)
                .collect();
            let pairs = partners.pairs(&here, &base)?;
            let turned: Vec<_> = pairs.iter().map(|&(cell, base)| (base, cell)).collect();
            if let Some(speed) = ratio(&turned, time) {
                line.push((count as u32, drawn(speed)));
                points.push(here);
            }
        }
        if line.len() > 1 {
            lines.push(SpeedSeries {
                name: key.label,
                points: line,
            });
        }
    }
    if lines.is_empty() {
        return Err("no search on several threads has a partner on one: set `parallel`".into());
    }
    let most = lines.iter().flat_map(|line| &line.points);
    let most = most
        .map(|(threads, _)| f64::from(*threads))
        .fold(1.0, f64::max);
    let scale = match m.figure.scale {
        Some(Scale::Linear) => Scale::Linear,
        Some(_) => Scale::Log2,
        None if most > EVEN => Scale::Log2,
        None => Scale::Linear,
    };
    Ok(SpeedUp {
        words: m.words("speed-up over threads", &told(&points)),
        scale,
        series: lines,
    })
}

/// The cells on one thread, and how the others find theirs among them.
fn baseline<'a>(m: &Material<'a>) -> Result<(Partners, Vec<&'a Record>), String> {
    let all = m.records.iter().copied();
    Ok(match &m.figure.baseline {
        Some(name) => {
            let base: Vec<&Record> = all.filter(|r| r.text("engine") == name).collect();
            if base.is_empty() {
                return Err(format!("the baseline `{name}` is not among the results"));
            }
            let partners = Partners::new(&m.records, By::ENGINE).without("parallel");
            (partners, base)
        }
        None => {
            let base = all.filter(|r| THREADS.key(r).number == Some(1.0)).collect();
            (Partners::new(&m.records, THREADS), base)
        }
    })
}

/// By engine where the grid sweeps threads, otherwise by how threads are used.
fn series(m: &Material) -> By {
    let engines = m.values(By::ENGINE);
    let sweeps = engines.iter().any(|engine| {
        let own: Vec<&Record> = m
            .records
            .iter()
            .copied()
            .filter(|r| r.text("engine") == engine.raw)
            .collect();
        PARALLEL.varies(&own)
    });
    match sweeps {
        true => By::ENGINE,
        false => By {
            name: "parallelism",
        },
    }
}

fn told(points: &[Vec<&Record>]) -> String {
    let repeats = caption::repeats(points.iter().flatten().copied());
    let single = points.iter().all(|cells| cells.len() == 1);
    let enough = points.iter().flatten().all(|r| r.times.len() >= 6);
    match (single, enough) {
        (false, _) => format!(
            "Geometric mean over {} of the ratios of times, medians of {repeats}; bands or bars: 95 % t \
             interval of the logarithms.",
            caption::over(points)
        ),
        (true, true) => format!(
            "Each point is one pair of searches (n = 1): the ratio of the medians of {repeats}; \
             bands or bars: its 95 % bootstrap interval."
        ),
        (true, false) => format!(
            "Each point is one pair of searches (n = 1): the ratio of the medians of {repeats}, \
             too few for an interval."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, experiment, figure, row};
    use super::*;
    use crate::analysis::Data;

    fn timed(engine: &str, parallel: &str, position: &str, ms: u64) -> Vec<Vec<String>> {
        let fields = |repeat: &str, ns: &str| {
            row(&[
                ("cell", &format!("{engine}{parallel}{position}")),
                ("engine", engine),
                ("parallel", parallel),
                ("position", position),
                ("repeat", repeat),
                ("time_ns", ns),
            ])
        };
        vec![fields("", ""), fields("1", &(ms * 1_000_000).to_string())]
    }

    fn speedup(rows: Vec<Vec<Vec<String>>>, figures: &str) -> Result<SpeedUp, String> {
        let experiment = experiment(TWO, figures);
        let data = Data::from_rows(rows.concat());
        let figure = figure(&experiment);
        chart(&Material::new(&figure, &experiment, &data).unwrap())
    }

    #[test]
    fn against_one_thread_position_by_position() {
        let found = speedup(
            vec![
                timed("slow", "off", "", 8),
                timed("slow", "off", "b2", 90),
                timed("fast", "root(threads=2)", "", 4),
                timed("fast", "root(threads=2)", "b2", 90),
                timed("four", "root(threads=4)", "", 2),
            ],
            "[[figure]]\nkind = \"speedup\"",
        )
        .unwrap();
        let [line] = &found.series[..] else {
            panic!("{:?}", found.series)
        };
        assert_eq!(line.name, "root");
        assert_eq!(line.points[0], (1, Estimate::exact(1.0)));
        assert_eq!(line.points[1].0, 2);
        assert!((line.points[1].1.value - 2f64.sqrt()).abs() < 1e-12);
        assert!(line.points[1].1.interval.is_some());
        assert_eq!(line.points[2].0, 4);
        assert!((line.points[2].1.value - 4.0).abs() < 1e-12);
        assert_eq!(line.points[2].1.interval, None);
        assert_eq!(found.scale, Scale::Linear);
    }

    #[test]
    fn threads_that_the_grid_sweeps_are_compared_engine_by_engine() {
        let found = speedup(
            vec![
                timed("slow", "off", "", 8),
                timed("slow", "root(threads=2)", "", 2),
                timed("fast", "off", "", 3),
                timed("fast", "root(threads=2)", "", 1),
            ],
            "[[figure]]\nkind = \"speedup\"",
        )
        .unwrap();
        let speeds = found
            .series
            .iter()
            .map(|s| (s.name.as_str(), s.points[1].1.value.round()));
        assert_eq!(speeds.collect::<Vec<_>>(), [("slow", 4.0), ("fast", 3.0)]);
    }

    #[test]
    fn two_engines_on_one_thread_need_a_baseline() {
        let rows = vec![
            timed("slow", "off", "", 8),
            timed("fast", "off", "", 6),
            timed("both", "root(threads=2)", "", 4),
        ];
        let error = speedup(rows.clone(), "[[figure]]\nkind = \"speedup\"").unwrap_err();
        assert!(error.contains("`slow` and `fast`"), "{error}");
        let found = speedup(rows, "[[figure]]\nkind = \"speedup\"\nbaseline = \"fast\"").unwrap();
        assert!((found.series[0].points[1].1.value - 1.5).abs() < 1e-12);
    }
}
