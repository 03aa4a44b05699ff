//! Laws that every chart obeys, whatever its data: no two labels touch, nothing is
//! outside the canvas, the same data give the same bytes, the SVG is well-formed XML.

use proptest::prelude::*;

use super::frame::Frame;
use super::legend::{Legend, Sample};
use super::scene::{Rect, Scene, Shape};
use super::*;

/// Names as people and experiments write them, short and long, breakable and not.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[a-h][1-9]",
        3 => "(alphabeta|pvs|mtd|minimax)(\\+tt|\\+killer|-history|\\(k=[0-9]{1,3}\\)){0,4}",
        2 => "([a-zαβ×²é]{1,12} ){1,8}[a-z]{1,5}",
        1 => "[A-Za-zWM]{20,45}",
        1 => "[<>&\"'−½≥%\\PC]{1,12}",
    ]
}

fn names(most: usize) -> impl Strategy<Value = Vec<String>> {
    prop_oneof![
        3 => prop::collection::vec(name(), 1..=6.min(most)),
        1 => prop::collection::vec(name(), 1..=most),
        1 => prop::collection::vec("[a-h][1-9]", 1..=most),
    ]
}

fn words() -> impl Strategy<Value = Words> {
    let title = prop_oneof![Just(String::new()), name(), "([a-z]{3,9} ){5,25}x"];
    let rest = prop::option::of("([A-Za-zα−,.]{1,10} ){1,70}x");
    (title, rest.clone(), rest).prop_map(|(title, subtitle, caption)| Words {
        title,
        subtitle,
        caption,
    })
}

fn look() -> impl Strategy<Value = Look> {
    let theme = prop_oneof![Just(Theme::Paper), Just(Theme::Page)];
    (360u32..1200, 160u32..900, theme).prop_map(|(width, height, theme)| Look {
        width,
        height,
        theme,
    })
}

fn scale() -> impl Strategy<Value = Scale> {
    prop_oneof![Just(Scale::Linear), Just(Scale::Log), Just(Scale::Log2)]
}

/// Values that every scale can show: of many sizes, or close together, or zero.
fn value() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (-3.0..9.0f64).prop_map(|power| 10f64.powf(power)),
        2 => 1000.0..1010.0f64,
        2 => (0u32..2000).prop_map(f64::from),
        1 => Just(0.0),
        1 => (-98.0..98.0f64).prop_map(|power| 10f64.powf(power)),
    ]
}

/// All values of one size, as in one experiment, or of any.
fn values(count: usize) -> impl Strategy<Value = Vec<f64>> {
    prop_oneof![
        prop::collection::vec(value(), count),
        prop::collection::vec(1e5..9e5f64, count),
        prop::collection::vec((0u32..9).prop_map(f64::from), count),
    ]
}

fn estimates(count: usize) -> impl Strategy<Value = Vec<Option<Estimate>>> {
    let kinds = prop::collection::vec(0u8..8, count);
    (values(count), kinds).prop_map(|(values, kinds)| {
        let estimate = |(value, kind): (f64, u8)| match kind {
            0 => None,
            1..4 => Some(Estimate::within(value, value * 0.7, value * 1.5)),
            _ => Some(Estimate::exact(value)),
        };
        let mut all: Vec<_> = values.into_iter().zip(kinds).map(estimate).collect();
        // One at least is there: a chart of nothing is refused.
        all[0] = all[0].or(Some(Estimate::exact(1.0)));
        all
    })
}

fn estimate_series(rows: usize, most: usize) -> impl Strategy<Value = Vec<EstimateSeries>> {
    let one = (name(), estimates(rows));
    let one = one.prop_map(|(name, values)| EstimateSeries { name, values });
    prop::collection::vec(one, 1..=most)
}

/// Names with series over them.
fn table(rows: usize, most: usize) -> impl Strategy<Value = (Vec<String>, Vec<EstimateSeries>)> {
    names(rows).prop_flat_map(move |names| {
        let count = names.len();
        (Just(names), estimate_series(count, most))
    })
}

fn axis() -> impl Strategy<Value = Axis> {
    (name(), prop::option::of("[a-z]{1,4}"), scale()).prop_map(|(title, unit, scale)| Axis {
        title: format!("{title} x"),
        unit,
        scale,
    })
}

/// Every other estimate below zero, where the scale has a place for it.
fn signed(mut series: Vec<EstimateSeries>, scale: Scale) -> Vec<EstimateSeries> {
    let negative = |estimate: &mut Estimate| {
        estimate.value = -estimate.value;
        estimate.interval = estimate.interval.map(|(low, high)| (-high, -low));
    };
    if scale == Scale::Linear {
        let all = series.iter_mut().flat_map(|one| &mut one.values);
        all.flatten().step_by(2).for_each(negative);
    }
    series
}

fn is_inside(scene: &Scene, area: Rect) -> bool {
    let slack = 0.51;
    area.left >= -slack
        && area.top >= -slack
        && area.right <= scene.width + slack
        && area.bottom <= scene.height + slack
}

