//! Tables of results, declared as `[[table]]`: a row for each value of a column, measures
//! beside each other, and what each row saves against a baseline.

use super::aggregate::{Aggregate, summarise};
use super::comparison::{Against, against};
use super::data::{Data, Record};
use super::declared::{Section, Where};
use super::document::{Entry, Grid};
use super::measure::Measure;
use crate::experiment::schema::SEARCHES;
use crate::experiment::{Experiment, Problem};
use crate::stats::holm;

/// A table as it is declared.
#[derive(Clone, Debug)]
pub struct Table {
    pub name: String,
    pub caption: Option<String>,
    /// The column whose values are the rows.
    pub rows: String,
    /// Another one, if a row is a pair of values.
    pub within: Option<String>,
    pub measures: Vec<Measure>,
    pub aggregate: Aggregate,
    /// The value of `rows` that the others are compared with.
    pub baseline: Option<String>,
    pub only: Where,
}

/// The value of `within`, and the records of each row there.
type Group<'a> = (Option<String>, Vec<(String, Vec<&'a Record>)>);

/// One row against the baseline of its group.
pub struct Finding {
    pub row: String,
    /// The value of `within`, if there is one.
    pub group: Option<String>,
    pub measure: Measure,
    pub against: Against,
    /// Corrected for the number of comparisons in the table.
    pub p: Option<f64>,
}

const KEYS: &[&str] = &[
    "name",
    "caption",
    "rows",
    "within",
    "measures",
    "aggregate",
    "baseline",
    "where",
];

impl Table {
    /// The tables of an experiment, or everything that is wrong with them. Without any, one
    /// of nodes, and of times if there are any, by engine.
    pub fn declared(experiment: &Experiment) -> Result<Vec<Table>, Vec<Problem>> {
        let (mut tables, mut problems) = (Vec::new(), Vec::new());
        for (index, mut section) in Section::all(experiment, "table").into_iter().enumerate() {
            let table = Table::read(&mut section, index, experiment);
            problems.append(&mut section.problems);
            tables.push(table);
        }
        if tables.is_empty() {
            tables.push(Table::usual(experiment));
        }
        match problems.is_empty() {
            true => Ok(tables),
            false => Err(problems),
        }
    }

    fn usual(experiment: &Experiment) -> Table {
        let measures = ["nodes", "time"]
            .iter()
            .filter_map(|name| Measure::named(name).ok());
        Table {
            name: "table".into(),
            caption: None,
            rows: "engine".into(),
            within: None,
            measures: measures
                .filter(|measure| measure.is_count || experiment.measure.repeat > 0)
                .collect(),
            aggregate: Aggregate::GeometricMean,
            baseline: experiment
                .cells
                .first()
                .map(|cell| cell.engine.name.clone()),
            only: Where::default(),
        }
    }

    fn read(section: &mut Section, index: usize, experiment: &Experiment) -> Table {
        section.known(KEYS);
        let usual = Table::usual(experiment);
        let rows = section.column("rows").unwrap_or(usual.rows);
        if let Some(name) = section.text("baseline")
            && rows == "engine"
            && !experiment.cells.iter().any(|cell| cell.engine.name == name)
        {
            let mut known: Vec<&str> = Vec::new();
            for cell in &experiment.cells {
                if !known.contains(&cell.engine.name.as_str()) {
                    known.push(&cell.engine.name);
                }
            }
            let hint = crate::names::suggestion(&name, &known);
            section.wrong("baseline", format!("no engine `{name}`{hint}"));
        }
        let mut measures = Vec::new();
        for name in section.texts("measures").unwrap_or_default() {
            match Measure::named(&name) {
                Ok(measure) => measures.push(measure),
                Err(message) => section.wrong("measures", message),
            }
        }
        if measures.is_empty() {
            measures = usual.measures;
        }
        Table {
            name: section
                .text("name")
                .unwrap_or(format!("table-{}", index + 1)),
            caption: section.text("caption"),
            within: section.column("within"),
            aggregate: section
                .parsed("aggregate", Aggregate::named)
                .unwrap_or(usual.aggregate),
            baseline: section.text("baseline").or(match rows.as_str() {
                "engine" => usual.baseline,
                _ => None,
            }),
            only: section.rule("where", &SEARCHES.columns),
            rows,
            measures,
        }
    }

