//! The cells that a figure is made of, grouped and summed up; its scales and its words.

use super::Figure;
use super::by::{By, Key};
use super::caption::{self, Mark};
use crate::analysis::aggregate::summarise;
use crate::analysis::{Aggregate, Data, Measure, Record};
use crate::experiment::Experiment;
use crate::experiment::row::{self, Columns};
use crate::experiment::schema::SEARCHES;
use crate::plot::{Axis, Estimate, Scale, Words};
use crate::stats;

/// From this ratio of the largest to the smallest value on, an axis is logarithmic.
const WIDE: f64 = 50.0;

/// What a figure is made of.
pub struct Material<'a> {
    pub figure: &'a Figure,
    pub experiment: &'a Experiment,
    /// The cells that the experiment plans: they say in what order values stand.
    pub plan: Vec<Record>,
    /// The cells that were searched and that the figure is about.
    pub records: Vec<&'a Record>,
    /// How many of those it is about failed.
    failed: usize,
}

/// Cells by series and by place on an axis.
pub struct Groups<'a> {
    pub across: Vec<Key>,
    /// None: all cells are one series.
    pub series: Vec<Option<Key>>,
    /// Of each series, the cells at each place.
    pub cells: Vec<Vec<Vec<&'a Record>>>,
}

impl Groups<'_> {
    /// The cells that each point stands for.
    pub fn points(&self) -> impl Iterator<Item = &[&Record]> {
        let cells = self.cells.iter().flatten();
        cells.map(Vec::as_slice).filter(|cells| !cells.is_empty())
    }

    pub fn series_name(&self, index: usize) -> String {
        let key = self.series[index].as_ref();
        key.map_or(String::new(), |key| key.label.clone())
    }
}

/// The cells of an experiment as records that have nothing but their definition.
pub fn plan(experiment: &Experiment) -> Vec<Record> {
    let mut columns = Columns::new(&experiment.name);
    let rows = experiment.cells.iter().map(|cell| {
        let mut row = columns.of(cell);
        row.resize(SEARCHES.columns.len(), String::new());
        row[row::index("status")] = "complete".into();
        row
    });
    Data::from_rows(rows.collect()).records
}

impl<'a> Material<'a> {
    pub fn new(
        figure: &'a Figure,
        experiment: &'a Experiment,
        data: &'a Data,
    ) -> Result<Self, String> {
        let about = |records: &'a [Record]| -> Vec<&'a Record> {
            let records = records.iter();
            records.filter(|r| figure.rule.matches(r)).collect()
        };
        let records = about(&data.records);
        if records.is_empty() {
            return Err(match (data.records.is_empty(), figure.rule.0.is_empty()) {
                (true, _) => "there are no results".into(),
                (false, true) => "no cell was searched to its end".into(),
                (false, false) => "no cell of the results is what `where` asks for".into(),
            });
        }
        Ok(Material {
            figure,
            experiment,
            plan: plan(experiment),
            records,
            failed: about(&data.failed).len(),
        })
    }

    /// The measure of a figure that has one.
    pub fn y(&self) -> Measure {
        self.figure.y[0]
    }

    /// Complains of a measure that no cell has.
    pub fn needs(&self, measure: Measure) -> Result<(), String> {
        if self.records.iter().any(|r| measure.of(r).is_some()) {
            return Ok(());
        }
        let what = measure.title;
        Err(match measure.name {
            "time" | "nodes_per_second" => format!(
                "no cell has a {what}: the results have counts only; set `repeat` under \
                 [measure] and run it again"
            ),
            "minimal_nodes" | "nodes_per_minimal" => {
                format!("no cell has {what}: set `minimal = true` under [measure] and run it again")
            }
            "disagrees" => {
                "no cell could be compared with plain search: it needs minimax or alphabeta on \
                 the same cells"
                    .into()
            }
            name => format!("no cell has `{name}`"),
        })
    }

    pub fn values(&self, by: By) -> Vec<Key> {
        by.values(&self.plan, &self.records)
    }

    pub fn varies(&self, by: By) -> bool {
        by.varies(&self.records)
    }

