//! `plyometer match`: players against each other, and who is stronger.
//!
//! The verb writes the experiment that its arguments mean and runs it like any other, so a
//! match that was killed goes on where it was.

mod text;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;

use super::Failure;
use super::run::{cores, quoted};
use super::search::LimitArgs;
use crate::contest::arbiter::Ended;
use crate::contest::prediction::predictions;
use crate::contest::read::parse_margin;
use crate::contest::record::Record;
use crate::contest::run::{self, Summary};
use crate::contest::standings::Standings;
use crate::contest::{Contest, Fixture, GameRow, Scoring, SprtSpec, told};
use crate::experiment::cell::fnv1a;
use crate::experiment::files::write_text;
use crate::experiment::progress::Progress;
use crate::experiment::provenance::Provenance;
use crate::experiment::run::{Options, results_file};
use crate::experiment::{Experiment, Selection, Source};
use crate::games::GameSpec;
use crate::players::{PlayerError, PlayerSpec};
use crate::search::limits;
use crate::units::show_time;

/// Let players play a match: score, Elo with its interval, likelihood of superiority.
///
/// A player is a preset's name, a TOML table of toggles, a report's player such as
/// `player(tris)`, `greedy` or `random(seed=1)`, with a name and a colon before it if you
/// like: `deep:{ preset = "pvs", depth = 8 }`. Everybody meets everybody, or the first one all
/// others with --gauntlet. Games come in pairs: from one opening, with sides swapped. Openings
/// are played at random from a seed, unless they are given. --depth, --nodes and --time limit
/// the moves of players who have no limit of their own.
///
/// Elo and LOS are computed over pairs of games. With --sprt a match of two ends as soon as a
/// sequential test has decided. The same command goes on where it was stopped, and with more
/// --games plays on from there; without limits of time it plays the same games, move for move,
/// on every machine.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer match greedy random --game 'tris(5,4)' --games 100
  plyometer match pvs mcts 'player(conecta4)' --game connect4 --nodes 2000 --games 40
  plyometer match new:'{ preset = \"pvs\", evaluator = \"runs\" }' old:'{ evaluator = \"runs\" }' \\
      --game connect4 --nodes 1000 --games 2000 --sprt elo0=0,elo1=10
  plyometer match 'player(mnk)' 'player(tris)' --game 'mnk(7,7,5)' --time 100ms --scoring mnk
  plyometer match greedy random --game unstable --toml > my-match.toml    # for plyometer run")]
pub struct MatchArgs {
    /// The players, two or more
    #[arg(value_name = "PLAYER", required = true, num_args = 2..)]
    players: Vec<PlayerArg>,
    /// The game; may be given several times
    #[arg(long, short, required = true, value_name = "GAME")]
    game: Vec<GameSpec>,
    /// Games of every two players on every board, in pairs: an odd number is rounded up. Where
    /// there are fewer openings, those whose players draw random numbers or play against the
    /// clock play them several times, the others once
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// A move's limits for players who have none of their own
    #[command(flatten)]
    limits: LimitArgs,
    /// Random moves before the players begin [default: up to 4, fewer on small boards]
    #[arg(long, value_name = "N", conflicts_with_all = ["opening", "openings"])]
    plies: Option<u32>,
    /// The seed of those moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
    /// An opening; may be given several times
    #[arg(long, value_name = "MOVES", conflicts_with = "openings")]
    opening: Vec<String>,
    /// A file of openings, one a line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// The first player meets all others, who do not meet each other
    #[arg(long)]
    gauntlet: bool,
    /// Stop as soon as a sequential test has decided: elo0=0,elo1=10, and alpha and beta (0.05)
    #[arg(long, value_name = "elo0=A,elo1=B", allow_hyphen_values = true)]
    sprt: Option<SprtArg>,
    /// How points are counted: usual (1, ½), connectx (3, 1), mnk (3 as second, 2 as first, 1)
    #[arg(long, value_name = "NAME", default_value = "usual", value_parser = Scoring::named)]
    scoring: Scoring,
    /// How much longer than its limit a move may take
    #[arg(long, value_name = "T", default_value = "100ms", value_parser = parse_margin)]
    margin: Duration,
    /// Break games off as drawn after so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    adjudicate_plies: Option<u32>,
    /// Break games off when the solver knows the end, with so many nodes a move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    adjudicate_nodes: Option<u64>,
    /// Games at once [default: one a core]; fewer against the clock, if the cores do not carry
    /// them
    #[arg(
        long,
        short,
        alias = "threads",
        value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    concurrency: Option<u16>,
    /// The folder of the results
    #[arg(long, short, value_name = "DIR", default_value = "data/matches")]
    out: PathBuf,
    /// The name of the results [default: made from the match]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Play everything again, whatever has been played before
    #[arg(long)]
    again: bool,
    /// Write the games to a file too, one line a game
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print the match as an experiment for `plyometer run`, and do nothing else
    #[arg(long)]
    toml: bool,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// A player as the command line has it: its name and its text.
#[derive(Clone)]
struct PlayerArg {
    name: String,
    text: String,
    spec: PlayerSpec,
}

impl FromStr for PlayerArg {
    type Err = PlayerError;
    fn from_str(argument: &str) -> Result<Self, PlayerError> {
        // What can stand in a player's own text cannot stand in a name.
        let plain = |c: char| !c.is_control() && !"{}()[]\"'=".contains(c);
        let (name, text) = match argument.split_once(':') {
            Some((name, text)) if !name.trim().is_empty() && name.chars().all(plain) => {
                (name.trim(), text.trim())
            }
            _ => (argument.trim(), argument.trim()),
        };
        Ok(PlayerArg {
            name: name.split_whitespace().collect::<Vec<_>>().join(" "),
            text: text.into(),
            spec: text.parse()?,
        })
    }
}

/// `elo0=0,elo1=10`
#[derive(Clone)]
struct SprtArg(SprtSpec);

impl FromStr for SprtArg {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let form = "a test is two differences of Elo, and maybe its errors: \
                    elo0=0,elo1=10,alpha=0.05,beta=0.05";
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, 0.05, 0.05);
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or(form)?;
            let value: f64 = value.trim().parse().map_err(|_| form)?;
            match key.trim() {
                "elo0" => elo0 = Some(value),
                "elo1" => elo1 = Some(value),
                "alpha" => alpha = value,
                "beta" => beta = value,
                other => return Err(format!("unknown `{other}`: {form}")),
            }
        }
        let spec = SprtSpec::new(elo0.ok_or(form)?, elo1.ok_or(form)?, alpha, beta);
        spec.map(SprtArg).ok_or_else(|| {
            "elo0 must be below elo1, both far from a score of 0 or 1, alpha and beta positive \
                 and below 1 together"
                .into()
        })
    }
}

