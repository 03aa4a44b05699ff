//! `plyometer play`: a game on the terminal, between people and players of any kind.

use std::io::{self, BufRead, Write};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::Args;

use super::replay::ReplayArgs;
use super::search::LimitArgs;
use super::show::board;
use super::{Failure, PositionArgs};
use crate::game::{Game, Move, Notation, Side};
use crate::games::{GameSpec, Visit};
use crate::notation::{format_move, format_moves, parse_move};
use crate::players::{Chosen, Player, PlayerError, PlayerSpec};
use crate::search::{Limits, limits};
use crate::units::{show_time, thousands};

/// Play a game: people, engines and the reports' players against each other.
///
/// A player is `human`, a report's player such as `player(tris)` (`plyometer list players`), a
/// preset's name or a TOML table of toggles, which may have limits of its own, `greedy` or
/// `random(seed=1)`. Engines think for a second a move unless told otherwise, the reports'
/// players as long as in their reports.
///
/// When it is your turn, type a move (a column in connect, a cell such as c3 elsewhere, or
/// its row and column as two numbers), or undo, hint, moves, help or quit. After each move of a
/// program stand its time, depth, nodes, heuristic calls, the fill of its table and the
/// memory of the whole process.
#[derive(Args)]
#[command(after_help = "\
Examples:
  plyometer play 'tris(5,4)' --x human --o 'player(tris)'
  plyometer play connect4 --x 'player(connectx,time=1)' --o 'player(conecta4,depth=6)'
  plyometer play unstable --x 'player(unstable,time=0.5)' --o 'random(seed=7)'
  plyometer play --from games.txt --nr 3 --ply 12 --x human
  plyometer play 'mnk(5,5,4)' --x pvs --o '{ preset = \"mcts\", nodes = 20000 }' --depth 4")]
pub struct PlayArgs {
    #[command(flatten)]
    what: ReplayArgs,
    /// Who plays X, who moves first
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    x: Seat,
    /// Who plays O
    #[arg(long, value_name = "PLAYER", default_value = "alphabeta+all")]
    o: Seat,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Who sits on one side of the board.
#[derive(Clone)]
enum Seat {
    Human,
    Player(PlayerSpec),
}

impl FromStr for Seat {
    type Err = PlayerError;
    fn from_str(text: &str) -> Result<Self, PlayerError> {
        match text.trim() {
            "human" => Ok(Seat::Human),
            text => text.parse().map(Seat::Player),
        }
    }
}

/// Whether the program waits for a person, whom Ctrl-C then sends home at once.
static ASKING: AtomicBool = AtomicBool::new(false);

pub fn run(args: &PlayArgs) -> Result<(), Failure> {
    // A handler that cannot be set leaves things as they were.
    let _ = ctrlc::set_handler(|| {
        if ASKING.load(Relaxed) || limits::is_interrupted() {
            println!();
            std::process::exit(130);
        }
        limits::interrupt();
    });
    let replay = args.what.replay()?;
    if let Some(record) = &replay.record {
        println!("{}", record.title());
    }
    replay.at.game.visit(Run(args, &replay.at))
}

struct Run<'a>(&'a PlayArgs, &'a PositionArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let Run(args, at) = self;
        let seat = |side: &str, seat: &Seat| match seat {
            Seat::Human => Ok(None),
            Seat::Player(spec) => {
                let player = spec.build(&start, &usual_limits(args, spec));
                let player =
                    player.map_err(|e| Failure::Usage(format!("--{side} `{spec}`: {e}")))?;
                Ok::<_, Failure>(Some(player))
            }
        };
        let mut table = Table {
            spec: at.game,
            seats: [seat("x", &args.x)?, seat("o", &args.o)?],
            game: at.position(start.clone())?,
            moves: at.moves(&start)?,
            begun_at: 0,
            start,
            limits: hint_limits(&args.limits),
        };
        table.begun_at = table.moves.len();
        table.play(&mut io::stdin().lock(), &mut io::stdout().lock())
    }
}

