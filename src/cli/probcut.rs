//! `plyometer probcut`: fit the regression that ProbCut needs.

use std::io;

use anyhow::anyhow;
use clap::Args;

use super::{EngineArg, Failure, PositionArgs};
use crate::game::Game;
use crate::games::Visit;
use crate::search::limits;
use crate::search::probcut::{fit, sample};
use crate::search::score::{is_decided, to_real};
use crate::search::{Limits, Searcher};

/// Fit ProbCut's a, b and σ on sampled positions.
///
/// Random positions are searched twice, to the shallow and to the full depth; the value of the
/// deep search is then fitted as a·v + b of the shallow one's v, with deviation σ. Positions where
/// either search finds a win or loss are left out. The column `forward` is what to give an engine.
#[derive(Args)]
#[command(after_help = "\
Example:
  plyometer probcut connect4 --engine '{ preset = \"alphabeta+tt\", evaluator = \"random\" }' \\
      --depth 4 --shallow 2 --count 500 --seed 1")]
pub struct ProbcutArgs {
    #[command(flatten)]
    at: PositionArgs,
    /// The engine that searches, with its evaluator
    #[arg(long, short, value_name = "SPEC")]
    engine: EngineArg,
    /// The depth to predict
    #[arg(long, short, default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=1000))]
    depth: u32,
    /// The depth to predict it from
    #[arg(long, short, default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=999))]
    shallow: u32,
    /// How many positions to sample
    #[arg(long, short, default_value_t = 500, value_parser = clap::value_parser!(u32).range(3..))]
    count: u32,
    /// The fewest random moves to play
    #[arg(long, default_value_t = 2)]
    least: u16,
    /// The most random moves to play
    #[arg(long, default_value_t = 20)]
    most: u16,
    /// What the random moves are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &ProbcutArgs) -> Result<(), Failure> {
    if args.shallow >= args.depth {
        return Err(Failure::Usage("--shallow must be below --depth".into()));
    }
    if args.least > args.most {
        return Err(Failure::Usage("--least must not be above --most".into()));
    }
    super::stop_on_ctrl_c();
    args.at.game.visit(Run(args))
}

struct Run<'a>(&'a ProbcutArgs);

impl Visit for Run<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game>(self, start: G) -> Self::Output {
        let args = self.0;
        let game = args.at.position(start)?;
        let EngineArg { text, engine } = &args.engine;
        let mut searcher = Searcher::new(engine, &game)
            .map_err(|error| Failure::Usage(format!("engine `{text}`: {error}")))?;
        let (least, most) = (args.least.into(), args.most.into());
        let mut pairs = Vec::new();
        for moves in sample(&game, args.count as usize, least, most, args.seed) {
            let mut position = game.clone();
            for mv in moves {
                position.play(mv);
            }
            let values = [args.shallow, args.depth].map(|depth| {
                let found = searcher.search(&position, &Limits::depth(depth));
                let value = found.value.filter(|&value| !is_decided(value))?;
                Some(if found.real {
                    to_real(value)
                } else {
                    value as f64
                })
            });
            if limits::is_interrupted() {
                return Err(Failure::Interrupted);
            }
            if let [Some(shallow), Some(deep)] = values {
                pairs.push((shallow, deep));
            }
        }
        let fit = fit(&pairs).ok_or_else(|| {
            let n = pairs.len();
            anyhow!("nothing to fit: {n} positions without a win or loss, or all of one value")
        })?;
        if fit.a <= 0.0 {
            return Err(anyhow!("a is {}: the shallow search predicts nothing", fit.a).into());
        }
        let (depth, shallow) = (args.depth, args.shallow);
        let mut out = csv::Writer::from_writer(io::stdout().lock());
        out.write_record([
            "game",
            "depth",
            "shallow",
            "a",
            "b",
            "sigma",
            "r_squared",
            "n",
            "forward",
        ])?;
        out.write_record([
            args.at.game.to_string(),
            depth.to_string(),
            shallow.to_string(),
            fit.a.to_string(),
            fit.b.to_string(),
            fit.sigma.to_string(),
            fit.r_squared.to_string(),
            fit.n.to_string(),
            format!(
                "probcut(depth={depth},shallow={shallow},p=0.95,a={},b={},sigma={})",
                fit.a, fit.b, fit.sigma
            ),
        ])?;
        out.flush()?;
        Ok(())
    }
}
