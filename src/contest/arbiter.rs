//! Plays a game: whose turn it is, what each move took, and how it ended.
//!
//! A player who makes an illegal move, takes too long or breaks down has lost, and that is a
//! result like any other.

use std::panic::{self, AssertUnwindSafe};
use std::time::{Duration, Instant};

use super::{Fixture, Rules};
use crate::experiment::measure::said;
use crate::game::{Game, Move, Outcome, Side};
use crate::games::Visit;
use crate::notation::{self, format_move, format_moves};
use crate::players::{Chosen, Player};
use crate::search::spec::EngineError;
use crate::search::{Engine, Limits, Searcher};
use crate::units::show_time;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ended {
    /// As the rules of the game say.
    Rules,
    Illegal,
    Time,
    Panic,
    Adjudicated,
}

impl Ended {
    const NAMES: [(Ended, &'static str); 5] = [
        (Ended::Rules, "rules"),
        (Ended::Illegal, "illegal"),
        (Ended::Time, "time"),
        (Ended::Panic, "panic"),
        (Ended::Adjudicated, "adjudicated"),
    ];

    pub fn name(self) -> &'static str {
        let found = Ended::NAMES.iter().find(|(ended, _)| *ended == self);
        found.map_or("", |(_, name)| name)
    }

    pub fn named(name: &str) -> Option<Ended> {
        let found = Ended::NAMES.iter().find(|(_, known)| *known == name);
        found.map(|(ended, _)| *ended)
    }

    /// Whether a player lost by its own fault.
    pub fn is_forfeit(self) -> bool {
        matches!(self, Ended::Illegal | Ended::Time | Ended::Panic)
    }
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    pub result: Outcome,
    pub ended: Ended,
    /// What happened, where the rules of the game do not say it.
    pub detail: String,
    /// From the empty board.
    pub moves: String,
    /// What the players' moves took, in their order.
    pub made: Vec<Made>,
}

/// A move, and what it took.
#[derive(Clone, PartialEq, Debug)]
pub struct Made {
    /// As it is written.
    pub mv: String,
    pub depth: u32,
    pub nodes: u64,
    pub heuristic_calls: u64,
    pub time: Duration,
    /// The reply the player expected.
    pub expected: Option<String>,
}

impl Played {
    /// How many replies the side whose moves begin at `first` expected and saw, and how many
    /// of those were as expected.
    pub fn predictions(&self, first: usize) -> (usize, usize) {
        let pairs = self.made.windows(2).skip(first).step_by(2);
        let replies: Vec<_> = pairs
            .filter_map(|pair| Some((pair[0].expected.as_ref()?, &pair[1].mv)))
            .collect();
        let hits = replies
            .iter()
            .filter(|(expected, played)| expected == played);
        (replies.len(), hits.count())
    }
}

/// Plays a fixture; none if `stop` said so on the way. Fails if a player
/// cannot be had.
pub fn play(
    fixture: &Fixture,
    rules: &Rules,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Played>, String> {
    struct Play<'a>(&'a Fixture, &'a Rules, &'a dyn Fn() -> bool);
    impl Visit for Play<'_> {
        type Output = Result<Option<Played>, String>;
        fn visit<G: Game>(self, start: G) -> Self::Output {
            let Play(fixture, rules, stop) = self;
            let opening = notation::moves(&start, &fixture.opening);
            let opening = opening.map_err(|error| error.to_string())?;
            let [x, o] = &fixture.players;
            // A random number of its own for each game and side, the same on every run.
            let seats = [(x, 0), (o, 1)].map(|(player, side)| {
                let spec = player.spec.seeded(fixture.id.0.wrapping_add(side));
                let built = spec.build(&start, &fixture.limits);
                built.map_err(|error| format!("{}: {error}", player.name))
            });
            let [x, o] = seats;
            let judge = match rules.adjudication.nodes {
                Some(nodes) => Some(Judge::new(&start, nodes).map_err(|e| e.to_string())?),
                None => None,
            };
            let table = Table {
                start,
                opening,
                judge,
                seats: [x?, o?],
                limits: fixture.limits(),
                ponders: [0, 1].map(|side| fixture.players[side].spec.ponders()),
                rules,
                stop,
            };
            Ok(table.play())
        }
    }
    fixture.game.visit(Play(fixture, rules, stop))
}

