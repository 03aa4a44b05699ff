//! Reading the `[[figure]]` sections of a match.

use super::Figure;
use super::kind::{self, Budget, Effort, KINDS, Kind, Middle, Plies, Split, Worth, named};
use crate::analysis::declared::{Section, Where};
use crate::analysis::figures::{self, COMMON, short};
use crate::contest::Contest;
use crate::experiment::{Experiment, Problem, Problems};
use crate::games::GameSpec;
use crate::names::suggestion;
use crate::plot::Scale;
use crate::units::{exact_time, parse_time};

/// What `where` may ask for; `player` is on either side.
pub const COLUMNS: [&str; 7] = [
    "game",
    "x",
    "o",
    "player",
    "depth",
    "limit_nodes",
    "limit_time",
];

/// The figures of a match, or everything that is wrong with them.
pub fn read(experiment: &Experiment, contest: &Contest) -> Result<Vec<Figure>, Problems> {
    let mut figures: Vec<Figure> = Vec::new();
    let mut problems: Vec<Problem> = Vec::new();
    for mut section in Section::all(experiment, "figure") {
        let taken: Vec<_> = figures.iter().map(|figure| figure.name.clone()).collect();
        figures.extend(figure(&mut section, contest, &taken));
        problems.append(&mut section.problems);
    }
    problems.sort();
    match problems.is_empty() {
        true => Ok(figures),
        false => Err(Problems(problems)),
    }
}

fn figure(section: &mut Section, contest: &Contest, taken: &[String]) -> Option<Figure> {
    let mut all: Vec<&str> = COMMON.to_vec();
    for key in KINDS.iter().flat_map(|(_, keys)| *keys) {
        if !all.contains(key) {
            all.push(key);
        }
    }
    section.known(&all);
    if !section.has("kind") {
        let names = kind::names().join(", ");
        section.wrong("kind", format!("is missing: what is drawn: {names}"));
        return None;
    }
    let (name, keys) = section.parsed("kind", kind::kind)?;
    for key in all {
        if section.has(key) && !COMMON.contains(&key) && !keys.contains(&key) {
            let message = format!("a figure of kind {name} has no use for it");
            section.wrong(key, message);
        }
    }
    let kind = match name {
        "crosstable" => Some(Kind::CrossTable),
        "elo" => Some(Kind::Elo),
        "strength" => strength(section, contest),
        "lengths" => {
            let split = section.parsed("series", |name| named("series", name, &Split::ALL));
            Some(Kind::Lengths(split.unwrap_or(Split::Result)))
        }
        "plies" => Some(Kind::Plies(plies(section))),
        _ => Some(Kind::Predictions),
    };
    let figure = Figure {
        name: figures::name(section, name, taken),
        title: section.text("title"),
        caption: section.text("caption"),
        rule: rule(section, contest),
        kind: kind?,
    };
    Some(figure)
}

/// Over a limit that the match has several values of.
fn strength(section: &mut Section, contest: &Contest) -> Option<Kind> {
    let y = section.parsed("y", |name| named("measure", name, &Worth::ALL));
    let values = |budget: Budget| {
        let mut values: Vec<f64> = Vec::new();
        for fixture in &contest.fixtures {
            let value = budget.of_limits(&fixture.limits);
            values.extend(value.filter(|value| !values.contains(value)));
        }
        values.len()
    };
    let x = match section.has("x") {
        true => {
            let x = section.parsed("x", |name| named("limit", name, &Budget::ALL))?;
            if values(x) < 2 {
                let name = x.name();
                let message = format!("give `{name}` several values under [match]");
                section.wrong("x", message);
                return None;
            }
            x
        }
        false => {
            let budgets = Budget::ALL.map(|(_, budget)| budget);
            let found = budgets.into_iter().find(|budget| values(*budget) > 1);
            if found.is_none() {
                let message = "strength is shown over a limit: give `nodes`, `time` or `depth` \
                               several values under [match]";
                section.wrong("kind", message);
            }
            found?
        }
    };
    Some(Kind::Strength {
        x,
        y: y.unwrap_or(Worth::Score),
    })
}

fn plies(section: &mut Section) -> Plies {
    let y = section.parsed("y", |name| named("measure", name, &Effort::ALL));
    let y = y.unwrap_or(Effort::Depth);
    let middle = section.parsed("aggregate", |name| named("aggregate", name, &Middle::ALL));
    let scale = section.parsed("scale", |name| match name {
        "linear" => Ok(Scale::Linear),
        "log" => Ok(Scale::Log),
        other => Err(format!("either linear or log, not `{other}`")),
    });
    Plies {
        y,
        middle: middle.unwrap_or(y.usual_middle()),
        scale,
    }
}

/// A rule all of whose values the match has. Games may be written short.
fn rule(section: &mut Section, contest: &Contest) -> Where {
    let mut rule = section.rule("where", &COLUMNS);
    for (column, values) in &mut rule.0 {
        let known = known(column, contest);
        if !COLUMNS.contains(&column.as_str()) {
            continue;
        }
        for value in values.iter_mut() {
            let meant = meant(column, value);
            if known.contains(&meant) {
                *value = meant;
                continue;
            }
            let shown: Vec<String> = known.iter().map(|value| shown(column, value)).collect();
            let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
            let is_number = value.parse::<f64>().is_ok() || column == "limit_time";
            let hint = match (shown.is_empty(), is_number) {
                (true, _) => String::new(),
                // A number is no misspelling of another.
                (_, true) => format!(": there are {}", shown.join(", ")),
                _ => suggestion(value, &shown),
            };
            section.wrong("where", format!("no game has {column} `{value}`{hint}"));
        }
    }
    rule
}

