//! What moves take as the game goes on.

use super::kind::{Effort, Middle, Plies};
use super::material::{Material, range};
use crate::analysis::aggregate::LEVEL;
use crate::analysis::figures::{capitalised, drawn, wide};
use crate::plot::{Axis, Estimate, Horizontal, LinePoint, LineSeries, Lines, Role};
use crate::stats;

/// Fewer moves than this are no point: few games last so long, and those are not like others.
const LEAST: usize = 5;

pub fn chart(m: &Material, plies: &Plies) -> Result<Lines, String> {
    let mut series: Vec<LineSeries> = Vec::new();
    let (mut counts, mut searched) = (Vec::new(), 0usize);
    let (mut at_once, mut thin) = (0usize, 0usize);
    for player in m.shown() {
        let mut by_ply: Vec<Vec<f64>> = Vec::new();
        for game in &m.games {
            for made in &game.made {
                if game.players[made.side.index()] != player {
                    continue;
                }
                // A rule or the only move; or a tree search that tells no depth.
                if made.nodes == 0 || plies.y == Effort::Depth && made.depth == 0 {
                    at_once += 1;
                    continue;
                }
                if by_ply.len() <= made.ply {
                    by_ply.resize(made.ply + 1, Vec::new());
                }
                by_ply[made.ply].push(plies.y.of(made));
                searched += 1;
            }
        }
        let first = by_ply.iter().position(|values| values.len() >= LEAST);
        let mut points: Vec<LinePoint> = Vec::new();
        for (ply, values) in by_ply.iter().enumerate().skip(first.unwrap_or(usize::MAX)) {
            let enough = values.len() >= LEAST;
            thin += usize::from(!enough && !values.is_empty());
            if enough {
                counts.push(values.len() as u64);
            }
            points.push(LinePoint {
                x: (ply + 1) as f64,
                y: enough.then(|| middle(values, plies.middle)).flatten(),
            });
        }
        while points.last().is_some_and(|point| point.y.is_none()) {
            points.pop();
        }
        if !points.is_empty() {
            series.push(LineSeries {
                name: player,
                role: Role::Measured,
                points,
            });
        }
    }
    if series.is_empty() {
        return Err(match searched > 0 || at_once == 0 {
            true => format!("no player searched at the same ply in {LEAST} games"),
            false => "no move was searched for".into(),
        });
    }
    let values = series.iter().flat_map(|line| &line.points);
    let values: Vec<f64> = values.filter_map(|point| Some(point.y?.value)).collect();
    let usual = || match plies.y {
        Effort::Depth => Default::default(),
        _ => wide(values),
    };
    let scale = plies.scale.unwrap_or_else(usual);
    let (title, unit) = plies.y.title();
    let middle = match plies.middle {
        Middle::Mean => "mean over n",
        Middle::Median => "median of n",
    };
    let kind = match plies.middle {
        Middle::Mean => "95 % t intervals over them",
        Middle::Median => "95 % intervals of the median, from ranks",
    };
    let mut computed = format!(
        "{} = {} moves a point; bands or bars: {kind}.",
        capitalised(middle),
        range(counts)
    );
    if thin > 0 {
        computed.push_str(&format!(
            " Plies with fewer than {LEAST} moves are left out."
        ));
    }
    if at_once > 0 {
        let what = match plies.y {
            Effort::Depth => " Moves without a search, or without a depth, are left out.",
            _ => " Moves without a search are left out.",
        };
        computed.push_str(what);
    }
    let mut y = Axis::on(scale, title);
    y.unit = unit.map(String::from);
    Ok(Lines {
        words: m.words(&format!("{title} as the game goes on"), &computed),
        x: Horizontal::Numbers(Axis::linear("ply of the game")),
        y,
        series,
    })
}

/// Nothing that a move takes is negative, whatever a symmetric interval says.
fn middle(values: &[f64], middle: Middle) -> Option<Estimate> {
    let estimate = match middle {
        Middle::Mean => stats::mean_interval(values, LEVEL),
        Middle::Median => stats::median_interval(values, LEVEL),
    };
    let mut estimate = drawn(estimate?);
    if let Some((low, _)) = &mut estimate.interval {
        *low = low.max(0.0);
    }
    Some(estimate)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games, made};
    use super::*;
    use crate::analysis::contest::{Games, Kind};

    fn drawn(keys: &str, games: &Games) -> Result<Lines, String> {
        let text = format!("[[figure]]\nkind = \"plies\"\n{keys}");
        let experiment = experiment("", &text);
        let figure = figure(&experiment);
        let Kind::Plies(plies) = figure.kind else {
            panic!("{:?}", figure.kind)
        };
        chart(&Material::new(&figure, &experiment, games).unwrap(), &plies)
    }

    /// Six games; a goes 1 to 6 deep on its first move, the sixth lasts one move more.
    fn data() -> Games {
        let mut games = games(&[("a", "b", "x"); 6]);
        for (number, game) in (1..).zip(&mut games.played) {
            game.made = vec![made(0, number, 10 * u64::from(number)), made(1, 0, 0)];
        }
        games.played[5].made.push(made(2, 9, 900));
        games
    }

    #[test]
    fn the_mean_depth_of_searches_where_there_are_enough() {
        let lines = drawn("", &data()).unwrap();
        // b never searched.
        assert_eq!(lines.series.len(), 1);
        let [point] = lines.series[0].points[..] else {
            panic!("{:?}", lines.series[0].points)
        };
        assert_eq!((point.x, point.y.unwrap().value), (1.0, 3.5));
        // 3.5 ± t·√(3.5 / 6), with t of five degrees of freedom 2.570581835636314.
        let (low, high) = point.y.unwrap().interval.unwrap();
        assert!((low - 1.5366856930196764).abs() < 1e-9 && (high - 5.463314306980323).abs() < 1e-9);
        let caption = lines.words.caption.unwrap();
        assert!(
            caption.contains("Mean over n = 6 moves a point"),
            "{caption}"
        );
        assert!(caption.contains("fewer than 5 moves"), "{caption}");
        assert!(caption.contains("without a search"), "{caption}");
    }

    #[test]
    fn the_median_of_nodes() {
        let lines = drawn("y = \"nodes\"", &data()).unwrap();
        assert_eq!(lines.series[0].points[0].y.unwrap().value, 35.0);
        assert!(
            lines
                .words
                .caption
                .unwrap()
                .contains("Median of n = 6 moves")
        );
    }

    #[test]
    fn nothing_to_show_is_an_error() {
        let mut none = games(&[("a", "b", "x"); 6]);
        for game in &mut none.played {
            game.made = vec![made(0, 0, 0)];
        }
        assert_eq!(drawn("", &none).unwrap_err(), "no move was searched for");
        // A tree search that tells no depth beside one that does, but too seldom.
        none.played[0].made = vec![made(0, 0, 50), made(1, 3, 50)];
        assert!(drawn("", &none).unwrap_err().contains("in 5 games"));
        let few = games(&[("a", "b", "x")]);
        assert!(drawn("", &few).unwrap_err().contains("in 5 games"));
    }
}
