//! What an engine may not be, and how it is printed back: every toggle, in one form.

use std::fmt;

use crate::game::Game;
use crate::search::exact::{Exact, Proofs};
use crate::search::forward::Forward;
use crate::search::probcut::ProbCut;
use crate::search::score::Scores;
use crate::search::spec::EngineError;
use crate::search::toggles::{
    Algorithm, Anticipate, Engine, Fail, Guess, KeyKind, Parallel, RootWindow, StaticBounds,
};
use crate::search::tt::Size;
use crate::search::vocabulary::{
    ANTICIPATE, BOUNDS, CHILDREN, Choice, FAIL, GENERATE, KEY, REPLACE, ROOT, SCORES, SELECT,
    TT_BOUNDS,
};

impl Engine {
    /// Refuses toggles that contradict each other.
    pub fn consistent(self) -> Result<Self, EngineError> {
        let t = &self.toggles;
        let minimax = self.algorithm == Algorithm::Minimax;
        let mcts = matches!(self.algorithm, Algorithm::Mcts(_));
        let contradictions = [
            (
                mcts && (t.scores != Scores::Flat || !t.lines_end),
                "algorithm",
                "mcts plays games to their end, where a win is a win: scores = \"flat\", lines-end = true",
            ),
            (
                mcts && self.parallel != Parallel::Off,
                "parallel",
                "mcts runs on one thread",
            ),
            (
                minimax && self.window != RootWindow::Full,
                "window",
                "minimax searches every move with the full window",
            ),
            (
                minimax && t.bounds != StaticBounds::Off,
                "bounds",
                "minimax has no window to narrow; use alphabeta",
            ),
            (
                matches!(self.algorithm, Algorithm::Mtd(_)) && t.fail == Fail::Hard,
                "fail",
                "mtd with hard fails would take a pass for every possible score; use soft",
            ),
            (
                matches!(self.algorithm, Algorithm::Mtd(_)) && self.window != RootWindow::Full,
                "window",
                "mtd chooses its own windows",
            ),
            (
                matches!(self.parallel, Parallel::LazySmp(_)) && t.table.is_none(),
                "parallel",
                "lazy-smp works through the transposition table; set tt = true",
            ),
            (
                matches!(self.parallel, Parallel::Abdada(_)) && t.table.is_none(),
                "parallel",
                "abdada works through the transposition table; set tt = true",
            ),
            (
                matches!(self.parallel, Parallel::Root(_))
                    && (self.window != RootWindow::Full
                        || matches!(self.algorithm, Algorithm::Mtd(_))),
                "parallel",
                "root splitting searches the root once, with the full window",
            ),
            (
                self.exact.is_some()
                    && (minimax || mcts || t.forward != Forward::Off || !t.lines_end),
                "exact",
                "exact values are found by alpha-beta, without forward pruning, where lines end the game",
            ),
            (
                self.exact.is_some() && matches!(self.parallel, Parallel::Root(_)),
                "exact",
                "exact solving goes on several threads with abdada or lazy-smp",
            ),
            (
                !t.lines_end && t.anticipate != Anticipate::Off,
                "anticipate",
                "there is nothing to anticipate where a finished line does not end the game",
            ),
            (
                t.scores == Scores::Stones && self.evaluator.name() != "zero",
                "scores",
                "stones are for exact solving; use evaluator = \"zero\"",
            ),
            (
                t.scores == Scores::Stones && !t.lines_end,
                "scores",
                "stones count wins, which never come where lines do not end the game",
            ),
        ];
        match contradictions.iter().find(|(holds, ..)| *holds) {
            Some((_, key, message)) => Err(EngineError::new(*key, message)),
            None => Ok(self),
        }
    }

    /// Refuses a board that the engine's toggles make no sense on.
    pub fn suits<G: Game>(&self, game: &G) -> Result<(), EngineError> {
        if let Some(usage) = self.toggles.table
            && usage.key == KeyKind::Exact
            && game.packed().is_none()
        {
            return Err(EngineError::new(
                "tt",
                "key = \"exact\" needs a board whose positions fit one word; use \"zobrist\"",
            ));
        }
        if !self.toggles.lines_end && game.line_length().is_none() {
            return Err(EngineError::new(
                "lines-end",
                "false makes sense only in games of lines",
            ));
        }
        Ok(())
    }

    /// Refuses a board that the engine cannot be used on, its evaluator included.
    pub fn fits<G: Game>(&self, game: &G) -> Result<(), EngineError> {
        self.suits(game)?;
        let evaluator = self.evaluator.build(game);
        evaluator.map_err(|unfit| EngineError::new("evaluator", unfit))?;
        Ok(())
    }