fn overlap(a: Rect, b: Rect) -> bool {
    let slack = 0.3;
    a.left + slack < b.right
        && b.left + slack < a.right
        && a.top + slack < b.bottom
        && b.top + slack < a.bottom
}

/// What a shape other than a text covers.
fn extent(shape: &Shape) -> Option<Rect> {
    let around = |points: &[scene::Point]| {
        let none = Rect::new(
            f64::INFINITY,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NEG_INFINITY,
        );
        points.iter().fold(none, |area, &(x, y)| {
            Rect::new(
                area.left.min(x),
                area.top.min(y),
                area.right.max(x),
                area.bottom.max(y),
            )
        })
    };
    match shape {
        Shape::Line { points, .. } | Shape::Area { points, .. } => Some(around(points)),
        Shape::Rect { rect, .. } => Some(*rect),
        Shape::Disc { center, .. } => Some(around(&[*center])),
        Shape::Text(_) => None,
    }
}

/// The laws.
fn obeys_the_laws(chart: &dyn Chart, look: &Look) -> Result<(), TestCaseError> {
    let drawing = chart.draw(look);
    let drawing = drawing.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let scene = &drawing.scene;
    prop_assert!(scene.width == f64::from(look.width));
    prop_assert!(scene.height >= f64::from(look.height));
    let texts: Vec<_> = scene.texts().collect();
    for (index, text) in texts.iter().enumerate() {
        let area = text.area();
        let (width, height) = (scene.width, scene.height);
        prop_assert!(is_inside(scene, area), "{text:?} outside {width}×{height}");
        for other in &texts[..index] {
            prop_assert!(!overlap(area, other.area()), "{text:?} over {other:?}");
        }
    }
    for shape in &scene.shapes {
        if let Some(area) = extent(shape) {
            let finite = area.left.is_finite() && area.bottom.is_finite();
            prop_assert!(finite && is_inside(scene, area), "{shape:?} is outside");
        }
    }
    let svg = drawing.svg();
    let svg = svg.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let again = chart.draw(look).and_then(|drawing| drawing.svg());
    prop_assert_eq!(again.as_ref(), Ok(&svg));
    let parsed = roxmltree::Document::parse(&svg);
    prop_assert!(parsed.is_ok(), "{:?}", parsed.err());
    Ok(())
}

/// A quarter of the usual number of cases, for there are many charts.
fn fewer_cases() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig {
        cases: (usual.cases / 4).max(1),
        ..usual
    }
}

