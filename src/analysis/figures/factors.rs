//! The techniques of a factorial, found from the names of its engines, and what they save.

use std::collections::BTreeMap;

use super::By;
use super::caption;
use super::material::Material;
use super::pairs::Partners;
use crate::analysis::aggregate::LEVEL;
use crate::analysis::{Measure, Record};
use crate::experiment::row;
use crate::stats::{Factorial, factorial};

/// The engines of one family, each a combination of techniques.
#[derive(Clone, PartialEq, Debug)]
struct Family {
    name: String,
    techniques: Vec<String>,
    /// The engine of each combination, bit f of its number telling whether technique f is on.
    engines: Vec<String>,
}

/// What the techniques of a family do.
pub struct Effects<'a> {
    pub family: String,
    pub techniques: Vec<String>,
    pub found: Factorial,
    /// The searches that each effect is made of, block by block.
    pub blocks: Vec<Vec<&'a Record>>,
}

/// The effects of every factorial among the engines.
pub fn effects<'a>(m: &Material<'a>, measure: Measure) -> Result<Vec<Effects<'a>>, String> {
    m.needs(measure)?;
    let engines: Vec<String> = m.values(By::ENGINE).into_iter().map(|k| k.raw).collect();
    let mut names: Vec<&str> = Vec::new();
    for engine in &engines {
        let Some((family, _)) = engine.split_once(':') else {
            continue;
        };
        if !names.contains(&family) {
            names.push(family);
        }
    }
    if names.is_empty() {
        return Err("no engine is a combination of techniques: set `factorial`".into());
    }
    let families = names.into_iter().map(|name| Family::of(name, &engines));
    families.map(|family| family?.effects(m, measure)).collect()
}

impl Family {
    /// Finds the techniques from the names of the variants, in Yates' order.
    fn of(name: &str, engines: &[String]) -> Result<Self, String> {
        let of_family = |engine: &&String| engine.split(':').next() == Some(name);
        let engines: Vec<&String> = engines.iter().filter(of_family).collect();
        let parts: Vec<Vec<(String, String)>> = engines.iter().map(|e| levels(e)).collect();
        let mut techniques: Vec<(String, Vec<String>)> = Vec::new();
        for (technique, level) in parts.iter().flatten() {
            match techniques.iter_mut().find(|(known, _)| known == technique) {
                Some((_, levels)) if levels.contains(level) => (),
                Some((_, levels)) => levels.push(level.clone()),
                None => techniques.push((technique.clone(), vec![level.clone()])),
            }
        }
        // A switch has one level in names: on. Off is where it is not named.
        for (_, levels) in &mut techniques {
            if levels == &["true"] {
                levels.insert(0, "false".into());
            }
        }
        if let Some((technique, levels)) = techniques.iter().find(|(_, l)| l.len() != 2) {
            return Err(format!(
                "`{technique}` has {} values in the results, and an effect is of two",
                levels.len()
            ));
        }
        let number = |parts: &Vec<(String, String)>| {
            let on = techniques.iter().enumerate().filter(|(_, (name, levels))| {
                parts
                    .iter()
                    .any(|(n, level)| n == name && *level == levels[1])
            });
            on.map(|(bit, _)| 1usize << bit).sum::<usize>()
        };
        let mut combinations: BTreeMap<usize, String> = BTreeMap::new();
        for (engine, parts) in engines.iter().zip(&parts) {
            combinations.insert(number(parts), engine.to_string());
        }
        let needed = 1usize << techniques.len();
        if combinations.len() != needed {
            return Err(format!(
                "`{name}` has {} of the {needed} combinations of {}: an effect needs them all",
                combinations.len(),
                techniques
                    .iter()
                    .map(|(n, _)| n.as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            ));
        }
        let shown = |(technique, levels): (String, Vec<String>)| match &levels[..] {
            [off, _] if off == "false" => technique,
            levels => format!("{technique} {}", levels.join(" → ")),
        };
        Ok(Family {
            name: name.into(),
            techniques: techniques.into_iter().map(shown).collect(),
            engines: combinations.into_values().collect(),
        })
    }

    fn effects<'a>(self, m: &Material<'a>, measure: Measure) -> Result<Effects<'a>, String> {
        let own: Vec<&Record> = m
            .records
            .iter()
            .copied()
            .filter(|r| self.engines.iter().any(|engine| engine == r.text("engine")))
            .collect();
        // Partners of the first combination are the other cells of its block. Toggles that
        // differ between the combinations are not swept.
        let partners = Partners::new(&own, By::ENGINE);
        let of = |engine: &String| -> Vec<&'a Record> {
            let cells = own.iter().filter(|r| r.text("engine") == engine);
            cells.copied().collect()
        };
        let mut blocks: Vec<Vec<&Record>> =
            of(&self.engines[0]).into_iter().map(|r| vec![r]).collect();
        for engine in &self.engines[1..] {
            let cells = of(engine);
            for block in &mut blocks {
                let pair = partners.pairs(&block[..1], &cells)?;
                block.extend(pair.iter().map(|(_, partner)| *partner));
            }
        }
        blocks.retain(|block| block.len() == self.engines.len());
        let values = |block: &Vec<&Record>| -> Option<Vec<f64>> {
            block.iter().map(|record| measure.of(record)).collect()
        };
        blocks.retain(|block| values(block).is_some());
        if blocks.is_empty() {
            return Err(format!(
                "no position was searched by all {} combinations of `{}`",
                self.engines.len(),
                self.name
            ));
        }
        let numbers: Vec<Vec<f64>> = blocks.iter().filter_map(values).collect();
        let found = factorial(&numbers, LEVEL).ok_or_else(|| {
            format!(
                "{} is 0 somewhere, and an effect is a factor",
                measure.title
            )
        })?;
        Ok(Effects {
            family: self.name,
            techniques: self.techniques,
            found,
            blocks,
        })
    }
}