/// A board and who sits at it.
pub struct Table<'a, G: Game> {
    pub start: G,
    pub opening: Vec<Move>,
    pub seats: [Box<dyn Player<G>>; 2],
    /// A move's limits: only time is looked at, the rest is the players' own business.
    pub limits: [Limits; 2],
    /// Who may use what the opponent took for a move that it expected.
    pub ponders: [bool; 2],
    pub rules: &'a Rules,
    /// Knows some ends before they come, where games are adjudicated.
    pub judge: Option<Judge<G>>,
    /// Asked before and after every move.
    pub stop: &'a dyn Fn() -> bool,
}

impl<G: Game> Table<'_, G> {
    /// Plays the game to its end; none if it was stopped.
    pub fn play(mut self) -> Option<Played> {
        let mut game = self.start.clone();
        let mut moves = self.opening.clone();
        for &mv in &self.opening {
            game.play(mv);
        }
        let mut made: Vec<Made> = Vec::new();
        let (result, ended, detail) = loop {
            if let Some(outcome) = game.outcome() {
                break (outcome, Ended::Rules, String::new());
            }
            // Not before somebody has moved: that would say nothing about the players.
            if !made.is_empty()
                && let Some((outcome, why)) = self.adjudicate(&game)
            {
                break (outcome, Ended::Adjudicated, why);
            }
            if (self.stop)() {
                return None;
            }
            let side = game.to_move();
            let lost = Outcome::Win(side.other());
            let extra = self.pondered(side, &made);
            let begun = Instant::now();
            let player = &mut self.seats[side.index()];
            let chosen = panic::catch_unwind(AssertUnwindSafe(|| {
                if let Some(extra) = &extra {
                    player.grant(extra);
                }
                player.choose(&game)
            }));
            let time = begun.elapsed();
            if (self.stop)() {
                // What it chose may be what it had when it was told to stop.
                return None;
            }
            let chosen = match chosen {
                Ok(chosen) => chosen,
                Err(payload) => break (lost, Ended::Panic, said(&*payload)),
            };
            if let Err(detail) = check(&game, chosen.mv) {
                break (lost, Ended::Illegal, format!("{side} played {detail}"));
            }
            let own = self.limits[side.index()].time;
            let allowed =
                own.map(|own| own + extra.as_ref().and_then(|e| e.time).unwrap_or_default());
            made.push(describe(&game, &chosen, time));
            game.play(chosen.mv);
            moves.push(chosen.mv);
            if let Some(allowed) = allowed
                && time > allowed + self.rules.margin
            {
                let (took, allowed) = (show_time(time), show_time(allowed));
                let detail = format!("{side} took {took} for a move, {allowed} allowed");
                break (lost, Ended::Time, detail);
            }
        };
        Some(Played {
            result,
            ended,
            detail,
            moves: format_moves(&self.start, &moves),
            made,
        })
    }

    fn adjudicate(&mut self, game: &G) -> Option<(Outcome, String)> {
        let plies = self.rules.adjudication.plies;
        if let Some(plies) = plies.filter(|&plies| game.ply() >= plies) {
            return Some((Outcome::Draw, format!("a draw after {plies} plies")));
        }
        let outcome = self.judge.as_mut()?.outcome(game)?;
        Some((outcome, "the solver knows how it ends".into()))
    }

    /// What a player who ponders gains: what its opponent took for a reply that it expected.
    fn pondered(&self, side: Side, made: &[Made]) -> Option<Limits> {
        let [.., own, reply] = made else { return None };
        let expected = self.ponders[side.index()] && own.expected.as_ref() == Some(&reply.mv);
        expected.then_some(Limits {
            nodes: Some(reply.nodes),
            time: Some(reply.time),
            ..Limits::default()
        })
    }
}