    /// The groups of rows: by the value of `within`, the records of each row.
    fn groups<'a>(&self, data: &'a Data) -> Vec<Group<'a>> {
        let records: Vec<&Record> = data
            .records
            .iter()
            .filter(|r| self.only.matches(r))
            .collect();
        let mut groups: Vec<Group> = Vec::new();
        for record in records {
            let group = self
                .within
                .as_ref()
                .map(|column| record.text(column).to_string());
            let at = groups.iter().position(|(known, _)| *known == group);
            let at = at.unwrap_or_else(|| {
                groups.push((group, Vec::new()));
                groups.len() - 1
            });
            let rows = &mut groups[at].1;
            let row = record.text(&self.rows);
            match rows.iter_mut().find(|(known, _)| known == row) {
                Some((_, records)) => records.push(record),
                None => rows.push((row.to_string(), vec![record])),
            }
        }
        groups
    }

    /// Every row but the baseline against the baseline, by measure.
    pub fn findings(&self, data: &Data) -> Vec<Finding> {
        let mut findings = Vec::new();
        let Some(name) = &self.baseline else {
            return findings;
        };
        for (group, rows) in self.groups(data) {
            let Some((_, baseline)) = rows.iter().find(|(row, _)| row == name) else {
                continue;
            };
            for &measure in &self.measures {
                for (row, records) in rows.iter().filter(|(row, _)| row != name) {
                    let compared = against(records, baseline, &self.rows, measure, self.aggregate);
                    findings.extend(compared.map(|against| Finding {
                        row: row.clone(),
                        group: group.clone(),
                        measure,
                        against,
                        p: None,
                    }));
                }
            }
        }
        let p: Vec<f64> = findings.iter().filter_map(|f| f.against.p).collect();
        let mut corrected = holm(&p).unwrap_or_default().into_iter();
        for finding in findings.iter_mut().filter(|f| f.against.p.is_some()) {
            finding.p = corrected.next();
        }
        findings
    }

    /// The table itself; none if there are no records for it.
    pub fn grid(&self, data: &Data) -> Option<Grid> {
        let findings = self.findings(data);
        let groups = self.groups(data);
        let measured = |measure: Measure| {
            let mut records = groups
                .iter()
                .flat_map(|(_, rows)| rows.iter().flat_map(|r| &r.1));
            records.any(|record| measure.of(record).is_some())
        };
        let measures: Vec<_> = self
            .measures
            .iter()
            .copied()
            .filter(|m| measured(*m))
            .collect();
        let mut header: Vec<String> = self.within.iter().cloned().collect();
        header.push(self.rows.clone());
        header.push("n".into());
        let has_intervals = |measure: Measure| {
            groups.iter().any(|(_, rows)| {
                rows.iter().any(|(_, records)| {
                    summarise(records.iter().copied(), measure, self.aggregate)
                        .is_some_and(|s| s.estimate.interval.is_some())
                })
            })
        };
        for &measure in &measures {
            header.push(measure.label());
            if has_intervals(measure) {
                header.push("95 % interval".into());
            }
            if self.baseline.is_some() {
                header.push("saving (%)".into());
                header.push("factor".into());
            }
        }
        let mut lines = Vec::new();
        for (group, rows) in &groups {
            for (row, records) in rows {
                let mut line: Vec<Entry> = group.iter().map(Entry::text).collect();
                line.push(Entry::text(row));
                line.push(Entry::number(records.len() as f64));
                for &measure in &measures {
                    let summary = summarise(records.iter().copied(), measure, self.aggregate);
                    line.push(summary.map_or(Entry::Missing, |s| Entry::number(s.estimate.value)));
                    if has_intervals(measure) {
                        let interval = summary.and_then(|s| s.estimate.interval);
                        line.push(interval.map_or(Entry::Missing, |i| Entry::range(i.low, i.high)));
                    }
                    if self.baseline.is_some() {
                        let finding = findings.iter().find(|f| {
                            f.row == *row && f.group == *group && f.measure.name == measure.name
                        });
                        let ratio = finding.map(|f| f.against.ratio.value);
                        let saving = ratio.map(|ratio| Entry::Number {
                            value: 100.0 * (1.0 - ratio),
                            digits: 1,
                        });
                        let factor = ratio.map(|ratio| Entry::Number {
                            value: 1.0 / ratio,
                            digits: if ratio > 0.1 { 2 } else { 1 },
                        });
                        line.push(saving.unwrap_or(Entry::Missing));
                        line.push(factor.unwrap_or(Entry::Missing));
                    }
                }
                lines.push(line);
            }
        }
        (!lines.is_empty() && !measures.is_empty()).then(|| Grid {
            caption: self.told(),
            header,
            rows: lines,
        })
    }

    /// The caption, with what the numbers are.
    fn told(&self) -> String {
        let mut text = self
            .caption
            .clone()
            .map_or(String::new(), |caption| format!("{caption} "));
        let aggregate = match self.aggregate {
            Aggregate::GeometricMean => "Geometric means",
            Aggregate::Mean => "Means",
            Aggregate::Median => "Medians",
            Aggregate::Sum => "Sums",
        };
        text.push_str(&format!("{aggregate} over n cells"));
        if let Some(baseline) = &self.baseline {
            text.push_str(&format!(
                "; saving and factor against {baseline}, on the same cells"
            ));
        }
        text.push('.');
        text
    }

    /// What the table says, in sentences.
    pub fn sentences(&self, data: &Data) -> Vec<String> {
        let baseline = self.baseline.clone().unwrap_or_default();
        let findings = self.findings(data);
        findings
            .iter()
            .map(|finding| finding.sentence(&baseline, self.aggregate))
            .collect()
    }
}

