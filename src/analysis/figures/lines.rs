//! Lines over an axis of numbers, or of names where there are none.

use super::by::{By, Key};
use super::caption::POINT;
use super::material::{Groups, Material, wide};
use super::published::Agreement;
use crate::analysis::{Measure, Record};
use crate::plot::{Axis, Estimate, Horizontal, LinePoint, LineSeries, Lines, Names, Role, Scale};

/// What runs across if nothing else is said: the first of these that varies.
const USUAL: [&str; 8] = [
    "depth",
    "board",
    "ply",
    "limit_nodes",
    "limit_time",
    "tt.size",
    "tt.entries",
    "forward",
];

/// Sizes of tables that differ at least by this are labelled in powers of two.
const DOUBLINGS: f64 = 4.0;

pub fn chart(m: &Material) -> Result<Lines, String> {
    let measure = m.y();
    m.needs(measure)?;
    let usual = || m.varying(&USUAL).unwrap_or(By { name: "depth" });
    let x = m.figure.x.unwrap_or_else(usual);
    let groups = m.group(x, m.series_beside(x));
    let across = across(x, &groups);
    let mut series: Vec<LineSeries> = Vec::new();
    for (index, places) in groups.cells.iter().enumerate() {
        let values = places.iter().map(|cells| m.estimate(cells, measure));
        let values: Vec<Option<Estimate>> = values.collect();
        series.push(line(&across, &groups, groups.series_name(index), values));
    }
    let published = published(m, &across, &groups);
    let agreement = agreement(&series, &published);
    if !agreement.is_whole() {
        series.extend(published.into_iter().map(|(_, line)| line));
    }
    if m.figure.minimal {
        series.push(minimal(m, x, &across, &groups)?);
    }
    let values = series
        .iter()
        .flat_map(|s| s.points.iter().filter_map(|point| Some(point.y?.value)));
    let scale = m.scale(measure, values.collect::<Vec<_>>());
    let (title, _) = x.title();
    let computed = m.told(groups.points(), measure, POINT) + &agreement.told();
    let words = m.words(&format!("{} by {title}", measure.title), &computed);
    Ok(Lines {
        words,
        x: across.horizontal,
        y: m.axis(measure, scale),
        series,
    })
}

/// The horizontal axis, and where each value stands on it; none for one that has no number
/// where the others do.
struct Across {
    horizontal: Horizontal,
    places: Vec<Option<f64>>,
}

/// Numbers if every series has nothing else, or no number at all: an engine without a table
/// has no place on an axis of table sizes.
fn across(x: By, groups: &Groups) -> Across {
    let (title, unit) = x.title();
    let numbers: Vec<Option<f64>> = groups.across.iter().map(|key| key.number).collect();
    let is_whole = |places: &Vec<Vec<&Record>>| {
        let used = places.iter().zip(&numbers).filter(|(c, _)| !c.is_empty());
        let (with, without): (Vec<_>, Vec<_>) = used.partition(|(_, n)| n.is_some());
        with.is_empty() || without.is_empty()
    };
    let any = numbers.iter().any(Option::is_some);
    if x.is_named() || !any || !groups.cells.iter().all(is_whole) {
        let names = groups.across.iter().map(|key| key.label.as_str());
        return Across {
            horizontal: Horizontal::Names(Names::new(title, names)),
            places: (0..numbers.len()).map(|at| Some(at as f64)).collect(),
        };
    }
    let known: Vec<f64> = numbers.iter().copied().flatten().collect();
    let ratio = known[known.len() - 1] / known[0];
    let scale = match x.name {
        "tt.size" | "tt.entries" | "threads" if ratio >= DOUBLINGS => Scale::Log2,
        "limit_nodes" | "limit_time" => wide(known),
        _ => Scale::Linear,
    };
    let axis = Axis {
        title: title.into(),
        unit: unit.map(Into::into),
        scale,
    };
    Across {
        horizontal: Horizontal::Numbers(axis),
        places: numbers,
    }
}