proptest! {
    #![proptest_config(fewer_cases())]

    #[test]
    fn bars(
        words in words(), look in look(), y in axis(), title in name(),
        (names, series) in table(40, 16), show_values: bool, references: bool,
    ) {
        let series = signed(series, y.scale).into_iter().map(|one| BarSeries {
            references: match references {
                true => one.values.iter().map(|value| value.map(|value| value.value * 1.1)).collect(),
                false => Vec::new(),
            },
            name: one.name,
            bars: one.values,
        });
        let chart = Bars {
            words,
            categories: Names::new(title, names),
            y,
            series: series.collect(),
            reference_name: "published elsewhere".to_owned(),
            show_values,
        };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn lines_over_names(
        words in words(), look in look(), y in axis(), title in name(),
        (names, series) in table(60, 16),
    ) {
        let line = |one: EstimateSeries| LineSeries {
            role: if one.name.len() == 2 { Role::Reference } else { Role::Measured },
            points: one
                .values
                .into_iter()
                .enumerate()
                .map(|(index, y)| LinePoint { x: index as f64, y })
                .collect(),
            name: one.name,
        };
        let chart = Lines {
            words,
            x: Horizontal::Names(Names::new(title, names)),
            y,
            series: series.into_iter().map(line).collect(),
        };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn lines_over_numbers(
        words in words(), look in look(), x in axis(), y in axis(),
        xs in prop::collection::vec(value(), 1..30), series in estimate_series(30, 16),
    ) {
        let line = |one: EstimateSeries| LineSeries {
            name: one.name,
            role: Role::Measured,
            points: xs.iter().zip(one.values).map(|(&x, y)| LinePoint { x, y }).collect(),
        };
        let chart = Lines {
            words,
            x: Horizontal::Numbers(x),
            y,
            series: series.into_iter().map(line).collect(),
        };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn games(
        words in words(), look in look(), y in axis(), (names, series) in table(100, 5),
    ) {
        let chart = GameLines {
            words,
            moves: names
                .into_iter()
                .enumerate()
                .map(|(index, name)| GameMove { number: index + 1, name })
                .collect(),
            y,
            series: series
                .into_iter()
                .map(|one| GameSeries { name: one.name, role: Role::Measured, values: one.values })
                .collect(),
        };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn ratios(
        words in words(), look in look(), measure in "[a-z ]{1,20}x", baseline in name(),
        title in name(), (names, series) in table(40, 6),
    ) {
        let chart = Ratios { words, measure, baseline, rows: Names::new(title, names), series };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn points(
        words in words(), look in look(), x in axis(), title in name(),
        (names, series) in table(40, 6), line_at in prop::option::of(value()),
    ) {
        let series = signed(series, x.scale);
        let chart = Points { words, rows: Names::new(title, names), x, series, line_at };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn boxes(
        words in words(), look in look(), x in axis(), title in name(),
        names in names(40), count in 1usize..5, all in values(60),
    ) {
        let series = (0..count).map(|index| BoxSeries {
            name: format!("depth {index}"),
            samples: (0..names.len())
                .map(|row| all.iter().skip(row * 3 % 50).take((row + index) * 2 + 1).copied().collect())
                .collect(),
        });
        let chart = Boxes { words, x, series: series.collect(), rows: Names::new(title, names) };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn scatters(
        words in words(), look in look(), x in axis(), y in axis(), names in names(16),
        xs in values(40), ys in values(40),
    ) {
        let points: Vec<_> = xs.into_iter().zip(ys).collect();
        let series = names.into_iter().map(|name| ScatterSeries { name, points: points.clone() });
        let chart = Scatter { words, x, y, series: series.collect() };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn shares(
        words in words(), look in look(), parts in names(12), rows in names(40),
        title in name(), amounts in prop::collection::vec(0.1..1e7f64, 12),
    ) {
        let row = |(index, name): (usize, String)| ShareRow {
            name,
            amounts: (0..parts.len())
                .map(|part| if index % 5 == 4 { 0.0 } else { amounts[part] * (index + 1) as f64 })
                .collect(),
        };
        let rows: Vec<_> = rows.into_iter().enumerate().map(row).collect();
        let chart = Shares {
            words,
            parts: Names::new(title.clone(), parts),
            rows_title: title,
            whole: "cutoffs".to_owned(),
            rows,
        };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn speedups(
        words in words(), look in look(), scale in scale(), names in names(8),
        points in prop::collection::vec((1u32..300, 0.1..200.0f64), 1..12),
    ) {
        let points: Vec<_> = points
            .into_iter()
            .map(|(threads, speed)| (threads, Estimate::within(speed, speed * 0.9, speed * 1.2)))
            .collect();
        let series = names.into_iter().map(|name| SpeedSeries { name, points: points.clone() });
        let chart = SpeedUp { words, scale, series: series.collect() };
        obeys_the_laws(&chart, &look)?;
    }

    #[test]
    fn heatmaps(
        words in words(), look in look(), value in axis(), title in name(),
        rows in names(40), columns in names(40), all in values(60), center in prop::option::of(value()),
    ) {
        let palette = match center {
            Some(center) if center > 0.0 => Palette::Diverging { center },
            _ => Palette::Sequential,
        };
        let cell = |row: usize, column: usize| {
            let index = row * 7 + column;
            (index % 9 != 8).then(|| Cell {
                value: all[index % 60],
                label: (index % 13 == 12).then(|| "12–3–5".to_owned()),
            })
        };
        let cells = (0..rows.len())
            .map(|row| (0..columns.len()).map(|column| cell(row, column)).collect());
        let chart = HeatMap {
            cells: cells.collect(),
            words,
            rows: Names::new(title.clone(), rows),
            columns: Names::new(title, columns),
            value,
            palette,
        };
        obeys_the_laws(&chart, &look)?;
    }

    /// Neither legend nor words are ever where the plot is.
    #[test]
    fn what_is_around_covers_no_data(
        words in words(), look in look(), names in names(20),
        least_width in 0.0..900.0f64, least_height in 50.0..900.0f64,
    ) {
        let legend = Legend {
            title: words.title.clone(),
            ..Legend::of_series(names.iter().map(String::as_str), Sample::Line)
        };
        let frame = Frame { words: &words, look: &look, legend, least_width };
        let (scene, plot) = frame.begin(|_, _| least_height).unwrap();
        prop_assert!(plot.height() > least_height - 1e-6 && is_inside(&scene, plot));
        let background = usize::from(look.theme == Theme::Paper);
        for shape in scene.shapes.iter().skip(background) {
            let area = match shape {
                Shape::Text(text) => text.area(),
                other => extent(other).unwrap(),
            };
            prop_assert!(!overlap(area, plot), "{shape:?} over {plot:?}");
        }
    }

    #[test]
    fn histograms(
        words in words(), look in look(), x in axis(), y in axis(), names in names(6),
        all in prop::collection::vec(0u32..5000, 1..80), most in 1usize..50,
    ) {
        let all: Vec<_> = all.into_iter().map(f64::from).collect();
        let mut edges = Histogram::whole_edges(&all, most);
        if x.scale != Scale::Linear {
            edges[0] = edges[0].max(0.0);
        }
        let series = names.into_iter().map(|name| HistogramSeries::count(name, &all, &edges));
        let chart = Histogram { words, x, y, series: series.collect(), edges: edges.clone() };
        obeys_the_laws(&chart, &look)?;
    }
}