/// The techniques of an engine with their values: `tt+order`, or `tt=false,order=[]`.
fn levels(engine: &str) -> Vec<(String, String)> {
    let variant = engine.split_once(':').map_or("", |(_, variant)| variant);
    if variant == "none" {
        return Vec::new();
    }
    let toggles = row::definition();
    // A value may hold commas and equals signs; a toggle's name begins a part.
    let mut begins: Vec<usize> = Vec::new();
    for toggle in toggles {
        let first = variant.starts_with(&format!("{toggle}="));
        begins.extend(first.then_some(0));
        let after = format!(",{toggle}=");
        begins.extend(variant.match_indices(&after).map(|(at, _)| at + 1));
    }
    if begins.is_empty() {
        let names = variant.split('+');
        return names.map(|name| (name.into(), "true".into())).collect();
    }
    begins.sort_unstable();
    let ends = begins[1..].iter().map(|at| at - 1).chain([variant.len()]);
    let parts = begins
        .iter()
        .zip(ends)
        .map(|(&begin, end)| &variant[begin..end]);
    parts
        .filter_map(|part| part.split_once('='))
        .map(|(name, value)| (name.into(), value.into()))
        .collect()
}

/// The caption of effects.
pub fn told(effects: &[Effects], measure: Measure, interval: &str) -> String {
    let blocks: Vec<usize> = effects.iter().map(|e| e.blocks.len()).collect();
    let least = blocks.iter().copied().min().unwrap_or(0);
    let firsts: Vec<Vec<&Record>> = effects
        .iter()
        .map(|e| e.blocks.iter().map(|block| block[0]).collect())
        .collect();
    let timed = match measure.is_count {
        true => String::new(),
        false => {
            let all = effects
                .iter()
                .flat_map(|e| e.blocks.iter().flatten().copied());
            format!(" Times are medians of {}.", caption::repeats(all))
        }
    };
    match least {
        1 => format!("One position (n = 1): effects have no interval.{timed}"),
        _ => format!(
            "Geometric mean over {}{interval}.{timed}",
            caption::over(&firsts)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(engines: &[&str]) -> Result<Family, String> {
        let engines: Vec<String> = engines.iter().map(|e| format!("f:{e}")).collect();
        Family::of("f", &engines)
    }

    #[test]
    fn switches_are_on_where_they_are_named() {
        let found = family(&["none", "tt", "order", "tt+order"]).unwrap();
        assert_eq!(found.techniques, ["tt", "order"]);
        assert_eq!(found.engines, ["f:none", "f:tt", "f:order", "f:tt+order"]);
    }

    #[test]
    fn values_may_hold_commas() {
        let found = family(&[
            "algorithm=alphabeta,order=[]",
            "algorithm=pvs,order=[]",
            "algorithm=alphabeta,order=[\"center\", \"eval\"]",
            "algorithm=pvs,order=[\"center\", \"eval\"]",
        ])
        .unwrap();
        assert_eq!(
            found.techniques,
            [
                "algorithm alphabeta → pvs",
                "order [] → [\"center\", \"eval\"]"
            ]
        );
        assert_eq!(found.engines[1], "f:algorithm=pvs,order=[]");
    }

    #[test]
    fn all_combinations_are_needed() {
        assert_eq!(
            family(&["none", "tt", "order"]).unwrap_err(),
            "`f` has 3 of the 4 combinations of tt, order: an effect needs them all"
        );
        assert_eq!(
            family(&["depth=1", "tt.size=1", "tt.size=2", "tt.size=3"]).unwrap_err(),
            "`depth` has 1 values in the results, and an effect is of two"
        );
    }
}
