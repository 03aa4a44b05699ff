//! How strong everybody is.

use super::material::Material;
use crate::analysis::figures::drawn;
use crate::contest::rating::{RESAMPLES, ratings};
use crate::plot::{Axis, Estimate, EstimateSeries, Names, Points};
use crate::units::thousands;

pub fn chart(m: &Material) -> Result<Points, String> {
    let players = m.players();
    let ratings = ratings(&players, m.games.iter().copied()).ok_or("the games make no sense")?;
    let mut rated: Vec<(&String, Estimate)> = players
        .iter()
        .zip(&ratings.elo)
        .filter_map(|(player, elo)| Some((player, drawn((*elo)?))))
        .collect();
    rated.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
    let standings = m.standings();
    let one_sided: Vec<&str> = (0..players.len())
        .filter(|&player| matches!(standings.total(player).score(), Some(0.0 | 1.0)))
        .map(|player| players[player].as_str())
        .collect();
    let bars = match rated.iter().any(|(_, elo)| elo.interval.is_some()) {
        true => format!(
            "Bars: 95 % intervals from {} resamples of whole pairs of games.",
            thousands(RESAMPLES as u64)
        ),
        false => "No pair of games differs from another: nothing tells an interval.".into(),
    };
    let mut computed = format!(
        "Ratings under which all results are the likeliest (Bradley–Terry), mean 0, n = {} games; \
         everybody is given two draws against an average player. {bars}",
        thousands(m.games.len() as u64)
    );
    if !one_sided.is_empty() {
        computed.push_str(&format!(
            " Won or lost every game: {}. Nothing but those draws bounds such a rating, and \
             nothing tells its interval.",
            one_sided.join(", ")
        ));
    }
    if !ratings.connected {
        computed.push_str(
            " Groups that share no opponent are held together by nothing but those draws.",
        );
    }
    let values = rated.iter().map(|(_, elo)| {
        Some(Estimate {
            value: elo.value.round(),
            ..*elo
        })
    });
    Ok(Points {
        words: m.words("ratings", &computed),
        rows: Names::new("player", rated.iter().map(|(player, _)| player.as_str())),
        x: Axis::linear("Elo"),
        series: vec![EstimateSeries {
            name: String::new(),
            values: values.collect(),
        }],
        line_at: Some(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games};
    use super::*;
    use crate::plot::{Chart, Look};

    #[test]
    fn the_best_is_on_top_and_one_sided_results_are_finite() {
        let experiment = experiment("", "[[figure]]\nkind = \"elo\"");
        let figure = figure(&experiment);
        let games = games(&[
            ("a", "b", "o"),
            ("b", "a", "x"),
            ("b", "c", "x"),
            ("c", "b", "draw"),
        ]);
        let points = chart(&Material::new(&figure, &experiment, &games).unwrap()).unwrap();
        assert_eq!(points.rows.names, ["b", "c", "a"]);
        let values: Vec<f64> = points.series[0]
            .values
            .iter()
            .map(|v| v.unwrap().value)
            .collect();
        assert!(values[0] > 0.0 && values[2] < 0.0 && values.iter().all(|v| v.is_finite()));
        let caption = points.words.caption.clone().unwrap();
        assert!(caption.contains("Won or lost every game: a."), "{caption}");
        assert!(points.draw(&Look::default()).is_ok());
    }
}
