//! The strength curve of each player: what it is worth as its moves may cost more.

use super::kind::{Budget, Worth};
use super::material::{Material, range};
use crate::analysis::figures::drawn;
use crate::contest::GameRow;
use crate::contest::rating::ratings;
use crate::contest::standings::Standings;
use crate::plot::{Axis, Estimate, Horizontal, LinePoint, LineSeries, Lines, Role, Scale};
use crate::stats::score_of_elo;

/// From this ratio of the largest to the smallest limit on, the axis is logarithmic: limits
/// are given in doublings, mostly.
const WIDE: f64 = 6.0;

pub fn chart(m: &Material, x: Budget, y: Worth) -> Result<Lines, String> {
    let mut limits: Vec<f64> = m.games.iter().filter_map(|game| x.of(game)).collect();
    limits.sort_by(f64::total_cmp);
    limits.dedup();
    if limits.is_empty() {
        return Err(format!("no game has a limit of {}", x.name()));
    }
    let (players, shown) = (m.players(), m.shown());
    let mut series: Vec<LineSeries> = Vec::new();
    for name in &shown {
        series.push(LineSeries {
            name: name.clone(),
            role: Role::Measured,
            points: Vec::new(),
        });
    }
    let mut counts = Vec::new();
    // Whether there are points without an interval, and points with one.
    let (mut alike, mut told) = (false, false);
    for &limit in &limits {
        let at_limit = m.games.iter().filter(|game| x.of(game) == Some(limit));
        let games: Vec<&GameRow> = at_limit.copied().collect();
        let values = worth(&players, &games, y);
        let standings = Standings::new(&players, games.iter().copied(), m.contest.scoring);
        for (line, name) in series.iter_mut().zip(&shown) {
            let player = players.iter().position(|player| player == name);
            let value = player.and_then(|player| values[player]);
            if let (Some(player), Some(value)) = (player, &value) {
                counts.push(standings.total(player).played());
                alike |= value.interval.is_none();
                told |= value.interval.is_some();
            }
            line.points.push(LinePoint { x: limit, y: value });
        }
    }
    let (title, unit) = x.title();
    let scale = match limits[limits.len() - 1] / limits[0] >= WIDE && x != Budget::Depth {
        true => Scale::Log,
        false => Scale::Linear,
    };
    let what = match y {
        Worth::Score => {
            "Share of the points against all opponents at the same limit, a draw \
                         counting half"
        }
        Worth::Elo => {
            "Ratings at each limit apart (Bradley–Terry, mean 0), everybody given two \
                       draws against an average player"
        }
    };
    let bars = match (told, alike) {
        (false, _) => "no pair of games differs from another: nothing tells an interval",
        (true, false) => "bands or bars: 95 % intervals over pairs of games",
        (true, true) => {
            "bands or bars: 95 % intervals over pairs of games, except of those who won or lost \
             every game, or where no pair differs"
        }
    };
    let computed = format!("{what}; n = {} games a point; {bars}.", range(counts));
    Ok(Lines {
        words: m.words(&format!("strength by {}", unit_of(x)), &computed),
        x: Horizontal::Numbers(Axis::on(scale, title).unit(unit)),
        y: match y {
            Worth::Score => Axis::linear("score").unit("%"),
            Worth::Elo => Axis::linear("Elo"),
        },
        series,
    })
}

fn unit_of(x: Budget) -> &'static str {
    match x {
        Budget::Nodes => "nodes a move",
        Budget::Time => "time a move",
        Budget::Depth => "depth",
    }
}

/// What each player is worth in some games.
fn worth(players: &[String], games: &[&GameRow], y: Worth) -> Vec<Option<Estimate>> {
    match y {
        Worth::Elo => {
            let found = ratings(players, games.iter().copied());
            let elo = found.map_or(Vec::new(), |ratings| ratings.elo);
            let mut elo: Vec<_> = elo.into_iter().map(|elo| elo.map(drawn)).collect();
            elo.resize(players.len(), None);
            elo
        }
        Worth::Score => {
            let standings = Standings::new(players, games.iter().copied(), Default::default());
            let score = |player: usize| {
                let elo = standings.total(player).elo()?;
                Some(drawn(elo.map(|elo| 100.0 * score_of_elo(elo))))
            };
            (0..players.len()).map(score).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games};
    use super::*;
    use crate::analysis::contest::{Games, Kind};

    const LIMITS: &str = "nodes = [100, 1000]";

    /// At 100 nodes a wins one of two, at 1000 both.
    fn data() -> Games {
        let mut games = games(&[
            ("a", "b", "x"),
            ("b", "a", "x"),
            ("a", "b", "x"),
            ("b", "a", "o"),
        ]);
        for (game, nodes) in games.played.iter_mut().zip(["100", "100", "1000", "1000"]) {
            game.limit_nodes = nodes.into();
        }
        games
    }

    fn lines(keys: &str) -> Lines {
        let text = format!("[[figure]]\nkind = \"strength\"\n{keys}");
        let experiment = experiment(LIMITS, &text);
        let figure = figure(&experiment);
        let Kind::Strength { x, y } = figure.kind else {
            panic!("{:?}", figure.kind)
        };
        let games = data();
        chart(&Material::new(&figure, &experiment, &games).unwrap(), x, y).unwrap()
    }

    #[test]
    fn a_line_a_player_over_the_limit_that_varies() {
        let lines = lines("");
        let Horizontal::Numbers(axis) = &lines.x else {
            panic!()
        };
        assert_eq!(
            (axis.scale, axis.unit.as_deref()),
            (Scale::Log, Some("nodes"))
        );
        let names: Vec<_> = lines.series.iter().map(|line| line.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        let points = &lines.series[0].points;
        assert_eq!((points[0].x, points[0].y.unwrap().value), (100.0, 50.0));
        // All won: 100 % without an interval.
        assert_eq!(points[1], LinePoint::exact(1000.0, 100.0));
        let caption = lines.words.caption.unwrap();
        assert!(caption.contains("n = 2 games a point"), "{caption}");
        assert!(caption.ends_with("nothing tells an interval."), "{caption}");
    }

    #[test]
    fn elo_stays_finite_and_players_can_be_picked() {
        let lines = lines("y = \"elo\"\nwhere = { player = \"b\" }");
        assert_eq!(lines.series.len(), 1);
        let values: Vec<f64> = lines.series[0]
            .points
            .iter()
            .map(|p| p.y.unwrap().value)
            .collect();
        assert!(values[0].abs() < 1e-9 && values[1] < -50.0, "{values:?}");
    }
}