/// Raised by Ctrl-C.
static STOP: AtomicBool = AtomicBool::new(false);

pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    let text = text::experiment(args)?;
    if args.toml {
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let name = match &args.name {
        Some(name) => file_name(name)?,
        None => format!("{}-{:08x}", slug(args), fnv1a(kin(&text).as_bytes()) as u32),
    };
    let file = PathBuf::from(format!("{name}.toml"));
    let experiment = Experiment::parse(Source::new(&file, text)).map_err(|problems| {
        // Nobody has seen the file: its lines mean nothing.
        let messages = problems.0.into_iter().map(|problem| problem.message);
        Failure::Several(messages.collect())
    })?;
    let Some(contest) = &experiment.contest else {
        return Err(anyhow!("the match has no games").into());
    };
    let selection = Selection::default();
    let results = results_file(&args.out, &experiment.name, &selection);
    check_name(args, &experiment, &results)?;
    if args.again {
        for file in [results.clone(), Provenance::beside(&results)] {
            if file.exists() {
                std::fs::remove_file(&file)?;
            }
        }
    }
    // A handler that cannot be set leaves things as they were.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Relaxed) {
            std::process::exit(130);
        }
        // Games at hand are played again when the match goes on.
        limits::interrupt();
    });
    // A player who panics has lost.
    std::panic::set_hook(Box::new(|_| ()));
    let progress = Progress::new(args.quiet);
    let options = Options {
        out: &args.out,
        selection: &selection,
        retry: true,
        threads: args.concurrency.map_or_else(cores, usize::from),
        stop: &STOP,
        progress: &progress,
    };
    let fixtures = selection
        .fixtures(&experiment)
        .map_err(anyhow::Error::msg)?;
    // For whoever wants to plot, report or run it again.
    let written = results.with_extension("toml");
    write_text(&written, experiment.file.text())?;
    let pairings = contest.schedule.pairings(contest.players.len()).len() * args.game.len();
    let asked = 2 * args.games.div_ceil(2) as usize * pairings;
    if fixtures.len() != asked {
        progress.say(&format!(
            "{} games instead of {asked}: there are not as many openings, or not everybody \
             knows every game",
            fixtures.len()
        ));
    }
    let begun = Instant::now();
    let summary = run::run(&experiment, contest, &fixtures, &options)?;
    if let Some(file) = &args.record {
        let lines = summary.rows.iter().filter_map(Record::of);
        let lines: String = lines.map(|record| record.line() + "\n").collect();
        write_text(file, &lines)?;
    }
    let text = told(contest, &summary, begun.elapsed());
    io::stdout().lock().write_all(text.as_bytes())?;
    if summary.stopped {
        let command: Vec<_> = std::env::args().map(quoted).collect();
        eprintln!("stopped; to go on: {}", command.join(" "));
        return Err(Failure::Interrupted);
    }
    match summary.failed.first() {
        None => Ok(()),
        Some(first) => {
            let n = summary.failed.len();
            Err(anyhow!("{n} games could not be played, the first: {first}").into())
        }
    }
}

