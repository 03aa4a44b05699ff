//! Grouped bars: a value for each category and series, beside what others published.

use super::axes::ValueAxis;
use super::error::{self, PlotError};
use super::font;
use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::marks;
use super::number;
use super::palette::SeriesStyle;
use super::plane::{Across, Plane, PlaneSpec};
use super::scale::Origin;
use super::scene::{Anchor, Fill, Paint, Rect, Scene, Stroke, crisp};
use super::spec::{Axis, Estimate, Look, Names, Words};
use super::{Chart, Drawing};

/// Bars in groups, one group a category, one bar a series.
///
/// A missing bar is marked by a cross, never drawn as nothing. Where bars would be too
/// thin, the groups run on in a second plot below the first.
#[derive(Clone, PartialEq, Debug)]
pub struct Bars {
    pub words: Words,
    pub categories: Names,
    pub y: Axis,
    pub series: Vec<BarSeries>,
    /// What the hollow diamonds are, such as "published".
    pub reference_name: String,
    /// Write the values over the bars, if there is room.
    pub show_values: bool,
}

/// The bars of one series.
#[derive(Clone, PartialEq, Debug)]
pub struct BarSeries {
    pub name: String,
    /// One for each category.
    pub bars: Vec<Option<Estimate>>,
    /// Values to compare with, one for each category, or none at all.
    pub references: Vec<Option<f64>>,
}

/// The part of a category's slot that its bars take.
const GROUP: f64 = 0.84;
/// Bars that would be thinner than this make a second plot, as do slots.
const LEAST_BAR: f64 = 6.0;
const LEAST_SLOT: f64 = 15.0;
/// Bars wider than this look like boxes.
const WIDEST_BAR: f64 = 54.0;
/// About what the vertical axis takes, and the space between two plots.
const AXIS_ROOM: f64 = 90.0;
const PLOT_GAP: f64 = 14.0;
/// The least height of each of several plots, without its axes.
const LEAST_PANEL: f64 = 120.0;

/// How values stand over the bars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Over {
    Nothing,
    Level,
    Turned,
}

impl Chart for Bars {
    fn draw(&self, look: &Look) -> Result<Drawing, PlotError> {
        let values = self.check()?;
        let y = ValueAxis::covering(&self.y, &values, Origin::Zero, "vertical axis")?;
        let frame = Frame {
            words: &self.words,
            look,
            legend: self.legend(),
            least_width: self.least_slot() * self.categories.names.len() as f64 + AXIS_ROOM,
        };
        let panels = |width| self.panels(&y, width);
        let needed = |width: f64, height: f64| panels(width).needed(width, height);
        let (mut scene, block) = frame.begin(needed)?;
        panels(block.width()).draw(&mut scene, block);
        Ok(Drawing::new(scene, look))
    }
}

impl Bars {
    /// Every number to be shown.
    fn check(&self) -> Result<Vec<f64>, PlotError> {
        error::not_empty(&self.categories.names, "categories")?;
        error::not_empty(&self.series, "series")?;
        let count = self.categories.names.len();
        let mut values = Vec::new();
        for series in &self.series {
            let place = error::series_place(&series.name);
            error::length(series.bars.len(), count, "categories", &place)?;
            if !series.references.is_empty() {
                error::length(series.references.len(), count, "categories", &place)?;
            }
            for (category, bar) in self.categories.names.iter().zip(&series.bars) {
                let place = format!("{place}, `{category}`");
                if let Some(bar) = bar {
                    error::estimate(bar, self.y.scale, &place)?;
                    values.extend(bar.numbers());
                }
            }
            for (category, reference) in self.categories.names.iter().zip(&series.references) {
                let place = format!("{place}, `{category}`, {}", self.reference_name);
                if let Some(reference) = *reference {
                    error::drawable(reference, self.y.scale, &place)?;
                    values.push(reference);
                }
            }
        }
        Ok(values)
    }

    fn legend(&self) -> Legend {
        let names = self.series.iter().map(|series| series.name.as_str());
        let mut references = self.series.iter().flat_map(|series| &series.references);
        let mut bars = self.series.iter().flat_map(|series| &series.bars);
        Legend::of_series(names, Sample::Bar)
            .and_if(
                references.any(Option::is_some),
                Sample::Published,
                &self.reference_name,
            )
            .and_if(bars.any(Option::is_none), Sample::Missing, "no value")
    }

    fn least_slot(&self) -> f64 {
        (self.series.len() as f64 * LEAST_BAR / GROUP).max(LEAST_SLOT)
    }

    /// Divides the categories over as many plots as they need.
    fn panels<'a>(&'a self, y: &'a ValueAxis, width: f64) -> Panels<'a> {
        let count = self.categories.names.len();
        let fitting = ((width - AXIS_ROOM) / self.least_slot()).max(1.0) as usize;
        let plots = count.div_ceil(fitting);
        let slots = count.div_ceil(plots);
        let room = (width - AXIS_ROOM) / slots as f64 * GROUP / self.series.len() as f64;
        Panels {
            bars: self,
            y,
            slots,
            over: self.over(room),
        }
    }

