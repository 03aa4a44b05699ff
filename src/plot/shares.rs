//! Parts of a whole, one bar a row: the share of cutoffs by the index of the move.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::font;
use super::frame::Frame;
use super::legend::{Entry, Legend, Sample};
use super::marks;
use super::number;
use super::palette;
use super::rows::{Rows, RowsSpec};
use super::scale::Domain;
use super::scene::{Anchor, Fill, Paint, Rect, Scene, Stroke};
use super::spec::{Look, Names, Scale, Words};
use super::{Chart, Drawing};

/// Bars of 100 %, divided into the same parts. The parts have an order, which their
/// shades follow from dark to light.
#[derive(Clone, PartialEq, Debug)]
pub struct Shares {
    pub words: Words,
    /// What the parts are, such as "cutting move": "1st", "2nd", "later".
    pub parts: Names,
    /// What the rows are, such as "engine"; may be empty.
    pub rows_title: String,
    /// What is divided, such as "cutoffs".
    pub whole: String,
    pub rows: Vec<ShareRow>,
}

/// One bar.
#[derive(Clone, PartialEq, Debug)]
pub struct ShareRow {
    pub name: String,
    /// How much there is of each part; the bar shows the shares of the sum, which is
    /// written beside it. A sum of zero leaves the bar out.
    pub amounts: Vec<f64>,
}

const NOTE_GAP: f64 = 10.0;

impl Chart for Shares {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        self.check()?;
        let names = self.rows.iter().map(|row| row.name.as_str());
        let rows = Names::new(self.rows_title.as_str(), names);
        let across = ValueAxis {
            label: format!("share of {}", self.whole),
            domain: Domain {
                scale: Scale::Linear,
                low: 0.0,
                high: 100.0,
                zero: false,
                whole: true,
                places: Vec::new(),
            },
            suffix: " %",
        };
        let notes: Vec<_> = self.rows.iter().map(note).collect();
        let spec = RowsSpec {
            rows: &rows,
            across: &across,
            least_row: 24.0,
            notes: font::widest(&notes, font::TICK) + NOTE_GAP,
        };
        let frame = Frame {
            words: &self.words,
            look,
            legend: self.legend(),
            least_width: 420.0,
        };
        let (mut scene, block) = frame.begin(|width, height| spec.needed(width, height))?;
        let placed = spec.draw(&mut scene, block);
        for (index, row) in self.rows.iter().enumerate() {
            self.draw_row(&mut scene, &placed, index, row);
            let at = (placed.plot.right + NOTE_GAP, placed.lane(index, 0, 1).0);
            let note = &notes[index];
            scene.text_beside(note, at, font::TICK, Anchor::Start, Paint::Muted);
        }
        Ok(Drawing::new(scene, look))
    }
}

fn note(row: &ShareRow) -> String {
    match row.amounts.iter().sum::<f64>() {
        0.0 => "none".to_owned(),
        sum => format!("n = {}", number::value(sum)),
    }
}

impl Shares {
    fn check(&self) -> Result<(), PlotError> {
        error::not_empty(&self.parts.names, "parts")?;
        error::not_empty(&self.rows, "rows")?;
        if self.whole.trim().is_empty() {
            return Err(PlotError::Untitled("horizontal axis"));
        }
        for row in &self.rows {
            let place = error::series_place(&row.name);
            error::length(row.amounts.len(), self.parts.names.len(), "parts", &place)?;
            for (part, &value) in self.parts.names.iter().zip(&row.amounts) {
                let place = format!("{place}, `{part}`");
                error::finite(value, &place)?;
                if value < 0.0 {
                    let why = "a part cannot be less than nothing";
                    return Err(PlotError::Negative { place, value, why });
                }
            }
        }
        let total: f64 = self.rows.iter().flat_map(|row| &row.amounts).sum();
        match total {
            0.0 => Err(PlotError::Empty("every part is zero".to_owned())),
            _ => Ok(()),
        }
    }

    /// The shade of a part, from dark to light.
    fn shade(&self, part: usize) -> (u8, u8, u8) {
        let last = self.parts.names.len().saturating_sub(1).max(1);
        palette::sequential(0.9 - 0.82 * part as f64 / last as f64)
    }

    fn legend(&self) -> Legend {
        let parts = self.parts.names.iter().enumerate();
        Legend {
            title: self.parts.title.clone(),
            entries: parts
                .map(|(index, name)| Entry::new(Sample::Shade(self.shade(index)), name))
                .collect(),
        }
    }

    fn draw_row(&self, scene: &mut Scene, rows: &Rows, index: usize, row: &ShareRow) {
        let sum: f64 = row.amounts.iter().sum();
        if sum == 0.0 {
            return;
        }
        let (y, lane) = rows.lane(index, 0, 1);
        let half = (lane / 2.0).min(18.0);
        let mut begin = 0.0;
        for (part, amount) in row.amounts.iter().enumerate() {
            let share = 100.0 * amount / sum;
            let end = begin + share;
            let rect = Rect::new(rows.x.at(begin), y - half, rows.x.at(end), y + half);
            let shade = self.shade(part);
            scene.rect(rect, Fill::solid(Paint::Rgb(shade.0, shade.1, shade.2)));
            if rect.width() > 2.0 {
                scene.outline(rect, Stroke::solid(Paint::Paper, 0.8));
            }
            let ways = [1, 0].map(|decimals| format!("{} %", number::plain(share, decimals)));
            if let Some(text) = marks::first_that_fits(&ways, font::SMALL, rect.width() - 5.0) {
                let paint = palette::text_on(shade);
                scene.text_beside(text, rect.center(), font::SMALL, Anchor::Middle, paint);
            }
            begin = end;
        }
        let whole = Rect::new(rows.x.at(0.0), y - half, rows.x.at(100.0), y + half);
        scene.outline(whole, Stroke::solid(Paint::Muted, 0.8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(amounts: &[&[f64]]) -> Shares {
        Shares {
            words: Words::titled("t"),
            parts: Names::new("move", ["1st", "2nd"]),
            rows_title: String::new(),
            whole: "cutoffs".to_owned(),
            rows: amounts
                .iter()
                .map(|amounts| ShareRow {
                    name: "pvs".to_owned(),
                    amounts: amounts.to_vec(),
                })
                .collect(),
        }
    }

    #[test]
    fn shares_are_of_the_sum_and_the_sum_is_told() {
        let drawing = chart(&[&[3.0, 1.0], &[0.0, 0.0]])
            .draw(&Look::default())
            .unwrap();
        let texts: Vec<_> = drawing
            .scene
            .texts()
            .map(|text| text.content.as_str())
            .collect();
        for expected in ["75.0 %", "25.0 %", "n = 4", "none"] {
            assert!(texts.contains(&expected), "{expected} in {texts:?}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |amounts: &[&[f64]]| chart(amounts).draw(&Look::default()).unwrap_err();
        assert!(error(&[]).to_string().contains("no rows"));
        assert!(error(&[&[0.0, 0.0]]).to_string().contains("zero"));
        assert!(
            error(&[&[1.0]])
                .to_string()
                .contains("1 values for 2 parts")
        );
        assert!(
            error(&[&[1.0, -1.0]])
                .to_string()
                .contains("less than nothing")
        );
        assert!(error(&[&[1.0, f64::NAN]]).to_string().contains("`2nd`"));
    }
}