fn describe<G: Game>(game: &G, chosen: &Chosen, time: Duration) -> Made {
    let reply = match chosen.line[..] {
        [first, reply, ..] if first == chosen.mv => {
            let mut after = game.clone();
            after.play(first);
            (after.outcome().is_none() && after.check(reply).is_ok())
                .then(|| format_move(&after, reply))
        }
        _ => None,
    };
    Made {
        mv: format_move(game, chosen.mv),
        depth: chosen.depth,
        nodes: chosen.counts.nodes,
        heuristic_calls: chosen.counts.heuristic_calls,
        time,
        expected: reply,
    }
}

/// What a move is and what is wrong with it, if it cannot be played.
fn check<G: Game>(game: &G, mv: Move) -> Result<(), String> {
    if mv.index() >= game.move_index_limit() {
        return Err(format!("move {}: there is no such move", mv.index()));
    }
    let checked = game.check(mv);
    checked.map_err(|error| format!("{}: {error}", format_move(game, mv)))
}

/// Knows how some games end before they do.
pub struct Judge<G: Game> {
    searcher: Searcher<G>,
    limits: Limits,
}

impl<G: Game> Judge<G> {
    fn new(game: &G, nodes: u64) -> Result<Self, EngineError> {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        // A table larger than what so many nodes can fill takes longer to make than they do.
        let mebibytes = (nodes / (1 << 14)).clamp(1, 64);
        let solver = format!("{{ preset = \"solver\", tt = {{ size = {mebibytes} }} }}");
        let solver: Engine = solver.parse()?;
        let searcher = Searcher::new(&solver, game)?;
        Ok(Judge { searcher, limits })
    }