    /// Every toggle of the transposition table with its value; none without a table.
    pub fn table_toggles(&self) -> Option<[(&'static str, String); 7]> {
        let usage = self.toggles.table?;
        let (size, number) = match self.table.size {
            Size::Mebibytes(number) => ("size", number),
            Size::Entries(number) => ("entries", number),
        };
        Some([
            (size, number.to_string()),
            ("replace", name(REPLACE, self.table.replace)),
            ("key", name(KEY, usage.key)),
            ("mirror", usage.mirror.to_string()),
            ("keep", self.table.keep.to_string()),
            ("bounds", name(TT_BOUNDS, usage.bounds)),
            ("depth", usage.depth.to_string()),
        ])
    }

    /// Every toggle of the solver for exact values; none without it.
    pub fn exact_toggles(&self) -> Option<[(&'static str, String); 10]> {
        let Exact {
            forced,
            etc,
            proofs:
                Proofs {
                    reach,
                    parity,
                    zugzwang,
                },
            outwards,
            leave,
            near,
            grow,
            split,
        } = self.exact?;
        Some([
            ("forced", forced.to_string()),
            ("etc", etc.to_string()),
            ("reach", reach.to_string()),
            ("parity", parity.to_string()),
            ("zugzwang", zugzwang.to_string()),
            ("outwards", outwards.to_string()),
            ("leave", leave.to_string()),
            ("near", near.to_string()),
            ("grow", grow.to_string()),
            ("split", split.to_string()),
        ])
    }

    /// Every toggle with its value, as TOML has them.
    pub fn toggles(&self) -> Vec<(&'static str, String)> {
        let t = &self.toggles;
        let (algorithm, mut own) = match self.algorithm {
            Algorithm::Minimax => ("minimax", vec![]),
            Algorithm::AlphaBeta => ("alphabeta", vec![]),
            Algorithm::Pvs => ("pvs", vec![]),
            Algorithm::Mtd(guess) => (
                "mtd",
                vec![(
                    "guess",
                    match guess {
                        Guess::Previous => "\"previous\"".into(),
                        Guess::Above => "\"+inf\"".into(),
                        Guess::Below => "\"-inf\"".into(),
                        Guess::Value(value) => format!("{value:?}"),
                    },
                )],
            ),
            Algorithm::Mcts(mcts) => (
                "mcts",
                vec![
                    ("iterations", mcts.iterations.to_string()),
                    ("exploration", format!("{:?}", mcts.exploration)),
                    ("seed", mcts.seed.to_string()),
                ],
            ),
        };
        let order: Vec<_> = self
            .order
            .iter()
            .map(|term| format!("\"{term}\""))
            .collect();
        let forward = match t.forward {
            Forward::Off => "off".into(),
            Forward::Best(k) => format!("best(k={k})"),
            Forward::Fraction(p) => format!("fraction(p={p})"),
            Forward::ProbCut(ProbCut {
                depth,
                shallow,
                p,
                a,
                b,
                sigma,
                ..
            }) => {
                format!("probcut(depth={depth},shallow={shallow},p={p},a={a},b={b},sigma={sigma})")
            }
        };
        let window = match self.window {
            RootWindow::Full => "full".into(),
            RootWindow::Aspiration(delta) => format!("aspiration(delta={delta})"),
            RootWindow::Bisect => "bisect".into(),
        };
        let parallel = match self.parallel {
            Parallel::Off => "off".into(),
            Parallel::Root(threads) => format!("root(threads={threads})"),
            Parallel::LazySmp(threads) => format!("lazy-smp(threads={threads})"),
            Parallel::Abdada(threads) => format!("abdada(threads={threads})"),
        };
        let tt = self.table_toggles();
        let tt = tt.map_or("false".into(), |toggles| in_braces(&toggles));
        let exact = self.exact_toggles();
        let exact = exact.map_or("false".into(), |toggles| in_braces(&toggles));
        let mut all = vec![("algorithm", format!("\"{algorithm}\""))];
        all.append(&mut own);
        all.extend([
            ("order", format!("[{}]", order.join(", "))),
            ("generate", name(GENERATE, t.generate_all)),
            ("select", name(SELECT, t.select)),
            ("children", name(CHILDREN, t.children)),
            ("keep-history", self.keep_history.to_string()),
            ("tt", tt),
            ("exact", exact),
            ("forward", format!("\"{forward}\"")),
            ("early-termination", t.early_termination.to_string()),
            ("anticipate", name(ANTICIPATE, t.anticipate)),
            ("bounds", name(BOUNDS, t.bounds)),
            ("scores", name(SCORES, t.scores)),
            ("lines-end", t.lines_end.to_string()),
            ("fail", name(FAIL, t.fail)),
            ("root", name(ROOT, t.full_window_at_root)),
            ("deepening", self.deepening.to_string()),
            ("reorder", self.reorder_root.to_string()),
            ("window", format!("\"{window}\"")),
            ("parallel", format!("\"{parallel}\"")),
            ("evaluator", format!("\"{}\"", self.evaluator)),
        ]);
        all
    }
}

/// The canonical form: every toggle, as one TOML table.
impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&in_braces(&self.toggles()))
    }
}

/// The name that a choice has for a value, in quotes.
fn name<T: PartialEq>(choice: Choice<T>, value: T) -> String {
    let found = choice.iter().find(|(_, known)| *known == value);
    format!("\"{}\"", found.map_or("", |(name, _)| name))
}

/// Toggles as one TOML table.
pub(super) fn in_braces(toggles: &[(&str, String)]) -> String {
    let shown = toggles
        .iter()
        .map(|(key, value)| format!("{key} = {value}"));
    match toggles {
        [] => "{}".into(),
        _ => format!("{{ {} }}", shown.collect::<Vec<_>>().join(", ")),
    }
}
