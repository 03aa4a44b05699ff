//! How long games last.

use super::kind::Split;
use super::material::Material;
use crate::analysis::figures::short;
use crate::contest::GameRow;
use crate::game::{Outcome, Side};
use crate::plot::{Axis, Histogram, HistogramSeries};
use crate::stats::median;
use crate::units::thousands;

/// The most bins: a ply each on most boards, as who moves first wins after an odd number.
const BINS: usize = 50;

pub fn chart(m: &Material, split: Split) -> Result<Histogram, String> {
    let length = |game: &GameRow| game.plies as f64;
    let lengths = |is: &dyn Fn(&GameRow) -> bool| -> Vec<f64> {
        let games = m.games.iter().filter(|game| is(game));
        games.map(|game| length(game)).collect()
    };
    let mut samples: Vec<(String, Vec<f64>)> = Vec::new();
    match split {
        Split::Result => {
            for (name, result) in [
                ("X, who began, won", Outcome::Win(Side::First)),
                ("O won", Outcome::Win(Side::Second)),
                ("drawn", Outcome::Draw),
            ] {
                samples.push((name.into(), lengths(&|game| game.result == result)));
            }
        }
        Split::Game => {
            let mut boards: Vec<&str> = Vec::new();
            for game in &m.games {
                if !boards.contains(&game.game.as_str()) {
                    boards.push(&game.game);
                }
            }
            for board in boards {
                samples.push((short(board), lengths(&|game| game.game == board)));
            }
        }
        Split::Player => {
            for player in m.shown() {
                let own = lengths(&|game| game.players.contains(&player));
                samples.push((player, own));
            }
        }
    }
    samples.retain(|(_, lengths)| !lengths.is_empty());
    let all: Vec<f64> = m.games.iter().map(|game| length(game)).collect();
    let edges = Histogram::whole_edges(&all, BINS);
    let width = edges.get(1).zip(edges.first()).map_or(1.0, |(b, a)| b - a);
    let bins = match width {
        1.0 => String::new(),
        width => format!("; {width} plies a bin"),
    };
    let twice = match split {
        Split::Player => "; each is there for both of its players",
        _ => "",
    };
    let computed = format!(
        "n = {} games, {} plies in the middle, the opening included{bins}{twice}.",
        thousands(all.len() as u64),
        median(&all).unwrap_or(0.0)
    );
    let series = samples.iter();
    let series = series.map(|(name, own)| HistogramSeries::count(name.clone(), own, &edges));
    Ok(Histogram {
        words: m.words("how long games last", &computed),
        x: Axis::linear("length of the game").unit("plies"),
        y: Axis::linear("games"),
        series: series.collect(),
        edges,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games};
    use super::*;
    use crate::analysis::contest::Kind;

    fn histogram(keys: &str) -> Histogram {
        let text = format!("[[figure]]\nkind = \"lengths\"\n{keys}");
        let experiment = experiment("", &text);
        let figure = figure(&experiment);
        let Kind::Lengths(split) = figure.kind else {
            panic!("{:?}", figure.kind)
        };
        let mut games = games(&[("a", "b", "x"), ("b", "a", "x"), ("b", "c", "draw")]);
        for (game, plies) in games.played.iter_mut().zip([7, 9, 42]) {
            game.plies = plies;
        }
        chart(&Material::new(&figure, &experiment, &games).unwrap(), split).unwrap()
    }

    #[test]
    fn by_result_a_ply_a_bin() {
        let histogram = histogram("");
        let names: Vec<_> = histogram.series.iter().map(|s| s.name.as_str()).collect();
        // Nobody won as second.
        assert_eq!(names, ["X, who began, won", "drawn"]);
        assert_eq!(histogram.edges[..3], [6.5, 7.5, 8.5]);
        assert_eq!(histogram.series[0].counts[..3], [1.0, 0.0, 1.0]);
        let caption = histogram.words.caption.unwrap();
        assert!(
            caption.starts_with("n = 3 games, 9 plies in the middle"),
            "{caption}"
        );
    }

    #[test]
    fn by_board_and_by_player() {
        assert_eq!(
            histogram("series = \"game\"").series[0].name,
            "connect(6,7,4)"
        );
        let players = histogram("series = \"player\"");
        let games = players.series.iter().map(|s| s.counts.iter().sum::<f64>());
        assert_eq!(games.collect::<Vec<_>>(), [2.0, 3.0, 1.0]);
    }
}
