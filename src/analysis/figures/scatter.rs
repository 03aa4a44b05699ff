//! One measure against another, a point a search.

use super::by::By;
use super::caption;
use super::material::Material;
use crate::analysis::Measure;
use crate::plot::{Scatter, ScatterSeries};

pub fn chart(m: &Material) -> Result<Scatter, String> {
    let x = match m.figure.x_measure {
        Some(measure) => measure,
        None => Measure::named("nodes")?,
    };
    let y = m.y();
    m.needs(x)?;
    m.needs(y)?;
    let by = m.figure.series.unwrap_or(By::ENGINE);
    let mut series = Vec::new();
    for key in m.values(by) {
        let own = m.records.iter().filter(|record| by.key(record) == key);
        let points: Vec<(f64, f64)> = own.filter_map(|r| Some((x.of(r)?, y.of(r)?))).collect();
        if !points.is_empty() {
            series.push(ScatterSeries {
                name: key.label,
                points,
            });
        }
    }
    let points: Vec<(f64, f64)> = series.iter().flat_map(|s| s.points.clone()).collect();
    if points.is_empty() {
        return Err(format!("no search has both {} and {}", x.title, y.title));
    }
    let mut computed = format!("n = {} searches, a point each.", points.len());
    if !(x.is_count && y.is_count) {
        let repeats = caption::repeats(m.records.iter().copied());
        computed += &format!(" Times are medians of {repeats}.");
    }
    let x_scale = m.scale(x, points.iter().map(|(x, _)| *x));
    let y_scale = m.scale(y, points.iter().map(|(_, y)| *y));
    Ok(Scatter {
        words: m.words(&format!("{} against {}", y.title, x.title), &computed),
        x: m.axis(x, x_scale),
        y: m.axis(y, y_scale),
        series,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, experiment, figure};
    use super::*;

    #[test]
    fn nodes_against_time() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"scatter\"");
        let data = data(&[
            ("fast", "", 1, 10, &[2.0, 4.0, 3.0]),
            ("slow", "", 1, 900, &[8.0]),
            ("slow", "", 2, 1000, &[]),
        ]);
        let figure = figure(&experiment);
        let scatter = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(scatter.series[0].name, "slow");
        assert_eq!(scatter.series[0].points, [(900.0, 8.0)]);
        assert_eq!(scatter.series[1].points, [(10.0, 3.0)]);
        assert_eq!(scatter.y.unit.as_deref(), Some("ms"));
        assert!(scatter.words.caption.unwrap().starts_with("n = 2 searches"));
    }
}
