//! Two groupings against each other.

use super::by::By;
use super::caption::CELL;
use super::material::Material;
use crate::plot::{Cell, HeatMap, Names, Palette};

pub fn chart(m: &Material) -> Result<HeatMap, String> {
    let measure = m.y();
    m.needs(measure)?;
    let x = m.figure.x.unwrap_or(By { name: "depth" });
    let rows = m.figure.series.unwrap_or(By::ENGINE);
    if x == rows {
        return Err(format!("both sides are `{}`: set `series`", x.name));
    }
    let groups = m.group(x, Some(rows));
    let value = |cells: &Vec<_>| Some(m.estimate(cells, measure)?.value);
    let cells: Vec<Vec<Option<f64>>> = groups
        .cells
        .iter()
        .map(|places| places.iter().map(value).collect())
        .collect();
    let scale = m.scale(measure, cells.iter().flatten().flatten().copied());
    let names = (0..groups.series.len()).map(|index| groups.series_name(index));
    let column_title = match x.title() {
        (title, Some(unit)) => format!("{title} ({unit})"),
        (title, None) => title.into(),
    };
    let title = format!(
        "{} by {} and {}",
        measure.title,
        rows.title().0,
        x.title().0
    );
    let computed = m.told(groups.points(), measure, CELL);
    Ok(HeatMap {
        words: m.words(&title, &computed),
        rows: Names::new(rows.title().0, names),
        columns: Names::new(column_title, groups.across.iter().map(|k| k.label.as_str())),
        value: m.axis(measure, scale),
        palette: Palette::Sequential,
        cells: cells
            .into_iter()
            .map(|row| row.into_iter().map(|value| value.map(Cell::from)).collect())
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, experiment, figure};
    use super::*;

    #[test]
    fn engines_by_depths() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"heatmap\"");
        let data = data(&[
            ("fast", "", 1, 3, &[]),
            ("slow", "", 1, 10, &[]),
            ("slow", "", 2, 20, &[]),
        ]);
        let figure = figure(&experiment);
        let map = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(map.rows.names, ["slow", "fast"]);
        assert_eq!(map.columns, Names::new("depth (plies)", ["1", "2"]));
        let values: Vec<Vec<Option<f64>>> = map
            .cells
            .iter()
            .map(|row| row.iter().map(|cell| Some(cell.as_ref()?.value)).collect())
            .collect();
        assert_eq!(values, [[Some(10.0), Some(20.0)], [Some(3.0), None]]);
    }
}
