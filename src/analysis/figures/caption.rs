//! What a caption says of the numbers above it: how many searches a point stands for, how
//! they became one number, and what the interval is.

use super::by::By;
use super::material::capitalised;
use crate::analysis::aggregate::summarise;
use crate::analysis::{Aggregate, Measure, Record};

/// What shows a value, and what shows its interval.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub value: &'static str,
    pub interval: &'static str,
}

pub const BAR: Mark = Mark {
    value: "bar",
    interval: "error bars",
};
pub const POINT: Mark = Mark {
    value: "point",
    interval: "bands or bars",
};
pub const CELL: Mark = Mark {
    value: "cell",
    interval: "",
};

/// The caption of points that each stand for some searches.
pub fn summary(
    points: &[&[&Record]],
    measure: Measure,
    aggregate: Aggregate,
    mark: Mark,
) -> String {
    let mut having: Vec<Vec<&Record>> = Vec::new();
    for cells in points {
        let measured = cells.iter().filter(|r| measure.of(r).is_some());
        having.push(measured.copied().collect());
    }
    having.retain(|cells| !cells.is_empty());
    let points = having;
    let estimates = points
        .iter()
        .filter_map(|cells| summarise(cells.iter().copied(), measure, aggregate));
    let intervals = estimates
        .filter(|summary| summary.estimate.interval.is_some())
        .count();
    let single = points.iter().all(|cells| cells.len() == 1);
    let timed = !measure.is_count;
    let repeats = repeats(points.iter().flatten().copied());
    let shown = |what: &str| match (mark.interval, intervals) {
        ("", _) => String::new(),
        (_, 0) => ", too few for an interval".into(),
        (name, n) if n < points.len() => {
            format!("; {name} where there are enough: {what}")
        }
        (name, _) => format!("; {name}: {what}"),
    };
    let told = match (single, timed, aggregate) {
        (true, false, _) => format!(
            "each {} is one search (n = 1); {}",
            mark.value,
            exactness(&points)
        ),
        (true, true, _) => format!(
            "each {} is one search (n = 1), the median of {repeats}{}",
            mark.value,
            shown("its 95 % interval, from ranks")
        ),
        (false, false, Aggregate::Sum) => {
            format!("sum over {}; {}", over(&points), exactness(&points))
        }
        (false, true, Aggregate::Sum) => format!(
            "sum over {}, median of {repeats}{}",
            over(&points),
            shown("its 95 % interval, from ranks")
        ),
        (false, _, aggregate) => {
            let of = match timed {
                true => format!(" of the median of {repeats}"),
                false => String::new(),
            };
            let kind = match aggregate {
                Aggregate::Median => "95 % interval of the median, from ranks",
                Aggregate::GeometricMean => "95 % t interval of the logarithms over them",
                _ => "95 % t interval over them",
            };
            let zeros = aggregate == Aggregate::GeometricMean
                && points.iter().flatten().any(|r| measure.of(r) == Some(0.0));
            let zeros = match zeros {
                true => " (mean where one is 0)",
                false => "",
            };
            format!(
                "{}{zeros} over {}{of}{}",
                aggregate.title(),
                over(&points),
                shown(kind)
            )
        }
    };
    format!("{}.", capitalised(&told))
}

/// Whether counts would be the same in any other run.
pub fn exactness(points: &[Vec<&Record>]) -> &'static str {
    let mut all = points.iter().flatten();
    match all.all(|record| record.text("deterministic") == "true") {
        true => "counts are exact",
        false => "counts of parallel or random search vary from run to run",
    }
}

/// `10 repeats`, `5 to 10 repeats`.
pub fn repeats<'a>(records: impl Iterator<Item = &'a Record>) -> String {
    let counts = records.map(|record| record.times.len());
    range(counts, "repeat")
}

fn range(counts: impl Iterator<Item = usize>, what: &str) -> String {
    let (low, high) = counts.fold((usize::MAX, 0), |(low, high), n| (low.min(n), high.max(n)));
    match (low.min(high), high) {
        (1, 1) => format!("1 {what}"),
        (low, high) if low == high => format!("{high} {what}s"),
        (low, high) => format!("{low} to {high} {what}s"),
    }
}

/// `n = 6 positions`, `n = 24 searches (6 positions, 4 depths)`.
pub fn over(points: &[Vec<&Record>]) -> String {
    let positions = range(
        points.iter().map(|p| distinct(p, &["game", "position"])),
        "position",
    );
    let searches = range(points.iter().map(|p| p.len()), "search");
    let searches = searches.replace("searchs", "searches");
    let is_simple = points
        .iter()
        .all(|p| distinct(p, &["game", "position"]) == p.len());
    if is_simple {
        // Points of unlike positions are no fair comparison: that must not go unsaid.
        let unlike = positions.contains(" to ");
        let unlike = if unlike {
            " (not the same at every point)"
        } else {
            ""
        };
        return format!("n = {positions}{unlike}");
    }
    let mut parts = vec![positions];
    for (column, name) in [("depth", "depth"), ("engine", "engine"), ("game", "game")] {
        let most = points.iter().map(|p| distinct(p, &[column])).max();
        if most > Some(1) {
            parts.push(range(points.iter().map(|p| distinct(p, &[column])), name));
        }
    }
    format!("n = {searches} ({})", parts.join(", "))
}

fn distinct(cells: &[&Record], columns: &[&'static str]) -> usize {
    let mut keys: Vec<Vec<String>> = Vec::new();
    for record in cells {
        let key = columns.iter().map(|name| By { name }.key(record).raw);
        let key = key.collect();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.len()
}

#[cfg(test)]
mod tests {
    use super::super::testing::data;
    use super::*;

    const TEN: [f64; 10] = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0];

    fn told(cells: &[(&str, &str, u32, u64, &[f64])], measure: &str, how: Aggregate) -> String {
        let data = data(cells);
        let all: Vec<&Record> = data.records.iter().collect();
        summary(&[&all], Measure::named(measure).unwrap(), how, BAR)
    }

    #[test]
    fn one_count_is_exact() {
        let one = told(&[("a", "", 1, 7, &[])], "nodes", Aggregate::Mean);
        assert_eq!(one, "Each bar is one search (n = 1); counts are exact.");
    }

    #[test]
    fn a_time_has_its_repeats() {
        let few = told(&[("a", "", 1, 7, &TEN[..2])], "time", Aggregate::Mean);
        assert_eq!(
            few,
            "Each bar is one search (n = 1), the median of 2 repeats, too few for an interval."
        );
        let many = told(&[("a", "", 1, 7, &TEN)], "time", Aggregate::Mean);
        assert!(many.ends_with("median of 10 repeats; error bars: its 95 % interval, from ranks."));
    }

    #[test]
    fn several_positions_are_counted() {
        let cells: &[(&str, &str, u32, u64, &[f64])] =
            &[("a", "", 1, 7, &[]), ("a", "b2", 1, 9, &[])];
        assert_eq!(
            told(cells, "nodes", Aggregate::GeometricMean),
            "Geometric mean over n = 2 positions; error bars: 95 % t interval of the \
             logarithms over them."
        );
        assert_eq!(
            told(cells, "nodes", Aggregate::Sum),
            "Sum over n = 2 positions; counts are exact."
        );
        let depths = [cells, &[("a", "", 2, 70, &[])]].concat();
        assert!(
            told(&depths, "nodes", Aggregate::Sum)
                .starts_with("Sum over n = 3 searches (2 positions, 2 depths)")
        );
    }
}
