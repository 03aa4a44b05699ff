//! Names along the bottom of a plot: side by side where they fit, wrapped where that
//! makes them fit, else turned.

use super::font::{self, Weight};
use super::scene::{Anchor, Paint, Scene, Text};

/// Names laid out for slots of equal width.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct NameLabels {
    size: f64,
    turned: bool,
    lines: Vec<Vec<String>>,
    /// Only every so many are shown, where even turned ones would touch.
    every: usize,
}

/// Space between two names, and the most lines that still look like a label.
const GAP: f64 = 8.0;
const MOST_LINES: usize = 3;

impl NameLabels {
    pub fn fit(names: &[String], slot: f64) -> Self {
        Self::level(names, slot).unwrap_or_else(|| Self::turned(names, slot))
    }

    fn level(names: &[String], slot: f64) -> Option<Self> {
        let room = slot - GAP;
        let size = [font::TICK, font::SMALL].into_iter().find(|&size| {
            let fits = |name: &String| {
                font::widest_part(name, size) <= room
                    && font::wrap(name, size, room, Weight::Regular).len() <= MOST_LINES
            };
            names.iter().all(fits)
        })?;
        let wrap = |name: &String| font::wrap(name, size, room, Weight::Regular);
        Some(Self {
            size,
            turned: false,
            lines: names.iter().map(wrap).collect(),
            every: 1,
        })
    }

    /// In the larger type, unless the smaller makes them much shorter.
    fn turned(names: &[String], slot: f64) -> Self {
        let larger = Self::turned_in(font::TICK, names, slot);
        let smaller = Self::turned_in(font::SMALL, names, slot);
        let crowded = slot < font::line_height(font::TICK);
        if crowded || smaller.height() < 0.75 * larger.height() {
            smaller
        } else {
            larger
        }
    }

    fn turned_in(size: f64, names: &[String], slot: f64) -> Self {
        let most_lines = (slot / font::line_height(size)).floor().max(1.0) as usize;
        let wrap = |name: &String, room| font::wrap(name, size, room, Weight::Regular);
        // As short as can be without breaking a word, but not for the sake of a few pixels.
        let rooms = [90.0, 120.0, 160.0, 220.0, 300.0];
        let fits = |name: &String, room: f64| {
            font::widest_part(name, size) <= room && wrap(name, room).len() <= most_lines
        };
        let room = rooms
            .into_iter()
            .find(|&room| names.iter().all(|name| fits(name, room)))
            .unwrap_or(f64::INFINITY);
        Self {
            size,
            turned: true,
            lines: names.iter().map(|name| wrap(name, room)).collect(),
            every: (font::line_height(size) / slot).ceil().max(1.0) as usize,
        }
    }

    /// How far the names reach down.
    pub fn height(&self) -> f64 {
        if self.turned {
            let widths = self
                .lines
                .iter()
                .map(|lines| font::widest(lines, self.size));
            return widths.fold(0.0, f64::max);
        }
        let most = self.lines.iter().map(Vec::len).max().unwrap_or(0);
        most as f64 * font::line_height(self.size)
    }

    /// Draws the names below `top`, each around the `x` that `center` gives.
    pub fn draw(&self, scene: &mut Scene, center: impl Fn(usize) -> f64, top: f64) {
        let height = font::line_height(self.size);
        for (index, lines) in self.lines.iter().enumerate().step_by(self.every) {
            let middle = center(index);
            for (row, line) in lines.iter().enumerate() {
                let (at, anchor) = if self.turned {
                    let first = middle - height * (lines.len() as f64 - 1.0) / 2.0;
                    let x = first + height * row as f64 + self.size * font::MIDDLE;
                    ((x, top), Anchor::End)
                } else {
                    let y = top + height * row as f64 + self.size * 0.95;
                    ((middle, y), Anchor::Middle)
                };
                scene.push_text(Text {
                    content: line.clone(),
                    at,
                    size: self.size,
                    anchor,
                    weight: Weight::Regular,
                    paint: Paint::Ink,
                    turned: self.turned,
                });
            }
        }
    }

    /// Whether the name at this place is shown.
    pub fn shows(&self, index: usize) -> bool {
        index.is_multiple_of(self.every)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn short_names_lie_level_and_long_ones_are_wrapped() {
        let labels = NameLabels::fit(&names(&["a1", "b2"]), 60.0);
        assert!(!labels.turned && labels.lines == [["a1"], ["b2"]]);
        let labels = NameLabels::fit(&names(&["alpha beta", "pvs"]), 60.0);
        assert!(!labels.turned);
        assert_eq!(labels.lines[0], ["alpha", "beta"]);
    }

    #[test]
    fn names_that_cannot_be_wrapped_are_turned_and_keep_every_letter() {
        let long = "principalvariationsearch";
        let labels = NameLabels::fit(&names(&[long, "pvs"]), 40.0);
        assert!(labels.turned);
        assert_eq!(labels.lines[0].concat(), long);
        assert!(labels.height() >= font::width(long, font::TICK));
    }

    #[test]
    fn more_names_than_pixels_are_thinned() {
        let many = vec!["a1".to_owned(); 200];
        let labels = NameLabels::fit(&many, 3.0);
        assert!(labels.every as f64 * 3.0 >= font::line_height(font::SMALL));
        assert!(labels.shows(0) && !labels.shows(1));
    }
}
