//! Something measured before every move of one game.

use super::by::By;
use super::caption::POINT;
use super::lines::{minimal_cells, minimal_measure, published_name};
use super::material::Material;
use super::published::Agreement;
use crate::analysis::Record;
use crate::game::{Game, Move};
use crate::games::{GameSpec, Visit};
use crate::notation;
use crate::plot::{Estimate, GameLines, GameMove, GameSeries, Role};

pub fn chart(m: &Material) -> Result<GameLines, String> {
    let measure = m.y();
    m.needs(measure)?;
    let moves = moves(m)?;
    let series = m.figure.series.unwrap_or(By::ENGINE);
    let groups = m.group(By { name: "position" }, Some(series));
    // Positions are grouped by their text; the moves are in the order they were played.
    let place = |played: &Played| {
        let mut keys = groups.across.iter();
        keys.position(|key| key.raw == played.position)
    };
    let places: Vec<usize> = moves.iter().filter_map(place).collect();
    let mut lines: Vec<GameSeries> = Vec::new();
    let mut published = Vec::new();
    let mut agreement = Agreement::default();
    for (index, cells) in groups.cells.iter().enumerate() {
        if let Some(twice) = cells.iter().find(|cells| cells.len() > 1) {
            let position = By { name: "position" }.key(twice[0]).label;
            return Err(format!(
                "position `{position}` was searched {} times by `{}`: choose one with `where`, \
                 such as where = {{ depth = 4 }}",
                twice.len(),
                groups.series_name(index)
            ));
        }
        let values = places.iter().map(|&at| m.estimate(&cells[at], measure));
        lines.push(GameSeries {
            name: groups.series_name(index),
            role: Role::Measured,
            values: values.collect(),
        });
        let numbers = places.iter().zip(&moves).map(|(&at, played)| {
            let mut key = groups.across[at].clone();
            key.number = Some(played.number as f64);
            let found = &m.figure.published;
            found.of(&key, groups.series[index].as_ref(), false)
        });
        let values: Vec<_> = numbers.map(|n| n.map(Estimate::exact)).collect();
        for (published, measured) in values.iter().zip(&lines[index].values) {
            agreement.add(published.map(|p| p.value), measured.map(|m| m.value));
        }
        if values.iter().any(Option::is_some) {
            published.push(GameSeries {
                name: published_name(&groups.series[index]),
                role: Role::Reference,
                values,
            });
        }
    }
    if !agreement.is_whole() {
        lines.extend(published);
    }
    if m.figure.minimal {
        let minimal = minimal_measure()?;
        m.needs(minimal)?;
        let values = moves.iter().map(|played| {
            let cells: Vec<&Record> = m
                .records
                .iter()
                .copied()
                .filter(|r| r.text("position") == played.position)
                .collect();
            m.estimate(&minimal_cells(&cells), minimal)
        });
        lines.push(GameSeries {
            name: "minimal tree".into(),
            role: Role::Reference,
            values: values.collect(),
        });
    }
    let values = lines
        .iter()
        .flat_map(|line| line.values.iter().flatten().map(|value| value.value));
    let scale = m.scale(measure, values.collect::<Vec<_>>());
    let computed = m.told(groups.points(), measure, POINT) + &agreement.told();
    let words = m.words(&format!("{} at each move", measure.title), &computed);
    let moves = moves.into_iter().map(|played| GameMove {
        number: played.number,
        name: played.name,
    });
    Ok(GameLines {
        words,
        moves: moves.collect(),
        y: m.axis(measure, scale),
        series: lines,
    })
}

/// A position, and the move that was played in it.
#[derive(Clone, Debug)]
struct Played {
    position: String,
    number: usize,
    name: String,
}

/// The positions in the order of the game.
fn moves(m: &Material) -> Result<Vec<Played>, String> {
    let games = m.values(By { name: "game" });
    let [game] = &games[..] else {
        return Err(format!(
            "a game is of one kind, and here are {}: choose one with `where`",
            games.len()
        ));
    };
    let spec: GameSpec = game
        .raw
        .parse()
        .map_err(|error| format!("game `{}`: {error}", game.raw))?;
    let positions = m.values(By { name: "position" });
    spec.visit(Order(positions.into_iter().map(|key| key.raw).collect()))
}

struct Order(Vec<String>);

impl Visit for Order {
    type Output = Result<Vec<Played>, String>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let mut positions: Vec<(Vec<Move>, String)> = Vec::new();
        for text in self.0 {
            let moves = notation::moves(&start, &text)
                .map_err(|error| format!("position `{text}`: {error}"))?;
            positions.push((moves, text));
        }
        positions.sort_by_key(|(moves, _)| moves.len());
        let mut played = Vec::new();
        for (index, (moves, text)) in positions.iter().enumerate() {
            let next = positions.get(index + 1);
            if let Some((after, other)) = next
                && (after.len() == moves.len() || !after.starts_with(moves))
            {
                return Err(format!(
                    "position `{other}` does not follow from `{text}`: they are not of one game"
                ));
            }
            let name = next.map(|(after, _)| notation::format_move(&start, after[moves.len()]));
            played.push(Played {
                position: text.clone(),
                number: moves.len() + 1,
                // Nothing tells what was played in the last one.
                name: name.unwrap_or("…".into()),
            });
        }
        Ok(played)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, error, experiment, figure};
    use super::*;

    #[test]
    fn moves_have_their_numbers_and_names() {
        let experiment = experiment(
            TWO,
            "[[figure]]\nkind = \"game\"\npublished = { slow = { \"1\" = 12, \"3\" = 7 } }",
        );
        let data = data(&[
            ("slow", "b2 a1", 1, 6, &[]),
            ("slow", "", 1, 12, &[]),
            ("fast", "", 1, 7, &[]),
        ]);
        let figure = figure(&experiment);
        let game = chart(&Material::new(&figure, &experiment, &data).unwrap()).unwrap();
        let moves: Vec<_> = game
            .moves
            .iter()
            .map(|m| (m.number, m.name.as_str()))
            .collect();
        assert_eq!(moves, [(1, "b2"), (3, "…")]);
        let exact = |value| Some(Estimate::exact(value));
        assert_eq!(game.series[0].values, [exact(12.0), exact(6.0)]);
        assert_eq!(game.series[1].values, [exact(7.0), None]);
        assert_eq!(game.series[2].name, "slow, published");
        assert_eq!(game.series[2].values, [exact(12.0), exact(7.0)]);
        let caption = game.words.caption.unwrap();
        assert!(
            caption.ends_with("1 of 2 published values are the same."),
            "{caption}"
        );
    }

    #[test]
    fn positions_of_two_games_are_refused() {
        let figure = "[[figure]]\nkind = \"game\"";
        let apart = data(&[("slow", "b2", 1, 6, &[]), ("slow", "a1 b2", 1, 6, &[])]);
        let found = error(figure, &apart);
        assert_eq!(
            found,
            "figure `game`: position `a1 b2` does not follow from `b2`: they are not of one game"
        );
        let twice = data(&[("slow", "b2", 1, 6, &[]), ("slow", "b2", 2, 6, &[])]);
        assert!(error(figure, &twice).contains("was searched 2 times by `slow`"));
    }
}
