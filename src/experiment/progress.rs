//! How far a run has come: a bar on a terminal, a line now and then elsewhere.

use std::io::{IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::units::show_time;

/// Where nobody watches a bar, a line at most this often.
const EVERY: Duration = Duration::from_secs(10);

/// Tells how far a run has come, on stderr.
pub struct Progress {
    show: Show,
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq)]
enum Show {
    Nothing,
    Lines,
    Bar,
}

struct State {
    name: String,
    bar: ProgressBar,
    done: usize,
    before: usize,
    total: usize,
    begun: Instant,
    told: Instant,
    /// What else is worth knowing now; if nothing, the slowest cell is named.
    note: String,
    /// By thread, the cell at hand and since when.
    at: Vec<Option<(Instant, String)>>,
}

impl Progress {
    pub fn new(quiet: bool) -> Self {
        let show = match (quiet, std::io::stderr().is_terminal()) {
            (true, _) => Show::Nothing,
            (false, true) => Show::Bar,
            (false, false) => Show::Lines,
        };
        Progress {
            show,
            state: Mutex::new(State {
                name: String::new(),
                bar: ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
                done: 0,
                before: 0,
                total: 0,
                begun: Instant::now(),
                told: Instant::now(),
                note: String::new(),
                at: Vec::new(),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A run of `total` searches begins, `done` of which have been done before.
    pub fn begin(&self, name: &str, total: usize, done: usize) {
        let mut state = self.state();
        state.name = name.into();
        state.note.clear();
        (state.total, state.done, state.before) = (total, done, done);
        (state.begun, state.told) = (Instant::now(), Instant::now());
        if self.show == Show::Bar {
            let bar = ProgressBar::with_draw_target(
                Some(total as u64),
                ProgressDrawTarget::stderr_with_hz(5),
            );
            let style = "{prefix} {bar:24} {human_pos}/{human_len} {per_sec:.dim} ETA {eta} {wide_msg:.dim}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar.set_prefix(name.to_string());
            bar.set_position(done as u64);
            bar.reset_eta();
            bar.enable_steady_tick(Duration::from_millis(500));
            state.bar = bar;
        }
    }

    /// A thread begins a cell of some name, or ends the one it has.
    pub fn at(&self, thread: usize, cell: Option<&dyn Fn() -> String>) {
        if self.show == Show::Nothing {
            return;
        }
        let mut state = self.state();
        if state.at.len() <= thread {
            state.at.resize(thread + 1, None);
        }
        state.at[thread] = cell.map(|name| (Instant::now(), name()));
    }

    /// What else is worth knowing now: the score of a match, say.
    pub fn note(&self, note: impl FnOnce() -> String) {
        if self.show != Show::Nothing {
            self.state().note = note();
        }
    }

    /// A search has been done.
    pub fn step(&self) {
        let mut state = self.state();
        state.done += 1;
        match self.show {
            Show::Bar => {
                state.bar.inc(1);
                if state.told.elapsed() > Duration::from_millis(200) {
                    state.told = Instant::now();
                    let aside = state.aside();
                    state.bar.set_message(aside);
                }
            }
            Show::Lines if state.told.elapsed() > EVERY => {
                state.told = Instant::now();
                let line = state.line();
                drop(state);
                self.say(&line);
            }
            _ => (),
        }
    }

    /// The run ends.
    pub fn end(&self) {
        let mut state = self.state();
        state.bar.finish_and_clear();
        state.at.clear();
    }

    /// Something worth telling beside the progress.
    pub fn say(&self, text: &str) {
        if self.show != Show::Nothing {
            let state = self.state();
            state.bar.suspend(|| {
                let _ = writeln!(std::io::stderr(), "{text}");
            });
        }
    }
}

impl State {
    /// The note, or else the slowest cell.
    fn aside(&self) -> String {
        match self.note.is_empty() {
            true => self.slowest(),
            false => self.note.clone(),
        }
    }

    /// The cell that has been at hand for longest.
    fn slowest(&self) -> String {
        let slowest = self.at.iter().flatten().min_by_key(|(since, _)| *since);
        slowest.map_or(String::new(), |(since, cell)| {
            format!("at {cell} for {}", show_time(since.elapsed()))
        })
    }

    fn line(&self) -> String {
        let State {
            name,
            done,
            total,
            before,
            ..
        } = self;
        let rate = (done - before) as f64 / self.begun.elapsed().as_secs_f64().max(1e-9);
        let left = Duration::from_secs_f64((total - done) as f64 / rate.max(1e-9));
        let mut line = format!("{name}: {done} of {total} done, {rate:.1} a second");
        if total > done {
            line.push_str(&format!(", {} left", show_time(left)));
        }
        match self.aside() {
            aside if aside.is_empty() => line,
            aside => format!("{line}, {aside}"),
        }
    }
}
