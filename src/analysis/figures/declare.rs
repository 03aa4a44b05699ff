//! Reading `[[figure]]` sections.

use super::Figure;
use super::by::{By, Key};
use super::kind::{COMMON, KINDS, Kind};
use super::material::plan;
use super::published::Published;
use crate::analysis::declared::{Section, Where};
use crate::analysis::{Aggregate, Measure, Record};
use crate::experiment::schema::SEARCHES;
use crate::experiment::{Experiment, Problem, Problems};
use crate::names::suggestion;
use crate::plot::Scale;

/// The figures of an experiment, or everything that is wrong with them.
pub fn read(experiment: &Experiment) -> Result<Vec<Figure>, Problems> {
    let sections = Section::all(experiment, "figure");
    if sections.is_empty() {
        return Ok(Vec::new());
    }
    let plan = plan(experiment);
    let mut figures: Vec<Figure> = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for mut section in sections {
        let taken: Vec<_> = figures.iter().map(|figure| figure.name.clone()).collect();
        figures.extend(figure(&mut section, &plan, &taken));
        problems.append(&mut section.problems);
    }
    problems.sort();
    match problems.is_empty() {
        true => Ok(figures),
        false => Err(Problems(problems)),
    }
}

fn figure(section: &mut Section, plan: &[Record], taken: &[String]) -> Option<Figure> {
    let mut all: Vec<&str> = COMMON.to_vec();
    for key in KINDS.iter().flat_map(|(_, _, keys)| *keys) {
        if !all.contains(key) {
            all.push(key);
        }
    }
    section.known(&all);
    let kind = match section.has("kind") {
        true => section.parsed("kind", Kind::named)?,
        false => {
            let names: Vec<_> = KINDS.iter().map(|(name, ..)| *name).collect();
            let message = format!("is missing: what is drawn: {}", names.join(", "));
            section.wrong("kind", message);
            return None;
        }
    };
    for key in all {
        if section.has(key) && !COMMON.contains(&key) && !kind.keys().contains(&key) {
            let message = format!("a figure of kind {} has no use for it", kind.name());
            section.wrong(key, message);
        }
    }
    let (x, x_measure) = match kind.measures_x() {
        true => (None, section.parsed("x", Measure::named)),
        false => (section.parsed("x", By::named), None),
    };
    let series = section.parsed("series", By::named);
    if let (Some(x), Some(series)) = (x, series)
        && x == series
    {
        section.wrong("series", "the same as x: leave it out");
    }
    let scale = section.parsed("scale", |name| match name {
        "linear" => Ok(Scale::Linear),
        "log" => Ok(Scale::Log),
        other => Err(format!("either linear or log, not `{other}`")),
    });
    let figure = Figure {
        name: name(section, kind.name(), taken),
        kind,
        title: section.text("title"),
        caption: section.text("caption"),
        x,
        x_measure,
        y: measures(section, kind),
        series,
        baseline: baseline(section, series.filter(|_| kind != Kind::SpeedUp), plan),
        scale,
        aggregate: section.parsed("aggregate", Aggregate::named),
        rule: rule(section, plan),
        published: published(section, x, series, plan),
        minimal: section.flag("minimal"),
    };
    Some(figure)
}

