//! `plyometer list`: what there is to choose from.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::Failure;
use crate::call::Parameter;
use crate::eval::EVALUATORS;
use crate::games::{ALIASES, GAMES};
use crate::names::with_placeholders;
use crate::players::PLAYERS;
use crate::reports::BOARD_LISTS;
use crate::search::Engine;
use crate::search::order::TERMS;
use crate::search::presets::PRESETS;
use crate::search::vocabulary::KEYS;

/// List what there is to choose from.
#[derive(Args)]
#[command(after_help = "Examples:\n  plyometer list games\n  plyometer list engines")]
pub struct ListArgs {
    what: What,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// The games, their parameters and aliases
    Games,
    /// The engines that have a name, with their toggles
    Engines,
    /// The toggles an engine may have
    Toggles,
    /// The terms of move ordering
    Orders,
    /// The evaluators and their parameters
    Evaluators,
    /// The players of the five reports, and others
    Players,
    /// Lists of boards by name
    Boards,
}

pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match args.what {
        What::Games => {
            for (name, parameters, what) in GAMES {
                writeln!(out, "{:28} {what}", call(name, parameters))?;
            }
            for (alias, game) in ALIASES {
                writeln!(out, "{alias:28} {game}")?;
            }
        }
        What::Engines => {
            let plain: Engine = "{}".parse()?;
            let usual = plain.toggles();
            for (name, _, what) in PRESETS {
                let engine: Engine = name.parse()?;
                let toggles = engine.toggles().into_iter();
                // What every engine has unless told otherwise says nothing.
                let own =
                    toggles.filter(|toggle| toggle.0 == "algorithm" || !usual.contains(toggle));
                let own: Vec<_> = own.map(|(key, value)| format!("{key} = {value}")).collect();
                let sound = if engine.is_sound() { "" } else { " (unsound)" };
                writeln!(out, "{name:22} {what}{sound}")?;
                writeln!(out, "{:22} {{ {} }}", "", own.join(", "))?;
            }
        }
        What::Toggles => {
            for (key, takes, what) in KEYS {
                writeln!(out, "{key:18} {what}")?;
                writeln!(out, "{:18}   {takes}", "")?;
            }
        }
        What::Orders => {
            for (name, _, what) in TERMS {
                writeln!(out, "{name:26} {what}")?;
            }
        }
        What::Evaluators => {
            for listing in EVALUATORS {
                let call = call(listing.name, listing.parameters);
                writeln!(out, "{call:34} {}", listing.what)?;
            }
        }
        What::Players => {
            for player in PLAYERS {
                let name = format!("player({})", player.name);
                writeln!(out, "{name:28} {}", player.what)?;
                let own = player.parameters.iter().map(|parameter| parameter.name);
                let own = with_placeholders(&own.collect::<Vec<_>>());
                let seconds = player.seconds;
                writeln!(
                    out,
                    "{:28} may have {own} (time in seconds); {seconds} s a move",
                    ""
                )?;
            }
            writeln!(
                out,
                "{:28} the move after which the position looks best",
                "greedy(seed=1)"
            )?;
            writeln!(out, "{:28} any legal move", "random(seed=1)")?;
            writeln!(
                out,
                "{:28} a preset, or a table of toggles and limits",
                "an engine"
            )?;
            writeln!(out, "{:28} {{ preset = \"pvs\", depth = 6 }}", "")?;
        }
        What::Boards => {
            for (name, boards, what) in BOARD_LISTS {
                writeln!(out, "{name:20} {what}")?;
                writeln!(out, "{:20} {}", "", boards.join(" "))?;
            }
        }
    }
    Ok(())
}

/// `name(a=…,b=2)`, with the defaults of what need not be given.
fn call(name: &str, parameters: &[Parameter]) -> String {
    if parameters.is_empty() {
        return name.into();
    }
    let shown = parameters.iter().map(|parameter| match parameter.default {
        Some(default) => format!("{}={default}", parameter.name),
        None => with_placeholders(&[parameter.name]),
    });
    format!("{name}({})", shown.collect::<Vec<_>>().join(","))
}
