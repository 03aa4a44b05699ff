//! The tables of a match: who stands where, who beat whom, and who expected what.

use super::material::{players, ranked};
use crate::analysis::aggregate::LEVEL;
use crate::analysis::document::{Entry, Grid};
use crate::analysis::figures::short;
use crate::contest::prediction::predictions;
use crate::contest::rating::ratings;
use crate::contest::standings::Standings;
use crate::contest::{Contest, GameRow, told};
use crate::stats::{Ratings, wilson};

/// Everything that is told of some games, such as all of a match or those on one board.
pub struct Counted<'a> {
    pub contest: &'a Contest,
    pub games: Vec<&'a GameRow>,
    pub standings: Standings,
    pub ratings: Option<Ratings>,
    /// The players' numbers, best first, and by what.
    pub ranking: Vec<usize>,
    by: String,
}

impl<'a> Counted<'a> {
    pub fn new(contest: &'a Contest, games: Vec<&'a GameRow>) -> Self {
        let players = players(contest, &games);
        let standings = Standings::new(&players, games.iter().copied(), contest.scoring);
        let ratings = ratings(&players, games.iter().copied());
        let (ranking, by) = ranked(&standings, ratings.as_ref(), contest.scoring);
        Counted {
            contest,
            games,
            standings,
            ratings,
            ranking,
            by,
        }
    }

    /// The same of each board apart, with its name in short, where there are several.
    pub fn boards(&self) -> Vec<(String, Counted<'a>)> {
        let mut boards: Vec<&str> = Vec::new();
        for game in &self.games {
            if !boards.contains(&game.game.as_str()) {
                boards.push(&game.game);
            }
        }
        if boards.len() < 2 {
            return Vec::new();
        }
        let on = |board: &str| {
            let games = self.games.iter().filter(|game| game.game == board);
            Counted::new(self.contest, games.copied().collect())
        };
        let boards = boards.into_iter();
        boards.map(|board| (short(board), on(board))).collect()
    }

    /// Who stands where.
    pub fn standings(&self, on: Option<&str>) -> Grid {
        let standings = &self.standings;
        let ranking = &self.ranking;
        let forfeits = ranking.iter().any(|&player| standings.forfeits(player) > 0);
        let mut header = vec![
            "rank",
            "player",
            "games",
            "won-drawn-lost",
            "score %",
            "points",
            "rating",
            "95 % interval",
            "LOS %",
        ];
        if forfeits {
            header.push("forfeits");
        }
        let mut rows = Vec::new();
        for (rank, &player) in ranking.iter().enumerate() {
            let total = standings.total(player);
            let elo = (self.ratings.as_ref()).and_then(|ratings| ratings.elo[player]);
            let interval = elo.and_then(|elo| elo.interval);
            let mut row = vec![
                Entry::number((rank + 1) as f64),
                Entry::text(&standings.players[player]),
                Entry::number(total.played() as f64),
                Entry::text(told::results(&total)),
                fixed(total.score().map(|score| 100.0 * score), 1),
                Entry::number(standings.points(player)),
                fixed(elo.map(|elo| elo.value), 0),
                match interval {
                    Some(i) => Entry::text(format!(
                        "{} … {}",
                        told::number(i.low),
                        told::number(i.high)
                    )),
                    None => Entry::Missing,
                },
                fixed(Some(100.0 * total.superiority()), 1),
            ];
            if forfeits {
                row.push(Entry::number(standings.forfeits(player) as f64));
            }
            rows.push(row);
        }
        let apart = match self
            .ratings
            .as_ref()
            .is_none_or(|ratings| ratings.connected)
        {
            true => "",
            false => " Groups that share no opponent are held together by those draws alone.",
        };
        let caption = match on {
            Some(board) => format!("Standings on {board} alone, {}.", self.by),
            None => format!(
                "Standings, {}. Rating: the points of Elo under which all results are the \
                 likeliest (Bradley–Terry), mean 0, everybody given two draws against an average \
                 player; intervals from resampled pairs of games, none for those who won or lost \
                 every game. LOS: likelihood of superiority over all opponents together, from \
                 the spread of results around an even score.{apart}",
                match self.by.contains(self.contest.scoring.what()) {
                    true => self.by.to_string(),
                    false => format!("{}; points are {}", self.by, self.contest.scoring.what()),
                },
            ),
        };
        Grid {
            caption,
            header: header.into_iter().map(String::from).collect(),
            rows,
        }
    }

