//! What a report says of a match.

use std::time::Duration;

use super::content::{Parts, several};
use crate::analysis::contest::findings::sentences;
use crate::analysis::contest::tables::{Counted, contestants};
use crate::analysis::contest::{Failed, Games};
use crate::analysis::document::Block;
use crate::analysis::figures::short;
use crate::contest::arbiter::Ended;
use crate::contest::standings::Standings;
use crate::contest::{Contest, Fixture, GameRow, Schedule};
use crate::experiment::Experiment;
use crate::units::{show_time, thousands};

/// The parts of the report of a match.
pub fn parts(experiment: &Experiment, games: &Games) -> Parts {
    let Some(contest) = &experiment.contest else {
        return Parts::default();
    };
    let counted = Counted::new(contest, games.played.iter().collect());
    let mut parts = Parts {
        set_up: vec![
            Block::Facts(set_up(contest, games)),
            Block::Table(contestants(contest)),
        ],
        trust: vec![
            Block::Heading(3, "Forfeits and failures".into()),
            Block::List(trust(contest, games, &counted.standings)),
        ],
        ..Parts::default()
    };
    if !games.played.is_empty() {
        parts.tables = counted.grids().into_iter().map(Block::Table).collect();
        parts.findings = vec![
            Block::Heading(3, "Findings".into()),
            Block::List(sentences(&counted)),
        ];
    }
    parts
}

/// The different values of something, in their order.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut found: Vec<T> = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}

/// The set-up in words.
fn set_up(contest: &Contest, games: &Games) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, text: String| facts.push((name.to_string(), text));
    let fixtures = || contest.fixtures.iter();
    let boards = distinct(fixtures().map(|fixture| fixture.game.to_string()));
    let shown: Vec<String> = boards.iter().map(|board| short(board)).collect();
    fact("Boards", listed(&shown));
    fact("Openings", openings(contest, boards.len()));
    let limits = distinct(fixtures().map(limits));
    fact("Limits of a move", listed(&limits));
    fact("Schedule", schedule(contest));
    fact("Points", contest.scoring.what().into());
    let adjudication = &contest.rules.adjudication;
    if let Some(plies) = adjudication.plies {
        fact("Adjudication", format!("a draw after {plies} plies"));
    }
    if let Some(nodes) = adjudication.nodes {
        let nodes = thousands(nodes);
        fact(
            "Solver",
            format!("ends a game that it decides within {nodes} nodes"),
        );
    }
    if fixtures().any(Fixture::is_timed) {
        let margin = match contest.rules.margin {
            Duration::ZERO => String::new(),
            margin => format!("{} ", show_time(margin)),
        };
        let text = format!("a move that takes {margin}longer than its limit forfeits the game");
        fact("Clock", text);
    }
    let number = |n: usize| thousands(n as u64);
    let forfeits = games.played.iter().filter(|game| game.ended.is_forfeit());
    fact(
        "Games",
        format!(
            "{} of {} played, {} forfeited, {} that could not be played",
            number(games.played.len()),
            number(contest.fixtures.len()),
            number(forfeits.count()),
            number(games.failed.len())
        ),
    );
    facts
}

fn listed(values: &[String]) -> String {
    several(&values.iter().map(String::as_str).collect::<Vec<_>>())
}

/// How many, how long, and that sides are swapped.
fn openings(contest: &Contest, boards: usize) -> String {
    let all = distinct(contest.fixtures.iter().map(|f| (f.game, &f.opening)));
    let plies = contest.fixtures.iter().map(|fixture| fixture.ply);
    let (least, most) = plies.fold((usize::MAX, 0), |(a, b), ply| (a.min(ply), b.max(ply)));
    let rounds = contest.fixtures.iter().map(|f| f.round).max().unwrap_or(1);
    let count = match (all.len(), most) {
        (n, 0) if n == boards => "the empty board".into(),
        (n, _) => thousands(n as u64),
    };
    let boards = match boards {
        1 => String::new(),
        n => format!(" on {n} boards"),
    };
    let long = match (least, most) {
        (_, 0) => String::new(),
        (least, most) if least == most => format!(" of {most} plies"),
        (least, most) => format!(" of {least} to {most} plies"),
    };
    let times = match rounds {
        1 => String::new(),
        n => format!(" {n} times"),
    };
    format!(
        "{count}{long}{boards}, each played{times} by every pairing as two games with sides swapped"
    )
}

