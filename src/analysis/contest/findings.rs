//! What a match found, in sentences.

use super::tables::Counted;
use crate::contest::{GameRow, told};
use crate::game::{Outcome, Side};
use crate::units::thousands;

/// Who is better than whom, next to each other in the standings; what the first move is
/// worth; how long games last; what a sequential test says.
pub fn sentences(counted: &Counted) -> Vec<String> {
    let Counted {
        contest,
        games,
        standings,
        ranking,
        ..
    } = counted;
    let mut lines = Vec::new();
    if games.is_empty() {
        return lines;
    }
    let name = |player: usize| &standings.players[player];
    if let [best, _, _, ..] = ranking[..]
        && let Some(score) = standings.total(best).score()
    {
        lines.push(format!(
            "{} stands first, with {:.1} % of the points of its {} games.",
            name(best),
            100.0 * score,
            thousands(standings.total(best).played())
        ));
    }
    for (&a, &b) in ranking.iter().zip(&ranking[1..]) {
        let meeting = standings.meeting(a, b);
        if meeting.played() > 0 {
            let score = told::score(meeting);
            lines.push(format!("{} against {}: {score}.", name(a), name(b)));
        }
    }
    if let (Some(sprt), [first, second]) = (&contest.sprt, &contest.players[..]) {
        let number = |wanted: &str| standings.players.iter().position(|name| name == wanted);
        if let (Some(a), Some(b)) = (number(&first.name), number(&second.name)) {
            let test = told::test(standings.meeting(a, b), sprt);
            lines.push(format!(
                "Sequential test of {} against {}: {test}.",
                first.name, second.name
            ));
        }
    }
    lines.push(first_move(games));
    lines.push(length(games));
    lines
}

fn first_move(games: &[&GameRow]) -> String {
    let count = |result: Outcome| {
        let own = games.iter().filter(|game| game.result == result);
        own.count()
    };
    let (won, drawn) = (count(Outcome::Win(Side::First)), count(Outcome::Draw));
    let lost = games.len() - won - drawn;
    format!(
        "X, who moves first on the empty board, won {}, drew {} and lost {} of {} games: {:.1} %.",
        thousands(won as u64),
        thousands(drawn as u64),
        thousands(lost as u64),
        thousands(games.len() as u64),
        100.0 * (won as f64 + drawn as f64 / 2.0) / games.len() as f64
    )
}

fn length(games: &[&GameRow]) -> String {
    let plies = || games.iter().map(|game| game.plies);
    format!(
        "A game lasted {:.1} plies on average, the shortest {} and the longest {}.",
        plies().sum::<usize>() as f64 / games.len() as f64,
        plies().min().unwrap_or(0),
        plies().max().unwrap_or(0)
    )
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, games};
    use super::*;

    #[test]
    fn who_is_better_and_by_how_much() {
        let experiment = experiment("", "");
        let contest = experiment.contest.as_ref().unwrap();
        let games = games(&[
            ("a", "b", "x"),
            ("b", "a", "draw"),
            ("b", "c", "x"),
            ("c", "b", "o"),
        ]);
        let counted = Counted::new(contest, games.played.iter().collect());
        let lines = sentences(&counted);
        assert_eq!(
            lines[0],
            "a stands first, with 75.0 % of the points of its 2 games."
        );
        assert!(
            lines[1].starts_with("a against b: +1 =1 −0 (75.0 %)"),
            "{lines:?}"
        );
        assert!(lines[2].starts_with("b against c: +2 =0 −0 (100.0 %), Elo +∞"));
        assert_eq!(lines.len(), 5);
        assert!(
            lines[3].contains("won 2, drew 1 and lost 1 of 4 games: 62.5 %"),
            "{lines:?}"
        );
        let none = Counted::new(contest, Vec::new());
        assert!(sentences(&none).is_empty());
    }
}