    /// Who beat whom, best first.
    pub fn cross_table(&self) -> Grid {
        let (standings, ranking) = (&self.standings, &self.ranking);
        let mut header = vec!["rank".to_string(), "player".to_string()];
        header.extend((1..=ranking.len()).map(|rank| rank.to_string()));
        let row = |(rank, &player): (usize, &usize)| {
            let mut row = vec![
                Entry::number((rank + 1) as f64),
                Entry::text(&standings.players[player]),
            ];
            row.extend(ranking.iter().map(|&other| match other == player {
                true => Entry::text("·"),
                false => Entry::text(told::results(standings.meeting(player, other))),
            }));
            row
        };
        Grid {
            caption: "Cross table: won-drawn-lost of the row against the player of that rank."
                .into(),
            header,
            rows: ranking.iter().enumerate().map(row).collect(),
        }
    }

    /// Who expected which replies, and what thinking on the opponent's time would buy; none
    /// where nobody expected any.
    pub fn predictions(&self) -> Option<Grid> {
        let mut rows = Vec::new();
        for &player in &self.ranking {
            let name = &self.standings.players[player];
            let own = predictions(name, self.games.iter().copied());
            if own.expected == 0 {
                continue;
            }
            // What a player that ponders gains, it has already.
            let has_it = self.contest.players[player].spec.ponders();
            let rate = wilson(own.hits, own.expected, LEVEL);
            let rate = rate.map(|rate| rate.map(|share| 100.0 * share));
            let interval = rate.and_then(|rate| rate.interval);
            rows.push(vec![
                Entry::text(name),
                Entry::number(own.answered as f64),
                Entry::number(own.expected as f64),
                Entry::number(own.hits as f64),
                fixed(rate.map(|rate| rate.value), 1),
                match interval {
                    Some(i) => Entry::Range {
                        low: i.low,
                        high: i.high,
                        digits: 1,
                    },
                    None => Entry::Missing,
                },
                fixed(own.gain().filter(|_| !has_it), 2),
                fixed(own.time_gain().filter(|_| !has_it), 2),
                fixed(own.plies_a_move().filter(|_| !has_it), 2),
            ]);
        }
        let header = [
            "player",
            "moves answered",
            "replies expected",
            "played",
            "rate %",
            "95 % interval",
            "nodes gained a node",
            "time gained a time",
            "plies gained a move",
        ];
        (!rows.is_empty()).then(|| Grid {
            caption: "How often the expected reply was played (Wilson's interval), and what \
                      thinking on the opponent's time would have bought: the opponent's nodes and \
                      time at the hits for each of one's own, and the plies that the nodes are \
                      worth at the growth of one's own searches, over all moves. Players that \
                      ponder have it already."
                .into(),
            header: header.map(String::from).to_vec(),
            rows,
        })
    }

    /// All of them: standings, those of each board, who beat whom, who expected what.
    pub fn grids(&self) -> Vec<Grid> {
        let mut grids = vec![self.standings(None)];
        for (board, counted) in self.boards() {
            grids.push(counted.standings(Some(&board)));
        }
        grids.push(self.cross_table());
        grids.extend(self.predictions());
        grids
    }
}

/// The players, with what they are.
pub fn contestants(contest: &Contest) -> Grid {
    let row = |player: &std::sync::Arc<crate::contest::Contestant>| {
        vec![
            Entry::text(&player.name),
            Entry::text(player.spec.to_string()),
        ]
    };
    Grid {
        caption: "The players, as the experiment has them.".into(),
        header: vec!["player".into(), "plays".into()],
        rows: contest.players.iter().map(row).collect(),
    }
}