/// What a match shares with the same match of more games, or with other points: all but the
/// number of its openings and what is made of its games.
fn kin(text: &str) -> String {
    let apart = ["title", "scoring", "sprt", "rounds", "list"];
    let key = |line: &str| line.split(" = ").next().unwrap_or("").to_string();
    let lines = text
        .lines()
        .filter(|line| !apart.contains(&key(line).as_str()));
    let lines = lines.map(|line| match line.strip_prefix("random = { ") {
        Some(rest) => rest
            .split(", ")
            .filter(|part| !part.starts_with("count"))
            .collect(),
        None => line.to_string(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Another match of the same name must not be mixed with this one.
fn check_name(args: &MatchArgs, experiment: &Experiment, results: &Path) -> Result<(), Failure> {
    let before = Provenance::read(results)?;
    match before {
        Some(before) if kin(&before.text) != kin(experiment.file.text()) && !args.again => {
            Err(Failure::Usage(format!(
                "{}: that was another match; choose another --name, or --again to replace it",
                results.display()
            )))
        }
        _ => Ok(()),
    }
}

fn file_name(name: &str) -> Result<String, Failure> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    match !name.is_empty() && !name.starts_with('.') && name.chars().all(plain) {
        true => Ok(name.into()),
        false => Err(Failure::Usage(format!(
            "--name `{name}`: it is a file's name: letters, digits, - and _"
        ))),
    }
}

/// The players' names as part of a file's name.
fn slug(args: &MatchArgs) -> String {
    let names = args.players.iter().map(|player| player.name.as_str());
    let text = names.collect::<Vec<_>>().join("-vs-");
    let mut slug = String::new();
    for c in text.chars() {
        match c.is_ascii_alphanumeric() || c == '-' {
            true => slug.push(c.to_ascii_lowercase()),
            false if slug.ends_with('-') => (),
            false => slug.push('-'),
        }
    }
    slug.chars()
        .take(60)
        .collect::<String>()
        .trim_matches('-')
        .into()
}

/// What the match says.
fn told(contest: &Contest, summary: &Summary, took: Duration) -> String {
    let names: Vec<_> = contest.players.iter().map(|p| p.name.clone()).collect();
    let standings = Standings::new(&names, &summary.rows, contest.scoring);
    let mut text = told::cross_table(&standings, contest.scoring);
    let mut line = |said: String| text.push_str(&(said + "\n"));
    if names.len() == 2 {
        let meeting = standings.meeting(0, 1);
        line(format!(
            "{} – {}: {}",
            names[0],
            names[1],
            told::score(meeting)
        ));
        if meeting.is_paired() {
            let [ll, ld, even, wd, ww] = *meeting.pairs.counts();
            line(format!(
                "pairs with 0, ½, 1, 1½ and 2 points: {ll} {ld} {even} {wd} {ww}"
            ));
        }
        if let Some(sprt) = &contest.sprt {
            line(told::test(meeting, sprt));
        }
    }
    let timed = contest.fixtures.iter().any(Fixture::is_timed);
    for player in &contest.players {
        let name = &player.name;
        let found = predictions(name, &summary.rows);
        let Some(rate) = found.hit_rate() else {
            continue;
        };
        let mut said = format!(
            "{name} saw {} of {} expected replies played ({:.0} %)",
            found.hits,
            found.expected,
            100.0 * rate
        );
        let (gain, what) = match timed {
            true => (found.time_gain(), "time"),
            false => (found.gain(), "nodes"),
        };
        // What a player that ponders gains, it has already.
        if let Some(gain) = gain.filter(|_| !player.spec.ponders()) {
            let _ = write!(said, ": pondering would add {:.1} % {what}", 100.0 * gain);
            if let Some(plies) = found.plies_a_move() {
                let _ = write!(said, ", about {plies:.2} plies a move");
            }
        }
        line(said);
    }
    let forfeits: Vec<_> = summary
        .rows
        .iter()
        .filter(|row| row.ended.is_forfeit())
        .collect();
    for row in forfeits.iter().take(5) {
        let [x, o] = &row.players;
        line(format!(
            "forfeit in {x} – {o}, {}: {}",
            row.moves, row.reason
        ));
    }
    if forfeits.len() > 5 {
        line(format!("and {} forfeits more", forfeits.len() - 5));
    }
    let adjudicated = |row: &&GameRow| row.ended == Ended::Adjudicated;
    match summary.rows.iter().filter(adjudicated).count() {
        0 => (),
        n => line(format!("{n} games were adjudicated")),
    }
    line(format!(
        "{} games ({} found) in {}: {}",
        summary.rows.len(),
        summary.found,
        show_time(took),
        summary.file.display()
    ));
    text
}
