//! Results of a match in a few words, and as tables for a terminal.

use super::standings::{Meeting, Standings};
use super::{Scoring, SprtSpec};
use crate::stats::{Decision, Estimate};

/// `+12 =3 −5 (67.5 %), Elo +127 (+31 … +240), LOS 99.1 %`
pub fn score(meeting: &Meeting) -> String {
    let [wins, draws, losses] = meeting.results();
    let Some(score) = meeting.score() else {
        return "no game yet".into();
    };
    format!(
        "+{wins} ={draws} −{losses} ({:.1} %), Elo {}, LOS {:.1} %",
        100.0 * score,
        meeting
            .elo()
            .map_or("unknown".into(), |elo| self::elo(&elo)),
        100.0 * meeting.superiority(),
    )
}

/// `+35 (−2 … +74)`; what is beyond every number is ∞, what is unknown is left out.
pub fn elo(elo: &Estimate) -> String {
    match elo.interval {
        Some(interval) => format!(
            "{} ({} … {})",
            number(elo.value),
            number(interval.low),
            number(interval.high)
        ),
        None => number(elo.value),
    }
}

/// `+35`, `−2`, `0`, `+∞`
pub fn number(value: f64) -> String {
    match value {
        f64::INFINITY => "+∞".to_string(),
        f64::NEG_INFINITY => "−∞".to_string(),
        value if value.round() == 0.0 => "0".to_string(),
        value => format!("{value:+.0}").replace('-', "−"),
    }
}

/// `LLR 1.20 (−2.94 … 2.94) for Elo 0 against 10`, and what it means if it is decided.
pub fn test(meeting: &Meeting, sprt: &SprtSpec) -> String {
    let (llr, decision) = meeting.test(&sprt.test);
    let (lower, upper) = sprt.test.bounds();
    let said = match decision {
        Decision::Continue => String::new(),
        Decision::AcceptElo0 => format!(": Elo {} is accepted", sprt.elo0),
        Decision::AcceptElo1 => format!(": Elo {} is accepted", sprt.elo1),
    };
    let text = format!(
        "LLR {llr:.2} ({lower:.2} … {upper:.2}) for Elo {} against {}{said}",
        sprt.elo0, sprt.elo1
    );
    text.replace('-', "−")
}

/// The cross table, best first: what each player scored against each other one, and in all.
pub fn cross_table(standings: &Standings, scoring: Scoring) -> String {
    let ranking = standings.ranking();
    let mut header = vec!["".to_string(), "".to_string()];
    header.extend((1..=ranking.len()).map(|rank| rank.to_string()));
    header.extend(["points", "games", "score", "Elo", "LOS"].map(String::from));
    let forfeits = ranking.iter().any(|&player| standings.forfeits(player) > 0);
    if forfeits {
        header.push("forfeits".into());
    }
    let mut rows = vec![header];
    for (rank, &player) in ranking.iter().enumerate() {
        let total = standings.total(player);
        let mut row = vec![(rank + 1).to_string(), standings.players[player].clone()];
        row.extend(ranking.iter().map(|&other| match other == player {
            true => "·".into(),
            false => results(standings.meeting(player, other)),
        }));
        row.push(plain(standings.points(player)));
        row.push(total.played().to_string());
        row.push(
            total
                .score()
                .map_or(String::new(), |s| format!("{:.1} %", 100.0 * s)),
        );
        row.push(total.elo().map_or(String::new(), |e| elo(&e)));
        row.push(match total.played() {
            0 => String::new(),
            _ => format!("{:.1} %", 100.0 * total.superiority()),
        });
        if forfeits {
            row.push(standings.forfeits(player).to_string());
        }
        rows.push(row);
    }
    let mut text = columns(&rows);
    text.push_str(&format!(
        "points: {}; others' columns: won-drawn-lost; Elo and LOS (likelihood of superiority) \
         against all others together\n",
        scoring.what()
    ));
    text
}

/// Won, drawn and lost: `12-3-5`; nothing where nothing was played.
pub fn results(meeting: &Meeting) -> String {
    match (meeting.played(), meeting.results()) {
        (0, _) => String::new(),
        (_, [wins, draws, losses]) => format!("{wins}-{draws}-{losses}"),
    }
}

/// A number of points.
fn plain(points: f64) -> String {
    match points.fract() == 0.0 {
        true => format!("{points:.0}"),
        false => format!("{points:.1}"),
    }
}

/// Rows as columns of equal width, the second one to the left, the others to the right.
fn columns(rows: &[Vec<String>]) -> String {
    let width = |text: &String| text.chars().count();
    let widths: Vec<usize> = (0..rows[0].len())
        .map(|column| {
            rows.iter()
                .map(|row| width(&row[column]))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(column, (text, &full))| {
            let pad = " ".repeat(full - width(text));
            if column == 1 {
                format!("{text}{pad}")
            } else {
                format!("{pad}{text}")
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
