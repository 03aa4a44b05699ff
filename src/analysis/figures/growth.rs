//! Effective branching factors: how many times the nodes a ply more costs.

use super::by::By;
use super::caption;
use super::lines::{minimal_cells, minimal_measure};
use super::material::{Material, drawn};
use crate::analysis::aggregate::LEVEL;
use crate::analysis::{Measure, Record};
use crate::plot::{Axis, Estimate, EstimateSeries, Names, Points};
use crate::stats::{geometric_mean_interval, growth};

const DEPTH: By = By { name: "depth" };

pub fn chart(m: &Material) -> Result<Points, String> {
    let measure = m.y();
    m.needs(measure)?;
    if !m.varies(DEPTH) {
        return Err("growth is over depth, and there is but one".into());
    }
    let x = m.figure.x.unwrap_or(By::ENGINE);
    let groups = m.group(x, m.series_beside(x).filter(|by| *by != x));
    let mut series: Vec<EstimateSeries> = Vec::new();
    for (index, places) in groups.cells.iter().enumerate() {
        let values = places.iter().map(|cells| branching(cells, measure));
        series.push(EstimateSeries {
            name: groups.series_name(index),
            values: values.collect(),
        });
    }
    let mut names: Vec<String> = groups.across.iter().map(|k| k.label.clone()).collect();
    if m.figure.minimal {
        let minimal = minimal_measure()?;
        m.needs(minimal)?;
        let value = branching(&minimal_cells(&m.records), minimal);
        names.push("minimal tree".into());
        for (index, series) in series.iter_mut().enumerate() {
            series.values.push(value.filter(|_| index == 0));
        }
    }
    if series.iter().all(|s| s.values.iter().all(Option::is_none)) {
        return Err(format!(
            "no position has {} above 0 at two depths",
            measure.title
        ));
    }
    let points: Vec<Vec<&Record>> = groups.points().map(<[_]>::to_vec).collect();
    let title = format!("effective branching factor of {}", measure.title);
    Ok(Points {
        words: m.words(&title, &told(m, &points)),
        rows: Names::new(x.title().0, names),
        x: Axis::linear("effective branching factor").unit("times per ply"),
        series,
        line_at: None,
    })
}

/// The searches of one position by one engine, for each.
fn blocks<'a>(cells: &[&'a Record]) -> Vec<Vec<&'a Record>> {
    let mut blocks: Vec<Vec<&Record>> = Vec::new();
    for &cell in cells {
        let own = |block: &&mut Vec<&Record>| {
            let columns = ["game", "position", "engine"];
            columns.iter().all(|c| block[0].text(c) == cell.text(c))
        };
        match blocks.iter_mut().find(own) {
            Some(block) => block.push(cell),
            None => blocks.push(vec![cell]),
        }
    }
    blocks
}

/// The fit of one position, or the geometric mean of those of several.
fn branching(cells: &[&Record], measure: Measure) -> Option<Estimate> {
    let fit = |block: &Vec<&Record>| {
        let both = |r: &&Record| Some((r.number("depth")?, measure.of(r)?));
        let (depths, values): (Vec<f64>, Vec<f64>) = block.iter().filter_map(both).unzip();
        growth(&depths, &values, LEVEL)
    };
    let fits: Vec<_> = blocks(cells).iter().filter_map(fit).collect();
    if let [fit] = &fits[..] {
        return Some(drawn(fit.branching));
    }
    let values: Vec<f64> = fits.iter().map(|fit| fit.branching.value).collect();
    geometric_mean_interval(&values, LEVEL).map(drawn)
}

fn told(m: &Material, points: &[Vec<&Record>]) -> String {
    let firsts: Vec<Vec<&Record>> = points
        .iter()
        .map(|cells| blocks(cells).iter().map(|block| block[0]).collect())
        .collect();
    let depths = m.values(DEPTH);
    let ends = (depths.first(), depths.last());
    let range = match ends {
        (Some(low), Some(high)) => format!("{} to {}", low.label, high.label),
        _ => String::new(),
    };
    let fit = format!("Slope of the logarithm over depths {range}");
    match firsts.iter().all(|blocks| blocks.len() == 1) {
        true => format!("{fit} of one position (n = 1); error bars: 95 % interval of the fit."),
        false => format!(
            "{fit}, fitted position by position; geometric mean over {}; error bars: 95 % t \
             interval over them.",
            caption::over(&firsts)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, error, experiment, figure};
    use super::*;

    #[test]
    fn nodes_that_triple_have_branching_factor_three() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"growth\"");
        let data = data(&[
            ("slow", "", 1, 7, &[]),
            ("slow", "", 2, 21, &[]),
            ("slow", "", 3, 63, &[]),
            ("fast", "", 1, 5, &[]),
            ("fast", "", 3, 20, &[]),
            ("fast", "b2", 1, 1, &[]),
            ("fast", "b2", 2, 8, &[]),
        ]);
        let figure = figure(&experiment);
        let points = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(points.rows.names, ["slow", "fast"]);
        let slow = points.series[0].values[0].unwrap();
        assert!((slow.value - 3.0).abs() < 1e-9);
        // The geometric mean of 2 and 8.
        let fast = points.series[0].values[1].unwrap();
        assert!((fast.value - 4.0).abs() < 1e-9);
        assert!(fast.interval.is_some());
    }

    #[test]
    fn one_depth_does_not_grow() {
        let data = data(&[("slow", "", 1, 7, &[])]);
        assert_eq!(
            error("[[figure]]\nkind = \"growth\"", &data),
            "figure `growth`: growth is over depth, and there is but one"
        );
    }
}
