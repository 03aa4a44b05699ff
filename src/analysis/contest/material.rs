//! The games that a figure is made of, its players and its words.

use super::{Figure, Games};
use crate::analysis::declared::Where;
use crate::analysis::figures;
use crate::contest::standings::Standings;
use crate::contest::{Contest, GameRow, Scoring};
use crate::experiment::Experiment;
use crate::plot::Words;
use crate::stats::Ratings;
use crate::units::thousands;

/// What a figure is made of.
pub struct Material<'a> {
    pub figure: &'a Figure,
    pub experiment: &'a Experiment,
    pub contest: &'a Contest,
    /// The games that were played and that the figure is about.
    pub games: Vec<&'a GameRow>,
    /// How many could not be played.
    failed: usize,
}

impl<'a> Material<'a> {
    pub fn new(
        figure: &'a Figure,
        experiment: &'a Experiment,
        games: &'a Games,
    ) -> Result<Self, String> {
        let contest = experiment.contest.as_ref().ok_or("this is no match")?;
        let about = games.played.iter().filter(|g| matches(&figure.rule, g));
        let about: Vec<&GameRow> = about.collect();
        if about.is_empty() {
            return Err(match games.played.is_empty() {
                true => "no game was played".into(),
                false => "no game of the results is what `where` asks for".into(),
            });
        }
        Ok(Material {
            figure,
            experiment,
            contest,
            games: about,
            failed: games.failed.len(),
        })
    }

    /// Everybody in the games, in the order of the file.
    pub fn players(&self) -> Vec<String> {
        players(self.contest, &self.games)
    }

    /// Those of them that the figure is about: all, or those that `where` names.
    pub fn shown(&self) -> Vec<String> {
        let mut players = self.players();
        if let Some(asked) = self.figure.rule.0.get("player") {
            players.retain(|player| asked.contains(player));
        }
        players
    }

    pub fn standings(&self) -> Standings {
        let games = self.games.iter().copied();
        Standings::new(&self.players(), games, self.contest.scoring)
    }

    /// Title and caption, the caption ending with what was computed.
    pub fn words(&self, title: &str, computed: &str) -> Words {
        let failed = match self.failed {
            0 => String::new(),
            1 => "1 game could not be played and is left out.".into(),
            n => format!("{n} games could not be played and are left out."),
        };
        let own = (self.figure.title.as_deref(), self.figure.caption.as_deref());
        figures::words(self.experiment, own, title, &[computed, &failed])
    }
}

/// Everybody in some games, in the order of the file.
pub fn players(contest: &Contest, games: &[&GameRow]) -> Vec<String> {
    let all = contest.players.iter().map(|player| &player.name);
    let there = all.filter(|name| games.iter().any(|game| game.players.contains(name)));
    there.cloned().collect()
}

/// The players' numbers, best first, and in words by what: by points where everybody played
/// as often, otherwise by rating, for more games are more points.
pub fn ranked(
    standings: &Standings,
    ratings: Option<&Ratings>,
    scoring: Scoring,
) -> (Vec<usize>, String) {
    let mut ranking = standings.ranking();
    let played = |player: usize| standings.total(player).played();
    if ranking
        .iter()
        .all(|&player| played(player) == played(ranking[0]))
    {
        return (ranking, format!("by points ({})", scoring.what()));
    }
    let rating = |player: usize| {
        let elo = ratings.and_then(|ratings| ratings.elo[player]);
        elo.map_or(f64::NEG_INFINITY, |elo| elo.value)
    };
    // Nothing below a thousandth of a point is a difference.
    let key = |player: usize| (1000.0 * rating(player)).round();
    ranking.sort_by(|&a, &b| key(b).total_cmp(&key(a)));
    (
        ranking,
        "by rating, as not everybody played as often".into(),
    )
}

/// Whether a game is what a rule asks for.
fn matches(rule: &Where, game: &GameRow) -> bool {
    let [x, o] = &game.players;
    rule.0.iter().all(|(column, values)| {
        let is = |text: &String| values.contains(text);
        match column.as_str() {
            "game" => is(&game.game),
            "x" => is(x),
            "o" => is(o),
            "player" => is(x) || is(o),
            "depth" => is(&game.depth),
            "limit_nodes" => is(&game.limit_nodes),
            "limit_time" => is(&game.limit_time),
            _ => false,
        }
    })
}

/// `40`, `28 to 40`: how many there are of something, over several points.
pub fn range(counts: impl IntoIterator<Item = u64>) -> String {
    let counts = counts.into_iter();
    let (low, high) = counts.fold((u64::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
    match low < high {
        true => format!("{} to {}", thousands(low), thousands(high)),
        false => thousands(high),
    }
}
