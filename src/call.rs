//! Names with parameters: `best(10)`, `random(seed=7,values=2)`.
//!
//! Whatever a user chooses by name and parameters is parsed here, so that defaults,
//! positional and named arguments, limits and error messages are the same everywhere.

use std::fmt;

use thiserror::Error;

use crate::names::{suggestion, with_placeholders};

/// One parameter of a name.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    /// What it is when it is not given; none: it must be given.
    pub default: Option<f64>,
    pub least: f64,
    pub most: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
}

impl Parameter {
    pub const fn whole(name: &'static str, default: f64, least: f64, most: f64) -> Self {
        Parameter {
            name,
            default: Some(default),
            least,
            most,
            whole: true,
        }
    }

    pub const fn real(name: &'static str, default: f64, least: f64, most: f64) -> Self {
        Parameter {
            name,
            default: Some(default),
            least,
            most,
            whole: false,
        }
    }

    /// The same without a default.
    pub const fn required(mut self) -> Self {
        self.default = None;
        self
    }
}

/// A name and the values of all its parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    name: &'static str,
    values: Vec<(&'static str, f64)>,
}

/// What is wrong with a name or its parameters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CallError {
    #[error("unknown {kind} `{name}`{hint}")]
    Unknown {
        kind: &'static str,
        name: String,
        hint: String,
    },
    #[error("`{0}`: parameters stand in one pair of parentheses, as in best(10)")]
    Parentheses(String),
    #[error("{name} takes {}, not {given}", count(.known))]
    TooMany {
        name: &'static str,
        known: Vec<&'static str>,
        given: usize,
    },
    #[error("{name} has no parameter `{parameter}`{hint}")]
    UnknownParameter {
        name: &'static str,
        parameter: String,
        hint: String,
    },
    #[error("{name}: {parameter} is given twice")]
    Twice {
        name: &'static str,
        parameter: &'static str,
    },
    #[error("{name}: {parameter} is missing; write {name}({})", with_placeholders(.known))]
    Missing {
        name: &'static str,
        parameter: &'static str,
        known: Vec<&'static str>,
    },
    #[error("{name}: {parameter} is `{value}`, but must be {kind} from {least} to {most}")]
    OutOfRange {
        name: &'static str,
        parameter: &'static str,
        value: String,
        kind: &'static str,
        least: String,
        most: String,
    },
}

fn count(known: &[&str]) -> String {
    match known.len() {
        0 => "no parameters".into(),
        1 => format!("one parameter ({})", known[0]),
        n => format!("{n} parameters ({})", known.join(", ")),
    }
}

impl Call {
    /// A name without parameters.
    pub fn plain(name: &'static str) -> Self {
        Call {
            name,
            values: Vec::new(),
        }
    }

    /// Parses `text` as one of the `known` names of a `kind`.
    pub fn parse(
        kind: &'static str,
        text: &str,
        known: impl Iterator<Item = (&'static str, &'static [Parameter])> + Clone,
    ) -> Result<Self, CallError> {
        let text = text.trim();
        let (name, arguments) = match text.split_once('(') {
            None if text.contains(')') => return Err(CallError::Parentheses(text.into())),
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inner) if !inner.contains(['(', ')']) => (name.trim(), inner.trim()),
                _ => return Err(CallError::Parentheses(text.into())),
            },
        };
        let Some((name, parameters)) = known.clone().find(|(known, _)| *known == name) else {
            let names: Vec<_> = known.map(|(name, _)| name).collect();
            return Err(CallError::Unknown {
                kind,
                name: name.into(),
                hint: suggestion(name, &names),
            });
        };
        Call {
            name,
            values: Vec::new(),
        }
        .with_arguments(parameters, arguments)
    }

    fn with_arguments(
        mut self,
        parameters: &'static [Parameter],
        arguments: &str,
    ) -> Result<Self, CallError> {
        let name = self.name;
        let known = || parameters.iter().map(|p| p.name).collect::<Vec<_>>();
        let arguments: Vec<&str> = match arguments {
            "" => Vec::new(),
            text => text.split(',').map(str::trim).collect(),
        };
        if arguments.len() > parameters.len() {
            return Err(CallError::TooMany {
                name,
                known: known(),
                given: arguments.len(),
            });
        }
        let mut given = vec![None; parameters.len()];
        for (position, argument) in arguments.into_iter().enumerate() {
            let (index, value) = match argument.split_once('=') {
                None => (position, argument),
                Some((wanted, value)) => {
                    let wanted = wanted.trim();
                    let index = parameters.iter().position(|p| p.name == wanted);
                    let index = index.ok_or_else(|| CallError::UnknownParameter {
                        name,
                        parameter: wanted.into(),
                        hint: suggestion(wanted, &known()),
                    })?;
                    (index, value.trim())
                }
            };
            let parameter = &parameters[index];
            let number = value.parse::<f64>().ok().filter(|x| {
                (parameter.least..=parameter.most).contains(x)
                    && (!parameter.whole || x.fract() == 0.0)
            });
            let number = number.ok_or_else(|| CallError::OutOfRange {
                name,
                parameter: parameter.name,
                value: value.into(),
                kind: if parameter.whole {
                    "a whole number"
                } else {
                    "a number"
                },
                least: parameter.least.to_string(),
                most: parameter.most.to_string(),
            })?;
            if given[index].replace(number).is_some() {
                return Err(CallError::Twice {
                    name,
                    parameter: parameter.name,
                });
            }
        }
        for (parameter, given) in parameters.iter().zip(given) {
            let value = given.or(parameter.default);
            let value = value.ok_or_else(|| CallError::Missing {
                name,
                parameter: parameter.name,
                known: known(),
            })?;
            self.values.push((parameter.name, value));
        }
        Ok(self)
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Its parameters and their values.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, f64)> + '_ {
        self.values.iter().copied()
    }

    /// The value of one of its parameters.
    pub fn number(&self, parameter: &str) -> f64 {
        let found = self.values.iter().find(|(name, _)| *name == parameter);
        found
            .unwrap_or_else(|| panic!("{} has no {parameter}", self.name))
            .1
    }
}