/// A move's limits for those who have none of their own.
fn limits(fixture: &Fixture) -> String {
    let limits = &fixture.limits;
    let said = [
        limits.depth.map(|depth| format!("depth {depth}")),
        limits
            .nodes
            .map(|nodes| format!("{} nodes", thousands(nodes))),
        limits.time.map(show_time),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    match said.is_empty() {
        true => "each player's own".into(),
        false => said.join(" and "),
    }
}

fn schedule(contest: &Contest) -> String {
    let players = contest.players.len();
    match &contest.schedule {
        Schedule::RoundRobin => format!("{players} players, everybody meets everybody"),
        Schedule::Gauntlet(challengers) => {
            let names = challengers
                .iter()
                .map(|&n| contest.players[n].name.as_str());
            let names = names.collect::<Vec<_>>().join(", ");
            format!("{players} players, a gauntlet: {names} against all others")
        }
    }
}

/// Whether the games can be trusted.
fn trust(contest: &Contest, games: &Games, standings: &Standings) -> Vec<String> {
    let mut lines = Vec::new();
    let ended = |ended: Ended| games.played.iter().filter(move |game| game.ended == ended);
    for player in &standings.players {
        let lost = |game: &&GameRow| {
            let loser = if game.score() == 0.0 { 0 } else { 1 };
            game.players[loser] == *player
        };
        let faults = [
            (Ended::Illegal, "by an illegal move"),
            (Ended::Time, "on time"),
            (Ended::Panic, "by a panic"),
        ];
        let counted = faults.iter().filter_map(|(fault, what)| {
            let count = ended(*fault).filter(lost).count();
            (count > 0).then(|| format!("{} {what}", thousands(count as u64)))
        });
        let counted: Vec<String> = counted.collect();
        if !counted.is_empty() {
            lines.push(format!("{player} lost {}.", counted.join(", ")));
        }
    }
    if lines.is_empty() {
        lines.push("No game was forfeited.".into());
    }
    let mut count = |what: &str, number: usize| {
        if number > 0 {
            lines.push(format!("{what}: {}.", thousands(number as u64)));
        }
    };
    count(
        "Games that were adjudicated",
        ended(Ended::Adjudicated).count(),
    );
    let varying = games.played.iter().filter(|game| !game.deterministic);
    count(
        "Games against the clock or on several threads, which may go otherwise on another run",
        varying.count(),
    );
    let there = games.played.len() + games.failed.len();
    let open = match contest.sprt {
        Some(_) => "Games that were not needed or not played yet, as the sequential test decides",
        None => "Games of the match that are not in the results",
    };
    count(open, contest.fixtures.len().saturating_sub(there));
    for Failed { name, reason, .. } in &games.failed {
        lines.push(format!("{name} could not be played: {reason}."));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::contest::testing::{experiment, games};
    use crate::analysis::document::Grid;

    fn fact<'a>(parts: &'a Parts, name: &str) -> &'a str {
        let facts = parts.set_up.iter().find_map(|block| match block {
            Block::Facts(facts) => facts.iter().find(|(known, _)| known == name),
            _ => None,
        });
        facts.map_or("", |(_, text)| text)
    }

    fn lists(blocks: &[Block]) -> Vec<&str> {
        let lists = blocks.iter().filter_map(|block| match block {
            Block::List(lines) => Some(lines),
            _ => None,
        });
        lists.flatten().map(String::as_str).collect()
    }

    #[test]
    fn a_match_as_a_report_has_it() {
        let experiment = experiment("nodes = [100, 1000]\nscoring = \"mnk\"\nrounds = 2", "");
        let mut games = games(&[
            ("a", "b", "x"),
            ("b", "a", "x"),
            ("b", "c", "x"),
            ("c", "b", "o"),
        ]);
        games.played[0].ended = Ended::Time;
        games.played[1].deterministic = false;
        games.failed.push(Failed {
            cell: String::new(),
            name: "a – c on connect(6,7,4)".into(),
            reason: "memory (no room)".into(),
        });
        let parts = parts(&experiment, &games);
        assert_eq!(fact(&parts, "Boards"), "connect(6,7,4)");
        assert_eq!(
            fact(&parts, "Openings"),
            "the empty board, each played 2 times by every pairing as two games with sides swapped"
        );
        assert_eq!(fact(&parts, "Limits of a move"), "100 nodes, 1,000 nodes");
        assert_eq!(
            fact(&parts, "Schedule"),
            "3 players, everybody meets everybody"
        );
        assert!(fact(&parts, "Points").starts_with("3 for a win as second"));
        assert_eq!(
            fact(&parts, "Games"),
            "4 of 24 played, 1 forfeited, 1 that could not be played"
        );
        let headers = parts.tables.iter().filter_map(|block| match block {
            Block::Table(Grid { header, .. }) => Some(header.join(" ")),
            _ => None,
        });
        let headers: Vec<String> = headers.collect();
        assert_eq!(headers.len(), 2);
        assert!(headers[0].starts_with("rank player games won-drawn-lost"));
        assert!(lists(&parts.findings).len() >= 3);
        assert_eq!(
            lists(&parts.trust),
            [
                "b lost 1 on time.",
                "Games against the clock or on several threads, which may go otherwise on another \
                 run: 1.",
                "Games of the match that are not in the results: 19.",
                "a – c on connect(6,7,4) could not be played: memory (no room).",
            ]
        );
    }

    #[test]
    fn a_match_without_games_has_no_tables() {
        let experiment = experiment("", "");
        let parts = parts(&experiment, &Games::default());
        assert!(parts.tables.is_empty() && parts.findings.is_empty());
        assert!(fact(&parts, "Games").starts_with("0 of 6 played"));
    }
}
