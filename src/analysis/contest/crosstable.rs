//! Who scored what against whom.

use super::material::{Material, range, ranked};
use crate::contest::rating::ratings;
use crate::plot::{Axis, Cell, HeatMap, Names, Palette};
use crate::units::thousands;

pub fn chart(m: &Material) -> Result<HeatMap, String> {
    let standings = m.standings();
    let ratings = ratings(&standings.players, m.games.iter().copied());
    let (ranking, by) = ranked(&standings, ratings.as_ref(), m.contest.scoring);
    let mut counts: Vec<u64> = Vec::new();
    for (at, &a) in ranking.iter().enumerate() {
        let met = ranking[at + 1..]
            .iter()
            .map(|&b| standings.meeting(a, b).played());
        counts.extend(met.filter(|played| *played > 0));
    }
    let even = counts.iter().all(|count| *count == counts[0]);
    let cell = |a: usize, b: usize| {
        let meeting = standings.meeting(a, b);
        let value = 100.0 * meeting.score()?;
        let label = match even {
            true => percent(value),
            false => format!("{} ({})", percent(value), thousands(meeting.played())),
        };
        Some(Cell {
            value,
            label: Some(label),
        })
    };
    let row = |&a: &usize| ranking.iter().map(|&b| cell(a, b)).collect();
    let names = || {
        ranking
            .iter()
            .map(|&player| standings.players[player].as_str())
    };
    let few = match even {
        true => "",
        false => ", in brackets",
    };
    let computed = format!(
        "Score of the row against the column, a draw counting half; n = {} games a pairing{few}. \
         Best first, {by}; hatched: no games.",
        range(counts.iter().copied())
    );
    Ok(HeatMap {
        words: m.words("who scored what against whom", &computed),
        rows: Names::new("player", names()),
        columns: Names::new("against", names()),
        value: Axis::linear("score").unit("%"),
        palette: Palette::Diverging { center: 50.0 },
        cells: ranking.iter().map(row).collect(),
    })
}

/// A share with the digits that matter: `7.5`, `100`.
fn percent(value: f64) -> String {
    // Halves go up, whatever the last bit says: 61.25 is 61.3, and 38.75 is 38.8.
    let tenths = (10.0 * value + 1e-9).round();
    match tenths % 10.0 == 0.0 {
        true => format!("{:.0}", tenths / 10.0),
        false => format!("{:.1}", tenths / 10.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{experiment, figure, games};
    use super::*;

    #[test]
    fn best_first_with_scores_and_numbers() {
        let experiment = experiment("", "[[figure]]\nkind = \"crosstable\"");
        let figure = figure(&experiment);
        let games = games(&[
            ("a", "b", "x"),
            ("b", "a", "x"),
            ("b", "c", "x"),
            ("c", "b", "draw"),
        ]);
        let m = Material::new(&figure, &experiment, &games).unwrap();
        let map = chart(&m).unwrap();
        // Not everybody played as often: b is rated highest.
        assert_eq!(map.rows.names, ["b", "a", "c"]);
        let value = |row: usize, column: usize| map.cells[row][column].as_ref().map(|c| c.value);
        assert_eq!(value(0, 1), Some(50.0));
        assert_eq!(value(0, 2), Some(75.0));
        assert_eq!(value(2, 0), Some(25.0));
        assert_eq!((value(0, 0), value(1, 2)), (None, None));
        let caption = map.words.caption.unwrap();
        assert!(caption.contains("n = 2 games a pairing."), "{caption}");
        assert_eq!(
            map.cells[0][1].as_ref().unwrap().label.as_deref(),
            Some("50")
        );
    }

    #[test]
    fn unlike_numbers_of_games_stand_in_the_cells() {
        let experiment = experiment("", "[[figure]]\nkind = \"crosstable\"");
        let figure = figure(&experiment);
        let games = games(&[("a", "b", "x"), ("b", "a", "x"), ("b", "c", "x")]);
        let map = chart(&Material::new(&figure, &experiment, &games).unwrap()).unwrap();
        let labels = map.cells.iter().flatten().flatten();
        let labels: Vec<_> = labels.filter_map(|cell| cell.label.clone()).collect();
        assert_eq!(labels, ["50 (2)", "100 (1)", "50 (2)", "0 (1)"]);
        assert!(
            map.words
                .caption
                .unwrap()
                .contains("n = 1 to 2 games a pairing, in brackets")
        );
    }
}
