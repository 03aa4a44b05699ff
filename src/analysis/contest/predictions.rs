//! How often the reply that a player expects is played.

use super::material::{Material, range};
use crate::analysis::aggregate::LEVEL;
use crate::analysis::figures::drawn;
use crate::contest::prediction::predictions;
use crate::plot::{Axis, BarSeries, Bars, Estimate, Names};
use crate::stats::wilson;

pub fn chart(m: &Material) -> Result<Bars, String> {
    let mut found: Vec<(String, Estimate, u64)> = Vec::new();
    let mut silent: Vec<String> = Vec::new();
    for player in m.shown() {
        let own = predictions(&player, m.games.iter().copied());
        match wilson(own.hits, own.expected, LEVEL) {
            Some(rate) => {
                let mut rate = drawn(rate.map(|share| 100.0 * share));
                // As it stands over the bar.
                rate.value = (10.0 * rate.value).round() / 10.0;
                found.push((player, rate, own.expected));
            }
            None => silent.push(player),
        }
    }
    if found.is_empty() {
        return Err("no player expected a reply that was answered".into());
    }
    let mut computed = format!(
        "Share of the expected replies that were played, n = {} a player; error bars: Wilson's \
         95 % interval.",
        range(found.iter().map(|(.., expected)| *expected))
    );
    if !silent.is_empty() {
        computed.push_str(&format!(" No reply was expected by {}.", silent.join(", ")));
    }
    Ok(Bars {
        words: m.words("how often the expected reply is played", &computed),
        categories: Names::new("player", found.iter().map(|(player, ..)| player.as_str())),
        y: Axis::linear("expected replies that were played").unit("%"),
        series: vec![BarSeries {
            name: String::new(),
            bars: found.iter().map(|(_, rate, _)| Some(*rate)).collect(),
            references: Vec::new(),
        }],
        reference_name: String::new(),
        show_values: true,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games, made};
    use super::*;

    #[test]
    fn shares_with_wilsons_interval() {
        let experiment = experiment("", "[[figure]]\nkind = \"predictions\"");
        let figure = figure(&experiment);
        let mut games = games(&[("a", "b", "x"); 10]);
        for (number, game) in games.played.iter_mut().enumerate() {
            let mut first = made(0, 4, 16);
            first.hit = Some(number < 7);
            game.made = vec![first, made(1, 4, 16)];
        }
        let bars = chart(&Material::new(&figure, &experiment, &games).unwrap()).unwrap();
        assert_eq!(bars.categories.names, ["a"]);
        let bar = bars.series[0].bars[0].unwrap();
        assert!((bar.value - 70.0).abs() < 1e-9);
        // scipy.stats.binomtest(7, 10).proportion_ci(0.95, method="wilson")
        let (low, high) = bar.interval.unwrap();
        assert!((low - 39.677814746).abs() < 1e-6 && (high - 89.220873259).abs() < 1e-6);
        let caption = bars.words.caption.unwrap();
        assert!(caption.contains("n = 10 a player"), "{caption}");
        assert!(
            caption.ends_with("No reply was expected by b."),
            "{caption}"
        );
        for game in &mut games.played {
            game.made.clear();
        }
        let m = Material::new(&figure, &experiment, &games).unwrap();
        assert!(chart(&m).unwrap_err().contains("no player expected"));
    }
}