/// The limits of whoever has none: those given, else a second for an engine; the reports'
/// players know theirs.
fn usual_limits(args: &PlayArgs, spec: &PlayerSpec) -> Limits {
    match (args.limits.given(), spec) {
        (Some(limits), _) => limits,
        (None, PlayerSpec::Report(_)) => Limits::default(),
        (None, _) => hint_limits(&args.limits),
    }
}

fn hint_limits(args: &LimitArgs) -> Limits {
    args.given().unwrap_or(Limits {
        time: Some(Duration::from_secs(1)),
        ..Limits::default()
    })
}

/// What a person may do instead of a move.
enum Said {
    Move(Move),
    Undo,
    Hint,
    Moves,
    Help,
    Quit,
}

const COMMANDS: &str = "undo, hint, moves, help, quit";

/// A game and who plays it.
struct Table<G: Game> {
    spec: GameSpec,
    /// Nobody is a person.
    seats: [Option<Box<dyn Player<G>>>; 2],
    start: G,
    game: G,
    moves: Vec<Move>,
    /// How many of the moves were played before the game began here.
    begun_at: usize,
    limits: Limits,
}

impl<G: Game> Table<G> {
    fn play(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
        writeln!(out, "{}\n\n{}", self.spec, board(&self.game))?;
        while self.game.outcome().is_none() {
            let side = self.game.to_move();
            match &mut self.seats[side.index()] {
                Some(player) => {
                    out.flush()?;
                    let chosen = player.choose(&self.game);
                    if limits::is_interrupted() {
                        self.farewell(out)?;
                        return Err(Failure::Interrupted);
                    }
                    self.announce(out, side, &chosen)?;
                    self.play_move(chosen.mv);
                    writeln!(out, "\n{}", board(&self.game))?;
                }
                None => match self.ask(input, out)? {
                    None | Some(Said::Quit) => return self.farewell(out),
                    Some(Said::Move(mv)) => {
                        self.play_move(mv);
                        writeln!(out, "\n{}", board(&self.game))?;
                    }
                    Some(Said::Undo) => self.undo(out)?,
                    Some(Said::Hint) => {
                        self.hint(out)?;
                        if limits::is_interrupted() {
                            self.farewell(out)?;
                            return Err(Failure::Interrupted);
                        }
                    }
                    Some(Said::Moves) => {
                        let mut moves = Vec::new();
                        self.game.moves(&mut moves);
                        let names = moves.iter().map(|&mv| format_move(&self.game, mv));
                        writeln!(out, "{}", names.collect::<Vec<_>>().join(" "))?;
                    }
                    Some(Said::Help) => {
                        writeln!(out, "type {}, or {COMMANDS}", self.form())?;
                    }
                },
            }
        }
        self.farewell(out)
    }

    fn play_move(&mut self, mv: Move) {
        self.game.play(mv);
        self.moves.push(mv);
    }

    /// How a move is typed.
    fn form(&self) -> String {
        match self.game.notation() {
            Notation::Columns => format!("a column from 1 to {}", self.game.cols()),
            Notation::Cells => {
                let last = self
                    .game
                    .move_at(self.game.rows() - 1, self.game.cols() - 1);
                let last = format_move(&self.game, last);
                format!("a cell from a1 to {last}, or its row and column (3 1 is a3)")
            }
        }
    }