/// The values that a column has in a match, as they stand in its results.
fn known(column: &str, contest: &Contest) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    let mut add = |value: Option<String>| known.extend(value.filter(|v| !known.contains(v)));
    for fixture in &contest.fixtures {
        let [x, o] = &fixture.players;
        match column {
            "game" => add(Some(fixture.game.to_string())),
            "x" => add(Some(x.name.clone())),
            "o" => add(Some(o.name.clone())),
            "player" => [x, o]
                .into_iter()
                .for_each(|player| add(Some(player.name.clone()))),
            "depth" => add(fixture.limits.depth.map(|depth| depth.to_string())),
            "limit_nodes" => add(fixture.limits.nodes.map(|nodes| nodes.to_string())),
            "limit_time" => add(fixture.limits.time.map(exact_time)),
            _ => (),
        }
    }
    known
}

/// A value in the form that results have.
fn meant(column: &str, value: &str) -> String {
    let exact = match column {
        "game" => value.parse::<GameSpec>().ok().map(|game| game.to_string()),
        "limit_time" => parse_time(value).ok().map(exact_time),
        _ => None,
    };
    exact.unwrap_or_else(|| value.into())
}

fn shown(column: &str, value: &str) -> String {
    match column {
        "game" => short(value),
        _ => value.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::experiment;
    use super::*;
    use crate::analysis::figures as searches;

    fn problems(match_keys: &str, figures: &str) -> Vec<String> {
        let experiment = experiment(match_keys, figures);
        let contest = experiment.contest.as_ref().unwrap();
        let problems = read(&experiment, contest).unwrap_err().0;
        let told = |p: &Problem| format!("{}:{}: {}", p.line, p.column, p.message);
        problems.iter().map(told).collect()
    }

    #[test]
    fn every_mistake_is_said_at_its_place() {
        let found = problems(
            "",
            "[[figure]]\nkind = \"elos\"\n\
             [[figure]]\nkind = \"bars\"\n\
             [[figure]]\ntitle = \"x\"\n\
             [[figure]]\nkind = \"elo\"\nseries = \"player\"\ncolour = 1\n\
             [[figure]]\nkind = \"lengths\"\nseries = \"results\"\n\
             [[figure]]\nkind = \"plies\"\ny = \"dept\"\naggregate = \"sum\"\nscale = \"cubic\"\n\
             [[figure]]\nkind = \"strength\"\n\
             [[figure]]\nkind = \"strength\"\nx = \"nodes\"\ny = \"points\"\n",
        );
        assert_eq!(
            found,
            [
                "11:8: kind: unknown kind `elos`: did you mean `elo`?",
                "13:8: kind: `bars` is drawn from searches; a match has crosstable, elo, \
                 strength, lengths, plies, predictions",
                "14:1: kind: is missing: what is drawn: crosstable, elo, strength, lengths, \
                 plies, predictions",
                "18:10: series: a figure of kind elo has no use for it",
                "19:1: unknown key `colour`: there are kind, name, title, caption, where, x, y, \
                 series, aggregate, scale",
                "22:10: series: unknown series `results`: did you mean `result`?",
                "25:5: y: unknown measure `dept`: did you mean `depth`?",
                "26:13: aggregate: unknown aggregate `sum`: there are mean, median",
                "27:9: scale: either linear or log, not `cubic`",
                "29:8: kind: strength is shown over a limit: give `nodes`, `time` or `depth` \
                 several values under [match]",
                "32:5: x: give `nodes` several values under [match]",
                "33:5: y: unknown measure `points`: there are score, elo",
            ]
        );
    }

    #[test]
    fn a_rule_must_fit_the_match() {
        let found = problems(
            "time = [\"100ms\", \"1s\"]",
            "[[figure]]\nkind = \"elo\"\nwhere = { player = \"aa\", engine = \"a\", depth = 3 }\n\
             [[figure]]\nkind = \"elo\"\nwhere = { limit_time = \"2s\", game = \"mnk(3,3,3)\" }\n",
        );
        assert_eq!(
            found,
            [
                "12:9: where: no game has depth `3`",
                "12:9: where: no game has player `aa`: did you mean `a`?",
                "12:26: unknown column `engine`: there are game, x, o, player, depth, \
                 limit_nodes, limit_time",
                "15:9: where: no game has game `mnk(3,3,3)`: there are connect(6,7,4)",
                "15:9: where: no game has limit_time `2s`: there are 100ms, 1s",
            ]
        );
        let right = experiment(
            "time = [\"100ms\", \"1s\"]",
            "[[figure]]\nkind = \"elo\"\nwhere = { limit_time = \"1000ms\", game = \"connect4\" }",
        );
        let figure = &read(&right, right.contest.as_ref().unwrap()).unwrap()[0];
        assert_eq!(figure.rule.0["limit_time"], ["1s"]);
        assert_eq!(figure.rule.0["game"], ["connect(rows=6,cols=7,k=4)"]);
    }

    #[test]
    fn searches_have_no_figures_of_matches() {
        assert_eq!(
            searches::Kind::named("crosstable").unwrap_err(),
            "`crosstable` is drawn from the games of a match, not from searches"
        );
    }
}
