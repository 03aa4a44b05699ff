//! What each pair of techniques does together, as a map.

use super::factors;
use super::material::Material;
use crate::plot::{Axis, Cell, HeatMap, Names, Palette, Scale};

pub fn chart(m: &Material) -> Result<HeatMap, String> {
    let measure = m.y();
    let all = factors::effects(m, measure)?;
    let [one] = &all[..] else {
        let names: Vec<_> = all.iter().map(|e| format!("`{}`", e.family)).collect();
        return Err(format!(
            "there are several factorials, {}: choose one with `where`",
            names.join(", ")
        ));
    };
    let count = one.techniques.len();
    let cell = |row: usize, column: usize| {
        let term = (1usize << row) | (1 << column);
        let factor = one.found.effects[term - 1].factor;
        let holds_one = factor
            .interval
            .is_some_and(|i| i.low <= 1.0 && 1.0 <= i.high);
        let label = match holds_one {
            true => format!("({:.2}×)", factor.value),
            false => format!("{:.2}×", factor.value),
        };
        Some(Cell {
            value: factor.value,
            label: Some(label),
        })
    };
    let cells = (0..count).map(|row| (0..count).map(|column| cell(row, column)).collect());
    let computed = format!(
        "On the diagonal what a technique multiplies the {} by; beside it, the interaction of \
         two: above 1 they save the same twice. {}",
        measure.title,
        factors::told(
            &all,
            measure,
            "; in brackets where the 95 % interval holds 1"
        )
    );
    let names = || one.techniques.iter().map(String::as_str);
    Ok(HeatMap {
        words: m.words(&format!("interactions on {}", measure.title), &computed),
        rows: Names::new("", names()),
        columns: Names::new("", names()),
        value: Axis::on(Scale::Log2, format!("effect on {}", measure.title)).unit("factor"),
        palette: Palette::Diverging { center: 1.0 },
        cells: cells.collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, experiment, figure};
    use super::*;

    #[test]
    fn main_effects_on_the_diagonal() {
        let experiment = experiment(
            "ladder = { preset = \"alphabeta\", order = [\"center\"], factorial = [\"tt\", \"order\"] }",
            "[[figure]]\nkind = \"interactions\"",
        );
        // Each alone quarters, both together save no more.
        let data = data(&[
            ("ladder:none", "", 1, 400, &[]),
            ("ladder:tt", "", 1, 100, &[]),
            ("ladder:order", "", 1, 100, &[]),
            ("ladder:tt+order", "", 1, 100, &[]),
        ]);
        let figure = figure(&experiment);
        let map = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(map.rows.names, ["tt", "order"]);
        let value = |row: usize, column: usize| map.cells[row][column].as_ref().unwrap().value;
        assert!((value(0, 0) - 0.5).abs() < 1e-12);
        assert!((value(1, 1) - 0.5).abs() < 1e-12);
        assert!((value(0, 1) - 2.0).abs() < 1e-12);
        assert_eq!(value(0, 1), value(1, 0));
        // The first letter of the caption is that of a sentence, and n is there.
        assert!(map.words.caption.unwrap().contains("(n = 1)"));
    }
}