    /// The first of some groupings that has several values.
    pub fn varying(&self, names: &[&'static str]) -> Option<By> {
        let mut all = names.iter().map(|name| By { name });
        all.find(|by| self.varies(*by))
    }

    /// The series that were asked for, or the engines, unless those run across.
    pub fn series_beside(&self, x: By) -> Option<By> {
        let engine = (x.column() != "engine").then_some(By::ENGINE);
        self.figure.series.or(engine)
    }

    pub fn group(&self, x: By, series: Option<By>) -> Groups<'a> {
        let across = self.values(x);
        let named = series.map(|by| self.values(by));
        let series_keys = match named {
            Some(keys) => keys.into_iter().map(Some).collect(),
            None => vec![None],
        };
        let mut cells = vec![vec![Vec::new(); across.len()]; series_keys.len()];
        for &record in &self.records {
            let key = series.map(|by| by.key(record));
            let row = series_keys.iter().position(|known| *known == key);
            let place = across.iter().position(|known| *known == x.key(record));
            if let (Some(row), Some(place)) = (row, place) {
                cells[row][place].push(record);
            }
        }
        Groups {
            across,
            series: series_keys,
            cells,
        }
    }

    /// How values become one: as asked for; shares by their mean, all else by the geometric.
    pub fn aggregate(&self, measure: Measure) -> Aggregate {
        let usual = match measure.unit {
            Some("%") => Aggregate::Mean,
            _ => Aggregate::GeometricMean,
        };
        self.figure.aggregate.unwrap_or(usual)
    }

    /// What some cells come to.
    pub fn estimate(&self, cells: &[&Record], measure: Measure) -> Option<Estimate> {
        let summary = summarise(cells.iter().copied(), measure, self.aggregate(measure))?;
        let most = match measure.unit {
            Some("%") => 100.0,
            _ => f64::INFINITY,
        };
        // Nothing that is measured is negative, whatever a symmetric interval says.
        let mut estimate = drawn(summary.estimate);
        if let Some((low, high)) = &mut estimate.interval {
            (*low, *high) = (low.max(0.0), high.min(most));
        }
        Some(estimate)
    }

    /// The scale that was asked for, or one that the values need.
    pub fn scale(&self, measure: Measure, values: impl IntoIterator<Item = f64>) -> Scale {
        self.figure.scale.unwrap_or(match measure.unit {
            Some("%") => Scale::Linear,
            _ => wide(values),
        })
    }

    pub fn axis(&self, measure: Measure, scale: Scale) -> Axis {
        Axis {
            title: measure.title.into(),
            unit: measure.unit.map(Into::into),
            scale,
        }
    }

    /// Title and caption, the caption ending with what was computed.
    pub fn words(&self, title: &str, computed: &str) -> Words {
        let failed = match self.failed {
            0 => String::new(),
            1 => "1 search failed and is left out.".into(),
            n => format!("{n} searches failed and are left out."),
        };
        let own = (self.figure.title.as_deref(), self.figure.caption.as_deref());
        words(self.experiment, own, title, &[computed, &failed])
    }

    /// What a caption says of points of one measure.
    pub fn told<'r>(
        &self,
        points: impl IntoIterator<Item = &'r [&'r Record]>,
        measure: Measure,
        mark: Mark,
    ) -> String {
        let points: Vec<_> = points.into_iter().collect();
        caption::summary(&points, measure, self.aggregate(measure), mark)
    }
}

/// The words of a figure: its own title and caption where it has any, then what was computed.
pub fn words(
    experiment: &Experiment,
    own: (Option<&str>, Option<&str>),
    title: &str,
    computed: &[&str],
) -> Words {
    let mut caption: Vec<String> = Vec::new();
    if let Some(own) = own.1 {
        let own = own.trim();
        let end = if own.ends_with(['.', '!', '?']) {
            ""
        } else {
            "."
        };
        caption.push(format!("{own}{end}"));
    }
    let said = computed.iter().filter(|text| !text.is_empty());
    caption.extend(said.map(|text| text.to_string()));
    let title = own.0.map_or_else(|| capitalised(title), String::from);
    Words::titled(title)
        .subtitle(experiment.title.clone())
        .caption(caption.join(" ").trim().to_string())
}

/// An estimate of the statistics as one of a chart.
pub fn drawn(estimate: stats::Estimate) -> Estimate {
    Estimate {
        value: estimate.value,
        interval: estimate.interval.map(|i| (i.low, i.high)),
    }
}

/// Logarithmic where values spread too far for an even scale.
pub fn wide(values: impl IntoIterator<Item = f64>) -> Scale {
    let positive = values.into_iter().filter(|&value| value > 0.0);
    let (low, high) = positive.fold((f64::INFINITY, 0.0f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match high / low >= WIDE {
        true => Scale::Log,
        false => Scale::Linear,
    }
}

/// With a capital letter.
pub fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + chars.as_str()
}
