//! The `plyometer` command: one file a verb.
//!
//! Results go to stdout, everything else to stderr. Exit codes: 0 all is well,
//! 1 the work failed or found a difference, 2 it was asked for wrongly.

mod cmp;
mod contest;
mod games;
mod list;
mod merge;
mod perft;
mod play;
mod plot;
mod positions;
mod probcut;
mod replay;
mod report;
mod reproduce;
mod run;
mod search;
mod show;
mod solve;

use std::error::Error as _;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand};

use crate::game::{Game, Move};
use crate::games::GameSpec;
use crate::notation;
use crate::search::spec::EngineError;
use crate::search::{Engine, limits};

/// A laboratory for game-tree search: four games, every technique a toggle, exact counts.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Run(run::RunArgs),
    Report(report::ReportArgs),
    Merge(merge::MergeArgs),
    Cmp(cmp::CmpArgs),
    Plot(plot::PlotArgs),
    Search(search::SearchArgs),
    Solve(solve::SolveArgs),
    Play(play::PlayArgs),
    Match(contest::MatchArgs),
    Games(games::GamesArgs),
    Positions(positions::PositionsArgs),
    Probcut(probcut::ProbcutArgs),
    Perft(perft::PerftArgs),
    Show(show::ShowArgs),
    List(list::ListArgs),
    Reproduce(reproduce::ReproduceArgs),
}

/// A game and a position of it, as every verb takes them.
#[derive(Args)]
struct PositionArgs {
    /// The game: connect(rows,cols,k), mnk(m,n,k), tris(size,series), chain(rows,cols), or
    /// the alias connect4 or unstable
    game: GameSpec,
    /// The moves played so far: columns for connect (`44455554221`, `10,3` above nine
    /// columns), cells for the others (`b2 a1`)
    #[arg(
        long,
        short,
        value_name = "MOVES",
        default_value = "",
        allow_hyphen_values = true
    )]
    position: String,
}

impl PositionArgs {
    /// Plays the position's moves from the start of its game.
    fn position<G: Game>(&self, start: G) -> Result<G, Failure> {
        notation::position(start, &self.position)
            .map_err(|error| Failure::Usage(format!("position `{}`: {error}", self.position)))
    }

    /// The position's moves.
    fn moves<G: Game>(&self, start: &G) -> Result<Vec<Move>, Failure> {
        notation::moves(start, &self.position)
            .map_err(|error| Failure::Usage(format!("position `{}`: {error}", self.position)))
    }
}

/// An engine as the command line has it: its text, and what it means.
#[derive(Clone)]
struct EngineArg {
    text: String,
    engine: Engine,
}

impl FromStr for EngineArg {
    type Err = EngineError;
    fn from_str(text: &str) -> Result<Self, EngineError> {
        Ok(EngineArg {
            text: text.trim().into(),
            engine: text.parse()?,
        })
    }
}

/// From now on Ctrl-C (or a polite kill) ends searches instead of the program; a second
/// one ends the program.
fn stop_on_ctrl_c() {
    // A handler that cannot be set leaves things as they were.
    let _ = ctrlc::set_handler(|| {
        if limits::is_interrupted() {
            std::process::exit(130);
        }
        limits::interrupt();
    });
}

/// Why a verb did not do what it was asked.
enum Failure {
    /// The request makes no sense: exit code 2.
    Usage(String),
    /// The same for several reasons, a line each.
    Several(Vec<String>),
    /// The request was fine, the work was not: exit code 1.
    Failed(anyhow::Error),
    /// Somebody pressed Ctrl-C, and what there was has been printed: exit code 130.
    Interrupted,
}

impl<E: Into<anyhow::Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Failed(error.into())
    }
}

/// Runs the command of this process.
pub fn main() -> ExitCode {
    let result = match Cli::try_parse() {
        Ok(cli) => match cli.verb {
            Verb::Run(args) => run::run(&args),
            Verb::Report(args) => report::run(&args),
            Verb::Merge(args) => merge::run(&args),
            Verb::Cmp(args) => cmp::run(&args),
            Verb::Plot(args) => plot::run(&args),
            Verb::Search(args) => search::run(&args),
            Verb::Solve(args) => solve::run(&args),
            Verb::Play(args) => play::run(&args),
            Verb::Match(args) => contest::run(&args),
            Verb::Games(args) => games::run(&args),
            Verb::Positions(args) => positions::run(&args),
            Verb::Probcut(args) => probcut::run(&args),
            Verb::Perft(args) => perft::run(&args),
            Verb::Show(args) => show::run(&args),
            Verb::List(args) => list::run(&args),
            Verb::Reproduce(args) => reproduce::run(&args),
        },
        Err(error) if error.use_stderr() => Err(Failure::Usage(one_line(&error))),
        // Help and version.
        Err(text) => text.print().map_err(Failure::from),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Usage(message)) => {
            complain(&message);
            ExitCode::from(2)
        }
        Err(Failure::Several(messages)) => {
            for message in messages {
                complain(&message);
            }
            ExitCode::from(2)
        }
        Err(Failure::Interrupted) => ExitCode::from(130),
        // Whoever reads the output has seen enough, as in `plyometer … | head`.
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Failure::Failed(error)) => {
            complain(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// One line on stderr, whatever a user's text in it holds.
fn complain(message: &str) {
    let message = message.replace(char::is_control, " ");
    let _ = writeln!(io::stderr(), "error: {message}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        let csv = cause.downcast_ref::<csv::Error>();
        let io = io.or(csv.and_then(|csv| match csv.kind() {
            csv::ErrorKind::Io(io) => Some(io),
            _ => None,
        }));
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}

/// clap's error without its usage text: what is wrong, any tip, and where help is.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a verb is missing; `plyometer --help` lists them".into();
    }
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    // A value that its parser refused: the parser has said why, better than clap could.
    if let (Some(reason), Some(argument)) = (error.source(), text(ContextKind::InvalidArg)) {
        let value = text(ContextKind::InvalidValue).unwrap_or_default();
        return format!("{}: {reason} (`{}`)", argument, shortened(&value));
    }
    if error.kind() == ErrorKind::MissingRequiredArgument
        && let Some(missing) = text(ContextKind::InvalidArg)
    {
        return format!("{missing} is missing (more with --help)");
    }
    let rendered = error.render().to_string();
    let lines = rendered
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"));
    let said: Vec<&str> = lines
        .filter(|line| !line.is_empty())
        .map(|line| line.trim_start_matches("tip: "))
        .collect();
    let said = said.join("; ");
    let said = said.strip_prefix("error: ").unwrap_or(&said);
    match error.get(ContextKind::Usage) {
        Some(_) => format!("{said} (more with --help)"),
        None => said.into(),
    }
}

/// A user's text, not longer than a line.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(80) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into(),
    }
}