impl Finding {
    /// "ordered visits 2.52× fewer nodes than alphabeta (n = 6, …)".
    fn sentence(&self, baseline: &str, aggregate: Aggregate) -> String {
        let Finding {
            row,
            measure,
            against,
            p,
            group,
        } = self;
        let ratio = against.ratio.value;
        let (what, verb) = match measure.name {
            "time" => ("time", measure.verb),
            "nodes_per_minimal" => ("nodes over the minimal tree", measure.verb),
            _ => (measure.title, measure.verb),
        };
        let what = what.split(" visited").next().unwrap_or(what);
        let what = what
            .trim_end_matches(" evaluated")
            .trim_end_matches(" generated");
        let (times, more) = match ratio < 1.0 {
            true => (
                1.0 / ratio,
                if measure.name == "time" {
                    "less"
                } else {
                    "fewer"
                },
            ),
            false => (ratio, "more"),
        };
        let said = match (times - 1.0).abs() < 0.005 {
            true => format!("{row} {verb} as much {what} as {baseline}"),
            false => format!(
                "{row} {verb} {} {more} {what} than {baseline}",
                factor(times)
            ),
        };
        let said = match measure.is_count && measure.name != "time" {
            true => said.replace("as much", "as many"),
            false => said,
        };
        let mut notes = vec![format!("n = {}", against.n)];
        if aggregate == Aggregate::Sum {
            notes.push("sums".into());
        }
        if let Some(interval) = against.ratio.interval {
            let (low, high) = match ratio < 1.0 {
                true => (1.0 / interval.high, 1.0 / interval.low),
                false => (interval.low, interval.high),
            };
            notes.push(format!("95 % interval {} to {}", factor(low), factor(high)));
        }
        if let Some(p) = p {
            notes.push(match *p < 0.001 {
                true => "p < 0.001".into(),
                false => format!("p = {p:.3}"),
            });
        }
        let on = group
            .as_ref()
            .map_or(String::new(), |group| format!("{group}: "));
        format!("{on}{said} ({}).", notes.join(", "))
    }
}