impl Call {
    /// The form that stays the same when a parameter with a default is added: without
    /// the parameters that have theirs. `parameters` are those it was parsed with.
    pub fn brief(&self, parameters: &[Parameter]) -> String {
        let changed = self.values.iter().filter(|(name, value)| {
            let parameter = parameters.iter().find(|parameter| parameter.name == *name);
            parameter.is_none_or(|parameter| parameter.default != Some(*value))
        });
        let call = Call {
            name: self.name,
            values: changed.copied().collect(),
        };
        call.to_string()
    }
}

/// The canonical form: every parameter by name.
impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)?;
        for (index, (name, value)) in self.values.iter().enumerate() {
            let before = if index == 0 { '(' } else { ',' };
            write!(f, "{before}{name}={value}")?;
        }
        if !self.values.is_empty() {
            f.write_str(")")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[(&str, &[Parameter])] = &[
        ("off", &[]),
        ("best", &[Parameter::whole("k", 0.0, 1.0, 1e4).required()]),
        (
            "cut",
            &[
                Parameter::real("p", 0.9, 0.5, 1.0),
                Parameter::whole("depth", 4.0, 1.0, 99.0),
            ],
        ),
    ];

    fn parsed(text: &str) -> String {
        match Call::parse("pruning", text, KNOWN.iter().copied()) {
            Ok(call) => call.to_string(),
            Err(error) => format!("error: {error}"),
        }
    }

    #[test]
    fn every_parameter_is_printed_back() {
        for (text, canonical) in [
            ("off", "off"),
            (" best( 10 ) ", "best(k=10)"),
            ("cut", "cut(p=0.9,depth=4)"),
            ("cut(depth=6)", "cut(p=0.9,depth=6)"),
            ("cut(0.75, depth = 6)", "cut(p=0.75,depth=6)"),
        ] {
            assert_eq!(parsed(text), canonical);
            assert_eq!(parsed(canonical), canonical);
        }
    }

    #[test]
    fn the_brief_form_leaves_out_defaults() {
        for (text, brief) in [
            ("off", "off"),
            ("best(10)", "best(k=10)"),
            ("cut(0.9,4)", "cut"),
            ("cut(depth=6)", "cut(depth=6)"),
        ] {
            let call = Call::parse("pruning", text, KNOWN.iter().copied()).unwrap();
            let known = KNOWN.iter().find(|known| known.0 == call.name()).unwrap();
            assert_eq!(call.brief(known.1), brief);
            assert_eq!(parsed(brief), call.to_string());
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        for (text, part) in [
            ("bset(3)", "unknown pruning `bset`: did you mean `best`?"),
            ("best", "best: k is missing; write best(k=…)"),
            ("best(0)", "k is `0`, but must be a whole number from 1"),
            ("best(1.5)", "a whole number"),
            ("best(NaN)", "a whole number"),
            ("best(1,2)", "takes one parameter (k), not 2"),
            ("off(1)", "takes no parameters, not 1"),
            ("cut(q=1)", "no parameter `q`"),
            ("cut(0.9,p=0.8)", "p is given twice"),
            ("best(3", "parentheses"),
            ("best)", "parentheses"),
            ("", "unknown pruning ``"),
        ] {
            assert!(parsed(text).contains(part), "{text}: {}", parsed(text));
        }
    }
}
