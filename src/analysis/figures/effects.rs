//! Main effects and interactions of the techniques of a factorial.

use super::factors::{self, Effects};
use super::material::{Material, drawn};
use crate::plot::{Axis, EstimateSeries, Names, Points, Scale};
use crate::stats::Effect;

/// Interactions of more techniques than two are shown where there are no more rows.
const ROWS: usize = 8;
/// Up to this factor the axis is labelled in powers of two.
const DOUBLINGS: f64 = 32.0;

pub fn chart(m: &Material) -> Result<Points, String> {
    let measure = m.y();
    let all = factors::effects(m, measure)?;
    let techniques = &all[0].techniques;
    if let Some(other) = all.iter().find(|e| &e.techniques != techniques) {
        return Err(format!(
            "`{}` and `{}` combine different techniques: choose one with `where`",
            all[0].family, other.family
        ));
    }
    let mut rows: Vec<&Effect> = all[0].found.effects.iter().collect();
    if rows.len() > ROWS {
        rows.retain(|effect| effect.members().count() <= 2);
    }
    rows.sort_by_key(|effect| effect.members().count());
    let names: Vec<String> = rows.iter().map(|effect| name(effect, techniques)).collect();
    let series = all.iter().map(|one| EstimateSeries {
        name: match all.len() {
            1 => String::new(),
            _ => one.family.clone(),
        },
        values: rows
            .iter()
            .map(|row| Some(drawn(of(one, row).factor)))
            .collect(),
    });
    let series: Vec<EstimateSeries> = series.collect();
    let values = series.iter().flat_map(|s| s.values.iter().flatten());
    let farthest = values
        .map(|estimate| estimate.value.max(1.0 / estimate.value))
        .fold(1.0, f64::max);
    let scale = match farthest <= DOUBLINGS {
        true => Scale::Log2,
        false => Scale::Log,
    };
    let computed = format!(
        "A technique of effect 0.5 halves the {}; an interaction above 1 says that two save the \
         same twice. {}",
        measure.title,
        factors::told(
            &all,
            measure,
            "; error bars: 95 % t interval of the logarithms over them"
        )
    );
    Ok(Points {
        words: m.words(&format!("effects on {}", measure.title), &computed),
        rows: Names::new("", names),
        x: Axis::on(scale, format!("effect on {}", measure.title)).unit("factor"),
        series,
        line_at: Some(1.0),
    })
}

fn of<'e>(effects: &'e Effects, row: &Effect) -> &'e Effect {
    &effects.found.effects[row.techniques - 1]
}

/// `tt × order`
pub fn name(effect: &Effect, techniques: &[String]) -> String {
    let members = effect.members().map(|member| techniques[member].as_str());
    members.collect::<Vec<_>>().join(" × ")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{data, experiment, figure};
    use super::*;

    pub const ENGINES: &str = "ladder = { preset = \"alphabeta\", order = [\"center\"], factorial = [\"tt\", \"order\"] }";

    #[test]
    fn the_effects_of_two_techniques() {
        let experiment = experiment(ENGINES, "[[figure]]\nkind = \"effects\"");
        let data = data(&[
            ("ladder:tt+order", "", 1, 300, &[]),
            ("ladder:none", "", 1, 900, &[]),
            ("ladder:tt", "", 1, 450, &[]),
            ("ladder:order", "", 1, 600, &[]),
            ("ladder:none", "b2", 1, 1800, &[]),
            ("ladder:tt", "b2", 1, 900, &[]),
            ("ladder:order", "b2", 1, 1200, &[]),
            ("ladder:tt+order", "b2", 1, 600, &[]),
            // No whole block.
            ("ladder:none", "a1", 1, 5, &[]),
        ]);
        let figure = figure(&experiment);
        let points = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        assert_eq!(points.rows.names, ["tt", "order", "tt × order"]);
        let values = &points.series[0].values;
        for (found, expected) in values.iter().zip([0.5, 2.0 / 3.0, 1.0]) {
            let found = found.unwrap();
            assert!((found.value - expected).abs() < 1e-9, "{found:?}");
            assert!(found.interval.is_some());
        }
        let caption = points.words.caption.unwrap();
        assert!(caption.contains("over n = 2 positions"), "{caption}");
    }

    #[test]
    fn without_a_factorial_there_are_no_effects() {
        let data = data(&[("slow", "", 1, 900, &[])]);
        assert_eq!(
            super::super::testing::error("[[figure]]\nkind = \"effects\"", &data),
            "figure `effects`: no engine is a combination of techniques: set `factorial`"
        );
    }
}
