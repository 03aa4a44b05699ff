//! The format against its documentation.

use std::fs;
use std::path::Path;

use super::spec::AxisKey;
use super::toggle::Toggle;
use super::{Experiment, Source, engines, positions, read};
use crate::contest;

fn readme() -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/README.md");
    fs::read_to_string(file).expect("experiments/README.md")
}

/// The blocks of a kind in a text.
fn blocks<'a>(text: &'a str, kind: &str) -> Vec<&'a str> {
    let begin = format!("```{kind}\n");
    let blocks = text.split(&*begin).skip(1);
    blocks
        .map(|rest| rest.split("```").next().unwrap_or(""))
        .collect()
}

/// An example with whatever it leaves out.
fn completed(example: &str) -> String {
    let mut text = String::new();
    if !example.contains("title =") {
        text.push_str("title = \"t\"\nquestion = \"q\"\n");
    }
    text.push_str(example);
    if example.contains("[match]") {
        return text;
    }
    for (section, usual) in [
        ("[grid]", "game = \"connect4\"\ndepth = 4"),
        ("[engines]", "minimax = \"minimax\""),
    ] {
        if !example.contains(section) {
            text.push_str(&format!("\n{section}\n{usual}\n"));
        }
    }
    text
}

fn parse(text: &str) -> Experiment {
    // Where the files that examples name are.
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/tris.toml");
    let experiment = Experiment::parse(Source::new(&file, text));
    experiment.unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

#[test]
fn every_example_is_right() {
    let readme = readme();
    let examples = blocks(&readme, "toml");
    assert!(examples.len() > 10);
    for example in &examples {
        assert!(!parse(&completed(example)).ids().is_empty(), "{example}");
    }
    assert_eq!(parse(examples[0]).cells.len(), 96);
    // The mistakes that are shown are those of the first example.
    let wrong = examples[0]
        .replace("depth", "dept")
        .replace("best(20)", "bset(20)");
    let problems = Experiment::parse(Source::new(Path::new("tris.toml"), wrong)).unwrap_err();
    for line in problems.to_string().lines() {
        assert!(readme.contains(&format!("error: {line}\n")), "{line}");
    }
}

/// A key that can be used but is not documented is a key that nobody knows of.
#[test]
fn every_key_is_documented() {
    let readme = readme();
    let examples = blocks(&readme, "toml").join("\n");
    let keys = [
        &read::TOP_KEYS[..],
        &read::GRID_KEYS,
        &read::MEASURE_KEYS,
        &positions::KEYS,
        &positions::RANDOM_KEYS,
        &positions::EVERY_KEYS,
        &positions::TRACE_KEYS,
        &engines::OWN_KEYS,
        &contest::read::KEYS,
        &contest::read::ADJUDICATE_KEYS,
        &contest::read::SPRT_KEYS,
    ]
    .concat();
    for key in keys.into_iter().chain(AxisKey::own_names()) {
        let sections = [format!("`[{key}]"), format!("`[[{key}]]")];
        let documented = readme.contains(&format!("`{key}`"))
            || sections.iter().any(|section| readme.contains(section));
        assert!(documented, "`{key}` is not in experiments/README.md");
        let used = [format!("{key} ="), format!("[{key}]"), format!("[[{key}]]")];
        let shown = used.iter().any(|used| examples.contains(used))
            || examples.contains(&format!("[[positions.{key}]]"));
        assert!(shown, "`{key}` has no example in experiments/README.md");
    }
    for set in positions::SETS {
        assert!(readme.contains(set), "{set}");
    }
}

#[test]
fn every_toggle_can_be_an_axis() {
    for toggle in Toggle::all() {
        assert_eq!(AxisKey::named(toggle.name()), Some(AxisKey::Toggle(toggle)));
        assert!(!AxisKey::own_names().any(|name| name == toggle.name()));
        assert!(!read::GRID_KEYS.contains(&toggle.name()));
    }
}
