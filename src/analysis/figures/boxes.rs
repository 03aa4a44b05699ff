//! The spread of a measure over positions.

use super::by::By;
use super::caption;
use super::material::Material;
use crate::analysis::Record;
use crate::plot::{BoxSeries, Boxes, Names};

pub fn chart(m: &Material) -> Result<Boxes, String> {
    let measure = m.y();
    m.needs(measure)?;
    let x = m.figure.x.unwrap_or(By::ENGINE);
    let groups = m.group(x, m.series_beside(x));
    let values = |cells: &Vec<&Record>| cells.iter().filter_map(|r| measure.of(r)).collect();
    let series = groups
        .cells
        .iter()
        .enumerate()
        .map(|(index, places)| BoxSeries {
            name: groups.series_name(index),
            samples: places.iter().map(values).collect(),
        });
    let series: Vec<BoxSeries> = series.collect();
    let all = series
        .iter()
        .flat_map(|s| s.samples.iter().flatten().copied());
    let scale = m.scale(measure, all.collect::<Vec<_>>());
    let points: Vec<Vec<&Record>> = groups.points().map(<[_]>::to_vec).collect();
    let mut computed = format!(
        "A point is one search; {} a box. Boxes: quartiles and median; whiskers: to the \
         farthest point within 1.5 times the box.",
        caption::over(&points)
    );
    if !measure.is_count {
        let repeats = caption::repeats(m.records.iter().copied());
        computed += &format!(" Times are medians of {repeats}.");
    }
    let (title, _) = x.title();
    let words = m.words(&format!("{} over positions", measure.title), &computed);
    Ok(Boxes {
        words,
        rows: Names::new(title, groups.across.iter().map(|key| key.label.as_str())),
        x: m.axis(measure, scale),
        series,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, experiment, figure};
    use super::*;

    #[test]
    fn a_box_holds_the_positions_of_an_engine() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"boxes\"");
        let data = data(&[
            ("slow", "", 1, 10, &[]),
            ("slow", "b2", 1, 20, &[]),
            ("fast", "b2", 1, 4, &[]),
        ]);
        let figure = figure(&experiment);
        let boxes = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(boxes.rows.names, ["slow", "fast"]);
        assert_eq!(boxes.series[0].samples, [vec![10.0, 20.0], vec![4.0]]);
        assert!(
            boxes
                .words
                .caption
                .unwrap()
                .contains("n = 1 to 2 positions")
        );
    }
}
