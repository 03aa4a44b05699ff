//! The runner of matches: as many games at once as there are cores, a row when a game ends.
//!
//! A game depends on nothing but its fixture, so the same games are played whatever runs
//! beside them. Games against the clock are played after the others, and never more at once
//! than the cores can carry.
//!
//! A sequential test looks at the pairs in the order of the fixtures, not in the order in
//! which they happen to end; games beyond the pair that decided are forgotten. So it decides
//! the same whatever the number of games at once, and however often the match was killed.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::bail;

use super::standings::Meeting;
use super::{Contest, Fixture, GameRow, SprtSpec, arbiter, row, told};
use crate::experiment::provenance::{Part, Provenance, now};
use crate::experiment::results::Results;
use crate::experiment::run::{Options, results_file};
use crate::experiment::schema::GAMES;
use crate::experiment::{CellId, Experiment, Selection};
use crate::search::limits;
use crate::stats::Decision;

/// What a run did.
#[derive(Debug, Default)]
pub struct Summary {
    pub file: PathBuf,
    /// Games that were asked for.
    pub games: usize,
    /// Rows written, and rows that were there already.
    pub written: usize,
    pub found: usize,
    /// Games that could not be played, described.
    pub failed: Vec<String>,
    /// Stopped before all was done.
    pub stopped: bool,
    /// What the sequential test decided, if it did.
    pub decision: Option<Decision>,
    /// The games that count, in the order of the fixtures.
    pub rows: Vec<GameRow>,
}

/// Plays the games that the file of results does not have yet.
pub fn run(
    experiment: &Experiment,
    contest: &Contest,
    fixtures: &[&Fixture],
    options: &Options,
) -> anyhow::Result<Summary> {
    if contest.sprt.is_some() && options.selection.shard.is_some() {
        bail!("a sequential test decides over all games of a match: it cannot be run in shards");
    }
    let file = results_file(options.out, &experiment.name, options.selection);
    let mut results = Results::open(&file, &GAMES, options.retry)?;
    let known = Provenance::read(&file)?;
    let mut provenance = match known.clone() {
        Some(provenance) if !results.rows.is_empty() => Provenance {
            parts: provenance.parts,
            ..Provenance::new(experiment, options.selection, fixtures.len())
        },
        _ => Provenance::new(experiment, options.selection, fixtures.len()),
    };
    // A part of a match is no ground to decide on, and no reason to forget anything.
    let whole = *options.selection == Selection::default();
    let sprt = contest.sprt.filter(|_| whole);
    let mut tally = Tally::new(contest, sprt, fixtures);
    let mut found = 0;
    let numbers: HashMap<CellId, usize> =
        fixtures.iter().zip(0..).map(|(f, i)| (f.id, i)).collect();
    for (id, fields) in results.all()? {
        if let Some(&number) = numbers.get(&id) {
            found += 1;
            tally.add(number, GameRow::read(&fields));
        }
    }
    let open = |results: &Results, timed: bool| -> Vec<usize> {
        let open = |number: &usize| {
            let fixture = fixtures[*number];
            fixture.is_timed() == timed && !results.rows.has(fixture.id, 0)
        };
        (0..fixtures.len()).filter(open).collect()
    };
    let phases = [open(&results, false), open(&results, true)];
    let to_play = phases.iter().map(Vec::len).sum::<usize>();
    if to_play > 0 && tally.decision.is_none() {
        provenance.parts.push(Part::begin(experiment));
        provenance.write(&file)?;
    }
    let progress = options.progress;
    progress.begin(&experiment.name, fixtures.len(), fixtures.len() - to_play);
    let mut run = Run {
        experiment,
        contest,
        results,
        tally,
        written: 0,
        failed: Vec::new(),
        error: None,
    };
    for (numbers, timed) in phases.iter().zip([false, true]) {
        let workers = match timed {
            true => at_once(options.threads, fixtures, numbers),
            false => options.threads,
        };
        if timed && workers < options.threads && !numbers.is_empty() {
            progress.say(&format!(
                "{}: {workers} of the games against the clock at once, for that is what the \
                 cores carry",
                experiment.name
            ));
        }
        play(&mut run, fixtures, numbers, workers, options);
    }
    progress.end();
    if let Some(error) = run.error {
        return Err(error);
    }
    let stopped = options.stop.load(Relaxed);
    let kept = run.tally.kept();
    let beyond: HashSet<CellId> = fixtures[kept..].iter().map(|fixture| fixture.id).collect();
    let written = run.written;
    if !stopped {
        run.results.arrange(&experiment.ids(), &beyond)?;
    }
    if let Some(part) = provenance.parts.last_mut()
        && written > 0
    {
        part.ended = Some(now());
        part.rows = written;
        part.stopped = stopped;
    }
    if known.as_ref() != Some(&provenance) {
        provenance.write(&file)?;
    }
    Ok(Summary {
        file,
        games: fixtures.len(),
        written,
        found,
        failed: run.failed,
        stopped,
        decision: run.tally.decision,
        rows: run.tally.rows.into_iter().take(kept).flatten().collect(),
    })
}

/// How many games against the clock may be played at once: the players of a game take turns,
/// so each needs as many cores as its hungrier player has threads.
fn at_once(asked: usize, fixtures: &[&Fixture], numbers: &[usize]) -> usize {
    let threads = numbers.iter().map(|&number| fixtures[number].threads());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    asked.min(cores / threads.max().unwrap_or(1)).max(1)
}