    /// How values fit over bars that have so much room each.
    fn over(&self, room: f64) -> Over {
        if !self.show_values {
            Over::Nothing
        } else if self.widest_value() + 4.0 <= room {
            Over::Level
        } else if font::line_height(font::SMALL) <= room {
            Over::Turned
        } else {
            Over::Nothing
        }
    }

    fn widest_value(&self) -> f64 {
        let bars = self.series.iter().flat_map(|series| &series.bars);
        let texts: Vec<_> = bars.flatten().map(|bar| number::value(bar.value)).collect();
        font::widest(&texts, font::SMALL)
    }
}

/// The plots that the bars are divided over.
struct Panels<'a> {
    bars: &'a Bars,
    y: &'a ValueAxis,
    /// Categories in each plot.
    slots: usize,
    over: Over,
}

impl Panels<'_> {
    fn headroom(&self) -> f64 {
        match self.over {
            Over::Nothing => 0.0,
            Over::Level => font::line_height(font::SMALL) + 2.0,
            Over::Turned => self.bars.widest_value() + 8.0,
        }
    }

    /// The plots, with what runs across under the last of them.
    fn specs(&self) -> Vec<PlaneSpec<'_>> {
        let chunks = self.bars.categories.names.chunks(self.slots);
        let last = chunks.len() - 1;
        let spec = |(index, names)| PlaneSpec {
            across: Across::Names {
                title: match index == last {
                    true => &self.bars.categories.title,
                    false => "",
                },
                names,
                slots: self.slots,
            },
            up: self.y,
            headroom: self.headroom(),
        };
        chunks.enumerate().map(spec).collect()
    }

    fn needed(&self, width: f64, height: f64) -> f64 {
        let specs = self.specs();
        if let [only] = specs.as_slice() {
            return only.needed(width, height) + self.headroom();
        }
        let plot = self.least_panel();
        let bottoms = specs.iter().map(|spec| spec.bottom(width, plot));
        bottoms.sum::<f64>() + (plot + PLOT_GAP) * specs.len() as f64 - PLOT_GAP
    }

    /// The least height of each of several plots: the title beside it must not pile up.
    fn least_panel(&self) -> f64 {
        let title = font::width(&self.y.label, font::AXIS) / 2.0;
        (LEAST_PANEL + self.headroom()).max(title * 1.1)
    }

    fn draw(&self, scene: &mut Scene, block: Rect) {
        let specs = self.specs();
        let count = specs.len() as f64;
        // Plots of the same height, whatever stands under each.
        let bottoms = |plot: f64| -> Vec<f64> {
            let specs = specs.iter();
            specs.map(|spec| spec.bottom(block.width(), plot)).collect()
        };
        let share = (block.height() - (count - 1.0) * PLOT_GAP) / count;
        let plot_over = |bottoms: &[f64]| share - bottoms.iter().sum::<f64>() / count;
        let bottoms = bottoms(plot_over(&bottoms(self.least_panel())));
        let plot = plot_over(&bottoms);
        let mut top = block.top;
        for (index, (spec, bottom)) in specs.iter().zip(bottoms).enumerate() {
            let part = Rect::new(block.left, top, block.right, top + plot + bottom);
            let plane = spec.draw(scene, part);
            self.draw_groups(scene, &plane, index * self.slots);
            top = part.bottom + PLOT_GAP;
        }
    }

    fn draw_groups(&self, scene: &mut Scene, plane: &Plane, first: usize) {
        let plot = plane.plot;
        if plane.y.domain.low < 0.0 {
            let zero = crisp(plane.y.at(0.0));
            let ends = [(plot.left, zero), (plot.right, zero)];
            scene.line(ends, Stroke::solid(Paint::Muted, 1.0));
        }
        let group = plot.width() / self.slots as f64 * GROUP;
        let step = group / self.bars.series.len() as f64;
        let count = self.bars.categories.names.len();
        for (slot, category) in (first..count).take(self.slots).enumerate() {
            let left = plane.x.at(slot as f64) - group / 2.0;
            for (index, series) in self.bars.series.iter().enumerate() {
                let lane = Lane {
                    plane,
                    style: SeriesStyle::of(index),
                    left: left + step * index as f64,
                    step,
                };
                let reference = series.references.get(category).copied().flatten();
                lane.draw(scene, series.bars[category], reference, self.over);
            }
        }
    }
}

/// The place of one bar.
struct Lane<'a> {
    plane: &'a Plane,
    style: SeriesStyle,
    left: f64,
    step: f64,
}

