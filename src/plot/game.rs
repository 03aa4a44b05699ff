//! Something measured at every move of one game.

use super::error::{self, PlotError};
use super::lines::{Horizontal, LinePoint, LineSeries, Lines, Role};
use super::spec::{Axis, Estimate, Look, Names, Words};
use super::{Chart, Drawing};

/// Lines over the moves of a game, each move with its number and name.
#[derive(Clone, PartialEq, Debug)]
pub struct GameLines {
    pub words: Words,
    pub moves: Vec<GameMove>,
    pub y: Axis,
    pub series: Vec<GameSeries>,
}

/// A move as it stands under the axis: `12. d4`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameMove {
    pub number: usize,
    pub name: String,
}

/// What one engine measured.
#[derive(Clone, PartialEq, Debug)]
pub struct GameSeries {
    pub name: String,
    pub role: Role,
    /// One for each move.
    pub values: Vec<Option<Estimate>>,
}

impl Chart for GameLines {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        error::not_empty(&self.moves, "moves")?;
        let label = |played: &GameMove| format!("{}. {}", played.number, played.name);
        let series: Result<Vec<_>, _> = self.series.iter().map(|one| self.line(one)).collect();
        let lines = Lines {
            words: self.words.clone(),
            x: Horizontal::Names(Names::new("move", self.moves.iter().map(label))),
            y: self.y.clone(),
            series: series?,
        };
        lines.draw(look)
    }
}

impl GameLines {
    fn line(&self, series: &GameSeries) -> Result<LineSeries, PlotError> {
        let place = error::series_place(&series.name);
        error::length(series.values.len(), self.moves.len(), "moves", &place)?;
        let point = |(index, y): (usize, &Option<Estimate>)| LinePoint {
            x: index as f64,
            y: *y,
        };
        Ok(LineSeries {
            name: series.name.clone(),
            role: series.role,
            points: series.values.iter().enumerate().map(point).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_numbered_and_named() {
        let values = vec![Some(Estimate::exact(5.0)), None];
        let mut chart = GameLines {
            words: Words::titled("t"),
            moves: [(1, "d1"), (2, "d2")]
                .map(|(number, name)| GameMove {
                    number,
                    name: name.to_owned(),
                })
                .to_vec(),
            y: Axis::log("nodes"),
            series: vec![GameSeries {
                name: "s".to_owned(),
                role: Role::Measured,
                values,
            }],
        };
        let drawing = chart.draw(&Look::default()).unwrap();
        assert!(drawing.scene.texts().any(|text| text.content == "2. d2"));
        chart.series[0].values.pop();
        let error = chart.draw(&Look::default()).unwrap_err();
        assert!(error.to_string().contains("1 values for 2 moves"));
    }
}
