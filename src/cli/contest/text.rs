//! The experiment that the arguments of `plyometer match` mean.

use std::fmt::Write as _;

use super::super::Failure;
use super::{MatchArgs, SprtArg};
use crate::contest::Scoring;
use crate::experiment::generate::at_most;
use crate::experiment::ranges::WholeRange;
use crate::experiment::spec::RandomPlay;
use crate::game::Game;
use crate::games::{GameSpec, Visit};
use crate::players::PlayerSpec;
use crate::units::exact_time;

/// The match as the text of an experiment.
pub fn experiment(args: &MatchArgs) -> Result<String, Failure> {
    let string = |text: &str| toml::Value::from(text).to_string();
    for (index, player) in args.players.iter().enumerate() {
        if args.players[..index]
            .iter()
            .any(|other| other.name == player.name)
        {
            return Err(Failure::Usage(format!(
                "two players are called {}: write NAME:PLAYER",
                player.name
            )));
        }
        let own = player.spec.limits(&args.limits.given().unwrap_or_default());
        let endless = own.depth.is_none() && own.nodes.is_none() && own.time.is_none();
        if endless && matches!(player.spec, PlayerSpec::Engine { .. }) && !player.spec.is_mcts() {
            return Err(Failure::Usage(format!(
                "{}: nothing limits its moves; give --depth, --nodes or --time",
                player.name
            )));
        }
    }
    let names: Vec<_> = args.players.iter().map(|p| p.name.as_str()).collect();
    let games: Vec<_> = args
        .game
        .iter()
        .map(|game| string(&game.to_string()))
        .collect();
    let mut text = format!(
        "title = {}\nquestion = \"Who is stronger?\"\n\n[match]\ngame = [{}]\n",
        string(&names.join(" against ")),
        games.join(", ")
    );
    let given = args.limits.given().unwrap_or_default();
    // Writing to a string cannot fail.
    if let Some(depth) = given.depth {
        let _ = writeln!(text, "depth = {depth}");
    }
    if let Some(nodes) = given.nodes {
        let _ = writeln!(text, "nodes = {nodes}");
    }
    if let Some(time) = given.time {
        let _ = writeln!(text, "time = \"{}\"", exact_time(time));
    }
    if args.gauntlet {
        let _ = writeln!(
            text,
            "schedule = \"gauntlet\"\nchallenger = {}",
            string(names[0])
        );
    }
    if args.scoring != Scoring::default() {
        let _ = writeln!(text, "scoring = \"{}\"", args.scoring.name());
    }
    if args.margin != crate::contest::MARGIN {
        let margin = match args.margin.is_zero() {
            true => "0ms".into(),
            false => exact_time(args.margin),
        };
        let _ = writeln!(text, "margin = \"{margin}\"");
    }
    let adjudicate = [
        args.adjudicate_plies
            .map(|plies| format!("plies = {plies}")),
        args.adjudicate_nodes
            .map(|nodes| format!("nodes = {nodes}")),
    ];
    let adjudicate: Vec<_> = adjudicate.into_iter().flatten().collect();
    if !adjudicate.is_empty() {
        let _ = writeln!(text, "adjudicate = {{ {} }}", adjudicate.join(", "));
    }
    if let Some(SprtArg(sprt)) = &args.sprt {
        let _ = writeln!(
            text,
            "sprt = {{ elo0 = {:?}, elo1 = {:?}, alpha = {:?}, beta = {:?} }}",
            sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta
        );
    }
    let pairs = args.games.div_ceil(2) as usize;
    let (openings, available) = openings(args, pairs)?;
    let rounds = pairs.div_ceil(available.max(1));
    if rounds > 1 {
        let _ = writeln!(text, "rounds = {rounds}");
    }
    let _ = write!(text, "\n[openings]\n{openings}\n\n[players]\n");
    for player in &args.players {
        let value = match player.text.starts_with('{') {
            true => player.text.clone(),
            false => string(&player.text),
        };
        let _ = writeln!(text, "{} = {value}", key(&player.name));
    }
    Ok(text)
}

/// A name as a key, which unlike a text must stand on one line.
fn key(name: &str) -> String {
    let escaped = name.chars().map(|c| match c {
        '"' | '\\' => format!("\\{c}"),
        c => c.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// The openings as a line of the experiment, and how many there are.
fn openings(args: &MatchArgs, pairs: usize) -> Result<(String, usize), Failure> {
    let list = |moves: &[String]| {
        let moves = &moves[..moves.len().min(pairs)];
        let texts = moves
            .iter()
            .map(|moves| toml::Value::from(moves.trim()).to_string());
        let texts: Vec<_> = texts.collect();
        (format!("list = [{}]", texts.join(", ")), moves.len())
    };
    if !args.opening.is_empty() {
        return Ok(list(&args.opening));
    }
    if let Some(file) = &args.openings {
        let text = std::fs::read_to_string(file);
        let text = text.map_err(|e| Failure::Usage(format!("{}: {e}", file.display())))?;
        let lines = text.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        let lines: Vec<_> = lines.map(String::from).collect();
        if lines.is_empty() {
            let file = file.display();
            return Err(Failure::Usage(format!("{file}: there is no opening in it")));
        }
        return Ok(list(&lines));
    }
    let cells = |game: &GameSpec| game.sides().0 * game.sides().1;
    let smallest = args.game.iter().map(cells).min().unwrap_or(0);
    let plies = args.plies.unwrap_or((smallest / 8).clamp(1, 4) as u32);
    let mut available = pairs;
    for game in &args.game {
        let play = RandomPlay {
            plies: WholeRange::one(u64::from(plies)),
            count: pairs,
            seed: u64::from(args.seed),
            distance: None,
        };
        let found = game.visit(Openings(play));
        let found =
            found.map_err(|error| Failure::Usage(format!("--plies: on {game}: {error}")))?;
        available = available.min(found);
    }
    if available == 0 {
        let message = format!("--plies {plies}: no game goes on after so many moves");
        return Err(Failure::Usage(message));
    }
    let random = format!(
        "random = {{ plies = {plies}, count = {available}, seed = {} }}",
        args.seed
    );
    Ok((random, available))
}

/// How many openings there are, at most as many as are asked for.
struct Openings(RandomPlay);

impl Visit for Openings {
    type Output = Result<usize, String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        at_most(&start, &self.0).map(|found| found.len())
    }
}