    fn outcome(&mut self, game: &G) -> Option<Outcome> {
        self.searcher.forget();
        let found = self.searcher.search(game, &self.limits);
        if found.status != crate::search::Status::Complete {
            return None;
        }
        let value = found.value?;
        Some(match value {
            0 => Outcome::Draw,
            1.. => Outcome::Win(game.to_move()),
            _ => Outcome::Win(game.to_move().other()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Adjudication;
    use super::*;
    use crate::games::connect::Connect;
    use crate::players::PlayerSpec;
    use std::thread;

    type Board = Connect<u64>;

    /// Plays columns from the left, and does something foolish at its third move.
    struct Foolish(fn() -> Move, usize);

    impl Player<Board> for Foolish {
        fn choose(&mut self, game: &Board) -> Chosen {
            self.1 += 1;
            let mut moves = Vec::new();
            game.moves(&mut moves);
            Chosen {
                mv: if self.1 == 3 { (self.0)() } else { moves[0] },
                rule: "foolish",
                depth: 0,
                line: Vec::new(),
                counts: Default::default(),
                time: Duration::ZERO,
                table: None,
            }
        }
    }

    fn against_random(foolish: fn() -> Move, rules: &Rules) -> Played {
        let start = Board::new(6, 7, 4);
        let random = PlayerSpec::Random { seed: 4 };
        let limits = Limits {
            time: Some(Duration::from_millis(20)),
            ..Limits::default()
        };
        let table = Table {
            seats: [
                Box::new(Foolish(foolish, 0)),
                random.build(&start, &limits).unwrap(),
            ],
            start,
            opening: Vec::new(),
            limits: [limits; 2],
            ponders: [false; 2],
            rules,
            judge: None,
            stop: &|| false,
        };
        table.play().unwrap()
    }

    #[test]
    fn whoever_breaks_the_rules_has_lost() {
        let rules = Rules::default();
        for (move_, detail) in [
            ((|| Move(7)) as fn() -> Move, "X played move 7"),
            (|| Move(u16::MAX), "X played move 65535"),
        ] {
            let played = against_random(move_, &rules);
            assert_eq!(played.result, Outcome::Win(Side::Second));
            assert_eq!(played.ended, Ended::Illegal);
            assert!(played.detail.starts_with(detail), "{}", played.detail);
            // The moves before it stand, the illegal one does not.
            assert_eq!(played.made.len(), 4);
        }
    }

    #[test]
    fn whoever_breaks_down_has_lost() {
        let hook = panic::take_hook();
        panic::set_hook(Box::new(|_| ()));
        let played = against_random(|| panic!("out of ideas"), &Rules::default());
        panic::set_hook(hook);
        assert_eq!(played.result, Outcome::Win(Side::Second));
        assert_eq!(
            (played.ended, &*played.detail),
            (Ended::Panic, "out of ideas")
        );
    }

    #[test]
    fn whoever_takes_too_long_has_lost_unless_within_the_margin() {
        let slow = || {
            thread::sleep(Duration::from_millis(60));
            Move(3)
        };
        let strict = Rules {
            margin: Duration::ZERO,
            ..Rules::default()
        };
        let played = against_random(slow, &strict);
        assert_eq!(played.ended, Ended::Time);
        assert_eq!(played.result, Outcome::Win(Side::Second));
        assert!(
            played.detail.ends_with("20.0 ms allowed"),
            "{}",
            played.detail
        );
        let patient = Rules {
            margin: Duration::from_secs(60),
            ..Rules::default()
        };
        assert_eq!(against_random(slow, &patient).ended, Ended::Rules);
    }

    #[test]
    fn a_game_that_is_stopped_is_no_game() {
        let start = Board::new(6, 7, 4);
        let greedy = || PlayerSpec::Greedy { seed: 1 }.build(&start, &Limits::default());
        let table = Table {
            seats: [greedy().unwrap(), greedy().unwrap()],
            start: start.clone(),
            opening: vec![Move(3)],
            limits: [Limits::default(); 2],
            ponders: [false; 2],
            rules: &Rules::default(),
            judge: None,
            stop: &|| true,
        };
        assert_eq!(table.play(), None);
    }

    #[test]
    fn a_player_that_ponders_has_what_its_opponent_took() {
        let start = Board::new(6, 7, 4);
        let engine: PlayerSpec = "{ preset = \"pvs\", nodes = 300, ponder = true }"
            .parse()
            .unwrap();
        assert!(engine.ponders());
        let limits = engine.limits(&Limits::default());
        let play = |ponders| {
            let seat = || engine.build(&start, &Limits::default()).unwrap();
            let table = Table {
                seats: [seat(), seat()],
                start: start.clone(),
                opening: Vec::new(),
                limits: [limits; 2],
                ponders: [ponders, false],
                rules: &Rules::default(),
                judge: None,
                stop: &|| false,
            };
            table.play().unwrap()
        };
        let plain = play(false);
        assert!(plain.made.iter().all(|made| made.nodes <= 300));
        let played = play(true);
        for (i, window) in played.made.windows(3).enumerate() {
            let [own, reply, next] = window else { continue };
            let hit = i % 2 == 0 && own.expected.as_ref() == Some(&reply.mv);
            let most = if hit { 300 + reply.nodes } else { 300 };
            assert!(next.nodes <= most, "{i}: {} of {most}", next.nodes);
        }
        assert!(played.made.iter().any(|made| made.nodes > 300));
    }

    #[test]
    fn who_adjudicates_knows_the_end() {
        let start = Board::new(4, 4, 4);
        let adjudicate = |plies, nodes| {
            let greedy = PlayerSpec::Greedy { seed: 1 };
            let seat = || greedy.build(&start, &Limits::default()).unwrap();
            let rules = Rules {
                adjudication: Adjudication { plies, nodes },
                ..Rules::default()
            };
            let table = Table {
                seats: [seat(), seat()],
                start: start.clone(),
                opening: Vec::new(),
                limits: [Limits::default(); 2],
                ponders: [false; 2],
                judge: nodes.map(|nodes| Judge::new(&start, nodes).unwrap()),
                rules: &rules,
                stop: &|| false,
            };
            table.play().unwrap()
        };
        // A draw, as the solver knows as soon as somebody has moved.
        let known = adjudicate(None, Some(1_000_000));
        assert_eq!((known.result, known.made.len()), (Outcome::Draw, 1));
        let cut = adjudicate(Some(3), None);
        assert_eq!((cut.ended, cut.made.len()), (Ended::Adjudicated, 3));
        // With one node a move it knows nothing until the end is near.
        assert!(adjudicate(None, Some(1)).made.len() > 10);
        assert_eq!(adjudicate(None, None).ended, Ended::Rules);
    }
}