/// The name, or the kind with a number where there are several of it.
pub fn name(section: &mut Section, kind: &str, taken: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if let Some(name) = section.text("name") {
        if name.is_empty() || name.starts_with('.') || !name.chars().all(plain) {
            section.wrong(
                "name",
                "it is part of a file's name: letters, digits, - and _",
            );
        }
        if taken.contains(&name) {
            section.wrong("name", format!("there is a figure `{name}` before this"));
        }
        return name;
    }
    let numbered = (2..).map(|n| format!("{kind}-{n}"));
    let mut names = std::iter::once(kind.to_string()).chain(numbered);
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

fn measures(section: &mut Section, kind: Kind) -> Vec<Measure> {
    let default = match kind {
        Kind::Scatter => "time",
        _ => "nodes",
    };
    let names = section.texts("y").unwrap_or(vec![default.into()]);
    if names.is_empty() {
        section.wrong("y", "an empty list");
    }
    if names.len() > 1 && !kind.takes_several() {
        let message = format!("a figure of kind {} shows one measure", kind.name());
        section.wrong("y", message);
    }
    let mut measures: Vec<Measure> = Vec::new();
    for name in names {
        match Measure::named(&name) {
            Ok(measure) => measures.push(measure),
            Err(message) => section.wrong("y", message),
        }
    }
    measures
}

/// A value that the experiment has.
fn baseline(section: &mut Section, series: Option<By>, plan: &[Record]) -> Option<String> {
    let name = section.text("baseline")?;
    let by = series.unwrap_or(By::ENGINE);
    let records: Vec<&Record> = plan.iter().collect();
    let keys = by.values(plan, &records);
    if by.is_definition() && !keys.iter().any(|key| key.is_called(&name)) {
        let message = format!("unknown {} `{name}`{}", by.name, hint(&name, &keys));
        section.wrong("baseline", message);
    }
    Some(name)
}

/// A rule all of whose values the experiment has. Games and toggles may be written short.
fn rule(section: &mut Section, plan: &[Record]) -> Where {
    let mut rule = section.rule("where", &SEARCHES.columns);
    let records: Vec<&Record> = plan.iter().collect();
    for (column, values) in &mut rule.0 {
        // A column that is none has been complained of.
        let Ok(by) = By::named(column) else { continue };
        if !by.is_definition() {
            continue;
        }
        let keys = by.values(plan, &records);
        let mut meant: Vec<String> = Vec::new();
        for value in values.iter() {
            let own = keys.iter().filter(|key| {
                // The name of a factorial means all its engines.
                let family = column == "engine" && key.raw.split(':').next() == Some(value);
                family || key.is_called(value)
            });
            let before = meant.len();
            meant.extend(own.map(|key| key.raw.clone()));
            if meant.len() == before {
                let hint = hint(value, &keys);
                section.wrong("where", format!("no cell has {column} `{value}`{hint}"));
            }
        }
        *values = meant;
    }
    rule
}

/// What there is instead of a value: a near miss, otherwise the first few.
fn hint(value: &str, keys: &[Key]) -> String {
    const SHOWN: usize = 12;
    let known: Vec<_> = keys.iter().map(|key| key.label.as_str()).collect();
    let near = suggestion(value, &known);
    // A number is no misspelling of another.
    if value.parse::<f64>().is_err() && (near.ends_with('?') || known.len() <= SHOWN) {
        return near;
    }
    let more = if known.len() > SHOWN { ", …" } else { "" };
    let first = &known[..known.len().min(SHOWN)];
    format!(": there are {}{more}", first.join(", "))
}

fn published(
    section: &mut Section,
    x: Option<By>,
    series: Option<By>,
    plan: &[Record],
) -> Published {
    let published = Published(section.numbers("published"));
    let records: Vec<&Record> = plan.iter().collect();
    let mut groupings = vec![By::ENGINE];
    groupings.extend(x.into_iter().chain(series));
    groupings.dedup();
    let mut keys = Vec::new();
    for by in groupings.iter().filter(|by| by.is_definition()) {
        keys.extend(by.values(plan, &records));
    }
    let mut unknown: Vec<&String> = Vec::new();
    for name in published.0.iter().flat_map(|(names, _)| names) {
        // Numbers may be those of moves, which only the results know.
        let known = name.parse::<f64>().is_ok() || keys.iter().any(|key| key.is_called(name));
        if !known && !unknown.contains(&name) {
            unknown.push(name);
        }
    }
    for name in unknown {
        let message = format!("nothing is called `{name}`{}", hint(name, &keys));
        section.wrong("published", message);
    }
    published
}

#[cfg(test)]
mod tests {
    use super::super::testing::{TWO, experiment};
    use super::*;

    fn problems(figures: &str) -> Vec<String> {
        let experiment = experiment(TWO, figures);
        let problems = read(&experiment).unwrap_err().0;
        let told = |p: &Problem| format!("{}:{}: {}", p.line, p.column, p.message);
        problems.iter().map(told).collect()
    }

    #[test]
    fn every_mistake_is_said_at_its_place() {
        let found = problems(
            "[[figure]]\nkind = \"lines\"\nx = \"dept\"\ny = \"node\"\nscale = \"cubic\"\n\
             [[figure]]\nkind = \"bar\"\n\
             [[figure]]\ntitle = 3\n\
             [[figure]]\nkind = \"shares\"\nminimal = true\ncolour = 1\n",
        );
        assert_eq!(
            found,
            [
                "11:5: x: unknown column `dept`: did you mean `depth`?",
                "12:5: y: unknown measure `node`: did you mean `nodes`?",
                "13:9: scale: either linear or log, not `cubic`",
                "15:8: kind: unknown kind `bar`: did you mean `bars`?",
                "16:1: kind: is missing: what is drawn: bars, lines, game, ratios, boxes, \
                 scatter, shares, speedup, heatmap, effects, interactions, growth, histogram",
                "20:11: minimal: a figure of kind shares has no use for it",
                "21:1: unknown key `colour`: there are kind, name, title, caption, where, x, y, \
                 series, scale, aggregate, published, minimal, baseline",
            ]
        );
    }

    #[test]
    fn values_must_be_those_of_the_experiment() {
        let found = problems(
            "[[figure]]\nkind = \"ratios\"\nbaseline = \"slwo\"\n\
             where = { engine = [\"slow\", \"quick\"], depth = 9 }\n\
             [[figure]]\nkind = \"bars\"\npublished = { slow = 1, quick = 2 }\n\
             [[figure]]\nkind = \"bars\"\ny = [\"nodes\", \"time\"]\n",
        );
        assert_eq!(
            found,
            [
                "11:12: baseline: unknown engine `slwo`: did you mean `slow`?",
                "12:9: where: no cell has depth `9`: there are 1, 2, 3, 4",
                "12:9: where: no cell has engine `quick`: there are slow, fast",
                "15:13: published: nothing is called `quick`: there are slow, fast",
                "18:5: y: a figure of kind bars shows one measure",
            ]
        );
    }

    #[test]
    fn names_are_unique_and_good_for_files() {
        let bars = "[[figure]]\nkind = \"bars\"\n";
        let two = experiment(TWO, &format!("{bars}{bars}"));
        let names: Vec<_> = read(&two).unwrap().into_iter().map(|f| f.name).collect();
        assert_eq!(names, ["bars", "bars-2"]);
        let found = problems(&format!(
            "{bars}name = \"a/b\"\n{bars}name = \"x\"\n{bars}name = \"x\"\n"
        ));
        assert_eq!(found.len(), 2);
        assert!(found[0].starts_with("11:8: name: it is part of a file's name"));
        assert!(found[1].contains("there is a figure `x` before this"));
    }

    #[test]
    fn a_rule_may_be_written_short() {
        let one = experiment(
            TWO,
            "[[figure]]\nkind = \"bars\"\nwhere = { game = \"tris(3,3)\" }",
        );
        let figure = &read(&one).unwrap()[0];
        assert_eq!(figure.rule.0["game"], ["tris(size=3,series=3)"]);
    }

    #[test]
    fn a_factorial_means_all_its_engines() {
        let one = experiment(
            "ladder = { preset = \"alphabeta\", factorial = [\"tt\"] }\nslow = \"minimax\"",
            "[[figure]]\nkind = \"effects\"\nwhere = { engine = \"ladder\" }",
        );
        let figure = &read(&one).unwrap()[0];
        assert_eq!(figure.rule.0["engine"], ["ladder:none", "ladder:tt"]);
    }

    #[test]
    fn no_figures_are_no_mistake() {
        assert!(read(&experiment(TWO, "")).unwrap().is_empty());
    }
}