/// A series over the axis; level over all of it if it has no place on it.
fn line(
    across: &Across,
    groups: &Groups,
    name: String,
    values: Vec<Option<Estimate>>,
) -> LineSeries {
    let placed =
        |(place, y): (&Option<f64>, &Option<Estimate>)| place.map(|x| LinePoint { x, y: *y });
    let points: Vec<LinePoint> = across
        .places
        .iter()
        .zip(&values)
        .filter_map(placed)
        .collect();
    if points.iter().any(|point| point.y.is_some()) {
        let role = Role::Measured;
        return LineSeries { name, role, points };
    }
    let apart = values.iter().zip(&groups.across);
    let apart = apart.filter_map(|(y, key)| Some((y.as_ref()?, key))).next();
    let at = |y: f64| {
        let places = across.places.iter().flatten();
        places.map(|&x| LinePoint::exact(x, y)).collect()
    };
    LineSeries {
        name: match (apart, name.as_str()) {
            (Some((_, key)), "") => key.label.clone(),
            _ => name,
        },
        role: Role::Reference,
        points: apart.map_or(Vec::new(), |(y, _)| at(y.value)),
    }
}

/// What was published, a line for each series that has any, with the number of the series.
fn published(m: &Material, across: &Across, groups: &Groups) -> Vec<(usize, LineSeries)> {
    let of = |(index, series): (usize, &Option<Key>)| {
        let values = groups.across.iter().map(|key| {
            let number = m.figure.published.of(key, series.as_ref(), false);
            number.map(Estimate::exact)
        });
        let values: Vec<Option<Estimate>> = values.collect();
        let line = values.iter().any(Option::is_some).then(|| LineSeries {
            role: Role::Reference,
            ..line(across, groups, published_name(series), values)
        });
        Some((index, line?))
    };
    groups.series.iter().enumerate().filter_map(of).collect()
}

fn agreement(series: &[LineSeries], published: &[(usize, LineSeries)]) -> Agreement {
    let mut agreement = Agreement::default();
    for (index, line) in published {
        for (published, measured) in line.points.iter().zip(&series[*index].points) {
            let value = |point: &LinePoint| point.y.map(|y| y.value);
            agreement.add(value(published), value(measured));
        }
    }
    agreement
}

/// The name of the line of what was published for a series.
pub fn published_name(series: &Option<Key>) -> String {
    match series {
        Some(key) => format!("{}, published", key.label),
        None => "published".into(),
    }
}

/// The cells of which the minimal tree was counted, each board and depth once.
pub fn minimal_cells<'a>(cells: &[&'a Record]) -> Vec<&'a Record> {
    let mut once: Vec<&Record> = Vec::new();
    for &cell in cells {
        let same = |other: &&Record| {
            ["game", "position", "depth"]
                .iter()
                .all(|column| other.text(column) == cell.text(column))
        };
        if !cell.text("minimal_nodes").is_empty() && !once.iter().any(same) {
            once.push(cell);
        }
    }
    once
}

/// The measure that is the minimal tree's size.
pub fn minimal_measure() -> Result<Measure, String> {
    Measure::named("minimal_nodes")
}