/// `2.52×`, `1,234×`
fn factor(times: f64) -> String {
    let digits = match times {
        t if t < 10.0 => 2,
        t if t < 100.0 => 1,
        _ => 0,
    };
    format!("{}×", super::document::grouped(times, digits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Source;
    use crate::experiment::row;
    use std::path::Path;

    fn experiment(sections: &str) -> Experiment {
        let text = format!(
            "title = \"t\"\nquestion = \"q\"\n[grid]\ngame = \"connect4\"\ndepth = 2\n[engines]\nplain = \"minimax\"\nfast = \"alphabeta\"\n{sections}"
        );
        Experiment::parse(Source::new(Path::new("t.toml"), text)).unwrap()
    }

    fn data(nodes: &[(&str, &str, u64)]) -> Data {
        let rows = nodes.iter().map(|(engine, position, nodes)| {
            let mut fields = vec![String::new(); SEARCHES.columns.len()];
            let number = nodes.to_string();
            let cell = format!("{engine}{position}");
            for (column, value) in [
                ("cell", cell.as_str()),
                ("engine", engine),
                ("position", position),
                ("nodes", &number),
                ("status", "complete"),
            ] {
                fields[row::index(column)] = value.into();
            }
            fields
        });
        Data::from_rows(rows.collect())
    }

    #[test]
    fn savings_are_of_the_same_cells() {
        let table = &Table::declared(&experiment("")).unwrap()[0];
        // `c` has no partner, and counts for nothing.
        let data = data(&[
            ("plain", "a", 100),
            ("plain", "b", 400),
            ("fast", "a", 50),
            ("fast", "b", 50),
            ("fast", "c", 1_000_000),
        ]);
        let finding = &table.findings(&data)[0];
        assert_eq!((finding.against.n, finding.row.as_str()), (2, "fast"));
        assert!((finding.against.ratio.value - 0.25).abs() < 1e-12);
        let said = &table.sentences(&data)[0];
        assert!(
            said.starts_with("fast visits 4.00× fewer nodes than plain (n = 2, "),
            "{said}"
        );
        let grid = table.grid(&data).unwrap();
        assert_eq!(
            grid.header,
            [
                "engine",
                "n",
                "nodes visited",
                "95 % interval",
                "saving (%)",
                "factor"
            ]
        );
        assert_eq!(grid.rows[1][4].shown(), "75.0");
        assert_eq!(grid.rows[1][5].shown(), "4.00");
        assert_eq!(grid.rows[0][5], Entry::Missing);
    }

    #[test]
    fn sums_have_no_interval() {
        let experiment = experiment("[[table]]\naggregate = \"sum\"\n");
        let table = &Table::declared(&experiment).unwrap()[0];
        let data = data(&[
            ("plain", "a", 100),
            ("plain", "b", 300),
            ("fast", "a", 100),
            ("fast", "b", 100),
        ]);
        let said = &table.sentences(&data)[0];
        assert_eq!(
            said,
            "fast visits 2.00× fewer nodes than plain (n = 2, sums)."
        );
    }

    #[test]
    fn mistakes_have_their_place() {
        let wrong = experiment(
            "[[table]]\nrow = \"engine\"\nmeasures = [\"noods\"]\naggregate = \"avg\"\n",
        );
        let problems = Table::declared(&wrong).unwrap_err();
        let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
        for part in [
            "t.toml:10:1: unknown key `row`",
            "t.toml:11:12: measures",
            "t.toml:12:13: aggregate",
        ] {
            assert!(
                said.iter().any(|said| said.contains(part)),
                "{part}: {said:?}"
            );
        }
    }
}