impl Lane<'_> {
    fn draw(&self, scene: &mut Scene, bar: Option<Estimate>, reference: Option<f64>, over: Over) {
        let middle = self.left + self.step / 2.0;
        let beside = reference.is_some() && self.step >= 26.0;
        let width = (self.step * 0.9).min(WIDEST_BAR);
        // The diamond stands at the right of a bar that is wide enough to make way.
        let (bar_at, width, diamond_at) = match beside {
            true => (middle - 6.0, width - 12.0, middle + width / 2.0 - 4.0),
            false => (middle, width, middle),
        };
        match bar {
            Some(bar) => self.draw_bar(scene, &bar, bar_at, width),
            None => marks::missing(scene, (bar_at, self.floor() - 6.0)),
        }
        if let Some(reference) = reference {
            marks::published(scene, (diamond_at, self.plane.y.at(reference)));
        }
        if let Some(bar) = bar {
            self.draw_value(scene, &bar, reference, over);
        }
    }

    /// Where bars begin: at zero, or at the floor of a logarithmic axis.
    fn floor(&self) -> f64 {
        let y = &self.plane.y;
        if y.domain.zero || y.domain.low <= 0.0 {
            y.at(0.0)
        } else {
            self.plane.plot.bottom
        }
    }

    fn draw_bar(&self, scene: &mut Scene, bar: &Estimate, middle: f64, width: f64) {
        let y = &self.plane.y;
        let (end, floor) = (y.at(bar.value), self.floor());
        let (left, right) = (middle - width / 2.0, middle + width / 2.0);
        if bar.value == 0.0 {
            // No length to show, but a result all the same.
            scene.line([(left, floor), (right, floor)], self.style.outline(2.5));
        } else {
            let rect = Rect::new(left, end.min(floor), right, end.max(floor));
            marks::bar(scene, &self.style, rect);
            if let Some(broken) = y.break_at() {
                let gap = Rect::new(left - 1.0, broken - 2.5, right + 1.0, broken + 2.5);
                scene.rect(gap, Fill::solid(Paint::Paper));
            }
        }
        if let Some((low, high)) = bar.interval {
            let cap = (width / 4.0).min(5.0);
            let stroke = Stroke::solid(Paint::Ink, 1.3);
            let (from, to) = ((middle, y.at(low)), (middle, y.at(high)));
            marks::whisker(scene, from, to, cap, stroke);
        }
    }

    fn draw_value(&self, scene: &mut Scene, bar: &Estimate, reference: Option<f64>, over: Over) {
        let y = &self.plane.y;
        let text = number::value(bar.value);
        let mut top = bar
            .numbers()
            .map(|value| y.at(value))
            .fold(self.floor(), f64::min);
        if let Some(reference) = reference {
            top = top.min(y.at(reference) - marks::MARKER * 1.4);
        }
        let at = (self.left + self.step / 2.0, top - 4.0);
        let size = font::SMALL;
        match over {
            Over::Nothing => {}
            Over::Level => scene.text(&text, at, size, Anchor::Middle, Paint::Ink),
            Over::Turned => scene.text_upwards(&text, at, size, Anchor::Start, Paint::Ink),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::spec::Scale;

    fn bars(values: &[Option<f64>], scale: Scale) -> Bars {
        let names = (0..values.len()).map(|index| format!("c{index}"));
        Bars {
            words: Words::titled("t"),
            categories: Names::new("category", names),
            y: Axis::on(scale, "nodes"),
            series: vec![BarSeries {
                name: "s".to_owned(),
                bars: values
                    .iter()
                    .map(|value| value.map(Estimate::exact))
                    .collect(),
                references: Vec::new(),
            }],
            reference_name: "published".to_owned(),
            show_values: true,
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        let look = Look::default();
        let fails = |bars: &Bars| bars.draw(&look).unwrap_err().to_string();
        assert!(fails(&bars(&[], Scale::Linear)).contains("no categories"));
        assert!(fails(&bars(&[None], Scale::Linear)).contains("every value is missing"));
        assert_eq!(
            fails(&bars(&[Some(1.0), Some(f64::NAN)], Scale::Linear)),
            "series `s`, `c1`: NaN cannot be drawn: a finite number is needed"
        );
        assert!(fails(&bars(&[Some(-1.0)], Scale::Log)).contains("negative"));
        let mut short = bars(&[Some(1.0), Some(2.0)], Scale::Linear);
        short.series[0].bars.pop();
        assert!(fails(&short).contains("1 values for 2 categories"));
        let mut untitled = bars(&[Some(1.0)], Scale::Linear);
        untitled.y.title.clear();
        assert!(fails(&untitled).contains("vertical axis has no title"));
    }

    #[test]
    fn a_missing_bar_is_in_the_legend_and_a_zero_is_not() {
        let named = |values: &[Option<f64>]| {
            let drawing = bars(values, Scale::Log).draw(&Look::default()).unwrap();
            let texts: Vec<_> = drawing
                .scene
                .texts()
                .map(|text| text.content.clone())
                .collect();
            texts.contains(&"no value".to_owned())
        };
        assert!(named(&[Some(5.0), None]));
        assert!(!named(&[Some(5.0), Some(0.0)]));
    }

    #[test]
    fn many_thin_bars_run_on_below() {
        let mut many = bars(&vec![Some(3.0); 40], Scale::Linear);
        let series = many.series[0].clone();
        many.series = vec![series; 16];
        let drawing = many.draw(&Look::default()).unwrap();
        assert_eq!(drawing.size().0, 720);
        assert!(drawing.size().1 > 1000);
    }
}