fn fixed(value: Option<f64>, digits: usize) -> Entry {
    match value {
        // A number that rounds to zero has no sign.
        Some(value) if value.abs() < 0.5 / 10f64.powi(digits as i32) => {
            Entry::Number { value: 0.0, digits }
        }
        Some(value) => Entry::Number { value, digits },
        None => Entry::Missing,
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, games, made};
    use super::*;

    fn shown(grid: &Grid) -> Vec<Vec<String>> {
        let row = |row: &Vec<Entry>| row.iter().map(Entry::shown).collect();
        grid.rows.iter().map(row).collect()
    }

    #[test]
    fn standings_and_cross_table() {
        let experiment = experiment("scoring = \"connectx\"", "");
        let contest = experiment.contest.as_ref().unwrap();
        let games = games(&[
            ("a", "b", "x"),
            ("b", "a", "draw"),
            ("b", "c", "x"),
            ("c", "b", "o"),
            ("a", "c", "x"),
            ("c", "a", "draw"),
        ]);
        let counted = Counted::new(contest, games.played.iter().collect());
        let standings = counted.standings(None);
        let rows = shown(&standings);
        assert_eq!(rows[0][..6], ["1", "a", "4", "2-2-0", "75.0", "8"]);
        assert_eq!(rows[1][..6], ["2", "b", "4", "2-1-1", "62.5", "7"]);
        assert_eq!(rows[2][..6], ["3", "c", "4", "0-1-3", "12.5", "1"]);
        let caption = "Standings, by points (3 for a win, 1 for a draw)";
        assert!(
            standings.caption.starts_with(caption),
            "{}",
            standings.caption
        );
        assert!(!standings.header.contains(&"forfeits".to_string()));
        assert_eq!(
            shown(&counted.cross_table()),
            [
                ["1", "a", "·", "1-1-0", "1-1-0"],
                ["2", "b", "0-1-1", "·", "2-0-0"],
                ["3", "c", "0-1-1", "0-0-2", "·"]
            ]
        );
        assert!(counted.predictions().is_none() && counted.boards().is_empty());
        assert_eq!(counted.grids().len(), 2);
    }

    #[test]
    fn who_played_more_has_more_points_but_need_not_be_better() {
        let experiment = experiment("", "");
        let contest = experiment.contest.as_ref().unwrap();
        let games = games(&[
            ("a", "b", "x"),
            ("b", "a", "draw"),
            ("b", "c", "x"),
            ("c", "b", "o"),
        ]);
        let counted = Counted::new(contest, games.played.iter().collect());
        let rows = shown(&counted.standings(None));
        // b has 2½ points of 4 games, a 1½ of 2.
        let names: Vec<_> = rows.iter().map(|row| row[1].as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
        let caption = counted.standings(None).caption;
        assert!(caption.contains("by rating, as not everybody"), "{caption}");
    }

    #[test]
    fn boards_apart_forfeits_and_predictions() {
        let experiment = experiment("", "");
        let contest = experiment.contest.as_ref().unwrap();
        let mut games = games(&[("a", "b", "x"), ("b", "a", "x")]);
        games.played[1].game = "mnk(m=3,n=3,k=3)".into();
        games.played[1].ended = crate::contest::arbiter::Ended::Time;
        let mut first = made(0, 4, 16);
        first.hit = Some(true);
        games.played[0].made = vec![first, made(1, 4, 48), made(2, 4, 16)];
        let counted = Counted::new(contest, games.played.iter().collect());
        let boards = counted.boards();
        let names: Vec<_> = boards.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["connect(6,7,4)", "mnk(3,3,3)"]);
        assert_eq!(boards[0].1.games.len(), 1);
        assert_eq!(counted.grids().len(), 5);
        let standings = counted.standings(None);
        assert_eq!(standings.header.last().unwrap(), "forfeits");
        let predictions = shown(&counted.predictions().unwrap());
        // Three nodes for each of one's own: two plies of a branching of two.
        let expected = [
            "a",
            "1",
            "1",
            "1",
            "100.0",
            "20.7–100.0",
            "3.00",
            "3.00",
            "2.00",
        ];
        assert_eq!(predictions, [expected]);
    }
}
