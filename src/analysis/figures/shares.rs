//! Which move cut off: the first, the second, a later one.

use super::by::By;
use super::caption;
use super::material::Material;
use crate::analysis::Record;
use crate::plot::{Names, ShareRow, Shares};

/// The parts: their names, and how many moves each has.
const PARTS: [(&str, usize); 5] = [
    ("1st", 1),
    ("2nd", 1),
    ("3rd", 1),
    ("4th–8th", 5),
    ("later", usize::MAX),
];

pub fn chart(m: &Material) -> Result<Shares, String> {
    let x = m.figure.x.unwrap_or(By::ENGINE);
    let groups = m.group(x, None);
    let rows = groups.across.iter().zip(&groups.cells[0]);
    let rows: Vec<ShareRow> = rows
        .map(|(key, cells)| ShareRow {
            name: key.label.clone(),
            amounts: amounts(cells),
        })
        // An engine that never cuts off, such as minimax, has nothing to divide.
        .filter(|row| row.amounts.iter().sum::<f64>() > 0.0)
        .collect();
    if rows.is_empty() {
        return Err("no search made a cutoff".into());
    }
    let points: Vec<Vec<&Record>> = groups.points().map(<[_]>::to_vec).collect();
    let computed = format!(
        "Cutoffs summed over {} a row; {}.",
        caption::over(&points),
        caption::exactness(&points)
    );
    Ok(Shares {
        words: m.words("cutoffs by the move that cut off", &computed),
        parts: Names::new("cutting move", PARTS.map(|(name, _)| name)),
        rows_title: x.title().0.into(),
        whole: "cutoffs".into(),
        rows,
    })
}

fn amounts(cells: &[&Record]) -> Vec<f64> {
    let mut by_index: Vec<f64> = Vec::new();
    for cell in cells {
        for (index, n) in cell.cut_index().into_iter().enumerate() {
            match by_index.get_mut(index) {
                Some(sum) => *sum += n,
                None => by_index.push(n),
            }
        }
    }
    let mut rest = by_index.as_slice();
    let part = |(_, moves): (&str, usize)| {
        let (own, after) = rest.split_at(moves.min(rest.len()));
        rest = after;
        own.iter().sum()
    };
    PARTS.map(part).into()
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, experiment, figure, row};
    use super::*;
    use crate::analysis::Data;

    #[test]
    fn cutoffs_are_summed_by_the_index_of_the_move() {
        let experiment = experiment(TWO, "[[figure]]\nkind = \"shares\"");
        let cell = |cell: &str, engine: &str, cuts: &str| {
            row(&[("cell", cell), ("engine", engine), ("cut_index", cuts)])
        };
        let data = Data::from_rows(vec![
            cell("1", "slow", ""),
            cell("2", "fast", "9 8 7 6 5 4 3 2 1 1"),
            cell("3", "fast", "1"),
        ]);
        let figure = figure(&experiment);
        let shares = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        let [row] = &shares.rows[..] else {
            panic!("{:?}", shares.rows)
        };
        assert_eq!(row.name, "fast");
        assert_eq!(row.amounts, [10.0, 8.0, 7.0, 20.0, 2.0]);
    }
}