    /// What a person says, asked again until it makes sense; none at the end of the input.
    fn ask(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Said>, Failure> {
        loop {
            write!(out, "{} to move: ", self.game.to_move())?;
            out.flush()?;
            let mut line = Vec::new();
            ASKING.store(true, Relaxed);
            let read = input.read_until(b'\n', &mut line);
            ASKING.store(false, Relaxed);
            if read? == 0 {
                writeln!(out)?;
                return Ok(None);
            }
            match self.understand(&String::from_utf8_lossy(&line)) {
                Ok(said) => return Ok(Some(said)),
                Err(reason) => writeln!(out, "{reason}")?,
            }
        }
    }

    fn understand(&self, line: &str) -> Result<Said, String> {
        let text = line.trim().to_lowercase();
        Ok(match text.as_str() {
            "undo" | "u" => Said::Undo,
            "hint" => Said::Hint,
            "moves" => Said::Moves,
            "help" | "?" => Said::Help,
            "quit" | "exit" | "q" => Said::Quit,
            "" => return Err(format!("type {}, or {COMMANDS}", self.form())),
            _ => {
                let mv = parse_move(&self.game, &self.as_cell(&text));
                let mv = mv.map_err(|error| format!("`{text}`: {error} (or {COMMANDS})"))?;
                self.game
                    .check(mv)
                    .map_err(|error| format!("`{text}`: {error}"))?;
                Said::Move(mv)
            }
        })
    }

    /// Two numbers as the cell in that row and column, anything else as it is.
    fn as_cell(&self, text: &str) -> String {
        let words: Vec<_> = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .collect();
        let numbers: Option<Vec<usize>> = words.iter().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[row, col])
                if self.game.notation() == Notation::Cells
                    && (1..=self.game.rows()).contains(&row)
                    && (1..=self.game.cols()).contains(&col) =>
            {
                format_move(&self.game, self.game.move_at(row - 1, col - 1))
            }
            _ => text.into(),
        }
    }

    /// Back to the last time a person was to move.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        let mine = |ply: usize| self.seats[Side::to_move_at(ply).index()].is_none();
        let last = (self.begun_at..self.moves.len()).rev().find(|&p| mine(p));
        match last {
            None => writeln!(out, "there is no move of yours to take back"),
            Some(ply) => {
                self.moves.truncate(ply);
                self.game = self.start.clone();
                for &mv in &self.moves {
                    self.game.play(mv);
                }
                writeln!(out, "\n{}", board(&self.game))
            }
        }
    }

    /// What the report's player for this game would do.
    fn hint(&mut self, out: &mut impl Write) -> Result<(), Failure> {
        let player = match (self.game.line_length(), self.game.notation()) {
            (None, _) => "player(unstable)",
            (_, Notation::Columns) => "player(conecta4)",
            (_, Notation::Cells) => "player(tris)",
        };
        let spec: PlayerSpec = player.parse()?;
        let chosen = spec.build(&self.game, &self.limits)?.choose(&self.game);
        let mv = format_move(&self.game, chosen.mv);
        writeln!(out, "{player} would play {mv}: {}", cost(&chosen))?;
        Ok(())
    }

    fn announce(&self, out: &mut impl Write, side: Side, chosen: &Chosen) -> io::Result<()> {
        let mv = format_move(&self.game, chosen.mv);
        writeln!(out, "{side} plays {mv} ({}): {}", chosen.rule, cost(chosen))
    }

    /// How it ended, or that it did not, and the moves, from which it can be gone on with.
    fn farewell(&self, out: &mut impl Write) -> Result<(), Failure> {
        let moves = format_moves(&self.start, &self.moves);
        let plies = self.moves.len();
        match self.game.outcome() {
            Some(outcome) => writeln!(out, "{outcome} after {plies} plies")?,
            None => writeln!(
                out,
                "not finished: {} to move at ply {plies}",
                self.game.to_move()
            )?,
        }
        writeln!(out, "moves: {}", if plies == 0 { "-" } else { &moves })?;
        Ok(())
    }
}

/// What a move took.
fn cost(chosen: &Chosen) -> String {
    let mut parts = vec![
        show_time(chosen.time),
        format!("depth {}", chosen.depth),
        format!("{} nodes", thousands(chosen.counts.nodes)),
        format!(
            "{} heuristic calls",
            thousands(chosen.counts.heuristic_calls)
        ),
    ];
    if let Some(table) = chosen.table {
        let mebibytes = table.bytes as f64 / f64::from(1 << 20);
        parts.push(format!(
            "table {:.1} % of {mebibytes:.0} MiB",
            100.0 * table.fill
        ));
    }
    if let Some(bytes) = resident_memory() {
        parts.push(format!("memory {} MiB", bytes >> 20));
    }
    parts.join(", ")
}

/// Bytes of memory that the process has, where the system tells.
fn resident_memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes << 10)
}