fn minimal(m: &Material, x: By, across: &Across, groups: &Groups) -> Result<LineSeries, String> {
    let measure = minimal_measure()?;
    m.needs(measure)?;
    let all = m.group(x, None);
    let of = |cells: &Vec<&Record>| {
        let estimate = m.estimate(&minimal_cells(cells), measure)?;
        Some(Estimate::exact(estimate.value))
    };
    let values: Vec<Option<Estimate>> = all.cells[0].iter().map(of).collect();
    Ok(LineSeries {
        role: Role::Reference,
        ..line(across, groups, "minimal tree".into(), values)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, data, error, experiment, figure, row};
    use super::*;
    use crate::analysis::Data;

    fn lines(figures: &str, data: &Data) -> Lines {
        let experiment = experiment(TWO, figures);
        let figure = figure(&experiment);
        chart(&Material::new(&figure, &experiment, data).unwrap()).unwrap()
    }

    #[test]
    fn over_depth_with_bands_over_positions() {
        let data = data(&[
            ("slow", "", 1, 10, &[]),
            ("slow", "b2", 1, 1000, &[]),
            ("slow", "", 3, 20, &[]),
            ("fast", "", 1, 5, &[]),
        ]);
        let lines = lines("[[figure]]\nkind = \"lines\"", &data);
        assert_eq!(
            lines.x,
            Horizontal::Numbers(Axis::linear("depth").unit("plies"))
        );
        let slow = &lines.series[0];
        assert_eq!((slow.name.as_str(), slow.points[0].x), ("slow", 1.0));
        let first = slow.points[0].y.unwrap();
        assert!((first.value - 100.0).abs() < 1e-9);
        // t of one degree of freedom, 12.706, times the standard error of ln 10 and ln 1000.
        let (low, high) = first.interval.unwrap();
        assert!((low - 100.0 * (-12.706204736174694 * 10f64.ln()).exp()).abs() < 1e-9);
        assert!(high > 1e13);
        // One position has an exact count.
        assert_eq!(slow.points[1], LinePoint::exact(3.0, 20.0));
        // No search to depth 3: the line is interrupted.
        assert_eq!(lines.series[1].points[1], LinePoint { x: 3.0, y: None });
    }

    #[test]
    fn what_has_no_place_on_the_axis_is_level() {
        let cell = |engine: &str, size: &str, nodes: &str| {
            row(&[
                ("cell", &format!("{engine}{size}")),
                ("engine", engine),
                ("tt.size", size),
                ("nodes", nodes),
            ])
        };
        let data = Data::from_rows(vec![
            cell("slow", "", "100"),
            cell("fast", "1", "50"),
            cell("fast", "8", "30"),
        ]);
        let lines = lines("[[figure]]\nkind = \"lines\"\nx = \"tt.size\"", &data);
        assert_eq!(
            lines.x,
            Horizontal::Numbers(Axis::log2("table size").unit("MiB"))
        );
        assert_eq!(lines.series[0].role, Role::Reference);
        let level = [LinePoint::exact(1.0, 100.0), LinePoint::exact(8.0, 100.0)];
        assert_eq!(lines.series[0].points, level);
        let falling = [LinePoint::exact(1.0, 50.0), LinePoint::exact(8.0, 30.0)];
        assert_eq!(lines.series[1].points, falling);
    }

    #[test]
    fn the_minimal_tree_is_counted_once_a_position() {
        let cell = |engine: &str, position: &str, depth: &str, minimal: &str| {
            row(&[
                ("cell", &format!("{engine}{position}{depth}")),
                ("engine", engine),
                ("position", position),
                ("depth", depth),
                ("nodes", "50"),
                ("minimal_nodes", minimal),
            ])
        };
        let data = Data::from_rows(vec![
            cell("slow", "", "1", "2"),
            cell("fast", "", "1", "2"),
            cell("fast", "b2", "1", "8"),
            cell("fast", "", "2", "9"),
        ]);
        let lines = lines("[[figure]]\nkind = \"lines\"\nminimal = true", &data);
        let reference = &lines.series[2];
        assert_eq!(reference.name, "minimal tree");
        assert_eq!(reference.role, Role::Reference);
        // The geometric mean of 2 and 8.
        let values: Vec<f64> = reference
            .points
            .iter()
            .map(|p| p.y.unwrap().value)
            .collect();
        assert!((values[0] - 4.0).abs() < 1e-12 && values[1] == 9.0);
    }

    #[test]
    fn names_run_across_where_there_are_no_numbers() {
        let data = data(&[("slow", "", 1, 10, &[]), ("slow", "b2", 1, 7, &[])]);
        let lines = lines(
            "[[figure]]\nkind = \"lines\"\nx = \"position\"\npublished = { slow = { start = 11 } }",
            &data,
        );
        let names = Names::new("position", ["start", "b2"]);
        assert_eq!(lines.x, Horizontal::Names(names));
        assert_eq!(lines.series[1].name, "slow, published");
        assert_eq!(lines.series[1].points[0], LinePoint::exact(0.0, 11.0));
    }

    #[test]
    fn a_minimal_tree_that_was_not_counted() {
        let data = data(&[("slow", "", 1, 10, &[])]);
        let error = error("[[figure]]\nkind = \"lines\"\nminimal = true", &data);
        assert!(
            error.contains("set `minimal = true` under [measure]"),
            "{error}"
        );
    }
}