/// What the threads of a run share.
struct Run<'a> {
    experiment: &'a Experiment,
    contest: &'a Contest,
    results: Results,
    tally: Tally<'a>,
    written: usize,
    failed: Vec<String>,
    /// The file could not be written: nothing else is worth doing.
    error: Option<anyhow::Error>,
}

fn play(
    run: &mut Run,
    fixtures: &[&Fixture],
    numbers: &[usize],
    workers: usize,
    options: &Options,
) {
    let (next, done) = (
        AtomicUsize::new(0),
        AtomicBool::new(run.tally.decision.is_some()),
    );
    let rules = run.contest.rules;
    let shared = Mutex::new(run);
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    let stop = || options.stop.load(Relaxed) || done.load(Relaxed) || limits::is_interrupted();
    let worker = |worker: usize| {
        while !stop()
            && let Some(&number) = numbers.get(next.fetch_add(1, Relaxed))
        {
            let fixture = fixtures[number];
            options.progress.at(worker, Some(&|| fixture.name()));
            let played = match arbiter::play(fixture, &rules, &stop) {
                Ok(None) => break,
                Ok(Some(played)) => Ok(played),
                Err(reason) => Err(reason),
            };
            let mut run = lock();
            run.write(number, fixture, &played);
            options.progress.note(|| run.tally.told());
            options.progress.step();
            options.progress.at(worker, None);
            if run.error.is_some() || run.tally.decision.is_some() {
                done.store(true, Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for number in 0..workers.min(numbers.len()) {
            let worker = &worker;
            scope.spawn(move || worker(number));
        }
    });
}

impl Run<'_> {
    fn write(
        &mut self,
        number: usize,
        fixture: &Fixture,
        played: &Result<arbiter::Played, String>,
    ) {
        let adjudication = &self.contest.rules.adjudication;
        let fields = row::row(&self.experiment.name, fixture, adjudication, played);
        let game = GameRow::read(&fields);
        let plies = game.as_ref().map(|game| game.plies as u64);
        match self.results.append(fixture.id, None, plies, &fields) {
            Ok(()) => self.written += 1,
            Err(error) => self.error = Some(error),
        }
        if let Err(reason) = played {
            self.failed.push(format!("{}: {reason}", fixture.name()));
        }
        self.tally.add(number, game);
    }
}

/// The games so far, and what a sequential test says of them.
struct Tally<'a> {
    contest: &'a Contest,
    sprt: Option<SprtSpec>,
    fixtures: Vec<&'a Fixture>,
    rows: Vec<Option<GameRow>>,
    /// What all games say, from the first player's point of view. Only where there are two.
    all: Meeting,
    /// The test has looked at the games before this one, and that is what they say.
    looked: usize,
    meeting: Meeting,
    decision: Option<Decision>,
}

impl<'a> Tally<'a> {
    fn new(contest: &'a Contest, sprt: Option<SprtSpec>, fixtures: &[&'a Fixture]) -> Self {
        Tally {
            contest,
            sprt,
            fixtures: fixtures.to_vec(),
            rows: vec![None; fixtures.len()],
            all: Meeting::default(),
            looked: 0,
            meeting: Meeting::default(),
            decision: None,
        }
    }

    fn add(&mut self, number: usize, game: Option<GameRow>) {
        self.rows[number] = game;
        if let Some(score) = self.score(number) {
            self.all.add(score);
            let partner = self.pair(number).find(|&other| other != number);
            if let Some(other) = partner.and_then(|partner| self.score(partner)) {
                self.all.add_pair(score + other);
            }
        }
        let Some(sprt) = self.sprt else { return };
        // Whole pairs in order, as far as they have been played.
        while self.decision.is_none() && self.looked < self.rows.len() {
            let pair = self.pair(self.looked);
            let scores: Vec<f64> = pair.clone().filter_map(|n| self.score(n)).collect();
            if scores.len() < pair.len() {
                return;
            }
            self.looked = pair.end;
            for score in &scores {
                self.meeting.add(*score);
            }
            if let [one, two] = scores[..] {
                self.meeting.add_pair(one + two);
            }
            self.decision = match self.meeting.test(&sprt.test).1 {
                Decision::Continue => None,
                decision => Some(decision),
            };
        }
    }

    /// The games of a pair stand beside each other.
    fn pair(&self, number: usize) -> Range<usize> {
        let pair = self.fixtures[number].pair;
        let own = |number: &usize| self.fixtures[*number].pair == pair;
        let begin = number - (number > 0 && own(&(number - 1))) as usize;
        begin..begin + (begin..self.fixtures.len()).take_while(own).count()
    }

    /// The points of the contest's first player in a game that has been played.
    fn score(&self, number: usize) -> Option<f64> {
        let row = self.rows[number].as_ref()?;
        let is_x = row.players[0] == self.contest.players[0].name;
        Some(if is_x { row.score() } else { 1.0 - row.score() })
    }

    /// How many games count: all, or those before the test decided.
    fn kept(&self) -> usize {
        match self.decision {
            Some(_) => self.looked,
            None => self.rows.len(),
        }
    }

    /// The running score, where there are two players.
    fn told(&self) -> String {
        if self.contest.players.len() != 2 {
            return String::new();
        }
        let told = told::score(&self.all);
        match &self.sprt {
            Some(sprt) => format!("{told}, {}", told::test(&self.meeting, sprt)),
            None => told,
        }
    }
}
